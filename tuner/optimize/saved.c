/*
 * A saved state comes from a database, which can be edited. So each word is checked, and a message
 * names the number that was expected.
 */
#include "tuner/optimize/saved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char saved_white[] = " \n";

void saved_add_real(struct text *out, double value) {
    text_add(out, " %a", value);
}

void saved_add_reals(struct text *out, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) saved_add_real(out, values[i]);
    text_add(out, "\n");
}

void saved_add_vector(struct text *out, const int32_t *vector, int dim) {
    for (int i = 0; i < dim; i++) text_add(out, i ? " %d" : "%d", vector[i]);
    text_add(out, "\n");
}

/* The next word, cut to fit; the place moves behind it. */
struct saved_text {
    char text[40];
};

static struct saved_text saved_next(struct saved *saved) {
    struct saved_text word = {""};
    saved->at += strspn(saved->at, saved_white);
    size_t length = strcspn(saved->at, saved_white);
    memcpy(word.text, saved->at, length < sizeof word.text ? length : sizeof word.text - 1);
    saved->at += length;
    return word;
}

int saved_word(struct saved *saved, const char *word) {
    struct saved_text found = saved_next(saved);
    if (strcmp(found.text, word) == 0) return 0;
    return error_set(saved->error, "saved optimiser state: \"%s\" where \"%s\" should be",
                     found.text, word);
}

int saved_real(struct saved *saved, const char *what, double lower, double upper, double *out) {
    struct saved_text word = saved_next(saved);
    char *end;
    *out = strtod(word.text, &end);
    if (end != word.text && *end == '\0' && *out >= lower && *out <= upper) return 0;
    return error_set(saved->error,
                     "saved optimiser state: %s is \"%s\", it should be a number from %g to %g",
                     what, word.text, lower, upper);
}

int saved_integer(struct saved *saved, const char *what, int lower, int upper, int *out) {
    struct saved_text word = saved_next(saved);
    int64_t value;
    if (!parse_i64(word.text, lower, upper, &value))
        return error_set(saved->error,
                         "saved optimiser state: %s is \"%s\", it should be a whole number from "
                         "%d to %d",
                         what, word.text, lower, upper);
    *out = (int)value;
    return 0;
}

int saved_reals(struct saved *saved, const char *what, double lower, double upper, double *out,
                size_t count) {
    for (size_t i = 0; i < count; i++)
        if (saved_real(saved, what, lower, upper, &out[i])) return -1;
    return 0;
}

int saved_vector(struct saved *saved, const struct range *ranges, int dim, int32_t *out) {
    for (int i = 0; i < dim; i++) {
        int value = 0;
        char what[32];
        snprintf(what, sizeof what, "gene %d", i + 1);
        if (saved_integer(saved, what, ranges[i].lower, ranges[i].upper, &value)) return -1;
        out[i] = value;
    }
    return 0;
}

int saved_end(struct saved *saved) {
    struct saved_text word = saved_next(saved);
    if (!word.text[0]) return 0;
    return error_set(saved->error, "saved optimiser state: \"%s\" after its end", word.text);
}
