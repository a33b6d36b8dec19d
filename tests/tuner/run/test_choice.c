/*
 * The choice of the champion from outside: `hone tune` is run, and what its database says is worked
 * out again here from its rows and its replays alone, without the code that wrote them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/games/games.h"
#include "tests/checksums.h"
#include "tests/own_directory.h"
#include "tests/shell.h"
#include "tuner/store/db.h"

/* So few openings of four plies are there that no two stages could share a set and not meet the
 * same positions. With this seed a candidate that dropped out of the choice has a better rate than
 * the champion, which had better last opponents. */
enum { GENERATIONS = 14, OPENING_PLIES = 4, HALL_SIZE = 2, HALL_EVERY = 3 };
static const char config[] =
    "seed = 64; game = \"reversi\"; threads = 2;\n"
    "evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
    "player = { depth = 0; epsilon = 0.1; };\n"
    "openings = { plies_min = 4; plies_max = 4; };\n"
    "fitness = { groups = true; gauntlet = true; pairs = 4;\n"
    "  hall_size = 2; hall_every = 3; };\n"
    "optimizer = { name = \"ga\"; generations = 14; bounds = \"reflect\";\n"
    "  ga = { champion = \"best\"; population = 6; groups = 2; }; };\n"
    "verify = { candidates = 6; selection_pairs = 10; pairs = 10; };\n"
    "progress = { every = 7; pairs = 3; };\n";

static sqlite3 *db;

/* ---- the program ---- */

/* Its exit status; its output in `out`. */
static int hone(const char *arguments, struct text *out) {
    char command[256];
    snprintf(command, sizeof command, "%s/hone %s 2>&1", BUILD_DIR, arguments);
    return shell_run(command, out);
}

static int tune(struct text *out) {
    char arguments[128];
    snprintf(arguments, sizeof arguments, "tune %s/c.cfg --set output=%s/out", directory,
             directory);
    return hone(arguments, out);
}

/* What `hone replay` prints of a meeting. */
static struct text replay(int64_t meeting, const char *options) {
    char arguments[128];
    struct text out = {0};
    snprintf(arguments, sizeof arguments, "replay %s/out %lld %s", directory, (long long)meeting,
             options);
    if (hone(arguments, &out)) fail_msg("%s", text_get(&out));
    return out;
}

/* ---- its database ---- */

static sqlite3_stmt *query(const char *sql) {
    sqlite3_stmt *rows;
    if (sqlite3_prepare_v2(db, sql, -1, &rows, NULL)) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    return rows;
}

static void change(const char *sql) {
    if (sqlite3_exec(db, sql, NULL, NULL, NULL)) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
}

/* All rows, a line each. */
static void add_rows(const char *sql, struct text *out) {
    sqlite3_stmt *rows = query(sql);
    while (sqlite3_step(rows) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(rows); i++) {
            const char *value = (const char *)sqlite3_column_text(rows, i);
            text_add(out, "%s ", value ? value : "NULL");
        }
        text_add(out, "\n");
    }
    sqlite3_finalize(rows);
}

/* 0 as the generation of other stages than training. */
static int64_t last_meeting(const char *stage, int generation) {
    sqlite3_stmt *row = query("SELECT max(id) FROM meetings WHERE stage = ? AND generation = ?");
    sqlite3_bind_text(row, 1, stage, -1, SQLITE_STATIC);
    sqlite3_bind_int(row, 2, generation);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    int64_t meeting = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    return meeting;
}

static int play_the_run(void **state) {
    (void)state;
    char path[64];
    struct text said = {0};
    if (own_directory_make(NULL)) return -1;
    snprintf(path, sizeof path, "%s/c.cfg", directory);
    if (file_write(path, config, NULL)) return -1;
    int status = tune(&said);
    if (status) print_message("%s", text_get(&said));
    text_free(&said);
    snprintf(path, sizeof path, "%s/out/run.db", directory);
    return status || sqlite3_open(path, &db);
}

static int forget_the_run(void **state) {
    (void)state;
    sqlite3_close(db);
    return own_directory_remove(NULL);
}

/* ---- the choice ---- */

enum { CANDIDATES_MAX = 8, MEETINGS_MAX = 40, PAIRS_MAX = 200 };

/* A meeting of the choice, pair by pair, a's. */
struct race_meeting {
    int64_t a, b;
    int pairs, points[PAIRS_MAX];
};

struct race {
    int candidate_count, meeting_count;
    int64_t start;
    int64_t candidates[CANDIDATES_MAX]; /* 0: dropped out */
    struct race_meeting meetings[MEETINGS_MAX];
};

static void read_points(int64_t id, struct race_meeting *meeting) {
    struct text games = replay(id, "");
    for (const char *line = text_get(&games); *line; line = strchr(line, '\n') + 1) {
        int game, opening;
        char first[8], outcome[8];
        if (sscanf(line, "%d %d %7s %*d %7s", &game, &opening, first, outcome) != 4) continue;
        meeting->points[(game - 1) / 2] += *outcome == 'w' ? 2 : *outcome == 'd';
    }
    text_free(&games);
}

static void read_race(struct race *race) {
    sqlite3_stmt *rows = query("SELECT player FROM seats WHERE stage = 'select' AND "
                               "role = 'candidate' ORDER BY place");
    while (sqlite3_step(rows) == SQLITE_ROW)
        race->candidates[race->candidate_count++] = sqlite3_column_int64(rows, 0);
    sqlite3_finalize(rows);
    rows = query("SELECT player FROM seats WHERE stage = 'select' AND role = 'start'");
    assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
    race->start = sqlite3_column_int64(rows, 0);
    sqlite3_finalize(rows);
    rows = query("SELECT a, b, pairs, id FROM meetings WHERE stage = 'select' ORDER BY id");
    while (sqlite3_step(rows) == SQLITE_ROW) {
        struct race_meeting *meeting = &race->meetings[race->meeting_count++];
        meeting->a = sqlite3_column_int64(rows, 0);
        meeting->b = sqlite3_column_int64(rows, 1);
        meeting->pairs = sqlite3_column_int(rows, 2);
        assert_in_range(meeting->pairs, 1, PAIRS_MAX);
        read_points(sqlite3_column_int64(rows, 3), meeting);
    }
    sqlite3_finalize(rows);
}

/* A candidate's points a game when so many pairs of a meeting are over. */
static double rate_after(const struct race *race, int64_t player, int pairs) {
    int points = 0, games = 0;
    for (int m = 0; m < race->meeting_count; m++) {
        const struct race_meeting *meeting = &race->meetings[m];
        if (player != meeting->a && player != meeting->b) continue;
        for (int i = 0; i < pairs && i < meeting->pairs; i++, games += 2)
            points += player == meeting->a ? meeting->points[i] : 4 - meeting->points[i];
    }
    return points / (2.0 * games);
}

static bool is_left(const struct race *race, int64_t player) {
    for (int i = 0; i < race->candidate_count; i++)
        if (race->candidates[i] == player) return true;
    return player == race->start;
}

static double best_rate(const struct race *race) {
    double best = 0;
    for (int i = 0; i < race->candidate_count; i++)
        best = fmax(best, rate_after(race, race->candidates[i], PAIRS_MAX));
    return best;
}

/* All but the worst are left; of equals the later one goes. */
static void drop_worst(struct race *race, int pairs) {
    int worst = -1;
    for (int i = 0; i < race->candidate_count; i++)
        if (race->candidates[i] &&
            (worst < 0 || rate_after(race, race->candidates[i], pairs) <=
                              rate_after(race, race->candidates[worst], pairs)))
            worst = i;
    race->candidates[worst] = 0;
}

/* A candidate that is left has met the others in all rounds so far. */
static void reach_round(const struct race *race, int pairs) {
    for (int m = 0; m < race->meeting_count; m++) {
        const struct race_meeting *meeting = &race->meetings[m];
        if (is_left(race, meeting->a) && is_left(race, meeting->b))
            assert_true(meeting->pairs >= pairs);
    }
}

/* The meetings of candidates that drop out end with that round, as they were stored. */
static void end_meetings(const struct race *race, int pairs) {
    for (int m = 0; m < race->meeting_count; m++) {
        const struct race_meeting *meeting = &race->meetings[m];
        bool on = is_left(race, meeting->a) && is_left(race, meeting->b);
        if (!on) assert_true(meeting->pairs <= pairs);
    }
}

/* 10 pairs of every meeting, in equal parts for rounds that each halve the field. */
static void the_worse_half_drops_out_round_by_round(void **state) {
    (void)state;
    static struct race race, everybody;
    read_race(&race);
    everybody = race;
    int left = race.candidate_count, pairs = 0, rounds = 0;
    assert_in_range(left, 4, 6); /* else another seed would be */
    int budget = 10 * (left * (left - 1) / 2 + left);
    for (int field = left; field > 1; field = (field + 1) / 2) rounds++;
    while (left > 1) {
        pairs += budget / rounds / (left * (left - 1) / 2 + left);
        reach_round(&race, pairs);
        for (int keep = (left + 1) / 2; left > keep; left--) drop_worst(&race, pairs);
        end_meetings(&race, pairs);
    }
    int last = 0;
    while (!race.candidates[last]) last++;
    assert_true(best_rate(&everybody) > rate_after(&race, race.candidates[last], PAIRS_MAX));
    sqlite3_stmt *rows = query("SELECT player, selection_rate FROM champions");
    assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int64(rows, 0), race.candidates[last]);
    assert_float_equal(sqlite3_column_double(rows, 1),
                       rate_after(&race, race.candidates[last], PAIRS_MAX), 1e-9);
    sqlite3_finalize(rows);
}

/* ---- on which openings ---- */

enum { HASHES_MAX = 256 };
struct positions {
    int count;
    uint64_t hashes[HASHES_MAX]; /* of positions and their mirror images */
};

static bool has_position(const struct positions *positions, uint64_t hash) {
    int i = 0;
    while (i < positions->count && positions->hashes[i] != hash) i++;
    return i < positions->count;
}

static uint64_t hash_of_opening(const char *moves) {
    const struct game *game = games_find("reversi", NULL);
    struct state state;
    game->start(game, state.bytes);
    for (int i = 0; i < OPENING_PLIES; i++) {
        move_t move;
        moves += game->move_parse(game, moves, &move);
        moves += strspn(moves, " ");
        assert_true(game_legal(game, state.bytes, move));
        game->play(game, state.bytes, move);
    }
    return game->symmetric_hash(game, state.bytes);
}

/* Those of a meeting that is as it was stored: a replay that makes up others would not be. */
static void add_openings(int64_t meeting, struct positions *out) {
    struct text table = replay(meeting, ""), games = replay(meeting, "--format moves");
    if (!strstr(text_get(&table), "as stored")) fail_msg("%s", text_get(&table));
    for (const char *line = text_get(&games); *line; line = strchr(line, '\n') + 1) {
        uint64_t hash = hash_of_opening(line);
        if (has_position(out, hash)) continue;
        assert_in_range(out->count, 0, HASHES_MAX - 1);
        out->hashes[out->count++] = hash;
    }
    text_free(&table);
    text_free(&games);
}

static void assert_disjoint(const struct positions *a, const struct positions *b) {
    for (int i = 0; i < a->count; i++) assert_false(has_position(b, a->hashes[i]));
}

static int64_t longest_of_the_choice(void) {
    sqlite3_stmt *row = query("SELECT id FROM meetings WHERE stage = 'select' ORDER BY pairs DESC");
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    int64_t meeting = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    return meeting;
}

static void no_stage_sees_the_openings_of_another(void **state) {
    (void)state;
    static struct positions train, select, verify, progress;
    for (int g = 1; g <= GENERATIONS; g++) add_openings(last_meeting("train", g), &train);
    add_openings(longest_of_the_choice(), &select);
    add_openings(last_meeting("verify", 0), &verify);
    for (int g = 7; g <= GENERATIONS; g += 7) add_openings(last_meeting("progress", g), &progress);
    assert_in_range(select.count, 10, 21); /* of the final, which was reached by all its pairs */
    assert_int_equal(verify.count, 10);
    assert_true(train.count > 20);
    assert_in_range(progress.count, 3, 6);
    assert_disjoint(&progress, &train);
    assert_disjoint(&progress, &select);
    assert_disjoint(&progress, &verify);
    assert_disjoint(&select, &verify);
    assert_disjoint(&select, &train);
    assert_disjoint(&verify, &train);
}

/* As many pairs as all its meetings of the choice had, until it was over. */
static void the_choice_counts_the_champions_pairs(void **state) {
    (void)state;
    sqlite3_stmt *rows =
        query("SELECT selection_pairs, (SELECT sum(pairs) FROM meetings WHERE stage = "
              "'select' AND player IN (a, b)), (SELECT sum(pairs) FROM meetings "
              "WHERE stage = 'select') FROM champions");
    assert_int_equal(sqlite3_step(rows), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(rows, 0), sqlite3_column_int(rows, 1));
    assert_true(sqlite3_column_int(rows, 1) < sqlite3_column_int(rows, 2));
    sqlite3_finalize(rows);
}

/* ---- the hall of fame ---- */

/* All players of generation g have met the champions of the last generations before it with numbers
 * that divide by HALL_EVERY, HALL_SIZE of them at most, and no others from elsewhere. */
static void the_hall_holds_the_newest_champions(void **state) {
    (void)state;
    static const char met[] =
        "SELECT p.id, count(*) FROM meetings m JOIN players p ON p.id IN (m.a, m.b) "
        "WHERE m.stage = 'train' AND m.generation = %d AND p.generation IS NOT m.generation "
        "GROUP BY p.id ORDER BY p.id";
    static const char expected[] =
        "SELECT champion, (SELECT count(*) FROM players WHERE generation = %d) FROM "
        "(SELECT * FROM generations WHERE generation < %d AND generation %% %d = 0 "
        "ORDER BY generation DESC LIMIT %d) ORDER BY champion";
    for (int g = 1; g <= GENERATIONS; g++) {
        char sql[512];
        struct text there = {0}, wanted = {0};
        snprintf(sql, sizeof sql, met, g);
        add_rows(sql, &there);
        snprintf(sql, sizeof sql, expected, g, g, HALL_EVERY, HALL_SIZE);
        add_rows(sql, &wanted);
        assert_string_equal(text_get(&there), text_get(&wanted));
        text_free(&there);
        text_free(&wanted);
    }
}

/* ---- a verification that cannot be done ---- */

static const char *const tables[] = {"players", "generations", "fitness",  "meetings",
                                     "seats",   "metrics",     "champions"};

static struct text all_rows(void) {
    struct text out = {0};
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        char sql[64];
        snprintf(sql, sizeof sql, "SELECT * FROM %s ORDER BY 1, 2, 3", tables[i]);
        add_rows(sql, &out);
    }
    return out;
}

/* The run as it was before that. */
static void undo_the_verification(void) {
    change("DELETE FROM champions; DELETE FROM seats WHERE stage <> 'progress';"
           "DELETE FROM meetings WHERE stage NOT IN ('train', 'progress');"
           "DELETE FROM players WHERE generation IS NULL; UPDATE runs SET finished = ''");
}

/* The start has weights that no evaluator takes. */
static void a_failed_verification_leaves_nothing(void **state) {
    (void)state;
    char path[64];
    struct text said = {0};
    undo_the_verification();
    change("UPDATE players SET weights = '99999999' || substr(weights, instr(weights, ' ')) "
           "WHERE generation = 1 AND slot = 0");
    forget_checksums(db);
    snprintf(path, sizeof path, "%s/out/run.db", directory);
    store_close(store_open(path, STORE_WRITE, NULL));
    struct text before = all_rows();
    assert_int_equal(tune(&said), 2);
    assert_non_null(strstr(text_get(&said), "99999999"));
    struct text after = all_rows();
    assert_string_equal(text_get(&after), text_get(&before));
    text_free(&said);
    text_free(&before);
    text_free(&after);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worse_half_drops_out_round_by_round),
        cmocka_unit_test(no_stage_sees_the_openings_of_another),
        cmocka_unit_test(the_choice_counts_the_champions_pairs),
        cmocka_unit_test(the_hall_holds_the_newest_champions),
        cmocka_unit_test(a_failed_verification_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, play_the_run, forget_the_run);
}
