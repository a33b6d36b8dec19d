/*
 * hone-engine: who plays. The list of its commands.
 */
#include <stdio.h>

#include "engine/base/base.h"
#include "engine/base/isa.h"
#include "engine/base/options.h"
#include "engine/base/program.h"
#include "engine/cli/commands.h"

static const struct command engine_commands[] = {
    {"play", command_play, "play against you in the terminal, with hints and moves taken back"},
    {"selfplay", command_selfplay, "let the engine play against itself or against other weights"},
    {"analyze", command_analyze, "show the best moves of a position: score, depth, nodes, line"},
    {"perft", command_perft, "count positions, to check the rules and their speed"},
    {"bench", command_bench, "search fixed positions and print the nodes as a fingerprint"},
    {"solve", command_solve, "solve Reversi endings exactly"},
    {"book", command_book, "make an opening book from games of the engine against itself"},
    {"--protocol", command_protocol, "play at another program's table"},
    {0}};

static int engine_run(int argc, char **argv) {
    struct error error;
    if (isa_init(&error) == 0)
        return program_run(engine_commands, "plays and analyses board games with tuned weights",
                           "Begin with the command play.", argc, argv);
    fprintf(stderr, "hone-engine: %s\n", error.text);
    return 2;
}

int main(int argc, char **argv) {
    program_name = argc > 0 ? argv[0] : "hone-engine";
    return output_finish("hone-engine", engine_run(argc, argv));
}
