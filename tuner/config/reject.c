/*
 * Messages about errors in a config, with the file's line or the --set.
 */
#include "tuner/config/reject.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Where a key was given: itself, or the list that it may stand in. */
static ptrdiff_t reject_place(const struct config_reader *reader, const struct config_key *key) {
    ptrdiff_t place = key - config_keys();
    bool given = reader->lines[place] || reader->sets[place];
    return given || !config_key_of_manner(key) ? place : config_key_find("player") - config_keys();
}

int config_reject(const struct config_reader *reader, const char *path, const char *format, ...) {
    ptrdiff_t place = reject_place(reader, config_key_find(path));
    int line = reader->lines[place];
    const char *set = reader->sets[place];
    char what[sizeof reader->error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (set) return error_set(reader->error, "--set %.120s: %s %s", set, path, what);
    if (line) return error_set(reader->error, "%s:%d: %s %s", reader->path, line, path, what);
    return error_set(reader->error, "%s: %s %s", reader->path, path, what);
}

/* Rejects something in that line of a list. */
static int reject_in_list(const struct config_reader *reader, const char *list, int line,
                          const char *what) {
    struct config_reader at = *reader;
    if (line) at.lines[config_key_find(list) - config_keys()] = line;
    return config_reject(&at, list, "%s", what);
}

int config_reject_rule(const struct config_reader *reader, int line, const char *what) {
    return reject_in_list(reader, "params", line, what);
}

int config_reject_parameter(const struct config_reader *reader, int line, const char *what) {
    return reject_in_list(reader, "parameters", line, what);
}

int config_reject_value(const struct config_reader *reader, const struct config_key *key,
                        const char *found) {
    struct text text = {0};
    config_key_demand(key, &text);
    config_reject(reader, key->path, "must be %s%s%s", text_get(&text), *found ? ", not " : "",
                  found);
    text_free(&text);
    return -1;
}

/* "FILE:LINE" or the --set being read. */
static void reject_print_place(const struct config_reader *reader, int line, struct text *out) {
    if (reader->set)
        text_add(out, "--set %.120s: ", reader->set);
    else
        text_add(out, "%s:%d: ", reader->path, line);
}

static const char *reject_last_name(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

int config_reject_section(const struct config_reader *reader, int line, const char *path) {
    struct text text = {0};
    reject_print_place(reader, line, &text);
    error_set(reader->error, "%s%s is a section and must be %s = { … }", text_get(&text), path,
              reject_last_name(path));
    text_free(&text);
    return -1;
}

/* The name of the key, or of its section, in the section given by a path of `length` characters
 * with its dot; "" if the key is elsewhere. */
static void reject_member_name(const struct config_key *key, const char *section, size_t length,
                               char out[64]) {
    bool member = strncmp(key->path, section, length) == 0;
    const char *name = member ? key->path + length : "";
    snprintf(out, 64, "%.*s", (int)strcspn(name, "."), name);
}

struct guess {
    int distance;
    char text[64];
};

/* Whether letters are large does not matter. */
static void reject_consider(struct guess *guess, const char *name, const char *known, int handicap,
                            const char *text) {
    char lower[64];
    snprintf(lower, sizeof lower, "%s", name);
    for (char *c = lower; *c; c++) *c = (char)tolower((unsigned char)*c);
    int distance = text_distance(lower, known) + handicap;
    if (distance >= guess->distance) return;
    guess->distance = distance;
    snprintf(guess->text, sizeof guess->text, "%s", text);
}

/* A guess at what `path` meant; its section has `length` characters with its dot. A name of that
 * section or, a little less likely, a key of another one. "" if nothing is near. */
static struct guess reject_guess(const char *path, size_t length) {
    const char *name = path + length;
    struct guess guess = {.distance = min_int(3, (int)strlen(name))};
    for (const struct config_key *key = config_keys(); key->path; key++) {
        char member[64];
        reject_member_name(key, path, length, member);
        reject_consider(&guess, name, member, 0, member);
    }
    for (const struct config_key *key = config_keys(); key->path; key++)
        reject_consider(&guess, name, reject_last_name(key->path), 1, key->path);
    return guess;
}

static void reject_print_members(const char *section, size_t length, struct text *out) {
    char last[64] = "", member[64];
    for (const struct config_key *key = config_keys(); key->path; key++) {
        reject_member_name(key, section, length, member);
        if (!member[0] || strcmp(member, last) == 0) continue;
        text_add(out, "%s%s", last[0] ? ", " : "", member);
        memcpy(last, member, sizeof last);
    }
}

/* The path up to and with its first name that is no section's: "foo" of "foo.bar". */
static void reject_stray_path(const char *path, char out[128]) {
    size_t end = strcspn(path, ".");
    snprintf(out, 128, "%.*s", (int)end, path);
    while (path[end] && config_is_section(out)) {
        end += 1 + strcspn(path + end + 1, ".");
        snprintf(out, 128, "%.*s", (int)end, path);
    }
}

/* A path or a key of several lines is shown in one. */
static int reject_say(const struct config_reader *reader, struct text *text) {
    text_make_harmless(text->data, "\t");
    error_set(reader->error, "%s", text_get(text));
    text_free(text);
    return -1;
}

static int reject_no_section(const struct config_reader *reader, int line,
                             const struct config_key *key) {
    struct text text = {0};
    reject_print_place(reader, line, &text);
    text_add(&text, "%s is no section; it must be ", key->path);
    config_key_demand(key, &text);
    return reject_say(reader, &text);
}

int config_reject_unknown(const struct config_reader *reader, int line, const char *path) {
    char stray[128];
    reject_stray_path(path, stray);
    const struct config_key *key = config_key_find(stray);
    if (key) return reject_no_section(reader, line, key);
    size_t length = (size_t)(reject_last_name(path) - path);
    struct guess guess = reject_guess(path, length);
    if (!guess.text[0] && strcmp(stray, path) != 0)
        return config_reject_unknown(reader, line, stray);
    struct text text = {0};
    reject_print_place(reader, line, &text);
    text_add(&text, "unknown key '%.60s'", path + length);
    if (length) text_add(&text, " in %.*s", (int)length - 1, path);
    if (guess.text[0]) {
        text_add(&text, "; did you mean '%s'?", guess.text);
    } else {
        text_add(&text, "; there are: ");
        reject_print_members(path, length, &text);
    }
    return reject_say(reader, &text);
}
