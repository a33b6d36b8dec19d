/*
 * referee: plays games between players. referee_play is the general way and the oracle of every
 * faster one; referee_play_many takes an evaluator's batch path where there is one.
 */
#ifndef HONE_ENGINE_SEARCH_REFEREE_H
#define HONE_ENGINE_SEARCH_REFEREE_H

#include "engine/search/player.h"

/* One game to be played. */
struct bout {
    const struct player *players[2]; /* by side */
    const void *start;               /* a position of the players' game, may be finished */
    struct rng rng;                  /* all random numbers of the game come from it */
    int plies_max;                   /* more plies than this from `start`: a draw */
};

/* How it went. */
struct record {
    int8_t outcome; /* for side 0: 1 won, 0 drawn, -1 lost */
    int16_t margin; /* of a finished game, for side 0; 0 if stopped by plies_max */
    uint16_t plies;
    uint64_t moves_hash; /* of the start position and the moves: counts distinct games */
};

/* Begins a moves_hash; adds a move to it. */
static inline uint64_t record_hash_start(uint64_t start_hash) {
    return mix64(start_hash);
}
static inline uint64_t record_hash_add(uint64_t hash, move_t move) {
    return (hash ^ (move + 1u)) * 0x9e3779b97f4a7c15u + (hash >> 29);
}

/* Two searchers, one a side, for one thread. */
struct referee {
    struct search *searches[2];
};
void referee_init(struct referee *referee, size_t tt_bytes);
void referee_destroy(struct referee *referee);

/* Plays one game. `moves` may be NULL, else takes GAME_PLIES_MAX moves at most. */
void referee_play(struct referee *referee, const struct bout *bout, struct record *record,
                  move_t *moves);

/* Plays `count` games; the same records as referee_play gives one by one. */
void referee_play_many(struct referee *referee, const struct bout *bouts, int count,
                       struct record *records);

#endif
