/*
 * Includes point down (DESIGN, "The house"): engine/ knows nothing of tuner/, each library has one
 * door, and lower layers do not reach higher ones, directly or through other headers. Runs in the
 * root of the sources.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fnmatch.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "engine/base.h"

enum { FILES_MAX = 256, INCLUDES_MAX = 32 };

struct file {
    const char *path;
    int count;
    char includes[INCLUDES_MAX][64];
};

static struct file files[FILES_MAX];
static int file_count;

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
        snprintf(file->includes[file->count++], 64, "%.*s", (int)strcspn(at + 1, "\">"), at + 1);
    }
    text_free(&text);
}

static int read_sources(void **state) {
    static glob_t found;
    (void)state;
    glob("engine/*.[ch]", 0, NULL, &found);
    glob("tuner/*.[ch]", GLOB_APPEND, NULL, &found);
    assert_in_range(found.gl_pathc, 20, FILES_MAX);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        files[file_count].path = found.gl_pathv[i];
        read_includes(&files[file_count++]);
    }
    return 0;
}

static const struct file *find_file(const char *path) {
    for (int i = 0; i < file_count; i++)
        if (strcmp(files[i].path, path) == 0) return &files[i];
    return NULL;
}

/* Matches one of the words of `patterns`. */
static bool matches(const char *path, const char *patterns) {
    while (*patterns) {
        char pattern[64];
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

static void lower_layers_do_not_reach_higher_ones(void **state) {
    (void)state;
    static const struct {
        const char *files, *but, *must_not_reach;
    } rules[] = {
        {"engine/*", "", "tuner/*"},
        {"engine/*", "engine/main.c engine/cli.* engine/command*",
         "engine/cli.h engine/commands.h"},
        {"engine/base.* engine/rng.* engine/param.h", "", "engine/game.h engine/evaluator.h"},
        {"engine/game.* engine/reversi.* engine/connect.*", "", "engine/search*.h"},
        {"engine/search*", "", "engine/player.h engine/referee.h"},
        {"engine/player.*", "", "engine/referee.h"},
        {"tuner/optimizer* tuner/ga.* tuner/anneal.* tuner/hybrid.* tuner/population.*", "",
         "engine/game.h engine/evaluator.h tuner/match.h tuner/store.h tuner/config.h"},
        {"tuner/match.* tuner/pairing.* tuner/openings.* tuner/fitness.*", "",
         "tuner/config.h tuner/store.h tuner/optimizer.h"},
        {"tuner/process.*", "", "engine/game.h tuner/external.h"},
        {"tuner/external*", "", "engine/player.h tuner/match.h tuner/store.h"},
        {"tuner/outsiders.*", "", "tuner/store.h tuner/entrants.h"},
        {"tuner/score.* tuner/ratings.* tuner/crosstable.*", "", "engine/game.h tuner/store.h"},
        {"tuner/store.*", "", "engine/game.h tuner/config.h tuner/match.h"},
        {"tuner/config*", "", "tuner/store.h tuner/match.h"},
        {"tuner/verify.* tuner/report.* tuner/fitness.*", "", "tuner/run.h"},
        {"tuner/*", "tuner/command* tuner/main.c", "tuner/commands.h"},
    };
    for (size_t i = 0; i < COUNT_OF(rules); i++)
        for (int f = 0; f < file_count; f++)
            if (matches(files[f].path, rules[i].files) && !matches(files[f].path, rules[i].but) &&
                reaches(&files[f], rules[i].must_not_reach, 0))
                fail_msg("%s reaches one of: %s", files[f].path, rules[i].must_not_reach);
}

static void every_library_has_one_door(void **state) {
    (void)state;
    static const struct {
        const char *header, *door;
    } doors[] = {{"sqlite3.h", "tuner/store.c"},
                 {"libconfig.h", "tuner/config.c"},
                 {"omp.h", "tuner/match.c"},
                 {"spawn.h", "tuner/process.c"},
                 {"getopt.h", "tuner/options.c engine/cli.c"}};
    for (size_t i = 0; i < COUNT_OF(doors); i++)
        for (int f = 0; f < file_count; f++)
            for (int j = 0; j < files[f].count; j++)
                if (strcmp(files[f].includes[j], doors[i].header) == 0 &&
                    !matches(files[f].path, doors[i].door))
                    fail_msg("%s includes %s, which is for %s", files[f].path, doors[i].header,
                             doors[i].door);
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
            if (matches(files[f].includes[j], "engine/* tuner/* ../* ./*"))
                assert_non_null(find_file(files[f].includes[j]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lower_layers_do_not_reach_higher_ones),
        cmocka_unit_test(every_library_has_one_door),
        cmocka_unit_test(headers_do_not_include_each_other_in_circles),
        cmocka_unit_test(own_headers_exist_and_are_named_from_the_root),
    };
    return cmocka_run_group_tests(tests, read_sources, NULL);
}
