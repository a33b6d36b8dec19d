/* Fuzz target (libFuzzer's interface): any text is refused or is weights that print back. */
#include <stdlib.h>
#include <string.h>

#include "engine/files/weights.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
    else if (!error.text[0])
        die("refused without a reason");
    weights_free(&weights);
}

/* The input as it is, and as an edit of a good file: its first two bytes say from where and how
 * much of the file is replaced, so that the search gets past the first lines at once. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char good[] = "hone-weights 1\ngame reversi\nevaluator wpc 10 schema 1\n"
                               "name n\nseed 1\ngeneration 2\nparams 10\na1 1\nb1 2\nc1 3\nd1 4\n"
                               "b2 5\nc2 6\nd2 7\nc3 8\nd3 9\nd4 10\nchecksum -\n";
    struct text text = {0};
    text_add_bytes(&text, (const char *)data, size);
    check_text(text_get(&text));
    text_free(&text);
    if (size < 2) return 0;

    size_t length = sizeof good - 1, from = data[0] % length;
    size_t to = from + data[1] % (length - from);
    text_add_bytes(&text, good, from);
    text_add_bytes(&text, (const char *)data + 2, size - 2);
    text_add_bytes(&text, good + to, length - to);
    check_text(text_get(&text));
    text_free(&text);
    return 0;
}
