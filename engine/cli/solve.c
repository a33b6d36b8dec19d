/*
 * solve: exact results of positions, compared with published ones where a line gives them; the test
 * of a game's expert against files of other people.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "engine/base/textfile.h"
#include "engine/cli/asked.h"
#include "engine/cli/commands.h"
#include "engine/game/expert.h"
#include "engine/games/games.h"
#include "engine/plugin/library.h"
#include "engine/search/search.h"

/* A file of positions, and what came of them so far. */
struct solving {
    const char *path;
    const struct game *game;
    void *memory;
    struct search_limits limits;
    int solved, given_up, contradicted;
    uint64_t nodes;
    double seconds;
};

/* What the line says of moves' scores. */
struct published {
    bool any;
    int best;    /* the highest of them */
    bool listed; /* `move` is among them */
    int of_move;
};

/* The next move before the line's comment that has a score; `at` goes there. False: there is no
 * more. */
static bool solve_next_scored(const struct game *game, const char **at, move_t *move, int *score) {
    while ((*at = strpbrk(*at, ";%")) && **at == ';') {
        *at += 1 + strspn(*at + 1, " \t");
        int length = game->move_parse(game, *at, move);
        if (length == 0 || (*at)[length] != ':') continue;
        *score = atoi(*at + length + 1);
        return true;
    }
    return false;
}

static struct published solve_published(const struct game *game, const char *line, move_t move) {
    struct published out = {.best = -1000};
    move_t named;
    for (int score; solve_next_scored(game, &line, &named, &score);) {
        out.any = true;
        out.best = max_int(out.best, score);
        if (named == move) out.listed = true, out.of_move = score;
    }
    return out;
}

static int solve_check_scored(const struct game *game, const char *line, const void *state,
                              struct error *error) {
    move_t move;
    for (int score; solve_next_scored(game, &line, &move, &score);) {
        char name[MOVE_TEXT_MAX];
        if (game_legal(game, state, move)) continue;
        game->move_format(game, move, name);
        return error_set(error, "%s has a score and is not legal there", name);
    }
    return 0;
}

static int solve_difference(int32_t score) {
    return score == 0 ? 0 : score > 0 ? score - SCORE_WIN : score + SCORE_WIN;
}

/* "ok" or what the line says instead; "" if it says nothing. */
static const char *solve_verdict(struct solving *solving, const char *line, move_t move,
                                 int score) {
    struct published published = solve_published(solving->game, line, move);
    if (!published.any) return "";
    if (published.best == score && (!published.listed || published.of_move == score)) return "ok";
    solving->contradicted++;
    return "CONTRADICTED";
}

/* Of a game that is over there is no move. */
static void solve_show(const struct game *game, const void *state,
                       const struct search_result *result, int margin, double seconds,
                       const char *said) {
    struct text position = {0};
    char move[MOVE_TEXT_MAX] = "-";
    game->position_format(game, state, &position);
    if (result->move != MOVE_NONE) game->move_format(game, result->move, move);
    shown_print("%s %-4s %+3d %12llu nodes %8.3f s  %s\n", text_get(&position), move, margin,
                (unsigned long long)result->nodes, seconds, said);
    text_free(&position);
}

/* In the words of the game's problems. */
static void solve_answer(const struct game *game, const void *state, move_t move, int margin) {
    struct text answer = {0};
    game->problem->answer(game, state, move, margin, &answer);
    shown_put(text_get(&answer));
    text_free(&answer);
}

static void solve_end(struct solving *solving, const struct state *state) {
    const struct game *game = solving->game;
    const struct search_result none = {.move = MOVE_NONE};
    int margin = game->margin(game, state), own = game->side(state) == 0 ? margin : -margin;
    solving->solved++;
    if (game->problem)
        solve_answer(game, state, MOVE_NONE, own);
    else
        solve_show(game, state, &none, own, 0, "");
}

/* A position on one line, or as problems write it. */
static int solve_position(struct solving *solving, const char *line, struct error *error) {
    const struct game *game = solving->game;
    const struct expert *expert = game->expert;
    struct state state;
    struct search_result result = {0};
    if (game->position_parse(game, line, &state, error) != 0 &&
        (!game->problem || game->problem->parse(game, line, &state, error) != 0))
        return -1;
    if (solve_check_scored(game, line, &state, error) != 0) return -1;
    if (game->over(game, &state)) return solve_end(solving, &state), 0;
    expert->memory_forget(solving->memory);
    double begin = clock_seconds();
    bool solved = expert->solve(game, solving->memory, &state, &solving->limits, &result);
    double seconds = clock_seconds() - begin;
    solving->seconds += seconds;
    solving->nodes += result.nodes;
    if (!solved) {
        solving->given_up++;
        shown_print("%.66s; not solved in %llu nodes, %.3f s\n", line,
                    (unsigned long long)result.nodes, seconds);
        return 0;
    }
    solving->solved++;
    int difference = solve_difference(result.score);
    if (game->problem)
        solve_answer(game, &state, result.move, difference);
    else
        solve_show(game, &state, &result, difference, seconds,
                   solve_verdict(solving, line, result.move, difference));
    fflush(stdout);
    return 0;
}

static bool solve_is_position(const struct game *game, const char *line) {
    struct state state;
    return game->position_parse(game, line, &state, NULL) == 0;
}

/* Blank lines and comments apart. */
static int solve_lines(struct solving *solving, FILE *file, struct error *error) {
    char *line = NULL;
    size_t size = 0;
    int failed = 0, lines = 0, wanted = solving->game->problem ? solving->game->problem->lines : 1;
    struct text position = {0};
    for (int number = 1; !failed && !interrupt_pending() && getline(&line, &size, file) >= 0;
         number++) {
        struct error why;
        const char *text = line + strspn(line, " \t\r\n");
        if (!*text || *text == '%') continue;
        text_add(&position, "%s%.*s", lines ? "\n" : "", (int)strcspn(text, "\r\n"), text);
        bool whole = lines == 0 && solve_is_position(solving->game, text);
        if (++lines < wanted && !whole) continue;
        failed = solve_position(solving, text_get(&position), &why);
        if (failed) error_set(error, "%s:%d: %s", solving->path, number, why.text);
        text_free(&position);
        lines = 0;
    }
    int cause = errno;
    free(line);
    text_free(&position);
    if (interrupt_pending()) return failed;
    if (!failed && lines > 0)
        return error_set(error, "%s ends within a position of %d lines", solving->path, wanted);
    if (!failed && ferror(file))
        return error_set(error, "%s: cannot be read: %s", solving->path, strerror(cause));
    if (!failed && solving->solved + solving->given_up == 0)
        return error_set(error, "%s has no position", solving->path);
    return failed;
}

static int solve_file(struct solving *solving, struct error *error) {
    if (strcmp(solving->path, "-") == 0) return solve_lines(solving, stdin, error);
    struct text text;
    if (textfile_read(solving->path, solving->path, &text, error)) return -1;
    text_add(&text, "\n"); /* so that there are bytes to open */
    FILE *file = fmemopen(text.data, text.length, "r");
    if (!file) die("%s: %s", solving->path, strerror(errno));
    int failed = solve_lines(solving, file, error);
    fclose(file);
    text_free(&text);
    return failed;
}

static void solve_show_total(const struct solving *solving) {
    shown_print("%d solved, %d not, %d contradicted, %llu nodes, %.3f s, %.1f M nodes/s\n",
                solving->solved, solving->given_up, solving->contradicted,
                (unsigned long long)solving->nodes, solving->seconds,
                (double)solving->nodes / (solving->seconds + 1e-9) / 1e6);
}

static const struct command_usage solve_usage = {
    .synopsis = "solve [OPTION]... FILE",
    .doc =
        "Solves positions exactly: position, best move (- where the game is over), margin\n"
        "(Reversi: discs), nodes, time. FILE has a position a line as in OBF, - is stdin.\n"
        "Scores of moves that a line gives, \"D2:-14;\", are compared with what is found; the\n"
        "status is 1 if one is contradicted. A position of the L-game may be four lines of .,\n"
        "x, # (to move) and *, as in the Baltic Olympiad of 2002. The answer is the board after\n"
        "a winning move, or that there is none. Ctrl-C gives up the position and ends.\n",
    .operands_min = 1,
    .operands_max = 1,
};

/* The evaluator that orders the moves, if its values are discs: that of the weights that were
 * given, else the default one. */
static int solve_take_adviser(const struct asked *asked, struct contestant *adviser,
                              struct search_limits *limits, struct error *error) {
    if (contestant_init(adviser, asked, asked->weights, error) != 0) return -1;
    const struct evaluator *evaluator = adviser->player.evaluator;
    if (evaluator->disc > 0) {
        limits->adviser = evaluator;
        limits->advice = adviser->player.prepared;
    } else if (asked->weights) {
        error_set(error,
                  "%s: values of %s %s are no number of discs; those of patterns strong, large "
                  "and huge are",
                  asked->weights, evaluator->name, evaluator->layout);
        contestant_destroy(adviser);
        return -1;
    }
    return 0;
}

int command_solve(int argc, char **argv) {
    struct asked asked = asked_default();
    int64_t nodes = 0;
    double seconds = 0;
    const struct option_spec options[] = {asked_game_option(&asked),
                                          library_option(),
                                          {.name = "nodes",
                                           .argument = "N",
                                           .doc = "positions visited for one at most; 0: no limit",
                                           .kind = OPTION_INT64,
                                           .value = &nodes,
                                           .upper = 1e12},
                                          {.name = "time",
                                           .argument = "S",
                                           .doc = "seconds for one at most; 0: no limit",
                                           .kind = OPTION_REAL,
                                           .value = &seconds,
                                           .upper = 1e6},
                                          {.name = "weights",
                                           .letter = 'w',
                                           .argument = "FILE",
                                           .doc = "order moves by these, whose values are discs: "
                                                  "fewer nodes for the same results; else by the "
                                                  "shipped ones",
                                           .kind = OPTION_TEXT,
                                           .value = &asked.weights},
                                          asked_tt_option(&asked),
                                          {0}};
    struct operands operands;
    struct error error;
    int status = options_parse(&solve_usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (asked_check_tt(&asked, &error) != 0) return usage_fail(&solve_usage, "%s", error.text);
    const struct game *game = asked_game(&asked, &error);
    if (!game) return usage_fail(&solve_usage, "%s", error.text);
    if (!game->expert || !game->expert->endings)
        return usage_fail(&solve_usage, "nothing solves the endings of %s", game->name);
    struct search_limits limits = {.endgame = 64, .nodes = (uint64_t)nodes, .seconds = seconds};
    struct contestant adviser;
    if (solve_take_adviser(&asked, &adviser, &limits, &error) != 0)
        return command_fail(&solve_usage, "%s", error.text);
    struct solving solving = {
        .path = operands.list[0],
        .game = game,
        .memory = game->expert->memory_new(game, (size_t)asked.tt_mib << 20),
        .limits = limits,
    };
    if (strcmp(solving.path, "-") != 0) interrupt_install(); /* else it may wait for a line */
    status = solve_file(&solving, &error);
    if (status == 0 && !game->problem) solve_show_total(&solving);
    game->expert->memory_free(solving.memory);
    contestant_destroy(&adviser);
    if (status) return command_fail(&solve_usage, "%s", error.text);
    if (interrupt_pending()) return interrupt_status();
    return solving.contradicted > 0;
}
