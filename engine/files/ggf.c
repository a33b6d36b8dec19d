/*
 * GGF, the Generic Game Format of the Internet Othello servers and of NBoard.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/files/tree.h"
#include "engine/reversi/rules.h"

/* ---- reading --------------------------------------------------------------------------------- */

/* "8 <64 squares, blanks between them allowed> *": as a line of OBF. */
static int board_read(struct game_record *record, const char *value, struct error *error) {
    struct text line = {0};
    struct state state;
    if (record->count > 0) return error_set(error, "BO comes after moves");
    if (strncmp(value, "8 ", 2) != 0)
        return error_set(error, "BO[%.10s…] is not a board of size 8", value);
    for (const char *c = value + 2; *c; c++) {
        if (strchr(" \t\r\n", *c)) continue;
        if (line.length == REVERSI_SQUARES) text_add(&line, " ");
        text_add_bytes(&line, c, 1);
    }
    int failed = record->game->position_parse(record->game, text_get(&line), &state, error);
    text_free(&line);
    if (failed) return error_set(error, "BO: %s", error->text);
    records_place(record, &state);
    return 0;
}

/* "F5", or "F5/eval/time"; of the side that the property names. */
static int move_read(struct game_record *record, int side, const char *value, struct error *error) {
    const struct game *game = record->game;
    move_t move;
    int used = game->move_parse(game, value, &move);
    if (used == 0 || (value[used] && value[used] != '/'))
        return error_set(error, "move %d is not one of reversi: \"%.20s\"", record->count + 1,
                         value);
    if (move != REVERSI_PASS && game->side(&record->last) != side &&
        game_legal(game, &record->last, REVERSI_PASS) &&
        records_add(record, REVERSI_PASS, error) != 0)
        return -1;
    if (game->side(&record->last) != side)
        return error_set(error, "move %d (%.20s) is not %s's", record->count + 1, value,
                         game->sides[side]);
    return records_add(record, move, error);
}

/* "+12.000", "-64.000:r", "?": what the board says at the game's end is surer. */
static void result_read(struct game_record *record, const char *value) {
    char *end;
    double margin = strtod(value, &end);
    if (record->end == RECORDS_OVER || end == value) return;
    record->winner = margin > 0 ? 0 : margin < 0 ? 1 : -1;
    if (strcmp(end, ":r") == 0) record->end = RECORDS_RESIGNED;
    if (strcmp(end, ":t") == 0) record->end = RECORDS_TIMEOUT;
}

static int property_read(struct game_record *record, const struct tree *tree, char result[32],
                         struct error *error) {
    const char *name = tree->name, *value = text_get(&tree->value);
    if (strcmp(name, "B") == 0) return move_read(record, 0, value, error);
    if (strcmp(name, "W") == 0) return move_read(record, 1, value, error);
    if (strcmp(name, "BO") == 0) return board_read(record, value, error);
    if (strcmp(name, "PB") == 0) tree_copy(record->names[0], sizeof record->names[0], value);
    if (strcmp(name, "PW") == 0) tree_copy(record->names[1], sizeof record->names[1], value);
    if (strcmp(name, "PC") == 0) tree_copy(record->event, sizeof record->event, value);
    if (strcmp(name, "DT") == 0) tree_copy(record->date, sizeof record->date, value);
    if (strcmp(name, "RE") == 0) tree_copy(result, 32, value);
    if (strcmp(name, "GM") == 0 && strcasecmp(value, "Othello") != 0)
        return error_set(error, "GM[%.20s] is not Othello", value);
    return 0;
}

int records_ggf_parse(const struct game *game, const char **text, struct game_record *out,
                      struct error *error) {
    struct tree tree = {.at = *text};
    char result[32] = "";
    int more;
    if (records_format_check(RECORDS_GGF, game, error) != 0) return -1;
    records_begin(out, game, NULL);
    while ((more = tree_next(&tree, error)) == 1)
        if (property_read(out, &tree, result, error) != 0) {
            more = -1;
            break;
        }
    tree_close(&tree);
    if (more < 0) return -1;
    result_read(out, result);
    *text = tree.at;
    return 0;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* GGF knows of resigning and time, not of other ways to forfeit a game. */
static void result_format(const struct game_record *record, char out[32]) {
    const char *how = record->end == RECORDS_TIMEOUT ? ":t" : ":r";
    if (record->end == RECORDS_OVER)
        snprintf(out, 32, "%+.3f", (double)record->game->margin(record->game, &record->last));
    else if (record->end == RECORDS_UNFINISHED || record->winner < 0)
        snprintf(out, 32, "?");
    else
        snprintf(out, 32, "%s%s", record->winner == 0 ? "+64.000" : "-64.000", how);
}

static void board_print(const struct game_record *record, struct text *out) {
    struct text line = {0};
    record->game->position_format(record->game, &record->start, &line);
    for (char *c = line.data; *c; c++) *c = *c == 'X' ? '*' : *c == ';' ? '\0' : *c;
    text_add(out, "BO[8 %s]", line.data);
    text_free(&line);
}

static void move_print(const struct game *game, int side, move_t move, struct text *out) {
    char name[MOVE_TEXT_MAX];
    game->move_format(game, move, name);
    if (move == REVERSI_PASS)
        strcpy(name, "PA");
    else
        name[0] ^= 'a' ^ 'A';
    text_add(out, "%c[%s]", "BW"[side], name);
}

void records_ggf_print(const struct game_record *record, struct text *out) {
    const struct game *game = record->game;
    char result[32];
    result_format(record, result);
    text_add(out, "(;GM[Othello]");
    tree_print(out, "PC", record->event);
    tree_print(out, "DT", record->date);
    tree_print(out, "PB", record->names[0]);
    tree_print(out, "PW", record->names[1]);
    text_add(out, "RE[%s]TY[8]", result);
    board_print(record, out);
    struct state state = record->start;
    for (int i = 0; i < record->count; i++) {
        move_print(game, game->side(&state), record->moves[i], out);
        game->play(game, &state, record->moves[i]);
    }
    text_add(out, ";)\n");
}
