/*
 * NBoard protocol 2 (Chris Welty's viewer for Othello programs): the engine is told the game as
 * GGF and then each move, its own too; lines that nobody asked for are comments on its thinking.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/files/records.h"
#include "tuner/external/drive.h"

static bool plays(const struct game *game) {
    return strcmp(game->name, "reversi") == 0;
}

/* An engine answers `ping` when it has done everything before it. */
static enum external_end ping(struct external *engine, int number) {
    const char *rest;
    enum external_end end = external_say(engine, "ping %d", number);
    do
        if (end == EXTERNAL_NORMAL) end = external_hear_word(engine, "pong", &rest);
    while (end == EXTERNAL_NORMAL && atoi(rest) != number);
    return end;
}

static enum external_end greet(struct external *engine) {
    enum external_end end = external_say(engine, "nboard 2");
    if (end == EXTERNAL_NORMAL && engine->spec->depth > 0)
        end = external_say(engine, "set depth %d", engine->spec->depth);
    return end == EXTERNAL_NORMAL ? ping(engine, 1) : end;
}

static enum external_end set_game(struct external *engine) {
    struct game_record *record = xmalloc(sizeof *record);
    struct text ggf = {0};
    records_begin(record, engine->game, NULL);
    for (int i = 0; i < engine->count; i++) records_add(record, engine->moves[i], NULL);
    records_print(RECORDS_GGF, record, &ggf);
    enum external_end end =
        external_say(engine, "set game %.*s", (int)strcspn(ggf.data, "\n"), ggf.data);
    text_free(&ggf);
    free(record);
    return end;
}

static enum external_end begin(struct external *engine) {
    enum external_end end = set_game(engine);
    return end == EXTERNAL_NORMAL ? ping(engine, 2) : end;
}

static enum external_end tell(struct external *engine, const void *position, move_t move) {
    char text[MOVE_TEXT_MAX];
    (void)position;
    engine->game->move_format(engine->game, move, text);
    if (strcmp(text, "pass") == 0) return external_say(engine, "move PA");
    return external_say(engine, "move %c%c", text[0] - 'a' + 'A', text[1]);
}

static enum external_end ask(struct external *engine, move_t *move) {
    const char *rest;
    enum external_end end = external_say(engine, "go");
    if (end == EXTERNAL_NORMAL) end = external_hear_word(engine, "===", &rest);
    if (end == EXTERNAL_NORMAL) end = external_read_move(engine, rest, move);
    if (end != EXTERNAL_NORMAL || !game_legal(engine->game, &engine->position, *move)) return end;
    return tell(engine, &engine->position, *move);
}

const struct external_protocol external_nboard = {
    .name = "nboard",
    .games = "reversi",
    .usual_game = "reversi",
    .tells_depth = true,
    .knows_openings = true,
    .quit = "quit",
    .plays = plays,
    .greet = greet,
    .begin = begin,
    .tell = tell,
    .ask = ask,
};
