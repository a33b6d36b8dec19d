/*
 * The settings of every search. Code that reads the table knows kinds, never names: a new row is a
 * new setting everywhere.
 */
#include "engine/search/limits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/game/expert.h"

const char *const search_drivers[] = {[SEARCH_PVS] = "pvs",       [SEARCH_ALPHABETA] = "alphabeta",
                                      [SEARCH_MTDF] = "mtdf",     [SEARCH_SSS] = "sss",
                                      [SEARCH_DUAL] = "dual",     [SEARCH_MINIMAX] = "minimax",
                                      [SEARCH_MCTS] = "mcts",     [SEARCH_BSTAR] = "bstar",
                                      [SEARCH_PBSTAR] = "pbstar", NULL};

bool limits_search(const struct search_limits *limits) {
    return limits->depth > 0 || limits->nodes > 0 || limits->playouts > 0;
}

struct search_limits limits_half(const struct search_limits *limits) {
    struct search_limits half = *limits;
    if (limits->nodes > 1) half.nodes = limits->nodes / 2;
    if (limits->seconds > 0 && limits->soft_seconds > 0) half.seconds = limits->soft_seconds;
    half.seconds /= 2;
    return half;
}

bool limits_best_first(const struct search_limits *limits) {
    return limits->driver >= SEARCH_MCTS;
}

const char *limits_need_search(const struct search_limits *limits, const struct game *game) {
    (void)game;
    if (limits_search(limits)) return NULL;
    return limits->driver == SEARCH_MCTS ? "a search (playouts, nodes or a depth above 0)"
                                         : "a search (a depth above 0)";
}

static const char *limits_need_playouts(const struct search_limits *limits,
                                        const struct game *game) {
    (void)game;
    return limits->driver == SEARCH_MCTS ? NULL : "the driver mcts";
}

static const char *limits_need_windows(const struct search_limits *limits,
                                       const struct game *game) {
    bool windows = limits->driver == SEARCH_PVS || limits->driver == SEARCH_MTDF;
    return windows ? limits_need_search(limits, game) : "the drivers pvs and mtdf";
}

static const char *limits_need_endings(const struct search_limits *limits,
                                       const struct game *game) {
    (void)limits;
    return game->expert && game->expert->endings ? NULL : "games whose endings are solved";
}

/* Under a second in every game but Hex beyond 11x11, where one evaluation takes milliseconds. */
static int64_t limits_usual_nodes(const struct evaluator *evaluator) {
    return evaluator->game->costly ? 500 : 100000;
}

/* Reversi has few moves, and is twice as fast where all of them are searched. */
static int64_t limits_usual_width(const struct evaluator *evaluator) {
    if (evaluator->width > 0) return evaluator->width;
    return evaluator->game->in_a_row > 0 ? 24 : 0;
}

/* Where a turn is one move and games are longer than any search. Where turns have more stones the
 * evaluator must order moves well (evaluator->width). Measured: results/records/search.md. */
static int64_t limits_usual_reduce(const struct evaluator *evaluator) {
    const struct game *game = evaluator->game;
    bool ordered = game->turn == 1 || evaluator->width > 0;
    return ordered && game->plies_max > SEARCH_DEPTH_MAX;
}

const struct search_setting search_settings[] = {
    {.name = "depth",
     .letter = 'd',
     .argument = "N",
     .doc = "plies searched; 0: greedy, the best move by its own score",
     .kind = OPTION_INT,
     .offset = offsetof(struct search_limits, depth),
     .upper = SEARCH_DEPTH_MAX,
     .usual = SEARCH_DEPTH_MAX,
     .words = "depth %s"},
    {.name = "nodes",
     .argument = "N",
     .doc = "positions visited for a move at most; 0: no limit",
     .kind = OPTION_INT64,
     .offset = offsetof(struct search_limits, nodes),
     .upper = 1e12,
     .usual = 100000,
     .usual_in = limits_usual_nodes,
     .words = "%s nodes a move"},
    {.name = "playouts",
     .argument = "N",
     .doc = "playouts of the driver mcts for a move at most; 0: 1000, or as other limits allow",
     .kind = OPTION_INT64,
     .offset = offsetof(struct search_limits, playouts),
     .upper = 1e12,
     .words = "%s playouts a move",
     .belongs = limits_need_playouts},
    {.name = "width",
     .argument = "N",
     .doc = "best moves searched; 0: all legal ones, as usual in Reversi",
     .kind = OPTION_INT,
     .offset = offsetof(struct search_limits, width),
     .upper = GAME_MOVES_MAX,
     .usual = 24,
     .usual_in = limits_usual_width,
     .words = "width %s",
     .key_salt = 128,
     .belongs = limits_need_search},
    {.name = "search",
     .argument = "NAME",
     .doc = "driver; the first six find the same values (not with --defend), the others are best "
            "first",
     .kind = OPTION_CHOICE,
     .offset = offsetof(struct search_limits, driver),
     .choices = search_drivers,
     .words = "%s",
     .belongs = limits_need_search},
    {.name = "reduce",
     .doc = "late move reduction and pruning, futility, ProbCut: deeper, and not exact",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct search_limits, reduce),
     .words = "late moves reduced",
     .usual_in = limits_usual_reduce,
     .key_salt = 1,
     .belongs = limits_need_windows},
    {.name = "endgame",
     .argument = "N",
     .doc = "positions with that many empty points are solved; 0: never",
     .kind = OPTION_INT,
     .offset = offsetof(struct search_limits, endgame),
     .upper = 30,
     .usual = 18,
     .words = "endgame %s",
     .belongs = limits_need_endings},
    {0}};

int64_t limits_get(const struct search_limits *limits, const struct search_setting *setting) {
    const void *field = (const char *)limits + setting->offset;
    switch (setting->kind) {
    case OPTION_FLAG:
        return *(const bool *)field;
    case OPTION_INT64:
        return *(const int64_t *)field;
    default:
        return *(const int *)field; /* a choice is an enum, none of whose values is negative */
    }
}

static const char *limits_belongs(const struct search_limits *limits,
                                  const struct search_setting *setting, const struct game *game) {
    return setting->belongs ? setting->belongs(limits, game) : NULL;
}

const char *limits_owner(const struct search_limits *limits, const struct search_setting *setting,
                         const struct game *game) {
    return limits_get(limits, setting) != 0 ? limits_belongs(limits, setting, game) : NULL;
}

static void limits_set(struct search_limits *limits, const struct search_setting *setting,
                       int64_t value) {
    void *field = (char *)limits + setting->offset;
    switch (setting->kind) {
    case OPTION_FLAG:
        *(bool *)field = value != 0;
        break;
    case OPTION_INT64:
        *(int64_t *)field = value;
        break;
    default:
        *(int *)field = (int)value;
    }
}

void limits_trim(const struct search_setting *const *settings, struct search_limits *limits,
                 const struct game *game) {
    for (; *settings; settings++)
        if (limits_owner(limits, *settings, game)) limits_set(limits, *settings, 0);
}

static bool limits_is_number(const struct search_setting *setting) {
    return setting->kind == OPTION_INT || setting->kind == OPTION_INT64;
}

void limits_unset(const struct search_setting *const *settings, struct search_limits *limits) {
    for (; *settings; settings++)
        if (limits_is_number(*settings)) limits_set(limits, *settings, -1);
}

bool limits_are_unset(const struct search_setting *const *settings,
                      const struct search_limits *limits) {
    struct search_limits unset = {0};
    limits_unset(settings, &unset);
    for (; *settings; settings++)
        if (limits_get(limits, *settings) != limits_get(&unset, *settings)) return false;
    return true;
}

/* Whether the user did not give it. A flag that is not given is off, but by default on in a search
 * without a depth, which should only be strong. */
static bool limits_is_open(const struct search_limits *limits, const struct search_setting *setting,
                           bool deep) {
    int64_t value = limits_get(limits, setting);
    return setting->kind == OPTION_FLAG ? deep && value == 0 : value < 0;
}

void limits_settle(const struct search_setting *const *settings, struct search_limits *limits,
                   const struct evaluator *evaluator, bool limited) {
    if (limited && (int64_t)limits->nodes < 0) limits->nodes = 0;
    bool greedy = limits->depth == 0, deep = limits->depth < 0;
    for (; *settings; settings++) {
        const struct search_setting *setting = *settings;
        if (!limits_is_open(limits, setting, deep)) continue;
        bool idle = greedy || limits_belongs(limits, setting, evaluator->game);
        int64_t usual = setting->usual_in ? setting->usual_in(evaluator) : setting->usual;
        limits_set(limits, setting, idle ? 0 : usual);
    }
}

int limits_options(const struct search_setting *const *settings, struct search_limits *limits,
                   struct option_spec *out) {
    int count = 0;
    for (; settings[count]; count++) {
        const struct search_setting *setting = settings[count];
        out[count] = (struct option_spec){.name = setting->name,
                                          .letter = setting->letter,
                                          .argument = setting->argument,
                                          .doc = setting->doc,
                                          .kind = setting->kind,
                                          .value = (char *)limits + setting->offset,
                                          .upper = setting->upper,
                                          .choices = setting->choices,
                                          .usual = setting->usual};
    }
    return count;
}

int limits_check(const struct search_setting *const *settings, const struct search_limits *limits,
                 const struct game *game, struct error *error) {
    for (; *settings; settings++) {
        const char *owner = limits_owner(limits, *settings, game);
        if (owner)
            return error_set(error, "--%s belongs to %s and has no effect here", (*settings)->name,
                             owner);
    }
    return 0;
}

void limits_describe(const struct search_setting *const *settings,
                     const struct search_limits *limits, struct text *out) {
    size_t begin = out->length;
    if (!limits_search(limits)) text_add(out, "greedy");
    for (; *settings; settings++) {
        int64_t value = limits_get(limits, *settings);
        char digits[24];
        snprintf(digits, sizeof digits, "%" PRId64, value);
        if (value == 0) continue;
        if (out->length > begin) text_add(out, ", ");
        text_add(out, (*settings)->words,
                 (*settings)->choices ? (*settings)->choices[value] : digits);
    }
}

static void limits_value_format(const struct search_setting *setting, int64_t value, char out[24]) {
    if (setting->choices)
        snprintf(out, 24, "%s", setting->choices[value]);
    else
        snprintf(out, 24, "%" PRId64, value);
}

void limits_write(const struct search_setting *const *settings, const struct search_limits *limits,
                  struct text *out) {
    size_t begin = out->length;
    for (; *settings; settings++) {
        int64_t value = limits_get(limits, *settings);
        char number[24];
        if (value == 0 && (*settings)->offset != offsetof(struct search_limits, depth)) continue;
        limits_value_format(*settings, value, number);
        text_add(out, "%s%s=%s", out->length > begin ? " " : "", (*settings)->name, number);
    }
}

void limits_write_options(const struct search_setting *const *settings,
                          const struct search_limits *limits, struct text *out) {
    for (; *settings; settings++) {
        int64_t value = limits_get(limits, *settings);
        char number[24];
        if (value == 0) continue;
        limits_value_format(*settings, value, number);
        bool flag = (*settings)->kind == OPTION_FLAG;
        text_add(out, " --%s%s%s", (*settings)->name, flag ? "" : " ", flag ? "" : number);
    }
}

static bool limits_value_parse(const struct search_setting *setting, const char *text,
                               int64_t *out) {
    if (!setting->choices)
        return parse_i64(text, 0, setting->kind == OPTION_FLAG ? 1 : (int64_t)setting->upper, out);
    for (*out = 0; setting->choices[*out]; ++*out)
        if (strcmp(text, setting->choices[*out]) == 0) return true;
    return false;
}

/* One word, "name=value". */
static int limits_read_word(const struct search_setting *const *settings, char *word,
                            struct search_limits *out, struct error *error) {
    char *value = word + strcspn(word, "=");
    int64_t number;
    if (!*value) return error_set(error, "\"%.40s\" is no setting with its value", word);
    *value++ = '\0';
    while (*settings && strcmp((*settings)->name, word) != 0) settings++;
    if (!*settings) return error_set(error, "\"%.40s\" is no setting of the search", word);
    if (!limits_value_parse(*settings, value, &number))
        return error_set(error, "%s=%.40s is no value of that setting", word, value);
    limits_set(out, *settings, number);
    return 0;
}

int limits_read(const struct search_setting *const *settings, const char *text,
                struct search_limits *out, struct error *error) {
    char word[64];
    *out = (struct search_limits){0};
    for (int used; sscanf(text, " %63s%n", word, &used) == 1; text += used)
        if (limits_read_word(settings, word, out, error) != 0) return -1;
    return 0;
}

static uint64_t limits_key_salt_of(const struct search_limits *limits,
                                   const struct search_setting *settings) {
    uint64_t salt = 0;
    for (; settings->name; settings++)
        if (settings->key_salt) salt += settings->key_salt * (uint64_t)limits_get(limits, settings);
    return salt;
}

uint64_t limits_key_salt(const struct search_limits *limits, const struct game *game) {
    uint64_t salt = limits_key_salt_of(limits, search_settings);
    if (game->expert && game->expert->settings)
        salt += limits_key_salt_of(limits, game->expert->settings);
    return salt;
}
