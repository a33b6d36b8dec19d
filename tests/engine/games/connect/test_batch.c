/*
 * Greedy batches of `roads` under every instruction set against the referee, job by job: random
 * variants of the family, weights over all they may be, openings, random moves, early stops.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/isa.h"
#include "engine/games/connect/rules.h"
#include "engine/search/referee.h"
#include "tests/find.h"

enum { BATCH = 250, PLAYERS = 5, JOBS = 100000 };

/* The common ones, and what they are not: small, not square, narrow, with many or few roads. */
static const char *const variants[] = {
    "connect6",
    "gomoku",
    "connect(19,19,5,1,1)",
    "connect(19,7,6,2,1)",
    "connect(15,15,6,2,1)",
    "tictactoe",
    "connect(6,1,2,1,1)",
    "connect(19,19,2,1,1)",
    "connect(19,19,8,3,2)",
    "connect(11,10,8,2,3)",
};

/* Mostly small, since the referee takes its time. */
static void random_variant(struct rng *rng, char *name, size_t size) {
    int limit = rng_below(rng, 8) ? 8 : CONNECT_SIDE_MAX;
    int columns = 2 + (int)rng_below(rng, (uint32_t)limit - 1);
    int rows = 1 + (int)rng_below(rng, (uint32_t)limit);
    int longest = min_int(CONNECT_K_MAX, columns > rows ? columns : rows);
    int k = 2 + (int)rng_below(rng, (uint32_t)longest - 1);
    int p = 1 + (int)rng_below(rng, CONNECT_STONES_MAX);
    int q = 1 + (int)rng_below(rng, CONNECT_STONES_MAX);
    snprintf(name, size, "connect(%d,%d,%d,%d,%d)", columns, rows, k, p, q);
}

/* Of any size, small (so that there are ties), or at the bounds. */
static int32_t random_weight(const struct param *param, uint32_t style, struct rng *rng) {
    if (style == 0) return rng_below(rng, 2) ? param->upper : param->lower;
    int32_t upper = style == 1 ? min_int(param->upper, 4) : param->upper;
    return param->lower + (int32_t)rng_below(rng, (uint32_t)(upper - param->lower + 1));
}

static void players_init(struct player *players, const struct evaluator *evaluator,
                         struct rng *rng) {
    static const double epsilons[PLAYERS] = {0, 0, 0, 0.1, 1};
    for (int i = 0; i < PLAYERS; i++) {
        int32_t weights[2 * CONNECT_K_MAX];
        evaluator_initial(evaluator, weights);
        uint32_t style = rng_below(rng, 4);
        for (int n = 0; i > 0 && n < evaluator->param_count; n++)
            weights[n] = random_weight(&evaluator->params[n], style, rng);
        player_init(&players[i], evaluator, weights, &(struct search_limits){0}, epsilons[i]);
    }
}

/* From the empty board to deep into the game, now and then a finished position. */
static void random_start(const struct game *game, struct rng *rng, struct state *state) {
    game->start(game, state);
    uint32_t plies =
        rng_below(rng, 4) ? rng_below(rng, 5) : rng_below(rng, (uint32_t)game->plies_max);
    bool central = rng_below(rng, 2);
    for (uint32_t i = 0; i < plies && !game->over(game, state); i++) {
        move_t moves[GAME_MOVES_MAX];
        int count =
            central ? game->opening_moves(game, state, moves) : game->moves(game, state, moves);
        game->play(game, state, moves[rng_below(rng, (uint32_t)count)]);
    }
}

static void assert_same_record(const struct record *a, const struct record *b) {
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->margin, b->margin);
    assert_int_equal(a->plies, b->plies);
    assert_true(a->moves_hash == b->moves_hash);
}

static void check_batch(const char *name, struct referee *referee, struct rng *rng) {
    const struct evaluator *evaluator = find(name, NULL);
    const struct game *game = evaluator->game;
    struct player players[PLAYERS];
    players_init(players, evaluator, rng);
    static struct state starts[BATCH];
    static struct bout bouts[BATCH];
    static struct record slow[BATCH], fast[BATCH];
    for (int i = 0; i < BATCH; i++) {
        random_start(game, rng, &starts[i]);
        bouts[i] = (struct bout){
            .players = {&players[rng_below(rng, PLAYERS)], &players[rng_below(rng, PLAYERS)]},
            .start = &starts[i],
            .rng = rng_keyed(9, 9, rng_next(rng), 0),
            .plies_max = (int)rng_below(rng, rng_below(rng, 16) ? 30 : GAME_PLIES_MAX + 1),
        };
        referee_play(referee, &bouts[i], &slow[i], NULL);
    }
    for (enum isa isa = ISA_PORTABLE; isa < ISA_COUNT; isa++) {
        if (!isa_available(isa)) continue;
        isa_set(isa);
        memset(fast, 0xff, sizeof fast);
        evaluator_ops(evaluator)->play_batch(evaluator, bouts, BATCH, fast);
        for (int i = 0; i < BATCH; i++) assert_same_record(&fast[i], &slow[i]);
    }
    for (int i = 0; i < PLAYERS; i++) player_destroy(&players[i]);
}

static void a_batch_plays_as_the_referee_does(void **context) {
    (void)context;
    struct rng rng;
    rng_seed(&rng, 5, 6);
    struct referee referee;
    referee_init(&referee, 1);
    for (size_t i = 0; i < JOBS / BATCH; i++) {
        char name[80];
        random_variant(&rng, name, sizeof name);
        check_batch(i % 8 ? name : variants[i / 8 % COUNT_OF(variants)], &referee, &rng);
    }
    referee_destroy(&referee);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_plays_as_the_referee_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
