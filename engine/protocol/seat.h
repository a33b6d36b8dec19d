/*
 * protocol: the engine under another program. A seat holds what every protocol needs: the player
 * and its clock, the game so far, and lines to and from the other program. Each protocol is a
 * folder: `wire` has its words, and `serve` reads lines until they end and answers them. The tuner
 * drives other engines by the same wire.
 *
 * Rules for all: lines end in LF, CR or CRLF, the last one may lack its end; an answer is flushed
 * before the next line is read; what is not understood or not legal changes nothing.
 *
 * While the engine thinks, lines that come in are classified (seat_line_kind), and wait; some are
 * answered at once. One that stops the thinking, a closed pipe, or more bytes than may wait, makes
 * it answer with the best move found so far; then the lines are read in order. Lines after another
 * question do not concern this search: only scripts ask again before they have an answer. An end
 * and a closed pipe do, unless depth or nodes alone limit the search: scripts get that in full.
 */
#ifndef HONE_ENGINE_PROTOCOL_SEAT_H
#define HONE_ENGINE_PROTOCOL_SEAT_H

#include <stdio.h>

#include "engine/base/input.h"
#include "engine/files/book.h"
#include "engine/files/weights.h"
#include "engine/search/player.h"
#include "engine/search/timing.h"

/* What a line means while the engine thinks. */
enum seat_line_kind {
    SEAT_WAITS, /* nothing: it is answered later */
    SEAT_ASKS,  /* asks for a move, or for what takes as long */
    SEAT_STOPS, /* ends the thinking */
    SEAT_DROPS, /* the same, and the move is not wanted */
    SEAT_ENDS,  /* the same, also behind another question: no other line follows */
    SEAT_NOW,   /* wants its answer at once, and no other afterwards */
};

struct seat {
    /* Given to seat_init; borrowed. */
    const struct weights *weights;
    const struct weights *spare; /* for games that those do not fit; NULL: none */
    const struct book *book;     /* moves are drawn from it where it has some; NULL: none */
    struct search_limits limits;
    bool limits_default; /* the limits are the default ones: a clock replaces them */
    bool reduce_default; /* limits.reduce is on by default, since the user gave no depth */
    struct timing clock; /* of each game, where the other program tells no time; all zero: none */
    FILE *in, *out, *log;

    const struct game *game; /* the weights' own at first */
    struct player player;
    const int32_t *values; /* the player's weights */
    int32_t *changed;      /* the same, once an option has changed them; owned */
    struct search *search;
    struct rng rng;
    struct timing timing; /* of the next move; what remains of `clock` until told otherwise */

    struct state start, state;
    int count;
    move_t moves[GAME_PLIES_MAX];

    struct text line;
    struct input input;
    /* The protocol's, set by serve; the last two may be NULL. */
    enum seat_line_kind (*line_kind)(char *line); /* may cut it */
    void (*answer_now)(struct seat *seat);        /* to a line of SEAT_NOW */
    void (*say_depth)(struct seat *seat, const struct search_result *result); /* of a long search */
    void *server; /* what they know besides */
    /* About the line that is being answered: */
    double taken; /* when it was, by clock_seconds */
    size_t heard; /* bytes after it that were looked at */
    bool asked_again, stopped, dropped;
    bool timed;   /* the search that runs may last until its time is up, or for ever */
    int answered; /* lines of SEAT_NOW that are still to be read */
    struct watcher watcher;
};

/* Starts at the start of the weights' game. `seat` has its given members set, all others zero;
 * `search` becomes its own, random numbers follow from `seed`. seat_destroy gives back what was
 * allocated. */
void seat_init(struct seat *seat, struct search *search, uint64_t seed);
void seat_destroy(struct seat *seat);

/* Changes to another game with the same weights, or the spare ones, at its start. 0, or -1 and why:
 * neither fit that game. */
int seat_change_game(struct seat *seat, const struct game *game, struct error *error);

/* The other program asks for a depth: that turns a default limits.reduce off. */
void seat_set_depth(struct seat *seat, int64_t depth);

/* Limits the tables of its searches to `bytes`, or the least that they can have; they are emptied
 * if their sizes change. False, and they stay as they are: the machine has not so much. */
bool seat_set_memory(struct seat *seat, size_t bytes);

/* Prepares what the first search would wait for: a clock may run soon. */
void seat_get_ready(struct seat *seat);

/* Changes a weight of the player. The searcher forgets, since its values are of other weights. */
void seat_set_weight(struct seat *seat, int index, int32_t value);

/* A new game from a position; NULL: the game's start. */
void seat_start(struct seat *seat, const void *start);
/* Plays a move for the side to move; false, and nothing changes: it is not legal there. */
bool seat_play(struct seat *seat, move_t move);
/* Makes the board alone the start of a game that is over by what was before, such as a third
 * repetition, since players need not claim that. */
void seat_go_on(struct seat *seat);
/* Takes moves back until `count` are left; redoes them while none was played since. */
void seat_back(struct seat *seat, int count);
bool seat_over(const struct seat *seat);
int seat_side(const struct seat *seat);

/* The engine's move in an unfinished position, which stays as it is. */
void seat_choose(struct seat *seat, struct search_result *out);
/* The same among the moves that are not in `except`; some other legal one must be left. */
void seat_choose_other(struct seat *seat, const move_t *except, int except_count,
                       struct search_result *out);

/* The moves of the side to move until the end, by the score of a win or a loss; negative for a
 * loss. */
int seat_mate_in(const struct seat *seat, int32_t score);
/* Appends the moves of a principal variation, each behind a blank. */
void seat_variation_print(const struct seat *seat, const struct search_result *result,
                          void (*name)(const struct seat *seat, const struct state *state,
                                       move_t move, char out[MOVE_TEXT_MAX]),
                          struct text *out);

/* The next line that is not blank, valid until the next call: without blanks around it, and one
 * where there were several; tabs become blanks, other control characters are left out, and what is
 * too long is cut. NULL: there are no more. */
char *seat_line(struct seat *seat);
/* Whether the thinking about that line was stopped: then no other search is worth beginning. */
bool seat_stopped(const struct seat *seat);
/* Whether the line that stopped it does not want the move. */
bool seat_dropped(const struct seat *seat);
/* Whether the line that was read was answered when it came, while the engine thought. */
bool seat_has_answered(struct seat *seat);
/* Sends a line. */
void seat_say(struct seat *seat, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Tells the engine's user something that the protocol cannot express. */
void seat_note(struct seat *seat, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Cuts the first word off `*rest`; "" when there is none. */
char *seat_word(char **rest);

/* Each folder defines one; engine/cli/protocol.c has the list. */
struct protocol {
    const char *name;
    /* Whether it can be spoken over that game. 0, or -1 and why. */
    int (*check)(const struct game *game, struct error *error);
    void (*serve)(struct seat *seat); /* until the other side says so or its lines end */
};

#endif
