/*
 * What ends a program in whose plug-in a call does not end, or a crash is not the plug-in's.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/games/games.h"
#include "engine/plugin/adapt.h"
#include "engine/plugin/guard.h"
#include "engine/plugin/library.h"

/* Runs it in a child; what that writes to stderr, and how it ended. */
static int in_child(void (*run)(void), char *out, size_t size) {
    int ends[2], status;
    size_t length = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        run();
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got; (got = read(ends[0], out + length, size - 1 - length)) > 0;)
        length += (size_t)got;
    out[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void load_faults(const char *fault) {
    struct error error;
    setenv("HONE_FAULT", fault, 1);
    guard_set_seconds(3);
    if (!library_load(BUILD_DIR "/plugins/faults.so", &error)) die("%s", error.text);
}

/* A position with 30 empty points, in which the fault shows. */
static void evaluate_at_the_bad_position(void) {
    struct error error;
    struct state state;
    const struct game *game = games_find("mygame", &error);
    const struct evaluator *evaluator = games_evaluator(game, NULL, NULL, &error);
    int32_t weights[8];
    evaluator_initial(evaluator, weights);
    if (game_parse(game, "a1 a2 a3 a4 a5 a6 b1 b2 b3 b4 b5 b6", &state, &error))
        die("%s", error.text);
    evaluator_ops(evaluator)->eval(evaluator, weights, &state, 0);
}

static void hang(void) {
    load_faults("hang");
    evaluate_at_the_bad_position();
}

static void a_call_that_does_not_end_is_ended(void **state) {
    (void)state;
    char out[1024];
    int status = in_child(hang, out, sizeof out);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    assert_non_null(strstr(out, "hone: plug-in faults.so: evaluate() did not come back within 3 "
                                "seconds\nat the position OO.....XX.....OO.....XX.....OO.....XX"
                                "..... X\nWhat was finished is kept."));
}

/* Some calls that take longer together than one may. */
static void go_slowly(void) {
    enum { CALLS = 11 };
    load_faults("slow");
    for (int i = 0; i < CALLS; i++) evaluate_at_the_bad_position();
}

static void calls_that_come_back_are_not_ended(void **state) {
    (void)state;
    char out[1024];
    int status = in_child(go_slowly, out, sizeof out);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_string_equal(out, "");
}

static void crash_elsewhere(void) {
    signal(SIGSEGV, SIG_DFL); /* cmocka catches it */
    load_faults("");
    evaluate_at_the_bad_position();
    raise(SIGSEGV);
}

static void a_crash_of_hones_own_is_not_the_plugins(void **state) {
    (void)state;
    char out[1024];
    int status = in_child(crash_elsewhere, out, sizeof out);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGSEGV);
    assert_string_equal(out, "");
}

/* ---- answers that cannot be ---- */

static int given;

static int margin_given(const void *state) {
    (void)state;
    return given;
}

static int moves_given(const void *state, hone_move *out) {
    (void)state;
    for (int i = 0; i < given; i++) out[i] = (hone_move)i;
    return given;
}

static int moves_in_turn(const void *state, hone_move *out) {
    (void)state;
    out[0] = (hone_move)given++;
    return 1;
}

static int terms_given(const void *position, int side, struct hone_term *out) {
    (void)position, (void)side;
    for (int i = 0; i < given; i++) out[i] = (struct hone_term){0, 1};
    return given;
}

static int weight_given(const void *position, int side, struct hone_term *out) {
    (void)position, (void)side;
    out[0] = (struct hone_term){given, 1};
    return 1;
}

static void ask_margin(const struct game *game, const struct state *state) {
    ((struct library *)library_find("faults.so"))->game.margin = margin_given;
    game->margin(game, state);
}

static void ask_moves(const struct game *game, const struct state *state) {
    move_t moves[GAME_MOVES_MAX];
    ((struct library *)library_find("faults.so"))->game.moves = moves_given;
    game->moves(game, state, moves);
}

/* The guard asks again from time to time. */
static void ask_often(const struct game *game, const struct state *state) {
    move_t moves[GAME_MOVES_MAX];
    ((struct library *)library_find("faults.so"))->game.moves = moves_in_turn;
    for (int i = 0; i < 100000; i++) game->moves(game, state, moves);
}

static void ask_noisy(const struct game *game, const struct state *state) {
    move_t moves[GAME_MOVES_MAX];
    ((struct library *)library_find("faults.so"))->game.noisy = moves_given;
    game->noisy(game, state, moves);
}

static void ask_terms_of(int (*terms)(const void *, int, struct hone_term *),
                         const struct game *game, const struct state *state) {
    const struct evaluator *evaluator = games_evaluator(game, NULL, NULL, NULL);
    int32_t weights[8];
    evaluator_initial(evaluator, weights);
    ((struct plugin_evaluator *)evaluator)->table.evaluate = NULL;
    ((struct plugin_evaluator *)evaluator)->table.terms = terms;
    evaluator_ops(evaluator)->eval(evaluator, weights, state, 0);
}

static void ask_terms(const struct game *game, const struct state *state) {
    ask_terms_of(terms_given, game, state);
}

static void ask_weight(const struct game *game, const struct state *state) {
    ask_terms_of(weight_given, game, state);
}

static void (*asked)(const struct game *game, const struct state *state);

static void ask(void) {
    load_faults("noisy");
    const struct game *game = games_find("mygame", NULL);
    struct state state;
    game->start(game, &state);
    asked(game, &state);
}

/* Margins up to 1000 either way, as many moves as moves_max, terms as terms_max and weights as
 * there are: what is beyond would lead to a wrong result, or out of hone's own tables. */
static void answers_beyond_the_bounds_end_the_program(void **state) {
    (void)state;
    static const struct {
        void (*ask)(const struct game *game, const struct state *state);
        int most, least;
        const char *above, *below;
    } cases[] = {
        {ask_margin, 1000, -1000, "margin() gives 1001, beyond 1000",
         "margin() gives -1001, beyond 1000"},
        {ask_moves, 7, 0, "moves() gives 8 moves, and moves_max is 7",
         "moves() gives -1 moves, and moves_max is 7"},
        {ask_noisy, 7, 0, "noisy() gives 8 moves, and moves_max is 7",
         "noisy() gives -1 moves, and moves_max is 7"},
        {ask_terms, 4, 0, "terms() of lines gives 5 terms, and terms_max is 4",
         "terms() of lines gives -1 terms, and terms_max is 4"},
        {ask_weight, 3, 0, "terms() of lines names weight 4, and there are 4",
         "terms() of lines names weight -1, and there are 4"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int k = 0; k < 4; k++) {
            char out[1024];
            asked = cases[i].ask;
            given = k < 2 ? cases[i].most + k : cases[i].least - (k - 2);
            int status = in_child(ask, out, sizeof out);
            assert_true(WIFEXITED(status));
            assert_int_equal(WEXITSTATUS(status), k & 1);
            if (k & 1) assert_non_null(strstr(out, k == 1 ? cases[i].above : cases[i].below));
            if (!(k & 1)) assert_string_equal(out, "");
        }
}

static void another_answer_to_the_same_question_ends_the_program(void **state) {
    (void)state;
    char out[1024];
    asked = ask_often;
    given = 0;
    int status = in_child(ask, out, sizeof out);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    assert_non_null(strstr(out, "moves() gives 1 moves, then others, though nothing was played"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_that_does_not_end_is_ended),
        cmocka_unit_test(calls_that_come_back_are_not_ended),
        cmocka_unit_test(a_crash_of_hones_own_is_not_the_plugins),
        cmocka_unit_test(answers_beyond_the_bounds_end_the_program),
        cmocka_unit_test(another_answer_to_the_same_question_ends_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
