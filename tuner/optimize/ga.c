/*
 * The paper (Li Guo 2007) leaves open how parents are drawn and how an unplayed child counts; each
 * choice here is said where it is made. The default options are for noise: many individuals with
 * few games each, adapted steps and the centroid. A small population dies under noise, as luck
 * chooses the better half and all become relatives. What this was measured by:
 * results/records/optimizer-settings.md.
 */
#include "tuner/optimize/ga.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "tuner/optimize/purpose.h"

/* How far beyond the parents BLX reaches, in parts of their distance (Eshelman & Schaffer 1993). */
static const double blend_reach = 0.5;

/* In a race a lead counts from this number of deviations on: results/records/optimizer-settings.md.
 */
static const double race_doubt = 2;

static const char *const ga_variants[] = {
    [GA_CORRECTED] = "corrected", [GA_LI2007] = "li2007", NULL};
static const char *const ga_selections[] = {[GA_GROUPS] = "groups", [GA_RANKED] = "ranked", NULL};
static const char *const ga_crossovers[] = {
    [GA_UNIFORM] = "uniform", [GA_ONE_POINT] = "one-point", [GA_BLEND] = "blend", NULL};

static const char *const ga_champions[] = {[GA_BEST] = "best", [GA_CENTROID] = "centroid", NULL};

#define NUMBER(...) OPTIMIZER_NUMBER(struct ga_options, __VA_ARGS__)
#define NAMES(...) OPTIMIZER_NAMES(struct ga_options, __VA_ARGS__)
static const struct optimizer_key ga_keys[] = {
    NUMBER(population, 2, 10000, 128, "individuals"),
    NUMBER(groups, 0, 5000, 0,
           "groups of equal size that the population is split into; 0: of two each, for duels"),
    NAMES(variant, ga_variants, GA_CORRECTED,
          "formula of the mutation rate: corrected, or as printed by Li Guo 2007"),
    NAMES(selection, ga_selections, GA_GROUPS,
          "survivors: the best of each group, or the best of all by rank"),
    NAMES(crossover, ga_crossovers, GA_UNIFORM, "how a child takes its genes from two parents"),
    NUMBER(elite, 0, 9999, 2, "selection by rank: the best stay unchanged and are played again"),
    NUMBER(pc1, 0, 1, 0.9, "highest rate of crossover"),
    NUMBER(pc2, 0, 1, 0.6, "lowest rate of crossover"),
    NUMBER(pm1, 0, 1, 0.3, "highest rate of mutation"),
    NUMBER(pm2, 0, 1, 0.05, "lowest rate of mutation"),
    NUMBER(sigma, 0, 1, 0.2, "first deviation of a mutation, as a part of a parameter's reach"),
    NUMBER(
        adaptation, 0, 2, 0.2,
        "deviation of the logarithm by which a child's sigma differs from its parents'; 0: none"),
    NAMES(champion, ga_champions, GA_CENTROID,
          "of a generation: its best, or the centroid of its better half"),
    NUMBER(race, 0, 1e6, 0,
           "pairs after which, again and again, individuals clearly worse than the best of their "
           "group leave this generation; 0: all play all"),
    {0}};
#undef NUMBER
#undef NAMES

/* The adaptive rates fall from the first of a pair to the second. */
static const char *ga_check_rates(const struct ga_options *ga, struct error *why) {
    if (ga->pc1 < ga->pc2) {
        error_set(why, "must be at least pc2 (%g), not %g", ga->pc2, ga->pc1);
        return "pc1";
    }
    if (ga->pm1 < ga->pm2) {
        error_set(why, "must be at least pm2 (%g), not %g", ga->pm2, ga->pm1);
        return "pm1";
    }
    return NULL;
}

static int ga_groups(const struct ga_options *options) {
    return options->groups ? options->groups : options->population / 2;
}

static const char *ga_check(const void *own, int dim, struct error *why) {
    (void)dim;
    const struct ga_options *ga = own;
    if (ga->groups == 0 && ga->population % 2 != 0) {
        error_set(why, "must be even, not %d: optimizer.ga.groups has two each", ga->population);
        return "population";
    }
    if (ga->population % ga_groups(ga) != 0) {
        error_set(why, "must be a multiple of optimizer.ga.groups (%d), not %d", ga->groups,
                  ga->population);
        return "population";
    }
    if (ga->population / ga_groups(ga) < 2) {
        error_set(why, "must leave two individuals a group: at most %d for a population of %d",
                  ga->population / 2, ga->population);
        return "groups";
    }
    if (ga->elite >= ga->population) {
        error_set(why, "must be below optimizer.ga.population (%d), not %d", ga->population,
                  ga->elite);
        return "elite";
    }
    return ga_check_rates(ga, why);
}

int ga_survivors(const struct ga_options *options) {
    return options->selection == GA_GROUPS ? ga_groups(options) : options->elite;
}

int32_t *ga_vector(const struct ga *ga, int slot) {
    return ga->genes + (size_t)slot * (size_t)ga->setup.dim;
}

/* ---- ask ---- */

static void *ga_create(const struct optimizer_setup *setup) {
    struct ga *ga = xmalloc(sizeof *ga);
    *ga = (struct ga){.setup = *setup, .options = optimizer_own(setup->options, &ga_kind)};
    int count = ga->options->population;
    ga->genes = xcalloc((size_t)count * (size_t)setup->dim, sizeof *ga->genes);
    ga->steps = xcalloc((size_t)count, sizeof *ga->steps);
    ga->centroid = xcalloc((size_t)setup->dim, sizeof *ga->centroid);
    for (int i = 0; i < count; i++) {
        optimizer_initial(setup, i, ga_vector(ga, i));
        ga->steps[i] = ga->options->sigma;
    }
    return ga;
}

static void ga_destroy(void *self) {
    struct ga *ga = self;
    free(ga->genes);
    free(ga->steps);
    free(ga->centroid);
    free(ga);
}

static int ga_population_max(const struct optimizer_options *options) {
    const struct ga_options *own = optimizer_own(options, &ga_kind);
    return own->population;
}

/* Deals the slots into the groups like a shuffled pack of cards. */
static void ga_deal_groups(const struct ga *ga, int generation, struct population *out) {
    struct rng rng = rng_keyed(ga->setup.seed, PURPOSE_GROUPS, (uint64_t)generation, 0);
    out->group_count = ga_groups(ga->options);
    for (int i = 0; i < out->count; i++) {
        int j = (int)rng_below(&rng, (uint32_t)i + 1);
        out->group[i] = out->group[j];
        out->group[j] = i % out->group_count;
    }
}

static void ga_ask(void *self, int generation, struct population *out) {
    struct ga *ga = self;
    out->count = ga->options->population;
    memcpy(out->genes, ga->genes, (size_t)out->count * (size_t)out->dim * sizeof *out->genes);
    ga_deal_groups(ga, generation, out);
}

/* ---- racing ---- */

/* The best of a group so far, of the individuals still playing; -1: there is none. */
static int ga_race_leader(const struct outcome *outcome, int group, const bool *on) {
    int leader = -1;
    double best = -1;
    for (int i = 0; i < outcome->population->count; i++) {
        double rate = fitness_rate(&outcome->fitness[i]);
        if (!on[i] || outcome->population->group[i] != group || rate <= best) continue;
        leader = i;
        best = rate;
    }
    return leader;
}

static bool ga_race_is_decided(const struct comparison *lead) {
    return lead->pairs > 0 && (double)lead->sum > race_doubt * sqrt((double)lead->sum_of_squares);
}

/* An individual that is clearly worse than the leader drops out; so does the leader once it is
 * alone. */
static void ga_race_group(const struct outcome *outcome, int group, bool *on) {
    int leader = ga_race_leader(outcome, group, on), rivals = 0;
    for (int i = 0; leader >= 0 && i < outcome->population->count; i++) {
        if (!on[i] || outcome->population->group[i] != group || i == leader) continue;
        struct comparison lead = outcome_compare(outcome, leader, i);
        on[i] = !ga_race_is_decided(&lead);
        rivals += on[i];
    }
    if (leader >= 0 && rivals == 0) on[leader] = false;
}

static int ga_more(const void *self, int generation, const struct outcome *outcome, int played,
                   bool *on) {
    const struct ga *ga = self;
    (void)generation;
    if (ga->options->race == 0) return ga->setup.pairs;
    for (int group = 0; played > 0 && group < outcome->population->group_count; group++)
        ga_race_group(outcome, group, on);
    return ga->options->race;
}

/* ---- the adaptive rates ---- */

/* Where `rate` stands between the mean (0) and the best (1); 0 below the mean. */
static double ga_standing(double rate, double mean, double best) {
    return rate < mean || best <= mean ? 0 : (rate - mean) / (best - mean);
}

double ga_crossover_rate(const struct ga_options *options, double fitter, double mean,
                         double best) {
    return options->pc1 - (options->pc1 - options->pc2) * ga_standing(fitter, mean, best);
}

double ga_mutation_rate(const struct ga_options *options, double own, double mean, double best) {
    if (own < mean || best <= mean) return options->pm1;
    double part = ga_standing(own, mean, best);
    if (options->variant == GA_LI2007) part = 1 - part;
    return options->pm1 - (options->pm1 - options->pm2) * part;
}

/* ---- tell ---- */

/* One generation on its way to the next. */
struct breeding {
    const struct ga *ga;
    const struct population *old;
    int generation;
    double *rates, *steps;
    int *ranking; /* slots, best first; of equals survivors before children */
    double mean, best;
    double pc_sum, pm_sum, step_sum; /* over the children */
};

static void ga_breeding_init(struct breeding *breeding, const struct fitness *fitness) {
    int count = breeding->old->count;
    breeding->rates = xcalloc((size_t)count, sizeof *breeding->rates);
    breeding->steps = xcalloc((size_t)count, sizeof *breeding->steps);
    breeding->ranking = xcalloc((size_t)count, sizeof *breeding->ranking);
    memcpy(breeding->steps, breeding->ga->steps, (size_t)count * sizeof *breeding->steps);
    for (int i = 0; i < count; i++)
        breeding->mean += breeding->rates[i] = fitness_rate(&fitness[i]);
    breeding->mean /= count;
    fitness_rank(fitness, count, breeding->ranking);
    breeding->best = breeding->rates[breeding->ranking[0]];
}

/* The better of two drawn from the better half: linear ranking (Baker 1985) with truncation;
 * against other ways: results/records/optimizer-settings.md. */
static int ga_draw_parent(const struct breeding *breeding, struct rng *rng) {
    uint32_t count = (uint32_t)max_int(1, breeding->old->count / 2);
    uint32_t a = rng_below(rng, count), b = rng_below(rng, count);
    return breeding->ranking[a < b ? a : b];
}

static int32_t ga_blend_gene(const struct range *range, enum scale_bounds bounds, int32_t a,
                             int32_t b, struct rng *rng) {
    double from = scale_unit(range, a), to = scale_unit(range, b);
    double part = rng_unit(rng) * (1 + 2 * blend_reach) - blend_reach;
    return scale_value(range, scale_bounded(bounds, from + part * (to - from)));
}

/* Mixes `other` into `child`, which is a copy of the first parent. */
static void ga_cross(const struct ga *ga, const int32_t *other, int32_t *child, struct rng *rng) {
    enum ga_crossover crossover = ga->options->crossover;
    uint32_t dim = (uint32_t)ga->setup.dim;
    uint32_t cut = rng_below(rng, dim);
    for (uint32_t j = 0; j < dim; j++)
        if (crossover == GA_BLEND)
            child[j] = ga_blend_gene(&ga->setup.ranges[j], ga->setup.options->bounds, child[j],
                                     other[j], rng);
        else if (crossover == GA_ONE_POINT ? j > cut : rng_below(rng, 2))
            child[j] = other[j];
}

static void ga_mutate(const struct ga *ga, double probability, double step, int32_t *child,
                      struct rng *rng) {
    for (int j = 0; j < ga->setup.dim; j++)
        if (rng_unit(rng) < probability)
            child[j] = optimizer_step(&ga->setup, j, child[j], step, rng_normal(rng));
}

/* Self-adaptation (Schwefel 1981; Beyer & Schwefel 2002, "Evolution strategies"): steps are never
 * selected directly, but those that make good children last. */
static double ga_child_step(const struct ga *ga, double inherited, struct rng *rng) {
    double adaptation = ga->options->adaptation;
    return adaptation > 0 ? fmin(1, inherited * exp(adaptation * rng_normal(rng))) : inherited;
}

static void ga_copy_vector(const struct breeding *breeding, int slot, int32_t *out) {
    memcpy(out, population_get(breeding->old, slot), (size_t)breeding->old->dim * sizeof *out);
}

/* An individual that has not played yet counts as its parents did on average. */
static void ga_breed_child(struct breeding *breeding, int slot) {
    const struct ga *ga = breeding->ga;
    struct rng rng =
        rng_keyed(ga->setup.seed, PURPOSE_BREED, (uint64_t)breeding->generation, (uint64_t)slot);
    int first = ga_draw_parent(breeding, &rng), second = ga_draw_parent(breeding, &rng);
    double own = breeding->rates[first], other = breeding->rates[second];
    double pc = ga_crossover_rate(ga->options, fmax(own, other), breeding->mean, breeding->best);
    int32_t *child = ga_vector(ga, slot);
    ga_copy_vector(breeding, first, child);
    double step = breeding->steps[first];
    if (rng_unit(&rng) < pc) {
        ga_cross(ga, population_get(breeding->old, second), child, &rng);
        own = (own + other) / 2;
        step = sqrt(step * breeding->steps[second]);
    }
    double pm = ga_mutation_rate(ga->options, own, breeding->mean, breeding->best);
    ga->steps[slot] = step = ga_child_step(ga, step, &rng);
    ga_mutate(ga, pm, step, child, &rng);
    breeding->pc_sum += pc;
    breeding->pm_sum += pm;
    breeding->step_sum += step;
}

/* In order of rank: the first of each group, or simply the first. */
static void ga_keep_survivors(const struct breeding *breeding) {
    const struct ga_options *options = breeding->ga->options;
    const struct population *old = breeding->old;
    bool *seen = xcalloc((size_t)old->group_count, sizeof *seen);
    int kept = 0;
    for (int rank = 0; kept < ga_survivors(options); rank++) {
        int slot = breeding->ranking[rank];
        if (options->selection == GA_GROUPS && seen[old->group[slot]]) continue;
        seen[old->group[slot]] = true;
        breeding->ga->steps[kept] = breeding->steps[slot];
        ga_copy_vector(breeding, slot, ga_vector(breeding->ga, kept++));
    }
    free(seen);
}

/* The mean of the better half, weighted by the logarithm of its ranks (as in CMA-ES): the luck of
 * each cancels. */
static void ga_set_centroid(const struct breeding *breeding) {
    const struct ga *ga = breeding->ga;
    int parents = max_int(1, breeding->old->count / 2);
    double *units = xcalloc((size_t)parents, sizeof *units);
    double *weights = xcalloc((size_t)parents, sizeof *weights);
    for (int rank = 0; rank < parents; rank++) weights[rank] = log(parents + 0.5) - log(rank + 1);
    for (int j = 0; j < ga->setup.dim; j++) {
        for (int rank = 0; rank < parents; rank++)
            units[rank] = scale_unit(&ga->setup.ranges[j],
                                     population_get(breeding->old, breeding->ranking[rank])[j]);
        ga->centroid[j] =
            scale_mean(&ga->setup.ranges[j], ga->setup.options->bounds, units, weights, parents);
    }
    free(units);
    free(weights);
}

/* Deviation of a gene on its own scale, mean of all genes. */
static double ga_diversity(const struct ga *ga, const struct population *population) {
    double total = 0;
    for (int j = 0; j < population->dim; j++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < population->count; i++) {
            double unit = scale_unit(&ga->setup.ranges[j], population_get(population, i)[j]);
            sum += unit;
            squares += unit * unit;
        }
        double mean = sum / population->count;
        total += sqrt(fmax(0, squares / population->count - mean * mean));
    }
    return total / population->dim;
}

static void ga_log(const struct breeding *breeding, int children, struct metrics *metrics) {
    metrics_add(metrics, breeding->best, "best");
    metrics_add(metrics, breeding->mean, "mean");
    metrics_add(metrics, ga_diversity(breeding->ga, breeding->old), "diversity");
    metrics_add(metrics, breeding->pc_sum / children, "pc");
    metrics_add(metrics, breeding->pm_sum / children, "pm");
    if (breeding->ga->options->adaptation > 0)
        metrics_add(metrics, breeding->step_sum / children, "step");
}

static void ga_tell(void *self, int generation, const struct outcome *outcome,
                    struct metrics *metrics) {
    struct ga *ga = self;
    int count = outcome->population->count, survivors = ga_survivors(ga->options);
    struct breeding breeding = {.ga = ga, .old = outcome->population, .generation = generation};
    ga_breeding_init(&breeding, outcome->fitness);
    ga->best = breeding.ranking[0];
    ga_set_centroid(&breeding);
    ga_keep_survivors(&breeding);
    for (int slot = survivors; slot < count; slot++) ga_breed_child(&breeding, slot);
    ga_log(&breeding, count - survivors, metrics);
    free(breeding.rates);
    free(breeding.steps);
    free(breeding.ranking);
}

static int ga_champion(const void *self, int32_t *out) {
    const struct ga *ga = self;
    if (ga->options->champion == GA_BEST) return ga->best;
    scale_values(ga->setup.ranges, ga->setup.dim, ga->centroid, out);
    return -1;
}

/* ---- save and load ---- */

static void ga_save(const void *self, struct text *out) {
    const struct ga *ga = self;
    int count = ga->options->population;
    text_add(out, "ga %d %d\n", count, ga->setup.dim);
    for (int i = 0; i < count; i++) saved_add_vector(out, ga_vector(ga, i), ga->setup.dim);
    if (ga->options->adaptation == 0) return;
    text_add(out, "steps");
    saved_add_reals(out, ga->steps, (size_t)count);
}

int ga_read(struct ga *ga, struct saved *saved) {
    int count = ga->options->population, dim = ga->setup.dim, found;
    if (saved_word(saved, "ga") || saved_integer(saved, "population", count, count, &found) ||
        saved_integer(saved, "dimension", dim, dim, &found))
        return -1;
    for (int i = 0; i < count; i++)
        if (saved_vector(saved, ga->setup.ranges, dim, ga_vector(ga, i))) return -1;
    if (ga->options->adaptation == 0) return 0;
    return saved_word(saved, "steps") || saved_reals(saved, "step", 0, 1, ga->steps, (size_t)count)
               ? -1
               : 0;
}

static int ga_load(void *self, const char *text, struct error *error) {
    struct saved saved = {text, error};
    return ga_read(self, &saved) ? -1 : saved_end(&saved);
}

/* Steps stay the same parts of the reach. */
static void ga_rescale(void *self, const struct optimizer_setup *to) {
    const struct ga *ga = self;
    for (int i = 0; i < ga->options->population; i++)
        optimizer_rescale_vector(to, ga_vector(ga, i));
}

const struct optimizer_kind ga_kind = {
    .name = "ga",
    .doc = "genetic algorithm",
    .step = "sigma",
    .options_size = sizeof(struct ga_options),
    .keys = ga_keys,
    .check = ga_check,
    .create = ga_create,
    .destroy = ga_destroy,
    .population_max = ga_population_max,
    .ask = ga_ask,
    .more = ga_more,
    .tell = ga_tell,
    .champion = ga_champion,
    .save = ga_save,
    .load = ga_load,
    .rescale = ga_rescale,
};
