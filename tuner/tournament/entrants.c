/*
 * Players by their names on a command line. A player without weights gets the initial ones of an
 * evaluator of the others' game, since the referee needs some of every player.
 */
#include "tuner/tournament/entrants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/games/games.h"
#include "tuner/report/facts.h"
#include "tuner/report/players.h"

static bool entrant_is_random(const char *spec) {
    return strcmp(spec, "random") == 0;
}
static bool entrant_is_initial(const char *spec) {
    return strcmp(spec, "initial") == 0;
}
/* Plays without weights of its own. */
static bool entrant_is_weightless(const char *spec) {
    return entrant_is_random(spec) || entrant_is_initial(spec) || external_is_spec(spec);
}

/* ---- one entrant ---- */

/* How the run's games were played. */
static int entrant_load_manner(const struct run_argument *run, struct entrant *out,
                               struct error *error) {
    struct config config;
    int status = run_argument_config(run, &config, error);
    out->tuned = status == 0;
    out->manners = config.player.manners;
    config_free(&config);
    return status;
}

/* Whatever path leads there. */
static struct entrant_home entrant_home_of(const struct run_argument *run) {
    struct stat file = {0};
    if (stat(run->path, &file) != 0) return (struct entrant_home){0};
    return (struct entrant_home){file.st_dev, file.st_ino, run->run->id};
}

/* The player of a run, all but its name. */
static int entrant_load_run(struct run_arguments *runs, const char *path, const char *which,
                            struct entrant *out, struct error *error) {
    const struct run_argument *run = run_arguments_open(runs, path, error);
    if (!run) return -1;
    out->chosen = strcmp(which, "start") != 0;
    out->which = which;
    out->place_length = (int)strlen(path);
    out->home = entrant_home_of(run);
    return players_load(run, which, &out->weights, error) || entrant_load_manner(run, out, error)
               ? -1
               : 0;
}

/* A file may say how its weights were tuned to play. */
static int entrant_load_file(const char *path, struct entrant *out, struct error *error) {
    struct search_limits limits;
    struct error why;
    if (weights_load(path, &out->weights, error)) return -1;
    const struct weights *weights = &out->weights;
    out->chosen = weights->provenance.run[0] != '\0';
    out->tuned = weights->provenance.player[0] != '\0';
    if (!out->tuned) return 0;
    if (limits_read(games_settings(), weights->provenance.player, &limits, &why) ||
        limits_check(games_settings(), &limits, weights->evaluator->game, &why))
        return error_set(error, "%s: its line `player`: %s", path, why.text);
    out->manners = manners_one(&limits, ENTRANT_EPSILON_UNSAID);
    return 0;
}

/* Of a file or a run. */
static int entrant_load_player(struct run_arguments *runs, const char *spec, struct entrant *out,
                               struct error *error) {
    char path[RUN_ARGUMENT_PATH];
    const char *which = run_argument_split(spec, path);
    if (!which && !run_argument_is_run(spec)) return entrant_load_file(spec, out, error);
    return entrant_load_run(runs, path, which ? which : "champion", out, error);
}

int entrant_load_one(const char *spec, struct entrant *out, struct error *error) {
    struct run_arguments runs = {0};
    *out = (struct entrant){.spec = spec};
    int status = entrant_load_player(&runs, spec, out, error);
    run_arguments_close(&runs);
    return status;
}

int entrant_weights(const char *spec, struct weights *out, struct error *error) {
    struct entrant entrant;
    int status = entrant_load_one(spec, &entrant, error);
    *out = entrant.weights;
    if (status) weights_free(out);
    return status;
}

/* Without directories and ".weights", for files that give no name. */
static void entrant_name_from_path(const char *path, struct entrant *out) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *end = strstr(name, ".weights");
    int length = end ? (int)(end - name) : (int)strlen(name);
    snprintf(out->name, sizeof out->name, "%.*s", min_int(length, 63), name);
}

static int entrant_load_weighted(struct run_arguments *runs, const char *spec, struct entrant *out,
                                 struct error *error) {
    if (entrant_load_player(runs, spec, out, error)) return -1;
    snprintf(out->name, sizeof out->name, "%s", out->weights.provenance.name);
    if (!out->name[0]) entrant_name_from_path(spec, out);
    return 0;
}

static int entrant_load_external(const char *spec, struct entrant *out, struct error *error) {
    if (external_parse(spec, &out->external, error)) return -1;
    out->outside = true;
    snprintf(out->name, sizeof out->name, "%s", out->external.name);
    return 0;
}

static int entrant_load(struct run_arguments *runs, const char *spec, struct entrant *out,
                        struct error *error) {
    out->spec = spec;
    if (external_is_spec(spec)) return entrant_load_external(spec, out, error);
    return entrant_is_weightless(spec) ? 0 : entrant_load_weighted(runs, spec, out, error);
}

static void entrant_make_initial(const struct evaluator *evaluator, const char *spec,
                                 struct entrant *out) {
    out->random = entrant_is_random(spec);
    out->weights.evaluator = evaluator;
    out->weights.values = xmalloc((size_t)evaluator->param_count * sizeof *out->weights.values);
    evaluator_initial(evaluator, out->weights.values);
    if (!out->outside) snprintf(out->name, sizeof out->name, "%s", spec);
}

/* ---- all of them ---- */

static bool entrants_name_taken(const struct entrants *entrants, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(entrants->list[i].name, name) == 0) return true;
    return false;
}

/* Players of two runs that have one name. A weight file is taken to be of the run with its seed. */
static bool entrant_is_of_namesake(const struct entrant *one, const struct entrant *other) {
    const struct provenance *a = &one->weights.provenance, *b = &other->weights.provenance;
    bool elsewhere = one->which && other->which &&
                     (one->home.device != other->home.device ||
                      one->home.file != other->home.file || one->home.run != other->home.run);
    return *a->run && strcmp(a->run, b->run) == 0 && (a->seed != b->seed || elsewhere);
}

static bool entrants_confuse(const struct entrants *entrants, const struct entrant *one) {
    for (int i = 0; i < entrants->count; i++) {
        const struct entrant *other = &entrants->list[i];
        bool same = strcmp(one->name, other->name) == 0 && strcmp(one->spec, other->spec) != 0;
        if (same || entrant_is_of_namesake(one, other)) return true;
    }
    return false;
}

/* "results/b generation 50"; of a file its path. Of a long path the end stands. */
static void entrant_name_by_place(struct entrant *entrant) {
    int over = (int)strlen(entrant->spec) - ((int)sizeof entrant->name - 1);
    if (!entrant->which) {
        snprintf(entrant->name, sizeof entrant->name, "%s", entrant->spec + max_int(0, over));
        return;
    }
    char place[RUN_ARGUMENT_PATH];
    snprintf(place, sizeof place, "%.*s", entrant->place_length, entrant->spec);
    names_of_run(place, entrant->which, entrant->name, sizeof entrant->name);
}

/* Runs of one config, say: where they are tells them apart. */
static void entrants_name_by_place(const struct entrants *entrants) {
    bool *confused = xcalloc((size_t)entrants->count, sizeof *confused);
    for (int i = 0; i < entrants->count; i++)
        confused[i] = !entrants->list[i].outside && entrants_confuse(entrants, &entrants->list[i]);
    for (int i = 0; i < entrants->count; i++)
        if (confused[i]) entrant_name_by_place(&entrants->list[i]);
    free(confused);
}

int entrant_weights_two(char *const *specs, struct weights out[2], struct error *error) {
    struct entrant list[2] = {0};
    const struct entrants both = {.count = 2, .list = list};
    struct run_arguments runs = {0};
    int status = 0;
    for (int i = 0; i < 2 && status == 0; i++) {
        list[i].spec = specs[i];
        status = entrant_load_weighted(&runs, specs[i], &list[i], error);
    }
    run_arguments_close(&runs);
    if (status == 0) entrants_name_by_place(&both);
    for (int i = 0; i < 2; i++) {
        out[i] = list[i].weights;
        snprintf(out[i].provenance.name, sizeof out[i].provenance.name, "%.*s",
                 (int)sizeof out[i].provenance.name - 1, list[i].name);
        if (status) weights_free(&out[i]);
    }
    return status;
}

/* The same player twice: the second "swh" becomes "swh (2)". */
static void entrants_number(struct entrants *entrants) {
    for (int i = 1; i < entrants->count; i++) {
        char *name = entrants->list[i].name, base[64];
        snprintf(base, sizeof base, "%.63s", name);
        for (int number = 2; entrants_name_taken(entrants, i, name); number++)
            snprintf(name, sizeof entrants->list[i].name, "%s (%d)", base, number);
    }
}

static const struct evaluator *entrants_first_evaluator(const struct entrants *entrants) {
    for (int i = 0; i < entrants->count; i++)
        if (entrants->list[i].weights.evaluator) return entrants->list[i].weights.evaluator;
    return NULL;
}

/* The first evaluator of the game that the first external engine's protocol is for. */
static const struct evaluator *entrants_usual_evaluator(const struct entrants *entrants) {
    struct error error;
    for (int i = 0; i < entrants->count; i++) {
        const struct entrant *entrant = &entrants->list[i];
        if (!entrant->outside) continue;
        const struct game *game = games_find(entrant->external.protocol->usual_game, &error);
        return games_evaluator(game, NULL, NULL, &error);
    }
    return NULL;
}

/* `said`: the game is the command line's. */
static int entrants_check_games(const struct entrants *entrants, char *const *specs, bool said,
                                struct error *error) {
    for (int i = 0; i < entrants->count; i++) {
        const struct game *game = entrants->list[i].weights.evaluator->game;
        if (game != entrants->game)
            return error_set(error, "%s plays %s, %s %s; all must play the same game", specs[i],
                             game->name, said ? "--game is" : "the players before it play",
                             entrants->game->name);
        const struct external_protocol *protocol = entrants->list[i].external.protocol;
        if (protocol && !protocol->plays(game))
            return error_set(error, "%s: protocol %s is for %s, but %s is played", specs[i],
                             protocol->name, protocol->games, game->name);
    }
    return 0;
}

static int entrants_load_each(char *const *specs, struct entrants *out, struct error *error) {
    struct run_arguments runs = {0};
    int status = 0;
    for (int i = 0; i < out->count && status == 0; i++)
        status = entrant_load(&runs, specs[i], &out->list[i], error);
    run_arguments_close(&runs);
    return status;
}

/* The evaluator whose game is played: of the game that was said; else of the first player that has
 * one; else that of the first protocol. NULL and why. */
static const struct evaluator *entrants_evaluator(const struct entrants *entrants, const char *name,
                                                  struct error *error) {
    const struct evaluator *first = entrants_first_evaluator(entrants);
    const struct game *game = name ? games_find(name, error) : NULL;
    if (name && !game) return NULL;
    if (game && !(first && first->game == game)) return games_evaluator(game, NULL, NULL, error);
    if (!first) first = entrants_usual_evaluator(entrants);
    if (!first)
        error_set(error, "one player at least must be a weight file, of a run or an external "
                         "engine, or --game be given, to say which game is played");
    return first;
}

int entrants_load(char *const *specs, int count, const char *game, struct entrants *out,
                  struct error *error) {
    *out =
        (struct entrants){.count = count, .list = xcalloc((size_t)count, sizeof(struct entrant))};
    if (entrants_load_each(specs, out, error)) return -1;
    const struct evaluator *first = entrants_evaluator(out, game, error);
    if (!first) return -1;
    for (int i = 0; i < count; i++)
        if (!out->list[i].weights.evaluator) entrant_make_initial(first, specs[i], &out->list[i]);
    entrants_name_by_place(out);
    entrants_number(out);
    out->game = first->game;
    return entrants_check_games(out, specs, game != NULL, error);
}

struct option_spec entrants_game_option(const char **game) {
    return (struct option_spec){.name = "game",
                                .argument = "G",
                                .doc = "the game, where no weights say it (default: that of the "
                                       "first program's protocol)",
                                .kind = OPTION_TEXT,
                                .value = game};
}

const struct entrant *entrants_chosen(const struct entrants *entrants) {
    for (int i = 0; i < entrants->count; i++)
        if (entrants->list[i].chosen) return &entrants->list[i];
    return NULL;
}

void entrants_destroy(struct entrants *entrants) {
    for (int i = 0; i < entrants->count; i++) {
        weights_free(&entrants->list[i].weights);
        external_spec_free(&entrants->list[i].external);
    }
    free(entrants->list);
    *entrants = (struct entrants){0};
}
