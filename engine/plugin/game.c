/*
 * A plug-in's game as a struct game. What struct game wants beyond the plug-in's table follows from
 * that: the board from its points, images from position lines.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/plugin/adapt.h"

struct plugin_game {
    struct game game;
    struct game_family family;
    const struct library *library;
    const struct evaluator_family
        *evaluators[1]; /* the list of its own is empty: games.c has them */
};
static struct plugin_game *plugin_games[LIBRARIES_MAX];

/* ---- calls ---- */

static const struct hone_game *game_table(const struct game *game) {
    return &((const struct plugin_game *)game->rules)->library->game;
}

static const char *game_file(const struct game *game) {
    return ((const struct plugin_game *)game->rules)->library->file;
}

static const struct game *game_of(const void *state) {
    return &plugin_games[((const struct plugin_state *)state)->library]->game;
}

static const void *own_bytes(const void *state) {
    return ((const struct plugin_state *)state)->bytes;
}

/* Enters the plug-in, which is about to do `function` with a state. */
static const struct hone_game *game_enter(const struct game *game, const char *function,
                                          const void *state) {
    guard_enter(game_file(game), function, game, state);
    return game_table(game);
}

/* ---- the rules ---- */

static void plugin_start(const struct game *game, void *state_) {
    struct plugin_state *state = state_;
    memset(state, 0, game->state_size);
    state->library = (uint32_t)((const struct plugin_game *)game->rules)->library->number;
    if (!game_table(game)->start) return;
    game_enter(game, "start", NULL)->start(state->bytes);
    guard_leave();
}

static int plugin_side(const void *state) {
    int side = game_enter(game_of(state), "side", state)->side(own_bytes(state));
    guard_leave();
    return side & 1;
}

static bool plugin_over(const struct game *game, const void *state) {
    bool over = game_enter(game, "over", state)->over(own_bytes(state)) != 0;
    guard_leave();
    return over;
}

static int plugin_margin(const struct game *game, const void *state) {
    int margin = game_enter(game, "margin", state)->margin(own_bytes(state));
    guard_leave();
    if (margin < -HONE_MARGIN_MAX || margin > HONE_MARGIN_MAX)
        guard_fail(game_file(game), "margin", game, state, "gives %d, beyond %d", margin,
                   HONE_MARGIN_MAX);
    return margin;
}

/* The same question must have the same answer. */
static void plugin_moves_again(const struct game *game, const void *state, const move_t *moves,
                               int count) {
    move_t again[GAME_MOVES_MAX];
    int there = game_enter(game, "moves", state)->moves(own_bytes(state), again);
    guard_leave();
    if (there != count || memcmp(moves, again, (size_t)count * sizeof *moves) != 0)
        guard_fail(game_file(game), "moves", game, state,
                   "gives %d moves, then others, though nothing was played", count);
}

static int plugin_moves(const struct game *game, const void *state, move_t *out) {
    int count = game_enter(game, "moves", state)->moves(own_bytes(state), out);
    bool again = guard_leave();
    if (count < 0 || count > game_table(game)->moves_max)
        guard_fail(game_file(game), "moves", game, state, "gives %d moves, and moves_max is %d",
                   count, game_table(game)->moves_max);
    if (again) plugin_moves_again(game, state, out, count);
    return count;
}

static void plugin_play(const struct game *game, void *state, move_t move) {
    game_enter(game, "play", state)->play(((struct plugin_state *)state)->bytes, move);
    guard_leave();
}

/* Of all bytes. */
static uint64_t plugin_hash_bytes(const void *state) {
    const unsigned char *bytes = own_bytes(state);
    size_t size = game_table(game_of(state))->state_size;
    uint64_t hash = size;
    for (size_t at = 0; at < size; at += sizeof hash) {
        uint64_t word = 0;
        memcpy(&word, bytes + at, size - at < sizeof word ? size - at : sizeof word);
        hash = mix64(hash ^ word);
    }
    return hash;
}

static uint64_t plugin_hash(const void *state) {
    if (!game_table(game_of(state))->key) return plugin_hash_bytes(state);
    uint64_t key = game_enter(game_of(state), "key", state)->key(own_bytes(state));
    guard_leave();
    return mix64(key);
}

/* The least of all images' hashes; few positions are asked for it. */
static uint64_t plugin_symmetric_hash(const struct game *game, const void *state) {
    uint64_t least = plugin_hash(state);
    if (game->symmetries == 1) return least;
    for (int symmetry = 1; symmetry < 8; symmetry++) {
        struct state image;
        if (!(game->symmetries >> symmetry & 1)) continue;
        game_image_state(game, symmetry, state, &image);
        uint64_t hash = plugin_hash(&image);
        if (hash < least) least = hash;
    }
    return least;
}

/* ---- captures, checks and null moves ---- */

static int plugin_noisy(const struct game *game, const void *state, move_t *out) {
    int count = game_enter(game, "noisy", state)->noisy(own_bytes(state), out);
    guard_leave();
    if (count < 0 || count > game_table(game)->moves_max)
        guard_fail(game_file(game), "noisy", game, state, "gives %d moves, and moves_max is %d",
                   count, game_table(game)->moves_max);
    return count;
}

static bool plugin_in_check(const void *state) {
    bool check = game_enter(game_of(state), "in_check", state)->in_check(own_bytes(state)) != 0;
    guard_leave();
    return check;
}

static bool plugin_pass_turn(const struct game *game, void *state_) {
    struct plugin_state *state = state_;
    bool passed = game_enter(game, "pass_turn", state)->pass_turn(state->bytes) == 1;
    guard_leave();
    return passed;
}

/* ---- the board ---- */

static int plugin_stone(const void *state, int point) {
    const struct game *game = game_of(state);
    if (!game_table(game)->owner) return -1;
    int side = game_enter(game, "owner", state)->owner(own_bytes(state), point);
    guard_leave();
    return side == 0 || side == 1 ? side : -1;
}

static int plugin_turn_left(const void *state) {
    const struct game *game = game_of(state);
    if (!game_table(game)->turn_left) return 1;
    int left = game_enter(game, "turn_left", state)->turn_left(own_bytes(state));
    guard_leave();
    return left;
}

static int plugin_plies_left(const void *state) {
    const struct game *game = game_of(state);
    int empties = 0;
    if (!game->placement) return game->plies_max;
    for (int point = 0; point < game->columns * game->rows; point++)
        empties += plugin_stone(state, point) < 0;
    return empties;
}

static char plugin_letter(const struct game *game, const void *state, int point) {
    if (!game_table(game)->piece) return ".XO"[1 + plugin_stone(state, point)];
    int letter = game_enter(game, "piece", state)->piece(own_bytes(state), point);
    guard_leave();
    return letter > ' ' && letter < 127 ? (char)letter : '?';
}

/* The same as hone's own games say it. */
static char plugin_piece(const void *state, int point) {
    char letter = plugin_letter(game_of(state), state, point);
    return letter == '.' ? '\0' : letter;
}

static void plugin_print_row(const struct game *game, const void *state, int row,
                             const move_t *marked, int count, struct text *out) {
    text_add(out, "%2d ", game->rows_from_top ? row + 1 : game->rows - row);
    for (int column = 0; column < game->columns; column++) {
        int point = row * game->columns + column;
        bool mark = game->placement && game_lists(marked, count, point);
        text_add(out, "%c%c%c", mark ? '(' : ' ', plugin_letter(game, state, point),
                 mark ? ')' : ' ');
    }
    text_add(out, "\n");
}

/* As hone's own games of placement write it. */
static void plugin_board_format(const struct game *game, const void *state, struct text *out) {
    for (int point = 0; point < game->columns * game->rows; point++)
        text_add_char(out, ".XO"[1 + plugin_stone(state, point)]);
    text_add(out, " %c", "XO"[plugin_side(state)]);
}

static void plugin_position_format(const struct game *game, const void *state, struct text *out) {
    char line[HONE_POSITION_TEXT_MAX] = "";
    if (!game_table(game)->write) {
        plugin_board_format(game, state, out);
        return;
    }
    game_enter(game, "write", state)->write(own_bytes(state), line);
    guard_leave();
    line[sizeof line - 1] = '\0';
    text_add(out, "%s", line);
}

static void plugin_print(const struct game *game, const void *state, const move_t *marked,
                         int count, struct text *out) {
    if (game->columns > 0) text_add(out, "   ");
    for (int column = 0; column < game->columns; column++) text_add(out, " %c ", 'a' + column);
    for (int row = 0; row < game->rows; row++) {
        if (row == 0) text_add(out, "\n");
        plugin_print_row(game, state, row, marked, count, out);
    }
    if (game->columns > 0) return;
    plugin_position_format(game, state, out);
    text_add(out, "\n");
}

/* ---- texts ---- */

/* "c4", "pass". */
static void point_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]) {
    int row = move / game->columns;
    if (move == game->pass)
        snprintf(out, MOVE_TEXT_MAX, "pass");
    else
        snprintf(out, MOVE_TEXT_MAX, "%c%d", 'a' + move % game->columns,
                 game->rows_from_top ? row + 1 : game->rows - row);
}

static int point_parse(const struct game *game, const char *text, move_t *out) {
    int column = tolower((unsigned char)text[0]) - 'a', row = 0, length = 1;
    if (game->pass != MOVE_NONE && strncmp(text, "pass", 4) == 0) return *out = game->pass, 4;
    if (column < 0 || column >= game->columns) return 0;
    for (; length < 4 && isdigit((unsigned char)text[length]); length++)
        row = 10 * row + text[length] - '0';
    if (row < 1 || row > game->rows || text[1] == '0') return 0;
    row = game->rows_from_top ? row - 1 : game->rows - row;
    *out = (move_t)(row * game->columns + column);
    return length;
}

static void plugin_move_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]) {
    memset(out, 0, MOVE_TEXT_MAX);
    if (!game_table(game)->move_write) {
        point_format(game, move, out);
        return;
    }
    game_enter(game, "move_write", NULL)->move_write(move, out);
    guard_leave();
    out[MOVE_TEXT_MAX - 1] = '\0';
}

static int plugin_move_parse(const struct game *game, const char *text, move_t *out) {
    if (!game_table(game)->move_read) return point_parse(game, text, out);
    int used = game_enter(game, "move_read", NULL)->move_read(text, out);
    guard_leave();
    return used < 0 || used > (int)strlen(text) ? 0 : used;
}

/* What plugin_board_format writes: the points' owners, and the side to move. */
static int board_parse(const struct game *game, const char *text, int8_t *owners, int *side,
                       char *why, size_t size) {
    int points = game->columns * game->rows;
    for (int point = 0; point < points; point++) {
        const char *cell = text[point] ? strchr(".XO", text[point]) : NULL;
        if (!cell) return snprintf(why, size, "%d points are needed, each X, O or .", points), -1;
        owners[point] = (int8_t)(*cell == 'X' ? 0 : *cell == 'O' ? 1 : -1);
    }
    text += points;
    if (text[0] != ' ' || (text[1] != 'X' && text[1] != 'O') || text[2])
        return snprintf(why, size, "behind the points a blank and X or O, to move, are needed"), -1;
    *side = text[1] == 'O';
    return 0;
}

static int plugin_read(const struct game *game, const char *text, struct plugin_state *out,
                       char *why, size_t size) {
    const struct hone_game *table = game_table(game);
    int8_t owners[HONE_POINTS_MAX];
    int side = 0, failed;
    if (!table->read && board_parse(game, text, owners, &side, why, size)) return -1;
    game_enter(game, table->read ? "read" : "set_up", NULL);
    failed = table->read ? table->read(text, out->bytes, why, size)
                         : table->set_up(out->bytes, owners, side, why, size);
    guard_leave();
    return failed;
}

static int plugin_position_parse(const struct game *game, const char *text, void *state,
                                 struct error *error) {
    char why[256] = "";
    struct state read;
    plugin_start(game, &read);
    int failed = plugin_read(game, text, (struct plugin_state *)&read, why, sizeof why);
    why[sizeof why - 1] = '\0';
    if (failed) return error_set(error, "%s", *why ? why : "it is no position of this game");
    memcpy(state, &read, game->state_size);
    return 0;
}

/* ---- the game ---- */

static const struct game plugin_game = {
    .stone = plugin_stone,
    .turn_left = plugin_turn_left,
    .plies_left = plugin_plies_left,
    .start = plugin_start,
    .side = plugin_side,
    .over = plugin_over,
    .margin = plugin_margin,
    .moves = plugin_moves,
    .play = plugin_play,
    .perft = game_perft,
    .hash = plugin_hash,
    .symmetric_hash = plugin_symmetric_hash,
    .opening_moves = plugin_moves,
    .move_format = plugin_move_format,
    .move_parse = plugin_move_parse,
    .print = plugin_print,
    .position_format = plugin_position_format,
    .position_parse = plugin_position_parse,
};

static void game_fill(struct game *game, const struct hone_game *table) {
    *game = plugin_game;
    snprintf(game->name, sizeof game->name, "%s", table->name);
    game->doc = table->doc;
    game->sides[0] = table->sides[0] ? table->sides[0] : "X";
    game->sides[1] = table->sides[1] ? table->sides[1] : "O";
    game->state_size = sizeof(struct plugin_state) + table->state_size;
    game->plies_max = table->plies_max;
    game->columns = table->columns;
    game->rows = table->rows;
    game->rows_from_top = !table->rows_from_bottom;
    game->symmetries = (uint8_t)(table->symmetries | 1);
    game->placement = table->placement != 0;
    game->pass = table->pass ? table->pass : MOVE_NONE;
    game->turn = table->turn > 0 ? table->turn : 1;
    game->first_turn = table->first_turn > 0 ? table->first_turn : game->turn;
    game->piece = table->piece ? plugin_piece : NULL;
    game->noisy = table->noisy ? plugin_noisy : NULL;
    game->in_check = table->in_check ? plugin_in_check : NULL;
    game->pass_turn = table->pass_turn ? plugin_pass_turn : NULL;
    game->counted = table->margin_unit ? table->margin_unit : table->placement ? NULL : "point";
}

static const struct game *game_make_one(const struct game_family *family, const char *name,
                                        struct error *error) {
    for (int i = 0; i < LIBRARIES_MAX; i++)
        if (plugin_games[i] && &plugin_games[i]->family == family &&
            strcmp(family->name, name) == 0)
            return &plugin_games[i]->game;
    error_set(error, "unknown game \"%.40s\"", name);
    return NULL;
}

const struct game_family *plugin_game_new(const struct library *library) {
    struct plugin_game *own = xcalloc(1, sizeof *own);
    own->library = library;
    game_fill(&own->game, &library->game);
    own->game.rules = own;
    own->family = (struct game_family){.name = library->game.name,
                                       .doc = library->game.doc,
                                       .make_one = game_make_one,
                                       .evaluators = own->evaluators,
                                       .names = library->game.name};
    plugin_games[library->number] = own;
    return &own->family;
}
