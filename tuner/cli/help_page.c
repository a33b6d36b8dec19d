/* The pages that the program knows by name; a test opens every page of tuner/docs. */
#include "tuner/cli/help_page.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/program.h"
#include "engine/base/shown.h"

const char *const help_pages[] = {
    "tutorial",   "run",      "browser",  "commands",      "length",    "openings",
    "plugins",    "engines",  "study",    "weights-rules", "opponents", "positions",
    "yardsticks", "machines", "database", "glossary",      NULL};

bool help_page_is(const char *name) {
    for (const char *const *page = help_pages; *page; page++)
        if (strcmp(*page, name) == 0) return true;
    return false;
}

int help_page_print(const char *name) {
    char path[64];
    struct text place = {0}, page = {0};
    struct error error = {""};
    snprintf(path, sizeof path, "tuner/docs/%s.md", name);
    bool found = program_find_file(path, &place) && file_read(text_get(&place), &page, &error) == 0;
    if (found) shown_put(text_get(&page));
    text_free(&place);
    text_free(&page);
    if (!found) shown_warn("hone help: %s of hone's sources is not here\n", path);
    return !found;
}
