/*
 * own file: the files that hone keeps beside a run for itself: the database and its companions, the
 * lock, the journal, the heartbeat, the champion's weights. Such a file is a regular one. A folder
 * may come from elsewhere: a symbolic link in it would lead a writer out of the folder, and opening
 * a pipe would not return. Files that the user names are not opened here.
 */
#ifndef HONE_ENGINE_BASE_OWN_FILE_H
#define HONE_ENGINE_BASE_OWN_FILE_H

#include "engine/base/base.h"

/* open() with its flags, the mode 0666, and nothing followed or waited for. The descriptor, or -1,
 * errno and why. */
int own_file_open(const char *path, int flags, struct error *error);

/* Whether a path can be a file of hone's own: there is a regular file, or nothing. 0, or -1 and
 * what is there. For files that a library opens. */
int own_file_check(const char *path, struct error *error);

/* Reads one whole as file_read does. */
int own_file_read(const char *path, struct text *out, struct error *error);

#endif
