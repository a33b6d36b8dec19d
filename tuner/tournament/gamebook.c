#include "tuner/tournament/gamebook.h"

#include <stdio.h>
#include <string.h>

static int prepare(const char *path, struct gamebook *out, struct error *error) {
    struct stored_run *runs;
    out->store = store_open(path, STORE_WRITE, error);
    if (!out->store) return -1;
    int count = store_runs(out->store, &runs);
    store_free_runs(runs, count);
    if (count > 0)
        return error_set(error, "%s: holds a run; games are kept in a database of their own", path);
    return store_keep_games(out->store, error);
}

int gamebook_open(const char *path, const struct entrants *entrants, const char *settings,
                  struct gamebook *out, struct error *error) {
    struct error why;
    *out = (struct gamebook){.entrants = entrants};
    if (path && !*path) return error_set(error, "--db \"\": the name of a file is needed");
    if (!path && directory_make("results", error)) return -1;
    if (prepare(path ? path : GAMEBOOK_USUAL, out, &why))
        return error_set(error, "%s (--db FILE keeps the games elsewhere)", why.text);
    store_begin(out->store);
    out->series = store_add_series(out->store, entrants->game->name, settings);
    for (int i = 0; i < entrants->count; i++)
        store_add_entrant(out->store, out->series, i, entrants->list[i].name,
                          entrants->list[i].spec);
    store_commit(out->store);
    return 0;
}

static void print_moves(const struct game *game, const move_t *moves, int count, struct text *out) {
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        game->move_format(game, moves[i], text);
        text_add(out, i ? " %s" : "%s", text);
    }
}

void gamebook_keep(void *context, const struct outside_log *log) {
    struct gamebook *book = context;
    const struct game *game = book->entrants->game;
    const struct external *loser = log->loser;
    struct text opening = {0}, moves = {0};
    print_moves(game, log->opening, log->opening_count, &opening);
    print_moves(game, log->moves, log->record->plies, &moves);
    struct stored_game row = {.series = book->series,
                              .players = {log->game->players[0], log->game->players[1]},
                              .opening = log->game->opening,
                              .opening_moves = opening.data,
                              .moves = moves.data,
                              .outcome = log->record->outcome,
                              .detail = loser ? (char *)(uintptr_t)loser->detail : NULL,
                              .errors = loser ? loser->errors.data : NULL};
    snprintf(row.reason, sizeof row.reason, "%s", external_end_names[log->end]);
    store_begin(book->store);
    store_add_game(book->store, &row);
    store_commit(book->store);
    book->kept++;
    text_free(&opening);
    text_free(&moves);
}

void gamebook_close(struct gamebook *gamebook) {
    store_close(gamebook->store);
    gamebook->store = NULL;
}
