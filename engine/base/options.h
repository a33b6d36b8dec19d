/*
 * options: the options of a command as one table, from which come the parsing, the messages and
 * the help.
 */
#ifndef HONE_ENGINE_BASE_OPTIONS_H
#define HONE_ENGINE_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct text;

enum option_kind {
    OPTION_FLAG,   /* bool */
    OPTION_INT,    /* int */
    OPTION_INT64,  /* int64_t */
    OPTION_REAL,   /* double */
    OPTION_CHOICE, /* an enum that begins at 0, or int */
    OPTION_TEXT,   /* const char *, points into argv */
    OPTION_TEXTS,  /* struct option_texts: may be given many times */
    OPTION_DONE,   /* done at once by `take`, which may refuse; may be given many times */
};

enum { OPTION_TEXTS_MAX = 64 };
struct option_texts {
    int count;
    const char *list[OPTION_TEXTS_MAX];
};

enum { OPTIONS_MAX = 32 }; /* of a command */

/* One option. A table of them ends with {0}. */
struct option_spec {
    const char *name;     /* without the dashes */
    char letter;          /* the short form, 0: none */
    const char *argument; /* its name in the help, "N"; NULL for a flag */
    const char *doc;
    enum option_kind kind;
    void *value; /* where it goes; its value before is the default; a number below `lower`: none */
    double lower, upper; /* of numbers, inclusive */
    int64_t usual; /* of a whole number without a value: the effective default; below `lower`: not
                      shown */
    const char *const *choices;                          /* of a choice, by value; NULL ends them */
    int (*take)(const char *given, struct error *error); /* of OPTION_DONE: 0, or -1 and why */
};

struct command_usage {
    const char *synopsis; /* "match [OPTION]… A B" */
    const char *doc; /* what it does: paragraphs; lines that begin with a blank stay as they are */
    int operands_min, operands_max;
};

struct operands {
    int count;
    char **list;
};

enum { OPTIONS_GO_ON = -1 };

/* Reads the command line: options into their places, operands into `operands` (part of argv, which
 * is permuted). A word that begins with dashes is an operand if it can only be a position.
 * OPTIONS_GO_ON, or the status to exit with: 0 after --help was answered on stdout, 2 after a
 * message on stderr. */
int options_parse(const struct command_usage *usage, const struct option_spec *options, int argc,
                  char **argv, struct operands *operands);

/* Prints a command's tables for --help. A program that writes pages of them replaces it. */
extern void (*options_help)(const struct command_usage *usage, const struct option_spec *options);

/* An option's help: what it does, its choices, its default. */
void option_explain(const struct option_spec *option, struct text *out);

/* Prints words in lines of at most 80 columns, the first from `column` on, further ones `indent`
 * columns in. */
void help_print_words(const char *words, size_t length, int indent, int column);

/* The program as it was called, for commands that people are to paste; set by main. */
extern const char *program_name;
/* Its name without directories, for messages. */
const char *program_base(void);

/* "PROGRAM COMMAND: MESSAGE" on stderr; returns 2. */
int command_fail(const struct command_usage *usage, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same with a pointer to the help, for a wrong command line. */
int usage_fail(const struct command_usage *usage, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The name among `names` (NULL ends them) that `text` probably means, or NULL. */
const char *name_suggest(const char *text, const char *const *names);
/* Adds to a message that `text` is not among `names`: "; did you mean \"ga\"? There are: ga, spsa",
 * or "; there are: ga, spsa". */
void name_add_choices(const char *text, const char *const *names, struct text *out);

#endif
