/*
 * Each stage is a session with a line-up of its own and, for two of them, a conclusion. Players
 * that a stage makes (centroid, random ones) get their rows with its results; until then they have
 * the ids that the rows will have.
 */
#include "tuner/run/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/run/choice.h"
#include "tuner/run/finalists.h"
#include "tuner/run/halving.h"
#include "tuner/run/session.h"

static const char centroid_name[] = "centroid", random_prefix[] = "random ";

/* One stage while it is played. */
struct contest {
    struct run *run;
    enum stage stage;
    struct roster roster;
    int candidates; /* when choosing: the first players … */
    bool *on;       /* … of which these are still in the race; owned */
    struct halving halving;
    int newcomer_count;
    struct stored_player *newcomers; /* without rows yet */
    struct session session;
};

static void contest_destroy(struct contest *contest) {
    session_destroy(&contest->session);
    roster_destroy(&contest->roster);
    free(contest->on);
    for (int i = 0; i < contest->newcomer_count; i++) store_free_player(&contest->newcomers[i]);
    free(contest->newcomers);
}

/* ---- players: each gives the player's place, or -1 and why ---- */

static int contest_seat_row(struct contest *contest, const struct stored_player *row,
                            enum role role, struct error *error) {
    const struct run *run = contest->run;
    bool in_manners = contest->stage != STAGE_DEPTH; /* in the run's own manners */
    int yardstick = in_manners ? roster_find(&run->yardsticks, row->id) : -1;
    return yardstick < 0 ? roster_seat_row(&contest->roster, run->config->game, row, role, error)
                         : roster_seat_again(&contest->roster, &run->yardsticks, yardstick, role);
}

static int contest_seat_individual(struct contest *contest, int generation, int slot,
                                   enum role role, struct error *error) {
    const struct run *run = contest->run;
    struct stored_player row;
    if (store_individual(run->store, run->id, generation, slot, &row, error)) return -1;
    int place = contest_seat_row(contest, &row, role, error);
    store_free_player(&row);
    return place;
}

static int contest_seat_id(struct contest *contest, int64_t id, enum role role,
                           struct error *error) {
    struct stored_player row;
    if (store_player(contest->run->store, id, &row, error)) return -1;
    int place = contest_seat_row(contest, &row, role, error);
    store_free_player(&row);
    return place;
}

/* Seats a player that is new to the run; the contest takes over its row and weights. */
static int contest_seat_newcomer(struct contest *contest, struct stored_player *row, enum role role,
                                 struct error *error) {
    size_t size = (size_t)(contest->newcomer_count + 1) * sizeof *contest->newcomers;
    row->id = store_next_player(contest->run->store) + contest->newcomer_count;
    contest->newcomers = xrealloc(contest->newcomers, size);
    contest->newcomers[contest->newcomer_count++] = *row;
    return contest_seat_row(contest, row, role, error);
}

/* Meetings of all pairs of the places from `first` to before `end`. */
static void contest_round_robin(struct contest *contest, int first, int end) {
    for (int a = first; a < end; a++)
        for (int b = a + 1; b < end; b++) session_meet(&contest->session, a, b);
}

static void contest_gauntlet(struct contest *contest, int a, int first, int end) {
    for (int b = first; b < end; b++) session_meet(&contest->session, a, b);
}

/* All pairs at once. */
static int contest_once(struct contest *contest) {
    return contest->session.pairs_played == 0 ? contest->session.pairs : 0;
}

/* ---- choosing the champion ---- */

/* The mean of the players' genes, each on its own scale. */
static void centroid_of(const struct config *config, const struct stored_player *players, int count,
                        int32_t *out) {
    const struct space *space = &config->space;
    size_t dim = (size_t)space->count;
    int32_t *genes = xcalloc((size_t)count * dim, sizeof *genes);
    int32_t *mean = xcalloc(dim, sizeof *mean);
    for (int i = 0; i < count; i++)
        space_reduce(space, players[i].weights, genes + (size_t)i * dim);
    choice_centroid(space->genes, space->count, config->optimizer.bounds, genes, count, mean);
    space_expand(space, mean, out);
    free(genes);
    free(mean);
}

static int seat_centroid(struct contest *contest, const struct finalists *finalists,
                         struct error *error) {
    struct stored_player centroid = finalists->list[0];
    centroid.generation = centroid.slot = -1;
    centroid.line = NULL;
    centroid.weights = xmalloc((size_t)centroid.dim * sizeof *centroid.weights);
    snprintf(centroid.name, sizeof centroid.name, "%s", centroid_name);
    centroid_of(contest->run->config, finalists->list, finalists->count, centroid.weights);
    if (finalists_lack(finalists, &centroid))
        return contest_seat_newcomer(contest, &centroid, ROLE_CANDIDATE, error);
    store_free_player(&centroid);
    return 0;
}

static int seat_finalist(struct contest *contest, const struct stored_player *finalist,
                         struct error *error) {
    size_t size = (size_t)finalist->dim * sizeof *finalist->weights;
    struct stored_player row = *finalist;
    if (row.id) return contest_seat_row(contest, &row, ROLE_CANDIDATE, error);
    row.weights = memcpy(xmalloc(size), finalist->weights, size);
    return contest_seat_newcomer(contest, &row, ROLE_CANDIDATE, error);
}

static int seat_candidates(struct contest *contest, struct error *error) {
    int most = max_int(1, contest->run->config->verify.candidates - 1);
    struct finalists finalists;
    int status = finalists_collect(contest->run, most, &finalists, error);
    for (int i = 0; status == 0 && i < finalists.count; i++)
        if (seat_finalist(contest, &finalists.list[i], error) < 0) status = -1;
    if (status == 0 && finalists.count > 1 && seat_centroid(contest, &finalists, error) < 0)
        status = -1;
    finalists_free(&finalists);
    contest->candidates = contest->roster.count;
    return status;
}

/* All candidates are active. In a race there are openings for the pairs of a meeting that goes on
 * to its end. */
static void selection_begin(struct contest *contest) {
    int others = contest->roster.count - contest->candidates;
    struct session *session = &contest->session;
    contest->on = xmalloc((size_t)contest->candidates * sizeof *contest->on);
    for (int i = 0; i < contest->candidates; i++) contest->on[i] = true;
    contest->halving = halving_of(contest->candidates, others, session->pairs);
    if (contest->run->config->verify.racing) session->pairs = halving_pairs_all(&contest->halving);
}

/* Candidates meet each other, the start and the training yardsticks. */
static int selection_line_up(struct contest *contest, struct error *error) {
    const struct run *run = contest->run;
    if (seat_candidates(contest, error) ||
        contest_seat_individual(contest, 1, 0, ROLE_START, error) < 0)
        return -1;
    run_seat_yardsticks(run, run->training, run->config->fitness.yardstick_count, &contest->roster);
    for (int a = 0; a < contest->candidates; a++)
        contest_gauntlet(contest, a, a + 1, contest->roster.count);
    selection_begin(contest);
    return 0;
}

static double rate_of(const struct session *session, int place) {
    struct pentanomial sum = {{0}};
    for (int m = 0; m < session->meeting_count; m++) {
        const struct meeting *meeting = &session->meetings[m];
        struct pentanomial counts = session->scores[m].counts;
        if (meeting->b == place) counts = pentanomial_swap(&counts);
        if (meeting->a == place || meeting->b == place) pentanomial_add(&sum, &counts);
    }
    return score_of(&sum).rate;
}

static int place_of_role(const struct roster *roster, enum role role) {
    int place = 0;
    while (!(roster->roles[place] >> role & 1)) place++;
    return place;
}

static bool is_on(const struct contest *contest, int place) {
    return place >= contest->candidates || contest->on[place];
}

/* Drops the candidates with the fewest points; the number left. */
static int drop_candidates(struct contest *contest) {
    struct session *session = &contest->session;
    double *rates = xmalloc((size_t)contest->candidates * sizeof *rates);
    int left = 0;
    for (int i = 0; i < contest->candidates; i++) rates[i] = rate_of(session, i);
    halving_drop(rates, contest->candidates, contest->on);
    for (int i = 0; i < contest->candidates; i++) left += contest->on[i];
    for (int m = 0; m < session->meeting_count; m++)
        if (!is_on(contest, session->meetings[m].a) || !is_on(contest, session->meetings[m].b))
            session_stop(session, m);
    free(rates);
    return left;
}

static int selection_next(struct contest *contest) {
    int played = contest->session.pairs_played, left = contest->candidates;
    if (!contest->run->config->verify.racing) return contest_once(contest);
    if (played > 0) left = drop_candidates(contest);
    return played == 0 || left > 1 ? halving_pairs(&contest->halving, left) : 0;
}

static int64_t pairs_of(const struct session *session, int place) {
    int64_t pairs = 0;
    for (int m = 0; m < session->meeting_count; m++)
        if (session->meetings[m].a == place || session->meetings[m].b == place)
            pairs += session->pairs_each[m];
    return pairs;
}

/* The meeting of two players, the first of which is `a`; -1: they have none. */
static int meeting_of(const struct session *session, int a, int b) {
    int m = 0;
    while (m < session->meeting_count &&
           (session->meetings[m].a != a || session->meetings[m].b != b))
        m++;
    return m < session->meeting_count ? m : -1;
}

/* Whether the start, at its place, has shown the player to be weaker. */
static bool is_weaker_than_start(const struct session *session, int player, int start) {
    int m = meeting_of(session, player, start);
    if (m < 0) return false;
    const struct score gain = score_of(&session->scores[m].counts);
    return choice_is_weaker(&gain);
}

/* The best of the candidates; the start if it has shown that one to be weaker. */
static int best_of(const struct contest *contest) {
    const struct session *session = &contest->session;
    int best = -1, start = place_of_role(&contest->roster, ROLE_START);
    for (int i = 0; i < contest->candidates; i++)
        if (contest->on[i] && (best < 0 || rate_of(session, i) > rate_of(session, best))) best = i;
    return is_weaker_than_start(session, best, start) ? start : best;
}

static void save_choice(struct contest *contest) {
    const struct run *run = contest->run;
    const struct session *session = &contest->session;
    int best = best_of(contest);
    struct stored_champion champion = {
        .player = contest->roster.ids[best],
        .selection_rate = rate_of(session, best),
        .selection_pairs = pairs_of(session, best),
        .start = contest->roster.ids[place_of_role(&contest->roster, ROLE_START)],
        .games = run->games + session_games_played(session),
    };
    store_set_champion(run->store, run->id, &champion);
}

/* ---- measuring it ---- */

/* All opponents that the champion met when it was chosen, in the same roles. */
static int seat_selection_opponents(struct contest *contest, struct error *error) {
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
static int measurement_line_up(struct contest *contest, struct error *error) {
    const struct run *run = contest->run;
    struct stored_champion champion;
    if (store_champion(run->store, run->id, &champion, error) ||
        contest_seat_id(contest, champion.player, ROLE_CHAMPION, error) < 0 ||
        seat_selection_opponents(contest, error))
        return -1;
    int start = contest_seat_id(contest, champion.start, ROLE_START, error);
    int yardsticks = contest->roster.count;
    if (start < 0) return -1;
    run_seat_yardsticks(run, run->measuring, run->config->verify.yardstick_count, &contest->roster);
    contest_gauntlet(contest, 0, 1, contest->roster.count);
    if (start > 0) contest_gauntlet(contest, start, yardsticks, contest->roster.count);
    return 0;
}

static void save_measurement(struct contest *contest) {
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
    if (is_weaker_than_start(session, 0, place_of_role(&contest->roster, ROLE_START)))
        champion.player = champion.start;
    store_set_champion(run->store, run->id, &champion);
}

/* The champion's meeting with the start; -1: the champion is the start. */
static int measurement_of_start(const struct contest *contest) {
    return meeting_of(&contest->session, 0, place_of_role(&contest->roster, ROLE_START));
}

/* As many pairs again, until the error that the config wants is reached. Only the error decides,
 * not the score, so that stopping has no bias. */
static int measurement_next(struct contest *contest) {
    const struct config *config = contest->run->config;
    const struct session *session = &contest->session;
    int meeting = measurement_of_start(contest), played = session->pairs_played;
    if (played == 0 || config->verify.error == 0 || meeting < 0) return contest_once(contest);
    bool reached = score_of(&session->scores[meeting].counts).elo_error <= config->verify.error;
    int left = config->verify.pairs_max - played;
    return reached ? 0 : min_int(config->pairs[STAGE_VERIFY], left);
}

/* ---- at other depths ---- */

/* Without engines, which have a depth of their own. */
static int seat_yardsticks_by_row(struct contest *contest, struct error *error) {
    const struct run *run = contest->run;
    const struct roster *yardsticks = &run->yardsticks;
    int place = 0;
    for (int i = 0; place >= 0 && i < run->config->verify.yardstick_count; i++)
        if (!roster_is_guest(yardsticks, run->measuring[i]))
            place =
                contest_seat_id(contest, yardsticks->ids[run->measuring[i]], ROLE_YARDSTICK, error);
    return place < 0 ? -1 : 0;
}

/* The champion, player 0, meets the start and the yardsticks. */
static int depths_line_up(struct contest *contest, struct error *error) {
    const struct run *run = contest->run;
    struct stored_champion champion;
    if (store_champion(run->store, run->id, &champion, error) ||
        contest_seat_id(contest, champion.player, ROLE_CHAMPION, error) < 0 ||
        contest_seat_id(contest, champion.start, ROLE_START, error) < 0 ||
        seat_yardsticks_by_row(contest, error))
        return -1;
    contest_gauntlet(contest, 0, 1, contest->roster.count);
    return 0;
}

/* ---- champions of many generations ---- */

static int seat_random_players(struct contest *contest, struct error *error) {
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
    if (seat_random_players(contest, error)) return -1;
    int yardsticks = contest->roster.count;
    run_seat_yardsticks(run, run->measuring, run->config->verify.yardstick_count, &contest->roster);
    contest_round_robin(contest, 0, yardsticks);
    contest_gauntlet(contest, last, yardsticks, contest->roster.count);
    return 0;
}

/* ---- stage by stage ---- */

static const struct step {
    enum stage stage;
    int (*line_up)(struct contest *contest, struct error *error);
    /* How many pairs the meetings that go on play next; 0: it is over. */
    int (*next)(struct contest *contest);
    void (*conclude)(struct contest *contest); /* rows of its own; or NULL */
} steps[] = {
    {STAGE_SELECT, selection_line_up, selection_next, save_choice},
    {STAGE_VERIFY, measurement_line_up, measurement_next, save_measurement},
    {STAGE_DEPTH, depths_line_up, contest_once, NULL},
    {STAGE_MILESTONE, milestones_line_up, contest_once, NULL},
};

/* In all, as far as is known. */
static int64_t contest_games(const struct contest *contest) {
    bool races = contest->stage == STAGE_SELECT && contest->run->config->verify.racing;
    return races ? 2 * halving_budget(&contest->halving) : session_games(&contest->session);
}

static void contest_words(const char *what, int64_t part, int64_t whole, char out[64]) {
    snprintf(out, 64, "%s, %d %%", what, (int)(100 * part / whole));
}

static bool contest_progress(void *context, int64_t games) {
    const struct contest *contest = context;
    char words[64];
    int64_t all = contest_games(contest);
    contest_words(stage_table[contest->stage].label, games, all, words);
    progress_line_show_stage(contest->run, contest->stage, games, all, words);
    return true;
}

static bool contest_drawing(void *context, int64_t drawn) {
    const struct contest *contest = context;
    char words[64];
    contest_words("drawing openings", drawn, contest->session.pairs, words);
    progress_line_show_drawing(contest->run, contest->stage, drawn, contest->session.pairs,
                               contest_games(contest), words);
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
    progress_line_begin_drawing(contest->run, contest->stage);
    int status = session->pairs_played ? session_extend(session, pairs, &watch)
                                       : session_draw(session, &watch);
    progress_line_end_drawing(contest->run, session->pairs);
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
static int contest_play(struct contest *contest, const struct step *step) {
    struct session *session = &contest->session;
    session->journal = contest->run->journal;
    session->progress = contest_progress;
    session->played = contest_played;
    session->context = contest;
    int status = contest_draw(contest, session->pairs);
    progress_line_begin_stage(contest->run, contest->stage);
    for (int pairs; status == 0 && (pairs = step->next(contest)) > 0;) {
        status = contest_draw_for(contest, pairs);
        if (status == 0) status = session_play(session, pairs);
    }
    progress_line_end_stage(contest->run, contest->stage, session_games_played(session));
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
static void contest_save(struct contest *contest, const struct step *step) {
    struct store *store = contest->run->store;
    store_begin(store);
    contest_save_newcomers(contest);
    session_save(&contest->session, store, contest->run->id);
    if (step->conclude) step->conclude(contest);
    store_commit(store);
    session_settle(&contest->session);
}

static int step_take(const struct step *step, struct run *run, struct error *error) {
    const struct config *config = run->config;
    struct contest contest = {.run = run,
                              .stage = step->stage,
                              .roster = roster_new(config_manners(config, step->stage))};
    contest.session =
        session_of_run(config, run->mixing, step->stage, 0, &contest.roster, run->pool);
    int status = step->line_up(&contest, error);
    if (status == 0) status = contest_play(&contest, step);
    if (status == 0) contest_save(&contest, step);
    contest_destroy(&contest);
    return status;
}

bool verify_wants(const struct config *config, int generations, enum stage stage) {
    int every = config->verify.milestone_every;
    if (stage == STAGE_DEPTH) return config->pairs[STAGE_DEPTH] > 0;
    return stage != STAGE_MILESTONE || (every > 0 && every <= generations);
}

bool verify_has_played(struct store *store, int64_t run, enum stage stage) {
    struct stored_seat *seats;
    int count = store_seats(store, run, stage, &seats);
    free(seats);
    return count > 0;
}

int verify_run(struct run *run, struct error *error) {
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        if (!verify_wants(run->config, run->done, steps[i].stage)) continue;
        if (interrupt_pending()) return 1;
        bool played = verify_has_played(run->store, run->id, steps[i].stage);
        int status = played ? 0 : step_take(&steps[i], run, error);
        if (status) return status;
    }
    store_finish_run(run->store, run->id);
    return 0;
}

bool verify_makes_player(const char *name) {
    return strcmp(name, centroid_name) == 0 || finalists_make(name) ||
           strncmp(name, random_prefix, strlen(random_prefix)) == 0;
}
