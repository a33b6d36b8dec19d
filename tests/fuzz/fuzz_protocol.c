/* Fuzz target (libFuzzer's interface): whatever the other program says, a protocol's serving ends
 * when the lines do, and leaves a position that can be played on. The first byte chooses. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/games.h"
#include "engine/protocol/seat.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct {
    const struct protocol *protocol;
    const char *game;
} tables[] = {
    {&protocol_gtp, "reversi"},    {&protocol_gtp, "connect(7,7,4,2,1)"},
    {&protocol_nboard, "reversi"}, {&protocol_sau, "connect(7,7,4,2,1)"},
    {&protocol_sau, "connect6"},   {&protocol_gomocup, "gomoku"},
};

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    size_t table = data[0] % COUNT_OF(tables);
    const struct game *game = games_find(tables[table].game, NULL);
    const struct evaluator *evaluator = games_evaluator(game, NULL, NULL, NULL);
    int32_t *values = xmalloc((size_t)evaluator->param_count * sizeof *values);
    evaluator_initial(evaluator, values);
    const struct weights weights = {.evaluator = evaluator, .values = values};
    struct seat seat = {.weights = &weights, .limits = {.depth = 1, .nodes = 200, .width = 4}};
    seat.in = fmemopen((void *)(uintptr_t)(data + 1), size - 1, "r");
    seat.out = seat.log = fopen("/dev/null", "w");
    if (!seat.in || !seat.out) die("no streams");
    seat_init(&seat, search_new(1 << 12), 1);
    tables[table].protocol->serve(&seat);
    check_game(&seat);
    seat_destroy(&seat);
    fclose(seat.in);
    fclose(seat.out);
    free(values);
    return 0;
}
