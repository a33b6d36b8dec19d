/*
 * ops: an evaluator's and its game's functions for the search, as a table. All of them are visible
 * where the search is inlined, so no call inside the loop is indirect.
 */
#ifndef HONE_ENGINE_SEARCH_OPS_H
#define HONE_ENGINE_SEARCH_OPS_H

#include <stdlib.h>
#include <string.h>

#include "engine/search/searcher.h"

#define SEARCH_INLINE static inline __attribute__((always_inline))

/* The value of a position for its side to move, one ply deep. */
struct search_last {
    int32_t value;
    move_t move;  /* the best one, or one of them; MOVE_NONE: forced replies leave none */
    int leaves;   /* positions that were judged; 0: the position itself is finished */
    bool certain; /* all of them were ends of the game */
};

struct search_ops {
    size_t state_size; /* bytes to copy for a child; 0: as the game says */
    int (*side)(const void *state);
    bool (*over)(const struct game *game, const void *state);
    int (*margin)(const struct game *game, const void *state);
    void (*play)(const struct game *game, void *state, move_t move);
    /* Incremental evaluation: an evaluator's data beside a position, updated by each move. They
     * take incremental_size bytes at search_incremental_at() behind the state; incremental_init()
     * makes them, and play_incremental() replaces play(). The other functions here find them there.
     * 0 and NULL: there are none. */
    size_t incremental_size;
    void (*incremental_init)(const struct evaluator *evaluator, const void *prepared, void *state);
    void (*play_incremental)(const struct evaluator *evaluator, const void *prepared, void *state,
                             move_t move);
    uint64_t (*hash)(const void *state);
    int (*candidates)(const struct evaluator *evaluator, const void *prepared, const void *state,
                      bool all, struct candidate *out);
    /* Makes the candidates of several positions that are one move ahead cheaper. siblings_init()
     * computes once what they share; siblings_candidates() of such a position, after
     * siblings->move, replaces candidates(), and finds the same. May be NULL. */
    void (*siblings_init)(const struct evaluator *evaluator, const void *prepared,
                          const void *state, struct search_siblings *out);
    int (*siblings_candidates)(const struct evaluator *evaluator, const void *prepared,
                               const struct search_siblings *siblings, const void *state, bool all,
                               struct candidate *out);
    int32_t (*eval)(const struct evaluator *evaluator, const void *prepared, const void *state,
                    int side);
    /* Whether inner nodes see the end of the game by candidates() and last_ply(), which then find
     * no move and no leaf, instead of over(). For games where over() costs as much as move
     * generation. */
    bool ends_show;
    /* Faster than one by one: all moves of a position at once (an unfinished one, unless
     * ends_show), each with its static evaluation by the weights of `root_side`, or the result.
     * Exactly what the search finds at depth 1 with width 0. May be NULL. */
    struct search_last (*last_ply)(const struct evaluator *evaluator, const void *prepared,
                                   const void *state, int root_side);
    /* Whether `move`, evaluated like a leaf of last_ply(), gives the side to move `enough` or more,
     * and how much. False if it is not legal or ends the game. Useful if it takes a small part of
     * last_ply()'s time; may be NULL. */
    bool (*answers)(const struct evaluator *evaluator, const void *prepared, const void *state,
                    int root_side, move_t move, int32_t enough, int32_t *value);
    /* The value of the position after a legal move, for its mover and by the weights of
     * `root_side`, less what all moves of the position have `in common`; the move is not played for
     * that. False if it ends the game. `as_scored`: whether a candidate's score is that value (for
     * moves that do not end the game). Each may be NULL: no such shortcut, nothing in common,
     * never. */
    bool (*judge)(const struct evaluator *evaluator, const void *prepared, const void *state,
                  int root_side, move_t move, int32_t *value);
    int32_t (*in_common)(const struct evaluator *evaluator, const void *prepared, const void *state,
                         int root_side);
    bool (*as_scored)(const void *state, int root_side);
    /* Whether candidates() takes less time than waiting for the table: then the moves are generated
     * meanwhile, now and then in vain. Without forced(). */
    bool moves_cheap;
    bool singly; /* as in evaluator_ops */
    /* All legal moves, as candidates(), each with a score that needs no evaluation of the position
     * after it. For the last plies where late moves are reduced. May be NULL. */
    int (*quick_candidates)(const struct evaluator *evaluator, const void *state,
                            struct candidate *out);
    /* ProbCut: the standard error, in hundredths of a disc, between the values of searches of
     * `depth` and of `shallow` plies. NULL: not known. */
    int32_t (*probcut_error)(const void *state, int depth, int shallow);
    /* Futility: the most that `depth` plies of search are expected to change the value of a
     * position, in units of values; -1: not known. NULL: never known. */
    int32_t (*futility_margin)(const struct evaluator *evaluator, const void *state, int depth);
    /* As in struct game, in view; plies_left, where there is `repeats`. May be NULL. */
    enum game_repeat (*repeats)(const void *state);
    int (*plies_left)(const void *state);
    bool (*in_check)(const void *state);
    int (*noisy)(const struct game *game, const void *state, move_t *out);
    bool (*pass_turn)(const struct game *game, void *state);
    /* A tenth of the strongest piece's value, in units of values. With it reduced searches are as
     * usual in chess: margins are multiples of it, and values of even and odd depths compare, since
     * exchanges are played out. Needs in_check and noisy; may be NULL. */
    int32_t (*unit)(const void *prepared);
    bool single_extends; /* a single reply costs no depth where late moves are reduced */
    /* As in struct expert, in view. May be NULL. */
    int (*forced)(const struct game *game, const void *state, struct candidate *list, int count,
                  int32_t *value);
};

/* How an evaluator scores a move by playing it. */
struct search_judge {
    size_t state_size; /* 0: as the game says */
    void (*play)(const struct game *game, void *state, move_t move);
    bool (*won)(const struct game *game, const void *after); /* by the move's side */
    int32_t (*eval)(const struct evaluator *evaluator, const void *prepared, const void *after,
                    int side);
};

/* The candidates of such an evaluator: these moves with their scores for `side`, which moves. */
SEARCH_INLINE void search_judge_moves(const struct evaluator *evaluator, const void *prepared,
                                      const void *state, int side, const struct search_judge *judge,
                                      const move_t *moves, int count, struct candidate *out) {
    const struct game *game = evaluator->game;
    for (int i = 0; i < count; i++) {
        struct state after;
        memcpy(&after, state, judge->state_size > 0 ? judge->state_size : game->state_size);
        judge->play(game, &after, moves[i]);
        out[i].move = moves[i];
        out[i].score =
            judge->won(game, &after) ? SCORE_WIN : judge->eval(evaluator, prepared, &after, side);
    }
}

enum { SEARCH_INCREMENTAL_MAX = 3072 };

/* A position with what is kept beside it. */
struct search_state {
    _Alignas(64) unsigned char bytes[GAME_STATE_MAX + SEARCH_INCREMENTAL_MAX];
};

_Static_assert(GAME_STATE_MAX % 64 == 0, "there must be room behind the largest state");

/* Where what is kept beside a state of the game begins. */
static inline size_t search_incremental_at(const struct game *game) {
    return (game->state_size + 63) / 64 * 64;
}

/* A position with what is kept beside it. */
SEARCH_INLINE void search_copy(const struct search *search, const void *state,
                               const struct search_ops *ops, struct search_state *out) {
    const struct game *game = search->evaluator->game;
    if (ops->incremental_init)
        memcpy(out, state, search_incremental_at(game) + ops->incremental_size);
    else
        memcpy(out, state, ops->state_size > 0 ? ops->state_size : game->state_size);
}

/* The position after a move, with what is kept beside it. */
SEARCH_INLINE void search_play(const struct search *search, const void *state, move_t move,
                               const struct search_ops *ops, struct search_state *out) {
    const struct evaluator *evaluator = search->evaluator;
    search_copy(search, state, ops, out);
    if (ops->incremental_init)
        ops->play_incremental(evaluator, search->prepared, out, move);
    else
        ops->play(evaluator->game, out, move);
}

/* Whether the position is a repetition, and its value for the side to move; a deeper search may
 * find another one here. */
SEARCH_INLINE bool search_repeats(struct search *search, const void *state,
                                  const struct search_ops *ops, int32_t *value) {
    enum game_repeat repeat = ops->repeats(state);
    int32_t won = SCORE_WIN + 1 + ops->plies_left(state);
    if (repeat == REPEAT_NONE) return false;
    *value = repeat == REPEAT_DRAW ? 0 : repeat == REPEAT_WIN ? won : -won;
    search->static_evals++;
    return true;
}

/* The static evaluation of an unfinished position, for its side to move. */
SEARCH_INLINE int32_t search_static_eval(const struct search *search, const void *state,
                                         const struct search_ops *ops) {
    int32_t value = ops->eval(search->evaluator, search->prepared, state, search->root_side);
    return ops->side(state) == search->root_side ? value : -value;
}

#endif
