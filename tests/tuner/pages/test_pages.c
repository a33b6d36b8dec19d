/*
 * The pages of the manual and the completions, against what the commands themselves say of their
 * options, and as their readers take them: roff without a warning, bash with words typed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "engine/base/base.h"
#include "engine/cli/commands.h"
#include "tests/shell.h"
#include "tuner/cli/commands.h"

static const struct {
    const char *name;
    const struct command *commands;
} programs[] = {{"hone", hone_commands}, {"hone-engine", engine_commands}};

/* The output of a shell command; its status. */
static int shell(struct text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int shell(struct text *out, const char *format, ...) {
    char command[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    *out = (struct text){0};
    return shell_run(command, out);
}

static void read_page(const char *path, struct text *out) {
    struct error error;
    if (file_read(path, out, &error)) fail_msg("%s", error.text);
}

/* Dashes as roff wants them. */
static void roff(const char *text, char out[256]) {
    char *at = out;
    for (; *text && at < out + 250; text++) {
        if (*text == '-') *at++ = '\\';
        *at++ = *text;
    }
    *at = '\0';
}

static void assert_has(const struct text *text, const char *what, const char *where) {
    if (!strstr(text_get(text), what)) fail_msg("\"%s\" is not in %s", what, where);
}

/* The options that a command's help lists, in its page and in the completions of its program. */
static void check_options(const char *program, const char *command, const char *help,
                          const struct text *page) {
    static const char *const files[] = {"bash/%s", "zsh/_%s", "fish/%s.fish"};
    int count = 0;
    for (const char *line = strstr(help, "\noptions:\n"); line && (line = strstr(line, "--"));) {
        char name[64], escaped[256], path[128];
        const char *end = line + strcspn(line, " \n");
        const char *begin = line;
        while (begin > help && begin[-1] != '\n') begin--;
        bool defined = line - begin <= 6 && begin[0] == ' ';
        snprintf(name, sizeof name, "%.*s", (int)(end - line), line);
        line = end + strcspn(end, "\n");
        if (!defined) continue;
        count++;
        roff(name, escaped);
        assert_has(page, escaped, command);
        for (size_t i = 0; i < COUNT_OF(files); i++) {
            struct text file;
            int used = snprintf(path, sizeof path, BUILD_DIR "/share/");
            snprintf(path + used, sizeof path - (size_t)used, files[i], program);
            read_page(path, &file);
            assert_has(&file, name + (i == 2 ? 2 : 0), path);
            text_free(&file);
        }
    }
    assert_true(count >= 1);
}

/* What is typed is of this command. */
static void check_example(const char *program, const char *command, const struct text *page) {
    char line[128], escaped[256];
    const char *examples = strstr(text_get(page), "\n.SH EXAMPLES\n");
    snprintf(line, sizeof line, "\n  %s %s", program, command);
    roff(line, escaped);
    if (!examples || !strstr(examples, escaped)) fail_msg("%s %s: no example", program, command);
}

static void every_command_has_a_page_with_its_options(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(programs); i++) {
        struct text about, help;
        char path[128], escaped[256];
        snprintf(path, sizeof path, BUILD_DIR "/share/man1/%s.1", programs[i].name);
        read_page(path, &about);
        for (const struct command *command = programs[i].commands; command->name; command++) {
            struct text page;
            const char *name = command->name + strspn(command->name, "-");
            snprintf(path, sizeof path, BUILD_DIR "/share/man1/%s-%s.1", programs[i].name, name);
            read_page(path, &page);
            assert_int_equal(
                shell(&help, BUILD_DIR "/%s %s --help", programs[i].name, command->name), 0);
            check_example(programs[i].name, command->name, &page);
            check_options(programs[i].name, command->name, text_get(&help), &page);
            roff(command->name, escaped);
            assert_has(&about, escaped, programs[i].name);
            text_free(&page);
            text_free(&help);
        }
        text_free(&about);
    }
}

static void pages_are_read_without_a_warning(void **state) {
    (void)state;
    struct text out;
    bool installed = shell(&out, "command -v groff") == 0;
    text_free(&out);
    if (!installed) skip();
    assert_int_equal(shell(&out, "for page in " BUILD_DIR "/share/man1/*.1; do "
                                 "groff -ww -man -Tascii $page 2>&1 >/dev/null; done"),
                     0);
    assert_string_equal(text_get(&out), "");
    text_free(&out);
    assert_int_equal(
        shell(&out, "groff -man -Tascii -P-cbou " BUILD_DIR "/share/man1/hone-engine-protocol.1"),
        0);
    assert_has(&out, "\n         sau      Connect6 on the SAU platform\n",
               "the page"); /* a table */
    assert_has(&out, "\n       -d, --depth N\n", "the page");
    text_free(&out);
}

/* The answers to the last of some words typed. */
static void bash_completes_what_is_typed(void **state) {
    (void)state;
    static const struct {
        const char *program, *words, *answers;
    } cases[] = {
        {"hone", "t", "tune tell tournament"},
        {"hone", "help ex", "export"},
        {"hone", "--v", "--version"},
        {"hone", "tune --s", "--set"},
        {"hone", "tune con", ""}, /* files, which bash knows itself */
        {"hone", "report --format ''", "text json csv"},
        {"hone", "match --depth ''", "no files "},
        {"hone-engine", "play --weights ''", ""},
        {"hone-engine", "play --search m", "mtdf minimax mcts"},
        {"hone-engine", "analyze --we", "--weights"},
        {"hone-engine", "--protocol --clo", "--clock"},
        {"hone-engine", "so", "solve"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text out;
        int status = shell(&out,
                           "bash -c 'source " BUILD_DIR
                           "/share/bash/%s; compopt() { [ -z \"${COMPREPLY[*]}\" ] && "
                           "printf \"no files \"; }; COMP_WORDS=(\"$@\"); "
                           "COMP_CWORD=$(($#-1)); COMPREPLY=(stale); $(complete -p \"$1\" | grep "
                           "-o \"_hone[a-z_]*\");"
                           "echo \"${COMPREPLY[*]}\"' bash %s %s",
                           cases[i].program, cases[i].program, cases[i].words);
        assert_int_equal(status, 0);
        char *end = strchr(out.data, '\n');
        assert_non_null(end);
        *end = '\0';
        if (strcmp(out.data, cases[i].answers) != 0)
            fail_msg("%s %s: \"%s\"", cases[i].program, cases[i].words, out.data);
        text_free(&out);
    }
}

/* Of other shells what can be asked where they are not installed: quotes are even, and escaped. */
static void docs_are_quoted_for_each_shell(void **state) {
    (void)state;
    struct text file;
    read_page(BUILD_DIR "/share/zsh/_hone-engine", &file);
    assert_has(&file, "#compdef hone-engine\n", "zsh");
    assert_has(&file, "'(-d --depth)'{-d,--depth}'[plies searched; 0\\: greedy", "zsh");
    assert_has(&file, "'--search[driver; the first six find the same values", "zsh");
    assert_has(&file, "the engine'\\''s weights", "zsh");
    text_free(&file);
    read_page(BUILD_DIR "/share/fish/hone-engine.fish", &file);
    assert_has(&file,
               "-l search -x -a 'pvs alphabeta mtdf sss dual minimax mcts bstar pbstar' -d 'driver",
               "fish");
    assert_has(&file, "-l weights -s w -r -d 'the engine\\'s weights", "fish");
    text_free(&file);
}

/* Which `make golden` copies into the sources. */
static void the_reference_is_of_these_options(void **state) {
    static const char *const pages[][2] = {{"hone", "tuner/docs/reference.md"},
                                           {"hone-engine", "engine/docs/reference.md"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        char path[256];
        struct text made = {0}, kept = {0};
        snprintf(path, sizeof path, BUILD_DIR "/share/reference/%s.md", pages[i][0]);
        read_page(path, &made);
        if (getenv("HONE_GOLDEN"))
            assert_int_equal(file_write(pages[i][1], text_get(&made), NULL), 0);
        read_page(pages[i][1], &kept);
        if (strcmp(text_get(&made), text_get(&kept)) != 0)
            fail_msg("%s is not %s; `make golden` writes it anew", pages[i][1], path);
        text_free(&made);
        text_free(&kept);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_has_a_page_with_its_options),
        cmocka_unit_test(pages_are_read_without_a_warning),
        cmocka_unit_test(bash_completes_what_is_typed),
        cmocka_unit_test(docs_are_quoted_for_each_shell),
        cmocka_unit_test(the_reference_is_of_these_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
