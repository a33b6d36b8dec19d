/* help_page: a program's pages of documentation in the terminal: `hone help tutorial`. */
#ifndef HONE_ENGINE_BASE_HELP_PAGE_H
#define HONE_ENGINE_BASE_HELP_PAGE_H

#include "engine/base/program.h"

struct help_pages {
    const char *folder;       /* "tuner/docs": of the checkout, or of the installed documents */
    const char *const *names; /* of files there, without .md; NULL ends the list */
};

/* Appends the lines about them for a program's help. */
void help_pages_hint(const struct help_pages *pages, struct text *out);

/* Prints the page that `PROGRAM help PAGE` names, or a message that there is no such page or
 * command. Returns the exit status; -1: the command line asks for something else. */
int help_pages_answer(const struct help_pages *pages, const struct command *commands, int argc,
                      char **argv);

#endif
