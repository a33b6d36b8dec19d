/*
 * referee: plays games between movers, and alone decides what is legal and which side has won.
 * referee_moderate is the one loop of a game, and the oracle of every faster way; referee_play_many
 * takes an evaluator's batch path where there is one.
 */
#ifndef HONE_ENGINE_SEARCH_REFEREE_H
#define HONE_ENGINE_SEARCH_REFEREE_H

#include "engine/search/mover.h"

/* One game to be played. */
struct bout {
    const struct player *players[2]; /* by side */
    const void *start;               /* a position of the players' game, may be finished */
    struct rng rng;                  /* all random numbers of the game come from it */
    int plies_max;                   /* more plies than this from `start`: a draw */
    const move_t *line;              /* the moves to `start` from the game's own; for movers that */
    int line_count; /* cannot be given positions. -1: it was set up; else NULL, 0 */
};

/* Its result. */
struct record {
    int8_t outcome; /* for side 0: 1 won, 0 drawn, -1 lost */
    bool agreed;    /* both movers saw that outcome before the rules would have ended the game */
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

/* Plays one game between movers of the bout's players. False if it does not count: a mover said so
 * (MOVER_VOID), or Ctrl-C (progress.h) came before a move was chosen, which ends it. `moves` may be
 * NULL, else takes GAME_PLIES_MAX moves at most. */
bool referee_moderate(const struct bout *bout, struct mover *const movers[2], struct record *record,
                      move_t *moves);

/* Two searchers, one a side, for one thread. */
struct referee {
    struct search *searches[2];
};
void referee_init(struct referee *referee, size_t tt_bytes);
void referee_destroy(struct referee *referee);

/* Plays one game between players of this process; `moves` and what it returns as above. */
bool referee_play(struct referee *referee, const struct bout *bout, struct record *record,
                  move_t *moves);

/* Plays `count` games; the same records as referee_play gives one by one. How many of them, from
 * the first, count: all, unless Ctrl-C ended one. */
int referee_play_many(struct referee *referee, const struct bout *bouts, int count,
                      struct record *records);

#endif
