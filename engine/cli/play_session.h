/*
 * play_session: the state of a game at the terminal: its record, the human's sides, and the
 * commands between moves: take back, resign, start anew, save and load.
 */
#ifndef HONE_ENGINE_CLI_PLAY_SESSION_H
#define HONE_ENGINE_CLI_PLAY_SESSION_H

#include "engine/cli/asked.h"
#include "engine/files/records.h"

enum { PLAY_PATH_MAX = 1024 };

struct play_session {
    struct contestant engine;
    struct book *book; /* NULL: none */
    const struct game *game;
    struct search *search;
    struct rng rng;
    bool human[2]; /* by side */
    struct game_record record;
    bool chosen[GAME_PLIES_MAX];    /* whether the human chose that move */
    struct timing clock, clock_set; /* the engine's, and as it is set at first; all zero: none */
    char path[PLAY_PATH_MAX];       /* of the file saved or loaded last, which may be overwritten */
    bool quit;
};

/* "none", "first", "second" or "both"; false if it is none of them. */
bool play_parse_sides(const char *text, bool human[2]);

/* A new game from a position; NULL: the game's start. */
void play_begin(struct play_session *session, const void *start);
void play_add(struct play_session *session, move_t move, bool chosen);

/* By the rules, or because a side has resigned. */
bool play_is_over(const struct play_session *session);
int play_side(const struct play_session *session);
bool play_human_to_move(const struct play_session *session);

/* The stones of the last turn, or of the one under way: the last `count` moves of the record. */
int play_turn_moves(const struct play_session *session);
/* Of the turn under way, "stone 2 of 2": which one is due and how many there are; false where turns
 * are one ply. */
bool play_stone_due(const struct play_session *session, int *due, int *of);

/* Takes back a resignation, or else all moves from the last one that the human chose. False: there
 * is none. */
bool play_take_back(struct play_session *session);

/* Writes the game to a file, as its suffix says (.ggf, .sgf, .obf, .moves), else as is usual for
 * the game. A file that is there and not this session's stays. 0, or -1 and why. */
int play_save(struct play_session *session, const char *path, struct error *error);
/* Continues the first game of a file. 0, or -1 and why; the session then stays as it is. */
int play_load(struct play_session *session, const char *path, struct error *error);

#endif
