/*
 * All values are for the root's side. The evaluator's error is measured anew at every root: the
 * deviation of what the best reply takes off a move's value. The mean of that is subtracted where
 * the other side is to move, so that leaves of even and odd depths compare.
 */
#include "engine/search/bstar.h"

#include <math.h>
#include <string.h>

#include "engine/search/best_first.h"
#include "engine/search/searcher.h"

/* Distributions are given at BSTAR_GRID values, in parts of BSTAR_ONE. */
enum { BSTAR_GRID = 32, BSTAR_ONE = 65535 };

/* Each bound is this many standard errors from the value. With one error a move seems best too
 * soon: 4 of 40 games of Reversi against PVS with 1000 nodes a move were won; with 3, 6 and 12 half
 * of them. */
enum { BSTAR_ERRORS = 3 };

struct bstar_node {
    int32_t low, real, high; /* low == high: more search changes nothing */
    uint32_t first;          /* of its `count` children; 0 of them: a leaf */
    move_t move;             /* that leads here */
    uint16_t count;
    bool own;                   /* the root's side is to move */
    uint16_t below[BSTAR_GRID]; /* probabilities of being at most that much */
};

/* A search under way. */
struct bstar {
    struct best_first base;
    bool probable; /* the probabilistic variant */
    int root_side, deepest;
    int32_t error, tempo;
    int64_t grid[BSTAR_GRID];
    struct bstar_node *nodes;
    uint32_t used, room;
};

/* ---- judging --------------------------------------------------------------------------------- */

static int32_t bstar_for_root(const struct bstar *bstar, int side, int32_t value) {
    return side == bstar->root_side ? value : -value;
}

/* The value after a move, for the root's side, and whether it ends the game. */
static int32_t bstar_after(struct bstar *bstar, const void *state, move_t move, bool *ended,
                           bool *own) {
    const struct game *game = bstar->base.game;
    struct state child;
    memcpy(&child, state, game->state_size);
    game->play(game, &child, move);
    bstar->base.positions++;
    *own = game->side(&child) == bstar->root_side;
    *ended = game->over(game, &child);
    if (*ended) return search_final_value(game->margin(game, &child), bstar->root_side);
    return bstar->base.ops->eval(bstar->base.evaluator, bstar->base.prepared, &child,
                                 bstar->root_side);
}

/* How much the best-scored reply to a move takes off its value. False if the move or the reply ends
 * the game, or the root's side is still to move. */
static bool bstar_reply(struct bstar *bstar, move_t move, int32_t *lost) {
    const struct game *game = bstar->base.game;
    struct candidate replies[GAME_MOVES_MAX];
    struct state child;
    bool ended, own;
    int32_t value = bstar_after(bstar, bstar->base.root, move, &ended, &own), known;
    if (ended || own) return false;
    memcpy(&child, bstar->base.root, game->state_size);
    game->play(game, &child, move);
    int count = best_first_moves(&bstar->base, &child, true, replies, &known);
    if (count == 0) return false;
    order_pick(replies, 0, count);
    *lost = value - bstar_after(bstar, &child, replies[0].move, &ended, &own);
    return !ended;
}

/* What a reply costs on average, and its deviation, over the best-scored moves. */
static void bstar_measure(struct bstar *bstar, struct candidate *list, int count) {
    enum { SAMPLE = 8 };
    double sum = 0, squares = 0;
    int taken = 0;
    order_partial_sort(list, count, SAMPLE);
    for (int i = 0; i < min_int(count, SAMPLE) && best_first_has_time(&bstar->base); i++) {
        int32_t lost;
        if (!bstar_reply(bstar, list[i].move, &lost)) continue;
        sum += lost, squares += (double)lost * lost, taken++;
    }
    if (taken < 2) return;
    double mean = sum / taken, variance = squares / taken - mean * mean;
    bstar->tempo = (int32_t)mean;
    const int32_t most = SCORE_WIN / (4 * BSTAR_ERRORS);
    bstar->error += (int32_t)fmin(sqrt(variance > 0 ? variance : 0), most);
}

/* ---- distributions --------------------------------------------------------------------------- */

/* Between the bounds all values are equally likely. */
static void bstar_spread(const struct bstar *bstar, struct bstar_node *node) {
    int64_t span = (int64_t)node->high - node->low;
    for (int k = 0; k < BSTAR_GRID; k++) {
        int64_t above = bstar->grid[k] - node->low;
        node->below[k] = (uint16_t)(above < 0       ? 0
                                    : above >= span ? BSTAR_ONE
                                                    : above * BSTAR_ONE / span);
    }
    node->below[BSTAR_GRID - 1] = BSTAR_ONE;
}

static uint32_t bstar_times(uint32_t a, uint32_t b) {
    return (a * b + BSTAR_ONE / 2) / BSTAR_ONE;
}

/* The best of independent values is at most that much if all are, the worst more if all are. */
static void bstar_join(const struct bstar *bstar, struct bstar_node *node) {
    for (int k = 0; k < BSTAR_GRID; k++) {
        uint32_t all = BSTAR_ONE;
        for (uint32_t i = node->first; i < node->first + node->count; i++) {
            uint32_t below = bstar->nodes[i].below[k];
            all = bstar_times(all, node->own ? below : BSTAR_ONE - below);
        }
        node->below[k] = (uint16_t)(node->own ? all : BSTAR_ONE - all);
    }
}

/* The probability that a child is the best one for the root. A child that is as good within a step
 * of the grid counts as better half of the time. */
static uint32_t bstar_chance(const struct bstar *bstar, uint32_t child) {
    const struct bstar_node *root = &bstar->nodes[0], *self = &bstar->nodes[child];
    uint32_t sum = 0;
    for (int k = 0; k < BSTAR_GRID; k++) {
        uint32_t here = self->below[k] - (k > 0 ? self->below[k - 1] : 0u);
        for (uint32_t i = root->first; here > 0 && i < root->first + root->count; i++) {
            const uint16_t *below = bstar->nodes[i].below;
            if (i != child) here = bstar_times(here, (below[k] + (k > 0 ? below[k - 1] : 0u)) / 2);
        }
        sum += here;
    }
    return sum;
}

/* ---- the tree -------------------------------------------------------------------------------- */

static bool bstar_settled(const struct bstar_node *node) {
    return node->low == node->high;
}

static void bstar_settle(const struct bstar *bstar, struct bstar_node *node, int32_t value) {
    node->low = node->real = node->high = value;
    bstar_spread(bstar, node);
}

/* A leaf by its static value. Scores of candidates differ from their values by a constant, which
 * the best one tells. */
static void bstar_add(struct bstar *bstar, move_t move, bool own, bool ended, int32_t value) {
    struct bstar_node *node = &bstar->nodes[bstar->used++];
    *node = (struct bstar_node){.move = move, .own = own};
    if (ended) {
        bstar_settle(bstar, node, value);
        return;
    }
    node->real = own ? value : value - bstar->tempo;
    node->low = node->real - BSTAR_ERRORS * bstar->error;
    node->high = node->real + BSTAR_ERRORS * bstar->error;
    bstar_spread(bstar, node);
}

static void bstar_expand(struct bstar *bstar, uint32_t number, const void *state) {
    struct candidate list[GAME_MOVES_MAX];
    struct bstar_node *node = &bstar->nodes[number];
    const struct game *game = bstar->base.game;
    int side = game->side(state);
    int32_t value;
    if (game->over(game, state)) {
        bstar_settle(bstar, node, search_final_value(game->margin(game, state), bstar->root_side));
        return;
    }
    int count = best_first_moves(&bstar->base, state, true, list, &value);
    if (count == 0) bstar_settle(bstar, node, bstar_for_root(bstar, side, value));
    if (count == 0 || bstar->used + (uint32_t)count > bstar->room) return;
    bool ended, own;
    order_pick(list, 0, count);
    int32_t best = bstar_after(bstar, state, list[0].move, &ended, &own);
    bool wins = ended;
    node->first = bstar->used;
    for (int i = 0; i < count; i++) {
        if (best_first_excepts(&bstar->base, state, list[i].move)) continue;
        if (wins || i == 0)
            value = bstar_after(bstar, state, list[i].move, &ended, &own);
        else
            value = best + bstar_for_root(bstar, side, list[i].score - list[0].score);
        bstar_add(bstar, list[i].move, own, ended, value);
    }
    node->count = (uint16_t)(bstar->used - node->first);
}

static void bstar_back_up(const struct bstar *bstar, struct bstar_node *node) {
    if (node->count == 0) return;
    int32_t sign = node->own ? 1 : -1, low = -SCORE_INFINITE, real = low, high = low;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const struct bstar_node *child = &bstar->nodes[i];
        low = max_int(low, sign * child->low);
        real = max_int(real, sign * child->real);
        high = max_int(high, sign * child->high);
    }
    node->low = sign * low, node->real = sign * real, node->high = sign * high;
    if (bstar->probable) bstar_join(bstar, node);
}

/* How much a child promises its parent's mover; the greatest is looked at first. */
static int64_t bstar_promise(const struct bstar *bstar, const struct bstar_node *node,
                             uint32_t child) {
    const struct bstar_node *self = &bstar->nodes[child];
    if (bstar->probable && node == bstar->nodes) return bstar_chance(bstar, child);
    return node->own ? self->high : -(int64_t)self->low;
}

/* The most promising child but `other`; 0: none is left. Of a node that is not settled it is not
 * settled either, since else its bounds were the node's. */
static uint32_t bstar_choose(const struct bstar *bstar, const struct bstar_node *node,
                             uint32_t other) {
    uint32_t best = 0;
    int64_t most = INT64_MIN;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        if (i == other) continue;
        int64_t promise = bstar_promise(bstar, node, i);
        if (promise <= most) continue;
        most = promise;
        best = i;
    }
    return best;
}

/* Expands the leaf that `child` of the root is promising for. */
static void bstar_deepen(struct bstar *bstar, uint32_t child) {
    uint32_t path[SEARCH_DEPTH_MAX + 1];
    int plies = 0, last = min_int(bstar->base.limits->depth, SEARCH_DEPTH_MAX);
    struct state state;
    memcpy(&state, bstar->base.root, bstar->base.game->state_size);
    for (uint32_t at = child; at; plies++) {
        path[plies] = at;
        bstar->base.game->play(bstar->base.game, &state, bstar->nodes[at].move);
        at = bstar->nodes[at].count > 0 ? bstar_choose(bstar, &bstar->nodes[at], 0) : 0;
    }
    /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.ArraySubscript): a child is not the root */
    struct bstar_node *leaf = &bstar->nodes[path[plies - 1]];
    if (leaf->count == 0 && plies < last) bstar_expand(bstar, path[plies - 1], &state);
    if (leaf->count == 0) bstar_settle(bstar, leaf, leaf->real);
    bstar->deepest = max_int(bstar->deepest, plies + (leaf->count > 0));
    while (plies > 0) bstar_back_up(bstar, &bstar->nodes[path[--plies]]);
}

/* ---- one search ------------------------------------------------------------------------------ */

/* The child to be expanded: of the best and its rival the less certain one; 0: the best one is
 * proved. */
static uint32_t bstar_next(const struct bstar *bstar) {
    const struct bstar_node *root = &bstar->nodes[0];
    const uint32_t sure = BSTAR_ONE - BSTAR_ONE / 1000;
    uint32_t best = bstar_choose(bstar, root, 0), rival = bstar_choose(bstar, root, best);
    if (!rival) return 0;
    const struct bstar_node *a = &bstar->nodes[best], *b = &bstar->nodes[rival];
    if (bstar->probable ? bstar_chance(bstar, best) >= sure : a->low >= b->high) return 0;
    bool first = (int64_t)a->high - a->low >= (int64_t)b->high - b->low;
    return bstar_settled(first ? a : b) ? 0 : first ? best : rival;
}

/* The values at which distributions are given: those that matter, about the best root move's. */
static void bstar_lay_grid(struct bstar *bstar) {
    const struct bstar_node *root = &bstar->nodes[0];
    int64_t high = -SCORE_WIN, room = BSTAR_ERRORS * (int64_t)bstar->error;
    for (uint32_t i = root->first; i < root->first + root->count; i++)
        if (!bstar_settled(&bstar->nodes[i])) high = max_int((int)high, bstar->nodes[i].high);
    for (int k = 0; k < BSTAR_GRID; k++)
        bstar->grid[k] = high - 4 * room + 5 * room * k / (BSTAR_GRID - 1);
    for (uint32_t i = root->first; i < root->first + root->count; i++)
        bstar_spread(bstar, &bstar->nodes[i]);
}

static void bstar_begin(struct bstar *bstar, struct search *search) {
    struct candidate list[GAME_MOVES_MAX];
    const void *root = bstar->base.root;
    size_t least = (GAME_MOVES_MAX + 1) * sizeof *bstar->nodes, bytes;
    int32_t known;
    bstar->nodes = search_arena(search, least, &bytes);
    bstar->room = (uint32_t)(bytes / sizeof *bstar->nodes);
    bstar->root_side = bstar->base.game->side(root);
    bstar->error = 1;
    bstar_measure(bstar, list, best_first_moves(&bstar->base, root, true, list, &known));
    bstar->nodes[0] = (struct bstar_node){.own = true};
    bstar->used = 1;
    bstar_expand(bstar, 0, root);
    bstar_lay_grid(bstar);
}

/* The child of the best value for its parent's mover. */
static const struct bstar_node *bstar_best(const struct bstar *bstar,
                                           const struct bstar_node *node) {
    const struct bstar_node *best = &bstar->nodes[node->first];
    for (uint32_t i = 1; i < node->count; i++) {
        const struct bstar_node *child = &bstar->nodes[node->first + i];
        if (node->own ? child->real > best->real : child->real < best->real) best = child;
    }
    return best;
}

static void bstar_answer(const struct bstar *bstar, struct search_result *out) {
    const struct bstar_node *node = bstar_best(bstar, &bstar->nodes[0]);
    *out = (struct search_result){
        .move = node->move,
        .score = node->real,
        .proved = search_proves(bstar->base.game, bstar->base.limits, node->real, false),
        .depth = max_int(1, bstar->deepest),
        .nodes = bstar->base.positions};
    for (;
         node && out->pv_length<out->depth; node = node->count> 0 ? bstar_best(bstar, node) : NULL)
        out->pv[out->pv_length++] = node->move;
}

void bstar_search(struct search *search, const struct evaluator *evaluator, const void *prepared,
                  const void *state, const struct search_limits *limits,
                  struct search_result *out) {
    struct search_limits own = *limits;
    if (limits->nodes == 0 && limits->seconds <= 0) own.nodes = BSTAR_NODES_USUAL;
    struct bstar bstar = {.base = best_first_begin(evaluator, prepared, state, &own),
                          .probable = limits->driver == SEARCH_PBSTAR};
    bstar_begin(&bstar, search);
    for (uint32_t next; best_first_goes_on(&bstar.base) && (next = bstar_next(&bstar));)
        bstar_deepen(&bstar, next);
    bstar_answer(&bstar, out);
}
