/*
 * The engine over UCI, through pipes with the real program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "engine/base/base.h"
#include "engine/base/clock.h"
#include "tests/program.h"

/* What the engine answers to some lines, over chess unless `options` name another game. */
static void ask(const char *options, const char *lines, struct text *out) {
    struct text arguments = {0};
    text_add(&arguments, "--protocol uci %s", *options ? options : "--game chess");
    out->length = 0;
    run_text_to_its_end(text_get(&arguments), lines, out);
    text_free(&arguments);
}

static void assert_answer(const char *options, const char *lines, const char *answer) {
    struct text out = {0};
    ask(options, lines, &out);
    if (!strstr(text_get(&out), answer))
        fail_msg("%s: \"%s\", without \"%s\"", lines, text_get(&out), answer);
    text_free(&out);
}

static void assert_silent(const char *lines) {
    struct text out = {0};
    ask("", lines, &out);
    assert_string_equal(text_get(&out), "");
    text_free(&out);
}

static void every_weight_is_an_option(void **state) {
    (void)state;
    assert_answer("", "uci\n", "id name hone ");
    assert_answer("", "uci\n", "option name Hash type spin default ");
    assert_answer("", "uci\n", "option name mg.pawn.d4 type spin default 100 min -4000 max 4000\n");
    assert_answer("", "uci\n", "\nuciok\n");
    assert_answer("", "isready\n", "readyok\n");
}

/* A rook on d5 that costs more than the pawn there brings is not put there. */
static void options_change_the_weights(void **state) {
    static const char fen[] = "position fen k7/8/8/8/8/8/1r6/K7 w - - 0 1\ngo depth 1\n";
    static const char quiet[] = "position fen 7k/8/8/3p4/3R4/8/8/K7 w - - 0 1\ngo depth 1\n";
    struct text lines = {0};
    (void)state;
    assert_answer("", fen, "bestmove a1b2\n");
    assert_answer("", quiet, "bestmove d4d5\n");
    text_add(&lines,
             "setoption name mg.rook.d5 value -4000\n"
             "setoption name eg.rook.d5 value -4000\n%s",
             quiet);
    struct text out = {0};
    ask("", text_get(&lines), &out);
    assert_null(strstr(text_get(&out), "bestmove d4d5"));
    text_free(&lines);
    text_free(&out);
    assert_answer("", "setoption name mg.pawn.d4 value 5000\n",
                  "info string mg.pawn.d4 is a number from -4000 to 4000, not 5000\n");
    assert_silent("setoption name Clear Hash\nsetoption name Threads value 4\nsetoption\n"
                  "setoption name Hash value 8\n");
}

static void mates_are_counted_in_moves(void **state) {
    (void)state;
    assert_answer("", "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo depth 3\n",
                  "score mate 1 ");
    assert_answer("", "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo depth 3\n",
                  "\nbestmove a1a8\n");
    assert_answer("", "position fen k7/8/8/8/8/8/1R6/2R3K1 w - - 0 1\ngo depth 4\n",
                  "score mate 1");
    assert_answer("", "position fen 7k/R7/8/8/8/7p/8/1R4K1 b - - 0 1\ngo depth 6\n",
                  "score mate -2 ");
}

/* A queen ahead is some nine pawns, though the weights count in smaller parts. */
static void scores_are_in_hundredths_of_a_pawn(void **state) {
    static const char lines[] =
        "position fen 4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1\ngo depth 1\n";
    struct text out = {0};
    int score = 0;
    (void)state;
    ask("", lines, &out);
    const char *at = strstr(text_get(&out), " score cp ");
    assert_true(at && sscanf(at, " score cp %d", &score) == 1);
    assert_in_range(score, 600, 1800);
    text_free(&out);
}

static unsigned long long nodes_of(const char *options, const char *lines) {
    struct text out = {0};
    unsigned long long nodes = 0;
    ask(options, lines, &out);
    for (const char *at = text_get(&out); (at = strstr(at, " nodes ")) != NULL; at++)
        nodes = strtoull(at + strlen(" nodes "), NULL, 10);
    text_free(&out);
    return nodes;
}

/* A depth that is asked for is one without reductions, unless the user wants them. */
static void a_depth_that_is_asked_for_is_whole(void **state) {
    static const char lines[] = "position startpos moves e2e4 e7e5\ngo depth 5\n";
    (void)state;
    assert_true(nodes_of("--game chess --reduce", lines) < nodes_of("--game chess", lines));
}

/* A position of the same game, which begins as the one before, is searched with what is known. */
static void what_is_known_of_a_game_is_kept(void **state) {
    static const char once[] = "position startpos moves e2e4\ngo depth 4\n",
                      twice[] = "position startpos moves e2e4\ngo depth 4\n"
                                "position startpos moves e2e4\ngo depth 4\n",
                      anew[] = "position startpos moves e2e4\ngo depth 4\nucinewgame\n"
                               "position startpos moves e2e4\ngo depth 4\n";
    (void)state;
    assert_true(nodes_of("", twice) < nodes_of("", once) / 2);
    assert_int_equal(nodes_of("", anew), nodes_of("", once));
}

static void finished_games_have_no_move(void **state) {
    (void)state;
    assert_answer("", "position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\ngo depth 3\n",
                  "bestmove (none)\n");
    assert_answer("", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n",
                  "bestmove (none)\n");
}

/* Moves of a position are played on; castling is read in both ways. */
static void positions_go_on_by_moves(void **state) {
    (void)state;
    assert_answer("", "position startpos moves f2f3 e7e5 g2g4\ngo depth 2\n", "bestmove d8h4\n");
    static const char *const castled[] = {"e1g1", "e1h1"};
    for (size_t i = 0; i < COUNT_OF(castled); i++) {
        struct text lines = {0}, out = {0};
        text_add(&lines,
                 "position fen k7/8/8/8/8/8/8/4K2R w K - 0 1 moves %s a8a7 f1f8\ngo depth 1\n",
                 castled[i]);
        ask("", text_get(&lines), &out);
        assert_null(strstr(text_get(&out), "no legal move")); /* the rook was on f1 */
        text_free(&lines);
        text_free(&out);
    }
    assert_answer("", "position startpos moves e2e5\n", "info string e2e5 is no legal move here\n");
    assert_answer("", "position fen 8/8/8/8/8/8/8/8 w - - 0 1\n",
                  "info string FEN: White has 0 kings, not one\n");
}

/* The position stays what it was, whatever is wrong in a line. */
static void wrong_lines_change_nothing(void **state) {
    (void)state;
    assert_answer("",
                  "position startpos moves f2f3 e7e5 g2g4\nhello\ngo\x01\n"
                  "joho go depth 2\n",
                  "bestmove d8h4\n");
    assert_answer("", "\xef\xbb\xbfuci\n", "uciok\n");
    assert_silent("\n   \nhello\nstop\nponderhit\ndebug on\nregister later\n");
}

/* "Arbitrary white space between tokens is allowed." */
static void blanks_may_be_many(void **state) {
    (void)state;
    assert_answer("",
                  "\t position \t  startpos   moves  f2f3 e7e5   g2g4 \n"
                  "setoption   name  mg.pawn.d4 \t value   99 \n go \t depth   2\n",
                  "bestmove d8h4\n");
    assert_answer("", "setoption   name   mg.pawn.d4   value   5000\n",
                  "info string mg.pawn.d4 is a number from -4000 to 4000, not 5000\n");
}

static void the_moves_to_search_are_obeyed(void **state) {
    (void)state;
    assert_answer("", "position startpos\ngo depth 2 searchmoves a2a3\n", "bestmove a2a3\n");
    assert_answer("", "position startpos\ngo searchmoves a2a3 a2a3 depth 1\n", "depth 1 ");
    assert_answer("", "position startpos moves f2f3 e7e5 g2g4\ngo searchmoves h7h6 d8h4 depth 2\n",
                  "bestmove d8h4\n");
    /* Those of one question; none that is legal is no wish. */
    assert_answer("",
                  "position startpos moves f2f3 e7e5 g2g4\ngo searchmoves h7h6 depth 2\n"
                  "go searchmoves a2a3 depth 2\n",
                  "bestmove d8h4\n");
}

/* More than any machine has is complained of, and the engine plays on. */
static void too_large_tables_are_refused(void **state) {
    (void)state;
    static const char lines[] = "setoption name Hash value 65536\nisready\n"
                                "position startpos moves f2f3 e7e5 g2g4\ngo depth 2\n";
    if (memory_physical() > 64e9) skip();
    assert_answer("", lines, "info string this machine has no 65536 MiB for Hash\nreadyok\n");
    assert_answer("", lines, "bestmove d8h4\n");
}

static void a_position_that_is_not_understood_has_no_move(void **state) {
    static const char *const positions[] = {"", " fen x", " startpos moves e2e5", " e4"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(positions); i++) {
        struct text lines = {0};
        text_add(&lines,
                 "position%s\ngo depth 2\nposition startpos moves f2f3 e7e5 g2g4\ngo depth 2\n",
                 positions[i]);
        assert_answer("", text_get(&lines), "bestmove (none)\n");
        assert_answer("", text_get(&lines), "bestmove d8h4\n");
        text_free(&lines);
    }
}

#define THREE_TIMES                                                                                \
    "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"

/* Games that go on although a draw could have been claimed, or longer than hone plays them. */
static void long_games_go_on(void **state) {
    (void)state;
    static const char *const positions[] = {
        THREE_TIMES "\n", THREE_TIMES " f2f3 e7e5 g2g4\n",
        "position fen 6k1/8/8/8/8/8/8/K6R w - - 99 90 moves a1a2 g8g7 h1h2\n"};
    for (size_t i = 0; i < COUNT_OF(positions); i++) {
        struct text lines = {0}, told = {0};
        text_add(&lines, "%sgo depth 2\n", positions[i]);
        ask("", text_get(&lines), &told);
        if (strstr(text_get(&told), "no legal") || strstr(text_get(&told), "(none)"))
            fail_msg("%s%s", text_get(&lines), text_get(&told));
        text_free(&lines), text_free(&told);
    }
    assert_answer("", THREE_TIMES " f2f3 e7e5 g2g4\ngo depth 2\n", "bestmove d8h4\n");
    assert_answer("", "position fen 8/8/8/4k3/8/8/4K2R/8 w - - 120 310\ngo depth 2\n", "bestmove ");
    struct text out = {0};
    ask("", "position fen 8/8/8/4k3/8/8/4K2R/8 w - - 120 310\ngo depth 2\n", &out);
    assert_null(strstr(text_get(&out), "(none)"));
    text_free(&out);
}

/* Without end: the answer waits for the word that ends it, as long as the lines do not end. */
static void an_endless_search_answers_when_it_is_stopped(void **state) {
    (void)state;
    /* How far it came before it was stopped is the clock's. */
    assert_answer("", "position startpos\ngo infinite\nstop\nisready\n", "bestmove ");
    assert_answer("", "position startpos\ngo ponder wtime 1000 btime 1000\nponderhit\n",
                  "bestmove ");
    assert_answer("", "position startpos\ngo infinite\ngo depth 1\nquit\n", "bestmove ");
    assert_answer("", "position startpos\ngo wtime 300 winc -2000\n", "bestmove ");
    assert_answer("", "go nodes 500\nquit\nisready\n", "bestmove ");
}

/* Half a second of its clock is spent at least where that much comes back, to whichever side. */
static void the_movers_own_increment_counts(void **state) {
    static const char *const lines[] = {
        "position startpos\ngo wtime 2000 btime 2000 winc 60000 binc 0\nisready\n",
        "position startpos moves e2e4\ngo wtime 2000 btime 2000 winc 0 binc 60000\nisready\n"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct text out = {0};
        double begin = clock_seconds();
        ask("", lines[i], &out);
        assert_true(clock_seconds() - begin > 0.45);
        text_free(&out);
    }
}

static void xiangqi_counts_ranks_from_0(void **state) {
    (void)state;
    assert_answer("--game xiangqi",
                  "position fen 3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1\ngo depth 3\n",
                  "score mate 1 ");
    assert_answer("--game xiangqi", "uci\n", "option name mg.rook.a0 type spin default 900 ");
}

/* A board that names the game has ranks from 1. */
static void dialects_are_answered(void **state) {
    (void)state;
    assert_answer("--game xiangqi",
                  "setoption name UCI_Variant value xiangqi\n"
                  "position fen 3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1\ngo depth 3\n",
                  "bestmove b1a1\n");
    assert_answer("", "uci\n", "option name UCI_Chess960 type check default false\n");
    assert_answer("--game xiangqi", "uci\n",
                  "option name UCI_Variant type combo default none var none var xiangqi\n");
    assert_answer("", "position startpos\ngo depth 2\n", " time ");
}

/* After ponderhit the clock counts; before it no move is said. */
static void pondering_goes_on_by_the_clock(void **state) {
    (void)state;
    struct text out = {0};
    /* What was pondered is of a position that is no more. */
    assert_answer("",
                  "position startpos\ngo ponder movetime 5000\n"
                  "position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\nponderhit\nisready\n",
                  "readyok\n");
    ask("", "position startpos\ngo ponder depth 2\nisready\nquit\n", &out);
    assert_null(strstr(text_get(&out), "bestmove"));
    ask("", "position startpos\ngo ponder depth 2\nponderhit\nisready\n", &out);
    assert_non_null(strstr(text_get(&out), "bestmove"));
    ask("", "position startpos\ngo ponder depth 2\nstop\nisready\n", &out);
    assert_non_null(strstr(text_get(&out), "\nbestmove"));
    text_free(&out);
}

#define UCCI "--protocol ucci --game xiangqi"

static void ucci(const char *lines, const char *answer) {
    struct text out = {0};
    run_text_to_its_end(UCCI, lines, &out);
    if (!strstr(text_get(&out), answer)) fail_msg("%s: \"%s\"", lines, text_get(&out));
    text_free(&out);
}

static void ucci_has_words_of_its_own(void **state) {
    static const char mate[] = "position fen 3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1\n";
    struct text lines = {0}, out = {0};
    (void)state;
    ucci("ucci\n", "\noption usemillisec type check default false\n");
    ucci("ucci\n", "\noption mg.rook.a0 type spin min -4000 max 4000 default 900\n");
    ucci("ucci\nquit\n", "\nucciok\nbye\n");
    ucci("isready\n", "readyok\n");
    text_add(&lines, "%sgo depth 3\n", mate);
    ucci(text_get(&lines), "info depth 3 score 9999 nodes ");
    ucci(text_get(&lines), "\nbestmove b0a0\n");
    ucci("position fen 1R1k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1\ngo depth 3\n", "nobestmove\n");
    ucci("setoption usemillisec true\nposition startpos\ngo time 200 increment 0\n", "bestmove ");
    ucci("setoption mg.rook.a0 5\nucci\n",
         "option mg.rook.a0 type spin min -4000 max 4000 default 5");
    lines.length = 0;
    text_add(&lines, "%sbanmoves b0a0\ngo depth 1\n", mate);
    run_text_to_its_end(UCCI, text_get(&lines), &out);
    assert_null(strstr(text_get(&out), "bestmove b0a0"));
    assert_non_null(strstr(text_get(&out), "bestmove "));
    text_free(&out);
    text_free(&lines);
    ucci("position fen 3k5/9/9/9/9/9/9/9/9/1R3K3 b - - 0 1\nbanmoves d9e9\ngo depth 1\n",
         "\nbestmove d9d8\n");
    ucci("position fen 3k5/9/9/9/9/9/9/9/9/1R3K3 b - - 0 1\nbanmoves d9e9 d9d8\ngo depth 1\n",
         "nobestmove\n");
    /* What is banned is banned in that position alone. */
    ucci("position fen 3k5/9/9/9/9/9/9/9/9/1R3K3 b - - 0 1\nbanmoves d9e9 d9d8\n"
         "position fen 3k5/9/9/9/9/9/9/9/9/1R3K3 b - - 0 1\ngo depth 1\n",
         "\nbestmove d9");
    check_misuse("--protocol ucci --game chess", "ucci is for xiangqi, not for chess");
}

static void other_games_are_refused(void **state) {
    (void)state;
    check_misuse("--protocol uci --game reversi", "chess and xiangqi, not for reversi");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_weight_is_an_option),
        cmocka_unit_test(options_change_the_weights),
        cmocka_unit_test(mates_are_counted_in_moves),
        cmocka_unit_test(scores_are_in_hundredths_of_a_pawn),
        cmocka_unit_test(a_depth_that_is_asked_for_is_whole),
        cmocka_unit_test(what_is_known_of_a_game_is_kept),
        cmocka_unit_test(finished_games_have_no_move),
        cmocka_unit_test(positions_go_on_by_moves),
        cmocka_unit_test(wrong_lines_change_nothing),
        cmocka_unit_test(a_position_that_is_not_understood_has_no_move),
        cmocka_unit_test(long_games_go_on),
        cmocka_unit_test(blanks_may_be_many),
        cmocka_unit_test(the_moves_to_search_are_obeyed),
        cmocka_unit_test(too_large_tables_are_refused),
        cmocka_unit_test(an_endless_search_answers_when_it_is_stopped),
        cmocka_unit_test(the_movers_own_increment_counts),
        cmocka_unit_test(xiangqi_counts_ranks_from_0),
        cmocka_unit_test(dialects_are_answered),
        cmocka_unit_test(pondering_goes_on_by_the_clock),
        cmocka_unit_test(ucci_has_words_of_its_own),
        cmocka_unit_test(other_games_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
