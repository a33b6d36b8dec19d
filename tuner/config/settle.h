/*
 * Internal to config: what the names in a config mean, and whether its settings go
 * together.
 */
#ifndef HONE_TUNER_CONFIG_SETTLE_H
#define HONE_TUNER_CONFIG_SETTLE_H

#include "tuner/config/reader.h"

/* Complete the config of a run or a study after all its keys were read: game, evaluator, optimizer,
 * weights. Then they check its settings against each other. 0, or -1 and the message. */
int settle_run(const struct config_reader *reader);
int settle_study(const struct config_reader *reader);

/* Look up what the names stand for; the files of positions and yardsticks. 0, or -1 and the
 * message. */
int settle_names_resolve(const struct config_reader *reader);
int settle_files_resolve(const struct config_reader *reader);

/* Loads a weight file of the run's game that the key names. 0, or -1 and the message; then there
 * is nothing to free. */
int settle_weights_resolve(const struct config_reader *reader, const char *key, const char *file,
                           struct weights *out);

/* Parts of both: the run's name and directory; the kind of its optimiser; settings that
 * belong to others; what optimisers say of their own keys; the run's length. */
int settle_name_resolve(const struct config_reader *reader);
int settle_optimizer_resolve(const struct config_reader *reader);
int settle_refuse_idle(const struct config_reader *reader);
int settle_optimizer_keys(const struct config_reader *reader);
int settle_length(const struct config_reader *reader);
bool settle_key_is_initial(const struct config *config, const struct config_key *key);

/* Whether the user says something else of it than the usual. */
bool settle_key_is_said(const struct config_reader *reader, const struct config_key *key);
/* Where `parameters` have starts, the first vectors lie around them unless something is said. */
void settle_usual_init(const struct config_reader *reader);

/* Whether an engine can play the run's games. 0, or -1 and the message. */
struct external_spec;
int settle_engine_check(const struct config_reader *reader, const char *key,
                        const struct external_spec *spec);
/* A text file that the config names, or a stored run its own text of it. 0, or -1 and why. */
int settle_text_read(const struct config_reader *reader, const char *file, struct text *out,
                     struct error *why);

/* The vectors that the run begins with, and what of them moves: space, initial. */
int settle_initial_resolve(const struct config_reader *reader);

#endif
