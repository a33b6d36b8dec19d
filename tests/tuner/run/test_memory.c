/*
 * Out of memory at the n-th request, over a whole short run from its config on, which libconfig
 * reads without a look at what it got: it ends with a message, or goes on
 * where the library that asked can do without; the same run then goes on to the rows of the
 * undisturbed one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>

#include "engine/base/rng.h"
#include "engine/base/sanitized.h"
#include "tests/tiny_run.h"

#ifndef REFUSALS
#define REFUSALS 40
#endif

/* ---- an allocator that refuses ---- */

#if defined(__GLIBC__) && !SANITIZED
#define REFUSES 1
#else
#define REFUSES 0
#endif

static long requests, refuse_at; /* 0: none */

#if REFUSES
/* glibc's own names for what it does. NOLINTBEGIN(*reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
 */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
/* NOLINTEND(*reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

static bool refuses(void) {
    bool refused = ++requests == refuse_at;
    if (refused) errno = ENOMEM;
    return refused;
}

void *malloc(size_t size) {
    return refuses() ? NULL : __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    return refuses() ? NULL : __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
    return refuses() ? NULL : __libc_realloc(old, size);
}
#endif

static void begin_counting(void) {
    requests = 0;
}

/* ---- tests ---- */

static void a_refused_request_costs_no_rows(void **state) {
    (void)state;
    struct rng rng = rng_keyed(11, 4, 0, 0);
    struct text log = {0};
    struct error error;
    char command[128];
    int stopped = 0;
    if (!REFUSES) skip();
    if (tiny_tune("whole", begin_counting, &error) != RUN_FINISHED) fail_msg("%s", error.text);
    long all = requests;
    assert_true(all > 1000);
    snprintf(command, sizeof command, "rm -rf '%s/short'", directory);
    for (int refusal = 0; refusal < REFUSALS; refusal++) {
        long place = refuse_at = 1 + (long)rng_below(&rng, (uint32_t)all);
        int status = tiny_tune_apart("short", begin_counting);
        refuse_at = 0;
        tiny_log("short", &log);
        bool said = strstr(text_get(&log), "memory") != NULL;
        if (status && !said)
            fail_msg("request %ld: %x: %s", place, (unsigned)status, text_get(&log));
        stopped += status != 0;
        tiny_finish("short");
        assert_same_database("whole", "short");
        assert_int_equal(system(command), 0);
    }
    print_message("%ld requests, %d refused: %d runs stopped with a message\n", all, REFUSALS,
                  stopped);
    text_free(&log);
}

/* With that request refused: 0 if the champion's row is read as it is, 1 if that was refused, 3 if
 * it is read as another. */
static int read_champion(int64_t player, long place) {
    char path[128];
    struct error error;
    struct stored_champion champion = {0};
    snprintf(path, sizeof path, "%s/whole/run.db", directory);
    struct store *store = store_open(path, STORE_READ, &error);
    if (!store) return 1;
    requests = 0;
    refuse_at = place;
    if (store_champion(store, 1, &champion, &error)) return 1;
    refuse_at = 0;
    store_close(store);
    return champion.player == player ? 0 : 3;
}

/* Each of its requests is refused once. */
static void what_is_read_is_right_or_not_read(void **state) {
    (void)state;
    int64_t player = query_number("whole", "SELECT player FROM champions");
    if (!REFUSES) skip();
    assert_int_equal(read_champion(player, 0), 0);
    long all = requests;
    assert_in_range(all, 10, 1000);
    for (long place = 1; place <= all; place++) {
        int status;
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            signal(SIGSEGV, SIG_DFL);
            if (!freopen("/dev/null", "w", stderr)) _exit(1);
            _exit(read_champion(player, place));
        }
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 3) fail_msg("request %ld", place);
        assert_false(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refused_request_costs_no_rows),
        cmocka_unit_test(what_is_read_is_right_or_not_read),
    };
    return cmocka_run_group_tests(tests, runs_make_directory, own_directory_remove);
}
