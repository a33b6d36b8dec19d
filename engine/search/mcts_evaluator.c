/*
 * Every call goes on to the inner evaluator, with that one's prepared weights.
 */
#include "engine/search/mcts_evaluator.h"

#include <stdio.h>
#include <string.h>

#include "engine/search/mcts.h"

struct mcts_evaluator {
    struct evaluator evaluator;
    const struct evaluator *inner;
};

/* The constants, then the inner evaluator's prepared weights, which may need whole cache lines. */
enum { MCTS_PREPARED_OFFSET = 64 };

static const struct evaluator *mcts_inner(const struct evaluator *evaluator) {
    return ((const struct mcts_evaluator *)evaluator)->inner;
}

static const void *mcts_inner_prepared(const void *prepared) {
    return (const char *)prepared + MCTS_PREPARED_OFFSET;
}

static void mcts_prepare(const struct evaluator *evaluator, const int32_t *weights,
                         void *prepared) {
    const struct evaluator *inner = mcts_inner(evaluator);
    memcpy(prepared, weights, sizeof(struct mcts_constants));
    inner->prepare(inner, weights + MCTS_PARAMS, (char *)prepared + MCTS_PREPARED_OFFSET);
}

static int32_t mcts_eval(const struct evaluator *evaluator, const void *prepared, const void *state,
                         int side) {
    const struct evaluator *inner = mcts_inner(evaluator);
    return evaluator_ops(inner)->eval(inner, mcts_inner_prepared(prepared), state, side);
}

static int mcts_inner_candidates(const struct evaluator *evaluator, const void *prepared,
                                 const void *state, bool all, struct candidate *out) {
    const struct evaluator *inner = mcts_inner(evaluator);
    return evaluator_ops(inner)->candidates(inner, mcts_inner_prepared(prepared), state, all, out);
}

static void mcts_evaluator_search(struct search *search, const struct evaluator *evaluator,
                                  const void *prepared, const void *state,
                                  const struct search_limits *limits, struct search_result *out) {
    const struct evaluator *inner = mcts_inner(evaluator);
    const void *inside = mcts_inner_prepared(prepared);
    if (limits->driver == SEARCH_MCTS)
        mcts_search(search, inner, inside, prepared, state, limits, out);
    else
        evaluator_ops(inner)->search(search, inner, inside, state, limits, out);
}

static struct param mcts_param(const struct evaluator *evaluator, int index) {
    return index < MCTS_PARAMS ? mcts_params[index]
                               : evaluator_param(mcts_inner(evaluator), index - MCTS_PARAMS);
}

static int mcts_param_find(const struct evaluator *evaluator, const char *name) {
    for (int i = 0; i < MCTS_PARAMS; i++)
        if (strcmp(mcts_params[i].name, name) == 0) return i;
    int index = evaluator_param_find(mcts_inner(evaluator), name);
    return index < 0 ? index : index + MCTS_PARAMS;
}

static int mcts_param_run(const struct evaluator *evaluator, int index) {
    return index < MCTS_PARAMS ? 1
                               : evaluator_param_run(mcts_inner(evaluator), index - MCTS_PARAMS);
}

static struct meaning mcts_meaning(const struct evaluator *evaluator, int index) {
    const struct evaluator *inner = mcts_inner(evaluator);
    if (index >= MCTS_PARAMS && inner->meaning) return inner->meaning(inner, index - MCTS_PARAMS);
    struct meaning meaning = {.points = ~(uint64_t)0, .to = MEANING_GAME};
    snprintf(meaning.what, sizeof meaning.what, "%s", mcts_param(evaluator, index).name);
    return meaning;
}

static const struct evaluator_ops mcts_ops = {
    .eval = mcts_eval,
    .candidates = mcts_inner_candidates,
    .search = mcts_evaluator_search,
};

struct evaluator *mcts_evaluator_new(const struct evaluator *inner, const char *layout,
                                     const char *doc) {
    struct mcts_evaluator *made = xmalloc(sizeof *made);
    *made = (struct mcts_evaluator){
        .evaluator = {.game = inner->game,
                      .name = "mcts",
                      .schema = inner->schema,
                      .doc = doc,
                      .param_count = MCTS_PARAMS + inner->param_count,
                      .param = mcts_param,
                      .param_find = mcts_param_find,
                      .param_run = mcts_param_run,
                      .prepared_size = MCTS_PREPARED_OFFSET + inner->prepared_size,
                      .disc = inner->disc,
                      .answers_threats = inner->answers_threats,
                      .prepare = mcts_prepare,
                      .meaning = mcts_meaning,
                      .ops = ISA_SAME(mcts_ops)},
        .inner = inner};
    snprintf(made->evaluator.layout, sizeof made->evaluator.layout, "%s", layout);
    return &made->evaluator;
}
