/*
 * A short generation is written while the next one is played, a long one at once: a kill costs
 * about a second of games. What is seen of them is the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/tiny_run.h"
#include "tuner/store/journal.h"
#include "tuner/store/runs.h"

static int generations, owed /* when the next one began */, watched_at_end;

static int short_generation(struct run *run, struct error *error) {
    owed += store_owes(run->store);
    generations++;
    return run_generation(run, error);
}

/* Its games, or one at least, are in the journal. */
static int long_generation(struct run *run, struct error *error) {
    journal_add(run->journal, &(struct journal_entry){.key = 1});
    journal_write(run->journal, 0);
    assert_true(journal_is_begun(run->journal));
    int status = short_generation(run, error);
    assert_false(journal_is_begun(run->journal));
    return status;
}

static void note_end(struct run *run) {
    assert_false(store_owes(run->store));
    watched_at_end = run->health.count;
}

static void run_in(const char *out, const struct run_method *method) {
    struct config config;
    struct error error = {""};
    generations = owed = 0;
    if (config_parse("tiny.cfg", tiny_config, NULL, 0, &config, &error)) fail_msg("%s", error.text);
    snprintf(config.output, sizeof config.output, "%s/%s", directory, out);
    if (run_by(&config, method, NULL, &error) != RUN_FINISHED) fail_msg("%s", error.text);
    assert_int_equal(generations, config.optimizer.generations);
    assert_int_equal(watched_at_end, config.optimizer.generations);
    config_free(&config);
}

static void short_generations_are_written_beside_the_next(void **context) {
    (void)context;
    run_in("short", &(struct run_method){.generation = short_generation, .end = note_end});
    assert_in_range(owed, 1, generations - 1); /* milestones ask for some */
}

static void what_is_in_the_journal_is_written_at_once(void **context) {
    (void)context;
    run_in("long", &(struct run_method){.generation = long_generation, .end = note_end});
    assert_int_equal(owed, 0);
}

static void rows_do_not_tell_when_they_were_written(void **context) {
    (void)context;
    assert_same_database("short", "long");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_generations_are_written_beside_the_next),
        cmocka_unit_test(what_is_in_the_journal_is_written_at_once),
        cmocka_unit_test(rows_do_not_tell_when_they_were_written),
    };
    return cmocka_run_group_tests_name("generation", tests, runs_make_directory,
                                       own_directory_remove);
}
