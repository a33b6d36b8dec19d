/*
 * The evaluator `lines`: every stone is worth what it would do if it were the last one placed, in
 * each of the four lines around it: how it changes the pattern of its own side, "a3.a4.own", and
 * that of the other, "a4.s4.opp". Each change of engine/games/connect/patterns.h has a weight. A
 * side's stones count for it and against the other. Once a turn is complete, the changes that own
 * stones make to own patterns count by a factor, `second.own`, as in the evaluator roads.
 *
 * Li Guo 2007 scores a move by the changes that its own stone makes, and nothing else. That depends
 * on the order of the stones, so no static evaluation has these scores as its differences, as a
 * search needs it. Here the stones around a new one are evaluated anew, too: a move's score is
 * exactly the difference that it makes.
 */
#include "engine/games/connect/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/games/connect/patterns.h"
#include "engine/games/connect/threats.h"
#include "engine/search/node.h"

/* The evaluator with what it needs to know of its game. */
struct lines {
    struct evaluator evaluator;
    const struct pattern_tables *tables;
    struct connect_place places[CONNECT_POINTS_MAX][CONNECT_DIRECTIONS];
    uint32_t outside[CONNECT_LINES_MAX]
                    [CONNECT_SIDE_MAX]; /* pattern_ternary of what is off the board */
};

struct lines_prepared {
    int32_t factor[2];                                     /* of own patterns, by mid_turn */
    int32_t values[PATTERN_CHANGED + PATTERN_CHANGES_MAX]; /* by entry of the tables */
};

/* A position line by line, for one side. The point `at` of a line is bit at + k, so that a shift by
 * `at` has the points around it lowest. */
struct lines_view {
    uint32_t own[CONNECT_LINES_MAX], opp[CONNECT_LINES_MAX];
    int32_t worths[CONNECT_LINES_MAX]
                  [CONNECT_SIDE_MAX]; /* of the stones, negative for the other side's */
};

static inline const struct lines *lines_of(const struct evaluator *evaluator) {
    return (const struct lines *)evaluator;
}

static inline void lines_stones_add(const struct lines *lines, const uint64_t *stones,
                                    uint32_t *out) {
    memset(out, 0, CONNECT_LINES_MAX * sizeof *out);
    for (int w = 0; w < CONNECT_WORDS; w++)
        for (uint64_t set = stones[w]; set; set &= set - 1) {
            const struct connect_place *places = lines->places[64 * w + __builtin_ctzll(set)];
            for (int d = 0; d < CONNECT_DIRECTIONS; d++)
                out[places[d].line] |= 1u << (places[d].at + lines->tables->k);
        }
}

/* What the tables say of a stone at a place of its line, be it there or not. */
static inline uint8_t lines_own_change(const struct lines *lines, struct connect_place place,
                                       uint32_t own, uint32_t opp) {
    const struct pattern_tables *tables = lines->tables;
    return tables
        ->own[2 * pattern_ternary(tables, own >> place.at) +
              pattern_ternary(tables, opp >> place.at) + lines->outside[place.line][place.at]];
}

static inline uint8_t lines_opposing_change(const struct lines *lines, struct connect_place place,
                                            uint32_t own, uint32_t opp) {
    const struct pattern_tables *tables = lines->tables;
    return tables
        ->opposing[2 * pattern_ternary(tables, opp >> place.at) +
                   pattern_ternary(tables, own >> place.at) + lines->outside[place.line][place.at]];
}

/* The worth of a stone of the side that has `own`, of its own patterns by `factor`. */
static inline int32_t lines_stone_worth(const struct lines *lines,
                                        const struct lines_prepared *prepared,
                                        struct connect_place place, uint32_t own, uint32_t opp,
                                        int32_t factor) {
    return factor * prepared->values[lines_own_change(lines, place, own, opp)] +
           ROADS_UNIT * prepared->values[lines_opposing_change(lines, place, own, opp)];
}

/* The next of the line's stones in `set`. */
static inline struct connect_place lines_place_of(const struct lines *lines, int line,
                                                  uint32_t set) {
    return (struct connect_place){(uint8_t)line, (uint8_t)(__builtin_ctz(set) - lines->tables->k)};
}

/* Judges all stones; the sum of their worths. */
static inline int32_t lines_view_fill(const struct lines *lines,
                                      const struct lines_prepared *prepared,
                                      const struct connect_state *state, int side, int32_t factor,
                                      struct lines_view *view) {
    int32_t sum = 0;
    lines_stones_add(lines, state->stones[side], view->own);
    lines_stones_add(lines, state->stones[!side], view->opp);
    for (int line = 0; line < CONNECT_LINES_MAX; line++) {
        uint32_t own = view->own[line], opp = view->opp[line];
        for (uint32_t set = own | opp; set; set &= set - 1) {
            struct connect_place place = lines_place_of(lines, line, set);
            int32_t worth = own & set & -set
                                ? lines_stone_worth(lines, prepared, place, own, opp, factor)
                                : -lines_stone_worth(lines, prepared, place, opp, own, ROADS_UNIT);
            view->worths[line][place.at] = worth;
            sum += worth;
        }
    }
    return sum;
}

static inline int32_t lines_eval(const struct evaluator *evaluator, const void *prepared_,
                                 const void *state_, int side) {
    const struct lines_prepared *prepared = prepared_;
    const struct connect_state *state = state_;
    struct lines_view view;
    return lines_view_fill(lines_of(evaluator), prepared, state, side,
                           prepared->factor[state->mid_turn], &view);
}

/* What a stone at a place changes in the worths of its line, its own one new. */
static inline int32_t lines_line_gain(const struct lines *lines,
                                      const struct lines_prepared *prepared,
                                      const struct lines_view *view, struct connect_place place,
                                      int32_t factor) {
    int k = lines->tables->k;
    uint32_t near = ((2u << 2 * k) - 1) << place.at; /* further away it makes no difference */
    uint32_t own = view->own[place.line], opp = view->opp[place.line];
    uint32_t with = own | 1u << (place.at + k);
    int32_t sum = lines_stone_worth(lines, prepared, place, own, opp, factor);
    for (uint32_t set = own & near; set; set &= set - 1) {
        struct connect_place other = lines_place_of(lines, place.line, set);
        sum += lines_stone_worth(lines, prepared, other, with, opp, factor) -
               view->worths[other.line][other.at];
    }
    for (uint32_t set = opp & near; set; set &= set - 1) {
        struct connect_place other = lines_place_of(lines, place.line, set);
        sum -= lines_stone_worth(lines, prepared, other, opp, with, ROADS_UNIT) +
               view->worths[other.line][other.at];
    }
    return sum;
}

static inline int32_t lines_gain(const struct lines *lines, const struct lines_prepared *prepared,
                                 const struct lines_view *view, int point, int32_t factor) {
    int32_t sum = 0;
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        struct connect_place place = lines->places[point][d];
        if (lines_own_change(lines, place, view->own[place.line], view->opp[place.line]) ==
            PATTERN_COMPLETED)
            return SCORE_WIN;
        sum += lines_line_gain(lines, prepared, view, place, factor);
    }
    return sum;
}

static inline int lines_candidates(const struct evaluator *evaluator, const void *prepared_,
                                   const void *state_, bool all, struct candidate *out) {
    const struct lines *lines = lines_of(evaluator);
    const struct lines_prepared *prepared = prepared_;
    const struct connect_state *state = state_;
    struct lines_view view;
    int32_t factor = prepared->factor[roads_leaves_mid_turn(state)];
    lines_view_fill(lines, prepared, state, state->side, factor, &view);
    move_t moves[GAME_MOVES_MAX];
    int count = connect_plausible(connect_rules(evaluator->game), state, all, moves);
    for (int i = 0; i < count; i++)
        out[i] = (struct candidate){lines_gain(lines, prepared, &view, moves[i], factor), moves[i]};
    return count;
}

static void lines_prepare(const struct evaluator *evaluator, const int32_t *weights,
                          void *prepared_) {
    int changes = lines_of(evaluator)->tables->change_count;
    struct lines_prepared *prepared = prepared_;
    memset(prepared, 0, sizeof *prepared);
    memcpy(prepared->values + PATTERN_CHANGED, weights, (size_t)changes * sizeof *weights);
    prepared->factor[true] = ROADS_UNIT;
    prepared->factor[false] = connect_rules(evaluator->game)->p > 1 ? weights[changes] : ROADS_UNIT;
}

static const struct search_ops lines_search_ops = {
    CONNECT_SEARCH_OPS,
    .candidates = lines_candidates,
    .eval = lines_eval,
};
SEARCH_INSTANCE(lines_search, lines_search_ops)

static const struct evaluator_ops lines_ops = {
    .eval = lines_eval,
    .candidates = lines_candidates,
    .search = lines_search,
};

/* ---- parameters ----------------------------------------------------------------------------- */

/* Set by hand: what a pattern of the class is worth to its side. Against the hand-made road tables
 * r1, r3, r4, r6 this scored +223, +269, -76, +58 Elo (60 pairs each, greedy). */
static const int32_t class_worths[PATTERN_CLASSES] = {
    [PATTERN_S2] = 5,   [PATTERN_A2] = 15,  [PATTERN_S3] = 15,
    [PATTERN_I3] = 50,  [PATTERN_A3] = 70,  [PATTERN_S4] = 100,
    [PATTERN_A4] = 300, [PATTERN_S5] = 500, [PATTERN_A5] = 900,
};

static struct param lines_change_param(int k, const struct pattern_change *change) {
    char from[3], to[3];
    int32_t gained = class_worths[change->to] - class_worths[change->from];
    int32_t initial = max_int(1, change->opposing ? -gained : gained);
    struct param param = {"",
                          initial,
                          1,
                          LINES_WEIGHT_MAX,
                          SCALE_LOG,
                          change->opposing ? "a stone that does this to an opposing pattern"
                                           : "a stone that does this to a pattern of its side"};
    pattern_class_name(k, change->from, from);
    pattern_class_name(k, change->to, to);
    snprintf(param.name, sizeof param.name, "%s.%s.%s", from, to, change->opposing ? "opp" : "own");
    return param;
}

static struct param *lines_params(const struct connect_rules *rules,
                                  const struct pattern_tables *tables, int *count) {
    struct param *params = xcalloc(PATTERN_CHANGES_MAX + 1, sizeof *params);
    *count = 0;
    for (int i = 0; i < tables->change_count; i++)
        params[(*count)++] = lines_change_param(rules->k, &tables->changes[i]);
    if (rules->p > 1)
        params[(*count)++] = (struct param){
            "second.own",
            ROADS_UNIT,
            1,
            ROADS_FACTOR_MAX,
            SCALE_LOG,
            "factor of own stones' own patterns once a turn is complete, in sixteenths"};
    return params;
}

/* ---- geometry ------------------------------------------------------------------------------- */

static void lines_outside_fill(struct lines *lines, const struct connect_rules *rules) {
    uint32_t board[CONNECT_LINES_MAX] = {0};
    for (int point = 0; point < rules->points; point++)
        for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
            struct connect_place place = lines->places[point][d];
            board[place.line] |= 1u << (place.at + rules->k);
        }
    for (int line = 0; line < CONNECT_LINES_MAX; line++)
        for (int at = 0; at < CONNECT_SIDE_MAX; at++)
            lines->outside[line][at] = pattern_ternary(lines->tables, ~board[line] >> at);
}

static struct evaluator *lines_make(const struct game *game, const char *layout,
                                    struct error *error) {
    const struct connect_rules *rules = connect_rules(game);
    if (strcmp(layout, "-") != 0) {
        error_set(error, "evaluator lines has no layout \"%.20s\", only \"-\"", layout);
        return NULL;
    }
    if (rules->k > PATTERN_K_MAX) {
        error_set(error, "evaluator lines knows patterns of up to %d in a row; %s has %d",
                  PATTERN_K_MAX, game->name, rules->k);
        return NULL;
    }
    if (rules->exact) {
        error_set(error,
                  "evaluator lines takes longer lines for wins, which in %s they are not; "
                  "evaluator roads does not",
                  game->name);
        return NULL;
    }
    struct lines *lines = xcalloc(1, sizeof *lines);
    lines->tables = pattern_tables_for(rules->k);
    connect_places_fill(rules, lines->places, NULL);
    lines_outside_fill(lines, rules);
    lines->evaluator = (struct evaluator){
        .game = game,
        .name = "lines",
        .layout = "-",
        .schema = 1,
        .doc = connect_lines_family.doc,
        .prepared_size = sizeof(struct lines_prepared),
        .prepare = lines_prepare,
        .ops = ISA_SAME(lines_ops),
    };
    lines->evaluator.params = lines_params(rules, lines->tables, &lines->evaluator.param_count);
    return &lines->evaluator;
}

const struct evaluator_family connect_lines_family = {
    .name = "lines",
    .doc = "how each stone changes the patterns on its four lines",
    .default_layout = "-",
    .layouts = "-, for k up to 6",
    .make = lines_make,
};
