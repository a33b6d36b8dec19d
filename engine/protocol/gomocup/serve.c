/*
 * gomocup_serve: the engine under piskvork or another manager of Gomocup. The board's size comes
 * with START; the weights play on any.
 */
#include "engine/protocol/gomocup/table.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"
#include "engine/games/games.h"

enum { GOMOCUP_SIZE_MAX = 20 }; /* of the tournaments' boards */
_Static_assert(GOMOCUP_SIZE_MAX *GOMOCUP_SIZE_MAX <= GAME_POINTS_MAX, "it fits");

static const char gomocup_no_board[] = "there is no board yet; START makes one";

void gomocup_say_wrong(struct gomocup *table, const char *what) {
    seat_say(table->seat, GOMOCUP_ERROR " %s", what);
}

/* ---- time ------------------------------------------------------------------------------------ */

/* The manager's time, if it gave one, for each of an answer's `searches`. A turn of 0 is to be
 * played at once, a match of 0 has no end. */
static void gomocup_set_timing(const struct gomocup *table, int searches) {
    struct timing timing = {0};
    double left = table->left >= 0 ? table->left : table->match;
    if (table->turn < 0 && left < 0) return;
    if (table->turn >= 0) timing.move = timing_left(table->turn) / searches;
    if (table->match != 0 && left >= 0)
        timing.remaining = timing_left(left - table->used) / searches;
    table->seat->timing = timing;
}

/* ---- depth and nodes ------------------------------------------------------------------------- */

/* The command line's limits hold besides; its default nodes only if there is no other limit. */
static void gomocup_set_limits(struct gomocup *table, int searches) {
    struct seat *seat = table->seat;
    bool ends = table->nodes > 0 || (table->depth > 0 && table->depth < SEARCH_DEPTH_MAX);
    seat->limits = table->own_limits;
    seat->limits.seconds /= searches;
    seat->limits_default = table->own_limits_default && table->nodes == 0;
    if (table->own_limits_default && ends) seat->limits.nodes = 0;
    if (table->depth > 0 && table->depth < seat->limits.depth) seat_set_depth(seat, table->depth);
    if (table->nodes > 0 &&
        (seat->limits.nodes == 0 || seat->limits.nodes > (uint64_t)table->nodes))
        seat->limits.nodes = (uint64_t)table->nodes;
}

/* ---- thinking -------------------------------------------------------------------------------- */

/* The blocked points, as long as others are left, and those of `shown`: their count. */
static int gomocup_except(const struct gomocup *table, const move_t *shown, int shown_count,
                          move_t out[GAME_MOVES_MAX]) {
    const struct seat *seat = table->seat;
    int legal = 0;
    for (int i = 0; i < table->blocked_count; i++)
        if (game_legal(seat->game, &seat->state, table->blocked[i]))
            out[legal++] = table->blocked[i];
    if (legal + shown_count >= seat->game->plies_left(&seat->state)) legal = 0;
    for (int i = 0; i < shown_count; i++) out[legal + i] = shown[i];
    return legal + shown_count;
}

/* The engine's move, other than those of `shown`. */
void gomocup_think(struct gomocup *table, int searches, const move_t *shown, int shown_count,
                   struct search_result *out) {
    struct seat *seat = table->seat;
    move_t except[GAME_MOVES_MAX];
    double begin = clock_seconds();
    gomocup_set_timing(table, searches);
    gomocup_set_limits(table, searches);
    seat->limits.except = except;
    seat->limits.except_count = gomocup_except(table, shown, shown_count, except);
    if (seat->limits.except_count > 0) seat->limits.depth = max_int(1, seat->limits.depth);
    seat_choose(seat, out);
    seat->limits.except_count = 0;
    table->used += clock_seconds() - begin;
}

static void gomocup_comment(const struct gomocup *table, const struct search_result *result) {
    struct text line = {0};
    char point[GOMOCUP_POINT_TEXT];
    for (int i = 0; i < result->pv_length; i++) {
        gomocup_point_format(table->seat->game, result->pv[i], point);
        text_add(&line, " %s", point);
    }
    seat_say(table->seat, "MESSAGE depth %d value %d nodes %llu line%s", result->depth,
             result->score, (unsigned long long)result->nodes, text_get(&line));
    text_free(&line);
}

bool gomocup_refuse_finished(struct gomocup *table) {
    if (!seat_over(table->seat)) return false;
    gomocup_say_wrong(table, "the game is over");
    return true;
}

/* Searches for the best moves, comments on them if there are several, and plays the first. */
void gomocup_answer_with_best(struct gomocup *table, int count) {
    struct seat *seat = table->seat;
    struct search_result result;
    move_t shown[GAME_MOVES_MAX];
    char point[GOMOCUP_POINT_TEXT];
    if (gomocup_refuse_finished(table)) return;
    count = min_int(count, seat->game->plies_left(&seat->state));
    for (int i = 0; i < count && !seat_stopped(seat); i++) {
        gomocup_think(table, count, shown, i, &result);
        if (table->comments || count > 1) gomocup_comment(table, &result);
        shown[i] = result.move;
    }
    /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): at least a ply is left */
    seat_play(seat, shown[0]);
    gomocup_point_format(seat->game, shown[0], point);
    seat_say(seat, "%s", point);
}

static void gomocup_answer_with_move(struct gomocup *table) {
    gomocup_answer_with_best(table, 1);
}

/* ---- the board ------------------------------------------------------------------------------- */

/* "x,y" on the board and nothing else. */
static bool gomocup_point_read(const struct gomocup *table, const char *text, move_t *out) {
    int used = gomocup_point_parse(table->seat->game, text, out);
    return used > 0 && !text[used] && *out != MOVE_NONE;
}

/* Whether there is room for a line on such a board, and for the board in a state. */
static int gomocup_check_size(const struct gomocup *table, int columns, int rows,
                              struct error *error) {
    int line = table->seat->game->in_a_row, least = min_int(columns, rows);
    int most = max_int(columns, rows);
    if (least >= 1 && most >= line && most <= GOMOCUP_SIZE_MAX) return 0;
    if (columns == rows) return error_set(error, "size must be %d to %d", line, GOMOCUP_SIZE_MAX);
    return error_set(error, "width and height must be 1 to %d, one of them %d or more",
                     GOMOCUP_SIZE_MAX, line);
}

static int gomocup_make_board(struct gomocup *table, int columns, int rows, struct error *error) {
    char name[32];
    table->seat->game->resize(table->seat->game, columns, rows, table->exact, name);
    const struct game *game = games_find(name, error);
    return game ? seat_change_game(table->seat, game, error) : -1;
}

static void gomocup_start_board(struct gomocup *table, int columns, int rows) {
    struct error error;
    const struct game *before = table->seat->game;
    table->used = 0;
    if (columns != before->columns || rows != before->rows) table->blocked_count = 0;
    table->started = gomocup_check_size(table, columns, rows, &error) == 0 &&
                     gomocup_make_board(table, columns, rows, &error) == 0;
    if (table->started)
        seat_say(table->seat, GOMOCUP_OK);
    else
        gomocup_say_wrong(table, error.text);
}

/* The stones of a BOARD, to be set up. */
struct stones {
    char cells[GAME_POINTS_MAX + 1]; /* 'm': mine, 'y': yours */
    int own, opponent;
};

/* A line "x,y,field": 1 is a stone of the engine, 2 of the opponent. */
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

/* If both sides have as many stones the engine began, since it is to move. */
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

/* "15", or "15 11" of Yixin-Board, which names the columns first there, and of points the row. */
static void gomocup_say_start(struct gomocup *table, const char *rest) {
    int size, second, used = 0, both = 0;
    if (sscanf(rest, "%4d%n %4d%n", &size, &used, &second, &both) == 1) second = size;
    if (used > 0 && !rest[max_int(used, both)])
        gomocup_start_board(table, second, size);
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
    gomocup_start_board(table, table->seat->game->columns, table->seat->game->rows);
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

/* The next line of a list. NULL: that ends, with DONE, or where END or the end of all lines cuts it
 * off. */
static char *gomocup_item(struct gomocup *table, bool *done) {
    char *line = seat_line(table->seat);
    *done = line && strcasecmp(line, GOMOCUP_DONE) == 0;
    table->ended = line && strcasecmp(line, GOMOCUP_END) == 0;
    return *done || table->ended ? NULL : line;
}

/* Lines "x,y,field" follow until DONE; they are read to the end even if some are wrong. Whether
 * they now stand on the board. */
bool gomocup_set_up_board(struct gomocup *table) {
    const struct game *game = table->seat->game;
    struct stones stones = {.own = 0};
    struct error error;
    struct state state;
    char *line, wrong[80] = "";
    bool done;
    memset(stones.cells, '.', (size_t)(game->columns * game->rows));
    while ((line = gomocup_item(table, &done)))
        if (!gomocup_stone_add(table, line, &stones) && !*wrong)
            snprintf(wrong, sizeof wrong, "\"%.40s\" is no stone of this board", line);
    if (!done) return false;
    if (!table->started) {
        gomocup_say_wrong(table, gomocup_no_board);
    } else if (*wrong) {
        gomocup_say_wrong(table, wrong);
    } else if (gomocup_position_of(table, &stones, &state, &error) != 0) {
        gomocup_say_wrong(table, error.text);
    } else {
        seat_start(table->seat, &state);
        return true;
    }
    return false;
}

static void gomocup_say_board(struct gomocup *table, const char *rest) {
    (void)rest;
    if (gomocup_set_up_board(table)) gomocup_answer_with_move(table);
}

/* Lines "x,y" follow until DONE; their count, -1 after saying which one is no point, or if the
 * words end before. */
int gomocup_read_points(struct gomocup *table, move_t points[GAME_POINTS_MAX]) {
    char *line, wrong[80] = "";
    int count = 0;
    bool done;
    while ((line = gomocup_item(table, &done))) {
        bool fits = count < GAME_POINTS_MAX && gomocup_point_read(table, line, &points[count]);
        if (fits) count++;
        if (!fits && !*wrong)
            snprintf(wrong, sizeof wrong, "\"%.40s\" is no point of this board", line);
    }
    if (*wrong) gomocup_say_wrong(table, wrong);
    return *wrong || !done ? -1 : count;
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

/* The rule is told before the first stone or holds from the next game on. Renju and the like cannot
 * be refused, only complained of. */
static void gomocup_set_rule(struct gomocup *table, const char *value) {
    struct seat *seat = table->seat;
    struct error error;
    table->exact = strcmp(value, GOMOCUP_EXACT) == 0;
    if (!table->exact && strcmp(value, GOMOCUP_FREE_STYLE) != 0)
        seat_say(seat,
                 "MESSAGE rule %.20s is not known here, only 0 (free style) and 1 (exactly "
                 "five); this game is free style",
                 value);
    if (table->exact == seat->game->exact || !game_board_is_empty(seat->game, &seat->state)) return;
    if (gomocup_make_board(table, seat->game->columns, seat->game->rows, &error) == 0) return;
    seat_say(seat, "MESSAGE rule %.20s cannot be played: %s", value, error.text);
    table->exact = seat->game->exact;
}

/* What is not above 0 is no limit. */
static void gomocup_set_limit(int64_t *limit, const char *value) {
    if (parse_i64(value, INT64_MIN, INT64_MAX, limit) && *limit > 0) return;
    *limit = 0;
}

/* Of all that it takes. What the program takes without its tables is about 5 MiB. */
static void gomocup_set_memory(struct gomocup *table, const char *value) {
    enum { PROGRAM_BYTES = 8 << 20, LEAST_BYTES = 1 << 20 };
    int64_t bytes;
    gomocup_set_limit(&bytes, value);
    size_t room = bytes > PROGRAM_BYTES ? (size_t)bytes - PROGRAM_BYTES : 0;
    if (bytes == 0 || room > table->own_memory) room = table->own_memory;
    if (room < LEAST_BYTES)
        seat_say(table->seat, "MESSAGE max_memory %s is too little, %d bytes are taken", value,
                 PROGRAM_BYTES + LEAST_BYTES);
    seat_set_memory(table->seat, room < LEAST_BYTES ? LEAST_BYTES : room);
    seat_get_ready(table->seat);
}

static void gomocup_say_info(struct gomocup *table, const char *rest) {
    char key[32], value[32];
    if (sscanf(rest, "%31s %31s", key, value) != 2) return;
    if (strcasecmp(key, GOMOCUP_TURN_TIME) == 0) gomocup_set_time(&table->turn, value);
    if (strcasecmp(key, GOMOCUP_MATCH_TIME) == 0) gomocup_set_time(&table->match, value);
    if (strcasecmp(key, GOMOCUP_TIME_LEFT) == 0) gomocup_set_left(table, value);
    if (strcasecmp(key, GOMOCUP_MEMORY) == 0) gomocup_set_memory(table, value);
    if (strcasecmp(key, "max_depth") == 0) gomocup_set_limit(&table->depth, value);
    if (strcasecmp(key, "max_node") == 0) gomocup_set_limit(&table->nodes, value);
    if (strcasecmp(key, "show_detail") == 0) table->comments = strcmp(value, "0") != 0;
    if (strcasecmp(key, GOMOCUP_RULE) == 0) gomocup_set_rule(table, value);
}

static void gomocup_say_about(struct gomocup *table, const char *rest) {
    (void)rest;
    seat_say(table->seat, "name=\"hone\", version=\"%s\"", HONE_VERSION);
}

static void gomocup_say_end(struct gomocup *table, const char *rest) {
    (void)rest;
    table->ended = true;
}

/* ---- the list -------------------------------------------------------------------------------- */

static const struct gomocup_command gomocup_commands[] = {
    {GOMOCUP_START, false, gomocup_say_start, SEAT_WAITS},
    {"RECTSTART", false, gomocup_say_rectstart, SEAT_WAITS},
    {GOMOCUP_RESTART, true, gomocup_say_restart, SEAT_WAITS},
    {GOMOCUP_BEGIN, true, gomocup_say_begin, SEAT_ASKS},
    {GOMOCUP_TURN, true, gomocup_say_turn, SEAT_ASKS},
    {GOMOCUP_BOARD, false, gomocup_say_board, SEAT_ASKS},
    {"TAKEBACK", true, gomocup_say_takeback, SEAT_WAITS},
    {GOMOCUP_INFO, false, gomocup_say_info, SEAT_WAITS},
    {"ABOUT", false, gomocup_say_about, SEAT_WAITS},
    {GOMOCUP_END, false, gomocup_say_end, SEAT_ENDS},
    {"SWAP2BOARD", true, swap2_say_board, SEAT_ASKS},
    {0}};

static const struct gomocup_command *gomocup_find_in(const struct gomocup_command *commands,
                                                     const char *word) {
    while (commands->word && strcasecmp(word, commands->word) != 0) commands++;
    return commands->word ? commands : NULL;
}

static const struct gomocup_command *gomocup_find(const char *word) {
    const struct gomocup_command *command = gomocup_find_in(gomocup_commands, word);
    return command ? command : gomocup_find_in(yixin_commands, word);
}

static enum seat_line_kind gomocup_line_kind(char *line) {
    const struct gomocup_command *command = gomocup_find(seat_word(&line));
    return command ? command->kind : SEAT_WAITS;
}

static void gomocup_obey(struct gomocup *table, char *line) {
    const char *word = seat_word(&line);
    const struct gomocup_command *command = gomocup_find(word);
    if (!command)
        seat_say(table->seat, GOMOCUP_UNKNOWN " %.40s", word);
    else if (command->needs_board && !table->started)
        gomocup_say_wrong(table, gomocup_no_board);
    else
        command->say(table, line + strspn(line, " "));
}

static void gomocup_serve(struct seat *seat) {
    struct gomocup table = {.seat = seat,
                            .exact = seat->game->exact,
                            .turn = -1,
                            .match = -1,
                            .left = -1,
                            .own_limits = seat->limits,
                            .own_limits_default = seat->limits_default,
                            .own_memory = 3 * search_table_bytes(seat->search)};
    char *line;
    seat->line_kind = gomocup_line_kind;
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
