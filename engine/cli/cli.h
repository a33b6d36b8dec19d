/*
 * cli: what the commands of hone-engine share: reading options, setting up the players that they
 * ask for, and showing games to people.
 */
#ifndef HONE_ENGINE_CLI_CLI_H
#define HONE_ENGINE_CLI_CLI_H

#include "engine/files/book.h"
#include "engine/files/weights.h"
#include "engine/search/player.h"

/* Everything that can be asked for, as given or by default; NULL or -1: not given. */
struct options {
    const char *game, *weights[2], *position, *side, *book;
    int depth, width, rounds, random, lines, endgame, threats, leaf_threats, games, plies, tt_mib;
    int driver;
    bool reduce;
    uint64_t nodes, seed;
    double seconds, clock[2]; /* clock: at first, and added after each move */
    char **args;
    int arg_count;
};

struct command {
    const char *name, *args, *doc;
    const char *options; /* the keys of those it takes, see cli.c */
    int args_min, args_max;
    int (*run)(const struct options *options); /* returns the program's exit status */
};

enum { CLI_OK = 0, CLI_FAILED = 1, CLI_MISUSE = 2 };

/* Reads the arguments after the command's name (argv[0]) and runs it, or prints its help. */
int cli_run(const struct command *command, int argc, char **argv);

/* Prints "hone-engine: …" to stderr and returns CLI_MISUSE. */
int cli_misuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A player with the weights of a file, or an evaluator's initial ones. */
struct contestant {
    struct weights weights;
    struct player player;
    const char *name;
};

/* The player whom --weights (which = 0) or --weights2 (which = 1, by default the same as 0) and
 * the options of game and limits ask for. 0, or -1 and why. */
int contestant_init(struct contestant *contestant, const struct options *options, int which,
                    struct error *error);
void contestant_destroy(struct contestant *contestant);

/* Whether --depth, --nodes or --time is given; otherwise players have a default limit. */
bool cli_limited(const struct options *options);

/* The game that --game asks for. NULL and why. */
const struct game *cli_game(const struct options *options, struct error *error);

/* A searcher with the table that the options ask for. */
struct search *cli_search(const struct options *options);

/* The book that --book asks for; NULL: none. 0, or -1 and why: it must be for that game. */
int cli_book(const struct options *options, const struct game *game, struct book **out,
             struct error *error);

enum { SCORE_TEXT_MAX = 24 };

/* "+12", or "win+4" and "loss-4" with the margin of a game that is decided. */
const char *score_format(int32_t score, char out[SCORE_TEXT_MAX]);

/* For the help of commands that play with weights. */
#define CLI_GREEDY_NOTE                                                                            \
    "Weights tuned without search may play worse with it; --depth 0 plays greedily, as quick\n"    \
    "configs tune."

/* Each of these prints to stdout. */
void show_board(const struct game *game, const void *state, move_t last);
void show_moves(const struct game *game, const move_t *moves, int count);
void show_outcome(const struct game *game, const void *state);

#endif
