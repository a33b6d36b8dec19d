/*
 * The L-game is solved whole at the first question, which takes some hundredths of a second. The
 * winner plays the fastest win, the loser the slowest loss. Of moves that keep a draw the one with
 * the best static evaluation is played, so that there is something to tune.
 */
#include <stdlib.h>

#include "engine/game/expert.h"
#include "engine/game/retrograde.h"
#include "engine/games/lgame/rules.h"
#include "engine/search/search.h"

struct lgame_memory {
    struct retrograde *solution; /* NULL: not solved yet */
};

static void *lgame_memory_new(const struct game *game, size_t bytes) {
    (void)game, (void)bytes;
    return xcalloc(1, sizeof(struct lgame_memory));
}

static void lgame_memory_free(void *memory_) {
    struct lgame_memory *memory = memory_;
    if (memory) retrograde_free(memory->solution);
    free(memory);
}

/* What is solved stays solved. */
static void lgame_memory_forget(void *memory) {
    (void)memory;
}

static struct retrograde *lgame_solution(const struct game *game) {
    enum { POSITIONS_MAX = 2296 }; /* those that no symmetry of the board relates */
    struct lgame_state start;
    game->start(game, &start);
    struct retrograde *solution = retrograde_new(game, lgame_symmetric_key, &start, POSITIONS_MAX);
    if (!solution) die("the L-game has more than %d positions", POSITIONS_MAX);
    return solution;
}

/* A position's score for its side to move; a win that would come too late is a draw. */
static int32_t lgame_score(const struct retrograde *solution, const struct lgame_state *state) {
    int index = retrograde_find(solution, state);
    if (index < 0) die("a position of the L-game that cannot be reached");
    struct retrograde_value value = retrograde_value(solution, index);
    int32_t score = SCORE_WIN + 1 + state->left - value.distance;
    if (value.outcome == 0 || value.distance > state->left) return 0;
    return value.outcome > 0 ? score : -score;
}

/* The best move with none of the limits' exceptions and its score; MOVE_NONE: there is none. */
static move_t lgame_best(const struct game *game, const struct retrograde *solution,
                         const struct lgame_state *state, const struct search_limits *limits,
                         int32_t *score) {
    move_t moves[GAME_MOVES_MAX], best = MOVE_NONE;
    const struct evaluator *adviser = limits->adviser;
    int count = lgame_moves(game, state, moves);
    int32_t best_advice = 0;
    for (int i = 0; i < count; i++) {
        struct lgame_state after = *state;
        if (game_lists(limits->except, limits->except_count, moves[i])) continue;
        lgame_play(game, &after, moves[i]);
        int32_t value = -lgame_score(solution, &after), advice = 0;
        if (value == 0 && adviser)
            advice = evaluator_ops(adviser)->eval(adviser, limits->advice, &after, state->side);
        if (best != MOVE_NONE && (value < *score || (value == *score && advice <= best_advice)))
            continue;
        best = moves[i], *score = value, best_advice = advice;
    }
    return best;
}

static bool lgame_solve(const struct game *game, void *memory_, const void *state_,
                        const struct search_limits *limits, struct search_result *out) {
    struct lgame_memory *memory = memory_;
    struct lgame_state state = *(const struct lgame_state *)state_;
    const struct search_limits all = {0};
    int32_t score, later;
    if (limits->endgame == 0) return false;
    if (!memory->solution) memory->solution = lgame_solution(game);
    move_t move = lgame_best(game, memory->solution, &state, limits, &score);
    if (move == MOVE_NONE) return false;
    *out = (struct search_result){.move = move, .score = score};
    out->nodes = (uint64_t)retrograde_count(memory->solution);
    while (move != MOVE_NONE && out->pv_length < SEARCH_DEPTH_MAX) {
        out->pv[out->pv_length++] = move;
        lgame_play(game, &state, move);
        move = score == 0 ? MOVE_NONE : lgame_best(game, memory->solution, &state, &all, &later);
    }
    out->depth = out->pv_length;
    return true;
}

const struct expert lgame_expert = {
    .doc = "knows the value of every position",
    .endings = true,
    .whole = true,
    .memory_new = lgame_memory_new,
    .memory_free = lgame_memory_free,
    .memory_forget = lgame_memory_forget,
    .solve = lgame_solve,
};
