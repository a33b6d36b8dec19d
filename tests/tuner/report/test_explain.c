/* A report with what its figures mean. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tests/study.h"
#include "tuner/report/explain.h"

static void the_meaning_follows_the_first_line_of_a_kind(void **state) {
    (void)state;
    struct text out = {0};
    explain_add("Champion: generation 3\n  unknown to it\nChampion: again", &out);
    const char *lines = text_get(&out);
    assert_int_equal(strncmp(lines, "Champion: generation 3\n    > The weights that ", 44), 0);
    assert_non_null(strstr(lines, ".\n  unknown to it\nChampion: again\n"));
    text_free(&out);
}

static void verdicts_have_meanings_of_their_own(void **state) {
    static const char *const lines[][2] = {
        {"  stronger than its start: +5", "> Elo measures strength"},
        {"  not shown to differ from its start: +1", "> The difference is smaller than its error"},
        {"  WEAKER than its start: -5", "> Training has made the weights worse"},
        {"    when it was chosen   0.5", "lucky one"},
        {"    measured afterwards  0.5", "what the champion is "
                                         "worth"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct text out = {0};
        explain_add(lines[i][0], &out);
        assert_non_null(strstr(text_get(&out), lines[i][1]));
        text_free(&out);
    }
}

/* Under the heading, and those alone that the optimiser has. */
static void columns_of_the_log_have_meanings(void **state) {
    (void)state;
    struct text out = {0};
    explain_add("Training\n  number\n  1  perturbation 0.1  rate 2\n  2  pm 0.3", &out);
    assert_non_null(strstr(text_get(&out), "Training\n    > The optimiser's own view.\n"
                                           "    > perturbation: how far"));
    assert_non_null(strstr(text_get(&out), "    > rate: how far"));
    assert_null(strstr(text_get(&out), "> pm"));
    text_free(&out);
}

static void assert_has_a_meaning(const char *column) {
    struct text page = {0}, out = {0};
    char meaning[80];
    text_add(&page, "Training\n  number\n  1  %s 0.5", column);
    snprintf(meaning, sizeof meaning, "    > %s: ", column);
    explain_add(text_get(&page), &out);
    if (!strstr(text_get(&out), meaning)) fail_msg("%s has no meaning", column);
    text_free(&page);
    text_free(&out);
}

/* What each kind logs in its second generation. Learners have no games here. */
static void columns_of_every_optimiser_have_meanings(void **state) {
    static const char *const learned[] = {"positions", "repeated", "memory",   "point",
                                          "before",    "held-out", "training", "passes",
                                          "error",     "rate",     "points"};
    (void)state;
    for (int i = 0; optimizer_list[i]; i++) {
        struct optimizer_options options;
        struct simulator simulator;
        struct study study;
        if (optimizer_list[i]->learns) continue;
        optimizer_options_init(&options);
        options.kind = optimizer_list[i];
        options.generations = 4;
        simulator_init(&simulator, 3, 4, 1);
        study_start(&study, &options, &simulator, 1, NULL);
        for (int generation = 0; generation < 2; generation++) study_step(&study);
        for (int m = 0; m < study.metrics.count; m++)
            assert_has_a_meaning(study.metrics.list[m].name);
        study_end(&study);
    }
    for (size_t i = 0; i < COUNT_OF(learned); i++) assert_has_a_meaning(learned[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_meaning_follows_the_first_line_of_a_kind),
        cmocka_unit_test(columns_of_the_log_have_meanings),
        cmocka_unit_test(columns_of_every_optimiser_have_meanings),
        cmocka_unit_test(verdicts_have_meanings_of_their_own),
    };
    return cmocka_run_group_tests_name("report/explain", tests, NULL, NULL);
}
