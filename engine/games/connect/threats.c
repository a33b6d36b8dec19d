/*
 * Threats by scanning roads, the fewest stones that block them, and from these the forced replies,
 * the only moves that the search then tries.
 */
#include "engine/games/connect/threats.h"

/* ---- finding threats ----------------------------------------------------------------------- */

static void threat_add(const struct connect_rules *rules, const struct connect_state *state,
                       int side, int road, struct threats *out) {
    struct threat *threat = &out->list[out->count++];
    threat->count = 0;
    int point = rules->road_point[road];
    for (int i = 0; i < rules->k; i++, point += rules->road_step[road])
        if (!connect_bit(state->stones[side], point))
            threat->points[threat->count++] = (uint16_t)point;
}

void threats_scan(const struct connect_rules *rules, const struct connect_state *state, int side,
                  int stones, struct threats *out) {
    for (int first = 0; first < rules->roads; first += 8) {
        uint64_t enough = threats_enough(rules, state, side, stones, first);
        for (; enough; enough &= enough - 1) {
            int road = first + __builtin_ctzll(enough) / 8;
            if (road < rules->roads && road_lacks(rules, state->roads[road], side) <= stones)
                threat_add(rules, state, side, road, out);
        }
    }
}

void threats_through(const struct connect_rules *rules, const struct connect_state *state, int side,
                     int stones, int point, struct threats *out) {
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        const struct connect_span *span = &rules->spans[point][d];
        uint64_t enough = threats_enough(rules, state, side, stones, span->road);
        if (span->count < 8) enough &= (UINT64_C(1) << 8 * span->count) - 1;
        for (; enough; enough &= enough - 1) {
            int road = span->road + __builtin_ctzll(enough) / 8;
            if (road_lacks(rules, state->roads[road], side) <= stones)
                threat_add(rules, state, side, road, out);
        }
    }
}

/* ---- blocking them ------------------------------------------------------------------------- */

static bool threat_blocked(const struct threat *threat, const struct turn *turn) {
    for (int i = 0; i < turn->count; i++)
        for (int j = 0; j < threat->count; j++)
            if (threat->points[j] == turn->stones[i]) return true;
    return false;
}

const struct threat *threats_open(const struct threats *threats, int lacks,
                                  const struct turn *turn) {
    for (int i = 0; i < threats->count; i++)
        if (threats->list[i].count <= lacks && !threat_blocked(&threats->list[i], turn))
            return &threats->list[i];
    return NULL;
}

bool threats_block(const struct threats *threats, int lacks, int stones, struct turn *turn) {
    const struct threat *open = threats_open(threats, lacks, turn);
    if (!open) return true;
    if (stones == 0) return false;
    for (int i = 0; i < open->count; i++) {
        turn->stones[turn->count++] = open->points[i];
        if (threats_block(threats, lacks, stones - 1, turn)) return true;
        turn->count--;
    }
    return false;
}

int threats_need(const struct threats *threats, int stones, int p, struct turn *turn) {
    for (int lacks = 1; lacks <= p; lacks++) {
        struct turn tried = {0};
        if (!threats_block(threats, lacks, stones, &tried)) return lacks;
        *turn = tried;
    }
    return 0;
}

void threats_add_points(const struct threats *threats, uint64_t *set) {
    for (int i = 0; i < threats->count; i++)
        for (int j = 0; j < threats->list[i].count; j++)
            connect_add(set, threats->list[i].points[j]);
}

/* ---- forced replies ------------------------------------------------------------------------ */

/* Keeps the moves after which the rest of the turn can still block all threats, those that block
 * none if it can do so alone; their count. */
static int threats_keep_saving(const struct threats *threats, int p, int left,
                               struct candidate *list, int count) {
    struct turn none = {0};
    uint64_t blocking[CONNECT_WORDS] = {0};
    bool time_to_spare = threats_block(threats, p, left - 1, &none);
    int kept = 0;
    threats_add_points(threats, blocking);
    for (int i = 0; i < count; i++) {
        struct turn turn = {1, {list[i].move}};
        if (connect_bit(blocking, list[i].move) ? threats_block(threats, p, left - 1, &turn)
                                                : time_to_spare)
            list[kept++] = list[i];
    }
    return kept;
}

/* The loser completes its turn first, so the stones left at the end are known (threats_need). Where
 * not all moves are in the list, one that saves may be missing: then nothing is proved. */
int threats_forced(const struct game *game, const struct connect_state *state,
                   struct candidate *list, int count, int32_t *value) {
    const struct connect_rules *rules = connect_rules(game);
    if (connect_is_drawn(rules, state)) return *value = 0;
    if (rules->p > THREAT_STONES_MAX || state->left > THREAT_STONES_MAX) return count;
    struct threats threats;
    struct turn turn = {0};
    threats.count = 0;
    threats_scan(rules, state, !state->side, rules->p, &threats);
    int need = threats_need(&threats, state->left, rules->p, &turn);
    if (need > 0) {
        *value = -(SCORE_WIN + 1 + state->empties - state->left - need);
        return 0;
    }
    struct candidate saving[GAME_MOVES_MAX];
    memcpy(saving, list, (size_t)count * sizeof *list);
    int kept = threats_keep_saving(&threats, rules->p, state->left, saving, count);
    if (kept == 0) return count;
    memcpy(list, saving, (size_t)kept * sizeof *list);
    return kept;
}
