/*
 * The seat that all protocols share, without a program at the other end: which limits hold.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/engine/protocol/seated.h"

/* The nodes of a move with so much time on its clock. */
static uint64_t nodes_of_move(bool usual, double seconds) {
    struct search_result result;
    sit_down(usual, "", (struct timing){0});
    seat.taken = clock_seconds();
    seat.timing = (struct timing){.remaining = seconds, .moves_to_go = 1};
    seat_choose(&seat, &result);
    stand_up();
    return result.nodes;
}

/* Where the user gave no limit, the time of the other side is used up, whatever the usual nodes
 * are; nodes that the user gave hold besides. */
static void a_clock_replaces_the_usual_nodes_alone(void **unused) {
    (void)unused;
    assert_in_range(nodes_of_move(true, 0), 1, 100);
    assert_true(nodes_of_move(true, 0.2) > 100);
    assert_in_range(nodes_of_move(false, 0.2), 1, 100);
}

/* A move runs it; hints, values and moves beside the game do not. */
static void questions_beside_a_game_leave_its_clock_alone(void **unused) {
    (void)unused;
    static const struct {
        const struct protocol *protocol;
        const char *line;
        bool runs;
    } questions[] = {{&protocol_nboard, "hint 2\n", false},
                     {&protocol_nboard, "analyze\n", false},
                     {&protocol_nboard, "go\n", true},
                     {&protocol_gtp, "reg_genmove b\n", false},
                     {&protocol_gtp, "genmove b\n", true}};
    for (size_t i = 0; i < COUNT_OF(questions); i++) {
        sit_down(false, questions[i].line, (struct timing){.remaining = 90});
        questions[i].protocol->serve(&seat);
        assert_int_equal(seat.timing.remaining < 90, questions[i].runs);
        stand_up();
    }
}

/* Where each move has its seconds, what the board says of its clock is no limit. */
static void seconds_of_a_move_take_the_place_of_a_clock(void **unused) {
    (void)unused;
    static const struct {
        const char *lines;
        double remaining;
    } cases[] = {{"time 100\n", 1}, {"st 5\ntime 100\n", 0}, {"st 5\nlevel 40 5 0\ntime 100\n", 1}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        sit_down_at("chess", false, cases[i].lines, (struct timing){0});
        protocol_xboard.serve(&seat);
        assert_true(seat.timing.remaining == cases[i].remaining);
        stand_up();
    }
}

/* With main time left, each move may take its share of the period that follows. */
static void moves_of_a_period_share_it(void **unused) {
    (void)unused;
    static const struct {
        const char *lines;
        double overtime;
        int moves_to_go; /* 0: main time is left */
    } cases[] = {{"time_settings 600 60 30\ngenmove b\n", 2, 0},
                 {"time_settings 60 10 1\ngenmove b\n", 10, 0},
                 /* no game has so many moves */
                 {"time_settings 60 10 1000000\ngenmove b\n", 10. / GAME_PLIES_MAX, 0},
                 {"time_settings 0 10 4\ngenmove b\n", 2.5, 4}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        sit_down(false, cases[i].lines, (struct timing){0});
        protocol_gtp.serve(&seat);
        assert_true(seat.timing.overtime == cases[i].overtime);
        assert_int_equal(seat.timing.moves_to_go, cases[i].moves_to_go);
        stand_up();
    }
}

/* A search on the other side's time that is hit goes on by the clock, and only then a move is said:
 * the answer's line is that of the search after the hit, which began anew. */
static void a_move_that_was_pondered_is_searched_once_more(void **unused) {
    (void)unused;
    double pondered = 0, searched = 0, move;
    for (int hits = 0; hits < 2; hits++) {
        clock_replace(ticking_clock);
        sit_down_at("chess", false,
                    hits ? "position startpos\ngo ponder movetime 1\nponderhit\n"
                         : "position startpos\ngo ponder movetime 1\nstop\n",
                    (struct timing){0});
        seat.limits.nodes = 0;
        protocol_uci.serve(&seat);
        clock_replace(NULL);
        said("info ", " nodes ", hits ? &searched : &pondered);
        assert_int_equal(said("bestmove", "bestmove", &move), 1);
        stand_up();
    }
    assert_true(searched > 0 && searched < pondered);
}

/* Once the main time is spent there are 10 seconds for each 2 moves, which each period has anew;
 * what the main time was short of is a part of the first one. */
static void periods_of_gtp_follow_each_other(void **unused) {
    (void)unused;
    static const struct {
        int moves_to_go;
        double remaining;
    } left[] = {{0, 0.05}, {1, 9.95}, {2, 10}, {1, 9.9}};
    const struct evaluator evaluator = noting_evaluator("reversi");
    struct text lines = {0};
    text_add(&lines, "time_settings 0.05 10 2\ngenmove b\n");
    clock_replace(standing_clock);
    for (size_t i = 0; i < COUNT_OF(left); i++) {
        asked = 0;
        sit_down_as(&evaluator, false, text_get(&lines), (struct timing){0});
        protocol_gtp.serve(&seat);
        assert_int_equal(seat.timing.moves_to_go, left[i].moves_to_go);
        assert_float_equal(seat.timing.remaining, timing_left(left[i].remaining - 0.1), 1e-9);
        stand_up();
        text_add(&lines, "%s", i % 2 ? "undo\ngenmove b\n" : "genmove w\ngenmove b\n");
    }
    clock_replace(NULL);
    text_free(&lines);
}

/* A move that takes the main time and more than the period behind it has lost its game on time. If
 * the board goes on, the period counts like any other that is exceeded: what is left of its moves
 * is played at once, and the next period is whole. */
static void an_exceeded_period_of_gtp_is_played_to_its_end(void **unused) {
    (void)unused;
    static const double left[] = {0.001, 0.05};
    const struct evaluator evaluator = noting_evaluator("reversi");
    clock_replace(standing_clock);
    for (int moves = 1; moves <= 2; moves++) {
        struct text lines = {0};
        text_add(&lines, "time_settings 0.01 0.05 2\ngenmove b\ngenmove w\ngenmove b\n%s",
                 moves == 2 ? "genmove w\ngenmove b\n" : "");
        sit_down_as(&evaluator, false, text_get(&lines), (struct timing){0});
        asked = 0;
        protocol_gtp.serve(&seat);
        assert_int_equal(asked, 2 * moves + 1);
        assert_true(asked_limits[2 * moves].seconds <= left[moves - 1]);
        assert_true(asked_limits[2 * moves].seconds > (moves == 2 ? 0.004 : 0));
        stand_up();
        text_free(&lines);
    }
    clock_replace(NULL);
}

/* No main time and no period are no time; a period without moves says that there is no limit,
 * whatever the main time. */
static void no_time_of_gtp_is_none(void **unused) {
    (void)unused;
    static const struct {
        const char *lines;
        bool limited;
    } cases[] = {{"time_settings 0 0 0\ngenmove b\n", true},
                 {"time_settings 0 0 5\ngenmove b\n", true},
                 {"time_settings 0 5 0\ngenmove b\n", false},
                 {"time_settings 900 5 0\ngenmove b\n", false}};
    const struct evaluator evaluator = noting_evaluator("reversi");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        asked = 0;
        sit_down_as(&evaluator, false, cases[i].lines, (struct timing){0});
        protocol_gtp.serve(&seat);
        assert_int_equal(asked, 1);
        assert_int_equal(asked_limits[0].seconds > 0, cases[i].limited);
        assert_true(asked_limits[0].seconds < 0.01);
        stand_up();
    }
}

/* NBoard's hints are about all moves, however few of them a game's search looks at. */
static void hints_know_no_width(void **unused) {
    (void)unused;
    const struct evaluator evaluator = noting_evaluator("reversi");
    sit_down_as(&evaluator, false, "hint 1\nanalyze\ngo\n", (struct timing){0});
    seat.limits.width = 3;
    protocol_nboard.serve(&seat);
    assert_int_equal(asked, 3);
    assert_int_equal(asked_limits[0].width, 0);
    assert_int_equal(asked_limits[1].width, 0);
    assert_int_equal(asked_limits[2].width, 3);
    stand_up();
}

/* UCI's clock is shared by the moves that its board counts; an increment comes back. */
static void a_clock_of_uci_is_shared_by_its_moves(void **unused) {
    (void)unused;
    static const struct {
        const char *go;
        double seconds;
    } cases[] = {{"wtime 60000 btime 1 movestogo 3", 19.98},
                 {"wtime 60000 btime 1 movestogo 1", 59.98},
                 {"wtime 60000 btime 1 winc 2000 binc 9000 movestogo 3", 21.98},
                 {"wtime 60000 movetime 5000 movestogo 3", 4.98}};
    const struct evaluator evaluator = noting_evaluator("chess");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text lines = {0};
        text_add(&lines, "position startpos\ngo %s\n", cases[i].go);
        asked = 0;
        sit_down_as(&evaluator, false, text_get(&lines), (struct timing){0});
        protocol_uci.serve(&seat);
        assert_int_equal(asked, 1);
        assert_float_equal(asked_limits[0].seconds, cases[i].seconds, 1e-9);
        stand_up();
        text_free(&lines);
    }
}

/* A depth that XBoard asks for is searched whole, where the user has not asked for reductions; one
 * beyond all depths is none. */
static void a_depth_of_xboard_is_whole(void **unused) {
    (void)unused;
    static const struct {
        const char *lines;
        int depth;
        bool reduced;
    } cases[] = {{"sd 4\ngo\n", 4, false},
                 {"sd 63\ngo\n", 63, false},
                 {"sd 64\ngo\n", SEARCH_DEPTH_MAX, true},
                 {"sd 1000\ngo\n", SEARCH_DEPTH_MAX, true}};
    const struct evaluator evaluator = noting_evaluator("chess");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        asked = 0;
        sit_down_as(&evaluator, true, cases[i].lines, (struct timing){0});
        seat.limits.reduce = seat.reduce_default = true;
        protocol_xboard.serve(&seat);
        assert_int_equal(asked, 1);
        assert_int_equal(asked_limits[0].depth, cases[i].depth);
        assert_int_equal(asked_limits[0].reduce, cases[i].reduced);
        stand_up();
    }
}

/* A manager that tells no time leaves the user's clock. */
static void without_times_of_gomocup_the_users_clock_runs(void **unused) {
    (void)unused;
    sit_down_at("gomoku", false, "START 15\nBEGIN\n", (struct timing){.remaining = 90});
    protocol_gomocup.serve(&seat);
    assert_true(seat.timing.remaining > 0 && seat.timing.remaining < 90);
    stand_up();
}

/* The user's seconds are for an answer, which may be of several searches. */
static void searches_of_an_answer_share_its_seconds(void **unused) {
    (void)unused;
    for (int searches = 1; searches <= 4; searches += 3) {
        double begun = now;
        clock_replace(ticking_clock);
        sit_down_at("gomoku", false,
                    searches == 1 ? "START 15\nyxnbest 1\n" : "START 15\nyxnbest 4\n",
                    (struct timing){0});
        seat.limits.nodes = 0;
        seat.limits.seconds = 0.2;
        protocol_gomocup.serve(&seat);
        clock_replace(NULL);
        assert_true(now - begun > 0.15 && now - begun < 0.4);
        stand_up();
    }
}

/* A game that a draw need not end has the clock that it had. */
static void a_game_that_goes_on_keeps_its_clock(void **unused) {
    (void)unused;
    const struct evaluator evaluator = noting_evaluator("chess");
    sit_down_as(&evaluator, false,
                "force\nlevel 0 5 0\ntime 1000\nusermove g1f3\nusermove g8f6\nusermove f3g1\n"
                "usermove f6g8\nusermove g1f3\nusermove g8f6\nusermove f3g1\nusermove f6g8\n"
                "usermove e2e4\n",
                (struct timing){0});
    protocol_xboard.serve(&seat);
    assert_int_equal(seat.count, 1);
    assert_true(seat.timing.remaining == 10);
    stand_up();
}

/* Longer than a short question takes goes by at each look. */
static double leaping_clock(void) {
    return now += 0.03;
}

/* Nothing is read behind it, however many questions wait before it. Searches here would take a
 * minute. */
static void an_end_behind_several_questions_ends_them_all(void **unused) {
    (void)unused;
    static const struct {
        const struct protocol *protocol;
        const char *game, *lines;
    } cases[] = {
        {&protocol_gtp, "reversi", "genmove b\ngenmove w\ngenmove b\nquit\n"},
        {&protocol_gomocup, "gomoku", "START 15\nBEGIN\nTURN 3,3\nEND\n"},
        {&protocol_nboard, "reversi", "go\nhint 1\nquit\n"},
        {&protocol_sau, "connect6", "new black\nmove KKLL\nquit\n"},
        {&protocol_uci, "chess", "position startpos\ngo movetime 60000\ngo movetime 60000\nquit\n"},
        {&protocol_ucci, "xiangqi",
         "position startpos\ngo movetime 60000\ngo movetime 60000\nquit\n"},
        {&protocol_xboard, "chess", "new\ngo\nusermove e7e5\nquit\n"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double begun = now;
        clock_replace(leaping_clock);
        sit_down_at(cases[i].game, false, cases[i].lines, (struct timing){0});
        seat.limits.nodes = 0;
        seat.limits.seconds = 60;
        cases[i].protocol->serve(&seat);
        clock_replace(NULL);
        assert_in_range((int)(now - begun), 0, 5);
        stand_up();
    }
}

/* XBoard's analysis runs no clock. */
static void analysis_leaves_the_clock_alone(void **unused) {
    (void)unused;
    const struct evaluator evaluator = noting_evaluator("chess");
    sit_down_as(&evaluator, false, "level 0 5 0\nanalyze\nexit\n", (struct timing){0});
    protocol_xboard.serve(&seat);
    assert_int_equal(asked, 1);
    assert_true(asked_limits[0].seconds == 0);
    assert_true(seat.timing.remaining == 300);
    stand_up();
}

/* SAU has one time for both stones of a turn. */
static void stones_of_a_turn_share_its_time(void **unused) {
    (void)unused;
    const struct evaluator evaluator = noting_evaluator("connect6");
    clock_replace(standing_clock);
    sit_down_as(&evaluator, false, "new white\nmove JJ\n", (struct timing){0});
    seat.limits.seconds = 1;
    protocol_sau.serve(&seat);
    clock_replace(NULL);
    assert_int_equal(asked, 2);
    assert_float_equal(asked_limits[0].seconds, 0.5, 1e-9);
    assert_float_equal(asked_limits[1].seconds, 0.9, 1e-9);
    assert_true(seat.limits.seconds == 1);
    stand_up();
}

/* What is left of the match's clock after some moves in a row, since the manager told it. */
static double left_after(const char *lines) {
    clock_replace(ticking_clock);
    sit_down_at("gomoku", false, lines, (struct timing){0});
    protocol_gomocup.serve(&seat);
    clock_replace(NULL);
    double left = seat.timing.remaining;
    stand_up();
    return left;
}

/* Gomocup's manager need not tell the time before each move. */
static void moves_add_up_until_the_time_is_told_anew(void **unused) {
    (void)unused;
    const char head[] = "START 15\nINFO timeout_match 100000\nINFO time_left 10000\nBEGIN\n";
    struct text three = {0}, told = {0};
    text_add(&three, "%sTURN 0,0\nTURN 14,14\n", head);
    text_add(&told, "%sTURN 0,0\nINFO time_left 10000\nTURN 14,14\n", head);
    double used = 10 - left_after(head);
    assert_true(used > 0);
    assert_true(10 - left_after(text_get(&three)) > 2 * used);
    assert_true(10 - left_after(text_get(&told)) < 2 * used);
    text_free(&three);
    text_free(&told);
}

/* NBoard draws values beside moves; a book has none. */
static void analysis_asks_no_book(void **unused) {
    (void)unused;
    struct error error;
    struct book *book = book_parse("book", "hone-book 1\ngame reversi\n-> f5 1\n", &error);
    double value[2];
    assert_non_null(book);
    for (int i = 0; i < 2; i++) {
        sit_down(false, "set game (;GM[Othello]TY[8]B[f5];)\nmove f6\nanalyze\n",
                 (struct timing){0});
        seat.book = i ? book : NULL;
        protocol_nboard.serve(&seat);
        assert_int_equal(said("analysis 0", "analysis 0 ", &value[i]), 1);
        assert_true(seat.book == (i ? book : NULL));
        stand_up();
    }
    assert_true(value[0] != 0 && value[1] == value[0]);
    book_free(book);
}

/* All discs but one are lost behind a pass. Though it is the only move, it is searched. */
static void a_pass_is_worth_what_comes_behind_it(void **unused) {
    (void)unused;
    static const struct {
        const char *question, *begin, *key;
    } cases[] = {{"hint 1\n", "search PA", "search PAF1 "},
                 {"go\n", "=== PA", "=== PA/"},
                 {"analyze\n", "analysis 0", "analysis 0 "}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text lines = {0};
        double value = 0;
        text_add(&lines,
                 "set game (;GM[Othello]BO[8 ------*O -------- -------- -------- -------- "
                 "-------- -------- -------- *];)\n%smove pa\n",
                 cases[i].question);
        sit_down(false, text_get(&lines), (struct timing){0});
        protocol_nboard.serve(&seat);
        assert_int_equal(said(cases[i].begin, cases[i].key, &value), 1);
        assert_true(value == -64);
        assert_int_equal(said("status illegal", "", &value), 0); /* the position stays */
        stand_up();
        text_free(&lines);
    }
}

/* The rest is for the expert's memory and for what a search needs besides. */
static void the_table_gets_a_third_of_the_memory(void **unused) {
    (void)unused;
    sit_down(false, "", (struct timing){0});
    assert_true(seat_set_memory(&seat, 5 << 20));
    assert_int_equal(search_table_bytes(seat.search), 1 << 20);
    assert_true(seat_set_memory(&seat, 6 << 20));
    assert_int_equal(search_table_bytes(seat.search), 2 << 20);
    stand_up();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_replaces_the_usual_nodes_alone),
        cmocka_unit_test(questions_beside_a_game_leave_its_clock_alone),
        cmocka_unit_test(seconds_of_a_move_take_the_place_of_a_clock),
        cmocka_unit_test(moves_of_a_period_share_it),
        cmocka_unit_test(a_move_that_was_pondered_is_searched_once_more),
        cmocka_unit_test(periods_of_gtp_follow_each_other),
        cmocka_unit_test(an_exceeded_period_of_gtp_is_played_to_its_end),
        cmocka_unit_test(no_time_of_gtp_is_none),
        cmocka_unit_test(hints_know_no_width),
        cmocka_unit_test(a_clock_of_uci_is_shared_by_its_moves),
        cmocka_unit_test(a_depth_of_xboard_is_whole),
        cmocka_unit_test(without_times_of_gomocup_the_users_clock_runs),
        cmocka_unit_test(searches_of_an_answer_share_its_seconds),
        cmocka_unit_test(a_game_that_goes_on_keeps_its_clock),
        cmocka_unit_test(an_end_behind_several_questions_ends_them_all),
        cmocka_unit_test(analysis_leaves_the_clock_alone),
        cmocka_unit_test(stones_of_a_turn_share_its_time),
        cmocka_unit_test(moves_add_up_until_the_time_is_told_anew),
        cmocka_unit_test(analysis_asks_no_book),
        cmocka_unit_test(a_pass_is_worth_what_comes_behind_it),
        cmocka_unit_test(the_table_gets_a_third_of_the_memory),
    };
    return cmocka_run_group_tests_name("seat", tests, NULL, NULL);
}
