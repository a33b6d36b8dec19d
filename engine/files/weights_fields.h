/*
 * weights_fields, for the sources of weights: the provenance lines as one table, which reading and
 * all ways of writing follow, and the words of the native format.
 */
#ifndef HONE_ENGINE_FILES_WEIGHTS_FIELDS_H
#define HONE_ENGINE_FILES_WEIGHTS_FIELDS_H

#include <inttypes.h>

#include "engine/files/weights.h"

enum { VERSION = 1, VALUES_MAX = 27 /* on a line */ };

#define CHECKSUM_LINE "checksum    %016" PRIx64 "\n"

enum field_kind { FIELD_TEXT, FIELD_SETTINGS, FIELD_UINT64, FIELD_INT };
struct field {
    const char *key;
    size_t offset, size;
    enum field_kind kind;
};

/* In the order in which they are written. */
enum { WEIGHTS_FIELDS = 9 };
extern const struct field weights_fields[WEIGHTS_FIELDS];

static inline bool weights_field_is_text(const struct field *field) {
    return field->kind == FIELD_TEXT || field->kind == FIELD_SETTINGS;
}

static inline void *weights_field_at(struct provenance *provenance, const struct field *field) {
    return (char *)provenance + field->offset;
}

/* The lines up to and including "params", as weights_packed has them. Reading makes room for the
 * values, which are 0; 0, or -1 and why. */
void weights_print_head(const struct weights *weights, struct text *out);
int weights_parse_head(const char *path, const char *text, struct weights *out,
                       struct error *error);

/* Whether values that were not read from text are within their bounds. 0, or -1 and which is not.
 */
int weights_check_values(const char *name, const struct weights *weights, struct error *error);

/* Cuts the blanks at the end and gives where the text begins. */
char *weights_trim(char *text);

#endif
