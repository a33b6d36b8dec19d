/*
 * The words are quoted as the shell wants them.
 */
#include "tuner/cli/go_on.h"

#include <stdio.h>

#include "engine/base/options.h"
#include "engine/base/shown.h"
#include "tuner/report/overview.h"

void go_on_add_command(int argc, char **argv, struct text *out) {
    overview_add_word(program_name, out);
    for (int i = 0; i < argc; i++) {
        text_add(out, " ");
        overview_add_word(argv[i], out);
    }
    text_add(out, "\n");
}

void go_on_print(int argc, char **argv) {
    struct text command = {0};
    go_on_add_command(argc, argv, &command);
    shown_warn("interrupted; everything finished is saved. To go on:\n  ");
    shown_warn("%s", text_get(&command));
    text_free(&command);
}
