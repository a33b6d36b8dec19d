/*
 * records_tree: a reader of brackets and of nothing that stands in them, so that unknown properties
 * cost nothing. Only the main line is walked, the first of all variations.
 */
#include "engine/files/tree.h"

#include <ctype.h>
#include <string.h>

/* Reads "[value]" behind the name; a backslash makes any character part of the value. */
static int tree_value_read(struct tree *tree, struct error *error) {
    const char *at = tree->at + 1;
    text_free(&tree->value);
    for (; *at && *at != ']'; at++) {
        if (*at == '\\' && at[1]) at++;
        text_add_bytes(&tree->value, at, 1);
    }
    if (!*at)
        return error_set(error, "the value of %s does not end with ]",
                         *tree->name ? tree->name : "a property");
    tree->at = at + 1;
    return 0;
}

/* Lower-case letters of a name, as in old files' "Black", do not count. */
static void tree_name_read(struct tree *tree) {
    size_t length = 0;
    for (; isalpha((unsigned char)*tree->at); tree->at++)
        if (isupper((unsigned char)*tree->at) && length + 1 < sizeof tree->name)
            tree->name[length++] = *tree->at;
    tree->name[length] = '\0';
}

static void tree_begin(struct tree *tree) {
    tree->at += strcspn(tree->at, "(");
    tree->in_main_line = true;
}

int tree_next(struct tree *tree, struct error *error) {
    if (tree->depth == 0) tree_begin(tree);
    for (;;) {
        tree->at += strspn(tree->at, "; \t\r\n");
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

void tree_close(struct tree *tree) {
    text_free(&tree->value);
}

void tree_print(struct text *out, const char *name, const char *value) {
    if (!*value) return;
    text_add(out, "%s[", name);
    for (const char *c = value; *c; c++) {
        bool special = *c == ']' || *c == '\\' || (unsigned char)*c < ' ';
        text_add(out, "%c", *c == ']' ? ')' : special ? ' ' : *c);
    }
    text_add(out, "]");
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
