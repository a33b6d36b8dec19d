/*
 * What the temperature, the step and the penalty follow was measured on a simulated game; the
 * figures stand beside each choice.
 *
 * A chain at the temperature of its games' noise has a share of that in each parameter, so that
 * with many it walks far below the optimum, and the mean of a few such walks is far off. Proposals
 * that take half their genes from another chain's point walk less and mix faster. Logits below the
 * optimum of `hone compare-optimizers --function logistic`, 15 pairs, 6 seeds, 10 and 64 genes
 * after 100 000 games, then after a million (the genetic algorithm 0.027, 0.460, 0.002, 0.030): 4
 * chains by themselves 0.033, 0.614, 0.014, 0.356; with crossover 8 chains 0.028, 0.330, 0.006,
 * 0.115, 32 0.024, 0.249, 0.008, 0.091, 64 0.023, 0.222, 0.008, 0.071. By themselves 32 chains were
 * worse than 4, 0.5 after a million; with a tenth of the genes in place of half 0.25; accepted
 * without the penalty 0.10. What made no difference there: the best chain's point in place of the
 * worst's, judged by their duels; pairs that grow tenfold over the run; the temperature at 0.15 or
 * 0.3 of the noise.
 *
 * A ladder of temperatures, whose neighbours duel every sixth generation and exchange their points
 * by the penalty method, loses: the lowest one is that of the games' noise, at which four of five
 * exchanges are accepted and say little. Medians of 8 seeds, a million games and 20 pairs,
 * rastrigin with 10 genes and logistic with 64: 32 chains 1.32 0.093; the hottest three times as
 * hot as the coldest 2.25 0.133, of those the mean of the coldest quarter alone 2.49 0.125; ten
 * times 3.34 0.270; 8 chains without crossover 4.93 0.532, three times 5.15 0.900, of those the
 * coldest two 4.09 0.590.
 */
#include "tuner/optimize/anneal.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "tuner/optimize/purpose.h"
#include "tuner/optimize/scale.h"

/* The lowest useful temperature, in deviations of the comparison's noise. At T = c times the
 * noise a proposal is surely accepted from an advantage of 1 / (2 c) deviations on: below, the
 * penalty asks for more evidence than one comparison can give and the chain stands still; above,
 * it takes too many steps back.
 * Logits that the mean of the chains is below the optimum after 160 k games of the simulated game
 * of tuner/study/simulator.h, 10 and 65 parameters, 20 pairs a comparison, 12 seeds: c = 0.15:
 * 0.06, 0.76; 0.3: 0.04, 0.67; 0.6: 0.03, 0.61; 1: 0.04, 0.72. (The chains themselves, for which
 * 0.3 was best: 0.17, 1.23; without the penalty 0.39, 2.35.) */
static const double noise_floor = 0.6;
/* The share of the first proposals that the measured temperature accepts. Between 0.2 and 0.8 it
 * made no difference. */
static const double initial_acceptance = 0.5;
/* How fast the steps and the running acceptance follow. */
static const double step_gain = 0.2, acceptance_gain = 0.1;
/* The point of generation t counts as t to this power in the mean: the last half of a run for
 * fifteen sixteenths, whenever that is (Shamir & Zhang 2013, "polynomial-decay averaging"). */
static const double mean_power = 3;

static const char *const anneal_coolings[] = {
    [COOLING_GEOMETRIC] = "geometric", [COOLING_ADAPTIVE] = "adaptive", NULL};

#define NUMBER(...) OPTIMIZER_NUMBER(struct anneal_options, __VA_ARGS__)
#define NAMES(...) OPTIMIZER_NAMES(struct anneal_options, __VA_ARGS__)
static const struct optimizer_key anneal_keys[] = {
    NUMBER(chains, 1, ANNEAL_CHAINS_MAX, 32, "chains that walk side by side"),
    NAMES(cooling, anneal_coolings, COOLING_GEOMETRIC,
          "geometric: by the same factor each generation; adaptive: by what was accepted"),
    NUMBER(temperature, 0, 1, 0, "first temperature in points a game; 0: measured"),
    NUMBER(cooling_rate, 0.01, 1, 0.97, "factor of the temperature in a generation"),
    NUMBER(step, 1e-6, 1, 0.1, "first deviation of a proposal, as a part of a parameter's range"),
    NUMBER(step_min, 1e-6, 1, 0.01, "smallest step"),
    NUMBER(step_max, 1e-6, 1, 0.5, "largest step"),
    NUMBER(target_acceptance, 0.01, 0.99, 0.3,
           "share of accepted proposals that the step is adapted to"),
    NUMBER(crossover, 0, 0.5, 0.5,
           "share of a proposal's genes that come from another chain's point"),
    NUMBER(genes, 0, 1, 0.1, "share of the genes that a proposal moves, one at least"),
    NUMBER(reheat_after, 0, 1e6, 20,
           "generations without an acceptance before reheating; 0: never"),
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

/* ---- the noise ---- */

/* One pair's difference is at most 4 pair points, so 4 of them are 1 point a game. The variance
 * of a pair's difference is estimated as if one pair more had shown that of two even games, 8:
 * few pairs that all went the same way are no proof. */
struct advantage anneal_advantage(const struct comparison *comparison) {
    if (comparison->pairs == 0) return (struct advantage){0, INFINITY};
    double pairs = (double)comparison->pairs, sum = (double)comparison->sum;
    double deviations = (double)comparison->sum_of_squares - sum * sum / pairs;
    return (struct advantage){sum / pairs / 4, (deviations + 8) / pairs / pairs / 16};
}

double anneal_acceptance(struct advantage advantage, double temperature) {
    double penalty = advantage.variance / (2 * temperature * temperature);
    return fmin(1, exp(advantage.mean / temperature - penalty));
}

double anneal_neutral_acceptance(double variance, double temperature) {
    return erfc(sqrt(variance / 8) / temperature);
}

/* The temperature at which `initial_acceptance` of the samples would be accepted; acceptance
 * grows with it, so it is found by halving an interval on the logarithmic scale. */
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
            .acceptance = options->target_acceptance,
        };
        memcpy(anneal->chains[c].current, vectors + (size_t)(c % count) * dim,
               dim * sizeof *vectors);
    }
}

static void *anneal_create(const struct optimizer_setup *setup) {
    struct anneal *anneal = xmalloc(sizeof *anneal);
    *anneal =
        (struct anneal){.setup = *setup, .options = optimizer_own(setup->options, &anneal_kind)};
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

/* Moves each of the chosen genes by a normal step of its own size; one is always chosen. */
static void anneal_propose(const struct anneal *anneal, int generation, int c, int32_t *out) {
    const struct anneal_chain *chain = &anneal->chains[c];
    struct rng rng =
        rng_keyed(anneal->setup.seed, PURPOSE_PROPOSE, (uint64_t)generation, (uint64_t)c);
    int dim = anneal->setup.dim, sure = (int)rng_below(&rng, (uint32_t)dim);
    double crossover = anneal->options->crossover;
    const int32_t *partner = crossover > 0 ? anneal_partner(anneal, c, &rng) : NULL;
    for (int j = 0; j < dim; j++) {
        bool chosen = rng_unit(&rng) < anneal->options->genes;
        out[j] = (partner && rng_unit(&rng) < crossover ? partner : chain->current)[j];
        if (chosen || j == sure)
            out[j] =
                scale_step(&anneal->setup.params[j], out[j], chain->steps[j] * rng_normal(&rng));
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

/* The steps of the genes that a proposal changed grow while more is accepted than the target, and
 * shrink while less is. Each gene has a step of its own (Corana, Marchesi, Martini & Ridella 1987),
 * since one for all follows those that matter least: proposals of theirs alone pass, and at 5 %
 * accepted it grew to the whole range. Under noise even a step of no effect is refused now and
 * then, so the target is a part of what equals get: without that the steps shrink for ever after an
 * acceptance that they cannot reach. */
static void anneal_adapt_steps(const struct anneal *anneal, struct anneal_chain *chain,
                               const int32_t *proposal, double surplus) {
    const struct anneal_options *options = anneal->options;
    for (int j = 0; j < anneal->setup.dim; j++) {
        if (proposal[j] == chain->current[j]) continue;
        double step = chain->steps[j] * exp(step_gain * surplus);
        chain->steps[j] = fmin(fmax(step, options->step_min), options->step_max);
    }
}

/* Takes a duel: the chain's point, step, temperature and acceptance. */
static void anneal_tell_duel(struct anneal *anneal, int generation, int c, const int32_t *proposal,
                             struct advantage advantage) {
    struct anneal_chain *chain = &anneal->chains[c];
    struct rng rng =
        rng_keyed(anneal->setup.seed, PURPOSE_ACCEPT, (uint64_t)generation, (uint64_t)c);
    chain->temperature = fmax(chain->temperature, noise_floor * sqrt(advantage.variance));
    double probability = anneal_acceptance(advantage, chain->temperature);
    double neutral = anneal_neutral_acceptance(advantage.variance, chain->temperature);
    bool accepted = rng_unit(&rng) < probability;
    chain->acceptance += acceptance_gain * (probability - chain->acceptance);
    chain->still = accepted ? 0 : chain->still + 1;
    anneal_adapt_steps(anneal, chain, proposal,
                       probability - anneal->options->target_acceptance * neutral);
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
    double rate = (mean_power + 1) / (mean_power + ++anneal->told);
    for (int j = 0; j < anneal->setup.dim; j++) {
        double sum = 0;
        for (int c = 0; c < chains; c++)
            sum += scale_unit(&anneal->setup.params[j], anneal->chains[c].current[j]);
        anneal->mean[j] += rate * (sum / chains - anneal->mean[j]);
    }
}

void anneal_mean(const struct anneal *anneal, int32_t *out) {
    scale_values(anneal->setup.params, anneal->setup.dim, anneal->mean, out);
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
        double own = anneal_mean_step(anneal, chain);
        metrics_add(metrics, chain->temperature, "chain%d.temperature", c);
        metrics_add(metrics, chain->acceptance, "chain%d.acceptance", c);
        metrics_add(metrics, own, "chain%d.step", c);
        metrics_add(metrics, chain->still, "chain%d.still", c);
        temperature += chain->temperature / chains;
        acceptance += chain->acceptance / chains;
        step += own / chains;
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

static void anneal_save(const void *self, struct text *out) {
    const struct anneal *anneal = self;
    int chains = anneal->options->chains, dim = anneal->setup.dim;
    text_add(out, "anneal %d %d\nsamples %d", chains, dim, anneal->sample_count);
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
    return saved_vector(saved, anneal->setup.params, dim, chain->current);
}

int anneal_read(struct anneal *anneal, struct saved *saved) {
    int chains = anneal->options->chains, dim = anneal->setup.dim, found;
    if (saved_word(saved, "anneal") || saved_integer(saved, "chains", chains, chains, &found) ||
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

const struct optimizer_kind anneal_kind = {
    .name = "anneal",
    .doc = "simulated annealing",
    .options_size = sizeof(struct anneal_options),
    .keys = anneal_keys,
    .compares = "a proposal with its chain",
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
};
