/*
 * Text is formatted into memory first, since any of its arguments may hold harmful characters. A
 * name with line feeds could forge lines of hone's own. printf does not say which line feeds came
 * from arguments; only where there are more of them than in the format, each conversion is made
 * alone.
 */
#include "engine/base/shown.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/base.h"

/* The analyser does not follow a list into a function, and takes types for repetitions.
 * NOLINTBEGIN(clang-analyzer-valist.Uninitialized,bugprone-branch-clone) */

/* Copies a conversion, "%-*s", with numbers for its stars; returns what follows it. */
static const char *conversion_read(const char *format, va_list *arguments, char out[40]) {
    int used = 0;
    do {
        if (*format == '*')
            used += snprintf(out + used, 12, "%d", va_arg(*arguments, int));
        else
            out[used++] = *format;
    } while (!strchr("diouxXcsfFeEgGaAp%", *format++) || used == 1);
    out[used] = '\0';
    return format;
}

static void conversion_whole(const char *conversion, va_list *arguments, struct text *out) {
    if (strstr(conversion, "ll"))
        text_add(out, conversion, va_arg(*arguments, long long));
    else if (strchr(conversion, 'l'))
        text_add(out, conversion, va_arg(*arguments, long));
    else if (strchr(conversion, 'j'))
        text_add(out, conversion, va_arg(*arguments, intmax_t));
    else if (strchr(conversion, 'z'))
        text_add(out, conversion, va_arg(*arguments, size_t));
    else
        text_add(out, conversion, va_arg(*arguments, int));
}

static void conversion_make(const char *conversion, va_list *arguments, struct text *out) {
    char type = conversion[strlen(conversion) - 1];
    if (type == 's' || type == 'p')
        text_add(out, conversion, va_arg(*arguments, void *));
    else if (strchr("fFeEgGaA", type))
        text_add(out, conversion, va_arg(*arguments, double));
    else if (type == '%')
        text_add(out, "%%");
    else
        conversion_whole(conversion, arguments, out);
}
/* NOLINTEND(clang-analyzer-valist.Uninitialized,bugprone-branch-clone) */

static const char *shown_add_argument(struct text *out, const char *format, va_list *arguments) {
    char conversion[40];
    bool begins = out->length == 0 || out->data[out->length - 1] == '\n';
    size_t before = out->length;
    format = conversion_read(format, arguments, conversion);
    conversion_make(conversion, arguments, out);
    const char *added = out->data + before;
    bool ends = added[strspn(added, "\n .,;:)")] == '\0'; /* a sentence, as ", " or ".\n" */
    if (!ends && (*format || !begins)) text_make_harmless(out->data + before, "\t");
    return format;
}

static void shown_add_carefully(struct text *out, const char *format, va_list list) {
    va_list arguments; /* a parameter cannot be passed on by address */
    va_copy(arguments, list);
    while (*format) {
        size_t plain = strcspn(format, "%");
        text_add_bytes(out, format, plain);
        format += plain;
        if (*format) format = shown_add_argument(out, format, &arguments);
    }
    va_end(arguments);
}

static int shown_count_lines(const char *text) {
    int count = 0;
    for (; *text; text++) count += *text == '\n';
    return count;
}

void shown_add(struct text *out, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    text_add_list(out, format, list);
    if (shown_count_lines(out->data) > shown_count_lines(format)) {
        text_free(out);
        shown_add_carefully(out, format, again);
    }
    va_end(again);
    text_make_harmless(out->data, "\n\t");
}

static int shown_write(FILE *stream, const char *format, va_list list) {
    struct text text = {0};
    shown_add(&text, format, list);
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
