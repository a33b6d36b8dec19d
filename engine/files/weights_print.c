/*
 * weights_print: writes a weight file, and its numbers for other programs.
 */
#include "engine/files/weights_fields.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const format_names[] = {[WEIGHTS_NATIVE] = "weights",
                                           [WEIGHTS_JSON] = "json",
                                           [WEIGHTS_CSV] = "csv",
                                           [WEIGHTS_C] = "c"};

int weights_format_parse(const char *name, enum weights_format *out, struct error *error) {
    for (size_t i = 0; i < COUNT_OF(format_names); i++)
        if (strcmp(format_names[i], name) == 0) {
            *out = (enum weights_format)i;
            return 0;
        }
    return error_set(error, "unknown format \"%.40s\"; there are weights, json, csv and c", name);
}

/* What a file can carry of a text: one line of UTF-8 without blanks at its ends. */
static void weights_clean_text(char *text) {
    text_make_harmless(text, "");
    char *trimmed = weights_trim(text);
    memmove(text, trimmed, strlen(trimmed) + 1);
}

static struct provenance weights_clean_provenance(const struct provenance *provenance) {
    struct provenance clean = *provenance;
    for (size_t i = 0; i < WEIGHTS_FIELDS; i++)
        if (weights_field_is_text(&weights_fields[i]))
            weights_clean_text(weights_field_at(&clean, &weights_fields[i]));
    return clean;
}

enum { FIELD_BYTES = 256 }; /* the longest text field */

/* Prints the field's value; false if it is unknown. */
static bool weights_field_print(const struct field *field, struct provenance *provenance,
                                char out[FIELD_BYTES]) {
    const void *at = weights_field_at(provenance, field);
    if (weights_field_is_text(field)) return *strcpy(out, at) != '\0';
    if (field->kind == FIELD_INT) {
        snprintf(out, FIELD_BYTES, "%d", *(const int *)at);
        return *(const int *)at >= 0;
    }
    snprintf(out, FIELD_BYTES, "%" PRIu64, *(const uint64_t *)at);
    return *(const uint64_t *)at > 0 || provenance->generation >= 0;
}

/* As weights_read_run reads it. */
static int weights_print_run(const struct weights *weights, int index, struct text *out) {
    const struct param first = evaluator_param(weights->evaluator, index);
    int count = min_int(VALUES_MAX, evaluator_param_run(weights->evaluator, index));
    text_add(out, "%-11s", first.name);
    for (int i = 0; i < count; i++) text_add(out, " %d", weights->values[index + i]);
    text_add(out, "\n");
    return count;
}

static void weights_print_lines(const struct weights *weights, struct provenance *provenance,
                                struct text *out) {
    const struct evaluator *evaluator = weights->evaluator;
    text_add(out, "hone-weights %d\n", VERSION);
    text_add(out, "game        %s\n", evaluator->game->name);
    text_add(out, "evaluator   %s %s schema %d\n", evaluator->name, evaluator->layout,
             evaluator->schema);
    char value[FIELD_BYTES];
    for (size_t i = 0; i < WEIGHTS_FIELDS; i++)
        if (weights_field_print(&weights_fields[i], provenance, value))
            text_add(out, "%-11s %s\n", weights_fields[i].key, value);
    text_add(out, "params      %d\n", evaluator->param_count);
}

void weights_print_head(const struct weights *weights, struct text *out) {
    struct provenance provenance = weights_clean_provenance(&weights->provenance);
    weights_print_lines(weights, &provenance, out);
}

static void weights_print_native(const struct weights *weights, struct provenance *provenance,
                                 struct text *out) {
    const struct evaluator *evaluator = weights->evaluator;
    size_t start = out->length;
    weights_print_lines(weights, provenance, out);
    for (int i = 0, count; i < evaluator->param_count; i += count)
        count = weights_print_run(weights, i, out);
    text_add(out, CHECKSUM_LINE, bytes_checksum(out->data + start, out->length - start));
}

/* A string's inside: the text is clean, so that only these two need an escape. */
static void weights_add_escaped(struct text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') text_add_bytes(out, "\\", 1);
        text_add_bytes(out, text, 1);
    }
}

static void weights_add_json(struct text *out, const char *key, const char *value, bool quoted) {
    text_add(out, "  \"%s\": %s", key, quoted ? "\"" : "");
    weights_add_escaped(out, value);
    text_add(out, "%s,\n", quoted ? "\"" : "");
}

static void weights_print_json(const struct weights *weights, struct provenance *provenance,
                               struct text *out) {
    const struct evaluator *evaluator = weights->evaluator;
    text_add(out, "{\n  \"format\": \"hone-weights\",\n  \"version\": %d,\n", VERSION);
    weights_add_json(out, "game", evaluator->game->name, true);
    weights_add_json(out, "evaluator", evaluator->name, true);
    weights_add_json(out, "layout", evaluator->layout, true);
    text_add(out, "  \"schema\": %d,\n", evaluator->schema);
    char value[FIELD_BYTES];
    for (size_t i = 0; i < WEIGHTS_FIELDS; i++)
        if (weights_field_print(&weights_fields[i], provenance, value))
            weights_add_json(out, weights_fields[i].key, value,
                             weights_field_is_text(&weights_fields[i]));
    text_add(out, "  \"params\": {\n");
    for (int i = 0; i < evaluator->param_count; i++)
        text_add(out, "    \"%s\": %d%s\n", evaluator_param(evaluator, i).name, weights->values[i],
                 i + 1 < evaluator->param_count ? "," : "");
    text_add(out, "  }\n}\n");
}

static void weights_print_csv(const struct weights *weights, struct text *out) {
    text_add(out, "parameter,value\n");
    for (int i = 0; i < weights->evaluator->param_count; i++)
        text_add(out, "%s,%d\n", evaluator_param(weights->evaluator, i).name, weights->values[i]);
}

/* "li-2007" as a C identifier's part; "weights" when there is no name. */
static void weights_c_identifier(const char *name, bool upper, char out[sizeof "weights" + 64]) {
    if (!*name) name = "weights";
    size_t length = 0;
    for (; *name; name++) {
        int c = (unsigned char)*name;
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9')) c = '_';
        out[length++] = (char)(upper ? toupper(c) : tolower(c));
    }
    out[length] = '\0';
}

/* A comment's inside: it must neither end the comment nor seem to begin one. */
static void weights_add_commented(struct text *out, const char *text) {
    for (char before = ' '; *text; before = *text++) {
        if ((before == '*' && *text == '/') || (before == '/' && *text == '*'))
            text_add_bytes(out, " ", 1);
        text_add_bytes(out, text, 1);
    }
}

/* Whether that parameter is the weight of a disc on some squares, and not on all. */
static bool weights_is_of_squares(const struct evaluator *evaluator, int index,
                                  struct meaning *out) {
    if (!evaluator->meaning) return false;
    *out = evaluator->meaning(evaluator, index);
    return strcmp(out->what, "disc") == 0 && ~out->points != 0;
}

/* The parameters of one part of the game, by square: a row of the table. */
static void weights_add_squares_row(const struct evaluator *evaluator, int from, struct text *out) {
    enum { SQUARES = 64, COLUMNS = 8 };
    text_add(out, "        {");
    for (int square = 0; square < SQUARES; square++) {
        struct meaning meaning;
        int found = -1;
        for (int i = 0; i < evaluator->param_count && found < 0; i++)
            if (weights_is_of_squares(evaluator, i, &meaning) && meaning.from == from &&
                (meaning.points >> square & 1))
                found = i;
        text_add(out, "%s%d", square == 0 ? "" : square % COLUMNS ? ", " : ",\n         ", found);
    }
    text_add(out, "},\n");
}

/* A function that gives the weight of a square: only the layout knows the squares' classes and
 * stages. */
static void weights_add_squares(const struct evaluator *evaluator, const char *name,
                                struct text *out) {
    enum { SHARED_MOST = 4096 };
    struct text rows = {0};
    int stages = 0, last = -1;
    for (int i = 0; i < evaluator->param_count && i < SHARED_MOST; i++) {
        struct meaning meaning;
        if (!weights_is_of_squares(evaluator, i, &meaning) || meaning.from == last) continue;
        weights_add_squares_row(evaluator, last = meaning.from, &rows);
        stages++;
    }
    if (stages > 0)
        text_add(
            out,
            "\n/* The weight of a disc on a square, 0 to 63 for a1, b1, ..., h8, in one of the "
            "game's %d equal\n * part%s, from 0 on; an opponent's disc counts as much less. */\n"
            "static inline int32_t hone_%s_square(int part, int square) {\n"
            "    static const int16_t indices[%d][64] = {\n%s    };\n"
            "    return hone_%s[indices[part][square]];\n}\n",
            stages, plural(stages), name, stages, text_get(&rows), name);
    text_free(&rows);
}

static void weights_print_c(const struct weights *weights, struct provenance *provenance,
                            struct text *out) {
    const struct evaluator *evaluator = weights->evaluator;
    char lower[sizeof "weights" + 64], upper[sizeof "weights" + 64], value[FIELD_BYTES];
    weights_c_identifier(provenance->name, false, lower);
    weights_c_identifier(provenance->name, true, upper);
    text_add(out, "/*\n * %s, %s %s schema %d\n", evaluator->game->name, evaluator->name,
             evaluator->layout, evaluator->schema);
    for (size_t i = 0; i < WEIGHTS_FIELDS; i++) {
        if (!weights_field_print(&weights_fields[i], provenance, value)) continue;
        text_add(out, " * %-10s ", weights_fields[i].key);
        weights_add_commented(out, value);
        text_add(out, "\n");
    }
    text_add(out, " */\n#ifndef HONE_WEIGHTS_%s_H\n#define HONE_WEIGHTS_%s_H\n\n", upper, upper);
    text_add(out, "#include <stdint.h>\n\n");
    text_add(out, "enum { HONE_%s_COUNT = %d };\n\n", upper, evaluator->param_count);
    text_add(out, "static const int32_t hone_%s[HONE_%s_COUNT] = {\n", lower, upper);
    for (int i = 0; i < evaluator->param_count; i++)
        text_add(out, "    %d, /* %s */\n", weights->values[i], evaluator_param(evaluator, i).name);
    text_add(out, "};\n");
    weights_add_squares(evaluator, lower, out);
    text_add(out, "\n#endif\n");
}

void weights_print(const struct weights *weights, enum weights_format format, struct text *out) {
    struct provenance provenance = weights_clean_provenance(&weights->provenance);
    switch (format) {
    case WEIGHTS_NATIVE:
        weights_print_native(weights, &provenance, out);
        break;
    case WEIGHTS_JSON:
        weights_print_json(weights, &provenance, out);
        break;
    case WEIGHTS_CSV:
        weights_print_csv(weights, out);
        break;
    case WEIGHTS_C:
        weights_print_c(weights, &provenance, out);
        break;
    }
}
