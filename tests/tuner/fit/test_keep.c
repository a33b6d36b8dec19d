/*
 * optimizer.fit.keep: what a run's earlier generations taught counts so much less with each
 * generation, whether stages are learned together or one by one; what the run began with counts as
 * nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "engine/files/weights.h"
#include "tests/runs.h"

enum { GENERATIONS = 3 };

/* The champions of a run's generations, from 1 on. */
struct learned {
    struct weights by_generation[GENERATIONS + 1];
    struct text report;
};

static void write_config(const char *fit, double keep) {
    char path[80];
    snprintf(path, sizeof path, "%s/run.cfg", directory);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(
        file,
        "name = \"run\"; output = \"run\"; seed = 8; game = \"reversi\";\n"
        "evaluator = { name = \"features\"; layout = \"3\"; };\n"
        "player = { depth = 1; endgame = 4; tt_kib = 16; };\n"
        "openings = { plies_min = 4; plies_max = 12; };\n"
        "fitness = { pairs = 300; };\n"
        "optimizer = { name = \"fit\"; generations = %d; fit = { window = 1; keep = %g; %s }; };\n"
        "verify = { candidates = 1; selection_pairs = 1; pairs = 2; };\n",
        GENERATIONS, keep, fit);
    fclose(file);
}

static struct learned learn(const char *fit, double keep) {
    struct learned learned = {0};
    write_config(fit, keep);
    assert_prints("fit run.cfg", 0, "");
    for (int g = 1; g <= GENERATIONS; g++) {
        char line[64];
        struct text file = {0};
        struct error error;
        snprintf(line, sizeof line, "export run@%d -o -", g);
        assert_int_equal(shell(line, &file), 0);
        if (weights_parse("run", text_get(&file), &learned.by_generation[g], &error))
            fail_msg("%s", error.text);
        text_free(&file);
    }
    assert_int_equal(shell("report run", &learned.report), 0);
    assert_int_equal(shell_line("rm -r run", &(struct text){0}), 0);
    return learned;
}

static void learned_free(struct learned *learned) {
    for (int g = 1; g <= GENERATIONS; g++) weights_free(&learned->by_generation[g]);
    text_free(&learned->report);
}

/* How far the weights of a generation are from those of the one before, which played for it. */
static double step_of(const struct learned *learned, int generation) {
    const struct weights *to = &learned->by_generation[generation], *from = to - 1;
    double sum = 0;
    for (int i = 0; i < to->evaluator->param_count; i++)
        sum += pow((double)to->values[i] - from->values[i], 2);
    return sqrt(sum);
}

static void assert_remembers(const char *fit) {
    struct learned anew = learn(fit, 0), kept = learn(fit, 0.5), all = learn(fit, 1);
    assert_memory_equal(anew.by_generation[1].values, kept.by_generation[1].values,
                        (size_t)anew.by_generation[1].evaluator->param_count * sizeof(int32_t));
    assert_true(step_of(&kept, 2) < 0.8 * step_of(&anew, 2));
    assert_true(step_of(&all, 2) < 0.8 * step_of(&anew, 2));
    assert_true(step_of(&all, 3) < 0.8 * step_of(&kept, 3));
    assert_null(strstr(text_get(&anew.report), "memory"));
    assert_non_null(strstr(text_get(&kept.report), "memory 0.5"));
    assert_non_null(strstr(text_get(&kept.report), "memory 0.75"));
    assert_non_null(strstr(text_get(&all.report), "memory 2"));
    learned_free(&anew), learned_free(&kept), learned_free(&all);
}

static void what_a_run_learned_together_is_remembered(void **state) {
    (void)state;
    assert_remembers("passes = 40;");
}

static void what_a_run_learned_stage_by_stage_is_remembered(void **state) {
    (void)state;
    assert_remembers("passes = 40; depth = 2; trust = 0.3;");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_run_learned_together_is_remembered),
        cmocka_unit_test(what_a_run_learned_stage_by_stage_is_remembered),
    };
    return cmocka_run_group_tests(tests, runs_make_directory, own_directory_remove);
}
