/*
 * hone: what tunes. The list of its commands.
 */
#include <stdio.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/base/isa.h"
#include "engine/base/options.h"
#include "engine/base/program.h"
#include "tuner/cli/commands.h"

static const struct command hone_commands[] = {
    {"tune", command_tune, "play and evolve as a config says, or go on with that"},
    {"fit", command_fit, "play and learn by regression as a config says, or go on with that"},
    {"finish", command_finish, "end a run where it is: choose and measure its champion now"},
    {"data", command_data, "write the positions that a fit learned from, with their labels"},
    {"check", command_check, "show a config's effective settings and what the run will cost"},
    {"status", command_status, "how far a run is"},
    {"watch", command_watch, "a run on the whole screen, from another shell, while it goes on"},
    {"list", command_list, "the runs of a directory"},
    {"report", command_report, "what a run was worth, on one page"},
    {"export", command_export, "write a champion as a weight file, JSON, CSV or C header"},
    {"weights", command_weights, "make, convert, import, show and compare weight files"},
    {"match", command_match, "let two players meet, with Elo and its error"},
    {"tournament", command_tournament, "let many players meet, with a crosstable"},
    {"replay", command_replay, "show any game, move by move or as GGF, SGF, OBF"},
    {"compare-optimizers", command_compare_optimizers,
     "which kind of optimiser does best on a config"},
    {"games", command_games, "list the games, their evaluators and parameters"},
    {0}};

/* A config that is there: in the sources, or where the program was installed. */
static void hone_first_config(struct text *out) {
    static const char *const places[] = {"../share/hone/",
                                         "../"}; /* of an installed one; a built */
    const char *config = "config/reversi-quick.cfg";
    char own[4096];
    ssize_t length = access(config, R_OK) == 0 ? 0 : readlink("/proc/self/exe", own, sizeof own);
    while (length > 0 && own[length - 1] != '/') length--;
    for (size_t i = 0; length > 0 && i < COUNT_OF(places); i++) {
        text_free(out);
        text_add(out, "%.*s%s%s", (int)length, own, places[i], config);
        if (access(text_get(out), R_OK) == 0) return;
    }
    text_free(out);
    text_add(out, "%s", config);
}

static int hone_run(int argc, char **argv) {
    struct error error;
    struct text config = {0}, hint = {0};
    if (isa_init(&error) == 0) {
        hone_first_config(&config);
        text_add(&hint, "Begin with: %s tune %s", program_name, text_get(&config));
        int status = program_run(
            hone_commands, "tunes the evaluation functions of board-game engines by self-play",
            text_get(&hint), argc, argv);
        text_free(&config);
        text_free(&hint);
        return status;
    }
    fprintf(stderr, "hone: %s\n", error.text);
    return 2;
}

int main(int argc, char **argv) {
    if (argc > 0) program_name = argv[0];
    return output_finish("hone", hone_run(argc, argv));
}
