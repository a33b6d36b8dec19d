/*
 * keeper: a process between hone and each program of somebody else, which sees to it that nothing
 * of that program is left: neither when the program ends, nor when hone says so (SIGTERM), nor when
 * hone itself ends, however it does. Children that leave the program's group and session, and
 * grandchildren whose parents are gone, become the keeper's own (Linux; elsewhere the program's
 * group is all that is found). Only a program that kills its keeper can leave children behind;
 * itself it cannot.
 */
#ifndef HONE_TUNER_EXTERNAL_KEEPER_H
#define HONE_TUNER_EXTERNAL_KEEPER_H

#include <sys/types.h>

#include "tuner/external/launch.h"

/* What a keeper tells hone, in memory that they share; to be read when the keeper has ended. */
struct keeper {
    int status;   /* of the program, as waitpid gives it */
    int cause;    /* why it could not be started, an errno; 0: it could */
    bool crowded; /* it was ended for having too many processes */
};

/* What a new process of hone, among whose threads somebody may have held any lock, goes on with:
 * nothing that a signal handler may not do. `hone` is its parent; `ends` become the program's
 * stdin, stdout and stderr, and no other file of hone's stays open. */
_Noreturn void keeper_run(struct keeper *keeper, const struct launch *launch, const int ends[3],
                          pid_t hone);

#endif
