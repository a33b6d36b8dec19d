/*
 * The exact value of every position of Nim and Grundy's game: a move to a position with number 0
 * wins, and without such a move the position is lost.
 */
#include "engine/game/expert.h"
#include "engine/games/grundy/rules.h"
#include "engine/search/search.h"

#include <stdlib.h>

/* There is nothing to remember. */
static void *grundy_memory_new(const struct game *game, size_t bytes) {
    (void)game, (void)bytes;
    return xmalloc(0);
}

static void grundy_memory_forget(void *memory) {
    (void)memory;
}

/* The first move that wins, or else the first one, with none of `except`; MOVE_NONE: there is none.
 */
static move_t grundy_best(const struct game *game, const struct grundy_state *state,
                          const move_t *except, int except_count) {
    move_t moves[GAME_MOVES_MAX], best = MOVE_NONE;
    int count = grundy_moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        struct grundy_state after = *state;
        if (game_lists(except, except_count, moves[i])) continue;
        grundy_play(game, &after, moves[i]);
        if (grundy_number(game, &after) == 0) return moves[i];
        if (best == MOVE_NONE) best = moves[i];
    }
    return best;
}

static bool grundy_solve(const struct game *game, void *memory, const void *state_,
                         const struct search_limits *limits, struct search_result *out) {
    struct grundy_state state = *(const struct grundy_state *)state_;
    (void)memory;
    if (limits->endgame == 0) return false;
    move_t move = grundy_best(game, &state, limits->except, limits->except_count);
    if (move == MOVE_NONE) return false;
    *out = (struct search_result){.move = move, .depth = game->plies_left(&state)};
    while (out->pv_length < SEARCH_DEPTH_MAX && move != MOVE_NONE) {
        out->pv[out->pv_length++] = move;
        out->nodes++;
        grundy_play(game, &state, move);
        if (out->pv_length == 1)
            out->score = grundy_number(game, &state) == 0 ? SCORE_WIN + 1 : -SCORE_WIN - 1;
        move = grundy_best(game, &state, NULL, 0);
    }
    return true;
}

const struct expert grundy_expert = {
    .doc = "solves every position by the theory of Sprague and Grundy",
    .endings = true,
    .whole = true,
    .memory_new = grundy_memory_new,
    .memory_free = free,
    .memory_forget = grundy_memory_forget,
    .solve = grundy_solve,
};
