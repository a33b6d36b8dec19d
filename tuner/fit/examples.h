/*
 * examples: positions with labels, for learning. They are kept as the game's own bytes without
 * their history (bare_size), one after the other, since there are millions of them; terms of an
 * evaluator are counted anew in every pass.
 */
#ifndef HONE_TUNER_FIT_EXAMPLES_H
#define HONE_TUNER_FIT_EXAMPLES_H

#include "engine/game/game.h"

/* An example's label is for its side to move, in points of margin. */
struct examples {
    const struct game *game;
    int64_t count, capacity;
    size_t stride;         /* from state to state: aligned as states are */
    unsigned char *states; /* owned */
    uint64_t *hashes;      /* symmetric ones; owned */
    float *labels;         /* owned */
};

struct examples examples_new(const struct game *game);
void examples_free(struct examples *examples);
/* What one position takes. */
size_t examples_size(const struct game *game);

/* Its bare bytes, for functions of the position alone. */
static inline const void *examples_state(const struct examples *examples, int64_t i) {
    return examples->states + (size_t)i * examples->stride;
}

/* The whole state, with a history that is not known. */
void examples_load(const struct examples *examples, int64_t i, struct state *out);

void examples_add(struct examples *examples, const void *state, uint64_t symmetric_hash,
                  float label);
/* Appends all of them. */
void examples_append(struct examples *examples, const struct examples *more);

/* A set of the positions seen, symmetric ones counted as one. */
struct examples_seen {
    uint64_t *hashes; /* owned; 0 marks a free place */
    uint64_t mask;
};
/* Room for `most` positions. */
struct examples_seen examples_seen_new(int64_t most);
void examples_seen_free(struct examples_seen *seen);

/* Appends those that were not seen, and remembers them. */
void examples_append_new(struct examples *examples, const struct examples *more,
                         struct examples_seen *seen);

/* Orders them by the stage of the game, the earliest first, so that a pass touches weights of the
 * same stage together; equals stay in order. */
void examples_order(struct examples *examples);

#endif
