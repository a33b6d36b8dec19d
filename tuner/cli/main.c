/*
 * hone: the tuner. Its commands are in commands.c, each in a file of its name.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/base/isa.h"
#include "engine/base/options.h"
#include "engine/base/program.h"
#include "engine/base/shown.h"
#include "tuner/cli/commands.h"
#include "tuner/play/pool.h"
#include "tuner/play/ranks.h"

enum { OWN_PATH_MAX = 4096 };

/* A config that is there: from here, or wherever the program is. */
static void hone_first_config(struct text *out) {
    const char *config = "config/reversi-quick.cfg";
    if (access(config, R_OK) != 0 && program_find_file(config, out)) return;
    text_free(out);
    *out = (struct text){0};
    text_add(out, "%s", config);
}

/* What ends the help: a command to begin with, and the pages. */
static void hone_hint(struct text *out) {
    struct text config = {0};
    hone_first_config(&config);
    text_add(out, "Begin with: %s tune %s\n", program_name, text_get(&config));
    help_pages_hint(&hone_pages, out);
    text_free(&config);
}

static int hone_command(int argc, char **argv) {
    struct text hint = {0};
    int status = help_pages_answer(&hone_pages, hone_commands, argc, argv);
    if (status >= 0) return status;
    hone_hint(&hint);
    status = program_run(hone_commands, hone_about, text_get(&hint), argc, argv);
    text_free(&hint);
    return status;
}

static int hone_run(int argc, char **argv) {
    struct error error;
    if (isa_init(&error) == 0) return hone_command(argc, argv);
    shown_warn("hone: %s\n", error.text);
    return 2;
}

/* Threads that have no work sleep. By default they spin for some milliseconds, which takes a core
 * from other programs; libgomp reads this once, before main(), so the program begins again. Where
 * that cannot be done, they spin. */
static void hone_wait_passively(char **argv) {
    if (getenv("OMP_WAIT_POLICY") || getenv("GOMP_SPINCOUNT")) return;
    char own[OWN_PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length < 0 ? 0 : length] = '\0';
    pool_unbind();
    if (setenv("OMP_WAIT_POLICY", "passive", 1) == 0) execv(own, argv);
}

int main(int argc, char **argv) {
    if (argc > 0) program_name = argv[0];
    hone_wait_passively(argv);
    program_keep_memory();
    return output_finish("hone", ranks_main(hone_run, argc, argv));
}
