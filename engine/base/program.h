/*
 * program: a program that is a list of commands: its help, its version, and which command a command
 * line means.
 */
#ifndef HONE_ENGINE_BASE_PROGRAM_H
#define HONE_ENGINE_BASE_PROGRAM_H

struct command {
    const char *name;                  /* NULL ends a list */
    int (*run)(int argc, char **argv); /* argv[0] is its name; returns the exit status */
    const char *doc;                   /* one line */
};

/* Runs the command that argv[1] names; or answers --help, help, help COMMAND and --version. `about`
 * heads the help, in one line, and `hint` ends it. The status to exit with: 2 after a message. */
int program_run(const struct command *commands, const char *about, const char *hint, int argc,
                char **argv);

#endif
