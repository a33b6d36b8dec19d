/*
 * hone-engine: the player. Its commands are in commands.c, each in a file of its name.
 */
#include <stdio.h>

#include "engine/base/base.h"
#include "engine/base/help_page.h"
#include "engine/base/isa.h"
#include "engine/base/options.h"
#include "engine/base/program.h"
#include "engine/base/shown.h"
#include "engine/cli/commands.h"

/* A test opens every page of engine/docs. */
static const char *const engine_page_names[] = {"search", "games",     "weight-files",
                                                "extend", "reference", NULL};
static const struct help_pages engine_pages = {.folder = "engine/docs", .names = engine_page_names};

static int engine_command(int argc, char **argv) {
    struct text hint = {0};
    int status = help_pages_answer(&engine_pages, engine_commands, argc, argv);
    if (status >= 0) return status;
    text_add(&hint, "Begin with the command play.\n");
    help_pages_hint(&engine_pages, &hint);
    status = program_run(engine_commands, engine_about, text_get(&hint), argc, argv);
    text_free(&hint);
    return status;
}

static int engine_run(int argc, char **argv) {
    struct error error;
    if (isa_init(&error) == 0) return engine_command(argc, argv);
    shown_warn("hone-engine: %s\n", error.text);
    return 2;
}

int main(int argc, char **argv) {
    program_name = argc > 0 ? argv[0] : "hone-engine";
    program_keep_memory();
    return output_finish("hone-engine", engine_run(argc, argv));
}
