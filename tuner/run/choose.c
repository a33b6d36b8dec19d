/*
 * The first stage after training: the champion is chosen among the finalists and their centroid
 * (the mean of the winners, which is nearly optimal under noise). If they race, weak candidates
 * cost little, and more kinds of players are finalists: the last generation's champion, the best
 * milestone, the points of the optimiser's chains, the hall of fame, and champions of generations
 * spread over the last half of the run. At most a quarter of the places each goes to chains and to
 * the hall.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/run/blame.h"
#include "tuner/run/contest.h"
#include "tuner/run/curve.h"
#include "tuner/run/hall.h"

static const char centroid_name[] = "centroid", chain_prefix[] = "chain ";

/* ---- finalists ---- */

/* Different vectors; the first one is the last generation's champion. */
struct finalists {
    int count, most;
    const struct space *space; /* NULL: its ranges do not matter */
    struct blame blame;
    struct stored_player *list; /* id 0: the run did not have that player before; owned */
};

static bool finalists_lack(const struct finalists *finalists, const struct stored_player *player) {
    size_t size = (size_t)player->dim * sizeof *player->weights;
    for (int i = 0; i < finalists->count; i++) {
        const struct stored_player *other = &finalists->list[i];
        if (other->dim == player->dim && memcmp(other->weights, player->weights, size) == 0)
            return false;
    }
    return true;
}

static void finalists_free(struct finalists *finalists) {
    for (int i = 0; i < finalists->count; i++) store_free_player(&finalists->list[i]);
    free(finalists->list);
    blame_free(&finalists->blame);
}

/* A run that went on with narrower ranges has champions outside them. */
static bool finalists_fit(const struct finalists *finalists, const struct stored_player *player) {
    struct space_fault fault;
    return !finalists->space || space_check(finalists->space, player->weights, &fault) == 0;
}

/* Takes the row over; one that is to blame for faults cannot be chosen. */
static void finalists_add(struct finalists *finalists, struct stored_player *row) {
    if (finalists->count < finalists->most && !blame_has(&finalists->blame, row->id) &&
        finalists_fit(finalists, row) && finalists_lack(finalists, row))
        finalists->list[finalists->count++] = *row;
    else
        store_free_player(row);
}

static int finalists_add_id(const struct run *run, int64_t id, struct finalists *finalists,
                            struct error *error) {
    struct stored_player row;
    if (store_player(run->store, id, &row, error)) return -1;
    finalists_add(finalists, &row);
    return 0;
}

/* ---- each kind: 0, or -1 and why ---- */

/* Champions of generations spread over the last half of the run, the last one first, until there
 * are `end` finalists. */
static int finalists_add_spread(const struct run *run, int end, struct finalists *finalists,
                                struct error *error) {
    for (int i = 0; finalists->count < end; i++) {
        int number = choice_generation(run->done, finalists->most, i);
        struct stored_player row;
        if (number <= 0) return 0;
        if (store_individual(run->store, run->id, number, -1, &row, error)) return -1;
        finalists_add(finalists, &row);
    }
    return 0;
}

static int finalists_add_milestone(const struct run *run, struct finalists *finalists,
                                   struct error *error) {
    struct curve curve = curve_of_run(run->store, run->id);
    int best = 0;
    for (int i = 1; i < curve.count; i++)
        if (curve.points[i].elo > curve.points[best].elo) best = i;
    int status =
        curve.count > 0 ? finalists_add_id(run, curve.points[best].player, finalists, error) : 0;
    curve_free(&curve);
    return status;
}

static void finalists_add_chains(const struct run *run, int most, struct finalists *finalists) {
    const struct config *config = run->config;
    const struct space *space = &config->space;
    if (!config->optimizer.kind->chains) return;
    int32_t *genes = xcalloc((size_t)most * (size_t)space->count, sizeof *genes);
    int count = config->optimizer.kind->chains(run->optimizer, most, genes);
    for (int i = 0; i < count; i++) {
        int32_t *weights = xmalloc((size_t)space->dim * sizeof *weights);
        struct stored_player row =
            run_player_row(run, PLAYER_INDIVIDUAL, -1, -1, config->evaluator, weights);
        snprintf(row.name, sizeof row.name, "%s%d", chain_prefix, i + 1);
        space_expand(space, genes + (size_t)i * (size_t)space->count, weights);
        finalists_add(finalists, &row);
    }
    free(genes);
}

/* The newest first. */
static int finalists_add_hall(struct run *run, int most, struct finalists *finalists,
                              struct error *error) {
    int status = hall_fill(
        run, run->done / run->config->fitness.hall_every * run->config->fitness.hall_every, error);
    int last = run->hall.count - 1;
    for (int i = last; status == 0 && i >= 0 && i > last - most; i--)
        status = finalists_add_id(run, run->hall.ids[i], finalists, error);
    return status;
}

static int finalists_add_all(struct run *run, struct finalists *out, struct error *error) {
    int most = out->most;
    if (run->config->verify.racing) {
        if (finalists_add_spread(run, 1, out, error) || finalists_add_milestone(run, out, error))
            return -1;
        finalists_add_chains(run, most / 4, out);
        if (finalists_add_hall(run, most / 4, out, error)) return -1;
    }
    return finalists_add_spread(run, most, out, error);
}

/* Where all are to blame, or outside the ranges, they are taken nevertheless. */
static int finalists_collect(struct run *run, int most, struct finalists *out,
                             struct error *error) {
    *out = (struct finalists){.most = most,
                              .space = &run->config->space,
                              .blame = blame_of_run(run->store, run->id, INT32_MAX),
                              .list = xcalloc((size_t)most, sizeof *out->list)};
    int status = finalists_add_all(run, out, error);
    if (status || out->count > 0) return status;
    blame_free(&out->blame);
    out->blame = (struct blame){0};
    out->space = NULL;
    return finalists_add_all(run, out, error);
}

/* ---- the line-up ---- */

/* The mean of the players' genes, each on its own scale. */
static void choose_centroid(const struct config *config, const struct stored_player *players,
                            int count, int32_t *out) {
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

static int choose_seat_centroid(struct contest *contest, const struct finalists *finalists,
                                struct error *error) {
    struct stored_player centroid = finalists->list[0];
    centroid.generation = centroid.slot = -1;
    centroid.line = NULL;
    centroid.weights = xmalloc((size_t)centroid.dim * sizeof *centroid.weights);
    snprintf(centroid.name, sizeof centroid.name, "%s", centroid_name);
    choose_centroid(contest->run->config, finalists->list, finalists->count, centroid.weights);
    if (finalists_lack(finalists, &centroid))
        return contest_seat_newcomer(contest, &centroid, ROLE_CANDIDATE, error);
    store_free_player(&centroid);
    return 0;
}

static int choose_seat_finalist(struct contest *contest, const struct stored_player *finalist,
                                struct error *error) {
    size_t size = (size_t)finalist->dim * sizeof *finalist->weights;
    struct stored_player row = *finalist;
    if (row.id) return contest_seat_row(contest, &row, ROLE_CANDIDATE, error);
    row.weights = memcpy(xmalloc(size), finalist->weights, size);
    return contest_seat_newcomer(contest, &row, ROLE_CANDIDATE, error);
}

static int choose_seat_candidates(struct contest *contest, struct error *error) {
    int most = max_int(1, contest->run->config->verify.candidates - 1);
    struct finalists finalists;
    int status = finalists_collect(contest->run, most, &finalists, error);
    for (int i = 0; status == 0 && i < finalists.count; i++)
        if (choose_seat_finalist(contest, &finalists.list[i], error) < 0) status = -1;
    if (status == 0 && finalists.count > 1 && choose_seat_centroid(contest, &finalists, error) < 0)
        status = -1;
    finalists_free(&finalists);
    contest->candidates = contest->roster.count;
    return status;
}

/* All candidates are active. In a race there are openings for the pairs of a meeting that goes on
 * to its end. */
static void choose_begin(struct contest *contest) {
    int others = contest->roster.count - contest->candidates;
    struct session *session = &contest->session;
    contest->on = xmalloc((size_t)contest->candidates * sizeof *contest->on);
    for (int i = 0; i < contest->candidates; i++) contest->on[i] = true;
    contest->halving = halving_of(contest->candidates, others, session->pairs);
    if (contest->run->config->verify.racing) session->pairs = halving_pairs_all(&contest->halving);
}

/* Candidates meet each other, the start and the training yardsticks. */
static int choose_line_up(struct contest *contest, struct error *error) {
    const struct run *run = contest->run;
    if (choose_seat_candidates(contest, error) ||
        contest_seat_individual(contest, 1, 0, ROLE_START, error) < 0)
        return -1;
    run_seat_yardsticks(run, run->training, run->config->fitness.yardstick_count, &contest->roster);
    for (int a = 0; a < contest->candidates; a++)
        contest_gauntlet(contest, a, a + 1, contest->roster.count);
    choose_begin(contest);
    return 0;
}

static double choose_rate(const struct session *session, int place) {
    struct pentanomial sum = {{0}};
    for (int m = 0; m < session->meeting_count; m++) {
        const struct meeting *meeting = &session->meetings[m];
        struct pentanomial counts = session->scores[m].counts;
        if (meeting->b == place) counts = pentanomial_swap(&counts);
        if (meeting->a == place || meeting->b == place) pentanomial_add(&sum, &counts);
    }
    return score_of(&sum).rate;
}

static bool choose_is_on(const struct contest *contest, int place) {
    return place >= contest->candidates || contest->on[place];
}

/* Drops the candidates with the fewest points; the number left. */
static int choose_drop(struct contest *contest) {
    struct session *session = &contest->session;
    double *rates = xmalloc((size_t)contest->candidates * sizeof *rates);
    int left = 0;
    for (int i = 0; i < contest->candidates; i++) rates[i] = choose_rate(session, i);
    halving_drop(rates, contest->candidates, contest->on);
    for (int i = 0; i < contest->candidates; i++) left += contest->on[i];
    for (int m = 0; m < session->meeting_count; m++)
        if (!choose_is_on(contest, session->meetings[m].a) ||
            !choose_is_on(contest, session->meetings[m].b))
            session_stop(session, m);
    free(rates);
    return left;
}

static int choose_next(struct contest *contest) {
    int played = contest->session.pairs_played, left = contest->candidates;
    if (!contest->run->config->verify.racing) return contest_once(contest);
    if (played > 0) left = choose_drop(contest);
    return played == 0 || left > 1 ? halving_pairs(&contest->halving, left) : 0;
}

static int64_t choose_pairs(const struct session *session, int place) {
    int64_t pairs = 0;
    for (int m = 0; m < session->meeting_count; m++)
        if (session->meetings[m].a == place || session->meetings[m].b == place)
            pairs += session->pairs_each[m];
    return pairs;
}

/* The best of the candidates; the start if it has shown that one to be weaker. */
static int choose_best(const struct contest *contest) {
    const struct session *session = &contest->session;
    int best = -1;
    for (int i = 0; i < contest->candidates; i++)
        if (contest->on[i] && (best < 0 || choose_rate(session, i) > choose_rate(session, best)))
            best = i;
    return contest_is_weaker(contest, best) ? contest_place_of(contest, ROLE_START) : best;
}

static void choose_save(struct contest *contest) {
    const struct run *run = contest->run;
    const struct session *session = &contest->session;
    int best = choose_best(contest);
    struct stored_champion champion = {
        .player = contest->roster.ids[best],
        .selection_rate = choose_rate(session, best),
        .selection_pairs = choose_pairs(session, best),
        .start = contest->roster.ids[contest_place_of(contest, ROLE_START)],
        .games = run->games + session_games_played(session),
    };
    store_set_champion(run->store, run->id, &champion);
}

/* ---- the stage ---- */

static int64_t choose_games(const struct contest *contest) {
    return contest->run->config->verify.racing ? 2 * halving_budget(&contest->halving)
                                               : session_games(&contest->session);
}

const struct contest_stage choose_stage = {
    .stage = STAGE_SELECT,
    .line_up = choose_line_up,
    .next = choose_next,
    .conclude = choose_save,
    .games = choose_games,
};

bool choose_makes_player(const char *name) {
    return strcmp(name, centroid_name) == 0 ||
           strncmp(name, chain_prefix, strlen(chain_prefix)) == 0;
}
