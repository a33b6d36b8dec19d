/*
 * Newton's method on the concave quasi-likelihood of the points, in natural units, with player 0
 * held at 0: vectors and the matrix are of the other players.
 */
#include "tuner/statistics/strength.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/base.h"
#include "tuner/statistics/cholesky.h"

enum { STEPS_MAX = 200 };
static const double enough = 1e-9, step_longest = 1; /* natural units */

/* A meeting's pairs with the virtual one: how many, a's mean points a game and their variance. */
struct strength_evidence {
    double pairs, mean, variance;
};

static struct strength_evidence strength_evidence_of(const struct pentanomial *counts) {
    double pairs = 1, points = .5, squares = .5;
    for (int i = 0; i < 5; i++) {
        double count = (double)counts->n[i], rate = i / 4.0;
        pairs += count;
        points += count * rate;
        squares += count * rate * rate;
    }
    double mean = points / pairs;
    return (struct strength_evidence){pairs, mean, squares / pairs - mean * mean};
}

static double strength_of(const double *strengths, int player) {
    return player == 0 ? 0 : strengths[player - 1];
}

/* The points a game that a expects of b. */
static double strength_expected(const double *strengths, const struct strength_meeting *meeting) {
    double difference = strength_of(strengths, meeting->a) - strength_of(strengths, meeting->b);
    return 1 / (1 + exp(-difference));
}

static void strength_add_information(double *matrix, int dim, int a, int b, double weight) {
    if (a > 0) matrix[(a - 1) * dim + a - 1] += weight;
    if (b > 0) matrix[(b - 1) * dim + b - 1] += weight;
    if (a > 0 && b > 0) matrix[max_int(a - 1, b - 1) * dim + min_int(a - 1, b - 1)] -= weight;
}

/* Gradient and information at these strengths. */
static void strength_differentiate(const struct strengths *fit, const double *strengths,
                                   double *gradient) {
    int dim = fit->count - 1;
    for (int i = 0; i < dim; i++) gradient[i] = 0;
    for (int i = 0; i < dim * dim; i++) fit->factor[i] = 0;
    for (int m = 0; m < fit->meeting_count; m++) {
        const struct strength_meeting *meeting = &fit->meetings[m];
        struct strength_evidence seen = strength_evidence_of(&meeting->counts);
        double expected = strength_expected(strengths, meeting);
        double slope = seen.pairs * (seen.mean - expected);
        if (meeting->a > 0) gradient[meeting->a - 1] += slope;
        if (meeting->b > 0) gradient[meeting->b - 1] -= slope;
        strength_add_information(fit->factor, dim, meeting->a, meeting->b,
                                 seen.pairs * expected * (1 - expected));
    }
}

/* One step of Newton's, cut where it would go too far; how far it went. */
static double strength_step(const struct strengths *fit, double *strengths, double *step) {
    int dim = fit->count - 1;
    double longest = 0;
    strength_differentiate(fit, strengths, step);
    cholesky_factor(fit->factor, dim);
    cholesky_solve(fit->factor, dim, step);
    for (int i = 0; i < dim; i++) longest = fmax(longest, fabs(step[i]));
    double scale = longest > step_longest ? step_longest / longest : 1;
    for (int i = 0; i < dim; i++) strengths[i] += scale * step[i];
    return longest;
}

/* Birge's ratio: the root of the meetings' squared deviations, in units of chance, over their
 * expected number, meetings less strengths. */
static double strength_stretch(const struct strengths *fit, const double *strengths) {
    int freedom = fit->meeting_count - (fit->count - 1);
    double squares = 0;
    for (int m = 0; m < fit->meeting_count; m++) {
        struct strength_evidence seen = strength_evidence_of(&fit->meetings[m].counts);
        double deviation = seen.mean - strength_expected(strengths, &fit->meetings[m]);
        squares += seen.pairs * deviation * deviation / seen.variance;
    }
    return freedom > 0 ? fmax(1, sqrt(squares / freedom)) : 1;
}

static double strength_elo_of_natural(double natural) {
    return natural * 400 / log(10);
}

struct strengths strengths_fit(const struct strength_meeting *meetings, int meeting_count,
                               int count) {
    size_t dim = (size_t)count - 1;
    struct strengths fit = {.count = count,
                            .elo = xcalloc((size_t)count, sizeof(double)),
                            .factor = xcalloc(dim * dim, sizeof(double)),
                            .meeting_count = meeting_count,
                            .meetings = meetings};
    double *strengths = xcalloc(dim, sizeof *strengths), *step = xcalloc(dim, sizeof *step);
    for (int i = 0; strength_step(&fit, strengths, step) > enough; i++)
        if (i == STEPS_MAX) die("the strengths of %d players do not converge", count);
    for (int i = 1; i < count; i++) fit.elo[i] = strength_elo_of_natural(strengths[i - 1]);
    fit.stretch = strength_stretch(&fit, strengths);
    free(strengths);
    free(step);
    return fit;
}

void strengths_free(struct strengths *strengths) {
    free(strengths->elo);
    free(strengths->factor);
    *strengths = (struct strengths){0};
}

/* A meeting moves the sum by its influence times how far its mean lies from what is expected. */
double strengths_error(const struct strengths *strengths, const double *weights) {
    int dim = strengths->count - 1;
    double *influence = xcalloc((size_t)dim, sizeof *influence), variance = 0;
    for (int i = 0; i < dim; i++) influence[i] = weights[i + 1];
    cholesky_solve(strengths->factor, dim, influence);
    for (int m = 0; m < strengths->meeting_count; m++) {
        const struct strength_meeting *meeting = &strengths->meetings[m];
        struct strength_evidence seen = strength_evidence_of(&meeting->counts);
        double moved = strength_of(influence, meeting->a) - strength_of(influence, meeting->b);
        variance += seen.pairs * seen.variance * moved * moved;
    }
    free(influence);
    return NORMAL_95 * strengths->stretch * strength_elo_of_natural(sqrt(variance));
}
