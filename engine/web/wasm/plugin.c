/*
 * The plug-in that a page is built with: its hone_plugin() is part of the module.
 */
#include "engine/plugin/guard.h"
#include "engine/plugin/library.h"
#include "engine/web/web.h"
#include "engine/web/web_json.h"

const char *web_join(void) {
    static struct text answer;
    struct error error;
    answer.length = 0;
    text_add(&answer, "{");
    if (!library_join(hone_plugin, &error)) json_text(&answer, "error", error.text);
    text_add(&answer, "}");
    return text_get(&answer);
}

/* The call is kept from the first question on: writing its position is another one. */
const char *web_fault(int with_position) {
    static struct text answer, what;
    static struct guard_call call;
    if (with_position) call = guard_mine ? *guard_mine : (struct guard_call){0};
    answer.length = what.length = 0;
    text_add(&answer, "{");
    if (call.plugin) {
        text_add(&what, "plug-in %s: %s() crashed", call.plugin, call.function);
        if (with_position && call.state) {
            text_add(&what, " at the position ");
            call.game->position_format(call.game, call.state, &what);
        }
        json_text(&answer, "error", text_get(&what));
    }
    text_add(&answer, "}");
    return text_get(&answer);
}
