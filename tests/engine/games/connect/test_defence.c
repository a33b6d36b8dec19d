/*
 * The defence against threats: on small boards every win that is claimed, and every move that is
 * left out, against a full search; positions in which games were lost; what a question costs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/evaluator.h"
#include "engine/games/connect/defence.h"
#include "engine/search/player.h"
#include "tests/find.h"

enum { TABLE_BYTES = 1 << 20 };

static struct state parsed(const struct game *game, const char *text) {
    struct state state;
    struct error error;
    if (game_parse(game, text, &state, &error) < 0) fail_msg("%s", error.text);
    return state;
}

static struct state after(const struct game *game, const struct state *state, move_t move) {
    struct state child;
    memcpy(&child, state, game->state_size);
    game->play(game, &child, move);
    return child;
}

/* ---- full search --------------------------------------------------------------------------- */

/* The winner with best play, by positions; forgotten at each begin. */
enum { SEEN = 1 << 20 };
static struct {
    uint64_t hash;
    int8_t value;
} seen[SEEN];

/* 1, 0 or -1 for the side to move. */
static int full_value(const struct game *game, const struct state *state) {
    int side = game->side(state);
    if (game->over(game, state)) {
        int margin = game->margin(game, state) * (side == 0 ? 1 : -1);
        return margin > 0 ? 1 : margin < 0 ? -1 : 0;
    }
    uint64_t hash = game->hash(state);
    if (seen[hash % SEEN].hash == hash) return seen[hash % SEEN].value;
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves), best = -1;
    for (int i = 0; i < count && best < 1; i++) {
        struct state child = after(game, state, moves[i]);
        int value = full_value(game, &child);
        best = max_int(best, game->side(&child) == side ? value : -value);
    }
    seen[hash % SEEN].hash = hash;
    seen[hash % SEEN].value = (int8_t)best;
    return best;
}

static bool random_position(const struct game *game, struct rng *rng, int stones,
                            struct state *state) {
    game->start(game, state);
    for (int i = 0; i < stones && !game->over(game, state); i++) {
        move_t moves[GAME_MOVES_MAX];
        int count = game->moves(game, state, moves);
        game->play(game, state, moves[rng_below(rng, (uint32_t)count)]);
    }
    return !game->over(game, state);
}

/* So many stones that are near each other. */
static struct state crowd(const struct game *game, struct rng *rng, int stones) {
    struct state state;
    game->start(game, &state);
    for (int i = 0; i < stones && !game->over(game, &state); i++) {
        move_t moves[GAME_MOVES_MAX];
        int count = game->opening_moves(game, &state, moves);
        game->play(game, &state, moves[rng_below(rng, (uint32_t)count)]);
    }
    return state;
}

/* ---- claims -------------------------------------------------------------------------------- */

/* What is claimed is looked at with `proof`: on boards too large for a full search the attack in
 * which every single answer is tried, whose own wins test_threats holds against every defence. */
struct claims {
    const struct game *game;
    void *memory, *proof;
    struct search_limits limits;
    bool full;
    int strikes, left_out;
};

static bool wins(const struct claims *claims, const struct state *state) {
    if (claims->full) return full_value(claims->game, state) == 1;
    struct search_result result;
    claims->game->expert->memory_forget(claims->proof);
    return claims->game->expert->solve(claims->game, claims->proof, state, &claims->limits,
                                       &result);
}

static bool completes(const struct game *game, const struct state *state) {
    return connect_can_complete(connect_rules(game), (const void *)state, game->side(state),
                                connect_rules(game)->p);
}

static void check_strike(struct claims *claims, const struct state *state) {
    int32_t value;
    uint64_t nodes = 0;
    if (!claims->game->expert->strike(claims->game, claims->memory, state, &claims->limits, 1,
                                      &value, &nodes))
        return;
    assert_true(value > SCORE_WIN);
    assert_true(wins(claims, state));
    claims->strikes += !completes(claims->game, state);
}

/* Some turn of moves that are left out, which loses. */
static void check_left_out(struct claims *claims, struct rng *rng, const struct state *state,
                           const struct candidate *list, int kept) {
    const struct game *game = claims->game;
    move_t moves[GAME_MOVES_MAX];
    struct state played = *state;
    int side = game->side(state);
    while (!game->over(game, &played) && game->side(&played) == side) {
        int count = game->moves(game, &played, moves), out = 0;
        for (int i = 0; i < count; i++) {
            bool is_kept = false;
            for (int j = 0; j < kept; j++) is_kept = is_kept || list[j].move == moves[i];
            if (!is_kept) moves[out++] = moves[i];
        }
        if (out == 0) return;
        game->play(game, &played, moves[rng_below(rng, (uint32_t)out)]);
    }
    if (game->over(game, &played)) return;
    assert_true(wins(claims, &played));
    claims->left_out++;
}

static void check_defence(struct claims *claims, struct rng *rng, const struct state *state) {
    enum { TURNS = 10 };
    const struct game *game = claims->game;
    struct candidate list[GAME_MOVES_MAX];
    move_t moves[GAME_MOVES_MAX];
    uint64_t nodes = 0;
    int count = game->moves(game, state, moves);
    for (int i = 0; i < count; i++) list[i] = (struct candidate){0, moves[i]};
    int kept =
        game->expert->defend(game, claims->memory, state, &claims->limits, 0, list, count, &nodes);
    assert_in_range(kept, 1, count);
    for (int i = 0; i < TURNS && kept < count; i++) check_left_out(claims, rng, state, list, kept);
}

static void claims_hold(void **context) {
    (void)context;
    static const struct {
        const char *name;
        bool full;
        int positions, stones_min, stones_max;
    } boards[] = {
        {"connect(5,5,4,1,1)", true, 600, 13, 17},
        {"connect(7,7,5,2,1)", false, 1200, 10, 24},
        {"connect(8,8,6,2,1)", false, 2500, 14, 34},
        {"connect(9,9,5,1,1)", false, 1200, 10, 30},
    };
    for (size_t i = 0; i < COUNT_OF(boards); i++) {
        struct claims claims = {.game = find(boards[i].name, NULL)->game,
                                .full = boards[i].full,
                                .limits = {.defend = 6, .threats = 12, .nodes = 1 << 18}};
        claims.memory = claims.game->expert->memory_new(claims.game, TABLE_BYTES);
        claims.proof = claims.game->expert->memory_new(claims.game, TABLE_BYTES);
        for (int n = 0; n < boards[i].positions; n++) {
            struct rng rng = rng_keyed(9, 0, i, (uint64_t)n);
            uint32_t span = (uint32_t)(boards[i].stones_max - boards[i].stones_min + 1);
            struct state state;
            int stones = boards[i].stones_min + (int)rng_below(&rng, span);
            if (!random_position(claims.game, &rng, stones, &state)) continue;
            claims.game->expert->memory_forget(claims.memory);
            check_defence(&claims, &rng, &state);
            claims.game->expert->memory_forget(claims.memory);
            check_strike(&claims, &state);
        }
        claims.game->expert->memory_free(claims.memory);
        claims.game->expert->memory_free(claims.proof);
        assert_true(claims.strikes > 10 && claims.left_out > 20);
    }
}

/* ---- games that were lost ------------------------------------------------------------------- */

static const struct {
    const char *name, *before, *lost; /* the turn that was played there */
} games[] = {
    {"connect6", "j10 i12 h11 i9 k9", "g10 h8"},
    {"connect6", "j10 j9 k10 k11 i9 l12 h8 l11 l8 i8 h7", "g6 l6"},
    {"gomoku", "h8 f6 g7 e7 g5 g6 h6 f8 i7 f4 j8 k9 f7 h7 g9 j6 i8 k8 i9", "i6"},
};

static bool is_won_by_threats(const struct game *game, const struct state *state) {
    struct search *search = search_new(TABLE_BYTES);
    struct search_limits limits = {.threats = 15, .nodes = 1 << 19};
    struct search_result result;
    bool won = search_ask_expert(search, game, state, &limits, &result);
    search_free(search);
    return won;
}

static struct state turn_played(const struct player *player, const struct state *from) {
    const struct game *game = player->evaluator->game;
    struct search *search = search_new(TABLE_BYTES);
    struct rng rng = rng_keyed(1, 0, 0, 0);
    struct state state = *from;
    for (int side = game->side(&state); game->side(&state) == side;)
        game->play(game, &state, player_move(player, search, &state, &rng, NULL));
    search_free(search);
    return state;
}

static void lost_turns_are_seen_and_not_played(void **context) {
    (void)context;
    struct search_limits limits = {
        .depth = 4, .nodes = 50000, .width = 12, .threats = 15, .defend = 12};
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        const struct evaluator *evaluator = find(games[i].name, NULL);
        int32_t weights[32];
        struct player player;
        evaluator_initial(evaluator, weights);
        player_init(&player, evaluator, weights, &limits, 0);
        char text[128];
        snprintf(text, sizeof text, "%s %s", games[i].before, games[i].lost);
        struct state lost = parsed(evaluator->game, text);
        assert_true(is_won_by_threats(evaluator->game, &lost));
        struct state before = parsed(evaluator->game, games[i].before);
        struct state played = turn_played(&player, &before);
        assert_false(is_won_by_threats(evaluator->game, &played));
        player_destroy(&player);
    }
}

/* Here the questions in the tree are too short, the one about the turn to be played is not, also
 * where the search is broken off. */
static void the_turn_to_be_played_is_looked_at_once_more(void **context) {
    (void)context;
    const struct evaluator *evaluator = find("connect6", NULL);
    const struct search_limits limits[] = {
        {.depth = 2, .width = 12, .defend = 12},
        {.depth = 6, .nodes = 40000, .width = 12, .defend = 12},
    };
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        int32_t weights[32];
        struct player player;
        struct search *search = search_new(TABLE_BYTES);
        struct rng rng = rng_keyed(1, 0, 0, 0);
        struct search_result result;
        struct state state = parsed(evaluator->game, "JJ IHKL IKHJ");
        evaluator_initial(evaluator, weights);
        player_init(&player, evaluator, weights, &limits[i], 0);
        player_move(&player, search, &state, &rng, &result);
        assert_true(result.pv_length >= 2);
        for (int n = 0; n < 2; n++) evaluator->game->play(evaluator->game, &state, result.pv[n]);
        assert_false(is_won_by_threats(evaluator->game, &state));
        player_destroy(&player);
        search_free(search);
    }
}

static void a_turn_is_lost_where_all_are(void **context) {
    (void)context;
    const struct evaluator *evaluator = find("connect6", NULL);
    struct search *search = search_new(TABLE_BYTES);
    struct search_limits limits = {.depth = 2, .width = 12, .defend = 12};
    struct state state = parsed(evaluator->game, "JJ HLKI KKII HHFJ LLLJ");
    struct search_result result;
    struct rng rng = rng_keyed(1, 0, 0, 0);
    struct player player;
    int32_t weights[32];
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &limits, 0);
    player_move(&player, search, &state, &rng, &result);
    assert_true(result.score < -SCORE_WIN);
    player_destroy(&player);
    search_free(search);
}

/* A refuted turn is searched for anew: the table would say of it what it said before. Where all
 * turns are refuted the position is lost. */
static void the_turn_played_is_not_refuted(void **context) {
    (void)context;
    enum { POSITIONS = 40 };
    const struct evaluator *evaluator = find("connect6", NULL);
    const struct game *game = evaluator->game;
    const struct search_limits limits = {.depth = 2, .width = 12, .defend = 12};
    struct search *search = search_new(TABLE_BYTES);
    void *memory = game->expert->memory_new(game, TABLE_BYTES);
    struct rng rng = rng_keyed(7, 1, 0, 0);
    struct player player;
    int32_t weights[32];
    int asked = 0;
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &limits, 0);
    for (int i = 0; i < POSITIONS; i++) {
        struct search_result result;
        uint64_t nodes = 0;
        struct state state = crowd(game, &rng, 10 + 2 * (int)rng_below(&rng, 4));
        if (game->over(game, &state)) continue;
        player_move(&player, search, &state, &rng, &result);
        if (abs(result.score) >= SCORE_WIN || result.pv_length == 0) continue;
        game->play(game, &state, result.pv[0]);
        game->expert->memory_forget(memory);
        assert_false(game->expert->refute(game, memory, &state, &limits, &nodes));
        asked++;
    }
    assert_in_range(asked, POSITIONS / 2, POSITIONS);
    player_destroy(&player);
    game->expert->memory_free(memory);
    search_free(search);
}

static void what_the_other_side_threatens_is_shown(void **context) {
    (void)context;
    struct search *search = search_new(TABLE_BYTES);
    struct search_limits limits = {.threats = 15, .nodes = 1 << 19};
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        const struct game *game = find(games[i].name, NULL)->game;
        struct state state = parsed(game, games[i].before), start;
        struct search_result result;
        assert_true(search_ask_menace(search, game, &state, &limits, &result));
        assert_true(result.score > SCORE_WIN);
        assert_int_equal(result.pv_length, result.depth);
        game->start(game, &start);
        assert_false(search_ask_menace(search, game, &start, &limits, &result));
    }
    search_free(search);
}

/* Also where its search had hardly nodes enough: asked once more, its line is tried and wins. */
static void a_win_that_is_found_is_kept_whole(void **context) {
    (void)context;
    enum { POSITIONS = 4000, KNOWN_NODES = 16 };
    const struct game *game = find("connect6", NULL)->game;
    const struct expert *expert = game->expert;
    const struct search_limits limits = {.defend = 12};
    void *memory = expert->memory_new(game, TABLE_BYTES);
    struct rng rng = rng_keyed(5, 1, 0, 0);
    int searched = 0;
    for (int i = 0; i < POSITIONS; i++) {
        int32_t value, again;
        uint64_t nodes = 0, more = 0;
        struct state state = crowd(game, &rng, 9 + (int)rng_below(&rng, 32));
        if (game->over(game, &state) || game->turn_left(&state) < game->turn) continue;
        expert->memory_forget(memory);
        if (!expert->strike(game, memory, &state, &limits, 1, &value, &nodes)) continue;
        assert_true(expert->strike(game, memory, &state, &limits, 1, &again, &more));
        assert_int_equal(again, value);
        assert_in_range(more, 0, KNOWN_NODES);
        searched += nodes > KNOWN_NODES;
    }
    assert_true(searched > 50);
    expert->memory_free(memory);
}

/* A known win is worth the same whatever other wins were found after it. */
static void a_known_win_keeps_its_worth(void **context) {
    (void)context;
    enum { POSITIONS = 600 };
    const struct game *game = find("connect6", NULL)->game;
    const struct expert *expert = game->expert;
    const struct search_limits limits = {.defend = 12};
    void *memory = expert->memory_new(game, TABLE_BYTES);
    struct rng rng = rng_keyed(5, 2, 0, 0);
    struct state before[2];
    int32_t values[2] = {0};
    int different = 0;
    for (int i = 0; i < POSITIONS; i++) {
        int32_t value, again;
        uint64_t nodes = 0;
        struct state state = crowd(game, &rng, 9 + (int)rng_below(&rng, 32));
        if (game->over(game, &state) || game->turn_left(&state) < game->turn) continue;
        if (completes(game, &state)) continue;
        if (!expert->strike(game, memory, &state, &limits, 1, &value, &nodes)) continue;
        int side = game->side(&state);
        if (values[side] != 0) {
            assert_true(expert->strike(game, memory, &before[side], &limits, 1, &again, &nodes));
            assert_int_equal(again, values[side]);
            different += values[side] != value;
            assert_true(expert->strike(game, memory, &state, &limits, 1, &value, &nodes));
        }
        before[side] = state;
        values[side] = value;
    }
    assert_true(different > 5);
    expert->memory_free(memory);
}

/* ---- what it costs -------------------------------------------------------------------------- */

/* The win that is known of the passed turn is tried on the turns that were played, for some nodes
 * each where it took thousands. */
static void a_refutation_serves_the_sister_turns(void **context) {
    (void)context;
    const struct game *game = find("connect6", NULL)->game;
    const struct expert *expert = game->expert;
    void *memory = expert->memory_new(game, TABLE_BYTES);
    struct search_limits limits = {.defend = 12};
    struct state state = parsed(game, games[0].before);
    struct candidate list[] = {{0, 0}};
    uint64_t first = 0;
    expert->defend(game, memory, &state, &limits, 0, list, 1, &first);
    assert_true(first > 1000);
    for (move_t corner = 0; corner < 4; corner++) {
        struct state sister = after(game, &state, corner);
        sister = after(game, &sister, (move_t)(360 - corner));
        int32_t value;
        uint64_t nodes = 0;
        assert_true(expert->strike(game, memory, &sister, &limits, 2, &value, &nodes));
        assert_in_range(nodes, 1, 30);
    }
    expert->memory_free(memory);
}

/* Where nothing is threatened before a turn, nothing is asked after it. */
static void nothing_is_asked_where_nothing_is_threatened(void **context) {
    (void)context;
    const struct game *game = find("connect6", NULL)->game;
    const struct expert *expert = game->expert;
    void *memory = expert->memory_new(game, TABLE_BYTES);
    struct search_limits limits = {.defend = 12};
    struct state state = parsed(game, "j10 i12 h11");
    struct candidate list[] = {{0, 0}};
    uint64_t nodes = 0, more = 0;
    int32_t value;
    assert_int_equal(expert->defend(game, memory, &state, &limits, 0, list, 1, &nodes), 1);
    state = after(game, &state, 100);
    assert_int_equal(expert->defend(game, memory, &state, &limits, 1, list, 1, &more), 1);
    state = after(game, &state, 101);
    assert_false(expert->strike(game, memory, &state, &limits, 2, &value, &more));
    assert_int_equal(more, 0);
    expert->memory_free(memory);
}

/* A root's question that ran out of nodes has shown nothing: the turns are asked. */
static void what_was_not_settled_before_a_turn_is_asked_after_it(void **context) {
    (void)context;
    const struct game *game = find("connect6", NULL)->game;
    const struct expert *expert = game->expert;
    void *memory = expert->memory_new(game, TABLE_BYTES);
    const struct search_limits few = {.defend = 12, .nodes = 200}, limits = {.defend = 12};
    struct state state = parsed(game, games[0].before);
    struct state lost = parsed(game, "j10 a1s1 h10i10 a19s19 l5l6 a10s10 l7c3 q17c17");
    struct candidate list[] = {{0, 0}};
    uint64_t nodes = 0;
    int32_t value;
    assert_int_equal(expert->defend(game, memory, &state, &few, 0, list, 1, &nodes), 1);
    assert_true(expert->strike(game, memory, &lost, &limits, 1, &value, &nodes));
    expert->memory_free(memory);
}

/* Deep in the tree a win is only seen by a line that was found before. */
static void deep_in_the_tree_only_known_lines_are_tried(void **context) {
    (void)context;
    const struct game *game = find("connect6", NULL)->game;
    const struct expert *expert = game->expert;
    void *memory = expert->memory_new(game, TABLE_BYTES);
    struct search_limits limits = {.defend = 12};
    struct state state = parsed(game, "j10 a1s1 h10i10 a19s19 l5l6 a10s10 l7c3 q17c17");
    uint64_t nodes = 0;
    int32_t value;
    assert_false(expert->strike(game, memory, &state, &limits, 6, &value, &nodes));
    assert_int_equal(nodes, 0);
    assert_true(expert->strike(game, memory, &state, &limits, 4, &value, &nodes));
    assert_true(expert->strike(game, memory, &state, &limits, 6, &value, &nodes));
    expert->memory_free(memory);
}

/* A win makes a leaf's looks, which are beyond the window as they are, no less: the same value
 * takes 19244 nodes where all leaves are asked for one, 13663 where those are left out. */
static void leaves_that_look_good_enough_are_not_asked(void **context) {
    (void)context;
    const struct evaluator *evaluator = find("connect6", NULL);
    struct search_limits limits = {.depth = 4, .width = 12, .defend = 12};
    int32_t weights[32];
    struct player player;
    struct search *search = search_new(TABLE_BYTES);
    struct rng rng = rng_keyed(1, 0, 0, 0);
    struct state state = parsed(evaluator->game, "j10 m10 k8 k9 l9 l8 m9");
    struct search_result result;
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &limits, 0);
    player_move(&player, search, &state, &rng, &result);
    assert_int_equal(result.score, -2464);
    assert_in_range(result.nodes, 1, 16000);
    player_destroy(&player);
    search_free(search);
}

/* Settings of threats have no effect where a game has none, or no search for them. */
static void games_without_threats_are_searched_as_without(void **context) {
    (void)context;
    static const char *const names[] = {"reversi", "hex(5)", "connect(7,7,5,1,1,exact)"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const struct evaluator *evaluator = find(names[i], NULL);
        const struct search_limits plain = {.depth = 3, .width = 8},
                                   threats = {
                                       .depth = 3, .width = 8, .leaf_threats = 3, .defend = 3};
        int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
        struct player player, other;
        struct search *search = search_new(TABLE_BYTES);
        struct rng rng = rng_keyed(1, 0, 0, 0);
        struct state state = parsed(evaluator->game, "");
        struct search_result one, same;
        evaluator_initial(evaluator, weights);
        player_init(&player, evaluator, weights, &plain, 0);
        other = player_moving(&player, &threats, 0);
        player_move(&player, search, &state, &rng, &one);
        search_new_game(search);
        player_move(&other, search, &state, &rng, &same);
        assert_int_equal(same.move, one.move);
        assert_int_equal(same.score, one.score);
        search_free(search);
        player_destroy(&player);
        free(weights);
    }
}

/* But for the first depth, which always ends. */
static void a_search_within_limits_ends_with_a_turn(void **context) {
    (void)context;
    const struct evaluator *evaluator = find("connect6", NULL);
    int32_t weights[32];
    struct player player;
    struct search_limits limits = {.depth = 30, .nodes = 30000, .width = 6, .defend = 4};
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &limits, 0);
    struct search *search = search_new(TABLE_BYTES);
    for (int stones = 0; stones < 2; stones++) {
        struct state state = parsed(evaluator->game, stones ? "j10 i12 h11 i9" : "j10 i12 h11");
        struct rng rng = rng_keyed(1, 0, 0, 0);
        struct search_result result;
        player_move(&player, search, &state, &rng, &result);
        assert_in_range(result.depth, 2, 29);
        assert_int_equal(result.depth % 2, stones);
    }
    search_free(search);
    player_destroy(&player);
}

/* Moves of the root's turn are searched anew, since another look may have found them to lose; the
 * positions after it are known from the search before. */
static void the_table_serves_from_the_other_sides_turn_on(void **context) {
    (void)context;
    const struct evaluator *evaluator = find_named("gomoku", "roads", NULL);
    const struct search_limits limits = {.depth = 2, .width = 6, .defend = 4};
    int32_t weights[32];
    struct player player;
    struct search *search = search_new(TABLE_BYTES);
    struct rng rng = rng_keyed(1, 0, 0, 0);
    struct state state = parsed(evaluator->game, "h8 i9 g9");
    struct search_result first, again;
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &limits, 0);
    player_move(&player, search, &state, &rng, &first);
    player_move(&player, search, &state, &rng, &again);
    assert_int_equal(again.move, first.move);
    assert_true(first.nodes > 1 + 6);
    assert_int_equal(again.nodes, 1 + 6);
    player_destroy(&player);
    search_free(search);
}

/* The nodes of all moves of one game after `earlier` others. */
static uint64_t nodes_of_a_game(const struct player *player, int earlier) {
    const struct game *game = player->evaluator->game;
    struct search *search = search_new(64 * 1024);
    struct search_result result;
    struct state state;
    struct rng rng = rng_keyed(7, 1, 0, 0);
    uint64_t nodes = 0;
    game->start(game, &state);
    for (int i = 0; i < earlier; i++) {
        struct rng other = rng;
        player_move(player, search, &state, &other, &result);
        search_new_game(search);
    }
    random_position(game, &rng, 7, &state);
    for (int ply = 0; ply < 8 && !game->over(game, &state); ply++) {
        move_t move = player_move(player, search, &state, &rng, &result);
        nodes = nodes * 31 + result.nodes;
        game->play(game, &state, move);
    }
    search_free(search);
    return nodes;
}

static void games_do_not_depend_on_how_many_were_played_before(void **unused) {
    (void)unused;
    const struct search_limits limits = {
        .depth = 6, .nodes = 2000, .width = 12, .threats = 15, .defend = 12};
    const struct evaluator *evaluator = find("connect6", NULL);
    int32_t weights[32];
    struct player player;
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &limits, 0);
    uint64_t nodes = nodes_of_a_game(&player, 1);
    assert_int_equal(nodes_of_a_game(&player, 2), nodes);
    assert_int_equal(nodes_of_a_game(&player, 3), nodes);
    player_destroy(&player);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_hold),
        cmocka_unit_test(games_do_not_depend_on_how_many_were_played_before),
        cmocka_unit_test(lost_turns_are_seen_and_not_played),
        cmocka_unit_test(the_turn_to_be_played_is_looked_at_once_more),
        cmocka_unit_test(a_turn_is_lost_where_all_are),
        cmocka_unit_test(the_turn_played_is_not_refuted),
        cmocka_unit_test(what_the_other_side_threatens_is_shown),
        cmocka_unit_test(a_win_that_is_found_is_kept_whole),
        cmocka_unit_test(a_known_win_keeps_its_worth),
        cmocka_unit_test(a_refutation_serves_the_sister_turns),
        cmocka_unit_test(nothing_is_asked_where_nothing_is_threatened),
        cmocka_unit_test(what_was_not_settled_before_a_turn_is_asked_after_it),
        cmocka_unit_test(deep_in_the_tree_only_known_lines_are_tried),
        cmocka_unit_test(leaves_that_look_good_enough_are_not_asked),
        cmocka_unit_test(games_without_threats_are_searched_as_without),
        cmocka_unit_test(a_search_within_limits_ends_with_a_turn),
        cmocka_unit_test(the_table_serves_from_the_other_sides_turn_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
