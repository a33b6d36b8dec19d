/*
 * xiangqi: a game of Chinese chess. A side without a legal move has lost, in check or not. A
 * position that comes the third time ends the game: a side whose moves since the first time all
 * gave check has lost, unless the other side's did, too; else it is a draw. That is the least that
 * the rules of the Asian Xiangqi Federation, of the World Xiangqi Federation and of computer
 * leagues have in common: perpetual chases, which they forbid in part, are draws here. Sixty moves
 * without capture are a draw, as is a board without rooks, horses, cannons and pawns, and a game of
 * XIANGQI_PLIES_MAX plies.
 *
 * A state is the position and its history, which is not in the hash: the plies played, the keys of
 * earlier positions, and which of them were check.
 */
#ifndef HONE_ENGINE_GAMES_XIANGQI_RULES_H
#define HONE_ENGINE_GAMES_XIANGQI_RULES_H

#include "engine/game/history.h"
#include "engine/game/psq.h"
#include "engine/games/xiangqi/moves.h"

enum { XIANGQI_PLIES_MAX = 600 };

struct xiangqi_state {
    struct xiangqi_position position;
    int8_t winner;    /* -1: none */
    bool over, check; /* check: of the side to move */
    uint8_t repeated; /* how often the position was there before */
    uint8_t repeat;   /* enum game_repeat: what a repetition is worth to the side to move */
    uint16_t plies;   /* since the first move of the game */
    /* After each number of reversible plies: the position's key, 0: not known; and whether its side
     * to move was in check. */
    uint64_t history[XIANGQI_REVERSIBLE_MAX + 1];
    bool checks[XIANGQI_REVERSIBLE_MAX + 1];
};

int xiangqi_moves(const struct game *game, const void *state, move_t *out);
void xiangqi_play(const struct game *game, void *state, move_t move);
int xiangqi_noisy(const struct game *game, const void *state, move_t *out);
bool xiangqi_pass(const struct game *game, void *state);

static inline int xiangqi_side(const void *state) {
    return ((const struct xiangqi_state *)state)->position.side;
}
static inline bool xiangqi_over(const struct game *game, const void *state) {
    (void)game;
    return ((const struct xiangqi_state *)state)->over;
}
static inline int xiangqi_plies_left(const void *state) {
    return XIANGQI_PLIES_MAX - ((const struct xiangqi_state *)state)->plies;
}
static inline int xiangqi_margin(const struct game *game, const void *state_) {
    const struct xiangqi_state *state = state_;
    (void)game;
    if (state->winner < 0) return 0;
    return state->winner == XIANGQI_RED ? 1 + xiangqi_plies_left(state)
                                        : -1 - xiangqi_plies_left(state);
}
static inline uint64_t xiangqi_hash(const void *state) {
    return ((const struct xiangqi_state *)state)->position.key;
}
static inline bool xiangqi_is_in_check(const void *state) {
    return ((const struct xiangqi_state *)state)->check;
}
static inline enum game_repeat xiangqi_repeats(const void *state) {
    return (enum game_repeat)((const struct xiangqi_state *)state)->repeat;
}

const struct game *xiangqi_game(void);
extern const struct game_family xiangqi_family;
extern const struct psq_family xiangqi_psq_family, xiangqi_features_family, xiangqi_material_family;

#endif
