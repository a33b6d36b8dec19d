/*
 * tunable_engine: an engine for the tests whose parameters can be set in every way that hone knows:
 *
 *     tunable_engine gtp|gomocup|uci [crash=N] [hang=N] [moody=N] [claim=N]
 *                    [file=PATH] [log=PATH] [few] [NAME=VALUE]...
 *
 * The parameters are the weights of the game's usual evaluator, by their names, and "dead", which
 * does nothing. They are set by arguments, by words of the environment's WEIGHTS, by lines of the
 * file, by the GTP command set_param, by Gomocup's INFO and by UCI's setoption. It plays the best
 * move without a search; of equal ones the position chooses. It crashes in one of N games, or hangs
 * in one, which the position and the weights choose; moody, one move in N is any. By UCI it claims
 * a score of N of every move. With a value above 900 of any parameter it does not start, and
 * refuses to be set so. With few its list of UCI's options is short and has all kinds. What it is
 * asked by UCI it adds to the log.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/games/games.h"
#include "engine/protocol/uci/wire.h"
#include "engine/search/player.h"

enum { TOO_MUCH = 900, FAULTY_ANSWER = 3 };

static const struct evaluator *evaluator;
static const struct game *game;
static struct state state;
static int32_t *weights;
static bool few;
static const char *log_path;
static int crash, hang, moody, claim, answers;

/* ---- parameters ---- */

/* Whether there is such a parameter, and it takes the value. */
static bool set(const char *name, const char *value) {
    int i = evaluator_param_find(evaluator, name), number = atoi(value);
    if (number > TOO_MUCH) return false;
    if (i >= 0) weights[i] = number;
    return i >= 0 || strcmp(name, "dead") == 0;
}

/* "NAME=VALUE" */
static bool set_word(const char *word) {
    char name[64];
    size_t length = strcspn(word, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    return word[length] == '=' && set(name, word + length + 1);
}

static bool set_words(char *words) {
    bool known = true;
    for (char *word = strtok(words, " \n"); word; word = strtok(NULL, " \n"))
        known = set_word(word) && known;
    return known;
}

static bool set_file(const char *path) {
    char text[4096] = "";
    FILE *file = fopen(path, "r");
    if (!file) return false;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return set_words(text);
}

static bool read_argument(const char *word) {
    if (strcmp(word, "few") == 0) return few = true;
    if (strncmp(word, "log=", 4) == 0) return log_path = word + 4, true;
    if (sscanf(word, "crash=%d", &crash) == 1 || sscanf(word, "hang=%d", &hang) == 1 ||
        sscanf(word, "moody=%d", &moody) == 1 || sscanf(word, "claim=%d", &claim) == 1)
        return true;
    return strncmp(word, "file=", 5) == 0 ? set_file(word + 5) : set_word(word);
}

/* ---- play ---- */

static uint64_t mark(void) {
    uint64_t mark = game->hash(state.bytes);
    for (int i = 0; i < evaluator->param_count; i++) mark = mix64(mark ^ (uint64_t)weights[i]);
    return mark;
}

static void misbehave(void) {
    if (++answers != FAULTY_ANSWER) return;
    if (crash && mark() % (uint64_t)crash == 0) {
        fprintf(stderr, "no king found\n");
        exit(1);
    }
    if (hang && mix64(mark()) % (uint64_t)hang == 0)
        for (;;) pause();
}

static move_t choose(void) {
    const struct search_limits limits = {0};
    static int moves;
    struct player player;
    struct rng rng = rng_keyed(game->hash(state.bytes), 1, 1, 1);
    move_t any[GAME_MOVES_MAX];
    misbehave();
    if (moody && ++moves % moody == 0)
        return any[(moves / moody) % game->moves(game, state.bytes, any)];
    player_init(&player, evaluator, weights, &limits, 0);
    move_t move = player_move(&player, NULL, state.bytes, &rng, NULL);
    player_destroy(&player);
    return move;
}

static void play(move_t move) {
    if (!game_legal(game, state.bytes, move)) exit(4);
    game->play(game, state.bytes, move);
}

static void begin(void) {
    game->start(game, state.bytes);
    answers = 0;
}

static void answer(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

/* ---- protocols ---- */

static bool begins(const char *line, const char *word, const char **rest) {
    size_t length = strlen(word);
    *rest = line + length + (line[length] == ' ');
    return strncmp(line, word, length) == 0 && (line[length] == ' ' || !line[length]);
}

static void gtp(const char *line) {
    char text[MOVE_TEXT_MAX] = "", name[64], value[64], out[128];
    const char *rest;
    move_t move;
    if (begins(line, "set_param", &rest) &&
        (sscanf(rest, "%63s %63s", name, value) != 2 || !set(name, value))) {
        answer("? no such parameter\n\n");
        return;
    }
    if (begins(line, "clear_board", &rest)) begin();
    if (begins(line, "play", &rest) && game->move_parse(game, strchr(rest, ' ') + 1, &move) > 0)
        play(move);
    if (begins(line, "genmove", &rest)) {
        move = choose();
        play(move);
        game->move_format(game, move, text);
    }
    snprintf(out, sizeof out, "= %s\n\n", text);
    answer(out);
}

static void gomocup_answer(void) {
    char out[64];
    move_t move = choose();
    play(move);
    snprintf(out, sizeof out, "%d,%d\n", move % game->columns, move / game->columns);
    answer(out);
}

static void gomocup(const char *line) {
    static bool board;
    char name[64], value[64];
    int x, y;
    const char *rest;
    if (begins(line, "START", &rest) || begins(line, "RESTART", &rest)) begin(), answer("OK\n");
    if (begins(line, "BOARD", &rest)) board = true, game->start(game, state.bytes);
    if (begins(line, "INFO", &rest) && sscanf(rest, "%63s %63s", name, value) == 2)
        set(name, value);
    bool point = sscanf(line + strspn(line, "TURN "), "%d,%d", &x, &y) == 2;
    if (point) play((move_t)(y * game->columns + x));
    if (begins(line, "DONE", &rest)) board = false, gomocup_answer();
    if (begins(line, "BEGIN", &rest) || (point && !board)) gomocup_answer();
}

static void uci_hello_shortly(void) {
    answer("option name Hash type spin default 16 min 1 max 64\n"
           "option name Log File type string default x\n"
           "option name Clear Hash type button\n"
           "option name mg.pawn.d4 type spin default 0 min -800 max 800\n"
           "option name A Long Name Of A Rook's Weight type spin default 5 min 0 max 9\n"
           "option name Only type spin default 5 min 5 max 5\n"
           "option name Null Move type check default true\n"
           "option name Style type combo default Wild var solid var wild\n"
           "option name Alone type combo default solid var solid\n"
           "option name Gap type combo default  var  var solid\n"
           "option name Style type combo default tame var tame var wild\n"
           "option name Wordy type combo default short var short var "
           "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
           "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
           "option name Taken type spin default 1 min 0 max 9\n"
           "option name dead type spin default 3 min 0 max 9\nuciok\n");
}

static void uci_hello(void) {
    char out[256];
    if (few) {
        uci_hello_shortly();
        return;
    }
    for (int i = 0; i < evaluator->param_count; i++) {
        struct param param = evaluator_param(evaluator, i);
        snprintf(out, sizeof out, "option name %s type spin default %d min -800 max 800\n",
                 param.name, param.initial);
        answer(out);
    }
    answer("option name dead type spin default 3 min 0 max 9\nuciok\n");
}

static void uci_position(const char *rest) {
    move_t move = MOVE_NONE;
    const char *moves = strstr(rest, " moves ");
    struct error error;
    char fen[200];
    game->start(game, state.bytes);
    snprintf(fen, sizeof fen, "%.*s", (int)(moves ? moves - rest : (int)strlen(rest)), rest);
    if (strncmp(fen, "fen ", 4) == 0 && game_parse(game, fen + 4, &state, &error)) exit(1);
    for (moves = moves ? moves + 7 : ""; *moves; moves += strspn(moves, " ")) {
        moves += uci_move_parse(game, UCI_RANKS_FROM_0, moves, &move);
        play(move);
    }
}

static void uci_go(void) {
    char text[MOVE_TEXT_MAX], out[64];
    uci_move_format(game, UCI_RANKS_FROM_0, choose(), text);
    snprintf(out, sizeof out, "info depth 1 score cp %d\nbestmove %s\n", claim, text);
    answer(out);
}

static void note(const char *line) {
    FILE *log = log_path ? fopen(log_path, "a") : NULL;
    if (!log) return;
    fprintf(log, "%s\n", line);
    fclose(log);
}

static void uci(const char *line) {
    char name[64], value[64];
    const char *rest;
    if (begins(line, "uci", &rest)) uci_hello();
    if (begins(line, "isready", &rest)) answer("readyok\n");
    if (begins(line, "ucinewgame", &rest)) begin();
    if (begins(line, "setoption", &rest) && sscanf(rest, "name %63s value %63s", name, value) == 2)
        set(name, value);
    if (begins(line, "position", &rest)) note(line), uci_position(rest);
    if (begins(line, "go", &rest)) note(line), uci_go();
}

static const struct {
    const char *name, *game, *quit;
    void (*hear)(const char *line);
} protocols[] = {{"gtp", "reversi", "quit", gtp},
                 {"gomocup", "gomoku", "END", gomocup},
                 {"uci", "chess", "quit", uci}};

int main(int argc, char **argv) {
    struct error error;
    char line[8192], *words = getenv("WEIGHTS");
    size_t p = 0;
    while (argc > 1 && p < COUNT_OF(protocols) && strcmp(protocols[p].name, argv[1]) != 0) p++;
    if (argc < 2 || p == COUNT_OF(protocols)) return 2;
    game = games_find(protocols[p].game, &error);
    evaluator = games_evaluator(game, NULL, NULL, &error);
    weights = xcalloc((size_t)evaluator->param_count, sizeof *weights);
    evaluator_initial(evaluator, weights);
    bool known = !words || set_words(words);
    for (int i = 2; i < argc; i++) known = read_argument(argv[i]) && known;
    if (!known) return fprintf(stderr, "a parameter is wrong\n"), 3;
    begin();
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, protocols[p].quit) == 0) break;
        protocols[p].hear(line);
    }
    return 0;
}
