/* connect_patterns and connect_lines: classes of patterns against their definitions, played out on
 * a line; the evaluator against a sum over stones one by one; mirrors, symmetries, sides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/files/weights.h"
#include "engine/games/connect/lines.h"
#include "engine/games/connect/patterns.h"
#include "engine/games/games.h"
#include "engine/search/player.h"

static struct error error;

static const struct evaluator *find_evaluator(const char *game, const char *name) {
    const struct game *found = games_find(game, &error);
    const struct evaluator *evaluator = found ? games_evaluator(found, name, NULL, &error) : NULL;
    if (!evaluator) fail_msg("%s", error.text);
    return evaluator;
}

/* ---- patterns, on a line of characters -------------------------------------------------- */

/* 'o' an own stone, '.' an empty point, '#' a blocked one. */
struct row {
    char points[2 * PATTERN_K_MAX + 2];
};

static struct row random_row(int k, struct rng *rng) {
    static const char mixes[][9] = {"oo.....#", "ooo....#", "ooo....",
                                    "oooo...",  "o......",  "oo...##"};
    const char *mix = mixes[rng_below(rng, COUNT_OF(mixes))];
    struct row row = {""};
    for (int i = 0; i < 2 * k + 1; i++) row.points[i] = mix[rng_below(rng, (uint32_t)strlen(mix))];
    return row;
}

static enum pattern_class class_of(int k, struct row row) {
    const struct pattern_tables *tables = pattern_tables_for(k);
    uint32_t own = 0, blocked = 0;
    for (int i = 0; i < 2 * k + 1; i++) {
        own |= (uint32_t)(row.points[i] == 'o') << i;
        blocked |= (uint32_t)(row.points[i] == '#') << i;
    }
    uint32_t key = 2 * pattern_ternary(tables, own) + pattern_ternary(tables, blocked);
    enum pattern_point centre = row.points[k] == 'o'   ? PATTERN_OWN
                                : row.points[k] == '#' ? PATTERN_BLOCKED
                                                       : PATTERN_EMPTY;
    return (enum pattern_class)tables->classes[centre][key];
}

/* The own stones of the window that begins at `from`, -1 if something is in its way. */
static int window_stones(int k, const struct row *row, int from) {
    int stones = 0;
    for (int i = from; i < from + k; i++) {
        if (row->points[i] == '#') return -1;
        stones += row->points[i] == 'o';
    }
    return stones;
}

static int most_stones(int k, const struct row *row) {
    int most = 0;
    for (int from = 0; from <= k + 1; from++) most = max_int(most, window_stones(k, row, from));
    return most;
}

static int longest_run(int k, const struct row *row) {
    int longest = 0;
    for (int from = 0; from < 2 * k + 1; from++)
        longest = max_int(longest, (int)strspn(row->points + from, "o"));
    return longest;
}

/* Whether one opposing stone leaves no window with more than one or two stones missing. */
static bool one_stone_stops(int k, struct row row) {
    for (int i = 0; i < 2 * k + 1; i++) {
        if (row.points[i] != '.') continue;
        row.points[i] = '#';
        bool stopped = most_stones(k, &row) < max_int(1, k - 2);
        row.points[i] = '.';
        if (stopped) return true;
    }
    return false;
}

/* Whether `stones` more own stones can make a line of as many stones and active. */
static bool can_activate(int k, struct row row, int stones, int want);

/* A4 or A5 by `want` stones: two opposing stones are needed. */
static bool is_active(int k, const struct row *row, int want) {
    return longest_run(k, row) < k && most_stones(k, row) == want && !one_stone_stops(k, *row);
}

static bool can_activate(int k, struct row row, int stones, int want) {
    if (stones == 0) return is_active(k, &row, want);
    for (int i = 0; i < 2 * k + 1; i++) {
        if (row.points[i] != '.') continue;
        row.points[i] = 'o';
        if (can_activate(k, row, stones - 1, want)) return true;
        row.points[i] = '.';
    }
    return false;
}

/* Three stones that can become A4, as soon as the best window has just three. */
static bool is_active_three(int k, const struct row *row) {
    return most_stones(k, row) == k - 3 && can_activate(k, *row, 1, k - 2);
}

static bool can_make_active_three(int k, struct row row) {
    for (int i = 0; i < 2 * k + 1; i++) {
        if (row.points[i] != '.') continue;
        row.points[i] = 'o';
        if (is_active_three(k, &row)) return true;
        row.points[i] = '.';
    }
    return false;
}

static int dead_stones(int k, const struct row *row) {
    int most = 0;
    for (int from = 0; from < 2 * k + 1; from++) {
        if (from > 0 && row->points[from - 1] != '#') continue;
        int length = (int)strspn(row->points + from, "o."), stones = 0;
        for (int i = from; i < from + length; i++) stones += row->points[i] == 'o';
        if (length < k) most = max_int(most, stones);
    }
    return most;
}

/* The name by the definitions of the header, with the numbers of k = 6. */
static const char *defined_name(int k, const struct row *row) {
    static const char *const dead[] = {"d5", "d4", "d3", "d2"};
    int run = longest_run(k, row), stones = most_stones(k, row), missing = stones ? k - stones : k;
    if (run >= k) return run == k ? "c6" : "cl";
    if (stones && missing == 1) return one_stone_stops(k, *row) ? "s5" : "a5";
    if (stones && missing == 2) return one_stone_stops(k, *row) ? "s4" : "a4";
    if (stones && missing == 3)
        return is_active_three(k, row) ? "a3" : can_activate(k, *row, 2, k - 1) ? "i3" : "s3";
    if (stones && missing == 4) return can_make_active_three(k, *row) ? "a2" : "s2";
    int in_dead = dead_stones(k, row);
    return in_dead && k - in_dead <= 4 ? dead[k - in_dead - 1] : "n";
}

static const char *const class_names[PATTERN_CLASSES] = {
    "n", "d2", "d3", "d4", "d5", "s2", "a2", "s3", "i3", "a3", "s4", "a4", "s5", "a5", "c6", "cl"};

static void classes_are_as_defined(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(31, 1, 0, 0);
    int seen[PATTERN_CLASSES] = {0};
    for (int i = 0; i < 60000; i++) {
        int k = i % 3 ? 6 : 2 + i / 3 % 4;
        struct row row = random_row(k, &rng);
        enum pattern_class class = class_of(k, row);
        if (strcmp(class_names[class], defined_name(k, &row)) != 0)
            fail_msg("%s for k = %d is %s, not %s", row.points, k, defined_name(k, &row),
                     class_names[class]);
        seen[class] += k == 6;
    }
    for (int class = 0; class < PATTERN_CLASSES; class ++)
        if (seen[class] < 20) fail_msg("only %d of %s", seen[class], class_names[class]);
}

static void known_patterns_have_their_class(void **unused) {
    (void)unused;
    static const struct {
        struct row row;
        enum pattern_class class;
    } known[] = {
        {{".............."}, PATTERN_N}, {{"......o......"}, PATTERN_N},
        {{"o...........o"}, PATTERN_N},  {{".....oo......"}, PATTERN_A2},
        {{"....#oo......"}, PATTERN_S2}, {{"...#oo..#...."}, PATTERN_D2},
        {{".....ooo....."}, PATTERN_A3}, {{"....#ooo....."}, PATTERN_S3},
        {{"...#.ooo.#..."}, PATTERN_D3}, {{"....oooo....."}, PATTERN_A4},
        {{"...#oooo....."}, PATTERN_S4}, {{"...#oooo.#..."}, PATTERN_D4},
        {{"....ooooo...."}, PATTERN_A5}, {{"...#ooooo...."}, PATTERN_S5},
        {{"...#ooooo#..."}, PATTERN_D5}, {{"...oooooo...."}, PATTERN_C6},
        {{"...ooooooo..."}, PATTERN_CL}, {{"...#.ooo..#.."}, PATTERN_S3},
        {{".#.oooo.#...."}, PATTERN_S4}, {{".oo..oo..oo.."}, PATTERN_A4},
        {{"...#.ooooo.#."}, PATTERN_A5}, {{".....o.o....."}, PATTERN_A2},
    };
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (class_of(6, known[i].row) != known[i].class)
            fail_msg("%s is %s, not %s", known[i].row.points,
                     class_names[class_of(6, known[i].row)], class_names[known[i].class]);
}

/* All lines there are: a mirror changes no class. */
static void a_mirror_changes_no_class(void **unused) {
    (void)unused;
    for (int k = 2; k <= 6; k++) {
        const struct pattern_tables *tables = pattern_tables_for(k);
        for (int key = 0; key < tables->keys; key++) {
            int mirrored = 0;
            for (int rest = key, i = 0; i < 2 * k; i++, rest /= 3)
                mirrored = 3 * mirrored + rest % 3;
            for (int centre = 0; centre < PATTERN_POINTS; centre++)
                assert_int_equal(tables->classes[centre][key], tables->classes[centre][mirrored]);
            assert_int_equal(tables->own[key], tables->own[mirrored]);
            assert_int_equal(tables->opposing[key], tables->opposing[mirrored]);
        }
    }
}

/* Every entry is the change between the two classes. */
static void every_entry_is_the_change_between_two_classes(void **unused) {
    (void)unused;
    const struct pattern_tables *tables = pattern_tables_for(6);
    for (int key = 0; key < 2 * tables->keys; key++) {
        bool opposing = key >= tables->keys;
        int line = key % tables->keys;
        int from = tables->classes[PATTERN_EMPTY][line];
        int to = tables->classes[opposing ? PATTERN_BLOCKED : PATTERN_OWN][line];
        int entry = (opposing ? tables->opposing : tables->own)[line];
        if (!opposing && to >= PATTERN_C6) {
            assert_int_equal(entry, PATTERN_COMPLETED);
        } else if (from == to || from >= PATTERN_C6) {
            assert_int_equal(entry, PATTERN_UNCHANGED);
        } else {
            const struct pattern_change *change = &tables->changes[entry - PATTERN_CHANGED];
            assert_true(change->from == (enum pattern_class)from);
            assert_true(change->to == (enum pattern_class)to);
            assert_int_equal(change->opposing, opposing);
        }
    }
}

/* A stone never lowers its own side's class, an opposing one never raises it above dead. */
static void changes_have_a_direction(void **unused) {
    (void)unused;
    for (int k = 2; k <= 6; k++) {
        const struct pattern_tables *tables = pattern_tables_for(k);
        for (int i = 0; i < tables->change_count; i++) {
            const struct pattern_change *change = &tables->changes[i];
            if (!change->opposing) assert_true(change->to > change->from);
            if (change->opposing) assert_true(change->to < change->from);
        }
    }
}

/* Every change that Li Guo 2007 names and that a stone can make is a parameter. */
static void changes_that_have_a_name_are_parameters(void **unused) {
    (void)unused;
    static const char *const named[] = {
        "a5.s5.opp", "a5.a4.opp", "a5.s4.opp", "s5.a5.own", "s5.d5.opp", "s5.d4.opp", "s5.s3.opp",
        "s5.d3.opp", "s5.s2.opp", "a4.a5.own", "a4.s4.opp", "s4.s5.own", "s4.a5.own", "d4.d5.own",
        "d4.d3.opp", "a3.a4.own", "a3.s4.own", "a3.s3.opp", "a3.d3.opp", "a3.s2.opp", "i3.s4.own",
        "i3.s3.opp", "i3.d3.opp", "i3.s2.opp", "i3.d2.opp", "s3.s4.own", "s3.d4.opp", "s3.d3.opp",
        "s3.d2.opp", "d3.d4.own", "a2.a3.own", "a2.s2.opp", "s2.s3.own", "s2.d2.opp", "d2.d3.own",
        "d2.a2.own", "d2.s2.own"};
    const struct evaluator *evaluator = find_evaluator("connect6", "lines");
    for (size_t i = 0; i < COUNT_OF(named); i++) {
        bool found = false;
        for (int j = 0; j < evaluator->param_count; j++)
            found |= strcmp(evaluator->params[j].name, named[i]) == 0;
        if (!found) fail_msg("no parameter %s", named[i]);
    }
}

/* ---- the evaluator ---------------------------------------------------------------------- */

struct subject {
    struct player player;
    int32_t weights[256];
};

static void subject_init(struct subject *subject, const struct evaluator *evaluator,
                         struct rng *rng) {
    for (int i = 0; i < evaluator->param_count; i++)
        subject->weights[i] = 1 + (int32_t)rng_below(rng, (uint32_t)evaluator->params[i].upper);
    player_init(&subject->player, evaluator, subject->weights, &(struct search_limits){0}, 0);
}

static int32_t eval(const struct subject *subject, const void *state, int side) {
    const struct evaluator *evaluator = subject->player.evaluator;
    return evaluator_ops(evaluator)->eval(evaluator, subject->player.prepared, state, side);
}

static int32_t weight(const struct subject *subject, const char *name) {
    const struct evaluator *evaluator = subject->player.evaluator;
    for (int i = 0; i < evaluator->param_count; i++)
        if (strcmp(evaluator->params[i].name, name) == 0) return subject->weights[i];
    fail_msg("no parameter %s", name);
    return 0;
}

static char cell(const char *line, const struct connect_rules *rules, int x, int y) {
    bool on_board = x >= 0 && x < rules->columns && y >= 0 && y < rules->rows;
    return on_board ? line[y * rules->columns + x] : '#';
}

/* What the change of a pattern of `colour` by the stone at (x, y) is worth. */
static int32_t change_worth(const struct subject *subject, const char *line,
                            const struct connect_rules *rules, const int at[2], const int step[2],
                            char colour) {
    int k = rules->k;
    char stone = cell(line, rules, at[0], at[1]), name[16], names[2][3];
    struct row row = {""};
    for (int i = -k; i <= k; i++) {
        char c = cell(line, rules, at[0] + i * step[0], at[1] + i * step[1]);
        row.points[i + k] = c == colour ? 'o' : c == '.' ? '.' : '#';
    }
    enum pattern_class to = class_of(k, row);
    row.points[k] = '.';
    enum pattern_class from = class_of(k, row);
    if (from == to) return 0;
    pattern_class_name(k, from, names[0]), pattern_class_name(k, to, names[1]);
    snprintf(name, sizeof name, "%s.%s.%s", names[0], names[1], stone == colour ? "own" : "opp");
    return weight(subject, name);
}

/* The definition at the top of lines.c, from the position's text. */
static int32_t defined_value(const struct subject *subject, const struct connect_state *state,
                             int side) {
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    const struct game *game = subject->player.evaluator->game;
    const struct connect_rules *rules = connect_rules(game);
    struct text line = {0};
    game->position_format(game, state, &line);
    int32_t value = 0,
            second = rules->p > 1 && !state->mid_turn ? weight(subject, "second.own") : 16;
    for (int point = 0; point < rules->points; point++) {
        char stone = line.data[point];
        if (stone == '.') continue;
        bool own = stone == "XO"[side];
        const int at[2] = {point % rules->columns, point / rules->columns};
        for (int d = 0; d < 4; d++) {
            int32_t made = change_worth(subject, line.data, rules, at, steps[d], stone);
            int32_t spoilt =
                change_worth(subject, line.data, rules, at, steps[d], stone == 'X' ? 'O' : 'X');
            value += own ? second * made + 16 * spoilt : -16 * (made + spoilt);
        }
    }
    text_free(&line);
    return value;
}

static struct connect_state random_position(const struct game *game, int plies, struct rng *rng) {
    struct connect_state state;
    move_t moves[GAME_MOVES_MAX];
    for (;;) {
        game->start(game, &state);
        for (int ply = 0; ply < plies && !game->over(game, &state); ply++) {
            int count = game->opening_moves(game, &state, moves);
            game->play(game, &state, moves[rng_below(rng, (uint32_t)count)]);
        }
        if (!game->over(game, &state)) return state;
        plies = plies * 3 / 4;
    }
}

static const char *const games[] = {"connect6", "gomoku", "connect(7,6,4,1,1)",
                                    "connect(9,8,6,3,2)"};

static void the_value_is_the_sum_of_the_stones(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(31, 2, 0, 0);
    for (int i = 0; i < 80; i++) {
        struct subject subject;
        subject_init(&subject, find_evaluator(games[i % 4], "lines"), &rng);
        struct connect_state state = random_position(subject.player.evaluator->game, i % 40, &rng);
        for (int side = 0; side < 2; side++)
            assert_int_equal(eval(&subject, &state, side), defined_value(&subject, &state, side));
        player_destroy(&subject.player);
    }
}

/* The state whose stones stand where a symmetry maps those of `state`, the sides exchanged if
 * asked for. */
static struct connect_state image_of(const struct game *game, const struct connect_state *state,
                                     int symmetry, bool exchanged) {
    const struct connect_rules *rules = connect_rules(game);
    struct connect_state image;
    game->start(game, &image);
    for (int point = 0; point < rules->points; point++)
        for (int side = 0; side < 2; side++) {
            if (!connect_bit(state->stones[side], point)) continue;
            int x = point % rules->columns, y = point / rules->columns;
            if (symmetry & 1) x = rules->columns - 1 - x;
            if (symmetry & 2) y = rules->rows - 1 - y;
            int place = symmetry & 4 ? x * rules->columns + y : y * rules->columns + x;
            connect_place(rules, &image, exchanged ? !side : side, place);
        }
    connect_turn_set(rules, &image, exchanged ? !state->side : state->side, state->left,
                     state->mid_turn);
    return image;
}

static void symmetric_positions_are_worth_the_same(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(31, 3, 0, 0);
    static const char *const names[] = {"lines", "roads+lines"};
    for (int i = 0; i < 60; i++) {
        struct subject subject;
        const struct evaluator *evaluator = find_evaluator(games[i % 4], names[i / 4 % 2]);
        const struct connect_rules *rules = connect_rules(evaluator->game);
        subject_init(&subject, evaluator, &rng);
        struct connect_state state = random_position(evaluator->game, i, &rng);
        int32_t value = eval(&subject, &state, 0);
        for (int symmetry = 0; symmetry < (rules->columns == rules->rows ? 8 : 4); symmetry++) {
            struct connect_state image = image_of(evaluator->game, &state, symmetry, false);
            assert_int_equal(eval(&subject, &image, 0), value);
            image = image_of(evaluator->game, &state, symmetry, true);
            assert_int_equal(eval(&subject, &image, 1), value);
        }
        player_destroy(&subject.player);
    }
}

/* Where the factor is 1, one side's gain is the other's loss. */
static void what_one_side_gains_the_other_loses(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(31, 4, 0, 0);
    for (int i = 0; i < 60; i++) {
        struct subject subject;
        const struct evaluator *evaluator = find_evaluator(games[i % 4], "lines");
        subject_init(&subject, evaluator, &rng);
        struct connect_state state = random_position(evaluator->game, i, &rng);
        if (connect_rules(evaluator->game)->p == 1 || state.mid_turn)
            assert_int_equal(eval(&subject, &state, 0), -eval(&subject, &state, 1));
        player_destroy(&subject.player);
    }
}

static void the_sum_is_that_of_both_evaluators(void **unused) {
    (void)unused;
    struct rng rng = rng_keyed(31, 5, 0, 0);
    for (int i = 0; i < 40; i++) {
        struct subject both, roads, lines;
        const char *game = games[i % 4];
        subject_init(&both, find_evaluator(game, "roads+lines"), &rng);
        subject_init(&roads, find_evaluator(game, "roads"), &rng);
        subject_init(&lines, find_evaluator(game, "lines"), &rng);
        int roads_count = roads.player.evaluator->param_count;
        const struct evaluator *parts[] = {roads.player.evaluator, lines.player.evaluator};
        player_destroy(&roads.player), player_destroy(&lines.player);
        player_init(&roads.player, parts[0], both.weights, &(struct search_limits){0}, 0);
        player_init(&lines.player, parts[1], both.weights + roads_count, &(struct search_limits){0},
                    0);
        struct connect_state state = random_position(parts[0]->game, i, &rng);
        for (int side = 0; side < 2; side++)
            assert_int_equal(eval(&both, &state, side),
                             eval(&roads, &state, side) + eval(&lines, &state, side));
        player_destroy(&both.player), player_destroy(&roads.player), player_destroy(&lines.player);
    }
}

static void check_weight_file(const struct evaluator *evaluator) {
    struct weights weights = {evaluator,
                              xcalloc((size_t)evaluator->param_count, sizeof(int32_t)),
                              {.name = "test", .source = "a test", .generation = -1}};
    for (int i = 0; i < evaluator->param_count; i++) weights.values[i] = 1 + i % 60;
    struct text text = {0};
    weights_print(&weights, WEIGHTS_NATIVE, &text);
    struct weights again;
    if (weights_parse("test", text_get(&text), &again, &error)) fail_msg("%s", error.text);
    assert_ptr_equal(again.evaluator, evaluator);
    assert_memory_equal(again.values, weights.values,
                        (size_t)evaluator->param_count * sizeof *weights.values);
    text_free(&text);
    weights_free(&weights), weights_free(&again);
}

static void weight_files_give_the_weights_back(void **unused) {
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        check_weight_file(find_evaluator(games[i], "lines"));
        check_weight_file(find_evaluator(games[i], "roads+lines"));
    }
}

static void what_has_no_patterns_is_refused(void **unused) {
    (void)unused;
    const struct game *seven = games_find("connect(9,9,7,2,1)", &error);
    assert_null(games_evaluator(seven, "lines", NULL, &error));
    assert_non_null(strstr(error.text, "6 in a row"));
    assert_null(games_evaluator(seven, "roads+lines", NULL, &error));
    assert_non_null(strstr(error.text, "6 in a row"));
    const struct game *two = games_find("connect(19,19,2,1,1)", &error);
    assert_null(games_evaluator(two, "roads+lines", NULL, &error));
    assert_non_null(strstr(error.text, "too many roads"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_patterns_have_their_class),
        cmocka_unit_test(classes_are_as_defined),
        cmocka_unit_test(a_mirror_changes_no_class),
        cmocka_unit_test(every_entry_is_the_change_between_two_classes),
        cmocka_unit_test(changes_have_a_direction),
        cmocka_unit_test(changes_that_have_a_name_are_parameters),
        cmocka_unit_test(the_value_is_the_sum_of_the_stones),
        cmocka_unit_test(symmetric_positions_are_worth_the_same),
        cmocka_unit_test(what_one_side_gains_the_other_loses),
        cmocka_unit_test(the_sum_is_that_of_both_evaluators),
        cmocka_unit_test(weight_files_give_the_weights_back),
        cmocka_unit_test(what_has_no_patterns_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
