/*
 * SAU, the platform of the Chinese Computer Games contests, for Connect6 and its like: turns of two
 * stones, one in the first. A stone is two capitals, column and row from the top left, and a turn
 * is `move JIKL`, the first one `move JJ@@`. The protocol has no answer to what is wrong, so that
 * goes to the log.
 */
#include <ctype.h>
#include <string.h>

#include "engine/connect/rules.h"
#include "engine/games.h"
#include "engine/protocol/seat.h"

enum { TURN_STONES = 2, TURN_TEXT = 2 * TURN_STONES };
static const char no_stone[] = "@@";

struct sau {
    struct seat *seat;
    int own_begin, own_end; /* the engine's last turn, among the seat's moves */
    move_t refused[GAME_MOVES_MAX];
    int refused_count; /* stones that the platform did not take in this turn */
    bool quit;
};

static const struct connect_rules *rules_of(const struct sau *sau) {
    return connect_rules(sau->seat->game);
}

/* ---- turns ----------------------------------------------------------------------------------- */

static bool is_empty(const struct sau *sau, move_t point) {
    const struct connect_state *state = (const void *)&sau->seat->state;
    return !connect_bit(state->stones[0], point) && !connect_bit(state->stones[1], point);
}

static void stone_format(const struct sau *sau, move_t point, char out[2]) {
    out[0] = (char)('A' + point % rules_of(sau)->columns);
    out[1] = (char)('A' + point / rules_of(sau)->columns);
}

/* The second stone of a turn whose first one has won or filled the board: where there is room. */
static void spare_stone(const struct sau *sau, char out[2]) {
    for (int point = 0; point < rules_of(sau)->points; point++)
        if (is_empty(sau, (move_t)point)) {
            stone_format(sau, (move_t)point, out);
            return;
        }
}

static void send_turn(struct sau *sau) {
    char text[TURN_TEXT + 1] = "@@@@";
    const struct seat *seat = sau->seat;
    for (int i = sau->own_begin; i < sau->own_end; i++)
        stone_format(sau, seat->moves[i], text + 2 * (i - sau->own_begin));
    if (sau->own_end - sau->own_begin < TURN_STONES && sau->own_begin > 0)
        spare_stone(sau, text + 2);
    seat_say(sau->seat, "move %s", text);
}

static int legal_moves(const struct seat *seat) {
    move_t moves[GAME_MOVES_MAX];
    return seat->game->moves(seat->game, &seat->state, moves);
}

static void choose_stone(struct sau *sau, struct search_result *out) {
    if (sau->refused_count == 0)
        seat_choose(sau->seat, out);
    else
        seat_choose_other(sau->seat, sau->refused, sau->refused_count, out);
}

static void play_turn(struct sau *sau) {
    struct seat *seat = sau->seat;
    int side = seat_side(seat);
    sau->own_begin = seat->count;
    while (!seat_over(seat) && seat_side(seat) == side) {
        struct search_result choice;
        choose_stone(sau, &choice);
        seat_play(seat, choice.move);
    }
    sau->own_end = seat->count;
    send_turn(sau);
}

/* Reads one stone of two letters; false if it is none. */
static bool stone_parse(const struct sau *sau, const char *text, move_t *out) {
    const struct connect_rules *rules = rules_of(sau);
    if (!isalpha((unsigned char)text[0]) || !isalpha((unsigned char)text[1])) return false;
    int x = toupper((unsigned char)text[0]) - 'A', y = toupper((unsigned char)text[1]) - 'A';
    *out = (move_t)(y * rules->columns + x);
    return x < rules->columns && y < rules->rows;
}

/* A second stone after the first: `@@` or none where there is only one to place; any room where the
 * first has ended the game. */
static bool play_second(struct sau *sau, const char *text, int side) {
    struct seat *seat = sau->seat;
    move_t second;
    bool given = stone_parse(sau, text, &second);
    bool none = *text == '\0' || strcmp(text, no_stone) == 0;
    if (seat_over(seat)) return none || (given && is_empty(sau, second));
    return seat_side(seat) != side ? none : given && seat_play(seat, second);
}

/* The opponent's turn, whole or not at all. */
static bool play_text(struct sau *sau, const char *text) {
    struct seat *seat = sau->seat;
    int count = seat->count;
    size_t length = strlen(text);
    move_t first;
    if (seat_over(seat) || (length != 2 && length != TURN_TEXT)) return false;
    int side = seat_side(seat);
    if (stone_parse(sau, text, &first) && seat_play(seat, first) &&
        play_second(sau, text + 2, side))
        return true;
    seat_back(seat, count);
    return false;
}

/* ---- what the platform says ------------------------------------------------------------------ */

static void say_name(struct sau *sau, char *rest) {
    (void)rest;
    seat_say(sau->seat, "name hone");
}

static void forget_turn(struct sau *sau) {
    sau->own_begin = sau->own_end = 0;
    sau->refused_count = 0;
}

static void say_new(struct sau *sau, char *rest) {
    const char *colour = word_next(&rest);
    bool black = strcmp(colour, "black") == 0;
    if (!black && strcmp(colour, "white") != 0) {
        seat_note(sau->seat, "a new game is for black or white, not \"%.40s\"", colour);
        return;
    }
    seat_start(sau->seat, NULL);
    forget_turn(sau);
    if (black) play_turn(sau);
}

static void say_move(struct sau *sau, char *rest) {
    const char *text = word_next(&rest);
    if (!play_text(sau, text)) {
        seat_note(sau->seat, "\"%.40s\" is not a legal turn here", text);
        return;
    }
    forget_turn(sau);
    if (!seat_over(sau->seat)) play_turn(sau);
}

/* The stones of the engine's turn are refused: takes them back and places others. */
static void say_error(struct sau *sau, char *rest) {
    struct seat *seat = sau->seat;
    (void)rest;
    if (sau->own_end == sau->own_begin || seat->count != sau->own_end) return;
    for (int i = sau->own_begin; i < sau->own_end; i++)
        sau->refused[sau->refused_count++] = seat->moves[i];
    seat_back(seat, sau->own_begin);
    if (legal_moves(seat) - sau->refused_count < TURN_STONES) sau->refused_count = 0;
    play_turn(sau);
}

static void say_quit(struct sau *sau, char *rest) {
    (void)rest;
    sau->quit = true;
}

/* `accept`, `refuse`, `take`, `taked` and `end` ask for nothing. */
static const struct {
    const char *word;
    void (*say)(struct sau *sau, char *rest);
} commands[] = {
    {"name?", say_name},  {"new", say_new},   {"move", say_move},
    {"error", say_error}, {"quit", say_quit},
};

static void sau_serve(struct seat *seat) {
    struct sau sau = {.seat = seat};
    char *rest;
    while (!sau.quit && (rest = seat_line(seat))) {
        const char *word = word_next(&rest);
        for (size_t i = 0; i < COUNT_OF(commands); i++)
            if (strcmp(word, commands[i].word) == 0) commands[i].say(&sau, rest);
    }
}

static int sau_check(const struct game *game, struct error *error) {
    bool connect = games_family(game) == &connect_family;
    if (connect && connect_rules(game)->p == TURN_STONES && connect_rules(game)->q == 1) return 0;
    return error_set(error,
                     "sau is for Connect games of two stones a turn and one in the first, such as "
                     "connect6, not for %s",
                     game->name);
}

const struct protocol protocol_sau = {
    .name = "sau",
    .check = sau_check,
    .serve = sau_serve,
};
