/*
 * The record is the game: its last position is the board, and taking moves back plays the rest
 * again from its start. Loaded moves count as the human's on the human's sides.
 */
#include "engine/cli/play_session.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/textfile.h"

bool play_parse_sides(const char *text, bool human[2]) {
    static const char *const words[] = {"none", "first", "second", "both"};
    for (int i = 0; i < (int)COUNT_OF(words); i++) {
        if (strcmp(text, words[i]) != 0) continue;
        human[0] = i & 1;
        human[1] = i & 2;
        return true;
    }
    return false;
}

/* ---- the game ------------------------------------------------------------------------------ */

void play_begin(struct play_session *session, const void *start) {
    records_begin(&session->record, session->game, start);
    session->clock = session->clock_set;
    search_new_game(session->search);
}

void play_add(struct play_session *session, move_t move, bool chosen) {
    struct error error;
    session->chosen[session->record.count] = chosen;
    if (records_add(&session->record, move, &error) != 0) die("%s", error.text);
}

bool play_is_over(const struct play_session *session) {
    return session->record.end == RECORDS_RESIGNED ||
           session->game->over(session->game, &session->record.last);
}

int play_side(const struct play_session *session) {
    return session->game->side(&session->record.last);
}

bool play_human_to_move(const struct play_session *session) {
    return session->human[play_side(session)];
}

/* The side of each move of a record. */
static void play_sides_of(const struct game_record *record, int sides[GAME_PLIES_MAX]) {
    struct state state = record->start;
    for (int i = 0; i < record->count; i++) {
        sides[i] = record->game->side(&state);
        record->game->play(record->game, &state, record->moves[i]);
    }
}

int play_turn_moves(const struct play_session *session) {
    const struct game_record *record = &session->record;
    int sides[GAME_PLIES_MAX], count = 0;
    play_sides_of(record, sides);
    while (count < record->count && sides[record->count - 1 - count] == sides[record->count - 1])
        count++;
    return count;
}

bool play_stone_due(const struct play_session *session, int *due, int *of) {
    const struct game *game = session->game;
    const struct state *state = &session->record.last;
    if (game_has_single_turns(game)) return false;
    *of = game_board_is_empty(game, state) ? game->first_turn : game->turn;
    *due = *of - game->turn_left(state) + 1;
    return *of > 1;
}

/* Back to the first `count` moves. */
static void play_go_back(struct play_session *session, int count) {
    struct game_record *record = &session->record;
    move_t moves[GAME_PLIES_MAX];
    struct state start = record->start;
    memcpy(moves, record->moves, (size_t)count * sizeof *moves);
    records_begin(record, session->game, &start);
    for (int i = 0; i < count; i++) play_add(session, moves[i], session->chosen[i]);
}

bool play_take_back(struct play_session *session) {
    bool resigned = session->record.end == RECORDS_RESIGNED;
    int count = session->record.count - 1;
    while (!resigned && count >= 0 && !session->chosen[count]) count--;
    if (count < 0 && !resigned) return false;
    play_go_back(session, resigned ? session->record.count : count);
    return true;
}

/* ---- files --------------------------------------------------------------------------------- */

/* By the suffix, else the first that carries the game. 0, or -1 and why. */
static int play_format_of(const struct game *game, const char *path, enum records_format *out,
                          struct error *error) {
    const char *dot = strrchr(path, '.');
    if (dot && records_format_parse(dot + 1, out, NULL) == 0)
        return records_format_check(*out, game, error);
    for (*out = RECORDS_GGF; records_format_check(*out, game, NULL) != 0;) ++*out;
    return 0;
}

/* What a reader of the file wants to know of it. */
static struct game_record play_described(const struct play_session *session) {
    struct game_record record = session->record;
    time_t now = time(NULL);
    struct tm day;
    for (int side = 0; side < 2; side++)
        snprintf(record.names[side], sizeof record.names[side], "%s",
                 session->human[side] ? "human" : session->engine.name);
    if (localtime_r(&now, &day)) strftime(record.date, sizeof record.date, "%Y-%m-%d", &day);
    return record;
}

int play_save(struct play_session *session, const char *path, struct error *error) {
    enum records_format format;
    struct text text = {0};
    if (play_format_of(session->game, path, &format, error) != 0) return -1;
    if (strcmp(path, session->path) != 0 && access(path, F_OK) == 0)
        return error_set(error, "%s is there already; another name?", path);
    const struct game_record record = play_described(session);
    records_print(format, &record, &text);
    int status = file_write(path, text_get(&text), error);
    if (status == 0) snprintf(session->path, sizeof session->path, "%s", path);
    text_free(&text);
    return status;
}

static void play_take_over(struct play_session *session, const struct game_record *record) {
    int sides[GAME_PLIES_MAX];
    play_begin(session, &record->start);
    session->record = *record;
    if (record->end != RECORDS_RESIGNED && record->end != RECORDS_OVER)
        session->record.end = RECORDS_UNFINISHED;
    play_sides_of(record, sides);
    for (int i = 0; i < record->count; i++) session->chosen[i] = session->human[sides[i]];
}

static int play_refuse(const char *path, const char *text, const char *at, const char *why,
                       struct error *error) {
    int line = 1;
    if (!at) return error_set(error, "%s: %s", path, why);
    for (const char *c = text; c < at; c++) line += *c == '\n';
    return error_set(error, "%s:%d: %s", path, line, why);
}

int play_load(struct play_session *session, const char *path, struct error *error) {
    enum records_format format;
    struct game_record record = {0};
    struct text text;
    struct error why;
    if (play_format_of(session->game, path, &format, error) != 0 ||
        textfile_read(path, path, &text, error) != 0)
        return -1;
    const char *at = text_get(&text);
    int status = records_parse(format, session->game, &at, &record, &why);
    if (status) play_refuse(path, text_get(&text), record.at, why.text, error);
    if (status == 0) play_take_over(session, &record);
    if (status == 0) snprintf(session->path, sizeof session->path, "%s", path);
    text_free(&text);
    return status;
}
