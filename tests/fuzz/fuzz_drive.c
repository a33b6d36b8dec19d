/*
 * Whatever an engine of its own answers, a game with it ends with a move that is legal or with a
 * fault that is said. In place of a process (which this file defines anew, so that the linker
 * leaves the real one out) stand the lines of the input; after the last one the engine is gone.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/targets.h"
#include "tuner/external/drive.h"

struct process {
    char line[PROCESS_LINE_MAX];
};

static const char *said, *said_end;

struct process *process_start(const struct launch *launch) {
    (void)launch;
    return xcalloc(1, sizeof(struct process));
}

enum process_result process_send(struct process *process, const char *text, double deadline) {
    (void)process, (void)text, (void)deadline;
    return PROCESS_OK;
}

enum process_result process_line(struct process *process, double deadline, const char **line) {
    size_t length = 0;
    (void)deadline;
    if (said == said_end) return PROCESS_CLOSED;
    for (; said < said_end && *said != '\n'; said++)
        if (length < sizeof process->line - 1) process->line[length++] = *said ? *said : '\x7f';
    if (said < said_end) said++;
    if (length > 0 && process->line[length - 1] == '\r') length--;
    process->line[length] = '\0';
    *line = process->line;
    return PROCESS_OK;
}

/* All lines of the input are answers. */
void process_skip(struct process *process) {
    (void)process;
}

const char *process_errors(struct process *process) {
    (void)process;
    return "";
}

void process_forget_errors(struct process *process) {
    (void)process;
}

void process_hang_up(struct process *process) {
    (void)process;
}

bool process_end(struct process *process, double patience, struct text *how) {
    (void)process, (void)patience;
    if (how) text_add(how, "ended");
    return true;
}

void process_rest(double until) {
    (void)until;
}

void process_free(struct process *process) {
    free(process);
}

/* ---- a game ---- */

static enum external_end play_on(struct external *engine) {
    const struct game *game = engine->game;
    move_t moves[GAME_MOVES_MAX], move;
    if (game->side(&engine->position) == engine->side) return external_move(engine, &move);
    game->moves(game, &engine->position, moves);
    return external_tell(engine, moves[0]);
}

static void check_game(struct external *engine, int side) {
    const struct game *game = engine->game;
    enum external_end end = external_begin(engine, side, NULL, NULL, 0);
    while (end == EXTERNAL_NORMAL && !game->over(game, &engine->position)) end = play_on(engine);
    if (external_is_fault(end) && !engine->detail[0]) die("a fault without a word");
    if (external_is_fault(end) && engine->process) die("a program that outlives its fault");
    external_finish(engine);
}

/* Two games, in which it moves first and second. */
static void drive(const char *line, const char *game, const uint8_t *data, size_t size) {
    struct external_spec spec;
    struct external engine;
    struct error error;
    if (external_parse(line, &spec, &error)) die("%s", error.text);
    said = (const char *)data;
    said_end = said + size;
    external_init(&engine, &spec, games_find(game, NULL));
    for (int side = 0; side < 2; side++) check_game(&engine, side);
    external_dismiss(&engine);
    external_stop(&engine);
    external_spec_free(&spec);
}

void fuzz_gtp_drive(const uint8_t *data, size_t size) {
    static const char *const games[] = {"reversi", "tictactoe", "hex(5,swap)"};
    drive("cmd:e;protocol=gtp;clock=9+1", games[size % COUNT_OF(games)], data, size);
}

void fuzz_nboard_drive(const uint8_t *data, size_t size) {
    drive("cmd:e;protocol=nboard;depth=2", "reversi", data, size);
}

void fuzz_gomocup_drive(const uint8_t *data, size_t size) {
    drive("cmd:e;protocol=gomocup;time=1", "gomoku", data, size);
}

void fuzz_sau_drive(const uint8_t *data, size_t size) {
    static const char *const games[] = {"connect6", "connect(7,7,4,2,1)"};
    drive("cmd:e;protocol=sau", games[size % COUNT_OF(games)], data, size);
}

void fuzz_uci_drive(const uint8_t *data, size_t size) {
    static const char *const games[] = {"chess", "xiangqi"};
    drive("cmd:e;protocol=uci;nodes=9;option.Hash=1", games[size % COUNT_OF(games)], data, size);
}

void fuzz_xboard_drive(const uint8_t *data, size_t size) {
    static const char *const games[] = {"chess", "xiangqi"};
    drive("cmd:e;protocol=xboard;clock=9+1;option.memory=1", games[size % COUNT_OF(games)], data,
          size);
}

void fuzz_ucci_drive(const uint8_t *data, size_t size) {
    drive("cmd:e;protocol=ucci;clock=9+1;option.hashsize=1", "xiangqi", data, size);
}
