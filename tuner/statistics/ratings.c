/*
 * The likelihood is that of an exponential family. So it is concave, the gradient is the score less
 * the expectation, and the information is the expected variance: Newton's method takes a few steps.
 * Parameters, in natural units: the players' strengths, with mean 0 and those not on the scale at
 * 0; the first mover's advantage; the draw parameter.
 */
#include "tuner/statistics/ratings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/base.h"
#include "tuner/statistics/cholesky.h"

enum { RATINGS_STEPS_MAX = 1000 };

/* ---- players on the scale ---- */

static void groups_mark_scored(const struct rated_meeting *meetings, int meeting_count, int count,
                               bool *scored) {
    for (int m = 0; m < meeting_count; m++) {
        const struct rated_meeting *meeting = &meetings[m];
        const int64_t *n = meeting->score.counts.n;
        if (n[1] + n[2] + n[3] + n[4] > 0) scored[meeting->a * count + meeting->b] = true;
        if (n[0] + n[1] + n[2] + n[3] > 0) scored[meeting->b * count + meeting->a] = true;
    }
}

/* scored[i * count + j]: i against j, be it through others (Warshall 1962). */
static void groups_close(bool *scored, int count) {
    for (int k = 0; k < count; k++)
        for (int i = 0; i < count; i++)
            for (int j = 0; scored[i * count + k] && j < count; j++)
                if (scored[k * count + j]) scored[i * count + j] = true;
}

static bool groups_linked(const bool *scored, int count, int i, int j) {
    return i == j || (scored[i * count + j] && scored[j * count + i]);
}

/* Marks the largest group, of equal ones the first. */
static void groups_largest(const bool *scored, int count, struct rating *out) {
    int largest = 0, first = 0;
    for (int i = 0; i < count; i++) {
        int size = 0;
        for (int j = 0; j < count; j++) size += groups_linked(scored, count, i, j);
        if (size > largest) largest = size, first = i;
    }
    for (int i = 0; i < count; i++)
        out[i].kind = groups_linked(scored, count, first, i) ? RATING_FITTED : RATING_UNKNOWN;
}

static void groups_find(const struct rated_meeting *meetings, int meeting_count, int count,
                        struct rating *out) {
    bool *scored = xcalloc((size_t)count * (size_t)count, sizeof *scored);
    groups_mark_scored(meetings, meeting_count, count, scored);
    groups_close(scored, count);
    groups_largest(scored, count, out);
    free(scored);
}

/* ---- the model ---- */

/* How a game may end for a: the probabilities, and the logarithm of the sum that they share. */
struct odds {
    double won, drawn, lost, logarithm;
};

static struct odds odds_of(double u, double draw) {
    double most = fmax(fabs(u) / 2, draw);
    double won = exp(u / 2 - most), drawn = exp(draw - most), lost = exp(-u / 2 - most);
    double sum = won + drawn + lost;
    return (struct odds){won / sum, drawn / sum, lost / sum, most + log(sum)};
}

static double odds_points(const struct odds *odds) {
    return odds->won + odds->drawn / 2;
}

/* Games of a against b, in which a moved first (sign 1) or second (-1). */
struct games {
    int a, b, sign;
    double won, drawn, lost;
};

struct fit {
    int count, dim;
    int game_count;
    struct games *games; /* owned, as the rest */
    double *parameters, *gradient, *step;
    double *information; /* dim * dim: minus the second derivatives; then its Cholesky factor */
    const bool *on;      /* the scale */
};

static double fit_difference(const struct fit *fit, const double *parameters,
                             const struct games *games) {
    return parameters[games->a] - parameters[games->b] + games->sign * parameters[fit->count];
}

static double fit_log_likelihood(const struct fit *fit, const double *parameters) {
    double sum = 0, draw = parameters[fit->count + 1];
    for (int i = 0; i < fit->game_count; i++) {
        const struct games *games = &fit->games[i];
        double u = fit_difference(fit, parameters, games);
        double count = games->won + games->drawn + games->lost;
        sum += (games->won - games->lost) * u / 2 + games->drawn * draw -
               count * odds_of(u, draw).logarithm;
    }
    return sum;
}

static void fit_differentiate_games(struct fit *fit, const struct games *games) {
    struct odds odds =
        odds_of(fit_difference(fit, fit->parameters, games), fit->parameters[fit->count + 1]);
    double count = games->won + games->drawn + games->lost, points = odds_points(&odds);
    double slope = games->won + games->drawn / 2 - count * points;
    double spread = count * (odds.won + odds.drawn / 4 - points * points);
    double shared = count * odds.drawn * (.5 - points);
    int index[3] = {games->a, games->b, fit->count}, sign[3] = {1, -1, games->sign};
    int draw = fit->count + 1;
    for (int i = 0; i < 3; i++) {
        fit->gradient[index[i]] += sign[i] * slope;
        fit->information[draw * fit->dim + index[i]] += sign[i] * shared;
        for (int j = 0; j < 3; j++)
            fit->information[index[i] * fit->dim + index[j]] += sign[i] * sign[j] * spread;
    }
    fit->gradient[draw] += games->drawn - count * odds.drawn;
    fit->information[draw * fit->dim + draw] += count * odds.drawn * (1 - odds.drawn);
}

/* A constant added to all strengths changes nothing; the step to take has none. */
static void fit_hold_mean(const struct fit *fit, double *matrix, int dim) {
    for (int i = 0; i < fit->count; i++)
        for (int j = 0; j < fit->count; j++)
            matrix[i * dim + j] += fit->on[i] ? fit->on[j] : i == j;
}

/* Gradient and information at the current parameters. */
static void fit_differentiate(struct fit *fit) {
    memset(fit->gradient, 0, (size_t)fit->dim * sizeof *fit->gradient);
    memset(fit->information, 0, (size_t)fit->dim * (size_t)fit->dim * sizeof *fit->information);
    for (int i = 0; i < fit->game_count; i++) fit_differentiate_games(fit, &fit->games[i]);
    fit_hold_mean(fit, fit->information, fit->dim);
}

/* Goes along `step` as long as the likelihood rises by a fair part of what the slope predicts. */
static void fit_line_search(struct fit *fit, double promised) {
    double before = fit_log_likelihood(fit, fit->parameters), scale = 2, gain;
    double rounding = 1e-12 * (1 + fabs(before)), *next = fit->gradient;
    do {
        scale /= 2;
        for (int i = 0; i < fit->dim; i++) next[i] = fit->parameters[i] + scale * fit->step[i];
        gain = fit_log_likelihood(fit, next) - before;
    } while (!(gain >= 1e-4 * scale * promised - rounding) && scale > 1e-15);
    for (int i = 0; i < fit->dim; i++) fit->parameters[i] = next[i];
}

/* The last step moves no parameter by more than a hundred-thousandth of its deviation. */
static void fit_maximise(struct fit *fit) {
    double decrement = INFINITY;
    for (int iteration = 0; !(decrement <= 1e-10); iteration++) {
        if (iteration == RATINGS_STEPS_MAX) die("the fit of the ratings does not converge");
        fit_differentiate(fit);
        cholesky_factor(fit->information, fit->dim);
        for (int i = 0; i < fit->dim; i++) fit->step[i] = fit->gradient[i];
        cholesky_solve(fit->information, fit->dim, fit->step);
        decrement = 0;
        for (int i = 0; i < fit->dim; i++) decrement += fit->gradient[i] * fit->step[i];
        fit_line_search(fit, decrement);
    }
}

static void fit_add_games(struct fit *fit, int a, int b, int sign, const struct tally *tally) {
    fit->games[fit->game_count++] =
        (struct games){a, b, sign, (double)tally->won, (double)tally->drawn, (double)tally->lost};
}

/* The games of the players on the scale, and one between equals: half won and half lost, and a
 * tenth of a draw. It keeps advantage and draws finite if all games are drawn, or none, or the
 * first mover wins them all. */
static void fit_init(struct fit *fit, const struct rated_meeting *meetings, int meeting_count,
                     int count, const bool *on) {
    size_t dim = (size_t)count + 2;
    *fit = (struct fit){.count = count, .dim = (int)dim, .on = on};
    fit->games = xcalloc(2 * (size_t)meeting_count + 1, sizeof *fit->games);
    fit->parameters = xcalloc(dim, sizeof(double));
    fit->gradient = xcalloc(dim, sizeof(double));
    fit->step = xcalloc(dim, sizeof(double));
    fit->information = xcalloc(dim * dim, sizeof(double));
    for (int m = 0; m < meeting_count; m++) {
        const struct rated_meeting *meeting = &meetings[m];
        if (!on[meeting->a] || !on[meeting->b]) continue;
        fit_add_games(fit, meeting->a, meeting->b, 1, &meeting->score.first);
        fit_add_games(fit, meeting->a, meeting->b, -1, &meeting->score.second);
    }
    fit->games[fit->game_count++] = (struct games){0, 0, 1, .5, .1, .5};
}

static void fit_destroy(struct fit *fit) {
    free(fit->games);
    free(fit->parameters);
    free(fit->gradient);
    free(fit->step);
    free(fit->information);
}

/* ---- its scale ---- */

/* Points a game of a pair between players so far apart. */
static double pair_points(double difference, double advantage, double draw) {
    struct odds first = odds_of(difference + advantage, draw);
    struct odds second = odds_of(difference - advantage, draw);
    return (odds_points(&first) + odds_points(&second)) / 2;
}

/* The Elo of such a pair, from the points beyond the opponent's, as the score itself may be rounded
 * to 1. */
static double pair_elo(double difference, double advantage, double draw) {
    double points = pair_points(difference, advantage, draw);
    return 400 * log10(points / pair_points(-difference, advantage, draw));
}

/* Elo of a natural unit: the factor that fits the differences of players that met to the Elo of
 * their pairs, by least squares over the games; of near equals if all are equal. */
static double fit_elo_scale(const struct fit *fit) {
    const double near = 1e-3, advantage = fit->parameters[fit->count];
    const double draw = fit->parameters[fit->count + 1];
    double product = near * pair_elo(near, advantage, draw) * near, square = near * near * near;
    for (int i = 0; i < fit->game_count; i++) {
        const struct games *games = &fit->games[i];
        double weight = games->won + games->drawn + games->lost;
        double difference = fit->parameters[games->a] - fit->parameters[games->b];
        product += weight * difference * pair_elo(difference, advantage, draw);
        square += weight * difference * difference;
    }
    return product / square;
}

/* ---- errors ---- */

static void errors_add(double *matrix, int count, int a, int b, double variance) {
    matrix[a * count + a] += variance;
    matrix[b * count + b] += variance;
    matrix[a * count + b] -= variance;
    matrix[b * count + a] -= variance;
}

/* The variance of a meeting's points: that of its pairs, or, where they are added up opening by
 * opening, what that leaves out. */
static void errors_add_meeting(const struct rated_meeting *meeting, double *matrix, int count) {
    const struct pentanomial *counts = &meeting->score.counts;
    double variance = pentanomial_variance(counts, PENTANOMIAL_MORE);
    if (meeting->games) variance -= pentanomial_variance(counts, 0);
    errors_add(matrix, count, meeting->a, meeting->b,
               4 * variance * (double)pentanomial_pairs(counts));
}

/* The points that all players have on one opening beyond the mean; whether there were any. */
static bool errors_of_opening(const struct fit *fit, const struct rated_meeting *meetings,
                              int meeting_count, int pair, double *points) {
    bool any = false;
    memset(points, 0, (size_t)fit->count * sizeof *points);
    for (int m = 0; m < meeting_count; m++) {
        const struct rated_meeting *meeting = &meetings[m];
        int64_t pairs = pentanomial_pairs(&meeting->score.counts);
        if (!meeting->games || pair >= pairs || !fit->on[meeting->a] || !fit->on[meeting->b])
            continue;
        double beyond = results_pair_points(meeting->games + 2 * pair) / 2.0 -
                        2 * pentanomial_mean(&meeting->score.counts);
        points[meeting->a] += beyond;
        points[meeting->b] -= beyond;
        any = true;
    }
    return any;
}

/* The covariance of what the players have scored. */
static void errors_of_points(const struct fit *fit, const struct rated_meeting *meetings,
                             int meeting_count, double *matrix) {
    double *points = fit->step;
    for (int m = 0; m < meeting_count; m++)
        if (fit->on[meetings[m].a] && fit->on[meetings[m].b])
            errors_add_meeting(&meetings[m], matrix, fit->count);
    for (int pair = 0; errors_of_opening(fit, meetings, meeting_count, pair, points); pair++)
        for (int i = 0; i < fit->count; i++)
            for (int j = 0; points[i] != 0 && j < fit->count; j++)
                matrix[i * fit->count + j] += points[i] * points[j];
}

/* The information on the strengths alone, factored. */
static double *errors_information(struct fit *fit) {
    size_t count = (size_t)fit->count, dim = (size_t)fit->dim;
    double *information = xcalloc(count * count, sizeof *information);
    fit_differentiate(fit);
    for (size_t i = 0; i < count; i++)
        memcpy(information + i * count, fit->information + i * dim, count * sizeof *information);
    cholesky_factor(information, fit->count);
    return information;
}

static void errors_transpose(double *matrix, int count) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) {
            double other = matrix[i * count + j];
            matrix[i * count + j] = matrix[j * count + i];
            matrix[j * count + i] = other;
        }
}

/* The covariance of the points between two inverses of the information, in natural units. */
static void errors_of_strengths(struct fit *fit, const struct rated_meeting *meetings,
                                int meeting_count, double *matrix) {
    double *information = errors_information(fit);
    errors_of_points(fit, meetings, meeting_count, matrix);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < fit->count; i++)
            cholesky_solve(information, fit->count, matrix + i * fit->count);
        errors_transpose(matrix, fit->count);
    }
    free(information);
}

/* ---- the ratings ---- */

/* Rounding errors must not order equal players, and zero has no sign. */
static double rating_round(double elo) {
    return round(elo * 1e6) / 1e6 + 0.0;
}

/* Whether one of the games was drawn, without that which is added to all. */
static bool fit_any_drawn(const struct fit *fit) {
    for (int i = 0; i < fit->game_count - 1; i++)
        if (fit->games[i].drawn > 0) return true;
    return false;
}

static void ratings_take(struct ratings *ratings, struct fit *fit,
                         const struct rated_meeting *meetings, int meeting_count) {
    double scale = fit_elo_scale(fit);
    int count = ratings->count;
    ratings->advantage = fit->parameters[count];
    ratings->draw = fit->parameters[count + 1];
    ratings->scale = scale;
    ratings->first_advantage = rating_round(scale * ratings->advantage);
    ratings->draw_rate = fit_any_drawn(fit) ? odds_of(0, ratings->draw).drawn : 0;
    errors_of_strengths(fit, meetings, meeting_count, ratings->covariance);
    for (int i = 0; i < count * count; i++) ratings->covariance[i] *= scale * scale;
    for (int i = 0; i < count; i++) {
        struct rating *rating = &ratings->list[i];
        if (!fit->on[i]) continue;
        rating->strength = fit->parameters[i];
        rating->elo = rating_round(scale * fit->parameters[i]);
        rating->error =
            ratings->fitted > 1 ? NORMAL_95 * sqrt(ratings->covariance[i * count + i]) : NAN;
        rating->low = rating->elo - rating->error;
        rating->high = rating->elo + rating->error;
    }
}

static void ratings_count(struct ratings *ratings, const struct rated_meeting *meetings,
                          int meeting_count) {
    for (int m = 0; m < meeting_count; m++) {
        const struct pentanomial *counts = &meetings[m].score.counts;
        struct rating *a = &ratings->list[meetings[m].a], *b = &ratings->list[meetings[m].b];
        int64_t games = 2 * pentanomial_pairs(counts);
        double points = (double)games * pentanomial_mean(counts);
        a->games += games, a->rate += points;
        b->games += games, b->rate += (double)games - points;
    }
    for (int i = 0; i < ratings->count; i++) {
        struct rating *rating = &ratings->list[i];
        rating->rate = rating->games ? rating->rate / (double)rating->games : .5;
    }
}

/* ---- players that are not on the scale ---- */

/* Logarithm of the probability that a player of that Elo below the scale loses all these pairs, if
 * it wins or loses each pair as a whole: of all kinds of player with as many points this has the
 * largest one. */
static double bound_likelihood(const struct ratings *ratings, const struct rated_meeting *meetings,
                               int meeting_count, int player, double elo) {
    double sum = 0, sign = ratings->list[player].kind == RATING_ABOVE ? -1 : 1;
    for (int m = 0; m < meeting_count; m++) {
        const struct rated_meeting *meeting = &meetings[m];
        if (meeting->a != player && meeting->b != player) continue;
        const struct rating *other = &ratings->list[meeting->a == player ? meeting->b : meeting->a];
        if (other->kind != RATING_FITTED) continue;
        double conceded = 1 - rate_of_elo(sign * (elo - other->elo));
        sum += (double)pentanomial_pairs(&meeting->score.counts) * log(conceded);
    }
    return sum;
}

/* The Elo at which it is 5 %. */
static double bound_of(const struct ratings *ratings, const struct rated_meeting *meetings,
                       int meeting_count, int player) {
    double low = -5000, high = 5000;
    bool above = ratings->list[player].kind == RATING_ABOVE;
    for (int step = 0; step < 60; step++) {
        double elo = (low + high) / 2;
        bool likely = bound_likelihood(ratings, meetings, meeting_count, player, elo) > log(.05);
        *(likely != above ? &low : &high) = elo;
    }
    return rating_round((low + high) / 2);
}

/* All their games with those on the scale are won, or all lost; else they would be of them. */
static void ratings_place_outsiders(struct ratings *ratings, const struct rated_meeting *meetings,
                                    int meeting_count) {
    for (int m = 0; m < meeting_count; m++) {
        const struct rated_meeting *meeting = &meetings[m];
        struct rating *a = &ratings->list[meeting->a], *b = &ratings->list[meeting->b];
        bool won = pentanomial_mean(&meeting->score.counts) == 1;
        if (pentanomial_pairs(&meeting->score.counts) == 0) continue;
        if (b->kind == RATING_FITTED && a->kind != RATING_FITTED)
            a->kind = won ? RATING_ABOVE : RATING_BELOW;
        if (a->kind == RATING_FITTED && b->kind != RATING_FITTED)
            b->kind = won ? RATING_BELOW : RATING_ABOVE;
    }
    for (int i = 0; i < ratings->count; i++) {
        struct rating *rating = &ratings->list[i];
        if (rating->kind == RATING_FITTED) continue;
        rating->error = rating->high = INFINITY;
        rating->low = -INFINITY;
        if (rating->kind == RATING_UNKNOWN) continue;
        double bound = bound_of(ratings, meetings, meeting_count, i);
        *(rating->kind == RATING_ABOVE ? &rating->low : &rating->high) = bound;
        rating->elo = rating->kind == RATING_ABOVE ? INFINITY : -INFINITY;
    }
}

/* ---- their order ---- */

static double rating_key(const struct rating *rating) {
    if (rating->kind == RATING_ABOVE) return rating->low;
    return rating->kind == RATING_BELOW ? rating->high : rating->elo;
}

static bool rating_is_before(const struct rating *a, const struct rating *b) {
    if (a->kind != b->kind) return a->kind < b->kind;
    if (rating_key(a) != rating_key(b)) return rating_key(a) > rating_key(b);
    return a < b;
}

static void ratings_rank(struct ratings *ratings) {
    for (int i = 0; i < ratings->count; i++) {
        ratings->list[i].rank = 1;
        for (int j = 0; j < ratings->count; j++)
            ratings->list[i].rank += rating_is_before(&ratings->list[j], &ratings->list[i]);
    }
}

struct pentanomial ratings_pairs(const struct rated_meeting *meetings, int meeting_count, int i,
                                 int j) {
    struct pentanomial sum = {{0}};
    for (int m = 0; m < meeting_count; m++) {
        struct pentanomial counts = meetings[m].score.counts;
        if (meetings[m].a == j && meetings[m].b == i)
            counts = pentanomial_swap(&counts);
        else if (meetings[m].a != i || meetings[m].b != j)
            continue;
        pentanomial_add(&sum, &counts);
    }
    return sum;
}

double ratings_los(const struct ratings *ratings, int i, int j, const struct pentanomial *pairs) {
    const struct rating *a = &ratings->list[i], *b = &ratings->list[j];
    const double *covariance = ratings->covariance;
    int count = ratings->count;
    if (a->kind != RATING_FITTED || b->kind != RATING_FITTED) return score_of(pairs).los;
    double variance =
        covariance[i * count + i] + covariance[j * count + j] - 2 * covariance[i * count + j];
    return i == j ? .5 : normal_below((a->elo - b->elo) / sqrt(variance));
}

static void ratings_compare(struct ratings *ratings, const struct rated_meeting *meetings,
                            int meeting_count) {
    for (int i = 0; i < ratings->count; i++)
        for (int j = 0; j < ratings->count; j++) {
            if (ratings->list[j].rank != ratings->list[i].rank + 1) continue;
            struct pentanomial pairs = ratings_pairs(meetings, meeting_count, i, j);
            ratings->list[i].los = ratings_los(ratings, i, j, &pairs);
        }
}

double ratings_expected(const struct ratings *ratings, int i, int j) {
    return pair_points(ratings->list[i].strength - ratings->list[j].strength, ratings->advantage,
                       ratings->draw);
}

double ratings_expected_first(const struct ratings *ratings, int i, int j, double *variance) {
    double u = ratings->list[i].strength - ratings->list[j].strength + ratings->advantage;
    struct odds odds = odds_of(u, ratings->draw);
    double points = odds_points(&odds);
    *variance = odds.won + odds.drawn / 4 - points * points;
    return points;
}

bool rating_is_exact(const struct rating *rating) {
    return isnan(rating->error);
}

void rating_format(const struct rating *rating, char out[SCORE_ELO_LENGTH]) {
    static const char *const words[] = {
        [RATING_ABOVE] = "over %+.0f", [RATING_BELOW] = "under %+.0f"};
    if (rating_is_exact(rating))
        snprintf(out, SCORE_ELO_LENGTH, "%+.1f", rating->elo);
    else if (rating->kind == RATING_FITTED)
        snprintf(out, SCORE_ELO_LENGTH, "%+.1f +/- %.1f", rating->elo, rating->error);
    else if (rating->kind == RATING_UNKNOWN)
        snprintf(out, SCORE_ELO_LENGTH, "unknown");
    else
        snprintf(out, SCORE_ELO_LENGTH, words[rating->kind], rating_key(rating));
}

struct ratings ratings_fit(const struct rated_meeting *meetings, int meeting_count, int count) {
    struct fit fit;
    size_t players = (size_t)count;
    struct ratings ratings = {.count = count,
                              .anchor = -1,
                              .list = xcalloc(players, sizeof *ratings.list),
                              .covariance = xcalloc(players * players, sizeof(double))};
    bool *on = xcalloc(players, sizeof *on);
    groups_find(meetings, meeting_count, count, ratings.list);
    for (int i = 0; i < count; i++) {
        on[i] = ratings.list[i].kind == RATING_FITTED;
        ratings.fitted += on[i];
    }
    for (int m = 0; m < meeting_count; m++)
        if (meetings[m].games) ratings.openings_are_known = true;
    fit_init(&fit, meetings, meeting_count, count, on);
    fit_maximise(&fit);
    ratings_take(&ratings, &fit, meetings, meeting_count);
    fit_destroy(&fit);
    free(on);
    ratings_count(&ratings, meetings, meeting_count);
    ratings_place_outsiders(&ratings, meetings, meeting_count);
    ratings_rank(&ratings);
    ratings_compare(&ratings, meetings, meeting_count);
    return ratings;
}

/* ---- an anchor ---- */

/* The covariance of the differences from a player. */
static void ratings_subtract(struct ratings *ratings, int player) {
    int count = ratings->count;
    double *covariance = ratings->covariance, own = covariance[player * count + player];
    double *with = xcalloc((size_t)count, sizeof *with);
    for (int i = 0; i < count; i++) with[i] = covariance[i * count + player];
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            if (ratings->list[i].kind == RATING_FITTED && ratings->list[j].kind == RATING_FITTED)
                covariance[i * count + j] += own - with[i] - with[j];
    free(with);
}

void ratings_anchor(struct ratings *ratings, int player, double elo) {
    double shift = elo - ratings->list[player].elo;
    ratings->anchor = player;
    ratings_subtract(ratings, player);
    for (int i = 0; i < ratings->count; i++) {
        struct rating *rating = &ratings->list[i];
        rating->elo += shift;
        rating->low += shift;
        rating->high += shift;
        if (rating->kind != RATING_FITTED) continue;
        double variance = ratings->covariance[i * ratings->count + i];
        rating->error = i == player ? NAN : NORMAL_95 * sqrt(variance);
        rating->low = rating->elo - rating->error;
        rating->high = rating->elo + rating->error;
    }
}

void ratings_free(struct ratings *ratings) {
    free(ratings->list);
    free(ratings->covariance);
    *ratings = (struct ratings){0};
}
