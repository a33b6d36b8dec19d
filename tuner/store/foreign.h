/*
 * foreign: what stands in a database's schema and is not hone's: tables, views, triggers, indices
 * of others, and tables of hone's names that are declared in another way. A trigger or a generated
 * column would have a say in what is read; so the schema is compared before anything else is.
 */
#ifndef HONE_TUNER_STORE_FOREIGN_H
#define HONE_TUNER_STORE_FOREIGN_H

#include "tuner/store/db.h"

/* A part of a table's declaration that versions before this one wrote in another way. */
struct earlier {
    const char *table; /* NULL ends a list */
    const char *was;   /* "run INTEGER PRIMARY KEY REFERENCES runs" */
    const char *now;   /* NULL: there was that part besides */
};

/* Calls `say` for each thing that is foreign, "trigger t on table runs", or missing where the file
 * is of this version. Faults of reading are those of the store. */
void foreign_find(struct store *store, const struct earlier *earlier,
                  void (*say)(void *context, const char *what), void *context);

#endif
