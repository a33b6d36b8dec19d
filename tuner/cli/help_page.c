#include "tuner/cli/help_page.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/base.h"
#include "engine/base/shown.h"

const char *const help_pages[] = {
    "tutorial", "run",           "browser",    "commands", "length",   "openings", "plugins",
    "study",    "weights-rules", "yardsticks", "machines", "database", "glossary", NULL};

bool help_page_is(const char *name) {
    for (const char *const *page = help_pages; *page; page++)
        if (strcmp(*page, name) == 0) return true;
    return false;
}

int help_page_print(const char *name, const char *own) {
    static const char *const places[] = {"../tuner/docs/", "../share/doc/hone/tuner/docs/"};
    const char *slash = strrchr(own, '/');
    for (size_t i = 0; slash && i < COUNT_OF(places); i++) {
        char path[8192];
        struct text page = {0};
        snprintf(path, sizeof path, "%.*s%s%s.md", (int)(slash + 1 - own), own, places[i], name);
        int status = file_read(path, &page, &(struct error){""});
        if (status == 0) shown_put(text_get(&page));
        text_free(&page);
        if (status == 0) return 0;
    }
    shown_warn("hone help: the page %s is not here; it is tuner/docs/%s.md of hone's sources\n",
               name, name);
    return 1;
}
