/*
 * adapt: a plug-in's tables as a struct game and as families of evaluators. For this folder alone.
 */
#ifndef HONE_ENGINE_PLUGIN_ADAPT_H
#define HONE_ENGINE_PLUGIN_ADAPT_H

#include "engine/game/family.h"
#include "engine/plugin/chess.h"
#include "engine/plugin/connect.h"
#include "engine/plugin/dobutsu.h"
#include "engine/plugin/guard.h"
#include "engine/plugin/hex.h"
#include "engine/plugin/lgame.h"
#include "engine/plugin/library.h"
#include "engine/plugin/piles.h"
#include "engine/plugin/reversi.h"
#include "engine/plugin/xiangqi.h"

/* A state of a plug-in's game: which one, since some functions of struct game have nothing but the
 * state, and then the plug-in's own bytes. Ranks of a run load the same libraries in the same
 * order. */
struct plugin_state {
    uint32_t library, unused[3];
    _Alignas(16) unsigned char bytes[];
};

/* The game of a library that has one. */
const struct game_family *plugin_game_new(const struct library *library);

/* A position of one of hone's games as the plug-in is shown it; in `room` where it is not the
 * state itself. */
union plugin_view {
    struct hone_reversi reversi;
    struct hone_connect connect;
    struct hone_hex hex;
    struct hone_lgame lgame;
    struct hone_piles piles;
    struct hone_dobutsu dobutsu;
    struct hone_chess chess;
    struct hone_xiangqi xiangqi;
};
typedef const void *plugin_view_fn(const struct game *game, const void *state,
                                   union plugin_view *room);

/* What a family of games offers to plug-in evaluators. */
struct plugin_host {
    const struct game_family *family;
    plugin_view_fn *view;
    /* As evaluator_ops.candidates, without scores; NULL: all legal moves. */
    int (*plausible)(const struct game *game, const void *state, bool all, move_t *out);
    /* Operations that are made for the game; NULL: the general ones. */
    const struct evaluator_ops *const *ops;
};

/* By the family's name; NULL: hone has no such game. */
const struct plugin_host *plugin_host_find(const char *name);
/* Of a plug-in's own game. */
extern const struct plugin_host plugin_host_own;

struct plugin_evaluator {
    struct evaluator evaluator;
    const struct library *library;
    const struct plugin_host *host;
    struct hone_evaluator table;
};

/* The family of one of a library's evaluators, of which `table` is whole. */
const struct evaluator_family *plugin_evaluator_new(const struct library *library,
                                                    const struct hone_evaluator *table,
                                                    const struct plugin_host *host);

/* Ends the program: a value out of bounds, or another one than before. */
_Noreturn void plugin_value_refuse(const struct plugin_evaluator *own, const void *state,
                                   int32_t value);
void plugin_value_again(const struct plugin_evaluator *own, const void *prepared,
                        const void *position, const void *state, int side, int32_t value);

enum { PLUGIN_VALUE_MAX = 1000000000 };

static inline bool plugin_value_is_beyond(int32_t value) {
    return (uint32_t)value + PLUGIN_VALUE_MAX > 2u * PLUGIN_VALUE_MAX;
}

/* The sum of an evaluator's terms, which has no evaluate(). */
int32_t plugin_sum(const struct plugin_evaluator *own, const int32_t *weights, const void *position,
                   const void *state, int side);

/* What the plug-in says of a position. */
static inline int32_t plugin_ask(const struct plugin_evaluator *own, const void *prepared,
                                 const void *position, const void *state, int side) {
    return own->table.evaluate ? own->table.evaluate(prepared, position, side)
                               : plugin_sum(own, prepared, position, state, side);
}

/* The value of a position; `state` is hone's own form of it. */
static inline int32_t plugin_value(const struct plugin_evaluator *own, const void *prepared,
                                   const void *position, const void *state, int side) {
    guard_enter(own->library->file, "evaluate", own->evaluator.game, state);
    int32_t value = plugin_ask(own, prepared, position, state, side);
    bool again = guard_leave();
    if (plugin_value_is_beyond(value)) plugin_value_refuse(own, state, value);
    if (again) plugin_value_again(own, prepared, position, state, side, value);
    return value;
}

/* Unfinished positions after one, as the plug-in sees them and in hone's own form. */
struct plugin_brood {
    const void *before; /* that one, as the plug-in sees it */
    const move_t *moves;
    const void *after, *states;
    size_t stride, state_stride; /* bytes from one to the next */
    int count;
};

/* The values of all of them, for `side`. */
void plugin_values_after(const struct plugin_evaluator *own, const void *prepared,
                         const struct plugin_brood *brood, int side, int32_t *values);

#endif
