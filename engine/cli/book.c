#include <stdio.h>

#include "engine/cli/commands.h"
#include "engine/files/book.h"

/* How often an opening leaves the engine's own choice, and for one of how many best candidates. */
enum { STRAY_ONE_IN = 2, STRAY_CANDIDATES = 4 };

/* The games from which a book is made. */
struct making {
    const struct player *player;
    const struct game *game;
    struct search *search;
    int plies;
    struct book *book;
};

static void keep_best(struct candidate *list, int *count, int wanted) {
    for (int i = 0; i < *count; i++)
        for (int j = i; j > 0 && list[j].score > list[j - 1].score; j--) {
            struct candidate old = list[j];
            list[j] = list[j - 1];
            list[j - 1] = old;
        }
    *count = min_int(*count, wanted);
}

/* One of the best candidates: for the variety of a book's positions. */
static move_t stray_move(const struct making *making, const void *state, struct rng *rng) {
    const struct evaluator *evaluator = making->player->evaluator;
    struct candidate list[GAME_MOVES_MAX];
    int count = evaluator_ops(evaluator)->candidates(evaluator, making->player->prepared, state,
                                                     false, list);
    keep_best(list, &count, STRAY_CANDIDATES);
    return list[rng_below(rng, (uint32_t)count)].move;
}

/* A move is worth the games that were won with it less those that were lost. */
static void enter_moves(const struct making *making, const struct state *end, const move_t *moves,
                        int count) {
    const struct game *game = making->game;
    int margin = game->margin(game, end), outcome = (margin > 0) - (margin < 0);
    struct state state;
    game->start(game, &state);
    for (int i = 0; i < count && i < making->plies; i++) {
        book_add(making->book, moves, i, moves[i], game->side(&state) == 0 ? outcome : -outcome);
        game->play(game, &state, moves[i]);
    }
}

static void play_game(const struct making *making, struct rng rng) {
    const struct game *game = making->game;
    move_t moves[GAME_PLIES_MAX];
    int count = 0;
    struct state state;
    game->start(game, &state);
    search_new_game(making->search);
    while (!game->over(game, &state)) {
        bool strays = count < making->plies && rng_below(&rng, STRAY_ONE_IN) == 0;
        moves[count] = strays ? stray_move(making, &state, &rng)
                              : player_move(making->player, making->search, &state, &rng, NULL);
        game->play(game, &state, moves[count++]);
    }
    enter_moves(making, &state, moves, count);
}

static void print_book(const struct making *making, const struct contestant *engine,
                       const struct options *options) {
    struct text source = {0}, content = {0};
    text_add(&source, "%d games of self-play by %s, seed %llu", options->games, engine->name,
             (unsigned long long)options->seed);
    book_print(making->book, text_get(&source), &content);
    fputs(text_get(&content), stdout);
    text_free(&source);
    text_free(&content);
}

static int book_run(const struct options *options) {
    enum { PURPOSE_BOOK = 0x626f6f6b };
    struct error error;
    struct contestant engine;
    if (contestant_init(&engine, options, 0, &error) != 0)
        return cli_misuse("book: %s", error.text);
    struct making making = {.player = &engine.player,
                            .game = engine.player.evaluator->game,
                            .search = cli_search(options),
                            .plies = options->plies};
    making.book = book_new(making.game);
    for (int i = 0; i < options->games; i++)
        play_game(&making, rng_keyed(options->seed, PURPOSE_BOOK, (uint64_t)i, 0));
    print_book(&making, &engine, options);
    book_free(making.book);
    search_free(making.search);
    contestant_destroy(&engine);
    return CLI_OK;
}

const struct command command_book = {
    .name = "book",
    .args = "",
    .doc = "Make an opening book from games of the engine against itself, to be used with --book.\n"
           "In its first plies a game strays now and then to one of the next best moves. Each\n"
           "move of these plies has the games that its side won with it, less those it lost, as\n"
           "its weight; the book keeps moves of positive weight.",
    .options = "gwdntkeTLxuMGPs",
    .run = book_run,
};
