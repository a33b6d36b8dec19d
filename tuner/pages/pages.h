/*
 * pages: the two programs and their commands, for the formats. A format is one file, which turns a
 * command's table of options into text; pages.c collects the tables and writes the files.
 */
#ifndef HONE_TUNER_PAGES_PAGES_H
#define HONE_TUNER_PAGES_PAGES_H

#include "engine/base/base.h"
#include "engine/base/options.h"
#include "engine/base/program.h"

struct pages_program {
    const char *name, *about;
    const struct command *commands;
};

struct pages_command {
    const struct pages_program *program;
    const struct command *command;
    const struct command_usage *usage;
    const struct option_spec *options; /* {0} ends it; without --help */
};

struct pages_format {
    const char *directory;       /* below that of all */
    const char *prefix, *suffix; /* of a program's file */
    bool a_file_each;            /* command, besides the program's */
    void (*begin)(const struct pages_program *program, struct text *out);
    void (*command)(const struct pages_command *command, struct text *out);
    void (*end)(const struct pages_program *program, struct text *out);
};

extern const struct pages_format pages_man, pages_bash, pages_zsh, pages_fish, pages_markdown;

/* --help, which every command has beside its table. */
extern const struct option_spec pages_help;

/* "hone-tune", "hone-engine-protocol" */
void pages_page_name(const struct pages_program *program, const struct command *command,
                     char out[128]);

/* What a command's page shows of its use: lines that begin with a blank are typed. */
const char *pages_examples(const struct pages_program *program, const struct command *command);

/* What an option's argument is, by its table and its name in the help. */
enum pages_argument {
    ARGUMENT_NONE,   /* a flag */
    ARGUMENT_CHOICE, /* one of its choices */
    ARGUMENT_FILE,   /* a file or directory */
    ARGUMENT_OTHER,  /* a number, a name */
};
enum pages_argument pages_argument_of(const struct option_spec *option);
bool pages_is_file(const char *argument_name);

/* Appends `text` with a backslash before each of the characters `special`. */
void pages_escape(const char *text, const char *special, struct text *out);

#endif
