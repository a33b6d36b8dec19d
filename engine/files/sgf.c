/*
 * records_sgf: SGF (Smart Game Format, FF[4]) for games of stones: as Little Golem writes Connect6,
 * all stones of a turn in one value and points as "j10"; Hex as its own page of SGF has it, "a1"
 * from the top; where gomoku's turn is one stone, as SGF's own two letters, column and row from the
 * top left. Both are read everywhere. A start in the
 * midst of a turn has the private property LEFT, the stones that are still to be placed.
 */
#include "engine/files/tree.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SGF_GOMOKU = 4 };

/* ---- points ---------------------------------------------------------------------------------- */

/* Two letters are of SGF, a letter and a number of Little Golem; the characters used, 0 for none.
 */
static int sgf_point_parse(const struct game *game, const char *text, move_t *out) {
    int used = game->move_parse(game, text, out);
    if (used > 0 || !islower((unsigned char)text[0]) || !islower((unsigned char)text[1]))
        return used;
    int x = text[0] - 'a', y = text[1] - 'a';
    *out = (move_t)(y * game->columns + x);
    return x < game->columns && y < game->rows ? 2 : 0;
}

static void sgf_point_print(const struct game *game, move_t point, struct text *out) {
    char name[MOVE_TEXT_MAX];
    if (game->sgf_game == SGF_GOMOKU) {
        text_add(out, "%c%c", 'a' + point % game->columns, 'a' + point / game->columns);
    } else {
        game->move_format(game, point, name);
        text_add(out, "%s", name);
    }
}

/* ---- reading --------------------------------------------------------------------------------- */

struct sgf_reader {
    struct game_record *record;
    char cells[GAME_POINTS_MAX + 1]; /* of the start, as in a position line */
    int stones;                      /* among them */
    int side, left;                  /* who begins, and with how many stones to place */
    char result[32];
    struct error *error;
};

static int sgf_stone_read(struct sgf_reader *reader, int side, const char *value) {
    move_t point;
    int used = sgf_point_parse(reader->record->game, value, &point);
    if (used == 0 || value[used] || reader->cells[point] != '.')
        return error_set(reader->error, "A%c[%.20s] is not an empty point of the board", "BW"[side],
                         value);
    if (reader->record->count > 0)
        return error_set(reader->error, "A%c[%.20s] comes after moves", "BW"[side], value);
    reader->cells[point] = "XO"[side];
    reader->stones++;
    return 0;
}

/* Makes the start of the stones set up. */
static int sgf_start_make(struct sgf_reader *reader, int side) {
    struct game_record *record = reader->record;
    struct state start;
    if (reader->stones == 0) return 0;
    int failed =
        game_set_up(record->game, reader->cells, side, reader->left, &start, reader->error);
    reader->stones = 0;
    if (!failed) records_place(record, &start);
    return failed;
}

/* The stones of a turn; those after one that ends the game are only looked at. */
static int sgf_turn_read(struct sgf_reader *reader, int side, const char *value) {
    struct game_record *record = reader->record;
    const struct game *game = record->game;
    if (sgf_start_make(reader, side) != 0) return -1;
    if (game->over(game, &record->last))
        return error_set(reader->error, "move %d (%.20s) comes after the end of the game",
                         record->count + 1, value);
    const char *text = value;
    do {
        move_t point;
        int used = sgf_point_parse(game, text, &point);
        if (used == 0)
            return error_set(reader->error, "move %d is not one of %s: \"%.20s\"",
                             record->count + 1, game->name, text);
        text += used;
        if (game->over(game, &record->last)) continue;
        if (game->side(&record->last) != side)
            return error_set(reader->error, "move %d (of \"%.20s\") is not %s's", record->count + 1,
                             value, game->sides[side]);
        if (records_add(record, point, reader->error) != 0) return -1;
    } while (*text);
    return 0;
}

static int sgf_left_read(struct sgf_reader *reader, const char *value) {
    const struct game *game = reader->record->game;
    int64_t left;
    if (!parse_i64(value, 1, max_int(game->turn, game->first_turn), &left))
        return error_set(reader->error, "LEFT[%.20s] is not a number of stones", value);
    reader->left = (int)left;
    return 0;
}

static int sgf_size_read(struct sgf_reader *reader, const char *value) {
    const struct game *game = reader->record->game;
    int columns, rows, fields = sscanf(value, "%4d:%4d", &columns, &rows);
    if (fields == 1) rows = columns;
    if (fields >= 1 && columns == game->columns && rows == game->rows) return 0;
    return error_set(reader->error, "SZ[%.20s] is not the board of %s", value, game->name);
}

/* "B+R", "W+T", "0": what the board says at the game's end is surer. */
static void sgf_result_read(struct game_record *record, const char *value) {
    if (record->end == RECORDS_OVER || value[0] == '\0' || value[1] != '+') return;
    if (value[0] != 'B' && value[0] != 'W') return;
    record->winner = value[0] == 'W';
    record->end = value[2] == 'R'   ? RECORDS_RESIGNED
                  : value[2] == 'T' ? RECORDS_TIMEOUT
                  : value[2] == 'F' ? RECORDS_FORFEITED
                                    : RECORDS_UNFINISHED;
}

static int sgf_property_read(struct sgf_reader *reader, const struct tree *tree) {
    struct game_record *record = reader->record;
    const char *name = tree->name, *value = text_get(&tree->value);
    if (strcmp(name, "B") == 0) return sgf_turn_read(reader, 0, value);
    if (strcmp(name, "W") == 0) return sgf_turn_read(reader, 1, value);
    if (strcmp(name, "AB") == 0) return sgf_stone_read(reader, 0, value);
    if (strcmp(name, "AW") == 0) return sgf_stone_read(reader, 1, value);
    if (strcmp(name, "SZ") == 0) return sgf_size_read(reader, value);
    if (strcmp(name, "LEFT") == 0) return sgf_left_read(reader, value);
    if (strcmp(name, "PL") == 0) reader->side = *value == 'W' || *value == '2';
    if (strcmp(name, "PB") == 0) tree_copy(record->names[0], sizeof record->names[0], value);
    if (strcmp(name, "PW") == 0) tree_copy(record->names[1], sizeof record->names[1], value);
    if (strcmp(name, "DT") == 0) tree_copy(record->date, sizeof record->date, value);
    if (strcmp(name, "RE") == 0) tree_copy(reader->result, sizeof reader->result, value);
    if (strcmp(name, "EV") == 0 && strcmp(value, record->game->name) != 0)
        tree_copy(record->event, sizeof record->event, value);
    return 0;
}

static int sgf_tree_read(struct sgf_reader *reader, struct tree *tree) {
    int more;
    while ((more = tree_next(tree, reader->error)) == 1)
        if (sgf_property_read(reader, tree) != 0) return -1;
    return more < 0 ? -1 : sgf_start_make(reader, reader->side);
}

int records_sgf_parse(const struct game *game, const char **text, struct game_record *out,
                      struct error *error) {
    if (records_format_check(RECORDS_SGF, game, error) != 0) return -1;
    struct sgf_reader reader = {.record = out, .left = game->turn, .error = error};
    struct tree tree = {.at = *text};
    memset(reader.cells, '.', (size_t)(game->columns * game->rows));
    records_begin(out, game, NULL);
    int failed = sgf_tree_read(&reader, &tree);
    tree_close(&tree);
    if (failed) return -1;
    sgf_result_read(out, reader.result);
    *text = tree.at;
    return 0;
}

/* ---- writing --------------------------------------------------------------------------------- */

static const char *sgf_result_of(const struct game_record *record) {
    static const char *const won[][2] = {
        [RECORDS_UNFINISHED] = {"?", "?"},    [RECORDS_OVER] = {"B+", "W+"},
        [RECORDS_RESIGNED] = {"B+R", "W+R"},  [RECORDS_TIMEOUT] = {"B+T", "W+T"},
        [RECORDS_FORFEITED] = {"B+F", "W+F"},
    };
    if (record->winner >= 0) return won[record->end][record->winner];
    return record->end == RECORDS_OVER ? "0" : "?";
}

static void sgf_heading_print(const struct game_record *record, struct text *out) {
    const struct game *game = record->game;
    text_add(out, "(;FF[4]");
    if (game->sgf_game > 0) text_add(out, "GM[%d]", game->sgf_game);
    if (game->columns == game->rows)
        text_add(out, "SZ[%d]", game->columns);
    else
        text_add(out, "SZ[%d:%d]", game->columns, game->rows);
    tree_print(out, "EV", *record->event ? record->event : game->name);
    tree_print(out, "DT", record->date);
    tree_print(out, "PB", record->names[0]);
    tree_print(out, "PW", record->names[1]);
    text_add(out, "RE[%s]", sgf_result_of(record));
}

static void sgf_stones_print(const struct game_record *record, int side, struct text *out) {
    const struct game *game = record->game;
    const char *separator = side == 0 ? "AB" : "AW";
    for (int point = 0; point < game->columns * game->rows; point++) {
        if (game->stone(&record->start, point) != side) continue;
        text_add(out, "%s[", separator);
        sgf_point_print(game, (move_t)point, out);
        text_add(out, "]");
        separator = "";
    }
}

static void sgf_setup_print(const struct game_record *record, struct text *out) {
    const struct game *game = record->game;
    if (game_board_is_empty(game, &record->start)) return;
    for (int side = 0; side < 2; side++) sgf_stones_print(record, side, out);
    text_add(out, "PL[%c]", "BW"[game->side(&record->start)]);
    int left = game->turn_left(&record->start);
    if (left != game->turn) text_add(out, "LEFT[%d]", left);
}

void records_sgf_print(const struct game_record *record, struct text *out) {
    const struct game *game = record->game;
    struct state state = record->start;
    int turn = -1; /* whose value is open */
    sgf_heading_print(record, out);
    sgf_setup_print(record, out);
    for (int i = 0; i < record->count; i++) {
        int side = game->side(&state);
        if (side != turn) text_add(out, "%s;%c[", turn < 0 ? "" : "]", "BW"[side]);
        turn = side;
        sgf_point_print(game, record->moves[i], out);
        game->play(game, &state, record->moves[i]);
    }
    text_add(out, "%s)\n", turn < 0 ? "" : "]");
}
