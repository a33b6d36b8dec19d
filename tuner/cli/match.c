/*
 * hone match: two players meet, and one figure says which is stronger and how sure that is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "engine/plugin/library.h"
#include "tuner/cli/command_line.h"
#include "tuner/cli/commands.h"
#include "tuner/tournament/series.h"

enum { PAIRS_DEFAULT = 1000 };

static const struct command_usage usage = {
    .synopsis = "match [OPTION]... A B",
    .doc =
        "Lets A and B meet, every opening with both colours, and prints how A did.\n" ENTRANTS_HELP
            SERIES_HELP "\n"
        "With --sprt the match ends as soon as the sequential test of ELO0 against ELO1 is "
        "decided.\n"
        "The Elo printed last allows for that. The LLR jumps between two looks, so the test ends "
        "a\n"
        "little before the bounds that are printed.\n" ENTRANTS_EXTERNAL_HELP,
    .operands_min = 2,
    .operands_max = 2,
};

/* A sequential test as it goes on. */
struct match_test {
    struct sprt sprt;
    int64_t seen; /* pairs at the last look */
    int64_t step; /* pairs from look to look; the last one may have come earlier */
    enum sprt_verdict verdict;
};

static bool match_decided(const struct series *series, void *context) {
    struct match_test *test = context;
    const struct pentanomial *counts = &series->session.scores[0].counts;
    int64_t pairs = pentanomial_pairs(counts);
    if (test->seen == 0) test->step = pairs;
    test->verdict = sprt_judge(&test->sprt, counts, pairs - test->seen);
    test->seen = pairs;
    return test->verdict != SPRT_CONTINUE;
}

/* If all games were won or lost the error is infinite. */
static bool match_sure(const struct series *series, void *context) {
    struct score score = score_of(&series->session.scores[0].counts);
    (void)context;
    return score.elo_error < series->settings.until_error;
}

/* An interruption before the first look counts as a look. */
static struct sprt_estimate match_estimate(const struct match_test *test,
                                           const struct pentanomial *counts) {
    int64_t step = test->seen > 0 ? test->step : pentanomial_pairs(counts);
    return sprt_estimate(&test->sprt, counts, test->verdict, step);
}

static void match_note(const struct series *series, char out[SERIES_NOTE]) {
    const struct match_test *test = series->context;
    const struct pentanomial *counts = &series->session.scores[0].counts;
    struct score score = score_of(counts);
    char elo[SCORE_ELO_LENGTH];
    double lower, upper;
    score_format_elo(&score, elo);
    int length = snprintf(out, SERIES_NOTE, "%s Elo", elo);
    if (!test) return;
    sprt_bounds(&test->sprt, &lower, &upper);
    snprintf(out + length, (size_t)(SERIES_NOTE - length),
             ", LLR %.2f (%.2f, %.2f), ~%.0f pairs left", sprt_llr(&test->sprt, counts), lower,
             upper, sprt_pairs_left(&test->sprt, counts));
}

static void match_print_tally(const char *name, const char *side, const struct tally *tally) {
    shown_print("%s as %s: +%lld =%lld -%lld\n", name, side, (long long)tally->won,
                (long long)tally->drawn, (long long)tally->lost);
}

/* A test stops in a lucky moment rather than another: the plain figures of its pairs are biased. */
static void match_print_verdict(const struct match_test *test, const struct pentanomial *counts) {
    const struct sprt *sprt = &test->sprt;
    const char *unit = sprt->model == SPRT_NORMALISED ? "normalised Elo" : "Elo";
    struct sprt_estimate estimate = match_estimate(test, counts);
    if (test->verdict == SPRT_CONTINUE)
        shown_print("the test is not decided\n");
    else
        shown_print("%s is accepted: %s %g rather than %g\n",
                    test->verdict == SPRT_H1 ? "H1" : "H0", unit,
                    test->verdict == SPRT_H1 ? sprt->elo1 : sprt->elo0,
                    test->verdict == SPRT_H1 ? sprt->elo0 : sprt->elo1);
    shown_print(
        "Elo, allowing for when the test stops: %+.1f [%+.1f, %+.1f] (median unbiased, 95 %%)\n",
        estimate.elo, estimate.low, estimate.high);
}

static void match_print_result(const struct series *series, const struct match_test *test) {
    const struct entrants *entrants = series->entrants;
    const struct meeting_score *result = &series->session.scores[0];
    struct text text = {0};
    bool played = series_describe(series, &text);
    shown_print("%s against %s\n%s", entrants->list[0].name, entrants->list[1].name,
                text_get(&text));
    text_free(&text);
    if (!played) return;
    match_print_tally(entrants->list[0].name, entrants->game->sides[0], &result->first);
    match_print_tally(entrants->list[0].name, entrants->game->sides[1], &result->second);
    score_print(&result->counts, &text);
    if (test) sprt_print(&test->sprt, &result->counts, &text);
    shown_put(text_get(&text));
    text_free(&text);
    if (test) match_print_verdict(test, &result->counts);
}

static void match_list_test(struct listing *listing, const struct match_test *test,
                            const struct pentanomial *counts) {
    struct sprt_estimate estimate = match_estimate(test, counts);
    listing_real(listing, "sprt_llr", sprt_llr(&test->sprt, counts));
    listing_real(listing, "sprt_elo", estimate.elo);
    listing_real(listing, "sprt_elo_low", estimate.low);
    listing_real(listing, "sprt_elo_high", estimate.high);
}

static void match_print_listing(const struct series *series, const struct match_test *test,
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
    listing_text(&listing, "openings_of", series_openings_of(series));
    listing_whole(&listing, "openings_distinct", series->openings_distinct);
    listing_whole(&listing, "games_distinct", series->games_distinct);
    listing_text(&listing, "sprt", test ? verdicts[test->verdict] : "");
    listing_text(&listing, "stopped_by", series_stopped_by(series));
    listing_bounds(&listing, &score);
    if (test) match_list_test(&listing, test, &result->counts);
    listing_print(&listing);
}

static int match_play(const struct entrants *entrants, const struct series_settings *settings,
                      struct match_test *test, enum listing_format format) {
    struct series series = {.entrants = entrants,
                            .settings = *settings,
                            .note = match_note,
                            .enough = test                        ? match_decided
                                      : settings->until_error > 0 ? match_sure
                                                                  : NULL,
                            .context = test};
    struct error error;
    session_meet(&series.session, 0, 1);
    int status = series_play(&series, &error);
    if (status == 0 && format == LISTING_TEXT) match_print_result(&series, test);
    if (status == 0 && format == LISTING_PGN) pgn_put(&series);
    if (status == 0 && (format == LISTING_JSON || format == LISTING_CSV))
        match_print_listing(&series, test, format);
    series_destroy(&series);
    if (status && !interrupt_pending()) return command_fail(&usage, "%s", error.text);
    return interrupt_pending() ? interrupt_status() : 0;
}

int command_match(int argc, char **argv) {
    struct series_settings settings = series_defaults(0);
    struct sprt_request request = {0};
    enum listing_format format = LISTING_TEXT;
    struct option_spec options[OPTIONS_MAX + 1] = {{0}};
    struct operands operands;
    struct entrants entrants;
    struct error error;
    const char *game = NULL;
    int count = series_options(&settings, options);
    options[0].doc = "openings, each played with both colours (default 1000, with --sprt or "
                     "--until-error at most 20000)";
    options[count++] = library_option();
    options[count++] = entrants_game_option(&game);
    options[count++] = pgn_listing_option(
        &format, "json, csv: one row; pgn: each game's headers, White moves first");
    sprt_request_options(&request, options + count);
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    status = sprt_request_settle(&usage, &request);
    if (status != OPTIONS_GO_ON) return status;
    if (request.bounds && settings.until_error > 0)
        return usage_fail(&usage, "--sprt and --until-error: one of them says when it ends");
    if (settings.pairs == 0)
        settings.pairs =
            request.bounds || settings.until_error > 0 ? SERIES_PAIRS_MOST : PAIRS_DEFAULT;
    struct match_test test = {.sprt = request.sprt};
    bool refused = entrants_load(operands.list, 2, game, &entrants, &error);
    interrupt_install(); /* after what may wait for a pipe, which a signal is to end */
    status = refused ? usage_fail(&usage, "%s", error.text)
                     : match_play(&entrants, &settings, request.bounds ? &test : NULL, format);
    entrants_destroy(&entrants);
    return status;
}
