/*
 * fake_engine: an engine for the tests that speaks each protocol just so far and can be told to
 * misbehave:
 *
 *     fake_engine gtp|nboard|gomocup|sau|uci|ucci|xboard [FAULT[@N]] [PIDS]
 *
 * The fault comes with its N-th answer (1 if not given), or at the start; "die" with the N-th line
 * that it hears. What is no fault but a habit, such as not to know an optional command, it has all
 * the time; "scribe", "variants", "960", "seconds" and "unknown-restart" are to add what it hears
 * to PIDS.heard. PIDS is a file to which it adds its process number, and keeps locked as long as
 * any of its children lives. Its moves are legal, and follow from the position alone.
 */
#define _DEFAULT_SOURCE /* flock */
#include <ctype.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/files/records.h"
#include "engine/games/games.h"
#include "engine/protocol/uci/wire.h"

static const struct game *game;
static struct state state;
static const char *fault = "none";
static int fault_at = 1, answers;
static const char *pids = ""; /* the file */

static bool faulty(const char *name) {
    return strcmp(fault, name) == 0;
}

/* Some speak in small letters, or in capitals, end lines by CR or CRLF, have blanks around or tabs
 * between; some write the end of a text, too. */
static void say(const char *text) {
    static bool said;
    if (faulty("mark") && !said) fputs("\xef\xbb\xbf", stdout);
    said = true;
    for (; *text; text++) {
        int c = faulty("small-cr") ? tolower((unsigned char)*text) : (unsigned char)*text;
        if (faulty("capital-crlf")) c = toupper(c);
        if (faulty("tabs") && c == ' ') c = '\t';
        if (faulty("capital-crlf") && c == '\n') putchar('\r');
        if (faulty("blanks") && c == '\n')
            fputs("  \n \t", stdout);
        else
            putchar(faulty("small-cr") && c == '\n' ? '\r' : c);
    }
    if (faulty("zeros")) putchar('\0');
    fflush(stdout);
}

static char last[256]; /* move that it said */

/* Some say it twice, or the last one again before it, or have no other. */
static void say_move(const char *text) {
    char twice[512];
    bool stuck = faulty("stuck") && *last, echo = faulty("echo") || stuck;
    snprintf(twice, sizeof twice, "%s%s%s", echo ? last : "", stuck ? "" : text,
             faulty("twice") ? text : "");
    say(twice);
    snprintf(last, sizeof last, "%s", text);
}

static void sleep_for_ever(void) {
    for (;;) pause();
}

static void sleep_ms(double ms) {
    nanosleep(
        &(struct timespec){.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms * 1e6) % 1000000000},
        NULL);
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

/* The same, but there for a moment only: its child goes on, and so does that one's. If nothing
 * catches it, it ends after some seconds, as all that is endless here. */
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
    if (faulty("deaf")) close(STDIN_FILENO);
}

static bool is_illegal_time(void) {
    return faulty("illegal") && answers == fault_at;
}

/* ---- play ---- */

/* A legal move; or one that is not. A pass is never asked for. */
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

/* Whether it refuses a command that it need not know, or not as it is said. */
static bool gtp_refuses(const char *line) {
    const char *rest;
    bool size = begins(line, "boardsize", &rest), left = begins(line, "time_left", &rest);
    bool optional = size || left || begins(line, "time_settings", &rest) ||
                    begins(line, "protocol_version", &rest);
    if (faulty("other-size") && size) return say("? unacceptable size\n\n"), true;
    static bool knows_time;
    bool whole = faulty("whole-seconds"), brief = faulty("time-alone"),
         moves = strchr(line, ' ') && strchr(strchr(line, ' ') + 1, ' ') != strrchr(line, ' ');
    if (left && ((whole && strchr(line, '.')) || (brief && moves)))
        return say("? wrong arguments\n\n"), true;
    if (left) knows_time = true;
    if ((whole || brief) && begins(line, "genmove", &rest) && !knows_time)
        return say("? no time\n\n"), true;
    bool spartan = faulty("spartan") || faulty("greets") || faulty("twice");
    if (spartan && optional) return say_move("? Unknown Command\n\n"), true;
    return false;
}

static void gtp(const char *line) {
    const char *rest;
    char text[MOVE_TEXT_MAX] = "";
    if (faulty("greets")) sleep_ms(5); /* so that nothing is skipped */
    if (gtp_refuses(line)) return;
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
        move_t move = choose_and_play();
        if (!faulty("wordless")) game->move_format(game, move, text);
    }
    char answer[MOVE_TEXT_MAX + 8];
    snprintf(answer, sizeof answer, "= %s\n\n", text);
    if (*text || !faulty("stuck"))
        say_move(answer);
    else
        say(answer);
}

static void nboard(const char *line) {
    const char *rest;
    char text[MOVE_TEXT_MAX];
    static struct game_record record;
    struct error error;
    char answer[MOVE_TEXT_MAX + 64];
    static bool has_depth;
    if (begins(line, "set depth", &rest)) has_depth = true;
    snprintf(answer, sizeof answer, "pong %d\n", atoi(line + strcspn(line, " ")));
    if (begins(line, "ping", &rest)) say(answer);
    if (begins(line, "move", &rest)) play(read_move(rest));
    if (begins(line, "set game", &rest)) {
        if (records_parse(RECORDS_GGF, game, &rest, &record, &error)) exit(6);
        state = record.last;
    }
    if (begins(line, "go", &rest) && faulty("deep") && !has_depth)
        say("warning Must pick a depth\n");
    else if (begins(line, "go", &rest)) {
        misbehave();
        game->move_format(game, choose(), text);
        snprintf(answer, sizeof answer, "status thinking\n=== %s/0.00/0.1\n", text);
        say_move(answer);
    }
}

static double turn_ms = -1; /* as it was told */
static bool suggested;      /* and waits for PLAY */

/* Words that come within 4 ms of its move are lost but for the last, which it does not know. The
 * clock is read after the words have come: on a busy machine this process may wake long after the
 * manager's pause of 5 ms. */
static void miss_words(double moved) {
    char bytes[4096];
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    sleep_ms(1);
    bool came = poll(&input, 1, 0) > 0;
    if (came && clock_seconds() < moved + 0.004 && read(STDIN_FILENO, bytes, sizeof bytes) > 0)
        say("ERROR Unknown command\n");
}

static int infos; /* since the last question */

static void answer_point(void) {
    char text[64];
    misbehave();
    for (; faulty("slow-errors") && infos > 0; infos--) say("ERROR unsupported\n");
    if ((faulty("refuse") && answers == fault_at) || faulty("no-idea")) {
        say("ERROR no idea\n");
        return;
    }
    if (faulty("patient") && turn_ms < 0) sleep_for_ever();
    if (faulty("patient")) sleep_ms(turn_ms);
    int move = faulty("suggest") ? choose() : choose_and_play(), columns = game->columns;
    snprintf(text, sizeof text, "MESSAGE well\n%s%d,%d\n", faulty("suggest") ? "SUGGEST " : "",
             move % columns, move / columns);
    double moved = clock_seconds();
    say_move(text);
    suggested = faulty("suggest");
    if (faulty("hasty")) miss_words(moved);
}

static void restart(void) {
    if (faulty("silent-restart")) return;
    if (faulty("exit-restart")) exit(0);
    if (faulty("unknown-restart") || faulty("error-restart") || faulty("slow-errors")) {
        say(!faulty("unknown-restart") ? "ERROR no\n" : "UNKNOWN command\n");
        return;
    }
    say("OK\n");
    *last = '\0';
    game->start(game, state.bytes);
}

static void play_suggestion(const char *rest) {
    char text[64];
    int x = 0, y = 0;
    if (sscanf(rest, "%d,%d", &x, &y) != 2) exit(5);
    suggested = false;
    play((move_t)(y * game->columns + x));
    snprintf(text, sizeof text, "%d,%d\n", x, y);
    say(text);
}

static void gomocup(const char *line) {
    const char *rest;
    static bool board;
    int x = 0, y = 0, columns = game->columns;
    bool point = sscanf(line + strspn(line, "TURN "), "%d,%d", &x, &y) == 2;
    if (begins(line, "START", &rest))
        say(faulty("other-size") ? "ERROR size\n" : "OK - everything is good\n");
    if (begins(line, "RESTART", &rest)) restart();
    if (begins(line, "BOARD", &rest)) board = true, game->start(game, state.bytes);
    if (begins(line, "INFO timeout_turn", &rest)) turn_ms = atof(rest);
    if (begins(line, "INFO", &rest)) infos++;
    if (begins(line, "INFO", &rest) && faulty("no-info")) say("ERROR unsupported\n");
    if (begins(line, "INFO", &rest) && faulty("unknown-info")) say("UNKNOWN\n");
    if (begins(line, "PLAY", &rest)) play_suggestion(rest);
    if (point && suggested) exit(8);
    if (point) play((move_t)(y * columns + x));
    if (begins(line, "DONE", &rest)) board = false, answer_point();
    if (begins(line, "BEGIN", &rest) || (point && !board)) answer_point();
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
    char answer[16];
    snprintf(answer, sizeof answer, "move %s\n", text);
    say_move(answer);
}

static void sau(const char *line) {
    const char *rest;
    if (begins(line, "name?", &rest) && !faulty("nameless")) say("name fake\n");
    if (begins(line, "new", &rest)) {
        *last = '\0';
        game->start(game, state.bytes);
        if (begins(rest, "black", &rest)) answer_pair();
    }
    if (begins(line, "move", &rest)) play_pair(rest), answer_pair();
}

/* ---- uci ---- */

static enum uci_dialect uci_dialect;

static void uci_hello(void) {
    say("id name Fake \033 1\nid author none\n");
    say("option name Hash type spin default 16 min 1 max 64\noption name Ponder type check default "
        "false\noption name Book File type string default <empty>\noption name Clear Hash type "
        "button\noption name King Safety Curve type combo default Very Steep var Very Steep var "
        "Flat\n");
    if (faulty("variants"))
        say("option name UCI_Variant type combo default chess var chess var xiangqi\n");
    if (faulty("960")) say("option name UCI_Chess960 type check default false\n");
    say("uciok\n");
}

static void uci_position(const char *rest) {
    struct error error;
    char fen[128];
    const char *moves = strstr(rest, "moves ");
    snprintf(fen, sizeof fen, "%.*s", (int)(moves ? moves - rest : (long)strlen(rest)), rest);
    if (begins(fen, "fen", &rest)) {
        if (game->position_parse(game, rest, state.bytes, &error)) exit(9);
    } else {
        game->start(game, state.bytes);
    }
    for (moves = moves ? moves + 6 : ""; *moves; moves += strspn(moves, " ")) {
        move_t move = MOVE_NONE;
        int used = uci_move_parse(game, uci_dialect, moves, &move);
        if (faulty("960")) used = game_move_read(game, &state, moves, &move);
        if (!used) exit(5);
        play(move);
        moves += used;
    }
}

static bool uci_says_no_move(void) {
    static const char *const answers_of[][2] = {{"nothing", "bestmove (none)\n"},
                                                {"null", "bestmove NULL\n"},
                                                {"word", "bestmove nonesuch\n"}};
    for (size_t i = 0; i < COUNT_OF(answers_of) && answers == fault_at; i++)
        if (faulty(answers_of[i][0])) return say(answers_of[i][1]), true;
    return false;
}

static void uci_go(void) {
    char name[MOVE_TEXT_MAX], answer[256];
    misbehave();
    if (uci_says_no_move()) return;
    uci_move_format(game, uci_dialect, choose(), name);
    say("info depth 3 score cp 31 multipv 1 nodes 5 pv a2a3\n"
        "info depth 4 score cp 500 lowerbound nodes 9\ninfo depth 3 multipv 2 score cp -70 pv "
        "b2b3\n"
        "info string score cp 9\ninfo depth 0x9 score cp 0x40 nodes 9\n");
    if (faulty("mates")) say("info depth 7 seldepth 9 score mate -2 pv a2a3\n");
    snprintf(answer, sizeof answer, "bestmove %s%s\n", name,
             faulty("ponders") ? " ponder a7a6" : "");
    say_move(answer);
}

static void uci(const char *line) {
    const char *rest;
    if (begins(line, "uci", &rest) && !*rest) uci_hello();
    if (begins(line, "isready", &rest)) say("info string well\nreadyok\n");
    if (begins(line, "setoption name UCI_Variant value xiangqi", &rest)) {
        game = games_find("xiangqi", NULL);
        uci_dialect = UCI_RANKS_FROM_1;
    }
    if (begins(line, "position", &rest)) uci_position(rest);
    if (begins(line, "go", &rest)) uci_go();
}

/* ---- ucci ---- */

static void ucci_go(const char *rest) {
    char name[MOVE_TEXT_MAX], answer[128];
    misbehave();
    if (strncmp(rest, "depth", 5) != 0 && strncmp(rest, "nodes", 5) != 0 &&
        strncmp(rest, "time", 4) != 0)
        exit(8);
    if (faulty("nothing") && answers == fault_at) {
        say("nobestmove\n");
        return;
    }
    game->move_format(game, choose(), name);
    snprintf(answer, sizeof answer, "info depth 5 score -12 pv h2e2\nbestmove %s%s\n", name,
             faulty("resign") ? " resign" : "");
    say(answer);
}

static void ucci(const char *line) {
    const char *rest;
    if (begins(line, "ucci", &rest)) {
        say("id name Fake 3\n");
        if (!faulty("seconds")) say("option usemillisec type check default false\n");
        say("option newgame type button\noption hashsize type spin min 0 max 64 default 0\n"
            "ucciok\n");
    }
    if (begins(line, "isready", &rest)) say("readyok\n");
    if (begins(line, "position", &rest)) uci_position(rest);
    if (begins(line, "go", &rest)) ucci_go(rest);
}

/* ---- xboard ---- */

static bool xboard_has_no_ping(void) {
    return faulty("silent") || faulty("echo") || faulty("stuck");
}

static void xboard_features(void) {
    if (faulty("old")) return;
    if (faulty("late")) sleep_ms(2300);
    if (faulty("slow")) {
        say("feature done=0\n");
        sleep_ms(300);
    }
    say("feature usermove=1 myname=\"Fake 2\" option=\"Hash Size -spin 16 1 64\" sigint=0\n"
        "feature option=\"Clear -button\" option=\"Ponder Hit -check 0\" memory=1\n"
        "feature option=\"Style -combo Solid /// *Very Wild /// Odd\"\n"
        "feature option=\"Contempt -slider 5 -10 20\" option=\"Book File -file a b.bin\"\n"
        "feature option=\"Own Book -check 1\" option=\"New -odd 3\"\n");
    if (!xboard_has_no_ping()) say("feature ping=1 setboard=1\n");
    if (faulty("san")) say("feature san=1\n");
    if (faulty("once")) say("feature reuse=0\n");
    say(faulty("chess-only") ? "feature variants=\"normal\"\n"
        : faulty("no-chess") ? "feature variants=\"xiangqi\"\n"
                             : "feature variants=\"normal,xiangqi\"\n");
    if (!faulty("endless")) say("feature done=1\n");
}

static void xboard_play(const char *text) {
    move_t move = MOVE_NONE;
    if ((faulty("picky") || faulty("wordless")) && game->move_parse(game, text, &move)) {
        char answer[64];
        snprintf(answer, sizeof answer, "%s: %s\n",
                 faulty("picky") ? "Illegal move" : "Error (unknown command)", text);
        say(answer);
        return;
    }
    bool san = faulty("san");
    int used =
        san ? game_move_read(game, &state, text, &move) : game->move_parse(game, text, &move);
    if (!used || (san && isdigit((unsigned char)text[1]) && text[2])) exit(5);
    play(move);
}

static bool xboard_resigns(void) {
    static const char *const words[][2] = {{"resign", "resign\n"},
                                           {"resign-result", "0-1 {White resigns}\n"},
                                           {"resign-colour", "White resigns\n"},
                                           {"resign-computer", "computer resigns\n"}};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (faulty(words[i][0])) return say(words[i][1]), true;
    return false;
}

static void xboard_go(void) {
    char name[MOVE_TEXT_MAX], answer[128];
    misbehave();
    if (xboard_resigns()) return;
    if (faulty("claims"))
        say(game->side(&state) ? "0-1 {White resigns}\n" : "1-0 {Black resigns}\n");
    move_t move = choose();
    if (faulty("san"))
        game_move_name(game, &state, move, name);
    else
        game->move_format(game, move, name);
    if (!is_illegal_time()) play(move);
    say(faulty("mates")    ? " 3  -100002  1  99 a2a3\n"
        : faulty("boasts") ? " 3  150000  1  99 a2a3\n"
                           : " 3  35  1  99 a2a3\n# 4 70 1 1\n");
    for (char *c = name; faulty("capitals") && *c; c++) *c = (char)toupper((unsigned char)*c);
    if (faulty("old"))
        snprintf(answer, sizeof answer, "1. ... %s\nMy move is : %s\n", name, name);
    else
        snprintf(answer, sizeof answer, "%s %s\n", faulty("numbered") ? "12 ..." : "move", name);
    say_move(answer);
    if (!xboard_has_no_ping() && !faulty("old")) say("1/2-1/2 {claimed}\nmove a2a3\n");
}

static void xboard(const char *line) {
    const char *rest;
    char answer[64];
    if (faulty("mute")) return;
    snprintf(answer, sizeof answer, "pong %d\n", atoi(line + strcspn(line, " ")));
    if (begins(line, "protover", &rest)) xboard_features();
    if (begins(line, "ping", &rest) && !faulty("old")) say(answer);
    if (begins(line, "new", &rest)) game->start(game, &state);
    if (begins(line, "setboard", &rest) && game->position_parse(game, rest, &state, NULL)) exit(9);
    if (begins(line, "usermove", &rest)) xboard_play(rest);
    if (faulty("old") && isdigit((unsigned char)line[1])) xboard_play(line);
    if (begins(line, "go", &rest)) xboard_go();
}

/* ---- the table ---- */

static const struct {
    const char *name, *game, *quit;
    void (*hear)(const char *line);
} protocols[] = {{"gtp", "reversi", "quit", gtp},       {"nboard", "reversi", "quit", nboard},
                 {"gomocup", "gomoku", "END", gomocup}, {"sau", "connect6", "quit", sau},
                 {"uci", "chess", "quit", uci},         {"ucci", "xiangqi", "quit", ucci},
                 {"xboard", "chess", "quit", xboard}};

static void read_fault(const char *text) {
    static char name[32];
    const char *at = strchr(text, '@');
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "@"), text);
    fault = name;
    if (at) fault_at = atoi(at + 1);
}

/* Whether another one was here before. */
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
    if (faulty("greets")) say("= a fake engine\n\n");
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

/* Does not leave before another one does. */
static void leave_together(void) {
    char path[256];
    snprintf(path, sizeof path, "%s.quit", pids);
    add_line(path, "quit");
    while (count_lines(path) < 2) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    add_line(path, "met");
}

int main(int argc, char **argv) {
    struct error error;
    char line[8192], heard_path[256];
    size_t p = 0;
    int heard = 0;
    if (argc < 2) return 2;
    while (p < COUNT_OF(protocols) && strcmp(protocols[p].name, argv[1]) != 0) p++;
    if (p == COUNT_OF(protocols)) return 2;
    if (argc > 2) read_fault(argv[2]);
    if (argc > 3) pids = argv[3];
    snprintf(heard_path, sizeof heard_path, "%s.heard", pids);
    start();
    game = games_find(protocols[p].game, &error);
    game->start(game, state.bytes);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (faulty("die") && ++heard == fault_at) abort();
        if (faulty("scribe") || faulty("variants") || faulty("960") || faulty("seconds") ||
            faulty("unknown-restart"))
            add_line(heard_path, line);
        if (strcmp(line, protocols[p].quit) == 0) break;
        protocols[p].hear(line);
        if (faulty("deaf") && answers == fault_at) sleep_for_ever();
    }
    if (faulty("stubborn") || faulty("numb")) sleep_for_ever();
    if (faulty("sociable")) leave_together();
    return 0;
}
