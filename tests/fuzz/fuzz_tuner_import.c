/*
 * What another tuner knows of an engine, in any of its formats: `hone import` refuses it with a
 * reason or prints a config, and no name or value of the file gets out of its quotes: the config
 * has the keys that `hone import` writes, and no others.
 */
#include <libconfig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/targets.h"
#include "tuner/cli/commands.h"

static int status;
static char path[64];

static void go(void *unused) {
    char *words[] = {"import", path, NULL};
    (void)unused;
    status = command_import(2, words);
}

static void check_keys(const config_t *config) {
    static const char *const keys[] = {"game",    "engine",    "openings", "parameters",
                                       "fitness", "optimizer", "verify"};
    const config_setting_t *root = config_root_setting(config);
    for (int i = 0; i < config_setting_length(root); i++) {
        const char *name = config_setting_name(config_setting_get_elem(root, (unsigned)i));
        size_t key = 0;
        while (key < COUNT_OF(keys) && strcmp(keys[key], name) != 0) key++;
        if (key == COUNT_OF(keys)) die("a key %s", name);
    }
}

static void check_config(FILE *printed) {
    config_t config;
    rewind(printed);
    config_init(&config);
    if (!config_read(&config, printed))
        die("a config that is none: %s", config_error_text(&config));
    check_keys(&config);
    config_destroy(&config);
}

/* Standard output goes into a file meanwhile, and errors nowhere. */
void fuzz_tuner_import(const uint8_t *data, size_t size) {
    FILE *printed = tmpfile(), *nothing = fopen("/dev/null", "w");
    if (!printed || !nothing) die("no files");
    snprintf(path, sizeof path, "%s", fuzz_file((const char *)data, size));
    fflush(NULL);
    int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    dup2(fileno(printed), STDOUT_FILENO);
    dup2(fileno(nothing), STDERR_FILENO);
    status = -1;
    fuzz_outlive_exit(go, NULL);
    fflush(NULL);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    if (status == 0) check_config(printed);
    fclose(printed);
    fclose(nothing);
}
