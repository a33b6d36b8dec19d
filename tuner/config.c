/*
 * One table says everything about the keys: name, place in struct config, bounds, default and
 * meaning. Reading, error messages, printing and help are driven by it; after reading, names
 * are looked up and the settings are checked against each other.
 */
#include "tuner/config.h"

#include <inttypes.h>
#include <libconfig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/games.h"
#include "tuner/openings.h"

/* ---- the table ---- */

enum kind {
    KIND_INT,    /* int */
    KIND_INT64,  /* int64_t or uint64_t, not negative */
    KIND_REAL,   /* double */
    KIND_BOOL,   /* bool */
    KIND_TEXT,   /* char[], one line */
    KIND_CHOICE, /* an enum that begins at 0 */
    KIND_FILES,  /* struct config_files */
};

struct key {
    const char *path;
    enum kind kind;
    size_t offset, size;        /* of its field in struct config */
    double lower, upper;        /* of numbers */
    const char *const *choices; /* of a choice, by value; NULL ends them */
    const char *initial;        /* as in a file; NULL: the user must say it */
    bool local;                 /* does not change results, so config_print leaves it out */
    const char *doc;
};

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

static const char *const init_names[] = {
    [INIT_RANDOM] = "random", [INIT_AROUND] = "around", [INIT_FILE] = "file", NULL};
static const char *const variant_names[] = {
    [GA_CORRECTED] = "corrected", [GA_LI2007] = "li2007", NULL};
static const char *const selection_names[] = {[GA_GROUPS] = "groups", [GA_RANKED] = "ranked", NULL};
static const char *const crossover_names[] = {
    [GA_UNIFORM] = "uniform", [GA_ONE_POINT] = "one-point", [GA_BLEND] = "blend", NULL};
static const char *const cooling_names[] = {
    [COOLING_GEOMETRIC] = "geometric", [COOLING_ADAPTIVE] = "adaptive", NULL};

/* Keys of a section stand together. Bounds keep what a run allocates within reason. */
static const struct key keys[] = {
    TEXT("name", name, "\"\"", "name of the run; \"\": the file's name without .cfg"),
    NUMBER("seed", seed, 0, 1e18, "1", "all random numbers follow from it"),
    TEXT("game", given.game, NULL, "the game, see `hone games`"),

    TEXT("evaluator.name", given.evaluator, NULL, "whose weights are tuned, see `hone games`"),
    TEXT("evaluator.layout", given.layout, "\"\"", "its layout; \"\": the evaluator's usual one"),

    NUMBER("player.depth", player.limits.depth, 0, SEARCH_DEPTH_MAX, "0",
           "plies searched; 0: greedy, the best move by its own score"),
    NUMBER("player.nodes", player.limits.nodes, 0, 1e12, "0",
           "positions visited for a move at most; 0: no limit"),
    NUMBER("player.width", player.limits.width, 0, GAME_MOVES_MAX, "0",
           "best moves searched in a position; 0: all legal ones"),
    NUMBER("player.epsilon", player.epsilon, 0, 1, "0",
           "probability that a move is drawn at random instead"),
    NUMBER("player.tt_kib", player.tt_kib, 1, 1 << 24, "1024",
           "KiB of transposition table for each player of a running game"),
    NUMBER("player.plies_max", player.plies_max, 0, GAME_PLIES_MAX, "0",
           "plies after the opening, a longer game is a draw; 0: no limit"),

    NUMBER("openings.plies_min", openings.plies_min, 0, GAME_PLIES_MAX, "4",
           "random plies of an opening, at least"),
    NUMBER("openings.plies_max", openings.plies_max, 0, GAME_PLIES_MAX, "8",
           "random plies of an opening, at most"),

    SWITCH("fitness.groups", fitness.groups, "true", "members of a group meet each other"),
    SWITCH("fitness.round_robin", fitness.round_robin, "false", "everybody meets everybody"),
    SWITCH("fitness.gauntlet", fitness.gauntlet, "false",
           "everybody meets the yardsticks and the hall of fame"),
    NUMBER("fitness.pairs", fitness.pairs, 1, 1e6, "20",
           "openings of a meeting, each played with both colours"),
    FILES("fitness.yardsticks", given.fitness_yardsticks, "weight files of the gauntlet"),
    NUMBER("fitness.hall_size", fitness.hall_size, 0, 1000, "0",
           "earlier champions in the gauntlet; 0: no hall of fame"),
    NUMBER("fitness.hall_every", fitness.hall_every, 1, 1e6, "10",
           "a generation's champion enters the hall of fame every so many generations"),

    TEXT("optimizer.name", given.optimizer, "\"ga\"",
         "ga: genetic algorithm; anneal: simulated annealing; hybrid: both in turn"),
    NUMBER("optimizer.generations", optimizer.generations, 1, 1e6, "100", "length of the run"),
    CHOICE("optimizer.init", optimizer.init, init_names, "\"random\"",
           "first vectors: random, around given weights, or the given weights themselves"),
    FILES("optimizer.init_weights", given.initial,
          "weight files to begin with; for around, none means the evaluator's defaults"),
    NUMBER("optimizer.init_spread", optimizer.init_spread, 0, 1, "0.1",
           "deviation from given weights, as a part of a parameter's range"),

    NUMBER("optimizer.ga.population", optimizer.ga.population, 2, 10000, "20", "individuals"),
    NUMBER("optimizer.ga.groups", optimizer.ga.groups, 1, 5000, "4",
           "groups of equal size that the population is dealt into"),
    CHOICE("optimizer.ga.variant", optimizer.ga.variant, variant_names, "\"corrected\"",
           "formula of the mutation rate: corrected, or as printed by Li Guo 2007"),
    CHOICE("optimizer.ga.selection", optimizer.ga.selection, selection_names, "\"groups\"",
           "who stays: the best of each group, or the best of all by rank"),
    CHOICE("optimizer.ga.crossover", optimizer.ga.crossover, crossover_names, "\"uniform\"",
           "how a child takes its genes from two parents"),
    NUMBER("optimizer.ga.elite", optimizer.ga.elite, 0, 9999, "2",
           "selection by rank: the best stay unchanged and are played again"),
    NUMBER("optimizer.ga.pc1", optimizer.ga.pc1, 0, 1, "0.9", "highest rate of crossover"),
    NUMBER("optimizer.ga.pc2", optimizer.ga.pc2, 0, 1, "0.6", "lowest rate of crossover"),
    NUMBER("optimizer.ga.pm1", optimizer.ga.pm1, 0, 1, "0.3", "highest rate of mutation"),
    NUMBER("optimizer.ga.pm2", optimizer.ga.pm2, 0, 1, "0.05", "lowest rate of mutation"),
    NUMBER("optimizer.ga.sigma", optimizer.ga.sigma, 0, 1, "0.2",
           "deviation of a mutation, as a part of a parameter's range"),

    NUMBER("optimizer.anneal.chains", optimizer.anneal.chains, 1, ANNEAL_CHAINS_MAX, "4",
           "chains that walk side by side"),
    CHOICE("optimizer.anneal.cooling", optimizer.anneal.cooling, cooling_names, "\"geometric\"",
           "geometric: by the same factor each generation; adaptive: by what was accepted"),
    NUMBER("optimizer.anneal.temperature", optimizer.anneal.temperature, 0, 1, "0",
           "first temperature in points a game; 0: measured"),
    NUMBER("optimizer.anneal.cooling_rate", optimizer.anneal.cooling_rate, 0.01, 1, "0.97",
           "factor of the temperature in a generation"),
    NUMBER("optimizer.anneal.step", optimizer.anneal.step, 1e-6, 1, "0.1",
           "first deviation of a proposal, as a part of a parameter's range"),
    NUMBER("optimizer.anneal.step_min", optimizer.anneal.step_min, 1e-6, 1, "0.01",
           "smallest step"),
    NUMBER("optimizer.anneal.step_max", optimizer.anneal.step_max, 1e-6, 1, "0.5", "largest step"),
    NUMBER("optimizer.anneal.target_acceptance", optimizer.anneal.target_acceptance, 0.01, 0.99,
           "0.3", "share of accepted proposals that the step is adapted to"),
    NUMBER("optimizer.anneal.genes", optimizer.anneal.genes, 0, 1, "0.3",
           "share of the genes that a proposal changes, one at least"),
    NUMBER("optimizer.anneal.reheat_after", optimizer.anneal.reheat_after, 0, 1e6, "20",
           "generations without an acceptance before reheating; 0: never"),
    NUMBER("optimizer.anneal.reheat_factor", optimizer.anneal.reheat_factor, 1, 1000, "3",
           "factor of the temperature when reheating"),
    NUMBER("optimizer.anneal.exchange_every", optimizer.anneal.exchange_every, 0, 1e6, "10",
           "generations between exchanges of the chains' best; 0: never"),

    NUMBER("optimizer.hybrid.refine_every", optimizer.hybrid.refine_every, 1, 1e6, "20",
           "generations of the genetic algorithm between two refinements"),
    NUMBER("optimizer.hybrid.refine_generations", optimizer.hybrid.refine_generations, 1, 1e6, "10",
           "generations of annealing in a refinement"),

    NUMBER("verify.candidates", verify.candidates, 1, 1000, "8",
           "champions of generations that compete to be the run's champion"),
    NUMBER("verify.selection_pairs", verify.selection_pairs, 1, 1e6, "200",
           "openings of a meeting when choosing the champion"),
    NUMBER("verify.pairs", verify.pairs, 1, 1e6, "1000",
           "openings of a meeting when measuring the champion"),
    FILES("verify.yardsticks", given.verify_yardsticks,
          "weight files that the champion is measured against, besides the start"),
    NUMBER("verify.milestone_every", verify.milestone_every, 0, 1e6, "0",
           "champions of every so many generations meet in a round robin; 0: none"),
    NUMBER("verify.milestone_pairs", verify.milestone_pairs, 1, 1e6, "200",
           "openings of a meeting of that round robin"),
    NUMBER("verify.random_players", verify.random_players, 0, 100, "0",
           "players of random moves that join it"),

    {.path = "threads",
     PLACE(threads),
     .upper = 1024,
     .initial = "0",
     .local = true,
     .doc = "0: all cores; results do not depend on it"},
    {.path = "output",
     PLACE(output),
     .initial = "\"\"",
     .local = true,
     .doc = "directory of the run; \"\": results/NAME"},
};
enum { KEY_COUNT = COUNT_OF(keys) };

/* NULL if there is no such key. */
static const struct key *key_find(const char *path) {
    for (int i = 0; i < KEY_COUNT; i++)
        if (strcmp(keys[i].path, path) == 0) return &keys[i];
    return NULL;
}

static bool is_section(const char *path) {
    size_t length = strlen(path);
    for (int i = 0; i < KEY_COUNT; i++)
        if (strncmp(keys[i].path, path, length) == 0 && keys[i].path[length] == '.') return true;
    return false;
}

/* ---- what is wrong, and where ---- */

struct reader {
    const char *path;
    struct config *config;
    struct error *error;
    const char *set;             /* the --set that is being read; NULL: the file or a default */
    int lines[KEY_COUNT];        /* where the file gave the key; 0: nowhere */
    const char *sets[KEY_COUNT]; /* the --set that gave it; NULL: none */
};

/* Rejects the value of a key; the message goes on after its name. Returns -1. */
static int reject(const struct reader *reader, const char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static int reject(const struct reader *reader, const char *path, const char *format, ...) {
    const struct key *key = key_find(path);
    int line = reader->lines[key - keys];
    const char *set = reader->sets[key - keys];
    char what[sizeof reader->error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (set) return error_set(reader->error, "--set %.120s: %s %s", set, path, what);
    if (line) return error_set(reader->error, "%s:%d: %s %s", reader->path, line, path, what);
    return error_set(reader->error, "%s: %s %s", reader->path, path, what);
}

/* "FILE:LINE" or the --set being read. */
static void place_print(const struct reader *reader, int line, struct text *out) {
    if (reader->set)
        text_add(out, "--set %.120s: ", reader->set);
    else
        text_add(out, "%s:%d: ", reader->path, line);
}

/* Changes of a letter, insertions and deletions that lead from a to b; a large number for words
 * that are no key's. */
static int edit_distance(const char *a, const char *b) {
    enum { LONGEST = 40 };
    size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST || n > LONGEST) return LONGEST;
    int row[LONGEST + 1];
    for (size_t j = 0; j <= n; j++) row[j] = (int)j;
    for (size_t i = 1; i <= m; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= n; j++) {
            int replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = min_int(replaced, 1 + min_int(row[j - 1], row[j]));
        }
    }
    return row[n];
}

static const char *last_name(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

/* The name of the key, or of its section, that stands in the section given by a path of `length`
 * characters with its dot; "" if the key stands elsewhere. */
static void member_name(const struct key *key, const char *section, size_t length, char out[64]) {
    bool member = strncmp(key->path, section, length) == 0;
    const char *name = member ? key->path + length : "";
    snprintf(out, 64, "%.*s", (int)strcspn(name, "."), name);
}

struct guess {
    int distance;
    char text[64];
};

static void guess_consider(struct guess *guess, const char *name, const char *known, int handicap,
                           const char *text) {
    int distance = edit_distance(name, known) + handicap;
    if (distance >= guess->distance) return;
    guess->distance = distance;
    snprintf(guess->text, sizeof guess->text, "%s", text);
}

/* What the user may have meant by `path`, whose section has `length` characters with its dot: a
 * name of that section or, a little less likely, a key of another one. "" if nothing is near. */
static struct guess guess_meant(const char *path, size_t length) {
    const char *name = path + length;
    struct guess guess = {.distance = min_int(3, (int)strlen(name))};
    for (int i = 0; i < KEY_COUNT; i++) {
        char member[64];
        member_name(&keys[i], path, length, member);
        guess_consider(&guess, name, member, 0, member);
        guess_consider(&guess, name, last_name(keys[i].path), 1, keys[i].path);
    }
    return guess;
}

static void members_print(const char *section, size_t length, struct text *out) {
    char last[64] = "", member[64];
    for (int i = 0; i < KEY_COUNT; i++) {
        member_name(&keys[i], section, length, member);
        if (!member[0] || strcmp(member, last) == 0) continue;
        text_add(out, "%s%s", last[0] ? ", " : "", member);
        memcpy(last, member, sizeof last);
    }
}

static int unknown(const struct reader *reader, int line, const char *path) {
    size_t length = (size_t)(last_name(path) - path);
    struct guess guess = guess_meant(path, length);
    struct text text = {0};
    place_print(reader, line, &text);
    text_add(&text, "unknown key '%.60s'", path + length);
    if (length) text_add(&text, " in %.*s", (int)length - 1, path);
    if (guess.text[0]) {
        text_add(&text, "; did you mean '%s'?", guess.text);
    } else {
        text_add(&text, "; there are: ");
        members_print(path, length, &text);
    }
    error_set(reader->error, "%s", text_get(&text));
    text_free(&text);
    return -1;
}

/* ---- numbers and texts as text ---- */

/* The shortest digits that read back as the same number. */
static void real_print(double value, struct text *out) {
    char digits[32];
    for (int precision = 1; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) break;
    }
    text_add(out, "%s", digits);
}

static void quoted_print(const char *value, struct text *out) {
    text_add(out, "\"");
    for (; *value; value++) text_add(out, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
    text_add(out, "\"");
}

static void bounds_print(const struct key *key, struct text *out) {
    if (key->kind == KIND_REAL)
        text_add(out, "%g and %g", key->lower, key->upper);
    else
        text_add(out, "%.0f and %.0f", key->lower, key->upper);
}

static void choices_print(const struct key *key, struct text *out) {
    for (int i = 0; key->choices[i]; i++) text_add(out, "%s\"%s\"", i ? ", " : "", key->choices[i]);
}

/* What a key's value must be, in words. */
static void demand_print(const struct key *key, struct text *out) {
    static const char *const demands[] = {
        [KIND_INT] = "a whole number between ",
        [KIND_INT64] = "a whole number between ",
        [KIND_REAL] = "a number between ",
        [KIND_BOOL] = "true or false",
        [KIND_TEXT] = "a text in quotes",
        [KIND_CHOICE] = "one of ",
        [KIND_FILES] = "a list of weight files: [\"a.weights\", \"b.weights\"]",
    };
    text_add(out, "%s", demands[key->kind]);
    if (key->kind <= KIND_REAL) bounds_print(key, out);
    if (key->kind == KIND_CHOICE) choices_print(key, out);
}

/* ---- reading one value ---- */

static int demand(const struct reader *reader, const struct key *key, const char *found) {
    struct text text = {0};
    demand_print(key, &text);
    reject(reader, key->path, "must be %s%s%s", text_get(&text), *found ? ", not " : "", found);
    text_free(&text);
    return -1;
}

static void *target_of(const struct reader *reader, const struct key *key) {
    return (char *)reader->config + key->offset;
}

static int whole_read(const struct reader *reader, const struct key *key,
                      const config_setting_t *setting) {
    int type = config_setting_type(setting);
    if (type != CONFIG_TYPE_INT && type != CONFIG_TYPE_INT64) return demand(reader, key, "");
    int64_t value = config_setting_get_int64(setting);
    char found[32];
    snprintf(found, sizeof found, "%" PRId64, value);
    if (!((double)value >= key->lower && (double)value <= key->upper))
        return demand(reader, key, found);
    int small = (int)value;
    memcpy(target_of(reader, key), key->kind == KIND_INT ? (void *)&small : (void *)&value,
           key->size);
    return 0;
}

static int real_read(const struct reader *reader, const struct key *key,
                     const config_setting_t *setting) {
    if (!config_setting_is_number(setting)) return demand(reader, key, "");
    double value = config_setting_type(setting) == CONFIG_TYPE_FLOAT
                       ? config_setting_get_float(setting)
                       : (double)config_setting_get_int64(setting);
    char found[32];
    snprintf(found, sizeof found, "%g", value);
    if (!(value >= key->lower && value <= key->upper)) return demand(reader, key, found);
    memcpy(target_of(reader, key), &value, sizeof value);
    return 0;
}

static int bool_read(const struct reader *reader, const struct key *key,
                     const config_setting_t *setting) {
    if (config_setting_type(setting) != CONFIG_TYPE_BOOL) return demand(reader, key, "");
    bool value = config_setting_get_bool(setting);
    memcpy(target_of(reader, key), &value, sizeof value);
    return 0;
}

/* A text that fits into `size` bytes and one line; NULL after saying what is wrong. */
static const char *line_read(const struct reader *reader, const struct key *key,
                             const config_setting_t *setting, size_t size) {
    if (config_setting_type(setting) != CONFIG_TYPE_STRING) {
        demand(reader, key, "");
        return NULL;
    }
    const char *value = config_setting_get_string(setting);
    for (const char *c = value; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127) {
            reject(reader, key->path, "must be one line without control characters");
            return NULL;
        }
    if (strlen(value) >= size) {
        reject(reader, key->path, "must have at most %zu characters", size - 1);
        return NULL;
    }
    return value;
}

static int text_read(const struct reader *reader, const struct key *key,
                     const config_setting_t *setting) {
    const char *value = line_read(reader, key, setting, key->size);
    if (!value) return -1;
    memcpy(target_of(reader, key), value, strlen(value) + 1);
    return 0;
}

static int choice_read(const struct reader *reader, const struct key *key,
                       const config_setting_t *setting) {
    if (config_setting_type(setting) != CONFIG_TYPE_STRING) return demand(reader, key, "");
    const char *value = config_setting_get_string(setting);
    for (int i = 0; key->choices[i]; i++)
        if (strcmp(key->choices[i], value) == 0) {
            memcpy(target_of(reader, key), &i, key->size);
            return 0;
        }
    char found[64];
    snprintf(found, sizeof found, "\"%.60s\"", value);
    return demand(reader, key, found);
}

static void files_free(struct config_files *files) {
    for (int i = 0; i < files->count; i++) free(files->paths[i]);
    files->count = 0;
}

static int file_add(const struct reader *reader, const struct key *key,
                    const config_setting_t *setting) {
    struct config_files *files = target_of(reader, key);
    const char *path = line_read(reader, key, setting, 512);
    if (!path) return -1;
    if (files->count == CONFIG_FILES_MAX)
        return reject(reader, key->path, "must name at most %d files", CONFIG_FILES_MAX);
    for (int i = 0; i < files->count; i++)
        if (strcmp(files->paths[i], path) == 0)
            return reject(reader, key->path, "names \"%.100s\" twice; once is enough", path);
    files->paths[files->count++] = xstrdup(path);
    return 0;
}

/* A list of files, or the text of a single one. */
static int files_read(const struct reader *reader, const struct key *key,
                      const config_setting_t *setting) {
    int type = config_setting_type(setting);
    files_free(target_of(reader, key));
    if (type == CONFIG_TYPE_STRING) return file_add(reader, key, setting);
    if (type != CONFIG_TYPE_ARRAY && type != CONFIG_TYPE_LIST) return demand(reader, key, "");
    for (int i = 0; i < config_setting_length(setting); i++) {
        const config_setting_t *element = config_setting_get_elem(setting, (unsigned)i);
        if (config_setting_type(element) != CONFIG_TYPE_STRING) return demand(reader, key, "");
        if (file_add(reader, key, element)) return -1;
    }
    return 0;
}

static int value_read(const struct reader *reader, const struct key *key,
                      const config_setting_t *setting) {
    static int (*const reads[])(const struct reader *, const struct key *,
                                const config_setting_t *) = {
        [KIND_INT] = whole_read,   [KIND_INT64] = whole_read, [KIND_REAL] = real_read,
        [KIND_BOOL] = bool_read,   [KIND_TEXT] = text_read,   [KIND_CHOICE] = choice_read,
        [KIND_FILES] = files_read,
    };
    return reads[key->kind](reader, key, setting);
}

/* ---- reading the file, the defaults and the --sets ---- */

/* libconfig's names. */
static bool begins_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '*';
}
static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Behind the text or comment that begins at `c`; NULL if it does not end. */
static const char *skip_text(const char *c) {
    for (c++; *c && *c != '"'; c++)
        if (*c == '\\' && c[1]) c++;
    return *c ? c + 1 : NULL;
}
static const char *skip_comment(const char *c) {
    for (c += 2; *c && !(c[0] == '*' && c[1] == '/');) c++;
    return *c ? c + 2 : NULL;
}

/* Behind the text, comment, name or number that begins at `c`, else behind that character; NULL if
 * there is no end to it. */
static const char *skip_token(const char *c) {
    if (*c == '#' || (c[0] == '/' && c[1] == '/')) return c + strcspn(c, "\n");
    if (c[0] == '/' && c[1] == '*') return skip_comment(c);
    if (*c == '"') return skip_text(c);
    if (is_digit(*c)) return c + strspn(c, "0123456789abcdefABCDEFxXL.");
    if (!begins_name(*c)) return c + 1;
    while (begins_name(*c) || is_digit(*c) || *c == '-' || *c == '_') c++;
    return c;
}

/* Whether the characters up to `end` are a whole number of more than 32 bits. */
static bool is_wide(const char *text, const char *end) {
    char *after;
    unsigned long long value = strtoull(text, &after, text[1] == 'x' || text[1] == 'X' ? 16 : 10);
    return after == end && value > INT32_MAX;
}

/* libconfig silently cuts whole numbers to 32 bits unless an L follows them: adds it where a
 * number needs it. Returns NULL, or the place of a text or comment that does not end. */
static const char *widen_numbers(const char *text, struct text *out) {
    for (const char *end; *text; text = end) {
        end = skip_token(text);
        if (!end) return text;
        text_add_bytes(out, text, (size_t)(end - text));
        if (is_digit(*text) && is_wide(text, end)) text_add(out, "L");
    }
    return NULL;
}

struct fault {
    int line;
    char text[128];
};

static struct fault fault_at(const char *text, const char *place, const char *what) {
    struct fault fault = {.line = 1};
    snprintf(fault.text, sizeof fault.text, "%s", what);
    for (; text < place; text++) fault.line += *text == '\n';
    return fault;
}

/* Initialises the library and gives it the text, its last line ended: libconfig reads no comment
 * without that. What does not end it would leak. One file is the whole run, so none is included.
 * 0, or -1 and the fault. */
static int library_read(config_t *library, const char *text, struct fault *fault) {
    struct text widened = {0};
    const char *include = strstr(text, "@include"), *endless = widen_numbers(text, &widened);
    int status = -1;
    config_init(library);
    text_add(&widened, "\n");
    if (include) {
        *fault = fault_at(text, include, "@include is not possible; write all settings here");
    } else if (endless) {
        *fault = fault_at(text, endless, "a text or comment begins here that does not end");
    } else if (config_read_string(library, text_get(&widened))) {
        status = 0;
    } else {
        fault->line = config_error_line(library);
        snprintf(fault->text, sizeof fault->text, "%s; a setting reads: key = value;",
                 config_error_text(library));
    }
    text_free(&widened);
    return status;
}

static int section_reject(const struct reader *reader, int line, const char *path) {
    struct text text = {0};
    place_print(reader, line, &text);
    error_set(reader->error, "%s%s is a section and must be %s = { … }", text_get(&text), path,
              last_name(path));
    text_free(&text);
    return -1;
}

/* Reads the keys of a section, whose path (with its dot) is the prefix. */
static int section_read(struct reader *reader, const config_setting_t *section,
                        const char *prefix) {
    for (int i = 0; i < config_setting_length(section); i++) {
        const config_setting_t *member = config_setting_get_elem(section, (unsigned)i);
        int line = (int)config_setting_source_line(member), status;
        char path[128];
        snprintf(path, sizeof path, "%s%.60s", prefix, config_setting_name(member));
        const struct key *key = key_find(path);
        if (key) {
            reader->lines[key - keys] = line;
            status = value_read(reader, key, member);
        } else if (!is_section(path)) {
            status = unknown(reader, line, path);
        } else if (!config_setting_is_group(member)) {
            status = section_reject(reader, line, path);
        } else {
            strcat(path, ".");
            status = section_read(reader, member, path);
        }
        if (status) return -1;
    }
    return 0;
}

static int text_parse(struct reader *reader, const char *text) {
    config_t library;
    struct fault fault;
    int status = library_read(&library, text, &fault);
    if (status)
        error_set(reader->error, "%s:%d: %s", reader->path, fault.line, fault.text);
    else
        status = section_read(reader, config_root_setting(&library), "");
    config_destroy(&library);
    return status;
}

/* "value = …" of a value given alone. What is a text may stand without its quotes. */
static void value_complete(const struct key *key, const char *value, struct text *out) {
    bool textual = key->kind == KIND_TEXT || key->kind == KIND_CHOICE || key->kind == KIND_FILES;
    text_add(out, "value = ");
    if (textual && (*value == '\0' || !strchr("\"[(", *value)))
        quoted_print(value, out);
    else
        text_add(out, "%s", value);
}

static int value_parse(const struct reader *reader, const struct key *key, const char *value) {
    struct text text = {0};
    struct fault fault;
    config_t library;
    value_complete(key, value, &text);
    int status = library_read(&library, text_get(&text), &fault);
    const config_setting_t *root = config_root_setting(&library);
    if (status || config_setting_length(root) != 1)
        status = demand(reader, key, "");
    else
        status = value_read(reader, key, config_setting_get_elem(root, 0));
    config_destroy(&library);
    text_free(&text);
    return status;
}

/* All defaults as one text, a line for each key, so that the library is begun but once. */
static void defaults_print(struct text *out) {
    for (int i = 0; i < KEY_COUNT; i++)
        text_add(out, "key%d = %s;\n", i, keys[i].initial ? keys[i].initial : "\"\"");
}

static void defaults_read(const struct reader *reader) {
    struct text text = {0};
    struct fault fault;
    config_t library;
    defaults_print(&text);
    if (library_read(&library, text_get(&text), &fault)) die("%d: %s", fault.line, fault.text);
    const config_setting_t *root = config_root_setting(&library);
    for (int i = 0; i < KEY_COUNT; i++)
        if (value_read(reader, &keys[i], config_setting_get_elem(root, (unsigned)i)))
            die("default of %s", reader->error ? reader->error->text : keys[i].path);
    config_destroy(&library);
    text_free(&text);
}

static int set_read(struct reader *reader, const char *set) {
    const char *equals = strchr(set, '=');
    if (!equals)
        return error_set(reader->error, "--set %.120s: must be KEY=VALUE, as in seed=2", set);
    char path[128];
    snprintf(path, sizeof path, "%.*s", min_int(100, (int)(equals - set)), set);
    reader->set = set;
    const struct key *key = key_find(path);
    if (!key && is_section(path)) return section_reject(reader, 0, path);
    if (!key) return unknown(reader, 0, path);
    reader->sets[key - keys] = set;
    return value_parse(reader, key, equals + 1);
}

static int required_check(const struct reader *reader) {
    for (int i = 0; i < KEY_COUNT; i++)
        if (!keys[i].initial && !reader->lines[i] && !reader->sets[i])
            return error_set(reader->error, "%s: %s is missing: %s", reader->path, keys[i].path,
                             keys[i].doc);
    return 0;
}

/* ---- looking up what the names stand for ---- */

static int name_resolve(const struct reader *reader) {
    struct config *config = reader->config;
    const char *slash = strrchr(reader->path, '/'), *base = slash ? slash + 1 : reader->path;
    size_t length = strlen(base);
    if (length > 4 && strcmp(base + length - 4, ".cfg") == 0) length -= 4;
    if (!config->name[0])
        snprintf(config->name, sizeof config->name, "%.*s", min_int((int)length, 63), base);
    if (!config->name[0] || config->name[0] == '.' || strchr(config->name, '/'))
        return reject(reader, "name",
                      "must be usable as a directory's name, not empty, without '/' and "
                      "beginning with another character than '.'");
    if (!config->output[0])
        snprintf(config->output, sizeof config->output, "results/%s", config->name);
    return 0;
}

static int game_resolve(const struct reader *reader) {
    struct config *config = reader->config;
    struct error why;
    config->game = games_find(config->given.game, &why);
    if (!config->game) return reject(reader, "game", "cannot be used: %s", why.text);
    memcpy(config->given.game, config->game->name, sizeof config->given.game);
    return 0;
}

static int evaluator_resolve(const struct reader *reader) {
    struct config *config = reader->config;
    const char *name = config->given.evaluator, *layout = config->given.layout;
    struct error why;
    config->evaluator = games_evaluator(config->game, name, NULL, &why);
    if (!config->evaluator) return reject(reader, "evaluator.name", "cannot be used: %s", why.text);
    if (layout[0]) config->evaluator = games_evaluator(config->game, name, layout, &why);
    if (!config->evaluator)
        return reject(reader, "evaluator.layout", "cannot be used: %s", why.text);
    memcpy(config->given.layout, config->evaluator->layout, sizeof config->given.layout);
    return 0;
}

static int optimizer_resolve(const struct reader *reader) {
    struct config *config = reader->config;
    struct error why;
    config->optimizer.kind = optimizer_find(config->given.optimizer, &why);
    if (!config->optimizer.kind)
        return reject(reader, "optimizer.name", "cannot be used: %s", why.text);
    return 0;
}

/* Loads a weight file of the run's game that the key names. */
static int weights_resolve(const struct reader *reader, const char *key, const char *file,
                           struct weights *out) {
    const char *slash = strrchr(reader->path, '/');
    int directory = slash && file[0] != '/' ? (int)(slash + 1 - reader->path) : 0;
    struct text path = {0};
    struct error why;
    text_add(&path, "%.*s%s", directory, reader->path, file);
    int status = weights_load(text_get(&path), out, &why);
    text_free(&path);
    if (status) return reject(reader, key, "cannot be used: %s", why.text);
    const struct game *game = reader->config->game;
    if (out->evaluator->game == game) return 0;
    reject(reader, key, "must name weights of %s; those in \"%.100s\" are of %s", game->name, file,
           out->evaluator->game->name);
    weights_free(out);
    return -1;
}

static int yardsticks_resolve(const struct reader *reader, const char *key,
                              const struct config_files *files, struct weights *out, int *count) {
    for (; *count < files->count; ++*count)
        if (weights_resolve(reader, key, files->paths[*count], &out[*count])) return -1;
    return 0;
}

/* Appends the vector in a file. */
static int initial_add(const struct reader *reader, const char *file) {
    static const char key[] = "optimizer.init_weights";
    struct config *config = reader->config;
    const struct evaluator *wanted = config->evaluator;
    struct weights weights;
    if (weights_resolve(reader, key, file, &weights)) return -1;
    size_t dim = (size_t)wanted->param_count;
    const struct evaluator *found = weights.evaluator;
    if (found == wanted)
        memcpy(config->initial + dim * (size_t)config->initial_count++, weights.values,
               dim * sizeof *weights.values);
    weights_free(&weights);
    if (found == wanted) return 0;
    return reject(reader, key,
                  "must name weights of evaluator %s %s, which is tuned; those in \"%.100s\" are "
                  "of %s %s",
                  wanted->name, wanted->layout, file, found->name, found->layout);
}

static int initial_resolve(const struct reader *reader) {
    struct config *config = reader->config;
    const struct config_files *files = &config->given.initial;
    if (config->optimizer.init == INIT_RANDOM) return 0;
    if (config->optimizer.init == INIT_FILE && files->count == 0)
        return reject(reader, "optimizer.init",
                      "\"file\" needs weight files in optimizer.init_weights");
    size_t count = (size_t)max_int(1, files->count);
    config->initial =
        xcalloc(count * (size_t)config->evaluator->param_count, sizeof *config->initial);
    for (int i = 0; i < files->count; i++)
        if (initial_add(reader, files->paths[i])) return -1;
    if (files->count == 0) {
        evaluator_initial(config->evaluator, config->initial);
        config->initial_count = 1;
    }
    return 0;
}

static int names_resolve(const struct reader *reader) {
    struct config *config = reader->config;
    if (name_resolve(reader) || game_resolve(reader) || evaluator_resolve(reader)) return -1;
    if (optimizer_resolve(reader) || initial_resolve(reader)) return -1;
    if (yardsticks_resolve(reader, "fitness.yardsticks", &config->given.fitness_yardsticks,
                           config->fitness.yardsticks, &config->fitness.yardstick_count))
        return -1;
    return yardsticks_resolve(reader, "verify.yardsticks", &config->given.verify_yardsticks,
                              config->verify.yardsticks, &config->verify.yardstick_count);
}

/* ---- checking the settings against each other ---- */

static int player_check(const struct reader *reader) {
    const struct search_limits *limits = &reader->config->player.limits;
    if (limits->nodes > 0 && limits->depth == 0)
        return reject(reader, "player.nodes", "limits a search: player.depth must be at least 1");
    return 0;
}

static int plies_check(const struct reader *reader) {
    const struct config *config = reader->config;
    struct opening_source source = {config->game, config->seed, config->openings.plies_min,
                                    config->openings.plies_max};
    struct error why;
    if (source.plies_min > source.plies_max)
        return reject(reader, "openings.plies_min",
                      "must be at most openings.plies_max (%d), not %d", source.plies_max,
                      source.plies_min);
    if (source.plies_max >= config->game->plies_max)
        return reject(reader, "openings.plies_max",
                      "must be below %d, the longest game of %s, not %d", config->game->plies_max,
                      config->game->name, source.plies_max);
    if (openings_check(&source, &why))
        return reject(reader, "openings.plies_max", "cannot be used: %s", why.text);
    return 0;
}

static int pairing_check(const struct reader *reader) {
    const struct config *config = reader->config;
    bool met = config->fitness.yardstick_count > 0 || config->fitness.hall_size > 0;
    bool among = config->fitness.groups || config->fitness.round_robin;
    if (!among && !config->fitness.gauntlet)
        return reject(reader, "fitness.groups",
                      "must be true, or round_robin or gauntlet: nobody meets anybody");
    if (config->fitness.gauntlet && !met)
        return reject(reader, "fitness.gauntlet",
                      "needs fitness.yardsticks or a fitness.hall_size above 0");
    if (!config->fitness.gauntlet && met)
        return reject(reader, "fitness.gauntlet",
                      "must be true when there are yardsticks or a hall of fame");
    if (!among && config->fitness.yardstick_count == 0)
        return reject(reader, "fitness.yardsticks",
                      "must name a file when there is the gauntlet only: the hall of fame is "
                      "empty at first");
    return 0;
}

static int ga_check(const struct reader *reader) {
    const struct ga_options *ga = &reader->config->optimizer.ga;
    if (ga->population % ga->groups != 0)
        return reject(reader, "optimizer.ga.population",
                      "must be a multiple of optimizer.ga.groups (%d), not %d", ga->groups,
                      ga->population);
    if (ga->population / ga->groups < 2)
        return reject(reader, "optimizer.ga.groups",
                      "must leave two individuals a group: at most %d for a population of %d",
                      ga->population / 2, ga->population);
    if (ga->elite >= ga->population)
        return reject(reader, "optimizer.ga.elite",
                      "must be below optimizer.ga.population (%d), not %d", ga->population,
                      ga->elite);
    return 0;
}

static int anneal_check(const struct reader *reader) {
    const struct config *config = reader->config;
    const struct anneal_options *anneal = &config->optimizer.anneal;
    if (anneal->step < anneal->step_min || anneal->step > anneal->step_max)
        return reject(reader, "optimizer.anneal.step",
                      "must be between step_min (%g) and step_max (%g), not %g", anneal->step_min,
                      anneal->step_max, anneal->step);
    bool compared = config->fitness.groups || config->fitness.gauntlet;
    if (strcmp(config->given.optimizer, "ga") != 0 && !compared)
        return reject(reader, "optimizer.name",
                      "\"%s\" compares a proposal with its chain: fitness.groups (duels) or "
                      "fitness.gauntlet must be true",
                      config->given.optimizer);
    return 0;
}

static int settings_check(const struct reader *reader) {
    if (player_check(reader) || plies_check(reader) || pairing_check(reader)) return -1;
    return ga_check(reader) || anneal_check(reader) ? -1 : 0;
}

/* ---- the module's functions ---- */

int config_parse(const char *path, const char *text, const char *const *sets, int set_count,
                 struct config *out, struct error *error) {
    enum { LONGEST = 1 << 20 };
    struct reader reader = {.path = path, .config = out, .error = error};
    *out = (struct config){0};
    if (strlen(text) > LONGEST)
        return error_set(error, "%s: is longer than 1 MiB, so it is not a config", path);
    defaults_read(&reader);
    if (text_parse(&reader, text)) return -1;
    for (int i = 0; i < set_count; i++)
        if (set_read(&reader, sets[i])) return -1;
    if (required_check(&reader) || names_resolve(&reader)) return -1;
    return settings_check(&reader);
}

int config_load(const char *path, const char *const *sets, int set_count, struct config *out,
                struct error *error) {
    struct text text = {0};
    *out = (struct config){0};
    int status = file_read(path, &text, error);
    if (status == 0 && strlen(text_get(&text)) != text.length)
        status = error_set(error, "%s: holds a zero byte, so it is not a text", path);
    if (status == 0) status = config_parse(path, text_get(&text), sets, set_count, out, error);
    text_free(&text);
    return status;
}

void config_free(struct config *config) {
    files_free(&config->given.initial);
    files_free(&config->given.fitness_yardsticks);
    files_free(&config->given.verify_yardsticks);
    for (int i = 0; i < config->fitness.yardstick_count; i++)
        weights_free(&config->fitness.yardsticks[i]);
    for (int i = 0; i < config->verify.yardstick_count; i++)
        weights_free(&config->verify.yardsticks[i]);
    free(config->initial);
    *config = (struct config){0};
}

static void files_print(const struct config_files *files, struct text *out) {
    text_add(out, "[");
    for (int i = 0; i < files->count; i++) {
        text_add(out, i ? ", " : "");
        quoted_print(files->paths[i], out);
    }
    text_add(out, "]");
}

static void value_print(const struct config *config, const struct key *key, struct text *out) {
    union {
        int whole;
        int64_t wide;
        double real;
        bool truth;
    } value = {0};
    const void *field = (const char *)config + key->offset;
    if (key->size <= sizeof value) memcpy(&value, field, key->size);
    switch (key->kind) {
    case KIND_INT:
        text_add(out, "%d", value.whole);
        break;
    case KIND_INT64:
        text_add(out, "%" PRId64, value.wide);
        break;
    case KIND_REAL:
        real_print(value.real, out);
        break;
    case KIND_BOOL:
        text_add(out, value.truth ? "true" : "false");
        break;
    case KIND_TEXT:
        quoted_print(field, out);
        break;
    case KIND_CHOICE:
        quoted_print(key->choices[value.whole], out);
        break;
    case KIND_FILES:
        files_print(field, out);
        break;
    }
}

/* Prints the section of keys[i], a path of `length` characters with its dot, from there on; the
 * index behind it. */
static int section_print(const struct config *config, int i, size_t length, int depth,
                         struct text *out) {
    const char *section = keys[i].path;
    while (i < KEY_COUNT && strncmp(keys[i].path, section, length) == 0) {
        const char *name = keys[i].path + length;
        int end = (int)strcspn(name, ".");
        if (keys[i].local) {
            i++;
            continue;
        }
        text_add(out, "%*s%.*s = ", 4 * depth, "", end, name);
        if (name[end] == '.') {
            text_add(out, "{\n");
            i = section_print(config, i, length + (size_t)end + 1, depth + 1, out);
            text_add(out, "%*s}", 4 * depth, "");
        } else {
            value_print(config, &keys[i++], out);
        }
        text_add(out, ";\n");
    }
    return i;
}

void config_print(const struct config *config, struct text *out) {
    section_print(config, 0, 0, 0, out);
}

void config_help(struct text *out) {
    for (int i = 0; i < KEY_COUNT; i++) {
        text_add(out, "%s = %s\n    %s; ", keys[i].path,
                 keys[i].initial ? keys[i].initial : "(must be given)", keys[i].doc);
        demand_print(&keys[i], out);
        text_add(out, "\n");
    }
}
