/*
 * gomocup_drive: an engine that speaks Gomocup: it answers each of the opponent's moves with its
 * own, so a move is told when its answer is asked for. The game says whether a line of more than
 * five wins as well.
 *
 * A manager's duties, by the protocol's text and the reference manager (Piskvork, protocol.cpp):
 *
 *     lines may end in LF, CR or CRLF, words come in any case, empty lines are nothing: process,
 *         external_begins
 *     START is answered by OK or refused by ERROR; a text may follow: gomocup_drive_greet
 *     RESTART is optional: a process that does not answer OK is ended and started: external_renew
 *     limits of time and memory are told before the first move, time_left before every one, which
 *         is 2147483647 where a game has no limit; nothing is read after INFO: …_inform
 *     BEGIN, or the first stone by TURN; BOARD where more stones stand: …_say_turn
 *     MESSAGE and DEBUG are no answers, UNKNOWN and ERROR go to the log: gomocup_drive_hear
 *     SUGGEST is answered by PLAY: gomocup_drive_hear_move
 *     what was said before the question is no answer to it: gomocup_drive_ask; nor is its last
 *         move, said again behind the question: gomocup_drive_repeats
 *     END, then a second's patience: external_stop
 *
 * Besides, there is a pause before the first words after a move: Rapfi prints its move, then clears
 * a flag, and drops the words that come in between (seen at .08 ms; 1, 5 and 20 ms lost no game).
 */
#include "engine/protocol/gomocup/wire.h"

#include <stdio.h>
#include <string.h>

#include "tuner/external/drive.h"

/* Engines know five in a row on square boards only. */
static bool gomocup_drive_plays(const struct game *game) {
    return gomocup_carries(game) && game->columns == game->rows && game->in_a_row == 5;
}

/* ---- what it says ---- */

enum gomocup_kind {
    GOMOCUP_NOTHING,
    GOMOCUP_ACCEPTS,
    GOMOCUP_PLAYS,
    GOMOCUP_SUGGESTS,
    GOMOCUP_FAILS,
    GOMOCUP_DOES_NOT_KNOW
};

struct gomocup_heard {
    const char *line; /* valid until the next one is heard */
    move_t point;     /* MOVE_NONE: beyond the board */
    int failures;     /* lines of ERROR since the question was asked again */
};

/* As the reference manager, it looks at the beginning of a line only. */
static enum gomocup_kind gomocup_drive_kind(const struct game *game, struct gomocup_heard *heard) {
    const char *rest;
    if (gomocup_point_parse(game, heard->line, &heard->point) > 0) return GOMOCUP_PLAYS;
    if (external_begins(heard->line, GOMOCUP_OK, &rest)) return GOMOCUP_ACCEPTS;
    if (external_begins(heard->line, GOMOCUP_ERROR, &rest)) return GOMOCUP_FAILS;
    if (external_begins(heard->line, GOMOCUP_UNKNOWN, &rest)) return GOMOCUP_DOES_NOT_KNOW;
    if (external_begins(heard->line, GOMOCUP_SUGGEST, &rest) &&
        gomocup_point_parse(game, rest, &heard->point) > 0)
        return heard->point == MOVE_NONE ? GOMOCUP_PLAYS : GOMOCUP_SUGGESTS;
    return GOMOCUP_NOTHING;
}

/* Hears the next line that is not empty. */
static enum external_end gomocup_drive_hear(struct external *engine, enum gomocup_kind *kind,
                                            struct gomocup_heard *heard) {
    do {
        enum external_end end = external_hear(engine, &heard->line);
        if (end != EXTERNAL_NORMAL) return end;
        *kind = gomocup_drive_kind(engine->game, heard);
    } while (*kind == GOMOCUP_NOTHING);
    if (*kind == GOMOCUP_FAILS || *kind == GOMOCUP_DOES_NOT_KNOW) external_log(engine, heard->line);
    return EXTERNAL_NORMAL;
}

/* ---- before a game ---- */

/* Says what must be answered by OK. Points that come before it answer an older question. */
static enum external_end gomocup_drive_command(struct external *engine, const char *command) {
    struct gomocup_heard heard;
    enum gomocup_kind kind = GOMOCUP_PLAYS;
    enum external_end end = external_say(engine, "%s", command);
    while (end == EXTERNAL_NORMAL && (kind == GOMOCUP_PLAYS || kind == GOMOCUP_SUGGESTS))
        end = gomocup_drive_hear(engine, &kind, &heard);
    if (end != EXTERNAL_NORMAL || kind == GOMOCUP_ACCEPTS) return end;
    return external_refuse(engine, "answered \"%.80s\" to %s", heard.line, command);
}

static enum external_end gomocup_drive_greet(struct external *engine) {
    char start[32];
    snprintf(start, sizeof start, GOMOCUP_START " %d", engine->game->columns);
    return gomocup_drive_command(engine, start);
}

static enum external_end gomocup_drive_renew(struct external *engine) {
    return gomocup_drive_command(engine, GOMOCUP_RESTART);
}

/* Engines read the value into 32 bits. */
static enum external_end gomocup_drive_inform(struct external *engine, const char *key,
                                              double number) {
    if (number > GOMOCUP_NO_LIMIT) number = GOMOCUP_NO_LIMIT;
    return external_say(engine, GOMOCUP_INFO " %s %.0f", key, number);
}

/* Keys that an engine does not know are passed over. */
static enum external_end gomocup_drive_set(struct external *engine, const char *name,
                                           const char *value) {
    return external_say(engine, GOMOCUP_INFO " %s %s", name, value);
}

/* The machine's memory, which holds without a limit, is not told. */
static enum external_end gomocup_drive_inform_of_memory(struct external *engine) {
    int memory = engine->spec->launch.limits.memory;
    if (memory == 0 || memory == launch_limits_usual().memory) return EXTERNAL_NORMAL;
    return gomocup_drive_inform(engine, GOMOCUP_MEMORY, memory * 1048576.);
}

static enum external_end gomocup_drive_begin(struct external *engine) {
    enum external_end end = external_say(engine, GOMOCUP_INFO " " GOMOCUP_RULE " %s",
                                         engine->game->exact ? GOMOCUP_EXACT : GOMOCUP_FREE_STYLE);
    double turn = external_turn_seconds(engine) * 1000;
    if (end == EXTERNAL_NORMAL)
        end = gomocup_drive_inform(engine, GOMOCUP_TURN_TIME, turn < 1 ? 1 : turn);
    if (end == EXTERNAL_NORMAL)
        end = gomocup_drive_inform(engine, GOMOCUP_MATCH_TIME, engine->spec->clock * 1000);
    return end == EXTERNAL_NORMAL ? gomocup_drive_inform_of_memory(engine) : end;
}

/* ---- a move ---- */

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
    if (!engine->knows_board && engine->count > 1) return gomocup_drive_say_board(engine);
    gomocup_point_format(engine->game, engine->moves[engine->count - 1], point);
    return external_say(engine, GOMOCUP_TURN " %s", point);
}

/* The stages of telling a position again, which happens once: words of the first time may have been
 * lost. */
enum gomocup_stage { GOMOCUP_ASKED, GOMOCUP_CLEARING, GOMOCUP_ASKED_AGAIN };

static enum external_end gomocup_drive_ask_again(struct external *engine,
                                                 enum gomocup_stage *stage) {
    *stage = GOMOCUP_ASKED_AGAIN;
    engine->knows_board = true;
    if (engine->count == 0) return external_say(engine, GOMOCUP_BEGIN);
    return gomocup_drive_say_board(engine);
}

/* Clears a board before it is told again, if the engine can. An engine that complained of INFO but
 * is thinking gives its move before the answer. */
static enum external_end gomocup_drive_clear(struct external *engine, enum gomocup_stage *stage) {
    if (engine->starts_anew) return gomocup_drive_ask_again(engine, stage);
    *stage = GOMOCUP_CLEARING;
    engine->knows_board = false;
    return external_say(engine, GOMOCUP_RESTART);
}

/* Whether it may have refused a line of INFO, not the question: it cannot clear its board, which
 * would have told when its answers to those end. */
static bool gomocup_drive_bears(const struct external *engine, struct gomocup_heard *heard) {
    enum { INFOS_MAX = 5 }; /* before a question */
    return engine->starts_anew && heard->failures++ < INFOS_MAX;
}

/* The next step after a line that is not its move. */
static enum external_end gomocup_drive_go_on(struct external *engine, enum gomocup_kind kind,
                                             struct gomocup_heard *heard,
                                             enum gomocup_stage *stage) {
    char point[GOMOCUP_POINT_TEXT];
    if (kind == GOMOCUP_SUGGESTS) {
        gomocup_point_format(engine->game, heard->point, point);
        return external_say(engine, GOMOCUP_PLAY " %s", point);
    }
    if (kind != GOMOCUP_FAILS && *stage == GOMOCUP_CLEARING)
        return gomocup_drive_ask_again(engine, stage);
    if (kind != GOMOCUP_FAILS || *stage == GOMOCUP_CLEARING) return EXTERNAL_NORMAL;
    if (*stage == GOMOCUP_ASKED) return gomocup_drive_clear(engine, stage);
    if (gomocup_drive_bears(engine, heard)) return EXTERNAL_NORMAL;
    return external_refuse(engine, "answered \"%.80s\"", heard->line);
}

static bool gomocup_drive_repeats(struct external *engine, const struct gomocup_heard *heard) {
    char point[GOMOCUP_POINT_TEXT];
    if (heard->point == MOVE_NONE) return false;
    gomocup_point_format(engine->game, heard->point, point);
    return external_repeats(engine, point, heard->point);
}

static enum external_end gomocup_drive_hear_move(struct external *engine,
                                                 struct gomocup_heard *heard) {
    enum gomocup_stage stage = GOMOCUP_ASKED;
    enum gomocup_kind kind;
    for (;;) {
        enum external_end end = gomocup_drive_hear(engine, &kind, heard);
        if (end != EXTERNAL_NORMAL) return end;
        if (kind == GOMOCUP_PLAYS && gomocup_drive_repeats(engine, heard)) continue;
        if (kind == GOMOCUP_PLAYS) return end;
        end = gomocup_drive_go_on(engine, kind, heard, &stage);
        if (end != EXTERNAL_NORMAL) return end;
    }
}

static enum external_end gomocup_drive_ask(struct external *engine, move_t *move) {
    struct gomocup_heard heard = {0};
    external_skip(engine);
    enum external_end end =
        gomocup_drive_inform(engine, GOMOCUP_TIME_LEFT,
                             engine->spec->clock > 0 ? engine->clock * 1000 : GOMOCUP_NO_LIMIT);
    if (end == EXTERNAL_NORMAL) end = gomocup_drive_say_turn(engine);
    engine->knows_board = true;
    if (end == EXTERNAL_NORMAL) end = gomocup_drive_hear_move(engine, &heard);
    if (end != EXTERNAL_NORMAL) return end;
    *move = heard.point;
    if (*move != MOVE_NONE) return EXTERNAL_NORMAL;
    return external_refuse(engine, "played %.40s, which is not on the board", heard.line);
}

const struct external_protocol external_gomocup = {
    .name = "gomocup",
    .games = "gomoku, connect(n,n,5,1,1), connect(n,n,5,1,1,exact)",
    .usual_game = "gomoku",
    .tells_time = true,
    .tells_clock = true,
    .knows_openings = true,
    .pause = 0.005,
    .quit = GOMOCUP_END,
    .plays = gomocup_drive_plays,
    .greet = gomocup_drive_greet,
    .command = external_say_line,
    .set = gomocup_drive_set,
    .renew = gomocup_drive_renew,
    .begin = gomocup_drive_begin,
    .tell = gomocup_drive_tell,
    .ask = gomocup_drive_ask,
};
