/*
 * The words are quoted as the shell wants them.
 */
#include "tuner/cli/go_on.h"

#include <stdio.h>

#include "engine/base/options.h"
#include "tuner/report/sheet.h"

static void go_on_print_word(const char *word) {
    struct text text = {0};
    sheet_add_word(word, &text);
    fputs(text_get(&text), stdout);
    text_free(&text);
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
