/*
 * The Gomocup (Piskvork) protocol: points are "x,y" from 0; the engine answers each of the
 * opponent's moves with its own, so a move is told when its answer is asked for. The rule is that
 * a line of more than five wins as well.
 */
#include <stdio.h>
#include <string.h>

#include "engine/connect/rules.h"
#include "engine/games.h"
#include "tuner/external/drive.h"

static bool plays(const struct game *game) {
    if (games_family(game) != &connect_family) return false;
    const struct connect_rules *rules = connect_rules(game);
    return rules->columns == rules->rows && rules->k == 5 && rules->p == 1 && rules->q == 1;
}

static int columns_of(const struct external *engine) {
    return connect_rules(engine->game)->columns;
}

static enum external_end greet(struct external *engine) {
    const char *rest;
    enum external_end end = external_say(engine, "START %d", columns_of(engine));
    return end == EXTERNAL_NORMAL ? external_hear_word(engine, "OK", &rest) : end;
}

static enum external_end inform(struct external *engine, const char *key, double seconds) {
    return seconds > 0 ? external_say(engine, "INFO %s %.0f", key, seconds * 1000)
                       : EXTERNAL_NORMAL;
}

static enum external_end begin(struct external *engine) {
    const char *rest;
    enum external_end end = external_say(engine, "RESTART");
    if (end == EXTERNAL_NORMAL) end = external_hear_word(engine, "OK", &rest);
    if (end == EXTERNAL_NORMAL) end = external_say(engine, "INFO rule 0");
    if (end == EXTERNAL_NORMAL) end = inform(engine, "timeout_turn", engine->spec->time);
    if (end == EXTERNAL_NORMAL) end = inform(engine, "timeout_match", engine->spec->clock);
    return end;
}

static enum external_end tell(struct external *engine, const void *position, move_t move) {
    (void)engine, (void)position, (void)move;
    return EXTERNAL_NORMAL;
}

/* All stones, in the order of play: 1 is the engine's, 2 the opponent's. */
static enum external_end say_board(struct external *engine) {
    struct state state;
    int columns = columns_of(engine);
    enum external_end end = external_say(engine, "BOARD");
    engine->game->start(engine->game, &state);
    for (int i = 0; i < engine->count && end == EXTERNAL_NORMAL; i++) {
        int move = engine->moves[i], own = engine->game->side(&state) == engine->side;
        end = external_say(engine, "%d,%d,%d", move % columns, move / columns, own ? 1 : 2);
        engine->game->play(engine->game, &state, engine->moves[i]);
    }
    return end == EXTERNAL_NORMAL ? external_say(engine, "DONE") : end;
}

static enum external_end say_turn(struct external *engine) {
    int columns = columns_of(engine);
    if (engine->count == 0) return external_say(engine, "BEGIN");
    if (!engine->knows_board) return say_board(engine);
    int last = engine->moves[engine->count - 1];
    return external_say(engine, "TURN %d,%d", last % columns, last / columns);
}

/* Hears "x,y" behind what else it likes to say: MESSAGE, DEBUG, late OKs. */
static enum external_end hear_point(struct external *engine, move_t *move) {
    const char *line;
    int columns = columns_of(engine), x, y, used;
    for (;;) {
        enum external_end end = external_hear(engine, &line);
        if (end != EXTERNAL_NORMAL) return end;
        if (strncmp(line, "ERROR", 5) == 0)
            return external_refuse(engine, "answered \"%.80s\"", line);
        used = 0;
        if (sscanf(line, " %9d , %9d %n", &x, &y, &used) == 2 && used > 0 && !line[used]) break;
    }
    if (x < 0 || x >= columns || y < 0 || y >= columns)
        return external_refuse(engine, "played %d,%d, which is not on the board", x, y);
    *move = (move_t)(y * columns + x);
    return EXTERNAL_NORMAL;
}

static enum external_end ask(struct external *engine, move_t *move) {
    enum external_end end = EXTERNAL_NORMAL;
    if (engine->spec->clock > 0) end = inform(engine, "time_left", engine->clock);
    if (end == EXTERNAL_NORMAL) end = say_turn(engine);
    engine->knows_board = true;
    return end == EXTERNAL_NORMAL ? hear_point(engine, move) : end;
}

const struct external_protocol external_gomocup = {
    .name = "gomocup",
    .games = "gomoku, connect(n,n,5,1,1)",
    .usual_game = "gomoku",
    .tells_time = true,
    .knows_openings = true,
    .quit = "END",
    .plays = plays,
    .greet = greet,
    .begin = begin,
    .tell = tell,
    .ask = ask,
};
