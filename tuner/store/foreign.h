/*
 * foreign: finds things in a database's schema that are not hone's: tables, views, triggers,
 * indices of others, and tables of hone's names with another declaration. A trigger or a generated
 * column could change what is read, so the schema is compared first.
 */
#ifndef HONE_TUNER_STORE_FOREIGN_H
#define HONE_TUNER_STORE_FOREIGN_H

#include "tuner/store/db.h"

/* A part of a table's declaration that versions before this one wrote in another way. */
struct earlier {
    const char *table; /* NULL ends a list */
    const char *was;   /* "run INTEGER PRIMARY KEY REFERENCES runs" */
    const char *now;   /* NULL: nothing, the part is gone */
};

/* Calls `say` for each foreign thing, "trigger t on table runs", and for each missing one if the
 * file is of this version. Faults of reading are those of the store. */
void foreign_find(struct store *store, const struct earlier *earlier,
                  void (*say)(void *context, const char *what), void *context);

#endif
