/*
 * NBoard, the protocol of Welty's Othello board of that name, version 2. The board says which
 * position it is about; the engine only plays what it is told to.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/files/records.h"
#include "engine/games.h"
#include "engine/protocol/seat.h"
#include "engine/reversi/rules.h"

struct nboard {
    struct seat *seat;
    bool quit;
};

/* ---- what is said to the board --------------------------------------------------------------- */

/* "F5", "PA". */
static void move_format(move_t move, char out[3]) {
    if (move == REVERSI_PASS)
        memcpy(out, "PA", 3);
    else
        memcpy(out, (char[]){(char)('A' + move % 8), (char)('1' + move / 8), '\0'}, 3);
}

static bool is_proved(int32_t score) {
    return score >= SCORE_WIN || score <= -SCORE_WIN;
}

/* Discs if proved, else thousandths of what the weights count in. */
static double evaluation(int32_t score) {
    if (score >= SCORE_WIN) return score - SCORE_WIN;
    if (score <= -SCORE_WIN) return score + SCORE_WIN;
    return score / 1000.0;
}

static void send_search(struct nboard *nboard, const struct search_result *result) {
    struct text line = {0};
    for (int i = 0; i < result->pv_length; i++) {
        char move[3];
        move_format(result->pv[i], move);
        text_add(&line, "%s", move);
    }
    text_add(&line, " %.3f 0 ", evaluation(result->score));
    if (is_proved(result->score))
        text_add(&line, "100%%");
    else
        text_add(&line, "%d", result->depth);
    seat_say(nboard->seat, "search %s", text_get(&line));
    text_free(&line);
}

/* ---- what the board says --------------------------------------------------------------------- */

static void say_nboard(struct nboard *nboard, char *rest) {
    (void)rest;
    seat_say(nboard->seat, "set myname hone");
}

static void set_depth(struct nboard *nboard, const char *value) {
    struct seat *seat = nboard->seat;
    int64_t depth;
    if (!parse_i64(value, 1, INT32_MAX, &depth)) return;
    seat->limits.depth = depth > SEARCH_DEPTH_MAX ? SEARCH_DEPTH_MAX : (int)depth;
    if (seat->limits_default) seat->limits.nodes = 0;
}

static void set_game(struct nboard *nboard, const char *ggf) {
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

static void say_set(struct nboard *nboard, char *rest) {
    const char *what = word_next(&rest);
    if (strcmp(what, "depth") == 0) set_depth(nboard, word_next(&rest));
    if (strcmp(what, "game") == 0) set_game(nboard, rest);
}

/* "F5", or "F5/eval/time". */
static void say_move(struct nboard *nboard, char *rest) {
    struct seat *seat = nboard->seat;
    const char *text = word_next(&rest);
    move_t move;
    int used = seat->game->move_parse(seat->game, text, &move);
    if (used == 0 || (text[used] && text[used] != '/') || !seat_play(seat, move))
        seat_say(seat, "status illegal move %.20s", text);
}

static bool refuse_finished(struct nboard *nboard) {
    if (!seat_over(nboard->seat)) return false;
    seat_say(nboard->seat, "status the game is over");
    return true;
}

/* The best moves, each without those that are shown already; the game's clock does not run. */
static void say_hint(struct nboard *nboard, char *rest) {
    struct seat *seat = nboard->seat;
    move_t moves[GAME_MOVES_MAX], shown[GAME_MOVES_MAX];
    int64_t count;
    if (refuse_finished(nboard)) return;
    if (!parse_i64(word_next(&rest), 1, GAME_MOVES_MAX, &count)) count = 1;
    count = min_int((int)count, seat->game->moves(seat->game, &seat->state, moves));
    struct search_limits limits = seat->limits;
    struct timing timing = seat->timing;
    seat->limits.depth = max_int(limits.depth, 1);
    seat->limits.width = 0;
    for (int i = 0; i < count; i++) {
        struct search_result result;
        seat->limits.except = shown;
        seat->limits.except_count = i;
        seat_choose(seat, &result);
        send_search(nboard, &result);
        shown[i] = result.move;
        seat->timing = timing;
    }
    seat->limits = limits;
    seat_say(seat, "status");
}

static void say_go(struct nboard *nboard, char *rest) {
    struct search_result result;
    char move[3];
    (void)rest;
    if (refuse_finished(nboard)) return;
    double begin = clock_seconds();
    seat_choose(nboard->seat, &result);
    send_search(nboard, &result);
    move_format(result.move, move);
    seat_say(nboard->seat, "=== %s/%.3f/%.2f", move, evaluation(result.score),
             clock_seconds() - begin);
}

static void say_ping(struct nboard *nboard, char *rest) {
    seat_say(nboard->seat, "pong %.40s", word_next(&rest));
}

/* There is no book to write to. */
static void say_learn(struct nboard *nboard, char *rest) {
    (void)rest;
    seat_say(nboard->seat, "learned");
}

static void say_quit(struct nboard *nboard, char *rest) {
    (void)rest;
    nboard->quit = true;
}

static const struct {
    const char *word;
    void (*say)(struct nboard *nboard, char *rest);
} commands[] = {
    {"nboard", say_nboard}, {"set", say_set},   {"move", say_move},   {"hint", say_hint},
    {"go", say_go},         {"ping", say_ping}, {"learn", say_learn}, {"quit", say_quit},
};

static void nboard_serve(struct seat *seat) {
    struct nboard nboard = {.seat = seat};
    char *rest;
    while (!nboard.quit && (rest = seat_line(seat))) {
        const char *word = word_next(&rest);
        for (size_t i = 0; i < COUNT_OF(commands); i++)
            if (strcmp(word, commands[i].word) == 0) commands[i].say(&nboard, rest);
    }
}

static int nboard_check(const struct game *game, struct error *error) {
    if (games_family(game) == &reversi_family) return 0;
    return error_set(error, "nboard is for Reversi, not for %s", game->name);
}

const struct protocol protocol_nboard = {
    .name = "nboard",
    .check = nboard_check,
    .serve = nboard_serve,
};
