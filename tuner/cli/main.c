#include <stdio.h>
#include <string.h>

#include "engine/base/isa.h"
#include "engine/base/options.h"
#include "tuner/cli/commands.h"

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *doc;
} commands[] = {
    {"tune", command_tune, "play and evolve as a config says, or go on with that"},
    {"check", command_check, "show a config's effective settings and what the run will cost"},
    {"status", command_status, "how far a run is"},
    {"report", command_report, "what a run was worth, on one page"},
    {"export", command_export, "write a champion as a weight file, JSON, CSV or C header"},
    {"match", command_match, "let two players meet, with Elo and its error"},
    {"tournament", command_tournament, "let many players meet, with a crosstable"},
    {"replay", command_replay, "show any game, move by move or as GGF, SGF, OBF"},
    {"games", command_games, "list the games, their evaluators and parameters"},
};

static int print_help(void) {
    printf("hone %s: tunes the evaluation functions of board-game engines by self-play\n\n"
           "usage: hone COMMAND [ARGUMENT]…\n\n",
           HONE_VERSION);
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        printf("  %-11s %s\n", commands[i].name, commands[i].doc);
    printf("\n`hone COMMAND --help` says more. Begin with: hone tune config/reversi-quick.cfg\n");
    return 0;
}

static int unknown_command(const char *given) {
    const char *names[COUNT_OF(commands) + 1] = {0};
    for (size_t i = 0; i < COUNT_OF(commands); i++) names[i] = commands[i].name;
    const char *meant = name_suggest(given, names);
    if (meant)
        fprintf(stderr, "hone: unknown command '%s'; did you mean '%s'?\n", given, meant);
    else
        fprintf(stderr, "hone: unknown command '%s'\n", given);
    fprintf(stderr, "`hone --help` lists the commands\n");
    return 2;
}

static int run(int argc, char **argv) {
    struct error error;
    if (isa_init(&error)) {
        fprintf(stderr, "hone: %s\n", error.text);
        return 2;
    }
    if (argc < 2) {
        fprintf(stderr, "hone: a command is needed; `hone --help` lists them\n");
        return 2;
    }
    const char *given = argv[1];
    if (strcmp(given, "--help") == 0 || strcmp(given, "-h") == 0 || strcmp(given, "help") == 0)
        return print_help();
    if (strcmp(given, "--version") == 0) return printf("hone %s\n", HONE_VERSION) < 0;
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (strcmp(given, commands[i].name) == 0) return commands[i].run(argc - 1, argv + 1);
    return unknown_command(given);
}

int main(int argc, char **argv) {
    if (argc > 0) program_name = argv[0];
    return output_finish("hone", run(argc, argv));
}
