/*
 * The table of keys: the rows of this file, and between them those made from other tables, of the
 * search's settings and of the kinds of optimisers, so that each fact is said once.
 */
#include "tuner/config/keys.h"

#include <string.h>

#include "engine/games/games.h"

#define FIELD(field) ((struct config *)NULL)->field
#define KIND_OF(field)                                                                             \
    _Generic(FIELD(field),                                                                         \
        int: KIND_INT,                                                                             \
        int64_t: KIND_INT64,                                                                       \
        uint64_t: KIND_INT64,                                                                      \
        double: KIND_REAL,                                                                         \
        bool: KIND_BOOL,                                                                           \
        char *: KIND_TEXT,                                                                         \
        struct config_files: KIND_FILES,                                                           \
        struct config_numbers: KIND_NUMBERS,                                                           \
        struct config_rules: KIND_RULES,                                                           \
        struct parameters: KIND_PARAMETERS,                                                        \
        struct manners: KIND_MANNERS,                                                              \
        default: KIND_CHOICE)
#define PLACE(field)                                                                               \
    .kind = KIND_OF(field), .offset = offsetof(struct config, field), .size = sizeof(FIELD(field))

#define NUMBER(name, field, from, to, value, text)                                                 \
    { .path = name, PLACE(field), .lower = from, .upper = to, .initial = value, .doc = text }
#define SWITCH(name, field, value, text)                                                           \
    { .path = name, PLACE(field), .initial = value, .doc = text }
#define CHOICE(name, field, names, value, text)                                                    \
    { .path = name, PLACE(field), .choices = names, .initial = value, .doc = text }
#define TEXT(name, field, value, text)                                                             \
    { .path = name, PLACE(field), .initial = value, .doc = text }
#define FILES(name, field, text)                                                                   \
    { .path = name, PLACE(field), .initial = "[]", .doc = text }

/* Stands where the keys of the settings of the search are to be (engine/search/limits.h). */
#define SEARCH_SETTINGS "player."
/* Stands where the keys of the kinds of optimisers are to be (tuner/optimize/optimizer.h). */
#define OPTIMIZER_KEYS "optimizer"

static const char *const study_results_names[] = {
    [STUDY_SCORE] = "score", [STUDY_GAMES] = "games", [STUDY_DUELS] = "duels", NULL};
static const char *const study_goal_names[] = {[STUDY_MAX] = "max", [STUDY_MIN] = "min", NULL};

static const char *const hall_rule_names[] = {
    [HALL_NEWEST] = "newest", [HALL_TELLING] = "telling", NULL};

/* Bounds keep what a run allocates within reason. */
static const struct config_key config_rows[] = {
    TEXT("name", name, "\"\"", "name of the run; \"\": the file's name without .cfg"),
    NUMBER("seed", seed, 0, 1e18, "1", "all random numbers follow from it"),
    FILES("plugin", given.plugins,
          "libraries of games and evaluators, which are code that runs; see `hone plugin`"),
    TEXT("game", given.game, NULL, "the game, see `hone games`"),

    TEXT("evaluator.name", given.evaluator, NULL, "the evaluator that is tuned, see `hone games`"),
    TEXT("evaluator.layout", given.layout, "\"\"", "its layout; \"\": the evaluator's usual one"),

    {.path = "params",
     PLACE(given.params),
     .initial = "()",
     .doc = "what of its parameters moves, and how: a name or a pattern with one '*', then any of\n"
            "    start, lower, upper, step, freeze, tie (a name, or -name for its negative);\n"
            "    later rules win"},

    {.path = "parameters",
     PLACE(parameters),
     .initial = "()",
     .doc =
         "of the engine that `engine` names; without one, of a program that hone does not know: a\n"
         "    study, in place of game and evaluator (`hone ask`). Each has a name, min and max, "
         "or\n"
         "    choices; any of start, step (a change that matters), scale (\"linear\" or \"log\"),\n"
         "    precision (1 unless said), option (the engine's own name for it), rate (in place of\n"
         "    optimizer.spsa.rate, for it alone). \"engine\": all that the engine lists, but what\n"
         "    manages the program"},
    TEXT("engine.command", engine.command, "\"\"",
         "an engine of yours that plays, in place of an evaluator: its parameters are tuned. A\n"
         "    line of words; {NAME} in it stands for a parameter's value"),
    TEXT("engine.protocol", engine.protocol, "\"\"", "gtp, nboard, gomocup, uci, ucci or xboard"),
    TEXT("engine.name", engine.name, "\"\"",
         "its name in messages; \"\": the file name of the command"),
    NUMBER("engine.nodes", engine.limit.nodes, 0, 1e9, "0",
           "positions that it searches for a move, where the protocol can say so (uci, ucci); 0: "
           "not said"),
    NUMBER("engine.depth", engine.limit.depth, 0, 100, "0",
           "the same in plies of search (uci, ucci, xboard, nboard)"),
    NUMBER("engine.movetime", engine.limit.movetime, 0, 1e6, "0",
           "seconds a move (not by nboard): games are not repeatable then"),
    TEXT("engine.clock", engine.limit.clock, "\"\"",
         "seconds a game, and more for each move, as \"10+0.1\": games are not repeatable then"),
    NUMBER("engine.resign.moves", engine.opinion.resign_moves, 0, 99999, "0",
           "a game is lost early after N moves in a row of which both engines say so; 0: "
           "never"),
    NUMBER("engine.resign.score", engine.opinion.resign_score, 1, 1e6, "600",
           "hundredths of a pawn that the loser is behind by its score, and the winner ahead by "
           "its own"),
    NUMBER("engine.draw.moves", engine.opinion.draw_moves, 0, 99999, "0",
           "a game is drawn early after N moves in a row of which both engines say so; 0: "
           "never"),
    NUMBER("engine.draw.score", engine.opinion.draw_score, 0, 1e6, "20",
           "hundredths of a pawn from 0 that both scores are at most"),
    NUMBER("engine.draw.from_move", engine.opinion.draw_from, 0, 99999, "34",
           "full moves, the opening's too, before that"),
    TEXT("engine.options", engine.options, "\"\"",
         "more of what `hone match --help` lists for programs, with ; between: \"timeout=5;"
         "option.Hash=16\""),
    TEXT("engine.set", engine.set, "\"\"",
         "the line that tells it a value, with {name} and {value}: \"set_param {name} {value}\";\n"
         "    \"\": as the protocol does (uci: setoption, gomocup: INFO). Parameters with a place "
         "in\n"
         "    the command, in env= or in the file are not told by it"),
    TEXT("engine.template", engine.template, "\"\"",
         "a file with {NAME} in it, from which engine.file is made"),
    TEXT("engine.file", engine.file, "\"\"",
         "the name of a file that the engine reads in the folder that it works in, one for each\n"
         "    process; {file} in the command is its path"),
    CHOICE("study.results", study.results, study_results_names, "\"score\"",
           "what is told of a vector: one number; games against opponents that stay the same; or "
           "games of two vectors that meet, as fitness.groups and fitness.round_robin say"),
    CHOICE("study.goal", study.goal, study_goal_names, "\"max\"", "which scores are good"),

    {.path = "player",
     PLACE(player.manners),
     .initial = "({})",
     .doc = "how games are played; a list where it is to be tuned for several manners of play, to\n"
            "    which the pairs of every meeting are dealt; tt_kib and plies_max in the first"},
    NUMBER("player.share", player.manners.list[0].share, 0.001, 1, "1",
           "share of the pairs of a meeting, in a list with shares that sum to 1"),
    {.path = SEARCH_SETTINGS},
    NUMBER("player.epsilon", player.manners.list[0].epsilon, 0, 1, "0",
           "probability that a move is drawn at random instead"),
    NUMBER("player.tt_kib", player.tt_kib, 1, 1 << 24, "1024",
           "KiB of transposition table for each player of a running game"),
    NUMBER("player.plies_max", player.plies_max, 0, GAME_PLIES_MAX, "0",
           "plies after the opening, a longer game is a draw; 0: no limit"),

    NUMBER("openings.plies_min", openings.plies_min, 0, GAME_PLIES_MAX, "4",
           "random plies of an opening, at least"),
    NUMBER("openings.plies_max", openings.plies_max, 0, GAME_PLIES_MAX, "8",
           "random plies of an opening, at most"),
    FILES("openings.file", given.openings,
          "files of openings to play instead of random ones: lines of moves, positions (OBF,\n"
          "    EPD) or offsets from the centre (Gomocup), games (GGF, SGF, PGN), or a book of\n"
          "    Polyglot (FILE.bin, chess); images count as one"),
    NUMBER("openings.file_plies", openings.file_plies, 0, GAME_PLIES_MAX, "0",
           "of the games and lines in these files only the first N moves; 0: all"),
    NUMBER("openings.balance", openings.balance, 0, 0.5, "0",
           "only openings that eight judges find balanced by playing them out against themselves:\n"
           "    the weaker side has at least that share of the points; 0: all openings"),

    SWITCH("fitness.groups", fitness.groups, "true", "members of a group meet each other"),
    SWITCH("fitness.round_robin", fitness.round_robin, "false", "all individuals meet each other"),
    SWITCH("fitness.gauntlet", fitness.gauntlet, "false",
           "each individual meets the yardsticks and the hall of fame"),
    NUMBER("fitness.pairs", pairs[STAGE_TRAIN], 1, 1e6, "20",
           "openings of a meeting, each played with both colours"),
    NUMBER("fitness.openings", fitness.openings, 0, 1e6, "0",
           "openings of a generation, dealt to its meetings; 0: all meetings play the same"),
    FILES("fitness.yardsticks", given.fitness_yardsticks,
          "weight files of the gauntlet, and engines of their own: \"cmd:…;protocol=…\""),
    NUMBER("fitness.hall_size", fitness.hall_size, 0, 1000, "0",
           "earlier champions in the gauntlet; 0: no hall of fame"),
    NUMBER("fitness.hall_every", fitness.hall_every, 1, 1e6, "10",
           "a generation's champion enters the hall of fame every N generations"),
    CHOICE("fitness.hall_rule", fitness.hall_rule, hall_rule_names, "\"newest\"",
           "champions that stay in a full hall: the newest; or, beside the new one, the most "
           "telling: neither always beaten nor never, and unlike each other"),

    TEXT("optimizer.name", given.optimizer, "\"ga\"", NULL), /* the list is its doc */
    NUMBER("optimizer.generations", optimizer.generations, 1, 1e6, "100", "length of the run"),
    NUMBER("optimizer.games", optimizer.games, 0, 1e15, "0",
           "training games after which the run ends, with the generation, in place of "
           "optimizer.generations; 0: no limit"),
    NUMBER("optimizer.schedule", optimizer.schedule, 0, 1e6, "0",
           "length, in generations, for steps that fall over the run, instead of the run's own; "
           "0: the run's own"),
    NUMBER("optimizer.patience", optimizer.patience, 0, 1000, "0",
           "training ends after N milestones without progress; 0: never"),
    CHOICE("optimizer.init", optimizer.init, optimizer_init_names, "\"random\"",
           "first vectors: random, around given weights, or the given weights themselves"),
    {.path = "optimizer.bounds",
     PLACE(optimizer.bounds),
     .choices = scale_bounds_names,
     .initial = "\"clamp\"",
     .earlier = "\"reflect\"",
     .doc = "a step beyond a bound ends on it, unless it is wide, or is reflected, as if the best\n"
            "    value were always inside"},
    {.path = "optimizer.reach",
     PLACE(optimizer.reach),
     .choices = optimizer_reach_names,
     .initial = "\"given\"",
     .earlier = "\"range\"",
     .doc =
         "the unit of all steps: from minus to plus a given weight (for small ones the median of\n"
         "    those that are not 0), or the whole range between the bounds"},
    FILES("optimizer.init_weights", given.initial,
          "weight files to begin with, of other layouts and evaluators too where they mean the\n"
          "    same; for around, none means the evaluator's defaults"),
    FILES("optimizer.data", given.data,
          "files of positions or games that a fit learns from besides its own, see `hone data`"),
    NUMBER("optimizer.init_spread", optimizer.init_spread, 0, 1, "0.1",
           "deviation from given weights, as a part of a parameter's reach"),
    {.path = OPTIMIZER_KEYS},

    NUMBER("verify.candidates", verify.candidates, 1, 1000, "8",
           "champions of generations that compete to be the run's; its start is one more"),
    {.path = "verify.racing",
     PLACE(verify.racing),
     .initial = "true",
     .earlier = "false",
     .doc =
         "candidates race: the worse half drops out after each of several rounds, and the others\n"
         "    play more; false: all play equally many"},
    NUMBER("verify.selection_pairs", pairs[STAGE_SELECT], 1, 1e6, "200",
           "openings of a meeting when choosing the champion; in a race that many games in all"),
    NUMBER("verify.pairs", pairs[STAGE_VERIFY], 1, 1e6, "1000",
           "openings of a meeting when measuring the champion"),
    NUMBER("verify.error", verify.error, 0, 1000, "0",
           "Elo: verify.pairs are repeated until the champion's Elo against the start has this "
           "error; 0: no repeats"),
    NUMBER("verify.pairs_max", verify.pairs_max, 1, 1e6, "20000",
           "openings of a meeting at most, where verify.error asks for more"),
    FILES("verify.yardsticks", given.verify_yardsticks,
          "weight files, and engines of their own, that the champion is measured against, besides\n"
          "    the start"),
    NUMBER("verify.milestone_every", verify.milestone_every, 0, 1e6, "0",
           "champions of every N generations meet in a round robin; 0: none"),
    NUMBER("verify.milestone_pairs", pairs[STAGE_MILESTONE], 1, 1e6, "200",
           "openings of a meeting of that round robin"),
    NUMBER("verify.random_players", verify.random_players, 0, 100, "0",
           "players of random moves that join it"),

    {.path = "verify.depths",
     PLACE(verify.depths),
     .upper = SEARCH_DEPTH_MAX,
     .initial = "[0, 1, 2, 4]",
     .earlier = "[]",
     .doc =
         "plies of search at which the champion meets the start and the yardsticks too, besides\n"
         "    those of `player`, and otherwise as there; []: none"},
    NUMBER("verify.depth_pairs", verify.depth_pairs, 0, 1e5, "0",
           "openings of a meeting at each of these depths; 0: a twentieth of verify.pairs, at most "
           "50"),
    TEXT(
        "verify.also", verify.also, "\"\"",
        "the second limit at which the champion of an engine meets its start too: \"10x\" of\n"
        "    engine.nodes, movetime or clock, or \"nodes=200000\", \"depth=8\", \"movetime=0.5\",\n"
        "    \"clock=10+0.1\"; \"\": none"),
    NUMBER("verify.also_pairs", verify.also_pairs, 0, 1e6, "0",
           "openings of that meeting; 0: a tenth of verify.pairs"),

    {.path = "progress.every",
     PLACE(progress.every),
     .lower = -1,
     .upper = 1e6,
     .initial = "-1",
     .earlier = "0",
     .doc =
         "generations from one milestone to the next, at which the champion of the generation\n"
         "    meets the start, the yardsticks and earlier milestones; 0: none; -1: whenever a\n"
         "    twentieth of the training games pays for it, and a tenth more were played. Of very\n"
         "    many milestones those after the 300th come whenever the run has grown by a tenth"},
    {.path = "progress.pairs",
     PLACE(pairs[STAGE_PROGRESS]),
     .upper = 1e6,
     .initial = "0",
     .earlier = "0",
     .doc = "openings of each of its meetings; 0: what a twentieth of the training games allows,\n"
            "    from 50 to 500"},

    {.path = "threads",
     PLACE(threads),
     .upper = 1024,
     .initial = "0",
     .local = true,
     .doc = "0: all cores that it may run on (taskset), whatever OMP_NUM_THREADS says; results do "
            "not depend on it"},
    {.path = "output",
     PLACE(output),
     .initial = "\"\"",
     .local = true,
     .doc = "directory of the run; \"\": results/FILE, as the config file is called, or "
            "results/NAME by --set name=NAME"},
    {0}};

/* ---- the whole table ---- */

/* "player.leaf_threats", for the life of the process. */
static const char *setting_key_path(const struct search_setting *setting) {
    struct text path = {0};
    text_add(&path, "player.%s", setting->name);
    for (char *dash; (dash = strchr(path.data, '-'));) *dash = '_';
    return path.data;
}

/* What 0 is in a file. */
static const char *setting_key_initial(const struct search_setting *setting) {
    struct text initial = {0};
    if (setting->kind == OPTION_FLAG) return "false";
    if (setting->kind != OPTION_CHOICE) return "0";
    text_add(&initial, "\"%s\"", setting->choices[0]);
    return initial.data;
}

static struct config_key setting_config_key(const struct search_setting *setting) {
    static const struct {
        enum config_kind kind;
        size_t size;
    } kinds[] = {[OPTION_FLAG] = {KIND_BOOL, sizeof(bool)},
                 [OPTION_INT] = {KIND_INT, sizeof(int)},
                 [OPTION_INT64] = {KIND_INT64, sizeof(int64_t)},
                 [OPTION_CHOICE] = {KIND_CHOICE, sizeof(int)}};
    return (struct config_key){.path = setting_key_path(setting),
                               .kind = kinds[setting->kind].kind,
                               .setting = setting,
                               .offset = offsetof(struct config, player.manners.list[0].limits) +
                                         setting->offset,
                               .size = kinds[setting->kind].size,
                               .upper = setting->upper,
                               .choices = setting->choices,
                               .initial = setting_key_initial(setting),
                               .doc = setting->doc};
}

/* As in a file, for the life of the process. */
static const char *optimizer_key_initial(const struct optimizer_key *key) {
    struct text initial = {0};
    if (key->value == OPTIMIZER_CHOICE)
        text_add(&initial, "\"%s\"", key->choices[(int)key->usual]);
    else
        text_add(&initial, "%g", key->usual);
    return initial.data;
}

static struct config_key optimizer_config_key(const struct optimizer_kind *optimizer,
                                              const struct optimizer_key *key) {
    static const struct {
        enum config_kind kind;
        size_t size;
    } kinds[] = {[OPTIMIZER_INT] = {KIND_INT, sizeof(int)},
                 [OPTIMIZER_REAL] = {KIND_REAL, sizeof(double)},
                 [OPTIMIZER_CHOICE] = {KIND_CHOICE, sizeof(int)}};
    struct text path = {0};
    text_add(&path, "optimizer.%s.%s", optimizer->name, key->name);
    return (struct config_key){.path = path.data,
                               .kind = kinds[key->value].kind,
                               .optimizer = optimizer,
                               .offset = key->offset,
                               .size = kinds[key->value].size,
                               .lower = key->lower,
                               .upper = key->upper,
                               .choices = key->choices,
                               .initial = optimizer_key_initial(key),
                               .earlier = key->earlier,
                               .doc = key->doc};
}

/* "ga: genetic algorithm; anneal: …". */
static const char *optimizer_key_names(void) {
    struct text names = {0};
    for (int i = 0; optimizer_list[i]; i++)
        text_add(&names, "%s%s: %s", i ? "; " : "", optimizer_list[i]->name,
                 optimizer_list[i]->doc);
    return names.data;
}

static struct config_key config_table[CONFIG_KEYS_MAX + 1];

static void config_table_add(struct config_key key, int *count) {
    if (*count == CONFIG_KEYS_MAX) die("more than %d keys", CONFIG_KEYS_MAX);
    config_table[(*count)++] = key;
}

static void config_table_add_settings(int *count) {
    for (const struct search_setting *const *settings = games_settings(); *settings; settings++)
        config_table_add(setting_config_key(*settings), count);
}

static void config_table_add_optimizers(int *count) {
    for (const struct optimizer_kind *const *kind = optimizer_list; *kind; kind++)
        for (const struct optimizer_key *key = (*kind)->keys; key->name; key++)
            config_table_add(optimizer_config_key(*kind, key), count);
}

const struct config_key *config_keys(void) {
    int count = 0;
    if (config_table[0].path) return config_table;
    for (const struct config_key *row = config_rows; row->path; row++) {
        if (strcmp(row->path, SEARCH_SETTINGS) == 0) {
            config_table_add_settings(&count);
        } else if (strcmp(row->path, OPTIMIZER_KEYS) == 0) {
            config_table_add_optimizers(&count);
        } else {
            config_table_add(*row, &count);
            if (!row->doc) config_table[count - 1].doc = optimizer_key_names();
        }
    }
    return config_table;
}

void *config_key_field(const struct config *config, const struct config_key *key) {
    char *owner =
        key->optimizer ? optimizer_own(&config->optimizer, key->optimizer) : (void *)config;
    return owner + key->offset;
}

bool config_key_of_manner(const struct config_key *key) {
    size_t first = offsetof(struct config, player.manners.list[0]);
    return !key->optimizer && key->offset >= first && key->offset < first + sizeof(struct manner);
}

const struct config_key *config_key_find(const char *path) {
    for (const struct config_key *key = config_keys(); key->path; key++)
        if (strcmp(key->path, path) == 0) return key;
    return NULL;
}

bool config_is_section(const char *path) {
    size_t length = strlen(path);
    for (const struct config_key *key = config_keys(); key->path; key++)
        if (strncmp(key->path, path, length) == 0 && key->path[length] == '.') return true;
    return false;
}

/* Whether a path is one of the names, or in one of the sections, which NULL ends. */
static bool config_path_is_of(const char *path, const char *const *names) {
    for (; *names; names++) {
        size_t length = strlen(*names);
        if (strncmp(path, *names, length) == 0 && (!path[length] || path[length] == '.'))
            return true;
    }
    return false;
}

bool config_key_is_for_games(const struct config *config, const struct config_key *key) {
    static const char *const always[] = {"plugin",
                                         "game",
                                         "evaluator",
                                         "player",
                                         "openings",
                                         "verify",
                                         "progress",
                                         "fitness.gauntlet",
                                         "fitness.openings",
                                         "fitness.yardsticks",
                                         "fitness.hall_size",
                                         "fitness.hall_every",
                                         "fitness.hall_rule",
                                         "optimizer.patience",
                                         "optimizer.init_weights",
                                         "optimizer.reach",
                                         "optimizer.data",
                                         NULL};
    static const char *const meetings[] = {"fitness.groups", "fitness.round_robin", NULL};
    static const char *const pairs[] = {"fitness.pairs", NULL};
    return config_path_is_of(key->path, always) ||
           (config->study.results != STUDY_DUELS && config_path_is_of(key->path, meetings)) ||
           (config->study.results == STUDY_SCORE && config_path_is_of(key->path, pairs));
}

bool config_key_is_for_studies(const struct config_key *key) {
    static const char *const studies[] = {"study", NULL};
    return config_path_is_of(key->path, studies);
}

bool config_key_is_for_engines(const struct config_key *key) {
    static const char *const engines[] = {"engine", "verify.also", "verify.also_pairs", NULL};
    return config_path_is_of(key->path, engines);
}

bool config_key_is_idle_for_engines(const struct config_key *key) {
    static const char *const idle[] = {"evaluator",
                                       "player",
                                       "study",
                                       "optimizer.reach",
                                       "optimizer.data",
                                       "optimizer.init_weights",
                                       "verify.depths",
                                       "verify.depth_pairs",
                                       "verify.random_players",
                                       NULL};
    static const char *const still[] = {"player.plies_max", NULL};
    return config_path_is_of(key->path, idle) && !config_path_is_of(key->path, still);
}

const char *config_key_earlier(const struct config_key *key) {
    return key->earlier ? key->earlier : key->initial ? key->initial : "\"\"";
}

static void config_bounds_print(const struct config_key *key, struct text *out) {
    if (key->kind == KIND_REAL)
        text_add(out, "%g and %g", key->lower, key->upper);
    else
        text_add(out, "%.0f and %.0f", key->lower, key->upper);
}

static void config_choices_print(const struct config_key *key, struct text *out) {
    for (int i = 0; key->choices[i]; i++) text_add(out, "%s\"%s\"", i ? ", " : "", key->choices[i]);
}

void config_key_demand(const struct config_key *key, struct text *out) {
    static const char *const demands[] = {
        [KIND_INT] = "a whole number between ",
        [KIND_INT64] = "a whole number between ",
        [KIND_REAL] = "a number between ",
        [KIND_BOOL] = "true or false",
        [KIND_TEXT] = "a text in quotes",
        [KIND_CHOICE] = "one of ",
        [KIND_FILES] = "a list of files: [\"a\", \"b\"]",
        [KIND_NUMBERS] = "a list of at most 8 rising whole numbers: [0, 2, 4], each between ",
        [KIND_RULES] = "a list of rules: ({name = \"s2.*\"; lower = 0; freeze = false;})",
        [KIND_PARAMETERS] =
            "a list of parameters: ({name = \"x\"; min = 0; max = 100;}), or \"engine\"",
        [KIND_MANNERS] =
            "a section { … }, or a list of 1 to 8 of them: ({share = 0.7;}, {share = 0.3;})",
    };
    text_add(out, "%s", demands[key->kind]);
    if (key->kind <= KIND_REAL || key->kind == KIND_NUMBERS) config_bounds_print(key, out);
    if (key->kind == KIND_CHOICE) config_choices_print(key, out);
}
