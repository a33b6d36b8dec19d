/*
 * The head is that of the text, which is written and read by the same code. High bytes are nearly
 * all zero, which is why they stand together.
 */
#include "engine/files/weights_packed.h"

#include <stdlib.h>
#include <string.h>

#include "engine/files/weights_fields.h"

enum { VALUE_BYTES = 4 };

static uint32_t packed_of(int32_t value) {
    return ((uint32_t)value << 1) ^ (value < 0 ? UINT32_MAX : 0);
}

static int32_t packed_value(uint32_t packed) {
    return (int32_t)(packed >> 1) ^ -(int32_t)(packed & 1);
}

void weights_pack(const struct weights *weights, struct text *out) {
    size_t count = (size_t)weights->evaluator->param_count;
    char *bytes = xmalloc(count * VALUE_BYTES);
    for (size_t i = 0; i < count; i++)
        for (size_t b = 0; b < VALUE_BYTES; b++)
            bytes[b * count + i] = (char)(packed_of(weights->values[i]) >> 8 * b);
    weights_print_head(weights, out);
    text_add_bytes(out, "", 1);
    text_add_bytes(out, bytes, count * VALUE_BYTES);
    free(bytes);
}

static int32_t packed_read(const char *bytes, size_t count, size_t i) {
    uint32_t packed = 0;
    for (size_t b = 0; b < VALUE_BYTES; b++)
        packed |= (uint32_t)(unsigned char)bytes[b * count + i] << 8 * b;
    return packed_value(packed);
}

/* Of parameters with the same bounds; `first` is one of them. */
static int packed_check(const char *name, const struct param *first, const int32_t *values,
                        int count, struct error *error) {
    for (int i = 0; i < count; i++)
        if (values[i] < first->lower || values[i] > first->upper)
            return error_set(error, "%s: value %d from %s on is %d; it must be %d to %d", name,
                             i + 1, first->name, values[i], first->lower, first->upper);
    return 0;
}

static int packed_read_values(const char *name, const char *bytes, struct weights *out,
                              struct error *error) {
    const struct evaluator *evaluator = out->evaluator;
    int count = evaluator->param_count, status = 0;
    for (int i = 0; i < count; i++) out->values[i] = packed_read(bytes, (size_t)count, (size_t)i);
    for (int i = 0, run; i < count && status == 0; i += run) {
        const struct param first = evaluator_param(evaluator, i);
        run = evaluator_param_run(evaluator, i);
        status = packed_check(name, &first, out->values + i, run, error);
    }
    return status;
}

int weights_unpack(const char *name, const char *bytes, size_t count, struct weights *out,
                   struct error *error) {
    const char *values = memchr(bytes, '\0', count);
    *out = (struct weights){0};
    if (!values) return error_set(error, "%s: these are no packed weights", name);
    if (weights_parse_head(name, bytes, out, error)) return -1;
    size_t left = count - (size_t)(++values - bytes);
    size_t wanted = (size_t)out->evaluator->param_count * VALUE_BYTES;
    int status = left == wanted
                     ? packed_read_values(name, values, out, error)
                     : error_set(error, "%s: %zu bytes of values are there; %zu are needed", name,
                                 left, wanted);
    if (status) weights_free(out);
    return status;
}
