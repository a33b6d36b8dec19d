/*
 * Chains exchange what they have found by recombination (Mahfoud & Goldberg 1995, "Parallel
 * recombinative simulated annealing: a genetic algorithm"): a proposal takes each gene from another
 * chain's point, moves a few of them, and is tried against its own chain's point. A single chain at
 * the temperature of its games' noise spreads by that noise in each parameter, and with many
 * parameters it stays far below the optimum.
 *
 * What the settings were measured by: results/records/optimizer-settings.md.
 */
#include "tuner/optimize/anneal.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "tuner/optimize/purpose.h"

/* The share of the first proposals that the measured temperature accepts; equals get a half. */
static const double initial_acceptance = 0.3;
/* What equals get. */
static const double neutral_acceptance = 0.5;
/* How fast the steps and the running acceptance follow. */
static const double step_gain = 0.2, acceptance_gain = 0.1;
/* The point of generation t counts as t to this power in the mean. So the last half of a run has
 * fifteen sixteenths of the weight, however long it is (Shamir & Zhang 2013, "polynomial-decay
 * averaging"). */
static const double mean_power = 3;
/* The same of a parameter while the chains have it on a bound: they came to it from one side, and
 * what they had on the way would keep the mean inside. */
static const double mean_power_on_bound = 8;

static const char *const anneal_coolings[] = {
    [COOLING_GEOMETRIC] = "geometric", [COOLING_ADAPTIVE] = "adaptive", NULL};

#define NUMBER(...) OPTIMIZER_NUMBER(struct anneal_options, __VA_ARGS__)
#define NAMES(...) OPTIMIZER_NAMES(struct anneal_options, __VA_ARGS__)
static const struct optimizer_key anneal_keys[] = {
    NUMBER(chains, 1, ANNEAL_CHAINS_MAX, 64, "chains that walk side by side"),
    NAMES(cooling, anneal_coolings, COOLING_GEOMETRIC,
          "geometric: by the same factor each generation; adaptive: by what was accepted"),
    NUMBER(temperature, 0, 1, 0, "first temperature in points a game; 0: measured"),
    NUMBER(cooling_rate, 0.01, 1, 0.97, "factor of the temperature in a generation"),
    NUMBER(step, 1e-6, 1, 0.1, "first deviation of a proposal, as a part of a parameter's reach"),
    NUMBER(step_min, 1e-6, 1, 0.01, "smallest step"),
    NUMBER(step_max, 1e-6, 1, 0.2, "largest step, falling to the smallest over the run"),
    NUMBER(target_acceptance, 0.01, 0.99, 0.3,
           "acceptance that steps are adapted to, as a share of that of equals"),
    NUMBER(crossover, 0, 1, 1, "share of a proposal's genes that come from other chains' points"),
    NUMBER(genes, 0, 1, 0.2, "share of the genes that a proposal moves, one at least"),
    NUMBER(reheat_after, 0, 1e6, 0, "generations without an acceptance before reheating; 0: never"),
    NUMBER(reheat_factor, 1, 1000, 3, "factor of the temperature when reheating"),
    NUMBER(exchange_every, 0, 1e6, 0,
           "generations between exchanges of the chains' best; 0: never"),
    {0}};
#undef NUMBER
#undef NAMES

static const char *anneal_check(const void *own, int dim, struct error *why) {
    (void)dim;
    const struct anneal_options *anneal = own;
    if (anneal->step >= anneal->step_min && anneal->step <= anneal->step_max) return NULL;
    error_set(why, "must be between step_min (%g) and step_max (%g), not %g", anneal->step_min,
              anneal->step_max, anneal->step);
    return "step";
}

static const char *anneal_scheduled(const void *own) {
    const struct anneal_options *anneal = own;
    return anneal->step_min < anneal->step_max ? "its largest steps" : NULL;
}

/* ---- the noise ---- */

static const double pi = 3.14159265358979323846;

/* One pair's difference is at most 4 pair points, so 4 of them are 1 point a game. The variance of
 * a pair's difference is estimated with one pair more, of two even games, 8: few pairs with equal
 * results are no proof. */
struct advantage anneal_advantage(const struct comparison *comparison) {
    if (comparison->pairs == 0) return (struct advantage){0, INFINITY};
    double pairs = (double)comparison->pairs, sum = (double)comparison->sum;
    double deviations = (double)comparison->sum_of_squares - sum * sum / pairs;
    return (struct advantage){sum / pairs / 4, (deviations + 8) / pairs / pairs / 16};
}

double anneal_acceptance(struct advantage advantage, double temperature) {
    double missing = temperature * temperature - pi / 8 * advantage.variance;
    if (missing > 0) return 1 / (1 + exp(-advantage.mean / sqrt(missing)));
    return advantage.mean > 0 ? 1 : advantage.mean < 0 ? 0 : neutral_acceptance;
}

/* The first temperature is measured: `initial_acceptance` of the samples would be accepted at it,
 * found by halving an interval on the logarithmic scale. It is the lower end, only the games'
 * noise, if more of the samples beat their chains. Recombined random points often do; steps from
 * good points mostly lose. */
static double anneal_measured_temperature(const struct anneal *anneal) {
    double low = log(1e-4), high = log(1e4);
    for (int i = 0; i < 50; i++) {
        double middle = (low + high) / 2, accepted = 0;
        for (int k = 0; k < anneal->sample_count; k++)
            accepted += anneal_acceptance(anneal->samples[k], exp(middle));
        if (accepted < initial_acceptance * anneal->sample_count)
            low = middle;
        else
            high = middle;
    }
    return exp(high);
}

/* ---- ask ---- */

void anneal_restart(struct anneal *anneal, const int32_t *vectors, int count) {
    const struct anneal_options *options = anneal->options;
    size_t dim = (size_t)anneal->setup.dim;
    anneal->sample_count = anneal->told = 0;
    for (size_t i = 0; i < (size_t)options->chains * dim; i++) anneal->steps[i] = options->step;
    for (int c = 0; c < options->chains; c++) {
        anneal->chains[c] = (struct anneal_chain){
            .current = anneal->genes + (size_t)c * dim,
            .steps = anneal->steps + (size_t)c * dim,
            .temperature = options->temperature,
            .acceptance = options->target_acceptance * neutral_acceptance,
        };
        memcpy(anneal->chains[c].current, vectors + (size_t)(c % count) * dim,
               dim * sizeof *vectors);
    }
}

static void *anneal_create(const struct optimizer_setup *setup) {
    struct anneal *anneal = xmalloc(sizeof *anneal);
    *anneal = (struct anneal){.setup = *setup,
                              .options = optimizer_own(setup->options, &anneal_kind),
                              .schedule = optimizer_schedule(setup->options)};
    size_t chains = (size_t)anneal->options->chains, dim = (size_t)setup->dim;
    if (chains > ANNEAL_CHAINS_MAX) die("%zu annealing chains", chains);
    anneal->chains = xcalloc(chains, sizeof *anneal->chains);
    anneal->genes = xcalloc(chains * dim, sizeof *anneal->genes);
    anneal->steps = xcalloc(chains * dim, sizeof *anneal->steps);
    anneal->mean = xcalloc(dim, sizeof *anneal->mean);
    int32_t *vectors = xcalloc(chains * dim, sizeof *vectors);
    for (size_t c = 0; c < chains; c++) optimizer_initial(setup, (int)c, vectors + c * dim);
    anneal_restart(anneal, vectors, (int)chains);
    free(vectors);
    return anneal;
}

static void anneal_destroy(void *self) {
    struct anneal *anneal = self;
    free(anneal->chains);
    free(anneal->genes);
    free(anneal->steps);
    free(anneal->mean);
    free(anneal);
}

static int anneal_population_max(const struct optimizer_options *options) {
    const struct anneal_options *own = optimizer_own(options, &anneal_kind);
    return 2 * own->chains;
}

static bool anneal_exchanges(const struct anneal *anneal, int generation) {
    int every = anneal->options->exchange_every;
    return every > 0 && anneal->options->chains > 1 && generation % (every + 1) == every;
}

/* Another chain's point; its own if there is no other. */
static const int32_t *anneal_partner(const struct anneal *anneal, int c, struct rng *rng) {
    int chains = anneal->options->chains;
    int apart = chains > 1 ? 1 + (int)rng_below(rng, (uint32_t)chains - 1) : 0;
    return anneal->chains[(c + apart) % chains].current;
}

/* Takes each gene from its own chain's point or another's, drawn for that gene, and moves the
 * chosen ones by a normal step of their own size; one is always chosen. */
static void anneal_propose(const struct anneal *anneal, int generation, int c, int32_t *out) {
    const struct anneal_chain *chain = &anneal->chains[c];
    struct rng rng =
        rng_keyed(anneal->setup.seed, PURPOSE_PROPOSE, (uint64_t)generation, (uint64_t)c);
    int dim = anneal->setup.dim, sure = (int)rng_below(&rng, (uint32_t)dim);
    for (int j = 0; j < dim; j++) {
        bool chosen = rng_unit(&rng) < anneal->options->genes;
        bool crossed = rng_unit(&rng) < anneal->options->crossover;
        out[j] = (crossed ? anneal_partner(anneal, c, &rng) : chain->current)[j];
        if (chosen || j == sure)
            out[j] = optimizer_step(&anneal->setup, j, out[j], chain->steps[j], rng_normal(&rng));
    }
}

static void anneal_add_member(struct population *out, const int32_t *vector, int group) {
    memcpy(population_get(out, out->count), vector, (size_t)out->dim * sizeof *vector);
    out->group[out->count++] = group;
}

static void anneal_ask(void *self, int generation, struct population *out) {
    struct anneal *anneal = self;
    int chains = anneal->options->chains;
    bool exchange = anneal_exchanges(anneal, generation);
    out->count = 0;
    out->group_count = exchange ? 1 : chains;
    for (int c = 0; c < chains; c++) {
        anneal_add_member(out, anneal->chains[c].current, exchange ? 0 : c);
        if (exchange) continue;
        anneal_propose(anneal, generation, c, population_get(out, out->count));
        out->group[out->count++] = c;
    }
}

/* ---- tell ---- */

/* How fast a chain can be cooled at this acceptance and stay near equilibrium, as a part of the
 * fastest (Lam & Delosme 1988, "Performance of a new annealing schedule": proportional to
 * r (1 - r)^2 / (2 - r)^2, greatest at r = 0.44). Above that acceptance a chain is only too hot. */
static double anneal_cooling_speed(double acceptance) {
    const double best = 0.44, r = fmin(acceptance, best);
    double part = (1 - r) / (2 - r), best_part = (1 - best) / (2 - best);
    return r * part * part / (best * best_part * best_part);
}

static void anneal_cool(const struct anneal *anneal, struct anneal_chain *chain) {
    const struct anneal_options *options = anneal->options;
    bool adaptive = options->cooling == COOLING_ADAPTIVE;
    chain->temperature *=
        pow(options->cooling_rate, adaptive ? anneal_cooling_speed(chain->acceptance) : 1);
    if (options->reheat_after > 0 && chain->still >= options->reheat_after) {
        chain->temperature *= options->reheat_factor;
        chain->still = 0;
    }
}

/* Falls with the run: a comparison tells little about a step for all its noise, so steps that only
 * follow the acceptance stay large. */
static double anneal_largest_step(const struct anneal *anneal) {
    const struct anneal_options *options = anneal->options;
    double part = fmin(1, (double)anneal->told / anneal->schedule);
    return options->step_max * pow(options->step_min / options->step_max, part);
}

/* The steps of the genes that a proposal changed grow if more is accepted than the target, and
 * shrink if less is. Each gene has its own step (Corana, Marchesi, Martini & Ridella 1987). A
 * common one follows the genes that matter least: proposals of theirs alone pass, and at 5 %
 * accepted it grew to the whole range. */
static void anneal_adapt_steps(const struct anneal *anneal, struct anneal_chain *chain,
                               const int32_t *proposal, double probability) {
    const struct anneal_options *options = anneal->options;
    double surplus = probability - options->target_acceptance * neutral_acceptance;
    double largest = anneal_largest_step(anneal);
    for (int j = 0; j < anneal->setup.dim; j++) {
        if (proposal[j] == chain->current[j]) continue;
        double step = chain->steps[j] * exp(step_gain * surplus);
        chain->steps[j] = fmin(fmax(step, options->step_min), largest);
    }
}

/* Takes a duel: the chain's point, steps and acceptance. */
static void anneal_tell_duel(struct anneal *anneal, int generation, int c, const int32_t *proposal,
                             struct advantage advantage) {
    struct anneal_chain *chain = &anneal->chains[c];
    struct rng rng =
        rng_keyed(anneal->setup.seed, PURPOSE_ACCEPT, (uint64_t)generation, (uint64_t)c);
    double probability = anneal_acceptance(advantage, chain->temperature);
    bool accepted = rng_unit(&rng) < probability;
    chain->acceptance += acceptance_gain * (probability - chain->acceptance);
    chain->still = accepted ? 0 : chain->still + 1;
    anneal_adapt_steps(anneal, chain, proposal, probability);
    if (accepted) memcpy(chain->current, proposal, (size_t)anneal->setup.dim * sizeof *proposal);
}

/* The best chain's point replaces the worst's, which keeps its own temperature and steps. */
static void anneal_tell_exchange(struct anneal *anneal, const struct fitness *fitness) {
    int ranking[ANNEAL_CHAINS_MAX], chains = anneal->options->chains;
    fitness_rank(fitness, chains, ranking);
    memmove(anneal->chains[ranking[chains - 1]].current, anneal->chains[ranking[0]].current,
            (size_t)anneal->setup.dim * sizeof *anneal->genes);
}

/* Whether the temperature is still being measured, after taking this generation's samples. */
static bool anneal_measure(struct anneal *anneal, const struct comparison *duels) {
    if (anneal->options->temperature > 0 || anneal->sample_count == ANNEAL_SAMPLES) return false;
    int chains = anneal->options->chains;
    for (int c = 0; c < chains && anneal->sample_count < ANNEAL_SAMPLES; c++) {
        if (duels[c].pairs > 0)
            anneal->samples[anneal->sample_count++] = anneal_advantage(&duels[c]);
    }
    for (int c = 0; c < chains; c++)
        anneal->chains[c].temperature = anneal_measured_temperature(anneal);
    return true;
}

static void anneal_tell_duels(struct anneal *anneal, int generation, const struct outcome *outcome,
                              struct metrics *metrics) {
    struct comparison duels[ANNEAL_CHAINS_MAX];
    int chains = anneal->options->chains;
    for (int c = 0; c < chains; c++) duels[c] = outcome_compare(outcome, 2 * c + 1, 2 * c);
    bool measuring = anneal_measure(anneal, duels);
    double noise = 0;
    for (int c = 0; c < chains; c++) {
        if (duels[c].pairs == 0) continue;
        struct advantage advantage = anneal_advantage(&duels[c]);
        anneal_tell_duel(anneal, generation, c, population_get(outcome->population, 2 * c + 1),
                         advantage);
        if (!measuring) anneal_cool(anneal, &anneal->chains[c]);
        noise += sqrt(advantage.variance) / chains;
    }
    metrics_add(metrics, noise, "noise");
}

/* ---- the champion ---- */

static void anneal_update_mean(struct anneal *anneal) {
    int chains = anneal->options->chains;
    double units[ANNEAL_CHAINS_MAX];
    anneal->told++;
    for (int j = 0; j < anneal->setup.dim; j++) {
        for (int c = 0; c < chains; c++)
            units[c] = scale_unit(&anneal->setup.ranges[j], anneal->chains[c].current[j]);
        double mean = scale_mean(&anneal->setup.ranges[j], anneal->setup.options->bounds, units,
                                 NULL, chains);
        double power = mean == 0 || mean == 1 ? mean_power_on_bound : mean_power;
        anneal->mean[j] += (power + 1) / (power + anneal->told) * (mean - anneal->mean[j]);
    }
}

void anneal_mean(const struct anneal *anneal, int32_t *out) {
    scale_values(anneal->setup.ranges, anneal->setup.dim, anneal->mean, out);
}

static int anneal_champion(const void *self, int32_t *out) {
    anneal_mean(self, out);
    return -1;
}

static int anneal_chains(const void *self, int most, int32_t *out) {
    const struct anneal *anneal = self;
    int count = min_int(most, anneal->options->chains);
    size_t dim = (size_t)anneal->setup.dim;
    for (int c = 0; c < count; c++)
        memcpy(out + (size_t)c * dim, anneal->chains[c].current, dim * sizeof *out);
    return count;
}

/* ---- the log ---- */

static double anneal_mean_step(const struct anneal *anneal, const struct anneal_chain *chain) {
    double sum = 0;
    for (int j = 0; j < anneal->setup.dim; j++) sum += chain->steps[j];
    return sum / anneal->setup.dim;
}

static void anneal_log(const struct anneal *anneal, struct metrics *metrics) {
    int chains = anneal->options->chains;
    double temperature = 0, acceptance = 0, step = 0;
    for (int c = 0; c < chains; c++) {
        const struct anneal_chain *chain = &anneal->chains[c];
        temperature += chain->temperature / chains;
        acceptance += chain->acceptance / chains;
        step += anneal_mean_step(anneal, chain) / chains;
    }
    metrics_add(metrics, temperature, "temperature");
    metrics_add(metrics, acceptance, "acceptance");
    metrics_add(metrics, step, "step");
}

static void anneal_tell(void *self, int generation, const struct outcome *outcome,
                        struct metrics *metrics) {
    struct anneal *anneal = self;
    if (anneal_exchanges(anneal, generation))
        anneal_tell_exchange(anneal, outcome->fitness);
    else
        anneal_tell_duels(anneal, generation, outcome, metrics);
    anneal_update_mean(anneal);
    anneal_log(anneal, metrics);
}

/* ---- save and load ---- */

/* Grows with each change after which a state leads elsewhere. */
enum { anneal_revision = 2 };

static void anneal_save(const void *self, struct text *out) {
    const struct anneal *anneal = self;
    int chains = anneal->options->chains, dim = anneal->setup.dim;
    text_add(out, "anneal %d %d %d\nsamples %d", anneal_revision, chains, dim,
             anneal->sample_count);
    for (int k = 0; k < anneal->sample_count; k++) {
        saved_add_real(out, anneal->samples[k].mean);
        saved_add_real(out, anneal->samples[k].variance);
    }
    text_add(out, "\nmean %d", anneal->told);
    saved_add_reals(out, anneal->mean, (size_t)dim);
    for (int c = 0; c < chains; c++) {
        const struct anneal_chain *chain = &anneal->chains[c];
        text_add(out, "chain %d", chain->still);
        saved_add_real(out, chain->temperature);
        saved_add_real(out, chain->acceptance);
        text_add(out, "\nsteps");
        saved_add_reals(out, chain->steps, (size_t)dim);
        saved_add_vector(out, chain->current, dim);
    }
}

static int anneal_read_samples(struct anneal *anneal, struct saved *saved) {
    if (saved_word(saved, "samples") ||
        saved_integer(saved, "number of samples", 0, ANNEAL_SAMPLES, &anneal->sample_count))
        return -1;
    for (int k = 0; k < anneal->sample_count; k++)
        if (saved_real(saved, "sample mean", -1, 1, &anneal->samples[k].mean) ||
            saved_real(saved, "sample variance", 0, 2, &anneal->samples[k].variance))
            return -1;
    return 0;
}

static int anneal_read_mean(struct anneal *anneal, struct saved *saved) {
    if (saved_word(saved, "mean") ||
        saved_integer(saved, "generations", 0, INT32_MAX - 1, &anneal->told))
        return -1;
    return saved_reals(saved, "mean", 0, 1, anneal->mean, (size_t)anneal->setup.dim);
}

static int anneal_read_chain(const struct anneal *anneal, struct anneal_chain *chain,
                             struct saved *saved) {
    int dim = anneal->setup.dim;
    if (saved_word(saved, "chain") ||
        saved_integer(saved, "generations without acceptance", 0, INT32_MAX, &chain->still) ||
        saved_real(saved, "temperature", 0, DBL_MAX, &chain->temperature) ||
        saved_real(saved, "acceptance", 0, 1, &chain->acceptance) || saved_word(saved, "steps") ||
        saved_reals(saved, "step", 0, 1, chain->steps, (size_t)dim))
        return -1;
    return saved_vector(saved, anneal->setup.ranges, dim, chain->current);
}

int anneal_read(struct anneal *anneal, struct saved *saved) {
    int chains = anneal->options->chains, dim = anneal->setup.dim, found;
    if (saved_word(saved, "anneal") ||
        saved_integer(saved, "revision of annealing", anneal_revision, anneal_revision, &found) ||
        saved_integer(saved, "chains", chains, chains, &found) ||
        saved_integer(saved, "dimension", dim, dim, &found) || anneal_read_samples(anneal, saved) ||
        anneal_read_mean(anneal, saved))
        return -1;
    for (int c = 0; c < chains; c++)
        if (anneal_read_chain(anneal, &anneal->chains[c], saved)) return -1;
    return 0;
}

static int anneal_load(void *self, const char *text, struct error *error) {
    struct saved saved = {text, error};
    return anneal_read(self, &saved) ? -1 : saved_end(&saved);
}

static void anneal_rescale(void *self, const struct optimizer_setup *to) {
    const struct anneal *anneal = self;
    const struct anneal_options *options = anneal->options;
    optimizer_rescale_points(&anneal->setup, to, anneal->mean);
    for (int c = 0; c < options->chains; c++) {
        const struct anneal_chain *chain = &anneal->chains[c];
        optimizer_rescale_vector(to, chain->current);
        for (int j = 0; j < to->dim; j++) {
            double step = chain->steps[j] * optimizer_stretch(&anneal->setup, to, j);
            chain->steps[j] = fmin(fmax(step, options->step_min), options->step_max);
        }
    }
}

const struct optimizer_kind anneal_kind = {
    .name = "anneal",
    .doc = "simulated annealing",
    .step = "step",
    .options_size = sizeof(struct anneal_options),
    .keys = anneal_keys,
    .compares = "a proposal with its chain",
    .scheduled = anneal_scheduled,
    .check = anneal_check,
    .create = anneal_create,
    .destroy = anneal_destroy,
    .population_max = anneal_population_max,
    .ask = anneal_ask,
    .tell = anneal_tell,
    .champion = anneal_champion,
    .chains = anneal_chains,
    .save = anneal_save,
    .load = anneal_load,
    .rescale = anneal_rescale,
};
