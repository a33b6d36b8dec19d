/*
 * Solves Hex positions: who wins, by depth first search with a table. Two things make it small. A
 * side whose stones form a chain across the board by contact and by bridges, no two of which share
 * a point, has won if the other is to move: what breaks a bridge on one side is answered on the
 * other. And where the other side would have such a chain after one more stone, the mover must play
 * there or on one of the bridges' points, so in the end on what all such threats have in common
 * (the must-play region: Hayward et al. 2003).
 */
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "engine/game/expert.h"
#include "engine/hex/rules.h"
#include "engine/search/search.h"

struct solver_set {
    uint32_t rows[HEX_SIDE_MAX];
};

struct solver_entry {
    uint64_t key; /* the lowest bit: whether the side to move wins; 0: empty */
};

struct solver {
    struct solver_entry *table;
    uint64_t mask;
    uint64_t era; /* of the entries that count */
    const struct hex_rules *rules;
    uint64_t nodes, nodes_max;
    double deadline; /* 0: none */
    bool stopped;
};

static void *solver_new(const struct game *game, size_t bytes) {
    struct solver *solver = xcalloc(1, sizeof *solver);
    uint64_t entries = 64;
    while (2 * entries * sizeof *solver->table <= bytes) entries *= 2;
    solver->rules = hex_rules(game);
    solver->table = xcalloc(entries, sizeof *solver->table);
    solver->mask = entries - 1;
    return solver;
}

static void solver_free(void *memory) {
    struct solver *solver = memory;
    if (solver) free(solver->table);
    free(solver);
}

/* By keys that no entry has yet. */
static void solver_forget(void *memory) {
    ((struct solver *)memory)->era++;
}

/* ---- chains --------------------------------------------------------------------------------- */

static bool solver_on_board(const struct hex_rules *rules, int x, int y) {
    return x >= 0 && x < rules->size && y >= 0 && y < rules->size;
}

/* Whether a point is empty and no bridge's yet. */
static bool solver_is_free(const struct hex_rules *rules, const struct hex_state *state,
                           const struct solver_set *used, int x, int y) {
    return solver_on_board(rules, x, y) && hex_empty_row(rules, state, y) >> x & 1 &&
           !(used->rows[y] >> x & 1);
}

/* Takes two points for a bridge, if they are free. */
static bool solver_take(const struct hex_rules *rules, const struct hex_state *state,
                        struct solver_set *used, int x1, int y1, int x2, int y2) {
    if (!solver_is_free(rules, state, used, x1, y1) || !solver_is_free(rules, state, used, x2, y2))
        return false;
    used->rows[y1] |= 1u << x1;
    used->rows[y2] |= 1u << x2;
    return true;
}

/* Whether a stone is connected to one of its side's edges, perhaps by a bridge. */
static bool solver_at_edge(const struct hex_rules *rules, const struct hex_state *state, int side,
                           bool last, int x, int y, struct solver_set *used) {
    int depth = side == 0 ? y : x, edge = last ? rules->size - 1 : 0;
    int step = last ? 1 : -1;
    if (depth == edge) return true;
    if (depth + step != edge) return false;
    return side == 0 ? solver_take(rules, state, used, x, edge, x - step, edge)
                     : solver_take(rules, state, used, edge, y, edge, y - step);
}

/* A stack of stones that are connected to the first edge. */
struct chain {
    uint16_t stones[HEX_POINTS_MAX];
    int count;
    struct solver_set reached, used;
};

static void chain_add(struct chain *chain, const struct hex_rules *rules, int x, int y) {
    chain->reached.rows[y] |= 1u << x;
    chain->stones[chain->count++] = (uint16_t)(y * rules->size + x);
}

/* Adds what a stone touches, then what it reaches by bridges. */
static void chain_follow(struct chain *chain, const struct hex_rules *rules,
                         const struct hex_state *state, int side, int point) {
    const uint32_t *stones = state->stones[side];
    int x = point % rules->size, y = point / rules->size;
    for (int i = 0; i < rules->neighbour_counts[point]; i++) {
        int near_x = rules->neighbours[point][i] % rules->size;
        int near_y = rules->neighbours[point][i] / rules->size;
        if (stones[near_y] & ~chain->reached.rows[near_y] & 1u << near_x)
            chain_add(chain, rules, near_x, near_y);
    }
    for (int i = 0; i < HEX_NEIGHBOURS; i++) {
        const struct hex_bridge *bridge = &hex_bridges[i];
        int end_x = x + bridge->x, end_y = y + bridge->y;
        if (!solver_on_board(rules, end_x, end_y) ||
            !(stones[end_y] & ~chain->reached.rows[end_y] & 1u << end_x))
            continue;
        if (solver_take(rules, state, &chain->used, x + bridge->left_x, y + bridge->left_y,
                        x + bridge->right_x, y + bridge->right_y))
            chain_add(chain, rules, end_x, end_y);
    }
}

/* Whether a side has a chain across the board; its bridges' points, and perhaps more, in `used`. */
static bool chain_connects(const struct hex_rules *rules, const struct hex_state *state, int side,
                           struct solver_set *used) {
    struct chain chain = {.count = 0};
    for (int y = 0; y < rules->size; y++)
        for (uint32_t row = state->stones[side][y]; row; row &= row - 1) {
            int x = __builtin_ctz(row);
            if (solver_at_edge(rules, state, side, false, x, y, &chain.used))
                chain_add(&chain, rules, x, y);
        }
    for (int i = 0; i < chain.count; i++) {
        int x = chain.stones[i] % rules->size, y = chain.stones[i] / rules->size;
        if (solver_at_edge(rules, state, side, true, x, y, &chain.used)) {
            *used = chain.used;
            return true;
        }
        chain_follow(&chain, rules, state, side, chain.stones[i]);
    }
    return false;
}

/* ---- search --------------------------------------------------------------------------------- */

static struct hex_state solver_after(const struct solver *solver, const struct hex_state *state,
                                     int side, int point) {
    struct hex_state after = *state;
    after.side = (uint8_t)side;
    hex_play(&solver->rules->game, &after, (move_t)point);
    return after;
}

/* The points among which the mover must play, as the other side's threats leave them. */
static void solver_must_play(const struct solver *solver, const struct hex_state *state,
                             struct solver_set *must) {
    const struct hex_rules *rules = solver->rules;
    for (int y = 0; y < rules->size; y++) must->rows[y] = hex_empty_row(rules, state, y);
    for (int point = 0; point < rules->size * rules->size; point++) {
        int x = point % rules->size, y = point / rules->size;
        if (!(hex_empty_row(rules, state, y) >> x & 1)) continue;
        struct hex_state after = solver_after(solver, state, !state->side, point);
        struct solver_set used;
        if (!chain_connects(rules, &after, !state->side, &used)) continue;
        used.rows[y] |= 1u << x;
        for (int row = 0; row < rules->size; row++) must->rows[row] &= used.rows[row];
    }
}

struct solver_move {
    int point, rank;
};

static int solver_compare(const void *a_, const void *b_) {
    const struct solver_move *a = a_, *b = b_;
    return a->rank != b->rank ? b->rank - a->rank : a->point - b->point;
}

/* How promising: what the move leaves of both sides' distances; a chain across the board is best.
 * By closeness to the middle and to own stones, which costs nothing, 4x4 took many times the nodes.
 */
static int solver_rank(const struct solver *solver, const struct hex_state *state, int point) {
    struct hex_state after = solver_after(solver, state, state->side, point);
    struct solver_set used;
    if (after.winner || chain_connects(solver->rules, &after, state->side, &used)) return 1 << 20;
    struct hex_distance own = hex_distance_of(solver->rules, &after, state->side);
    struct hex_distance opp = hex_distance_of(solver->rules, &after, !state->side);
    return 100 * (opp.steps - own.steps) + own.ways - opp.ways;
}

static int solver_list(const struct solver *solver, const struct hex_state *state,
                       struct solver_move *out) {
    struct solver_set must;
    int count = 0;
    solver_must_play(solver, state, &must);
    for (int y = 0; y < solver->rules->size; y++)
        for (uint32_t row = must.rows[y]; row; row &= row - 1) {
            int point = y * solver->rules->size + __builtin_ctz(row);
            out[count++] = (struct solver_move){point, solver_rank(solver, state, point)};
        }
    qsort(out, (size_t)count, sizeof *out, solver_compare);
    return count;
}

static bool solver_stops(struct solver *solver) {
    enum { NODES_PER_CLOCK = 256 };
    if (solver->nodes >= solver->nodes_max || interrupt_pending()) solver->stopped = true;
    if (solver->deadline > 0 && solver->nodes % NODES_PER_CLOCK == 0 &&
        clock_seconds() > solver->deadline)
        solver->stopped = true;
    return solver->stopped;
}

/* Whether the side to move wins, with its winning point in `best`; nothing if it was stopped. The
 * swap has no place here: it is a matter of the second move. */
static bool solver_wins(struct solver *solver, const struct hex_state *state, int *best) {
    const struct hex_rules *rules = solver->rules;
    struct solver_set used;
    struct solver_move list[HEX_POINTS_MAX];
    if (solver_stops(solver)) return false;
    solver->nodes++;
    if (state->winner || chain_connects(rules, state, !state->side, &used)) return false;
    uint64_t key = mix64(mix64(state->hash) + solver->era) | 1;
    struct solver_entry *entry = &solver->table[(key >> 1) & solver->mask];
    if (!best && (entry->key | 1) == key && entry->key) return entry->key & 1;
    int count = solver_list(solver, state, list);
    bool wins = false;
    for (int i = 0; i < count && !wins; i++) {
        struct hex_state after = solver_after(solver, state, state->side, list[i].point);
        wins = after.winner == state->side + 1 || !solver_wins(solver, &after, NULL);
        if (solver->stopped) return false;
        if (wins && best) *best = list[i].point;
    }
    entry->key = (key & ~UINT64_C(1)) | wins;
    return wins;
}

/* ---- the expert ----------------------------------------------------------------------------- */

/* Of moves that lose alike the one that the lists have first. */
static bool solver_solve(const struct game *game, void *memory, const void *state_,
                         const struct search_limits *limits, struct search_result *out) {
    const struct hex_state *state = state_;
    struct solver *solver = memory;
    move_t moves[GAME_MOVES_MAX];
    int best = -1;
    if (state->empties > limits->endgame || limits->except_count > 0) return false;
    if (game_legal(game, state, (move_t)hex_swap_move(hex_rules(game)))) return false;
    solver->nodes = 0;
    solver->nodes_max = limits->nodes > 0 ? limits->nodes : UINT64_MAX;
    solver->deadline = limits->seconds > 0 ? clock_seconds() + limits->seconds : 0;
    solver->stopped = false;
    bool wins = solver_wins(solver, state, &best);
    out->nodes = solver->nodes;
    if (solver->stopped) return false;
    if (best < 0) {
        hex_moves(game, state, moves);
        best = moves[0];
    }
    *out = (struct search_result){.move = (move_t)best,
                                  .score = wins ? SCORE_WIN + 1 : -SCORE_WIN - 1,
                                  .depth = state->empties,
                                  .nodes = solver->nodes,
                                  .pv_length = 1,
                                  .pv = {(move_t)best}};
    return true;
}

const struct expert hex_solver = {
    .doc = "solves positions of few empty points",
    .endings = true,
    .memory_new = solver_new,
    .memory_free = solver_free,
    .memory_forget = solver_forget,
    .solve = solver_solve,
};
