/*
 * read_rules, internal to config: the rules for the evaluator's parameters as libconfig has them.
 */
#ifndef HONE_TUNER_CONFIG_READ_RULES_H
#define HONE_TUNER_CONFIG_READ_RULES_H

#include <libconfig.h>

#include "tuner/config/reader.h"

/* The key's value, which is a list, into the reader's config. 0, or -1 and the message. */
int config_rule_list_read(const struct config_reader *reader, const struct config_key *key,
                          const config_setting_t *setting);

void config_rules_free(struct config_rules *rules);

#endif
