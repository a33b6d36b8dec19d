/*
 * One pass over the text, so that a value with braces in it is not filled again.
 */
#include "tuner/external/fill.h"

#include <string.h>

/* Whether {NAME} stands there. */
static bool fill_is_at(const char *at, const char *name) {
    size_t length = strlen(name);
    return *at == '{' && strncmp(at + 1, name, length) == 0 && at[length + 1] == '}';
}

bool fill_has(const char *text, const char *name) {
    while (*text && !fill_is_at(text, name)) text++;
    return *text != '\0';
}

void fill_add(const char *text, const struct fill *values, int count, struct text *out) {
    while (*text) {
        int i = 0;
        while (i < count && !fill_is_at(text, values[i].name)) i++;
        if (i < count) {
            text_add(out, "%s", values[i].value);
            text += strlen(values[i].name) + 2;
        } else {
            text_add_bytes(out, text++, 1);
        }
    }
}
