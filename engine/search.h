/*
 * search: negamax alpha-beta with iterative deepening and a transposition table, written once in
 * engine/search_body.h and specialised by every evaluator.
 *
 * Deterministic: what a search returns depends on the position, the weights, the limits and the
 * searches since search_new_game on the same position's game, never on other games, threads or
 * (unless a time limit is set) clocks.
 */
#ifndef HONE_ENGINE_SEARCH_H
#define HONE_ENGINE_SEARCH_H

#include "engine/evaluator.h"

enum { SEARCH_DEPTH_MAX = 64 };

struct search_limits {
    int depth;      /* plies, 1…SEARCH_DEPTH_MAX; 0: no search, see player.h */
    uint64_t nodes; /* 0: no limit; reached: the last finished iteration decides */
    double seconds; /* 0: no limit, else no more depth is spent once the game is decided either;
                     * for play only, never for tuning */
    int width;      /* best moves searched in a position, of the plausible ones; 0: all legal */
    /* Moves that are not to be played at once, for finding the next best ones; some other one
     * must be left. */
    const move_t *except;
    int except_count;
};

struct search_result {
    move_t move;
    int32_t score; /* for the side to move, see SCORE_WIN */
    int depth;     /* of the last finished iteration */
    uint64_t nodes;
    int pv_length;
    move_t pv[SEARCH_DEPTH_MAX]; /* principal variation, begins with `move` */
};

/* A searcher with a transposition table of at most `tt_bytes` (at least one entry); one thread
 * uses it at a time. Freed with search_free. */
struct search *search_new(size_t tt_bytes);
void search_free(struct search *search);

/* Forgets everything: from here on searches behave as those of a new searcher. O(1). Also to be
 * called before searching with other weights. */
void search_new_game(struct search *search);

/* A monotonic clock in seconds, for play and measurements only. */
double search_clock(void);

#endif
