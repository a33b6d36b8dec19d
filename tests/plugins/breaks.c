/*
 * The heap of coins with faults, for the test of pages to play on: moves() crashes where ten coins
 * are left, gives too many where nine are, and does not end where six are; terms() crashes where
 * five are. Seating a player plays random games, so this begins when a position was written.
 */
#include <hone/plugin.h>

static const struct hone_plugin *heap_plugin(const struct hone_host *host);
#define hone_plugin(host) heap_plugin(host)
#include "heap.c"
#undef hone_plugin

#include <stdlib.h>

static int shown;

static void write_shown(const void *state, char out[HONE_POSITION_TEXT_MAX]) {
    shown = 1;
    write(state, out);
}

static int moves_breaking(const void *state, hone_move *out) {
    if (shown && left(state) == 10) abort();
    if (shown && left(state) == 6)
        for (;;) continue;
    return shown && left(state) == 9 ? MOST + 1 : moves(state, out);
}

static int terms_breaking(const void *position, int for_side, struct hone_term *out) {
    if (shown && left(position) == 5) abort();
    return terms(position, for_side, out);
}

static struct hone_game breaking_game;
static struct hone_evaluator breaking_evaluator;
static const struct hone_evaluator *const breaking_evaluators[] = {&breaking_evaluator, NULL};

const struct hone_plugin *hone_plugin(const struct hone_host *host) {
    static struct hone_plugin table;
    table = *heap_plugin(host);
    breaking_game = *table.game;
    breaking_game.moves = moves_breaking;
    breaking_game.write = write_shown;
    breaking_evaluator = *table.evaluators[0];
    breaking_evaluator.terms = terms_breaking;
    table.game = &breaking_game;
    table.evaluators = breaking_evaluators;
    return &table;
}
