/*
 * config_reader, internal to config: the state of reading a config, its error messages, and what
 * libconfig does not report. All functions that reject set the reader's error and return -1.
 */
#ifndef HONE_TUNER_CONFIG_READER_H
#define HONE_TUNER_CONFIG_READER_H

#include "engine/base/base.h"
#include "tuner/config/keys.h"

/* ---- reject ---- */

/* Where a config is wrong, what is wrong and what would be right. All functions set the reader's
 * error and return -1. */

/* A config on its way from the user into struct config; `lines` and `sets` go by a key's place in
 * the table. */
struct config_reader {
    const char *path;
    struct config *config;
    struct error *error;
    /* The contents of a stored run's files; its text may have settings without effect. NULL: the
     * config is the user's. */
    const struct config_contents *stored;
    bool kinds;                 /* those of other kinds of optimisers are, at least */
    const char *set;            /* the --set that is being read; NULL: the file or a default */
    int manner;                 /* the manner of play that is being read */
    int lines[CONFIG_KEYS_MAX]; /* where the file gave the key; 0: nowhere */
    const char *sets[CONFIG_KEYS_MAX]; /* the --set that gave it; NULL: none */
};

/* What can be done with a program to be tuned; its line is formatted in. */
#define REJECT_OWN_ENGINE                                                                          \
    "An engine of your own is tuned by `engine` and `parameters` in a config (`hone help "         \
    "engines`); it can be an opponent too: verify.yardsticks = [\"%.200s\"] there, or `hone "      \
    "match` with that. Weights of evaluators that hone has (`hone games`) go into your own "       \
    "engine "                                                                                      \
    "with `hone export --format c`"

/* Rejects the value of the key `path`; the message goes on after its name. */
int config_reject(const struct config_reader *reader, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Rejects the rule for parameters that stands in that line of the file; 0: all of them. */
int config_reject_rule(const struct config_reader *reader, int line, const char *what);

/* The same of the list `parameters`. */
int config_reject_parameter(const struct config_reader *reader, int line, const char *what);

/* Rejects a value of the wrong kind or out of bounds: the message says what the key requires, and
 * what was found unless that is "". */
int config_reject_value(const struct config_reader *reader, const struct config_key *key,
                        const char *found);

/* Rejects a path that is neither key nor section; the message guesses what was meant. `line` is the
 * file's, and does not matter in a --set. */
int config_reject_unknown(const struct config_reader *reader, int line, const char *path);

/* Rejects a value given to a section. */
int config_reject_section(const struct config_reader *reader, int line, const char *path);

/* ---- syntax ---- */

/* What libconfig does not tell of a text: numbers that need 64 bits, and the probable mistake, of
 * which the library gives the line and two words at most. */

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
