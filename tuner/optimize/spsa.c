/*
 * spsa: simultaneous perturbation stochastic approximation (Spall 1992, "Multivariate stochastic
 * approximation using a simultaneous perturbation gradient approximation"), with the schedule by
 * which Stockfish's fishtest tunes: in iteration k of N all parameters are moved by c_k = c /
 * k^.101 at once, each up or down by a coin; the two opposite vectors are compared; and every
 * parameter goes the winner's way by R_k c_k for each game won more than lost, R_k = a_k / c_k^2,
 * a_k = a / (A + k)^.602, A = N / 10. c and a follow from c_N, the wanted precision, and R_N, the
 * rate.
 *
 * N counts the run, not the games, so that the schedule is the same however games are cut into
 * generations: k / N is the part of the run that is over. A generation is several perturbations of
 * one theta, and their steps are added up.
 *
 * Theta is real, on each parameter's own scale; what plays is rounded up or down at random, both
 * opposites by the same random number, so that a hundredth of a step counts in one game of a
 * hundred. The champion is the average of theta, of which the last quarter of the run makes up two
 * thirds (Shamir & Zhang 2013, "Stochastic gradient descent for non-smooth optimization").
 *
 * What the options were measured by: results/records/optimizer-settings.md.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "tuner/optimize/optimizer.h"
#include "tuner/optimize/purpose.h"
#include "tuner/optimize/saved.h"

struct spsa_options {
    int perturbations;
    double precision, rate;
};

#define NUMBER(...) OPTIMIZER_NUMBER(struct spsa_options, __VA_ARGS__)
static const struct optimizer_key spsa_keys[] = {
    NUMBER(perturbations, 1, 5000, 32, "directions of a generation, each tried both ways"),
    NUMBER(precision, 1e-6, 0.5, 0.1,
           "last perturbation, as a part of a parameter's reach, at least half a unit"),
    {.name = "rate",
     .value = OPTIMIZER_REAL,
     .offset = offsetof(struct spsa_options, rate),
     .lower = 0,
     .upper = 1,
     .usual = 0,
     .earlier = "0.005",
     .doc = "last step for a game won more than lost, in parts of the perturbation; 0: .005,\n"
            "    or more in fewer than 19600 games: .7 by the root of their number, at most 2.5\n"
            "    by the games of a generation"},
    {0}};
#undef NUMBER

static const double spsa_alpha = 0.602, spsa_gamma = 0.101, spsa_delay = 0.1;
/* Of a rate that is not given: at least this, and more in a short run, so that luck alone takes
 * theta as far in any run; but a generation in which one side wins all does not go too far. */
static const double spsa_rate_least = 0.005, spsa_rate_root = 0.7, spsa_rate_generation = 2.5;
/* How far theta goes beyond bounds that clamp, in perturbations. */
static const double theta_beyond = 0.1;
/* Of the average: the larger, the less of the run is in it. */
static const double spsa_recency = 3;

struct spsa {
    struct optimizer_setup setup;
    const struct spsa_options *options;
    double *theta, *average; /* on the unit interval, or a little beyond */
};

extern const struct optimizer_kind spsa_kind;

static const char *spsa_scheduled(const void *own) {
    (void)own;
    return "its perturbations and steps";
}

static void *spsa_create(const struct optimizer_setup *setup) {
    struct spsa *spsa = xmalloc(sizeof *spsa);
    size_t dim = (size_t)setup->dim;
    *spsa = (struct spsa){.setup = *setup,
                          .options = optimizer_own(setup->options, &spsa_kind),
                          .theta = xcalloc(dim, sizeof(double)),
                          .average = xcalloc(dim, sizeof(double))};
    int32_t *start = xcalloc(dim, sizeof *start);
    optimizer_initial(setup, 0, start);
    scale_units(setup->ranges, setup->dim, start, spsa->theta);
    memcpy(spsa->average, spsa->theta, dim * sizeof *spsa->theta);
    free(start);
    return spsa;
}

static void spsa_destroy(void *self) {
    struct spsa *spsa = self;
    free(spsa->theta);
    free(spsa->average);
    free(spsa);
}

static int spsa_population_max(const struct optimizer_options *options) {
    const struct spsa_options *own = optimizer_own(options, &spsa_kind);
    return 2 * own->perturbations;
}

/* ---- the schedule ---- */

/* k / N */
static double spsa_part(const struct spsa *spsa, int generation) {
    return (generation + 1.0) / optimizer_schedule(spsa->setup.options);
}

/* c_k */
static double spsa_perturbation(const struct spsa *spsa, int generation) {
    return spsa->options->precision * pow(spsa_part(spsa, generation), -spsa_gamma);
}

/* R_N of parameters without a rate of their own, with `games` a generation. */
static double spsa_rate_last(const struct spsa *spsa, int64_t games) {
    double all = (double)games * optimizer_schedule(spsa->setup.options);
    if (spsa->options->rate > 0 || all <= 0) return spsa->options->rate;
    return fmax(spsa_rate_least,
                fmin(spsa_rate_root / sqrt(all), spsa_rate_generation / (double)games));
}

/* R_k, of which R_N is `last` */
static double spsa_rate(const struct spsa *spsa, int generation, double last) {
    double part = spsa_part(spsa, generation);
    return last * pow((spsa_delay + 1) / (spsa_delay + part), spsa_alpha) *
           pow(part, 2 * spsa_gamma);
}

/* R_k of parameter j, whose own R_N replaces that of the others, of which R_k is `usual`. */
static double spsa_rate_of(const struct spsa *spsa, int generation, int j, double usual) {
    double own = spsa->setup.rates ? spsa->setup.rates[j] : 0;
    return own > 0 ? spsa_rate(spsa, generation, own) : usual;
}

/* ---- ask ---- */

/* The random numbers of a direction: for each parameter which way, then how both are rounded. */
static struct rng spsa_direction(const struct spsa *spsa, int generation, int direction) {
    return rng_keyed(spsa->setup.seed, PURPOSE_PROPOSE, (uint64_t)generation, (uint64_t)direction);
}

static int spsa_coin(struct rng *rng) {
    return rng_next(rng) >> 31 ? 1 : -1;
}

static double spsa_within(double value, double lower, double upper) {
    return fmin(fmax(value, lower), upper);
}

/* Keeps theta where its opposites differ. Where bounds clamp that is a little beyond them, since a
 * theta that is pushed back at the bound itself is inside on average. */
static void spsa_keep(struct spsa *spsa, double perturbation) {
    bool clamps = spsa->setup.options->bounds == SCALE_CLAMP;
    for (int j = 0; j < spsa->setup.dim; j++) {
        double beyond = clamps ? theta_beyond * perturbation * optimizer_reach(&spsa->setup, j) : 0;
        spsa->theta[j] = spsa_within(spsa->theta[j], -beyond, 1 + beyond);
    }
}

/* Up and down from theta, a unit apart where the perturbation is less, and rounded alike. */
static void spsa_opposites(const struct range *range, double theta, double perturbation,
                           double rounding, int32_t out[2]) {
    double up = scale_real(range, spsa_within(theta + perturbation, 0, 1));
    double down = scale_real(range, spsa_within(theta - perturbation, 0, 1));
    double missing = fmax(0, 1 - (up - down)) / 2;
    out[0] = (int32_t)spsa_within(floor(up + missing + rounding), range->lower, range->upper);
    out[1] = (int32_t)spsa_within(floor(down - missing + rounding), range->lower, range->upper);
}

static void spsa_ask(void *self, int generation, struct population *out) {
    struct spsa *spsa = self;
    double perturbation = spsa_perturbation(spsa, generation);
    out->group_count = spsa->options->perturbations;
    out->count = 2 * out->group_count;
    for (int direction = 0; direction < out->group_count; direction++) {
        struct rng rng = spsa_direction(spsa, generation, direction);
        out->group[2 * direction] = out->group[2 * direction + 1] = direction;
        for (int j = 0; j < out->dim; j++) {
            int32_t opposites[2];
            bool down = spsa_coin(&rng) < 0;
            spsa_opposites(&spsa->setup.ranges[j], spsa->theta[j],
                           perturbation * optimizer_reach(&spsa->setup, j), rng_unit(&rng),
                           opposites);
            population_get(out, 2 * direction)[j] = opposites[down];
            population_get(out, 2 * direction + 1)[j] = opposites[!down];
        }
    }
    /* The start itself is to play; its comparison tells half as much. */
    if (generation == 0) optimizer_initial(&spsa->setup, 0, population_get(out, 0));
}

/* ---- tell ---- */

/* The opposites of all directions; free() ends it. `games`: that they all played. */
static struct comparison *spsa_compare(const struct outcome *outcome, int64_t *games) {
    int count = outcome->population->group_count;
    struct comparison *list = xcalloc((size_t)count, sizeof *list);
    *games = 0;
    for (int direction = 0; direction < count; direction++) {
        list[direction] = outcome_compare(outcome, 2 * direction, 2 * direction + 1);
        *games += 2 * list[direction].pairs;
    }
    return list;
}

/* Each direction moves theta by R_k c_k for a game that its first vector won more than lost. */
static void spsa_move(struct spsa *spsa, int generation, const struct comparison *compared,
                      double rate, double perturbation) {
    for (int direction = 0; direction < spsa->options->perturbations; direction++) {
        double won = (double)compared[direction].sum / 2;
        struct rng rng = spsa_direction(spsa, generation, direction);
        for (int j = 0; j < spsa->setup.dim; j++) {
            double gain = spsa_rate_of(spsa, generation, j, rate) * perturbation;
            spsa->theta[j] += spsa_coin(&rng) * gain * optimizer_reach(&spsa->setup, j) * won;
            rng_unit(&rng);
        }
    }
}

static void spsa_tell(void *self, int generation, const struct outcome *outcome,
                      struct metrics *metrics) {
    struct spsa *spsa = self;
    int64_t games;
    struct comparison *compared = spsa_compare(outcome, &games);
    double perturbation = spsa_perturbation(spsa, generation);
    double rate = spsa_rate(spsa, generation, spsa_rate_last(spsa, games));
    double share = (spsa_recency + 1) / (generation + 1 + spsa_recency), apart = 0;
    spsa_move(spsa, generation, compared, rate, perturbation);
    free(compared);
    spsa_keep(spsa, perturbation);
    for (int j = 0; j < spsa->setup.dim; j++) {
        spsa->average[j] += share * (spsa->theta[j] - spsa->average[j]);
        apart += fabs(spsa->theta[j] - spsa->average[j]) / spsa->setup.dim;
    }
    metrics_add(metrics, perturbation, "perturbation");
    metrics_add(metrics, rate, "rate");
    metrics_add(metrics, apart, "apart");
}

static int spsa_champion(const void *self, int32_t *out) {
    const struct spsa *spsa = self;
    scale_values(spsa->setup.ranges, spsa->setup.dim, spsa->average, out);
    return -1;
}

/* ---- save and load ---- */

static void spsa_save(const void *self, struct text *out) {
    const struct spsa *spsa = self;
    text_add(out, "spsa %d\n", spsa->setup.dim);
    saved_add_reals(out, spsa->theta, (size_t)spsa->setup.dim);
    saved_add_reals(out, spsa->average, (size_t)spsa->setup.dim);
}

static int spsa_load(void *self, const char *text, struct error *error) {
    struct spsa *spsa = self;
    struct saved saved = {text, error};
    int dim = spsa->setup.dim, found;
    if (saved_word(&saved, "spsa") || saved_integer(&saved, "dimension", dim, dim, &found) ||
        saved_reals(&saved, "theta", -1, 2, spsa->theta, (size_t)dim) ||
        saved_reals(&saved, "average", -1, 2, spsa->average, (size_t)dim))
        return -1;
    return saved_end(&saved);
}

static void spsa_rescale(void *self, const struct optimizer_setup *to) {
    const struct spsa *spsa = self;
    optimizer_rescale_points(&spsa->setup, to, spsa->theta);
    optimizer_rescale_points(&spsa->setup, to, spsa->average);
}

const struct optimizer_kind spsa_kind = {
    .name = "spsa",
    .doc = "simultaneous perturbation stochastic approximation",
    .step = "precision",
    .options_size = sizeof(struct spsa_options),
    .keys = spsa_keys,
    .compares = "two opposite perturbations",
    .scheduled = spsa_scheduled,
    .create = spsa_create,
    .destroy = spsa_destroy,
    .population_max = spsa_population_max,
    .ask = spsa_ask,
    .tell = spsa_tell,
    .champion = spsa_champion,
    .save = spsa_save,
    .load = spsa_load,
    .rescale = spsa_rescale,
};
