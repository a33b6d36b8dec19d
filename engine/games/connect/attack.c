/*
 * Threat-space search: a turn of the attacker that leaves at least p threats to block makes the
 * defender spend its whole turn on blocking them; one that leaves more than that wins (Wu & Huang
 * 2005; with p = 1 these are gomoku's sequences of fours).
 *
 * The defence is searched in two ways. The `careful` one tries every single answer. In the other
 * the defender places all stones of all answers at once (Wu's conservative defence). What wins
 * against that wins against every answer, since an answer leaves the defender fewer stones and the
 * attacker at least the same threats. That makes the search one of a single player, deep in no
 * time, but it misses some wins. So it goes first, and replaces the single answers wherever it
 * proves the win.
 *
 * Either way the defender's own threats count: the attacker has not won while the defender has a
 * road to complete, and must block such threats by the very turn that makes the next ones.
 */
#include "engine/games/connect/attack.h"

#include <string.h>

static bool attack_stop(struct threats_memory *memory) {
    if (memory->nodes >= memory->nodes_max || halt_step(memory->halt)) memory->stopped = true;
    return memory->stopped;
}

void attack_begin(struct threats_memory *memory, const struct game *game,
                  const struct connect_state *state, int attacker, struct halt *halt) {
    memcpy(memory->board, state, game->state_size);
    memory->attacker = attacker;
    memory->board->hash ^= memory->rules->turn_keys[state->side][state->left];
    memory->used_mask = memory->mask;
    memory->nodes = 0;
    memory->nodes_max = UINT64_MAX;
    memory->halt = halt ? halt : &memory->own_halt;
    if (!halt) halt_begin(&memory->own_halt, 0, NULL);
    memory->stopped = false;
    memset(memory->barred, 0, sizeof memory->barred);
}

/* ---- the board ----------------------------------------------------------------------------- */

/* A span's roads, eight at most, at once. */
static void attack_stone_put(struct threats_memory *memory, int side, int point, int count) {
    struct connect_state *board = memory->board;
    const uint64_t stone = 0x0101010101010101u << (side == 0 ? 0 : 4);
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        const struct connect_span *span = &memory->rules->spans[point][d];
        uint64_t roads,
            change = span->count < 8 ? stone & ((UINT64_C(1) << 8 * span->count) - 1) : stone;
        memcpy(&roads, &board->roads[span->road], sizeof roads);
        roads += count > 0 ? change : -change;
        memcpy(&board->roads[span->road], &roads, sizeof roads);
    }
    board->stones[side][point >> 6] ^= UINT64_C(1) << (point & 63);
    board->hash ^= memory->rules->stone_keys[side][point];
    board->empties = (int16_t)(board->empties - count);
}

void attack_stones_put(struct threats_memory *memory, int side, const uint16_t *stones, int count) {
    for (int i = 0; i < count; i++) attack_stone_put(memory, side, stones[i], 1);
}

void attack_stones_take(struct threats_memory *memory, int side, const uint16_t *stones,
                        int count) {
    for (int i = 0; i < count; i++) attack_stone_put(memory, side, stones[i], -1);
}

static void attack_threats_of(struct threats_memory *memory, int side, const uint16_t *stones,
                              int count, struct threats *out) {
    out->count = 0;
    for (int i = 0; i < count; i++)
        threats_through(memory->rules, memory->board, side, memory->rules->p, stones[i], out);
}

/* ---- turns that attack --------------------------------------------------------------------- */

/* What a position asks of the attacker's turn: it must block the defender's threats. The attacker
 * has threats already only in the middle of a turn. */
struct task {
    const struct threats *own, *opposing;
    uint64_t empty[CONNECT_WORDS];
    uint64_t useful[THREAT_STONES_MAX + 1][CONNECT_WORDS]; /* by stones left in the turn */
};

static void attack_road_add(const struct connect_rules *rules, int road, uint64_t *set) {
    int point = rules->road_point[road];
    for (int i = 0; i < rules->k; i++, point += rules->road_step[road]) connect_add(set, point);
}

/* The points that make a threat with that many stones more. */
static void attack_useful_scan(const struct threats_memory *memory, struct task *task) {
    const struct connect_rules *rules = memory->rules;
    memset(task->useful, 0, sizeof task->useful);
    for (int first = 0; first < rules->roads; first += 8) {
        uint64_t enough =
            threats_enough(rules, memory->board, memory->attacker, 2 * rules->p, first);
        for (; enough; enough &= enough - 1) {
            int road = first + __builtin_ctzll(enough) / 8;
            if (road >= rules->roads) break;
            int lacks = road_lacks(rules, memory->board->roads[road], memory->attacker);
            for (int n = max_int(1, lacks - rules->p); n <= rules->p; n++)
                attack_road_add(rules, road, task->useful[n]);
        }
    }
    for (int w = 0; w < CONNECT_WORDS; w++)
        task->empty[w] = connect_empty_word(rules, memory->board, w);
}

/* The same after some stones of the turn: the roads through them have become better. */
static void attack_useful_add(const struct threats_memory *memory, const struct turn *turn,
                              int left, uint64_t *set) {
    const struct connect_rules *rules = memory->rules;
    for (int j = 0; j < turn->count; j++)
        for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
            const struct connect_span *span = &rules->spans[turn->stones[j]][d];
            for (int i = 0; i < span->count; i++) {
                int road = span->road + i;
                if (road_lacks(rules, memory->board->roads[road], memory->attacker) <=
                    rules->p + left)
                    attack_road_add(rules, road, set);
            }
        }
}

static void attack_threats_own(struct threats_memory *memory, const struct task *task,
                               const struct turn *turn, struct threats *out) {
    attack_threats_of(memory, memory->attacker, turn->stones, turn->count, out);
    for (int i = 0; i < task->own->count; i++) {
        const struct threat *threat = &task->own->list[i];
        bool stale = false;
        for (int j = 0; j < threat->count; j++)
            stale =
                stale || connect_bit(memory->board->stones[memory->attacker], threat->points[j]);
        if (!stale) out->list[out->count++] = *threat;
    }
}

/* Whether the defender must spend at least its whole turn. */
static bool attack_forces_all(struct threats_memory *memory, const struct task *task,
                              const struct turn *turn, struct threats *threats) {
    struct turn tried = {0};
    attack_threats_own(memory, task, turn, threats);
    return !threats_block(threats, CONNECT_K_MAX, memory->rules->p - 1, &tried);
}

/* The points worth trying next. A stone that alone makes no threat with the rest of the turn must
 * do so with the others on a common road. Once the threats are enough, stones that prepare the next
 * ones or block. */
static void attack_points(const struct threats_memory *memory, const struct task *task,
                          const struct turn *turn, int left, bool free, uint64_t *set) {
    const int p = memory->rules->p;
    bool alone = true;
    for (int i = 0; i < turn->count && !free; i++)
        alone = alone && connect_bit(task->useful[left], turn->stones[i]);
    if (free || alone)
        memcpy(set, task->useful[free ? p : left], sizeof task->useful[p]);
    else
        memset(set, 0, sizeof task->useful[p]);
    attack_useful_add(memory, turn, free ? p : left, set);
    if (free) threats_add_points(task->opposing, set);
}

/* The windows of a span that lack no more than two turns' stones, as bits. */
static uint32_t attack_windows(const struct threats_memory *memory,
                               const struct connect_span *span) {
    const struct connect_rules *rules = memory->rules;
    uint64_t enough =
        threats_enough(rules, memory->board, memory->attacker, 2 * rules->p, span->road);
    if (span->count < 8) enough &= (UINT64_C(1) << 8 * span->count) - 1;
    uint32_t windows = 0;
    for (; enough; enough &= enough - 1) {
        int i = __builtin_ctzll(enough) / 8;
        if (road_lacks(rules, memory->board->roads[span->road + i], memory->attacker) <=
            2 * rules->p)
            windows |= 1u << i;
    }
    return windows;
}

/* Adds the points where a second stone makes, with one on `first`, threats on their line that no
 * single stone blocks: no empty point is common to all; neither makes threats alone, or the second
 * does. Nine of ten pairs are none of these, and are not tried. */
static void attack_partners_along(const struct threats_memory *memory, const struct task *task,
                                  int first, int d, uint64_t *set) {
    const struct connect_rules *rules = memory->rules;
    const struct connect_span *span = &rules->spans[first][d];
    const int k = rules->k, points = span->count + k - 1;
    uint32_t windows = span->count > 0 ? attack_windows(memory, span) : 0, own = 0;
    if (windows == 0) return;
    for (int i = 0, point = span->point; i < points; i++, point += rules->steps[d])
        if (point == first || connect_bit(memory->board->stones[memory->attacker], point))
            own |= 1u << i;
    for (int i = 0, point = span->point; i < points; i++, point += rules->steps[d]) {
        uint32_t through = windows & (uint32_t)((((UINT64_C(1) << k) - 1) << i) >> (k - 1));
        if (through == 0 || own >> i & 1) continue;
        int low = __builtin_ctz(through), high = 31 - __builtin_clz(through);
        uint32_t common = ((1u << (k + low - high)) - 1) << high;
        if (connect_bit(task->useful[1], point) || (common & ~(own | 1u << i)) == 0)
            connect_add(set, point);
    }
}

static bool attack_extend(struct threats_memory *memory, const struct task *task, struct turn *turn,
                          int left, bool free);

/* The turns of two stones that begin with one that makes no threats alone. */
static bool attack_extend_pair(struct threats_memory *memory, const struct task *task,
                               struct turn *turn, int first) {
    uint64_t set[CONNECT_WORDS] = {0};
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) attack_partners_along(memory, task, first, d, set);
    for (int w = first >> 6; w < CONNECT_WORDS; w++)
        for (uint64_t word = set[w] & task->empty[w]; word; word &= word - 1) {
            uint16_t stones[] = {(uint16_t)first, (uint16_t)(64 * w + __builtin_ctzll(word))};
            if (stones[1] <= first) continue;
            *turn = (struct turn){2, {stones[0], stones[1]}};
            attack_stones_put(memory, memory->attacker, stones, 2);
            bool wins = attack_extend(memory, task, turn, 0, false);
            attack_stones_take(memory, memory->attacker, stones, 2);
            if (wins) return true;
            turn->count = 0;
        }
    return false;
}

/* Tries all turns that begin with `turn`, `left` stones more, ascending points but for those that
 * come after threats enough: these are free. True: the last one wins. */
static bool attack_extend(struct threats_memory *memory, const struct task *task, struct turn *turn,
                          int left, bool free) {
    const struct connect_rules *rules = memory->rules;
    struct turn tried = *turn;
    if (halt_step(memory->halt)) {
        memory->stopped = true;
        return false;
    }
    if (!threats_block(task->opposing, CONNECT_K_MAX, left, &tried)) return false;
    struct threats threats;
    if (!free) free = attack_forces_all(memory, task, turn, &threats);
    if (left == 0) {
        tried.count = 0;
        memory->nodes++;
        if (!free) return false;
        attack_threats_own(memory, task, turn, &threats);
        if (memory->attack_count < ATTACK_STACK_MAX)
            memory->attacks[memory->attack_count++] = *turn;
        else
            memory->deeper = true; /* not all attacks are tried, so finding none proves nothing */
        return !threats_block(&threats, CONNECT_K_MAX, rules->p, &tried);
    }
    uint64_t set[CONNECT_WORDS];
    attack_points(memory, task, turn, left, free, set);
    bool pairs = !free && rules->p == 2 && left == 2;
    int last = turn->count > 0 && !free ? turn->stones[turn->count - 1] : -1;
    for (int w = 0; w < CONNECT_WORDS; w++)
        for (uint64_t word = set[w] & task->empty[w]; word; word &= word - 1) {
            int point = 64 * w + __builtin_ctzll(word);
            if (point <= last || connect_bit(memory->board->stones[memory->attacker], point))
                continue;
            if (pairs && !connect_bit(task->useful[1], point)) {
                if (attack_extend_pair(memory, task, turn, point)) return true;
                continue;
            }
            turn->stones[turn->count++] = (uint16_t)point;
            attack_stone_put(memory, memory->attacker, point, 1);
            bool wins = attack_extend(memory, task, turn, left - 1, free);
            attack_stone_put(memory, memory->attacker, point, -1);
            if (wins) return true;
            turn->count--;
        }
    return false;
}

/* ---- the search ---------------------------------------------------------------------------- */

static bool attack_wins(struct threats_memory *memory, const struct threats *opposing, int turns,
                        bool careful);

static bool attack_wins_after(struct threats_memory *memory, const uint16_t *stones, int count,
                              int turns, bool careful) {
    struct threats opposing;
    int defender = !memory->attacker;
    attack_stones_put(memory, defender, stones, count);
    attack_threats_of(memory, defender, stones, count, &opposing);
    bool wins = attack_wins(memory, &opposing, turns, careful);
    attack_stones_take(memory, defender, stones, count);
    return wins;
}

static void attack_answers_extend(const struct threats *threats, int left, struct turn *turn,
                                  struct attack_answers *out) {
    const struct threat *open = threats_open(threats, CONNECT_K_MAX, turn);
    if (!open) out->list[out->count++] = *turn;
    if (!open || left == 0) return;
    for (int i = 0; i < open->count; i++) {
        turn->stones[turn->count++] = open->points[i];
        attack_answers_extend(threats, left - 1, turn, out);
        turn->count--;
    }
}

void attack_answers_find(const struct threats *threats, int p, struct attack_answers *out) {
    struct turn none = {0};
    out->count = 0;
    attack_answers_extend(threats, p, &none, out);
}

int attack_answers_unite(const struct attack_answers *answers, uint16_t stones[ATTACK_UNITED_MAX]) {
    int count = 0;
    for (int i = 0; i < answers->count; i++)
        for (int j = 0; j < answers->list[i].count; j++) {
            int known = 0;
            while (known < count && stones[known] != answers->list[i].stones[j]) known++;
            if (known == count && count < ATTACK_UNITED_MAX)
                stones[count++] = answers->list[i].stones[j];
            else if (known == count)
                return 0;
        }
    return count;
}

/* Whether the attacker, having made threats that take p stones to block, wins against all answers.
 */
static bool attack_beats_answers(struct threats_memory *memory, const struct threats *threats,
                                 int turns, bool careful) {
    struct attack_answers answers;
    uint16_t united[ATTACK_UNITED_MAX];
    attack_answers_find(threats, memory->rules->p, &answers);
    int count = attack_answers_unite(&answers, united);
    if (count > 0 && attack_wins_after(memory, united, count, turns, false)) return true;
    if (!careful) return false;
    for (int i = 0; i < answers.count; i++)
        if (!attack_wins_after(memory, answers.list[i].stones, answers.list[i].count, turns, true))
            return false;
    return true;
}

static bool attack_turn_wins(struct threats_memory *memory, const struct task *task,
                             const struct turn *turn, int turns, bool careful) {
    struct threats threats;
    attack_stones_put(memory, memory->attacker, turn->stones, turn->count);
    attack_threats_own(memory, task, turn, &threats);
    bool wins = attack_beats_answers(memory, &threats, turns, careful);
    attack_stones_take(memory, memory->attacker, turn->stones, turn->count);
    return wins;
}

/* Whether the attacker, to place `left` stones and unable to win at once, wins within that many
 * turns of threats. The turn is put into `best`, if asked for. */
static bool attack_wins_first(struct threats_memory *memory, int left, const struct threats *own,
                              const struct threats *opposing, int turns, bool careful,
                              struct turn *best) {
    struct task task = {.own = own, .opposing = opposing};
    struct turn turn = {0};
    int first = memory->attack_count;
    attack_useful_scan(memory, &task);
    for (int w = 0; w < CONNECT_WORDS && best; w++) task.empty[w] &= ~memory->barred[w];
    bool wins = attack_extend(memory, &task, &turn, left, false);
    int last = memory->attack_count;
    memory->deeper = memory->deeper || (turns == 1 && last > first);
    for (int i = first; i < last && turns > 1 && !wins && !attack_stop(memory); i++) {
        turn = memory->attacks[i];
        wins = attack_turn_wins(memory, &task, &turn, turns - 1, careful);
    }
    memory->attack_count = first;
    if (wins && best) *best = turn;
    return wins;
}

static bool attack_wins(struct threats_memory *memory, const struct threats *opposing, int turns,
                        bool careful) {
    static const struct threats none;
    const struct connect_rules *rules = memory->rules;
    uint64_t hash = memory->board->hash ^ rules->turn_keys[memory->attacker][rules->p];
    uint64_t key = mix64(hash + memory->salt) + careful;
    /* The slot does not depend on the salt: replacement is the same in every game. */
    struct attack_entry *entry = &memory->table[(mix64(hash) + careful) & memory->used_mask];
    if (entry->key != key) *entry = (struct attack_entry){.key = key};
    if (entry->won > 0 && entry->won <= turns) return true;
    if (entry->lost >= turns) memory->deeper = memory->deeper || entry->lost <= ATTACK_TURNS_MAX;
    if (entry->lost >= turns || attack_stop(memory)) return false;
    bool deeper = memory->deeper;
    memory->deeper = false;
    bool wins = attack_wins_first(memory, rules->p, &none, opposing, turns, careful, NULL);
    if (memory->stopped && !wins) return false;
    if (entry->key != key) *entry = (struct attack_entry){.key = key};
    if (wins)
        entry->won = (uint8_t)turns;
    else
        entry->lost = (uint8_t)(memory->deeper ? turns : ATTACK_TURNS_MAX + 1);
    memory->deeper = memory->deeper || deeper;
    return wins;
}

/* ---- the root ------------------------------------------------------------------------------ */

void attack_root_set(struct threats_memory *memory, int left, struct attack_root *root) {
    const struct connect_rules *rules = memory->rules;
    root->left = left;
    root->own.count = root->opposing.count = 0;
    threats_scan(rules, memory->board, memory->attacker, rules->p, &root->own);
    threats_scan(rules, memory->board, !memory->attacker, rules->p, &root->opposing);
}

/* The fewest turns within which the attacker was found to win, in either way; 0: none. */
int attack_find(struct threats_memory *memory, const struct attack_root *root, int turns,
                bool careful, struct turn *best) {
    memory->deeper = true;
    for (int n = 1; n <= turns && memory->deeper && !attack_stop(memory); n++) {
        memory->deeper = false;
        if (attack_wins_first(memory, root->left, &root->own, &root->opposing, n, careful, best))
            return n;
    }
    return 0;
}
