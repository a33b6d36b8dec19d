/*
 * weights: the weight file, hone's readable text format. It names the game, the evaluator, every
 * parameter, and where the numbers come from, and ends with a checksum.
 *
 *     hone-weights 1
 *     game        reversi
 *     evaluator   wpc 10 schema 1
 *     name        swh
 *     source      Lucas & Runarsson 2006, …
 *     run         reversi-quick          (provenance lines are optional)
 *     seed        1
 *     generation  120
 *     games       960000
 *     verified    +85.2 +/- 9.1 Elo against start, 4000 games, unseen openings
 *     player      depth=4 endgame=12     (how it moved in the games that it was tuned in)
 *     program     hone 0.1.0
 *     params      10
 *     a1          1000
 *     …           (or, of a table, up to 27 values a line: the named entry's and the next ones')
 *     checksum    3f2a91c04be7d815      (of all bytes before this line)
 *
 * UTF-8 without control characters, lines end in LF. The lines come in this order; parameters and
 * provenance lines may change places among themselves. To edit a file by hand, write `checksum -`
 * as the last line: then everything is checked but the checksum. Edited weights are no longer those
 * that the run made and verified: on loading, generation, games and verified are dropped and the
 * source becomes "edited by hand, from NAME".
 */
#ifndef HONE_ENGINE_FILES_WEIGHTS_H
#define HONE_ENGINE_FILES_WEIGHTS_H

#include "engine/game/evaluator.h"

/* Where weights come from. Texts are single lines, "" when unknown. */
struct provenance {
    char name[64], source[256];
    char run[64];
    uint64_t seed;
    int generation; /* -1: not from a run */
    uint64_t games;
    char verified[256];
    char player[256]; /* as limits_write says it */
    char program[64];
};

struct weights {
    const struct evaluator *evaluator; /* NULL: empty */
    int32_t *values;                   /* owned, evaluator->param_count of them */
    struct provenance provenance;
};

/* Reads and checks a file: known game and evaluator, every parameter exactly once and in range,
 * checksum. 0, or -1 and "FILE:LINE: what was wrong, what would be right". */
int weights_load(const char *path, struct weights *out, struct error *error);
/* The same from text; `path` is for messages only. */
int weights_parse(const char *path, const char *text, struct weights *out, struct error *error);
void weights_free(struct weights *weights);

enum weights_format { WEIGHTS_NATIVE, WEIGHTS_JSON, WEIGHTS_CSV, WEIGHTS_C };

/* "weights", "json", "csv" or "c". 0, or -1 and why. */
int weights_format_parse(const char *name, enum weights_format *out, struct error *error);

/* Writes the whole file's content in the given format. */
void weights_print(const struct weights *weights, enum weights_format format, struct text *out);

#endif
