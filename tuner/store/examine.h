/*
 * examine: finds what is wrong with a database, row by row, and mends what is proven. For stores
 * that were opened to be examined or repaired.
 */
#ifndef HONE_TUNER_STORE_EXAMINE_H
#define HONE_TUNER_STORE_EXAMINE_H

#include "tuner/store/runs.h"

struct damage {
    char kind[16];   /* "schema": foreign things, "structure" of the file, "rows" that do not belong
                      * together or are not hone's, "checksum", "replay" */
    char where[160]; /* "table meetings: meeting 7 …"; "" where it is the file as a whole */
    char what[256];
};

struct damages {
    int count;
    struct damage *list; /* owned */
};

void damages_add(struct damages *damages, const char *kind, const char *where, const char *what);
bool damages_include(const struct damages *damages, const struct damage *damage);
void damages_free(struct damages *damages);

/* Adds foreign things in the schema, the findings of SQLite's integrity_check, rows that do not
 * belong together, and of each table the rows that do not fit their checksums or columns; of each
 * at most the first hundred. */
void store_examine(struct store *store, struct damages *out);

/* Whether the results after training belong together and are complete, as far as that shows without
 * all rows of training: rows that an index has lost show nowhere else. For a store opened to read.
 * 0, or -1 and what is wrong. */
int store_check_links(struct store *store, struct error *error);

/* Rebuilds indices, and corrects a row, or its checksum, if a single flipped bit explains that they
 * do not fit. 0, or -1 and why: then nothing was changed. */
int store_mend(struct store *store, struct error *error);

/* A copy of the database as it is, beside it; `path` receives its path. 0, or -1 and why. */
int store_back_up(const char *database, char *path, size_t size, struct error *error);

#endif
