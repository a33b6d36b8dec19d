/*
 * spec: the line that names an engine: its words, then its options, of which each is a row of a
 * table or a branch of spec_parse_option.
 */
#include "tuner/external/spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/external/drive.h"

static const double startup_seconds = 10;

static const char prefix[] = "cmd:", setting_prefix[] = "option.";

static const struct external_protocol *const protocols[] = {
    &external_gtp, &external_nboard, &external_gomocup, &external_sau,
    &external_uci, &external_ucci,   &external_xboard};

static void spec_list_protocols(const char *separator, struct text *out) {
    for (size_t i = 0; i < COUNT_OF(protocols); i++)
        text_add(out, "%s%s", i ? separator : "", protocols[i]->name);
}

bool external_is_spec(const char *text) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* The bytes up to a ; that is not in quotes; `*open` is the quote that has no end, or 0. */
static size_t spec_part_length(const char *text, char *open) {
    char quote = '\0';
    size_t i = 0;
    for (; text[i] && (quote || text[i] != ';'); i++) {
        if (text[i] == '\\' && quote != '\'' && text[i + 1])
            i++;
        else if (quote ? text[i] == quote : text[i] == '\'' || text[i] == '"')
            quote = quote ? '\0' : text[i];
    }
    *open = quote;
    return i;
}

static int spec_parse_protocol(const char *value, struct external_spec *out, struct error *error) {
    struct text names = {0};
    for (size_t i = 0; i < COUNT_OF(protocols); i++)
        if (strcmp(value, protocols[i]->name) == 0) out->protocol = protocols[i];
    if (out->protocol) return 0;
    spec_list_protocols(", ", &names);
    error_set(error, "protocol=%.40s: it must be one of %s", value, text_get(&names));
    text_free(&names);
    return -1;
}

static int spec_parse_name(const char *value, struct external_spec *out, struct error *error) {
    bool fits = *value && strlen(value) < sizeof out->name;
    for (const char *c = value; fits && *c;) {
        int length = utf8_length(c);
        fits = length > 0;
        c += length;
    }
    if (!fits)
        return error_set(error, "name=%.80s: 1 to %d bytes of text are needed", value,
                         (int)sizeof out->name - 1);
    snprintf(out->name, sizeof out->name, "%s", value);
    return 0;
}

/* "option.NAME=VALUE"; `value` is behind the =. */
static int spec_add_setting(const char *option, const char *value, struct external_spec *out,
                            struct error *error) {
    const char *name = option + strlen(setting_prefix);
    size_t length = (size_t)(value - 1 - name);
    if (length == 0)
        return error_set(error, "%.40s: a name is needed, as in option.Hash=16", option);
    out->settings = xgrow(out->settings, (size_t)out->setting_count, sizeof *out->settings);
    struct external_setting *setting = &out->settings[out->setting_count++];
    setting->name = xstrdup(name);
    setting->name[length] = '\0';
    setting->value = setting->name + length + 1;
    return 0;
}

/* Options that are a number: "=%.40s: %s are needed". */
static const struct spec_number {
    const char *key;
    double lower, upper;
    const char *needed;
    bool whole;
    size_t offset;
} spec_numbers[] = {
#define SPEC_SECONDS "seconds from 0.001 to 1000000"
#define SPEC_MIB "MiB from 1 to 16777216, or 0 for no limit,"
    {"time", 0.001, 1e6, SPEC_SECONDS, false, offsetof(struct external_spec, time)},
    {"timeout", 0.001, 1e6, SPEC_SECONDS, false, offsetof(struct external_spec, timeout)},
    {"startup", 0.001, 1e6, SPEC_SECONDS, false, offsetof(struct external_spec, startup)},
    {"nodes", 1, 1e9, "nodes from 1 to 1000000000", true, offsetof(struct external_spec, nodes)},
    {"depth", 1, 100, "plies from 1 to 100", true, offsetof(struct external_spec, depth)},
    {"memory", 0, 1 << 24, SPEC_MIB, true, offsetof(struct external_spec, launch.limits.memory)},
    {"cpu", 0, 1e9, "whole seconds, or 0 for no limit,", true,
     offsetof(struct external_spec, launch.limits.cpu)},
    {"processes", 0, 1000, "processes from 1 to 1000, or 0 for no limit,", true,
     offsetof(struct external_spec, launch.limits.processes)},
    {"file", 0, 1 << 24, SPEC_MIB, true, offsetof(struct external_spec, launch.limits.file)},
    {"output", 0, 1 << 24, SPEC_MIB, true, offsetof(struct external_spec, launch.limits.output)},
};

static int spec_parse_number(const struct spec_number *number, const char *value,
                             struct external_spec *out, struct error *error) {
    void *field = (char *)out + number->offset;
    int64_t whole;
    if (!number->whole && parse_double(value, number->lower, number->upper, field)) return 0;
    if (number->whole && parse_i64(value, (int64_t)number->lower, (int64_t)number->upper, &whole)) {
        *(int *)field = (int)whole;
        return 0;
    }
    return error_set(error, "%s=%.40s: %s are needed", number->key, value, number->needed);
}

static int spec_parse_clock(const char *value, struct external_spec *out, struct error *error) {
    char seconds[32];
    const char *plus = strchr(value, '+');
    size_t length = plus ? (size_t)(plus - value) : strlen(value);
    snprintf(seconds, sizeof seconds, "%.*s", (int)length, value);
    if (length < sizeof seconds && parse_double(seconds, 0.001, 1e6, &out->clock) &&
        (!plus || parse_double(plus + 1, 0, 1e6, &out->increment)))
        return 0;
    return error_set(error, "clock=%.40s: seconds and increment are needed, as in clock=60+0.5",
                     value);
}

/* As opinion_print writes them. */
static int spec_parse_resign(const char *value, struct external_spec *out, struct error *error) {
    struct opinion_rules *rules = &out->opinion;
    int end = 0;
    if (sscanf(value, "%5d/%7d%n", &rules->resign_moves, &rules->resign_score, &end) == 2 &&
        !value[end] && rules->resign_moves > 0 && rules->resign_score > 0)
        return 0;
    return error_set(error,
                     "resign=%.40s: moves and hundredths of a pawn are needed, as in resign=3/600",
                     value);
}

static int spec_parse_draw(const char *value, struct external_spec *out, struct error *error) {
    struct opinion_rules *rules = &out->opinion;
    int end = 0;
    if (sscanf(value, "%5d/%5d/%7d%n", &rules->draw_from, &rules->draw_moves, &rules->draw_score,
               &end) == 3 &&
        !value[end] && rules->draw_from >= 0 && rules->draw_moves > 0 && rules->draw_score >= 0)
        return 0;
    return error_set(error,
                     "draw=%.40s: the first move, moves and hundredths of a pawn are needed, as in "
                     "draw=34/8/20",
                     value);
}

static int spec_parse_option(const char *option, struct external_spec *out, struct error *error) {
    const char *value = strchr(option, '=');
    char key[16];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(option, "="), option);
    if (value++) {
        if (strncmp(option, setting_prefix, strlen(setting_prefix)) == 0)
            return spec_add_setting(option, value, out, error);
        if (strcmp(key, "protocol") == 0) return spec_parse_protocol(value, out, error);
        if (strcmp(key, "name") == 0) return spec_parse_name(value, out, error);
        if (strcmp(key, "clock") == 0) return spec_parse_clock(value, out, error);
        if (strcmp(key, "resign") == 0) return spec_parse_resign(value, out, error);
        if (strcmp(key, "draw") == 0) return spec_parse_draw(value, out, error);
        if (strcmp(key, "env") == 0) return launch_add_variable(&out->launch, value, error);
        for (size_t i = 0; i < COUNT_OF(spec_numbers); i++)
            if (strcmp(key, spec_numbers[i].key) == 0)
                return spec_parse_number(&spec_numbers[i], value, out, error);
    }
    return error_set(error,
                     "\"%.40s\" is none of protocol=, name=, time=, clock=, depth=, nodes=, "
                     "option.NAME=, resign=, draw=, timeout=, startup=, env=, memory=, cpu=, "
                     "processes=, file= and output=; a ; within the command must stand in quotes",
                     option);
}

static int spec_parse_options(const char *at, struct external_spec *out, struct error *error) {
    while (*at == ';') {
        size_t length = strcspn(++at, ";");
        struct text option = {0};
        text_add_bytes(&option, at, length);
        int status = spec_parse_option(text_get(&option), out, error);
        text_free(&option);
        if (status) return -1;
        at += length;
    }
    return 0;
}

/* The file name of the command. */
static void spec_name_command(struct external_spec *spec) {
    const char *slash = strrchr(spec->launch.words[0], '/');
    snprintf(spec->name, sizeof spec->name, "%s", slash ? slash + 1 : spec->launch.words[0]);
    if (!spec->name[0]) snprintf(spec->name, sizeof spec->name, "external");
    text_make_harmless(spec->name, "");
}

static int spec_refuse_no_protocol(struct error *error) {
    struct text names = {0};
    spec_list_protocols("|", &names);
    error_set(error, "the protocol is missing: cmd:COMMAND ARGUMENTS;protocol=%s",
              text_get(&names));
    text_free(&names);
    return -1;
}

/* What a protocol has no words for. */
static int spec_check_told(const struct external_spec *spec, struct error *error) {
    const struct external_protocol *protocol = spec->protocol;
    const char *what = spec->depth > 0 && !protocol->tells_depth   ? "depth"
                       : spec->nodes > 0 && !protocol->tells_nodes ? "nodes"
                       : spec->setting_count > 0 && !protocol->set ? "options"
                                                                   : NULL;
    if (!what) return 0;
    return error_set(error,
                     "protocol %s cannot tell an engine its %s: give %s in the engine's own "
                     "arguments",
                     protocol->name, what, strcmp(what, "depth") == 0 ? "it" : "them");
}

/* Rules that no score could meet. */
static int spec_check_heard(const struct external_spec *spec, struct error *error) {
    const struct opinion_rules *rules = &spec->opinion;
    if (spec->protocol->hears_scores || (!rules->resign_moves && !rules->draw_moves)) return 0;
    return error_set(error, "protocol %s says no scores: resign= and draw= would have no effect",
                     spec->protocol->name);
}

static int spec_check(const struct external_spec *spec, struct error *error) {
    const struct external_protocol *protocol = spec->protocol;
    if (!protocol) return spec_refuse_no_protocol(error);
    if (spec->time > 0 && spec->clock > 0)
        return error_set(error, "time= and clock= exclude each other");
    if (spec->clock > 0 && (spec->nodes > 0 || spec->depth > 0))
        return error_set(
            error,
            "clock= and %s= exclude each other: the one that ends a search first would "
            "decide, now this one and now that one",
            spec->nodes > 0 ? "nodes" : "depth");
    bool told = spec->time > 0    ? protocol->tells_time
                : spec->clock > 0 ? protocol->tells_clock
                                  : true;
    if (!told && !spec->timeout)
        return error_set(error,
                         "protocol %s cannot tell an engine its time: give it in the engine's own "
                         "arguments, and here timeout=",
                         protocol->name);
    return spec_check_told(spec, error) ? -1 : spec_check_heard(spec, error);
}

static void spec_settle_times(struct external_spec *spec) {
    if (!spec->startup) spec->startup = startup_seconds;
    if (!spec->timeout) spec->timeout = spec->time > 0 ? spec->time + EXTERNAL_GRACE : 0;
    if (!spec->timeout && !spec->clock) spec->timeout = EXTERNAL_TIMEOUT;
}

int external_parse(const char *text, struct external_spec *out, struct error *error) {
    const char *command = text + strlen(prefix);
    struct error why;
    char open;
    size_t length = spec_part_length(command, &open);
    *out = (struct external_spec){.command = xmalloc(length + 1)};
    memcpy(out->command, command, length);
    out->command[length] = '\0';
    if (open) return error_set(error, "%.200s: the quote %c has no end", text, open);
    if (launch_parse(out->command, &out->launch, &why) ||
        spec_parse_options(command + length, out, &why) || spec_check(out, &why))
        return error_set(error, "%.200s: %s", text, why.text);
    spec_settle_times(out);
    if (!out->name[0]) spec_name_command(out);
    return 0;
}

void external_spec_free(struct external_spec *spec) {
    free(spec->command);
    spec->command = NULL;
    for (int i = 0; i < spec->setting_count; i++) free(spec->settings[i].name);
    free(spec->settings);
    spec->settings = NULL;
    spec->setting_count = 0;
    launch_free(&spec->launch);
}

void external_spec_name(const struct external_spec *spec, struct text *out) {
    text_add(out, "%s", spec->name);
    if (strcmp(spec->name, spec->command) != 0) text_add(out, " (%s)", spec->command);
}
