/*
 * config_syntax, internal to config: what libconfig does not tell of a text: numbers that need 64
 * bits, and the probable mistake, of which the library gives the line and two words at most.
 */
#ifndef HONE_TUNER_CONFIG_SYNTAX_H
#define HONE_TUNER_CONFIG_SYNTAX_H

#include "engine/base/base.h"

struct config_fault {
    int line;
    char text[256];
};

/* At a place in the text. */
struct config_fault config_fault_at(const char *text, const char *place, const char *what);

/* What is wrong in the line where the library found a fault, if that is clear; else the library's
 * message. */
struct config_fault config_fault_explain(const char *text, int line, const char *said);

/* libconfig silently cuts whole numbers to 32 bits unless an L follows them: copies the text and
 * adds it where a number needs it. NULL, or the place of a text or comment that does not end. */
const char *config_widen(const char *text, struct text *out);

#endif
