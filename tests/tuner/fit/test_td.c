/*
 * td: a step takes its part of the error away, from what followed; positions after the player's own
 * moves count and what they are worth in terms is what the evaluator says; the rate falls by equal
 * factors; a gauntlet is learned from; budgets are what is played.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/runs.h"
#include "tuner/config/length.h"
#include "tuner/fit/fit.h"
#include "tuner/fit/linear.h"
#include "tuner/fit/td.h"

#define assert_near(a, b, most)                                                                    \
    do {                                                                                           \
        double near_a = (a), near_b = (b);                                                         \
        if (!(fabs(near_a - near_b) <= (most))) fail_msg("%g is not %g", near_a, near_b);          \
    } while (0)

/* ---- learning ---- */

/* Two positions of one game, won by 8: the first counts gene 0 twice and gene 1 once against it,
 * the opponent to move, and is worth 10 units besides; the second gene 2, the player to move. */
static struct term own_terms[] = {{0, 2}, {1, -1}, {2, 1}};
static struct trace_position positions[] = {{.first = 0, .count = 2, .sign = -1, .fixed = 10},
                                            {.first = 2, .count = 1, .sign = 1}};
static struct trace game = {.first = 0, .count = 2, .margin = 8};
static struct traces game_traces = {.count = 1,
                                    .position_count = 2,
                                    .term_count = 3,
                                    .list = &game,
                                    .positions = positions,
                                    .terms = own_terms};

static const struct range own_genes[] = {
    {.lower = -1000, .upper = 1000}, {.lower = -1000, .upper = 1000}, {.lower = -70, .upper = 70}};

static struct td_thought thought_of(const struct td_options *options, double *points, double rate) {
    return (struct td_thought){.options = options,
                               .genes = own_genes,
                               .point = options->point,
                               .points = points,
                               .rate = rate};
}

static void a_step_takes_its_part_of_the_error(void **state) {
    (void)state;
    const struct td_options options = {.trust = 1, .point = 10};
    double points[] = {1, 4, 6};
    struct td_thought thought = thought_of(&options, points, 0.25);
    td_learn(&thought, &game_traces, &game);
    /* The second was worth 6, a quarter of 2 is added. The first was worth -(1 + 2 - 4) = 1; a
     * quarter of 7 is shared by 2 and 1 of 5 squares. */
    assert_near(points[2], 6.5, 1e-12);
    assert_near(points[0], 1 - 1.75 * 2 / 5, 1e-12);
    assert_near(points[1], 4 + 1.75 * 1 / 5, 1e-12);
    assert_near(-(1 + 2 * points[0] - points[1]), 1 + 1.75, 1e-12);
    assert_int_equal(thought.positions, 2);
    assert_near(thought.error_squares, 2 * 2 + 7 * 7, 1e-12);
}

static void what_followed_is_trusted_in_part(void **state) {
    (void)state;
    const struct td_options half = {.trust = 0.5, .point = 10}, none = {.trust = 0, .point = 10};
    double points[] = {1, 4, 6}, next[] = {1, 4, 6};
    struct td_thought thought = thought_of(&half, points, 1), other = thought_of(&none, next, 1);
    td_learn(&thought, &game_traces, &game);
    td_learn(&other, &game_traces, &game);
    /* The last position's game is over, whatever is trusted, but 7 is its bound; before it comes
     * half of the margin and half of the 6 that it was thought to be worth, or that alone. */
    assert_near(points[2], 7, 1e-12);
    assert_near(-(1 + 2 * points[0] - points[1]), 7, 1e-12);
    assert_near(-(1 + 2 * next[0] - next[1]), 6, 1e-12);
}

static void a_step_ends_at_a_bound(void **state) {
    (void)state;
    const struct td_options options = {.trust = 1, .point = 10};
    const struct trace lost = {.first = 0, .count = 2, .margin = -8};
    double points[] = {1, 4, 6};
    struct td_thought thought = thought_of(&options, points, 1);
    td_learn(&thought, &game_traces, &lost);
    assert_near(points[2], -7, 1e-12);
}

static void the_rate_falls_by_equal_factors(void **state) {
    (void)state;
    const struct td_options options = {.rate = 0.4, .rate_end = 0.001};
    assert_near(td_rate(&options, 0), 0.4, 1e-12);
    assert_near(td_rate(&options, 0.5), 0.02, 1e-12);
    assert_near(td_rate(&options, 1), 0.001, 1e-12);
    assert_near(td_rate(&options, 1.5), 0.001, 1e-12); /* a run of a budget may be longer */
}

/* ---- positions ---- */

static struct config config;

static void load(const char *rest) {
    struct text text = {0};
    struct error error;
    text_add(&text, "seed = 4; %s", rest);
    if (config_parse("td.cfg", text_get(&text), NULL, 0, &config, &error)) die("%s", error.text);
    text_free(&text);
}

/* A game of random moves from the start; their count. */
static int random_game(uint64_t seed, move_t *moves, int *margin) {
    const struct game *played = config.game;
    struct state state;
    move_t legal[GAME_MOVES_MAX];
    struct rng rng = rng_keyed(seed, 1, 2, 3);
    int plies = 0;
    for (played->start(played, &state); !played->over(played, &state); plies++) {
        int count = played->moves(played, &state, legal);
        moves[plies] = legal[rng_below(&rng, (uint32_t)count)];
        played->play(played, &state, moves[plies]);
    }
    *margin = played->margin(played, &state);
    return plies;
}

/* A term for each gene that counts: what a step takes away is a matter of that. */
static void assert_merged(const struct traces *traces, const struct trace_position *position) {
    const struct term *terms = &traces->terms[position->first];
    for (int i = 0; i < position->count; i++)
        for (int j = 0; j < i; j++) assert_int_not_equal(terms[i].weight, terms[j].weight);
}

static double worth_in_terms(const struct traces *traces, const struct trace_position *position,
                             const int32_t *genes) {
    double sum = (double)position->fixed;
    for (int i = 0; i < position->count; i++) {
        const struct term *term = &traces->terms[position->first + i];
        sum += (double)term->count * genes[term->weight];
    }
    return position->sign * sum;
}

/* Compares a side's trace with its game, move by move. */
static void assert_follows(const struct traces *traces, const struct trace *trace,
                           const move_t *moves, int plies, int side, const int32_t *genes,
                           const void *prepared) {
    const struct game *played = config.game;
    struct state state;
    int64_t next = trace->first;
    played->start(played, &state);
    for (int i = 0; i < plies; i++) {
        bool own = played->side(&state) == side;
        played->play(played, &state, moves[i]);
        if (!own || played->over(played, &state)) continue;
        const struct evaluator *evaluator = config.evaluator;
        int to_move = played->side(&state);
        assert_merged(traces, &traces->positions[next]);
        int value = evaluator_ops(evaluator)->eval(evaluator, prepared, &state, to_move);
        assert_near(worth_in_terms(traces, &traces->positions[next++], genes),
                    to_move == side ? value : -value, 0);
    }
    assert_int_equal(next, trace->first + trace->count);
}

/* Of random games, each side's traces; `plies` of them at most. */
static void assert_games_are_followed(const int32_t *values) {
    const struct evaluator *evaluator = config.evaluator;
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    void *prepared = xmalloc(evaluator->prepared_size);
    space_expand(&config.space, values, weights);
    evaluator->prepare(evaluator, weights, prepared);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        move_t moves[GAME_PLIES_MAX];
        struct state start;
        struct traces traces = {0};
        int margin, plies = random_game(seed, moves, &margin);
        config.game->start(config.game, &start);
        for (int side = 0; side < 2; side++) {
            traces_add(&traces, &config, &start, moves, plies, side, margin);
            assert_near(traces.list[side].margin, side == 0 ? margin : -margin, 0);
            assert_follows(&traces, &traces.list[side], moves, plies, side, values, prepared);
        }
        assert_int_equal(traces.position_count, traces.list[0].count + traces.list[1].count);
        assert_int_equal(traces.position_count, plies - 1); /* all but the end */
        traces_free(&traces);
    }
    free(prepared);
    free(weights);
}

/* With a weight that is frozen and one that is tied, a part of each value is fixed. */
static void positions_after_own_moves_are_worth_what_the_evaluator_says(void **state) {
    (void)state;
    load("game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
         "params = ({ name = \"a1\"; start = 77; freeze = true; },\n"
         "          { name = \"b1\"; tie = \"-c1\"; });\n"
         "optimizer = { name = \"td\"; };\n");
    assert_true(config.space.count < config.space.dim);
    int32_t values[64];
    for (int i = 0; i < config.space.count; i++) values[i] = 11 * i - 30;
    assert_games_are_followed(values);
    config_free(&config);
}

/* Two stones a turn: after the first of them the player itself is to move. */
static void turns_of_several_moves_are_followed(void **state) {
    (void)state;
    static const int32_t values[] = {3, 5};
    load("game = \"connect(5,5,4,2,1)\"; evaluator = { name = \"lines-open\"; };\n"
         "optimizer = { name = \"td\"; };\n");
    assert_games_are_followed(values);
    config_free(&config);
}

/* ---- opponents ---- */

/* Each as often as the others, and with either colour, the learner's being that of the number. */
static void opponents_take_turns(void **state) {
    (void)state;
    for (int others = 0; others <= 3; others++)
        for (int among = others == 0; among < 2; among++) {
            int met[4][2] = {{0}}, all = others + among;
            for (int number = 0; number < 20 * all; number++) {
                int opponent = td_opponent(number, others, among);
                met[opponent][number % 2]++;
                assert_true(td_plays(number, others, among, number % 2));
                assert_int_equal(td_plays(number, others, among, !(number % 2)), opponent == 0);
                assert_int_equal(td_round(number, others, among), number / (2 * all));
            }
            for (int opponent = 0; opponent < 4; opponent++) {
                int wanted = opponent == 0 ? 10 * among : opponent <= others ? 10 : 0;
                assert_int_equal(met[opponent][0], wanted);
                assert_int_equal(met[opponent][1], wanted);
            }
        }
}

/* ---- length and memory ---- */

/* Whatever the opponents. */
static void a_budget_is_two_games_for_each_pair(void **state) {
    (void)state;
    load("game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
         "fitness = { pairs = 50; gauntlet = true; yardsticks = [\n"
         "  \"config/weights/swh.weights\", \"config/weights/lr06.weights\"]; };\n"
         "optimizer = { name = \"td\"; games = 1050; };\n");
    assert_int_equal(config.optimizer.generations, 11);
    struct plan plan = methods_plan(&config);
    assert_int_equal(plan_games(&plan, STAGE_TRAIN), 100);
    config_free(&config);
}

/* A batch's games, as long as they may be, with their terms in growing lists. */
static void the_positions_of_a_batch_are_counted(void **state) {
    (void)state;
    static const char *const rest =
        "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
        "verify = { candidates = 2; selection_pairs = 1; pairs = 1; }; fitness = { pairs = %d; };\n"
        "optimizer = { name = \"td\"; };\n";
    for (int pairs = 100; pairs <= 1000; pairs += 900) {
        struct text text = {0};
        text_add(&text, rest, pairs); /* NOLINT(clang-diagnostic-format-nonliteral) */
        load(text_get(&text));
        double games = pairs == 100 ? 200 : 256, lists = 2.5 * games * config.game->plies_max;
        double terms = config.evaluator->terms_max * (double)sizeof(struct term);
        struct plan plan = methods_plan(&config);
        assert_true(plan.method_bytes > lists * terms);
        assert_true(plan.method_bytes < lists * (terms + 64) + 130.0 * pairs + 10000);
        config_free(&config);
        text_free(&text);
    }
}

/* ---- runs ---- */

static const char td_config[] =
    "game = \"reversi\"; seed = 5; evaluator = { name = \"patterns\"; layout = \"2\"; };\n"
    "player = { epsilon = 0.1; }; openings = { plies_min = 0; plies_max = 0; };\n"
    "fitness = { groups = false; gauntlet = true; yardsticks = [\"%s\"]; pairs = 1000; };\n"
    "optimizer = { name = \"td\"; generations = 4; td = { rate_end = 0.01; }; };\n"
    "verify = { candidates = 1; selection_pairs = 4; pairs = 400; yardsticks = [\"%s\"]; };\n"
    "progress = { every = 0; };\n";

static void write_config(const char *name, const char *met, const char *measuring) {
    char path[700];
    struct text text = {0};
    text_add(&text, td_config, met, measuring);
    snprintf(path, sizeof path, "%s/%s", directory, name);
    assert_int_equal(file_write(path, text_get(&text), NULL), 0);
    text_free(&text);
}

static double points(const char *run, int generation) {
    char sql[160];
    snprintf(sql, sizeof sql,
             "SELECT CAST(1000 * value AS INTEGER) FROM metrics WHERE name = 'points' AND "
             "generation = %d",
             generation);
    return query_number(run, sql) / 1000.0;
}

static char here[512]; /* where the tests were started */

/* From knowing nothing, a random player's fifth of the points, to three quarters of them against
 * its opponents. */
static void opponents_are_learned_from(void **state) {
    (void)state;
    char swh[600];
    snprintf(swh, sizeof swh, "%s/config/weights/swh.weights", here);
    write_config("met.cfg", swh, swh);
    assert_prints("check met.cfg", 0, "1 meeting of 1000 pairs in each generation; 8000 games");
    assert_prints("check met.cfg", 0, "learning from their positions takes time besides");
    assert_prints("fit met.cfg --set 'output=\"met\"'", 0, "Champion: generation 4");
    assert_in_range(1000 * points("met", 1), 300, 700);
    assert_in_range(1000 * points("met", 4), 750, 1000);
    assert_int_equal(query_number("met", "SELECT sum(games) FROM generations"), 8000);
    /* The last of a generation's eight batches begins before its end. */
    assert_in_range(query_number("met", "SELECT CAST(1e6 * value AS INTEGER) FROM metrics WHERE "
                                        "name = 'rate' AND generation = 4"),
                    10100, 12000);
}

/* Against itself alone it has no opponent to have points against. */
static void a_player_that_meets_itself_has_no_points(void **state) {
    (void)state;
    char swh[600];
    snprintf(swh, sizeof swh, "%s/config/weights/swh.weights", here);
    write_config("self.cfg", swh, swh);
    assert_prints("fit self.cfg --set 'output=\"self\"' --set fitness.gauntlet=false --set "
                  "'fitness.yardsticks=[]' --set fitness.groups=true --set fitness.pairs=100",
                  0, "Champion: generation");
    assert_int_equal(query_number("self", "SELECT count(*) FROM metrics WHERE name = 'points'"), 0);
}

static void what_cannot_be_met_is_refused(void **state) {
    (void)state;
    char swh[600];
    snprintf(swh, sizeof swh, "%s/config/weights/swh.weights", here);
    write_config("cmd.cfg", "cmd:x;protocol=gtp", swh);
    assert_prints("check cmd.cfg", 2, "fitness.yardsticks must be weights for \"td\"");
    write_config("hall.cfg", swh, swh);
    assert_prints("check hall.cfg --set fitness.hall_size=2", 2, "has no effect with \"td\"");
    assert_prints("check hall.cfg --set fitness.round_robin=true", 2, "has no effect with \"td\"");
    assert_prints("check hall.cfg --set fitness.gauntlet=false --set 'fitness.yardsticks=[]' --set "
                  "fitness.groups=true --set fitness.openings=2000",
                  2, "fitness.openings has no effect with \"td\"");
    assert_prints("check hall.cfg --set optimizer.td.rate_end=0.5", 2,
                  "optimizer.td.rate_end must not be above optimizer.td.rate (0.1)");
}

static int make_directory(void **state) {
    return getcwd(here, sizeof here) ? runs_make_directory(state) : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_takes_its_part_of_the_error),
        cmocka_unit_test(what_followed_is_trusted_in_part),
        cmocka_unit_test(a_step_ends_at_a_bound),
        cmocka_unit_test(the_rate_falls_by_equal_factors),
        cmocka_unit_test(positions_after_own_moves_are_worth_what_the_evaluator_says),
        cmocka_unit_test(turns_of_several_moves_are_followed),
        cmocka_unit_test(opponents_take_turns),
        cmocka_unit_test(a_budget_is_two_games_for_each_pair),
        cmocka_unit_test(the_positions_of_a_batch_are_counted),
        cmocka_unit_test(opponents_are_learned_from),
        cmocka_unit_test(a_player_that_meets_itself_has_no_points),
        cmocka_unit_test(what_cannot_be_met_is_refused),
    };
    return cmocka_run_group_tests(tests, make_directory, own_directory_remove);
}
