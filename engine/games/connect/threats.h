/*
 * connect_threats: what a side of Connect must answer. A threat is a live road on which its owner
 * can complete k in a row within one turn: it lacks at most p stones. A side to move that cannot
 * win in this very turn must put a stone on an empty point of every threat against it, or lose in
 * the next one (Wu & Huang 2005).
 */
#ifndef HONE_ENGINE_GAMES_CONNECT_THREATS_H
#define HONE_ENGINE_GAMES_CONNECT_THREATS_H

#include <string.h>

#include "engine/game/expert.h"
#include "engine/games/connect/rules.h"
#include "engine/search/search.h"

enum {
    /* Variants with longer turns are played without knowledge of threats: what blocks them all is
     * tried out by up to p^p combinations. */
    THREAT_STONES_MAX = 4,
};

/* The empty points of a road that is a threat, or that two turns complete. */
struct threat {
    uint8_t count;
    uint16_t points[2 * THREAT_STONES_MAX];
};

struct threats {
    int count;
    struct threat list[CONNECT_ROADS_MAX];
};

/* A set of points, as many as a turn has stones. */
struct turn {
    int count;
    uint16_t stones[THREAT_STONES_MAX];
};

/* The stones that `side` lacks on a road; more than any turn has if it can never be completed. */
static inline int road_lacks(const struct connect_rules *rules, connect_road road, int side) {
    int own = side == 0 ? road & 15 : road >> 4, other = side == 0 ? road >> 4 : road & 15;
    return other > 0 ? CONNECT_K_MAX + 1 : rules->k - own;
}

/* Of eight roads, from `first` on, those with enough stones of `side`, lacking at most `stones`:
 * the highest of four bits in the byte of each. What is added to a count of stones sets that bit
 * where it is large enough. The other side's stones are seen to afterwards. */
static inline uint64_t threats_enough(const struct connect_rules *rules,
                                      const struct connect_state *state, int side, int stones,
                                      int first) {
    const uint64_t each = 0x0101010101010101u;
    const uint64_t more = each * (uint64_t)(8 - max_int(0, rules->k - stones));
    _Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the lowest byte comes first");
    uint64_t eight;
    memcpy(&eight, &state->roads[first], sizeof eight);
    return (((side == 0 ? eight : eight >> 4) & 15 * each) + more) & 8 * each;
}

/* Whether some road lacks at most `stones` stones of `side`. */
static inline bool connect_can_complete(const struct connect_rules *rules,
                                        const struct connect_state *state, int side, int stones) {
    int roads = stones >= rules->k ? state->census[CONNECT_EMPTY] : 0;
    for (int n = max_int(1, rules->k - stones); n < rules->k; n++)
        roads += state->census[connect_live(side, n)];
    return roads > 0;
}

/* Adds the roads of `side` that lack at most `stones`, of the whole board. */
void threats_scan(const struct connect_rules *rules, const struct connect_state *state, int side,
                  int stones, struct threats *out);

/* The same for the roads through one point. A road may come to be in the list more than once. */
void threats_through(const struct connect_rules *rules, const struct connect_state *state, int side,
                     int stones, int point, struct threats *out);

/* Adds the points where a stone blocks a threat. */
void threats_add_points(const struct threats *threats, uint64_t *set);

/* The first threat that lacks at most `lacks` stones and has none of the turn's; NULL: none. */
const struct threat *threats_open(const struct threats *threats, int lacks,
                                  const struct turn *turn);

/* Whether `stones` more stones than those of `turn` can block all threats that lack at most
 * `lacks` stones; if so, they are added to `turn` (fewer if fewer do). */
bool threats_block(const struct threats *threats, int lacks, int stones, struct turn *turn);

/* How many stones the owner of the threats needs at least to complete one of them after the other
 * side has placed `stones`; 0: all can be blocked. The best defence is in `turn`. */
int threats_need(const struct threats *threats, int stones, int p, struct turn *turn);

/* Whether neither side can complete a road any more. */
static inline bool connect_is_drawn(const struct connect_rules *rules,
                                    const struct connect_state *state) {
    return state->census[CONNECT_DEAD] == rules->roads;
}

/* Whether not every move is worth a look: the side to move is threatened and cannot win in this
 * very turn, or the game is drawn. */
static inline bool connect_is_forced(const struct connect_rules *rules,
                                     const struct connect_state *state) {
    return connect_is_drawn(rules, state) ||
           (connect_can_complete(rules, state, !state->side, rules->p) &&
            !connect_can_complete(rules, state, state->side, state->left));
}

/* connect_forced where connect_is_forced. */
int threats_forced(const struct game *game, const struct connect_state *state,
                   struct candidate *list, int count, int32_t *value);

/* As in struct expert. */
static inline int connect_forced(const struct game *game, const void *state, struct candidate *list,
                                 int count, int32_t *value) {
    if (!connect_is_forced(connect_rules(game), state)) return count;
    return threats_forced(game, state, list, count, value);
}

/* What the struct search_ops of every evaluator says of the game. */
#define CONNECT_SEARCH_OPS                                                                         \
    .side = connect_side, .over = connect_over, .margin = connect_margin, .play = connect_play,    \
    .hash = connect_hash, .forced = connect_forced

#endif
