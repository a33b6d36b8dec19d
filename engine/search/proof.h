/*
 * proof: depth-first proof-number search (Allis et al. 1994; df-pn of Nagai 2002) for every game:
 * whether a side can bring a position to at least some margin. It uses rules only, no weights, and
 * expands the position with the fewest others left to settle, however deep it is. So it proves wins
 * with few replies much deeper than alpha-beta, which searches all moves to the same depth.
 *
 * Deterministic, as a search is: the answer is the game's, and its cost depends on the questions
 * since proof_new and the size of the table alone.
 */
#ifndef HONE_ENGINE_SEARCH_PROOF_H
#define HONE_ENGINE_SEARCH_PROOF_H

#include "engine/game/game.h"

enum proof_answer { PROOF_UNKNOWN, PROOF_YES, PROOF_NO };

struct proof_result {
    enum proof_answer answer; /* unknown: the nodes were spent, or Ctrl-C (progress.h) */
    uint64_t nodes;           /* positions made */
    /* A line: the proven winner's moves are proved; the other side's took longest to settle. It
     * ends where the expert knows the rest, or where as many nodes again did not find more of
     * it. */
    int length;
    move_t line[GAME_PLIES_MAX];
};

/* A prover with a table of at most `table_bytes` for questions of one game, for one thread; what
 * was settled is remembered from one question to the next. Freed with proof_free. */
struct proof *proof_new(const struct game *game, size_t table_bytes);
void proof_free(struct proof *proof);

/* Whether `side` can end the unfinished game from `state` with a margin (for that side) of at least
 * `margin`: 1 is a win, 0 at least a draw. `nodes_max` may be exceeded by one position's moves. */
void proof_ask(struct proof *proof, const void *state, int side, int margin, uint64_t nodes_max,
               struct proof_result *out);

#endif
