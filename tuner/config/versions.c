/*
 * Texts of a database may come from anywhere: the first malformed line ends them.
 */
#include "tuner/config/versions.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void versions_add_line(uint64_t checksum, int generation, struct text *out) {
    text_add(out, "%016" PRIx64 " %d\n", checksum, generation);
}

bool versions_next_line(const char **kept, uint64_t *checksum, int *generation) {
    int length = 0;
    if (sscanf(*kept, "%16" SCNx64 " %9d\n%n", checksum, generation, &length) != 2 || length == 0)
        return false;
    *kept += length;
    return true;
}

static uint64_t versions_last(const char *kept) {
    uint64_t checksum = 0;
    int generation;
    while (versions_next_line(&kept, &checksum, &generation)) continue;
    return checksum;
}

bool versions_same(uint64_t checksum, const char *kept) {
    return versions_last(kept) == checksum;
}

void versions_remark(const char *what, uint64_t checksum, const char *kept, struct text *out) {
    text_add(out,
             "%s is not the one that this run was played with last: checksum %016" PRIx64
             ", then %016" PRIx64,
             what, checksum, versions_last(kept));
}
