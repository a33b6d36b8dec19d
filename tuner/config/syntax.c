/*
 * A scanner of libconfig's tokens, no more of its grammar than names, signs, texts and comments:
 * enough to follow which section a line stands in.
 */
#include "tuner/config/syntax.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
    snprintf(fault.text, sizeof fault.text, "%s; a setting reads: key = value;", said);
    return fault;
}
