/* Text is formatted into memory first, since any of its arguments may hold harmful characters. */
#include "engine/base/shown.h"

#include "engine/base/base.h"

static int shown_write(FILE *stream, const char *format, va_list list) {
    struct text text = {0};
    text_add_list(&text, format, list);
    text_make_harmless(text.data, "\n\t");
    fwrite(text.data, 1, text.length, stream);
    int length = (int)text.length;
    text_free(&text);
    return length;
}

int shown_print(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = shown_write(stdout, format, list);
    va_end(list);
    return length;
}

void shown_put(const char *text) {
    shown_print("%s", text);
}

void shown_warn(const char *format, ...) {
    va_list list;
    va_start(list, format);
    shown_write(stderr, format, list);
    va_end(list);
}

void shown_list(FILE *stream, const char *format, va_list list) {
    shown_write(stream, format, list);
}

void shown_control(FILE *stream, const char *sequence) {
    fputs(sequence, stream);
}
