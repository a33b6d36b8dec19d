/*
 * sau_drive: an engine of the platform SAU. A turn is one line, so the first of its stones waits
 * for the second, told and heard alike. The platform knows no positions but the start.
 *
 * A platform's duties:
 *
 *     name? is answered by name, but an engine may know its games only (Cloudict): one that is
 *         silent must have a first stone to play: sau_drive_greet
 *     new tells the colour, and Black's first move answers it: sau_drive_begin
 *     a lonely stone fills its turn with @@, or is alone: sau_turn_parse
 *     other lines comment: external_hear_word
 *     what was said before a question is no answer to it: sau_drive_say_new_black, sau_drive_tell;
 *         nor is its last move, said again behind the question: sau_drive_hear_turn
 *     end at the end of a game, quit: sau_drive_finish, external_dismiss
 *
 * `error`, by which the platform asks for another move, is not used: an illegal move loses. accept,
 * refuse, take and taken are for positions that the engines agree on; there are none here.
 */
#include "engine/protocol/sau/wire.h"

#include "engine/base/clock.h"
#include "tuner/external/drive.h"

static enum external_end sau_drive_ask_name(struct external *engine) {
    const char *rest;
    enum external_end end = external_say(engine, SAU_ASK_NAME);
    return end == EXTERNAL_NORMAL ? external_hear_word(engine, SAU_NAME, &rest) : end;
}

/* Its name may take half of the time that its start may. */
static enum external_end sau_drive_greet(struct external *engine) {
    double deadline = engine->deadline;
    const char *rest;
    engine->deadline -= (deadline - clock_seconds()) / 2;
    enum external_end end = sau_drive_ask_name(engine);
    engine->deadline = deadline;
    if (end != EXTERNAL_TIMED_OUT) return end;
    end = external_say(engine, SAU_NEW " " SAU_BLACK);
    return end == EXTERNAL_NORMAL ? external_hear_word(engine, SAU_MOVE, &rest) : end;
}

/* Black thinks from `new` on, so Black gets it when its move is wanted: no answer is left over from
 * a game that the other engine could not begin. */
static enum external_end sau_drive_begin(struct external *engine) {
    return engine->side == 0 ? EXTERNAL_NORMAL : external_say(engine, SAU_NEW " " SAU_WHITE);
}

static enum external_end sau_drive_say_new_black(struct external *engine) {
    if (engine->side != 0 || engine->knows_board) return EXTERNAL_NORMAL;
    engine->knows_board = true;
    external_skip(engine);
    return external_say(engine, SAU_NEW " " SAU_BLACK);
}

/* A stone waits for the turn's second one. */
static enum external_end sau_drive_tell(struct external *engine, const void *position,
                                        move_t move) {
    const struct game *game = engine->game;
    char text[SAU_TURN_TEXT + 1];
    move_t turn[SAU_STONES];
    int count = 0;
    bool turn_goes_on = game->side(&engine->position) == game->side(position);
    if (game->over(game, &engine->position)) return EXTERNAL_NORMAL;
    if (turn_goes_on) {
        engine->held = move;
        return EXTERNAL_NORMAL;
    }
    if (engine->held != MOVE_NONE) turn[count++] = engine->held;
    turn[count++] = move;
    engine->held = MOVE_NONE;
    sau_turn_format(game, turn, count, text);
    external_skip(engine);
    return external_say(engine, SAU_MOVE " %s", text);
}

static enum external_end sau_drive_hear_turn(struct external *engine, move_t turn[SAU_STONES],
                                             int *count) {
    const char *text;
    do {
        enum external_end end = external_hear_word(engine, SAU_MOVE, &text);
        if (end != EXTERNAL_NORMAL) return end;
        *count = sau_turn_parse(engine->game, text, turn);
    } while (*count > 0 && external_repeats(engine, text, turn[0]));
    if (*count > 0) return EXTERNAL_NORMAL;
    return external_refuse(engine, "answered \"move %.80s\", which is no turn of two stones", text);
}

/* A turn is heard as a whole and handed out stone by stone. */
static enum external_end sau_drive_ask(struct external *engine, move_t *move) {
    const struct game *game = engine->game;
    if (engine->held != MOVE_NONE) {
        *move = engine->held;
        engine->held = MOVE_NONE;
        return EXTERNAL_NORMAL;
    }
    move_t turn[SAU_STONES];
    int count;
    enum external_end end = sau_drive_say_new_black(engine);
    if (end == EXTERNAL_NORMAL) end = sau_drive_hear_turn(engine, turn, &count);
    if (end != EXTERNAL_NORMAL) return end;
    bool single =
        game->turn_left(&engine->position) == 1 || game->plies_left(&engine->position) == 1;
    if (single != (count == 1))
        return external_refuse(engine, "played %s, but the turn has %s",
                               single ? "two stones" : "one stone",
                               single ? "one: \"move JJ@@\"" : "two");
    *move = turn[0];
    if (!single) engine->held = turn[1];
    return EXTERNAL_NORMAL;
}

static enum external_end sau_drive_finish(struct external *engine) {
    bool began = engine->side != 0 || engine->knows_board;
    return began ? external_say(engine, SAU_END) : EXTERNAL_NORMAL;
}

const struct external_protocol external_sau = {
    .name = "sau",
    .games = "connect6, connect(m,n,k,2,1)",
    .usual_game = "connect6",
    .quit = SAU_QUIT,
    .plays = sau_carries,
    .greet = sau_drive_greet,
    .command = external_say_line,
    .begin = sau_drive_begin,
    .tell = sau_drive_tell,
    .ask = sau_drive_ask,
    .finish = sau_drive_finish,
};
