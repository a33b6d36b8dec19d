/*
 * gomocup_table: what the files of this folder share: the state of the manager's game, thinking
 * under its limits, and lines of points. The words themselves are in three lists: Gomocup's own in
 * serve.c, the opening by Swap2 in swap2.c, those that Yixin-Board adds in yixin.c.
 */
#ifndef HONE_ENGINE_PROTOCOL_GOMOCUP_TABLE_H
#define HONE_ENGINE_PROTOCOL_GOMOCUP_TABLE_H

#include "engine/protocol/gomocup/wire.h"
#include "engine/protocol/seat.h"

struct gomocup {
    struct seat *seat;
    bool started, ended;
    bool exact;               /* the rule that was told last, or the weights' own */
    bool comments;            /* of its thinking are wanted */
    double turn, match, left; /* seconds that the manager allows; -1: it did not say */
    double used; /* by the engine since the manager said what is left, or since the start */

    /* The command line's limits, and the manager's; 0: none. */
    struct search_limits own_limits;
    bool own_limits_default;
    int64_t depth, nodes;
    size_t own_memory; /* for searches, by the command line */

    int blocked_count; /* points that the engine is not to play on */
    move_t blocked[GAME_POINTS_MAX];
};

/* A word, and what it does with the rest of its line. */
struct gomocup_command {
    const char *word; /* NULL ends a list */
    bool needs_board;
    void (*say)(struct gomocup *table, const char *rest);
    enum seat_line_kind kind;
};
extern const struct gomocup_command yixin_commands[];
void swap2_say_board(struct gomocup *table, const char *rest);

void gomocup_say_wrong(struct gomocup *table, const char *what);
/* Whether the game is over; then says so. */
bool gomocup_refuse_finished(struct gomocup *table);

/* The engine's move, other than those of `shown` and the blocked points. An answer's `searches`
 * share its time. */
void gomocup_think(struct gomocup *table, int searches, const move_t *shown, int shown_count,
                   struct search_result *out);
/* Searches for the best moves, comments on them if there are several, and plays the first. */
void gomocup_answer_with_best(struct gomocup *table, int count);

/* Reads lines "x,y,field" until DONE, to the end even if some are wrong. Whether they now stand on
 * the board. */
bool gomocup_set_up_board(struct gomocup *table);
/* Reads lines "x,y" until DONE: their count, -1 after saying which one is no point. */
int gomocup_read_points(struct gomocup *table, move_t points[GAME_POINTS_MAX]);

/* An opening of three stones that is worth little to either side; it is then on the board. */
enum { SWAP2_FIRST = 3, SWAP2_ALL = 5 };
void swap2_propose(struct gomocup *table, move_t best[SWAP2_FIRST]);
/* White is to move: whether White's side is better than Black's, and its best move. */
bool swap2_prefers_white(struct gomocup *table, struct search_result *move);

#endif
