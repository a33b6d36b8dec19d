/*
 * entrants: the players that a command line names.
 *
 *     FILE.weights      a weight file, which may say how it was tuned to play
 *     RUN               the champion of a run; its directory or database (….db)
 *     RUN@champion      the same
 *     RUN@50            the champion of its generation 50
 *     RUN@start         what the run began with
 *     initial           the initial weights of the evaluator of the first player that has one
 *     random            plays random moves
 *     cmd:…;protocol=…  an external engine, tuner/external/drive.h
 */
#ifndef HONE_TUNER_TOURNAMENT_ENTRANTS_H
#define HONE_TUNER_TOURNAMENT_ENTRANTS_H

#include <sys/types.h>

#include "engine/base/options.h"
#include "engine/files/weights.h"
#include "engine/search/limits.h"
#include "tuner/external/drive.h"
#include "tuner/play/manners.h"

/* The list above, for the help of commands. */
#define ENTRANTS_HELP                                                                              \
    "A player is one of these:\n"                                                                  \
    "\n"                                                                                           \
    "  FILE.weights  a weight file\n"                                                              \
    "  RUN           the champion of a run, named by its directory or database;\n"                 \
    "                RUN@50 is the champion of generation 50, RUN@start its start\n"               \
    "  initial       the first player's evaluator with its initial weights\n"                      \
    "  random        random moves\n"                                                               \
    "  'cmd:COMMAND ARGUMENTS;protocol=P'\n"                                                       \
    "                another program (see below)\n"

/* More on the last kind, to come last. */
#define ENTRANTS_EXTERNAL_HELP                                                                     \
    "\n"                                                                                           \
    "Another program is 'cmd:COMMAND ARGUMENTS;protocol=P'. Its words are split and quoted as in " \
    "a\n"                                                                                          \
    "shell, but no shell runs them; to use one, write cmd:sh -c 'LINE'. A ; in the words must "    \
    "be\n"                                                                                         \
    "quoted. After them come, in any order:\n"                                                     \
    "\n"                                                                                           \
    "  ;protocol=P     gtp (every game), nboard (Reversi), gomocup (gomoku), sau\n"                \
    "                  (Connect6, which it can only begin at the start: there\n"                   \
    "                  --opening-plies is 0), uci and xboard\n"                                    \
    "                  (chess, xiangqi), ucci (xiangqi)\n"                                         \
    "  ;name=NAME      in tables; else the file name of the command\n"                             \
    "  ;time=S         seconds a move (gtp, gomocup, uci, ucci, xboard)\n"                         \
    "  ;clock=S+INC    seconds a game, and more of them for each move (gtp, gomocup,\n"            \
    "                  nboard, uci, ucci, xboard)\n"                                               \
    "  ;depth=N        plies of search (uci, ucci, xboard; nboard, by default 12)\n"               \
    "  ;nodes=N        positions a move (uci, ucci)\n"                                             \
    "  ;option.NAME=V  a setting of the engine by its name there: ;option.Hash=16\n"               \
    "                  (uci, ucci, xboard)\n"                                                      \
    "  ;resign=N/S     games are lost early if it scores N moves in a row S or more\n"             \
    "                  (hundredths of a pawn) behind, and its opponent, also with\n"               \
    "                  resign=, ahead (uci, ucci, xboard)\n"                                       \
    "  ;draw=F/N/S     games are drawn early if, after F full moves, both engines\n"               \
    "                  have scored N moves in a row S at most from 0\n"                            \
    "  ;timeout=S      seconds without an answer that lose (default: 2 more than the\n"            \
    "                  time; or 60); a quarter of them is the time that gomocup,\n"                \
    "                  nboard, uci and xboard engines are told if you give no limit\n"             \
    "  ;startup=S      the same from its start to its first answer (default 10)\n"                 \
    "  ;env=NAME       a variable of hone's environment that it may know besides\n"                \
    "                  PATH, HOME, USER, LOGNAME, SHELL, TERM, TZ, TMPDIR, LANG,\n"                \
    "                  LANGUAGE and LC_*\n"                                                        \
    "  ;env=NAME=VALUE one that is set for it\n\n"                                                 \
    "and its limits, where 0 is none; what goes beyond fails or is killed:\n\n"                    \
    "  ;memory=MIB     address space of each process (default: the machine's memory);\n"           \
    "                  told to gomocup engines if it is given\n"                                   \
    "  ;cpu=S          processor time of each process (default 0)\n"                               \
    "  ;processes=N    at a time, children and theirs too (default 256)\n"                         \
    "  ;file=MIB       of a file that it writes (default 1024)\n"                                  \
    "  ;output=MIB     of output without an answer (default 64)\n\n"                               \
    "Other settings are for its own arguments. A crash, an illegal move or a missing answer\n"     \
    "loses the game, and the engine is started anew. Games are repeatable only if the engine is\n" \
    "and no clock limits it; they are kept, with what a losing engine wrote to stderr, for\n"      \
    "`hone replay FILE.db`.\n"

/* The epsilon of a file's manner of play: its line `player` has no place for it. */
#define ENTRANT_EPSILON_UNSAID -1.

/* Where a run is, whatever path leads there. */
struct entrant_home {
    dev_t device;
    ino_t file;
    int64_t run;
};

struct entrant {
    char name[80];
    const char *spec;  /* as on the command line, which must outlive it */
    const char *which; /* of a run: its player as players.h names it; else NULL */
    int place_length;  /* of the run in `spec` */
    struct entrant_home home;
    struct weights weights; /* of a player that has none, the initial ones of some evaluator */
    bool random;
    bool chosen; /* by a run, which its file may name: tuned on a part of all openings */
    bool tuned;  /* played by a run in its games, or named by a file: */
    struct manners manners;
    bool outside; /* another program, see `external` */
    struct external_spec external;
};

struct entrants {
    const struct game *game; /* of all of them */
    int count;
    struct entrant *list; /* owned; names are different */
};

/* The first that was chosen by a run; NULL: none. */
const struct entrant *entrants_chosen(const struct entrants *entrants);

/* FILE.weights, RUN or RUN@…, without a name. 0, or -1 and why; weights_free its weights in either
 * case. */
int entrant_load_one(const char *spec, struct entrant *out, struct error *error);
/* Its weights alone. 0, or -1 and why; weights_free. */
int entrant_weights(const char *spec, struct weights *out, struct error *error);

/* The same for two of them, told apart by their names. */
int entrant_weights_two(char *const *specs, struct weights out[2], struct error *error);

/* All of them: 0, or -1 and why. entrants_destroy in either case. `game`: the game's name as the
 * user gave it; NULL: what the players play. */
int entrants_load(char *const *specs, int count, const char *game, struct entrants *out,
                  struct error *error);
/* The option that says it: --game. */
struct option_spec entrants_game_option(const char **game);
void entrants_destroy(struct entrants *entrants);

#endif
