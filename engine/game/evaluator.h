/*
 * evaluator: a static evaluation with weights, and the search and the batch player that are
 * specialised for it.
 *
 * Weights are int32_t, one for each entry of the parameter table, so play is exact on every
 * machine. prepare() turns them once into whatever tables play wants (`prepared`, plain bytes,
 * read-only afterwards and shared by all threads).
 *
 * An evaluator's file gets its search from SEARCH_INSTANCE and a struct search_ops, both of
 * engine/search/node.h. struct bout and struct record, which play_batch takes, are in
 * engine/search/referee.h; an evaluator need not have a play_batch.
 *
 * Evaluators are made by engine/games/games.c and live as long as the process.
 */
#ifndef HONE_ENGINE_GAME_EVALUATOR_H
#define HONE_ENGINE_GAME_EVALUATOR_H

#include "engine/base/isa.h"
#include "engine/game/game.h"
#include "engine/game/param.h"

/* Scores of play. A won game is SCORE_WIN + margin. Every static evaluation is below SCORE_WIN in
 * magnitude; the bounds of an evaluator's parameters guarantee it. */
#define SCORE_WIN (1 << 30)
#define SCORE_INFINITE (SCORE_WIN + 100000)

/* A move with its score for its mover. The scores of a position's moves compare as the static
 * evaluations after them do; what all moves have in common may be left out. A move that wins at
 * once scores SCORE_WIN; `wpc` scores it as any other. */
struct candidate {
    int32_t score;
    move_t move;
};

struct search;
struct search_limits;
struct search_result;
struct bout;
struct record;

struct evaluator;
struct player;
struct mover;

/* A term of a linear evaluation: the weight's index, and how often it counts. */
struct term {
    int32_t weight, count; /* the count may be negative */
};

/* What an evaluator does, built for one instruction set (engine/base/isa.h) or for all. */
struct evaluator_ops {
    /* Static evaluation of an unfinished position for `side`, |value| < SCORE_WIN. `side` plays
     * with these weights; it need not be the side to move. */
    int32_t (*eval)(const struct evaluator *evaluator, const void *prepared, const void *state,
                    int side);

    /* The plausible moves (Connect: within 2 of a stone) or, if `all`, the legal ones, in
     * ascending move order, each with its score; their count. */
    int (*candidates)(const struct evaluator *evaluator, const void *prepared, const void *state,
                      bool all, struct candidate *out);

    bool singly; /* candidates() are all legal moves, each with SCORE_WIN if it ends the game, else
                    eval() after it; a call is so slow that the clock may be read between two of
                    them */

    /* The same with the scores for move ordering and for choosing the best of a width, if they
     * differ from those of candidates(). Unless `all`, it may leave out moves not worth a search.
     * NULL: candidates() serves. */
    int (*ranked)(const struct evaluator *evaluator, const void *prepared, const void *state,
                  bool all, struct candidate *out);

    /* The search body of engine/search/node.h, specialised. See engine/search/search.h. */
    void (*search)(struct search *search, const struct evaluator *evaluator, const void *prepared,
                   const void *state, const struct search_limits *limits,
                   struct search_result *out);

    /* Plays `count` bouts between players of this evaluator's family, of any layouts of this game,
     * exactly as the referee would, move by move and random number by random number, only faster.
     * The players are greedy, or search no deeper than batch_depth. NULL: the referee plays. */
    void (*play_batch)(const struct evaluator *evaluator, const struct bout *bouts, int count,
                       struct record *records);
    int batch_depth; /* 0: greedy players alone */
};

/* What a parameter weighs. */
struct meaning {
    char what[PARAM_NAME_SIZE]; /* "disc", "mobility" */
    uint64_t points;            /* on these points of the board; all bits: not about points */
    int from, to;               /* in this part of the game, in parts of MEANING_GAME */
};
/* The most parameters that evaluator.beside says. */
enum { EVALUATOR_BESIDE_MAX = 8 };
enum { MEANING_GAME = 27720 }; /* divisible by up to twelve stages */

struct evaluator {
    const struct game *game;
    char name[16];   /* "wpc", "roads" */
    char layout[16]; /* "64", "10", "10x3" (3 stages); "roads": "-" */
    int schema;      /* grows when the meaning of the parameters changes */
    const char *doc; /* one line */
    int param_count;
    /* The parameters are `stage_count` runs of the same length and order, one for each stage of a
     * game; a position's value depends on its stage's run alone. 0 and NULL: there are no
     * stages. */
    int stage_count;
    int (*stage)(const struct evaluator *evaluator, const void *state);
    /* The parameters. NULL: they are entries of tables, too many to store, and made on request.
     * param_find: by name, -1 if there is none; param_run: how many parameters from one on are
     * entries of the same table, with the same bounds and scale. */
    const struct param *params;
    struct param (*param)(const struct evaluator *evaluator, int index);
    int (*param_find)(const struct evaluator *evaluator, const char *name);
    int (*param_run)(const struct evaluator *evaluator, int index);
    size_t prepared_size;
    bool answers_threats; /* a search of limited width leaves no threat unanswered */
    /* The default width: a search needs only that number of a position's best moves, and half in
     * the middle of a turn. Best-first searches do not halve it; they were not measured. 0: not
     * known. */
    int width;
    int disc; /* weight of a disc of the final margin, where values estimate it; 0: they do not */
    int unit; /* values are in parts of this of a weight; 0: in whole weights */

    void (*prepare)(const struct evaluator *evaluator, const int32_t *weights, void *prepared);

    /* What a parameter counts, for converting weights to another evaluator of the game. NULL: what
     * its name says, on all points and in all stages. */
    struct meaning (*meaning)(const struct evaluator *evaluator, int index);

    /* The terms of the value of an unfinished position for `side`, if it is linear in the weights:
     * eval is the sum of count * weights[weight] over the terms written to `out`, at most
     * terms_max; their number. NULL and 0: the value is not linear. */
    int (*terms)(const struct evaluator *evaluator, const void *state, int side, struct term *out);
    int terms_max;

    /* The parameters of adjacent points that otherwise mean the same: their best values are likely
     * to be near this one's. Of each two, one names the other. Into out[EVALUATOR_BESIDE_MAX];
     * their number. NULL: none is known. */
    int (*beside)(const struct evaluator *evaluator, int index, int *out);

    const struct evaluator_ops *ops[ISA_COUNT]; /* see evaluator_ops */

    /* For weights of an external program: a mover (engine/search/mover.h), which every player of
     * this evaluator brings; ops is not used. NULL: hone's own players. */
    struct mover *(*mover_new)(const struct player *player);
};

/* Those of the instruction set in use, to be chosen outside every loop. */
static inline const struct evaluator_ops *evaluator_ops(const struct evaluator *evaluator) {
    return evaluator->ops[isa_current()];
}

static inline struct param evaluator_param(const struct evaluator *evaluator, int index) {
    return evaluator->params ? evaluator->params[index] : evaluator->param(evaluator, index);
}

static inline int evaluator_param_run(const struct evaluator *evaluator, int index) {
    return evaluator->params ? 1 : evaluator->param_run(evaluator, index);
}

/* All parameters as an array. Where the evaluator keeps none it is made at the first call, which
 * must come from the main thread, and kept as long as the evaluator. */
const struct param *evaluator_params(const struct evaluator *evaluator);

/* The index of the parameter of that name, -1: there is none. */
int evaluator_param_find(const struct evaluator *evaluator, const char *name);

/* evaluator.prepare if play uses the weights as they are; prepared_size is theirs. */
void evaluator_copy_weights(const struct evaluator *evaluator, const int32_t *weights,
                            void *prepared);

/* evaluator_family.make if there is one layout: a copy of `pattern` for a game, which lives as long
 * as the process. NULL and why if another layout is asked for. */
struct evaluator *evaluator_make_single(const struct game *game, const char *layout,
                                        const struct evaluator *pattern, struct error *error);

/* The initial value of every parameter, into weights[param_count]. */
void evaluator_initial(const struct evaluator *evaluator, int32_t *weights);

#endif
