/*
 * Pages of the manual, in the macros of man(7), one for each command and one for each program. In
 * the help, lines that begin with a blank are tables: they keep their lines, all others are filled.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tuner/pages/pages.h"

/* Text that roff takes as it stands, dashes as the ones to type. */
static void man_add(struct text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\\')
            text_add(out, "\\(rs");
        else if (*text == '-')
            text_add(out, "\\-");
        else if (*text == '\'')
            text_add(out, "\\(aq");
        else if (*text == '`')
            text_add(out, "\\(ga");
        else if (*text == '^')
            text_add(out, "\\(ha");
        else if (*text == '~')
            text_add(out, "\\(ti");
        else
            text_add_bytes(out, text, 1);
    }
}

/* One that begins with what roff takes for a request. */
static void man_add_line(struct text *out, const char *line, size_t length) {
    char copy[512];
    snprintf(copy, sizeof copy, "%.*s", (int)length, line);
    if (copy[0] == '.') text_add(out, "\\&");
    man_add(out, copy);
    text_add(out, "\n");
}

/* A blank line is a new paragraph, one that begins with a blank a line of a table. */
static void man_add_doc(struct text *out, const char *doc) {
    bool table = false, begun = false;
    while (*doc) {
        size_t length = strcspn(doc, "\n");
        bool of_table = *doc == ' ';
        if (table != of_table && (of_table || length > 0)) {
            text_add(out, of_table ? ".PP\n.nf\n" : ".fi\n.PP\n");
            table = of_table;
        } else if (length == 0 && begun && doc[1] && doc[1] != ' ' && !table) {
            text_add(out, ".PP\n");
        }
        if (length > 0) man_add_line(out, doc, length);
        begun = true;
        doc += length + (doc[length] == '\n');
    }
    if (table) text_add(out, ".fi\n");
}

static void man_head(const char *page, const char *doc, struct text *out) {
    char upper[128];
    snprintf(upper, sizeof upper, "%s", page);
    for (char *c = upper; *c; c++) *c = (char)toupper((unsigned char)*c);
    text_add(out, ".TH ");
    man_add(out, upper);
    text_add(out, " 1 \"\" \"hone %s\" \"hone\"\n.SH NAME\n", HONE_VERSION);
    man_add(out, page);
    text_add(out, " \\- ");
    man_add(out, doc);
    text_add(out, "\n");
}

static void man_option(const struct option_spec *option, struct text *out) {
    text_add(out, ".TP\n");
    if (option->letter) text_add(out, "\\fB\\-%c\\fR, ", option->letter);
    text_add(out, "\\fB\\-\\-");
    man_add(out, option->name);
    text_add(out, "\\fR");
    if (option->argument) {
        text_add(out, " \\fI");
        man_add(out, option->argument);
        text_add(out, "\\fR");
    }
    text_add(out, "\n");
    struct text doc = {0};
    option_explain(option, &doc);
    man_add_line(out, text_get(&doc), doc.length);
    text_free(&doc);
}

static void man_command(const struct pages_command *command, struct text *out) {
    char page[128];
    const char *synopsis = command->usage->synopsis;
    size_t word = strcspn(synopsis, " ");
    pages_page_name(command->program, command->command, page);
    man_head(page, command->command->doc, out);
    text_add(out, ".SH SYNOPSIS\n\\fB");
    man_add(out, command->program->name);
    text_add(out, " ");
    man_add(out, command->command->name);
    text_add(out, "\\fR");
    man_add(out, synopsis + word);
    text_add(out, "\n.SH DESCRIPTION\n");
    man_add_doc(out, command->usage->doc);
    text_add(out, ".SH OPTIONS\n");
    for (const struct option_spec *option = command->options; option->name; option++)
        man_option(option, out);
    man_option(&pages_help, out);
    text_add(out, ".SH EXAMPLES\n");
    man_add_doc(out, pages_examples(command->program, command->command));
    text_add(out, ".SH \"EXIT STATUS\"\n0, 1 for a failure, 2 for misuse or bad input.\n"
                  ".SH \"SEE ALSO\"\n.BR ");
    man_add(out, command->program->name);
    text_add(out, " (1)\n");
}

static void man_begin(const struct pages_program *program, struct text *out) {
    man_head(program->name, program->about, out);
    text_add(out, ".SH SYNOPSIS\n\\fB");
    man_add(out, program->name);
    text_add(out,
             "\\fR COMMAND [ARGUMENT]...\n.SH DESCRIPTION\nA command's own page, such as\n.BR ");
    char page[128];
    pages_page_name(program, program->commands, page);
    man_add(out, page);
    text_add(out, " (1),\nsays more, and so does\n.BR \"");
    man_add(out, program->name);
    text_add(out, " help\" \" COMMAND\" .\n.SH COMMANDS\n");
    for (const struct command *command = program->commands; command->name; command++) {
        text_add(out, ".TP\n.B ");
        man_add(out, command->name);
        text_add(out, "\n");
        man_add_line(out, command->doc, strlen(command->doc));
    }
}

static void man_end(const struct pages_program *program, struct text *out) {
    text_add(out, ".SH FILES\n.TP\n.I OUTPUT/run.db\nall that a run is, in SQLite\n.TP\n"
                  ".I OUTPUT/champion.weights\nwhat hone\\-engine plays with\n"
                  ".SH \"SEE ALSO\"\n.nh\n");
    for (const struct command *command = program->commands; command->name; command++) {
        char page[128];
        pages_page_name(program, command, page);
        text_add(out, ".BR ");
        man_add(out, page);
        text_add(out, " (1)%s\n", command[1].name ? "," : "");
    }
}

const struct pages_format pages_man = {
    .directory = "man1",
    .prefix = "",
    .suffix = ".1",
    .a_file_each = true,
    .begin = man_begin,
    .command = man_command,
    .end = man_end,
};
