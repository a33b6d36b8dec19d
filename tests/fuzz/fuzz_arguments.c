/*
 * What stands on a command line: options, the names of runs and players, engines of their own; and
 * how a player moves, as weight files and databases say it.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/base/options.h"
#include "tests/fuzz/targets.h"
#include "tuner/external/drive.h"
#include "tuner/report/run_argument.h"
#include "tuner/tournament/entrants.h"

void fuzz_settings(const uint8_t *data, size_t size) {
    struct text text = fuzz_text(data, size), once = {0}, twice = {0};
    struct search_limits limits;
    struct error error = {""};
    const struct search_setting *const *settings = games_settings();
    if (limits_read(settings, text_get(&text), &limits, &error) == 0) {
        limits_write(settings, &limits, &once);
        if (limits_read(settings, text_get(&once), &limits, &error)) die("%s", error.text);
        limits_write(settings, &limits, &twice);
        if (strcmp(text_get(&once), text_get(&twice)) != 0) die("%s comes back", text_get(&twice));
    } else {
        fuzz_require_reason(&error);
    }
    text_free(&once);
    text_free(&twice);
    text_free(&text);
}

static void check_engine(const char *word) {
    struct external_spec spec;
    struct error error = {""};
    if (!external_is_spec(word)) return;
    if (external_parse(word, &spec, &error))
        fuzz_require_reason(&error);
    else if (!spec.name[0] || !spec.protocol)
        die("an engine without name or protocol");
    external_spec_free(&spec);
}

/* Others may lead anywhere. */
static bool stays_here(const char *word) {
    return *word != '.' && !strchr(word, '/');
}

static void check_run(const char *word) {
    char path[RUN_ARGUMENT_PATH];
    struct run_argument run;
    struct error error = {""};
    run_argument_split(word, path);
    if (!stays_here(word)) return;
    if (run_argument_open(word, &run, &error))
        fuzz_require_reason(&error);
    else
        run_argument_close(&run);
}

static void check_players(char **words, int count) {
    struct entrants entrants;
    struct error error = {""};
    for (int i = 0; i < count; i++)
        if (!stays_here(words[i])) return;
    if (count > 0 && entrants_load(words, count, NULL, &entrants, &error))
        fuzz_require_reason(&error);
    if (count > 0) entrants_destroy(&entrants);
}

static void check_options(char **words, int count) {
    static const struct command_usage usage = {"fuzz [OPTION]... [WORD]...", "Reads.\n", 0, 8};
    static const char *const colours[] = {"black", "white", NULL};
    bool flag = false;
    int number = 0, colour = 0;
    double real = 0;
    const char *text = NULL;
    struct option_texts texts = {0};
    const struct option_spec options[] = {
        {.name = "flag", .letter = 'f', .doc = "a", .kind = OPTION_FLAG, .value = &flag},
        {.name = "number",
         .letter = 'n',
         .argument = "N",
         .doc = "b",
         .kind = OPTION_INT,
         .value = &number,
         .upper = 9},
        {.name = "real",
         .argument = "X",
         .doc = "c",
         .kind = OPTION_REAL,
         .value = &real,
         .upper = 9},
        {.name = "colour",
         .argument = "C",
         .doc = "d",
         .kind = OPTION_CHOICE,
         .value = &colour,
         .choices = colours},
        {.name = "text", .argument = "T", .doc = "e", .kind = OPTION_TEXT, .value = &text},
        {.name = "texts", .argument = "T", .doc = "f", .kind = OPTION_TEXTS, .value = &texts},
        {0}};
    struct operands operands;
    int status = options_parse(&usage, options, count, words, &operands);
    if (status == OPTIONS_GO_ON && (number < 0 || number > 9 || !(real >= 0 && real <= 9)))
        die("a number out of its bounds");
    if (status == OPTIONS_GO_ON && operands.count > usage.operands_max) die("too many operands");
}

/* A line is a word; the first one is the command's name. */
void fuzz_arguments(const uint8_t *data, size_t size) {
    enum { WORDS = 16 };
    char *words[WORDS + 1] = {0};
    int count = 0;
    struct text text = fuzz_text(data, size);
    for (char *word = strtok(text.data, "\n"); word && count < WORDS; word = strtok(NULL, "\n"))
        words[count++] = word;
    for (int i = 0; i < count; i++) {
        check_engine(words[i]);
        check_run(words[i]);
    }
    check_players(words, count);
    if (count > 0) check_options(words, count);
    text_free(&text);
}
