/*
 * Connect: the rules and the incremental state against naive whole-board recounts, the evaluator
 * against the definition of its value, and the published values of small boards by full search.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/games/connect/roads.h"
#include "engine/games/connect/rules.h"
#include "engine/games/games.h"
#include "engine/search/node.h"

static const char *const variants[] = {"connect6",
                                       "gomoku",
                                       "tictactoe",
                                       "connect(7,4,4,2,1)",
                                       "connect(4,9,3,3,2)",
                                       "connect(13,13,6,2,1)",
                                       "connect(11,10,8,2,3)",
                                       "connect(6,1,2,1,1)",
                                       "connect(19,19,2,1,1)",
                                       "connect(15,15,5,1,1,exact)",
                                       "connect(7,6,3,1,1,exact)",
                                       "connect(20,4,4,1,1,exact)",
                                       "connect(5,8,5,3,5)"};

static const struct game *game_of(const char *name) {
    struct error error;
    const struct game *game = games_find(name, &error);
    if (!game) fail_msg("%s", error.text);
    return game;
}

static const struct evaluator *roads_of(const struct game *game) {
    struct error error;
    const struct evaluator *evaluator = games_evaluator(game, "roads", NULL, &error);
    if (!evaluator) fail_msg("%s", error.text);
    return evaluator;
}

static int cell_at(const struct connect_state *state, int point) {
    return connect_bit(state->stones[0], point) ? 0 : connect_bit(state->stones[1], point) ? 1 : -1;
}

/* ---- naive counts: the definitions, by walking the board ------------------------------------ */

/* Calls for every road of the board, found by its first point and direction. */
typedef void road_fn(void *context, const int *points);

static void each_road(const struct connect_rules *rules, road_fn *call, void *context) {
    static const int dx[] = {1, 0, 1, -1}, dy[] = {0, 1, 1, 1};
    for (int d = 0; d < 4; d++)
        for (int y = 0; y < rules->rows; y++)
            for (int x = 0; x < rules->columns; x++) {
                int points[CONNECT_K_MAX], end_x = x + (rules->k - 1) * dx[d],
                                           end_y = y + (rules->k - 1) * dy[d];
                if (end_x < 0 || end_x >= rules->columns || end_y >= rules->rows) continue;
                for (int i = 0; i < rules->k; i++)
                    points[i] = (y + i * dy[d]) * rules->columns + x + i * dx[d];
                call(context, points);
            }
}

struct recount {
    const struct connect_rules *rules;
    const struct connect_state *state;
    int roads, empty, dead, live[2][CONNECT_K_MAX + 1];
    int through[CONNECT_POINTS_MAX];
};

/* Whether a stone of `side` stands next to the road `points`, on its line. */
static bool recount_flanked(const struct recount *recount, const int *points, int side) {
    const struct connect_rules *rules = recount->rules;
    int columns = rules->columns, last = points[rules->k - 1];
    int dx = points[1] % columns - points[0] % columns;
    int dy = points[1] / columns - points[0] / columns;
    int ends[2][2] = {{points[0] % columns - dx, points[0] / columns - dy},
                      {last % columns + dx, last / columns + dy}};
    bool flanked = false;
    for (int i = 0; i < 2; i++) {
        int x = ends[i][0], y = ends[i][1];
        if (x < 0 || x >= columns || y < 0 || y >= rules->rows) continue;
        flanked = flanked || cell_at(recount->state, y * columns + x) == side;
    }
    return flanked;
}

static void recount_road(void *context, const int *points) {
    struct recount *recount = context;
    int stones[2] = {0, 0};
    for (int i = 0; i < recount->rules->k; i++) {
        int cell = cell_at(recount->state, points[i]);
        if (cell >= 0) stones[cell]++;
        recount->through[points[i]]++;
    }
    bool usable[2];
    for (int side = 0; side < 2; side++)
        usable[side] =
            !stones[!side] && !(recount->rules->exact && recount_flanked(recount, points, side));
    recount->roads++;
    recount->empty += !stones[0] && !stones[1] && (usable[0] || usable[1]);
    recount->dead += !usable[0] && !usable[1];
    for (int side = 0; side < 2; side++)
        recount->live[side][stones[side]] += stones[side] && usable[side];
}

static struct recount recount_of(const struct game *game, const void *state) {
    struct recount recount = {.rules = connect_rules(game), .state = state};
    each_road(recount.rules, recount_road, &recount);
    return recount;
}

static int line_length(const struct connect_rules *rules, const struct connect_state *state, int x,
                       int y, int dx, int dy) {
    int side = cell_at(state, y * rules->columns + x), length = 0;
    while (x >= 0 && x < rules->columns && y >= 0 && y < rules->rows &&
           cell_at(state, y * rules->columns + x) == side)
        x += dx, y += dy, length++;
    return side >= 0 ? length : 0;
}

/* Whether the line that begins at (x, y), or goes on there, wins. */
static bool naive_wins(const struct connect_rules *rules, const struct connect_state *state, int x,
                       int y, int dx, int dy) {
    int length = line_length(rules, state, x, y, dx, dy);
    if (!rules->exact) return length >= rules->k;
    int back = line_length(rules, state, x, y, -dx, -dy);
    return length == rules->k && back == 1;
}

/* side + 1 of the side with k in a row, found without roads. */
static int naive_winner(const struct connect_rules *rules, const struct connect_state *state) {
    for (int y = 0; y < rules->rows; y++)
        for (int x = 0; x < rules->columns; x++)
            for (int d = 0; d < 4; d++)
                if (naive_wins(rules, state, x, y, d == 3 ? -1 : d != 1, d > 0))
                    return cell_at(state, y * rules->columns + x) + 1;
    return 0;
}

static bool naive_near(const struct connect_rules *rules, const struct connect_state *state,
                       int point) {
    for (int other = 0; other < rules->points; other++)
        if (cell_at(state, other) >= 0 &&
            abs(other % rules->columns - point % rules->columns) <= 2 &&
            abs(other / rules->columns - point / rules->columns) <= 2)
            return true;
    return false;
}

static int32_t naive_value(const struct game *game, const int32_t *weights, const void *state_,
                           int side) {
    const struct connect_state *state = state_;
    const struct recount recount = recount_of(game, state);
    int k = recount.rules->k;
    int64_t own = 0, opponent = 0;
    for (int n = 1; n < k; n++) {
        own += (int64_t)weights[n - 1] * recount.live[side][n];
        opponent += (int64_t)weights[k + n - 2] * recount.live[!side][n];
    }
    bool complete = !state->mid_turn && recount.rules->p > 1;
    return (int32_t)((complete ? weights[2 * k - 2] : 16) * own - 16 * opponent);
}

/* ---- random games --------------------------------------------------------------------------- */

typedef void position_fn(const struct game *game, const struct state *state, struct rng *rng);

/* Random games; the check sees every position, the last one too. */
static void each_random_position(const char *name, int games, position_fn *check) {
    const struct game *game = game_of(name);
    struct rng rng;
    rng_seed(&rng, 7, (uint64_t)games);
    for (int i = 0; i < games; i++) {
        struct state state;
        game->start(game, &state);
        check(game, &state, &rng);
        while (!game->over(game, &state)) {
            move_t moves[GAME_MOVES_MAX];
            int count = game->moves(game, &state, moves);
            game->play(game, &state, moves[rng_below(&rng, (uint32_t)count)]);
            check(game, &state, &rng);
        }
    }
}

static void each_variant_position(position_fn *check, int positions) {
    for (size_t i = 0; i < COUNT_OF(variants); i++)
        each_random_position(variants[i], max_int(1, positions / game_of(variants[i])->plies_max),
                             check);
}

static void random_weights(const struct evaluator *evaluator, struct rng *rng, int32_t *weights) {
    for (int i = 0; i < evaluator->param_count; i++) {
        const struct param *param = &evaluator->params[i];
        int32_t upper = rng_below(rng, 2) ? param->upper : min_int(param->upper, 30);
        weights[i] = param->lower + (int32_t)rng_below(rng, (uint32_t)(upper - param->lower + 1));
    }
}

/* ---- rules ---------------------------------------------------------------------------------- */

static void roads_are_as_many_as_the_board_has(void **context) {
    (void)context;
    static const struct {
        const char *name;
        int roads;
    } known[] = {{"connect6", 924},
                 {"connect(13,13,6,2,1)", 336},
                 {"connect(15,15,6,2,1)", 500},
                 {"tictactoe", 8},
                 {"connect(20,20,2,1,1)", CONNECT_ROADS_MAX}};
    for (size_t i = 0; i < COUNT_OF(known); i++)
        assert_int_equal(connect_rules(game_of(known[i].name))->roads, known[i].roads);

    const struct game *game = game_of("connect6");
    struct state state;
    game->start(game, &state);
    const struct recount recount = recount_of(game, &state);
    int least = 99, most = 0, sum = 0, most_points = 0;
    for (int i = 0; i < 361; i++) {
        int through = 0;
        for (int d = 0; d < 4; d++) through += recount.rules->spans[i][d].count;
        assert_int_equal(through, recount.through[i]);
        least = min_int(least, through);
        most = max_int(most, through);
        most_points += through == 24;
        sum += through;
    }
    assert_int_equal(least, 3);
    assert_int_equal(most, 24);
    assert_int_equal(most_points, 81);
    assert_int_equal((sum * 100 + 180) / 361, 1536);
}

/* The local scan equals the global one; winner, near points and counts are what they should be. */
static void check_state(const struct game *game, const struct state *bytes, struct rng *rng) {
    (void)rng;
    const struct connect_rules *rules = connect_rules(game);
    const struct connect_state *state = (const void *)bytes;
    const struct recount recount = recount_of(game, state);
    assert_int_equal(recount.roads, rules->roads);
    assert_int_equal(state->census[CONNECT_EMPTY], recount.empty);
    assert_int_equal(state->census[CONNECT_DEAD], recount.dead);
    for (int side = 0; side < 2; side++)
        for (int n = 1; n <= rules->k; n++)
            assert_int_equal(state->census[connect_live(side, n)], recount.live[side][n]);
    int empties = 0;
    for (int i = 0; i < rules->points; i++) {
        empties += cell_at(state, i) < 0;
        assert_int_equal(connect_bit(state->near, i), naive_near(rules, state, i));
    }
    assert_int_equal(state->empties, empties);
    int winner = naive_winner(rules, state);
    assert_int_equal(state->winner, winner);
    assert_int_equal(game->over(game, state), winner || empties == 0);
    int margin = winner == 0 ? 0 : winner == 1 ? 1 + empties : -1 - empties;
    assert_int_equal(game->margin(game, state), margin);
    move_t moves[GAME_MOVES_MAX];
    assert_int_equal(game->moves(game, state, moves), game->over(game, state) ? 0 : empties);
}

static void a_state_equals_its_recount(void **context) {
    (void)context;
    each_variant_position(check_state, 700);
}

static void check_turn(const struct game *game, const struct state *bytes, struct rng *rng) {
    (void)rng;
    const struct connect_rules *rules = connect_rules(game);
    const struct connect_state *state = (const void *)bytes;
    int stones = rules->points - state->empties;
    bool first = stones < rules->q;
    int placed = first ? stones : (stones - rules->q) % rules->p;
    int turn = first ? 0 : 1 + (stones - rules->q) / rules->p;
    assert_int_equal(state->side, turn % 2);
    assert_int_equal(state->left, (first ? rules->q : rules->p) - placed);
    assert_int_equal(state->mid_turn, placed > 0);
}

static void turns_have_their_stones(void **context) {
    (void)context;
    each_variant_position(check_turn, 2000);
}

/* Text tells all there is to a state: cells in another order of play, turn, roads and hash. */
static void check_round_trip(const struct game *game, const struct state *state, struct rng *rng) {
    (void)rng;
    struct text text = {0};
    struct state read;
    struct error error;
    game->position_format(game, state, &text);
    if (game->position_parse(game, text_get(&text), &read, &error) < 0) fail_msg("%s", error.text);
    assert_memory_equal(&read, state, game->state_size);
    assert_int_equal(game_parse(game, text_get(&text), &read, &error), 0);
    assert_memory_equal(&read, state, game->state_size);
    text_free(&text);
}

static void positions_are_read_as_they_are_written(void **context) {
    (void)context;
    each_variant_position(check_round_trip, 1500);
}

static void the_hash_knows_whose_turn_it_is(void **context) {
    (void)context;
    const struct game *game = game_of("connect(3,3,3,2,1)");
    struct state states[3];
    static const char *const texts[] = {"X...O.... X2", "X...O.... X1", "X...O.... O2"};
    for (int i = 0; i < 3; i++) assert_int_equal(game_parse(game, texts[i], &states[i], NULL), 0);
    assert_true(game->hash(&states[0]) != game->hash(&states[1]));
    assert_true(game->hash(&states[0]) != game->hash(&states[2]));
}

/* ---- symmetries ----------------------------------------------------------------------------- */

static move_t mirrored(const struct connect_rules *rules, int symmetry, move_t move) {
    int x = move % rules->columns, y = move / rules->columns;
    if (symmetry & 1) x = rules->columns - 1 - x;
    if (symmetry & 2) y = rules->rows - 1 - y;
    return (move_t)(symmetry & 4 ? x * rules->columns + y : y * rules->columns + x);
}

static void check_mirrored_games(const char *name, int symmetries) {
    const struct game *game = game_of(name);
    struct rng rng;
    rng_seed(&rng, 3, 3);
    for (int i = 0; i < 50; i++) {
        struct state states[8];
        for (int s = 0; s < symmetries; s++) game->start(game, &states[s]);
        while (!game->over(game, &states[0])) {
            move_t moves[GAME_MOVES_MAX];
            int count = game->moves(game, &states[0], moves);
            move_t move = moves[rng_below(&rng, (uint32_t)count)];
            for (int s = 0; s < symmetries; s++)
                game->play(game, &states[s], mirrored(connect_rules(game), s, move));
            for (int s = 1; s < symmetries; s++)
                assert_true(game->symmetric_hash(game, &states[s]) ==
                            game->symmetric_hash(game, &states[0]));
        }
    }
}

static void mirrored_games_share_the_symmetric_hash(void **context) {
    (void)context;
    check_mirrored_games("connect6", 8);
    check_mirrored_games("connect(7,4,4,2,1)", 4);
}

/* A board that is no square has four: a quarter of its points, the middle ones rounded up, are
 * first moves that no symmetry relates. */
static void boards_that_are_no_squares_keep_their_diagonals_apart(void **context) {
    (void)context;
    static const char *const wide_and_tall[] = {"connect(7,4,4,1,1)", "connect(4,7,4,1,1)"};
    for (size_t i = 0; i < COUNT_OF(wide_and_tall); i++) {
        const struct game *game = game_of(wide_and_tall[i]);
        uint64_t seen[28];
        int count = 0;
        for (int point = 0; point < 28; point++) {
            struct state state;
            int known = 0;
            game->start(game, &state);
            game->play(game, &state, (move_t)point);
            uint64_t hash = game->symmetric_hash(game, &state);
            while (known < count && seen[known] != hash) known++;
            if (known == count) seen[count++] = hash;
        }
        assert_int_equal(count, 4 * 2);
    }
}

struct classes {
    int count;
    uint64_t hashes[1000];
    struct state states[1000];
};

static void classes_add(struct classes *classes, const struct game *game,
                        const struct state *state) {
    uint64_t hash = game->symmetric_hash(game, state);
    for (int i = 0; i < classes->count; i++)
        if (classes->hashes[i] == hash) return;
    classes->hashes[classes->count] = hash;
    classes->states[classes->count++] = *state;
}

/* Tic-tac-toe has 765 positions up to symmetry. */
static void the_symmetric_hash_tells_classes_apart(void **context) {
    (void)context;
    static const int known[] = {1, 3, 12, 38, 108, 174, 204, 153, 57, 15};
    static struct classes layers[10];
    const struct game *game = game_of("tictactoe");
    struct state state;
    memset(&state, 0, sizeof state);
    game->start(game, &state);
    classes_add(&layers[0], game, &state);
    for (int ply = 0; ply < 9; ply++)
        for (int i = 0; i < layers[ply].count; i++) {
            move_t moves[GAME_MOVES_MAX];
            int count = game->moves(game, &layers[ply].states[i], moves);
            for (int m = 0; m < count; m++) {
                state = layers[ply].states[i];
                game->play(game, &state, moves[m]);
                classes_add(&layers[ply + 1], game, &state);
            }
        }
    for (int ply = 0; ply < 10; ply++) assert_int_equal(layers[ply].count, known[ply]);
}

/* ---- perft ---------------------------------------------------------------------------------- */

static void perft_counts_leaves(void **context) {
    (void)context;
    /* Games of tic-tac-toe end after 5, 6, … plies 1440, 5328, 47952, 72576, 127872 times. */
    static const uint64_t known[] = {1, 9, 72, 504, 3024, 15120, 56160, 154944, 255168, 255168};
    const struct game *game = game_of("tictactoe");
    struct state state;
    game->start(game, &state);
    for (int depth = 0; depth <= 9; depth++) {
        assert_int_equal(game->perft(game, &state, depth), known[depth]);
        if (depth < 8) assert_int_equal(game_perft(game, &state, depth), known[depth]);
    }
    game = game_of("connect6");
    game->start(game, &state);
    assert_int_equal(game->perft(game, &state, 3), 361 * 360 * 359);
    game = game_of("connect(4,3,3,2,1)");
    game->start(game, &state);
    assert_int_equal(game->perft(game, &state, 6), game_perft(game, &state, 6));
}

/* ---- openings ------------------------------------------------------------------------------- */

static void openings_are_near_the_centre(void **context) {
    (void)context;
    static const struct {
        const char *name;
        int count;
    } known[] = {{"connect6", 81},
                 {"tictactoe", 9},
                 {"connect(10,19,6,2,1)", 8 * 9},
                 {"connect(6,4,4,1,1)", 24}};
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        const struct game *game = game_of(known[i].name);
        struct state state;
        move_t moves[GAME_MOVES_MAX];
        game->start(game, &state);
        assert_int_equal(game->opening_moves(game, &state, moves), known[i].count);
        for (int m = 0; m < known[i].count; m++) assert_true(game_legal(game, &state, moves[m]));
    }
}

static void check_opening_moves_exist(const struct game *game, const struct state *state,
                                      struct rng *rng) {
    (void)rng;
    move_t moves[GAME_MOVES_MAX];
    assert_int_equal(game->opening_moves(game, state, moves) > 0, !game->over(game, state));
}

static void opening_moves_never_run_out(void **context) {
    (void)context;
    each_variant_position(check_opening_moves_exist, 1500);
}

/* ---- notation ------------------------------------------------------------------------------- */

static void moves_are_read_in_both_notations(void **context) {
    (void)context;
    const struct game *game = game_of("connect6");
    static const struct {
        const char *text;
        int used, move;
    } known[] = {{"j10", 3, 9 * 19 + 9},
                 {"J10k9", 3, 9 * 19 + 9},
                 {"JJ", 2, 9 * 19 + 9},
                 {"JJKL", 2, 9 * 19 + 9},
                 {"a1", 2, 18 * 19},
                 {"s19", 3, 18},
                 {"AS", 2, 18 * 19},
                 {"SA", 2, 18},
                 {"i1", 2, 18 * 19 + 8},
                 {"a0", 0, 0},
                 {"a01", 0, 0},
                 {"a20", 0, 0},
                 {"t1", 0, 0},
                 {"AT", 0, 0},
                 {"@@", 0, 0},
                 {"a", 0, 0},
                 {"", 0, 0},
                 {"1a", 0, 0},
                 {" a1", 0, 0},
                 {"jj", 0, 0},
                 {"Jj", 0, 0},
                 {"position", 0, 0},
                 {"pass", 0, 0}};
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        move_t move = 0;
        assert_int_equal(game->move_parse(game, known[i].text, &move), known[i].used);
        assert_int_equal(move, known[i].move);
    }
}

static void moves_are_read_as_they_are_written(void **context) {
    (void)context;
    for (size_t i = 0; i < COUNT_OF(variants); i++) {
        const struct game *game = game_of(variants[i]);
        for (move_t move = 0; move < game->plies_max; move++) {
            char text[MOVE_TEXT_MAX];
            move_t read = MOVE_NONE;
            game->move_format(game, move, text);
            assert_int_equal(game->move_parse(game, text, &read), strlen(text));
            assert_int_equal(read, move);
        }
    }
}

static void a_game_is_read_from_moves_or_a_position(void **context) {
    (void)context;
    const struct game *game = game_of("connect6");
    struct state sau, golem;
    assert_int_equal(game_parse(game, "JJ JIKL KILH", &sau, NULL), 0);
    assert_int_equal(game_parse(game, "j10 j11k8 k11 l12", &golem, NULL), 0);
    assert_memory_equal(&sau, &golem, game->state_size);
}

static void the_board_is_printed_with_its_coordinates(void **context) {
    (void)context;
    const struct game *game = game_of("connect(4,3,3,2,1)");
    struct state state;
    struct text text = {0};
    assert_int_equal(game_parse(game, "b2 d3 c3", &state, NULL), 0);
    game->print(game, &state, &(move_t){3}, 1, &text);
    assert_string_equal(text_get(&text), " 3 . . O(O)\n"
                                         " 2 . X . . \n"
                                         " 1 . . . . \n"
                                         "   a b c d\n");
    text_free(&text);
    game->print(game, &state, (move_t[]){3, 5, 2}, 3, &text);
    assert_string_equal(text_get(&text), " 3 . .(O O)\n"
                                         " 2 .(X). . \n"
                                         " 1 . . . . \n"
                                         "   a b c d\n");
    text_free(&text);
}

static void bad_positions_are_named(void **context) {
    (void)context;
    const struct game *game = game_of("connect(3,3,3,2,1)");
    static const struct {
        const char *text, *wrong;
    } known[] = {
        {"........", "8 points"},          {".......... X1", "more than the 9"},
        {"....?.... X1", "point 5"},       {"XXXOOO... X1", "both sides"},
        {"X........", "the side to move"}, {"X........ Z2", "the side to move"},
        {"X........ O", "stones"},         {"X........ O3", "3 cannot be left"},
        {"X........ O0", "0 cannot"},      {"......... O2", "begins with X1"},
        {"......... X2", "begins with"},   {"X........ O2 x", "the side to move"},
    };
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        struct state state;
        struct error error = {""};
        assert_int_equal(game->position_parse(game, known[i].text, &state, &error), -1);
        if (!strstr(error.text, known[i].wrong)) fail_msg("\"%s\": %s", known[i].text, error.text);
    }
}

static void a_finished_position_is_over(void **context) {
    (void)context;
    const struct game *game = game_of("connect(3,3,3,2,1)");
    struct state state;
    assert_int_equal(game->position_parse(game, "\txxxoo-.-. O 2\n", &state, NULL), 0);
    assert_true(game->over(game, &state));
    assert_int_equal(game->margin(game, &state), 1 + 4);
}

static void variants_have_names(void **context) {
    (void)context;
    assert_ptr_equal(game_of("connect(19,19,6,2,1)"), game_of("connect6"));
    assert_ptr_equal(game_of("connect( 15, 15,5 ,1,1 )"), game_of("gomoku"));
    assert_string_equal(game_of("connect( 5,4,4,1,1)")->name, "connect(5,4,4,1,1)");
    static const struct {
        const char *name, *wrong;
    } known[] = {
        {"connect(21,19,6,2,1)", "columns m must be 1 to 20"},
        {"connect(19,0,6,2,1)", "rows n must be 1 to 20"},
        {"connect(19,19,9,2,1)", "k must be 2 to 8"},
        {"connect(4,5,6,2,1)", "k must be 2 to 5"},
        {"connect(4,5,4,0,1)", "p must be 1 to 8"},
        {"connect(4,5,4,1,9)", "q must be 1 to 8"},
        {"connect(4,5,4,1)", "connect(m,n,k,p,q)"},
        {"connect(4,5,4,1,1)x", "connect(m,n,k,p,q)"},
        {"connect7", "connect(m,n,k,p,q)"},
    };
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        struct error error = {""};
        assert_null(games_find(known[i].name, &error));
        if (!strstr(error.text, known[i].wrong)) fail_msg("%s", error.text);
    }
}

/* ---- evaluator ------------------------------------------------------------------------------ */

static void params_are_roads_of_each_length(void **context) {
    (void)context;
    const struct evaluator *evaluator = roads_of(game_of("connect6"));
    static const int32_t r6[] = {1, 5, 25, 125, 625, 1, 5, 25, 125, 625, 16};
    int32_t weights[32];
    assert_int_equal(evaluator->param_count, COUNT_OF(r6));
    evaluator_initial(evaluator, weights);
    assert_memory_equal(weights, r6, sizeof r6);
    assert_string_equal(evaluator->params[0].name, "own1");
    assert_string_equal(evaluator->params[9].name, "opp5");
    assert_string_equal(evaluator->params[10].name, "second");
    assert_int_equal(roads_of(game_of("gomoku"))->param_count, 8);
    for (size_t i = 0; i < COUNT_OF(variants); i++) {
        evaluator = roads_of(game_of(variants[i]));
        for (int n = 0; n < evaluator->param_count; n++) {
            const struct param *param = &evaluator->params[n];
            assert_true(1 <= param->lower && param->lower <= param->initial &&
                        param->initial <= param->upper);
        }
    }
}

/* eval is its definition; candidates are the near or all empty points in ascending order; their
 * scores differ from the values after the moves by the same constant. */
static void check_scores(const struct game *game, const struct evaluator *evaluator,
                         const int32_t *weights, const void *prepared, const struct state *state,
                         bool all) {
    const struct connect_state *connect = (const void *)state;
    struct candidate list[GAME_MOVES_MAX];
    int count = evaluator_ops(evaluator)->candidates(evaluator, prepared, state, all, list),
        expected = 0;
    int32_t constant = 0;
    bool constant_known = false;
    for (int i = 0; i < game->plies_max; i++)
        expected += cell_at(connect, i) < 0 && (all || connect_bit(connect->near, i));
    assert_int_equal(count, connect->empties == game->plies_max && !all ? 1 : expected);
    for (int i = 0; i < count; i++) {
        assert_true(i == 0 || list[i - 1].move < list[i].move);
        assert_true(all || connect->empties == game->plies_max ||
                    connect_bit(connect->near, list[i].move));
        struct state after;
        memcpy(&after, state, game->state_size);
        game->play(game, &after, list[i].move);
        if (game->margin(game, &after) != 0) {
            assert_int_equal(list[i].score, SCORE_WIN);
        } else if (!game->over(game, &after)) {
            int32_t value = naive_value(game, weights, &after, connect->side);
            if (!constant_known) constant = value - list[i].score;
            constant_known = true;
            assert_int_equal(list[i].score, value - constant);
        }
    }
}

static void check_evaluator(const struct game *game, const struct state *state, struct rng *rng) {
    if (game->over(game, state) || rng_below(rng, 4)) return;
    const struct evaluator *evaluator = roads_of(game);
    int32_t weights[32];
    random_weights(evaluator, rng, weights);
    struct roads_prepared prepared;
    assert_int_equal(evaluator->prepared_size, sizeof prepared);
    evaluator->prepare(evaluator, weights, &prepared);
    for (int side = 0; side < 2; side++)
        assert_int_equal(evaluator_ops(evaluator)->eval(evaluator, &prepared, state, side),
                         naive_value(game, weights, state, side));
    check_scores(game, evaluator, weights, &prepared, state, rng_below(rng, 2));
}

static void values_and_scores_are_those_of_a_naive_count(void **context) {
    (void)context;
    for (enum isa isa = ISA_PORTABLE; isa < ISA_COUNT; isa++) {
        if (!isa_available(isa)) continue;
        isa_set(isa);
        each_variant_position(check_evaluator, 400);
    }
}

/* Minimax's value under each instruction set, of the same nodes. */
static void check_search(const struct game *game, const struct state *state, struct rng *rng) {
    if (game->over(game, state) || rng_below(rng, 16)) return;
    const struct evaluator *evaluator = roads_of(game);
    struct roads_prepared prepared;
    int32_t weights[32];
    random_weights(evaluator, rng, weights);
    evaluator->prepare(evaluator, weights, &prepared);
    struct search_limits limits = {.depth = 2, .driver = SEARCH_MINIMAX};
    struct search_result plain, result;
    struct search *search = search_new(1 << 16);
    evaluator_ops(evaluator)->search(search, evaluator, &prepared, state, &limits, &plain);
    limits.driver = SEARCH_PVS;
    uint64_t nodes = 0;
    for (enum isa isa = ISA_PORTABLE; isa < ISA_COUNT; isa++) {
        if (!isa_available(isa)) continue;
        isa_set(isa);
        search_new_game(search);
        evaluator_ops(evaluator)->search(search, evaluator, &prepared, state, &limits, &result);
        if (isa == ISA_PORTABLE) nodes = result.nodes;
        assert_int_equal(result.score, plain.score);
        assert_true(result.nodes == nodes);
    }
    search_free(search);
}

static void the_search_is_the_same_on_every_instruction_set(void **context) {
    (void)context;
    each_variant_position(check_search, 30);
}

/* ---- known values of small boards ------------------------------------------------------------ */

/* Published values; `depth`: the plies after which search knows, 0: too long for a test. */
static const struct {
    const char *name;
    int first; /* 1 wins, 0 draws, -1 loses */
    int depth;
} known[] = {
    {"tictactoe", 0, 9},           {"connect(3,4,3,1,1)", 1, 12}, {"connect(3,3,3,2,1)", 1, 9},
    {"connect(3,3,2,2,1)", -1, 9}, {"connect(3,4,3,2,1)", 1, 12}, {"connect(3,4,3,3,1)", -1, 12},
    {"connect(4,4,3,2,1)", 1, 16}, {"connect(3,4,4,2,1)", 0, 12}, {"connect(4,4,4,1,1)", 0, 16},
    {"connect(4,4,4,2,1)", 0, 16}, {"connect(4,4,4,2,2)", 0, 16}, {"connect(4,5,4,1,1)", 0, 0},
    {"connect(5,5,4,1,1)", 0, 0},  {"connect(5,6,4,1,1)", 1, 11}, {"connect(4,6,4,2,1)", -1, 11},
    {"connect(4,6,4,2,2)", 1, 10},
};

enum { PROOF_POSITIONS = 1 << 20 };

/* A proof of whether one side can force a win. */
struct proof {
    const struct evaluator *evaluator;
    struct roads_prepared prepared;
    int side;
    uint64_t table[PROOF_POSITIONS]; /* hashes, whose lowest bit says whether it can */
};

/* Whether the side has a road left. */
static bool may_win(const struct connect_rules *rules, const struct connect_state *state,
                    int side) {
    int roads = state->census[CONNECT_EMPTY];
    for (int n = 1; n <= rules->k; n++) roads += state->census[connect_live(side, n)];
    return roads > 0;
}

static bool wins(struct proof *proof, const struct state *state);

/* Whether some move wins, or, for the opponent, all of them. */
static bool wins_by_moves(struct proof *proof, const struct state *state) {
    const struct evaluator *evaluator = proof->evaluator;
    const struct game *game = evaluator->game;
    struct candidate list[GAME_MOVES_MAX];
    int32_t value;
    bool own = game->side(state) == proof->side;
    int count =
        evaluator_ops(evaluator)->candidates(evaluator, &proof->prepared, state, true, list);
    count = game->expert->forced(game, state, list, count, &value);
    if (count == 0) return own ? value > 0 : value < 0;
    for (int i = 0; i < count; i++) {
        order_pick(list, i, count);
        struct state child;
        memcpy(&child, state, game->state_size);
        game->play(game, &child, list[i].move);
        if (wins(proof, &child) == own) return own;
    }
    return !own;
}

static bool wins(struct proof *proof, const struct state *state) {
    const struct game *game = proof->evaluator->game;
    int margin = proof->side == 0 ? game->margin(game, state) : -game->margin(game, state);
    if (game->over(game, state)) return margin > 0;
    if (!may_win(connect_rules(game), (const void *)state, proof->side)) return false;
    uint64_t hash = game->hash(state) | 1;
    uint64_t *entry = &proof->table[(hash >> 1) % PROOF_POSITIONS];
    if ((*entry | 1) == hash) return *entry & 1;
    bool result = wins_by_moves(proof, state);
    *entry = hash - !result;
    return result;
}

static bool can_win(const struct evaluator *evaluator, int side) {
    struct proof *proof = xcalloc(1, sizeof *proof);
    int32_t weights[32];
    struct state start;
    proof->evaluator = evaluator;
    proof->side = side;
    evaluator_initial(evaluator, weights);
    evaluator->prepare(evaluator, weights, &proof->prepared);
    evaluator->game->start(evaluator->game, &start);
    bool result = wins(proof, &start);
    free(proof);
    return result;
}

static void known_values_are_proved(void **context) {
    (void)context;
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        const struct evaluator *evaluator = roads_of(game_of(known[i].name));
        assert_int_equal(can_win(evaluator, 0), known[i].first > 0);
        assert_int_equal(can_win(evaluator, 1), known[i].first < 0);
    }
}

static void the_search_finds_known_values(void **context) {
    (void)context;
    struct search *search = search_new(1 << 22);
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        if (known[i].depth == 0) continue;
        const struct evaluator *evaluator = roads_of(game_of(known[i].name));
        int32_t weights[32];
        struct roads_prepared prepared;
        struct state state;
        struct search_result result;
        struct search_limits limits = {.depth = known[i].depth};
        evaluator_initial(evaluator, weights);
        evaluator->prepare(evaluator, weights, &prepared);
        evaluator->game->start(evaluator->game, &state);
        search_new_game(search);
        evaluator_ops(evaluator)->search(search, evaluator, &prepared, &state, &limits, &result);
        int value = (result.score >= SCORE_WIN) - (result.score <= -SCORE_WIN);
        assert_int_equal(value, known[i].first);
        assert_true(value != 0 || result.score == 0);
    }
    search_free(search);
}

/* ---- exact variants ------------------------------------------------------------------------- */

static void a_longer_line_wins_unless_the_game_is_exact(void **context) {
    (void)context;
    static const struct {
        const char *game, *position; /* Black is to play g1 */
        int winner;                  /* side + 1 */
    } cases[] = {
        {"connect(9,5,5,1,1,exact)", "..XXXX.X.", 0}, {"connect(9,5,5,1,1)", "..XXXX.X.", 1},
        {"connect(9,5,5,1,1,exact)", "..XXXX.O.", 1}, {"connect(9,5,5,1,1,exact)", "OXXXXX.X.", 1},
        {"connect(9,5,5,1,1,exact)", "..OXXX.XX", 0}, {"connect(9,5,5,1,1,exact)", "..OXXX.XO", 1},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text text = {0};
        struct state state;
        struct error error;
        const struct game *game = game_of(cases[i].game);
        for (int point = 0; point < 36; point++) text_add(&text, ".");
        text_add(&text, "%s X1", cases[i].position);
        if (game_parse(game, text_get(&text), &state, &error) != 0) fail_msg("%s", error.text);
        move_t move;
        assert_int_equal(game->move_parse(game, "g1", &move), 2);
        if (!game->over(game, &state)) game->play(game, &state, move);
        const struct connect_state *after = (const void *)&state;
        if (after->winner != cases[i].winner) fail_msg("%s: %s", cases[i].game, text_get(&text));
        text_free(&text);
    }
}

/* The value for the side to move by nothing but the rules. */
static int plain_value(const struct game *game, const struct state *state) {
    move_t moves[GAME_MOVES_MAX];
    int best = -1000, count = game->moves(game, state, moves);
    if (count == 0)
        return game->side(state) ? -game->margin(game, state) : game->margin(game, state);
    for (int i = 0; i < count; i++) {
        struct state child = *state;
        game->play(game, &child, moves[i]);
        best = max_int(best, -plain_value(game, &child));
    }
    return best;
}

/* Forced replies included, which one that is no threat here would spoil. */
static void exact_variants_are_searched_by_their_rules(void **context) {
    (void)context;
    const struct game *game = game_of("connect(5,3,3,1,1,exact)");
    const struct evaluator *evaluator = roads_of(game);
    struct search *search = search_new(1 << 16);
    int32_t weights[32];
    struct roads_prepared prepared;
    evaluator_initial(evaluator, weights);
    evaluator->prepare(evaluator, weights, &prepared);
    for (uint64_t i = 0; i < 150; i++) {
        struct rng rng = rng_keyed(5, 0, i, 0);
        struct state state;
        struct search_result result;
        memset(&state, 0, sizeof state);
        game->start(game, &state);
        for (int ply = 0; ply < 8 && !game->over(game, &state); ply++) {
            move_t moves[GAME_MOVES_MAX];
            int count = game->moves(game, &state, moves);
            game->play(game, &state, moves[rng_below(&rng, (uint32_t)count)]);
        }
        if (game->over(game, &state)) continue;
        const struct search_limits limits = {.depth = 7};
        evaluator_ops(evaluator)->search(search, evaluator, &prepared, &state, &limits, &result);
        int value = plain_value(game, &state);
        assert_int_equal((result.score > 0) - (result.score < 0), (value > 0) - (value < 0));
    }
    search_free(search);
}

/* What does not know its rules is refused, and says so. */
static void exact_variants_refuse_what_does_not_know_them(void **context) {
    (void)context;
    struct error error;
    const struct game *game = game_of("connect(15,15,5,1,1,exact)");
    assert_null(games_evaluator(game, "lines", NULL, &error));
    assert_non_null(strstr(error.text, "takes longer lines for wins"));
    assert_null(games_evaluator(game, "roads+lines", NULL, &error));
    assert_null(evaluator_ops(roads_of(game))->play_batch);
    assert_null(game->expert->solve);
    assert_null(games_find("connect(19,19,6,2,1,exact)", &error));
    assert_non_null(strstr(error.text, "exact is for games of one stone a turn"));
    assert_string_equal(game_of("connect(15, 15,5,1,1 , exact )")->name, game->name);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roads_are_as_many_as_the_board_has),
        cmocka_unit_test(a_state_equals_its_recount),
        cmocka_unit_test(turns_have_their_stones),
        cmocka_unit_test(positions_are_read_as_they_are_written),
        cmocka_unit_test(the_hash_knows_whose_turn_it_is),
        cmocka_unit_test(mirrored_games_share_the_symmetric_hash),
        cmocka_unit_test(boards_that_are_no_squares_keep_their_diagonals_apart),
        cmocka_unit_test(the_symmetric_hash_tells_classes_apart),
        cmocka_unit_test(perft_counts_leaves),
        cmocka_unit_test(openings_are_near_the_centre),
        cmocka_unit_test(opening_moves_never_run_out),
        cmocka_unit_test(moves_are_read_in_both_notations),
        cmocka_unit_test(moves_are_read_as_they_are_written),
        cmocka_unit_test(a_game_is_read_from_moves_or_a_position),
        cmocka_unit_test(the_board_is_printed_with_its_coordinates),
        cmocka_unit_test(bad_positions_are_named),
        cmocka_unit_test(a_finished_position_is_over),
        cmocka_unit_test(variants_have_names),
        cmocka_unit_test(params_are_roads_of_each_length),
        cmocka_unit_test(values_and_scores_are_those_of_a_naive_count),
        cmocka_unit_test(the_search_is_the_same_on_every_instruction_set),
        cmocka_unit_test(known_values_are_proved),
        cmocka_unit_test(the_search_finds_known_values),
        cmocka_unit_test(a_longer_line_wins_unless_the_game_is_exact),
        cmocka_unit_test(exact_variants_are_searched_by_their_rules),
        cmocka_unit_test(exact_variants_refuse_what_does_not_know_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
