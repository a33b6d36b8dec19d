/*
 * What hone says of itself: help, its keys, its games, and misuse.
 */
#include "tests/tuner/cli/command.h"

static const char *const commands[] = {"tune",   "fit",        "data",   "finish",
                                       "check",  "status",     "watch",  "list",
                                       "report", "export",     "import", "weights",
                                       "match",  "tournament", "ablate", "replay",
                                       "games",  "doctor",     "merge",  "compare-optimizers"};

/* ---- the front door ---- */

static void help_lists_all_commands(void **state) {
    (void)state;
    hone("--help");
    assert_int_equal(status, 0);
    for (size_t i = 0; i < COUNT_OF(commands); i++) assert_says(commands[i]);
    hone("--version");
    assert_int_equal(status, 0);
    assert_string_equal(text_get(&output), "hone " HONE_VERSION "\n");
}

/* Wherever one stands: the config beside the program is meant, an installed one as well. */
/* Of both programs and all of their commands. */
static void help_fits_a_terminal(void **state) {
    (void)state;
    static const char line[] =
        "for program in %s/hone %s/hone-engine; do for command in '' $($program --help |"
        " sed -n 's/^  \\([a-z-]*\\) .*/\\1/p'); do $program $command --help | grep -v 'Begin "
        "with' |"
        " grep -E '.{81}' && exit 1; done; done; true";
    char command[400];
    struct text wide = {0};
    snprintf(command, sizeof command, line, BUILD_DIR, BUILD_DIR);
    if (shell_run(command, &wide)) fail_msg("%s", text_get(&wide));
    hone("compare-optimizers --help");
    assert_says("\n      --function F         logistic, sphere, ellipsoid, rastrigin, bounds,\n"
                "                           corner, plateau or levels, in place of the game\n");
    text_free(&wide);
}

static void help_names_a_config_that_is_there(void **state) {
    (void)state;
    char path[128], command[512];
    hone("--help");
    assert_says(" tune config/reversi-quick.cfg\n");
    snprintf(command, sizeof command,
             "mkdir -p %s/bin %s/share/hone/config && cp %s/hone %s/bin && "
             "cp config/reversi-quick.cfg %s/share/hone/config",
             directory, directory, BUILD_DIR, directory, directory);
    assert_int_equal(system(command), 0);
    snprintf(command, sizeof command, "cd / && %s/bin/hone --help", directory);
    FILE *pipe = popen(command, "r");
    char bytes[4096] = "";
    size_t count = fread(bytes, 1, sizeof bytes - 1, pipe);
    assert_true(count > 0 && pclose(pipe) == 0);
    snprintf(path, sizeof path, "tune %s/share/hone/config/reversi-quick.cfg\n", directory);
    assert_non_null(strstr(bytes, path));
}

/* With what each may be and what it is otherwise. */
static void all_keys_of_a_config_are_listed(void **state) {
    (void)state;
    hone("tune --keys");
    assert_int_equal(status, 0);
    assert_says("\nseed                                 a whole number between 0 and "
                "1000000000000000000 (default 1)\n");
    assert_says("\noptimizer.ga.population ");
    assert_says("\nverify.yardsticks ");
}

static void every_command_explains_itself(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        char usage[64];
        snprintf(usage, sizeof usage, "usage: hone %s ", commands[i]);
        hone("help %s", commands[i]);
        assert_int_equal(status, 0);
        assert_says(usage);
        hone("%s --help", commands[i]);
        assert_int_equal(status, 0);
        assert_says(usage);
        assert_says("--help");
    }
}

static void misuse_is_told_and_ends_with_2(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *message;
    } cases[] = {
        {"", "a command is needed"},
        {"mtach a b", "did you mean 'match'?"},
        {"help mtach", "did you mean 'match'?"},
        {"help engins", "did you mean 'engines'?"},
        {"help zzzzzzzz", "no command or page is named 'zzzzzzzz'"},
        {"zzzzzzzz", "unknown command 'zzzzzzzz'"},
        {"match a", "too few arguments"},
        {"match a b c", "unexpected argument 'c'"},
        {"match --piars 3 a b", "did you mean --pairs?"},
        {"match -x a b", "unknown option -x"},
        {"match a b --pairs", "--pairs needs an argument"},
        {"match a b --pairs 0", "--pairs 0: a whole number from 1 to 100000 is needed"},
        {"match a b --pairs 1x", "a whole number"},
        {"match a b --epsilon 1.5", "a number from 0 to 1"},
        {"match --sprt 5 " SWH " random", "ELO0,ELO1"},
        {"match --sprt 5,5 " SWH " random", "ELO0,ELO1"},
        {"match --sprt 5,x " SWH " random", "ELO0,ELO1"},
        {"match --until-error 0 " SWH " random", "a number from 0.1 to 1000"},
        {"match --until-error 5 --sprt 0,5 " SWH " random", "one of them says when it ends"},
        {"match --db \"\" " SWH " random", "the name of a file is needed"},
        {"list nosuch", "nosuch: No such file or directory"},
        {"list " SWH, "Not a directory"},
        {"list \"\"", "is no directory"},
        {"match random initial", "one player at least"},
        {"match nowhere.weights random", "nowhere.weights"},
        {"match " SWH " " ROADS, "all must play the same game"},
        {"match " SWH " random --opening-plies 300", "openings"},
        {"match " SWH " random --threats 3", "--threats belongs to Connect and has no effect here"},
        {"match " ROADS " random --endgame 3", "--endgame belongs to games whose"},
        {"match " SWH " random --width 3", "--width belongs to a search (a depth above 0)"},
        {"match " SWH " random --depth 2 --search alphabeta --reduce", "the drivers pvs and mtdf"},
        {"tournament " SWH, "too few arguments"},
        {"export", "too few arguments"},
        {"export nowhere.db", "nowhere.db"},
        {"export " SWH " --format xml", "xml"},
        {"export " SWH " --generation 3", "is of a run"},
        {"games checkers", "unknown game \"checkers\""},
        {"games nim", "as in nim(3,5,7)"},
        {"games 'tictactoe(4)'", "hex(n,swap), dobutsu, chess, xiangqi; of other sizes as "
                                 "connect(4,4,4,1,1); a plug-in's needs --plugin FILE\n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        hone("%s", cases[i].arguments);
        if (status != 2) fail_msg("hone %s: status %d", cases[i].arguments, status);
        assert_says(cases[i].message);
    }
}

/* ---- games ---- */

static void games_come_from_the_tables(void **state) {
    (void)state;
    hone("games");
    assert_int_equal(status, 0);
    for (int i = 0; games_list[i]; i++) {
        assert_says(games_list[i]->names);
        for (int j = 0; games_list[i]->evaluators[j]; j++)
            assert_says(games_list[i]->evaluators[j]->name);
    }
}

static void every_parameter_of_a_game_is_listed(void **state) {
    (void)state;
    static const char *const names[][2] = {{"reversi", "wpc"},
                                           {"reversi", "features"},
                                           {"connect6", "roads"},
                                           {"connect6", "roads+lines"}};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const struct game *game = games_find(names[i][0], NULL);
        const struct evaluator *evaluator = games_evaluator(game, names[i][1], NULL, NULL);
        hone("games %s", names[i][0]);
        assert_int_equal(status, 0);
        for (int j = 0; j < evaluator->param_count; j++) {
            const struct param *param = &evaluator->params[j];
            char row[PARAM_NAME_SIZE + 40];
            snprintf(row, sizeof row, "  %-12s %10d %10d %10d", param->name, param->initial,
                     param->lower, param->upper);
            assert_says(row);
        }
    }
}

/* Of a table one line. */
static void tables_of_parameters_are_listed_by_their_first(void **state) {
    (void)state;
    hone("games reversi");
    assert_says("\nevaluator patterns, layout 2, 288 parameters");
    assert_says("\n  a1b1.00 ");
    assert_says("the first of a table; 8 more\n");
    assert_null(strstr(text_get(&output), "a1b1.10"));
}

static void evaluators_that_a_game_lacks_are_named(void **state) {
    (void)state;
    hone("games \"connect(9,9,7,2,1)\"");
    assert_int_equal(status, 0);
    assert_says("evaluator roads, ");
    assert_says("no evaluator lines: ");
    assert_says("up to 6 in a row");
}

static void all_evaluators_are_listed_for_programs(void **state) {
    (void)state;
    hone("games --format csv");
    assert_int_equal(status, 0);
    assert_says("family,games,evaluator,layouts,layout_default,doc");
    assert_says("reversi,reversi,patterns,");
    assert_says(",roads+lines,");
}

/* ---- match and tournament ---- */

static void help_tells_the_pairs(void **state) {
    (void)state;
    hone("match --help");
    assert_says("with --sprt or --until-error at most 20000)\n");
    assert_says("95 %");
}

/* ---- */

/* The word behind a setting in the last list of settings that OpenMP printed. */
static void assert_threads_wait(const char *environment, const char *how) {
    char command[300];
    struct text out = {0};
    snprintf(command, sizeof command,
             "env -u OMP_WAIT_POLICY OMP_DISPLAY_ENV=true %s %s/hone match random random --game "
             "lgame -n 1 2>&1 | "
             "grep OMP_WAIT_POLICY | tail -n 1 | grep -c \"'%s'\"",
             environment, BUILD_DIR, how);
    shell_run(command, &out);
    assert_string_equal(text_get(&out), "1\n");
    text_free(&out);
}

static void threads_without_work_sleep_unless_told_otherwise(void **state) {
    (void)state;
    assert_threads_wait("", "PASSIVE");
    assert_threads_wait("OMP_WAIT_POLICY=active", "ACTIVE");
}

/* As many as without it, where the program begins again. */
static void threads_that_are_bound_have_all_cores(void **state) {
    (void)state;
    char command[300];
    struct text out[2] = {0};
    for (int bound = 0; bound < 2; bound++) {
        snprintf(command, sizeof command,
                 "env -u OMP_WAIT_POLICY %s %s/hone check config/reversi-quick.cfg | "
                 "grep -o ' on [0-9]* threads*'",
                 bound ? "OMP_PROC_BIND=true" : "-u OMP_PROC_BIND", BUILD_DIR);
        shell_run(command, &out[bound]);
    }
    assert_int_not_equal(out[0].length, 0);
    assert_string_equal(text_get(&out[0]), text_get(&out[1]));
    text_free(&out[0]);
    text_free(&out[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_that_are_bound_have_all_cores),
        cmocka_unit_test(threads_without_work_sleep_unless_told_otherwise),
        cmocka_unit_test(help_lists_all_commands),
        cmocka_unit_test(help_fits_a_terminal),
        cmocka_unit_test(help_names_a_config_that_is_there),
        cmocka_unit_test(all_keys_of_a_config_are_listed),
        cmocka_unit_test(every_command_explains_itself),
        cmocka_unit_test(misuse_is_told_and_ends_with_2),
        cmocka_unit_test(games_come_from_the_tables),
        cmocka_unit_test(every_parameter_of_a_game_is_listed),
        cmocka_unit_test(tables_of_parameters_are_listed_by_their_first),
        cmocka_unit_test(evaluators_that_a_game_lacks_are_named),
        cmocka_unit_test(all_evaluators_are_listed_for_programs),
        cmocka_unit_test(help_tells_the_pairs),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
