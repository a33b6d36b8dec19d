/*
 * Threat-space search: a turn of the attacker that leaves at least p threats to block makes the
 * defender spend his whole turn on blocking them; one that leaves more than that wins (Wu & Huang
 * 2005; with p = 1 these are gomoku's sequences of fours).
 *
 * Two ways to see the defence. In the `careful` one every single answer is tried. In the other the
 * defender places all stones of all answers at once (Wu's conservative defence): what wins against
 * that wins against every answer, since these leave him fewer stones and the attacker at least the
 * same threats. That makes the search one of a single player, deep in no time, but it misses some
 * wins. So it goes first, and stands in for single answers wherever it proves the win.
 *
 * Either way the defender's own threats count: who leaves him a road to complete has not won, and
 * his threats must be blocked by the very turn that makes the next ones.
 *
 * What it is worth, at depth 2 and width 12, against the same player without: 15 turns at the root
 * win 157 of 200 games of Connect6, 8 turns as many, and 535 of 1000 of gomoku (462 lost), at 0.2
 * to 1 ms a move. At leaves, 2 turns alone win 123 of 200 of Connect6, at 4 ms a move; beside those
 * at the root 50 of 100, and 216 of 400 of gomoku (182 lost).
 */
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/connect/threats.h"
#include "engine/search/limits.h"

enum {
    TURNS_MAX = 30,       /* as deep as limits may ask for */
    ATTACKS_MAX = 4096,   /* attacking turns of all positions of a line */
    UNITED_MAX = 32,      /* stones of all answers at once */
    NODES_MAX = 1 << 18,  /* of a solve without other limits: a fifth of a second */
    LEAF_NODES_MAX = 256, /* of a leaf */
    LEAF_ENTRIES = 1 << 10,
};

/* Turns within which the side to move was proved to win, and is known not to win; 0: unknown. */
struct entry {
    uint64_t key;
    uint8_t won, lost;
};

struct memory {
    const struct connect_rules *rules;
    struct entry *table;
    uint64_t mask, used_mask;
    uint64_t salt, leaves;

    /* The search under way. Of the board only stones, roads, empties and hash are kept. */
    struct state room;
    struct connect_state *board;
    int attacker;
    uint64_t nodes, nodes_max, nodes_at_clock;
    double deadline;
    bool stopped;
    int attack_count; /* a stack */
    struct turn attacks[ATTACKS_MAX];
    uint64_t barred[CONNECT_WORDS]; /* points that the root's turn does without */
};

/* ---- memory -------------------------------------------------------------------------------- */

static void *threats_memory_new(const struct game *game, size_t bytes) {
    struct memory *memory = xcalloc(1, sizeof *memory);
    size_t entries = LEAF_ENTRIES;
    while (entries * 2 <= bytes / sizeof *memory->table) entries *= 2;
    memory->rules = connect_rules(game);
    memory->table = xcalloc(entries, sizeof *memory->table);
    memory->mask = entries - 1;
    memory->board = (struct connect_state *)memory->room.bytes;
    return memory;
}

static void threats_memory_free(void *memory_) {
    struct memory *memory = memory_;
    if (memory) free(memory->table);
    free(memory);
}

static void threats_memory_forget(void *memory_) {
    struct memory *memory = memory_;
    memory->salt = mix64(memory->salt + 1);
}

static bool threats_stop(struct memory *memory) {
    enum { NODES_PER_CLOCK = 1024 };
    if (memory->nodes >= memory->nodes_max) memory->stopped = true;
    if (memory->deadline > 0 && memory->nodes >= memory->nodes_at_clock + NODES_PER_CLOCK) {
        memory->nodes_at_clock = memory->nodes;
        if (clock_seconds() >= memory->deadline) memory->stopped = true;
    }
    return memory->stopped;
}

/* ---- the board ----------------------------------------------------------------------------- */

static void threats_stone_put(struct memory *memory, int side, int point, int count) {
    struct connect_state *board = memory->board;
    connect_road stone = (connect_road)(count * (side == 0 ? 0x01 : 0x10));
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        const struct connect_span *span = &memory->rules->spans[point][d];
        connect_road *roads = &board->roads[span->road];
        for (int i = 0; i < span->count; i++) roads[i] = (connect_road)(roads[i] + stone);
    }
    board->stones[side][point >> 6] ^= UINT64_C(1) << (point & 63);
    board->hash ^= memory->rules->stone_keys[side][point];
    board->empties = (int16_t)(board->empties - count);
}

static void threats_turn_put(struct memory *memory, int side, const uint16_t *stones, int count) {
    for (int i = 0; i < count; i++) threats_stone_put(memory, side, stones[i], 1);
}

static void threats_turn_take(struct memory *memory, int side, const uint16_t *stones, int count) {
    for (int i = 0; i < count; i++) threats_stone_put(memory, side, stones[i], -1);
}

static void threats_of_stones(struct memory *memory, int side, const uint16_t *stones, int count,
                              struct threats *out) {
    out->count = 0;
    for (int i = 0; i < count; i++)
        threats_through(memory->rules, memory->board, side, memory->rules->p, stones[i], out);
}

/* ---- turns that attack --------------------------------------------------------------------- */

/* What a position asks of the attacker's turn: it must block the defender's threats. There are
 * threats of his own already only in the middle of a turn. */
struct task {
    const struct threats *own, *opposing;
    uint64_t empty[CONNECT_WORDS];
    uint64_t useful[THREAT_STONES_MAX + 1][CONNECT_WORDS]; /* by stones left in the turn */
};

static void threats_points_add(const struct connect_rules *rules, int road, uint64_t *set) {
    int point = rules->road_point[road];
    for (int i = 0; i < rules->k; i++, point += rules->road_step[road])
        set[point >> 6] |= UINT64_C(1) << (point & 63);
}

/* The points that make a threat with that many stones more. */
static void threats_useful_scan(const struct memory *memory, int left, struct task *task) {
    const struct connect_rules *rules = memory->rules;
    memset(task->useful, 0, sizeof task->useful);
    for (int road = 0; road < rules->roads; road++) {
        int lacks = road_lacks(rules, memory->board->roads[road], memory->attacker) - rules->p;
        for (int n = max_int(1, lacks); n <= left; n++)
            threats_points_add(rules, road, task->useful[n]);
    }
    for (int w = 0; w < CONNECT_WORDS; w++)
        task->empty[w] = connect_empty_word(rules, memory->board, w);
}

/* The same after some stones of the turn: the roads through them have become better. */
static void threats_useful_add(const struct memory *memory, const struct turn *turn, int left,
                               uint64_t *set) {
    const struct connect_rules *rules = memory->rules;
    for (int j = 0; j < turn->count; j++)
        for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
            const struct connect_span *span = &rules->spans[turn->stones[j]][d];
            for (int i = 0; i < span->count; i++) {
                int road = span->road + i;
                if (road_lacks(rules, memory->board->roads[road], memory->attacker) <=
                    rules->p + left)
                    threats_points_add(rules, road, set);
            }
        }
}

static void threats_own(struct memory *memory, const struct task *task, const struct turn *turn,
                        struct threats *out) {
    threats_of_stones(memory, memory->attacker, turn->stones, turn->count, out);
    for (int i = 0; i < task->own->count; i++) {
        const struct threat *threat = &task->own->list[i];
        bool stale = false;
        for (int j = 0; j < threat->count; j++)
            stale =
                stale || connect_bit(memory->board->stones[memory->attacker], threat->points[j]);
        if (!stale) out->list[out->count++] = *threat;
    }
}

/* Whether the defender must spend at least his whole turn. */
static bool threats_all_forced(struct memory *memory, const struct task *task,
                               const struct turn *turn, struct threats *threats) {
    struct turn tried = {0};
    threats_own(memory, task, turn, threats);
    return !threats_block(threats, CONNECT_K_MAX, memory->rules->p - 1, &tried);
}

/* Tries all turns that begin with `turn`, `left` stones more, ascending points but for those that
 * come after threats enough: these are free. True: the last one wins. */
static bool threats_attacks_extend(struct memory *memory, const struct task *task,
                                   struct turn *turn, int left, bool free) {
    const struct connect_rules *rules = memory->rules;
    struct turn tried = *turn;
    if (!threats_block(task->opposing, CONNECT_K_MAX, left, &tried)) return false;
    struct threats threats;
    if (!free) free = threats_all_forced(memory, task, turn, &threats);
    if (left == 0) {
        tried.count = 0;
        memory->nodes++;
        if (!free) return false;
        threats_own(memory, task, turn, &threats);
        if (memory->attack_count < ATTACKS_MAX) memory->attacks[memory->attack_count++] = *turn;
        return !threats_block(&threats, CONNECT_K_MAX, rules->p, &tried);
    }
    uint64_t set[CONNECT_WORDS];
    memcpy(set, free ? task->empty : task->useful[left], sizeof set);
    if (!free) threats_useful_add(memory, turn, left, set);
    int last = turn->count > 0 && !free ? turn->stones[turn->count - 1] : -1;
    for (int w = 0; w < CONNECT_WORDS; w++)
        for (uint64_t word = set[w] & task->empty[w]; word; word &= word - 1) {
            int point = 64 * w + __builtin_ctzll(word);
            if (point <= last || connect_bit(memory->board->stones[memory->attacker], point))
                continue;
            turn->stones[turn->count++] = (uint16_t)point;
            threats_stone_put(memory, memory->attacker, point, 1);
            bool wins = threats_attacks_extend(memory, task, turn, left - 1, free);
            threats_stone_put(memory, memory->attacker, point, -1);
            if (wins) return true;
            turn->count--;
        }
    return false;
}

/* ---- the search ---------------------------------------------------------------------------- */

static bool threats_attack(struct memory *memory, const struct threats *opposing, int turns,
                           bool careful);

static bool threats_attack_after(struct memory *memory, const uint16_t *stones, int count,
                                 int turns, bool careful) {
    struct threats opposing;
    int defender = !memory->attacker;
    threats_turn_put(memory, defender, stones, count);
    threats_of_stones(memory, defender, stones, count, &opposing);
    bool wins = threats_attack(memory, &opposing, turns, careful);
    threats_turn_take(memory, defender, stones, count);
    return wins;
}

/* All turns of the defender that block: at most p^p. */
struct answers {
    int count;
    struct turn list[256];
};
_Static_assert(THREAT_STONES_MAX <= 4, "4^4 answers");

static void threats_answers_extend(const struct threats *threats, int left, struct turn *turn,
                                   struct answers *out) {
    const struct threat *open = threats_open(threats, CONNECT_K_MAX, turn);
    if (!open) out->list[out->count++] = *turn;
    if (!open || left == 0) return;
    for (int i = 0; i < open->count; i++) {
        turn->stones[turn->count++] = open->points[i];
        threats_answers_extend(threats, left - 1, turn, out);
        turn->count--;
    }
}

static int threats_unite(const struct answers *answers, uint16_t *stones) {
    int count = 0;
    for (int i = 0; i < answers->count; i++)
        for (int j = 0; j < answers->list[i].count; j++) {
            int known = 0;
            while (known < count && stones[known] != answers->list[i].stones[j]) known++;
            if (known == count && count < UNITED_MAX)
                stones[count++] = answers->list[i].stones[j];
            else if (known == count)
                return 0;
        }
    return count;
}

/* Whether the attacker, having made threats that take p stones to block, wins against all answers.
 */
static bool threats_defence_fails(struct memory *memory, const struct threats *threats, int turns,
                                  bool careful) {
    struct answers answers = {0};
    struct turn none = {0};
    uint16_t united[UNITED_MAX];
    threats_answers_extend(threats, memory->rules->p, &none, &answers);
    int count = threats_unite(&answers, united);
    if (count > 0 && threats_attack_after(memory, united, count, turns, false)) return true;
    if (!careful) return false;
    for (int i = 0; i < answers.count; i++)
        if (!threats_attack_after(memory, answers.list[i].stones, answers.list[i].count, turns,
                                  true))
            return false;
    return true;
}

static bool threats_turn_wins(struct memory *memory, const struct task *task,
                              const struct turn *turn, int turns, bool careful) {
    struct threats threats;
    threats_turn_put(memory, memory->attacker, turn->stones, turn->count);
    threats_own(memory, task, turn, &threats);
    bool wins = threats_defence_fails(memory, &threats, turns, careful);
    threats_turn_take(memory, memory->attacker, turn->stones, turn->count);
    return wins;
}

/* Whether the attacker, to place `left` stones and unable to win at once, wins within that many
 * turns of threats. The turn is put into `best`, if asked for. */
static bool threats_attack_own(struct memory *memory, int left, const struct threats *own,
                               const struct threats *opposing, int turns, bool careful,
                               struct turn *best) {
    struct task task = {.own = own, .opposing = opposing};
    struct turn turn = {0};
    int first = memory->attack_count;
    threats_useful_scan(memory, left, &task);
    for (int w = 0; w < CONNECT_WORDS && best; w++) task.empty[w] &= ~memory->barred[w];
    bool wins = threats_attacks_extend(memory, &task, &turn, left, false);
    int last = memory->attack_count;
    for (int i = first; i < last && turns > 1 && !wins && !threats_stop(memory); i++) {
        turn = memory->attacks[i];
        wins = threats_turn_wins(memory, &task, &turn, turns - 1, careful);
    }
    memory->attack_count = first;
    if (wins && best) *best = turn;
    return wins;
}

static bool threats_attack(struct memory *memory, const struct threats *opposing, int turns,
                           bool careful) {
    static const struct threats none;
    const struct connect_rules *rules = memory->rules;
    uint64_t hash = memory->board->hash ^ rules->turn_keys[memory->attacker][rules->p];
    uint64_t key = mix64(hash + memory->salt) + careful;
    struct entry *entry = &memory->table[key & memory->used_mask];
    if (entry->key != key) *entry = (struct entry){.key = key};
    if (entry->won > 0 && entry->won <= turns) return true;
    if (entry->lost >= turns || threats_stop(memory)) return false;
    bool wins = threats_attack_own(memory, rules->p, &none, opposing, turns, careful, NULL);
    if (memory->stopped && !wins) return false;
    if (entry->key != key) *entry = (struct entry){.key = key};
    if (wins)
        entry->won = (uint8_t)turns;
    else
        entry->lost = (uint8_t)turns;
    return wins;
}

/* ---- the root ------------------------------------------------------------------------------ */

/* A position at the beginning of a search, the attacker to place `left` stones. */
struct root {
    int left;
    struct threats own, opposing;
};

static void threats_root_set(struct memory *memory, int left, struct root *root) {
    const struct connect_rules *rules = memory->rules;
    root->left = left;
    root->own.count = root->opposing.count = 0;
    threats_scan(rules, memory->board, memory->attacker, rules->p, &root->own);
    threats_scan(rules, memory->board, !memory->attacker, rules->p, &root->opposing);
}

/* The fewest turns within which the attacker was found to win, in either way; 0: none. */
static int threats_attack_root(struct memory *memory, const struct root *root, int turns,
                               bool careful, struct turn *best) {
    for (int n = 1; n <= turns && !threats_stop(memory); n++)
        if (threats_attack_own(memory, root->left, &root->own, &root->opposing, n, careful, best))
            return n;
    return 0;
}

static void threats_memory_set(struct memory *memory, const struct game *game, const void *state) {
    memcpy(memory->board, state, game->state_size);
    memory->attacker = memory->board->side;
    memory->board->hash ^= memory->rules->turn_keys[memory->board->side][memory->board->left];
    memory->nodes = memory->nodes_at_clock = 0;
    memory->deadline = 0;
    memory->stopped = false;
    memset(memory->barred, 0, sizeof memory->barred);
}

static bool threats_speak(const struct connect_rules *rules, const struct connect_state *state) {
    return rules->p <= THREAT_STONES_MAX && state->left <= THREAT_STONES_MAX;
}

/* The stones that complete a road in this turn. */
static bool threats_complete(const struct memory *memory, int left, struct turn *turn) {
    struct threats own = {.count = 0};
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

static void threats_line_add(struct memory *memory, int side, const struct turn *turn,
                             struct search_result *out) {
    threats_turn_put(memory, side, turn->stones, turn->count);
    for (int i = 0; i < turn->count && out->pv_length < SEARCH_DEPTH_MAX; i++)
        out->pv[out->pv_length++] = turn->stones[i];
    out->depth += turn->count;
}

/* The defender fills his turn with blocking stones, the attacker completes a road. */
static void threats_line_end(struct memory *memory, const struct threats *threats, int need,
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
static int threats_line_answer(struct memory *memory, const struct threats *threats, int turns,
                               struct turn *next, struct search_result *out) {
    struct answers answers = {0};
    struct turn turn = {0};
    int longest = 0, chosen = 0;
    threats_answers_extend(threats, memory->rules->p, &turn, &answers);
    for (int i = 0; i < answers.count; i++) {
        struct root root;
        threats_turn_put(memory, !memory->attacker, answers.list[i].stones, answers.list[i].count);
        threats_root_set(memory, memory->rules->p, &root);
        int n = threats_attack_root(memory, &root, turns, false, &turn);
        if (n == 0) n = threats_attack_root(memory, &root, turns, true, &turn);
        threats_turn_take(memory, !memory->attacker, answers.list[i].stones, answers.list[i].count);
        if (n == 0) return 0;
        if (n <= longest) continue;
        longest = n, chosen = i, *next = turn;
    }
    threats_line_add(memory, !memory->attacker, &answers.list[chosen], out);
    return longest;
}

/* False if a limit was reached on the way. */
static bool threats_line_find(struct memory *memory, int turns, const struct turn *turn,
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

static void threats_limits_set(struct memory *memory, const struct search_limits *limits) {
    memory->nodes_max = NODES_MAX;
    if (limits->nodes > 0 && limits->nodes < NODES_MAX) memory->nodes_max = limits->nodes;
    if (limits->seconds > 0) memory->deadline = clock_seconds() + limits->seconds;
    for (int i = 0; i < limits->except_count; i++)
        memory->barred[limits->except[i] >> 6] |= UINT64_C(1) << (limits->except[i] & 63);
}

/* Half of the nodes are for the quick way of search, a quarter for the careful one, the rest for
 * the line. */
static bool threats_solve_attack(struct memory *memory, int left, int turns_max,
                                 struct search_result *out) {
    struct root root;
    struct turn turn;
    uint64_t quarter = memory->nodes_max / 4;
    int turns = 0;
    threats_root_set(memory, left, &root);
    for (int careful = 0; careful < 2 && turns == 0; careful++) {
        memory->nodes_max = (uint64_t)(2 + careful) * quarter;
        memory->stopped = false;
        turns = threats_attack_root(memory, &root, turns_max, careful, &turn);
    }
    memory->nodes_max = 4 * quarter;
    memory->stopped = false;
    return turns > 0 && threats_line_find(memory, turns, &turn, out);
}

static bool threats_solve(const struct game *game, void *memory_, const void *state_,
                          const struct search_limits *limits, struct search_result *out) {
    struct memory *memory = memory_;
    const struct connect_state *state = state_;
    if (limits->threats == 0 || !threats_speak(memory->rules, state)) return false;
    threats_memory_set(memory, game, state);
    threats_limits_set(memory, limits);
    memory->used_mask = memory->mask;
    *out = (struct search_result){0};
    struct turn turn;
    if (threats_complete(memory, state->left, &turn))
        threats_line_add(memory, memory->attacker, &turn, out);
    else if (!threats_solve_attack(memory, state->left, min_int(limits->threats, TURNS_MAX), out))
        return false;
    out->move = out->pv[0];
    out->score = SCORE_WIN + 1 + memory->board->empties;
    out->nodes = memory->nodes;
    return true;
}

/* A win takes at most p stones of either side for each turn of threats, then those of the end: the
 * value is at least what is left then. */
static bool threats_settle_attack(struct memory *memory, const struct connect_state *state,
                                  int turns_max, int32_t *value) {
    struct root root;
    struct turn turn;
    threats_root_set(memory, state->left, &root);
    int turns = threats_attack_root(memory, &root, turns_max, false, &turn);
    int stones = state->left + 2 * turns * memory->rules->p;
    *value = SCORE_WIN + max_int(1, 1 + state->empties - stones);
    return turns > 0;
}

static bool threats_settle(const struct game *game, void *memory_, const void *state_,
                           const struct search_limits *limits, int32_t *value) {
    struct memory *memory = memory_;
    const struct connect_rules *rules = memory->rules;
    const struct connect_state *state = state_;
    if (limits->leaf_threats == 0 || !threats_speak(rules, state)) return false;
    struct turn turn;
    threats_memory_set(memory, game, state);
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
    bool proved =
        threats_settle_attack(memory, state, min_int(limits->leaf_threats, TURNS_MAX), value);
    memory->salt = salt;
    return proved;
}

static const char *connect_threats_belong(const struct search_limits *limits,
                                          const struct game *game) {
    (void)limits;
    return game->expert == &connect_threats ? NULL : "Connect";
}

static const char *connect_leaf_threats_belong(const struct search_limits *limits,
                                               const struct game *game) {
    const char *owner = connect_threats_belong(limits, game);
    return owner ? owner : limits_need_search(limits, game);
}

static const struct search_setting connect_threats_settings[] = {
    {.name = "threats",
     .argument = "N",
     .doc = "Connect: turns of threats looked ahead for a win; 0: none",
     .kind = OPTION_INT,
     .offset = offsetof(struct search_limits, threats),
     .upper = TURNS_MAX,
     .usual = 15,
     .words = "threats %s",
     .belongs = connect_threats_belong},
    {.name = "leaf-threats",
     .argument = "N",
     .doc = "Connect: the same at the leaves of the search",
     .kind = OPTION_INT,
     .offset = offsetof(struct search_limits, leaf_threats),
     .upper = TURNS_MAX,
     .words = "leaf threats %s",
     .salt = 2,
     .belongs = connect_leaf_threats_belong},
    {0}};

const struct expert connect_threats = {
    .doc = "wins by threats that take a whole turn to block, and forced replies",
    .settings = connect_threats_settings,
    .memory_new = threats_memory_new,
    .memory_free = threats_memory_free,
    .memory_forget = threats_memory_forget,
    .solve = threats_solve,
    .settle = threats_settle,
    .forced = connect_forced,
};
