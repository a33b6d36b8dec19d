/*
 * Completion for bash: a function for each program. It answers with commands, options and choices;
 * where it has no answer bash completes file names, but not in place of a number.
 */
#include "tuner/pages/pages.h"

static void bash_begin(const struct pages_program *program, struct text *out) {
    bool engine = program->name[4]; /* a function's name has no dash everywhere */
    text_add(out,
             "# bash completion of %s, made from its tables of options\n"
             "_hone%s_complete() {\n"
             "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
             "    local commands=\"",
             program->name, engine ? "_engine" : "");
    for (const struct command *command = program->commands; command->name; command++)
        text_add(out, "%s ", command->name);
    text_add(out, "help\" options= choices=\n"
                  "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
                  "        COMPREPLY=($(compgen -W \"$commands --help --version\" -- \"$cur\"))\n"
                  "        return\n"
                  "    fi\n"
                  "    case ${COMP_WORDS[1]} in\n"
                  "    help)\n"
                  "        choices=$commands\n"
                  "        ;;\n");
}

static void bash_names(const struct option_spec *option, const char *between, struct text *out) {
    if (option->letter) text_add(out, "-%c%s", option->letter, between);
    text_add(out, "--%s", option->name);
}

/* What may follow an option. */
static void bash_argument(const struct option_spec *option, struct text *out) {
    enum pages_argument argument = pages_argument_of(option);
    if (argument == ARGUMENT_NONE || argument == ARGUMENT_FILE) return;
    text_add(out, "        ");
    bash_names(option, "|", out);
    text_add(out, ") choices='");
    for (int i = 0; argument == ARGUMENT_CHOICE && option->choices[i]; i++)
        text_add(out, "%s%s", i ? " " : "", option->choices[i]);
    text_add(out, "%s' ;;\n", argument == ARGUMENT_CHOICE ? "" : " ");
}

static void bash_command(const struct pages_command *command, struct text *out) {
    text_add(out, "    %s)\n        options=\"", command->command->name);
    for (const struct option_spec *option = command->options; option->name; option++) {
        bash_names(option, " ", out);
        text_add(out, " ");
    }
    text_add(out, "-h --help\"\n        case $prev in\n");
    for (const struct option_spec *option = command->options; option->name; option++)
        bash_argument(option, out);
    text_add(out, "        esac\n        ;;\n");
}

/* A choice that is a blank stands for a value that cannot be completed. */
static void bash_end(const struct pages_program *program, struct text *out) {
    bool engine = program->name[4];
    text_add(out,
             "    esac\n"
             "    if [ -n \"$choices\" ]; then\n"
             "        COMPREPLY=($(compgen -W \"$choices\" -- \"$cur\"))\n"
             "        compopt +o default 2>/dev/null\n"
             "    elif [ \"${cur:0:1}\" = - ]; then\n"
             "        COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
             "    else\n"
             "        COMPREPLY=()\n"
             "    fi\n"
             "}\n"
             "complete -o default -F _hone%s_complete %s\n",
             engine ? "_engine" : "", program->name);
}

const struct pages_format pages_bash = {
    .directory = "bash",
    .prefix = "",
    .suffix = "",
    .begin = bash_begin,
    .command = bash_command,
    .end = bash_end,
};
