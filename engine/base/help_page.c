/* Pages are files that come with the programs, printed as they are but for comments. */
#include "engine/base/help_page.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/options.h"
#include "engine/base/program.h"
#include "engine/base/shown.h"

enum { HINT_COLUMNS = 78, NAMES_MAX = 100 };

void help_pages_hint(const struct help_pages *pages, struct text *out) {
    text_add(out, "`%s help PAGE` opens a page:\n ", program_base());
    for (int i = 0, column = 1; pages->names[i]; i++) {
        int length = (int)strlen(pages->names[i]) + 1;
        bool full = column + length > HINT_COLUMNS;
        text_add(out, "%s %s", full ? "\n " : "", pages->names[i]);
        column = (full ? 1 : column) + length;
    }
}

static bool help_page_is(const struct help_pages *pages, const char *name) {
    for (const char *const *page = pages->names; *page; page++)
        if (strcmp(*page, name) == 0) return true;
    return false;
}

/* A comment of HTML is a line of its own: browsers do not show it either. */
static void help_page_put(const char *page) {
    struct text shown = {0};
    for (size_t length; *page; page += length) {
        length = strcspn(page, "\n");
        length += page[length] == '\n';
        if (strncmp(page, "<!--", 4) != 0) text_add_bytes(&shown, page, length);
    }
    shown_put(text_get(&shown));
    text_free(&shown);
}

static int help_page_print(const struct help_pages *pages, const char *name) {
    char path[96];
    struct text place = {0}, page = {0};
    struct error error = {""};
    snprintf(path, sizeof path, "%s/%s.md", pages->folder, name);
    bool found = program_find_file(path, &place) && file_read(text_get(&place), &page, &error) == 0;
    if (found) help_page_put(text_get(&page));
    text_free(&place);
    text_free(&page);
    if (!found) shown_warn("%s help: %s of hone's sources is not here\n", program_base(), path);
    return !found;
}

/* Of pages and commands. -1: it is a command. */
static int help_page_refuse(const struct help_pages *pages, const struct command *commands,
                            const char *given) {
    const char *names[NAMES_MAX + 1] = {0};
    int count = 0;
    for (; commands->name && count < NAMES_MAX; commands++) {
        if (strcmp(commands->name, given) == 0) return -1;
        names[count++] = commands->name;
    }
    for (int i = 0; pages->names[i] && count < NAMES_MAX; i++) names[count++] = pages->names[i];
    const char *meant = name_suggest(given, names);
    shown_warn("%s help: no command or page is named '%.40s'", program_base(), given);
    if (meant) shown_warn("; did you mean '%s'?", meant);
    shown_warn("\n`%s --help` lists them\n", program_base());
    return 2;
}

int help_pages_answer(const struct help_pages *pages, const struct command *commands, int argc,
                      char **argv) {
    if (argc != 3 || strcmp(argv[1], "help") != 0) return -1;
    if (help_page_is(pages, argv[2])) return help_page_print(pages, argv[2]);
    return help_page_refuse(pages, commands, argv[2]);
}
