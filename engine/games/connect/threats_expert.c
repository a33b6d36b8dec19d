/*
 * The expert of Connect: the answers of attack.c and defence.c for the search and for players: wins
 * at the root with their lines, values of leaves, and the settings. What these gain:
 * results/records/search.md.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/games/connect/defence.h"
#include "engine/search/limits.h"

enum {
    NODES_MAX = 1 << 18, /* of a solve, whatever the limits: a fifth of a second */
    /* The nodes of a search without a limit of nodes or time: with 2^18 hardly any game changes and
     * a tuning run takes five times as long (results/records/search.md). */
    DEPTH_NODES_MAX = 1 << 12,
    LEAF_NODES_MAX = 256, /* of a leaf */
    LEAF_ENTRIES = 1 << 10,
    USUAL_DEFEND = 12, /* turns */
};

/* ---- memory -------------------------------------------------------------------------------- */

static void *threats_memory_new(const struct game *game, size_t bytes) {
    struct threats_memory *memory = xcalloc(1, sizeof *memory);
    size_t entries = LEAF_ENTRIES;
    while (entries * 2 <= bytes / sizeof *memory->table) entries *= 2;
    memory->rules = connect_rules(game);
    memory->table = xcalloc(entries, sizeof *memory->table);
    memory->mask = entries - 1;
    memory->board = (struct connect_state *)memory->room.bytes;
    return memory;
}

static void threats_memory_free(void *memory_) {
    struct threats_memory *memory = memory_;
    if (memory) free(memory->table);
    free(memory);
}

static void threats_memory_forget(void *memory_) {
    struct threats_memory *memory = memory_;
    memory->salt = mix64(memory->salt + 1);
    defence_forget(memory);
}

static bool threats_speak(const struct connect_rules *rules, const struct connect_state *state) {
    return rules->p <= THREAT_STONES_MAX && state->left <= THREAT_STONES_MAX;
}

/* The stones that complete a road in this turn. */
static bool threats_complete(const struct threats_memory *memory, int left, struct turn *turn) {
    struct threats own;
    own.count = 0;
    threats_scan(memory->rules, memory->board, memory->attacker, left, &own);
    turn->count = THREAT_STONES_MAX + 1;
    for (int i = 0; i < own.count; i++) {
        const struct threat *threat = &own.list[i];
        bool barred = false;
        for (int j = 0; j < threat->count; j++)
            barred = barred || connect_bit(memory->barred, threat->points[j]);
        if (barred || threat->count >= turn->count) continue;
        turn->count = threat->count;
        memcpy(turn->stones, threat->points, sizeof turn->stones);
    }
    return turn->count <= THREAT_STONES_MAX;
}

/* ---- the winning line ---------------------------------------------------------------------- */

static void threats_line_add(struct threats_memory *memory, int side, const struct turn *turn,
                             struct search_result *out) {
    attack_stones_put(memory, side, turn->stones, turn->count);
    for (int i = 0; i < turn->count && out->pv_length < SEARCH_DEPTH_MAX; i++)
        out->pv[out->pv_length++] = turn->stones[i];
    out->depth += turn->count;
}

/* The defender completes its turn with blocking stones, the attacker completes a road. */
static void threats_line_end(struct threats_memory *memory, const struct threats *threats, int need,
                             struct turn *defence, struct search_result *out) {
    while (defence->count < memory->rules->p)
        defence->stones[defence->count++] = threats_open(threats, need, defence)->points[0];
    const struct threat *open = threats_open(threats, need, defence);
    struct turn last = {open->count, {0}};
    memcpy(last.stones, open->points, sizeof last.stones);
    threats_line_add(memory, !memory->attacker, defence, out);
    threats_line_add(memory, memory->attacker, &last, out);
}

/* The answer that holds out longest, played, and the turn that wins against it. */
static int threats_line_answer(struct threats_memory *memory, const struct threats *threats,
                               int turns, struct turn *next, struct search_result *out) {
    struct attack_answers answers;
    struct turn turn = {0};
    int longest = 0, chosen = 0;
    attack_answers_find(threats, memory->rules->p, &answers);
    for (int i = 0; i < answers.count; i++) {
        struct attack_root root;
        attack_stones_put(memory, !memory->attacker, answers.list[i].stones, answers.list[i].count);
        attack_root_set(memory, memory->rules->p, &root);
        int n = attack_find(memory, &root, turns, false, &turn);
        if (n == 0) n = attack_find(memory, &root, turns, true, &turn);
        attack_stones_take(memory, !memory->attacker, answers.list[i].stones,
                           answers.list[i].count);
        if (n == 0) return 0;
        if (n <= longest) continue;
        longest = n, chosen = i, *next = turn;
    }
    threats_line_add(memory, !memory->attacker, &answers.list[chosen], out);
    return longest;
}

/* False if a limit was reached on the way. */
static bool threats_line_find(struct threats_memory *memory, int turns, const struct turn *turn,
                              struct search_result *out) {
    const struct connect_rules *rules = memory->rules;
    memset(memory->barred, 0, sizeof memory->barred);
    struct threats threats;
    for (struct turn next = *turn;; turns--) {
        threats_line_add(memory, memory->attacker, &next, out);
        threats.count = 0;
        threats_scan(rules, memory->board, memory->attacker, rules->p, &threats);
        struct turn defence = {0};
        int need = threats_need(&threats, rules->p, rules->p, &defence);
        if (need > 0) {
            threats_line_end(memory, &threats, need, &defence, out);
            return true;
        }
        turns = threats_line_answer(memory, &threats, turns - 1, &next, out) + 1;
        if (turns == 1) return false;
    }
}

/* ---- the expert ---------------------------------------------------------------------------- */

static void threats_limits_set(struct threats_memory *memory, const struct search_limits *limits) {
    memory->nodes_max = limits->seconds > 0 ? NODES_MAX : DEPTH_NODES_MAX;
    if (limits->nodes > 0)
        memory->nodes_max = limits->nodes < NODES_MAX ? limits->nodes : NODES_MAX;
    halt_begin(memory->halt, limits->seconds, limits->watcher);
    for (int i = 0; i < limits->except_count; i++) connect_add(memory->barred, limits->except[i]);
}

/* A lower bound of the value of a win by a turn of `stones` and `turns` of threats after it: each
 * of these takes at most p stones of either side. */
static int32_t threats_win_value(const struct connect_rules *rules, int empties, int stones,
                                 int turns) {
    return SCORE_WIN + max_int(1, 1 + empties - stones - 2 * turns * rules->p);
}

/* Half of the nodes are for the quick way of search, a quarter for the careful one, the rest for
 * the line. */
static int threats_solve_attack(struct threats_memory *memory, int left, int turns_max,
                                struct turn *turn) {
    struct attack_root root;
    uint64_t quarter = memory->nodes_max / 4;
    int turns = 0;
    attack_root_set(memory, left, &root);
    for (int careful = 0; careful < 2 && turns == 0; careful++) {
        memory->nodes_max = (uint64_t)(2 + careful) * quarter;
        memory->stopped = false;
        turns = attack_find(memory, &root, turns_max, careful, turn);
    }
    memory->nodes_max = 4 * quarter;
    memory->stopped = false;
    return turns;
}

/* Fills in a win within `turns` turns of threats, or by this turn if they are 0; with its line, if
 * one is wanted and the nodes suffice for it. */
static void threats_tell(struct threats_memory *memory, const struct search_limits *limits,
                         int turns, const struct turn *turn, struct search_result *out) {
    int empties = memory->board->empties;
    *out = (struct search_result){0};
    if (turns > 0 && !limits->move_only && threats_line_find(memory, turns, turn, out)) {
        out->score = SCORE_WIN + 1 + memory->board->empties;
    } else {
        *out = (struct search_result){
            .score = threats_win_value(memory->rules, empties, turn->count, turns),
            .depth = turn->count,
            .pv_length = turn->count};
        for (int i = 0; i < turn->count; i++) out->pv[i] = turn->stones[i];
    }
    out->move = turn->stones[0];
    out->nodes = memory->nodes;
}

/* The win of `attacker`, to place `left` stones. */
static bool threats_solve_for(const struct game *game, struct threats_memory *memory,
                              const struct connect_state *state, int attacker, int left,
                              const struct search_limits *limits, struct search_result *out) {
    if (limits->threats == 0 || !threats_speak(memory->rules, state)) return false;
    attack_begin(memory, game, state, attacker, NULL);
    threats_limits_set(memory, limits);
    struct turn turn;
    bool completes = threats_complete(memory, left, &turn);
    int turns_max = min_int(limits->threats, ATTACK_TURNS_MAX);
    int turns = completes ? 0 : threats_solve_attack(memory, left, turns_max, &turn);
    if (!completes && turns == 0) return false;
    threats_tell(memory, limits, turns, &turn, out);
    return true;
}

static bool threats_solve(const struct game *game, void *memory, const void *state_,
                          const struct search_limits *limits, struct search_result *out) {
    const struct connect_state *state = state_;
    return threats_solve_for(game, memory, state, state->side, state->left, limits, out);
}

static bool threats_menace(const struct game *game, void *memory, const void *state_,
                           const struct search_limits *limits, struct search_result *out) {
    const struct connect_state *state = state_;
    return threats_solve_for(game, memory, state, !state->side, connect_rules(game)->p, limits,
                             out);
}

static bool threats_settle_attack(struct threats_memory *memory, const struct connect_state *state,
                                  int turns_max, int32_t *value) {
    struct attack_root root;
    struct turn turn;
    attack_root_set(memory, state->left, &root);
    int turns = attack_find(memory, &root, turns_max, false, &turn);
    *value = threats_win_value(memory->rules, state->empties, state->left, turns);
    return turns > 0;
}

static bool threats_settle(const struct game *game, void *memory_, const void *state_,
                           const struct search_limits *limits, int32_t *value) {
    struct threats_memory *memory = memory_;
    const struct connect_rules *rules = memory->rules;
    const struct connect_state *state = state_;
    if (limits->leaf_threats == 0 || !threats_speak(rules, state)) return false;
    struct turn turn;
    attack_begin(memory, game, state, state->side, limits->halt);
    if (connect_can_complete(rules, state, state->side, state->left) &&
        threats_complete(memory, state->left, &turn)) {
        *value = SCORE_WIN + 1 + state->empties - turn.count;
        return true;
    }
    struct candidate nothing[GAME_MOVES_MAX];
    nothing[0] = (struct candidate){0};
    if (connect_forced(game, state, nothing, 1, value) == 0) return true;
    uint64_t salt = memory->salt;
    memory->salt = mix64(salt + ++memory->leaves);
    memory->used_mask = LEAF_ENTRIES - 1;
    memory->nodes_max = LEAF_NODES_MAX;
    bool proved = threats_settle_attack(memory, state,
                                        min_int(limits->leaf_threats, ATTACK_TURNS_MAX), value);
    memory->salt = salt;
    return proved;
}

static bool threats_strike(const struct game *game, void *memory_, const void *state_,
                           const struct search_limits *limits, int ply, int32_t *value,
                           uint64_t *nodes) {
    struct threats_memory *memory = memory_;
    if (!threats_speak(memory->rules, state_)) return false;
    memory->nodes = 0;
    bool wins = defence_strike(game, memory, state_, limits, ply, value);
    *nodes += memory->nodes;
    return wins;
}

static int threats_defend(const struct game *game, void *memory_, const void *state_,
                          const struct search_limits *limits, int ply, struct candidate *list,
                          int count, uint64_t *nodes) {
    struct threats_memory *memory = memory_;
    if (!threats_speak(memory->rules, state_)) return count;
    memory->nodes = 0;
    count = defence_defend(game, memory, state_, limits, ply, list, count);
    *nodes += memory->nodes;
    return count;
}

static bool threats_refute(const struct game *game, void *memory_, const void *state,
                           const struct search_limits *limits, uint64_t *nodes) {
    struct threats_memory *memory = memory_;
    if (!threats_speak(memory->rules, state)) return false;
    memory->nodes = 0;
    bool refuted = defence_refute(game, memory, state, limits);
    *nodes += memory->nodes;
    return refuted;
}

static const char *connect_threats_belong(const struct search_limits *limits,
                                          const struct game *game) {
    (void)limits;
    if (game->expert == &connect_threats) return NULL;
    return game->exact ? "Connect where longer lines win as well" : "Connect";
}

static const char *connect_search_threats_belong(const struct search_limits *limits,
                                                 const struct game *game) {
    const char *owner = connect_threats_belong(limits, game);
    return owner ? owner : limits_need_search(limits, game);
}

/* An evaluator that answers threats anyway gains nothing: 14.5 of 80 games of gomoku by `points`,
 * 20000 nodes a move, those of the threats among them, in half of the time. */
static int64_t connect_usual_defend(const struct evaluator *evaluator) {
    return evaluator->answers_threats ? 0 : USUAL_DEFEND;
}

static const struct search_setting connect_threats_settings[] = {
    {.name = "threats",
     .argument = "N",
     .doc = "Connect: turns of threats looked ahead for a win; 0: none",
     .kind = OPTION_INT,
     .offset = offsetof(struct search_limits, threats),
     .upper = ATTACK_TURNS_MAX,
     .usual = 15,
     .words = "threats %s",
     .belongs = connect_threats_belong},
    {.name = "leaf-threats",
     .argument = "N",
     .doc = "Connect: the same at the leaves of the search",
     .kind = OPTION_INT,
     .offset = offsetof(struct search_limits, leaf_threats),
     .upper = ATTACK_TURNS_MAX,
     .words = "leaf threats %s",
     .key_salt = 2,
     .belongs = connect_search_threats_belong},
    {.name = "defend",
     .argument = "N",
     .doc = "Connect: turns of the other side's threats refuted in the search",
     .kind = OPTION_INT,
     .offset = offsetof(struct search_limits, defend),
     .upper = ATTACK_TURNS_MAX,
     .usual = USUAL_DEFEND,
     .usual_in = connect_usual_defend,
     .words = "defends %s",
     .key_salt = 1 << 16,
     .belongs = connect_search_threats_belong},
    {0}};

const struct expert connect_threats = {
    .doc = "wins by threats that take a whole turn to block, and forced replies",
    .settings = connect_threats_settings,
    .memory_new = threats_memory_new,
    .memory_free = threats_memory_free,
    .memory_forget = threats_memory_forget,
    .solve = threats_solve,
    .menace = threats_menace,
    .settle = threats_settle,
    .strike = threats_strike,
    .defend = threats_defend,
    .refute = threats_refute,
    .forced = connect_forced,
};

const struct expert connect_exact = {
    .doc = "forced replies",
    .memory_new = threats_memory_new,
    .memory_free = threats_memory_free,
    .memory_forget = threats_memory_forget,
    .forced = connect_forced,
};
