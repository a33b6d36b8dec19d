/*
 * records_tree: a reader of brackets that ignores what is in them, so that unknown properties cost
 * nothing. Only the main line is walked, the first of all variations.
 */
#include "engine/files/tree.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Reads "[value]" behind the name; a backslash makes any character part of the value, and hides
 * a line's end. */
static int tree_value_read(struct tree *tree, struct error *error) {
    const char *at = tree->at + 1;
    text_free(&tree->value);
    for (; *at && *at != ']'; at++) {
        bool escaped = *at == '\\' && at[1];
        at += escaped;
        if (!escaped || *at != '\n') text_add_bytes(&tree->value, at, 1);
    }
    if (!*at)
        return error_set(error, "the value of %s does not end with ]",
                         *tree->name ? tree->name : "a property");
    tree->at = at + 1;
    return 0;
}

/* Lower-case letters of a name, as in old files' "Black", do not count, but where there are no
 * others: "b" is B. Digits belong to names of old files. */
static void tree_name_read(struct tree *tree) {
    const char *name = tree->at;
    size_t length = 0;
    bool capitals = false;
    for (; isalnum((unsigned char)*tree->at); tree->at++)
        capitals |= isupper((unsigned char)*tree->at) != 0;
    for (; name < tree->at && length + 1 < sizeof tree->name; name++)
        if (!capitals || !islower((unsigned char)*name))
            tree->name[length++] = (char)toupper((unsigned char)*name);
    tree->name[length] = '\0';
}

/* Blanks, and a node's begin, where no property is open. */
static void tree_skip_blanks(struct tree *tree) {
    size_t blanks = strspn(tree->at, ";" TREE_BLANKS);
    if (memchr(tree->at, ';', blanks)) tree->name[0] = '\0';
    tree->at += blanks;
}

/* The first "(;" begins it; other text may stand before, as in a mail. Older files lack the
 * semicolon. */
static void tree_begin(struct tree *tree) {
    const char *at = strchr(tree->at, '(');
    while (at && at[1 + strspn(at + 1, TREE_BLANKS)] != ';') at = strchr(at + 1, '(');
    tree->at = at ? at : tree->at + strcspn(tree->at, "(");
    tree->in_main_line = true;
}

/* Whether a bracket begins a game, complete or cut off, and not a remark. */
static bool tree_is_begin(const char *at) {
    const char *next = at + 1 + strspn(at + 1, ";" TREE_BLANKS), *name = next;
    if (*at != '(' || !*next || memchr(at, ';', (size_t)(next - at))) return *at == '(';
    while (isalnum((unsigned char)*name)) name++;
    return name > next && name[strspn(name, TREE_BLANKS)] == '[';
}

const char *tree_behind(const char *at) {
    const char *next = strchr(at, '(');
    while (next && !tree_is_begin(next)) next = strchr(next + 1, '(');
    return next ? at : at + strlen(at);
}

int tree_next(struct tree *tree, struct error *error) {
    if (tree->depth == 0) tree_begin(tree);
    for (;;) {
        tree_skip_blanks(tree);
        switch (*tree->at) {
        case '\0':
            return tree->depth == 0 ? error_set(error, "there is no game: it begins with \"(;\"")
                                    : error_set(error, "the game does not end with \")\"");
        case '(':
            tree->depth++;
            tree->at++;
            break;
        case ')':
            tree->in_main_line = false;
            tree->at++;
            if (--tree->depth == 0) return 0;
            break;
        case '[':
            if (!*tree->name)
                return error_set(error, "\"%.20s\" is a value of no property", tree->at);
            if (tree_value_read(tree, error) != 0) return -1;
            if (tree->in_main_line) return 1;
            break;
        default:
            if (!isalpha((unsigned char)*tree->at))
                return error_set(error, "\"%.20s\" is no property, as in PB[name]", tree->at);
            tree_name_read(tree);
        }
    }
}

/* What players say instead of a move, in the words of Little Golem, of SGF's page for Hex and of
 * GGF's servers. */
bool tree_is_ending(const char *value, enum records_end *out) {
    static const struct {
        const char *word;
        enum records_end end;
    } words[] = {
        {"resign", RECORDS_RESIGNED},    {"resigns", RECORDS_RESIGNED},
        {"resigned", RECORDS_RESIGNED},  {"timeout", RECORDS_TIMEOUT},
        {"time", RECORDS_TIMEOUT},       {"forfeit", RECORDS_FORFEITED},
        {"forfeits", RECORDS_FORFEITED},
    };
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strcasecmp(value, words[i].word) == 0) {
            *out = words[i].end;
            return true;
        }
    return false;
}

void tree_trim(struct text *value) {
    size_t skipped = value->length ? strspn(value->data, TREE_BLANKS) : 0;
    if (value->length == 0) return;
    value->length -= skipped;
    memmove(value->data, value->data + skipped, value->length + 1);
    while (value->length && strchr(TREE_BLANKS, value->data[value->length - 1]))
        value->data[--value->length] = '\0';
}

void tree_close(struct tree *tree) {
    text_free(&tree->value);
}

void tree_print(struct text *out, const char *name, const char *value) {
    if (!*value) return;
    text_add(out, "%s[", name);
    for (const char *c = value; *c; c++) {
        bool special = *c == ']' || *c == '\\' || (unsigned char)*c < ' ';
        text_add_char(out, *c == ']' ? ')' : special ? ' ' : *c);
    }
    text_add(out, "]");
}

bool tree_begins(const char *text) {
    text += strspn(text, TREE_BLANKS);
    size_t digits = strspn(text, "0123456789");
    return text[digits + (digits ? strspn(text + digits, TREE_BLANKS) : 0)] == '(';
}

void tree_copy(char *out, size_t size, const char *value) {
    size_t length = 0;
    while (value[length]) {
        int bytes = max_int(1, utf8_length(value + length));
        if (length + (size_t)bytes >= size) break;
        length += (size_t)bytes;
    }
    memcpy(out, value, length);
    out[length] = '\0';
    text_make_harmless(out, "");
}
