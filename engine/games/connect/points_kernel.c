/*
 * Evaluates positions by their empty points, and searches by that; built per instruction set. The
 * search keeps a view of the position beside it: a stone changes at most 8(k-1) lines of other
 * points, and their sums.
 *
 * Where turns have one stone, a search of limited width tries urgent moves only: it plays a win,
 * stops one of the other side's, makes an open four. Where the other side could make an open four,
 * it tries only stones on that line's points, and fours.
 */
#include <string.h>

#include "engine/games/connect/points.h"
#include "engine/games/connect/threats.h"
#include "engine/search/node.h"

_Static_assert(sizeof(struct points_view) <= SEARCH_INCREMENTAL_MAX, "it must fit beside a state");

/* ---- sums ----------------------------------------------------------------------------------- */

static inline const points_pair *points_pattern(const void *prepared, int key, const int p) {
    return (const points_pair *)prepared + key * p;
}

static inline const points_pair *points_cross(const struct points *points, const void *prepared,
                                              int cross, const int p) {
    return (const points_pair *)prepared + (points->tables->keys + cross) * p;
}

static inline void points_sums_add(points_pair *sums, const points_pair *weights, int times,
                                   const int p) {
    for (int left = 0; left < p; left++) sums[left] += times * weights[left];
}

/* What an empty point counts for a side, `times` times. */
static inline void points_worth_add(const struct points *points, const void *prepared,
                                    struct points_view *view, int side, int point, int times,
                                    const int p) {
    int cross = view->kinds[side][point];
    if (cross == 0) return;
    points_sums_add(view->sums[side], points_cross(points, prepared, cross, p), times, p);
    for (int d = 0; d < CONNECT_DIRECTIONS; d++)
        if (points_kind_at(points->tables, cross, d) != POINTS_NOTHING)
            points_sums_add(view->sums[side],
                            points_pattern(prepared, points_key(points, view, side, point, d), p),
                            times, p);
}

static inline void points_view_fill(const struct points *points, const void *prepared,
                                    const struct connect_state *state, struct points_view *view,
                                    const int p) {
    points_scan(points, state, view);
    memset(view->sums, 0, sizeof view->sums);
    for (int point = 0; point < connect_rules(points->evaluator.game)->points; point++)
        for (int side = 0; side < 2; side++)
            points_worth_add(points, prepared, view, side, point, 1, p);
}

/* ---- a stone more --------------------------------------------------------------------------- */

/* A line of an empty point changes. */
static inline void points_line_turn(const struct points *points, const void *prepared,
                                    struct points_view *view, int side, int point, int d,
                                    int before, int after, const int p) {
    const struct points_tables *tables = points->tables;
    points_pair *sums = view->sums[side];
    points_sums_add(sums, points_pattern(prepared, before, p), -1, p);
    points_sums_add(sums, points_pattern(prepared, after, p), 1, p);
    int change = tables->kinds[before] ^ tables->kinds[after];
    if (change == 0) return;
    int cross = view->kinds[side][point], next = cross ^ change << d * tables->kind_bits;
    points_sums_add(sums, points_cross(points, prepared, cross, p), -1, p);
    points_sums_add(sums, points_cross(points, prepared, next, p), 1, p);
    view->urgent[side][tables->urgencies[cross]]--;
    view->urgent[side][tables->urgencies[next]]++;
    view->kinds[side][point] = (uint16_t)next;
}

/* The empty points that see the new stone along one of its lines, which has not got it yet. */
static inline void points_turn_along(const struct points *points, const void *prepared,
                                     struct points_view *view, int mover, int point, int d,
                                     const int p) {
    const struct points_tables *tables = points->tables;
    const int reach = tables->k - 1;
    const struct connect_place place = points->places[point][d];
    const uint32_t mask = (1u << (2 * reach + 1)) - 1;
    const uint32_t own = view->lines[mover][place.line], opp = view->lines[!mover][place.line];
    uint32_t empty = ~(own | opp | points->outside[place.line]) >> place.at & mask;
    for (empty &= ~(1u << reach); empty; empty &= empty - 1) {
        int i = __builtin_ctz(empty), at = place.at + i - reach;
        int other = point + (i - reach) * points->steps[d];
        int digit = tables->ternary[1u << (2 * reach - i)], edge = points->edges[other][d];
        int own_number = tables->ternary[own >> at & mask];
        int opp_number = tables->ternary[opp >> at & mask];
        int key = POINTS_OWN * own_number + opp_number + edge;
        points_line_turn(points, prepared, view, mover, other, d, key, key + POINTS_OWN * digit, p);
        if (opp_number == 0) continue;
        key = POINTS_OWN * opp_number + own_number + edge;
        points_line_turn(points, prepared, view, !mover, other, d, key,
                         key + POINTS_BLOCKED * digit, p);
    }
}

static inline void points_view_play(const struct points *points, const void *prepared,
                                    struct points_view *view, int mover, int point, const int p) {
    for (int side = 0; side < 2; side++) {
        points_worth_add(points, prepared, view, side, point, -1, p);
        view->urgent[side][points->tables->urgencies[view->kinds[side][point]]]--;
    }
    for (int d = 0; d < CONNECT_DIRECTIONS; d++)
        points_turn_along(points, prepared, view, mover, point, d, p);
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        const struct connect_place place = points->places[point][d];
        view->lines[mover][place.line] |= 1u << (place.at + points->tables->k - 1);
    }
}

/* ---- values --------------------------------------------------------------------------------- */

/* For `side`, where `mover` has `left` stones to place. */
static inline int32_t points_value(const struct points_view *view, int mover, int left, int side) {
    int32_t value = points_of_moving(view->sums[mover][left - 1]) -
                    points_of_waiting(view->sums[!mover][left - 1]);
    return side == mover ? value : -value;
}

static inline int32_t points_eval(const struct evaluator *evaluator, const void *prepared,
                                  const void *state_, int side, const int p) {
    const struct connect_state *state = state_;
    struct points_view view;
    points_view_fill(points_evaluator(evaluator), prepared, state, &view, p);
    return points_value(&view, state->side, state->left, side);
}

static inline bool points_wins(const struct points *points, const struct points_view *view,
                               int side, int point) {
    return points->tables->urgencies[view->kinds[side][point]] == POINTS_WIN;
}

static inline int points_candidates(const struct evaluator *evaluator, const void *prepared,
                                    const void *state_, bool all, struct candidate *out,
                                    const int p) {
    const struct points *points = points_evaluator(evaluator);
    const struct connect_state *state = state_;
    struct points_view view;
    move_t moves[GAME_MOVES_MAX];
    points_view_fill(points, prepared, state, &view, p);
    int count = connect_plausible(connect_rules(evaluator->game), state, all, moves);
    int side = state->side, next = state->left > 1 ? side : !side;
    int left = state->left > 1 ? state->left - 1 : p;
    for (int i = 0; i < count; i++) {
        struct points_view after = view;
        points_view_play(points, prepared, &after, side, moves[i], p);
        out[i] = (struct candidate){points_wins(points, &view, side, moves[i])
                                        ? SCORE_WIN
                                        : points_value(&after, next, left, side),
                                    moves[i]};
    }
    return count;
}

/* ---- the order of a search ------------------------------------------------------------------ */

/* From which urgency on a point is looked at for what it is to either side. */
struct points_need {
    int own, opp;
};

static inline struct points_need points_need_of(const struct points_view *view, int side) {
    const int16_t *own = view->urgent[side], *opp = view->urgent[!side];
    if (own[POINTS_WIN]) return (struct points_need){POINTS_WIN, POINTS_URGENCIES};
    if (opp[POINTS_WIN]) return (struct points_need){POINTS_URGENCIES, POINTS_WIN};
    if (own[POINTS_OPEN_FOUR]) return (struct points_need){POINTS_OPEN_FOUR, POINTS_URGENCIES};
    if (opp[POINTS_OPEN_FOUR]) return (struct points_need){POINTS_FOUR, POINTS_FOUR};
    return (struct points_need){POINTS_QUIET, POINTS_QUIET};
}

/* Points look as good as they do to both sides together. */
static inline int points_rank(const struct points *points, const struct connect_state *state,
                              const struct points_view *view, bool all, struct candidate *out,
                              const int p) {
    const struct points_tables *tables = points->tables;
    const int32_t *own_order = tables->order[state->left - 1][0];
    const int32_t *opp_order = tables->order[state->left - 1][1];
    int side = state->side, kept = 0;
    struct points_need need = {POINTS_QUIET, POINTS_QUIET};
    if (p == 1 && !all) need = points_need_of(view, side);
    move_t moves[GAME_MOVES_MAX];
    int count = connect_plausible(connect_rules(points->evaluator.game), state, all, moves);
    for (int i = 0; i < count; i++) {
        int own = view->kinds[side][moves[i]], opp = view->kinds[!side][moves[i]];
        if (tables->urgencies[own] < need.own && tables->urgencies[opp] < need.opp) continue;
        bool wins = tables->urgencies[own] == POINTS_WIN;
        int32_t order = wins ? SCORE_WIN : own_order[own] + opp_order[opp];
        out[kept++] = (struct candidate){order, moves[i]};
    }
    return kept;
}

static inline int points_ranked(const struct evaluator *evaluator, const void *state, bool all,
                                struct candidate *out, const int p) {
    const struct points *points = points_evaluator(evaluator);
    struct points_view view;
    points_scan(points, state, &view);
    return points_rank(points, state, &view, all, out, p);
}

/* ---- the search ----------------------------------------------------------------------------- */

static inline struct points_view *points_beside(const struct evaluator *evaluator, void *state) {
    return (struct points_view *)((char *)state + search_incremental_at(evaluator->game));
}

static inline const struct points_view *points_seen(const struct evaluator *evaluator,
                                                    const void *state) {
    return (const struct points_view *)((const char *)state +
                                        search_incremental_at(evaluator->game));
}

static inline void points_play(const struct evaluator *evaluator, const void *prepared, void *state,
                               move_t move, const int p) {
    int side = connect_side(state);
    points_view_play(points_evaluator(evaluator), prepared, points_beside(evaluator, state), side,
                     move, p);
    connect_play(evaluator->game, state, move);
}

static inline int32_t points_seen_eval(const struct evaluator *evaluator, const void *prepared,
                                       const void *state_, int side) {
    (void)prepared;
    const struct connect_state *state = state_;
    return points_value(points_seen(evaluator, state), state->side, state->left, side);
}

/* Not known where a side can win or make an open four. */
static inline int32_t points_futility_margin(const struct evaluator *evaluator, const void *state,
                                             int depth) {
    /* 60, and 60 more for each ply; 100 and 80, 50 and 30 are level with that. Measured with
     * weights in which 256 is the logarithm of the odds, as in config/gomoku-points.cfg. */
    enum { BASE = 60 };
    const struct points_view *view = points_seen(evaluator, state);
    for (int side = 0; side < 2; side++)
        if (view->urgent[side][POINTS_WIN] || view->urgent[side][POINTS_OPEN_FOUR]) return -1;
    return BASE * (1 + depth);
}

/* All of it for turns of p stones. */
#define POINTS_OPS(P)                                                                              \
    static int32_t points_eval_##P(const struct evaluator *evaluator, const void *prepared,        \
                                   const void *state, int side) {                                  \
        return points_eval(evaluator, prepared, state, side, P);                                   \
    }                                                                                              \
    static int points_candidates_##P(const struct evaluator *evaluator, const void *prepared,      \
                                     const void *state, bool all, struct candidate *out) {         \
        return points_candidates(evaluator, prepared, state, all, out, P);                         \
    }                                                                                              \
    static int points_ranked_##P(const struct evaluator *evaluator, const void *prepared,          \
                                 const void *state, bool all, struct candidate *out) {             \
        (void)prepared;                                                                            \
        return points_ranked(evaluator, state, all, out, P);                                       \
    }                                                                                              \
    static inline int points_seen_ranked_##P(const struct evaluator *evaluator,                    \
                                             const void *prepared, const void *state, bool all,    \
                                             struct candidate *out) {                              \
        (void)prepared;                                                                            \
        return points_rank(points_evaluator(evaluator), state, points_seen(evaluator, state), all, \
                           out, P);                                                                \
    }                                                                                              \
    static inline void points_init_##P(const struct evaluator *evaluator, const void *prepared,    \
                                       void *state) {                                              \
        points_view_fill(points_evaluator(evaluator), prepared, state,                             \
                         points_beside(evaluator, state), P);                                      \
    }                                                                                              \
    static inline void points_play_##P(const struct evaluator *evaluator, const void *prepared,    \
                                       void *state, move_t move) {                                 \
        points_play(evaluator, prepared, state, move, P);                                          \
    }                                                                                              \
    static const struct search_ops points_search_ops_##P = {                                       \
        CONNECT_SEARCH_OPS,                                                                        \
        .candidates = points_seen_ranked_##P,                                                      \
        .eval = points_seen_eval,                                                                  \
        .incremental_size = sizeof(struct points_view),                                            \
        .incremental_init = points_init_##P,                                                       \
        .play_incremental = points_play_##P,                                                       \
        .futility_margin = P == 1 ? points_futility_margin : NULL,                                 \
        .single_extends = P == 1,                                                                  \
    };                                                                                             \
    SEARCH_INSTANCE(points_search_##P, points_search_ops_##P)                                      \
    const struct evaluator_ops ISA_NAME(points_ops_##P) = {                                        \
        .eval = points_eval_##P,                                                                   \
        .candidates = points_candidates_##P,                                                       \
        .ranked = points_ranked_##P,                                                               \
        .search = points_search_##P,                                                               \
    };

POINTS_OPS(1)
POINTS_OPS(2)
