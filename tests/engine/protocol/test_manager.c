/*
 * What managers of games set: clocks, depths, rules, memory, sizes of boards.
 */
#include "engine/base/clock.h"
#include "tests/engine/protocol/dialogue.h"

/* ---- what is wrong --------------------------------------------------------------------------- */

/* Values are discs where the weights count in them. The best move of the ending loses 24, and is
 * reported as certain if every end was seen; a search that saw 6 of them only reports an
 * expectation. */
static void what_is_told_for_certain_is_proved(void **test_state) {
    (void)test_state;
    static const char fit[] = "-w results/champions/reversi-patterns-fit.weights",
                      ending[] = "set game (;GM[Othello]BO[8 -XOOOOOOOXXXOOOOOXXOXOOOOXXXOOOOO"
                                 "XXXXXOOOOXXXXXOOOOOXXXO--OOOOO- *];)\nhint 1\n";
    static const struct {
        const char *nodes, *said;
    } cases[] = {{"50", "search B8A1H8A8 -6.000 0 4\nstatus\n"},
                 {"500", "search A8A1 -24.000 0 100%\nstatus\n"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int fitted = 0; fitted < 2; fitted++) {
            char options[128];
            snprintf(options, sizeof options, "--endgame 0 --nodes %s %s", cases[i].nodes,
                     fitted ? fit : "");
            check_answer_of(&(struct session){"nboard", options, NULL, NULL}, ending,
                            cases[i].said);
        }
    char options[128];
    snprintf(options, sizeof options, "--depth 4 %s", fit);
    check_answer_of(&(struct session){"nboard", options, NULL, NULL}, "hint 1\n",
                    "search D3C5D6E3 1.188 0 4\nstatus\n");
}

/* ---- whole games ----------------------------------------------------------------------------- */

/* A clock takes the place of the default nodes, and is obeyed: the moves come. */
static void clocks_are_obeyed(void **test_state) {
    (void)test_state;
    static const struct session timed[] = {
        {"gtp", "", "time_settings 0 1 20\ngenmove b\ntime_left w 0 0\ngenmove w\n", NULL},
        {"gtp", "", "time_settings 0 0.1 1\ngenmove b\ngenmove w\ngenmove b\n", NULL},
        {"gtp", "", "time_settings 0.001 0.1 2\ngenmove b\ngenmove w\ngenmove b\n", NULL},
        {"gtp", "--nodes 500", "time_settings 1 5 0\ngenmove b\ngenmove w\n", NULL},
        {"gomocup", "--game gomoku", "INFO timeout_turn 30\nSTART 15\nBEGIN\nTURN 1,1\n", NULL},
        {"gomocup", "--game gomoku", "INFO timeout_turn 0\nSTART 15\nBEGIN\nTURN 1,1\n", NULL},
        {"gomocup", "--game gomoku",
         "INFO timeout_match 900\nINFO time_left -5\nSTART 15\nBEGIN\nTURN 1,1\n", NULL},
        {"sau", "--game connect6 --clock 0.5+0.01", "new black\nmove AABB\nmove CCDD\n", NULL},
        {"nboard", "--clock 0.5", "go\nmove d3\ngo\n", NULL},
        {"gtp", "--clock 0.5", "genmove b\ngenmove w\nclear_board\ngenmove b\n", NULL},
    };
    for (size_t i = 0; i < COUNT_OF(timed); i++) {
        struct text out;
        answer_text(&timed[i], timed[i].input, &out);
        assert_int_equal(count_complaints(text_get(&out)), 0);
        text_free(&out);
    }
}

/* A period without moves says that there is no limit, whatever the main time: the usual nodes hold,
 * where a clock would give the move ten seconds and more. */
static void a_period_without_moves_is_no_limit(void **test_state) {
    (void)test_state;
    static const struct session session = {"gtp", "", "", NULL};
    struct text out;
    double begin = clock_seconds();
    answer_text(&session, "time_settings 900 5 0\ngenmove b\n", &out);
    assert_true(clock_seconds() - begin < 5);
    text_free(&out);
}

/* What a manager says of depth and nodes holds beside the command line's, and in place of what is
 * only usual. */
static void managers_limit_the_search(void **test_state) {
    (void)test_state;
    static const struct {
        const char *options, *infos;
        int depth_max;
        unsigned long long nodes_min, nodes_max;
    } cases[] = {
        {"", "", 64, 50000, 200000},
        {"", "INFO max_depth 1\n", 1, 0, 2000},
        {"", "INFO max_depth 225\n", 64, 50000, 200000},
        {"--depth 2", "INFO max_depth 5\n", 2, 0, 50000},
        {"", "INFO max_node 60\n", 64, 0, 2000},
        {"", "INFO max_node 60\nINFO max_node -1\n", 64, 50000, 200000},
        {"", "INFO max_node 200000\n", 64, 150000, 300000},
        {"--nodes 60", "INFO max_node 200000\n", 64, 0, 2000},
        {"", "INFO timeout_turn 600000\nINFO max_node 60\n", 64, 0, 2000},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct session session = {"gomocup", "", "", NULL};
        char options[64];
        struct text out, input = {0};
        snprintf(options, sizeof options, "--game gomoku %s", cases[i].options);
        session.options = options;
        text_add(&input, "INFO show_detail 1\n%sSTART 15\nBOARD\n7,7,2\n8,9,1\n3,3,2\nDONE\n",
                 cases[i].infos);
        answer(&session, &input, &out);
        const char *comment = strstr(text_get(&out), "MESSAGE depth ");
        int depth = 0, value;
        unsigned long long nodes = 0;
        if (!comment ||
            sscanf(comment, "MESSAGE depth %d value %d nodes %llu", &depth, &value, &nodes) != 3)
            fail_msg("%s: %s", cases[i].infos, text_get(&out));
        if (depth > cases[i].depth_max || nodes < cases[i].nodes_min || nodes > cases[i].nodes_max)
            fail_msg("%s%s: depth %d, %llu nodes", options, cases[i].infos, depth, nodes);
        text_free(&input);
        text_free(&out);
    }
}

/* Unless they are the usual ones, which a depth replaces. */
static void a_board_of_nboard_leaves_the_users_nodes(void **test_state) {
    (void)test_state;
    static const struct session session = {"nboard", "--nodes 300", NULL, NULL};
    struct text out;
    int depth = 0;
    answer_text(&session, "set depth 40\nhint 1\n", &out);
    assert_int_equal(sscanf(text_get(&out), "search %*s %*f 0 %d", &depth), 1);
    assert_in_range(depth, 1, 9);
    text_free(&out);
}

/* The first line of an answer that begins with `word`. free() */
static char *line_of(const char *protocol, const char *options, const char *input,
                     const char *word) {
    const struct session session = {protocol, options, input, NULL};
    struct text out;
    answer_text(&session, input, &out);
    const char *line = strstr(text_get(&out), word);
    if (!line) fail_msg("%s %s: %s", options, input, text_get(&out));
    char *copy = strndup(line, strcspn(line, "\n"));
    text_free(&out);
    return copy;
}

/* Late moves are reduced where no depth is said, by the command line or by the other program. */
static void a_depth_that_is_told_is_searched_whole(void **test_state) {
    (void)test_state;
    static const struct {
        const char *protocol, *options, *told, *question, *answer;
    } cases[] = {
        {"nboard", "", "set depth 9\n", "move F5\nmove F4\nmove E3\nhint 1\n", "search "},
        {"nboard", "", "set depth 2\nset depth 64\nset depth 9\n",
         "move F5\nmove F4\nmove E3\nhint 1\n", "search "},
        {"gomocup", "--game gomoku", "INFO max_depth 6\n",
         "INFO show_detail 1\nSTART 15\nBOARD\n7,7,2\n8,9,1\n3,3,2\nDONE\n", "MESSAGE depth "},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        static const char *const ways[] = {"%s", "%s --depth 64", "%s --reduce"};
        char *lines[COUNT_OF(ways)], options[128], input[256];
        snprintf(input, sizeof input, "%s%s", cases[i].told, cases[i].question);
        for (size_t j = 0; j < COUNT_OF(ways); j++) {
            snprintf(options, sizeof options, ways[j], cases[i].options);
            lines[j] = line_of(cases[i].protocol, options, input, cases[i].answer);
        }
        assert_string_equal(lines[0], lines[1]);
        assert_string_not_equal(lines[0], lines[2]);
        for (size_t j = 0; j < COUNT_OF(ways); j++) free(lines[j]);
    }
}

/* Six in a row, the only way to five, wins in free style; where five must be exact the rule holds
 * from before the first stone, or from the next game on, and for weights that know it. */
static void the_rule_of_five_is_obeyed(void **test_state) {
    (void)test_state;
#define SIX_AHEAD                                                                                  \
    "BOARD\n0,0,1\n0,2,2\n1,0,1\n2,2,2\n2,0,1\n4,2,2\n3,0,1\n6,2,2\n5,0,1\n8,2,2\nDONE\n"
    static const struct {
        const char *game, *input;
        bool wins; /* by 4,0 */
    } cases[] = {
        {"gomoku", "START 15\nINFO rule 0\n" SIX_AHEAD, true},
        {"gomoku", "START 15\nINFO rule 1\n" SIX_AHEAD, false},
        {"gomoku", "INFO rule 1\nSTART 20\n" SIX_AHEAD, false},
        {"gomoku", "INFO rule 1\nSTART 15\nINFO rule 0\n" SIX_AHEAD, true},
        {"gomoku", "INFO rule 1\nSTART 15\nINFO rule 4\n" SIX_AHEAD, true},
        {"gomoku", "START 15\nTURN 7,7\nINFO rule 1\n" SIX_AHEAD, true},
        {"gomoku", "START 15\nTURN 7,7\nINFO rule 1\nRESTART\n" SIX_AHEAD, false},
        {"connect(15,15,5,1,1,exact)", "START 15\n" SIX_AHEAD, false},
    };
    const char *usual = champions; /* those that are shipped do not all know that rule */
    for (size_t j = 0; j < 2 * COUNT_OF(cases); j++) {
        size_t i = j / 2;
        char options[64];
        struct session session = {"gomocup", options, cases[i].input, NULL};
        struct text out, input = {0};
        snprintf(options, sizeof options, "--game '%s' --nodes 3000", cases[i].game);
        champions = j % 2 ? "HONE_CHAMPIONS=results/champions" : usual;
        text_add(&input, "%sTURN 14,14\n", cases[i].input);
        answer(&session, &input, &out);
        bool wins = strstr(text_get(&out), "4,0\nERROR the game is over\n") ||
                    strstr(text_get(&out), "4,0\nERROR illegal move\n");
        if (wins != cases[i].wins)
            fail_msg("%s %s %s: %s", champions, cases[i].game, cases[i].input, text_get(&out));
        text_free(&input);
        text_free(&out);
    }
    champions = usual;
}

/* Kilobytes that an engine takes at most which hears these lines. It reads a file, since the end of
 * a pipe would stop its search. */
static long memory_of(const char *options, const char *lines) {
    char command[512];
    struct rusage usage;
    int status;
    long kib = 0;
    int ends[2];
    snprintf(command, sizeof command,
             "f=$(mktemp) && printf '%s' >$f && %s/hone-engine --protocol %s <$f >/dev/null 2>&1; "
             "s=$?; rm $f; exit $s",
             lines, BUILD_DIR, options);
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        status = system(command);
        getrusage(RUSAGE_CHILDREN, &usage);
        _exit(write(ends[1], &usage.ru_maxrss, sizeof usage.ru_maxrss) != sizeof kib || status);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(read(ends[0], &kib, sizeof kib), sizeof kib);
    close(ends[0]), close(ends[1]);
    return kib;
}

#define GOMOKU "gomocup --game gomoku"

/* What a manager of Gomocup allows for memory holds, until it allows more. */
static void memory_is_kept_within_its_limit(void **state) {
    (void)state;
    if (SANITIZED) skip();
    assert_in_range(memory_of(GOMOKU, "START 15\\nINFO max_memory 20000000\\n"
                                      "INFO max_node 50000\\nBEGIN\\n"),
                    1, 20000000 / 1024);
    assert_in_range(memory_of(GOMOKU, "INFO max_memory 20000000\\nINFO max_memory 0\\n"),
                    20000000 / 1024, 1 << 20);
}

/* The table of 64 MiB has its memory before a clock may run, and not before it is asked for. */
static void memory_is_there_before_the_clock_runs(void **state) {
    (void)state;
    static const struct {
        const char *options, *before, *with, *word;
    } cases[] = {
        {"uci --game chess", "setoption name Hash value 64\\n", "", "isready\\n"},
        {"ucci --game xiangqi", "setoption hashsize 64\\n", "", "isready\\n"},
        {"xboard --game chess", "memory 192\\n", "", "ping 1\\n"},
        {"nboard", "nboard 2\\n", "", "ping 1\\n"},
        {"gtp", "clear_board\\n", "", "time_settings 60 0 0\\n"},
        {GOMOKU, "START 15\\n", "", "INFO max_memory 0\\n"},
        {"sau --game connect6", "name?\\n", " --clock 60", ""},
        {"sau --game connect6", "name?\\n", " --time 1", ""},
    };
    if (SANITIZED) skip();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char options[64], lines[128];
        snprintf(options, sizeof options, "%s%s", cases[i].options, cases[i].with);
        snprintf(lines, sizeof lines, "%s%s", cases[i].before, cases[i].word);
        long taken = memory_of(options, lines) - memory_of(cases[i].options, cases[i].before);
        if (taken < 60 << 10 || taken > 68 << 10) fail_msg("%s: %ld KiB", options, taken);
    }
}

static void too_little_memory_is_complained_of(void **state) {
    (void)state;
    check_answer("gomocup", "START 15\nINFO max_memory 1000\n",
                 "OK\nMESSAGE max_memory 1000 is too little, 9437184 bytes are taken\n");
    check_answer("gomocup", "START 15\nINFO max_memory 20000000\nINFO max_memory 0\n", "OK\n");
}

/* The longer side has room for five, and no board is larger than those of the tournaments. */
static void boards_of_gomocup_are_of_some_sizes(void **state) {
    (void)state;
    static const struct {
        const char *words, *said;
    } cases[] = {
        {"START 4\n", "ERROR size must be 5 to 20\n"},
        {"START 5\n", "OK\n"},
        {"START 20\n", "OK\n"},
        {"START 21\n", "ERROR size must be 5 to 20\n"},
        {"START 0\n", "ERROR size must be 5 to 20\n"},
        {"RECTSTART 4,3\n", "ERROR width and height must be 1 to 20, one of them 5 or more\n"},
        {"RECTSTART 0,5\n", "ERROR width and height must be 1 to 20, one of them 5 or more\n"},
        {"RECTSTART 5,21\n", "ERROR width and height must be 1 to 20, one of them 5 or more\n"},
        {"RECTSTART 1,5\n", "OK\n"},
        {"RECTSTART 20,3\n", "OK\n"},
        {"START 4\nBEGIN\n",
         "ERROR size must be 5 to 20\nERROR there is no board yet; START makes one\n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_answer("gomocup", cases[i].words, cases[i].said);
}

/* A manager may send END at any time. */
static void an_end_within_a_list_is_obeyed(void **state) {
    (void)state;
    static const char *const lists[] = {"START 15\nBOARD\n7,7,1\nEND\nDONE\nABOUT\n",
                                        "START 15\nSWAP2BOARD\n7,7\nend\nDONE\nABOUT\n"};
    for (size_t i = 0; i < COUNT_OF(lists); i++) check_answer("gomocup", lists[i], "OK\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_are_obeyed),
        cmocka_unit_test(a_period_without_moves_is_no_limit),
        cmocka_unit_test(managers_limit_the_search),
        cmocka_unit_test(a_board_of_nboard_leaves_the_users_nodes),
        cmocka_unit_test(a_depth_that_is_told_is_searched_whole),
        cmocka_unit_test(the_rule_of_five_is_obeyed),
        cmocka_unit_test(memory_is_kept_within_its_limit),
        cmocka_unit_test(memory_is_there_before_the_clock_runs),
        cmocka_unit_test(too_little_memory_is_complained_of),
        cmocka_unit_test(boards_of_gomocup_are_of_some_sizes),
        cmocka_unit_test(what_is_told_for_certain_is_proved),
        cmocka_unit_test(an_end_within_a_list_is_obeyed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
