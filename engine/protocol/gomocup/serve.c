/*
 * gomocup_serve: the engine at the table of piskvork or another manager of Gomocup. The board's
 * size comes with START: the weights play on any.
 */
#include "engine/protocol/gomocup/wire.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"
#include "engine/games.h"
#include "engine/protocol/seat.h"

static const char gomocup_no_board[] = "there is no board yet; START makes one";

struct gomocup {
    struct seat *seat;
    bool started, ended;
    double turn, match, left; /* seconds that the manager allows; -1: it did not say */
    double used;              /* of its own since it said what is left, or the game began */
};

static void gomocup_say_wrong(struct gomocup *table, const char *what) {
    seat_say(table->seat, GOMOCUP_ERROR " %s", what);
}

/* ---- time ------------------------------------------------------------------------------------ */

/* What the manager said, if it did. A turn of 0 is to be played at once, a match of 0 has no end.
 */
static void gomocup_set_timing(const struct gomocup *table) {
    struct timing timing = {0};
    double left = table->left >= 0 ? table->left : table->match;
    if (table->turn < 0 && left < 0) return;
    if (table->turn >= 0) timing.move = timing_left(table->turn);
    if (table->match != 0 && left >= 0) timing.remaining = timing_left(left - table->used);
    table->seat->timing = timing;
}

static void gomocup_answer_with_move(struct gomocup *table) {
    struct seat *seat = table->seat;
    struct search_result choice;
    char point[GOMOCUP_POINT_TEXT];
    if (seat_over(seat)) {
        gomocup_say_wrong(table, "the game is over");
        return;
    }
    double begin = clock_seconds();
    gomocup_set_timing(table);
    seat_choose(seat, &choice);
    table->used += clock_seconds() - begin;
    seat_play(seat, choice.move);
    gomocup_point_format(seat->game, choice.move, point);
    seat_say(seat, "%s", point);
}

/* ---- the board ------------------------------------------------------------------------------- */

/* "x,y" on the board and nothing else. */
static bool gomocup_point_read(const struct gomocup *table, const char *text, move_t *out) {
    int used = gomocup_point_parse(table->seat->game, text, out);
    return used > 0 && !text[used] && *out != MOVE_NONE;
}

static void gomocup_start_board(struct gomocup *table, int columns, int rows) {
    char name[32];
    struct error error;
    table->seat->game->resize(table->seat->game, columns, rows, name);
    const struct game *game = games_find(name, &error);
    table->used = 0;
    table->started = game && seat_change_game(table->seat, game, &error) == 0;
    if (table->started)
        seat_say(table->seat, GOMOCUP_OK);
    else
        seat_say(table->seat, GOMOCUP_ERROR " unsupported board: %s", error.text);
}

/* The stones of a BOARD, to be set up. */
struct stones {
    char cells[GAME_POINTS_MAX + 1]; /* 'm': mine, 'y': yours */
    int own, opponent;
};

/* A line "x,y,whose". */
static bool gomocup_stone_add(const struct gomocup *table, const char *line,
                              struct stones *stones) {
    move_t point;
    int whose, end = 0, used = gomocup_point_parse(table->seat->game, line, &point);
    if (used == 0 || sscanf(line + used, " , %4d%n", &whose, &end) != 1 || line[used + end])
        return false;
    if (whose != GOMOCUP_MINE && whose != GOMOCUP_YOURS) return false;
    if (point == MOVE_NONE || stones->cells[point] != '.') return false;
    stones->cells[point] = whose == GOMOCUP_MINE ? 'm' : 'y';
    ++*(whose == GOMOCUP_MINE ? &stones->own : &stones->opponent);
    return true;
}

/* Who has as many stones as the other began, since it is the engine's move. */
static int gomocup_position_of(const struct gomocup *table, struct stones *stones,
                               struct state *state, struct error *error) {
    const struct game *game = table->seat->game;
    bool first = stones->own >= stones->opponent;
    for (char *c = stones->cells; *c; c++)
        if (*c != '.') *c = (*c == 'm') == first ? 'X' : 'O';
    if (game_set_up(game, stones->cells, !first, 1, state, error) != 0) return -1;
    return game->over(game, state) ? error_set(error, "the game is over") : 0;
}

/* ---- what the manager says ------------------------------------------------------------------- */

static void gomocup_say_start(struct gomocup *table, const char *rest) {
    int64_t size;
    if (parse_i64(rest, 1, 1000, &size))
        gomocup_start_board(table, (int)size, (int)size);
    else
        gomocup_say_wrong(table, "START takes the size of the board");
}

static void gomocup_say_rectstart(struct gomocup *table, const char *rest) {
    int columns, rows, used = 0;
    if (sscanf(rest, "%4d , %4d%n", &columns, &rows, &used) == 2 && !rest[used])
        gomocup_start_board(table, columns, rows);
    else
        gomocup_say_wrong(table, "RECTSTART takes width,height");
}

static void gomocup_say_restart(struct gomocup *table, const char *rest) {
    (void)rest;
    table->used = 0;
    seat_start(table->seat, NULL);
    seat_say(table->seat, GOMOCUP_OK);
}

static void gomocup_say_begin(struct gomocup *table, const char *rest) {
    (void)rest;
    if (game_board_is_empty(table->seat->game, &table->seat->state))
        gomocup_answer_with_move(table);
    else
        gomocup_say_wrong(table, "the game has begun");
}

static void gomocup_say_turn(struct gomocup *table, const char *rest) {
    move_t point;
    if (gomocup_point_read(table, rest, &point) && seat_play(table->seat, point))
        gomocup_answer_with_move(table);
    else
        gomocup_say_wrong(table, "illegal move");
}

static void gomocup_say_takeback(struct gomocup *table, const char *rest) {
    struct seat *seat = table->seat;
    move_t point;
    if (!gomocup_point_read(table, rest, &point) || seat->count == 0 ||
        seat->moves[seat->count - 1] != point) {
        gomocup_say_wrong(table, "that was not the last move");
        return;
    }
    seat_back(seat, seat->count - 1);
    seat_say(seat, GOMOCUP_OK);
}

/* Lines "x,y,field" follow until DONE; they are read to the end even if some are wrong. */
static void gomocup_say_board(struct gomocup *table, const char *rest) {
    (void)rest;
    const struct game *game = table->seat->game;
    struct stones stones = {.own = 0};
    struct error error;
    struct state state;
    char *line, wrong[80] = "";
    memset(stones.cells, '.', (size_t)(game->columns * game->rows));
    while ((line = seat_line(table->seat)) && strcasecmp(line, GOMOCUP_DONE) != 0)
        if (!gomocup_stone_add(table, line, &stones) && !*wrong)
            snprintf(wrong, sizeof wrong, "\"%.40s\" is no stone of this board", line);
    if (!line) return;
    if (!table->started) {
        gomocup_say_wrong(table, gomocup_no_board);
    } else if (*wrong) {
        gomocup_say_wrong(table, wrong);
    } else if (gomocup_position_of(table, &stones, &state, &error) != 0) {
        gomocup_say_wrong(table, error.text);
    } else {
        seat_start(table->seat, &state);
        gomocup_answer_with_move(table);
    }
}

static void gomocup_set_time(double *seconds, const char *milliseconds) {
    int64_t number;
    if (parse_i64(milliseconds, INT64_MIN, INT64_MAX, &number))
        *seconds = number > 0 ? (double)number / 1000 : 0;
}

static void gomocup_set_left(struct gomocup *table, const char *milliseconds) {
    gomocup_set_time(&table->left, milliseconds);
    table->used = 0;
}

/* Renju, exactly five and the like cannot be refused, only complained of. */
static void gomocup_check_rule(struct gomocup *table, const char *value) {
    if (strcmp(value, GOMOCUP_FREE_STYLE) != 0)
        seat_say(table->seat, "MESSAGE only free-style games are played here, not rule %.20s",
                 value);
}

static void gomocup_say_info(struct gomocup *table, const char *rest) {
    char key[32], value[32];
    if (sscanf(rest, "%31s %31s", key, value) != 2) return;
    if (strcasecmp(key, GOMOCUP_TURN_TIME) == 0) gomocup_set_time(&table->turn, value);
    if (strcasecmp(key, GOMOCUP_MATCH_TIME) == 0) gomocup_set_time(&table->match, value);
    if (strcasecmp(key, GOMOCUP_TIME_LEFT) == 0) gomocup_set_left(table, value);
    if (strcasecmp(key, GOMOCUP_RULE) == 0) gomocup_check_rule(table, value);
}

static void gomocup_say_about(struct gomocup *table, const char *rest) {
    (void)rest;
    seat_say(table->seat, "name=\"hone\", version=\"%s\"", HONE_VERSION);
}

static void gomocup_say_end(struct gomocup *table, const char *rest) {
    (void)rest;
    table->ended = true;
}

static const struct command {
    const char *word;
    bool needs_board;
    void (*say)(struct gomocup *table, const char *rest);
} commands[] = {
    {GOMOCUP_START, false, gomocup_say_start},    {"RECTSTART", false, gomocup_say_rectstart},
    {GOMOCUP_RESTART, true, gomocup_say_restart}, {GOMOCUP_BEGIN, true, gomocup_say_begin},
    {GOMOCUP_TURN, true, gomocup_say_turn},       {GOMOCUP_BOARD, false, gomocup_say_board},
    {"TAKEBACK", true, gomocup_say_takeback},     {GOMOCUP_INFO, false, gomocup_say_info},
    {"ABOUT", false, gomocup_say_about},          {GOMOCUP_END, false, gomocup_say_end},
};

static void gomocup_obey(struct gomocup *table, char *line) {
    const char *word = seat_word(&line);
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        if (strcasecmp(word, commands[i].word) != 0) continue;
        if (commands[i].needs_board && !table->started)
            gomocup_say_wrong(table, gomocup_no_board);
        else
            commands[i].say(table, line + strspn(line, " "));
        return;
    }
    seat_say(table->seat, "UNKNOWN %.40s", word);
}

static void gomocup_serve(struct seat *seat) {
    struct gomocup table = {.seat = seat, .turn = -1, .match = -1, .left = -1};
    char *line;
    while (!table.ended && (line = seat_line(seat))) gomocup_obey(&table, line);
}

static int gomocup_check(const struct game *game, struct error *error) {
    if (gomocup_carries(game)) return 0;
    return error_set(error, "gomocup is for games of one stone a turn, such as gomoku, not for %s",
                     game->name);
}

const struct protocol protocol_gomocup = {
    .name = "gomocup",
    .check = gomocup_check,
    .serve = gomocup_serve,
};
