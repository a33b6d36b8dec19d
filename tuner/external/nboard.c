/*
 * nboard_drive: an engine that speaks NBoard: it is told the game as GGF and then each move, its
 * own too.
 */
#include "engine/protocol/nboard/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/external/drive.h"

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
    if (end == EXTERNAL_NORMAL && engine->spec->depth > 0)
        end = external_say(engine, NBOARD_SET " " NBOARD_DEPTH " %d", engine->spec->depth);
    return end == EXTERNAL_NORMAL ? nboard_drive_ping(engine, 1) : end;
}

static enum external_end nboard_drive_set_game(struct external *engine) {
    struct game_record *record = xmalloc(sizeof *record);
    struct text ggf = {0};
    records_begin(record, engine->game, NULL);
    for (int i = 0; i < engine->count; i++) records_add(record, engine->moves[i], NULL);
    records_print(RECORDS_GGF, record, &ggf);
    enum external_end end = external_say(engine, NBOARD_SET " " NBOARD_GAME " %.*s",
                                         (int)strcspn(ggf.data, "\n"), ggf.data);
    text_free(&ggf);
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

static enum external_end nboard_drive_ask(struct external *engine, move_t *move) {
    const char *rest;
    enum external_end end = external_say(engine, NBOARD_GO);
    if (end == EXTERNAL_NORMAL) end = external_hear_word(engine, NBOARD_CHOICE, &rest);
    if (end == EXTERNAL_NORMAL)
        end = external_read_move(engine, engine->game->move_parse, rest, move);
    if (end != EXTERNAL_NORMAL || !game_legal(engine->game, &engine->position, *move)) return end;
    return nboard_drive_tell(engine, &engine->position, *move);
}

const struct external_protocol external_nboard = {
    .name = "nboard",
    .games = "reversi",
    .usual_game = "reversi",
    .tells_depth = true,
    .knows_openings = true,
    .quit = NBOARD_QUIT,
    .plays = nboard_carries,
    .greet = nboard_drive_greet,
    .begin = nboard_drive_begin,
    .tell = nboard_drive_tell,
    .ask = nboard_drive_ask,
};
