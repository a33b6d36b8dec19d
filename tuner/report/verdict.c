/*
 * verdict: the line never gives the gain alone if that tells little: it names a random start,
 * openings that repeat, and the yardsticks.
 */
#include "tuner/report/verdict.h"

#include "engine/files/weights.h"
#include "tuner/run/choice.h"

const char *verdict_of(const struct score *gain) {
    return gain->los >= 0.975       ? "stronger than its start"
           : choice_is_weaker(gain) ? "WEAKER than its start"
                                    : "not shown to differ from its start";
}

void verdict_gain(const struct champion *champion, struct text *out) {
    char elo[SCORE_ELO_LENGTH];
    score_format_elo(&champion->gain, elo);
    bool from_start = champion_from_start(champion);
    text_add(out, "%s Elo against the start%s, %lld games, %s", elo,
             champion->start_zero     ? " (all weights 0)"
             : champion->start_random ? " (random weights)"
                                      : "",
             (long long)(2 * champion->gain.pairs),
             from_start ? "random moves of their own" : "unseen openings");
    if (from_start && champion_games_repeat(champion))
        text_add(out, ", of all that were measured only %lld of %lld different",
                 (long long)champion->row.verify_games_distinct,
                 (long long)champion->row.verify_games);
    if (champion_openings_repeat(champion))
        text_add(out, ", only %lld of %lld different", (long long)champion->row.openings_distinct,
                 (long long)champion->row.openings);
}

void verdict_pool(const struct figures_pool *pool, struct text *out) {
    text_add(out, "%.4f +/- %.4f", figures_rate(pool), figures_error(pool));
}

static void verdict_yardsticks(const struct champion *champion, struct text *out) {
    int yardsticks = champion->yardsticks.meetings;
    if (yardsticks == 0) return;
    text_add(out, "; ");
    verdict_pool(&champion->yardsticks, out);
    text_add(out, " against %d yardstick%s", yardsticks, plural(yardsticks));
}

static void verdict_manners(const struct champion *champion, struct text *out) {
    struct text apart = {0};
    for (int m = 0; m < champion->manner_count; m++) {
        const struct champion *part = &champion->manners[m];
        char elo[SCORE_ELO_LENGTH];
        score_format_elo(&part->gain, elo);
        text_add(&apart, "; %s: %s", text_get(&part->play), elo);
    }
    if (out->length + apart.length < sizeof(((struct provenance *)0)->verified))
        text_add(out, "%s", text_get(&apart));
    text_free(&apart);
}

void verdict_line(const struct champion *champion, struct text *out) {
    if (!champion->gain_known) return;
    if (champion->is_start) text_add(out, "the start stays; %s: ", champion->measured_name);
    verdict_gain(champion, out);
    if (champion->is_start) return;
    verdict_yardsticks(champion, out);
    verdict_manners(champion, out);
}

void verdict_of_run(struct store *store, const struct stored_run *run, struct text *out) {
    struct champion champion;
    champion_load(store, run, &champion);
    verdict_line(&champion, out);
    champion_free(&champion);
}
