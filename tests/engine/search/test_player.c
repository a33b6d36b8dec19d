/*
 * The player's use of random numbers, which batch paths repeat, and the referee.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/games/games.h"
#include "engine/search/referee.h"
#include "tests/find.h"

enum { TT_BYTES = 1 << 16 };

static struct player player_new(const struct evaluator *evaluator, int depth, double epsilon) {
    struct search_limits limits = {.depth = depth, .width = 6};
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    struct player player;
    evaluator_initial(evaluator, weights);
    player_init(&player, evaluator, weights, &limits, epsilon);
    free(weights);
    return player;
}

/* ---- the player ------------------------------------------------------------------------------ */

/* The header's four rules, spelled out again. Returns the move that is expected. */
static move_t expected_move(const struct player *player, const void *state, struct rng *rng) {
    const struct evaluator *evaluator = player->evaluator;
    move_t moves[GAME_MOVES_MAX], ties[GAME_MOVES_MAX];
    struct candidate list[GAME_MOVES_MAX];
    uint32_t count = (uint32_t)evaluator->game->moves(evaluator->game, state, moves), tied = 0;
    if (count == 1) return moves[0];
    if (player->epsilon > 0 && rng_next(rng) < player->epsilon) return moves[rng_below(rng, count)];
    if (player->limits.depth > 0) {
        struct search *search = search_new(TT_BYTES);
        struct search_result result;
        evaluator_ops(evaluator)->search(search, evaluator, player->prepared, state,
                                         &player->limits, &result);
        search_free(search);
        return result.move;
    }
    int plausible =
        evaluator_ops(evaluator)->candidates(evaluator, player->prepared, state, false, list);
    int32_t best = INT32_MIN;
    for (int i = 0; i < plausible; i++) best = list[i].score > best ? list[i].score : best;
    for (int i = 0; i < plausible; i++)
        if (list[i].score == best) ties[tied++] = list[i].move;
    return ties[tied > 1 ? rng_below(rng, tied) : 0];
}

/* A move that was not searched is known to be worth the result if it ends the game. */
static void check_end(const struct game *game, const void *after, int side,
                      const struct search_result *info) {
    int margin = game->margin(game, after), own = side == 0 ? margin : -margin;
    assert_int_equal(info->proved, game->over(game, after));
    if (info->proved)
        assert_int_equal(info->score, own + (own > 0 ? SCORE_WIN : own < 0 ? -SCORE_WIN : 0));
}

static void check_player(const struct evaluator *evaluator, int depth, double epsilon,
                         uint64_t number) {
    const struct game *game = evaluator->game;
    struct player player = player_new(evaluator, depth, epsilon);
    struct search *search = search_new(TT_BYTES);
    struct rng rng = rng_keyed(2, 0, number, 0);
    struct state state;
    game->start(game, &state);
    for (int ply = 0; !game->over(game, &state) && ply < 70; ply++) {
        struct rng copy = rng, silent = rng;
        move_t expected = expected_move(&player, &state, &copy);
        struct search_result info;
        memset(&info, 0xff, sizeof info);
        search_new_game(search);
        assert_int_equal(player_move(&player, search, &state, &silent, NULL), expected);
        search_new_game(search);
        assert_int_equal(player_move(&player, search, &state, &rng, &info), expected);
        assert_memory_equal(&rng, &copy, sizeof rng);
        assert_memory_equal(&rng, &silent, sizeof rng);
        assert_int_equal(info.move, expected);
        assert_int_equal(info.pv[0], expected);
        assert_true((info.depth == 0) == (info.nodes == 0));
        if (depth == 0) assert_int_equal(info.depth, 0);
        int side = game->side(&state);
        game->play(game, &state, expected);
        if (info.depth == 0) check_end(game, &state, side, &info);
    }
    search_free(search);
    player_destroy(&player);
}

static void moves_and_random_numbers_are_as_promised(void **test_state) {
    (void)test_state;
    static const char *const games[] = {"reversi", "connect6", "tictactoe"};
    static const double epsilons[] = {0, 0.1, 0.5, 1};
    for (uint64_t g = 0; g < COUNT_OF(games); g++)
        for (uint64_t e = 0; e < COUNT_OF(epsilons); e++)
            for (int depth = 0; depth <= 2; depth++)
                check_player(find(games[g], NULL), depth, epsilons[e], g * 8 + e);
}

/* Epsilon is the probability of a random move: count them where they can be told apart. */
static void epsilon_is_a_probability(void **test_state) {
    (void)test_state;
    const struct evaluator *evaluator = find("gomoku", NULL);
    const struct game *game = evaluator->game;
    struct player player = player_new(evaluator, 0, 0.25);
    struct rng rng = rng_keyed(3, 0, 0, 0);
    struct state state;
    struct error error;
    assert_int_equal(game_parse(game, "h8 a1 i8 c1 j8 e1 k8 a15", &state, &error), 0);
    int won = 0, trials = 4000;
    for (int i = 0; i < trials; i++) {
        struct state next = state;
        game->play(game, &next, player_move(&player, NULL, &state, &rng, NULL));
        won += game->over(game, &next);
    }
    /* 217 legal moves, two of which win: 0.75 + 0.25 * 2 / 217, and 5 standard deviations. */
    assert_in_range(won, (int)(0.718 * trials), (int)(0.787 * trials));
    player_destroy(&player);
}

/* ---- the referee ----------------------------------------------------------------------------- */

static void assert_same_record(const struct record *a, const struct record *b) {
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->margin, b->margin);
    assert_int_equal(a->plies, b->plies);
    assert_int_equal(a->moves_hash, b->moves_hash);
}

/* What a record must say of the moves of a game. */
static struct record record_of(const struct game *game, const void *start, const move_t *moves,
                               int plies) {
    struct state state;
    memcpy(&state, start, game->state_size);
    struct record record = {.plies = (uint16_t)plies,
                            .moves_hash = record_hash_start(game->hash(start))};
    for (int i = 0; i < plies; i++) {
        assert_true(game_legal(game, &state, moves[i]));
        game->play(game, &state, moves[i]);
        record.moves_hash = record_hash_add(record.moves_hash, moves[i]);
    }
    if (!game->over(game, &state)) return record;
    int margin = game->margin(game, &state);
    record.margin = (int16_t)margin;
    record.outcome = margin > 0 ? 1 : margin < 0 ? -1 : 0;
    return record;
}

static void check_referee(const char *name, int depth, int plies_max) {
    const struct evaluator *evaluator = find(name, NULL);
    const struct game *game = evaluator->game;
    struct player a = player_new(evaluator, depth, 0.2), b = player_new(evaluator, 0, 0);
    struct referee referee;
    struct state start;
    game->start(game, &start);
    referee_init(&referee, TT_BYTES);
    for (uint64_t i = 0; i < 20; i++) {
        struct bout bout = {{&a, &b}, &start, rng_keyed(4, 0, i, 0), plies_max, NULL, 0};
        struct record record, expected, again;
        move_t moves[GAME_PLIES_MAX];
        referee_play(&referee, &bout, &record, moves);
        expected = record_of(game, &start, moves, record.plies);
        assert_same_record(&record, &expected);
        assert_true(record.plies <= plies_max);
        referee_play(&referee, &bout, &again, NULL);
        assert_same_record(&record, &again);
    }
    referee_destroy(&referee);
    player_destroy(&a);
    player_destroy(&b);
}

static void records_say_what_was_played(void **test_state) {
    (void)test_state;
    check_referee("reversi", 0, GAME_PLIES_MAX);
    check_referee("reversi", 2, GAME_PLIES_MAX);
    check_referee("reversi", 1, 30);
    check_referee("connect6", 0, GAME_PLIES_MAX);
    check_referee("connect6", 2, 20);
    check_referee("tictactoe", 3, GAME_PLIES_MAX);
}

static void finished_starts_and_plies_max_end_a_game(void **test_state) {
    (void)test_state;
    static const struct {
        const char *start;
        int plies_max, plies, outcome, margin;
    } cases[] = {
        {"a1 b1 a2 b2 a3", 9, 0, 1, 5}, /* finished: three stones in a column, four points left */
        {"a1 b1 a2 b2", 0, 0, 0, 0},    /* no time to win */
        {"a1 b1 a2 b2", 1, 1, 1, 5},    /* just enough: a win on the last ply counts */
        {"a1 b1 a2 b2 c3", 9, 1, -1, -4},
    };
    struct player player = player_new(find("tictactoe", NULL), 1, 0);
    const struct game *game = player.evaluator->game;
    struct referee referee;
    referee_init(&referee, 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct state start;
        struct error error;
        if (game_parse(game, cases[i].start, &start, &error) != 0) fail_msg("%s", error.text);
        struct bout bout = {{&player, &player}, &start, rng_keyed(5, 0, 0, 0),
                            cases[i].plies_max, NULL,   0};
        struct record record;
        referee_play(&referee, &bout, &record, NULL);
        assert_int_equal(record.plies, cases[i].plies);
        assert_int_equal(record.outcome, cases[i].outcome);
        assert_int_equal(record.margin, cases[i].margin);
    }
    referee_destroy(&referee);
    player_destroy(&player);
}

/* ---- many games at once ---------------------------------------------------------------------- */

static int batches[16], batch_count;

static void spy_play_batch(const struct evaluator *evaluator, const struct bout *bouts, int count,
                           struct record *records) {
    (void)evaluator;
    struct referee referee;
    referee_init(&referee, 0);
    batches[batch_count++] = count;
    for (int i = 0; i < count; i++) referee_play(&referee, &bouts[i], &records[i], NULL);
    referee_destroy(&referee);
}

/* Neighbouring bouts between greedy players of one family of evaluators go to its batch path
 * together. */
static void neighbouring_bouts_of_one_family_are_one_batch(void **test_state) {
    (void)test_state;
    struct evaluator ten = *find("reversi", "10"), all = *find("reversi", "64");
    struct evaluator_ops spy = *evaluator_ops(&ten);
    spy.play_batch = spy_play_batch;
    ten.ops[isa_current()] = all.ops[isa_current()] = &spy;
    struct player greedy = player_new(&ten, 0, 0.1), random = player_new(&ten, 0, 1);
    struct player other = player_new(&all, 0, 0), searching = player_new(&ten, 1, 0);
    struct error error;
    const struct evaluator *features = games_evaluator(ten.game, "features", NULL, &error);
    struct player stranger = player_new(features, 0, 0);
    struct player *pairs[][2] = {{&greedy, &random},   {&random, &random}, {&greedy, &searching},
                                 {&greedy, &greedy},   {&other, &greedy},  {&greedy, &other},
                                 {&greedy, &stranger}, {&other, &other},   {&other, &other},
                                 {&greedy, &greedy},   {&random, &greedy}, {&searching, &random}};
    static const int expected[] = {2, 3, 4};
    enum { BOUTS = COUNT_OF(pairs) };
    struct state start;
    ten.game->start(ten.game, &start);
    struct bout bouts[BOUTS];
    struct record records[BOUTS], record;
    struct referee referee;
    referee_init(&referee, TT_BYTES);
    for (size_t i = 0; i < BOUTS; i++)
        bouts[i] = (struct bout){
            {pairs[i][0], pairs[i][1]}, &start, rng_keyed(6, 0, i, 0), GAME_PLIES_MAX, NULL, 0};
    batch_count = 0;
    referee_play_many(&referee, bouts, BOUTS, records);
    assert_int_equal(batch_count, COUNT_OF(expected));
    assert_memory_equal(batches, expected, sizeof expected);
    for (size_t i = 0; i < BOUTS; i++) {
        referee_play(&referee, &bouts[i], &record, NULL);
        assert_same_record(&records[i], &record);
    }
    referee_destroy(&referee);
    player_destroy(&greedy);
    player_destroy(&random);
    player_destroy(&other);
    player_destroy(&searching);
    player_destroy(&stranger);
}

/* Searches as deep as the batch path plays go there where nothing else is said of them. */
static void only_plain_searches_are_batched(void **test_state) {
    (void)test_state;
    struct evaluator all = *find("reversi", "64");
    struct evaluator_ops spy = *evaluator_ops(&all);
    spy.play_batch = spy_play_batch;
    all.ops[isa_current()] = &spy;
    assert_int_equal(spy.batch_depth, 2);
    static const struct search_limits plain[] = {{.depth = 2},
                                                 {.depth = 2, .driver = SEARCH_ALPHABETA}};
    static const struct search_limits others[] = {
        {.depth = 1},
        {.depth = 3},
        {.depth = 2, .width = 4},
        {.depth = 2, .nodes = 100},
        {.depth = 2, .seconds = 1},
        {.depth = 2, .endgame = 4},
        {.depth = 2, .threats = 4},
        {.depth = 2, .leaf_threats = 4},
        {.depth = 2, .defend = 4},
        {.depth = 2, .reduce = true},
        {.depth = 2, .driver = SEARCH_MINIMAX},
        {.depth = 2, .driver = SEARCH_MTDF},
    };
    struct player player = player_new(&all, 0, 0);
    struct state start;
    all.game->start(all.game, &start);
    struct bout bout = {{&player, &player}, &start, rng_keyed(6, 0, 0, 0), 20, NULL, 0};
    struct record record;
    struct referee referee;
    referee_init(&referee, TT_BYTES);
    for (size_t i = 0; i < COUNT_OF(plain) + COUNT_OF(others); i++) {
        player.limits = i < COUNT_OF(plain) ? plain[i] : others[i - COUNT_OF(plain)];
        batch_count = 0;
        assert_int_equal(referee_play_many(&referee, &bout, 1, &record), 1);
        assert_int_equal(batch_count, i < COUNT_OF(plain));
    }
    referee_destroy(&referee);
    player_destroy(&player);
}

/* Plays the first legal moves and writes down what it is asked; from `sure_from` plies on it sees a
 * draw. */
struct scribe {
    struct mover mover;
    const struct game *game;
    struct text *log;
    int side, *plies, sure_from;
};

static enum mover_answer scribe_begin(struct mover *mover, const struct bout *bout, int side) {
    struct scribe *self = (struct scribe *)mover;
    (void)bout;
    self->side = side;
    text_add(self->log, "begin %d,", side);
    return MOVER_GOES_ON;
}

static enum mover_answer scribe_choose(struct mover *mover, const void *state, struct rng *rng,
                                       move_t *move) {
    struct scribe *self = (struct scribe *)mover;
    move_t moves[GAME_MOVES_MAX];
    (void)rng;
    self->game->moves(self->game, state, moves);
    *move = moves[0];
    ++*self->plies;
    text_add(self->log, " %d plays %d", self->side, *move);
    return MOVER_GOES_ON;
}

static enum mover_answer scribe_tell(struct mover *mover, move_t move) {
    struct scribe *self = (struct scribe *)mover;
    text_add(self->log, " %d hears %d", self->side, move);
    return MOVER_GOES_ON;
}

static enum mover_view scribe_view(const struct mover *mover) {
    const struct scribe *self = (const struct scribe *)mover;
    return *self->plies >= self->sure_from ? MOVER_SEES_DRAW : MOVER_UNSURE;
}

static void scribe_end(struct mover *mover) {
    text_add(((struct scribe *)mover)->log, ", end %d", ((struct scribe *)mover)->side);
}

static struct record scribes_play(int sure_from, struct text *log) {
    static const struct mover_kind kind = {.begin = scribe_begin,
                                           .choose = scribe_choose,
                                           .tell = scribe_tell,
                                           .view = scribe_view,
                                           .end = scribe_end};
    struct player player = player_new(find("tictactoe", NULL), 0, 0);
    const struct game *game = player.evaluator->game;
    struct state start = find_position(game, "");
    const struct bout bout = {
        .players = {&player, &player}, .start = &start, .plies_max = game->plies_max};
    int plies = 0;
    struct scribe scribes[2] = {{{&kind}, game, log, 0, &plies, sure_from},
                                {{&kind}, game, log, 0, &plies, sure_from}};
    struct mover *const movers[2] = {&scribes[0].mover, &scribes[1].mover};
    struct record record;
    assert_true(referee_moderate(&bout, movers, &record, NULL));
    player_destroy(&player);
    return record;
}

/* Each hears the other's moves, but for the one that ends the game. */
static void movers_hear_of_each_other(void **unused) {
    (void)unused;
    struct text log = {0};
    struct record record = scribes_play(100, &log);
    assert_string_equal(
        text_get(&log),
        "begin 0,begin 1, 0 plays 0 1 hears 0 1 plays 1 0 hears 1 0 plays 2 1 hears "
        "2 1 plays 3 0 hears 3 0 plays 4 1 hears 4 1 plays 5 0 hears 5 0 plays 6, "
        "end 0, end 1");
    assert_int_equal(record.outcome, 1);
    text_free(&log);
}

/* A game that is over by the rules is what they say, whatever both say at its end. */
static void movers_agree_on_unfinished_games_alone(void **unused) {
    (void)unused;
    struct text log = {0};
    struct record agreed = scribes_play(6, &log), over = scribes_play(7, &log);
    assert_true(agreed.agreed && agreed.outcome == 0 && agreed.plies == 6);
    assert_true(!over.agreed && over.outcome == 1 && over.plies == 7);
    text_free(&log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_and_random_numbers_are_as_promised),
        cmocka_unit_test(epsilon_is_a_probability),
        cmocka_unit_test(records_say_what_was_played),
        cmocka_unit_test(finished_starts_and_plies_max_end_a_game),
        cmocka_unit_test(neighbouring_bouts_of_one_family_are_one_batch),
        cmocka_unit_test(only_plain_searches_are_batched),
        cmocka_unit_test(movers_hear_of_each_other),
        cmocka_unit_test(movers_agree_on_unfinished_games_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
