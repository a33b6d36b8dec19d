/*
 * The opened file is checked, not the name before it: between the two another process could put a
 * link there. O_NONBLOCK opens a pipe without waiting for its other end; for a regular file it
 * means nothing.
 */
#include "engine/base/own_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *own_file_kind(mode_t mode) {
    return S_ISLNK(mode)    ? "a symbolic link"
           : S_ISFIFO(mode) ? "a pipe"
           : S_ISDIR(mode)  ? "a directory"
           : S_ISSOCK(mode) ? "a socket"
                            : "a device";
}

static int own_file_refuse(const char *path, mode_t mode, struct error *error) {
    return error_set(error, "%s: is %s; hone keeps a regular file of that name: move it away", path,
                     own_file_kind(mode));
}

int own_file_check(const char *path, struct error *error) {
    struct stat status;
    if (lstat(path, &status) != 0 || S_ISREG(status.st_mode)) return 0;
    return own_file_refuse(path, status.st_mode, error);
}

int own_file_open(const char *path, int flags, struct error *error) {
    struct stat status;
    int file = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    int cause = errno;
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) return file;
    if (file >= 0) {
        close(file);
        own_file_refuse(path, status.st_mode, error);
        cause = EINVAL;
    } else if (own_file_check(path, error) == 0) {
        error_set(error, "%s: cannot be opened: %s", path, strerror(cause));
    }
    errno = cause;
    return -1;
}

static bool own_file_read_from(int file, struct text *out) {
    char chunk[1 << 16];
    ssize_t count;
    while ((count = read(file, chunk, sizeof chunk)) > 0 || (count < 0 && errno == EINTR))
        if (count > 0) text_add_bytes(out, chunk, (size_t)count);
    return count == 0;
}

int own_file_read(const char *path, struct text *out, struct error *error) {
    *out = (struct text){0};
    int file = own_file_open(path, O_RDONLY, error);
    if (file < 0) return -1;
    bool whole = own_file_read_from(file, out);
    int cause = errno;
    close(file);
    if (whole) return 0;
    text_free(out);
    return error_set(error, "%s: cannot be read: %s", path, strerror(cause));
}
