/*
 * textfile: the only reader of text files, written by any program on any system. Text that passed
 * it has no byte-order mark at the beginning of a line and no control-Z of DOS at its end, its
 * lines end in LF, and no byte is zero. UTF-16 and other files are refused, with what they are.
 * Bytes may be no UTF-8: games of chess come in Latin-1, of xiangqi in GBK.
 */
#ifndef HONE_ENGINE_BASE_TEXTFILE_H
#define HONE_ENGINE_BASE_TEXTFILE_H

#include "engine/base/base.h"

/* file_read, then textfile_open: messages call the file `name`. 0, or -1 and why. */
int textfile_read(const char *path, const char *name, struct text *out, struct error *error);

/* The same for bytes that have been read: drops marks and control-Z, and makes LF of CR LF and of
 * CR. 0, or -1 and "NAME: why"; the bytes then stay as they are. */
int textfile_open(struct text *bytes, const char *name, struct error *error);

/* The first field of a line of CSV (RFC 4180), unquoted in place; `at` goes behind its separator,
 * one of these characters, and becomes NULL at the line's end. A quote that is not closed at the
 * field's end is part of it. */
char *textfile_field(char **at, const char *separators);

/* Whether a file's name has that ending, in any case; the name ".ggf" has none. */
bool textfile_is_named(const char *path, const char *ending);

#endif
