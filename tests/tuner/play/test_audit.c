/*
 * audit: how much is played again, and that one wrong result is proof against the rank that claimed
 * it and no other.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "engine/games/games.h"
#include "tuner/play/audit.h"
#include "tuner/play/pool.h"

enum { JOBS = 200000, PARCEL = 500, TT_BYTES = 1 << 12 };

struct room {
    struct player player;
    const struct player *seats[1];
    struct openings openings;
    struct terms terms;
    struct job jobs[JOBS]; /* that one game, over and over */
    struct result results[JOBS];
    struct queue queue;
    struct audit audit;
    struct pool *pool;
};

static int room_open(void **context) {
    struct error error;
    struct room *room = xcalloc(1, sizeof *room);
    const struct game *game = games_find("reversi", &error);
    const struct evaluator *evaluator = games_evaluator(game, "wpc", "10", &error);
    const struct opening_source source = {.game = game, .seed = 3, .plies_min = 4, .plies_max = 4};
    int32_t weights[10] = {1, 2, 3};
    *context = room;
    room->pool = pool_open(1, TT_BYTES);
    player_init(&room->player, evaluator, weights, &(struct search_limits){0}, 0.1);
    room->seats[0] = &room->player;
    openings_draw(&room->openings, &source, OPENING_TRAIN, 1, 1, pool_parallel(room->pool), NULL);
    room->terms = (struct terms){.game = game,
                                 .players = {room->seats},
                                 .openings = &room->openings,
                                 .seed = 11,
                                 .purpose = 4,
                                 .mixing = MIXING_NEWEST};
    return pool_run(room->pool, &room->terms, room->jobs, 1, room->results);
}

static int room_close(void **context) {
    struct room *room = *context;
    pool_close(room->pool);
    player_destroy(&room->player);
    openings_free(&room->openings);
    free(room);
    return 0;
}

/* Everything is claimed, parcel after parcel, by ranks 1 to `ranks` in turn. */
static void room_claim(struct room *room, int64_t jobs, int ranks) {
    struct result right = room->results[0];
    queue_begin(&room->queue, &room->terms, room->jobs, jobs, room->results, 1);
    for (int64_t i = 0; i < jobs; i++) room->results[i] = right;
    audit_begin(&room->audit, &room->queue);
    for (int64_t at = 0; at < jobs; at += PARCEL)
        audit_claim(&room->audit, &(struct claim){1 + (int)(at / PARCEL) % ranks, at, PARCEL});
}

static void room_play_again(struct room *room) {
    pool_play(room->pool, &(struct pool_shift){.take = pool_take, .context = &room->audit.again});
}

static void one_game_in_a_thousand_is_played_again(void **context) {
    struct room *room = *context;
    room_claim(room, JOBS, 3);
    assert_in_range(room->audit.again.count, JOBS / 1000 * 8 / 10, JOBS / 1000 * 12 / 10);
    audit_end(&room->audit);
}

static void every_rank_is_asked_for_one(void **context) {
    struct room *room = *context;
    room_claim(room, 3 * PARCEL, 3);
    assert_in_range(room->audit.again.count, 3, 6);
    for (int rank = 1; rank <= 3; rank++) {
        int asked = 0;
        for (int64_t i = 0; i < room->audit.again.count; i++) asked += room->audit.ranks[i] == rank;
        assert_in_range(asked, 1, 2);
    }
    audit_end(&room->audit);
}

static void the_sample_is_the_same_every_time(void **context) {
    struct room *room = *context;
    room_claim(room, 20 * PARCEL, 1);
    int64_t count = room->audit.again.count, last = room->audit.places[count - 1];
    audit_end(&room->audit);
    room_claim(room, 20 * PARCEL, 1);
    assert_int_equal(room->audit.again.count, count);
    assert_int_equal(room->audit.places[count - 1], last);
    audit_end(&room->audit);
}

static void true_results_prove_nothing(void **context) {
    struct room *room = *context;
    room_claim(room, 20 * PARCEL, 3);
    room_play_again(room);
    for (int rank = 1; rank <= 3; rank++) assert_false(audit_is_proof(&room->audit, rank));
    audit_end(&room->audit);
}

static void one_wrong_result_is_proof(void **context) {
    struct room *room = *context;
    room_claim(room, 20 * PARCEL, 3);
    int64_t place = 0;
    for (int64_t i = 0; i < room->audit.again.count; i++)
        if (room->audit.ranks[i] == 2) place = room->audit.places[i];
    room->results[place].moves_hash ^= 1;
    room_play_again(room);
    assert_false(audit_is_proof(&room->audit, 1));
    assert_true(audit_is_proof(&room->audit, 2));
    assert_false(audit_is_proof(&room->audit, 3));
    assert_int_equal(audit_drop(&room->audit, 2), 7 * PARCEL);
    for (int64_t i = 0; i < 20 * PARCEL; i++)
        assert_int_equal(room->results[i].points == RESULT_UNPLAYED, i / PARCEL % 3 == 1);
    audit_end(&room->audit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_game_in_a_thousand_is_played_again, room_open,
                                        room_close),
        cmocka_unit_test_setup_teardown(every_rank_is_asked_for_one, room_open, room_close),
        cmocka_unit_test_setup_teardown(the_sample_is_the_same_every_time, room_open, room_close),
        cmocka_unit_test_setup_teardown(true_results_prove_nothing, room_open, room_close),
        cmocka_unit_test_setup_teardown(one_wrong_result_is_proof, room_open, room_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
