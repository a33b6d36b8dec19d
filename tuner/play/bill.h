/*
 * bill: what another process must know of a deal before it can play its jobs: the game, the players
 * as they were prepared, the openings. Plain bytes for the same program on the same kind of
 * machine; what the last bill had already is not said again.
 */
#ifndef HONE_TUNER_PLAY_BILL_H
#define HONE_TUNER_PLAY_BILL_H

#include "tuner/play/deal.h"

/* Who writes bills remembers whom the reader knows. Begins with {0}. */
struct bill_marks {
    int count;
    uint64_t *list; /* by player, of what is prepared for him; owned */
};
struct bill_writer {
    struct bill_marks known, written;
};
void bill_writer_destroy(struct bill_writer *writer);

/* Whether nobody whom a bill of the deal would name, plays he or not, brings a mover of his own:
 * those cannot be sent. */
bool bill_is_possible(const struct deal *deal);

/* Adds a bill to `out`. It may be thrown away: what it says is known only when it was sent. */
void bill_write(struct bill_writer *writer, const struct deal *deal, struct text *out);
void bill_sent(struct bill_writer *writer);

/* The reader's side: terms that stay until the next bill is read. Begins with {0}. */
struct bill {
    int count;
    struct bill_sheet *sheets; /* by player; owned */
    struct player *players;    /* by manner, then by player; owned */
    const struct player **seats;
    struct openings openings;
    struct terms terms;
};
/* Dies of bytes that no writer wrote. */
void bill_read(struct bill *bill, const char *bytes, size_t length);
void bill_destroy(struct bill *bill);

#endif
