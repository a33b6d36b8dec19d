/*
 * A line stands for a range of parameters, which is one of them in a short table.
 */
#include "tuner/cli/params.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PARAMS_SINGLY = 40, /* up to this number, each has its own line */
    PARAMS_LINES = 60,
    PARAMS_TIES = 4, /* of a line, each with what it is tied to */
    PARAMS_VALUE = 28,
    PARAMS_TEXT = 2 * PARAM_NAME_SIZE + 20,
};

/* The rows from `first` on, up to `end`. */
struct params_stretch {
    int first, end;
};

/* Whether values of both are written in the same units, as an evaluator's own weights are. */
static bool params_same_units(const struct parameters *parameters, int a, int b) {
    if (a >= parameters->count || b >= parameters->count) return true;
    const struct parameter *one = &parameters->list[a], *other = &parameters->list[b];
    return one->choice_count == 0 && other->choice_count == 0 && one->precision == other->precision;
}

static bool params_equal(const struct space_row *a, const struct space_row *b) {
    if ((a->tie >= 0) != (b->tie >= 0)) return false;
    if (a->tie >= 0) return a->mirrored == b->mirrored;
    if (a->frozen != b->frozen) return false;
    return a->frozen || (a->lower == b->lower && a->upper == b->upper && a->step == b->step);
}

static struct params_stretch params_next(const struct config *config, int first) {
    const struct space *space = &config->space;
    struct params_stretch stretch = {first, first + 1};
    if (space->dim <= PARAMS_SINGLY) return stretch;
    int most = space->rows[first].tie >= 0 ? first + PARAMS_TIES : space->dim;
    while (stretch.end < min_int(most, space->dim) &&
           params_equal(&space->rows[first], &space->rows[stretch.end]) &&
           params_same_units(&config->parameters, first, stretch.end))
        stretch.end++;
    return stretch;
}

/* "a1", or "a1 … h8 (64)". */
static void params_name(const struct space *space, const struct params_stretch *stretch,
                        char out[PARAMS_TEXT]) {
    const struct param *first = &space->params[stretch->first];
    int count = stretch->end - stretch->first;
    if (count == 1)
        snprintf(out, PARAMS_TEXT, "%s", first->name);
    else
        snprintf(out, PARAMS_TEXT, "%s .. %s (%d)", first->name, first[count - 1].name, count);
}

/* A weight as the user writes it: "50", "0.35", "solid". */
static void params_value(const struct config *config, int place, int32_t weight,
                         char out[PARAMS_VALUE]) {
    struct text value = {0};
    if (place < config->parameters.count)
        parameter_print(&config->parameters.list[place], weight, &value);
    else
        text_add(&value, "%d", weight);
    snprintf(out, PARAMS_VALUE, "%s", text_get(&value));
    text_free(&value);
}

/* The change that matters, or the only one that there is, in the user's units; 0: none was said. */
static double params_step(const struct config *config, int place) {
    const struct space_row *row = &config->space.rows[place];
    double said = place < config->parameters.count ? config->parameters.list[place].step : 0;
    double unit = parameters_unit(&config->parameters, place);
    return said > 0 ? said : row->step > 1 ? unit * row->step : 0;
}

/* The values that the stretch begins with: "50", "10 to 1000". */
static void params_start(const struct config *config, const struct params_stretch *stretch,
                         const int32_t *start, char out[PARAMS_TEXT]) {
    int32_t least = start[stretch->first], most = least;
    for (int i = stretch->first; i < stretch->end; i++) {
        least = min_int(least, start[i]);
        most = max_int(most, start[i]);
    }
    char lowest[PARAMS_VALUE], highest[PARAMS_VALUE];
    params_value(config, stretch->first, least, lowest);
    params_value(config, stretch->first, most, highest);
    if (least == most)
        snprintf(out, PARAMS_TEXT, "%s", lowest);
    else
        snprintf(out, PARAMS_TEXT, "%s to %s", lowest, highest);
}

struct params_table {
    const struct config *config;
    const char *drawn; /* what free parameters begin with, in a word; NULL: with `start` */
    int32_t *start;    /* [dim] */
    int width;         /* of the column of names */
};

static void params_print_stretch(const struct params_table *table,
                                 const struct params_stretch *stretch, struct text *out) {
    const struct config *config = table->config;
    const struct space *space = &config->space;
    const struct space_row *row = &space->rows[stretch->first];
    double step = params_step(config, stretch->first);
    char name[PARAMS_TEXT], begin[PARAMS_TEXT], lower[PARAMS_VALUE], upper[PARAMS_VALUE];
    params_name(space, stretch, name);
    text_add(out, "  %-*s", table->width, name);
    if (row->tie >= 0) {
        for (int i = stretch->first; i < stretch->end; i++)
            text_add(out, "%s%s%s", i > stretch->first ? ", " : " = ", row->mirrored ? "-" : "",
                     space->params[space->rows[i].tie].name);
        text_add(out, "\n");
        return;
    }
    snprintf(begin, sizeof begin, "%s", table->drawn ? table->drawn : "");
    if (!table->drawn || row->frozen) params_start(config, stretch, table->start, begin);
    if (row->frozen) {
        text_add(out, " %14s  frozen\n", begin);
        return;
    }
    params_value(config, stretch->first, row->lower, lower);
    params_value(config, stretch->first, row->upper, upper);
    text_add(out, " %14s %8s %8s", begin, lower, upper);
    text_add(out, step > 0 ? " %6.10g\n" : "\n", step);
}

static void params_print_counts(const struct config *config, struct text *out) {
    const struct space *space = &config->space;
    int tied = 0;
    for (int i = 0; i < space->dim; i++) tied += space->rows[i].tie >= 0;
    text_add(out, "%d of %d parameters free, %d frozen, %d tied\n", space->count, space->dim,
             space->dim - space->count - tied, tied);
    if (config->initial_moved > 0)
        text_add(out, "%d value%s of the given weights changed by ties, steps or bounds\n",
                 config->initial_moved, plural(config->initial_moved));
}

static const char *params_drawn(const struct config *config) {
    const char *word = config->optimizer.kind->begins;
    if (config->optimizer.init != INIT_RANDOM) return NULL;
    return word ? word : "random";
}

void params_print(const struct config *config, struct text *out) {
    const struct space *space = &config->space;
    const struct params_table table = {config, params_drawn(config),
                                       xmalloc((size_t)space->dim * sizeof(int32_t)),
                                       param_names_width(space->params, space->dim, 26)};
    int lines = 0;
    space_expand(space, config->initial, table.start);
    params_print_counts(config, out);
    text_add(out, "  %-*s %14s %8s %8s %6s\n", table.width, "name", "start", "lower", "upper",
             "step");
    for (struct params_stretch stretch = {0}; stretch.end < space->dim;) {
        stretch = params_next(config, stretch.end);
        if (lines++ == PARAMS_LINES) {
            text_add(out, "  and %d more\n", space->dim - stretch.first);
            break;
        }
        params_print_stretch(&table, &stretch, out);
    }
    free(table.start);
}

/* ---- for other programs ---- */

void params_list(const struct config *config, struct listing *listing) {
    const struct space *space = &config->space;
    int32_t *start = xmalloc((size_t)space->dim * sizeof *start);
    bool drawn = params_drawn(config) != NULL;
    space_expand(space, config->initial, start);
    for (int i = 0; i < space->dim; i++) {
        const struct space_row *row = &space->rows[i];
        double unit = parameters_unit(&config->parameters, i);
        bool tied = row->tie >= 0, fixed = tied || row->frozen;
        listing_row(listing);
        listing_text(listing, "parameter", space->params[i].name);
        listing_text(listing, "state", tied ? "tied" : row->frozen ? "frozen" : "free");
        listing_text(listing, "tied_to", tied ? space->params[row->tie].name : "");
        listing_whole(listing, "mirrored", tied && row->mirrored);
        listing_real(listing, "start", tied || (drawn && !fixed) ? NAN : unit * start[i]);
        listing_real(listing, "lower", fixed ? NAN : unit * row->lower);
        listing_real(listing, "upper", fixed ? NAN : unit * row->upper);
        double step = params_step(config, i);
        listing_real(listing, "step", fixed ? NAN : step > 0 ? step : unit);
    }
    free(start);
}
