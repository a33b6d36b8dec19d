/*
 * Looks in the folders above the program's, the nearest first: of builds within builds, too.
 */
#include "engine/base/shipped.h"

#include <string.h>
#include <unistd.h>

static bool shipped_look(const char *folder, const char *place, const char *name,
                         struct text *out) {
    struct text path = {0};
    text_add(&path, "%s/%s%s", folder, place, name);
    bool found = access(text_get(&path), R_OK) == 0;
    if (found) text_add(out, "%s", text_get(&path));
    text_free(&path);
    return found;
}

bool shipped_find(const char *name, struct text *out) {
    static const char *const places[] = {"share/hone/", "share/doc/hone/", ""};
    char own[4096];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    bool found = false;
    for (own[length > 0 ? length : 0] = '\0'; !found && strrchr(own, '/');) {
        *strrchr(own, '/') = '\0';
        for (size_t i = 0; !found && i < COUNT_OF(places); i++)
            found = shipped_look(own, places[i], name, out);
    }
    return found;
}
