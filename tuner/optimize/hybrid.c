/*
 * Both are whole optimisers, asked and told in turn; only vectors pass between them.
 */
#include "tuner/optimize/hybrid.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/optimize/anneal.h"
#include "tuner/optimize/ga.h"

#define NUMBER(...) OPTIMIZER_NUMBER(struct hybrid_options, __VA_ARGS__)
static const struct optimizer_key hybrid_keys[] = {
    NUMBER(refine_every, 1, 1e6, 20,
           "generations of the genetic algorithm between two refinements"),
    NUMBER(refine_generations, 1, 1e6, 10, "generations of annealing in a refinement"),
    {0}};
#undef NUMBER

static const struct optimizer_kind *const hybrid_uses[] = {&ga_kind, &anneal_kind, NULL};

struct hybrid {
    const struct hybrid_options *options;
    struct ga *ga;
    struct anneal *anneal;
    bool refined; /* the generation last told was one of annealing */
};

static void *hybrid_create(const struct optimizer_setup *setup) {
    struct hybrid *hybrid = xmalloc(sizeof *hybrid);
    *hybrid = (struct hybrid){.options = optimizer_own(setup->options, &hybrid_kind),
                              .ga = ga_kind.create(setup),
                              .anneal = anneal_kind.create(setup)};
    hybrid->anneal->schedule = hybrid->options->refine_generations;
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
    return generation % (hybrid->options->refine_every + hybrid->options->refine_generations);
}

static bool hybrid_refines(const struct hybrid *hybrid, int generation) {
    return hybrid_phase(hybrid, generation) >= hybrid->options->refine_every;
}

static void hybrid_refine_begin(struct hybrid *hybrid) {
    int survivors = max_int(1, ga_survivors(hybrid->ga->options));
    anneal_restart(hybrid->anneal, ga_vector(hybrid->ga, 0), survivors);
}

/* The chains' mean goes first, then their points. */
static void hybrid_refine_end(struct hybrid *hybrid) {
    const struct ga *ga = hybrid->ga;
    anneal_mean(hybrid->anneal, ga_vector(ga, 0));
    for (int c = 0; c < min_int(hybrid->anneal->options->chains, ga->options->population - 1); c++)
        memcpy(ga_vector(ga, c + 1), hybrid->anneal->chains[c].current,
               (size_t)ga->setup.dim * sizeof *ga->genes);
}

static void hybrid_ask(void *self, int generation, struct population *out) {
    struct hybrid *hybrid = self;
    if (hybrid_refines(hybrid, generation))
        anneal_kind.ask(hybrid->anneal, generation, out);
    else
        ga_kind.ask(hybrid->ga, generation, out);
}

static int hybrid_more(const void *self, int generation, const struct outcome *outcome, int played,
                       bool *on) {
    const struct hybrid *hybrid = self;
    if (hybrid_refines(hybrid, generation)) return hybrid->anneal->setup.pairs;
    return ga_kind.more(hybrid->ga, generation, outcome, played, on);
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

static void hybrid_rescale(void *self, const struct optimizer_setup *to) {
    const struct hybrid *hybrid = self;
    ga_kind.rescale(hybrid->ga, to);
    anneal_kind.rescale(hybrid->anneal, to);
}

const struct optimizer_kind hybrid_kind = {
    .name = "hybrid",
    .doc = "both in turn",
    .options_size = sizeof(struct hybrid_options),
    .keys = hybrid_keys,
    .uses = hybrid_uses,
    .compares = "a proposal with its chain",
    .create = hybrid_create,
    .destroy = hybrid_destroy,
    .population_max = hybrid_population_max,
    .ask = hybrid_ask,
    .more = hybrid_more,
    .tell = hybrid_tell,
    .champion = hybrid_champion,
    .save = hybrid_save,
    .load = hybrid_load,
    .rescale = hybrid_rescale,
};
