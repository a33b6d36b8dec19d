/*
 * hone-engine book: an opening book from games of the engine with itself. Their first moves are
 * partly random, so that the book has answers to more than the engine's own moves.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/shown.h"
#include "engine/cli/asked.h"
#include "engine/cli/commands.h"

/* How often an opening leaves the engine's own choice, and for one of how many best candidates. */
enum { STRAY_ONE_IN = 2, STRAY_CANDIDATES = 4 };

/* The games from which a book is made. */
struct book_making {
    const struct player *player;
    const struct game *game;
    struct search *search;
    int plies;
    struct book *book;
};

static void book_keep_best(struct candidate *list, int *count, int wanted) {
    for (int i = 0; i < *count; i++)
        for (int j = i; j > 0 && list[j].score > list[j - 1].score; j--) {
            struct candidate old = list[j];
            list[j] = list[j - 1];
            list[j - 1] = old;
        }
    *count = min_int(*count, wanted);
}

/* One of the best candidates: for the variety of a book's positions. */
static move_t book_stray(const struct book_making *making, const void *state, struct rng *rng) {
    const struct evaluator *evaluator = making->player->evaluator;
    struct candidate list[GAME_MOVES_MAX];
    int count = evaluator_ops(evaluator)->candidates(evaluator, making->player->prepared, state,
                                                     false, list);
    book_keep_best(list, &count, STRAY_CANDIDATES);
    return list[rng_below(rng, (uint32_t)count)].move;
}

/* A move is worth the games that were won with it less those that were lost. */
static void book_enter(const struct book_making *making, const struct state *end,
                       const move_t *moves, int count) {
    const struct game *game = making->game;
    int margin = game->margin(game, end), outcome = (margin > 0) - (margin < 0);
    struct state state;
    game->start(game, &state);
    for (int i = 0; i < count && i < making->plies; i++) {
        book_add(making->book, moves, i, moves[i], game->side(&state) == 0 ? outcome : -outcome);
        game->play(game, &state, moves[i]);
    }
}

static void book_play(const struct book_making *making, struct rng rng) {
    const struct game *game = making->game;
    move_t moves[GAME_PLIES_MAX];
    int count = 0;
    struct state state;
    game->start(game, &state);
    search_new_game(making->search);
    while (!game->over(game, &state)) {
        bool strays = count < making->plies && rng_below(&rng, STRAY_ONE_IN) == 0;
        moves[count] = strays ? book_stray(making, &state, &rng)
                              : player_move(making->player, making->search, &state, &rng, NULL);
        game->play(game, &state, moves[count++]);
    }
    book_enter(making, &state, moves, count);
}

static void book_show(const struct book_making *making, const char *engine, int games,
                      int64_t seed) {
    struct text source = {0}, content = {0};
    text_add(&source, "%d game%s of self-play by %s, seed %lld", games, plural(games), engine,
             (long long)seed);
    book_print(making->book, text_get(&source), &content);
    shown_put(text_get(&content));
    text_free(&source);
    text_free(&content);
}

static void book_make(const struct contestant *engine, const struct asked *asked, int games,
                      int plies) {
    enum { PURPOSE_BOOK = 0x626f6f6b };
    struct book_making making = {.player = &engine->player,
                                 .game = engine->player.evaluator->game,
                                 .search = asked_search(asked),
                                 .plies = plies};
    making.book = book_new(making.game);
    for (int i = 0; i < games; i++)
        book_play(&making, rng_keyed((uint64_t)asked->seed, PURPOSE_BOOK, (uint64_t)i, 0));
    book_show(&making, engine->name, games, asked->seed);
    book_free(making.book);
    search_free(making.search);
}

static const struct command_usage book_usage = {
    .synopsis = "book [OPTION]...",
    .doc = "Prints an opening book from games of the engine against itself, to be used with "
           "--book. Now\n"
           "and then one of the first plies is not the best move, but one of the next best. The "
           "weight\n"
           "of a move in the book is the games that its side won with it minus those that it lost; "
           "moves\n"
           "without a positive weight are left out.\n" ASKED_HELP,
};

int command_book(int argc, char **argv) {
    struct asked asked = asked_default();
    int games = 100, plies = 12;
    struct option_spec options[OPTIONS_MAX + 1] = {{0}};
    const struct option_spec own[] = {{.name = "games",
                                       .argument = "N",
                                       .doc = "games played",
                                       .kind = OPTION_INT,
                                       .value = &games,
                                       .lower = 1,
                                       .upper = 1e6},
                                      {.name = "plies",
                                       .argument = "N",
                                       .doc = "the first plies of each that are kept",
                                       .kind = OPTION_INT,
                                       .value = &plies,
                                       .lower = 1,
                                       .upper = GAME_PLIES_MAX},
                                      asked_seed_option(&asked)};
    struct operands operands;
    struct contestant engine;
    struct error error;
    int count = asked_player_options(&asked, options);
    memcpy(options + count, own, sizeof own);
    int status = options_parse(&book_usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (contestant_init(&engine, &asked, asked.weights, &error) != 0)
        return command_fail(&book_usage, "%s", error.text);
    book_make(&engine, &asked, games, plies);
    contestant_destroy(&engine);
    return 0;
}
