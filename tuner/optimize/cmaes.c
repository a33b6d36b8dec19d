/*
 * cmaes: covariance matrix adaptation (Hansen 2016, "The CMA evolution strategy: a tutorial", arXiv
 * 1604.00772), in the unit cube that each parameter's own scale makes. The covariance is full, or
 * diagonal where there are many parameters (Ros & Hansen 2008, "A simple modification in CMA-ES
 * achieving linear time and space complexity"). All vectors of a generation are one group.
 *
 * The champion is the mean, which did not play: of all vectors it depends least on the luck of one
 * generation.
 *
 * Bounds: a sample beyond one is reflected, and learned from where it was played, so the mean stays
 * in the cube. But means of reflected samples end inside wherever the best value is. So with bounds
 * that clamp, once the mean is near, a sample beyond plays as the bound and is learned from where
 * it was drawn. The mean stops a deviation behind the bound, and the paths follow its actual moves.
 *
 * Under noise a generation must have many games, of many vectors. Adapted steps alone then stall:
 * ranks that are mostly luck shrink the steps long before the optimum, and the covariance with
 * them. There are three remedies.
 *
 * step_end: steps fall over the run by a schedule, early and then slowly, instead of by ranks. The
 * determinant of the covariance is kept at 1, and the rates fall too, so that the mean averages
 * over more games.
 *
 * reliability: pairs follow the results. A generation has a tenth more than the last while luck
 * makes up more of the differences in fitness than wanted. The run's length need not be known.
 *
 * signal: steps are held so wide that a wanted part of the differences in fitness is no luck, up to
 * the first step. The determinant is kept at 1, and the mean follows by the part that is no luck.
 * The champion is the mean of the means over the run, of which late ones and those of small steps
 * count most.
 *
 * Large samples and small steps are Beyer's (1998, "Mutate large, but inherit small!"); Nomura,
 * Akimoto & Ono (2023, "CMA-ES with learning rate adaptation") get there by the rates alone. What
 * all this was measured by: results/records/optimizer-settings.md.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "tuner/optimize/optimizer.h"
#include "tuner/optimize/purpose.h"
#include "tuner/optimize/saved.h"
#include "tuner/optimize/triangular.h"

enum cmaes_covariance { CMAES_AUTO, CMAES_FULL, CMAES_SEPARABLE };
static const char *const cmaes_covariances[] = {
    [CMAES_AUTO] = "auto", [CMAES_FULL] = "full", [CMAES_SEPARABLE] = "separable", NULL};

struct cmaes_options {
    int population; /* 0: by the number of parameters */
    enum cmaes_covariance covariance;
    double step, step_end, fall;
    double signal, reliability;
};

/* The most parameters for a full covariance, by default and at all: time grows with the cube. */
enum { CMAES_FULL_DIM = 100, CMAES_FULL_DIM_MAX = 2000 };

/* With step_end: factors of the tutorial's rates, the mean's and the covariance's, at the beginning
 * and at the end. */
static const double mean_rates[] = {1, 0.25}, covariance_rates[] = {0.3, 0.1};

/* With reliability: the pairs of the first generation, the fewest, and the factor from one
 * generation to the next. */
static const double pairs_first = 6, pairs_least = 2, pairs_gain = 1.1;

/* With signal: the rate of its running mean, a lengthening of the path while there is no signal at
 * all, and the power of a generation's number by which it counts in the champion. */
static const double signal_gain = 0.1, signal_surplus = 0.2, mean_power = 3;

/* With bounds that clamp: how near, in deviations of a vector, the mean is when vectors are no
 * longer reflected, and how far it goes beyond; with wider deviations the run still counts as
 * beginning. */
static const double mean_near = 0.8, mean_beyond = 1, wide = 0.2;

#define NUMBER(...) OPTIMIZER_NUMBER(struct cmaes_options, __VA_ARGS__)
static const struct optimizer_key cmaes_keys[] = {
    NUMBER(population, 0, 10000, 0,
           "vectors of a generation; 0: 4 + 3 ln n for n parameters, few where games decide"),
    OPTIMIZER_NAMES(struct cmaes_options, covariance, cmaes_covariances, CMAES_AUTO,
                    "full: of all pairs of parameters; separable: none; auto: full up to 100"),
    NUMBER(step, 1e-6, 1, 0.3, "first deviation of a vector, as a part of a parameter's reach"),
    NUMBER(step_end, 0, 1, 0, "last deviation, for noisy games; 0: adapted by the tutorial's rule"),
    NUMBER(fall, 0.1, 4, 0.4,
           "how steps fall to step_end: 1: by the same factor each generation; less: early, then "
           "slowly"),
    {.name = "signal",
     .value = OPTIMIZER_REAL,
     .offset = offsetof(struct cmaes_options, signal),
     .upper = 0.95,
     .usual = 0.65,
     .earlier = "0",
     .doc =
         "wanted part of the variance of fitness that is no luck: adapted steps stay wide enough "
         "to keep it, up to the first one; 0: they shrink as they do without luck"},
    NUMBER(reliability, 0, 0.95, 0,
           "wanted part of the variance of fitness that is no luck: pairs grow from few up to "
           "fitness.pairs to keep it; 0: always fitness.pairs"),
    {0}};
#undef NUMBER

static const char *cmaes_check(const void *own, int dim, struct error *why) {
    const struct cmaes_options *options = own;
    if (options->population > 0 && options->population < 4) {
        error_set(why, "must be 0 or at least 4, not %d", options->population);
        return "population";
    }
    if (options->covariance == CMAES_FULL && dim > CMAES_FULL_DIM_MAX) {
        error_set(why,
                  "must be \"separable\" or \"auto\" for %d parameters; \"full\" is for %d at most",
                  dim, CMAES_FULL_DIM_MAX);
        return "covariance";
    }
    if (options->step_end <= options->step) return NULL;
    error_set(why, "must not exceed optimizer.cmaes.step, %g", options->step);
    return "step_end";
}

static const char *cmaes_scheduled(const void *own) {
    return ((const struct cmaes_options *)own)->step_end > 0 ? "its steps and rates" : NULL;
}

/* With the tutorial's names. */
struct cmaes {
    struct optimizer_setup setup;
    double step, step_end, fall;
    int lambda, mu;
    double *weights, mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu;
    double chi; /* mean length of a normal vector */
    double sigma;
    double reliability, pairs; /* wanted, and those that are to give it */
    double signal, measured;   /* wanted, 0: steps are not held; and a running mean of what is */
    double *average, weight;   /* of the means so far, and all their weights */
    double *mean, *p_sigma, *p_c;
    struct triangular covariance, factor;
};

extern const struct optimizer_kind cmaes_kind;

/* ---- what falls over the run ---- */

/* By equal factors. */
static double cmaes_between(double from, double to, double part) {
    return from * pow(to / from, part);
}

/* The part of the run that is over. */
static double cmaes_part(const struct cmaes *cmaes, int generations_done) {
    return fmin(1, (double)generations_done / optimizer_schedule(cmaes->setup.options));
}

/* What a rate is multiplied by. */
static double cmaes_rate(const struct cmaes *cmaes, int generation, const double ends[2]) {
    if (cmaes->step_end == 0) return 1;
    return cmaes_between(ends[0], ends[1], cmaes_part(cmaes, generation));
}

/* ---- create ---- */

static double *cmaes_reals(size_t count) {
    return xcalloc(count, sizeof(double));
}

static int cmaes_lambda(const struct cmaes_options *options, int dim) {
    return options->population ? options->population : 4 + (int)(3 * log(dim));
}

/* The better half, weighted by the logarithm of its ranks. */
static void cmaes_set_weights(struct cmaes *cmaes) {
    double sum = 0, squares = 0;
    for (int i = 0; i < cmaes->mu; i++)
        sum += cmaes->weights[i] = log((cmaes->lambda + 1) / 2.0) - log(i + 1);
    for (int i = 0; i < cmaes->mu; i++) {
        cmaes->weights[i] /= sum;
        squares += cmaes->weights[i] * cmaes->weights[i];
    }
    cmaes->mu_eff = 1 / squares;
}

/* The tutorial's table 1; a separable covariance has fewer numbers to learn and learns faster. */
static void cmaes_set_rates(struct cmaes *cmaes) {
    double n = cmaes->setup.dim, mu_eff = cmaes->mu_eff;
    double faster = cmaes->covariance.full ? 1 : (n + 2) / 3;
    cmaes->c_sigma = (mu_eff + 2) / (n + mu_eff + 5);
    cmaes->d_sigma = 1 + 2 * fmax(0, sqrt((mu_eff - 1) / (n + 1)) - 1) + cmaes->c_sigma;
    cmaes->c_c = (4 + mu_eff / n) / (n + 4 + 2 * mu_eff / n);
    cmaes->c_1 = fmin(0.5, faster * 2 / ((n + 1.3) * (n + 1.3) + mu_eff));
    cmaes->c_mu = fmin(1 - cmaes->c_1, faster * 2 * (0.25 + mu_eff + 1 / mu_eff - 2) /
                                           ((n + 2) * (n + 2) + mu_eff));
    cmaes->chi = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
}

static void cmaes_begin(struct cmaes *cmaes) {
    size_t dim = (size_t)cmaes->setup.dim;
    int32_t *start = xcalloc(dim, sizeof *start);
    optimizer_initial(&cmaes->setup, 0, start);
    scale_units(cmaes->setup.ranges, cmaes->setup.dim, start, cmaes->mean);
    for (int j = 0; j < cmaes->setup.dim; j++) *triangular_at(&cmaes->covariance, j, j) = 1;
    triangular_factor(&cmaes->covariance, &cmaes->factor);
    free(start);
}

static void cmaes_allocate(struct cmaes *cmaes, enum cmaes_covariance covariance) {
    int dim = cmaes->setup.dim;
    bool full = covariance == CMAES_AUTO ? dim <= CMAES_FULL_DIM : covariance == CMAES_FULL;
    cmaes->weights = cmaes_reals((size_t)cmaes->mu);
    cmaes->mean = cmaes_reals((size_t)dim);
    cmaes->average = cmaes_reals((size_t)dim);
    cmaes->p_sigma = cmaes_reals((size_t)dim);
    cmaes->p_c = cmaes_reals((size_t)dim);
    triangular_init(&cmaes->covariance, dim, full);
    triangular_init(&cmaes->factor, dim, full);
}

static void *cmaes_create(const struct optimizer_setup *setup) {
    const struct cmaes_options *options = optimizer_own(setup->options, &cmaes_kind);
    struct cmaes *cmaes = xmalloc(sizeof *cmaes);
    *cmaes = (struct cmaes){
        .setup = *setup,
        .step = options->step,
        .step_end = options->step_end,
        .fall = options->fall,
        .lambda = cmaes_lambda(options, setup->dim),
        .sigma = options->step,
        .reliability = options->reliability,
        .pairs = fmin(pairs_first, setup->pairs),
        .signal = options->step_end > 0 ? 0 : options->signal,
        .measured = 1,
    };
    cmaes->mu = cmaes->lambda / 2;
    cmaes_allocate(cmaes, options->covariance);
    cmaes_set_weights(cmaes);
    cmaes_set_rates(cmaes);
    cmaes_begin(cmaes);
    return cmaes;
}

static void cmaes_destroy(void *self) {
    struct cmaes *cmaes = self;
    free(cmaes->weights);
    free(cmaes->mean);
    free(cmaes->average);
    free(cmaes->p_sigma);
    free(cmaes->p_c);
    triangular_destroy(&cmaes->covariance);
    triangular_destroy(&cmaes->factor);
    free(cmaes);
}

static int cmaes_population_max(const struct optimizer_options *options) {
    return cmaes_lambda(optimizer_own(options, &cmaes_kind), INT32_MAX);
}

/* ---- ask ---- */

/* A slot's vector in the cube or, where bounds clamp, around it; the first vector of all is the
 * mean itself, the start. */
static void cmaes_sample(const struct cmaes *cmaes, int generation, int slot, double *out) {
    int dim = cmaes->setup.dim;
    double *z = cmaes_reals((size_t)dim);
    struct rng rng =
        rng_keyed(cmaes->setup.seed, PURPOSE_PROPOSE, (uint64_t)generation, (uint64_t)slot);
    for (int j = 0; j < dim; j++) z[j] = generation + slot > 0 ? rng_normal(&rng) : 0;
    triangular_multiply(&cmaes->factor, z, out);
    for (int j = 0; j < dim; j++) {
        double deviation = cmaes->sigma * optimizer_reach(&cmaes->setup, j);
        out[j] = cmaes->mean[j] + deviation * out[j];
        double room = out[j] < 0 ? cmaes->mean[j] : 1 - cmaes->mean[j];
        if (cmaes->setup.options->bounds == SCALE_REFLECT || room > mean_near * deviation ||
            deviation > wide)
            out[j] = scale_bounded(SCALE_REFLECT, out[j]);
    }
    free(z);
}

static void cmaes_vector(const struct cmaes *cmaes, const double *unit, int32_t *out) {
    scale_values(cmaes->setup.ranges, cmaes->setup.dim, unit, out);
}

static void cmaes_ask(void *self, int generation, struct population *out) {
    struct cmaes *cmaes = self;
    double *unit = cmaes_reals((size_t)out->dim);
    out->count = cmaes->lambda;
    out->group_count = 1;
    memset(out->group, 0, (size_t)out->count * sizeof *out->group);
    for (int slot = 0; slot < out->count; slot++) {
        cmaes_sample(cmaes, generation, slot, unit);
        cmaes_vector(cmaes, unit, population_get(out, slot));
    }
    free(unit);
}

static int cmaes_more(const void *self, int generation, const struct outcome *outcome, int played,
                      bool *on) {
    const struct cmaes *cmaes = self;
    (void)generation, (void)outcome, (void)on;
    if (cmaes->reliability == 0) return cmaes->setup.pairs;
    return played == 0 ? (int)cmaes->pairs : 0;
}

/* ---- tell ---- */

/* The variance of a rate that comes of luck. */
static double cmaes_luck(const struct fitness *fitness) {
    double rate = fitness_rate(fitness), pairs = (double)fitness->pairs, sum = 0;
    for (int points = 0; points <= 4; points++) {
        double off = points / 4.0 - rate;
        sum += (double)fitness->pentanomial[points] * off * off;
    }
    return sum / (pairs * pairs);
}

/* The part of the rates' variance that is not luck; below 0 where luck made them more alike. */
static double cmaes_reliability(const struct cmaes *cmaes, const struct fitness *fitness) {
    double sum = 0, squares = 0, luck = 0, count = cmaes->lambda;
    for (int i = 0; i < cmaes->lambda; i++) {
        double rate = fitness_rate(&fitness[i]);
        sum += rate;
        squares += rate * rate;
        luck += cmaes_luck(&fitness[i]) / count;
    }
    double variance = squares / count - sum / count * (sum / count);
    return variance > 0 ? 1 - luck / variance : 0;
}

static void cmaes_measure_signal(struct cmaes *cmaes, const struct fitness *fitness) {
    double now = fmax(0, cmaes_reliability(cmaes, fitness));
    cmaes->measured += signal_gain * (now - cmaes->measured);
}

/* Re-evaluation (Hansen, Niederberger, Guzzella & Koumoutsakos 2009, "A method for handling
 * uncertainty in evolutionary optimization with an application to feedback control of combustion")
 * is not needed to see how much of the ranks is luck: the pairs of a meeting tell it. */
static void cmaes_adapt_pairs(struct cmaes *cmaes, const struct fitness *fitness) {
    bool enough = cmaes_reliability(cmaes, fitness) > cmaes->reliability;
    cmaes->pairs *= enough ? 1 / pairs_gain : pairs_gain;
    cmaes->pairs = fmin(fmax(cmaes->pairs, pairs_least), cmaes->setup.pairs);
}

/* The steps from the mean to the better half, best first, in parts of sigma: mu rows. */
static double *cmaes_steps(const struct cmaes *cmaes, int generation,
                           const struct fitness *fitness) {
    int dim = cmaes->setup.dim, *ranking = xcalloc((size_t)cmaes->lambda, sizeof *ranking);
    double *steps = cmaes_reals((size_t)cmaes->mu * (size_t)dim);
    fitness_rank(fitness, cmaes->lambda, ranking);
    for (int i = 0; i < cmaes->mu; i++) {
        double *step = steps + (size_t)i * (size_t)dim;
        cmaes_sample(cmaes, generation, ranking[i], step);
        for (int j = 0; j < dim; j++)
            step[j] =
                (step[j] - cmaes->mean[j]) / (cmaes->sigma * optimizer_reach(&cmaes->setup, j));
    }
    free(ranking);
    return steps;
}

/* path = (1 - rate) * path + what keeps its variance * step. */
static void cmaes_walk(const struct cmaes *cmaes, double *path, double rate, double part,
                       const double *step) {
    double kept = sqrt(rate * (2 - rate) * cmaes->mu_eff);
    for (int j = 0; j < cmaes->setup.dim; j++)
        path[j] = (1 - rate) * path[j] + part * kept * step[j];
}

static double cmaes_length(const struct cmaes *cmaes, const double *vector) {
    double squares = 0;
    for (int j = 0; j < cmaes->setup.dim; j++) squares += vector[j] * vector[j];
    return sqrt(squares);
}

/* Both paths go on by the mean's step; whether p_sigma is so long that p_c must wait. */
static bool cmaes_update_paths(struct cmaes *cmaes, int generation, const double *step) {
    double *white = cmaes_reals((size_t)cmaes->setup.dim);
    triangular_solve(&cmaes->factor, step, white);
    cmaes_walk(cmaes, cmaes->p_sigma, cmaes->c_sigma, 1, white);
    free(white);
    double begun = sqrt(1 - exp(2 * (generation + 1.0) * log(1 - cmaes->c_sigma)));
    double length = cmaes_length(cmaes, cmaes->p_sigma) / begun;
    bool stalled = length >= (1.4 + 2 / (cmaes->setup.dim + 1.0)) * cmaes->chi;
    cmaes_walk(cmaes, cmaes->p_c, cmaes->c_c, stalled ? 0 : 1, step);
    return stalled;
}

static void cmaes_update_covariance(struct cmaes *cmaes, const double *steps, bool stalled,
                                    double rate) {
    double c_1 = rate * cmaes->c_1, c_mu = rate * cmaes->c_mu;
    double lost = stalled ? c_1 * cmaes->c_c * (2 - cmaes->c_c) : 0;
    triangular_scale(&cmaes->covariance, 1 - c_1 - c_mu + lost);
    triangular_add_square(&cmaes->covariance, c_1, cmaes->p_c);
    for (int i = 0; i < cmaes->mu; i++)
        triangular_add_square(&cmaes->covariance, c_mu * cmaes->weights[i],
                              steps + (size_t)i * (size_t)cmaes->setup.dim);
    triangular_factor(&cmaes->covariance, &cmaes->factor);
}

/* Makes the determinant 1, so that sigma alone says how long steps are: how many times as long they
 * were by it. */
static double cmaes_normalise(struct cmaes *cmaes) {
    int dim = cmaes->setup.dim;
    double logarithm = 0;
    for (int j = 0; j < dim; j++) logarithm += log(*triangular_at(&cmaes->factor, j, j)) / dim;
    triangular_scale(&cmaes->covariance, exp(-2 * logarithm));
    for (int j = 0; j < dim; j++) cmaes->p_c[j] *= exp(-logarithm);
    triangular_factor(&cmaes->covariance, &cmaes->factor);
    return exp(logarithm);
}

static void cmaes_schedule_sigma(struct cmaes *cmaes, int generation) {
    double part = pow(cmaes_part(cmaes, generation + 1), cmaes->fall);
    cmaes_normalise(cmaes);
    cmaes->sigma = fmax(cmaes_between(cmaes->step, cmaes->step_end, part), 1e-9);
}

/* The step, at most the whole reach. While too much of the differences is luck it does not shrink,
 * and grows up to the first step. */
static void cmaes_adapt_sigma(struct cmaes *cmaes) {
    double surplus = cmaes_length(cmaes, cmaes->p_sigma) / cmaes->chi - 1, most = 1;
    if (cmaes->measured < cmaes->signal) {
        surplus = fmax(surplus, 0) + signal_surplus * (1 - cmaes->measured / cmaes->signal);
        most = fmax(cmaes->sigma, cmaes->step);
    }
    cmaes->sigma *= exp(fmin(1, cmaes->c_sigma / cmaes->d_sigma * surplus));
    cmaes->sigma = fmin(fmax(cmaes->sigma, 1e-9), most);
}

/* Moves the mean; `step` becomes the move that was possible. Where bounds clamp, the mean goes a
 * little beyond: noise that is pushed back at the bound itself would leave it inside on average. */
static void cmaes_move(struct cmaes *cmaes, double rate, double *step) {
    bool clamps = cmaes->setup.options->bounds == SCALE_CLAMP;
    for (int j = 0; j < cmaes->setup.dim; j++) {
        double deviation = cmaes->sigma * optimizer_reach(&cmaes->setup, j);
        double part = rate * deviation, beyond = clamps ? mean_beyond * deviation : 0;
        double to = cmaes->mean[j] + part * step[j], within = fmin(fmax(to, -beyond), 1 + beyond);
        if (to != within) step[j] = (within - cmaes->mean[j]) / part;
        cmaes->mean[j] = within;
    }
}

static void cmaes_update_average(struct cmaes *cmaes, int generation) {
    double weight = pow(generation + 1.0, mean_power) / (cmaes->sigma * cmaes->sigma);
    cmaes->weight += weight;
    for (int j = 0; j < cmaes->setup.dim; j++)
        cmaes->average[j] += weight / cmaes->weight * (cmaes->mean[j] - cmaes->average[j]);
}

static void cmaes_log(const struct cmaes *cmaes, const struct fitness *fitness,
                      struct metrics *metrics) {
    int dim = cmaes->setup.dim;
    double best = 0, deviation = 0;
    for (int i = 0; i < cmaes->lambda; i++) best = fmax(best, fitness_rate(&fitness[i]));
    for (int j = 0; j < dim; j++)
        deviation += cmaes->sigma * sqrt(*triangular_at(&cmaes->covariance, j, j)) / dim;
    metrics_add(metrics, best, "best");
    metrics_add(metrics, cmaes->sigma, "sigma");
    metrics_add(metrics, deviation, "deviation");
    if (cmaes->reliability > 0) metrics_add(metrics, cmaes->pairs, "pairs");
    if (cmaes->signal > 0) metrics_add(metrics, cmaes->measured, "signal");
}

static void cmaes_tell(void *self, int generation, const struct outcome *outcome,
                       struct metrics *metrics) {
    struct cmaes *cmaes = self;
    int dim = cmaes->setup.dim;
    double *steps = cmaes_steps(cmaes, generation, outcome->fitness);
    double *mean_step = cmaes_reals((size_t)dim);
    for (int i = 0; i < cmaes->mu; i++)
        for (int j = 0; j < dim; j++)
            mean_step[j] += cmaes->weights[i] * steps[(size_t)i * (size_t)dim + (size_t)j];
    if (cmaes->signal > 0) cmaes_measure_signal(cmaes, outcome->fitness);
    cmaes_move(cmaes, cmaes->measured * cmaes_rate(cmaes, generation, mean_rates), mean_step);
    bool stalled = cmaes_update_paths(cmaes, generation, mean_step);
    cmaes_update_covariance(cmaes, steps, stalled, cmaes_rate(cmaes, generation, covariance_rates));
    if (cmaes->signal > 0) cmaes_normalise(cmaes);
    if (cmaes->step_end > 0)
        cmaes_schedule_sigma(cmaes, generation);
    else
        cmaes_adapt_sigma(cmaes);
    if (cmaes->signal > 0) cmaes_update_average(cmaes, generation);
    if (cmaes->reliability > 0) cmaes_adapt_pairs(cmaes, outcome->fitness);
    cmaes_log(cmaes, outcome->fitness, metrics);
    free(mean_step);
    free(steps);
}

static int cmaes_champion(const void *self, int32_t *out) {
    const struct cmaes *cmaes = self;
    cmaes_vector(cmaes, cmaes->signal > 0 ? cmaes->average : cmaes->mean, out);
    return -1;
}

/* ---- save and load ---- */

static void cmaes_save(const void *self, struct text *out) {
    const struct cmaes *cmaes = self;
    size_t dim = (size_t)cmaes->setup.dim;
    text_add(out, "cmaes %d\nsigma", cmaes->setup.dim);
    saved_add_reals(out, &cmaes->sigma, 1);
    saved_add_reals(out, cmaes->mean, dim);
    saved_add_reals(out, cmaes->p_sigma, dim);
    saved_add_reals(out, cmaes->p_c, dim);
    saved_add_reals(out, cmaes->covariance.entries, cmaes->covariance.count);
    if (cmaes->reliability > 0) {
        text_add(out, "pairs");
        saved_add_reals(out, &cmaes->pairs, 1);
    }
    if (cmaes->signal == 0) return;
    text_add(out, "signal");
    saved_add_reals(out, &cmaes->measured, 1);
    saved_add_reals(out, &cmaes->weight, 1);
    saved_add_reals(out, cmaes->average, dim);
}

static int cmaes_load(void *self, const char *text, struct error *error) {
    const double most = 1e100;
    struct cmaes *cmaes = self;
    struct saved saved = {text, error};
    size_t dim = (size_t)cmaes->setup.dim;
    int found;
    if (saved_word(&saved, "cmaes") ||
        saved_integer(&saved, "dimension", (int)dim, (int)dim, &found) ||
        saved_word(&saved, "sigma") || saved_real(&saved, "sigma", 1e-9, 1, &cmaes->sigma) ||
        saved_reals(&saved, "mean", -1, 2, cmaes->mean, dim) ||
        saved_reals(&saved, "p_sigma", -most, most, cmaes->p_sigma, dim) ||
        saved_reals(&saved, "p_c", -most, most, cmaes->p_c, dim) ||
        saved_reals(&saved, "covariance", -most, most, cmaes->covariance.entries,
                    cmaes->covariance.count))
        return -1;
    triangular_factor(&cmaes->covariance, &cmaes->factor);
    if (cmaes->reliability > 0 &&
        (saved_word(&saved, "pairs") || saved_real(&saved, "pairs", 1, 1e9, &cmaes->pairs)))
        return -1;
    if (cmaes->signal > 0 &&
        (saved_word(&saved, "signal") || saved_real(&saved, "signal", 0, 1, &cmaes->measured) ||
         saved_real(&saved, "weight", 0, most, &cmaes->weight) ||
         saved_reals(&saved, "average", -1, 2, cmaes->average, dim)))
        return -1;
    return saved_end(&saved);
}

/* Steps keep their length in the parameters' own units. What the paths say in terms of the
 * covariance's factor, whose rows are stretched likewise, stays as it is. */
static void cmaes_rescale(void *self, const struct optimizer_setup *to) {
    struct cmaes *cmaes = self;
    optimizer_rescale_points(&cmaes->setup, to, cmaes->mean);
    optimizer_rescale_points(&cmaes->setup, to, cmaes->average);
    for (int i = 0; i < to->dim; i++) {
        double stretch = optimizer_stretch(&cmaes->setup, to, i);
        cmaes->p_c[i] *= stretch;
        for (int j = cmaes->covariance.full ? 0 : i; j <= i; j++)
            *triangular_at(&cmaes->covariance, i, j) *=
                stretch * optimizer_stretch(&cmaes->setup, to, j);
    }
    triangular_factor(&cmaes->covariance, &cmaes->factor);
    if (cmaes->signal == 0 && cmaes->step_end == 0) return;
    double longer = cmaes_normalise(cmaes);
    if (cmaes->step_end == 0) cmaes->sigma = fmin(fmax(cmaes->sigma * longer, 1e-9), 1);
}

const struct optimizer_kind cmaes_kind = {
    .name = "cmaes",
    .doc = "covariance matrix adaptation",
    .step = "step",
    .options_size = sizeof(struct cmaes_options),
    .keys = cmaes_keys,
    .check = cmaes_check,
    .scheduled = cmaes_scheduled,
    .create = cmaes_create,
    .destroy = cmaes_destroy,
    .population_max = cmaes_population_max,
    .ask = cmaes_ask,
    .more = cmaes_more,
    .tell = cmaes_tell,
    .champion = cmaes_champion,
    .save = cmaes_save,
    .load = cmaes_load,
    .rescale = cmaes_rescale,
};
