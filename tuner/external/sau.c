/*
 * The SAU platform of the Chinese Computer Games contests, for Connect6: two letters a point, 'A'
 * the first column and the top row; a turn of two stones is one line, and the first turn's single
 * stone has "@@" beside it. The platform knows no positions but the start.
 */
#include <stdio.h>
#include <string.h>

#include "engine/connect/rules.h"
#include "engine/games.h"
#include "tuner/external/drive.h"

static bool plays(const struct game *game) {
    if (games_family(game) != &connect_family) return false;
    const struct connect_rules *rules = connect_rules(game);
    return rules->p == 2 && rules->q == 1;
}

static enum external_end greet(struct external *engine) {
    const char *rest;
    enum external_end end = external_say(engine, "name?");
    return end == EXTERNAL_NORMAL ? external_hear_word(engine, "name", &rest) : end;
}

/* Black thinks from `new` on: it is said to him when his move is wanted, so that none is left over
 * from a game that the other engine could not begin. */
static enum external_end begin(struct external *engine) {
    return engine->side == 0 ? EXTERNAL_NORMAL : external_say(engine, "new white");
}

static enum external_end say_new_black(struct external *engine) {
    if (engine->side != 0 || engine->knows_board) return EXTERNAL_NORMAL;
    engine->knows_board = true;
    return external_say(engine, "new black");
}

static void print_point(const struct external *engine, move_t move, char out[3]) {
    int columns = connect_rules(engine->game)->columns;
    snprintf(out, 3, "%c%c", 'A' + move % columns, 'A' + move / columns);
}

/* A stone waits for the turn's second one. */
static enum external_end tell(struct external *engine, const void *position, move_t move) {
    char first[3] = "@@", second[3] = "@@";
    const struct game *game = engine->game;
    bool turn_goes_on = game->side(&engine->position) == game->side(position);
    if (game->over(game, &engine->position)) return EXTERNAL_NORMAL;
    if (turn_goes_on) {
        engine->held = move;
        return EXTERNAL_NORMAL;
    }
    if (engine->held != MOVE_NONE) print_point(engine, engine->held, first);
    print_point(engine, move, engine->held != MOVE_NONE ? second : first);
    engine->held = MOVE_NONE;
    return external_say(engine, "move %s%s", first, second);
}

static enum external_end hear_turn(struct external *engine, move_t *first, move_t *second) {
    const struct game *game = engine->game;
    const char *text;
    enum external_end end = external_hear_word(engine, "move", &text);
    if (end != EXTERNAL_NORMAL) return end;
    *second = MOVE_NONE;
    int used = game->move_parse(game, text, first);
    bool single = used == 2 && strncmp(text + 2, "@@", 2) == 0;
    if (used == 2 && (single || game->move_parse(game, text + 2, second) == 2))
        return EXTERNAL_NORMAL;
    return external_refuse(engine, "answered \"move %.80s\", which is no turn of two stones", text);
}

/* A turn is heard as a whole and handed out stone by stone. */
static enum external_end ask(struct external *engine, move_t *move) {
    if (engine->held != MOVE_NONE) {
        *move = engine->held;
        engine->held = MOVE_NONE;
        return EXTERNAL_NORMAL;
    }
    move_t second;
    enum external_end end = say_new_black(engine);
    if (end == EXTERNAL_NORMAL) end = hear_turn(engine, move, &second);
    if (end != EXTERNAL_NORMAL) return end;
    move_t legal[GAME_MOVES_MAX];
    bool wants_single =
        engine->count == 0 || engine->game->moves(engine->game, &engine->position, legal) == 1;
    if (wants_single != (second == MOVE_NONE))
        return external_refuse(engine, "played %s, but the turn has %s",
                               wants_single ? "two stones" : "one stone",
                               wants_single ? "one: \"move JJ@@\"" : "two");
    engine->held = second;
    return EXTERNAL_NORMAL;
}

static enum external_end finish(struct external *engine) {
    bool began = engine->side != 0 || engine->knows_board;
    return began ? external_say(engine, "end") : EXTERNAL_NORMAL;
}

const struct external_protocol external_sau = {
    .name = "sau",
    .games = "connect6, connect(m,n,k,2,1)",
    .usual_game = "connect6",
    .quit = "quit",
    .plays = plays,
    .greet = greet,
    .begin = begin,
    .tell = tell,
    .ask = ask,
    .finish = finish,
};
