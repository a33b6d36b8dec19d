/*
 * Completions for the shells bash, fish and zsh, from the tables of both programs.
 */
#include <stdio.h>

#include "tuner/pages/pages.h"

/* ---- bash ---- */

/* Completion for bash: a function for each program. It answers with commands, options and choices;
 * where it has no answer bash completes file names, but not in place of a number. */

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

/* ---- fish ---- */

/* Completion for fish: a line for each command and each option of it. */

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

/* ---- zsh ---- */

/* Completion for zsh: commands with their descriptions, then each one's options by _arguments. */

/* Inside single quotes: of a word of _describe or a specification of _arguments. */
static void zsh_add(struct text *out, const char *text, const char *special) {
    struct text escaped = {0};
    pages_escape(text, special, &escaped);
    for (const char *c = text_get(&escaped); *c; c++) {
        if (*c == '\'')
            text_add(out, "'\\''");
        else
            text_add_bytes(out, c, 1);
    }
    text_free(&escaped);
}

static void zsh_begin(const struct pages_program *program, struct text *out) {
    text_add(out,
             "#compdef %s\n"
             "# zsh completion of %s, made from its tables of options\n"
             "local -a commands\n"
             "commands=(\n",
             program->name, program->name);
    for (const struct command *command = program->commands; command->name; command++) {
        text_add(out, "  '%s:", command->name);
        zsh_add(out, command->doc, ":\\");
        text_add(out, "'\n");
    }
    text_add(out, ")\n"
                  "if (( CURRENT == 2 )); then\n"
                  "  _describe -t commands command commands\n"
                  "  return\n"
                  "fi\n"
                  "local command=$words[2]\n"
                  "shift words\n"
                  "(( CURRENT-- ))\n"
                  "case $command in\n"
                  "  help) _describe -t commands command commands ;;\n");
}

static void zsh_argument(const struct option_spec *option, struct text *out) {
    text_add(out, ":");
    zsh_add(out, option->argument, ":\\");
    text_add(out, ":");
    if (pages_argument_of(option) == ARGUMENT_FILE) text_add(out, "_files");
    if (pages_argument_of(option) != ARGUMENT_CHOICE) return;
    for (int i = 0; option->choices[i]; i++)
        text_add(out, "%s%s", i ? " " : "(", option->choices[i]);
    text_add(out, ")");
}

/* "'(-d --depth)'{-d,--depth}'[plies searched]:N:'" */
static void zsh_option(const struct option_spec *option, struct text *out) {
    bool many = option->kind == OPTION_TEXTS || option->kind == OPTION_DONE;
    text_add(out, " \\\n      ");
    if (option->letter && !many) text_add(out, "'(-%c --%s)'", option->letter, option->name);
    if (option->letter)
        text_add(out, "%s{-%c,--%s}'", many ? "\\*" : "", option->letter, option->name);
    else
        text_add(out, "'%s--%s", many ? "*" : "", option->name);
    text_add(out, "[");
    zsh_add(out, option->doc, "[]:\\");
    text_add(out, "]");
    if (option->argument) zsh_argument(option, out);
    text_add(out, "'");
}

static void zsh_command(const struct pages_command *command, struct text *out) {
    text_add(out, "  %s)\n    _arguments -s", command->command->name);
    for (const struct option_spec *option = command->options; option->name; option++)
        zsh_option(option, out);
    zsh_option(&pages_help, out);
    text_add(out, " \\\n      '*::file:_files' ;;\n");
}

static void zsh_end(const struct pages_program *program, struct text *out) {
    (void)program;
    text_add(out, "esac\n");
}

const struct pages_format pages_zsh = {
    .directory = "zsh",
    .prefix = "_",
    .suffix = "",
    .begin = zsh_begin,
    .command = zsh_command,
    .end = zsh_end,
};
