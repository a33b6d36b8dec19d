/*
 * What boards set beside moves: the limits of one search, the memory, and what they are told of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "tests/engine/protocol/seated.h"

/* A player of 10 nodes a move hears these lines of a board. The limits of the last search, the
 * table's bytes, and all that was said. */
static struct search_limits limits_of;
static size_t table_bytes;
static char said_all[8192];

static void hear(const struct protocol *protocol, const char *game, bool usual, const char *lines) {
    const struct evaluator evaluator = noting_evaluator(game);
    clock_replace(standing_clock);
    sit_down_as(&evaluator, usual, lines, (struct timing){0});
    protocol->serve(&seat);
    clock_replace(NULL);
    limits_of = asked > 0 ? asked_limits[asked - 1] : (struct search_limits){0};
    table_bytes = search_table_bytes(seat.search);
    rewind(seat.out);
    said_all[fread(said_all, 1, sizeof said_all - 1, seat.out)] = '\0';
    stand_up();
}

static void assert_said(const char *wanted) {
    if (!strstr(said_all, wanted)) fail_msg("\"%s\" without \"%s\"", said_all, wanted);
}

struct asked_for {
    const char *lines;
    uint64_t nodes;
    int depth;
    double seconds;
};

static void check_limits(const struct protocol *protocol, const char *game,
                         const struct asked_for *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        hear(protocol, game, false, cases[i].lines);
        if (asked != 1) fail_msg("%s: %d searches", cases[i].lines, asked);
        if (limits_of.nodes != cases[i].nodes || limits_of.depth != cases[i].depth ||
            fabs(limits_of.seconds - cases[i].seconds) > 1e-9)
            fail_msg("%s: %d nodes, depth %d, %g s", cases[i].lines, (int)limits_of.nodes,
                     limits_of.depth, limits_of.seconds);
    }
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* The engine's own limits hold where the board gives none. A clock, seconds and a depth take their
 * place, even a depth that no search reaches. */
static void limits_of_xboard_take_the_place_of_the_engines(void **unused) {
    (void)unused;
    static const struct asked_for cases[] = {{"go\n", 10, SEARCH_DEPTH_MAX, 0},
                                             {"sd 3\ngo\n", 0, 3, 0},
                                             {"sd 1000\ngo\n", 0, SEARCH_DEPTH_MAX, 0},
                                             {"st 0.5\ngo\n", 0, SEARCH_DEPTH_MAX, .48},
                                             {"level 3 1 0\ngo\n", 0, SEARCH_DEPTH_MAX, 19.98},
                                             {"level 0 0:30 0\ngo\n", 0, SEARCH_DEPTH_MAX, .73}};
    check_limits(&protocol_xboard, "chess", cases, COUNT_OF(cases));
}

static void limits_of_uci_take_the_place_of_the_engines(void **unused) {
    (void)unused;
    static const struct asked_for cases[] = {
        {"position startpos\ngo\n", 10, SEARCH_DEPTH_MAX, 0},
        {"position startpos\ngo nodes 500\n", 500, SEARCH_DEPTH_MAX, 0},
        {"position startpos\ngo depth 3\n", 0, 3, 0},
        {"position startpos\ngo movetime 500\n", 0, SEARCH_DEPTH_MAX, .48}};
    check_limits(&protocol_uci, "chess", cases, COUNT_OF(cases));
}

/* UCCI has seconds, unless the board asks for milliseconds, and one clock, that of the side to
 * move. */
static void clocks_of_ucci_are_in_seconds(void **unused) {
    (void)unused;
    static const struct asked_for cases[] = {
        {"position startpos\ngo time 60 movestogo 3\n", 0, SEARCH_DEPTH_MAX, 19.98},
        {"position startpos\ngo time 60 increment 2 movestogo 3\n", 0, SEARCH_DEPTH_MAX, 21.98},
        {"setoption usemillisec true\nposition startpos\ngo time 60000 increment 2000 movestogo "
         "3\n",
         0, SEARCH_DEPTH_MAX, 21.98}};
    check_limits(&protocol_ucci, "xiangqi", cases, COUNT_OF(cases));
}

/* A turn's time is for a move and a match's for all of them, which goes down from what is left. A
 * turn of 0 is to be played at once, and so is a move of a match without time left; a match of 0
 * has no end. Several best moves share the time. */
static void times_of_gomocup_are_those_of_a_move(void **unused) {
    (void)unused;
    static const struct {
        const char *lines;
        double move, remaining;
    } cases[] = {
        {"BEGIN\n", 0, 0},
        {"INFO timeout_turn 5000\nBEGIN\n", 5, 0},
        {"INFO timeout_turn 0\nBEGIN\n", .001, 0},
        {"INFO timeout_match 100000\nBEGIN\n", 0, 100},
        {"INFO timeout_match 100000\nINFO time_left 60000\nBEGIN\n", 0, 60},
        {"INFO timeout_match 100000\nINFO time_left 0\nBEGIN\n", 0, .001},
        {"INFO timeout_match 0\nINFO time_left 2147483647\nBEGIN\n", 0, 0},
        {"INFO timeout_turn 5000\nINFO timeout_match 0\nBEGIN\n", 5, 0},
        {"INFO timeout_turn 5000\nINFO timeout_match 100000\nINFO time_left 60000\nYXNBEST 2\n",
         2.5, 30},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text lines = {0};
        text_add(&lines, "START 15\n%s", cases[i].lines);
        clock_replace(standing_clock);
        sit_down_at("gomoku", false, text_get(&lines), (struct timing){0});
        protocol_gomocup.serve(&seat);
        clock_replace(NULL);
        if (fabs(seat.timing.move - cases[i].move) > 1e-9 ||
            fabs(seat.timing.remaining - cases[i].remaining) > 1e-9)
            fail_msg("%s: %g s, %g s left", cases[i].lines, seat.timing.move,
                     seat.timing.remaining);
        stand_up();
        text_free(&lines);
    }
}

/* A search on the other side's time that has come to its end needs no second one after the hit. */
static void a_finished_search_is_not_begun_again(void **unused) {
    (void)unused;
    hear(&protocol_uci, "chess", false, "position startpos\ngo ponder depth 2\nponderhit\n");
    assert_int_equal(asked, 1);
    assert_said("bestmove ");
}

/* A question is answered in full within some hundredths of a second; then what comes behind it is
 * heard. */
static void a_stop_is_heard_soon(void **unused) {
    (void)unused;
    clock_replace(ticking_clock);
    sit_down_at("chess", false, "position startpos\ngo infinite\nstop\n", (struct timing){0});
    double begun = now;
    protocol_uci.serve(&seat);
    clock_replace(NULL);
    assert_true(now - begun > 0.025 && now - begun < 0.1);
    stand_up();
}

/* A board sends all moves of a game in one line, of thousands of bytes. */
static void long_lines_are_read_whole(void **unused) {
    (void)unused;
    struct text lines = {0};
    text_add(&lines, "position startpos moves");
    for (int i = 0; i < 400; i++) text_add(&lines, " g1f3 g8f6 f3g1 f6g8");
    text_add(&lines, " e2e4\ngo depth 1\n");
    hear(&protocol_uci, "chess", false, text_get(&lines));
    assert_said("bestmove a7a5\n");
    text_free(&lines);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* A MiB is the least: of it XBoard means the whole program, UCI the table alone. */
static void a_mebibyte_of_memory_is_taken(void **unused) {
    (void)unused;
    hear(&protocol_xboard, "chess", false, "memory 1\n");
    assert_in_range(table_bytes, 1 << 17, (1 << 20) / 3);
    hear(&protocol_xboard, "chess", false, "memory 6\n");
    assert_in_range(table_bytes, 1 << 20, 2 << 20);
    hear(&protocol_uci, "chess", false, "setoption name Hash value 1\nuci\n");
    assert_int_equal(table_bytes, 1 << 20);
    assert_said("option name Hash type spin default 1 min 1 ");
}

/* A player of gomoku with a table of 1 MiB and without a limit of nodes hears what a manager says.
 */
static void hear_gomocup(const char *game, const char *lines) {
    clock_replace(standing_clock);
    sit_down_at(game, false, lines, (struct timing){0});
    seat.limits.nodes = 0;
    seat.limits.depth = 3;
    assert_true(seat_set_memory(&seat, 3 << 20));
    protocol_gomocup.serve(&seat);
    clock_replace(NULL);
    table_bytes = search_table_bytes(seat.search);
    rewind(seat.out);
    said_all[fread(said_all, 1, sizeof said_all - 1, seat.out)] = '\0';
    stand_up();
}

/* Of all memory the program itself has 8 MiB; the table never becomes larger than the user's. */
static void memory_of_gomocup_is_no_more_than_the_users(void **unused) {
    (void)unused;
    static const struct {
        const char *lines;
        size_t bytes;
    } cases[] = {{"INFO max_memory 50000000\n", 1 << 20},
                 {"INFO max_memory 0\n", 1 << 20},
                 {"INFO max_memory 10000000\n", 1 << 19},
                 {"INFO max_memory 10000000\nINFO max_memory 0\n", 1 << 20}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        hear_gomocup("gomoku", cases[i].lines);
        assert_int_equal(table_bytes, cases[i].bytes);
    }
}

/* The nodes of a search that is asked for a second time are those of the first one only if nothing
 * is known of it. */
static void a_cleared_table_knows_nothing(void **unused) {
    (void)unused;
    static const char head[] = "INFO show_detail 1\nSTART 15\nYXBOARD\n7,7,2\n8,9,1\n3,3,2\nDONE\n"
                               "YXNBEST 1\n";
    int x, y, nodes[2][2];
    hear_gomocup("gomoku", head);
    const char *end = strrchr(said_all, ',');
    assert_non_null(end);
    while (end > said_all && end[-1] != '\n') end--;
    assert_int_equal(sscanf(end, "%d,%d", &x, &y), 2);
    for (int cleared = 0; cleared < 2; cleared++) {
        struct text lines = {0};
        text_add(&lines, "%sTAKEBACK %d,%d\n%sYXNBEST 1\n", head, x, y,
                 cleared ? "YXHASHCLEAR\n" : "");
        hear_gomocup("gomoku", text_get(&lines));
        const char *at = said_all;
        for (int i = 0; i < 2; i++) {
            at = strstr(at, " nodes ");
            assert_non_null(at);
            nodes[cleared][i] = atoi(at += strlen(" nodes "));
        }
        text_free(&lines);
    }
    assert_int_not_equal(nodes[0][0], nodes[0][1]);
    assert_int_equal(nodes[1][0], nodes[1][1]);
}

/* Three stones and their neighbours need some room, and no side may have won with them. */
static void swap2_needs_a_board(void **unused) {
    (void)unused;
    static const struct {
        const char *game, *start, *stones;
        bool fits;
    } cases[] = {{"tictactoe", "START 3\n", "", false},
                 {"gomoku", "RECTSTART 15,2\n", "", false},
                 {"gomoku", "RECTSTART 2,15\n", "", false},
                 {"gomoku", "RECTSTART 15,3\n", "", true},
                 {"gomoku", "START 5\n", "", true},
                 {"connect(7,7,3,1,1)", "START 7\n", "0,0\n0,6\n1,0\n6,6\n4,4\n", true},
                 {"connect(7,7,3,1,1)", "START 7\n", "0,0\n0,6\n1,0\n6,6\n2,0\n", false}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text lines = {0};
        text_add(&lines, "%sSWAP2BOARD\n%sDONE\n", cases[i].start, cases[i].stones);
        hear_gomocup(cases[i].game, text_get(&lines));
        if (!strstr(said_all, "OK\n") || (strstr(said_all, "ERROR") == NULL) != cases[i].fits)
            fail_msg("%s%s: %s", cases[i].start, cases[i].stones, said_all);
        text_free(&lines);
    }
}

/* Where the table is smaller than the least that can be asked for, that is said to be the default.
 */
static void a_small_table_is_the_least_that_is_offered(void **unused) {
    (void)unused;
    hear(&protocol_uci, "chess", false, "uci\n");
    assert_true(table_bytes < 1 << 20);
    assert_said("option name Hash type spin default 1 min 1 ");
}

/* ---- what is told ---------------------------------------------------------------------------- */

/* Hundredths of a second for XBoard, thousandths for UCI. */
static void times_are_told_in_the_boards_units(void **unused) {
    (void)unused;
    hear(&protocol_xboard, "chess", false, "post\nsd 1\ngo\n");
    assert_said("1 0 10 0 ");
    hear(&protocol_uci, "chess", false, "position startpos\ngo depth 1\n");
    assert_said(" time 100 ");
}

/* Mates in so many plies: UCI counts moves of the side to move, below 0 where it is mated, UCCI
 * down from 10000 and XBoard up from 100000. */
static void mates_are_told_in_the_boards_units(void **unused) {
    (void)unused;
    static const struct {
        int plies;
        bool wins;
        const char *uci, *ucci, *xboard;
    } cases[] = {{1, true, "score mate 1 ", "score 9999 ", "1 100001 "},
                 {3, true, "score mate 2 ", "score 9998 ", "1 100002 "},
                 {2, false, "score mate -1 ", "score -9999 ", "1 -100001 "},
                 {6, false, "score mate -3 ", "score -9997 ", "1 -100003 "}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        static const char *const games[] = {"chess", "xiangqi"};
        int32_t scores[2];
        for (int k = 0; k < 2; k++) {
            struct state start;
            const struct game *game = find_game(games[k]);
            game->start(game, &start);
            scores[k] = SCORE_WIN + 1 + game->plies_left(&start) - cases[i].plies;
            if (!cases[i].wins) scores[k] = -scores[k];
        }
        told_score = scores[0];
        hear(&protocol_uci, "chess", false, "position startpos\ngo depth 1\n");
        assert_said(cases[i].uci);
        hear(&protocol_xboard, "chess", false, "post\nsd 1\ngo\n");
        assert_said(cases[i].xboard);
        told_score = scores[1];
        hear(&protocol_ucci, "xiangqi", false, "position startpos\ngo depth 1\n");
        assert_said(cases[i].ucci);
    }
    told_score = 0;
}

/* GTP has one number for the size: a board that is no square has none. */
static void a_size_of_gtp_is_of_a_square(void **unused) {
    (void)unused;
    static const struct {
        const char *game, *line, *answer;
    } cases[] = {{"connect(7,4,4,1,1)", "boardsize 7\n", "? unacceptable size\n"},
                 {"connect(7,4,4,1,1)", "boardsize 4\n", "? unacceptable size\n"},
                 {"gomoku", "boardsize 15\n", "=\n"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        hear(&protocol_gtp, cases[i].game, false, cases[i].line);
        assert_said(cases[i].answer);
    }
}

/* SAU's turn has four letters: what is longer is none, even if it begins like one. */
static void a_turn_of_sau_is_not_longer_than_a_turn(void **unused) {
    (void)unused;
    hear(&protocol_sau, "connect6", false, "new white\nmove JJ@@x\n");
    assert_int_equal(asked, 0);
    hear(&protocol_sau, "connect6", false, "new white\nmove JJ@@\n");
    assert_int_equal(asked, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_of_xboard_take_the_place_of_the_engines),
        cmocka_unit_test(limits_of_uci_take_the_place_of_the_engines),
        cmocka_unit_test(clocks_of_ucci_are_in_seconds),
        cmocka_unit_test(times_of_gomocup_are_those_of_a_move),
        cmocka_unit_test(a_finished_search_is_not_begun_again),
        cmocka_unit_test(a_stop_is_heard_soon),
        cmocka_unit_test(long_lines_are_read_whole),
        cmocka_unit_test(a_mebibyte_of_memory_is_taken),
        cmocka_unit_test(memory_of_gomocup_is_no_more_than_the_users),
        cmocka_unit_test(a_cleared_table_knows_nothing),
        cmocka_unit_test(swap2_needs_a_board),
        cmocka_unit_test(a_small_table_is_the_least_that_is_offered),
        cmocka_unit_test(a_size_of_gtp_is_of_a_square),
        cmocka_unit_test(a_turn_of_sau_is_not_longer_than_a_turn),
        cmocka_unit_test(times_are_told_in_the_boards_units),
        cmocka_unit_test(mates_are_told_in_the_boards_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
