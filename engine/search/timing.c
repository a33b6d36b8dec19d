#include "engine/search/timing.h"

/* What a pipe, a scheduler or a slow machine may cost a move; and the part of a game that is still
 * to be reckoned with although it may end sooner. */
static const double overhead = 0.02;
enum { MOVES_RECKONED_MAX = 40 };

static double smaller(double a, double b) {
    return a < b ? a : b;
}

/* An even share of the clock, but never more than half of it. */
static double share_of_clock(const struct timing *timing, int moves_left) {
    int moves = moves_left < MOVES_RECKONED_MAX ? moves_left : MOVES_RECKONED_MAX;
    if (timing->moves_to_go > 0 && timing->moves_to_go < moves) moves = timing->moves_to_go;
    double share = timing->remaining / moves + timing->increment;
    return moves > 1 ? smaller(share, timing->remaining / 2) : timing->remaining;
}

double timing_seconds(const struct timing *timing, int moves_left) {
    const double least = 0.001;
    double seconds = timing->move;
    if (timing->remaining > 0) {
        double share = share_of_clock(timing, moves_left);
        seconds = seconds > 0 ? smaller(seconds, share) : share;
    }
    if (seconds == 0) return 0;
    return seconds - overhead > least ? seconds - overhead : smaller(seconds, least);
}

/* Every ply to come but a pass fills an empty cell of the position. */
int timing_moves_left(const struct game *game, const void *state) {
    struct text position = {0};
    int empties = 0;
    game->position_format(game, state, &position);
    for (const char *c = text_get(&position); *c; c++) empties += *c == '-' || *c == '.';
    text_free(&position);
    return max_int(1, (empties + 1) / 2);
}

void timing_limit(const struct timing *timing, const struct game *game, const void *state,
                  struct search_limits *limits) {
    double seconds = timing_seconds(timing, timing_moves_left(game, state));
    if (seconds == 0 || (limits->seconds > 0 && limits->seconds <= seconds)) return;
    limits->seconds = seconds;
    limits->soft_seconds = timing->remaining > 0 ? seconds / 2 : 0;
}

double timing_left(double seconds) {
    const double nearly_out = 0.001;
    return seconds > nearly_out ? seconds : nearly_out;
}

void timing_run(struct timing *clock, double seconds) {
    if (clock->remaining > 0)
        clock->remaining = timing_left(clock->remaining - seconds) + clock->increment;
}
