#include <stdio.h>
#include <string.h>

#include "engine/base/isa.h"
#include "engine/cli/commands.h"

static const struct command *const commands[] = {
    &command_play,  &command_selfplay, &command_analyze, &command_perft,
    &command_bench, &command_solve,    &command_book,    &command_protocol};

static int help(void) {
    printf("usage: hone-engine COMMAND [OPTION]...\n\n"
           "Plays and analyses board games with tuned weights.\n\n");
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        int first_line = (int)strcspn(commands[i]->doc, "\n");
        printf("  %-10s %.*s\n", commands[i]->name, first_line, commands[i]->doc);
    }
    printf("\n`hone-engine COMMAND --help` lists a command's options; `hone-engine --version` the "
           "version.\n");
    return CLI_OK;
}

static int run(int argc, char **argv) {
    struct error error;
    if (isa_init(&error) != 0) return cli_misuse("%s", error.text);
    if (argc < 2) return cli_misuse("a command is missing; `hone-engine --help` lists them");
    if (strcmp(argv[1], "--help") == 0) return help();
    if (strcmp(argv[1], "--version") == 0) {
        printf("hone-engine %s\n", HONE_VERSION);
        return CLI_OK;
    }
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (strcmp(argv[1], commands[i]->name) == 0)
            return cli_run(commands[i], argc - 1, argv + 1);
    return cli_misuse("unknown command \"%.40s\"; `hone-engine --help` lists them", argv[1]);
}

int main(int argc, char **argv) {
    return output_finish("hone-engine", run(argc, argv));
}
