/*
 * The evaluator `distance`: how far each side is from connecting its edges. A point is one step
 * from an edge that it touches, directly or through own stones. Else it is one step more than the
 * second nearest of its neighbours, since the other side can always take the nearest one away (the
 * two-distance of van Rijswijck 2000). A side's distance is the least sum of a point's two
 * distances; the number of points that have it says how hard it is to stop. Bridges are counted
 * too.
 *
 * The neighbours of a point, directly or through own stones, are one set of points for both edges,
 * a bit each; then all points are found that are one step away, two steps, and so on.
 */
#include <string.h>

#include "engine/games/hex/evaluators.h"
#include "engine/games/hex/rules.h"
#include "engine/search/node.h"

enum {
    DISTANCE_WEIGHT_MAX = 10000,
    DISTANCE_PARAMS = 6,
    DISTANCE_WORDS = (HEX_POINTS_MAX + 63) / 64, /* of a set of points */
    DISTANCE_FAR = 2 * HEX_SIDE_MAX,             /* further away, or cut off */
};

static const struct param distance_params[DISTANCE_PARAMS] = {
    {"own", 1000, 0, DISTANCE_WEIGHT_MAX, SCALE_LINEAR, "a step of the own distance"},
    {"opp", 1000, 0, DISTANCE_WEIGHT_MAX, SCALE_LINEAR, "a step of the opposing distance"},
    {"ownways", 50, 0, DISTANCE_WEIGHT_MAX, SCALE_LINEAR, "a point at the own distance"},
    {"oppways", 50, 0, DISTANCE_WEIGHT_MAX, SCALE_LINEAR, "a point at the opposing distance"},
    {"ownbridges", 50, 0, DISTANCE_WEIGHT_MAX, SCALE_LINEAR, "an own bridge"},
    {"oppbridges", 50, 0, DISTANCE_WEIGHT_MAX, SCALE_LINEAR, "an opposing bridge"},
};

/* A board for one side: its empty points, those that touch each of its edges, and what each of them
 * is next to, itself apart. */
struct field {
    const struct hex_rules *rules;
    int side, words;
    uint8_t what[HEX_POINTS_MAX]; /* 0 empty, 1 own, 2 opposing; 3 own, and seen */
    uint64_t empty[DISTANCE_WORDS], touching[2][DISTANCE_WORDS];
    uint64_t near[HEX_POINTS_MAX][DISTANCE_WORDS];
};

static inline void field_set_add(uint64_t *set, int point) {
    set[point / 64] |= UINT64_C(1) << point % 64;
}

static inline void field_set_add_all(uint64_t *set, const uint64_t *more, int words) {
    for (int i = 0; i < words; i++) set[i] |= more[i];
}

/* Whether two sets have two points in common, at least. */
static inline bool field_sets_meet_twice(const uint64_t *a, const uint64_t *b, int words) {
    bool once = false;
    for (int i = 0; i < words; i++) {
        uint64_t both = a[i] & b[i];
        if (both & (both - 1) || (both && once)) return true;
        once |= both != 0;
    }
    return false;
}

static bool field_touches(const struct field *field, bool last, int point) {
    int place = field->side == 0 ? point / field->rules->size : point % field->rules->size;
    return place == (last ? field->rules->size - 1 : 0);
}

/* Own stones that are connected: what is empty around them is next to each other. */
static void field_add_group(struct field *field, int stone) {
    const struct hex_rules *rules = field->rules;
    uint64_t around[DISTANCE_WORDS] = {0};
    uint16_t stones[HEX_POINTS_MAX];
    bool touches[2] = {false};
    int count = 0;
    stones[count++] = (uint16_t)stone;
    field->what[stone] = 3;
    for (int next = 0; next < count; next++) {
        int from = stones[next];
        for (int last = 0; last < 2; last++) touches[last] |= field_touches(field, last, from);
        for (int i = 0; i < rules->neighbour_counts[from]; i++) {
            int to = rules->neighbours[from][i];
            if (field->what[to] == 0) field_set_add(around, to);
            if (field->what[to] != 1) continue;
            field->what[to] = 3;
            stones[count++] = (uint16_t)to;
        }
    }
    for (int last = 0; last < 2; last++)
        if (touches[last]) field_set_add_all(field->touching[last], around, field->words);
    for (int i = 0; i < field->words; i++)
        for (uint64_t left = around[i]; left; left &= left - 1)
            field_set_add_all(field->near[64 * i + __builtin_ctzll(left)], around, field->words);
}

static void field_add_empty(struct field *field, int point) {
    const struct hex_rules *rules = field->rules;
    field_set_add(field->empty, point);
    for (int last = 0; last < 2; last++)
        if (field_touches(field, last, point)) field_set_add(field->touching[last], point);
    for (int i = 0; i < rules->neighbour_counts[point]; i++)
        if (field->what[rules->neighbours[point][i]] == 0)
            field_set_add(field->near[point], rules->neighbours[point][i]);
}

static void field_build(struct field *field, const struct hex_rules *rules,
                        const struct hex_state *state, int side) {
    int points = rules->size * rules->size;
    field->rules = rules;
    field->side = side;
    field->words = (points + 63) / 64;
    memset(field->empty, 0, sizeof field->empty);
    memset(field->touching, 0, sizeof field->touching);
    for (int point = 0; point < points; point++) {
        int x = point % rules->size, y = point / rules->size;
        field->what[point] =
            (uint8_t)((state->stones[side][y] >> x & 1) | (state->stones[!side][y] >> x & 1) << 1);
        memset(field->near[point], 0, (size_t)field->words * sizeof **field->near);
    }
    for (int point = 0; point < points; point++) {
        if (field->what[point] == 0) field_add_empty(field, point);
        if (field->what[point] == 1) field_add_group(field, point);
    }
    for (int point = 0; point < points; point++)
        field->near[point][point / 64] &= ~(UINT64_C(1) << point % 64);
}

/* How far the empty points are from an edge, step by step. */
static void field_steps(const struct field *field, bool last, int *steps) {
    uint64_t reached[DISTANCE_WORDS], fresh[DISTANCE_WORDS];
    memcpy(fresh, field->touching[last], sizeof fresh);
    memset(reached, 0, sizeof reached);
    for (int i = 0; i < field->rules->size * field->rules->size; i++) steps[i] = DISTANCE_FAR;
    bool news = true;
    for (int level = 1; news; level++) {
        news = false;
        for (int i = 0; i < field->words; i++)
            for (uint64_t left = fresh[i]; left; left &= left - 1)
                steps[64 * i + __builtin_ctzll(left)] = level;
        field_set_add_all(reached, fresh, field->words);
        for (int i = 0; i < field->words; i++) {
            fresh[i] = 0;
            for (uint64_t left = field->empty[i] & ~reached[i]; left; left &= left - 1) {
                int point = 64 * i + __builtin_ctzll(left);
                if (field_sets_meet_twice(field->near[point], reached, field->words))
                    field_set_add(fresh, point), news = true;
            }
        }
    }
}

/* A side's two-distance between its edges, and how many points have it. */
struct hex_distance {
    int steps, ways;
};

static struct hex_distance hex_distance_of(const struct hex_rules *rules,
                                           const struct hex_state *state, int side) {
    int steps[2][HEX_POINTS_MAX];
    struct field field;
    struct hex_distance distance = {2 * DISTANCE_FAR, 0};
    field_build(&field, rules, state, side);
    for (int last = 0; last < 2; last++) field_steps(&field, last, steps[last]);
    for (int point = 0; point < rules->size * rules->size; point++) {
        if (field.what[point] != 0) continue;
        int sum = steps[0][point] + steps[1][point];
        if (sum < distance.steps) distance = (struct hex_distance){sum, 0};
        distance.ways += sum == distance.steps;
    }
    return distance;
}

/* Bridges between stones; each is seen from the one of its ends that comes first. */
static int distance_bridges(const struct hex_rules *rules, const struct hex_state *state,
                            int side) {
    const uint32_t *own = state->stones[side];
    int count = 0;
    for (int y = 0; y < rules->size; y++) {
        uint32_t here = hex_empty_row(rules, state, y);
        if (y + 1 < rules->size) {
            uint32_t below = hex_empty_row(rules, state, y + 1);
            count += __builtin_popcount(own[y] & own[y + 1] >> 1 & here >> 1 & below);
            count += __builtin_popcount(own[y + 1] & own[y] >> 2 & here >> 1 & below >> 1);
        }
        if (y + 2 < rules->size) {
            uint32_t below = hex_empty_row(rules, state, y + 1);
            count += __builtin_popcount(own[y + 2] & own[y] >> 1 & below & below >> 1);
        }
    }
    return count;
}

static int distance_terms(const struct evaluator *evaluator, const void *state, int side,
                          struct term *out) {
    const struct hex_rules *rules = hex_rules(evaluator->game);
    struct hex_distance own = hex_distance_of(rules, state, side);
    struct hex_distance opp = hex_distance_of(rules, state, !side);
    out[0] = (struct term){0, -own.steps};
    out[1] = (struct term){1, opp.steps};
    out[2] = (struct term){2, own.ways};
    out[3] = (struct term){3, -opp.ways};
    out[4] = (struct term){4, distance_bridges(rules, state, side)};
    out[5] = (struct term){5, -distance_bridges(rules, state, !side)};
    return DISTANCE_PARAMS;
}

static int32_t distance_eval(const struct evaluator *evaluator, const void *prepared,
                             const void *state, int side) {
    const int32_t *weights = prepared;
    struct term terms[DISTANCE_PARAMS];
    int32_t sum = 0;
    distance_terms(evaluator, state, side, terms);
    for (int i = 0; i < DISTANCE_PARAMS; i++) sum += terms[i].count * weights[i];
    return sum;
}

static const struct search_ops distance_search_ops = {
    HEX_SEARCH_OPS,
    .eval = distance_eval,
};
SEARCH_INSTANCE(distance_search, distance_search_ops)

static const struct evaluator_ops distance_ops = {
    .eval = distance_eval,
    .candidates = hex_candidates,
    .singly = true,
    .search = distance_search,
};

static struct evaluator *distance_make(const struct game *game, const char *layout,
                                       struct error *error) {
    const struct evaluator pattern = {
        .name = "distance",
        .layout = "-",
        .schema = 1,
        .doc = hex_distance_family.doc,
        .param_count = DISTANCE_PARAMS,
        .params = distance_params,
        .prepared_size = DISTANCE_PARAMS * sizeof(int32_t),
        .prepare = evaluator_copy_weights,
        .terms = distance_terms,
        .terms_max = DISTANCE_PARAMS,
        .ops = ISA_SAME(distance_ops),
    };
    return evaluator_make_single(game, layout, &pattern, error);
}

const struct evaluator_family hex_distance_family = {
    .name = "distance",
    .doc = "two-distances between each side's edges, the ways to go them, and bridges",
    .default_layout = "-",
    .layouts = "-",
    .make = distance_make,
};
