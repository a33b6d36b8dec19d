/*
 * A table of players that differ in one weight each, the games that all of them play, and the queue
 * of these: what is sent between processes. The includer says before how many: enums PLAYERS,
 * PAIRS, FIRST_OPENING (the first that is played) and JOBS, PLAYERS * (PLAYERS - 1) * PAIRS.
 */
#ifndef HONE_TESTS_QUEUE_TABLE_H
#define HONE_TESTS_QUEUE_TABLE_H

#include <stdlib.h>

#include "engine/games/games.h"
#include "tuner/play/pool.h"
#include "tuner/play/queue.h"

struct table {
    struct player players[2][PLAYERS]; /* by manner: greedy, and two plies deep */
    const struct player *seats[2][PLAYERS];
    struct openings openings;
    struct terms terms;
    struct job jobs[JOBS];
    struct result results[JOBS], elsewhere[JOBS];
    struct queue queue; /* the last one */
};

static void table_seat(struct table *table, const struct evaluator *evaluator, int place,
                       int32_t weight) {
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    evaluator_initial(evaluator, weights);
    weights[place] = weight;
    player_init(&table->players[0][place], evaluator, weights, &(struct search_limits){0}, 0.1);
    table->players[1][place] = player_moving(&table->players[0][place],
                                             &(struct search_limits){.depth = 2, .width = 6}, 0.05);
    for (int m = 0; m < 2; m++) table->seats[m][place] = &table->players[m][place];
    free(weights);
}

static void table_deal_jobs(struct table *table) {
    struct job *job = table->jobs;
    for (int a = 0; a < PLAYERS; a++)
        for (int b = 0; b < a; b++)
            for (int game = 0; game < 2 * PAIRS; game++)
                *job++ =
                    (struct job){a, b, FIRST_OPENING + game / 2, game % 2, (uint8_t)(game / 2 % 2)};
}

static struct table *table_lay(const char *game_name, const char *evaluator_name) {
    struct error error;
    struct table *table = xcalloc(1, sizeof *table);
    const struct game *game = games_find(game_name, &error);
    const struct evaluator *evaluator = games_evaluator(game, evaluator_name, NULL, &error);
    const struct opening_source source = {.game = game, .seed = 3, .plies_min = 3, .plies_max = 4};
    struct pool *pool = pool_open(1, 1);
    for (int i = 0; i < PLAYERS; i++)
        table_seat(table, evaluator, i, evaluator->params[i].lower + i);
    openings_draw(&table->openings, &source, OPENING_TRAIN, 1, FIRST_OPENING + PAIRS,
                  pool_parallel(pool), NULL);
    pool_close(pool);
    table_deal_jobs(table);
    table->terms = (struct terms){.game = game,
                                  .players = {table->seats[0], table->seats[1]},
                                  .openings = &table->openings,
                                  .seed = 11,
                                  .purpose = 4,
                                  .generation = 9,
                                  .mixing = MIXING_NEWEST};
    return table;
}

static void table_clear(struct table *table) {
    for (int i = 0; i < PLAYERS; i++) player_destroy(&table->players[0][i]);
    openings_free(&table->openings);
    free(table);
}

#endif
