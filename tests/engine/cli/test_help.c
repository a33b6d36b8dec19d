/*
 * What `hone-engine COMMAND --help` must name, taken from the tables of commands, options and
 * games: all of it, in their order, in lines of 80 columns.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/base.h"
#include "engine/base/options.h"
#include "engine/cli/commands.h"
#include "engine/game/family.h"
#include "engine/games/games.h"
#include "tests/program.h"

/* Words with one blank between them, so that it does not matter where lines end. */
static void add_words(const char *from, struct text *out) {
    for (; *from; from++) {
        if (!isspace((unsigned char)*from))
            text_add_bytes(out, from, 1);
        else if (out->length > 0 && out->data[out->length - 1] != ' ')
            text_add(out, " ");
    }
}

static void assert_lines_fit(const char *text) {
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        if (strcspn(text, "\n") > 80) fail_msg("%.*s", (int)strcspn(text, "\n"), text);
}

/* What a command prints, as words. */
static void read_help(const char *arguments, struct text *words) {
    struct text out = {0};
    assert_int_equal(run_text(arguments, "", &out), 0);
    assert_lines_fit(text_get(&out));
    text_free(words);
    add_words(text_get(&out), words);
    text_free(&out);
}

/* The help of the command that is looked at, and how far it is accounted for. */
static struct text help;
static const char *read_to;
static int helps_read;

static void assert_next(const char *wanted) {
    struct text words = {0};
    add_words(wanted, &words);
    const char *found = strstr(read_to, text_get(&words));
    if (!found) fail_msg("not \"%s\" in: %s", text_get(&words), read_to);
    read_to = found + words.length;
    text_free(&words);
}

static void assert_option(const struct option_spec *option) {
    char number[64] = "";
    struct text line = {0};
    if (option->letter) text_add(&line, "-%c, ", option->letter);
    text_add(&line, "--%s %s%s%s", option->name, option->argument ? option->argument : "",
             option->argument ? " " : "", option->doc);
    assert_next(text_get(&line));
    for (int i = 0; option->choices && option->choices[i]; i++) assert_next(option->choices[i]);
    if (option->kind == OPTION_CHOICE)
        snprintf(number, sizeof number, "(default %s)", option->choices[*(int *)option->value]);
    if (option->kind == OPTION_INT && *(int *)option->value >= option->lower)
        snprintf(number, sizeof number, "(default %d)", *(int *)option->value);
    assert_next(number);
    text_free(&line);
}

/* The games are the words of the option --game. */
static void assert_games(const struct option_spec *option) {
    for (const struct game_family *const *family = games_list; *family; family++)
        if (!strstr(option->doc, (*family)->names)) fail_msg("no %s", (*family)->names);
}

/* In the place of what prints the help: compares it with the tables that it comes from. */
static void compare_help(const struct command_usage *usage, const struct option_spec *options) {
    assert_next("usage: hone-engine ");
    assert_next(usage->synopsis);
    assert_next(usage->doc);
    assert_next(" options: ");
    for (; options->name; options++) {
        assert_option(options);
        if (strcmp(options->name, "game") == 0) assert_games(options);
    }
    assert_next("-h, --help this text");
    helps_read++;
}

static void each_command_names_its_options(void **state) {
    (void)state;
    int commands = 0;
    options_help = compare_help;
    for (const struct command *command = engine_commands; command->name; command++, commands++) {
        char name[32], flag[] = "--help", arguments[64];
        snprintf(name, sizeof name, "%s", command->name);
        snprintf(arguments, sizeof arguments, "%s%s --help", name, *name == '-' ? " gtp" : "");
        read_help(arguments, &help);
        read_to = text_get(&help);
        char *argv[] = {name, flag, NULL};
        assert_int_equal(command->run(2, argv), 0);
        assert_string_equal(read_to, " ");
    }
    assert_true(commands >= 10);
    assert_int_equal(helps_read, commands);
    text_free(&help);
}

static void the_program_names_its_commands(void **state) {
    (void)state;
    read_help("--help", &help);
    read_to = text_get(&help);
    assert_next(engine_about);
    for (const struct command *command = engine_commands; command->name; command++) {
        assert_next(command->name);
        assert_next(command->doc);
    }
    assert_next("hone-engine help COMMAND");
    text_free(&help);
}

static void assert_same_help(const char *a, const char *b) {
    struct text first = {0}, second = {0};
    read_help(a, &first), read_help(b, &second);
    assert_string_equal(text_get(&first), text_get(&second));
    text_free(&first), text_free(&second);
}

static void help_is_a_command_too(void **state) {
    (void)state;
    assert_same_help("help", "--help");
    assert_same_help("help solve", "solve --help");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_command_names_its_options),
        cmocka_unit_test(the_program_names_its_commands),
        cmocka_unit_test(help_is_a_command_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
