#include <string.h>

#include "tuner/config/config.h"

/* One line of config_print's: "key = value;", "section = {" or "};". The parts point into it. */
struct line {
    const char *key, *value;
    int key_length, value_length; /* the value without its semicolon; both 0 at a section's end */
};

static struct line line_next(const char **text) {
    const char *begin = *text + strspn(*text, " ");
    const char *end = begin + strcspn(begin, "\n");
    *text = *end ? end + 1 : end;
    struct line line = {.key = begin, .value = begin, .key_length = (int)strcspn(begin, " }\n")};
    if (line.key_length == 0 || end - begin < line.key_length + 3)
        return (struct line){.key = begin, .value = begin};
    line.value = begin + line.key_length + strlen(" = ");
    line.value_length = (int)(end - line.value) - (end[-1] == ';');
    return line;
}

static bool equal(const char *a, int a_length, const char *b, int b_length) {
    return a_length == b_length && memcmp(a, b, (size_t)a_length) == 0;
}

static void path_enter(struct text *path, const struct line *section) {
    text_add(path, "%.*s.", section->key_length, section->key);
}

/* "optimizer.ga." becomes "optimizer.". */
static void path_leave(struct text *path) {
    if (path->length) path->length--;
    while (path->length && path->data[path->length - 1] != '.') path->length--;
    if (path->data) path->data[path->length] = '\0';
}

static void compare(const struct text *path, const struct line *there, const struct line *here,
                    struct text *out) {
    if (equal(there->value, there->value_length, here->value, here->value_length)) return;
    text_add(out, "  %s%.*s: %.*s there, %.*s here\n", text_get(path), there->key_length,
             there->key, there->value_length, there->value, here->value_length, here->value);
}

/* Other keys, as another version of the program has them, end the comparison. */
void config_differences(const char *there, const char *here, struct text *out) {
    struct text path = {0};
    while (*there && *here) {
        struct line a = line_next(&there), b = line_next(&here);
        if (!equal(a.key, a.key_length, b.key, b.key_length)) {
            text_add(out, "  the list of keys, which is that of another version of hone\n");
            break;
        }
        if (a.key_length == 0)
            path_leave(&path);
        else if (*a.value == '{')
            path_enter(&path, &a);
        else
            compare(&path, &a, &b, out);
    }
    text_free(&path);
}
