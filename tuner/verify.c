#include "tuner/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/lineup.h"
#include "tuner/match.h"
#include "tuner/progress.h"
#include "tuner/scale.h"

/* One stage while it is played. */
struct contest {
    const struct config *config;
    struct store *store;
    int64_t run;
    enum stage stage;
    int pairs;
    struct lineup lineup;
    struct meeting *meetings;
    int meeting_count;
    struct state *openings;
    struct match match;
    struct game_result *results;
    struct progress bar;
};

static struct contest contest_new(const struct config *config, struct store *store, int64_t run,
                                  enum stage stage, int pairs) {
    return (struct contest){
        .config = config, .store = store, .run = run, .stage = stage, .pairs = pairs};
}

static void contest_destroy(struct contest *contest) {
    lineup_destroy(&contest->lineup);
    free(contest->meetings);
    free(contest->openings);
    free(contest->results);
}

/* Adds a player to the lineup, unless his row is there already; his place. */
static int contest_add(struct contest *contest, struct stored_player *player) {
    struct error error;
    for (int i = 0; i < contest->lineup.count; i++)
        if (contest->lineup.ids[i] == player->id) {
            store_free_player(player);
            return i;
        }
    int place = lineup_add_stored(&contest->lineup, contest->config, player, &error);
    if (place < 0) die("%s", error.text);
    store_free_player(player);
    return place;
}

static int contest_add_individual(struct contest *contest, int generation, int slot) {
    struct stored_player player;
    struct error error;
    if (store_individual(contest->store, contest->run, generation, slot, &player, &error))
        die("%s", error.text);
    return contest_add(contest, &player);
}

static int contest_add_id(struct contest *contest, int64_t id) {
    struct stored_player player;
    struct error error;
    if (store_player(contest->store, id, &player, &error)) die("%s", error.text);
    return contest_add(contest, &player);
}

static void contest_add_yardsticks(struct contest *contest, const struct weights *yardsticks,
                                   int count) {
    struct stored_player player;
    struct error error;
    for (int i = 0; i < count; i++) {
        if (store_named_player(contest->store, contest->run, yardsticks[i].provenance.name, &player,
                               &error))
            die("%s", error.text);
        contest_add(contest, &player);
    }
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

/* Plays all meetings. */
static void contest_play(struct contest *contest, const char *label) {
    struct opening_source source = lineup_openings(contest->config);
    contest->openings =
        openings_make(&source, lineup_opening_set(contest->stage), 0, contest->pairs);
    contest->match =
        lineup_match(&contest->lineup, contest->config, contest->stage, 0, contest->meetings,
                     contest->meeting_count, contest->openings, contest->pairs);
    contest->match.progress = contest_progress;
    contest->match.context = contest;
    size_t games = (size_t)match_games(&contest->match);
    contest->results = xmalloc(games * sizeof *contest->results);
    progress_start(&contest->bar, label, (int64_t)games);
    match_run(&contest->match, contest->results);
    progress_end(&contest->bar);
}

static void contest_save(struct contest *contest) {
    lineup_save(&contest->lineup, &contest->match, contest->results, contest->store, contest->run,
                contest->stage, 0);
}

/* ---- choosing the champion ---- */

static bool is_new(const struct stored_player *players, int count,
                   const struct stored_player *player) {
    for (int i = 0; i < count; i++)
        if (memcmp(players[i].weights, player->weights, (size_t)player->dim * 4) == 0) return false;
    return true;
}

/* Different champions of generations spread over the last half of the run, the last one first. */
static int spread_champions(const struct contest *contest, int most, struct stored_player *out) {
    int generations = contest->config->optimizer.generations, count = 0;
    int step = max_int(1, generations / 2 / max_int(1, most));
    for (int number = generations; number > generations / 2 && count < most; number -= step) {
        struct error error;
        if (store_individual(contest->store, contest->run, number, -1, &out[count], &error))
            die("%s", error.text);
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

/* Writes the centroid as a player of its own; part of the stage's transaction. */
static void add_centroid(struct contest *contest, const struct stored_player *players, int count) {
    const struct evaluator *evaluator = contest->config->evaluator;
    struct stored_player centroid = players[0];
    centroid.generation = centroid.slot = -1;
    centroid.weights = xmalloc((size_t)centroid.dim * sizeof *centroid.weights);
    snprintf(centroid.name, sizeof centroid.name, "centroid");
    centroid_of(evaluator, players, count, centroid.weights);
    if (is_new(players, count, &centroid)) {
        centroid.id = store_add_player(contest->store, &centroid);
        contest_add(contest, &centroid);
    } else {
        store_free_player(&centroid);
    }
}

static int add_candidates(struct contest *contest) {
    int most = max_int(1, contest->config->verify.candidates - 1);
    struct stored_player *champions = xcalloc((size_t)most + 1, sizeof *champions);
    int count = spread_champions(contest, most, champions);
    for (int i = 0; i < count; i++) contest_add_id(contest, champions[i].id);
    if (count > 1) add_centroid(contest, champions, count);
    for (int i = 0; i < count; i++) store_free_player(&champions[i]);
    free(champions);
    return contest->lineup.count;
}

/* Candidates meet each other, the start and the training yardsticks. */
static int selection_line_up(struct contest *contest) {
    int candidates = add_candidates(contest);
    contest_add_individual(contest, 1, 0);
    contest_add_yardsticks(contest, contest->config->fitness.yardsticks,
                           contest->config->fitness.yardstick_count);
    for (int a = 0; a < candidates; a++)
        for (int b = a + 1; b < contest->lineup.count; b++) contest_meet(contest, a, b);
    return candidates;
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

static int64_t start_id(const struct contest *contest) {
    struct stored_player start;
    struct error error;
    if (store_individual(contest->store, contest->run, 1, 0, &start, &error)) die("%s", error.text);
    int64_t id = start.id;
    store_free_player(&start);
    return id;
}

static void save_choice(const struct contest *contest, int candidates) {
    int best = 0;
    for (int i = 1; i < candidates; i++)
        if (rate_of(contest, i) > rate_of(contest, best)) best = i;
    struct stored_champion champion = {
        .player = contest->lineup.ids[best],
        .selection_rate = rate_of(contest, best),
        .selection_pairs = (int64_t)contest->pairs * (contest->lineup.count - 1),
        .start = start_id(contest),
    };
    store_set_champion(contest->store, contest->run, &champion);
}

static void verify_select(const struct config *config, struct store *store, int64_t run) {
    struct contest contest =
        contest_new(config, store, run, STAGE_SELECT, config->verify.selection_pairs);
    store_begin(store);
    int candidates = selection_line_up(&contest);
    contest_play(&contest, "choosing the champion");
    contest_save(&contest);
    save_choice(&contest, candidates);
    store_commit(store);
    contest_destroy(&contest);
}

/* ---- measuring it ---- */

/* Everybody the champion met when it was chosen. */
static void add_selection_opponents(struct contest *contest) {
    struct stored_meeting *rows;
    int count = store_meetings(contest->store, contest->run, STAGE_SELECT, -1, &rows);
    for (int i = 0; i < count; i++)
        if (rows[i].a == contest->lineup.ids[0] || rows[i].b == contest->lineup.ids[0]) {
            contest_add_id(contest, rows[i].a);
            contest_add_id(contest, rows[i].b);
        }
    free(rows);
}

/* The champion, player 0, meets the opponents of the choice and the yardsticks; the start meets the
 * yardsticks too, so that both can be seen against the same pool. */
static void measurement_line_up(struct contest *contest, int64_t start_id) {
    const struct config *config = contest->config;
    add_selection_opponents(contest);
    int start = contest_add_id(contest, start_id), yardsticks = contest->lineup.count;
    contest_add_yardsticks(contest, config->verify.yardsticks, config->verify.yardstick_count);
    for (int b = 1; b < contest->lineup.count; b++) contest_meet(contest, 0, b);
    for (int b = yardsticks; start > 0 && b < contest->lineup.count; b++)
        contest_meet(contest, start, b);
}

static void save_measurement(const struct contest *contest, struct stored_champion *champion) {
    const struct game *game = contest->config->game;
    champion->openings = contest->pairs;
    champion->openings_distinct = openings_distinct(game, contest->openings, contest->pairs);
    champion->verify_games = match_games(&contest->match);
    champion->verify_games_distinct = match_distinct(&contest->match, contest->results);
    store_set_champion(contest->store, contest->run, champion);
}

static void verify_measure(const struct config *config, struct store *store, int64_t run) {
    struct contest contest = contest_new(config, store, run, STAGE_VERIFY, config->verify.pairs);
    struct stored_champion champion;
    struct error error;
    if (store_champion(store, run, &champion, &error)) die("%s", error.text);
    contest_add_id(&contest, champion.player);
    measurement_line_up(&contest, champion.start);
    contest_play(&contest, "measuring the champion");
    store_begin(store);
    contest_save(&contest);
    save_measurement(&contest, &champion);
    store_commit(store);
    contest_destroy(&contest);
}

/* ---- champions of many generations ---- */

static void add_random_players(struct contest *contest) {
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
        snprintf(player.name, sizeof player.name, "random %d", i);
        player.id = store_add_player(contest->store, &player);
        contest_add(contest, &player);
    }
}

/* A round robin of milestones and random players; the last milestone meets the yardsticks too. */
static void milestones_line_up(struct contest *contest) {
    const struct config *config = contest->config;
    int last = 0;
    for (int number = config->verify.milestone_every; number <= config->optimizer.generations;
         number += config->verify.milestone_every)
        last = contest_add_individual(contest, number, -1);
    add_random_players(contest);
    int round_robin = contest->lineup.count;
    for (int a = 0; a < round_robin; a++)
        for (int b = a + 1; b < round_robin; b++) contest_meet(contest, a, b);
    contest_add_yardsticks(contest, config->verify.yardsticks, config->verify.yardstick_count);
    for (int b = round_robin; b < contest->lineup.count; b++) contest_meet(contest, last, b);
}

static void verify_milestones(const struct config *config, struct store *store, int64_t run) {
    struct contest contest =
        contest_new(config, store, run, STAGE_MILESTONE, config->verify.milestone_pairs);
    store_begin(store);
    milestones_line_up(&contest);
    contest_play(&contest, "milestones");
    contest_save(&contest);
    store_commit(store);
    contest_destroy(&contest);
}

static bool played(struct store *store, int64_t run, enum stage stage) {
    struct stored_meeting *rows;
    int count = store_meetings(store, run, stage, -1, &rows);
    free(rows);
    return count > 0;
}

int verify_run(const struct config *config, struct store *store, int64_t run) {
    static const struct {
        enum stage stage;
        void (*play)(const struct config *config, struct store *store, int64_t run);
    } steps[] = {{STAGE_SELECT, verify_select},
                 {STAGE_VERIFY, verify_measure},
                 {STAGE_MILESTONE, verify_milestones}};
    bool milestones = config->verify.milestone_every > 0 &&
                      config->verify.milestone_every <= config->optimizer.generations;
    for (int i = 0; i < (milestones ? 3 : 2); i++) {
        if (interrupt_pending()) return -1;
        if (!played(store, run, steps[i].stage)) steps[i].play(config, store, run);
    }
    store_finish_run(store, run);
    return 0;
}
