/*
 * random: uniform random search, the baseline of the other kinds. Each generation asks fresh
 * vectors, uniform on each parameter's own scale, beside the incumbent, all in one group. The best
 * of them challenges the incumbent: it must beat it by two deviations on the openings that both
 * played, so that the luck of the best of many does not decide. An incumbent that was lucky once is
 * measured again in every generation.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "tuner/optimize/optimizer.h"
#include "tuner/optimize/purpose.h"
#include "tuner/optimize/saved.h"

struct random_options {
    int population;
};

static const struct optimizer_key random_keys[] = {
    OPTIMIZER_NUMBER(struct random_options, population, 1, 9999, 20,
                     "fresh vectors of a generation, beside the best so far"),
    {0}};

/* Every other vector is drawn from a range that is longer by this part at either end, and clamped,
 * so that the bounds themselves are tried. */
static const double random_beyond = 0.25;

struct random {
    struct optimizer_setup setup;
    int population;
    int32_t *incumbent;
    int champion; /* slot of the generation last told; 0 is the incumbent */
};

extern const struct optimizer_kind random_kind;

static int random_population_max(const struct optimizer_options *options) {
    const struct random_options *own = optimizer_own(options, &random_kind);
    return 1 + own->population;
}

static void *random_create(const struct optimizer_setup *setup) {
    struct random *random = xmalloc(sizeof *random);
    *random = (struct random){.setup = *setup,
                              .population = random_population_max(setup->options) - 1,
                              .incumbent = xcalloc((size_t)setup->dim, sizeof(int32_t))};
    optimizer_initial(setup, 0, random->incumbent);
    return random;
}

static void random_destroy(void *self) {
    struct random *random = self;
    free(random->incumbent);
    free(random);
}

static void random_vector(const struct random *random, int generation, int slot, int32_t *out) {
    struct rng rng =
        rng_keyed(random->setup.seed, PURPOSE_PROPOSE, (uint64_t)generation, (uint64_t)slot);
    bool clamps = random->setup.options->bounds == SCALE_CLAMP && slot % 2 == 0;
    double beyond = clamps ? random_beyond : 0;
    for (int j = 0; j < random->setup.dim; j++)
        out[j] = scale_value(&random->setup.ranges[j], rng_unit(&rng) * (1 + 2 * beyond) - beyond);
}

static void random_ask(void *self, int generation, struct population *out) {
    struct random *random = self;
    out->count = 1 + random->population;
    out->group_count = 1;
    memset(out->group, 0, (size_t)out->count * sizeof *out->group);
    memcpy(population_get(out, 0), random->incumbent, (size_t)out->dim * sizeof *out->genes);
    for (int slot = 1; slot < out->count; slot++)
        random_vector(random, generation, slot, population_get(out, slot));
}

static int random_challenger(const struct outcome *outcome) {
    int best = 1;
    for (int slot = 2; slot < outcome->population->count; slot++)
        if (fitness_rate(&outcome->fitness[slot]) > fitness_rate(&outcome->fitness[best]))
            best = slot;
    return best;
}

/* Of equals the sum's square is the sum of squares on the mean. */
static bool random_has_won(const struct comparison *comparison) {
    return comparison->sum > 0 &&
           comparison->sum * comparison->sum > 2 * 2 * comparison->sum_of_squares;
}

static void random_tell(void *self, int generation, const struct outcome *outcome,
                        struct metrics *metrics) {
    struct random *random = self;
    (void)generation;
    int challenger = random_challenger(outcome);
    struct comparison comparison = outcome_compare(outcome, challenger, 0);
    random->champion = random_has_won(&comparison) ? challenger : 0;
    memcpy(random->incumbent, population_get(outcome->population, random->champion),
           (size_t)random->setup.dim * sizeof *random->incumbent);
    metrics_add(metrics, fitness_rate(&outcome->fitness[0]), "incumbent");
    metrics_add(metrics, fitness_rate(&outcome->fitness[challenger]), "challenger");
    metrics_add(metrics, random->champion > 0, "replaced");
}

static int random_champion(const void *self, int32_t *out) {
    const struct random *random = self;
    (void)out;
    return random->champion;
}

static void random_save(const void *self, struct text *out) {
    const struct random *random = self;
    text_add(out, "random %d\n", random->setup.dim);
    saved_add_vector(out, random->incumbent, random->setup.dim);
}

static int random_load(void *self, const char *text, struct error *error) {
    struct random *random = self;
    struct saved saved = {text, error};
    int dim = random->setup.dim, found;
    if (saved_word(&saved, "random") || saved_integer(&saved, "dimension", dim, dim, &found) ||
        saved_vector(&saved, random->setup.ranges, dim, random->incumbent))
        return -1;
    return saved_end(&saved);
}

static void random_rescale(void *self, const struct optimizer_setup *to) {
    const struct random *random = self;
    optimizer_rescale_vector(to, random->incumbent);
}

const struct optimizer_kind random_kind = {
    .name = "random",
    .doc = "uniform random search",
    .options_size = sizeof(struct random_options),
    .keys = random_keys,
    .create = random_create,
    .destroy = random_destroy,
    .population_max = random_population_max,
    .ask = random_ask,
    .tell = random_tell,
    .champion = random_champion,
    .save = random_save,
    .load = random_load,
    .rescale = random_rescale,
};
