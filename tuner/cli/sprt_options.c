/*
 * Options of a test are refused without one, since they would have no effect.
 */
#include "tuner/cli/sprt_options.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/base.h"

static const double error_usual = 0.05, error_least = 1e-6, error_most = 0.45;

int sprt_request_options(struct sprt_request *request, struct option_spec *out) {
    static const char *const models[] = {
        [SPRT_LOGISTIC] = "logistic", [SPRT_NORMALISED] = "normalized", NULL};
    const struct option_spec rows[] = {
        {.name = "sprt",
         .argument = "ELO0,ELO1",
         .doc = "a sequential test: is A ELO0 stronger (H0) or ELO1 (H1)?",
         .kind = OPTION_TEXT,
         .value = &request->bounds},
        {.name = "sprt-model",
         .argument = "MODEL",
         .doc = "what ELO0 and ELO1 are",
         .kind = OPTION_CHOICE,
         .value = &request->sprt.model,
         .choices = models},
        {.name = "alpha",
         .argument = "P",
         .doc = "probability of accepting H1 where H0 holds (default 0.05)",
         .kind = OPTION_REAL,
         .value = &request->sprt.alpha,
         .lower = error_least,
         .upper = error_most},
        {.name = "beta",
         .argument = "P",
         .doc = "probability of accepting H0 where H1 holds (default 0.05)",
         .kind = OPTION_REAL,
         .value = &request->sprt.beta,
         .lower = error_least,
         .upper = error_most},
    };
    memcpy(out, rows, sizeof rows);
    return (int)COUNT_OF(rows);
}

/* "0,10" */
static bool sprt_request_read(const char *text, struct sprt *out) {
    char lower[32];
    const char *comma = strchr(text, ',');
    if (!comma || comma - text >= (int)sizeof lower) return false;
    snprintf(lower, sizeof lower, "%.*s", (int)(comma - text), text);
    return parse_double(lower, -1000, 1000, &out->elo0) &&
           parse_double(comma + 1, -1000, 1000, &out->elo1) && out->elo0 < out->elo1;
}

int sprt_request_settle(const struct command_usage *usage, struct sprt_request *request) {
    struct sprt *sprt = &request->sprt;
    const char *alone = sprt->model != SPRT_LOGISTIC ? "sprt-model"
                        : sprt->alpha > 0            ? "alpha"
                        : sprt->beta > 0             ? "beta"
                                                     : NULL;
    if (!request->bounds && alone)
        return usage_fail(usage, "--%s without --sprt: there is no test", alone);
    if (request->bounds && !sprt_request_read(request->bounds, sprt))
        return usage_fail(usage,
                          "--sprt %s: two numbers ELO0,ELO1 are needed, the first one "
                          "smaller: 0,10",
                          request->bounds);
    if (sprt->alpha == 0) sprt->alpha = error_usual;
    if (sprt->beta == 0) sprt->beta = error_usual;
    return OPTIONS_GO_ON;
}
