/*
 * Examples to learn from: any bytes are refused with a reason, or are positions that can be written
 * and learned from. CSV and binary come as they are and as edits of what hone has written.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/targets.h"
#include "tuner/fit/data.h"

static void check_examples(const struct examples *examples) {
    const struct game *game = examples->game;
    for (int64_t i = 0; i < examples->count; i++) {
        const void *state = examples_state(examples, i);
        if (game->over(game, state)) die("the game is over");
        if (!isfinite(examples->labels[i])) die("a label that is no number");
        if (game->symmetric_hash(game, state) != examples->hashes[i]) die("another hash");
    }
}

static void check_bytes(const char *path, const char *game, const struct text *bytes) {
    struct examples examples = examples_new(games_find(game, NULL));
    struct data_yield yield;
    struct error error = {""};
    if (data_parse(&(struct data_file){.name = path}, bytes, &examples, &yield, &error) == 0)
        check_examples(&examples);
    else
        fuzz_require_reason(&error);
    examples_free(&examples);
}

/* The first positions of a game. */
static struct text good_data(const struct game *game, enum data_format format) {
    enum { POSITIONS = 4 };
    struct examples examples = examples_new(game);
    struct text out = {0};
    struct state state;
    game->start(game, &state);
    for (int i = 0; i < POSITIONS; i++) {
        move_t moves[GAME_MOVES_MAX];
        examples_add(&examples, &state, game->symmetric_hash(game, &state), (float)i);
        game->moves(game, &state, moves);
        game->play(game, &state, moves[0]);
    }
    data_print_head(format, game, POSITIONS, &out);
    for (int i = 0; i < POSITIONS; i++) data_print(format, &examples, i, i % 2, &out);
    examples_free(&examples);
    return out;
}

static void check_edits(const char *game, enum data_format format, const uint8_t *data,
                        size_t size) {
    struct text good = good_data(games_find(game, NULL), format);
    struct text edited = fuzz_edited(&good, data, size);
    check_bytes("edited", game, &edited);
    text_free(&edited);
    text_free(&good);
}

void fuzz_data(const uint8_t *data, size_t size) {
    static const char *const games[] = {"reversi", "connect(7,6,4,1,1)", "lgame"};
    const char *game = games[size % COUNT_OF(games)];
    struct text bytes = fuzz_text(data, size);
    check_bytes("bytes", game, &bytes);
    text_free(&bytes);
    check_edits(game, DATA_CSV, data, size);
    if (data_format_check(DATA_BINARY, games_find(game, NULL), NULL) == 0)
        check_edits(game, DATA_BINARY, data, size);
}

/* Positions with results, as bytes and as edits of what hone has written. */
void fuzz_data_epd(const uint8_t *data, size_t size) {
    const char *game = size % 2 ? "chess" : "xiangqi";
    struct text bytes = fuzz_text(data, size);
    check_bytes("positions.epd", game, &bytes);
    check_bytes("games.pgn", game, &bytes);
    text_free(&bytes);
    check_edits(game, DATA_EPD, data, size);
}

static void check_of_reversi(const char *path, const uint8_t *data, size_t size) {
    struct text bytes = fuzz_text(data, size);
    check_bytes(path, "reversi", &bytes);
    text_free(&bytes);
}

void fuzz_data_wthor(const uint8_t *data, size_t size) {
    check_of_reversi("games.wtb", data, size);
}
void fuzz_data_ggf(const uint8_t *data, size_t size) {
    check_of_reversi("games.ggf", data, size);
}
void fuzz_data_obf(const uint8_t *data, size_t size) {
    check_of_reversi("positions.obf", data, size);
}
