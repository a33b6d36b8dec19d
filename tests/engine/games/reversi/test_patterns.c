/* reversi_patterns: how many weights the layouts have; the value against a sum that reads each
 * group square by square from the weights' names; symmetries, the search against plain minimax, the
 * weight file of such tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/files/convert.h"
#include "engine/files/weights.h"
#include "engine/games/games.h"
#include "engine/games/reversi/patterns.h"
#include "engine/search/player.h"

static const struct game *game;
static struct error error;

static const struct evaluator *patterns(const char *layout) {
    const struct evaluator *evaluator = games_evaluator(game, "patterns", layout, &error);
    if (!evaluator) fail_msg("%s", error.text);
    return evaluator;
}

/* A position after `plies` random ones, or the end of the game. */
static struct reversi random_position(int plies, struct rng *rng) {
    struct reversi board;
    move_t moves[GAME_MOVES_MAX];
    game->start(game, &board);
    for (int count; plies > 0 && (count = game->moves(game, &board, moves)) > 0; plies--)
        game->play(game, &board, moves[rng_below(rng, (uint32_t)count)]);
    return board;
}

static struct player player_with(const struct evaluator *evaluator, const int32_t *weights) {
    struct player player;
    player_init(&player, evaluator, weights, &(struct search_limits){0}, 0);
    return player;
}

static int32_t *random_weights(const struct evaluator *evaluator, struct rng *rng) {
    int32_t *weights = xcalloc((size_t)evaluator->param_count, sizeof *weights);
    for (int i = 0; i < evaluator->param_count; i++)
        weights[i] = (int32_t)rng_below(rng, 2001) - 1000;
    return weights;
}

static struct player random_player(const struct evaluator *evaluator, struct rng *rng) {
    int32_t *weights = random_weights(evaluator, rng);
    struct player player = player_with(evaluator, weights);
    free(weights);
    return player;
}

static struct player initial_player(const struct evaluator *evaluator) {
    int32_t *weights = xcalloc((size_t)evaluator->param_count, sizeof *weights);
    evaluator_initial(evaluator, weights);
    struct player player = player_with(evaluator, weights);
    free(weights);
    return player;
}

static int32_t eval(const struct player *player, const struct reversi *board, int side) {
    return evaluator_ops(player->evaluator)->eval(player->evaluator, player->prepared, board, side);
}

/* ---- layouts ---------------------------------------------------------------------------- */

/* The literature's: 32 classes of pairs, 24 of triples, 21 of fours, 10 of blocks. */
static void layouts_have_the_weights_of_the_literature(void **unused) {
    (void)unused;
    assert_int_equal(patterns("2")->param_count, 32 * 9);
    assert_int_equal(patterns("2x3")->param_count, 3 * 32 * 9);
    assert_int_equal(patterns("234")->param_count, 32 * 9 + 24 * 27 + 21 * 81 + 10 * 81);
    /* 3^9 and so on with the mirrored ones once; five counts of up to 31 */
    int strong = (19683 + 729) / 2 + 59049 + (59049 + 243) / 2 + 4 * (6561 + 81) / 2 +
                 (2187 + 81) / 2 + (729 + 27) / 2 + (243 + 27) / 2 + (81 + 9) / 2;
    assert_int_equal(patterns("strong")->param_count, strong + 5 * 32);
    assert_int_equal(patterns("strongx6")->param_count, 6 * (strong + 5 * 32));
    int large = strong + 2 * (59049 + 729) / 2 + (59049 + 243) / 2;
    assert_int_equal(patterns("largex2")->param_count, 2 * (large + 5 * 32));
    int huge = large + 2 * (59049 + 2187) / 2 + 3 * (59049 + 243) / 2 + 3 * (59049 + 729) / 2 +
               (19683 + 243) / 2 + (59049 + 19683 + 729 + 243) / 4;
    assert_int_equal(patterns("huge")->param_count, huge + 5 * 32);
    assert_ptr_equal(patterns(NULL), patterns("2"));
    assert_ptr_equal(patterns("2x1"), patterns("2"));
}

/* The least diagonal is inside of the wedge; the corner, rows 2 to 4 and the other diagonals are
 * inside of larger groups of "huge". Kite and cross are not, on four sets of squares each. */
static void groups_inside_of_others_are_not_looked_up(void **unused) {
    (void)unused;
    assert_int_equal(patterns_of(patterns("strong"))->instance_count, 46);
    assert_int_equal(patterns_of(patterns("large"))->instance_count, 46 + 3 * 4 - 4);
    assert_int_equal(patterns_of(patterns("huge"))->instance_count, 46 + 3 * 4 - 4 + 2 * 4);
}

static void other_layouts_are_refused(void **unused) {
    (void)unused;
    static const char *const bad[] = {"", "3", "x2", "2x", "2x0", "2x13", "strongx", "stron", "23"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        assert_null(games_evaluator(game, "patterns", bad[i], &error));
        assert_non_null(strstr(error.text, "strong"));
    }
}

/* ---- the value against a naive one ------------------------------------------------------ */

/* The groups by name; those of the layouts of tuples are said by their first and last squares. */
static const struct {
    const char *name, *squares;
} named[] = {
    {"c33", "a1b1c1a2b2c2a3b3c3"},
    {"c25", "a1b1c1d1e1a2b2c2d2e2"},
    {"edge", "a1b1c1d1e1f1g1h1b2g2"},
    {"row2", "a2b2c2d2e2f2g2h2"},
    {"row3", "a3b3c3d3e3f3g3h3"},
    {"row4", "a4b4c4d4e4f4g4h4"},
    {"diag8", "a1b2c3d4e5f6g7h8"},
    {"diag7", "b1c2d3e4f5g6h7"},
    {"diag6", "c1d2e3f4g5h6"},
    {"diag5", "d1e2f3g4h5"},
    {"diag4", "e1f2g3h4"},
    {"angle", "a5a4a3a2a1b1c1d1e1b2"},
    {"block", "a1c1d1e1f1h1c2d2e2f2"},
    {"wedge", "a1b1c1d1a2b2c2a3b3a4"},
    {"c33d", "a1b1c1a2b2c2a3b3c3d4"},
    {"row2c", "a2b2c2d2e2f2g2h2a1h1"},
    {"row3x", "a3b3c3d3e3f3g3h3b2g2"},
    {"row4d", "a4b4c4d4e4f4g4h4d3e3"},
    {"diag8x", "a1b2c3d4e5f6g7h8d5e4"},
    {"diag7c", "b1c2d3e4f5g6h7a1h8"},
    {"diag6x", "c1d2e3f4g5h6f1g2h3h1"},
    {"diag5x", "d1e2f3g4h5e1f2g3h4h1"},
    {"kite", "a1b1a2b2c2d2e2b3b4b5"},
    {"cross", "a1b2c3d4b1c2d3a2b3c4"},
};

static int square_at(const char *text) {
    return 8 * (text[1] - '1') + text[0] - 'a';
}

static int between(int first, int last, int squares[10]) {
    int rows = last / 8 - first / 8, columns = last % 8 - first % 8;
    int length = abs(rows) > abs(columns) ? abs(rows) : abs(columns);
    for (int i = 0; i <= length; i++) squares[i] = first + i * (8 * rows + columns) / length;
    return length + 1;
}

/* The squares of the table that a parameter's name (without the stage) is of; how many. */
static int squares_of(const char *name, int squares[10]) {
    int count = 0;
    size_t length = strcspn(name, ".");
    for (size_t i = 0; i < COUNT_OF(named); i++)
        if (strlen(named[i].name) == length && strncmp(named[i].name, name, length) == 0)
            for (const char *at = named[i].squares; *at; at += 2) squares[count++] = square_at(at);
    if (count > 0) return count;
    if (*name != 'q') return between(square_at(name), square_at(name + 2), squares);
    int first = square_at(name + 1);
    for (int i = 0; i < 4; i++) squares[i] = first + i % 2 + i / 2 * 8;
    return 4;
}

static int image_of(int square, int symmetry) {
    int row = square / 8, column = square % 8;
    if (symmetry & 1) row = 7 - row;
    if (symmetry & 2) column = 7 - column;
    return symmetry & 4 ? 8 * column + row : 8 * row + column;
}

/* How often the configuration of a name's digits stands on the board: each way to lay the group on
 * it counts, or (`once`) each set of squares where one of the ways does. */
static int occurrences(const char *name, const struct reversi *board, bool once) {
    int squares[10], count = squares_of(name, squares), found = 0;
    const char *digits = strchr(name, '.') + 1;
    uint64_t orders[8], sets[8];
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        uint64_t order = 0, set = 0;
        bool here = true;
        for (int i = 0; i < count; i++) {
            int square = image_of(squares[i], symmetry);
            int digit = (int)(board->own >> square & 1) + 2 * (int)(board->opp >> square & 1);
            here &= digits[i] == '0' + digit;
            order = order << 6 | (uint64_t)square;
            set |= UINT64_C(1) << square;
        }
        for (int i = 0; i < found; i++) here &= (once ? sets[i] != set : orders[i] != order);
        if (!here) continue;
        orders[found] = order;
        sets[found++] = set;
    }
    return found;
}

static int counted(const char *name, const struct reversi *board) {
    int counts[PATTERNS_COUNTS];
    patterns_count(board->own, board->opp, reversi_moves(board->own, board->opp),
                   reversi_moves(board->opp, board->own), counts);
    static const char *const names[] = {"mob.own", "mob.opp", "pot.own", "pot.opp", "parity"};
    const char *number = strrchr(name, '.') + 1;
    for (int i = 0; i < PATTERNS_COUNTS; i++)
        if (strlen(names[i]) == (size_t)(number - 1 - name) &&
            strncmp(names[i], name, strlen(names[i])) == 0)
            return atoi(number) == counts[i];
    return -1;
}

static void check_value(const char *layout, int stages, int plies, struct rng *rng) {
    const struct evaluator *evaluator = patterns(layout);
    struct reversi board = random_position(plies, rng);
    int32_t *weights = random_weights(evaluator, rng);
    struct player player = player_with(evaluator, weights);
    int stage = (reversi_count(board.own | board.opp) - 4) * stages / 61;
    int32_t expected = 0;
    for (int i = 0; i < evaluator->param_count; i++) {
        const struct param param = evaluator_param(evaluator, i);
        const char *name = param.name;
        if (stages > 1 && atoi(name + 1) != stage + 1) continue;
        if (stages > 1) name = strchr(name, '.') + 1;
        int times = counted(name, &board);
        if (times < 0) times = occurrences(name, &board, strchr("slh", layout[0]));
        expected += times * weights[i];
    }
    assert_int_equal(eval(&player, &board, (int)board.side), expected);
    assert_int_equal(eval(&player, &board, !board.side), -expected);
    player_destroy(&player);
    free(weights);
}

static void the_value_is_the_sum_over_the_groups(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(22, 1, 0, 0);
    for (int plies = 0; plies < 60; plies += 2) check_value("2", 1, plies, &rng);
    for (int plies = 1; plies < 60; plies += 3) check_value("2x12", 12, plies, &rng);
    for (int plies = 0; plies < 60; plies += 6) check_value("234", 1, plies, &rng);
    for (int plies = 3; plies < 60; plies += 19) check_value("strong", 1, plies, &rng);
    check_value("strongx3", 3, 30, &rng);
    check_value("large", 1, 41, &rng);
    check_value("huge", 1, 41, &rng);
    check_value("hugex3", 3, 13, &rng);
}

/* The largest weights everywhere: no table that is looked up is too narrow for them. */
static void the_largest_weights_fit(void **unused) {
    (void)unused;
    static const char *const layouts[] = {"2", "234", "strong", "large", "huge"};
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        const struct evaluator *evaluator = patterns(layouts[i]);
        const int32_t upper = evaluator_param(evaluator, 0).upper;
        int32_t *weights = xcalloc((size_t)evaluator->param_count, sizeof *weights);
        for (int j = 0; j < evaluator->param_count; j++) weights[j] = upper;
        struct player player = player_with(evaluator, weights);
        struct reversi board;
        game->start(game, &board);
        assert_int_equal(eval(&player, &board, 0), evaluator->terms_max * upper);
        player_destroy(&player);
        free(weights);
    }
}

/* So that a fit may begin with what a smaller one has learned. */
static void a_larger_layout_takes_the_weights_of_a_smaller(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(22, 9, 0, 0);
    struct weights from = {.evaluator = patterns("largex2")}, to;
    struct conversion conversion;
    from.values = random_weights(from.evaluator, &rng);
    assert_int_equal(weights_convert(&from, patterns("hugex2"), &to, &conversion, &error), 0);
    struct player small = player_with(from.evaluator, from.values),
                  large = player_with(to.evaluator, to.values);
    for (int i = 0; i < 20; i++) {
        struct reversi board = random_position(3 * i, &rng);
        assert_int_equal(eval(&large, &board, 0), eval(&small, &board, 0));
    }
    player_destroy(&small), player_destroy(&large);
    weights_free(&from), weights_free(&to);
}

static uint64_t flipped(uint64_t squares) {
    return __builtin_bswap64(squares);
}

static void check_symmetric(const struct player *player, const struct reversi *board) {
    int32_t value = eval(player, board, 0);
    struct reversi image = *board;
    image.side ^= 1; /* the other colours */
    assert_int_equal(eval(player, &image, 1), value);
    image = *board;
    for (int i = 0; i < 8; i++) {
        uint64_t (*map)(uint64_t) = i % 2 ? flipped : reversi_transpose;
        image.own = map(image.own), image.opp = map(image.opp);
        assert_int_equal(eval(player, &image, 0), value);
    }
}

static void symmetric_positions_are_worth_the_same(void **unused) {
    (void)unused;
    static const char *const layouts[] = {"2", "234x2", "strong", "large", "huge"};
    struct rng rng = rng_keyed(22, 4, 0, 0);
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        struct player player = random_player(patterns(layouts[i]), &rng);
        for (int plies = (int)i; plies < 120; plies += COUNT_OF(layouts)) {
            struct reversi board = random_position(plies % 60, &rng);
            check_symmetric(&player, &board);
        }
        player_destroy(&player);
    }
}

/* The standard heuristic, shared out: what rounding loses is little. */
static void initial_weights_are_the_standard_heuristic(void **unused) {
    (void)unused;
    static const char *const layouts[] = {"2", "234", "strong", "large", "huge"};
    const struct evaluator *wpc = games_evaluator(game, "wpc", "10", &error);
    struct rng rng = rng_keyed(22, 7, 0, 0);
    struct player standard = initial_player(wpc);
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        struct player player = initial_player(patterns(layouts[i]));
        for (int plies = (int)i; plies < 60; plies += COUNT_OF(layouts)) {
            struct reversi board = random_position(plies, &rng);
            assert_in_range(eval(&player, &board, 0) - eval(&standard, &board, 0) + 450, 0, 900);
        }
        player_destroy(&player);
    }
    player_destroy(&standard);
}

/* ---- search ----------------------------------------------------------------------------- */

/* The best that the side to move can reach in `depth` plies. */
static int32_t minimax(const struct player *player, const struct reversi *board, int depth) {
    int side = (int)board->side;
    if (game->over(game, board)) {
        int margin = side == 0 ? game->margin(game, board) : -game->margin(game, board);
        return margin + (margin > 0 ? SCORE_WIN : margin < 0 ? -SCORE_WIN : 0);
    }
    if (depth == 0) return eval(player, board, side);
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, board, moves);
    int32_t best = -SCORE_INFINITE;
    for (int i = 0; i < count; i++) {
        struct reversi child = *board;
        game->play(game, &child, moves[i]);
        int32_t value = -minimax(player, &child, depth - 1);
        best = value > best ? value : best;
    }
    return best;
}

static void the_search_is_minimax(void **unused) {
    (void)unused;
    static const char *const layouts[] = {"2x3", "234", "strong", "large", "huge"};
    struct rng rng = rng_keyed(22, 5, 0, 0);
    struct search *search = search_new(1 << 16);
    enum { LAYOUTS = COUNT_OF(layouts) };
    struct player players[LAYOUTS];
    for (int i = 0; i < LAYOUTS; i++) players[i] = random_player(patterns(layouts[i]), &rng);
    for (int i = 0; i < 400; i++) {
        const struct player *player = &players[i % LAYOUTS];
        struct reversi board = random_position(i % 62, &rng);
        struct search_limits limits = {.depth = 1 + i / LAYOUTS % 3};
        struct search_result result;
        if (game->over(game, &board)) continue;
        search_new_game(search);
        evaluator_ops(player->evaluator)
            ->search(search, player->evaluator, player->prepared, &board, &limits, &result);
        assert_int_equal(result.score, minimax(player, &board, limits.depth));
    }
    for (int i = 0; i < LAYOUTS; i++) player_destroy(&players[i]);
    search_free(search);
}

/* A move that wins the game at once is worth more than any other. */
static void winning_moves_score_as_wins(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(22, 6, 0, 0);
    struct player player = random_player(patterns("2"), &rng);
    int wins = 0;
    for (int i = 0; i < 4000; i++) {
        struct reversi board = random_position(40 + i % 22, &rng);
        struct candidate list[GAME_MOVES_MAX];
        int count = evaluator_ops(player.evaluator)
                        ->candidates(player.evaluator, player.prepared, &board, true, list);
        for (int j = 0; j < count; j++) {
            struct reversi child = board;
            game->play(game, &child, list[j].move);
            int margin = game->margin(game, &child);
            bool won = game->over(game, &child) && (board.side == 0 ? margin : -margin) > 0;
            assert_int_equal(list[j].score == SCORE_WIN, won && list[j].move != REVERSI_PASS);
            wins += won;
        }
    }
    assert_true(wins > 20);
    player_destroy(&player);
}

/* ---- weight files ----------------------------------------------------------------------- */

static struct weights some_weights(const char *layout) {
    struct rng rng = rng_keyed(22, 8, 0, 0);
    const struct evaluator *evaluator = patterns(layout);
    return (struct weights){.evaluator = evaluator,
                            .values = random_weights(evaluator, &rng),
                            .provenance = {.name = "test", .source = "a test", .generation = -1}};
}

static void a_weight_file_gives_the_weights_back(void **unused) {
    (void)unused;
    static const char *const layouts[] = {"2", "234x12", "strongx2", "largex2", "hugex2"};
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        struct weights weights = some_weights(layouts[i]), again;
        struct text text = {0};
        weights_print(&weights, WEIGHTS_NATIVE, &text);
        if (weights_parse("test", text_get(&text), &again, &error)) fail_msg("%s", error.text);
        assert_ptr_equal(again.evaluator, weights.evaluator);
        assert_memory_equal(again.values, weights.values,
                            (size_t)weights.evaluator->param_count * sizeof *weights.values);
        text_free(&text);
        weights_free(&weights), weights_free(&again);
    }
}

/* A line holds the values of one table, from the named entry on. */
static void lines_of_tables_are_readable(void **unused) {
    (void)unused;
    struct weights weights = some_weights("2x2");
    for (int i = 0; i < weights.evaluator->param_count; i++) weights.values[i] = i;
    struct text text = {0};
    weights_print(&weights, WEIGHTS_NATIVE, &text);
    assert_non_null(strstr(text_get(&text), "\ns1.a1b1.00  0 1 2 3 4 5 6 7 8\n"
                                            "s1.a1b2.00 "));
    text_free(&text);
    weights_free(&weights);
}

static void check_refused(const char *from, const char *to, const char *message) {
    struct weights weights = some_weights("2"), again;
    for (int i = 0; i < weights.evaluator->param_count; i++) weights.values[i] = i;
    struct text text = {0};
    weights_print(&weights, WEIGHTS_NATIVE, &text);
    char *at = strstr(text.data, from), *rest;
    assert_non_null(at);
    rest = xstrdup(at + strlen(from));
    *at = '\0';
    text.length = strlen(text.data);
    text_add(&text, "%s%s", to, rest);
    assert_int_equal(weights_parse("x", text_get(&text), &again, &error), -1);
    if (!strstr(error.text, message)) fail_msg("%s", error.text);
    free(rest);
    text_free(&text);
    weights_free(&weights);
}

static void damaged_tables_are_refused(void **unused) {
    (void)unused;
    check_refused(" 7 8\n", " 7\n", "a1b1.22 is missing");
    check_refused(" 7 8\n", " 7 8 9\n", "a1b1.00 has more than 9 values");
    check_refused(" 7 8\n", " 7 8x\n",
                  "a1b1.22 is \"8x\"; it must be a whole number, -1023 to 1023");
    check_refused(" 7 8\n", " 7 -1024\n", "a1b1.22 is -1024; it must be -1023 to 1023");
    check_refused(" 7 8\n", " 7 8888888888888\n", "it must be -1023 to 1023");
    check_refused("\nb1c1.00 ", "\na1b1.22 ", "a1b1.22 is already on line");
    check_refused("\nb1c1.00 ", "\na1b1.00 ", "a1b1.00 is already on line");
    check_refused("\nb1c1.00 ", "\nb1c1.03 ", "the nearest name is \"b1c1.0");
    check_refused("\nb1c1.00 ", "\nb1c1.000 ", "no parameter \"b1c1.000\"");
    check_refused("\nb1c1.00 ", "\nb1c1.## ", "no parameter \"b1c1.##\"");
    check_refused(" 7 8\n", " 7 9\n", "checksum");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_have_the_weights_of_the_literature),
        cmocka_unit_test(groups_inside_of_others_are_not_looked_up),
        cmocka_unit_test(other_layouts_are_refused),
        cmocka_unit_test(the_value_is_the_sum_over_the_groups),
        cmocka_unit_test(the_largest_weights_fit),
        cmocka_unit_test(a_larger_layout_takes_the_weights_of_a_smaller),
        cmocka_unit_test(symmetric_positions_are_worth_the_same),
        cmocka_unit_test(initial_weights_are_the_standard_heuristic),
        cmocka_unit_test(the_search_is_minimax),
        cmocka_unit_test(winning_moves_score_as_wins),
        cmocka_unit_test(a_weight_file_gives_the_weights_back),
        cmocka_unit_test(lines_of_tables_are_readable),
        cmocka_unit_test(damaged_tables_are_refused),
    };
    int failed = 0;
    game = games_find("reversi", &error);
    for (int isa = ISA_PORTABLE; isa < ISA_COUNT; isa++) {
        if (!isa_available((enum isa)isa)) continue;
        isa_set((enum isa)isa);
        failed += cmocka_run_group_tests_name(isa_name((enum isa)isa), tests, NULL, NULL);
    }
    return failed;
}
