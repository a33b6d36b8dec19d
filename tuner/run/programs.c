/*
 * A file is known by its name in the record, and told from others by the checksum of its bytes.
 */
#include "tuner/run/programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/shown.h"
#include "engine/plugin/library.h"
#include "tuner/config/versions.h"
#include "tuner/external/tuned.h"

/* A file of code as it is now. */
struct program {
    struct text name; /* in the record */
    struct text what; /* in messages: its kind and its name */
    uint64_t checksum;
};

struct programs {
    int count;
    struct program *list;
};

static void program_free(struct program *program) {
    text_free(&program->name);
    text_free(&program->what);
}

static void programs_free(struct programs *programs) {
    for (int i = 0; i < programs->count; i++) program_free(&programs->list[i]);
    free(programs->list);
}

/* ---- which there are ---- */

static bool programs_have(const struct programs *programs, const char *name) {
    int i = 0;
    while (i < programs->count && strcmp(text_get(&programs->list[i].name), name) != 0) i++;
    return i < programs->count;
}

static bool programs_have_file(const struct programs *programs, const char *what) {
    int i = 0;
    while (i < programs->count && strcmp(text_get(&programs->list[i].what), what) != 0) i++;
    return i < programs->count;
}

static void programs_add(struct programs *programs, const struct program *program) {
    programs->list =
        xrealloc(programs->list, (size_t)(programs->count + 1) * sizeof *programs->list);
    programs->list[programs->count++] = *program;
}

static void programs_add_plugin(struct programs *programs, const char *path) {
    const struct library *library = library_find(path);
    if (!library) return;
    struct program program = {.checksum = library->checksum};
    text_add(&program.name, "%s", path);
    text_add(&program.what, "plug-in %s", library->file);
    programs_add(programs, &program);
}

/* Engines with a network in them are larger than file_read reads. */
static bool programs_checksum(const char *path, uint64_t *out) {
    char block[1 << 16];
    size_t count;
    FILE *file = fopen(path, "rb");
    *out = bytes_checksum("", 0);
    while (file && (count = fread(block, 1, sizeof block, file)) > 0)
        *out = bytes_checksum_on(*out, block, count);
    bool read = file && !ferror(file);
    if (file) fclose(file);
    return read;
}

/* By the end of its path, so that a run and its engine may be moved. A second file of that name has
 * a number. */
static void programs_name_file(const struct programs *programs, const char *path,
                               struct text *out) {
    const char *slash = strrchr(path, '/'), *end = slash ? slash + 1 : path;
    text_add(out, VERSIONS_ENGINE "%s", end);
    for (int number = 2; programs_have(programs, text_get(out)); number++) {
        text_free(out);
        text_add(out, VERSIONS_ENGINE "%s %d", end, number);
    }
}

/* A program that may be started and not read is not told from others. */
static void programs_add_file(struct programs *programs, const char *path) {
    struct program program = {0};
    text_add(&program.what, "engine %s", path);
    programs_name_file(programs, path, &program.name);
    if (!programs_have_file(programs, text_get(&program.what)) &&
        programs_checksum(path, &program.checksum))
        programs_add(programs, &program);
    else
        program_free(&program);
}

static void programs_add_engine(struct programs *programs, const struct launch *launch) {
    char *files[LAUNCH_FILES_MAX];
    int count = launch_files(launch, files);
    for (int i = 0; i < count; i++) {
        programs_add_file(programs, files[i]);
        free(files[i]);
    }
}

static void programs_add_yardsticks(struct programs *programs, const struct yardstick *list,
                                    int count) {
    for (int i = 0; i < count; i++)
        if (list[i].line) programs_add_engine(programs, &list[i].external.launch);
}

static struct programs programs_of(const struct config *config, bool plugins) {
    struct programs programs = {0};
    const struct tuned *tuned = tuned_of(config->evaluator);
    for (int i = 0; plugins && i < config->given.plugins.count; i++)
        programs_add_plugin(&programs, config->given.plugins.paths[i]);
    if (tuned) programs_add_engine(&programs, &tuned->spec.launch);
    programs_add_yardsticks(&programs, config->fitness.yardsticks, config->fitness.yardstick_count);
    programs_add_yardsticks(&programs, config->verify.yardsticks, config->verify.yardstick_count);
    return programs;
}

/* ---- the record ---- */

static void programs_keep_one(struct run *run, const struct program *program, int generation) {
    struct text line = {0};
    versions_add_line(program->checksum, generation, &line);
    store_add_file(run->store, &(struct stored_file){run->id, program->name.data, line.data});
    text_free(&line);
}

void programs_keep(struct run *run) {
    struct programs programs = programs_of(run->config, false);
    for (int i = 0; i < programs.count; i++) programs_keep_one(run, &programs.list[i], 0);
    programs_free(&programs);
}

/* The report of a run that is over is not about the program of today. */
static int programs_warn(const struct run *run, const char *remark) {
    shown_warn("%s: %s; its results are those of the earlier one\n", run->config->output, remark);
    return 0;
}

static int programs_refuse(const struct run *run, const char *remark, struct error *error) {
    return error_set(error,
                     "%s: %s. It may give other games. Use the one from then, or go on with this "
                     "one by --adopt, which the report will say",
                     run->config->output, remark);
}

static int programs_adopt(struct run *run, const struct program *program, int generation,
                          const struct stored_file *file) {
    struct text content = {0};
    text_add(&content, "%s", file->content);
    versions_add_line(program->checksum, generation, &content);
    store_change_file(run->store, &(struct stored_file){file->run, file->path, content.data});
    text_free(&content);
    return 0;
}

/* Whether nothing is played with them any more. */
static bool programs_are_over(const struct run *run, const struct stored_run *row) {
    return row->finished[0] && !run->wish.relength;
}

/* One that has changed gives other games. It is adopted from the next generation on; a run that is
 * over needs none. */
static int programs_compare(struct run *run, const struct stored_run *row,
                            const struct program *program, const struct stored_file *file,
                            struct error *error) {
    bool over = programs_are_over(run, row);
    struct text remark = {0};
    if (versions_same(program->checksum, file->content)) return 0;
    versions_remark(text_get(&program->what), program->checksum, file->content, &remark);
    int status = over               ? programs_warn(run, text_get(&remark))
                 : !run->wish.adopt ? programs_refuse(run, text_get(&remark), error)
                                    : programs_adopt(run, program, row->generations + 1, file);
    text_free(&remark);
    return status;
}

static const struct stored_file *programs_find(const struct program *program,
                                               const struct stored_file *files, int count) {
    int i = 0;
    while (i < count && strcmp(files[i].path, text_get(&program->name)) != 0) i++;
    return i < count ? &files[i] : NULL;
}

/* Earlier versions kept no engines: those of such a run are known from the next generation on. */
int programs_check(struct run *run, const struct stored_run *row, struct error *error) {
    struct programs programs = programs_of(run->config, true);
    struct stored_file *files;
    int count = store_files(run->store, row->id, &files), status = 0;
    bool over = programs_are_over(run, row);
    run->id = row->id;
    for (int i = 0; i < programs.count && status == 0; i++) {
        const struct program *program = &programs.list[i];
        const struct stored_file *file = programs_find(program, files, count);
        if (file)
            status = programs_compare(run, row, program, file, error);
        else if (!over)
            programs_keep_one(run, program, row->generations + 1);
    }
    store_free_files(files, count);
    programs_free(&programs);
    return status;
}
