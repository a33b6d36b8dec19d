/*
 * A milestone's rows go into a transaction behind its generation's. A continued run first plays a
 * milestone that is due and missing, so that its rows always have the same place.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tuner/run/run.h"
#include "tuner/run/session.h"

struct milestone {
    struct run *run;
    struct roster roster;
    int place;                 /* of the measured player */
    int seat_count;            /* before this one */
    struct stored_seat *seats; /* theirs; owned */
    struct session session;
};

static int milestone_seat(struct milestone *milestone, const struct stored_player *row,
                          enum role role, struct error *error) {
    return roster_seat_row(&milestone->roster, milestone->run->config->evaluator, row, role, error);
}

/* The player of a generation's slot, -1: its champion. Its place, or -1 and why. */
static int milestone_seat_individual(struct milestone *milestone, int generation, int slot,
                                     enum role role, struct error *error) {
    const struct run *run = milestone->run;
    struct stored_player row;
    if (store_individual(run->store, run->id, generation, slot, &row, error)) return -1;
    int place = milestone_seat(milestone, &row, role, error);
    store_free_player(&row);
    return place;
}

static int milestone_meet(struct milestone *milestone, const struct stored_seat *seat,
                          struct error *error) {
    struct stored_player row;
    if (store_player(milestone->run->store, seat->player, &row, error)) return -1;
    int place = milestone_seat(milestone, &row, ROLE_MILESTONE, error);
    store_free_player(&row);
    if (place < 0) return -1;
    session_meet(&milestone->session, milestone->place, place);
    return 0;
}

static int milestone_meet_earlier(struct milestone *milestone, struct error *error) {
    int count = milestone->run->growth.milestones;
    for (int back = 1; back <= min_int(count, GROWTH_FARTHEST_BACK); back *= 2)
        if (milestone_meet(milestone, &milestone->seats[milestone->seat_count - back], error))
            return -1;
    return 0;
}

/* All but engines: their games take too long, and are not repeatable. */
static void milestone_seat_yardsticks(struct milestone *milestone, const int *places, int count) {
    const struct roster *yardsticks = &milestone->run->yardsticks;
    for (int i = 0; i < count; i++)
        if (!roster_is_guest(yardsticks, places[i]))
            roster_seat_again(&milestone->roster, yardsticks, places[i], ROLE_YARDSTICK);
}

/* The start at place 0, the yardsticks, the measured player; 0, or -1 and why. */
static int milestone_line_up(struct milestone *milestone, struct error *error) {
    const struct run *run = milestone->run;
    const struct config *config = run->config;
    if (milestone_seat_individual(milestone, 1, 0, ROLE_START, error) < 0) return -1;
    milestone_seat_yardsticks(milestone, run->training, config->fitness.yardstick_count);
    milestone_seat_yardsticks(milestone, run->measuring, config->verify.yardstick_count);
    int others = milestone->roster.count;
    milestone->place = milestone_seat_individual(milestone, run->done, -1, ROLE_MILESTONE, error);
    if (milestone->place < 0) return -1;
    for (int place = 0; place < others; place++)
        if (place != milestone->place) session_meet(&milestone->session, milestone->place, place);
    for (int place = 1; place < others && milestone->place > 0; place++)
        session_meet(&milestone->session, 0, place);
    return milestone_meet_earlier(milestone, error);
}

static bool milestone_progress(void *context, int64_t games) {
    const struct milestone *milestone = context;
    const struct run *run = milestone->run;
    char what[32];
    snprintf(what, sizeof what, "gen %d, milestone", run->done);
    const struct progress_numbers now = run_numbers(run, 0, 0);
    progress_line_show_stage(&milestone->run->progress_line, &now, STAGE_PROGRESS, games,
                             session_games(&milestone->session), what);
    return !interrupt_pending();
}

/* 0, or 1 if Ctrl-C came first. */
static int milestone_play(struct milestone *milestone) {
    struct session *session = &milestone->session;
    struct progress_line *line = &milestone->run->progress_line;
    session->journal = milestone->run->journal;
    session->progress = milestone_progress;
    session->context = milestone;
    if (session->meeting_count == 0) return 0;
    progress_line_begin_drawing(line, STAGE_PROGRESS);
    if (session_draw(session, NULL)) return 1;
    progress_line_end_drawing(line, session_games(session) / 2);
    progress_line_begin_stage(line, STAGE_PROGRESS);
    int status = session_play(session, session->pairs);
    progress_line_end_stage(line, STAGE_PROGRESS, session_games_played(session));
    return status ? 1 : 0;
}

static void milestone_save_seat(const struct milestone *milestone, int place, int64_t player,
                                enum role role) {
    store_add_seat(milestone->run->store, milestone->run->id,
                   &(struct stored_seat){STAGE_PROGRESS, place, player, role});
}

/* A milestone has a seat of its own, even if it is the start. */
static void milestone_save(struct milestone *milestone) {
    struct run *run = milestone->run;
    const struct roster *roster = &milestone->roster;
    int seats = milestone->seat_count;
    store_begin(run->store);
    if (seats == 0) milestone_save_seat(milestone, seats++, roster->ids[0], ROLE_START);
    for (int place = 1; run->growth.milestones == 0 && place < roster->count; place++)
        if (roster->roles[place] >> ROLE_YARDSTICK & 1)
            milestone_save_seat(milestone, seats++, roster->ids[place], ROLE_YARDSTICK);
    milestone_save_seat(milestone, seats, roster->ids[milestone->place], ROLE_MILESTONE);
    session_save(&milestone->session, run->store, run->id);
    store_commit(run->store);
    session_settle(&milestone->session);
}

int run_milestone(struct run *run, int pairs, struct error *error) {
    const struct config *config = run->config;
    struct milestone milestone = {.run = run, .roster = roster_new(&config->player.manners)};
    milestone.seat_count = store_seats(run->store, run->id, STAGE_PROGRESS, &milestone.seats);
    milestone.session = session_of_run(config, run->mixing, STAGE_PROGRESS, run->done,
                                       &milestone.roster, run->pool);
    milestone.session.pairs = pairs;
    int status = milestone_line_up(&milestone, error);
    if (status == 0) status = milestone_play(&milestone);
    if (status == 0) {
        milestone_save(&milestone);
        growth_add(&run->growth, (struct growth_point){run->done, run->games},
                   session_games(&milestone.session));
    }
    session_destroy(&milestone.session);
    roster_destroy(&milestone.roster);
    free(milestone.seats);
    return status;
}
