/*
 * GTP, the Go Text Protocol, version 2 (Farnebäck 2002), for every game: a move of `play` and
 * `genmove` is one ply, in Reversi `pass` is one too. Columns are letters, in Connect games without
 * i as in Go; rows count from the top in Reversi, from the bottom in Connect games.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"
#include "engine/connect/rules.h"
#include "engine/games.h"
#include "engine/protocol/seat.h"

/* A side's time: what is left, then periods of `period` seconds for `stones` moves each. */
struct gtp_clock {
    struct timing timing;
    double period;
    int stones;
};

struct gtp {
    struct seat *seat;
    bool implied[GAME_PLIES_MAX]; /* whether that move of the game was a pass nobody sent */
    struct gtp_clock clocks[2];
    bool clocks_told; /* else the seat has its own */
    struct text answer;
    bool quit;
};

static bool is_connect(const struct gtp *gtp) {
    return games_family(gtp->seat->game) == &connect_family;
}

/* Answers with `?` and the reason; -1, so that `return fail(…)` reads well. */
static int fail(struct gtp *gtp, const char *why) {
    text_add(&gtp->answer, "%s", why);
    return -1;
}

/* ---- words of the protocol ------------------------------------------------------------------- */

static int colour_parse(struct gtp *gtp, const char *word, int *side) {
    static const char *const words[][2] = {{"b", "black"}, {"w", "white"}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (strcasecmp(word, words[i][j]) == 0) {
                *side = i;
                return 0;
            }
    return fail(gtp, "the color is b or w");
}

static void vertex_format(const struct gtp *gtp, move_t move, char out[MOVE_TEXT_MAX]) {
    gtp->seat->game->move_format(gtp->seat->game, move, out);
    if (is_connect(gtp) && out[0] >= 'i') out[0]++;
}

static bool vertex_parse(const struct gtp *gtp, const char *word, move_t *move) {
    char name[MOVE_TEXT_MAX];
    size_t length = strlen(word);
    if (length < 2 || length >= sizeof name) return false;
    memcpy(name, word, length + 1);
    name[0] |= 0x20; /* lower case, as SAU's pairs of capitals are not wanted here */
    if (is_connect(gtp) && name[0] == 'i') return false;
    if (is_connect(gtp) && name[0] > 'i') name[0]--;
    return gtp->seat->game->move_parse(gtp->seat->game, name, move) == (int)length;
}

/* ---- time ------------------------------------------------------------------------------------ */

static void clock_spend(struct gtp_clock *clock, double seconds) {
    struct timing *timing = &clock->timing;
    if (timing->remaining == 0) return;
    bool in_period = timing->moves_to_go > 0;
    bool period_ends = in_period && --timing->moves_to_go == 0;
    if (clock->stones > 0 && (period_ends || (!in_period && seconds > timing->remaining))) {
        timing->remaining = clock->period;
        timing->moves_to_go = clock->stones;
    } else {
        timing_run(timing, seconds);
    }
}

/* ---- commands -------------------------------------------------------------------------------- */

static int say_protocol_version(struct gtp *gtp, char *rest) {
    (void)rest;
    text_add(&gtp->answer, "2");
    return 0;
}

static int say_name(struct gtp *gtp, char *rest) {
    (void)rest;
    text_add(&gtp->answer, "hone");
    return 0;
}

static int say_version(struct gtp *gtp, char *rest) {
    (void)rest;
    text_add(&gtp->answer, HONE_VERSION);
    return 0;
}

static int say_known_command(struct gtp *gtp, char *rest);
static int say_list_commands(struct gtp *gtp, char *rest);

static int say_quit(struct gtp *gtp, char *rest) {
    (void)rest;
    gtp->quit = true;
    return 0;
}

static int say_boardsize(struct gtp *gtp, char *rest) {
    const struct connect_rules *rules = is_connect(gtp) ? connect_rules(gtp->seat->game) : NULL;
    int columns = rules ? rules->columns : 8, rows = rules ? rules->rows : 8;
    int64_t size;
    if (!parse_i64(word_next(&rest), 1, 1000, &size) || size != columns || size != rows)
        return fail(gtp, "unacceptable size");
    seat_start(gtp->seat, NULL);
    return 0;
}

static int say_clear_board(struct gtp *gtp, char *rest) {
    (void)rest;
    seat_start(gtp->seat, NULL);
    return 0;
}

/* Go's compensation for the second player, which these games do not have. */
static int say_komi(struct gtp *gtp, char *rest) {
    double komi;
    if (!parse_double(word_next(&rest), -1000, 1000, &komi)) return fail(gtp, "not a number");
    return 0;
}

/* Whether the side to move can only pass, which some programs do not care to send. */
static bool must_pass(const struct gtp *gtp, move_t *pass) {
    const struct seat *seat = gtp->seat;
    move_t moves[GAME_MOVES_MAX];
    return vertex_parse(gtp, "pass", pass) &&
           seat->game->moves(seat->game, &seat->state, moves) == 1 && moves[0] == *pass;
}

/* The side that a command is about must be the one to move, or the one to move after a pass. */
static int turn_parse(struct gtp *gtp, char **rest) {
    struct seat *seat = gtp->seat;
    move_t pass;
    int side;
    if (colour_parse(gtp, word_next(rest), &side) != 0) return -1;
    if (seat_over(seat)) return fail(gtp, "the game is over");
    if (side == seat_side(seat)) return 0;
    if (!must_pass(gtp, &pass)) return fail(gtp, "it is the other side's move");
    gtp->implied[seat->count] = true;
    seat_play(seat, pass);
    return 0;
}

static void play_sent(struct gtp *gtp, move_t move) {
    gtp->implied[gtp->seat->count] = false;
    seat_play(gtp->seat, move);
}

/* Back to `count` moves, without a pass before them that nobody sent. */
static void take_back(struct gtp *gtp, int count) {
    seat_back(gtp->seat, count > 0 && gtp->implied[count - 1] ? count - 1 : count);
}

static int say_play(struct gtp *gtp, char *rest) {
    move_t move;
    if (turn_parse(gtp, &rest) != 0) return -1;
    const struct seat *seat = gtp->seat;
    if (vertex_parse(gtp, word_next(&rest), &move) && game_legal(seat->game, &seat->state, move)) {
        play_sent(gtp, move);
        return 0;
    }
    take_back(gtp, seat->count);
    return fail(gtp, "illegal move");
}

static int generate(struct gtp *gtp, char *rest, move_t *out) {
    if (turn_parse(gtp, &rest) != 0) return -1;
    struct gtp_clock *clock = &gtp->clocks[seat_side(gtp->seat)];
    struct search_result choice;
    char name[MOVE_TEXT_MAX];
    double begin = clock_seconds();
    if (gtp->clocks_told) gtp->seat->timing = clock->timing;
    seat_choose(gtp->seat, &choice);
    clock_spend(clock, clock_seconds() - begin);
    vertex_format(gtp, choice.move, name);
    text_add(&gtp->answer, "%s", name);
    *out = choice.move;
    return 0;
}

static int say_genmove(struct gtp *gtp, char *rest) {
    move_t move;
    if (generate(gtp, rest, &move) != 0) return -1;
    play_sent(gtp, move);
    return 0;
}

/* Not a move of the game: no clock runs. */
static int say_reg_genmove(struct gtp *gtp, char *rest) {
    const struct gtp_clock clocks[2] = {gtp->clocks[0], gtp->clocks[1]};
    const struct timing timing = gtp->seat->timing;
    move_t move;
    int failed = generate(gtp, rest, &move);
    memcpy(gtp->clocks, clocks, sizeof clocks);
    gtp->seat->timing = timing;
    if (!failed) take_back(gtp, gtp->seat->count);
    return failed;
}

static int say_undo(struct gtp *gtp, char *rest) {
    (void)rest;
    if (gtp->seat->count == 0) return fail(gtp, "cannot undo");
    take_back(gtp, gtp->seat->count - 1);
    return 0;
}

static int say_showboard(struct gtp *gtp, char *rest) {
    const struct seat *seat = gtp->seat;
    (void)rest;
    text_add(&gtp->answer, "\n");
    seat->game->print(seat->game, &seat->state,
                      seat->count > 0 ? seat->moves[seat->count - 1] : MOVE_NONE, &gtp->answer);
    gtp->answer.data[--gtp->answer.length] = '\0'; /* the line's end */
    return 0;
}

static int say_final_score(struct gtp *gtp, char *rest) {
    const struct seat *seat = gtp->seat;
    (void)rest;
    if (!seat_over(seat)) return fail(gtp, "the game is not over");
    int margin = seat->game->margin(seat->game, &seat->state);
    if (margin == 0)
        text_add(&gtp->answer, "0");
    else
        text_add(&gtp->answer, "%c+%d", "BW"[margin < 0], abs(margin));
    return 0;
}

/* Main time, seconds of a period, moves in it. A period without moves: no limits at all. */
static int say_time_settings(struct gtp *gtp, char *rest) {
    double values[3];
    for (int i = 0; i < 3; i++)
        if (!parse_double(word_next(&rest), 0, 1e9, &values[i])) return fail(gtp, "not a number");
    double main_time = values[0], period = values[1];
    int stones = min_int((int)values[2], GAME_PLIES_MAX);
    struct gtp_clock clock = {.period = period, .stones = period > 0 ? stones : 0};
    if (main_time > 0 || clock.stones == 0)
        clock.timing.remaining = timing_left(main_time);
    else
        clock.timing = (struct timing){.remaining = period, .moves_to_go = stones};
    if (period > 0 && stones == 0) clock = (struct gtp_clock){0};
    gtp->clocks[0] = gtp->clocks[1] = clock;
    gtp->clocks_told = true;
    return 0;
}

static int say_time_left(struct gtp *gtp, char *rest) {
    int side;
    double seconds;
    int64_t stones;
    if (colour_parse(gtp, word_next(&rest), &side) != 0) return -1;
    if (!parse_double(word_next(&rest), -1e9, 1e9, &seconds) ||
        !parse_i64(word_next(&rest), 0, GAME_PLIES_MAX, &stones))
        return fail(gtp, "time_left takes a color, seconds and stones");
    gtp->clocks[side].timing =
        (struct timing){.remaining = timing_left(seconds), .moves_to_go = (int)stones};
    gtp->clocks_told = true;
    return 0;
}

static const struct command {
    const char *word;
    int (*say)(struct gtp *gtp, char *rest); /* 0, or -1; what it adds to the answer is sent */
} commands[] = {
    {"protocol_version", say_protocol_version},
    {"name", say_name},
    {"version", say_version},
    {"known_command", say_known_command},
    {"list_commands", say_list_commands},
    {"quit", say_quit},
    {"boardsize", say_boardsize},
    {"clear_board", say_clear_board},
    {"komi", say_komi},
    {"play", say_play},
    {"genmove", say_genmove},
    {"reg_genmove", say_reg_genmove},
    {"undo", say_undo},
    {"showboard", say_showboard},
    {"final_score", say_final_score},
    {"time_settings", say_time_settings},
    {"time_left", say_time_left},
};

static const struct command *command_find(const char *word) {
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (strcmp(word, commands[i].word) == 0) return &commands[i];
    return NULL;
}

static int say_known_command(struct gtp *gtp, char *rest) {
    text_add(&gtp->answer, "%s", command_find(word_next(&rest)) ? "true" : "false");
    return 0;
}

static int say_list_commands(struct gtp *gtp, char *rest) {
    (void)rest;
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        text_add(&gtp->answer, "%s%s", i ? "\n" : "", commands[i].word);
    return 0;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Cuts off the number that a command may begin with; "" when there is none. */
static const char *id_next(char **line) {
    size_t digits = strspn(*line, "0123456789");
    char end = (*line)[digits];
    return digits > 0 && (end == ' ' || end == '\0') ? word_next(line) : "";
}

static void obey(struct gtp *gtp, char *line) {
    line[strcspn(line, "#")] = '\0';
    const char *id = id_next(&line), *word = word_next(&line);
    if (!*id && !*word) return;
    const struct command *command = command_find(word);
    text_free(&gtp->answer);
    int failed = command ? command->say(gtp, line) : fail(gtp, "unknown command");
    const char *answer = text_get(&gtp->answer);
    const char *separator = *answer && *answer != '\n' ? " " : "";
    seat_say(gtp->seat, "%c%s%s%s\n", failed ? '?' : '=', id, separator, answer);
}

static void gtp_serve(struct seat *seat) {
    struct gtp gtp = {.seat = seat};
    char *line;
    while (!gtp.quit && (line = seat_line(seat))) obey(&gtp, line);
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
