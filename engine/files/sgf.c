/*
 * SGF (Smart Game Format, FF[4]) for Connect games: as Little Golem writes Connect6, all stones of
 * a turn in one value and points as "j10"; where a turn is one stone, as SGF's own two letters,
 * column and row from the top left. Both are read everywhere. A start in the midst of a turn has
 * the private property LEFT, the stones that are still to be placed.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/connect/rules.h"
#include "engine/files/tree.h"

/* ---- points ---------------------------------------------------------------------------------- */

/* Two letters are of SGF, a letter and a number of Little Golem; the characters used, 0 for none.
 */
static int point_parse(const struct game *game, const char *text, move_t *out) {
    const struct connect_rules *rules = connect_rules(game);
    if (!islower((unsigned char)text[0]) || !islower((unsigned char)text[1]))
        return game->move_parse(game, text, out);
    int x = text[0] - 'a', y = text[1] - 'a';
    *out = (move_t)(y * rules->columns + x);
    return x < rules->columns && y < rules->rows ? 2 : 0;
}

static void point_print(const struct game *game, move_t point, struct text *out) {
    const struct connect_rules *rules = connect_rules(game);
    char name[MOVE_TEXT_MAX];
    if (rules->p == 1 && rules->q == 1) {
        text_add(out, "%c%c", 'a' + point % rules->columns, 'a' + point / rules->columns);
    } else {
        game->move_format(game, point, name);
        text_add(out, "%s", name);
    }
}

/* ---- reading --------------------------------------------------------------------------------- */

struct reader {
    struct game_record *record;
    char cells[CONNECT_POINTS_MAX + 1]; /* of the start, as in a position line */
    int stones;                         /* among them */
    int side, left;                     /* who begins, and with how many stones to place */
    char result[32];
    struct error *error;
};

static int stone_read(struct reader *reader, int side, const char *value) {
    move_t point;
    int used = point_parse(reader->record->game, value, &point);
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
static int start_make(struct reader *reader, int side) {
    struct game_record *record = reader->record;
    const struct game *game = record->game;
    struct text line = {0};
    struct state start;
    if (reader->stones == 0) return 0;
    text_add(&line, "%s %c%d", reader->cells, "XO"[side], reader -> left);
    int failed = game->position_parse(game, text_get(&line), &start, reader->error);
    text_free(&line);
    reader->stones = 0;
    if (!failed) records_place(record, &start);
    return failed;
}

/* The stones of a turn; those after one that ends the game are only looked at. */
static int turn_read(struct reader *reader, int side, const char *value) {
    struct game_record *record = reader->record;
    const struct game *game = record->game;
    if (start_make(reader, side) != 0) return -1;
    if (game->over(game, &record->last))
        return error_set(reader->error, "move %d (%.20s) comes after the end of the game",
                         record->count + 1, value);
    const char *text = value;
    do {
        move_t point;
        int used = point_parse(game, text, &point);
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

static int left_read(struct reader *reader, const char *value) {
    int64_t left;
    if (!parse_i64(value, 1, CONNECT_STONES_MAX, &left))
        return error_set(reader->error, "LEFT[%.20s] is not a number of stones", value);
    reader->left = (int)left;
    return 0;
}

static int size_read(struct reader *reader, const char *value) {
    const struct connect_rules *rules = connect_rules(reader->record->game);
    int columns, rows, fields = sscanf(value, "%4d:%4d", &columns, &rows);
    if (fields == 1) rows = columns;
    if (fields >= 1 && columns == rules->columns && rows == rules->rows) return 0;
    return error_set(reader->error, "SZ[%.20s] is not the board of %s", value, rules->game.name);
}

/* "B+R", "W+T", "0": what the board says at the game's end is surer. */
static void result_read(struct game_record *record, const char *value) {
    if (record->end == RECORDS_OVER || value[0] == '\0' || value[1] != '+') return;
    if (value[0] != 'B' && value[0] != 'W') return;
    record->winner = value[0] == 'W';
    record->end = value[2] == 'R'   ? RECORDS_RESIGNED
                  : value[2] == 'T' ? RECORDS_TIMEOUT
                  : value[2] == 'F' ? RECORDS_FORFEITED
                                    : RECORDS_UNFINISHED;
}

static int property_read(struct reader *reader, const struct tree *tree) {
    struct game_record *record = reader->record;
    const char *name = tree->name, *value = text_get(&tree->value);
    if (strcmp(name, "B") == 0) return turn_read(reader, 0, value);
    if (strcmp(name, "W") == 0) return turn_read(reader, 1, value);
    if (strcmp(name, "AB") == 0) return stone_read(reader, 0, value);
    if (strcmp(name, "AW") == 0) return stone_read(reader, 1, value);
    if (strcmp(name, "SZ") == 0) return size_read(reader, value);
    if (strcmp(name, "LEFT") == 0) return left_read(reader, value);
    if (strcmp(name, "PL") == 0) reader->side = *value == 'W' || *value == '2';
    if (strcmp(name, "PB") == 0) tree_copy(record->names[0], sizeof record->names[0], value);
    if (strcmp(name, "PW") == 0) tree_copy(record->names[1], sizeof record->names[1], value);
    if (strcmp(name, "DT") == 0) tree_copy(record->date, sizeof record->date, value);
    if (strcmp(name, "RE") == 0) tree_copy(reader->result, sizeof reader->result, value);
    if (strcmp(name, "EV") == 0 && strcmp(value, record->game->name) != 0)
        tree_copy(record->event, sizeof record->event, value);
    return 0;
}

static int tree_read(struct reader *reader, struct tree *tree) {
    int more;
    while ((more = tree_next(tree, reader->error)) == 1)
        if (property_read(reader, tree) != 0) return -1;
    return more < 0 ? -1 : start_make(reader, reader->side);
}

int records_sgf_parse(const struct game *game, const char **text, struct game_record *out,
                      struct error *error) {
    if (records_format_check(RECORDS_SGF, game, error) != 0) return -1;
    struct reader reader = {.record = out, .left = connect_rules(game)->p, .error = error};
    struct tree tree = {.at = *text};
    memset(reader.cells, '.', (size_t)connect_rules(game)->points);
    records_begin(out, game, NULL);
    int failed = tree_read(&reader, &tree);
    tree_close(&tree);
    if (failed) return -1;
    result_read(out, reader.result);
    *text = tree.at;
    return 0;
}

/* ---- writing --------------------------------------------------------------------------------- */

static const char *result_of(const struct game_record *record) {
    static const char *const won[][2] = {
        [RECORDS_UNFINISHED] = {"?", "?"},    [RECORDS_OVER] = {"B+", "W+"},
        [RECORDS_RESIGNED] = {"B+R", "W+R"},  [RECORDS_TIMEOUT] = {"B+T", "W+T"},
        [RECORDS_FORFEITED] = {"B+F", "W+F"},
    };
    if (record->winner >= 0) return won[record->end][record->winner];
    return record->end == RECORDS_OVER ? "0" : "?";
}

static void heading_print(const struct game_record *record, struct text *out) {
    const struct connect_rules *rules = connect_rules(record->game);
    text_add(out, "(;FF[4]%s", rules->p == 1 && rules->q == 1 ? "GM[4]" : "");
    if (rules->columns == rules->rows)
        text_add(out, "SZ[%d]", rules->columns);
    else
        text_add(out, "SZ[%d:%d]", rules->columns, rules->rows);
    tree_print(out, "EV", *record->event ? record->event : record->game->name);
    tree_print(out, "DT", record->date);
    tree_print(out, "PB", record->names[0]);
    tree_print(out, "PW", record->names[1]);
    text_add(out, "RE[%s]", result_of(record));
}

static void setup_print(const struct game_record *record, struct text *out) {
    const struct game *game = record->game;
    const struct connect_state *start = (const void *)&record->start;
    const struct connect_rules *rules = connect_rules(game);
    if (start->empties == rules->points) return;
    for (int side = 0; side < 2; side++) {
        const char *separator = side == 0 ? "AB" : "AW";
        for (int point = 0; point < rules->points; point++) {
            if (!connect_bit(start->stones[side], point)) continue;
            text_add(out, "%s[", separator);
            point_print(game, (move_t)point, out);
            text_add(out, "]");
            separator = "";
        }
    }
    text_add(out, "PL[%c]", "BW"[start->side]);
    if (start->left != rules->p) text_add(out, "LEFT[%d]", start->left);
}

void records_sgf_print(const struct game_record *record, struct text *out) {
    const struct game *game = record->game;
    struct state state = record->start;
    int turn = -1; /* whose value is open */
    heading_print(record, out);
    setup_print(record, out);
    for (int i = 0; i < record->count; i++) {
        int side = game->side(&state);
        if (side != turn) text_add(out, "%s;%c[", turn < 0 ? "" : "]", "BW"[side]);
        turn = side;
        point_print(game, record->moves[i], out);
        game->play(game, &state, record->moves[i]);
    }
    text_add(out, "%s)\n", turn < 0 ? "" : "]");
}
