/*
 * evaluator: its parameters as a whole, and by their names. Arrays that are made on request are
 * kept as long as the process, as evaluators are.
 */
#include "engine/game/evaluator.h"

#include <string.h>

struct made_params {
    const struct evaluator *evaluator;
    struct param *params;
    struct made_params *next;
};
static struct made_params *made_params;

static struct made_params *params_make(const struct evaluator *evaluator) {
    struct made_params *made = xmalloc(sizeof *made);
    struct param *params = xmalloc((size_t)evaluator->param_count * sizeof *params);
    for (int i = 0; i < evaluator->param_count; i++) params[i] = evaluator_param(evaluator, i);
    *made = (struct made_params){evaluator, params, made_params};
    return made_params = made;
}

const struct param *evaluator_params(const struct evaluator *evaluator) {
    if (evaluator->params) return evaluator->params;
    struct made_params *made = made_params;
    while (made && made->evaluator != evaluator) made = made->next;
    return (made ? made : params_make(evaluator))->params;
}

int evaluator_param_find(const struct evaluator *evaluator, const char *name) {
    if (!evaluator->params) return evaluator->param_find(evaluator, name);
    for (int i = 0; i < evaluator->param_count; i++)
        if (strcmp(evaluator->params[i].name, name) == 0) return i;
    return -1;
}

void evaluator_copy_weights(const struct evaluator *evaluator, const int32_t *weights,
                            void *prepared) {
    memcpy(prepared, weights, (size_t)evaluator->param_count * sizeof *weights);
}

struct evaluator *evaluator_make_single(const struct game *game, const char *layout,
                                        const struct evaluator *pattern, struct error *error) {
    if (strcmp(layout, pattern->layout) != 0) {
        error_set(error, "evaluator %s has no layout \"%.20s\", only \"%s\"", pattern->name, layout,
                  pattern->layout);
        return NULL;
    }
    struct evaluator *evaluator = xmalloc(sizeof *evaluator);
    *evaluator = *pattern;
    evaluator->game = game;
    return evaluator;
}

void evaluator_initial(const struct evaluator *evaluator, int32_t *weights) {
    for (int i = 0; i < evaluator->param_count; i++)
        weights[i] = evaluator_param(evaluator, i).initial;
}

int param_names_width(const struct param *params, int count, int least) {
    int width = least;
    for (int i = 0; i < count; i++) {
        int length = (int)strlen(params[i].name);
        width = length > width ? length : width;
    }
    return width;
}
