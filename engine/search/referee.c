/*
 * One loop for every game. A mover's fault is its side's loss; a draw by length and the margin at
 * the end come from the rules.
 */
#include "engine/search/referee.h"

#include <string.h>

#include "engine/base/progress.h"

void referee_init(struct referee *referee, size_t tt_bytes) {
    for (int side = 0; side < 2; side++) referee->searches[side] = search_new(tt_bytes);
}

void referee_destroy(struct referee *referee) {
    for (int side = 0; side < 2; side++) search_free(referee->searches[side]);
}

/* A game under way. */
struct referee_game {
    const struct game *game;
    struct mover *const *movers; /* by side */
    struct state state;
    struct record *record;
    move_t *moves;
    int begun; /* movers that were asked to begin: those of the sides below this */
    int loser; /* the side that lost otherwise than by the rules; -1: none */
    bool counts;
};

/* Whether the game goes on after what the mover of `side` answered. */
static bool referee_goes_on(struct referee_game *game, int side, enum mover_answer answer) {
    if (answer == MOVER_LOST) game->loser = side;
    if (answer == MOVER_VOID) game->counts = false;
    return answer == MOVER_GOES_ON;
}

static bool referee_begin(struct referee_game *game, const struct bout *bout) {
    while (game->begun < 2) {
        int side = game->begun++;
        struct mover *mover = game->movers[side];
        if (mover->kind->begin &&
            !referee_goes_on(game, side, mover->kind->begin(mover, bout, side)))
            return false;
    }
    return true;
}

static bool referee_over(const struct referee_game *game) {
    return game->game->over(game->game, &game->state);
}

static enum mover_view referee_view(const struct mover *mover) {
    return mover->kind->view ? mover->kind->view(mover) : MOVER_UNSURE;
}

/* Whether both movers agree on how an unfinished game ends. */
static bool referee_agreed(struct referee_game *game) {
    enum mover_view first = referee_view(game->movers[0]), second = referee_view(game->movers[1]);
    struct record *record = game->record;
    record->agreed = first + second == 0 && !referee_over(game);
    if (record->agreed) record->outcome = (int8_t)first;
    return record->agreed;
}

static bool referee_tell(struct referee_game *game, int side, move_t move) {
    struct mover *mover = game->movers[side];
    return !mover->kind->tell || referee_over(game) ||
           referee_goes_on(game, side, mover->kind->tell(mover, move));
}

/* Whether the game goes on after a ply. */
static bool referee_ply(struct referee_game *game, struct rng *rng) {
    int side = game->game->side(&game->state);
    struct mover *mover = game->movers[side];
    struct record *record = game->record;
    move_t move;
    if (!referee_goes_on(game, side, mover->kind->choose(mover, &game->state, rng, &move)))
        return false;
    if (interrupt_pending()) return game->counts = false;
    game->game->play(game->game, &game->state, move);
    record->moves_hash = record_hash_add(record->moves_hash, move);
    if (game->moves) game->moves[record->plies] = move;
    record->plies++;
    return referee_tell(game, !side, move) && !referee_agreed(game);
}

static void referee_decide(const struct referee_game *game, struct record *record) {
    if (game->loser >= 0) {
        record->outcome = game->loser == 0 ? -1 : 1;
    } else if (referee_over(game)) {
        int margin = game->game->margin(game->game, &game->state);
        record->margin = (int16_t)margin;
        record->outcome = (int8_t)((margin > 0) - (margin < 0));
    }
}

bool referee_moderate(const struct bout *bout, struct mover *const movers[2], struct record *record,
                      move_t *moves) {
    struct referee_game game = {.game = bout->players[0]->evaluator->game,
                                .movers = movers,
                                .record = record,
                                .moves = moves,
                                .loser = -1,
                                .counts = true};
    struct rng rng = bout->rng;
    memcpy(&game.state, bout->start, game.game->state_size);
    *record = (struct record){.moves_hash = record_hash_start(game.game->hash(&game.state))};
    bool on = referee_begin(&game, bout);
    while (on && !referee_over(&game) && record->plies < bout->plies_max)
        on = referee_ply(&game, &rng);
    if (game.counts) referee_decide(&game, record);
    for (int side = 0; side < game.begun; side++)
        if (movers[side]->kind->end) movers[side]->kind->end(movers[side]);
    return game.counts;
}

bool referee_play(struct referee *referee, const struct bout *bout, struct record *record,
                  move_t *moves) {
    struct player_mover own[2];
    for (int side = 0; side < 2; side++)
        own[side] = player_mover_new(bout->players[side], referee->searches[side]);
    struct mover *const movers[2] = {&own[0].mover, &own[1].mover};
    return referee_moderate(bout, movers, record, moves);
}

/* Whether nothing but the depth says how far to search, in the usual order of moves. */
static bool referee_plain_search(const struct search_limits *limits) {
    bool usual = limits->driver == SEARCH_PVS || limits->driver == SEARCH_ALPHABETA;
    return usual && limits->nodes == 0 && limits->seconds == 0 && limits->width == 0 &&
           !limits->reduce && limits->leaf_threats == 0 && limits->defend == 0;
}

/* By the scores of moves alone, or by a search as shallow as batches play it. */
static bool referee_shallow(const struct player *player) {
    const struct search_limits *limits = &player->limits;
    if (limits->endgame > 0 || limits->threats > 0) return false;
    return limits->depth == 0 || (limits->depth == evaluator_ops(player->evaluator)->batch_depth &&
                                  referee_plain_search(limits));
}

/* Whether the same batch path plays for both. */
static bool referee_batches(const struct evaluator *a, const struct evaluator *b) {
    return a->game == b->game && evaluator_ops(a)->play_batch &&
           evaluator_ops(a)->play_batch == evaluator_ops(b)->play_batch;
}

/* The evaluator with a batch path for this bout, or NULL. */
static const struct evaluator *referee_batch(const struct bout *bout) {
    const struct player *a = bout->players[0], *b = bout->players[1];
    return referee_shallow(a) && referee_shallow(b) && referee_batches(a->evaluator, b->evaluator)
               ? a->evaluator
               : NULL;
}

/* Whether that path plays this bout too. */
static bool referee_batch_goes_on(const struct evaluator *batch, const struct bout *bout) {
    const struct evaluator *evaluator = referee_batch(bout);
    return evaluator && referee_batches(batch, evaluator);
}

int referee_play_many(struct referee *referee, const struct bout *bouts, int count,
                      struct record *records) {
    for (int first = 0, next; first < count; first = next) {
        const struct evaluator *batch = referee_batch(&bouts[first]);
        next = first + 1;
        if (!batch) {
            if (!referee_play(referee, &bouts[first], &records[first], NULL)) return first;
            continue;
        }
        while (next < count && referee_batch_goes_on(batch, &bouts[next])) next++;
        evaluator_ops(batch)->play_batch(batch, &bouts[first], next - first, &records[first]);
    }
    return count;
}
