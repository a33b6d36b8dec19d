/*
 * The parts of the table that are not in every node: its memory, and its ages.
 */
#include "engine/search/tt.h"

#include <stdlib.h>
#include <string.h>

void tt_init(struct tt *tt, size_t bytes) {
    size_t buckets = 1, line = sizeof *tt->buckets;
    while (buckets * 2 <= bytes / line) buckets *= 2;
    *tt = (struct tt){.bytes = buckets * line, .count = buckets};
    tt->buckets = xtable(tt->bytes, &tt->memory);
}

void tt_free(struct tt *tt) {
    free(tt->memory);
}

void tt_touch(struct tt *tt) {
    enum { PAGE = 4096 };
    volatile unsigned char *bytes = (volatile unsigned char *)tt->buckets;
    if (tt->touched) return;
    for (size_t i = 0; i < tt->bytes; i += PAGE) bytes[i] ^= 0; /* a write that changes nothing */
    tt->touched = true;
}

/* Once in 2^12 games their numbers begin anew, and no entry of those may be left. */
void tt_new_game(struct tt *tt) {
    tt->stamp = (tt->stamp | TT_AGE_MAX) + 1;
    if (tt->stamp <= TT_STAMP_MAX) return;
    memset(tt->buckets, 0, tt->bytes);
    tt->stamp = 0;
}

/* The deeper the search, the more buckets are in use, so that those of a shallow search stay in
 * cache: results/records/search.md. */
void tt_new_search(struct tt *tt, int depth) {
    uint64_t wanted = UINT64_C(1) << min_int(2 * depth + 4, 40);
    tt->mask = (wanted < tt->count ? wanted : tt->count) - 1;
    if ((tt->stamp & TT_AGE_MAX) < TT_AGE_MAX) tt->stamp++;
}
