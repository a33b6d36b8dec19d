/*
 * uci_drive: an engine that speaks UCI: before each move it is told the whole game.
 *
 * A board's duties, by the protocol's text (Kahlen and Meyer-Kahlen 2004):
 *
 *     uci first, and nothing else before uciok; id and option lines come in between: …_greet
 *     options are set by their own names, which may have blanks, while the engine does not
 *         search; isready afterwards, and patience, since tables may be loaded: …_set, …_begin
 *     ucinewgame before each game, and isready behind it: uci_drive_begin
 *     position is the start or a FEN, and all moves since, so that repetitions are seen
 *     go has limits of the user's; clocks are whole milliseconds of both sides
 *     no question in a position without moves: toga2 answers it by a1a1
 *     exactly one bestmove answers go: one that is left over is heard before readyok, which is
 *         asked for again before each go
 *     unknown words and lines are passed over: external_hear_word
 *
 * Fairy-Stockfish takes its first command for the choice of a protocol.
 */
#include "engine/protocol/uci/wire.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/external/drive.h"

/* ---- before a game ---- */

/* The engine answers when it has done everything before it. */
static enum external_end uci_drive_ping(struct external *engine) {
    const char *rest;
    enum external_end end = external_say(engine, UCI_PING);
    return end == EXTERNAL_NORMAL ? external_hear_word(engine, UCI_PONG, &rest) : end;
}

static enum external_end uci_drive_hear_hello(struct external *engine) {
    const char *line, *rest;
    offers_free(&engine->offers);
    for (;;) {
        enum external_end end = external_hear(engine, &line);
        if (end != EXTERNAL_NORMAL || external_begins(line, UCI_HELLO_DONE, &rest)) return end;
        if (external_begins(line, UCI_ID_NAME, &rest)) external_name(engine, rest);
        if (external_begins(line, UCI_OPTION, &rest)) offers_read(&engine->offers, rest);
    }
}

static enum external_end uci_drive_set(struct external *engine, const char *name,
                                       const char *value) {
    const struct offer *offer = offers_find(&engine->offers, name);
    struct error why;
    if (!offer) return external_refuse(engine, "has no option \"%.80s\"", name);
    if (offer_check(offer, value, &why))
        return external_refuse(engine, "has an option of which %s", why.text);
    if (offer->type == OFFER_BUTTON) return external_say(engine, UCI_SET " name %s", offer->name);
    return external_say(engine, UCI_SET " name %s value %s", offer->name, value);
}

/* Which game, where the engine has several. */
static enum external_end uci_drive_choose_game(struct external *engine) {
    const struct offer *variant = offers_find(&engine->offers, UCI_VARIANT);
    const char *game = engine->game->name;
    engine->dialect = variant ? UCI_RANKS_FROM_1 : UCI_RANKS_FROM_0;
    if (!variant || strcmp(variant->initial, game) == 0) return EXTERNAL_NORMAL;
    return uci_drive_set(engine, UCI_VARIANT, game);
}

static enum external_end uci_drive_greet(struct external *engine) {
    enum external_end end = external_say(engine, UCI_HELLO);
    if (end == EXTERNAL_NORMAL) end = uci_drive_hear_hello(engine);
    return end == EXTERNAL_NORMAL ? uci_drive_choose_game(engine) : end;
}

static enum external_end uci_drive_begin(struct external *engine) {
    enum external_end end = external_say(engine, UCI_NEW_GAME);
    return end == EXTERNAL_NORMAL ? uci_drive_ping(engine) : end;
}

/* The whole game is told when a move is asked for. */
static enum external_end uci_drive_tell(struct external *engine, const void *position,
                                        move_t move) {
    (void)engine, (void)position, (void)move;
    return EXTERNAL_NORMAL;
}

/* ---- a move ---- */

static enum external_end uci_drive_say_position(struct external *engine) {
    struct text line = {0};
    text_add(&line, UCI_POSITION " %s", engine->set_up ? "fen " : "startpos");
    if (engine->set_up) records_fen_format(engine->game, &engine->start, &line);
    if (engine->count > 0) text_add(&line, " moves");
    for (int i = 0; i < engine->count; i++) {
        char name[MOVE_TEXT_MAX];
        uci_move_format(engine->game, engine->dialect, engine->moves[i], name);
        text_add(&line, " %s", name);
    }
    enum external_end end = external_say(engine, "%s", text_get(&line));
    text_free(&line);
    return end;
}

/* Milliseconds, at least one. */
static double uci_drive_ms(double seconds) {
    return fmax(1, floor(1000 * seconds));
}

/* An engine whose clock runs is told its own for the other side too, of which nothing is known. */
static enum external_end uci_drive_say_go(struct external *engine) {
    const struct external_spec *spec = engine->spec;
    struct text line = {0};
    double clock = uci_drive_ms(engine->clock), increment = floor(1000 * spec->increment);
    text_add(&line, UCI_GO);
    if (spec->clock > 0)
        text_add(&line, " wtime %.0f btime %.0f winc %.0f binc %.0f", clock, clock, increment,
                 increment);
    if (spec->depth > 0) text_add(&line, " depth %d", spec->depth);
    if (spec->nodes > 0) text_add(&line, " nodes %d", spec->nodes);
    if (spec->time > 0 || (spec->clock == 0 && !spec->depth && !spec->nodes))
        text_add(&line, " movetime %.0f", uci_drive_ms(external_turn_seconds(engine)));
    enum external_end end = external_say(engine, "%s", text_get(&line));
    text_free(&line);
    return end;
}

/* The whole number behind a word of a line of words. */
static bool uci_drive_number(const char *line, const char *word, int *out) {
    size_t length = strlen(word);
    for (const char *at = line; (at = strstr(at, word)) != NULL; at++) {
        if ((at > line && at[-1] != ' ') || at[length] != ' ') continue;
        *out = atoi(at + length);
        return true;
    }
    return false;
}

/* The score of its first line, if it is no bound. */
static void uci_drive_hear_info(struct external *engine, const char *line) {
    struct record_eval eval = {.known = true};
    const char *text;
    int rank = 1;
    if (external_begins(line, "string", &text)) return;
    uci_drive_number(line, "multipv", &rank);
    eval.mate = uci_drive_number(line, "score mate", &eval.score);
    if (!eval.mate && !uci_drive_number(line, "score cp", &eval.score)) return;
    if (rank != 1 || strstr(line, " lowerbound") || strstr(line, " upperbound")) return;
    uci_drive_number(line, "depth", &eval.depth);
    engine->eval = eval;
}

static enum external_end uci_drive_hear_best(struct external *engine, move_t *move) {
    const char *line, *rest;
    for (;;) {
        enum external_end end = external_hear(engine, &line);
        if (end != EXTERNAL_NORMAL) return end;
        if (external_begins(line, UCI_INFO, &rest)) uci_drive_hear_info(engine, rest);
        if (external_begins(line, UCI_BEST, &rest)) break;
    }
    int used = uci_move_parse(engine->game, engine->dialect, rest, move);
    if (used > 0 && (rest[used] == '\0' || rest[used] == ' ')) return EXTERNAL_NORMAL;
    return external_refuse(engine, "answered \"" UCI_BEST " %.80s\", which is no move", rest);
}

static enum external_end uci_drive_ask(struct external *engine, move_t *move) {
    enum external_end end = uci_drive_say_position(engine);
    if (end == EXTERNAL_NORMAL) end = uci_drive_ping(engine);
    if (end == EXTERNAL_NORMAL) end = uci_drive_say_go(engine);
    return end == EXTERNAL_NORMAL ? uci_drive_hear_best(engine, move) : end;
}

static bool uci_drive_plays(const struct game *game) {
    return uci_carries(game);
}

const struct external_protocol external_uci = {
    .name = "uci",
    .games = "chess and xiangqi",
    .usual_game = "chess",
    .tells_time = true,
    .tells_clock = true,
    .tells_depth = true,
    .tells_nodes = true,
    .knows_openings = true,
    .knows_positions = true,
    .quit = UCI_QUIT,
    .plays = uci_drive_plays,
    .greet = uci_drive_greet,
    .command = external_say_line,
    .set = uci_drive_set,
    .begin = uci_drive_begin,
    .tell = uci_drive_tell,
    .ask = uci_drive_ask,
};
