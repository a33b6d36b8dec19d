/* doctor: what is sound is left alone, what is not is named, and put right where that has a proof.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/runs.h"

static const char config[] =
    "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };"
    "fitness = { pairs = 3; };"
    "optimizer = { name = \"ga\"; generations = 5;"
    " ga = { population = 4; groups = 2; }; };"
    "verify = { candidates = 3; selection_pairs = 4; pairs = 20; random_players = 1; };"
    "progress = { every = 2; pairs = 3; };"
    "output = \"run\";";

static int make_run(void **context) {
    struct text out = {0};
    char path[64];
    if (runs_make_directory(context)) return -1;
    snprintf(path, sizeof path, "%s/c.cfg", directory);
    if (file_write(path, config, NULL)) return -1;
    int status = shell("tune c.cfg", &out);
    if (status) print_message("%s", text_get(&out));
    text_free(&out);
    return status;
}

/* "bad": the run after an edit. */
static void edit(const char *sql) {
    char path[96];
    sqlite3 *db;
    struct text out = {0};
    assert_int_equal(shell_line("rm -rf bad && cp -r run bad", &out), 0);
    snprintf(path, sizeof path, "%s/bad/run.db", directory);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL)) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
    text_free(&out);
}

/* And with the checksums that the rows then have. */
static void edit_wholly(const char *sql) {
    char path[96];
    sqlite3 *db;
    edit(sql);
    snprintf(path, sizeof path, "%s/bad/run.db", directory);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    forget_checksums(db);
    sqlite3_close(db);
}

static void a_sound_run_is_healthy(void **state) {
    (void)state;
    assert_prints("doctor run --all", 0, "run/run.db: healthy\nplayed again: ");
    assert_prints("doctor run --pairs 0", 0, "played again: 0 of ");
    assert_prints("doctor run --format json", 0, "[]");
    assert_prints("doctor run --format csv", 0, "database,kind,where,what,mended\r\n");
    assert_prints("doctor nothing", 2, "nothing: No such file");
    assert_prints("doctor c.cfg", 2, "not a database");
}

static void a_sample_has_about_the_pairs_that_were_wanted(void **state) {
    (void)state;
    struct text one = {0}, other = {0};
    assert_int_equal(shell("doctor run --pairs 4 --seed 1", &one), 0);
    assert_non_null(strstr(text_get(&one), "played again: "));
    assert_null(strstr(text_get(&one), "played again: 0 "));
    assert_int_equal(shell("doctor run --pairs 4 --seed 1", &other), 0);
    assert_string_equal(text_get(&one), text_get(&other));
    text_free(&one);
    text_free(&other);
}

/* A run with every stage, of five milestones on the way, whose last has met the last one before it,
 * the second last and the fourth last. One meeting less is noticed in each stage. */
static void a_missing_meeting_is_noticed(void **state) {
    (void)state;
    static const struct {
        const char *stage, *what;
    } cases[] = {{"train", "a generation's meetings"},
                 {"progress", "the meetings of strength over time"},
                 {"select", "the meetings of the choice"},
                 {"verify", "the meetings of the measurement"},
                 {"depth", "the meetings at other depths"},
                 {"milestone", "the meetings of milestones"}};
    assert_prints("tune c.cfg --set output=whole --set progress.every=1 --set "
                  "verify.milestone_every=2 --set verify.depths=[1] --set verify.depth_pairs=2",
                  0, "Champion");
    assert_prints("doctor whole --pairs 0", 0, "healthy");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text out = {0};
        char line[300], part[100];
        snprintf(line, sizeof line,
                 "rm -rf bad && cp -r whole bad && sqlite3 bad/run.db \"DELETE FROM meetings WHERE"
                 " id = (SELECT max(id) FROM meetings WHERE stage = '%s')\"",
                 cases[i].stage);
        assert_int_equal(shell_line(line, &out), 0);
        snprintf(part, sizeof part, "rows: %s are not all there", cases[i].what);
        assert_prints("doctor bad", 1, part);
        text_free(&out);
    }
}

/* A bit of a champion's weight, of a count, of a checksum: each comes back as it was. */
static void one_flipped_bit_is_named_and_put_right(void **state) {
    (void)state;
    static const struct {
        const char *sql, *command, *row;
    } cases[] = {
        {"UPDATE players SET weights = char(unicode(weights) ^ 1) || substr(weights, 2) WHERE id = "
         "5",
         "merge -o other.db bad", "player 5 of run 1, generation 1, in table players,"},
        {"PRAGMA ignore_check_constraints = ON; UPDATE meetings SET n2 = n2 + 1048576 WHERE id = 3",
         "merge -o other.db bad", "damaged"},
        {"UPDATE champions SET selection_pairs = selection_pairs + 1024", "export bad",
         "run 1, in table champions: does not fit its checksum"},
        {"UPDATE timings SET sum = sum + 1 - 2 * (sum & 1) WHERE generation = 2", "report bad",
         "generation 2 of run 1, in table timings: does not fit"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char sql[300];
        snprintf(sql, sizeof sql, "%s", cases[i].sql);
        if (strchr(sql, '^')) /* which SQLite lacks */
            snprintf(sql, sizeof sql,
                     "UPDATE players SET weights = char((unicode(weights) | 1) - (unicode(weights)"
                     " & 1)) || substr(weights, 2) WHERE id = 5");
        edit(sql);
        assert_prints(cases[i].command, 2, cases[i].row);
        assert_prints("doctor bad", 1, "checksum: table ");
        assert_prints("doctor bad --repair", 0, "put right: all ");
        assert_prints("doctor bad", 0, "healthy");
        assert_same_database("run", "bad");
    }
}

/* Every reader refuses with the same words and status, and no advice that is a writer's. */
static void a_reader_of_a_damaged_row_is_sent_to_the_doctor(void **state) {
    (void)state;
    static const char *const commands[] = {"status bad", "status --format json bad", "report bad",
                                           "export bad"};
    edit("UPDATE champions SET selection_pairs = selection_pairs + 1024");
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        struct text out = {0};
        assert_int_equal(shell(commands[i], &out), 2);
        if (!strstr(text_get(&out), "in table champions: does not fit its checksum") ||
            !strstr(text_get(&out), "`hone doctor` says") || strstr(text_get(&out), "goes on"))
            fail_msg("%s: %s", commands[i], text_get(&out));
        text_free(&out);
    }
}

static void an_index_is_made_anew(void **state) {
    (void)state;
    edit(
        "DROP INDEX meetings_stage; CREATE INDEX meetings_stage ON meetings"
        " (run, stage, generation) WHERE id <> 4; PRAGMA writable_schema = ON; UPDATE sqlite_schema"
        " SET sql = replace(sql, ' WHERE id <> 4', '') WHERE name = 'meetings_stage'");
    assert_prints("merge -o other.db bad", 2, "damaged");
    assert_prints("doctor bad", 1, "structure: row 4 missing from index meetings_stage");
    assert_prints("doctor bad --repair", 0, "put right: all 2");
    assert_same_database("run", "bad");
}

/* In more than a bit: the games say what they were, and the checksum that they say so rightly. */
static void counts_come_again_from_the_games(void **state) {
    (void)state;
    edit("PRAGMA ignore_check_constraints = ON;"
         "UPDATE meetings SET n0 = 3, n1 = 77, n2 = -4, first_won = 5 WHERE id = 6");
    assert_prints("doctor bad", 1, "meeting 6 (train), generation 3 of run 1: does not fit");
    assert_prints("doctor bad --repair", 0, "put right: all ");
    assert_same_database("run", "bad");
}

/* Nothing tells them: they stay as they are, beside a copy. */
static void what_has_no_proof_is_not_guessed(void **state) {
    (void)state;
    edit("UPDATE generations SET games = games + 3 WHERE generation = 2");
    assert_prints("doctor bad --repair", 1, "left, of what was wrong: 1");
    assert_prints("doctor bad --repair", 1, "as it was before: bad/run.db.before-repair-2");
    assert_prints("report bad", 2,
                  "generation 2 of run 1, in table generations: does not fit its checksum");
    assert_prints("doctor bad --repair --format csv", 1, "does not fit its checksum,0");
}

/* Every row fits its checksum, but the games do not come again. */
static void games_that_do_not_come_again_are_named(void **state) {
    (void)state;
    edit_wholly("UPDATE meetings SET n0 = n4, n4 = n0, n1 = n3, n3 = n1,"
                "first_won = second_lost, first_lost = second_won, first_drawn = second_drawn,"
                "second_won = first_lost, second_lost = first_won, second_drawn = first_drawn"
                " WHERE id = (SELECT max(id) FROM meetings WHERE n0 <> n4 OR n1 <> n3)");
    assert_prints("report bad", 0, "Champion");
    assert_prints("doctor bad --all", 1, "; played again it comes to [");
    assert_prints("doctor bad --all", 1, " on ");
    assert_prints("doctor bad --pairs 0", 0, "healthy");
}

/* And is played again from there on: in the last generation of training, on the way, at the end.
 * Where generations are dropped, a user's early end of the training is forgotten too. */
static void what_did_not_come_again_is_dropped_and_played_again(void **state) {
    (void)state;
    static const char *const cases[] = {"stage = 'train' AND generation = 5",
                                        "stage = 'progress' AND generation = 2",
                                        "stage = 'verify'"};
    struct text out = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char sql[400];
        snprintf(sql, sizeof sql,
                 "UPDATE runs SET ended_by = 'finish'; UPDATE meetings SET first_won = second_won, "
                 "second_won = first_won,"
                 "first_drawn = second_drawn, second_drawn = first_drawn,"
                 "first_lost = second_lost, second_lost = first_lost WHERE id = (SELECT min(id)"
                 " FROM meetings WHERE first_won <> second_won AND %s)",
                 cases[i]);
        edit_wholly(sql);
        assert_prints("doctor bad --all", 1, "; played again it comes to [");
        assert_prints("doctor bad --all --repair", 0, "put right: all 1");
        assert_prints("report bad", 0, "hone doctor has dropped a");
        if (i < 2) assert_prints_not("status bad", "by `hone finish`");
        if (i == 2) assert_prints("status bad", 0, "by `hone finish`");
        assert_int_equal(shell("tune bad", &out), 0);
        assert_same_database("run", "bad");
        assert_prints("report bad", 0, "hone doctor has dropped a");
    }
    text_free(&out);
}

/* Where several did not come again, it goes back to the earliest, in whatever order they are found;
 * what was in flight, which followed from what is dropped, goes too. */
static void it_goes_back_to_the_earliest_that_did_not_come_again(void **state) {
    (void)state;
    static const char *const cases[] = {"stage = 'train' AND generation IN (2, 4)",
                                        "stage IN ('train', 'verify') AND generation > 3",
                                        "stage IN ('train', 'progress', 'verify')"};
    struct text out = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char sql[300];
        snprintf(sql, sizeof sql,
                 "UPDATE meetings SET first_won = second_won, second_won = first_won,"
                 "first_drawn = second_drawn, second_drawn = first_drawn,"
                 "first_lost = second_lost, second_lost = first_lost"
                 " WHERE first_won <> second_won AND %s",
                 cases[i]);
        edit_wholly(sql);
        assert_int_equal(shell_line("touch bad/run.db-games", &out), 0);
        assert_prints("doctor bad --all --repair", 0, "put right: all ");
        assert_int_equal(shell_line("test ! -e bad/run.db-games", &out), 0);
        assert_int_equal(shell("tune bad", &out), 0);
        assert_same_database("run", "bad");
    }
    text_free(&out);
}

/* They are not summed up to a number that hides them. */
static void impossible_counts_are_refused_where_they_are_read(void **state) {
    (void)state;
    edit_wholly("PRAGMA ignore_check_constraints = ON; UPDATE generations SET games = "
                "9223372036854775807 WHERE generation > 2");
    assert_prints("status bad", 2, "in table generations: column games: it must be that (games <=");
    edit_wholly("PRAGMA ignore_check_constraints = ON; UPDATE generations SET games_distinct = -1 "
                "WHERE generation = 2");
    assert_prints("status bad", 2, "column games_distinct: it must be that (games_distinct");
}

/* As that of a plug-in which is not loaded. */
static void a_run_of_an_unknown_game_is_listed(void **state) {
    (void)state;
    edit_wholly("UPDATE runs SET game = 'mine'; UPDATE players SET layout = '64' WHERE id % 2 = 0");
    assert_prints("list .", 0, "./bad    mine       finished");
}

/* Each run of a database goes back to its own point. */
static void runs_of_one_database_go_back_apart(void **state) {
    (void)state;
    char path[96];
    sqlite3 *db;
    assert_prints("tune c.cfg --set output=second --set seed=9", 0, "Champion");
    assert_prints("merge -o both.db run second", 0, "both.db#c-2: ");
    snprintf(path, sizeof path, "%s/both.db", directory);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "UPDATE meetings SET first_won = second_won, second_won = "
                                  "first_won, first_drawn = second_drawn, second_drawn = "
                                  "first_drawn, first_lost = second_lost, second_lost = first_lost"
                                  " WHERE id IN (SELECT min(id) FROM meetings WHERE first_won <> "
                                  "second_won AND stage = 'train' AND generation > 2 GROUP BY run)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    forget_checksums(db);
    sqlite3_close(db);
    assert_prints("doctor both.db --all --repair", 0, "put right: all 2");
    assert_prints("doctor both.db --all", 0, "healthy");
}

/* A row that is not as it was written is no witness against the machine. */
static void nothing_is_played_by_a_damaged_row(void **state) {
    (void)state;
    struct text out = {0};
    edit("UPDATE runs SET config = replace(config, 'seed = ', 'seed = 7')");
    assert_int_equal(shell("doctor bad --all --repair", &out), 1);
    if (strstr(text_get(&out), "did not come again") || strstr(text_get(&out), "not sound"))
        fail_msg("%s", text_get(&out));
    text_free(&out);
}

/* Of an earlier version, before anything of it is made anew. What SQLite's constraints refuse is
 * left, and said to be. */
static void the_copy_is_what_was_there(void **state) {
    (void)state;
    sqlite3 *db;
    sqlite3_stmt *version;
    char path[96], command[300];
    struct text out = {0};
    snprintf(command, sizeof command,
             "rm -rf %s/bad && mkdir %s/bad && install -m 644 tests/tuner/store/v5-run.db"
             " %s/bad/run.db",
             directory, directory, directory);
    assert_int_equal(shell_run(command, &out), 0);
    snprintf(path, sizeof path, "%s/bad/run.db", directory);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db,
                 "PRAGMA ignore_check_constraints = ON; UPDATE meetings SET n4 = n4 + 1"
                 " WHERE id = 1",
                 NULL, NULL, NULL);
    sqlite3_close(db);
    assert_prints("doctor bad --repair --pairs 0", 1, "structure: CHECK constraint failed");
    snprintf(path, sizeof path, "%s/bad/run.db.before-repair-1", directory);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &version, NULL);
    assert_int_equal(sqlite3_step(version), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(version, 0), 5);
    sqlite3_finalize(version);
    sqlite3_close(db);
    text_free(&out);
}

/* A file that is no database at all is not what the command is for. */
static void what_cannot_be_read_is_wrong_and_wants_a_copy(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(
        shell_line("head -c 8192 run/run.db >half.db; head -c 8192 /dev/zero >no.db", &out), 0);
    assert_prints("doctor half.db", 1, "malformed");
    assert_prints("doctor no.db", 2, "not a database");
    text_free(&out);
}

static void a_damaged_run_hides_no_other(void **state) {
    (void)state;
    struct text out = {0};
    edit("UPDATE runs SET name = name || 'x'");
    assert_int_equal(shell("list .", &out), 0);
    const char *damaged = strstr(text_get(&out), "./bad  "),
               *sound = strstr(text_get(&out), "./run  ");
    if (!damaged || !strstr(damaged, "does not fit its checksum") || !sound || sound < damaged)
        fail_msg("%s", text_get(&out));
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_run_is_healthy),
        cmocka_unit_test(a_sample_has_about_the_pairs_that_were_wanted),
        cmocka_unit_test(a_missing_meeting_is_noticed),
        cmocka_unit_test(one_flipped_bit_is_named_and_put_right),
        cmocka_unit_test(a_reader_of_a_damaged_row_is_sent_to_the_doctor),
        cmocka_unit_test(an_index_is_made_anew),
        cmocka_unit_test(counts_come_again_from_the_games),
        cmocka_unit_test(what_has_no_proof_is_not_guessed),
        cmocka_unit_test(games_that_do_not_come_again_are_named),
        cmocka_unit_test(what_did_not_come_again_is_dropped_and_played_again),
        cmocka_unit_test(it_goes_back_to_the_earliest_that_did_not_come_again),
        cmocka_unit_test(impossible_counts_are_refused_where_they_are_read),
        cmocka_unit_test(a_run_of_an_unknown_game_is_listed),
        cmocka_unit_test(runs_of_one_database_go_back_apart),
        cmocka_unit_test(nothing_is_played_by_a_damaged_row),
        cmocka_unit_test(the_copy_is_what_was_there),
        cmocka_unit_test(what_cannot_be_read_is_wrong_and_wants_a_copy),
        cmocka_unit_test(a_damaged_run_hides_no_other),
    };
    return cmocka_run_group_tests(tests, make_run, own_directory_remove);
}
