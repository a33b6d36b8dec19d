/*
 * The searcher: its memory, when it stops, and what drivers share.
 */
#include "engine/search/search.h"

#include <stdlib.h>

#include "engine/search/searcher.h"

struct search *search_new(size_t tt_bytes) {
    struct search *search = xcalloc(1, sizeof *search);
    tt_init(&search->tt, tt_bytes);
    return search;
}

size_t search_table_bytes(const struct search *search) {
    return search->tt.bytes;
}

void search_free(struct search *search) {
    if (!search) return;
    if (search->expert) search->expert->memory_free(search->expert_memory);
    tt_free(&search->tt);
    free(search->arena);
    free(search);
}

void search_warm_up(struct search *search) {
    tt_touch(&search->tt);
}

void search_new_game(struct search *search) {
    search->games++;
    tt_new_game(&search->tt);
    if (search->expert) search->expert->memory_forget(search->expert_memory);
}

void *search_arena(struct search *search, size_t least, size_t *bytes) {
    *bytes = search->tt.bytes > least ? search->tt.bytes : least;
    if (search->arena_bytes < *bytes) {
        free(search->arena);
        search->arena = xmalloc(*bytes);
        search->arena_bytes = *bytes;
    }
    return search->arena;
}

bool search_proves(const struct game *game, const struct search_limits *limits, int32_t score,
                   bool all_ends_seen) {
    if (limits->width > 0) return false;
    return all_ends_seen || (!game->counted && abs(score) >= SCORE_WIN);
}

bool search_stop(struct search *search) {
    if (search->nodes >= search->nodes_max) search->stopped = true;
    if (search->nodes >= search->nodes_look) {
        if (halt_look(&search->halt)) search->stopped = true;
        search->nodes_look = search->nodes + search->halt.steps;
    }
    return search->stopped;
}

int search_judge_singly(const struct evaluator *evaluator, const void *prepared, const void *state,
                        struct halt *halt, bool all, struct candidate *out) {
    const struct game *game = evaluator->game;
    const struct evaluator_ops *ops = evaluator_ops(evaluator);
    move_t moves[GAME_MOVES_MAX];
    if (!halt) return ops->candidates(evaluator, prepared, state, all, out);
    int count = game->moves(game, state, moves), side = game->side(state);
    int32_t worst = halt->over ? 0 : SCORE_WIN;
    for (int i = 0; i < count; i++) {
        out[i] = (struct candidate){worst, moves[i]};
        if (halt->over) continue;
        struct state after;
        memcpy(&after, state, game->state_size);
        game->play(game, &after, moves[i]);
        out[i].score =
            game->over(game, &after) ? SCORE_WIN : ops->eval(evaluator, prepared, &after, side);
        worst = min_int(worst, out[i].score);
        halt_step(halt);
    }
    return count;
}
