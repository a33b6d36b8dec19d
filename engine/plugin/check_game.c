/*
 * Random games, everything checked at each ply; then what many games say together: keys against
 * positions, the winners, and texts that are none.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plugin/adapt.h"
#include "engine/plugin/check.h"
#include "engine/search/referee.h"

enum { GAMES = 200, SENTINEL = 0xbeef, BEYOND = 64, TEXTS = 2000 };

/* ---- moves ---- */

/* Nothing is written behind the moves, by the plug-in's own function. */
static void check_moves_room(const struct hone_game *table, const struct game *game,
                             const void *state) {
    move_t moves[GAME_MOVES_MAX + BEYOND];
    for (size_t i = 0; i < COUNT_OF(moves); i++) moves[i] = SENTINEL;
    check_note(game, state, "moves()");
    int count = table->moves(((const struct plugin_state *)state)->bytes, moves);
    if (count < 0 || count > table->moves_max)
        check_fail(game, state, MOVE_NONE, "moves() gives %d moves, and moves_max is %d", count,
                   table->moves_max);
    for (size_t i = (size_t)table->moves_max; i < COUNT_OF(moves); i++)
        if (moves[i] != SENTINEL)
            check_fail(game, state, MOVE_NONE, "moves() writes behind moves_max moves");
}

static void check_moves(const struct game *game, const void *state) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    bool over = game->over(game, state);
    if ((count == 0) != over)
        check_fail(game, state, MOVE_NONE, "there are %d moves, and over() says %s", count,
                   over ? "that the game has ended" : "that it goes on");
    for (int i = 1; i < count; i++)
        if (moves[i - 1] >= moves[i])
            check_fail(game, state, moves[i],
                       "moves() gives number %d behind %d: moves must be in ascending order, each "
                       "once",
                       moves[i], moves[i - 1]);
}

static void check_move_text(const struct game *game, const void *state, move_t move) {
    char text[MOVE_TEXT_MAX], followed[MOVE_TEXT_MAX + 8];
    move_t read = MOVE_NONE;
    game->move_format(game, move, text);
    int length = (int)strlen(text);
    if (length == 0 || strpbrk(text, " \t\n"))
        check_fail(game, state, MOVE_NONE, "move_write() of number %d gives \"%s\"", move, text);
    snprintf(followed, sizeof followed, "%s f5", text);
    if (game->move_parse(game, text, &read) != length || read != move ||
        game->move_parse(game, followed, &read) != length || read != move)
        check_fail(game, state, move, "move_read() does not read \"%s\" back as the same move",
                   text);
}

/* ---- positions ---- */

static void check_same(const struct game *game, const void *a, const void *b, const char *how) {
    move_t of_a[GAME_MOVES_MAX], of_b[GAME_MOVES_MAX];
    int count = game->moves(game, a, of_a);
    if (game->hash(a) != game->hash(b))
        check_fail(game, a, MOVE_NONE, "%s it has another key", how);
    if (game->side(a) != game->side(b) || game->over(game, a) != game->over(game, b))
        check_fail(game, a, MOVE_NONE, "%s side() or over() says something else", how);
    if (game->moves(game, b, of_b) != count ||
        memcmp(of_a, of_b, (size_t)count * sizeof *of_a) != 0)
        check_fail(game, a, MOVE_NONE, "%s it has other moves", how);
    if (game->over(game, a) && game->margin(game, a) != game->margin(game, b))
        check_fail(game, a, MOVE_NONE, "%s margin() is another", how);
}

static void check_position_text(const struct game *game, const void *state) {
    struct text line = {0}, again = {0};
    struct error error;
    struct state read;
    game->position_format(game, state, &line);
    if (line.length == 0 || line.length >= HONE_POSITION_TEXT_MAX - 1 ||
        strchr(text_get(&line), '\n'))
        check_fail(game, state, MOVE_NONE, "write() must give one line, shorter than %d",
                   HONE_POSITION_TEXT_MAX);
    if (game->position_parse(game, text_get(&line), &read, &error))
        check_fail(game, state, MOVE_NONE, "read() refuses what write() wrote: %s", error.text);
    check_same(game, state, &read, "read back from its line");
    game->position_format(game, &read, &again);
    if (strcmp(text_get(&line), text_get(&again)) != 0)
        check_fail(game, state, MOVE_NONE, "read back from its line and written again it is \"%s\"",
                   text_get(&again));
    text_free(&line);
    text_free(&again);
}

/* Questions change nothing, and the answer is the same after other questions. */
static void check_questions(const struct game *game, const void *state) {
    struct state copy, start;
    memcpy(&copy, state, game->state_size);
    check_same(game, state, state, "asked twice");
    game->start(game, &start);
    check_moves(game, &start);
    check_same(game, &copy, state, "asked again after another position");
    if (memcmp(&copy, state, game->state_size) != 0)
        check_fail(game, &copy, MOVE_NONE, "a question has changed the position");
}

static void check_line_of_board(const struct game *game, const void *state) {
    struct text line = {0};
    int points = game->columns * game->rows;
    if (!game->placement) return;
    game->position_format(game, state, &line);
    for (int point = 0; point < points; point++)
        if ((int)line.length <= point || line.data[point] != ".XO"[1 + game->stone(state, point)])
            check_fail(game, state, MOVE_NONE,
                       "write() and owner() do not agree on point %d: with placement a line has "
                       "the points, X of side 0, O of side 1, '.' empty",
                       point);
    char side[3] = {' ', "XO"[game->side(state)], '\0'};
    if (strncmp(line.data + points, side, 2) != 0)
        check_fail(game, state, MOVE_NONE,
                   "with placement write() gives a blank and X or O, to move, behind the points");
    text_free(&line);
}

/* ---- plies ---- */

static void check_placed(const struct game *game, const void *before, const void *after,
                         move_t move) {
    if (!game->placement || move == game->pass) return;
    if (move >= game->columns * game->rows || game->stone(before, move) >= 0 ||
        game->stone(after, move) != game->side(before))
        check_fail(game, before, move,
                   "with placement a move puts a stone of its side on its empty point");
}

static void check_turn(const struct game *game, const void *before, const void *after,
                       move_t move) {
    int left = game->turn_left(before) - 1;
    bool same = game->side(after) == game->side(before);
    if (game->over(game, after) || same == (left > 0)) return;
    check_fail(game, before, move,
               "%s moves next, though %d plies of the turn are left (turn, first_turn, "
               "turn_left())",
               same ? "the same side" : "the other side", left);
}

/* By the plug-in's own function, in a state with something behind it. */
static void check_play(const struct hone_game *table, const struct game *game, const void *state,
                       move_t move, struct state *after) {
    struct {
        struct state state;
        unsigned char behind[BEYOND];
    } room;
    memset(&room, 0x5a, sizeof room);
    memcpy(&room.state, state, game->state_size);
    check_note(game, state, "play()");
    table->play(((struct plugin_state *)&room.state)->bytes, move);
    for (size_t i = game->state_size; i < sizeof room.state; i++)
        if (room.state.bytes[i] != 0x5a)
            check_fail(game, state, move, "play() writes behind state_size bytes");
    memcpy(after, state, game->state_size);
    game->play(game, after, move);
    if (game->hash(&room.state) != game->hash(after))
        check_fail(game, state, move, "play() leads to another position the second time");
}

/* ---- captures, checks and null moves ---- */

/* Nothing is written behind the moves; each is legal, and there once. */
static void check_noisy(const struct hone_game *table, const struct game *game, const void *state) {
    move_t noisy[GAME_MOVES_MAX + BEYOND];
    if (!table->noisy) return;
    for (size_t i = 0; i < COUNT_OF(noisy); i++) noisy[i] = SENTINEL;
    check_note(game, state, "noisy()");
    int count = table->noisy(((const struct plugin_state *)state)->bytes, noisy);
    for (size_t i = (size_t)table->moves_max; i < COUNT_OF(noisy); i++)
        if (noisy[i] != SENTINEL)
            check_fail(game, state, MOVE_NONE, "noisy() writes behind moves_max moves");
    for (int i = 0; i < count; i++)
        if (!game_legal(game, state, noisy[i]) || game_lists(noisy, i, noisy[i]))
            check_fail(game, state, MOVE_NONE, "noisy() gives number %d, which is %s", noisy[i],
                       game_legal(game, state, noisy[i]) ? "there twice" : "not legal");
}

/* Noisy moves after noisy moves come to an end, by whichever of them. */
static void check_noisy_ends(const struct game *game, const void *state, struct rng *rng) {
    struct state after;
    move_t noisy[GAME_MOVES_MAX];
    memcpy(&after, state, game->state_size);
    for (int plies = 0, count; game->noisy && (count = game->noisy(game, &after, noisy)) > 0;
         plies++) {
        if (plies == HONE_PLIES_MAX)
            check_fail(game, state, MOVE_NONE, "%d noisy moves in turn do not come to an end",
                       plies);
        game->play(game, &after, noisy[rng_below(rng, (uint32_t)count)]);
    }
}

static void check_pass(const struct game *game, const void *state) {
    struct state after;
    memcpy(&after, state, game->state_size);
    if (!game->pass_turn || game->over(game, state)) return;
    check_note(game, state, "pass_turn()");
    if (!game->pass_turn(game, &after)) return;
    if (game->in_check && game->in_check(state))
        check_fail(game, state, MOVE_NONE, "pass_turn() passes, though in_check() says so");
    if (game->side(&after) == game->side(state))
        check_fail(game, state, MOVE_NONE, "after pass_turn() the same side is to move");
    if (game->over(game, &after))
        check_fail(game, state, MOVE_NONE, "after pass_turn() the game is over");
    check_moves(game, &after);
}

/* ---- what all games say together ---- */

struct seen {
    uint64_t key;
    char *line;
};
struct tally {
    struct seen *seen;
    size_t count;
    int won[2][2]; /* by the side that moved last, and whether side 0 won */
};

static void tally_add_state(struct tally *tally, const struct game *game, const void *state) {
    struct text line = {0};
    game->position_format(game, state, &line);
    tally->seen = xgrow(tally->seen, tally->count, sizeof *tally->seen);
    tally->seen[tally->count++] = (struct seen){game->hash(state), line.data};
}

static int compare_lines(const void *a, const void *b) {
    return strcmp(((const struct seen *)a)->line, ((const struct seen *)b)->line);
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = ((const struct seen *)a)->key, y = ((const struct seen *)b)->key;
    return x != y ? (x > y) - (x < y) : compare_lines(a, b);
}

static void check_keys(const struct tally *tally) {
    qsort(tally->seen, tally->count, sizeof *tally->seen, compare_lines);
    for (size_t i = 1; i < tally->count; i++)
        if (compare_lines(&tally->seen[i - 1], &tally->seen[i]) == 0 &&
            tally->seen[i - 1].key != tally->seen[i].key)
            check_fail(NULL, NULL, MOVE_NONE, "key() gives two keys for the position %s",
                       tally->seen[i].line);
    qsort(tally->seen, tally->count, sizeof *tally->seen, compare_keys);
    for (size_t i = 1; i < tally->count; i++)
        if (tally->seen[i - 1].key == tally->seen[i].key &&
            compare_lines(&tally->seen[i - 1], &tally->seen[i]) != 0)
            check_fail(NULL, NULL, MOVE_NONE, "key() gives the same for two positions:\n  %s\n  %s",
                       tally->seen[i - 1].line, tally->seen[i].line);
}

/* Where it would be for the side to move, the side that moved last would always win, or lose. */
static void check_margins(const struct tally *tally) {
    enum { ENOUGH = 10 };
    const int(*won)[2] = tally->won;
    for (int first = 0; first < 2; first++)
        if (won[0][first] >= ENOUGH && won[1][first] >= ENOUGH && won[0][!first] == 0 &&
            won[1][!first] == 0)
            check_fail(
                NULL, NULL, MOVE_NONE,
                "by margin() side %d wins all of %d random games, whichever side moved last: "
                "margin() is for side 0, not for the side to move",
                first ? 0 : 1, won[0][first] + won[1][first]);
}

static void check_playout(const struct hone_game *table, const struct game *game, struct rng *rng,
                          struct tally *tally) {
    struct state state, after;
    move_t moves[GAME_MOVES_MAX];
    int plies = 0, last = 0, count;
    game->start(game, &state);
    if (game->side(&state) != 0) check_fail(game, &state, MOVE_NONE, "side 0 does not begin");
    for (;; plies++) {
        check_moves_room(table, game, &state);
        check_moves(game, &state);
        check_questions(game, &state);
        check_position_text(game, &state);
        check_line_of_board(game, &state);
        check_noisy(table, game, &state);
        check_noisy_ends(game, &state, rng);
        check_pass(game, &state);
        tally_add_state(tally, game, &state);
        if ((count = game->moves(game, &state, moves)) == 0) break;
        if (plies == game->plies_max)
            check_fail(game, &state, MOVE_NONE, "the game goes on after plies_max, %d plies",
                       game->plies_max);
        move_t move = moves[rng_below(rng, (uint32_t)count)];
        last = game->side(&state);
        check_move_text(game, &state, move);
        check_play(table, game, &state, move, &after);
        check_placed(game, &state, &after, move);
        check_turn(game, &state, &after, move);
        if (game->hash(&state) == game->hash(&after))
            check_fail(game, &state, move, "the key is the same after the move");
        state = after;
    }
    int margin = game->margin(game, &state);
    if (margin != 0) tally->won[last][margin > 0]++;
}

/* What is read is refused with a reason, or is a position. */
static void check_texts(const struct game *game, struct rng *rng) {
    static const char alphabet[] = "abcdefgXO.-xo 0123456789,;:/()";
    for (int i = 0; i < TEXTS; i++) {
        struct state state = check_position(game, rng);
        struct text line = {0};
        struct error error = {""};
        move_t move;
        game->position_format(game, &state, &line);
        for (uint32_t changes = rng_below(rng, 3); changes < 3; changes++)
            line.data[rng_below(rng, (uint32_t)line.length)] =
                i % 4 ? alphabet[rng_below(rng, sizeof alphabet - 1)]
                      : (char)(1 + rng_below(rng, 255));
        check_note(NULL, NULL, "reading a damaged line");
        game->move_parse(game, line.data, &move);
        if (game->position_parse(game, line.data, &state, &error) == 0)
            check_moves(game, &state), check_position_text(game, &state);
        else if (!*error.text)
            check_fail(NULL, NULL, MOVE_NONE, "read() refuses without a word: %s", line.data);
        text_free(&line);
    }
}

static void check_images(const struct game *game, struct rng *rng) {
    for (int i = 0; i < 8 * GAMES && game->symmetries != 1; i++) {
        struct state state = check_position(game, rng), image, after, there;
        move_t moves[GAME_MOVES_MAX];
        int symmetry = i % 8;
        if (!(game->symmetries >> symmetry & 1)) continue;
        game_image_state(game, symmetry, &state, &image);
        move_t move = moves[rng_below(rng, (uint32_t)game->moves(game, &state, moves))];
        if (!game_legal(game, &image, game_image_move(game, symmetry, move)))
            check_fail(game, &state, move, "its image by symmetry %d is not legal", symmetry);
        memcpy(&after, &state, game->state_size);
        game->play(game, &after, move);
        game->play(game, &image, game_image_move(game, symmetry, move));
        if (game->over(game, &after)) continue;
        game_image_state(game, symmetry, &after, &there);
        if (game->hash(&image) != game->hash(&there))
            check_fail(game, &state, move, "its image by symmetry %d leads elsewhere", symmetry);
    }
}

/* ---- threads ---- */

struct judged {
    const struct game *game;
    struct state states[GAMES];
    uint64_t sums[GAMES];
};

/* Of the answers on a position, and on all that its moves lead to. */
static uint64_t judged_sum(const void *judged_, int i) {
    const struct judged *judged = judged_;
    const struct game *game = judged->game;
    const struct state *state = &judged->states[i];
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    uint64_t sum = game->hash(state) + (uint64_t)(2 * count + game->side(state));
    for (int m = 0; m < count; m++) {
        struct state after = *state;
        game->play(game, &after, moves[m]);
        bool over = game->over(game, &after);
        int margin = over ? game->margin(game, &after) : 0;
        sum = record_hash_add(sum + game->hash(&after) + (uint64_t)(2 * margin + over), moves[m]);
    }
    return sum;
}

static bool judged_is_same(const void *judged, int i) {
    return judged_sum(judged, i) == ((const struct judged *)judged)->sums[i];
}

static void check_game_threads(const struct game *game, struct rng *rng) {
    struct judged *judged = xcalloc(1, sizeof *judged);
    judged->game = game;
    for (int i = 0; i < GAMES; i++) judged->states[i] = check_position(game, rng);
    for (int i = 0; i < GAMES; i++) judged->sums[i] = judged_sum(judged, i);
    check_note(NULL, NULL, "moves() and play() in several threads");
    int wrong = check_by_threads(judged_is_same, judged, GAMES);
    if (wrong >= 0)
        check_fail(game, &judged->states[wrong], MOVE_NONE,
                   "moves(), or what a move leads to, is another when several threads ask at once");
    free(judged);
}

void check_game(const struct library *library, const struct game *game) {
    struct rng rng = rng_keyed(1, 1, 0, 0);
    struct tally tally = {0};
    for (int i = 0; i < GAMES; i++) check_playout(&library->game, game, &rng, &tally);
    check_keys(&tally);
    check_margins(&tally);
    check_texts(game, &rng);
    check_images(game, &rng);
    check_game_threads(game, &rng);
    for (size_t i = 0; i < tally.count; i++) free(tally.seen[i].line);
    free(tally.seen);
}
