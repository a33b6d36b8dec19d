#include "tuner/run/lineup.h"

#include <stdlib.h>

#include "engine/games.h"
#include "tuner/optimize/purpose.h"

static int lineup_place(struct lineup *lineup, int64_t id) {
    if (lineup->count == lineup->capacity) {
        lineup->capacity = max_int(16, 2 * lineup->capacity);
        size_t capacity = (size_t)lineup->capacity;
        lineup->players = xrealloc(lineup->players, capacity * sizeof *lineup->players);
        lineup->ids = xrealloc(lineup->ids, capacity * sizeof *lineup->ids);
    }
    lineup->ids[lineup->count] = id;
    return lineup->count++;
}

int lineup_add(struct lineup *lineup, const struct config *config,
               const struct evaluator *evaluator, const int32_t *weights, enum player_kind kind,
               int64_t id) {
    int place = lineup_place(lineup, id);
    double epsilon = kind == PLAYER_RANDOM ? 1 : config->player.epsilon;
    player_init(&lineup->players[place], evaluator, weights, &config->player.limits, epsilon);
    if (kind == PLAYER_RANDOM) lineup->players[place].salt = (uint64_t)id;
    return place;
}

const struct evaluator *lineup_evaluator(const struct game *game,
                                         const struct stored_player *player, struct error *error) {
    const struct evaluator *evaluator =
        games_evaluator(game, player->evaluator, player->layout, error);
    if (!evaluator) return NULL;
    if (evaluator->param_count != player->dim) {
        error_set(error, "player %lld has %d weights, %s %s has %d", (long long)player->id,
                  player->dim, evaluator->name, evaluator->layout, evaluator->param_count);
        return NULL;
    }
    for (int i = 0; i < player->dim; i++) {
        const struct param *param = &evaluator->params[i];
        if (player->weights[i] >= param->lower && player->weights[i] <= param->upper) continue;
        error_set(error, "player %lld has %s = %d, it should be from %d to %d",
                  (long long)player->id, param->name, player->weights[i], param->lower,
                  param->upper);
        return NULL;
    }
    return evaluator;
}

int lineup_add_stored(struct lineup *lineup, const struct config *config,
                      const struct stored_player *player, struct error *error) {
    const struct evaluator *evaluator = lineup_evaluator(config->game, player, error);
    if (!evaluator) return -1;
    return lineup_add(lineup, config, evaluator, player->weights, player->kind, player->id);
}

void lineup_destroy(struct lineup *lineup) {
    for (int i = 0; i < lineup->count; i++) player_destroy(&lineup->players[i]);
    free(lineup->players);
    free(lineup->ids);
    *lineup = (struct lineup){0};
}

struct opening_source lineup_openings(const struct config *config) {
    return (struct opening_source){.game = config->game,
                                   .seed = config->seed,
                                   .plies_min = config->openings.plies_min,
                                   .plies_max = config->openings.plies_max};
}

enum opening_set lineup_opening_set(enum stage stage) {
    return stage == STAGE_TRAIN    ? OPENING_TRAIN
           : stage == STAGE_SELECT ? OPENING_SELECT
                                   : OPENING_VERIFY;
}

int lineup_pairs(const struct config *config, enum stage stage) {
    return stage == STAGE_TRAIN    ? config->fitness.pairs
           : stage == STAGE_SELECT ? config->verify.selection_pairs
           : stage == STAGE_VERIFY ? config->verify.pairs
                                   : config->verify.milestone_pairs;
}

struct match lineup_match(const struct lineup *lineup, const struct config *config,
                          enum stage stage, int generation, const struct meeting *meetings,
                          int meeting_count, const struct state *openings, int pairs) {
    return (struct match){
        .game = config->game,
        .players = lineup->players,
        .player_count = lineup->count,
        .meetings = meetings,
        .meeting_count = meeting_count,
        .openings = openings,
        .pairs = pairs,
        .seed = config->seed,
        .purpose = PURPOSE_GAME_TRAIN + (unsigned)stage,
        .generation = (uint64_t)generation,
        .plies_max = config->player.plies_max,
        .tt_bytes = config->player.tt_kib * 1024,
        .threads = config->threads,
    };
}

void lineup_save(const struct lineup *lineup, const struct match *match,
                 const struct game_result *results, struct store *store, int64_t run,
                 enum stage stage, int generation) {
    for (int m = 0; m < match->meeting_count; m++) {
        struct stored_meeting row = {
            .run = run,
            .stage = stage,
            .generation = generation,
            .a = lineup->ids[match->meetings[m].a],
            .b = lineup->ids[match->meetings[m].b],
            .pairs = match->pairs,
            .counts = match_pentanomial(match, results, m),
            .first = match_tally(match, results, m, false),
            .second = match_tally(match, results, m, true),
        };
        store_add_meeting(store, &row);
    }
}
