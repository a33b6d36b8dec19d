/*
 * lock: which process may write to a database: the one that holds the lock of the empty file beside
 * it, DATABASE-lock.
 */
#ifndef HONE_TUNER_STORE_LOCK_H
#define HONE_TUNER_STORE_LOCK_H

#include "engine/base/base.h"

/* Takes it. The file's descriptor, which gives it back when closed, or -1 and why: which process
 * holds it. */
int lock_take(const char *database, struct error *error);
/* The file may have been removed, so that another process could take a lock of its own. Makes it
 * anew unless another process has. 0: this process is the one that may write; else -1. */
int lock_keep(const char *database, int *file);
/* Whether a process holds it. */
bool lock_is_held(const char *database);

#endif
