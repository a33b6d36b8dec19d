/*
 * player: weights, limits, and the share of random moves: all that chooses a move.
 *
 * The order in which a move uses random numbers is part of the contract, because batch paths must
 * repeat it (engine/search/referee.h):
 *   1. a single legal move is played and uses none;
 *   2. if epsilon > 0 one number r is drawn; r < epsilon: the move is moves[rng_below(count)];
 *   3. what the game's expert proves within the limits is played, and uses none;
 *   4. a greedy player (depth 0) takes the best score of candidates(all = false); among t > 1
 *      best it draws rng_below(t) and takes that one in ascending move order;
 *   5. a searching player uses none, nor does its game's expert (search.h).
 */
#ifndef HONE_ENGINE_SEARCH_PLAYER_H
#define HONE_ENGINE_SEARCH_PLAYER_H

#include "engine/search/search.h"

struct mover;

struct player {
    const struct evaluator *evaluator;
    void *prepared;              /* owned */
    struct search_limits limits; /* depth 0: greedy, the evaluator's own move score decides */
    uint64_t epsilon;            /* probability of a random move in 2^-32; 2^32: always */
    uint64_t salt;               /* games of players with different salts have different random
                                  * numbers; 0 at first */
    /* For a player without weights, a program behind a pipe: a new mover (mover.h), to be given
     * back with its kind's free. NULL: the player plays by its weights. */
    struct mover *(*mover_new)(const struct player *player);
};

/* `weights` has evaluator->param_count entries and is only read during the call. `epsilon` is in
 * [0, 1]. player_destroy gives back what was allocated. */
void player_init(struct player *player, const struct evaluator *evaluator, const int32_t *weights,
                 const struct search_limits *limits, double epsilon);
void player_destroy(struct player *player);
/* The same player with other limits. It shares the prepared weights of the other one, which must
 * outlive it. Nothing to destroy. */
struct player player_moving(const struct player *player, const struct search_limits *limits,
                            double epsilon);

/* The player's move in an unfinished position. `info` may be NULL: then an expert need not find a
 * line, and remembers less for the moves to come. For a move without search depth and nodes are 0,
 * and the score is the candidate's, or the result if it ends the game. */
move_t player_move(const struct player *player, struct search *search, const void *state,
                   struct rng *rng, struct search_result *info);

#endif
