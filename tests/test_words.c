/*
 * Words that were given up for the field's own (tuner/docs/glossary.md) do not come back, in names,
 * comments, configs and pages. Runs in the root of the sources.
 */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fnmatch.h>
#include <ftw.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/base.h"

/* Extended regular expressions of whole identifiers or words, and what is said today. */
static const struct given_up {
    const char *where, *word, *today;
} given_up[] = {
    {"engine/* tuner/*",
     "search_(looks|is_clear|cuts|foretell|favour|learn|keep|place|leave|narrow)",
     "static eval, futility, probcut, history, tt_store, tt_slot, partial sort"},
    {"engine/search/*", "doubt|slack|glances?|surveys?|surveyed|patient|hasty|horizons",
     "error or margin, quick order, siblings, long search, static evals"},
    {"tuner/*", "foretells?|foretold", "predict"},
    {"tuner/*", "desks?|desk_[a-z_]+", "worker"},
    {"tuner/*", "struct deal|deal_(begin|take|next|play|give_back|is_over|left)", "queue"},
    {"tuner/*", "bills?|bill_[a-z_]+", "message"},
    {"tuner/*", "struct seen|seen_(new|add|free)", "distinct set"},
    {"tuner/*", "struct alike|alike_(find|free|expand)|[a-z_]+_alike", "duplicates, equal"},
    {"tuner/*", "struct looks|looks_(new|free|above|below|within)", "crossing"},
    {"tuner/*", "outlook|outlook_[a-z_]+|forecasts?|forecast_[a-z_]+", "progress line, eta"},
    {"tuner/*", "sheets?|sheet_[a-z_]+", "overview, entry"},
    {"tuner/play/*", "office|shop|stalls?|(office|shop|stall)_[a-z_]+", "dispatch, follower, slot"},
    {"tuner/* tests/*", "struct collapse|collapse_[a-z_]+|stored_signs?|store_signs",
     "health, diagnostics"},
    {"tuner/*", "struct recall|recall_[a-z_]+|[a-z_]+_recall|recalled", "memo, remembered"},
    {"engine/* tuner/* tests/* config/* results/* *.md",
     "[Ww]ho|[Ww]hom|[Ww]hoever|[Nn]obody|[Ss]omebody|[Hh]e|[Hh]is|[Hh]im|[Hh]imself",
     "it, which; the player, none"},
};

static regex_t compiled[COUNT_OF(given_up)];
static int sources;

/* One of the words of `patterns`, which are separated by spaces, matches. */
static bool matches(const char *path, const char *patterns) {
    char copy[512];
    snprintf(copy, sizeof copy, "%s", patterns);
    char *rest = NULL;
    for (char *one = strtok_r(copy, " ", &rest); one; one = strtok_r(NULL, " ", &rest))
        if (fnmatch(one, path, 0) == 0) return true;
    return false;
}

/* Of the word alone, with no letter, digit or _ beside it. */
static void word_compile(const char *word, regex_t *out) {
    static char around[512];
    snprintf(around, sizeof around, "(^|[^A-Za-z0-9_])(%s)([^A-Za-z0-9_]|$)", word);
    if (regcomp(out, around, REG_EXTENDED)) fail_msg("%s is no expression", word);
}

/* The first place in a text where it stands. */
static const char *find_compiled(const char *text, const regex_t *regex) {
    regmatch_t match[3];
    return regexec(regex, text, COUNT_OF(match), match, 0) == 0 ? text + match[2].rm_so : NULL;
}

static const char *find_word(const char *text, const char *word) {
    regex_t regex;
    word_compile(word, &regex);
    const char *found = find_compiled(text, &regex);
    regfree(&regex);
    return found;
}

static int line_of(const char *text, const char *place) {
    int line = 1;
    for (; text < place; text++) line += *text == '\n';
    return line;
}

static int visit(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status, (void)where;
    if (type != FTW_F || !matches(path, "*.[ch] *.md *.cfg")) return 0;
    if (matches(path, "tests/test_words.c tests/fuzz/inputs/*")) return 0;
    struct text text = {0};
    struct error error;
    if (file_read(path, &text, &error)) fail_msg("%s", error.text);
    sources++;
    for (size_t i = 0; i < COUNT_OF(given_up); i++) {
        if (!matches(path, given_up[i].where)) continue;
        const char *found = find_compiled(text_get(&text), &compiled[i]);
        if (found)
            fail_msg("%s:%d: \"%.*s\" was given up: %s", path, line_of(text_get(&text), found),
                     (int)strcspn(found, "\n;(),"), found, given_up[i].today);
    }
    text_free(&text);
    return 0;
}

static void words_that_were_given_up_stay_away(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(given_up); i++) word_compile(given_up[i].word, &compiled[i]);
    nftw("engine", visit, 16, FTW_PHYS);
    nftw("tuner", visit, 16, FTW_PHYS);
    nftw("tests", visit, 16, FTW_PHYS);
    nftw("config", visit, 16, FTW_PHYS);
    nftw("results/champions", visit, 16, FTW_PHYS);
    nftw("README.md", visit, 16, FTW_PHYS);
    nftw("CONTRIBUTING.md", visit, 16, FTW_PHYS);
    assert_true(sources > 100);
    for (size_t i = 0; i < COUNT_OF(given_up); i++) regfree(&compiled[i]);
}

static void words_are_found_whole(void **state) {
    (void)state;
    const char *text = "/* a desk, or\n * deskilled */ int desk_open(void);";
    assert_ptr_equal(find_word(text, "desks?"), text + 5);
    assert_ptr_equal(find_word(text, "desk_[a-z_]+"), strstr(text, "desk_open"));
    assert_null(find_word(text, "skill"));
    assert_int_equal(line_of(text, strstr(text, "desk_open")), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_found_whole),
        cmocka_unit_test(words_that_were_given_up_stay_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
