/*
 * hone-engine: the player. Its commands are in commands.c, each in a file of its name.
 */
#include <stdio.h>

#include "engine/base/base.h"
#include "engine/base/isa.h"
#include "engine/base/options.h"
#include "engine/base/program.h"
#include "engine/base/shown.h"
#include "engine/cli/commands.h"

static int engine_run(int argc, char **argv) {
    struct error error;
    if (isa_init(&error) == 0)
        return program_run(engine_commands, engine_about, "Begin with the command play.", argc,
                           argv);
    shown_warn("hone-engine: %s\n", error.text);
    return 2;
}

int main(int argc, char **argv) {
    program_name = argc > 0 ? argv[0] : "hone-engine";
    return output_finish("hone-engine", engine_run(argc, argv));
}
