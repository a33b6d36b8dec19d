/*
 * hex: Hex (Hein 1942, Nash 1948) on 3x3 to 19x19 points. Black owns the top and the bottom edge,
 * White the left and the right one; a side that connects its edges has won, and one of them always
 * does. Point a1 is at the top left; besides its row and its column a point has the neighbours to
 * the upper right and the lower left.
 *
 * With the swap rule White may answer the first stone by taking it over, mirrored, as SGF and GTP
 * say it: swap-pieces, a move that is no point.
 *
 * A board is a row of bits each; `reach` are a side's stones that are connected to its first edge,
 * so that a stone is visited when it is placed and once more when it is reached.
 */
#ifndef HONE_ENGINE_GAMES_GAMES_HEX_RULES_H
#define HONE_ENGINE_GAMES_GAMES_HEX_RULES_H

#include "engine/game/family.h"

enum {
    HEX_SIDE_MIN = 3,
    HEX_SIDE_MAX = 19,
    HEX_POINTS_MAX = HEX_SIDE_MAX * HEX_SIDE_MAX,
    HEX_NEIGHBOURS = 6,
};

struct hex_rules {
    struct game game;
    int size;
    bool swap;
    uint64_t keys[2][HEX_POINTS_MAX];
    uint16_t neighbours[HEX_POINTS_MAX][HEX_NEIGHBOURS]; /* neighbour_counts of them */
    uint8_t neighbour_counts[HEX_POINTS_MAX];
};

struct hex_state {
    uint64_t hash;
    int16_t empties;
    uint8_t side, winner; /* to move; side + 1, 0 for none */
    uint8_t size;         /* of the board */
    uint32_t stones[2][HEX_SIDE_MAX], reach[2][HEX_SIDE_MAX];
};

static inline const struct hex_rules *hex_rules(const struct game *game) {
    return game->rules;
}

static inline int hex_swap_move(const struct hex_rules *rules) {
    return rules->size * rules->size;
}

/* A row of the empty points. */
static inline uint32_t hex_empty_row(const struct hex_rules *rules, const struct hex_state *state,
                                     int y) {
    return ~(state->stones[0][y] | state->stones[1][y]) & ((1u << rules->size) - 1);
}

/* What a bridge joins: two points of one side that share two empty neighbours. Its other end and
 * those two, by the steps to them. */
extern const struct hex_bridge {
    int8_t x, y, left_x, left_y, right_x, right_y;
} hex_bridges[HEX_NEIGHBOURS];

int hex_moves(const struct game *game, const void *state, move_t *out);
void hex_play(const struct game *game, void *state, move_t move);

static inline int hex_side(const void *state) {
    return ((const struct hex_state *)state)->side;
}
static inline uint64_t hex_hash(const void *state) {
    return ((const struct hex_state *)state)->hash;
}
static inline bool hex_over(const struct game *game, const void *state) {
    (void)game;
    return ((const struct hex_state *)state)->winner != 0;
}
static inline int hex_margin(const struct game *game, const void *state_) {
    const struct hex_state *state = state_;
    (void)game;
    return state->winner == 1 ? 1 + state->empties : -1 - state->empties;
}

/* The game alone, without an expert: family.c adds it. NULL and why. */
struct game *hex_make(const char *name, struct error *error);

extern const struct game_family hex_family;                 /* family.c */
extern const struct evaluator_family hex_distance_family;   /* distance.c */
extern const struct evaluator_family hex_resistance_family; /* resistance.c */
extern const struct expert hex_solver;                      /* solver.c */

#endif
