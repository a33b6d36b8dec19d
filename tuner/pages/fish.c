/*
 * Completion for fish: a line for each command and each option of it.
 */
#include <stdio.h>

#include "tuner/pages/pages.h"

static void fish_doc(const char *doc, struct text *out) {
    text_add(out, " -d '");
    pages_escape(doc, "'\\", out);
    text_add(out, "'\n");
}

static void fish_begin(const struct pages_program *program, struct text *out) {
    text_add(out, "# fish completion of %s, made from its tables of options\n", program->name);
    for (const struct command *command = program->commands; command->name; command++) {
        text_add(out, "complete -c %s -n __fish_is_first_arg -f -a '%s'", program->name,
                 command->name);
        fish_doc(command->doc, out);
    }
}

static void fish_option(const struct pages_command *command, const struct option_spec *option,
                        struct text *out) {
    enum pages_argument argument = pages_argument_of(option);
    text_add(out, "complete -c %s -n '__fish_seen_subcommand_from %s' -l %s",
             command->program->name, command->command->name, option->name);
    if (option->letter) text_add(out, " -s %c", option->letter);
    if (argument == ARGUMENT_FILE) text_add(out, " -r");
    if (argument == ARGUMENT_OTHER || argument == ARGUMENT_CHOICE) text_add(out, " -x");
    if (argument == ARGUMENT_CHOICE) {
        text_add(out, " -a '");
        for (int i = 0; option->choices[i]; i++)
            text_add(out, "%s%s", i ? " " : "", option->choices[i]);
        text_add(out, "'");
    }
    fish_doc(option->doc, out);
}

static void fish_command(const struct pages_command *command, struct text *out) {
    for (const struct option_spec *option = command->options; option->name; option++)
        fish_option(command, option, out);
    fish_option(command, &pages_help, out);
}

static void fish_end(const struct pages_program *program, struct text *out) {
    (void)program, (void)out;
}

const struct pages_format pages_fish = {
    .directory = "fish",
    .prefix = "",
    .suffix = ".fish",
    .begin = fish_begin,
    .command = fish_command,
    .end = fish_end,
};
