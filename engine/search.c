#include "engine/search_body.h"

#include <stdlib.h>
#include <time.h>

double search_clock(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) die("the monotonic clock cannot be read");
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct search *search_new(size_t tt_bytes) {
    struct search *search = xcalloc(1, sizeof *search);
    size_t entries = 1;
    while (entries * 2 <= tt_bytes / sizeof *search->table) entries *= 2;
    search->table = xcalloc(entries, sizeof *search->table);
    search->mask = entries - 1;
    search->table_bytes = entries * sizeof *search->table;
    return search;
}

void search_free(struct search *search) {
    if (!search) return;
    if (search->expert) search->expert->memory_free(search->expert_memory);
    free(search->table);
    free(search);
}

void search_new_game(struct search *search) {
    search->games++;
    if (search->expert) search->expert->memory_forget(search->expert_memory);
}

static void expert_engage(struct search *search, const struct game *game) {
    if (search->expert == game->expert) return;
    if (search->expert) search->expert->memory_free(search->expert_memory);
    search->expert = game->expert;
    search->expert_memory =
        search->expert ? search->expert->memory_new(game, search->table_bytes) : NULL;
}

bool search_ask_expert(struct search *search, const struct game *game, const void *state,
                       const struct search_limits *limits, struct search_result *out) {
    bool asked = limits->endgame > 0 || limits->threats > 0;
    if (!asked || !game->expert || !game->expert->solve) return false;
    expert_engage(search, game);
    return search->expert->solve(game, search->expert_memory, state, limits, out);
}

bool search_settles(struct search *search, const void *state, int32_t *value) {
    const struct game *game = search->evaluator->game;
    if (!game->expert || !game->expert->settle) return false;
    expert_engage(search, game);
    return search->expert->settle(game, search->expert_memory, state, search->limits, value);
}

bool search_stop(struct search *search) {
    enum { NODES_PER_CLOCK = 1024 };
    if (search->nodes >= search->nodes_max) search->stopped = true;
    if (search->deadline > 0 && search->nodes % NODES_PER_CLOCK == 0 &&
        search_clock() >= search->deadline)
        search->stopped = true;
    return search->stopped;
}

static void search_begin(struct search *search, const struct evaluator *evaluator,
                         const void *prepared, const void *state,
                         const struct search_limits *limits) {
    search->evaluator = evaluator;
    search->prepared = prepared;
    search->limits = limits;
    search->root_side = evaluator->game->side(state);
    search->width = limits->width;
    uint64_t view = (uint64_t)limits->width * 2 + (uint64_t)search->root_side;
    search->salt = mix64(mix64(search->games) + view);
    search->except = limits->except;
    search->except_count = limits->except_count;
    for (int i = 0; i < limits->except_count; i++)
        search->salt = mix64(search->salt + limits->except[i]);
    search->nodes = 0;
    search->nodes_max = limits->nodes > 0 ? limits->nodes : UINT64_MAX;
    search->deadline = limits->seconds > 0 ? search_clock() + limits->seconds : 0;
    search->stopped = false;
}

static void search_take(const struct search *search, int depth, int32_t score,
                        struct search_result *out) {
    const struct search_line *line = &search->lines[0];
    if (line->length == 0) die("%s offers no move", search->evaluator->name);
    out->move = line->moves[0];
    out->score = score;
    out->depth = depth;
    out->pv_length = line->length;
    memcpy(out->pv, line->moves, (size_t)line->length * sizeof(move_t));
}

void search_run(struct search *search, const struct evaluator *evaluator, const void *prepared,
                const void *state, const struct search_limits *limits, struct search_result *out,
                search_node_fn *node) {
    search_begin(search, evaluator, prepared, state, limits);
    for (int depth = 1; depth <= min_int(limits->depth, SEARCH_DEPTH_MAX); depth++) {
        /* The first iteration always ends, so there always is a move. */
        search->stoppable = depth > 1 && (limits->nodes > 0 || limits->seconds > 0);
        uint64_t horizons = search->horizons;
        int32_t score = node(search, state, depth, 0, -SCORE_INFINITE, SCORE_INFINITE);
        if (search->stopped) break;
        search_take(search, depth, score, out);
        bool all_ends_seen = search->horizons == horizons;
        bool decided = abs(score) >= SCORE_WIN;
        if (all_ends_seen || (decided && limits->seconds > 0)) break;
    }
    out->nodes = search->nodes;
}
