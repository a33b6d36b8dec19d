/*
 * GTP 2 (Farnebäck, "Specification of the Go Text Protocol") as Othello programs speak it: every
 * command is answered by "= …" or "? …" and an empty line.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "tuner/external/drive.h"

static bool plays(const struct game *game) {
    return strcmp(game->name, "reversi") == 0;
}

/* Hears an answer: its first line from its mark on. What comes before it is no answer. */
static enum external_end hear_answer(struct external *engine, char *out, size_t size) {
    const char *line;
    enum external_end end;
    do end = external_hear(engine, &line);
    while (end == EXTERNAL_NORMAL && *line != '=' && *line != '?');
    if (end == EXTERNAL_NORMAL) snprintf(out, size, "%s", line);
    while (end == EXTERNAL_NORMAL && *line) end = external_hear(engine, &line);
    return end;
}

/* Says a command and hears whether it was taken. */
static enum external_end command(struct external *engine, const char *text, bool optional) {
    char answer[128];
    enum external_end end = external_say(engine, "%s", text);
    if (end == EXTERNAL_NORMAL) end = hear_answer(engine, answer, sizeof answer);
    if (end == EXTERNAL_NORMAL && *answer == '?' && !optional)
        return external_refuse(engine, "answered \"%.80s\" to \"%.80s\"", answer, text);
    return end;
}

static enum external_end greet(struct external *engine) {
    return command(engine, "protocol_version", true);
}

static const char *colour_of(const struct external *engine, const void *position) {
    return engine->game->side(position) == 0 ? "black" : "white";
}

static enum external_end tell(struct external *engine, const void *position, move_t move) {
    char text[MOVE_TEXT_MAX], line[64];
    engine->game->move_format(engine->game, move, text);
    snprintf(line, sizeof line, "play %s %s", colour_of(engine, position), text);
    return command(engine, line, false);
}

static int whole_seconds(double seconds) {
    return (int)seconds + (seconds > (int)seconds);
}

/* The times of this command are whole numbers. A time a move is an overtime of one move, an
 * increment the same after the game's own time. */
static enum external_end tell_time(struct external *engine) {
    const struct external_spec *spec = engine->spec;
    char line[96];
    if (spec->time == 0 && spec->clock == 0) return EXTERNAL_NORMAL;
    double overtime = spec->clock > 0 ? spec->increment : spec->time;
    snprintf(line, sizeof line, "time_settings %d %d %d", whole_seconds(spec->clock),
             whole_seconds(overtime), overtime > 0);
    return command(engine, line, true);
}

static enum external_end begin(struct external *engine) {
    struct state state;
    enum external_end end = command(engine, "boardsize 8", true);
    if (end == EXTERNAL_NORMAL) end = command(engine, "clear_board", false);
    if (end == EXTERNAL_NORMAL) end = tell_time(engine);
    engine->game->start(engine->game, &state);
    for (int i = 0; i < engine->count && end == EXTERNAL_NORMAL; i++) {
        end = tell(engine, &state, engine->moves[i]);
        engine->game->play(engine->game, &state, engine->moves[i]);
    }
    return end;
}

/* Before each move, since Edax goes by this alone: the game's time, or the overtime's. */
static enum external_end tell_time_left(struct external *engine) {
    const struct external_spec *spec = engine->spec;
    char line[96];
    if (spec->time == 0 && spec->clock == 0) return EXTERNAL_NORMAL;
    snprintf(line, sizeof line, "time_left %s %.10g %d", colour_of(engine, &engine->position),
             (int)(1000 * (spec->clock > 0 ? engine->clock : spec->time)) / 1000.0,
             spec->clock == 0);
    return command(engine, line, true);
}

static enum external_end ask(struct external *engine, move_t *move) {
    char answer[128] = "";
    enum external_end end = tell_time_left(engine);
    if (end == EXTERNAL_NORMAL)
        end = external_say(engine, "genmove %s", colour_of(engine, &engine->position));
    if (end == EXTERNAL_NORMAL) end = hear_answer(engine, answer, sizeof answer);
    if (end != EXTERNAL_NORMAL) return end;
    if (*answer == '?') return external_refuse(engine, "answered \"%.80s\" to genmove", answer);
    const char *text = answer + 1 + strspn(answer + 1, "0123456789 \t");
    if (strncasecmp(text, "resign", 6) == 0) return EXTERNAL_RESIGNED;
    return external_read_move(engine, text, move);
}

const struct external_protocol external_gtp = {
    .name = "gtp",
    .games = "reversi",
    .usual_game = "reversi",
    .tells_time = true,
    .knows_openings = true,
    .quit = "quit",
    .plays = plays,
    .greet = greet,
    .begin = begin,
    .tell = tell,
    .ask = ask,
};
