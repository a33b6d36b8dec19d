/*
 * Solves Hex positions by depth first search with a table: which side wins. The search is small
 * because every result comes with its carrier, the empty points that the winner needs (Hayward,
 * Björnsson, Johanson, Kan, Po, van Rijswijck 2003). A move outside of the carrier of the other
 * side's win changes nothing about that win, so only the intersection of all carriers found so far
 * need be tried. The first ones are virtual connections (links.h); each refuted move brings one
 * more. Filling in dead points first (those whose neighbours all touch each other) changed the
 * nodes by less than a tenth on 5x5 and for five of seven openings of 6x6, by up to a third for
 * two.
 */
#include <stdlib.h>

#include "engine/base/halt.h"
#include "engine/game/expert.h"
#include "engine/games/hex/links.h"
#include "engine/search/search.h"

/* A solved position; key 0: none. */
struct solver_entry {
    uint64_t key; /* the lowest bit: whether the side to move wins */
    uint64_t carrier;
};

struct solver {
    struct solver_entry *table;
    uint64_t mask;
    uint64_t era; /* of the entries that count */
    struct hex_links *links;
    uint64_t nodes, nodes_max;
    struct halt halt;
    bool stopped;
};

/* Whether the side to move wins and by what move, -1: any or none; what the winner needs. */
struct solver_result {
    bool wins;
    int bit;
    uint64_t carrier;
};

static void *solver_new(const struct game *game, size_t bytes) {
    struct solver *solver = xcalloc(1, sizeof *solver);
    uint64_t entries = 64;
    (void)game;
    while (2 * entries * sizeof *solver->table <= bytes) entries *= 2;
    solver->table = xcalloc(entries, sizeof *solver->table);
    solver->mask = entries - 1;
    solver->links = hex_links_new();
    return solver;
}

static void solver_free(void *memory) {
    struct solver *solver = memory;
    if (!solver) return;
    hex_links_free(solver->links);
    free(solver->table);
    free(solver);
}

/* By keys that no entry has yet; places stay, so that it goes on as a new one would. */
static void solver_forget(void *memory) {
    ((struct solver *)memory)->era++;
}

static uint64_t solver_bit(int bit) {
    return UINT64_C(1) << bit;
}

/* ---- the order of moves --------------------------------------------------------------------- */

/* How many steps a side has from an edge to each point, where a step needs two ways to go it, as
 * the other side closes one (the two-distance of van Rijswijck 2000). */
static void solver_distances(const struct hex_graph *graph, int side, int edge, int *out) {
    uint64_t reached = 0, next = graph->near[side][edge];
    int steps = 1;
    for (; next; steps++) {
        for (uint64_t rest = next; rest; rest &= rest - 1) out[__builtin_ctzll(rest)] = steps;
        reached |= next;
        next = 0;
        for (uint64_t rest = graph->empty & ~reached; rest; rest &= rest - 1) {
            uint64_t near = graph->near[side][__builtin_ctzll(rest)] & reached;
            if (near & (near - 1)) next |= rest & -rest;
        }
    }
    for (uint64_t rest = graph->empty & ~reached; rest; rest &= rest - 1)
        out[__builtin_ctzll(rest)] = steps;
}

struct solver_ranks {
    int of[LINKS_POINTS_MAX]; /* the least is tried first */
};

/* First the moves that leave the other side the fewest points to play on, and are near to all
 * edges for both sides. Without the former, which costs a search for links a move, seven openings
 * of 6x6 took four times the nodes together. */
static int solver_rank(const struct hex_graph *graph, int distances[4][LINKS_POINTS_MAX], int bit,
                       const struct hex_hold *threats) {
    enum { OF_STEP = 64, OF_MUST = 64 };
    int steps = 0, near = 0;
    for (int i = 0; i < 4; i++) steps += distances[i][bit];
    for (int side = 0; side < 2; side++) near += __builtin_popcountll(graph->near[side][bit]);
    return OF_STEP * steps - near + OF_MUST * __builtin_popcountll(threats->must);
}

/* Ranks the moves of `must`, unless one of them wins at once: then true, and `out` has it. */
static bool solver_look_ahead(struct solver *solver, const struct hex_graph *graph, int side,
                              uint64_t must, struct solver_ranks *ranks,
                              struct solver_result *out) {
    int distances[4][LINKS_POINTS_MAX];
    for (int i = 0; i < 4; i++)
        solver_distances(graph, i / 2, LINKS_FIRST_EDGE + i % 2, distances[i]);
    for (uint64_t rest = must; rest; rest &= rest - 1) {
        int bit = __builtin_ctzll(rest);
        struct hex_graph after = *graph;
        struct hex_hold threats;
        hex_graph_place(&after, side, bit);
        hex_links_search(solver->links, &after, side, false, &solver->halt, &threats);
        *out = (struct solver_result){true, bit, threats.carrier | solver_bit(bit)};
        if (threats.connected) return true;
        ranks->of[bit] = solver_rank(graph, distances, bit, &threats);
    }
    return false;
}

static int solver_choose(uint64_t must, const struct solver_ranks *ranks) {
    int best = __builtin_ctzll(must);
    for (uint64_t rest = must; rest; rest &= rest - 1)
        if (ranks->of[__builtin_ctzll(rest)] < ranks->of[best]) best = __builtin_ctzll(rest);
    return best;
}

/* ---- search --------------------------------------------------------------------------------- */

static bool solver_stops(struct solver *solver) {
    if (solver->nodes >= solver->nodes_max || solver->halt.over) solver->stopped = true;
    return solver->stopped;
}

static struct solver_result solver_search(struct solver *solver, const struct hex_graph *graph,
                                          uint64_t hash, int side, bool root);

/* By trying moves until one wins, or none is left that is in all carriers of the other side. */
static struct solver_result solver_try(struct solver *solver, const struct hex_graph *graph,
                                       uint64_t hash, int side, const struct hex_hold *threats) {
    struct solver_result result, lost = {.bit = -1, .carrier = threats->used};
    struct solver_ranks ranks;
    uint64_t must = threats->must;
    if (solver_look_ahead(solver, graph, side, must, &ranks, &result)) return result;
    while (must && !solver->stopped) {
        int bit = solver_choose(must, &ranks);
        struct hex_graph after = *graph;
        hex_graph_place(&after, side, bit);
        uint64_t after_hash = hash ^ mix64((uint64_t)(2 * bit + side) + 1);
        struct solver_result reply = solver_search(solver, &after, after_hash, !side, false);
        if (!reply.wins) return (struct solver_result){true, bit, reply.carrier | solver_bit(bit)};
        must &= reply.carrier; /* which the point played on is no longer in */
        lost.carrier |= reply.carrier;
    }
    return lost;
}

/* By what is known without a move: the table and both sides' links. */
static struct solver_result solver_search(struct solver *solver, const struct hex_graph *graph,
                                          uint64_t hash, int side, bool root) {
    struct hex_hold own, threats;
    uint64_t place = mix64(hash + (uint64_t)side), key = mix64(place + solver->era) | 1;
    struct solver_entry *entry = &solver->table[place & solver->mask];
    if (solver_stops(solver)) return (struct solver_result){.bit = -1};
    if (!root && (entry->key | 1) == key)
        return (struct solver_result){entry->key & 1, -1, entry->carrier};
    solver->nodes++;
    hex_links_search(solver->links, graph, side, true, &solver->halt, &own);
    if (own.can_connect) return (struct solver_result){true, own.key, own.carrier};
    hex_links_search(solver->links, graph, !side, false, &solver->halt, &threats);
    if (threats.connected) return (struct solver_result){false, -1, threats.carrier};
    struct solver_result result = solver_try(solver, graph, hash, side, &threats);
    if (!solver->stopped)
        *entry = (struct solver_entry){(key & ~UINT64_C(1)) | result.wins, result.carrier};
    return result;
}

/* ---- the expert ----------------------------------------------------------------------------- */

/* Of equal ones the bits stand for the same points. */
static uint64_t solver_root_hash(const struct hex_rules *rules, const struct hex_state *state) {
    uint64_t hash = 0;
    for (int point = 0; point < rules->size * rules->size; point++)
        for (int side = 0; side < 2; side++)
            if (state->stones[side][point / rules->size] >> point % rules->size & 1)
                hash ^= mix64((uint64_t)(2 * point + side) + 1);
    return hex_graph_bits_are_points(rules) ? hash : mix64(hash);
}

/* Of moves that lose alike the one that the lists have first. Until the swap is decided it knows
 * nothing: a first stone that wins is one to be taken over. */
static bool solver_solve(const struct game *game, void *memory, const void *state_,
                         const struct search_limits *limits, struct search_result *out) {
    const struct hex_rules *rules = hex_rules(game);
    const struct hex_state *state = state_;
    struct solver *solver = memory;
    struct hex_graph graph;
    move_t moves[GAME_MOVES_MAX];
    if (state->empties > min_int(limits->endgame, LINKS_POINTS_MAX)) return false;
    bool swap_is_open = rules->swap && state->empties == game->columns * game->rows;
    if (limits->except_count > 0 || swap_is_open ||
        game_legal(game, state, (move_t)hex_swap_move(rules)))
        return false;
    solver->nodes = 0;
    solver->nodes_max = limits->nodes > 0 ? limits->nodes : UINT64_MAX;
    halt_begin(&solver->halt, limits->seconds, limits->watcher);
    solver->stopped = false;
    hex_graph_make(rules, state, &graph);
    struct solver_result result =
        solver_search(solver, &graph, solver_root_hash(rules, state), state->side, true);
    out->nodes = solver->nodes;
    if (solver->stopped) return false;
    hex_moves(game, state, moves);
    move_t best = result.bit < 0                     ? moves[0]
                  : hex_graph_bits_are_points(rules) ? (move_t)result.bit
                                                     : moves[result.bit];
    *out = (struct search_result){.move = best,
                                  .score = result.wins ? SCORE_WIN + 1 : -SCORE_WIN - 1,
                                  .depth = state->empties,
                                  .nodes = solver->nodes,
                                  .pv_length = 1,
                                  .pv = {best}};
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
