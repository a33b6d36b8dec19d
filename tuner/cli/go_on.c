/*
 * The words are quoted as the shell wants them.
 */
#include "tuner/cli/go_on.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/options.h"

/* As a word of the shell's. */
static void go_on_print_word(const char *word) {
    if (*word && !strpbrk(word, " \t\n\"'`\\$*[](){}<>|&;#~?!")) {
        printf("%s", word);
        return;
    }
    printf("'");
    for (; *word; word++) printf(*word == '\'' ? "'\\''" : "%c", *word);
    printf("'");
}

void go_on_print_command(int argc, char **argv) {
    go_on_print_word(program_name);
    for (int i = 0; i < argc; i++) {
        printf(" ");
        go_on_print_word(argv[i]);
    }
    printf("\n");
}

void go_on_print(int argc, char **argv) {
    printf("interrupted; everything finished is saved. To go on:\n  ");
    go_on_print_command(argc, argv);
}
