/* collection: what files of openings hold, in every format, and where they are wrong. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/games/chess/polyglot_key.h"
#include "engine/games/games.h"
#include "tests/pgn_games.h"
#include "tuner/openings/collection.h"

static struct collection *read_openings(const char *game, const char *text, int plies_max) {
    struct error error;
    struct collection *collection = collection_new(games_find(game, NULL));
    if (collection_add(collection, "file", text, plies_max, &error)) fail_msg("%s", error.text);
    collection_settle(collection);
    return collection;
}

/* Exactly this one, after these moves or from that position. */
static void expect_opening(const char *game, const char *text, int plies_max, const char *is) {
    struct collection *collection = read_openings(game, text, plies_max);
    struct state state, expected;
    struct error error;
    assert_int_equal(collection->count, 1);
    if (game_parse(collection->game, is, &expected, &error)) fail_msg("%s", error.text);
    collection_position(collection, 0, 0, &state);
    assert_true(collection->game->hash(&state) == collection->game->hash(&expected));
    collection_free(collection);
}

#define REVERSI_F5_BOARD "---------------------------O*------***-------------------------- O"
#define REVERSI_F5 "---------------------------OX------XXX-------------------------- O;"

static void all_formats_are_read(void **state) {
    (void)state;
    expect_opening("reversi", "f5d6c3\n", 0, "f5d6c3");
    expect_opening("connect6", "\n# a comment\n  j10 i9 k8  \r\n% one more\n", 0, "j10i9k8");
    expect_opening("connect6", "JJ IKKL", 0, "j10i9k8");
    expect_opening("reversi", "[" REVERSI_F5 "] d6", 0, "f5d6");
    expect_opening("reversi", REVERSI_F5 " A2:+38;\n", 0, "f5");
    expect_opening("gomoku", "0,0, 1,-1, -7,7\n", 0, "h8i9a1");
    expect_opening("gomoku", "-1,2,+3,0", 0, "g6k8");
    expect_opening("connect(20,20,5,1,1)", "0,0", 0, "k10"); /* the point after the middle */
    expect_opening("reversi", "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 " REVERSI_F5_BOARD "]W[D6];)", 0,
                   "f5d6");
    expect_opening("connect6", "(;FF[4]EV[connect6];B[j10];W[i9k8];B[a1b2])", 3, "j10i9k8");
    expect_opening("reversi", "1 (;GM[Othello]TY[8]BO[8 " REVERSI_F5_BOARD "]W[D6];)\n", 0, "f5d6");
    expect_opening("connect6", "(;FF[4];B[j10];W[i9k8];B[resign])", 0, "j10i9k8");
    expect_opening("chess", "1. e4 e5 2.Nf3\n", 0, "e2e4e7e5g1f3");
    expect_opening("chess", "e2e4 e5", 0, "e2e4e7e5");
    expect_opening("chess", "[White \"a\"]\n\n1. e4 (1. d4) e5 2. Nf3 *", 2, "e2e4e7e5");
    expect_opening("chess", "8/8/8/4k3/8/8/4P3/4K3 w - - bm e4; id \"no/1\";", 0,
                   "8/8/8/4k3/8/8/4P3/4K3 w - -");
    expect_opening("chess", "8/8/8/4k3/8/8/4P3/4K3 w - - 3 9 c9 \"1-0\";", 0,
                   "8/8/8/4k3/8/8/4P3/4K3 w - -");
    expect_opening("chess", "[8/8/8/4k3/8/8/4P3/4K3 w - - 0 1] Kd2", 0,
                   "8/8/8/4k3/8/8/3KP3/8 b - -");
    expect_opening("xiangqi", "h2e2 h9g7", 0, "h2e2h9g7");
    expect_opening("xiangqi", "3k5/9/9/9/9/9/9/9/4R4/4K4 w hmvc 0;", 0,
                   "3k5/9/9/9/9/9/9/9/4R4/4K4 w");
    expect_opening("grundy(17)", "[5 2 10 O]", 0, "5 2 10 O");
    expect_opening("nim(3,5,7)", "[1 5 7 X]", 0, "1 5 7 X");
    expect_opening("grundy(17)", "5 2 10 O\n", 0, "5 2 10 O");
    expect_opening("nim(3,5,7)", "1 5 7 X", 0, "1 5 7 X");
    expect_opening("nim(3,5,7)", "c2 a1", 0, "c2a1");
    expect_opening("dobutsu", "gle/1c1/1C1/ELG b -", 0, "");
    expect_opening("dobutsu", "[gle/1c1/1C1/ELG b -] b3b2", 0, "b3b2");
    expect_opening("dobutsu", "b3b2 c1b2", 0, "b3b2c1b2");
    expect_opening("lgame", "x**..#*..#*..##x X", 0, "x**..#*..#*..##x X");
    expect_opening("lgame", "# one\n#**.#.*.##*.x..x X\n", 0, "#**.#.*.##*.x..x X");
}

static void games_and_lines_are_cut_where_that_is_asked_for(void **state) {
    (void)state;
    expect_opening("reversi", "f5d6c3d3c4", 2, "f5d6");
    expect_opening("gomoku", "0,0, 1,-1, -7,7", 2, "h8i9");
    expect_opening("reversi", "f5d6", 4, "f5d6");
}

/* Set up, it may be turned in every way, and there are no moves to it; as moves, the start has to
 * stay, and a diagonal mirror is the only other way here. */
static void the_start_stays_the_start(void **state) {
    (void)state;
    int symmetries[8];
    move_t moves[GAME_PLIES_MAX];
    struct state position;
    struct collection *collection = read_openings("reversi", "f5d6c3", 0);
    int count = collection_symmetries(collection, 0, symmetries);
    assert_int_equal(count, 4);
    for (int i = 0; i < count; i++) {
        assert_int_equal(collection_line(collection, 0, symmetries[i], moves), 3);
        collection->game->start(collection->game, &position);
        for (int ply = 0; ply < 3; ply++) {
            assert_true(game_legal(collection->game, &position, moves[ply]));
            collection->game->play(collection->game, &position, moves[ply]);
        }
        struct state turned;
        collection_position(collection, 0, symmetries[i], &turned);
        assert_true(collection->game->hash(&turned) == collection->game->hash(&position));
    }
    collection_free(collection);
    collection = read_openings("reversi", REVERSI_F5, 0);
    assert_int_equal(collection_symmetries(collection, 0, symmetries), 8);
    assert_int_equal(collection_line(collection, 0, 0, moves), -1);
    collection_free(collection);
}

static void images_count_as_one_and_ended_games_not_at_all(void **state) {
    (void)state;
    struct collection *collection =
        read_openings("tictactoe", "a1\nc3\na3\nb2\na1 b1 a2 b2 a3\n", 0);
    assert_int_equal(collection->count, 2);
    assert_int_equal(collection->repeated, 2);
    assert_int_equal(collection->over, 1);
    collection_free(collection);
}

/* The order of the file decides nothing, so that adding to its end changes little else. */
static void lines_end_in_any_way(void **state) {
    (void)state;
    struct collection *collection = read_openings("reversi", "f5d6\rf5f6\r\nf5d6c3\n", 0);
    assert_int_equal(collection->count, 3);
    collection_free(collection);
}

static void equal_openings_have_equal_places(void **state) {
    (void)state;
    struct collection *one = read_openings("reversi", "f5d6c3\nf5d6c4\nf5f6e6\n", 0);
    struct collection *other = read_openings("reversi", "f5f6e6\nf5d6c4\nf5d6c3\n", 0);
    for (int i = 0; i < 3; i++) assert_true(one->list[i].hash == other->list[i].hash);
    assert_true(collection_checksum(one) == collection_checksum(other));
    collection_free(other);
    other = read_openings("reversi", "f5d6c3\nf5d6c4\nd3c5d6\n", 0);
    assert_true(collection_checksum(one) != collection_checksum(other));
    collection_free(one);
    collection_free(other);
}

static void expect_error(const char *game, const char *text, const char *message) {
    struct error error = {""};
    struct collection *collection = collection_new(games_find(game, NULL));
    if (collection_add(collection, "file", text, 0, &error) == 0) fail_msg("read: %s", text);
    collection_free(collection);
    if (strncmp(error.text, message, strlen(message)) != 0)
        fail_msg("\"%s\" is not \"%s\"", error.text, message);
}

static void pgn_is_read_as_the_standard_has_it(void **state) {
    (void)state;
    const struct game *game = games_find("chess", NULL);
    struct state expected, opening;
    struct error error = {""};
    assert_int_equal(game_parse(game, "e2e4e7e5g1f3", &expected, &error), 0);
    for (size_t i = 0; i < COUNT_OF(pgn_good); i++) {
        struct collection *collection = collection_new(game);
        if (collection_add(collection, "a.pgn", pgn_good[i], 0, &error)) fail_msg("%s", error.text);
        assert_int_equal(collection->count, 2);
        for (int n = 0; n < 2; n++) {
            collection_position(collection, n, 0, &opening);
            assert_true(game->hash(&opening) == game->hash(&expected));
        }
        collection_free(collection);
    }
    for (size_t i = 0; i < COUNT_OF(pgn_bad); i++) {
        char message[200];
        snprintf(message, sizeof message, "file:%d: %s", pgn_bad[i].line, pgn_bad[i].message);
        expect_error("chess", pgn_bad[i].text, message);
    }
}

/* SGF begins at the first "(;", whatever a file has before. */
static void text_before_games_is_skipped(void **state) {
    static const struct {
        const char *game, *path, *text, *is;
    } cases[] = {
        {"hex(11)", "a.sgf", "From: x (y)\n\n(;GM[11];B[a1];W[b2])", "a1b2"},
        {"gomoku", "A.SGF", "a1b2 ( \n;GM[4]SZ[15];B[hh])", "h8"},
        {"reversi", "a.ggf", "x (;GM[Othello]TY[8]BO[8 " REVERSI_F5_BOARD "]W[D6];)", "f5d6"}};
    struct state expected, opening;
    struct error error;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct collection *collection = collection_new(games_find(cases[i].game, NULL));
        if (collection_add(collection, cases[i].path, cases[i].text, 0, &error))
            fail_msg("%s", error.text);
        assert_int_equal(collection->count, 1);
        collection_position(collection, 0, 0, &opening);
        assert_int_equal(game_parse(collection->game, cases[i].is, &expected, &error), 0);
        assert_true(collection->game->hash(&opening) == collection->game->hash(&expected));
        collection_free(collection);
    }
}

/* Its bytes are 1. e4 with the key of the start (http://hgm.nubati.net/book_format.html). */
static void a_book_of_polyglot_is_for_chess(void **state) {
    static const unsigned char record[16] = {0x46, 0x3b, 0x96, 0x18, 0x16, 0x91,
                                             0xfc, 0x9c, 0x03, 0x1c, 0x00, 0x01};
    char path[64];
    struct text text = {0};
    struct error error;
    (void)state;
    snprintf(path, sizeof path, "/tmp/hone-openings-%ld.BIN", (long)getpid());
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(record, 1, sizeof record, file), sizeof record);
    fclose(file);
    int chess = collection_file_read(games_find("chess", NULL), path, path, &text, &error);
    int xiangqi = collection_file_read(games_find("xiangqi", NULL), path, "x.bin", &text, &error);
    unlink(path);
    assert_int_equal(chess, 0);
    assert_string_equal(text_get(&text), "e2e4\n");
    assert_int_equal(xiangqi, -1);
    assert_string_equal(error.text, "x.bin: is a book of Polyglot by its name, which is of chess, "
                                    "not of xiangqi");
    text_free(&text);
}

/* A record of a book: the position's key, and a move by its squares, as to + 64 from. */
struct book_record {
    uint64_t key;
    int move;
};

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const struct book_record *)a)->key, y = ((const struct book_record *)b)->key;
    return (x > y) - (x < y);
}

static void write_book(const char *path, struct book_record *records, int count) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    qsort(records, (size_t)count, sizeof *records, by_key);
    for (int i = 0; i < count; i++) {
        for (int shift = 56; shift >= 0; shift -= 8)
            fputc((int)(records[i].key >> shift & 255), file);
        const unsigned char rest[8] = {(unsigned char)(records[i].move >> 8),
                                       (unsigned char)records[i].move, 0, 1};
        assert_int_equal(fwrite(rest, 1, sizeof rest, file), sizeof rest);
    }
    fclose(file);
}

static int squares(const char *move) {
    return (move[2] - 'a') + 8 * (move[3] - '1') + 64 * (move[0] - 'a') + 512 * (move[1] - '1');
}

/* A line of eighteen plies, of which the first sixteen are an opening. */
static void lines_of_a_book_are_openings_of_sixteen_plies(void **state) {
    static const char line[] =
        "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 b1d2 a7a6 a2a4 c5a7 "
        "h2h3 h7h6 d1e2 d8e7 ";
    enum { PLIES = 18, OPENING = 16 };
    const struct game *game = games_find("chess", NULL);
    struct book_record records[PLIES];
    struct state board;
    char path[64];
    struct text text = {0};
    struct error error;
    (void)state;
    game->start(game, &board);
    for (int i = 0; i < PLIES; i++) {
        move_t move;
        records[i] = (struct book_record){chess_polyglot_key((const struct chess_position *)&board),
                                          squares(line + 5 * i)};
        assert_int_equal(game->move_parse(game, line + 5 * i, &move), 4);
        game->play(game, &board, move);
    }
    snprintf(path, sizeof path, "/tmp/hone-openings-%ld.bin", (long)getpid());
    write_book(path, records, PLIES);
    assert_int_equal(collection_file_read(game, path, path, &text, &error), 0);
    unlink(path);
    assert_int_equal(text.length, 5 * OPENING);
    assert_memory_equal(text_get(&text), line, 5 * OPENING - 1);
    text_free(&text);
}

static void what_is_wrong_is_said_with_its_line(void **state) {
    (void)state;
    expect_error("reversi", "f5d6\n\nf5a1\n", "file:3: move 2 (a1) is not legal there");
    expect_error("reversi", "# x\nhello", "file:2: move 1 is not one of reversi");
    expect_error("reversi", "f5\n--XO\n", "file:2: ");
    expect_error("reversi", "0,0", "file:1: offsets from the centre are for games of stones in a");
    expect_error("gomoku", "0,0\n0,0, 1", "file:2: offsets from the centre are pairs");
    expect_error("gomoku", "0,0, 1,x", "file:1: offsets from the centre are pairs");
    expect_error("gomoku", "0,0, 1,1x", "file:1: offsets from the centre are pairs");
    expect_error("gomoku", "0,0, 8,0", "file:1: move 2 (8,0) is beyond the board of 15 x 15");
    expect_error("gomoku", "0,0, -8,0", "file:1: move 2 (-8,0) is beyond the board");
    expect_error("gomoku", "0,0, 99999999999999999999,0", "file:1: move 2");
    expect_error("gomoku", "0,0\n1,1, 0,0, 1,1", "file:2: move 3 (i7) is not legal there");
    expect_error("connect6", "(;FF[4];B[j10])\n(;FF[4];B[zz])", "file:2: ");
    expect_error("chess", "[White \"a\"]\n1. e4\n[White \"b\"]\n\n1. e4\ne6 2. Nf6 *",
                 "file:6: 2. Nf6 is no legal move");
    expect_error("chess", "e4\n8/8/8 w - - bm a1;", "file:2: FEN: ");
    expect_error("chess", "8/8/8/4k3/8/8/4P3/4K3 w - - nonsense", "file:1: FEN: ");
    expect_error("chess", "1. e4 2. e5 e6", "file:1: move 3 is not one of chess");
    expect_error("nim(3,5,7)", "3 5 9 X", "file:1: a game of nim(3,5,7) does not come to these");
    expect_error("nim(3,5,7)", "c2 d1", "file:1: move 2");
    expect_error("dobutsu", "gle/1c1/1C1/EL b -", "file:1: a position of Dobutsu");
    expect_error("dobutsu", "hello", "file:1: move 1 is not one of dobutsu");
    expect_error("reversi", "[White \"a\"]\n", "file:1: ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_formats_are_read),
        cmocka_unit_test(games_and_lines_are_cut_where_that_is_asked_for),
        cmocka_unit_test(the_start_stays_the_start),
        cmocka_unit_test(images_count_as_one_and_ended_games_not_at_all),
        cmocka_unit_test(lines_end_in_any_way),
        cmocka_unit_test(equal_openings_have_equal_places),
        cmocka_unit_test(pgn_is_read_as_the_standard_has_it),
        cmocka_unit_test(text_before_games_is_skipped),
        cmocka_unit_test(a_book_of_polyglot_is_for_chess),
        cmocka_unit_test(lines_of_a_book_are_openings_of_sixteen_plies),
        cmocka_unit_test(what_is_wrong_is_said_with_its_line),
    };
    return cmocka_run_group_tests_name("collection", tests, NULL, NULL);
}
