/*
 * The L-game: rules, notation and symmetries. Places of an L are numbered by its corner and the
 * way its arms point; their points, and where an image of the board puts them, are tables.
 */
#include "engine/games/lgame/rules.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint16_t lgame_points[LGAME_PLACES];

static struct lgame_tables {
    char names[LGAME_PLACES][5]; /* the ends of the long arm and of the short one: "b3c1" */
    uint8_t images[LGAME_SYMMETRIES][LGAME_PLACES];
} lgame_tables;

/* ---- tables -------------------------------------------------------------------------------- */

static bool lgame_on_board(int x, int y) {
    return x >= 0 && x < LGAME_SIDE && y >= 0 && y < LGAME_SIDE;
}

static uint16_t lgame_bit(int x, int y) {
    return (uint16_t)(1u << (y * LGAME_SIDE + x));
}

static int lgame_place_of(uint16_t points) {
    int place = 0;
    while (place < LGAME_PLACES && lgame_points[place] != points) place++;
    return place < LGAME_PLACES ? place : -1;
}

/* Adds the L whose corner is at (x, y), its long arm in one direction, its short one in another. */
static void lgame_place_add(int *count, int x, int y, int long_x, int long_y, int short_x,
                            int short_y) {
    int end_x = x + 2 * long_x, end_y = y + 2 * long_y;
    if (!lgame_on_board(end_x, end_y) || !lgame_on_board(x + short_x, y + short_y)) return;
    lgame_points[*count] =
        (uint16_t)(lgame_bit(x, y) | lgame_bit(x + long_x, y + long_y) | lgame_bit(end_x, end_y) |
                   lgame_bit(x + short_x, y + short_y));
    char *name = lgame_tables.names[(*count)++];
    name[0] = (char)('a' + end_x), name[1] = (char)('1' + end_y);
    name[2] = (char)('a' + x + short_x), name[3] = (char)('1' + y + short_y);
}

static uint16_t lgame_image_of(const struct game *game, int symmetry, uint16_t points) {
    uint16_t image = 0;
    for (int point = 0; point < LGAME_POINTS; point++)
        if (points >> point & 1)
            image = (uint16_t)(image | 1u << game_image(game, symmetry, point));
    return image;
}

static void lgame_tables_fill(const struct game *game) {
    int count = 0;
    for (int point = 0; point < LGAME_POINTS; point++)
        for (int way = 0; way < LGAME_SYMMETRIES; way++) {
            int first = way & 1 ? 1 : -1, second = way & 2 ? 1 : -1;
            bool upright = way & 4;
            lgame_place_add(&count, point % LGAME_SIDE, point / LGAME_SIDE, upright ? 0 : first,
                            upright ? first : 0, upright ? second : 0, upright ? 0 : second);
        }
    if (count != LGAME_PLACES) die("%d places of an L", count);
    for (int symmetry = 0; symmetry < LGAME_SYMMETRIES; symmetry++)
        for (int place = 0; place < LGAME_PLACES; place++)
            lgame_tables.images[symmetry][place] =
                (uint8_t)lgame_place_of(lgame_image_of(game, symmetry, lgame_points[place]));
}

/* ---- rules --------------------------------------------------------------------------------- */

static void lgame_start(const struct game *game, void *state) {
    struct error error;
    if (game->position_parse(game, "x**..#*..#*..##x X", state, &error) != 0)
        die("the start of the L-game: %s", error.text);
}

int lgame_places(const struct lgame_state *state, int side, uint8_t out[LGAME_PLACES]) {
    uint16_t taken = state->stones | lgame_points[state->places[!side]];
    int count = 0;
    for (int place = 0; place < LGAME_PLACES; place++)
        if (!(lgame_points[place] & taken) && place != state->places[side])
            out[count++] = (uint8_t)place;
    return count;
}

/* The ways to move no stone, or one. */
static int lgame_stone_moves(uint16_t empty, int place, move_t *out) {
    int count = 0;
    out[count++] = (move_t)(64 * (place + 1));
    for (int which = 0; which < 2; which++)
        for (int to = 0; to < LGAME_POINTS; to++)
            if (empty >> to & 1) out[count++] = (move_t)(64 * (place + 1) + 1 + 16 * which + to);
    return count;
}

int lgame_moves(const struct game *game, const void *state_, move_t *out) {
    const struct lgame_state *state = state_;
    uint8_t places[LGAME_PLACES];
    int count = 0, place_count = state->left > 0 ? lgame_places(state, state->side, places) : 0;
    (void)game;
    for (int i = 0; i < place_count; i++) {
        uint16_t taken = state->stones | lgame_points[state->places[!state->side]];
        uint16_t empty = (uint16_t) ~(taken | lgame_points[places[i]]);
        count += lgame_stone_moves(empty, places[i], out + count);
    }
    return count;
}

bool lgame_over(const struct game *game, const void *state_) {
    const struct lgame_state *state = state_;
    uint8_t places[LGAME_PLACES];
    (void)game;
    return state->left == 0 || lgame_places(state, state->side, places) == 0;
}

int lgame_margin(const struct game *game, const void *state_) {
    const struct lgame_state *state = state_;
    uint8_t places[LGAME_PLACES];
    (void)game;
    if (lgame_places(state, state->side, places) > 0) return 0;
    return state->side == 0 ? -1 - state->left : 1 + state->left;
}

/* The neutral stones' points, the lower one first. */
static void lgame_stone_points(uint16_t stones, int out[2]) {
    out[0] = __builtin_ctz(stones);
    out[1] = __builtin_ctz(stones & (stones - 1u));
}

void lgame_play(const struct game *game, void *state_, move_t move) {
    struct lgame_state *state = state_;
    int stone = move % 64 - 1, points[2];
    (void)game;
    state->places[state->side] = (uint8_t)(move / 64 - 1);
    if (stone >= 0) {
        lgame_stone_points(state->stones, points);
        state->stones = (uint16_t)(1u << points[!(stone / 16)] | 1u << stone % 16);
    }
    state->side = !state->side;
    state->left--;
}

static uint64_t lgame_hash_of(int first, int second, uint16_t stones, int rest) {
    return mix64(mix64((uint64_t)(first * 64 + second) << 32 | stones) + (uint64_t)rest);
}

uint64_t lgame_hash(const void *state_) {
    const struct lgame_state *state = state_;
    return lgame_hash_of(state->places[0], state->places[1], state->stones,
                         2 * state->left + state->side);
}

/* The least hash of all images of the board. */
static uint64_t lgame_least(const struct game *game, const struct lgame_state *state, int first,
                            int rest) {
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < LGAME_SYMMETRIES; i++) {
        const uint8_t *images = lgame_tables.images[i];
        uint64_t hash = lgame_hash_of(images[state->places[first]], images[state->places[!first]],
                                      lgame_image_of(game, i, state->stones), rest);
        if (hash < least) least = hash;
    }
    return least;
}

uint64_t lgame_symmetric_key(const struct game *game, const void *state) {
    return lgame_least(game, state, lgame_side(state), 0);
}

static uint64_t lgame_symmetric_hash(const struct game *game, const void *state_) {
    const struct lgame_state *state = state_;
    return lgame_least(game, state, 0, 2 * state->left + state->side);
}

static int lgame_stone(const void *state_, int point) {
    const struct lgame_state *state = state_;
    for (int side = 0; side < 2; side++)
        if (lgame_points[state->places[side]] >> point & 1) return side;
    return -1;
}

static int lgame_turn_left(const void *state) {
    (void)state;
    return 1;
}

static int lgame_plies_left(const void *state) {
    return ((const struct lgame_state *)state)->left;
}

/* ---- notation ------------------------------------------------------------------------------ */

/* "b3c1", the ends of the L's long arm and of its short one; "b3c1-a2" where the neutral stone that
 * is first from the top left goes to a2, "b3c1+a2" where the other one does. */
static void lgame_move_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]) {
    int stone = move % 64 - 1, place = move / 64 - 1;
    (void)game;
    if (place < 0 || place >= LGAME_PLACES)
        snprintf(out, MOVE_TEXT_MAX, "?");
    else if (stone < 0)
        snprintf(out, MOVE_TEXT_MAX, "%s", lgame_tables.names[place]);
    else
        snprintf(out, MOVE_TEXT_MAX, "%s%c%c%c", lgame_tables.names[place], "-+"[stone / 16],
                 'a' + stone % LGAME_SIDE, '1' + stone % 16 / LGAME_SIDE);
}

/* The point of "b3", -1: it is none. */
static int lgame_point_parse(const char *text) {
    int x = tolower((unsigned char)text[0]) - 'a', y = text[0] ? text[1] - '1' : -1;
    return lgame_on_board(x, y) ? y * LGAME_SIDE + x : -1;
}

static int lgame_move_parse(const struct game *game, const char *text, move_t *out) {
    char name[5] = "";
    int place = 0;
    (void)game;
    for (int i = 0; i < 4 && text[i]; i++) name[i] = (char)tolower((unsigned char)text[i]);
    while (place < LGAME_PLACES && strcmp(name, lgame_tables.names[place]) != 0) place++;
    if (place == LGAME_PLACES) return 0;
    *out = (move_t)(64 * (place + 1));
    if (text[4] != '-' && text[4] != '+') return 4;
    int to = lgame_point_parse(text + 5);
    if (to < 0) return 0;
    *out = (move_t)(*out + 1 + 16 * (text[4] == '+') + to);
    return 7;
}

static char lgame_cell(const struct lgame_state *state, int point) {
    int side = lgame_stone(state, point);
    return side >= 0 ? "#*"[side] : state->stones >> point & 1 ? 'x' : '.';
}

/* The points that moves put something on. */
static uint16_t lgame_marks(const move_t *marked, int count) {
    uint16_t marks = 0;
    for (int i = 0; i < count; i++) {
        int place = marked[i] / 64 - 1, stone = marked[i] % 64 - 1;
        if (place < 0 || place >= LGAME_PLACES) continue;
        marks |= lgame_points[place];
        if (stone >= 0) marks = (uint16_t)(marks | 1u << stone % 16);
    }
    return marks;
}

static void lgame_print(const struct game *game, const void *state, const move_t *marked, int count,
                        struct text *out) {
    uint16_t marks = lgame_marks(marked, count);
    (void)game;
    text_add(out, "   a  b  c  d\n");
    for (int y = 0; y < LGAME_SIDE; y++) {
        text_add(out, "%d ", y + 1);
        for (int x = 0; x < LGAME_SIDE; x++) {
            int point = y * LGAME_SIDE + x;
            bool mark = marks >> point & 1;
            text_add(out, "%c%c%c", mark ? '(' : ' ', lgame_cell(state, point), mark ? ')' : ' ');
        }
        text_add(out, "\n");
    }
}

/* "x**..#*..#*..##x X 200": the points, the side to move, the moves until it is a draw. */
static void lgame_position_format(const struct game *game, const void *state_, struct text *out) {
    const struct lgame_state *state = state_;
    (void)game;
    for (int point = 0; point < LGAME_POINTS; point++) text_add_char(out, lgame_cell(state, point));
    text_add(out, " %c %d", "XO"[state->side], state -> left);
}

/* What stands on 16 points, by character; what is not one of them ends the text too early. */
static int lgame_cells_parse(const char *text, struct lgame_state *state, struct error *error) {
    uint16_t sets[4] = {0};
    static const char cells[] = "#*x.";
    for (int point = 0; point < LGAME_POINTS; point++) {
        const char *cell = text[point] ? strchr(cells, text[point]) : NULL;
        if (!cell)
            return error_set(error, "a position of the L-game has 16 points, each #, *, x or .");
        sets[cell - cells] = (uint16_t)(sets[cell - cells] | 1u << point);
    }
    for (int side = 0; side < 2; side++) {
        int place = lgame_place_of(sets[side]);
        if (place < 0) return error_set(error, "the four %c make no L", cells[side]);
        state->places[side] = (uint8_t)place;
    }
    state->stones = sets[2];
    if (__builtin_popcount(sets[2]) == 2) return 0;
    return error_set(error, "there are %d neutral stones x, not 2", __builtin_popcount(sets[2]));
}

static int lgame_position_parse(const struct game *game, const char *text, void *out,
                                struct error *error) {
    struct lgame_state state = {.left = LGAME_PLIES_MAX};
    int left = LGAME_PLIES_MAX, used = 0, end = 0;
    char side = 0;
    (void)game;
    text += strspn(text, " \t\r\n");
    if (lgame_cells_parse(text, &state, error) != 0) return -1;
    sscanf(text + LGAME_POINTS, " %c %n", &side, &used);
    text += LGAME_POINTS + used;
    if (*text && sscanf(text, "%3d %n", &left, &end) != 1) end = 0;
    if (used == 0 || !strchr("XxOo", side) || text[end] || left < 0 || left > LGAME_PLIES_MAX)
        return error_set(error,
                         "after its points a position gives the side to move, X (#) or O (*), and "
                         "perhaps the moves until it is a draw, 0 to %d",
                         LGAME_PLIES_MAX);
    state.side = side == 'O' || side == 'o';
    state.left = (uint8_t)left;
    memcpy(out, &state, sizeof state);
    return 0;
}

/* ---- the problem of the Baltic Olympiad in Informatics 2002 --------------------------------- */

/* Four lines of four points, with # to move; more may follow its sixteen points only as blanks. */
static int lgame_problem_parse(const struct game *game, const char *text, void *state,
                               struct error *error) {
    struct text line = {0};
    for (; *text; text++)
        if (!isspace((unsigned char)*text)) text_add_char(&line, *text);
    if (line.length != LGAME_POINTS) {
        text_free(&line);
        return error_set(error, "four lines of four points each, of #, *, x and ., are needed");
    }
    text_add(&line, " X");
    int failed = lgame_position_parse(game, text_get(&line), state, error);
    text_free(&line);
    return failed;
}

/* The board after a winning move, or that there is none. */
static void lgame_problem_answer(const struct game *game, const void *state_, move_t move,
                                 int margin, struct text *out) {
    struct lgame_state state = *(const struct lgame_state *)state_;
    if (margin <= 0) {
        text_add(out, "No winning move\n%s\n", margin < 0 ? "Losing" : "Draw");
        return;
    }
    lgame_play(game, &state, move);
    for (int point = 0; point < LGAME_POINTS; point++)
        text_add(out, "%c%s", lgame_cell(&state, point),
                 point % LGAME_SIDE == LGAME_SIDE - 1 ? "\n" : "");
}

static const struct game_problem lgame_problem = {
    .lines = LGAME_SIDE,
    .parse = lgame_problem_parse,
    .answer = lgame_problem_answer,
};

/* ---- the game ------------------------------------------------------------------------------ */

static struct game lgame = {
    .name = "lgame",
    .doc = "the L-game of de Bono, on 4x4 points: block the other side's L",
    .sides = {"#", "*"},
    .state_size = sizeof(struct lgame_state),
    .plies_max = LGAME_PLIES_MAX,
    .columns = LGAME_SIDE,
    .rows = LGAME_SIDE,
    .rows_from_top = true,
    .symmetries = 1,
    .pass = MOVE_NONE,
    .first_turn = 1,
    .turn = 1,
    .stone = lgame_stone,
    .turn_left = lgame_turn_left,
    .plies_left = lgame_plies_left,
    .start = lgame_start,
    .side = lgame_side,
    .over = lgame_over,
    .margin = lgame_margin,
    .moves = lgame_moves,
    .play = lgame_play,
    .perft = game_perft,
    .hash = lgame_hash,
    .symmetric_hash = lgame_symmetric_hash,
    .opening_moves = lgame_moves,
    .move_format = lgame_move_format,
    .move_parse = lgame_move_parse,
    .print = lgame_print,
    .position_format = lgame_position_format,
    .position_parse = lgame_position_parse,
    .problem = &lgame_problem,
};

struct game *lgame_make(const char *name, struct error *error) {
    if (strcmp(name, lgame.name) != 0) {
        error_set(error, "unknown game \"%.40s\"; there is: %s", name, lgame.name);
        return NULL;
    }
    lgame_tables_fill(&lgame);
    return &lgame;
}
