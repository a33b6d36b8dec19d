/*
 * Hex: rules, notation and the tables of a board's size.
 */
#include "engine/games/hex/rules.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const struct hex_bridge hex_bridges[HEX_NEIGHBOURS] = {
    {1, 1, 1, 0, 0, 1},     {2, -1, 1, 0, 1, -1},  {1, -2, 0, -1, 1, -1},
    {-1, -1, -1, 0, 0, -1}, {-2, 1, -1, 0, -1, 1}, {-1, 2, 0, 1, -1, 1},
};

/* ---- rules --------------------------------------------------------------------------------- */

static bool hex_has(const uint32_t *rows, int x, int y) {
    return rows[y] >> x & 1;
}

static void hex_start(const struct game *game, void *state_) {
    struct hex_state *state = state_;
    memset(state, 0, sizeof *state);
    state->empties = (int16_t)(game->columns * game->rows);
    state->size = (uint8_t)game->columns;
}

static bool hex_may_swap(const struct hex_rules *rules, const struct hex_state *state) {
    bool one = state->empties == rules->size * rules->size - 1;
    for (int y = 0; one && y < rules->size; y++) one = state->stones[1][y] == 0;
    return rules->swap && one && state->side == 1;
}

static int hex_points(const struct game *game, const void *state_, move_t *out) {
    const struct hex_rules *rules = hex_rules(game);
    const struct hex_state *state = state_;
    int count = 0;
    for (int y = 0; y < rules->size && !state->winner; y++)
        for (uint32_t row = hex_empty_row(rules, state, y); row; row &= row - 1)
            out[count++] = (move_t)(y * rules->size + __builtin_ctz(row));
    return count;
}

int hex_moves(const struct game *game, const void *state, move_t *out) {
    int count = hex_points(game, state, out);
    if (hex_may_swap(hex_rules(game), state)) out[count++] = (move_t)hex_swap_move(hex_rules(game));
    return count;
}

static uint64_t hex_perft(const struct game *game, const void *state, int depth) {
    move_t moves[GAME_MOVES_MAX];
    uint64_t leaves = 0;
    if (depth == 0 || hex_over(game, state)) return 1;
    int count = hex_moves(game, state, moves);
    if (depth == 1) return (uint64_t)count;
    for (int i = 0; i < count; i++) {
        struct hex_state child = *(const struct hex_state *)state;
        hex_play(game, &child, moves[i]);
        leaves += hex_perft(game, &child, depth - 1);
    }
    return leaves;
}

/* What of a row's stones its neighbours in `reach` lead to. */
static uint32_t hex_spread(const uint32_t *reach, const uint32_t *stones, int y, int size) {
    uint32_t row = reach[y];
    if (y > 0) row |= reach[y - 1] | reach[y - 1] >> 1;
    if (y < size - 1) row |= reach[y + 1] | reach[y + 1] << 1;
    row &= stones[y];
    for (uint32_t before = 0; row != before;) {
        before = row;
        row = (row | row << 1 | row >> 1) & stones[y];
    }
    return row;
}

/* Spreads what is reached downwards and upwards until nothing is new. */
static void hex_flood(const struct hex_rules *rules, struct hex_state *state, int side) {
    uint32_t *reach = state->reach[side];
    const uint32_t *stones = state->stones[side];
    for (bool news = true; news;) {
        news = false;
        for (int i = 0; i < 2 * rules->size; i++) {
            int y = i < rules->size ? i : 2 * rules->size - 1 - i;
            uint32_t row = hex_spread(reach, stones, y, rules->size);
            news |= row != reach[y];
            reach[y] = row;
        }
    }
}

static bool hex_connects(const struct hex_rules *rules, const struct hex_state *state, int side) {
    const uint32_t *reach = state->reach[side];
    if (side == 0) return reach[rules->size - 1] != 0;
    uint32_t all = 0;
    for (int y = 0; y < rules->size; y++) all |= reach[y];
    return all >> (rules->size - 1) & 1;
}

/* Whether a stone touches its side's first edge or what is connected to it. */
static bool hex_touches(const struct hex_state *state, int side, int x, int y, int size) {
    uint32_t near = (state->reach[side][y] << 1 | state->reach[side][y] >> 1);
    if (side == 0 ? y == 0 : x == 0) return true;
    if (y > 0) near |= state->reach[side][y - 1] | state->reach[side][y - 1] >> 1;
    if (y < size - 1) near |= state->reach[side][y + 1] | state->reach[side][y + 1] << 1;
    return near >> x & 1;
}

static void hex_place(const struct hex_rules *rules, struct hex_state *state, int side, int point) {
    int x = point % rules->size, y = point / rules->size;
    state->stones[side][y] |= 1u << x;
    state->hash ^= rules->keys[side][point];
    state->empties--;
    if (!hex_touches(state, side, x, y, rules->size)) return;
    state->reach[side][y] |= 1u << x;
    hex_flood(rules, state, side);
    if (hex_connects(rules, state, side)) state->winner = (uint8_t)(side + 1);
}

/* The one stone changes its side and is mirrored, as the edges are. */
static void hex_swap(const struct hex_rules *rules, struct hex_state *state) {
    int y = 0;
    while (state->stones[0][y] == 0) y++;
    int x = __builtin_ctz(state->stones[0][y]);
    hex_start(&rules->game, state);
    hex_place(rules, state, 1, x * rules->size + y);
}

static uint64_t hex_side_key(void) {
    return mix64(0x686578);
}

void hex_play(const struct game *game, void *state_, move_t move) {
    const struct hex_rules *rules = hex_rules(game);
    struct hex_state *state = state_;
    if (move == hex_swap_move(rules)) {
        hex_swap(rules, state);
        return;
    }
    hex_place(rules, state, state->side, move);
    state->side = !state->side;
    state->hash ^= hex_side_key();
}

static int hex_stone(const void *state_, int point) {
    const struct hex_state *state = state_;
    int x = point % state->size, y = point / state->size;
    return hex_has(state->stones[0], x, y) ? 0 : hex_has(state->stones[1], x, y) ? 1 : -1;
}

/* The board may be turned by half a circle; mirrored the edges would change their owners. */
static uint64_t hex_symmetric_hash(const struct game *game, const void *state_) {
    const struct hex_rules *rules = hex_rules(game);
    const struct hex_state *state = state_;
    uint64_t turned = state->side ? hex_side_key() : 0;
    for (int side = 0; side < 2; side++)
        for (int y = 0; y < rules->size; y++)
            for (uint32_t row = state->stones[side][y]; row; row &= row - 1)
                turned ^=
                    rules->keys[side][game_image(game, 3, y * rules->size + __builtin_ctz(row))];
    return turned < state->hash ? turned : state->hash;
}

static int hex_turn_left(const void *state) {
    (void)state;
    return 1;
}

static int hex_plies_left(const void *state) {
    return ((const struct hex_state *)state)->empties;
}

/* ---- notation ------------------------------------------------------------------------------ */

static void hex_move_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]) {
    if (move == hex_swap_move(hex_rules(game)))
        snprintf(out, MOVE_TEXT_MAX, "swap-pieces");
    else
        snprintf(out, MOVE_TEXT_MAX, "%c%d", 'a' + move % game->columns, 1 + move / game->columns);
}

static int hex_move_parse(const struct game *game, const char *text, move_t *out) {
    static const char swap[] = "swap-pieces";
    int x = tolower((unsigned char)text[0]) - 'a', y = 0, used = 1;
    if (hex_rules(game)->swap && strncmp(text, swap, sizeof swap - 1) == 0) {
        *out = (move_t)hex_swap_move(hex_rules(game));
        return sizeof swap - 1;
    }
    if (x < 0 || x >= game->columns || text[1] == '0') return 0;
    while (used < 3 && isdigit((unsigned char)text[used])) y = 10 * y + text[used++] - '0';
    if (y < 1 || y > game->rows) return 0;
    *out = (move_t)((y - 1) * game->columns + x);
    return used;
}

/* Whether a point was played on; after a swap, the point of the stone that was taken over. */
static bool hex_is_marked(const struct game *game, const void *state, const move_t *marked,
                          int count, int x, int y) {
    int point = y * game->columns + x;
    if (x < 0 || x >= game->columns) return false;
    return game_lists(marked, count, point) ||
           (game_lists(marked, count, hex_swap_move(hex_rules(game))) &&
            hex_stone(state, point) == 1);
}

/* Each row half a point further to the right than the one above. */
static void hex_print(const struct game *game, const void *state, const move_t *marked, int count,
                      struct text *out) {
    text_add(out, "   ");
    for (int x = 0; x < game->columns; x++) text_add(out, " %c", 'a' + x);
    text_add(out, "\n");
    for (int y = 0; y < game->rows; y++) {
        text_add(out, "%*s%2d", y, "", y + 1);
        for (int x = 0; x <= game->columns; x++) {
            bool here = hex_is_marked(game, state, marked, count, x, y);
            bool before = hex_is_marked(game, state, marked, count, x - 1, y);
            text_add_char(out, here == before ? ' ' : here ? '(' : ')');
            if (x < game->columns)
                text_add_char(out, ".XO"[1 + hex_stone(state, y * game->columns + x)]);
        }
        text_add(out, "\n");
    }
}

static void hex_position_format(const struct game *game, const void *state, struct text *out) {
    for (int point = 0; point < game->columns * game->rows; point++)
        text_add_char(out, ".XO"[1 + hex_stone(state, point)]);
    text_add(out, " %c", "XO"[hex_side(state)]);
}

/* 0 or 1 for a stone of that side, 2 for an empty point, -1 for any other character. */
static int hex_cell_parse(char c) {
    return c == 'X' || c == 'x' ? 0 : c == 'O' || c == 'o' ? 1 : c == '.' || c == '-' ? 2 : -1;
}

/* Scores of moves may follow, as in OBF. */
static int hex_position_parse(const struct game *game, const char *text, void *state_,
                              struct error *error) {
    const struct hex_rules *rules = hex_rules(game);
    struct hex_state *state = state_;
    int points = game->columns * game->rows;
    hex_start(game, state);
    text += strspn(text, " \t\r\n");
    for (int point = 0; point < points; point++) {
        int what = hex_cell_parse(text[point]);
        if (what < 0)
            return error_set(error,
                             "a position of %s is %d points, each X, O or ., but point %d is "
                             "not",
                             game->name, points, point + 1);
        if (what < 2) hex_place(rules, state, what, point);
    }
    text += points + strspn(text + points, " \t\r\n");
    int side = hex_cell_parse(*text);
    char rest = *text ? text[1 + strspn(text + 1, " \t\r\n")] : '\0';
    if (side < 0 || side > 1 || (rest && rest != ';'))
        return error_set(error, "after its points a position gives the side to move, X or O");
    state->side = (uint8_t)side;
    if (side) state->hash ^= hex_side_key();
    return 0;
}

/* ---- making a size ------------------------------------------------------------------------- */

static void hex_resize(const struct game *game, int columns, int rows, bool exact, char name[32]) {
    (void)rows, (void)exact;
    snprintf(name, 32, "hex(%d%s)", columns, hex_rules(game)->swap ? ",swap" : "");
}

static const struct game hex_functions = {
    .doc = "connect your edges: Black top and bottom, White left and right",
    .sides = {"Black", "White"},
    .state_size = sizeof(struct hex_state),
    .rows_from_top = true,
    .symmetries = 1 << 0 | 1 << 3,
    .hexagons = true,
    .costly = true,
    .placement = true,
    .pass = MOVE_NONE,
    .first_turn = 1,
    .turn = 1,
    .sgf_game = 11,
    .gtp_has_i = true,
    .resize = hex_resize,
    .stone = hex_stone,
    .turn_left = hex_turn_left,
    .plies_left = hex_plies_left,
    .start = hex_start,
    .side = hex_side,
    .over = hex_over,
    .margin = hex_margin,
    .moves = hex_moves,
    .play = hex_play,
    .perft = hex_perft,
    .hash = hex_hash,
    .symmetric_hash = hex_symmetric_hash,
    .opening_moves = hex_points,
    .move_format = hex_move_format,
    .move_parse = hex_move_parse,
    .print = hex_print,
    .position_format = hex_position_format,
    .position_parse = hex_position_parse,
};

static void hex_tables_fill(struct hex_rules *rules) {
    static const int8_t steps[HEX_NEIGHBOURS][2] = {{1, 0},  {-1, 0}, {0, 1},
                                                    {0, -1}, {1, -1}, {-1, 1}};
    int size = rules->size;
    for (int point = 0; point < size * size; point++) {
        for (int side = 0; side < 2; side++)
            rules->keys[side][point] = mix64(0x486578u + (uint64_t)(2 * point + side));
        for (int i = 0; i < HEX_NEIGHBOURS; i++) {
            int x = point % size + steps[i][0], y = point / size + steps[i][1];
            if (x < 0 || x >= size || y < 0 || y >= size) continue;
            rules->neighbours[point][rules->neighbour_counts[point]++] = (uint16_t)(y * size + x);
        }
    }
}

struct game *hex_make(const char *name, struct error *error) {
    int size = 0, head = 0, plain = 0, swap = 0;
    sscanf(name, " hex ( %3d %n", &size, &head);
    sscanf(name + head, ") %n", &plain);
    sscanf(name + head, ", swap ) %n", &swap);
    if (head == 0 || plain + swap == 0 || name[head + plain + swap] || size < HEX_SIDE_MIN ||
        size > HEX_SIDE_MAX) {
        error_set(error,
                  "\"%.60s\" is not hex(n) or hex(n,swap), as in hex(11), with n from %d to %d",
                  name, HEX_SIDE_MIN, HEX_SIDE_MAX);
        return NULL;
    }
    struct hex_rules *rules = xcalloc(1, sizeof *rules);
    rules->game = hex_functions;
    rules->size = rules->game.columns = rules->game.rows = size;
    rules->swap = swap > 0;
    rules->game.rules = rules;
    rules->game.plies_max = size * size + rules->swap;
    hex_resize(&rules->game, size, size, false, rules->game.name);
    hex_tables_fill(rules);
    return &rules->game;
}
