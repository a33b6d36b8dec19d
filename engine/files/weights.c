/*
 * weights: reads a file strictly, line by line, so that a damaged or misread one is refused with
 * the place and what would be right; writes it, and its numbers for other programs. The provenance
 * lines are one table, which reading and all ways of writing follow.
 */
#include "engine/files/weights.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/textfile.h"
#include "engine/games/games.h"
#include "engine/search/limits.h"

enum { VERSION = 1, LINE_BYTES_MAX = 400, VALUES_MAX = 27 /* on a line */ };

#define CHECKSUM_LINE "checksum    %016" PRIx64 "\n"

/* The provenance lines, in the order in which they are written. */
enum field_kind { FIELD_TEXT, FIELD_SETTINGS, FIELD_UINT64, FIELD_INT };
static const struct field {
    const char *key;
    size_t offset, size;
    enum field_kind kind;
} fields[] = {
#define FIELD(member, kind)                                                                        \
    { #member, offsetof(struct provenance, member), sizeof(((struct provenance *)0)->member), kind }
    FIELD(name, FIELD_TEXT),     FIELD(source, FIELD_TEXT),     FIELD(run, FIELD_TEXT),
    FIELD(seed, FIELD_UINT64),   FIELD(generation, FIELD_INT),  FIELD(games, FIELD_UINT64),
    FIELD(verified, FIELD_TEXT), FIELD(player, FIELD_SETTINGS), FIELD(program, FIELD_TEXT),
#undef FIELD
};

static bool weights_field_is_text(const struct field *field) {
    return field->kind == FIELD_TEXT || field->kind == FIELD_SETTINGS;
}

static void *weights_field_at(struct provenance *provenance, const struct field *field) {
    return (char *)provenance + field->offset;
}

/* ---- reading ---------------------------------------------------------------------------- */

/* The text line by line, each split into a key and the rest. */
struct weights_reader {
    const char *path, *next;
    int number; /* of the line that was read last */
    char line[LINE_BYTES_MAX + 1];
    char *key, *value;
    struct error *error;
};

static int weights_fail(struct weights_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static int weights_fail(struct weights_reader *reader, const char *format, ...) {
    struct error message;
    va_list args;
    va_start(args, format);
    vsnprintf(message.text, sizeof message.text, format, args);
    va_end(args);
    return error_set(reader->error, "%s:%d: %s", reader->path, reader->number, message.text);
}

/* Copies the next line, without its end, to reader->line. */
static int weights_copy_line(struct weights_reader *reader) {
    reader->number++;
    size_t length = strcspn(reader->next, "\n");
    if (reader->next[length] == '\0')
        return weights_fail(reader, "the file ends here, it is cut off; the last line must be "
                                    "\"checksum\" and end in a line feed");
    if (length > LINE_BYTES_MAX)
        return weights_fail(reader, "the line has %zu bytes; at most %d are allowed", length,
                            LINE_BYTES_MAX);
    memcpy(reader->line, reader->next, length);
    reader->line[length] = '\0';
    reader->next += length + 1;
    return 0;
}

static int weights_check_characters(struct weights_reader *reader) {
    for (const char *at = reader->line; *at;) {
        if (*at >= ' ' && *at <= '~') { /* nearly always */
            at++;
            continue;
        }
        int length = *at == '\t' ? 1 : utf8_length(at);
        if (length == 0 && strcmp(at, "\r") == 0)
            return weights_fail(reader, "the line ends in CR LF; convert the file to LF");
        if (length == 0)
            return weights_fail(reader, "byte %d is 0x%02x, which is not UTF-8 text",
                                (int)(at - reader->line) + 1, (unsigned char)*at);
        at += length;
    }
    return 0;
}

/* strspn() would be called for each of millions of numbers. */
static char *weights_skip_blanks(char *at) {
    while (*at == ' ' || *at == '\t') at++;
    return at;
}

/* Cuts the blanks at the end and gives where the text begins. */
static char *weights_trim(char *text) {
    char *end = text + strlen(text);
    while (end > text && strchr(" \t", end[-1])) *--end = '\0';
    return weights_skip_blanks(text);
}

static int weights_next_line(struct weights_reader *reader) {
    if (weights_copy_line(reader) < 0 || weights_check_characters(reader) < 0) return -1;
    reader->key = weights_trim(reader->line);
    if (*reader->key == '#')
        return weights_fail(reader, "comments are not allowed in weight files");
    char *key_end = reader->key + strcspn(reader->key, " \t");
    reader->value = weights_trim(key_end);
    if (reader->value == key_end)
        return weights_fail(reader, "\"%.40s\" is not a line of a key and a value", reader->key);
    *key_end = '\0';
    return 0;
}

static int weights_expect(struct weights_reader *reader, const char *key) {
    if (weights_next_line(reader) < 0) return -1;
    if (strcmp(reader->key, key) == 0) return 0;
    return weights_fail(reader, "\"%.40s\" stands where \"%s\" must be", reader->key, key);
}

/* Files that are taken for weights, the other formats of an export above all, by how they begin;
 * NULL: it looks like none of them. */
static const char *weights_other_kind(const char *text) {
    const char *begin = text + strspn(text, " \t\r\n");
    size_t line = strcspn(begin, "\n");
    if (!*begin) return "is empty";
    if (*begin == '{' || *begin == '[') return "is JSON";
    if (strncmp(begin, "/*", 2) == 0 || strncmp(begin, "#include", 8) == 0) return "is C";
    if (strncmp(begin, "hone-weights", 12) != 0 && memchr(begin, ',', line)) return "is CSV";
    return NULL;
}

static int weights_read_kind(struct weights_reader *reader) {
    const char *kind = weights_other_kind(reader->next);
    if (!kind) return 0;
    return error_set(reader->error,
                     "%s: the file %s; weights are read from files that begin with "
                     "\"hone-weights %d\"",
                     reader->path, kind, VERSION);
}

static int weights_read_version(struct weights_reader *reader) {
    if (weights_expect(reader, "hone-weights") < 0) return -1;
    int64_t version;
    if (parse_i64(reader->value, VERSION, VERSION, &version)) return 0;
    return weights_fail(reader, "version %.20s of the format; this program reads version %d",
                        reader->value, VERSION);
}

/* Splits at blanks, in place; the number of words, at most `room`. */
static int weights_split(char *text, char **words, int room) {
    int count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " \t", &rest); word && count < room;
         word = strtok_r(NULL, " \t", &rest))
        words[count++] = word;
    return count;
}

static int weights_read_evaluator(struct weights_reader *reader, const struct game *game,
                                  const struct evaluator **out) {
    char *words[5];
    int64_t schema;
    if (weights_expect(reader, "evaluator") < 0) return -1;
    if (weights_split(reader->value, words, 5) != 4 || strcmp(words[2], "schema") != 0 ||
        !parse_i64(words[3], 0, INT32_MAX, &schema))
        return weights_fail(reader, "the evaluator must be said as NAME LAYOUT schema NUMBER");
    struct error cause;
    *out = games_evaluator(game, words[0], words[1], &cause);
    if (!*out) return weights_fail(reader, "%s", cause.text);
    if ((*out)->schema == schema) return 0;
    return weights_fail(reader, "schema %s; the parameters of this program's %s %s have schema %d",
                        words[3], words[0], words[1], (*out)->schema);
}

static int weights_read_head(struct weights_reader *reader, struct weights *out) {
    if (weights_read_kind(reader) < 0 || weights_read_version(reader) < 0 ||
        weights_expect(reader, "game") < 0)
        return -1;
    struct error cause;
    const struct game *game = games_find(reader->value, &cause);
    if (!game) return weights_fail(reader, "%s", cause.text);
    return weights_read_evaluator(reader, game, &out->evaluator);
}

static const struct field *weights_field_find(const char *key) {
    for (size_t i = 0; i < COUNT_OF(fields); i++)
        if (strcmp(fields[i].key, key) == 0) return &fields[i];
    return NULL;
}

static int weights_unknown_key(struct weights_reader *reader) {
    struct text known = {0};
    for (size_t i = 0; i < COUNT_OF(fields); i++) text_add(&known, "%s, ", fields[i].key);
    weights_fail(reader, "unknown key \"%.40s\"; known are %sparams", reader->key,
                 text_get(&known));
    text_free(&known);
    return -1;
}

static int weights_check_settings(struct weights_reader *reader) {
    struct search_limits limits;
    struct error cause;
    if (limits_read(games_settings(), reader->value, &limits, &cause) == 0) return 0;
    return weights_fail(reader, "%s", cause.text);
}

static int weights_read_field(struct weights_reader *reader, const struct field *field,
                              struct provenance *provenance) {
    void *at = weights_field_at(provenance, field);
    if (weights_field_is_text(field)) {
        if (strlen(reader->value) >= field->size)
            return weights_fail(reader, "%s is longer than %zu bytes", field->key, field->size - 1);
        strcpy(at, reader->value);
        return field->kind == FIELD_SETTINGS ? weights_check_settings(reader) : 0;
    }
    uint64_t number;
    uint64_t upper = field->kind == FIELD_INT ? INT_MAX : UINT64_MAX;
    if (!parse_u64(reader->value, 0, upper, &number))
        return weights_fail(reader, "%s is \"%.30s\"; it must be a whole number, 0 to %" PRIu64,
                            field->key, reader->value, upper);
    if (field->kind == FIELD_INT)
        *(int *)at = (int)number;
    else
        *(uint64_t *)at = number;
    return 0;
}

/* The lines up to and including "params". */
static int weights_read_provenance(struct weights_reader *reader, struct weights *out) {
    int lines[COUNT_OF(fields)] = {0};
    while (weights_next_line(reader) == 0) {
        if (strcmp(reader->key, "params") == 0) return 0;
        const struct field *field = weights_field_find(reader->key);
        if (!field) return weights_unknown_key(reader);
        int *line = &lines[field - fields];
        if (*line) return weights_fail(reader, "%s is already on line %d", field->key, *line);
        *line = reader->number;
        if (weights_read_field(reader, field, &out->provenance) < 0) return -1;
    }
    return -1;
}

/* Most often it is the one after those of the line before, `next`. */
static int weights_param_find(const struct evaluator *evaluator, int next, const char *name) {
    if (next < evaluator->param_count && strcmp(evaluator_param(evaluator, next).name, name) == 0)
        return next;
    return evaluator_param_find(evaluator, name);
}

static int weights_unknown_param(struct weights_reader *reader, const struct evaluator *evaluator) {
    int nearest = 0, distance = INT_MAX;
    for (int i = 0; i < evaluator->param_count; i++) {
        int this_distance = text_distance(reader->key, evaluator_param(evaluator, i).name);
        if (this_distance < distance) nearest = i, distance = this_distance;
    }
    return weights_fail(reader, "%s %s has no parameter \"%.40s\"; the nearest name is \"%s\"",
                        evaluator->name, evaluator->layout, reader->key,
                        evaluator_param(evaluator, nearest).name);
}

static int weights_refuse_value(struct weights_reader *reader, const struct param *param,
                                const char *text) {
    int64_t value;
    if (!parse_i64(text, INT64_MIN, INT64_MAX, &value))
        return weights_fail(reader, "%s is \"%.30s\", which is not a whole number", param->name,
                            text);
    return weights_fail(reader, "%s is %" PRId64 "; it must be %d to %d", param->name, value,
                        param->lower, param->upper);
}

/* The number that a word is, "17" or "-17" with at most nine digits, as every parameter has. The
 * word's end, or NULL: it is something else. Files have hundreds of thousands of them. */
static char *weights_read_number(char *text, int32_t *out) {
    bool negative = *text == '-';
    char *first = text + negative, *at = first;
    int32_t value = 0;
    for (; *at >= '0' && *at <= '9' && at < first + 9; at++) value = 10 * value + (*at - '0');
    *out = negative ? -value : value;
    return at > first && (!*at || *at == ' ' || *at == '\t') ? at : NULL;
}

/* A line of values: the named parameter's, then those of the next ones in its table. Their number,
 * or -1. */
static int weights_read_run(struct weights_reader *reader, const struct evaluator *evaluator,
                            int index, int32_t *values, int *lines) {
    const struct param first = evaluator_param(evaluator, index);
    int room = min_int(VALUES_MAX, evaluator_param_run(evaluator, index)), count = 0;
    for (char *at = reader->value; *at; at = weights_skip_blanks(at), count++) {
        if (count == room)
            return weights_fail(reader, "%s has more than %d value%s", first.name, room,
                                plural(room));
        int32_t value;
        char *end = weights_read_number(at, &value);
        bool good = end && value >= first.lower && value <= first.upper;
        int *line = &lines[index + count];
        if (!good || *line) {
            const struct param param = evaluator_param(evaluator, index + count);
            at[strcspn(at, " \t")] = '\0';
            return *line ? weights_fail(reader, "%s is already on line %d", param.name, *line)
                         : weights_refuse_value(reader, &param, at);
        }
        *line = reader->number;
        values[index + count] = value;
        at = end;
    }
    return count;
}

static int weights_check_complete(struct weights_reader *reader, const struct evaluator *evaluator,
                                  const int *lines) {
    for (int i = 0; i < evaluator->param_count; i++)
        if (!lines[i])
            return weights_fail(reader, "parameter %s is missing before this line",
                                evaluator_param(evaluator, i).name);
    return 0;
}

/* The lines up to and including "checksum"; lines[i] is set to where parameter i stands. */
static int weights_read_values(struct weights_reader *reader, const struct weights *weights,
                               int *lines) {
    const struct evaluator *evaluator = weights->evaluator;
    for (int next = 0; weights_next_line(reader) == 0;) {
        if (strcmp(reader->key, "checksum") == 0)
            return weights_check_complete(reader, evaluator, lines);
        int index = weights_param_find(evaluator, next, reader->key);
        if (index < 0) return weights_unknown_param(reader, evaluator);
        int count = weights_read_run(reader, evaluator, index, weights->values, lines);
        if (count < 0) return -1;
        next = index + count;
    }
    return -1;
}

static int weights_read_params(struct weights_reader *reader, struct weights *out) {
    int64_t count = out->evaluator->param_count;
    if (!parse_i64(reader->value, count, count, &count))
        return weights_fail(reader, "params is \"%.30s\"; %s %s has %d", reader->value,
                            out->evaluator->name, out->evaluator->layout, (int)count);
    out->values = xcalloc((size_t)count, sizeof *out->values);
    int *lines = xcalloc((size_t)count, sizeof *lines);
    int read = weights_read_values(reader, out, lines);
    free(lines);
    return read;
}

/* `line` is the whole line of the checksum, the one that was read last. */
static int weights_read_checksum(struct weights_reader *reader, const char *text,
                                 const char *line) {
    char expected[LINE_BYTES_MAX];
    uint64_t checksum = bytes_checksum(text, (size_t)(line - text));
    snprintf(expected, sizeof expected, CHECKSUM_LINE, checksum);
    if (strcmp(reader->value, "-") != 0 && strncmp(line, expected, strlen(expected)) != 0)
        return weights_fail(reader,
                            "checksum is %.30s but the content has %016" PRIx64
                            ": the file is damaged or edited; to accept an edit of your own "
                            "make this line \"checksum -\"",
                            reader->value, checksum);
    if (*reader->next == '\0') return 0;
    reader->number++;
    return weights_fail(reader, "there is more text after the checksum");
}

/* What the weights were before says nothing of how good they are now. */
static void weights_mark_edited(struct provenance *provenance) {
    provenance->generation = -1;
    provenance->games = 0;
    provenance->verified[0] = '\0';
    snprintf(provenance->source, sizeof provenance->source, "edited by hand%s%s",
             *provenance->name ? ", from " : "", provenance->name);
}

int weights_parse(const char *path, const char *text, struct weights *out, struct error *error) {
    struct weights_reader reader = {.path = path, .next = text, .error = error};
    *out = (struct weights){.provenance.generation = -1};
    if (weights_read_head(&reader, out) == 0 && weights_read_provenance(&reader, out) == 0 &&
        weights_read_params(&reader, out) == 0) {
        const char *last_line = reader.next - 1;
        while (last_line > text && last_line[-1] != '\n') last_line--;
        if (weights_read_checksum(&reader, text, last_line) == 0) {
            if (strcmp(reader.value, "-") == 0) weights_mark_edited(&out->provenance);
            return 0;
        }
    }
    weights_free(out);
    return -1;
}

/* A program, or a config. */
static int weights_refuse_other(const char *path, struct error *error) {
    if (file_is_program(path))
        return error_set(error,
                         "%s: is a program, not a weight file; a program that plays is named as "
                         "cmd:%s;protocol=gtp",
                         path, path);
    const char *end = strrchr(path, '.');
    if (!end || strcmp(end, ".cfg") != 0 || access(path, F_OK) != 0) return 0;
    return error_set(error,
                     "%s: is a config, not a weight file; name the directory of the run that "
                     "`hone tune %s` makes, or a weight file",
                     path, path);
}

/* Says of a name where there is a weight file that is called so. -1. */
static int weights_suggest(const char *name, struct error *error) {
    static const char *const places[] = {"%s.weights", "config/weights/%s.weights",
                                         "config/weights/%s", "weights/%s.weights"};
    struct error why = *error;
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        struct text path = {0};
        text_add(&path, places[i], name);
        bool found = access(text_get(&path), R_OK) == 0;
        if (found) error_set(error, "%s; did you mean %s?", why.text, text_get(&path));
        text_free(&path);
        if (found) break;
    }
    return -1;
}

int weights_load(const char *path, struct weights *out, struct error *error) {
    struct text text;
    *out = (struct weights){0};
    if (weights_refuse_other(path, error)) return -1;
    if (textfile_read(path, path, &text, error) < 0)
        return access(path, F_OK) == 0 ? -1 : weights_suggest(path, error);
    int result = weights_parse(path, text_get(&text), out, error);
    text_free(&text);
    return result;
}

void weights_free(struct weights *weights) {
    free(weights->values);
    *weights = (struct weights){0};
}

/* ---- writing ---------------------------------------------------------------------------- */

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
    for (size_t i = 0; i < COUNT_OF(fields); i++)
        if (weights_field_is_text(&fields[i]))
            weights_clean_text(weights_field_at(&clean, &fields[i]));
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

static void weights_print_native(const struct weights *weights, struct provenance *provenance,
                                 struct text *out) {
    const struct evaluator *evaluator = weights->evaluator;
    size_t start = out->length;
    text_add(out, "hone-weights %d\n", VERSION);
    text_add(out, "game        %s\n", evaluator->game->name);
    text_add(out, "evaluator   %s %s schema %d\n", evaluator->name, evaluator->layout,
             evaluator->schema);
    char value[FIELD_BYTES];
    for (size_t i = 0; i < COUNT_OF(fields); i++)
        if (weights_field_print(&fields[i], provenance, value))
            text_add(out, "%-11s %s\n", fields[i].key, value);
    text_add(out, "params      %d\n", evaluator->param_count);
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
    for (size_t i = 0; i < COUNT_OF(fields); i++)
        if (weights_field_print(&fields[i], provenance, value))
            weights_add_json(out, fields[i].key, value, weights_field_is_text(&fields[i]));
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

/* A function that says which weight a square has, whose classes and stages only the layout knows.
 */
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
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        if (!weights_field_print(&fields[i], provenance, value)) continue;
        text_add(out, " * %-10s ", fields[i].key);
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
