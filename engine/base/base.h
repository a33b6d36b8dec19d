/*
 * base: what every file needs: die() with file and line, checked memory, errors with a message,
 * growable text, files read and written whole.
 */
#ifndef HONE_ENGINE_BASE_BASE_H
#define HONE_ENGINE_BASE_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HONE_VERSION "0.1.0"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* The machine's or the programmer's fault: print file, line and message to stderr, abort. */
_Noreturn void die_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define die(...) die_at(__FILE__, __LINE__, __VA_ARGS__)

/* Checked memory: these never return NULL, not even for size 0. Freed with free(). */
void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *old, size_t size);
/* `size` bytes of zeros for a table of scattered accesses, aligned to a cache line: in large pages,
 * if it is worth one and the system has them. Memory is taken by whole pages, as it is written.
 * free(*whole) gives it back. */
void *xtable(size_t size, void **whole);
/* xmalloc() for millions of items: in large pages, if the system has them. */
void *xlarge(size_t size);
/* For a list of `count` items of `size` bytes that grew by this alone, from NULL: returns it with
 * room for one more. The capacity doubles at each power of two. */
void *xgrow(void *list, size_t count, size_t size);
char *xstrdup(const char *text);
/* Whether the system would give so much more memory. */
bool memory_is_given(size_t size);
/* Bytes of memory that the machine has; 0: not known. */
double memory_physical(void);

/* Bad input: functions that can meet it return 0, or -1 with a message here that says what was
 * wrong and what would be right. */
struct error {
    char text[2048];
};

/* Sets the message (cut to fit) and returns -1, so that `return error_set(e, …)` reads well.
 * `error` may be NULL. */
int error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A growable string. Start with {0}; `data` is always terminated once something was added. */
struct text {
    char *data;
    size_t length, capacity;
};

void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_list(struct text *text, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));
void text_add_bytes(struct text *text, const char *bytes, size_t count);
void text_add_char(struct text *text, char c);
/* Frees the data and makes the text empty again. */
void text_free(struct text *text);
/* The content as a C string, "" when nothing was added; owned by the text. */
const char *text_get(const struct text *text);
/* The mark of UTF-8 that some programs write first, and its length there; 0: there is none. */
#define TEXT_MARK "\xef\xbb\xbf"
size_t text_mark(const char *text);

/* The plural ending after a number: "" after one, else "s". */
const char *plural(int64_t count);

/* Reads a whole file (at most 64 MiB) into `out`, which the caller frees. 0, or -1 and why. */
int file_read(const char *path, struct text *out, struct error *error);
/* Writes a file atomically: as PATH.hone.tmp, which is then renamed. A temporary file left by a
 * killed writer is used again; of two writers one waits. */
int file_write(const char *path, const char *content, struct error *error);
/* The same for `count` bytes of any value. */
int file_write_bytes(const char *path, const char *bytes, size_t count, struct error *error);
/* Whether file_write can succeed, as far as is known without writing; for use before hours of work.
 * 0, or -1 and why not. */
int file_check(const char *path, struct error *error);
/* Whether a file is executable and begins like a program or script. */
bool file_is_program(const char *path);
/* Makes a directory and its missing parents. 0, or -1 and why. */
int directory_make(const char *path, struct error *error);
/* Whether the directory and files in it can be made; for use before hours of work. It leaves
 * nothing behind. 0, or -1 and why not. */
int directory_try(const char *path, struct error *error);

/* What a program's main returns: `status`, or 1 with a message when what it printed did not arrive
 * (a full disk, a closed pipe). */
int output_finish(const char *program, int status);

/* Reads a number strictly: all of `text` must be a number within the bounds. */
bool parse_i64(const char *text, int64_t lower, int64_t upper, int64_t *out);
bool parse_u64(const char *text, uint64_t lower, uint64_t upper, uint64_t *out);
bool parse_double(const char *text, double lower, double upper, double *out);

/* As strtod, of decimal numbers alone: 0 and `*end` == text for others (hexadecimal, inf, nan). */
double decimal_read(const char *text, char **end);

/* Bytes of the UTF-8 character at `text`, 0 when it is not one (or a control character). */
int utf8_length(const char *text);
/* Whether a byte begins a character, which takes a place on the screen. */
static inline bool utf8_begins(char byte) {
    return (byte & 0xc0) != 0x80;
}

/* Makes text of unknown origin safe to show. "?" replaces each byte of invalid UTF-8, of a control
 * character (except those of `kept`, and CR before a kept line feed), and of an invisible character
 * that changes how others are shown, such as U+202E. So no text moves a terminal's cursor or looks
 * like another. shown.h does this to all that is printed, error_set to its message, keeping line
 * feeds and tabs. */
void text_make_harmless(char *text, const char *kept);

/* The fewest insertions, deletions and replacements of a byte that make `a` into `b` (Levenshtein
 * 1966), for guessing what a misspelt name meant. Names longer than 63 bytes are cut. */
int text_distance(const char *a, const char *b);

/* A bijection of 64-bit words that mixes well (the finaliser of SplitMix64, Steele et al. 2014). */
uint64_t mix64(uint64_t x);

/* A checksum: FNV-1a, 64 bits (Fowler, Noll, Vo). */
uint64_t bytes_checksum(const char *bytes, size_t count);
/* That of bytes before, gone on with. */
uint64_t bytes_checksum_on(uint64_t before, const char *bytes, size_t count);

static inline int min_int(int a, int b) {
    return a < b ? a : b;
}
static inline int max_int(int a, int b) {
    return a > b ? a : b;
}

#endif
