#include "engine/search/referee.h"

#include <string.h>

void referee_init(struct referee *referee, size_t tt_bytes) {
    for (int side = 0; side < 2; side++) referee->searches[side] = search_new(tt_bytes);
}

void referee_destroy(struct referee *referee) {
    for (int side = 0; side < 2; side++) search_free(referee->searches[side]);
}

static void record_finish(struct record *record, int margin) {
    record->margin = (int16_t)margin;
    record->outcome = (int8_t)((margin > 0) - (margin < 0));
}

void referee_play(struct referee *referee, const struct bout *bout, struct record *record,
                  move_t *moves) {
    const struct game *game = bout->players[0]->evaluator->game;
    for (int side = 0; side < 2; side++) search_new_game(referee->searches[side]);
    struct rng rng = bout->rng;
    struct state state;
    memcpy(&state, bout->start, game->state_size);
    *record = (struct record){.moves_hash = record_hash_start(game->hash(&state))};

    bool over;
    while (!(over = game->over(game, &state)) && record->plies < bout->plies_max) {
        int side = game->side(&state);
        move_t move = player_move(bout->players[side], referee->searches[side], &state, &rng, NULL);
        game->play(game, &state, move);
        record->moves_hash = record_hash_add(record->moves_hash, move);
        if (moves) moves[record->plies] = move;
        record->plies++;
    }
    if (over) record_finish(record, game->margin(game, &state));
}

/* By the scores of moves alone. */
static bool plays_greedily(const struct player *player) {
    const struct search_limits *limits = &player->limits;
    return limits->depth == 0 && limits->endgame == 0 && limits->threats == 0;
}

/* The evaluator whose batch path may play this bout, or NULL. */
static const struct evaluator *batch_evaluator(const struct bout *bout) {
    const struct player *a = bout->players[0], *b = bout->players[1];
    return plays_greedily(a) && plays_greedily(b) && a->evaluator == b->evaluator &&
                   evaluator_ops(a->evaluator)->play_batch
               ? a->evaluator
               : NULL;
}

void referee_play_many(struct referee *referee, const struct bout *bouts, int count,
                       struct record *records) {
    for (int first = 0, next; first < count; first = next) {
        const struct evaluator *batch = batch_evaluator(&bouts[first]);
        next = first + 1;
        if (!batch) {
            referee_play(referee, &bouts[first], &records[first], NULL);
            continue;
        }
        while (next < count && batch_evaluator(&bouts[next]) == batch) next++;
        evaluator_ops(batch)->play_batch(batch, &bouts[first], next - first, &records[first]);
    }
}
