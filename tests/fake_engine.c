/*
 * fake_engine: an engine for the tests that speaks each protocol just so far and can be told to
 * misbehave:
 *
 *     fake_engine gtp|nboard|gomocup|sau [FAULT[@N]] [PIDS]
 *
 * The fault comes with its N-th answer (1 if not given), or at the start; "die" with the N-th line
 * that it hears. PIDS is a file to which it adds its process number, and keeps locked as long as
 * any of its children lives. Its moves are legal, and follow from the position alone.
 */
#define _DEFAULT_SOURCE /* flock */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "engine/files/records.h"
#include "engine/games.h"

static const struct game *game;
static struct state state;
static const char *fault = "none";
static int fault_at = 1, answers;
static const char *pids = ""; /* the file */

static bool faulty(const char *name) {
    return strcmp(fault, name) == 0;
}

static void say(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

static void sleep_for_ever(void) {
    for (;;) pause();
}

/* ---- faults ---- */

static void flood(FILE *out, int lines) {
    for (int i = 0; i < lines; i++)
        fprintf(out, "%04d thinking of nothing that is worth the ink it is printed with\n", i);
    fflush(out);
}

static void say_garbage(void) {
    for (int i = 0; i < 20000; i++) putchar(i % 251 == '\n' ? 'x' : i % 251);
    say("\n\n\r\n\xff\xfe status \x01\n");
}

static void add_pid(pid_t pid) {
    FILE *file = fopen(pids, "a");
    if (file) fprintf(file, "%d\n", (int)pid), fclose(file);
}

/* A child that ignores whatever happens to its parent. */
static void leave_child(void) {
    pid_t child = fork();
    if (child == 0) sleep_for_ever();
    add_pid(child);
}

static void ignore_signals(void) {
    for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
}

/* A child of a child that is gone, in a session of its own. */
static void leave_daemon(void) {
    if (fork() != 0) return;
    setsid();
    if (fork() != 0) _exit(0);
    ignore_signals();
    add_pid(getpid());
    sleep_for_ever();
}

/* The same, but there for a moment only: its child goes on, and so does that one's. Should nobody
 * catch it, it ends after some seconds, as all that is endless here. */
static void leave_runner(void) {
    if (fork() != 0) return;
    setsid();
    for (int step = 0; step < 100000; step++)
        if (fork() != 0) _exit(0);
    _exit(0);
}

/* Three times as many at each step; but no more than others on this machine can bear. */
static void fork_without_end(void) {
    for (int step = 0; step < 4; step++)
        if (fork() != 0) fork();
    alarm(20);
    sleep_for_ever();
}

/* Memory that is not volatile a compiler may save. */
static void eat_memory(void) {
    enum { MIB = 1 << 20, MOST = 600, PAGE = 4096 };
    for (int i = 0; i < MOST; i++) {
        volatile char *memory = malloc(MIB);
        if (!memory) abort();
        for (int byte = 0; byte < MIB; byte += PAGE) memory[byte] = 1;
    }
}

static void write_huge_file(void) {
    char path[256], block[1 << 16] = {0};
    snprintf(path, sizeof path, "%s.huge", pids);
    FILE *file = fopen(path, "w");
    for (int i = 0; file && i < 100; i++) fwrite(block, sizeof block, 1, file);
    if (file) fclose(file);
}

static void use_time(void) {
    volatile unsigned turns = 0;
    alarm(20);
    for (;;) turns++;
}

static void drip_for_ever(void) {
    for (;; say("x")) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void misbehave(void) {
    answers++;
    if (faulty("garbage")) say_garbage();
    if (faulty("stderr-flood")) flood(stderr, 2000);
    if (faulty("drip"))
        for (int i = 0; i < 20; i++) say("M"), say("E"), say("\n");
    if (faulty("slow")) nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    if (faulty("weary")) nanosleep(&(struct timespec){.tv_nsec = 16000000}, NULL);
    if (answers != fault_at) return;
    if (faulty("crash") || faulty("one-life") || faulty("weary")) {
        fprintf(stderr, "about to crash at answer %d\n", answers);
        abort();
    }
    if (faulty("exit")) exit(3);
    if (faulty("bomb")) fork_without_end();
    if (faulty("hog")) eat_memory();
    if (faulty("huge")) write_huge_file();
    if (faulty("spin")) use_time();
    if (faulty("dribble")) drip_for_ever();
    if (faulty("silence")) sleep_for_ever();
    if (faulty("babble"))
        for (;;) flood(stdout, 100);
    if (faulty("close")) {
        close(STDOUT_FILENO);
        sleep_for_ever();
    }
}

static bool is_illegal_time(void) {
    return faulty("illegal") && answers == fault_at;
}

/* ---- play ---- */

/* A legal move; or one that is not. Nobody is to ask for a pass. */
static move_t choose(void) {
    move_t moves[GAME_MOVES_MAX];
    if (game_must_pass(game, state.bytes)) exit(7);
    int count = game->moves(game, state.bytes, moves);
    if (!is_illegal_time()) return moves[mix64(game->hash(state.bytes)) % (uint64_t)count];
    move_t move = 0;
    while (game_legal(game, state.bytes, move)) move++;
    return move;
}

static void play(move_t move) {
    if (!game_legal(game, state.bytes, move)) {
        fprintf(stderr, "was told a move that is not legal: %d\n", move);
        exit(4);
    }
    game->play(game, state.bytes, move);
}

static move_t choose_and_play(void) {
    move_t move = choose();
    if (!is_illegal_time()) play(move);
    return move;
}

static move_t read_move(const char *text) {
    move_t move = MOVE_NONE;
    if (game->move_parse(game, text, &move) == 0) exit(5);
    return move;
}

static bool begins(const char *line, const char *word, const char **rest) {
    *rest = line + strlen(word);
    if (strncmp(line, word, strlen(word)) != 0) return false;
    *rest += strspn(*rest, " ");
    return true;
}

static void gtp(const char *line) {
    const char *rest;
    char text[MOVE_TEXT_MAX] = "";
    if (begins(line, "clear_board", &rest)) game->start(game, state.bytes);
    if (begins(line, "play", &rest)) play(read_move(strchr(rest, ' ') + 1));
    if (begins(line, "genmove", &rest)) {
        misbehave();
        if (faulty("rude")) {
            say("= \033[2J\xc2\x9b\xffä\n\n");
            return;
        }
        if (faulty("refuse") && answers == fault_at) {
            say("? cannot move\n\n");
            return;
        }
        if (faulty("resign")) {
            say("= resign\n\n");
            return;
        }
        game->move_format(game, choose_and_play(), text);
    }
    printf("= %s\n\n", text);
    fflush(stdout);
}

static void nboard(const char *line) {
    const char *rest;
    char text[MOVE_TEXT_MAX];
    static struct game_record record;
    struct error error;
    if (begins(line, "ping", &rest)) printf("pong %d\n", atoi(rest));
    if (begins(line, "move", &rest)) play(read_move(rest));
    if (begins(line, "set game", &rest)) {
        if (records_parse(RECORDS_GGF, game, &rest, &record, &error)) exit(6);
        state = record.last;
    }
    if (begins(line, "go", &rest)) {
        misbehave();
        game->move_format(game, choose(), text);
        printf("status thinking\n=== %s/0.00/0.1\n", text);
    }
    fflush(stdout);
}

static void answer_point(void) {
    misbehave();
    if (faulty("refuse") && answers == fault_at) {
        say("ERROR no idea\n");
        return;
    }
    int move = choose_and_play(), columns = game->columns;
    printf("MESSAGE well\n%d,%d\n", move % columns, move / columns);
}

static void gomocup(const char *line) {
    const char *rest;
    static bool board;
    int x = 0, y = 0, columns = game->columns;
    bool point = sscanf(line + strspn(line, "TURN "), "%d,%d", &x, &y) == 2;
    if (begins(line, "START", &rest)) say("OK - everything is good\n");
    if (begins(line, "RESTART", &rest)) say("OK\n"), game->start(game, state.bytes);
    if (begins(line, "BOARD", &rest)) board = true;
    if (point) play((move_t)(y * columns + x));
    if (begins(line, "DONE", &rest)) board = false, answer_point();
    if (begins(line, "BEGIN", &rest) || (point && !board)) answer_point();
    fflush(stdout);
}

static void play_pair(const char *text) {
    for (; *text && *text != '@'; text += 2) {
        char one[3] = {text[0], text[1], '\0'};
        play(read_move(one));
    }
}

static void answer_pair(void) {
    int side = game->side(state.bytes), columns = game->columns, stones = 0;
    char text[8] = "@@@@";
    misbehave();
    while (stones < 2 && !game->over(game, state.bytes) && game->side(state.bytes) == side) {
        move_t move = choose_and_play();
        text[2 * stones] = (char)('A' + move % columns);
        text[2 * stones + 1] = (char)('A' + move / columns);
        if (is_illegal_time() && stones) break;
        stones++;
    }
    if (faulty("half") && answers == fault_at) text[2] = text[3] = '@';
    if (stones == 1 && game->over(game, state.bytes)) text[2] = text[0], text[3] = text[1];
    printf("move %s\n", text);
}

static void sau(const char *line) {
    const char *rest;
    if (begins(line, "name?", &rest)) say("name fake\n");
    if (begins(line, "new", &rest)) {
        game->start(game, state.bytes);
        if (begins(rest, "black", &rest)) answer_pair();
    }
    if (begins(line, "move", &rest)) play_pair(rest), answer_pair();
    fflush(stdout);
}

/* ---- the table ---- */

static const struct {
    const char *name, *game, *quit;
    void (*hear)(const char *line);
} protocols[] = {{"gtp", "reversi", "quit", gtp},
                 {"nboard", "reversi", "quit", nboard},
                 {"gomocup", "gomoku", "END", gomocup},
                 {"sau", "connect6", "quit", sau}};

static void read_fault(const char *text) {
    static char name[32];
    const char *at = strchr(text, '@');
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "@"), text);
    fault = name;
    if (at) fault_at = atoi(at + 1);
}

/* Whether somebody was here before. */
static bool is_empty(const char *path) {
    FILE *file = fopen(path, "r");
    bool empty = !file || fgetc(file) == EOF;
    if (file) fclose(file);
    return empty;
}

static void start(void) {
    bool first = is_empty(pids);
    add_pid(getpid());
    int file = open(pids, O_RDONLY); /* stays open in all children */
    if (file >= 0) flock(file, LOCK_SH);
    if (faulty("child")) leave_child();
    if (faulty("daemon")) leave_daemon();
    if (faulty("runner")) leave_runner();
    if (faulty("nohandshake")) sleep_for_ever();
    if (faulty("stubborn")) signal(SIGTERM, SIG_IGN);
    if (faulty("numb")) ignore_signals();
    if (faulty("start-crash") || (faulty("one-life") && !first)) abort();
}

static int count_lines(const char *path) {
    FILE *file = fopen(path, "r");
    int lines = 0;
    for (int c; file && (c = fgetc(file)) != EOF;) lines += c == '\n';
    if (file) fclose(file);
    return lines;
}

static void add_line(const char *path, const char *line) {
    FILE *file = fopen(path, "a");
    if (file) fprintf(file, "%s\n", line), fclose(file);
}

/* Does not leave before somebody else does. */
static void leave_together(void) {
    char path[256];
    snprintf(path, sizeof path, "%s.quit", pids);
    add_line(path, "quit");
    while (count_lines(path) < 2) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    add_line(path, "met");
}

int main(int argc, char **argv) {
    struct error error;
    char line[8192];
    size_t p = 0;
    int heard = 0;
    if (argc < 2) return 2;
    while (p < COUNT_OF(protocols) && strcmp(protocols[p].name, argv[1]) != 0) p++;
    if (p == COUNT_OF(protocols)) return 2;
    if (argc > 2) read_fault(argv[2]);
    if (argc > 3) pids = argv[3];
    start();
    game = games_find(protocols[p].game, &error);
    game->start(game, state.bytes);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (faulty("die") && ++heard == fault_at) abort();
        if (strcmp(line, protocols[p].quit) == 0) break;
        protocols[p].hear(line);
    }
    if (faulty("stubborn") || faulty("numb")) sleep_for_ever();
    if (faulty("sociable")) leave_together();
    return 0;
}
