#include "tuner/run/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "tuner/optimize/scale.h"
#include "tuner/play/match.h"
#include "tuner/run/lineup.h"

static const char centroid_name[] = "centroid", random_prefix[] = "random ";

/* One stage while it is played. */
struct contest {
    const struct config *config;
    struct store *store;
    int64_t run;
    enum stage stage;
    struct lineup lineup;
    struct stored_seat *seats;
    int seat_count;
    struct meeting *meetings;
    int meeting_count;
    int candidates; /* when choosing: the first players */
    struct state *openings;
    struct match match;
    struct game_result *results;
    struct progress bar;
};

static void contest_destroy(struct contest *contest) {
    lineup_destroy(&contest->lineup);
    free(contest->seats);
    free(contest->meetings);
    free(contest->openings);
    free(contest->results);
}

/* ---- who plays: each gives the player's place, or -1 and why ---- */

static void contest_seat(struct contest *contest, int place, int64_t player, enum role role) {
    for (int i = 0; i < contest->seat_count; i++)
        if (contest->seats[i].place == place && contest->seats[i].role == role) return;
    size_t size = (size_t)(contest->seat_count + 1) * sizeof *contest->seats;
    contest->seats = xrealloc(contest->seats, size);
    contest->seats[contest->seat_count++] =
        (struct stored_seat){contest->stage, place, player, role};
}

/* Adds a player to the lineup, unless his row is there already. */
static int contest_add(struct contest *contest, struct stored_player *player, enum role role,
                       struct error *error) {
    int place = 0;
    while (place < contest->lineup.count && contest->lineup.ids[place] != player->id) place++;
    if (place == contest->lineup.count)
        place = lineup_add_stored(&contest->lineup, contest->config, player, error);
    if (place >= 0) contest_seat(contest, place, player->id, role);
    store_free_player(player);
    return place;
}

static int contest_add_individual(struct contest *contest, int generation, int slot, enum role role,
                                  struct error *error) {
    struct stored_player player;
    if (store_individual(contest->store, contest->run, generation, slot, &player, error)) return -1;
    return contest_add(contest, &player, role, error);
}

static int contest_add_id(struct contest *contest, int64_t id, enum role role,
                          struct error *error) {
    struct stored_player player;
    if (store_player(contest->store, id, &player, error)) return -1;
    return contest_add(contest, &player, role, error);
}

/* 0, or -1 and why. */
static int contest_add_yardsticks(struct contest *contest, const struct weights *yardsticks,
                                  int count, struct error *error) {
    struct stored_player player;
    for (int i = 0; i < count; i++) {
        const char *name = yardsticks[i].provenance.name;
        if (store_named_player(contest->store, contest->run, name, &player, error) ||
            contest_add(contest, &player, ROLE_YARDSTICK, error) < 0)
            return -1;
    }
    return 0;
}

/* Writes the row of a player that the run did not have before, and adds him. */
static int contest_add_new(struct contest *contest, struct stored_player *player, enum role role,
                           struct error *error) {
    player->id = store_add_player(contest->store, player);
    return contest_add(contest, player, role, error);
}

static void contest_meet(struct contest *contest, int a, int b) {
    size_t size = (size_t)(contest->meeting_count + 1) * sizeof *contest->meetings;
    contest->meetings = xrealloc(contest->meetings, size);
    contest->meetings[contest->meeting_count++] = (struct meeting){a, b};
}

static bool contest_progress(void *context, int64_t games_done) {
    struct contest *contest = context;
    progress_update(&contest->bar, games_done, interrupt_pending() ? "then stopping" : "");
    return true;
}

/* Plays all meetings and writes them down. */
static void contest_play(struct contest *contest, const char *label) {
    struct opening_source source = lineup_openings(contest->config);
    int pairs = lineup_pairs(contest->config, contest->stage);
    contest->openings = openings_make(&source, lineup_opening_set(contest->stage), 0, pairs);
    contest->match =
        lineup_match(&contest->lineup, contest->config, contest->stage, 0, contest->meetings,
                     contest->meeting_count, contest->openings, pairs);
    contest->match.progress = contest_progress;
    contest->match.context = contest;
    size_t games = (size_t)match_games(&contest->match);
    contest->results = xmalloc(games * sizeof *contest->results);
    progress_start(&contest->bar, label, (int64_t)games);
    match_run(&contest->match, contest->results);
    progress_end(&contest->bar);
    lineup_save(&contest->lineup, &contest->match, contest->results, contest->store, contest->run,
                contest->stage, 0);
    for (int i = 0; i < contest->seat_count; i++)
        store_add_seat(contest->store, contest->run, &contest->seats[i]);
}

/* ---- choosing the champion ---- */

static bool is_new(const struct stored_player *players, int count,
                   const struct stored_player *player) {
    size_t size = (size_t)player->dim * sizeof *player->weights;
    for (int i = 0; i < count; i++)
        if (players[i].dim == player->dim && memcmp(players[i].weights, player->weights, size) == 0)
            return false;
    return true;
}

/* Different champions of generations spread over the last half of the run, the last one first;
 * their count, or -1 and why. What is in `out` is the caller's in either case. */
static int spread_champions(const struct contest *contest, int most, struct stored_player *out,
                            struct error *error) {
    int generations = contest->config->optimizer.generations, count = 0;
    int step = max_int(1, generations / 2 / most);
    for (int number = generations; number > generations / 2 && count < most; number -= step) {
        if (store_individual(contest->store, contest->run, number, -1, &out[count], error))
            return -1;
        if (is_new(out, count, &out[count]))
            count++;
        else
            store_free_player(&out[count]);
    }
    return count;
}

/* The mean of the players' genes, each on its parameter's scale. */
static void centroid_of(const struct evaluator *evaluator, const struct stored_player *players,
                        int count, int32_t *out) {
    for (int j = 0; j < evaluator->param_count; j++) {
        const struct param *param = &evaluator->params[j];
        double sum = 0;
        for (int i = 0; i < count; i++) sum += scale_unit(param, players[i].weights[j]);
        out[j] = scale_value(param, sum / count);
    }
}

static int add_centroid(struct contest *contest, const struct stored_player *players, int count,
                        struct error *error) {
    struct stored_player centroid = players[0];
    centroid.generation = centroid.slot = -1;
    centroid.weights = xmalloc((size_t)centroid.dim * sizeof *centroid.weights);
    snprintf(centroid.name, sizeof centroid.name, "%s", centroid_name);
    centroid_of(contest->config->evaluator, players, count, centroid.weights);
    if (is_new(players, count, &centroid))
        return contest_add_new(contest, &centroid, ROLE_CANDIDATE, error);
    store_free_player(&centroid);
    return 0;
}

static int add_candidates(struct contest *contest, struct error *error) {
    int most = max_int(1, contest->config->verify.candidates - 1);
    struct stored_player *champions = xcalloc((size_t)most, sizeof *champions);
    int count = spread_champions(contest, most, champions, error), status = count < 0 ? -1 : 0;
    for (int i = 0; status == 0 && i < count; i++)
        if (contest_add_id(contest, champions[i].id, ROLE_CANDIDATE, error) < 0) status = -1;
    if (status == 0 && count > 1 && add_centroid(contest, champions, count, error) < 0) status = -1;
    for (int i = 0; i < most; i++) store_free_player(&champions[i]);
    free(champions);
    contest->candidates = contest->lineup.count;
    return status;
}

/* Candidates meet each other, the start and the training yardsticks. */
static int selection_line_up(struct contest *contest, struct error *error) {
    const struct config *config = contest->config;
    if (add_candidates(contest, error) ||
        contest_add_individual(contest, 1, 0, ROLE_START, error) < 0 ||
        contest_add_yardsticks(contest, config->fitness.yardsticks, config->fitness.yardstick_count,
                               error))
        return -1;
    for (int a = 0; a < contest->candidates; a++)
        for (int b = a + 1; b < contest->lineup.count; b++) contest_meet(contest, a, b);
    return 0;
}

static double rate_of(const struct contest *contest, int player) {
    struct pentanomial sum = {{0}};
    for (int m = 0; m < contest->meeting_count; m++) {
        struct pentanomial counts = match_pentanomial(&contest->match, contest->results, m);
        if (contest->meetings[m].b == player) counts = pentanomial_swap(&counts);
        if (contest->meetings[m].a == player || contest->meetings[m].b == player)
            pentanomial_add(&sum, &counts);
    }
    return score_of(&sum).rate;
}

static int save_choice(struct contest *contest, struct error *error) {
    int best = 0, generations = contest->config->optimizer.generations;
    for (int i = 1; i < contest->candidates; i++)
        if (rate_of(contest, i) > rate_of(contest, best)) best = i;
    int start = contest_add_individual(contest, 1, 0, ROLE_START, error);
    if (start < 0) return -1;
    struct stored_champion champion = {
        .player = contest->lineup.ids[best],
        .selection_rate = rate_of(contest, best),
        .selection_pairs = (int64_t)contest->match.pairs * (contest->lineup.count - 1),
        .start = contest->lineup.ids[start],
        .games =
            store_games(contest->store, contest->run, generations) + match_games(&contest->match),
    };
    store_set_champion(contest->store, contest->run, &champion);
    return 0;
}

/* ---- measuring it ---- */

/* Everybody the champion met when it was chosen. */
static int add_selection_opponents(struct contest *contest, struct error *error) {
    struct stored_seat *seats;
    int count = store_seats(contest->store, contest->run, STAGE_SELECT, &seats), status = 0;
    int64_t champion = contest->lineup.ids[0];
    for (int i = 0; status == 0 && i < count; i++)
        if (seats[i].player != champion &&
            contest_add_id(contest, seats[i].player, seats[i].role, error) < 0)
            status = -1;
    free(seats);
    return status;
}

/* The champion, player 0, meets the opponents of the choice and the yardsticks; the start meets the
 * yardsticks too, so that both can be seen against the same pool. */
static int measurement_line_up(struct contest *contest, struct error *error) {
    const struct config *config = contest->config;
    struct stored_champion champion;
    if (store_champion(contest->store, contest->run, &champion, error) ||
        contest_add_id(contest, champion.player, ROLE_CHAMPION, error) < 0 ||
        add_selection_opponents(contest, error))
        return -1;
    int start = contest_add_id(contest, champion.start, ROLE_START, error),
        yardsticks = contest->lineup.count;
    if (start < 0 || contest_add_yardsticks(contest, config->verify.yardsticks,
                                            config->verify.yardstick_count, error))
        return -1;
    for (int b = 1; b < contest->lineup.count; b++) contest_meet(contest, 0, b);
    for (int b = yardsticks; start > 0 && b < contest->lineup.count; b++)
        contest_meet(contest, start, b);
    return 0;
}

static int save_measurement(struct contest *contest, struct error *error) {
    struct stored_champion champion;
    int pairs = contest->match.pairs;
    if (store_champion(contest->store, contest->run, &champion, error)) return -1;
    champion.openings = pairs;
    champion.openings_distinct = openings_distinct(contest->config->game, contest->openings, pairs);
    champion.verify_games = match_games(&contest->match);
    champion.verify_games_distinct = match_distinct(&contest->match, contest->results);
    champion.games += champion.verify_games;
    store_set_champion(contest->store, contest->run, &champion);
    return 0;
}

/* ---- champions of many generations ---- */

static int add_random_players(struct contest *contest, struct error *error) {
    const struct evaluator *evaluator = contest->config->evaluator;
    struct stored_player player = {.run = contest->run,
                                   .kind = PLAYER_RANDOM,
                                   .generation = -1,
                                   .slot = -1,
                                   .dim = evaluator->param_count};
    snprintf(player.evaluator, sizeof player.evaluator, "%s", evaluator->name);
    snprintf(player.layout, sizeof player.layout, "%s", evaluator->layout);
    for (int i = 1; i <= contest->config->verify.random_players; i++) {
        player.weights = xmalloc((size_t)player.dim * sizeof *player.weights);
        evaluator_initial(evaluator, player.weights);
        snprintf(player.name, sizeof player.name, "%s%d", random_prefix, i);
        if (contest_add_new(contest, &player, ROLE_RANDOM, error) < 0) return -1;
    }
    return 0;
}

/* A round robin of milestones and random players; the last milestone meets the yardsticks too. */
static int milestones_line_up(struct contest *contest, struct error *error) {
    const struct config *config = contest->config;
    int last = 0;
    for (int number = config->verify.milestone_every; number <= config->optimizer.generations;
         number += config->verify.milestone_every) {
        last = contest_add_individual(contest, number, -1, ROLE_MILESTONE, error);
        if (last < 0) return -1;
    }
    if (add_random_players(contest, error)) return -1;
    int round_robin = contest->lineup.count;
    for (int a = 0; a < round_robin; a++)
        for (int b = a + 1; b < round_robin; b++) contest_meet(contest, a, b);
    if (contest_add_yardsticks(contest, config->verify.yardsticks, config->verify.yardstick_count,
                               error))
        return -1;
    for (int b = round_robin; b < contest->lineup.count; b++) contest_meet(contest, last, b);
    return 0;
}

/* ---- stage by stage ---- */

static const struct step {
    enum stage stage;
    const char *label;
    int (*line_up)(struct contest *contest, struct error *error);
    int (*save)(struct contest *contest, struct error *error); /* beside the meetings; or NULL */
} steps[] = {
    {STAGE_SELECT, "choosing the champion", selection_line_up, save_choice},
    {STAGE_VERIFY, "measuring the champion", measurement_line_up, save_measurement},
    {STAGE_MILESTONE, "milestones", milestones_line_up, NULL},
};

static int step_play(const struct step *step, struct contest *contest, struct error *error) {
    if (step->line_up(contest, error)) return -1;
    contest_play(contest, step->label);
    return step->save ? step->save(contest, error) : 0;
}

/* In one transaction. */
static int step_take(const struct step *step, const struct config *config, struct store *store,
                     int64_t run, struct error *error) {
    struct contest contest = {.config = config, .store = store, .run = run, .stage = step->stage};
    store_begin(store);
    int status = step_play(step, &contest, error);
    if (status == 0)
        store_commit(store);
    else
        store_rollback(store);
    contest_destroy(&contest);
    return status;
}

static bool step_taken(const struct step *step, struct store *store, int64_t run) {
    struct stored_meeting *rows;
    int count = store_meetings(store, run, step->stage, -1, &rows);
    free(rows);
    return count > 0;
}

int verify_run(const struct config *config, struct store *store, int64_t run, struct error *error) {
    bool milestones = config->verify.milestone_every > 0 &&
                      config->verify.milestone_every <= config->optimizer.generations;
    for (int i = 0; i < (milestones ? 3 : 2); i++) {
        if (interrupt_pending()) return 1;
        if (!step_taken(&steps[i], store, run) && step_take(&steps[i], config, store, run, error))
            return -1;
    }
    store_finish_run(store, run);
    return 0;
}

bool verify_makes_player(const char *name) {
    return strcmp(name, centroid_name) == 0 ||
           strncmp(name, random_prefix, strlen(random_prefix)) == 0;
}
