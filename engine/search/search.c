/*
 * What is the same for every evaluator: the searcher and its table, the drivers around a node
 * function, iterative deepening, and the minimax search that all of them must agree with. Nodes are
 * in body.h.
 */
#include "engine/search/body.h"

#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/search/bstar.h"
#include "engine/search/mcts.h"

struct search *search_new(size_t tt_bytes) {
    struct search *search = xcalloc(1, sizeof *search);
    size_t buckets = 1, line = sizeof *search->table;
    while (buckets * 2 <= tt_bytes / line) buckets *= 2;
    search->table_bytes = buckets * line;
    search->table = xtable(search->table_bytes, &search->table_memory);
    search->buckets = buckets;
    return search;
}

void search_free(struct search *search) {
    if (!search) return;
    if (search->expert) search->expert->memory_free(search->expert_memory);
    free(search->table_memory);
    free(search->arena);
    free(search);
}

/* Once in 2^12 games their numbers begin anew, and no entry of those may be left. */
void search_new_game(struct search *search) {
    search->games++;
    search->stamp = (search->stamp | SEARCH_AGE_MAX) + 1;
    if (search->stamp > SEARCH_STAMP_MAX) {
        memset(search->table, 0, search->table_bytes);
        search->stamp = 0;
    }
    if (search->expert) search->expert->memory_forget(search->expert_memory);
}

void *search_arena(struct search *search, size_t least, size_t *bytes) {
    *bytes = search->table_bytes > least ? search->table_bytes : least;
    if (search->arena_bytes < *bytes) {
        free(search->arena);
        search->arena = xmalloc(*bytes);
        search->arena_bytes = *bytes;
    }
    return search->arena;
}

static void search_engage_expert(struct search *search, const struct game *game) {
    if (search->expert_game == game) return;
    if (search->expert) search->expert->memory_free(search->expert_memory);
    search->expert_game = game;
    search->expert = game->expert;
    search->expert_memory =
        search->expert ? search->expert->memory_new(game, search->table_bytes) : NULL;
}

bool search_ask_expert(struct search *search, const struct game *game, const void *state,
                       const struct search_limits *limits, struct search_result *out) {
    bool asked = limits->endgame > 0 || limits->threats > 0;
    if (!asked || !game->expert || !game->expert->solve) return false;
    search_engage_expert(search, game);
    const struct search_limits half = limits_half(limits);
    bool known = search->expert->solve(game, search->expert_memory, state, &half, out);
    out->proved = known;
    return known;
}

bool search_ask_foresight(struct search *search, const struct game *game, const void *state,
                          const struct search_limits *limits, struct search_result *out) {
    bool limited = limits->nodes > 0 || limits->seconds > 0;
    bool asked = limits->endgame > 0 && limits->reduce && limited;
    if (!asked || !game->expert || !game->expert->foresee) return false;
    search_engage_expert(search, game);
    bool known = search->expert->foresee(game, search->expert_memory, state, limits, out);
    out->proved = known && abs(out->score) >= SCORE_WIN;
    return known;
}

bool search_proves(const struct game *game, const struct search_limits *limits, int32_t score,
                   bool all_ends_seen) {
    if (limits->width > 0) return false;
    return all_ends_seen || (!game->counted && abs(score) >= SCORE_WIN);
}

bool search_ask_menace(struct search *search, const struct game *game, const void *state,
                       const struct search_limits *limits, struct search_result *out) {
    if (limits->threats == 0 || !game->expert || !game->expert->menace) return false;
    search_engage_expert(search, game);
    const struct search_limits half = limits_half(limits);
    return search->expert->menace(game, search->expert_memory, state, &half, out);
}

bool search_settles(struct search *search, const void *state, int32_t *value) {
    const struct game *game = search->evaluator->game;
    if (!game->expert || !game->expert->settle) return false;
    search_engage_expert(search, game);
    return search->expert->settle(game, search->expert_memory, state, search->limits, value);
}

bool search_strikes(struct search *search, const void *state, int ply, int32_t *value) {
    const struct game *game = search->evaluator->game;
    if (!game->expert || !game->expert->strike) return false;
    search_engage_expert(search, game);
    return game->expert->strike(game, search->expert_memory, state, search->limits, ply, value,
                                &search->nodes);
}

int search_defend(struct search *search, const void *state, int ply, struct candidate *list,
                  int count) {
    const struct game *game = search->evaluator->game;
    if (!game->expert || !game->expert->defend) return count;
    search_engage_expert(search, game);
    return game->expert->defend(game, search->expert_memory, state, search->limits, ply, list,
                                count, &search->nodes);
}

bool search_stop(struct search *search) {
    enum { NODES_PER_CLOCK = 1024 };
    if (search->nodes >= search->nodes_max) search->stopped = true;
    if (search->nodes >= search->nodes_clock) {
        search->nodes_clock = search->nodes + NODES_PER_CLOCK;
        if (clock_seconds() - search->begun >= search->limits->seconds) search->stopped = true;
    }
    return search->stopped;
}

/* ---- the order of moves ---------------------------------------------------------------------- */

/* The scores of candidates are values one ply deep, which order moves better than any memory of
 * other positions: killers and history in front of them cost up to twice the nodes. As a part of
 * the scores' span they save some: at Connect(7,6,4,1,1) depth 8 2.6 %, gomoku depth 6 1 %;
 * Reversi depth 8 loses 1 %. */
enum { KILLER_PERCENT = 20, HISTORY_PERCENT = 10 };

static uint32_t search_history_of(const struct search *search, int side, move_t move) {
    return search->history[side][move % SEARCH_HISTORY_MOVES];
}

void search_favour(const struct search *search, struct candidate *list, int count, int side,
                   int ply) {
    const move_t *killers = search->killers[ply];
    int32_t low = SCORE_WIN, high = -SCORE_WIN;
    uint32_t most = 1;
    for (int i = 0; i < count; i++) {
        uint32_t known = search_history_of(search, side, list[i].move);
        most = known > most ? known : most;
        if (list[i].score >= SCORE_WIN) continue;
        low = min_int(low, list[i].score);
        high = max_int(high, list[i].score);
    }
    int64_t percent = ((int64_t)high - low) / 100;
    for (int i = 0; i < count; i++) {
        move_t move = list[i].move;
        if (list[i].score >= SCORE_WIN) continue;
        if (move == killers[0] || move == killers[1])
            list[i].score += (int32_t)(KILLER_PERCENT * percent);
        list[i].score +=
            (int32_t)(HISTORY_PERCENT * percent * search_history_of(search, side, move) / most);
    }
}

void search_learn(struct search *search, int side, int depth, int ply, move_t move) {
    search->history[side][move % SEARCH_HISTORY_MOVES] += (uint32_t)(depth * depth);
    search_killer_set(search->killers[ply], move);
}

/* ---- one search ------------------------------------------------------------------------------ */

/* The more plies, the more buckets are in use: those of a shallow search stay in cache. Reversi at
 * depth 4 is 7 % faster than with all of 1 MiB and a half faster than with all of 16 MiB, depth 6
 * with 16 MiB a fifth, and plays the same games. With a 16th of these buckets Connect6 searches
 * that are asked for several lines visit several times the nodes. */
static uint64_t search_buckets_for(const struct search *search, int depth) {
    uint64_t wanted = UINT64_C(1) << min_int(2 * depth + 4, 40);
    return wanted < search->buckets ? wanted : search->buckets;
}

/* Whether so many nodes may be visited or, where nobody says how many, so deep, which takes about
 * as many. Time has no say: who plays by it gives a great depth. */
static bool search_is_patient(const struct search_limits *limits) {
    enum { PATIENT_NODES = 30000, PATIENT_DEPTH = 12 };
    if (limits->nodes > 0) return limits->nodes >= PATIENT_NODES;
    return limits->depth >= PATIENT_DEPTH;
}

/* Clearing no more than the plies that it reaches makes a search of two plies 4 % faster. */
static void search_begin(struct search *search, const struct evaluator *evaluator,
                         const void *prepared, const void *state,
                         const struct search_limits *limits) {
    int deepest = limits->reduce ? SEARCH_DEPTH_MAX : min_int(limits->depth, SEARCH_DEPTH_MAX);
    size_t plies = (size_t)deepest + 1; /* reduced searches may extend */
    search->mask = search_buckets_for(search, limits->depth) - 1;
    search->evaluator = evaluator;
    search->prepared = prepared;
    search->limits = limits;
    search->root_side = evaluator->game->side(state);
    search->width = limits->width;
    search->except = limits->except;
    search->except_count = limits->except_count;
    search->null_windows = limits->driver != SEARCH_ALPHABETA;
    search->reduce = limits->reduce;
    search->patient = search_is_patient(limits);
    search->static_leaves = limits->leaf_threats == 0 && limits->defend == 0;
    search->whole_last_ply = limits->width == 0 && search->static_leaves;
    search->salt = mix64(mix64(search->games * 2 + (uint64_t)search->root_side) +
                         limits_salt(limits, evaluator->game));
    if ((search->stamp & SEARCH_AGE_MAX) < SEARCH_AGE_MAX) search->stamp++;
    search->nodes = 0;
    search->nodes_max = limits->nodes > 0 ? limits->nodes : UINT64_MAX;
    search->nodes_clock = limits->seconds > 0 ? 0 : UINT64_MAX;
    search->begun = limits->seconds > 0 ? clock_seconds() : 0;
    search->stopped = false;
    search->root_move = MOVE_NONE;
    search->root_left = evaluator->game->turn_left(state);
    memset(search->killers, 0xff, plies * sizeof *search->killers);
    if (limits->depth >= SEARCH_LEARN_DEPTH) memset(search->history, 0, sizeof search->history);
}

/* Every move of every position, by the game's own functions: what the other drivers must find. */
static int32_t search_minimax(struct search *search, const void *state, int depth, int ply,
                              const struct search_ops *ops) {
    const struct game *game = search->evaluator->game;
    int side = ops->side(state);
    search->line_lengths[ply] = 0;
    if (!search_enter(search)) return 0;
    if (ops->over(game, state)) return search_final_value(ops->margin(game, state), side);
    if (depth == 0) return search_leaf(search, state, ply, SCORE_INFINITE, ops);
    struct candidate list[GAME_MOVES_MAX];
    int32_t known, best = -SCORE_INFINITE;
    int count = search_moves(search, state, ply, NULL, ops, list, &known);
    if (count == 0) return known;
    int width = search_width(search, state, depth, ply, count);
    search_narrow(list, count, width);
    for (int i = 0; i < width; i++) {
        if (ply == 0 && search_excepted(search, list[i].move)) continue;
        struct state child;
        memcpy(&child, state, ops->state_size);
        ops->play(game, &child, list[i].move);
        int32_t value = search_minimax(search, &child, depth - 1, ply + 1, ops);
        if (search->stopped) return 0;
        if (ops->side(&child) != side) value = -value;
        if (value <= best) continue;
        best = value;
        search_line_set(search, ply, list[i].move);
    }
    return best;
}

/* Without what only makes it faster. */
static struct search_ops search_plain_ops(const struct evaluator *evaluator) {
    const struct game *game = evaluator->game;
    const struct evaluator_ops *ops = evaluator_ops(evaluator);
    return (struct search_ops){
        .state_size = game->state_size,
        .side = game->side,
        .over = game->over,
        .margin = game->margin,
        .play = game->play,
        .candidates = ops->ranked ? ops->ranked : ops->candidates,
        .eval = ops->eval,
        .forced = game->expert ? game->expert->forced : NULL,
    };
}

static int32_t search_minimax_root(struct search *search, const void *state, int depth) {
    const struct search_ops ops = search_plain_ops(search->evaluator);
    return search_minimax(search, state, depth, 0, &ops);
}

/* The value, wherever it is, looked for around `guess` first. The line is that of the value. */
static int32_t search_aspire(struct search *search, const void *state, int depth, int32_t guess,
                             int32_t margin, search_node_fn *node) {
    int32_t alpha = guess - margin, beta = guess + margin;
    int32_t value = node(search, state, depth, 0, alpha, beta);
    if (value > alpha && value < beta) return value;
    if (value <= alpha)
        beta = value + 1, alpha = -SCORE_INFINITE;
    else
        alpha = value - 1, beta = SCORE_INFINITE;
    if (!search->stopped) value = node(search, state, depth, 0, alpha, beta);
    if (search->stopped || (value > alpha && value < beta)) return value;
    return node(search, state, depth, 0, -SCORE_INFINITE, SCORE_INFINITE);
}

/* Null windows close in on the value; one around it then finds its line. */
static int32_t search_mtdf(struct search *search, const void *state, int depth, int32_t guess,
                           search_node_fn *node) {
    int32_t lower = -SCORE_INFINITE, upper = SCORE_INFINITE, value = guess;
    while (lower < upper && !search->stopped) {
        int32_t beta = value == lower ? value + 1 : value;
        value = node(search, state, depth, 0, beta - 1, beta);
        if (value < beta)
            upper = value;
        else
            lower = value;
    }
    return search->stopped ? 0 : search_aspire(search, state, depth, value, 1, node);
}

/* What the iterations so far say of the next one's value. */
struct expectation {
    int32_t value, margin; /* margin 0: nothing is known */
};

static int32_t search_depth(struct search *search, const void *state, int depth,
                            struct expectation expected, search_node_fn *node) {
    enum search_driver driver = search->limits->driver;
    if (driver == SEARCH_MINIMAX) return search_minimax_root(search, state, depth);
    if (driver == SEARCH_MTDF) return search_mtdf(search, state, depth, expected.value, node);
    if (driver == SEARCH_SSS) return search_mtdf(search, state, depth, SCORE_INFINITE, node);
    if (driver == SEARCH_DUAL) return search_mtdf(search, state, depth, -SCORE_INFINITE, node);
    if (driver == SEARCH_PVS && expected.margin > 0)
        return search_aspire(search, state, depth, expected.value, expected.margin, node);
    return node(search, state, depth, 0, -SCORE_INFINITE, SCORE_INFINITE);
}

static void search_take_line(const struct search *search, int32_t score, bool all_ends_seen,
                             struct search_result *out) {
    out->move = search->lines[0].moves[0];
    out->score = score;
    out->proved = search_proves(search->evaluator->game, search->limits, score, all_ends_seen);
    out->pv_length = search->line_lengths[0];
    memcpy(out->pv, search->lines[0].moves, (size_t)out->pv_length * sizeof(move_t));
}

static void search_take_depth(struct search *search, int depth, int32_t score, bool all_ends_seen,
                              struct search_result *out) {
    if (search->line_lengths[0] == 0) die("%s offers no move", search->evaluator->name);
    search_take_line(search, score, all_ends_seen, out);
    out->depth = depth;
    search->root_move = out->move;
}

/* What a depth that was broken off has found: the best of its first moves, which begin with the
 * best one of the last depth. With as many nodes this scores 0.53 points a game in Reversi
 * (3000 nodes a move, 600 games), 0.58 in gomoku (300), 0.51 in Connect6 (1500 nodes, 160). One of
 * the others may save who loses by these. */
static void search_take_unfinished(const struct search *search, struct search_result *out) {
    bool in_order = search->limits->driver != SEARCH_MINIMAX;
    if (!in_order || search->line_lengths[0] == 0) return;
    search_take_line(search, search->root_value, false, out);
    out->proved &= out->score > 0;
}

/* Values of even and of odd depths differ by who moves last, so each tells of its own kind: the
 * next value is as far from the last one as that was from the one before (with this margin
 * aspiration saves 3 % of the nodes of Reversi at depth 8; half and twice as much save 1 and 3 %).
 */
static struct expectation search_expect(const int32_t values[], int depth) {
    if (depth <= 2) return (struct expectation){depth == 2 ? values[1] : 0, 0};
    int32_t last = values[depth - 2], before = depth > 4 ? values[depth - 4] : SCORE_WIN;
    bool comparable = abs(last) < SCORE_WIN && abs(before) < SCORE_WIN;
    return (struct expectation){last, comparable ? min_int(1 + abs(last - before), SCORE_WIN) : 0};
}

static bool search_may_go_on(const struct search *search) {
    const struct search_limits *limits = search->limits;
    if (limits->seconds <= 0 || limits->soft_seconds <= 0) return true;
    return clock_seconds() - search->begun < limits->soft_seconds;
}

/* So many turns are looked for anew in one search. */
enum { SEARCH_REFUTED_MAX = 32 };

/* Whether the game's expert refutes the turn that was found best. Then what the table says of it is
 * wrong, and of the positions that lead there. */
static bool search_is_refuted(struct search *search, const void *root,
                              const struct search_result *out) {
    const struct game *game = search->evaluator->game;
    if (search->limits->defend == 0 || !game->expert || !game->expert->refute) return false;
    if (abs(out->score) >= SCORE_WIN) return false;
    struct state state;
    memcpy(&state, root, game->state_size);
    for (int i = 0; i < out->pv_length && game->side(&state) == search->root_side; i++)
        game->play(game, &state, out->pv[i]);
    if (game->side(&state) == search->root_side || game->over(game, &state)) return false;
    search_engage_expert(search, game);
    if (!game->expert->refute(game, search->expert_memory, &state, search->limits, &search->nodes))
        return false;
    search->salt = mix64(search->salt);
    return true;
}

/* The next depth at whose end a turn ends, or the last one: positions in the middle of a turn
 * compare badly with others, and search of a broken turn hides what the other side makes of it. */
static int search_next_depth(const struct game *game, const void *state, int depth, int last) {
    int left = game->turn_left(state);
    do depth++;
    while (depth < last && (depth - left) % game->turn != 0);
    return depth;
}

/* A depth that nothing else limits is reached in steps of two plies, which order the moves of the
 * next as well as single steps do: a quarter of the nodes less in Reversi and Connect. Even and odd
 * depths never mix. */
void search_run(struct search *search, const struct evaluator *evaluator, const void *prepared,
                const void *state, const struct search_limits *limits, struct search_result *out,
                search_node_fn *node) {
    if (limits->driver == SEARCH_MCTS) {
        const struct mcts_constants usual = mcts_usual_constants();
        mcts_search(search, evaluator, prepared, &usual, state, limits, out);
        return;
    }
    if (limits->driver == SEARCH_BSTAR || limits->driver == SEARCH_PBSTAR) {
        bstar_search(search, evaluator, prepared, state, limits, out);
        return;
    }
    search_begin(search, evaluator, prepared, state, limits);
    *out = (struct search_result){.move = MOVE_NONE};
    bool limited = limits->nodes > 0 || limits->seconds > 0;
    int last = min_int(limits->depth, SEARCH_DEPTH_MAX), depth = limited ? 1 : 2 - last % 2;
    int32_t values[SEARCH_DEPTH_MAX + 1] = {0}; /* no guess, where none was searched */
    struct search_result held = {0};            /* the last one that was not refuted */
    int refuted = 0;
    while (depth <= last) {
        /* The first iteration always ends, so there always is a move. */
        search->stoppable = limited && depth > 1;
        uint64_t horizons = search->horizons;
        values[depth] = search_depth(search, state, depth, search_expect(values, depth), node);
        if (search->stopped) {
            search_take_unfinished(search, out);
            break;
        }
        bool all_ends_seen = search->horizons == horizons;
        search_take_depth(search, depth, values[depth], all_ends_seen, out);
        if (!search_is_refuted(search, state, out))
            held = *out;
        else if (!search_stop(search) && ++refuted < SEARCH_REFUTED_MAX)
            continue;
        bool decided = abs(values[depth]) >= SCORE_WIN;
        if (all_ends_seen || (decided && limits->seconds > 0)) break;
        if (!search_may_go_on(search)) break;
        depth = limited ? search_next_depth(evaluator->game, state, depth, last) : depth + 2;
    }
    if (held.pv_length > 0 && search_is_refuted(search, state, out)) *out = held;
    out->nodes = search->nodes;
}
