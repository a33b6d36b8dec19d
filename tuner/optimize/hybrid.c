#include "tuner/optimize/hybrid.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/optimize/anneal.h"
#include "tuner/optimize/ga.h"

struct hybrid {
    struct optimizer_setup setup;
    struct ga *ga;
    struct anneal *anneal;
    bool refined; /* the generation last told was one of annealing */
};

static void *hybrid_create(const struct optimizer_setup *setup) {
    struct hybrid *hybrid = xmalloc(sizeof *hybrid);
    *hybrid = (struct hybrid){*setup, ga_kind.create(setup), anneal_kind.create(setup), false};
    return hybrid;
}

static void hybrid_destroy(void *self) {
    struct hybrid *hybrid = self;
    ga_kind.destroy(hybrid->ga);
    anneal_kind.destroy(hybrid->anneal);
    free(hybrid);
}

static int hybrid_population_max(const struct optimizer_options *options) {
    return max_int(ga_kind.population_max(options), anneal_kind.population_max(options));
}

/* Where in its cycle a generation is: annealing from refine_every on. */
static int hybrid_phase(const struct hybrid *hybrid, int generation) {
    const struct hybrid_options *options = &hybrid->setup.options->hybrid;
    return generation % (options->refine_every + options->refine_generations);
}

static bool hybrid_refines(const struct hybrid *hybrid, int generation) {
    return hybrid_phase(hybrid, generation) >= hybrid->setup.options->hybrid.refine_every;
}

static void hybrid_refine_begin(struct hybrid *hybrid) {
    int survivors = max_int(1, ga_survivors(&hybrid->setup.options->ga));
    anneal_restart(hybrid->anneal, ga_vector(hybrid->ga, 0), survivors);
}

static void hybrid_refine_end(struct hybrid *hybrid) {
    const struct optimizer_options *options = hybrid->setup.options;
    for (int c = 0; c < min_int(options->anneal.chains, options->ga.population); c++)
        memcpy(ga_vector(hybrid->ga, c), hybrid->anneal->chains[c].current,
               (size_t)hybrid->setup.dim * sizeof *hybrid->ga->genes);
}

static void hybrid_ask(void *self, int generation, struct population *out) {
    struct hybrid *hybrid = self;
    if (hybrid_refines(hybrid, generation))
        anneal_kind.ask(hybrid->anneal, generation, out);
    else
        ga_kind.ask(hybrid->ga, generation, out);
}

static void hybrid_tell(void *self, int generation, const struct outcome *outcome,
                        struct metrics *metrics) {
    struct hybrid *hybrid = self;
    bool now = hybrid_refines(hybrid, generation), next = hybrid_refines(hybrid, generation + 1);
    if (now)
        anneal_kind.tell(hybrid->anneal, generation, outcome, metrics);
    else
        ga_kind.tell(hybrid->ga, generation, outcome, metrics);
    hybrid->refined = now;
    if (next && !now) hybrid_refine_begin(hybrid);
    if (now && !next) hybrid_refine_end(hybrid);
}

static int hybrid_champion(const void *self, int32_t *out) {
    const struct hybrid *hybrid = self;
    return hybrid->refined ? anneal_kind.champion(hybrid->anneal, out)
                           : ga_kind.champion(hybrid->ga, out);
}

static void hybrid_save(const void *self, struct text *out) {
    const struct hybrid *hybrid = self;
    text_add(out, "hybrid\n");
    ga_kind.save(hybrid->ga, out);
    anneal_kind.save(hybrid->anneal, out);
}

static int hybrid_load(void *self, const char *text, struct error *error) {
    struct hybrid *hybrid = self;
    struct saved saved = {text, error};
    if (saved_word(&saved, "hybrid") || ga_read(hybrid->ga, &saved) ||
        anneal_read(hybrid->anneal, &saved))
        return -1;
    return saved_end(&saved);
}

const struct optimizer_kind hybrid_kind = {
    .name = "hybrid",
    .doc = "genetic algorithm whose champions are refined by annealing",
    .create = hybrid_create,
    .destroy = hybrid_destroy,
    .population_max = hybrid_population_max,
    .ask = hybrid_ask,
    .tell = hybrid_tell,
    .champion = hybrid_champion,
    .save = hybrid_save,
    .load = hybrid_load,
};
