/* reversi_features: every count against a naive one, square by square; stable discs against whole
 * random games; the evaluator's symmetries, and its search against plain minimax. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/files/weights.h"
#include "engine/games/games.h"
#include "engine/games/reversi/features.h"
#include "engine/search/player.h"

static const struct game *game;
static struct error error;

static const struct evaluator *features(const char *layout) {
    const struct evaluator *evaluator = games_evaluator(game, "features", layout, &error);
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

/* ---- naive counts ----------------------------------------------------------------------- */

static bool holds(uint64_t squares, int row, int column) {
    return row >= 0 && row < 8 && column >= 0 && column < 8 && squares >> (8 * row + column) & 1;
}

static bool has_neighbour(uint64_t squares, int square) {
    for (int row = -1; row <= 1; row++)
        for (int column = -1; column <= 1; column++)
            if ((row || column) && holds(squares, square / 8 + row, square % 8 + column))
                return true;
    return false;
}

/* Of `discs`, those next to one of `others`. */
static int touching(uint64_t discs, uint64_t others) {
    int count = 0;
    for (int i = 0; i < 64; i++) count += (discs >> i & 1) && has_neighbour(others, i);
    return count;
}

static int moves_of(uint64_t own, uint64_t opp) {
    int count = 0;
    for (int i = 0; i < 64; i++)
        count += !((own | opp) >> i & 1) && reversi_flips(own, opp, i) != 0;
    return count;
}

static int odd_quadrants(uint64_t empty) {
    int counts[2][2] = {{0}}, odd = 0;
    for (int i = 0; i < 64; i++) counts[i / 32][i % 8 / 4] += empty >> i & 1;
    for (int i = 0; i < 4; i++) odd += counts[i / 2][i % 2] % 2;
    return odd;
}

/* At the edge, or beside one of `stable`, along each of the four lines. */
static bool protected_by(uint64_t stable, int square) {
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int d = 0; d < 4; d++) {
        bool safe = false;
        for (int sign = -1; sign <= 1; sign += 2) {
            int row = square / 8 + sign * steps[d][0], column = square % 8 + sign * steps[d][1];
            bool outside = row < 0 || row > 7 || column < 0 || column > 7;
            safe |= outside || holds(stable, row, column);
        }
        if (!safe) return false;
    }
    return true;
}

static uint64_t stable_of(uint64_t discs) {
    uint64_t stable = 0;
    for (bool found = true; found;) {
        found = false;
        for (int i = 0; i < 64; i++)
            if ((discs & ~stable) >> i & 1 && protected_by(stable, i)) {
                stable |= UINT64_C(1) << i;
                found = true;
            }
    }
    return stable;
}

static void count_naively(uint64_t own, uint64_t opp, int32_t counts[FEATURE_COUNT]) {
    uint64_t empty = ~(own | opp);
    counts[FEATURE_MOBILITY] = moves_of(own, opp) - moves_of(opp, own);
    counts[FEATURE_FRONTIER] = touching(own, empty) - touching(opp, empty);
    counts[FEATURE_POTENTIAL] = touching(empty, opp) - touching(empty, own);
    counts[FEATURE_STABLE] = reversi_count(stable_of(own)) - reversi_count(stable_of(opp));
    counts[FEATURE_PARITY] = odd_quadrants(empty);
}

static void check_counts(uint64_t own, uint64_t opp) {
    int32_t expected[FEATURE_COUNT];
    count_naively(own, opp, expected);
    const struct features_counts counted = features_count(own, opp);
    for (int i = 0; i < FEATURE_COUNT; i++) assert_int_equal(counted.counts[i], expected[i]);
    assert_int_equal(counted.over, moves_of(own, opp) == 0 && moves_of(opp, own) == 0);
}

static uint64_t random_squares(struct rng *rng) {
    uint64_t high = rng_next(rng);
    return high << 32 | rng_next(rng);
}

static void counts_are_those_of_a_naive_count(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(21, 1, 0, 0);
    for (int i = 0; i < 3000; i++) {
        struct reversi board = random_position(i % 64, &rng);
        check_counts(board.own, board.opp);
    }
    for (int i = 0; i < 3000; i++) { /* any boards, crowded ones too */
        uint64_t own = random_squares(&rng), opp = random_squares(&rng) & ~own;
        if (i % 3 == 0) own |= random_squares(&rng) & ~opp;
        if (i % 5 == 0) own |= UINT64_C(0xff818181818181ff) & ~opp;
        check_counts(own, opp);
    }
}

/* ---- stable discs ----------------------------------------------------------------------- */

static void stable_discs_of_examples_are_found(void **unused) {
    (void)unused;
    assert_int_equal(features_stable(0), 0);
    assert_int_equal(features_stable(UINT64_C(0x7effffffffffff7e)), 0); /* no corner */
    assert_int_equal(features_stable(UINT64_MAX), UINT64_MAX);
    assert_int_equal(features_stable(0x27), 0x07);         /* a1 b1 c1, but not f1 */
    assert_int_equal(features_stable(0x010307), 0x010307); /* a triangle at a1 */
    assert_int_equal(features_stable(0x0303), 0x0103);     /* b2 flips along b2-a3 */
    assert_int_equal(features_stable(0x018200), 0);        /* nothing goes round the edge */
}

/* What is stable in a game stays where it is to the end, however the game goes on. */
static int check_stable(struct reversi board, struct rng *rng) {
    uint64_t stable[2]; /* by side */
    stable[board.side] = features_stable(board.own);
    stable[board.side ^ 1] = features_stable(board.opp);
    move_t moves[GAME_MOVES_MAX];
    for (int count; (count = game->moves(game, &board, moves)) > 0;) {
        game->play(game, &board, moves[rng_below(rng, (uint32_t)count)]);
        assert_int_equal(stable[board.side] & ~board.own, 0);
        assert_int_equal(stable[board.side ^ 1] & ~board.opp, 0);
    }
    return reversi_count(stable[0] | stable[1]);
}

static void stable_discs_stay(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(21, 2, 0, 0);
    int checked = 0;
    for (int i = 0; i < 1000; i++) {
        struct reversi board = random_position(20 + i % 38, &rng);
        for (int j = 0; j < 5; j++) checked += check_stable(board, &rng);
    }
    assert_true(checked > 10000);
}

/* ---- the evaluator ---------------------------------------------------------------------- */

static struct player player_with(const struct evaluator *evaluator, const int32_t *weights) {
    struct player player;
    player_init(&player, evaluator, weights, &(struct search_limits){0}, 0);
    return player;
}

static struct player random_player(const struct evaluator *evaluator, struct rng *rng) {
    int32_t *weights = xcalloc((size_t)evaluator->param_count, sizeof *weights);
    for (int i = 0; i < evaluator->param_count; i++)
        weights[i] = (int32_t)rng_below(rng, 401) - 200;
    struct player player = player_with(evaluator, weights);
    free(weights);
    return player;
}

static int32_t eval(const struct player *player, const struct reversi *board, int side) {
    return evaluator_ops(player->evaluator)->eval(player->evaluator, player->prepared, board, side);
}

/* What a parameter of a stage counts, by its name without the stage. */
static int32_t counted(const char *name, const struct reversi *board) {
    static const char *const names[FEATURE_COUNT] = {"mobility", "frontier", "potential", "stable",
                                                     "parity"};
    int32_t counts[FEATURE_COUNT], discs = 0;
    count_naively(board->own, board->opp, counts);
    for (int i = 0; i < FEATURE_COUNT; i++)
        if (strcmp(name, names[i]) == 0) return counts[i];
    for (int i = 0; i < 64; i++) {
        int row = i / 8 < 4 ? i / 8 : 7 - i / 8, column = i % 8 < 4 ? i % 8 : 7 - i % 8;
        int low = row < column ? row : column, high = row + column - low;
        if (name[0] == 'a' + high && name[1] == '1' + low)
            discs += (int32_t)(board->own >> i & 1) - (int32_t)(board->opp >> i & 1);
    }
    return discs;
}

/* With all weights 0 but one, the value is what that one counts, in its stage of the game. */
static void check_param(const struct evaluator *evaluator, int param, int stage_count) {
    struct rng rng = rng_keyed(21, 3, (uint64_t)param, 0);
    int32_t *weights = xcalloc((size_t)evaluator->param_count, sizeof *weights);
    weights[param] = 1;
    struct player player = player_with(evaluator, weights);
    const char *name = evaluator->params[param].name;
    int stage = stage_count > 1 ? name[1] - '1' : 0;
    for (int i = 0; i < 30; i++) {
        struct reversi board = random_position(2 * i, &rng);
        int discs = reversi_count(board.own | board.opp);
        bool now = (discs - 4) * stage_count / 61 == stage;
        int32_t expected = now ? counted(stage_count > 1 ? name + 3 : name, &board) : 0;
        assert_int_equal(eval(&player, &board, (int)board.side), expected);
    }
    player_destroy(&player);
    free(weights);
}

static void the_value_is_the_weighted_counts(void **unused) {
    (void)unused;
    for (int stages = 1; stages <= 3; stages++) {
        const struct evaluator *evaluator = features((char[]){(char)('0' + stages), '\0'});
        assert_int_equal(evaluator->param_count, 15 * stages);
        for (int i = 0; i < evaluator->param_count; i++) check_param(evaluator, i, stages);
    }
}

static uint64_t flipped(uint64_t squares) {
    return __builtin_bswap64(squares);
}

static void symmetric_positions_are_worth_the_same(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(21, 4, 0, 0);
    for (int i = 0; i < 300; i++) {
        struct player player = random_player(features(i % 2 ? "3" : "8"), &rng);
        struct reversi board = random_position(i % 60, &rng), image = board;
        int32_t value = eval(&player, &board, 0);
        assert_int_equal(eval(&player, &board, 1), -value);
        image.side ^= 1; /* the other colours */
        assert_int_equal(eval(&player, &image, 1), value);
        image = board;
        for (int j = 0; j < 8; j++) {
            uint64_t (*map)(uint64_t) = j % 2 ? flipped : reversi_transpose;
            image.own = map(image.own), image.opp = map(image.opp);
            assert_int_equal(eval(&player, &image, 0), value);
        }
        player_destroy(&player);
    }
}

/* The best that the side to move can reach in `depth` plies, by the weights of `root_side`. */
static int32_t minimax(const struct player *player, const struct reversi *board, int depth,
                       int root_side) {
    int side = (int)board->side;
    if (game->over(game, board)) {
        int margin = side == 0 ? game->margin(game, board) : -game->margin(game, board);
        return margin + (margin > 0 ? SCORE_WIN : margin < 0 ? -SCORE_WIN : 0);
    }
    if (depth == 0) return eval(player, board, root_side) * (side == root_side ? 1 : -1);
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, board, moves);
    int32_t best = -SCORE_INFINITE;
    for (int i = 0; i < count; i++) {
        struct reversi child = *board;
        game->play(game, &child, moves[i]);
        int32_t value = -minimax(player, &child, depth - 1, root_side);
        best = value > best ? value : best;
    }
    return best;
}

static void the_search_is_minimax(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(21, 5, 0, 0);
    struct search *search = search_new(1 << 16);
    for (int i = 0; i < 400; i++) {
        struct player player = random_player(features("3"), &rng);
        struct reversi board = random_position(i % 62, &rng);
        struct search_limits limits = {.depth = 1 + i % 3};
        struct search_result result;
        if (!game->over(game, &board)) {
            search_new_game(search);
            evaluator_ops(player.evaluator)
                ->search(search, player.evaluator, player.prepared, &board, &limits, &result);
            assert_int_equal(result.score, minimax(&player, &board, limits.depth, (int)board.side));
        }
        player_destroy(&player);
    }
    search_free(search);
}

/* A move that wins the game at once is worth more than any other. */
static void winning_moves_score_as_wins(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(21, 6, 0, 0);
    struct player player = random_player(features("1"), &rng);
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

static void a_weight_file_gives_the_weights_back(void **unused) {
    (void)unused;
    const struct evaluator *evaluator = features("8");
    struct weights weights = {evaluator,
                              xcalloc((size_t)evaluator->param_count, sizeof(int32_t)),
                              {.name = "test", .source = "a test", .generation = -1}};
    for (int i = 0; i < evaluator->param_count; i++) weights.values[i] = i - 60;
    struct text text = {0};
    weights_print(&weights, WEIGHTS_NATIVE, &text);
    struct weights again;
    if (weights_parse("test", text_get(&text), &again, &error)) fail_msg("%s", error.text);
    assert_ptr_equal(again.evaluator, evaluator);
    assert_memory_equal(again.values, weights.values,
                        (size_t)evaluator->param_count * sizeof *weights.values);
    text_free(&text);
    weights_free(&weights), weights_free(&again);
}

static void layouts_are_stages_and_nothing_else(void **unused) {
    (void)unused;
    assert_ptr_equal(features(NULL), features("3"));
    static const char *const bad[] = {"", "0", "9", "-1", "3x", "x3", "10x3", " "};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        assert_null(games_evaluator(game, "features", bad[i], &error));
        assert_non_null(strstr(error.text, "layout"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_of_a_naive_count),
        cmocka_unit_test(stable_discs_of_examples_are_found),
        cmocka_unit_test(stable_discs_stay),
        cmocka_unit_test(the_value_is_the_weighted_counts),
        cmocka_unit_test(symmetric_positions_are_worth_the_same),
        cmocka_unit_test(the_search_is_minimax),
        cmocka_unit_test(winning_moves_score_as_wins),
        cmocka_unit_test(a_weight_file_gives_the_weights_back),
        cmocka_unit_test(layouts_are_stages_and_nothing_else),
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
