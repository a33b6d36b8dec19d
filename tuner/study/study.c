/*
 * Each call reads the study's progress in its transaction, since others ask and tell as well.
 */
#include "tuner/study/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tuner/config/length.h"
#include "tuner/play/pairing.h"
#include "tuner/store/json.h"

/* ---- open and close ---- */

static void study_make_optimizer(struct study *study) {
    const struct config *config = study->run.config;
    const struct optimizer_setup setup = length_optimizer_setup(config);
    study->run.optimizer = config->optimizer.kind->create(&setup);
}

static void study_forget_optimizer(struct study *study) {
    if (study->run.optimizer) study->run.config->optimizer.kind->destroy(study->run.optimizer);
    study->run.optimizer = NULL;
    study->asked = false;
}

int study_open(const struct config *config, struct study *study, struct error *error) {
    static const struct run_method method = {0};
    char path[600];
    *study = (struct study){.run = {.config = config}};
    store_run_path(config->output, path, sizeof path);
    if (directory_make(config->output, error)) return -1;
    study->run.store = store_open(path, STORE_SHARE, error);
    if (!study->run.store) return -1;
    study_make_optimizer(study);
    population_init(&study->population,
                    config->optimizer.kind->population_max(&config->optimizer) + 1,
                    config->space.count);
    return run_begin(&study->run, &method, error);
}

void study_close(struct study *study) {
    study_forget_optimizer(study);
    population_destroy(&study->population);
    store_close(study->run.store);
}

/* ---- how far it is ---- */

/* Begins a transaction. 0, or -1 and why: then it is over. */
static int study_begin(struct study *study, struct error *error) {
    struct run *run = &study->run;
    struct stored_run *rows;
    store_begin(run->store);
    int count = store_runs(run->store, &rows), status = 0;
    int done = count ? rows[0].generations : 0;
    run->finished = count && rows[0].finished[0];
    store_free_runs(rows, count);
    if (done != run->done) {
        study_forget_optimizer(study);
        study_make_optimizer(study);
        run->done = done;
        run->games = store_games(run->store, run->id, done);
        status = run_load_optimizer(run, error);
    }
    if (!status) return 0;
    run->done = -1; /* to be loaded anew */
    store_rollback(run->store);
    return status;
}

static void study_populate(struct study *study) {
    struct run *run = &study->run;
    if (study->asked) return;
    run->config->optimizer.kind->ask(run->optimizer, run->done, &study->population);
    study->asked = true;
}

/* ---- ask ---- */

static void study_add_question(struct study *study, int place, int a, int b) {
    const struct run *run = &study->run;
    store_add_question(
        run->store,
        &(struct stored_question){
            .run = run->id, .generation = run->done + 1, .place = place, .a = a, .b = b});
}

/* The next one, unless it was begun: then it has open questions. */
static void study_begin_generation(struct study *study) {
    const struct config *config = study->run.config;
    struct pairing pairing = {0};
    if (store_open_questions(study->run.store, study->run.id, study->run.done + 1) > 0) return;
    study_populate(study);
    bool duels = config->study.results == STUDY_DUELS;
    if (duels)
        pairing_make(&study->population, config->fitness.groups, config->fitness.round_robin, 0,
                     &pairing);
    for (int i = 0; i < pairing.count; i++)
        study_add_question(study, i, pairing.meetings[i].a, pairing.meetings[i].b);
    for (int i = 0; i < study->population.count && !duels; i++) study_add_question(study, i, i, -1);
    pairing_destroy(&pairing);
}

/* Leases what can be asked. `again`: as if all leases were over. */
static void study_choose(struct study *study, const struct study_request *request,
                         struct study_reply *reply) {
    const struct run *run = &study->run;
    int64_t now = (int64_t)time(NULL);
    int generation = run->done + 1;
    reply->count =
        store_free_questions(run->store, run->id, generation, request->again ? INT64_MAX : now,
                             request->count, &reply->list);
    for (int i = 0; i < reply->count; i++)
        store_lease_question(run->store, reply->list[i].id, now, now + request->seconds);
    reply->out = store_open_questions(run->store, run->id, generation) - reply->count;
}

int study_ask(struct study *study, const struct study_request *request, struct study_reply *reply,
              struct error *error) {
    *reply = (struct study_reply){0};
    if (study_begin(study, error)) return -1;
    reply->finished = study->run.finished;
    if (!reply->finished) {
        study_begin_generation(study);
        study_choose(study, request, reply);
    }
    store_commit(study->run.store);
    return 0;
}

void study_reply_free(struct study_reply *reply) {
    free(reply->list);
}

static void study_print_vector(struct study *study, int slot, struct text *out) {
    const struct config *config = study->run.config;
    int32_t *weights = xmalloc((size_t)config->space.dim * sizeof *weights);
    study_populate(study);
    space_expand(&config->space, population_get(&study->population, slot), weights);
    parameters_print_json(&config->parameters, weights, out);
    free(weights);
}

void study_print(struct study *study, const struct stored_question *question, struct text *out) {
    const struct config *config = study->run.config;
    text_add(out, "{\"id\": %lld, \"generation\": %d, \"values\": ", (long long)question->id,
             question->generation);
    study_print_vector(study, question->a, out);
    if (question->b >= 0) {
        text_add(out, ", \"against\": ");
        study_print_vector(study, question->b, out);
    }
    if (config->study.results != STUDY_SCORE)
        text_add(out, ", \"games\": %d", 2 * config->pairs[STAGE_TRAIN]);
    text_add(out, "}");
}

/* ---- tell ---- */

/* By the clock, since the generation's first question was asked. */
static double study_seconds(const struct answers *answers) {
    int64_t now = (int64_t)time(NULL), first = now;
    for (int i = 0; i < answers->count; i++)
        if (answers->questions[i].asked > 0 && answers->questions[i].asked < first)
            first = answers->questions[i].asked;
    return fmin((double)(now - first), 1e9);
}

static int64_t study_save_vector(struct study *study, int slot) {
    const struct run *run = &study->run;
    int32_t *weights = xmalloc((size_t)run->config->space.dim * sizeof *weights);
    space_expand(&run->config->space, population_get(&study->population, slot), weights);
    int64_t id = run_save_individual(run, run->done + 1, slot, weights);
    free(weights);
    return id;
}

/* The champion's slot; a vector that was not asked takes the slot behind the others. */
static int study_champion(struct study *study) {
    const struct run *run = &study->run;
    int32_t *spare = population_get(&study->population, study->population.count);
    int slot = run->config->optimizer.kind->champion(run->optimizer, spare);
    return slot < 0 ? population_find(&study->population, spare) : slot;
}

/* Rows of the generation that the optimiser was told of. */
static void study_save(struct study *study, const struct answers *answers,
                       const struct fitness *fitness, const struct metrics *metrics) {
    const struct run *run = &study->run;
    int champion = study_champion(study), count = study->population.count;
    struct stored_generation row = {.generation = run->done + 1,
                                    .games = answers_games(answers),
                                    .games_distinct = answers_games(answers),
                                    .seconds = study_seconds(answers),
                                    .threads = 1};
    struct text state = {0};
    int64_t *ids = xcalloc((size_t)count + 1, sizeof *ids);
    run->config->optimizer.kind->save(run->optimizer, &state);
    row.state = state.data;
    for (int i = 0; i < count + (champion == count); i++) ids[i] = study_save_vector(study, i);
    row.champion = ids[champion];
    store_add_generation(run->store, run->id, &row, metrics);
    for (int i = 0; i < count; i++)
        store_add_fitness(run->store, run->id, row.generation, ids[i], &fitness[i]);
    free(ids);
    text_free(&state);
}

static void study_end_generation(struct study *study, const struct answers *answers) {
    struct run *run = &study->run;
    struct fitness *fitness = xcalloc((size_t)answers->population->count, sizeof *fitness);
    struct metrics metrics = {0};
    const struct outcome outcome = {answers->population, fitness, answers_compare, answers};
    answers_score(answers, fitness);
    run->config->optimizer.kind->tell(run->optimizer, run->done, &outcome, &metrics);
    study_save(study, answers, fitness, &metrics);
    run->done++;
    run->games += answers_games(answers);
    study->asked = false;
    run->finished = length_reached(run->config, run->done, run->games);
    if (run->finished) store_finish_run(run->store, run->id);
    free(fitness);
}

/* All of the next generation's. */
static struct answers study_answers(struct study *study, struct stored_question **questions) {
    const struct run *run = &study->run;
    int count = store_questions(run->store, run->id, run->done + 1, questions);
    struct answers answers = {.config = run->config,
                              .population = &study->population,
                              .count = count,
                              .questions = *questions,
                              .list = xcalloc((size_t)count, sizeof *answers.list)};
    for (int i = 0; i < count; i++)
        store_answer(run->store, answers.questions[i].id, &answers.list[i]);
    return answers;
}

/* If that was the last answer of its generation. */
static void study_go_on(struct study *study) {
    const struct run *run = &study->run;
    struct stored_question *questions;
    if (store_open_questions(run->store, run->id, run->done + 1) > 0) return;
    study_populate(study);
    struct answers answers = study_answers(study, &questions);
    study_end_generation(study, &answers);
    free(answers.list);
    free(questions);
}

static int study_check_question(const struct study *study, int64_t id, struct error *error) {
    const struct run *run = &study->run;
    struct stored_question question;
    if (!store_question(run->store, id, &question) || question.run != run->id)
        return error_set(error, "there is no question %lld in %s; an id is one that `ask` gave",
                         (long long)id, run->config->output);
    if (!question.told) return 0;
    return error_set(error,
                     "question %lld was told already, in generation %d; the first answer counts",
                     (long long)id, question.generation);
}

int study_tell(struct study *study, const struct answer_line *line, struct error *error) {
    struct store *store = study->run.store;
    struct stored_answer answer;
    if (answer_row(line, study->run.config->study.results, &answer, error) ||
        study_begin(study, error))
        return -1;
    if (study_check_question(study, line->id, error)) {
        store_rollback(store);
        return -1;
    }
    store_add_answer(store, &answer);
    study_go_on(study);
    store_commit(store);
    return 0;
}
