/*
 * message: what another process must know of a queue before it can play its jobs: the game, the
 * players as they were prepared, the openings. Plain bytes for the same program on the same kind of
 * machine. Nothing of the last message is sent again.
 */
#ifndef HONE_TUNER_PLAY_MESSAGE_H
#define HONE_TUNER_PLAY_MESSAGE_H

#include "tuner/play/queue.h"

/* The writer's memory of what the reader has. Begins with {0}. */
struct message_marks {
    int count;
    uint64_t *list; /* by player, of the prepared weights; owned */
};
struct message_writer {
    struct message_marks known, written;
};
void message_writer_destroy(struct message_writer *writer);

/* Whether a message can be sent: no player in its range has movers of its own. */
bool message_is_possible(const struct queue *queue);

/* Adds a message to `out`. It may be thrown away: it counts as known only after message_sent. */
void message_write(struct message_writer *writer, const struct queue *queue, struct text *out);
void message_sent(struct message_writer *writer);

/* The reader's side: terms that are valid until the next message is read. Begins with {0}. */
struct message {
    int count;
    struct message_player *entries; /* by player; owned */
    struct player *players;         /* by manner, then by player; owned */
    const struct player **seats;
    struct openings openings;
    struct terms terms;
};
/* Dies if the bytes are no message. */
void message_read(struct message *message, const char *bytes, size_t length);
void message_destroy(struct message *message);

#endif
