/*
 * The words that Yixin-Board, a board for Gomocup engines, adds to the protocol: read from its
 * source (accreator/Yixin-Board, main.c). It sends the whole board before each question, names the
 * row of a point first, which on a square board is the same game, and shows MESSAGE lines. What it
 * has for Renju and its own databases is answered UNKNOWN, which it prints.
 */
#include "engine/protocol/gomocup/table.h"

static void yixin_say_showinfo(struct gomocup *table, const char *rest) {
    (void)rest;
    seat_say(table->seat, "MESSAGE hone %s", HONE_VERSION);
    seat_say(table->seat, "MESSAGE INFO MAX_THREAD_NUM 1");
}

static void yixin_say_board(struct gomocup *table, const char *rest) {
    (void)rest;
    gomocup_set_up_board(table);
}

static void yixin_say_nbest(struct gomocup *table, const char *rest) {
    int64_t count;
    if (parse_i64(rest, 1, GAME_MOVES_MAX, &count))
        gomocup_answer_with_best(table, (int)count);
    else
        gomocup_say_wrong(table, "YXNBEST takes a number of moves");
}

/* No point is ever forbidden here. */
static void yixin_say_showforbid(struct gomocup *table, const char *rest) {
    (void)rest;
    seat_say(table->seat, "FORBID .");
}

static void yixin_say_hashclear(struct gomocup *table, const char *rest) {
    (void)rest;
    search_new_game(table->seat->search);
}

/* The answer was given before this line is read. */
static void yixin_say_stop(struct gomocup *table, const char *rest) {
    (void)table, (void)rest;
}

static void yixin_unblock(struct gomocup *table, move_t point) {
    for (int i = 0; i < table->blocked_count; i++)
        if (table->blocked[i] == point)
            table->blocked[i--] = table->blocked[--table->blocked_count];
}

static void yixin_say_block(struct gomocup *table, const char *rest) {
    move_t points[GAME_POINTS_MAX];
    int count = gomocup_read_points(table, points);
    (void)rest;
    for (int i = 0; i < count; i++) {
        yixin_unblock(table, points[i]);
        table->blocked[table->blocked_count++] = points[i];
    }
}

static void yixin_say_blockundo(struct gomocup *table, const char *rest) {
    move_t points[GAME_POINTS_MAX];
    int count = gomocup_read_points(table, points);
    (void)rest;
    for (int i = 0; i < count; i++) yixin_unblock(table, points[i]);
}

static void yixin_say_blockreset(struct gomocup *table, const char *rest) {
    (void)rest;
    table->blocked_count = 0;
}

/* The first three stones. */
static void yixin_say_swap2step1(struct gomocup *table, const char *rest) {
    const struct game *game = table->seat->game;
    move_t points[SWAP2_FIRST];
    (void)rest;
    swap2_propose(table, points);
    seat_start(table->seat, NULL);
    for (int i = 0; i < SWAP2_FIRST; i++)
        seat_say(table->seat, "MESSAGE SWAP2 MOVE%d %d %d", i + 1, points[i] % game->columns,
                 points[i] / game->columns);
}

/* Of the stones of the YXBOARD before: whether it takes Black. */
static void yixin_say_swap2(struct gomocup *table, int question) {
    struct search_result result;
    if (gomocup_refuse_finished(table)) return;
    bool stays = swap2_prefers_white(table, &result);
    seat_say(table->seat, "MESSAGE SWAP2 SWAP%d %s", question, stays ? "NO" : "YES");
}

static void yixin_say_swap2step2(struct gomocup *table, const char *rest) {
    (void)rest;
    yixin_say_swap2(table, 1);
}

static void yixin_say_swap2step3(struct gomocup *table, const char *rest) {
    (void)rest;
    yixin_say_swap2(table, 2);
}

const struct gomocup_command yixin_commands[] = {
    {"YXSHOWINFO", false, yixin_say_showinfo, SEAT_WAITS},
    {"YXBOARD", false, yixin_say_board, SEAT_WAITS},
    {"YXNBEST", true, yixin_say_nbest, SEAT_ASKS},
    {"YXSHOWFORBID", false, yixin_say_showforbid, SEAT_WAITS},
    {"YXHASHCLEAR", false, yixin_say_hashclear, SEAT_WAITS},
    {"YXSTOP", false, yixin_say_stop, SEAT_STOPS},
    {"YXBLOCK", true, yixin_say_block, SEAT_WAITS},
    {"YXBLOCKUNDO", true, yixin_say_blockundo, SEAT_WAITS},
    {"YXBLOCKRESET", false, yixin_say_blockreset, SEAT_WAITS},
    {"YXSWAP2STEP1", true, yixin_say_swap2step1, SEAT_ASKS},
    {"YXSWAP2STEP2", true, yixin_say_swap2step2, SEAT_ASKS},
    {"YXSWAP2STEP3", true, yixin_say_swap2step3, SEAT_ASKS},
    {0}};
