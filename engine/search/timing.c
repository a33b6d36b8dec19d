/*
 * timing: an even share of the clock, with a reserve for what is not search. Half of the plies that
 * the game may still have are the mover's own; few games last that long, so the estimate is capped
 * at what a game usually has left.
 */
#include "engine/search/timing.h"

/* What a pipe, a scheduler or a slow machine may cost a move; and the part of the remaining game
 * that is planned for, although it may end sooner. */
static const double overhead = 0.02;
enum { MOVES_RECKONED_MAX = 40 };

static double timing_smaller(double a, double b) {
    return a < b ? a : b;
}

static double timing_greater(double a, double b) {
    return a > b ? a : b;
}

/* An even share of the clock, but never more than half of it before the last move. Where overtime
 * follows, no move need take less than in overtime. */
static double timing_share(const struct timing *timing, int moves_left) {
    int moves = moves_left < MOVES_RECKONED_MAX ? moves_left : MOVES_RECKONED_MAX;
    if (timing->moves_to_go > 0 && timing->moves_to_go < moves) moves = timing->moves_to_go;
    double share = timing->remaining / moves + timing->increment;
    if (timing->overtime > 0 && timing->moves_to_go == 0)
        return timing_greater(share, timing->overtime);
    return moves > 1 ? timing_smaller(share, timing->remaining / 2) : timing->remaining;
}

double timing_seconds(const struct timing *timing, int moves_left) {
    const double least = 0.001;
    double seconds = timing->move;
    if (timing->remaining > 0) {
        double share = timing_share(timing, moves_left);
        seconds = seconds > 0 ? timing_smaller(seconds, share) : share;
    }
    if (seconds == 0) return 0;
    return seconds - overhead > least ? seconds - overhead : timing_smaller(seconds, least);
}

/* Whether a later move can use what this one leaves of the clock. Not after the last move, nor if
 * the clock is set anew before the next one, nor if the move's own limit is below its share by
 * now. */
static bool timing_serves_later(const struct timing *timing, int moves_left) {
    if (timing->remaining == 0 || timing->moves_to_go == 1 || moves_left == 1) return false;
    return timing->move == 0 || timing_share(timing, moves_left) < timing->move;
}

int timing_moves_left(const struct game *game, const void *state) {
    int left = game->plies_left(state);
    return max_int(1, max_int((left + 1) / 2, min_int(left, game->turn_left(state))));
}

void timing_limit(const struct timing *timing, const struct game *game, const void *state,
                  struct search_limits *limits) {
    int moves_left = timing_moves_left(game, state);
    double seconds = timing_seconds(timing, moves_left);
    if (seconds == 0 || (limits->seconds > 0 && limits->seconds <= seconds)) return;
    limits->seconds = seconds;
    limits->soft_seconds = timing_serves_later(timing, moves_left) ? seconds / 2 : 0;
}

double timing_left(double seconds) {
    const double nearly_out = 0.001;
    return seconds > nearly_out ? seconds : nearly_out;
}

void timing_run(struct timing *clock, double seconds) {
    if (clock->remaining > 0)
        clock->remaining = timing_left(clock->remaining - seconds) + clock->increment;
}
