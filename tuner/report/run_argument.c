#include "tuner/report/run_argument.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void database_path(const char *argument, char *out, size_t size) {
    struct stat status;
    bool directory = stat(argument, &status) == 0 && S_ISDIR(status.st_mode);
    snprintf(out, size, directory ? "%s/run.db" : "%s", argument);
}

const char *run_argument_split(const char *argument, char path[RUN_ARGUMENT_PATH]) {
    const char *at = access(argument, F_OK) == 0 ? NULL : strrchr(argument, '@');
    size_t length = at ? (size_t)(at - argument) : strlen(argument);
    snprintf(path, RUN_ARGUMENT_PATH, "%.*s", (int)length, argument);
    return at ? at + 1 : NULL;
}

int run_argument_open(const char *argument, struct run_argument *out, struct error *error) {
    *out = (struct run_argument){0};
    database_path(argument, out->path, sizeof out->path);
    out->store = store_open(out->path, STORE_READ, error);
    if (!out->store) return -1;
    out->count = store_runs(out->store, &out->runs);
    if (out->count == 0) {
        error_set(error,
                  store_keeps_games(out->store)
                      ? "%s: holds games with external engines, not a run; `hone replay` shows them"
                      : "%s: there is no run in it yet",
                  out->path);
        run_argument_close(out);
        return -1;
    }
    out->run = &out->runs[out->count - 1];
    return 0;
}

void run_argument_close(struct run_argument *argument) {
    store_free_runs(argument->runs, argument->count);
    store_close(argument->store);
    *argument = (struct run_argument){0};
}

int run_argument_config(const struct run_argument *argument, struct config *out,
                        struct error *error) {
    static const char *const without_files[] = {
        "fitness.yardsticks=[]",    "fitness.hall_size=0",  "fitness.gauntlet=false",
        "fitness.groups=true",      "verify.yardsticks=[]", "optimizer.init=\"random\"",
        "optimizer.init_weights=[]"};
    return config_parse_stored(argument->run->name, argument->run->config, without_files,
                               COUNT_OF(without_files), out, error);
}
