#include "tuner/ratings.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base.h"
#include "tuner/score.h"

/*
 * A draw's probability is (exp(2 draw) - 1) times those of both players' wins, so the log
 * likelihood is a sum of weighted terms log f(u), u linear in the parameters, plus
 * draws * log(exp(2 draw) - 1). Parameters, in natural units: the players' ratings, the first
 * mover's advantage, the draw margin.
 */
enum { TERM_SIZE = 4 };
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

static const int PRIOR = -1; /* the player of rating 0 that everybody drew with */

/* The term that a win of the first mover (sign 1) or of the second (-1) adds. */
static void add_term(struct fit *fit, double weight, int first, int second, int sign) {
    if (weight <= 0) return;
    fit->terms[fit->term_count++] = (struct term){
        .weight = weight,
        .index = {max_int(first, 0), max_int(second, 0), fit->count, fit->count + 1},
        .sign = {first == PRIOR ? 0 : sign, second == PRIOR ? 0 : -sign, sign, -1},
    };
}

static void add_games(struct fit *fit, int first, int second, double won, double drawn,
                      double lost) {
    add_term(fit, won + drawn, first, second, 1);
    add_term(fit, lost + drawn, first, second, -1);
    fit->draws += drawn;
}

static double draw_margin(const struct fit *fit, const double *parameters) {
    return parameters[fit->count + 1];
}

static double term_value(const struct term *term, const double *parameters) {
    double u = 0;
    for (int i = 0; i < TERM_SIZE; i++) u += term->sign[i] * parameters[term->index[i]];
    return u;
}

static double logistic(double u) {
    return 1 / (1 + exp(-u));
}

/* log of logistic(u) without overflow. */
static double log_logistic(double u) {
    return fmin(u, 0) - log1p(exp(-fabs(u)));
}

/* NaN or -INFINITY where the draw margin is not positive. */
static double log_posterior(const struct fit *fit, const double *parameters) {
    double sum = fit->draws * log(expm1(2 * draw_margin(fit, parameters)));
    for (int t = 0; t < fit->term_count; t++)
        sum += fit->terms[t].weight * log_logistic(term_value(&fit->terms[t], parameters));
    return sum;
}

static void differentiate_term(struct fit *fit, const struct term *term) {
    double u = term_value(term, fit->parameters);
    double slope = term->weight * logistic(-u), curvature = slope * logistic(u);
    for (int i = 0; i < TERM_SIZE; i++) {
        fit->gradient[term->index[i]] += term->sign[i] * slope;
        for (int j = 0; j < TERM_SIZE; j++)
            fit->information[term->index[i] * fit->dim + term->index[j]] +=
                term->sign[i] * term->sign[j] * curvature;
    }
}

static void differentiate(struct fit *fit) {
    int draw = fit->count + 1;
    double sinh_draw = sinh(fit->parameters[draw]);
    for (int i = 0; i < fit->dim; i++) fit->gradient[i] = 0;
    for (int i = 0; i < fit->dim * fit->dim; i++) fit->information[i] = 0;
    for (int t = 0; t < fit->term_count; t++) differentiate_term(fit, &fit->terms[t]);
    fit->gradient[draw] -= 2 * fit->draws / expm1(-2 * fit->parameters[draw]);
    fit->information[draw * fit->dim + draw] += fit->draws / (sinh_draw * sinh_draw);
}

/* Replaces the lower triangle of a positive definite n * n matrix by its Cholesky factor. */
static void cholesky_factor(double *matrix, int n) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = matrix[i * n + j];
            for (int k = 0; k < j; k++) sum -= matrix[i * n + k] * matrix[j * n + k];
            matrix[i * n + j] = i == j ? sqrt(sum) : sum / matrix[j * n + j];
        }
    }
}

/* Replaces the right-hand side by the solution. */
static void cholesky_solve(const double *factor, int n, double *x) {
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) x[i] -= factor[i * n + k] * x[k];
        x[i] /= factor[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) x[i] -= factor[k * n + i] * x[k];
        x[i] /= factor[i * n + i];
    }
}

/* Goes along the step, halving it until the posterior does not fall (but for rounding). */
static void line_search(struct fit *fit) {
    double before = log_posterior(fit, fit->parameters);
    double *next = xmalloc((size_t)fit->dim * sizeof *next);
    for (double scale = 1; scale > 1e-9; scale /= 2) {
        for (int i = 0; i < fit->dim; i++) next[i] = fit->parameters[i] + scale * fit->step[i];
        if (log_posterior(fit, next) >= before - 1e-12 * fabs(before)) break;
    }
    for (int i = 0; i < fit->dim; i++) fit->parameters[i] = next[i];
    free(next);
}

/* Newton's method; leaves the factor of the information at the maximum. The last step taken
 * moves no parameter by more than a hundred-thousandth of its deviation. */
static void maximise(struct fit *fit) {
    double decrement = INFINITY;
    for (int iteration = 0; iteration < 100 && decrement > 1e-10; iteration++) {
        differentiate(fit);
        cholesky_factor(fit->information, fit->dim);
        for (int i = 0; i < fit->dim; i++) fit->step[i] = fit->gradient[i];
        cholesky_solve(fit->information, fit->dim, fit->step);
        decrement = 0;
        for (int i = 0; i < fit->dim; i++) decrement += fit->gradient[i] * fit->step[i];
        line_search(fit);
    }
}

static void fit_init(struct fit *fit, const struct rated_games *games, int game_count, int count) {
    size_t dim = (size_t)count + 2;
    *fit = (struct fit){.count = count, .dim = (int)dim};
    fit->terms = xcalloc(2 * (size_t)game_count + 4 * (size_t)count, sizeof *fit->terms);
    fit->parameters = xcalloc(dim, sizeof(double));
    fit->gradient = xcalloc(dim, sizeof(double));
    fit->step = xcalloc(dim, sizeof(double));
    fit->information = xcalloc(dim * dim, sizeof(double));
    fit->parameters[count + 1] = .5;
    for (int i = 0; i < game_count; i++)
        add_games(fit, games[i].first, games[i].second, (double)games[i].won,
                  (double)games[i].drawn, (double)games[i].lost);
    for (int i = 0; i < count; i++) {
        add_games(fit, i, PRIOR, 0, .5, 0);
        add_games(fit, PRIOR, i, 0, .5, 0);
    }
}

static void fit_destroy(struct fit *fit) {
    free(fit->terms);
    free(fit->parameters);
    free(fit->gradient);
    free(fit->step);
    free(fit->information);
}

/* Elo of a natural unit: 400 / ln 10, times the slope that a pair's expected score has between
 * equals as a part of the slope without advantage and draws, ¼. */
static double elo_scale(const struct fit *fit) {
    double advantage = fit->parameters[fit->count], draw = draw_margin(fit, fit->parameters);
    double first = logistic(advantage - draw), second = logistic(advantage + draw);
    double slope = (first * (1 - first) + second * (1 - second)) / 2;
    return 400 / log(10) * slope / .25;
}

/* Deviation, in natural units, of the sum of weight[i] * rating[i]; uses up `weight`, which has
 * `dim` entries. */
static double deviation_of(const struct fit *fit, double *weight) {
    double *solution = fit->step, variance = 0;
    for (int i = 0; i < fit->dim; i++) solution[i] = weight[i];
    cholesky_solve(fit->information, fit->dim, solution);
    for (int i = 0; i < fit->dim; i++) variance += weight[i] * solution[i];
    return sqrt(variance);
}

/* Of a player's rating less the mean of all. */
static double rating_deviation(const struct fit *fit, int player) {
    double *weight = fit->gradient;
    for (int i = 0; i < fit->dim; i++) weight[i] = i < fit->count ? -1.0 / fit->count : 0;
    weight[player] += 1;
    return deviation_of(fit, weight);
}

static double superiority(const struct fit *fit, int player, int other) {
    double *weight = fit->gradient;
    for (int i = 0; i < fit->dim; i++) weight[i] = (i == player) - (i == other);
    double difference = fit->parameters[player] - fit->parameters[other];
    return normal_below(difference / deviation_of(fit, weight));
}

/* Rounding errors must not order equal players. */
static double round_elo(double elo) {
    return round(elo * 1e6) / 1e6;
}

static void rank_players(struct rating *out, int count) {
    for (int i = 0; i < count; i++) {
        out[i].rank = 1;
        for (int j = 0; j < count; j++)
            out[i].rank += out[j].elo > out[i].elo || (out[j].elo == out[i].elo && j < i);
    }
}

static void count_games(const struct rated_games *games, int game_count, struct rating *out) {
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

struct ratings ratings_fit(const struct rated_games *games, int game_count, int count,
                           struct rating *out) {
    struct fit fit;
    fit_init(&fit, games, game_count, count);
    maximise(&fit);
    double scale = elo_scale(&fit), mean = 0;
    for (int i = 0; i < count; i++) mean += fit.parameters[i] / count;
    for (int i = 0; i < count; i++)
        out[i] = (struct rating){.elo = round_elo(scale * (fit.parameters[i] - mean)),
                                 .error = NORMAL_95 * scale * rating_deviation(&fit, i)};
    count_games(games, game_count, out);
    rank_players(out, count);
    for (int i = 0; i < count; i++) {
        out[i].rate = out[i].games ? out[i].rate / (double)out[i].games : .5;
        for (int j = 0; j < count; j++)
            if (out[j].rank == out[i].rank + 1) out[i].los = superiority(&fit, i, j);
    }
    struct ratings all = {scale * fit.parameters[count], scale * draw_margin(&fit, fit.parameters)};
    fit_destroy(&fit);
    return all;
}
