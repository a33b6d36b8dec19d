/* Any text is refused or is weights that print back, as hone writes them and as others do. */
#include <stdlib.h>
#include <string.h>

#include "engine/files/weights.h"
#include "tests/fuzz/targets.h"
#include "tuner/cli/weights_import.h"

static void check_round_trip(const struct weights *weights) {
    struct weights again;
    struct error error;
    struct text text = {0};
    weights_print(weights, WEIGHTS_NATIVE, &text);
    if (weights_parse("fuzz", text_get(&text), &again, &error) < 0) die("%s", error.text);
    size_t size = (size_t)weights->evaluator->param_count * sizeof *weights->values;
    if (memcmp(again.values, weights->values, size) != 0) die("other values come back");
    weights_free(&again);
    text_free(&text);
}

static void check_text(const char *text) {
    struct weights weights;
    struct error error = {""};
    if (weights_parse("fuzz", text, &weights, &error) == 0)
        check_round_trip(&weights);
    else
        fuzz_require_reason(&error);
    weights_free(&weights);
}

/* The input as it is, and as edits of a file with a checksum that is not checked. */
void fuzz_weights(const uint8_t *data, size_t size) {
    static char good[] = "hone-weights 1\ngame reversi\nevaluator wpc 10 schema 1\n"
                         "name n\nseed 1\ngeneration 2\nparams 10\na1 1\nb1 2\nc1 3\nd1 4\n"
                         "b2 5\nc2 6\nd2 7\nc3 8\nd3 9\nd4 10\nchecksum -\n";
    const struct text file = {.data = good, .length = sizeof good - 1};
    struct text text = fuzz_text(data, size), edited = fuzz_edited(&file, data, size);
    check_text(text_get(&text));
    check_text(text_get(&edited));
    text_free(&text);
    text_free(&edited);
}

void fuzz_import(const uint8_t *data, size_t size) {
    static const struct weights_kind kinds[] = {{NULL, NULL, NULL}, {"reversi", "wpc", "10"}};
    const char *path = fuzz_file((const char *)data, size);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        struct weights weights;
        struct error error = {""};
        if (weights_import(path, &kinds[i], &weights, &error) == 0)
            check_round_trip(&weights);
        else
            fuzz_require_reason(&error);
        weights_free(&weights);
    }
}
