/*
 * patterns_covers: what play looks up: from the groups that are tuned to covers, their instances on
 * the board, and the tables of int16_t that kernels read; and the groups' terms, for fitting.
 */
#include "engine/games/reversi/patterns.h"

#include <string.h>

/* An entry of the cover's squares up to the reading's last gets the weight that it has there. */
static void patterns_part_make(const struct patterns_cover *cover,
                               const struct patterns_reading *reading, struct patterns_part *out) {
    const struct patterns_table *table = reading->table;
    int values[PATTERNS_SQUARES_MAX] = {0}; /* of a 1 on a square of the cover */
    for (int i = 0; i < table->size; i++) {
        int place = patterns_place(reading->squares[i], cover->squares);
        values[place] = patterns_power(i);
        out->last = max_int(out->last, place);
    }
    int32_t *entries = patterns_entries(out->last + 1, values);
    int size = patterns_power(out->last + 1);
    for (int i = 0; i < size; i++) entries[i] = table->first + table->weight_of[entries[i]];
    out->weights = entries;
}

/* The number of a table's readings that lie inside these squares. */
static int patterns_readings_inside(const struct patterns *patterns,
                                    const struct patterns_table *table, uint64_t set) {
    int count = 0;
    for (int i = 0; i < patterns->reading_count; i++) {
        const struct patterns_reading *reading = &patterns->readings[i];
        count += reading->table == table && (patterns_reading_set(reading) & ~set) == 0;
    }
    return count;
}

/* Whether each reading of a group is inside of exactly one of a larger group's: by symmetry all are
 * inside of equally many. */
static bool patterns_holds(const struct patterns *patterns, const struct patterns_table *host,
                           const struct patterns_table *table) {
    const uint64_t board = ~UINT64_C(0), set = patterns_set(host->squares, host->size);
    return patterns_readings_inside(patterns, table, set) *
               patterns_readings_inside(patterns, host, board) ==
           patterns_readings_inside(patterns, table, board);
}

/* Larger groups have found theirs. */
static const struct patterns_table *patterns_find_home(const struct patterns *patterns,
                                                       const struct patterns_table *table) {
    for (int i = 0; i < patterns->table_count; i++) {
        const struct patterns_table *host = &patterns->tuned[i];
        if (host->home == host && patterns_holds(patterns, host, table)) return host;
    }
    return table;
}

void patterns_find_homes(struct patterns *patterns) {
    for (int size = PATTERNS_SQUARES_MAX; size > 0; size--)
        for (int i = 0; i < patterns->table_count; i++) {
            struct patterns_table *table = &patterns->tuned[i];
            if (table->size == size && !table->straight)
                table->home = patterns_find_home(patterns, table);
        }
}

/* Those that are at home with `itself`, NULL: in lines. */
static void patterns_cover_fill(const struct patterns *patterns,
                                const struct patterns_table *itself, struct patterns_cover *cover) {
    uint64_t set = patterns_set(cover->squares, cover->size);
    cover->parts = xcalloc((size_t)patterns->reading_count, sizeof *cover->parts);
    for (int i = 0; i < patterns->reading_count; i++) {
        const struct patterns_reading *reading = &patterns->readings[i];
        if (reading->table->home == itself && (patterns_reading_set(reading) & ~set) == 0)
            patterns_part_make(cover, reading, &cover->parts[cover->part_count++]);
    }
    if (cover->part_count * patterns->layout->limit > INT16_MAX) die("too many groups in one");
}

/* The instance's lane: what its squares add to the index, in all blocks' tables. */
static void patterns_instance_add(struct patterns *patterns, const struct patterns_cover *cover,
                                  const uint8_t *squares, int lane) {
    int block = lane / PATTERNS_LANES, at = lane % PATTERNS_LANES;
    patterns->tables[lane] = (uint32_t)cover->first;
    for (int i = 0; i < cover->size; i++) {
        uint16_t value = (uint16_t)patterns_power(i);
        patterns->squares[block][squares[i]][at] = value;
        for (int discs = 0; discs < 16; discs++)
            if (discs >> squares[i] % 4 & 1)
                patterns->quads[block][squares[i] / 4][discs][at] =
                    (uint16_t)(patterns->quads[block][squares[i] / 4][discs][at] + value);
    }
}

static void patterns_add_instances(struct patterns *patterns, const struct patterns_cover *cover,
                                   int *lanes) {
    uint64_t known[PATTERNS_SYMMETRIES];
    int count = 0;
    for (int symmetry = 0; symmetry < PATTERNS_SYMMETRIES; symmetry++) {
        uint8_t squares[PATTERNS_SQUARES_MAX];
        patterns_images(cover->squares, cover->size, symmetry, squares);
        uint64_t set = patterns_set(squares, cover->size);
        int i = 0;
        while (i < count && known[i] != set) i++;
        if (i < count) continue;
        if (*lanes == PATTERNS_LANES * PATTERNS_BLOCKS_MAX) die("too many groups");
        patterns_instance_add(patterns, cover, squares, (*lanes)++);
        known[count++] = set;
    }
}

static void patterns_add_cover(struct patterns *patterns, const uint8_t *squares, int size,
                               const struct patterns_table *itself, int *lanes) {
    struct patterns_cover *cover = &patterns->covers[patterns->cover_count++];
    cover->size = size;
    cover->first = patterns->stage_size;
    memcpy(cover->squares, squares, (size_t)size);
    patterns->stage_size += patterns_power(size);
    patterns_cover_fill(patterns, itself, cover);
    patterns_add_instances(patterns, cover, lanes);
}

/* Rows and diagonals of at least two squares, one of those alike: to the right from the left edge's
 * upper half, or falling from the upper edge. */
static void patterns_add_lines(struct patterns *patterns, int *lanes) {
    uint8_t squares[PATTERNS_SQUARES_MAX];
    for (int row = 0; row < 4; row++)
        patterns_add_cover(patterns, squares, patterns_walk(8 * row, 0, 1, 8, squares), NULL,
                           lanes);
    for (int column = 0; column < 7; column++)
        patterns_add_cover(patterns, squares, patterns_walk(column, 1, 1, 8, squares), NULL, lanes);
}

void patterns_add_covers(struct patterns *patterns) {
    enum { COVERS_MAX = 64 };
    int lanes = 0;
    bool lines = false;
    patterns->covers = xcalloc(COVERS_MAX, sizeof *patterns->covers);
    patterns->stage_size = patterns->counts ? PATTERNS_COUNTS * PATTERNS_COUNT_ROOM : 0;
    for (int i = 0; i < patterns->table_count; i++) {
        const struct patterns_table *table = &patterns->tuned[i];
        lines |= table->straight;
        if (table->home == table)
            patterns_add_cover(patterns, table->squares, table->size, table, &lanes);
    }
    if (lines) patterns_add_lines(patterns, &lanes);
    patterns->instance_count = lanes;
    patterns->block_count = (lanes + PATTERNS_LANES - 1) / PATTERNS_LANES;
    while (lanes < PATTERNS_LANES * patterns->block_count)
        patterns->tables[lanes++] = (uint32_t)patterns->stage_size;
    patterns->stage_size += 2; /* that zero; and a gather reads one number more */
}

/* Each entry is that of one square less, and what the parts that end with this square add. */
static void patterns_cover_prepare(const struct patterns_cover *cover, const int32_t *weights,
                                   int16_t *out) {
    out[0] = 0;
    for (int place = 0, filled = 1; place < cover->size; place++, filled *= 3) {
        memcpy(out + filled, out, (size_t)filled * sizeof *out);
        memcpy(out + 2 * filled, out, (size_t)filled * sizeof *out);
        for (int i = 0; i < cover->part_count; i++) {
            const struct patterns_part *part = &cover->parts[i];
            for (int j = 0; part->last == place && j < 3 * filled; j++)
                out[j] = (int16_t)(out[j] + weights[part->weights[j]]);
        }
    }
}

void patterns_prepare(const struct evaluator *evaluator, const int32_t *weights, void *prepared) {
    const struct patterns *patterns = patterns_of(evaluator);
    int16_t *out = prepared;
    for (int stage = 0; stage < patterns->stage_count; stage++) {
        for (int i = 0; i < patterns->covers[0].first; i++) {
            const struct patterns_table *count = &patterns->tuned[i / PATTERNS_COUNT_ROOM];
            int number = min_int(i % PATTERNS_COUNT_ROOM, PATTERNS_COUNT_MAX);
            out[i] = (int16_t)weights[count->first + number];
        }
        for (int i = 0; i < patterns->cover_count; i++)
            patterns_cover_prepare(&patterns->covers[i], weights, out + patterns->covers[i].first);
        memset(out + patterns->stage_size - 2, 0, 2 * sizeof *out);
        weights += patterns->weight_count;
        out += patterns->stage_size;
    }
}

int patterns_terms(const struct evaluator *evaluator, const void *state, int side,
                   struct term *out) {
    const struct patterns *patterns = patterns_of(evaluator);
    const struct reversi *board = state;
    uint64_t own = board->own, opp = board->opp;
    int first =
        wpc_stage_number(patterns->stage_count, reversi_count(own | opp)) * patterns->weight_count;
    int sign = side == (int)board->side ? 1 : -1, count = 0;
    int counts[PATTERNS_COUNTS], digits[REVERSI_SQUARES];
    patterns_count(own, opp, reversi_moves(own, opp), reversi_moves(opp, own), counts);
    for (int i = 0; patterns->counts && i < PATTERNS_COUNTS; i++)
        out[count++] = (struct term){first + patterns->tuned[i].first + counts[i], sign};
    for (int i = 0; i < REVERSI_SQUARES; i++)
        digits[i] = (int)(own >> i & 1) + 2 * (int)(opp >> i & 1);
    for (int i = 0; i < patterns->reading_count; i++) {
        const struct patterns_reading *reading = &patterns->readings[i];
        const struct patterns_table *table = reading->table;
        int entry = 0;
        for (int j = table->size - 1; j >= 0; j--) entry = 3 * entry + digits[reading->squares[j]];
        out[count++] = (struct term){first + table->first + table->weight_of[entry], sign};
    }
    return count;
}
