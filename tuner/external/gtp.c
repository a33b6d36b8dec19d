/*
 * gtp_drive: an engine that speaks GTP: every command is answered by "= …" or "? …" and an empty
 * line.
 *
 * A controller's duties, by the protocol's text (Farnebäck 2002):
 *
 *     one command at a time, the next one after the answer, which ends with an empty line and of
 *         which CR is no part: gtp_drive_hear_answer
 *     protocol_version and the commands of time may be unknown to an engine, and boardsize to one
 *         that knows one board only; "unacceptable size" is another thing: gtp_drive_tell_size
 *     clear_board after boardsize, and for every game: gtp_drive_begin
 *     times are whole seconds; engines that take fractions are told them, and those of Hex no
 *         number of moves: gtp_drive_tell_time_left
 *     colours, vertices, pass and resign come in any case: gtp_vertex_parse
 *     quit is answered, then it ends: external_dismiss
 *
 * What looks like an answer and is none, as of engines that greet by themselves or answer twice, is
 * skipped where it was said before the command, and where it has no move or the last one again:
 * gtp_drive_greet, gtp_drive_hear_move.
 *
 * The time-out is not told, unlike in other protocols: an engine that is told a time plays by it,
 * and forgets the level of its own arguments (Edax).
 */
#include "engine/protocol/gtp/wire.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "tuner/external/drive.h"

static bool gtp_drive_plays(const struct game *game) {
    (void)game;
    return true;
}

enum { GTP_ANSWER_MAX = 128 };

/* Hears an answer: its first line from its mark on. What comes before it is no answer. */
static enum external_end gtp_drive_hear_answer(struct external *engine, char out[GTP_ANSWER_MAX]) {
    const char *line;
    enum external_end end;
    do end = external_hear(engine, &line);
    while (end == EXTERNAL_NORMAL && *line != GTP_TAKEN && *line != GTP_REFUSED);
    if (end == EXTERNAL_NORMAL) snprintf(out, GTP_ANSWER_MAX, "%s", line);
    while (end == EXTERNAL_NORMAL && *line) end = external_hear(engine, &line);
    return end;
}

static enum external_end gtp_drive_exchange(struct external *engine, const char *text,
                                            char answer[GTP_ANSWER_MAX]) {
    enum external_end end = external_say(engine, "%s", text);
    return end == EXTERNAL_NORMAL ? gtp_drive_hear_answer(engine, answer) : end;
}

/* What stands behind the mark of an answer and its number. */
static const char *gtp_drive_text_of(const char *answer) {
    return *answer ? answer + 1 + strspn(answer + 1, "0123456789 \t") : answer;
}

/* What may be refused: nothing, what an engine does not know, everything. */
enum gtp_need { GTP_NEEDED, GTP_IF_KNOWN, GTP_OPTIONAL };

static bool gtp_drive_does_not_know(const char *answer) {
    static const char unknown[] = "unknown";
    while (*answer && strncasecmp(answer, unknown, sizeof unknown - 1) != 0) answer++;
    return *answer != '\0';
}

/* Says a command and hears whether it was taken. */
static enum external_end gtp_drive_command(struct external *engine, const char *text,
                                           enum gtp_need need, bool *taken) {
    char answer[GTP_ANSWER_MAX] = "";
    external_skip(engine);
    enum external_end end = gtp_drive_exchange(engine, text, answer);
    bool refused = *answer == GTP_REFUSED;
    if (taken) *taken = !refused;
    if (end != EXTERNAL_NORMAL || !refused || need == GTP_OPTIONAL) return end;
    if (need == GTP_IF_KNOWN && gtp_drive_does_not_know(answer)) return end;
    return external_refuse(engine, "answered \"%.80s\" to \"%.80s\"", answer, text);
}

/* The answer is a number, or a refusal. If it is something else, the engine may have greeted by
 * itself: then another question gets another answer, and the number's comes after that. */
static enum external_end gtp_drive_greet(struct external *engine) {
    char first[GTP_ANSWER_MAX] = "", second[GTP_ANSWER_MAX] = "";
    enum external_end end = gtp_drive_exchange(engine, GTP_VERSION, first);
    bool answers =
        *first == GTP_REFUSED || isdigit((unsigned char)first[1 + strspn(first + 1, " ")]);
    if (end != EXTERNAL_NORMAL || answers) return end;
    end = gtp_drive_exchange(engine, GTP_VERSION, second);
    if (end != EXTERNAL_NORMAL || strcmp(first, second) == 0) return end;
    return gtp_drive_hear_answer(engine, second);
}

static enum external_end gtp_drive_say(struct external *engine, const char *line) {
    return gtp_drive_command(engine, line, GTP_NEEDED, NULL);
}

static const char *gtp_drive_colour_of(const struct external *engine, const void *position) {
    return gtp_colour(engine->game->side(position));
}

static enum external_end gtp_drive_tell(struct external *engine, const void *position,
                                        move_t move) {
    char text[MOVE_TEXT_MAX], line[64];
    gtp_vertex_format(engine->game, move, text);
    snprintf(line, sizeof line, GTP_PLAY " %s %s", gtp_drive_colour_of(engine, position), text);
    return gtp_drive_command(engine, line, GTP_NEEDED, NULL);
}

/* At most the whole seconds that there are, but at least 1: 0 would mean that there is no time. */
static int gtp_drive_whole_seconds(double seconds) {
    return seconds > 0 && seconds < 1 ? 1 : (int)seconds;
}

/* The times of this command are whole numbers. A time a move is an overtime of one move. A clock's
 * increment shows in the time that is left: if it were told as an overtime after the game's own
 * time, Edax would take it for a move's. */
static enum external_end gtp_drive_tell_time(struct external *engine) {
    const struct external_spec *spec = engine->spec;
    char line[96];
    if (spec->time == 0 && spec->clock == 0) return EXTERNAL_NORMAL;
    snprintf(line, sizeof line, GTP_TIME_SETTINGS " %d %d %d", gtp_drive_whole_seconds(spec->clock),
             gtp_drive_whole_seconds(spec->time), spec->clock == 0);
    return gtp_drive_command(engine, line, GTP_OPTIONAL, NULL);
}

/* There is no word for a board that is not square: the engine must know it. */
static enum external_end gtp_drive_tell_size(struct external *engine) {
    char line[32];
    if (engine->game->columns != engine->game->rows) return EXTERNAL_NORMAL;
    snprintf(line, sizeof line, GTP_BOARDSIZE " %d", engine->game->columns);
    return gtp_drive_command(engine, line, GTP_IF_KNOWN, NULL);
}

static enum external_end gtp_drive_begin(struct external *engine) {
    struct state state;
    enum external_end end = gtp_drive_tell_size(engine);
    if (end == EXTERNAL_NORMAL) end = gtp_drive_command(engine, GTP_CLEAR, GTP_NEEDED, NULL);
    if (end == EXTERNAL_NORMAL) end = gtp_drive_tell_time(engine);
    engine->game->start(engine->game, &state);
    for (int i = 0; i < engine->count && end == EXTERNAL_NORMAL; i++) {
        end = gtp_drive_tell(engine, &state, engine->moves[i]);
        engine->game->play(engine->game, &state, engine->moves[i]);
    }
    return end;
}

/* Ways to tell the time left: in fractions of a second, in whole seconds as the protocol has it,
 * and without the number of moves (Benzene). */
enum gtp_time_way { GTP_FRACTION, GTP_WHOLE, GTP_NO_MOVES, GTP_TIME_WAYS };

static enum external_end gtp_drive_say_time_left(struct external *engine, double seconds,
                                                 enum gtp_time_way way, bool *taken) {
    char line[96];
    const char *colour = gtp_drive_colour_of(engine, &engine->position);
    if (way == GTP_NO_MOVES)
        snprintf(line, sizeof line, GTP_TIME_LEFT " %s %.10g", colour, seconds);
    else
        snprintf(line, sizeof line, GTP_TIME_LEFT " %s %.10g %d", colour,
                 way == GTP_WHOLE ? (int)seconds : seconds, engine->spec->clock == 0);
    return gtp_drive_command(engine, line, GTP_OPTIONAL, taken);
}

/* Before each move, since Edax goes by this alone: the game's time, or the overtime's. */
static enum external_end gtp_drive_tell_time_left(struct external *engine) {
    const struct external_spec *spec = engine->spec;
    enum external_end end = EXTERNAL_NORMAL;
    bool taken = spec->time == 0 && spec->clock == 0;
    double left = (int)(1000 * (spec->clock > 0 ? engine->clock : spec->time)) / 1000.0;
    for (int way = 0; way < GTP_TIME_WAYS && end == EXTERNAL_NORMAL && !taken; way++)
        end = gtp_drive_say_time_left(engine, left, (enum gtp_time_way)way, &taken);
    return end;
}

/* Whether an answer to genmove was one to an earlier command: without a word, or the last move
 * again. */
static bool gtp_drive_is_stale(struct external *engine, const char *answer) {
    const char *text = gtp_drive_text_of(answer);
    move_t move;
    if (*answer == GTP_REFUSED) return false;
    if (!*text) return true;
    return gtp_vertex_parse(engine->game, text, &move) > 0 && external_repeats(engine, text, move);
}

static enum external_end gtp_drive_hear_move(struct external *engine, char answer[GTP_ANSWER_MAX]) {
    bool wordless = false;
    for (;;) {
        enum external_end end = gtp_drive_hear_answer(engine, answer);
        if (end == EXTERNAL_TIMED_OUT && wordless)
            return external_refuse(engine, "answered \"=\" to " GTP_GENMOVE ", and no move");
        if (end != EXTERNAL_NORMAL || !gtp_drive_is_stale(engine, answer)) return end;
        wordless |= !*gtp_drive_text_of(answer);
    }
}

static enum external_end gtp_drive_ask(struct external *engine, move_t *move) {
    char answer[GTP_ANSWER_MAX] = "";
    enum external_end end = gtp_drive_tell_time_left(engine);
    external_skip(engine);
    if (end == EXTERNAL_NORMAL)
        end =
            external_say(engine, GTP_GENMOVE " %s", gtp_drive_colour_of(engine, &engine->position));
    if (end == EXTERNAL_NORMAL) end = gtp_drive_hear_move(engine, answer);
    if (end != EXTERNAL_NORMAL) return end;
    if (*answer == GTP_REFUSED)
        return external_refuse(engine, "answered \"%.80s\" to " GTP_GENMOVE, answer);
    const char *text = gtp_drive_text_of(answer);
    if (strncasecmp(text, GTP_RESIGN, strlen(GTP_RESIGN)) == 0) return EXTERNAL_RESIGNED;
    return external_read_move(engine, gtp_vertex_parse, text, move);
}

const struct external_protocol external_gtp = {
    .name = "gtp",
    .games = "every game",
    .usual_game = "reversi",
    .tells_time = true,
    .tells_clock = true,
    .knows_openings = true,
    .quit = GTP_QUIT,
    .plays = gtp_drive_plays,
    .greet = gtp_drive_greet,
    .command = gtp_drive_say,
    .begin = gtp_drive_begin,
    .tell = gtp_drive_tell,
    .ask = gtp_drive_ask,
};
