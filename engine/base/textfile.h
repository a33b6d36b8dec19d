/*
 * textfile: the door of every text that comes from a file, written by any
 * program on any system. Behind it a text is bytes of ASCII or UTF-8 without a
 * byte-order mark, its lines end in LF, and no byte is zero; a file that is no
 * such text is refused, and what it is is said.
 */
#ifndef HONE_ENGINE_BASE_TEXTFILE_H
#define HONE_ENGINE_BASE_TEXTFILE_H

#include "engine/base/base.h"

/* file_read, then textfile_open: messages call the file `name`. 0, or -1 and
 * why. */
int textfile_read(const char *path, const char *name, struct text *out, struct error *error);

/* The same of bytes that have been read: drops the mark and makes LF of CR LF
 * and of CR. 0, or -1 and "NAME: why"; the bytes then stay as they are. */
int textfile_open(struct text *bytes, const char *name, struct error *error);

/* Whether a file's name ends so, in capitals or not; ".ggf" alone is no such
 * name. */
bool textfile_is_named(const char *path, const char *ending);

#endif
