/*
 * gtp_serve: the engine under a GTP controller. It keeps both sides' clocks, as the controller may
 * set either, and plays a forced pass that the controller leaves out; undo takes such a pass back
 * as well.
 */
#include "engine/protocol/gtp/wire.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/protocol/seat.h"

/* A side's time: what is left, then periods of `period` seconds for `stones` moves each. */
struct gtp_clock {
    struct timing timing;
    double period;
    int stones; /* 0: no periods */
};

struct gtp {
    struct seat *seat;
    bool implied[GAME_PLIES_MAX]; /* whether that move of the game was a pass that was not sent */
    struct gtp_clock clocks[2];
    bool clocks_told; /* else the seat has its own */
    struct text answer;
    bool quit;
};

/* Answers with `?` and the reason; -1, so that `return gtp_fail(…)` reads well. */
static int gtp_fail(struct gtp *gtp, const char *why) {
    text_add(&gtp->answer, "%s", why);
    return -1;
}

static int gtp_side_read(struct gtp *gtp, const char *word, int *side) {
    *side = gtp_colour_parse(word);
    return *side < 0 ? gtp_fail(gtp, "the color is b or w") : 0;
}

static bool gtp_vertex_read(const struct gtp *gtp, const char *word, move_t *move) {
    int used = gtp_vertex_parse(gtp->seat->game, word, move);
    return used > 0 && !word[used];
}

/* ---- time ------------------------------------------------------------------------------------ */

/* The move in which the main time runs out is the first one of a period. */
static void gtp_clock_spend(struct gtp_clock *clock, double seconds) {
    struct timing *timing = &clock->timing;
    if (timing->remaining == 0) return;
    double left = timing->remaining - seconds;
    if (timing->moves_to_go == 0 && timing_left(left) == timing_left(0)) {
        left += clock->period;
        timing->moves_to_go = clock->stones;
    }
    if (timing->moves_to_go > 0 && --timing->moves_to_go == 0 && clock->stones > 0) {
        left = clock->period;
        timing->moves_to_go = clock->stones;
    }
    timing->remaining = timing_left(left);
}

static struct timing gtp_timing(const struct gtp_clock *clock) {
    struct timing timing = clock->timing;
    if (clock->stones > 0) timing.overtime = clock->period / clock->stones;
    return timing;
}

/* ---- commands -------------------------------------------------------------------------------- */

static int gtp_say_protocol_version(struct gtp *gtp, char *rest) {
    (void)rest;
    text_add(&gtp->answer, "2");
    return 0;
}

static int gtp_say_name(struct gtp *gtp, char *rest) {
    (void)rest;
    text_add(&gtp->answer, "hone");
    return 0;
}

static int gtp_say_version(struct gtp *gtp, char *rest) {
    (void)rest;
    text_add(&gtp->answer, HONE_VERSION);
    return 0;
}

static int gtp_say_known_command(struct gtp *gtp, char *rest);
static int gtp_say_list_commands(struct gtp *gtp, char *rest);

static int gtp_say_quit(struct gtp *gtp, char *rest) {
    (void)rest;
    gtp->quit = true;
    return 0;
}

static int gtp_say_boardsize(struct gtp *gtp, char *rest) {
    const struct game *game = gtp->seat->game;
    int64_t size;
    if (!parse_i64(seat_word(&rest), 1, 1000, &size) || size != game->columns || size != game->rows)
        return gtp_fail(gtp, "unacceptable size");
    seat_start(gtp->seat, NULL);
    return 0;
}

static int gtp_say_clear_board(struct gtp *gtp, char *rest) {
    (void)rest;
    seat_start(gtp->seat, NULL);
    return 0;
}

/* GoGui asks whether this is known before it interrupts a move by the comment of that name. */
static int gtp_say_gogui_interrupt(struct gtp *gtp, char *rest) {
    (void)gtp, (void)rest;
    return 0;
}

/* Go's compensation for the second player, which these games do not have. */
static int gtp_say_komi(struct gtp *gtp, char *rest) {
    double komi;
    if (!parse_double(seat_word(&rest), -1000, 1000, &komi)) return gtp_fail(gtp, "not a number");
    return 0;
}

/* The side that a command is about must be the one to move, or the one to move after a pass. */
static int gtp_turn_parse(struct gtp *gtp, char **rest) {
    struct seat *seat = gtp->seat;
    int side;
    if (gtp_side_read(gtp, seat_word(rest), &side) != 0) return -1;
    if (seat_over(seat)) return gtp_fail(gtp, "the game is over");
    if (side == seat_side(seat)) return 0;
    if (!game_must_pass(seat->game, &seat->state))
        return gtp_fail(gtp, "it is the other side's move");
    gtp->implied[seat->count] = true;
    seat_play(seat, seat->game->pass);
    return 0;
}

static void gtp_play_sent(struct gtp *gtp, move_t move) {
    gtp->implied[gtp->seat->count] = false;
    seat_play(gtp->seat, move);
}

/* Back to `count` moves, without a pass before them that was not sent. */
static void gtp_take_back(struct gtp *gtp, int count) {
    seat_back(gtp->seat, count > 0 && gtp->implied[count - 1] ? count - 1 : count);
}

static int gtp_say_play(struct gtp *gtp, char *rest) {
    move_t move;
    if (gtp_turn_parse(gtp, &rest) != 0) return -1;
    const struct seat *seat = gtp->seat;
    if (gtp_vertex_read(gtp, seat_word(&rest), &move) &&
        game_legal(seat->game, &seat->state, move)) {
        gtp_play_sent(gtp, move);
        return 0;
    }
    gtp_take_back(gtp, seat->count);
    return gtp_fail(gtp, "illegal move");
}

static int gtp_generate(struct gtp *gtp, char *rest, move_t *out) {
    if (gtp_turn_parse(gtp, &rest) != 0) return -1;
    struct gtp_clock *clock = &gtp->clocks[seat_side(gtp->seat)];
    struct search_result choice;
    char name[MOVE_TEXT_MAX];
    double begin = clock_seconds();
    if (gtp->clocks_told) gtp->seat->timing = gtp_timing(clock);
    seat_choose(gtp->seat, &choice);
    gtp_clock_spend(clock, clock_seconds() - begin);
    gtp_vertex_format(gtp->seat->game, choice.move, name);
    text_add(&gtp->answer, "%s", name);
    *out = choice.move;
    return 0;
}

static int gtp_say_genmove(struct gtp *gtp, char *rest) {
    move_t move;
    if (gtp_generate(gtp, rest, &move) != 0) return -1;
    gtp_play_sent(gtp, move);
    return 0;
}

/* Not a move of the game: no clock runs. */
static int gtp_say_reg_genmove(struct gtp *gtp, char *rest) {
    const struct gtp_clock clocks[2] = {gtp->clocks[0], gtp->clocks[1]};
    const struct timing timing = gtp->seat->timing;
    move_t move;
    int failed = gtp_generate(gtp, rest, &move);
    memcpy(gtp->clocks, clocks, sizeof clocks);
    gtp->seat->timing = timing;
    if (!failed) gtp_take_back(gtp, gtp->seat->count);
    return failed;
}

static int gtp_say_undo(struct gtp *gtp, char *rest) {
    (void)rest;
    if (gtp->seat->count == 0) return gtp_fail(gtp, "cannot undo");
    gtp_take_back(gtp, gtp->seat->count - 1);
    return 0;
}

/* The letters of a board's columns, "   a b c ", as vertices name them; other lines stay. */
static void gtp_name_columns(char *line) {
    char next = 'a', *end = line + strcspn(line, "\n");
    for (char *c = line; c < end; c++)
        if (*c != ' ' && *c != next++) return;
    for (char *c = line; c < end; c++) *c = (char)(*c + (*c >= 'i'));
}

static void gtp_name_all_columns(char *board) {
    for (char *line = board; line; line = strchr(line, '\n')) gtp_name_columns(++line);
}

static int gtp_say_showboard(struct gtp *gtp, char *rest) {
    const struct seat *seat = gtp->seat;
    (void)rest;
    text_add(&gtp->answer, "\n");
    int last = min_int(1, seat->count);
    seat->game->print(seat->game, &seat->state, seat->moves + seat->count - last, last,
                      &gtp->answer);
    gtp->answer.data[--gtp->answer.length] = '\0'; /* the line's end */
    if (gtp_skips_i(seat->game)) gtp_name_all_columns(gtp->answer.data);
    return 0;
}

static int gtp_say_final_score(struct gtp *gtp, char *rest) {
    const struct seat *seat = gtp->seat;
    (void)rest;
    if (!seat_over(seat)) return gtp_fail(gtp, "the game is not over");
    int margin = seat->game->margin(seat->game, &seat->state);
    if (margin == 0)
        text_add(&gtp->answer, "0");
    else
        text_add(&gtp->answer, "%c+%d", "BW"[margin < 0], abs(margin));
    return 0;
}

/* Main time, seconds of a period, moves in it. A period without moves: no limits at all. */
static int gtp_say_time_settings(struct gtp *gtp, char *rest) {
    double values[3];
    for (int i = 0; i < 3; i++)
        if (!parse_double(seat_word(&rest), 0, 1e9, &values[i]))
            return gtp_fail(gtp, "not a number");
    double main_time = values[0], period = values[1];
    int stones = min_int((int)values[2], GAME_PLIES_MAX);
    struct gtp_clock clock = {.period = period, .stones = period > 0 ? stones : 0};
    if (main_time > 0 || clock.stones == 0)
        clock.timing.remaining = timing_left(main_time);
    else
        clock.timing = (struct timing){.remaining = period, .moves_to_go = stones};
    if (period > 0 && stones == 0) clock = (struct gtp_clock){0};
    if (clock.timing.remaining > 0) seat_get_ready(gtp->seat);
    gtp->clocks[0] = gtp->clocks[1] = clock;
    gtp->clocks_told = true;
    return 0;
}

static int gtp_say_time_left(struct gtp *gtp, char *rest) {
    int side;
    double seconds;
    int64_t stones;
    if (gtp_side_read(gtp, seat_word(&rest), &side) != 0) return -1;
    if (!parse_double(seat_word(&rest), -1e9, 1e9, &seconds) ||
        !parse_i64(seat_word(&rest), 0, GAME_PLIES_MAX, &stones))
        return gtp_fail(gtp, "time_left takes a color, seconds and stones");
    gtp->clocks[side].timing =
        (struct timing){.remaining = timing_left(seconds), .moves_to_go = (int)stones};
    gtp->clocks_told = true;
    return 0;
}

static const struct command {
    const char *word;
    int (*say)(struct gtp *gtp, char *rest); /* 0, or -1; what it adds to the answer is sent */
    enum seat_line_kind kind;
} commands[] = {
    {GTP_VERSION, gtp_say_protocol_version, SEAT_WAITS},
    {"name", gtp_say_name, SEAT_WAITS},
    {"version", gtp_say_version, SEAT_WAITS},
    {"known_command", gtp_say_known_command, SEAT_WAITS},
    {"list_commands", gtp_say_list_commands, SEAT_WAITS},
    {GTP_QUIT, gtp_say_quit, SEAT_ENDS},
    {GTP_BOARDSIZE, gtp_say_boardsize, SEAT_WAITS},
    {GTP_CLEAR, gtp_say_clear_board, SEAT_WAITS},
    {"komi", gtp_say_komi, SEAT_WAITS},
    {GTP_PLAY, gtp_say_play, SEAT_WAITS},
    {GTP_GENMOVE, gtp_say_genmove, SEAT_ASKS},
    {"reg_genmove", gtp_say_reg_genmove, SEAT_ASKS},
    {"undo", gtp_say_undo, SEAT_WAITS},
    {"showboard", gtp_say_showboard, SEAT_WAITS},
    {"final_score", gtp_say_final_score, SEAT_WAITS},
    {GTP_TIME_SETTINGS, gtp_say_time_settings, SEAT_WAITS},
    {GTP_TIME_LEFT, gtp_say_time_left, SEAT_WAITS},
    {"gogui-interrupt", gtp_say_gogui_interrupt, SEAT_WAITS},
};

static const struct command *gtp_command_find(const char *word) {
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (strcmp(word, commands[i].word) == 0) return &commands[i];
    return NULL;
}

static int gtp_say_known_command(struct gtp *gtp, char *rest) {
    text_add(&gtp->answer, "%s", gtp_command_find(seat_word(&rest)) ? "true" : "false");
    return 0;
}

static int gtp_say_list_commands(struct gtp *gtp, char *rest) {
    (void)rest;
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        text_add(&gtp->answer, "%s%s", i ? "\n" : "", commands[i].word);
    return 0;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Cuts off the number that a command may begin with; "" when there is none. */
static const char *gtp_id_next(char **line) {
    size_t digits = strspn(*line, "0123456789");
    char end = (*line)[digits];
    return digits > 0 && (end == ' ' || end == '\0') ? seat_word(line) : "";
}

static void gtp_obey(struct gtp *gtp, char *line) {
    line[strcspn(line, "#")] = '\0';
    const char *id = gtp_id_next(&line), *word = seat_word(&line);
    if (!*id && !*word) return;
    const struct command *command = gtp_command_find(word);
    text_free(&gtp->answer);
    int failed = command ? command->say(gtp, line) : gtp_fail(gtp, "unknown command");
    const char *answer = text_get(&gtp->answer);
    const char *separator = *answer && *answer != '\n' ? " " : "";
    struct text reply = {0};
    text_add(&reply, "%c%s%s%s\n", failed ? GTP_REFUSED : GTP_TAKEN, id, separator, answer);
    seat_say(gtp->seat, "%s", text_get(&reply));
    text_free(&reply);
}

static enum seat_line_kind gtp_line_kind(char *line) {
    if (strcmp(line, GTP_INTERRUPT) == 0) return SEAT_STOPS;
    gtp_id_next(&line);
    const struct command *command = gtp_command_find(seat_word(&line));
    return command ? command->kind : SEAT_WAITS;
}

static void gtp_serve(struct seat *seat) {
    struct gtp gtp = {.seat = seat};
    char *line;
    seat->line_kind = gtp_line_kind;
    while (!gtp.quit && (line = seat_line(seat))) gtp_obey(&gtp, line);
    text_free(&gtp.answer);
}

static int gtp_check(const struct game *game, struct error *error) {
    (void)game;
    (void)error;
    return 0;
}

const struct protocol protocol_gtp = {
    .name = "gtp",
    .check = gtp_check,
    .serve = gtp_serve,
};
