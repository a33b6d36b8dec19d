/*
 * Encodings are told by their first bytes; line ends become line feeds in place.
 */
#include "engine/base/textfile.h"

#include <string.h>
#include <strings.h>

/* By its mark, or by a zero beside each of the first two characters. */
static bool textfile_is_utf16(const struct text *bytes) {
    const char *text = text_get(bytes);
    if (bytes->length >= 2 && (!memcmp(text, "\xff\xfe", 2) || !memcmp(text, "\xfe\xff", 2)))
        return true;
    return bytes->length >= 4 && !text[0] == !text[2] && !text[1] == !text[3] &&
           !text[0] != !text[1];
}

/* Ends it before a control-Z that only blanks and others follow. */
static void textfile_end(struct text *bytes) {
    size_t tail = bytes->length;
    while (tail > 0 && strchr(" \t\r\n\x1a", bytes->data[tail - 1])) tail--;
    char *end = strchr(bytes->data + tail, 0x1a);
    if (end) *end = '\0', bytes->length = (size_t)(end - bytes->data);
}

/* Line ends as one LF each; marks at the beginning of a line, where files were joined, are skipped.
 */
static void textfile_settle(struct text *bytes) {
    bool begins = true;
    size_t to = 0;
    if (!strchr(bytes->data, '\r') && !strstr(bytes->data, TEXT_MARK)) return;
    for (const char *from = bytes->data; *from; from++) {
        if (begins && text_mark(from)) {
            from += text_mark(from) - 1;
            continue;
        }
        if (from[0] == '\r' && from[1] == '\n') continue;
        bytes->data[to++] = *from == '\r' ? '\n' : *from;
        begins = bytes->data[to - 1] == '\n';
    }
    bytes->data[bytes->length = to] = '\0';
}

int textfile_open(struct text *bytes, const char *name, struct error *error) {
    if (textfile_is_utf16(bytes))
        return error_set(error, "%s: is UTF-16; it is to be saved as UTF-8", name);
    if (strlen(text_get(bytes)) != bytes->length)
        return error_set(error, "%s: holds a zero byte, so it is not a text", name);
    if (bytes->length == 0) return 0;
    textfile_end(bytes);
    textfile_settle(bytes);
    return 0;
}

int textfile_read(const char *path, const char *name, struct text *out, struct error *error) {
    if (file_read(path, out, error)) return -1;
    if (textfile_open(out, name, error) == 0) return 0;
    text_free(out);
    return -1;
}

/* The quote that ends a quoted field; NULL: it is none. Two are one within it. */
static char *textfile_quoted_end(char *field, const char *separators) {
    if (*field != '"') return NULL;
    char *at = field + 1;
    while (*at && (at[0] != '"' || at[1] == '"')) at += at[0] == '"' ? 2 : 1;
    return *at && (!at[1] || strchr(separators, at[1])) ? at : NULL;
}

char *textfile_field(char **at, const char *separators) {
    char *field = *at, *quoted = textfile_quoted_end(field, separators), *to = field;
    char *end = quoted ? quoted + 1 : field + strcspn(field, separators);
    *at = *end ? end + 1 : NULL;
    if (!quoted) {
        *end = '\0';
        return field;
    }
    for (const char *from = field + 1; from < quoted; from += from[0] == '"' ? 2 : 1) *to++ = *from;
    *to = '\0';
    return field;
}

bool textfile_is_named(const char *path, const char *ending) {
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcasecmp(path + length - tail, ending) == 0;
}
