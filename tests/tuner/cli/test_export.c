/*
 * hone export, and the players of runs in other commands.
 */
#include "tests/tuner/cli/command.h"

/* ---- export ---- */

static void export_converts_weight_files(void **state) {
    (void)state;
    struct text original = {0};
    assert_int_equal(file_read(SWH, &original, NULL), 0);
    hone("export " SWH);
    assert_int_equal(status, 0);
    struct weights weights;
    assert_int_equal(weights_parse("export", text_get(&output), &weights, NULL), 0);
    assert_string_equal(weights.provenance.name, "swh");
    weights_free(&weights);
    hone("export -f json " SWH);
    assert_int_equal(text_get(&output)[0], '{');
    hone("export -f c " SWH);
    assert_says("int32_t");
    text_free(&original);
}

/* CSV, JSON and C are for other programs, and what is redirected is wanted there. */
static void exports_go_where_they_are_sent(void **state) {
    (void)state;
    char command[400];
    snprintf(command, sizeof command,
             "D=%s; H=%s/hone; $H export -f csv $D >$D/a.csv && grep -q '^a1,2$' $D/a.csv && "
             "$H export -f json $D | grep -q '\"a1\": 2' && $H export $D >$D/a.weights && "
             "grep -q '^a1 *2$' $D/a.weights && test ! -e $D/champion.csv && "
             "test ! -e $D/champion.weights",
             directory, BUILD_DIR);
    assert_int_equal(system(command), 0);
}

static void export_keeps_other_files(void **state) {
    (void)state;
    char path[96];
    struct text content = {0};
    snprintf(path, sizeof path, "%s/mine", directory);
    assert_int_equal(file_write(path, "mine", NULL), 0);
    hone("export " SWH " -o %s", path);
    assert_int_equal(status, 2);
    assert_says("--force");
    assert_int_equal(file_read(path, &content, NULL), 0);
    assert_string_equal(text_get(&content), "mine");
    hone("export " SWH " -o %s --force", path);
    assert_int_equal(status, 0);
    struct weights weights;
    assert_int_equal(weights_load(path, &weights, NULL), 0);
    weights_free(&weights);
    text_free(&content);
}

static void assert_source(const char *path, const char *source) {
    struct weights weights;
    struct error error;
    if (weights_load(path, &weights, &error)) fail_msg("%s", error.text);
    assert_string_equal(weights.provenance.source, source);
    weights_free(&weights);
}

static void assert_exported(const char *path, int32_t weight, int generation, uint64_t games) {
    struct weights weights;
    struct error error;
    if (weights_load(path, &weights, &error)) fail_msg("%s", error.text);
    assert_int_equal(weights.values[0], weight);
    assert_int_equal(weights.values[63], weight);
    assert_string_equal(weights.provenance.run, "little");
    assert_int_equal(weights.provenance.seed, 7);
    assert_int_equal(weights.provenance.generation, generation);
    assert_int_equal(weights.provenance.games, games);
    weights_free(&weights);
}

static void export_takes_a_runs_players(void **state) {
    (void)state;
    char path[128];
    hone("export %s/run.db", directory);
    assert_int_equal(status, 0);
    snprintf(path, sizeof path, "%s/champion.weights", directory);
    assert_exported(path, 2, 2, 30);
    assert_source(path, "tuned by hone");
    hone("export %s --generation 1", directory);
    assert_int_equal(status, 0);
    snprintf(path, sizeof path, "%s/generation-1.weights", directory);
    assert_exported(path, 1, 1, 10);
    assert_source(path, "start of a run, not tuned by it"); /* it has one player alone */
    hone("export %s --generation 3", directory);
    assert_int_equal(status, 2);
    assert_says("no generation 3, the last one is 2");
    hone("export %s/unfinished.db", directory);
    assert_int_equal(status, 2);
    assert_says("no champion yet");
    assert_says("--generation 2");
    assert_null(strstr(text_get(&output), "says more"));
}

/* While a run writes, the time is the one that the run itself says, which knows of its deadline;
 * without its word it is computed from the generations' pace. */
static void status_takes_the_time_left_from_the_run(void **state) {
    (void)state;
    char path[128], beside[160];
    struct error error;
    snprintf(path, sizeof path, "%s/unfinished.db", directory);
    run_heartbeat_path(path, beside, sizeof beside);
    hone("status %s", path);
    assert_null(strstr(text_get(&output), "left: about"));
    struct store *store = store_open(path, STORE_WRITE, &error);
    if (!store) fail_msg("%s", error.text);
    hone("status %s", path);
    assert_says("left: about ");
    assert_null(strstr(text_get(&output), "left: about 8 min 00 s"));
    heartbeat_start(beside);
    heartbeat_beat(&(struct heartbeat){.label = "little", .left = 8 * 60}, 100);
    hone("status %s", path);
    assert_says("left: about 8 min 00 s, with choice and measurement");
    heartbeat_beat(&(struct heartbeat){.label = "little", .left = 0}, 102);
    hone("status %s", path);
    assert_says("left: about ");
    assert_null(strstr(text_get(&output), "left: about 0 s"));
    heartbeat_stop();
    store_close(store);
}

/* What is left of a run that writes, without its word. free() */
static char *time_left(const char *path) {
    hone("status %s", path);
    assert_says("left: about ");
    const char *left = strstr(text_get(&output), "left: about ");
    return strndup(left, strcspn(left, "\n"));
}

/* No generation is left after a training that ended before its length. */
static void a_training_that_ended_early_takes_no_more_time(void **state) {
    (void)state;
    char path[128];
    snprintf(path, sizeof path, "%s/ended.db", directory);
    make_run(path, false);
    struct store *store = store_open(path, STORE_WRITE, NULL);
    char *whole = time_left(path);
    store_begin(store);
    store_end_training(store, 1, ENDING_PATIENCE);
    store_commit(store);
    char *rest = time_left(path);
    assert_string_not_equal(whole, rest);
    store_close(store);
    free(whole);
    free(rest);
}

/* What is to be done next depends on how far a run is. */
static void an_unfinished_run_is_to_go_on(void **state) {
    (void)state;
    hone("report %s/unfinished.db", directory);
    assert_int_equal(status, 0);
    assert_says("# goes on with it alone in DIRECTORY/run.db\n");
    assert_says(" UTC, not ended\n");
    assert_null(strstr(text_get(&output), "play --weights"));
    hone("status %s/unfinished.db", directory);
    assert_says("stopped; goes on alone in a database DIRECTORY/run.db: hone tune DIRECTORY\n");
}

/* What the folder's name stands in, once or twice. */
static void assert_labels(const char *format) {
    const char *second = strstr(strstr(format, "%s") + 2, "%s");
    struct text wanted = {0};
    text_add(&wanted, "%s", directory);
    text_add(&wanted, "%.*s", second ? (int)(second - format - 2) : (int)strlen(format) - 2,
             format + 2);
    if (second) text_add(&wanted, "%s%s", directory, second + 2);
    assert_says(text_get(&wanted));
    text_free(&wanted);
}

static void runs_players_enter_matches(void **state) {
    (void)state;
    hone("match %s@champion %s/run.db@1 -n 20", directory, directory);
    assert_int_equal(status, 0);
    assert_says("little champion against little generation 1\n");
    hone("tournament %s@start %s@2 random -n 20", directory, directory);
    assert_int_equal(status, 0);
    assert_says("little start");
    hone("match %s %s/run.db -n 20", directory, directory);
    assert_int_equal(status, 0);
    char places[200];
    snprintf(places, sizeof places, "%s champion against %s/run.db champion\n", directory,
             directory);
    assert_says(places);
    hone("match %s %s -n 20", directory, directory);
    assert_says("little champion against little champion (2)\n");
    hone("match %s@best random", directory);
    assert_int_equal(status, 2);
    assert_says("'best' is no player of a run");
}

/* In a copy of the run, which has its name; of other players their own names still tell enough. */
static void players_of_two_runs_of_one_name_are_told_apart(void **state) {
    (void)state;
    char command[400];
    snprintf(command, sizeof command, "mkdir -p %s/twin && cp %s/run.db %s/twin/", directory,
             directory, directory);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): of the test's own words
    hone("match %s@1 %s/twin@2 -n 2", directory, directory);
    assert_labels("%s generation 1 against %s/twin generation 2\n");
    hone("match %s@start %s/twin -n 2", directory, directory);
    assert_labels("%s start against %s/twin champion\n");
    hone("weights diff %s %s/twin", directory, directory);
    assert_labels("%s champion: reversi");
    assert_labels("%s/twin champion: reversi");
    hone("match %s@1 " SWH " -n 2", directory);
    assert_says("little generation 1 against swh\n");
}

/* A file says its run's seed: of that run it is another player, of another run of one name it goes
 * by its path. */
static void files_of_runs_of_one_name_are_told_apart(void **state) {
    (void)state;
    char command[400];
    hone("export %s@1 -o %s/first.weights", directory, directory);
    hone("match %s %s/first.weights -n 2", directory, directory);
    assert_says("little champion against little generation 1\n");
    snprintf(command, sizeof command,
             "sed 's/^seed .*/seed 77/; s/^checksum.*/checksum -/' %s/first.weights "
             "> %s/other.weights",
             directory, directory);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): of the test's own words
    hone("match %s %s/other.weights -n 2", directory, directory);
    assert_labels("%s champion against %s/other.weights\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(export_converts_weight_files),
        cmocka_unit_test(exports_go_where_they_are_sent),
        cmocka_unit_test(export_keeps_other_files),
        cmocka_unit_test(export_takes_a_runs_players),
        cmocka_unit_test(status_takes_the_time_left_from_the_run),
        cmocka_unit_test(a_training_that_ended_early_takes_no_more_time),
        cmocka_unit_test(an_unfinished_run_is_to_go_on),
        cmocka_unit_test(runs_players_enter_matches),
        cmocka_unit_test(players_of_two_runs_of_one_name_are_told_apart),
        cmocka_unit_test(files_of_runs_of_one_name_are_told_apart),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
