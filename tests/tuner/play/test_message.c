/*
 * message: its reader plays the same games as its writer, also if it leaves out what the reader
 * has; no process lies between the two here (tests/mpi_ranks.c has some).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tuner/play/message.h"

enum { PLAYERS = 4, PAIRS = 2, FIRST_OPENING = 3, JOBS = PLAYERS * (PLAYERS - 1) * PAIRS };

#include "tests/queue_table.h"

static struct table *table_deal(const char *game, const char *evaluator) {
    struct table *table = table_lay(game, evaluator);
    queue_begin(&table->queue, &table->terms, table->jobs, JOBS, table->results, 1);
    return table;
}

static void play(const struct terms *terms, const struct job *jobs, struct result *results) {
    struct worker *worker = worker_open(1 << 14);
    for (int first = 0; first < JOBS; first += WORKER_JOBS_MAX)
        assert_true(worker_play(worker, terms, jobs + first,
                                JOBS - first < WORKER_JOBS_MAX ? JOBS - first : WORKER_JOBS_MAX,
                                results + first));
    worker_close(worker);
}

/* Sends the table's message to `message`; its bytes. */
static size_t hand_over(struct message_writer *writer, const struct table *table,
                        struct message *message) {
    struct text bytes = {0};
    message_write(writer, &table->queue, &bytes);
    message_read(message, bytes.data, bytes.length);
    message_sent(writer);
    size_t length = bytes.length;
    text_free(&bytes);
    return length;
}

static void assert_plays_the_same(struct table *table, const struct message *message) {
    struct result elsewhere[JOBS];
    play(&table->terms, table->jobs, table->results);
    play(&message->terms, table->jobs, elsewhere);
    for (int i = 0; i < JOBS; i++) {
        assert_int_equal(elsewhere[i].points, table->results[i].points);
        assert_int_equal(elsewhere[i].plies, table->results[i].plies);
        assert_true(elsewhere[i].moves_hash == table->results[i].moves_hash);
    }
}

static void the_reader_of_a_message_plays_its_games(void **state) {
    static const char *const games[][2] = {
        {"reversi", "wpc"}, {"connect(9,9,5,1,1)", "roads"}, {"hex(5)", "distance"}};
    struct message message = {0}; /* one for all: nothing is left of the last game's players */
    struct message_writer writer = {0};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        struct table *table = table_deal(games[i][0], games[i][1]);
        hand_over(&writer, table, &message);
        assert_plays_the_same(table, &message);
        table_clear(table);
    }
    message_writer_destroy(&writer);
    message_destroy(&message);
}

/* Known players are not sent again, whatever their places now; new ones are. */
static void what_the_reader_knows_is_not_sent_again(void **state) {
    struct message message = {0};
    struct message_writer writer = {0};
    (void)state;
    struct table *table = table_deal("reversi", "wpc");
    const size_t one = table->players[0][0].evaluator->prepared_size;
    const size_t all = hand_over(&writer, table, &message);
    assert_int_equal(hand_over(&writer, table, &message), all - PLAYERS * one);
    player_destroy(&table->players[0][2]);
    table_seat(table, table->players[0][0].evaluator, 2, 77);
    assert_int_equal(hand_over(&writer, table, &message), all - (PLAYERS - 1) * one);
    assert_plays_the_same(table, &message);
    for (int m = 0; m < 2; m++) {
        const struct player *first = table->seats[m][0];
        memmove(table->seats[m], table->seats[m] + 1, (PLAYERS - 1) * sizeof first);
        table->seats[m][PLAYERS - 1] = first;
    }
    assert_int_equal(hand_over(&writer, table, &message), all - PLAYERS * one);
    assert_plays_the_same(table, &message);
    table_clear(table);
    message_writer_destroy(&writer);
    message_destroy(&message);
}

static void seat_with(struct table *table, int weight, int32_t value) {
    struct player *player = &table->players[0][0];
    const struct evaluator *evaluator = player->evaluator;
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    evaluator_initial(evaluator, weights);
    weights[weight] = value;
    player_destroy(player);
    player_init(player, evaluator, weights, &(struct search_limits){0}, 0.1);
    free(weights);
}

/* However little of a player differs, and wherever. */
static void a_player_of_another_weight_is_sent(void **state) {
    static const char *const games[][2] = {
        {"hex(5)", "resistance"}, {"hex(5)", "distance"}, {"reversi", "wpc"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        struct message message = {0};
        struct message_writer writer = {0};
        struct table *table = table_deal(games[i][0], games[i][1]);
        const struct evaluator *evaluator = table->players[0][0].evaluator;
        const size_t one = evaluator->prepared_size, all = hand_over(&writer, table, &message);
        for (int j = 0; j < evaluator->param_count; j++) {
            seat_with(table, j, 11);
            hand_over(&writer, table, &message);
            seat_with(table, j, 12);
            assert_int_equal(hand_over(&writer, table, &message), all - (PLAYERS - 1) * one);
        }
        table_clear(table);
        message_writer_destroy(&writer);
        message_destroy(&message);
    }
}

/* A message that was written and thrown away is not known to the reader. */
static void a_message_that_was_not_sent_is_not_relied_on(void **state) {
    struct message message = {0};
    struct message_writer writer = {0};
    struct text lost = {0};
    (void)state;
    struct table *table = table_deal("reversi", "wpc");
    message_write(&writer, &table->queue, &lost);
    assert_int_equal(hand_over(&writer, table, &message), lost.length);
    text_free(&lost);
    table_clear(table);
    message_writer_destroy(&writer);
    message_destroy(&message);
}

static struct mover *no_mover(const struct player *player) {
    (void)player;
    return NULL;
}

static void movers_of_their_own_cannot_be_sent(void **state) {
    (void)state;
    struct table *table = table_deal("reversi", "wpc");
    assert_true(message_is_possible(&table->queue));
    table->players[1][PLAYERS - 1].mover_new = no_mover;
    assert_false(message_is_possible(&table->queue));
    table->players[1][PLAYERS - 1].mover_new = NULL;
    table_clear(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reader_of_a_message_plays_its_games),
        cmocka_unit_test(what_the_reader_knows_is_not_sent_again),
        cmocka_unit_test(a_player_of_another_weight_is_sent),
        cmocka_unit_test(a_message_that_was_not_sent_is_not_relied_on),
        cmocka_unit_test(movers_of_their_own_cannot_be_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
