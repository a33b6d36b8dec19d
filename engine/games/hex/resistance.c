/*
 * The evaluator `resistance`: a side's stones and the empty points are a net of wires between its
 * edges. The nearer the edges are to being connected, the larger the current (Anshelevich 2000,
 * after Shannon). The conductances of a wire between own stones, between one and an empty point,
 * between empty points, across a bridge and into an opposing stone are the parameters. A position's
 * value is the difference of the two sides' currents, as a part of their sum.
 *
 * The points are taken out of the net one after the other, row by row: a point's neighbours get
 * wires among themselves that conduct alike (star to mesh), until only the edges are left, and the
 * one wire between them. In whole numbers, the same on every machine; as nothing is ever
 * subtracted, rounding loses hardly anything.
 */
#include <string.h>

#include "engine/games/hex/evaluators.h"
#include "engine/games/hex/rules.h"
#include "engine/search/node.h"

enum {
    RESISTANCE_WEIGHT_MAX = 1000,
    RESISTANCE_LEAK_MAX = 100,
    RESISTANCE_VALUE_MAX = 10000,
    RESISTANCE_SCALE = 1 << 14, /* of a weight, so that a wire that is divided stays exact */
    RESISTANCE_SHARE_BITS = 20,
    RESISTANCE_INVERSE_BITS = 52,            /* of one over a sum, which no wire exceeds */
    RESISTANCE_REACH = 2 * HEX_SIDE_MAX - 1, /* from a point to the furthest one it is wired to */
    RESISTANCE_WIRES = 2 + RESISTANCE_REACH,
};

enum { WIRE_OWN, WIRE_TOUCH, WIRE_EMPTY, WIRE_BRIDGE, WIRE_LEAK, WIRES };

static const struct param resistance_params[WIRES] = {
    [WIRE_OWN] = {"own", 1000, 1, RESISTANCE_WEIGHT_MAX, SCALE_LOG, "between own stones"},
    [WIRE_TOUCH] = {"touch", 120, 1, RESISTANCE_WEIGHT_MAX, SCALE_LOG,
                    "between an own stone and an empty point"},
    [WIRE_EMPTY] = {"empty", 60, 1, RESISTANCE_WEIGHT_MAX, SCALE_LOG, "between empty points"},
    [WIRE_BRIDGE] = {"bridge", 500, 1, RESISTANCE_WEIGHT_MAX, SCALE_LOG, "across an own bridge"},
    [WIRE_LEAK] = {"leak", 0, 0, RESISTANCE_LEAK_MAX, SCALE_LINEAR, "into an opposing stone"},
};

/* The kind of a point, for the side that the net belongs to. An edge is as an own stone. */
enum { NET_EMPTY, NET_OWN, NET_OPPOSING };

static const uint8_t net_wires[3][3] = {
    [NET_EMPTY] = {WIRE_EMPTY, WIRE_TOUCH, WIRE_LEAK},
    [NET_OWN] = {WIRE_TOUCH, WIRE_OWN, WIRE_LEAK},
    [NET_OPPOSING] = {WIRE_LEAK, WIRE_LEAK, WIRE_LEAK},
};

/* A point's wires: to the first edge, to the last one, and to the points behind it, the next one
 * first; `counts` of them may conduct. */
struct net {
    int size, points;
    uint8_t what[HEX_POINTS_MAX];
    uint8_t counts[HEX_POINTS_MAX];
    uint32_t wires[HEX_POINTS_MAX][RESISTANCE_WIRES];
};

enum { NET_FIRST, NET_LAST, NET_NEXT };

static void net_add(struct net *net, int point, int where, int32_t weight) {
    net->wires[point][where] += (uint32_t)weight * RESISTANCE_SCALE;
    if (net->counts[point] <= where) net->counts[point] = (uint8_t)(where + 1);
}

static bool net_is_empty(const struct net *net, int x, int y) {
    return x >= 0 && x < net->size && y >= 0 && y < net->size &&
           net->what[y * net->size + x] == NET_EMPTY;
}

/* To the first edge or the last one: by contact, or by a bridge from the second row. */
static void net_add_edge(struct net *net, const int32_t *weights, bool last, int point) {
    int x = point % net->size, y = point / net->size, step = last ? 1 : -1;
    int edge = last ? net->size - 1 : 0;
    if (y == edge)
        net_add(net, point, NET_FIRST + last, weights[net_wires[NET_OWN][net->what[point]]]);
    if (y + step == edge && net->what[point] == NET_OWN && net_is_empty(net, x, edge) &&
        net_is_empty(net, x - step, edge))
        net_add(net, point, NET_FIRST + last, weights[WIRE_BRIDGE]);
}

static void net_add_neighbours(struct net *net, const int32_t *weights,
                               const struct hex_rules *rules, int point) {
    for (int i = 0; i < rules->neighbour_counts[point]; i++) {
        int end = rules->neighbours[point][i];
        if (end > point)
            net_add(net, point, NET_NEXT + end - point - 1,
                    weights[net_wires[net->what[point]][net->what[end]]]);
    }
}

static void net_add_bridges(struct net *net, const int32_t *weights, int point) {
    int x = point % net->size, y = point / net->size;
    for (int i = 0; i < HEX_NEIGHBOURS; i++) {
        const struct hex_bridge *bridge = &hex_bridges[i];
        int end_x = x + bridge->x, end_y = y + bridge->y;
        if (end_x < 0 || end_x >= net->size || end_y <= y || end_y >= net->size) continue;
        int end = end_y * net->size + end_x;
        if (net->what[end] == NET_OWN &&
            net_is_empty(net, x + bridge->left_x, y + bridge->left_y) &&
            net_is_empty(net, x + bridge->right_x, y + bridge->right_y))
            net_add(net, point, NET_NEXT + end - point - 1, weights[WIRE_BRIDGE]);
    }
}

static uint8_t net_what(const struct hex_state *state, int side, int x, int y) {
    return state->stones[side][y] >> x & 1    ? NET_OWN
           : state->stones[!side][y] >> x & 1 ? NET_OPPOSING
                                              : NET_EMPTY;
}

/* The board is mirrored for White, so that both sides' currents flow downwards. */
static void net_build(struct net *net, const struct hex_rules *rules, const struct hex_state *state,
                      int side, const int32_t *weights) {
    net->size = rules->size;
    net->points = rules->size * rules->size;
    for (int point = 0; point < net->points; point++) {
        int x = point % net->size, y = point / net->size;
        net->what[point] = side == 0 ? net_what(state, side, x, y) : net_what(state, side, y, x);
        net->counts[point] = NET_NEXT;
        memset(net->wires[point], 0, (size_t)(2 * net->size + 1) * sizeof **net->wires);
    }
    for (int point = 0; point < net->points; point++) {
        net_add_neighbours(net, weights, rules, point);
        if (net->what[point] == NET_OWN) net_add_bridges(net, weights, point);
        for (int last = 0; last < 2; last++) net_add_edge(net, weights, last, point);
    }
}

/* A wire between two of a point's ends takes the place of those to the point: one of them, times
 * the other's share of all. */
static inline uint32_t net_share(uint64_t share, uint32_t wire) {
    return (uint32_t)(share * wire >> RESISTANCE_SHARE_BITS);
}

/* Takes a point out; returns what it adds between the edges. */
static uint32_t net_take_out(struct net *net, int point) {
    const uint32_t *wires = net->wires[point];
    int count = net->counts[point];
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) sum += wires[i];
    if (sum == 0) return 0;
    uint64_t inverse = (UINT64_C(1) << RESISTANCE_INVERSE_BITS) / sum;
    for (int end = NET_NEXT; end < count; end++) {
        if (wires[end] == 0) continue;
        uint64_t share = wires[end] * inverse >> (RESISTANCE_INVERSE_BITS - RESISTANCE_SHARE_BITS);
        int step = end - NET_NEXT + 1;
        uint32_t *others = net->wires[point + step];
        others[NET_FIRST] += net_share(share, wires[NET_FIRST]);
        others[NET_LAST] += net_share(share, wires[NET_LAST]);
        for (int i = end + 1; i < count; i++) others[i - step] += net_share(share, wires[i]);
        net->counts[point + step] = (uint8_t)max_int(net->counts[point + step], count - step);
    }
    return (uint32_t)((uint64_t)wires[NET_FIRST] * wires[NET_LAST] / sum);
}

/* What flows from the first edge to the last one. */
static int64_t net_current(struct net *net) {
    int64_t current = 0;
    for (int point = 0; point < net->points; point++) current += net_take_out(net, point);
    return current;
}

static int32_t resistance_eval(const struct evaluator *evaluator, const void *prepared,
                               const void *state, int side) {
    const struct hex_rules *rules = hex_rules(evaluator->game);
    int64_t currents[2];
    for (int whose = 0; whose < 2; whose++) {
        struct net net;
        net_build(&net, rules, state, whose, prepared);
        currents[whose] = net_current(&net);
    }
    int64_t difference = currents[side] - currents[!side];
    return (int32_t)(RESISTANCE_VALUE_MAX * difference / (currents[0] + currents[1] + 1));
}

static const struct search_ops resistance_search_ops = {
    HEX_SEARCH_OPS,
    .eval = resistance_eval,
};
SEARCH_INSTANCE(resistance_search, resistance_search_ops)

static const struct evaluator_ops resistance_ops = {
    .eval = resistance_eval,
    .candidates = hex_candidates,
    .singly = true,
    .search = resistance_search,
};

static struct evaluator *resistance_make(const struct game *game, const char *layout,
                                         struct error *error) {
    const struct evaluator pattern = {
        .name = "resistance",
        .layout = "-",
        .schema = 1,
        .doc = hex_resistance_family.doc,
        .param_count = WIRES,
        .params = resistance_params,
        .prepared_size = WIRES * sizeof(int32_t),
        .prepare = evaluator_copy_weights,
        .ops = ISA_SAME(resistance_ops),
    };
    return evaluator_make_single(game, layout, &pattern, error);
}

const struct evaluator_family hex_resistance_family = {
    .name = "resistance",
    .doc = "the current between each side's edges through its stones and the empty points",
    .default_layout = "-",
    .layouts = "-",
    .make = resistance_make,
};
