/*
 * Engines that die, hang or are killed, tournaments that go on after a kill, and games that are
 * kept.
 */
#include "tests/tuner/external/matches.h"

/* ---- faults ---- */

/* A game against a player that does not think, with an engine that dies at the n-th line it hears;
 * how it ended for that. */
static enum external_end play_with_mortal(const char *protocol, const char *board, int n) {
    char fault[16];
    struct external_spec spec;
    struct error error;
    struct external engine;
    snprintf(fault, sizeof fault, "die@%d", n);
    assert_int_equal(external_parse(fake(protocol, fault, ""), &spec, &error), 0);
    const struct game *game = games_find(board, &error);
    external_init(&engine, &spec, game);
    enum external_end end = external_begin(&engine, 0, NULL, NULL, 0);
    while (end == EXTERNAL_NORMAL && !game->over(game, &engine.position)) {
        move_t moves[GAME_MOVES_MAX];
        if (game->side(&engine.position) == 0) {
            end = external_move(&engine, moves);
        } else {
            game->moves(game, &engine.position, moves);
            end = external_tell(&engine, moves[0]);
        }
    }
    if (end == EXTERNAL_NORMAL) external_finish(&engine);
    external_stop(&engine);
    external_spec_free(&spec);
    return end;
}

/* At its first line, its second, … and later ones, as far as a game goes: each time it is told that
 * it died. */
static void it_may_die_at_each_moment(void **state) {
    (void)state;
    for (size_t p = 0; p < COUNT_OF(protocols); p++) {
        int n = 0, times = 0;
        enum external_end end;
        begin_anew(NULL);
        do {
            n += 1 + n / 8, times++;
            end = play_with_mortal(protocols[p].name, protocols[p].game, n);
            assert_true(end == EXTERNAL_CRASHED || end == EXTERNAL_NOT_STARTED ||
                        end == EXTERNAL_NORMAL);
        } while (end != EXTERNAL_NORMAL);
        assert_in_range(n, 3, 2000);
        assert_int_equal(started(), times);
        assert_none_left();
    }
}

/* A move's time goes off the clock, what it earns comes on; a new game begins with all of it. */
static void clocks_run(void **state) {
    (void)state;
    struct external_spec spec;
    struct error error;
    struct external engine;
    move_t move;
    assert_int_equal(external_parse(fake("gtp", "none", ";clock=50+100"), &spec, &error), 0);
    external_init(&engine, &spec, games_find("reversi", &error));
    for (int game = 0; game < 2; game++) {
        assert_int_equal(external_begin(&engine, 0, NULL, NULL, 0), EXTERNAL_NORMAL);
        assert_true(engine.clock == 50);
        assert_int_equal(external_move(&engine, &move), EXTERNAL_NORMAL);
        assert_true(engine.clock > 100 && engine.clock < 150);
    }
    external_dismiss(&engine);
    external_stop(&engine);
    external_spec_free(&spec);
    assert_none_left();
}

/* Each ends only when both were asked to, and says so then. */
static void all_are_dismissed_at_once(void **state) {
    (void)state;
    char path[128];
    struct error error;
    struct text met = {0};
    snprintf(path, sizeof path, "%s.quit", pids);
    play_two(fake("gtp", "sociable", ";name=A"), fake("gtp", "sociable", ";name=B"), 1);
    if (file_read(path, &met, &error)) fail_msg("%s", error.text);
    assert_string_equal(text_get(&met), "quit\nquit\nmet\nmet\n");
    text_free(&met);
    assert_none_left();
    end_series();
}

/* Good and bad engines, and players without one, at two tables. */
static void a_tournament_goes_on(void **state) {
    (void)state;
    struct error error;
    char *specs[] = {(char *)(uintptr_t)fake("gtp", "crash@40", ";name=bad"), SWH, "random",
                     (char *)(uintptr_t)fake("nboard", "none", ";name=good")};
    if (play_all(specs, 4, 4, 2, &error)) fail_msg("%s", error.text);
    assert_int_equal(series.session.pairs_played, 4);
    for (int m = 0; m < series.session.meeting_count; m++) {
        int64_t pairs = 0;
        for (int i = 0; i < 5; i++) pairs += series.session.scores[m].counts.n[i];
        assert_int_equal(pairs, 4);
    }
    assert_int_equal(game_count, 5 * 8); /* not those of swh and random */
    assert_in_range(count_reason("crash"), 1, 23);
    assert_int_equal(count_reason("crash") + count_reason("normal"), game_count);
    assert_non_null(strstr(text_get(&series.notes), "  bad lost "));
    assert_null(strstr(text_get(&series.notes), "  good lost "));
    for (int i = 0; i < game_count; i++)
        if (strcmp(games[i].reason, "crash") == 0)
            assert_string_equal(games[i].names[games[i].outcome > 0], "bad");
    assert_all_fair();
    assert_none_left();
    end_series();
}

/* It starts, plays two moves, and never starts again: three times it is tried, and then its games
 * are lost at once. */
static void a_dead_engine_loses_quickly(void **state) {
    (void)state;
    play_two(fake("gtp", "one-life@3", ""), SWH, 10);
    assert_int_equal(count_reason("crash"), 1);
    assert_int_equal(count_reason("start"), 19);
    assert_int_equal(series.session.scores[0].counts.n[0], 10);
    assert_int_equal(started(), 4);
    assert_none_left();
    end_series();
}

/* The sum of the numbers before "by" in the notes' lines on faults. */
static int faults_told(void) {
    int sum = 0;
    for (const char *by = text_get(&series.notes); (by = strstr(by, " by ")); by++) {
        const char *number = by;
        while (number[-1] >= '0' && number[-1] <= '9') number--;
        sum += atoi(number);
    }
    return sum;
}

/* "cmd:…;protocol=gtp;name=NAME", which starts once, crashes, and never starts again. */
static const char *mayfly(const char *name) {
    static char specs[2][512];
    static int next;
    char *out = specs[next++ % 2];
    snprintf(out, 512,
             "cmd:sh -c 'test ! -e %s/%s && touch %s/%s && exec %s/tests/fake_engine gtp crash@3';"
             "protocol=gtp;name=%s",
             directory, name, directory, name, BUILD_DIR, name);
    return out;
}

/* When one cannot begin, the other has no fault of its own in that game. */
static void two_dead_engines_lose_their_own_games_only(void **state) {
    (void)state;
    struct error error;
    char *specs[] = {(char *)(uintptr_t)mayfly("a"), SWH, (char *)(uintptr_t)mayfly("b")};
    if (play_all(specs, 3, 6, 1, &error)) fail_msg("%s", error.text);
    assert_int_equal(game_count, 36);
    assert_int_equal(count_reason("normal"), 0);
    assert_int_equal(faults_told(), 36);
    end_series();
}

/* ---- the program ---- */

/* `hone match` at three tables, when its third engine has started; it prints to `output`. */
static pid_t start_match(const char *engine, char output[96]) {
    char command[1024];
    snprintf(output, 96, "%s/output", directory);
    snprintf(command, sizeof command, "exec %s/hone match " SWH " '%s' -n 5000 -t 3 --db %s >%s",
             BUILD_DIR, engine, db, output);
    pid_t hone = fork();
    if (hone == 0) {
        signal(SIGHUP, SIG_DFL); /* the shell may have it ignored, and hone respects that */
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    }
    while (started() < 3) nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    return hone;
}

/* What it says when that signal comes `seconds` after that; freed by the caller. */
static struct text interrupt_match(const char *engine, int number, unsigned seconds) {
    char output[96];
    struct error error;
    struct text said = {0};
    pid_t hone = start_match(engine, output);
    sleep(seconds);
    int status;
    kill(hone, number);
    assert_int_equal(waitpid(hone, &status, 0), hone);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 128 + number);
    assert_none_left();
    if (file_read(output, &said, &error)) fail_msg("%s", error.text);
    return said;
}

/* Ctrl-C in the middle: the pairs so far count, and no program is left. */
static void an_interrupt_ends_it(void **state) {
    (void)state;
    struct text said = interrupt_match(fake("gtp", "slow", ""), SIGINT, 1);
    read_games();
    assert_all_fair();
    if (game_count > 6) assert_non_null(strstr(said.data, "the rules ended every game"));
    text_free(&said);
    end_series();
}

static void an_early_interrupt_is_told(void **state) {
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < COUNT_OF(signals); i++) {
        begin_anew(NULL);
        struct text said = interrupt_match(fake("gtp", "silence", ""), signals[i], 0);
        assert_non_null(
            strstr(said.data, "stopped before the first pairs were complete, 5000 were"));
        assert_non_null(strstr(said.data, "are kept: "));
        text_free(&said);
    }
}

/* An impatient user presses Ctrl-C again. */
static void impatience_leaves_nothing(void **state) {
    (void)state;
    char output[96];
    pid_t hone = start_match(fake("gtp", "silence", ""), output);
    while (waitpid(hone, NULL, WNOHANG) == 0) kill(hone, SIGINT);
    assert_none_left();
}

static void a_killed_hone_leaves_nothing(void **state) {
    (void)state;
    static const char *const faults[] = {"silence", "daemon", "runner"};
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        char output[96];
        begin_anew(NULL);
        pid_t hone = start_match(fake("gtp", faults[i], ""), output);
        kill(hone, SIGKILL);
        assert_int_equal(waitpid(hone, NULL, 0), hone);
        assert_none_left();
    }
}

static void assert_prints(const char *arguments, int expected, const char *part) {
    char command[512], bytes[65536];
    snprintf(command, sizeof command, "%s/hone %s 2>&1", BUILD_DIR, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    bytes[fread(bytes, 1, sizeof bytes - 1, pipe)] = '\0';
    int status = pclose(pipe);
    assert_int_equal(WEXITSTATUS(status), expected);
    if (!strstr(bytes, part)) fail_msg("%s: \"%s\" is not in:\n%s", arguments, part, bytes);
}

static void kept_games_are_replayed(void **state) {
    (void)state;
    char arguments[256];
    static const struct {
        const char *arguments;
        int status;
        const char *part;
    } cases[] = {
        {"", 0, "     2      1  swh                  fake_engine          1-0    crash"},
        {"1", 0, "reason: crash of fake_engine: it was killed by signal 6"},
        {"1", 0, "about to crash at answer 3\n"},
        {"2 --boards", 0, "result: Black (swh) won"},
        {"1 --format ggf", 0, "(;GM[Othello]"},
        {"1 --format ggf", 0, "PB[fake_engine]PW[swh]RE[-64.000:r]"},
        {"2 --format ggf", 0, "RE[+64.000:r]"},
        {"--format moves", 0, "\n"},
        {"1 --format obf", 0,
         "---------------------------OX------XO--------------------------- X;"},
        {"1 --format sgf", 2, "not for reversi"},
        {"1 --format pgn", 2, "pgn is for games whose positions are FEN, such as chess, not for"},
        {"1 --format png", 2, "--format: text, or a record"},
        {"3", 2, "there is no game 3"},
        {"x", 2, "GAME is a number"},
        {"1 2", 2, "holds games, not a run"},
    };
    play_two(fake("gtp", "crash@3", ""), SWH, 1);
    end_series();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        snprintf(arguments, sizeof arguments, "replay %s %s", db, cases[i].arguments);
        assert_prints(arguments, cases[i].status, cases[i].part);
    }
    snprintf(arguments, sizeof arguments, "report %s", db);
    assert_prints(arguments, 2, "not a run; `hone replay` shows them");
}

/* A record's result says why it ended, in the words of its format. */
static void kept_records_say_why_games_ended(void **state) {
    (void)state;
    static const struct {
        const char *protocol, *fault, *options, *format, *part;
    } cases[] = {
        {"gtp", "resign@1", "", "ggf", "RE[-64.000:r]"},
        {"gtp", "silence@2", ";timeout=0.05", "ggf", "RE[-64.000:t]"},
        {"sau", "silence@2", ";timeout=0.05", "sgf", "RE[W+T]"},
        {"sau", "illegal@2", "", "sgf", "RE[W+F]"},
        {"sau", "none", "", "sgf", "RE["},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char arguments[256];
        begin_anew(NULL);
        play_two(fake(cases[i].protocol, cases[i].fault, cases[i].options), "initial", 1);
        end_series();
        snprintf(arguments, sizeof arguments, "replay %s 1 --format %s", db, cases[i].format);
        assert_prints(arguments, 0, cases[i].part);
    }
}

/* A turn of Connect6 has two stones, and never one. */
static void half_a_turn_is_no_move(void **state) {
    (void)state;
    play_two(fake("sau", "half@2", ""), "initial", 1);
    assert_int_equal(count_reason("illegal"), 2);
    assert_non_null(strstr(games[0].detail, "one stone"));
    assert_none_left();
    end_series();
}

int main(void) {
    setenv("HONE_CHAMPIONS", "", 1); /* tables that load at once */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_may_die_at_each_moment),
        cmocka_unit_test_setup(clocks_run, begin_anew),
        cmocka_unit_test_setup(all_are_dismissed_at_once, begin_anew),
        cmocka_unit_test_setup(a_tournament_goes_on, begin_anew),
        cmocka_unit_test_setup(a_dead_engine_loses_quickly, begin_anew),
        cmocka_unit_test_setup(two_dead_engines_lose_their_own_games_only, begin_anew),
        cmocka_unit_test_setup(an_interrupt_ends_it, begin_anew),
        cmocka_unit_test_setup(an_early_interrupt_is_told, begin_anew),
        cmocka_unit_test_setup(impatience_leaves_nothing, begin_anew),
        cmocka_unit_test_setup(a_killed_hone_leaves_nothing, begin_anew),
        cmocka_unit_test_setup(kept_games_are_replayed, begin_anew),
        cmocka_unit_test(kept_records_say_why_games_ended),
        cmocka_unit_test_setup(half_a_turn_is_no_move, begin_anew),
    };
    return cmocka_run_group_tests(tests, make_folder, own_directory_remove);
}
