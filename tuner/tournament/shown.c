/*
 * Games are in the order of the meetings, each with its pairs in order; stored ones follow.
 */
#include "tuner/tournament/shown.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/play/worker.h"
#include "tuner/tournament/gamebook.h"

static struct shown_game shown_begin(const struct game *game) {
    struct shown_game out = {.plies = 0};
    game->start(game, out.start.bytes);
    return out;
}

/* ---- played again ---- */

enum { NOT_THERE = -1 /* plies */, CHUNK = 16 /* games that share a worker */ };

struct shown_work {
    const struct session *session;
    int games; /* of each meeting */
    size_t tt_bytes;
    struct shown_game *list; /* games of them a meeting */
};

static struct shown_game shown_play(struct worker *worker, const struct session *session,
                                    int meeting, int number) {
    const struct terms terms = session_terms(session);
    const struct job job = session_job(session, meeting, number);
    struct shown_game out = shown_begin(terms.game);
    move_t moves[GAME_PLIES_MAX];
    struct record record;
    if (!worker_play_one(worker, &terms, &job, &record, moves)) /* interrupted */
        return (struct shown_game){.plies = NOT_THERE};
    int opening = openings_line(terms.openings, job.opening, out.moves);
    if (opening < 0) out.start = terms.openings->positions[job.opening];
    out.opening = max_int(0, opening);
    out.plies = min_int(GAME_PLIES_MAX, out.opening + record.plies);
    memcpy(out.moves + out.opening, moves, (size_t)(out.plies - out.opening) * sizeof *out.moves);
    out.players[0] = job.swapped ? job.b : job.a;
    out.players[1] = job.swapped ? job.a : job.b;
    out.outcome = record.outcome;
    return out;
}

static bool shown_is_kept(const struct session *session, const struct meeting *meeting) {
    const struct terms terms = session_terms(session);
    return terms.players[0][meeting->a]->mover_new || terms.players[0][meeting->b]->mover_new;
}

/* Piece `piece` of all games, meeting after meeting. */
static void shown_play_piece(void *context, int64_t piece) {
    const struct shown_work *work = context;
    const struct session *session = work->session;
    int pieces = (work->games + CHUNK - 1) / CHUNK, meeting = (int)(piece / pieces);
    int first = (int)(piece % pieces) * CHUNK, end = min_int(first + CHUNK, work->games);
    struct shown_game *list = work->list + (int64_t)meeting * work->games;
    if (shown_is_kept(session, &session->meetings[meeting])) return;
    struct worker *worker = worker_open(work->tt_bytes);
    for (int g = first; g < end; g++) list[g] = shown_play(worker, session, meeting, g);
    worker_close(worker);
}

static void shown_play_all(struct shown *shown, const struct session *session, int pairs,
                           size_t tt_bytes) {
    int64_t meetings = session->meeting_count, all = 2 * pairs * meetings;
    struct shown_work work = {session, 2 * pairs, tt_bytes, NULL};
    shown->list = work.list = xcalloc((size_t)all, sizeof *work.list);
    for (int64_t i = 0; i < all; i++) work.list[i].plies = NOT_THERE;
    pool_each(session->pool, &(struct parallel_work){shown_play_piece, NULL, &work},
              meetings * ((2 * pairs + CHUNK - 1) / CHUNK));
    for (int64_t i = 0; i < all; i++)
        if (work.list[i].plies != NOT_THERE) shown->list[shown->count++] = work.list[i];
}

/* ---- kept ---- */

static void shown_read_moves(struct shown_game *out, const struct game *game, const char *words) {
    int length;
    move_t move;
    words += strspn(words, " ");
    while (out->plies < GAME_PLIES_MAX && (length = game->move_parse(game, words, &move)) > 0) {
        out->moves[out->plies++] = move;
        words += length;
        words += strspn(words, " ");
    }
}

static void shown_add_kept(struct shown *shown, const struct game *game,
                           const struct stored_game *kept) {
    struct shown_game *out = &shown->list[shown->count++];
    *out = shown_begin(game);
    memcpy(out->players, kept->players, sizeof out->players);
    out->outcome = kept->outcome;
    if (*kept->start) game->position_parse(game, kept->start, &out->start, NULL);
    shown_read_moves(out, game, kept->opening_moves);
    out->opening = out->plies;
    shown_read_moves(out, game, kept->moves);
}

static void shown_add_book(struct shown *shown, const struct gamebook *book, int pairs) {
    struct stored_game *games;
    int count = store_games_counted(book->store, book->series, pairs, &games);
    shown->list = xrealloc(shown->list, (size_t)(shown->count + count) * sizeof *shown->list);
    for (int i = 0; i < count; i++) {
        shown_add_kept(shown, book->entrants->game, &games[i]);
        store_free_game(&games[i]);
    }
    free(games);
}

/* ---- both ---- */

struct shown shown_games(const struct session *session, const struct gamebook *book, int most,
                         size_t tt_bytes) {
    int wanted = max_int(1, most / 2 / session->meeting_count);
    int pairs = min_int(wanted, session->pairs_played);
    struct shown shown = {.pairs = pairs};
    shown_play_all(&shown, session, pairs, tt_bytes);
    if (book->store) shown_add_book(&shown, book, pairs);
    return shown;
}

void shown_free(struct shown *shown) {
    free(shown->list);
    *shown = (struct shown){0};
}
