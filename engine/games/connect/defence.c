/*
 * The defence against threats. defence.h has the questions. They are answered in the conservative
 * way of attack.c: a win against all answers at once is one line of turns.
 */
#include "engine/games/connect/defence.h"

#include <string.h>

/* Nodes of a search for threats: at the root and after the turn to be played; and in the tree,
 * there as deep as two turns if turns have two stones. Further down only the known lines are tried.
 * Measured: results/records/search.md. */
enum { ROOT_NODES = 1 << 16, TREE_NODES = 1 << 6, TREE_PLIES = 4 };

/* Where turns have one stone or more than two, at all plies: with fewer nodes not all wins of four
 * gomoku positions are seen (test_search); turns of three were not measured. */
enum { TREE_NODES_ELSE = 1 << 9 };

/* For each further turn of a win that was found. */
enum { LINE_NODES = 1 << 16 };

void defence_forget(struct threats_memory *memory) {
    memory->held = memory->open = 0;
    memset(memory->safe, 0, sizeof memory->safe);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < ATTACK_LINES_KEPT; i++) memory->lines[side][i].count = 0;
}

/* ---- one line ------------------------------------------------------------------------------ */

/* Points where the defender could make threats with `left` stones more. */
static void defence_zone_add_counters(const struct threats_memory *memory, int left,
                                      uint64_t *zone) {
    struct threats threats;
    threats.count = 0;
    threats_scan(memory->rules, memory->board, !memory->attacker, memory->rules->p + left,
                 &threats);
    threats_add_points(&threats, zone);
}

/* The stones of all answers to threats, on the board; their count, 0: too many. */
static int defence_answers_put(struct threats_memory *memory, const struct threats *threats,
                               uint16_t stones[ATTACK_UNITED_MAX]) {
    struct attack_answers answers;
    attack_answers_find(threats, memory->rules->p, &answers);
    int count = attack_answers_unite(&answers, stones);
    attack_stones_put(memory, !memory->attacker, stones, count);
    return count;
}

static bool defence_turn_is_free(const struct threats_memory *memory, const struct turn *turn) {
    for (int i = 0; i < turn->count; i++)
        if (connect_bit(memory->board->stones[0], turn->stones[i]) ||
            connect_bit(memory->board->stones[1], turn->stones[i]))
            return false;
    return true;
}

/* Whether the turns, played one after the other, win against all answers at once. `zone`, if asked
 * for: the points where one of the defender's `left` stones might change that. */
static bool defence_line_wins(struct threats_memory *memory, const struct turn *turns, int count,
                              int left, uint64_t *zone) {
    const struct connect_rules *rules = memory->rules;
    struct threats threats;
    threats.count = 0;
    struct turn tried = turns[0];
    if (!defence_turn_is_free(memory, turns)) return false;
    threats_scan(rules, memory->board, !memory->attacker, rules->p, &threats);
    if (threats_open(&threats, CONNECT_K_MAX, turns)) return false;
    memory->nodes++;
    attack_stones_put(memory, memory->attacker, turns->stones, turns->count);
    threats.count = tried.count = 0;
    threats_scan(rules, memory->board, memory->attacker, rules->p, &threats);
    bool wins = !threats_block(&threats, CONNECT_K_MAX, rules->p, &tried);
    struct turn fewer = {0};
    if (!wins && count > 1 && !threats_block(&threats, CONNECT_K_MAX, rules->p - 1, &fewer)) {
        uint16_t united[ATTACK_UNITED_MAX];
        int stones = defence_answers_put(memory, &threats, united);
        wins = stones > 0 && defence_line_wins(memory, turns + 1, count - 1, left, zone);
        attack_stones_take(memory, !memory->attacker, united, stones);
    }
    attack_stones_take(memory, memory->attacker, turns->stones, turns->count);
    if (!wins || !zone) return wins;
    for (int i = 0; i < turns->count; i++) connect_add(zone, turns->stones[i]);
    threats_add_points(&threats, zone);
    defence_zone_add_counters(memory, left, zone);
    return true;
}

/* ---- lines --------------------------------------------------------------------------------- */

/* To the front. */
static void defence_line_keep(struct threats_memory *memory, const struct attack_line *line,
                              int from) {
    struct attack_line kept = *line;
    struct attack_line *lines = memory->lines[memory->attacker];
    memmove(lines + 1, lines, (size_t)from * sizeof *lines);
    lines[0] = kept;
}

static bool defence_known_line_wins(struct threats_memory *memory) {
    const struct attack_line *lines = memory->lines[memory->attacker];
    for (int i = 0; i < ATTACK_LINES_KEPT; i++)
        if (lines[i].count > 0 &&
            defence_line_wins(memory, lines[i].turns, lines[i].count, 0, NULL)) {
            defence_line_keep(memory, &lines[i], i);
            return true;
        }
    return false;
}

/* A winning turn and those that follow it. The table remembers most of them; the others are
 * searched again, since a line without its end says nothing of sister turns. */
static void defence_line_find(struct threats_memory *memory, int turns, struct attack_line *line) {
    struct attack_root root;
    struct turn turn;
    attack_root_set(memory, memory->rules->p, &root);
    int n = attack_find(memory, &root, turns, false, &turn);
    if (n == 0) return;
    line->turns[line->count++] = turn;
    if (n == 1) return;
    memory->nodes_max = memory->nodes + LINE_NODES;
    memory->stopped = false;
    struct threats threats;
    threats.count = 0;
    uint16_t united[ATTACK_UNITED_MAX];
    attack_stones_put(memory, memory->attacker, turn.stones, turn.count);
    threats_scan(memory->rules, memory->board, memory->attacker, memory->rules->p, &threats);
    int stones = defence_answers_put(memory, &threats, united);
    defence_line_find(memory, n - 1, line);
    attack_stones_take(memory, !memory->attacker, united, stones);
    attack_stones_take(memory, memory->attacker, turn.stones, turn.count);
}

/* Whether the attacker, to place a whole turn, wins: then the line is the first one kept. */
static bool defence_falls(struct threats_memory *memory, int turns, uint64_t nodes) {
    if (defence_known_line_wins(memory)) return true;
    if (nodes == 0) return false;
    struct attack_line line = {0};
    memory->nodes_max = memory->nodes + nodes;
    defence_line_find(memory, turns, &line);
    if (line.count == 0) return false;
    defence_line_keep(memory, &line, ATTACK_LINES_KEPT - 1);
    return true;
}

/* ---- the questions ------------------------------------------------------------------------- */

static uint64_t defence_tree_nodes(const struct connect_rules *rules, int ply) {
    if (rules->p != 2) return TREE_NODES_ELSE;
    return ply <= TREE_PLIES ? TREE_NODES : 0;
}

/* At most half of what a search has. */
static uint64_t defence_root_nodes(const struct search_limits *limits) {
    uint64_t half = limits->nodes / 2;
    return limits->nodes == 0 || half > ROOT_NODES ? ROOT_NODES : half;
}

static int defence_turns(const struct search_limits *limits) {
    return min_int(limits->defend, ATTACK_TURNS_MAX);
}

bool defence_strike(const struct game *game, struct threats_memory *memory,
                    const struct connect_state *state, const struct search_limits *limits, int ply,
                    int32_t *value) {
    const struct connect_rules *rules = memory->rules;
    if (state->mid_turn || memory->safe[ply - 1]) return false;
    for (int stones = 1; stones <= rules->p; stones++)
        if (connect_can_complete(rules, state, state->side, stones)) {
            *value = SCORE_WIN + 1 + state->empties - stones;
            return true;
        }
    attack_begin(memory, game, state, state->side, limits->halt);
    if (!defence_falls(memory, defence_turns(limits), defence_tree_nodes(rules, ply))) return false;
    int stones = 2 * rules->p * memory->lines[state->side][0].count + rules->p;
    *value = SCORE_WIN + max_int(1, 1 + state->empties - stones);
    return true;
}

bool defence_refute(const struct game *game, struct threats_memory *memory,
                    const struct connect_state *state, const struct search_limits *limits) {
    uint64_t hash = mix64(state->hash + memory->salt);
    if (memory->held == hash ||
        connect_can_complete(memory->rules, state, state->side, state->left))
        return false;
    attack_begin(memory, game, state, state->side, limits->halt);
    if (defence_falls(memory, defence_turns(limits), defence_root_nodes(limits))) return true;
    if (!memory->halt->over) memory->held = hash;
    return false;
}

/* Moves outside the zone lose; where none of the list is in it, nothing is known. */
static int defence_keep_zone(const uint64_t *zone, struct candidate *list, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) kept += connect_bit(zone, list[i].move);
    if (kept == 0) return count;
    kept = 0;
    for (int i = 0; i < count; i++)
        if (connect_bit(zone, list[i].move)) list[kept++] = list[i];
    return kept;
}

int defence_defend(const struct game *game, struct threats_memory *memory,
                   const struct connect_state *state, const struct search_limits *limits, int ply,
                   struct candidate *list, int count) {
    const struct connect_rules *rules = memory->rules;
    bool *safe = &memory->safe[ply];
    *safe = ply > 0 && state->mid_turn && memory->safe[ply - 1];
    if (*safe || connect_can_complete(rules, state, state->side, state->left) ||
        connect_can_complete(rules, state, !state->side, rules->p))
        return count;
    attack_begin(memory, game, state, !state->side, limits->halt);
    uint64_t hash = mix64(state->hash + memory->salt);
    bool long_search = ply == 0 && memory->open != hash;
    if (!defence_falls(memory, defence_turns(limits),
                       long_search ? defence_root_nodes(limits) : defence_tree_nodes(rules, ply))) {
        if (ply == 0 && memory->stopped && !memory->halt->over) memory->open = hash;
        *safe = ply > 0 || !memory->stopped;
        return count;
    }
    uint64_t zone[CONNECT_WORDS] = {0};
    const struct attack_line *line = &memory->lines[memory->attacker][0];
    memory->nodes_max = UINT64_MAX;
    if (!defence_line_wins(memory, line->turns, line->count, state->left, zone)) return count;
    return defence_keep_zone(zone, list, count);
}
