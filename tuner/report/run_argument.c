/*
 * run_argument: from the user's words to a database, or to advice. All commands that look at runs
 * take them from here, so that the same words mean the same run.
 */
#include "tuner/report/run_argument.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/near_name.h"
#include "engine/base/shown.h"
#include "engine/base/textfile.h"
#include "tuner/run/run.h"

/* ---- several runs ---- */

static bool run_argument_holds_run(const char *place) {
    char database[RUN_ARGUMENT_PATH + 8];
    store_run_path(place, database, sizeof database);
    return access(database, F_OK) == 0;
}

static void run_argument_places_put(struct run_argument_places *places, const char *place) {
    size_t count = (size_t)places->count + 1;
    places->list = xrealloc(places->list, count * sizeof *places->list);
    places->list[places->count++] = xstrdup(place);
}

static void run_argument_places_add(struct run_argument_places *places, const char *place) {
    if (run_argument_holds_run(place)) run_argument_places_put(places, place);
}

static bool run_argument_is_own_directory(const char *place) {
    struct stat status;
    return lstat(place, &status) == 0 && S_ISDIR(status.st_mode);
}

static int run_argument_walk(const char *directory, struct run_argument_places *places) {
    struct dirent **entries;
    int count = scandir(directory, &entries, NULL, alphasort);
    const char *slash = directory[strlen(directory) - 1] == '/' ? "" : "/";
    for (int i = 0; i < count; i++) {
        char place[RUN_ARGUMENT_PATH];
        int length = snprintf(place, sizeof place, "%s%s%s", directory, slash, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.' && length < RUN_ARGUMENT_PATH) {
            run_argument_places_add(places, place);
            if (run_argument_is_own_directory(place)) run_argument_walk(place, places);
        }
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    return count;
}

int run_argument_places(const char *directory, struct run_argument_places *out,
                        struct error *error) {
    *out = (struct run_argument_places){0};
    run_argument_places_add(out, directory);
    if (*directory && run_argument_walk(directory, out) >= 0) return 0;
    return error_set(error, "%s: %s", directory, *directory ? strerror(errno) : "is no directory");
}

void run_argument_places_free(struct run_argument_places *places) {
    for (int i = 0; i < places->count; i++) free(places->list[i]);
    free(places->list);
    *places = (struct run_argument_places){0};
}

/* ---- one run ---- */

/* Adds the directories in `directory` that hold a run; how many. */
static int run_argument_list(const char *directory, struct text *out) {
    struct run_argument_places places;
    run_argument_places(directory, &places, NULL);
    int count = places.count;
    for (int i = 0; i < count; i++) text_add(out, i ? ", %s" : "%s", places.list[i]);
    run_argument_places_free(&places);
    return count;
}

static bool run_argument_is_directory(const char *place) {
    struct stat status;
    return stat(place, &status) == 0 && S_ISDIR(status.st_mode);
}

static int run_argument_is_config(const struct dirent *entry) {
    const char *end = strrchr(entry->d_name, '.');
    return end && end != entry->d_name && strcmp(end, ".cfg") == 0;
}

static bool run_argument_is_hidden(const char *place) {
    return !run_argument_holds_run(place) && errno == EACCES;
}

/* A directory without a run: it may be that of a config. */
static void run_argument_refuse_directory(const char *directory, struct error *error) {
    struct dirent **entries;
    if (run_argument_is_hidden(directory)) {
        error_set(error, "%s: %s", directory, strerror(EACCES));
        return;
    }
    int count = scandir(directory, &entries, run_argument_is_config, alphasort);
    const char *slash = directory[strlen(directory) - 1] == '/' ? "" : "/";
    if (count > 0)
        error_set(error, "%s: is a directory without a run in it (run.db); did you mean %s%s%s?",
                  directory, directory, slash, entries[0]->d_name);
    else
        error_set(error, "%s: is a directory without a run in it (run.db)", directory);
    for (int i = 0; i < count; i++) free(entries[i]);
    if (count >= 0) free(entries);
}

/* A config where a run is needed: that run's directory, and whether it has been begun. */
static int run_argument_refuse_config(const char *path, struct error *error) {
    struct config config;
    const char *end = strrchr(path, '.');
    if (!end || strcmp(end, ".cfg") != 0 || access(path, F_OK) != 0) return 0;
    int status = config_load(path, NULL, 0, &config, NULL);
    if (status)
        error_set(error, "%s: is a config, not a run; `hone check %s` says what is wrong in it",
                  path, path);
    else if (run_argument_holds_run(config.output))
        error_set(error, "%s: is a config, not a run; did you mean its run, %s?", path,
                  config.output);
    else
        error_set(error, "%s: is a config, not a run; `hone tune %s` begins its run, in %s", path,
                  path, config.output);
    config_free(&config);
    return -1;
}

static int run_argument_refuse_weights(const char *path, struct error *error) {
    if (!textfile_is_named(path, ".weights") || access(path, F_OK) != 0) return 0;
    return error_set(error,
                     "%s: is a weight file, not a run; `hone weights show %s` shows it, `hone "
                     "match` plays with it",
                     path, path);
}

int run_argument_database(const char *argument, char out[RUN_ARGUMENT_PATH], struct error *error) {
    struct text runs = {0};
    snprintf(out, RUN_ARGUMENT_PATH, "%s", argument);
    if (!run_argument_is_directory(argument)) return 0;
    store_run_path(argument, out, RUN_ARGUMENT_PATH);
    if (access(out, F_OK) == 0) return 0;
    if (run_argument_list(argument, &runs) > 0)
        error_set(error, "%s is no run, but holds some; which one? %s", argument, text_get(&runs));
    else
        run_argument_refuse_directory(argument, error);
    text_free(&runs);
    return -1;
}

const char *run_argument_split(const char *argument, char path[RUN_ARGUMENT_PATH]) {
    const char *at = access(argument, F_OK) == 0 ? NULL : strrchr(argument, '@');
    if (at && strchr(at, '/')) at = NULL; /* of a directory's name */
    size_t length = at ? (size_t)(at - argument) : strlen(argument);
    snprintf(path, RUN_ARGUMENT_PATH, "%.*s", (int)length, argument);
    return at ? at + 1 : NULL;
}

int run_argument_open(const char *argument, struct run_argument *out, struct error *error) {
    return run_argument_open_as(argument, STORE_READ, out, error);
}

/* Cuts "#NAME" off, unless there is a file or directory of the whole name, and returns NAME. */
static const char *run_argument_pick(char *place) {
    char *mark = access(place, F_OK) == 0 ? NULL : strrchr(place, '#');
    if (!mark) return "";
    *mark = '\0';
    return mark + 1;
}

bool run_argument_names_one(const char *argument) {
    char place[RUN_ARGUMENT_PATH];
    snprintf(place, sizeof place, "%s", argument);
    return *run_argument_pick(place) != '\0';
}

bool run_argument_is_run(const char *argument) {
    char place[RUN_ARGUMENT_PATH];
    snprintf(place, sizeof place, "%s", argument);
    run_argument_pick(place);
    return run_argument_is_directory(place) || textfile_is_named(place, ".db");
}

static bool run_argument_is(const struct stored_run *run, const char *wanted) {
    char id[24];
    snprintf(id, sizeof id, "%lld", (long long)run->id);
    return strcmp(run->name, wanted) == 0 || strcmp(id, wanted) == 0;
}

/* Whether there is such a run. */
static bool run_argument_choose(struct run_argument *argument) {
    argument->run = NULL;
    for (int i = 0; !argument->run && i < argument->count; i++)
        if (!*argument->wanted || run_argument_is(&argument->runs[i], argument->wanted))
            argument->run = &argument->runs[i];
    return argument->run;
}

static int run_argument_refuse(struct run_argument *argument, struct error *error) {
    if (argument->count > 0)
        error_set(error, "%s: there is no run \"%s\" in it; `hone report` shows which there are",
                  argument->path, argument->wanted);
    else
        error_set(error,
                  store_keeps_games(argument->store)
                      ? "%s: holds games with external engines, not a run; `hone replay` shows them"
                      : "%s: there is no run in it yet",
                  argument->path);
    run_argument_close(argument);
    return -1;
}

void run_argument_close(struct run_argument *argument) {
    store_free_runs(argument->runs, argument->count);
    if (!argument->borrowed) store_close(argument->store);
    *argument = (struct run_argument){0};
}

static int run_argument_read_runs(struct run_argument *argument, struct error *error) {
    struct error why = {""};
    store_soften(argument->store, &why);
    argument->count = store_runs(argument->store, &argument->runs);
    if (store_harden(argument->store) == 0) return 0;
    run_argument_close(argument);
    return error_set(error, "%s", why.text);
}

/* What the words name, not opened yet. 0, or -1 and why. */
static int run_argument_find(const char *argument, struct run_argument *out, struct error *error) {
    char place[RUN_ARGUMENT_PATH];
    *out = (struct run_argument){0};
    snprintf(place, sizeof place, "%s", argument);
    snprintf(out->argument, sizeof out->argument, "%s", argument);
    snprintf(out->wanted, sizeof out->wanted, "%s", run_argument_pick(place));
    return run_argument_database(place, out->path, error) ||
                   run_argument_refuse_config(place, error) ||
                   run_argument_refuse_weights(place, error)
               ? -1
               : 0;
}

static int run_argument_begin(struct run_argument *argument, struct error *error) {
    if (!argument->store || run_argument_read_runs(argument, error)) return -1;
    return run_argument_choose(argument) ? 0 : run_argument_refuse(argument, error);
}

static void run_argument_say_which(const struct run_argument *argument) {
    if (argument->count > 1 && !*argument->wanted)
        shown_warn("hone: %s holds %d runs; the newest is meant, %s#%s\n", argument->path,
                   argument->count, argument->path, argument->run->name);
}

int run_argument_open_in(const char *argument, struct store *store, struct run_argument *out,
                         struct error *error) {
    int status = run_argument_find(argument, out, error);
    out->store = store;
    if (status) run_argument_close(out);
    return status ? -1 : run_argument_begin(out, error);
}

int run_argument_open_as(const char *argument, enum store_mode mode, struct run_argument *out,
                         struct error *error) {
    if (run_argument_find(argument, out, error)) return -1;
    out->store = store_open(out->path, mode, error);
    if (!out->store) near_name_add(out->path, (const char *const[]){"results/", NULL}, error);
    if (run_argument_begin(out, error)) return -1;
    run_argument_say_which(out);
    return 0;
}

void run_argument_refresh(struct run_argument *argument) {
    store_free_runs(argument->runs, argument->count);
    argument->count = store_runs(argument->store, &argument->runs);
    run_argument_choose(argument);
}

/* ---- several at a time ---- */

static struct store *run_arguments_store(const struct run_arguments *runs, const char *path) {
    for (int i = 0; i < runs->count; i++)
        if (strcmp(runs->list[i].path, path) == 0) return runs->list[i].store;
    return NULL;
}

/* The place of the next one, which is counted in when it is there. */
static struct run_argument *run_arguments_next(struct run_arguments *runs) {
    size_t count = (size_t)runs->count + 1;
    runs->list = xrealloc(runs->list, count * sizeof *runs->list);
    return &runs->list[runs->count];
}

/* Without a word where several runs are there and none is named. */
static struct run_argument *run_arguments_add(struct run_arguments *runs, const char *argument,
                                              struct error *error) {
    struct run_argument *run = run_arguments_next(runs);
    if (run_argument_find(argument, run, error)) return NULL;
    run->store = run_arguments_store(runs, run->path);
    run->borrowed = run->store;
    if (!run->store) run->store = store_open(run->path, STORE_READ, error);
    if (run_argument_begin(run, error)) return NULL;
    runs->count++;
    return run;
}

struct run_argument *run_arguments_open(struct run_arguments *runs, const char *argument,
                                        struct error *error) {
    struct run_argument *run = run_arguments_add(runs, argument, error);
    if (run) run_argument_say_which(run);
    return run;
}

/* The last one named a database of several: the others follow it, with its store, and then it moves
 * behind them, since it is the newest. */
static int run_arguments_spread(struct run_arguments *runs, struct error *error) {
    int place = runs->count - 1, others = runs->list[place].count - 1;
    for (int i = others; i >= 0; i--) {
        struct run_argument *owner = &runs->list[place];
        char name[sizeof owner->argument];
        snprintf(name, sizeof name, "%s#%s", owner->path, owner->runs[i].name);
        if (i == 0)
            memcpy(owner->argument, name, sizeof name);
        else if (!run_arguments_add(runs, name, error))
            return -1;
    }
    struct run_argument owner = runs->list[place];
    snprintf(owner.wanted, sizeof owner.wanted, "%s", owner.run->name);
    memmove(&runs->list[place], &runs->list[place + 1], (size_t)others * sizeof owner);
    runs->list[place + others] = owner;
    return 0;
}

int run_arguments_open_all(struct run_arguments *runs, char *const *arguments, int count,
                           struct error *error) {
    for (int i = 0; i < count; i++) {
        const struct run_argument *run = run_arguments_add(runs, arguments[i], error);
        if (!run || (run->count > 1 && !*run->wanted && run_arguments_spread(runs, error)))
            return -1;
    }
    return 0;
}

void run_arguments_close(struct run_arguments *runs) {
    for (int i = 0; i < runs->count; i++) run_argument_close(&runs->list[i]);
    free(runs->list);
    *runs = (struct run_arguments){0};
}

void run_argument_place(const struct run_argument *argument, char out[RUN_ARGUMENT_PATH]) {
    const char *slash = strrchr(argument->path, '/');
    char usual[RUN_ARGUMENT_PATH];
    snprintf(out, RUN_ARGUMENT_PATH, "%.*s", slash ? (int)(slash - argument->path) : 1,
             slash ? argument->path : ".");
    store_run_path(out, usual, sizeof usual);
    if ((slash && strcmp(usual, argument->path) != 0) || *argument->wanted)
        snprintf(out, RUN_ARGUMENT_PATH, "%.*s%s%s", RUN_ARGUMENT_PATH - RUN_ARGUMENT_NAME - 2,
                 argument->path, *argument->wanted ? "#" : "", argument->wanted);
}

bool run_argument_goes_on(const struct run_argument *argument) {
    const char *slash = strrchr(argument->path, '/');
    return argument->count == 1 && strcmp(slash ? slash + 1 : argument->path, "run.db") == 0;
}

int run_argument_settings(const struct run_argument *argument, const char *const *sets,
                          int set_count, struct config *out, struct error *error) {
    return run_config(argument->store, argument->run, sets, set_count, out, error);
}

int run_argument_config(const struct run_argument *argument, struct config *out,
                        struct error *error) {
    static const char *const without_files[] = {
        "fitness.yardsticks=[]",     "fitness.hall_size=0",
        "fitness.hall_rule=newest",  "fitness.gauntlet=false",
        "fitness.groups=true",       "verify.yardsticks=[]",
        "optimizer.data=[]",         "optimizer.init=\"random\"",
        "optimizer.init_weights=[]", "params=()"};
    if (run_argument_settings(argument, NULL, 0, out, error) == 0) return 0;
    config_free(out);
    return config_parse_stored(argument->run->name, argument->run->config, NULL, without_files,
                               COUNT_OF(without_files), out, error);
}
