/*
 * data_reader: a file of examples while it is read, for the formats that have a file of their own.
 */
#ifndef HONE_TUNER_FIT_DATA_READER_H
#define HONE_TUNER_FIT_DATA_READER_H

#include "engine/files/records.h"
#include "tuner/fit/data.h"

/* A file while it is read. */
struct data_reader {
    const char *name;
    bool mover; /* numbers of EPD are for the side to move */
    const struct game *game;
    struct examples *out;
    struct data_yield *yield;
    struct error *error;
};

/* -1, with the message "NAME: WHERE NUMBER: WHY". */
int data_refuse(const struct data_reader *reader, const char *where, int64_t number,
                const char *why);
/* All positions of a game; `margin` is side 0's. */
void data_add_game(const struct data_reader *reader, const struct game_record *record,
                   double margin);

/* The games of a WTHOR file. 0, or -1 with the error set. */
int data_wthor_parse(const struct data_reader *reader, const struct text *bytes);

#endif
