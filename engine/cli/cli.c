#include "engine/cli/cli.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/games.h"

enum cli_kind {
    CLI_TEXT,
    CLI_INT,
    CLI_U64,
    CLI_SECONDS,
    CLI_CLOCK,  /* two doubles, "S" or "S+INCREMENT" */
    CLI_DRIVER, /* an int, one of search_drivers */
    CLI_SWITCH, /* a bool, without a value */
};

struct cli_spec {
    char key;
    const char *name, *value, *doc;
    enum cli_kind kind;
    size_t offset; /* in struct options */
    int64_t lower, upper;
};

static const struct cli_spec option_specs[] = {
    {'g', "game", "NAME", "reversi (the default), connect6, gomoku, tictactoe, connect(m,n,k,p,q)",
     CLI_TEXT, offsetof(struct options, game), 0, 0},
    {'w', "weights", "FILE", "the engine's weights, which name their game (default: initial ones)",
     CLI_TEXT, offsetof(struct options, weights[0]), 0, 0},
    {'W', "weights2", "FILE", "the second player's weights (default: as the first's)", CLI_TEXT,
     offsetof(struct options, weights[1]), 0, 0},
    {'p', "position", "TEXT", "a position or the moves that lead to it (default: the start)",
     CLI_TEXT, offsetof(struct options, position), 0, 0},
    {'S', "side", "SIDE", "which side you play: first (the default), second, both or none",
     CLI_TEXT, offsetof(struct options, side), 0, 0},
    {'d', "depth", "N", "search N plies deep; 0: greedy, the best move by its own score", CLI_INT,
     offsetof(struct options, depth), 0, SEARCH_DEPTH_MAX},
    {'n', "nodes", "N", "search at most N nodes a move", CLI_U64, offsetof(struct options, nodes),
     1, INT64_MAX},
    {'t', "time", "S", "search at most S seconds a move", CLI_SECONDS,
     offsetof(struct options, seconds), 0, 1000000},
    {'c', "clock", "S[+INC]", "S seconds for all its moves, and INC more after each", CLI_CLOCK,
     offsetof(struct options, clock), 0, 1000000},
    {'k', "width", "N", "search the best N moves of a position; 0: all (default: 24)", CLI_INT,
     offsetof(struct options, width), 0, GAME_MOVES_MAX},
    {'e', "endgame", "N",
     "solve Reversi positions of at most N empty squares (default: 18, greedy: 0)", CLI_INT,
     offsetof(struct options, endgame), 0, 30},
    {'T', "threats", "N",
     "look N turns of threats ahead for a win at Connect (default: 15, greedy: 0)", CLI_INT,
     offsetof(struct options, threats), 0, 30},
    {'L', "leaf-threats", "N", "the same at the leaves of the search (default: 0)", CLI_INT,
     offsetof(struct options, leaf_threats), 0, 30},
    {'x', "search", "NAME", "pvs (the default), alphabeta, mtdf, minimax: to the same values",
     CLI_DRIVER, offsetof(struct options, driver), 0, 0},
    {'u', "reduce", "", "search late moves less deep first: faster, no longer exact", CLI_SWITCH,
     offsetof(struct options, reduce), 0, 0},
    {'M', "tt", "MIB", "remember positions in a table of so many MiB (default: 64)", CLI_INT,
     offsetof(struct options, tt_mib), 1, 1 << 20},
    {'b', "book", "FILE", "play the moves of an opening book while it knows some", CLI_TEXT,
     offsetof(struct options, book), 0, 0},
    {'l', "lines", "N", "show the N best moves (default: 3)", CLI_INT,
     offsetof(struct options, lines), 1, GAME_MOVES_MAX},
    {'r', "rounds", "N", "play N games, sides changing after each (default: 3)", CLI_INT,
     offsetof(struct options, rounds), 1, 1000000},
    {'R', "random", "N",
     "begin each game with N random moves, more if a turn is not over (default: 2)", CLI_INT,
     offsetof(struct options, random), 0, GAME_PLIES_MAX},
    {'G', "games", "N", "play N games (default: 100)", CLI_INT, offsetof(struct options, games), 1,
     1000000},
    {'P', "plies", "N", "keep the first N plies of each (default: 12)", CLI_INT,
     offsetof(struct options, plies), 1, GAME_PLIES_MAX},
    {'s', "seed", "N", "what the random numbers follow from (default: 1)", CLI_U64,
     offsetof(struct options, seed), 0, INT64_MAX},
};
/* Takes well under a second in every game. */
enum { NODES_DEFAULT = 100000, ENDGAME_DEFAULT = 18, THREATS_DEFAULT = 15 };
enum { CLI_COUNT = COUNT_OF(option_specs), CLI_HELP = 1 };

static const struct options options_default = {.depth = -1,
                                               .width = 24,
                                               .rounds = 3,
                                               .random = 2,
                                               .lines = 3,
                                               .endgame = -1,
                                               .threats = -1,
                                               .games = 100,
                                               .plies = 12,
                                               .seed = 1,
                                               .tt_mib = 64};

int cli_misuse(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fprintf(stderr, "hone-engine: ");
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
    return CLI_MISUSE;
}

static bool takes(const struct command *command, const struct cli_spec *spec) {
    return strchr(command->options, spec->key) != NULL;
}

static int print_help(const struct command *command) {
    printf("usage: hone-engine %s [OPTION]...%s%s\n\n%s\n\noptions:\n", command->name,
           *command->args ? " " : "", command->args, command->doc);
    for (int i = 0; i < CLI_COUNT; i++) {
        const struct cli_spec *spec = &option_specs[i];
        if (!takes(command, spec)) continue;
        int used = printf("  --%s %s", spec->name, spec->value);
        printf("%*s%s\n", max_int(1, 20 - used), "", spec->doc);
    }
    printf("  --help            this text\n");
    if (strchr(command->options, 'd'))
        printf("\ndefault: %d nodes if nothing else limits the search\n", NODES_DEFAULT);
    return CLI_OK;
}

static bool clock_set(const char *text, double upper, double clock[2]) {
    char first[32];
    size_t length = strcspn(text, "+");
    if (length >= sizeof first) return false;
    memcpy(first, text, length);
    first[length] = '\0';
    clock[1] = 0;
    return parse_double(first, 0, upper, &clock[0]) && clock[0] > 0 &&
           (text[length] == '\0' || parse_double(text + length + 1, 0, upper, &clock[1]));
}

static bool driver_set(const char *text, int *driver) {
    for (*driver = 0; search_drivers[*driver]; ++*driver)
        if (strcmp(text, search_drivers[*driver]) == 0) return true;
    return false;
}

static bool int_set(const struct cli_spec *spec, const char *text, int *out) {
    int64_t number;
    if (!parse_i64(text, spec->lower, spec->upper, &number)) return false;
    *out = (int)number;
    return true;
}

static bool option_set(const struct cli_spec *spec, const char *text, struct options *options) {
    void *field = (char *)options + spec->offset;
    double lower = (double)spec->lower, upper = (double)spec->upper;
    switch (spec->kind) {
    case CLI_TEXT:
        *(const char **)field = text;
        return true;
    case CLI_INT:
        return int_set(spec, text, field);
    case CLI_U64:
        return parse_u64(text, (uint64_t)spec->lower, (uint64_t)spec->upper, field);
    case CLI_SECONDS:
        return parse_double(text, lower, upper, field) && *(double *)field > 0;
    case CLI_CLOCK:
        return clock_set(text, upper, field);
    case CLI_DRIVER:
        return driver_set(text, field);
    case CLI_SWITCH:
        *(bool *)field = true;
        return true;
    }
    return false;
}

static void drivers_print(struct text *out) {
    for (int i = 0; search_drivers[i]; i++)
        text_add(out, "%s%s", i > 0 ? ", " : "one of ", search_drivers[i]);
}

static void demand_print(const struct cli_spec *spec, struct text *out) {
    if (spec->kind == CLI_DRIVER) {
        drivers_print(out);
    } else if (spec->kind == CLI_CLOCK) {
        text_add(out, "seconds, and perhaps an increment: 60 or 60+1");
    } else {
        bool seconds = spec->kind == CLI_SECONDS;
        text_add(out, seconds ? "a positive number" : "a whole number");
        if (!seconds) text_add(out, " from %lld", (long long)spec->lower);
        if (spec->upper < INT64_MAX) text_add(out, " to %lld", (long long)spec->upper);
    }
}

static int option_wrong(const struct command *command, const struct cli_spec *spec,
                        const char *text) {
    struct text demand = {0};
    demand_print(spec, &demand);
    int status = cli_misuse("%s: --%s takes %s, not \"%.40s\"", command->name, spec->name,
                            text_get(&demand), text);
    text_free(&demand);
    return status;
}

/* The options of `command` as getopt_long wants them; `val` is the index of the spec + 2. */
static void getopt_table(const struct command *command, struct option *out) {
    *out++ = (struct option){"help", no_argument, NULL, CLI_HELP};
    for (int i = 0; i < CLI_COUNT; i++)
        if (takes(command, &option_specs[i]))
            *out++ = (struct option){
                option_specs[i].name,
                option_specs[i].kind == CLI_SWITCH ? no_argument : required_argument, NULL, i + 2};
    *out = (struct option){NULL, 0, NULL, 0};
}

int cli_run(const struct command *command, int argc, char **argv) {
    struct option table[CLI_COUNT + 2];
    getopt_table(command, table);
    struct options options = options_default;
    opterr = 0;
    for (int found; (found = getopt_long(argc, argv, ":", table, NULL)) != -1;) {
        if (found == CLI_HELP) return print_help(command);
        if (found == ':')
            return cli_misuse("%s: %s needs a value", command->name, argv[optind - 1]);
        if (found == '?')
            return cli_misuse("%s: unknown option %s; `hone-engine %s --help` lists them, and `--` "
                              "goes before a position that begins with -",
                              command->name, argv[optind - 1], command->name);
        if (!option_set(&option_specs[found - 2], optarg, &options))
            return option_wrong(command, &option_specs[found - 2], optarg);
    }
    options.args = argv + optind;
    options.arg_count = argc - optind;
    if (options.arg_count < command->args_min)
        return cli_misuse("%s: %s is missing; see `hone-engine %s --help`", command->name,
                          command->args, command->name);
    if (options.arg_count > command->args_max)
        return cli_misuse("%s: \"%.40s\" is one argument too many; see `hone-engine %s --help`",
                          command->name, options.args[command->args_max], command->name);
    return command->run(&options);
}

const struct game *cli_game(const struct options *options, struct error *error) {
    return games_find(options->game ? options->game : "reversi", error);
}

static int initial_weights(const struct options *options, struct weights *out,
                           struct error *error) {
    const struct game *game = cli_game(options, error);
    if (!game) return -1;
    *out = (struct weights){.evaluator = games_evaluator(game, NULL, NULL, error)};
    if (!out->evaluator) return -1;
    out->values = xmalloc((size_t)out->evaluator->param_count * sizeof *out->values);
    evaluator_initial(out->evaluator, out->values);
    return 0;
}

static int load_weights(const struct options *options, const char *path, struct weights *out,
                        struct error *error) {
    if (weights_load(path, out, error) != 0) return -1;
    if (!options->game) return 0;
    const struct game *wanted = cli_game(options, error), *game = out->evaluator->game;
    if (wanted == game) return 0;
    if (wanted) error_set(error, "%s is for %s, not for %s", path, game->name, wanted->name);
    weights_free(out);
    return -1;
}

bool cli_limited(const struct options *options) {
    return options->depth >= 0 || options->nodes > 0 || options->seconds > 0 ||
           options->clock[0] > 0;
}

/* Of an expert that was not asked for: a greedy player is one without search of any kind. */
static int usual_for_expert(const struct options *options, int given, int usual) {
    return given >= 0 ? given : options->depth == 0 ? 0 : usual;
}

static struct search_limits limits_wanted(const struct options *options) {
    return (struct search_limits){
        .depth = options->depth >= 0 ? options->depth : SEARCH_DEPTH_MAX,
        .nodes = cli_limited(options) ? options->nodes : NODES_DEFAULT,
        .seconds = options->seconds,
        .width = options->width,
        .endgame = usual_for_expert(options, options->endgame, ENDGAME_DEFAULT),
        .threats = usual_for_expert(options, options->threats, THREATS_DEFAULT),
        .leaf_threats = options->leaf_threats,
        .driver = (enum search_driver)options->driver,
        .reduce = options->reduce,
    };
}

int contestant_init(struct contestant *contestant, const struct options *options, int which,
                    struct error *error) {
    const char *path = options->weights[which] ? options->weights[which] : options->weights[0];
    int failed = path ? load_weights(options, path, &contestant->weights, error)
                      : initial_weights(options, &contestant->weights, error);
    if (failed) return -1;
    struct search_limits limits = limits_wanted(options);
    const struct weights *weights = &contestant->weights;
    player_init(&contestant->player, weights->evaluator, weights->values, &limits, 0);
    contestant->name = *weights->provenance.name ? weights->provenance.name
                       : path                    ? path
                                                 : "initial weights";
    return 0;
}

void contestant_destroy(struct contestant *contestant) {
    player_destroy(&contestant->player);
    weights_free(&contestant->weights);
}

struct search *cli_search(const struct options *options) {
    return search_new((size_t)options->tt_mib << 20);
}

int cli_book(const struct options *options, const struct game *game, struct book **out,
             struct error *error) {
    *out = NULL;
    if (!options->book) return 0;
    struct book *book = book_load(options->book, error);
    if (!book) return -1;
    *out = book_game(book) == game ? book : NULL;
    if (*out) return 0;
    error_set(error, "%s is a book for %s, not for %s", options->book, book_game(book)->name,
              game->name);
    book_free(book);
    return -1;
}

const char *score_format(int32_t score, char out[SCORE_TEXT_MAX]) {
    if (score >= SCORE_WIN)
        snprintf(out, SCORE_TEXT_MAX, "win%+d", score - SCORE_WIN);
    else if (score <= -SCORE_WIN)
        snprintf(out, SCORE_TEXT_MAX, "loss%+d", score + SCORE_WIN);
    else
        snprintf(out, SCORE_TEXT_MAX, "%+d", score);
    return out;
}

void show_board(const struct game *game, const void *state, move_t last) {
    struct text text = {0};
    game->print(game, state, last, &text);
    fputs(text_get(&text), stdout);
    text_free(&text);
}

void show_moves(const struct game *game, const move_t *moves, int count) {
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_MAX];
        game->move_format(game, moves[i], name);
        printf("%s%s", i > 0 ? " " : "", name);
    }
    printf("\n");
}

void show_outcome(const struct game *game, const void *state) {
    int margin = game->margin(game, state);
    if (margin == 0)
        printf("A draw.\n");
    else
        printf("%s wins (margin %d).\n", game->sides[margin < 0], abs(margin));
}
