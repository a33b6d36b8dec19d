/*
 * What a short test of an engine shows, for users; `hone check` prints it.
 */
#include "tuner/cli/check_engine.h"

#include <math.h>

#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "tuner/external/tuned.h"
#include "tuner/report/lines.h"

/* ---- each parameter ---- */

static void check_engine_parameter(const struct compliance_parameter *parameter) {
    if (parameter->refused)
        shown_print("  %s: the engine does not play with %s of its bounds: %s\n", parameter->name,
                    parameter->refused > 1 ? "either" : "one", parameter->why);
    if (parameter->offer[0]) shown_print("  %s: %s\n", parameter->name, parameter->offer);
}

static bool check_engine_is_dead(const struct compliance_parameter *parameter) {
    return !parameter->refused && !parameter->changed;
}

static void check_engine_dead(const struct compliance *compliance) {
    struct text names = {0}, folded = {0};
    int count = 0;
    for (int i = 0; i < compliance->count; i++)
        if (check_engine_is_dead(&compliance->list[i]))
            text_add(&names, "%s%s",
                     count++ ? ", " : "  dead, as neither min nor max changes a move: ",
                     compliance->list[i].name);
    if (count) text_add(&names, "; bound to nothing, or to another name (option = \"…\")?\n");
    fold_add(text_get(&names), &folded);
    shown_put(text_get(&folded));
    text_free(&names);
    text_free(&folded);
}

/* ---- what they are about ---- */

/* "5 look like evaluation: a b c d e; " */
static void check_engine_add_matter(const struct compliance *compliance, enum offer_matter matter,
                                    const char *words, struct text *out) {
    struct text names = {0};
    int count = 0;
    for (int i = 0; i < compliance->count; i++)
        if (compliance->list[i].matter == matter)
            text_add(&names, "%s%s", count++ ? ", " : "", compliance->list[i].name);
    if (count)
        text_add(out, "%s%d %s: %s", out->length ? "; " : "", count, words, text_get(&names));
    text_free(&names);
}

static void check_engine_matters(const struct compliance *compliance) {
    static const char *const words[OFFER_MATTERS] = {
        [OFFER_EVALUATES] = "like evaluation",
        [OFFER_SEARCHES] = "like search",
        [OFFER_MANAGES] = "like what manages the program and is not to be tuned",
        [OFFER_UNKNOWN] = "like neither"};
    static const enum offer_matter order[] = {OFFER_EVALUATES, OFFER_SEARCHES, OFFER_UNKNOWN,
                                              OFFER_MANAGES};
    struct text list = {0}, line = {0}, folded = {0};
    for (size_t i = 0; i < COUNT_OF(order); i++)
        check_engine_add_matter(compliance, order[i], words[order[i]], &list);
    text_add(&line, "by their names they look: %s\n", text_get(&list));
    fold_add(text_get(&line), &folded);
    shown_put(text_get(&folded));
    text_free(&list);
    text_free(&line);
    text_free(&folded);
}

/* ---- steps ---- */

/* "  NAME, NAME" of those without a step; what stands before them is printed if there are any. */
static void check_engine_weak(const struct compliance *compliance) {
    struct text names = {0}, folded = {0};
    int count = 0;
    for (int i = 0; i < compliance->count; i++)
        if (compliance->list[i].weak)
            text_add(&names, "%s%s",
                     count++ ? ", " : "  none within these bounds: ", compliance->list[i].name);
    if (count) text_add(&names, "\n");
    fold_add(text_get(&names), &folded);
    shown_put(text_get(&folded));
    text_free(&names);
    text_free(&folded);
}

/* Moves are what can be measured in seconds; Elo takes games. */
static void check_engine_steps(const struct compliance *compliance) {
    struct text steps = {0}, folded = {0};
    int count = 0;
    for (int i = 0; i < compliance->count; i++)
        if (compliance->list[i].step > 0)
            text_add(&steps, "%s%s %.6g", count++ ? ", " : "  ", compliance->list[i].name,
                     compliance->list[i].step);
    if (count) text_add(&steps, "\n");
    shown_print("the least change, by halves, that changes the move in %d of %d positions: a first "
                "value\n  for `step`, which is no measure of Elo:\n",
                COMPLIANCE_STEP, compliance->moves);
    fold_add(text_get(&steps), &folded);
    shown_put(text_get(&folded));
    text_free(&steps);
    text_free(&folded);
    check_engine_weak(compliance);
}

static bool check_engine_has_steps(const struct compliance *compliance) {
    for (int i = 0; i < compliance->count; i++)
        if (compliance->list[i].step > 0 || compliance->list[i].weak) return true;
    return false;
}

void check_engine_print(const struct config *config, const struct compliance *compliance) {
    int alive = 0;
    for (int i = 0; i < compliance->count; i++) alive += compliance->list[i].changed > 0;
    shown_print("\nengine: starts, and plays with the start's values; %d positions asked twice: ",
                compliance->moves);
    if (compliance->differing)
        shown_print("%d other move%s the second time:\n  not repeatable", compliance->differing,
                    compliance->differing > 1 ? "s" : "");
    else
        shown_print("the same moves%s", tuned_is_timed(tuned_of(config->evaluator))
                                            ? "; by the clock others may come"
                                            : ": repeatable");
    shown_print("; %.3g ms a move, at most %.3g ms\n", 1000 * compliance->seconds,
                1000 * compliance->slowest);
    if (compliance->deeper)
        shown_print("  says that it searched %d plies deeper than engine.depth\n",
                    compliance->deeper);
    shown_print("parameters that change a move at min or max: %d of %d\n", alive,
                compliance->count);
    for (int i = 0; i < compliance->count; i++) check_engine_parameter(&compliance->list[i]);
    check_engine_dead(compliance);
    check_engine_matters(compliance);
    if (check_engine_has_steps(compliance)) check_engine_steps(compliance);
}

/* ---- what games cost ---- */

/* Of pairs of games that are independent, and without draws. */
void check_engine_cost(const struct config *config, const struct estimate_sample *samples) {
    enum { ERROR = 5 };
    const struct preflight most = {.deviation = sqrt(0.125)};
    int64_t games = (int64_t)(2 * preflight_pairs(&most, ERROR));
    char duration[32];
    duration_format(estimate_seconds(config, samples, games), duration);
    shown_print("a game costs %.3g s; an error of +/- %d Elo takes %lld games without draws, about "
                "%s,\n  and fewer with draws, which --preflight counts\n",
                estimate_seconds(config, samples, 1), ERROR, (long long)games, duration);
}
