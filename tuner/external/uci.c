/*
 * uci_drive: an engine that speaks UCI, or UCCI, which is much the same for xiangqi: before each
 * move it is told the whole game.
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
 *
 * Of UCCI besides, by its text (xqbase, "cchess_ucci" 3.0):
 *
 *     the position is the one after the last capture, and the moves since: …_say_position
 *     options have no word "name", and _ for blanks; usemillisec is set where it is one: …_set
 *     go has one clock, in milliseconds, and moves to go or an increment: …_say_go
 *     nobestmove, and a move with "resign" behind it, are heard: …_hear_best
 */
#include "engine/protocol/uci/wire.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/external/drive.h"

/* ---- before a game ---- */

/* The engine answers when it has done everything before it: `line`, "" or one that ends. */
static enum external_end uci_drive_say_and_ping(struct external *engine, const char *line) {
    const char *rest;
    enum external_end end = external_say(engine, "%s" UCI_PING, line);
    return end == EXTERNAL_NORMAL ? external_hear_word(engine, UCI_PONG, &rest) : end;
}

static enum external_end uci_drive_ping(struct external *engine) {
    return uci_drive_say_and_ping(engine, "");
}

static bool uci_drive_is_ucci(const struct external *engine) {
    return engine->spec->protocol == &external_ucci;
}

static void uci_drive_hear_option(struct external *engine, const char *text) {
    struct text line = {0};
    text_add(&line, "%s%s", uci_drive_is_ucci(engine) ? "name " : "", text);
    offers_read(&engine->offers, text_get(&line));
    text_free(&line);
}

static enum external_end uci_drive_hear_hello(struct external *engine) {
    const char *line, *rest, *last = uci_drive_is_ucci(engine) ? UCCI_HELLO_DONE : UCI_HELLO_DONE;
    offers_free(&engine->offers);
    for (;;) {
        enum external_end end = external_hear(engine, &line);
        if (end != EXTERNAL_NORMAL || external_begins(line, last, &rest)) return end;
        if (external_begins(line, UCI_ID_NAME, &rest)) external_name(engine, rest);
        if (external_begins(line, UCI_OPTION, &rest)) uci_drive_hear_option(engine, rest);
    }
}

static enum external_end uci_drive_set(struct external *engine, const char *name,
                                       const char *value) {
    const struct offer *offer = offers_find(&engine->offers, name);
    struct error why;
    if (!offer) return external_refuse(engine, "has no option \"%.80s\"", name);
    if (offer_check(offer, value, &why))
        return external_refuse(engine, "does not take that option: %s", why.text);
    bool button = offer->type == OFFER_BUTTON;
    if (uci_drive_is_ucci(engine))
        return external_say(engine, UCI_SET " %s %s", offer->name, button ? "" : value);
    if (button) return external_say(engine, UCI_SET " name %s", offer->name);
    return external_say(engine, UCI_SET " name %s value %s", offer->name, value);
}

/* The unit of times, where that can be set. */
static enum external_end ucci_drive_settle(struct external *engine) {
    engine->dialect = UCI_RANKS_FROM_0;
    if (!offers_find(&engine->offers, UCCI_MILLISECONDS)) return EXTERNAL_NORMAL;
    return uci_drive_set(engine, UCCI_MILLISECONDS, "true");
}

/* The game, where the engine has several. */
static enum external_end uci_drive_settle(struct external *engine) {
    const struct offer *variant = offers_find(&engine->offers, UCI_VARIANT);
    const char *game = engine->game->name;
    engine->castles_apart = false;
    if (uci_drive_is_ucci(engine)) return ucci_drive_settle(engine);
    engine->dialect = variant ? UCI_RANKS_FROM_1 : UCI_RANKS_FROM_0;
    if (!variant || strcmp(variant->initial, game) == 0) return EXTERNAL_NORMAL;
    return uci_drive_set(engine, UCI_VARIANT, game);
}

static enum external_end uci_drive_greet(struct external *engine) {
    enum external_end end =
        external_say(engine, "%s", uci_drive_is_ucci(engine) ? UCCI_HELLO : UCI_HELLO);
    if (end == EXTERNAL_NORMAL) end = uci_drive_hear_hello(engine);
    return end == EXTERNAL_NORMAL ? uci_drive_settle(engine) : end;
}

/* An option of castling as in Chess960 is set where the position has it. */
static enum external_end uci_drive_settle_castling(struct external *engine) {
    bool needed = uci_needs_chess960(engine->game, &engine->start);
    bool was = engine->castles_apart;
    engine->castles_apart = needed;
    if (needed == was) return EXTERNAL_NORMAL;
    return uci_drive_set(engine, UCI_CHESS960, needed ? "true" : "false");
}

static enum external_end uci_drive_say_new_game(struct external *engine) {
    if (!uci_drive_is_ucci(engine)) return external_say(engine, UCI_NEW_GAME);
    bool known = offers_find(&engine->offers, UCCI_NEW_GAME) != NULL;
    return known ? uci_drive_set(engine, UCCI_NEW_GAME, "") : EXTERNAL_NORMAL;
}

static enum external_end uci_drive_begin(struct external *engine) {
    enum external_end end = uci_drive_settle_castling(engine);
    if (end == EXTERNAL_NORMAL) end = uci_drive_say_new_game(engine);
    return end == EXTERNAL_NORMAL ? uci_drive_ping(engine) : end;
}

/* The whole game is told when a move is asked for. */
static enum external_end uci_drive_tell(struct external *engine, const void *position,
                                        move_t move) {
    (void)engine, (void)position, (void)move;
    return EXTERNAL_NORMAL;
}

/* ---- a move ---- */

static int uci_drive_pieces(const struct game *game, const struct state *state) {
    int count = 0;
    for (int point = 0; point < game->columns * game->rows; point++)
        count += game->stone(state, point) >= 0;
    return count;
}

/* What is told begins there: where UCCI wants it, after the last capture. How many moves come
 * before. */
static int uci_drive_first(const struct external *engine, struct state *first) {
    const struct game *game = engine->game;
    struct state state = *first = engine->start;
    int moves = 0, pieces = uci_drive_pieces(game, &state);
    for (int i = 0; i < engine->count && uci_drive_is_ucci(engine); i++) {
        game->play(game, &state, engine->moves[i]);
        int left = uci_drive_pieces(game, &state);
        if (left < pieces) *first = state, moves = i + 1;
        pieces = left;
    }
    return moves;
}

/* The moves from `first` on, which are played in `state`. */
static void uci_drive_print_moves(const struct external *engine, int first, struct state *state,
                                  struct text *out) {
    const struct game *game = engine->game;
    if (first < engine->count) text_add(out, " moves");
    for (int i = first; i < engine->count; i++) {
        char name[MOVE_TEXT_MAX];
        if (engine->castles_apart)
            uci_castling_format(game, state, engine->moves[i], name);
        else
            uci_move_format(game, engine->dialect, engine->moves[i], name);
        text_add_char(out, ' '); /* without formats, since a long game has hundreds of moves */
        text_add_bytes(out, name, strlen(name));
        if (engine->castles_apart) game->play(game, state, engine->moves[i]);
    }
}

/* In one write with the question whether it is ready, so that the engine wakes once. */
static enum external_end uci_drive_say_position(struct external *engine) {
    struct text line = {0};
    struct state state;
    int first = uci_drive_first(engine, &state);
    bool usual = !engine->set_up && first == 0;
    text_add(&line, UCI_POSITION " %s", usual ? "startpos" : "fen ");
    if (!usual) records_fen_format(engine->game, &state, &line);
    uci_drive_print_moves(engine, first, &state, &line);
    text_add(&line, "\n");
    enum external_end end = uci_drive_say_and_ping(engine, text_get(&line));
    text_free(&line);
    return end;
}

/* Milliseconds, at least one. An engine of UCCI that does not know them counts whole seconds. */
static double uci_drive_time(const struct external *engine, double seconds) {
    bool whole = uci_drive_is_ucci(engine) && !offers_find(&engine->offers, UCCI_MILLISECONDS);
    return fmax(1, floor((whole ? 1 : 1000) * seconds));
}

static void uci_drive_print_clock(const struct external *engine, struct text *out) {
    double clock = uci_drive_time(engine, engine->clock), increment = engine->spec->increment;
    increment = increment > 0 ? uci_drive_time(engine, increment) : 0;
    if (uci_drive_is_ucci(engine))
        text_add(out, " time %.0f increment %.0f", clock, increment);
    else
        text_add(out, " wtime %.0f btime %.0f winc %.0f binc %.0f", clock, clock, increment,
                 increment);
}

/* An engine whose clock runs is told its own for the other side too, of which nothing is known. */
static enum external_end uci_drive_say_go(struct external *engine) {
    const struct external_spec *spec = engine->spec;
    struct text line = {0};
    text_add(&line, UCI_GO);
    if (spec->clock > 0) uci_drive_print_clock(engine, &line);
    if (spec->depth > 0) text_add(&line, " depth %d", spec->depth);
    if (spec->nodes > 0) text_add(&line, " nodes %d", spec->nodes);
    if (spec->time > 0 || (spec->clock == 0 && !spec->depth && !spec->nodes))
        text_add(&line, uci_drive_is_ucci(engine) ? " time %.0f movestogo 1" : " movetime %.0f",
                 uci_drive_time(engine, external_turn_seconds(engine)));
    enum external_end end = external_say(engine, "%s", text_get(&line));
    text_free(&line);
    return end;
}

/* The whole number behind a word of a line of words. */
static bool uci_drive_number(const char *line, const char *word, int *out) {
    size_t length = strlen(word);
    for (const char *at = line; (at = strstr(at, word)) != NULL; at++) {
        if ((at > line && at[-1] != ' ') || at[length] != ' ') continue;
        char *end;
        double value = decimal_read(at + length, &end);
        *out = (int)fmax(INT32_MIN + 1, fmin(INT32_MAX, value));
        return end > at + length;
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
    if (!eval.mate && !uci_drive_number(line, "score cp", &eval.score) &&
        !uci_drive_number(line, "score", &eval.score))
        return;
    if (rank != 1 || strstr(line, " lowerbound") || strstr(line, " upperbound")) return;
    if (uci_drive_number(line, "depth", &eval.depth)) eval.depth = max_int(0, eval.depth);
    engine->eval = eval;
}

/* In coordinates; castling also as in Chess960. */
static int uci_drive_read_move(const struct external *engine, const char *text, move_t *move) {
    int used = uci_move_parse(engine->game, engine->dialect, text, move);
    if (!engine->castles_apart || game_legal(engine->game, &engine->position, *move)) return used;
    return game_move_read(engine->game, &engine->position, text, move);
}

/* An answer that is no move; engines have several words for having none yet. */
static enum external_end uci_drive_refuse_answer(struct external *engine, const char *word,
                                                 const char *rest) {
    static const char *const none[] = {"(none)", "none", "null", "(null)", "0000"};
    bool has_none = strcmp(word, UCI_BEST) != 0;
    const char *end;
    for (size_t i = 0; i < COUNT_OF(none); i++) has_none |= external_begins(rest, none[i], &end);
    return external_refuse(engine, "answered \"%s%s%.80s\", which is no move%s", word,
                           *rest ? " " : "", rest,
                           has_none && engine->spec->nodes > 0
                               ? "; if so few nodes give it none, give it more nodes or a depth"
                               : "");
}

static enum external_end uci_drive_hear_best(struct external *engine, move_t *move) {
    const char *line, *rest;
    for (;;) {
        enum external_end end = external_hear(engine, &line);
        if (end != EXTERNAL_NORMAL) return end;
        if (external_begins(line, UCI_INFO, &rest)) uci_drive_hear_info(engine, rest);
        if (external_begins(line, UCI_BEST, &rest)) break;
        if (uci_drive_is_ucci(engine) && external_begins(line, UCCI_NO_MOVE, &rest))
            return uci_drive_refuse_answer(engine, UCCI_NO_MOVE, rest);
    }
    int used = uci_drive_read_move(engine, rest, move);
    if (used > 0 && strstr(rest + used, " resign")) return EXTERNAL_RESIGNED;
    if (used > 0 && (rest[used] == '\0' || rest[used] == ' ')) return EXTERNAL_NORMAL;
    return uci_drive_refuse_answer(engine, UCI_BEST, rest);
}

static enum external_end uci_drive_ask(struct external *engine, move_t *move) {
    enum external_end end = uci_drive_say_position(engine);
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
    .hears_scores = true,
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

static bool ucci_drive_plays(const struct game *game) {
    return uci_carries(game) && game->rows == 10;
}

const struct external_protocol external_ucci = {
    .name = "ucci",
    .games = "xiangqi",
    .usual_game = "xiangqi",
    .tells_time = true,
    .tells_clock = true,
    .tells_depth = true,
    .hears_scores = true,
    .tells_nodes = true,
    .knows_openings = true,
    .knows_positions = true,
    .quit = UCI_QUIT,
    .plays = ucci_drive_plays,
    .greet = uci_drive_greet,
    .command = external_say_line,
    .set = uci_drive_set,
    .begin = uci_drive_begin,
    .tell = uci_drive_tell,
    .ask = uci_drive_ask,
};
