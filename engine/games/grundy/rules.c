/*
 * Nim and Grundy's game: rules, notation, and the numbers of their positions, with the same
 * functions for both where possible.
 */
#include "engine/games/grundy/rules.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rules --------------------------------------------------------------------------------- */

/* The most coins that a move can take from a pile, or split off it. */
static int grundy_most(const struct grundy_rules *rules, int coins) {
    return rules->splits ? (coins - 1) / 2 : coins;
}

/* Where piles stand in order, it is of no matter which is which. */
static uint64_t grundy_hash_of(const struct grundy_state *state, bool in_order) {
    uint64_t hash = state->side;
    for (int i = 0; i < state->count; i++)
        if (state->piles[i] > 0)
            hash += mix64(0x6772756e6479u + state->piles[i] + (in_order ? 0 : 256u * (unsigned)i));
    return mix64(hash);
}

static void grundy_start(const struct game *game, void *state) {
    memcpy(state, &grundy_rules(game)->start, sizeof(struct grundy_state));
}

int grundy_moves(const struct game *game, const void *state_, move_t *out) {
    const struct grundy_rules *rules = grundy_rules(game);
    const struct grundy_state *state = state_;
    int count = 0;
    for (int i = 0; i < state->count; i++) {
        if (rules->splits && i > 0 && state->piles[i] == state->piles[i - 1]) continue;
        int most = grundy_most(rules, state->piles[i]);
        for (int coins = 1; coins <= most; coins++) out[count++] = (move_t)(256 * i + coins);
    }
    return count;
}

bool grundy_over(const struct game *game, const void *state_) {
    const struct grundy_state *state = state_;
    for (int i = 0; i < state->count; i++)
        if (grundy_most(grundy_rules(game), state->piles[i]) > 0) return false;
    return true;
}

int grundy_margin(const struct game *game, const void *state) {
    (void)game;
    return grundy_side(state) == 0 ? -1 : 1;
}

static int grundy_compare(const void *a, const void *b) {
    return *(const uint8_t *)b - *(const uint8_t *)a;
}

static void grundy_settle(const struct grundy_rules *rules, struct grundy_state *state) {
    if (rules->splits) qsort(state->piles, state->count, 1, grundy_compare);
    state->hash = grundy_hash_of(state, rules->splits);
}

void grundy_play(const struct game *game, void *state_, move_t move) {
    const struct grundy_rules *rules = grundy_rules(game);
    struct grundy_state *state = state_;
    uint8_t coins = move % 256;
    state->piles[move / 256] -= coins;
    if (rules->splits) state->piles[state->count++] = coins;
    state->side = !state->side;
    grundy_settle(rules, state);
}

static uint64_t grundy_symmetric_hash(const struct game *game, const void *state) {
    (void)game;
    return grundy_hash_of(state, true);
}

/* A coin is on its pile's row; it belongs to neither side. */
static int grundy_stone(const void *state, int point) {
    (void)state, (void)point;
    return -1;
}

static int grundy_turn_left(const void *state) {
    (void)state;
    return 1;
}

static int nim_plies_left(const void *state_) {
    const struct grundy_state *state = state_;
    int plies = 0;
    for (int i = 0; i < state->count; i++) plies += state->piles[i];
    return plies;
}

/* A pile of n takes n - 2 splits at most: one coin after another, until two are left. */
static int grundy_plies_left(const void *state_) {
    const struct grundy_state *state = state_;
    int plies = 0;
    for (int i = 0; i < state->count; i++) plies += max_int(0, state->piles[i] - 2);
    return plies;
}

/* ---- theory -------------------------------------------------------------------------------- */

/* The Grundy number of a pile: the least that no move leads to (mex). */
static uint8_t grundy_number_of(const struct grundy_rules *rules, int coins) {
    bool reached[256] = {false};
    uint8_t least = 0;
    for (int part = 1; part <= grundy_most(rules, coins); part++) {
        int rest = rules->numbers[coins - part];
        reached[rules->splits ? rest ^ rules->numbers[part] : rest] = true;
    }
    while (reached[least]) least++;
    return least;
}

int grundy_number(const struct game *game, const void *state_) {
    const struct grundy_state *state = state_;
    int number = 0;
    for (int i = 0; i < state->count; i++) number ^= grundy_rules(game)->numbers[state->piles[i]];
    return number;
}

/* ---- notation ------------------------------------------------------------------------------ */

static void grundy_move_format(const struct game *game, move_t move, char out[MOVE_TEXT_MAX]) {
    (void)game;
    snprintf(out, MOVE_TEXT_MAX, "%c%d", 'a' + move / 256, move % 256);
}

/* "b3": the pile and the coins; the characters used. */
static int grundy_move_parse(const struct game *game, const char *text, move_t *out) {
    int pile = tolower((unsigned char)text[0]) - 'a', coins = 0, used = 1;
    (void)game;
    if (pile < 0 || pile >= GRUNDY_NAMES_MAX || text[1] == '0') return 0;
    while (used < 4 && isdigit((unsigned char)text[used])) coins = 10 * coins + text[used++] - '0';
    if (coins < 1 || coins > NIM_COINS_MAX) return 0;
    *out = (move_t)(256 * pile + coins);
    return used;
}

/* Whether a pile is what a move has left: at Nim the rest of it, else the part split off. */
static bool grundy_is_marked(const struct grundy_rules *rules, const struct grundy_state *state,
                             int pile, const move_t *marked, int count) {
    for (int i = 0; i < count; i++) {
        bool same = state->piles[pile] == marked[i] % 256;
        bool first = pile == 0 || state->piles[pile - 1] != state->piles[pile];
        if (rules->splits ? same && first : marked[i] / 256 == pile) return true;
    }
    return false;
}

static void grundy_print(const struct game *game, const void *state_, const move_t *marked,
                         int count, struct text *out) {
    const struct grundy_state *state = state_;
    for (int i = 0; i < state->count; i++) {
        bool mark = grundy_is_marked(grundy_rules(game), state, i, marked, count);
        text_add(out, "%c%c%c %3d ", mark ? '(' : ' ', i < GRUNDY_NAMES_MAX ? 'a' + i : ' ',
                 mark ? ')' : ' ', state->piles[i]);
        for (int coin = 0; coin < state->piles[i]; coin++) text_add(out, " o");
        text_add(out, "\n");
    }
}

/* "4 2 1 X": the piles and the side to move. */
static void grundy_position_format(const struct game *game, const void *state_, struct text *out) {
    const struct grundy_state *state = state_;
    (void)game;
    for (int i = 0; i < state->count; i++) text_add(out, "%d ", state->piles[i]);
    text_add_char(out, "XO"[state->side]);
}

/* Reads numbers; the characters used. */
static int grundy_piles_parse(const char *text, struct grundy_state *state) {
    int used = 0, coins, length;
    for (state->count = 0; state->count < GRUNDY_PILES_MAX; state->count++) {
        if (!isdigit((unsigned char)text[used + (int)strspn(text + used, " \t")]) ||
            sscanf(text + used, "%3d%n", &coins, &length) != 1 || coins > NIM_COINS_MAX ||
            isdigit((unsigned char)text[used + length]))
            break;
        state->piles[state->count] = (uint8_t)coins;
        used += length;
    }
    return used;
}

/* Whether a game can come to these piles. */
static bool grundy_piles_fit(const struct grundy_rules *rules, const struct grundy_state *state) {
    int coins = 0;
    for (int i = 0; i < state->count; i++) {
        coins += state->piles[i];
        if (rules->splits ? state->piles[i] == 0 : state->piles[i] > rules->start.piles[i])
            return false;
    }
    return rules->splits ? coins == rules->coins : state->count == rules->start.count;
}

static int grundy_position_parse(const struct game *game, const char *text, void *out,
                                 struct error *error) {
    const struct grundy_rules *rules = grundy_rules(game);
    struct grundy_state state = {0};
    char side = 0;
    int used = grundy_piles_parse(text, &state), end = 0;
    sscanf(text + used, " %c %n", &side, &end);
    if (state.count == 0 || end == 0 || text[used + end] || !strchr("XxOo", side))
        return error_set(error,
                         "a position is the piles' coins and the side to move, X or O, as in "
                         "\"4 2 1 X\"");
    if (!grundy_piles_fit(rules, &state))
        return error_set(error, "a game of %s does not come to these piles", game->name);
    state.side = side == 'O' || side == 'o';
    grundy_settle(rules, &state);
    memcpy(out, &state, sizeof state);
    return 0;
}

/* ---- making a game ------------------------------------------------------------------------- */

static const struct game grundy_functions = {
    .state_size = sizeof(struct grundy_state),
    .sides = {"First", "Second"},
    .symmetries = 1,
    .pass = MOVE_NONE,
    .first_turn = 1,
    .turn = 1,
    .rows_from_top = true,
    .stone = grundy_stone,
    .turn_left = grundy_turn_left,
    .start = grundy_start,
    .side = grundy_side,
    .over = grundy_over,
    .margin = grundy_margin,
    .moves = grundy_moves,
    .play = grundy_play,
    .perft = game_perft,
    .hash = grundy_hash,
    .symmetric_hash = grundy_symmetric_hash,
    .opening_moves = grundy_moves,
    .move_format = grundy_move_format,
    .move_parse = grundy_move_parse,
    .print = grundy_print,
    .position_format = grundy_position_format,
    .position_parse = grundy_position_parse,
};

/* Of a start that is known. */
static struct game *grundy_finish(struct grundy_rules *rules) {
    struct game *game = &rules->game;
    char name[sizeof game->name];
    memcpy(name, game->name, sizeof name);
    *game = grundy_functions;
    memcpy(game->name, name, sizeof name);
    game->rules = rules;
    game->columns = rules->start.count; /* a move is no point: this only says where piles are */
    game->rows = 1;
    game->plies_left = rules->splits ? grundy_plies_left : nim_plies_left;
    for (int coins = 1; coins <= rules->largest; coins++)
        rules->numbers[coins] = grundy_number_of(rules, coins);
    grundy_settle(rules, &rules->start);
    game->plies_max = game->plies_left(&rules->start);
    return game;
}

struct game *grundy_make(const char *name, struct error *error) {
    int coins = 0, end = 0;
    sscanf(name, " grundy ( %3d ) %n", &coins, &end);
    if (end == 0 || name[end] || coins < 3 || coins > GRUNDY_COINS_MAX) {
        error_set(error, "\"%.60s\" is not grundy(n), as in grundy(7), with 3 to %d coins", name,
                  GRUNDY_COINS_MAX);
        return NULL;
    }
    struct grundy_rules *rules = xcalloc(1, sizeof *rules);
    rules->splits = true;
    rules->coins = rules->largest = coins;
    rules->start.count = 1;
    rules->start.piles[0] = (uint8_t)coins;
    snprintf(rules->game.name, sizeof rules->game.name, "grundy(%d)", coins);
    return grundy_finish(rules);
}

/* The piles between the brackets; false: they are none, or too many. */
static bool nim_piles_parse(const char *name, struct grundy_rules *rules) {
    int begin = 0, end = 0, coins, length;
    struct grundy_state *start = &rules->start;
    sscanf(name, " nim ( %n", &begin);
    for (name += begin; begin > 0; name += length) {
        if (start->count == GRUNDY_NAMES_MAX || sscanf(name, "%3d %n", &coins, &length) != 1 ||
            coins < 1 || coins > NIM_COINS_MAX)
            return false;
        start->piles[start->count++] = (uint8_t)coins;
        rules->coins += coins;
        rules->largest = max_int(rules->largest, coins);
        name += length;
        if (*name != ',') break;
        length = 1;
    }
    sscanf(name, ") %n", &end);
    return begin > 0 && end > 0 && !name[end] && rules->coins <= NIM_COINS_MAX;
}

/* The name with its blanks left out; false: it is too long. */
static bool nim_name(struct grundy_rules *rules) {
    struct text name = {0};
    text_add(&name, "nim");
    for (int i = 0; i < rules->start.count; i++)
        text_add(&name, "%c%d", i ? ',' : '(', rules->start.piles[i]);
    text_add(&name, ")");
    bool fits = name.length < sizeof rules->game.name;
    if (fits) memcpy(rules->game.name, name.data, name.length + 1);
    text_free(&name);
    return fits;
}

struct game *nim_make(const char *name, struct error *error) {
    struct grundy_rules read = {0};
    if (!nim_piles_parse(name, &read) || !nim_name(&read)) {
        error_set(
            error,
            "\"%.60s\" is not nim(a,b,...), as in nim(3,5,7), with at most %d coins in all and "
            "a name of at most %zu characters",
            name, NIM_COINS_MAX, sizeof read.game.name - 1);
        return NULL;
    }
    struct grundy_rules *rules = xmalloc(sizeof *rules);
    *rules = read;
    return grundy_finish(rules);
}
