/*
 * data: what is written is read back, in both formats and of two games; games and positions of
 * others become examples; whatever a file holds, it ends in examples or in a message that names it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "engine/games.h"
#include "tuner/fit/data.h"

static const struct game *named(const char *name) {
    struct error error;
    const struct game *game = games_find(name, &error);
    if (!game) fail_msg("%s", error.text);
    return game;
}

/* Positions of random games, with labels of all kinds. */
static struct examples some_examples(const struct game *game, int count) {
    struct examples examples = examples_new(game);
    struct rng rng = rng_keyed(5, 1, 0, 0);
    while (examples.count < count) {
        struct state state;
        move_t moves[GAME_MOVES_MAX];
        game->start(game, &state);
        for (int ply = (int)rng_below(&rng, 30); ply > 0 && !game->over(game, &state); ply--)
            game->play(game, &state,
                       moves[rng_below(&rng, (uint32_t)game->moves(game, &state, moves))]);
        if (!game->over(game, &state))
            examples_add(&examples, &state, game->symmetric_hash(game, &state),
                         (float)(rng_normal(&rng) * 20));
    }
    return examples;
}

static struct text printed(enum data_format format, const struct examples *examples) {
    struct text out = {0};
    data_print_head(format, examples->game, examples->count, &out);
    for (int64_t i = 0; i < examples->count; i++) data_print(format, examples, i, i % 3 == 0, &out);
    return out;
}

static void what_is_written_is_read_back(void **unused) {
    (void)unused;
    static const char *const games[] = {"reversi", "connect(7,6,4,1,1)", "connect6"};
    for (size_t g = 0; g < COUNT_OF(games); g++)
        for (enum data_format format = DATA_CSV; format <= DATA_BINARY; format++) {
            const struct game *game = named(games[g]);
            struct examples examples = some_examples(game, 200), back = examples_new(game);
            struct text file = printed(format, &examples);
            struct error error;
            if (data_parse("x", &file, &back, &error)) fail_msg("%s", error.text);
            assert_int_equal(back.count, examples.count);
            for (int64_t i = 0; i < back.count; i++) {
                assert_true(game->hash(examples_state(&back, i)) ==
                            game->hash(examples_state(&examples, i)));
                assert_true(back.hashes[i] == examples.hashes[i]);
                assert_true(memcmp(&back.labels[i], &examples.labels[i], sizeof(float)) == 0);
            }
            text_free(&file);
            examples_free(&examples), examples_free(&back);
        }
}

static void a_record_of_reversi_has_23_bytes(void **unused) {
    (void)unused;
    struct examples examples = some_examples(named("reversi"), 10);
    struct text file = printed(DATA_BINARY, &examples);
    assert_int_equal(file.length, strlen("hone-data 1\nreversi\n10\n") + 10 * 23);
    text_free(&file);
    examples_free(&examples);
}

static void binary_records_are_of_games_with_placement(void **unused) {
    (void)unused;
    static const char *const games[] = {"nim(3,5,7)", "grundy(17)", "lgame"};
    struct error error;
    for (size_t g = 0; g < COUNT_OF(games); g++) {
        const struct game *game = named(games[g]);
        struct text file = {0};
        struct examples out = examples_new(game);
        assert_int_equal(data_format_check(DATA_CSV, game, &error), 0);
        assert_int_equal(data_format_check(DATA_BINARY, game, &error), -1);
        data_print_head(DATA_BINARY, game, 0, &file);
        assert_int_equal(data_parse("x", &file, &out, &error), -1);
        assert_non_null(strstr(error.text, "more than stones on points: CSV can hold them"));
        text_free(&file);
        examples_free(&out);
    }
    assert_int_equal(data_format_check(DATA_BINARY, named("hex(5)"), &error), 0);
}

/* ---- games of others ---- */

enum { WTHOR_HEAD = 16, WTHOR_GAME = 68 };

/* One game, f5 d6 c3 d3 c4, that Black won by 40 discs to 24. */
static const unsigned char wthor[WTHOR_HEAD + WTHOR_GAME] = {
    20, 24, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 40, 56, 64, 33, 34, 43};

static struct text text_of(const void *bytes, size_t count) {
    struct text text = {0};
    text_add_bytes(&text, bytes, count);
    return text;
}

static void games_of_wthor_are_read(void **unused) {
    (void)unused;
    struct examples out = examples_new(named("reversi"));
    struct text file = text_of(wthor, sizeof wthor);
    struct error error;
    if (data_parse("a.wtb", &file, &out, &error)) fail_msg("%s", error.text);
    assert_int_equal(out.count, 5);
    for (int i = 0; i < 5; i++) {
        struct state state;
        static const char *const lines[] = {"", "f5", "f5d6", "f5d6c3", "f5d6c3d3"};
        assert_int_equal(game_parse(out.game, lines[i], &state, &error), 0);
        assert_true(out.game->hash(examples_state(&out, i)) == out.game->hash(&state));
        assert_true((double)out.labels[i] == (i % 2 ? -16 : 16));
    }
    text_free(&file);
    examples_free(&out);
}

static void games_of_ggf_count_if_they_were_played_to_their_end(void **unused) {
    (void)unused;
    /* The shortest game: Black has all 13 discs after 9 plies, and with them all 64. */
    static const char text[] =
        "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O"
        "--------------------------- *]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)\n"
        "(;GM[Othello]PB[a]PW[b]RE[+2]TY[8]BO[8 ---------------------------O*------*O"
        "--------------------------- *]B[F5]W[D6];)\n";
    struct examples out = examples_new(named("reversi"));
    struct text file = text_of(text, strlen(text));
    struct error error;
    if (data_parse("a.ggf", &file, &out, &error)) fail_msg("%s", error.text);
    assert_int_equal(out.count, 9);
    for (int i = 0; i < 9; i++) assert_true((double)out.labels[i] == (i % 2 ? -64 : 64));
    text_free(&file);
    examples_free(&out);
}

static void positions_of_obf_have_the_best_score(void **unused) {
    (void)unused;
    struct examples out = examples_new(named("reversi"));
    struct error error;
    static const double scores[] = {38, 0, 6, -12, -14};
    uint64_t checksum;
    if (data_read("tests/ffo-40-44.obf", &out, &checksum, &error)) fail_msg("%s", error.text);
    assert_int_equal(out.count, 5);
    for (int i = 0; i < 5; i++) assert_true((double)out.labels[i] == scores[i]);
    examples_free(&out);
}

/* ---- hostile files ---- */

#define START "---------------------------OX------XO--------------------------- X;"
#define HEAD "position,label,part\n"

static void bad_files_are_refused(void **unused) {
    (void)unused;
    static const struct {
        const char *path, *text, *message;
    } cases[] = {
        {"a.txt", "", "a.txt: is neither CSV nor binary"},
        {"a.txt", "hello", "is neither CSV nor binary"},
        {"a.csv", HEAD START ",1,training\n" START "\n", "line 3: it should be position,label"},
        {"a.csv", HEAD START ",x,training\n", "line 2: the label \"x,training\""},
        {"a.csv", HEAD START ",nan,training\n", "should be a number within 1000"},
        {"a.csv", HEAD START ",1e9,training\n", "should be a number within 1000"},
        {"a.csv", HEAD START ",1,other\n", "the part \"other\""},
        {"a.csv", HEAD "XO,1,training\n", "line 2: square 3"},
        {"a.obf", START "\n", "line 1: it has no move with a score"},
        {"a.obf", START " F5:2000;\n", "line 1: it has no move with a score"},
        {"a.ggf", "(;GM[Chess];)", "game 1: "},
        {"a.wtb", "short", "a.wtb: is shorter than"},
        {"a.wtb", "a long text that is no such file", "says it has"},
        {"a", "hone-data 1\nconnect6\n0\n", "is not of reversi"},
        {"a", "hone-data 1\n", "is not of reversi"},
        {"a", "hone-data 1\nreversi\n", "the number of records is missing"},
        {"a", "hone-data 1\nreversi\n99999999999999999999999999\n", "is missing"},
        {"a", "hone-data 1\nreversi\n3\nabc", "says it has \"3\" records, of 23 bytes"},
        {"a", "hone-data 1\nreversi\n1\nabcdefghijklmnopqrstuvw", "record 1: "},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct examples out = examples_new(named("reversi"));
        struct text file = text_of(cases[i].text, strlen(cases[i].text));
        struct error error = {""};
        if (data_parse(cases[i].path, &file, &out, &error) == 0 ||
            !strstr(error.text, cases[i].message))
            fail_msg("case %zu: %s", i, error.text);
        text_free(&file);
        examples_free(&out);
    }
}

/* Any byte of any file may be another. */
static void damaged_files_end_in_examples_or_a_message(void **unused) {
    (void)unused;
    struct examples examples = some_examples(named("reversi"), 20);
    struct text files[] = {printed(DATA_CSV, &examples), printed(DATA_BINARY, &examples),
                           text_of(wthor, sizeof wthor)};
    struct rng rng = rng_keyed(5, 2, 0, 0);
    int refused = 0;
    for (int i = 0; i < 6000; i++) {
        struct text *file = &files[i % 3];
        struct examples out = examples_new(examples.game);
        struct error error = {""};
        size_t place = rng_below(&rng, (uint32_t)file->length), length = file->length;
        char byte = file->data[place];
        file->data[place] = (char)rng_next(&rng);
        if (i % 5 == 0) file->length = place;
        int status = data_parse("x.wtb", file, &out, &error);
        assert_int_equal(status != 0, error.text[0] != '\0');
        for (int64_t row = 0; row < out.count; row++)
            assert_false(out.game->over(out.game, examples_state(&out, row)));
        refused += status != 0;
        file->data[place] = byte;
        file->length = length;
        examples_free(&out);
    }
    assert_in_range(refused, 1000, 5999);
    for (size_t i = 0; i < COUNT_OF(files); i++) text_free(&files[i]);
    examples_free(&examples);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(a_record_of_reversi_has_23_bytes),
        cmocka_unit_test(binary_records_are_of_games_with_placement),
        cmocka_unit_test(games_of_wthor_are_read),
        cmocka_unit_test(games_of_ggf_count_if_they_were_played_to_their_end),
        cmocka_unit_test(positions_of_obf_have_the_best_score),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(damaged_files_end_in_examples_or_a_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
