/*
 * What every game and every evaluator must fulfil. A new one inherits all of this: its games and
 * layouts have only to be named below.
 */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/games/games.h"
#include "engine/plugin/library.h"
#include "engine/search/ops.h"
#include "engine/search/referee.h"

/* `openings`: positions after one ply that no symmetry of the board maps onto each other. */
static const struct subject {
    const char *game;
    int openings;
    const char *evaluator;
    const char *layouts[6];
} subjects[] = {
    {"reversi", 1, "wpc", {"64", "10", "64x2", "10x3"}},
    {"reversi", 1, "features", {"3", "1", "8"}},
    {"reversi", 1, "patterns", {"2", "234", "2x12", "strong", "largex2"}},
    {"connect6", 55, "roads", {"-"}},
    {"connect6", 55, "lines", {"-"}},
    {"connect6", 55, "roads+lines", {"-"}},
    {"connect(7,6,4,1,1)", 12, "lines", {"-"}},
    {"connect(7,6,4,1,1)", 12, "roads+lines", {"-"}},
    {"connect(5,4,4,2,1)", 6, "lines", {"-"}},
    {"connect(4,5,2,1,1)", 6, "lines", {"-"}},
    {"gomoku", 36, "roads", {"-"}},
    {"connect(15,15,5,1,1,exact)", 36, "roads", {"-"}},
    {"connect(7,6,3,1,1,exact)", 12, "roads", {"-"}},
    {"tictactoe", 3, "roads", {"-"}},
    {"connect(7,6,4,1,1)", 12, "roads", {"-"}},
    {"connect(5,4,4,2,1)", 6, "roads", {"-"}},
    {"connect(9,9,5,3,2)", 15, "roads", {"-"}},
    {"gomoku", 36, "points", {"-"}},
    {"connect6", 55, "points", {"-"}},
    {"tictactoe", 3, "points", {"-"}},
    {"connect(7,6,4,1,1)", 12, "points", {"-"}},
    {"connect(5,4,4,2,1)", 6, "points", {"-"}},
    {"tictactoe", 3, "lines-open", {"-"}},
    {"connect(5,4,4,2,1)", 6, "lines-open", {"-"}},
    {"connect(7,6,3,1,1,exact)", 12, "lines-open", {"-"}},
    {"nim(3,5,7)", 15, "piles", {"-"}},
    {"grundy(17)", 8, "piles", {"-"}},
    {"lgame", 65, "freedom", {"-"}},
    {"hex(5)", 13, "distance", {"-"}},
    {"hex(4,swap)", 8, "resistance", {"-"}},
    {"hex(11)", 61, "resistance", {"-"}},
    {"dobutsu", 4, "material", {"-"}},
    {"chess", 20, "psq", {"32", "64"}},
    {"chess", 20, "features", {"32", "64"}},
    {"chess", 20, "material", {"-"}},
    {"xiangqi", 23, "psq", {"50", "90"}},
    {"xiangqi", 23, "features", {"50", "90"}},
    {"xiangqi", 23, "material", {"-"}},
    {"reversi", 1, "mcts", {"wpc/10", "patterns/2", "wpc"}},
    {"connect(5,4,4,2,1)", 6, "mcts", {"roads"}},
    {"reversi", 1, "squares", {"-"}}, /* of plug-ins, from here on */
    {"reversi", 1, "mine", {"-"}},
    {"reversi", 1, "mcts", {"squares"}},
    {"mygame", 4, "lines", {"-"}},
    {"connect(7,6,4,1,1)", 12, "mine", {"-"}}, /* what `hone plugin new --evaluator` writes */
    {"hex(5)", 13, "mine", {"-"}},
    {"lgame", 65, "mine", {"-"}},
    {"nim(3,5,7)", 15, "mine", {"-"}},
    {"dobutsu", 4, "mine", {"-"}},
};

/* ---- tools ------------------------------------------------------------------------------ */

static const struct game *subject_game(const struct subject *subject) {
    struct error error;
    const struct game *game = games_find(subject->game, &error);
    if (!game) fail_msg("%s", error.text);
    return game;
}

static const struct evaluator *subject_evaluator(const struct subject *subject,
                                                 const char *layout) {
    struct error error;
    const struct evaluator *evaluator =
        games_evaluator(subject_game(subject), subject->evaluator, layout, &error);
    if (!evaluator) fail_msg("%s", error.text);
    return evaluator;
}

/* Plays at most `plies` random plies from `state`; how many. */
static int play_random(const struct game *game, void *state, int plies, struct rng *rng) {
    move_t moves[GAME_MOVES_MAX];
    int played = 0;
    for (int count; played < plies && (count = game->moves(game, state, moves)) > 0; played++)
        game->play(game, state, moves[rng_below(rng, (uint32_t)count)]);
    return played;
}

/* A random position of a random age, any phase of the game. */
static struct state random_position(const struct game *game, struct rng *rng) {
    struct state state;
    game->start(game, &state);
    play_random(game, &state, (int)rng_below(rng, (uint32_t)game->plies_max), rng);
    return state;
}

static struct state child_of(const struct game *game, const void *state, move_t move) {
    struct state child;
    memcpy(&child, state, game->state_size);
    game->play(game, &child, move);
    return child;
}

static void position_line(const struct game *game, const void *state, struct text *out) {
    text_free(out);
    game->position_format(game, state, out);
}

/* ---- rules ------------------------------------------------------------------------------ */

static void check_moves(const struct game *game, const void *state) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    assert_in_range(count, 0, GAME_MOVES_MAX);
    assert_int_equal(count == 0, game->over(game, state));
    for (int i = 1; i < count; i++) assert_true(moves[i - 1] < moves[i]);
    for (int i = 0; i < count; i++) assert_true(game_legal(game, state, moves[i]));
    assert_false(game_legal(game, state, MOVE_NONE));
}

static void check_opening_moves(const struct game *game, const void *state) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->opening_moves(game, state, moves);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) assert_true(game_legal(game, state, moves[i]));
}

static void check_move_text(const struct game *game, move_t move) {
    char text[MOVE_TEXT_MAX], followed[2 * MOVE_TEXT_MAX];
    move_t parsed;
    game->move_format(game, move, text);
    snprintf(followed, sizeof followed, "%s f5", text);
    assert_int_equal(game->move_parse(game, text, &parsed), strlen(text));
    assert_int_equal(parsed, move);
    assert_int_equal(game->move_parse(game, followed, &parsed), strlen(text));
    assert_int_equal(parsed, move);
}

static void check_same(const struct game *game, const void *a, const void *b) {
    move_t a_moves[GAME_MOVES_MAX], b_moves[GAME_MOVES_MAX];
    int count = game->moves(game, a, a_moves);
    assert_int_equal(game->hash(a), game->hash(b));
    assert_int_equal(game->symmetric_hash(game, a), game->symmetric_hash(game, b));
    assert_int_equal(game->side(a), game->side(b));
    assert_int_equal(game->moves(game, b, b_moves), count);
    assert_memory_equal(a_moves, b_moves, (size_t)count * sizeof *a_moves);
    if (!game->over(game, a)) return;
    int margin = game->margin(game, a), other = game->margin(game, b);
    assert_int_equal(margin > 0, other > 0);
    assert_int_equal(margin < 0, other < 0);
    if (!game->repeats) assert_int_equal(margin, other);
}

/* Whether a game was drawn by its history, which no position line says. */
static bool drawn_by_history(const struct game *game, const void *state) {
    return game->repeats && game->over(game, state) && game->margin(game, state) == 0;
}

static void check_position_text(const struct game *game, const void *state) {
    struct text line = {0}, again = {0};
    struct error error;
    struct state parsed;
    position_line(game, state, &line);
    assert_null(strchr(text_get(&line), '\n'));
    if (game->position_parse(game, text_get(&line), &parsed, &error) < 0)
        fail_msg("%s: %s", text_get(&line), error.text);
    if (!drawn_by_history(game, state)) check_same(game, state, &parsed);
    position_line(game, &parsed, &again);
    assert_string_equal(text_get(&again), text_get(&line));
    assert_int_equal(game_parse(game, text_get(&line), &parsed, &error), 0);
    assert_int_equal(game->hash(&parsed), game->hash(state));
    text_free(&line), text_free(&again);
}

static void check_print(const struct game *game, const void *state, move_t last) {
    struct text plain = {0}, marked = {0};
    game->print(game, state, NULL, 0, &plain);
    game->print(game, state, &last, 1, &marked);
    assert_true(plain.length > 5);
    assert_int_equal(plain.data[plain.length - 1], '\n');
    char text[MOVE_TEXT_MAX];
    game->move_format(game, last, text);
    if (last != game->pass) assert_string_not_equal(plain.data, marked.data);
    text_free(&plain), text_free(&marked);
}

/* What the game says of its board is what stands on its position line. */
static void check_board(const struct game *game, const void *state) {
    struct text line = {0};
    int empties = 0;
    if (!game->placement) return;
    position_line(game, state, &line);
    for (int point = 0; point < game->columns * game->rows; point++) {
        int stone = game->stone(state, point);
        assert_true(strchr(stone < 0 ? ".-" : stone ? "O" : "X", line.data[point]));
        empties += stone < 0;
    }
    const char *rest = line.data + game->columns * game->rows;
    assert_int_equal(rest[0], ' ');
    assert_int_equal(rest[1], "XO"[game->side(state)]);
    if (game->in_a_row) assert_int_equal(atoi(rest + 2), game->turn_left(state));
    if (!game->over(game, state)) assert_int_equal(game->plies_left(state), empties);
    text_free(&line);
}

/* A move puts a stone of its side on its point; a pass is the only way on. */
static void check_placed(const struct game *game, const void *before, const void *after,
                         move_t move) {
    assert_int_equal(game_must_pass(game, before), move == game->pass);
    if (move == game->pass || !game->placement) return;
    if (game->sgf_game == 11 && move == game->columns * game->rows) return; /* Hex's swap */
    assert_in_range(move, 0, game->columns * game->rows - 1);
    assert_int_equal(game->stone(before, move), -1);
    assert_int_equal(game->stone(after, move), game->side(before));
}

/* The side changes when the plies of its turn are used up. */
static void check_turn(const struct game *game, const void *before, const void *after) {
    int left = game->turn_left(before) - 1;
    if (game->over(game, after)) return;
    assert_int_equal(game->side(after) == game->side(before), left > 0);
    assert_int_equal(game->turn_left(after), left > 0 ? left : game->turn);
}

/* ---- what only some games have ---- */

/* Every stone is a piece with a letter, small on side 1. */
static void check_pieces(const struct game *game, const void *state) {
    for (int point = 0; game->piece && point < game->columns * game->rows; point++) {
        char piece = game->piece(state, point);
        int stone = game->stone(state, point);
        assert_int_equal(piece != '\0', stone >= 0);
        if (piece) assert_true(stone ? islower(piece) : isupper(piece));
    }
}

/* The name of a move in its position is read back, and is no other move's. */
static void check_names(const struct game *game, const void *state, const move_t *moves,
                        int count) {
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_MAX];
        move_t read;
        game_move_name(game, state, moves[i], name);
        assert_int_equal(game_move_read(game, state, name, &read), strlen(name));
        assert_int_equal(read, moves[i]);
        game->move_format(game, moves[i], name);
        assert_int_equal(game_move_read(game, state, name, &read), strlen(name));
        assert_int_equal(read, moves[i]);
    }
}

static void check_noisy(const struct game *game, const void *state) {
    move_t noisy[GAME_MOVES_MAX];
    int count = game->noisy ? game->noisy(game, state, noisy) : 0;
    for (int i = 0; i < count; i++) {
        assert_true(game_legal(game, state, noisy[i]));
        assert_false(game_lists(noisy, i, noisy[i]));
    }
}

/* A turn that is passed is the other side's, with no check before nor a loss after it. */
static void check_pass(const struct game *game, const void *state) {
    struct state after;
    memcpy(&after, state, game->state_size);
    if (!game->pass_turn || !game->pass_turn(game, &after)) return;
    assert_false(game->in_check && game->in_check(state));
    assert_int_equal(game->side(&after), !game->side(state));
    assert_false(game->over(game, &after));
    check_moves(game, &after);
}

/* A position repeats where an earlier one of the game is the same. */
static void check_repeats(const struct game *game, const void *state, const uint64_t *hashes,
                          int count) {
    bool before = false;
    for (int i = 0; i < count; i++) before |= hashes[i] == game->hash(state);
    if (game->repeats)
        assert_int_equal(game->repeats(state) != REPEAT_NONE, before);
    else
        assert_false(before);
}

/* One random game, everything checked at each ply. */
static void check_playout(const struct game *game, struct rng *rng) {
    struct state state;
    move_t moves[GAME_MOVES_MAX];
    uint64_t hashes[GAME_PLIES_MAX];
    int plies = 0;
    game->start(game, &state);
    assert_int_equal(game->side(&state), 0);
    assert_int_equal(game->turn_left(&state), game->first_turn);
    for (int count; (count = game->moves(game, &state, moves)) > 0; plies++) {
        check_moves(game, &state);
        check_opening_moves(game, &state);
        check_position_text(game, &state);
        check_board(game, &state);
        check_pieces(game, &state);
        check_names(game, &state, moves, game->move_name ? count : 1);
        check_noisy(game, &state);
        check_pass(game, &state);
        check_repeats(game, &state, hashes, plies);
        hashes[plies] = game->hash(&state);
        move_t move = moves[rng_below(rng, (uint32_t)count)];
        check_move_text(game, move);
        struct state before = state;
        game->play(game, &state, move);
        assert_true(game->hash(&state) != game->hash(&before));
        check_placed(game, &before, &state, move);
        check_turn(game, &before, &state);
        check_print(game, &state, move);
    }
    check_moves(game, &state);
    check_position_text(game, &state);
    check_repeats(game, &state, hashes, plies);
    assert_in_range(plies, 1, game->plies_max);
    assert_in_range(abs(game->margin(game, &state)), 0, 1000);
}

static void playouts_keep_the_contract(void **subject) {
    const struct game *game = subject_game(*subject);
    assert_in_range(game->state_size, 1, GAME_STATE_MAX);
    assert_in_range(game->plies_max, 1, GAME_PLIES_MAX);
    struct rng rng = rng_keyed(1, 1, 0, 0);
    int games = min_int(400, 4000 / game->plies_max);
    for (int i = 0; i < games; i++) check_playout(game, &rng);
}

/* The games of a family are found by name, once and for all. */
static void a_game_is_found_by_its_name(void **subject) {
    const struct game *game = subject_game(*subject);
    struct error error;
    assert_ptr_equal(games_find(game->name, &error), game);
    assert_ptr_equal(subject_game(*subject), game);
    assert_true(strlen(game->doc) > 0 && strlen(game->sides[0]) > 0 && strlen(game->sides[1]) > 0);
}

static void perft_counts_leaves(void **subject) {
    const struct game *game = subject_game(*subject);
    struct rng rng = rng_keyed(1, 2, 0, 0);
    for (int i = 0; i < 12; i++) {
        struct state state = random_position(game, &rng);
        if (i == 0) game->start(game, &state);
        uint64_t leaves = 1;
        for (int depth = 0; leaves < 1000 && depth < 8; depth++) {
            leaves = game_perft(game, &state, depth);
            assert_int_equal(game->perft(game, &state, depth), leaves);
        }
    }
}

/* Moves that a list leaves out, moves that are none, and what is said of them. */
static void move_lists_are_read_back(void **subject) {
    const struct game *game = subject_game(*subject);
    struct rng rng = rng_keyed(1, 3, 0, 0);
    for (int i = 0; i < 20; i++) {
        struct state state, parsed;
        struct text list = {0};
        struct error error;
        game->start(game, &state);
        move_t moves[GAME_MOVES_MAX];
        for (int count; (count = game->moves(game, &state, moves)) > 0;) {
            move_t move = moves[rng_below(&rng, (uint32_t)count)];
            char text[MOVE_TEXT_MAX];
            game->move_format(game, move, text);
            /* Half of the lists leave the passes out. */
            if (i % 2 == 0 || move != game->pass) text_add(&list, "%s%s", text, i % 3 ? " " : "");
            game->play(game, &state, move);
        }
        if (game_parse(game, text_get(&list), &parsed, &error) < 0) fail_msg("%s", error.text);
        check_same(game, &state, &parsed);
        text_add(&list, " a1");
        assert_int_equal(game_parse(game, text_get(&list), &parsed, &error), -1);
        text_free(&list);
    }
}

static void starts_and_bad_moves_are_read(void **subject) {
    const struct game *game = subject_game(*subject);
    struct state start, parsed;
    struct error error;
    game->start(game, &start);
    assert_int_equal(game_parse(game, "", &parsed, &error), 0);
    check_same(game, &start, &parsed);
    assert_int_equal(game_parse(game, "?", &parsed, &error), -1);
    assert_true(strlen(error.text) > 0);

    move_t moves[GAME_MOVES_MAX];
    char text[MOVE_TEXT_MAX], twice[2 * MOVE_TEXT_MAX];
    int count = game->moves(game, &start, moves);
    assert_true(count > 0);
    game->move_format(game, moves[count - 1], text); /* no game has it twice in a row */
    snprintf(twice, sizeof twice, "%s %s", text, text);
    assert_int_equal(game_parse(game, twice, &parsed, &error), -1);
    assert_non_null(strstr(error.text, "move 2"));
    assert_non_null(strstr(error.text, text));
    snprintf(twice, sizeof twice, "%s ?!", text);
    assert_int_equal(game_parse(game, twice, &parsed, &error), -1);
    assert_non_null(strstr(error.text, "move 2"));
}

/* Whatever is read is refused with a reason or is a position like any other. */
static void check_any_text(const struct game *game, const char *text) {
    struct state state;
    struct error error = {""};
    int result = game_parse(game, text, &state, &error);
    if (result == 0)
        check_moves(game, &state), check_position_text(game, &state);
    else
        assert_true(result == -1 && strlen(error.text) > 0);
}

static void garbage_is_refused(void **subject) {
    const struct game *game = subject_game(*subject);
    struct rng rng = rng_keyed(1, 4, 0, 0);
    static const char alphabet[] = "abcdefghijABXO-.xo*#0123456789 ,;:/()@passw";
    for (int i = 0; i < 3000; i++) {
        char text[64] = "";
        int length = (int)rng_below(&rng, sizeof text);
        for (int at = 0; at < length; at++)
            text[at] =
                i % 2 ? (char)rng_below(&rng, 256) : alphabet[rng_below(&rng, sizeof alphabet - 1)];
        check_any_text(game, text);
    }
}

static void damaged_positions_are_refused(void **subject) {
    const struct game *game = subject_game(*subject);
    struct rng rng = rng_keyed(1, 5, 0, 0);
    struct text line = {0};
    for (int i = 0; i < 10; i++) {
        struct state state = random_position(game, &rng);
        position_line(game, &state, &line);
        for (size_t at = 0; at < line.length; at++) {
            char whole = line.data[at];
            static const char damages[] = {'\0', 'X', '9', ' ', '\x80', '-', 'o'};
            line.data[at] = damages[rng_below(&rng, sizeof damages)];
            check_any_text(game, line.data);
            line.data[at] = whole;
        }
    }
    text_free(&line);
}

/* ---- hashes ----------------------------------------------------------------------------- */

struct distinct_set {
    uint64_t hash;
    char *line;
};
struct seen_list {
    struct distinct_set *data;
    int count, capacity;
};

static void distinct_set_add(struct seen_list *list, uint64_t hash, char *line) {
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 1000;
        list->data = xrealloc(list->data, (size_t)list->capacity * sizeof *list->data);
    }
    list->data[list->count++] = (struct distinct_set){hash, line};
}

/* The tree below `state` of the first WIDTH moves of every position. */
static void collect(const struct game *game, const void *state, int depth, struct seen_list *list) {
    enum { WIDTH = 12 };
    struct text line = {0};
    game->position_format(game, state, &line);
    distinct_set_add(list, game->hash(state), line.data);
    move_t moves[GAME_MOVES_MAX];
    int count = depth > 0 ? min_int(game->moves(game, state, moves), WIDTH) : 0;
    for (int i = 0; i < count; i++) {
        struct state child = child_of(game, state, moves[i]);
        collect(game, &child, depth - 1, list);
    }
}

static void distinct_set_free(struct seen_list *list) {
    for (int i = 0; i < list->count; i++) free(list->data[i].line);
    free(list->data);
}

static int compare_lines(const void *a, const void *b) {
    return strcmp(((const struct distinct_set *)a)->line, ((const struct distinct_set *)b)->line);
}

static int compare_hashes(const void *a, const void *b) {
    uint64_t x = ((const struct distinct_set *)a)->hash, y = ((const struct distinct_set *)b)->hash;
    return (x > y) - (x < y);
}

/* Hashes are equal just where positions are; how many pairs were. */
static int check_hashes(struct seen_list *list) {
    int transpositions = 0;
    qsort(list->data, (size_t)list->count, sizeof *list->data, compare_lines);
    for (int i = 1; i < list->count; i++) {
        if (compare_lines(&list->data[i - 1], &list->data[i]) != 0) continue;
        assert_int_equal(list->data[i - 1].hash, list->data[i].hash);
        transpositions++;
    }
    qsort(list->data, (size_t)list->count, sizeof *list->data, compare_hashes);
    for (int i = 1; i < list->count; i++)
        if (list->data[i - 1].hash == list->data[i].hash)
            assert_string_equal(list->data[i - 1].line, list->data[i].line);
    return transpositions;
}

/* In trees so large that they have transpositions, from the start and from later positions. */
static void the_hash_is_of_the_position(void **subject) {
    const struct game *game = subject_game(*subject);
    struct rng rng = rng_keyed(1, 6, 0, 0);
    for (int i = 0; i < 10; i++) {
        struct seen_list list = {0};
        struct state state = random_position(game, &rng);
        if (i == 0) game->start(game, &state);
        collect(game, &state, game->perft(game, &state, 3) < 1000 ? 5 : 3, &list);
        int transpositions = check_hashes(&list);
        if (i == 0) assert_true(transpositions > 0);
        distinct_set_free(&list);
    }
}

static void symmetric_openings_are_told_apart(void **subject) {
    const struct game *game = subject_game(*subject);
    struct state start;
    game->start(game, &start);
    move_t moves[GAME_MOVES_MAX];
    uint64_t classes[GAME_MOVES_MAX];
    int count = game->moves(game, &start, moves), class_count = 0;
    for (int i = 0; i < count; i++) {
        struct state child = child_of(game, &start, moves[i]);
        uint64_t hash = game->symmetric_hash(game, &child);
        int class = 0;
        while (class < class_count && classes[class] != hash) class ++;
        if (class == class_count) classes[class_count++] = hash;
    }
    assert_int_equal(class_count, ((const struct subject *)*subject)->openings);
}

/* The last move of `state` whose child is symmetric to `child`, or MOVE_NONE. */
static move_t symmetric_move(const struct game *game, const void *state, const void *child) {
    move_t moves[GAME_MOVES_MAX], found = MOVE_NONE;
    int count = game->moves(game, state, moves);
    uint64_t hash = game->symmetric_hash(game, child);
    for (int i = 0; i < count; i++) {
        struct state other = child_of(game, state, moves[i]);
        if (game->symmetric_hash(game, &other) == hash) found = moves[i];
    }
    return found;
}

/* Two games from symmetric moves, the second a shadow of the first: there is always a move that
 * keeps them symmetric, and they end alike. */
static void check_shadow(const struct game *game, int plies, struct rng *rng) {
    struct state a, b;
    game->start(game, &a);
    b = a;
    move_t moves[GAME_MOVES_MAX];
    for (int ply = 0, count; ply < plies && (count = game->moves(game, &a, moves)) > 0; ply++) {
        struct state child = child_of(game, &a, moves[rng_below(rng, (uint32_t)count)]);
        move_t shadow = symmetric_move(game, &b, &child);
        assert_true(shadow != MOVE_NONE);
        game->play(game, &b, shadow);
        a = child;
        assert_int_equal(game->side(&a), game->side(&b));
        assert_int_equal(game->over(game, &a), game->over(game, &b));
    }
    if (game->over(game, &a)) assert_int_equal(game->margin(game, &a), game->margin(game, &b));
}

static void symmetric_games_share_their_hash(void **subject) {
    const struct game *game = subject_game(*subject);
    struct rng rng = rng_keyed(1, 7, 0, 0);
    for (int i = 0; i < 8; i++) check_shadow(game, game->plies_max > 100 ? 12 : 100, &rng);
}

/* One by one, over and over. */
static int symmetry_of(const struct game *game, int i) {
    int symmetries[8], count = 0;
    for (int symmetry = 0; symmetry < 8; symmetry++)
        if (game->symmetries >> symmetry & 1) symmetries[count++] = symmetry;
    return symmetries[i % count];
}

/* Every symmetry gives a position that counts as the same, its moves lead to the images of what
 * they led to, and number 0 changes nothing. */
static void images_are_the_same_game(void **subject) {
    const struct game *game = subject_game(*subject);
    struct rng rng = rng_keyed(1, 8, 0, 0);
    move_t moves[GAME_MOVES_MAX];
    int moved = 0;
    assert_true(game->symmetries & 1);
    assert_true(game->symmetries == 1 || game->placement);
    assert_true(game->columns == game->rows || game->symmetries < 1 << 4);
    for (int i = 0; game->placement && i < 64; i++) {
        struct state state = random_position(game, &rng), image = {0};
        int symmetry = symmetry_of(game, i), count = game->moves(game, &state, moves);
        assert_int_equal(game_image_move(game, symmetry, game->pass), game->pass);
        if (count == 0) continue;
        game_image_state(game, symmetry, &state, &image);
        assert_true(game->symmetric_hash(game, &image) == game->symmetric_hash(game, &state));
        if (symmetry == 0) assert_true(game->hash(&image) == game->hash(&state));
        moved += game->hash(&image) != game->hash(&state);
        move_t move = moves[rng_below(&rng, (uint32_t)count)];
        struct state child = child_of(game, &state, move), there = {0};
        if (game->over(game, &child)) continue;
        game_image_state(game, symmetry, &child, &there);
        image = child_of(game, &image, game_image_move(game, symmetry, move));
        assert_true(game->hash(&image) == game->hash(&there));
    }
    assert_int_equal(moved > 0, game->symmetries > 1);
}

/* ---- evaluators ------------------------------------------------------------------------- */

static int32_t random_weight(const struct param *param, struct rng *rng) {
    if (param->scale == SCALE_LINEAR)
        return param->lower + (int32_t)rng_below(rng, (uint32_t)(param->upper - param->lower) + 1);
    double low = log(param->lower), high = log(param->upper);
    int32_t weight = (int32_t)lround(exp(low + (high - low) * rng_unit(rng)));
    return weight < param->lower ? param->lower : weight > param->upper ? param->upper : weight;
}

/* `round` 0: the initial weights; 1 and 2: all at a bound; else random. Those of a table share
 * their bounds (check_param_run). free() */
static int32_t *some_weights(const struct evaluator *evaluator, int round, struct rng *rng) {
    int32_t *weights = xcalloc((size_t)evaluator->param_count, sizeof *weights);
    if (round == 0) evaluator_initial(evaluator, weights);
    for (int i = 0, run; round > 0 && i < evaluator->param_count; i += run) {
        const struct param param = evaluator_param(evaluator, i);
        run = evaluator_param_run(evaluator, i);
        for (int j = i; j < i + run; j++)
            weights[j] = round == 1   ? param.lower
                         : round == 2 ? param.upper
                                      : random_weight(&param, rng);
    }
    return weights;
}

static struct player some_player(const struct evaluator *evaluator, int round, double epsilon,
                                 struct rng *rng) {
    int32_t *weights = some_weights(evaluator, round, rng);
    struct player player;
    player_init(&player, evaluator, weights, &(struct search_limits){0}, epsilon);
    free(weights);
    return player;
}

static void check_param(const struct evaluator *evaluator, int index) {
    const struct param param = evaluator_param(evaluator, index);
    size_t length = strspn(param.name, "abcdefghijklmnopqrstuvwxyz0123456789.");
    assert_true(length > 0 && param.name[length] == '\0');
    assert_true(param.lower < param.upper);
    assert_true(param.initial >= param.lower && param.initial <= param.upper);
    if (param.scale == SCALE_LOG) assert_true(param.lower >= 1);
    assert_true(strlen(param.doc) > 0);
    assert_int_equal(evaluator_param_find(evaluator, param.name), index);
    assert_string_equal(evaluator_params(evaluator)[index].name, param.name);
}

/* The rest of a table: what was said of its first entry holds for all. */
static void check_param_run(const struct evaluator *evaluator, int index) {
    const struct param first = evaluator_param(evaluator, index);
    int run = evaluator_param_run(evaluator, index);
    assert_in_range(run, 1, evaluator->param_count - index);
    for (int i = index; i < index + run; i++) {
        const struct param param = evaluator_param(evaluator, i);
        assert_int_equal(param.lower, first.lower);
        assert_int_equal(param.upper, first.upper);
        assert_int_equal(param.scale, first.scale);
        assert_int_equal(evaluator_param_run(evaluator, i), index + run - i);
    }
}

/* That each is found by its name says that no two share one. */
static void check_params(const struct evaluator *evaluator) {
    assert_true(evaluator->param_count > 0 && evaluator->prepared_size > 0);
    for (int i = 0; i < evaluator->param_count; i++) check_param(evaluator, i);
    for (int i = 0; i < evaluator->param_count; i += evaluator_param_run(evaluator, i))
        check_param_run(evaluator, i);
    assert_int_equal(evaluator_param_find(evaluator, "no such name"), -1);
}

static void check_candidates(const struct player *player, const void *state) {
    const struct evaluator *evaluator = player->evaluator;
    const struct game *game = evaluator->game;
    struct candidate all[GAME_MOVES_MAX], some[GAME_MOVES_MAX];
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    assert_int_equal(
        evaluator_ops(evaluator)->candidates(evaluator, player->prepared, state, true, all), count);
    for (int i = 0; i < count; i++) assert_int_equal(all[i].move, moves[i]);
    int some_count =
        evaluator_ops(evaluator)->candidates(evaluator, player->prepared, state, false, some);
    assert_in_range(some_count, 1, count);
    for (int i = 0, j = 0; i < some_count; i++, j++) {
        while (j < count && all[j].move != some[i].move) j++;
        assert_true(j < count); /* ascending, and a subset */
        assert_int_equal(some[i].score, all[j].score);
    }
}

static bool mover_wins(const struct game *game, const void *state, int side) {
    int margin = game->over(game, state) ? game->margin(game, state) : 0;
    return side == 0 ? margin > 0 : margin < 0;
}

/* Position weights for Reversi weigh a move that wins as any other, inside mcts too. */
static bool weighs_wins(const struct evaluator *evaluator) {
    return strcmp(evaluator->name, "wpc") == 0 || strncmp(evaluator->layout, "wpc", 3) == 0;
}

/* Scores order the moves as the values of the positions after them do. */
static void check_scores(const struct player *player, const void *state) {
    const struct evaluator *evaluator = player->evaluator;
    const struct game *game = evaluator->game;
    struct candidate list[GAME_MOVES_MAX];
    int32_t values[GAME_MOVES_MAX];
    int side = game->side(state), kept = 0;
    int count =
        evaluator_ops(evaluator)->candidates(evaluator, player->prepared, state, true, list);
    for (int i = 0; i < count; i++) {
        struct state child = child_of(game, state, list[i].move);
        if (list[i].score >= SCORE_WIN) {
            assert_true(game->over(game, &child));
            assert_true(mover_wins(game, &child, side));
        } else if (!weighs_wins(evaluator) && mover_wins(game, &child, side)) {
            fail_msg("%s scores a move that wins with %d, not SCORE_WIN", evaluator->name,
                     list[i].score);
        } else if (!game->over(game, &child)) {
            values[kept] =
                evaluator_ops(evaluator)->eval(evaluator, player->prepared, &child, side);
            list[kept++] = list[i];
        }
    }
    for (int i = 0; i < kept; i++)
        for (int j = 0; j < i; j++) {
            assert_int_equal(list[i].score > list[j].score, values[i] > values[j]);
            assert_int_equal(list[i].score < list[j].score, values[i] < values[j]);
        }
}

/* A linear value is the sum of its terms. */
static void check_terms(const struct evaluator *evaluator, const int32_t *weights,
                        const struct player *player, const void *state, int side) {
    struct term terms[4096];
    int64_t sum = 0;
    int count = evaluator->terms(evaluator, state, side, terms);
    assert_in_range(evaluator->terms_max, 1, COUNT_OF(terms));
    assert_in_range(count, 0, evaluator->terms_max);
    for (int i = 0; i < count; i++) {
        assert_in_range(terms[i].weight, 0, evaluator->param_count - 1);
        sum += (int64_t)terms[i].count * weights[terms[i].weight];
    }
    assert_int_equal(sum, evaluator_ops(evaluator)->eval(evaluator, player->prepared, state, side));
}

static void check_linear(const struct evaluator *evaluator) {
    const struct game *game = evaluator->game;
    struct rng rng = rng_keyed(1, 10, 0, 0);
    for (int round = 0; round < 8; round++) {
        int32_t *weights = some_weights(evaluator, round, &rng);
        struct player player;
        player_init(&player, evaluator, weights, &(struct search_limits){0}, 0);
        for (int i = 0; i < 40; i++) {
            struct state state = random_position(game, &rng);
            for (int side = 0; side < 2 && !game->over(game, &state); side++)
                check_terms(evaluator, weights, &player, &state, side);
        }
        player_destroy(&player);
        free(weights);
    }
}

/* The same bytes each time, and none behind prepared_size. */
static void check_prepare(const struct evaluator *evaluator, struct rng *rng) {
    enum { BEHIND = 16, MARK = 0x5a };
    size_t size = evaluator->prepared_size;
    int32_t *weights = some_weights(evaluator, 3, rng);
    unsigned char *once = xcalloc(1, size + BEHIND), *again = xcalloc(1, size + BEHIND);
    memset(once + size, MARK, BEHIND);
    evaluator->prepare(evaluator, weights, once);
    evaluator->prepare(evaluator, weights, again);
    assert_memory_equal(once, again, size);
    for (int i = 0; i < BEHIND; i++) assert_int_equal(once[size + (size_t)i], MARK);
    free(weights), free(once), free(again);
}

static void check_evaluator(const struct evaluator *evaluator) {
    const struct game *game = evaluator->game;
    struct rng rng = rng_keyed(1, 8, 0, 0);
    check_params(evaluator);
    check_prepare(evaluator, &rng);
    for (int round = 0; round < 40; round++) {
        struct player player = some_player(evaluator, round % 8, 0, &rng);
        struct state state = random_position(game, &rng);
        for (int ply = 0; ply < 4 && !game->over(game, &state); ply++) {
            for (int side = 0; side < 2; side++)
                assert_in_range(
                    abs(evaluator_ops(evaluator)->eval(evaluator, player.prepared, &state, side)),
                    0, SCORE_WIN / 2);
            check_candidates(&player, &state);
            check_scores(&player, &state);
            play_random(game, &state, 1, &rng);
        }
        player_destroy(&player);
    }
}

static void evaluators_keep_the_contract(void **subject) {
    const char *const *layouts = ((const struct subject *)*subject)->layouts;
    check_evaluator(subject_evaluator(*subject, NULL));
    for (int i = 0; layouts[i]; i++) check_evaluator(subject_evaluator(*subject, layouts[i]));
}

static void a_linear_value_is_the_sum_of_its_terms(void **subject) {
    const char *const *layouts = ((const struct subject *)*subject)->layouts;
    for (int i = 0; layouts[i]; i++) {
        const struct evaluator *evaluator = subject_evaluator(*subject, layouts[i]);
        assert_int_equal(evaluator->terms != NULL, evaluator->terms_max > 0);
        if (evaluator->terms) check_linear(evaluator);
    }
}

/* ---- search ---- */

/* For the side to move, by all moves and the eval of the root's side. */
static int32_t plain_value(const struct player *player, const void *state, int root_side,
                           int depth) {
    const struct evaluator *evaluator = player->evaluator;
    const struct game *game = evaluator->game;
    int side = game->side(state);
    if (game->over(game, state)) return search_final_value(game->margin(game, state), side);
    if (depth == 0) {
        int32_t value =
            evaluator_ops(evaluator)->eval(evaluator, player->prepared, state, root_side);
        return side == root_side ? value : -value;
    }
    move_t moves[GAME_MOVES_MAX];
    int32_t best = -SCORE_INFINITE;
    int count = game->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        struct state child = child_of(game, state, moves[i]);
        int32_t value = plain_value(player, &child, root_side, depth - 1);
        if (game->side(&child) != side) value = -value;
        best = value > best ? value : best;
    }
    return best;
}

/* Where nothing goes beyond the depth that was asked for, and no move is left out. */
static bool searches_plainly(const struct evaluator *evaluator) {
    const struct game *game = evaluator->game;
    bool forced = game->expert && game->expert->forced;
    return !forced && !game->noisy && !game->repeats && strcmp(evaluator->name, "mcts") != 0;
}

static void check_search(const struct player *player, const void *state, int depth) {
    const struct evaluator *evaluator = player->evaluator;
    struct search *search = search_new(1 << 16);
    struct search_result result;
    search_new_game(search);
    evaluator_ops(evaluator)->search(search, evaluator, player->prepared, state,
                                     &(struct search_limits){.depth = depth}, &result);
    assert_true(game_legal(evaluator->game, state, result.move));
    if (searches_plainly(evaluator))
        assert_int_equal(result.score,
                         plain_value(player, state, evaluator->game->side(state), depth));
    search_free(search);
}

static void a_search_finds_the_value_by_all_moves(void **subject) {
    enum { POSITIONS = 20, FEW = 40, MANY = 100 };
    const struct evaluator *evaluator = subject_evaluator(*subject, NULL);
    const struct game *game = evaluator->game;
    struct rng rng = rng_keyed(1, 11, 0, 0);
    move_t moves[GAME_MOVES_MAX];
    for (int i = 0; i < POSITIONS; i++) {
        struct player player = some_player(evaluator, i % 8, 0, &rng);
        struct state state = random_position(game, &rng);
        int count = game->moves(game, &state, moves);
        if (count > 0) check_search(&player, &state, count > MANY ? 1 : count > FEW ? 2 : 3);
        player_destroy(&player);
    }
}

static void an_evaluator_is_found_by_its_layout(void **subject) {
    const struct evaluator *evaluator = subject_evaluator(*subject, NULL);
    struct error error = {""};
    assert_ptr_equal(subject_evaluator(*subject, NULL), evaluator);
    assert_ptr_equal(subject_evaluator(*subject, evaluator->layout), evaluator);
    const char *name = evaluator->name;
    assert_null(games_evaluator(evaluator->game, name, "no such layout", &error));
    assert_true(strlen(error.text) > 0);
    assert_null(games_evaluator(evaluator->game, "nonsense", NULL, &error));
    assert_non_null(strstr(error.text, name));
}

/* ---- batches ---------------------------------------------------------------------------- */

enum { BOUTS = 600 };

static struct bout some_bout(const struct player players[2], const void *start, int plies_max,
                             struct rng *rng) {
    int first = (int)rng_below(rng, 2);
    return (struct bout){.players = {&players[first], &players[!first]},
                         .start = start,
                         .rng = rng_keyed(2, 1, rng_next(rng), 0),
                         .plies_max = plies_max};
}

/* What is built once is the same for all instruction sets, a kernel is not. */
static void operations_are_those_of_the_instruction_set(void **subject) {
    const struct evaluator *evaluator = subject_evaluator(*subject, NULL);
    enum isa usual = isa_current();
    for (enum isa isa = ISA_PORTABLE; isa < ISA_COUNT; isa++) {
        if (!isa_available(isa)) continue;
        const struct evaluator_ops *ops = evaluator->ops[isa];
        isa_set(isa);
        assert_ptr_equal(evaluator_ops(evaluator), ops);
        assert_true(ops->eval && ops->candidates && ops->search);
        static const char kernels[] = " wpc features patterns roads points squares mine psq ";
        char name[32];
        snprintf(name, sizeof name, " %s ", evaluator->name);
        bool kernel = (strstr(kernels, name) && !evaluator->game->exact) || evaluator->game->fen;
        if (strcmp(evaluator->name, "mine") == 0) /* from outside: in Reversi alone */
            kernel = strcmp(evaluator->game->name, "reversi") == 0;
        assert_true(isa == ISA_PORTABLE || kernel == (ops != evaluator->ops[ISA_PORTABLE]));
    }
    isa_set(usual);
}

/* A batch's records are those of the referee, one by one; `other` is a layout of the same family.
 */
static void check_batch(const struct evaluator *evaluator, const struct evaluator *other, int count,
                        double epsilon, struct rng *rng) {
    const struct game *game = evaluator->game;
    struct state *starts = xcalloc(BOUTS, sizeof *starts);
    struct bout *bouts = xcalloc(BOUTS, sizeof *bouts);
    struct record *records = xcalloc(BOUTS, sizeof *records);
    struct player players[2] = {some_player(evaluator, 3, epsilon, rng),
                                some_player(other, 3, epsilon / 2, rng)};
    struct referee referee;
    referee_init(&referee, 4096);
    for (int i = 0; i < count; i++) {
        game->start(game, &starts[i]);
        int random_plies = (int)rng_below(rng, i % 10 ? 8 : (uint32_t)game->plies_max);
        play_random(game, &starts[i], random_plies, rng);
        int plies_max = i % 3 ? game->plies_max : (int)rng_below(rng, 20);
        bouts[i] = some_bout(players, &starts[i], plies_max, rng);
    }
    evaluator_ops(evaluator)->play_batch(evaluator, bouts, count, records);
    for (int i = 0; i < count; i++) {
        struct record expected;
        referee_play(&referee, &bouts[i], &expected, NULL);
        assert_int_equal(records[i].moves_hash, expected.moves_hash);
        assert_int_equal(records[i].outcome, expected.outcome);
        assert_int_equal(records[i].margin, expected.margin);
        assert_int_equal(records[i].plies, expected.plies);
    }
    referee_destroy(&referee);
    player_destroy(&players[0]), player_destroy(&players[1]);
    free(starts), free(bouts), free(records);
}

static void check_batches(const struct evaluator *evaluator, const struct evaluator *other) {
    struct rng rng = rng_keyed(1, 9, 0, 0);
    if (!evaluator_ops(evaluator)->play_batch) return;
    int count = min_int(BOUTS, 15000 / evaluator->game->plies_max);
    static const double epsilons[] = {0, 0.1, 1};
    for (size_t i = 0; i < COUNT_OF(epsilons); i++) {
        check_batch(evaluator, other, count, epsilons[i], &rng);
        check_batch(evaluator, evaluator, 1 + (int)i, epsilons[i], &rng);
    }
    check_batch(evaluator, other, 0, 0, &rng);
}

static void a_batch_plays_as_the_referee_does(void **subject) {
    const char *const *layouts = ((const struct subject *)*subject)->layouts;
    for (int i = 0; layouts[i]; i++)
        check_batches(subject_evaluator(*subject, layouts[i]), subject_evaluator(*subject, NULL));
}

/* ---- the list --------------------------------------------------------------------------- */

static void every_game_and_evaluator_is_tested_here(void **unused) {
    (void)unused;
    for (int i = 0; games_list[i]; i++) {
        const struct game_family *family = games_list[i];
        assert_true(strlen(family->doc) > 0 && strlen(family->names) > 0);
        const struct evaluator_family *evaluator;
        for (int j = 0; (evaluator = games_evaluator_family(family, j)); j++) {
            bool covered = false;
            for (size_t k = 0; k < COUNT_OF(subjects); k++)
                covered |= strcmp(subjects[k].evaluator, evaluator->name) == 0;
            if (!covered) fail_msg("%s has no subject here", evaluator->name);
        }
    }
}

static void unknown_games_are_refused(void **unused) {
    (void)unused;
    static const char *const bad[] = {"",
                                      "checkers",
                                      "connect",
                                      "connect(",
                                      "connect(0,3,3,1,1)",
                                      "Reversi",
                                      "reversi8",
                                      "connect(3,3",
                                      "connect(21,19,6,2,1)",
                                      "connect(3,3,9,1,1)",
                                      "connect(3,3,3,1)",
                                      "connect(3,3,3,1,1,1)",
                                      "connect(a,b,c,d,e)",
                                      "connect(3,3,3,-1,1)",
                                      "connect(3,3,3,99999999999,1)",
                                      "connect(3,3,4,1,1)"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct error error = {""};
        if (games_find(bad[i], &error)) fail_msg("\"%s\" is accepted", bad[i]);
        assert_true(strlen(error.text) > 0);
    }
    struct error error;
    assert_null(games_find("checkers", &error));
    assert_non_null(strstr(error.text, "reversi"));
    assert_non_null(strstr(error.text, "gomoku"));
}

static void aliases_are_one_game(void **unused) {
    (void)unused;
    struct error error;
    assert_ptr_equal(games_find("connect(19,19,6,2,1)", &error), games_find("connect6", &error));
    assert_ptr_equal(games_find("connect(3,3,3,1,1)", &error), games_find("tictactoe", &error));
    assert_ptr_equal(games_find("connect(5, 4, 4, 2, 1)", &error),
                     games_find("connect(5,4,4,2,1)", &error));
}

/* ---- tic-tac-toe, whole ----------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int count_distinct(uint64_t *numbers, int count) {
    int distinct = 0;
    qsort(numbers, (size_t)count, sizeof *numbers, compare_numbers);
    for (int i = 0; i < count; i++) distinct += i == 0 || numbers[i] != numbers[i - 1];
    return distinct;
}

struct tree {
    uint64_t hashes[600000], symmetric[600000];
    int count;
};

static void tree_walk(struct tree *tree, const struct game *game, const void *state) {
    tree->hashes[tree->count] = game->hash(state);
    tree->symmetric[tree->count++] = game->symmetric_hash(game, state);
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        struct state child = child_of(game, state, moves[i]);
        tree_walk(tree, game, &child);
    }
}

/* The openings of stored runs follow from hashes: another value, and no run can be replayed. */
static void hashes_stay(void **context) {
    (void)context;
    static const struct {
        const char *game, *position;
        uint64_t hash;
    } cases[] = {
        {"reversi", "", UINT64_C(0x240b0e2ff2e891a9)},
        {"reversi", "f5d6c3", UINT64_C(0x7f6e31675ff29369)},
        {"connect6", "JJ JIKL KILH", UINT64_C(0xbc02a79590551afb)},
        {"gomoku", "h8 i9 g9", UINT64_C(0xdd5525d5acea9864)},
        {"tictactoe", "b2 a1", UINT64_C(0x2cda5f64a06543d3)},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct error error;
        struct state state;
        const struct game *game = games_find(cases[i].game, &error);
        assert_int_equal(game_parse(game, cases[i].position, &state, &error), 0);
        if (game->hash(&state) != cases[i].hash) fail_msg("%s %s", game->name, cases[i].position);
    }
}

/* 255168 games, 549946 nodes, 5478 positions, 765 of them essentially different. */
static void tictactoe_is_known(void **unused) {
    (void)unused;
    const struct game *game = games_find("tictactoe", NULL);
    struct tree *tree = xcalloc(1, sizeof *tree);
    struct state start;
    game->start(game, &start);
    assert_int_equal(game->perft(game, &start, 9), 255168);
    tree_walk(tree, game, &start);
    assert_int_equal(tree->count, 549946);
    assert_int_equal(count_distinct(tree->hashes, tree->count), 5478);
    assert_int_equal(count_distinct(tree->symmetric, tree->count), 765);
    free(tree);
}

/* ----------------------------------------------------------------------------------------- */

static const struct CMUnitTest game_tests[] = {
    cmocka_unit_test(a_game_is_found_by_its_name),
    cmocka_unit_test(playouts_keep_the_contract),
    cmocka_unit_test(perft_counts_leaves),
    cmocka_unit_test(move_lists_are_read_back),
    cmocka_unit_test(starts_and_bad_moves_are_read),
    cmocka_unit_test(garbage_is_refused),
    cmocka_unit_test(damaged_positions_are_refused),
    cmocka_unit_test(the_hash_is_of_the_position),
    cmocka_unit_test(symmetric_openings_are_told_apart),
    cmocka_unit_test(images_are_the_same_game),
    cmocka_unit_test(symmetric_games_share_their_hash),
};

static const struct CMUnitTest evaluator_tests[] = {
    cmocka_unit_test(an_evaluator_is_found_by_its_layout),
    cmocka_unit_test(evaluators_keep_the_contract),
    cmocka_unit_test(a_linear_value_is_the_sum_of_its_terms),
    cmocka_unit_test(a_search_finds_the_value_by_all_moves),
    cmocka_unit_test(operations_are_those_of_the_instruction_set),
    cmocka_unit_test(a_batch_plays_as_the_referee_does),
};

static int run_list(const struct subject *subject, const struct CMUnitTest *list, size_t count) {
    struct CMUnitTest tests[16];
    assert_in_range(count, 1, COUNT_OF(tests));
    memcpy(tests, list, count * sizeof *tests);
    for (size_t i = 0; i < count; i++) tests[i].initial_state = (void *)subject;
    return _cmocka_run_group_tests(subject->game, tests, count, NULL, NULL);
}

static bool game_is_new(size_t index) {
    for (size_t i = 0; i < index; i++)
        if (strcmp(subjects[i].game, subjects[index].game) == 0) return false;
    return true;
}

/* The rules of a game are tested once, whatever evaluators it has. */
static int run_subject(size_t index) {
    const struct subject *subject = &subjects[index];
    int failed = game_is_new(index) ? run_list(subject, game_tests, COUNT_OF(game_tests)) : 0;
    return failed + run_list(subject, evaluator_tests, COUNT_OF(evaluator_tests));
}

static void load_plugins(void) {
    static const char *const files[] = {"squares", "reversi", "game",  "connect",
                                        "hex",     "lgame",   "piles", "dobutsu"};
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        char path[256];
        struct error error;
        snprintf(path, sizeof path, "%s/plugins/%s.so", BUILD_DIR, files[i]);
        if (!library_load(path, &error)) die("%s", error.text);
    }
}

int main(void) {
    load_plugins();
    const struct CMUnitTest list_tests[] = {
        cmocka_unit_test(every_game_and_evaluator_is_tested_here),
        cmocka_unit_test(unknown_games_are_refused),
        cmocka_unit_test(aliases_are_one_game),
        cmocka_unit_test(tictactoe_is_known),
        cmocka_unit_test(hashes_stay),
    };
    int failed = cmocka_run_group_tests_name("the list of games", list_tests, NULL, NULL);
    for (size_t i = 0; i < COUNT_OF(subjects); i++) failed += run_subject(i);
    return failed;
}
