/*
 * The search by playouts: what it proves is so, its answers are legal, repeatable and within their
 * limits, in games whose sides alternate and in others; and its constants are parameters.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/games/games.h"
#include "engine/search/mcts.h"
#include "engine/search/player.h"
#include "tests/find.h"

enum { TT_BYTES = 1 << 20 };

/* A player with the initial weights, some of them changed. */
static struct player mcts_player(const struct evaluator *evaluator, int64_t playouts,
                                 const char *const *names, const int32_t *values) {
    struct search_limits limits = {
        .depth = SEARCH_DEPTH_MAX, .driver = SEARCH_MCTS, .playouts = playouts};
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    struct player player;
    evaluator_initial(evaluator, weights);
    for (; names && *names; names++, values++)
        weights[evaluator_param_find(evaluator, *names)] = *values;
    player_init(&player, evaluator, weights, &limits, 0);
    free(weights);
    return player;
}

static struct search_result ask(const struct player *player, size_t bytes, const void *state) {
    struct search *search = search_new(bytes);
    struct search_result result;
    const struct evaluator *evaluator = player->evaluator;
    evaluator_ops(evaluator)->search(search, evaluator, player->prepared, state, &player->limits,
                                     &result);
    search_free(search);
    return result;
}

static struct search_result ask_of(const char *game_name, const char *layout, int64_t playouts,
                                   const char *line) {
    const struct game *game = find_game(game_name);
    struct player player =
        mcts_player(games_evaluator(game, "mcts", layout, NULL), playouts, NULL, NULL);
    struct state state = find_position(game, line);
    struct search_result result = ask(&player, TT_BYTES, &state);
    player_destroy(&player);
    return result;
}

static move_t point(const char *game_name, const char *text) {
    move_t move = MOVE_NONE;
    assert_int_not_equal(find_game(game_name)->move_parse(find_game(game_name), text, &move), 0);
    return move;
}

/* ---- proofs ---------------------------------------------------------------------------------- */

/* The result of a small game, 1, 0 or -1 for side 0. */
static int solve(const struct game *game, const struct state *state) {
    move_t moves[GAME_MOVES_MAX];
    if (game->over(game, state)) {
        int margin = game->margin(game, state);
        return (margin > 0) - (margin < 0);
    }
    int count = game->moves(game, state, moves), sign = game->side(state) == 0 ? 1 : -1, best = -2;
    for (int i = 0; i < count; i++) {
        struct state child = *state;
        game->play(game, &child, moves[i]);
        best = max_int(best, sign * solve(game, &child));
    }
    return sign * best;
}

/* Of 20 random positions near the end what is proved is so, and enough playouts prove all, if they
 * do not stay with the first draw. A hundred, none of which is spent on a move that is proved to
 * lose, prove `least`. Of counted points there may be more to win than is seen. */
static void check_proofs(const char *game_name, const char *layout, int plies_left, int least) {
    const struct game *game = find_game(game_name);
    const struct evaluator *evaluator = games_evaluator(game, "mcts", layout, NULL);
    static const char *const names[] = {"mcts.explore", NULL};
    static const int32_t values[] = {1000};
    struct player few = mcts_player(evaluator, 100, NULL, NULL),
                  many = mcts_player(evaluator, 20000, names, values);
    struct rng rng = rng_keyed(1, 2, 3, 4);
    int proved = 0, asked = 0;
    while (asked < 20) {
        struct state state;
        game->start(game, &state);
        while (!game->over(game, &state) && game->plies_left(&state) > plies_left) {
            move_t moves[GAME_MOVES_MAX];
            int count = game->moves(game, &state, moves);
            game->play(game, &state, moves[rng_below(&rng, (uint32_t)count)]);
        }
        if (game->over(game, &state)) continue;
        asked++;
        int value = (game->side(&state) == 0 ? 1 : -1) * solve(game, &state);
        struct search_result some = ask(&few, TT_BYTES, &state);
        int32_t all = ask(&many, TT_BYTES, &state).score;
        assert_int_equal(some.proved, !game->counted && abs(some.score) >= SCORE_WIN);
        if (abs(some.score) >= SCORE_WIN) {
            assert_int_equal((some.score > 0) - (some.score < 0), value);
            proved++;
        }
        assert_int_equal(value, all == 0 ? 0 : all > 0 ? 1 : -1);
        assert_true(value == 0 || abs(all) >= SCORE_WIN);
    }
    assert_in_range(proved, least, 20);
    player_destroy(&few), player_destroy(&many);
}

static void what_is_proved_is_so(void **unused) {
    (void)unused;
    check_proofs("tictactoe", "roads", 7, 5);
    check_proofs("connect(4,4,3,2,1)", "roads", 7, 15); /* two stones a turn */
    check_proofs("reversi", "wpc", 6, 15);              /* passes */
    check_proofs("hex(3)", "distance", 5, 15);
}

/* The rest of a decided game takes no playouts: a win at once is seen at the first look. */
static void a_proof_ends_the_search(void **unused) {
    (void)unused;
    struct search_result result = ask_of("tictactoe", "roads", 1000000, "a1 b1 a2 b2");
    assert_int_equal(result.score, SCORE_WIN + 5);
    assert_int_equal(result.move, point("tictactoe", "a3"));
    assert_in_range(result.nodes, 1, 100);
}

/* ---- the choice ---- */

/* Where exploring is all, as many playouts as there are moves visit each once. */
static void of_moves_visited_as_often_the_best_looking_is_played(void **unused) {
    (void)unused;
    static const char *const lines[] = {"d3 c3 c4", "f5 d6 c3 d3", "e6 f4 c3 c4 d3"};
    static const char *const names[] = {"mcts.explore", NULL};
    static const int32_t values[] = {4000};
    const struct game *game = find_game("reversi");
    const struct evaluator *evaluator = games_evaluator(game, "mcts", "wpc", NULL);
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct state state = find_position(game, lines[i]);
        move_t moves[GAME_MOVES_MAX];
        struct player first = mcts_player(evaluator, 1, names, values),
                      all = mcts_player(evaluator, game->moves(game, &state, moves), names, values);
        assert_int_equal(ask(&all, TT_BYTES, &state).move, ask(&first, TT_BYTES, &state).move);
        player_destroy(&first), player_destroy(&all);
    }
}

/* Of the squares that Black's king may go to, the queen's ends the game, and the other loses it. */
static void a_drawn_move_is_visited_on(void **unused) {
    (void)unused;
    const struct game *game = find_game("chess");
    struct player player =
        mcts_player(games_evaluator(game, "mcts", "material", NULL), 50, NULL, NULL);
    struct state state;
    struct error error;
    assert_int_equal(game->position_parse(game, "6k1/5Q2/8/8/8/8/8/K7 b - - 0 1", &state, &error),
                     0);
    struct search_result result = ask(&player, TT_BYTES, &state);
    assert_int_equal(result.move, point("chess", "g8f7"));
    assert_int_equal(result.score, 0);
    player_destroy(&player);
}

/* However good a move looks, more is known of it than that after a while. */
static void looks_count_less_the_more_is_known(void **unused) {
    (void)unused;
    enum { POSITIONS = 10 };
    static const char *const names[] = {"mcts.bias", NULL};
    static const int32_t values[] = {4000};
    const struct game *game = find_game("reversi");
    const struct evaluator *evaluator = games_evaluator(game, "mcts", "wpc", NULL);
    struct player first = mcts_player(evaluator, 1, names, values),
                  many = mcts_player(evaluator, 500, names, values);
    struct rng rng = rng_keyed(5, 6, 7, 8);
    int others = 0;
    for (int i = 0; i < POSITIONS; i++) {
        struct state state;
        game->start(game, &state);
        for (int ply = 0; ply < 12; ply++) {
            move_t moves[GAME_MOVES_MAX];
            int count = game->moves(game, &state, moves);
            game->play(game, &state, moves[rng_below(&rng, (uint32_t)count)]);
        }
        others += ask(&many, TT_BYTES, &state).move != ask(&first, TT_BYTES, &state).move;
    }
    assert_in_range(others, 1, POSITIONS);
    player_destroy(&first), player_destroy(&many);
}

/* A move that was not tried counts as its position: where that is far ahead, others than the first
 * good one are tried, too. */
static void untried_moves_are_worth_what_their_position_is(void **unused) {
    (void)unused;
    const struct game *game = find_game("reversi");
    struct state state =
        find_position(game, "X......X..................XXO.....OOOX.....OX...........X......X X");
    move_t moves[GAME_MOVES_MAX];
    int others = game->moves(game, &state, moves) - 1;
    struct search_result lines[GAME_MOVES_MAX];
    struct player player = mcts_player(games_evaluator(game, "mcts", "wpc", NULL), 400, NULL, NULL);
    player.limits.lines = lines;
    player.limits.line_count = others;
    assert_true(ask(&player, TT_BYTES, &state).score > 0);
    for (int i = 0; i < others; i++) assert_true(lines[i].nodes > 0);
    player_destroy(&player);
}

/* ---- sides and games ------------------------------------------------------------------------- */

/* The position with the colours of its stones, and the side to move, the other way round. */
static struct state other_way_round(const struct game *game, const struct state *state) {
    struct text text = {0};
    struct state turned;
    struct error error;
    game->position_format(game, state, &text);
    for (char *c = text.data; *c; c++) *c = *c == 'X' ? 'O' : *c == 'O' ? 'X' : *c;
    assert_int_equal(game->position_parse(game, text.data, &turned, &error), 0);
    text_free(&text);
    return turned;
}

/* What a playout comes to is for one side and told to the other: neither is better off. */
static void both_sides_are_played_alike(void **unused) {
    (void)unused;
    static const char *const lines[] = {"d3 c3 c4", "f5 d6 c3 d3", "e6 f4 c3 c4 d3"};
    static const char *const names[] = {"mcts.playout", "mcts.epsilon", NULL};
    static const int32_t values[] = {1, 0};
    const struct game *game = find_game("reversi");
    const struct evaluator *evaluator = games_evaluator(game, "mcts", "wpc", NULL);
    for (size_t i = 0; i < 2 * COUNT_OF(lines); i++) {
        struct player player = mcts_player(evaluator, 200, i % 2 ? names : NULL, values);
        struct state state = find_position(game, lines[i / 2]),
                     turned = other_way_round(game, &state);
        struct search_result a = ask(&player, TT_BYTES, &state),
                             b = ask(&player, TT_BYTES, &turned);
        assert_int_equal(a.move, b.move);
        assert_int_equal(a.score, b.score);
        assert_int_equal(a.nodes, b.nodes);
        player_destroy(&player);
    }
}

/* The side with the corners is ahead, whichever side moves where the evaluator judges. */
static void a_playout_is_judged_for_the_side_that_asks(void **unused) {
    (void)unused;
    static const char *const names[] = {"mcts.playout", NULL};
    const struct game *game = find_game("reversi");
    const struct evaluator *evaluator = games_evaluator(game, "mcts", "wpc", NULL);
    for (int i = 0; i < 8; i++) {
        bool ahead = i % 2 == 0;
        struct text text = {0};
        text_add(&text, "X......X..................XXO.....OOOX.....OX...........X......X %c",
                 ahead ? 'X' : 'O');
        struct player player = mcts_player(evaluator, 100, names, (int32_t[]){i / 2});
        struct state state = find_position(game, text.data);
        int32_t score = ask(&player, TT_BYTES, &state).score;
        if (ahead ? score <= 0 : score >= 0) fail_msg("%d after %d plies", score, i / 2);
        text_free(&text);
        player_destroy(&player);
    }
}

/* Where the same move means another thing later, what came of it then does not count for it. */
static void moves_made_later_count_where_stones_stay(void **unused) {
    (void)unused;
    static const struct {
        const char *game;
        bool counts;
    } cases[] = {{"nim(1,3,5)", false}, {"lgame", false}, {"nim(3,5,7)", false}, {"hex(5)", true}};
    static const char *const names[] = {"mcts.playout", "mcts.rave", NULL};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct game *game = find_game(cases[i].game);
        const struct evaluator *evaluator = games_evaluator(game, "mcts", NULL, NULL);
        struct player own = mcts_player(evaluator, 100, names, (int32_t[]){8, 1}),
                      all = mcts_player(evaluator, 100, names, (int32_t[]){8, 1000});
        struct state state;
        game->start(game, &state);
        struct search_result a = ask(&own, TT_BYTES, &state), b = ask(&all, TT_BYTES, &state);
        bool same = a.nodes == b.nodes && a.score == b.score && a.move == b.move;
        if (same == cases[i].counts) fail_msg("%s", cases[i].game);
        player_destroy(&own), player_destroy(&all);
    }
}

/* ---- limits ---------------------------------------------------------------------------------- */

static void the_same_question_has_the_same_answer(void **unused) {
    (void)unused;
    static const char *const games[] = {"reversi", "connect6", "hex(5)", "lgame", "nim(3,5,7)"};
    static const char *const names[] = {"mcts.playout", "mcts.epsilon", NULL};
    static const int32_t values[] = {8, 500};
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        const struct game *game = find_game(games[i]);
        struct player player =
            mcts_player(games_evaluator(game, "mcts", NULL, NULL), 60, names, values);
        struct state state;
        game->start(game, &state);
        struct search_result first = ask(&player, TT_BYTES, &state),
                             again = ask(&player, TT_BYTES, &state);
        assert_true(game_legal(game, &state, first.move));
        assert_int_equal(first.nodes, again.nodes);
        assert_int_equal(first.score, again.score);
        assert_int_equal(first.pv_length, again.pv_length);
        assert_memory_equal(first.pv, again.pv, (size_t)first.pv_length * sizeof *first.pv);
        player_destroy(&player);
    }
}

/* Each limit alone ends it; a table too small for the tree does not matter but for the answer. */
static void limits_end_the_search(void **unused) {
    (void)unused;
    const struct game *game = find_game("reversi");
    const struct evaluator *evaluator = games_evaluator(game, NULL, NULL, NULL);
    struct player player = mcts_player(evaluator, 0, NULL, NULL);
    struct state state;
    game->start(game, &state);
    uint64_t usual = ask(&player, TT_BYTES, &state).nodes;
    player.limits.playouts = 1000;
    assert_int_equal(ask(&player, TT_BYTES, &state).nodes, usual);
    player.limits.playouts = 10;
    assert_in_range(ask(&player, TT_BYTES, &state).nodes, 10, usual / 10);
    player.limits.playouts = 0;
    player.limits.nodes = 500;
    assert_in_range(ask(&player, TT_BYTES, &state).nodes, 500, 600);
    player.limits.nodes = 5000;
    assert_true(game_legal(game, &state, ask(&player, 1 << 13, &state).move));
    assert_true(game_legal(game, &state, ask(&player, 0, &state).move));
    player.limits.depth = 2;
    assert_int_equal(ask(&player, TT_BYTES, &state).depth, 2);
    player_destroy(&player);
}

static const struct evaluator *judged;
static struct state judged_from;
static int judgements;

/* Notes that the position is at the root's stage of the same side's turn. */
static int32_t judge_stage(const struct evaluator *evaluator, const void *prepared,
                           const void *state, int side) {
    const struct game *game = evaluator->game;
    assert_int_equal(game->side(state), game->side(&judged_from));
    assert_int_equal(game->turn_left(state), game->turn_left(&judged_from));
    judgements++;
    return evaluator_ops(judged)->eval(judged, prepared, state, side);
}

static int judge_candidates(const struct evaluator *evaluator, const void *prepared,
                            const void *state, bool all, struct candidate *out) {
    (void)evaluator;
    return evaluator_ops(judged)->candidates(judged, prepared, state, all, out);
}

/* Values of positions compare where as many stones of the turn are to be placed. */
static void leaves_are_at_the_roots_stage_of_a_turn(void **unused) {
    (void)unused;
    static const char *const lines[] = {"", "j10", "j10 k10", "j10 k10 k11"};
    judged = find_named("connect6", "roads", NULL);
    static const struct evaluator_ops ops = {.eval = judge_stage, .candidates = judge_candidates};
    const struct evaluator evaluator = {
        .game = judged->game, .name = "stages", .ops = ISA_SAME(ops)};
    struct search_limits limits = {.depth = SEARCH_DEPTH_MAX, .playouts = 200, .width = 8};
    const struct mcts_constants constants = mcts_usual_constants();
    struct search *search = search_new(TT_BYTES);
    int32_t weights[32];
    struct player player;
    evaluator_initial(judged, weights);
    player_init(&player, judged, weights, &limits, 0);
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct search_result result;
        judged_from = find_position(evaluator.game, lines[i]);
        judgements = 0;
        mcts_search(search, &evaluator, player.prepared, &constants, &judged_from, &limits,
                    &result);
        assert_true(judgements > 0 || i == 0);
    }
    search_free(search);
    player_destroy(&player);
}

/* Moves that are left out at the root are not played, even if all others are worse, or none of the
 * width is left. */
static void excepted_moves_are_left_out(void **unused) {
    (void)unused;
    const struct game *game = find_game("tictactoe");
    struct player player =
        mcts_player(games_evaluator(game, "mcts", "roads", NULL), 2000, NULL, NULL);
    struct state state = find_position(game, "a1 b1 a2 b2");
    move_t win = point("tictactoe", "a3");
    player.limits.except = &win;
    player.limits.except_count = 1;
    for (int width = 0; width <= 1; width++) {
        player.limits.width = width;
        struct search_result result = ask(&player, TT_BYTES, &state);
        assert_int_not_equal(result.move, win);
        assert_true(game_legal(game, &state, result.move));
    }
    player_destroy(&player);
}

/* Values are told apart by how far apart the moves that do not win are. */
static void a_win_that_is_left_out_blurs_no_values(void **unused) {
    (void)unused;
    const struct game *game = find_game("gomoku");
    struct player player = mcts_player(games_evaluator(game, "mcts", "roads", NULL), 3, NULL, NULL);
    struct state state = find_position(game, "h8 g8 i8 a1 j8 c1 k8 e1");
    const move_t win = point("gomoku", "l8");
    player.limits.except = &win;
    player.limits.except_count = 1;
    struct search_result result = ask(&player, TT_BYTES, &state);
    assert_false(result.proved);
    assert_int_not_equal(result.score, 0);
    player_destroy(&player);
}

static void check_lines(const struct game *game, const struct search_result *lines, int count) {
    struct state state = find_position(game, "h8 i9");
    for (int i = 0; i < count; i++) {
        assert_true(game_legal(game, &state, lines[i].move));
        assert_int_equal(lines[i].pv[0], lines[i].move);
        assert_true(i == 0 || lines[i].nodes <= lines[i - 1].nodes); /* visits */
        for (int j = 0; j < i; j++) assert_int_not_equal(lines[i].move, lines[j].move);
    }
}

/* The next best moves come from the tree that found the best one: they cost nothing. */
static void one_tree_tells_the_next_best_moves(void **unused) {
    (void)unused;
    enum { LINES = 6 };
    const struct game *game = find_game("gomoku");
    struct player player =
        mcts_player(games_evaluator(game, "mcts", "roads", NULL), 300, NULL, NULL);
    struct state state = find_position(game, "h8 i9");
    struct search_result one = ask(&player, TT_BYTES, &state), lines[LINES];
    player.limits.lines = lines + 1;
    player.limits.line_count = LINES - 1;
    lines[0] = ask(&player, TT_BYTES, &state);
    assert_int_equal(lines[0].move, one.move);
    assert_int_equal(lines[0].nodes, one.nodes);
    check_lines(game, lines, LINES);
    player_destroy(&player);
}

/* Where a position has fewer moves than lines are asked for, the others are empty. */
static void lines_end_with_the_moves(void **unused) {
    (void)unused;
    const struct game *game = find_game("tictactoe");
    struct player player =
        mcts_player(games_evaluator(game, "mcts", "roads", NULL), 50, NULL, NULL);
    struct state state = find_position(game, "a1 b1 a2 c2 c1 b3 b2");
    struct search_result lines[4];
    memset(lines, 1, sizeof lines);
    player.limits.lines = lines;
    player.limits.line_count = 4;
    struct search_result best = ask(&player, TT_BYTES, &state);
    int told = 0;
    while (told < 4 && lines[told].pv_length > 0)
        assert_int_not_equal(lines[told++].move, best.move);
    assert_true(told < 2);
    for (int i = told; i < 4; i++) assert_int_equal(lines[i].pv_length, 0);
    player_destroy(&player);
}

/* ---- the constants --------------------------------------------------------------------------- */

/* They come first among the parameters, and each changes what is searched; a plain evaluator plays
 * with the initial ones; by alpha-beta they say nothing. */
static void constants_are_parameters(void **unused) {
    (void)unused;
    const struct game *game = find_game("hex(5)");
    const struct evaluator *inner = games_evaluator(game, "distance", NULL, NULL),
                           *evaluator = games_evaluator(game, "mcts", "distance", NULL);
    assert_int_equal(evaluator->param_count, inner->param_count + MCTS_PARAMS);
    struct player plain = mcts_player(inner, 100, NULL, NULL),
                  usual = mcts_player(evaluator, 100, NULL, NULL);
    struct state state;
    game->start(game, &state);
    struct search_result reference = ask(&plain, TT_BYTES, &state);
    assert_int_equal(ask(&usual, TT_BYTES, &state).nodes, reference.nodes);
    assert_int_equal(ask(&usual, TT_BYTES, &state).score, reference.score);
    for (int i = 0; i < MCTS_PARAMS; i++) {
        const struct param param = evaluator_param(evaluator, i);
        const char *const names[] = {"mcts.playout", param.name, NULL};
        const int32_t before[] = {4, param.initial}, after[] = {4, param.initial == 7 ? 8 : 7};
        struct player one = mcts_player(evaluator, 100, names, before),
                      other = mcts_player(evaluator, 100, names, after);
        struct search_result a = ask(&one, TT_BYTES, &state), b = ask(&other, TT_BYTES, &state);
        if (a.nodes == b.nodes && a.score == b.score) fail_msg("%s changes nothing", param.name);
        one.limits.driver = other.limits.driver = plain.limits.driver = SEARCH_PVS;
        one.limits.depth = other.limits.depth = plain.limits.depth = 1;
        assert_int_equal(ask(&one, TT_BYTES, &state).score, ask(&plain, TT_BYTES, &state).score);
        assert_int_equal(ask(&other, TT_BYTES, &state).nodes, ask(&plain, TT_BYTES, &state).nodes);
        plain.limits.driver = SEARCH_MCTS;
        player_destroy(&one), player_destroy(&other);
    }
    player_destroy(&plain), player_destroy(&usual);
}

/* With constants that take part, each after 200 playouts; a change of any part of the tree or of
 * the playouts changes them. */
static void trees_and_playouts_come_to_the_same(void **unused) {
    (void)unused;
    static const char *const names[] = {"mcts.explore", "mcts.bias",    "mcts.look",   "mcts.rave",
                                        "mcts.epsilon", "mcts.playout", "mcts.squash", NULL};
    static const struct {
        const char *game, *layout, *line;
        int32_t values[MCTS_PARAMS];
        const char *move;
        int32_t score;
        uint64_t nodes;
    } cases[] = {
        {"hex(5)", "distance", "c3 b2", {300, 200, 3, 60, 200, 12, 60}, "d1", 1843, 24725},
        {"reversi", "wpc", "f5 d6 c3 d3", {700, 50, 2, 1, 0, 5, 10}, "c2", 4, 9506},
        {"connect6", "roads", "j10 k11 l10", {150, 900, 1, 30, 500, 3, 40}, "i12", 173, 37459},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct game *game = find_game(cases[i].game);
        const struct evaluator *evaluator = find_named(cases[i].game, "mcts", cases[i].layout);
        struct player player = mcts_player(evaluator, 200, names, cases[i].values);
        struct state state = find_position(game, cases[i].line);
        struct search_result result = ask(&player, TT_BYTES, &state);
        char text[MOVE_TEXT_MAX];
        game->move_format(game, result.move, text);
        assert_string_equal(text, cases[i].move);
        assert_int_equal(result.score, cases[i].score);
        assert_int_equal(result.nodes, cases[i].nodes);
        player_destroy(&player);
    }
}

static void layouts_name_the_evaluator_inside(void **unused) {
    (void)unused;
    const struct game *game = find_game("reversi");
    struct error error;
    const struct evaluator *evaluator = games_evaluator(game, "mcts", "wpc/10", &error);
    assert_non_null(evaluator);
    assert_string_equal(evaluator->layout, "wpc/10");
    assert_int_equal(evaluator->param_count, MCTS_PARAMS + 10);
    assert_ptr_equal(games_evaluator(game, "mcts", NULL, &error),
                     games_evaluator(game, "mcts", "wpc", &error));
    static const char *const bad[] = {"mcts", "chess", "wpc/7", "wpc/10/10", "wpcwpcwpcwpcwpcwpc"};
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (games_evaluator(game, "mcts", bad[i], &error)) fail_msg("%s is accepted", bad[i]);
}

/* A weight of the evaluator inside is on its squares, a constant is on none and has its own name.
 */
static void parameters_mean_what_they_mean_inside(void **unused) {
    (void)unused;
    const struct game *game = find_game("reversi");
    const struct evaluator *inner = games_evaluator(game, "wpc", "10", NULL),
                           *evaluator = games_evaluator(game, "mcts", "wpc/10", NULL);
    for (int i = 0; i < inner->param_count; i++) {
        struct meaning meaning = evaluator->meaning(evaluator, MCTS_PARAMS + i);
        assert_true(meaning.points == inner->meaning(inner, i).points);
        assert_string_equal(meaning.what, inner->meaning(inner, i).what);
    }
    struct meaning meaning = evaluator->meaning(evaluator, 0);
    assert_true(meaning.points == ~(uint64_t)0);
    assert_string_equal(meaning.what, evaluator_param(evaluator, 0).name);
    game = find_game("tictactoe"); /* whose parameters are about nothing but their names */
    evaluator = games_evaluator(game, "mcts", "roads", NULL);
    meaning = evaluator->meaning(evaluator, MCTS_PARAMS);
    assert_string_equal(meaning.what, evaluator_param(evaluator, MCTS_PARAMS).name);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_moves_visited_as_often_the_best_looking_is_played),
        cmocka_unit_test(a_drawn_move_is_visited_on),
        cmocka_unit_test(looks_count_less_the_more_is_known),
        cmocka_unit_test(what_is_proved_is_so),
        cmocka_unit_test(a_proof_ends_the_search),
        cmocka_unit_test(untried_moves_are_worth_what_their_position_is),
        cmocka_unit_test(both_sides_are_played_alike),
        cmocka_unit_test(a_playout_is_judged_for_the_side_that_asks),
        cmocka_unit_test(moves_made_later_count_where_stones_stay),
        cmocka_unit_test(the_same_question_has_the_same_answer),
        cmocka_unit_test(limits_end_the_search),
        cmocka_unit_test(leaves_are_at_the_roots_stage_of_a_turn),
        cmocka_unit_test(excepted_moves_are_left_out),
        cmocka_unit_test(a_win_that_is_left_out_blurs_no_values),
        cmocka_unit_test(one_tree_tells_the_next_best_moves),
        cmocka_unit_test(lines_end_with_the_moves),
        cmocka_unit_test(constants_are_parameters),
        cmocka_unit_test(trees_and_playouts_come_to_the_same),
        cmocka_unit_test(layouts_name_the_evaluator_inside),
        cmocka_unit_test(parameters_mean_what_they_mean_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
