/*
 * Engines of other programs: what a spec says, games by each protocol, and faults that lose them.
 */
#include "tests/tuner/external/matches.h"

/* ---- the line that names one ---- */

static void specs_are_read(void **state) {
    (void)state;
    struct external_spec spec;
    struct error error;
    assert_true(external_is_spec("cmd:x;protocol=gtp"));
    assert_false(external_is_spec("cmd.weights"));
    assert_int_equal(external_parse("cmd:cd a; /b/edax -gtp;protocol=gtp", &spec, &error), -1);
    external_spec_free(&spec);
    assert_int_equal(
        external_parse("cmd:/b/edax 'a;b' \"c;\\\";d\" e\\;f;time=1.5;protocol=gtp", &spec, &error),
        0);
    assert_string_equal(spec.command, "/b/edax 'a;b' \"c;\\\";d\" e\\;f");
    assert_string_equal(spec.name, "edax");
    assert_ptr_equal(spec.protocol, &external_gtp);
    assert_true(spec.time == 1.5 && spec.timeout == 3.5 && spec.startup == 10);
    struct launch_limits usual = launch_limits_usual();
    assert_memory_equal(&spec.launch.limits, &usual, sizeof usual);
    external_spec_free(&spec);
    assert_int_equal(
        external_parse("cmd:x;protocol=gomocup;clock=60+0.5;name=Ä b;startup=2", &spec, &error), 0);
    assert_string_equal(spec.name, "Ä b");
    assert_true(spec.clock == 60 && spec.increment == 0.5 && spec.timeout == 0);
    external_spec_free(&spec);
    assert_int_equal(external_parse("cmd:x;protocol=gtp;clock=60+0", &spec, &error), 0);
    assert_true(spec.clock == 60 && spec.increment == 0);
    external_spec_free(&spec);
    assert_int_equal(external_parse("cmd:x;protocol=nboard;depth=3;timeout=0.2", &spec, &error), 0);
    assert_true(spec.depth == 3 && spec.timeout == 0.2);
    external_spec_free(&spec);
    assert_int_equal(external_parse("cmd:x;protocol=uci;nodes=77;option.Skill Level=5;option.Book="
                                    "a=b",
                                    &spec, &error),
                     0);
    assert_int_equal(spec.nodes, 77);
    assert_int_equal(spec.setting_count, 2);
    assert_string_equal(spec.settings[0].name, "Skill Level");
    assert_string_equal(spec.settings[0].value, "5");
    assert_string_equal(spec.settings[1].value, "a=b");
    external_spec_free(&spec);
    static const struct launch_limits five = {1, 2, 3, 4, 0};
    assert_int_equal(external_parse("cmd:x;protocol=gtp;memory=1;cpu=2;processes=3;file=4;output=0",
                                    &spec, &error),
                     0);
    assert_memory_equal(&spec.launch.limits, &five, sizeof five);
    external_spec_free(&spec);
    char line[600];
    snprintf(line, sizeof line, "cmd:x;protocol=gtp;env=LC_ALL=%0500d", 7);
    assert_int_equal(external_parse(line, &spec, &error), 0);
    char **variable = spec.launch.environment;
    while (*variable && strncmp(*variable, "LC_ALL=", 7) != 0) variable++;
    assert_non_null(*variable);
    assert_string_equal(*variable, strstr(line, "LC_ALL="));
    external_spec_free(&spec);
}

static void a_spec_is_named_by_its_program(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"cmd:exec ./engine;protocol=gtp", "engine"},
        {"cmd: exec\t'/b/my engine' -x;protocol=gtp", "my engine"},
        {"cmd:executor -x;protocol=gtp", "executor"},
        {"cmd:/exec/engine;protocol=gtp", "engine"},
        {"cmd:exec;protocol=gtp", "exec"},
        {"cmd:/b/;protocol=gtp", "external"},
        {"cmd:'./a\033[2J';protocol=gtp", "a?[2J"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct external_spec spec;
        struct error error;
        assert_int_equal(external_parse(cases[i][0], &spec, &error), 0);
        assert_string_equal(spec.name, cases[i][1]);
        external_spec_free(&spec);
    }
}

static void specs_say_what_is_wrong(void **state) {
    (void)state;
    static const struct {
        const char *spec, *message;
    } cases[] = {
        {"cmd:x", "the protocol is missing"},
        {"cmd: ;protocol=gtp", "the command is missing"},
        {"cmd:x \"y;protocol=gtp", "the quote \" has no end"},
        {"cmd:x | y;protocol=gtp", "by sh -c 'LINE'"},
        {"cmd:x;protocol=gtp;memory=1.5", "memory=1.5: MiB from 1 to 16777216, or 0 for no limit"},
        {"cmd:x;protocol=gtp;cpu=-1", "cpu=-1: whole seconds, or 0"},
        {"cmd:x;protocol=gtp;processes=1001", "processes from 1 to 1000, or 0"},
        {"cmd:x;protocol=gtp;env=HONE_UNSET", "env=HONE_UNSET: a variable that is set"},
        {"cmd:x;protocol=usi", "it must be one of gtp, nboard, gomocup, sau, uci, ucci, xboard"},
        {"cmd:x;protocol=gtp;tiem=1", "\"tiem=1\" is none of"},
        {"cmd:x;protocol=gtp;", "\"\" is none of"},
        {"cmd:x;protocol=gtp;time=0", "time=0: seconds from"},
        {"cmd:x;protocol=gtp;timeout=1h", "timeout=1h: seconds from"},
        {"cmd:x;protocol=gtp;clock=60+", "as in clock=60+0.5"},
        {"cmd:x;protocol=gtp;time=1;clock=60", "exclude each other"},
        {"cmd:x;protocol=uci;resign=3", "resign=3: moves and hundredths of a pawn are needed"},
        {"cmd:x;protocol=uci;resign=0/600", "resign=0/600: moves and hundredths"},
        {"cmd:x;protocol=uci;resign=3/600x", "resign=3/600x: moves and hundredths"},
        {"cmd:x;protocol=uci;draw=34/8", "draw=34/8: the first move, moves and hundredths"},
        {"cmd:x;protocol=uci;draw=34/8/-1", "draw=34/8/-1: the first move"},
        {"cmd:x;protocol=gtp;resign=3/600", "protocol gtp says no scores: resign= and draw="},
        {"cmd:x;protocol=gtp;depth=4", "cannot tell an engine its depth"},
        {"cmd:x;protocol=nboard;depth=0", "from 1 to 100"},
        {"cmd:x;protocol=nboard;time=1", "cannot tell an engine its time"},
        {"cmd:x;protocol=gtp;nodes=9", "cannot tell an engine its nodes: give them"},
        {"cmd:x;protocol=uci;nodes=0", "nodes=0: nodes from 1"},
        {"cmd:x;protocol=sau;option.Hash=1", "cannot tell an engine its options"},
        {"cmd:x;protocol=uci;option.=1", "a name is needed, as in option.Hash=16"},
        {"cmd:x;protocol=uci;option.Hash", "is none of"},
        {"cmd:x;protocol=gtp;name=", "1 to 63 bytes"},
        {"cmd:x;protocol=gtp;name=a\tb", "1 to 63 bytes"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct external_spec spec;
        struct error error;
        assert_int_equal(external_parse(cases[i].spec, &spec, &error), -1);
        if (!strstr(error.text, cases[i].message)) fail_msg("%s", error.text);
        external_spec_free(&spec);
    }
}

/* ---- whole series ---- */

static void every_protocol_plays_whole_games(void **state) {
    (void)state;
    for (size_t p = 0; p < COUNT_OF(protocols); p++) {
        begin_anew(NULL);
        play_two(fake(protocols[p].name, "none", ""), "initial", 3);
        assert_string_equal(entrants.game->name, protocols[p].game);
        assert_int_equal(count_reason("normal"), 6);
        assert_all_fair();
        assert_int_equal(started(), 1);
        assert_none_left();
        end_series();
    }
}

static void two_engines_meet(void **state) {
    (void)state;
    for (size_t p = 0; p < COUNT_OF(protocols); p++) {
        begin_anew(NULL);
        play_two(fake(protocols[p].name, "none", ";name=A"),
                 fake(protocols[p].name, "none", ";name=B"), 2);
        assert_int_equal(count_reason("normal"), 4);
        assert_int_equal(series.session.scores[0].counts.n[2], 2);
        assert_all_fair();
        assert_int_equal(started(), 2);
        assert_none_left();
        end_series();
    }
}

/* The same player on both sides of the pipe plays the same games with either colour. */
static void hone_engine_meets_itself(void **state) {
    (void)state;
    static const char *const specs[] = {
        "cmd:%s/hone-engine --protocol gtp --depth 2;protocol=gtp;time=20;env=HONE_CHAMPIONS",
        "cmd:%s/hone-engine --protocol nboard;protocol=nboard;depth=2;env=HONE_CHAMPIONS",
        "cmd:%s/hone-engine --protocol gomocup --game gomoku --depth "
        "2;protocol=gomocup;env=HONE_CHAMPIONS",
        "cmd:%s/hone-engine --protocol sau --game connect6 --depth "
        "2;protocol=sau;env=HONE_CHAMPIONS",
        "cmd:%s/hone-engine --protocol uci --game chess;protocol=uci;depth=1;env=HONE_CHAMPIONS",
        "cmd:%s/hone-engine --protocol ucci --game "
        "xiangqi;protocol=ucci;depth=1;env=HONE_CHAMPIONS",
    };
    for (size_t p = 0; p < COUNT_OF(specs); p++) {
        char a[256];
        struct error error;
        begin_anew(NULL);
        snprintf(a, sizeof a, specs[p], BUILD_DIR);
        char *players[] = {a, a};
        if (play_all(players, 2, 2, 2, &error)) fail_msg("%s", error.text);
        assert_int_equal(count_reason("normal"), 4);
        assert_int_equal(series.session.scores[0].counts.n[2], 2);
        assert_string_equal(entrants.list[1].name, "hone-engine (2)");
        assert_all_fair();
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
        end_series();
    }
}

/* The initial weights of a game in a file of their own. */
static const char *weights_of(const char *game) {
    static char path[96];
    struct error error;
    struct text text = {0};
    struct weights weights = {.evaluator =
                                  games_evaluator(games_find(game, &error), NULL, NULL, &error)};
    weights.values = xcalloc((size_t)weights.evaluator->param_count, sizeof *weights.values);
    evaluator_initial(weights.evaluator, weights.values);
    weights_print(&weights, WEIGHTS_NATIVE, &text);
    snprintf(path, sizeof path, "%s/game.weights", directory);
    if (file_write(path, text_get(&text), &error)) fail_msg("%s", error.text);
    text_free(&text);
    weights_free(&weights);
    return path;
}

/* As hone's own servers speak: GTP takes a ply a command, without the letter i and with rows from
 * the bottom; a full board of SAU may end with a single stone. */
static void hone_engine_plays_on_other_boards(void **state) {
    (void)state;
    static const char *const games_of[][2] = {{"gtp", "connect6"},
                                              {"gtp", "gomoku"},
                                              {"gtp", "connect(12,7,4,2,1)"},
                                              {"gtp", "reversi"},
                                              {"sau", "connect(4,4,4,2,1)"}};
    for (size_t i = 0; i < COUNT_OF(games_of); i++) {
        const char *protocol = games_of[i][0], *weights = weights_of(games_of[i][1]);
        char engine[256];
        begin_anew(NULL);
        snprintf(engine, sizeof engine,
                 "cmd:exec %s/hone-engine --protocol %s --weights %s --depth 1;protocol=%s",
                 BUILD_DIR, protocol, weights, protocol);
        play_two(engine, weights, 2);
        assert_string_equal(entrants.game->name, games_of[i][1]);
        assert_int_equal(count_reason("normal"), 4);
        assert_all_fair();
        end_series();
    }
}

/* An engine that plays free style unless it is told the rule. */
static void an_engine_is_told_that_five_must_be_exact(void **state) {
    (void)state;
    static const char *const games_of[][2] = {{"gomoku", "INFO rule 0\n"},
                                              {"connect(15,15,5,1,1,exact)", "INFO rule 1\n"}};
    for (size_t i = 0; i < COUNT_OF(games_of); i++) {
        char engine[300], path[96];
        struct text log = {0};
        begin_anew(NULL);
        snprintf(path, sizeof path, "%s/said-%d", directory, (int)i);
        snprintf(engine, sizeof engine,
                 "cmd:sh -c 'tee %s | %s/hone-engine --protocol gomocup --game gomoku --depth "
                 "1';protocol=gomocup",
                 path, BUILD_DIR);
        play_two(engine, weights_of(games_of[i][0]), 1);
        assert_int_equal(count_reason("normal"), 2);
        assert_all_fair();
        end_series();
        assert_int_equal(file_read(path, &log, NULL), 0);
        assert_non_null(strstr(text_get(&log), games_of[i][1]));
        text_free(&log);
    }
}

/* ---- faults ---- */

/* Every process has the fault at its third answer or before: no game gets to its end. The last
 * ones look the same to every protocol. */
static void faults_lose_their_games(void **state) {
    (void)state;
    static const struct {
        const char *fault, *options, *reason, *detail;
    } cases[] = {
        {"crash@3", "", "crash", "was killed by signal 6"},
        {"illegal@2", "", "illegal", ""},
        {"silence", ";timeout=0.05", "timeout", "did not answer in time"},
        {"babble", ";timeout=0.05", "timeout", "did not answer in time"},
        {"exit@2", "", "crash", "ended with status 3"},
        {"close", "", "disconnect", "closed its output"},
        {"deaf", "", "disconnect", "closed its input"},
    };
    for (size_t p = 0; p < COUNT_OF(protocols); p++)
        for (size_t i = 0; i < (p == 0 ? COUNT_OF(cases) : 3); i++) {
            begin_anew(NULL);
            play_two(fake(protocols[p].name, cases[i].fault, cases[i].options), "initial", 1);
            assert_int_equal(count_reason(cases[i].reason), 2);
            assert_int_equal(series.session.scores[0].counts.n[0], 1);
            assert_all_fair();
            for (int g = 0; g < game_count; g++) {
                assert_non_null(strstr(games[g].detail, cases[i].detail));
                if (strcmp(cases[i].fault, "crash@3") != 0) continue;
                assert_string_equal(games[g].errors, "about to crash at answer 3\n");
            }
            assert_int_equal(started(), 2);
            assert_none_left();
            end_series();
        }
}

/* An engine that exceeds its limits is ended, and loses that game alone. */
static void limits_lose_games(void **state) {
    (void)state;
    static const struct {
        const char *fault, *options, *reason, *detail;
    } cases[] = {
        {"bomb@3", ";processes=20", "crash", "had more than 20 processes"},
#if !SANITIZED
        {"hog@3", ";memory=500", "crash", "was killed by signal 6"},
#endif
        {"huge@3", ";file=1", "crash", "File size limit exceeded"},
        {"spin@3", ";cpu=1", "crash", "CPU time limit exceeded"},
        {"babble@3", ";output=1", "timeout", "said too much without an answer"},
        {"dribble@3", ";timeout=0.05", "timeout", "did not answer in time"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        begin_anew(NULL);
        play_two(fake("gtp", cases[i].fault, cases[i].options), "initial", 1);
        assert_int_equal(count_reason(cases[i].reason), 2);
        for (int g = 0; g < game_count; g++)
            if (!strstr(games[g].detail, cases[i].detail)) fail_msg("%s", games[g].detail);
        assert_all_fair();
        assert_none_left();
        end_series();
    }
}

static void a_resignation_is_no_fault(void **state) {
    (void)state;
    play_two(fake("gtp", "resign@1", ""), SWH, 2);
    assert_int_equal(count_reason("resignation"), 4);
    assert_int_equal(series.session.scores[0].counts.n[0], 2);
    assert_int_equal(started(), 1);
    assert_none_left();
    end_series();
}

/* What an engine says reaches no terminal as it is. */
static void rude_words_are_kept_harmless(void **state) {
    (void)state;
    play_two(fake("gtp", "rude", ""), SWH, 1);
    assert_int_equal(count_reason("illegal"), 2);
    assert_string_equal(games[0].detail, "answered \"?[2J???ä\", which is no move");
    assert_none_left();
    end_series();
}

/* A nuisance changes no result. */
static void nuisances_are_borne(void **state) {
    (void)state;
    static const char *const faults[] = {"none",     "garbage", "stderr-flood", "slow",
                                         "child",    "daemon",  "runner",       "drip",
                                         "stubborn", "numb",    "crash@1000"};
    struct pentanomial plain = {{0}};
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        begin_anew(NULL);
        play_two(SWH, fake("gtp", faults[i], ""), 2);
        assert_int_equal(count_reason("normal"), 4);
        if (i == 0) plain = series.session.scores[0].counts;
        assert_memory_equal(&series.session.scores[0].counts, &plain, sizeof plain);
        assert_none_left();
        end_series();
    }
}

#define UCI "cmd:" BUILD_DIR "/tests/fake_engine uci;protocol=uci"

static void what_cannot_start_is_said_before_the_games(void **state) {
    (void)state;
    static const struct {
        const char *spec, *message;
    } cases[] = {
        {"cmd:no/such/engine;protocol=gtp", "could not be started: No such file"},
        {"cmd:true;protocol=sau", "ended with status 0"},
        {"cmd:sleep 100;protocol=nboard;startup=0.1",
         "did not answer in time, 0.1 s from its start (startup=60 gives it longer)"},
        {"cmd:sh -c 'echo help >&2 && false';protocol=gomocup", "help"},
        {UCI ";option.Hsah=1", "has no option \"Hsah\""},
        {UCI ";option.hash=65", "Hash is a number from 1 to 64, not \"65\""},
        {UCI ";option.Ponder=yes", "Ponder is true or false"},
        {UCI ";option.King Safety Curve=Steep", "is one of \"var Very Steep var Flat\""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct error error;
        char *specs[] = {(char *)(uintptr_t)cases[i].spec, "initial"};
        assert_int_equal(play_all(specs, 2, 1, 1, &error), -1);
        if (!strstr(error.text, "cannot be used") || !strstr(error.text, cases[i].message))
            fail_msg("%s", error.text);
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
        end_series();
    }
}

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *a, *b, *message;
    } cases[] = {
        {SWH, "cmd:x;protocol=sau", "protocol sau is for connect6"},
        {"config/weights/r1.weights", "cmd:x;protocol=gomocup", "protocol gomocup is for gomoku"},
    };
    struct error error;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *specs[] = {(char *)(uintptr_t)cases[i].a, (char *)(uintptr_t)cases[i].b};
        assert_int_equal(entrants_load(specs, 2, NULL, &entrants, &error), -1);
        if (!strstr(error.text, cases[i].message)) fail_msg("%s", error.text);
        entrants_destroy(&entrants);
    }
}

/* Two programs say no game; else the first protocol's usual one is played. */
static void the_game_of_two_programs_is_said(void **state) {
    (void)state;
    static const struct {
        const char *a, *game, *played;
    } cases[] = {{"cmd:x;protocol=gtp", "hex(5)", "hex(5)"},
                 {"cmd:x;protocol=gtp", NULL, "reversi"},
                 {"random", "lgame", "lgame"},
                 {SWH, "reversi", "reversi"}};
    struct error error;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *specs[] = {(char *)(uintptr_t)cases[i].a, "cmd:y;protocol=gtp"};
        if (entrants_load(specs, 2, cases[i].game, &entrants, &error)) fail_msg("%s", error.text);
        assert_string_equal(entrants.game->name, cases[i].played);
        entrants_destroy(&entrants);
    }
    char *initial[] = {"config/weights/lr06.weights", "initial"}; /* what the weights say, too */
    if (entrants_load(initial, 2, "reversi", &entrants, &error)) fail_msg("%s", error.text);
    assert_ptr_equal(entrants.list[1].weights.evaluator, entrants.list[0].weights.evaluator);
    entrants_destroy(&entrants);
    char *specs[] = {SWH, "cmd:y;protocol=gtp"};
    assert_int_equal(entrants_load(specs, 2, "hex(5)", &entrants, &error), -1);
    assert_non_null(strstr(error.text, "plays reversi, --game is hex(5)"));
    entrants_destroy(&entrants);
}

/* ---- the program ---- */

#define FEW_NODES "; if so few nodes give it none, give it more nodes or a depth"

/* What an engine of the protocol may say instead of a move. */
static void refusals_are_no_moves(void **state) {
    (void)state;
    static const struct {
        const char *protocol, *fault, *options, *detail;
    } cases[] = {
        {"gtp", "refuse@2", "", "answered \"? cannot move\" to genmove"},
        {"gomocup", "no-idea", "", "answered \"ERROR no idea\""},
        {"ucci", "nothing@2", "", "answered \"nobestmove\", which is no move"},
        {"ucci", "nothing@2", ";nodes=9", "answered \"nobestmove\", which is no move" FEW_NODES},
        {"uci", "nothing@2", "", "answered \"bestmove (none)\", which is no move"},
        {"uci", "nothing@2", ";depth=1", "answered \"bestmove (none)\", which is no move"},
        {"uci", "nothing@2", ";nodes=9",
         "answered \"bestmove (none)\", which is no move" FEW_NODES},
        {"uci", "null@2", ";nodes=9", "answered \"bestmove NULL\", which is no move" FEW_NODES},
        {"uci", "word@2", ";nodes=9", "answered \"bestmove nonesuch\", which is no move"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        begin_anew(NULL);
        play_two(fake(cases[i].protocol, cases[i].fault, cases[i].options), "initial", 1);
        assert_int_equal(count_reason("illegal"), 2);
        if (strcmp(games[0].detail, cases[i].detail) != 0) fail_msg("%s", games[0].detail);
        assert_none_left();
        end_series();
    }
}

int main(void) {
    setenv("HONE_CHAMPIONS", "", 1); /* tables that load at once */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specs_are_read),
        cmocka_unit_test(a_spec_is_named_by_its_program),
        cmocka_unit_test(specs_say_what_is_wrong),
        cmocka_unit_test(every_protocol_plays_whole_games),
        cmocka_unit_test(two_engines_meet),
        cmocka_unit_test(hone_engine_meets_itself),
        cmocka_unit_test(hone_engine_plays_on_other_boards),
        cmocka_unit_test(an_engine_is_told_that_five_must_be_exact),
        cmocka_unit_test(faults_lose_their_games),
        cmocka_unit_test(limits_lose_games),
        cmocka_unit_test_setup(a_resignation_is_no_fault, begin_anew),
        cmocka_unit_test_setup(rude_words_are_kept_harmless, begin_anew),
        cmocka_unit_test(nuisances_are_borne),
        cmocka_unit_test(what_cannot_start_is_said_before_the_games),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(the_game_of_two_programs_is_said),
        cmocka_unit_test(refusals_are_no_moves),
    };
    return cmocka_run_group_tests(tests, make_folder, own_directory_remove);
}
