/*
 * WTHOR: games of Reversi in a head of 16 bytes and 68 for each game; numbers' lowest byte comes
 * first.
 */
#include "tuner/fit/data_reader.h"

/* Bytes and places in a file's head and in a game. */
enum { WTHOR_HEAD = 16, WTHOR_SIZE = 12, WTHOR_KIND = 13, WTHOR_SOLITAIRES = 1 };
enum { WTHOR_GAME = 68, WTHOR_SCORE = 6, WTHOR_MOVES = 8, WTHOR_MOVE_COUNT = 60 };

/* The moves of a game, 10 * row + column from 1, 0 after the last; passes are left out. */
static int data_wthor_moves(const struct data_reader *reader, const unsigned char *moves,
                            struct game_record *record, struct error *why) {
    records_begin(record, reader->game, NULL);
    for (int i = 0; i < WTHOR_MOVE_COUNT && moves[i]; i++) {
        int row = moves[i] / 10, column = moves[i] % 10;
        if (row < 1 || row > 8 || column < 1 || column > 8)
            return error_set(why, "move %d is %d; squares are 11 to 88", i + 1, moves[i]);
        if (records_add(record, (move_t)(8 * (row - 1) + column - 1), why)) return -1;
    }
    return 0;
}

/* Whether the moves lead to the end and to another number of Black's discs, with or without the
 * winner's empty squares. */
static bool data_wthor_contradicts(const struct game_record *record, int discs) {
    const struct game *game = record->game;
    int black = 0;
    if (record->end != RECORDS_OVER) return false;
    for (int point = 0; point < 64; point++) black += game->stone(&record->last, point) == 0;
    return discs != black && 2 * discs - 64 != game->margin(game, &record->last);
}

static int data_wthor_game(const struct data_reader *reader, const unsigned char *bytes,
                           struct error *why) {
    struct game_record record;
    int discs = bytes[WTHOR_SCORE];
    if (discs > 64) return error_set(why, "Black has %d discs at its end", discs);
    if (data_wthor_moves(reader, bytes + WTHOR_MOVES, &record, why)) return -1;
    reader->yield->contradicted += data_wthor_contradicts(&record, discs);
    data_add_game(reader, &record, 2 * discs - 64);
    return 0;
}

int data_wthor_parse(const struct data_reader *reader, const struct text *bytes) {
    const unsigned char *head = (const unsigned char *)bytes->data;
    if (bytes->length < WTHOR_HEAD)
        return error_set(reader->error, "%s: is shorter than a WTHOR file's head", reader->name);
    uint64_t count = head[4] | head[5] << 8 | head[6] << 16 | (uint64_t)head[7] << 24;
    if (bytes->length != WTHOR_HEAD + count * WTHOR_GAME)
        return error_set(reader->error,
                         "%s: says it has %llu games, of %d bytes each, and has %zu bytes",
                         reader->name, (unsigned long long)count, WTHOR_GAME, bytes->length);
    if (head[WTHOR_SIZE] != 0 && head[WTHOR_SIZE] != 8)
        return error_set(reader->error, "%s: is of boards of size %d; 8 can be read", reader->name,
                         head[WTHOR_SIZE]);
    if (head[WTHOR_KIND] == WTHOR_SOLITAIRES)
        return error_set(reader->error,
                         "%s: holds solitaires, which are problems; WTHOR's files of games can be "
                         "read",
                         reader->name);
    for (uint64_t i = 0; i < count; i++) {
        struct error why;
        if (data_wthor_game(reader, head + WTHOR_HEAD + i * WTHOR_GAME, &why))
            return data_refuse(reader, "game", (int64_t)i + 1, why.text);
    }
    return 0;
}
