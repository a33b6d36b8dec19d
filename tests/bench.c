/*
 * bench: how fast the inner loops run on this machine, for each instruction set that it has.
 * Prints a table and writes it to the file named as JSON, a line for each rate. A rate is the
 * median of some short repetitions on one thread, in which the instruction sets take turns, so
 * that their ratio to the portable one is of one run; the ratio of two threads to one likewise.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/isa.h"
#include "engine/games/games.h"
#include "engine/games/reversi/rules.h"
#include "engine/search/referee.h"
#include "tuner/play/pool.h"

enum { REPETITIONS = 5, REPETITIONS_MAX = 99, BOUTS = 64 };
static const double seconds_each = 0.2;

/* What a kernel works on. */
struct work {
    const struct evaluator *evaluator;
    const void *prepared;
    struct search_limits limits;
    struct search *search;
    struct referee referee;
    struct bout bouts[BOUTS];
    struct record records[BOUTS];
    struct state *positions; /* [BOUTS] */
};

struct kernel {
    const char *name, *unit;
    const char *game, *evaluator, *layout;
    struct search_limits limits;
    int random_plies;                                   /* that lead to its positions, or, */
    int empties;                                        /* if not 0, this many empty squares */
    uint64_t (*run)(struct work *work, uint64_t round); /* units of work done */
};

/* ---- kernels ---- */

static void queue(struct work *work, uint64_t round) {
    for (uint64_t i = 0; i < BOUTS; i++) work->bouts[i].rng = rng_keyed(1, 0, round, i);
}

static uint64_t play_games(struct work *work, uint64_t round) {
    queue(work, round);
    referee_play_many(&work->referee, work->bouts, BOUTS, work->records);
    return BOUTS;
}

static uint64_t play_games_one_by_one(struct work *work, uint64_t round) {
    queue(work, round);
    for (int i = 0; i < BOUTS; i++)
        referee_play(&work->referee, &work->bouts[i], &work->records[i], NULL);
    return BOUTS;
}

static uint64_t count_leaves(struct work *work, uint64_t round) {
    const struct game *game = work->evaluator->game;
    (void)round;
    return game->perft(game, work->positions, work->limits.depth);
}

static uint64_t search_positions(struct work *work, uint64_t round) {
    struct search_result result;
    search_new_game(work->search);
    evaluator_ops(work->evaluator)
        ->search(work->search, work->evaluator, work->prepared, &work->positions[round % BOUTS],
                 &work->limits, &result);
    return result.nodes;
}

/* As tuning meets them: with nothing left of the game before. */
static uint64_t solve_positions(struct work *work, uint64_t round) {
    struct search_result result;
    search_new_game(work->search);
    return search_ask_expert(work->search, work->evaluator->game, &work->positions[round % BOUTS],
                             &work->limits, &result);
}

/* Those of a generation. */
static uint64_t draw_openings(struct work *work, uint64_t round) {
    enum { OPENINGS = 1000, PLIES = 4 };
    const struct opening_source source = {
        .game = work->evaluator->game, .seed = 1, .plies_min = PLIES, .plies_max = PLIES};
    struct openings openings;
    struct pool *pool = pool_open(1, 1);
    openings_draw(&openings, &source, OPENING_TRAIN, (int)round, OPENINGS, pool_parallel(pool),
                  NULL);
    openings_free(&openings);
    pool_close(pool);
    return OPENINGS;
}

#define WPC "reversi", "wpc", "64"
#define PATTERNS "reversi", "patterns", "strong"
#define ROADS "connect6", "roads", "-"
static const struct kernel kernels[] = {
    {"reversi perft 9", "leaves/s", WPC, {.depth = 9}, 0, 0, count_leaves},
    {"chess perft 5", "leaves/s", "chess", "psq", "32", {.depth = 5}, 0, 0, count_leaves},
    {"xiangqi perft 4", "leaves/s", "xiangqi", "psq", "50", {.depth = 4}, 0, 0, count_leaves},
    {"reversi greedy, batch", "games/s", WPC, {0}, 8, 0, play_games},
    {"reversi greedy, referee", "games/s", WPC, {0}, 8, 0, play_games_one_by_one},
    {"reversi depth 2", "games/s", WPC, {.depth = 2}, 8, 0, play_games},
    {"reversi depth 4", "games/s", WPC, {.depth = 4}, 8, 0, play_games},
    {"reversi depth 6", "games/s", WPC, {.depth = 6}, 8, 0, play_games},
    {"reversi patterns, greedy", "games/s", PATTERNS, {0}, 8, 0, play_games},
    {"reversi patterns, depth 2", "games/s", PATTERNS, {.depth = 2}, 8, 0, play_games},
    {"reversi patterns, depth 4", "games/s", PATTERNS, {.depth = 4}, 8, 0, play_games},
    {"reversi search, depth 8", "nodes/s", WPC, {.depth = 8}, 12, 0, search_positions},
    {"reversi solve, 8 empties", "positions/s", WPC, {.endgame = 8}, 0, 8, solve_positions},
    {"reversi solve, 10 empties", "positions/s", WPC, {.endgame = 10}, 0, 10, solve_positions},
    {"reversi solve, 12 empties", "positions/s", WPC, {.endgame = 12}, 0, 12, solve_positions},
    {"connect6 greedy, batch", "games/s", ROADS, {0}, 3, 0, play_games},
    {"connect6 greedy, referee", "games/s", ROADS, {0}, 3, 0, play_games_one_by_one},
    {"gomoku greedy, batch", "games/s", "gomoku", "roads", "-", {0}, 3, 0, play_games},
    {"connect6 openings", "openings/s", ROADS, {0}, 4, 0, draw_openings},
    {"connect6 depth 2, best 12", "games/s", ROADS, {.depth = 2, .width = 12}, 3, 0, play_games},
    {"connect6 with 15 threats",
     "games/s",
     ROADS,
     {.depth = 2, .width = 12, .threats = 15},
     4,
     0,
     play_games},
    {"connect6 search, depth 4", "nodes/s", ROADS, {.depth = 4}, 9, 0, search_positions},
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

static void measure(const struct kernel *kernel, struct work *work, int repetitions,
                    double medians[ISA_COUNT]) {
    double rates[ISA_COUNT][REPETITIONS_MAX];
    for (int i = 0; i < repetitions; i++)
        for (enum isa isa = ISA_PORTABLE; isa < ISA_COUNT; isa++)
            if (isa_available(isa)) {
                isa_set(isa);
                rates[isa][i] = rate_once(kernel, work);
            }
    for (enum isa isa = ISA_PORTABLE; isa < ISA_COUNT; isa++)
        if (isa_available(isa)) medians[isa] = median(rates[isa], (size_t)repetitions);
}

static double mean_plies(const struct work *work) {
    double sum = 0;
    for (int i = 0; i < BOUTS; i++) sum += work->records[i].plies;
    return sum / BOUTS;
}

/* ---- one player against itself ---- */

static const struct evaluator *evaluator_of(const char *game_name, const char *name,
                                            const char *layout) {
    struct error error;
    const struct game *game = games_find(game_name, &error);
    const struct evaluator *evaluator = game ? games_evaluator(game, name, layout, &error) : NULL;
    if (!evaluator) die("%s", error.text);
    return evaluator;
}

static struct player initial_player(const struct evaluator *evaluator,
                                    const struct search_limits *limits) {
    struct player player;
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, limits, 0);
    free(weights);
    return player;
}

static struct state *make_positions(const struct game *game, int plies, int count) {
    const struct opening_source source = {
        .game = game, .seed = 1, .plies_min = plies, .plies_max = plies};
    struct openings openings;
    struct pool *pool = pool_open(1, 1);
    openings_draw(&openings, &source, OPENING_TRAIN, 0, count, pool_parallel(pool), NULL);
    pool_close(pool);
    free(openings.hashes);
    return openings.positions;
}

/* A random game's position with that many empty squares; false if it ended before. */
static bool make_ending(const struct game *game, int empties, struct rng *rng, struct state *out) {
    const struct reversi *board = (const struct reversi *)out->bytes;
    game->start(game, out->bytes);
    while (!game->over(game, out->bytes)) {
        move_t moves[GAME_MOVES_MAX];
        int count = game->moves(game, out->bytes, moves);
        if (reversi_empties(board->own, board->opp) == empties) return true;
        game->play(game, out->bytes, moves[rng_below(rng, (uint32_t)count)]);
    }
    return false;
}

static struct state *make_endings(const struct game *game, int empties, int count) {
    struct state *endings = xcalloc((size_t)count, sizeof *endings);
    struct rng rng = rng_keyed(1, 0, 0, (uint64_t)empties);
    for (int i = 0; i < count;) i += make_ending(game, empties, &rng, &endings[i]);
    return endings;
}

static struct state *positions_of(const struct kernel *kernel, const struct game *game) {
    return kernel->empties > 0 ? make_endings(game, kernel->empties, BOUTS)
                               : make_positions(game, kernel->random_plies, BOUTS);
}

/* ---- the report ---- */

struct report {
    int repetitions;
    struct text json;
};

static void report_add(struct report *report, const char *name, const char *variant, double rate,
                       const char *unit, double ratio) {
    printf("%-26s %-9s %14.*f %-12s", name, variant, rate < 100 ? 3 : 0, rate, unit);
    printf(ratio > 0 ? " %6.2f\n" : "\n", ratio);
    fflush(stdout);
    text_add(&report->json,
             "%s  {\"kernel\": \"%s\", \"variant\": \"%s\", \"rate\": %.6g, \"unit\": \"%s\"}",
             report->json.length ? ",\n" : "", name, variant, rate, unit);
}

static void report_kernel(struct report *report, const struct kernel *kernel,
                          const double rates[ISA_COUNT], double plies) {
    for (enum isa isa = ISA_PORTABLE; isa < ISA_COUNT; isa++)
        if (isa_available(isa))
            report_add(report, kernel->name, isa_name(isa), rates[isa], kernel->unit,
                       rates[isa] / rates[ISA_PORTABLE]);
    if (plies > 0) printf("%26s (%.1f plies a game)\n", "", plies);
}

static void bench_kernel(const struct kernel *kernel, struct report *report) {
    const struct evaluator *evaluator =
        evaluator_of(kernel->game, kernel->evaluator, kernel->layout);
    struct player player = initial_player(evaluator, &kernel->limits);
    struct work *work = xcalloc(1, sizeof *work);
    *work = (struct work){.evaluator = evaluator,
                          .prepared = player.prepared,
                          .limits = kernel->limits,
                          .search = search_new(1 << 24),
                          .positions = positions_of(kernel, evaluator->game)};
    referee_init(&work->referee, 1 << 20);
    for (int i = 0; i < BOUTS; i++)
        work->bouts[i] = (struct bout){.players = {&player, &player},
                                       .start = work->positions[i].bytes,
                                       .plies_max = evaluator->game->plies_max};
    double rates[ISA_COUNT] = {0};
    measure(kernel, work, report->repetitions, rates);
    report_kernel(report, kernel, rates, mean_plies(work));
    referee_destroy(&work->referee);
    search_free(work->search);
    free(work->positions);
    free(work);
    player_destroy(&player);
}

/* ---- two threads against one ---- */

/* A match of a player with itself. */
struct mirror {
    const struct player *players[2];
    struct openings openings;
    struct terms terms;
    struct job *jobs;
    struct result *results;
    int games;
};

static void mirror_open(struct mirror *mirror, const struct player *player, int plies, int games) {
    *mirror = (struct mirror){.players = {player, player},
                              .jobs = xmalloc((size_t)games * sizeof *mirror->jobs),
                              .results = xmalloc((size_t)games * sizeof *mirror->results),
                              .games = games};
    const struct opening_source source = {
        .game = player->evaluator->game, .seed = 1, .plies_min = plies, .plies_max = plies};
    struct pool *pool = pool_open(0, 1);
    openings_draw(&mirror->openings, &source, OPENING_TRAIN, 0, games / 2, pool_parallel(pool),
                  NULL);
    pool_close(pool);
    mirror->terms = (struct terms){.game = source.game,
                                   .players = {mirror->players},
                                   .openings = &mirror->openings,
                                   .seed = 1};
    for (int i = 0; i < games; i++) mirror->jobs[i] = (struct job){0, 1, i / 2, i % 2, 0};
}

static void mirror_close(struct mirror *mirror) {
    openings_free(&mirror->openings);
    free(mirror->jobs);
    free(mirror->results);
}

static double mirror_seconds(struct mirror *mirror, int threads) {
    struct pool *pool = pool_open(threads, 1 << 20);
    double start = clock_seconds();
    pool_run(pool, &mirror->terms, mirror->jobs, mirror->games, mirror->results);
    double seconds = clock_seconds() - start;
    pool_close(pool);
    return seconds;
}

static void bench_scaling(const char *name, const struct evaluator *evaluator, int depth, int plies,
                          int games, struct report *report) {
    const struct search_limits limits = {.depth = depth};
    struct player player = initial_player(evaluator, &limits);
    struct mirror mirror;
    double ratios[REPETITIONS_MAX];
    mirror_open(&mirror, &player, plies, games);
    for (int i = 0; i < report->repetitions; i++) {
        double one = mirror_seconds(&mirror, 1);
        ratios[i] = one / mirror_seconds(&mirror, 2);
    }
    report_add(report, name, "2 threads", median(ratios, (size_t)report->repetitions), "times one",
               0);
    mirror_close(&mirror);
    player_destroy(&player);
}

static int repetitions_of(int argc, char **argv) {
    int64_t repetitions = REPETITIONS;
    if (argc > 3 || (argc == 3 && !parse_i64(argv[2], 1, REPETITIONS_MAX, &repetitions)) ||
        argc < 2)
        die("usage: bench FILE.json [REPETITIONS]");
    return (int)repetitions;
}

int main(int argc, char **argv) {
    struct report report = {.repetitions = repetitions_of(argc, argv)};
    struct error error;
    printf("%-26s %-9s %14s %-12s  ratio to portable\n", "kernel", "variant", "rate", "");
    for (size_t i = 0; i < COUNT_OF(kernels); i++) bench_kernel(&kernels[i], &report);
    if (isa_init(&error)) die("%s", error.text);
    bench_scaling("reversi greedy", evaluator_of(WPC), 0, 8, 40000, &report);
    bench_scaling("reversi depth 4", evaluator_of(WPC), 4, 8, 1000, &report);
    bench_scaling("connect6 greedy", evaluator_of(ROADS), 0, 3, 20000, &report);
    struct text file = {0};
    text_add(&file, "[\n%s\n]\n", text_get(&report.json));
    if (file_write(argv[1], text_get(&file), &error)) die("%s", error.text);
    printf("kept in %s\n", argv[1]);
    text_free(&file);
    text_free(&report.json);
    return 0;
}
