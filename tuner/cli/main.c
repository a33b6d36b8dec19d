/*
 * hone: the tuner. Its commands are in commands.c, each in a file of its name.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/base/isa.h"
#include "engine/base/options.h"
#include "engine/base/program.h"
#include "engine/base/shown.h"
#include "tuner/cli/commands.h"
#include "tuner/play/ranks.h"

enum { OWN_PATH_MAX = 4096 };

/* Where this program is; "" if that is not known. */
static void hone_own_path(char out[OWN_PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", out, OWN_PATH_MAX - 1);
    out[length < 0 ? 0 : length] = '\0';
}

/* A config that is there: in the sources, or where the program was installed. */
static void hone_first_config(struct text *out) {
    static const char *const places[] = {"../share/hone/",
                                         "../"}; /* of an installed one; a built */
    const char *config = "config/reversi-quick.cfg";
    char own[OWN_PATH_MAX];
    hone_own_path(own);
    const char *slash = access(config, R_OK) == 0 ? NULL : strrchr(own, '/');
    for (size_t i = 0; slash && i < COUNT_OF(places); i++) {
        text_free(out);
        text_add(out, "%.*s%s%s", (int)(slash + 1 - own), own, places[i], config);
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

/* Threads that have no work sleep. By default they spin for some milliseconds, which takes a core
 * from other programs; libgomp reads this once, before main(), so the program begins again. Where
 * that cannot be done, they spin. */
static void hone_wait_passively(char **argv) {
    if (getenv("OMP_WAIT_POLICY") || getenv("GOMP_SPINCOUNT")) return;
    char own[OWN_PATH_MAX];
    hone_own_path(own);
    if (setenv("OMP_WAIT_POLICY", "passive", 1) == 0) execv(own, argv);
}

int main(int argc, char **argv) {
    if (argc > 0) program_name = argv[0];
    hone_wait_passively(argv);
    return output_finish("hone", ranks_main(hone_run, argc, argv));
}
