/*
 * Records: what is written is read back, in every format, from any position; records of other
 * programs; what is refused and why.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/files/records.h"
#include "engine/games/games.h"

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

/* Operations of EPD, or a result, follow the counters, which are two or none: a number alone is
 * none of them; operations can give them. After 99 plies without a capture or a pawn's move one
 * more ends the game. */
static void operations_are_cut_off(void **test_state) {
    (void)test_state;
    static const struct {
        const char *line;
        bool over; /* a ply later */
    } cases[] = {{"4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2;", false},
                 {"4k3/8/8/8/8/8/4P3/4K3 w - - 99 90 bm Kd2;", true},
                 {"4k3/8/8/8/8/8/4P3/4K3 w - - 99 bm Kd2;", false},
                 {"4k3/8/8/8/8/8/4P3/4K3 w - - 99 90 [0.5]", true},
                 {"4k3/8/8/8/8/8/4P3/4K3 w - - [1.0] 30", false},
                 {"4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 99; fmvn 90;", true},
                 {"4k3/8/8/8/8/8/4P3/4K3 w - - 99 90 c9 \"1-0\"", true},
                 {"4k3/8/8/8/8/8/4P3/4K3 w - - 99 90 1-0", true},
                 {"4k3/8/8/8/8/8/4P3/4K3 w - - 99 90 | 35 | 0.5", true},
                 {"4k3/8/8/8/8/8/4P3/4K3 w - - 99 90,0.5", true},
                 {"4k3/8/8/8/8/8/4P3/4K3 w - - 0.5", false}};
    const struct game *chess = games_find("chess", NULL);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct game_record read;
        move_t move;
        const char *at = cases[i].line;
        parse(RECORDS_OBF, chess, &at, &read);
        assert_true(chess->move_parse(chess, "e1d2", &move) > 0);
        assert_int_equal(records_add(&read, move, NULL), 0);
        assert_int_equal(chess->over(chess, &read.last), cases[i].over);
    }
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
              "(;FF[4]EV[connect6.in.DEFAULT.77]PB[Kavalan]PW[x \\] \\\ny]SO[http://x]"
              ";B[j10];W[j9l11]C[good; (bad)];B[k11k9]\n;W[i9l8]\n(;B[h8g7])(;B[a1b1];W[c1c2]))",
              &record);
    check_moves(&record, "j10 j9 l11 k11 k9 i9 l8 h8 g7");
    assert_string_equal(record.names[1], "x ] y");
    read_text(RECORDS_SGF, "gomoku", "(;GM[4]FF[4]SZ[15]RE[W+R];B[hh];W[ig];B[a15])", &record);
    check_moves(&record, "h8 i9 a15");
    assert_int_equal(record.end, RECORDS_RESIGNED);
    assert_int_equal(record.winner, 1);
    read_text(RECORDS_SGF, "tictactoe", "(\v;AB[aa]\f[bb]\vAW\v[ab]PL[W];\f\vW[\vcc\f])\f",
              &record);
    check_moves(&record, "c1");
    /* The turn's second stone comes after the win. */
    read_text(RECORDS_SGF, "connect(5,5,3,2,1)", "(;B[a1];W[e5e4];B[a2c5];W[b4d2];B[a3c1])",
              &record);
    check_moves(&record, "a1 e5 e4 a2 c5 b4 d2 a3");
    assert_int_equal(record.winner, 0);
}

/* As in a mail or from a server. Another bracket is a game only where properties follow, which may
 * be cut off. */
static void text_around_games_is_passed_over(void **test_state) {
    (void)test_state;
    static const char *const behind[] = {
        "\n-- \nregards (from x)\n", "END ()", "(", "(;", "(;B[a1]", "( B[a1]"};
    static const char *const games[][2] = {{"tictactoe", "see (1): (;B[a1])"},
                                           {"reversi", "1 (;B[f5];)"}};
    for (size_t g = 0; g < COUNT_OF(games); g++)
        for (size_t i = 0; i < COUNT_OF(behind); i++) {
            enum records_format format = g == 0 ? RECORDS_SGF : RECORDS_GGF;
            const struct game *game = games_find(games[g][0], NULL);
            struct text text = {0};
            struct game_record record;
            text_add(&text, "%s\nand %s%s", games[g][1], games[g][1], behind[i]);
            const char *at = text_get(&text);
            for (int n = 0; n < 2; n++) parse(format, game, &at, &record);
            assert_int_equal(*at == '\0', i < 2);
            if (*at) assert_int_equal(records_parse(format, game, &at, &record, NULL), -1);
            text_free(&text);
        }
}

/* A word for a move ends the game for its side, whatever RE says, and is no stone. */
static void words_end_a_game(void **test_state) {
    (void)test_state;
    struct game_record record;
    static const struct {
        const char *game, *text, *moves;
        enum records_end end;
        int winner;
    } games[] = {
        {"connect6", "(;EV[connect6.ld.x]SZ[19];B[j10];W[i11k9];B[resign])", "j10 i11 k9",
         RECORDS_RESIGNED, 1},
        {"hex(11)", "(;GM[11];B[a10];W[f6];B[c4];W[RESIGN])", "a10 f6 c4", RECORDS_RESIGNED, 0},
        {"hex(11)", "(;GM[11]RE[W+];B[a10];W[Forfeit])", "a10", RECORDS_FORFEITED, 0},
        {"gomoku", "(;GM[4];B[hh];W[ timeout ])", "h8", RECORDS_TIMEOUT, 0},
        {"gomoku", "(;GM[4]RE[b+r];B[hh])", "h8", RECORDS_RESIGNED, 0},
        {"hex(3)", "(;SZ[3];B[b1];W[a1];B[b2];W[a2];B[b3];W[resign])", "b1 a1 b2 a2 b3",
         RECORDS_OVER, 0},
    };
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        read_text(RECORDS_SGF, games[i].game, games[i].text, &record);
        check_moves(&record, games[i].moves);
        assert_int_equal(record.end, games[i].end);
        assert_int_equal(record.winner, games[i].winner);
    }
    read_text(RECORDS_GGF, "reversi", "(;GM[Othello]RE[-3.0]B[f5]W[resign];)", &record);
    check_moves(&record, "f5");
    assert_int_equal(record.end, RECORDS_RESIGNED);
    assert_int_equal(record.winner, 0);
    read_text(RECORDS_GGF, "reversi", "(;GM[Othello]RE[0x10:r]B[f5];)", &record);
    assert_int_equal(record.end, RECORDS_UNFINISHED);
    read_text(RECORDS_GGF, "reversi", "(;GM[Othello]RE[0.000]B[f5];)", &record);
    assert_int_equal(record.winner, -1);
    read_text(RECORDS_GGF, "reversi",
              "(;GM[Othello]BO[8 ------*O -------- -------- -------- -------- -------- -------- "
              "-------- *]B[pa]W[f1]W[resign];)",
              &record);
    assert_int_equal(record.end, RECORDS_OVER);
    assert_int_equal(record.winner, 1);
}

/* Sides that were swapped keep their stones; a game with the rule takes the stone over instead, and
 * mirrors the board. B is a player in some files and a colour in others. */
static void swaps_of_hex_are_read(void **test_state) {
    (void)test_state;
    struct game_record record;
    static const char head[] = "(;GM[11]PB[one]PW[two]RE[B+R];B[a10];W[swap-sides];";
    static const char *const rests[] = {"B[f5];W[b2])", "W[f5];B[b2])"};
    for (int i = 0; i < 2; i++) {
        struct text text = {0};
        text_add(&text, "%s%s", head, rests[i]);
        read_text(RECORDS_SGF, "hex(11)", text_get(&text), &record);
        check_moves(&record, "a10 f5 b2");
        assert_string_equal(record.names[1], "one");
        assert_int_equal(record.winner, i == 0 ? 1 : 0);
        read_text(RECORDS_SGF, "hex(11,swap)", text_get(&text), &record);
        check_moves(&record, "a10 swap-pieces e6 b2");
        assert_string_equal(record.names[0], "one");
        assert_int_equal(record.winner, i == 0 ? 0 : 1);
        text_free(&text);
    }
    read_text(RECORDS_SGF, "hex(11,swap)", "(;B[A10];W[Swap-Pieces];B[f5])", &record);
    check_moves(&record, "a10 swap-pieces f5");
    read_text(RECORDS_SGF, "hex(11,swap)", "(;B[a10];W[swap];B[f5])", &record);
    check_moves(&record, "a10 swap-pieces f5");
}

/* Before the first move stones come and go as files like. */
static void stones_are_set_up_as_files_do(void **test_state) {
    (void)test_state;
    struct game_record record;
    const struct game *game = games_find("gomoku", NULL);
    read_text(RECORDS_SGF, "gomoku",
              "(;GM[4]SZ[15]AB[aa][ba]AW[ca:da][ab];AE[aa];AB[bb]\nAW[aa];PL[W];W[hh])", &record);
    static const char *const points[] = {"a15", "b15", "c15", "d15", "a14", "b14"};
    static const int sides[] = {1, 0, 1, 1, 1, 0};
    for (size_t i = 0; i < COUNT_OF(points); i++) {
        move_t point;
        assert_true(game->move_parse(game, points[i], &point) > 0);
        assert_int_equal(game->stone(&record.start, point), sides[i]);
    }
    check_moves(&record, "h8");
}

/* A rectangle by any two of its corners, names without a capital, and with digits. */
static void odd_properties_of_sgf_are_read(void **test_state) {
    (void)test_state;
    static const char *const corners[] = {"ba:ab", "ab:ba", "bb:aa", "aa:bb"};
    struct game_record record;
    struct state first;
    for (size_t i = 0; i < COUNT_OF(corners); i++) {
        char text[64];
        snprintf(text, sizeof text, "(;AB[%s];W[hh])", corners[i]);
        read_text(RECORDS_SGF, "gomoku", text, &record);
        if (i == 0) first = record.start;
        assert_memory_equal(&record.start, &first, record.game->state_size);
    }
    move_t point;
    assert_true(record.game->move_parse(record.game, "b14", &point) > 0);
    assert_int_equal(record.game->stone(&record.start, point), 0);
    read_text(RECORDS_SGF, "gomoku", "(;sz[15]V2[x];b[hh];w[ii];Black[jj])", &record);
    check_moves(&record, "h8 i7 j6");
}

static void types_of_ggf_with_the_same_rules_are_read(void **test_state) {
    (void)test_state;
    static const char *const same[] = {"8", "8r", "8r18", "s8r20", "8k", "8b", "", "?"};
    static const char *const others[] = {"8a", "10", "8ra", "s10r20", "a8", "8x", "othello"};
    for (size_t i = 0; i < COUNT_OF(same) + COUNT_OF(others); i++) {
        bool fine = i < COUNT_OF(same);
        const char *type = fine ? same[i] : others[i - COUNT_OF(same)];
        struct game_record record;
        struct error error = {""};
        struct text text = {0};
        text_add(&text, "(;GM[Othello]TY[%s]B[f5];)", type);
        const char *at = text_get(&text);
        int status = records_parse(RECORDS_GGF, games_find("reversi", NULL), &at, &record, &error);
        if ((status == 0) != fine) fail_msg("TY[%s]: %s", type, error.text);
        if (!fine) assert_non_null(strstr(error.text, "TY["));
        text_free(&text);
    }
}

static void games_are_known_by_their_beginning(void **test_state) {
    (void)test_state;
    assert_true(records_are_games("\n (;GM[1])"));
    assert_true(records_are_games("2 (;GM[Othello]"));
    assert_true(records_are_games("12\n("));
    assert_true(records_are_games("\xef\xbb\xbf[Event \"?\"]"));
    assert_true(records_are_games(" [A_1\t\"x"));
    assert_false(records_are_games("[rnbqkbnr/8 w - - 0 1] e4"));
    assert_false(records_are_games("[]"));
    assert_false(records_are_games("0,0"));
    assert_false(records_are_games("f5 ("));
    assert_false(records_are_games(""));
}

static void lists_of_moves_are_read(void **test_state) {
    (void)test_state;
    struct game_record record;
    read_text(RECORDS_MOVES, "reversi", "F5d6 c3", &record);
    check_moves(&record, "f5 d6 c3");
    read_text(RECORDS_MOVES, "connect6", "JJ JIKL j3", &record);
    check_moves(&record, "j10 j11 k8 j3");
    read_text(RECORDS_MOVES, "chess", "1. e4 e5 2.", &record);
    check_moves(&record, "e2e4 e7e5");
    read_text(RECORDS_MOVES, "reversi",
              "[------XO-------------------------------------------------------- X;] f1", &record);
    check_moves(&record, "pass f1");
}

/* The first turn may have more stones than the others. Of a start within a turn SGF says how many
 * are left, and of an unfinished game that it is not known. */
static void a_start_within_a_turn_is_kept(void **test_state) {
    (void)test_state;
    static const char *const starts[] = {
        "X........................ X2", "XX....................... X1",
        "XXX...................... O1", "XXX..O................... X1"};
    const struct game *game = games_find("connect(5,5,5,1,3)", NULL);
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        struct game_record record, read;
        struct text text = {0};
        struct state start;
        struct error error;
        if (game_parse(game, starts[i], &start, &error) != 0) fail_msg("%s", error.text);
        records_begin(&record, game, &start);
        records_print(RECORDS_SGF, &record, &text);
        assert_int_equal(strstr(text_get(&text), "LEFT[2]") != NULL, i == 0);
        assert_non_null(strstr(text_get(&text), "RE[?]"));
        read_text(RECORDS_SGF, game->name, text_get(&text), &read);
        assert_int_equal(game->hash(&read.start), game->hash(&start));
        text_free(&text);
    }
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

/* As Little Golem writes Hex: W is the first side, and the player of PB; RE names players. */
static void hex_that_begins_with_w_is_read(void **test_state) {
    (void)test_state;
    static const struct {
        const char *text, *moves;
        enum records_end end;
        int winner;
    } games[] = {
        {"(;FF[4]EV[hex.ch]PB[one]PW[two]SZ[11]RE[B];W[jb];B[ee];W[bc];B[resign])", "j2 e5 b3",
         RECORDS_RESIGNED, 0},
        {"(;SZ[11]PB[one];W[jb];B[swap];W[ee];B[bc];W[resign])", "j2 swap-pieces e5 b3",
         RECORDS_RESIGNED, 1},
        {"(;SZ[11]PB[one]RE[B+T];W[jb])", "j2", RECORDS_TIMEOUT, 0},
    };
    struct game_record record;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        read_text(RECORDS_SGF, "hex(11,swap)", games[i].text, &record);
        check_moves(&record, games[i].moves);
        assert_string_equal(record.names[0], "one");
        assert_int_equal(record.end, games[i].end);
        assert_int_equal(record.winner, games[i].winner);
    }
    check_refused(RECORDS_SGF, "hex(11)", "(;SZ[11];W[jb];W[ee])", "is not Black's");
    check_refused(RECORDS_SGF, "hex(11)", "(;SZ[11]PL[B];W[jb])", "is not White's");
    check_refused(RECORDS_SGF, "hex(11)", "(;SZ[11]AB[a1];W[jb];W[ee])", "is not White's");
    check_refused(RECORDS_SGF, "gomoku", "(;GM[4];W[hh])", "is not White's");
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
    check_refused(RECORDS_SGF, "gomoku", "(;B[hhhi])", "\"hhhi\"");
    check_refused(RECORDS_SGF, "gomoku", "(;B[])", "move 1 (\"\") is a pass, which gomoku has not");
    check_refused(RECORDS_SGF, "gomoku", "(;B[zz])", "\"zz\"");
    check_refused(RECORDS_SGF, "gomoku", "(;GM[1]SZ[15];B[hh])",
                  "GM[1] is another game than gomoku");
    check_refused(RECORDS_SGF, "connect6", "(;GM[1];B[j10])",
                  "GM[1] is another game than connect6");
    check_refused(RECORDS_SGF, "hex(11)", "(;GM[4];B[a1])", "which is GM[11]");
    check_refused(RECORDS_SGF, "hex(13)", "(;GM[11];B[a10];W[f6])", "there is no SZ");
    check_refused(RECORDS_SGF, "hex(9)", "(;GM[11])", "there is no SZ");
    check_refused(RECORDS_SGF, "hex(11)", "(;B[a1];W[swap-pieces])", "is not one of hex(11)");
    check_refused(RECORDS_SGF, "hex(11)", "(;B[a1];W[b1];B[swap-sides])", "is not one of hex(11)");
    check_refused(RECORDS_SGF, "connect6", "(;B[j10];W[i11k9];B[pass];W[a1a2])",
                  "move 4 (\"pass\") is a pass, which connect6 has not");
    check_refused(RECORDS_SGF, "connect6", "(;B[j10];W[PASS])", "is a pass");
    check_refused(RECORDS_SGF, "connect6", "(;B[j10];W[draw])", "\"draw\"");
    check_refused(RECORDS_SGF, "connect6", "(;B[j10];W[DEAD])", "\"DEAD\"");
    check_refused(RECORDS_SGF, "connect6", "(;B[j10];W[a1dd])", "\"dd\"");
    check_refused(RECORDS_SGF, "gomoku", "(;B[tt])", "\"tt\"");
    check_refused(RECORDS_SGF, "gomoku", "(;B[ap])", "\"ap\"");
    check_refused(RECORDS_SGF, "gomoku", "(;AB[hh]AW[hg]PL[B];W[gg])", "is not White's");
    check_refused(RECORDS_GGF, "reversi",
                  "(;BO[8*O------ -------- -------- -------- -------- -------- -------- -------- "
                  "*]B[c1];)",
                  "is not a board of size 8");
    check_refused(RECORDS_SGF, "gomoku", "(;B[resign];W[hh])", "comes after the end");
    check_refused(RECORDS_SGF, "gomoku", "(;B[hh];AE[hh])", "AE[hh] comes after moves");
    check_refused(RECORDS_SGF, "gomoku", "(;B[hh];PL[B])", "PL[B] comes after moves");
    check_refused(RECORDS_SGF, "gomoku", "(;PL[W];W[hh])",
                  "PL[W]: on the empty board Black begins");
    check_refused(RECORDS_SGF, "gomoku", "(;PL[x])", "PL[x] is neither");
    check_refused(RECORDS_SGF, "gomoku", "(;AB[aa:])", "AB[aa:] is not a point");
    check_refused(RECORDS_SGF, "gomoku", "(;SZ[15x];B[hh])", "SZ[15x] is not the board");
    check_refused(RECORDS_GGF, "reversi", "(;GM[Othello]TY[8a]B[F5];)", "TY[8a] is another game");
    check_refused(RECORDS_GGF, "reversi", "(;B[resign]W[F6];)", "comes after the end");
    check_refused(RECORDS_SGF, "gomoku", "(;B[hh];[ii])", "\"[ii])\" is a value of no property");
    check_refused(RECORDS_SGF, "gomoku", "(;B[hh];AB[aa])", "comes after moves");
    check_refused(RECORDS_SGF, "gomoku", "(;AB[aa]AW[aa])", "AW[aa] is not an empty point");
    check_refused(RECORDS_SGF, "tictactoe", "(;B[aa];W[ba];B[ab];W[bb];B[ac];W[bc])",
                  "move 6 (bc) comes after the end");
    check_refused(RECORDS_MOVES, "reversi", "f5 f5", "move 2 (f5) is not legal");
    check_refused(RECORDS_MOVES, "reversi", "f5 dance", "move 2 is not one of reversi: \"dance\"");
    check_refused(RECORDS_MOVES, "reversi", "[---", "does not end with ]");
    check_refused(RECORDS_MOVES, "chess", "1 e4 e5", "move 1 is not one of chess: \"1 e4 e5\"");
    check_refused(RECORDS_OBF, "reversi", "f5d6", "square 1");
    enum records_format format;
    struct error error;
    assert_int_equal(records_format_parse("png", &format, &error), -1);
    assert_string_equal(error.text,
                        "unknown format \"png\"; there are: ggf, sgf, pgn, pgn-zh, obf, moves");
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
    static const char *const formats[] = {"ggf", "sgf", "pgn", "pgn-zh", "obf", "moves"};
    for (int i = 0; i < 6; i++) {
        enum records_format format;
        assert_int_equal(records_format_parse(formats[i], &format, NULL), 0);
        assert_int_equal(format, i);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(obf_is_a_line_a_position),
        cmocka_unit_test(operations_are_cut_off),
        cmocka_unit_test(ggf_of_others_is_read),
        cmocka_unit_test(sgf_of_others_is_read),
        cmocka_unit_test(text_around_games_is_passed_over),
        cmocka_unit_test(words_end_a_game),
        cmocka_unit_test(hex_that_begins_with_w_is_read),
        cmocka_unit_test(swaps_of_hex_are_read),
        cmocka_unit_test(stones_are_set_up_as_files_do),
        cmocka_unit_test(odd_properties_of_sgf_are_read),
        cmocka_unit_test(types_of_ggf_with_the_same_rules_are_read),
        cmocka_unit_test(games_are_known_by_their_beginning),
        cmocka_unit_test(lists_of_moves_are_read),
        cmocka_unit_test(a_start_within_a_turn_is_kept),
        cmocka_unit_test(bad_records_are_named),
        cmocka_unit_test(formats_know_their_games),
        cmocka_unit_test(names_of_a_record_move_no_cursor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
