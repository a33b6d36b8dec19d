/* ratings and crosstable: known strengths come back, errors mean what they say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "engine/base/rng.h"
#include "tuner/play/score.h"
#include "tuner/report/crosstable.h"
#include "tuner/report/ratings.h"

enum { PLAYERS_MAX = 100 };

/* A world whose truth is known: natural units, as in ratings.h. */
struct world {
    int count;
    double strength[PLAYERS_MAX], advantage, draw;
};

static double logistic(double u) {
    return 1 / (1 + exp(-u));
}

static void play(const struct world *world, int first, int second, int games, struct rng *rng,
                 struct rated_games *out) {
    double u = world->strength[first] - world->strength[second] + world->advantage;
    double won = logistic(u - world->draw), lost = logistic(-u - world->draw);
    *out = (struct rated_games){.first = first, .second = second};
    for (int i = 0; i < games; i++) {
        double x = rng_unit(rng);
        if (x < won)
            out->won++;
        else if (x < won + lost)
            out->lost++;
        else
            out->drawn++;
    }
}

/* Everybody meets everybody with both colours; the number of entries. */
static int play_all(const struct world *world, int games, struct rng *rng,
                    struct rated_games *out) {
    int count = 0;
    for (int a = 0; a < world->count; a++)
        for (int b = 0; b < world->count; b++)
            if (a != b) play(world, a, b, games, rng, &out[count++]);
    return count;
}

/* The logistic Elo of the score that a pair expects. */
static double pair_elo(const struct world *world, double difference) {
    double rate = 0;
    for (int i = 0; i < 2; i++) {
        double u = difference + (i ? -1 : 1) * world->advantage;
        rate += (logistic(u - world->draw) + 1 - logistic(-u - world->draw)) / 4;
    }
    return elo_of_rate(rate);
}

/* The true Elo less the mean, on the scale of ratings.h when all meet equally often. */
static void true_elo(const struct world *world, double *elo, double *scale) {
    double product = 0, square = 0, mean = 0;
    for (int a = 0; a < world->count; a++)
        for (int b = 0; b < a; b++) {
            double difference = world->strength[a] - world->strength[b];
            product += difference * pair_elo(world, difference);
            square += difference * difference;
        }
    *scale = product / square;
    for (int i = 0; i < world->count; i++) mean += world->strength[i] / world->count;
    for (int i = 0; i < world->count; i++) elo[i] = *scale * (world->strength[i] - mean);
}

static struct world world_of(int count, struct rng *rng) {
    struct world world = {.count = count, .advantage = .4, .draw = .3};
    for (int i = 0; i < count; i++) world.strength[i] = rng_normal(rng);
    return world;
}

static void much_play_finds_the_truth(void **state) {
    (void)state;
    static struct rated_games games[20 * 19];
    struct rng rng = rng_keyed(1, 1, 1, 1);
    struct world world = world_of(20, &rng);
    struct rating out[20];
    double elo[20], scale, sum = 0;
    int count = play_all(&world, 2000, &rng, games);
    struct ratings fit = ratings_fit(games, count, 20, out);
    true_elo(&world, elo, &scale);
    for (int i = 0; i < 20; i++) {
        assert_float_equal(out[i].elo, elo[i], 2 * out[i].error);
        assert_true(out[i].error > 1 && out[i].error < 4);
        assert_int_equal(out[i].games, 2 * 19 * 2000);
        sum += out[i].elo;
    }
    assert_float_equal(sum, 0, 1e-4);
    assert_float_equal(fit.first_advantage, .4 * scale, 2);
    assert_float_equal(fit.draw_elo, .3 * scale, 2);
}

static void intervals_cover_the_truth(void **state) {
    (void)state;
    enum { WORLDS = 400, COUNT = 6 };
    struct rated_games games[COUNT * (COUNT - 1)];
    int covered = 0, right = 0, sure = 0;
    for (uint64_t w = 0; w < WORLDS; w++) {
        struct rng rng = rng_keyed(2, 1, 1, w);
        struct world world = world_of(COUNT, &rng);
        struct rating out[COUNT];
        double elo[COUNT], scale;
        int count = play_all(&world, 40, &rng, games);
        ratings_fit(games, count, COUNT, out);
        true_elo(&world, elo, &scale);
        for (int i = 0; i < COUNT; i++) {
            covered += fabs(out[i].elo - elo[i]) <= out[i].error;
            for (int j = 0; j < COUNT; j++)
                if (out[j].rank == out[i].rank + 1 && out[i].los > .7 && out[i].los < .95) {
                    sure++;
                    right += elo[i] > elo[j];
                }
        }
    }
    assert_in_range(covered, .93 * WORLDS * COUNT, .965 * WORLDS * COUNT);
    assert_true(sure > 200); /* of neighbours with LOS .7 to .95, about .84 are in true order */
    assert_in_range(right, .78 * sure, .9 * sure);
}

/* Two players without draws or advantage: the interval of a binomial, and score.h's Elo. */
static void two_players_agree_with_their_score(void **state) {
    (void)state;
    const struct rated_games games[] = {{0, 1, 5500, 0, 4500}, {1, 0, 4500, 0, 5500}};
    struct rating out[2];
    struct ratings fit = ratings_fit(games, 2, 2, out);
    double elo = elo_of_rate(.55), deviation = sqrt(.55 * .45 / 20000);
    double error = (elo_of_rate(.55 + NORMAL_95 * deviation) - elo) / 2;
    assert_float_equal(out[0].elo - out[1].elo, elo, .1);
    assert_float_equal(out[0].error, error, .02);
    assert_float_equal(fit.first_advantage, 0, 1e-6);
    assert_true(fit.draw_elo > 0 && fit.draw_elo < 1);
    assert_true(out[0].rank == 1 && out[1].rank == 2 && out[0].los > .9999 && out[1].los == 0);
    assert_float_equal(out[0].rate, .55, 1e-12);
}

/* With advantage and draws the scale still gives near equals the Elo of their pairs. */
static void the_scale_is_that_of_pairs(void **state) {
    (void)state;
    struct world world = {.count = 2, .strength = {.05, -.05}, .advantage = .8, .draw = .6};
    const double many = 1e6;
    struct rated_games games[2];
    double points = 0;
    for (int i = 0; i < 2; i++) {
        double u = (i ? -.1 : .1) + world.advantage;
        double won = logistic(u - world.draw), lost = logistic(-u - world.draw);
        games[i] = (struct rated_games){i, 1 - i, (int64_t)(many * won),
                                        (int64_t)(many * (1 - won - lost)), (int64_t)(many * lost)};
        points += i ? lost + (1 - won - lost) / 2 : won + (1 - won - lost) / 2;
    }
    struct rating out[2];
    ratings_fit(games, 2, 2, out);
    assert_float_equal(out[0].elo - out[1].elo, elo_of_rate(points / 2), .1);
}

/* The errors of neighbours are correlated: who played the same opponents is compared better than
 * either is known, and who met only each other is not known to the rest. */
static void superiority_uses_the_covariance(void **state) {
    (void)state;
    const struct rated_games games[] = {
        {0, 1, 5200, 0, 4800},
        {1, 0, 4800, 0, 5200}, /* two who know each other well, */
        {1, 2, 9, 0, 1},
        {2, 1, 1, 0, 9}, /* and the third hardly */
    };
    struct rating out[3];
    ratings_fit(games, 4, 3, out);
    assert_true(out[0].rank == 1 && out[1].rank == 2 && out[2].rank == 3);
    assert_true(out[0].error > 50);
    assert_true(out[0].los > .999999);
    assert_true(out[1].los > .99 && out[1].los < .999999);
}

static void extremes_stay_finite(void **state) {
    (void)state;
    const struct rated_games games[] = {
        {0, 1, 1000000, 0, 0},
        {1, 0, 0, 0, 1000000}, /* never beaten */
        {2, 3, 10, 20, 10},    /* an island; 4 never played */
        {5, 6, 1, 0, 0},
    };
    struct rating out[7];
    struct ratings fit = ratings_fit(games, 4, 7, out);
    double sum = 0;
    for (int i = 0; i < 7; i++) {
        assert_true(isfinite(out[i].elo) && isfinite(out[i].error) && out[i].error > 0);
        assert_true(out[i].los >= 0 && out[i].los <= 1);
        sum += out[i].elo;
    }
    assert_true(isfinite(fit.first_advantage) && fit.draw_elo > 0);
    assert_float_equal(sum, 0, 1e-4);
    assert_true(out[0].elo - out[1].elo > 500 && out[5].elo > out[6].elo);
    assert_true(out[2].elo < out[3].elo + 50 && out[4].games == 0 && out[4].rate == .5);
    ratings_fit(NULL, 0, 1, out);
    assert_true(out[0].elo == 0 && out[0].rank == 1);
}

/* 100 % of 60 games, as `hone match` has it: the gap must make such a score likely. */
static void a_shut_out_is_far_apart(void **state) {
    (void)state;
    const struct rated_games games[] = {{0, 1, 30, 0, 0}, {1, 0, 0, 0, 30}};
    struct rating out[2];
    struct ratings fit = ratings_fit(games, 2, 2, out);
    double gap = out[0].elo - out[1].elo;
    assert_true(gap > 400 && gap < 1200);
    assert_true(pow(rate_of_elo(gap), 60) > .05);
    assert_true(out[0].error > 100 && out[0].error < 500);
    assert_true(out[0].los > .99);
    assert_true(fabs(fit.first_advantage) < 1 && fit.draw_elo > 0 && fit.draw_elo < 150);
}

/* Two strong players beat two random ones always; among themselves the random ones only draw, or
 * the first mover always wins. */
static void two_classes_are_far_apart(void **state) {
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        struct rated_games games[12];
        struct rating out[4];
        int count = 0;
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 4; b++) {
                struct rated_games *g = &games[count];
                if (a == b) continue;
                count++;
                *g = (struct rated_games){.first = a, .second = b};
                if (a / 2 != b / 2)
                    *(a < b ? &g->won : &g->lost) = 100;
                else
                    *(kind ? &g->won : &g->drawn) = 100;
            }
        ratings_fit(games, count, 4, out);
        assert_true(out[1].elo - out[2].elo > 400 && out[0].elo - out[3].elo < 2000);
        assert_float_equal(out[0].elo, out[1].elo, 1e-5);
        assert_float_equal(out[2].elo, out[3].elo, 1e-5);
        assert_true(out[0].error > 50 && out[3].error > 50);
        assert_true(out[1].los > .99);
        assert_float_equal(out[0].los, .5, 1e-3);
    }
}

static void draws_only_make_equals(void **state) {
    (void)state;
    double before = INFINITY;
    for (int64_t drawn = 1; drawn <= 1000000; drawn *= 10) {
        const struct rated_games games[] = {{0, 1, 0, drawn, 0}, {1, 0, 0, drawn, 0}};
        struct rating out[2];
        struct ratings fit = ratings_fit(games, 2, 2, out);
        assert_true(out[0].elo == 0 && out[1].elo == 0 && !signbit(out[1].elo));
        assert_true(out[0].error > 0 && out[0].error < before);
        assert_float_equal(out[0].los, .5, 1e-6);
        assert_float_equal(fit.first_advantage, 0, 1e-6);
        assert_true(isfinite(fit.draw_elo) && fit.draw_elo > 0);
        before = out[0].error;
    }
}

static void one_game_says_little(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        const struct rated_games game = {0, 1, kind == 2, kind == 1, kind == 0};
        struct rating out[2];
        ratings_fit(&game, 1, 2, out);
        double gap = out[0].elo - out[1].elo;
        assert_true(kind == 2 ? gap > 20 : kind == 0 ? gap < -20 : fabs(gap) < 20);
        assert_true(fabs(gap) < 400 && out[0].error > 100 && out[0].error < 1000);
        assert_in_range(100 * out[out[1].rank == 1].los, 50, 90);
    }
}

static void the_order_of_entries_is_immaterial(void **state) {
    (void)state;
    static struct rated_games games[8 * 7], turned[2 * 8 * 7];
    struct rng rng = rng_keyed(3, 1, 1, 1);
    struct world world = world_of(8, &rng);
    int count = play_all(&world, 50, &rng, games);
    for (int i = 0; i < count; i++) { /* backwards, and each entry in two parts */
        struct rated_games part = games[count - 1 - i], rest = part;
        part.won /= 3, part.drawn /= 3, part.lost /= 3;
        rest.won -= part.won, rest.drawn -= part.drawn, rest.lost -= part.lost;
        turned[2 * i] = part, turned[2 * i + 1] = rest;
    }
    struct rating a[8], b[8];
    ratings_fit(games, count, 8, a);
    ratings_fit(turned, 2 * count, 8, b);
    for (int i = 0; i < 8; i++) {
        assert_float_equal(a[i].elo, b[i].elo, 1e-4);
        assert_float_equal(a[i].error, b[i].error, 1e-4);
        assert_int_equal(a[i].rank, b[i].rank);
    }
}

static void a_hundred_players_are_fitted(void **state) {
    (void)state;
    static struct rated_games games[100 * 99];
    struct rng rng = rng_keyed(4, 1, 1, 1);
    struct world world = world_of(100, &rng);
    static struct rating out[100];
    double elo[100], scale;
    int count = play_all(&world, 20, &rng, games), covered = 0;
    ratings_fit(games, count, 100, out);
    true_elo(&world, elo, &scale);
    for (int i = 0; i < 100; i++) covered += fabs(out[i].elo - elo[i]) <= out[i].error;
    assert_in_range(covered, 88, 100);
}

/* ---- the crosstable ---- */

static void print_fitted(const char *const *names, int count, const struct rated_games *games,
                         int game_count, struct text *out) {
    struct rating ratings[PLAYERS_MAX];
    struct crosstable table = {.count = count,
                               .names = names,
                               .ratings = ratings,
                               .overall = ratings_fit(games, game_count, count, ratings),
                               .game_count = game_count,
                               .games = games};
    crosstable_print(&table, out);
}

static void a_crosstable_shows_ranks_ratings_and_scores(void **state) {
    (void)state;
    const char *names[] = {"random", "generation 300", "swh"};
    const struct rated_games games[] = {
        {1, 2, 60, 4, 36}, {2, 1, 45, 5, 50}, {0, 1, 1, 0, 99}, {1, 0, 98, 1, 1}, {2, 0, 93, 2, 5},
    };
    struct text out = {0};
    print_fitted(names, 3, games, COUNT_OF(games), &out);
    assert_string_equal(
        text_get(&out),
        "  # player             Elo    +/-   games     %  LOS   1   2   3\n"
        "  1 generation 300   221.8   41.2     400  78.0  100   .  57  99\n"
        "  2 swh              159.9   43.4     300  59.8  100  43   .  94\n"
        "  3 random          -381.8   70.6     300   2.8        1   6   .\n"
        "moving first +19.1 Elo, draw margin 18.2 Elo; LOS: stronger than the next, %\n"
        "+/-: 95 %, against the mean of all; games from one opening are taken as independent\n");
    text_free(&out);
}

static size_t longest_line(const char *text) {
    size_t longest = 0;
    for (; *text; text += strcspn(text, "\n") + 1) {
        size_t length = strcspn(text, "\n");
        if (length > longest) longest = length;
    }
    return longest;
}

/* 12 players with the longest names and many games fit a page; 40 do without matrix. */
static void a_crosstable_fits_the_page(void **state) {
    (void)state;
    enum { MOST = 40 };
    const char *names[MOST];
    static struct rated_games games[MOST];
    struct text out = {0};
    for (int i = 0; i < MOST; i++) {
        names[i] = "a name that is far too long for any table that has to fit on a page";
        games[i] = (struct rated_games){i, (i + 1) % 12, 300000, 0, 0};
    }
    print_fitted(names, 12, games, 11, &out);
    assert_int_equal(longest_line(text_get(&out)), 100);
    text_free(&out);
    for (int i = 0; i < MOST; i++) games[i].second = (i + 1) % MOST;
    print_fitted(names, MOST, games, MOST, &out);
    assert_true(longest_line(text_get(&out)) <= 100);
    assert_null(strstr(text_get(&out), " 13\n"));
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(much_play_finds_the_truth),
        cmocka_unit_test(intervals_cover_the_truth),
        cmocka_unit_test(two_players_agree_with_their_score),
        cmocka_unit_test(the_scale_is_that_of_pairs),
        cmocka_unit_test(superiority_uses_the_covariance),
        cmocka_unit_test(extremes_stay_finite),
        cmocka_unit_test(a_shut_out_is_far_apart),
        cmocka_unit_test(two_classes_are_far_apart),
        cmocka_unit_test(draws_only_make_equals),
        cmocka_unit_test(one_game_says_little),
        cmocka_unit_test(the_order_of_entries_is_immaterial),
        cmocka_unit_test(a_hundred_players_are_fitted),
        cmocka_unit_test(a_crosstable_shows_ranks_ratings_and_scores),
        cmocka_unit_test(a_crosstable_fits_the_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
