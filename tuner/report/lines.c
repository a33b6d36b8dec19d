/*
 * Lines for a terminal.
 */
#include "tuner/report/lines.h"

#include <math.h>
#include <string.h>

#include "tuner/optimize/scale.h"

/* ---- long lines ---- */

/* A line may break between two words, and best where two blanks or more separate columns. */

enum { FOLD_FURTHER = 4, FOLD_LEAST = FOLD_COLUMNS / 2 };

/* Whether a word begins there that may begin a line: a figure keeps its error. */
static bool fold_may_begin(const char *line, size_t i) {
    static const char error[] = "+/-";
    return i > 1 && line[i] != ' ' && line[i - 1] == ' ' && strncmp(line + i, error, 3) != 0 &&
           (i < 4 || strncmp(line + i - 4, error, 3) != 0);
}

/* A command stays in one piece: from a word that begins with -- on, to a comment. */
static bool fold_is_typed(const char *line, size_t i, bool before) {
    bool word = i > 0 && line[i - 1] == ' ';
    return word && line[i] == '#' ? false : before || (word && strncmp(line + i, "--", 2) == 0);
}

/* Where to break a line of `length` bytes that begins in column `column`; 0: it fits, or cannot be
 * broken. */
static size_t fold_place(const char *line, size_t length, int column) {
    size_t bracketed = 0, between_words = 0, between_columns = 0, begin = strspn(line, " ");
    int depth = 0;
    bool quoted = false, typed = false;
    for (size_t i = 0; i < length; i++) {
        bool goes_on = typed;
        typed = fold_is_typed(line, i, typed);
        if (i > begin && !quoted && !(goes_on && typed) && fold_may_begin(line, i)) {
            bracketed = i;
            if (depth == 0) between_words = i;
            if (depth == 0 && line[i - 2] == ' ' && column > FOLD_LEAST) between_columns = i;
        }
        if (column >= FOLD_COLUMNS && line[i] != ' ')
            return between_columns ? between_columns : between_words ? between_words : bracketed;
        depth += (line[i] == '[') - (line[i] == ']');
        quoted = quoted != (line[i] == '"');
        column += utf8_begins(line[i]);
    }
    return 0;
}

static void fold_line(const char *line, size_t length, struct text *out) {
    int indent = (int)strspn(line, " "), written = 0;
    for (size_t place; (place = fold_place(line, length, written)) > 0;) {
        size_t end = place;
        while (end > 0 && line[end - 1] == ' ') end--;
        text_add_bytes(out, line, end);
        written = indent + FOLD_FURTHER;
        text_add(out, "\n%*s", written, "");
        line += place;
        length -= place;
    }
    text_add_bytes(out, line, length);
}

void fold_add(const char *text, struct text *out) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        fold_line(text, length, out);
        text += length;
        if (*text) text_add_bytes(out, text++, 1);
    }
}

/* ---- numbers as a picture ---- */

/* A character can show eight heights; the figures stand beside the picture. */

static const char *const sparkline_blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
static const char *const sparkline_signs[] = {"_", ".", "-", "=", "+", "*", "%", "#"};

void sparkline_print(const double *values, int count, int width, bool blocks, struct text *out) {
    const char *const *heights = blocks ? sparkline_blocks : sparkline_signs;
    const int top = (int)COUNT_OF(sparkline_blocks) - 1;
    int shown = min_int(count, width);
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < count; i++) {
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    for (int i = 0; i < shown; i++) {
        double value = values[(int64_t)(i + 1) * count / shown - 1];
        int height = high > low ? (int)lround((value - low) / (high - low) * top) : 0;
        text_add(out, "%s", heights[height]);
    }
}

void sparkline_print_range(const struct range *range, int32_t value, int width, struct text *out) {
    int room = max_int(8, width) - 2;
    bool at_bound = value <= range->lower || value >= range->upper;
    int place = min_int(room - 1, (int)(scale_unit(range, value) * room));
    text_add(out, "[");
    for (int i = 0; i < room; i++) text_add(out, i != place ? "-" : at_bound ? "!" : "#");
    text_add(out, "]");
}
