/*
 * One member of a parameter after the other, as a table says; then the parameter as a whole.
 */
#include "tuner/config/read_parameters.h"

#include <stdlib.h>
#include <string.h>

/* The parameter that is being read. */
struct parameter_reader {
    const struct config_reader *config;
    struct parameter *parameter;
    const config_setting_t *start;
    bool has_min, has_max, has_precision;
};

/* Rejects something about the parameter in that line. */
static int parameter_reject(const struct parameter_reader *reader, const config_setting_t *setting,
                            const char *format, ...) __attribute__((format(printf, 3, 4)));
static int parameter_reject(const struct parameter_reader *reader, const config_setting_t *setting,
                            const char *format, ...) {
    struct text what = {0};
    va_list list;
    va_start(list, format);
    text_add_list(&what, format, list);
    va_end(list);
    config_reject_parameter(reader->config, (int)config_setting_source_line(setting),
                            text_get(&what));
    text_free(&what);
    return -1;
}

static int parameter_read_real(const struct parameter_reader *reader,
                               const config_setting_t *setting, double *out) {
    if (!config_setting_is_number(setting))
        return parameter_reject(reader, setting, "must have a number as %s",
                                config_setting_name(setting));
    *out = config_setting_type(setting) == CONFIG_TYPE_FLOAT
               ? config_setting_get_float(setting)
               : (double)config_setting_get_int64(setting);
    return 0;
}

static int parameter_read_name(const struct parameter_reader *reader,
                               const config_setting_t *setting, char *out, size_t size) {
    const char *name = config_setting_get_string(setting);
    if (!name || !*name || strlen(name) >= size || !parameter_text_is_fit(name))
        return parameter_reject(reader, setting,
                                "must have as %s 1 to %zu characters, without quotes, \\, "
                                "braces and =",
                                config_setting_name(setting), size - 1);
    strcpy(out, name);
    return 0;
}

static int parameter_read_scale(const struct parameter_reader *reader,
                                const config_setting_t *setting) {
    const char *scale = config_setting_get_string(setting);
    bool log = scale && strcmp(scale, "log") == 0;
    if (!log && (!scale || strcmp(scale, "linear") != 0))
        return parameter_reject(reader, setting, "must have \"linear\" or \"log\" as scale");
    reader->parameter->scale = log ? SCALE_LOG : SCALE_LINEAR;
    return 0;
}

/* Its place in the list so far; the list's length: it is none of them. */
static int parameter_find_choice(const struct parameter *parameter, const char *choice) {
    int i = 0;
    while (i < parameter->choice_count && strcmp(parameter->choices[i], choice) != 0) i++;
    return i;
}

static int parameter_read_choices(const struct parameter_reader *reader,
                                  const config_setting_t *setting) {
    struct parameter *parameter = reader->parameter;
    int count = config_setting_is_aggregate(setting) ? config_setting_length(setting) : 0;
    if (count < 2 || count > PARAMETER_CHOICES_MAX)
        return parameter_reject(reader, setting, "must have a list of 2 to %d texts as choices",
                                PARAMETER_CHOICES_MAX);
    for (int i = 0; i < count; i++) {
        const char *choice = config_setting_get_string_elem(setting, i);
        if (!choice || !*choice || !parameter_text_is_fit(choice) ||
            parameter_find_choice(parameter, choice) < parameter->choice_count)
            return parameter_reject(reader, setting,
                                    "must have different texts in quotes as choices: "
                                    "[\"solid\", \"active\"]");
        parameter->choices[parameter->choice_count++] = xstrdup(choice);
    }
    return 0;
}

static int parameter_read_member(struct parameter_reader *reader, const config_setting_t *member) {
    struct parameter *parameter = reader->parameter;
    const char *name = config_setting_name(member);
    const struct {
        const char *name;
        double *value;
        bool *has;
    } numbers[] = {{"min", &parameter->min, &reader->has_min},
                   {"max", &parameter->max, &reader->has_max},
                   {"step", &parameter->step, NULL},
                   {"rate", &parameter->rate, NULL},
                   {"precision", &parameter->precision, &reader->has_precision}};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        if (strcmp(name, numbers[i].name) != 0) continue;
        if (numbers[i].has) *numbers[i].has = true;
        return parameter_read_real(reader, member, numbers[i].value);
    }
    if (strcmp(name, "name") == 0)
        return parameter_read_name(reader, member, parameter->name, sizeof parameter->name);
    if (strcmp(name, "option") == 0)
        return parameter_read_name(reader, member, parameter->option, sizeof parameter->option);
    if (strcmp(name, "scale") == 0) return parameter_read_scale(reader, member);
    if (strcmp(name, "choices") == 0) return parameter_read_choices(reader, member);
    if (strcmp(name, "start") != 0)
        return parameter_reject(reader, member,
                                "has only name, option, min, max, start, step, rate, scale, "
                                "precision and choices, not '%.40s'",
                                name);
    reader->start = member;
    return 0;
}

/* ---- the parameter as a whole ---- */

/* Places in the list stand for the choices. */
static int parameter_read_choice(const struct parameter_reader *reader,
                                 const config_setting_t *setting) {
    struct parameter *parameter = reader->parameter;
    const char *start = reader->start ? config_setting_get_string(reader->start) : NULL;
    if (reader->has_min || reader->has_max || reader->has_precision || parameter->step != 0 ||
        parameter->scale != SCALE_LINEAR)
        return parameter_reject(reader, setting,
                                "has choices as %s, which needs no min, max, step, scale and "
                                "precision",
                                parameter->name);
    parameter->max = parameter->choice_count - 1;
    if (!reader->start) return 0;
    int place = start ? parameter_find_choice(parameter, start) : parameter->choice_count;
    if (place == parameter->choice_count)
        return parameter_reject(reader, reader->start,
                                "must have one of its choices as start of %s", parameter->name);
    parameter->start = place;
    return 0;
}

static int parameter_read_number(const struct parameter_reader *reader,
                                 const config_setting_t *setting) {
    struct parameter *parameter = reader->parameter;
    if (!reader->has_min || !reader->has_max)
        return parameter_reject(reader, setting, "must have min and max, or choices, for %s",
                                parameter->name);
    if (!(parameter->precision > 0))
        return parameter_reject(reader, setting, "must have a precision above 0 for %s",
                                parameter->name);
    return reader->start ? parameter_read_real(reader, reader->start, &parameter->start) : 0;
}

static int parameter_read(const struct config_reader *config, const config_setting_t *setting,
                          struct parameter *out) {
    struct parameter_reader reader = {.config = config, .parameter = out};
    struct error why;
    *out = (struct parameter){.line = (int)config_setting_source_line(setting), .precision = 1};
    for (int i = 0; i < config_setting_length(setting); i++)
        if (parameter_read_member(&reader, config_setting_get_elem(setting, (unsigned)i)))
            return -1;
    if (!out->name[0]) return parameter_reject(&reader, setting, "must have a name for each");
    out->has_start = reader.start != NULL;
    if (out->choice_count > 0 ? parameter_read_choice(&reader, setting)
                              : parameter_read_number(&reader, setting))
        return -1;
    if (parameter_settle(out, &why)) return parameter_reject(&reader, setting, "%s", why.text);
    return 0;
}

static int parameters_check_names(const struct config_reader *reader,
                                  const struct parameters *parameters) {
    const struct parameter *list = parameters->list;
    for (int i = 0; i < parameters->count; i++)
        for (int j = 0; j < i; j++) {
            struct error why;
            if (strcmp(list[i].name, list[j].name) != 0) continue;
            error_set(&why, "has %s twice, first in line %d; once is enough", list[i].name,
                      list[j].line);
            return config_reject_parameter(reader, list[i].line, why.text);
        }
    return 0;
}

int config_parameters_read(const struct config_reader *reader, const struct config_key *key,
                           const config_setting_t *setting) {
    struct parameters *parameters = &reader->config->parameters;
    const char *word = config_setting_get_string(setting);
    int count = config_setting_is_list(setting) ? config_setting_length(setting) : -1;
    parameters_free(parameters);
    if (word && strcmp(word, "engine") == 0) return parameters->of_engine = true, 0;
    if (count < 0 || count > PARAMETERS_MAX) return config_reject_value(reader, key, "");
    parameters->list = xcalloc((size_t)count, sizeof *parameters->list);
    while (parameters->count < count) {
        const config_setting_t *one = config_setting_get_elem(setting, (unsigned)parameters->count);
        if (!config_setting_is_group(one)) return config_reject_value(reader, key, "");
        if (parameter_read(reader, one, &parameters->list[parameters->count++])) return -1;
    }
    return parameters_check_names(reader, parameters);
}
