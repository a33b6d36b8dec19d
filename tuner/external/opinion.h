/*
 * opinion: adjudication by the engines' own scores. A game ends early if both engines' scores agree
 * on its result, each by its own rules. The rules are those of cutechess-cli, which fishtest plays
 * by: -draw, and -resign with twosided=true.
 */
#ifndef HONE_TUNER_EXTERNAL_OPINION_H
#define HONE_TUNER_EXTERNAL_OPINION_H

#include "engine/files/records.h"
#include "engine/search/mover.h"

/* Moves are the engine's own, in a row; scores are hundredths of a pawn. No rule: 0 moves. */
struct opinion_rules {
    int resign_moves, resign_score;        /* behind, or ahead, by at least the score */
    int draw_from, draw_moves, draw_score; /* within draw_score of 0, from full move draw_from on */
};

/* Its last moves in a row with such scores; all zero as a game begins. */
struct opinion {
    int lost, won, drawn;
};

/* Adds what it said of a move; a move without a score ends each row. */
void opinion_add(struct opinion *opinion, const struct opinion_rules *rules,
                 const struct record_eval *eval);
/* Its verdict on a game after `moves` full moves. */
enum mover_view opinion_view(const struct opinion *opinion, const struct opinion_rules *rules,
                             int moves);

/* ";resign=3/600;draw=34/8/20", as spec.h reads them; "": no rule. */
void opinion_print(const struct opinion_rules *rules, struct text *out);

#endif
