/*
 * Rows of options and players are made in one place each: the settings of the search come from
 * their table, which also has their default values.
 */
#include "engine/cli/asked.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/own_file.h"
#include "engine/base/shown.h"
#include "engine/base/textfile.h"
#include "engine/files/champions.h"
#include "engine/files/polyglot.h"
#include "engine/games/games.h"
#include "engine/plugin/library.h"

enum { TT_MIB_MAX = 1 << 20 };
static const double seconds_max = 1e6, seconds_min = 1e-6;

struct asked asked_default(void) {
    struct asked asked = {.tt_mib = 64, .seed = 1};
    limits_unset(games_settings(), &asked.limits);
    return asked;
}

/* ---- options ---- */

struct option_spec asked_game_option(struct asked *asked) {
    return (struct option_spec){.name = "game",
                                .argument = "NAME",
                                .doc = games_names(),
                                .kind = OPTION_TEXT,
                                .value = &asked->game};
}

struct option_spec asked_seed_option(struct asked *asked) {
    return (struct option_spec){.name = "seed",
                                .letter = 's',
                                .argument = "S",
                                .doc = "seed of the random numbers",
                                .kind = OPTION_INT64,
                                .value = &asked->seed,
                                .upper = 9e15};
}

struct option_spec asked_tt_option(struct asked *asked) {
    return (struct option_spec){.name = "tt",
                                .argument = "MIB",
                                .doc = "remember positions in a table of N MiB",
                                .kind = OPTION_INT,
                                .value = &asked->tt_mib,
                                .lower = 1,
                                .upper = TT_MIB_MAX};
}

int asked_player_options(struct asked *asked, struct option_spec *out) {
    int count = 0;
    out[count++] = asked_game_option(asked);
    out[count++] = library_option();
    out[count++] = (struct option_spec){
        .name = "weights",
        .letter = 'w',
        .argument = "FILE",
        .doc = "the engine's weights, or RUN, for its champion's; else shipped or initial ones",
        .kind = OPTION_TEXT,
        .value = &asked->weights};
    count += limits_options(games_settings(), &asked->limits, out + count);
    out[count++] = (struct option_spec){.name = "time",
                                        .argument = "S",
                                        .doc = "seconds of search for a move at most",
                                        .kind = OPTION_REAL,
                                        .value = &asked->limits.seconds,
                                        .lower = seconds_min,
                                        .upper = seconds_max};
    out[count++] = asked_tt_option(asked);
    return count;
}

int asked_table_options(struct asked *asked, struct option_spec *out) {
    int count = 0;
    out[count++] = (struct option_spec){.name = "clock",
                                        .argument = "S[+INC]",
                                        .doc = "S seconds for all its moves, INC more after each",
                                        .kind = OPTION_TEXT,
                                        .value = &asked->clock};
    out[count++] = (struct option_spec){
        .name = "book",
        .argument = "FILE",
        .doc = "play the moves of an opening book, or of Polyglot's .bin, while it knows some",
        .kind = OPTION_TEXT,
        .value = &asked->book};
    out[count++] = asked_seed_option(asked);
    return count;
}

/* ---- what they come to ---- */

const struct game *asked_game(const struct asked *asked, struct error *error) {
    return games_find(asked->game ? asked->game : "reversi", error);
}

static int asked_initial_weights(const struct game *game, struct weights *out,
                                 struct error *error) {
    *out = (struct weights){.evaluator = games_evaluator(game, NULL, NULL, error)};
    if (!out->evaluator) return -1;
    out->values = xmalloc((size_t)out->evaluator->param_count * sizeof *out->values);
    evaluator_initial(out->evaluator, out->values);
    return 0;
}

/* Says so where shipped ones should have been there, as beside a copy of the program alone. */
static int asked_weights_without_champion(const struct game *game, struct weights *out,
                                          struct error *error) {
    struct text where = {0};
    if (champions_miss(game, &where))
        shown_warn("hone-engine: plays with initial weights, since %s\n", text_get(&where));
    text_free(&where);
    return asked_initial_weights(game, out, error);
}

/* The game's champion, where one is shipped. */
static int asked_usual_weights(const struct asked *asked, struct weights *out,
                               struct error *error) {
    const struct game *game = asked_game(asked, error);
    struct text champion = {0};
    if (!game) return -1;
    int status = champions_find(game, &champion) ? weights_load(text_get(&champion), out, error)
                                                 : asked_weights_without_champion(game, out, error);
    text_free(&champion);
    return status;
}

static bool path_is_directory(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* A file, or a run's directory, where its champion is looked for. */
static int asked_load_weights(const char *path, struct weights *out, struct error *error) {
    if (!path_is_directory(path)) return weights_load(path, out, error);
    struct text file = {0};
    text_add(&file, "%s/champion.weights", path);
    int status = own_file_check(text_get(&file), error);
    if (status == 0 && access(text_get(&file), F_OK) != 0)
        status = error_set(error,
                           "%s has no champion.weights; of a finished run `hone export %s` writes "
                           "it",
                           path, path);
    if (status == 0) status = weights_load(text_get(&file), out, error);
    text_free(&file);
    return status;
}

static int asked_file_weights(const struct asked *asked, const char *path, struct weights *out,
                              struct error *error) {
    if (asked_load_weights(path, out, error) != 0) return -1;
    if (!asked->game) return 0;
    const struct game *wanted = asked_game(asked, error), *game = out->evaluator->game;
    if (wanted == game) return 0;
    if (wanted) error_set(error, "%s is for %s, not for %s", path, game->name, wanted->name);
    weights_free(out);
    return -1;
}

bool asked_limited(const struct asked *asked) {
    const struct search_limits *limits = &asked->limits;
    return limits->depth >= 0 || (int64_t)limits->nodes >= 0 || limits->playouts >= 0 ||
           limits->seconds > 0 || asked->clock;
}

int asked_check_tt(const struct asked *asked, struct error *error) {
    double mib = memory_physical() / (1 << 20);
    if (mib == 0 || asked->tt_mib < mib) return 0;
    return error_set(error, "--tt %d: this machine's memory is %.0f MiB", asked->tt_mib, mib);
}

/* Whether no setting of the search was given, nor a time. */
static bool asked_for_no_settings(const struct asked *asked) {
    return !asked->clock && asked->limits.seconds == 0 &&
           limits_are_unset(games_settings(), &asked->limits);
}

void contestant_tuning(const struct contestant *contestant, struct text *out) {
    const char *player = contestant->weights.provenance.player;
    struct search_limits limits;
    if (*player && limits_read(games_settings(), player, &limits, NULL) == 0)
        limits_describe(games_settings(), &limits, out);
}

int contestant_load(struct contestant *contestant, const struct asked *asked, const char *path,
                    struct error *error) {
    if (asked_check_tt(asked, error) != 0) return -1;
    int failed = path ? asked_file_weights(asked, path, &contestant->weights, error)
                      : asked_usual_weights(asked, &contestant->weights, error);
    if (failed) return -1;
    const struct weights *weights = &contestant->weights;
    struct search_limits limits = asked->limits;
    contestant->as_tuned =
        path && asked->as_tuned && *weights->provenance.player && asked_for_no_settings(asked) &&
        limits_read(games_settings(), weights->provenance.player, &limits, error) == 0;
    limits_settle(games_settings(), &limits, weights->evaluator, asked_limited(asked));
    if (limits_check(games_settings(), &limits, weights->evaluator->game, error) != 0) {
        weights_free(&contestant->weights);
        return -1;
    }
    contestant->player = (struct player){.limits = limits};
    contestant->name = *weights->provenance.name ? weights->provenance.name
                       : path                    ? path
                                                 : "initial weights";
    return 0;
}

int contestant_init(struct contestant *contestant, const struct asked *asked, const char *path,
                    struct error *error) {
    if (contestant_load(contestant, asked, path, error) != 0) return -1;
    const struct weights *weights = &contestant->weights;
    const struct search_limits limits = contestant->player.limits;
    player_init(&contestant->player, weights->evaluator, weights->values, &limits, 0);
    return 0;
}

void contestant_destroy(struct contestant *contestant) {
    player_destroy(&contestant->player);
    weights_free(&contestant->weights);
}

int asked_position(const struct operands *operands, const struct game *game, void *state,
                   struct error *error) {
    struct text text = {0};
    for (int i = 0; i < operands->count; i++)
        text_add(&text, "%s%s", i > 0 ? " " : "", operands->list[i]);
    int failed = game_parse(game, text_get(&text), state, error);
    text_free(&text);
    return failed;
}

struct search *asked_search(const struct asked *asked) {
    return search_new((size_t)asked->tt_mib << 20);
}

static bool clock_parse(const char *text, struct timing *out) {
    char first[32];
    size_t length = strcspn(text, "+");
    if (length >= sizeof first) return false;
    memcpy(first, text, length);
    first[length] = '\0';
    return parse_double(first, seconds_min, seconds_max, &out->remaining) &&
           (text[length] == '\0' ||
            parse_double(text + length + 1, 0, seconds_max, &out->increment));
}

int asked_clock(const struct asked *asked, struct timing *out, struct error *error) {
    *out = (struct timing){0};
    if (!asked->clock || clock_parse(asked->clock, out)) return 0;
    return error_set(error,
                     "--clock %.40s: seconds, and perhaps an increment, are needed: 60 or 60+1",
                     asked->clock);
}

/* Books of other programs are known by their names. */
static struct book *asked_book_load(const char *path, struct error *error) {
    bool polyglot = textfile_is_named(path, ".bin");
    return polyglot ? polyglot_load(path, error) : book_load(path, error);
}

int asked_book(const struct asked *asked, const struct game *game, struct book **out,
               struct error *error) {
    *out = NULL;
    if (!asked->book) return 0;
    struct book *book = asked_book_load(asked->book, error);
    if (!book) return -1;
    *out = book_game(book) == game ? book : NULL;
    if (*out) return 0;
    error_set(error, "%s is a book for %s, not for %s", asked->book, book_game(book)->name,
              game->name);
    book_free(book);
    return -1;
}
