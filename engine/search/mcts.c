/*
 * The tree is an array of nodes with the children of a node side by side. A node gets its children
 * at its second visit, or where a playout may not end. Means are for side 0, in parts of MCTS_ONE,
 * so that it does not matter which side moves next. Positions are not kept: each playout replays
 * its way from the root.
 */
#include "engine/search/mcts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/search/best_first.h"
#include "engine/search/searcher.h"

const struct param mcts_params[MCTS_PARAMS] = {
    {"mcts.explore", 20, 1, 4000, SCALE_LOG, "constant of exploration, in thousandths of a win"},
    {"mcts.bias", 200, 1, 4000, SCALE_LOG,
     "what the best-looking move is ahead before its first visit, in thousandths of a win"},
    {"mcts.look", 1, 1, 1000000, SCALE_LOG,
     "visit of a position from which on it is asked how good its moves look"},
    {"mcts.rave", 1, 1, 5000, SCALE_LOG,
     "visits from which a move's mean outweighs that of all playouts in which its side made it; 1: "
     "only its own counts"},
    {"mcts.epsilon", 100, 0, 1000, SCALE_LINEAR,
     "moves of a playout drawn at random rather than the best-looking, in thousandths"},
    {"mcts.playout", 0, 0, 400, SCALE_LINEAR,
     "plies of a playout after which the evaluator judges"},
    {"mcts.squash", 20, 5, 5000, SCALE_LOG,
     "value that is half a win, in hundredths of the span of the root's moves"},
};

struct mcts_constants mcts_usual_constants(void) {
    struct mcts_constants constants;
    int32_t values[MCTS_PARAMS];
    for (int i = 0; i < MCTS_PARAMS; i++) values[i] = mcts_params[i].initial;
    memcpy(&constants, values, sizeof constants);
    return constants;
}

enum { MCTS_ONE = 1 << 16, MCTS_THOUSAND = 1000 };

/* Moves of higher numbers have no RAVE statistics. */
enum { MCTS_MOVES = 512 };

struct mcts_node {
    int64_t sum, rave_sum;
    uint32_t visits, rave_visits;
    uint32_t first; /* of its `count` children; 0 of them: not expanded */
    int32_t proof;  /* for side 0, like a search's score; where it is proved */
    int32_t bias;   /* by the evaluator, among its siblings, of MCTS_ONE */
    move_t move;    /* that leads here */
    uint16_t count;
    uint8_t side; /* to move, known since the first visit */
    bool proved, looked_at;
};

/* A search under way. */
struct mcts {
    struct best_first base;
    struct mcts_constants constants;
    struct mcts_node *nodes;
    uint32_t used, room;
    int64_t half; /* the value that is half a win; 0: not known yet */
    int root_side, root_left, deepest;
    uint64_t playouts;
    struct rng rng;
    /* The playout under way: nodes from the root to the leaf, then moves with their sides, those
     * of the tree first. */
    uint32_t path[SEARCH_DEPTH_MAX + 1];
    int plies, moves_count;
    move_t moves[GAME_PLIES_MAX];
    uint8_t sides[GAME_PLIES_MAX];
    /* The playout in which a side last played a move, for RAVE. */
    uint64_t played[2][MCTS_MOVES];
};

static int32_t mcts_for(int side, int32_t value) {
    return side == 0 ? value : -value;
}

static void mcts_prove(struct mcts_node *node, int32_t score) {
    node->proved = true;
    node->proof = score;
}

/* Of a score, for the same side. */
static int32_t mcts_reward(int32_t score) {
    return score > 0 ? MCTS_ONE : score < 0 ? -MCTS_ONE : 0;
}

static void mcts_play(struct mcts *mcts, struct state *state, move_t move) {
    mcts->sides[mcts->moves_count] = (uint8_t)mcts->base.game->side(state);
    mcts->moves[mcts->moves_count++] = move;
    mcts->base.game->play(mcts->base.game, state, move);
    mcts->base.positions++;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Whether the evaluator is asked for a node's moves. */
static bool mcts_looks(const struct mcts *mcts, const struct mcts_node *node) {
    return (int64_t)node->visits + 1 >= mcts->constants.look;
}

/* The lowest and the highest of the scores that are no wins. */
static void mcts_span(const struct candidate *list, int count, int64_t *low, int64_t *high) {
    *low = SCORE_WIN, *high = -SCORE_WIN;
    for (int i = 0; i < count; i++) {
        if (list[i].score >= SCORE_WIN) continue;
        *low = list[i].score < *low ? list[i].score : *low;
        *high = list[i].score > *high ? list[i].score : *high;
    }
}

static int32_t mcts_bias(int64_t score, int64_t low, int64_t high) {
    if (score >= SCORE_WIN) return MCTS_ONE;
    return high > low ? (int32_t)((score - low) * MCTS_ONE / (high - low)) : 0;
}

/* Whether the node has children, or a proof, afterwards. */
static bool mcts_expand(struct mcts *mcts, struct mcts_node *node, const void *state) {
    struct candidate list[GAME_MOVES_MAX];
    int32_t value = 0;
    int64_t low, high;
    int count = best_first_moves(&mcts->base, state, mcts_looks(mcts, node), list, &value);
    if (count == 0) return mcts_prove(node, mcts_for(node->side, value)), true;
    if (mcts->used + (uint32_t)count > mcts->room) return false;
    mcts_span(list, count, &low, &high);
    node->first = mcts->used;
    node->looked_at = mcts_looks(mcts, node);
    for (int i = 0; i < count; i++) {
        if (best_first_excepts(&mcts->base, state, list[i].move)) continue;
        mcts->nodes[mcts->used++] =
            (struct mcts_node){.move = list[i].move, .bias = mcts_bias(list[i].score, low, high)};
        node->count++;
    }
    return true;
}

/* Gives children that were made without scores their bias. */
static void mcts_look(struct mcts *mcts, struct mcts_node *node, const void *state) {
    struct candidate list[GAME_MOVES_MAX];
    int64_t low, high;
    int count = best_first_candidates(&mcts->base, state, true, list);
    mcts_span(list, count, &low, &high);
    for (int i = 0; i < node->count; i++) {
        struct mcts_node *child = &mcts->nodes[node->first + (uint32_t)i];
        for (int j = 0; j < count; j++)
            if (list[j].move == child->move) child->bias = mcts_bias(list[j].score, low, high);
    }
    node->looked_at = true;
}

/* ---- the way down the tree ------------------------------------------------------------------- */

/* The natural logarithm in parts of MCTS_ONE, straight between powers of two. */
static int64_t mcts_log(uint64_t number) {
    const int64_t ln2 = 45426;
    int power = 63 - __builtin_clzll(number | 1);
    int64_t rest = (int64_t)(((number << (63 - power)) & (UINT64_MAX >> 1)) >> 47);
    return (power * MCTS_ONE + rest) * ln2 / MCTS_ONE;
}

/* IEEE's root is exact, and with it this. */
static int64_t mcts_root(int64_t number) {
    return (int64_t)sqrt((double)number);
}

/* The mean of a child for its parent's mover; of what was not visited the parent's own. */
static int64_t mcts_mean(const struct mcts *mcts, const struct mcts_node *child, int side,
                         int64_t unknown) {
    int64_t sign = side == 0 ? 1 : -1, visits = child->visits, rave = mcts->constants.rave - 1;
    int64_t own = visits > 0 ? sign * child->sum : unknown;
    if (visits == 0) visits = 1;
    if (rave == 0 || child->rave_visits == 0) return own / visits;
    return (own + rave * sign * child->rave_sum / child->rave_visits) / (visits + rave);
}

/* The child to visit, by its mean, its number of visits, and the evaluator's bias, which counts
 * less the more visits there are (progressive bias, Chaslot et al. 2008). Never one that is proved
 * to lose, unless all are. */
static uint32_t mcts_select(const struct mcts *mcts, const struct mcts_node *node) {
    const struct mcts_constants *constants = &mcts->constants;
    int64_t log = mcts_log(node->visits), best = INT64_MIN;
    int64_t mean = node->visits ? mcts_for(node->side, 1) * node->sum / node->visits : 0;
    uint32_t chosen = node->first;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const struct mcts_node *child = &mcts->nodes[i];
        if (child->proved && mcts_for(node->side, child->proof) < 0) continue;
        int64_t seen = (int64_t)child->visits + 1;
        int64_t value = mcts_mean(mcts, child, node->side, mean) +
                        constants->explore * mcts_root(log * MCTS_ONE / seen) / MCTS_THOUSAND +
                        (int64_t)constants->bias * child->bias / seen / MCTS_THOUSAND;
        if (value <= best) continue;
        best = value;
        chosen = i;
    }
    return chosen;
}

/* ---- playouts -------------------------------------------------------------------------------- */

/* Values are squashed by how far apart the root's moves are: no unit of the evaluator is known. */
static int64_t mcts_half(struct mcts *mcts) {
    struct candidate list[GAME_MOVES_MAX];
    int64_t low, high;
    if (mcts->half > 0) return mcts->half;
    mcts_span(list, best_first_candidates(&mcts->base, mcts->base.root, true, list), &low, &high);
    int64_t half = (high - low) * mcts->constants.squash / 100;
    return mcts->half = half > 0 ? half : 1;
}

static int32_t mcts_squash(struct mcts *mcts, int64_t value) {
    return (int32_t)(value * MCTS_ONE / (llabs(value) + mcts_half(mcts)));
}

static move_t mcts_playout_move(struct mcts *mcts, const struct state *state) {
    uint32_t epsilon = (uint32_t)mcts->constants.epsilon, ties = 0;
    if (epsilon > 0 && rng_below(&mcts->rng, MCTS_THOUSAND) < epsilon) {
        move_t moves[GAME_MOVES_MAX];
        int count = mcts->base.game->moves(mcts->base.game, state, moves);
        return moves[rng_below(&mcts->rng, (uint32_t)count)];
    }
    struct candidate list[GAME_MOVES_MAX];
    int count = best_first_candidates(&mcts->base, state, false, list);
    int32_t best = -SCORE_INFINITE;
    for (int i = 0; i < count; i++) best = max_int(best, list[i].score);
    for (int i = 0; i < count; i++)
        if (list[i].score == best) list[ties++] = list[i];
    return list[ties > 1 ? rng_below(&mcts->rng, ties) : 0].move;
}

/* What the position comes to, for side 0. */
static int32_t mcts_playout(struct mcts *mcts, struct state *state) {
    const struct game *game = mcts->base.game;
    for (int left = mcts->constants.playout;
         left > 0 && mcts->moves_count < GAME_PLIES_MAX && best_first_has_time(&mcts->base);
         left--) {
        mcts_play(mcts, state, mcts_playout_move(mcts, state));
        if (game->over(game, state)) return mcts_reward(game->margin(game, state));
    }
    int32_t value =
        mcts->base.ops->eval(mcts->base.evaluator, mcts->base.prepared, state, mcts->root_side);
    mcts->base.positions++;
    return mcts_for(mcts->root_side, mcts_squash(mcts, value));
}

/* A node at its first visit. */
static void mcts_meet(struct mcts *mcts, struct mcts_node *node, const struct state *state) {
    const struct game *game = mcts->base.game;
    node->side = (uint8_t)game->side(state);
    if (game->over(game, state)) mcts_prove(node, search_final_value(game->margin(game, state), 0));
}

/* Whether a playout may leave the tree at a new position. Positions that are evaluated at once must
 * be at the same stage of a turn as the root, since others compare badly with it. Elsewhere the
 * tree goes on, by the best-scored moves. */
static bool mcts_ends_in(const struct mcts *mcts, const struct mcts_node *node,
                         const struct state *state) {
    return mcts->constants.playout > 0 ||
           (node->side == mcts->root_side && mcts->base.game->turn_left(state) == mcts->root_left);
}

/* Down the tree and out of it; what it came to, for side 0. */
static int32_t mcts_descend(struct mcts *mcts) {
    struct state state;
    memcpy(&state, mcts->base.root, mcts->base.game->state_size);
    mcts->plies = mcts->moves_count = 0;
    for (uint32_t at = 0;; mcts->plies++) {
        struct mcts_node *node = &mcts->nodes[at];
        mcts->path[mcts->plies] = at;
        bool known = node->visits > 0, deep = mcts->plies >= mcts->base.limits->depth;
        if (!known) mcts_meet(mcts, node, &state);
        bool ends = deep || (!known && !node->proved && mcts_ends_in(mcts, node, &state));
        if (!node->proved && node->count == 0 && (ends || !mcts_expand(mcts, node, &state)))
            return mcts_playout(mcts, &state);
        if (node->proved) return mcts_reward(node->proof);
        if (!node->looked_at && mcts_looks(mcts, node)) mcts_look(mcts, node, &state);
        at = mcts_select(mcts, node);
        mcts_play(mcts, &state, mcts->nodes[at].move);
    }
}

/* ---- the way back ---------------------------------------------------------------------------- */

/* What its children prove of a node: a win of one, or the best of all. */
static void mcts_conclude(const struct mcts *mcts, struct mcts_node *node) {
    int32_t best = -SCORE_INFINITE;
    bool all = true;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const struct mcts_node *child = &mcts->nodes[i];
        all &= child->proved;
        if (child->proved) best = max_int(best, mcts_for(node->side, child->proof));
    }
    if (node->count > 0 && (all || best > 0)) mcts_prove(node, mcts_for(node->side, best));
}

/* RAVE, all moves as first (Gelly and Silver 2007): a child's move counts if the same side made it
 * later in the playout. */
static void mcts_rave(struct mcts *mcts, const struct mcts_node *node, int32_t reward) {
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        struct mcts_node *child = &mcts->nodes[i];
        if (child->move >= MCTS_MOVES || mcts->played[node->side][child->move] != mcts->playouts)
            continue;
        child->rave_visits++;
        child->rave_sum += reward;
    }
}

static void mcts_remember(struct mcts *mcts, int from, int to) {
    for (int i = from; i < to; i++)
        if (mcts->moves[i] < MCTS_MOVES)
            mcts->played[mcts->sides[i]][mcts->moves[i]] = mcts->playouts;
}

static void mcts_go_back(struct mcts *mcts, int32_t reward) {
    bool rave = mcts->constants.rave > 1 && mcts->base.game->placement;
    int remembered = mcts->moves_count;
    for (int ply = mcts->plies; ply >= 0; ply--) {
        struct mcts_node *node = &mcts->nodes[mcts->path[ply]];
        node->visits++;
        node->sum += reward;
        if (ply < mcts->plies && mcts->nodes[mcts->path[ply + 1]].proved) mcts_conclude(mcts, node);
        if (!rave) continue;
        mcts_remember(mcts, ply, remembered);
        remembered = ply;
        mcts_rave(mcts, node, reward);
    }
    mcts->deepest = max_int(mcts->deepest, mcts->plies);
}

/* ---- one search ------------------------------------------------------------------------------ */

static void mcts_begin(struct mcts *mcts, struct search *search) {
    enum { PURPOSE = 0x6d637473 };
    size_t least = (GAME_MOVES_MAX + 1) * sizeof *mcts->nodes, bytes;
    const struct game *game = mcts->base.game;
    mcts->nodes = search_arena(search, least, &bytes);
    mcts->room = (uint32_t)(bytes / sizeof *mcts->nodes);
    mcts->root_side = game->side(mcts->base.root);
    mcts->root_left = game->turn_left(mcts->base.root);
    mcts->rng = rng_keyed(game->hash(mcts->base.root), PURPOSE, 0, 0);
    mcts->nodes[0] = (struct mcts_node){.side = (uint8_t)mcts->root_side, .visits = 1};
    mcts->used = 1;
    mcts_expand(mcts, &mcts->nodes[0], mcts->base.root);
}

static bool mcts_goes_on(struct mcts *mcts) {
    int64_t playouts = mcts->base.limits->playouts;
    return !mcts->nodes[0].proved && best_first_goes_on(&mcts->base) &&
           (playouts == 0 || mcts->playouts < (uint64_t)playouts);
}

/* The child to be played: one that wins, else the one visited most that does not lose; of equals
 * the one with the higher bias. `except` are left out; NULL: there is no other. */
static const struct mcts_node *mcts_best(const struct mcts *mcts, const struct mcts_node *node,
                                         const move_t *except, int except_count) {
    const struct mcts_node *best = NULL;
    int64_t most = INT64_MIN;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const struct mcts_node *child = &mcts->nodes[i];
        if (game_lists(except, except_count, child->move)) continue;
        int64_t proof = child->proved ? mcts_for(node->side, child->proof) : 0;
        int64_t worth = proof != 0 ? proof * MCTS_ONE * 2 : (int64_t)child->visits * MCTS_ONE * 2;
        worth += child->bias;
        if (worth <= most) continue;
        most = worth;
        best = child;
    }
    return best;
}

/* A squashed value's own. */
static int32_t mcts_unsquash(struct mcts *mcts, int64_t mean) {
    int64_t value = mean * mcts_half(mcts) / (MCTS_ONE + 1 - llabs(mean));
    return (int32_t)(value < -SCORE_WIN   ? -SCORE_WIN + 1
                     : value >= SCORE_WIN ? SCORE_WIN - 1
                                          : value);
}

static int32_t mcts_score(struct mcts *mcts, const struct mcts_node *child) {
    int64_t sign = mcts_for(mcts->root_side, 1);
    if (child->proved) return mcts_for(mcts->root_side, child->proof);
    return child->visits > 0 ? mcts_unsquash(mcts, sign * child->sum / child->visits) : 0;
}

static bool mcts_proves(const struct mcts *mcts, const struct mcts_node *child) {
    return child->proved && search_proves(mcts->base.game, mcts->base.limits, child->proof, false);
}

/* What is known of a child of the root. */
static void mcts_tell(struct mcts *mcts, const struct mcts_node *node, struct search_result *out) {
    *out = (struct search_result){.move = node->move,
                                  .score = mcts_score(mcts, node),
                                  .proved = mcts_proves(mcts, node),
                                  .depth = max_int(1, mcts->deepest),
                                  .nodes = node->visits};
    do {
        out->pv[out->pv_length++] = node->move;
        node = node->count > 0 ? mcts_best(mcts, node, NULL, 0) : NULL;
    } while (node && node->visits > 0 && out->pv_length < SEARCH_DEPTH_MAX);
}

static void mcts_answer(struct mcts *mcts, struct search_result *out) {
    const struct search_limits *limits = mcts->base.limits;
    move_t told[GAME_MOVES_MAX];
    mcts_tell(mcts, mcts_best(mcts, &mcts->nodes[0], NULL, 0), out);
    out->nodes = mcts->base.positions;
    told[0] = out->move;
    for (int i = 0; i < limits->line_count; i++) {
        const struct mcts_node *node = mcts_best(mcts, &mcts->nodes[0], told, i + 1);
        limits->lines[i] = (struct search_result){0};
        if (!node) continue;
        mcts_tell(mcts, node, &limits->lines[i]);
        told[i + 1] = node->move;
    }
}

void mcts_search(struct search *search, const struct evaluator *evaluator, const void *prepared,
                 const struct mcts_constants *constants, const void *state,
                 const struct search_limits *limits, struct search_result *out) {
    struct search_limits own = *limits;
    if (limits->playouts == 0 && limits->nodes == 0 && limits->seconds <= 0)
        own.playouts = MCTS_PLAYOUTS_USUAL;
    struct mcts mcts = {.base = best_first_begin(evaluator, prepared, state, &own),
                        .constants = *constants};
    mcts_begin(&mcts, search);
    while (mcts_goes_on(&mcts)) {
        mcts.playouts++;
        mcts_go_back(&mcts, mcts_descend(&mcts));
    }
    mcts_answer(&mcts, out);
}
