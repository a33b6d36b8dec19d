/*
 * What was played before a kill is not played again: a stage that is killed or interrupted at any
 * game goes on to the same scores, and each of its games stands in the journal once. A game of
 * other terms or players is never taken for one of these.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/games/games.h"
#include "tests/own_directory.h"
#include "tuner/run/session.h"

enum { PLAYERS = 3, MEETINGS = 3, PAIRS = 12, GAMES = 2 * PAIRS * MEETINGS, RECORD = 24 };

static char database[80], path[96], pids[96];
static const struct game *game;
static const struct evaluator *evaluator;

static int make_folder(void **state) {
    struct error error;
    (void)state;
    game = games_find("reversi", &error);
    evaluator = games_evaluator(game, "wpc", "10", &error);
    if (own_directory_make(NULL)) return -1;
    snprintf(database, sizeof database, "%s/run.db", directory);
    snprintf(path, sizeof path, "%s-games", database);
    snprintf(pids, sizeof pids, "%s/pids", directory);
    return 0;
}

static int forget(void **state) {
    (void)state;
    unlink(path);
    unlink(pids);
    return 0;
}

/* ---- a stage ---- */

/* Players as a generation of an engine's values has them: without rows yet, and without marks. */
static bool rowless;

struct place {
    struct roster roster;
    struct pool *pool;
    struct session session;
    int64_t stop_at; /* games; 0: never */
    int signal;      /* what then comes; 0: the stage is abandoned */
};

static bool watch(void *context, int64_t games) {
    const struct place *place = context;
    if (place->stop_at == 0 || games < place->stop_at) return true;
    if (place->signal) raise(place->signal);
    return false;
}

/* One thread: what forks has no others. */
static void sit(struct place *place, double epsilon, int first_weight) {
    const struct manners manners = manners_one(&(struct search_limits){0}, epsilon);
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    *place = (struct place){.roster = roster_new(&manners), .pool = pool_open(1, 1 << 12)};
    evaluator_initial(evaluator, weights);
    for (int i = 0; i < PLAYERS; i++) {
        weights[0] = first_weight + 400 * i;
        int seat = roster_seat(&place->roster, evaluator, weights, ROLE_CANDIDATE, 10 + i);
        if (rowless) place->roster.ids[seat] = 0, place->roster.marks[seat] = 0;
    }
    free(weights);
}

static struct session *begin(struct place *place) {
    place->session = (struct session){
        .stage = STAGE_SELECT,
        .source = {.game = game, .seed = 1, .plies_min = 6, .plies_max = 6},
        .seed = 1,
        .mixing = MIXING_NEWEST,
        .pairs = PAIRS,
        .roster = &place->roster,
        .pool = place->pool,
        .progress = watch,
        .context = place,
    };
    return &place->session;
}

static void meet_all(struct session *session) {
    for (int a = 0; a < session->roster->count; a++)
        for (int b = a + 1; b < session->roster->count; b++) session_meet(session, a, b);
    assert_int_equal(session_draw(session, NULL), 0);
}

static void leave(struct place *place) {
    session_destroy(&place->session);
    pool_close(place->pool);
    roster_destroy(&place->roster);
}

static void sit_and_begin(struct place *place, const char *identity, double seconds) {
    sit(place, 0.1, 100);
    struct session *session = begin(place);
    if (identity) session->journal = journal_open(database, identity, seconds);
    meet_all(session);
}

static void leave_journal(struct place *place) {
    journal_close(place->session.journal);
    leave(place);
}

/* Five pairs, then as many of two meetings as there are: 30 and 28 games. */
static int play_raced(struct session *session) {
    int status = session_play(session, 5);
    session_stop(session, 1);
    return status ? status : session_play(session, PAIRS - 5);
}

static int play_whole(struct session *session) {
    return session_play(session, PAIRS);
}

static int64_t records(void) {
    struct stat status;
    return stat(path, &status) == 0 ? status.st_size / RECORD - 1 : 0;
}

static void assert_same(const struct session *a, const struct session *b) {
    assert_int_equal(a->pairs_played, b->pairs_played);
    assert_memory_equal(a->pairs_each, b->pairs_each, MEETINGS * sizeof *a->pairs_each);
    assert_memory_equal(a->scores, b->scores, MEETINGS * sizeof *a->scores);
    assert_int_equal(session_games_distinct(a), session_games_distinct(b));
}

/* Killed in a process of its own after `games`, or interrupted. */
static void play_and_strike(int (*play)(struct session *session), int64_t games, int number,
                            double seconds) {
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct place place;
        sit_and_begin(&place, "a", seconds);
        place.stop_at = games;
        place.signal = number;
        play(&place.session);
        leave_journal(&place);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(number ? WIFSIGNALED(status) : WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* To its end, where each game that counts is in the journal once. */
static void assert_goes_on(int (*play)(struct session *session), int64_t games, int64_t before) {
    struct place undisturbed, resumed;
    sit_and_begin(&undisturbed, NULL, 0);
    assert_int_equal(play(&undisturbed.session), 0);
    assert_int_equal(session_games_played(&undisturbed.session), games);
    sit_and_begin(&resumed, "a", 0);
    assert_int_equal(journal_known(resumed.session.journal), before);
    assert_int_equal(play(&resumed.session), 0);
    assert_same(&undisturbed.session, &resumed.session);
    assert_int_equal(records(), games);
    session_settle(&resumed.session);
    assert_int_equal(records(), 0);
    leave_journal(&resumed);
    leave(&undisturbed);
}

/* ---- tests ---- */

static void a_killed_stage_goes_on_where_it_was(void **state) {
    for (int64_t games = 1; games <= GAMES; games += 10) {
        forget(state);
        play_and_strike(play_whole, games, SIGKILL, 0);
        int64_t there = records();
        assert_in_range(there, games, games + 4); /* a thread takes up to four at a time */
        assert_goes_on(play_whole, GAMES, there);
    }
}

/* They differ by their places alone. */
static void players_without_rows_are_told_apart(void **state) {
    rowless = true;
    for (int64_t games = 5; games <= GAMES; games += 30) {
        forget(state);
        play_and_strike(play_whole, games, SIGKILL, 0);
        assert_goes_on(play_whole, GAMES, records());
    }
    rowless = false;
}

static void a_stage_may_be_killed_again_and_again(void **state) {
    (void)state;
    int64_t there = 0;
    for (int64_t games = 10; games < GAMES; games += 10) {
        play_and_strike(play_whole, games, SIGKILL, 0);
        assert_true(records() > there);
        there = records();
        assert_true(there <= GAMES);
    }
    assert_goes_on(play_whole, GAMES, there);
}

static void a_raced_stage_is_found_in_any_batch(void **state) {
    for (int64_t games = 1; games < 58; games += 8) {
        forget(state);
        play_and_strike(play_raced, games, SIGKILL, 0);
        assert_in_range(records(), games, games + 4);
        assert_goes_on(play_raced, 58, records());
    }
}

/* The first batch is over before anything is due: it is noted when the second is abandoned. */
static void what_is_interrupted_before_a_second_is_over_is_noted_too(void **state) {
    (void)state;
    play_and_strike(play_raced, 20, 0, 1e9);
    assert_in_range(records(), 20, 24);
    forget(state);
    play_and_strike(play_raced, 40, 0, 1e9);
    assert_in_range(records(), 40, 44);
    assert_goes_on(play_raced, 58, records());
}

static void a_short_stage_writes_nothing(void **state) {
    (void)state;
    struct place place;
    sit_and_begin(&place, "a", 1e9);
    assert_int_equal(play_raced(&place.session), 0);
    assert_int_equal(records(), 0);
    session_settle(&place.session);
    leave_journal(&place);
    assert_int_equal(records(), 0);
}

/* ---- openings that are judged ---- */

enum { JUDGED = 40 };

static int64_t strike_at; /* openings drawn; 0: never */

static bool watch_drawing(void *context, int64_t drawn) {
    (void)context;
    if (strike_at > 0 && drawn >= strike_at) raise(SIGKILL);
    return true;
}

/* Draws a stage's openings, of which judges leave some out; what session_draw says. */
static int draw_judged(struct place *place, bool journalled, int balance) {
    static const struct openings_watch watch = {watch_drawing, NULL};
    sit(place, 0.1, 100);
    struct session *session = begin(place);
    session->pairs = JUDGED;
    session->source.balance = balance / 16.0;
    if (journalled) session->journal = journal_open(database, "a", 0);
    session_meet(session, 0, 1);
    return session_draw(session, &watch);
}

static void draw_and_strike(int64_t drawn) {
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct place place;
        strike_at = drawn;
        draw_judged(&place, true, 6);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
}

static void assert_same_openings(const struct session *a, const struct session *b) {
    assert_int_equal(a->openings.count, b->openings.count);
    assert_memory_equal(a->openings.hashes, b->openings.hashes, JUDGED * sizeof(uint64_t));
}

/* Each verdict is in the journal once, whenever the run was killed; a later question to the judges
 * takes from it what they have said. */
static void no_opening_is_judged_again_after_a_kill(void **state) {
    (void)state;
    struct place undisturbed, resumed, stricter;
    assert_int_equal(draw_judged(&undisturbed, true, 6), 0);
    int64_t verdicts = records(), before = 0;
    assert_true(verdicts > 3 * JUDGED / 2);
    leave_journal(&undisturbed);
    forget(state);
    for (int64_t drawn = 10; drawn < JUDGED; drawn += 10) {
        draw_and_strike(drawn);
        assert_in_range(records(), before + 10, verdicts - 1);
        before = records();
    }
    assert_int_equal(draw_judged(&undisturbed, false, 6), 0);
    assert_int_equal(draw_judged(&resumed, true, 6), 0);
    assert_int_equal(journal_known(resumed.session.journal), before);
    assert_same_openings(&resumed.session, &undisturbed.session);
    assert_int_equal(records(), verdicts);
    assert_int_equal(play_whole(&resumed.session), 0);
    assert_int_equal(records(), verdicts + 2 * PAIRS);
    leave_journal(&resumed);
    leave(&undisturbed);
    assert_int_equal(draw_judged(&undisturbed, false, 8), 0);
    assert_int_equal(draw_judged(&stricter, true, 8), 0);
    assert_same_openings(&stricter.session, &undisturbed.session);
    session_settle(&stricter.session);
    assert_int_equal(records(), 0);
    leave_journal(&stricter);
    leave(&undisturbed);
}

static bool stop_drawing(void *context, int64_t drawn) {
    (void)context;
    return drawn < JUDGED / 2;
}

/* What judges said before a drawing was interrupted is noted, however little time that took. */
static void verdicts_of_an_interrupted_drawing_are_noted(void **state) {
    static const struct openings_watch watch = {stop_drawing, NULL};
    struct place place;
    (void)state;
    sit(&place, 0.1, 100);
    struct session *session = begin(&place);
    session->pairs = JUDGED;
    session->source.balance = 6 / 16.0;
    session->journal = journal_open(database, "a", 1e9);
    session_meet(session, 0, 1);
    assert_int_not_equal(session_draw(session, &watch), 0);
    leave_journal(&place);
    assert_in_range(records(), JUDGED / 2, 2 * JUDGED);
}

/* ---- what is not taken ---- */

static void change_nothing(struct session *session) {
    (void)session;
}
static void change_seed(struct session *session) {
    session->seed = 2;
}
static void change_stage(struct session *session) {
    session->stage = STAGE_VERIFY;
}
static void change_generation(struct session *session) {
    session->generation = 7;
}
static void change_mixing(struct session *session) {
    session->mixing = MIXING_SUM;
}
static void change_length(struct session *session) {
    session->plies_max = 30;
}
static void change_openings(struct session *session) {
    session->source.plies_min = session->source.plies_max = 8;
}

static void change_to_start(struct session *session) {
    session->source.plies_min = session->source.plies_max = 0;
}
static void change_generation_from_start(struct session *session) {
    change_to_start(session);
    change_generation(session);
}

/* How many games of a stage that differs in that are taken from the journal of another. */
static int64_t taken_of(const char *identity, void (*change)(struct session *session),
                        double epsilon, int first_weight) {
    struct place place, other;
    int64_t before = records();
    for (int journalled = 0; journalled < 2; journalled++) {
        struct place *one = journalled ? &place : &other;
        sit(one, epsilon, first_weight);
        change(begin(one));
        if (journalled) one->session.journal = journal_open(database, identity, 0);
        meet_all(&one->session);
        assert_int_equal(play_whole(&one->session), 0);
    }
    assert_same(&place.session, &other.session);
    leave_journal(&place);
    leave(&other);
    return GAMES - (records() - before);
}

static void a_game_is_taken_for_itself_alone(void **state) {
    (void)state;
    static void (*const changes[])(struct session * session) = {
        change_seed, change_stage, change_generation, change_mixing, change_length, change_openings,
    };
    assert_int_equal(taken_of("a", change_nothing, 0.1, 100), 0);
    assert_int_equal(taken_of("a", change_nothing, 0.1, 100), GAMES);
    for (size_t i = 0; i < COUNT_OF(changes); i++)
        assert_int_equal(taken_of("a", changes[i], 0.1, 100), 0);
    assert_int_equal(taken_of("a", change_nothing, 0.2, 100), 0);
    assert_int_equal(taken_of("a", change_to_start, 0.1, 100), 0);
    assert_int_equal(taken_of("a", change_generation_from_start, 0.1, 100), 0);
    /* Two of the three are there already, one place further on, and have met. */
    assert_int_equal(taken_of("a", change_nothing, 0.1, 500), GAMES / MEETINGS);
}

static void nor_is_a_game_of_another_run(void **state) {
    (void)state;
    assert_int_equal(taken_of("a", change_nothing, 0.1, 100), 0);
    int64_t before = records();
    struct place place;
    sit_and_begin(&place, "b", 0);
    assert_int_equal(journal_known(place.session.journal), 0);
    assert_int_equal(play_whole(&place.session), 0);
    assert_int_equal(records(), before); /* it took the file over */
    leave_journal(&place);
}

/* ---- engines of their own ---- */

/* Each start of a program that crashes in its first game is a game. */
static int starts(void) {
    FILE *file = fopen(pids, "r");
    int lines = 0;
    for (int c; file && (c = fgetc(file)) != EOF;) lines += c == '\n';
    if (file) fclose(file);
    return lines;
}

static int recalled, recalled_crashes;
static void count_recalled(void *context, const struct job *job, int place, enum external_end end) {
    (void)context;
    recalled++;
    recalled_crashes += end == EXTERNAL_CRASHED && place == 1 && job->b == 1;
}

static void play_with_guest(int64_t stop_at, struct session_fault *fault) {
    const struct manners manners = manners_one(&(struct search_limits){0}, 0.1);
    char line[200];
    struct error error;
    struct external_spec spec;
    struct guest guest;
    struct place place;
    snprintf(line, sizeof line, "cmd:%s/tests/fake_engine gtp crash@3 %s;protocol=gtp", BUILD_DIR,
             pids);
    if (external_parse(line, &spec, &error)) fail_msg("%s", error.text);
    guest_init(&guest, evaluator, &spec);
    sit(&place, 0.1, 100);
    roster_destroy(&place.roster);
    place.roster = roster_new(&manners);
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    evaluator_initial(evaluator, weights);
    roster_seat(&place.roster, evaluator, weights, ROLE_CANDIDATE, 10);
    roster_seat_player(&place.roster, &guest.player, ROLE_YARDSTICK, 11);
    free(weights);
    struct session *session = begin(&place);
    session->pairs = 4;
    session->remembered = count_recalled;
    session->journal = journal_open(database, "a", 0);
    place.stop_at = stop_at;
    meet_all(session);
    assert_int_equal(session_play(session, 4), stop_at ? -1 : 0);
    assert_int_equal(session->fault_count, 1);
    *fault = session->faults[0];
    leave_journal(&place);
    external_spec_free(&spec);
}

/* They come to what they came to, faults and all. */
static void games_of_engines_are_kept_with_their_faults(void **state) {
    (void)state;
    struct session_fault fault;
    recalled = recalled_crashes = 0;
    play_with_guest(3, &fault);
    assert_int_equal(starts(), 3);
    assert_int_equal(fault.games, 3);
    play_with_guest(0, &fault);
    assert_int_equal(starts(), 8);
    assert_int_equal(recalled, 3);
    assert_int_equal(recalled_crashes, 3);
    assert_int_equal(fault.games, 8);
    assert_int_equal(fault.end, EXTERNAL_CRASHED);
    assert_int_equal(fault.place, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_killed_stage_goes_on_where_it_was, forget),
        cmocka_unit_test_setup(players_without_rows_are_told_apart, forget),
        cmocka_unit_test_setup(a_stage_may_be_killed_again_and_again, forget),
        cmocka_unit_test_setup(a_raced_stage_is_found_in_any_batch, forget),
        cmocka_unit_test_setup(what_is_interrupted_before_a_second_is_over_is_noted_too, forget),
        cmocka_unit_test_setup(a_short_stage_writes_nothing, forget),
        cmocka_unit_test_setup(no_opening_is_judged_again_after_a_kill, forget),
        cmocka_unit_test_setup(verdicts_of_an_interrupted_drawing_are_noted, forget),
        cmocka_unit_test_setup(a_game_is_taken_for_itself_alone, forget),
        cmocka_unit_test_setup(nor_is_a_game_of_another_run, forget),
        cmocka_unit_test_setup(games_of_engines_are_kept_with_their_faults, forget),
    };
    return cmocka_run_group_tests(tests, make_folder, own_directory_remove);
}
