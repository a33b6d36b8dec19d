/*
 * Scores are counted as they come, so the end of a game needs no search of earlier ones.
 */
#include "tuner/external/opinion.h"

#include <stdlib.h>

/* A mate is further from 0 than any score. */
static int opinion_score(const struct record_eval *eval) {
    if (!eval->mate) return eval->score;
    return eval->score > 0 ? INT32_MAX : -INT32_MAX;
}

static void opinion_count(int *row, bool goes_on) {
    *row = goes_on ? *row + 1 : 0;
}

void opinion_add(struct opinion *opinion, const struct opinion_rules *rules,
                 const struct record_eval *eval) {
    int score = opinion_score(eval);
    opinion_count(&opinion->lost, eval->known && score <= -rules->resign_score);
    opinion_count(&opinion->won, eval->known && score >= rules->resign_score);
    opinion_count(&opinion->drawn, eval->known && abs(score) <= rules->draw_score);
}

static bool opinion_is(int row, int moves) {
    return moves > 0 && row >= moves;
}

enum mover_view opinion_view(const struct opinion *opinion, const struct opinion_rules *rules,
                             int moves) {
    if (opinion_is(opinion->lost, rules->resign_moves)) return MOVER_SEES_LOSS;
    if (opinion_is(opinion->won, rules->resign_moves)) return MOVER_SEES_WIN;
    if (opinion_is(opinion->drawn, rules->draw_moves) && moves >= rules->draw_from)
        return MOVER_SEES_DRAW;
    return MOVER_UNSURE;
}

void opinion_print(const struct opinion_rules *rules, struct text *out) {
    if (rules->resign_moves > 0)
        text_add(out, ";resign=%d/%d", rules->resign_moves, rules->resign_score);
    if (rules->draw_moves > 0)
        text_add(out, ";draw=%d/%d/%d", rules->draw_from, rules->draw_moves, rules->draw_score);
}
