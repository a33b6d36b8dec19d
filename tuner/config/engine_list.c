/*
 * The engine is asked once, when a run begins: the run's own config holds the list, so that it
 * continues with it whatever the engine says later.
 */
#include "tuner/config/engine_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tuner/external/drive.h"

/* ---- what it says ---- */

static int engine_list_reject(const struct config_reader *reader, const struct external *engine) {
    const char *errors = text_get(&engine->errors);
    struct text name = {0};
    external_spec_name(engine->spec, &name);
    config_reject(reader, "parameters", "cannot be \"engine\": %s %s%s%.600s", text_get(&name),
                  engine->detail, *errors ? " and said:\n" : "", errors);
    text_free(&name);
    return -1;
}

/* offers_free in either case. */
static int engine_list_ask(const struct config_reader *reader, const struct external_spec *spec,
                           struct offers *out) {
    struct external *engine = xcalloc(1, sizeof *engine);
    external_init(engine, spec, reader->config->game);
    int status = external_begin(engine, 0, NULL, NULL, 0) == EXTERNAL_NORMAL
                     ? 0
                     : engine_list_reject(reader, engine);
    *out = engine->offers;
    engine->offers = (struct offers){0};
    external_dismiss(engine);
    external_stop(engine);
    free(engine);
    return status;
}

/* ---- one option ---- */

static bool engine_list_number(const struct offer *offer, struct parameter *out) {
    int64_t start;
    if (offer->lower < -INT32_MAX || offer->upper > INT32_MAX || offer->lower >= offer->upper ||
        !parse_i64(offer->initial, offer->lower, offer->upper, &start))
        return false;
    out->min = (double)offer->lower;
    out->max = (double)offer->upper;
    out->start = (double)start;
    return true;
}

static bool engine_list_add_choice(const struct offer *offer, const char *choice,
                                   struct parameter *out) {
    bool whole = *choice && strlen(choice) + 1 < sizeof offer->initial; /* and not cut */
    if (!whole || !parameter_text_is_fit(choice) || out->choice_count == PARAMETER_CHOICES_MAX)
        return false;
    for (int i = 0; i < out->choice_count; i++)
        if (strcasecmp(out->choices[i], choice) == 0) return false;
    if (strcasecmp(offer->initial, choice) == 0) out->start = out->choice_count;
    out->choices[out->choice_count++] = xstrdup(choice);
    return true;
}

static bool engine_list_choices(const struct offer *offer, struct parameter *out) {
    char choice[sizeof offer->initial];
    const char *at = offer->type == OFFER_CHECK ? "var false var true" : offer->choices;
    bool fit = true;
    while (fit && (at = offer_next_choice(at, choice, sizeof choice)) != NULL)
        fit = engine_list_add_choice(offer, choice, out);
    out->max = out->choice_count - 1;
    return fit && out->choice_count > 1;
}

/* An option that is listed again is the first one's. */
static bool engine_list_is_first(const struct offers *offers, int place) {
    return offers_find(offers, offers->list[place].name) == &offers->list[place];
}

static bool engine_list_is_set(const struct external_spec *spec, const char *name) {
    for (int i = 0; i < spec->setting_count; i++)
        if (strcasecmp(spec->settings[i].name, name) == 0) return true;
    return false;
}

/* False: it is no parameter. Its choices are to be freed in either case. */
static bool engine_list_take(const struct external_spec *spec, const struct offer *offer,
                             int number, struct parameter *out) {
    struct error why;
    *out = (struct parameter){.precision = 1, .has_start = true};
    bool number_like = offer->type == OFFER_SPIN;
    bool choice_like = offer->type == OFFER_CHECK || offer->type == OFFER_COMBO;
    if (!parameter_text_is_fit(offer->name) || engine_list_is_set(spec, offer->name) ||
        offer_matter_of(offer->name) == OFFER_MANAGES)
        return false;
    parameter_name_shorten(offer->name, number, out->name);
    if (strcmp(out->name, offer->name) != 0)
        snprintf(out->option, sizeof out->option, "%s", offer->name);
    return ((number_like && engine_list_number(offer, out)) ||
            (choice_like && engine_list_choices(offer, out))) &&
           parameter_settle(out, &why) == 0;
}

/* ---- all of them ---- */

static void engine_list_add(const struct external_spec *spec, const struct offers *offers,
                            struct parameters *parameters, struct text *left) {
    parameters->list = xcalloc((size_t)offers->count, sizeof *parameters->list);
    for (int i = 0; i < offers->count && parameters->count < PARAMETERS_MAX; i++) {
        struct parameter *own = &parameters->list[parameters->count];
        if (engine_list_is_first(offers, i) &&
            engine_list_take(spec, &offers->list[i], parameters->count + 1, own)) {
            parameters->count++;
            continue;
        }
        parameter_free(own);
        text_add(left, "%s%s", left->length ? ", " : "", offers->list[i].name);
    }
}

static void engine_list_remark(const struct config_reader *reader, const struct external_spec *spec,
                               const struct offers *offers, const struct text *left) {
    text_add(&reader->config->remarks,
             "parameters = \"engine\": %d of %d options that %s lists%s%s\n",
             reader->config->parameters.count, offers->count, spec->name,
             left->length ? "; left out: " : "", text_get(left));
}

int engine_list_parameters(const struct config_reader *reader, const struct external_spec *spec) {
    struct parameters *parameters = &reader->config->parameters;
    struct offers offers = {0};
    struct text left = {0};
    int status = engine_list_ask(reader, spec, &offers);
    parameters_free(parameters);
    if (status == 0) engine_list_add(spec, &offers, parameters, &left);
    if (status == 0) engine_list_remark(reader, spec, &offers, &left);
    if (status == 0 && parameters->count == 0)
        status = config_reject(reader, "parameters",
                               "cannot be \"engine\": %s lists no option that is a number or a "
                               "choice and does not manage the program; engines of uci, ucci and "
                               "xboard may list some, of other protocols none",
                               spec->name);
    offers_free(&offers);
    text_free(&left);
    return status;
}
