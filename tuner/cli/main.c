/*
 * hone: what tunes. The list of its commands.
 */
#include <stdio.h>

#include "engine/base/base.h"
#include "engine/base/isa.h"
#include "engine/base/options.h"
#include "engine/base/program.h"
#include "tuner/cli/commands.h"

static const struct command hone_commands[] = {
    {"tune", command_tune, "play and evolve as a config says, or go on with that"},
    {"check", command_check, "show a config's effective settings and what the run will cost"},
    {"status", command_status, "how far a run is"},
    {"report", command_report, "what a run was worth, on one page"},
    {"export", command_export, "write a champion as a weight file, JSON, CSV or C header"},
    {"match", command_match, "let two players meet, with Elo and its error"},
    {"tournament", command_tournament, "let many players meet, with a crosstable"},
    {"replay", command_replay, "show any game, move by move or as GGF, SGF, OBF"},
    {"games", command_games, "list the games, their evaluators and parameters"},
    {0}};

static int hone_run(int argc, char **argv) {
    struct error error;
    if (isa_init(&error) == 0)
        return program_run(hone_commands,
                           "tunes the evaluation functions of board-game engines by self-play",
                           "Begin with: hone tune config/reversi-quick.cfg", argc, argv);
    fprintf(stderr, "hone: %s\n", error.text);
    return 2;
}

int main(int argc, char **argv) {
    if (argc > 0) program_name = argv[0];
    return output_finish("hone", hone_run(argc, argv));
}
