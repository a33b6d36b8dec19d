/*
 * pages: the manual and the completions, made while hone is built from the tables of options that
 * the commands parse by. Each command is asked for its help; the printer of the help is replaced by
 * one that writes a page, or the lines of a completion.
 *
 *     pages DIRECTORY     man1/, bash/, zsh/, fish/, reference/ in it
 */
#include "tuner/pages/pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/shown.h"
#include "engine/cli/commands.h"
#include "tuner/cli/commands.h"

static const struct pages_program programs[] = {
    {"hone", hone_about, hone_commands},
    {"hone-engine", engine_about, engine_commands},
};

static const struct pages_format *const formats[] = {&pages_man, &pages_bash, &pages_zsh,
                                                     &pages_fish, &pages_markdown};

/* ---- asking the commands ------------------------------------------------------------------- */

/* What the printer below does when a command calls it. */
static const struct pages_format *asked_format;
static struct pages_command asked_command;
static struct text *asked_text;

static void pages_take(const struct command_usage *usage, const struct option_spec *options) {
    asked_command.usage = usage;
    asked_command.options = options;
    asked_format->command(&asked_command, asked_text);
}

static void pages_ask(const struct pages_program *program, const struct command *command,
                      struct text *out) {
    char name[64], help[] = "--help", *arguments[] = {name, help, NULL};
    snprintf(name, sizeof name, "%s", command->name);
    asked_command = (struct pages_command){.program = program, .command = command};
    asked_text = out;
    if (command->run(2, arguments) != 0 || !asked_command.usage)
        die("%s %s does not tell its options", program->name, name);
}

/* ---- files --------------------------------------------------------------------------------- */

static void pages_write(const char *directory, const char *name, const struct text *content) {
    struct text path = {0};
    struct error error;
    text_add(&path, "%s/%s", directory, name);
    if (file_write(text_get(&path), content->data, &error) != 0) die("%s", error.text);
    text_free(&path);
}

static void pages_make_directory(const char *path) {
    if (mkdir(path, 0777) != 0 && access(path, W_OK) != 0) die("%s cannot be made", path);
}

/* A file for the program, and, where the format has them, one for each command. */
static void pages_write_program(const char *directory, const struct pages_program *program) {
    struct text file = {0};
    char name[128];
    asked_format->begin(program, &file);
    for (const struct command *command = program->commands; command->name; command++) {
        struct text own = {0};
        pages_ask(program, command, asked_format->a_file_each ? &own : &file);
        if (asked_format->a_file_each) {
            pages_page_name(program, command, name);
            strcat(name, asked_format->suffix);
            pages_write(directory, name, &own);
        }
        text_free(&own);
    }
    asked_format->end(program, &file);
    snprintf(name, sizeof name, "%s%s%s", asked_format->prefix, program->name,
             asked_format->suffix);
    pages_write(directory, name, &file);
    text_free(&file);
}

static void pages_write_format(const char *directory, const struct pages_format *format) {
    struct text path = {0};
    asked_format = format;
    text_add(&path, "%s/%s", directory, format->directory);
    pages_make_directory(text_get(&path));
    for (size_t i = 0; i < COUNT_OF(programs); i++) {
        program_name = programs[i].name;
        pages_write_program(text_get(&path), &programs[i]);
    }
    text_free(&path);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        shown_warn("usage: pages DIRECTORY\n");
        return 2;
    }
    options_help = pages_take;
    pages_make_directory(argv[1]);
    for (size_t i = 0; i < COUNT_OF(formats); i++) pages_write_format(argv[1], formats[i]);
    return 0;
}

/* ---- what all formats need of a table ---- */

/* What all formats need of a table: names of pages, arguments that are files, quoting. */

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
