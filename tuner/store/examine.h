/*
 * examine: what is wrong with a database, row by row, and what of it can be put right because there
 * is a proof of what was there. For stores that were opened to be examined or repaired.
 */
#ifndef HONE_TUNER_STORE_EXAMINE_H
#define HONE_TUNER_STORE_EXAMINE_H

#include "tuner/store/runs.h"

struct damage {
    char kind[16];   /* "schema", which has what is foreign, "structure" of the file, "rows" that
                        do not belong together or are none of hone's, "checksum", "replay" */
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

/* Adds what is foreign in the schema, what SQLite's integrity_check says, rows that do not belong
 * together, and of each table those that do not fit their checksums or are not as its columns have
 * it; of each at most the first hundred. */
void store_examine(struct store *store, struct damages *out);

/* Whether what was measured after training belongs together and is all there, as far as that can be
 * told without all rows of training: rows that an index has lost show nowhere else. For a store
 * opened to read. 0, or -1 and what is wrong. */
int store_check_links(struct store *store, struct error *error);

/* Makes indices anew, and gives a row, or its checksum, the bit back whose flip explains that they
 * do not fit each other. 0, or -1 and why: then nothing was changed. */
int store_mend(struct store *store, struct error *error);

/* A copy of the database as it is, beside it, whose path is `path` afterwards. 0, or -1 and why. */
int store_back_up(const char *database, char *path, size_t size, struct error *error);

#endif
