/*
 * drive: what all protocols share: an engine's start and end, its position, its clock, and what
 * counts as a fault. hone's own rules check everything that an engine says.
 */
#include "tuner/external/drive.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"
#include "engine/base/shown.h"
#include "tuner/external/fill.h"

enum { STARTS_TRIED = 3 };
/* For a program that was told to quit; for one that closed its output and may be ending. */
static const double quit_seconds = 0.5, closed_seconds = 0.5;
/* For its answer to the question whether it can begin another game. */
static const double renew_seconds = 1;
/* For a move by a number of nodes; after that, or half the time-out, the user is told what may be
 * wrong. */
static const double silent_seconds = 5;

const char *const external_end_names[EXTERNAL_ENDS] = {
    [EXTERNAL_NORMAL] = "normal",           [EXTERNAL_RESIGNED] = "resignation",
    [EXTERNAL_CRASHED] = "crash",           [EXTERNAL_DISCONNECTED] = "disconnect",
    [EXTERNAL_TIMED_OUT] = "timeout",       [EXTERNAL_ILLEGAL] = "illegal",
    [EXTERNAL_NOT_STARTED] = "start",       [EXTERNAL_ADJUDICATED] = "adjudication",
    [EXTERNAL_INTERRUPTED] = "interrupted",
};

bool external_is_fault(enum external_end end) {
    return end >= EXTERNAL_CRASHED && end <= EXTERNAL_NOT_STARTED;
}

/* ---- a program that lives and dies ---- */

void external_init(struct external *engine, const struct external_spec *spec,
                   const struct game *game) {
    *engine = (struct external){.spec = spec, .game = game, .launch = &spec->launch, .set = ""};
}

/* Ends the program and keeps its last errors. A program that closed its output and ended has
 * crashed; one that only closed its output is disconnected. */
static enum external_end external_put_down(struct external *engine, enum external_end fault) {
    struct text how = {0};
    bool closed = fault == EXTERNAL_DISCONNECTED;
    bool ended = process_end(engine->process, closed ? closed_seconds : 0, &how);
    if (closed && ended) {
        fault = EXTERNAL_CRASHED;
        snprintf(engine->detail, sizeof engine->detail, "%s", text_get(&how));
    }
    text_add(&engine->errors, "%s", process_errors(engine->process));
    process_free(engine->process);
    engine->process = NULL;
    text_free(&how);
    return fault;
}

/* Sets the next deadline: `seconds` from now, or from the end of the pause. */
static double external_allow(struct external *engine, double seconds) {
    process_rest(engine->moved + engine->spec->protocol->pause);
    double now = clock_seconds();
    engine->deadline = now + seconds;
    return now;
}

void external_dismiss(struct external *engine) {
    if (!engine->process) return;
    external_allow(engine, quit_seconds);
    external_say(engine, "%s", engine->spec->protocol->quit);
    process_hang_up(engine->process);
}

void external_stop(struct external *engine) {
    if (engine->process) {
        process_end(engine->process, engine->deadline - clock_seconds(), NULL);
        process_free(engine->process);
        engine->process = NULL;
    }
    text_free(&engine->errors);
    offers_free(&engine->offers);
}

static enum external_end external_ended(struct external *engine, enum external_end end) {
    if (end == EXTERNAL_NORMAL || end == EXTERNAL_RESIGNED) return end;
    return external_put_down(engine, end);
}

/* By the line that the user gave for that, or as the protocol does. */
static enum external_end external_set(struct external *engine,
                                      const struct external_setting *setting) {
    const struct external_protocol *protocol = engine->spec->protocol;
    const struct fill values[] = {{"name", setting->name}, {"value", setting->value}};
    struct text line = {0};
    if (!*engine->set) return protocol->set(engine, setting->name, setting->value);
    fill_add(engine->set, values, COUNT_OF(values), &line);
    enum external_end end = protocol->command(engine, text_get(&line));
    text_free(&line);
    return end;
}

static enum external_end external_say_settings(struct external *engine) {
    enum external_end end = EXTERNAL_NORMAL;
    for (int i = 0; i < engine->said_count && end == EXTERNAL_NORMAL; i++)
        end = external_set(engine, &engine->said[i]);
    return end;
}

/* What a user can do for an engine that loads a large net. */
static void external_name_startup(struct external *engine) {
    size_t used = strlen(engine->detail);
    snprintf(engine->detail + used, sizeof engine->detail - used,
             ", %g s from its start (%s gives it longer)", engine->spec->startup,
             engine->before_start ? "engine.options = \"startup=60\"" : "startup=60");
}

/* Starts the program and has it begin the game; a fault in this is one of the start. */
static enum external_end external_start(struct external *engine) {
    const struct external_protocol *protocol = engine->spec->protocol;
    if (engine->failed_starts >= STARTS_TRIED) {
        snprintf(engine->detail, sizeof engine->detail,
                 "failed to start %d times in a row and was not tried again", STARTS_TRIED);
        return EXTERNAL_NOT_STARTED;
    }
    if (engine->before_start) engine->before_start(engine->seat);
    engine->process = process_start(engine->launch);
    engine->failed_starts++;
    engine->heard = false;
    engine->last_word[0] = '\0';
    enum external_end end = protocol->greet(engine);
    const struct external_setting *settings = engine->spec->settings;
    for (int i = 0; i < engine->spec->setting_count && end == EXTERNAL_NORMAL; i++)
        end = protocol->set(engine, settings[i].name, settings[i].value);
    if (end == EXTERNAL_NORMAL) end = external_say_settings(engine);
    if (end == EXTERNAL_NORMAL) end = protocol->begin(engine);
    if (end == EXTERNAL_NORMAL && engine->heard) engine->failed_starts = 0;
    end = external_ended(engine, end);
    if (end == EXTERNAL_TIMED_OUT) external_name_startup(engine);
    return end == EXTERNAL_NORMAL || end == EXTERNAL_INTERRUPTED ? end : EXTERNAL_NOT_STARTED;
}

/* ---- a game ---- */

static void external_play(struct external *engine, move_t move) {
    engine->game->play(engine->game, &engine->position, move);
    engine->evals[engine->count] = (struct record_eval){0};
    engine->moves[engine->count++] = move;
}

static void external_set_up(struct external *engine, int side, const void *start,
                            const move_t *opening, int count) {
    engine->side = side;
    engine->count = 0;
    engine->set_up = start != NULL;
    engine->game->start(engine->game, &engine->start);
    if (start) memcpy(&engine->start, start, engine->game->state_size);
    engine->position = engine->start;
    engine->opening = count;
    engine->opinion = (struct opinion){0};
    for (int i = 0; i < count; i++) external_play(engine, opening[i]);
    engine->clock = engine->spec->clock;
    engine->knows_board = false;
    engine->held = MOVE_NONE;
    engine->detail[0] = '\0';
    text_free(&engine->errors);
}

/* Whether it is ready for another game. The caller notices Ctrl-C. */
static bool external_renew(struct external *engine) {
    const struct external_protocol *protocol = engine->spec->protocol;
    if (!protocol->renew) return true;
    if (engine->starts_anew) return false;
    double startup = engine->spec->startup;
    external_allow(engine, startup < renew_seconds ? startup : renew_seconds);
    enum external_end end = protocol->renew(engine);
    engine->starts_anew = end != EXTERNAL_NORMAL && end != EXTERNAL_INTERRUPTED;
    return !engine->starts_anew;
}

/* Begins the game that is set up. */
static enum external_end external_begin_game(struct external *engine) {
    if (engine->process && !external_renew(engine)) {
        external_dismiss(engine);
        external_stop(engine);
    }
    engine->detail[0] = '\0';
    external_allow(engine, engine->spec->startup);
    if (!engine->process) return external_start(engine);
    process_forget_errors(engine->process);
    enum external_end end = external_say_settings(engine);
    if (end == EXTERNAL_NORMAL) end = engine->spec->protocol->begin(engine);
    return external_ended(engine, end);
}

enum external_end external_begin(struct external *engine, int side, const void *start,
                                 const move_t *opening, int count) {
    external_set_up(engine, side, start, opening, count);
    return external_begin_game(engine);
}

static double external_silence(const struct external *engine) {
    double half = engine->spec->timeout / 2;
    return half < silent_seconds ? half : silent_seconds;
}

/* A part of the time on the clock is not counted: the pipe's. */
static double external_seconds_allowed(const struct external *engine) {
    const struct external_spec *spec = engine->spec;
    double clock = engine->clock + EXTERNAL_GRACE;
    if (spec->clock == 0) return spec->timeout;
    return spec->timeout > 0 && spec->timeout < clock ? spec->timeout : clock;
}

/* A quarter of the time-out: on a busy machine an engine that measures processor time (wine) takes
 * more than twice what it is told. */
double external_turn_seconds(const struct external *engine) {
    const struct external_spec *spec = engine->spec;
    double most = spec->timeout > 0 ? spec->timeout / 4 : spec->clock;
    if (spec->clock > 0 && spec->clock < most) most = spec->clock;
    return spec->time > 0 && spec->time < spec->timeout ? spec->time : most;
}

static void external_stop_clock(struct external *engine, double started) {
    engine->clock -= clock_seconds() - started;
    if (engine->clock < 0) engine->clock = 0;
    engine->clock += engine->spec->increment;
}

/* What may be wrong with an engine that did not answer. One that has not said a line is not known
 * to have started: in some protocols it need not, before its first move. */
static enum external_end external_explain_silence(struct external *engine) {
    const struct external_spec *spec = engine->spec;
    char *detail = engine->detail;
    size_t used = strlen(detail), room = sizeof engine->detail - used;
    if (!engine->heard)
        snprintf(detail + used, room, " and has said nothing since its start: does it speak %s?",
                 spec->protocol->name);
    else if (spec->nodes > 0)
        snprintf(detail + used, room, "; if it does not know nodes, give it a depth or a time");
    return engine->heard ? EXTERNAL_TIMED_OUT : EXTERNAL_NOT_STARTED;
}

static enum external_end external_ask(struct external *engine, move_t *move) {
    double started = external_allow(engine, external_seconds_allowed(engine));
    engine->eval = (struct record_eval){0};
    engine->repeated = false;
    engine->patience = engine->spec->nodes > 0 ? started + external_silence(engine) : 0;
    enum external_end end = engine->spec->protocol->ask(engine, move);
    engine->patience = 0;
    engine->moved = clock_seconds();
    engine->eval.seconds = engine->moved - started;
    if (engine->spec->clock > 0) external_stop_clock(engine, started);
    if (end == EXTERNAL_TIMED_OUT && engine->repeated)
        return external_refuse(engine, "played %s again, and no other move", engine->last_word);
    if (end == EXTERNAL_TIMED_OUT) return external_explain_silence(engine);
    if (end != EXTERNAL_NORMAL || game_legal(engine->game, &engine->position, *move)) return end;
    char text[MOVE_TEXT_MAX];
    engine->game->move_format(engine->game, *move, text);
    return external_refuse(engine, "played %s, which is not legal there", text);
}

enum external_end external_move(struct external *engine, move_t *move) {
    *move = engine->game->pass;
    if (game_must_pass(engine->game, &engine->position)) return external_tell(engine, *move);
    enum external_end end = external_ended(engine, external_ask(engine, move));
    if (end != EXTERNAL_NORMAL) return end;
    engine->failed_starts = 0;
    external_play(engine, *move);
    engine->evals[engine->count - 1] = engine->eval;
    opinion_add(&engine->opinion, &engine->spec->opinion, &engine->eval);
    return end;
}

enum external_end external_tell(struct external *engine, move_t move) {
    struct state before = engine->position;
    external_play(engine, move);
    external_allow(engine, engine->spec->timeout > 0 ? engine->spec->timeout : EXTERNAL_TIMEOUT);
    return external_ended(engine, engine->spec->protocol->tell(engine, &before, move));
}

void external_finish(struct external *engine) {
    const struct external_protocol *protocol = engine->spec->protocol;
    if (!engine->process || !protocol->finish) return;
    external_allow(engine, quit_seconds);
    external_ended(engine, protocol->finish(engine));
}

/* ---- for the protocols ---- */

void external_name(struct external *engine, const char *name) {
    snprintf(engine->announced, sizeof engine->announced, "%s", name);
    text_make_harmless(engine->announced, "");
}

void external_log(struct external *engine, const char *line) {
    if (engine->errors.length > PROCESS_ERRORS_MAX) return;
    text_add(&engine->errors, "%.200s\n", line);
    text_make_harmless(engine->errors.data, "\n\t");
}

static enum external_end external_end_of(struct external *engine, enum process_result result) {
    static const struct {
        enum external_end end;
        const char *detail;
    } table[] = {
        [PROCESS_OK] = {EXTERNAL_NORMAL, ""},
        [PROCESS_LATE] = {EXTERNAL_TIMED_OUT, "did not answer in time"},
        [PROCESS_CLOSED] = {EXTERNAL_DISCONNECTED, "closed its output"},
        [PROCESS_FLOODING] = {EXTERNAL_TIMED_OUT, "said too much without an answer"},
        [PROCESS_INTERRUPTED] = {EXTERNAL_INTERRUPTED, "interrupted"},
    };
    snprintf(engine->detail, sizeof engine->detail, "%s", table[result].detail);
    return table[result].end;
}

enum external_end external_say(struct external *engine, const char *format, ...) {
    struct text line = {0};
    va_list args;
    va_start(args, format);
    text_add_list(&line, format, args);
    va_end(args);
    text_add(&line, "\n");
    enum process_result result = process_send(engine->process, line.data, engine->deadline);
    text_free(&line);
    enum external_end end = external_end_of(engine, result);
    if (result == PROCESS_CLOSED)
        snprintf(engine->detail, sizeof engine->detail, "closed its input");
    return end;
}

enum external_end external_say_line(struct external *engine, const char *line) {
    return external_say(engine, "%s", line);
}

/* Engines that do not know a limit think on, and a user would see nothing for a minute. */
static void external_say_silent(struct external *engine) {
    static bool said;
    bool first;
#pragma omp critical(external)
    {
        first = !said;
        said = true;
    }
    if (first)
        shown_warn("%s has not answered nodes=%d for %.3g s: it may not know that limit; if so, "
                   "give it depth= or time=\n",
                   engine->spec->name, engine->spec->nodes, external_silence(engine));
    engine->patience = 0;
}

enum external_end external_hear(struct external *engine, const char **line) {
    enum process_result result = PROCESS_LATE;
    if (engine->patience > 0 && engine->patience < engine->deadline) {
        result = process_line(engine->process, engine->patience, line);
        if (result == PROCESS_LATE) external_say_silent(engine);
    }
    if (result == PROCESS_LATE) result = process_line(engine->process, engine->deadline, line);
    engine->heard |= result != PROCESS_LATE;
    if (result == PROCESS_OK) {
        *line += text_mark(*line);
        *line += strspn(*line, " \t");
    }
    return external_end_of(engine, result);
}

void external_skip(struct external *engine) {
    process_skip(engine->process);
}

bool external_begins(const char *line, const char *word, const char **rest) {
    size_t length = strlen(word);
    bool is_word = isalnum((unsigned char)word[length - 1]);
    if (strncasecmp(line, word, length) != 0) return false;
    *rest = line + length + strspn(line + length, " \t");
    return !(is_word && isalnum((unsigned char)line[length]));
}

enum external_end external_hear_word(struct external *engine, const char *word, const char **rest) {
    const char *line;
    enum external_end end;
    do end = external_hear(engine, &line);
    while (end == EXTERNAL_NORMAL && !external_begins(line, word, rest));
    return end;
}

/* An engine's words are kept and printed. */
enum external_end external_refuse(struct external *engine, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(engine->detail, sizeof engine->detail, format, args);
    va_end(args);
    text_make_harmless(engine->detail, "");
    return EXTERNAL_ILLEGAL;
}

bool external_repeats(struct external *engine, const char *word, move_t move) {
    char said[sizeof engine->last_word];
    snprintf(said, sizeof said, "%.*s", (int)strcspn(word, " \t"), word);
    bool again = *said && strcasecmp(said, engine->last_word) == 0;
    memcpy(engine->last_word, said, sizeof said);
    if (!again || (move != MOVE_NONE && game_legal(engine->game, &engine->position, move)))
        return false;
    return engine->repeated = true;
}

enum external_end external_read_move(struct external *engine,
                                     int (*parse)(const struct game *, const char *, move_t *),
                                     const char *text, move_t *move) {
    int used = parse(engine->game, text, move);
    if (used > 0 && !isalnum((unsigned char)text[used])) return EXTERNAL_NORMAL;
    return external_refuse(engine, "answered \"%.80s\", which is no move", text);
}
