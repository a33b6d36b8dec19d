/*
 * A number's bits are mixed; a text is a polynomial in an odd number modulo 2^64, times another odd
 * one of its place. So the flipped bit that explains a difference can be found in a single pass
 * over the text, and differs from a bit of another text.
 */
#include "tuner/store/sums.h"

enum { BYTE_BITS = 8, NUMBER_BITS = 64 };

/* Odd: it has an inverse, and no power of it makes a changed byte vanish. */
static const uint64_t base = 0x9e3779b97f4a7c15u;

static uint64_t sums_salt(const struct sums_value *value, int place) {
    return ((uint64_t)place * 4 + (uint64_t)value->kind + 1) * base;
}

/* What the first byte of a text counts; odd, as its powers are. */
static uint64_t sums_first(uint64_t salt) {
    return mix64(~salt) | 1;
}

/* Four bytes at a time, so that a power need not wait for the one before it. */
static uint64_t sums_of_text(const char *text, size_t length, uint64_t power) {
    const unsigned char *bytes = (const unsigned char *)text;
    uint64_t square = base * base, sum = 0;
    size_t i = 0;
    for (; i + 4 <= length; i += 4, power *= square * square)
        sum += power *
               (bytes[i] + base * bytes[i + 1] + square * (bytes[i + 2] + base * bytes[i + 3]));
    for (; i < length; i++, power *= base) sum += bytes[i] * power;
    return sum;
}

static uint64_t sums_of_value(const struct sums_value *value, int place) {
    uint64_t salt = sums_salt(value, place);
    if (value->kind == SUMS_TEXT)
        return mix64(salt + value->length) +
               sums_of_text(value->text, value->length, sums_first(salt));
    return mix64(salt + value->bits);
}

uint64_t sums_of(const struct sums_value *values, int count) {
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) sum += sums_of_value(&values[i], i);
    return sum;
}

/* ---- which bit it was ---- */

/* x * inverse = 1; each step of Newton's doubles the bits that are right. */
static uint64_t sums_inverse(uint64_t x) {
    uint64_t inverse = x;
    for (int right = 3; right < NUMBER_BITS; right *= 2) inverse *= 2 - x * inverse;
    return inverse;
}

/* The byte with the bit flipped that adds `delta` to it; the byte itself where none does. */
static unsigned char sums_mend_byte(unsigned char byte, uint64_t delta) {
    for (int bit = 0; bit < BYTE_BITS; bit++) {
        unsigned char flipped = (unsigned char)(byte ^ (1u << bit));
        if ((uint64_t)flipped - byte == delta) return flipped;
    }
    return byte;
}

static bool sums_mend_text(struct sums_value *value, int place, uint64_t delta) {
    uint64_t inverse = sums_inverse(base);
    delta *= sums_inverse(sums_first(sums_salt(value, place)));
    for (size_t i = 0; i < value->length; i++, delta *= inverse) {
        unsigned char byte = (unsigned char)value->text[i];
        unsigned char mended = sums_mend_byte(byte, delta);
        value->text[i] = (char)mended;
        if (mended != byte) return true;
    }
    return false;
}

static bool sums_mend_number(struct sums_value *value, int place, uint64_t delta) {
    uint64_t wanted = sums_of_value(value, place) + delta;
    for (int bit = 0; bit < NUMBER_BITS; bit++) {
        value->bits ^= 1ull << bit;
        if (sums_of_value(value, place) == wanted) return true;
        value->bits ^= 1ull << bit;
    }
    return false;
}

bool sums_mend(struct sums_value *values, int count, int place, uint64_t sum) {
    struct sums_value *value = &values[place];
    uint64_t delta = sum - sums_of(values, count);
    if (delta == 0 || value->kind == SUMS_NOTHING) return false;
    return value->kind == SUMS_TEXT ? sums_mend_text(value, place, delta)
                                    : sums_mend_number(value, place, delta);
}
