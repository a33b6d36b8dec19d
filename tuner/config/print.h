/*
 * config_print, internal to config: what config.h's config_print and config_help are made of and
 * others need too.
 */
#ifndef HONE_TUNER_CONFIG_PRINT_H
#define HONE_TUNER_CONFIG_PRINT_H

#include "engine/base/base.h"

/* The value as a text in quotes. */
void config_print_quoted(const char *value, struct text *out);

#endif
