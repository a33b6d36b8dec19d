/*
 * A program's new command, environment and file are compared with its present ones, so that only a
 * change restarts it.
 */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "tuner/external/tuned.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/textfile.h"
#include "engine/search/player.h"
#include "tuner/external/fill.h"
#include "tuner/external/guest.h"

/* After which no more games are played: "NAME lost 3 games in a row …: FAULT". */
struct tuned_limit {
    const char *did;
    int times;
    const char *what;
};
static const struct tuned_limit limit_starts = {"failed to start", 3,
                                                "times in a row, and with the start's values too"};
static const struct tuned_limit limit_start = {
    "lost", 3, "games in a row by faults with the start's values, the last one by this"};
static const struct tuned_limit limit_all = {"lost the games of", STREAK_MARKS_MAX,
                                             "vectors in a row by faults, the last one by this"};

struct tuned_seat {
    struct tuned *tuned;
    bool plays_start;    /* the values of its game are those of the table */
    uint64_t mark;       /* of these values, not 0 */
    struct text *values; /* of all parameters, as the engine reads them */
    struct fill *fills;  /* the same by name, then {file} */
    struct external_setting *said;
    int said_count;
    struct launch launch; /* of the program */
    struct text content;  /* of its file */
    char folder[512];     /* of the file; "": not made yet */
    struct text path;     /* of the file */
};

/* ---- the table ---- */

static void tuned_prepare(const struct evaluator *evaluator, const int32_t *weights,
                          void *prepared) {
    memcpy(prepared, weights, (size_t)evaluator->param_count * sizeof *weights);
}

void tuned_settle(struct tuned *tuned) {
    struct evaluator *evaluator = &tuned->evaluator;
    evaluator->prepared_size = (size_t)evaluator->param_count * sizeof(int32_t);
    evaluator->prepare = tuned_prepare;
    evaluator->mover_new = guest_of_tuned;
}

static struct tuned *tuned_list;

void tuned_keep(struct tuned *tuned, const char *identity) {
    tuned->identity = xstrdup(identity);
    tuned->next = tuned_list;
    tuned_list = tuned;
}

struct tuned *tuned_find(const char *identity) {
    struct tuned *tuned = tuned_list;
    while (tuned && strcmp(tuned->identity, identity) != 0) tuned = tuned->next;
    return tuned;
}

struct tuned *tuned_of(const struct evaluator *evaluator) {
    bool is = evaluator && evaluator->mover_new == guest_of_tuned;
    return is ? (struct tuned *)(uintptr_t)evaluator : NULL;
}

bool tuned_is_timed(const struct tuned *tuned) {
    return tuned->spec.clock > 0 || tuned->spec.time > 0;
}

bool tuned_has_failed(const struct evaluator *evaluator, struct error *error) {
    const struct tuned *tuned = tuned_of(evaluator);
    if (!tuned || !tuned->failure) return false;
    error_set(error, "%s", tuned->failure);
    return true;
}

/* What went wrong, with the engine's words. */
static void tuned_say_fault(const struct external *engine, struct text *out) {
    const char *errors = text_get(&engine->errors);
    text_add(out, "it %s%s%.1000s", engine->detail, *errors ? " and said:\n" : "", errors);
}

/* What it did how many times, as "lost" 3 "games in a row", and the last fault. */
static void tuned_note_failure(struct tuned *tuned, const struct tuned_limit *limit,
                               const char *fault) {
    struct text why = {0};
    external_spec_name(&tuned->spec, &why);
    text_add(&why, " %s %d %s: %s", limit->did, limit->times, limit->what, fault);
#pragma omp critical(tuned)
    {
        if (!tuned->failure) tuned->failure = xstrdup(text_get(&why));
    }
    text_free(&why);
}

static bool tuned_failed(const struct tuned *tuned) {
    bool failed;
#pragma omp critical(tuned)
    failed = tuned->failure != NULL;
    return failed;
}

/* ---- a seat ---- */

struct tuned_seat *tuned_seat_new(struct tuned *tuned) {
    struct tuned_seat *seat = xcalloc(1, sizeof *seat);
    size_t count = (size_t)tuned->count + 1;
    seat->tuned = tuned;
    seat->values = xcalloc(count, sizeof *seat->values);
    seat->fills = xcalloc(count, sizeof *seat->fills);
    seat->said = xcalloc(count, sizeof *seat->said);
    return seat;
}

/* The engine may have left files there; folders in it stay, and so does it. If the engine has put a
 * link in its place, what that leads to is not touched. */
static void tuned_empty_folder(const char *path) {
    int opened = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = opened >= 0 ? fdopendir(opened) : NULL;
    struct dirent *entry;
    while (folder && (entry = readdir(folder)) != NULL) unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder) closedir(folder);
}

static void tuned_remove_folder(struct tuned_seat *seat) {
    if (!seat->folder[0]) return;
    tuned_empty_folder(seat->folder);
    rmdir(seat->folder);
}

void tuned_seat_free(struct tuned_seat *seat) {
    tuned_remove_folder(seat);
    for (int i = 0; i < seat->tuned->count; i++) text_free(&seat->values[i]);
    free(seat->values);
    free(seat->fills);
    free(seat->said);
    launch_free(&seat->launch);
    text_free(&seat->content);
    text_free(&seat->path);
    free(seat);
}

/* ---- values ---- */

static void tuned_print_values(struct tuned_seat *seat, const int32_t *weights) {
    const struct tuned *tuned = seat->tuned;
    seat->said_count = 0;
    for (int i = 0; i < tuned->count; i++) {
        const struct tuned_parameter *parameter = &tuned->parameters[i];
        text_free(&seat->values[i]);
        tuned->print(tuned->context, i, weights[i], &seat->values[i]);
        seat->fills[i] = (struct fill){parameter->name, text_get(&seat->values[i])};
        if (parameter->is_said)
            seat->said[seat->said_count++] =
                (struct external_setting){parameter->option, seat->values[i].data};
    }
    seat->fills[tuned->count] = (struct fill){"file", text_get(&seat->path)};
}

static char **tuned_fill_list(const struct tuned_seat *seat, char *const *list) {
    size_t count = 0;
    while (list && list[count]) count++;
    char **out = xcalloc(count + 1, sizeof *out);
    for (size_t i = 0; i < count; i++) {
        struct text word = {0};
        fill_add(list[i], seat->fills, seat->tuned->count + 1, &word);
        out[i] = xstrdup(text_get(&word));
        text_free(&word);
    }
    return out;
}

static struct launch tuned_fill_launch(struct tuned_seat *seat) {
    const struct launch *launch = &seat->tuned->spec.launch;
    return (struct launch){.words = tuned_fill_list(seat, launch->words),
                           .environment = tuned_fill_list(seat, launch->environment),
                           .folder = seat->folder[0] ? xstrdup(seat->folder) : NULL,
                           .limits = launch->limits};
}

static bool tuned_lists_equal(char *const *a, char *const *b) {
    if (!a || !b) return false;
    while (*a && *b && strcmp(*a, *b) == 0) a++, b++;
    return !*a && !*b;
}

/* What the program is started with; whether it is other than before. */
static bool tuned_fill(struct tuned_seat *seat) {
    const struct tuned *tuned = seat->tuned;
    struct launch launch = tuned_fill_launch(seat);
    struct text content = {0};
    if (tuned->file) fill_add(tuned->content, seat->fills, tuned->count + 1, &content);
    bool other = strcmp(text_get(&content), text_get(&seat->content)) != 0 ||
                 !tuned_lists_equal(launch.words, seat->launch.words) ||
                 !tuned_lists_equal(launch.environment, seat->launch.environment);
    launch_free(&seat->launch);
    text_free(&seat->content);
    seat->launch = launch;
    seat->content = content;
    return other;
}

/* ---- the file ---- */

static void tuned_make_folder(struct tuned_seat *seat) {
    const char *place = getenv("TMPDIR");
    bool usable = place && *place == '/' && strlen(place) + 32 < sizeof seat->folder;
    snprintf(seat->folder, sizeof seat->folder, "%s/hone-engine-XXXXXX", usable ? place : "/tmp");
    if (!mkdtemp(seat->folder))
        die("no folder can be made for the file of %s in %s", seat->tuned->spec.name,
            usable ? place : "/tmp");
    text_free(&seat->path);
    text_add(&seat->path, "%s/%s", seat->folder, seat->tuned->file);
    seat->fills[seat->tuned->count].value = text_get(&seat->path);
}

/* A folder of its own for each program, since engines read files of fixed names; a new one for each
 * start, since the last program may have left anything under the file's name. */
static void tuned_write_file(void *context) {
    struct tuned_seat *seat = context;
    struct error error;
    if (!seat->tuned->file) return;
    tuned_remove_folder(seat);
    tuned_make_folder(seat);
    tuned_fill(seat);
    if (file_write(text_get(&seat->path), text_get(&seat->content), &error)) die("%s", error.text);
}

/* ---- a game ---- */

static void tuned_give(struct tuned_seat *seat, struct external *engine, const int32_t *weights) {
    tuned_print_values(seat, weights);
    if (tuned_fill(seat)) {
        external_dismiss(engine);
        external_stop(engine);
    }
    engine->launch = &seat->launch;
    engine->before_start = tuned_write_file;
    engine->seat = seat;
    engine->said = seat->said;
    engine->said_count = seat->said_count;
    engine->set = seat->tuned->set;
}

static void tuned_give_start(struct tuned_seat *seat, struct external *engine) {
    const struct evaluator *evaluator = &seat->tuned->evaluator;
    int32_t *weights = xcalloc((size_t)evaluator->param_count, sizeof *weights);
    evaluator_initial(evaluator, weights);
    tuned_give(seat, engine, weights);
    free(weights);
}

/* Whether it is the values that it does not start with: the game is theirs to lose. */
static enum external_end tuned_blame(struct tuned_seat *seat, struct external *engine) {
    struct text errors = engine->errors;
    char detail[sizeof engine->detail];
    memcpy(detail, engine->detail, sizeof detail);
    engine->errors = (struct text){0};
    engine->failed_starts = 0;
    tuned_give_start(seat, engine);
    enum external_end end = external_begin(engine, 0, NULL, NULL, 0);
    if (end == EXTERNAL_NOT_STARTED) {
        struct text fault = {0};
        tuned_say_fault(engine, &fault);
        tuned_note_failure(seat->tuned, &limit_starts, text_get(&fault));
        text_free(&fault);
    }
    text_free(&engine->errors);
    engine->errors = errors;
    memcpy(engine->detail, detail, sizeof detail);
    return end == EXTERNAL_NORMAL ? EXTERNAL_NOT_STARTED : EXTERNAL_INTERRUPTED;
}

static bool tuned_is_start(const struct evaluator *evaluator, const int32_t *weights) {
    size_t size = (size_t)evaluator->param_count * sizeof *weights;
    int32_t *start = xcalloc(1, size);
    evaluator_initial(evaluator, start);
    bool same = memcmp(start, weights, size) == 0;
    free(start);
    return same;
}

/* NULL: of the table's values. */
static uint64_t tuned_mark(const struct evaluator *evaluator, const int32_t *weights) {
    size_t size = (size_t)evaluator->param_count * sizeof *weights;
    return weights ? bytes_checksum((const char *)weights, size) | 1 : 2;
}

enum external_end tuned_begin(struct tuned_seat *seat, struct external *engine,
                              const int32_t *weights, int side, const void *start,
                              const move_t *opening, int count) {
    if (tuned_failed(seat->tuned)) return EXTERNAL_INTERRUPTED;
    seat->plays_start = !weights || tuned_is_start(&seat->tuned->evaluator, weights);
    seat->mark = tuned_mark(&seat->tuned->evaluator, seat->plays_start ? NULL : weights);
    if (weights)
        tuned_give(seat, engine, weights);
    else
        tuned_give_start(seat, engine);
    enum external_end end = external_begin(engine, side, start, opening, count);
    bool again = end == EXTERNAL_NOT_STARTED && engine->failed_starts >= limit_starts.times;
    return again ? tuned_blame(seat, engine) : end;
}

bool tuned_plays_start(const struct tuned_seat *seat) {
    return seat->plays_start;
}

static void tuned_count(struct tuned *tuned, struct streak *streak, int64_t first,
                        const struct streak_game *game, const struct tuned_limit *limit) {
    char *last = streak_add(streak, first, game, limit->times);
    if (last) tuned_note_failure(tuned, limit, last);
    free(last);
}

/* A program that does not start is tried otherwise, see tuned_blame. Many an optimiser never plays
 * the start's values. */
void tuned_watch(const struct tuned_seat *seat, const struct external *engine,
                 enum external_end end, int64_t first, int64_t number) {
    struct tuned *tuned = seat->tuned;
    struct text fault = {0};
    tuned_say_fault(engine, &fault);
    struct streak_game game = {.number = number,
                               .event = end == EXTERNAL_NOT_STARTED ? STREAK_IDLE
                                        : external_is_fault(end)    ? STREAK_GROWS
                                                                    : STREAK_ENDS,
                               .mark = seat->mark,
                               .words = (char *)(uintptr_t)text_get(&fault)};
    tuned_count(tuned, &tuned->all, first, &game, &limit_all);
    game.mark = 0;
    if (!seat->plays_start) game.event = STREAK_IDLE;
    tuned_count(tuned, &tuned->start, first, &game, &limit_start);
    text_free(&fault);
}
