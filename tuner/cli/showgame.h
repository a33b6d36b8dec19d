/*
 * showgame: prints games on stdout, for people and as records for programs.
 */
#ifndef HONE_TUNER_CLI_SHOWGAME_H
#define HONE_TUNER_CLI_SHOWGAME_H

#include "engine/files/records.h"

/* How games are to be shown. */
struct showgame {
    bool boards; /* after every move */
    bool format; /* as records of this format instead */
    enum records_format records;
};

/* Move by move from an opening, with its line and the last position's. */
void showgame_moves(const struct game *game, const struct state *opening, const move_t *moves,
                    int count, bool boards);
void showgame_record(enum records_format format, const struct game_record *record);

#endif
