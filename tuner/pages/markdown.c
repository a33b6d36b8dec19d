/*
 * The reference of all commands, a page for each program. In the help, lines that begin with a
 * blank are tables: they keep their lines.
 */
#include <string.h>

#include "tuner/pages/pages.h"

/* Text in which only backquotes mean something; within them all but a table's bar stands as it is.
 */
static void markdown_add(struct text *out, const char *text, size_t length) {
    bool code = false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '`') code = !code;
        if (strchr(code ? "|" : "|*_<[\\", text[i])) text_add(out, "\\");
        text_add_char(out, text[i]);
    }
}

static void markdown_fence(bool *open, bool wanted, struct text *out) {
    if (*open != wanted) text_add(out, wanted ? "\n```\n" : "```\n");
    *open = wanted;
}

/* A table ends where a line without a blank begins. */
static void markdown_add_doc(struct text *out, const char *doc) {
    bool table = false;
    while (*doc) {
        size_t length = strcspn(doc, "\n");
        const char *next = doc + strspn(doc, "\n");
        markdown_fence(&table, table ? *next == ' ' : *doc == ' ', out);
        if (table)
            text_add(out, "%.*s", (int)length, doc);
        else
            markdown_add(out, doc, length);
        text_add(out, "\n");
        doc += length + (doc[length] == '\n');
    }
    markdown_fence(&table, false, out);
}

static void markdown_option(const struct option_spec *option, struct text *out) {
    struct text doc = {0};
    option_explain(option, &doc);
    text_add(out, "| `");
    if (option->letter) text_add(out, "-%c, ", option->letter);
    text_add(out, "--%s%s%s` | ", option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    markdown_add(out, text_get(&doc), doc.length);
    text_add(out, " |\n");
    text_free(&doc);
}

static void markdown_command(const struct pages_command *command, struct text *out) {
    const char *program = command->program->name, *name = command->command->name;
    const char *synopsis = command->usage->synopsis;
    text_add(out, "\n## %s %s\n\n```\n%s %s%s\n```\n\n", program, name, program, name,
             synopsis + strcspn(synopsis, " "));
    markdown_add_doc(out, command->usage->doc);
    if (!command->options->name) return;
    text_add(out, "\n| option | what it does |\n|---|---|\n");
    for (const struct option_spec *option = command->options; option->name; option++)
        markdown_option(option, out);
}

static void markdown_begin(const struct pages_program *program, struct text *out) {
    text_add(out,
             "# All options of %s\n\nAs `%s COMMAND --help` prints them: `make golden` makes this "
             "page from the same tables. Every command\nalso has `-h, --help`.\n",
             program->name, program->name);
}

static void markdown_end(const struct pages_program *program, struct text *out) {
    (void)program;
    (void)out;
}

const struct pages_format pages_markdown = {
    .directory = "reference",
    .prefix = "",
    .suffix = ".md",
    .begin = markdown_begin,
    .command = markdown_command,
    .end = markdown_end,
};
