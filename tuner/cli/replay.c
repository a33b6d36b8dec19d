/*
 * hone replay: a game is a function of its row, so games need not be stored to be looked at. A
 * meeting is played again as a session of its two players.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/options.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/kept_games.h"
#include "tuner/cli/showgame.h"
#include "tuner/play/desk.h"
#include "tuner/report/names.h"
#include "tuner/report/run_argument.h"
#include "tuner/run/session.h"

static const struct command_usage usage = {
    .synopsis = "replay RUN MEETING [GAME] | FILE.db [GAME]",
    .doc =
        "Plays a meeting of a run again from its row: the same players, openings and random\n"
        "numbers, so the same games. Without GAME, lists the meeting's games and compares their\n"
        "results with the stored ones. With GAME (from 1), prints that game move by move.\n"
        "RUN is the run's directory or database; MEETING is the number that `hone report`\n"
        "shows, or an id of the table `meetings`.\n"
        "Games with external engines, which `hone match` and `hone tournament` keep in FILE.db\n"
        "(results/games.db), are shown as they were played: without GAME the list of them, with\n"
        "it that game, and what was wrong if a fault decided it.\n"
        "With --format other than text the games are written as records, from the start of the\n"
        "game on, for other programs; without GAME all of them: ggf for Reversi, sgf for Connect,\n"
        "obf (a line for each position) and moves for both.\n",
    .operands_min = 1,
    .operands_max = 3,
};

/* A meeting on the table again. */
struct replay {
    struct run_argument run;
    struct config config;
    struct stored_meeting row;
    char names[2][NAMES_LENGTH];
    struct roster roster; /* A and B */
    struct pool *pool;
    struct session session;
};

static int replay_seat(struct replay *replay, int64_t id, char name[NAMES_LENGTH],
                       struct error *error) {
    struct stored_player player;
    if (store_player(replay->run.store, id, &player, error)) return -1;
    names_player(replay->run.store, &player, name);
    if (*player.line) {
        error_set(
            error,
            "%s is an engine of its own (%.200s): its games cannot be played again; what they "
            "came to is in `hone report`",
            name, player.line);
        store_free_player(&player);
        return -1;
    }
    enum role role = player.kind == PLAYER_RANDOM ? ROLE_RANDOM : ROLE_CANDIDATE;
    const struct evaluator *evaluator = roster_evaluator(replay->config.game, &player, error);
    if (evaluator) roster_seat(&replay->roster, evaluator, player.weights, role, id);
    store_free_player(&player);
    return evaluator ? 0 : -1;
}

static int replay_load(struct replay *replay, const char *run, int64_t meeting,
                       struct error *error) {
    if (run_argument_open(run, &replay->run, error) ||
        run_argument_config(&replay->run, &replay->config, error) ||
        store_meeting(replay->run.store, meeting, &replay->row, error))
        return -1;
    if (replay->row.run != replay->run.run->id)
        return error_set(error, "meeting %lld is of another run in that database",
                         (long long)meeting);
    replay->roster = roster_new(config_manners(&replay->config, replay->row.stage));
    if (replay_seat(replay, replay->row.a, replay->names[0], error)) return -1;
    return replay_seat(replay, replay->row.b, replay->names[1], error);
}

/* Where meetings have openings of their own: how many stand before it in its stage. */
static int replay_skipped(const struct replay *replay) {
    const struct stored_meeting *row = &replay->row;
    struct stored_meeting *rows;
    int count = store_meetings(replay->run.store, row->run, row->stage, row->generation, &rows);
    int before = 0;
    while (before < count && rows[before].id != row->id) before++;
    free(rows);
    return stage_table[row->stage].apart ? before : 0;
}

static int replay_open(struct replay *replay, const char *run, int64_t meeting,
                       struct error *error) {
    if (replay_load(replay, run, meeting, error)) return -1;
    const struct stored_meeting *row = &replay->row;
    const struct config *config = &replay->config;
    struct session *session = &replay->session;
    replay->pool = pool_open(config->threads, (size_t)config->player.tt_kib * 1024);
    *session = session_of_run(config, (enum mixing)replay->run.run->mixing, row->stage,
                              row->generation, &replay->roster, replay->pool);
    if (openings_check(&session->source, error)) return -1;
    session->skipped = replay_skipped(replay);
    if (row->stage == STAGE_VERIFY && config->verify.error > 0)
        session->pairs = config->verify.pairs_max;
    if (row->stage == STAGE_SELECT && config->verify.racing) session->pairs = (int)row->pairs;
    if (config->pairs[row->stage] > 0 && row->pairs > session->pairs)
        return error_set(error, "meeting %lld has %lld pairs, the run's config says %d",
                         (long long)meeting, (long long)row->pairs, session->pairs);
    session->pairs = (int)row->pairs; /* a race may have stopped it early */
    session_meet(session, 0, 1);
    session_draw(session, NULL);
    return 0;
}

static void replay_close(struct replay *replay) {
    session_destroy(&replay->session);
    pool_close(replay->pool);
    roster_destroy(&replay->roster);
    config_free(&replay->config);
    run_argument_close(&replay->run);
}

static const char *replay_outcome(int outcome) {
    return outcome > 0 ? "won" : outcome < 0 ? "lost" : "drawn";
}

static void replay_print_heading(const struct replay *replay) {
    const struct stored_meeting *row = &replay->row;
    printf("meeting %lld, %s", (long long)row->id, stage_table[row->stage].name);
    if (row->generation > 0) printf(", generation %d", row->generation);
    printf(", %lld pairs: A %s against B %s\n", (long long)row->pairs, replay->names[0],
           replay->names[1]);
}

/* ---- all games of the meeting ---- */

static int replay_print_comparison(const struct replay *replay) {
    const struct pentanomial *counts = &replay->session.scores[0].counts;
    bool same = memcmp(counts, &replay->row.counts, sizeof *counts) == 0;
    const int64_t *n = counts->n;
    printf("pairs with 0-4 points: [%lld, %lld, %lld, %lld, %lld], %s\n", (long long)n[0],
           (long long)n[1], (long long)n[2], (long long)n[3], (long long)n[4],
           same ? "as stored" : "NOT as stored: another version of the program?");
    return same ? 0 : 1;
}

static int replay_list(struct replay *replay) {
    static const char *const results[] = {"lost", "drawn", "won"};
    const struct result *games = replay->session.results;
    session_play(&replay->session, replay->session.pairs);
    replay_print_heading(replay);
    printf("  game  opening  first  plies  A\n");
    for (int g = 0; g < session_games(&replay->session); g++)
        printf("  %4d  %7d  %-5s  %5d  %s\n", g + 1, g / 2 + 1, g % 2 ? "B" : "A", games[g].plies,
               results[games[g].points]);
    return replay_print_comparison(replay);
}

/* ---- one game ---- */

/* Plays game number `number` again, moves and all. */
static void replay_game(const struct replay *replay, int number, struct record *record,
                        move_t *moves) {
    const struct terms terms = session_terms(&replay->session);
    const struct job job = session_job(&replay->session, 0, number);
    struct desk *desk = desk_open((size_t)replay->config.player.tt_kib * 1024);
    desk_play_one(desk, &terms, &job, record, moves);
    desk_close(desk);
}

/* From the start of the game, unless its opening was set up: how that was reached is drawn again.
 */
static void replay_record(const struct replay *replay, int number, const struct record *record,
                          const move_t *moves, struct game_record *out) {
    const struct stored_run *run = replay->run.run;
    move_t opening[GAME_PLIES_MAX];
    const struct openings *openings = &replay->session.openings;
    int number_there = session_job(&replay->session, 0, number).opening;
    int count = openings_line(openings, number_there, opening);
    records_begin(out, replay->config.game, count < 0 ? &openings->positions[number_there] : NULL);
    for (int i = 0; i < count; i++) records_add(out, opening[i], NULL);
    for (int i = 0; i < record->plies; i++) records_add(out, moves[i], NULL);
    for (int side = 0; side < 2; side++)
        snprintf(out->names[side], sizeof out->names[side], "%s",
                 replay->names[side ^ (number % 2)]);
    snprintf(out->event, sizeof out->event, "%.40s, meeting %lld", run->name,
             (long long)replay->row.id);
    snprintf(out->date, sizeof out->date, "%.10s", run->started);
}

static void replay_print_record(const struct replay *replay, int number,
                                enum records_format format) {
    struct game_record *out = xmalloc(sizeof *out);
    move_t moves[GAME_PLIES_MAX];
    struct record record;
    replay_game(replay, number, &record, moves);
    replay_record(replay, number, &record, moves, out);
    showgame_record(format, out);
    free(out);
}

/* How both play, where a meeting is played in several manners. */
static void replay_print_manner(const struct replay *replay, int number) {
    const struct manners *manners = &replay->roster.manners;
    struct text text = {0};
    if (manners->count == 1) return;
    manners_describe(&manners->list[replay->session.manners[number / 2]], &text);
    printf("played: %s\n", text_get(&text));
    text_free(&text);
}

static void replay_print_game(const struct replay *replay, int number, bool boards) {
    const struct game *game = replay->config.game;
    const struct job job = session_job(&replay->session, 0, number);
    move_t moves[GAME_PLIES_MAX];
    struct record record;
    replay_game(replay, number, &record, moves);
    replay_print_heading(replay);
    printf("game %d: %s is %s\n", number + 1, number % 2 ? "B" : "A", game->sides[0]);
    replay_print_manner(replay, number);
    showgame_moves(game, &replay->session.openings.positions[job.opening], moves, record.plies,
                   boards);
    printf("result: %s %s, margin %d for %s\n", game->sides[0], replay_outcome(record.outcome),
           record.margin, game->sides[0]);
}

/* ---- the command ---- */

static int replay_games(struct replay *replay, const struct operands *operands,
                        const struct showgame *how, struct error *error) {
    int64_t game;
    int games = 2 * (int)replay->row.pairs;
    if (how->format && records_format_check(how->records, replay->config.game, error)) return -1;
    if (operands->count == 2 && !how->format) return replay_list(replay);
    if (operands->count == 2)
        for (int number = 0; number < games; number++)
            replay_print_record(replay, number, how->records);
    if (operands->count == 2) return 0;
    if (!parse_i64(operands->list[2], 1, games, &game))
        return error_set(error, "GAME is a number from 1 to %d, not \"%s\"", games,
                         operands->list[2]);
    if (how->format)
        replay_print_record(replay, (int)game - 1, how->records);
    else
        replay_print_game(replay, (int)game - 1, how->boards);
    return 0;
}

static int replay_refuse_no_meeting(const char *run, struct error *error) {
    struct run_argument argument;
    if (run_argument_open(run, &argument, error)) return -1;
    run_argument_close(&argument);
    return error_set(error, "%s holds a run: which MEETING of it? `hone report` numbers them", run);
}

static int replay_run(const struct operands *operands, const struct showgame *how,
                      struct error *error) {
    struct replay replay = {0};
    int64_t meeting;
    if (operands->count < 2) return replay_refuse_no_meeting(operands->list[0], error);
    if (!parse_i64(operands->list[1], 1, INT64_MAX, &meeting))
        return error_set(error, "MEETING is a number from 1, not \"%s\"", operands->list[1]);
    int status = replay_open(&replay, operands->list[0], meeting, error);
    if (status == 0) status = replay_games(&replay, operands, how, error);
    replay_close(&replay);
    return status;
}

static int replay_any(const struct operands *operands, const struct showgame *how,
                      struct error *error) {
    struct store *store = kept_games_open(operands->list[0]);
    if (!store) return replay_run(operands, how, error);
    int status =
        operands->count > 2
            ? error_set(error, "%s holds games, not a run: FILE.db GAME is enough",
                        operands->list[0])
            : kept_games_show(store, operands->count > 1 ? operands->list[1] : NULL, how, error);
    store_close(store);
    return status;
}

int command_replay(int argc, char **argv) {
    struct showgame how = {0};
    const char *format = "text";
    const struct option_spec options[] = {
        {.name = "boards", .doc = "the board after every move", .value = &how.boards},
        {.name = "format",
         .argument = "F",
         .doc = "text (the default), or the record as ggf, sgf, obf or moves",
         .kind = OPTION_TEXT,
         .value = &format},
        {0}};
    struct operands operands;
    struct error error;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    how.format = strcmp(format, "text") != 0;
    if (how.format && records_format_parse(format, &how.records, &error))
        return usage_fail(&usage, "--format: text, or a record: %s", error.text);
    if (how.format && how.boards) return usage_fail(&usage, "--boards is for --format text");
    status = replay_any(&operands, &how, &error);
    return status < 0 ? command_fail(&usage, "%s", error.text) : status;
}
