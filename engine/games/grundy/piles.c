/*
 * The evaluator `piles`: the value of each pile to the side to move, by its coins. No such sum
 * tells the winner, so these games need a theory. It is something to tune where the answer is
 * known.
 */
#include <stdio.h>
#include <string.h>

#include "engine/games/grundy/rules.h"
#include "engine/search/node.h"

enum { PILES_WEIGHT_MAX = 1000 };

/* The weight of a pile of n coins is number n - 1. */
static int32_t piles_sum(const int32_t *weights, const struct grundy_state *state) {
    int32_t sum = 0;
    for (int i = 0; i < state->count; i++)
        if (state->piles[i] > 0) sum += weights[state->piles[i] - 1];
    return sum;
}

static int32_t piles_eval(const struct evaluator *evaluator, const void *prepared,
                          const void *state_, int side) {
    const struct grundy_state *state = state_;
    int32_t sum = piles_sum(prepared, state);
    (void)evaluator;
    return state->side == side ? sum : -sum;
}

static int piles_terms(const struct evaluator *evaluator, const void *state_, int side,
                       struct term *out) {
    const struct grundy_state *state = state_;
    int count = 0;
    (void)evaluator;
    for (int i = 0; i < state->count; i++)
        if (state->piles[i] > 0)
            out[count++] = (struct term){state->piles[i] - 1, state->side == side ? 1 : -1};
    return count;
}

static int piles_candidates(const struct evaluator *evaluator, const void *prepared,
                            const void *state, bool all, struct candidate *out) {
    static const struct search_judge judge = {sizeof(struct grundy_state), grundy_play, grundy_over,
                                              piles_eval};
    move_t moves[GAME_MOVES_MAX];
    int count = grundy_moves(evaluator->game, state, moves);
    (void)all;
    search_judge_moves(evaluator, prepared, state, grundy_side(state), &judge, moves, count, out);
    return count;
}

static const struct search_ops piles_search_ops = {
    .state_size = sizeof(struct grundy_state),
    .side = grundy_side,
    .over = grundy_over,
    .margin = grundy_margin,
    .play = grundy_play,
    .hash = grundy_hash,
    .candidates = piles_candidates,
    .eval = piles_eval,
};
SEARCH_INSTANCE(piles_search, piles_search_ops)

static const struct evaluator_ops piles_ops = {
    .eval = piles_eval,
    .candidates = piles_candidates,
    .search = piles_search,
};

/* At first the moves that a pile allows. */
static struct param *piles_params(const struct grundy_rules *rules) {
    struct param *params = xcalloc((size_t)rules->largest, sizeof *params);
    for (int coins = 1; coins <= rules->largest; coins++) {
        struct param *param = &params[coins - 1];
        *param = (struct param){"",
                                rules->splits ? (coins - 1) / 2 : coins,
                                -PILES_WEIGHT_MAX,
                                PILES_WEIGHT_MAX,
                                SCALE_LINEAR,
                                "a pile of that many coins"};
        snprintf(param->name, sizeof param->name, "pile%d", coins);
    }
    return params;
}

static struct evaluator *piles_make(const struct game *game, const char *layout,
                                    struct error *error) {
    const struct grundy_rules *rules = grundy_rules(game);
    const struct evaluator pattern = {
        .name = "piles",
        .layout = "-",
        .schema = 1,
        .doc = grundy_piles_family.doc,
        .param_count = rules->largest,
        .prepared_size = (size_t)rules->largest * sizeof(int32_t),
        .prepare = evaluator_copy_weights,
        .terms = piles_terms,
        .terms_max = GRUNDY_PILES_MAX,
        .ops = ISA_SAME(piles_ops),
    };
    struct evaluator *evaluator = evaluator_make_single(game, layout, &pattern, error);
    if (evaluator) evaluator->params = piles_params(rules);
    return evaluator;
}

const struct evaluator_family grundy_piles_family = {
    .name = "piles",
    .doc = "what each pile is worth to the side to move, by its coins",
    .default_layout = "-",
    .layouts = "-",
    .make = piles_make,
};
