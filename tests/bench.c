/*
 * bench: how fast the inner loops run on this machine. Prints a table and writes it to the file
 * named as JSON. Every rate is the median of five short repetitions on one thread; the ratio of
 * two threads to one is the median of alternating measurements.
 */
#include <stdio.h>
#include <stdlib.h>

#include "engine/games.h"
#include "engine/referee.h"
#include "tuner/match.h"
#include "tuner/openings.h"
#include "tuner/progress.h"

enum { REPETITIONS = 5, BOUTS = 64 };
static const double seconds_each = 0.5;

/* What a kernel works on. */
struct work {
    const struct evaluator *evaluator;
    const void *prepared;
    struct search *search;
    struct referee referee;
    struct bout bouts[BOUTS];
    struct record records[BOUTS];
    struct state *openings;
    int depth;
};

struct kernel {
    const char *name, *variant, *unit;
    const char *game, *evaluator, *layout;
    int depth;                                          /* of the search; perft: plies */
    int opening_plies;                                  /* games begin after so many random plies */
    uint64_t (*run)(struct work *work, uint64_t round); /* units of work done */
};

/* ---- kernels ---- */

static void deal(struct work *work, uint64_t round) {
    for (uint64_t i = 0; i < BOUTS; i++) work->bouts[i].rng = rng_keyed(1, 0, round, i);
}

static uint64_t play_games(struct work *work, uint64_t round) {
    deal(work, round);
    referee_play_many(&work->referee, work->bouts, BOUTS, work->records);
    return BOUTS;
}

static uint64_t play_games_one_by_one(struct work *work, uint64_t round) {
    deal(work, round);
    for (int i = 0; i < BOUTS; i++)
        referee_play(&work->referee, &work->bouts[i], &work->records[i], NULL);
    return BOUTS;
}

static uint64_t count_leaves(struct work *work, uint64_t round) {
    const struct game *game = work->evaluator->game;
    struct state state;
    (void)round;
    game->start(game, state.bytes);
    return game->perft(game, state.bytes, work->depth);
}

static uint64_t search_openings(struct work *work, uint64_t round) {
    const struct search_limits limits = {.depth = work->depth};
    const struct state *opening = &work->openings[round % BOUTS];
    struct search_result result;
    search_new_game(work->search);
    work->evaluator->search(work->search, work->evaluator, work->prepared, opening->bytes, &limits,
                            &result);
    return result.nodes;
}

static const struct kernel kernels[] = {
    {"reversi greedy", "batch", "games/s", "reversi", "wpc", "64", 0, 8, play_games},
    {"reversi greedy", "referee", "games/s", "reversi", "wpc", "64", 0, 8, play_games_one_by_one},
    {"reversi alpha-beta", "depth 2", "games/s", "reversi", "wpc", "64", 2, 8, play_games},
    {"reversi alpha-beta", "depth 4", "games/s", "reversi", "wpc", "64", 4, 8, play_games},
    {"reversi search", "depth 8", "nodes/s", "reversi", "wpc", "64", 8, 12, search_openings},
    {"reversi perft", "depth 9", "leaves/s", "reversi", "wpc", "64", 9, 0, count_leaves},
    {"connect6 greedy", "batch", "games/s", "connect6", "roads", "-", 0, 3, play_games},
    {"connect6 greedy", "referee", "games/s", "connect6", "roads", "-", 0, 3,
     play_games_one_by_one},
    {"connect6 search", "depth 4", "nodes/s", "connect6", "roads", "-", 4, 8, search_openings},
};

/* ---- measuring ---- */

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare_doubles);
    return values[count / 2];
}

static double rate_once(const struct kernel *kernel, struct work *work) {
    uint64_t units = 0;
    double start = clock_seconds(), elapsed = 0;
    for (uint64_t round = 0; elapsed < seconds_each; round++) {
        units += kernel->run(work, round);
        elapsed = clock_seconds() - start;
    }
    return (double)units / elapsed;
}

static double rate_of_kernel(const struct kernel *kernel, struct work *work) {
    double rates[REPETITIONS];
    for (int i = 0; i < REPETITIONS; i++) rates[i] = rate_once(kernel, work);
    return median(rates, REPETITIONS);
}

static double mean_plies(const struct work *work) {
    double sum = 0;
    for (int i = 0; i < BOUTS; i++) sum += work->records[i].plies;
    return sum / BOUTS;
}

/* ---- one player against himself ---- */

static const struct evaluator *evaluator_of(const char *game_name, const char *name,
                                            const char *layout) {
    struct error error;
    const struct game *game = games_find(game_name, &error);
    const struct evaluator *evaluator = game ? games_evaluator(game, name, layout, &error) : NULL;
    if (!evaluator) die("%s", error.text);
    return evaluator;
}

static struct player initial_player(const struct evaluator *evaluator, int depth) {
    struct player player;
    const struct search_limits limits = {.depth = depth};
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &limits, 0);
    free(weights);
    return player;
}

static struct state *make_openings(const struct game *game, int plies, int count) {
    const struct opening_source source = {game, 1, plies, plies};
    if (plies > 0) return openings_make(&source, OPENING_TRAIN, 0, count);
    struct state *starts = xcalloc((size_t)count, sizeof *starts);
    for (int i = 0; i < count; i++) game->start(game, starts[i].bytes);
    return starts;
}

/* ---- the report ---- */

struct report {
    struct text json;
};

static void report_add(struct report *report, const char *name, const char *variant, double rate,
                       const char *unit, double plies) {
    char games[48] = "";
    if (plies > 0) snprintf(games, sizeof games, "  (%.1f plies a game)", plies);
    printf("%-20s %-12s %14.*f %s%s\n", name, variant, rate < 100 ? 3 : 0, rate, unit, games);
    fflush(stdout);
    text_add(&report->json,
             "%s  {\"kernel\": \"%s\", \"variant\": \"%s\", \"rate\": %.6g, \"unit\": \"%s\"}",
             report->json.length ? ",\n" : "", name, variant, rate, unit);
}

static void bench_kernel(const struct kernel *kernel, struct report *report) {
    const struct evaluator *evaluator =
        evaluator_of(kernel->game, kernel->evaluator, kernel->layout);
    struct player player = initial_player(evaluator, kernel->depth);
    struct work *work = xcalloc(1, sizeof *work);
    *work = (struct work){.evaluator = evaluator,
                          .prepared = player.prepared,
                          .depth = kernel->depth,
                          .search = search_new(1 << 24),
                          .openings = make_openings(evaluator->game, kernel->opening_plies, BOUTS)};
    referee_init(&work->referee, 1 << 20);
    for (int i = 0; i < BOUTS; i++)
        work->bouts[i] = (struct bout){.players = {&player, &player},
                                       .start = work->openings[i].bytes,
                                       .plies_max = evaluator->game->plies_max};
    double rate = rate_of_kernel(kernel, work);
    report_add(report, kernel->name, kernel->variant, rate, kernel->unit, mean_plies(work));
    referee_destroy(&work->referee);
    search_free(work->search);
    free(work->openings);
    free(work);
    player_destroy(&player);
}

/* ---- two threads against one ---- */

static double match_seconds(struct match *match, int threads, struct game_result *results) {
    double start = clock_seconds();
    match->threads = threads;
    match_run(match, results);
    return clock_seconds() - start;
}

static void bench_scaling(const char *name, const struct evaluator *evaluator, int depth, int plies,
                          int games, struct report *report) {
    struct player player = initial_player(evaluator, depth);
    const struct player players[2] = {player, player};
    const struct meeting meeting = {0, 1};
    struct match match = {.game = evaluator->game,
                          .players = players,
                          .player_count = 2,
                          .meetings = &meeting,
                          .meeting_count = 1,
                          .pairs = games / 2,
                          .seed = 1,
                          .tt_bytes = 1 << 20,
                          .openings = make_openings(evaluator->game, plies, games / 2)};
    struct game_result *results = xmalloc((size_t)games * sizeof *results);
    double ratios[REPETITIONS];
    for (int i = 0; i < REPETITIONS; i++) {
        double one = match_seconds(&match, 1, results);
        ratios[i] = one / match_seconds(&match, 2, results);
    }
    report_add(report, name, "2 threads", median(ratios, REPETITIONS), "times one", 0);
    free(results);
    free((void *)match.openings);
    player_destroy(&player);
}

int main(int argc, char **argv) {
    struct report report = {{0}};
    struct error error;
    if (argc != 2) die("usage: bench FILE.json");
    for (size_t i = 0; i < COUNT_OF(kernels); i++) bench_kernel(&kernels[i], &report);
    bench_scaling("reversi greedy", evaluator_of("reversi", "wpc", "64"), 0, 8, 40000, &report);
    bench_scaling("reversi depth 4", evaluator_of("reversi", "wpc", "64"), 4, 8, 1000, &report);
    bench_scaling("connect6 greedy", evaluator_of("connect6", "roads", "-"), 0, 3, 20000, &report);
    struct text file = {0};
    text_add(&file, "[\n%s\n]\n", text_get(&report.json));
    if (file_write(argv[1], text_get(&file), &error)) die("%s", error.text);
    printf("kept in %s\n", argv[1]);
    text_free(&file);
    text_free(&report.json);
    return 0;
}
