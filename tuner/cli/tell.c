/*
 * hone tell: the results of vectors that a study has asked.
 */
#include <stdlib.h>

#include "engine/base/shown.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/study_options.h"

static const struct command_usage usage = {
    .synopsis = "tell STUDY [ID RESULT...]",
    .doc = "Takes the results of vectors that `hone ask` has given, from the command line, or "
           "without\n"
           "ID from standard input, a line each:\n"
           "  17 score=0.25               (study.results = \"score\")\n"
           "  17 won=12 drawn=3 lost=5    (\"games\"; of \"duels\" the first vector's)\n"
           "  17 pairs=0,1,5,3,1          (pairs of games with 0, 1/2, 1, 3/2, 2 points)\n"
           "  {\"id\": 17, \"score\": 0.25}   (any of these as JSON)\n"
           "Each is kept at once. An id that was told already, or was never asked, is refused: the "
           "line\n"
           "is named on standard error, other lines are kept, and the exit status is 2.\n",
    .operands_min = 1,
    .operands_max = 8,
};

/* Whether the line was kept; `where` begins the message if it was not. */
static bool tell_line(struct study *study, const char *where, const char *line) {
    struct answer_line answer;
    struct error error;
    if (answer_read(line, &answer, &error) == 0 && study_tell(study, &answer, &error) == 0)
        return true;
    command_fail(&usage, "%s: %s", where, error.text);
    return false;
}

static bool tell_words(struct study *study, char **words, int count) {
    struct text line = {0};
    for (int i = 0; i < count; i++) text_add(&line, i ? " %s" : "%s", words[i]);
    bool kept = tell_line(study, "the command line", text_get(&line));
    text_free(&line);
    return kept;
}

static bool tell_lines(struct study *study) {
    bool kept = true;
    char *line;
    for (int number = 1; (line = study_read_line()); number++) {
        struct text where = {0};
        text_add(&where, "line %d", number);
        if (study_line_counts(line)) kept &= tell_line(study, text_get(&where), line);
        text_free(&where);
        free(line);
    }
    return kept;
}

int command_tell(int argc, char **argv) {
    static const struct option_spec options[] = {{0}};
    struct operands operands;
    struct config config;
    struct study study;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    status = study_options_open(&usage, operands.list[0], &config, &study);
    if (status != OPTIONS_GO_ON) return status;
    bool kept = operands.count > 1 ? tell_words(&study, operands.list + 1, operands.count - 1)
                                   : tell_lines(&study);
    study_options_close(&config, &study);
    return kept ? 0 : 2;
}
