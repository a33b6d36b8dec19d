/*
 * sau_serve: the engine on the platform SAU. A turn is chosen stone by stone and sent as a whole.
 * The protocol has no reply to errors, so those go to the log; stones that the platform refuses are
 * replaced by others.
 */
#include "engine/protocol/sau/wire.h"

#include <string.h>

#include "engine/base/clock.h"
#include "engine/protocol/seat.h"

struct sau {
    struct seat *seat;
    int own_begin, own_end; /* the engine's last turn, among the seat's moves */
    move_t refused[GAME_MOVES_MAX];
    int refused_count; /* stones that the platform did not take in this turn */
    bool quit;
};

/* ---- turns ----------------------------------------------------------------------------------- */

static bool sau_is_empty(const struct sau *sau, move_t point) {
    return sau->seat->game->stone(&sau->seat->state, point) < 0;
}

/* The second stone of a turn whose first one has won or filled the board: where there is room. */
static int sau_spare_stone(const struct sau *sau, move_t *out) {
    const struct game *game = sau->seat->game;
    for (int point = 0; point < game->columns * game->rows; point++)
        if (sau_is_empty(sau, *out = (move_t)point)) return 1;
    return 0;
}

static void sau_send_turn(struct sau *sau) {
    char text[SAU_TURN_TEXT + 1];
    move_t turn[SAU_STONES];
    int count = 0;
    for (int i = sau->own_begin; i < sau->own_end; i++) turn[count++] = sau->seat->moves[i];
    if (count < SAU_STONES && sau->own_begin > 0) count += sau_spare_stone(sau, &turn[count]);
    sau_turn_format(sau->seat->game, turn, count, text);
    seat_say(sau->seat, SAU_MOVE " %s", text);
}

static int sau_legal_moves(const struct seat *seat) {
    move_t moves[GAME_MOVES_MAX];
    return seat->game->moves(seat->game, &seat->state, moves);
}

static void sau_choose_stone(struct sau *sau, struct search_result *out) {
    if (sau->refused_count == 0)
        seat_choose(sau->seat, out);
    else
        seat_choose_other(sau->seat, sau->refused, sau->refused_count, out);
}

/* The seconds of a move, which is a turn here: each stone has an even share of what is left. */
static void sau_share_time(struct seat *seat, double seconds, double begin) {
    const double least = 0.001;
    double left = seconds - (clock_seconds() - begin);
    if (seconds == 0) return;
    seat->limits.seconds = (left > least ? left : least) / seat->game->turn_left(&seat->state);
}

static void sau_play_turn(struct sau *sau) {
    struct seat *seat = sau->seat;
    int side = seat_side(seat);
    double seconds = seat->limits.seconds, begin = clock_seconds();
    sau->own_begin = seat->count;
    while (!seat_over(seat) && seat_side(seat) == side) {
        struct search_result choice;
        sau_share_time(seat, seconds, begin);
        sau_choose_stone(sau, &choice);
        seat_play(seat, choice.move);
    }
    seat->limits.seconds = seconds;
    sau->own_end = seat->count;
    sau_send_turn(sau);
}

/* A second stone after the first: none where there is only one to place; any room where the first
 * has ended the game. */
static bool sau_play_second(struct sau *sau, move_t second, bool given, int side) {
    struct seat *seat = sau->seat;
    if (seat_over(seat)) return !given || sau_is_empty(sau, second);
    return seat_side(seat) != side ? !given : given && seat_play(seat, second);
}

/* The opponent's turn, whole or not at all. */
static bool sau_play_text(struct sau *sau, const char *text) {
    struct seat *seat = sau->seat;
    int count = seat->count;
    move_t turn[SAU_STONES];
    if (seat_over(seat) || strlen(text) > SAU_TURN_TEXT) return false;
    int side = seat_side(seat), stones = sau_turn_parse(seat->game, text, turn);
    if (stones > 0 && seat_play(seat, turn[0]) &&
        sau_play_second(sau, turn[1], stones == SAU_STONES, side))
        return true;
    seat_back(seat, count);
    return false;
}

/* ---- what the platform says ------------------------------------------------------------------ */

static void sau_say_name(struct sau *sau, char *rest) {
    (void)rest;
    seat_say(sau->seat, SAU_NAME " hone");
}

static void sau_forget_turn(struct sau *sau) {
    sau->own_begin = sau->own_end = 0;
    sau->refused_count = 0;
}

static void sau_say_new(struct sau *sau, char *rest) {
    const char *colour = seat_word(&rest);
    bool black = strcmp(colour, SAU_BLACK) == 0;
    if (!black && strcmp(colour, SAU_WHITE) != 0) {
        seat_note(sau->seat, "a new game is for black or white, not \"%.40s\"", colour);
        return;
    }
    seat_start(sau->seat, NULL);
    sau_forget_turn(sau);
    if (black) sau_play_turn(sau);
}

static void sau_say_move(struct sau *sau, char *rest) {
    const char *text = seat_word(&rest);
    if (!sau_play_text(sau, text)) {
        seat_note(sau->seat, "\"%.40s\" is not a legal turn here", text);
        return;
    }
    sau_forget_turn(sau);
    if (!seat_over(sau->seat)) sau_play_turn(sau);
}

/* The stones of the engine's turn are refused: takes them back and places others. */
static void sau_say_error(struct sau *sau, char *rest) {
    struct seat *seat = sau->seat;
    (void)rest;
    if (sau->own_end == sau->own_begin) return;
    for (int i = sau->own_begin; i < sau->own_end; i++)
        sau->refused[sau->refused_count++] = seat->moves[i];
    seat_back(seat, sau->own_begin);
    if (sau_legal_moves(seat) - sau->refused_count < SAU_STONES) sau->refused_count = 0;
    sau_play_turn(sau);
}

static void sau_say_quit(struct sau *sau, char *rest) {
    (void)rest;
    sau->quit = true;
}

/* The game is over: the platform waits for no move. */
static void sau_say_end(struct sau *sau, char *rest) {
    (void)sau, (void)rest;
}

/* `accept`, `refuse`, `take` and `taked` ask for nothing. */
static const struct {
    const char *word;
    void (*say)(struct sau *sau, char *rest);
    enum seat_line_kind kind;
} commands[] = {
    {SAU_ASK_NAME, sau_say_name, SEAT_WAITS}, {SAU_NEW, sau_say_new, SEAT_ASKS},
    {SAU_MOVE, sau_say_move, SEAT_ASKS},      {SAU_ERROR, sau_say_error, SEAT_ASKS},
    {SAU_END, sau_say_end, SEAT_STOPS},       {SAU_QUIT, sau_say_quit, SEAT_ENDS},
};

/* The command that a line begins with, which is cut off; -1: none. */
static int sau_command_take(char **line) {
    const char *word = seat_word(line);
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (strcmp(word, commands[i].word) == 0) return (int)i;
    return -1;
}

static enum seat_line_kind sau_line_kind(char *line) {
    int command = sau_command_take(&line);
    return command < 0 ? SEAT_WAITS : commands[command].kind;
}

static void sau_serve(struct seat *seat) {
    struct sau sau = {.seat = seat};
    char *rest;
    seat->line_kind = sau_line_kind;
    while (!sau.quit && (rest = seat_line(seat))) {
        int command = sau_command_take(&rest);
        if (command >= 0) commands[command].say(&sau, rest);
    }
}

static int sau_check(const struct game *game, struct error *error) {
    if (sau_carries(game)) return 0;
    return error_set(
        error,
        "sau is for games of stones in a row, two a turn and one in the first, such as "
        "connect6, not for %s",
        game->name);
}

const struct protocol protocol_sau = {
    .name = "sau",
    .check = sau_check,
    .serve = sau_serve,
};
