/* Fuzz target (libFuzzer's interface): any text is refused or is weights that print back. */
#include <stdlib.h>
#include <string.h>

#include "engine/weights.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct text text = {0};
    struct weights weights;
    struct error error = {""};
    text_add_bytes(&text, (const char *)data, size);
    if (weights_parse("fuzz", text_get(&text), &weights, &error) == 0)
        check_round_trip(&weights);
    else if (!error.text[0])
        die("refused without a reason");
    weights_free(&weights);
    text_free(&text);
    return 0;
}
