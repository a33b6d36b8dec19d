/*
 * nboard_serve: the engine under NBoard. The board names the position of each question; the engine
 * only plays on request.
 */
#include "engine/protocol/nboard/wire.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/protocol/seat.h"

struct nboard {
    struct seat *seat;
    bool quit;
};

/* ---- what is said to the board --------------------------------------------------------------- */

/* Discs if the game is decided or the weights count in discs, else thousandths of their unit. */
static double nboard_evaluation(const struct seat *seat, int32_t score) {
    int disc = seat->player.evaluator->disc;
    if (score >= SCORE_WIN) return score - SCORE_WIN;
    if (score <= -SCORE_WIN) return score + SCORE_WIN;
    return score / (disc > 0 ? disc : 1000.0);
}

static void nboard_send_search(struct nboard *nboard, const struct search_result *result) {
    struct text line = {0};
    for (int i = 0; i < result->pv_length; i++) {
        char move[MOVE_TEXT_MAX];
        records_ggf_move_format(nboard->seat->game, result->pv[i], move);
        text_add(&line, "%s", move);
    }
    text_add(&line, " %.3f 0 ", nboard_evaluation(nboard->seat, result->score));
    if (result->proved)
        text_add(&line, "100%%");
    else
        text_add(&line, "%d", result->depth);
    seat_say(nboard->seat, "search %s", text_get(&line));
    text_free(&line);
}

/* ---- what the board says --------------------------------------------------------------------- */

static void nboard_say_hello(struct nboard *nboard, char *rest) {
    (void)rest;
    seat_say(nboard->seat, "set myname hone");
}

static void nboard_set_depth(struct nboard *nboard, const char *value) {
    struct seat *seat = nboard->seat;
    int64_t depth;
    if (!parse_i64(value, 1, INT32_MAX, &depth)) return;
    seat_set_depth(seat, depth);
    if (seat->limits_default) seat->limits.nodes = 0;
}

static void nboard_set_game(struct nboard *nboard, const char *ggf) {
    struct seat *seat = nboard->seat;
    struct game_record record;
    struct error error;
    if (records_parse(RECORDS_GGF, seat->game, &ggf, &record, &error) != 0) {
        seat_say(seat, "status the game is refused: %s", error.text);
        return;
    }
    seat_start(seat, &record.start);
    for (int i = 0; i < record.count; i++) seat_play(seat, record.moves[i]);
}

static void nboard_say_set(struct nboard *nboard, char *rest) {
    const char *what = seat_word(&rest);
    if (strcmp(what, NBOARD_DEPTH) == 0) nboard_set_depth(nboard, seat_word(&rest));
    if (strcmp(what, NBOARD_GAME) == 0) nboard_set_game(nboard, rest);
}

static void nboard_say_move(struct nboard *nboard, char *rest) {
    struct seat *seat = nboard->seat;
    const char *text = seat_word(&rest);
    move_t move;
    if (!records_ggf_move_parse(seat->game, text, &move) || !seat_play(seat, move))
        seat_say(seat, "status illegal move %.20s", text);
}

static bool nboard_refuse_finished(struct nboard *nboard) {
    if (!seat_over(nboard->seat)) return false;
    seat_say(nboard->seat, "status the game is over");
    return true;
}

/* A player passes without a search, so what a pass is worth is what the other side's best move is.
 */
static void nboard_think_behind(struct seat *seat, move_t pass, struct search_result *result) {
    struct state before = seat->state;
    seat->game->play(seat->game, &seat->state, pass);
    seat_choose(seat, result);
    seat->state = before;
    if (result->pv_length == SEARCH_DEPTH_MAX) result->pv_length--;
    memmove(result->pv + 1, result->pv, (size_t)result->pv_length++ * sizeof *result->pv);
    result->pv[0] = result->move = pass;
    result->score = -result->score;
    result->depth++;
}

static void nboard_think(struct seat *seat, struct search_result *result) {
    move_t moves[GAME_MOVES_MAX];
    int count = seat->game->moves(seat->game, &seat->state, moves);
    if (count == 1 && moves[0] == seat->game->pass)
        nboard_think_behind(seat, moves[0], result);
    else
        seat_choose(seat, result);
}

/* Thinks about all moves, at least one ply deep, while the game's clock stands still. */
static void nboard_think_aside(struct seat *seat, struct search_result *result) {
    struct search_limits limits = seat->limits;
    struct timing timing = seat->timing;
    seat->limits.depth = max_int(limits.depth, 1);
    seat->limits.width = 0;
    nboard_think(seat, result);
    seat->limits = limits;
    seat->timing = timing;
}

/* The best moves, each without those that are shown already. */
static void nboard_say_hint(struct nboard *nboard, char *rest) {
    struct seat *seat = nboard->seat;
    move_t moves[GAME_MOVES_MAX], shown[GAME_MOVES_MAX];
    int64_t count;
    if (nboard_refuse_finished(nboard)) return;
    if (!parse_i64(seat_word(&rest), 1, GAME_MOVES_MAX, &count)) count = 1;
    count = min_int((int)count, seat->game->moves(seat->game, &seat->state, moves));
    for (int i = 0; i < count && !seat_stopped(seat); i++) {
        struct search_result result;
        seat->limits.except = shown;
        seat->limits.except_count = i;
        nboard_think_aside(seat, &result);
        nboard_send_search(nboard, &result);
        shown[i] = result.move;
    }
    seat->limits.except_count = 0;
    seat_say(seat, "status");
}

/* The position's value for Black: NBoard draws these values beside those of Black's moves. */
static double nboard_value_for_black(struct seat *seat) {
    struct search_result result;
    if (seat_over(seat)) return seat->game->margin(seat->game, &seat->state);
    nboard_think_aside(seat, &result);
    double value = nboard_evaluation(seat, result.score);
    return seat_side(seat) == 0 ? value : -value;
}

/* Every position of the game, the last one first, so that the table helps with those before it. No
 * book, since its moves have no values. */
static void nboard_say_analyze(struct nboard *nboard, char *rest) {
    struct seat *seat = nboard->seat;
    const struct book *book = seat->book;
    int count = seat->count;
    (void)rest;
    seat->book = NULL;
    for (int moves = count; moves >= 0 && !seat_stopped(seat); moves--) {
        seat_back(seat, moves);
        seat_say(seat, "analysis %d %.3f", moves, nboard_value_for_black(seat));
    }
    seat_back(seat, count);
    seat->book = book;
    seat_say(seat, "status");
}

static void nboard_say_go(struct nboard *nboard, char *rest) {
    struct search_result result;
    char move[MOVE_TEXT_MAX];
    (void)rest;
    if (nboard_refuse_finished(nboard)) return;
    double begin = clock_seconds();
    nboard_think(nboard->seat, &result);
    nboard_send_search(nboard, &result);
    records_ggf_move_format(nboard->seat->game, result.move, move);
    seat_say(nboard->seat, NBOARD_CHOICE " %s/%.3f/%.2f", move,
             nboard_evaluation(nboard->seat, result.score), clock_seconds() - begin);
}

static void nboard_say_ping(struct nboard *nboard, char *rest) {
    seat_get_ready(nboard->seat);
    seat_say(nboard->seat, NBOARD_PONG " %.40s", seat_word(&rest));
}

/* There is no book to write to. */
static void nboard_say_learn(struct nboard *nboard, char *rest) {
    (void)rest;
    seat_say(nboard->seat, "learned");
}

static void nboard_say_quit(struct nboard *nboard, char *rest) {
    (void)rest;
    nboard->quit = true;
}

static const struct {
    const char *word;
    void (*say)(struct nboard *nboard, char *rest);
    enum seat_line_kind kind;
} commands[] = {
    {NBOARD_HELLO, nboard_say_hello, SEAT_WAITS}, {NBOARD_SET, nboard_say_set, SEAT_WAITS},
    {NBOARD_MOVE, nboard_say_move, SEAT_WAITS},   {"hint", nboard_say_hint, SEAT_ASKS},
    {NBOARD_GO, nboard_say_go, SEAT_ASKS},        {NBOARD_PING, nboard_say_ping, SEAT_STOPS},
    {"learn", nboard_say_learn, SEAT_WAITS},      {"analyze", nboard_say_analyze, SEAT_ASKS},
    {NBOARD_QUIT, nboard_say_quit, SEAT_ENDS},
};

/* The command that a line begins with, which is cut off; -1: none. */
static int nboard_command_take(char **line) {
    const char *word = seat_word(line);
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (strcmp(word, commands[i].word) == 0) return (int)i;
    return -1;
}

static enum seat_line_kind nboard_line_kind(char *line) {
    int command = nboard_command_take(&line);
    return command < 0 ? SEAT_WAITS : commands[command].kind;
}

static void nboard_serve(struct seat *seat) {
    struct nboard nboard = {.seat = seat};
    char *rest;
    seat->line_kind = nboard_line_kind;
    while (!nboard.quit && (rest = seat_line(seat))) {
        int command = nboard_command_take(&rest);
        if (command >= 0) commands[command].say(&nboard, rest);
    }
}

static int nboard_check(const struct game *game, struct error *error) {
    if (nboard_carries(game)) return 0;
    return error_set(error, "nboard is for games that GGF names, such as reversi, not for %s",
                     game->name);
}

const struct protocol protocol_nboard = {
    .name = "nboard",
    .check = nboard_check,
    .serve = nboard_serve,
};
