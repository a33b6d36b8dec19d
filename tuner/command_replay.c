#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/commands.h"
#include "tuner/lineup.h"
#include "tuner/match.h"
#include "tuner/options.h"
#include "tuner/report.h"
#include "tuner/run_argument.h"

static const struct command_usage usage = {
    .synopsis = "replay RUN MEETING [GAME]",
    .doc =
        "Plays a meeting of a run again from its row: the same players, openings and random\n"
        "numbers, so the same games. Without GAME, lists the meeting's games and compares their\n"
        "results with the stored ones. With GAME (from 1), prints that game move by move.\n"
        "RUN is the run's directory or database; MEETING is the number that `hone report`\n"
        "shows, or an id of the table `meetings`.\n",
    .operands_min = 2,
    .operands_max = 3,
};

/* A meeting on the table again. */
struct replay {
    struct run_argument run;
    struct config config;
    struct stored_meeting row;
    char names[2][96];
    struct lineup lineup;
    struct meeting meeting;
    struct state *openings;
    struct match match;
};

static int add_player(struct replay *replay, int64_t id, char name[96], struct error *error) {
    struct stored_player player;
    if (store_player(replay->run.store, id, &player, error)) return -1;
    report_player_name(replay->run.store, &player, name, 96);
    int place = lineup_add_stored(&replay->lineup, &replay->config, &player, error);
    store_free_player(&player);
    return place < 0 ? -1 : 0;
}

static int replay_open(struct replay *replay, const char *run, int64_t meeting,
                       struct error *error) {
    if (run_argument_open(run, &replay->run, error) ||
        run_argument_config(&replay->run, &replay->config, error) ||
        store_meeting(replay->run.store, meeting, &replay->row, error) ||
        add_player(replay, replay->row.a, replay->names[0], error) ||
        add_player(replay, replay->row.b, replay->names[1], error))
        return -1;
    struct opening_source source = lineup_openings(&replay->config);
    int pairs = lineup_pairs(&replay->config, replay->row.stage);
    if (openings_check(&source, error)) return -1;
    if (replay->row.run != replay->run.run->id)
        return error_set(error, "meeting %lld is of another run in that database",
                         (long long)meeting);
    if (replay->row.pairs != pairs)
        return error_set(error, "meeting %lld has %lld pairs, the run's config says %d",
                         (long long)meeting, (long long)replay->row.pairs, pairs);
    replay->meeting = (struct meeting){0, 1};
    replay->openings = openings_make(&source, lineup_opening_set(replay->row.stage),
                                     replay->row.generation, pairs);
    replay->match =
        lineup_match(&replay->lineup, &replay->config, replay->row.stage, replay->row.generation,
                     &replay->meeting, 1, replay->openings, pairs);
    return 0;
}

static void replay_close(struct replay *replay) {
    free(replay->openings);
    lineup_destroy(&replay->lineup);
    config_free(&replay->config);
    run_argument_close(&replay->run);
}

static const char *outcome_name(int outcome) {
    return outcome > 0 ? "won" : outcome < 0 ? "lost" : "drawn";
}

static void print_heading(const struct replay *replay) {
    const struct stored_meeting *row = &replay->row;
    printf("meeting %lld, %s", (long long)row->id, stage_name(row->stage));
    if (row->stage == STAGE_TRAIN) printf(", generation %d", row->generation);
    printf(", %lld pairs: A %s against B %s\n", (long long)row->pairs, replay->names[0],
           replay->names[1]);
}

/* ---- all games of the meeting ---- */

static int print_comparison(const struct replay *replay, const struct game_result *results) {
    struct pentanomial counts = match_pentanomial(&replay->match, results, 0);
    bool same = memcmp(&counts, &replay->row.counts, sizeof counts) == 0;
    const int64_t *n = counts.n;
    printf("pairs with 0-4 points: [%lld, %lld, %lld, %lld, %lld], %s\n", (long long)n[0],
           (long long)n[1], (long long)n[2], (long long)n[3], (long long)n[4],
           same ? "as stored" : "NOT as stored: another version of the program?");
    return same ? 0 : 1;
}

static int list_games(const struct replay *replay) {
    static const char *const results[] = {"lost", "drawn", "won"};
    struct game_result *games = xmalloc((size_t)match_games(&replay->match) * sizeof *games);
    match_run(&replay->match, games);
    print_heading(replay);
    printf("  game  opening  first  plies  A\n");
    for (int g = 0; g < match_games(&replay->match); g++)
        printf("  %4d  %7d  %-5s  %5d  %s\n", g + 1, g / 2 + 1, g % 2 ? "B" : "A", games[g].plies,
               results[games[g].points]);
    int status = print_comparison(replay, games);
    free(games);
    return status;
}

/* ---- one game ---- */

static void print_board(const struct replay *replay, const struct state *state, move_t last) {
    struct text board = {0};
    replay->config.game->print(replay->config.game, state->bytes, last, &board);
    printf("%s\n", text_get(&board));
    text_free(&board);
}

static void print_position(const struct replay *replay, const char *label,
                           const struct state *state) {
    struct text line = {0};
    replay->config.game->position_format(replay->config.game, state->bytes, &line);
    printf("%s: %s\n", label, text_get(&line));
    text_free(&line);
}

/* The openings are positions; how they were reached is not kept. */
static void print_summary(const struct replay *replay, const struct record *record,
                          const move_t *moves, const struct state *last) {
    const struct game *game = replay->config.game;
    char text[MOVE_TEXT_MAX];
    printf("moves from the opening:");
    for (int ply = 0; ply < record->plies; ply++) {
        game->move_format(game, moves[ply], text);
        printf(" %s", text);
    }
    printf("\n");
    print_position(replay, "last position", last);
    printf("(`hone-engine analyze` takes the lines of positions)\n"
           "result: %s %s, margin %d for %s\n",
           game->sides[0], outcome_name(record->outcome), record->margin, game->sides[0]);
}

static void print_game(const struct replay *replay, int number, bool boards) {
    const struct game *game = replay->config.game;
    move_t moves[GAME_PLIES_MAX];
    struct record record;
    match_replay(&replay->match, 0, number, &record, moves);
    struct state state = replay->openings[number / 2];
    print_heading(replay);
    printf("game %d: %s is %s\n", number + 1, number % 2 ? "B" : "A", game->sides[0]);
    print_position(replay, "opening", &state);
    if (boards) print_board(replay, &state, MOVE_NONE);
    for (int ply = 0; ply < record.plies; ply++) {
        char text[MOVE_TEXT_MAX];
        game->move_format(game, moves[ply], text);
        printf("%3d. %-6s %s\n", ply + 1, game->sides[game->side(state.bytes)], text);
        game->play(game, state.bytes, moves[ply]);
        if (boards) print_board(replay, &state, moves[ply]);
    }
    print_summary(replay, &record, moves, &state);
}

/* ---- the command ---- */

static int replay_run(struct replay *replay, const struct operands *operands, bool boards,
                      struct error *error) {
    int64_t meeting, game;
    if (!parse_i64(operands->list[1], 1, INT64_MAX, &meeting))
        return error_set(error, "MEETING is a number from 1, not \"%s\"", operands->list[1]);
    if (replay_open(replay, operands->list[0], meeting, error)) return -1;
    if (operands->count == 2) return list_games(replay);
    if (!parse_i64(operands->list[2], 1, 2 * replay->row.pairs, &game))
        return error_set(error, "GAME is a number from 1 to %lld, not \"%s\"",
                         (long long)(2 * replay->row.pairs), operands->list[2]);
    print_game(replay, (int)game - 1, boards);
    return 0;
}

int command_replay(int argc, char **argv) {
    bool boards = false;
    const struct option_spec options[] = {
        {.name = "boards", .doc = "the board after every move", .value = &boards}, {0}};
    struct operands operands;
    struct replay replay = {0};
    struct error error;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    status = replay_run(&replay, &operands, boards, &error);
    replay_close(&replay);
    return status < 0 ? command_fail(&usage, "%s", error.text) : status;
}
