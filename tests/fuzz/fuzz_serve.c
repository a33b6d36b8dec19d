/* Whatever the other program says, a protocol's serving ends when the lines do, and leaves a
 * position that can be played on. Which game it is follows from the length of what is said. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/protocol/gomocup/wire.h"
#include "engine/protocol/gtp/wire.h"
#include "engine/protocol/nboard/wire.h"
#include "engine/protocol/sau/wire.h"
#include "engine/protocol/seat.h"
#include "engine/protocol/uci/wire.h"
#include "engine/protocol/xboard/wire.h"
#include "tests/fuzz/targets.h"

static void check_game(const struct seat *seat) {
    struct state state;
    struct error error;
    struct text line = {0};
    seat->game->position_format(seat->game, &seat->state, &line);
    if (seat->game->position_parse(seat->game, text_get(&line), &state, &error) != 0)
        die("%s", error.text);
    if (seat->game->hash(&state) != seat->game->hash(&seat->state)) die("a broken position");
    text_free(&line);
}

/* A pipe, since a search looks for a line that stops it where there is a descriptor: an analysis
 * would not end without. What is said fits into it. */
static FILE *said(const uint8_t *data, size_t size) {
    enum { PIPE_BYTES = 1 << 16 };
    int ends[2];
    if (size > PIPE_BYTES) size = PIPE_BYTES;
    if (pipe(ends) || write(ends[1], data, size) != (ssize_t)size || close(ends[1])) die("no pipe");
    return fdopen(ends[0], "r");
}

static void serve(const struct protocol *protocol, const char *game_name, const uint8_t *data,
                  size_t size) {
    const struct game *game = games_find(game_name, NULL);
    const struct evaluator *evaluator = games_evaluator(game, NULL, NULL, NULL);
    int32_t *values = xmalloc((size_t)evaluator->param_count * sizeof *values);
    evaluator_initial(evaluator, values);
    const struct weights weights = {.evaluator = evaluator, .values = values};
    struct seat seat = {.weights = &weights, .limits = {.depth = 1, .nodes = 200, .width = 4}};
    seat.in = said(data, size);
    seat.out = seat.log = fopen("/dev/null", "w");
    if (!seat.in || !seat.out) die("no streams");
    seat_init(&seat, search_new(1 << 12), 1);
    protocol->serve(&seat);
    check_game(&seat);
    seat_destroy(&seat);
    fclose(seat.in);
    fclose(seat.out);
    free(values);
}

void fuzz_gtp_serve(const uint8_t *data, size_t size) {
    static const char *const names[] = {"reversi", "connect(7,7,4,2,1)", "hex(5,swap)"};
    if (size > 0) serve(&protocol_gtp, names[size % COUNT_OF(names)], data, size);
}

void fuzz_nboard_serve(const uint8_t *data, size_t size) {
    if (size > 0) serve(&protocol_nboard, "reversi", data, size);
}

void fuzz_gomocup_serve(const uint8_t *data, size_t size) {
    if (size > 0) serve(&protocol_gomocup, "gomoku", data, size);
}

void fuzz_sau_serve(const uint8_t *data, size_t size) {
    static const char *const names[] = {"connect6", "connect(7,7,4,2,1)"};
    if (size > 0) serve(&protocol_sau, names[size % COUNT_OF(names)], data, size);
}

void fuzz_uci_serve(const uint8_t *data, size_t size) {
    static const char *const names[] = {"chess", "xiangqi"};
    if (size > 0) serve(&protocol_uci, names[size % COUNT_OF(names)], data, size);
}

void fuzz_ucci_serve(const uint8_t *data, size_t size) {
    if (size > 0) serve(&protocol_ucci, "xiangqi", data, size);
}

void fuzz_xboard_serve(const uint8_t *data, size_t size) {
    static const char *const names[] = {"chess", "xiangqi"};
    if (size > 0) serve(&protocol_xboard, names[size % COUNT_OF(names)], data, size);
}
