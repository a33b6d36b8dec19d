/*
 * saved: the words of an optimiser's saved state. Numbers are written exactly (reals in
 * hexadecimal) and separated by white space; reading checks every one of them.
 */
#ifndef HONE_TUNER_OPTIMIZE_SAVED_H
#define HONE_TUNER_OPTIMIZE_SAVED_H

#include "engine/base/base.h"
#include "tuner/optimize/scale.h"

void saved_add_real(struct text *out, double value);
/* To the end of the line. */
void saved_add_reals(struct text *out, const double *values, size_t count);
/* A line of its own. */
void saved_add_vector(struct text *out, const int32_t *vector, int dim);

/* The rest of the text, and where errors go. All readers move `at` on and return 0, or -1 and why;
 * `what` is the number's name in messages. */
struct saved {
    const char *at;
    struct error *error;
};

int saved_word(struct saved *saved, const char *word);
int saved_integer(struct saved *saved, const char *what, int lower, int upper, int *out);
int saved_real(struct saved *saved, const char *what, double lower, double upper, double *out);
int saved_reals(struct saved *saved, const char *what, double lower, double upper, double *out,
                size_t count);
int saved_vector(struct saved *saved, const struct range *ranges, int dim, int32_t *out);
/* Nothing may follow. */
int saved_end(struct saved *saved);

#endif
