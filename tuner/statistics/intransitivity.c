/* Sums over the meetings for the whole, and all triples of players for the cycles. */
#include "tuner/statistics/intransitivity.h"

#include <math.h>
#include <stdlib.h>

/* ---- the whole ---- */

/* Probability of a chi-square beyond `x` (Wilson and Hilferty's cube root, 1931). */
static double chi_square_beyond(double x, int freedom) {
    double part = 2 / (9.0 * freedom);
    return normal_below(-(cbrt(x / freedom) - (1 - part)) / sqrt(part));
}

static bool is_on_scale(const struct rated_meeting *meeting, const struct ratings *ratings) {
    return ratings->list[meeting->a].kind == RATING_FITTED &&
           ratings->list[meeting->b].kind == RATING_FITTED &&
           pentanomial_pairs(&meeting->score.counts) > 0;
}

static void intransitivity_add_up(struct intransitivity *out, const struct rated_meeting *meetings,
                                  int meeting_count, const struct ratings *ratings) {
    double off = 0, spread = 0, chance = 0;
    int count = 0;
    for (int m = 0; m < meeting_count; m++) {
        const struct rated_meeting *meeting = &meetings[m];
        const struct pentanomial *counts = &meeting->score.counts;
        if (!is_on_scale(meeting, ratings)) continue;
        double rate = pentanomial_mean(counts);
        double beyond = rate - ratings_expected(ratings, meeting->a, meeting->b);
        double variance =
            pentanomial_variance(counts, PENTANOMIAL_MORE) / (double)pentanomial_pairs(counts);
        out->chi_square += beyond * beyond / variance;
        off += beyond * beyond;
        spread += (rate - .5) * (rate - .5);
        chance += variance;
        count++;
    }
    out->freedom = count - (ratings->fitted - 1);
    if (out->freedom <= 0) return;
    double left = off - chance * out->freedom / count;
    out->chance = chi_square_beyond(out->chi_square, out->freedom);
    out->unexplained = left > 0 ? fmin(left / fmax(spread - chance, left), 1) : 0;
}

/* ---- cycles ---- */

static const double cycle_sure = .95; /* of many triples some go round by chance alone */

static void cycle_insert(struct intransitivity *out, const struct cycle *cycle) {
    int place = out->cycle_count;
    while (place > 0 && out->cycles[place - 1].los < cycle->los) place--;
    if (place == CYCLES_MAX) return;
    if (out->cycle_count < CYCLES_MAX) out->cycle_count++;
    for (int i = out->cycle_count - 1; i > place; i--) out->cycles[i] = out->cycles[i - 1];
    out->cycles[place] = *cycle;
}

static bool cycle_met(const struct score *scores, int count, int a, int b, int c) {
    return scores[a * count + b].pairs > 0 && scores[b * count + c].pairs > 0 &&
           scores[c * count + a].pairs > 0;
}

static void cycle_try(struct intransitivity *out, const struct score *scores, int count, int a,
                      int b, int c) {
    struct cycle cycle = {
        {a, b, c}, {scores[a * count + b], scores[b * count + c], scores[c * count + a]}, 1};
    for (int i = 0; i < 3; i++) {
        if (cycle.scores[i].rate <= .5) return;
        cycle.los = fmin(cycle.los, cycle.scores[i].los);
    }
    if (cycle.los < cycle_sure) return;
    cycle_insert(out, &cycle);
}

/* scores[i * count + j]: of i against j; owned by the caller. */
static struct score *intransitivity_scores(const struct rated_meeting *meetings, int meeting_count,
                                           int count) {
    size_t cells = (size_t)count * (size_t)count;
    struct score *scores = xcalloc(cells, sizeof *scores);
    struct pentanomial *pairs = xcalloc(cells, sizeof *pairs);
    for (int m = 0; m < meeting_count; m++) {
        const struct rated_meeting *meeting = &meetings[m];
        struct pentanomial swapped = pentanomial_swap(&meeting->score.counts);
        pentanomial_add(&pairs[meeting->a * count + meeting->b], &meeting->score.counts);
        pentanomial_add(&pairs[meeting->b * count + meeting->a], &swapped);
    }
    for (size_t i = 0; i < cells; i++) scores[i] = score_of(&pairs[i]);
    free(pairs);
    return scores;
}

static void intransitivity_find_cycles(struct intransitivity *out, const struct score *scores,
                                       int count) {
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++)
            for (int c = b + 1; c < count; c++) {
                if (!cycle_met(scores, count, a, b, c)) continue;
                out->triples++;
                cycle_try(out, scores, count, a, b, c);
                cycle_try(out, scores, count, a, c, b);
            }
}

struct intransitivity intransitivity_of(const struct rated_meeting *meetings, int meeting_count,
                                        const struct ratings *ratings) {
    struct intransitivity out = {.chance = 1};
    intransitivity_add_up(&out, meetings, meeting_count, ratings);
    struct score *scores = intransitivity_scores(meetings, meeting_count, ratings->count);
    intransitivity_find_cycles(&out, scores, ratings->count);
    free(scores);
    return out;
}

/* ---- in words ---- */

void cycle_print(const struct cycle *cycle, const char *const *names, struct text *out) {
    for (int i = 0; i < 4; i++) text_add(out, "%s%s", i ? " > " : "", names[cycle->players[i % 3]]);
}

static void cycle_print_scores(const struct cycle *cycle, struct text *out) {
    for (int i = 0; i < 3; i++) {
        char elo[SCORE_ELO_LENGTH];
        score_format_elo(&cycle->scores[i], elo);
        text_add(out, "%s%s", i ? ", " : "", elo);
    }
}

void intransitivity_print(const struct intransitivity *found, const char *const *names,
                          struct text *out) {
    if (found->freedom <= 0) return;
    text_add(out,
             "one scale leaves %.1f %% of what the meetings differ by unexplained: chi-square %.1f "
             "with %d\n"
             "degree%s of freedom, as much by chance in ",
             100 * found->unexplained, found->chi_square, found->freedom, plural(found->freedom));
    text_add(out, found->chance < 1e-4 ? "under 0.01 %%" : "%.2f %%", 100 * found->chance);
    text_add(out, " (meetings taken as independent)\n");
    if (found->cycle_count > 0)
        text_add(out, "cycles, the surest of %d triple%s:\n", found->triples,
                 plural(found->triples));
    for (int i = 0; i < found->cycle_count; i++) {
        text_add(out, "  ");
        cycle_print(&found->cycles[i], names, out);
        text_add(out, "\n    ");
        cycle_print_scores(&found->cycles[i], out);
        text_add(out, "; each surer than %.1f %%\n", 100 * found->cycles[i].los);
    }
}
