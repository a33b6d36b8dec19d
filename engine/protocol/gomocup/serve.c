/*
 * Gomocup, the protocol of piskvork (Laštovička), https://plastovicka.github.io/protocl2en.htm, for
 * games of one stone a turn. The board's size comes with START: the weights play on any.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"
#include "engine/connect/rules.h"
#include "engine/games.h"
#include "engine/protocol/seat.h"

static const char no_board[] = "there is no board yet; START makes one";

struct gomocup {
    struct seat *seat;
    bool started, ended;
    double turn, match, left; /* seconds that the manager allows; -1: it did not say */
    double used;              /* of its own since it said what is left, or the game began */
};

static const struct connect_rules *rules_of(const struct gomocup *table) {
    return connect_rules(table->seat->game);
}

static void say_wrong(struct gomocup *table, const char *what) {
    seat_say(table->seat, "ERROR %s", what);
}

/* ---- time ------------------------------------------------------------------------------------ */

/* What the manager said, if it did. A turn of 0 is to be played at once, a match of 0 has no end.
 */
static void set_timing(const struct gomocup *table) {
    struct timing timing = {0};
    double left = table->left >= 0 ? table->left : table->match;
    if (table->turn < 0 && left < 0) return;
    if (table->turn >= 0) timing.move = timing_left(table->turn);
    if (table->match != 0 && left >= 0) timing.remaining = timing_left(left - table->used);
    table->seat->timing = timing;
}

static void answer_with_move(struct gomocup *table) {
    struct seat *seat = table->seat;
    struct search_result choice;
    if (seat_over(seat)) {
        say_wrong(table, "the game is over");
        return;
    }
    double begin = clock_seconds();
    set_timing(table);
    seat_choose(seat, &choice);
    table->used += clock_seconds() - begin;
    seat_play(seat, choice.move);
    int columns = rules_of(table)->columns;
    seat_say(seat, "%d,%d", choice.move % columns, choice.move / columns);
}

/* ---- the board ------------------------------------------------------------------------------- */

/* "x,y" and, if `field` is not NULL, ",field"; false unless that is all and x,y is on the board. */
static bool point_parse(const struct gomocup *table, const char *text, move_t *out, int *field) {
    int x, y, used = 0;
    if (sscanf(text, "%4d , %4d%n", &x, &y, &used) != 2) return false;
    text += used;
    if (field) {
        used = 0;
        if (sscanf(text, " , %4d%n", field, &used) != 1) return false;
        text += used;
    }
    const struct connect_rules *rules = rules_of(table);
    *out = (move_t)(y * rules->columns + x);
    return !*text && x >= 0 && x < rules->columns && y >= 0 && y < rules->rows;
}

static void start_board(struct gomocup *table, int columns, int rows) {
    const struct connect_rules *rules = rules_of(table);
    char name[64];
    struct error error;
    snprintf(name, sizeof name, "connect(%d,%d,%d,%d,%d)", columns, rows, rules->k, rules->p,
             rules->q);
    const struct game *game = games_find(name, &error);
    table->used = 0;
    table->started = game && seat_change_game(table->seat, game, &error) == 0;
    if (table->started)
        seat_say(table->seat, "OK");
    else
        seat_say(table->seat, "ERROR unsupported board: %s", error.text);
}

/* The stones of a BOARD, to become a position line. */
struct stones {
    char cells[CONNECT_POINTS_MAX + 1];
    int own, opponent;
};

static bool stone_add(const struct gomocup *table, const char *line, struct stones *stones) {
    move_t point;
    int field;
    if (!point_parse(table, line, &point, &field) || (field != 1 && field != 2)) return false;
    if (stones->cells[point] != '.') return false;
    stones->cells[point] = field == 1 ? 'm' : 'y'; /* mine, yours */
    if (field == 1)
        stones->own++;
    else
        stones->opponent++;
    return true;
}

/* Who has as many stones as the other began, since it is the engine's move. */
static int position_of(const struct gomocup *table, const struct stones *stones,
                       struct state *state, struct error *error) {
    bool first = stones->own >= stones->opponent;
    struct text line = {0};
    for (const char *c = stones->cells; *c; c++)
        text_add(&line, "%c", *c == '.' ? '.' : (*c == 'm') == first ? 'X' : 'O');
    text_add(&line, " %c1", first ? 'X' : 'O');
    const struct game *game = table->seat->game;
    int failed = game->position_parse(game, text_get(&line), state, error);
    text_free(&line);
    if (!failed && game->over(game, state)) return error_set(error, "the game is over");
    return failed;
}

/* ---- what the manager says ------------------------------------------------------------------- */

static void say_start(struct gomocup *table, const char *rest) {
    int64_t size;
    if (parse_i64(rest, 1, 1000, &size))
        start_board(table, (int)size, (int)size);
    else
        say_wrong(table, "START takes the size of the board");
}

static void say_rectstart(struct gomocup *table, const char *rest) {
    int columns, rows, used = 0;
    if (sscanf(rest, "%4d , %4d%n", &columns, &rows, &used) == 2 && !rest[used])
        start_board(table, columns, rows);
    else
        say_wrong(table, "RECTSTART takes width,height");
}

static void say_restart(struct gomocup *table, const char *rest) {
    (void)rest;
    table->used = 0;
    seat_start(table->seat, NULL);
    seat_say(table->seat, "OK");
}

static bool board_is_empty(const struct gomocup *table) {
    const struct connect_state *state = (const void *)&table->seat->state;
    return state->empties == rules_of(table)->points;
}

static void say_begin(struct gomocup *table, const char *rest) {
    (void)rest;
    if (board_is_empty(table))
        answer_with_move(table);
    else
        say_wrong(table, "the game has begun");
}

static void say_turn(struct gomocup *table, const char *rest) {
    move_t point;
    if (point_parse(table, rest, &point, NULL) && seat_play(table->seat, point))
        answer_with_move(table);
    else
        say_wrong(table, "illegal move");
}

static void say_takeback(struct gomocup *table, const char *rest) {
    struct seat *seat = table->seat;
    move_t point;
    if (!point_parse(table, rest, &point, NULL) || seat->count == 0 ||
        seat->moves[seat->count - 1] != point) {
        say_wrong(table, "that was not the last move");
        return;
    }
    seat_back(seat, seat->count - 1);
    seat_say(seat, "OK");
}

/* Lines "x,y,field" follow until DONE; they are read to the end even if some are wrong. */
static void say_board(struct gomocup *table, const char *rest) {
    (void)rest;
    struct stones stones = {.own = 0};
    struct error error;
    struct state state;
    char *line, wrong[80] = "";
    memset(stones.cells, '.', (size_t)rules_of(table)->points);
    while ((line = seat_line(table->seat)) && strcasecmp(line, "DONE") != 0)
        if (!stone_add(table, line, &stones) && !*wrong)
            snprintf(wrong, sizeof wrong, "\"%.40s\" is no stone of this board", line);
    if (!line) return;
    if (!table->started) {
        say_wrong(table, no_board);
    } else if (*wrong) {
        say_wrong(table, wrong);
    } else if (position_of(table, &stones, &state, &error) != 0) {
        say_wrong(table, error.text);
    } else {
        seat_start(table->seat, &state);
        answer_with_move(table);
    }
}

static void set_time(double *seconds, const char *milliseconds) {
    int64_t number;
    if (parse_i64(milliseconds, INT64_MIN, INT64_MAX, &number))
        *seconds = number > 0 ? (double)number / 1000 : 0;
}

static void set_left(struct gomocup *table, const char *milliseconds) {
    set_time(&table->left, milliseconds);
    table->used = 0;
}

/* Renju, exactly five and the like cannot be refused, only complained of. */
static void check_rule(struct gomocup *table, const char *value) {
    if (strcmp(value, "0") != 0)
        seat_say(table->seat, "MESSAGE only free-style games are played here, not rule %.20s",
                 value);
}

static void say_info(struct gomocup *table, const char *rest) {
    char key[32], value[32];
    if (sscanf(rest, "%31s %31s", key, value) != 2) return;
    if (strcasecmp(key, "timeout_turn") == 0) set_time(&table->turn, value);
    if (strcasecmp(key, "timeout_match") == 0) set_time(&table->match, value);
    if (strcasecmp(key, "time_left") == 0) set_left(table, value);
    if (strcasecmp(key, "rule") == 0) check_rule(table, value);
}

static void say_about(struct gomocup *table, const char *rest) {
    (void)rest;
    seat_say(table->seat, "name=\"hone\", version=\"%s\"", HONE_VERSION);
}

static void say_end(struct gomocup *table, const char *rest) {
    (void)rest;
    table->ended = true;
}

static const struct command {
    const char *word;
    bool needs_board;
    void (*say)(struct gomocup *table, const char *rest);
} commands[] = {
    {"START", false, say_start},      {"RECTSTART", false, say_rectstart},
    {"RESTART", true, say_restart},   {"BEGIN", true, say_begin},
    {"TURN", true, say_turn},         {"BOARD", false, say_board},
    {"TAKEBACK", true, say_takeback}, {"INFO", false, say_info},
    {"ABOUT", false, say_about},      {"END", false, say_end},
};

static void obey(struct gomocup *table, char *line) {
    const char *word = word_next(&line);
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        if (strcasecmp(word, commands[i].word) != 0) continue;
        if (commands[i].needs_board && !table->started)
            say_wrong(table, no_board);
        else
            commands[i].say(table, line + strspn(line, " "));
        return;
    }
    seat_say(table->seat, "UNKNOWN %.40s", word);
}

static void gomocup_serve(struct seat *seat) {
    struct gomocup table = {.seat = seat, .turn = -1, .match = -1, .left = -1};
    char *line;
    while (!table.ended && (line = seat_line(seat))) obey(&table, line);
}

static int gomocup_check(const struct game *game, struct error *error) {
    bool connect = games_family(game) == &connect_family;
    if (connect && connect_rules(game)->p == 1 && connect_rules(game)->q == 1) return 0;
    return error_set(error, "gomocup is for games of one stone a turn, such as gomoku, not for %s",
                     game->name);
}

const struct protocol protocol_gomocup = {
    .name = "gomocup",
    .check = gomocup_check,
    .serve = gomocup_serve,
};
