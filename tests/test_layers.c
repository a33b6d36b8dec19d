/*
 * The house: which rooms there are, and that includes and symbols point down only, in every
 * sub-folder. A file in no room fails, as does an arrow to a room above or beside; each library has
 * one door, which keeps it replaceable. Runs in the root of the sources; nm reads the objects.
 */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fnmatch.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/base.h"
#include "tests/shell.h"

/* From the ground up: a room may include itself and rooms of lower floors. Rooms of one floor stand
 * side by side and do not know each other. */
static const struct room {
    const char *path;
    int floor;
} rooms[] = {
    {"engine/base", 0},
    {"engine/game", 1},
    {"engine/search", 2},
    {"engine/games/reversi", 3},
    {"engine/games/connect", 3},
    {"engine/games/grundy", 3},
    {"engine/games/lgame", 3},
    {"engine/games/hex", 3},
    {"engine/games/dobutsu", 3},
    {"engine/games/chess", 3},
    {"engine/games/xiangqi", 3},
    {"engine/games", 4},  /* the list of games */
    {"engine/plugin", 5}, /* other people's games and evaluators */
    {"engine/plugin/example", 5},
    {"engine/files", 6},
    {"engine/protocol", 7},
    {"engine/protocol/gtp", 8},
    {"engine/protocol/nboard", 8},
    {"engine/protocol/gomocup", 8},
    {"engine/protocol/sau", 8},
    {"engine/protocol/uci", 8},
    {"engine/protocol/xboard", 8},
    {"engine/cli", 9},
    {"engine/web", 9},        /* the engine as a page calls it */
    {"engine/web/wasm", 10},  /* what only its WebAssembly has */
    {"tuner/statistics", 10}, /* pure functions of counts */
    {"tuner/optimize", 11},
    {"tuner/openings", 12},
    {"tuner/play", 13},
    {"tuner/store", 14},
    {"tuner/external", 14},
    {"tuner/config", 15},
    {"tuner/run", 17},
    {"tuner/fit", 18},
    {"tuner/report", 19},
    {"tuner/tournament", 20},
    {"tuner/report/page", 21},
    {"tuner/study", 21},
    {"tuner/cli", 22},
    {"tuner/pages", 23}, /* made while building, of both programs' commands */
};

/* Finer than rooms: what these files must not reach, directly or through other headers. */
static const struct {
    const char *files, *must_not_reach;
} quarrels[] = {
    {"tuner/[!p]* tuner/play/*", "engine/cli/*"},
    {"engine/base/*", "engine/game/*"},
    {"engine/search/search.* engine/search/searcher.h engine/search/node.h "
     "engine/search/deepening.*",
     "engine/search/player.h engine/search/referee.h"},
    {"tuner/optimize/*", "engine/game/game.h engine/game/evaluator.h"},
    {"tuner/statistics/*", "engine/game/* engine/search/*"},
    {"tuner/openings/*", "tuner/play/*"},
    {"tuner/store/*", "engine/game/game.h"},
    {"tuner/external/process.*", "engine/game/*"},
    {"tuner/external/*", "tuner/store/*"},
};

/* Of what the second ones define, the first ones use nothing: a game's rules stand without its
 * evaluators and its expert, which its family adds to them. */
static const struct {
    const char *files, *must_not_use;
} strangers[] = {
    {"engine/games/*/[!f]*.c", "engine/games/*/family.c"},
    {"engine/games/*/rules.c",
     "engine/games/*expert.c engine/games/*/solver.c engine/games/*/endgame*.c"},
};

static const struct {
    const char *header, *door;
} doors[] = {
    {"sqlite3.h", "tuner/store/sqlite.h"},
    {"tuner/store/sqlite.h", "tuner/store/db*.c"},
    {"libconfig.h", "tuner/config/config.c tuner/config/read_*"},
    {"omp.h", "tuner/play/pool_openmp.c"},
    {"spawn.h", "tuner/external/process.c"},
    {"getopt.h", "engine/base/options.c"},
    {"ncurses.h", "tuner/cli/watch.c"},
    {"term.h", "tuner/cli/terminal.c"},
    {"mpi.h", "tuner/play/ranks_mpi.h"},
    {"dlfcn.h", "engine/plugin/library.c"},
};

/* Functions that print, and the only files that do without shown.h: to files and pipes, or what is
 * no text. */
static const char *const printers[] = {"printf(", "fprintf(", "vprintf(", "vfprintf(",
                                       "puts(",   "fputs(",   "putchar(", "putc(",
                                       "fputc(",  "fwrite(",  "perror("};
static const char may_print[] =
    "engine/base/shown.c engine/base/base.c engine/base/heartbeat.c engine/protocol/seat.c "
    "engine/cli/tree.c tuner/report/page/filter.c tuner/study/plot.c "
    "tuner/cli/data.c";

enum { FILES_MAX = 1024, INCLUDES_MAX = 32, PATH_SIZE = 128 };

struct file {
    char path[PATH_SIZE];
    int count;
    char includes[INCLUDES_MAX][PATH_SIZE];
};

static struct file files[FILES_MAX];
static int file_count;

/* ---- reading the sources ---- */

static void read_includes(struct file *file) {
    struct text text = {0};
    struct error error;
    if (file_read(file->path, &text, &error)) fail_msg("%s", error.text);
    const char *at = text_get(&text);
    while ((at = strstr(at, "#include "))) {
        bool begins_line = at == text_get(&text) || at[-1] == '\n';
        at += strlen("#include ");
        if (!begins_line) continue;
        assert_true(file->count < INCLUDES_MAX);
        snprintf(file->includes[file->count++], PATH_SIZE, "%.*s", (int)strcspn(at + 1, "\">"),
                 at + 1);
    }
    text_free(&text);
}

static int visit(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status, (void)where;
    if (type != FTW_F || fnmatch("*.[ch]", path, 0) != 0) return 0;
    assert_true(file_count < FILES_MAX);
    snprintf(files[file_count].path, PATH_SIZE, "%s", path);
    read_includes(&files[file_count++]);
    return 0;
}

/* By its path, with which it begins. */
static int compare_paths(const void *path, const void *file) {
    return strcmp(path, file);
}

static void read_sources(void) {
    nftw("engine", visit, 16, FTW_PHYS);
    nftw("tuner", visit, 16, FTW_PHYS);
    assert_true(file_count > 100);
    qsort(files, (size_t)file_count, sizeof *files, compare_paths);
}

static const struct file *find_file(const char *path) {
    return bsearch(path, files, (size_t)file_count, sizeof *files, compare_paths);
}

/* ---- reading the objects ---- */

/* A symbol that a file's object defines or uses. */
struct symbol {
    char name[PATH_SIZE];
    const struct file *file;
};

struct symbols {
    struct symbol *list;
    int count;
};

static struct symbols defined, used;

static void symbols_add(struct symbols *symbols, const char *name, const struct file *file) {
    size_t count = (size_t)symbols->count++;
    if ((count & (count - 1)) == 0)
        symbols->list = xrealloc(symbols->list, (count ? 2 * count : 1) * sizeof *symbols->list);
    snprintf(symbols->list[count].name, PATH_SIZE, "%s", name);
    symbols->list[count].file = file;
}

/* Of "BUILD/engine/x/y_kernel.avx2.o" engine/x/y_kernel.c; NULL: no longer there. */
static const struct file *find_source(const char *object) {
    char path[PATH_SIZE];
    const char *begin = object + strlen(BUILD_DIR "/");
    const char *slash = strrchr(begin, '/');
    snprintf(path, sizeof path, "%.*s.c", (int)(slash - begin + (long)strcspn(slash, ".")), begin);
    return find_file(path);
}

/* "OBJECT: NAME TYPE …" */
static void read_symbol(const char *line) {
    char object[2 * PATH_SIZE], name[PATH_SIZE], type;
    if (sscanf(line, "%255[^:]: %127s %c", object, name, &type) != 3) return;
    const struct file *file = find_source(object);
    if (file && strchr("TDBRCVW", type)) symbols_add(&defined, name, file);
    if (file && type == 'U') symbols_add(&used, name, file);
}

static int compare_symbols(const void *a, const void *b) {
    return strcmp(((const struct symbol *)a)->name, ((const struct symbol *)b)->name);
}

static void read_objects(void) {
    struct text text = {0};
    assert_int_equal(shell_run("find " BUILD_DIR "/engine " BUILD_DIR "/tuner -name '*.o' |"
                               " xargs nm -A -P",
                               &text),
                     0);
    for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n")) read_symbol(line);
    qsort(defined.list, (size_t)defined.count, sizeof *defined.list, compare_symbols);
    assert_true(defined.count > 1000 && used.count > 1000);
    text_free(&text);
}

/* The file that defines what a symbol uses; NULL: a library. */
static const struct file *find_definer(const struct symbol *symbol) {
    const struct symbol *found =
        bsearch(symbol, defined.list, (size_t)defined.count, sizeof *defined.list, compare_symbols);
    return found ? found->file : NULL;
}

/* ---- the rules ---- */

/* The room whose folder a file is in. NULL: none. */
static const struct room *room_of(const char *path) {
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    for (size_t i = 0; i < COUNT_OF(rooms); i++)
        if (strlen(rooms[i].path) == length && strncmp(rooms[i].path, path, length) == 0)
            return &rooms[i];
    return NULL;
}

static bool arrow_allowed(const char *from, const char *to) {
    const struct room *a = room_of(from), *b = room_of(to);
    return a && b && (a == b || b->floor < a->floor);
}

/* Matches one of the words of `patterns`. */
static bool matches(const char *path, const char *patterns) {
    while (*patterns) {
        char pattern[PATH_SIZE];
        size_t length = strcspn(patterns, " ");
        snprintf(pattern, sizeof pattern, "%.*s", (int)length, patterns);
        if (fnmatch(pattern, path, 0) == 0) return true;
        patterns += length + strspn(patterns + length, " ");
    }
    return false;
}

/* Whether a file includes what matches, directly or through the headers it includes. */
static bool reaches(const struct file *file, const char *patterns, int depth) {
    for (int i = 0; file && depth < 16 && i < file->count; i++)
        if (matches(file->includes[i], patterns) ||
            reaches(find_file(file->includes[i]), patterns, depth + 1))
            return true;
    return false;
}

/* Whether a text calls that function. */
static bool calls(const char *text, const char *function) {
    for (const char *at = text; (at = strstr(at, function)); at++)
        if (at == text || strchr(" \t\n(!;", at[-1])) return true;
    return false;
}

/* ---- tests ---- */

static void planted_arrows_are_refused(void **state) {
    (void)state;
    assert_true(arrow_allowed("tuner/run/run.c", "tuner/store/runs.h"));
    assert_true(arrow_allowed("engine/games/reversi/wpc.c", "engine/games/reversi/wpc.h"));
    assert_false(arrow_allowed("engine/base/base.c", "engine/game/game.h")); /* up */
    assert_false(arrow_allowed("engine/games/games.c", "tuner/run/run.h"));
    assert_false(
        arrow_allowed("engine/games/reversi/wpc.c", "engine/games/connect/rules.h")); /* beside */
    assert_false(arrow_allowed("engine/attic/new.c", "engine/base/base.h"));          /* no room */
    assert_false(arrow_allowed("engine/games/reversi/deep/new.c", "engine/base/base.h"));
    assert_false(arrow_allowed("tuner/new.c", "engine/base/base.h"));
}

static void every_file_is_in_a_room(void **state) {
    (void)state;
    for (int f = 0; f < file_count; f++)
        if (!room_of(files[f].path)) fail_msg("%s is in no room", files[f].path);
}

static void includes_point_down(void **state) {
    (void)state;
    for (int f = 0; f < file_count; f++)
        for (int i = 0; i < files[f].count; i++)
            if (find_file(files[f].includes[i]) &&
                !arrow_allowed(files[f].path, files[f].includes[i]))
                fail_msg("%s must not include %s", files[f].path, files[f].includes[i]);
}

static void symbols_point_down(void **state) {
    int wrong = 0;
    (void)state;
    for (int i = 0; i < used.count; i++) {
        const struct file *definer = find_definer(&used.list[i]);
        if (!definer || arrow_allowed(used.list[i].file->path, definer->path)) continue;
        print_error("%s must not use %s of %s\n", used.list[i].file->path, used.list[i].name,
                    definer->path);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void strangers_do_not_use_each_other(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(strangers); i++)
        for (int j = 0; j < used.count; j++) {
            const struct file *definer = find_definer(&used.list[j]);
            if (definer && matches(used.list[j].file->path, strangers[i].files) &&
                matches(definer->path, strangers[i].must_not_use))
                fail_msg("%s must not use %s of %s", used.list[j].file->path, used.list[j].name,
                         definer->path);
        }
}

static void quarrels_are_kept(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(quarrels); i++)
        for (int f = 0; f < file_count; f++)
            if (matches(files[f].path, quarrels[i].files) &&
                reaches(&files[f], quarrels[i].must_not_reach, 0))
                fail_msg("%s reaches one of: %s", files[f].path, quarrels[i].must_not_reach);
}

static void every_library_has_one_door(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(doors); i++)
        for (int f = 0; f < file_count; f++)
            for (int j = 0; j < files[f].count; j++)
                if (strcmp(files[f].includes[j], doors[i].header) == 0 &&
                    !matches(files[f].path, doors[i].door))
                    fail_msg("%s includes %s, which is for %s", files[f].path, doors[i].header,
                             doors[i].door);
}

static void all_that_is_printed_goes_through_one_door(void **state) {
    (void)state;
    assert_true(calls("x;\n    fputs(y, stdout)", "fputs("));
    assert_false(calls("shown_printf(y)", "printf("));
    for (int f = 0; f < file_count; f++) {
        struct text text = {0};
        if (!matches(files[f].path, "*.c") || matches(files[f].path, may_print)) continue;
        assert_int_equal(file_read(files[f].path, &text, NULL), 0);
        for (size_t i = 0; i < COUNT_OF(printers); i++)
            if (calls(text_get(&text), printers[i]))
                fail_msg("%s calls %s); shown.h is the door", files[f].path, printers[i]);
        text_free(&text);
    }
}

static void headers_do_not_include_each_other_in_circles(void **state) {
    (void)state;
    for (int f = 0; f < file_count; f++)
        if (matches(files[f].path, "*.h")) assert_false(reaches(&files[f], files[f].path, 0));
}

static void own_headers_exist_and_are_named_from_the_root(void **state) {
    (void)state;
    for (int f = 0; f < file_count; f++)
        for (int j = 0; j < files[f].count; j++)
            if (matches(files[f].includes[j], "engine/* tuner/* ../* ./*") &&
                !find_file(files[f].includes[j]))
                fail_msg("%s includes %s", files[f].path, files[f].includes[j]);
}

/* A room's tests stand in the folder of its name: tests/engine/base for engine/base. */
static int visit_test(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status, (void)where;
    if (type == FTW_F && !room_of(path + strlen("tests/"))) fail_msg("%s tests no room", path);
    return 0;
}

static void tests_mirror_the_rooms(void **state) {
    (void)state;
    nftw("tests/engine", visit_test, 16, FTW_PHYS);
    nftw("tests/tuner", visit_test, 16, FTW_PHYS);
}

static int read_all(void **state) {
    (void)state;
    read_sources();
    read_objects();
    return 0;
}

static int forget_all(void **state) {
    (void)state;
    free(defined.list);
    free(used.list);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_arrows_are_refused),
        cmocka_unit_test(every_file_is_in_a_room),
        cmocka_unit_test(includes_point_down),
        cmocka_unit_test(symbols_point_down),
        cmocka_unit_test(strangers_do_not_use_each_other),
        cmocka_unit_test(quarrels_are_kept),
        cmocka_unit_test(every_library_has_one_door),
        cmocka_unit_test(all_that_is_printed_goes_through_one_door),
        cmocka_unit_test(headers_do_not_include_each_other_in_circles),
        cmocka_unit_test(own_headers_exist_and_are_named_from_the_root),
        cmocka_unit_test(tests_mirror_the_rooms),
    };
    return cmocka_run_group_tests(tests, read_all, forget_all);
}
