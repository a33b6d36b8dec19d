/*
 * search: iterative deepening with a transposition table, by one of several drivers around one
 * node, which is written once in engine/search/node.h and specialised by every evaluator.
 *
 * Deterministic: what a search returns depends on the position, the weights, the limits and the
 * searches since search_new_game on the same position's game, never on other games, threads or
 * (unless a time limit is set) clocks. Only Ctrl-C (progress.h) ends one early: then what it
 * returns means nothing.
 */
#ifndef HONE_ENGINE_SEARCH_SEARCH_H
#define HONE_ENGINE_SEARCH_SEARCH_H

#include "engine/game/evaluator.h"
#include "engine/search/limits.h"

struct search_result {
    move_t move;
    int32_t score; /* for the side to move, see SCORE_WIN */
    bool proved;   /* the score is the result, or that of a certain win; else even a score beyond
                    * SCORE_WIN is only expected */
    int depth;     /* the last finished one */
    uint64_t nodes;
    int pv_length;               /* 1 or more; of a depth that was not finished perhaps depth + 1 */
    move_t pv[SEARCH_DEPTH_MAX]; /* principal variation, begins with `move` */
};

/* A searcher with a transposition table of at most `tt_bytes` (at least one entry); one thread
 * uses it at a time. Freed with search_free. */
struct search *search_new(size_t tt_bytes);
/* Its table's size. Its expert's memory and its arena may each take as much again. */
size_t search_table_bytes(const struct search *search);
void search_free(struct search *search);
/* Makes the system give the table its memory now, before a clock runs. */
void search_warm_up(struct search *search);

/* Forgets everything: from here on searches behave as those of a new searcher. O(1). Also to be
 * called before searching with other weights. */
void search_new_game(struct search *search);

/* The answer of the game's expert (engine/game/expert.h) to an unfinished position: whether it
 * knows a proved best move within half of the limits' nodes and seconds, which then fills `out`.
 * Its memory, of the size of the searcher's table, is the searcher's, and forgets with it. */
bool search_ask_expert(struct search *search, const struct game *game, const void *state,
                       const struct search_limits *limits, struct search_result *out);
/* For positions without such an answer: the expert's foresee, by the values of limits->adviser. If
 * it knows a move it fills `out` with a score in these values, unless the score is proved
 * (SCORE_WIN). Only with a limit of nodes or seconds, of which it may use all, and with
 * limits->reduce, which exact searches do not use either. */
bool search_ask_foresight(struct search *search, const struct game *game, const void *state,
                          const struct search_limits *limits, struct search_result *out);
/* The same as the first of what the other side threatens. */
bool search_ask_menace(struct search *search, const struct game *game, const void *state,
                       const struct search_limits *limits, struct search_result *out);

#endif
