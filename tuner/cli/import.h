/*
 * import: what `hone import` reads from the files of other tuners, as the parts of a config. Each
 * format has a file of its own: lines, weather-factory, chess-tuning-tools.
 */
#ifndef HONE_TUNER_CLI_IMPORT_H
#define HONE_TUNER_CLI_IMPORT_H

#include "engine/base/base.h"
#include "tuner/store/json.h"

/* hone's own steps. */
#define IMPORT_OPTIMIZER                                                                           \
    "fitness = { pairs = 8; };\n"                                                                  \
    "optimizer = { name = \"spsa\"; generations = 100; spsa = { perturbations = 8; }; };\n"

/* What is printed. */
struct import_config {
    struct text parameters, engine; /* members of the list; of the section */
    struct text names;              /* of the parameters, each between line ends */
    struct text rest;               /* lines of other sections */
    struct text steps;              /* the lines of fitness and optimizer; "": hone's own steps */
    const char *text;               /* of a JSON file */
    int count;
    const char *kind; /* "OpenBench's lines" */
    struct error *error;
    const char *path;
};

/* A parameter as the file has it: numbers are texts, since their decimals say its precision. */
struct import_parameter {
    const char *name, *min, *max;
    const char *start, *step, *rate; /* may be NULL */
    bool real, log;
};

/* ---- the formats: 0, or -1 with the error set ---- */

/* OpenBench's and fishtest's, which are changed while they are read. */
int import_lines(struct import_config *import, char *text);
/* weather-factory's config.json, {"NAME": {"value": …, "min_value": …, "max_value": …, "step": …}},
 * with cutechess.json and spsa.json beside it. */
int import_factory(struct import_config *import, const struct json_member *all, int count);
/* A file of chess-tuning-tools, whose text has these members. */
int import_tools(struct import_config *import, const char *text, const struct json_member *all,
                 int count);

/* ---- what they have in common ---- */

/* Adds a parameter. 0, or -1 with what is wrong with it at `place`, "FILE:LINE". */
int import_add_parameter(struct import_config *import, const struct import_parameter *from,
                         const char *place);
/* Begins a parameter; names are short in hone, and the engine's own is kept beside them. 0, or -1:
 * at `place` it has the name of another one, or one that is none. */
int import_add_name(struct import_config *import, const char *name, const char *place);
/* The file of openings; none if it is NULL, "" or "null". */
void import_add_openings(struct import_config *import, const char *file);
/* Whether a config can hold it. */
bool import_is_text(const char *text);
/* Decimals of "0.25", "1e-5", "1.5e-3". */
int import_decimals(const char *number);
/* "FILE:LINE" of the first place where a name stands in quotes. */
void import_place(const struct import_config *import, const char *name, char out[600]);
/* The value of a member, or NULL; it belongs to the members. */
const char *import_member(const struct json_member *members, int count, const char *name);

#endif
