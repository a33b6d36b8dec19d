/* openings: reproducible, disjoint between sets, distinct within a set, unfinished. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "engine/games/games.h"
#include "tuner/openings/judges.h"
#include "tuner/openings/openings.h"
#include "tuner/play/pool.h"

static struct opening_source source_of(const char *game, int plies_min, int plies_max) {
    struct error error;
    const struct game *found = games_find(game, &error);
    assert_non_null(found);
    return (struct opening_source){
        .game = found, .seed = 7, .plies_min = plies_min, .plies_max = plies_max, .progress = true};
}

static struct openings drawn(const struct opening_source *source, enum opening_set set,
                             int generation, int count, int threads) {
    struct openings openings;
    struct pool *pool = pool_open(threads, 1);
    assert_int_equal(
        openings_draw(&openings, source, set, generation, count, pool_parallel(pool), NULL), 0);
    pool_close(pool);
    return openings;
}

static const struct {
    const char *game;
    int plies_min, plies_max;
} cases[] = {{"reversi", 4, 8}, {"connect6", 3, 3}, {"gomoku", 2, 4}, {"connect(7,6,4,1,1)", 2, 5}};

static void equal_arguments_give_equal_openings_on_any_number_of_threads(void **context) {
    (void)context;
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        struct opening_source source =
            source_of(cases[c].game, cases[c].plies_min, cases[c].plies_max);
        struct openings few = drawn(&source, OPENING_TRAIN, 3, 10, 1);
        struct openings many = drawn(&source, OPENING_TRAIN, 3, 40, 3);
        assert_memory_equal(few.positions, many.positions, 10 * sizeof *few.positions);
        assert_memory_equal(few.hashes, many.hashes, 10 * sizeof *few.hashes);
        openings_free(&few);
        openings_free(&many);
    }
}

/* tictactoe's small sets repeat, and draw again to be new. */
static void openings_drawn_in_parts_are_those_drawn_at_once(void **context) {
    (void)context;
    struct pool *pool = pool_open(2, 1);
    for (int c = 0; c < 3; c++) {
        struct opening_source source = c == 0   ? source_of("reversi", 4, 8)
                                       : c == 1 ? source_of("tictactoe", 1, 3)
                                                : source_of("connect6", 0, 0);
        struct openings whole = drawn(&source, OPENING_TRAIN, 2, 90, 1);
        struct openings parts = drawn(&source, OPENING_TRAIN, 2, 7, 1);
        for (int count = 8; count <= 100; count += 41)
            assert_int_equal(openings_extend(&parts, count, pool_parallel(pool), NULL), 0);
        assert_int_equal(parts.count, 90);
        assert_memory_equal(parts.positions, whole.positions, 90 * sizeof *parts.positions);
        assert_memory_equal(parts.hashes, whole.hashes, 90 * sizeof *parts.hashes);
        assert_int_equal(openings_extend(&parts, 20, pool_parallel(pool), NULL), 0);
        assert_int_equal(parts.count, 90);
        openings_free(&whole);
        openings_free(&parts);
    }
    pool_close(pool);
}

static void generations_have_openings_of_their_own(void **context) {
    (void)context;
    struct opening_source source = source_of("reversi", 8, 8);
    struct openings one = drawn(&source, OPENING_TRAIN, 1, 20, 1);
    struct openings two = drawn(&source, OPENING_TRAIN, 2, 20, 1);
    assert_memory_not_equal(one.positions, two.positions, 20 * sizeof *one.positions);
    openings_free(&one);
    openings_free(&two);
}

enum { COUNT = 300 };

static void make_hashes(const struct opening_source *source, enum opening_set set,
                        uint64_t out[COUNT]) {
    struct openings openings = drawn(source, set, 0, COUNT, 2);
    for (int i = 0; i < COUNT; i++)
        out[i] = source->game->symmetric_hash(source->game, openings.positions[i].bytes);
    openings_free(&openings);
}

static void assert_disjoint(const uint64_t a[COUNT], const uint64_t b[COUNT]) {
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) assert_true(a[i] != b[j]);
}

static void sets_are_disjoint_under_symmetry(void **context) {
    (void)context;
    uint64_t sets[OPENING_SETS][COUNT];
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        struct opening_source source =
            source_of(cases[c].game, cases[c].plies_min, cases[c].plies_max);
        for (int s = 0; s < OPENING_SETS; s++) make_hashes(&source, (enum opening_set)s, sets[s]);
        for (int a = 0; a < OPENING_SETS; a++)
            for (int b = 0; b < a; b++) assert_disjoint(sets[a], sets[b]);
    }
}

/* Only the choice makes room. */
static void measuring_progress_leaves_training_and_measurement_alone(void **context) {
    (void)context;
    static const enum opening_set same[] = {OPENING_TRAIN, OPENING_VERIFY};
    struct opening_source with = source_of("reversi", 6, 8), without = with;
    uint64_t a[COUNT], b[COUNT];
    without.progress = false;
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        make_hashes(&with, same[i], a);
        make_hashes(&without, same[i], b);
        assert_memory_equal(a, b, sizeof a);
    }
    make_hashes(&with, OPENING_SELECT, a);
    make_hashes(&without, OPENING_SELECT, b);
    assert_memory_not_equal(a, b, sizeof a);
}

static void openings_of_a_set_are_distinct_while_they_last(void **context) {
    (void)context;
    struct opening_source source = source_of("connect6", 3, 3);
    struct openings openings = drawn(&source, OPENING_VERIFY, 0, 100, 2);
    assert_int_equal(openings_distinct(&openings, 100), 100);
    openings_free(&openings);
    source = source_of("tictactoe", 1, 2);
    openings = drawn(&source, OPENING_TRAIN, 0, 100, 2);
    assert_in_range(openings_distinct(&openings, 100), 1, 15);
    assert_int_equal(openings_distinct(&openings, 1), 1);
    openings_free(&openings);
}

/* Those of Reversi are known: 1, 3, 14, 60 and 322 that are no images of each other. */
static void few_openings_are_counted(void **context) {
    (void)context;
    static const int known[] = {1, 1, 3, 14, 60, 322};
    for (int plies = 0; plies < (int)COUNT_OF(known); plies++) {
        struct opening_source source = source_of("reversi", plies, plies);
        int sum = 0;
        for (int set = 0; set < OPENING_SETS; set++)
            sum += openings_there(&source, (enum opening_set)set, 400);
        assert_int_equal(sum, known[plies]);
        source.undivided = true;
        assert_int_equal(openings_there(&source, OPENING_VERIFY, 400), known[plies]);
        assert_int_equal(openings_there(&source, OPENING_VERIFY, known[plies]), known[plies]);
    }
    struct opening_source source = source_of("reversi", 2, 4);
    source.undivided = true;
    assert_int_equal(openings_there(&source, OPENING_TRAIN, 100), 3 + 14 + 60);
    assert_int_equal(openings_there(&source, OPENING_TRAIN, 76), -1);
    source = source_of("connect6", 5, 5);
    assert_int_equal(openings_there(&source, OPENING_TRAIN, 100), -1);
}

/* All 60 of four plies of Reversi. */
static void an_undivided_source_has_all_openings_in_each_set(void **context) {
    (void)context;
    struct opening_source source = source_of("reversi", 4, 4);
    for (int set = 0; set < OPENING_SETS; set++) {
        source.undivided = false;
        struct openings part = drawn(&source, (enum opening_set)set, 0, 400, 2);
        assert_int_equal(openings_distinct(&part, 400),
                         openings_there(&source, (enum opening_set)set, 400));
        source.undivided = true;
        struct openings all = drawn(&source, (enum opening_set)set, 0, 400, 2);
        assert_int_equal(openings_distinct(&all, 400), 60);
        openings_free(&part);
        openings_free(&all);
    }
}

/* A small set repeats: each is numbered by its first. */
static void openings_that_repeat_have_one_number(void **context) {
    (void)context;
    enum { DRAWN = 60 };
    struct opening_source source = source_of("tictactoe", 1, 3);
    struct openings openings = drawn(&source, OPENING_TRAIN, 0, DRAWN, 1);
    int numbers[DRAWN], firsts = 0;
    openings_number(&openings, DRAWN, numbers);
    for (int i = 0; i < DRAWN; i++) {
        int first = 0;
        while (openings.hashes[first] != openings.hashes[i]) first++;
        assert_int_equal(numbers[i], first);
        firsts += first == i;
    }
    assert_int_equal(firsts, openings_distinct(&openings, DRAWN));
    assert_true(firsts < DRAWN);
    openings_free(&openings);
}

static void openings_are_unfinished(void **context) {
    (void)context;
    struct opening_source source = source_of("tictactoe", 1, 8);
    struct openings openings = drawn(&source, OPENING_TRAIN, 0, 200, 1);
    for (int i = 0; i < 200; i++)
        assert_false(source.game->over(source.game, openings.positions[i].bytes));
    openings_free(&openings);
}

static void a_set_that_cannot_be_filled_is_an_error(void **context) {
    (void)context;
    struct error error = {""};
    struct opening_source source = source_of("reversi", 0, 1); /* all first moves are one */
    assert_int_equal(openings_check(&source, &error), -1);
    assert_non_null(strstr(error.text, "more plies"));
    source = source_of("reversi", 6, 6);
    assert_int_equal(openings_check(&source, &error), 0);
    source = source_of("tictactoe", 9, 9); /* the last ply ends it */
    assert_int_equal(openings_check(&source, &error), -1);
    assert_non_null(strstr(error.text, "fewer plies"));
}

static void openings_of_no_plies_are_one_and_all_sets_have_it(void **context) {
    (void)context;
    struct opening_source source = source_of("reversi", 0, 0);
    struct state start = {0};
    source.game->start(source.game, start.bytes);
    assert_int_equal(openings_check(&source, NULL), 0);
    for (int set = 0; set < OPENING_SETS; set++) {
        move_t line[GAME_PLIES_MAX];
        struct openings openings = drawn(&source, (enum opening_set)set, 2, 5, 1);
        for (int i = 0; i < 5; i++)
            assert_memory_equal(openings.positions[i].bytes, start.bytes, sizeof start.bytes);
        assert_int_equal(openings_line(&openings, 4, line), 0);
        assert_int_equal(openings_distinct(&openings, 5), 1);
        assert_int_equal(openings_meant(&openings, 5), 1);
        assert_int_equal(openings_meant(&openings, 0), 0);
        openings_free(&openings);
    }
    source = source_of("reversi", 0, 8);
    struct openings openings = drawn(&source, OPENING_TRAIN, 2, 5, 1);
    assert_int_equal(openings_meant(&openings, 5), 5);
    openings_free(&openings);
}

/* After 22 plies one game of three in a row in 4000 goes on: a draw may find no opening at all,
 * though the check found one. */
static void openings_may_be_rare(void **context) {
    (void)context;
    bool checked = false;
    for (uint64_t seed = 1; seed <= 40 && !checked; seed++) {
        struct opening_source source = source_of("connect(5,5,3,1,1)", 22, 22);
        source.seed = seed;
        if (openings_check(&source, NULL)) continue;
        checked = true;
        struct openings openings = drawn(&source, OPENING_VERIFY, 0, 3, 1);
        openings_free(&openings);
    }
    assert_true(checked);
}

/* Played, each opening's line leads to its position, not to an image of it. */
static void check_lines(const struct opening_source *source, int count) {
    const struct game *game = source->game;
    struct openings openings = drawn(source, OPENING_VERIFY, 2, count, 2);
    struct state state;
    for (int i = 0; i < count; i++) {
        move_t moves[GAME_PLIES_MAX];
        int plies = openings_line(&openings, i, moves);
        assert_in_range(plies, source->plies_min, source->plies_max);
        game->start(game, state.bytes);
        for (int ply = 0; ply < plies; ply++) {
            assert_true(game_legal(game, state.bytes, moves[ply]));
            game->play(game, state.bytes, moves[ply]);
        }
        assert_true(game->hash(state.bytes) == game->hash(openings.positions[i].bytes));
    }
    openings_free(&openings);
}

/* Also where openings repeat. */
static void an_opening_tells_its_moves(void **context) {
    (void)context;
    for (size_t c = 0; c < COUNT_OF(cases); c++) {
        struct opening_source source =
            source_of(cases[c].game, cases[c].plies_min, cases[c].plies_max);
        check_lines(&source, COUNT);
    }
    struct opening_source few = source_of("tictactoe", 1, 2);
    few.undivided = true;
    check_lines(&few, 60);
}

static bool stop_at_ten(void *context, int64_t drawn_so_far) {
    *(int64_t *)context = drawn_so_far;
    return drawn_so_far < 10;
}

static void drawing_can_be_abandoned(void **context) {
    (void)context;
    struct opening_source source = source_of("connect6", 3, 3);
    struct openings openings;
    struct pool *pool = pool_open(2, 1);
    int64_t last = 0;
    const struct openings_watch watch = {stop_at_ten, &last};
    assert_int_equal(
        openings_draw(&openings, &source, OPENING_VERIFY, 0, 5000, pool_parallel(pool), &watch),
        -1);
    assert_in_range(last, 10, 100);
    openings_free(&openings);
    pool_close(pool);
}

static bool stop_five_after_all_are_drawn(void *context, int64_t drawn_so_far) {
    int64_t *calls = context;
    assert_in_range(drawn_so_far, 1, 200);
    return ++*calls < 205;
}

/* Few openings for many pairs: most of the work is to look for new ones. */
static void the_search_for_new_ones_can_be_abandoned(void **context) {
    (void)context;
    struct opening_source source = source_of("tictactoe", 1, 2);
    struct openings openings;
    struct pool *pool = pool_open(1, 1);
    int64_t calls = 0;
    const struct openings_watch watch = {stop_five_after_all_are_drawn, &calls};
    assert_int_equal(
        openings_draw(&openings, &source, OPENING_TRAIN, 0, 200, pool_parallel(pool), &watch), -1);
    assert_int_equal(calls, 205);
    openings_free(&openings);
    pool_close(pool);
}

/* Programs that cannot be given positions play from the start, whatever set it belongs to. */
static void no_plies_are_the_start(void **context) {
    (void)context;
    struct opening_source source = source_of("connect6", 0, 0);
    struct openings openings = drawn(&source, OPENING_VERIFY, 0, 3, 1);
    struct state start;
    move_t moves[GAME_PLIES_MAX];
    source.game->start(source.game, start.bytes);
    assert_true(source.game->hash(start.bytes) == source.game->hash(openings.positions[2].bytes));
    assert_int_equal(openings_line(&openings, 2, moves), 0);
    assert_int_equal(openings_distinct(&openings, 3), 1);
    openings_free(&openings);
}

/* ---- balanced ones ---- */

/* Half of the openings of three stones in a row on five by five are one-sided, say judges that look
 * two plies ahead. */
static struct opening_source balanced_source(double balance) {
    struct opening_source source = source_of("connect(5,5,4,1,1)", 4, 4);
    source.balance = balance;
    source.judging = (struct judging){.limits = {.depth = 2}, .plies_max = 20};
    return source;
}

static void drawn_openings_are_balanced_where_that_is_asked_for(void **context) {
    (void)context;
    struct opening_source source = balanced_source(0.4), any = balanced_source(0);
    struct judges *judges = judges_new(source.game, &source.judging);
    struct openings one = drawn(&source, OPENING_SELECT, 2, 20, 1);
    struct openings three = drawn(&source, OPENING_SELECT, 2, 20, 3);
    struct openings unjudged = drawn(&any, OPENING_SELECT, 2, 20, 1);
    int one_sided = 0;
    assert_memory_equal(one.positions, three.positions, 20 * sizeof *one.positions);
    for (int i = 0; i < 20; i++) {
        assert_true(judges_balanced(judges_points(judges, one.positions[i].bytes), 0.4));
        one_sided += !judges_balanced(judges_points(judges, unjudged.positions[i].bytes), 0.4);
    }
    assert_true(one_sided > 0);
    struct pool *pool = pool_open(2, 1);
    int count = 30, balanced = openings_judge(&source, pool_parallel(pool), &count);
    assert_in_range(count, 25, 30);
    assert_in_range(balanced, 1, count - 1);
    source = balanced_source(0.4);
    source.plies_min = source.plies_max = 1; /* six first stones differ */
    count = 30, balanced = openings_judge(&source, pool_parallel(pool), &count);
    assert_in_range(count, 1, 6);
    assert_in_range(balanced, 0, count);
    pool_close(pool);
    judges_free(judges);
    openings_free(&one);
    openings_free(&three);
    openings_free(&unjudged);
}

static void what_no_judge_finds_is_an_error(void **context) {
    (void)context;
    struct error error = {""};
    /* two in a row: the next stone wins */
    struct opening_source source = source_of("connect(4,4,2,1,1)", 2, 2);
    source.balance = 0.1;
    assert_int_equal(openings_check(&source, &error), -1);
    assert_non_null(strstr(error.text, "the judges found none"));
    source.balance = 0;
    assert_int_equal(openings_check(&source, &error), 0);
}

/* ---- those of a collection ---- */

static struct collection *collection_of(const char *game, const char *text) {
    struct error error;
    struct collection *collection = collection_new(games_find(game, NULL));
    if (collection_add(collection, "x", text, 0, &error)) fail_msg("%s", error.text);
    collection_settle(collection);
    return collection;
}

static const char some_lines[] = "j10 i9k8\nj10 i9k9\nj10 i9k10\nj10 i9k11\nj10 i8k8\nj10 i7k11\n"
                                 "j10 i8k10\nj10 i8k11\nj10 i7k8\nj10 i7k9\nj10 i7k10\n";

static struct opening_source collected_source(struct collection *collection) {
    return (struct opening_source){.game = collection->game, .seed = 7, .collection = collection};
}

static int count_hash(const struct openings *openings, int count, uint64_t hash) {
    int found = 0;
    for (int i = 0; i < count; i++) found += openings->hashes[i] == hash;
    return found;
}

static void a_collection_is_dealt_out_and_comes_again_when_it_is_through(void **context) {
    (void)context;
    struct collection *collection = collection_of("connect6", some_lines);
    struct opening_source source = collected_source(collection);
    assert_int_equal(collection->count, 11);
    assert_int_equal(openings_check(&source, NULL), 0);
    static const int sizes[OPENING_SETS] = {5, 2, 3, 1};
    int dealt = 0;
    assert_int_equal(openings_dealt(&source, OPENING_SELECT), 3);
    assert_int_equal(openings_dealt(&source, OPENING_PROGRESS), 0);
    source.progress = true;
    assert_int_equal(openings_check(&source, NULL), 0);
    for (int set = 0; set < OPENING_SETS; set++) {
        int size = openings_dealt(&source, (enum opening_set)set);
        struct openings openings = drawn(&source, (enum opening_set)set, 0, 3 * size, 2);
        assert_int_equal(size, sizes[set]);
        assert_int_equal(openings_distinct(&openings, size), size);
        for (int i = 0; i < size; i++)
            assert_int_equal(count_hash(&openings, 3 * size, openings.hashes[i]), 3);
        dealt += size;
        openings_free(&openings);
    }
    assert_int_equal(dealt, 11);
    source.undivided = true;
    struct openings all = drawn(&source, OPENING_VERIFY, 0, 11, 1);
    assert_int_equal(openings_distinct(&all, 11), 11);
    openings_free(&all);
    collection_free(collection);
}

static void collected_openings_are_turned_and_tell_their_moves(void **context) {
    (void)context;
    struct collection *collection = collection_of("connect6", some_lines);
    struct opening_source source = collected_source(collection);
    struct openings openings = drawn(&source, OPENING_TRAIN, 1, 60, 1);
    struct openings other = drawn(&source, OPENING_TRAIN, 2, 60, 1);
    struct openings fewer = drawn(&source, OPENING_TRAIN, 1, 7, 1);
    struct state state;
    move_t moves[GAME_PLIES_MAX];
    int symmetries = 0;
    assert_memory_equal(openings.positions, fewer.positions, 7 * sizeof *fewer.positions);
    assert_memory_not_equal(openings.positions, other.positions, 60 * sizeof *other.positions);
    for (int i = 0; i < 60; i++) {
        const void *position = openings.positions[i].bytes;
        assert_int_equal(openings_line(&openings, i, moves), 3);
        source.game->start(source.game, state.bytes);
        for (int ply = 0; ply < 3; ply++) source.game->play(source.game, state.bytes, moves[ply]);
        assert_true(source.game->hash(state.bytes) == source.game->hash(position));
        assert_true((source.game->symmetric_hash(source.game, position) | 1) == openings.hashes[i]);
        symmetries |= 1 << openings.picks[i].symmetry;
    }
    assert_int_equal(symmetries, 0xff);
    assert_true(openings_have_lines(&source));
    openings_free(&openings);
    openings_free(&other);
    openings_free(&fewer);
    collection_free(collection);
}

static void collected_openings_are_judged_once(void **context) {
    (void)context;
    struct openings random = {0};
    struct opening_source source = balanced_source(0);
    struct text lines = {0};
    random = drawn(&source, OPENING_TRAIN, 0, 40, 1);
    for (int i = 0; i < 40; i++) {
        source.game->position_format(source.game, &random.positions[i], &lines);
        text_add(&lines, "\n");
    }
    source = balanced_source(0.4);
    source.collection = collection_of(source.game->name, text_get(&lines));
    assert_false(openings_have_lines(&source));
    assert_int_equal(openings_check(&source, NULL), 0);
    struct openings one = drawn(&source, OPENING_TRAIN, 1, 40, 2);
    int balanced = 0;
    for (int i = 0; i < source.collection->count; i++)
        balanced +=
            strchr("0457", '0' + i % 8) && judges_balanced(source.collection->list[i].points, 0.4);
    assert_int_equal(openings_distinct(&one, 40), balanced);
    assert_in_range(balanced, 1, 19);
    for (int i = 0; i < 40; i++)
        assert_true(judges_balanced(source.collection->list[one.picks[i].index].points, 0.4));
    openings_free(&one);
    openings_free(&random);
    text_free(&lines);
    collection_free(source.collection);
}

static void a_collection_too_small_for_all_sets_is_an_error(void **context) {
    (void)context;
    struct error error = {""};
    struct collection *collection = collection_of("connect6", "j10 i9k8\nj10 i9k9\n");
    struct opening_source source = collected_source(collection);
    assert_int_equal(openings_check(&source, &error), -1);
    assert_string_equal(error.text, "the 2 different openings there leave none for verification: "
                                    "more are needed");
    source.undivided = true;
    assert_int_equal(openings_check(&source, &error), 0);
    collection_free(collection);
    collection = collection_of("connect6", "j10 i9k8\nj10 i9k9\nj10 i9l8\n");
    source = collected_source(collection);
    assert_int_equal(openings_check(&source, &error), 0);
    source.progress = true;
    assert_int_equal(openings_check(&source, &error), -1);
    assert_string_equal(error.text, "the 3 different openings there leave none for strength over "
                                    "time: more are needed");
    collection_free(collection);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_openings_are_balanced_where_that_is_asked_for),
        cmocka_unit_test(what_no_judge_finds_is_an_error),
        cmocka_unit_test(a_collection_is_dealt_out_and_comes_again_when_it_is_through),
        cmocka_unit_test(collected_openings_are_turned_and_tell_their_moves),
        cmocka_unit_test(collected_openings_are_judged_once),
        cmocka_unit_test(a_collection_too_small_for_all_sets_is_an_error),
        cmocka_unit_test(equal_arguments_give_equal_openings_on_any_number_of_threads),
        cmocka_unit_test(openings_drawn_in_parts_are_those_drawn_at_once),
        cmocka_unit_test(generations_have_openings_of_their_own),
        cmocka_unit_test(sets_are_disjoint_under_symmetry),
        cmocka_unit_test(measuring_progress_leaves_training_and_measurement_alone),
        cmocka_unit_test(openings_of_a_set_are_distinct_while_they_last),
        cmocka_unit_test(openings_are_unfinished),
        cmocka_unit_test(openings_that_repeat_have_one_number),
        cmocka_unit_test(few_openings_are_counted),
        cmocka_unit_test(an_undivided_source_has_all_openings_in_each_set),
        cmocka_unit_test(openings_of_no_plies_are_one_and_all_sets_have_it),
        cmocka_unit_test(openings_may_be_rare),
        cmocka_unit_test(an_opening_tells_its_moves),
        cmocka_unit_test(drawing_can_be_abandoned),
        cmocka_unit_test(the_search_for_new_ones_can_be_abandoned),
        cmocka_unit_test(no_plies_are_the_start),
        cmocka_unit_test(a_set_that_cannot_be_filled_is_an_error),
    };
    return cmocka_run_group_tests_name("openings", tests, NULL, NULL);
}
