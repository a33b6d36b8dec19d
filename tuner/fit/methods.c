/*
 * The one list of methods.
 */
#include "tuner/fit/methods.h"

#include "tuner/fit/fit.h"
#include "tuner/fit/td.h"
#include "tuner/optimize/fit.h"
#include "tuner/optimize/td.h"

static const struct {
    const struct optimizer_kind *kind;
    const struct run_method *method;
} methods[] = {{&fit_kind, &fit_method}, {&td_kind, &td_method}};

/* NULL: that of run_tune. */
static const struct run_method *methods_find(const struct config *config) {
    for (size_t i = 0; i < COUNT_OF(methods); i++)
        if (methods[i].kind == config->optimizer.kind) return methods[i].method;
    return NULL;
}

struct plan methods_plan(const struct config *config) {
    const struct run_method *method = methods_find(config);
    return method ? method->plan(config) : plan_run(config);
}

enum run_end methods_run(const struct config *config, const struct run_wish *wish,
                         struct error *error) {
    const struct run_method *method = methods_find(config);
    return method ? run_by(config, method, wish, error) : run_tune(config, wish, error);
}
