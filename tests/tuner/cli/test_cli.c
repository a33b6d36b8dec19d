/*
 * The program hone, driven from outside: help, misuse, games, match, tournament, export.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/heartbeat.h"
#include "engine/files/weights.h"
#include "engine/games/games.h"
#include "tests/own_directory.h"
#include "tests/shell.h"
#include "tuner/run/run.h"
#include "tuner/store/runs.h"

#define SWH "config/weights/swh.weights"
#define LR06 "config/weights/lr06.weights"
#define NORVIG "config/weights/norvig.weights"
#define ROADS "config/weights/r1.weights"

static const char *const commands[] = {"tune",   "fit",        "data",   "finish",
                                       "check",  "status",     "watch",  "list",
                                       "report", "export",     "import", "weights",
                                       "match",  "tournament", "ablate", "replay",
                                       "games",  "doctor",     "merge",  "compare-optimizers"};

/* What a command printed, both streams, and its exit status. */
static struct text output;
static int status;

static void hone(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void hone(const char *format, ...) {
    char arguments[1024], command[1200];
    va_list args;
    va_start(args, format);
    vsnprintf(arguments, sizeof arguments, format, args);
    va_end(args);
    snprintf(command, sizeof command, "%s/hone %s 2>&1", BUILD_DIR, arguments);
    text_free(&output);
    status = shell_run(command, &output);
}

static void assert_says(const char *part) {
    if (!strstr(text_get(&output), part))
        fail_msg("\"%s\" is not in:\n%s", part, text_get(&output));
}

/* The whole output but for the speed, which may differ from run to run. */
static char *without_speed(void) {
    char *copy = xstrdup(text_get(&output)), *speed = strstr(copy, " games; ");
    assert_non_null(speed);
    char *end = strchr(speed, '\n');
    memmove(speed, end, strlen(end) + 1);
    return copy;
}

/* The number after `label`. */
static double number_after(const char *label) {
    const char *at = strstr(text_get(&output), label);
    if (!at) fail_msg("\"%s\" is not in:\n%s", label, text_get(&output));
    return strtod(at + strlen(label), NULL);
}

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
            char row[64];
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

static void match_does_not_depend_on_threads(void **state) {
    (void)state;
    hone("match " SWH " " NORVIG " --pairs 230 --epsilon 0.1 --threads 1");
    assert_int_equal(status, 0);
    char *one = without_speed();
    hone("match " SWH " " NORVIG " --pairs 230 --epsilon 0.1 --threads 3");
    char *three = without_speed();
    assert_string_equal(one, three);
    hone("match " SWH " " NORVIG " --pairs 230 --epsilon 0.1 --seed 2");
    char *other = without_speed();
    assert_string_not_equal(one, other);
    free(one);
    free(three);
    free(other);
}

static void write_openings(const char *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/openings.txt", directory);
    assert_int_equal(file_write(path, text, NULL), 0);
}

static void match_with_oneself_is_even(void **state) {
    (void)state;
    hone("match " SWH " " SWH " -n 1 --opening-plies 9");
    assert_says("reversi, 1 pair, greedy, openings of 9 random plies");
    hone("match " SWH " " SWH " -n 150");
    assert_int_equal(status, 0);
    assert_says("swh against swh (2)");
    assert_says("Ptnml(0-2): [0, 0, 150, 0, 0]");
    assert_says("distinct: 150 of 150 openings, 150 of 300 games");
}

/* No game of nine coins lasts eight plies. */
static void the_smallest_games_begin_where_they_can(void **state) {
    (void)state;
    hone("weights new --game 'grundy(9)' -o %s/g9.weights", directory);
    hone("match %s/g9.weights random -n 1", directory);
    assert_int_equal(status, 0);
    assert_says("grundy(9), 1 pair, greedy, openings of 1 random ply, seed 1");
    assert_says("there are only 4 openings of 1 random ply, mirror images counted once");
    hone("match %s/g9.weights random -n 1 --opening-plies 8", directory);
    assert_int_equal(status, 2);
    assert_says("grundy(9) has no openings of 8 to 8 random plies: its games end before");
}

/* Three second plies of Reversi are no images of each other. A part of them would favour a
 * player. */
static void matches_of_players_that_no_run_chose_play_all_openings(void **state) {
    (void)state;
    hone("match " SWH " " NORVIG " -n 50 --opening-plies 2");
    assert_says("distinct: 3 of 50 openings");
    assert_says("there are only 3 openings of 2 random plies, mirror images counted once\n"
                "openings repeat: ");
    hone("match " SWH " " NORVIG " -n 5 --opening-plies 1 -f json");
    assert_says("\"openings_of\": \"all\", \"openings_distinct\": 1,");
    hone("match " SWH " " NORVIG " -n 5");
    assert_null(strstr(text_get(&output), "there are only"));
    assert_null(strstr(text_get(&output), "a run chose"));
    hone("match " SWH " " NORVIG " -n 5 --epsilon .1 --opening-plies 0 -f json");
    assert_says("\"openings_of\": \"start\"");
    hone("match %s@start " SWH " -n 5 -f json --epsilon .1", directory);
    assert_says("\"openings_of\": \"all\"");
}

/* The quarter of all openings that no run is tuned on: of 14 of three plies four. */
static void matches_of_players_that_a_run_chose_play_what_it_has_not_seen(void **state) {
    (void)state;
    hone("match " SWH " %s -n 50 --opening-plies 3 --epsilon .1", directory);
    assert_says("distinct: 4 of 50 openings");
    assert_says("a run chose little champion: drawn from the quarter of all openings that no run "
                "is tuned on\nthere are only 4 openings of 3 random plies in that quarter, ");
    hone("match %s@1 " SWH " -n 5 -f json --epsilon .1", directory);
    assert_says("\"openings_of\": \"unseen\"");
    hone("export %s -o %s/chosen.weights", directory, directory);
    hone("match " SWH " %s/chosen.weights -n 5 -f json --epsilon .1", directory);
    assert_says("\"openings_of\": \"unseen\"");
    hone("match " SWH " %s --opening-plies 1", directory);
    assert_int_equal(status, 2);
    assert_says("little champion was tuned on a part of all openings, and those of 1 random plies "
                "are so few that none was kept from that");
    write_openings("f5d6c3\nf5f6e6\n");
    hone("match " SWH " %s -n 2 --openings %s/openings.txt --epsilon .1", directory, directory);
    assert_says("a run chose little champion: it may have been tuned on openings of this file");
    hone("match " SWH " %s -n 2 --openings %s/openings.txt -f json", directory, directory);
    assert_says("\"openings_of\": \"file\", \"openings_distinct\": 2,");
}

static void matches_play_the_openings_of_a_file(void **state) {
    (void)state;
    write_openings("f5d6c3\nf5f6e6\nc4e3\nf5f4e3f6\n");
    hone("match " SWH " " NORVIG " -n 4 --openings %s/openings.txt", directory);
    assert_says("reversi, 4 pairs, greedy, openings of ");
    assert_says("/openings.txt, seed 1\ndistinct: 4 of 4 openings, 8 of 8 games");
    hone("match " SWH " " NORVIG " -n 8 --openings %s/openings.txt --opening-plies 2", directory);
    assert_says("distinct: 3 of 8 openings");
    assert_says("openings repeat: ");
    hone("tournament " SWH " " NORVIG " " LR06 " -n 4 --openings %s/openings.txt", directory);
    assert_says("distinct: 4 of 4 openings");
    write_openings("f5d6c3\nf5h8\n");
    hone("match " SWH " " NORVIG " --openings %s/openings.txt", directory);
    assert_int_equal(status, 2);
    assert_says("openings.txt:2: move 2 (h8) is not legal there");
    write_openings("# none\n");
    hone("match " SWH " " NORVIG " --openings %s/openings.txt", directory);
    assert_says("openings.txt: holds no opening");
    hone("match " SWH " " NORVIG " --openings %s/nothing.txt", directory);
    assert_int_equal(status, 2);
    assert_says("nothing.txt: cannot be opened: No such file");
}

static void matches_can_do_without_one_sided_openings(void **state) {
    (void)state;
    hone("match " SWH " " NORVIG " -n 20 --balance 0.5 --opening-plies 8");
    assert_int_equal(status, 0);
    assert_says("openings of 8 random plies balanced to 0.5, seed 1\ndistinct: 20 of 20");
    char *balanced = without_speed();
    hone("match " SWH " " NORVIG " -n 20 --opening-plies 8");
    char *all = without_speed();
    assert_string_not_equal(strstr(all, "Elo: "), strstr(balanced, "Elo: "));
    free(balanced);
    free(all);
}

static void anybody_beats_random(void **state) {
    (void)state;
    hone("match " SWH " random -n 200");
    assert_int_equal(status, 0);
    assert_true(number_after("Elo: ") > 100);
    hone("match random " ROADS " -n 50");
    assert_int_equal(status, 0);
    assert_true(number_after("Elo: ") < -100 || strstr(text_get(&output), "Elo: under -"));
}

static void openings_end_with_a_turn(void **state) {
    (void)state;
    static const char *const names[] = {"reversi", "connect6"};
    static const char *const players[] = {SWH, ROADS};
    for (size_t i = 0; i < COUNT_OF(players); i++) {
        hone("match %s random -n 1", players[i]);
        assert_int_equal(status, 0);
        int plies = (int)number_after("openings of "), side = 0;
        const struct game *game = games_find(names[i], NULL);
        struct state position;
        move_t moves[GAME_MOVES_MAX];
        game->start(game, position.bytes);
        for (int ply = 0; ply < plies; ply++) {
            side = game->side(position.bytes);
            game->moves(game, position.bytes, moves);
            game->play(game, position.bytes, moves[0]);
        }
        assert_int_not_equal(game->side(position.bytes), side);
    }
}

/* The row of `random` in a gauntlet of one meeting, and in one of four, with smaller batches: its
 * points against the one that it meets in both. */
static void games_of_a_pair_are_its_own(void **state) {
    (void)state;
    hone("tournament --gauntlet " SWH " random -n 230 -s 7 --epsilon 0.1");
    char *row = strstr(strstr(text_get(&output), "LOS"), " random "), *alone = xstrdup(row);
    double elo, error, games, percent, percent_alone;
    assert_int_equal(sscanf(alone, " random %lf %lf %lf %lf", &elo, &error, &games, &percent_alone),
                     4);
    hone("tournament --gauntlet " SWH " " NORVIG " initial random " SWH
         " -n 230 -s 7 --epsilon 0.1");
    row = strstr(strstr(text_get(&output), "LOS"), " random ");
    assert_int_equal(sscanf(row, " random %lf %lf %lf %lf", &elo, &error, &games, &percent), 4);
    assert_true(games == 460 && percent == percent_alone && percent > 0 && percent < 50);
    free(alone);
}

static void short_games_are_draws(void **state) {
    (void)state;
    hone("match " SWH " random -n 20 --plies-max 8");
    assert_says("at most 8 plies");
    assert_says("Ptnml(0-2): [0, 0, 20, 0, 0]");
}

/* Games of a search that finds the same values, and of one that does not. */
static void search_is_chosen(void **state) {
    (void)state;
    const char *match = "match " SWH " " NORVIG " -n 20 --depth 4";
    hone("%s", match);
    char *games = strdup(strstr(output.data, "Ptnml"));
    hone("%s --search mtdf", match);
    assert_says("depth 4, mtdf");
    assert_string_equal(strstr(output.data, "Ptnml"), games);
    hone("%s --reduce", match);
    assert_says("depth 4, late moves reduced");
    assert_string_not_equal(strstr(output.data, "Ptnml"), games);
    free(games);
    hone("%s --search best", match);
    assert_int_equal(status, 2);
    assert_says("--search best: one of pvs, alphabeta, mtdf, sss, dual, minimax, mcts, bstar, "
                "pbstar is needed");
}

static void help_tells_the_pairs(void **state) {
    (void)state;
    hone("match --help");
    assert_says("with --sprt or --until-error at most 20000)\n");
    assert_says("95 %");
}

/* Playouts alone make a search, as nodes do; a player of the evaluator `mcts` meets others. */
static void playouts_are_played(void **state) {
    (void)state;
    hone("match " SWH " " NORVIG " -n 3 --search mcts --playouts 20");
    assert_int_equal(status, 0);
    assert_says("reversi, 3 pairs, 20 playouts a move, mcts, openings");
}

/* As the page says that was printed beside it. */
static void nodes_alone_make_a_search(void **state) {
    (void)state;
    hone("match " SWH " " LR06 " -n 30");
    char *greedy = without_speed();
    hone("match " SWH " " LR06 " -n 30 --nodes 2000");
    char *searching = without_speed();
    assert_says("2000 nodes a move");
    assert_string_not_equal(strstr(greedy, "Ptnml"), strstr(searching, "Ptnml"));
    free(greedy);
    free(searching);
}

static void sequential_test_stops_and_allows_for_it(void **state) {
    (void)state;
    hone("match " SWH " random --sprt 0,20");
    assert_int_equal(status, 0);
    assert_says("H1 is accepted");
    assert_says("allowing for when the test stops: ");
    assert_true(number_after("reversi, ") < 5000);
    hone("match random " SWH " --sprt 0,20");
    assert_says("H0 is accepted");
    hone("match " SWH " " SWH " --sprt=-1,1 -n 100");
    assert_says("the test is not decided");
    assert_says("allowing for when the test stops: ");
}

/* Two weight files some 20 Elo apart: what is said of a lucky end is less than its pairs came to.
 */
static void the_end_of_a_test_is_not_taken_for_luck(void **state) {
    (void)state;
    hone("match " LR06 " " SWH " --sprt 0,20");
    assert_says("H1 is accepted: Elo 20 rather than 0");
    assert_true(number_after("test stops: ") < number_after("Elo: "));
    hone("match " LR06 " " SWH " --sprt 0,20 --sprt-model normalized");
    assert_says("normalised Elo 20 rather than 0");
    assert_says("] nElo\n");
    hone("match " LR06 " " SWH " --sprt 0,20 -f csv");
    assert_says(",sprt_llr,sprt_elo,sprt_elo_low,sprt_elo_high");
    hone("match " LR06 " " SWH " --sprt-model normalized");
    assert_int_equal(status, 2);
    assert_says("--sprt-model without --sprt");
}

static void the_errors_of_a_test_are_chosen(void **state) {
    (void)state;
    hone("match " SWH " " NORVIG " --sprt 0,5 --alpha .05 --beta .1 -n 20");
    assert_says(" (-2.25, 2.89) [0.00, 5.00]");
    hone("match " SWH " " NORVIG " --sprt 0,5 -n 20");
    assert_says(" (-2.94, 2.94) [0.00, 5.00]");
    hone("match " SWH " " NORVIG " --beta .1");
    assert_int_equal(status, 2);
    assert_says("--beta without --sprt: there is no test");
    hone("match " SWH " " NORVIG " --alpha .1");
    assert_says("--alpha without --sprt: there is no test");
    hone("match " SWH " " NORVIG " --sprt 0,5 --alpha .5");
    assert_int_equal(status, 2);
}

/* What fastchess prints of these pairs. */
static void given_counts_are_told(void **state) {
    (void)state;
    hone("elo 379 10170 21828 10640 343 --sprt 0,2 --sprt-model normalized");
    assert_int_equal(status, 0);
    assert_says("43360 pairs by points: 379 of 0, 10170 of 1/2, 21828 of 1, 10640 of 1 1/2, 343 of "
                "2\n");
    assert_says("Elo: +1.59 +/- 1.21, nElo: +3.05 +/- 2.31\n");
    assert_says("LLR: 2.9455 (-2.94, 2.94) [0.00, 2.00] nElo, alpha 0.05, beta 0.05: H1 is "
                "accepted\n");
    hone("elo 120 95 40 --sprt 0,5 --alpha .05 --beta .1");
    assert_says("255 games, taken as independent: W=120 won, L=95 lost, D=40 drawn\n");
    assert_says("LLR: 0.3955 (-2.25, 2.89) [0.00, 5.00], alpha 0.05, beta 0.1: undecided\n");
    hone("elo D=40 L=95 W=120");
    assert_says("W=120 won, L=95 lost, D=40 drawn\n");
    hone("elo 1 2 6 --format csv");
    assert_says("games,won,lost,drawn,rate,");
    assert_says("\n9,1,2,6,0.4444");
    hone("elo 9 9 0 1 1 --sprt 0,5 --format json");
    assert_says("{\"games\": 40, \"pairs_0\": 9, ");
    assert_says("\"sprt\": \"undecided\", \"sprt_llr\": -0.");
}

static void counts_that_are_none_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *words, *says;
    } wrong[] = {{"0 0 0", "all counts are 0"},
                 {"0 0 0 0 0", "all counts are 0"},
                 {"1 2", "too few arguments"},
                 {"1 2 3 4", "4 counts: three are needed, W L D, or five of pairs"},
                 {"-- -1 2 3", "-1: a count is a whole number from 0 to "},
                 {"-1 2 3", "unknown option -1"},
                 {"1 2.5 3", "2.5: a count is a whole number"},
                 {"1 2 3 4 x", "x: a count is a whole number"},
                 {"1 L=2 3", "L=2: three counts are W L D, or each of W=, L= and D= once"},
                 {"W=1 2 D=3", "2: three counts are"},
                 {"W=1 W=2 D=3", "W=2: three counts are"},
                 {"W=1 L=2 X=3", "X=3: three counts are"},
                 {"W= L=2 D=3", "W=: a count is a whole number"}};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        hone("elo %s", wrong[i].words);
        assert_int_equal(status, 2);
        assert_says(wrong[i].says);
    }
}

static void a_tournament_has_an_anchor(void **state) {
    (void)state;
    hone("tournament random " SWH " " NORVIG " -n 20 --anchor swh=1500");
    assert_int_equal(status, 0);
    assert_says(" swh     1500.0      - ");
    assert_says("+/-: 95 %, against swh, the anchor, from pairs");
    hone("tournament random " SWH " " NORVIG " -n 20 --anchor swh=1500 -f csv");
    assert_says(",swh,1500,,");
    hone("tournament random " SWH " --anchor norvig=1500");
    assert_int_equal(status, 2);
    assert_says("--anchor norvig=1500: no player has that name; there are: random, swh");
    hone("tournament random " SWH " --anchor swh");
    assert_int_equal(status, 2);
    assert_says("--anchor swh: NAME=ELO is needed");
    hone("tournament random " SWH " --anchor swh=much");
    assert_int_equal(status, 2);
    hone("tournament " LR06 " random --depth 4 -n 3 -s 6 --anchor random=0");
    assert_int_equal(status, 0);
    assert_says("random is not on the scale, so it is no anchor\n");
}

/* All games of equals on one opening are one: twenty of them in three meetings. */
static void a_tournament_tells_how_sure_the_first_move_is(void **state) {
    (void)state;
    hone("tournament " SWH " " SWH " " SWH " -n 20");
    assert_says("20 of 120 games");
    assert_float_equal(number_after("moving first +0.0 +/- "), 156, 10);
    hone("tournament " SWH " " SWH " -n 20 --opening-plies 1");
    assert_says(" Elo, of unknown error");
    hone("tournament " SWH " " NORVIG " -n 20 --opening-plies 0");
    assert_says(" Elo, of unknown error");
    hone("tournament " SWH " " SWH " -n 20 --opening-plies 0 --epsilon .1");
    assert_says("moving first ");
    assert_null(strstr(text_get(&output), "of unknown error"));
}

static void a_tournament_tells_the_los_of_all_pairs(void **state) {
    (void)state;
    hone("tournament random " SWH " " NORVIG " -n 50");
    assert_says("\n  # LOS over   1   2   3\n");
    hone("tournament " NORVIG " " SWH " random -n 50 -f json");
    assert_says("\"openings_of\": \"all\", \"los_1\": null, \"los_2\": ");
    double second = number_after("\"los\": "), over = number_after("\"los_2\": ");
    assert_float_equal(second, over, 1e-9);
}

/* Nor is one that luck did not bring about taken for less: the bounds were out of its reach before.
 */
static void the_end_of_an_uneven_test_is_what_its_pairs_say(void **state) {
    (void)state;
    hone("match " SWH " random --sprt 0,5");
    assert_says("Elo 5 rather than 0");
    assert_float_equal(number_after("test stops: "), number_after("Elo: "), 10);
    hone("match " SWH " random --sprt 0,5 -f json");
    double elo = number_after("\"elo\": "), error = number_after("\"elo_error\": ");
    assert_float_equal(number_after("\"sprt_elo\": "), elo, 10);
    assert_float_equal(number_after("\"sprt_elo_low\": "), elo - error, 20);
    assert_float_equal(number_after("\"sprt_elo_high\": "), elo + error, 20);
}

/* How it ended is not what was asked for. */
static void what_stopped_a_match_is_told(void **state) {
    (void)state;
    hone("match " SWH " " SWH " --sprt=-1,1 -n 100 -f json");
    assert_says("\"sprt\": \"undecided\", \"stopped_by\": \"length\"");
    hone("match " SWH " random --sprt 0,20 -f json");
    assert_says("\"sprt\": \"H1\", \"stopped_by\": \"test\"");
    hone("match " SWH " " NORVIG " --until-error 30 -f json");
    assert_says("\"sprt\": \"\", \"stopped_by\": \"error\"");
    hone("tournament " SWH " random -n 2 -f json");
    assert_says("\"stopped_by\": \"length\"");
}

/* At the end of the first stride after which the error is small enough. */
static void a_match_ends_when_its_error_is_small(void **state) {
    (void)state;
    hone("match " SWH " " NORVIG " --until-error 20");
    assert_int_equal(status, 0);
    assert_says("ended since the error is below 20 Elo; that does not tell which player is ahead");
    assert_true(number_after(" +/- ") < 20);
    int pairs = (int)number_after("reversi, ");
    assert_true(pairs > 100 && pairs % 100 == 0);
    hone("match " SWH " " NORVIG " -n %d", pairs - 100);
    assert_true(number_after(" +/- ") > 20);
    hone("match " SWH " " NORVIG " --until-error 20 -n 100");
    assert_says("the error is not yet below 20 Elo");
    assert_says("reversi, 100 pairs");
}

/* All players' errors. */
static void a_tournament_ends_when_its_errors_are_small(void **state) {
    (void)state;
    double elo, error, worst = 0;
    hone("tournament random " SWH " " NORVIG " --until-error 20");
    assert_says("ended since the error is below 20 Elo");
    const char *row = strstr(text_get(&output), "LOS ");
    for (int rank = 1; rank <= 3; rank++) {
        row = strchr(row, '\n') + 1;
        assert_int_equal(sscanf(row, "%*d %*s %lf %lf", &elo, &error), 2);
        worst = error > worst ? error : worst;
    }
    assert_true(worst > 12 && worst < 20);
}

/* No Elo, but what it is at least. */
static void a_match_without_a_loss_has_bounds(void **state) {
    (void)state;
    hone("match " LR06 " random --depth 4 -n 3 -f json -s 6");
    assert_says("\"rate\": 1, \"elo\": null, \"elo_error\": null,");
    assert_says("\"elo_low\": -93.64");
    assert_says("\"elo_high\": null}");
}

/* Games in the format of chess programs, and nothing else on standard output. */
static void games_are_written_as_pgn(void **state) {
    (void)state;
    static const char *const two[] = {"match", "tournament"};
    for (size_t i = 0; i < COUNT_OF(two); i++) {
        hone("%s " SWH " random --pairs 1 --format pgn 2>/dev/null", two[i]);
        assert_int_equal(status, 0);
        assert_memory_equal(text_get(&output), "[Event \"reversi\"]\n", 18);
        assert_says("[White \"swh\"]\n");
        assert_says("[Black \"swh\"]\n");
    }
}

static void tournament_ranks_everybody(void **state) {
    (void)state;
    hone("tournament random " SWH " initial " NORVIG " -n 100 --epsilon 0.1");
    assert_int_equal(status, 0);
    assert_says("swh");
    assert_says("initial");
    assert_says("norvig");
    assert_says("  4 random ");
    assert_says("of 1200 games");
    hone("tournament --gauntlet random " SWH " initial " NORVIG " -n 100 --epsilon 0.1");
    assert_says("of 600 games");
    assert_says("  4 random ");
}

/* ---- export ---- */

static void export_converts_weight_files(void **state) {
    (void)state;
    struct text original = {0};
    assert_int_equal(file_read(SWH, &original, NULL), 0);
    hone("export " SWH);
    assert_int_equal(status, 0);
    struct weights weights;
    assert_int_equal(weights_parse("export", text_get(&output), &weights, NULL), 0);
    assert_string_equal(weights.provenance.name, "swh");
    weights_free(&weights);
    hone("export -f json " SWH);
    assert_int_equal(text_get(&output)[0], '{');
    hone("export -f c " SWH);
    assert_says("int32_t");
    text_free(&original);
}

/* CSV, JSON and C are for other programs, and what is redirected is wanted there. */
static void exports_go_where_they_are_sent(void **state) {
    (void)state;
    char command[400];
    snprintf(command, sizeof command,
             "D=%s; H=%s/hone; $H export -f csv $D >$D/a.csv && grep -q '^a1,2$' $D/a.csv && "
             "$H export -f json $D | grep -q '\"a1\": 2' && $H export $D >$D/a.weights && "
             "grep -q '^a1 *2$' $D/a.weights && test ! -e $D/champion.csv && "
             "test ! -e $D/champion.weights",
             directory, BUILD_DIR);
    assert_int_equal(system(command), 0);
}

static void export_keeps_other_files(void **state) {
    (void)state;
    char path[96];
    struct text content = {0};
    snprintf(path, sizeof path, "%s/mine", directory);
    assert_int_equal(file_write(path, "mine", NULL), 0);
    hone("export " SWH " -o %s", path);
    assert_int_equal(status, 2);
    assert_says("--force");
    assert_int_equal(file_read(path, &content, NULL), 0);
    assert_string_equal(text_get(&content), "mine");
    hone("export " SWH " -o %s --force", path);
    assert_int_equal(status, 0);
    struct weights weights;
    assert_int_equal(weights_load(path, &weights, NULL), 0);
    weights_free(&weights);
    text_free(&content);
}

/* A run of two generations; each has one individual, with all weights equal to its generation. */
static void add_generation(struct store *store, int64_t run, int number, bool champion) {
    int32_t weights[64];
    for (int i = 0; i < 64; i++) weights[i] = number;
    struct stored_player player = {.run = run,
                                   .generation = number,
                                   .evaluator = "wpc",
                                   .layout = "64",
                                   .dim = 64,
                                   .weights = weights};
    int64_t id = store_add_player(store, &player);
    struct stored_generation generation = {.generation = number,
                                           .champion = id,
                                           .openings = 5,
                                           .openings_distinct = 5,
                                           .games = 10 * number,
                                           .games_distinct = 10,
                                           .state = "",
                                           .seconds = 30,
                                           .threads = 1};
    struct metrics metrics = {0};
    store_add_generation(store, run, &generation, &metrics);
    if (champion)
        store_set_champion(store, run,
                           &(struct stored_champion){.player = id, .start = id, .openings = 5});
}

static void make_run(const char *path, bool champion) {
    struct error error;
    struct store *store = store_open(path, STORE_WRITE, &error);
    if (!store) fail_msg("%s", error.text);
    store_begin(store);
    struct stored_run row = {.name = "little",
                             .init = "random",
                             .game = "reversi",
                             .evaluator = "wpc",
                             .layout = "64",
                             .seed = 7,
                             .config = "game = \"reversi\"; evaluator = { name = \"wpc\"; };",
                             .program = "hone test",
                             .compiler = "c",
                             .machine = "m"};
    int64_t run = store_add_run(store, &row);
    add_generation(store, run, 1, false);
    add_generation(store, run, 2, champion);
    store_commit(store);
    store_close(store);
}

static void assert_exported(const char *path, int32_t weight, int generation, uint64_t games) {
    struct weights weights;
    struct error error;
    if (weights_load(path, &weights, &error)) fail_msg("%s", error.text);
    assert_int_equal(weights.values[0], weight);
    assert_int_equal(weights.values[63], weight);
    assert_string_equal(weights.provenance.run, "little");
    assert_int_equal(weights.provenance.seed, 7);
    assert_int_equal(weights.provenance.generation, generation);
    assert_int_equal(weights.provenance.games, games);
    weights_free(&weights);
}

static void export_takes_a_runs_players(void **state) {
    (void)state;
    char path[128];
    hone("export %s/run.db", directory);
    assert_int_equal(status, 0);
    snprintf(path, sizeof path, "%s/champion.weights", directory);
    assert_exported(path, 2, 2, 30);
    hone("export %s --generation 1", directory);
    assert_int_equal(status, 0);
    snprintf(path, sizeof path, "%s/generation-1.weights", directory);
    assert_exported(path, 1, 1, 10);
    hone("export %s --generation 3", directory);
    assert_int_equal(status, 2);
    assert_says("no generation 3, the last one is 2");
    hone("export %s/unfinished.db", directory);
    assert_int_equal(status, 2);
    assert_says("no champion yet");
    assert_says("--generation 2");
    assert_null(strstr(text_get(&output), "says more"));
}

/* While a run writes, the time is the one that the run itself says, which knows of its deadline;
 * without its word it is computed from the generations' pace. */
static void status_takes_the_time_left_from_the_run(void **state) {
    (void)state;
    char path[128], beside[160];
    struct error error;
    snprintf(path, sizeof path, "%s/unfinished.db", directory);
    run_heartbeat_path(path, beside, sizeof beside);
    hone("status %s", path);
    assert_null(strstr(text_get(&output), "left: about"));
    struct store *store = store_open(path, STORE_WRITE, &error);
    if (!store) fail_msg("%s", error.text);
    hone("status %s", path);
    assert_says("left: about ");
    assert_null(strstr(text_get(&output), "left: about 8 min 00 s"));
    heartbeat_start(beside);
    heartbeat_beat(&(struct heartbeat){.label = "little", .left = 8 * 60}, 100);
    hone("status %s", path);
    assert_says("left: about 8 min 00 s, with choice and measurement");
    heartbeat_beat(&(struct heartbeat){.label = "little", .left = 0}, 102);
    hone("status %s", path);
    assert_says("left: about ");
    assert_null(strstr(text_get(&output), "left: about 0 s"));
    heartbeat_stop();
    store_close(store);
}

/* What is to be done next depends on how far a run is. */
static void an_unfinished_run_is_to_go_on(void **state) {
    (void)state;
    hone("report %s/unfinished.db", directory);
    assert_int_equal(status, 0);
    assert_says("# goes on with it alone in DIRECTORY/run.db\n");
    assert_says(" UTC, not ended\n");
    assert_null(strstr(text_get(&output), "play --weights"));
    hone("status %s/unfinished.db", directory);
    assert_says("stopped; goes on alone in a database DIRECTORY/run.db: hone tune DIRECTORY\n");
}

/* What the folder's name stands in, once or twice. */
static void assert_labels(const char *format) {
    const char *second = strstr(strstr(format, "%s") + 2, "%s");
    struct text wanted = {0};
    text_add(&wanted, "%s", directory);
    text_add(&wanted, "%.*s", second ? (int)(second - format - 2) : (int)strlen(format) - 2,
             format + 2);
    if (second) text_add(&wanted, "%s%s", directory, second + 2);
    assert_says(text_get(&wanted));
    text_free(&wanted);
}

static void runs_players_enter_matches(void **state) {
    (void)state;
    hone("match %s@champion %s/run.db@1 -n 20", directory, directory);
    assert_int_equal(status, 0);
    assert_says("little champion against little generation 1\n");
    hone("tournament %s@start %s@2 random -n 20", directory, directory);
    assert_int_equal(status, 0);
    assert_says("little start");
    hone("match %s %s/run.db -n 20", directory, directory);
    assert_int_equal(status, 0);
    char places[200];
    snprintf(places, sizeof places, "%s champion against %s/run.db champion\n", directory,
             directory);
    assert_says(places);
    hone("match %s %s -n 20", directory, directory);
    assert_says("little champion against little champion (2)\n");
    hone("match %s@best random", directory);
    assert_int_equal(status, 2);
    assert_says("'best' is no player of a run");
}

/* In a copy of the run, which has its name; of other players their own names still tell enough. */
static void players_of_two_runs_of_one_name_are_told_apart(void **state) {
    (void)state;
    char command[400];
    snprintf(command, sizeof command, "mkdir -p %s/twin && cp %s/run.db %s/twin/", directory,
             directory, directory);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): of the test's own words
    hone("match %s@1 %s/twin@2 -n 2", directory, directory);
    assert_labels("%s generation 1 against %s/twin generation 2\n");
    hone("match %s@start %s/twin -n 2", directory, directory);
    assert_labels("%s start against %s/twin champion\n");
    hone("weights diff %s %s/twin", directory, directory);
    assert_labels("%s champion: reversi");
    assert_labels("%s/twin champion: reversi");
    hone("match %s@1 " SWH " -n 2", directory);
    assert_says("little generation 1 against swh\n");
}

/* A file says its run's seed: of that run it is another player, of another run of one name it goes
 * by its path. */
static void files_of_runs_of_one_name_are_told_apart(void **state) {
    (void)state;
    char command[400];
    hone("export %s@1 -o %s/first.weights", directory, directory);
    hone("match %s %s/first.weights -n 2", directory, directory);
    assert_says("little champion against little generation 1\n");
    snprintf(command, sizeof command,
             "sed 's/^seed .*/seed 77/; s/^checksum.*/checksum -/' %s/first.weights "
             "> %s/other.weights",
             directory, directory);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): of the test's own words
    hone("match %s %s/other.weights -n 2", directory, directory);
    assert_labels("%s champion against %s/other.weights\n");
}

/* ---- */

static int make_folder(void **state) {
    char path[128];
    (void)state;
    if (own_directory_make(NULL)) return -1;
    snprintf(path, sizeof path, "%s/run.db", directory);
    make_run(path, true);
    snprintf(path, sizeof path, "%s/unfinished.db", directory);
    make_run(path, false);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    text_free(&output);
    return own_directory_remove(NULL);
}

/* The word behind a setting in the last list of settings that OpenMP printed. */
static void assert_threads_wait(const char *environment, const char *how) {
    char command[300];
    struct text out = {0};
    snprintf(command, sizeof command,
             "env -u OMP_WAIT_POLICY OMP_DISPLAY_ENV=true %s %s/hone --version 2>&1 | "
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

int main(void) {
    const struct CMUnitTest tests[] = {
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
        cmocka_unit_test(match_does_not_depend_on_threads),
        cmocka_unit_test(the_smallest_games_begin_where_they_can),
        cmocka_unit_test(match_with_oneself_is_even),
        cmocka_unit_test(matches_of_players_that_no_run_chose_play_all_openings),
        cmocka_unit_test(matches_of_players_that_a_run_chose_play_what_it_has_not_seen),
        cmocka_unit_test(anybody_beats_random),
        cmocka_unit_test(matches_play_the_openings_of_a_file),
        cmocka_unit_test(matches_can_do_without_one_sided_openings),
        cmocka_unit_test(openings_end_with_a_turn),
        cmocka_unit_test(games_of_a_pair_are_its_own),
        cmocka_unit_test(short_games_are_draws),
        cmocka_unit_test(search_is_chosen),
        cmocka_unit_test(help_tells_the_pairs),
        cmocka_unit_test(playouts_are_played),
        cmocka_unit_test(nodes_alone_make_a_search),
        cmocka_unit_test(sequential_test_stops_and_allows_for_it),
        cmocka_unit_test(the_end_of_a_test_is_not_taken_for_luck),
        cmocka_unit_test(the_end_of_an_uneven_test_is_what_its_pairs_say),
        cmocka_unit_test(the_errors_of_a_test_are_chosen),
        cmocka_unit_test(given_counts_are_told),
        cmocka_unit_test(counts_that_are_none_are_refused),
        cmocka_unit_test(a_tournament_has_an_anchor),
        cmocka_unit_test(a_tournament_tells_how_sure_the_first_move_is),
        cmocka_unit_test(a_tournament_tells_the_los_of_all_pairs),
        cmocka_unit_test(what_stopped_a_match_is_told),
        cmocka_unit_test(a_match_ends_when_its_error_is_small),
        cmocka_unit_test(a_tournament_ends_when_its_errors_are_small),
        cmocka_unit_test(a_match_without_a_loss_has_bounds),
        cmocka_unit_test(games_are_written_as_pgn),
        cmocka_unit_test(tournament_ranks_everybody),
        cmocka_unit_test(export_converts_weight_files),
        cmocka_unit_test(exports_go_where_they_are_sent),
        cmocka_unit_test(export_keeps_other_files),
        cmocka_unit_test(export_takes_a_runs_players),
        cmocka_unit_test(status_takes_the_time_left_from_the_run),
        cmocka_unit_test(an_unfinished_run_is_to_go_on),
        cmocka_unit_test(runs_players_enter_matches),
        cmocka_unit_test(players_of_two_runs_of_one_name_are_told_apart),
        cmocka_unit_test(files_of_runs_of_one_name_are_told_apart),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
