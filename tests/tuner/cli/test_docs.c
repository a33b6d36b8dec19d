/*
 * Pages for users: their commands run, in order, in an empty folder with the programs, and print
 * what the pages show; every command has its line; links lead to files.
 *
 * A block "# NAME.cfg" is written as that file; a block ```sh is run; each line of a block ```text
 * stands in what the last such block printed, after the line before it. An ellipsis stands for
 * anything. An indented block of keys is a part of a config that `hone check` takes. A comment
 * "<!-- not run: WHY -->" excuses the block below it. No command stands anywhere else.
 */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <ftw.h>

#include "engine/cli/commands.h"
#include "tests/runs.h"
#include "tuner/cli/commands.h"

/* A page that is being followed. */
struct page {
    const char *name, *at; /* the next line */
    struct text out;       /* what the last commands printed */
};

static void fail_at(const struct page *page, const char *what, const char *line) {
    fail_msg("%s: %s: %.*s\n%s", page->name, what, (int)strcspn(line, "\n"), line,
             text_get(&page->out));
}

/* The lines up to `end`, without so many leading characters. The next line is the one behind it. */
static void block_take(struct page *page, const char *end, size_t indent, struct text *out) {
    while (*page->at && strncmp(page->at, end, strlen(end)) != 0) {
        size_t length = strcspn(page->at, "\n");
        if (length > indent) text_add(out, "%.*s", (int)(length - indent), page->at + indent);
        text_add(out, "\n");
        page->at += length + (page->at[length] == '\n');
    }
    page->at += strcspn(page->at, "\n");
}

static void config_write(struct page *page) {
    char name[64], path[200];
    struct text block = {0};
    struct error error;
    if (sscanf(page->at, "    # %60[a-z0-9]", name) != 1) fail_at(page, "no name", page->at);
    snprintf(path, sizeof path, "%s/%s.cfg", directory, name);
    block_take(page, "\n", 4, &block);
    if (file_write(path, text_get(&block), &error) != 0) fail_msg("%s", error.text);
    text_free(&block);
}

static void commands_run(struct page *page) {
    struct text block = {0};
    char path[200];
    struct error error;
    page->at += strlen("```sh\n");
    block_take(page, "```", 0, &block);
    snprintf(path, sizeof path, "%s/block.sh", directory);
    if (file_write(path, text_get(&block), &error) != 0) fail_msg("%s", error.text);
    text_free(&page->out);
    page->out = (struct text){0};
    int status = shell_line("PATH=\"$PWD/build:$PATH\" sh -e block.sh </dev/null", &page->out);
    if (status != 0) fail_at(page, "its commands failed", text_get(&block));
    text_free(&block);
}

/* Whether a line is as the pattern says. */
static bool line_fits(const char *line, size_t length, const char *pattern) {
    const char *gap = strstr(pattern, "…");
    size_t first = gap ? (size_t)(gap - pattern) : strlen(pattern);
    const char *rest = gap ? gap + strlen("…") : "";
    if (length < first + strlen(rest) || (!gap && length != first)) return false;
    return memcmp(line, pattern, first) == 0 &&
           memcmp(line + length - strlen(rest), rest, strlen(rest)) == 0;
}

/* What follows the first line of `text` that is as the pattern says; NULL: there is none. */
static const char *line_find(const char *text, const char *pattern) {
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        if (line_fits(text, length, pattern)) return text + length;
    }
    return NULL;
}

static void output_compare(struct page *page) {
    struct text block = {0};
    const char *printed = text_get(&page->out);
    page->at += strlen("```text\n");
    block_take(page, "```", 0, &block);
    for (const char *line = text_get(&block); *line; line += strcspn(line, "\n") + 1) {
        char pattern[400];
        snprintf(pattern, sizeof pattern, "%.*s", (int)strcspn(line, "\n"), line);
        printed = line_find(printed, pattern);
        if (!printed) fail_at(page, "this line is not printed", line);
    }
    text_free(&block);
}

/* "    # first.cfg" */
static bool is_config(const char *line) {
    int end = 0;
    return sscanf(line, "    # %*60[a-z0-9].cfg%n", &end) == 0 && end > 0 && line[end] == '\n';
}

/* "    player = { depth = 2; };" */
static bool is_keys(const char *line) {
    int end = 0;
    return sscanf(line, "    %*60[a-z_] =%n", &end) == 0 && end > 0;
}

static void keys_check(struct page *page) {
    struct text config = {0}, out = {0};
    char path[200];
    struct error error;
    text_add(&config, "game = \"reversi\"; evaluator = { name = \"wpc\"; };\n");
    block_take(page, "\n", 4, &config);
    snprintf(path, sizeof path, "%s/keys.cfg", directory);
    if (file_write(path, text_get(&config), &error) != 0) fail_msg("%s", error.text);
    if (shell("check keys.cfg", &out) != 0)
        fail_msg("%s: %s%s", page->name, text_get(&config), text_get(&out));
    text_free(&config);
    text_free(&out);
}

/* The comment, and the block below it. */
static void block_skip(struct page *page) {
    struct text skipped = {0};
    page->at += strcspn(page->at, "\n") + 1;
    bool fenced = strncmp(page->at, "```", 3) == 0;
    if (!fenced && strncmp(page->at, "    ", 4) != 0) fail_at(page, "no block", page->at);
    if (fenced) page->at += strcspn(page->at, "\n") + 1;
    block_take(page, fenced ? "```" : "\n", 0, &skipped);
    text_free(&skipped);
}

/* What it is in a page, by how its line begins: in this order. */
static const struct block {
    bool (*is)(const char *line);
    const char *begins; /* where there is no `is` */
    void (*follow)(struct page *page);
} blocks[] = {
    {.begins = "<!-- not run: ", .follow = block_skip},
    {.is = is_config, .follow = config_write},
    {.is = is_keys, .follow = keys_check},
    {.begins = "```sh\n", .follow = commands_run},
    {.begins = "```text\n", .follow = output_compare},
};

static const struct block *block_at(const char *line) {
    for (size_t i = 0; i < COUNT_OF(blocks); i++)
        if (blocks[i].is ? blocks[i].is(line)
                         : strncmp(line, blocks[i].begins, strlen(blocks[i].begins)) == 0)
            return &blocks[i];
    return NULL;
}

/* A line of a block that is neither run nor excused, though a reader would type it. */
static bool is_stray_command(const char *line) {
    static const char *const first[] = {"hone",   "hone-engine", "build/",  "make", "mpirun",
                                        "sbatch", "sqlite3",     "python3", "cd",   "git",
                                        "gcc",    "echo",        "cat",     "./"};
    if (strncmp(line, "```", 3) == 0) return line[3] != '\n';
    if (strncmp(line, "    ", 4) != 0) return false;
    line += 4 + strspn(line + 4, " $");
    for (size_t i = 0; i < COUNT_OF(first); i++) {
        size_t length = strlen(first[i]);
        if (strncmp(line, first[i], length) == 0 &&
            (first[i][length - 1] == '/' || line[length] == ' '))
            return true;
    }
    return false;
}

static void page_follow(const char *name) {
    struct page page = {.name = name};
    struct text text = {0};
    struct error error;
    if (file_read(name, &text, &error) != 0) fail_msg("%s", error.text);
    for (page.at = text_get(&text); *page.at; page.at += strcspn(page.at, "\n") + 1) {
        const struct block *block = block_at(page.at);
        if (block)
            block->follow(&page);
        else if (is_stray_command(page.at))
            fail_at(&page, "not in a block that is run", page.at);
        if (!page.at[strcspn(page.at, "\n")]) break;
    }
    text_free(&page.out);
    text_free(&text);
}

/* What a fresh checkout has, as far as pages name it. */
static int make_checkout(void **context) {
    char here[512], line[3000];
    if (runs_make_directory(context) || !getcwd(here, sizeof here)) return -1;
    snprintf(line, sizeof line,
             "mkdir '%s/results' && ln -s '%s/%s' '%s/build' && ln -s '%s/config' '%s' && "
             "ln -s '%s/results/champions' '%s/results'",
             directory, here, BUILD_DIR, directory, here, directory, here, directory);
    return system(line);
}

/* In the order in which they are followed: some speak of a run or of games that one before made. */
static const char *const followed[] = {"README.md",
                                       "tuner/docs/tutorial.md",
                                       "tuner/docs/length.md",
                                       "tuner/docs/database.md",
                                       "tuner/docs/engines.md",
                                       "tuner/docs/weights-rules.md",
                                       "tuner/docs/openings.md",
                                       "tuner/docs/compare.md",
                                       "tuner/docs/opponents.md",
                                       "tuner/docs/positions.md",
                                       "tuner/docs/plugins.md",
                                       "tuner/docs/yardsticks.md",
                                       "tuner/docs/browser.md",
                                       "tuner/docs/machines.md",
                                       "tuner/docs/run.md",
                                       "tuner/docs/commands.md",
                                       "tuner/docs/figures.md",
                                       "tuner/docs/glossary.md",
                                       "tuner/docs/README.md",
                                       "tuner/README.md",
                                       "engine/README.md",
                                       "engine/docs/games.md",
                                       "engine/docs/weight-files.md",
                                       "engine/docs/search.md",
                                       "engine/docs/extend.md",
                                       "config/README.md",
                                       "config/slurm.md",
                                       "results/README.md",
                                       "results/optimizers.md",
                                       "CONTRIBUTING.md"};

static void page_prints_what_it_shows(void **state) {
    page_follow(*state);
}

/* Made from tables, records of measurements, or followed by test_study and test_tree. */
static bool is_followed_elsewhere(const char *path) {
    static const char *const others[] = {"config/keys.md", "tuner/docs/reference.md",
                                         "engine/docs/reference.md", "tuner/docs/study.md",
                                         "engine/searches.md"};
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (strcmp(path, others[i]) == 0) return true;
    return strstr(path, ".zh-CN.md") || strncmp(path, "results/records/", 16) == 0;
}

static void assert_followed(const char *path) {
    if (is_followed_elsewhere(path)) return;
    for (size_t i = 0; i < COUNT_OF(followed); i++)
        if (strcmp(path, followed[i]) == 0) return;
    fail_msg("%s: its commands are not run", path);
}

static void assert_has_commands(const struct command *commands, const char *program_name,
                                const char *page) {
    for (const struct command *command = commands; command->name; command++) {
        char wanted[100];
        snprintf(wanted, sizeof wanted, "`%s %s", program_name, command->name);
        if (!strstr(page, wanted)) fail_msg("no line for %s", wanted);
    }
}

/* Of the run that the README began: all kinds of lines but two of the three verdicts. */
static void a_report_explains_its_figures(void **state) {
    (void)state;
    enum { KINDS = 21 };
    struct text out = {0};
    int kinds = 0;
    assert_int_equal(shell("report --explain results/first", &out), 0);
    for (const char *at = text_get(&out); (at = strstr(at, "\n    > ")); at++) kinds++;
    assert_int_equal(kinds, KINDS);
    assert_prints_not("report results/first", "\n    > ");
    assert_prints("report --explain --curve results/first", 2, "--explain is of one run's report");
    text_free(&out);
}

/* The English pages of a folder but its index, all of which `help` has: how many. */
static int open_pages(const char *folder, const char *command) {
    struct dirent *entry;
    DIR *pages = opendir(folder);
    int count = 0;
    assert_non_null(pages);
    while ((entry = readdir(pages)) != NULL) {
        char line[700];
        struct text out = {0};
        int length = (int)strcspn(entry->d_name, ".");
        if (length == 0 || strcmp(entry->d_name + length, ".md") != 0) continue;
        if (strcmp(entry->d_name, "README.md") == 0) continue;
        snprintf(line, sizeof line, "'%s%s' help %.*s", program, command, length, entry->d_name);
        if (shell_line(line, &out) != 0 || strncmp(text_get(&out), "# ", 2) != 0)
            fail_msg("%s: %s", line, text_get(&out));
        if (strstr(text_get(&out), "<!--")) fail_msg("%s shows a comment", line);
        text_free(&out);
        count++;
    }
    closedir(pages);
    return count;
}

static void pages_open_in_the_terminal(void **state) {
    struct text out = {0};
    char line[700];
    (void)state;
    assert_true(open_pages("tuner/docs", "") >= 8);
    assert_true(open_pages("engine/docs", "-engine") >= 5);
    assert_prints("help tutorial run", 2, "one command at a time");
    assert_prints("help tutoria", 2,
                  "no command or page is named 'tutoria'; did you mean 'tutorial'?");
    assert_prints("help", 0, "opens a page:\n  tutorial run");
    snprintf(line, sizeof line, "'%s-engine' help", program);
    assert_int_equal(shell_line(line, &out), 0);
    assert_non_null(
        strstr(text_get(&out), "`hone-engine help PAGE` opens a page:\n  search games"));
    text_free(&out);
}

static void every_command_has_its_line(void **state) {
    (void)state;
    struct text page = {0};
    struct error error;
    if (file_read("tuner/docs/commands.md", &page, &error) != 0) fail_msg("%s", error.text);
    assert_has_commands(hone_commands, "hone", text_get(&page));
    assert_has_commands(engine_commands, "hone-engine", text_get(&page));
    text_free(&page);
}

/* A link leads to a file, seen from the page. */
static void assert_leads_somewhere(const char *page, const char *link) {
    char path[600];
    const char *slash = strrchr(page, '/');
    int length = (int)strcspn(link, "#)");
    if (length == 0 || memchr(link, ':', (size_t)length)) return; /* in the page; elsewhere */
    snprintf(path, sizeof path, "%.*s%.*s", slash ? (int)(slash + 1 - page) : 0, page, length,
             link);
    if (access(path, R_OK) != 0) fail_msg("%s: no such file: %s", page, path);
}

/* The lines that are the same in every language: headings' marks, blocks of commands and output. */
static void skeleton_add(const char *name, struct text *out) {
    struct text text = {0};
    struct error error;
    bool fenced = false;
    if (file_read(name, &text, &error) != 0) fail_msg("%s", error.text);
    for (const char *at = text_get(&text); *at; at += strcspn(at, "\n") + 1) {
        int length = (int)strcspn(at, "\n");
        bool fence = strncmp(at, "```", 3) == 0;
        if (fence) fenced = !fenced;
        if (fenced || fence || strncmp(at, "    ", 4) == 0 || strncmp(at, "<!--", 4) == 0)
            text_add(out, "%.*s\n", length, at);
        else if (*at == '#')
            text_add(out, "%.*s\n", (int)strspn(at, "#"), at);
        if (!at[length]) break;
    }
    text_free(&text);
}

static void translations_have_the_same_sections_and_commands(void **state) {
    static const char *const pages[][2] = {
        {"README.md", "README.zh-CN.md"},
        {"tuner/docs/tutorial.md", "tuner/docs/tutorial.zh-CN.md"},
        {"tuner/docs/glossary.md", "tuner/docs/glossary.zh-CN.md"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        struct text english = {0}, chinese = {0};
        skeleton_add(pages[i][0], &english);
        skeleton_add(pages[i][1], &chinese);
        assert_string_equal(text_get(&english), text_get(&chinese));
        text_free(&english);
        text_free(&chinese);
    }
}

/* The terms of a glossary, in order; `head` is that of its tables. */
static void terms_add(const char *name, const char *head, struct text *out) {
    struct text text = {0};
    struct error error;
    if (file_read(name, &text, &error) != 0) fail_msg("%s", error.text);
    for (const char *at = text_get(&text); (at = strstr(at, "\n| ")) != NULL;) {
        at += strlen("\n| ");
        if (strncmp(at, head, strlen(head)) != 0)
            text_add(out, "%.*s\n", (int)strcspn(at, "|"), at);
    }
    text_free(&text);
}

static void the_chinese_glossary_has_every_term(void **state) {
    struct text english = {0}, chinese = {0};
    (void)state;
    terms_add("tuner/docs/glossary.md", "word |", &english);
    terms_add("tuner/docs/glossary.zh-CN.md", "英文 |", &chinese);
    assert_true(english.length > 1000);
    assert_string_equal(text_get(&english), text_get(&chinese));
    text_free(&english);
    text_free(&chinese);
}

static int links_visited;

static int page_visit(const char *path, const struct stat *status, int kind, struct FTW *place) {
    struct text text = {0};
    struct error error;
    (void)status, (void)place;
    if (kind != FTW_F || strlen(path) < 3 || strcmp(path + strlen(path) - 3, ".md") != 0) return 0;
    assert_followed(path);
    if (file_read(path, &text, &error) != 0) fail_msg("%s", error.text);
    for (const char *at = text_get(&text); (at = strstr(at, "]("));) {
        at += 2;
        assert_leads_somewhere(path, at);
        links_visited++;
    }
    text_free(&text);
    return 0;
}

static void every_page_is_followed_and_its_links_lead_somewhere(void **state) {
    (void)state;
    static const char *const places[] = {
        "README.md", "README.zh-CN.md", "CONTRIBUTING.md", "config", "engine", "results", "tuner"};
    for (size_t i = 0; i < COUNT_OF(places); i++) nftw(places[i], page_visit, 16, FTW_PHYS);
    assert_true(links_visited > 100);
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(a_report_explains_its_figures),
        cmocka_unit_test(pages_open_in_the_terminal),
        cmocka_unit_test(every_command_has_its_line),
        cmocka_unit_test(translations_have_the_same_sections_and_commands),
        cmocka_unit_test(the_chinese_glossary_has_every_term),
        cmocka_unit_test(every_page_is_followed_and_its_links_lead_somewhere),
    };
    struct CMUnitTest tests[COUNT_OF(followed) + COUNT_OF(others)] = {{0}};
    for (size_t i = 0; i < COUNT_OF(followed); i++)
        tests[i] = (struct CMUnitTest){.name = followed[i],
                                       .test_func = page_prints_what_it_shows,
                                       .initial_state = (char *)(uintptr_t)followed[i]};
    memcpy(tests + COUNT_OF(followed), others, sizeof others);
    return cmocka_run_group_tests_name("cli/docs", tests, make_checkout, own_directory_remove);
}
