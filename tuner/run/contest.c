/*
 * A stage is drawn, played and stored in the same way, whatever its line-up.
 */
#include "tuner/run/contest.h"

#include <stdio.h>
#include <stdlib.h>

static void contest_destroy(struct contest *contest) {
    session_destroy(&contest->session);
    roster_destroy(&contest->roster);
    free(contest->on);
    for (int i = 0; i < contest->newcomer_count; i++) store_free_player(&contest->newcomers[i]);
    free(contest->newcomers);
}

/* ---- players: each gives the player's place, or -1 and why ---- */

int contest_seat_row(struct contest *contest, const struct stored_player *row, enum role role,
                     struct error *error) {
    const struct run *run = contest->run;
    bool in_manners = contest->kind->stage != STAGE_DEPTH; /* in the run's own manners */
    int yardstick = in_manners ? roster_find(&run->yardsticks, row->id) : -1;
    return yardstick < 0 ? roster_seat_row(&contest->roster,
                                           config_evaluator(run->config, contest->kind->stage), row,
                                           role, error)
                         : roster_seat_again(&contest->roster, &run->yardsticks, yardstick, role);
}

int contest_seat_individual(struct contest *contest, int generation, int slot, enum role role,
                            struct error *error) {
    const struct run *run = contest->run;
    struct stored_player row;
    if (store_individual(run->store, run->id, generation, slot, &row, error)) return -1;
    int place = contest_seat_row(contest, &row, role, error);
    store_free_player(&row);
    return place;
}

int contest_seat_id(struct contest *contest, int64_t id, enum role role, struct error *error) {
    struct stored_player row;
    if (store_player(contest->run->store, id, &row, error)) return -1;
    int place = contest_seat_row(contest, &row, role, error);
    store_free_player(&row);
    return place;
}

/* Seats a player that is new to the run; the contest takes over its row and weights. */
int contest_seat_newcomer(struct contest *contest, struct stored_player *row, enum role role,
                          struct error *error) {
    size_t size = (size_t)(contest->newcomer_count + 1) * sizeof *contest->newcomers;
    row->id = store_next_player(contest->run->store) + contest->newcomer_count;
    contest->newcomers = xrealloc(contest->newcomers, size);
    contest->newcomers[contest->newcomer_count++] = *row;
    return contest_seat_row(contest, row, role, error);
}

/* Meetings of all pairs of the places from `first` to before `end`. */
void contest_round_robin(struct contest *contest, int first, int end) {
    for (int a = first; a < end; a++)
        for (int b = a + 1; b < end; b++) session_meet(&contest->session, a, b);
}

void contest_gauntlet(struct contest *contest, int a, int first, int end) {
    for (int b = first; b < end; b++) session_meet(&contest->session, a, b);
}

int contest_once(struct contest *contest) {
    return contest->session.pairs_played == 0 ? contest->session.pairs : 0;
}

int contest_place_of(const struct contest *contest, enum role role) {
    int place = 0;
    while (!(contest->roster.roles[place] >> role & 1)) place++;
    return place;
}

int contest_meeting_of(const struct contest *contest, int a, int b) {
    const struct session *session = &contest->session;
    int m = 0;
    while (m < session->meeting_count &&
           (session->meetings[m].a != a || session->meetings[m].b != b))
        m++;
    return m < session->meeting_count ? m : -1;
}

bool contest_is_weaker(const struct contest *contest, int player) {
    int start = contest_place_of(contest, ROLE_START);
    int m = contest_meeting_of(contest, player, start);
    bool swapped = m < 0;
    if (swapped) m = contest_meeting_of(contest, start, player);
    if (m < 0) return false;
    const struct pentanomial *counts = &contest->session.scores[m].counts;
    const struct pentanomial own = swapped ? pentanomial_swap(counts) : *counts;
    const struct score gain = score_of(&own);
    return choice_is_weaker(&gain);
}

/* ---- playing ---- */

/* In all, as far as is known. */
static int64_t contest_games(const struct contest *contest) {
    return contest->kind->games ? contest->kind->games(contest) : session_games(&contest->session);
}

static void contest_words(const char *what, int64_t part, int64_t whole, char out[64]) {
    snprintf(out, 64, "%s, %d %%", what, (int)(100 * part / whole));
}

static bool contest_progress(void *context, int64_t games) {
    const struct contest *contest = context;
    char words[64];
    int64_t all = contest_games(contest);
    contest_words(stage_table[contest->kind->stage].label, games, all, words);
    const struct progress_numbers now = run_numbers(contest->run, 0, 0);
    progress_line_show_stage(&contest->run->progress_line, &now, contest->kind->stage, games, all,
                             words);
    return true;
}

static bool contest_drawing(void *context, int64_t drawn) {
    const struct contest *contest = context;
    char words[64];
    contest_words("drawing openings", drawn, contest->session.pairs, words);
    const struct progress_numbers now = run_numbers(contest->run, 0, 0);
    progress_line_show_drawing(&contest->run->progress_line, &now, contest->kind->stage, drawn,
                               contest->session.pairs, contest_games(contest), words);
    return true;
}

static void contest_played(void *context, const struct played *game) {
    struct contest *contest = context;
    run_watch_guests(contest->run, game);
}

/* Draws the openings of `pairs` pairs, some of which may be played. 0, or -1 if Ctrl-C came. */
static int contest_draw(struct contest *contest, int pairs) {
    struct session *session = &contest->session;
    const struct openings_watch watch = {contest_drawing, contest};
    progress_line_begin_drawing(&contest->run->progress_line, contest->kind->stage);
    int status = session->pairs_played ? session_extend(session, pairs, &watch)
                                       : session_draw(session, &watch);
    progress_line_end_drawing(&contest->run->progress_line, session->pairs);
    return status;
}

/* Draws openings for twice as many pairs whenever there are too few. */
static int contest_draw_for(struct contest *contest, int pairs) {
    const struct session *session = &contest->session;
    int most = contest->run->config->verify.pairs_max;
    if (session->pairs_played + pairs <= session->pairs) return 0;
    return contest_draw(contest, min_int(2 * session->pairs, most));
}

/* 0, or 1 if Ctrl-C came before the last game was over. */
static int contest_play(struct contest *contest) {
    struct session *session = &contest->session;
    session->journal = contest->run->journal;
    session->progress = contest_progress;
    session->played = contest_played;
    session->context = contest;
    int status = contest_draw(contest, session->pairs);
    progress_line_begin_stage(&contest->run->progress_line, contest->kind->stage);
    for (int pairs; status == 0 && (pairs = contest->kind->next(contest)) > 0;) {
        status = contest_draw_for(contest, pairs);
        if (status == 0) status = session_play(session, pairs);
    }
    progress_line_end_stage(&contest->run->progress_line, contest->kind->stage,
                            session_games_played(session));
    return status ? 1 : 0;
}

static void contest_save_newcomers(struct contest *contest) {
    for (int i = 0; i < contest->newcomer_count; i++) {
        const struct stored_player *row = &contest->newcomers[i];
        if (store_add_player(contest->run->store, row) != row->id)
            die("player %s did not get the row %lld", row->name, (long long)row->id);
    }
}

/* All of a stage's rows in one transaction. */
static void contest_save(struct contest *contest) {
    struct store *store = contest->run->store;
    store_begin(store);
    contest_save_newcomers(contest);
    session_save(&contest->session, store, contest->run->id);
    if (contest->kind->conclude) contest->kind->conclude(contest);
    store_commit(store);
    session_settle(&contest->session);
}

int contest_hold(const struct contest_stage *kind, struct run *run, struct error *error) {
    const struct config *config = run->config;
    struct contest contest = {
        .run = run, .kind = kind, .roster = roster_new(config_manners(config, kind->stage))};
    contest.session =
        session_of_run(config, run->mixing, kind->stage, 0, &contest.roster, run->pool);
    int status = kind->line_up(&contest, error);
    if (status == 0) status = contest_play(&contest);
    if (status == 0) contest_save(&contest);
    contest_destroy(&contest);
    return status;
}
