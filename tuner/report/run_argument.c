/*
 * run_argument: from what the user typed to a database, or to what would have been right. All
 * commands that look at runs take them from here, so that the same words mean the same run.
 */
#include "tuner/report/run_argument.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Adds the directories in `directory` that hold a run, in order of their names; how many. */
static int run_argument_list(const char *directory, struct text *out) {
    struct dirent **entries;
    int found = 0, count = scandir(directory, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char place[RUN_ARGUMENT_PATH], database[RUN_ARGUMENT_PATH + 8];
        snprintf(place, sizeof place, "%s/%s", directory, entries[i]->d_name);
        store_run_path(place, database, sizeof database);
        if (entries[i]->d_name[0] != '.' && access(database, F_OK) == 0)
            text_add(out, found++ ? ", %s" : "%s", place);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    return found;
}

/* The database that is meant, into `out`. 0, or -1 and why: a directory that holds no run may hold
 * directories of runs. */
static int run_argument_path(const char *argument, char out[RUN_ARGUMENT_PATH],
                             struct error *error) {
    struct stat status;
    struct text runs = {0};
    snprintf(out, RUN_ARGUMENT_PATH, "%s", argument);
    if (stat(argument, &status) != 0 || !S_ISDIR(status.st_mode)) return 0;
    store_run_path(argument, out, RUN_ARGUMENT_PATH);
    bool several = access(out, F_OK) != 0 && run_argument_list(argument, &runs) > 0;
    if (several)
        error_set(error, "%s is no run, but holds some; which one? %s", argument, text_get(&runs));
    text_free(&runs);
    return several ? -1 : 0;
}

const char *run_argument_split(const char *argument, char path[RUN_ARGUMENT_PATH]) {
    const char *at = access(argument, F_OK) == 0 ? NULL : strrchr(argument, '@');
    if (at && strchr(at, '/')) at = NULL; /* of a directory's name */
    size_t length = at ? (size_t)(at - argument) : strlen(argument);
    snprintf(path, RUN_ARGUMENT_PATH, "%.*s", (int)length, argument);
    return at ? at + 1 : NULL;
}

int run_argument_open(const char *argument, struct run_argument *out, struct error *error) {
    *out = (struct run_argument){0};
    if (run_argument_path(argument, out->path, error)) return -1;
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
    out->run = out->runs;
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
        "fitness.yardsticks=[]",     "fitness.hall_size=0",
        "fitness.hall_rule=newest",  "fitness.gauntlet=false",
        "fitness.groups=true",       "verify.yardsticks=[]",
        "optimizer.data=[]",         "optimizer.init=\"random\"",
        "optimizer.init_weights=[]", "params=()"};
    return config_parse_stored(argument->run->name, argument->run->config, without_files,
                               COUNT_OF(without_files), out, error);
}
