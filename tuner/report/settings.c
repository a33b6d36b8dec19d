/*
 * A table with one function for each format.
 */
#include "tuner/report/settings.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/own_file.h"
#include "tuner/external/fill.h"
#include "tuner/external/tuned.h"
#include "tuner/store/json.h"

/* OpenBench's usual last perturbation, as a part of the range. */
#define SETTINGS_C_END (1. / 20)

bool settings_are_of(const struct stored_run *run) {
    return strcmp(run->evaluator, TUNED_NAME) == 0;
}

const char *settings_own_format(const struct config *config) {
    const struct tuned *tuned = tuned_of(config->evaluator);
    if (tuned && tuned->file) return "template";
    return tuned && tuned->spec.protocol == &external_uci ? "uci" : "lines";
}

static void settings_print_lines(const struct config *config, const int32_t *weights,
                                 struct text *out) {
    for (int i = 0; i < config->parameters.count; i++) {
        text_add(out, "%s = ", config->parameters.list[i].name);
        parameter_print(&config->parameters.list[i], weights[i], out);
        text_add(out, "\n");
    }
}

static const char *settings_option(const struct parameter *parameter) {
    return parameter->option[0] ? parameter->option : parameter->name;
}

static void settings_print_uci(const struct config *config, const int32_t *weights,
                               struct text *out) {
    for (int i = 0; i < config->parameters.count; i++) {
        text_add(out, "setoption name %s value ", settings_option(&config->parameters.list[i]));
        parameter_print(&config->parameters.list[i], weights[i], out);
        text_add(out, "\n");
    }
}

/* What SPSA perturbs at its end: the step, or a part of the range. */
static double settings_c_end(const struct parameter *parameter) {
    double range = parameter->max - parameter->min;
    return parameter->step > 0 ? parameter->step : range * SETTINGS_C_END;
}

static double settings_r_end(const struct parameter *parameter) {
    return parameter->rate > 0 ? parameter->rate : SETTINGS_R_END;
}

/* Choices have no order, so other tuners have no place for them. */
static bool settings_leaves_out(enum settings_format format, const struct parameter *parameter) {
    bool numbers =
        format == SETTINGS_OPENBENCH || format == SETTINGS_FISHTEST || format == SETTINGS_FACTORY;
    return numbers && parameter->choice_count > 0;
}

static void settings_list_left_out(const struct config *config, enum settings_format format,
                                   struct text *names) {
    for (int i = 0; i < config->parameters.count; i++)
        if (settings_leaves_out(format, &config->parameters.list[i]))
            text_add(names, "%s%s", names->length ? ", " : "", config->parameters.list[i].name);
}

static void settings_print_fields(const struct config *config, const int32_t *weights, bool typed,
                                  struct text *out) {
    for (int i = 0; i < config->parameters.count; i++) {
        const struct parameter *parameter = &config->parameters.list[i];
        const char *type = parameter->precision < 1 ? "float, " : "int, ";
        if (settings_leaves_out(SETTINGS_OPENBENCH, parameter)) continue;
        text_add(out, "%s, %s", settings_option(parameter), typed ? type : "");
        parameter_print(parameter, weights[i], out);
        text_add(out, ", %.10g, %.10g, %.10g, %g\n", parameter->min, parameter->max,
                 settings_c_end(parameter), settings_r_end(parameter));
    }
}

static void settings_print_openbench(const struct config *config, const int32_t *weights,
                                     struct text *out) {
    settings_print_fields(config, weights, true, out);
}

static void settings_print_fishtest(const struct config *config, const int32_t *weights,
                                    struct text *out) {
    settings_print_fields(config, weights, false, out);
}

static void settings_print_factory(const struct config *config, const int32_t *weights,
                                   struct text *out) {
    const char *separator = "{";
    for (int i = 0; i < config->parameters.count; i++) {
        const struct parameter *parameter = &config->parameters.list[i];
        if (settings_leaves_out(SETTINGS_FACTORY, parameter)) continue;
        text_add(out, "%s\n  ", separator);
        json_add_text(settings_option(parameter), out);
        text_add(out, ": {\"value\": ");
        parameter_print(parameter, weights[i], out);
        text_add(out, ", \"min_value\": %.10g, \"max_value\": %.10g, \"step\": %.10g}",
                 parameter->min, parameter->max, settings_c_end(parameter));
        separator = ",";
    }
    text_add(out, *separator == '{' ? "{}\n" : "\n}\n");
}

/* A name of C: other characters become _. */
static void settings_print_macro(const struct parameter *parameter, struct text *out) {
    const char *option = settings_option(parameter);
    text_add(out, isdigit((unsigned char)*option) ? "_" : "");
    for (const char *c = option; *c; c++)
        text_add_char(out, (char)(isalnum((unsigned char)*c) ? toupper((unsigned char)*c) : '_'));
}

static bool settings_macro_is_taken(const struct config *config, int count, const char *macro) {
    bool taken = false;
    for (int i = 0; i < count && !taken; i++) {
        struct text other = {0};
        settings_print_macro(&config->parameters.list[i], &other);
        taken = strcmp(text_get(&other), macro) == 0;
        text_free(&other);
    }
    return taken;
}

/* Names that become equal as C identifiers get their place as a suffix, after enough _ to differ
 * from every other parameter's. */
static void settings_print_define(const struct config *config, int place, struct text *out) {
    struct text macro = {0}, own = {0}, line = {0};
    settings_print_macro(&config->parameters.list[place], &macro);
    text_add(&own, "%s", text_get(&macro));
    bool taken = settings_macro_is_taken(config, place, text_get(&own));
    while (taken) {
        text_add(&line, "_");
        text_free(&own);
        text_add(&own, "%s_%s%d", text_get(&macro), text_get(&line), place + 1);
        taken = settings_macro_is_taken(config, config->parameters.count, text_get(&own));
    }
    text_add(out, "#define %s", text_get(&own));
    text_free(&macro);
    text_free(&own);
    text_free(&line);
}

static void settings_print_header(const struct config *config, const int32_t *weights,
                                  struct text *out) {
    for (int i = 0; i < config->parameters.count; i++) {
        const struct parameter *parameter = &config->parameters.list[i];
        bool text = parameter->choice_count > 0;
        settings_print_define(config, i, out);
        text_add(out, text ? " \"" : " ");
        parameter_print(parameter, weights[i], out);
        text_add(out, text ? "\"\n" : "\n");
    }
}

static void settings_print_json(const struct config *config, const int32_t *weights,
                                struct text *out) {
    parameters_print_json(&config->parameters, weights, out);
    text_add(out, "\n");
}

static void settings_print_template(const struct config *config, const int32_t *weights,
                                    struct text *out) {
    const struct tuned *tuned = tuned_of(config->evaluator);
    size_t count = (size_t)config->parameters.count;
    struct text *values = xcalloc(count, sizeof *values);
    struct fill *fills = xcalloc(count, sizeof *fills);
    for (size_t i = 0; i < count; i++) {
        const struct parameter *parameter = &config->parameters.list[i];
        parameter_print(parameter, weights[i], &values[i]);
        fills[i] = (struct fill){parameter->name, text_get(&values[i])};
    }
    if (tuned->content) fill_add(tuned->content, fills, (int)count, out);
    for (size_t i = 0; i < count; i++) text_free(&values[i]);
    free(values);
    free(fills);
}

static const struct {
    const char *name;
    void (*print)(const struct config *config, const int32_t *weights, struct text *out);
} settings_formats[] = {[SETTINGS_LINES] = {"lines", settings_print_lines},
                        [SETTINGS_UCI] = {"uci", settings_print_uci},
                        [SETTINGS_OPENBENCH] = {"openbench", settings_print_openbench},
                        [SETTINGS_FISHTEST] = {"fishtest", settings_print_fishtest},
                        [SETTINGS_FACTORY] = {"factory", settings_print_factory},
                        [SETTINGS_HEADER] = {"header", settings_print_header},
                        [SETTINGS_JSON] = {"json", settings_print_json},
                        [SETTINGS_TEMPLATE] = {"template", settings_print_template}};

int settings_format_parse(const char *name, enum settings_format *out, struct error *error) {
    *out = SETTINGS_LINES;
    for (size_t i = 0; name && i < COUNT_OF(settings_formats); i++) {
        *out = (enum settings_format)i;
        if (strcmp(settings_formats[i].name, name) == 0) return 0;
    }
    if (!name) return 0;
    return error_set(error, "--format %.40s: an engine's values are written as %s", name,
                     SETTINGS_FORMATS);
}

/* ---- the champion's file ---- */

#define SEAL "# checksum "

static void settings_print_seal(const char *values, size_t length, struct text *out) {
    text_add(out, SEAL "%016" PRIx64 "; if these lines are changed, hone keeps them\n",
             bytes_checksum(values, length));
}

void settings_seal(struct text *values) {
    settings_print_seal(text_get(values), values->length, values);
}

static bool settings_are_sealed(const char *text) {
    const char *line = strstr(text, SEAL);
    struct text seal = {0};
    if (!line) return false;
    settings_print_seal(text, (size_t)(line - text), &seal);
    bool sealed = strcmp(line, text_get(&seal)) == 0;
    text_free(&seal);
    return sealed;
}

bool settings_file_edited(const char *path, const char *content) {
    struct text there = {0};
    if (own_file_read(path, &there, NULL)) return access(path, F_OK) == 0;
    /* Earlier versions wrote no checksum. */
    const char *rest = content + min_int((int)there.length, (int)strlen(content));
    bool whole = !*rest || strncmp(rest, SEAL, strlen(SEAL)) == 0;
    bool same = whole && strncmp(content, text_get(&there), there.length) == 0;
    bool edited = !same && !settings_are_sealed(text_get(&there));
    text_free(&there);
    return edited;
}

int settings_print(const struct run_argument *run, const char *which, enum settings_format format,
                   struct text *out, struct text *left_out, struct error *error) {
    struct config config;
    struct weights weights = {0};
    int status = run_argument_config(run, &config, error);
    if (status == 0 && format == SETTINGS_TEMPLATE && !config.engine.file[0])
        status = error_set(error, "the run has no engine.template to be filled");
    if (status == 0) status = players_load(run, which, &weights, error);
    if (status == 0) {
        settings_formats[format].print(&config, weights.values, out);
        if (left_out) settings_list_left_out(&config, format, left_out);
        weights_free(&weights);
    }
    config_free(&config);
    return status;
}

/* ---- for people ---- */

static void settings_print_row(const struct parameter *parameter, int width, int32_t champion,
                               int32_t start, struct text *out) {
    struct text value = {0};
    parameter_print(parameter, champion, &value);
    text_add(out, "  %-*s  %12s  ", width, parameter->name, text_get(&value));
    text_free(&value);
    parameter_print(parameter, start, &value);
    text_add(out, "%12s\n", text_get(&value));
    text_free(&value);
}

static void settings_print_rows(const struct config *config, const int32_t *champion,
                                const int32_t *start, struct text *out) {
    int width = (int)strlen("parameter");
    for (int i = 0; i < config->parameters.count; i++)
        width = max_int(width, (int)strlen(config->parameters.list[i].name));
    text_add(out, "  %-*s  %12s  %12s\n", width, "parameter", "champion", "start");
    for (int i = 0; i < config->parameters.count; i++)
        settings_print_row(&config->parameters.list[i], width, champion[i], start[i], out);
}

void settings_print_beside_start(const struct run_argument *run, struct text *out) {
    struct config config;
    struct weights champion = {0}, start = {0};
    if (run_argument_config(run, &config, NULL) == 0 &&
        players_load(run, "champion", &champion, NULL) == 0 &&
        players_load(run, "start", &start, NULL) == 0)
        settings_print_rows(&config, champion.values, start.values, out);
    weights_free(&champion);
    weights_free(&start);
    config_free(&config);
}
