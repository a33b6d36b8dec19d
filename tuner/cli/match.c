/*
 * hone match: two players meet, and one figure says which is stronger and how sure that is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "tuner/cli/commands.h"
#include "tuner/report/listing.h"
#include "tuner/tournament/series.h"

enum { PAIRS_DEFAULT = 1000, PAIRS_MOST = 20000 };

static const struct command_usage usage = {
    .synopsis = "match [OPTION]... A B",
    .doc =
        "Lets A and B meet, every opening with both colours, and prints how A did.\n" ENTRANTS_HELP
            SERIES_HELP "With --sprt the match ends as soon as the sequential test (5 % errors) of "
        "the logistic Elo\n"
        "ELO0 against ELO1 is decided.\n" ENTRANTS_EXTERNAL_HELP,
    .operands_min = 2,
    .operands_max = 2,
};

/* "0,10" */
static bool match_parse_bounds(const char *text, struct sprt *out) {
    char lower[32];
    const char *comma = strchr(text, ',');
    if (!comma || comma - text >= (int)sizeof lower) return false;
    snprintf(lower, sizeof lower, "%.*s", (int)(comma - text), text);
    return parse_double(lower, -1000, 1000, &out->elo0) &&
           parse_double(comma + 1, -1000, 1000, &out->elo1) && out->elo0 < out->elo1;
}

static bool match_decided(const struct series *series, void *context) {
    return sprt_judge(context, &series->session.scores[0].counts) != SPRT_CONTINUE;
}

static void match_print_tally(const char *name, const char *side, const struct tally *tally) {
    printf("%s as %s: +%lld =%lld -%lld\n", name, side, (long long)tally->won,
           (long long)tally->drawn, (long long)tally->lost);
}

/* A test that may stop after every batch makes all figures depend on where it stands. */
static void match_print_verdict(const struct sprt *sprt, const struct pentanomial *counts) {
    enum sprt_verdict verdict = sprt_judge(sprt, counts);
    if (verdict == SPRT_CONTINUE)
        printf("the test is not decided\n");
    else
        printf("%s is accepted: Elo %g rather than %g\n", verdict == SPRT_H1 ? "H1" : "H0",
               verdict == SPRT_H1 ? sprt->elo1 : sprt->elo0,
               verdict == SPRT_H1 ? sprt->elo0 : sprt->elo1);
    printf("when to stop was the test's choice, so the figures above are biased; for unbiased "
           "ones\nplay a match of fixed length with another --seed\n");
}

static void match_print_result(const struct series *series, const struct sprt *sprt) {
    const struct entrants *entrants = series->entrants;
    const struct meeting_score *result = &series->session.scores[0];
    struct text text = {0};
    bool played = series_describe(series, &text);
    printf("%s against %s\n%s", entrants->list[0].name, entrants->list[1].name, text_get(&text));
    text_free(&text);
    if (!played) return;
    match_print_tally(entrants->list[0].name, entrants->game->sides[0], &result->first);
    match_print_tally(entrants->list[0].name, entrants->game->sides[1], &result->second);
    score_print(&result->counts, sprt, &text);
    fputs(text_get(&text), stdout);
    text_free(&text);
    if (sprt) match_print_verdict(sprt, &result->counts);
}

static void match_print_listing(const struct series *series, const struct sprt *sprt,
                                enum listing_format format) {
    static const char *const verdicts[] = {
        [SPRT_CONTINUE] = "undecided", [SPRT_H0] = "H0", [SPRT_H1] = "H1"};
    static const char *const pairs[] = {"pairs_0", "pairs_1", "pairs_2", "pairs_3", "pairs_4"};
    const struct meeting_score *result = &series->session.scores[0];
    struct score score = score_of(&result->counts);
    struct listing listing = listing_new(format);
    listing_row(&listing);
    listing_text(&listing, "first", series->entrants->list[0].name);
    listing_text(&listing, "second", series->entrants->list[1].name);
    listing_text(&listing, "game", series->entrants->game->name);
    listing_whole(&listing, "pairs", series->session.pairs_played);
    listing_whole(&listing, "won", result->first.won + result->second.won);
    listing_whole(&listing, "drawn", result->first.drawn + result->second.drawn);
    listing_whole(&listing, "lost", result->first.lost + result->second.lost);
    listing_real(&listing, "rate", score.rate);
    listing_real(&listing, "elo", score.elo);
    listing_real(&listing, "elo_error", score.elo_error);
    listing_real(&listing, "nelo", score.nelo);
    listing_real(&listing, "nelo_error", score.nelo_error);
    listing_real(&listing, "los", score.los);
    for (int i = 0; i < 5; i++) listing_whole(&listing, pairs[i], result->counts.n[i]);
    listing_whole(&listing, "openings_distinct", series->openings_distinct);
    listing_whole(&listing, "games_distinct", series->games_distinct);
    listing_text(&listing, "sprt", sprt ? verdicts[sprt_judge(sprt, &result->counts)] : "");
    listing_text(&listing, "stopped_by", series->interrupted ? "user" : sprt ? "test" : "length");
    listing_print(&listing);
}

static int match_play(const struct entrants *entrants, const struct series_settings *settings,
                      struct sprt *sprt, enum listing_format format) {
    struct series series = {.entrants = entrants,
                            .settings = *settings,
                            .enough = sprt ? match_decided : NULL,
                            .context = sprt};
    struct error error;
    session_meet(&series.session, 0, 1);
    int status = series_play(&series, &error);
    if (status == 0 && format == LISTING_TEXT) match_print_result(&series, sprt);
    if (status == 0 && format != LISTING_TEXT) match_print_listing(&series, sprt, format);
    series_destroy(&series);
    if (status) return command_fail(&usage, "%s", error.text);
    return interrupt_pending() ? INTERRUPT_STATUS : 0;
}

int command_match(int argc, char **argv) {
    struct series_settings settings = series_defaults(0);
    const char *bounds = NULL;
    enum listing_format format = LISTING_TEXT;
    struct option_spec options[OPTIONS_MAX + 1] = {{0}};
    struct sprt sprt = {.alpha = 0.05, .beta = 0.05};
    struct operands operands;
    struct entrants entrants;
    struct error error;
    int count = series_options(&settings, options);
    options[0].doc = "openings, each played with both colours (default 1000, with --sprt at "
                     "most 20000)";
    options[count++] = listing_option(&format, "one row");
    options[count] =
        (struct option_spec){.name = "sprt",
                             .argument = "ELO0,ELO1",
                             .doc = "stop when it is clear whether A is ELO0 or ELO1 stronger",
                             .kind = OPTION_TEXT,
                             .value = &bounds};
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (bounds && !match_parse_bounds(bounds, &sprt))
        return usage_fail(&usage,
                          "--sprt %s: two numbers ELO0,ELO1 are needed, the first one "
                          "smaller: 0,10",
                          bounds);
    if (settings.pairs == 0) settings.pairs = bounds ? PAIRS_MOST : PAIRS_DEFAULT;
    interrupt_install();
    status = entrants_load(operands.list, 2, &entrants, &error)
                 ? usage_fail(&usage, "%s", error.text)
                 : match_play(&entrants, &settings, bounds ? &sprt : NULL, format);
    entrants_destroy(&entrants);
    return status;
}
