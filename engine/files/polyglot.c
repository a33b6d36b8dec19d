/* Positions are visited depth first, each once. */
#include "engine/files/polyglot.h"

#include <stdlib.h>
#include <string.h>

#include "engine/games/chess/polyglot_key.h"
#include "engine/games/chess/rules.h"

enum { RECORD_BYTES = 16, LINE_MAX = 256 };

struct polyglot_record {
    uint64_t key;
    unsigned move;
    int weight;
    bool seen; /* its position was visited: of the first record of a key */
};

struct polyglot {
    struct polyglot_record *records;
    int64_t count;
    struct book *book;
    int64_t moves; /* that were added to it */
    move_t line[LINE_MAX];
};

static uint64_t polyglot_number(const unsigned char *bytes, int count) {
    uint64_t number = 0;
    for (int i = 0; i < count; i++) number = number << 8 | bytes[i];
    return number;
}

static const struct chess_position *polyglot_position(const struct state *state) {
    return &((const struct chess_state *)(const void *)state)->position;
}

/* The first record of a position; NULL: there is none. */
static struct polyglot_record *polyglot_find(const struct polyglot *polyglot,
                                             const struct state *state) {
    uint64_t key = chess_polyglot_key(polyglot_position(state));
    int64_t low = 0, high = polyglot->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (polyglot->records[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < polyglot->count && polyglot->records[low].key == key;
    return found ? &polyglot->records[low] : NULL;
}

/* The weight of a move in the records of a position. */
static int polyglot_weight(const struct polyglot *polyglot, const struct polyglot_record *first,
                           const struct state *state, move_t move) {
    const struct polyglot_record *end = polyglot->records + polyglot->count;
    for (const struct polyglot_record *at = first; at && at < end && at->key == first->key; at++)
        if (chess_polyglot_move(polyglot_position(state), at->move) == move) return at->weight;
    return 0;
}

/* `first`: the position's records; NULL: a position between two of the book. */
static void polyglot_visit(struct polyglot *polyglot, const struct state *state,
                           struct polyglot_record *first, int length) {
    const struct game *game = book_game(polyglot->book);
    move_t moves[GAME_MOVES_MAX];
    if (length == LINE_MAX || game->over(game, state)) return;
    if (first) first->seen = true;
    int count = game->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        struct state child = *state;
        int weight = polyglot_weight(polyglot, first, state, moves[i]);
        if (weight > 0) book_add(polyglot->book, polyglot->line, length, moves[i], weight);
        polyglot->moves += weight > 0;
        polyglot->line[length] = moves[i];
        game->play(game, &child, moves[i]);
        struct polyglot_record *next = polyglot_find(polyglot, &child);
        if (next ? !next->seen : weight > 0) polyglot_visit(polyglot, &child, next, length + 1);
    }
}

/* 0, or -1 and what is wrong. */
static int polyglot_read(const char *path, const struct text *bytes, struct polyglot *out,
                         struct error *error) {
    const unsigned char *at = (const unsigned char *)text_get(bytes);
    if (bytes->length == 0 || bytes->length % RECORD_BYTES)
        return error_set(error,
                         "%s: is no book of Polyglot: it has %zu bytes, and not %d for each "
                         "record",
                         path, bytes->length, RECORD_BYTES);
    out->count = (int64_t)(bytes->length / RECORD_BYTES);
    out->records = xcalloc((size_t)out->count, sizeof *out->records);
    for (int64_t i = 0; i < out->count; i++, at += RECORD_BYTES) {
        out->records[i] = (struct polyglot_record){.key = polyglot_number(at, 8),
                                                   .move = (unsigned)polyglot_number(at + 8, 2),
                                                   .weight = (int)polyglot_number(at + 10, 2)};
        if (i > 0 && out->records[i].key < out->records[i - 1].key)
            return error_set(error,
                             "%s: is no book of Polyglot: record %lld has a smaller key than "
                             "the one before",
                             path, (long long)i + 1);
    }
    return 0;
}

struct book *polyglot_parse(const char *path, const struct text *bytes, struct error *error) {
    struct polyglot polyglot = {.book = book_new(chess_game())};
    struct state start;
    int status = polyglot_read(path, bytes, &polyglot, error);
    chess_game()->start(chess_game(), &start);
    if (status == 0) polyglot_visit(&polyglot, &start, polyglot_find(&polyglot, &start), 0);
    if (status == 0 && polyglot.moves == 0)
        status = error_set(error,
                           "%s: has no legal move for any position that its moves lead to "
                           "from the start",
                           path);
    free(polyglot.records);
    if (status == 0) return polyglot.book;
    book_free(polyglot.book);
    return NULL;
}

struct book *polyglot_load(const char *path, struct error *error) {
    struct text bytes;
    if (file_read(path, &bytes, error) != 0) return NULL;
    struct book *book = polyglot_parse(path, &bytes, error);
    text_free(&bytes);
    return book;
}
