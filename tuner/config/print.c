/*
 * Prints a config. The text is stored with a run and compared when it is continued, so a value's
 * print never changes.
 */
#include "tuner/config/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/config/config.h"

/* The shortest digits that read back as the same number. */
static void config_print_real(double value, struct text *out) {
    char digits[32];
    bool whole = value == rint(value) && fabs(value) < 1e9;
    for (int precision = 1; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) break;
    }
    if (whole) snprintf(digits, sizeof digits, "%.0f", value); /* not 2e+01 */
    text_add(out, "%s", digits);
}

void config_print_quoted(const char *value, struct text *out) {
    text_add(out, "\"");
    for (; *value; value++) text_add(out, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
    text_add(out, "\"");
}

static void config_print_files(const struct config_files *files, struct text *out) {
    text_add(out, "[");
    for (int i = 0; i < files->count; i++) {
        text_add(out, i ? ", " : "");
        config_print_quoted(files->paths[i], out);
    }
    text_add(out, "]");
}

static void config_print_numbers(const struct config_numbers *numbers, struct text *out) {
    text_add(out, "[");
    for (int i = 0; i < numbers->count; i++) text_add(out, i ? ", %d" : "%d", numbers->list[i]);
    text_add(out, "]");
}

static void config_print_rule(const struct space_rule *rule, struct text *out) {
    text_add(out, "{name = ");
    config_print_quoted(rule->name, out);
    for (int which = 0; which < SPACE_NUMBERS; which++)
        if (rule->has[which])
            text_add(out, "; %s = %d", space_number_names[which], rule->numbers[which]);
    if (rule->has_freeze) text_add(out, "; freeze = %s", rule->freeze ? "true" : "false");
    if (rule->has_tie) {
        text_add(out, "; tie = ");
        config_print_quoted(rule->tie, out);
    }
    text_add(out, ";}");
}

static void config_print_rules(const struct config_rules *rules, struct text *out) {
    text_add(out, "(");
    for (int i = 0; i < rules->count; i++) {
        text_add(out, i ? ", " : "");
        config_print_rule(&rules->list[i], out);
    }
    text_add(out, ")");
}

static void config_print_named(const char *name, double value, struct text *out) {
    text_add(out, "; %s = ", name);
    config_print_real(value, out);
}

static void config_print_choices(const struct parameter *parameter, struct text *out) {
    text_add(out, "; choices = [");
    for (int i = 0; i < parameter->choice_count; i++) {
        text_add(out, i ? ", " : "");
        config_print_quoted(parameter->choices[i], out);
    }
    text_add(out, "]");
    if (!parameter->has_start) return;
    text_add(out, "; start = ");
    config_print_quoted(parameter->choices[(int)parameter->start], out);
}

static void config_print_range(const struct parameter *parameter, struct text *out) {
    config_print_named("min", parameter->min, out);
    config_print_named("max", parameter->max, out);
    if (parameter->has_start) config_print_named("start", parameter->start, out);
    if (parameter->step != 0) config_print_named("step", parameter->step, out);
    if (parameter->scale == SCALE_LOG) text_add(out, "; scale = \"log\"");
    if (parameter->precision != 1) config_print_named("precision", parameter->precision, out);
}

static void config_print_parameters(const struct parameters *parameters, struct text *out) {
    text_add(out, "(");
    for (int i = 0; i < parameters->count; i++) {
        const struct parameter *parameter = &parameters->list[i];
        text_add(out, i ? ", {name = " : "{name = ");
        config_print_quoted(parameter->name, out);
        if (parameter->option[0]) {
            text_add(out, "; option = ");
            config_print_quoted(parameter->option, out);
        }
        if (parameter->choice_count > 0)
            config_print_choices(parameter, out);
        else
            config_print_range(parameter, out);
        if (parameter->rate != 0) config_print_named("rate", parameter->rate, out);
        text_add(out, ";}");
    }
    text_add(out, ")");
}

static void config_print_manners(const struct config *config, struct text *out);

/* A key's value, which stands in `field`. */
static void config_print_field(const struct config *config, const struct config_key *key,
                               const void *field, struct text *out) {
    union {
        int whole;
        int64_t wide;
        double real;
        bool truth;
    } value = {0};
    if (key->size <= sizeof value) memcpy(&value, field, key->size);
    switch (key->kind) {
    case KIND_INT:
        text_add(out, "%d", value.whole);
        break;
    case KIND_INT64:
        text_add(out, "%" PRId64, value.wide);
        break;
    case KIND_REAL:
        config_print_real(value.real, out);
        break;
    case KIND_BOOL:
        text_add(out, value.truth ? "true" : "false");
        break;
    case KIND_TEXT:
        config_print_quoted(field, out);
        break;
    case KIND_CHOICE:
        config_print_quoted(key->choices[value.whole], out);
        break;
    case KIND_FILES:
        config_print_files(field, out);
        break;
    case KIND_NUMBERS:
        config_print_numbers(field, out);
        break;
    case KIND_RULES:
        config_print_rules(field, out);
        break;
    case KIND_PARAMETERS:
        config_print_parameters(field, out);
        break;
    case KIND_MANNERS:
        config_print_manners(config, out);
        break;
    }
}

void config_print_value(const struct config *config, const struct config_key *key,
                        struct text *out) {
    config_print_field(config, key, config_key_field(config, key), out);
}

/* ---- manners of play ---- */

static const char player_section[] = "player.";

static bool config_is_of_player(const struct config_key *key) {
    return strncmp(key->path, player_section, strlen(player_section)) == 0;
}

/* The share, and what differs from the usual. */
static void config_print_manner(const struct config *config, int manner, struct text *out) {
    text_add(out, "{");
    for (const struct config_key *key = config_keys(); key->path; key++) {
        bool own = config_key_of_manner(key);
        if (!config_is_of_player(key) || (manner > 0 && !own)) continue;
        const char *name = key->path + strlen(player_section);
        const char *field = config_key_field(config, key);
        struct text value = {0};
        config_print_field(config, key, field + (own ? manner : 0) * sizeof(struct manner), &value);
        if (strcmp(name, "share") == 0 || strcmp(text_get(&value), key->initial) != 0)
            text_add(out, "%s%s = %s;", out->data[out->length - 1] == '{' ? "" : " ", name,
                     text_get(&value));
        text_free(&value);
    }
    text_add(out, "}");
}

static void config_print_manners(const struct config *config, struct text *out) {
    text_add(out, "(");
    for (int i = 0; i < config->player.manners.count; i++) {
        text_add(out, i ? ", " : "");
        config_print_manner(config, i, out);
    }
    text_add(out, ")");
}

/* One manner is a section, and has no share to say; several are a list. */
static bool config_print_skips(const struct config *config, const struct config_key *key) {
    bool several = config->player.manners.count > 1, study = config_is_study(config);
    bool engine = config_has_engine(config);
    if (study ? config_key_is_for_games(config, key) : config_key_is_for_studies(key)) return true;
    if (engine ? config_key_is_idle_for_engines(key) : config_key_is_for_engines(key)) return true;
    if (key->kind == KIND_PARAMETERS) return !study && !engine;
    if (key->kind == KIND_MANNERS) return !several;
    if (config_is_of_player(key)) return several || strcmp(key->path, "player.share") == 0;
    return key->local;
}

/* ---- all of it ---- */

/* What an optimiser that was not chosen would read. */
static bool config_print_is_idle(const struct config *config, const struct config_key *key) {
    return key->optimizer && !optimizer_reads(config->optimizer.kind, key->optimizer);
}

/* Prints the section of `key`, a path of `length` characters with its dot, from there on; the key
 * behind it. */
static const struct config_key *config_print_section(const struct config *config,
                                                     const struct config_key *key, size_t length,
                                                     bool idle, struct text *out) {
    int depth = 0;
    for (size_t i = 0; i < length; i++) depth += key->path[i] == '.';
    const char *section = key->path;
    while (key->path && strncmp(key->path, section, length) == 0) {
        const char *name = key->path + length;
        int end = (int)strcspn(name, ".");
        if (config_print_skips(config, key) || (!idle && config_print_is_idle(config, key))) {
            key++;
            continue;
        }
        text_add(out, "%*s%.*s = ", 4 * depth, "", end, name);
        if (name[end] == '.') {
            text_add(out, "{\n");
            key = config_print_section(config, key, length + (size_t)end + 1, idle, out);
            text_add(out, "%*s}", 4 * depth, "");
        } else {
            config_print_value(config, key++, out);
        }
        text_add(out, ";\n");
    }
    return key;
}

void config_print(const struct config *config, struct text *out) {
    config_print_section(config, config_keys(), 0, true, out);
}

void config_print_used(const struct config *config, struct text *out) {
    config_print_section(config, config_keys(), 0, false, out);
}

/* What heads a report anyway. */
static bool config_is_no_news(const struct config_key *key) {
    return !key->initial || strcmp(key->path, "name") == 0 || key->kind == KIND_PARAMETERS ||
           strcmp(key->path, "evaluator.layout") == 0;
}

void config_print_unusual(const struct config *config, struct text *out) {
    for (const struct config_key *key = config_keys(); key->path; key++) {
        struct text value = {0};
        if (config_is_no_news(key) || config_print_skips(config, key)) continue;
        config_print_value(config, key, &value);
        if (strcmp(text_get(&value), key->initial) != 0)
            text_add(out, "%s=%s\n", key->path, text_get(&value));
        text_free(&value);
    }
}

void config_help(struct text *out) {
    int width = 0;
    for (const struct config_key *key = config_keys(); key->path; key++)
        width = max_int(width, (int)strlen(key->path));
    for (const struct config_key *key = config_keys(); key->path; key++) {
        text_add(out, "%-*s  ", width, key->path);
        config_key_demand(key, out);
        text_add(out, key->initial ? " (default %s)" : " (must be given)", key->initial);
        text_add(out, "\n    %s\n", key->doc);
    }
}

/* ---- differences ---- */

/* The differences between two texts of config_print, which may be of different versions of the
 * program. A key that one of them did not know has the value of older versions there, so that a
 * new key, of an optimiser say, does not end their runs. */

/* A walk over such a text, from one key to the next. */
struct differences_walk {
    const char *rest;
    char path[128]; /* of the key, with its sections */
    int section;    /* how much of it is the sections', with their dot */
    const char *value;
    int length;
};

/* "optimizer.ga." becomes "optimizer.". */
static void differences_leave_section(struct differences_walk *walk) {
    if (walk->section > 0) walk->section--;
    while (walk->section > 0 && walk->path[walk->section - 1] != '.') walk->section--;
}

/* Goes to the next line "key = value;", past "section = {" and "};". False at the end. */
static bool differences_next(struct differences_walk *walk) {
    while (*walk->rest) {
        const char *line = walk->rest + strspn(walk->rest, " ");
        const char *end = line + strcspn(line, "\n");
        int key = (int)strcspn(line, " }\n");
        walk->rest = *end ? end + 1 : end;
        if (key == 0 || end - line < key + 4) {
            differences_leave_section(walk);
            continue;
        }
        int room = (int)sizeof walk->path - walk->section;
        bool opens = end[-1] == '{';
        snprintf(walk->path + walk->section, (size_t)room, "%.*s%s", min_int(key, room - 2), line,
                 opens ? "." : "");
        walk->value = line + key + (int)strlen(" = ");
        walk->length = (int)(end - walk->value) - (end[-1] == ';');
        if (!opens) return true;
        walk->section = (int)strlen(walk->path);
    }
    return false;
}

/* The key's value in the text; what it was before there was the key if it is not there. */
static struct differences_walk differences_find(const char *text, const struct config_key *key) {
    struct differences_walk walk = {.rest = text};
    while (differences_next(&walk))
        if (strcmp(walk.path, key->path) == 0) return walk;
    walk.value = config_key_earlier(key);
    walk.length = (int)strlen(walk.value);
    return walk;
}

/* Whether the text has a list in place of the key's section; its members are not keys. */
static bool differences_in_list(const char *text, const struct config_key *key) {
    const struct config_key *list = config_key_find("player");
    size_t length = strlen(list->path);
    if (strncmp(key->path, list->path, length) != 0 || key->path[length] != '.') return false;
    return differences_find(text, list).value != list->initial;
}

/* Whether a key is of one of these kinds. */
static bool differences_leave(const struct config_key *key, unsigned but) {
    static const struct {
        const char *path;
        enum config_changeable kind;
    } keys[] = {{"optimizer.generations", CONFIG_LENGTH},
                {"optimizer.games", CONFIG_LENGTH},
                {"optimizer.schedule", CONFIG_LENGTH},
                {"params", CONFIG_RANGES},
                {"parameters", CONFIG_RANGES}};
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (keys[i].kind & but && strcmp(keys[i].path, key->path) == 0) return true;
    return false;
}

void config_differences(const char *there, const char *here, unsigned but, struct text *out) {
    for (const struct config_key *key = config_keys(); key->path; key++) {
        if (differences_leave(key, but)) continue;
        struct differences_walk a = differences_find(there, key), b = differences_find(here, key);
        if (differences_in_list(there, key) || differences_in_list(here, key)) continue;
        if (a.length != b.length || memcmp(a.value, b.value, (size_t)a.length) != 0)
            text_add(out, "  %s: %.*s there, %.*s here\n", key->path, a.length, a.value, b.length,
                     b.value);
    }
    struct differences_walk walk = {.rest = there};
    while (differences_next(&walk))
        if (!config_key_find(walk.path))
            text_add(out, "  %s: %.*s there, unknown here\n", walk.path, walk.length, walk.value);
}
