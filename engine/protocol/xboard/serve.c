/*
 * xboard_serve: the engine at a board that speaks XBoard's protocol, version 2. Every weight of its
 * evaluator is an option. Moves come in coordinates or in SAN and go out in coordinates. It does
 * not think on the other side's time.
 */
#include "engine/protocol/xboard/wire.h"

#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/protocol/seat.h"

enum { XBOARD_MEMORY_MAX = 65536 }; /* MiB */

struct xboard {
    struct seat *seat;
    bool forced;    /* it plays neither side, else `own` */
    int own;        /* the side that it plays */
    bool analyzes;  /* it thinks about whatever position is there */
    bool posts;     /* it tells what it thinks */
    int session;    /* moves from one setting of the clock to the next; 0: one clock for all */
    int64_t depth;  /* 0: no limit of the board's */
    double seconds; /* of each move; 0: by the clock */
    bool quit;
};

/* ---- hello and options ----------------------------------------------------------------------- */

static void xboard_say_features(struct xboard *xboard, char *rest) {
    struct seat *seat = xboard->seat;
    const struct evaluator *evaluator = seat->player.evaluator;
    (void)rest;
    seat_say(seat, XBOARD_FEATURE " done=0 myname=\"hone " HONE_VERSION "\"");
    seat_say(seat,
             XBOARD_FEATURE
             " ping=1 setboard=1 usermove=1 playother=1 analyze=1 memory=1 time=1 draw=0 reuse=1 "
             "san=0 colors=0 sigint=0 sigterm=0 debug=0 variants=\"%s\"",
             xboard_variant(seat->game));
    for (int i = 0; i < evaluator->param_count; i++) {
        struct param param = evaluator_param(evaluator, i);
        seat_say(seat, XBOARD_FEATURE " option=\"%s -spin %d %d %d\"", param.name, seat->values[i],
                 param.lower, param.upper);
    }
    seat_say(seat, XBOARD_FEATURE " done=1");
}

static void xboard_say_option(struct xboard *xboard, char *rest) {
    const struct evaluator *evaluator = xboard->seat->player.evaluator;
    char *value = strchr(rest, '=');
    int64_t number;
    if (value) *value++ = '\0';
    int index = evaluator_param_find(evaluator, rest);
    if (index < 0 || !value) {
        seat_say(xboard->seat, "Error (unknown option): %.40s", rest);
        return;
    }
    struct param param = evaluator_param(evaluator, index);
    if (parse_i64(value, param.lower, param.upper, &number))
        seat_set_weight(xboard->seat, index, (int32_t)number);
    else
        seat_say(xboard->seat, "Error (%s is a number from %d to %d): %.40s", rest, param.lower,
                 param.upper, value);
}

/* The program's memory in MiB. */
static void xboard_say_memory(struct xboard *xboard, char *rest) {
    int64_t number;
    if (parse_i64(rest, 1, XBOARD_MEMORY_MAX, &number) &&
        !seat_set_memory(xboard->seat, (size_t)number << 20))
        seat_say(xboard->seat, "Error (this machine has not so much): memory %s", rest);
}

static void xboard_say_ping(struct xboard *xboard, char *rest) {
    seat_get_ready(xboard->seat);
    seat_say(xboard->seat, XBOARD_PONG " %.20s", rest);
}

/* ---- clocks ---------------------------------------------------------------------------------- */

/* "5" and "0:30" are minutes. */
static bool xboard_read_minutes(char *text, double *seconds) {
    double minutes, rest = 0;
    char *colon = strchr(text, ':');
    if (colon) *colon++ = '\0';
    if (!parse_double(text, 0, 1e6, &minutes) || (colon && !parse_double(colon, 0, 1e6, &rest)))
        return false;
    *seconds = 60 * minutes + rest;
    return true;
}

static void xboard_say_level(struct xboard *xboard, char *rest) {
    struct seat *seat = xboard->seat;
    int64_t moves;
    double base, increment;
    if (!parse_i64(seat_word(&rest), 0, GAME_PLIES_MAX, &moves) ||
        !xboard_read_minutes(seat_word(&rest), &base) ||
        !parse_double(seat_word(&rest), 0, 1e6, &increment))
        return;
    xboard->session = (int)moves;
    xboard->seconds = 0;
    seat->clock = seat->timing =
        (struct timing){.remaining = timing_left(base), .increment = increment};
}

static void xboard_say_seconds(struct xboard *xboard, char *rest) {
    double seconds;
    if (!parse_double(rest, 1e-3, 1e6, &seconds)) return;
    xboard->seconds = seconds;
    xboard->seat->clock = xboard->seat->timing = (struct timing){0};
}

static void xboard_say_depth(struct xboard *xboard, char *rest) {
    int64_t depth;
    if (parse_i64(rest, 1, INT32_MAX, &depth)) xboard->depth = depth;
}

/* In hundredths of a second; of its own clock. */
static void xboard_say_time(struct xboard *xboard, char *rest) {
    double left;
    if (parse_double(rest, -1e9, 1e9, &left) && xboard->seconds == 0)
        xboard->seat->timing.remaining = timing_left(left / 100);
}

/* ---- thinking -------------------------------------------------------------------------------- */

static void xboard_name(const struct seat *seat, const struct state *state, move_t move,
                        char out[MOVE_TEXT_MAX]) {
    (void)state;
    seat->game->move_format(seat->game, move, out);
}

/* "9 35 120 48000 e2e4 e7e5": plies, hundredths of a pawn, time, nodes. */
static void xboard_post(const struct xboard *xboard, const struct search_result *result) {
    const struct seat *seat = xboard->seat;
    bool mate = abs(result->score) > SCORE_WIN / 2;
    int moves = mate ? seat_mate_in(seat, result->score) : 0;
    int score = result->score / max_int(1, seat->player.evaluator->unit);
    if (mate) score = moves + (result->score > 0 ? XBOARD_MATE : -XBOARD_MATE);
    struct text line = {0};
    text_add(&line, "%d %d %.0f %llu", max_int(result->depth, 1), score,
             100 * (clock_seconds() - seat->taken), (unsigned long long)result->nodes);
    seat_variation_print(seat, result, xboard_name, &line);
    seat_say(xboard->seat, "%s", text_get(&line));
    text_free(&line);
}

static void xboard_post_depth(struct seat *seat, const struct search_result *result) {
    const struct xboard *xboard = seat->server;
    if (xboard->posts) xboard_post(xboard, result);
}

/* The limits of one search; those that the engine's user gave hold besides, unless the board gives
 * its own. */
static void xboard_limit(const struct xboard *xboard, struct seat *seat) {
    struct search_limits *limits = &seat->limits;
    seat->timing.move = xboard->seconds;
    if (xboard->session)
        seat->timing.moves_to_go = xboard->session - seat->count / 2 % xboard->session;
    if (!xboard->depth && !xboard->analyzes && !timing_seconds(&seat->timing, 1)) return;
    limits->nodes = 0;
    limits->depth = SEARCH_DEPTH_MAX;
    if (xboard->depth) seat_set_depth(seat, xboard->depth);
    if (xboard->analyzes) seat->timing = (struct timing){0};
}

/* Whether there is a move, which the board still wants. */
static bool xboard_choose(struct xboard *xboard, move_t *move) {
    struct seat *seat = xboard->seat;
    const struct search_limits limits = seat->limits;
    const struct timing timing = seat->timing;
    struct search_result result;
    if (seat_over(seat)) return false;
    xboard_limit(xboard, seat);
    seat_choose(seat, &result);
    seat->limits = limits;
    if (xboard->analyzes) seat->timing = timing;
    *move = result.move;
    if (xboard->posts && (xboard->analyzes || !seat_dropped(seat))) xboard_post(xboard, &result);
    return !seat_dropped(seat) && !xboard->analyzes;
}

/* The result of a finished game, which the board may not have seen. */
static void xboard_say_end(const struct xboard *xboard) {
    const struct seat *seat = xboard->seat;
    int margin = seat->game->margin(seat->game, &seat->state);
    if (margin == 0)
        seat_say(xboard->seat, "1/2-1/2 {Draw}");
    else
        seat_say(xboard->seat, "%s {%s wins}", margin > 0 ? "1-0" : "0-1",
                 seat->game->sides[margin < 0]);
}

static bool xboard_is_asked(const struct xboard *xboard) {
    return !xboard->forced && !xboard->analyzes && seat_side(xboard->seat) == xboard->own;
}

/* Its move, if it is its turn. */
static void xboard_answer(struct xboard *xboard) {
    struct seat *seat = xboard->seat;
    char name[MOVE_TEXT_MAX];
    move_t move;
    if (!xboard_is_asked(xboard) || !xboard_choose(xboard, &move)) return;
    seat->game->move_format(seat->game, move, name);
    seat_play(seat, move);
    seat_say(seat, XBOARD_MOVE " %s", name);
    if (seat_over(seat)) xboard_say_end(xboard);
}

/* ---- the game -------------------------------------------------------------------------------- */

static void xboard_say_new(struct xboard *xboard, char *rest) {
    (void)rest;
    seat_start(xboard->seat, NULL);
    xboard->forced = xboard->analyzes = false;
    xboard->own = 1;
    xboard->depth = 0;
}

static void xboard_say_variant(struct xboard *xboard, char *rest) {
    if (strcmp(rest, xboard_variant(xboard->seat->game)) != 0)
        seat_say(xboard->seat, "Error (unsupported variant): %.40s", rest);
}

/* The clocks go on. */
static void xboard_say_board(struct xboard *xboard, char *rest) {
    struct seat *seat = xboard->seat;
    const struct timing timing = seat->timing;
    struct state start;
    struct error error;
    if (seat->game->position_parse(seat->game, rest, &start, &error) != 0) {
        seat_say(seat, "tellusererror Illegal position: %.200s", error.text);
        return;
    }
    seat_start(seat, &start);
    seat->timing = timing;
}

static void xboard_say_move(struct xboard *xboard, char *rest) {
    struct seat *seat = xboard->seat;
    move_t move;
    seat_go_on(seat);
    int used = game_move_read(seat->game, &seat->state, rest, &move);
    if (used == 0 || rest[used] || !seat_play(seat, move)) {
        seat_say(seat, XBOARD_ILLEGAL ": %.40s", rest);
        return;
    }
    if (seat_over(seat)) xboard_say_end(xboard);
    xboard_answer(xboard);
}

static void xboard_say_force(struct xboard *xboard, char *rest) {
    (void)rest;
    xboard->forced = true;
}

/* It plays the side to move. */
static void xboard_say_go(struct xboard *xboard, char *rest) {
    (void)rest;
    seat_go_on(xboard->seat);
    xboard->forced = false;
    xboard->own = seat_side(xboard->seat);
    xboard_answer(xboard);
}

/* It plays the other side. */
static void xboard_say_other(struct xboard *xboard, char *rest) {
    (void)rest;
    xboard->forced = false;
    xboard->own = !seat_side(xboard->seat);
}

static void xboard_take_back(struct xboard *xboard, int plies) {
    struct seat *seat = xboard->seat;
    if (seat->count >= plies)
        seat_back(seat, seat->count - plies);
    else
        seat_say(seat, "Error (no move to take back): %s", plies == 1 ? "undo" : "remove");
}

static void xboard_say_undo(struct xboard *xboard, char *rest) {
    (void)rest;
    xboard_take_back(xboard, 1);
}

static void xboard_say_remove(struct xboard *xboard, char *rest) {
    (void)rest;
    xboard_take_back(xboard, 2);
}

static void xboard_say_post(struct xboard *xboard, char *rest) {
    (void)rest;
    xboard->posts = true;
}

static void xboard_say_nopost(struct xboard *xboard, char *rest) {
    (void)rest;
    xboard->posts = false;
}

/* It plays neither side meanwhile, nor afterwards. */
static void xboard_say_analyze(struct xboard *xboard, char *rest) {
    (void)rest;
    xboard->analyzes = xboard->forced = true;
}

static void xboard_say_exit(struct xboard *xboard, char *rest) {
    (void)rest;
    xboard->analyzes = false;
}

static void xboard_say_quit(struct xboard *xboard, char *rest) {
    (void)rest;
    xboard->quit = true;
}

/* What asks for nothing. */
static void xboard_say_nothing(struct xboard *xboard, char *rest) {
    (void)xboard;
    (void)rest;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static const struct xboard_command {
    const char *word;
    void (*say)(struct xboard *xboard, char *rest);
    enum seat_line_kind kind;
} xboard_commands[] = {
    {XBOARD_HELLO, xboard_say_nothing, SEAT_WAITS},
    {XBOARD_PROTOCOL, xboard_say_features, SEAT_WAITS},
    {XBOARD_ACCEPTED, xboard_say_nothing, SEAT_WAITS},
    {XBOARD_REJECTED, xboard_say_nothing, SEAT_WAITS},
    {XBOARD_NEW, xboard_say_new, SEAT_DROPS},
    {XBOARD_VARIANT, xboard_say_variant, SEAT_WAITS},
    {XBOARD_SET_BOARD, xboard_say_board, SEAT_DROPS},
    {XBOARD_FORCE, xboard_say_force, SEAT_DROPS},
    {"result", xboard_say_force, SEAT_DROPS},
    {XBOARD_GO, xboard_say_go, SEAT_ASKS},
    {"playother", xboard_say_other, SEAT_WAITS},
    {XBOARD_MOVE_OF_USER, xboard_say_move, SEAT_ASKS},
    {"?", xboard_say_nothing, SEAT_STOPS},
    {"undo", xboard_say_undo, SEAT_DROPS},
    {"remove", xboard_say_remove, SEAT_DROPS},
    {XBOARD_TIME, xboard_say_time, SEAT_WAITS},
    {XBOARD_OTHER_TIME, xboard_say_nothing, SEAT_WAITS},
    {XBOARD_LEVEL, xboard_say_level, SEAT_WAITS},
    {XBOARD_SECONDS, xboard_say_seconds, SEAT_WAITS},
    {XBOARD_DEPTH, xboard_say_depth, SEAT_WAITS},
    {XBOARD_MEMORY, xboard_say_memory, SEAT_WAITS},
    {XBOARD_OPTION, xboard_say_option, SEAT_WAITS},
    {XBOARD_PING, xboard_say_ping, SEAT_WAITS},
    {XBOARD_POST, xboard_say_post, SEAT_WAITS},
    {"nopost", xboard_say_nopost, SEAT_WAITS},
    {"hard", xboard_say_nothing, SEAT_WAITS},
    {XBOARD_EASY, xboard_say_nothing, SEAT_WAITS},
    {"random", xboard_say_nothing, SEAT_WAITS},
    {"computer", xboard_say_nothing, SEAT_WAITS},
    {"name", xboard_say_nothing, SEAT_WAITS},
    {"draw", xboard_say_nothing, SEAT_WAITS},
    {"hint", xboard_say_nothing, SEAT_WAITS},
    {"bk", xboard_say_nothing, SEAT_WAITS},
    {".", xboard_say_nothing, SEAT_WAITS},
    {"analyze", xboard_say_analyze, SEAT_DROPS},
    {"exit", xboard_say_exit, SEAT_DROPS},
    {XBOARD_QUIT, xboard_say_quit, SEAT_ENDS},
};

/* NULL: it is no command. */
static const struct xboard_command *xboard_command_find(const char *word) {
    for (size_t i = 0; i < COUNT_OF(xboard_commands); i++)
        if (strcmp(word, xboard_commands[i].word) == 0) return &xboard_commands[i];
    return NULL;
}

static enum seat_line_kind xboard_line_kind(char *line) {
    const struct xboard_command *command = xboard_command_find(seat_word(&line));
    return command ? command->kind : SEAT_WAITS;
}

/* A move alone, as a board has it that does not know "usermove": one of version 1. */
static bool xboard_is_move(const struct xboard *xboard, const char *word) {
    const struct seat *seat = xboard->seat;
    move_t move;
    int used = game_move_read(seat->game, &seat->state, word, &move);
    return used > 0 && !word[used];
}

/* An analysis ends with whatever asks for something, and goes on behind it. */
static enum seat_line_kind xboard_line_kind_endless(char *line) {
    const struct xboard_command *command = xboard_command_find(seat_word(&line));
    return !command || command->say == xboard_say_nothing ? SEAT_WAITS : SEAT_DROPS;
}

static void xboard_obey(struct xboard *xboard, char *line) {
    char *word = seat_word(&line);
    const struct xboard_command *command = xboard_command_find(word);
    if (command)
        command->say(xboard, line);
    else if (xboard_is_move(xboard, word))
        xboard_say_move(xboard, word);
    else
        seat_say(xboard->seat, "Error (unknown command): %.40s", word);
}

static void xboard_think(struct xboard *xboard) {
    struct seat *seat = xboard->seat;
    move_t move;
    seat->line_kind = xboard->analyzes ? xboard_line_kind_endless : xboard_line_kind;
    if (xboard->analyzes) xboard_choose(xboard, &move);
}

static void xboard_serve(struct seat *seat) {
    struct xboard *xboard = xcalloc(1, sizeof *xboard);
    char *line;
    xboard->seat = seat;
    xboard->own = 1;
    seat->line_kind = xboard_line_kind;
    seat->say_depth = xboard_post_depth;
    seat->server = xboard;
    while (!xboard->quit && (line = seat_line(seat))) {
        xboard_obey(xboard, line);
        if (!xboard->quit) xboard_think(xboard);
    }
    free(xboard);
}

static int xboard_check(const struct game *game, struct error *error) {
    if (xboard_carries(game)) return 0;
    return error_set(error, "xboard is for chess and xiangqi, not for %s", game->name);
}

const struct protocol protocol_xboard = {
    .name = "xboard",
    .check = xboard_check,
    .serve = xboard_serve,
};
