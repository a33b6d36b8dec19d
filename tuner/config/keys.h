/*
 * config_keys, internal to config: the one table of a config's keys. It drives reading, messages,
 * printing and help.
 */
#ifndef HONE_TUNER_CONFIG_KEYS_H
#define HONE_TUNER_CONFIG_KEYS_H

#include "tuner/config/config.h"

enum config_kind {
    KIND_INT,        /* int */
    KIND_INT64,      /* int64_t or uint64_t, not negative */
    KIND_REAL,       /* double */
    KIND_BOOL,       /* bool */
    KIND_TEXT,       /* char[], one line */
    KIND_CHOICE,     /* an enum that begins at 0 */
    KIND_FILES,      /* struct config_files */
    KIND_RULES,      /* struct config_rules */
    KIND_NUMBERS,    /* struct config_numbers, in rising order */
    KIND_PARAMETERS, /* struct parameters */
    KIND_MANNERS,    /* struct manners: the list that may stand in place of the section `player` */
};

struct config_key {
    const char *path; /* "section.key"; NULL ends the table */
    enum config_kind kind;
    const struct optimizer_kind *optimizer; /* the kind with the field among its options; NULL:
                                             * struct config */
    const struct search_setting *setting;   /* the setting of the search; NULL: none */
    size_t offset, size;                    /* of the field there */
    double lower, upper;                    /* of numbers */
    const char *const *choices;             /* of a choice, by value; NULL ends them */
    const char *initial;                    /* as in a file; NULL: the user must say it */
    const char *earlier;                    /* in runs older than the key; NULL: as initial */
    bool local; /* does not change results, so config_print leaves it out */
    const char *doc;
};

enum { CONFIG_KEYS_MAX = 160 };

/* All keys; those of a section stand together. To be called from one thread. */
const struct config_key *config_keys(void);

/* NULL if there is no such key. */
const struct config_key *config_key_find(const char *path);
bool config_is_section(const char *path);

/* Where its value is; if each manner has one, the first manner's. */
void *config_key_field(const struct config *config, const struct config_key *key);
/* Whether every manner of play has a value of its own, struct manner after struct manner. */
bool config_key_of_manner(const struct config_key *key);

/* Whether it concerns games that hone plays, which a study does not have, or the way a study of
 * that config gets its results. */
bool config_key_is_for_games(const struct config *config, const struct config_key *key);
/* Whether it concerns studies only. */
bool config_key_is_for_studies(const struct config_key *key);
/* Whether it concerns tuned engines only; whether it has no effect where one plays. */
bool config_key_is_for_engines(const struct config_key *key);
bool config_key_is_idle_for_engines(const struct config_key *key);

/* Its value, as in a file, in runs older than the key. */
const char *config_key_earlier(const struct config_key *key);

/* What a key's value must be, in words. */
void config_key_demand(const struct config_key *key, struct text *out);

#endif
