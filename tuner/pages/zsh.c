/*
 * Completion for zsh: commands with their descriptions, then each one's options by _arguments.
 */
#include "tuner/pages/pages.h"

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
