/*
 * search: iterative deepening with a transposition table, by one of several drivers around one
 * node, which is written once in engine/search/body.h and specialised by every evaluator.
 *
 * Deterministic: what a search returns depends on the position, the weights, the limits and the
 * searches since search_new_game on the same position's game, never on other games, threads or
 * (unless a time limit is set) clocks.
 */
#ifndef HONE_ENGINE_SEARCH_SEARCH_H
#define HONE_ENGINE_SEARCH_SEARCH_H

#include "engine/game/evaluator.h"

enum { SEARCH_DEPTH_MAX = 64 };

/* How the value of a depth is found: all find the same one. */
enum search_driver {
    SEARCH_PVS,       /* principal variation search in aspiration windows */
    SEARCH_ALPHABETA, /* with the full window */
    SEARCH_MTDF,      /* null windows from a first guess (Plaat et al. 1996) */
    SEARCH_MINIMAX,   /* without any cut-off or table */
};

/* By driver, as users write them; NULL ends the list. */
extern const char *const search_driver_names[];

struct search_limits {
    int depth;      /* plies, 1…SEARCH_DEPTH_MAX; 0: no search, see player.h */
    uint64_t nodes; /* 0: no limit; may be exceeded by the moves of one position. The last depth
                     * that was finished decides, the first one in any case; of the next one, what
                     * is known of its best moves by then */
    double seconds; /* 0: no limit, else no more depth is spent once the game is decided either;
                     * for play only, never for tuning */
    double soft_seconds; /* after these no more depth is begun, which would hardly be finished;
                          * 0: until `seconds`, without which it means nothing */
    int width; /* best moves searched in a position, of the plausible ones; 0: all legal */
    enum search_driver driver;
    bool reduce; /* late moves are searched less deep first: faster, and not minimax any more; pvs
                  * and mtdf only */
    /* Turns of threats that the game's expert looks ahead, and at leaves; 0: not at all. Without
     * meaning in games without threats. */
    int threats, leaf_threats;
    /* Positions with at most that many empty squares are solved by the expert; 0: none. Without
     * meaning in games without an endgame. */
    int endgame;
    /* Moves that are not to be played at once, for finding the next best ones; some other one
     * must be left. */
    const move_t *except;
    int except_count;
};

struct search_result {
    move_t move;
    int32_t score; /* for the side to move, see SCORE_WIN */
    int depth;     /* of the last one that was finished */
    uint64_t nodes;
    int pv_length;               /* 1 or more; of a depth that was not finished perhaps depth + 1 */
    move_t pv[SEARCH_DEPTH_MAX]; /* principal variation, begins with `move` */
};

/* A searcher with a transposition table of at most `tt_bytes` (at least one entry); one thread
 * uses it at a time. Freed with search_free. */
struct search *search_new(size_t tt_bytes);
void search_free(struct search *search);

/* Forgets everything: from here on searches behave as those of a new searcher. O(1). Also to be
 * called before searching with other weights. */
void search_new_game(struct search *search);

/* The answer of the game's expert (engine/game/expert.h) to an unfinished position: whether it
 * knows a proved best move within the limits, which then fills `out`. Its memory, of the size of
 * the searcher's table, is the searcher's, and forgets with it. */
bool search_ask_expert(struct search *search, const struct game *game, const void *state,
                       const struct search_limits *limits, struct search_result *out);

#endif
