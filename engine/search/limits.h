/*
 * limits: how a player searches, and the table with one row for each setting. Its rows give the
 * options of both programs, the keys of a config and the words that describe a player. They also
 * give the key salt of the transposition table, and which settings are refused without an effect.
 *
 * search_settings are those of every search; an expert brings its own (engine/game/expert.h), and
 * games_settings (engine/games/games.h) lists all. 0 is "not used" in each of them.
 */
#ifndef HONE_ENGINE_SEARCH_LIMITS_H
#define HONE_ENGINE_SEARCH_LIMITS_H

#include "engine/base/halt.h"
#include "engine/base/options.h"
#include "engine/game/game.h"

struct evaluator;

enum { SEARCH_DEPTH_MAX = 64 };

/* The search algorithm. All drivers of deepening.h find the same value, unless `defend` is set: its
 * answers depend on earlier questions. */
enum search_driver {
    SEARCH_PVS,       /* principal variation search in aspiration windows */
    SEARCH_ALPHABETA, /* with the full window */
    SEARCH_MTDF,      /* null windows from a first guess (Plaat et al. 1996) */
    SEARCH_SSS,       /* null windows from above: visits what SSS* (Stockman 1979) does, and from */
    SEARCH_DUAL,      /* below what DUAL* does, by the equivalence that Plaat et al. 1996 show */
    SEARCH_MINIMAX,   /* without any cut-off or table */
    SEARCH_MCTS,      /* playouts, best first (mcts.h): finds means, and values where it proves */
    SEARCH_BSTAR,     /* bounds, best first (bstar.h) … */
    SEARCH_PBSTAR,    /* … and with distributions in place of bounds */
};

struct search_result;

/* Hears of a search while it goes on: each finished depth, with its nodes so far. */
struct listener {
    void (*tell)(void *context, const struct search_result *result);
    void *context;
};

struct search_limits {
    int depth;        /* plies, 1…SEARCH_DEPTH_MAX; 0: no search, see player.h */
    uint64_t nodes;   /* 0: no limit; may be exceeded by the moves of one position. The last
                       * finished depth decides, and the first one is always finished; of the next
                       * one the moves searched so far count */
    int64_t playouts; /* of the driver mcts, which goes best first; 0: no limit */
    double seconds;   /* 0: no limit. With one, no depth is begun once the game is decided. For play
                       * only, never for tuning */
    double soft_seconds; /* no new depth after these: it would hardly be finished; 0: until
                            `seconds`, without which it has no effect */
    const struct watcher *watcher; /* may end it early, like a limit; NULL: nothing. For play only,
                                    * as `seconds` */
    const struct listener *listener; /* of the drivers of deepening.h; NULL: none */
    struct halt *halt; /* of the search under way, for experts that are asked within it; NULL:
                        * neither seconds nor watcher */
    int width;         /* best moves searched in a position, of the plausible ones; 0: all legal */
    enum search_driver driver;
    bool reduce; /* faster, and no longer minimax: late move reduction and pruning, futility and
                  * ProbCut (prune.h), table entries of deeper searches, and near the end of the
                  * game an expert's foresee (engine/game/expert.h); pvs and mtdf only */
    /* The most turns in the expert's searches for threats, and in those at leaves; 0: no search.
     * Without effect in games without threats. */
    int threats, leaf_threats;
    int defend; /* the other side's turns of threats that the search looks for and refutes */
    /* Positions with at most that many empty points are solved by an expert of endings; 0: none. In
     * a game that is solved whole any number above 0 solves all. */
    int endgame;
    /* The evaluator that guides the expert. It changes the expert's nodes, not what is proved;
     * foresee uses its values. NULL: none. Players set their own. */
    const struct evaluator *adviser;
    const void *advice; /* prepared for it */
    /* Moves that are left out at the root, for finding the next best ones; some other one must
     * remain. */
    const move_t *except;
    int except_count;
    bool move_only; /* an expert that knows the best move need not find its line or exact score */
    /* Receives the next best moves of a driver that finds several lines in one tree (mcts), best
     * first; length 0 after the last one. NULL: not wanted. */
    struct search_result *lines;
    int line_count;
};

/* By driver, as users write them; NULL ends the list. */
extern const char *const search_drivers[];

struct search_setting {
    const char *name; /* the option --name; the key player.name, with _ for -. NULL ends a table */
    char letter;      /* the option's short form; 0: none */
    const char *argument; /* its name in the help; NULL for a flag */
    const char *doc;
    enum option_kind kind;      /* OPTION_FLAG, _INT, _INT64 or _CHOICE */
    size_t offset;              /* of its field in struct search_limits */
    double upper;               /* of numbers */
    const char *const *choices; /* of a choice, by value; NULL ends them */
    int64_t usual;              /* hone-engine's default; of a flag, if no depth was given */
    const char *words;          /* of a player that uses it, %s is the value: "depth %s" */
    /* The factor of the setting in the table's key salt, if positions' values depend on it: more
     * than rows of smaller factors can sum to. 0: they do not. */
    uint64_t key_salt;
    /* By evaluator, and so by game; NULL: `usual` in all. */
    int64_t (*usual_in)(const struct evaluator *evaluator);
    /* What it belongs to ("Reversi") if it has no effect here, else NULL. May be NULL: it always
     * has one. */
    const char *(*belongs)(const struct search_limits *limits, const struct game *game);
};

extern const struct search_setting search_settings[];

/* Whether any limit asks for a search: else the player is greedy. */
bool limits_search(const struct search_limits *limits);
/* The expert's half of the nodes and of the soft seconds. The search has the other half if the
 * expert finds nothing. */
struct search_limits limits_half(const struct search_limits *limits);
/* Whether the driver goes best first, so that the depth bounds its tree and no more. */
bool limits_best_first(const struct search_limits *limits);

/* As search_setting.belongs, for settings of all searches but not of greedy players. */
const char *limits_need_search(const struct search_limits *limits, const struct game *game);

/* The value of a setting as a number. */
int64_t limits_get(const struct search_limits *limits, const struct search_setting *setting);

/* The lists of settings below are of pointers and end with NULL. */

/* Makes all numbers -1: not given. */
void limits_unset(const struct search_setting *const *settings, struct search_limits *limits);
/* Whether nothing was given since then. */
bool limits_are_unset(const struct search_setting *const *settings,
                      const struct search_limits *limits);
/* Gives the numbers that are -1 their defaults: 0 if they have no effect in the game or the player
 * is greedy, and 0 for the nodes if something else limits the search (`limited`). Flags take theirs
 * if the depth was -1. */
void limits_settle(const struct search_setting *const *settings, struct search_limits *limits,
                   const struct evaluator *evaluator, bool limited);

/* What a given setting belongs to if it has no effect here, else NULL. */
const char *limits_owner(const struct search_limits *limits, const struct search_setting *setting,
                         const struct game *game);
/* Refuses options that have no effect in a player of that game. 0, or -1 and what they belong to.
 */
int limits_check(const struct search_setting *const *settings, const struct search_limits *limits,
                 const struct game *game, struct error *error);

/* Sets to 0 what has no effect in a player of that game. */
void limits_trim(const struct search_setting *const *settings, struct search_limits *limits,
                 const struct game *game);

/* Writes a row for each setting of `limits` into a table of options; their count. */
int limits_options(const struct search_setting *const *settings, struct search_limits *limits,
                   struct option_spec *out);

/* "depth 4, mtdf, endgame 12", "greedy" for a player without search. */
void limits_describe(const struct search_setting *const *settings,
                     const struct search_limits *limits, struct text *out);

/* The same as limits_read reads it back: "depth=4 search=mtdf endgame=12", depth and what is used.
 */
void limits_write(const struct search_setting *const *settings, const struct search_limits *limits,
                  struct text *out);
/* What is used as options: " --depth 4 --search mtdf --reduce". */
void limits_write_options(const struct search_setting *const *settings,
                          const struct search_limits *limits, struct text *out);
/* Settings that are not named become 0. 0, or -1 and what is wrong. */
int limits_read(const struct search_setting *const *settings, const char *text,
                struct search_limits *out, struct error *error);

/* A salt of all that a value depends on besides the position, its depth and the weights. */
uint64_t limits_key_salt(const struct search_limits *limits, const struct game *game);

#endif
