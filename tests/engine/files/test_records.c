/*
 * Records: what is written is read back, in every format, from any position; records of other
 * programs; what is refused and why.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/files/records.h"
#include "engine/games.h"

static const char *const names[] = {"reversi",   "connect6",           "gomoku",
                                    "tictactoe", "connect(7,5,4,2,2)", "connect(5,6,4,3,1)"};

static bool format_fits(enum records_format format, const struct game *game) {
    return records_format_check(format, game, NULL) == 0;
}

static void add(struct game_record *record, move_t move) {
    struct error error;
    if (records_add(record, move, &error) != 0) fail_msg("%s", error.text);
}

/* Random moves, as many as asked for if the game lasts. */
static void play_on(struct game_record *record, int plies, struct rng *rng) {
    move_t moves[GAME_MOVES_MAX];
    for (int i = 0; i < plies && !record->game->over(record->game, &record->last); i++) {
        int count = record->game->moves(record->game, &record->last, moves);
        add(record, moves[rng_below(rng, (uint32_t)count)]);
    }
}

/* A random game, from the start or from anywhere in another random game. */
static void random_record(const struct game *game, struct rng *rng, struct game_record *out) {
    struct game_record before;
    records_begin(&before, game, NULL);
    if (rng_below(rng, 2)) play_on(&before, (int)rng_below(rng, 20), rng);
    if (before.end == RECORDS_OVER) records_begin(&before, game, NULL);
    records_begin(out, game, &before.last);
    play_on(out, (int)rng_below(rng, 200), rng);
    strcpy(out->names[0], "Ärger & [Co\\]");
    strcpy(out->names[1], "white");
    strcpy(out->event, "an event");
    strcpy(out->date, "2026-11-21");
    if (out->end == RECORDS_OVER) return;
    static const enum records_end ends[] = {RECORDS_UNFINISHED, RECORDS_RESIGNED, RECORDS_TIMEOUT,
                                            RECORDS_FORFEITED};
    bool forfeits = format_fits(RECORDS_SGF, game); /* which GGF cannot say */
    out->end = ends[rng_below(rng, forfeits ? 4 : 3)];
    if (out->end != RECORDS_UNFINISHED) out->winner = (int)rng_below(rng, 2);
}

static void assert_same_game(const struct game_record *a, const struct game_record *b) {
    const struct game *game = a->game;
    assert_int_equal(game->hash(&a->start), game->hash(&b->start));
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->moves, b->moves, (size_t)a->count * sizeof(move_t));
    assert_int_equal(game->hash(&a->last), game->hash(&b->last));
}

static void assert_same_heading(const struct game_record *a, const struct game_record *b) {
    assert_string_equal(b->names[0], "Ärger & [Co )"); /* what would end the value is replaced */
    assert_string_equal(a->names[1], b->names[1]);
    assert_string_equal(a->event, b->event);
    assert_string_equal(a->date, b->date);
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->winner, b->winner);
}

static void parse(enum records_format format, const struct game *game, const char **text,
                  struct game_record *out) {
    struct error error;
    if (records_parse(format, game, text, out, &error) != 0)
        fail_msg("%s: %s in %s", game->name, error.text, *text);
}

static void check_round_trip(enum records_format format, const struct game_record *record) {
    struct text text = {0}, again = {0};
    struct game_record read[2];
    records_print(format, record, &text);
    records_print(format, record, &text);
    const char *at = text_get(&text);
    for (int i = 0; i < 2; i++) parse(format, record->game, &at, &read[i]);
    assert_int_equal(*at, '\0');
    for (int i = 0; i < 2; i++) {
        assert_same_game(record, &read[i]);
        if (format != RECORDS_MOVES) assert_same_heading(record, &read[i]);
        records_print(format, &read[i], &again);
    }
    if (strchr(record->names[0], '\\')) /* once replaced, it stays as it is */
        assert_int_equal(text.length, again.length);
    text_free(&text);
    text_free(&again);
}

static void what_is_written_is_read(void **test_state) {
    (void)test_state;
    static const enum records_format formats[] = {RECORDS_GGF, RECORDS_SGF, RECORDS_MOVES};
    for (uint64_t g = 0; g < COUNT_OF(names); g++)
        for (uint64_t i = 0; i < 60; i++) {
            struct rng rng = rng_keyed(21, g, i, 0);
            struct game_record record;
            random_record(games_find(names[g], NULL), &rng, &record);
            if (record.count == 0) continue;
            for (size_t f = 0; f < COUNT_OF(formats); f++)
                if (format_fits(formats[f], record.game)) check_round_trip(formats[f], &record);
        }
}

/* One line a position; each is read as a record without moves. */
static void obf_is_a_line_a_position(void **test_state) {
    (void)test_state;
    for (uint64_t g = 0; g < COUNT_OF(names); g++) {
        struct rng rng = rng_keyed(22, g, 0, 0);
        struct game_record record, read;
        struct text text = {0};
        random_record(games_find(names[g], NULL), &rng, &record);
        records_print(RECORDS_OBF, &record, &text);
        const char *at = text_get(&text);
        struct state state = record.start;
        for (int i = 0; i <= record.count; i++) {
            parse(RECORDS_OBF, record.game, &at, &read);
            assert_int_equal(read.count, 0);
            assert_int_equal(record.game->hash(&read.start), record.game->hash(&state));
            if (i < record.count) record.game->play(record.game, &state, record.moves[i]);
        }
        assert_int_equal(*at, '\0');
        text_free(&text);
    }
}

/* ---- other programs' records ----------------------------------------------------------------- */

static void read_text(enum records_format format, const char *game, const char *text,
                      struct game_record *out) {
    parse(format, games_find(game, NULL), &text, out);
    assert_int_equal(*text, '\0');
}

static void check_moves(const struct game_record *record, const char *expected) {
    struct text text = {0};
    for (int i = 0; i < record->count; i++) {
        char name[MOVE_TEXT_MAX];
        record->game->move_format(record->game, record->moves[i], name);
        text_add(&text, "%s%s", i ? " " : "", name);
    }
    assert_string_equal(text_get(&text), expected);
    text_free(&text);
}

#define BOARD "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"

static void ggf_of_others_is_read(void **test_state) {
    (void)test_state;
    struct game_record record;
    read_text(RECORDS_GGF, "reversi",
              "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio1200]PW[Saio3000]RB[2197."
              "01]RW[2199.72]TI[05:00//02:00]TY[8]RE[-64.000:r]" BOARD
              "B[d3//0.01]W[c5/-1.20]B[F6]W[f5/1/];)\n\n",
              &record);
    check_moves(&record, "d3 c5 f6 f5");
    assert_string_equal(record.names[0], "Saio1200");
    assert_string_equal(record.event, "GGS/os");
    assert_int_equal(record.end, RECORDS_RESIGNED);
    assert_int_equal(record.winner, 1);
    /* Passes, left out and written; White wins all. */
    static const char *const endings[] = {"W[F1]", "B[PA]W[F1]"};
    for (int i = 0; i < 2; i++) {
        struct text text = {0};
        text_add(&text,
                 "(;GM[Othello]BO[8 ------*O -------- -------- -------- -------- -------- "
                 "-------- -------- *]%s;)",
                 endings[i]);
        read_text(RECORDS_GGF, "reversi", text_get(&text), &record);
        check_moves(&record, "pass f1");
        assert_int_equal(record.end, RECORDS_OVER);
        assert_int_equal(record.winner, 1);
        text_free(&text);
    }
}

static void sgf_of_others_is_read(void **test_state) {
    (void)test_state;
    struct game_record record;
    read_text(RECORDS_SGF, "connect6",
              "(;FF[4]EV[connect6.in.DEFAULT.77]PB[Kavalan]PW[x \\] y]SO[http://x]"
              ";B[j10];W[j9l11]C[good; (bad)];B[k11k9]\n;W[i9l8]\n(;B[h8g7])(;B[a1b1];W[c1c2]))",
              &record);
    check_moves(&record, "j10 j9 l11 k11 k9 i9 l8 h8 g7");
    assert_string_equal(record.names[1], "x ] y");
    read_text(RECORDS_SGF, "gomoku", "(;GM[4]FF[4]SZ[15]RE[W+R];B[hh];W[ig];B[a15])", &record);
    check_moves(&record, "h8 i9 a15");
    assert_int_equal(record.end, RECORDS_RESIGNED);
    assert_int_equal(record.winner, 1);
    read_text(RECORDS_SGF, "tictactoe", "(;AB[aa][bb]AW[ab]PL[W];W[cc])", &record);
    check_moves(&record, "c1");
    /* The turn's second stone comes after the win. */
    read_text(RECORDS_SGF, "connect(5,5,3,2,1)", "(;B[a1];W[e5e4];B[a2c5];W[b4d2];B[a3c1])",
              &record);
    check_moves(&record, "a1 e5 e4 a2 c5 b4 d2 a3");
    assert_int_equal(record.winner, 0);
}

static void lists_of_moves_are_read(void **test_state) {
    (void)test_state;
    struct game_record record;
    read_text(RECORDS_MOVES, "reversi", "F5d6 c3", &record);
    check_moves(&record, "f5 d6 c3");
    read_text(RECORDS_MOVES, "connect6", "JJ JIKL j3", &record);
    check_moves(&record, "j10 j11 k8 j3");
    read_text(RECORDS_MOVES, "reversi",
              "[------XO-------------------------------------------------------- X;] f1", &record);
    check_moves(&record, "pass f1");
}

/* ---- refusals -------------------------------------------------------------------------------- */

static void check_refused(enum records_format format, const char *game, const char *text,
                          const char *message) {
    struct game_record record;
    struct error error = {""};
    const char *at = text;
    assert_int_equal(records_parse(format, games_find(game, NULL), &at, &record, &error), -1);
    if (!strstr(error.text, message)) fail_msg("\"%s\" lacks \"%s\"", error.text, message);
    assert_ptr_equal(at, text);
}

static void bad_records_are_named(void **test_state) {
    (void)test_state;
    check_refused(RECORDS_GGF, "reversi", "rubbish", "there is no game");
    check_refused(RECORDS_GGF, "reversi", "(;GM[Othello]B[F5]", "does not end with \")\"");
    check_refused(RECORDS_GGF, "reversi", "(;GM[Othello", "value of GM does not end with ]");
    check_refused(RECORDS_GGF, "reversi", "(;GM[Othello]?)", "\"?)\" is no property");
    check_refused(RECORDS_GGF, "reversi", "(;GM[Go];)", "GM[Go] is not Othello");
    check_refused(RECORDS_GGF, "reversi", "(;BO[10 ----];)", "not a board of size 8");
    check_refused(RECORDS_GGF, "reversi", "(;BO[8 ----];)", "BO: square 5");
    check_refused(RECORDS_GGF, "reversi", "(;B[F5]W[F6]" BOARD ";)", "BO comes after moves");
    check_refused(RECORDS_GGF, "reversi", "(;" BOARD "B[F5]B[F6];)", "move 2 (F6) is not Black's");
    check_refused(RECORDS_GGF, "reversi", "(;" BOARD "B[F5]W[A1];)", "move 2 (a1) is not legal");
    check_refused(RECORDS_GGF, "reversi", "(;" BOARD "B[PA];)", "move 1 (pass) is not legal");
    check_refused(RECORDS_GGF, "reversi", "(;" BOARD "B[F5x];)", "\"F5x\"");
    check_refused(RECORDS_GGF, "reversi", "(;B[\033[2J];)", "\"?[2J\"");
    check_refused(RECORDS_GGF, "gomoku", "(;B[F5];)",
                  "ggf is for games that GGF names, such as reversi, not for gomoku");
    check_refused(RECORDS_SGF, "reversi", "(;B[f5])",
                  "sgf is for games of stones, such as connect6 or hex, not");
    check_refused(RECORDS_SGF, "gomoku", "(;SZ[19];B[hh])", "SZ[19] is not the board of gomoku");
    check_refused(RECORDS_SGF, "gomoku", "(;B[hh];B[hi])", "move 2 (of \"hi\") is not Black's");
    check_refused(RECORDS_SGF, "gomoku", "(;B[hh];W[hh])", "move 2 (h8) is not legal");
    check_refused(RECORDS_SGF, "gomoku", "(;B[hhhi])", "is not Black's");
    check_refused(RECORDS_SGF, "gomoku", "(;B[])", "move 1 is not one of gomoku");
    check_refused(RECORDS_SGF, "gomoku", "(;B[zz])", "\"zz\"");
    check_refused(RECORDS_SGF, "gomoku", "(;B[hh];AB[aa])", "comes after moves");
    check_refused(RECORDS_SGF, "gomoku", "(;AB[aa]AW[aa])", "AW[aa] is not an empty point");
    check_refused(RECORDS_SGF, "tictactoe", "(;B[aa];W[ba];B[ab];W[bb];B[ac];W[bc])",
                  "move 6 (bc) comes after the end");
    check_refused(RECORDS_MOVES, "reversi", "f5 f5", "move 2 (f5) is not legal");
    check_refused(RECORDS_MOVES, "reversi", "f5 dance", "move 2 is not one of reversi: \"dance\"");
    check_refused(RECORDS_MOVES, "reversi", "[---", "does not end with ]");
    check_refused(RECORDS_OBF, "reversi", "f5d6", "square 1");
    enum records_format format;
    struct error error;
    assert_int_equal(records_format_parse("pgn", &format, &error), -1);
    assert_string_equal(error.text, "unknown format \"pgn\"; there are: ggf, sgf, obf, moves");
}

static void names_of_a_record_move_no_cursor(void **test_state) {
    (void)test_state;
    struct game_record record;
    struct error error;
    const char *at = "(;PB[\033[2\\]Jä\xc2\x9b])";
    const struct game *game = games_find("gomoku", &error);
    assert_int_equal(records_parse(RECORDS_SGF, game, &at, &record, &error), 0);
    assert_string_equal(record.names[0], "?[2]Jä??");
}

static void formats_know_their_games(void **test_state) {
    (void)test_state;
    static const char *const formats[] = {"ggf", "sgf", "obf", "moves"};
    for (int i = 0; i < 4; i++) {
        enum records_format format;
        assert_int_equal(records_format_parse(formats[i], &format, NULL), 0);
        assert_int_equal(format, i);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(obf_is_a_line_a_position),
        cmocka_unit_test(ggf_of_others_is_read),
        cmocka_unit_test(sgf_of_others_is_read),
        cmocka_unit_test(lists_of_moves_are_read),
        cmocka_unit_test(bad_records_are_named),
        cmocka_unit_test(formats_know_their_games),
        cmocka_unit_test(names_of_a_record_move_no_cursor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
