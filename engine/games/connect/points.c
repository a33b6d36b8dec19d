/*
 * The evaluator `points`: every empty point counts, for each side, by the patterns of the four
 * lines that a stone of that side would make there, and by their combination (points.h). A
 * position's value is the sum of its points for the side to move, less the sum for the other side.
 *
 * Values are linear in the weights, thousands of them, which regression on the positions of games
 * finds (`hone fit`).
 */
#include "engine/games/connect/points.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sums of all points stay below SCORE_WIN. */
enum { POINTS_WEIGHT_MAX = 8191 };

/* Where turns have two stones; measured at search_usual_width. */
enum { POINTS_WIDTH = 8 };

/* ---- positions ------------------------------------------------------------------------------ */

static void points_lines_fill(const struct points *points, const struct connect_state *state,
                              struct points_view *view) {
    memset(view->lines, 0, sizeof view->lines);
    for (int side = 0; side < 2; side++)
        for (int w = 0; w < CONNECT_WORDS; w++)
            for (uint64_t set = state->stones[side][w]; set; set &= set - 1) {
                const struct connect_place *places = points->places[64 * w + __builtin_ctzll(set)];
                for (int d = 0; d < CONNECT_DIRECTIONS; d++)
                    view->lines[side][places[d].line] |= 1u
                                                         << (places[d].at + points->tables->k - 1);
            }
}

/* The kinds of the empty points of a line that see a stone of the side. */
static void points_line_scan(const struct points *points, struct points_view *view, int side,
                             int line, int d) {
    const struct points_tables *tables = points->tables;
    uint32_t own = view->lines[side][line], near = own;
    for (int i = 1; i < tables->k; i++) near |= own << i | own >> i;
    near &= ~(own | view->lines[!side][line] | points->outside[line]);
    for (; near; near &= near - 1) {
        int at = __builtin_ctz(near) - (tables->k - 1);
        int point = points->origins[line] + at * points->steps[d];
        int kind = tables->kinds[points_key(points, view, side, point, d)];
        view->kinds[side][point] |= (uint16_t)(kind << d * tables->kind_bits);
    }
}

void points_scan(const struct points *points, const struct connect_state *state,
                 struct points_view *view) {
    points_lines_fill(points, state, view);
    memset(view->kinds, 0, sizeof view->kinds);
    memset(view->urgent, 0, sizeof view->urgent);
    for (int side = 0; side < 2; side++) {
        for (int d = 0; d < CONNECT_DIRECTIONS; d++)
            for (int line = points->first_lines[d]; line < points->first_lines[d + 1]; line++)
                points_line_scan(points, view, side, line, d);
        for (int point = 0; point < connect_rules(points->evaluator.game)->points; point++)
            view->urgent[side][points->tables->urgencies[view->kinds[side][point]]]++;
    }
}

/* ---- weights -------------------------------------------------------------------------------- */

/* Roles are by stones left, the side to move before the side that waits. */
static int points_role(int left, bool waits) {
    return 2 * (left - 1) + waits;
}

static points_pair points_weigh(const struct points *points, const int32_t *weights, int left,
                                int at) {
    return points_pair_of(weights[points_role(left, false) * points->role_size + at],
                          weights[points_role(left, true) * points->role_size + at]);
}

static void points_prepare(const struct evaluator *evaluator, const int32_t *weights,
                           void *prepared) {
    const struct points *points = points_evaluator(evaluator);
    const struct points_tables *tables = points->tables;
    points_pair *out = prepared;
    memset(out, 0, evaluator->prepared_size);
    for (int key = 0; key < tables->keys; key++)
        for (int left = 1; left <= tables->p; left++, out++)
            if (tables->pattern_of[key] != POINTS_NONE)
                *out = points_weigh(points, weights, left, tables->pattern_of[key]);
    for (int cross = 0; cross < tables->crosses; cross++)
        for (int left = 1; left <= tables->p; left++, out++)
            if (tables->cross_of[cross] != POINTS_NONE)
                *out = points_weigh(points, weights, left,
                                    tables->pattern_count + tables->cross_of[cross]);
}

/* What a point counts to a side in that role. */
static int points_point_terms(const struct points *points, const struct points_view *view, int side,
                              int point, int role, int sign, struct term *out) {
    const struct points_tables *tables = points->tables;
    int cross = view->kinds[side][point], first = role * points->role_size, count = 0;
    if (cross == 0) return 0;
    for (int d = 0; d < CONNECT_DIRECTIONS; d++)
        if (points_kind_at(tables, cross, d) != POINTS_NOTHING) {
            int key = points_key(points, view, side, point, d);
            out[count++] = (struct term){first + tables->pattern_of[key], sign};
        }
    if (tables->cross_of[cross] != POINTS_NONE)
        out[count++] = (struct term){first + tables->pattern_count + tables->cross_of[cross], sign};
    return count;
}

static int points_terms(const struct evaluator *evaluator, const void *state_, int side,
                        struct term *out) {
    const struct points *points = points_evaluator(evaluator);
    const struct connect_state *state = state_;
    int mover = state->side, sign = side == mover ? 1 : -1, count = 0;
    struct points_view view;
    points_scan(points, state, &view);
    for (int point = 0; point < connect_rules(evaluator->game)->points; point++)
        for (int waits = 0; waits < 2; waits++)
            count += points_point_terms(points, &view, mover ^ waits, point,
                                        points_role(state->left, waits), waits ? -sign : sign,
                                        out + count);
    return count;
}

/* ---- parameters ----------------------------------------------------------------------------- */

/* Lines count as they look, crosses nothing: from there on play is sensible. */
static int32_t points_initial(const struct points_tables *tables, int at) {
    if (at >= tables->pattern_count) return 0;
    return min_int(tables->powers[tables->kinds[tables->pattern_keys[at]]], POINTS_WEIGHT_MAX);
}

/* "move1.l.00120210", a line from end to end without its centre, 1 blocked and 2 own points, or
 * "wait2.c.9610", the kinds of a cross. */
static void points_name(const struct points *points, int index, char *out, size_t size) {
    const struct points_tables *tables = points->tables;
    int role = index / points->role_size, at = index % points->role_size;
    const char *turn = role % 2 ? "wait" : "move";
    char digits[2 * POINTS_K_MAX - 1] = "";
    if (at < tables->pattern_count) {
        int key = tables->pattern_keys[at];
        for (int i = 0; i < 2 * tables->k - 2; i++, key /= 3) digits[i] = (char)('0' + key % 3);
    } else {
        int cross = tables->cross_kinds[at - tables->pattern_count];
        for (int d = 0; d < CONNECT_DIRECTIONS; d++)
            digits[CONNECT_DIRECTIONS - 1 - d] = (char)('0' + points_kind_at(tables, cross, d));
    }
    snprintf(out, size, "%s%d.%c.%s", turn, role / 2 + 1, at < tables->pattern_count ? 'l' : 'c',
             digits);
}

static struct param points_param(const struct evaluator *evaluator, int index) {
    const struct points *points = points_evaluator(evaluator);
    int at = index % points->role_size;
    struct param param = {.initial = points_initial(points->tables, at),
                          .lower = -POINTS_WEIGHT_MAX,
                          .upper = POINTS_WEIGHT_MAX,
                          .scale = SCALE_LINEAR,
                          .doc = at < points->tables->pattern_count
                                     ? "what a stone would make of a line through an empty point"
                                     : "what it would make of its four lines together"};
    points_name(points, index, param.name, sizeof param.name);
    return param;
}

/* Of the line that digits show from end to end; -1: of none. */
static int points_pattern_named(const struct points_tables *tables, const char *digits) {
    size_t length = strlen(digits);
    int key = 0;
    if (length != (size_t)(2 * tables->k - 2) || strspn(digits, "012") != length) return -1;
    while (length-- > 0) key = 3 * key + digits[length] - '0';
    return tables->pattern_of[key] == POINTS_NONE ? -1 : tables->pattern_of[key];
}

/* Of the kinds that digits show, the highest first; -1: of none. */
static int points_cross_named(const struct points_tables *tables, const char *digits) {
    int cross = 0;
    if (strlen(digits) != CONNECT_DIRECTIONS) return -1;
    for (int i = 0; i < CONNECT_DIRECTIONS; i++) {
        if (digits[i] < '0' || digits[i] > '0' + tables->complete) return -1;
        cross = cross << tables->kind_bits | (digits[i] - '0');
    }
    return tables->cross_of[cross] == POINTS_NONE ? -1
                                                  : tables->pattern_count + tables->cross_of[cross];
}

/* The index that a name would have, which is another's if the name is not written as here. */
static int points_param_guess(const struct points *points, const char *name) {
    int left = 0, length = 0;
    char what = 0;
    bool waits = strncmp(name, "wait", 4) == 0;
    if (!waits && strncmp(name, "move", 4) != 0) return -1;
    sscanf(name + 4, "%1d.%c.%n", &left, &what, &length);
    if (length == 0 || left < 1 || points_role(left, waits) >= points->role_count) return -1;
    const char *rest = name + 4 + length;
    int at = what == 'l' ? points_pattern_named(points->tables, rest)
                         : points_cross_named(points->tables, rest);
    return at < 0 ? -1 : points_role(left, waits) * points->role_size + at;
}

static int points_param_find(const struct evaluator *evaluator, const char *name) {
    char known[sizeof((struct param *)0)->name];
    int index = points_param_guess(points_evaluator(evaluator), name);
    if (index < 0) return -1;
    points_name(points_evaluator(evaluator), index, known, sizeof known);
    return strcmp(known, name) == 0 ? index : -1;
}

static int points_param_run(const struct evaluator *evaluator, int index) {
    const struct points *points = points_evaluator(evaluator);
    int at = index % points->role_size, patterns = points->tables->pattern_count;
    return (at < patterns ? patterns : points->role_size) - at;
}

/* ---- geometry ------------------------------------------------------------------------------- */

/* What of each line is on the board, and the way from its places to points. */
static void points_lines_measure(struct points *points, const struct connect_rules *rules) {
    const int steps[CONNECT_DIRECTIONS] = {1, rules->columns, rules->columns + 1,
                                           rules->columns - 1};
    memset(points->outside, 0xff, sizeof points->outside);
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        points->steps[d] = (int16_t)steps[d];
        for (int point = 0; point < rules->points; point++) {
            struct connect_place place = points->places[point][d];
            points->outside[place.line] &= ~(1u << (place.at + rules->k - 1));
            points->origins[place.line] = (int16_t)(point - place.at * steps[d]);
        }
    }
}

static void points_edges_fill(struct points *points, const struct connect_rules *rules) {
    uint32_t mask = (1u << (2 * rules->k - 1)) - 1;
    for (int point = 0; point < rules->points; point++)
        for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
            struct connect_place place = points->places[point][d];
            points->edges[point][d] =
                points->tables->ternary[points->outside[place.line] >> place.at & mask];
        }
}

static int points_check(const struct game *game, const char *layout, struct error *error) {
    const struct connect_rules *rules = connect_rules(game);
    if (strcmp(layout, "-") != 0)
        return error_set(error, "evaluator points has no layout \"%.20s\", only \"-\"", layout);
    if (rules->exact)
        return error_set(error,
                         "evaluator points takes longer lines for wins, which in %s they are "
                         "not; evaluator roads does not",
                         game->name);
    if (rules->k < POINTS_K_MIN || rules->k > POINTS_K_MAX || rules->p > POINTS_P_MAX ||
        rules->q > rules->p)
        return error_set(error,
                         "evaluator points knows lines of %d to %d and turns of one or two "
                         "stones, the first not of more; %s has others",
                         POINTS_K_MIN, POINTS_K_MAX, game->name);
    return 0;
}

static struct evaluator *points_make(const struct game *game, const char *layout,
                                     struct error *error) {
    const struct connect_rules *rules = connect_rules(game);
    if (points_check(game, layout, error)) return NULL;
    struct points *points = xcalloc(1, sizeof *points);
    const struct points_tables *tables = points->tables = points_tables_for(rules->k, rules->p);
    points->role_count = 2 * rules->p;
    points->role_size = tables->pattern_count + tables->cross_count;
    connect_places_fill(rules, points->places, points->first_lines);
    points_lines_measure(points, rules);
    points_edges_fill(points, rules);
    points->evaluator = (struct evaluator){
        .game = game,
        .name = "points",
        .layout = "-",
        .schema = 1,
        .doc = connect_points_family.doc,
        .param_count = points->role_count * points->role_size,
        .param = points_param,
        .param_find = points_param_find,
        .param_run = points_param_run,
        .prepared_size =
            (size_t)(tables->keys + tables->crosses) * (size_t)tables->p * sizeof(points_pair),
        .prepare = points_prepare,
        .terms = points_terms,
        .terms_max = rules->points * 2 * (CONNECT_DIRECTIONS + 1),
        .answers_threats = rules->p == 1,
        .width = rules->p == 2 ? POINTS_WIDTH : 0,
        .ops = ISA_TABLE(points_ops_1),
    };
    static const struct evaluator_ops *const of_two[ISA_COUNT] = ISA_TABLE(points_ops_2);
    if (rules->p == 2) memcpy(points->evaluator.ops, of_two, sizeof of_two);
    return &points->evaluator;
}

const struct evaluator_family connect_points_family = {
    .name = "points",
    .doc = "what stones would make of the four lines through each empty point",
    .default_layout = "-",
    .layouts = "-, for k from 3 to 6 and turns of at most two stones",
    .make = points_make,
};
