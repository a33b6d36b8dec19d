/*
 * asked: the options that the playing commands of hone-engine share: weights, limits, clock and
 * book; and the player made from them. A command adds the rows it takes to its table of options,
 * reads the command line, and then makes what it needs.
 */
#ifndef HONE_ENGINE_CLI_ASKED_H
#define HONE_ENGINE_CLI_ASKED_H

#include "engine/base/options.h"
#include "engine/files/book.h"
#include "engine/files/weights.h"
#include "engine/search/player.h"
#include "engine/search/timing.h"

/* As given or by default. */
struct asked {
    const char *game, *weights, *book, *clock; /* NULL: not given */
    struct search_limits limits;               /* numbers that were not given are -1 */
    bool as_tuned; /* without a setting of the search, play as the weights were tuned */
    int tt_mib;
    int64_t seed;
};

struct asked asked_default(void);

/* Each adds rows to a table of options; their count. */
int asked_player_options(struct asked *asked, struct option_spec *out); /* game, weights, search */
int asked_table_options(struct asked *asked, struct option_spec *out);  /* clock, book, seed */
struct option_spec asked_game_option(struct asked *asked);
struct option_spec asked_seed_option(struct asked *asked);
struct option_spec asked_tt_option(struct asked *asked);

/* For the help of commands that play. */
#define ASKED_HELP                                                                                 \
    "\n"                                                                                           \
    "A move takes 100000 nodes, of Hex 500, unless you give --depth, --nodes or a time. Without\n" \
    "--depth, --reduce is on in games of one move a turn and more than 64 plies (Reversi, "        \
    "gomoku)\n"                                                                                    \
    "and in Connect6 by points: late moves are searched less deep, the others deeper.\n"           \
    "Weights tuned without search may play worse with one. --depth 0 plays greedily, as quick\n"   \
    "configs tune; --endgame and --threats are then off unless you give them.\n"

/* The same for commands with as_tuned. */
#define ASKED_TUNED_HELP                                                                           \
    "If the weight file says how its weights were tuned, they play like that, unless you give a\n" \
    "setting of the search.\n"

/* Whether anything that was given limits a search; otherwise players take the usual nodes. */
bool asked_limited(const struct asked *asked);

/* A player with the weights of a file, the shipped champion's or an evaluator's initial ones. */
struct contestant {
    struct weights weights;
    struct player player;
    const char *name;
    bool as_tuned; /* its settings are those that its weights were tuned with */
};

/* How the weights played while they were tuned, "greedy", if their file says so; else "". */
void contestant_tuning(const struct contestant *contestant, struct text *out);

/* The player that was asked for, with the weights of `path`, a file or a run's directory; NULL: the
 * shipped champion of the game (engine/files/champions.h) with the default search, or initial
 * weights. 0, or -1 and why, also if there is not enough memory for asked_search. */
int contestant_init(struct contestant *contestant, const struct asked *asked, const char *path,
                    struct error *error);
/* The same, but of the player only the limits: for callers that make players of the weights. */
int contestant_load(struct contestant *contestant, const struct asked *asked, const char *path,
                    struct error *error);
void contestant_destroy(struct contestant *contestant);

/* The game of --game. NULL and why. */
const struct game *asked_game(const struct asked *asked, struct error *error);

/* The position of all operands together, so that move lists need not be quoted; of none, the start.
 * 0, or -1 and why. */
int asked_position(const struct operands *operands, const struct game *game, void *state,
                   struct error *error);

/* Whether the table asked for fits the machine's memory. 0, or -1 and why. */
int asked_check_tt(const struct asked *asked, struct error *error);
/* A searcher with that table. */
struct search *asked_search(const struct asked *asked);

/* The clock of --clock; all zero: none. 0, or -1 and why. */
int asked_clock(const struct asked *asked, struct timing *out, struct error *error);

/* The book of --book, which must be for that game; NULL: none. 0, or -1 and why. */
int asked_book(const struct asked *asked, const struct game *game, struct book **out,
               struct error *error);

#endif
