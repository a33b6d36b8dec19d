/*
 * The plug-in that a page is built with: its hone_plugin() is part of the module.
 */
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
