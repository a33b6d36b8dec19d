/*
 * hone import: the files of other engine tuners as a config. Lines of OpenBench and fishtest are
 * told apart by their number of fields, JSON by its members.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/shown.h"
#include "engine/base/textfile.h"
#include "tuner/cli/commands.h"
#include "tuner/config/config.h"
#include "tuner/config/print.h"
#include "tuner/report/settings.h"
#include "tuner/store/json.h"

static const struct command_usage usage = {
    .synopsis = "import FILE",
    .doc =
        "Reads the parameters that another tuner has of an engine, and prints a config that\n"
        "tunes the same by `hone tune`: lines of OpenBench (name, int|float, start, min, max,\n"
        "c_end, r_end) or of fishtest (name, start, min, max, c_end, r_end), config.json of\n"
        "weather-factory, with its cutechess.json and spsa.json beside it, or a JSON file of\n"
        "chess-tuning-tools. The last two say engine, options and limit, too. What these files do\n"
        "not say is to be filled in. An r_end of .002, the usual one, is left out, since hone's\n"
        "rate follows the length of the run. `> mine.cfg` behind the command keeps it.\n",
    .operands_min = 1,
    .operands_max = 1,
};

#define IMPORT_OPTIMIZER                                                                           \
    "fitness = { pairs = 8; };\n"                                                                  \
    "optimizer = { name = \"spsa\"; generations = 100; spsa = { perturbations = 8; }; };\n"

/* What is printed. */
struct import_config {
    struct text parameters, engine; /* members of the list; of the section */
    struct text rest;               /* lines of other sections */
    struct text steps;              /* the lines of fitness and optimizer; "": hone's own steps */
    const char *text;               /* of a JSON file */
    int count;
    const char *kind; /* "OpenBench's lines" */
    struct error *error;
    const char *path;
};

/* ---- a parameter ---- */

enum { IMPORT_NAME_MAX = sizeof((struct parameter *)0)->option };

/* Those of "0.25", "1e-5", "1.5e-3". */
static int import_decimals(const char *number) {
    const char *point = strchr(number, '.'), *exponent = strpbrk(number, "eE");
    int decimals = point ? (int)strspn(point + 1, "0123456789") : 0;
    return decimals - (exponent ? max_int(-9, min_int(9, atoi(exponent + 1))) : 0);
}

/* A real number has as many decimals as its bounds say, and a thousand values at least. */
static int import_precision(const char *const numbers[3], double range) {
    int decimals = 3 - (int)floor(log10(range));
    for (int i = 0; i < 3; i++)
        if (numbers[i]) decimals = max_int(decimals, import_decimals(numbers[i]));
    return max_int(0, decimals);
}

/* Names are short in hone; the engine's own is kept beside them. */
static void import_add_name(struct import_config *import, const char *name) {
    char brief[sizeof((struct parameter *)0)->name];
    parameter_name_shorten(name, import->count + 1, brief);
    text_add(&import->parameters, "    { name = ");
    config_print_quoted(brief, &import->parameters);
    if (strcmp(brief, name) == 0) return;
    text_add(&import->parameters, "; option = ");
    config_print_quoted(name, &import->parameters);
}

struct import_parameter {
    const char *name, *min, *max;
    const char *start, *step, *rate; /* may be NULL */
    bool real, log;
};

/* Whether a config can hold it. */
static bool import_is_text(const char *text) {
    for (; *text; text++)
        if (iscntrl((unsigned char)*text)) return false;
    return true;
}

static int import_parameter(struct import_config *import, const struct import_parameter *from,
                            const char *place) {
    if (!import_is_text(from->name) || strlen(from->name) >= IMPORT_NAME_MAX)
        return error_set(import->error, "%s: \"%.40s\" cannot be a parameter's name", place,
                         from->name);
    const char *const numbers[] = {from->min, from->max, from->start};
    double values[4] = {0}, *step = &values[3];
    for (int i = 0; i < 3; i++)
        if (numbers[i] && !parse_double(numbers[i], -1e9, 1e9, &values[i]))
            return error_set(import->error, "%s: %.40s has \"%.40s\", which is no number", place,
                             from->name, numbers[i]);
    if (from->step && !parse_double(from->step, 0, 1e9, step))
        return error_set(import->error, "%s: %.40s has the step \"%.40s\", which is no number",
                         place, from->name, from->step);
    if (!(values[0] < values[1]))
        return error_set(import->error, "%s: %.40s has no range: from %s to %s", place, from->name,
                         from->min, from->max);
    double rate = SETTINGS_R_END;
    if (from->rate && !parse_double(from->rate, 0, 1, &rate))
        return error_set(import->error, "%s: %.40s has the r_end \"%.40s\", not one from 0 to 1",
                         place, from->name, from->rate);
    int decimals = from->real ? import_precision(numbers, values[1] - values[0]) : 0;
    double precision = pow(10, -decimals);
    text_add(&import->parameters, import->count ? ",\n" : "");
    import_add_name(import, from->name);
    text_add(&import->parameters, "; min = %.*f; max = %.*f", decimals, values[0], decimals,
             values[1]);
    if (from->start) text_add(&import->parameters, "; start = %.*f", decimals, values[2]);
    if (*step > 0 && !from->log)
        text_add(&import->parameters, "; step = %.10g",
                 fmin(fmax(*step, precision), values[1] - values[0]));
    if (rate > 0 && rate != SETTINGS_R_END) text_add(&import->parameters, "; rate = %.10g", rate);
    if (from->log) text_add(&import->parameters, "; scale = \"log\"");
    if (decimals > 0) text_add(&import->parameters, "; precision = %.10g", precision);
    text_add(&import->parameters, "; }");
    import->count++;
    return 0;
}

/* ---- lines ---- */

enum { FIELDS_MAX = 8 };

/* Cuts the line at its commas; the fields without blanks around them. */
static int import_split(char *line, char *fields[FIELDS_MAX]) {
    int count = 0;
    for (char *end; count < FIELDS_MAX; line = end + 1) {
        end = line + strcspn(line, ",");
        bool last = *end == '\0';
        *end = '\0';
        line += strspn(line, " \t\r");
        for (size_t i = strlen(line); i > 0 && isspace((unsigned char)line[i - 1]);)
            line[--i] = '\0';
        fields[count++] = line;
        if (last) break;
    }
    return count;
}

static int import_line(struct import_config *import, char *line, const char *place) {
    char *fields[FIELDS_MAX];
    const char *first = line + strspn(line, " \t\r");
    if (!*first || *first == '#') return 0;
    int count = import_split(line, fields);
    bool open = count == 7;
    if (!open && count != 6)
        return error_set(import->error,
                         "%s: has %d fields; OpenBench's lines have 7 (name, int|float, start, "
                         "min, max, c_end, r_end), fishtest's 6 (without the type)",
                         place, count);
    if (open && strcmp(fields[1], "int") != 0 && strcmp(fields[1], "float") != 0)
        return error_set(import->error, "%s: the type must be int or float, not \"%.40s\"", place,
                         fields[1]);
    char **numbers = fields + 1 + open;
    bool whole =
        !strpbrk(numbers[0], ".eE") && !strpbrk(numbers[1], ".eE") && !strpbrk(numbers[2], ".eE");
    import->kind = open ? "OpenBench's lines" : "fishtest's lines";
    return import_parameter(import,
                            &(struct import_parameter){.name = fields[0],
                                                       .start = numbers[0],
                                                       .min = numbers[1],
                                                       .max = numbers[2],
                                                       .step = numbers[3],
                                                       .rate = numbers[4],
                                                       .real = open ? *fields[1] == 'f' : !whole},
                            place);
}

static int import_lines(struct import_config *import, char *text) {
    int status = 0;
    for (int number = 1; status == 0 && *text; number++) {
        char place[600];
        size_t length = strcspn(text, "\n");
        char *next = text + length + (text[length] == '\n');
        text[length] = '\0';
        snprintf(place, sizeof place, "%.500s:%d", import->path, number);
        status = import_line(import, text, place);
        text = next;
    }
    return status;
}

/* ---- JSON ---- */

/* "FILE:LINE" of the first place where a name stands in quotes. */
static void import_place(const struct import_config *import, const char *name, char out[600]) {
    struct text quoted = {0};
    int line = 1;
    text_add(&quoted, "\"%s\"", name);
    const char *at = strstr(import->text, text_get(&quoted));
    for (const char *c = import->text; at && c < at; c++) line += *c == '\n';
    snprintf(out, 600, "%.500s:%d", import->path, line);
    text_free(&quoted);
}

static const char *import_member(const struct json_member *members, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(members[i].name, name) == 0) return members[i].value;
    return NULL;
}

static void import_add_openings(struct import_config *import, const char *file) {
    if (!file || !*file || !import_is_text(file) || strcmp(file, "null") == 0) return;
    text_add(&import->rest, "openings = { file = [");
    config_print_quoted(file, &import->rest);
    text_add(&import->rest, "]; };\n");
}

/* ---- weather-factory ---- */

/* Its rules for all games. */
#define FACTORY_ENDS                                                                               \
    " resign = { moves = 3; score = 400; };\n"                                                     \
    "    draw = { from_move = 40; moves = 8; score = 10; };"

/* What it gives to cutechess-cli: engine and book lie in its folder "tuner". */
static void import_factory_engine(struct import_config *import, const struct json_member *all,
                                  int count) {
    const char *engine = import_member(all, count, "engine"),
               *book = import_member(all, count, "book"), *hash = import_member(all, count, "hash"),
               *seconds = import_member(all, count, "tc");
    struct text path = {0};
    double clock = 0;
    if (!engine || !import_is_text(engine)) return;
    text_add(&path, "./tuner/%s", engine);
    text_add(&import->engine, " command = ");
    config_print_quoted(text_get(&path), &import->engine);
    text_add(&import->engine, "; protocol = \"uci\";");
    if (seconds && parse_double(seconds, 0.001, 1e6, &clock))
        text_add(&import->engine, " clock = \"%.10g+%.10g\";", clock, clock / 100);
    int64_t whole;
    if (hash && parse_i64(hash, 1, INT32_MAX, &whole))
        text_add(&import->engine, "\n    options = \"option.Hash=%lld\";", (long long)whole);
    text_add(&import->engine, FACTORY_ENDS);
    text_free(&path);
    text_add(&path, "tuner/%s", book ? book : "");
    if (book) import_add_openings(import, text_get(&path));
    text_free(&path);
}

/* Game t has the perturbations c / t^gamma, in steps of each parameter; for a game won more than
 * lost parameters move by a / (A + t)^alpha over that. */
struct factory_schedule {
    double a, c, A, alpha, gamma;
};

static void import_factory_schedule(const struct json_member *all, int count,
                                    struct factory_schedule *out) {
    const struct {
        const char *name;
        double *value;
    } fields[] = {{"a", &out->a},
                  {"c", &out->c},
                  {"A", &out->A},
                  {"alpha", &out->alpha},
                  {"gamma", &out->gamma}};
    *out = (struct factory_schedule){.alpha = 0.601, .gamma = 0.102};
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        const char *text = import_member(all, count, fields[i].name);
        if (text) parse_double(text, 0, 1e9, fields[i].value);
    }
}

/* The same by the options of `spsa`. */
struct factory_steps {
    double generations, precision, rate;
};

/* `spsa` has A = N / 10, and says the last perturbation and step, which are those of game N. Its
 * reach is ten steps of a parameter. */
static struct factory_steps import_factory_steps(const struct factory_schedule *from,
                                                 int64_t pairs) {
    double generations = round(5 * from->A / (double)pairs),
           games = 2 * (double)pairs * generations;
    double perturbation = from->c * pow(games, -from->gamma);
    double step = from->a * pow(from->A + games, -from->alpha) / perturbation;
    return (struct factory_steps){generations, perturbation / 10, step / perturbation};
}

/* Whether they are the same: its exponents are .602 and .101, and its generations whole. */
static bool import_factory_fits(const struct factory_schedule *from,
                                const struct factory_steps *steps) {
    return fabs(from->alpha - 0.602) < 0.002 && fabs(from->gamma - 0.101) < 0.002 &&
           steps->generations >= 10 && steps->generations <= 1e6 && steps->precision >= 1e-6 &&
           steps->precision <= 0.5 && steps->rate >= 1e-9 && steps->rate <= 1;
}

static void import_factory_print_steps(struct import_config *import,
                                       const struct factory_schedule *from, int64_t pairs) {
    struct factory_steps steps = import_factory_steps(from, pairs);
    if (import_factory_fits(from, &steps))
        text_add(&import->steps,
                 "# the steps of spsa.json, whose A is a tenth of the games; fewer or more "
                 "generations\n# leave them as they are\n"
                 "fitness = { pairs = %lld; };\n"
                 "optimizer = { name = \"spsa\"; generations = %.0f; schedule = %.0f;\n"
                 "    spsa = { perturbations = 1; precision = %.4g; rate = %.4g; }; };\n",
                 (long long)pairs, steps.generations, steps.generations, steps.precision,
                 steps.rate);
    else
        text_add(&import->steps, "# hone's own steps, as `spsa` cannot have those of "
                                 "spsa.json\n" IMPORT_OPTIMIZER);
}

/* A file beside config.json: the number of its members, json_free; -1: there is none. */
static int import_factory_file(const struct import_config *import, const char *name,
                               struct json_member **members) {
    const char *slash = strrchr(import->path, '/');
    struct text path = {0}, text = {0};
    struct error why;
    text_add_bytes(&path, import->path, slash ? (size_t)(slash + 1 - import->path) : 0);
    text_add(&path, "%s", name);
    int count = textfile_read(text_get(&path), text_get(&path), &text, &why) == 0
                    ? json_members(text_get(&text), "$", members, &why)
                    : -1;
    text_free(&path);
    text_free(&text);
    return count;
}

/* Pairs of an iteration. */
static int64_t import_factory_pairs(const struct json_member *all, int count) {
    const char *text = import_member(all, count, "games");
    int64_t games = 120;
    if (text) parse_i64(text, 2, 2000000, &games);
    return games / 2;
}

/* cutechess.json and spsa.json. */
static void import_factory_neighbours(struct import_config *import) {
    struct json_member *members = NULL, *own;
    int count = import_factory_file(import, "cutechess.json", &members);
    int64_t pairs = import_factory_pairs(members, max_int(0, count));
    if (count >= 0) import_factory_engine(import, members, count);
    if (count >= 0) json_free(members, count);
    count = import_factory_file(import, "spsa.json", &own);
    if (count < 0) return;
    struct factory_schedule schedule;
    import_factory_schedule(own, count, &schedule);
    import_factory_print_steps(import, &schedule, pairs);
    json_free(own, count);
}

/* config.json: {"NAME": {"value": …, "min_value": …, "max_value": …, "step": …}} */
static int import_factory(struct import_config *import, const struct json_member *all, int count) {
    int status = 0;
    import->kind = "weather-factory's config.json";
    for (int i = 0; status == 0 && i < count; i++) {
        struct json_member *own;
        struct error why;
        int members = all[i].value[0] == '{' ? json_members(all[i].value, "$", &own, &why) : 0;
        struct import_parameter from = {.name = all[i].name};
        char place[600];
        bool real = false;
        import_place(import, all[i].name, place);
        if (members > 0) {
            from.start = import_member(own, members, "value");
            from.min = import_member(own, members, "min_value");
            from.max = import_member(own, members, "max_value");
            from.step = import_member(own, members, "step");
            const char *const numbers[] = {from.start, from.min, from.max};
            for (size_t j = 0; j < COUNT_OF(numbers); j++)
                real |= numbers[j] && import_decimals(numbers[j]) > 0;
            from.real = real;
        }
        status = from.min && from.max
                     ? import_parameter(import, &from, place)
                     : error_set(import->error,
                                 "%s: \"%.40s\" is no parameter of weather-factory (value, "
                                 "min_value, max_value, step), and the file has no "
                                 "parameter_ranges of chess-tuning-tools",
                                 place, all[i].name);
        if (members > 0) json_free(own, members);
    }
    if (status == 0) import_factory_neighbours(import);
    return status;
}

/* ---- chess-tuning-tools ---- */

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

/* "Categorical(['solid', 'active'])", or the list alone. False: it is none. */
static bool import_choices(struct import_config *import, const char *name, const char *range) {
    const char *item = strchr(range, '[');
    struct text list = {0};
    bool is_list =
        item && (strncmp(range, "Categorical", 11) == 0 || strpbrk(range, "'\"") == item + 1);
    if (!is_list || !import_is_text(range) || !import_is_text(name)) return false;
    do {
        item += 1 + strspn(item + 1, " ");
        item = import_choice(item, &list);
        item += strspn(item, " ");
    } while (*item == ',');
    text_add(&import->parameters, import->count ? ",\n" : "");
    import_add_name(import, name);
    text_add(&import->parameters, "; choices = [%s]; }", text_get(&list));
    import->count++;
    text_free(&list);
    return true;
}

/* "Real(0.0, 10.0)", "Integer(1, 65536)", "Real(0.1, 10, prior='log-uniform')"; "(1, 65536)" has
 * whole numbers, too. */
static int import_range(struct import_config *import, const char *name, const char *range) {
    char numbers[2][40], place[600];
    import_place(import, name, place);
    const char *open = strpbrk(range, "([");
    if (import_choices(import, name, range)) return 0;
    if (!open || sscanf(open + 1, " %39[0-9.eE+-] , %39[0-9.eE+-]", numbers[0], numbers[1]) != 2)
        return error_set(import->error,
                         "%s: \"%.40s\" is %.60s; Real(LOW, HIGH), Integer(LOW, HIGH) and "
                         "Categorical(['A', 'B']) can be read",
                         place, name, range);
    bool whole = !strpbrk(numbers[0], ".eE") && !strpbrk(numbers[1], ".eE");
    bool real = strncmp(range, "Real", 4) == 0 || (!whole && strncmp(range, "Integer", 7) != 0);
    return import_parameter(import,
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

/* "option.Threads=2;option.Hash=16" of an engine's fixed parameters. */
static void import_tools_options(const char *text, int engine, struct text *out) {
    struct json_member *members;
    struct error why;
    char path[64];
    snprintf(path, sizeof path, "$.engines[%d].fixed_parameters", engine);
    int count = json_members(text, path, &members, &why);
    for (int i = 0; i < count; i++)
        if (import_is_option(members[i].name) && import_is_option(members[i].value))
            text_add(out, "%soption.%s=%s", out->length ? ";" : "", members[i].name,
                     members[i].value);
    if (count >= 0) json_free(members, count);
}

/* Its command, or "" if the file has no such engine. */
static void import_tools_command(const char *text, int engine, struct text *out) {
    struct json_member *members;
    struct error why;
    char path[64];
    snprintf(path, sizeof path, "$.engines[%d]", engine);
    int count = json_members(text, path, &members, &why);
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

static int import_tools(struct import_config *import, const char *text,
                        const struct json_member *all, int count) {
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

static int import_objects(struct import_config *import, const char *text) {
    struct json_member *members;
    struct error why;
    int count = json_members(text, "$", &members, &why);
    if (count < 0) return error_set(import->error, "%s %s", import->path, why.text);
    int status = import_member(members, count, "parameter_ranges")
                     ? import_tools(import, text, members, count)
                     : import_factory(import, members, count);
    json_free(members, count);
    return status;
}

/* ---- all of it ---- */

static void import_print(const struct import_config *import) {
    bool known = import->engine.length > 0;
    struct text text = {0};
    text_add(&text, "# from %s\n%s\ngame = \"chess\";\n", import->kind,
             known ? "# a fixed engine.nodes or engine.depth in place of a clock makes a run "
                     "repeatable"
                   : "# fill in the engine's command, and how far it searches");
    text_add(&text, "engine = {%s };\n",
             known ? text_get(&import->engine)
                   : " command = \"./engine\"; protocol = \"uci\"; nodes = 10000;");
    if (!import->rest.length)
        text_add(&text, "# the book of the test there: openings = { file = [\"BOOK.epd\"]; };\n");
    text_add(&text, "%s", text_get(&import->rest));
    text_add(&text, "parameters = (\n%s );\n%s", text_get(&import->parameters),
             import->steps.length ? text_get(&import->steps) : IMPORT_OPTIMIZER);
    shown_put(text_get(&text));
    text_free(&text);
}

static int import_file(struct import_config *import) {
    struct text text = {0};
    int status = textfile_read(import->path, import->path, &text, import->error);
    if (status == 0) {
        text_add(&text, "\n");
        import->text = text.data;
        const char *first = text.data + strspn(text.data, " \t\r\n");
        status =
            *first == '{' ? import_objects(import, text.data) : import_lines(import, text.data);
    }
    if (status == 0 && import->count == 0)
        status = error_set(import->error, "%s has no parameters", import->path);
    if (status == 0) import_print(import);
    text_free(&text);
    return status;
}

int command_import(int argc, char **argv) {
    const struct option_spec options[] = {{0}};
    struct operands operands;
    struct error error;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    struct import_config import = {.path = operands.list[0], .error = &error};
    status = import_file(&import) ? command_fail(&usage, "%s", error.text) : 0;
    text_free(&import.parameters);
    text_free(&import.engine);
    text_free(&import.rest);
    text_free(&import.steps);
    return status;
}
