/*
 * The guard of plug-ins in a page, where no signals are: a fault is the module's own, which ends
 * the worker, and the page says what this has said last. A call that does not end is left by "Move
 * now".
 */
#include "engine/plugin/guard.h"

#include <stdarg.h>
#include <stdlib.h>

#include "engine/base/shown.h"

_Thread_local struct guard_call *guard_mine;

void guard_install(void) {}

void guard_list(void) {
    static struct guard_call mine;
    guard_mine = &mine;
}

void guard_fail(const char *plugin, const char *function, const struct game *game,
                const void *state, const char *format, ...) {
    struct text what = {0}, position = {0};
    va_list list;
    va_start(list, format);
    text_add_list(&what, format, list);
    va_end(list);
    if (guard_mine) guard_mine->plugin = NULL;
    if (state) game->position_format(game, state, &position);
    shown_warn("plug-in %s: %s() %s at the position %s\n", plugin, function, text_get(&what),
               text_get(&position));
    exit(1);
}
