/*
 * Polyglot's books: the keys that its format is published with; what a book of one side's moves
 * leads to; castling; what is no such book; a program that plays from one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/files/polyglot.h"
#include "engine/games/chess/polyglot_key.h"
#include "engine/games/chess/rules.h"
#include "tests/program.h"

static const struct chess_position *position_after(const char *moves, struct state *state) {
    struct error error;
    if (game_parse(chess_game(), moves, state, &error) != 0) fail_msg("%s", error.text);
    return &((const struct chess_state *)(const void *)state)->position;
}

/* http://hgm.nubati.net/book_format.html */
static void keys_are_those_of_the_format(void **unused) {
    static const struct {
        const char *moves;
        uint64_t key;
    } cases[] = {
        {"", 0x463b96181691fc9cull},
        {"e2e4", 0x823c9b50fd114196ull},
        {"e2e4 d7d5", 0x0756b94461c50fb0ull},
        {"e2e4 d7d5 e4e5", 0x662fafb965db29d4ull},
        {"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78ull},
        {"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1ull},
        {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9ull},
        {"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637ull},
        {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560ull},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct state state;
        assert_int_equal(chess_polyglot_key(position_after(cases[i].moves, &state)), cases[i].key);
    }
}

/* ---- books that are made up ---- */

static void put(struct text *out, uint64_t number, int bytes) {
    while (bytes-- > 0) {
        char byte = (char)(number >> 8 * bytes);
        text_add_bytes(out, &byte, 1);
    }
}

struct entry {
    const char *moves, *move; /* the move as the book has it */
    int weight;
};

static unsigned number_of(const char *move) {
    unsigned from = (unsigned)(move[0] - 'a' + 8 * (move[1] - '1'));
    unsigned to = (unsigned)(move[2] - 'a' + 8 * (move[3] - '1'));
    return from << 6 | to;
}

static int by_record(const void *a, const void *b) {
    return memcmp(a, b, 8);
}

static struct text book_of(const struct entry *entries, int count) {
    struct text out = {0};
    for (int i = 0; i < count; i++) {
        struct state state;
        put(&out, chess_polyglot_key(position_after(entries[i].moves, &state)), 8);
        put(&out, number_of(entries[i].move), 2);
        put(&out, (uint64_t)entries[i].weight, 2);
        put(&out, 0, 4);
    }
    qsort(out.data, (size_t)count, 16, by_record);
    return out;
}

static bool draws(const struct book *book, const char *moves, const char *move) {
    struct rng rng = rng_keyed(1, 2, 3, 4);
    struct state state;
    char name[MOVE_TEXT_MAX];
    move_t drawn;
    position_after(moves, &state);
    if (!book_draw(book, &state, &rng, &drawn)) return false;
    chess_game()->move_format(chess_game(), drawn, name);
    assert_string_equal(name, move);
    return true;
}

#define ITALIAN "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"

/* White's moves alone; the last position cannot be found, the move before is none of the book. */
static const struct entry white[] = {
    {"", "e2e4", 3},          {"", "d2d4", 0},
    {"e2e4 e7e5", "g1f3", 1}, {"e2e4 e7e5 g1f3 b8c6", "f1c4", 2},
    {ITALIAN, "e1h1", 9},     {"h2h4 h7h5 g2g4", "h5g4", 5},
};

static void one_side_is_followed(void **unused) {
    struct text bytes = book_of(white, COUNT_OF(white));
    struct error error;
    (void)unused;
    struct book *book = polyglot_parse("x.bin", &bytes, &error);
    assert_non_null(book);
    assert_true(draws(book, "", "e2e4"));
    assert_true(draws(book, "e2e4 e7e5", "g1f3"));
    assert_true(draws(book, "e2e4 e7e5 g1f3 b8c6", "f1c4"));
    assert_true(draws(book, ITALIAN, "e1g1"));
    assert_false(draws(book, "e2e4", ""));
    assert_false(draws(book, "h2h4 h7h5 g2g4", ""));
    book_free(book);
    text_free(&bytes);
}

/* Black's moves alone: the start is between two positions. */
static void the_other_side_is_found(void **unused) {
    static const struct entry black[] = {{"d2d4", "d7d5", 1}, {"d2d4 d7d5 c2c4", "c7c6", 4}};
    struct text bytes = book_of(black, COUNT_OF(black));
    struct error error;
    (void)unused;
    struct book *book = polyglot_parse("x.bin", &bytes, &error);
    assert_non_null(book);
    assert_true(draws(book, "d2d4", "d7d5"));
    assert_true(draws(book, "d2d4 d7d5 c2c4", "c7c6"));
    book_free(book);
    text_free(&bytes);
}

static void assert_lines(const struct text *bytes, int plies_max, const char *lines) {
    struct text out = {0};
    struct error error;
    if (polyglot_lines("x.bin", bytes, plies_max, &out, &error)) fail_msg("%s", error.text);
    assert_string_equal(text_get(&out), lines);
    text_free(&out);
}

/* A position that two lines reach goes on in one of them. */
static void lines_have_each_position_once(void **unused) {
    static const struct entry both[] = {
        {"", "e2e4", 1},
        {"", "d2d4", 2},
        {"e2e4", "e7e5", 1},
        {"d2d4", "e7e5", 0},
        {"d2d4", "d7d5", 1},
        {"e2e4 e7e5", "d2d4", 1},
        {"d2d4 d7d5", "e2e4", 1},
        {"e2e4 e7e5 d2d4", "d7d5", 1},
        {"d2d4 d7d5 e2e4", "e7e5", 1},
        {"e2e4 e7e5 d2d4 d7d5", "b1c3", 1},
    };
    struct text bytes = book_of(both, COUNT_OF(both));
    (void)unused;
    assert_lines(&bytes, 16, "e2e4 e7e5 d2d4\nd2d4 d7d5 e2e4 e7e5 b1c3\n");
    assert_lines(&bytes, 2, "d2d4 d7d5\ne2e4 e7e5\n");
    text_free(&bytes);
    bytes = book_of(white, COUNT_OF(white));
    assert_lines(&bytes, 16, ITALIAN " e1g1\n");
    text_free(&bytes);
}

/* The start is a position that was met, too: moves that lead back to it go round no second time. */
static void lines_end_where_they_come_back_to_the_start(void **unused) {
    static const struct entry round[] = {{"", "g1f3", 1},
                                         {"g1f3", "g8f6", 1},
                                         {"g1f3 g8f6", "f3g1", 1},
                                         {"g1f3 g8f6 f3g1", "f6g8", 1}};
    struct text bytes = book_of(round, COUNT_OF(round));
    (void)unused;
    assert_lines(&bytes, 16, "g1f3 g8f6 f3g1\n");
    text_free(&bytes);
}

static void assert_refused(const struct text *bytes, const char *why) {
    struct error error;
    assert_null(polyglot_parse("x.bin", bytes, &error));
    if (!strstr(error.text, why)) fail_msg("%s", error.text);
}

static void other_files_are_refused(void **unused) {
    static const struct entry far[] = {{"h2h4 h7h5 g2g4", "h5g4", 5}};
    struct text bytes = book_of(white, COUNT_OF(white)), none = {0};
    (void)unused;
    assert_refused(&none, "x.bin: is no book of Polyglot: it has 0 bytes");
    bytes.length--;
    assert_refused(&bytes, "it has 95 bytes, and not 16 for each record");
    bytes.length++;
    char first[16];
    memcpy(first, bytes.data, sizeof first);
    memmove(bytes.data, bytes.data + 16, 80);
    memcpy(bytes.data + 80, first, sizeof first);
    assert_refused(&bytes, "record 6 has a smaller key");
    text_free(&bytes);
    bytes = book_of(far, 1);
    assert_refused(&bytes, "no legal move for any position");
    text_free(&bytes);
}

static void a_game_is_played_from_it(void **unused) {
    char path[64], arguments[128];
    struct text bytes = book_of(white, COUNT_OF(white)), out = {0};
    (void)unused;
    snprintf(path, sizeof path, "/tmp/hone-book-%ld.bin", (long)getpid());
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.length, file), bytes.length);
    fclose(file);
    snprintf(arguments, sizeof arguments, "--protocol uci --game chess --book %s", path);
    assert_int_equal(run_text(arguments, "position startpos moves e2e4 e7e5\ngo depth 1\n", &out),
                     0);
    assert_non_null(strstr(text_get(&out), "bestmove g1f3\n"));
    unlink(path);
    text_free(&out);
    text_free(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_those_of_the_format),
        cmocka_unit_test(one_side_is_followed),
        cmocka_unit_test(the_other_side_is_found),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(lines_have_each_position_once),
        cmocka_unit_test(a_game_is_played_from_it),
        cmocka_unit_test(lines_end_where_they_come_back_to_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
