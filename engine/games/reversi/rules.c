/*
 * Reversi as a game: the tables behind the inline rules, notation, symmetry.
 */
#include "engine/games/reversi/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reversi_tables reversi_tables;

/* Squares from `square` on, itself left out, in steps of one row and column to the board's edge. */
static uint64_t reversi_ray_of(int square, int row_step, int column_step) {
    uint64_t squares = 0;
    int row = square / 8 + row_step, column = square % 8 + column_step;
    for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += row_step, column += column_step)
        squares |= UINT64_C(1) << (row * 8 + column);
    return squares;
}

static struct reversi_line reversi_line_through(int square, enum reversi_direction direction) {
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    const int *step = steps[direction];
    bool column = direction == REVERSI_COLUMN;
    return (struct reversi_line){
        .mask =
            reversi_ray_of(square, step[0], step[1]) | reversi_ray_of(square, -step[0], -step[1]),
        .gather = column ? UINT64_C(0x0102040810204080) >> square % 8 : 0x0101010101010101u,
    };
}

/* The place where the run of `opp` discs next to `place` ends, -1 if there is no run or no place
 * left behind it. */
static int reversi_run_end(int place, unsigned opp, int step) {
    int end = place + step;
    while (end >= 0 && end < 8 && opp >> end & 1) end += step;
    return end == place + step || end < 0 || end > 7 ? -1 : end;
}

static uint8_t reversi_outflanks_of(int place, unsigned opp) {
    int up = reversi_run_end(place, opp, 1), down = reversi_run_end(place, opp, -1);
    return (uint8_t)((up >= 0 ? 1 << up : 0) | (down >= 0 ? 1 << down : 0));
}

static uint8_t reversi_flips_between(int place, unsigned anchors) {
    unsigned flips = 0;
    for (int anchor = 0; anchor < 8; anchor++)
        for (int between = 1; anchors >> anchor & 1 && between < 7; between++)
            if ((between - place) * (between - anchor) < 0) flips |= 1u << between;
    return (uint8_t)flips;
}

static void reversi_square_fill(struct reversi_tables *tables, int square) {
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, -1}, {1, 1}};
    for (int i = 0; i < 4; i++) {
        tables->rays[square][0][i] = reversi_ray_of(square, steps[i][0], steps[i][1]);
        tables->rays[square][1][i] = reversi_ray_of(square, -steps[i][0], -steps[i][1]);
        tables->queen[square] |= tables->rays[square][0][i] | tables->rays[square][1][i];
    }
    for (int direction = 0; direction < 4; direction++) {
        const struct reversi_line line = reversi_line_through(square, direction);
        tables->lines[square][direction] = line;
        tables->places[direction][square] = (uint8_t)(8 * reversi_line_number(square, direction) +
                                                      reversi_place(square, direction));
        tables->places_of[square] |= (uint32_t)tables->places[direction][square] << 8 * direction;
        if (direction >= REVERSI_FALLING)
            tables->diagonals[square][direction - REVERSI_FALLING] =
                (uint8_t)((line.mask * line.gather) >> 56);
    }
}

static uint64_t reversi_neighbours(int square) {
    uint64_t squares = 0;
    for (int other = 0; other < REVERSI_SQUARES; other++)
        if (other != square && abs(other / 8 - square / 8) <= 1 && abs(other % 8 - square % 8) <= 1)
            squares |= UINT64_C(1) << other;
    return squares;
}

static void reversi_tables_fill(struct reversi_tables *tables) {
    for (int square = 0; square < REVERSI_SQUARES; square++) {
        reversi_square_fill(tables, square);
        tables->near[square] = reversi_neighbours(square);
    }
    for (int place = 0; place < 8; place++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            tables->outflanks[place][byte] = reversi_outflanks_of(place, byte);
            tables->flips[place][byte] = reversi_flips_between(place, byte);
        }
    }
}

static void reversi_start(const struct game *game, void *state) {
    (void)game;
    const struct reversi board = {.own = UINT64_C(1) << 28 | UINT64_C(1) << 35,
                                  .opp = UINT64_C(1) << 27 | UINT64_C(1) << 36};
    memcpy(state, &board, sizeof board);
}

static int reversi_legal_moves(const struct game *game, const void *state, move_t *out) {
    const struct reversi *board = state;
    uint64_t moves = reversi_moves(board->own, board->opp);
    int count = 0;
    if (!moves && !reversi_over(game, state)) out[count++] = REVERSI_PASS;
    for (; moves; moves &= moves - 1) out[count++] = (move_t)reversi_lowest(moves);
    return count;
}

static uint64_t reversi_perft(const struct game *game, const void *state, int depth) {
    const struct reversi *board = state;
    (void)game;
    static const struct reversi_perft_ops *const ops[ISA_COUNT] = ISA_TABLE(reversi_perft_ops);
    return depth == 0 ? 1 : ops[isa_current()]->leaves_below(board->own, board->opp, depth);
}

static uint64_t reversi_flip_rows(uint64_t squares) {
    return __builtin_bswap64(squares);
}

/* The least hash of the eight images: flipping rows and transposing in turn meets them all. */
static uint64_t reversi_symmetric_hash(const struct game *game, const void *state) {
    (void)game;
    struct reversi image = *(const struct reversi *)state;
    uint64_t least = reversi_hash(&image);
    for (int i = 1; i < 8; i++) {
        uint64_t (*map)(uint64_t) = i % 2 ? reversi_flip_rows : reversi_transpose;
        image.own = map(image.own);
        image.opp = map(image.opp);
        uint64_t hash = reversi_hash(&image);
        least = hash < least ? hash : least;
    }
    return least;
}

static void reversi_move_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]) {
    (void)game;
    if (move == REVERSI_PASS)
        strcpy(out, "pass");
    else
        memcpy(out, (char[]){(char)('a' + move % 8), (char)('1' + move / 8), '\0'}, 3);
}

/* Whether `text` begins with `word`, in lower or upper case. */
static bool reversi_begins_with(const char *text, const char *word) {
    while (*word && (*text | 0x20) == *word) text++, word++;
    return !*word;
}

/* Passes are "pass", or "pa" as GGF writes them. */
static int reversi_move_parse(const struct game *game, const char *text, move_t *out) {
    (void)game;
    if (reversi_begins_with(text, "pa")) {
        *out = REVERSI_PASS;
        return reversi_begins_with(text, "pass") ? 4 : 2;
    }
    if (reversi_begins_with(text, "ps")) { /* of Edax */
        *out = REVERSI_PASS;
        return 2;
    }
    int column = (text[0] | 0x20) - 'a';
    if (column < 0 || column > 7 || text[1] < '1' || text[1] > '8') return 0;
    *out = (move_t)((text[1] - '1') * 8 + column);
    return 2;
}

/* Black's and White's discs. */
static void reversi_colours(const struct reversi *board, uint64_t out[2]) {
    out[board->side] = board->own;
    out[board->side ^ 1] = board->opp;
}

static int reversi_stone(const void *state, int square) {
    const struct reversi *board = state;
    uint64_t discs[2];
    reversi_colours(board, discs);
    return discs[0] >> square & 1 ? 0 : discs[1] >> square & 1 ? 1 : -1;
}

static int reversi_plies_left(const void *state) {
    const struct reversi *board = state;
    return reversi_empties(board->own, board->opp);
}

static int reversi_turn_left(const void *state) {
    (void)state;
    return 1;
}

static char reversi_disc_of(const uint64_t discs[2], int square, char empty) {
    return discs[0] >> square & 1 ? 'X' : discs[1] >> square & 1 ? 'O' : empty;
}

static void reversi_print_status(const struct game *game, const struct reversi *board,
                                 const uint64_t discs[2], struct text *out) {
    text_add(out, "Black (X) %d, White (O) %d, ", reversi_count(discs[0]), reversi_count(discs[1]));
    if (reversi_over(game, board))
        text_add(out, "the game is over\n");
    else
        text_add(out, "%s to move\n", game->sides[board->side]);
}

static void reversi_print(const struct game *game, const void *state, const move_t *marked,
                          int count, struct text *out) {
    const struct reversi *board = state;
    uint64_t discs[2], moves = reversi_moves(board->own, board->opp);
    reversi_colours(board, discs);
    text_add(out, "   a  b  c  d  e  f  g  h\n");
    for (int row = 0; row < 8; row++) {
        text_add(out, "%d ", row + 1);
        for (int square = row * 8; square < row * 8 + 8; square++) {
            char cell = reversi_disc_of(discs, square, moves >> square & 1 ? '+' : '.');
            text_add(out, game_lists(marked, count, square) ? "[%c]" : " %c ", cell);
        }
        text_add(out, "\n");
    }
    reversi_print_status(game, board, discs, out);
}

static void reversi_position_format(const struct game *game, const void *state, struct text *out) {
    const struct reversi *board = state;
    char cells[REVERSI_SQUARES];
    uint64_t discs[2];
    (void)game;
    reversi_colours(board, discs);
    for (int i = 0; i < REVERSI_SQUARES; i++) cells[i] = reversi_disc_of(discs, i, '-');
    text_add_bytes(out, cells, sizeof cells);
    text_add(out, " %c;", "XO"[board->side]);
}

/* What an OBF character stands for: side 0 or 1, 2 an empty square, -1 nothing. */
static int reversi_obf_meaning(char c) {
    static const char *const meanings[] = {"Xxb*", "Oow", "-."};
    for (int i = 0; c && i < 3; i++)
        if (strchr(meanings[i], c)) return i;
    return -1;
}

/* The fields after the side to move are not ours, but must be such: a move and its score,
 * "D2:-14", between blanks and semicolons. Gives where that ends. */
static const char *reversi_obf_skip_fields(const struct game *game, const char *text) {
    static const char separators[] = "; \t\r\n";
    for (text += strspn(text, separators); *text; text += strspn(text, separators)) {
        move_t move;
        int move_length = reversi_move_parse(game, text, &move), used = 0;
        if (move_length == 0) return text;
        sscanf(text + move_length, ":%*d%n", &used);
        if (used == 0 || !strchr(separators, text[move_length + used])) return text;
        text += move_length + used;
    }
    return text;
}

/* An OBF line: 64 squares, the side to move, then scores of moves and a comment after "%", which
 * are left out. */
static int reversi_position_parse(const struct game *game, const char *text, void *state,
                                  struct error *error) {
    uint64_t discs[3] = {0};
    text += strspn(text, " \t\r\n");
    for (int i = 0; i < REVERSI_SQUARES; i++) {
        int meaning = reversi_obf_meaning(text[i]);
        if (meaning < 0)
            return error_set(error,
                             "square %d of the position is \"%.1s\"; there are 64 of them, "
                             "each X (Black), O (White) or - (empty)",
                             i + 1, text + i);
        discs[meaning] |= UINT64_C(1) << i;
    }
    const char *side_text = text + REVERSI_SQUARES + strspn(text + REVERSI_SQUARES, " \t");
    int side = reversi_obf_meaning(*side_text);
    if (side != 0 && side != 1)
        return error_set(error,
                         "the side to move is \"%.1s\"; it should be X or O, after the 64 "
                         "squares",
                         side_text);
    if (side_text[1] && !strchr("; \t\r\n", side_text[1]))
        return error_set(error, "\"%.10s\" follows the side to move; it should be \";\"",
                         side_text + 1);
    const char *rest = reversi_obf_skip_fields(game, side_text + 1);
    if (*rest && *rest != '%')
        return error_set(error,
                         "\"%.20s\" follows the position; only scores of moves may, such as "
                         "\"D2:-14;\"",
                         rest);
    const struct reversi board = {discs[side], discs[side ^ 1], (uint64_t)side};
    memcpy(state, &board, sizeof board);
    return 0;
}

static struct game reversi = {
    .name = "reversi",
    .doc = "Reversi (Othello) on 8 x 8 squares",
    .sides = {"Black", "White"},
    .state_size = sizeof(struct reversi),
    .plies_max = 2 * REVERSI_SQUARES, /* no two passes come together */
    .columns = 8,
    .rows = 8,
    .rows_from_top = true,
    .symmetries = 0xff,
    .placement = true,
    .counted = "disc",
    .pass = REVERSI_PASS,
    .first_turn = 1,
    .turn = 1,
    .ggf_name = "Othello",
    .stone = reversi_stone,
    .turn_left = reversi_turn_left,
    .plies_left = reversi_plies_left,
    .start = reversi_start,
    .side = reversi_side,
    .over = reversi_over,
    .margin = reversi_margin,
    .moves = reversi_legal_moves,
    .play = reversi_play,
    .perft = reversi_perft,
    .hash = reversi_hash,
    .symmetric_hash = reversi_symmetric_hash,
    .opening_moves = reversi_legal_moves,
    .move_format = reversi_move_format,
    .move_parse = reversi_move_parse,
    .print = reversi_print,
    .position_format = reversi_position_format,
    .position_parse = reversi_position_parse,
};

struct game *reversi_make(const char *name, struct error *error) {
    if (strcmp(name, reversi.name) != 0) {
        error_set(error, "unknown game \"%.40s\"; there is: %s", name, reversi.name);
        return NULL;
    }
    reversi_tables_fill(&reversi_tables);
    return &reversi;
}
