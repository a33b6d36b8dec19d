/*
 * The stages that measure the champion: on openings that the choice has not seen, at other depths
 * or limits of search, and champions of many generations among each other.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/run/contest.h"

static const char random_prefix[] = "random ";

/* All opponents that the champion met when it was chosen, in the same roles. */
static int measure_seat_opponents(struct contest *contest, struct error *error) {
    const struct run *run = contest->run;
    struct stored_seat *seats;
    int count = store_seats(run->store, run->id, STAGE_SELECT, &seats), place = 0;
    int64_t champion = contest->roster.ids[0];
    for (int i = 0; place >= 0 && i < count; i++)
        if (seats[i].player != champion)
            place = contest_seat_id(contest, seats[i].player, seats[i].role, error);
    free(seats);
    return place < 0 ? -1 : 0;
}

/* The champion, player 0, meets the opponents of the choice and the yardsticks; the start meets the
 * yardsticks too, so that both can be compared against the same opponents. */
static int measure_line_up(struct contest *contest, struct error *error) {
    const struct run *run = contest->run;
    struct stored_champion champion;
    if (store_champion(run->store, run->id, &champion, error) ||
        contest_seat_id(contest, champion.player, ROLE_CHAMPION, error) < 0 ||
        measure_seat_opponents(contest, error))
        return -1;
    int start = contest_seat_id(contest, champion.start, ROLE_START, error);
    int yardsticks = contest->roster.count;
    if (start < 0) return -1;
    run_seat_yardsticks(run, run->measuring, run->config->verify.yardstick_count, &contest->roster);
    contest_gauntlet(contest, 0, 1, contest->roster.count);
    if (start > 0) contest_gauntlet(contest, start, yardsticks, contest->roster.count);
    return 0;
}

static void measure_save(struct contest *contest) {
    const struct run *run = contest->run;
    const struct session *session = &contest->session;
    struct stored_champion champion;
    struct error error;
    if (store_champion(run->store, run->id, &champion, &error)) die("%s", error.text);
    champion.openings = openings_meant(&session->openings, session->pairs_played);
    champion.openings_distinct = openings_distinct(&session->openings, session->pairs_played);
    champion.verify_games = session_games_played(session);
    champion.verify_games_distinct = session_games_distinct(session);
    champion.games += champion.verify_games;
    if (contest_is_weaker(contest, 0)) champion.player = champion.start;
    store_set_champion(run->store, run->id, &champion);
}

/* The champion's meeting with the start; -1: the champion is the start. */
static int measure_meeting_of_start(const struct contest *contest) {
    return contest_meeting_of(contest, 0, contest_place_of(contest, ROLE_START));
}

/* As many pairs again, until the error that the config wants is reached. Only the error decides,
 * not the score, so that stopping has no bias. */
static int measure_next(struct contest *contest) {
    const struct config *config = contest->run->config;
    const struct session *session = &contest->session;
    int meeting = measure_meeting_of_start(contest), played = session->pairs_played;
    if (played == 0 || config->verify.error == 0 || meeting < 0) return contest_once(contest);
    bool reached = score_of(&session->scores[meeting].counts).elo_error <= config->verify.error;
    int left = config->verify.pairs_max - played;
    return reached ? 0 : min_int(config->pairs[STAGE_VERIFY], left);
}

const struct contest_stage measure_stage = {
    .stage = STAGE_VERIFY,
    .line_up = measure_line_up,
    .next = measure_next,
    .conclude = measure_save,
};

/* ---- at other depths ---- */

/* Without engines, which have a depth of their own. */
static int depths_seat_yardsticks(struct contest *contest, struct error *error) {
    const struct run *run = contest->run;
    const struct roster *yardsticks = &run->yardsticks;
    int place = 0;
    for (int i = 0; place >= 0 && i < run->config->verify.yardstick_count; i++)
        if (!roster_is_guest(yardsticks, run->measuring[i]))
            place =
                contest_seat_id(contest, yardsticks->ids[run->measuring[i]], ROLE_YARDSTICK, error);
    return place < 0 ? -1 : 0;
}

/* The champion is player 0. */
static int measure_seat_both(struct contest *contest, struct error *error) {
    const struct run *run = contest->run;
    struct stored_champion champion;
    if (store_champion(run->store, run->id, &champion, error) ||
        contest_seat_id(contest, champion.player, ROLE_CHAMPION, error) < 0)
        return -1;
    return contest_seat_id(contest, champion.start, ROLE_START, error) < 0 ? -1 : 0;
}

/* The champion meets the start and the yardsticks. */
static int depths_line_up(struct contest *contest, struct error *error) {
    if (measure_seat_both(contest, error) || depths_seat_yardsticks(contest, error)) return -1;
    contest_gauntlet(contest, 0, 1, contest->roster.count);
    return 0;
}

const struct contest_stage depths_stage = {
    .stage = STAGE_DEPTH, .line_up = depths_line_up, .next = contest_once};

/* ---- at another limit ---- */

/* The start alone: yardsticks of such runs are engines, with limits of their own. */
static int limit_line_up(struct contest *contest, struct error *error) {
    if (measure_seat_both(contest, error)) return -1;
    contest_gauntlet(contest, 0, 1, contest->roster.count);
    return 0;
}

const struct contest_stage limit_stage = {
    .stage = STAGE_LIMIT, .line_up = limit_line_up, .next = contest_once};

/* ---- champions of many generations ---- */

static int milestones_seat_random(struct contest *contest, struct error *error) {
    const struct config *config = contest->run->config;
    const struct evaluator *evaluator = config->evaluator;
    for (int i = 1; i <= config->verify.random_players; i++) {
        int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
        struct stored_player row =
            run_player_row(contest->run, PLAYER_RANDOM, -1, -1, evaluator, weights);
        snprintf(row.name, sizeof row.name, "%s%d", random_prefix, i);
        evaluator_initial(evaluator, weights);
        if (contest_seat_newcomer(contest, &row, ROLE_RANDOM, error) < 0) return -1;
    }
    return 0;
}

/* A round robin of milestones and random players; the last milestone meets the yardsticks too. */
static int milestones_line_up(struct contest *contest, struct error *error) {
    const struct run *run = contest->run;
    int every = run->config->verify.milestone_every, last = 0;
    for (int number = every; number <= run->done; number += every) {
        last = contest_seat_individual(contest, number, -1, ROLE_MILESTONE, error);
        if (last < 0) return -1;
    }
    if (milestones_seat_random(contest, error)) return -1;
    int yardsticks = contest->roster.count;
    run_seat_yardsticks(run, run->measuring, run->config->verify.yardstick_count, &contest->roster);
    contest_round_robin(contest, 0, yardsticks);
    contest_gauntlet(contest, last, yardsticks, contest->roster.count);
    return 0;
}

const struct contest_stage milestones_stage = {
    .stage = STAGE_MILESTONE, .line_up = milestones_line_up, .next = contest_once};

bool milestones_make_player(const char *name) {
    return strncmp(name, random_prefix, strlen(random_prefix)) == 0;
}
