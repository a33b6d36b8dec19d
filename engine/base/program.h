/*
 * program: a program with commands: its help, its version, the choice of the command; and the files
 * that come with it.
 */
#ifndef HONE_ENGINE_BASE_PROGRAM_H
#define HONE_ENGINE_BASE_PROGRAM_H

#include "engine/base/base.h"

struct command {
    const char *name;                  /* NULL ends a list */
    int (*run)(int argc, char **argv); /* argv[0] is its name; returns the exit status */
    const char *doc;                   /* one line */
};

/* Lets freed memory stay with the process for its next use, up to some MiB. Called first. */
void program_keep_memory(void);

/* Runs the command that argv[1] names; or answers --help, help, help COMMAND and --version. `about`
 * heads the help, in one line, and `hint` ends it. The status to exit with: 2 after a message. */
int program_run(const struct command *commands, const char *about, const char *hint, int argc,
                char **argv);

/* Appends the path of a file that comes with the programs, "results/champions/NAME.weights", if one
 * can be read. Of an installed program these are in share/hone and share/doc/hone, beside its bin;
 * of one in a checkout, in a folder above it or beside it. */
bool program_find_file(const char *name, struct text *out);

#endif
