/*
 * message: what another process must know of a queue before it can play its jobs: the game, the
 * players as they were prepared, the openings. Plain bytes for the same program on the same kind of
 * machine; what the last message had already is not said again.
 */
#ifndef HONE_TUNER_PLAY_MESSAGE_H
#define HONE_TUNER_PLAY_MESSAGE_H

#include "tuner/play/queue.h"

/* Who writes messages remembers whom the reader knows. Begins with {0}. */
struct message_marks {
    int count;
    uint64_t *list; /* by player, of what is prepared for him; owned */
};
struct message_writer {
    struct message_marks known, written;
};
void message_writer_destroy(struct message_writer *writer);

/* Whether nobody whom a message of the queue would name, plays he or not, brings a mover of his
 * own: those cannot be sent. */
bool message_is_possible(const struct queue *queue);

/* Adds a message to `out`. It may be thrown away: what it says is known only when it was sent. */
void message_write(struct message_writer *writer, const struct queue *queue, struct text *out);
void message_sent(struct message_writer *writer);

/* The reader's side: terms that stay until the next message is read. Begins with {0}. */
struct message {
    int count;
    struct message_player *sheets; /* by player; owned */
    struct player *players;        /* by manner, then by player; owned */
    const struct player **seats;
    struct openings openings;
    struct terms terms;
};
/* Dies of bytes that no writer wrote. */
void message_read(struct message *message, const char *bytes, size_t length);
void message_destroy(struct message *message);

#endif
