/*
 * The vectors of a generation that is under way are not in the database yet, so that the best score
 * is told without its values until the generation is over.
 */
#include "tuner/report/findings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A vector's row, whose weights are the config's; false: there is none. */
static bool findings_read(struct store *store, int64_t run, int generation, int slot,
                          const struct config *config, struct stored_player *out) {
    if (generation == 0 || store_individual(store, run, generation, slot, out, NULL)) return false;
    if (out->dim == config->space.dim) return true;
    store_free_player(out);
    return false;
}

static void finding_set(const struct parameter *parameter, int32_t weight, char out[64]) {
    struct text value = {0};
    parameter_print(parameter, weight, &value);
    snprintf(out, 64, "%s", text_get(&value));
    text_free(&value);
}

static void findings_name(const struct config *config, struct findings *out) {
    out->count = config->parameters.count;
    out->list = xcalloc((size_t)out->count, sizeof *out->list);
    for (int i = 0; i < out->count; i++) {
        const struct parameter *parameter = &config->parameters.list[i];
        const struct param *param = &config->evaluator->params[i];
        snprintf(out->list[i].name, sizeof out->list[i].name, "%s", parameter->name);
        finding_set(parameter, param->lower, out->list[i].min);
        finding_set(parameter, param->upper, out->list[i].max);
    }
}

static void findings_read_champion(struct store *store, const struct stored_run *run,
                                   const struct config *config, struct findings *out) {
    struct stored_player champion;
    struct fitness fitness;
    if (!findings_read(store, run->id, run->generations, -1, config, &champion)) return;
    out->generation = run->generations;
    out->asked = store_fitness(store, run->id, run->generations, champion.id, &fitness, NULL) == 0;
    if (out->asked) out->rate = fitness_rate(&fitness);
    for (int i = 0; i < out->count; i++) {
        const struct param *param = &config->evaluator->params[i];
        int32_t weight = champion.weights[i];
        finding_set(&config->parameters.list[i], weight, out->list[i].champion);
        out->list[i].at_bound = config->parameters.list[i].choice_count == 0 &&
                                (weight == param->lower || weight == param->upper);
    }
    store_free_player(&champion);
}

static void findings_read_best(struct store *store, const struct stored_run *run,
                               const struct config *config, struct findings *out) {
    struct stored_player best;
    struct stored_answer answer;
    int64_t id = store_best_question(store, run->id, config->study.goal == STUDY_MIN);
    if (id == 0 || !store_question(store, id, &out->best) || !store_answer(store, id, &answer))
        return;
    out->score = answer.score;
    if (!findings_read(store, run->id, out->best.generation, out->best.a, config, &best)) return;
    for (int i = 0; i < out->count; i++)
        finding_set(&config->parameters.list[i], best.weights[i], out->list[i].best);
    store_free_player(&best);
}

void findings_load(struct store *store, const struct stored_run *run, const struct config *config,
                   struct findings *out) {
    *out = (struct findings){.scores = config->study.results == STUDY_SCORE,
                             .answers = store_answer_count(store, run->id)};
    if (!run->finished[0]) out->out = store_open_questions(store, run->id, run->generations + 1);
    findings_name(config, out);
    findings_read_champion(store, run, config, out);
    if (out->scores) findings_read_best(store, run, config, out);
}

void findings_free(struct findings *findings) {
    free(findings->list);
    *findings = (struct findings){0};
}

/* ---- drawing ---- */

static void findings_describe_champion(const struct findings *findings, struct text *out) {
    if (findings->generation == 0) {
        text_add(out, "Champion: none before the first generation is told\n");
        return;
    }
    text_add(out, "Champion: %s generation %d",
             findings->asked ? "a vector of" : "the optimiser's own, never asked, after",
             findings->generation);
    if (findings->asked)
        text_add(out, findings->scores ? ", better than %.0f %% of it" : ", %.1f %% of the points",
                 100 * findings->rate);
    text_add(out, "\nnot verified: hone did not measure it, and the results were told by others\n");
}

void findings_describe(const struct findings *findings, struct text *out) {
    findings_describe_champion(findings, out);
    if (findings->best.id == 0) return;
    text_add(out,
             "best score: %.10g, by vector %lld of generation %d, the best of %lld: too good by "
             "luck where scores are noisy\n",
             findings->score, (long long)findings->best.id, findings->best.generation,
             (long long)findings->answers);
}

static int findings_width(const struct findings *findings) {
    int width = 18;
    for (int i = 0; i < findings->count; i++)
        width = max_int(width, (int)strlen(findings->list[i].name));
    return width;
}

void findings_print_values(const struct findings *findings, struct text *out) {
    const int width = findings_width(findings);
    bool best = findings->count > 0 && findings->list[0].best[0];
    if (findings->generation == 0) return;
    text_add(out, "  %-*s %12s", width, "parameter", "champion");
    if (best) text_add(out, " %12s", "best score");
    text_add(out, " %10s %10s\n", "min", "max");
    for (int i = 0; i < findings->count; i++) {
        const struct finding *one = &findings->list[i];
        text_add(out, "  %-*s %12s", width, one->name, one->champion);
        if (best) text_add(out, " %12s", one->best);
        text_add(out, " %10s %10s%s\n", one->min, one->max, one->at_bound ? "  on its bound" : "");
    }
}

int findings_print_json(struct store *store, const struct stored_run *run,
                        const struct config *config, struct text *out, struct error *error) {
    struct stored_player champion;
    if (!findings_read(store, run->id, run->generations, -1, config, &champion))
        return error_set(error, "%s has no champion before its first generation is told",
                         run->name);
    text_add(out, "{\"generation\": %d, \"values\": ", run->generations);
    parameters_print_json(&config->parameters, champion.weights, out);
    text_add(out, "}\n");
    store_free_player(&champion);
    return 0;
}
