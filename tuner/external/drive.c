/*
 * drive: what all protocols share: the line that names an engine, its start and end, its position,
 * its clock, and what counts as a fault. hone's own rules check everything that an engine says.
 */
#include "tuner/external/drive.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"

enum { STARTS_TRIED = 3 };
static const double grace_seconds = 2, timeout_seconds = 60, startup_seconds = 10;
/* For a program that was told to quit; for one that closed its output and may be ending. */
static const double quit_seconds = 0.5, closed_seconds = 0.5;
/* For its answer to the question whether it can begin another game. */
static const double renew_seconds = 1;

const char *const external_end_names[EXTERNAL_ENDS] = {
    [EXTERNAL_NORMAL] = "normal",     [EXTERNAL_RESIGNED] = "resignation",
    [EXTERNAL_CRASHED] = "crash",     [EXTERNAL_DISCONNECTED] = "disconnect",
    [EXTERNAL_TIMED_OUT] = "timeout", [EXTERNAL_ILLEGAL] = "illegal",
    [EXTERNAL_NOT_STARTED] = "start", [EXTERNAL_INTERRUPTED] = "interrupted",
};

bool external_is_fault(enum external_end end) {
    return end != EXTERNAL_NORMAL && end != EXTERNAL_RESIGNED && end != EXTERNAL_INTERRUPTED;
}

/* ---- the line that names one ---- */

static const char prefix[] = "cmd:";
#define FORM "cmd:COMMAND ARGUMENTS;protocol=gtp|nboard|gomocup|sau"

bool external_is_spec(const char *text) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* The bytes up to a ; that is not in quotes; `*open` is the quote that has no end, or 0. */
static size_t spec_part_length(const char *text, char *open) {
    char quote = '\0';
    size_t i = 0;
    for (; text[i] && (quote || text[i] != ';'); i++) {
        if (text[i] == '\\' && quote != '\'' && text[i + 1])
            i++;
        else if (quote ? text[i] == quote : text[i] == '\'' || text[i] == '"')
            quote = quote ? '\0' : text[i];
    }
    *open = quote;
    return i;
}

static int spec_parse_protocol(const char *value, struct external_spec *out, struct error *error) {
    static const struct external_protocol *const protocols[] = {&external_gtp, &external_nboard,
                                                                &external_gomocup, &external_sau};
    for (size_t i = 0; i < COUNT_OF(protocols); i++)
        if (strcmp(value, protocols[i]->name) == 0) out->protocol = protocols[i];
    if (out->protocol) return 0;
    return error_set(error, "protocol=%.40s: it must be gtp, nboard, gomocup or sau", value);
}

static int spec_parse_name(const char *value, struct external_spec *out, struct error *error) {
    bool fits = *value && strlen(value) < sizeof out->name;
    for (const char *c = value; fits && *c;) {
        int length = utf8_length(c);
        fits = length > 0;
        c += length;
    }
    if (!fits)
        return error_set(error, "name=%.80s: 1 to %d bytes of text are needed", value,
                         (int)sizeof out->name - 1);
    snprintf(out->name, sizeof out->name, "%s", value);
    return 0;
}

/* Options that are a number: "=%.40s: %s are needed". */
static const struct spec_number {
    const char *key;
    double lower, upper;
    const char *needed;
    bool whole;
    size_t offset;
} spec_numbers[] = {
#define SPEC_SECONDS "seconds from 0.001 to 1000000"
#define SPEC_MIB "MiB from 1 to 16777216, or 0 for no limit,"
    {"time", 0.001, 1e6, SPEC_SECONDS, false, offsetof(struct external_spec, time)},
    {"timeout", 0.001, 1e6, SPEC_SECONDS, false, offsetof(struct external_spec, timeout)},
    {"startup", 0.001, 1e6, SPEC_SECONDS, false, offsetof(struct external_spec, startup)},
    {"depth", 1, 100, "plies from 1 to 100", true, offsetof(struct external_spec, depth)},
    {"memory", 0, 1 << 24, SPEC_MIB, true, offsetof(struct external_spec, launch.limits.memory)},
    {"cpu", 0, 1e9, "whole seconds, or 0 for no limit,", true,
     offsetof(struct external_spec, launch.limits.cpu)},
    {"processes", 0, 1000, "processes from 1 to 1000, or 0 for no limit,", true,
     offsetof(struct external_spec, launch.limits.processes)},
    {"file", 0, 1 << 24, SPEC_MIB, true, offsetof(struct external_spec, launch.limits.file)},
    {"output", 0, 1 << 24, SPEC_MIB, true, offsetof(struct external_spec, launch.limits.output)},
};

static int spec_parse_number(const struct spec_number *number, const char *value,
                             struct external_spec *out, struct error *error) {
    void *field = (char *)out + number->offset;
    int64_t whole;
    if (!number->whole && parse_double(value, number->lower, number->upper, field)) return 0;
    if (number->whole && parse_i64(value, (int64_t)number->lower, (int64_t)number->upper, &whole)) {
        *(int *)field = (int)whole;
        return 0;
    }
    return error_set(error, "%s=%.40s: %s are needed", number->key, value, number->needed);
}

static int spec_parse_clock(const char *value, struct external_spec *out, struct error *error) {
    char seconds[32];
    const char *plus = strchr(value, '+');
    size_t length = plus ? (size_t)(plus - value) : strlen(value);
    snprintf(seconds, sizeof seconds, "%.*s", (int)length, value);
    if (length < sizeof seconds && parse_double(seconds, 0.001, 1e6, &out->clock) &&
        (!plus || parse_double(plus + 1, 0, 1e6, &out->increment)))
        return 0;
    return error_set(error, "clock=%.40s: seconds and increment are needed, as in clock=60+0.5",
                     value);
}

static int spec_parse_option(const char *option, struct external_spec *out, struct error *error) {
    const char *value = strchr(option, '=');
    char key[16];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(option, "="), option);
    if (value++) {
        if (strcmp(key, "protocol") == 0) return spec_parse_protocol(value, out, error);
        if (strcmp(key, "name") == 0) return spec_parse_name(value, out, error);
        if (strcmp(key, "clock") == 0) return spec_parse_clock(value, out, error);
        if (strcmp(key, "env") == 0) return launch_add_variable(&out->launch, value, error);
        for (size_t i = 0; i < COUNT_OF(spec_numbers); i++)
            if (strcmp(key, spec_numbers[i].key) == 0)
                return spec_parse_number(&spec_numbers[i], value, out, error);
    }
    return error_set(error,
                     "\"%.40s\" is none of protocol=, name=, time=, clock=, depth=, timeout=, "
                     "startup=, env=, memory=, cpu=, processes=, file= and output=; a ; within the "
                     "command must stand in quotes",
                     option);
}

static int spec_parse_options(const char *at, struct external_spec *out, struct error *error) {
    while (*at == ';') {
        size_t length = strcspn(++at, ";");
        struct text option = {0};
        text_add_bytes(&option, at, length);
        int status = spec_parse_option(text_get(&option), out, error);
        text_free(&option);
        if (status) return -1;
        at += length;
    }
    return 0;
}

/* The file name of the command. */
static void spec_name_command(struct external_spec *spec) {
    const char *slash = strrchr(spec->launch.words[0], '/');
    snprintf(spec->name, sizeof spec->name, "%s", slash ? slash + 1 : spec->launch.words[0]);
    if (!spec->name[0]) snprintf(spec->name, sizeof spec->name, "external");
    text_make_harmless(spec->name, "");
}

static int spec_check(const struct external_spec *spec, struct error *error) {
    const struct external_protocol *protocol = spec->protocol;
    if (!protocol) return error_set(error, "the protocol is missing: " FORM);
    if (spec->time > 0 && spec->clock > 0)
        return error_set(error, "time= and clock= exclude each other");
    bool told = spec->time > 0    ? protocol->tells_time
                : spec->clock > 0 ? protocol->tells_clock
                                  : true;
    if (!told && !spec->timeout)
        return error_set(error,
                         "protocol %s cannot tell an engine its time: give it in the engine's own "
                         "arguments, and here timeout=",
                         protocol->name);
    if (spec->depth > 0 && !protocol->tells_depth)
        return error_set(error,
                         "protocol %s cannot tell an engine its depth: give it in the engine's "
                         "own arguments",
                         protocol->name);
    return 0;
}

static void spec_settle_times(struct external_spec *spec) {
    if (!spec->startup) spec->startup = startup_seconds;
    if (!spec->timeout) spec->timeout = spec->time > 0 ? spec->time + grace_seconds : 0;
    if (!spec->timeout && !spec->clock) spec->timeout = timeout_seconds;
}

int external_parse(const char *text, struct external_spec *out, struct error *error) {
    const char *command = text + strlen(prefix);
    struct error why;
    char open;
    size_t length = spec_part_length(command, &open);
    *out = (struct external_spec){.command = xmalloc(length + 1)};
    memcpy(out->command, command, length);
    out->command[length] = '\0';
    if (open) return error_set(error, "%.200s: the quote %c has no end", text, open);
    if (launch_parse(out->command, &out->launch, &why) ||
        spec_parse_options(command + length, out, &why) || spec_check(out, &why))
        return error_set(error, "%.200s: %s", text, why.text);
    spec_settle_times(out);
    if (!out->name[0]) spec_name_command(out);
    return 0;
}

void external_spec_free(struct external_spec *spec) {
    free(spec->command);
    spec->command = NULL;
    launch_free(&spec->launch);
}

/* ---- a program that lives and dies ---- */

void external_init(struct external *engine, const struct external_spec *spec,
                   const struct game *game) {
    *engine = (struct external){.spec = spec, .game = game};
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

/* The deadline of what comes next, so many seconds from now or from the end of its pause. */
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
}

static enum external_end external_ended(struct external *engine, enum external_end end) {
    if (end == EXTERNAL_NORMAL || end == EXTERNAL_RESIGNED) return end;
    return external_put_down(engine, end);
}

/* Starts the program and has it begin the game; a fault in this is one of the start. */
static enum external_end external_start(struct external *engine) {
    const struct external_protocol *protocol = engine->spec->protocol;
    if (engine->failed_starts >= STARTS_TRIED) {
        snprintf(engine->detail, sizeof engine->detail,
                 "failed to start %d times in a row and was not tried again", STARTS_TRIED);
        return EXTERNAL_NOT_STARTED;
    }
    engine->process = process_start(&engine->spec->launch);
    engine->failed_starts++;
    enum external_end end = protocol->greet(engine);
    if (end == EXTERNAL_NORMAL) end = protocol->begin(engine);
    if (end == EXTERNAL_NORMAL) engine->failed_starts = 0;
    end = external_ended(engine, end);
    return end == EXTERNAL_NORMAL || end == EXTERNAL_INTERRUPTED ? end : EXTERNAL_NOT_STARTED;
}

/* ---- a game ---- */

static void external_play(struct external *engine, move_t move) {
    engine->game->play(engine->game, &engine->position, move);
    engine->moves[engine->count++] = move;
}

static void external_set_up(struct external *engine, int side, const move_t *opening, int count) {
    engine->side = side;
    engine->count = 0;
    engine->game->start(engine->game, &engine->position);
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

enum external_end external_begin(struct external *engine, int side, const move_t *opening,
                                 int count) {
    external_set_up(engine, side, opening, count);
    if (engine->process && !external_renew(engine)) {
        external_dismiss(engine);
        external_stop(engine);
    }
    engine->detail[0] = '\0';
    external_allow(engine, engine->spec->startup);
    if (!engine->process) return external_start(engine);
    process_forget_errors(engine->process);
    return external_ended(engine, engine->spec->protocol->begin(engine));
}

/* A part of the time on the clock is not counted: the pipe's. */
static double external_seconds_allowed(const struct external *engine) {
    const struct external_spec *spec = engine->spec;
    double clock = engine->clock + grace_seconds;
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

static enum external_end external_ask(struct external *engine, move_t *move) {
    double started = external_allow(engine, external_seconds_allowed(engine));
    enum external_end end = engine->spec->protocol->ask(engine, move);
    engine->moved = clock_seconds();
    if (engine->spec->clock > 0) external_stop_clock(engine, started);
    if (end != EXTERNAL_NORMAL || game_legal(engine->game, &engine->position, *move)) return end;
    char text[MOVE_TEXT_MAX];
    engine->game->move_format(engine->game, *move, text);
    return external_refuse(engine, "played %s, which is not legal there", text);
}

enum external_end external_move(struct external *engine, move_t *move) {
    *move = engine->game->pass;
    if (game_must_pass(engine->game, &engine->position)) return external_tell(engine, *move);
    enum external_end end = external_ended(engine, external_ask(engine, move));
    if (end == EXTERNAL_NORMAL) external_play(engine, *move);
    return end;
}

enum external_end external_tell(struct external *engine, move_t move) {
    struct state before = engine->position;
    external_play(engine, move);
    external_allow(engine, engine->spec->timeout > 0 ? engine->spec->timeout : timeout_seconds);
    return external_ended(engine, engine->spec->protocol->tell(engine, &before, move));
}

void external_finish(struct external *engine) {
    const struct external_protocol *protocol = engine->spec->protocol;
    if (!engine->process || !protocol->finish) return;
    external_allow(engine, quit_seconds);
    external_ended(engine, protocol->finish(engine));
}

/* ---- for the protocols ---- */

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
    char line[PROCESS_LINE_MAX];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    if (length >= (int)sizeof line - 1) die("a line of %d bytes", length);
    snprintf(line + length, sizeof line - (size_t)length, "\n");
    return external_end_of(engine, process_send(engine->process, line, engine->deadline));
}

enum external_end external_hear(struct external *engine, const char **line) {
    return external_end_of(engine, process_line(engine->process, engine->deadline, line));
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

enum external_end external_read_move(struct external *engine,
                                     int (*parse)(const struct game *, const char *, move_t *),
                                     const char *text, move_t *move) {
    int used = parse(engine->game, text, move);
    if (used > 0 && !isalnum((unsigned char)text[used])) return EXTERNAL_NORMAL;
    return external_refuse(engine, "answered \"%.80s\", which is no move", text);
}
