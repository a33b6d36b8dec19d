/*
 * The list of hone-engine's commands, for the program itself and for the pages that describe it.
 */
#include "engine/cli/commands.h"

const char engine_about[] = "plays and analyses board games with tuned weights";

const struct command engine_commands[] = {
    {"play", command_play, "play against you in the terminal, with hints and moves taken back"},
    {"selfplay", command_selfplay, "let the engine play against itself or against other weights"},
    {"analyze", command_analyze, "show the best moves of a position: score, depth, nodes, line"},
    {"perft", command_perft, "count positions, to check the rules and their speed"},
    {"bench", command_bench, "search fixed positions and print the nodes as a fingerprint"},
    {"prove", command_prove, "prove a position won, drawn or lost, in any game"},
    {"tree", command_tree, "show alpha-beta and its relatives on one small tree"},
    {"solve", command_solve, "solve positions exactly: endings of Reversi, solved games"},
    {"book", command_book, "make an opening book from games of the engine against itself"},
    {"--protocol", command_protocol, "play for another program, by a protocol"},
    {0}};
