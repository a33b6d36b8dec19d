/*
 * What all formats need of a table: names of pages, arguments that are files, quoting.
 */
#include <stdio.h>
#include <string.h>

#include "tuner/pages/pages.h"

const struct option_spec pages_help = {.name = "help", .letter = 'h', .doc = "this text"};

void pages_page_name(const struct pages_program *program, const struct command *command,
                     char out[128]) {
    snprintf(out, 100, "%s-%s", program->name, command->name + strspn(command->name, "-"));
}

bool pages_is_file(const char *argument_name) {
    static const char *const words[] = {"FILE", "RUN", "DIR", "CONFIG", "PATH"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strstr(argument_name, words[i])) return true;
    return false;
}

enum pages_argument pages_argument_of(const struct option_spec *option) {
    if (!option->argument) return ARGUMENT_NONE;
    if (option->kind == OPTION_CHOICE) return ARGUMENT_CHOICE;
    bool text =
        option->kind == OPTION_TEXT || option->kind == OPTION_TEXTS || option->kind == OPTION_DONE;
    return text && pages_is_file(option->argument) ? ARGUMENT_FILE : ARGUMENT_OTHER;
}

void pages_escape(const char *text, const char *special, struct text *out) {
    for (; *text; text++) {
        if (strchr(special, *text)) text_add_bytes(out, "\\", 1);
        text_add_bytes(out, text, 1);
    }
}
