/* help_page: pages of tuner/docs in the terminal: `hone help tutorial`. */
#ifndef HONE_TUNER_CLI_HELP_PAGE_H
#define HONE_TUNER_CLI_HELP_PAGE_H

#include <stdbool.h>

/* Their names; NULL ends the list. */
extern const char *const help_pages[];

bool help_page_is(const char *name);

/* Prints one. The status to exit with. */
int help_page_print(const char *name);

#endif
