/*
 * ratings, intransitivity and crosstable: known strengths come back, errors mean what they say, and
 * a player that cannot be rated is named instead of being given a number.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "tuner/report/crosstable.h"
#include "tuner/report/first_move.h"
#include "tuner/report/page/parts.h"
#include "tuner/statistics/intransitivity.h"

enum { PLAYERS_MAX = 100, MEETINGS_MAX = PLAYERS_MAX * PLAYERS_MAX / 2 };

/* A world whose truth is known: natural units, as in ratings.h. */
struct world {
    int count;
    double strength[PLAYERS_MAX], advantage, draw;
    double together; /* share of pairs whose second game ends for a as the first one has */
};

/* One game's end for its first player, 2 a win, where luck is in [0, 1). */
static int play_game(const struct world *world, double u, double luck) {
    double won = exp(u / 2), drawn = exp(world->draw), lost = exp(-u / 2);
    double x = luck * (won + drawn + lost);
    return x < won ? 2 : x < won + drawn ? 1 : 0;
}

static void play_pair(const struct world *world, int a, int b, struct rng *rng,
                      struct result pair[2]) {
    double difference = world->strength[a] - world->strength[b], luck = rng_unit(rng);
    bool together = rng_unit(rng) < world->together;
    pair[0].points = (uint8_t)play_game(world, difference + world->advantage, luck);
    if (!together) luck = rng_unit(rng);
    pair[1].points = (uint8_t)play_game(world, difference - world->advantage, luck);
}

static struct rated_meeting play(const struct world *world, int a, int b, int pairs,
                                 struct rng *rng) {
    struct rated_meeting meeting = {.a = a, .b = b};
    for (int i = 0; i < pairs; i++) {
        struct result pair[2];
        play_pair(world, a, b, rng, pair);
        results_add(&meeting.score, pair, 1);
    }
    return meeting;
}

static struct rated_meeting meetings[MEETINGS_MAX];

/* All meet all; the number of meetings. */
static int play_all(const struct world *world, int pairs, struct rng *rng) {
    int count = 0;
    for (int a = 0; a < world->count; a++)
        for (int b = 0; b < a; b++) meetings[count++] = play(world, a, b, pairs, rng);
    return count;
}

/* The logarithm of what both expect to have of their games, by the definition of Elo. */
static double true_pair_elo(const struct world *world, double difference) {
    double rate = 0;
    for (int i = 0; i < 2; i++) {
        double u = difference + (i ? -1 : 1) * world->advantage;
        double sum = exp(u / 2) + exp(world->draw) + exp(-u / 2);
        rate += (exp(u / 2) + exp(world->draw) / 2) / sum / 2;
    }
    return elo_of_rate(rate);
}

/* The true Elo less the mean, on the scale of ratings.h when all meet equally often. */
static void true_elo(const struct world *world, double *elo, double *scale) {
    double product = 0, square = 0, mean = 0;
    for (int a = 0; a < world->count; a++)
        for (int b = 0; b < a; b++) {
            double difference = world->strength[a] - world->strength[b];
            product += difference * true_pair_elo(world, difference);
            square += difference * difference;
        }
    *scale = product / square;
    for (int i = 0; i < world->count; i++) mean += world->strength[i] / world->count;
    for (int i = 0; i < world->count; i++) elo[i] = *scale * (world->strength[i] - mean);
}

static struct world world_of(int count, struct rng *rng) {
    struct world world = {.count = count, .advantage = .4, .draw = -.5};
    for (int i = 0; i < count; i++) world.strength[i] = rng_normal(rng);
    return world;
}

/* A meeting whose games were won, drawn and lost by a as said, each of both colours. */
static struct rated_meeting games_of(int a, int b, int64_t won, int64_t drawn, int64_t lost) {
    struct rated_meeting meeting = {
        .a = a, .b = b, .score = {.counts = {{lost, 0, drawn, 0, won}}}};
    meeting.score.first = meeting.score.second = (struct tally){won, drawn, lost};
    return meeting;
}

static void much_play_finds_the_truth(void **state) {
    (void)state;
    struct rng rng = rng_keyed(1, 1, 1, 1);
    struct world world = world_of(20, &rng);
    double elo[20], scale, sum = 0;
    struct ratings fit = ratings_fit(meetings, play_all(&world, 2000, &rng), 20);
    true_elo(&world, elo, &scale);
    for (int i = 0; i < 20; i++) {
        const struct rating *rating = &fit.list[i];
        assert_float_equal(rating->elo, elo[i], 2 * rating->error);
        assert_true(rating->error > 1 && rating->error < 4);
        assert_float_equal(rating->high - rating->low, 2 * rating->error, 1e-3);
        assert_int_equal(rating->games, 2 * 19 * 2000);
        sum += rating->elo;
    }
    assert_float_equal(sum, 0, 1e-4);
    assert_float_equal(fit.first_advantage, .4 * scale, 2);
    assert_float_equal(fit.draw_rate, exp(-.5) / (2 + exp(-.5)), .005);
    ratings_free(&fit);
}

/* ---- intervals ---- */

enum { WORLDS = 400, COUNT = 6 };

struct coverage {
    int covered, right, sure; /* of intervals; of neighbours with LOS .7 to .95 */
};

static void coverage_add(struct coverage *coverage, const struct ratings *fit, const double *elo) {
    for (int i = 0; i < COUNT; i++) {
        const struct rating *own = &fit->list[i];
        coverage->covered += own->low <= elo[i] && elo[i] <= own->high;
        for (int j = 0; j < COUNT; j++)
            if (fit->list[j].rank == own->rank + 1 && own->los > .7 && own->los < .95) {
                coverage->sure++;
                coverage->right += elo[i] > elo[j];
            }
    }
}

/* Also where the games of a pair go together, and those of a drawn one apart. */
static void intervals_cover_the_truth(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        struct coverage coverage = {0};
        for (uint64_t w = 0; w < WORLDS; w++) {
            struct rng rng = rng_keyed(2, 1, 1, w);
            struct world world = world_of(COUNT, &rng);
            world.together = kind / 2.;
            double elo[COUNT], scale;
            struct ratings fit = ratings_fit(meetings, play_all(&world, 80, &rng), COUNT);
            true_elo(&world, elo, &scale);
            coverage_add(&coverage, &fit, elo);
            ratings_free(&fit);
        }
        assert_in_range(coverage.covered, .93 * WORLDS * COUNT, .965 * WORLDS * COUNT);
        assert_true(coverage.sure > 150); /* about .84 of them are in true order */
        assert_in_range(coverage.right, .76 * coverage.sure, .91 * coverage.sure);
    }
}

/* Equals, each of which has good openings and bad ones, whatever the opponent is. */
static void play_on_common_openings(struct rng *rng, int pairs, struct result *results) {
    struct world lucky = {.count = COUNT, .draw = -.5};
    for (int pair = 0; pair < pairs; pair++) {
        int m = 0;
        for (int i = 0; i < COUNT; i++) lucky.strength[i] = 2 * rng_normal(rng);
        for (int a = 0; a < COUNT; a++)
            for (int b = 0; b < a; b++, m++) {
                struct result *games = results + m * 2 * pairs;
                if (pair == 0) meetings[m] = (struct rated_meeting){.a = a, .b = b, .games = games};
                play_pair(&lucky, a, b, rng, games + 2 * pair);
                results_add(&meetings[m].score, games + 2 * pair, 1);
            }
    }
}

static void what_meetings_share_on_an_opening_is_counted(void **state) {
    (void)state;
    enum { PAIRS = 100, MEETINGS = COUNT * (COUNT - 1) / 2 };
    static struct result results[MEETINGS * 2 * PAIRS];
    const double equal[COUNT] = {0};
    struct coverage known = {0}, unknown = {0};
    for (uint64_t w = 0; w < WORLDS; w++) {
        struct rng rng = rng_keyed(3, 1, 1, w);
        play_on_common_openings(&rng, PAIRS, results);
        struct ratings fit = ratings_fit(meetings, MEETINGS, COUNT);
        coverage_add(&known, &fit, equal);
        assert_true(fit.openings_are_known);
        ratings_free(&fit);
        for (int m = 0; m < MEETINGS; m++) meetings[m].games = NULL;
        fit = ratings_fit(meetings, MEETINGS, COUNT);
        coverage_add(&unknown, &fit, equal);
        ratings_free(&fit);
    }
    assert_in_range(known.covered, .93 * WORLDS * COUNT, .965 * WORLDS * COUNT);
    assert_true(unknown.covered < .85 * WORLDS * COUNT);
}

/* Two players have score.h's Elo, and its error, half of it each. */
static void two_players_agree_with_their_score(void **state) {
    (void)state;
    struct rated_meeting meeting = {
        0, 1, {{{400, 600, 3000, 900, 1100}}, {3000, 900, 2100}, {2850, 1100, 2050}}, NULL};
    struct score score = score_of(&meeting.score.counts);
    struct ratings fit = ratings_fit(&meeting, 1, 2);
    const struct rating *out = fit.list;
    assert_float_equal(out[0].elo - out[1].elo, score.elo, .05);
    assert_float_equal(out[0].error + out[1].error, score.elo_error, .02);
    assert_true(out[0].rank == 1 && out[1].rank == 2 && out[1].los == 0);
    assert_float_equal(out[0].los, score.los, 1e-4);
    assert_float_equal(out[0].rate, score.rate, 1e-12);
    ratings_free(&fit);
}

/* With advantage and draws the scale still gives near equals the Elo of their pairs. */
static void the_scale_is_that_of_pairs(void **state) {
    (void)state;
    struct world world = {.count = 2, .strength = {.05, -.05}, .advantage = .8, .draw = .6};
    struct rng rng = rng_keyed(9, 1, 1, 1);
    struct rated_meeting meeting = play(&world, 0, 1, 100000, &rng);
    struct ratings fit = ratings_fit(&meeting, 1, 2);
    double elo = elo_of_rate(pentanomial_mean(&meeting.score.counts));
    assert_float_equal(fit.list[0].elo - fit.list[1].elo, elo, .05);
    assert_float_equal(ratings_expected(&fit, 0, 1), rate_of_elo(elo), 1e-4);
    ratings_free(&fit);
}

/* The errors of neighbours are correlated: players with the same opponents are compared better than
 * either is known, and two that met only each other are not known to the rest. */
static void superiority_uses_the_covariance(void **state) {
    (void)state;
    const struct rated_meeting played[] = {
        games_of(0, 1, 5200, 0, 4800), /* two that know each other well, */
        games_of(1, 2, 7, 0, 2),       /* and the third hardly */
    };
    struct ratings fit = ratings_fit(played, 2, 3);
    const struct rating *out = fit.list;
    const struct pentanomial none = {{0}};
    assert_true(out[0].rank == 1 && out[1].rank == 2 && out[2].rank == 3);
    assert_true(out[0].error > 50);
    assert_true(out[0].los > .9999);
    assert_true(out[1].los > .9 && out[1].los < .999);
    assert_float_equal(ratings_los(&fit, 1, 0, &none), 1 - out[0].los, 1e-9);
    assert_float_equal(ratings_los(&fit, 2, 2, &none), .5, 0);
    ratings_free(&fit);
}

/* ---- players that cannot be rated ---- */

static void only_wins_or_only_losses_have_one_end(void **state) {
    (void)state;
    const struct rated_meeting played[] = {
        games_of(1, 2, 60, 3, 37),
        games_of(0, 1, 50, 0, 0),
        games_of(2, 3, 100, 0, 0),
        games_of(0, 3, 25, 0, 0),
    };
    const struct pentanomial lost = {{100}};
    struct ratings fit = ratings_fit(played, 4, 4);
    const struct rating *out = fit.list;
    struct score score = score_of(&lost);
    char elo[SCORE_ELO_LENGTH];
    assert_int_equal(fit.fitted, 2);
    assert_float_equal(out[1].elo, -out[2].elo, 1e-5);
    assert_true(out[0].kind == RATING_ABOVE && out[0].elo == INFINITY && out[0].rank == 1);
    assert_true(out[0].high == INFINITY && out[0].error == INFINITY);
    assert_true(out[3].kind == RATING_BELOW && out[3].elo == -INFINITY && out[3].rank == 4);
    /* of 3 against 2 what score.h says of 100 lost pairs */
    assert_float_equal(out[3].high - out[2].elo, elo_of_rate(score.rate + score.rate_error), 1e-3);
    rating_format(&out[3], elo);
    assert_int_equal(strncmp(elo, "under -", 7), 0);
    rating_format(&out[0], elo);
    assert_int_equal(strncmp(elo, "over +", 6), 0);
    assert_true(out[0].los > .99 && out[2].los > .99);
    ratings_free(&fit);
}

/* Where all games with both players on the scale would be as one-sided with a probability of 5 %;
 * games with another player that is not on it tell nothing. */
static void all_games_with_those_on_the_scale_bound_a_player(void **state) {
    (void)state;
    const struct rated_meeting played[] = {games_of(1, 2, 60, 3, 37), games_of(0, 1, 10, 0, 0),
                                           games_of(2, 0, 0, 0, 20),  games_of(3, 0, 0, 0, 500),
                                           games_of(2, 3, 10, 0, 0),  games_of(3, 1, 0, 0, 20)};
    struct ratings fit = ratings_fit(played, 6, 4);
    const struct rating *out = fit.list;
    double above = 10 * log(1 - rate_of_elo(out[1].elo - out[0].low)) +
                   20 * log(1 - rate_of_elo(out[2].elo - out[0].low));
    double below = 20 * log(1 - rate_of_elo(out[3].high - out[1].elo)) +
                   10 * log(1 - rate_of_elo(out[3].high - out[2].elo));
    assert_true(out[0].kind == RATING_ABOVE && out[3].kind == RATING_BELOW);
    assert_float_equal(above, log(.05), 1e-4);
    assert_float_equal(below, log(.05), 1e-4);
    ratings_free(&fit);
}

/* The more pairs lost, the farther below. */
static void more_defeats_tell_more(void **state) {
    (void)state;
    double before = INFINITY;
    for (int64_t pairs = 10; pairs <= 100000; pairs *= 10) {
        const struct rated_meeting played[] = {games_of(0, 1, 50, 0, 50),
                                               games_of(0, 2, pairs, 0, 0)};
        struct ratings fit = ratings_fit(played, 2, 3);
        assert_true(fit.list[2].high < before - 200);
        before = fit.list[2].high;
        ratings_free(&fit);
    }
}

static void a_player_that_met_none_of_the_scale_is_unknown(void **state) {
    (void)state;
    const struct rated_meeting played[] = {
        games_of(0, 1, 30, 0, 20),
        games_of(1, 2, 30, 0, 20), /* three on the scale, */
        games_of(3, 4, 30, 0, 20),
        {.a = 0, .b = 5}, /* an island, without opponents */
    };
    struct ratings fit = ratings_fit(played, 4, 6);
    assert_int_equal(fit.fitted, 3);
    for (int i = 3; i < 6; i++) {
        char elo[SCORE_ELO_LENGTH];
        const struct rating *rating = &fit.list[i];
        assert_int_equal(rating->kind, RATING_UNKNOWN);
        assert_true(rating->low == -INFINITY && rating->high == INFINITY);
        rating_format(rating, elo);
        assert_string_equal(elo, "unknown");
        assert_int_equal(rating->rank, i + 1);
    }
    assert_true(fit.list[5].games == 0 && fit.list[5].rate == .5);
    ratings_free(&fit);
    fit = ratings_fit(NULL, 0, 1);
    assert_true(fit.list[0].elo == 0 && fit.list[0].rank == 1 && fit.fitted == 1);
    ratings_free(&fit);
}

/* A point against the strongest, through others, is enough to be on the scale. */
static void a_chain_of_points_links(void **state) {
    (void)state;
    struct rated_meeting played[] = {games_of(0, 1, 10, 1, 0), games_of(1, 2, 10, 1, 0),
                                     games_of(2, 3, 10, 1, 0)};
    struct ratings fit = ratings_fit(played, 3, 4);
    assert_int_equal(fit.fitted, 4);
    for (int i = 0; i < 4; i++) assert_true(isfinite(fit.list[i].error));
    assert_true(fit.list[0].elo - fit.list[3].elo > 900);
    ratings_free(&fit);
    played[1] = games_of(1, 2, 10, 0, 0); /* now two islands of two, one above the other */
    fit = ratings_fit(played, 3, 4);
    assert_int_equal(fit.fitted, 2);
    assert_int_equal(fit.list[2].kind, RATING_BELOW);
    assert_int_equal(fit.list[3].kind, RATING_UNKNOWN);
    ratings_free(&fit);
}

static void draws_only_make_equals(void **state) {
    (void)state;
    double before = INFINITY;
    for (int64_t drawn = 1; drawn <= 1000000; drawn *= 10) {
        const struct rated_meeting played = games_of(0, 1, 0, drawn, 0);
        struct ratings fit = ratings_fit(&played, 1, 2);
        const struct rating *out = fit.list;
        assert_true(out[0].elo == 0 && out[1].elo == 0 && !signbit(out[1].elo));
        assert_true(out[0].error > 0 && out[0].error < before);
        assert_float_equal(out[0].los, .5, 1e-6);
        assert_float_equal(fit.first_advantage, 0, 1e-6);
        assert_true(fit.draw_rate > .5 && fit.draw_rate < 1);
        before = out[0].error;
        ratings_free(&fit);
    }
}

/* The first mover wins every game: no player is stronger, and the advantage is finite. */
static void an_advantage_alone_makes_equals(void **state) {
    (void)state;
    const struct rated_meeting played = {
        0, 1, {{{0, 0, 100, 0, 0}}, {100, 0, 0}, {0, 0, 100}}, NULL};
    struct ratings fit = ratings_fit(&played, 1, 2);
    assert_true(fit.list[0].elo == 0 && isfinite(fit.list[0].error));
    assert_true(fit.advantage > 5 && isfinite(fit.first_advantage));
    ratings_free(&fit);
}

static void one_pair_says_little(void **state) {
    (void)state;
    for (int kind = 1; kind < 4; kind++) {
        struct rated_meeting played = {0, 1, {{{0}}, {kind > 2, kind < 3, 0}, {0, 1, 0}}, NULL};
        played.score.counts.n[kind] = 1;
        if (kind == 1) played.score.first = (struct tally){0, 0, 1};
        struct ratings fit = ratings_fit(&played, 1, 2);
        double gap = fit.list[0].elo - fit.list[1].elo;
        assert_true(kind == 3 ? gap > 20 : kind == 1 ? gap < -20 : gap == 0);
        assert_true(fabs(gap) < 400 && fit.list[0].error > 80 && fit.list[0].error < 1000);
        ratings_free(&fit);
    }
}

static void the_order_of_entries_is_immaterial(void **state) {
    (void)state;
    static struct rated_meeting turned[2 * 28];
    struct rng rng = rng_keyed(3, 1, 1, 1);
    struct world world = world_of(8, &rng);
    int count = play_all(&world, 50, &rng);
    for (int i = 0; i < count; i++) { /* backwards, as the opponent has it, and twice */
        const struct rated_meeting *m = &meetings[count - 1 - i];
        const struct tally *first = &m->score.first, *second = &m->score.second;
        turned[i] = (struct rated_meeting){m->b,
                                           m->a,
                                           {pentanomial_swap(&m->score.counts),
                                            {second->lost, second->drawn, second->won},
                                            {first->lost, first->drawn, first->won}},
                                           NULL};
    }
    struct ratings a = ratings_fit(meetings, count, 8), b = ratings_fit(turned, count, 8);
    for (int i = 0; i < 8; i++) {
        assert_float_equal(a.list[i].elo, b.list[i].elo, 1e-4);
        assert_float_equal(a.list[i].error, b.list[i].error, 1e-4);
        assert_int_equal(a.list[i].rank, b.list[i].rank);
    }
    assert_float_equal(a.first_advantage, b.first_advantage, 1e-4);
    ratings_free(&a);
    ratings_free(&b);
}

static void a_hundred_players_are_fitted(void **state) {
    (void)state;
    struct rng rng = rng_keyed(4, 1, 1, 1);
    struct world world = world_of(100, &rng);
    double elo[100], scale;
    int covered = 0;
    struct ratings fit = ratings_fit(meetings, play_all(&world, 20, &rng), 100);
    true_elo(&world, elo, &scale);
    for (int i = 0; i < 100; i++) covered += fabs(fit.list[i].elo - elo[i]) <= fit.list[i].error;
    assert_in_range(covered, 88, 100);
    ratings_free(&fit);
}

/* ---- what one scale leaves ---- */

static struct intransitivity fitted_and_left(int meeting_count, int count) {
    struct ratings fit = ratings_fit(meetings, meeting_count, count);
    struct intransitivity found = intransitivity_of(meetings, meeting_count, &fit);
    ratings_free(&fit);
    return found;
}

static void a_circle_is_all_that_is_left(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) meetings[i] = games_of(i, (i + 1) % 3, 600, 0, 400);
    struct intransitivity found = fitted_and_left(3, 3);
    assert_int_equal(found.freedom, 1);
    assert_true(found.unexplained > .98 && found.chi_square > 100 && found.chance < 1e-9);
    assert_int_equal(found.cycle_count, 1);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(found.cycles[0].players[i], i);
        assert_float_equal(found.cycles[0].scores[i].elo, elo_of_rate(.6), 1e-9);
    }
    assert_true(found.cycles[0].los > .999);
    meetings[2] = games_of(2, 0, 300, 0, 700);
    found = fitted_and_left(3, 3);
    assert_int_equal(found.cycle_count, 0);
}

/* Players are numbered by chance: a circle may go round either way. */
static void a_circle_the_other_way_is_one_too(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) meetings[i] = games_of((i + 1) % 3, i, 600, 0, 400);
    struct intransitivity found = fitted_and_left(3, 3);
    const int players[] = {0, 2, 1};
    assert_int_equal(found.triples, 1);
    assert_int_equal(found.cycle_count, 1);
    assert_memory_equal(found.cycles[0].players, players, sizeof players);
    for (int i = 0; i < 3; i++)
        assert_float_equal(found.cycles[0].scores[i].elo, elo_of_rate(.6), 1e-9);
}

/* In worlds of one scale chi-square is as often beyond 95 % as it should. */
static void chance_alone_leaves_nothing(void **state) {
    (void)state;
    int beyond = 0;
    double unexplained = 0;
    for (uint64_t w = 0; w < WORLDS; w++) {
        struct rng rng = rng_keyed(5, 1, 1, w);
        struct world world = world_of(COUNT, &rng);
        struct intransitivity found = fitted_and_left(play_all(&world, 300, &rng), COUNT);
        assert_int_equal(found.freedom, 10);
        beyond += found.chance < .05;
        unexplained += found.unexplained / WORLDS;
    }
    assert_in_range(beyond, .02 * WORLDS, .08 * WORLDS);
    assert_true(unexplained < .01);
}

/* Of four circles the three surest, the surest first. */
static void the_worst_cycles_come_first(void **state) {
    (void)state;
    int count = 0;
    for (int circle = 0; circle < 4; circle++)
        for (int i = 0; i < 3; i++)
            meetings[count++] = games_of(3 * circle + i, 3 * circle + (i + 1) % 3,
                                         560 + 10 * ((circle + 2) % 4), 0, 490);
    meetings[count++] = games_of(0, 3, 50, 0, 50);
    meetings[count++] = games_of(3, 6, 50, 0, 50);
    meetings[count++] = games_of(6, 9, 50, 0, 50);
    struct intransitivity found = fitted_and_left(count, 12);
    assert_int_equal(found.cycle_count, 3);
    assert_int_equal(found.cycles[0].players[0], 3);
    assert_int_equal(found.cycles[1].players[0], 0);
    assert_int_equal(found.cycles[2].players[0], 9);
}

/* Two of three meetings are sure; the third is at 93 % and then at 97 %. */
static void a_cycle_of_an_unsure_meeting_is_not_told(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) meetings[i] = games_of(i, (i + 1) % 3, 600, 0, 400);
    meetings[3] = games_of(0, 3, 600, 0, 400);
    meetings[0] = games_of(0, 1, 523, 0, 477);
    struct intransitivity found = fitted_and_left(4, 4);
    assert_int_equal(found.triples, 1);
    assert_int_equal(found.cycle_count, 0);
    meetings[0] = games_of(0, 1, 530, 0, 470);
    found = fitted_and_left(4, 4);
    assert_int_equal(found.cycle_count, 1);
    assert_in_range(1000 * found.cycles[0].los, 960, 980);
}

/* Each met its two neighbours alone: whichever meeting lacks, three of them are no triple. */
static void players_that_did_not_meet_are_no_triple(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) meetings[i] = games_of(i, (i + 1) % 4, 600, 0, 400);
    struct intransitivity found = fitted_and_left(4, 4);
    assert_int_equal(found.triples, 0);
}

static void what_is_left_is_told(void **state) {
    (void)state;
    const char *names[] = {"swh", "lr06", "v99"};
    struct text out = {0};
    for (int i = 0; i < 3; i++) meetings[i] = games_of(i, (i + 1) % 3, 600, 0, 400);
    struct intransitivity found = fitted_and_left(3, 3);
    intransitivity_print(&found, names, &out);
    assert_string_equal(
        text_get(&out),
        "one scale leaves 100.0 % of what the meetings differ by unexplained: chi-square 125.1 "
        "with 1\n"
        "degree of freedom, as much by chance in under 0.01 % (meetings taken as independent)\n"
        "cycles, the surest of 1 triple:\n"
        "  swh > lr06 > v99 > swh\n"
        "    +70.4 +/- 22.0, +70.4 +/- 22.0, +70.4 +/- 22.0; each surer than 100.0 %\n");
    text_free(&out);
    found = fitted_and_left(2, 3);
    intransitivity_print(&found, names, &out);
    assert_int_equal(out.length, 0);
}

/* ---- an anchor ---- */

/* The anchor has the Elo that was given, and no error; the others have those of their differences
 * from it, as if its strength were known. Likelihoods of superiority stay. */
static void an_anchor_moves_the_scale(void **state) {
    (void)state;
    meetings[0] = games_of(0, 1, 60, 10, 30);
    meetings[1] = games_of(1, 2, 70, 4, 26);
    meetings[2] = games_of(2, 3, 0, 0, 50);
    struct ratings fit = ratings_fit(meetings, 3, 4), before = ratings_fit(meetings, 3, 4);
    assert_int_equal(before.anchor, -1);
    ratings_anchor(&fit, 1, 1500);
    assert_int_equal(fit.anchor, 1);
    assert_float_equal(fit.list[1].elo, 1500, 1e-9);
    assert_true(isnan(fit.list[1].error));
    const double *c = before.covariance;
    for (int i = 0; i < 3; i += 2) {
        double variance = c[i * 4 + i] + c[5] - 2 * c[i * 4 + 1];
        assert_float_equal(fit.list[i].elo - 1500, before.list[i].elo - before.list[1].elo, 1e-4);
        assert_float_equal(fit.list[i].error, NORMAL_95 * sqrt(variance), 1e-4);
        assert_float_equal(fit.list[i].low, fit.list[i].elo - fit.list[i].error, 1e-4);
        assert_float_equal(fit.list[i].high, fit.list[i].elo + fit.list[i].error, 1e-4);
        for (int j = 0; j < 3; j++)
            assert_float_equal(ratings_los(&fit, i, j, NULL), ratings_los(&before, i, j, NULL),
                               1e-9);
    }
    assert_int_equal(fit.list[3].kind, RATING_ABOVE);
    assert_float_equal(fit.list[3].low - before.list[3].low, 1500 - before.list[1].elo, 1e-4);
    ratings_free(&fit);
    ratings_free(&before);
}

/* ---- the first move ---- */

enum { PAIRS = 40 };

/* A meeting of equals with the same games, whichever player begins: so both of a pair are one. */
static struct rated_meeting same_games(int a, int b, const struct result *games) {
    struct rated_meeting meeting = {.a = a, .b = b, .games = games};
    results_add(&meeting.score, games, PAIRS);
    return meeting;
}

static void make_same_games(struct result *games, struct rng *rng) {
    for (int i = 0; i < PAIRS; i++) {
        games[2 * i].points = rng_unit(rng) < .6 ? 2 : 0;
        games[2 * i + 1].points = (uint8_t)(2 - games[2 * i].points);
    }
}

/* Three meetings of the same 40 games say no more than one, and than 40 games: an error of 1.96
 * deviations of these. */
static void games_that_are_the_same_count_once(void **state) {
    (void)state;
    struct result games[2 * PAIRS] = {{0}};
    struct rng rng = rng_keyed(5, 0, 0, 0);
    make_same_games(games, &rng);
    for (int m = 0; m < 3; m++) meetings[m] = same_games(m, (m + 1) % 3, games);
    struct ratings one = ratings_fit(meetings, 1, 2), three = ratings_fit(meetings, 3, 3);
    double alone = first_move_error(&one, meetings, 1, NULL);
    double together = first_move_error(&three, meetings, 3, NULL);
    int64_t won = meetings[0].score.first.won;
    double rate = (double)won / PAIRS;
    double plain = one.scale * NORMAL_95 / sqrt(PAIRS * rate * (1 - rate));
    assert_float_equal(alone / plain, 1.05, .05);
    assert_float_equal(together / alone, 1, .02);
    for (int m = 0; m < 3; m++) meetings[m].games = NULL;
    double unknown = first_move_error(&three, meetings, 3, NULL);
    assert_float_equal(unknown / together, 1, .02);
    ratings_free(&one);
    ratings_free(&three);
}

/* Of openings that are all as even as can be another kind may come: a fifth of one of each is
 * added, however many meetings share them. */
static void even_openings_are_not_sure_of_the_first_move(void **state) {
    (void)state;
    struct result games[2 * PAIRS] = {{0}};
    for (int i = 0; i < 2 * PAIRS; i++) games[i].points = i / 2 % 2 ? 2 : 0; /* one wins both */
    for (int m = 0; m < 3; m++) meetings[m] = same_games(m, (m + 1) % 3, games);
    struct ratings one = ratings_fit(meetings, 1, 2), three = ratings_fit(meetings, 3, 3);
    double alone = first_move_error(&one, meetings, 1, NULL);
    double together = first_move_error(&three, meetings, 3, NULL);
    double each_kind = sqrt(2 * 2 * .2 * (.25 + .0625 + .0625 + .25));
    double plain = one.scale * student_95(PAIRS - 1) * each_kind / (2 * PAIRS * .25);
    assert_float_equal(alone / plain, 1, .02);
    assert_float_equal(together / alone, 1, .02);
    ratings_free(&one);
    ratings_free(&three);
}

/* Pairs on one opening are not new evidence; with one opening alone the error is not known. */
static void openings_that_repeat_say_less_of_the_first_move(void **state) {
    (void)state;
    struct result games[2 * PAIRS] = {{0}};
    int half[PAIRS], all[PAIRS] = {0};
    struct rng rng = rng_keyed(6, 0, 0, 0);
    make_same_games(games, &rng);
    for (int i = 0; i < PAIRS; i++) half[i] = i % 10;
    for (int i = 10; i < PAIRS; i++) games[2 * i] = games[2 * (i % 10)];
    for (int i = 10; i < PAIRS; i++) games[2 * i + 1] = games[2 * (i % 10) + 1];
    meetings[0] = same_games(0, 1, games);
    struct ratings fit = ratings_fit(meetings, 1, 2);
    double apart = first_move_error(&fit, meetings, 1, NULL);
    assert_true(first_move_error(&fit, meetings, 1, half) > 1.9 * apart);
    assert_true(isinf(first_move_error(&fit, meetings, 1, all)));
    char words[FIRST_MOVE_LENGTH];
    first_move_format(12.34, INFINITY, words);
    assert_string_equal(words, "+12.3 Elo, of unknown error");
    ratings_free(&fit);
}

/* Of 400 worlds with an advantage, between players of different strength whose games on an opening
 * go together, 95 in 100 intervals hold it. */
static void the_error_of_the_first_move_covers(void **state) {
    (void)state;
    const struct world world = {
        .count = 3, .strength = {.8, 0, -.8}, .advantage = .3, .draw = -1, .together = .3};
    struct rng rng = rng_keyed(7, 0, 0, 0);
    int held = 0;
    for (int i = 0; i < 400; i++) {
        struct result games[3][2 * PAIRS] = {{{0}}};
        for (int m = 0; m < 3; m++) {
            for (int p = 0; p < PAIRS; p++)
                play_pair(&world, m, (m + 1) % 3, &rng, games[m] + 2 * p);
            meetings[m] = same_games(m, (m + 1) % 3, games[m]);
        }
        struct ratings fit = ratings_fit(meetings, 3, 3);
        double error = first_move_error(&fit, meetings, 3, NULL) / fit.scale;
        held += fabs(fit.advantage - world.advantage) < error;
        ratings_free(&fit);
    }
    assert_in_range(held, 370, 397);
}

/* ---- the crosstable ---- */

static void print_fitted(const char *const *names, int count, int meeting_count, struct text *out) {
    struct ratings ratings = ratings_fit(meetings, meeting_count, count);
    crosstable_print(&(struct crosstable){.count = count,
                                          .names = names,
                                          .ratings = &ratings,
                                          .meeting_count = meeting_count,
                                          .meetings = meetings,
                                          .first_error = 2.5},
                     out);
    ratings_free(&ratings);
}

/* All of three, whose ranks are their numbers; of 64 in blocks, none of two. */
static void the_likelihoods_of_all_pairs_are_printed(void **state) {
    (void)state;
    const char *names[64] = {"lr06", "swh", "random"};
    struct text out = {0};
    meetings[0] = games_of(0, 1, 55, 0, 45);
    meetings[1] = games_of(1, 2, 90, 0, 10);
    struct ratings ratings = ratings_fit(meetings, 2, 3);
    struct crosstable table = {
        .count = 3, .names = names, .ratings = &ratings, .meeting_count = 2, .meetings = meetings};
    crosstable_print_los(&table, &out);
    assert_string_equal(text_get(&out), "  # LOS over   1   2   3\n"
                                        "  1 lr06       .  84 100\n"
                                        "  2 swh       16   . 100\n"
                                        "  3 random     0   0   .\n");
    text_free(&out);
    ratings_free(&ratings);
    table.count = 2;
    crosstable_print_los(&table, &out);
    assert_int_equal(out.length, 0);
    int count = 0;
    for (int i = 0; i < 64; i++) names[i] = "a player";
    for (int i = 0; i < 63; i++) meetings[count++] = games_of(i, i + 1, 50, 0, 50);
    ratings = ratings_fit(meetings, count, 64);
    table = (struct crosstable){.count = 64,
                                .names = names,
                                .ratings = &ratings,
                                .meeting_count = count,
                                .meetings = meetings};
    crosstable_print_los(&table, &out);
    int dots = 0;
    for (const char *at = out.data; *at; at++) dots += *at == '.';
    assert_int_equal(dots, 64);
    assert_non_null(strstr(out.data, " 22\n"));
    assert_non_null(strstr(out.data, " 64\n"));
    text_free(&out);
    ratings_free(&ratings);
}

static void a_crosstable_shows_ranks_ratings_and_scores(void **state) {
    (void)state;
    const char *names[] = {"random", "generation 300", "swh", "guest"};
    struct text out = {0};
    meetings[0] = games_of(1, 2, 55, 4, 41);
    meetings[1] = games_of(0, 1, 1, 0, 99);
    meetings[2] = games_of(2, 0, 93, 2, 5);
    meetings[3] = games_of(1, 3, 40, 0, 0);
    print_fitted(names, 4, 4, &out);
    assert_string_equal(
        text_get(&out),
        "  # player             Elo    +/-   games     %  LOS   1   2   3   4\n"
        "  1 generation 300   223.6   53.6     480  81.7   97   .  57  99 100\n"
        "  2 swh              162.1   57.6     400  68.5  100  43   .  94   .\n"
        "  3 random          -385.7   90.6     400   3.5   50   1   6   .   .\n"
        "  4 guest              under -220      80   0.0        0   .   .   .\n"
        "moving first +0.0 +/- 2.5 Elo, draws between equals 3.6 %; LOS: stronger than the next, "
        "%\n"
        "+/-: 95 %, against the mean of those on the scale, from pairs\n"
        "guest lost all games against those on the scale: there is no lower end\n"
        "one scale leaves 0.0 % of what the meetings differ by unexplained: chi-square 3.6 with 1\n"
        "degree of freedom, as much by chance in 5.36 % (meetings taken as independent)\n");
    text_free(&out);
}

/* Of games that were all won or lost nothing is said of draws. */
static void a_crosstable_tells_of_draws_that_there_were(void **state) {
    (void)state;
    const char *names[] = {"lr06", "swh"};
    struct text out = {0};
    meetings[0] = games_of(0, 1, 60, 0, 40);
    print_fitted(names, 2, 1, &out);
    assert_non_null(strstr(text_get(&out), "\nmoving first +0.0 +/- 2.5 Elo; LOS: "));
    text_free(&out);
}

static void a_player_above_all_others_is_off_the_scale(void **state) {
    (void)state;
    const char *names[] = {"lr06", "swh", "guest"};
    struct text out = {0};
    meetings[0] = games_of(0, 1, 60, 0, 40);
    meetings[1] = games_of(2, 0, 50, 0, 0);
    print_fitted(names, 3, 2, &out);
    assert_non_null(strstr(text_get(&out), "\n  1 guest "));
    assert_non_null(strstr(text_get(&out), "\nguest won all games against those on the scale: "
                                           "there is no upper end\n"));
    text_free(&out);
}

static void a_player_alone_on_the_scale_has_no_error(void **state) {
    (void)state;
    const char *names[] = {"initial", "random"};
    struct text out = {0};
    char elo[SCORE_ELO_LENGTH];
    meetings[0] = games_of(0, 1, 100, 0, 0);
    print_fitted(names, 2, 1, &out);
    *strstr(text_get(&out), "random lost") = '\0';
    assert_string_equal(text_get(&out),
                        "  # player      Elo    +/-   games     %  LOS   1   2\n"
                        "  1 initial     0.0      -     200 100.0  100   . 100\n"
                        "  2 random      under -607     200   0.0        0   .\n"
                        "LOS: stronger than the next, %\n"
                        "+/-: 95 %, against the mean of those on the scale, from pairs\n");
    text_free(&out);
    struct ratings fit = ratings_fit(meetings, 1, 2);
    rating_format(&fit.list[0], elo);
    assert_string_equal(elo, "+0.0");
    assert_true(isnan(fit.list[0].error) && isnan(fit.list[0].low) && isnan(fit.list[0].high));
    ratings_free(&fit);
}

/* Between one that beat it and one that lost to it. */
static void on_a_page_a_player_alone_is_a_point(void **state) {
    (void)state;
    const char *names[] = {"initial", "random", "champion"};
    struct text out = {0};
    meetings[0] = games_of(0, 1, 100, 0, 0);
    meetings[1] = games_of(2, 0, 100, 0, 0);
    struct ratings fit = ratings_fit(meetings, 2, 3);
    const struct crosstable table = {
        .count = 3, .names = names, .ratings = &fit, .meeting_count = 2, .meetings = meetings};
    page_add_ratings(&table, "", &out);
    assert_non_null(strstr(text_get(&out), "error\" style=\"left:50.00%;width:0.00%\""));
    assert_non_null(strstr(text_get(&out), "<span class=\"value\">+0.0</span>"));
    assert_null(strstr(text_get(&out), "Moving first"));
    assert_null(strstr(text_get(&out), "drawn"));
    text_free(&out);
    ratings_free(&fit);
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
    struct text out = {0};
    for (int i = 0; i < MOST; i++) {
        names[i] = "a name that is far too long for any table that has to fit on a page";
        meetings[i] = games_of(i, (i + 1) % 12, 299990, 0, 10);
    }
    print_fitted(names, 12, 11, &out);
    *strstr(text_get(&out), "moving first") = '\0';
    assert_int_equal(longest_line(text_get(&out)), 100);
    text_free(&out);
    for (int i = 0; i < MOST; i++) meetings[i].b = (i + 1) % MOST;
    print_fitted(names, MOST, MOST, &out);
    *strstr(text_get(&out), "moving first") = '\0';
    assert_true(longest_line(text_get(&out)) <= 100);
    assert_null(strstr(text_get(&out), " 13\n"));
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(much_play_finds_the_truth),
        cmocka_unit_test(intervals_cover_the_truth),
        cmocka_unit_test(what_meetings_share_on_an_opening_is_counted),
        cmocka_unit_test(two_players_agree_with_their_score),
        cmocka_unit_test(the_scale_is_that_of_pairs),
        cmocka_unit_test(superiority_uses_the_covariance),
        cmocka_unit_test(only_wins_or_only_losses_have_one_end),
        cmocka_unit_test(more_defeats_tell_more),
        cmocka_unit_test(all_games_with_those_on_the_scale_bound_a_player),
        cmocka_unit_test(a_player_that_met_none_of_the_scale_is_unknown),
        cmocka_unit_test(a_chain_of_points_links),
        cmocka_unit_test(draws_only_make_equals),
        cmocka_unit_test(an_advantage_alone_makes_equals),
        cmocka_unit_test(one_pair_says_little),
        cmocka_unit_test(the_order_of_entries_is_immaterial),
        cmocka_unit_test(a_hundred_players_are_fitted),
        cmocka_unit_test(a_circle_is_all_that_is_left),
        cmocka_unit_test(chance_alone_leaves_nothing),
        cmocka_unit_test(the_worst_cycles_come_first),
        cmocka_unit_test(a_cycle_of_an_unsure_meeting_is_not_told),
        cmocka_unit_test(players_that_did_not_meet_are_no_triple),
        cmocka_unit_test(what_is_left_is_told),
        cmocka_unit_test(a_circle_the_other_way_is_one_too),
        cmocka_unit_test(an_anchor_moves_the_scale),
        cmocka_unit_test(games_that_are_the_same_count_once),
        cmocka_unit_test(even_openings_are_not_sure_of_the_first_move),
        cmocka_unit_test(openings_that_repeat_say_less_of_the_first_move),
        cmocka_unit_test(the_error_of_the_first_move_covers),
        cmocka_unit_test(the_likelihoods_of_all_pairs_are_printed),
        cmocka_unit_test(a_crosstable_shows_ranks_ratings_and_scores),
        cmocka_unit_test(a_crosstable_tells_of_draws_that_there_were),
        cmocka_unit_test(a_player_above_all_others_is_off_the_scale),
        cmocka_unit_test(a_player_alone_on_the_scale_has_no_error),
        cmocka_unit_test(on_a_page_a_player_alone_is_a_point),
        cmocka_unit_test(a_crosstable_fits_the_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
