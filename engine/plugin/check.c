/*
 * The child loads the library, too, since that runs its code already. What it was about to do
 * stands in memory that it shares with its parent.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "engine/plugin/check.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/shown.h"
#include "engine/games/games.h"
#include "engine/plugin/adapt.h"
#include "engine/search/player.h"
#include "engine/search/referee.h"

static struct note { char doing[64], position[HONE_POSITION_TEXT_MAX]; } * note;

/* ---- what is wrong ---- */

void check_note(const struct game *game, const void *state, const char *doing) {
    struct text position = {0};
    if (!note) return;
    snprintf(note->doing, sizeof note->doing, "%s", doing);
    if (state) game->position_format(game, state, &position);
    snprintf(note->position, sizeof note->position, "%s", text_get(&position));
    text_free(&position);
}

void check_fail(const struct game *game, const void *state, move_t move, const char *format, ...) {
    va_list list;
    struct text what = {0}, position = {0};
    char name[MOVE_TEXT_MAX] = "";
    va_start(list, format);
    text_add_list(&what, format, list);
    va_end(list);
    shown_print("wrong: %s\n", text_get(&what));
    if (state) game->position_format(game, state, &position);
    if (state) shown_print("  at the position %s\n", text_get(&position));
    if (move != MOVE_NONE) game->move_format(game, move, name);
    if (move != MOVE_NONE) shown_print("  by the move %s (number %d)\n", name, move);
    fflush(stdout);
    _exit(1); /* this process alone, with what the check was working on */
}

struct state check_position(const struct game *game, struct rng *rng) {
    struct state state;
    move_t moves[GAME_MOVES_MAX];
    game->start(game, &state);
    int plies = (int)rng_below(rng, (uint32_t)game->plies_max);
    for (int i = 0, count; i < plies && (count = game->moves(game, &state, moves)) > 0; i++) {
        struct state before = state;
        game->play(game, &state, moves[rng_below(rng, (uint32_t)count)]);
        if (game->over(game, &state)) return before;
    }
    return state;
}

/* ---- how fast it will be ---- */

/* The start, some random plies later. */
static struct state check_opening(const struct game *game, struct rng *rng) {
    enum { PLIES = 6 };
    struct state state;
    move_t moves[GAME_MOVES_MAX];
    game->start(game, &state);
    for (int i = 0, count; i < PLIES && (count = game->moves(game, &state, moves)) > 0; i++)
        game->play(game, &state, moves[rng_below(rng, (uint32_t)count)]);
    return state;
}

/* Games of two equal players, until so much processor time is spent. */
static double check_rate(const struct evaluator *evaluator, int depth) {
    const double seconds = .3;
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    struct player player;
    struct referee referee;
    uint64_t games = 0;
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &(struct search_limits){.depth = depth}, 0);
    referee_init(&referee, 1 << 20);
    clock_t begin = clock(), now = begin;
    for (; (double)(now - begin) < seconds * CLOCKS_PER_SEC; games++, now = clock()) {
        struct rng rng = rng_keyed(1, 1, games, 0);
        struct state start = check_opening(evaluator->game, &rng);
        struct record record;
        const struct bout bout = {.players = {&player, &player},
                                  .start = &start,
                                  .rng = rng,
                                  .plies_max = evaluator->game->plies_max};
        referee_play_many(&referee, &bout, 1, &record);
    }
    referee_destroy(&referee);
    player_destroy(&player);
    free(weights);
    return (double)games / ((double)(now - begin) / CLOCKS_PER_SEC);
}

static void check_show_rate(const struct evaluator *evaluator) {
    check_note(evaluator->game, NULL, "playing games");
    double greedy = check_rate(evaluator, 0), depth = check_rate(evaluator, 2);
    shown_print("  plays %s on one core: %.*f games/s by one look at each move, %.*f at depth 2\n",
                evaluator->game->name, greedy < 10 ? 2 : 0, greedy, depth < 10 ? 2 : 0, depth);
}

/* ---- the child ---- */

/* Games that stand for a family. */
static const char *const samples[] = {
    "reversi",    "connect(7,6,4,1,1)", "gomoku",  "connect6", "hex(5)", "lgame",
    "nim(3,5,7)", "grundy(17)",         "dobutsu", "chess",    "xiangqi"};

static void check_evaluator_in(const struct game *game, const char *name) {
    struct error error;
    const struct evaluator *evaluator = games_evaluator(game, name, NULL, &error);
    if (!evaluator) check_fail(game, NULL, MOVE_NONE, "evaluator %s: %s", name, error.text);
    check_evaluator(evaluator);
    shown_print("evaluator %s of %s: values, bounds%s and threads are as they must be\n", name,
                game->name, evaluator->terms ? ", terms" : "");
    check_show_rate(evaluator);
}

static void check_sampled(const struct hone_evaluator *table) {
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        const struct game *game = games_find(samples[i], NULL);
        if (strcmp(games_family(game)->name, table->game) == 0)
            check_evaluator_in(game, table->name);
    }
}

static int check_child(const char *path) {
    struct error error;
    const struct library *library = library_load(path, &error);
    if (!library) return shown_print("wrong: %s\n", error.text), 2;
    shown_print("%s: %s, made for version %d.%d\n", library->table.name, library->table.doc,
                library->table.abi_major, library->table.abi_minor);
    const struct game *game = library->game.name ? games_find(library->game.name, &error) : NULL;
    if (game) check_game(library, game);
    if (game) shown_print("game %s: moves, texts, keys and ends are as they must be\n", game->name);
    for (int i = 0; library->table.evaluators[i]; i++) {
        const struct hone_evaluator *table = library->table.evaluators[i];
        if (table->game)
            check_sampled(table);
        else
            check_evaluator_in(game, table->name);
    }
    shown_print("nothing wrong was found\n");
    return 0;
}

/* ---- the parent ---- */

static void check_show_note(const char *what) {
    shown_print("wrong: it %s while %s\n", what, *note->doing ? note->doing : "it was loaded");
    if (*note->position) shown_print("  at the position %s\n", note->position);
}

static int check_judge(int status, int seconds) {
    char what[64];
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    if (WTERMSIG(status) == SIGALRM)
        snprintf(what, sizeof what, "did not end within %d seconds,", seconds);
    else
        snprintf(what, sizeof what, "crashed by signal %d", WTERMSIG(status));
    check_show_note(what);
    return 1;
}

int check_file(const char *path, int seconds) {
    note = mmap(NULL, sizeof *note, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (note == MAP_FAILED) die("no memory to share");
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) die("no process for the check");
    if (child == 0) {
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* or what hangs would outlive the check */
#endif
        guard_advise(false);
        alarm((unsigned)seconds);
        int status = check_child(path);
        fflush(stdout);
        _exit(status);
    }
    int status;
    while (waitpid(child, &status, 0) < 0) continue;
    status = check_judge(status, seconds);
    munmap(note, sizeof *note);
    note = NULL;
    return status;
}
