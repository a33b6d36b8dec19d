/*
 * The kernel releases a lock when its process ends, so a kill leaves none behind.
 */
#include "tuner/store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/own_file.h"

/* Making a database takes longer than lock_is_held. */
enum { PAUSE_MS = 50, TRIES = 5, SHARED_TRIES = 40 };

/* Owned by the caller. */
static char *lock_path(const char *database) {
    struct text path = {0};
    text_add(&path, "%s-lock", database);
    return path.data;
}

/* The file says which process holds it, 0 where that cannot be read. */
static void lock_sign(int file) {
    if (ftruncate(file, 0) == 0) dprintf(file, "%ld\n", (long)getpid());
}

static long lock_holder(int file) {
    char number[24] = "";
    ssize_t length = pread(file, number, sizeof number - 1, 0);
    return length > 0 ? strtol(number, NULL, 10) : 0;
}

static int lock_refuse(const char *database, int file, struct error *error) {
    long holder = lock_holder(file);
    if (holder <= 0)
        return error_set(error, "%s: another hone is writing to it; end that first", database);
    return error_set(error,
                     "%s: another hone, process %ld, is writing to it; Ctrl-C there or `kill %ld` "
                     "ends that, with everything finished saved, and then this can be done",
                     database, holder, holder);
}

static void lock_pause(void) {
    nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
}

/* Several tries, since lock_is_held holds it for an instant. */
static int lock_try(int file) {
    int status = flock(file, LOCK_EX | LOCK_NB);
    for (int tries = 1; status && errno == EWOULDBLOCK && tries < TRIES; tries++) {
        lock_pause();
        status = flock(file, LOCK_EX | LOCK_NB);
    }
    return status;
}

static int lock_take_file(const char *database, const char *path, int flags, struct error *error) {
    int file = own_file_open(path, O_RDWR | O_CREAT | flags, error);
    if (file < 0) return -1;
    if (lock_try(file) == 0) {
        lock_sign(file);
        return file;
    }
    if (errno == EWOULDBLOCK)
        lock_refuse(database, file, error);
    else
        error_set(error, "%s: cannot be locked: %s", path, strerror(errno));
    close(file);
    return -1;
}

int lock_take(const char *database, struct error *error) {
    char *path = lock_path(database);
    int file = lock_take_file(database, path, 0, error);
    free(path);
    return file;
}

/* ---- shared ---- */

static bool lock_is_of_none(const char *database) {
    struct stat status;
    return stat(database, &status) != 0 || status.st_size == 0;
}

/* The number of one process would say too little. */
void lock_let_in(int file) {
    if (ftruncate(file, 0) == 0) flock(file, LOCK_SH);
}

/* Alone as long as there is no database, which may have been made since the last try: then those
 * that share it seldom leave the file to one alone. */
static int lock_try_share(const char *database, int file) {
    int kind = lock_is_of_none(database) ? LOCK_EX : LOCK_SH;
    if (flock(file, kind | LOCK_NB)) return -1;
    if (kind == LOCK_EX && !lock_is_of_none(database)) lock_let_in(file);
    return 0;
}

static int lock_share_file(const char *database, const char *path, struct error *error) {
    int file = own_file_open(path, O_RDWR | O_CREAT, error);
    if (file < 0) return -1;
    for (int tries = 0; tries < SHARED_TRIES; tries++) {
        if (lock_try_share(database, file) == 0) return file;
        lock_pause();
    }
    lock_refuse(database, file, error);
    close(file);
    return -1;
}

int lock_share(const char *database, struct error *error) {
    char *path = lock_path(database);
    int file = lock_share_file(database, path, error);
    free(path);
    return file;
}

/* Whether the path still names the open file. */
static bool lock_is_named(const char *path, int file) {
    struct stat opened, named;
    return fstat(file, &opened) == 0 && lstat(path, &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
}

int lock_keep(const char *database, bool shared, int *file) {
    char *path = lock_path(database);
    int again = lock_is_named(path, *file) ? *file
                : shared                   ? lock_share_file(database, path, NULL)
                                           : lock_take_file(database, path, O_EXCL, NULL);
    if (again >= 0 && again != *file) close(*file);
    if (again >= 0) *file = again;
    free(path);
    return again >= 0 ? 0 : -1;
}

void lock_remove(const char *database, int file) {
    char *path = lock_path(database);
    if (lock_is_named(path, file)) unlink(path);
    close(file);
    free(path);
}

bool lock_is_held(const char *database) {
    char *path = lock_path(database);
    int file = own_file_open(path, O_RDONLY, NULL);
    free(path);
    if (file < 0) return false;
    bool held = flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(file);
    return held;
}
