/*
 * lock: which process may write to a database: the one that holds the lock of the empty file beside
 * it, DATABASE-lock.
 */
#ifndef HONE_TUNER_STORE_LOCK_H
#define HONE_TUNER_STORE_LOCK_H

#include "engine/base/base.h"

/* Takes the lock. The file's descriptor, which gives it back when closed, or -1 and which process
 * holds it. */
int lock_take(const char *database, struct error *error);
/* The same for a lock that others may hold too. It waits up to two seconds for a process that makes
 * the database or writes to it alone. */
int lock_share(const char *database, struct error *error);
/* The database is made: lets others share it. */
void lock_let_in(int file);
/* The file may have been removed, so that another process could take a lock of its own. Makes it
 * anew unless another process has. 0: this process may write, alone or as one that shares; else -1.
 */
int lock_keep(const char *database, bool shared, int *file);
/* Gives the lock back, and removes its file. */
void lock_remove(const char *database, int file);
/* Whether a process holds it. */
bool lock_is_held(const char *database);

#endif
