/* Positions are visited in the order of their distance from the start, each once. */
#include "engine/files/polyglot.h"

#include <stdlib.h>
#include <string.h>

#include "engine/games/chess/polyglot_key.h"
#include "engine/games/chess/rules.h"

enum { RECORD_BYTES = 16 };

struct polyglot_record {
    uint64_t key;
    unsigned move;
    int weight;
    bool seen; /* its position was visited: of the first record of a key */
};

/* A position that was found. */
struct polyglot_node {
    int parent, length; /* of the line that leads to it */
    move_t move;
    bool goes_on; /* another was found from it */
};

struct polyglot {
    struct polyglot_record *records;
    int64_t count;
    struct polyglot_node *nodes; /* the first is the start */
    int node_count;
    int64_t moves; /* of positive weight that were found */
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

/* The moves to a node, and the position after them. */
static void polyglot_line(const struct polyglot *polyglot, int node, move_t *line,
                          struct state *out) {
    const struct game *game = chess_game();
    int length = polyglot->nodes[node].length;
    for (int i = length; i > 0; node = polyglot->nodes[node].parent)
        line[--i] = polyglot->nodes[node].move;
    game->start(game, out);
    for (int i = 0; i < length; i++) game->play(game, out, line[i]);
}

static void polyglot_add_node(struct polyglot *polyglot, int parent, move_t move) {
    struct polyglot_node *from = &polyglot->nodes[parent];
    from->goes_on = true;
    struct polyglot_node node = {.parent = parent, .length = from->length + 1, .move = move};
    polyglot->nodes = xgrow(polyglot->nodes, (size_t)polyglot->node_count, sizeof *polyglot->nodes);
    polyglot->nodes[polyglot->node_count++] = node;
}

/* Finds the positions after a node's moves: those of the book, and what its moves lead to. */
static void polyglot_expand(struct polyglot *polyglot, int node, struct book *book) {
    const struct game *game = chess_game();
    move_t line[GAME_PLIES_MAX], moves[GAME_MOVES_MAX];
    struct state state;
    polyglot_line(polyglot, node, line, &state);
    int length = polyglot->nodes[node].length;
    if (game->over(game, &state)) return;
    const struct polyglot_record *first = polyglot_find(polyglot, &state);
    int count = game->moves(game, &state, moves);
    for (int i = 0; i < count; i++) {
        struct state child = state;
        int weight = polyglot_weight(polyglot, first, &state, moves[i]);
        if (book && weight > 0) book_add(book, line, length, moves[i], weight);
        polyglot->moves += weight > 0;
        game->play(game, &child, moves[i]);
        struct polyglot_record *next = polyglot_find(polyglot, &child);
        if (next ? !next->seen : weight > 0) polyglot_add_node(polyglot, node, moves[i]);
        if (next) next->seen = true;
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

/* Reads a book and finds its positions up to so many plies from the start; adds its moves to
 * `book`, unless it is NULL. 0, or -1 and what is wrong. */
static int polyglot_walk(const char *path, const struct text *bytes, int plies_max,
                         struct book *book, struct polyglot *out, struct error *error) {
    struct state start;
    *out = (struct polyglot){.nodes = xcalloc(1, sizeof *out->nodes), .node_count = 1};
    if (polyglot_read(path, bytes, out, error)) return -1;
    chess_game()->start(chess_game(), &start);
    struct polyglot_record *first = polyglot_find(out, &start);
    if (first) first->seen = true;
    for (int i = 0; i < out->node_count && out->nodes[i].length < plies_max; i++)
        polyglot_expand(out, i, book);
    if (out->moves > 0) return 0;
    return error_set(error,
                     "%s: has no legal move for any position that its moves lead to from the "
                     "start",
                     path);
}

static void polyglot_destroy(struct polyglot *polyglot) {
    free(polyglot->records);
    free(polyglot->nodes);
}

struct book *polyglot_parse(const char *path, const struct text *bytes, struct error *error) {
    struct polyglot polyglot;
    struct book *book = book_new(chess_game());
    int status = polyglot_walk(path, bytes, GAME_PLIES_MAX, book, &polyglot, error);
    polyglot_destroy(&polyglot);
    if (status == 0) return book;
    book_free(book);
    return NULL;
}

static void polyglot_print_line(const struct polyglot *polyglot, int node, struct text *out) {
    move_t line[GAME_PLIES_MAX];
    struct state state;
    char move[MOVE_TEXT_MAX];
    polyglot_line(polyglot, node, line, &state);
    for (int i = 0; i < polyglot->nodes[node].length; i++) {
        chess_game()->move_format(chess_game(), line[i], move);
        text_add(out, "%s%s", i ? " " : "", move);
    }
    text_add(out, "\n");
}

int polyglot_lines(const char *path, const struct text *bytes, int plies_max, struct text *out,
                   struct error *error) {
    struct polyglot polyglot;
    int status = polyglot_walk(path, bytes, plies_max, NULL, &polyglot, error);
    for (int i = 1; i < polyglot.node_count && status == 0; i++)
        if (!polyglot.nodes[i].goes_on) polyglot_print_line(&polyglot, i, out);
    polyglot_destroy(&polyglot);
    return status;
}

struct book *polyglot_load(const char *path, struct error *error) {
    struct text bytes;
    if (file_read(path, &bytes, error) != 0) return NULL;
    struct book *book = polyglot_parse(path, &bytes, error);
    text_free(&bytes);
    return book;
}
