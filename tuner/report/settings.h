/*
 * settings: values of an engine's parameters (tuner/config/engine.h) in the engine's own formats; a
 * run of an engine writes these instead of a weight file.
 */
#ifndef HONE_TUNER_REPORT_SETTINGS_H
#define HONE_TUNER_REPORT_SETTINGS_H

#include "tuner/report/players.h"

enum settings_format {
    SETTINGS_LINES,     /* "name = value" */
    SETTINGS_UCI,       /* "setoption name N value V" */
    SETTINGS_OPENBENCH, /* "name, int, value, min, max, c_end, r_end", for another tune there */
    SETTINGS_FISHTEST,  /* the same without its type */
    SETTINGS_FACTORY,   /* weather-factory's config.json */
    SETTINGS_HEADER,    /* "#define NAME value", for C */
    SETTINGS_JSON,      /* {"name": value, …} */
    SETTINGS_TEMPLATE,  /* the file of engine.template, filled */
};
#define SETTINGS_FORMATS "lines, uci, openbench, fishtest, factory, header, json or template"

/* Whether a run's players are an engine with values for its parameters. */
bool settings_are_of(const struct stored_run *run);

/* 0, or -1 and what there is. NULL: lines. */
int settings_format_parse(const char *name, enum settings_format *out, struct error *error);

/* The usual last rate of OpenBench and fishtest. */
#define SETTINGS_R_END 0.002

/* The name of the format in which the run's engine reads its values. */
const char *settings_own_format(const struct config *config);

/* Appends a line with a checksum, which ends the file of a champion's values. settings_file_edited:
 * whether writing a sealed `content` to `path` would lose a user's work: the file has other values
 * and no valid seal. */
void settings_seal(struct text *values);
bool settings_file_edited(const char *path, const char *content);

/* The values of a player of the run, as players_load has `which`. `left_out` (may be NULL) gets the
 * names of the parameters that the format has no place for. 0, or -1 and why. */
int settings_print(const struct run_argument *run, const char *which, enum settings_format format,
                   struct text *out, struct text *left_out, struct error *error);
/* A table of the champion's values and of the start's, for people; nothing where they cannot be
 * read. */
void settings_print_beside_start(const struct run_argument *run, struct text *out);

#endif
