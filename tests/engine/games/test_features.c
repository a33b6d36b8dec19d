/*
 * features of chess and xiangqi: what is counted is what is counted by hand, and turned around with
 * the colours.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/games/chess/psq.h"
#include "engine/games/games.h"
#include "engine/games/xiangqi/psq.h"

static struct state state_of(const char *name, const char *line) {
    struct error error;
    struct state state = {0};
    const struct game *game = games_find(name, &error);
    if (!game || game->position_parse(game, line, &state, &error))
        fail_msg("%s: %s", line, error.text);
    return state;
}

/* Of a feature by its name. */
static int counted(const struct psq_features *features, const char *game, const char *line,
                   const char *name) {
    struct state state = state_of(game, line);
    int32_t counts[PSQ_FEATURES_MAX] = {0};
    features->count(&state, counts);
    for (int i = 0; features->list[i].name; i++)
        if (strcmp(features->list[i].name, name) == 0) return counts[i];
    fail_msg("no feature %s", name);
    return 0;
}

struct expected {
    const char *line, *name;
    int count;
};

static void assert_counts(const struct psq_features *features, const char *game,
                          const struct expected *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int found = counted(features, game, cases[i].line, cases[i].name);
        if (found != cases[i].count)
            fail_msg("%s: %s is %d, not %d", cases[i].line, cases[i].name, found, cases[i].count);
    }
}

/* How many pairs of weights are of points beside each other, each counted once; those of a point.
 */
static int pairs_of(const char *game, const char *name, const char *layout, const char *of,
                    struct text *out) {
    struct error error;
    const struct evaluator *evaluator =
        games_evaluator(games_find(game, &error), name, layout, &error);
    int count = 0, beside[EVALUATOR_BESIDE_MAX];
    out->length = 0;
    for (int i = 0; i < evaluator->param_count; i++) {
        int found = evaluator->beside(evaluator, i, beside);
        const char *own = evaluator_param(evaluator, i).name;
        for (int b = 0; b < found; b++) {
            const char *other = evaluator_param(evaluator, beside[b]).name;
            if (strcmp(own, of) == 0) text_add(out, "%s ", other);
            if (strcmp(other, of) == 0) text_add(out, "%s ", own);
        }
        count += found;
    }
    return count;
}

/* Kings, queens … on 8 x 8 squares have 210 pairs, pawns on 8 x 6 have 152. */
static void weights_are_beside_those_of_the_points_around(void **unused) {
    struct text out = {0};
    (void)unused;
    assert_int_equal(pairs_of("chess", "psq", "64", "mg.knight.c3", &out), 2 * (5 * 210 + 152));
    assert_string_equal(text_get(&out),
                        "mg.knight.b2 mg.knight.c2 mg.knight.d2 mg.knight.b3 mg.knight.d3 "
                        "mg.knight.b4 mg.knight.c4 mg.knight.d4 ");
    assert_int_equal(pairs_of("chess", "features", "64", "eg.pawn.a2", &out), 2 * (5 * 210 + 152));
    assert_string_equal(text_get(&out), "eg.pawn.b2 eg.pawn.a3 eg.pawn.b3 ");
    pairs_of("chess", "psq", "32", "mg.king.d1", &out);
    assert_string_equal(text_get(&out), "mg.king.c1 mg.king.c2 mg.king.d2 ");
    pairs_of("xiangqi", "psq", "50", "mg.king.d0", &out);
    assert_string_equal(text_get(&out), "mg.king.e0 mg.king.d1 mg.king.e1 ");
    text_free(&out);
}

static void chess_is_counted_as_by_hand(void **unused) {
    (void)unused;
    static const struct expected cases[] = {
        {"4k3/8/8/8/3N4/8/8/4K3 w - -", "mobility.knight", 8},
        {"4k3/8/8/8/3n4/8/8/4K3 w - -", "mobility.knight", -8},
        {"4k3/8/8/8/8/2P5/8/B3K3 w - -", "mobility.bishop", 1},
        {"4k3/8/8/8/8/p7/8/R3K3 w - -", "mobility.rook", 2 + 3},
        {"4k3/8/8/8/8/8/8/Q3K3 w - -", "mobility.queen", 3 + 7 + 7},
        {"4k3/8/8/3N4/8/8/8/4K3 w - -", "attack.knight", 1},
        {"4k3/8/8/8/8/8/8/3RK3 w - -", "attack.rook", 2},
        {"4k3/8/8/1B6/8/8/8/4K3 b - -", "mobility.bishop", 4 + 5},
        {"4k3/8/8/1B6/8/8/8/4K3 b - -", "attack.bishop", 1},
        {"4k3/8/8/8/8/8/8/3QK3 w - -", "attack.queen", 2},
        {"4k3/8/8/8/8/8/3PPP2/4K3 w - -", "shield", 3},
        {"4k3/8/8/8/8/4P3/4P3/4K3 w - -", "pawn.doubled", 1},
        {"4k3/8/8/8/8/4P3/4P3/4K3 w - -", "pawn.isolated", 2},
        {"4k3/8/8/8/8/4P3/3P4/4K3 w - -", "pawn.isolated", 0},
        {"4k3/8/8/8/8/8/P6P/4K3 w - -", "pawn.isolated", 2},
        {"4k3/8/8/8/8/8/4P3/4K3 w - -", "passed.2", 1},
        {"4k3/4p3/8/8/8/8/8/4K3 w - -", "passed.2", -1},
        {"4k3/8/8/8/8/4P3/8/4K3 w - -", "passed.3", 1},
        {"4k3/8/4P3/8/8/8/8/4K3 w - -", "passed.6", 1},
        {"4k3/8/8/4P3/8/8/8/4K3 w - -", "passed.5", 1},
        {"4k3/8/3p4/4P3/8/8/8/4K3 w - -", "passed.5", 0},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - -", "passed.5", 1},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - -", "passed.4", -1},
        {"4k3/8/8/8/8/8/4p3/4K3 w - -", "passed.7", -1},
        {"4k3/8/8/8/8/8/8/2B1KB2 w - -", "pair", 1},
        {"4k3/8/8/8/8/8/8/2B1K3 w - -", "pair", 0},
        {"4k3/8/8/8/8/8/8/R3K3 w - -", "rook.open", 1},
        {"4k3/p7/8/8/8/8/8/R3K3 w - -", "rook.open", 0},
        {"4k3/p7/8/8/8/8/8/R3K3 w - -", "rook.half", 1},
        {"4k3/8/8/8/8/8/P7/R3K3 w - -", "rook.half", 0},
    };
    assert_counts(&chess_features, "chess", cases, COUNT_OF(cases));
}

static void xiangqi_is_counted_as_by_hand(void **unused) {
    (void)unused;
    static const struct expected cases[] = {
        {"3k5/9/9/9/9/4N4/9/9/9/4K4 w", "mobility.horse", 8},
        {"3k5/9/9/9/9/4N4/4P4/9/9/4K4 w", "mobility.horse", 6},
        {"3k5/9/9/9/9/4N4/4P4/9/9/4K4 w", "horse.blocked", 1},
        {"3k5/9/9/9/R8/9/9/9/9/4K4 w", "mobility.rook", 9 + 8},
        {"3k5/9/9/9/C8/9/9/9/9/4K4 w", "mobility.cannon", 9 + 8},
        {"3k5/n8/9/p8/C8/9/9/9/9/4K4 w", "mobility.cannon", 8 + 5 + 1},
        {"3k5/9/9/4N4/9/9/9/9/9/4K4 w", "attack.horse", 2},
        {"3k5/9/9/9/9/4C4/9/9/9/4K4 w", "attack.cannon", 3},
        {"3k5/4R4/9/9/9/9/9/9/9/4K4 w", "attack.rook", 4},
        {"3k5/9/9/4P4/9/9/9/9/9/4K4 w", "pawn.crossed", 1},
        {"3k5/9/9/9/9/9/4P4/9/9/4K4 w", "pawn.crossed", 0},
        {"3k5/9/9/9/9/9/9/9/9/3AKA3 w", "advisers", 1},
        {"3k5/9/9/9/9/9/9/9/9/3AK4 w", "advisers", 0},
        {"3k5/9/9/9/9/9/9/9/9/2B1K1B2 w", "elephants", 1},
        {"4k4/9/9/9/4C4/9/9/9/9/3K5 b", "cannon.hollow", 1},
        {"4k4/9/4n4/9/4C4/9/9/9/9/3K5 b", "cannon.hollow", 0},
        {"4k4/4n4/4n4/9/4C4/9/9/9/9/3K5 b", "cannon.screened", 1},
        {"4k4/4n4/4n4/4p4/4C4/9/9/9/9/3K5 b", "cannon.screened", 0},
        {"4k4/9/4n4/9/4C4/9/9/9/9/3K5 b", "cannon.screened", 0},
        {"3k4C/9/9/9/9/9/9/9/9/4K4 w", "cannon.bottom", 1},
        {"3k5/9/9/9/9/9/9/9/9/4K3c w", "cannon.bottom", -1},
    };
    assert_counts(&xiangqi_features, "xiangqi", cases, COUNT_OF(cases));
}

/* ---- colours --------------------------------------------------------------------------------- */

/* The position with the colours turned around, without what castling and en passant allow. */
static void turned(const char *line, char out[128]) {
    char board[128];
    const char *ranks[10];
    int count = 0, length = (int)strcspn(line, " ");
    snprintf(board, sizeof board, "%.*s", length, line);
    for (char *rank = strtok(board, "/"); rank; rank = strtok(NULL, "/")) ranks[count++] = rank;
    *out = '\0';
    for (int i = count - 1; i >= 0; i--) {
        strcat(out, ranks[i]);
        strcat(out, i ? "/" : line[length + 1] == 'w' ? " b" : " w");
    }
    for (char *c = out; *c && *c != ' '; c++)
        *c = (char)(islower((unsigned char)*c) ? toupper((unsigned char)*c)
                                               : tolower((unsigned char)*c));
}

static void play_some(const struct game *game, struct rng *rng, struct state *state) {
    game->start(game, state);
    for (int ply = (int)rng_below(rng, 120); ply > 0; ply--) {
        move_t moves[GAME_MOVES_MAX];
        struct state next = *state;
        int count = game->moves(game, state, moves);
        game->play(game, &next, moves[rng_below(rng, (uint32_t)count)]);
        if (game->over(game, &next)) return;
        *state = next;
    }
}

static void values_turn_around_with_the_colours(void **unused) {
    (void)unused;
    static const char *const names[] = {"chess", "xiangqi"};
    struct rng rng = rng_keyed(9, 1, 0, 0);
    for (size_t n = 0; n < 2; n++) {
        struct error error;
        const struct game *game = games_find(names[n], &error);
        const struct evaluator *evaluator = games_evaluator(game, "features", NULL, &error);
        int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
        void *prepared = xmalloc(evaluator->prepared_size);
        for (int i = 0; i < evaluator->param_count; i++)
            weights[i] = (int32_t)rng_below(&rng, 2001) - 1000;
        evaluator->prepare(evaluator, weights, prepared);
        for (int i = 0; i < 300; i++) {
            struct state state;
            struct text line = {0};
            char other[128];
            play_some(game, &rng, &state);
            game->position_format(game, &state, &line);
            turned(text_get(&line), other);
            struct state mirror = state_of(names[n], other);
            const struct evaluator_ops *ops = evaluator_ops(evaluator);
            int32_t value = ops->eval(evaluator, prepared, &state, 0);
            int32_t turned_value = ops->eval(evaluator, prepared, &mirror, 1);
            if (value != turned_value) fail_msg("%s: %d, %d", text_get(&line), value, turned_value);
            text_free(&line);
        }
        free(prepared);
        free(weights);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_beside_those_of_the_points_around),
        cmocka_unit_test(chess_is_counted_as_by_hand),
        cmocka_unit_test(xiangqi_is_counted_as_by_hand),
        cmocka_unit_test(values_turn_around_with_the_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
