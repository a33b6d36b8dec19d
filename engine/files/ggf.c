/*
 * records_ggf: GGF, the Generic Game Format of the Internet Othello servers and of NBoard. It names
 * games from a list of its own; the board is the game's position line with other characters. A
 * result is taken from the final board where there is one, else from RE.
 */
#include "engine/files/tree.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- moves ----------------------------------------------------------------------------------- */

void records_ggf_move_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]) {
    game->move_format(game, move, out);
    if (move == game->pass) strcpy(out, "pa");
    for (; *out; out++) *out = (char)toupper((unsigned char)*out);
}

bool records_ggf_move_parse(const struct game *game, const char *text, move_t *out) {
    int used = game->move_parse(game, text, out);
    return used > 0 && (!text[used] || text[used] == '/');
}

/* ---- reading --------------------------------------------------------------------------------- */

/* The size; as many squares as the board has, blanks between them allowed; the side to move. */
static int ggf_board_read(struct game_record *record, const char *value, struct error *error) {
    const struct game *game = record->game;
    struct text line = {0};
    struct state state;
    int size = 0, used = 0;
    if (record->count > 0) return error_set(error, "BO comes after moves");
    if (sscanf(value, "%4d%n", &size, &used) != 1 || size != game->columns || value[used] != ' ')
        return error_set(error, "BO[%.10s…] is not a board of size %d", value, game->columns);
    for (const char *c = value + used; *c; c++) {
        if (strchr(TREE_BLANKS, *c)) continue;
        if (line.length == (size_t)(game->columns * game->rows)) text_add(&line, " ");
        text_add_bytes(&line, c, 1);
    }
    int failed = game->position_parse(game, text_get(&line), &state, error);
    text_free(&line);
    if (failed) return error_set(error, "BO: %s", error->text);
    records_place(record, &state);
    return 0;
}

/* "8", "8r18", "s8k": the board's side and, in front and behind, letters. Komi, a random start (BO
 * has it), two games at once and the choice of sides leave the rules as they are. "a", where fewer
 * discs win, and unknown letters do not. */
static int ggf_type_read(const struct game *game, const char *value, struct error *error) {
    static const char same_rules[] = "kKrRsSbBwW";
    int size = 0, used = 0;
    const char *digits = value + strspn(value, same_rules);
    if (!*value || strcmp(value, "?") == 0) return 0;
    if (sscanf(digits, "%4d%n", &size, &used) == 1 && size == game->columns &&
        !digits[used + (int)strspn(digits + used, "kKrRsSbBwW0123456789")])
        return 0;
    return error_set(error, "TY[%.20s] is another game than %s, whose type is TY[%d]", value,
                     game->name, game->columns);
}

/* A move of the side that the property names. */
static int ggf_move_read(struct game_record *record, int side, const char *value,
                         struct error *error) {
    const struct game *game = record->game;
    enum records_end end;
    move_t move;
    if (record->end != RECORDS_UNFINISHED && record->end != RECORDS_OVER)
        return error_set(error, "move %d (%.20s) comes after the end of the game",
                         record->count + 1, value);
    if (tree_is_ending(value, &end)) {
        if (record->end != RECORDS_OVER) records_end_by(record, end, side);
        return 0;
    }
    if (!records_ggf_move_parse(game, value, &move))
        return error_set(error, "move %d is not one of %s: \"%.20s\"", record->count + 1,
                         game->name, value);
    if (move != game->pass && game->side(&record->last) != side &&
        game_must_pass(game, &record->last) && records_add(record, game->pass, error) != 0)
        return -1;
    if (game->side(&record->last) != side)
        return error_set(error, "move %d (%.20s) is not %s's", record->count + 1, value,
                         game->sides[side]);
    return records_add(record, move, error);
}

/* "+12.000", "-64.000:r", "?": the final board counts for more. */
static void ggf_result_read(struct game_record *record, const char *value) {
    char *end;
    double margin = decimal_read(value, &end);
    if (record->end != RECORDS_UNFINISHED || end == value) return;
    record->winner = margin > 0 ? 0 : margin < 0 ? 1 : -1;
    if (strcmp(end, ":r") == 0) record->end = RECORDS_RESIGNED;
    if (strcmp(end, ":t") == 0) record->end = RECORDS_TIMEOUT;
}

static int ggf_property_read(struct game_record *record, struct tree *tree, struct error *error) {
    tree_trim(&tree->value);
    const char *name = tree->name, *value = text_get(&tree->value);
    if (strcmp(name, "B") == 0) return ggf_move_read(record, 0, value, error);
    if (strcmp(name, "W") == 0) return ggf_move_read(record, 1, value, error);
    if (strcmp(name, "TY") == 0) return ggf_type_read(record->game, value, error);
    if (strcmp(name, "BO") == 0) return ggf_board_read(record, value, error);
    if (strcmp(name, "PB") == 0) tree_copy(record->names[0], sizeof record->names[0], value);
    if (strcmp(name, "PW") == 0) tree_copy(record->names[1], sizeof record->names[1], value);
    if (strcmp(name, "PC") == 0) tree_copy(record->event, sizeof record->event, value);
    if (strcmp(name, "DT") == 0) tree_copy(record->date, sizeof record->date, value);
    if (strcmp(name, "RE") == 0) tree_copy(record->result, sizeof record->result, value);
    if (strcmp(name, "GM") == 0 && strcasecmp(value, record->game->ggf_name) != 0)
        return error_set(error, "GM[%.20s] is not %s", value, record->game->ggf_name);
    return 0;
}

int records_ggf_parse(const struct game *game, const char **text, struct game_record *out,
                      struct error *error) {
    struct tree tree = {.at = *text};
    int more;
    if (records_format_check(RECORDS_GGF, game, error) != 0) return -1;
    records_begin(out, game, NULL);
    while ((more = tree_next(&tree, error)) == 1)
        if (ggf_property_read(out, &tree, error) != 0) {
            more = -1;
            break;
        }
    tree_close(&tree);
    if (more < 0) return -1;
    ggf_result_read(out, out->result);
    *text = tree_behind(tree.at);
    return 0;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* GGF has words for resigning and time, not for other ways to forfeit a game. */
static void ggf_result_format(const struct game_record *record, char out[32]) {
    const char *how = record->end == RECORDS_TIMEOUT ? ":t" : ":r";
    if (record->end == RECORDS_OVER)
        snprintf(out, 32, "%+.3f", (double)record->game->margin(record->game, &record->last));
    else if (record->end == RECORDS_UNFINISHED || record->winner < 0)
        snprintf(out, 32, "?");
    else
        snprintf(out, 32, "%c%d.000%s", "+-"[record->winner],
                 record -> game -> columns * record -> game -> rows, how);
}

static void ggf_board_print(const struct game_record *record, struct text *out) {
    const struct game *game = record->game;
    struct text line = {0};
    game->position_format(game, &record->start, &line);
    line.data[game->columns * game->rows + 2] = '\0'; /* behind the side to move */
    for (char *c = line.data; *c; c++) *c = *c == 'X' ? '*' : *c;
    text_add(out, "BO[%d %s]", game->columns, line.data);
    text_free(&line);
}

void records_ggf_print(const struct game_record *record, struct text *out) {
    const struct game *game = record->game;
    char result[32];
    ggf_result_format(record, result);
    text_add(out, "(;GM[%s]", game->ggf_name);
    tree_print(out, "PC", record->event);
    tree_print(out, "DT", record->date);
    tree_print(out, "PB", record->names[0]);
    tree_print(out, "PW", record->names[1]);
    text_add(out, "RE[%s]TY[%d]", result, game->columns);
    ggf_board_print(record, out);
    struct state state = record->start;
    for (int i = 0; i < record->count; i++) {
        char move[MOVE_TEXT_MAX];
        records_ggf_move_format(game, record->moves[i], move);
        text_add(out, "%c[%s]", "BW"[game->side(&state)], move);
        game->play(game, &state, record->moves[i]);
    }
    text_add(out, ";)\n");
}
