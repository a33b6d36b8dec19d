/*
 * nboard_drive: an engine that speaks NBoard: it is told the game as GGF and then each move, its
 * own too.
 *
 * A board's duties, by the protocol's text (NTest, instructions/Protocol.htm):
 *
 *     nboard 2 first; set depth and set game before go, of which NTest refuses to play without the
 *         first: nboard_drive_greet, nboard_drive_begin
 *     go is limited by the depth and the time that is left of the game, which is known from TI of
 *         the GGF and the times of the moves: nboard_drive_set_game, nboard_drive_ask
 *     ping before the position is used, since the engine may still be at the one before
 *     === does not change the engine's board: move follows: nboard_drive_ask
 *     what was said before go is no answer to it: nboard_drive_ask
 *     status, nodestats, set myname, search, book and lines that it does not know comment
 *     words in any case, "F5", "F5/1.5/0.2" and "d6 -1.00 0.0": external_read_move
 */
#include "engine/protocol/nboard/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "tuner/external/drive.h"

enum { NBOARD_USUAL_DEPTH = 12 }; /* NTest's own default */

/* An engine answers `ping` when it has done everything before it. */
static enum external_end nboard_drive_ping(struct external *engine, int number) {
    const char *rest;
    enum external_end end = external_say(engine, NBOARD_PING " %d", number);
    do
        if (end == EXTERNAL_NORMAL) end = external_hear_word(engine, NBOARD_PONG, &rest);
    while (end == EXTERNAL_NORMAL && atoi(rest) != number);
    return end;
}

static enum external_end nboard_drive_greet(struct external *engine) {
    enum external_end end = external_say(engine, NBOARD_HELLO " 2");
    int depth = engine->spec->depth > 0 ? engine->spec->depth : NBOARD_USUAL_DEPTH;
    if (end == EXTERNAL_NORMAL)
        end = external_say(engine, NBOARD_SET " " NBOARD_DEPTH " %d", depth);
    return end == EXTERNAL_NORMAL ? nboard_drive_ping(engine, 1) : end;
}

/* Minutes and seconds, which are whole: at least one, and otherwise not more than there are. */
static void nboard_drive_print_time(double seconds, struct text *out) {
    int whole = seconds > 1 ? (int)seconds : 1;
    text_add(out, "%d:%02d", whole / 60, whole % 60);
}

/* As TI: the clock and what a move earns; or what one move may take. */
static void nboard_drive_print_clock(const struct external *engine, struct text *out) {
    const struct external_spec *spec = engine->spec;
    text_add(out, "TI[");
    nboard_drive_print_time(spec->clock > 0 ? spec->clock : external_turn_seconds(engine), out);
    if (spec->increment >= 1) {
        text_add(out, "/");
        nboard_drive_print_time(spec->increment, out);
    }
    text_add(out, "]");
}

static enum external_end nboard_drive_set_game(struct external *engine) {
    struct game_record *record = xmalloc(sizeof *record);
    struct text ggf = {0}, clock = {0};
    records_begin(record, engine->game, NULL);
    for (int i = 0; i < engine->count; i++) records_add(record, engine->moves[i], NULL);
    records_print(RECORDS_GGF, record, &ggf);
    nboard_drive_print_clock(engine, &clock);
    const char *board = strstr(ggf.data, "BO[");
    enum external_end end =
        external_say(engine, NBOARD_SET " " NBOARD_GAME " %.*s%s%.*s", (int)(board - ggf.data),
                     ggf.data, text_get(&clock), (int)strcspn(board, "\n"), board);
    text_free(&ggf);
    text_free(&clock);
    free(record);
    return end;
}

static enum external_end nboard_drive_begin(struct external *engine) {
    enum external_end end = nboard_drive_set_game(engine);
    return end == EXTERNAL_NORMAL ? nboard_drive_ping(engine, 2) : end;
}

static enum external_end nboard_drive_tell(struct external *engine, const void *position,
                                           move_t move) {
    char text[MOVE_TEXT_MAX];
    (void)position;
    records_ggf_move_format(engine->game, move, text);
    return external_say(engine, NBOARD_MOVE " %s", text);
}

/* Its own move, with the time that it took where a clock runs. */
static enum external_end nboard_drive_tell_own(struct external *engine, move_t move,
                                               double seconds) {
    char text[MOVE_TEXT_MAX];
    if (engine->spec->clock == 0) return nboard_drive_tell(engine, &engine->position, move);
    records_ggf_move_format(engine->game, move, text);
    return external_say(engine, NBOARD_MOVE " %s//%.2f", text, seconds);
}

static enum external_end nboard_drive_ask(struct external *engine, move_t *move) {
    const char *rest;
    double started = clock_seconds();
    external_skip(engine);
    enum external_end end = external_say(engine, NBOARD_GO);
    if (end == EXTERNAL_NORMAL) end = external_hear_word(engine, NBOARD_CHOICE, &rest);
    if (end == EXTERNAL_NORMAL)
        end = external_read_move(engine, engine->game->move_parse, rest, move);
    if (end != EXTERNAL_NORMAL || !game_legal(engine->game, &engine->position, *move)) return end;
    return nboard_drive_tell_own(engine, *move, clock_seconds() - started);
}

const struct external_protocol external_nboard = {
    .name = "nboard",
    .games = "reversi",
    .usual_game = "reversi",
    .tells_clock = true,
    .tells_depth = true,
    .knows_openings = true,
    .quit = NBOARD_QUIT,
    .plays = nboard_carries,
    .greet = nboard_drive_greet,
    .command = external_say_line,
    .begin = nboard_drive_begin,
    .tell = nboard_drive_tell,
    .ask = nboard_drive_ask,
};
