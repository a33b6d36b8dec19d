/*
 * Checked forms of the C library's functions. Without them every folder would write the same
 * checks, a little differently.
 */
#define _DEFAULT_SOURCE /* madvise */

#include "engine/base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/own_file.h"
#include "engine/base/progress.h"
#include "engine/base/shown.h"

enum { FILE_BYTES_MAX = 64 << 20, TEXT_CAPACITY_MIN = 64 };

void die_at(const char *file, int line, const char *format, ...) {
    fflush(stdout);
    shown_warn("%s:%d: ", file, line);
    va_list args;
    va_start(args, format);
    shown_list(stderr, format, args);
    va_end(args);
    shown_warn("\n");
    abort();
}

static void *xmemory_check(void *memory, size_t size) {
    if (memory) return memory;
    fflush(stdout);
    fprintf(
        stderr,
        "out of memory: %zu bytes more were wanted; fewer threads, smaller tables or fewer players "
        "need less\n",
        size);
    abort();
}

void *xmalloc(size_t size) {
    return xmemory_check(malloc(size ? size : 1), size);
}

void *xcalloc(size_t count, size_t size) {
    if (!count || !size) count = size = 1;
    return xmemory_check(calloc(count, size), size);
}

static const size_t large_page = 2 << 20;

/* 24 Reversi searches to depth 17 with tables of 64 MiB take 2.65 s of CPU and .5 of the system's
 * with large pages, 3.0 and 1.0 without. */
static void *in_large_pages(void *memory, size_t size) {
#ifdef MADV_HUGEPAGE
    if (size >= large_page) madvise(memory, size, MADV_HUGEPAGE);
#endif
    return memory;
}

void *xtable(size_t size, void **whole) {
    const size_t line = 64, page = size < large_page ? line : large_page;
    *whole = xcalloc(1, size + page);
    return in_large_pages((void *)(((uintptr_t)*whole + page - 1) / page * page), size);
}

void *xlarge(size_t size) {
    if (size < large_page) return xmalloc(size);
    size_t whole = (size + large_page - 1) / large_page * large_page;
    return in_large_pages(xmemory_check(aligned_alloc(large_page, whole), whole), whole);
}

void *xrealloc(void *old, size_t size) {
    return xmemory_check(realloc(old, size ? size : 1), size);
}

void *xgrow(void *list, size_t count, size_t size) {
    bool full = (count & (count - 1)) == 0;
    return full ? xrealloc(list, (count ? 2 * count : 1) * size) : list;
}

char *xstrdup(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(xmalloc(size), text, size);
}

bool memory_is_given(size_t size) {
    void *volatile memory = malloc(size); /* else compilers leave both calls out */
    bool given = memory != NULL;
    free(memory);
    return given;
}

double memory_physical(void) {
#ifdef _SC_PHYS_PAGES
    long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && page_bytes > 0 ? (double)pages * (double)page_bytes : 0;
#else
    return 0;
#endif
}

int error_set(struct error *error, const char *format, ...) {
    if (!error) return -1;
    /* By way of a copy, since an argument may be the old message itself. */
    struct text fresh = {0};
    va_list args;
    va_start(args, format);
    shown_add(&fresh, format, args);
    va_end(args);
    snprintf(error->text, sizeof error->text, "%s", fresh.data);
    text_free(&fresh);
    return -1;
}

/* Room for `extra` bytes more and the terminator. */
static void text_reserve(struct text *text, size_t extra) {
    size_t needed = text->length + extra + 1;
    if (needed <= text->capacity) return;
    size_t capacity = text->capacity ? text->capacity : TEXT_CAPACITY_MIN;
    while (capacity < needed) capacity *= 2;
    text->data = xrealloc(text->data, capacity);
    text->capacity = capacity;
}

void text_add(struct text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    text_add_list(text, format, args);
    va_end(args);
}

/* Formats a second time only what has no room the first time. */
void text_add_list(struct text *text, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    text_reserve(text, 0);
    size_t room = text->capacity - text->length;
    int length = vsnprintf(text->data + text->length, room, format, list);
    if (length < 0) die("cannot format \"%s\"", format);
    if ((size_t)length >= room) {
        text_reserve(text, (size_t)length);
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
    }
    va_end(again);
    text->length += (size_t)length;
}

void text_add_bytes(struct text *text, const char *bytes, size_t count) {
    text_reserve(text, count);
    if (count) memcpy(text->data + text->length, bytes, count);
    text->length += count;
    text->data[text->length] = '\0';
}

void text_add_char(struct text *text, char c) {
    text_add_bytes(text, &c, 1);
}

void text_free(struct text *text) {
    free(text->data);
    *text = (struct text){0};
}

const char *text_get(const struct text *text) {
    return text->data ? text->data : "";
}

size_t text_mark(const char *text) {
    return strncmp(text, TEXT_MARK, strlen(TEXT_MARK)) == 0 ? strlen(TEXT_MARK) : 0;
}

const char *plural(int64_t count) {
    return count == 1 ? "" : "s";
}

/* Everything that is left in `file`; whether it was no more than allowed and without error. */
static bool file_read_stream(FILE *file, struct text *out) {
    char chunk[1 << 16];
    size_t count;
    while (out->length <= FILE_BYTES_MAX && (count = fread(chunk, 1, sizeof chunk, file)) > 0)
        text_add_bytes(out, chunk, count);
    return !ferror(file) && out->length <= FILE_BYTES_MAX;
}

/* Pipes and terminals, which wait for another program or for a person. */
static bool file_may_wait(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

static int file_read_now(const char *path, struct text *out, struct error *error) {
    *out = (struct text){0};
    FILE *file = fopen(path, "rb");
    if (!file) return error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
    errno = 0;
    bool whole = file_read_stream(file, out);
    int cause = errno;
    fclose(file);
    if (whole) return 0;
    text_free(out);
    return error_set(error, "%s: cannot be read: %s", path,
                     cause ? strerror(cause) : "larger than 64 MiB");
}

int file_read(const char *path, struct text *out, struct error *error) {
    bool waits = file_may_wait(path);
    if (waits) interrupt_suspend();
    int status = file_read_now(path, out, error);
    if (waits) interrupt_resume();
    return status;
}

static bool file_put(int descriptor, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) bytes += written, count -= (size_t)written;
    }
    return true;
}

/* Whether `path` still names the open file. */
static bool file_is_named(int descriptor, const char *path) {
    struct stat opened, named;
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 &&
           opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

/* Waits for another writer. A file system without locks is trusted to have one writer. */
static void file_lock(int descriptor) {
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    while (fcntl(descriptor, F_SETLKW, &all) != 0 && errno == EINTR) {
    }
}

/* The temporary file, locked: a new one, or one left by a killed writer. If another writer renamed
 * it while we waited, it is no temporary file any more. -1: it cannot be had. */
static int file_open_temporary(const char *path) {
    for (;;) {
        int descriptor = own_file_open(path, O_WRONLY | O_CREAT, NULL);
        if (descriptor < 0) return -1;
        file_lock(descriptor);
        if (file_is_named(descriptor, path)) return descriptor;
        close(descriptor);
    }
}

/* Renaming and removing happen while the lock is held; closing the file releases it. */
static bool file_replace(const char *path, const char *temporary, const char *bytes, size_t count) {
    int descriptor = file_open_temporary(temporary);
    if (descriptor < 0) return false;
    bool written = ftruncate(descriptor, 0) == 0 && file_put(descriptor, bytes, count) &&
                   fsync(descriptor) == 0 && rename(temporary, path) == 0;
    int cause = errno;
    if (!written) unlink(temporary);
    close(descriptor);
    errno = cause;
    return written;
}

/* Devices, pipes and links, which a rename would replace. */
static bool file_is_special(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static bool file_write_through(const char *path, const char *bytes, size_t count) {
    interrupt_suspend();
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    bool written = descriptor >= 0 && file_put(descriptor, bytes, count);
    int cause = errno;
    if (descriptor >= 0) close(descriptor);
    interrupt_resume();
    errno = cause;
    return written;
}

static bool file_write_regular(const char *path, const char *bytes, size_t count) {
    struct text temporary = {0};
    text_add(&temporary, "%s.hone.tmp", path);
    bool written = file_replace(path, temporary.data, bytes, count);
    int cause = errno;
    text_free(&temporary);
    errno = cause;
    return written;
}

int file_write_bytes(const char *path, const char *bytes, size_t count, struct error *error) {
    bool written = file_is_special(path) ? file_write_through(path, bytes, count)
                                         : file_write_regular(path, bytes, count);
    int cause = errno;
    return written ? 0 : error_set(error, "%s: cannot be written: %s", path, strerror(cause));
}

int file_write(const char *path, const char *content, struct error *error) {
    return file_write_bytes(path, content, strlen(content), error);
}

static bool directory_exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* A file of that name takes a new content, or its directory a new file. */
static int file_can_be_written(const char *path) {
    struct stat status;
    const char *slash = strrchr(path, '/');
    struct text directory = {0};
    if (stat(path, &status) == 0)
        return S_ISDIR(status.st_mode) ? EISDIR : access(path, W_OK) ? errno : 0;
    if (errno != ENOENT) return errno;
    text_add_bytes(&directory, slash ? path : "./", slash ? (size_t)(slash - path) + 1 : 2);
    int cause = *path && access(directory.data, W_OK | X_OK) == 0 ? 0 : *path ? errno : ENOENT;
    text_free(&directory);
    return cause;
}

bool file_is_program(const char *path) {
    char first[4] = "";
    FILE *file = access(path, X_OK) == 0 && !file_may_wait(path) ? fopen(path, "rb") : NULL;
    if (!file) return false;
    size_t count = fread(first, 1, sizeof first, file);
    fclose(file);
    return (count == 4 && memcmp(first, "\177ELF", 4) == 0) ||
           (count >= 2 && memcmp(first, "#!", 2) == 0);
}

int file_check(const char *path, struct error *error) {
    int cause = file_can_be_written(path);
    return cause ? error_set(error, "%s: cannot be written: %s", path, strerror(cause)) : 0;
}

int directory_make(const char *path, struct error *error) {
    char *part = xstrdup(path);
    bool made = true;
    for (char *end = part; made && *end++;) {
        if (*end != '/' && *end != '\0') continue;
        char kept = *end;
        *end = '\0';
        int cause = mkdir(part, 0777) == 0 ? 0 : errno;
        made = cause == 0 || directory_exists(part);
        if (!made) error_set(error, "%s: cannot be made: %s", part, strerror(cause));
        *end = kept;
    }
    free(part);
    return made ? 0 : -1;
}

/* The length of the first part of a path that is not there; 0: all is. */
static size_t directory_missing(const char *path) {
    size_t length = strspn(path, "/");
    while (path[length]) {
        char part[4096];
        length += strcspn(path + length, "/");
        snprintf(part, sizeof part, "%.*s", (int)length, path);
        if (!directory_exists(part)) return length;
        length += strspn(path + length, "/");
    }
    return 0;
}

int directory_try(const char *path, struct error *error) {
    char part[4096];
    size_t missing = directory_missing(path);
    snprintf(part, sizeof part, "%.*s", (int)missing, path);
    if (missing == 0)
        return access(path, W_OK) == 0
                   ? 0
                   : error_set(error, "%s: files cannot be made there: %s", path, strerror(errno));
    if (mkdir(part, 0777) != 0)
        return error_set(error, "%s: cannot be made: %s", part, strerror(errno));
    rmdir(part);
    return 0;
}

int output_finish(const char *program, int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    shown_warn("%s: standard output: %s\n", program, strerror(errno));
    return 1;
}

/* The strto* functions skip spaces, which a strict reader must not. */
static bool parse_begins(const char *text) {
    return *text && !strchr(" \t\n\v\f\r+", *text);
}

bool parse_i64(const char *text, int64_t lower, int64_t upper, int64_t *out) {
    if (!parse_begins(text)) return false;
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (errno || *end || value < lower || value > upper) return false;
    *out = value;
    return true;
}

bool parse_u64(const char *text, uint64_t lower, uint64_t upper, uint64_t *out) {
    if (!parse_begins(text) || *text == '-') return false;
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno || *end || value < lower || value > upper) return false;
    *out = value;
    return true;
}

double decimal_read(const char *text, char **end) {
    const char *digits = text + strspn(text, " \t\n\v\f\r");
    digits += *digits == '+' || *digits == '-';
    bool hexadecimal = digits[0] == '0' && (digits[1] | 0x20) == 'x';
    bool decimal = *digits == '.' || (*digits >= '0' && *digits <= '9');
    if (decimal && !hexadecimal) return strtod(text, end);
    *end = (char *)(uintptr_t)text;
    return 0;
}

bool parse_double(const char *text, double lower, double upper, double *out) {
    if (!parse_begins(text)) return false;
    char *end;
    errno = 0;
    double value = decimal_read(text, &end);
    if (end == text || *end || (errno == ERANGE && fabs(value) > 1)) return false;
    if (!(value >= lower && value <= upper)) return false;
    *out = value;
    return true;
}

/* The bytes of the character and its code; 0 as utf8_length has it. */
static int utf8_decode(const char *text, uint32_t *out) {
    const unsigned char *bytes = (const unsigned char *)text;
    uint32_t code = *out = bytes[0];
    if (code < 0x80) return code >= 0x20 && code != 0x7f;
    if (code < 0xc2 || code > 0xf4) return 0;
    int length = code >= 0xf0 ? 4 : code >= 0xe0 ? 3 : 2;
    code &= 0xffu >> (length + 1);
    for (int i = 1; i < length; i++) {
        if (utf8_begins((char)bytes[i])) return 0;
        code = code << 6 | (bytes[i] & 0x3fu);
    }
    static const uint32_t least[] = {0, 0, 0xa0 /* before it: controls */, 0x800, 0x10000};
    bool surrogate = code >> 11 == 0xd800 >> 11;
    *out = code;
    return code >= least[length] && code <= 0x10ffff && !surrogate ? length : 0;
}

int utf8_length(const char *text) {
    uint32_t code;
    return utf8_decode(text, &code);
}

/* Characters without a shape that change how their neighbours are shown or hide something between
 * them (Unicode Technical Report 36): marks, embeddings, overrides and isolates of direction,
 * separators of lines and paragraphs, blanks without width, annotations, tags, and what is no
 * character. The two joiners, which scripts need, are none of them. */
static bool utf8_misleads(uint32_t code) {
    static const struct {
        uint32_t first, last;
    } spans[] = {{0x61c, 0x61c},   {0x180e, 0x180e},  {0x200b, 0x200b}, {0x200e, 0x200f},
                 {0x2028, 0x202e}, {0x2060, 0x206f},  {0xfdd0, 0xfdef}, {0xfeff, 0xfeff},
                 {0xfff0, 0xfffb}, {0xe0000, 0xe007f}};
    for (size_t i = 0; i < COUNT_OF(spans); i++)
        if (code >= spans[i].first && code <= spans[i].last) return true;
    return (code & 0xfffe) == 0xfffe;
}

void text_make_harmless(char *text, const char *kept) {
    while (*text) {
        uint32_t code;
        int length = utf8_decode(text, &code), bytes = max_int(1, length);
        bool line_end = *text == '\r' && text[1] == '\n' && strchr(kept, '\n');
        if (length ? utf8_misleads(code) : !strchr(kept, *text) && !line_end)
            memset(text, '?', (size_t)bytes);
        text += bytes;
    }
}

int text_distance(const char *a, const char *b) {
    enum { BYTES = 63 };
    int a_length = (int)strnlen(a, BYTES), b_length = (int)strnlen(b, BYTES);
    int row[BYTES + 1]; /* row[j]: distance from the first i bytes of a to the first j of b */
    for (int j = 0; j <= b_length; j++) row[j] = j;
    for (int i = 1; i <= a_length; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= b_length; j++) {
            int replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = min_int(replaced, 1 + min_int(row[j], row[j - 1]));
        }
    }
    return row[b_length];
}

uint64_t bytes_checksum(const char *bytes, size_t count) {
    return bytes_checksum_on(0xcbf29ce484222325u, bytes, count);
}

uint64_t bytes_checksum_on(uint64_t hash, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return hash;
}

uint64_t mix64(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}
