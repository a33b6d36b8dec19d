/*
 * expert: a game's knowledge of its positions, most of it exact and independent of the weights:
 * endgames (Reversi), wins by threats and forced replies (Connect). A game names its expert; any
 * member but the three of memory may be NULL.
 *
 * Repeatable like the search: an answer depends on the position, the limits, and what was asked
 * since the memory was new or told to forget; settle and forced depend on position and limits
 * alone. Clocks are read only if limits->seconds or a watcher is set; Ctrl-C (progress.h) ends all.
 */
#ifndef HONE_ENGINE_GAME_EXPERT_H
#define HONE_ENGINE_GAME_EXPERT_H

#include "engine/game/evaluator.h"

struct search_setting;

struct expert {
    const char *doc; /* one line */

    bool endings; /* whether solve obeys limits->endgame */
    bool whole;   /* the game is solved: solve knows every position, at any limit but 0 */

    /* The settings that it adds to a search's table (engine/search/limits.h). */
    const struct search_setting *settings;

    /* Tables of at most `bytes` (at least a few kB) for one thread; memory_free(NULL) is fine;
     * memory_forget takes O(1). */
    void *(*memory_new)(const struct game *game, size_t bytes);
    void (*memory_free)(void *memory);
    void (*memory_forget)(void *memory);

    /* Whether it proves a best move of an unfinished position. `out` then has that move with its
     * exact score (of a won position, that of the win found), depth in plies, nodes and principal
     * variation. With limits->move_only, or where the nodes do not suffice for its line, a win may
     * come with its first moves alone and a lower bound of its score. False if the limits do not
     * ask for it, it finds nothing, or it would take more than limits->nodes or limits->seconds;
     * `out` then has only the nodes searched in vain, if they are counted. Moves of limits->except
     * are not played. */
    bool (*solve)(const struct game *game, void *memory, const void *state,
                  const struct search_limits *limits, struct search_result *out);

    /* A heuristic solve, by limits->adviser's values, for positions where solve finds nothing:
     * whether it sees the end of the game well enough to know a better move than a search to
     * limits->depth. The score is then in the adviser's units unless it is proved. False unless an
     * answer comes within limits_half. It may use up to twice that time to improve the answer. */
    bool (*foresee)(const struct game *game, void *memory, const void *state,
                    const struct search_limits *limits, struct search_result *out);

    /* As solve, for the side that is not to move: how it would win if the rest of this turn were
     * passed. */
    bool (*menace)(const struct game *game, void *memory, const void *state,
                   const struct search_limits *limits, struct search_result *out);

    /* Whether it proves the value of a leaf of the search (limits->leaf_threats), for the side to
     * move. */
    bool (*settle)(const struct game *game, void *memory, const void *state,
                   const struct search_limits *limits, int32_t *value);

    /* The two questions of limits->defend; `ply` below the root of a search that asks both at all
     * its inner nodes, and the first at its leaves as well. Their cost is added to `nodes`. The
     * first: whether the side to move wins by threats at the beginning of its turn (ply > 0), and
     * the position's value for it. */
    bool (*strike)(const struct game *game, void *memory, const void *state,
                   const struct search_limits *limits, int ply, int32_t *value, uint64_t *nodes);
    /* The second: the moves of `list` that may refute the other side's threats, in their order;
     * their count, above 0. */
    int (*defend)(const struct game *game, void *memory, const void *state,
                  const struct search_limits *limits, int ply, struct candidate *list, int count,
                  uint64_t *nodes);
    /* The first question with more effort, after a turn that is about to be played: if the turn is
     * refuted, strike knows that from now on. */
    bool (*refute)(const struct game *game, void *memory, const void *state,
                   const struct search_limits *limits, uint64_t *nodes);

    /* Forced replies: the moves of `list` that do not lose at once, in their order, and their
     * count. 0 with the position's value for the side to move if all lose or nothing can be won any
     * more. `list` stays as it is if nothing is threatened. For the search; greedy players do not
     * use it. */
    int (*forced)(const struct game *game, const void *state, struct candidate *list, int count,
                  int32_t *value);
};

#endif
