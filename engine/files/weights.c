/*
 * weights: reads a file strictly, line by line, so that a damaged or misread one is refused with
 * the place and what would be right.
 */
#include "engine/files/weights_fields.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/near_name.h"
#include "engine/base/textfile.h"
#include "engine/files/weights_cache.h"
#include "engine/games/games.h"
#include "engine/search/limits.h"

enum { LINE_BYTES_MAX = 400 };

const struct field weights_fields[WEIGHTS_FIELDS] = {
#define FIELD(member, kind)                                                                        \
    { #member, offsetof(struct provenance, member), sizeof(((struct provenance *)0)->member), kind }
    FIELD(name, FIELD_TEXT),     FIELD(source, FIELD_TEXT),     FIELD(run, FIELD_TEXT),
    FIELD(seed, FIELD_UINT64),   FIELD(generation, FIELD_INT),  FIELD(games, FIELD_UINT64),
    FIELD(verified, FIELD_TEXT), FIELD(player, FIELD_SETTINGS), FIELD(program, FIELD_TEXT),
#undef FIELD
};

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
                                    "\"checksum\", \"checksum -\" where the file was made by hand, "
                                    "and end in a line feed");
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

char *weights_trim(char *text) {
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

/* Other kinds of file, recognised by how they begin, the other formats of an export above all;
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
    for (size_t i = 0; i < WEIGHTS_FIELDS; i++)
        if (strcmp(weights_fields[i].key, key) == 0) return &weights_fields[i];
    return NULL;
}

static int weights_unknown_key(struct weights_reader *reader) {
    struct text known = {0};
    for (size_t i = 0; i < WEIGHTS_FIELDS; i++) text_add(&known, "%s, ", weights_fields[i].key);
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
    int lines[WEIGHTS_FIELDS] = {0};
    while (weights_next_line(reader) == 0) {
        if (strcmp(reader->key, "params") == 0) return 0;
        const struct field *field = weights_field_find(reader->key);
        if (!field) return weights_unknown_key(reader);
        int *line = &lines[field - weights_fields];
        if (*line) return weights_fail(reader, "%s is already on line %d", field->key, *line);
        *line = reader->number;
        if (weights_read_field(reader, field, &out->provenance) < 0) return -1;
    }
    return -1;
}

/* Most often it is `next`, the parameter after those of the line before. */
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
        return weights_fail(reader, "%s is \"%.30s\"; it must be a whole number, %d to %d",
                            param->name, text, param->lower, param->upper);
    return weights_fail(reader, "%s is %" PRId64 "; it must be %d to %d", param->name, value,
                        param->lower, param->upper);
}

/* The number that a word is, "17" or "-17" with at most ten digits, which an int32_t may have. The
 * word's end, or NULL: it is something else. Files have hundreds of thousands of them. */
static char *weights_read_number(char *text, int64_t *out) {
    bool negative = *text == '-';
    char *first = text + negative, *at = first;
    int64_t value = 0;
    for (; *at >= '0' && *at <= '9' && at < first + 10; at++) value = 10 * value + (*at - '0');
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
        int64_t value;
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
        values[index + count] = (int32_t)value;
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

/* The line "params", which was read last. */
static int weights_make_room(struct weights_reader *reader, struct weights *out) {
    int64_t count = out->evaluator->param_count;
    if (!parse_i64(reader->value, count, count, &count))
        return weights_fail(reader, "params is \"%.30s\"; %s %s has %d", reader->value,
                            out->evaluator->name, out->evaluator->layout, (int)count);
    out->values = xlarge((size_t)count * sizeof *out->values);
    return 0;
}

static int weights_read_params(struct weights_reader *reader, struct weights *out) {
    if (weights_make_room(reader, out) < 0) return -1;
    int *lines = xcalloc((size_t)out->evaluator->param_count, sizeof *lines);
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

/* After an edit, what was verified of the weights no longer holds. */
static void weights_mark_edited(struct provenance *provenance) {
    provenance->generation = -1;
    provenance->games = 0;
    provenance->verified[0] = '\0';
    snprintf(provenance->source, sizeof provenance->source, "edited by hand%s%s",
             *provenance->name ? ", from " : "", provenance->name);
}

int weights_parse_head(const char *path, const char *text, struct weights *out,
                       struct error *error) {
    struct weights_reader reader = {.path = path, .next = text, .error = error};
    *out = (struct weights){.provenance.generation = -1};
    if (weights_read_head(&reader, out) == 0 && weights_read_provenance(&reader, out) == 0 &&
        weights_make_room(&reader, out) == 0)
        return 0;
    weights_free(out);
    return -1;
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

/* Of parameters with the same bounds; `first` is one of them. */
static int weights_check_run(const char *name, const struct param *first, const int32_t *values,
                             int count, struct error *error) {
    unsigned wrong = 0; /* all at once by vectors: of millions hardly one is wrong */
    for (int i = 0; i < count; i++)
        wrong |= (unsigned)(values[i] < first->lower) | (unsigned)(values[i] > first->upper);
    for (int i = 0; wrong && i < count; i++)
        if (values[i] < first->lower || values[i] > first->upper)
            return error_set(error, "%s: value %d from %s on is %d; it must be %d to %d", name,
                             i + 1, first->name, values[i], first->lower, first->upper);
    return 0;
}

int weights_check_values(const char *name, const struct weights *weights, struct error *error) {
    const struct evaluator *evaluator = weights->evaluator;
    int status = 0;
    for (int i = 0, run; i < evaluator->param_count && status == 0; i += run) {
        const struct param first = evaluator_param(evaluator, i);
        run = evaluator_param_run(evaluator, i);
        status = weights_check_run(name, &first, weights->values + i, run, error);
    }
    return status;
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

int weights_load(const char *path, struct weights *out, struct error *error) {
    struct text text;
    *out = (struct weights){0};
    if (weights_refuse_other(path, error)) return -1;
    const struct weights_cache_key key = weights_cache_key(path);
    if (weights_cache_read(&key, path, out) == 0) return 0;
    if (textfile_read(path, path, &text, error) < 0) {
        static const char *const usual[] = {"config/weights/", "weights/", "results/champions/",
                                            NULL};
        near_name_add(path, usual, error);
        return -1;
    }
    int result = weights_parse(path, text_get(&text), out, error);
    text_free(&text);
    if (result == 0) weights_cache_write(&key, path, out);
    return result;
}

void weights_free(struct weights *weights) {
    free(weights->values);
    *weights = (struct weights){0};
}
