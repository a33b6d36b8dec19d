/*
 * Of each pair of nodes some connections and semi-connections are kept, none of which contains
 * another. A new connection waits in a queue until it has been tried with all that share a node
 * with it. The lists are short, and full ones drop what comes later: that may miss a connection and
 * never makes a false one. (Lists of 10 and 30 saved 2 % of the nodes of 6x6.)
 */
#include "engine/games/hex/links.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINKS_FULL = 4,
    LINKS_SEMI = 12,
    LINKS_QUEUE = 1 << 14,
};

struct links_pair {
    uint64_t full[LINKS_FULL], semi[LINKS_SEMI]; /* carriers */
    uint8_t fulls, semis;
};

struct links_step {
    uint8_t a, b;
    uint64_t carrier;
};

struct hex_links {
    struct links_pair pairs[LINKS_NODES][LINKS_NODES]; /* [a][b] with a < b */
    struct links_step queue[LINKS_QUEUE];
    int queued;
    uint8_t nodes[LINKS_NODES];
    int node_count;
    struct hex_hold *hold;
};

struct hex_links *hex_links_new(void) {
    return xcalloc(1, sizeof(struct hex_links));
}

void hex_links_free(struct hex_links *links) {
    free(links);
}

/* No bit for an edge. */
static uint64_t links_bit(int node) {
    return node < LINKS_POINTS_MAX ? UINT64_C(1) << node : 0;
}

/* ---- the graph ------------------------------------------------------------------------------ */

/* A board without some of its stones. */
struct graph_board {
    const struct hex_rules *rules;
    const struct hex_state *state;
    int8_t bits[HEX_POINTS_MAX]; /* -1: not empty */
};

/* Adds the empty points that are there: the point itself, or those that a stone leads to. */
static void graph_reach(const struct graph_board *board, int side, int point, bool *seen,
                        uint64_t *out) {
    const struct hex_rules *rules = board->rules;
    if (seen[point]) return;
    seen[point] = true;
    if (board->bits[point] >= 0) *out |= links_bit(board->bits[point]);
    if (!(board->state->stones[side][point / rules->size] >> point % rules->size & 1)) return;
    for (int i = 0; i < rules->neighbour_counts[point]; i++)
        graph_reach(board, side, rules->neighbours[point][i], seen, out);
}

static uint64_t graph_near_point(const struct graph_board *board, int side, int point) {
    bool seen[HEX_POINTS_MAX] = {false};
    uint64_t near = 0;
    seen[point] = true;
    for (int i = 0; i < board->rules->neighbour_counts[point]; i++)
        graph_reach(board, side, board->rules->neighbours[point][i], seen, &near);
    return near;
}

static uint64_t graph_near_edge(const struct graph_board *board, int side, int edge) {
    bool seen[HEX_POINTS_MAX] = {false};
    uint64_t near = 0;
    int size = board->rules->size, depth = edge == LINKS_LAST_EDGE ? size - 1 : 0;
    for (int i = 0; i < size; i++)
        graph_reach(board, side, side == 0 ? depth * size + i : i * size + depth, seen, &near);
    return near;
}

void hex_graph_make(const struct hex_rules *rules, const struct hex_state *state,
                    struct hex_graph *graph) {
    struct graph_board board = {.rules = rules, .state = state};
    int points = rules->size * rules->size, bits = 0;
    *graph = (struct hex_graph){0};
    for (int point = 0; point < points; point++) {
        bool empty = hex_empty_row(rules, state, point / rules->size) >> point % rules->size & 1;
        if (hex_graph_bits_are_points(rules)) bits = point;
        board.bits[point] = (int8_t)(empty ? bits++ : -1);
        if (empty) graph->empty |= links_bit(board.bits[point]);
    }
    for (int side = 0; side < 2; side++) {
        uint64_t *near = graph->near[side];
        for (int point = 0; point < points; point++)
            if (board.bits[point] >= 0)
                near[board.bits[point]] = graph_near_point(&board, side, point);
        for (int edge = LINKS_FIRST_EDGE; edge <= LINKS_LAST_EDGE; edge++)
            near[edge] = graph_near_edge(&board, side, edge);
    }
}

/* For its own side the stone's neighbours become neighbours of each other; for the other one there
 * is a node less. */
void hex_graph_place(struct hex_graph *graph, int side, int bit) {
    uint64_t here = links_bit(bit), *own = graph->near[side], *other = graph->near[!side];
    uint64_t near = own[bit];
    for (uint64_t rest = near; rest; rest &= rest - 1) {
        int node = __builtin_ctzll(rest);
        own[node] = (own[node] | near) & ~(here | links_bit(node));
    }
    for (uint64_t rest = other[bit]; rest; rest &= rest - 1) other[__builtin_ctzll(rest)] &= ~here;
    for (int edge = LINKS_FIRST_EDGE; edge <= LINKS_LAST_EDGE; edge++) {
        if (own[edge] & here) own[edge] = (own[edge] | near) & ~here;
        other[edge] &= ~here;
    }
    graph->empty &= ~here;
}

/* ---- lists of carriers ---------------------------------------------------------------------- */

static bool links_holds_within(const uint64_t *list, int count, uint64_t carrier) {
    for (int i = 0; i < count; i++)
        if ((list[i] & ~carrier) == 0) return true;
    return false;
}

/* Adds a carrier in place of those that contain it. False if there is one within it or no room. */
static bool links_keep(uint64_t *list, uint8_t *count, int room, uint64_t carrier) {
    int left = 0;
    if (links_holds_within(list, *count, carrier)) return false;
    for (int i = 0; i < *count; i++)
        if (carrier & ~list[i]) list[left++] = list[i];
    *count = (uint8_t)left;
    if (left == room) return false;
    list[(*count)++] = carrier;
    return true;
}

static struct links_pair *links_pair(struct hex_links *links, int a, int b) {
    return a < b ? &links->pairs[a][b] : &links->pairs[b][a];
}

static bool links_are_edges(int a, int b) {
    return a + b == LINKS_FIRST_EDGE + LINKS_LAST_EDGE;
}

static void links_add_full(struct hex_links *links, int a, int b, uint64_t carrier) {
    struct links_pair *pair = links_pair(links, a, b);
    if (links->queued == LINKS_QUEUE || !links_keep(pair->full, &pair->fulls, LINKS_FULL, carrier))
        return;
    links->queue[links->queued++] = (struct links_step){(uint8_t)a, (uint8_t)b, carrier};
    if (links_are_edges(a, b)) links->hold->connected = true, links->hold->carrier = carrier;
}

static void links_hold(struct hex_hold *hold, int key, uint64_t carrier) {
    if (!hold->can_connect) hold->can_connect = true, hold->key = key, hold->carrier = carrier;
    if (!(hold->must & ~carrier)) return;
    hold->must &= carrier;
    hold->used |= carrier;
}

/* ---- the rules ------------------------------------------------------------------------------ */

/* OR: this semi-connection and those known that leave nothing in common with it. */
static void links_or(struct hex_links *links, int a, int b, uint64_t carrier) {
    const struct links_pair *pair = links_pair(links, a, b);
    uint64_t common = carrier, together = carrier;
    for (int i = 0; i < pair->semis && common; i++)
        if (common & ~pair->semi[i]) common &= pair->semi[i], together |= pair->semi[i];
    if (!common) links_add_full(links, a, b, together);
}

static void links_add_semi(struct hex_links *links, int a, int b, int key, uint64_t carrier) {
    struct links_pair *pair = links_pair(links, a, b);
    if (links_holds_within(pair->full, pair->fulls, carrier) ||
        links_holds_within(pair->semi, pair->semis, carrier))
        return;
    if (links_are_edges(a, b)) links_hold(links->hold, key, carrier);
    links_or(links, a, b, carrier);
    links_keep(pair->semi, &pair->semis, LINKS_SEMI, carrier);
}

/* AND: what goes from a to the point b, and on to any other node. */
static void links_and(struct hex_links *links, int a, int b, uint64_t carrier) {
    if (b >= LINKS_POINTS_MAX) return;
    for (int i = 0; i < links->node_count; i++) {
        int c = links->nodes[i];
        if (c == a || c == b || carrier & links_bit(c)) continue;
        const struct links_pair *pair = links_pair(links, b, c);
        for (int f = 0; f < pair->fulls; f++)
            if (!(pair->full[f] & (carrier | links_bit(a))))
                links_add_semi(links, a, c, b, carrier | pair->full[f] | links_bit(b));
    }
}

/* Neighbours are connected. */
static void links_begin(struct hex_links *links, const struct hex_graph *graph, int side) {
    links->node_count = links->queued = 0;
    for (uint64_t rest = graph->empty; rest; rest &= rest - 1)
        links->nodes[links->node_count++] = (uint8_t)__builtin_ctzll(rest);
    links->nodes[links->node_count++] = LINKS_FIRST_EDGE;
    links->nodes[links->node_count++] = LINKS_LAST_EDGE;
    for (int i = 0; i < links->node_count; i++)
        for (int j = 0; j < i; j++) {
            int a = links->nodes[j], b = links->nodes[i];
            links->pairs[a][b].fulls = links->pairs[a][b].semis = 0;
            if (graph->near[side][b] & links_bit(a)) links_add_full(links, a, b, 0);
        }
}

void hex_links_search(struct hex_links *links, const struct hex_graph *graph, int side,
                      bool to_move, struct halt *halt, struct hex_hold *out) {
    *out = (struct hex_hold){.must = graph->empty};
    links->hold = out;
    links_begin(links, graph, side);
    for (int i = 0; i < links->queued && !halt_step(halt); i++) {
        const struct links_step step = links->queue[i];
        links_and(links, step.a, step.b, step.carrier);
        links_and(links, step.b, step.a, step.carrier);
        if (out->connected || (to_move && out->can_connect)) return;
    }
}
