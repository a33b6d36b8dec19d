/*
 * The parts of an imported config that all formats write: a parameter, openings, places in the
 * file.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/cli/import.h"
#include "tuner/config/config.h"
#include "tuner/config/print.h"
#include "tuner/report/settings.h"

enum { IMPORT_NAME_MAX = sizeof((struct parameter *)0)->option };

int import_decimals(const char *number) {
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

bool import_is_text(const char *text) {
    for (; *text; text++)
        if (iscntrl((unsigned char)*text)) return false;
    return true;
}

/* Whether it is another one's; else it is kept. */
static bool import_name_is_taken(struct import_config *import, const char *name) {
    struct text line = {0};
    text_add(&line, "\n%s\n", name);
    bool taken = strstr(text_get(&import->names), text_get(&line)) != NULL;
    text_add(&import->names, "%s", text_get(&line));
    text_free(&line);
    return taken;
}

int import_add_name(struct import_config *import, const char *name, const char *place) {
    char brief[sizeof((struct parameter *)0)->name];
    if (!import_is_text(name) || strlen(name) >= IMPORT_NAME_MAX)
        return error_set(import->error, "%s: \"%.40s\" cannot be a parameter's name", place, name);
    if (import_name_is_taken(import, name))
        return error_set(import->error, "%s: %.40s is there twice; once is enough", place, name);
    parameter_name_shorten(name, import->count + 1, brief);
    text_add(&import->parameters, "%s    { name = ", import->count++ ? ",\n" : "");
    config_print_quoted(brief, &import->parameters);
    if (strcmp(brief, name) == 0) return 0;
    text_add(&import->parameters, "; option = ");
    config_print_quoted(name, &import->parameters);
    return 0;
}

/* min, max, start: numbers, one range, and whole where the parameter is. */
static int import_check(struct import_config *import, const struct import_parameter *from,
                        const char *place, double values[3]) {
    const char *const numbers[] = {from->min, from->max, from->start};
    for (int i = 0; i < 3; i++) {
        if (numbers[i] && !parse_double(numbers[i], -1e9, 1e9, &values[i]))
            return error_set(import->error, "%s: %.40s has \"%.40s\", which is no number", place,
                             from->name, numbers[i]);
        if (!from->real && values[i] != floor(values[i]))
            return error_set(import->error, "%s: %.40s is whole, which \"%.40s\" is not", place,
                             from->name, numbers[i]);
    }
    if (!(values[0] < values[1]))
        return error_set(import->error, "%s: %.40s has no range: from %s to %s", place, from->name,
                         from->min, from->max);
    if (from->start && !(values[0] <= values[2] && values[2] <= values[1]))
        return error_set(import->error, "%s: %.40s starts at %.40s, which is not from %s to %s",
                         place, from->name, from->start, from->min, from->max);
    return 0;
}

int import_add_parameter(struct import_config *import, const struct import_parameter *from,
                         const char *place) {
    const char *const numbers[] = {from->min, from->max, from->start};
    double values[4] = {0}, *step = &values[3];
    if (import_check(import, from, place, values)) return -1;
    if (from->step && !parse_double(from->step, 0, 1e9, step))
        return error_set(import->error, "%s: %.40s has the step \"%.40s\", which is no number",
                         place, from->name, from->step);
    double rate = SETTINGS_R_END;
    if (from->rate && !parse_double(from->rate, 0, 1, &rate))
        return error_set(import->error, "%s: %.40s has the r_end \"%.40s\", not one from 0 to 1",
                         place, from->name, from->rate);
    int decimals = from->real ? import_precision(numbers, values[1] - values[0]) : 0;
    double precision = pow(10, -decimals);
    if (import_add_name(import, from->name, place)) return -1;
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
    return 0;
}

void import_place(const struct import_config *import, const char *name, char out[600]) {
    struct text quoted = {0};
    int line = 1;
    text_add(&quoted, "\"%s\"", name);
    const char *at = strstr(import->text, text_get(&quoted));
    for (const char *c = import->text; at && c < at; c++) line += *c == '\n';
    snprintf(out, 600, "%.500s:%d", import->path, line);
    text_free(&quoted);
}

const char *import_member(const struct json_member *members, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(members[i].name, name) == 0) return members[i].value;
    return NULL;
}

void import_add_openings(struct import_config *import, const char *file) {
    if (!file || !*file || !import_is_text(file) || strcmp(file, "null") == 0) return;
    text_add(&import->rest, "openings = { file = [");
    config_print_quoted(file, &import->rest);
    text_add(&import->rest, "]; };\n");
}
