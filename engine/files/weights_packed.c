/*
 * The head is that of the text, which is written and read by the same code. High bytes are nearly
 * all zero, which is why they stand together.
 */
#include "engine/files/weights_packed.h"

#include <stdlib.h>
#include <string.h>

#include "engine/files/weights_fields.h"

enum { VALUE_BYTES_MAX = 4 };

static uint32_t packed_of(int32_t value) {
    return ((uint32_t)value << 1) ^ (value < 0 ? UINT32_MAX : 0);
}

static int32_t packed_value(uint32_t packed) {
    return (int32_t)(packed >> 1) ^ -(int32_t)(packed & 1);
}

/* Bytes that the largest value needs. */
static size_t packed_width(const struct weights *weights) {
    uint32_t all = 0;
    size_t width = 1;
    for (int i = 0; i < weights->evaluator->param_count; i++) all |= packed_of(weights->values[i]);
    while (width < VALUE_BYTES_MAX && all >> 8 * width) width++;
    return width;
}

void weights_pack(const struct weights *weights, struct text *out) {
    size_t count = (size_t)weights->evaluator->param_count, width = packed_width(weights);
    char *bytes = xmalloc(count * width);
    for (size_t i = 0; i < count; i++)
        for (size_t b = 0; b < width; b++)
            bytes[b * count + i] = (char)(packed_of(weights->values[i]) >> 8 * b);
    weights_print_head(weights, out);
    text_add_bytes(out, "", 1);
    text_add_bytes(out, bytes, count * width);
    free(bytes);
}

static int32_t packed_read(const char *bytes, size_t count, size_t width, size_t i) {
    uint32_t packed = 0;
    for (size_t b = 0; b < width; b++)
        packed |= (uint32_t)(unsigned char)bytes[b * count + i] << 8 * b;
    return packed_value(packed);
}

static int packed_read_values(const char *name, const char *bytes, size_t width,
                              struct weights *out, struct error *error) {
    size_t count = (size_t)out->evaluator->param_count;
    for (size_t i = 0; i < count; i++) out->values[i] = packed_read(bytes, count, width, i);
    return weights_check_values(name, out, error);
}

int weights_unpack(const char *name, const char *bytes, size_t count, struct weights *out,
                   struct error *error) {
    const char *values = memchr(bytes, '\0', count);
    *out = (struct weights){0};
    if (!values) return error_set(error, "%s: these are no packed weights", name);
    if (weights_parse_head(name, bytes, out, error)) return -1;
    size_t left = count - (size_t)(++values - bytes);
    size_t each = (size_t)out->evaluator->param_count, width = left / each;
    int status = left % each == 0 && width >= 1 && width <= VALUE_BYTES_MAX
                     ? packed_read_values(name, values, width, out, error)
                     : error_set(error, "%s: %zu bytes of values are there, for %zu values", name,
                                 left, each);
    if (status) weights_free(out);
    return status;
}
