/*
 * answers: what lines are taken and which are refused, and what a generation's answers come to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tuner/study/answers.h"

static struct error error;

static struct answer_line read_line(const char *line) {
    struct answer_line out;
    if (answer_read(line, &out, &error)) fail_msg("%s: %s", line, error.text);
    return out;
}

static void lines_are_words_or_json(void **state) {
    (void)state;
    static const char *const scores[] = {"17 score=0.25", " 17\tscore=2.5e-1",
                                         "{\"id\": 17, \"score\": 0.25}",
                                         "{\"score\":0.25,\"id\":\"17\"}"};
    for (size_t i = 0; i < COUNT_OF(scores); i++) {
        struct answer_line line = read_line(scores[i]);
        assert_int_equal(line.id, 17);
        assert_true(line.has_score && !line.has_games && !line.has_pairs);
        assert_float_equal(line.score, 0.25, 0);
    }
    struct answer_line games = read_line("3 won=12 lost=5");
    assert_true(games.has_games && games.games[0] == 12 && games.games[1] == 0);
    assert_int_equal(games.games[2], 5);
    struct answer_line pairs = read_line("3 pairs=0,1,5,3,1");
    struct answer_line json = read_line("{\"id\": 3, \"pairs\": [0, 1, 5, 3, 1]}");
    assert_memory_equal(&pairs, &json, sizeof pairs);
    assert_int_equal(pairs.pairs[2], 5);
}

static void refused_lines_say_what_would_be_right(void **state) {
    (void)state;
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"x score=1", "id must be one that `ask` gave, not \"x\""},
        {"-1 score=1", "id must be one that `ask` gave, not \"-1\""},
        {"{\"score\": 1}", "has no id; `ask` gave one with the vector"},
        {"7", "must have one of score, games (won, drawn, lost) and pairs"},
        {"7 score=1 won=2", "must have one of score, games (won, drawn, lost) and pairs"},
        {"7 score=1 score=2", "has score twice"},
        {"7 won=1 lost=2 won=1", "has won twice"},
        {"7 score=1 id=8", "has id twice"},
        {"{\"id\": 7, \"id\": 8, \"score\": 1}", "has id twice"},
        {"7 score=nan", "score must be a number from -1e300 to 1e300, not \"nan\""},
        {"7 score=", "score must be a number from -1e300 to 1e300, not \"\""},
        {"7 score=1e999", "score must be a number from -1e300 to 1e300, not \"1e999\""},
        {"7 won=-1", "won must be a whole number from 0 to 1000000000, not \"-1\""},
        {"7 won=1.5", "won must be a whole number from 0 to 1000000000, not \"1.5\""},
        {"7 wins=1", "has \"wins\"; there are id, score, or won, drawn and lost, or pairs"},
        {"7 won", "\"won\" says nothing; an answer is as: 17 score=0.25, or 17 won=5 drawn=1 "
                  "lost=4"},
        {"7 pairs=1,2,3",
         "pairs must be five counts, of pairs with 0, 1/2, 1, 3/2 and 2 points: 0,1,2,3,4; not "
         "\"1,2,3\""},
        {"7 pairs=1,2,3,4,5,6",
         "pairs must be five counts, of pairs with 0, 1/2, 1, 3/2 and 2 points: 0,1,2,3,4; not "
         "\"1,2,3,4,5,6\""},
        {"7 pairs=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1",
         "pairs must be five counts, of pairs with 0, 1/2, 1, 3/2 and 2 points: 0,1,2,3,4; not "
         "\"1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1\""},
        {"{\"id\": 7", "is not JSON"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct answer_line line;
        assert_int_equal(answer_read(cases[i].line, &line, &error), -1);
        assert_string_equal(error.text, cases[i].message);
    }
}

static void an_answer_is_of_the_studys_kind(void **state) {
    (void)state;
    struct answer_line score = read_line("7 score=-2"), games = read_line("7 won=3 drawn=2 lost=1");
    struct answer_line pairs = read_line("7 pairs=1,0,0,0,2"), none = read_line("7 won=0");
    struct stored_answer row;
    assert_int_equal(answer_row(&score, STUDY_SCORE, &row, &error), 0);
    assert_true(row.score == -2 && row.games == 0);
    assert_int_equal(answer_row(&games, STUDY_GAMES, &row, &error), 0);
    assert_true(isnan(row.score) && row.games == 6);
    assert_true(row.counts[0] == 1 && row.counts[2] == 2 && row.counts[4] == 3);
    assert_int_equal(answer_row(&pairs, STUDY_DUELS, &row, &error), 0);
    assert_true(row.games == 6 && row.counts[4] == 2);
    assert_int_equal(answer_row(&score, STUDY_GAMES, &row, &error), -1);
    assert_string_equal(error.text, "must have games or pairs: 7 won=5 drawn=1 lost=4");
    assert_int_equal(answer_row(&games, STUDY_SCORE, &row, &error), -1);
    assert_string_equal(error.text, "must have a score: 7 score=0.25");
    assert_int_equal(answer_row(&none, STUDY_GAMES, &row, &error), -1);
    assert_string_equal(error.text, "must have at least one game");
}

/* ---- what they come to ---- */

enum { VECTORS = 3 };

static struct config config; /* its study alone */
static const struct population population = {.count = VECTORS, .dim = 1, .group_count = 1};

static void scores_count_by_their_order_alone(void **state) {
    (void)state;
    static const struct stored_question questions[] = {{.a = 0}, {.a = 1}, {.a = 2}};
    struct stored_answer list[] = {{.score = 0.1}, {.score = 1e9}, {.score = 0.1}};
    struct fitness fitness[VECTORS];
    const struct answers answers = {&config, &population, VECTORS, questions, list};
    for (int goal = STUDY_MAX; goal <= STUDY_MIN; goal++) {
        config.study.results = STUDY_SCORE;
        config.study.goal = (enum study_goal)goal;
        answers_score(&answers, fitness);
        double best = goal == STUDY_MAX ? 1 : 0;
        assert_float_equal(fitness_rate(&fitness[1]), best, 0);
        assert_float_equal(fitness_rate(&fitness[0]), 0.75 - best / 2, 0);
        assert_float_equal(fitness_rate(&fitness[2]), fitness_rate(&fitness[0]), 0);
        struct comparison other = answers_compare(&answers, 1, 0);
        struct comparison equal = answers_compare(&answers, 0, 2);
        assert_true(goal == STUDY_MAX ? other.sum == 4 * other.pairs
                                      : other.sum == -4 * other.pairs);
        assert_true(equal.pairs > 0 && equal.sum == 0 && equal.sum_of_squares == 0);
    }
    assert_int_equal(answers_games(&answers), VECTORS);
}

/* 6 wins, 2 draws and 2 losses of 10 games: .7 of the points, with the variance of single games. */
static void games_have_their_own_noise(void **state) {
    (void)state;
    static const struct stored_question questions[] = {
        {.a = 0, .b = -1}, {.a = 1, .b = -1}, {.a = 2, .b = -1}};
    struct stored_answer list[] = {{.games = 10, .counts = {2, 0, 2, 0, 6}},
                                   {.games = 10, .counts = {5, 0, 0, 0, 5}},
                                   {.games = 40, .counts = {20, 0, 0, 0, 20}}};
    struct fitness fitness[VECTORS];
    const struct answers answers = {&config, &population, VECTORS, questions, list};
    config.study.results = STUDY_GAMES;
    answers_score(&answers, fitness);
    assert_float_equal(fitness_rate(&fitness[0]), 0.7, 1e-12);
    assert_int_equal(fitness[0].pairs, 10);
    struct comparison comparison = answers_compare(&answers, 0, 1);
    assert_int_equal(comparison.pairs, 10);
    assert_int_equal(comparison.sum, 28 - 20);
    /* Variances of pair points: 2.56 and 4 each, of ten; and the square of the mean. */
    assert_int_equal(comparison.sum_of_squares, 72); /* 10 * (2.56 + 4) + 6.4 */
    comparison = answers_compare(&answers, 0, 2);    /* as many as both have */
    assert_true(comparison.pairs == 10 && comparison.sum == 8);
    assert_int_equal(answers_games(&answers), 60);
}

static void a_duel_counts_for_both(void **state) {
    (void)state;
    static const struct stored_question questions[] = {{.a = 0, .b = 1}, {.a = 1, .b = 2}};
    struct stored_answer list[] = {{.games = 8, .counts = {0, 1, 0, 0, 3}},
                                   {.games = 4, .counts = {2, 0, 0, 0, 0}}};
    struct fitness fitness[VECTORS];
    const struct answers answers = {&config, &population, 2, questions, list};
    config.study.results = STUDY_DUELS;
    answers_score(&answers, fitness);
    assert_true(fitness[0].pairs == 4 && fitness[0].points == 13);
    assert_true(fitness[1].pairs == 6 && fitness[1].points == 3);
    assert_true(fitness[2].pairs == 2 && fitness[2].points == 8);
    struct comparison first = answers_compare(&answers, 0, 1);
    struct comparison turned = answers_compare(&answers, 1, 0);
    assert_true(first.pairs == 4 && first.sum == 3 * 4 - 2);
    assert_int_equal(first.sum_of_squares, 3 * 16 + 4);
    assert_int_equal(turned.sum, -first.sum);
    assert_int_equal(answers_compare(&answers, 0, 2).pairs, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_words_or_json),
        cmocka_unit_test(refused_lines_say_what_would_be_right),
        cmocka_unit_test(an_answer_is_of_the_studys_kind),
        cmocka_unit_test(scores_count_by_their_order_alone),
        cmocka_unit_test(games_have_their_own_noise),
        cmocka_unit_test(a_duel_counts_for_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
