/*
 * The evaluator `distance`: how far each side is from connecting its edges. A point is one step
 * from an edge that it touches, directly or through own stones, and else one more than the second
 * nearest of its neighbours, since the other side can always take the nearest one away (the
 * two-distance of van Rijswijck 2000). A side's distance is the least sum of a point's two
 * distances; how many points have it says how hard it is to stop. Bridges are counted as well.
 *
 * For own stones, which are no step, the two nearest empty points that they lead to are kept, with
 * their names, so that no point is counted for two.
 */
#include <string.h>

#include "engine/hex/evaluators.h"
#include "engine/hex/rules.h"
#include "engine/search/body.h"

enum {
    DISTANCE_WEIGHT_MAX = 10000,
    DISTANCE_PARAMS = 6,
    DISTANCE_NAMES = 512, /* a near point is 512 times its distance, and its name */
    DISTANCE_EDGE = DISTANCE_NAMES - 1,
    DISTANCE_FAR = 2 * HEX_SIDE_MAX, /* further away, or cut off */
};

static const struct param distance_params[DISTANCE_PARAMS] = {
    {"own", 1000, 0, DISTANCE_WEIGHT_MAX, SCALE_LINEAR, "a step of the own distance"},
    {"opp", 1000, 0, DISTANCE_WEIGHT_MAX, SCALE_LINEAR, "a step of the opposing distance"},
    {"ownways", 50, 0, DISTANCE_WEIGHT_MAX, SCALE_LINEAR, "a point at the own distance"},
    {"oppways", 50, 0, DISTANCE_WEIGHT_MAX, SCALE_LINEAR, "a point at the opposing distance"},
    {"ownbridges", 50, 0, DISTANCE_WEIGHT_MAX, SCALE_LINEAR, "an own bridge"},
    {"oppbridges", 50, 0, DISTANCE_WEIGHT_MAX, SCALE_LINEAR, "an opposing bridge"},
};

/* The two nearest points, different ones. */
struct near {
    int first, second;
};

static inline int near_distance(int packed) {
    return packed / DISTANCE_NAMES;
}

static inline void near_merge(struct near *near, int packed) {
    if ((packed ^ near->first) % DISTANCE_NAMES == 0) {
        near->first = min_int(near->first, packed);
    } else if (packed < near->first) {
        near->second = near->first;
        near->first = packed;
    } else if (packed < near->second) {
        near->second = packed;
    }
}

/* A board for one side and one of its edges. */
struct field {
    const struct hex_rules *rules;
    uint8_t what[HEX_POINTS_MAX];    /* 0 empty, 1 own, 2 opposing */
    struct near own[HEX_POINTS_MAX]; /* of own stones */
    int steps[HEX_POINTS_MAX];       /* of empty points */
};

static void field_what(const struct hex_rules *rules, const struct hex_state *state, int side,
                       struct field *field) {
    field->rules = rules;
    for (int y = 0; y < rules->size; y++)
        for (int x = 0; x < rules->size; x++)
            field->what[y * rules->size + x] = (uint8_t)((state->stones[side][y] >> x & 1) |
                                                         (state->stones[!side][y] >> x & 1) << 1);
}

static bool field_touches(const struct field *field, int side, bool last, int point) {
    int place = side == 0 ? point / field->rules->size : point % field->rules->size;
    return place == (last ? field->rules->size - 1 : 0);
}

/* What a point's neighbours lead to, itself apart. */
static struct near field_gather(const struct field *field, int side, bool last, int point) {
    const struct hex_rules *rules = field->rules;
    const int far = DISTANCE_FAR * DISTANCE_NAMES;
    struct near near = {far, far + 1};
    if (field_touches(field, side, last, point)) near_merge(&near, DISTANCE_EDGE);
    for (int i = 0; i < rules->neighbour_counts[point]; i++) {
        int other = rules->neighbours[point][i];
        if (field->what[other] == 0) {
            near_merge(&near, field->steps[other] * DISTANCE_NAMES + other);
        } else if (field->what[other] == 1) {
            if (field->own[other].first % DISTANCE_NAMES != point)
                near_merge(&near, field->own[other].first);
            if (field->own[other].second % DISTANCE_NAMES != point)
                near_merge(&near, field->own[other].second);
        }
    }
    return near;
}

/* Whether a point comes nearer than it was known to be. */
static bool field_improve(struct field *field, int side, bool last, int point) {
    if (field->what[point] == 2) return false;
    struct near near = field_gather(field, side, last, point);
    if (field->what[point] == 1) {
        bool news =
            near.first != field->own[point].first || near.second != field->own[point].second;
        field->own[point] = near;
        return news;
    }
    int steps = near_distance(near.first) == 0 ? 1 : 1 + near_distance(near.second);
    if (steps >= field->steps[point]) return false;
    field->steps[point] = steps;
    return true;
}

/* Downwards and upwards until nothing comes nearer. */
static void field_fill(struct field *field, int side, bool last) {
    int points = field->rules->size * field->rules->size;
    const int far = DISTANCE_FAR * DISTANCE_NAMES;
    for (int point = 0; point < points; point++) {
        field->own[point] = (struct near){far, far + 1};
        field->steps[point] = DISTANCE_FAR;
    }
    for (bool news = true; news;) {
        news = false;
        for (int point = 0; point < points; point++)
            news |= field_improve(field, side, last, point);
        for (int point = points - 1; point >= 0; point--)
            news |= field_improve(field, side, last, point);
    }
}

struct hex_distance hex_distance_of(const struct hex_rules *rules, const struct hex_state *state,
                                    int side) {
    struct field fields[2];
    struct hex_distance distance = {2 * DISTANCE_FAR, 0};
    for (int last = 0; last < 2; last++) {
        field_what(rules, state, side, &fields[last]);
        field_fill(&fields[last], side, last);
    }
    for (int point = 0; point < rules->size * rules->size; point++) {
        if (fields[0].what[point] != 0) continue;
        int steps = fields[0].steps[point] + fields[1].steps[point];
        if (steps < distance.steps) distance = (struct hex_distance){steps, 0};
        distance.ways += steps == distance.steps;
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

static void distance_prepare(const struct evaluator *evaluator, const int32_t *weights,
                             void *prepared) {
    (void)evaluator;
    memcpy(prepared, weights, DISTANCE_PARAMS * sizeof *weights);
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
        .prepare = distance_prepare,
        .terms = distance_terms,
        .terms_max = DISTANCE_PARAMS,
        .ops = ISA_SAME(distance_ops),
    };
    return hex_evaluator_make(game, layout, &pattern, error);
}

const struct evaluator_family hex_distance_family = {
    .name = "distance",
    .doc = "two-distances between each side's edges, the ways to go them, and bridges",
    .default_layout = "-",
    .layouts = "-",
    .make = distance_make,
};
