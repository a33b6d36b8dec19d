/*
 * A line that tells a study what came of a vector: what is read of it is as it must be, and makes a
 * row of a study that takes such results.
 */
#include <math.h>
#include <stdlib.h>

#include "tests/fuzz/targets.h"
#include "tuner/study/answers.h"

static void check_row(const struct answer_line *line, enum study_results results) {
    struct stored_answer row;
    struct error error = {""};
    if (answer_row(line, results, &row, &error)) fuzz_require_reason(&error);
}

void fuzz_tell(const uint8_t *data, size_t size) {
    struct text text = fuzz_text(data, size);
    struct answer_line line;
    struct error error = {""};
    if (answer_read(text_get(&text), &line, &error)) {
        fuzz_require_reason(&error);
    } else {
        if (line.has_score && !isfinite(line.score)) die("a score that is no number");
        for (int i = 0; i < 5; i++)
            if (line.has_pairs && line.pairs[i] < 0) die("less than no pairs");
        for (int i = 0; i < 3; i++)
            if (line.has_games && line.games[i] < 0) die("less than no games");
        for (int results = STUDY_SCORE; results <= STUDY_DUELS; results++)
            check_row(&line, (enum study_results)results);
    }
    text_free(&text);
}
