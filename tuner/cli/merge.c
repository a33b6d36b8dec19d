/*
 * merge: `hone merge`, the runs and games of several databases in one, for `hone report` to
 * compare. Nothing is lost, ids are given anew, the sources are only read. The output gets its name
 * when it is whole.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/options.h"
#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "tuner/cli/commands.h"
#include "tuner/report/run_argument.h"
#include "tuner/store/journal.h"

enum { SOURCES_MAX = 1000 };

static const struct command_usage usage = {
    .synopsis = "merge RUN|FILE.db[#NAME]... -o OUT.db",
    .doc =
        "Puts the runs and games of several databases into a new one. The databases themselves\n"
        "are only read; of a run that is going on, OUT.db gets the generations and stages that\n"
        "are over. RUN is a run's directory or database.\n"
        "\n"
        "`hone report OUT.db` compares the runs in it. OUT.db#NAME, or OUT.db#2 for the second,\n"
        "means one of them: in commands that look at a run or play with its players, and here,\n"
        "to take it alone. Runs of one name get names of their own: quick, quick-2.\n",
    .operands_min = 1,
    .operands_max = SOURCES_MAX,
};

/* What is merged: all of a database, or a run of it. */
struct merge_source {
    const char *argument;
    struct run_argument run; /* open while it is merged */
    int64_t row;             /* of the run; 0: all */
    struct stat file;
};

/* 0, or -1 and why. */
static int merge_open_source(struct merge_source *source, struct error *error) {
    struct run_argument *run = &source->run;
    if (run_argument_names_one(source->argument)) {
        if (run_argument_open_as(source->argument, STORE_READ_WHOLE, run, error)) return -1;
        source->row = run->run->id;
    } else {
        if (run_argument_database(source->argument, run->path, error)) return -1;
        run->store = store_open(run->path, STORE_READ_WHOLE, error);
        if (!run->store) return -1;
    }
    if (stat(run->path, &source->file) == 0) return 0;
    return error_set(error, "%s: %s", run->path, strerror(errno));
}

static bool merge_is_twice(const struct merge_source *one, const struct merge_source *other) {
    return one->file.st_ino == other->file.st_ino && one->file.st_dev == other->file.st_dev &&
           (one->row == 0 || other->row == 0 || one->row == other->row);
}

/* 0, or -1 and why: it was merged before. */
static int merge_check_twice(const struct merge_source *sources, int count, struct error *error) {
    for (int i = 0; i < count; i++)
        if (merge_is_twice(&sources[i], &sources[count]))
            return error_set(error, "%s and %s are one database", sources[i].argument,
                             sources[count].argument);
    return 0;
}

static void merge_say_kept(const char *path) {
    if (journal_is_there(path))
        shown_warn(
            "%s merge: %s has games of what is being played in %s-games; they stay there, for "
            "the run when it goes on there\n",
            program_base(), path, path);
}

/* The source of that number, of which those before are merged. */
static int merge_add(struct store *into, struct merge_source *sources, int number,
                     struct error *error) {
    struct merge_source *source = &sources[number];
    int status = merge_open_source(source, error);
    if (status == 0) status = merge_check_twice(sources, number, error);
    if (status == 0) {
        store_merge(into, source->run.store, source->row);
        merge_say_kept(source->run.path);
    }
    run_argument_close(&source->run);
    return status;
}

/* What is in it now, a line each. */
static void merge_say(struct store *store, const char *out, struct text *said) {
    struct stored_run *runs;
    int count = store_runs(store, &runs);
    for (int i = count - 1; i >= 0; i--)
        text_add(said, "%s#%s: %s, seed %llu, %d generation%s, %s\n", out, runs[i].name,
                 runs[i].game, (unsigned long long)runs[i].seed, runs[i].generations,
                 plural(runs[i].generations), runs[i].finished[0] ? "finished" : "not finished");
    store_free_runs(runs, count);
}

/* Into the database `part`, which gets the name `out`. */
static int merge_all(struct merge_source *sources, int count, const char *part, const char *out,
                     struct text *said, struct error *error) {
    struct progress progress;
    struct store *into = store_open(part, STORE_WRITE, error);
    int status = into ? 0 : -1;
    progress_start(&progress, "merging", count);
    for (int i = 0; status == 0 && i < count; i++) {
        progress_update(&progress, i, "");
        status = merge_add(into, sources, i, error);
    }
    progress_end(&progress);
    if (status == 0) merge_say(into, out, said);
    store_close(into);
    return status;
}

static void merge_remove(const char *path) {
    static const char *const endings[] = {"", "-lock", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        struct text name = {0};
        text_add(&name, "%s%s", path, endings[i]);
        unlink(text_get(&name));
        text_free(&name);
    }
}

/* Under another name first, which what a kill has left does not hinder. */
static int merge_into(struct merge_source *sources, int count, const char *out,
                      struct error *error) {
    struct text part = {0}, said = {0};
    struct stat there;
    if (lstat(out, &there) == 0)
        return error_set(error, "%s is there already; a merge makes a new database", out);
    text_add(&part, "%s-part", out);
    merge_remove(text_get(&part));
    int status = merge_all(sources, count, text_get(&part), out, &said, error);
    if (status == 0 && rename(text_get(&part), out) != 0)
        status = error_set(error, "%s: %s", out, strerror(errno));
    if (status == 0) shown_print("%s", text_get(&said));
    merge_remove(text_get(&part));
    text_free(&part);
    text_free(&said);
    return status;
}

int command_merge(int argc, char **argv) {
    const char *out = NULL;
    const struct option_spec options[] = {{.name = "output",
                                           .letter = 'o',
                                           .argument = "FILE",
                                           .doc = "the new database",
                                           .kind = OPTION_TEXT,
                                           .value = &out},
                                          {0}};
    struct operands operands;
    struct error error;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (!out) return usage_fail(&usage, "-o FILE is missing: the new database");
    struct merge_source *sources = xcalloc((size_t)operands.count, sizeof *sources);
    for (int i = 0; i < operands.count; i++) sources[i].argument = operands.list[i];
    if (merge_into(sources, operands.count, out, &error))
        status = command_fail(&usage, "%s", error.text);
    else
        status = 0;
    free(sources);
    return status;
}
