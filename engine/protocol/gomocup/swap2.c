/*
 * Swap2, the opening of gomoku tournaments: one side places Black, White, Black; the other takes
 * Black, or White with the next move, or places two stones and lets the first choose. So an opening
 * should be worth little to either side, and a choice follows from the sign of the position's
 * value.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/protocol/gomocup/table.h"

enum { SWAP2_PROPOSALS = 8 };

/* Black, White, Black, …; whether that is an unfinished game. */
static bool swap2_play(struct seat *seat, const move_t *points, int count) {
    seat_start(seat, NULL);
    for (int i = 0; i < count; i++)
        if (!seat_play(seat, points[i])) return false;
    return !seat_over(seat);
}

/* Three different random points, at most two from one that is near the centre. */
static void swap2_draw(struct seat *seat, move_t points[SWAP2_FIRST]) {
    const struct game *game = seat->game;
    move_t list[GAME_MOVES_MAX];
    int listed = game->opening_moves(game, &seat->start, list), count = 1;
    points[0] = list[rng_below(&seat->rng, (uint32_t)listed)];
    while (count < SWAP2_FIRST) {
        int x = points[0] % game->columns + (int)rng_below(&seat->rng, 5) - 2;
        int y = points[0] / game->columns + (int)rng_below(&seat->rng, 5) - 2;
        if (x < 0 || x >= game->columns || y < 0 || y >= game->rows) continue;
        points[count] = (move_t)(y * game->columns + x);
        bool taken = points[count] == points[0] || (count > 1 && points[count] == points[1]);
        if (!taken) count++;
    }
}

/* The opening that is worth least to either side, of some random ones. */
void swap2_propose(struct gomocup *table, move_t best[SWAP2_FIRST]) {
    int32_t least = INT32_MAX;
    for (int i = 0; i < SWAP2_PROPOSALS && (i == 0 || !seat_stopped(table->seat)); i++) {
        move_t points[SWAP2_FIRST];
        struct search_result result;
        seat_start(table->seat, NULL);
        swap2_draw(table->seat, points);
        if (!swap2_play(table->seat, points, SWAP2_FIRST)) continue;
        gomocup_think(table, SWAP2_PROPOSALS, NULL, 0, &result);
        if (abs(result.score) >= least) continue;
        least = abs(result.score);
        memcpy(best, points, sizeof points);
    }
}

/* White is to move; whether that is worth more than Black's side. */
bool swap2_prefers_white(struct gomocup *table, struct search_result *move) {
    gomocup_think(table, 1, NULL, 0, move);
    return move->score >= 0;
}

/* Keeps White with a move, or takes Black; never asks the other side with two stones more. */
static void swap2_choose(struct gomocup *table) {
    struct search_result result;
    char point[GOMOCUP_POINT_TEXT];
    bool stays = swap2_prefers_white(table, &result);
    gomocup_point_format(table->seat->game, result.move, point);
    seat_say(table->seat, "%s", stays ? point : "SWAP");
}

/* The three questions of Gomocup 2020: no stones, three, or five, and then DONE. */
void swap2_say_board(struct gomocup *table, const char *rest) {
    struct seat *seat = table->seat;
    move_t points[GAME_POINTS_MAX];
    int count = gomocup_read_points(table, points);
    (void)rest;
    if (count < 0) return;
    bool asked = count == 0 || count == SWAP2_FIRST || count == SWAP2_ALL;
    bool room = seat->game->columns * seat->game->rows > 2 * SWAP2_ALL &&
                min_int(seat->game->columns, seat->game->rows) >= SWAP2_FIRST;
    if (!asked || !room || !swap2_play(seat, points, count)) {
        gomocup_say_wrong(table, "SWAP2BOARD takes no stones, three or five, then DONE");
        return;
    }
    if (count > 0) {
        swap2_choose(table);
        return;
    }
    char text[SWAP2_FIRST][GOMOCUP_POINT_TEXT];
    swap2_propose(table, points);
    for (int i = 0; i < SWAP2_FIRST; i++) gomocup_point_format(seat->game, points[i], text[i]);
    seat_start(seat, NULL);
    seat_say(seat, "%s %s %s", text[0], text[1], text[2]);
}
