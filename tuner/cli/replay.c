/*
 * hone replay: a game is a function of its row, so games need not be stored to be shown. A meeting
 * is played again as a session of its two players.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/options.h"
#include "engine/base/shown.h"
#include "engine/plugin/library.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/showgame.h"
#include "tuner/play/worker.h"
#include "tuner/report/facts.h"
#include "tuner/report/run_argument.h"
#include "tuner/run/replay.h"

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
        "game on, for other programs; without GAME all that the format is for: ggf for Reversi,\n"
        "sgf for Connect, pgn for chess and xiangqi, obf (a line for each position) and moves for\n"
        "every game.\n",
    .operands_min = 1,
    .operands_max = 3,
};

/* A meeting of a run, and what is needed to play it. */
struct replay_table {
    struct run_argument run;
    struct config config;
    struct pool *pool;
    char names[2][NAMES_LENGTH];
    struct replay replay;
};

static int replay_lay(struct replay_table *table, const char *run, int64_t meeting,
                      struct error *error) {
    if (run_argument_open(run, &table->run, error) ||
        run_argument_config(&table->run, &table->config, error))
        return -1;
    struct store *store = table->run.store;
    const struct config *config = &table->config;
    table->pool = pool_open(config->threads, (size_t)config->player.tt_kib * 1024);
    if (replay_open(store, table->run.run, config, table->pool, meeting, &table->replay, error))
        return -1;
    names_id(store, table->replay.row.a, table->names[0]);
    names_id(store, table->replay.row.b, table->names[1]);
    return 0;
}

static void replay_clear(struct replay_table *table) {
    replay_close(&table->replay);
    pool_close(table->pool);
    config_free(&table->config);
    run_argument_close(&table->run);
}

static const char *replay_outcome(int outcome) {
    return outcome > 0 ? "won" : outcome < 0 ? "lost" : "drawn";
}

static void replay_print_heading(const struct replay_table *table) {
    const struct stored_meeting *row = &table->replay.row;
    shown_print("meeting %lld, %s", (long long)row->id, stage_table[row->stage].name);
    if (row->generation > 0) shown_print(", generation %d", row->generation);
    shown_print(", %lld pairs: A %s against B %s\n", (long long)row->pairs, table->names[0],
                table->names[1]);
}

/* ---- all games of the meeting ---- */

static int replay_print_comparison(const struct replay_table *table) {
    bool same = replay_agrees(&table->replay);
    const int64_t *n = table->replay.session.scores[0].counts.n;
    shown_print("pairs with 0-4 points: [%lld, %lld, %lld, %lld, %lld], %s\n", (long long)n[0],
                (long long)n[1], (long long)n[2], (long long)n[3], (long long)n[4],
                same ? "as stored" : "NOT as stored: another version of the program?");
    return same ? 0 : 1;
}

static int replay_list(struct replay_table *table) {
    static const char *const results[] = {"lost", "drawn", "won"};
    const struct result *games = table->replay.session.results;
    session_play(&table->replay.session, table->replay.session.pairs);
    replay_print_heading(table);
    shown_print("  game  opening  first  plies  A\n");
    for (int g = 0; g < session_games(&table->replay.session); g++)
        shown_print("  %4d  %7d  %-5s  %5d  %s\n", g + 1, g / 2 + 1, g % 2 ? "B" : "A",
                    games[g].plies, results[games[g].points]);
    return replay_print_comparison(table);
}

/* ---- one game ---- */

/* Plays game number `number` again, moves and all. */
static void replay_game(const struct replay_table *table, int number, struct record *record,
                        move_t *moves) {
    const struct terms terms = session_terms(&table->replay.session);
    const struct job job = session_job(&table->replay.session, 0, number);
    struct worker *worker = worker_open((size_t)table->config.player.tt_kib * 1024);
    worker_play_one(worker, &terms, &job, record, moves);
    worker_close(worker);
}

/* From the start of the game: the moves to its opening are drawn again, unless it was set up. */
static void replay_record(const struct replay_table *table, int number, const struct record *record,
                          const move_t *moves, struct game_record *out) {
    const struct stored_run *run = table->run.run;
    move_t opening[GAME_PLIES_MAX];
    const struct openings *openings = &table->replay.session.openings;
    int number_there = session_job(&table->replay.session, 0, number).opening;
    int count = openings_line(openings, number_there, opening);
    records_begin(out, table->config.game, count < 0 ? &openings->positions[number_there] : NULL);
    for (int i = 0; i < count; i++) records_add(out, opening[i], NULL);
    for (int i = 0; i < record->plies; i++) records_add(out, moves[i], NULL);
    for (int side = 0; side < 2; side++)
        snprintf(out->names[side], sizeof out->names[side], "%s",
                 table->names[side ^ (number % 2)]);
    snprintf(out->event, sizeof out->event, "%.40s, meeting %lld", run->name,
             (long long)table->replay.row.id);
    snprintf(out->date, sizeof out->date, "%.10s", run->started);
}

static void replay_print_record(const struct replay_table *table, int number,
                                enum records_format format) {
    struct game_record *out = xmalloc(sizeof *out);
    move_t moves[GAME_PLIES_MAX];
    struct record record;
    replay_game(table, number, &record, moves);
    replay_record(table, number, &record, moves, out);
    showgame_record(format, out);
    free(out);
}

/* How both play, where a meeting is played in several manners. */
static void replay_print_manner(const struct replay_table *table, int number) {
    const struct manners *manners = &table->replay.roster.manners;
    struct text text = {0};
    if (manners->count == 1) return;
    manners_describe(&manners->list[table->replay.session.manners[number / 2]], &text);
    shown_print("played: %s\n", text_get(&text));
    text_free(&text);
}

static void replay_print_game(const struct replay_table *table, int number, bool boards) {
    const struct game *game = table->config.game;
    const struct job job = session_job(&table->replay.session, 0, number);
    move_t moves[GAME_PLIES_MAX];
    struct record record;
    replay_game(table, number, &record, moves);
    replay_print_heading(table);
    shown_print("game %d: %s is %s\n", number + 1, number % 2 ? "B" : "A", game->sides[0]);
    replay_print_manner(table, number);
    showgame_moves(game, &table->replay.session.openings.positions[job.opening], moves,
                   record.plies, boards);
    shown_print("result: %s %s, margin %d for %s\n", game->sides[0], replay_outcome(record.outcome),
                record.margin, game->sides[0]);
}

/* ---- the command ---- */

static int replay_games(struct replay_table *table, const struct operands *operands,
                        const struct showgame *how, struct error *error) {
    int64_t game;
    int games = 2 * (int)table->replay.row.pairs;
    if (how->format && records_format_check(how->records, table->config.game, error)) return -1;
    if (operands->count == 2 && !how->format) return replay_list(table);
    if (operands->count == 2)
        for (int number = 0; number < games; number++)
            replay_print_record(table, number, how->records);
    if (operands->count == 2) return 0;
    if (!parse_i64(operands->list[2], 1, games, &game))
        return error_set(error, "GAME is a number from 1 to %d, not \"%s\"", games,
                         operands->list[2]);
    if (how->format)
        replay_print_record(table, (int)game - 1, how->records);
    else
        replay_print_game(table, (int)game - 1, how->boards);
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
    struct replay_table table = {0};
    int64_t meeting;
    if (operands->count < 2) return replay_refuse_no_meeting(operands->list[0], error);
    if (!parse_i64(operands->list[1], 1, INT64_MAX, &meeting))
        return error_set(error, "MEETING is a number from 1, not \"%s\"", operands->list[1]);
    int status = replay_lay(&table, operands->list[0], meeting, error);
    if (status == 0) status = replay_games(&table, operands, how, error);
    replay_clear(&table);
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
         .doc = "text (the default), or the record as ggf, sgf, pgn, pgn-zh, obf or moves",
         .kind = OPTION_TEXT,
         .value = &format},
        library_option(),
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
