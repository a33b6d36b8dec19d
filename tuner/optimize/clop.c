/*
 * clop: confident local optimisation by a quadratic logistic regression, after the idea of CLOP
 * (Coulom 2011, "CLOP: confident local optimization for noisy black-box parameter tuning"). All
 * duels so far are fitted by one quadratic surface (surface.h). A point counts the less the further
 * the surface is below the mean there, in units of that mean's error, so that the region in which
 * the surface must be quadratic shrinks as games come in. Points of new duels are drawn from that
 * region, in proportion to what they count; the champion is the maximum of the surface, which need
 * not have been played.
 *
 * Coulom's opponents stay the same; here two points meet, and the surface is fitted to the
 * difference of their strengths.
 *
 * What the constants were measured by: results/records/few-games.md.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "tuner/optimize/optimizer.h"
#include "tuner/optimize/purpose.h"
#include "tuner/optimize/saved.h"
#include "tuner/optimize/surface.h"

struct clop_options {
    int duels;
    double locality;
};

#define NUMBER(...) OPTIMIZER_NUMBER(struct clop_options, __VA_ARGS__)
static const struct optimizer_key clop_keys[] = {
    NUMBER(duels, 1, 5000, 16, "pairs of points of a generation"),
    NUMBER(
        locality, 0.1, 100, 3,
        "how far below the mean strength, in its errors, a point counts 1/e: more is more global"),
    {0}};
#undef NUMBER

enum {
    CLOP_DIM_MAX = 20,     /* the surface has 230 terms then */
    CLOP_DUELS_MAX = 4000, /* that are kept: those that count most */
    CLOP_REFITS = 4,
    CLOP_SWEEPS = 12
};

/* What is known of a duel. */
struct clop_duel {
    int32_t *genes; /* of both points, one behind the other; owned */
    double *units;  /* the same on the unit interval; owned */
    int pairs, sum; /* as of a comparison */
    double weight;
};

/* Where points count, by the surface. */
struct clop_region {
    double mean, scale; /* of strength: what counts fully, and how fast it falls below */
};

struct clop {
    struct optimizer_setup setup;
    const struct clop_options *options;
    struct surface surface;
    struct clop_region region;
    int count;
    struct clop_duel *duels; /* owned */
    double *best;            /* the maximum; owned */
};

extern const struct optimizer_kind clop_kind;

static void *clop_create(const struct optimizer_setup *setup) {
    struct clop *clop = xmalloc(sizeof *clop);
    size_t dim = (size_t)setup->dim;
    int32_t *start = xcalloc(dim, sizeof *start);
    *clop = (struct clop){.setup = *setup,
                          .options = optimizer_own(setup->options, &clop_kind),
                          .best = xcalloc(dim, sizeof(double))};
    optimizer_initial(setup, 0, start);
    scale_units(setup->ranges, setup->dim, start, clop->best);
    surface_init(&clop->surface, clop->best, setup->dim);
    free(start);
    return clop;
}

static void clop_free_duel(struct clop_duel *duel) {
    free(duel->genes);
    free(duel->units);
}

static void clop_destroy(void *self) {
    struct clop *clop = self;
    for (int i = 0; i < clop->count; i++) clop_free_duel(&clop->duels[i]);
    free(clop->duels);
    free(clop->best);
    surface_destroy(&clop->surface);
    free(clop);
}

static int clop_population_max(const struct optimizer_options *options) {
    const struct clop_options *own = optimizer_own(options, &clop_kind);
    return 2 * own->duels;
}

/* ---- the region ---- */

static double clop_log_weight(const struct clop_region *region, double strength) {
    return fmin(0, (strength - region->mean) / region->scale);
}

/* By weights as they are. */
static struct clop_region clop_region_of(const struct clop *clop) {
    size_t dim = (size_t)clop->setup.dim;
    double sum = 0, games = 0;
    for (int i = 0; i < clop->count; i++) {
        const struct clop_duel *duel = &clop->duels[i];
        double part = 2 * duel->weight * duel->pairs;
        sum += part * (surface_value(&clop->surface, duel->units) +
                       surface_value(&clop->surface, duel->units + dim));
        games += part;
    }
    /* A game says p (1 - p), a quarter, of a strength. */
    return (struct clop_region){sum / (2 * games), clop->options->locality * 2 / sqrt(games)};
}

static void clop_weigh(struct clop *clop) {
    size_t dim = (size_t)clop->setup.dim;
    clop->region = clop_region_of(clop);
    for (int i = 0; i < clop->count; i++) {
        struct clop_duel *duel = &clop->duels[i];
        double a = surface_value(&clop->surface, duel->units);
        double b = surface_value(&clop->surface, duel->units + dim);
        duel->weight = exp(clop_log_weight(&clop->region, a) + clop_log_weight(&clop->region, b));
    }
}

static void clop_fit(struct clop *clop) {
    struct surface_duel *duels = xcalloc((size_t)clop->count, sizeof *duels);
    for (int i = 0; i < clop->count; i++) {
        const struct clop_duel *duel = &clop->duels[i];
        duels[i] =
            (struct surface_duel){duel->units, duel->units + clop->setup.dim, 2.0 * duel->pairs,
                                  duel->pairs + duel->sum / 4.0, duel->weight};
    }
    surface_fit(&clop->surface, duels, clop->count);
    free(duels);
}

/* Of the points by weight: where the search for a maximum begins. */
static void clop_mean(const struct clop *clop, double *out) {
    int dim = clop->setup.dim;
    double weights = 0;
    memset(out, 0, (size_t)dim * sizeof *out);
    for (int i = 0; i < clop->count; i++) {
        weights += 2 * clop->duels[i].weight;
        for (int j = 0; j < 2 * dim; j++)
            out[j % dim] += clop->duels[i].weight * clop->duels[i].units[j];
    }
    for (int j = 0; j < dim; j++) out[j] /= weights;
}

/* All follows from the duels alone, so that a saved state is no more. Of weights and surface each
 * follows from the other; the first surface is of all duels alike. */
static void clop_refit(struct clop *clop) {
    memset(clop->surface.coefficients, 0,
           (size_t)clop->surface.terms * sizeof *clop->surface.coefficients);
    for (int i = 0; i < clop->count; i++) clop->duels[i].weight = 1;
    clop_fit(clop);
    for (int i = 0; i < CLOP_REFITS; i++) {
        clop_weigh(clop);
        clop_fit(clop);
    }
    clop->region = clop_region_of(clop);
    clop_mean(clop, clop->best);
    surface_climb(&clop->surface, clop->best);
}

/* ---- ask ---- */

/* Where a section of the surface is high enough within [0, 1]: one stretch, or one at each end. */
struct clop_slice {
    int count;
    double from[2], to[2];
};

static void clop_slice_add(struct clop_slice *slice, double from, double to) {
    from = fmax(0, from);
    to = fmin(1, to);
    if (from >= to) return;
    slice->from[slice->count] = from;
    slice->to[slice->count++] = to;
}

static struct clop_slice clop_slice_of(const double section[3], double least) {
    double a = section[2], b = section[1], c = section[0] - least, square = b * b - 4 * a * c;
    struct clop_slice slice = {0};
    if (a == 0) {
        clop_slice_add(&slice, b > 0 ? -c / b : 0, b < 0 ? -c / b : 1);
    } else if (square <= 0) {
        clop_slice_add(&slice, 0, a > 0);
    } else {
        double root = sqrt(square), first = (-b - root) / (2 * a), last = (-b + root) / (2 * a);
        if (a < 0) {
            clop_slice_add(&slice, last, first);
        } else {
            clop_slice_add(&slice, 0, first);
            clop_slice_add(&slice, last, 1);
        }
    }
    return slice;
}

/* Evenly from it; where rounding leaves nothing of it, `here`. */
static double clop_slice_draw(const struct clop_slice *slice, double part, double here) {
    double left = 0;
    for (int i = 0; i < slice->count; i++) left += part * (slice->to[i] - slice->from[i]);
    for (int i = 0; i < slice->count; i++) {
        here = fmin(slice->to[i], slice->from[i] + left);
        left -= slice->to[i] - slice->from[i];
        if (left <= 0) break;
    }
    return here;
}

/* Slice sampling (Neal 2003), parameter by parameter, which needs no step size: sections of the
 * surface are quadratic, so that slices are known exactly. */
static void clop_sample(const struct clop *clop, struct rng *rng, double *point) {
    for (int i = 0; i < CLOP_SWEEPS * clop->setup.dim; i++) {
        int j = i % clop->setup.dim;
        double section[3];
        double here = clop_log_weight(&clop->region, surface_value(&clop->surface, point));
        double level = here + log(1 - rng_unit(rng));
        surface_section(&clop->surface, point, j, section);
        const struct clop_slice slice =
            clop_slice_of(section, clop->region.mean + clop->region.scale * level);
        point[j] = clop_slice_draw(&slice, rng_unit(rng), point[j]);
    }
}

static void clop_propose(const struct clop *clop, int generation, int slot, int32_t *out) {
    struct rng rng =
        rng_keyed(clop->setup.seed, PURPOSE_PROPOSE, (uint64_t)generation, (uint64_t)slot);
    double *point = xcalloc((size_t)clop->setup.dim, sizeof *point);
    memcpy(point, clop->best, (size_t)clop->setup.dim * sizeof *point);
    clop_sample(clop, &rng, point);
    scale_values(clop->setup.ranges, clop->setup.dim, point, out);
    free(point);
}

static void clop_ask(void *self, int generation, struct population *out) {
    struct clop *clop = self;
    out->group_count = clop->options->duels;
    out->count = 2 * out->group_count;
    for (int slot = 0; slot < out->count; slot++) {
        out->group[slot] = slot / 2;
        if (generation == 0)
            optimizer_initial(&clop->setup, slot, population_get(out, slot));
        else
            clop_propose(clop, generation, slot, population_get(out, slot));
    }
}

/* ---- tell ---- */

static void clop_add(struct clop *clop, const int32_t *a, const int32_t *b, int pairs, int sum) {
    int dim = clop->setup.dim;
    size_t size = (size_t)dim;
    clop->duels = xgrow(clop->duels, (size_t)clop->count, sizeof *clop->duels);
    struct clop_duel *duel = &clop->duels[clop->count++];
    *duel = (struct clop_duel){xcalloc(2 * size, sizeof(int32_t)),
                               xcalloc(2 * size, sizeof(double)), pairs, sum, 1};
    memcpy(duel->genes, a, size * sizeof *a);
    memcpy(duel->genes + size, b, size * sizeof *b);
    scale_units(clop->setup.ranges, dim, duel->genes, duel->units);
    scale_units(clop->setup.ranges, dim, duel->genes + size, duel->units + size);
}

/* Drops those that count least; whether there were too many. */
static bool clop_forget(struct clop *clop) {
    bool many = clop->count > CLOP_DUELS_MAX;
    while (clop->count > CLOP_DUELS_MAX) {
        int least = 0;
        for (int i = 1; i < clop->count; i++)
            if (clop->duels[i].weight < clop->duels[least].weight) least = i;
        clop_free_duel(&clop->duels[least]);
        memmove(&clop->duels[least], &clop->duels[least + 1],
                (size_t)(--clop->count - least) * sizeof *clop->duels);
    }
    return many;
}

static void clop_tell(void *self, int generation, const struct outcome *outcome,
                      struct metrics *metrics) {
    struct clop *clop = self;
    (void)generation;
    for (int g = 0; g < outcome->population->group_count; g++) {
        struct comparison comparison = outcome_compare(outcome, 2 * g, 2 * g + 1);
        if (comparison.pairs > 0)
            clop_add(clop, population_get(outcome->population, 2 * g),
                     population_get(outcome->population, 2 * g + 1), (int)comparison.pairs,
                     (int)comparison.sum);
    }
    if (clop->count > 0) clop_refit(clop);
    if (clop_forget(clop)) clop_refit(clop);
    metrics_add(metrics, surface_value(&clop->surface, clop->best) - clop->region.mean, "lead");
    metrics_add(metrics, clop->region.scale, "scale");
}

static int clop_champion(const void *self, int32_t *out) {
    const struct clop *clop = self;
    scale_values(clop->setup.ranges, clop->setup.dim, clop->best, out);
    return -1;
}

/* ---- save and load ---- */

static void clop_save(const void *self, struct text *out) {
    const struct clop *clop = self;
    int dim = clop->setup.dim;
    text_add(out, "clop %d %d\n", dim, clop->count);
    for (int i = 0; i < clop->count; i++) {
        const struct clop_duel *duel = &clop->duels[i];
        text_add(out, "%d %d ", duel->pairs, duel->sum);
        saved_add_vector(out, duel->genes, 2 * dim);
    }
}

/* It may be outside the ranges, which may have been others when it was played; on a logarithmic
 * scale it is above 0. */
static int clop_load_point(const struct clop *clop, struct saved *saved, int32_t *genes) {
    for (int j = 0; j < clop->setup.dim; j++) {
        bool factors = clop->setup.ranges[j].scale == SCALE_LOG;
        if (saved_integer(saved, "gene", factors ? 1 : INT32_MIN, INT32_MAX, &genes[j])) return -1;
    }
    return 0;
}

static int clop_load_duel(struct clop *clop, struct saved *saved, int32_t *genes) {
    int dim = clop->setup.dim, pairs, sum;
    if (saved_integer(saved, "pairs", 1, INT32_MAX / 4, &pairs) ||
        saved_integer(saved, "points", -4 * pairs, 4 * pairs, &sum) ||
        clop_load_point(clop, saved, genes) || clop_load_point(clop, saved, genes + dim))
        return -1;
    clop_add(clop, genes, genes + dim, pairs, sum);
    return 0;
}

static int clop_load(void *self, const char *text, struct error *error) {
    struct clop *clop = self;
    struct saved saved = {text, error};
    int dim = clop->setup.dim, found, count, status = 0;
    if (saved_word(&saved, "clop") || saved_integer(&saved, "dimension", dim, dim, &found) ||
        saved_integer(&saved, "duels", 0, CLOP_DUELS_MAX, &count))
        return -1;
    int32_t *genes = xcalloc(2 * (size_t)dim, sizeof *genes);
    for (int i = 0; status == 0 && i < count; i++) status = clop_load_duel(clop, &saved, genes);
    free(genes);
    if (status) return -1;
    if (clop->count > 0) clop_refit(clop);
    return saved_end(&saved);
}

/* Duels stay as they were played, also where a point is outside the new ranges. */
static void clop_rescale(void *self, const struct optimizer_setup *to) {
    (void)self, (void)to;
}

const struct optimizer_kind clop_kind = {
    .name = "clop",
    .doc = "quadratic logistic regression",
    .dim_max = CLOP_DIM_MAX,
    .options_size = sizeof(struct clop_options),
    .keys = clop_keys,
    .compares = "two points of a duel",
    .create = clop_create,
    .destroy = clop_destroy,
    .population_max = clop_population_max,
    .ask = clop_ask,
    .tell = clop_tell,
    .champion = clop_champion,
    .save = clop_save,
    .load = clop_load,
    .rescale = clop_rescale,
};
