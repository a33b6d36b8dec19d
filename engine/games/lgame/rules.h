/*
 * lgame: the L-game (de Bono 1967). On 4x4 points each side has an L of four points, and there are
 * two neutral stones of one point. A move puts the mover's L anywhere else, turned over or not, and
 * then optionally one neutral stone on another empty point; a side that cannot move its L has lost.
 * Play need not end, so a game of LGAME_PLIES_MAX moves is a draw.
 *
 * A move is 64 times one more than the number of the L's new place, plus the stone's move: 0 for
 * none, else 1 + 16 * which (the lower or the higher point) + its new point. Points are numbered
 * from the top left, as bits of a set.
 */
#ifndef HONE_ENGINE_GAMES_LGAME_RULES_H
#define HONE_ENGINE_GAMES_LGAME_RULES_H

#include "engine/game/family.h"

enum {
    LGAME_SIDE = 4,
    LGAME_POINTS = 16,
    LGAME_PLACES = 48, /* of an L: 8 ways to lie, 6 places for each */
    LGAME_PLIES_MAX = 200,
    LGAME_SYMMETRIES = 8,
};

struct lgame_state {
    uint8_t places[2];  /* of the Ls, by side */
    uint8_t side, left; /* to move; moves until it is a draw */
    uint16_t stones;    /* the neutral ones */
};

/* The points of the Ls in each place, filled when the game is first named. */
extern uint16_t lgame_points[LGAME_PLACES];

/* The places where the L of `side` may go; their count. */
int lgame_places(const struct lgame_state *state, int side, uint8_t out[LGAME_PLACES]);

int lgame_moves(const struct game *game, const void *state, move_t *out);
void lgame_play(const struct game *game, void *state, move_t move);
bool lgame_over(const struct game *game, const void *state);
int lgame_margin(const struct game *game, const void *state);
uint64_t lgame_hash(const void *state);

/* The key for retrograde analysis: of the mover's L, the other one and the stones the least of
 * those of all images of the board. */
uint64_t lgame_symmetric_key(const struct game *game, const void *state);

static inline int lgame_side(const void *state) {
    return ((const struct lgame_state *)state)->side;
}

/* The game alone, without an expert: family.c adds it. NULL and why. */
struct game *lgame_make(const char *name, struct error *error);

extern const struct game_family lgame_family;              /* family.c */
extern const struct evaluator_family lgame_freedom_family; /* freedom.c */
extern const struct expert lgame_expert;                   /* expert.c */

#endif
