/*
 * engine_list: `parameters = "engine"`: the options that an engine lists, as parameters to be
 * tuned.
 */
#ifndef HONE_TUNER_CONFIG_ENGINE_LIST_H
#define HONE_TUNER_CONFIG_ENGINE_LIST_H

#include "tuner/config/reader.h"

/* Starts the engine and puts its options in the place of the config's parameters: numbers with the
 * engine's bounds and defaults, checks and combos as choices. It leaves out texts, buttons, options
 * that manage the program (offer_matter_of), and those that the user has set; the config's remarks
 * name them. 0, or -1 and the message. */
int engine_list_parameters(const struct config_reader *reader, const struct external_spec *spec);

#endif
