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

/* Line ends as one LF each; a mark is skipped. */
static void textfile_settle(struct text *bytes) {
    const char *from = bytes->data + text_mark(bytes->data);
    size_t to = 0;
    if (from == bytes->data && !memchr(from, '\r', bytes->length)) return;
    for (; *from; from++) {
        if (*from == '\r' && from[1] == '\n') continue;
        bytes->data[to++] = *from == '\r' ? '\n' : *from;
    }
    bytes->data[bytes->length = to] = '\0';
}

int textfile_open(struct text *bytes, const char *name, struct error *error) {
    if (textfile_is_utf16(bytes))
        return error_set(error, "%s: is UTF-16; it is to be saved as UTF-8", name);
    if (strlen(text_get(bytes)) != bytes->length)
        return error_set(error, "%s: holds a zero byte, so it is not a text", name);
    if (bytes->length > 0) textfile_settle(bytes);
    return 0;
}

int textfile_read(const char *path, const char *name, struct text *out, struct error *error) {
    if (file_read(path, out, error)) return -1;
    if (textfile_open(out, name, error) == 0) return 0;
    text_free(out);
    return -1;
}

bool textfile_is_named(const char *path, const char *ending) {
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcasecmp(path + length - tail, ending) == 0;
}
