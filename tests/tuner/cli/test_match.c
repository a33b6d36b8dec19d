/*
 * hone match, hone tournament and hone elo: openings, limits, errors and tests.
 */
#include "tests/tuner/cli/command.h"

#define LR06 "config/weights/lr06.weights"
#define NORVIG "config/weights/norvig.weights"

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
    assert_null(strstr(text_get(&output), "from a run"));
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
    assert_says("openings: from the quarter that no run trains on, since little champion comes "
                "from a run\nthere are only 4 openings of 3 random plies in that quarter, ");
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
    assert_says("openings.txt: holds no opening\n");
    write_openings("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X;\n");
    hone("match " SWH " " NORVIG " --openings %s/openings.txt", directory);
    assert_says("openings.txt: holds no opening, but games that are over there\n");
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

/* Judges play as the command line says, else as their file does, else like the players. */
static void a_weight_file_judges_openings(void **state) {
    (void)state;
    char judge[128];
    snprintf(judge, sizeof judge, "%s/judge.weights", directory);
    struct text file = {0};
    assert_int_equal(file_read("config/weights/lr06.weights", &file, NULL), 0);
    char *params = strstr(file.data, "params"), *sum = strstr(file.data, "checksum");
    struct text own = {0};
    text_add(&own, "%.*splayer      depth=2\n%.*schecksum -\n", (int)(params - file.data),
             file.data, (int)(sum - params), params);
    assert_int_equal(file_write(judge, text_get(&own), NULL), 0);
    hone("match " SWH " " NORVIG " -n 10 --balance 0.5 --opening-plies 8 --judge %s", judge);
    assert_int_equal(status, 0);
    assert_says("judge.weights (depth 2), seed 1\ndistinct: 10 of 10");
    char *own_way = without_speed();
    hone("match " SWH " " NORVIG " -n 10 --balance 0.5 --opening-plies 8 --judge %s", LR06);
    assert_says("balanced to 0.5 by " LR06 " (greedy), seed 1\n");
    char *like_players = without_speed();
    hone("match " SWH " " NORVIG " -n 10 --balance 0.5 --opening-plies 8 --judge " SWH);
    char *other = without_speed();
    assert_string_not_equal(strstr(own_way, "Elo: "), strstr(like_players, "Elo: "));
    assert_string_not_equal(strstr(other, "Elo: "), strstr(like_players, "Elo: "));
    hone("match " SWH " " NORVIG " -n 1 --depth 1 --balance 0.5 --opening-plies 8 --judge %s",
         judge);
    assert_says("judge.weights (depth 1)");
    free(own_way);
    free(like_players);
    free(other);
    text_free(&file);
    text_free(&own);
}

static void a_judge_that_cannot_judge_is_refused(void **state) {
    (void)state;
    hone("match " SWH " " NORVIG " --judge " SWH);
    assert_int_equal(status, 2);
    assert_says("--judge has no effect without --balance");
    hone("match " SWH " " NORVIG " --balance 0.3 --judge results/champions/gomoku-roads.weights");
    assert_int_equal(status, 2);
    assert_says("gomoku-roads.weights: has weights of gomoku, which cannot judge reversi, "
                "the game here (--game)");
}

/* No player needs the settings of a search then, but the judges do. */
static void settings_between_programs_are_the_judges(void **state) {
    static const char players[] =
        "match 'cmd:" BUILD_DIR "/tests/fake_engine gtp;protocol=gtp;name=a' "
        "'cmd:" BUILD_DIR
        "/tests/fake_engine gtp;protocol=gtp;name=b' -n 1 --opening-plies 8 --depth 1";
    (void)state;
    hone("%s --balance 0.5", players);
    assert_int_equal(status, 0);
    assert_says("balanced to 0.5, seed 1");
    hone("%s", players);
    assert_int_equal(status, 2);
    assert_says("no player here is hone's own");
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
                 {"W= L=2 D=3", "W=: a count is a whole number"},
                 {"1 2 3 --sprt 0,1001", "two numbers ELO0,ELO1 from -1000 to 1000"}};
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(match_does_not_depend_on_threads),
        cmocka_unit_test(the_smallest_games_begin_where_they_can),
        cmocka_unit_test(match_with_oneself_is_even),
        cmocka_unit_test(matches_of_players_that_no_run_chose_play_all_openings),
        cmocka_unit_test(matches_of_players_that_a_run_chose_play_what_it_has_not_seen),
        cmocka_unit_test(a_weight_file_judges_openings),
        cmocka_unit_test(a_judge_that_cannot_judge_is_refused),
        cmocka_unit_test(settings_between_programs_are_the_judges),
        cmocka_unit_test(anybody_beats_random),
        cmocka_unit_test(matches_play_the_openings_of_a_file),
        cmocka_unit_test(matches_can_do_without_one_sided_openings),
        cmocka_unit_test(openings_end_with_a_turn),
        cmocka_unit_test(games_of_a_pair_are_its_own),
        cmocka_unit_test(short_games_are_draws),
        cmocka_unit_test(search_is_chosen),
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
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
