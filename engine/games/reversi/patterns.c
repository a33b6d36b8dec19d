/*
 * The evaluator `patterns`: its layouts, each compiled once into lists of tables, of their places
 * on the board and of what play looks up; its parameters, which are too many for a table of them;
 * and the tables of int16_t that its kernels read.
 */
#include "engine/games/reversi/patterns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The groups of "strong", in the line of Logistello (Buro 1997) and Edax (Delorme): the corners
 * whole and along the edges, edges with both X squares, inner lines, diagonals. "large" adds both
 * edges of a corner, an edge's corners and middle with what is before it, and the corner's
 * triangle. "huge" adds to corners, lines and diagonals squares that matter to them, and two shapes
 * around a corner's diagonal. New ones go to the end. */
static const struct {
    const char *name, *squares;
} patterns_groups[] = {
    {"c33", "a1b1c1a2b2c2a3b3c3"},
    {"c25", "a1b1c1d1e1a2b2c2d2e2"},
    {"edge", "a1b1c1d1e1f1g1h1b2g2"},
    {"row2", "a2b2c2d2e2f2g2h2"},
    {"row3", "a3b3c3d3e3f3g3h3"},
    {"row4", "a4b4c4d4e4f4g4h4"},
    {"diag8", "a1b2c3d4e5f6g7h8"},
    {"diag7", "b1c2d3e4f5g6h7"},
    {"diag6", "c1d2e3f4g5h6"},
    {"diag5", "d1e2f3g4h5"},
    {"diag4", "e1f2g3h4"},
    {"angle", "a5a4a3a2a1b1c1d1e1b2"},
    {"block", "a1c1d1e1f1h1c2d2e2f2"},
    {"wedge", "a1b1c1d1a2b2c2a3b3a4"},
    {"c33d", "a1b1c1a2b2c2a3b3c3d4"},
    {"row2c", "a2b2c2d2e2f2g2h2a1h1"},
    {"row3x", "a3b3c3d3e3f3g3h3b2g2"},
    {"row4d", "a4b4c4d4e4f4g4h4d3e3"},
    {"diag8x", "a1b2c3d4e5f6g7h8d5e4"},
    {"diag7c", "b1c2d3e4f5g6h7a1h8"},
    {"diag6x", "c1d2e3f4g5h6f1g2h3h1"},
    {"diag5x", "d1e2f3g4h5e1f2g3h4h1"},
    {"kite", "a1b1a2b2c2d2e2b3b4b5"},
    {"cross", "a1b2c3d4b1c2d3a2b3c4"},
};
enum { PATTERNS_STRONG = 11, PATTERNS_LARGE = 14, PATTERNS_HUGE = COUNT_OF(patterns_groups) };

/* Counts, by their number. */
static const char *const patterns_count_names[PATTERNS_COUNTS] = {
    [PATTERNS_MOVES] = "mob.own",     [PATTERNS_ANSWERS] = "mob.opp",
    [PATTERNS_POTENTIAL] = "pot.own", [PATTERNS_OPP_POTENTIAL] = "pot.opp",
    [PATTERNS_PARITY] = "parity",
};

static const char patterns_groups_doc[] =
    "what stands on the squares of an edge, a corner or a line";

static const struct patterns_layout patterns_layouts[] = {
    {"2", "2", false, 0, 1023, "what stands on squares in a row"},
    {"234", "234", true, 0, 1023, "what stands on squares in a row, or in a block of four"},
    {"strong", "", false, PATTERNS_STRONG, 8191, patterns_groups_doc},
    {"large", "", false, PATTERNS_LARGE, 8191, patterns_groups_doc},
    {"huge", "", false, PATTERNS_HUGE, 8191, patterns_groups_doc},
};

int patterns_power(int exponent) {
    int power = 1;
    while (exponent-- > 0) power *= 3;
    return power;
}

/* ---- symmetries ------------------------------------------------------------------------- */

static uint8_t patterns_image(int square, int symmetry) {
    int row = square / 8, column = square % 8;
    if (symmetry & 1) column = 7 - column;
    if (symmetry & 2) row = 7 - row;
    return (uint8_t)(symmetry & 4 ? 8 * column + row : 8 * row + column);
}

void patterns_images(const uint8_t *squares, int size, int symmetry, uint8_t *out) {
    for (int i = 0; i < size && i < PATTERNS_SQUARES_MAX; i++)
        out[i] = patterns_image(squares[i], symmetry);
}

uint64_t patterns_set(const uint8_t *squares, int size) {
    uint64_t set = 0;
    for (int i = 0; i < size; i++) set |= UINT64_C(1) << squares[i];
    return set;
}

uint64_t patterns_reading_set(const struct patterns_reading *reading) {
    return patterns_set(reading->squares, reading->table->size);
}

int patterns_place(int square, const uint8_t *squares) {
    int place = 0;
    while (squares[place] != square) place++;
    return place;
}

int32_t *patterns_entries(int size, const int values[PATTERNS_SQUARES_MAX]) {
    int count = patterns_power(size);
    int32_t *entries = xmalloc((size_t)count * sizeof *entries);
    entries[0] = 0;
    for (int place = 0, filled = 1; place < size; place++, filled *= 3)
        for (int i = 0; i < filled; i++) {
            entries[filled + i] = entries[i] + values[place];
            entries[2 * filled + i] = entries[i] + 2 * values[place];
        }
    return entries;
}

/* ---- what is tuned ---------------------------------------------------------------------- */

/* Lets each entry that a symmetry maps onto a lesser one of the same squares share its weight. */
static void patterns_share_under(struct patterns_table *table, int symmetry, int32_t *least) {
    uint8_t images[PATTERNS_SQUARES_MAX];
    int values[PATTERNS_SQUARES_MAX];
    patterns_images(table->squares, table->size, symmetry, images);
    if (patterns_set(images, table->size) != patterns_set(table->squares, table->size)) return;
    for (int i = 0; i < table->size; i++)
        values[i] = patterns_power(patterns_place(images[i], table->squares));
    int32_t *mirrored = patterns_entries(table->size, values);
    for (int i = 0; i < table->entry_count; i++) least[i] = min_int(least[i], mirrored[i]);
    free(mirrored);
}

/* The weights of a table's entries: one for each, unless what mirrors each other is shared. */
static void patterns_number_weights(struct patterns_table *table, bool shared) {
    size_t count = (size_t)table->entry_count;
    int32_t *least = xmalloc(count * sizeof *least);
    table->weight_of = xmalloc(count * sizeof *table->weight_of);
    table->entry_of = xmalloc(count * sizeof *table->entry_of);
    for (int i = 0; i < table->entry_count; i++) least[i] = i;
    for (int symmetry = 1; symmetry < PATTERNS_SYMMETRIES && shared; symmetry++)
        patterns_share_under(table, symmetry, least);
    for (int i = 0; i < table->entry_count; i++) {
        table->weight_of[i] = least[i] < i ? table->weight_of[least[i]] : (uint16_t)table->count;
        if (least[i] == i) table->entry_of[table->count++] = (uint16_t)i;
    }
    free(least);
}

static struct patterns_table *patterns_table_add(struct patterns *patterns, const char *name) {
    struct patterns_table *table = &patterns->tuned[patterns->table_count++];
    snprintf(table->name, sizeof table->name, "%s", name);
    return table;
}

static void patterns_table_close(struct patterns *patterns, struct patterns_table *table) {
    table->first = patterns->weight_count;
    patterns->weight_count += table->count;
}

static void patterns_add_counts(struct patterns *patterns) {
    for (int i = 0; i < PATTERNS_COUNTS; i++) {
        struct patterns_table *table = patterns_table_add(patterns, patterns_count_names[i]);
        table->entry_count = table->count = PATTERNS_COUNT_MAX + 1;
        patterns_table_close(patterns, table);
    }
}

/* Where a table lies on the board: once on each set of squares, or in each order of them. */
static void patterns_add_readings(struct patterns *patterns, const struct patterns_table *table,
                                  bool orders) {
    int first = patterns->reading_count;
    for (int symmetry = 0; symmetry < PATTERNS_SYMMETRIES; symmetry++) {
        struct patterns_reading reading = {.table = table};
        patterns_images(table->squares, table->size, symmetry, reading.squares);
        bool known = false;
        for (int i = first; i < patterns->reading_count; i++) {
            const uint8_t *other = patterns->readings[i].squares;
            known |= orders ? memcmp(other, reading.squares, sizeof reading.squares) == 0
                            : patterns_set(other, table->size) == patterns_reading_set(&reading);
        }
        if (!known) patterns->readings[patterns->reading_count++] = reading;
    }
}

static bool patterns_is_known(const struct patterns *patterns, uint64_t set) {
    int i = 0;
    while (i < patterns->reading_count && patterns_reading_set(&patterns->readings[i]) != set) i++;
    return i < patterns->reading_count;
}

static void patterns_add_group(struct patterns *patterns, const char *name, const uint8_t *squares,
                               int size, bool straight, bool shared) {
    if (patterns_is_known(patterns, patterns_set(squares, size))) return;
    struct patterns_table *table = patterns_table_add(patterns, name);
    table->size = size;
    table->straight = straight;
    table->entry_count = patterns_power(size);
    memcpy(table->squares, squares, (size_t)size);
    patterns_number_weights(table, shared);
    patterns_table_close(patterns, table);
    patterns_add_readings(patterns, table, !shared);
}

static void patterns_add_named(struct patterns *patterns, int groups) {
    for (int i = 0; i < groups; i++) {
        uint8_t squares[PATTERNS_SQUARES_MAX];
        int size = 0;
        for (const char *at = patterns_groups[i].squares; *at; at += 2)
            squares[size++] = (uint8_t)(8 * (at[1] - '1') + at[0] - 'a');
        patterns_add_group(patterns, patterns_groups[i].name, squares, size, false, true);
    }
}

int patterns_walk(int square, int row_step, int column_step, int length, uint8_t *out) {
    int count = 0, row = square / 8, column = square % 8;
    for (; count < length && row >= 0 && row < 8 && column >= 0 && column < 8;
         row += row_step, column += column_step)
        out[count++] = (uint8_t)(8 * row + column);
    return count;
}

static const int patterns_steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

/* The first square and the last, after `prefix`. */
static void patterns_name(const char *prefix, int first, int last, char out[12]) {
    snprintf(out, 12, "%s%c%c%c%c", prefix, 'a' + first % 8, '1' + first / 8, 'a' + last % 8,
             '1' + last / 8);
}

static void patterns_add_tuples(struct patterns *patterns, int length) {
    for (int square = 0; square < REVERSI_SQUARES; square++)
        for (int i = 0; i < 4; i++) {
            uint8_t squares[PATTERNS_SQUARES_MAX];
            char name[12];
            const int *step = patterns_steps[i];
            if (patterns_walk(square, step[0], step[1], length, squares) < length) continue;
            patterns_name("", squares[0], squares[length - 1], name);
            patterns_add_group(patterns, name, squares, length, true, false);
        }
}

/* Blocks of 2 x 2, named as their corners with a "q" so that no diagonal has the name. */
static void patterns_add_blocks(struct patterns *patterns) {
    for (int square = 0; square < REVERSI_SQUARES - 8; square++) {
        if (square % 8 == 7) continue;
        const uint8_t squares[4] = {(uint8_t)square, (uint8_t)(square + 1), (uint8_t)(square + 8),
                                    (uint8_t)(square + 9)};
        char name[12];
        patterns_name("q", squares[0], squares[3], name);
        patterns_add_group(patterns, name, squares, 4, false, false);
    }
}

static void patterns_add_tables(struct patterns *patterns, const struct patterns_layout *layout) {
    enum { TABLES_MAX = 128, READINGS_MAX = 1024 };
    patterns->tuned = xcalloc(TABLES_MAX, sizeof *patterns->tuned);
    patterns->readings = xcalloc(READINGS_MAX, sizeof *patterns->readings);
    patterns->counts = layout->groups > 0;
    if (patterns->counts) patterns_add_counts(patterns);
    patterns_add_named(patterns, layout->groups);
    for (const char *at = layout->lengths; *at; at++) patterns_add_tuples(patterns, *at - '0');
    if (layout->blocks) patterns_add_blocks(patterns);
}

/* ---- parameters ------------------------------------------------------------------------- */

static const struct patterns_layout *patterns_layout_parse(const char *text, int *stage_count,
                                                           struct error *error) {
    const char *cross = strchr(text, 'x');
    size_t length = cross ? (size_t)(cross - text) : strlen(text);
    int64_t stages = 1;
    bool counted = !cross || parse_i64(cross + 1, 1, PATTERNS_STAGES_MAX, &stages);
    *stage_count = (int)stages;
    for (size_t i = 0; counted && i < COUNT_OF(patterns_layouts); i++) {
        const struct patterns_layout *layout = &patterns_layouts[i];
        if (strlen(layout->name) == length && strncmp(text, layout->name, length) == 0)
            return layout;
    }
    error_set(error, "unknown layout \"%.20s\"; there are: %s", text,
              reversi_patterns_family.layouts);
    return NULL;
}

/* What the standard heuristic says of the discs, each square's part shared out among the tables
 * that it is in. */
static int32_t patterns_initial(const struct patterns *patterns, const struct patterns_table *table,
                                int entry) {
    int32_t value = 0;
    for (int i = 0; i < table->size; i++, entry /= 3)
        value += (entry % 3 == 1) * patterns->shares[table->squares[i]] -
                 (entry % 3 == 2) * patterns->shares[table->squares[i]];
    return value;
}

static void patterns_entry_name(const struct patterns_table *table, int entry, char *out,
                                size_t size) {
    char digits[PATTERNS_SQUARES_MAX + 1] = "";
    for (int i = 0; i < table->size; i++, entry /= 3) digits[i] = (char)('0' + entry % 3);
    if (table->size > 0)
        snprintf(out, size, "%s.%s", table->name, digits);
    else
        snprintf(out, size, "%s.%d", table->name, entry);
}

static const struct patterns_table *patterns_table_at(const struct patterns *patterns, int at) {
    const struct patterns_table *table = patterns->tuned;
    while (at >= table->first + table->count) table++;
    return table;
}

static int patterns_param_run(const struct evaluator *evaluator, int index) {
    const struct patterns *patterns = patterns_of(evaluator);
    int at = index % patterns->weight_count;
    const struct patterns_table *table = patterns_table_at(patterns, at);
    return table->first + table->count - at;
}

static struct param patterns_param(const struct evaluator *evaluator, int index) {
    const struct patterns *patterns = patterns_of(evaluator);
    int stage = index / patterns->weight_count, at = index % patterns->weight_count;
    const struct patterns_table *table = patterns_table_at(patterns, at);
    int entry = table->entry_of ? table->entry_of[at - table->first] : at - table->first;
    struct param param = {.initial = patterns_initial(patterns, table, entry),
                          .lower = -patterns->layout->limit,
                          .upper = patterns->layout->limit,
                          .scale = SCALE_LINEAR,
                          .doc = table->size > 0 ? patterns->layout->doc : "that many of these"};
    int length =
        patterns->stage_count > 1 ? snprintf(param.name, sizeof param.name, "s%d.", stage + 1) : 0;
    patterns_entry_name(table, entry, param.name + length, sizeof param.name - (size_t)length);
    return param;
}

/* Its name, without the stage. */
static struct meaning patterns_meaning(const struct evaluator *evaluator, int index) {
    const struct patterns *patterns = patterns_of(evaluator);
    const struct param param = patterns_param(evaluator, index);
    const char *dot = patterns->stage_count > 1 ? strchr(param.name, '.') : NULL;
    return wpc_stage_meaning(dot ? dot + 1 : param.name, ~(uint64_t)0,
                             index / patterns->weight_count, patterns->stage_count);
}

/* The index that a name would have, which is another's if the name is wrong. */
static int patterns_param_guess(const struct patterns *patterns, const char *name) {
    int stage = 1, length = 0;
    if (patterns->stage_count > 1 && (sscanf(name, "s%2d.%n", &stage, &length) < 1 || length == 0))
        return -1;
    name += length;
    const char *digits = strrchr(name, '.');
    for (int i = 0; digits && i < patterns->table_count; i++) {
        const struct patterns_table *table = &patterns->tuned[i];
        if (strlen(table->name) != (size_t)(digits - name) ||
            strncmp(table->name, name, (size_t)(digits - name)) != 0)
            continue;
        int entry = 0;
        if (table->size > 0 && strspn(digits + 1, "012") != strlen(digits + 1)) return -1;
        for (size_t at = strlen(++digits); table->size > 0 && at > 0; at--)
            entry = 3 * entry % table->entry_count + digits[at - 1] - '0';
        int64_t number = 0;
        if (table->size == 0) parse_i64(digits, 0, table->count - 1, &number);
        return (stage - 1) * patterns->weight_count + table->first +
               (table->size > 0 ? table->weight_of[entry] : (int)number);
    }
    return -1;
}

static int patterns_param_find(const struct evaluator *evaluator, const char *name) {
    int index = patterns_param_guess(patterns_of(evaluator), name);
    if (index < 0 || index >= evaluator->param_count) return -1;
    return strcmp(patterns_param(evaluator, index).name, name) == 0 ? index : -1;
}

static void patterns_share_squares(struct patterns *patterns) {
    for (int square = 0; square < REVERSI_SQUARES; square++) {
        int readings = 0;
        for (int i = 0; i < patterns->reading_count; i++)
            readings += (int)(patterns_reading_set(&patterns->readings[i]) >> square & 1);
        if (readings > 0) patterns->shares[square] = wpc_standard(square) / readings;
    }
}

static struct evaluator *patterns_make(const struct game *game, const char *text,
                                       struct error *error) {
    int stage_count;
    const struct patterns_layout *layout = patterns_layout_parse(text, &stage_count, error);
    if (!layout) return NULL;
    struct patterns *patterns = aligned_alloc(_Alignof(struct patterns), sizeof *patterns);
    if (!patterns) die("no memory for an evaluator");
    memset(patterns, 0, sizeof *patterns);
    patterns->layout = layout;
    patterns->stage_count = stage_count;
    patterns_add_tables(patterns, layout);
    patterns_find_homes(patterns);
    patterns_add_covers(patterns);
    patterns_share_squares(patterns);
    patterns->evaluator = (struct evaluator){
        .game = game,
        .schema = 1,
        .doc = reversi_patterns_family.doc,
        .param_count = stage_count * patterns->weight_count,
        .stage_count = stage_count,
        .stage = wpc_stage_of,
        .param = patterns_param,
        .param_find = patterns_param_find,
        .meaning = patterns_meaning,
        .param_run = patterns_param_run,
        .prepared_size = (size_t)(stage_count * patterns->stage_size) * sizeof(int16_t),
        .disc = patterns->counts ? PATTERNS_DISC : 0, /* others are scaled as they evolved */
        .prepare = patterns_prepare,
        .terms = patterns_terms,
        .terms_max = patterns->reading_count + (patterns->counts ? PATTERNS_COUNTS : 0),
        .ops = ISA_TABLE(patterns_ops),
    };
    struct evaluator *evaluator = &patterns->evaluator;
    snprintf(evaluator->name, sizeof evaluator->name, "%s", reversi_patterns_family.name);
    snprintf(evaluator->layout, sizeof evaluator->layout, stage_count > 1 ? "%sx%d" : "%s",
             layout->name, stage_count);
    return evaluator;
}

const struct evaluator_family reversi_patterns_family = {
    .name = "patterns",
    .doc = "tables of what stands on groups of squares, in 1/128 of a disc",
    .default_layout = "2",
    .layouts = "2 (all pairs of squares in a row), 234 (tuples of two to four in a row, blocks of "
               "2x2), strong (edges, corners, lines), large (more of edges and corners), huge "
               "(more around each of these), and each by stages of the game: 2x2…2x12, strongx2…",
    .make = patterns_make,
};
