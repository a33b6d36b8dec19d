/*
 * read_parameters, internal to config: the list `parameters` as libconfig has it.
 */
#ifndef HONE_TUNER_CONFIG_READ_PARAMETERS_H
#define HONE_TUNER_CONFIG_READ_PARAMETERS_H

#include <libconfig.h>

#include "tuner/config/reader.h"

/* The key's value, into the reader's config. 0, or -1 and the message. */
int config_parameters_read(const struct config_reader *reader, const struct config_key *key,
                           const config_setting_t *setting);

#endif
