#include "tuner/cli/shipped.h"

#include <string.h>
#include <unistd.h>

void shipped_program(char out[OWN_PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", out, OWN_PATH_MAX - 1);
    out[length < 0 ? 0 : length] = '\0';
}

bool shipped_find(const char *path, struct text *out) {
    /* of an installed program, its pages, a built one, a variant of it */
    static const char *const places[] = {"../share/hone/", "../share/doc/hone/", "../", "../../"};
    char own[OWN_PATH_MAX];
    shipped_program(own);
    const char *slash = strrchr(own, '/');
    for (size_t i = 0; slash && i < COUNT_OF(places); i++) {
        text_free(out);
        *out = (struct text){0};
        text_add(out, "%.*s%s%s", (int)(slash + 1 - own), own, places[i], path);
        if (access(text_get(out), R_OK) == 0) return true;
    }
    return false;
}
