/*
 * Connect(m,n,k,p,q) as a game: the geometry of a variant, made once when it is first named, then
 * rules, notation and symmetry, the same functions for all variants.
 */
#include "engine/games/connect/rules.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONNECT_EXACT_DOC "k stones in a row win, more do not; one stone a turn"

/* Variants with a name of their own. */
static const struct {
    const char *name, *doc;
    int columns, rows, k, p, q;
} named[] = {
    {"connect6", "six in a row on 19x19, two stones a turn, one in the first", 19, 19, 6, 2, 1},
    {"gomoku", "five in a row on 15x15, a longer line wins too", 15, 15, 5, 1, 1},
    {"tictactoe", "three in a row on 3x3", 3, 3, 3, 1, 1},
};

/* ---- geometry ------------------------------------------------------------------------------ */

/* Directions in which lines run: right, down, down right, down left. */
static const struct {
    int x, y;
} directions[CONNECT_DIRECTIONS] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

static bool connect_on_board(const struct connect_rules *rules, int x, int y) {
    return x >= 0 && x < rules->columns && y >= 0 && y < rules->rows;
}

/* The point at (x, y) is the i-th of a line of `length`, whose roads begin at `road`. */
static struct connect_span connect_span_at(const struct connect_rules *rules, int d, int point,
                                           int i, int length, int road) {
    int first = max_int(0, i - rules->k + 1), last = min_int(i, length - rules->k);
    if (last < first) return (struct connect_span){0};
    return (struct connect_span){
        .road = (uint16_t)(road + first),
        .point = (uint16_t)(point + (first - i) * rules->steps[d]),
        .count = (uint8_t)(last - first + 1),
    };
}

/* Numbers the roads of the line that begins at (x, y). */
static void connect_line_add(struct connect_rules *rules, int d, int x, int y) {
    int length = 0;
    while (connect_on_board(rules, x + length * directions[d].x, y + length * directions[d].y))
        length++;
    for (int i = 0; i < length; i++) {
        int point = y * rules->columns + x + i * rules->steps[d];
        rules->spans[point][d] = connect_span_at(rules, d, point, i, length, rules->roads);
        if (i > length - rules->k) continue;
        rules->road_point[rules->roads + i] = (uint16_t)point;
        rules->road_step[rules->roads + i] = (uint8_t)rules->steps[d];
        rules->road_goes_on[rules->roads + i] =
            (uint8_t)((i > 0 ? 1 : 0) | (i < length - rules->k ? 2 : 0));
    }
    rules->roads += max_int(0, length - rules->k + 1);
}

static void connect_roads_init(struct connect_rules *rules) {
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        rules->steps[d] = directions[d].y * rules->columns + directions[d].x;
        for (int y = 0; y < rules->rows; y++)
            for (int x = 0; x < rules->columns; x++)
                if (!connect_on_board(rules, x - directions[d].x, y - directions[d].y))
                    connect_line_add(rules, d, x, y);
    }
}

static void connect_near_init(struct connect_rules *rules) {
    for (int y = 0; y < rules->rows; y++)
        for (int x = 0; x < rules->columns; x++)
            for (int dy = -2; dy <= 2; dy++)
                for (int dx = -2; dx <= 2; dx++) {
                    int other = (y + dy) * rules->columns + x + dx;
                    if (connect_on_board(rules, x + dx, y + dy))
                        rules->near[y * rules->columns + x][other >> 6] |= UINT64_C(1)
                                                                           << (other & 63);
                }
}

static uint64_t connect_key(int number) {
    return mix64(0x636f6e6e65637436u + (uint64_t)number);
}

/* Points beyond 19x19 are numbered behind all others: the openings of a run, and so its replay,
 * follow from the hashes of positions, which must stay what they were. */
static void connect_keys_init(struct connect_rules *rules) {
    enum { POINTS = 19 * 19, KEYS = POINTS + CONNECT_STONES_MAX + 1, BEYOND = 2 * KEYS };
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < CONNECT_POINTS_MAX; i++)
            rules->stone_keys[side][i] =
                connect_key(i < POINTS ? side * KEYS + i : BEYOND + side * CONNECT_POINTS_MAX + i);
        for (int i = 0; i <= CONNECT_STONES_MAX; i++)
            rules->turn_keys[side][i] = connect_key(side * KEYS + POINTS + i);
    }
}

static void connect_images_init(struct connect_rules *rules) {
    for (int side = 0; side < 2; side++)
        for (int point = 0; point < rules->points; point++)
            for (int i = 0; i < rules->symmetries; i++)
                rules->image_keys[side][point][i] =
                    rules->stone_keys[side][game_image(&rules->game, i, point)];
}

/* The centred square that openings are drawn from reaches 4 points from the centre: three random
 * stones on its 81 points make some 32000 openings that no symmetry relates, 8000 of them for a
 * verification. Radius 3 left 1760 of these: 2000 pairs had to repeat openings. */
static bool connect_in_opening(const struct connect_rules *rules, int point) {
    int x = point % rules->columns, y = point / rules->columns;
    return abs(2 * x - (rules->columns - 1)) <= 8 && abs(2 * y - (rules->rows - 1)) <= 8;
}

static void connect_areas_init(struct connect_rules *rules) {
    for (int point = 0; point < rules->points; point++) {
        uint64_t bit = UINT64_C(1) << (point & 63);
        rules->board[point >> 6] |= bit;
        if (connect_in_opening(rules, point)) rules->opening[point >> 6] |= bit;
    }
}

static void connect_kinds_init(struct connect_rules *rules) {
    for (int road = 0; road < 256; road++) {
        int stones[2] = {road & 15, road >> 4};
        int side = stones[1] > 0, n = stones[side];
        bool dead = (stones[0] > 0 && stones[1] > 0) || n > rules->k;
        rules->kinds[road] = (uint8_t)(dead     ? CONNECT_DEAD
                                       : n == 0 ? CONNECT_EMPTY
                                                : connect_live(side, n));
    }
}

/* ---- rules --------------------------------------------------------------------------------- */

static void connect_start(const struct game *game, void *state_) {
    const struct connect_rules *rules = connect_rules(game);
    struct connect_state *state = state_;
    memset(state, 0, game->state_size);
    state->empties = (int16_t)rules->points;
    state->census[CONNECT_EMPTY] = (int16_t)rules->roads;
    state->left = (uint8_t)rules->q;
    state->hash = rules->turn_keys[0][rules->q];
}

/* The empty points among some, in ascending order; their count. */
static int connect_list(const struct connect_rules *rules, const struct connect_state *state,
                        const uint64_t *among, move_t *out) {
    int count = 0;
    for (int w = 0; w < CONNECT_WORDS; w++)
        for (uint64_t set = connect_empty_word(rules, state, w) & among[w]; set; set &= set - 1)
            out[count++] = (move_t)(64 * w + __builtin_ctzll(set));
    return count;
}

static int connect_moves(const struct game *game, const void *state, move_t *out) {
    const struct connect_rules *rules = connect_rules(game);
    return connect_over(game, state) ? 0 : connect_list(rules, state, rules->board, out);
}

/* Every empty point is a leaf of the last ply, so it is counted, not played. */
static uint64_t connect_perft(const struct game *game, const void *state_, int depth) {
    const struct connect_state *state = state_;
    if (depth == 0 || connect_over(game, state)) return 1;
    if (depth == 1) return (uint64_t)state->empties;
    move_t list[GAME_MOVES_MAX];
    int count = connect_moves(game, state, list);
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        struct connect_state child;
        memcpy(&child, state, game->state_size);
        connect_play(game, &child, list[i]);
        leaves += connect_perft(game, &child, depth - 1);
    }
    return leaves;
}

/* The least hash of all images, which grow together, stone by stone. */
static uint64_t connect_symmetric_hash(const struct game *game, const void *state_) {
    const struct connect_rules *rules = connect_rules(game);
    const struct connect_state *state = state_;
    uint64_t hashes[CONNECT_SYMMETRIES] = {0}, least = UINT64_MAX;
    for (int side = 0; side < 2; side++)
        for (int w = 0; w < CONNECT_WORDS; w++)
            for (uint64_t set = state->stones[side][w]; set; set &= set - 1) {
                const uint64_t *keys = rules->image_keys[side][64 * w + __builtin_ctzll(set)];
                for (int i = 0; i < CONNECT_SYMMETRIES; i++) hashes[i] ^= keys[i];
            }
    for (int i = 0; i < rules->symmetries; i++) {
        uint64_t hash = hashes[i] ^ rules->turn_keys[state->side][state->left];
        if (hash < least) least = hash;
    }
    return least;
}

static int connect_opening_moves(const struct game *game, const void *state, move_t *out) {
    const struct connect_rules *rules = connect_rules(game);
    if (connect_over(game, state)) return 0;
    int count = connect_list(rules, state, rules->opening, out);
    return count > 0 ? count : connect_moves(game, state, out);
}

/* ---- notation ------------------------------------------------------------------------------ */

static void connect_move_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]) {
    const struct connect_rules *rules = connect_rules(game);
    snprintf(out, MOVE_TEXT_MAX, "%c%d", 'a' + move % rules->columns,
             rules->rows - move / rules->columns);
}

/* "10" of "j10": a row from the bottom; the characters used. */
static int connect_row_number(const char *text, int *row) {
    int used = 0;
    *row = 0;
    while (used < 2 && isdigit((unsigned char)text[used])) *row = 10 * *row + text[used++] - '0';
    return text[0] == '0' ? 0 : used;
}

/* The second character tells the notations apart: "j10" has a digit there, "JJ" a letter. */
static int connect_move_parse(const struct game *game, const char *text, move_t *out) {
    const struct connect_rules *rules = connect_rules(game);
    if (!isalpha((unsigned char)text[0])) return 0;
    int x = tolower((unsigned char)text[0]) - 'a', y, used = 2;
    if (isupper((unsigned char)text[0]) && isupper((unsigned char)text[1])) {
        y = text[1] - 'A';
    } else {
        int row, digits = connect_row_number(text + 1, &row);
        if (digits == 0) return 0;
        y = rules->rows - row;
        used = 1 + digits;
    }
    if (!connect_on_board(rules, x, y)) return 0;
    *out = (move_t)(y * rules->columns + x);
    return used;
}

static int connect_stone(const void *state_, int point) {
    const struct connect_state *state = state_;
    return connect_bit(state->stones[0], point) ? 0 : connect_bit(state->stones[1], point) ? 1 : -1;
}

static int connect_turn_left(const void *state) {
    return ((const struct connect_state *)state)->left;
}

static int connect_plies_left(const void *state) {
    return ((const struct connect_state *)state)->empties;
}

static char connect_cell(const struct connect_state *state, int point) {
    return ".XO"[1 + connect_stone(state, point)];
}

/* Neighbours that are both marked stand in one bracket. */
static void connect_print(const struct game *game, const void *state, const move_t *marked,
                          int count, struct text *out) {
    const struct connect_rules *rules = connect_rules(game);
    for (int y = 0; y < rules->rows; y++) {
        text_add(out, "%2d", rules->rows - y);
        for (int x = 0; x <= rules->columns; x++) {
            int point = y * rules->columns + x;
            bool here = x < rules->columns && game_lists(marked, count, point);
            bool before = x > 0 && game_lists(marked, count, point - 1);
            text_add_char(out, here == before ? ' ' : here ? '(' : ')');
            if (x < rules->columns) text_add_char(out, connect_cell(state, point));
        }
        text_add(out, "\n");
    }
    text_add(out, "  ");
    for (int x = 0; x < rules->columns; x++) text_add(out, " %c", 'a' + x);
    text_add(out, "\n");
}

/* "..X…O.. X2": the points from the top left, the side to move, the stones left in its turn. */
static void connect_position_format(const struct game *game, const void *state_, struct text *out) {
    const struct connect_rules *rules = connect_rules(game);
    const struct connect_state *state = state_;
    for (int i = 0; i < rules->points; i++) text_add_char(out, connect_cell(state, i));
    text_add(out, " %c%d", "XO"[state->side], state -> left);
}

/* 0 or 1 for a stone of that side, 2 for an empty point, -1 for any other character. */
static int connect_cell_parse(char c) {
    return c == 'X' || c == 'x' ? 0 : c == 'O' || c == 'o' ? 1 : c == '.' || c == '-' ? 2 : -1;
}

static int connect_cells_parse(const struct connect_rules *rules, const char *text,
                               struct connect_state *state, struct error *error) {
    for (int i = 0; i < rules->points; i++) {
        int what = connect_cell_parse(text[i]);
        if (what < 0 && (!text[i] || isspace((unsigned char)text[i])))
            return error_set(error, "the position has %d points; %s has %d", i, rules->game.name,
                             rules->points);
        if (what < 0)
            return error_set(error, "point %d of the position is '%c'; it must be X, O or .", i + 1,
                             text[i]);
        if (what < 2) connect_place(rules, state, what, i);
    }
    /* Stones in the order of the board may have made a line that others made longer. */
    state->winner = state->census[connect_live(0, rules->k)] > 0   ? 1
                    : state->census[connect_live(1, rules->k)] > 0 ? 2
                                                                   : 0;
    if (state->census[connect_live(0, rules->k)] > 0 &&
        state->census[connect_live(1, rules->k)] > 0)
        return error_set(error, "both sides have %d in a row", rules->k);
    return 0;
}

/* The stones of the turn that `side` is in with `left` to go: q if it can be the first turn. */
static int connect_turn_length(const struct connect_rules *rules, const struct connect_state *state,
                               int side, int left) {
    int stones = rules->points - state->empties;
    bool first = side == 0 && stones + left == rules->q;
    for (int w = 0; w < CONNECT_WORDS; w++) first = first && state->stones[1][w] == 0;
    return first ? rules->q : rules->p;
}

static int connect_turn_parse(const struct connect_rules *rules, const char *text,
                              struct connect_state *state, struct error *error) {
    int side = connect_cell_parse(text[0]), used = 0, left = 0;
    if (side < 0 || side > 1 || sscanf(text + 1, " %2d %n", &left, &used) != 1 || text[1 + used])
        return error_set(error,
                         "after its points a position gives the side to move, X or O, and the "
                         "stones left in the turn, as in \"X%d\", not \"%.20s\"",
                         rules->p, text);
    bool empty = state->empties == rules->points;
    int length = connect_turn_length(rules, state, side, left);
    if (left < 1 || left > length)
        return error_set(error, "a turn has %d stones, so %d cannot be left", length, left);
    if (empty && (side != 0 || left != rules->q))
        return error_set(error, "the game begins with X%d", rules->q);
    connect_turn_set(rules, state, side, left, left < length);
    return 0;
}

/* Any number of stones is allowed on either side: problems are set up like that. */
static int connect_position_parse(const struct game *game, const char *text, void *state,
                                  struct error *error) {
    const struct connect_rules *rules = connect_rules(game);
    connect_start(game, state);
    text += strspn(text, " \t\r\n");
    if (connect_cells_parse(rules, text, state, error) < 0) return -1;
    text += rules->points;
    if (connect_cell_parse(*text) == 2)
        return error_set(error, "the position has more than the %d points of %s", rules->points,
                         game->name);
    text += strspn(text, " \t\r\n");
    return connect_turn_parse(rules, text, state, error);
}

/* ---- making a variant ---------------------------------------------------------------------- */

static int connect_variant_check(const char *name, const struct connect_rules *rules,
                                 struct error *error) {
    const struct {
        const char *what;
        int value, lower, upper;
    } limits[] = {
        {"columns m", rules->columns, 1, CONNECT_SIDE_MAX},
        {"rows n", rules->rows, 1, CONNECT_SIDE_MAX},
        {"stones in a row k", rules->k, 2,
         min_int(CONNECT_K_MAX, max_int(rules->columns, rules->rows))},
        {"stones a turn p", rules->p, 1, CONNECT_STONES_MAX},
        {"stones in the first turn q", rules->q, 1, CONNECT_STONES_MAX},
    };
    for (size_t i = 0; i < COUNT_OF(limits); i++)
        if (limits[i].value < limits[i].lower || limits[i].value > limits[i].upper)
            return error_set(error, "%.60s: %s must be %d to %d here, not %d", name, limits[i].what,
                             limits[i].lower, limits[i].upper, limits[i].value);
    if (rules->exact && (rules->p > 1 || rules->q > 1))
        return error_set(error, "%.60s: exact is for games of one stone a turn", name);
    return 0;
}

void connect_places_fill(const struct connect_rules *rules,
                         struct connect_place places[CONNECT_POINTS_MAX][CONNECT_DIRECTIONS],
                         uint8_t firsts[CONNECT_DIRECTIONS + 1]) {
    const int columns = rules->columns, rows = rules->rows, diagonals = columns + rows - 1;
    const int first[] = {0, rows, rows + columns, rows + columns + diagonals,
                         rows + columns + 2 * diagonals};
    for (int d = 0; firsts && d <= CONNECT_DIRECTIONS; d++) firsts[d] = (uint8_t)first[d];
    for (int point = 0; point < rules->points; point++) {
        int x = point % columns, y = point / columns;
        const struct connect_place own[CONNECT_DIRECTIONS] = {
            {(uint8_t)y, (uint8_t)x},
            {(uint8_t)(first[1] + x), (uint8_t)y},
            {(uint8_t)(first[2] + rows - 1 - y + x), (uint8_t)y},
            {(uint8_t)(first[3] + x + y), (uint8_t)y},
        };
        memcpy(places[point], own, sizeof own);
    }
}

/* Reads "connect6", "connect(m,n,k,p,q)" or "connect(m,n,k,1,1,exact)". */
static int connect_variant_parse(const char *name, struct connect_rules *rules,
                                 struct error *error) {
    for (size_t i = 0; i < COUNT_OF(named); i++)
        if (strcmp(name, named[i].name) == 0) {
            rules->columns = named[i].columns, rules->rows = named[i].rows;
            rules->k = named[i].k, rules->p = named[i].p, rules->q = named[i].q;
            return 0;
        }
    int head = 0, tail = 0, exact = 0;
    sscanf(name, " connect ( %3d , %3d , %3d , %3d , %3d %n", &rules->columns, &rules->rows,
           &rules->k, &rules->p, &rules->q, &head);
    sscanf(name + head, ") %n", &tail);
    sscanf(name + head, ", exact ) %n", &exact);
    rules->exact = exact > 0;
    if (head == 0 || tail + exact == 0 || name[head + tail + exact])
        return error_set(error,
                         "\"%.60s\" is not connect6, gomoku, tictactoe or "
                         "connect(m,n,k,p,q), as in connect(5,4,4,1,1), or with exact as in "
                         "connect(15,15,5,1,1,exact)",
                         name);
    return connect_variant_check(name, rules, error);
}

static void connect_resize(const struct game *game, int columns, int rows, bool exact,
                           char name[32]) {
    snprintf(name, 32, "connect(%d,%d,%d,%d,%d%s)", columns, rows, game->in_a_row, game->turn,
             game->first_turn, exact ? ",exact" : "");
}

static void connect_variant_name(struct connect_rules *rules) {
    struct game *game = &rules->game;
    game->doc = rules->exact ? CONNECT_EXACT_DOC : CONNECT_DOC;
    connect_resize(game, rules->columns, rules->rows, rules->exact, game->name);
    for (size_t i = 0; i < COUNT_OF(named) && !rules->exact; i++)
        if (rules->columns == named[i].columns && rules->rows == named[i].rows &&
            rules->k == named[i].k && rules->p == named[i].p && rules->q == named[i].q) {
            snprintf(game->name, sizeof game->name, "%s", named[i].name);
            game->doc = named[i].doc;
        }
}

static const struct game functions = {
    .sides = {"Black", "White"},
    .pass = MOVE_NONE,
    .resize = connect_resize,
    .stone = connect_stone,
    .turn_left = connect_turn_left,
    .plies_left = connect_plies_left,
    .start = connect_start,
    .side = connect_side,
    .over = connect_over,
    .margin = connect_margin,
    .moves = connect_moves,
    .play = connect_play,
    .perft = connect_perft,
    .hash = connect_hash,
    .symmetric_hash = connect_symmetric_hash,
    .opening_moves = connect_opening_moves,
    .move_format = connect_move_format,
    .move_parse = connect_move_parse,
    .print = connect_print,
    .position_format = connect_position_format,
    .position_parse = connect_position_parse,
};

static void connect_variant_init(struct connect_rules *rules) {
    rules->points = rules->columns * rules->rows;
    rules->game = functions;
    rules->game.plies_max = rules->points;
    rules->game.columns = rules->columns;
    rules->game.rows = rules->rows;
    rules->symmetries = rules->columns == rules->rows ? 8 : 4;
    rules->game.symmetries = (uint8_t)((1 << rules->symmetries) - 1);
    rules->game.placement = true;
    rules->game.sgf_game = rules->p == 1 && rules->q == 1 ? 4 : 0;
    rules->game.first_turn = rules->q;
    rules->game.turn = rules->p;
    rules->game.in_a_row = rules->k;
    rules->game.exact = rules->exact;
    rules->game.rules = rules;
    connect_roads_init(rules);
    connect_near_init(rules);
    connect_keys_init(rules);
    connect_images_init(rules);
    connect_areas_init(rules);
    connect_kinds_init(rules);
    rules->game.state_size =
        offsetof(struct connect_state, roads) + (size_t)(rules->roads + 7) / 8 * 8;
    connect_variant_name(rules);
}

struct game *connect_make(const char *name, struct error *error) {
    struct connect_rules read = {0};
    if (connect_variant_parse(name, &read, error) < 0) return NULL;
    struct connect_rules *rules = xmalloc(sizeof *rules);
    *rules = read;
    connect_variant_init(rules);
    return &rules->game;
}

_Static_assert(sizeof(struct connect_state) <= GAME_STATE_MAX, "the state must fit");
