/*
 * What comes in while the engine thinks, with the real program at the other end of two pipes: a
 * word that stops it is obeyed at once, nothing is lost or answered out of order, an end ends it,
 * and scripts are answered in full. Thinking would take a minute, so that no test depends on how
 * fast the machine is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/base.h"
#include "engine/base/clock.h"
#include "tests/program.h"

#define MINUTE_GTP "time_settings 0 60 1\n"
#define MINUTE_GOMOCUP "START 15\nINFO timeout_turn 60000\nINFO timeout_match 0\n"
#define GAME                                                                                       \
    "set game (;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 "                                              \
    "---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[E6]W[F4];)\n"

/* ---- a program behind two pipes -------------------------------------------------------------- */

struct table {
    pid_t pid;
    int in, out; /* -1: closed */
};

static struct table table_open(const char *arguments) {
    int in[2], out[2];
    struct text command = {0};
    text_add(&command, "%s exec %s --protocol --tt 1 %s 2>/dev/null", champions, program,
             arguments);
    assert_int_equal(pipe(in) + pipe(out), 0);
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGPIPE, SIG_IGN); /* as some boards have it */
        /* The shell may have had them ignored. */
        signal(SIGINT, SIG_DFL), signal(SIGHUP, SIG_DFL);
        dup2(in[0], 0), dup2(out[1], 1);
        close(in[0]), close(in[1]), close(out[0]), close(out[1]);
        execl("/bin/sh", "sh", "-c", text_get(&command), (char *)NULL);
        _exit(127);
    }
    text_free(&command);
    close(in[0]), close(out[1]);
    return (struct table){pid, in[1], out[0]};
}

static void table_say(const struct table *table, const char *lines) {
    assert_int_equal(write(table->in, lines, strlen(lines)), strlen(lines));
}

enum { PATIENCE_MS = 20000 }; /* of a loaded machine, and far from a minute */

/* Reads some more; false: nothing comes. */
static bool table_read(const struct table *table, struct text *out) {
    struct pollfd poller = {.fd = table->out, .events = POLLIN};
    char block[4096];
    if (poll(&poller, 1, PATIENCE_MS) <= 0) return false;
    ssize_t got = read(table->out, block, sizeof block);
    if (got > 0) text_add_bytes(out, block, (size_t)got);
    return got > 0;
}

/* Reads until the output ends with `end`; false: it does not come. */
static bool table_hear(const struct table *table, const char *end, struct text *out) {
    size_t length = strlen(end);
    while (out->length < length || strcmp(out->data + out->length - length, end) != 0)
        if (!table_read(table, out)) return false;
    return true;
}

/* Reads until there is such a word in the output. */
static bool table_hear_word(const struct table *table, const char *word, struct text *out) {
    while (!strstr(text_get(out), word))
        if (!table_read(table, out)) return false;
    return true;
}

static void table_close_in(struct table *table) {
    if (table->in >= 0) close(table->in);
    table->in = -1;
}

/* Whether the program ends by itself; it is killed if not. */
static bool table_ends(struct table *table) {
    double since = clock_seconds();
    bool ended = false;
    while (!(ended = waitpid(table->pid, NULL, WNOHANG) == table->pid) &&
           clock_seconds() - since < PATIENCE_MS / 1000.0)
        nanosleep(&(struct timespec){0, 2000000}, NULL);
    if (!ended) kill(table->pid, SIGKILL), waitpid(table->pid, NULL, 0);
    table_close_in(table);
    close(table->out);
    return ended;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* A question of a minute, what comes behind it, and what the answers end with. */
static const struct exchange {
    const char *arguments, *question, *behind, *end;
} stops[] = {
    {"gtp", MINUTE_GTP "genmove b\n", "name\n# interrupt\n7 version\n",
     "\n\n= hone\n\n=7 " HONE_VERSION "\n\n"},
    {"gtp --game 'hex(14)' --nodes 0 --depth 9", "genmove b\n", "# interrupt\nname\n",
     "\n\n= hone\n\n"},
    {"gomocup --game gomoku", MINUTE_GOMOCUP "TURN 7,7\n", "ABOUT\nYXSTOP\nTAKEBACK 0,0\n",
     "\nERROR that was not the last move\n"},
    {"gomocup --game gomoku", MINUTE_GOMOCUP "SWAP2BOARD\nDONE\n", "YXSTOP\nABOUT\n",
     "\", version=\"" HONE_VERSION "\"\n"},
    {"nboard", "set depth 40\n" GAME "hint 4\n", "set depth 1\nping 7\n", "\nstatus\npong 7\n"},
    {"nboard", "set depth 40\n" GAME "analyze\n", "ping 7\nlearn\n", "\nstatus\npong 7\nlearned\n"},
    {"nboard --time 60", "set depth 40\n" GAME "go\n", "ping 7\n", "\npong 7\n"},
    {"sau --game connect6 --time 60", "new white\nmove JJ@@\n", "name?\nend\nname?\n",
     "\nname hone\nname hone\n"},
};

static void a_word_that_stops_is_obeyed_and_nothing_is_lost(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(stops); i++) {
        struct table table = table_open(stops[i].arguments);
        struct text out = {0};
        table_say(&table, stops[i].question);
        table_say(&table, stops[i].behind);
        if (!table_hear(&table, stops[i].end, &out))
            fail_msg("%s: after %s%s came %s", stops[i].arguments, stops[i].question,
                     stops[i].behind, text_get(&out));
        table_close_in(&table);
        assert_true(table_ends(&table));
        text_free(&out);
    }
}

/* Whether it takes so many bytes, in time. */
static bool table_takes(const struct table *table, int count) {
    static const char block[] = "line without an end, ";
    struct pollfd poller = {.fd = table->in, .events = POLLOUT};
    for (; count > 0; count -= (int)strlen(block)) {
        if (poll(&poller, 1, PATIENCE_MS) <= 0) return false;
        table_say(table, block);
    }
    return true;
}

/* Behind more than may wait, no word would be heard. */
static void it_stops_where_it_cannot_listen(void **state) {
    struct table table = table_open("uci --game chess");
    struct text out = {0};
    (void)state;
    table_say(&table, "position startpos\ngo infinite\n");
    assert_true(table_takes(&table, 3 << 19));
    table_say(&table, "\nisready\n");
    assert_true(table_hear(&table, "\nreadyok\n", &out));
    assert_non_null(strstr(text_get(&out), "\nbestmove "));
    table_close_in(&table);
    assert_true(table_ends(&table));
    text_free(&out);
}

/* UCI: "isready" must be answered while the engine thinks, and once. */
static void a_board_is_told_that_it_is_heard(void **state) {
    struct table table = table_open("uci --game chess");
    struct text out = {0};
    (void)state;
    table_say(&table, "position startpos\ngo infinite\nisready\n");
    assert_true(table_hear_word(&table, "readyok\n", &out));
    assert_null(strstr(text_get(&out), "bestmove"));
    table_say(&table, "stop\nucinewgame\nisready\n");
    assert_true(table_hear_word(&table, "\nbestmove ", &out));
    assert_true(table_hear(&table, "\nreadyok\n", &out));
    table_close_in(&table);
    assert_true(table_ends(&table));
    int answers = 0;
    for (const char *at = text_get(&out); (at = strstr(at, "readyok")) != NULL; at++) answers++;
    assert_int_equal(answers, 2);
    text_free(&out);
}

/* What it thinks is told depth after depth. On the other side's time its own clock stands. */
static void a_board_hears_what_the_engine_thinks(void **state) {
    struct table table = table_open("uci --game chess");
    struct text out = {0};
    (void)state;
    table_say(&table, "position startpos\ngo ponder movetime 1\n");
    for (int depth = 24; depth <= 26; depth += 2) { /* short questions have no such answers */
        char word[32];
        snprintf(word, sizeof word, "info depth %d score cp ", depth);
        if (!table_hear_word(&table, word, &out)) fail_msg("%s", text_get(&out));
    }
    assert_null(strstr(text_get(&out), "bestmove"));
    table_close_in(&table);
    assert_true(table_ends(&table));
    text_free(&out);
}

/* Of each protocol a question, or two, and the word that ends it. */
static const struct {
    const char *arguments, *question, *end;
} ends[] = {
    {"gtp", MINUTE_GTP "genmove b\ngenmove w\n", "quit\n"},
    {"gomocup --game gomoku", MINUTE_GOMOCUP "TURN 7,7\n", "INFO time_left 5\nend\n"},
    {"nboard", "set depth 40\n" GAME "analyze\n", "quit\n"},
    {"sau --game connect6 --time 60", "new white\nmove JJ@@\n", "quit"}, /* without a line end */
};

static void an_end_ends_the_thinking(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        for (int closes = 0; closes < 2; closes++) {
            struct table table = table_open(ends[i].arguments);
            table_say(&table, ends[i].question);
            if (!closes) table_say(&table, ends[i].end);
            if (closes || !strchr(ends[i].end, '\n')) table_close_in(&table);
            if (!table_ends(&table)) fail_msg("%s does not end", ends[i].arguments);
        }
}

/* A board that died does not keep the engine busy, even if its end of the input lives on
 * elsewhere. */
static void an_output_without_a_reader_ends_the_thinking(void **state) {
    (void)state;
    struct table table = table_open("gtp");
    struct text out = {0};
    table_say(&table, MINUTE_GTP);
    assert_true(table_hear(&table, "=\n\n", &out));
    text_free(&out);
    table_say(&table, "genmove b\n");
    nanosleep(&(struct timespec){0, 50000000}, NULL); /* it thinks by now */
    close(table.out);
    table.out = dup(table.in);
    assert_true(table_ends(&table));
}

static void a_signal_ends_it(void **state) {
    (void)state;
    static const int signals[] = {SIGTERM, SIGHUP, SIGINT};
    for (size_t i = 0; i < COUNT_OF(signals); i++) {
        struct table table = table_open("gtp");
        struct text out = {0};
        table_say(&table, "name\n" MINUTE_GTP "genmove b\n");
        assert_true(table_hear(&table, "= hone\n\n=\n\n", &out));
        kill(table.pid, signals[i]);
        assert_true(table_ends(&table));
        text_free(&out);
    }
}

/* ---- scripts --------------------------------------------------------------------------------- */

/* A search of 100000 nodes, which its answer tells. */
#define SCRIPT "START 15\nINFO show_detail 1\nTURN 7,7\n"
static const char script_arguments[] = "gomocup --game gomoku --nodes 100000";

/* What a board is answered, which waits for it. */
static void answer_a_board(struct text *out) {
    struct table table = table_open(script_arguments);
    table_say(&table, SCRIPT "ABOUT\n");
    assert_true(table_hear(&table, "\", version=\"" HONE_VERSION "\"\n", out));
    table_close_in(&table);
    assert_true(table_ends(&table));
    *strstr(out->data, "\nname=") = '\0';
}

/* Only scripts ask again before they have an answer, and wait for all of them: the end behind the
 * second question is not about the first one. A file that ends closes nothing. */
static void scripts_are_answered_in_full(void **state) {
    (void)state;
    static const char *const behind[] = {"TURN 7,7\nEND\n", "TURN 7,7\n"};
    struct text board = {0}, file = {0};
    answer_a_board(&board);
    for (size_t i = 0; i < COUNT_OF(behind); i++) {
        struct table table = table_open(script_arguments);
        struct text out = {0};
        table_say(&table, SCRIPT);
        table_say(&table, behind[i]);
        table_close_in(&table);
        table_hear(&table, "no such end", &out);
        assert_true(table_ends(&table));
        if (!strstr(text_get(&out), text_get(&board))) fail_msg("%s", text_get(&out));
        text_free(&out);
    }
    char arguments[80];
    snprintf(arguments, sizeof arguments, "--protocol --tt 1 %s 2>/dev/null", script_arguments);
    run_text_to_its_end(arguments, SCRIPT, &file);
    assert_non_null(strstr(text_get(&file), text_get(&board)));
    text_free(&board);
    text_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_that_stops_is_obeyed_and_nothing_is_lost),
        cmocka_unit_test(it_stops_where_it_cannot_listen),
        cmocka_unit_test(a_board_is_told_that_it_is_heard),
        cmocka_unit_test(a_board_hears_what_the_engine_thinks),
        cmocka_unit_test(an_end_ends_the_thinking),
        cmocka_unit_test(an_output_without_a_reader_ends_the_thinking),
        cmocka_unit_test(a_signal_ends_it),
        cmocka_unit_test(scripts_are_answered_in_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
