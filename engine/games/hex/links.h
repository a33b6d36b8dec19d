/*
 * links: Hex as the Shannon switching game on a graph for each side, and what of it is connected
 * whatever the other side does. The nodes are the empty points and the side's two edges; own stones
 * are no nodes but make all that touches them neighbours, and the other side's stones are gone. A
 * set of points is a bit each, so there may be 64 empty ones.
 *
 * Virtual connections are found by Anshelevich's rules (2000; "H-search"): two of them in a row
 * with an empty point between are one that the side can make by moving there (a semi-connection;
 * AND); of several such that have no point in common one always remains (a connection; OR).
 */
#ifndef HONE_ENGINE_GAMES_GAMES_HEX_LINKS_H
#define HONE_ENGINE_GAMES_GAMES_HEX_LINKS_H

#include "engine/base/halt.h"
#include "engine/games/hex/rules.h"

enum {
    LINKS_POINTS_MAX = 64,
    LINKS_FIRST_EDGE = LINKS_POINTS_MAX,
    LINKS_LAST_EDGE,
    LINKS_NODES,
};

/* A position. On boards of at most 64 points a point's bit is its number, so that positions of one
 * board can be compared; on larger ones the empty points have the bits in ascending order. */
struct hex_graph {
    uint64_t empty;
    uint64_t near[2][LINKS_NODES]; /* by side: a node's neighbours among the points */
};

static inline bool hex_graph_bits_are_points(const struct hex_rules *rules) {
    return rules->size * rules->size <= LINKS_POINTS_MAX;
}

/* Of an unfinished position with at most LINKS_POINTS_MAX empty points. */
void hex_graph_make(const struct hex_rules *rules, const struct hex_state *state,
                    struct hex_graph *graph);
/* A stone on an empty point, which does not end the game. */
void hex_graph_place(struct hex_graph *graph, int side, int bit);

/* How a side can connect its edges, as far as the rules find it. */
struct hex_hold {
    bool connected;   /* whatever the other side does */
    bool can_connect; /* by moving to `key` */
    int key;
    uint64_t carrier; /* the points that are needed for that */
    /* Where the other side must move, or lose: what all ways to connect have in common; and the
     * points that some of them need which leave no more than that. */
    uint64_t must, used;
};

/* The memory of searches by one thread. */
struct hex_links;
struct hex_links *hex_links_new(void);
void hex_links_free(struct hex_links *links);

/* Searches until `side` is connected, or, if it is to move, can connect; else for all connections,
 * a step of the halt for each. Where that is over, some are missed. */
void hex_links_search(struct hex_links *links, const struct hex_graph *graph, int side,
                      bool to_move, struct halt *halt, struct hex_hold *out);

#endif
