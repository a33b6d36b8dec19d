/*
 * gomocup_drive: an engine that speaks Gomocup: it answers each of the opponent's moves with its
 * own, so a move is told when its answer is asked for. The game says whether a line of more than
 * five wins as well.
 */
#include "engine/protocol/gomocup/wire.h"

#include <stdio.h>
#include <string.h>

#include "tuner/external/drive.h"

/* Engines know five in a row on square boards only. */
static bool gomocup_drive_plays(const struct game *game) {
    return gomocup_carries(game) && game->columns == game->rows && game->in_a_row == 5;
}

static enum external_end gomocup_drive_greet(struct external *engine) {
    const char *rest;
    enum external_end end = external_say(engine, GOMOCUP_START " %d", engine->game->columns);
    return end == EXTERNAL_NORMAL ? external_hear_word(engine, GOMOCUP_OK, &rest) : end;
}

static enum external_end gomocup_drive_inform(struct external *engine, const char *key,
                                              double seconds) {
    return seconds > 0 ? external_say(engine, GOMOCUP_INFO " %s %.0f", key, seconds * 1000)
                       : EXTERNAL_NORMAL;
}

static enum external_end gomocup_drive_begin(struct external *engine) {
    const char *rest;
    enum external_end end = external_say(engine, GOMOCUP_RESTART);
    if (end == EXTERNAL_NORMAL) end = external_hear_word(engine, GOMOCUP_OK, &rest);
    if (end == EXTERNAL_NORMAL)
        end = external_say(engine, GOMOCUP_INFO " " GOMOCUP_RULE " %s",
                           engine->game->exact ? GOMOCUP_EXACT : GOMOCUP_FREE_STYLE);
    if (end == EXTERNAL_NORMAL)
        end = gomocup_drive_inform(engine, GOMOCUP_TURN_TIME, engine->spec->time);
    if (end == EXTERNAL_NORMAL)
        end = gomocup_drive_inform(engine, GOMOCUP_MATCH_TIME, engine->spec->clock);
    return end;
}

static enum external_end gomocup_drive_tell(struct external *engine, const void *position,
                                            move_t move) {
    (void)engine, (void)position, (void)move;
    return EXTERNAL_NORMAL;
}

/* All stones, in the order of play: 1 is the engine's, 2 the opponent's. */
static enum external_end gomocup_drive_say_board(struct external *engine) {
    const struct game *game = engine->game;
    struct state state;
    enum external_end end = external_say(engine, GOMOCUP_BOARD);
    game->start(game, &state);
    for (int i = 0; i < engine->count && end == EXTERNAL_NORMAL; i++) {
        char point[GOMOCUP_POINT_TEXT];
        gomocup_point_format(game, engine->moves[i], point);
        bool own = game->side(&state) == engine->side;
        end = external_say(engine, "%s,%d", point, own ? GOMOCUP_MINE : GOMOCUP_YOURS);
        game->play(game, &state, engine->moves[i]);
    }
    return end == EXTERNAL_NORMAL ? external_say(engine, GOMOCUP_DONE) : end;
}

static enum external_end gomocup_drive_say_turn(struct external *engine) {
    char point[GOMOCUP_POINT_TEXT];
    if (engine->count == 0) return external_say(engine, GOMOCUP_BEGIN);
    if (!engine->knows_board) return gomocup_drive_say_board(engine);
    gomocup_point_format(engine->game, engine->moves[engine->count - 1], point);
    return external_say(engine, GOMOCUP_TURN " %s", point);
}

/* Hears "x,y" behind what else it likes to say: MESSAGE, DEBUG, late OKs. */
static enum external_end gomocup_drive_hear_point(struct external *engine, move_t *move) {
    const char *line;
    for (;;) {
        enum external_end end = external_hear(engine, &line);
        if (end != EXTERNAL_NORMAL) return end;
        if (strncmp(line, GOMOCUP_ERROR, strlen(GOMOCUP_ERROR)) == 0)
            return external_refuse(engine, "answered \"%.80s\"", line);
        int used = gomocup_point_parse(engine->game, line, move);
        if (used > 0 && !line[used + strspn(line + used, " \t")]) break;
    }
    if (*move != MOVE_NONE) return EXTERNAL_NORMAL;
    return external_refuse(engine, "played %.40s, which is not on the board", line);
}

static enum external_end gomocup_drive_ask(struct external *engine, move_t *move) {
    enum external_end end = EXTERNAL_NORMAL;
    if (engine->spec->clock > 0)
        end = gomocup_drive_inform(engine, GOMOCUP_TIME_LEFT, engine->clock);
    if (end == EXTERNAL_NORMAL) end = gomocup_drive_say_turn(engine);
    engine->knows_board = true;
    return end == EXTERNAL_NORMAL ? gomocup_drive_hear_point(engine, move) : end;
}

const struct external_protocol external_gomocup = {
    .name = "gomocup",
    .games = "gomoku, connect(n,n,5,1,1), connect(n,n,5,1,1,exact)",
    .usual_game = "gomoku",
    .tells_time = true,
    .knows_openings = true,
    .quit = GOMOCUP_END,
    .plays = gomocup_drive_plays,
    .greet = gomocup_drive_greet,
    .begin = gomocup_drive_begin,
    .tell = gomocup_drive_tell,
    .ask = gomocup_drive_ask,
};
