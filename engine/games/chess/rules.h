/*
 * chess: a game of chess by FIDE's laws, with Chess960's castling in positions that have it. What a
 * player may claim is claimed at once: a position that comes the third time, and fifty moves
 * without capture or pawn move, are draws, as is a position in which no side has pieces enough to
 * mate. A game of CHESS_PLIES_MAX plies is a draw, too.
 *
 * A state is the position and its history, which is not in the hash: the plies played and the keys
 * of earlier positions.
 */
#ifndef HONE_ENGINE_GAMES_CHESS_RULES_H
#define HONE_ENGINE_GAMES_CHESS_RULES_H

#include "engine/game/history.h"
#include "engine/game/psq.h"
#include "engine/games/chess/moves.h"

enum { CHESS_PLIES_MAX = 600 };

struct chess_state {
    struct chess_position position;
    int8_t winner; /* -1: none */
    bool over;
    uint8_t repeated; /* how often the position was there before */
    uint16_t plies;   /* since the first move of the game */
    /* The key of the position after each number of reversible plies; 0: not known. */
    uint64_t history[CHESS_REVERSIBLE_MAX + 1];
};

int chess_moves(const struct game *game, const void *state, move_t *out);
void chess_play(const struct game *game, void *state, move_t move);
int chess_noisy(const struct game *game, const void *state, move_t *out);
bool chess_pass_turn(const struct game *game, void *state);

static inline int chess_side(const void *state) {
    return ((const struct chess_state *)state)->position.side;
}
static inline bool chess_over(const struct game *game, const void *state) {
    (void)game;
    return ((const struct chess_state *)state)->over;
}
static inline int chess_plies_left(const void *state) {
    return CHESS_PLIES_MAX - ((const struct chess_state *)state)->plies;
}
static inline int chess_margin(const struct game *game, const void *state_) {
    const struct chess_state *state = state_;
    (void)game;
    if (state->winner < 0) return 0;
    return state->winner == CHESS_WHITE ? 1 + chess_plies_left(state)
                                        : -1 - chess_plies_left(state);
}
static inline uint64_t chess_hash(const void *state) {
    return ((const struct chess_state *)state)->position.key;
}
static inline bool chess_is_in_check(const void *state) {
    return chess_in_check(&((const struct chess_state *)state)->position);
}
static inline enum game_repeat chess_repeats(const void *state) {
    return ((const struct chess_state *)state)->repeated > 0 ? REPEAT_DRAW : REPEAT_NONE;
}

const struct game *chess_game(void);
extern const struct game_family chess_family;
extern const struct psq_family chess_psq_family, chess_features_family, chess_material_family;

#endif
