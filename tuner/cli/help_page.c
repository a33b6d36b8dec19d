/* The pages that the program knows by name; a test opens every page of tuner/docs. */
#include <stddef.h>

#include "tuner/cli/commands.h"

static const char *const names[] = {
    "tutorial",   "run",      "browser",  "commands",      "length",    "openings",
    "plugins",    "engines",  "study",    "weights-rules", "opponents", "positions",
    "yardsticks", "machines", "database", "glossary",      "reference", NULL};

const struct help_pages hone_pages = {.folder = "tuner/docs", .names = names};
