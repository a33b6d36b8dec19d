/*
 * gamebook: a series' row when it begins, then a row for each game as soon as it is over: what an
 * engine did wrong is worth keeping even if the next thing it does is to take the machine down.
 */
#include "tuner/tournament/gamebook.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tuner/external/guest.h"

/* A run's database is to stay as it is, so it is not opened for writing to find that out. */
static int gamebook_refuse_run(const char *path, struct error *error) {
    struct stored_run *runs;
    struct store *store = access(path, F_OK) == 0 ? store_open(path, STORE_READ, NULL) : NULL;
    if (!store) return 0;
    int count = store_runs(store, &runs);
    store_free_runs(runs, count);
    store_close(store);
    if (count == 0) return 0;
    return error_set(error, "%s: holds a run; games are kept in a database of their own", path);
}

static int gamebook_prepare(const char *path, struct gamebook *out, struct error *error) {
    if (gamebook_refuse_run(path, error)) return -1;
    out->store = store_open(path, STORE_WRITE, error);
    return out->store ? 0 : -1;
}

int gamebook_open(const char *path, const struct entrants *entrants, const char *settings,
                  struct gamebook *out, struct error *error) {
    struct error why;
    *out = (struct gamebook){.entrants = entrants};
    if (path && !*path) return error_set(error, "--db \"\": the name of a file is needed");
    if (!path && directory_make("results", error)) return -1;
    if (gamebook_prepare(path ? path : GAMEBOOK_USUAL, out, &why))
        return error_set(error, "%s (--db FILE keeps the games elsewhere)", why.text);
    store_begin(out->store);
    out->series = store_add_series(out->store, entrants->game->name, settings);
    for (int i = 0; i < entrants->count; i++)
        store_add_entrant(out->store, out->series, i, entrants->list[i].name,
                          entrants->list[i].spec);
    store_commit(out->store);
    return 0;
}

static void gamebook_print_moves(const struct game *game, const move_t *moves, int count,
                                 struct text *out) {
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        game->move_format(game, moves[i], text);
        text_add(out, i ? " %s" : "%s", text);
    }
}

/* The match goes on without it: what a game was worth is counted all the same. */
static void gamebook_write(struct gamebook *book, const struct stored_game *row) {
    struct error fault;
    store_soften(book->store, &fault);
    store_begin(book->store);
    store_add_game(book->store, row);
    store_commit(book->store);
    if (store_harden(book->store) == 0)
        book->kept++;
    else if (book->lost++ == 0)
        book->fault = fault;
}

void gamebook_keep(struct gamebook *book, const struct played *played) {
    const struct game *game = book->entrants->game;
    const struct job *job = played->job;
    int side;
    const struct guest_mover *loser = guest_loser(played->movers, &side);
    struct text opening = {0}, moves = {0};
    gamebook_print_moves(game, played->bout->line, played->bout->line_count, &opening);
    gamebook_print_moves(game, played->moves, played->record->plies, &moves);
    struct stored_game row = {
        .series = book->series,
        .players = {job->swapped ? job->b : job->a, job->swapped ? job->a : job->b},
        .opening = job->opening,
        .opening_moves = opening.data,
        .moves = moves.data,
        .outcome = played->record->outcome,
        .detail = loser ? (char *)(uintptr_t)loser->engine.detail : NULL,
        .errors = loser ? loser->engine.errors.data : NULL};
    snprintf(row.reason, sizeof row.reason, "%s",
             external_end_names[loser ? loser->end : EXTERNAL_NORMAL]);
    gamebook_write(book, &row);
    text_free(&opening);
    text_free(&moves);
}

void gamebook_close(struct gamebook *gamebook) {
    store_close(gamebook->store);
    gamebook->store = NULL;
}
