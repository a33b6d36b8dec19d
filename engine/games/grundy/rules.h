/*
 * grundy: two games of piles of coins in which a side without a move has lost, and whose theory is
 * known: Nim, where a move takes any number of coins from one pile, and Grundy's game, where it
 * splits a pile into two unequal ones (Grundy 1939). Every position has a number; the side to move
 * wins unless it is 0 (Sprague 1935, Grundy 1939).
 *
 * A move is 256 times the number of a pile plus the coins that are taken or split off, the smaller
 * part. Piles are called a, b, c …: those of Nim keep their names; those of Grundy's game are
 * sorted from the largest to the smallest, and of equal ones the first is split.
 */
#ifndef HONE_ENGINE_GAMES_GRUNDY_RULES_H
#define HONE_ENGINE_GAMES_GRUNDY_RULES_H

#include "engine/game/family.h"

enum {
    GRUNDY_NAMES_MAX = 25, /* letters for piles that can be split; none is larger */
    GRUNDY_COINS_MAX = 75, /* at Grundy's game, since each of those piles has at least three */
    NIM_COINS_MAX = 250,
    GRUNDY_PILES_MAX = GRUNDY_COINS_MAX,
};

struct grundy_state {
    uint64_t hash;
    uint8_t side, count;
    uint8_t piles[GRUNDY_PILES_MAX]; /* coins; of Nim perhaps none */
};

struct grundy_rules {
    struct game game;
    bool splits; /* Grundy's game */
    int coins, largest;
    struct grundy_state start;
    uint8_t numbers[NIM_COINS_MAX + 1]; /* what a pile is worth */
};

static inline const struct grundy_rules *grundy_rules(const struct game *game) {
    return game->rules;
}

/* The Sprague-Grundy number of a position: 0 where the side to move has lost. */
int grundy_number(const struct game *game, const void *state);

int grundy_moves(const struct game *game, const void *state, move_t *out);
void grundy_play(const struct game *game, void *state, move_t move);
bool grundy_over(const struct game *game, const void *state);
int grundy_margin(const struct game *game, const void *state);

static inline int grundy_side(const void *state) {
    return ((const struct grundy_state *)state)->side;
}
static inline uint64_t grundy_hash(const void *state) {
    return ((const struct grundy_state *)state)->hash;
}

/* The games alone, without words and an expert: family.c adds them. NULL and why. */
struct game *nim_make(const char *name, struct error *error);
struct game *grundy_make(const char *name, struct error *error);

extern const struct game_family nim_family, grundy_family; /* family.c */
extern const struct evaluator_family grundy_piles_family;  /* piles.c */
extern const struct expert grundy_expert;                  /* expert.c */

#endif
