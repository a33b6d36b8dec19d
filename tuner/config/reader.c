/*
 * Messages about a config's text, and the contents of files that it names.
 */
#include "tuner/config/reader.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- reject ---- */

/* Messages about errors in a config, with the file's line or the --set. */

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
    bool begins = handicap == 0 && strncmp(known, lower, strlen(lower)) == 0;
    if (distance > guess->distance || (distance == guess->distance && !begins)) return;
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

/* ---- syntax ---- */

/* A scanner of libconfig's tokens, no more of its grammar than names, signs, texts and comments:
 * enough to follow which section a line stands in. */

/* libconfig's names. */
static bool syntax_begins_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '*';
}
static bool syntax_is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Behind the text or comment that begins at `c`; NULL if it does not end. */
static const char *syntax_skip_text(const char *c) {
    for (c++; *c && *c != '"'; c++)
        if (*c == '\\' && c[1]) c++;
    return *c ? c + 1 : NULL;
}
static const char *syntax_skip_comment(const char *c) {
    for (c += 2; *c && !(c[0] == '*' && c[1] == '/');) c++;
    return *c ? c + 2 : NULL;
}

/* Behind the text, comment, name or number that begins at `c`, else behind that character; NULL if
 * there is no end to it. */
static const char *syntax_skip_token(const char *c) {
    if (*c == '#' || (c[0] == '/' && c[1] == '/')) return c + strcspn(c, "\n");
    if (c[0] == '/' && c[1] == '*') return syntax_skip_comment(c);
    if (*c == '"') return syntax_skip_text(c);
    if (syntax_is_digit(*c)) return c + strspn(c, "0123456789abcdefABCDEFxXL.");
    if (!syntax_begins_name(*c)) return c + 1;
    while (syntax_begins_name(*c) || syntax_is_digit(*c) || *c == '-' || *c == '_') c++;
    return c;
}

/* Whether the characters up to `end` are a whole number of more than 32 bits. */
static bool syntax_is_wide(const char *text, const char *end) {
    char *after;
    unsigned long long value = strtoull(text, &after, text[1] == 'x' || text[1] == 'X' ? 16 : 10);
    return after == end && value > INT32_MAX;
}

const char *config_widen(const char *text, struct text *out) {
    for (const char *end; *text; text = end) {
        end = syntax_skip_token(text);
        if (!end) return text;
        text_add_bytes(out, text, (size_t)(end - text));
        if (syntax_is_digit(*text) && syntax_is_wide(text, end)) text_add(out, "L");
    }
    return NULL;
}

/* ---- what a mistake probably is ---- */

struct config_fault config_fault_at(const char *text, const char *place, const char *what) {
    struct config_fault fault = {.line = 1};
    snprintf(fault.text, sizeof fault.text, "%s", what);
    for (; text < place; text++) fault.line += *text == '\n';
    return fault;
}

static const char *syntax_line(const char *text, int line) {
    for (; line > 1 && *text; text++) line -= *text == '\n';
    return text;
}

/* "reversi" of `game = reversi;`: a word that is neither true nor false, as the value of the
 * setting that begins at `key`. */
static bool syntax_lacks_quotes(const char *key, struct config_fault *fault) {
    int key_length = (int)strcspn(key, " \t=:\n");
    const char *value = key + key_length;
    value += strspn(value, " \t=:");
    if (key_length == 0 || !syntax_begins_name(*value)) return false;
    int length = (int)strcspn(value, ";,#\"}\n");
    while (length > 0 && (value[length - 1] == ' ' || value[length - 1] == '\t')) length--;
    bool truth = strncasecmp(value, "true", 4) == 0 || strncasecmp(value, "false", 5) == 0;
    if (truth) return false;
    snprintf(fault->text, sizeof fault->text, "a text needs quotes: %.*s = \"%.*s\";",
             min_int(key_length, 60), key, min_int(length, 60), value);
    return true;
}

/* The settings of the line one by one. */
static bool syntax_explain_quotes(const char *text, struct config_fault *fault) {
    const char *key = syntax_line(text, fault->line);
    for (;;) {
        key += strspn(key, " \t{};,");
        if (*key == '\n' || *key == '\0') return false;
        if (syntax_begins_name(*key) && syntax_lacks_quotes(key, fault)) return true;
        do {
            key = syntax_skip_token(key);
        } while (key && *key && !strchr("{;,\n", *key));
        if (!key) return false;
    }
}

/* Where in the text one is: the names of the sections around it, and the last name read. */
struct syntax_place {
    const char *at;
    int line, depth, groups; /* begun so far */
    int group[8];            /* [depth]: which of them the next setting is in … */
    char names[8][64];       /* … and its name */
};

/* Goes on to behind the next `NAME =` or `NAME :` up to a line; false: there is none. */
static bool syntax_next_setting(struct syntax_place *place, int line_max) {
    bool named = false;
    for (const char *end; *place->at && place->line <= line_max; place->at = end) {
        const char *at = place->at;
        end = syntax_skip_token(at);
        if (!end) return false;
        for (const char *c = at; c < end; c++) place->line += *c == '\n';
        if (*at == '{' && place->depth < 7) {
            place->names[++place->depth][0] = '\0';
            place->group[place->depth] = ++place->groups;
        }
        if (*at == '}' && place->depth > 0) place->depth--;
        if (syntax_begins_name(*at))
            snprintf(place->names[place->depth], sizeof place->names[0], "%.*s",
                     min_int((int)(end - at), 63), at);
        named = named ? named : syntax_begins_name(*at);
        if ((*at == '=' || *at == ':') && named) {
            place->at = end;
            return true;
        }
    }
    return false;
}

static bool syntax_same_setting(const struct syntax_place *a, const struct syntax_place *b) {
    return a->depth == b->depth && a->group[a->depth] == b->group[b->depth] &&
           strcmp(a->names[a->depth], b->names[b->depth]) == 0;
}

/* The first setting of the line that stands before it too. */
static bool syntax_explain_duplicate(const char *text, struct config_fault *fault) {
    struct syntax_place later = {.at = text, .line = 1};
    while (syntax_next_setting(&later, fault->line)) {
        struct syntax_place first = {.at = text, .line = 1};
        if (later.line < fault->line) continue;
        while (syntax_next_setting(&first, fault->line) && first.at < later.at) {
            if (!syntax_same_setting(&first, &later)) continue;
            snprintf(fault->text, sizeof fault->text,
                     "%s is given twice, first in line %d; once is enough",
                     later.names[later.depth], first.line);
            return true;
        }
    }
    return false;
}

struct config_fault config_fault_explain(const char *text, int line, const char *said) {
    struct config_fault fault = {.line = line};
    bool twice = strcmp(said, "duplicate setting name") == 0;
    if (twice ? syntax_explain_duplicate(text, &fault) : syntax_explain_quotes(text, &fault))
        return fault;
    if (strcmp(said, "memory exhausted") == 0) /* the parser's stack, which only depth fills */
        return (struct config_fault){line, "has sections or lists too deep within each other"};
    snprintf(fault.text, sizeof fault.text, "%s; a setting reads: key = value;", said);
    return fault;
}

/* ---- contents of files ---- */

void config_contents_add(struct config_contents *contents, const char *path, const char *text) {
    for (int i = 0; i < contents->count; i++)
        if (strcmp(contents->paths[i], path) == 0) return;
    contents->paths[contents->count] = xstrdup(path);
    contents->texts[contents->count++] = xstrdup(text);
}

void config_contents_free(struct config_contents *contents) {
    for (int i = 0; i < contents->count; i++) {
        free(contents->paths[i]);
        free(contents->texts[i]);
    }
    contents->count = 0;
}
