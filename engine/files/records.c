/*
 * records: the formats and what they have in common. Which games a format can carry follows from a
 * game's own properties, so that a new game finds its formats. Lines of positions and of moves are
 * for every game; GGF and SGF are files of their own.
 */
#include "engine/files/records.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "engine/files/epd.h"
#include "engine/files/pgn.h"
#include "engine/files/tree.h"

/* ---- formats --------------------------------------------------------------------------------- */

static bool records_carry_all(const struct game *game) {
    (void)game;
    return true;
}

static bool records_ggf_carries(const struct game *game) {
    return game->ggf_name != NULL;
}

static bool records_sgf_carries(const struct game *game) {
    return game->in_a_row > 0 || game->sgf_game > 0;
}

static bool records_pgn_carries(const struct game *game) {
    return game->fen;
}

static bool records_native_carries(const struct game *game) {
    return game->fen && game->move_native;
}

static const struct {
    const char *name, *games;
    enum records_format format;
    bool (*carries)(const struct game *game);
} formats[] = {
    {"ggf", "games that GGF names, such as reversi", RECORDS_GGF, records_ggf_carries},
    {"sgf", "games of stones, such as connect6 or hex", RECORDS_SGF, records_sgf_carries},
    {"pgn", "games whose positions are FEN, such as chess", RECORDS_PGN, records_pgn_carries},
    {"pgn-zh", "xiangqi", RECORDS_PGN_NATIVE, records_native_carries},
    {"obf", "every game", RECORDS_OBF, records_carry_all},
    {"moves", "every game", RECORDS_MOVES, records_carry_all},
};

int records_format_parse(const char *name, enum records_format *out, struct error *error) {
    for (size_t i = 0; i < COUNT_OF(formats); i++)
        if (strcasecmp(name, formats[i].name) == 0) {
            *out = formats[i].format;
            return 0;
        }
    return error_set(
        error, "unknown format \"%.40s\"; there are: ggf, sgf, pgn, pgn-zh, obf, moves", name);
}

int records_format_check(enum records_format format, const struct game *game, struct error *error) {
    if (formats[format].carries(game)) return 0;
    return error_set(error, "%s is for %s, not for %s; obf and moves are for every game",
                     formats[format].name, formats[format].games, game->name);
}

bool records_are_games(const char *text) {
    return tree_begins(text) || records_are_pgn(text);
}

enum records_format records_format_of_games(const struct game *game) {
    return records_ggf_carries(game)   ? RECORDS_GGF
           : records_pgn_carries(game) ? RECORDS_PGN
                                       : RECORDS_SGF;
}

/* ---- records --------------------------------------------------------------------------------- */

static void records_settle(struct game_record *record) {
    if (!record->game->over(record->game, &record->last)) return;
    int margin = record->game->margin(record->game, &record->last);
    record->end = RECORDS_OVER;
    record->winner = margin == 0 ? -1 : margin < 0;
}

void records_place(struct game_record *record, const struct state *start) {
    record->start = record->last = *start;
    records_settle(record);
}

void records_end_by(struct game_record *record, enum records_end end, int loser) {
    record->end = end;
    record->winner = !loser;
}

void records_begin(struct game_record *record, const struct game *game, const void *start) {
    struct state state = {0};
    if (start)
        memcpy(&state, start, game->state_size);
    else
        game->start(game, &state);
    *record = (struct game_record){.game = game, .winner = -1};
    records_place(record, &state);
}

static void records_append(struct game_record *record, move_t move) {
    record->game->play(record->game, &record->last, move);
    record->moves[record->count++] = move;
    records_settle(record);
}

int records_add(struct game_record *record, move_t move, struct error *error) {
    const struct game *game = record->game;
    char name[MOVE_TEXT_MAX];
    game->move_format(game, move, name);
    if (game->over(game, &record->last))
        return error_set(error, "move %d (%s) comes after the end of the game", record->count + 1,
                         name);
    if (move != game->pass && game_must_pass(game, &record->last))
        records_append(record, game->pass);
    if (game->over(game, &record->last) || !game_legal(game, &record->last, move))
        return error_set(error, "move %d (%s) is not legal there", record->count + 1, name);
    records_append(record, move);
    return 0;
}

/* ---- lines of positions and of moves --------------------------------------------------------- */

static void records_line_end(struct text *out) {
    text_add(out, "\n");
}

static void records_obf_print(const struct game_record *record, struct text *out) {
    const struct game *game = record->game;
    struct state state = record->start;
    for (int i = 0; i <= record->count; i++) {
        game->position_format(game, &state, out);
        records_line_end(out);
        if (i < record->count) game->play(game, &state, record->moves[i]);
    }
}

static void records_moves_print(const struct game_record *record, struct text *out) {
    const struct game *game = record->game;
    const char *separator = "";
    struct state start;
    game->start(game, &start);
    if (game->hash(&record->start) != game->hash(&start)) {
        text_add(out, "[");
        game->position_format(game, &record->start, out);
        text_add(out, "]");
        separator = " ";
    }
    for (int i = 0; i < record->count; i++) {
        char name[MOVE_TEXT_MAX];
        game->move_format(game, record->moves[i], name);
        text_add(out, "%s%s", separator, name);
        separator = " ";
    }
    records_line_end(out);
}

/* Of a game of FEN also where operations of EPD or a result follow it. */
static int records_position_parse(const struct game *game, const char *line, struct state *state,
                                  struct error *error) {
    struct text position = {0};
    int status = game->position_parse(game, line, state, error);
    if (status && game->fen && epd_is_tail(epd_cut(line, &position)))
        status = game->position_parse(game, text_get(&position), state, error);
    text_free(&position);
    return status;
}

static int records_position_line(const struct game *game, const char *line, struct game_record *out,
                                 struct error *error) {
    struct state state;
    if (records_position_parse(game, line, &state, error) != 0) return -1;
    records_begin(out, game, &state);
    return 0;
}

/* "12.", "12...": the number of a move, where moves are numbered. */
static const char *records_skip_number(const struct game *game, const char *text) {
    size_t digits = strspn(text, "0123456789"), dots = strspn(text + digits, ".");
    return game->fen && digits && dots ? text + digits + dots + strspn(text + digits + dots, " \t")
                                       : text;
}

static int records_moves_read(struct game_record *record, const char *text, struct error *error) {
    for (text += strspn(text, " \t"); *text; text += strspn(text, " \t")) {
        move_t move;
        text = records_skip_number(record->game, text);
        if (!*text) break;
        int used = game_move_read(record->game, &record->last, text, &move);
        if (used == 0)
            return error_set(error, "move %d is not one of %s: \"%.20s\"", record->count + 1,
                             record->game->name, text);
        if (records_add(record, move, error) != 0) return -1;
        text += used;
    }
    return 0;
}

static int records_moves_line(const struct game *game, char *line, struct game_record *out,
                              struct error *error) {
    line += strspn(line, " \t");
    records_begin(out, game, NULL);
    if (*line == '[') {
        char *end = strchr(line, ']');
        if (!end) return error_set(error, "the position that begins with [ does not end with ]");
        *end = '\0';
        if (records_position_line(game, line + 1, out, error) != 0) return -1;
        line = end + 1;
    }
    return records_moves_read(out, line, error);
}

/* ---- the two directions ---------------------------------------------------------------------- */

void records_print(enum records_format format, const struct game_record *record, struct text *out) {
    switch (format) {
    case RECORDS_GGF:
        records_ggf_print(record, out);
        break;
    case RECORDS_SGF:
        records_sgf_print(record, out);
        break;
    case RECORDS_PGN:
    case RECORDS_PGN_NATIVE:
        records_pgn_print(record, format == RECORDS_PGN_NATIVE, out);
        break;
    case RECORDS_OBF:
        records_obf_print(record, out);
        break;
    case RECORDS_MOVES:
        records_moves_print(record, out);
        break;
    }
}

static int records_line(enum records_format format, const struct game *game, const char **text,
                        struct game_record *out, struct error *error) {
    struct text line = {0};
    size_t length = strcspn(*text, "\r\n");
    text_add_bytes(&line, *text, length);
    int failed = format == RECORDS_OBF ? records_position_line(game, line.data, out, error)
                                       : records_moves_line(game, line.data, out, error);
    text_free(&line);
    if (!failed) *text += length;
    return failed;
}

int records_parse(enum records_format format, const struct game *game, const char **text,
                  struct game_record *out, struct error *error) {
    const char *at = *text + strspn(*text, " \t\r\n");
    int failed = format == RECORDS_GGF   ? records_ggf_parse(game, &at, out, error)
                 : format == RECORDS_SGF ? records_sgf_parse(game, &at, out, error)
                 : format == RECORDS_PGN || format == RECORDS_PGN_NATIVE
                     ? records_pgn_parse(game, &at, out, error)
                     : records_line(format, game, &at, out, error);
    if (failed) return -1;
    *text = at + strspn(at, " \t\r\n");
    return 0;
}
