/*
 * ratings: few parameters, many games: Newton's method on the full matrix takes a handful of steps
 * where the usual minorisation takes hundreds, and leaves the matrix that the errors need.
 */
#include "tuner/report/ratings.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/base.h"
#include "tuner/play/cholesky.h"

/*
 * A draw's probability is (exp(2 draw) - 1) times those of both players' wins, so the log
 * likelihood is a sum of weighted terms log f(u), u linear in the parameters, plus
 * draws * log(exp(2 draw) - 1). Parameters, in natural units: the players' ratings, the first
 * mover's advantage, the draw margin.
 */
enum { TERM_SIZE = 4, ITERATIONS_MAX = 1000 };
struct term {
    double weight;
    int index[TERM_SIZE]; /* into the parameters, */
    int sign[TERM_SIZE];  /* u = sum of sign * parameter */
};

struct fit {
    int count, dim;
    struct term *terms;
    int term_count;
    double draws;
    double *parameters, *gradient, *step;
    double *information; /* dim * dim: minus the second derivatives; then its Cholesky factor */
};

/* A virtual game won by the player or, with sign -1, lost against rating 0 says nothing of
 * advantage and draws. */
static void fit_add_virtual_game(struct fit *fit, int player, int sign) {
    fit->terms[fit->term_count++] = (struct term){.weight = 1, .index = {player}, .sign = {sign}};
}

/* The term that a win of the first mover (sign 1) or of the second (-1) adds. */
static void fit_add_term(struct fit *fit, double weight, int first, int second, int sign) {
    if (weight <= 0) return;
    fit->terms[fit->term_count++] = (struct term){
        .weight = weight,
        .index = {first, second, fit->count, fit->count + 1},
        .sign = {sign, -sign, sign, -1},
    };
}

static void fit_add_games(struct fit *fit, int first, int second, double won, double drawn,
                          double lost) {
    fit_add_term(fit, won + drawn, first, second, 1);
    fit_add_term(fit, lost + drawn, first, second, -1);
    fit->draws += drawn;
}

/* Between equals, where the ratings cancel. */
static void fit_add_prior(struct fit *fit) {
    fit_add_games(fit, 0, 0, .5, .1, .5);
    for (int i = 0; i < fit->count; i++) {
        fit_add_virtual_game(fit, i, 1);
        fit_add_virtual_game(fit, i, -1);
    }
}

static double fit_draw_margin(const struct fit *fit, const double *parameters) {
    return parameters[fit->count + 1];
}

static double fit_term_value(const struct term *term, const double *parameters) {
    double u = 0;
    for (int i = 0; i < TERM_SIZE; i++) u += term->sign[i] * parameters[term->index[i]];
    return u;
}

static double ratings_logistic(double u) {
    return 1 / (1 + exp(-u));
}

/* log of ratings_logistic(u) without overflow. */
static double ratings_log_logistic(double u) {
    return fmin(u, 0) - log1p(exp(-fabs(u)));
}

/* NaN or -INFINITY where the draw margin is not positive. */
static double fit_log_posterior(const struct fit *fit, const double *parameters) {
    double sum = fit->draws * log(expm1(2 * fit_draw_margin(fit, parameters)));
    for (int t = 0; t < fit->term_count; t++)
        sum +=
            fit->terms[t].weight * ratings_log_logistic(fit_term_value(&fit->terms[t], parameters));
    return sum;
}

static void fit_differentiate_term(struct fit *fit, const struct term *term) {
    double u = fit_term_value(term, fit->parameters);
    double slope = term->weight * ratings_logistic(-u), curvature = slope * ratings_logistic(u);
    for (int i = 0; i < TERM_SIZE; i++) {
        fit->gradient[term->index[i]] += term->sign[i] * slope;
        for (int j = 0; j < TERM_SIZE; j++)
            fit->information[term->index[i] * fit->dim + term->index[j]] +=
                term->sign[i] * term->sign[j] * curvature;
    }
}

static void fit_differentiate(struct fit *fit) {
    int draw = fit->count + 1;
    double sinh_draw = sinh(fit->parameters[draw]);
    for (int i = 0; i < fit->dim; i++) fit->gradient[i] = 0;
    for (int i = 0; i < fit->dim * fit->dim; i++) fit->information[i] = 0;
    for (int t = 0; t < fit->term_count; t++) fit_differentiate_term(fit, &fit->terms[t]);
    fit->gradient[draw] -= 2 * fit->draws / expm1(-2 * fit->parameters[draw]);
    fit->information[draw * fit->dim + draw] += fit->draws / (sinh_draw * sinh_draw);
}

/* Goes along the step, halving it until the posterior rises by a part of what the gradient
 * promises (but for rounding). */
static void fit_line_search(struct fit *fit, double promised) {
    double before = fit_log_posterior(fit, fit->parameters), rounding = 1e-12 * fabs(before);
    double *next = xmalloc((size_t)fit->dim * sizeof *next);
    double scale = 2, gain;
    do {
        scale /= 2;
        for (int i = 0; i < fit->dim; i++) next[i] = fit->parameters[i] + scale * fit->step[i];
        gain = fit_log_posterior(fit, next) - before;
    } while (!(gain >= 1e-4 * scale * promised - rounding) && scale > 1e-15);
    for (int i = 0; i < fit->dim; i++) fit->parameters[i] = next[i];
    free(next);
}

/* Newton's method; leaves the factor of the information at the maximum. The last step taken
 * moves no parameter by more than a hundred-thousandth of its deviation. */
static void fit_maximise(struct fit *fit) {
    double decrement = INFINITY;
    for (int iteration = 0; !(decrement <= 1e-10); iteration++) {
        if (iteration == ITERATIONS_MAX) die("the fit of the ratings does not converge");
        fit_differentiate(fit);
        cholesky_factor(fit->information, fit->dim);
        for (int i = 0; i < fit->dim; i++) fit->step[i] = fit->gradient[i];
        cholesky_solve(fit->information, fit->dim, fit->step);
        decrement = 0;
        for (int i = 0; i < fit->dim; i++) decrement += fit->gradient[i] * fit->step[i];
        fit_line_search(fit, decrement);
    }
}

static void fit_init(struct fit *fit, const struct rated_games *games, int game_count, int count) {
    size_t dim = (size_t)count + 2;
    *fit = (struct fit){.count = count, .dim = (int)dim};
    fit->terms = xcalloc(2 * (size_t)game_count + 2 * (size_t)count + 2, sizeof *fit->terms);
    fit->parameters = xcalloc(dim, sizeof(double));
    fit->gradient = xcalloc(dim, sizeof(double));
    fit->step = xcalloc(dim, sizeof(double));
    fit->information = xcalloc(dim * dim, sizeof(double));
    fit->parameters[count + 1] = .5;
    for (int i = 0; i < game_count; i++)
        fit_add_games(fit, games[i].first, games[i].second, (double)games[i].won,
                      (double)games[i].drawn, (double)games[i].lost);
    fit_add_prior(fit);
}

static void fit_destroy(struct fit *fit) {
    free(fit->terms);
    free(fit->parameters);
    free(fit->gradient);
    free(fit->step);
    free(fit->information);
}

/* Elo of a colour-swapped pair between players whose ratings differ by that much: of the points
 * expected beyond those of the opponent, as the score itself may be rounded to 1. */
static double fit_pair_elo(const struct fit *fit, double difference) {
    double advantage = fit->parameters[fit->count], draw = fit_draw_margin(fit, fit->parameters);
    double points = 0, conceded = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        double won = ratings_logistic(difference + sign * advantage - draw);
        double lost = ratings_logistic(-difference - sign * advantage - draw);
        double drawn = won * lost * expm1(2 * draw);
        points += won + drawn / 2;
        conceded += lost + drawn / 2;
    }
    return 400 * log10(points / conceded);
}

/* Elo of a natural unit: the factor that makes the differences of those who met the Elo of their
 * pairs, by least squares over the games; of near equals where all are equal. */
static double fit_elo_scale(const struct fit *fit, const struct rated_games *games,
                            int game_count) {
    const double near = 1e-3;
    double product = near * fit_pair_elo(fit, near) * near, square = near * near * near;
    for (int i = 0; i < game_count; i++) {
        double weight = (double)(games[i].won + games[i].drawn + games[i].lost);
        double difference = fit->parameters[games[i].first] - fit->parameters[games[i].second];
        product += weight * difference * fit_pair_elo(fit, difference);
        square += weight * difference * difference;
    }
    return product / square;
}

/* Deviation, in natural units, of the sum of weight[i] * rating[i]; uses up `weight`, which has
 * `dim` entries. */
static double fit_deviation(const struct fit *fit, double *weight) {
    double *solution = fit->step, variance = 0;
    for (int i = 0; i < fit->dim; i++) solution[i] = weight[i];
    cholesky_solve(fit->information, fit->dim, solution);
    for (int i = 0; i < fit->dim; i++) variance += weight[i] * solution[i];
    return sqrt(variance);
}

/* Of a player's rating less the mean of all. */
static double fit_rating_deviation(const struct fit *fit, int player) {
    double *weight = fit->gradient;
    for (int i = 0; i < fit->dim; i++) weight[i] = i < fit->count ? -1.0 / fit->count : 0;
    weight[player] += 1;
    return fit_deviation(fit, weight);
}

static double fit_superiority(const struct fit *fit, int player, int other) {
    double *weight = fit->gradient;
    for (int i = 0; i < fit->dim; i++) weight[i] = (i == player) - (i == other);
    double difference = fit->parameters[player] - fit->parameters[other];
    return normal_below(difference / fit_deviation(fit, weight));
}

/* Rounding errors must not order equal players, and zero has no sign. */
static double ratings_round_elo(double elo) {
    return round(elo * 1e6) / 1e6 + 0.0;
}

static void ratings_rank(struct rating *out, int count) {
    for (int i = 0; i < count; i++) {
        out[i].rank = 1;
        for (int j = 0; j < count; j++)
            out[i].rank += out[j].elo > out[i].elo || (out[j].elo == out[i].elo && j < i);
    }
}

static void ratings_count(const struct rated_games *games, int game_count, struct rating *out) {
    for (int i = 0; i < game_count; i++) {
        const struct rated_games *g = &games[i];
        int64_t played = g->won + g->drawn + g->lost;
        double points = (double)g->won + (double)g->drawn / 2;
        out[g->first].games += played;
        out[g->second].games += played;
        out[g->first].rate += points;
        out[g->second].rate += (double)played - points;
    }
}

void ratings_games(int a, int b, const struct tally *first, const struct tally *second,
                   struct rated_games out[2]) {
    out[0] = (struct rated_games){a, b, first->won, first->drawn, first->lost};
    out[1] = (struct rated_games){b, a, second->lost, second->drawn, second->won};
}

struct ratings ratings_fit(const struct rated_games *games, int game_count, int count,
                           struct rating *out) {
    struct fit fit;
    fit_init(&fit, games, game_count, count);
    fit_maximise(&fit);
    double scale = fit_elo_scale(&fit, games, game_count), mean = 0;
    for (int i = 0; i < count; i++) mean += fit.parameters[i] / count;
    for (int i = 0; i < count; i++)
        out[i] = (struct rating){.elo = ratings_round_elo(scale * (fit.parameters[i] - mean)),
                                 .error = NORMAL_95 * scale * fit_rating_deviation(&fit, i)};
    ratings_count(games, game_count, out);
    ratings_rank(out, count);
    for (int i = 0; i < count; i++) {
        out[i].rate = out[i].games ? out[i].rate / (double)out[i].games : .5;
        for (int j = 0; j < count; j++)
            if (out[j].rank == out[i].rank + 1) out[i].los = fit_superiority(&fit, i, j);
    }
    struct ratings all = {scale * fit.parameters[count],
                          scale * fit_draw_margin(&fit, fit.parameters)};
    fit_destroy(&fit);
    return all;
}
