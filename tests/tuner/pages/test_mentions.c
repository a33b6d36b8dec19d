/*
 * What pages mention is there: commands, their options, targets of make, keys of a config. In code
 * alone: between backticks and in blocks. The terms that are hone's own are linked to the glossary.
 * Runs in the root of the sources.
 */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ctype.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/base.h"

enum { WORD = 200 };

static struct text options, engine_options, keys, makefile; /* where the things are listed */
static int commands, given_options, targets, given_keys;    /* how many were looked up */

static bool lists(const struct text *page, const char *format, const char *word) {
    char wanted[WORD + 40];
    snprintf(wanted, sizeof wanted, format, word);
    return strstr(text_get(page), wanted) != NULL;
}

/* Of the reference of a program: "\n## hone tune\n" up to the next one. NULL: no such command. */
static const char *section_find(const struct text *page, const char *base, const char *command) {
    char heading[WORD + 40];
    snprintf(heading, sizeof heading, "\n## %s %s\n", base, command);
    const char *at = strstr(text_get(page), heading);
    return at ? at + strlen(heading) : NULL;
}

static bool section_has(const char *section, const char *option) {
    char wanted[WORD + 8];
    snprintf(wanted, sizeof wanted, "%.*s", (int)strcspn(option, "="), option);
    const char *end = strstr(section, "\n## ");
    for (const char *at = section; (at = strstr(at, wanted)) && (!end || at < end); at++)
        if (!isalnum((unsigned char)at[strlen(wanted)]) && at[strlen(wanted)] != '-') return true;
    return false;
}

/* ---- a line of words ---- */

/* The command line that is being read. */
struct reader {
    const char *path, *section; /* of the command; NULL: none */
    const char *base;           /* "hone": its command comes next; NULL: not so */
    bool make;                  /* so does a target */
};

/* Neither a placeholder nor the end of a sentence. */
static bool is_name(const char *word) {
    return word[0] != '\0' && word[strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

static void command_look_up(struct reader *reader, const char *word) {
    const struct text *page = strcmp(reader->base, "hone") == 0 ? &options : &engine_options;
    reader->section = section_find(page, reader->base, word);
    bool general =
        strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "--version") == 0;
    if (!reader->section && !general && is_name(word))
        fail_msg("%s: there is no %s %s", reader->path, reader->base, word);
    commands += reader->section != NULL;
    reader->base = NULL;
}

static void target_look_up(struct reader *reader, const char *word) {
    if (is_name(word) && !lists(&makefile, "\n%s:", word))
        fail_msg("%s: there is no make %s", reader->path, word);
    targets += is_name(word);
    reader->make = false;
}

static void option_look_up(const struct reader *reader, const char *word) {
    if (strcmp(word, "--help") == 0 || !is_name(word)) return;
    if (!section_has(reader->section, word))
        fail_msg("%s: %.*s has no option %s", reader->path, (int)strcspn(reader->section, "["),
                 reader->section + strspn(reader->section, "\n`"), word);
    given_options++;
}

static void word_read(struct reader *reader, const char *word) {
    const char *slash = strrchr(word, '/');
    const char *name = slash ? slash + 1 : word;
    if (strcmp(name, "hone") == 0 || strcmp(name, "hone-engine") == 0) {
        reader->section = NULL, reader->make = false;
        reader->base = strcmp(name, "hone") == 0 ? "hone" : "hone-engine";
    } else if (reader->base) {
        command_look_up(reader, word);
    } else if (strcmp(word, "make") == 0) {
        reader->section = NULL, reader->make = true;
    } else if (reader->make) {
        target_look_up(reader, word);
    } else if (reader->section && strncmp(word, "--", 2) == 0) {
        option_look_up(reader, word);
    }
}

static void key_look_up(const char *path, const char *word) {
    static const char *const sections[] = {"optimizer.", "verify.",   "fitness.", "player.",
                                           "progress.",  "openings.", "study.",   "engine."};
    for (size_t i = 0; i < COUNT_OF(sections); i++) {
        if (strncmp(word, sections[i], strlen(sections[i])) != 0) continue;
        char key[WORD];
        snprintf(key, sizeof key, "%.*s", (int)strspn(word, "abcdefghijklmnopqrstuvwxyz_."), word);
        if (strlen(key) == strlen(sections[i]) || word[strlen(key)] == '/') continue;
        if (strstr(key, ".txt") || strstr(key, ".cfg")) continue;
        if (!lists(&keys, "\n%s", key)) fail_msg("%s: there is no key %s", path, key);
        given_keys++;
    }
}

/* A comment of the shell ends it. Keys are looked up in text: `optimizer.games`. */
static void code_read(const char *path, const char *code, size_t length, bool keyed) {
    static const char blanks[] = " \t'\"`;|()=[]{},";
    struct reader reader = {.path = path};
    const char *end = code + length;
    while (code < end) {
        char word[WORD];
        code += strspn(code, blanks);
        size_t size = strcspn(code, " \t'\"`;|()[]{},\n");
        if (code >= end || *code == '#' || *code == '\n') return;
        snprintf(word, sizeof word, "%.*s", (int)size, code);
        word_read(&reader, word);
        if (keyed) key_look_up(path, word);
        code += size;
    }
}

/* What stands between backticks. */
static void spans_read(const char *path, const char *line, size_t length) {
    const char *end = line + length;
    for (const char *at = line; (at = memchr(at, '`', (size_t)(end - at))) != NULL;) {
        const char *close = memchr(at + 1, '`', (size_t)(end - at - 1));
        if (!close) return;
        code_read(path, at + 1, (size_t)(close - at - 1), true);
        at = close + 1;
    }
}

static bool is_page(const char *path) {
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".md") == 0 && !strstr(path, "/records/") &&
           !strstr(path, "reference.md") && strcmp(path, "config/keys.md") != 0;
}

static int page_read(const char *path, const struct stat *status, int kind, struct FTW *place) {
    struct text page = {0};
    struct error error;
    bool fenced = false;
    (void)status, (void)place;
    if (kind != FTW_F || !is_page(path)) return 0;
    if (file_read(path, &page, &error)) fail_msg("%s", error.text);
    for (const char *at = text_get(&page); *at;) {
        size_t length = strcspn(at, "\n");
        if (strncmp(at, "```", 3) == 0)
            fenced = !fenced;
        else if (fenced || strncmp(at, "    ", 4) == 0)
            code_read(path, at, length, false);
        else
            spans_read(path, at, length);
        at += length + (at[length] == '\n');
    }
    text_free(&page);
    return 0;
}

static void what_pages_mention_is_there(void **state) {
    static const char *const places[] = {
        "README.md", "README.zh-CN.md", "CONTRIBUTING.md", "config", "engine", "results", "tuner"};
    struct error error;
    (void)state;
    if (file_read("tuner/docs/reference.md", &options, &error) ||
        file_read("engine/docs/reference.md", &engine_options, &error) ||
        file_read("config/keys.md", &keys, &error) || file_read("Makefile", &makefile, &error))
        fail_msg("%s", error.text);
    for (size_t i = 0; i < COUNT_OF(places); i++) nftw(places[i], page_read, 16, FTW_PHYS);
    assert_true(commands > 200 && given_options > 80 && targets > 30 && given_keys > 50);
    text_free(&options), text_free(&engine_options), text_free(&keys), text_free(&makefile);
}

/* ---- terms ---- */

/* Whether the term, which stands there in the line, is part of the text of a link to the glossary.
 */
static bool is_linked(const char *line, const char *term) {
    const char *open = NULL, *close = strchr(term, ']');
    for (const char *at = line; at < term; at++) open = *at == '[' ? at : *at == ']' ? NULL : open;
    if (!open || !close || close[1] != '(') return false;
    const char *page = strstr(close, "glossary"), *end = strchr(close, ')');
    return page && end && page < end;
}

/* Outside of what stands between backticks. */
static const char *term_find(const char *line, size_t length, const char *term) {
    bool code = false;
    for (const char *at = line; at < line + length; at++) {
        if (*at == '`') code = !code;
        if (!code && strncmp(at, term, strlen(term)) == 0) return at;
    }
    return NULL;
}

/* Headings and blocks are left out. */
static void assert_first_is_linked(const char *path, const char *page, const char *term) {
    bool fenced = false;
    for (const char *line = page; *line; line += strcspn(line, "\n") + 1) {
        size_t length = strcspn(line, "\n");
        bool fence = strncmp(line, "```", 3) == 0, block = strncmp(line, "    ", 4) == 0;
        if (fence) fenced = !fenced;
        if (!fenced && !block && *line != '#') {
            const char *found = term_find(line, length, term);
            if (found && !is_linked(line, found))
                fail_msg("%s: \"%s\" first stands without a link to the glossary", path, term);
            if (found) return;
        }
        if (!line[length]) return;
    }
}

/* The tutorial says itself what they are. */
static int terms_read(const char *path, const struct stat *status, int kind, struct FTW *place) {
    static const char *const terms[] = {"yardstick", "milestone", "pentanomial", "LOS",
                                        "hall of fame"};
    static const char *const others[] = {"glossary", "tutorial", "figures.md", "README", "zh-CN"};
    struct text page = {0};
    struct error error;
    (void)status, (void)place;
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (strstr(path, others[i])) return 0;
    if (kind != FTW_F || !is_page(path)) return 0;
    if (file_read(path, &page, &error)) fail_msg("%s", error.text);
    for (size_t i = 0; i < COUNT_OF(terms); i++)
        assert_first_is_linked(path, text_get(&page), terms[i]);
    text_free(&page);
    return 0;
}

static void terms_are_linked_where_they_first_stand(void **state) {
    (void)state;
    nftw("tuner/docs", terms_read, 16, FTW_PHYS);
    nftw("engine/docs", terms_read, 16, FTW_PHYS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_pages_mention_is_there),
                                       cmocka_unit_test(terms_are_linked_where_they_first_stand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
