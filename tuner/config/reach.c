/*
 * On logarithmic scales steps are factors, so they fit the weights by themselves.
 */
#include "tuner/config/reach.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How large the weight is that a gene moves; 0 where steps are factors. */
static double reach_size(const struct space *space, const int32_t *start, int gene) {
    return space->genes[gene].scale == SCALE_LOG ? 0 : fabs((double)start[space->owners[gene]]);
}

static int reach_compare(const void *a, const void *b) {
    double first = *(const double *)a, second = *(const double *)b;
    return first < second ? -1 : first > second;
}

/* The median of those that are not 0; 0 if there are none. */
static double reach_typical(const struct space *space, const int32_t *start) {
    double *sizes = xcalloc((size_t)space->count, sizeof *sizes);
    int count = 0;
    for (int gene = 0; gene < space->count; gene++) {
        double size = reach_size(space, start, gene);
        if (size > 0) sizes[count++] = size;
    }
    qsort(sizes, (size_t)count, sizeof *sizes, reach_compare);
    double typical = count ? sizes[count / 2] : 0;
    free(sizes);
    return typical;
}

/* Of a gene, in units of the weight that it is. */
static double reach_range(const struct space *space, int gene) {
    const struct range *range = &space->genes[gene];
    double factor = fabs((double)space->rows[space->owners[gene]].factor);
    return factor * ((double)range->upper - range->lower);
}

double *reach_of(const struct config *config, const int32_t *start) {
    const struct space *space = &config->space;
    const struct optimizer_options *options = &config->optimizer;
    double typical = reach_typical(space, start);
    if (options->init == INIT_RANDOM || options->reach == REACH_RANGE || typical == 0) return NULL;
    double *reach = xcalloc((size_t)space->count, sizeof *reach);
    for (int gene = 0; gene < space->count; gene++) {
        double size = fmax(reach_size(space, start, gene), typical);
        reach[gene] = space->genes[gene].scale == SCALE_LOG
                          ? 1
                          : fmin(1, 2 * size / reach_range(space, gene));
    }
    return reach;
}

/* A study's reach, in steps that matter (the key `step`). */
static const double reach_steps = 10;

double *reach_of_parameters(const struct config *config) {
    const struct space *space = &config->space;
    double *reach = xcalloc((size_t)space->count, sizeof *reach);
    for (int gene = 0; gene < space->count; gene++) {
        const struct parameter *parameter = &config->parameters.list[space->owners[gene]];
        double range = reach_range(space, gene) * parameter->precision;
        reach[gene] = parameter->step > 0 ? fmin(1, reach_steps * parameter->step / range) : 1;
    }
    return reach;
}

double *reach_rates(const struct config *config) {
    const struct space *space = &config->space;
    double *rates = xcalloc((size_t)space->count, sizeof *rates);
    for (int gene = 0; gene < space->count; gene++)
        rates[gene] = config->parameters.list[space->owners[gene]].rate;
    return rates;
}

double reach_step(const struct config *config, const struct optimizer_kind *kind) {
    if (!kind->step || !optimizer_reads(config->optimizer.kind, kind)) return 0;
    const struct optimizer_key *key = kind->keys;
    double step;
    while (strcmp(key->name, kind->step) != 0) key++;
    memcpy(&step, (const char *)optimizer_own(&config->optimizer, kind) + key->offset, sizeof step);
    return step;
}

struct reach_dwarf reach_dwarfed(const struct config *config, double step) {
    const struct space *space = &config->space;
    struct reach_dwarf worst = {.size = 1};
    int32_t *start = xmalloc((size_t)space->dim * sizeof *start);
    space_expand(space, config->initial, start);
    double typical = reach_typical(space, start);
    bool given = config->optimizer.init != INIT_RANDOM && typical > 0;
    for (int gene = 0; given && gene < space->count; gene++) {
        double size = fmax(reach_size(space, start, gene), typical);
        double reach = config->reach ? config->reach[gene] : 1;
        struct reach_dwarf dwarf = {.name = space->params[space->owners[gene]].name,
                                    .weight = start[space->owners[gene]],
                                    .step = step * reach * reach_range(space, gene),
                                    .size = size,
                                    .count = worst.count};
        if (space->genes[gene].scale == SCALE_LOG || dwarf.step <= dwarf.size) continue;
        if (dwarf.step / dwarf.size > worst.step / worst.size) worst = dwarf;
        worst.count++;
    }
    free(start);
    return worst;
}
