/*
 * config_print, internal to config: parts of config.h's config_print and config_help that others
 * need too.
 */
#ifndef HONE_TUNER_CONFIG_PRINT_H
#define HONE_TUNER_CONFIG_PRINT_H

#include "tuner/config/keys.h"

/* A key's value as in a file. */
void config_print_value(const struct config *config, const struct config_key *key,
                        struct text *out);

/* The value as a text in quotes. */
void config_print_quoted(const char *value, struct text *out);

#endif
