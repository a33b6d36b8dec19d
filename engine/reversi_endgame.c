#include "engine/reversi_endgame.h"

#include <stdlib.h>
#include <string.h>

#include "engine/expert.h"
#include "engine/reversi_stability.h"

struct endgame_tables endgame_tables;

static uint64_t neighbours_of(int square) {
    uint64_t neighbours = 0;
    for (int other = 0; other < REVERSI_SQUARES; other++)
        if (other != square && abs(other / 8 - square / 8) <= 1 && abs(other % 8 - square % 8) <= 1)
            neighbours |= UINT64_C(1) << other;
    return neighbours;
}

void endgame_tables_fill(void) {
    for (int square = 0; square < REVERSI_SQUARES; square++)
        endgame_tables.neighbours[square] = neighbours_of(square);
    for (int place = 0; place < 8; place++)
        for (unsigned own = 0; own < 256; own++)
            endgame_tables.turned[place][own] = (uint8_t)reversi_count(
                reversi_flips_in_byte((uint8_t)own, (uint8_t)(~own & ~(1u << place)), place));
    reversi_stability_init();
}

/* ---- memory ---- */

static void *memory_new(const struct game *game, size_t bytes) {
    (void)game;
    struct endgame *endgame = xcalloc(1, sizeof *endgame);
    endgame->buckets = 1;
    while (endgame->buckets * 2 * sizeof *endgame->table <= bytes) endgame->buckets *= 2;
    endgame->table =
        aligned_alloc(sizeof *endgame->table, endgame->buckets * sizeof *endgame->table);
    if (!endgame->table) die("no memory for an endgame table of %zu bytes", bytes);
    memset(endgame->table, 0, endgame->buckets * sizeof *endgame->table);
    endgame->era = 1;
    return endgame;
}

static void memory_free(void *memory) {
    struct endgame *endgame = memory;
    if (!endgame) return;
    free(endgame->table);
    free(endgame);
}

static void memory_forget(void *memory) {
    struct endgame *endgame = memory;
    endgame->age = 0;
    if (++endgame->era > 0) return;
    memset(endgame->table, 0, endgame->buckets * sizeof *endgame->table);
    endgame->era = 1;
}

/* ---- solving ---- */

bool endgame_late(struct endgame *endgame) {
    enum { INQUIRIES_PER_CLOCK = 1024 };
    if (++endgame->inquiries % INQUIRIES_PER_CLOCK == 0 && search_clock() >= endgame->deadline)
        endgame->stopped = true;
    return endgame->stopped;
}

struct root_move {
    uint64_t own, opp; /* of the side then to move */
    move_t move;
};

struct root {
    struct endgame *endgame;
    const struct endgame_kernel *kernel;
    int count;
    struct root_move moves[REVERSI_SQUARES];
};

static bool excepted(const struct search_limits *limits, move_t move) {
    for (int i = 0; i < limits->except_count; i++)
        if (limits->except[i] == move) return true;
    return false;
}

static struct root_move root_move_of(uint64_t own, uint64_t opp, move_t move) {
    if (move == REVERSI_PASS) return (struct root_move){opp, own, move};
    uint64_t flips = reversi_flips(own, opp, move);
    return (struct root_move){opp ^ flips, own | flips | UINT64_C(1) << move, move};
}

static int root_moves_of(uint64_t own, uint64_t opp, struct root_move *out) {
    uint64_t moves = reversi_moves(own, opp);
    int count = 0;
    if (!moves && reversi_moves(opp, own)) out[count++] = root_move_of(own, opp, REVERSI_PASS);
    for (; moves; moves &= moves - 1)
        out[count++] = root_move_of(own, opp, (move_t)reversi_lowest(moves));
    return count;
}

/* As the kernel's bound; what exceeds `alpha` comes to the front. */
static int root_bound(struct root *root, int alpha) {
    int best = -ENDGAME_SCORE_MAX - 1;
    for (int i = 0; i < root->count && best <= alpha; i++) {
        const struct root_move move = root->moves[i];
        int value = -root->kernel->bound(root->endgame, move.own, move.opp, -alpha - 1);
        if (root->endgame->stopped) return 0;
        if (value > best) best = value;
        if (value <= alpha) continue;
        memmove(&root->moves[1], &root->moves[0], (size_t)i * sizeof move);
        root->moves[0] = move;
    }
    return best;
}

static int root_value(struct root *root, int guess) {
    int lower = -ENDGAME_SCORE_MAX, upper = ENDGAME_SCORE_MAX, value = guess;
    while (lower < upper) {
        int alpha = value == lower ? value + 1 : value - 1;
        value = root_bound(root, alpha);
        if (root->endgame->stopped) return 0;
        if (value > alpha)
            lower = value;
        else
            upper = value;
    }
    return lower;
}

/* Appends to the line the moves that keep `value`, until the end of the game or of the limits. */
static void follow(struct endgame *endgame, const struct endgame_kernel *kernel, uint64_t own,
                   uint64_t opp, int value, struct search_result *out) {
    struct root_move moves[REVERSI_SQUARES];
    for (int count; (count = root_moves_of(own, opp, moves)) > 0; value = -value) {
        int i = 0;
        while (i < count - 1 && kernel->bound(endgame, moves[i].own, moves[i].opp, -value) > -value)
            i++;
        if (endgame->stopped || out->pv_length == SEARCH_DEPTH_MAX) return;
        out->pv[out->pv_length++] = moves[i].move;
        own = moves[i].own;
        opp = moves[i].opp;
    }
}

static int32_t score_of(int difference) {
    return difference == 0 ? 0 : difference > 0 ? SCORE_WIN + difference : difference - SCORE_WIN;
}

static void solve_begin(struct endgame *endgame, const struct search_limits *limits, int empties) {
    uint64_t wanted = UINT64_C(1) << min_int(empties, 40);
    endgame->mask = (wanted < endgame->buckets ? wanted : endgame->buckets) - 1;
    endgame->age++;
    endgame->nodes = 0;
    endgame->nodes_max = limits->nodes > 0 ? limits->nodes / 2 : UINT64_MAX;
    endgame->deadline = limits->seconds > 0 ? search_clock() + limits->seconds / 2 : 0;
    endgame->inquiries = 0;
    endgame->stopped = false;
}

static bool solve(const struct game *game, void *memory, const void *state,
                  const struct search_limits *limits, struct search_result *out) {
    const struct reversi *board = state;
    int empties = REVERSI_SQUARES - reversi_count(board->own | board->opp);
    (void)game;
    if (empties > limits->endgame) return false;
    struct root root = {.endgame = memory, .kernel = endgame_kernel()};
    struct root_move moves[REVERSI_SQUARES];
    int count = root_moves_of(board->own, board->opp, moves);
    for (int i = 0; i < count; i++)
        if (!excepted(limits, moves[i].move)) root.moves[root.count++] = moves[i];
    if (root.count == 0) return false;
    solve_begin(root.endgame, limits, empties);
    int value = root_value(&root, 0);
    if (root.endgame->stopped || root.endgame->nodes > root.endgame->nodes_max) return false;
    *out = (struct search_result){.move = root.moves[0].move,
                                  .score = score_of(value),
                                  .depth = empties,
                                  .pv_length = 1,
                                  .pv = {root.moves[0].move}};
    follow(root.endgame, root.kernel, root.moves[0].own, root.moves[0].opp, -value, out);
    out->nodes = root.endgame->nodes;
    return true;
}

const struct expert reversi_endgame = {
    .doc = "solves positions of few empty squares exactly",
    .memory_new = memory_new,
    .memory_free = memory_free,
    .memory_forget = memory_forget,
    .solve = solve,
};
