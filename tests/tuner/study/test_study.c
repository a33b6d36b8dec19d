/*
 * study: asking and telling. The same answers give the same rows, in any order, from any number of
 * programs, and however often the study is closed in between; nothing is asked of two at once or
 * told twice.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/runs.h"
#include "tuner/study/study.h"

#define LIST                                                                                       \
    "parameters = ({ name = \"x\"; min = 0; max = 100; start = 20; },\n"                           \
    "              { name = \"y\"; min = 1; max = 1000; scale = \"log\"; });\n"

static const char small[] = LIST "optimizer = { name = \"spsa\"; generations = 4;\n"
                                 "  spsa = { perturbations = 3; }; };";

static struct error error;

/* A study in a folder of its own in the test's directory. */
struct fixture {
    struct config config;
    struct study study;
};

static void open_study(struct fixture *fixture) {
    if (study_open(&fixture->config, &fixture->study, &error)) fail_msg("%s", error.text);
}

static void begin(struct fixture *fixture, const char *name, const char *text) {
    char set[100];
    const char *sets[] = {set};
    snprintf(set, sizeof set, "output=%s/%s", directory, name);
    if (config_parse("t.cfg", text, sets, 1, &fixture->config, &error)) fail_msg("%s", error.text);
    open_study(fixture);
}

static void end(struct fixture *fixture) {
    study_close(&fixture->study);
    config_free(&fixture->config);
}

static struct study_reply ask(struct study *study, int count) {
    struct study_reply reply;
    const struct study_request request = {.count = count, .seconds = 1000};
    if (study_ask(study, &request, &reply, &error)) fail_msg("%s", error.text);
    return reply;
}

/* -1 where it is refused. */
static int tell(struct study *study, const char *line) {
    struct answer_line answer;
    if (answer_read(line, &answer, &error)) fail_msg("%s", error.text);
    return study_tell(study, &answer, &error);
}

/* What the question's line says, from a place on; a score that follows from it alone. */
static double value_at(const char *line, const char *name) {
    const char *at = strstr(line, name);
    return at ? strtod(at + strlen(name), NULL) : 0;
}

static double worth(const char *line) {
    double x = value_at(line, "\"x\": "), y = log(value_at(line, "\"y\": "));
    return -(x - 60) * (x - 60) / 100 - (y - 4) * (y - 4);
}

static void answer(struct study *study, const struct stored_question *question) {
    struct text line = {0}, told = {0};
    study_print(study, question, &line);
    double score = worth(text_get(&line));
    const char *against = strstr(text_get(&line), "against");
    int won = (int)(50 + 49 * tanh((score - (against ? worth(against) : -10)) / 10));
    if (study->run.config->study.results == STUDY_SCORE)
        text_add(&told, "%lld score=%.9g", (long long)question->id, score);
    else
        text_add(&told, "%lld won=%d drawn=1 lost=%d", (long long)question->id, won, 100 - won);
    if (tell(study, text_get(&told))) fail_msg("%s", error.text);
    text_free(&line);
    text_free(&told);
}

/* One after the other, until it is finished; how many. */
static int play(struct study *study) {
    for (int count = 0;; count++) {
        struct study_reply reply = ask(study, 1);
        bool finished = reply.finished;
        if (!finished) {
            assert_int_equal(reply.count, 1);
            answer(study, &reply.list[0]);
        }
        study_reply_free(&reply);
        if (finished) return count;
    }
}

/* All of the rows but for times and what was out when. */
static void assert_same_rows(const char *a, const char *b) {
    static const char sql[] =
        "SELECT sum(sum) FROM (SELECT sum % 1000000007 AS sum FROM players UNION ALL"
        " SELECT sum % 1000000007 FROM fitness UNION ALL SELECT sum % 1000000007 FROM generations"
        " UNION ALL SELECT sum % 1000000007 FROM metrics UNION ALL"
        " SELECT sum % 1000000007 FROM answers)";
    int64_t first = query_number(a, sql);
    assert_true(first != 0);
    assert_true(first == query_number(b, sql));
}

static void a_question_is_out_once(void **state) {
    (void)state;
    struct fixture fixture;
    begin(&fixture, "once", small);
    struct study_reply first = ask(&fixture.study, 4), second = ask(&fixture.study, 4);
    assert_true(first.count == 4 && first.out == 2);
    assert_true(second.count == 2 && second.out == 4); /* what is left of the generation's 6 */
    for (int i = 0; i < second.count; i++)
        for (int j = 0; j < first.count; j++)
            assert_int_not_equal(second.list[i].id, first.list[j].id);
    struct study_reply third = ask(&fixture.study, 1);
    assert_true(third.count == 0 && third.out == 6 && !third.finished);
    study_reply_free(&first);
    study_reply_free(&second);
    study_reply_free(&third);
    end(&fixture);
}

static void what_is_out_is_asked_again_on_request_or_when_its_time_is_over(void **state) {
    (void)state;
    struct fixture fixture;
    struct study_reply reply;
    begin(&fixture, "again", small);
    struct study_reply out = ask(&fixture.study, 6);
    struct study_request request = {.count = 2, .again = true, .seconds = 0};
    assert_int_equal(study_ask(&fixture.study, &request, &reply, &error), 0);
    assert_true(reply.count == 2 && reply.list[0].id == out.list[0].id);
    study_reply_free(&reply);
    request.again = false; /* those two were out for no time */
    request.count = 6;
    assert_int_equal(study_ask(&fixture.study, &request, &reply, &error), 0);
    assert_int_equal(reply.count, 2);
    study_reply_free(&reply);
    study_reply_free(&out);
    end(&fixture);
}

static void an_answer_is_taken_once(void **state) {
    (void)state;
    struct fixture fixture;
    begin(&fixture, "told", small);
    struct study_reply reply = ask(&fixture.study, 6);
    assert_int_equal(tell(&fixture.study, "3 score=1"), 0);
    assert_int_equal(tell(&fixture.study, "3 score=2"), -1);
    assert_string_equal(error.text,
                        "question 3 was told already, in generation 1; the first answer counts");
    assert_int_equal(tell(&fixture.study, "7 score=2"), -1);
    assert_non_null(strstr(error.text, "there is no question 7 in "));
    assert_int_equal(tell(&fixture.study, "4 won=2"), -1);
    assert_int_equal(count_rows("told", "answers"), 1);
    for (int i = 0; i < 6; i++)
        if (reply.list[i].id != 3) answer(&fixture.study, &reply.list[i]);
    assert_int_equal(count_generations("told"), 1);
    assert_int_equal(tell(&fixture.study, "3 score=2"), -1); /* of a generation that is over */
    study_reply_free(&reply);
    end(&fixture);
}

static void a_study_ends_with_its_length(void **state) {
    (void)state;
    struct fixture fixture;
    begin(&fixture, "length", small);
    assert_int_equal(play(&fixture.study), 4 * 6);
    assert_int_equal(count_generations("length"), 4);
    assert_int_equal(query_number("length", "SELECT count(*) FROM runs WHERE finished <> ''"), 1);
    assert_int_equal(query_number("length", "SELECT sum(games) FROM generations"), 24);
    assert_int_equal(tell(&fixture.study, "25 score=1"), -1);
    end(&fixture);
}

/* Each answer here is of 101 games. */
static void games_that_are_told_count(void **state) {
    (void)state;
    struct fixture fixture;
    begin(&fixture, "games",
          LIST "study = { results = \"games\"; }; optimizer = { name = \"spsa\"; games = 1000;\n"
               "  spsa = { perturbations = 3; }; };");
    assert_int_equal(play(&fixture.study), 2 * 6);
    assert_int_equal(query_number("games", "SELECT sum(games) FROM generations"), 12 * 101);
    end(&fixture);
}

/* Each generation from the last question to the first, by two that have the study open at once; the
 * second opens it anew each time. */
static void play_crookedly(struct fixture *one, struct fixture *other) {
    for (bool finished = false; !finished;) {
        struct study_reply reply = ask(&one->study, 1000);
        finished = reply.finished;
        for (int i = reply.count - 1; i >= 0; i--)
            answer(i % 2 ? &one->study : &other->study, &reply.list[i]);
        study_reply_free(&reply);
        study_close(&other->study);
        open_study(other);
    }
}

static void the_same_answers_give_the_same_rows(void **state) {
    (void)state;
    static const char *const kinds[] = {"ga", "anneal", "hybrid", "random", "cmaes", "spsa"};
    static const char *const sizes[] = {"population = 8", "chains = 4",     "refine_every = 1",
                                        "population = 5", "population = 6", "perturbations = 3"};
    static const char *const results[] = {"score", "games", "duels"};
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        for (size_t r = 0; r < COUNT_OF(results); r++) {
            struct fixture straight, crooked, beside;
            char text[700], first[32], second[32];
            if (r == 1 && k % 2) continue; /* games apart from each other are alike to all */
            snprintf(text, sizeof text,
                     LIST "study = { results = \"%s\"; }; optimizer = { name = \"%s\"; "
                          "generations = 3; %s = { %s; }; };",
                     results[r], kinds[k], kinds[k], sizes[k]);
            snprintf(first, sizeof first, "%s-%s-1", kinds[k], results[r]);
            snprintf(second, sizeof second, "%s-%s-2", kinds[k], results[r]);
            begin(&straight, first, text);
            begin(&crooked, second, text);
            begin(&beside, second, text);
            assert_true(play(&straight.study) >= 3 * 3);
            play_crookedly(&crooked, &beside);
            assert_same_rows(first, second);
            end(&straight);
            end(&crooked);
            end(&beside);
        }
}

/* The optimum is at x 60 and y 55; that of the start, 20 and 32, is worth -16. What CLOP fits has
 * the form of results of games, which these scores have not. */
static void every_optimiser_climbs(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double least;
    } kinds[] = {{"ga", -0.5},    {"anneal", -0.5}, {"hybrid", -0.5}, {"random", -0.5},
                 {"cmaes", -0.5}, {"spsa", -0.5},   {"clop", -2}};
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        struct fixture fixture;
        struct stored_player champion;
        char text[500];
        snprintf(text, sizeof text, LIST "optimizer = { name = \"%s\"; games = 1500; };",
                 kinds[k].name);
        begin(&fixture, kinds[k].name, text);
        play(&fixture.study);
        const struct run *run = &fixture.study.run;
        assert_int_equal(store_individual(run->store, run->id, run->done, -1, &champion, &error),
                         0);
        double x = champion.weights[0], y = log(champion.weights[1]);
        double value = -(x - 60) * (x - 60) / 100 - (y - 4) * (y - 4);
        if (value < kinds[k].least) fail_msg("%s: %.2f at %g, %g", kinds[k].name, value, x, exp(y));
        store_free_player(&champion);
        end(&fixture);
    }
}

static void another_config_does_not_go_on_with_it(void **state) {
    (void)state;
    struct fixture fixture, other;
    char set[100];
    const char *sets[] = {set, "seed=2"};
    begin(&fixture, "other", small);
    snprintf(set, sizeof set, "output=%s/other", directory);
    assert_int_equal(config_parse("t.cfg", small, sets, 2, &other.config, &error), 0);
    assert_int_equal(study_open(&other.config, &other.study, &error), -1);
    assert_non_null(strstr(error.text, "seed: 1 there, 2 here"));
    end(&other);
    end(&fixture);
}

/* A single writer is kept out by those that share, and keeps them out. */
static void sharing_keeps_single_writers_out(void **state) {
    (void)state;
    struct fixture fixture;
    char path[200];
    begin(&fixture, "shared", small);
    snprintf(path, sizeof path, "%s/shared/run.db", directory);
    assert_null(store_open(path, STORE_WRITE, &error));
    assert_non_null(strstr(error.text, "another hone is writing to it"));
    study_close(&fixture.study);
    struct store *alone = store_open(path, STORE_WRITE, &error);
    assert_non_null(alone);
    assert_int_equal(study_open(&fixture.config, &fixture.study, &error), -1);
    end(&fixture);
    store_close(alone);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_is_out_once),
        cmocka_unit_test(what_is_out_is_asked_again_on_request_or_when_its_time_is_over),
        cmocka_unit_test(an_answer_is_taken_once),
        cmocka_unit_test(a_study_ends_with_its_length),
        cmocka_unit_test(games_that_are_told_count),
        cmocka_unit_test(the_same_answers_give_the_same_rows),
        cmocka_unit_test(every_optimiser_climbs),
        cmocka_unit_test(another_config_does_not_go_on_with_it),
        cmocka_unit_test(sharing_keeps_single_writers_out),
    };
    return cmocka_run_group_tests(tests, runs_make_directory, own_directory_remove);
}
