/*
 * hone ablate: each part of a vector back at its start, against the whole; then as many as can be
 * back together. Every step is a series with openings of its own, which is stored as matches are,
 * so that the same command continues it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "engine/base/textfile.h"
#include "engine/files/convert.h"
#include "engine/plugin/library.h"
#include "tuner/cli/command_line.h"
#include "tuner/cli/commands.h"
#include "tuner/report/lines.h"
#include "tuner/report/listing.h"
#include "tuner/report/run_argument.h"
#include "tuner/store/ablations.h"
#include "tuner/tournament/ablation.h"
#include "tuner/tournament/series.h"

enum { PAIRS_DEFAULT = 1000, PARTS_MAX = 256, PARTS_GROUPED = 64, WHOLE = 4 };

static const struct command_usage usage = {
    .synopsis = "ablate [OPTION]... PLAYER",
    .doc =
        "Measures what each parameter of a player is worth: the player meets itself with that one "
        "put\n"
        "back to its start, once for each. PLAYER is RUN (its champion), RUN@50 or FILE.weights. "
        "The\n"
        "start is what the run began with; of a file, the evaluator's initial weights; or what\n"
        "--start names. With --by group squares that mirror each other are one part, and so are\n"
        "other parameters whose names begin alike.\n"
        "\n"
        "Then it puts back as many parts as possible, those worth least first, as long as the "
        "player\n"
        "is not shown to be stronger than what is left (97.5 %). These meetings have four times "
        "the\n"
        "pairs and new openings. What is left is tried once more on new openings; if it is shown "
        "to\n"
        "be weaker, it gets parts back. Last, it is measured on others.\n"
        "\n"
        "The values of a run's champion against its start are kept with the run, for its page "
        "(hone\n"
        "report RUN --html FILE). What takes more than ten seconds is stored, in " GAMEBOOK_USUAL
        "\n"
        "unless --db names another file; the same command goes on with it, and shows it again.\n",
    .operands_min = 1,
    .operands_max = 1,
};

enum ablate_by { BY_USUAL, BY_PARAMETER, BY_GROUP };
static const char *const ablate_by_names[] = {"usual", "parameter", "group", NULL};

struct ablate {
    struct series_settings settings;
    char *specs[2];       /* owned */
    struct entrants pair; /* the whole, and its start */
    struct ablation ablation;
    struct text played;        /* how the first series was played */
    bool grouped;              /* the parts are groups */
    struct pentanomial *worth; /* of each part: the whole against the vector without it */
    int *order;                /* the least first */
    int back;                  /* how many of these can be back */
    struct pentanomial left;   /* the whole against that, on openings of its own */
    int64_t left_seed;
    bool interrupted;
};

static void ablate_free(struct ablate *ablate) {
    ablation_free(&ablate->ablation);
    entrants_destroy(&ablate->pair);
    for (int i = 0; i < 2; i++) free(ablate->specs[i]);
    text_free(&ablate->played);
    free(ablate->worth);
    free(ablate->order);
}

/* ---- the two that are compared ---- */

/* The start in the whole's layout. */
static int ablate_convert_start(struct entrants *pair, struct error *error) {
    struct weights *start = &pair->list[1].weights, converted;
    const struct evaluator *evaluator = pair->list[0].weights.evaluator;
    struct conversion conversion;
    if (start->evaluator == evaluator) return 0;
    if (weights_convert(start, evaluator, &converted, &conversion, error)) return -1;
    weights_free(start);
    *start = converted;
    return 0;
}

/* "RUN@start" of "RUN@50"; of a file "initial". */
static void ablate_usual_start(const char *player, struct text *out) {
    const char *at = strrchr(player, '@');
    bool file = textfile_is_named(player, ".weights");
    int length = at ? (int)(at - player) : (int)strlen(player);
    if (file)
        text_add(out, "initial");
    else
        text_add(out, "%.*s@start", length, player);
}

static int ablate_check(const char *player, struct error *error) {
    if (!external_is_spec(player) && strcmp(player, "random") != 0) return 0;
    return error_set(error, "%s: external engines and random have no weights", player);
}

static int ablate_load(const char *player, const char *start, enum ablate_by by,
                       struct ablate *ablate, struct error *error) {
    ablate->specs[0] = xstrdup(player);
    ablate->specs[1] = xstrdup(start);
    if (ablate_check(player, error) || ablate_check(start, error) ||
        entrants_load(ablate->specs, 2, NULL, &ablate->pair, error) ||
        ablate_convert_start(&ablate->pair, error))
        return -1;
    const struct entrant *whole = &ablate->pair.list[0];
    int parameters = whole->weights.evaluator->param_count;
    ablate->grouped = by == BY_GROUP || (by == BY_USUAL && parameters > PARTS_GROUPED);
    ablate->ablation = ablation_of(whole->weights.evaluator, whole->weights.values,
                                   ablate->pair.list[1].weights.values, ablate->grouped);
    if (ablate->ablation.count == 0)
        return error_set(error, "%s has the weights of its start, %s", player, start);
    if (ablate->ablation.count > PARTS_MAX)
        return error_set(error, "%s has %d parts that differ from its start, %d are the most%s",
                         player, ablate->ablation.count, PARTS_MAX,
                         ablate->grouped ? "" : "; --by group has fewer");
    return 0;
}

/* ---- series of the whole against some vectors ---- */

static struct entrant ablate_entrant(const struct ablate *ablate, const char *name,
                                     const bool *back) {
    struct entrant entrant = ablate->pair.list[0];
    size_t count = (size_t)entrant.weights.evaluator->param_count;
    snprintf(entrant.name, sizeof entrant.name, "without %s", name);
    entrant.spec = "";
    entrant.weights.values = xmalloc(count * sizeof *entrant.weights.values);
    ablation_without(&ablate->ablation, back, entrant.weights.values);
    return entrant;
}

/* The scores of the whole against others[count], which gives their weights away, into out[count].
 * 0, or -1 and why; an interrupted one has none. */
static int ablate_play(struct ablate *ablate, struct entrant *others, int count, int64_t seed,
                       int pairs, struct pentanomial *out, struct error *error) {
    struct entrants entrants = {.game = ablate->pair.game, .count = count + 1};
    entrants.list = xmalloc((size_t)entrants.count * sizeof *entrants.list);
    entrants.list[0] = ablate->pair.list[0];
    memcpy(entrants.list + 1, others, (size_t)count * sizeof *others);
    struct series series = {.entrants = &entrants,
                            .settings = ablate->settings,
                            .open = true,
                            .next = ablate->played.length > 0};
    series.settings.seed = seed;
    series.settings.pairs = pairs;
    for (int i = 1; i <= count; i++) session_meet(&series.session, 0, i);
    int status = series_play(&series, error);
    ablate->interrupted = status == 0 && series.end == SERIES_INTERRUPTED;
    for (int i = 0; status == 0 && !ablate->interrupted && i < count; i++)
        out[i] = series.session.scores[i].counts;
    if (status == 0 && ablate->played.length == 0) series_describe(&series, &ablate->played);
    series_destroy(&series);
    for (int i = 0; i < count; i++) free(others[i].weights.values);
    free(entrants.list);
    return status;
}

static int ablate_play_parts(struct ablate *ablate, struct error *error) {
    const struct ablation *ablation = &ablate->ablation;
    size_t count = (size_t)ablation->count;
    struct entrant *others = xcalloc(count, sizeof *others);
    bool *back = xcalloc(count, sizeof *back);
    ablate->worth = xcalloc(count, sizeof *ablate->worth);
    for (int i = 0; i < ablation->count; i++) {
        back[i] = true;
        others[i] = ablate_entrant(ablate, ablation->names[i], back);
        back[i] = false;
    }
    int status = ablate_play(ablate, others, ablation->count, ablate->settings.seed,
                             ablate->settings.pairs, ablate->worth, error);
    free(back);
    free(others);
    return status;
}

static void ablate_back(const struct ablate *ablate, int count, bool *back) {
    for (int i = 0; i < ablate->ablation.count; i++) back[ablate->order[i]] = i < count;
}

/* The whole against the vector with the least `count` parts back. */
static int ablate_try(struct ablate *ablate, int count, int64_t seed, struct pentanomial *out,
                      struct error *error) {
    char name[32];
    bool *back = xcalloc((size_t)ablate->ablation.count, sizeof *back);
    ablate_back(ablate, count, back);
    snprintf(name, sizeof name, "%d part%s", count, plural(count));
    struct entrant other = ablate_entrant(ablate, name, back);
    free(back);
    return ablate_play(ablate, &other, 1, seed, WHOLE * ablate->settings.pairs, out, error);
}

static void ablate_sort(struct ablate *ablate) {
    int count = ablate->ablation.count;
    double *elo = xmalloc((size_t)count * sizeof *elo);
    ablate->order = xmalloc((size_t)count * sizeof *ablate->order);
    for (int i = 0; i < count; i++) elo[i] = score_of(&ablate->worth[i]).elo;
    ablation_order(elo, count, ablate->order);
    free(elo);
}

/* The rest, tried on new openings: each time that it is shown to be weaker a quarter of the parts
 * returns. It is measured on openings that did not accept it. */
static int ablate_confirm(struct ablate *ablate, int64_t seed, struct error *error) {
    for (; ablate->back > 0; ablate->back = ablate->back * 3 / 4) {
        struct pentanomial counts;
        if (ablate_try(ablate, ablate->back, ++seed, &counts, error)) return -1;
        if (ablate->interrupted) return 0;
        struct score score = score_of(&counts);
        if (!ablation_is_worse(&score)) break;
    }
    ablate->left_seed = ++seed;
    return ablate->back > 0 ? ablate_try(ablate, ablate->back, seed, &ablate->left, error) : 0;
}

/* How many can be back, by bisection, and then what is left. */
static int ablate_eliminate(struct ablate *ablate, struct error *error) {
    struct ablation_search search = ablation_search_new(ablate->ablation.count);
    int64_t seed = ablate->settings.seed + 1;
    for (int count; (count = ablation_search_next(&search)) > 0;) {
        struct pentanomial counts;
        if (ablate_try(ablate, count, seed, &counts, error)) return -1;
        if (ablate->interrupted) return 0;
        struct score score = score_of(&counts);
        ablation_search_tell(&search, count, &score);
    }
    ablate->back = search.can;
    return ablate_confirm(ablate, seed, error);
}

/* ---- what came out ---- */

static void ablate_add_parts(const struct ablate *ablate, struct text *out) {
    const struct ablation *ablation = &ablate->ablation;
    int shown = 0;
    text_add(out, "  %-24s %7s %18s %7s\n", "part", "weights", "Elo it is worth", "LOS");
    for (int i = ablation->count - 1; i >= 0; i--) {
        int part = ablate->order[i];
        const struct score score = score_of(&ablate->worth[part]);
        char elo[SCORE_ELO_LENGTH];
        score_format_elo(&score, elo);
        text_add(out, "  %-24s %7d %18s %6.1f%%\n", ablation->names[part], ablation->sizes[part],
                 elo, 100 * score.los);
        shown += ablation_is_worse(&score);
    }
    text_add(out,
             "%d of %d part%s %s shown to be worth something; of parts worth nothing %.1f would "
             "be, by chance\n",
             shown, ablation->count, plural(ablation->count), shown == 1 ? "is" : "are",
             .025 * ablation->count);
}

/* What is left against the whole, the better one named first. */
static void ablate_add_left(const struct ablate *ablate, struct text *out) {
    struct score score = score_of(&ablate->left);
    char elo[SCORE_ELO_LENGTH];
    bool better = score.rate < .5;
    if (better) score.rate = 1 - score.rate, score.elo = -score.elo;
    score_format_elo(&score, elo);
    text_add(out, better ? "it is %s Elo better than the whole" : "the whole is %s Elo better",
             elo);
    text_add(out, ", on openings that chose nothing (%lld pairs, seed %lld)\n",
             (long long)score.pairs, (long long)ablate->left_seed);
}

static void ablate_add_rest(const struct ablate *ablate, struct text *out) {
    const struct ablation *ablation = &ablate->ablation;
    struct text line = {0};
    if (ablate->back == 0) {
        text_add(out, "No part can be back without being missed.\n");
        return;
    }
    text_add(&line,
             "The smallest vector that was not shown to be weaker has %d of the %d part%s, %d %s "
             "back at the start; ",
             ablation->count - ablate->back, ablation->count, plural(ablation->count), ablate->back,
             ablate->back == 1 ? "is" : "are");
    ablate_add_left(ablate, &line);
    text_add(&line, "  it keeps:");
    for (int i = ablation->count - 1; i >= ablate->back; i--)
        text_add(&line, " %s", ablation->names[ablate->order[i]]);
    text_add(&line, ablate->back == ablation->count ? " nothing\n" : "\n");
    fold_add(text_get(&line), out);
    text_free(&line);
}

static void ablate_print_text(const struct ablate *ablate) {
    struct text text = {0};
    text_add(&text, "%s against itself with one of %d part%s back at its start, %s\n",
             ablate->pair.list[0].name, ablate->ablation.count, plural(ablate->ablation.count),
             ablate->pair.list[1].name);
    text_add(&text, "%s", text_get(&ablate->played));
    ablate_add_parts(ablate, &text);
    ablate_add_rest(ablate, &text);
    shown_put(text_get(&text));
    text_free(&text);
}

/* A row for each part, the one that is worth most first. */
static void ablate_print_listing(const struct ablate *ablate, enum listing_format format) {
    const struct ablation *ablation = &ablate->ablation;
    struct listing listing = listing_new(format);
    for (int i = ablation->count - 1; i >= 0; i--) {
        int part = ablate->order[i];
        const struct score score = score_of(&ablate->worth[part]);
        listing_row(&listing);
        listing_text(&listing, "part", ablation->names[part]);
        listing_whole(&listing, "weights", ablation->sizes[part]);
        listing_whole(&listing, "pairs", score.pairs);
        listing_real(&listing, "elo", score.elo);
        listing_real(&listing, "elo_error", score.elo_error);
        listing_bounds(&listing, &score);
        listing_real(&listing, "los", score.los);
        listing_whole(&listing, "kept", i >= ablate->back);
    }
    listing_print(&listing);
}

static int ablate_write(const struct ablate *ablate, const char *path, struct error *error) {
    struct weights weights = ablate->pair.list[0].weights;
    struct text content = {0};
    bool *back = xcalloc((size_t)ablate->ablation.count, sizeof *back);
    ablate_back(ablate, ablate->back, back);
    struct entrant rest = ablate_entrant(ablate, "", back);
    weights.values = rest.weights.values;
    weights.provenance = (struct provenance){.generation = -1};
    memcpy(weights.provenance.player, ablate->pair.list[0].weights.provenance.player,
           sizeof weights.provenance.player);
    snprintf(weights.provenance.name, sizeof weights.provenance.name, "%.50s, reduced",
             ablate->pair.list[0].name);
    snprintf(weights.provenance.source, sizeof weights.provenance.source,
             "hone ablate: %d of %d part%s of %.60s, the others as in %.60s",
             ablate->ablation.count - ablate->back, ablate->ablation.count,
             plural(ablate->ablation.count), ablate->pair.list[0].name, ablate->pair.list[1].name);
    weights_print(&weights, WEIGHTS_NATIVE, &content);
    int status = file_write(path, text_get(&content), error);
    free(rest.weights.values);
    text_free(&content);
    free(back);
    return status;
}

/* ---- keeping it with the run ---- */

/* How it was played is the first line of what is known of that; the others tell of the clock. */
static struct stored_ablation ablate_rows(const struct ablate *ablate, int64_t run,
                                          int64_t player) {
    const struct ablation *ablation = &ablate->ablation;
    const char *played = text_get(&ablate->played);
    struct stored_ablation out = {.run = run,
                                  .player = player,
                                  .grouped = ablate->grouped,
                                  .settings = strndup(played, strcspn(played, "\n")),
                                  .left = ablate->left,
                                  .part_count = ablation->count};
    out.parts = xcalloc((size_t)ablation->count, sizeof *out.parts);
    for (int i = 0; i < ablation->count; i++) {
        int order = ablation->count - 1 - i, part = ablate->order[order];
        struct stored_ablation_part *row = &out.parts[i];
        *row = (struct stored_ablation_part){.run = run,
                                             .place = i,
                                             .weights = ablation->sizes[part],
                                             .counts = ablate->worth[part],
                                             .kept = order >= ablate->back};
        snprintf(row->name, sizeof row->name, "%s", ablation->names[part]);
    }
    return out;
}

/* That it is still the champion: the run may have been made longer meanwhile. */
static int ablate_find_champion(const struct ablate *ablate, const struct run_argument *run,
                                int64_t *id, struct error *error) {
    const struct weights *whole = &ablate->pair.list[0].weights;
    struct stored_champion champion;
    struct stored_player player;
    if (store_champion(run->store, run->run->id, &champion, error) ||
        store_player(run->store, champion.player, &player, error))
        return -1;
    bool same = player.dim == whole->evaluator->param_count &&
                memcmp(player.weights, whole->values, (size_t)player.dim * sizeof(int32_t)) == 0;
    store_free_player(&player);
    *id = champion.player;
    return same ? 0 : error_set(error, "%s: its champion has changed meanwhile", run->path);
}

static int ablate_write_rows(const struct ablate *ablate, const struct run_argument *run,
                             struct error *error) {
    int64_t player;
    if (ablate_find_champion(ablate, run, &player, error)) return -1;
    struct stored_ablation rows = ablate_rows(ablate, run->run->id, player);
    store_keep_ablation(run->store, &rows);
    store_free_ablation(&rows);
    return 0;
}

static bool ablate_is_own(const struct ablate *ablate, const char *which) {
    struct text usual = {0};
    ablate_usual_start(ablate->specs[0], &usual);
    bool own =
        strcmp(text_get(&usual), ablate->specs[1]) == 0 && strcmp(ablate->specs[1], "initial") != 0;
    text_free(&usual);
    return own && (!which || strcmp(which, "champion") == 0);
}

/* Of a run's champion, against the run's start. That it cannot be kept is said, and no more. */
static void ablate_keep(const struct ablate *ablate) {
    char path[RUN_ARGUMENT_PATH];
    struct run_argument run;
    struct error error;
    const char *which = run_argument_split(ablate->specs[0], path);
    if (!ablate_is_own(ablate, which)) return;
    int status = run_argument_open_as(which ? path : ablate->specs[0], STORE_WRITE, &run, &error);
    if (status == 0) {
        status = ablate_write_rows(ablate, &run, &error);
        run_argument_close(&run);
    }
    if (status) shown_warn("%s ablate: not stored with the run: %s\n", program_base(), error.text);
}

/* ---- the command ---- */

static int ablate_run(struct ablate *ablate, const char *output, enum listing_format format,
                      struct error *error) {
    if (ablate_play_parts(ablate, error)) return -1;
    if (!ablate->interrupted) {
        ablate_sort(ablate);
        if (ablate_eliminate(ablate, error)) return -1;
    }
    if (ablate->interrupted) {
        shown_warn("%s ablate: interrupted; the same command continues from what was stored\n",
                   program_base());
        return 0;
    }
    if (format == LISTING_TEXT)
        ablate_print_text(ablate);
    else
        ablate_print_listing(ablate, format);
    ablate_keep(ablate);
    return output ? ablate_write(ablate, output, error) : 0;
}

int command_ablate(int argc, char **argv) {
    struct ablate ablate = {.settings = series_defaults(PAIRS_DEFAULT)};
    enum listing_format format = LISTING_TEXT;
    enum ablate_by by = BY_USUAL;
    const char *start = NULL, *output = NULL;
    bool force = false;
    struct option_spec options[OPTIONS_MAX + 1] = {{0}};
    struct operands operands;
    struct text usual = {0};
    struct error error;
    int count = series_options(&ablate.settings, options);
    options[count++] = library_option();
    options[count++] = (struct option_spec){.name = "start",
                                            .argument = "PLAYER",
                                            .doc = "what parts are put back to",
                                            .kind = OPTION_TEXT,
                                            .value = &start};
    options[count++] =
        (struct option_spec){.name = "by",
                             .argument = "WHAT",
                             .doc = "what a part is; usual: a parameter, of more than 64 a group",
                             .kind = OPTION_CHOICE,
                             .choices = ablate_by_names,
                             .value = &by};
    options[count++] = (struct option_spec){.name = "output",
                                            .letter = 'o',
                                            .argument = "FILE",
                                            .doc = "writes the smallest vector there",
                                            .kind = OPTION_TEXT,
                                            .value = &output};
    options[count++] = (struct option_spec){
        .name = "force", .doc = "overwrite an existing file", .kind = OPTION_FLAG, .value = &force};
    options[count++] = listing_option(&format, "a row for each part");
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (ablate.settings.until_error > 0)
        return usage_fail(&usage, "--until-error is for matches; here all parts play alike");
    interrupt_install();
    ablate_usual_start(operands.list[0], &usual);
    if (!start) start = text_get(&usual);
    status = output && (output_check(output, force, &error) || file_check(output, &error))
                 ? -1
                 : ablate_load(operands.list[0], start, by, &ablate, &error);
    if (status == 0) status = ablate_run(&ablate, output, format, &error);
    ablate_free(&ablate);
    text_free(&usual);
    if (status) return command_fail(&usage, "%s", error.text);
    return interrupt_pending() ? interrupt_status() : 0;
}
