/*
 * hone elo: the figures of given counts of games or pairs, as `hone match` prints them.
 */
#include <math.h>
#include <string.h>

#include "engine/base/base.h"
#include "engine/base/shown.h"
#include "tuner/cli/command_line.h"
#include "tuner/cli/commands.h"
#include "tuner/report/listing.h"

enum { ELO_GAMES = 3, ELO_PAIRS = 5 };
static const int64_t count_most = 1000000000000; /* of a kind */

static const struct command_usage usage = {
    .synopsis = "elo [OPTION]... W L D | P0 P1 P2 P3 P4",
    .doc =
        "Elo, normalised Elo and LOS of the first player from given counts, and with --sprt the\n"
        "LLR of a sequential test. Three counts are games in the order WON LOST DRAWN, as match\n"
        "tools print them (W - L - D), or in any order with their letters:\n\n"
        "  hone elo 120 95 40\n"
        "  hone elo W=120 D=40 L=95\n\n"
        "Five are colour-swapped pairs by their points, 0, 1/2, 1, 1 1/2 and 2, as in "
        "Ptnml(0-2):\n\n"
        "  hone elo 379 10170 21828 10640 343 --sprt 0,2 --sprt-model normalized\n\n"
        "Give pairs where you have them: the two games of a pair are not independent, and three\n"
        "counts take all games as if they were. +/- is half a 95 % interval for a number of games\n"
        "that was fixed beforehand; where a test has stopped, the Elo is biased.\n",
    .operands_min = ELO_GAMES,
    .operands_max = ELO_PAIRS,
};

/* What was given. */
struct elo_counts {
    bool pairs; /* else games */
    struct tally games;
    struct pentanomial counts; /* pairs; of games, each as a pair of its own */
};

/* ---- reading ---- */

static int elo_refuse(const char *word) {
    return usage_fail(&usage, "%s: a count is a whole number from 0 to %lld", word,
                      (long long)count_most);
}

static int elo_read_pairs(char *const *words, struct elo_counts *out) {
    out->pairs = true;
    for (int i = 0; i < ELO_PAIRS; i++)
        if (!parse_i64(words[i], 0, count_most, &out->counts.n[i])) return elo_refuse(words[i]);
    return OPTIONS_GO_ON;
}

/* The place of a count in the order W L D: by its letter, or by position. -1: neither, or some have
 * letters and some not. */
static int elo_place(const char *word, int stands, bool lettered) {
    static const char letters[] = "WLD";
    const char *letter = word[0] && word[1] == '=' ? strchr(letters, word[0]) : NULL;
    if (!lettered) return letter ? -1 : stands;
    return letter ? (int)(letter - letters) : -1;
}

static int elo_read_games(char *const *words, struct elo_counts *out) {
    int64_t *const counts[ELO_GAMES] = {&out->games.won, &out->games.lost, &out->games.drawn};
    bool lettered = words[0][0] && words[0][1] == '=', given[ELO_GAMES] = {false};
    for (int i = 0; i < ELO_GAMES; i++) {
        int place = elo_place(words[i], i, lettered);
        if (place < 0 || given[place])
            return usage_fail(&usage, "%s: three counts are W L D, or each of W=, L= and D= once",
                              words[i]);
        given[place] = true;
        if (!parse_i64(words[i] + (lettered ? 2 : 0), 0, count_most, counts[place]))
            return elo_refuse(words[i]);
    }
    out->counts = pentanomial_of_games(&out->games);
    return OPTIONS_GO_ON;
}

static int elo_read(const struct operands *operands, struct elo_counts *out) {
    *out = (struct elo_counts){0};
    if (operands->count != ELO_GAMES && operands->count != ELO_PAIRS)
        return usage_fail(&usage, "%d counts: three are needed, W L D, or five of pairs",
                          operands->count);
    int status = operands->count == ELO_PAIRS ? elo_read_pairs(operands->list, out)
                                              : elo_read_games(operands->list, out);
    if (status == OPTIONS_GO_ON && pentanomial_pairs(&out->counts) == 0)
        return usage_fail(&usage, "all counts are 0: there is nothing to tell");
    return status;
}

/* ---- what they say ---- */

static struct score elo_score(const struct elo_counts *counts) {
    return counts->pairs ? score_of(&counts->counts) : score_of_games(&counts->games);
}

static double elo_llr(const struct elo_counts *counts, const struct sprt *sprt) {
    return counts->pairs ? sprt_llr(sprt, &counts->counts) : sprt_llr_games(sprt, &counts->games);
}

/* By Wald's bounds. */
static const char *elo_verdict(const struct sprt *sprt, double llr) {
    double lower, upper;
    sprt_bounds(sprt, &lower, &upper);
    return llr >= upper ? "H1" : llr <= lower ? "H0" : "undecided";
}

/* ---- for people ---- */

/* What was understood. */
static void elo_print_counts(const struct elo_counts *counts) {
    const struct tally *games = &counts->games;
    const int64_t *n = counts->counts.n;
    long long all = (long long)pentanomial_pairs(&counts->counts);
    if (counts->pairs)
        shown_print(
            "%lld pair%s by points: %lld of 0, %lld of 1/2, %lld of 1, %lld of 1 1/2, %lld of 2\n",
            all, plural(all), (long long)n[0], (long long)n[1], (long long)n[2], (long long)n[3],
            (long long)n[4]);
    else
        shown_print("%lld game%s, taken as independent: W=%lld won, L=%lld lost, D=%lld drawn\n",
                    all, plural(all), (long long)games->won, (long long)games->lost,
                    (long long)games->drawn);
}

static void elo_print_score(const struct score *score) {
    char elo[SCORE_ELO_LENGTH];
    score_format_elo(score, elo);
    shown_print("points a game: %.4f +/- %.4f\n", score->rate, score->rate_error);
    if (isfinite(score->elo_error))
        shown_print("Elo: %+.2f +/- %.2f", score->elo, score->elo_error);
    else
        shown_print("Elo: %s", elo);
    if (isfinite(score->nelo_error))
        shown_print(", nElo: %+.2f +/- %.2f", score->nelo, score->nelo_error);
    shown_print("\nLOS: %.1f %%\n", 100 * score->los);
}

static void elo_print_test(const struct sprt *sprt, double llr) {
    const char *verdict = elo_verdict(sprt, llr);
    double lower, upper;
    sprt_bounds(sprt, &lower, &upper);
    shown_print("LLR: %.4f (%.2f, %.2f) [%.2f, %.2f]%s, alpha %g, beta %g: %s%s\n", llr, lower,
                upper, sprt->elo0, sprt->elo1, sprt->model == SPRT_NORMALISED ? " nElo" : "",
                sprt->alpha, sprt->beta, verdict, *verdict == 'H' ? " is accepted" : "");
}

/* ---- for programs ---- */

static void elo_list_counts(struct listing *listing, const struct elo_counts *counts) {
    static const char *const names[ELO_PAIRS] = {"pairs_0", "pairs_1", "pairs_2", "pairs_3",
                                                 "pairs_4"};
    int64_t all = pentanomial_pairs(&counts->counts);
    listing_whole(listing, "games", counts->pairs ? 2 * all : all);
    if (counts->pairs)
        for (int i = 0; i < ELO_PAIRS; i++) listing_whole(listing, names[i], counts->counts.n[i]);
    if (counts->pairs) return;
    listing_whole(listing, "won", counts->games.won);
    listing_whole(listing, "lost", counts->games.lost);
    listing_whole(listing, "drawn", counts->games.drawn);
}

static void elo_list_test(struct listing *listing, const struct sprt *sprt, double llr) {
    double lower, upper;
    sprt_bounds(sprt, &lower, &upper);
    listing_text(listing, "sprt", elo_verdict(sprt, llr));
    listing_real(listing, "sprt_llr", llr);
    listing_real(listing, "sprt_lower", lower);
    listing_real(listing, "sprt_upper", upper);
}

static void elo_print_listing(const struct elo_counts *counts, const struct sprt *sprt,
                              enum listing_format format) {
    struct score score = elo_score(counts);
    struct listing listing = listing_new(format);
    listing_row(&listing);
    elo_list_counts(&listing, counts);
    listing_real(&listing, "rate", score.rate);
    listing_real(&listing, "rate_error", score.rate_error);
    listing_real(&listing, "elo", score.elo);
    listing_real(&listing, "elo_error", score.elo_error);
    listing_real(&listing, "nelo", score.nelo);
    listing_real(&listing, "nelo_error", score.nelo_error);
    listing_real(&listing, "los", score.los);
    listing_bounds(&listing, &score);
    if (sprt) elo_list_test(&listing, sprt, elo_llr(counts, sprt));
    listing_print(&listing);
}

/* `sprt` may be NULL. */
static void elo_print(const struct elo_counts *counts, const struct sprt *sprt) {
    struct score score = elo_score(counts);
    elo_print_counts(counts);
    elo_print_score(&score);
    if (sprt) elo_print_test(sprt, elo_llr(counts, sprt));
}

int command_elo(int argc, char **argv) {
    struct sprt_request request = {0};
    enum listing_format format = LISTING_TEXT;
    struct option_spec options[OPTIONS_MAX + 1] = {{0}};
    struct operands operands;
    struct elo_counts counts;
    int count = sprt_request_options(&request, options);
    options[count] = listing_option(&format, "json, csv: one row");
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status == OPTIONS_GO_ON) status = sprt_request_settle(&usage, &request);
    if (status == OPTIONS_GO_ON) status = elo_read(&operands, &counts);
    if (status != OPTIONS_GO_ON) return status;
    const struct sprt *sprt = request.bounds ? &request.sprt : NULL;
    if (format == LISTING_TEXT)
        elo_print(&counts, sprt);
    else
        elo_print_listing(&counts, sprt, format);
    return 0;
}
