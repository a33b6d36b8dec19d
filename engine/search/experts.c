/*
 * The questions of a search to the game's expert (engine/game/expert.h): at the root, at leaves,
 * and for limits->defend at every node. Its memory is made when it is first asked.
 */
#include <stdlib.h>

#include "engine/search/searcher.h"

static void search_engage_expert(struct search *search, const struct game *game) {
    if (search->expert_game == game) return;
    if (search->expert) search->expert->memory_free(search->expert_memory);
    search->expert_game = game;
    search->expert = game->expert;
    search->expert_memory =
        search->expert ? search->expert->memory_new(game, search->tt.bytes) : NULL;
}

bool search_ask_expert(struct search *search, const struct game *game, const void *state,
                       const struct search_limits *limits, struct search_result *out) {
    bool asked = limits->endgame > 0 || limits->threats > 0;
    if (!asked || !game->expert || !game->expert->solve) return false;
    search_engage_expert(search, game);
    const struct search_limits half = limits_half(limits);
    bool known = search->expert->solve(game, search->expert_memory, state, &half, out);
    out->proved = known;
    return known;
}

bool search_ask_foresight(struct search *search, const struct game *game, const void *state,
                          const struct search_limits *limits, struct search_result *out) {
    bool limited = limits->nodes > 0 || limits->seconds > 0;
    bool asked = limits->endgame > 0 && limits->reduce && limited;
    if (!asked || !game->expert || !game->expert->foresee) return false;
    search_engage_expert(search, game);
    bool known = search->expert->foresee(game, search->expert_memory, state, limits, out);
    out->proved = known && abs(out->score) >= SCORE_WIN;
    return known;
}

bool search_ask_menace(struct search *search, const struct game *game, const void *state,
                       const struct search_limits *limits, struct search_result *out) {
    if (limits->threats == 0 || !game->expert || !game->expert->menace) return false;
    search_engage_expert(search, game);
    const struct search_limits half = limits_half(limits);
    return search->expert->menace(game, search->expert_memory, state, &half, out);
}

bool search_settles(struct search *search, const void *state, int32_t *value) {
    const struct game *game = search->evaluator->game;
    if (!game->expert || !game->expert->settle) return false;
    search_engage_expert(search, game);
    return search->expert->settle(game, search->expert_memory, state, search->limits, value);
}

bool search_strikes(struct search *search, const void *state, int ply, int32_t *value) {
    const struct game *game = search->evaluator->game;
    if (!game->expert || !game->expert->strike) return false;
    search_engage_expert(search, game);
    return game->expert->strike(game, search->expert_memory, state, search->limits, ply, value,
                                &search->nodes);
}

int search_defend(struct search *search, const void *state, int ply, struct candidate *list,
                  int count) {
    const struct game *game = search->evaluator->game;
    if (!game->expert || !game->expert->defend) return count;
    search_engage_expert(search, game);
    return game->expert->defend(game, search->expert_memory, state, search->limits, ply, list,
                                count, &search->nodes);
}

bool search_is_refuted(struct search *search, const void *root, const struct search_result *out) {
    const struct game *game = search->evaluator->game;
    if (search->limits->defend == 0 || !game->expert || !game->expert->refute) return false;
    if (abs(out->score) >= SCORE_WIN) return false;
    struct state state;
    memcpy(&state, root, game->state_size);
    for (int i = 0; i < out->pv_length && game->side(&state) == search->root_side; i++)
        game->play(game, &state, out->pv[i]);
    if (game->side(&state) == search->root_side || game->over(game, &state)) return false;
    search_engage_expert(search, game);
    if (!game->expert->refute(game, search->expert_memory, &state, search->limits, &search->nodes))
        return false;
    search->key_salt = mix64(search->key_salt);
    return true;
}
