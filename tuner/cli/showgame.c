/*
 * A game for people, move by move or board by board.
 */
#include "tuner/cli/showgame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/shown.h"
#include "engine/games/games.h"
#include "tuner/external/guest.h"

static void showgame_board(const struct game *game, const struct state *state, const move_t *marked,
                           int count) {
    struct text board = {0};
    game->print(game, state->bytes, marked, count, &board);
    shown_put(text_get(&board));
    shown_put("\n");
    text_free(&board);
}

static void showgame_position(const struct game *game, const char *label,
                              const struct state *state) {
    struct text line = {0};
    game->position_format(game, state->bytes, &line);
    shown_print("%s: %s\n", label, text_get(&line));
    text_free(&line);
}

static void showgame_list(const struct game *game, const move_t *moves, int count) {
    char text[MOVE_TEXT_MAX];
    shown_print("moves from the opening:");
    for (int ply = 0; ply < count; ply++) {
        game->move_format(game, moves[ply], text);
        shown_print(" %s", text);
    }
    shown_print("\n");
}

void showgame_moves(const struct game *game, const struct state *opening, const move_t *moves,
                    int count, bool boards) {
    struct state state = *opening;
    showgame_position(game, "opening", &state);
    if (boards) showgame_board(game, &state, NULL, 0);
    for (int ply = 0; ply < count; ply++) {
        char text[MOVE_TEXT_MAX];
        game->move_format(game, moves[ply], text);
        shown_print("%3d. %-6s %s\n", ply + 1, game->sides[game->side(state.bytes)], text);
        game->play(game, state.bytes, moves[ply]);
        if (boards) showgame_board(game, &state, &moves[ply], 1);
    }
    showgame_list(game, moves, count);
    showgame_position(game, "last position", &state);
    shown_print("(`hone-engine analyze` takes the lines of positions)\n");
}

void showgame_record(enum records_format format, const struct game_record *record) {
    struct text text = {0};
    records_print(format, record, &text);
    shown_put(text_get(&text));
    text_free(&text);
}

/* ---- games that a database keeps ---- */

/* From the rows of a game to a list, a game move by move, or a record. Its moves are played again,
 * so that a damaged row is found out. */

struct store *kept_games_open(const char *path) {
    struct error error;
    struct stored_run *runs;
    struct store *store = store_open(path, STORE_READ, &error);
    if (!store) return NULL;
    int count = store_runs(store, &runs);
    store_free_runs(runs, count);
    if (count == 0 && store_keeps_games(store)) return store;
    store_close(store);
    return NULL;
}

/* ---- a game, from its row ---- */

/* Adds the moves of a list; their number, or -1 and why. */
static int kept_games_add_moves(struct game_record *record, const char *text, struct error *error) {
    int count = 0;
    for (;; count++) {
        move_t move;
        text += strspn(text, " ");
        if (!*text) return count;
        int used = record->game->move_parse(record->game, text, &move);
        if (used == 0) return error_set(error, "\"%.20s\" is no move", text);
        if (records_add(record, move, error)) return -1;
        text += used;
    }
}

static int kept_games_begin(const struct stored_game *row, const struct game *game,
                            struct game_record *out, struct error *error) {
    struct state start = {0};
    struct error why;
    records_begin(out, game, NULL);
    if (!*row->start) return 0;
    if (game->position_parse(game, row->start, &start, &why))
        return error_set(error, "game %lld is damaged: %s", (long long)row->id, why.text);
    records_begin(out, game, &start);
    return 0;
}

/* A word a move, from the opening on. */
static void kept_games_add_evals(const struct stored_game *row, int opening,
                                 struct game_record *out) {
    const char *word = row->evals;
    for (int i = opening; i < out->count && *word; i++, word += strspn(word, " ")) {
        struct record_eval eval;
        if (guest_eval_read(word, &eval)) out->evals[i] = eval;
        word += strcspn(word, " ");
    }
}

/* One that neither the rules nor a fault ended had the plies that its series allows. */
static enum records_end kept_games_end(const struct stored_game *row,
                                       const struct game_record *record) {
    if (strcmp(row->reason, "normal") == 0)
        return record->end == RECORDS_OVER ? RECORDS_OVER : RECORDS_ADJUDICATED;
    if (strcmp(row->reason, "adjudication") == 0) return RECORDS_ADJUDICATED;
    if (strcmp(row->reason, "resignation") == 0) return RECORDS_RESIGNED;
    return strcmp(row->reason, "timeout") == 0 ? RECORDS_TIMEOUT : RECORDS_FORFEITED;
}

/* Makes the record; the number of the opening's moves, or -1 and why. */
static int kept_games_record(const struct stored_game *row, struct game_record *out,
                             struct error *error) {
    struct error why;
    const struct game *game = games_find(row->game, error);
    if (!game) return -1;
    if (kept_games_begin(row, game, out, error)) return -1;
    int opening = kept_games_add_moves(out, row->opening_moves, &why);
    if (opening < 0 || kept_games_add_moves(out, row->moves, &why) < 0)
        return error_set(error, "game %lld is damaged: %s", (long long)row->id, why.text);
    for (int side = 0; side < 2; side++)
        snprintf(out->names[side], sizeof out->names[side], "%.63s", row->names[side]);
    snprintf(out->event, sizeof out->event, "hone series %lld", (long long)row->series);
    snprintf(out->date, sizeof out->date, "%.10s", row->started);
    out->end = kept_games_end(row, out);
    out->winner = row->outcome > 0 ? 0 : row->outcome < 0 ? 1 : -1;
    kept_games_add_evals(row, opening, out);
    return opening;
}

/* ---- printing ---- */

static void kept_games_print_result(const struct stored_game *row, const struct game *game) {
    int loser = row->outcome > 0;
    if (row->outcome == 0)
        shown_print("result: drawn\n");
    else
        shown_print("result: %s (%s) won\n", game->sides[!loser], row->names[!loser]);
    if (strcmp(row->reason, "adjudication") == 0)
        shown_print("reason: adjudication, by the scores of both engines\n");
    else if (strcmp(row->reason, "normal") != 0)
        shown_print("reason: %s of %s%s%s\n", row->reason, row->names[loser],
                    *row->detail ? ": it " : "", row->detail);
    if (!*row->errors) return;
    shown_print("the end of its stderr:\n%s", row->errors);
    shown_print("\n");
}

static void kept_games_print(const struct stored_game *row, const struct game_record *record,
                             int opening_count, bool boards) {
    const struct game *game = record->game;
    struct state opening = record->start;
    for (int i = 0; i < opening_count; i++) game->play(game, opening.bytes, record->moves[i]);
    shown_print("game %lld, %s, series %lld of %s: %s (%s) against %s (%s)\n", (long long)row->id,
                game->name, (long long)row->series, row->started, row->names[0], game->sides[0],
                row->names[1], game->sides[1]);
    showgame_moves(game, &opening, record->moves + opening_count, record->count - opening_count,
                   boards);
    kept_games_print_result(row, game);
}

static int kept_games_show_one(const struct stored_game *row, const struct showgame *how,
                               struct error *error) {
    struct game_record *record = xmalloc(sizeof *record);
    int opening = kept_games_record(row, record, error);
    int status = opening < 0   ? -1
                 : how->format ? records_format_check(how->records, record->game, error)
                               : 0;
    if (status == 0 && how->format) showgame_record(how->records, record);
    if (status == 0 && !how->format) kept_games_print(row, record, opening, how->boards);
    free(record);
    return status;
}

static void kept_games_list(const struct stored_game *games, int count) {
    shown_print("%6s %6s  %-20s %-20s %-6s %s\n", "game", "series", "first", "second", "result",
                "reason");
    for (int i = 0; i < count; i++)
        shown_print("%6lld %6lld  %-20.20s %-20.20s %-6s %s\n", (long long)games[i].id,
                    (long long)games[i].series, games[i].names[0], games[i].names[1],
                    games[i].outcome > 0   ? "1-0"
                    : games[i].outcome < 0 ? "0-1"
                                           : "draw",
                    games[i].reason);
}

static bool kept_games_fit(const struct stored_game *row, const struct showgame *how,
                           struct error *why) {
    const struct game *game = games_find(row->game, why);
    return game && records_format_check(how->records, game, why) == 0;
}

/* Writes the games that the format carries, and says how many others there are and why the last of
 * them does not fit. 0, or -1 and why: a damaged game, or none that fits. */
static int kept_games_write_all(const struct stored_game *games, int count,
                                const struct showgame *how, struct error *error) {
    int left_out = 0;
    for (int i = 0; i < count; i++)
        if (!kept_games_fit(&games[i], how, error))
            left_out++;
        else if (kept_games_show_one(&games[i], how, error))
            return -1;
    if (!left_out) return 0;
    if (left_out == count) return -1;
    shown_warn("hone replay: %d of %d games left out: %s\n", left_out, count, error->text);
    return 0;
}

static int kept_games_show_all(struct store *store, const struct showgame *how,
                               struct error *error) {
    struct stored_game *games;
    int count = store_games_kept(store, &games), status = 0;
    if (how->format)
        status = kept_games_write_all(games, count, how, error);
    else
        kept_games_list(games, count);
    for (int i = 0; i < count; i++) store_free_game(&games[i]);
    free(games);
    return status;
}

int kept_games_show(struct store *store, const char *number, const struct showgame *how,
                    struct error *error) {
    struct stored_game row;
    int64_t id;
    if (!number) return kept_games_show_all(store, how, error);
    if (!parse_i64(number, 1, INT64_MAX, &id))
        return error_set(error, "GAME is a number from 1, not \"%s\"", number);
    int status = store_game(store, id, &row, error);
    if (status == 0) status = kept_games_show_one(&row, how, error);
    store_free_game(&row);
    return status;
}
