/*
 * hone on a terminal: a run is watched while it goes on, and the terminal is left as it was,
 * whatever ends that; a match shows how it stands.
 */
#define _XOPEN_SOURCE 700 /* for posix_openpt */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "tests/own_directory.h"

/* ---- a program on a terminal of its own ---- */

static struct {
    int terminal; /* the end that a person looks at */
    pid_t program;
    struct termios before;
    struct text said;
} seat;

static void set_size(int lines, int columns) {
    struct winsize size = {.ws_row = (unsigned short)lines, .ws_col = (unsigned short)columns};
    assert_int_equal(ioctl(seat.terminal, TIOCSWINSZ, &size), 0);
}

/* The first terminal that a session opens is its own, so that Ctrl-C reaches its processes. */
static void become(const char *name, const char *term, const char *arguments) {
    char command[512];
    snprintf(command, sizeof command, "exec %s/hone %s", BUILD_DIR, arguments);
    setsid();
    int place = open(name, O_RDWR);
    for (int i = 0; i < 3; i++) dup2(place, i);
    setenv("TERM", term, 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("LINES"); /* which ncurses believes before the terminal */
    unsetenv("COLUMNS");
    /* Of a terminal that it does not know ncurses keeps some memory. */
    if (strcmp(term, "xterm") != 0) setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static void sit_down(int lines, int columns, const char *term, const char *arguments) {
    seat.terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (seat.terminal < 0) skip();
    assert_int_equal(grantpt(seat.terminal) || unlockpt(seat.terminal), 0);
    const char *name = ptsname(seat.terminal);
    set_size(lines, columns);
    int place = open(name, O_RDWR | O_NOCTTY);
    assert_int_equal(tcgetattr(place, &seat.before), 0);
    seat.program = fork();
    if (seat.program == 0) become(name, term, arguments);
    close(place);
}

/* Takes what the program has to say by now. False: it has ended. */
static bool listen(void) {
    char block[4096];
    struct pollfd poll_at = {.fd = seat.terminal, .events = POLLIN};
    if (poll(&poll_at, 1, 100) <= 0) return true;
    ssize_t got = read(seat.terminal, block, sizeof block);
    if (got > 0) text_add_bytes(&seat.said, block, (size_t)got);
    return got > 0;
}

/* Half a minute of silence is too long, and so is a book. */
static void wait_for(const char *what) {
    for (int silent = 0; !strstr(text_get(&seat.said), what);) {
        size_t before = seat.said.length;
        bool lives = listen();
        silent = seat.said.length > before ? 0 : silent + 1;
        if (!lives || silent > 300 || before > 2000000)
            fail_msg("'%s' is not in: %s", what, text_get(&seat.said));
    }
}

static void forget(void) {
    text_free(&seat.said);
}

static void type(const char *keys) {
    assert_int_equal(write(seat.terminal, keys, strlen(keys)), strlen(keys));
}

/* The status that the program ends with. */
static int leave(void) {
    int status, silent = 0;
    for (size_t before = 0; listen(); before = seat.said.length) {
        silent = seat.said.length > before ? 0 : silent + 1;
        if (silent > 300) fail_msg("it does not end: %s", text_get(&seat.said));
    }
    assert_int_equal(waitpid(seat.program, &status, 0), seat.program);
    return status;
}

/* Line by line again, with an echo, and on the screen that was there before. */
static void assert_clean(void) {
    struct termios after;
    assert_int_equal(tcgetattr(seat.terminal, &after), 0);
    assert_int_equal(after.c_lflag, seat.before.c_lflag);
    assert_int_equal(after.c_iflag, seat.before.c_iflag);
    assert_int_equal(after.c_oflag, seat.before.c_oflag);
    const char *entered = strstr(text_get(&seat.said), "\033[?1049h");
    assert_non_null(entered);
    assert_non_null(strstr(entered, "\033[?1049l"));
    assert_non_null(strstr(entered, "\033[?25h")); /* and with its cursor */
}

static int stand_up(void **state) {
    (void)state;
    close(seat.terminal);
    forget();
    return 0;
}

/* ---- a run ---- */

static pid_t tune(int generations) {
    char command[512];
    snprintf(command, sizeof command,
             "exec %s/hone tune %s/run.cfg --set optimizer.generations=%d --set output=%s/%d "
             ">%s/log 2>&1",
             BUILD_DIR, directory, generations, directory, generations, directory);
    pid_t pid = fork();
    if (pid == 0) execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    return pid;
}

static int make_run(void **state) {
    (void)state;
    char path[96];
    int status;
    if (own_directory_make(NULL)) return -1;
    snprintf(path, sizeof path, "%s/run.cfg", directory);
    if (file_write(path,
                   "name = \"seen\"; game = \"reversi\"; threads = 1;\n"
                   "evaluator = { name = \"wpc\"; layout = \"64\"; };\n"
                   "fitness = { pairs = 2; };\n"
                   "optimizer = { name = \"ga\"; ga = { population = 4; groups = 2; }; };\n"
                   "verify = { candidates = 1; selection_pairs = 2; pairs = 2; };\n",
                   NULL))
        return -1;
    pid_t pid = tune(3);
    return waitpid(pid, &status, 0) == pid && status == 0 ? 0 : -1;
}

static void watch(int lines, int columns, const char *run) {
    char arguments[128];
    snprintf(arguments, sizeof arguments, "watch %s/%s", directory, run);
    sit_down(lines, columns, "xterm", arguments);
}

/* ---- tests ---- */

static void q_leaves_a_clean_terminal(void **state) {
    (void)state;
    watch(24, 80, "3");
    wait_for("seen: reversi");
    wait_for("a1\033");
    type("q");
    int status = leave();
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_clean();
}

static void interrupts_leave_a_clean_terminal(void **state) {
    (void)state;
    static const int signals[] = {0, SIGTERM, SIGHUP};
    for (size_t i = 0; i < COUNT_OF(signals); i++) {
        watch(24, 80, "3");
        wait_for("a1\033");
        if (signals[i] == 0)
            type("\003");
        else
            kill(seat.program, signals[i]);
        int status = leave();
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 128 + (signals[i] ? signals[i] : SIGINT));
        assert_clean();
        stand_up(NULL);
    }
    seat.terminal = -1;
}

/* The second signal ends the program at once; a stopped program gets both together. */
static void impatience_leaves_a_clean_terminal(void **state) {
    (void)state;
    watch(24, 80, "3");
    wait_for("a1\033");
    kill(seat.program, SIGSTOP);
    kill(seat.program, SIGTERM);
    kill(seat.program, SIGINT);
    kill(seat.program, SIGCONT);
    assert_true(WIFSIGNALED(leave()));
    assert_clean();
}

static void a_new_size_is_drawn_at_once(void **state) {
    (void)state;
    watch(24, 40, "3");
    wait_for("a1\033");
    assert_null(strstr(text_get(&seat.said), "choosing the champion done, measuring the champion"));
    forget();
    set_size(30, 160);
    wait_for("choosing the champion done, measuring the champion done");
    type("q");
    leave();
}

/* Of 64 parameters few have room. */
static void keys_move_the_parameters(void **state) {
    (void)state;
    watch(16, 80, "3");
    wait_for("b1\033");
    assert_null(strstr(text_get(&seat.said), "d2\033"));
    type("\033[6~\033[6~");
    wait_for("d2\033");
    type("q");
    leave();
}

static void what_is_no_terminal_is_told(void **state) {
    (void)state;
    char command[256];
    snprintf(command, sizeof command,
             "%s/hone watch %s/3 </dev/null 2>&1 | grep -q 'needs a terminal; `hone status`'",
             BUILD_DIR, directory);
    assert_int_equal(system(command), 0);
    snprintf(command, sizeof command, "watch %s/3", directory);
    sit_down(24, 80, "no-such-terminal", command);
    int status = leave();
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
    wait_for("(TERM) is not known");
    stand_up(NULL);
    sit_down(24, 80, "xterm", "watch nowhere");
    status = leave();
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
    wait_for("nowhere: No such file");
    assert_null(strstr(text_get(&seat.said), "\033[?1049h"));
}

/* Its line is there while it works, and gone afterwards. */
static void a_run_is_watched_while_it_goes_on(void **state) {
    (void)state;
    char now[96];
    int status;
    snprintf(now, sizeof now, "%s/99999/run.db-now", directory);
    pid_t run = tune(99999);
    for (int i = 0; i < 1000 && access(now, F_OK); i++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    watch(24, 80, "99999");
    wait_for("running");
    wait_for("seen [....................]");
    kill(run, SIGINT);
    assert_int_equal(waitpid(run, &status, 0), run);
    assert_int_equal(access(now, F_OK), -1);
    wait_for("stopped");
    type("q");
    leave();
}

/* Nothing mutates. The line behind the carriage return has the word, not the warning above alone.
 */
static void a_run_shows_that_it_has_collapsed(void **state) {
    (void)state;
    char arguments[400];
    snprintf(arguments, sizeof arguments,
             "tune %s/run.cfg --set optimizer.init=around --set optimizer.init_spread=0 "
             "--set optimizer.ga.sigma=0 --set optimizer.generations=100000 --set output=%s/alike",
             directory, directory);
    sit_down(24, 160, "xterm", arguments);
    wait_for("  COLLAPSED");
    type("\003");
    leave();
}

static void a_match_shows_how_it_stands(void **state) {
    (void)state;
    sit_down(
        24, 120, "xterm",
        "match config/weights/swh.weights config/weights/norvig.weights -n 5000 --depth 5 -t 1 "
        "--sprt=-1,1");
    wait_for(" +/- ");
    wait_for(" Elo, LLR ");
    type("\003");
    leave();
}

static void a_tournament_shows_its_first_three(void **state) {
    (void)state;
    sit_down(24, 120, "xterm",
             "tournament config/weights/swh.weights random initial config/weights/lr06.weights"
             " -n 2000 --depth 4 -t 1");
    wait_for("lr06 +");
    wait_for(", swh ");
    type("\003");
    leave();
    assert_null(strstr(text_get(&seat.said), ", random -"));
}

#define TERMINAL_TEST(test) cmocka_unit_test_teardown(test, stand_up)

/* A shell in the background has SIGINT ignored, and what it starts inherits that. */
int main(void) {
    signal(SIGINT, SIG_DFL);
    const struct CMUnitTest tests[] = {
        TERMINAL_TEST(q_leaves_a_clean_terminal),
        TERMINAL_TEST(interrupts_leave_a_clean_terminal),
        TERMINAL_TEST(impatience_leaves_a_clean_terminal),
        TERMINAL_TEST(a_new_size_is_drawn_at_once),
        TERMINAL_TEST(keys_move_the_parameters),
        TERMINAL_TEST(what_is_no_terminal_is_told),
        TERMINAL_TEST(a_run_is_watched_while_it_goes_on),
        TERMINAL_TEST(a_run_shows_that_it_has_collapsed),
        TERMINAL_TEST(a_match_shows_how_it_stands),
        TERMINAL_TEST(a_tournament_shows_its_first_three),
    };
    return cmocka_run_group_tests(tests, make_run, own_directory_remove);
}
