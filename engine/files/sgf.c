/*
 * records_sgf: SGF (Smart Game Format, FF[4]) for games of stones. Connect6 is written as Little
 * Golem does, all stones of a turn in one value and points as "j10"; Hex as its own page of SGF has
 * it, "a1" from the top; gomoku, with one stone a turn, with SGF's own two letters, column and row
 * from the top left. Both ways are read for every game. Little Golem's Hex has two letters, too,
 * and begins with W, which is the player of PB and the first side; its RE names players. A start in
 * the midst of a turn has the private property LEFT, the stones that are still to be placed.
 */
#include "engine/files/tree.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { SGF_GOMOKU = 4, SGF_HEX = 11, SGF_HEX_SIZE = 11, SGF_LISTED = 40 };

/* ---- points ---------------------------------------------------------------------------------- */

/* "j10" of Little Golem, or two letters of SGF where they are all of the value: a longer word is
 * no row of points. The characters used, 0 for none. */
static int sgf_point_parse(const struct game *game, const char *text, bool alone, move_t *out) {
    if (isdigit((unsigned char)text[0]) || (text[0] && isdigit((unsigned char)text[1])))
        return game->move_parse(game, text, out);
    if (!alone || strlen(text) != 2) return 0;
    int x = tolower((unsigned char)text[0]) - 'a', y = tolower((unsigned char)text[1]) - 'a';
    if (x < 0 || x >= game->columns || y < 0 || y >= game->rows) return 0;
    *out = (move_t)(y * game->columns + x);
    return 2;
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
    bool set_up;                     /* something stands there that is not the start yet */
    bool sized;                      /* SZ has been seen */
    int side, left;                  /* the first side, and how many stones it has to place */
    bool turned;                     /* the sides were swapped: B is the second side … */
    bool white_begins;               /* … from the start, where RE means players all the same */
    bool mirrored;                   /* … or, by the game's own swap, points are mirrored */
    bool swapping;                   /* the next move shows what B means now */
    bool ended;                      /* by a word */
    struct error *error;
};

/* The stones of that value of AB, AW or AE: a point, or opposite corners of a rectangle, "aa:cc".
 */
static int sgf_corners_parse(const struct game *game, const char *value, move_t out[2]) {
    struct text first = {0};
    size_t length = strcspn(value, ":");
    text_add_bytes(&first, value, length);
    const char *parts[] = {text_get(&first), value[length] ? value + length + 1 : text_get(&first)};
    bool fine = true;
    for (int i = 0; i < 2 && fine; i++) {
        int used = sgf_point_parse(game, parts[i], true, &out[i]);
        fine = used > 0 && !parts[i][used] && out[i] < game->columns * game->rows;
    }
    text_free(&first);
    return fine ? 0 : -1;
}

/* `cell` is what the points become, '.' of AE. */
static int sgf_stones_read(struct sgf_reader *reader, char cell, const char *name,
                           const char *value) {
    const struct game *game = reader->record->game;
    move_t corners[2];
    if (sgf_corners_parse(game, value, corners))
        return error_set(reader->error, "%s[%.20s] is not a point of the board", name, value);
    if (reader->record->count > 0 || reader->ended)
        return error_set(reader->error,
                         "%s[%.20s] comes after moves; stones can be set up before them", name,
                         value);
    int columns = game->columns, x0 = corners[0] % columns, x1 = corners[1] % columns;
    int y0 = corners[0] / columns, y1 = corners[1] / columns;
    for (int y = min_int(y0, y1); y <= max_int(y0, y1); y++)
        for (int x = min_int(x0, x1); x <= max_int(x0, x1); x++) {
            char *at = &reader->cells[y * columns + x];
            if (cell != '.' && *at != '.')
                return error_set(reader->error, "%s[%.20s] is not an empty point of the board",
                                 name, value);
            *at = cell;
        }
    reader->set_up = true;
    return 0;
}

/* Hex without SZ is 11 x 11, its own page says. */
static int sgf_size_check(const struct sgf_reader *reader) {
    const struct game *game = reader->record->game;
    if (reader->sized || game->sgf_game != SGF_HEX || game->columns == SGF_HEX_SIZE) return 0;
    return error_set(reader->error, "there is no SZ, so the board is %d x %d, not that of %s",
                     SGF_HEX_SIZE, SGF_HEX_SIZE, game->name);
}

/* Makes the start of the stones set up. */
static int sgf_start_make(struct sgf_reader *reader, int side) {
    struct game_record *record = reader->record;
    struct state start;
    if (sgf_size_check(reader)) return -1;
    if (record->count > 0 || reader->ended) return 0;
    if (!strpbrk(reader->cells, "XO")) {
        reader->set_up = false;
        if (reader->side != 1 || record->game->side(&record->last) == 1) return 0;
        return error_set(reader->error, "PL[W]: on the empty board %s begins",
                         record->game->sides[0]);
    }
    if (!reader->set_up) return 0;
    int failed = game_set_up(record->game, reader->cells, reader->side >= 0 ? reader->side : side,
                             reader->left, &start, reader->error);
    reader->set_up = false;
    if (!failed) records_place(record, &start);
    return failed;
}

/* ---- moves */

/* The side that B or W means. After a swap of sides some files name players, so that B is still the
 * first player, and some name colours. The next stone, which is the second side's, tells. */
static int sgf_side_of(struct sgf_reader *reader, int named) {
    if (reader->swapping) {
        const struct game *game = reader->record->game;
        reader->turned = named != game->side(&reader->record->last);
        reader->swapping = false;
    }
    return named ^ reader->turned;
}

/* Whether W is the first side because it moves first on an empty board, of which PL says nothing.
 */
static bool sgf_white_begins(const struct sgf_reader *reader, int side) {
    const struct game_record *record = reader->record;
    return side == 1 && reader->side < 0 && record->game->sgf_game == SGF_HEX &&
           record->count == 0 && game_board_is_empty(record->game, &record->start);
}

static move_t sgf_mirror(const struct sgf_reader *reader, move_t point) {
    int columns = reader->record->game->columns;
    return reader->mirrored ? (move_t)(point % columns * columns + point / columns) : point;
}

/* Hex: the sides change owners, or the one stone changes its side and is mirrored. A game with
 * the rule plays its own move for either, without it the first is no more than other names. */
static int sgf_swap_read(struct sgf_reader *reader, bool pieces, const char *value) {
    struct game_record *record = reader->record;
    const struct game *game = record->game;
    move_t move;
    bool own = game->move_parse(game, "swap-pieces", &move) > 0;
    reader->swapping = !pieces;
    if (own) {
        reader->mirrored = !pieces;
        return records_add(record, move, reader->error);
    }
    if (pieces || record->count != 1)
        return error_set(reader->error, "move %d (%.20s) is not one of %s", record->count + 1,
                         value, game->name);
    char first[sizeof record->names[0]];
    memcpy(first, record->names[0], sizeof first);
    memcpy(record->names[0], record->names[1], sizeof first);
    memcpy(record->names[1], first, sizeof first);
    return 0;
}

/* A word instead of a point: 1 if it was one, 0 if not, -1 and why. */
static int sgf_word_read(struct sgf_reader *reader, int side, const char *value) {
    struct game_record *record = reader->record;
    const struct game *game = record->game;
    enum records_end end;
    bool hex = game->sgf_game == SGF_HEX;
    if (hex && (strcasecmp(value, "swap-pieces") == 0 || strcasecmp(value, "swap") == 0))
        return sgf_swap_read(reader, true, value) ? -1 : 1;
    if (hex && strcasecmp(value, "swap-sides") == 0)
        return sgf_swap_read(reader, false, value) ? -1 : 1;
    if (tree_is_ending(value, &end)) {
        if (record->end != RECORDS_OVER) records_end_by(record, end, sgf_side_of(reader, side));
        reader->ended = true;
        return 1;
    }
    if (!*value || strcasecmp(value, "pass") == 0 || strcasecmp(value, "pa") == 0)
        return error_set(reader->error, "move %d (\"%s\") is a pass, which %s has not",
                         record->count + 1, value, game->name);
    return 0;
}

/* The stones of a turn; those after one that ends the game are only looked at. */
static int sgf_points_read(struct sgf_reader *reader, int side, const char *value) {
    struct game_record *record = reader->record;
    const struct game *game = record->game;
    side = sgf_side_of(reader, side);
    for (const char *text = value; *text; text += strspn(text, TREE_BLANKS)) {
        move_t point;
        int used = sgf_point_parse(game, text, text == value, &point);
        if (used == 0)
            return error_set(reader->error, "move %d is not one of %s: \"%.20s\"",
                             record->count + 1, game->name, text);
        text += used;
        if (game->over(game, &record->last)) continue;
        if (game->side(&record->last) != side)
            return error_set(reader->error, "move %d (of \"%.20s\") is not %s's", record->count + 1,
                             value, game->sides[side]);
        if (records_add(record, sgf_mirror(reader, point), reader->error) != 0) return -1;
    }
    return 0;
}

static int sgf_turn_read(struct sgf_reader *reader, int side, const char *value) {
    struct game_record *record = reader->record;
    const struct game *game = record->game;
    enum records_end end;
    if (sgf_start_make(reader, side) != 0) return -1;
    if (sgf_white_begins(reader, side)) reader->turned = reader->white_begins = true;
    bool over = game->over(game, &record->last);
    if (reader->ended || (over && !tree_is_ending(value, &end)))
        return error_set(reader->error, "move %d (%.20s) comes after the end of the game",
                         record->count + 1, value);
    int word = sgf_word_read(reader, side, value);
    return word ? (word > 0 ? 0 : -1) : sgf_points_read(reader, side, value);
}

/* ---- properties */

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
    int columns, rows, one = 0, two = 0;
    reader->sized = true;
    if (sscanf(value, "%4d %n: %4d%n", &columns, &one, &rows, &two) == 1) rows = columns;
    if (one > 0 && !value[max_int(one, two)] && columns == game->columns && rows == game->rows)
        return 0;
    return error_set(reader->error, "SZ[%.20s] is not the board of %s", value, game->name);
}

/* A game that SGF's list has under another number is another game; one that is not on the list
 * has numbers beyond it, or none. */
static int sgf_game_read(const struct sgf_reader *reader, const char *value) {
    const struct game *game = reader->record->game;
    int64_t number;
    bool read = parse_i64(value, 1, INT32_MAX, &number);
    if (read && (number == game->sgf_game || (game->sgf_game == 0 && number > SGF_LISTED)))
        return 0;
    if (game->sgf_game == 0)
        return error_set(reader->error, "GM[%.20s] is another game than %s, which has no GM", value,
                         game->name);
    return error_set(reader->error, "GM[%.20s] is another game than %s, which is GM[%d]", value,
                     game->name, game->sgf_game);
}

static int sgf_player_read(struct sgf_reader *reader, const char *value) {
    const struct game_record *record = reader->record;
    char sign = (char)toupper((unsigned char)*value);
    int side = sign == 'B' || sign == '1' ? 0 : sign == 'W' || sign == '2' ? 1 : -1;
    if (side < 0) return error_set(reader->error, "PL[%.20s] is neither B nor W", value);
    if (record->count == 0)
        reader->side = side;
    else if (side != record->game->side(&record->last))
        return error_set(reader->error, "PL[%.20s] comes after moves and is not whose turn it is",
                         value);
    return 0;
}

/* "B+R", "W+T", "0": the final board counts for more, and so does a word that ended the game. */
static void sgf_result_read(const struct sgf_reader *reader) {
    struct game_record *record = reader->record;
    const char *value = record->result;
    char won = (char)toupper((unsigned char)value[0]);
    if (record->end != RECORDS_UNFINISHED || value[0] == '\0' || value[1] != '+') return;
    if (won != 'B' && won != 'W') return;
    char how = (char)toupper((unsigned char)value[2]);
    record->winner = (won == 'W') ^ (reader->turned && !reader->white_begins);
    record->end = how == 'R'   ? RECORDS_RESIGNED
                  : how == 'T' ? RECORDS_TIMEOUT
                  : how == 'F' ? RECORDS_FORFEITED
                               : RECORDS_UNFINISHED;
}

static int sgf_property_read(struct sgf_reader *reader, struct tree *tree) {
    struct game_record *record = reader->record;
    tree_trim(&tree->value);
    const char *name = tree->name, *value = text_get(&tree->value);
    if (strcmp(name, "B") == 0) return sgf_turn_read(reader, 0, value);
    if (strcmp(name, "W") == 0) return sgf_turn_read(reader, 1, value);
    if (strcmp(name, "AB") == 0) return sgf_stones_read(reader, 'X', name, value);
    if (strcmp(name, "AW") == 0) return sgf_stones_read(reader, 'O', name, value);
    if (strcmp(name, "AE") == 0) return sgf_stones_read(reader, '.', name, value);
    if (strcmp(name, "GM") == 0) return sgf_game_read(reader, value);
    if (strcmp(name, "SZ") == 0) return sgf_size_read(reader, value);
    if (strcmp(name, "LEFT") == 0) return sgf_left_read(reader, value);
    if (strcmp(name, "PL") == 0) return sgf_player_read(reader, value);
    if (strcmp(name, "PB") == 0) tree_copy(record->names[0], sizeof record->names[0], value);
    if (strcmp(name, "PW") == 0) tree_copy(record->names[1], sizeof record->names[1], value);
    if (strcmp(name, "DT") == 0) tree_copy(record->date, sizeof record->date, value);
    if (strcmp(name, "RE") == 0) tree_copy(record->result, sizeof record->result, value);
    if (strcmp(name, "EV") == 0 && strcmp(value, record->game->name) != 0)
        tree_copy(record->event, sizeof record->event, value);
    return 0;
}

static int sgf_tree_read(struct sgf_reader *reader, struct tree *tree) {
    int more;
    while ((more = tree_next(tree, reader->error)) == 1)
        if (sgf_property_read(reader, tree) != 0) return -1;
    return more < 0 ? -1 : sgf_start_make(reader, 0);
}

int records_sgf_parse(const struct game *game, const char **text, struct game_record *out,
                      struct error *error) {
    if (records_format_check(RECORDS_SGF, game, error) != 0) return -1;
    struct sgf_reader reader = {.record = out, .side = -1, .left = game->turn, .error = error};
    struct tree tree = {.at = *text};
    memset(reader.cells, '.', (size_t)(game->columns * game->rows));
    records_begin(out, game, NULL);
    int failed = sgf_tree_read(&reader, &tree);
    tree_close(&tree);
    if (failed) return -1;
    sgf_result_read(&reader);
    *text = tree_behind(tree.at);
    return 0;
}

/* ---- writing --------------------------------------------------------------------------------- */

static const char *sgf_result_of(const struct game_record *record) {
    static const char *const won[][2] = {
        [RECORDS_UNFINISHED] = {"?", "?"},    [RECORDS_OVER] = {"B+", "W+"},
        [RECORDS_RESIGNED] = {"B+R", "W+R"},  [RECORDS_TIMEOUT] = {"B+T", "W+T"},
        [RECORDS_FORFEITED] = {"B+F", "W+F"}, [RECORDS_ADJUDICATED] = {"B+", "W+"},
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
