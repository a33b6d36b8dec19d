/*
 * players: users ask for "champion", "start" and numbers of generations; the rows of the store have
 * ids, generations and slots.
 */
#include "tuner/report/players.h"
#include "engine/base/own_file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/games/games.h"
#include "tuner/external/tuned.h"
#include "tuner/report/facts.h"
#include "tuner/report/verdict.h"
#include "tuner/run/roster.h"

/* ---- the player's row ---- */

static int players_no_champion(const struct stored_run *run, struct error *error) {
    if (run->generations == 0) return error_set(error, "run %s has no champion yet", run->name);
    return error_set(error,
                     "run %s has no champion yet; the number of a generation, up to %d, names that "
                     "one's best (hone export: --generation %d)",
                     run->name, run->generations, run->generations);
}

static int players_find_champion(const struct run_argument *run, struct stored_player *out,
                                 struct error *error) {
    struct stored_champion champion;
    if (store_champion(run->store, run->run->id, &champion, NULL))
        return players_no_champion(run->run, error);
    return store_player(run->store, champion.player, out, error);
}

static int players_find(const struct run_argument *run, const char *which,
                        struct stored_player *out, struct error *error) {
    int64_t generation;
    if (strcmp(which, "champion") == 0) return players_find_champion(run, out, error);
    if (strcmp(which, "start") == 0)
        return store_individual(run->store, run->run->id, 1, 0, out, error);
    if (!parse_i64(which, 1, INT_MAX, &generation))
        return error_set(error,
                         "'%s' is no player of a run; there are: champion, start, and the numbers "
                         "of the generations",
                         which);
    if (generation > run->run->generations)
        return error_set(error, "run %s has no generation %s, the last one is %d", run->run->name,
                         which, run->run->generations);
    return store_individual(run->store, run->run->id, (int)generation, -1, out, error);
}

/* ---- where it comes from ---- */

/* Of several manners of play that with the largest share, of equal ones the deepest. */
static struct search_limits players_manner(const struct manners *manners) {
    const struct manner *best = &manners->list[0];
    for (int i = 1; i < manners->count; i++) {
        const struct manner *manner = &manners->list[i];
        bool deeper = manner->share == best->share && manner->limits.depth > best->limits.depth;
        if (manner->share > best->share || deeper) best = manner;
    }
    return best->limits;
}

/* How the run's players moved; nothing where its settings cannot be told any more. */
static void players_settings(const struct run_argument *run, char out[], size_t size) {
    struct config config;
    struct text text = {0};
    if (run_argument_config(run, &config, NULL) == 0) {
        struct search_limits limits = players_manner(&config.player.manners);
        limits_write(games_settings(), &limits, &text);
    }
    snprintf(out, size, "%s", text_get(&text));
    text_free(&text);
    config_free(&config);
}

static struct provenance players_provenance(const struct run_argument *run, const char *which,
                                            const struct stored_player *player) {
    const struct stored_run *row = run->run;
    bool champion = strcmp(which, "champion") == 0;
    struct provenance provenance = {.seed = row->seed, .generation = player->generation};
    struct text verdict = {0};
    if (champion) verdict_of_run(run->store, row, &verdict);
    names_of_run(row->name, which, provenance.name, sizeof provenance.name);
    bool start = player->generation == 1 && player->slot == 0;
    snprintf(provenance.source, sizeof provenance.source, "%s",
             start ? "start of a run, not tuned by it" : "tuned by hone");
    snprintf(provenance.run, sizeof provenance.run, "%s", row->name);
    snprintf(provenance.verified, sizeof provenance.verified, "%s", text_get(&verdict));
    players_settings(run, provenance.player, sizeof provenance.player);
    snprintf(provenance.program, sizeof provenance.program, "%s", row->program);
    int last = champion ? row->generations : player->generation;
    provenance.games = (uint64_t)store_games(run->store, row->id, last);
    text_free(&verdict);
    return provenance;
}

/* ---- both ---- */

int players_load(const struct run_argument *run, const char *which, struct weights *out,
                 struct error *error) {
    struct stored_player player;
    struct config config = {0};
    if (players_find(run, which, &player, error)) return -1;
    const struct game *game = games_find(run->run->game, error);
    /* An engine's table of parameters is known by the run's config alone. */
    bool engine = strcmp(run->run->evaluator, TUNED_NAME) == 0;
    if (engine && run_argument_config(run, &config, error)) game = NULL;
    const struct evaluator *own = engine ? config.evaluator : NULL;
    *out = (struct weights){.evaluator = game ? roster_evaluator(game, own, &player, error) : NULL};
    config_free(&config);
    if (out->evaluator) {
        out->provenance = players_provenance(run, which, &player);
        out->values = player.weights;
        player.weights = NULL;
    }
    store_free_player(&player);
    return out->evaluator ? 0 : -1;
}

/* Of a file that loads: there its last line is that of the checksum. */
static bool players_waived(const char *text) {
    const char *at = text, *last = NULL;
    while ((at = strstr(at, "\nchecksum"))) last = at += strlen("\nchecksum");
    return last && last[strspn(last, " \t")] == '-';
}

bool players_file_edited(const char *path, const char *content) {
    struct text there = {0};
    struct weights weights;
    if (access(path, F_OK) != 0) return false;
    bool read = own_file_read(path, &there, NULL) == 0;
    bool same = read && strcmp(text_get(&there), content) == 0;
    bool whole = read && weights_parse(path, text_get(&there), &weights, NULL) == 0;
    bool waived = whole && players_waived(text_get(&there));
    if (whole) weights_free(&weights);
    text_free(&there);
    return !same && (!whole || waived);
}

void players_file(const struct run_argument *run, const char *which, struct text *out) {
    const char *slash = strrchr(run->path, '/');
    bool number = which[0] >= '0' && which[0] <= '9';
    text_add_bytes(out, run->path, slash ? (size_t)(slash + 1 - run->path) : 0);
    text_add(out, "%s%s%s%s.%s", run->wanted, *run->wanted ? "-" : "", number ? "generation-" : "",
             which, strcmp(run->run->evaluator, TUNED_NAME) == 0 ? "txt" : "weights");
}
