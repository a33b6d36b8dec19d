/*
 * keeper: a process between hone and each foreign program. It leaves nothing of that program behind
 * when the program ends, when hone says so (SIGTERM), and when hone itself ends in any way.
 * Children that leave the program's group and session, and orphaned grandchildren, become the
 * keeper's own (Linux; elsewhere only the program's group is found). Only a program that kills its
 * keeper can leave children behind; the program itself ends with the keeper.
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

/* The new process's main function. Other threads of hone may have held any lock at the fork, so it
 * does only what a signal handler may do. `hone` is its parent; `ends` become the program's stdin,
 * stdout and stderr, and no other file of hone's stays open. */
_Noreturn void keeper_run(struct keeper *keeper, const struct launch *launch, const int ends[3],
                          pid_t hone);

#endif
