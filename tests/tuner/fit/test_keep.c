/*
 * optimizer.fit.keep: a share of the weights that played stays in what is learned from their games,
 * whether stages are learned together or one by one; of weights that know nothing, nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/files/weights.h"
#include "tests/runs.h"

enum { GENERATIONS = 2 };

/* The champions of a run's generations, from 1 on. */
struct learned {
    struct weights by_generation[GENERATIONS + 1];
};

static void write_config(const char *fit, double keep) {
    char path[80];
    snprintf(path, sizeof path, "%s/run.cfg", directory);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "name = \"run\"; output = \"run\"; seed = 8; game = \"reversi\";\n"
            "evaluator = { name = \"features\"; layout = \"3\"; };\n"
            "player = { depth = 1; endgame = 4; tt_kib = 16; };\n"
            "openings = { plies_min = 4; plies_max = 12; };\n"
            "fitness = { pairs = 60; };\n"
            "optimizer = { name = \"fit\"; generations = %d; fit = { keep = %g; %s }; };\n"
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
    assert_int_equal(shell_line("rm -r run", &(struct text){0}), 0);
    return learned;
}

static void learned_free(struct learned *learned) {
    for (int g = 1; g <= GENERATIONS; g++) weights_free(&learned->by_generation[g]);
}

/* Generation 2 is the mean of generation 1 and of what it is without, in the last of so many parts
 * of the weights. */
static void assert_kept_half(const char *fit, int parts) {
    struct learned anew = learn(fit, 0), kept = learn(fit, 0.5);
    const int count = anew.by_generation[1].evaluator->param_count;
    const int32_t *played = anew.by_generation[1].values;
    int moved = 0;
    assert_memory_equal(played, kept.by_generation[1].values, (size_t)count * sizeof *played);
    for (int i = count - count / parts; i < count; i++) {
        int sum = played[i] + anew.by_generation[2].values[i];
        assert_in_range(2 * kept.by_generation[2].values[i] - sum + 2, 1, 3);
        moved += abs(anew.by_generation[2].values[i] - played[i]) > 4;
    }
    assert_true(moved > 3);
    learned_free(&anew), learned_free(&kept);
}

static void half_of_what_played_stays(void **state) {
    (void)state;
    assert_kept_half("passes = 6;", 1);
}

/* Labels of the last stage, one of three, are by what played alone. */
static void half_of_a_stage_stays(void **state) {
    (void)state;
    assert_kept_half("passes = 6; depth = 2; trust = 0.3;", 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_of_what_played_stays),
        cmocka_unit_test(half_of_a_stage_stays),
    };
    return cmocka_run_group_tests(tests, runs_make_directory, runs_remove_directory);
}
