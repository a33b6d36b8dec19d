/*
 * data: what is written is read back, in both formats and of two games; games and positions of
 * others become examples; whatever a file holds, it ends in examples or in a message that names it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/files/records.h"
#include "engine/games/games.h"
#include "tests/pgn_games.h"
#include "tuner/fit/data.h"

static const struct game *named(const char *name) {
    struct error error;
    const struct game *game = games_find(name, &error);
    if (!game) fail_msg("%s", error.text);
    return game;
}

static int parse(const char *name, const struct text *file, struct examples *out,
                 struct error *error) {
    struct data_yield yield;
    return data_parse(&(struct data_file){.name = name}, file, out, &yield, error);
}

/* Positions of random games, with labels of all kinds that games can end with. */
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
                         (float)(rng_unit(&rng) * 2 - 1) * (float)game->plies_left(&state));
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
            if (parse("x", &file, &back, &error)) fail_msg("%s", error.text);
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
    static const char *const games[] = {"nim(3,5,7)", "grundy(17)", "lgame", "dobutsu"};
    struct error error;
    for (size_t g = 0; g < COUNT_OF(games); g++) {
        const struct game *game = named(games[g]);
        struct text file = {0};
        struct examples out = examples_new(game);
        assert_int_equal(data_format_check(DATA_CSV, game, &error), 0);
        assert_int_equal(data_format_check(DATA_BINARY, game, &error), -1);
        data_print_head(DATA_BINARY, game, 0, &file);
        assert_int_equal(parse("x", &file, &out, &error), -1);
        assert_non_null(strstr(error.text, "more than stones on points: CSV can hold them"));
        text_free(&file);
        examples_free(&out);
    }
    assert_int_equal(data_format_check(DATA_BINARY, named("hex(5)"), &error), 0);
    assert_int_equal(data_format_check(DATA_EPD, named("chess"), &error), 0);
    assert_int_equal(data_format_check(DATA_EPD, named("reversi"), &error), -1);
    assert_string_equal(error.text, "EPD is of games that have FEN, and reversi has not");
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
    if (parse("a.wtb", &file, &out, &error)) fail_msg("%s", error.text);
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

#define START "---------------------------OX------XO--------------------------- X;"
#define HEAD "position,label,part\n"

/* The shortest game: Black has all 13 discs after 9 plies, and with them all 64. */
#define SHORTEST(result)                                                                           \
    "(;GM[Othello]PB[a]PW[b]" result "TY[8]BO[8 ---------------------------O*------*O"             \
    "--------------------------- *]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)\n"
#define UNFINISHED                                                                                 \
    "(;GM[Othello]PB[a]PW[b]RE[+2]TY[8]BO[8 ---------------------------O*------*O"                 \
    "--------------------------- *]B[F5]W[D6];)\n"

static void games_of_ggf_count_if_they_were_played_to_their_end(void **unused) {
    (void)unused;
    static const char text[] = SHORTEST("") UNFINISHED;
    struct examples out = examples_new(named("reversi"));
    struct text file = text_of(text, strlen(text));
    struct error error;
    struct data_yield yield;
    if (data_parse(&(struct data_file){.name = "a.ggf"}, &file, &out, &yield, &error))
        fail_msg("%s", error.text);
    assert_int_equal(out.count, 9);
    for (int i = 0; i < 9; i++) assert_true((double)out.labels[i] == (i % 2 ? -64 : 64));
    assert_int_equal(yield.positions, 9);
    assert_int_equal(yield.games, 1);
    assert_int_equal(yield.unfinished, 1);
    text_free(&file);
    examples_free(&out);
}

/* There was nothing to choose. */
static void positions_where_a_side_must_pass_are_left_out(void **unused) {
    (void)unused;
    static const char text[] = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 *O------------------------------"
                               "------------------------*O------ *]B[C1]W[PA]B[C8];)\n";
    struct examples out = examples_new(named("reversi"));
    struct text file = text_of(text, strlen(text));
    struct error error;
    if (parse("a.ggf", &file, &out, &error)) fail_msg("%s", error.text);
    assert_int_equal(out.count, 2);
    for (int i = 0; i < 2; i++) assert_true((double)out.labels[i] == 64);
    text_free(&file);
    examples_free(&out);
}

static void assert_described(struct data_yield yield, const char *line) {
    struct text out = {0};
    data_describe("g.ggf", &yield, &out);
    assert_string_equal(text_get(&out), line);
    text_free(&out);
}

/* The same whatever a system writes around it, and whatever its name's letters. */
static void data_of_other_systems_is_read(void **unused) {
    (void)unused;
    static const struct {
        const char *name, *text;
    } files[] = {{"a.csv", "\xef\xbb\xbf" HEAD START ",0,training\n"},
                 {"a.csv", "position,label,part\r\n" START ",0,training\r\n"},
                 {"a.csv", "\"position\",\"label\",\"part\"\n\"" START "\",\"2\",\"training\""},
                 {"a.csv", HEAD "\"" START "\",2,training\n\x1a"},
                 {"A.OBF", "\xef\xbb\xbf" START " F5:+0; \t\r\n \r\n"},
                 {"A.GGF", SHORTEST("")},
                 {"noname", "\xef\xbb\xbf"
                            "1 " SHORTEST("") "\r\n1 " SHORTEST("")}};
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        struct examples out = examples_new(named("reversi"));
        struct text file = {0};
        struct error error;
        text_add(&file, "%s", files[i].text);
        if (parse(files[i].name, &file, &out, &error)) fail_msg("%s", error.text);
        assert_true(out.count >= 1);
        text_free(&file);
        examples_free(&out);
    }
}

/* Taken as the file says; where the moves say otherwise that is counted. The empty squares may or
 * may not be the winner's. */
static void results_of_wthor_are_held_against_the_moves(void **unused) {
    (void)unused;
    struct text short_game = text_of(wthor, sizeof wthor);
    struct examples five = examples_new(named("reversi"));
    struct data_yield unsaid;
    assert_int_equal(
        data_parse(&(struct data_file){.name = "a.wtb"}, &short_game, &five, &unsaid, NULL), 0);
    assert_int_equal(unsaid.contradicted, 0);
    text_free(&short_game);
    examples_free(&five);
    static const char shortest[] = {65, 46, 35, 66, 57, 64, 75, 56, 53};
    for (int discs = 0; discs <= 64; discs++) {
        struct examples out = examples_new(named("reversi"));
        struct text file = text_of(wthor, sizeof wthor);
        struct data_yield yield;
        struct error error;
        file.data[WTHOR_HEAD + 6] = (char)discs;
        memcpy(file.data + WTHOR_HEAD + 8, shortest, sizeof shortest);
        if (data_parse(&(struct data_file){.name = "A.WTB"}, &file, &out, &yield, &error))
            fail_msg("%s", error.text);
        assert_int_equal(yield.games, 1);
        assert_int_equal(yield.contradicted, discs != 13 && discs != 64);
        assert_int_equal((int)out.labels[0], 2 * discs - 64);
        text_free(&file);
        examples_free(&out);
    }
    struct examples none = examples_new(named("reversi"));
    struct text file = text_of(wthor, sizeof wthor);
    struct error error;
    file.data[WTHOR_HEAD + 6] = 65;
    assert_int_equal(parse("a.wtb", &file, &none, &error), -1);
    assert_non_null(strstr(error.text, "Black has 65 discs at its end"));
    text_free(&file);
    examples_free(&none);
}

/* Random moves until the board is full, none of them a pass: their bytes, and Black's discs. */
static int full_board(const struct game *game, uint64_t seed, char moves[60]) {
    struct rng rng = rng_keyed(seed, 2, 0, 0);
    struct state state;
    move_t legal[GAME_MOVES_MAX];
    int count = 0, black = 0;
    for (game->start(game, &state); !game->over(game, &state) && count < 60; count++) {
        move_t move = legal[rng_below(&rng, (uint32_t)game->moves(game, &state, legal))];
        if (move >= 64) return -1;
        moves[count] = (char)(10 * (move / 8 + 1) + move % 8 + 1);
        game->play(game, &state, move);
    }
    for (int point = 0; point < 64; point++) black += game->stone(&state, point) == 0;
    return count == 60 && game->over(game, &state) ? black : -1;
}

/* Its 60 moves lead to a result that the file is held against. */
static void a_whole_game_of_wthor_is_read(void **unused) {
    (void)unused;
    const struct game *game = named("reversi");
    struct text file = text_of(wthor, sizeof wthor);
    uint64_t seed = 0;
    int black;
    while ((black = full_board(game, seed, file.data + WTHOR_HEAD + 8)) < 0) seed++;
    for (int wrong = 0; wrong < 2; wrong++) {
        struct examples out = examples_new(game);
        struct data_yield yield;
        struct error error;
        file.data[WTHOR_HEAD + 6] = (char)(black ^ wrong);
        if (data_parse(&(struct data_file){.name = "a.wtb"}, &file, &out, &yield, &error))
            fail_msg("%s", error.text);
        assert_int_equal(out.count, 60);
        assert_int_equal(yield.contradicted, wrong);
        examples_free(&out);
    }
    text_free(&file);
}

/* Rows and columns are from 1 to 8; 0 ends the game. */
static void wthor_names_squares_by_row_and_column(void **unused) {
    (void)unused;
    for (int byte = 0; byte < 256; byte++) {
        struct examples out = examples_new(named("reversi"));
        struct text file = text_of(wthor, sizeof wthor);
        struct error error = {""};
        bool square = byte / 10 >= 1 && byte / 10 <= 8 && byte % 10 >= 1 && byte % 10 <= 8;
        file.data[WTHOR_HEAD + 8] = (char)byte;
        parse("a.wtb", &file, &out, &error);
        assert_int_equal(strstr(error.text, "squares are 11 to 88") != NULL, byte && !square);
        text_free(&file);
        examples_free(&out);
    }
}

static void what_a_file_gave_is_one_line(void **unused) {
    (void)unused;
    assert_described((struct data_yield){.positions = 60, .games = 1, .contradicted = 1},
                     "g.ggf: 1 game, 60 positions; 1 game with another result than its moves lead "
                     "to, taken as the file says\n");
    assert_described((struct data_yield){.positions = 5680, .games = 95, .unfinished = 5},
                     "g.ggf: 95 games, 5680 positions; 5 games left out: not played to their "
                     "end\n");
    assert_described((struct data_yield){.positions = 9, .games = 1, .unfinished = 1},
                     "g.ggf: 1 game, 9 positions; 1 game left out: not played to its end\n");
    assert_described((struct data_yield){.positions = 1}, "g.ggf: 1 position\n");
    assert_described((struct data_yield){.positions = 7, .over = 1},
                     "g.ggf: 7 positions; 1 position left out: the game is over there\n");
    assert_described((struct data_yield){.positions = 7, .games = 2, .noisy = 3},
                     "g.ggf: 2 games, 7 positions; 3 positions left out: not quiet\n");
}

static void positions_of_obf_have_the_best_score(void **unused) {
    (void)unused;
    struct examples out = examples_new(named("reversi"));
    struct error error;
    static const double scores[] = {38, 0, 6, -12, -14};
    uint64_t checksum;
    struct data_yield yield;
    const struct data_file file = {"ffo.obf", "tests/ffo-40-44.obf", false};
    if (data_read(&file, &out, &yield, &checksum, &error)) fail_msg("%s", error.text);
    assert_int_equal(out.count, 5);
    for (int i = 0; i < 5; i++) assert_true((double)out.labels[i] == scores[i]);
    examples_free(&out);
}

/* Empty squares may be the winner's or neither side's; resignation and loss on time are not on the
 * board. */
static void results_of_ggf_may_be_said_in_other_ways(void **unused) {
    (void)unused;
    static const char *const games[] = {
        SHORTEST(""),          SHORTEST("RE[?]"),  SHORTEST("RE[+64.000]"), SHORTEST("RE[+13.00]"),
        SHORTEST("RE[-64:t]"), SHORTEST("PC[RE]"), SHORTEST("RE[0x40]"),
    };
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        struct examples out = examples_new(named("reversi"));
        struct text file = text_of(games[i], strlen(games[i]));
        struct error error;
        if (parse("a.ggf", &file, &out, &error)) fail_msg("%zu: %s", i, error.text);
        assert_int_equal(out.count, 9);
        text_free(&file);
        examples_free(&out);
    }
}

/* Fields are set off by blanks or semicolons, and behind a % is a comment. */
static void obf_may_have_blanks_and_comments(void **unused) {
    (void)unused;
    static const char text[] =
        "% A1:+3;\n\n" START "D3:-1 ;; C4:+2 F5:+1 % E6:+64;\r\n" START " F5:+64; E6:-64;\n";
    struct examples out = examples_new(named("reversi"));
    struct text file = text_of(text, strlen(text));
    struct error error;
    if (parse("a.obf", &file, &out, &error)) fail_msg("%s", error.text);
    assert_int_equal(out.count, 2);
    assert_true((double)out.labels[0] == 2 && (double)out.labels[1] == 64);
    text_free(&file);
    examples_free(&out);
}

/* ---- positions with results ---- */

#define WHITE "4k3/8/8/8/8/8/4P3/4K3 w - -"
#define BLACK "4k3/8/8/8/8/8/4P3/4K3 b - -"
#define RED "3k5/9/9/9/9/9/9/9/9/R3K4 b"

/* The label of the only position, for its side to move. */
static void assert_label(const char *game, const char *line, bool mover, double label) {
    struct examples out = examples_new(named(game));
    struct text file = text_of(line, strlen(line));
    struct data_yield yield;
    struct error error;
    if (data_parse(&(struct data_file){.name = "a.epd", .mover = mover}, &file, &out, &yield,
                   &error))
        fail_msg("%s: %s", line, error.text);
    assert_true(yield.results);
    assert_int_equal(out.count, 1);
    if (fabs((double)out.labels[0] - label) > 1e-6)
        fail_msg("%s: %g, not %g", line, (double)out.labels[0], label);
    text_free(&file);
    examples_free(&out);
}

static void results_are_read_as_data_sets_write_them(void **unused) {
    (void)unused;
    static const struct {
        const char *line;
        double label;
    } cases[] = {
        {WHITE " c9 \"1-0\";", 1},
        {WHITE " c9 \"0-1\";", -1},
        {WHITE " c9 \"1/2-1/2\";", 0},
        {WHITE " bm e4; id \"c9 0-1\"; c9 \"1-0\"; ce 30;", 1},
        {WHITE " c9 0.75;", 0.5},
        {WHITE " [1.0]", 1},
        {WHITE " 0 1 [0.5]", 0},
        {WHITE " 12 34 [0.0] 57", -1},
        {WHITE " 0 1 1-0", 1},
        {WHITE " 0 1 1", 1},
        {WHITE " 0", -1},
        {WHITE " 1/2", 0},
        {WHITE ";0.25", -0.5},
        {WHITE ",1-0\r", 1},
        {WHITE " 0 1|0.25", -0.5},
        {WHITE " 0 1 | -20 | 1.0", 1},
        {WHITE " 0 1 | e2e4 | 0.25 | 1.0", 1},
        {WHITE " 12 [0.0]", -1},
        {WHITE " 0 0.5", 0},
        {BLACK " c9 \"1-0\";", -1},
        {BLACK " [0.25]", 0.5},
        {"4k3/8/8/8/8/8/4P3/4K3 b 0-1", 1},
        {"r3k3/8/8/8/8/8/8/4K2R w Kq - 1-0", 1},
        {"4k3/8/8/4pP2/8/8/8/4K3 w - e6 0.5", 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_label("chess", cases[i].line, false, cases[i].label);
    assert_label("xiangqi", RED " 1-0", false, -1);
    assert_label("xiangqi", RED " - - 0 1 0.75", false, -0.5);
    assert_label("xiangqi", RED " c9 \"0-1\";", false, 1);
}

/* What players write between dashes has its side in it. */
static void numbers_are_of_the_side_that_the_user_says(void **unused) {
    (void)unused;
    assert_label("chess", BLACK " [0.25]", true, -0.5);
    assert_label("chess", WHITE " [0.25]", true, -0.5);
    assert_label("chess", BLACK " c9 \"1-0\";", true, -1);
    assert_label("chess", BLACK " 0.25", false, 0.5);
}

static void positions_where_the_game_is_over_are_left_out(void **unused) {
    (void)unused;
    static const char text[] = WHITE " 1-0\n4k3/8/8/8/8/8/8/4K3 w - - 1/2-1/2\n\n";
    struct examples out = examples_new(named("chess"));
    struct text file = text_of(text, strlen(text));
    struct data_yield yield;
    assert_int_equal(
        data_parse(&(struct data_file){.name = "a"}, &file, &out, &yield, &(struct error){""}), 0);
    assert_int_equal(yield.positions, 1);
    assert_int_equal(yield.over, 1);
    text_free(&file);
    examples_free(&out);
}

/* Labels between results as numbers; what is not a result is cut to one. */
static void epd_is_written_for_the_first_side(void **unused) {
    (void)unused;
    static const char line[] = BLACK " 1-0\n";
    static const struct {
        float label;
        const char *result;
    } cases[] = {{-1, "1-0"},    {1, "0-1"},   {0, "1/2-1/2"}, {-0.5F, "0.75"},
                 {0.5F, "0.25"}, {600, "0-1"}, {-600, "1-0"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct examples examples = examples_new(named("chess"));
        struct text file = text_of(line, strlen(line)), wanted = {0};
        assert_int_equal(parse("a", &file, &examples, &(struct error){""}), 0);
        examples.labels[0] = cases[i].label;
        struct text out = printed(DATA_EPD, &examples);
        text_add(&wanted, BLACK " c9 \"%s\";\n", cases[i].result);
        assert_string_equal(text_get(&out), text_get(&wanted));
        text_free(&file), text_free(&out), text_free(&wanted);
        examples_free(&examples);
    }
}

#define MATE "[White \"a\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"

/* A mate by no capture is quiet. After 1. e4 d5 pawns change even; taken, the pawn hangs. */
static void games_of_pgn_give_their_quiet_positions(void **unused) {
    (void)unused;
    static const char text[] = MATE "[Result \"1-0\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 1-0\n\n"
                                    "[Result \"*\"]\n\n1. e4 *\n\n"
                                    "[White \"no result\"]\n\n1. e4\n\n"
                                    "[Result \"0-1\"]\n\n" PGN_ROUND "0-1\n";
    static const double labels[] = {-1, 1, -1, 1, 1,  -1, 1,  /* 2. ... Qxd5 */ 1,
                                    -1, 1, -1, 1, -1, 1,  -1, 1};
    static const char *const names[] = {"a.pgn", "noname"};
    for (size_t n = 0; n < COUNT_OF(names); n++) {
        struct examples out = examples_new(named("chess"));
        struct text file = text_of(text, strlen(text));
        struct error error;
        struct data_yield yield;
        if (data_parse(&(struct data_file){.name = names[n]}, &file, &out, &yield, &error))
            fail_msg("%s", error.text);
        assert_true(yield.results);
        assert_int_equal(yield.games, 3);
        assert_int_equal(yield.unfinished, 2);
        assert_int_equal(yield.contradicted, 1);
        assert_int_equal(yield.noisy, 1);
        assert_int_equal(out.count, COUNT_OF(labels));
        for (size_t i = 0; i < COUNT_OF(labels); i++)
            assert_true((double)out.labels[i] == labels[i]);
        text_free(&file);
        examples_free(&out);
    }
}

static void bad_pgn_is_refused_where_it_is_bad(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {MATE "[Result \"1-0\"]\n\n1. e4 e5\n2. Ke3 1-0\n", "a.pgn:9: "},
        {"[Result \"*\"]\n\n1. e4 *\n", "a.pgn: gives no position to learn from: of its games (1)"},
        {"\n", "a.pgn: gives no position to learn from"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct examples out = examples_new(named("chess"));
        struct text file = text_of(cases[i][0], strlen(cases[i][0]));
        struct error error = {""};
        if (parse("a.pgn", &file, &out, &error) == 0 || !strstr(error.text, cases[i][1]))
            fail_msg("%zu: %s", i, error.text);
        text_free(&file);
        examples_free(&out);
    }
}

static void pgn_is_read_as_the_standard_has_it(void **unused) {
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(pgn_good); i++) {
        struct examples out = examples_new(named("chess"));
        struct text file = text_of(pgn_good[i], strlen(pgn_good[i]));
        struct error error = {""};
        struct data_yield yield;
        if (data_parse(&(struct data_file){.name = "a.pgn"}, &file, &out, &yield, &error))
            fail_msg("%zu: %s", i, error.text);
        assert_int_equal(yield.games, 2);
        assert_int_equal(out.count, 6);
        for (int n = 0; n < out.count; n++) assert_true(out.labels[n] == (n % 3 == 1 ? -1 : 1));
        text_free(&file);
        examples_free(&out);
    }
    for (size_t i = 0; i < COUNT_OF(pgn_bad); i++) {
        struct examples out = examples_new(named("chess"));
        struct text file = text_of(pgn_bad[i].text, strlen(pgn_bad[i].text));
        struct error error = {""};
        char message[200];
        snprintf(message, sizeof message, "a.pgn:%d: %s", pgn_bad[i].line, pgn_bad[i].message);
        if (parse("a.pgn", &file, &out, &error) == 0 || !strstr(error.text, message))
            fail_msg("%zu: \"%s\" is not \"%s\"", i, error.text, message);
        text_free(&file);
        examples_free(&out);
    }
}

static void bad_lines_of_epd_are_refused(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"", "a.epd: gives no position to learn from"},
        {"hello", "a.epd:1: it should have a result behind the position, as c9 \"1-0\" or [0.5]"},
        {WHITE "\n", "a.epd:1: it should have a result"},
        {WHITE " 0 1\n", "a.epd:1: it should have a result"},
        {WHITE " bm Nf3; id \"a\";\n", "a.epd:1: it should have a result"},
        {WHITE " 0 1 ce +30;\n", "a.epd:1: it should have a result"},
        {WHITE " c9 \"x\";\n", "the result \"x\" should be"},
        {"# quiet ones\n  % " WHITE "\n" WHITE " 2-0\n", "a.epd:3: the result \"2-0\" should be"},
        {WHITE " 1-0\n" WHITE " 2-0\n", "a.epd:2: the result \"2-0\" should be 1-0, 0-1, 1/2-1/2"},
        {WHITE " [1.5]", "the result \"1.5\" should be"},
        {WHITE " [-0.5]", "the result \"-0.5\" should be"},
        {WHITE " [0x1]", "the result \"0x1\" should be"},
        {WHITE " [nan]", "the result \"nan\" should be"},
        {WHITE " []", "the result \"\" should be"},
        {WHITE " [", "the result \"\" should be"},
        {WHITE " c9 ;", "the result \"\" should be"},
        {WHITE " *", "the result \"*\" should be"},
        {WHITE " 0 1 [0,5]", "a.epd:1: the result \"0,5\" should be"},
        {WHITE " hmvc 1000; c9 1;", "a.epd:1: FEN: \"1000\" is"},
        {WHITE " c9 \"1/2-1/2", NULL},
        {"4k3/8/8/8/8/8/8/4K4 w - - 1-0", "a.epd:1: FEN: rank 1 has more than 8 squares"},
        {"8/8/8/8/8/8/8/4K3 w - - 1-0", "a.epd:1: FEN: Black has 0 kings"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 1-0\n", "the game is over in all of its positions (1)"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct examples out = examples_new(named("chess"));
        struct text file = text_of(cases[i][0], strlen(cases[i][0]));
        struct error error = {""};
        int status = parse("a.epd", &file, &out, &error);
        if (!cases[i][1] ? status != 0 : status == 0 || !strstr(error.text, cases[i][1]))
            fail_msg("%s: %s", cases[i][0], error.text);
        text_free(&file);
        examples_free(&out);
    }
}

/* ---- labels ---- */

static void play_at_random(const struct game *game, struct rng *rng, struct game_record *record) {
    records_begin(record, game, NULL);
    while (!game->over(game, &record->last)) {
        move_t moves[GAME_MOVES_MAX];
        int count = game->moves(game, &record->last, moves);
        records_add(record, moves[rng_below(rng, (uint32_t)count)], NULL);
    }
}

/* Its positions, labelled with its end. */
static struct examples positions_of(const struct game_record *record) {
    const struct game *game = record->game;
    struct examples examples = examples_new(game);
    struct state state = record->start;
    int margin = game->margin(game, &record->last);
    for (int i = 0; i < record->count; i++) {
        examples_add(&examples, &state, game->symmetric_hash(game, &state),
                     (float)(game->side(&state) == 0 ? margin : -margin));
        game->play(game, &state, record->moves[i]);
    }
    return examples;
}

/* Nothing is cut from them when they are written, and nothing is refused when they are read. */
static void labels_are_what_games_can_end_with(void **unused) {
    (void)unused;
    static const char *const games[] = {"connect(7,6,4,1,1)", "connect6", "hex(5)", "nim(3,5,7)",
                                        "grundy(17)",         "lgame",    "dobutsu"};
    struct rng rng = rng_keyed(5, 3, 0, 0);
    for (int i = 0; i < 300; i++) {
        struct game_record record;
        struct error error;
        play_at_random(named(games[(size_t)i % COUNT_OF(games)]), &rng, &record);
        struct examples examples = positions_of(&record), back = examples_new(record.game);
        struct text file = printed(DATA_CSV, &examples);
        if (parse("x", &file, &back, &error)) fail_msg("%s", error.text);
        assert_memory_equal(back.labels, examples.labels,
                            (size_t)examples.count * sizeof *back.labels);
        text_free(&file);
        examples_free(&examples), examples_free(&back);
    }
}

/* The winner by the fourth stone in a row wins by one more than the points that are left then. */
static void labels_are_bounded_by_the_plies_that_are_left(void **unused) {
    (void)unused;
    static const char *const labels[] = {"42", "-42", "43", "-43"};
    const struct game *game = named("connect(7,6,4,1,1)");
    for (size_t i = 0; i < COUNT_OF(labels); i++) {
        struct examples out = examples_new(game);
        struct state start;
        struct error error;
        struct text file = {0};
        game->start(game, &start);
        text_add(&file, HEAD);
        game->position_format(game, &start, &file);
        text_add(&file, ",%s,training\n", labels[i]);
        assert_int_equal(parse("x", &file, &out, &error), i < 2 ? 0 : -1);
        text_free(&file);
        examples_free(&out);
    }
}

/* The value of a won game may be more than all discs. */
static void labels_beyond_the_end_are_written_as_it(void **unused) {
    (void)unused;
    for (enum data_format format = DATA_CSV; format <= DATA_BINARY; format++) {
        struct examples examples = some_examples(named("reversi"), 2),
                        back = examples_new(examples.game);
        struct error error;
        examples.labels[0] = 66.5F;
        examples.labels[1] = -1e6F;
        struct text file = printed(format, &examples);
        if (parse("x", &file, &back, &error)) fail_msg("%s", error.text);
        assert_true((double)back.labels[0] == 64 && (double)back.labels[1] == -64);
        text_free(&file);
        examples_free(&examples), examples_free(&back);
    }
}

/* ---- hostile files ---- */

static void bad_files_are_refused(void **unused) {
    (void)unused;
    static const struct {
        const char *path, *text, *message;
    } cases[] = {
        {"a.txt", "", "a.txt: is neither CSV nor binary"},
        {"a.txt", "hello", "is neither CSV nor binary"},
        {"a.csv", HEAD, "a.csv: gives no position to learn from"},
        {"a.csv", HEAD START ",1,training\n" START "\n", "a.csv:3: it should be position,label"},
        {"a.csv", HEAD START ",x,training\n", "a.csv:2: the label \"x\" should be a num"},
        {"a.csv", HEAD START ",nan,training\n", "the label \"nan\" should be a num"},
        {"a.csv", HEAD START ",0x1,training\n", "the label \"0x1\" should be a num"},
        {"a.csv", HEAD START ",100,training\n", "the label 100 should be from -64 to 64"},
        {"a.csv", HEAD START ",-64.01,training\n", "the label -64.01 should be from -64 to 64"},
        {"a.csv", HEAD START ",1,other\n", "the part \"other\""},
        {"a.csv", HEAD START ",1\n", "a.csv:2: it should be position,label,part"},
        {"a.csv", HEAD START ",1,training,\n", "a.csv:2: it should be position,label,part"},
        {"a.csv", HEAD "\"" START ",1,training\n", "a.csv:2: square 1 of the position is"},
        {"a.csv", HEAD "XO,1,training\n", "a.csv:2: square 3"},
        {"a.obf", "", "a.obf: gives no position to learn from"},
        {"a.obf", "% one\n % two\n", "a.obf: gives no position to learn from"},
        {"a.obf", "\n" START "\n", "a.obf:2: it has no move with a score, as in A2:+38;"},
        {"a.obf", START " % C4:+2;\n", "a.obf:1: it has no move with a score"},
        {"a.obf", START " A1:+3;\n", "a.obf:1: \"A1:+3\" has a move that is not legal there"},
        {"a.obf", START " D3:+2; C4:+99;\n", "\"C4:+99\" should have a score from -64 to 64"},
        {"a.obf", START " D3:-65;\n", "\"D3:-65\" should have a score from -64 to 64"},
        {"a.obf", START " D3:+99999999999;\n", "should have a score from -64 to 64"},
        {"a.obf", START " D3:;\n", "a.obf:1: \"D3:;\" follows the position; only scores of moves"},
        {"a.ggf", "(;GM[Chess];)", "a.ggf: game 1: "},
        {"a.ggf", "\n", "a.ggf: gives no position to learn from"},
        {"a.ggf", UNFINISHED UNFINISHED, "no position to learn from: of its games (2) none was"},
        {"a.ggf", UNFINISHED SHORTEST("RE[-64]"), "a.ggf: game 2: RE[-64] should be RE[+64], as"},
        {"a.ggf", SHORTEST("RE[+12.000]"), "a.ggf: game 1: RE[+12.000] should be RE[+64]"},
        {"a.wtb", "short", "a.wtb: is shorter than"},
        {"a.wtb", "a long text that is no such file", "says it has"},
        {"a", "hone-data 1\nconnect6\n0\n", "is not of reversi"},
        {"a", "hone-data 1\nreversi\n0\n", "a: gives no position to learn from"},
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
        if (parse(cases[i].path, &file, &out, &error) == 0 || !strstr(error.text, cases[i].message))
            fail_msg("case %zu: %s", i, error.text);
        text_free(&file);
        examples_free(&out);
    }
}

/* As a record, since it cannot be written so. */
static void labels_and_parts_of_binary_records_are_possible(void **unused) {
    (void)unused;
    struct examples examples = some_examples(named("reversi"), 1),
                    out = examples_new(examples.game);
    struct text file = printed(DATA_BINARY, &examples);
    const float label = 100;
    struct error error;
    memcpy(file.data + file.length - sizeof label, &label, sizeof label);
    assert_int_equal(parse("a", &file, &out, &error), -1);
    assert_string_equal(error.text, "a: record 1: the label 100 should be from -64 to 64, which a "
                                    "game can end with");
    memcpy(file.data + file.length - sizeof label, &(float){-64}, sizeof label);
    assert_int_equal(parse("a", &file, &out, &error), 0);
    file.data[file.length - sizeof label - 1] = 2; /* neither training nor held out */
    assert_int_equal(parse("a", &file, &out, &error), -1);
    assert_string_equal(error.text, "a: record 1: the side to move or the part is not 0 or 1");
    text_free(&file);
    examples_free(&examples), examples_free(&out);
}

/* A file's head says whether it holds games. */
static void solitaires_of_wthor_are_no_games(void **unused) {
    (void)unused;
    struct examples out = examples_new(named("reversi"));
    struct text file = text_of(wthor, sizeof wthor);
    struct error error;
    file.data[13] = 1;
    assert_int_equal(parse("a.wtb", &file, &out, &error), -1);
    assert_string_equal(error.text, "a.wtb: holds solitaires, which are problems; WTHOR's files of "
                                    "games can be read");
    assert_int_equal(out.count, 0);
    text_free(&file);
    examples_free(&out);
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
        int status = parse("x.wtb", file, &out, &error);
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
        cmocka_unit_test(positions_where_a_side_must_pass_are_left_out),
        cmocka_unit_test(data_of_other_systems_is_read),
        cmocka_unit_test(wthor_names_squares_by_row_and_column),
        cmocka_unit_test(solitaires_of_wthor_are_no_games),
        cmocka_unit_test(a_whole_game_of_wthor_is_read),
        cmocka_unit_test(results_of_wthor_are_held_against_the_moves),
        cmocka_unit_test(what_a_file_gave_is_one_line),
        cmocka_unit_test(results_of_ggf_may_be_said_in_other_ways),
        cmocka_unit_test(obf_may_have_blanks_and_comments),
        cmocka_unit_test(labels_are_what_games_can_end_with),
        cmocka_unit_test(labels_are_bounded_by_the_plies_that_are_left),
        cmocka_unit_test(labels_beyond_the_end_are_written_as_it),
        cmocka_unit_test(positions_of_obf_have_the_best_score),
        cmocka_unit_test(results_are_read_as_data_sets_write_them),
        cmocka_unit_test(numbers_are_of_the_side_that_the_user_says),
        cmocka_unit_test(positions_where_the_game_is_over_are_left_out),
        cmocka_unit_test(epd_is_written_for_the_first_side),
        cmocka_unit_test(bad_lines_of_epd_are_refused),
        cmocka_unit_test(games_of_pgn_give_their_quiet_positions),
        cmocka_unit_test(pgn_is_read_as_the_standard_has_it),
        cmocka_unit_test(bad_pgn_is_refused_where_it_is_bad),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(labels_and_parts_of_binary_records_are_possible),
        cmocka_unit_test(damaged_files_end_in_examples_or_a_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
