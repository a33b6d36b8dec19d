/*
 * The lists of hone's commands and pages, for the program itself and for the pages that describe
 * it.
 */
#include "tuner/cli/commands.h"

const char hone_about[] = "tunes the evaluation functions of board-game engines by self-play";

const struct command hone_commands[] = {
    {"tune", command_tune, "play and evolve as a config says, or go on with that"},
    {"fit", command_fit, "play and learn from positions as a config says, or go on with that"},
    {"finish", command_finish, "end a run where it is: choose and measure its champion now"},
    {"data", command_data, "write the positions that a fit learned from, with their labels"},
    {"ask", command_ask, "the next vectors of a study, for a loop of yours to try"},
    {"tell", command_tell, "what came of them"},
    {"serve-study", command_serve_study, "ask and tell by one process that stays, line for line"},
    {"check", command_check, "show a config's effective settings and what the run will cost"},
    {"status", command_status, "how far a run is"},
    {"watch", command_watch, "a run on the whole screen, from another shell, while it goes on"},
    {"list", command_list, "the runs of a directory"},
    {"report", command_report, "what a run was worth, on one page"},
    {"export", command_export, "write a champion as a weight file, JSON, CSV or C header"},
    {"import", command_import, "make a config of what another tuner knows of an engine"},
    {"weights", command_weights, "make, convert, import, show and compare weight files"},
    {"match", command_match, "let two players meet, with Elo and its error"},
    {"tournament", command_tournament, "let many players meet, with a crosstable"},
    {"elo", command_elo, "Elo, LOS and LLR of given counts of games or pairs"},
    {"ablate", command_ablate, "what each weight of a player is worth, and which can be left out"},
    {"replay", command_replay, "show any game, move by move or as GGF, SGF, PGN"},
    {"doctor", command_doctor, "whether a database is sound and what it claims comes again"},
    {"merge", command_merge, "runs of several databases into one, to compare and to keep"},
    {"compare-optimizers", command_compare_optimizers,
     "which kind of optimiser does best on a config"},
    {"games", command_games, "list the games, their evaluators and parameters"},
    {"plugin", command_plugin, "your own evaluator or game as a library: begin, build, check"},
    {0}};

/* A test opens every page of tuner/docs. */
static const char *const page_names[] = {
    "tutorial", "run",      "browser",       "commands", "length",    "openings",  "plugins",
    "engines",  "study",    "weights-rules", "compare",  "opponents", "positions", "yardsticks",
    "machines", "database", "figures",       "glossary", "reference", NULL};

const struct help_pages hone_pages = {.folder = "tuner/docs", .names = page_names};
