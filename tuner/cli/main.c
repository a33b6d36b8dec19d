/*
 * hone: the tuner. Its commands are in commands.c, each in a file of its name.
 */
#include <stdio.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/base/isa.h"
#include "engine/base/options.h"
#include "engine/base/program.h"
#include "engine/base/shown.h"
#include "tuner/cli/commands.h"
#include "tuner/play/ranks.h"

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
        int status = program_run(hone_commands, hone_about, text_get(&hint), argc, argv);
        text_free(&config);
        text_free(&hint);
        return status;
    }
    shown_warn("hone: %s\n", error.text);
    return 2;
}

int main(int argc, char **argv) {
    if (argc > 0) program_name = argv[0];
    return output_finish("hone", ranks_main(hone_run, argc, argv));
}
