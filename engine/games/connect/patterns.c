/*
 * A pattern's class follows from the windows of its line and, with three stones or fewer, from the
 * classes that one more own stone leads to. So all lines are classified in one go, those with more
 * own stones first: by falling key, a number in base 3 with the digits of enum pattern_point.
 */
#include "engine/games/connect/patterns.h"

#include <stdlib.h>
#include <string.h>

/* The tables while they are made. */
struct survey {
    struct pattern_tables *tables;
    uint8_t makes_a5[PATTERN_POINTS][PATTERN_KEYS_MAX]; /* whether one more own stone does */
};

/* A line: its key, and the same as sets of points. */
struct line {
    enum pattern_point centre;
    int key;
    uint32_t own, blocked;
};

static void pattern_line_put(struct line *line, enum pattern_point what, int at) {
    if (what == PATTERN_OWN) line->own |= 1u << at;
    if (what == PATTERN_BLOCKED) line->blocked |= 1u << at;
}

static struct line pattern_line_of(int k, enum pattern_point centre, int key) {
    struct line line = {.centre = centre, .key = key};
    for (int at = 0; at < 2 * k + 1; at++) {
        pattern_line_put(&line, at == k ? centre : (enum pattern_point)(key % 3), at);
        if (at != k) key /= 3;
    }
    return line;
}

/* ---- classes -------------------------------------------------------------------------------- */

/* The most own stones of a window; whether one point lies in all with k-2 or more, 1 at
 * least. */
static int pattern_best_window(int k, const struct line *line, bool *one_stops) {
    int best = 0;
    uint32_t common = ~line->own;
    for (uint32_t i = 0, window = (1u << k) - 1; i < (uint32_t)k + 2; i++, window <<= 1) {
        if (line->blocked & window) continue;
        int stones = 0;
        for (uint32_t set = line->own & window; set; set &= set - 1) stones++;
        best = max_int(best, stones);
        if (stones >= max_int(1, k - 2)) common &= window;
    }
    *one_stops = common != 0;
    return best;
}

static int pattern_longest_run(int k, uint32_t own) {
    int longest = 0;
    for (int at = 0, run = 0; at < 2 * k + 1; at++) {
        run = own >> at & 1 ? run + 1 : 0;
        longest = max_int(longest, run);
    }
    return longest;
}

/* The most own stones between two ends or blocked points too close for a window. */
static int pattern_best_dead_stretch(int k, const struct line *line) {
    int best = 0;
    for (int at = 0, length = 0, stones = 0; at <= 2 * k + 1; at++) {
        bool ends = at == 2 * k + 1 || line->blocked >> at & 1;
        if (ends && length < k) best = max_int(best, stones);
        length = ends ? 0 : length + 1;
        stones = ends ? 0 : stones + (int)(line->own >> at & 1);
    }
    return best;
}

/* Whether an own stone on an empty point of the line leads to a line that is marked `wanted`. */
static bool pattern_leads_to(const struct survey *survey, const struct line *line,
                             uint8_t (*marks)[PATTERN_KEYS_MAX], int wanted) {
    if (line->centre == PATTERN_EMPTY && marks[PATTERN_OWN][line->key] == wanted) return true;
    int rest = line->key;
    for (int digit = 1; digit < survey->tables->keys; digit *= 3, rest /= 3)
        if (rest % 3 == PATTERN_EMPTY &&
            marks[line->centre][line->key + PATTERN_OWN * digit] == wanted)
            return true;
    return false;
}

static enum pattern_class pattern_dead_class(int missing) {
    static const enum pattern_class classes[] = {PATTERN_D5, PATTERN_D4, PATTERN_D3, PATTERN_D2};
    return missing <= 4 ? classes[missing - 1] : PATTERN_N;
}

static enum pattern_class pattern_classify(struct survey *survey, const struct line *line) {
    int k = survey->tables->k, run = pattern_longest_run(k, line->own);
    uint8_t(*classes)[PATTERN_KEYS_MAX] = survey->tables->classes;
    if (run >= k) return run == k ? PATTERN_C6 : PATTERN_CL;
    bool one_stops;
    int stones = pattern_best_window(k, line, &one_stops);
    switch (stones > 0 ? k - stones : 0) {
    case 1:
        return one_stops ? PATTERN_S5 : PATTERN_A5;
    case 2:
        return one_stops ? PATTERN_S4 : PATTERN_A4;
    case 3:
        return pattern_leads_to(survey, line, classes, PATTERN_A4)      ? PATTERN_A3
               : pattern_leads_to(survey, line, survey->makes_a5, true) ? PATTERN_I3
                                                                        : PATTERN_S3;
    case 4:
        return pattern_leads_to(survey, line, classes, PATTERN_A3) ? PATTERN_A2 : PATTERN_S2;
    }
    int dead = pattern_best_dead_stretch(k, line);
    return dead > 0 ? pattern_dead_class(k - dead) : PATTERN_N;
}

/* An own centre leads nowhere but to its kind, an empty one to an own one: that goes last. */
static void pattern_classes_fill(struct survey *survey) {
    struct pattern_tables *tables = survey->tables;
    for (int centre = PATTERN_OWN; centre >= PATTERN_EMPTY; centre--)
        for (int key = tables->keys - 1; key >= 0; key--) {
            struct line line = pattern_line_of(tables->k, (enum pattern_point)centre, key);
            enum pattern_class class = pattern_classify(survey, &line);
            tables->classes[centre][key] = (uint8_t) class;
            survey->makes_a5[centre][key] =
                (class == PATTERN_S4 || class == PATTERN_A4) &&
                pattern_leads_to(survey, &line, tables->classes, PATTERN_A5);
        }
}

/* ---- changes -------------------------------------------------------------------------------- */

static enum pattern_class pattern_class_with(const struct pattern_tables *tables,
                                             enum pattern_point centre, int key) {
    return (enum pattern_class)tables->classes[centre][key];
}

/* Numbers the changes that occur, in order of the classes. */
static void pattern_changes_number(struct pattern_tables *tables, bool opposing,
                                   uint8_t entries[PATTERN_CLASSES][PATTERN_CLASSES]) {
    for (int from = PATTERN_N; from < PATTERN_CLASSES; from++)
        for (int to = PATTERN_N; to < PATTERN_CLASSES; to++) {
            if (!entries[from][to]) continue;
            if (tables->change_count == PATTERN_CHANGES_MAX) die("too many changes of patterns");
            entries[from][to] = (uint8_t)(PATTERN_CHANGED + tables->change_count);
            tables->changes[tables->change_count++] =
                (struct pattern_change){(enum pattern_class)from, (enum pattern_class)to, opposing};
        }
}

/* What `stone` does to every line; a stone on a line of k or more does nothing. */
static void pattern_changes_fill(struct pattern_tables *tables, enum pattern_point stone,
                                 uint8_t *out) {
    uint8_t entries[PATTERN_CLASSES][PATTERN_CLASSES] = {{0}};
    for (int key = 0; key < tables->keys; key++) {
        enum pattern_class from = pattern_class_with(tables, PATTERN_EMPTY, key);
        enum pattern_class to = pattern_class_with(tables, stone, key);
        if (from != to && from < PATTERN_C6 && to < PATTERN_C6) entries[from][to] = true;
    }
    pattern_changes_number(tables, stone == PATTERN_BLOCKED, entries);
    for (int to = PATTERN_C6; stone == PATTERN_OWN && to < PATTERN_CLASSES; to++)
        for (int from = PATTERN_N; from < PATTERN_CLASSES; from++)
            entries[from][to] = PATTERN_COMPLETED;
    for (int key = 0; key < tables->keys; key++)
        out[key] = entries[pattern_class_with(tables, PATTERN_EMPTY, key)]
                          [pattern_class_with(tables, stone, key)];
}

static void pattern_keys_fill(struct pattern_tables *tables) {
    int k = tables->k;
    for (uint32_t set = 0; set < 1u << k; set++) {
        int number = 0;
        for (int at = k - 1; at >= 0; at--) number = 3 * number + (int)(set >> at & 1);
        tables->ternary[set] = (uint16_t)number;
    }
    tables->half = 2 * tables->ternary[(1u << k) - 1] + 1;
    tables->keys = tables->half * tables->half;
}

const struct pattern_tables *pattern_tables_for(int k) {
    static struct pattern_tables *made[PATTERN_K_MAX + 1];
    if (k < 2 || k > PATTERN_K_MAX) die("no patterns of %d in a row", k);
    if (made[k]) return made[k];
    struct survey *survey = xmalloc(sizeof *survey);
    survey->tables = made[k] = xcalloc(1, sizeof *made[k]);
    made[k]->k = k;
    pattern_keys_fill(made[k]);
    pattern_classes_fill(survey);
    pattern_changes_fill(made[k], PATTERN_OWN, made[k]->own);
    pattern_changes_fill(made[k], PATTERN_BLOCKED, made[k]->opposing);
    free(survey);
    return made[k];
}

void pattern_class_name(int k, enum pattern_class class, char out[3]) {
    static const char letters[PATTERN_CLASSES + 1] = "nddddsasiasasacc";
    static const char stones[PATTERN_CLASSES + 1] = " 23452233344556 ";
    memcpy(out, (char[]){letters[class], (char)(stones[class] - 6 + k), '\0'}, 3);
    if (stones[class] == ' ') out[1] = '\0';
}
