/*
 * Texts of a database may come from anywhere: the first malformed line ends them.
 */
#include "tuner/config/plugins.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void plugins_add_line(const struct library *library, int generation, struct text *out) {
    text_add(out, "%016" PRIx64 " %d\n", library->checksum, generation);
}

void plugins_keep(const struct library *library, int generation, const char *file,
                  struct config_contents *out) {
    struct text line = {0};
    plugins_add_line(library, generation, &line);
    config_contents_add(out, file, text_get(&line));
    text_free(&line);
}

bool plugins_next_line(const char **kept, uint64_t *checksum, int *generation) {
    int length = 0;
    if (sscanf(*kept, "%16" SCNx64 " %9d\n%n", checksum, generation, &length) != 2 || length == 0)
        return false;
    *kept += length;
    return true;
}

static uint64_t plugins_last(const char *kept) {
    uint64_t checksum = 0;
    int generation;
    while (plugins_next_line(&kept, &checksum, &generation)) continue;
    return checksum;
}

bool plugins_same(const struct library *library, const char *kept) {
    return plugins_last(kept) == library->checksum;
}

void plugins_remark(const struct library *library, const char *kept, struct text *out) {
    text_add(out,
             "plug-in %s is not the one that this run was played with last: checksum %016" PRIx64
             ", then %016" PRIx64,
             library->file, library->checksum, plugins_last(kept));
}
