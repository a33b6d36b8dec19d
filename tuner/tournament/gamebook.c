/*
 * gamebook: a series' row when it begins, then a row for each game with an external engine as soon
 * as it is over: an engine's fault should be stored even if the next one takes the machine down. A
 * series is continued by its terms, all that its games depend on; its length is none of them.
 */
#include "tuner/tournament/gamebook.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/games/games.h"
#include "tuner/external/guest.h"
#include "tuner/run/run.h"
#include "tuner/tournament/moving.h"

/* ---- terms ---- */

static void gamebook_print_weights(const struct weights *weights, struct text *out) {
    const struct evaluator *evaluator = weights->evaluator;
    size_t bytes = (size_t)evaluator->param_count * sizeof *weights->values;
    text_add(out, "%s %s %016llx, ", evaluator->name, evaluator->layout,
             (unsigned long long)bytes_checksum((const char *)weights->values, bytes));
}

static void gamebook_print_entrant(const struct series *series, const struct entrant *entrant,
                                   struct text *out) {
    if (entrant->outside)
        text_add(out, "%s", entrant->spec);
    else if (entrant->random)
        text_add(out, "random");
    else
        gamebook_print_weights(&entrant->weights, out);
    if (!entrant->outside && !entrant->random) moving_describe(series, entrant, out);
    text_add(out, "\n");
}

static void gamebook_print_judges(const struct series *series, struct text *out) {
    const struct search_limits limits = moving_judges(series);
    text_add(out, "balance %.17g by ", series->settings.balance);
    if (series->settings.judge) gamebook_print_weights(&series->judge.weights, out);
    limits_write(games_settings(), &limits, out);
    text_add(out, "\n");
}

static void gamebook_print_terms(const struct series *series, struct text *out) {
    const struct series_settings *settings = &series->settings;
    const struct session *session = &series->session;
    text_add(out, "hone %s revision %d\n%s, openings %d, plies %d, seed %lld\n", HONE_VERSION,
             RUN_REVISION, series->entrants->game->name, settings->opening_plies,
             settings->plies_max, (long long)settings->seed);
    if (series->collection)
        text_add(out, "openings %016llx\n",
                 (unsigned long long)collection_checksum(series->collection));
    else if (!entrants_chosen(series->entrants))
        text_add(out, "openings of all\n");
    if (settings->balance > 0) gamebook_print_judges(series, out);
    for (int i = 0; i < series->entrants->count; i++)
        gamebook_print_entrant(series, &series->entrants->list[i], out);
    for (int m = 0; m < session->meeting_count; m++)
        text_add(out, "%s%d-%d", m ? " " : "", session->meetings[m].a, session->meetings[m].b);
}

/* ---- opening ---- */

const char *gamebook_path(const struct series *series) {
    return series->settings.db ? series->settings.db : GAMEBOOK_USUAL;
}

bool gamebook_has(const struct series *series) {
    const char *path = gamebook_path(series);
    struct store *store = access(path, F_OK) == 0 ? store_open(path, STORE_READ, NULL) : NULL;
    if (!store) return false;
    struct text terms = {0};
    gamebook_print_terms(series, &terms);
    bool has = store_unfinished_series(store, text_get(&terms)) != 0;
    text_free(&terms);
    store_close(store);
    return has;
}

/* A run's database must not change, so this is found out without opening it for writing. */
static int gamebook_refuse_run(const char *path, struct error *error) {
    struct stored_run *runs;
    struct store *store = access(path, F_OK) == 0 ? store_open(path, STORE_READ, NULL) : NULL;
    if (!store) return 0;
    int count = store_runs(store, &runs);
    store_free_runs(runs, count);
    store_close(store);
    if (count == 0) return 0;
    return error_set(error, "%s: holds a run; series are stored in a database of their own", path);
}

static int gamebook_prepare(const char *path, struct gamebook *out, struct error *error) {
    if (gamebook_refuse_run(path, error)) return -1;
    out->store = store_open(path, STORE_WRITE, error);
    return out->store ? 0 : -1;
}

static void gamebook_add_series(struct gamebook *book, const struct series *series,
                                const char *settings, const char *terms) {
    const struct entrants *entrants = series->entrants;
    store_begin(book->store);
    book->series = store_add_series(book->store, entrants->game->name, settings, terms);
    for (int i = 0; i < entrants->count; i++)
        store_add_entrant(book->store, book->series, i, entrants->list[i].name,
                          entrants->list[i].spec);
    store_commit(book->store);
}

/* Whole pairs of all meetings, as many as there are one after the other. */
static void gamebook_read_pairs(struct gamebook *book, int meetings) {
    int rows = store_pairs(book->store, book->series, &book->pairs), whole = 0;
    while (whole < rows && book->pairs[whole].pair == whole / meetings &&
           book->pairs[whole].meeting == whole % meetings)
        whole++;
    book->pair_count = book->pairs_kept = whole / meetings;
}

/* Each series has its own: its entries stay until it goes on, whatever is played meanwhile. */
static struct journal *gamebook_journal(const char *path, int64_t series, const char *terms) {
    struct text place = {0};
    text_add(&place, "%s-%lld", path, (long long)series);
    struct journal *journal = journal_open(place.data, terms, JOURNAL_SECONDS);
    text_free(&place);
    return journal;
}

int gamebook_open(const struct series *series, const char *settings, struct gamebook *out,
                  struct error *error) {
    struct error why;
    struct text terms = {0};
    const char *path = gamebook_path(series);
    *out = (struct gamebook){.entrants = series->entrants};
    if (!*path) return error_set(error, "--db \"\": the name of a file is needed");
    if (!series->settings.db && directory_make("results", error)) return -1;
    if (gamebook_prepare(path, out, &why))
        return error_set(error, "%s (--db FILE stores it elsewhere)", why.text);
    gamebook_print_terms(series, &terms);
    out->series = store_unfinished_series(out->store, text_get(&terms));
    if (out->series)
        gamebook_read_pairs(out, series->session.meeting_count);
    else
        gamebook_add_series(out, series, settings, text_get(&terms));
    out->journal = gamebook_journal(path, out->series, text_get(&terms));
    text_free(&terms);
    return 0;
}

void gamebook_close(struct gamebook *gamebook) {
    journal_close(gamebook->journal);
    store_close(gamebook->store);
    free(gamebook->pairs);
    gamebook->store = NULL;
    gamebook->journal = NULL;
    gamebook->pairs = NULL;
}

/* ---- pairs ---- */

int gamebook_take(struct gamebook *book, struct session *session, int pairs) {
    int first = session->pairs_played, meetings = session->meeting_count;
    pairs = max_int(0, min_int(pairs, book->pair_count - first));
    struct result *results = xmalloc(2 * (size_t)meetings * (size_t)pairs * sizeof *results),
                  *next = results;
    for (int m = 0; m < meetings; m++)
        for (int pair = first; pair < first + pairs; pair++)
            for (int game = 0; game < 2; game++) {
                const struct stored_pair *row = &book->pairs[(int64_t)pair * meetings + m];
                *next++ = (struct result){.points = (uint8_t)row->points[game],
                                          .moves_hash = row->hashes[game]};
            }
    session_restore(session, results, pairs);
    free(results);
    return pairs;
}

static void gamebook_add_pair(struct gamebook *book, const struct session *session, int pair,
                              int meeting) {
    const struct result *games = session->results + ((int64_t)meeting * session->pairs + pair) * 2;
    struct stored_pair row = {.series = book->series,
                              .pair = pair,
                              .meeting = meeting,
                              .points = {games[0].points, games[1].points},
                              .hashes = {games[0].moves_hash, games[1].moves_hash}};
    store_add_pair(book->store, &row);
}

int gamebook_keep_pairs(struct gamebook *book, const struct session *session) {
    struct error fault;
    store_soften(book->store, &fault);
    store_begin(book->store);
    for (int pair = book->pairs_kept; pair < session->pairs_played; pair++)
        for (int m = 0; m < session->meeting_count; m++) gamebook_add_pair(book, session, pair, m);
    store_commit(book->store);
    if (store_harden(book->store)) {
        book->fault = fault;
        return -1;
    }
    book->pairs_kept = max_int(book->pairs_kept, session->pairs_played);
    return 0;
}

void gamebook_finish(struct gamebook *book) {
    struct error fault;
    store_soften(book->store, &fault);
    store_begin(book->store);
    store_finish_series(book->store, book->series);
    store_commit(book->store);
    if (store_harden(book->store)) book->fault = fault;
}

/* ---- games with external engines ---- */

static void gamebook_print_moves(const struct game *game, const move_t *moves, int count,
                                 struct text *out) {
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        game->move_format(game, moves[i], text);
        text_add(out, i ? " %s" : "%s", text);
    }
}

/* The match goes on without it: the game's result counts all the same. */
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

static void gamebook_restore_game(const struct stored_game *game,
                                  int64_t (*faults)[EXTERNAL_ENDS]) {
    int loser = game->players[game->outcome > 0];
    for (int end = EXTERNAL_NORMAL + 1; end < EXTERNAL_INTERRUPTED; end++)
        if (strcmp(game->reason, external_end_names[end]) == 0) faults[loser][end]++;
}

void gamebook_restore(struct gamebook *book, int64_t (*faults)[EXTERNAL_ENDS]) {
    struct stored_game *games;
    int count = store_games_counted(book->store, book->series, book->pair_count, &games);
    book->kept = count;
    for (int i = 0; i < count; i++) {
        gamebook_restore_game(&games[i], faults);
        store_free_game(&games[i]);
    }
    free(games);
}

void gamebook_keep(struct gamebook *book, const struct played *played) {
    const struct game *game = book->entrants->game;
    const struct job *job = played->job;
    const struct guest_ending ending = guest_ending_of(played->movers, played->record);
    const struct guest_mover *loser = ending.guest;
    struct text opening = {0}, moves = {0}, start = {0}, evals = {0};
    gamebook_print_moves(game, played->bout->line, played->bout->line_count, &opening);
    gamebook_print_moves(game, played->moves, played->record->plies, &moves);
    if (played->bout->line_count < 0) game->position_format(game, played->bout->start, &start);
    guest_evals_print(played->movers, played->record->plies, &evals);
    struct stored_game row = {
        .series = book->series,
        .players = {job->swapped ? job->b : job->a, job->swapped ? job->a : job->b},
        .opening = job->opening,
        .opening_moves = opening.data,
        .moves = moves.data,
        .start = start.data,
        .evals = evals.data,
        .outcome = played->record->outcome,
        .detail = loser ? (char *)(uintptr_t)loser->engine.detail : NULL,
        .errors = loser ? loser->engine.errors.data : NULL};
    snprintf(row.reason, sizeof row.reason, "%s", external_end_names[ending.end]);
    gamebook_write(book, &row);
    text_free(&opening);
    text_free(&moves);
    text_free(&start);
    text_free(&evals);
}
