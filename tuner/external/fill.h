/*
 * fill: texts in which {NAME} stands for the value of that name: arguments, lines of a protocol,
 * files. Other braces stay as they are.
 */
#ifndef HONE_TUNER_EXTERNAL_FILL_H
#define HONE_TUNER_EXTERNAL_FILL_H

#include "engine/base/base.h"

struct fill {
    const char *name, *value;
};

/* Adds the text with all values in their places. */
void fill_add(const char *text, const struct fill *values, int count, struct text *out);
/* Whether a value of that name has a place in it. */
bool fill_has(const char *text, const char *name);

#endif
