/*
 * The engine over XBoard's protocol, through pipes with the real program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/base/clock.h"
#include "tests/program.h"

#define MATE_IN_ONE "setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n"

static void ask(const char *options, const char *lines, struct text *out) {
    struct text arguments = {0};
    text_add(&arguments, "--protocol xboard %s", *options ? options : "--game chess");
    out->length = 0;
    run_text_to_its_end(text_get(&arguments), lines, out);
    text_free(&arguments);
}

static void check_answer(const char *options, const char *lines, const char *answer, bool there) {
    struct text out = {0};
    ask(options, lines, &out);
    if (there != (strstr(text_get(&out), answer) != NULL))
        fail_msg("%s: \"%s\", %s \"%s\"", lines, text_get(&out), there ? "without" : "with",
                 answer);
    text_free(&out);
}

static void assert_answer(const char *lines, const char *answer) {
    check_answer("", lines, answer, true);
}

static void assert_no_answer(const char *lines, const char *answer) {
    check_answer("", lines, answer, false);
}

static void says_what_it_can(void **state) {
    (void)state;
    assert_answer("xboard\nprotover 2\n", "feature done=0 myname=\"hone ");
    assert_answer("protover 2\n", " ping=1 setboard=1 usermove=1 ");
    assert_answer("protover 2\n", " variants=\"normal\"\n");
    assert_answer("protover 2\n", "\nfeature option=\"mg.pawn.d4 -spin 100 -4000 4000\"\n");
    assert_answer("protover 2\n", "\nfeature done=1\n");
    check_answer("--game xiangqi", "protover 2\n", " variants=\"xiangqi\"\n", true);
    assert_answer("ping 17\n", "pong 17\n");
    assert_answer("dance 3\n", "Error (unknown command): dance\n");
    assert_answer("new\nvariant crazyhouse\n", "Error (unsupported variant): crazyhouse\n");
    assert_no_answer("new\nvariant normal\neasy\nhard\nrandom\nname x\n.\n", "Error");
    check_misuse("--protocol xboard --game reversi", "chess and xiangqi, not for reversi");
}

/* A rook on d5 that costs more than the pawn there brings is not put there. */
static void options_change_the_weights(void **state) {
    static const char quiet[] = "force\nsetboard 7k/8/8/3p4/3R4/8/8/K7 w - - 0 1\nsd 1\ngo\n";
    struct text lines = {0};
    (void)state;
    assert_answer(quiet, "move d4d5\n");
    text_add(&lines, "option mg.rook.d5=-4000\noption eg.rook.d5=-4000\n%s", quiet);
    assert_no_answer(text_get(&lines), "move d4d5\n");
    text_free(&lines);
    assert_answer("option mg.pawn.d4=5000\n",
                  "Error (mg.pawn.d4 is a number from -4000 to 4000): 5000\n");
    assert_answer("option style=wild\n", "Error (unknown option): style\n");
    assert_answer("option mg.pawn.d4=90\nprotover 2\n", "option=\"mg.pawn.d4 -spin 90 ");
}

/* After `new` it plays Black; `go` and `playother` change that, `force` ends it. */
static void plays_the_side_that_it_has(void **state) {
    (void)state;
    assert_answer("new\nsd 1\nusermove e2e4\n", "move ");
    assert_answer("new\nsd 1\nusermove Nf3\n", "move ");
    assert_no_answer("new\nforce\nsd 1\nusermove e2e4\nusermove e7e5\n", "move ");
    assert_answer("new\nforce\nsd 1\nusermove e2e4\nplayother\nusermove e7e5\n", "move ");
    assert_no_answer("new\nforce\nsd 1\nplayother\n", "move ");
    assert_no_answer("new\nresult 1-0 {x}\nusermove e2e4\n", "move ");
    assert_answer("sd 1\nforce\ngo\nnew\nsd 1\nnopost\nusermove e2e4\nping 7\n", "\nmove ");
    assert_answer("new\nsd 2\nforce\nusermove f2f3\nusermove e7e5\nusermove g2g4\ngo\n",
                  "move d8h4\n0-1 {Black wins}\n");
    assert_answer("new\nsd 2\nforce\nusermove f2f3\nusermove e7e5\nundo\nusermove e7e5\n"
                  "usermove g2g4\nusermove a7a6\nremove\nusermove g2g4\ngo\n",
                  "move d8h4\n");
    check_answer("--game xiangqi",
                 "force\nsetboard 3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1\nsd 3\ngo\n", "move b0a0\n",
                 true);
}

static void ends_are_said(void **state) {
    (void)state;
    assert_answer("force\nsetboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\nusermove g6f7\n",
                  "1/2-1/2 {Draw}\n");
    assert_answer("force\n" MATE_IN_ONE "usermove a1a8\n", "1-0 {White wins}\n");
    assert_no_answer("force\n" MATE_IN_ONE "usermove a1a8\ngo\n", "move ");
}

/* A board that does not take its claim goes on. */
static void claimed_games_go_on(void **state) {
#define TO_AND_FRO "usermove g1f3\nusermove g8f6\nusermove f3g1\nusermove f6g8\n"
    static const char lines[] = "force\nsd 2\n" TO_AND_FRO TO_AND_FRO TO_AND_FRO
                                "usermove f2f3\nusermove e7e5\nusermove g2g4\ngo\n";
    (void)state;
    assert_answer(lines, "1/2-1/2 {Draw}\n");
    assert_no_answer(lines, "Illegal");
    assert_answer(lines, "move d8h4\n");
    assert_answer("force\nsd 2\n" TO_AND_FRO TO_AND_FRO TO_AND_FRO "go\n", "move ");
}

/* As of version 1 of the protocol. */
static void moves_may_come_alone(void **state) {
    (void)state;
    assert_answer("force\nsd 2\nf2f3\ne7e5\ng2g4\ngo\n", "move d8h4\n");
    assert_answer("force\nsd 2\nf3\ne5\ng4\ngo\n", "move d8h4\n");
    assert_answer("force\ne2e5\n", "Illegal move: e2e5\n");
    assert_answer("e2e4x\n", "Error (unknown command): e2e4x\n");
}

static void wrong_lines_change_nothing(void **state) {
    (void)state;
    assert_answer("force\nusermove e2e5\n", "Illegal move: e2e5\n");
    assert_answer("force\nusermove e2e4x\n", "Illegal move: e2e4x\n");
    assert_answer("force\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1\n",
                  "tellusererror Illegal position: FEN: White has 0 kings, not one\n");
    assert_answer("force\nundo\n", "Error (no move to take back): undo\n");
    assert_answer("force\nusermove e2e4\nremove\n", "Error (no move to take back): remove\n");
    assert_answer("force\nsd 2\nusermove f2f3\nusermove e7e5\nusermove e2e5\nsetboard x\nlevel x\n"
                  "st x\nsd x\nmemory x\ntime x\nusermove g2g4\ngo\n",
                  "move d8h4\n");
}

/* Plies, hundredths of a pawn, hundredths of a second, nodes, moves. */
static void thoughts_are_posted(void **state) {
    (void)state;
    assert_answer("force\npost\nsd 3\n" MATE_IN_ONE "go\n", "3 100001 ");
    assert_answer("force\npost\nsd 4\nsetboard 7k/R7/8/8/8/7p/8/1R4K1 b - - 0 1\ngo\n",
                  "4 -100002 ");
    assert_answer("force\npost\nsd 2\nusermove f2f3\nusermove e7e5\nusermove g2g4\ngo\n",
                  " d8h4\nmove d8h4\n");
    assert_no_answer("force\npost\nnopost\nsd 3\n" MATE_IN_ONE "go\n", "100001");
}

/* A search that a clock would let go on for long ends by what is said; its move is said only if it
 * is still wanted. */
static void thinking_ends_when_it_is_told(void **state) {
    (void)state;
    assert_answer("st 100\nusermove e2e4\n?\nping 1\n", "move ");
    static const char *const drops[] = {"force", "new",  "result *",
                                        "undo",  "quit", "setboard 7k/8/8/8/8/8/8/K7 w - - 0 1"};
    for (size_t i = 0; i < COUNT_OF(drops); i++) {
        struct text lines = {0};
        text_add(&lines, "st 100\nusermove e2e4\n%s\n", drops[i]);
        assert_no_answer(text_get(&lines), "move ");
        text_free(&lines);
    }
}

/* Its own clock decides, and a session of moves, and a time for each. */
static void clocks_are_obeyed(void **state) {
    (void)state;
    static const char *const clocks[] = {"level 0 0:01 0", "level 40 5 0\ntime 50",
                                         "level 2 0:02 0", "st 0.1", "level 0 60 0\ntime 0"};
    for (size_t i = 0; i < COUNT_OF(clocks); i++) {
        struct text lines = {0};
        text_add(&lines, "new\n%s\nusermove e2e4\nping 3\n", clocks[i]);
        assert_answer(text_get(&lines), "\npong 3\n");
        text_free(&lines);
    }
}

static void a_new_game_has_no_depth_limit(void **state) {
    (void)state;
    static const char mate[] = "force\npost\n" MATE_IN_ONE "go\n";
    struct text lines = {0};
    text_add(&lines, "sd 1\nnew\n%s", mate);
    check_answer("--game chess --depth 2", text_get(&lines), "2 100001 ", true);
    text_free(&lines);
}

/* The last move of a session has all that is left of its clock, which is set anew then. */
static void a_session_uses_up_its_clock(void **state) {
    struct text out = {0};
    (void)state;
    double begin = clock_seconds();
    ask("", "new\nlevel 2 0:01 0\nusermove e2e4\nusermove a2a3\nst 0.01\nusermove a3a4\n", &out);
    assert_true(clock_seconds() - begin > 0.9);
    begin = clock_seconds();
    ask("", "new\nlevel 2 0:03 0\nusermove e2e4\n", &out); /* the first of two */
    assert_true(clock_seconds() - begin < 2.4);
    begin = clock_seconds();
    ask("", "new\nlevel 1 0:09 0\ntime 80\nusermove e2e4\n", &out); /* hundredths of a second */
    assert_true(clock_seconds() - begin > 0.7 && clock_seconds() - begin < 5);
    text_free(&out);
}

/* It thinks about each position until the next line, and plays nothing. */
static void analysis_follows_the_moves(void **state) {
    static const char lines[] =
        "post\nforce\n" MATE_IN_ONE "analyze\nusermove g1f1\nusermove g8h8\nping 1\nexit\nping 2\n";
    (void)state;
    assert_answer(lines, "pong 1\n");
    assert_answer(lines, "pong 2\n");
    assert_no_answer(lines, "move ");
    /* The rook moves, be it only to where the search was when it had to end. */
    assert_answer("post\nforce\n" MATE_IN_ONE "analyze\nexit\n", " a1");
    assert_answer("force\nanalyze\nexit\nsd 1\ngo\n", "move ");
    assert_no_answer("new\nsd 1\nanalyze\nexit\nusermove e2e4\n", "move ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_it_can),
        cmocka_unit_test(options_change_the_weights),
        cmocka_unit_test(plays_the_side_that_it_has),
        cmocka_unit_test(ends_are_said),
        cmocka_unit_test(claimed_games_go_on),
        cmocka_unit_test(moves_may_come_alone),
        cmocka_unit_test(wrong_lines_change_nothing),
        cmocka_unit_test(thoughts_are_posted),
        cmocka_unit_test(thinking_ends_when_it_is_told),
        cmocka_unit_test(clocks_are_obeyed),
        cmocka_unit_test(a_new_game_has_no_depth_limit),
        cmocka_unit_test(a_session_uses_up_its_clock),
        cmocka_unit_test(analysis_follows_the_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
