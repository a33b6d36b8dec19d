#include "engine/timing.h"

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
