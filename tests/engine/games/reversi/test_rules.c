/* reversi: the rules against published counts and a naive board, the weighted piece counter
 * against its definition, its search against plain minimax, batches against the referee. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "engine/base/isa.h"
#include "engine/games/games.h"
#include "engine/games/reversi/rules.h"
#include "engine/search/referee.h"

static const struct game *game;
static struct error error;

/* A board of characters, 'X', 'O' or '-', with rules as one would explain them. */
struct naive {
    char cells[65];
    char mover;
};

static char other(char disc) {
    return disc == 'X' ? 'O' : 'X';
}

static struct naive naive_of(const struct reversi *board) {
    struct text text = {0};
    struct naive naive = {"", "XO"[board->side]};
    game->position_format(game, board, &text);
    memcpy(naive.cells, text.data, 64);
    text_free(&text);
    return naive;
}

/* Discs flipped from (row, column) in one direction; flips them if `flip`. */
static int naive_run(struct naive *naive, int square, int row_step, int column_step, bool flip) {
    int row = square / 8, column = square % 8;
    for (int length = 0;; length++) {
        row += row_step;
        column += column_step;
        if (row < 0 || row > 7 || column < 0 || column > 7) return 0;
        char cell = naive->cells[row * 8 + column];
        if (cell == naive->mover) return length;
        if (cell == '-') return 0;
        if (flip) naive->cells[row * 8 + column] = naive->mover;
    }
}

static int naive_flips(struct naive *naive, int square, bool flip) {
    int flips = 0;
    if (naive->cells[square] != '-') return 0;
    for (int row_step = -1; row_step <= 1; row_step++)
        for (int column_step = -1; column_step <= 1; column_step++) {
            if (!row_step && !column_step) continue;
            int run = naive_run(naive, square, row_step, column_step, false);
            if (flip && run) naive_run(naive, square, row_step, column_step, true);
            flips += run;
        }
    return flips;
}

static int naive_moves(struct naive *naive, move_t *out) {
    int count = 0;
    for (int square = 0; square < 64; square++)
        if (naive_flips(naive, square, false)) out[count++] = (move_t)square;
    if (count) return count;
    naive->mover = other(naive->mover);
    for (int square = 0; square < 64 && !count; square++)
        if (naive_flips(naive, square, false)) out[count++] = REVERSI_PASS;
    naive->mover = other(naive->mover);
    return count;
}

static void naive_play(struct naive *naive, move_t move) {
    if (move != REVERSI_PASS) {
        naive_flips(naive, move, true);
        naive->cells[move] = naive->mover;
    }
    naive->mover = other(naive->mover);
}

static void assert_same(const struct naive *naive, const struct reversi *board) {
    struct naive ours = naive_of(board);
    assert_string_equal(naive->cells, ours.cells);
    assert_int_equal(naive->mover, ours.mover);
}

static void random_ply(struct reversi *board, struct rng *rng) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, board, moves);
    if (count) game->play(game, board, moves[rng_below(rng, (uint32_t)count)]);
}

static struct reversi random_position(struct rng *rng, int plies) {
    struct reversi board;
    game->start(game, &board);
    for (int i = 0; i < plies; i++) random_ply(&board, rng);
    return board;
}

/* Any discs anywhere, more or fewer of them and more or fewer of the mover's: runs of every length,
 * and games that one move ends. */
static struct reversi random_board(struct rng *rng) {
    struct reversi board = {.side = rng_below(rng, 2)};
    uint32_t filled = rng_below(rng, 65), owned = rng_below(rng, 65);
    for (int square = 0; square < REVERSI_SQUARES; square++) {
        uint64_t disc = (uint64_t)(rng_below(rng, 64) < filled) << square;
        bool own = rng_below(rng, 64) < owned;
        board.own |= own ? disc : 0;
        board.opp |= own ? 0 : disc;
    }
    return board;
}

static struct reversi parsed(const char *text) {
    struct reversi board;
    if (game_parse(game, text, &board, &error)) fail_msg("%s: %s", text, error.text);
    return board;
}

/* 64 squares: `head`, then as many `fill` as are needed, then ` side;`. */
static struct reversi position(const char *head, char fill, char side) {
    char text[80];
    memset(text, fill, 64);
    memcpy(text, head, strlen(head));
    memcpy(text + 64, (char[]){' ', side, ';', '\0'}, 4);
    return parsed(text);
}

/* Runs a check once with the kernels of each instruction set that this machine has. */
static void with_every_isa(void check(void)) {
    enum isa usual = isa_current();
    for (enum isa isa = ISA_PORTABLE; isa < ISA_COUNT; isa++) {
        if (!isa_available(isa)) continue;
        isa_set(isa);
        check();
    }
    isa_set(usual);
}

static void check_published_perft(void) {
    static const uint64_t published[] = {1,    4,     12,     56,      244,     1396,
                                         8200, 55092, 390216, 3005288, 24571284};
    struct reversi board;
    game->start(game, &board);
    for (int depth = 0; depth < (int)COUNT_OF(published); depth++)
        assert_int_equal(game->perft(game, &board, depth), published[depth]);
}

static void perft_is_as_published(void **state) {
    (void)state;
    with_every_isa(check_published_perft);
}

static void check_perft_by_play(void) {
    struct rng rng = rng_keyed(1, 2, 3, 4);
    for (int plies = 0; plies <= 64; plies++) {
        struct reversi board = random_position(&rng, plies);
        for (int depth = 0; depth <= 4; depth++)
            assert_int_equal(game->perft(game, &board, depth), game_perft(game, &board, depth));
    }
    for (int i = 0; i < 2000; i++) {
        struct reversi board = random_board(&rng);
        assert_int_equal(game->perft(game, &board, 2), game_perft(game, &board, 2));
    }
}

static void perft_counts_passes_and_ends_as_play_does(void **state) {
    (void)state;
    with_every_isa(check_perft_by_play);
}

/* Between `square`, which is empty, and the other end of a line of eight that begins there, all
 * discs are opposing ones; the rest of the board is as it was. */
static void fill_line(struct reversi *board, int square, int step) {
    uint64_t between = 0, end = UINT64_C(1) << (square + 7 * step);
    for (int i = 1; i < 7; i++) between |= UINT64_C(1) << (square + i * step);
    board->own = (board->own & ~between & ~(UINT64_C(1) << square)) | end;
    board->opp = ((board->opp | between) & ~end) & ~(UINT64_C(1) << square);
}

static void check_perft_of_whole_lines(void) {
    struct rng rng = rng_keyed(5, 2, 3, 4);
    for (int square = 0; square < REVERSI_SQUARES; square++)
        for (int direction = 0; direction < 8; direction++) {
            static const int rows[8] = {-1, -1, -1, 0, 0, 1, 1, 1},
                             columns[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
            int row = square / 8 + 7 * rows[direction],
                column = square % 8 + 7 * columns[direction];
            if (row < 0 || row > 7 || column < 0 || column > 7) continue;
            for (int i = 0; i < 50; i++) {
                struct reversi board = random_board(&rng);
                fill_line(&board, square, 8 * rows[direction] + columns[direction]);
                assert_int_equal(game->perft(game, &board, 2), game_perft(game, &board, 2));
            }
        }
}

static void perft_flips_whole_lines(void **state) {
    (void)state;
    with_every_isa(check_perft_of_whole_lines);
}

static void play_is_that_of_a_naive_board(void **state) {
    struct rng rng = rng_keyed(2, 2, 3, 4);
    int passes = 0;
    (void)state;
    for (int i = 0; i < 300; i++) {
        struct reversi board = random_position(&rng, 0);
        struct naive naive = naive_of(&board);
        move_t expected[GAME_MOVES_MAX], moves[GAME_MOVES_MAX];
        for (int count; (count = naive_moves(&naive, expected));) {
            assert_false(game->over(game, &board));
            assert_int_equal(game->moves(game, &board, moves), count);
            assert_memory_equal(moves, expected, (size_t)count * sizeof *moves);
            move_t move = moves[rng_below(&rng, (uint32_t)count)];
            passes += move == REVERSI_PASS;
            naive_play(&naive, move);
            game->play(game, &board, move);
            assert_same(&naive, &board);
        }
        assert_true(game->over(game, &board));
        assert_int_equal(game->moves(game, &board, moves), 0);
    }
    assert_true(passes > 50);
}

static void a_pass_is_the_only_move_where_there_is_no_other(void **state) {
    (void)state;
    struct reversi board = position("XO", '-', 'O'); /* Black could play c1 */
    move_t moves[GAME_MOVES_MAX];
    assert_int_equal(game->moves(game, &board, moves), 1);
    assert_int_equal(moves[0], REVERSI_PASS);
    assert_int_equal(game->perft(game, &board, 1), 1);
    game->play(game, &board, REVERSI_PASS);
    assert_int_equal(game->side(&board), 0);
    assert_int_equal(game->moves(game, &board, moves), 1);
    assert_int_equal(moves[0], 2);
}

static int margin_of(struct reversi board) {
    assert_true(game->over(game, &board));
    return game->margin(game, &board);
}

static void empties_go_to_the_winner(void **state) {
    (void)state;
    assert_int_equal(margin_of(position("", 'X', 'O')), 64);
    assert_int_equal(margin_of(position("", 'O', 'O')), -64);
    assert_int_equal(margin_of(position("-", 'O', 'X')), -64);
    assert_int_equal(margin_of(position("X-O", '-', 'X')), 0);
    assert_int_equal(margin_of(position("XX-O", '-', 'O')), 62);
    assert_int_equal(margin_of(position("X-", 'O', 'X')), -62);
    assert_int_equal(margin_of(position("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX", 'O', 'X')), 0);
}

/* The shortest possible game: White has no disc left after nine plies. */
static void a_wipe_out_counts_64(void **state) {
    (void)state;
    struct reversi board = parsed("e6f4e3f6g5d6e7f5c5");
    assert_int_equal(margin_of(board), 64);
}

static void moves_are_written_and_read(void **state) {
    char text[MOVE_TEXT_MAX];
    move_t move;
    (void)state;
    for (int i = 0; i <= REVERSI_PASS; i++) {
        game->move_format(game, (move_t)i, text);
        assert_int_equal(game->move_parse(game, text, &move), strlen(text));
        assert_int_equal(move, i);
    }
    game->move_format(game, 37, text);
    assert_string_equal(text, "f5");
    assert_int_equal(game->move_parse(game, "H8d6", &move), 2);
    assert_int_equal(move, 63);
    assert_int_equal(game->move_parse(game, "PAs", &move), 2);
    assert_int_equal(game->move_parse(game, "Pass", &move), 4);
    assert_int_equal(game->move_parse(game, "PS:+2", &move), 2);
    assert_int_equal(move, REVERSI_PASS);
    static const char *const wrong[] = {"", "a", "i1", "a9", "a0", "5f", "@1", "p", "-"};
    for (int i = 0; i < (int)COUNT_OF(wrong); i++)
        assert_int_equal(game->move_parse(game, wrong[i], &move), 0);
}

static void positions_are_written_and_read(void **state) {
    struct rng rng = rng_keyed(3, 2, 3, 4);
    struct text text = {0};
    (void)state;
    for (int plies = 0; plies < 64; plies++) {
        struct reversi board = random_position(&rng, plies), again;
        text.length = 0;
        game->position_format(game, &board, &text);
        assert_int_equal(game->position_parse(game, text.data, &again, &error), 0);
        assert_memory_equal(&board, &again, sizeof board);
    }
    text_free(&text);
}

static void every_obf_character_is_read(void **state) {
    (void)state;
    struct reversi board = position("Xxb*Oow-.", '-', '*'), same = position("XXXXOOO", '.', 'b');
    assert_memory_equal(&board, &same, sizeof board);
    assert_int_equal(board.own, 0x0f);
    assert_int_equal(board.opp, 0x70);
    board = parsed(
        "  --O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O D2:-14 B8:-14");
    assert_int_equal(board.side, 1);
    assert_int_equal(reversi_count(board.opp), 20);
    const struct reversi again = parsed("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX----"
                                        "-XXX-- O; D2:-14; b8:+2; % FFO 44\n");
    assert_memory_equal(&board, &again, sizeof board);
    assert_true(game_legal(game, &board, 11) && game_legal(game, &board, 57));
}

static void assert_refused(const char *text, const char *why) {
    struct reversi board;
    assert_int_equal(game->position_parse(game, text, &board, &error), -1);
    if (!strstr(error.text, why)) fail_msg("\"%s\" does not say \"%s\"", error.text, why);
}

static void bad_positions_are_refused(void **state) {
    (void)state;
    assert_refused("", "square 1 ");
    assert_refused("XO?", "square 3 of the position is \"?\"");
    assert_refused("---------------------------------------------------------------- ;", "side");
    assert_refused("---------------------------------------------------------------- -;", "X or O");
    assert_refused("---------------------------------------------------------------- XY", "\"Y\"");
    assert_refused("---------------------------------------------------------------- X rubbish",
                   "\"rubbish\" follows the position");
    assert_refused("---------------------------------------------------------------- X; D2:+1 --x",
                   "\"--x\" follows");
    assert_refused("---------------------------------------------------------------- X; D2:",
                   "D2:");
    assert_refused("---------------------------------------------------------------- X D2:1x",
                   "D2:1x");
}

static void the_board_is_printed(void **state) {
    struct reversi board = parsed("f5");
    struct text text = {0};
    (void)state;
    game->print(game, &board, &(move_t){37}, 1, &text);
    assert_string_equal(text.data, "   a  b  c  d  e  f  g  h\n"
                                   "1  .  .  .  .  .  .  .  . \n"
                                   "2  .  .  .  .  .  .  .  . \n"
                                   "3  .  .  .  .  .  .  .  . \n"
                                   "4  .  .  .  O  X  +  .  . \n"
                                   "5  .  .  .  X  X [X] .  . \n"
                                   "6  .  .  .  +  .  +  .  . \n"
                                   "7  .  .  .  .  .  .  .  . \n"
                                   "8  .  .  .  .  .  .  .  . \n"
                                   "Black (X) 4, White (O) 1, White to move\n");
    text_free(&text);
}

/* Symmetry `s` of the board: bit 0 mirrors columns, bit 1 rows, bit 2 transposes. */
static uint64_t image_of(uint64_t squares, int s) {
    uint64_t image = 0;
    for (int square = 0; square < 64; square++) {
        int row = s & 2 ? 7 - square / 8 : square / 8, column = s & 1 ? 7 - square % 8 : square % 8;
        int to = s & 4 ? column * 8 + row : row * 8 + column;
        if (squares >> square & 1) image |= UINT64_C(1) << to;
    }
    return image;
}

static void symmetric_positions_hash_alike_and_no_others(void **state) {
    struct rng rng = rng_keyed(4, 2, 3, 4);
    uint64_t seen[100];
    (void)state;
    for (int i = 0; i < 100; i++) {
        struct reversi board = random_position(&rng, 12 + i % 40);
        seen[i] = game->symmetric_hash(game, &board);
        for (int s = 0; s < 8; s++) {
            struct reversi image = {image_of(board.own, s), image_of(board.opp, s), board.side};
            assert_int_equal(game->symmetric_hash(game, &image), seen[i]);
            if (s > 0) assert_int_not_equal(game->hash(&image), game->hash(&board));
        }
        for (int j = 0; j < i; j++) assert_int_not_equal(seen[i], seen[j]);
        struct reversi turned = {board.own, board.opp, board.side ^ 1};
        assert_int_not_equal(game->hash(&turned), game->hash(&board));
    }
}

/* ---- the weighted piece counter ---- */

static const struct evaluator *wpc(const char *layout) {
    const struct evaluator *evaluator = games_evaluator(game, "wpc", layout, &error);
    if (!evaluator) fail_msg("%s", error.text);
    return evaluator;
}

static int32_t *random_weights(const struct evaluator *evaluator, struct rng *rng) {
    int32_t *weights = xcalloc((size_t)evaluator->param_count, sizeof *weights);
    for (int i = 0; i < evaluator->param_count; i++) weights[i] = (int)rng_below(rng, 4095) - 2047;
    return weights;
}

static void *prepared_new(const struct evaluator *evaluator, const int32_t *weights) {
    void *prepared = xmalloc(evaluator->prepared_size);
    evaluator->prepare(evaluator, weights, prepared);
    return prepared;
}

/* Discs' weights for `mine` less those of the other, read straight from 64 weights. */
static int32_t naive_value(const struct naive *naive, char mine, const int32_t *weights) {
    int32_t value = 0;
    for (int i = 0; i < 64; i++)
        if (naive->cells[i] != '-') value += naive->cells[i] == mine ? weights[i] : -weights[i];
    return value;
}

static int discs_of(const struct reversi *board) {
    return reversi_count(board->own | board->opp);
}

/* Checks eval and every candidate of random positions against a table of 64 weights a stage. */
static void check_play(const struct evaluator *evaluator, const void *prepared,
                       const int32_t *weights, int stages) {
    struct rng rng = rng_keyed(5, 2, 3, 4);
    for (int i = 0; i < 300; i++) {
        struct reversi board = random_position(&rng, i % 64);
        struct naive before = naive_of(&board);
        int stage = (discs_of(&board) - 4) * stages / 61;
        int32_t value = naive_value(&before, before.mover, weights + 64 * stage);
        int side = game->side(&board);
        assert_int_equal(evaluator_ops(evaluator)->eval(evaluator, prepared, &board, side), value);
        assert_int_equal(evaluator_ops(evaluator)->eval(evaluator, prepared, &board, !side),
                         -value);

        struct candidate list[GAME_MOVES_MAX];
        move_t moves[GAME_MOVES_MAX];
        int count = evaluator_ops(evaluator)->candidates(evaluator, prepared, &board, false, list);
        assert_int_equal(count, game->moves(game, &board, moves));
        for (int k = 0; k < count; k++) {
            struct naive after = before;
            naive_play(&after, moves[k]);
            stage = (discs_of(&board) - 4 + (moves[k] != REVERSI_PASS)) * stages / 61;
            assert_int_equal(list[k].move, moves[k]);
            assert_int_equal(list[k].score,
                             naive_value(&after, before.mover, weights + 64 * stage) -
                                 naive_value(&before, before.mover, weights + 64 * stage));
        }
    }
}

static void check_definition(void) {
    static const struct {
        const char *layout;
        int stages;
    } cases[] = {{"64", 1}, {"64x2", 2}, {"64x3", 3}, {"64x8", 8}};
    struct rng rng = rng_keyed(6, 2, 3, 4);
    for (int i = 0; i < (int)COUNT_OF(cases); i++) {
        const struct evaluator *evaluator = wpc(cases[i].layout);
        assert_int_equal(evaluator->param_count, 64 * cases[i].stages);
        int32_t *weights = random_weights(evaluator, &rng);
        void *prepared = prepared_new(evaluator, weights);
        check_play(evaluator, prepared, weights, cases[i].stages);
        free(prepared);
        free(weights);
    }
}

static void values_and_scores_follow_the_definition(void **state) {
    (void)state;
    with_every_isa(check_definition);
}

static void check_extremes(void) {
    const struct evaluator *evaluator = wpc("64");
    int32_t weights[64];
    for (int i = 0; i < 64; i++) weights[i] = evaluator->params[i].upper;
    void *prepared = prepared_new(evaluator, weights);
    check_play(evaluator, prepared, weights, 1);
    struct reversi board = position("", 'X', 'X');
    assert_int_equal(evaluator_ops(evaluator)->eval(evaluator, prepared, &board, 1), -64 * 2047);
    free(prepared);
}

/* The extremes of the bounds must not overflow any table. */
static void extreme_weights_are_exact(void **state) {
    (void)state;
    with_every_isa(check_extremes);
}

static int class_named(const struct evaluator *evaluator, int square) {
    char name[MOVE_TEXT_MAX];
    game->move_format(game, (move_t)square, name);
    for (int i = 0; i < 10; i++)
        if (strcmp(evaluator->params[i].name, name) == 0) return i;
    return -1;
}

/* The class of a square is that of the image of it which names a parameter. */
static void ten_classes_are_the_symmetric_squares(void **state) {
    struct rng rng = rng_keyed(7, 2, 3, 4);
    const struct evaluator *ten = wpc("10");
    int32_t *weights = random_weights(ten, &rng), expanded[64];
    (void)state;
    for (int square = 0; square < 64; square++) {
        int class = -1;
        for (int s = 0; s < 8 && class < 0; s++)
            class = class_named(ten, reversi_lowest(image_of(UINT64_C(1) << square, s)));
        assert_true(class >= 0);
        expanded[square] = weights[class];
    }
    void *prepared = prepared_new(ten, weights);
    check_play(ten, prepared, expanded, 1);
    free(prepared);
    free(weights);
}

static void stages_begin_where_documented(void **state) {
    static const int first_of[] = {4, 25, 45}; /* discs */
    const struct evaluator *evaluator = wpc("10x3");
    int32_t weights[30];
    (void)state;
    for (int i = 0; i < 30; i++) weights[i] = 1 + i / 10;
    void *prepared = prepared_new(evaluator, weights);
    for (int discs = 4; discs <= 64; discs++) {
        struct reversi board = {.own = UINT64_MAX >> (64 - discs)};
        int stage = (discs >= first_of[1]) + (discs >= first_of[2]);
        assert_int_equal(evaluator_ops(evaluator)->eval(evaluator, prepared, &board, 0),
                         discs * (stage + 1));
    }
    free(prepared);
}

static void params_are_named_and_start_at_the_standard_heuristic(void **state) {
    static const char *const names[] = {"a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"};
    static const int32_t initial[] = {1000, -250, 100, 50, -250, 10, 10, 50, 20, 10};
    const struct evaluator *ten = wpc(NULL), *all = wpc("64"), *staged = wpc("64x2");
    (void)state;
    assert_int_equal(ten->param_count, 10);
    for (int i = 0; i < 10; i++) {
        assert_string_equal(ten->params[i].name, names[i]);
        assert_int_equal(ten->params[i].initial, initial[i]);
        assert_int_equal(ten->params[i].lower, -2047);
        assert_int_equal(ten->params[i].upper, 2047);
    }
    assert_string_equal(all->params[1].name, "b1");
    assert_string_equal(all->params[8].name, "a2");
    assert_string_equal(all->params[63].name, "h8");
    assert_int_equal(all->params[62].initial, -250);
    assert_string_equal(staged->params[0].name, "s1.a1");
    assert_string_equal(staged->params[127].name, "s2.h8");
}

static void layouts_are_checked(void **state) {
    static const char *const wrong[] = {"",     "9",     "640", "64x",  "64x0",
                                        "64x9", "10x-1", "x3",  "10 x2"};
    (void)state;
    for (int i = 0; i < (int)COUNT_OF(wrong); i++) {
        error.text[0] = '\0';
        assert_null(games_evaluator(game, "wpc", wrong[i], &error));
        assert_non_null(strstr(error.text, "unknown layout"));
    }
    assert_ptr_equal(wpc("10x1"), wpc("10"));
    assert_string_equal(wpc("10x4")->layout, "10x4");
}

/* Plain minimax without any pruning, for the side to move. */
static int32_t minimax(const struct evaluator *evaluator, const void *prepared,
                       const struct reversi *board, int depth) {
    int side = game->side(board);
    if (game->over(game, board)) {
        int margin = side == 0 ? game->margin(game, board) : -game->margin(game, board);
        return margin == 0 ? 0 : margin > 0 ? SCORE_WIN + margin : margin - SCORE_WIN;
    }
    if (depth == 0) return evaluator_ops(evaluator)->eval(evaluator, prepared, board, side);
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, board, moves);
    int32_t best = -SCORE_INFINITE;
    for (int i = 0; i < count; i++) {
        struct reversi child = *board;
        game->play(game, &child, moves[i]);
        best = max_int(best, -minimax(evaluator, prepared, &child, depth - 1));
    }
    return best;
}

static void check_search(void) {
    const struct evaluator *evaluator = wpc("64x2");
    struct rng rng = rng_keyed(8, 2, 3, 4);
    int32_t *weights = random_weights(evaluator, &rng);
    void *prepared = prepared_new(evaluator, weights);
    struct search *search = search_new(1 << 16);
    for (int plies = 0; plies < 60; plies++) {
        struct reversi board = random_position(&rng, plies);
        if (game->over(game, &board)) continue;
        struct search_limits limits = {.depth = plies < 52 ? 4 : 10};
        struct search_result result;
        search_new_game(search);
        evaluator_ops(evaluator)->search(search, evaluator, prepared, &board, &limits, &result);
        assert_true(game_legal(game, &board, result.move));
        assert_int_equal(result.score, minimax(evaluator, prepared, &board, limits.depth));
    }
    search_free(search);
    free(prepared);
    free(weights);
}

static void search_finds_the_minimax_value(void **state) {
    (void)state;
    with_every_isa(check_search);
}

static void check_last_plies(void) {
    const struct evaluator *evaluator = wpc("64x2");
    struct rng rng = rng_keyed(12, 2, 3, 4);
    int32_t *weights = random_weights(evaluator, &rng);
    void *prepared = prepared_new(evaluator, weights);
    struct search *search = search_new(1 << 12);
    for (int i = 0; i < 5000; i++) {
        struct reversi board = random_board(&rng);
        if (game->over(game, &board)) continue;
        struct search_limits limits = {.depth = 2};
        struct search_result result;
        search_new_game(search);
        evaluator_ops(evaluator)->search(search, evaluator, prepared, &board, &limits, &result);
        assert_int_equal(result.score, minimax(evaluator, prepared, &board, result.depth));
    }
    search_free(search);
    free(prepared);
    free(weights);
}

static void the_last_plies_are_minimax_on_any_board(void **state) {
    (void)state;
    with_every_isa(check_last_plies);
}

/* ---- batches ---- */

enum { BOUTS = 4000, PLAYERS = 5 };

/* Weights of all sizes, at their bounds, and of few values, so that ties are frequent; the last
 * player is the default. Some look two plies ahead. */
static void players_init(struct player players[PLAYERS], const struct evaluator *evaluator,
                         struct rng *rng) {
    static const double epsilons[PLAYERS] = {0, 0.1, 0, 1, 0};
    for (int i = 0; i < PLAYERS; i++) {
        const struct search_limits limits = {.depth = rng_below(rng, 3) ? 0 : 2};
        int32_t *weights = random_weights(evaluator, rng);
        for (int j = 0; j < evaluator->param_count; j++)
            weights[j] = i == 1   ? weights[j] % 3
                         : i == 2 ? (weights[j] < 0 ? evaluator->params[j].lower
                                                    : evaluator->params[j].upper)
                                  : weights[j];
        if (i == PLAYERS - 1) evaluator_initial(evaluator, weights);
        player_init(&players[i], evaluator, weights, &limits, epsilons[i]);
        free(weights);
    }
}

static void bouts_init(struct bout bouts[BOUTS], struct reversi starts[BOUTS],
                       const struct player players[PLAYERS], struct rng *rng) {
    for (int i = 0; i < BOUTS; i++) {
        starts[i] = i % 11 == 0  ? random_board(rng)
                    : i % 5 == 0 ? random_position(rng, (int)rng_below(rng, 70))
                                 : random_position(rng, i % 10);
        bouts[i] = (struct bout){
            .players = {&players[i % PLAYERS], &players[rng_below(rng, PLAYERS)]},
            .start = &starts[i],
            .rng = rng_keyed(rng_next(rng), (uint64_t)i, 3, 4),
            .plies_max = i % 7 ? game->plies_max : (int)rng_below(rng, 61),
        };
    }
}

static const struct evaluator *batch_evaluator;
static struct bout bouts[BOUTS];
static struct record expected[BOUTS];

static void check_records(void) {
    static struct record records[BOUTS];
    evaluator_ops(batch_evaluator)->play_batch(batch_evaluator, bouts, BOUTS, records);
    for (int i = 0; i < BOUTS; i++) {
        assert_int_equal(records[i].outcome, expected[i].outcome);
        assert_int_equal(records[i].margin, expected[i].margin);
        assert_int_equal(records[i].plies, expected[i].plies);
        assert_int_equal(records[i].moves_hash, expected[i].moves_hash);
    }
}

/* The referee with portable kernels is the oracle. */
static void referee_expects(void) {
    struct referee referee;
    enum isa usual = isa_current();
    referee_init(&referee, 0);
    isa_set(ISA_PORTABLE);
    for (int i = 0; i < BOUTS; i++) referee_play(&referee, &bouts[i], &expected[i], NULL);
    isa_set(usual);
    referee_destroy(&referee);
}

static void check_batch(const char *layout, struct rng *rng) {
    static struct reversi starts[BOUTS];
    struct player players[PLAYERS];
    batch_evaluator = wpc(layout);
    players_init(players, batch_evaluator, rng);
    bouts_init(bouts, starts, players, rng);
    referee_expects();
    with_every_isa(check_records);
    for (int i = 0; i < PLAYERS; i++) player_destroy(&players[i]);
}

/* A hundred thousand games. */
static void batches_repeat_the_referee(void **state) {
    static const char *const layouts[] = {"64", "10", "64x2", "64x8", "10x5"};
    struct rng rng = rng_keyed(9, 2, 3, 4);
    (void)state;
    for (int i = 0; i < 25; i++) check_batch(layouts[i % 5], &rng);
}

static void batches_of_any_size_are_played(void **state) {
    const struct evaluator *evaluator = wpc("10");
    int32_t weights[10];
    struct player player;
    struct search_limits greedy = {0};
    struct reversi board;
    struct record records[20];
    struct bout few[20];
    (void)state;
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &greedy, 0);
    game->start(game, &board);
    for (int count = 0; count < 20; count++) {
        memset(records, 0, sizeof records);
        few[count] = (struct bout){
            {&player, &player}, &board, rng_keyed(11, (uint64_t)count, 0, 0), 100, NULL, 0};
        evaluator_ops(evaluator)->play_batch(evaluator, few, count, records);
        for (int i = 0; i < 20; i++) assert_int_equal(records[i].plies > 0, i < count);
    }
    player_destroy(&player);
}

int main(void) {
    game = games_find("reversi", &error);
    if (!game) die("%s", error.text);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_is_as_published),
        cmocka_unit_test(perft_counts_passes_and_ends_as_play_does),
        cmocka_unit_test(perft_flips_whole_lines),
        cmocka_unit_test(play_is_that_of_a_naive_board),
        cmocka_unit_test(a_pass_is_the_only_move_where_there_is_no_other),
        cmocka_unit_test(empties_go_to_the_winner),
        cmocka_unit_test(a_wipe_out_counts_64),
        cmocka_unit_test(moves_are_written_and_read),
        cmocka_unit_test(positions_are_written_and_read),
        cmocka_unit_test(every_obf_character_is_read),
        cmocka_unit_test(bad_positions_are_refused),
        cmocka_unit_test(the_board_is_printed),
        cmocka_unit_test(symmetric_positions_hash_alike_and_no_others),
        cmocka_unit_test(values_and_scores_follow_the_definition),
        cmocka_unit_test(extreme_weights_are_exact),
        cmocka_unit_test(ten_classes_are_the_symmetric_squares),
        cmocka_unit_test(stages_begin_where_documented),
        cmocka_unit_test(params_are_named_and_start_at_the_standard_heuristic),
        cmocka_unit_test(layouts_are_checked),
        cmocka_unit_test(search_finds_the_minimax_value),
        cmocka_unit_test(the_last_plies_are_minimax_on_any_board),
        cmocka_unit_test(batches_repeat_the_referee),
        cmocka_unit_test(batches_of_any_size_are_played),
    };
    return cmocka_run_group_tests_name("reversi", tests, NULL, NULL);
}
