#include "engine/connect_threats.h"

#include <string.h>

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
    for (int road = 0; road < rules->roads; road++)
        if (road_lacks(rules, state->roads[road], side) <= stones)
            threat_add(rules, state, side, road, out);
}

void threats_through(const struct connect_rules *rules, const struct connect_state *state, int side,
                     int stones, int point, struct threats *out) {
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        const struct connect_span *span = &rules->spans[point][d];
        for (int i = 0; i < span->count; i++)
            if (road_lacks(rules, state->roads[span->road + i], side) <= stones)
                threat_add(rules, state, side, span->road + i, out);
    }
}

/* ---- blocking them ------------------------------------------------------------------------- */

static bool blocked(const struct threat *threat, const struct turn *turn) {
    for (int i = 0; i < turn->count; i++)
        for (int j = 0; j < threat->count; j++)
            if (threat->points[j] == turn->stones[i]) return true;
    return false;
}

const struct threat *threats_open(const struct threats *threats, int lacks,
                                  const struct turn *turn) {
    for (int i = 0; i < threats->count; i++)
        if (threats->list[i].count <= lacks && !blocked(&threats->list[i], turn))
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

/* ---- forced replies ------------------------------------------------------------------------ */

static bool saves(const struct threats *threats, int p, int left, move_t move) {
    struct turn turn = {1, {move}};
    return threats_block(threats, p, left - 1, &turn);
}

/* The loser fills his turn first, so what is left at the end is known (threats_need). Where not all
 * moves are in the list, one that saves may be missing: then nothing is proved. */
int threats_forced(const struct game *game, const struct connect_state *state,
                   struct candidate *list, int count, int32_t *value) {
    const struct connect_rules *rules = connect_rules(game);
    if (connect_is_drawn(rules, state)) return *value = 0;
    if (rules->p > THREAT_STONES_MAX || state->left > THREAT_STONES_MAX) return count;
    struct threats threats;
    struct turn turn = {0};
    threats.count = 0;
    threats_scan(rules, state, !state->side, rules->p, &threats);
    int need = threats_need(&threats, state->left, rules->p, &turn), kept = 0;
    if (need > 0) {
        *value = -(SCORE_WIN + 1 + state->empties - state->left - need);
        return 0;
    }
    struct candidate saving[GAME_MOVES_MAX];
    for (int i = 0; i < count; i++)
        if (saves(&threats, rules->p, state->left, list[i].move)) saving[kept++] = list[i];
    if (kept == 0) return count;
    memcpy(list, saving, (size_t)kept * sizeof *list);
    return kept;
}
