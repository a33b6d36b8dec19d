/*
 * shown: the only writer to standard output and standard error. Names, paths and lines come from
 * files, databases and programs of others, and reach people through every message and table. So all
 * that is printed is made harmless (text_make_harmless) on its way out, and no other file writes to
 * either stream by itself (tests/test_layers.c). An argument is of one line: a line feed in it
 * becomes a question mark, since a name with one could forge lines. A text of lines is the last
 * thing of a format and begins a line: "%s", or "which are:\n%s".
 */
#ifndef HONE_ENGINE_BASE_SHOWN_H
#define HONE_ENGINE_BASE_SHOWN_H

#include <stdarg.h>
#include <stdio.h>

/* As printf, fputs and fprintf(stderr, …); the first returns the bytes that were printed. */
int shown_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
void shown_put(const char *text);
void shown_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same to a stream of the caller's. */
void shown_list(FILE *stream, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

/* Into an empty text, for messages that are printed later. */
struct text;
void shown_add(struct text *out, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

/* Sequences that move the cursor or change the colour are constants of the program, printed as they
 * are. */
void shown_control(FILE *stream, const char *sequence);

#endif
