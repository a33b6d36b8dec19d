/*
 * A JSON file of chess-tuning-tools: parameter_ranges as scikit-optimize writes them, two engines
 * with their limits, openings.
 */
#include <stdio.h>
#include <string.h>

#include "tuner/cli/import.h"
#include "tuner/config/print.h"

/* Adds the first item of "'solid', 'active'])" to a config's list; what stands behind it. */
static const char *import_choice(const char *item, struct text *out) {
    bool quoted = *item == '\'' || *item == '"';
    const char end[] = {*item, '\0'};
    size_t length = quoted ? strcspn(item + 1, end) : strcspn(item, " ,])");
    struct text choice = {0};
    text_add_bytes(&choice, item + quoted, length);
    text_add(out, out->length ? ", " : "");
    config_print_quoted(text_get(&choice), out);
    text_free(&choice);
    item += quoted + length;
    return item + (quoted && *item);
}

/* The "[" of "Categorical(['solid', 'active'])", or of the list alone; NULL: it is none. */
static const char *import_choices_find(const char *range) {
    const char *list = strchr(range, '[');
    bool is_list =
        list && (strncmp(range, "Categorical", 11) == 0 || strpbrk(range, "'\"") == list + 1);
    return is_list && import_is_text(range) ? list : NULL;
}

static int import_choices(struct import_config *import, const char *name, const char *item,
                          const char *place) {
    struct text list = {0};
    if (import_add_name(import, name, place)) return -1;
    do {
        item += 1 + strspn(item + 1, " ");
        item = import_choice(item, &list);
        item += strspn(item, " ");
    } while (*item == ',');
    text_add(&import->parameters, "; choices = [%s]; }", text_get(&list));
    text_free(&list);
    return 0;
}

/* "Real(0.0, 10.0)", "Integer(1, 65536)", "Real(0.1, 10, prior='log-uniform')"; "(1, 65536)" has
 * whole numbers, too. */
static int import_range(struct import_config *import, const char *name, const char *range) {
    char numbers[2][40], place[600];
    import_place(import, name, place);
    const char *open = strpbrk(range, "(["), *choices = import_choices_find(range);
    if (choices) return import_choices(import, name, choices, place);
    if (!open || sscanf(open + 1, " %39[0-9.eE+-] , %39[0-9.eE+-]", numbers[0], numbers[1]) != 2)
        return error_set(import->error,
                         "%s: \"%.40s\" is %.60s; Real(LOW, HIGH), Integer(LOW, HIGH) and "
                         "Categorical(['A', 'B']) can be read",
                         place, name, range);
    bool whole = !strpbrk(numbers[0], ".eE") && !strpbrk(numbers[1], ".eE");
    bool real = strncmp(range, "Real", 4) == 0 || (!whole && strncmp(range, "Integer", 7) != 0);
    return import_add_parameter(import,
                                &(struct import_parameter){.name = name,
                                                           .min = numbers[0],
                                                           .max = numbers[1],
                                                           .real = real,
                                                           .log = strstr(range, "log") != NULL},
                                place);
}

/* Whether the line that names an engine can hold it. */
static bool import_is_option(const char *text) {
    return import_is_text(text) && !strchr(text, ';');
}

static void import_add_limit(struct import_config *import, const char *key, const char *value) {
    int64_t number;
    if (value && parse_i64(value, 1, INT32_MAX, &number))
        text_add(&import->engine, " %s = %lld;", key, (long long)number);
}

/* An engine's members, or those of `below` it; their count, or -1: there are none. */
static int import_tools_members(const char *text, int engine, const char *below,
                                struct json_member **out) {
    struct error why;
    char path[64];
    snprintf(path, sizeof path, "$.engines[%d]%s", engine, below);
    return json_members(text, path, out, &why);
}

/* "option.Threads=2;option.Hash=16" of an engine's fixed parameters. */
static void import_tools_options(const char *text, int engine, struct text *out) {
    struct json_member *members;
    int count = import_tools_members(text, engine, ".fixed_parameters", &members);
    for (int i = 0; i < count; i++)
        if (import_is_option(members[i].name) && import_is_option(members[i].value))
            text_add(out, "%soption.%s=%s", out->length ? ";" : "", members[i].name,
                     members[i].value);
    if (count >= 0) json_free(members, count);
}

/* Its command, or "" if the file has no such engine. */
static void import_tools_command(const char *text, int engine, struct text *out) {
    struct json_member *members;
    int count = import_tools_members(text, engine, "", &members);
    const char *command = import_member(members, count, "command");
    if (command && import_is_text(command)) text_add(out, "%s", command);
    if (count >= 0) json_free(members, count);
}

/* The value of a key of one of the two engines: "engine1_npm"; NULL: none. */
static const char *import_tools_key(const struct json_member *all, int count, int engine,
                                    const char *key) {
    char name[32];
    snprintf(name, sizeof name, "engine%d_%s", engine + 1, key);
    const char *value = import_member(all, count, name);
    return value && *value && strcmp(value, "null") != 0 ? value : NULL;
}

/* The first engine is the one that is tuned. */
static void import_tools_engine(struct import_config *import, const char *text,
                                const struct json_member *all, int count) {
    struct text options = {0}, command = {0};
    const char *clock = import_tools_key(all, count, 0, "tc");
    import_tools_options(text, 0, &options);
    import_tools_command(text, 0, &command);
    text_add(&import->engine, " command = ");
    config_print_quoted(command.length ? text_get(&command) : "./engine", &import->engine);
    text_add(&import->engine, "; protocol = \"uci\";");
    import_add_limit(import, "nodes", import_tools_key(all, count, 0, "npm"));
    import_add_limit(import, "depth", import_tools_key(all, count, 0, "depth"));
    if (clock) {
        text_add(&import->engine, " clock = ");
        config_print_quoted(clock, &import->engine);
        text_add(&import->engine, ";");
    }
    if (options.length) {
        text_add(&import->engine, "\n    options = ");
        config_print_quoted(text_get(&options), &import->engine);
        text_add(&import->engine, ";");
    }
    text_free(&options);
    text_free(&command);
}

/* The second engine, which the first meets there, is one to be measured against. */
static void import_tools_opponent(struct import_config *import, const char *text,
                                  const struct json_member *all, int count) {
    static const char *const limits[][2] = {{"npm", "nodes"}, {"depth", "depth"}, {"tc", "clock"}};
    struct text line = {0}, options = {0}, command = {0};
    import_tools_command(text, 1, &command);
    import_tools_options(text, 1, &options);
    text_add(&line, "cmd:%s;protocol=uci;name=opponent", text_get(&command));
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        const char *value = import_tools_key(all, count, 1, limits[i][0]);
        if (value && import_is_option(value)) text_add(&line, ";%s=%s", limits[i][1], value);
    }
    if (options.length) text_add(&line, ";%s", text_get(&options));
    if (command.length && import_is_option(text_get(&command))) {
        text_add(&import->rest, "verify = { yardsticks = [");
        config_print_quoted(text_get(&line), &import->rest);
        text_add(&import->rest, "]; };\n");
    }
    text_free(&line);
    text_free(&options);
    text_free(&command);
}

int import_tools(struct import_config *import, const char *text, const struct json_member *all,
                 int count) {
    struct json_member *ranges;
    int found = json_members(text, "$.parameter_ranges", &ranges, import->error), status = 0;
    import->kind = "a file of chess-tuning-tools";
    for (int i = 0; status == 0 && i < found; i++)
        status = import_range(import, ranges[i].name, ranges[i].value);
    if (found >= 0) json_free(ranges, found);
    import_tools_engine(import, text, all, count);
    import_tools_opponent(import, text, all, count);
    import_add_openings(import, import_member(all, count, "opening_file"));
    return found < 0 ? -1 : status;
}
