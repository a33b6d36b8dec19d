/*
 * The advantage is where the first movers' points are as many as expected. The error of its
 * estimate is their deviation from that, divided by the slope of the expectation (the information).
 * Strengths and draws are estimated too, which is ignored: it takes two parts in a hundred of the
 * information at most if all play both colours.
 */
#include "tuner/report/first_move.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/base.h"

struct first_move {
    const struct ratings *ratings;
    double information, games, points, squares; /* sums over games; squares of what is beyond */
    int openings;                               /* different ones */
    double *beyond;                             /* by opening; owned */
    bool *met;                                  /* by opening: whether it has games; owned */
};

/* ---- games ---- */

/* Adds `count` games of a, the first mover, against b, each worth `points`. */
static double first_move_add(struct first_move *sum, int a, int b, double points, double count) {
    double spread, beyond = points - ratings_expected_first(sum->ratings, a, b, &spread);
    sum->information += count * spread;
    sum->games += count;
    sum->points += count * points;
    sum->squares += count * beyond * beyond;
    return count * beyond;
}

static bool first_move_is_rated(const struct first_move *sum, const struct rated_meeting *meeting) {
    return sum->ratings->list[meeting->a].kind == RATING_FITTED &&
           sum->ratings->list[meeting->b].kind == RATING_FITTED;
}

static void first_move_add_games(struct first_move *sum, const struct rated_meeting *meeting,
                                 const int *openings) {
    int64_t pairs = pentanomial_pairs(&meeting->score.counts);
    for (int64_t i = 0; i < pairs; i++) {
        const struct result *pair = &meeting->games[2 * i];
        int64_t opening = openings ? openings[i] : i;
        sum->beyond[opening] +=
            first_move_add(sum, meeting->a, meeting->b, pair[0].points / 2.0, 1) +
            first_move_add(sum, meeting->b, meeting->a, 1 - pair[1].points / 2.0, 1);
        sum->openings += !sum->met[opening];
        sum->met[opening] = true;
    }
}

static void first_move_add_tally(struct first_move *sum, int a, int b, int64_t won, int64_t drawn,
                                 int64_t lost) {
    first_move_add(sum, a, b, 1, (double)won);
    first_move_add(sum, a, b, .5, (double)drawn);
    first_move_add(sum, a, b, 0, (double)lost);
}

static void first_move_add_tallies(struct first_move *sum, const struct rated_meeting *meeting) {
    const struct tally *first = &meeting->score.first, *second = &meeting->score.second;
    first_move_add_tally(sum, meeting->a, meeting->b, first->won, first->drawn, first->lost);
    first_move_add_tally(sum, meeting->b, meeting->a, second->lost, second->drawn, second->won);
    sum->openings = max_int(sum->openings, (int)pentanomial_pairs(&meeting->score.counts));
}

/* ---- their spread ---- */

/* The deviations of openings are increased as with PENTANOMIAL_MORE: a fifth of an opening more of
 * each kind, so that a few equal ones do not look sure. */
static double first_move_more(const struct first_move *sum) {
    double mean = sum->points / sum->games, each = sum->games / sum->openings, square = 0;
    for (int i = 0; i < 5; i++) square += PENTANOMIAL_MORE * pow(pentanomial_points(i) - mean, 2);
    return each * each * square;
}

static double first_move_squares(const struct first_move *sum, int places, bool known) {
    double squares = 0;
    if (!known) return sum->games * sum->squares / sum->openings;
    for (int i = 0; i < places; i++) squares += sum->beyond[i] * sum->beyond[i];
    return squares;
}

static double first_move_error_of(const struct first_move *sum, int places, bool known) {
    if (sum->openings < 2) return INFINITY;
    double squares = first_move_squares(sum, places, known) + first_move_more(sum);
    double natural = student_95(sum->openings - 1) * sqrt(squares) / sum->information;
    return natural * sum->ratings->scale;
}

/* ---- both ---- */

double first_move_error(const struct ratings *ratings, const struct rated_meeting *meetings,
                        int meeting_count, const int *openings) {
    struct first_move sum = {.ratings = ratings};
    int places = 0;
    bool known = true;
    for (int m = 0; m < meeting_count; m++) {
        places = max_int(places, (int)pentanomial_pairs(&meetings[m].score.counts));
        known = known && meetings[m].games;
    }
    sum.beyond = xcalloc((size_t)places, sizeof *sum.beyond);
    sum.met = xcalloc((size_t)places, sizeof *sum.met);
    for (int m = 0; m < meeting_count; m++) {
        if (!first_move_is_rated(&sum, &meetings[m])) continue;
        if (known)
            first_move_add_games(&sum, &meetings[m], openings);
        else
            first_move_add_tallies(&sum, &meetings[m]);
    }
    double error = first_move_error_of(&sum, places, known);
    free(sum.beyond);
    free(sum.met);
    return error;
}

void first_move_format(double advantage, double error, char out[FIRST_MOVE_LENGTH]) {
    if (isfinite(error))
        snprintf(out, FIRST_MOVE_LENGTH, "%+.1f +/- %.1f Elo", advantage, error);
    else
        snprintf(out, FIRST_MOVE_LENGTH, "%+.1f Elo, of unknown error", advantage);
}
