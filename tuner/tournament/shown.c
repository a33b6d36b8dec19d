/*
 * Games stand in the order of the meetings, each with its pairs in theirs; kept ones follow.
 */
#include "tuner/tournament/shown.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/play/desk.h"
#include "tuner/tournament/gamebook.h"

static struct shown_game *shown_add(struct shown *shown, const struct game *game) {
    struct shown_game *out = &shown->list[shown->count++];
    *out = (struct shown_game){.plies = 0};
    game->start(game, out->start.bytes);
    return out;
}

/* ---- played again ---- */

static void shown_play(struct shown *shown, struct desk *desk, const struct session *session,
                       int meeting, int number) {
    const struct terms terms = session_terms(session);
    const struct job job = session_job(session, meeting, number);
    move_t moves[GAME_PLIES_MAX];
    struct record record;
    if (!desk_play_one(desk, &terms, &job, &record, moves)) return; /* interrupted */
    struct shown_game *out = shown_add(shown, terms.game);
    int opening = openings_line(terms.openings, job.opening, out->moves);
    if (opening < 0) out->start = terms.openings->positions[job.opening];
    out->opening = max_int(0, opening);
    out->plies = min_int(GAME_PLIES_MAX, out->opening + record.plies);
    memcpy(out->moves + out->opening, moves,
           (size_t)(out->plies - out->opening) * sizeof *out->moves);
    out->players[0] = job.swapped ? job.b : job.a;
    out->players[1] = job.swapped ? job.a : job.b;
    out->outcome = record.outcome;
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
    struct shown_game *out = shown_add(shown, game);
    memcpy(out->players, kept->players, sizeof out->players);
    out->outcome = kept->outcome;
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

static bool shown_is_kept(const struct session *session, const struct meeting *meeting) {
    const struct terms terms = session_terms(session);
    return terms.players[0][meeting->a]->mover_new || terms.players[0][meeting->b]->mover_new;
}

struct shown shown_games(const struct session *session, const struct gamebook *book, int most,
                         size_t tt_bytes) {
    int wanted = max_int(1, most / 2 / session->meeting_count);
    int pairs = min_int(wanted, session->pairs_played);
    struct shown shown = {0};
    struct desk *desk = desk_open(tt_bytes);
    shown.list = xcalloc(2 * (size_t)pairs * (size_t)session->meeting_count, sizeof *shown.list);
    for (int m = 0; m < session->meeting_count; m++)
        for (int g = 0; g < 2 * pairs && !shown_is_kept(session, &session->meetings[m]); g++)
            shown_play(&shown, desk, session, m, g);
    desk_close(desk);
    if (book->store) shown_add_book(&shown, book, pairs);
    return shown;
}

void shown_free(struct shown *shown) {
    free(shown->list);
    *shown = (struct shown){0};
}
