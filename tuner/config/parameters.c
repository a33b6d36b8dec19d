/*
 * The user's numbers are reals and the optimiser's whole: a weight counts units of a precision, so
 * that what was asked and what is kept are the same to the last digit.
 */
#include "tuner/config/parameters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/store/json.h"

/* Ten digits tell any two weights apart. */
#define PARAMETER_FORMAT "%.10g"

static const struct game study_game = {
    .name = "study", .doc = "no game: results come from elsewhere", .sides = {"first", "second"}};

bool parameters_are_of(const char *game) {
    return strcmp(game, study_game.name) == 0;
}

void parameter_free(struct parameter *parameter) {
    for (int c = 0; c < parameter->choice_count; c++) free(parameter->choices[c]);
    parameter->choice_count = 0;
}

void parameters_free(struct parameters *parameters) {
    for (int i = 0; i < parameters->count; i++) parameter_free(&parameters->list[i]);
    free(parameters->list);
    *parameters = (struct parameters){0};
}

void parameters_copy(const struct parameters *from, struct parameters *to) {
    size_t count = (size_t)from->count;
    *to = (struct parameters){.count = from->count, .list = xcalloc(count, sizeof *to->list)};
    memcpy(to->list, from->list, count * sizeof *to->list);
    for (int i = 0; i < to->count; i++)
        for (int c = 0; c < to->list[i].choice_count; c++)
            to->list[i].choices[c] = xstrdup(from->list[i].choices[c]);
}

/* ---- names ---- */

bool parameter_text_is_fit(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127 || strchr("\"\\{}=", *text)) return false;
    return true;
}

void parameter_name_shorten(const char *option, int number,
                            char name[sizeof((struct parameter *)0)->name]) {
    enum { SIZE = sizeof((struct parameter *)0)->name };
    if (strlen(option) < SIZE)
        snprintf(name, SIZE, "%s", option);
    else
        snprintf(name, SIZE, "%.50s~%d", option, number);
}

/* ---- checks ---- */

static int32_t parameter_weight(const struct parameter *parameter, double value) {
    return (int32_t)nearbyint(value / parameter->precision);
}

/* Whether a value is a whole number of units. */
static int parameter_check_value(const struct parameter *parameter, const char *what, double value,
                                 struct error *why) {
    double units = value / parameter->precision;
    if (!(fabs(units) <= INT32_MAX))
        return error_set(why,
                         "%s of %s must be at most %d times its precision (" PARAMETER_FORMAT
                         "), not " PARAMETER_FORMAT,
                         what, parameter->name, INT32_MAX, parameter->precision, value);
    if (fabs(units - nearbyint(units)) > 1e-6)
        return error_set(why,
                         "%s of %s must be a multiple of its precision, which is " PARAMETER_FORMAT
                         "%s, not " PARAMETER_FORMAT,
                         what, parameter->name, parameter->precision,
                         parameter->precision == 1 ? " unless said" : "", value);
    return 0;
}

static double parameter_middle(const struct parameter *parameter) {
    double middle = parameter->scale == SCALE_LOG ? sqrt(parameter->min * parameter->max)
                                                  : (parameter->min + parameter->max) / 2;
    return parameter_weight(parameter, middle) * parameter->precision;
}

static int parameter_check_range(const struct parameter *parameter, struct error *why) {
    if (parameter_check_value(parameter, "min", parameter->min, why) ||
        parameter_check_value(parameter, "max", parameter->max, why))
        return -1;
    if (parameter->min >= parameter->max)
        return error_set(
            why, "min of %s must be below its max (" PARAMETER_FORMAT "), not " PARAMETER_FORMAT,
            parameter->name, parameter->max, parameter->min);
    if (parameter->scale == SCALE_LOG && parameter->min < parameter->precision)
        return error_set(why,
                         "min of %s must be at least its precision (" PARAMETER_FORMAT
                         ") on a logarithmic scale, not " PARAMETER_FORMAT,
                         parameter->name, parameter->precision, parameter->min);
    return 0;
}

static int parameter_check_step(const struct parameter *parameter, struct error *why) {
    if (parameter->step == 0) return 0;
    if (parameter->scale == SCALE_LOG)
        return error_set(why,
                         "step of %s is for linear scales; steps on a logarithmic one are factors",
                         parameter->name);
    if (parameter->step < parameter->precision || parameter->step > parameter->max - parameter->min)
        return error_set(why,
                         "step of %s must be from its precision (" PARAMETER_FORMAT
                         ") to its range (" PARAMETER_FORMAT "), not " PARAMETER_FORMAT,
                         parameter->name, parameter->precision, parameter->max - parameter->min,
                         parameter->step);
    return 0;
}

static int parameter_check_rate(const struct parameter *parameter, struct error *why) {
    if (parameter->rate >= 0 && parameter->rate <= 1) return 0;
    return error_set(why, "rate of %s must be from 0 to 1, not " PARAMETER_FORMAT, parameter->name,
                     parameter->rate);
}

int parameter_settle(struct parameter *parameter, struct error *why) {
    if (parameter_check_range(parameter, why) || parameter_check_step(parameter, why) ||
        parameter_check_rate(parameter, why))
        return -1;
    if (!parameter->has_start) parameter->start = parameter_middle(parameter);
    if (parameter_check_value(parameter, "start", parameter->start, why)) return -1;
    if (parameter->start >= parameter->min && parameter->start <= parameter->max) return 0;
    return error_set(why,
                     "start of %s must be from " PARAMETER_FORMAT " to " PARAMETER_FORMAT
                     ", its min and max, not " PARAMETER_FORMAT,
                     parameter->name, parameter->min, parameter->max, parameter->start);
}

/* ---- the table ---- */

/* Those that were asked for, the newest first. */
struct parameters_table {
    struct evaluator evaluator;
    struct parameters_table *next;
};
static struct parameters_table *parameters_tables;

struct param *parameters_params(const struct parameters *parameters) {
    struct param *params = xcalloc((size_t)parameters->count, sizeof *params);
    for (int i = 0; i < parameters->count; i++) {
        const struct parameter *parameter = &parameters->list[i];
        params[i].initial = parameter_weight(parameter, parameter->start);
        params[i].lower = parameter_weight(parameter, parameter->min);
        params[i].upper = parameter_weight(parameter, parameter->max);
        params[i].scale = parameter->scale;
        params[i].doc = "";
        snprintf(params[i].name, sizeof params[i].name, "%s", parameter->name);
    }
    return params;
}

static bool parameters_are(const struct evaluator *evaluator, const struct param *params,
                           int count) {
    if (evaluator->param_count != count) return false;
    for (int i = 0; i < count; i++) {
        const struct param *a = &evaluator->params[i], *b = &params[i];
        if (a->initial != b->initial || a->lower != b->lower || a->upper != b->upper ||
            a->scale != b->scale || strcmp(a->name, b->name) != 0)
            return false;
    }
    return true;
}

const struct evaluator *parameters_evaluator(const struct parameters *parameters) {
    struct param *params = parameters_params(parameters);
    struct parameters_table *table = parameters_tables;
    while (table && !parameters_are(&table->evaluator, params, parameters->count))
        table = table->next;
    if (table) {
        free(params);
        return &table->evaluator;
    }
    table = xcalloc(1, sizeof *table);
    table->evaluator = (struct evaluator){.game = &study_game,
                                          .name = "parameters",
                                          .layout = "-",
                                          .schema = 1,
                                          .doc = "what the config lists",
                                          .param_count = parameters->count,
                                          .params = params};
    table->next = parameters_tables;
    parameters_tables = table;
    return &table->evaluator;
}

/* ---- values ---- */

double parameters_unit(const struct parameters *parameters, int place) {
    return place < parameters->count ? parameters->list[place].precision : 1;
}

void parameter_print(const struct parameter *parameter, int32_t weight, struct text *out) {
    if (parameter->choice_count > 0)
        text_add(out, "%s",
                 parameter->choices[min_int(max_int(weight, 0), parameter->choice_count - 1)]);
    else
        text_add(out, PARAMETER_FORMAT, weight * parameter->precision);
}

void parameters_print_json(const struct parameters *parameters, const int32_t *weights,
                           struct text *out) {
    for (int i = 0; i < parameters->count; i++) {
        const struct parameter *parameter = &parameters->list[i];
        struct text value = {0};
        text_add(out, i ? ", " : "{");
        json_add_text(parameter->name, out);
        text_add(out, ": ");
        parameter_print(parameter, weights[i], &value);
        if (parameter->choice_count > 0)
            json_add_text(text_get(&value), out);
        else
            text_add(out, "%s", text_get(&value));
        text_free(&value);
    }
    text_add(out, "}");
}
