/*
 * hone games: the games, evaluators and parameters, from their own tables.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/options.h"
#include "engine/base/shown.h"
#include "engine/games/games.h"
#include "engine/plugin/library.h"
#include "tuner/cli/commands.h"
#include "tuner/report/listing.h"

static const struct command_usage games_usage = {
    .synopsis = "games [NAME [EVALUATOR[/LAYOUT]]]",
    .doc =
        "Lists the games and their evaluators. With the NAME of a game, lists the parameters of\n"
        "its evaluators: what a config's weights, a weight file and a champion are made of;\n"
        "with an evaluator those of this one alone, in that layout: hone games reversi wpc/64\n",
    .operands_max = 2,
};

static void games_print_evaluators(const struct evaluator_family *family) {
    shown_print("  evaluator %-11s %s\n  %-21s layouts: %s", family->name, family->doc, "",
                family->layouts);
    if (*family->default_layout) shown_print(" (default %s)", family->default_layout);
    shown_print("\n");
}

static int games_print_families(void) {
    for (int i = 0; games_list[i]; i++) {
        const struct game_family *family = games_list[i];
        shown_print("%s: %s\n  games: %s\n", family->name, family->doc, family->names);
        const struct evaluator_family *evaluator;
        for (int j = 0; (evaluator = games_evaluator_family(family, j)); j++)
            games_print_evaluators(evaluator);
        shown_print("\n");
    }
    shown_print("`hone games NAME` lists a game's parameters: hone games 'nim(3,5,7)'\n");
    return 0;
}

static void games_print_params(const struct evaluator *evaluator) {
    shown_print("\nevaluator %s, layout %s, %d parameters: %s\n", evaluator->name,
                evaluator->layout, evaluator->param_count, evaluator->doc);
    shown_print("  %-12s %10s %10s %10s  %-6s  %s\n", "name", "initial", "lower", "upper", "scale",
                "");
    for (int i = 0; i < evaluator->param_count; i += evaluator_param_run(evaluator, i)) {
        const struct param param = evaluator_param(evaluator, i);
        shown_print("  %-12s %10d %10d %10d  %-6s  %s", param.name, param.initial, param.lower,
                    param.upper, param.scale == SCALE_LOG ? "log" : "linear", param.doc);
        int others = evaluator_param_run(evaluator, i) - 1;
        if (others > 0) shown_print(", the first of a table; %d more", others);
        shown_print("\n");
    }
}

/* "wpc/64"; NULL and why: there is no such layout. */
static const struct evaluator *games_layout(const struct game *game, const char *spec,
                                            struct error *error) {
    char name[64];
    const char *slash = strchr(spec, '/');
    snprintf(name, sizeof name, "%.*s", slash ? (int)(slash - spec) : (int)strlen(spec), spec);
    return games_evaluator(game, name, slash ? slash + 1 : NULL, error);
}

static int games_print_game(const char *name, const char *spec) {
    struct error error;
    const struct game *game = games_find(name, &error);
    const struct evaluator *one = game && spec ? games_layout(game, spec, &error) : NULL;
    if (!game || (spec && !one)) return usage_fail(&games_usage, "%s", error.text);
    shown_print("%s: %s; %s and %s, at most %d plies\n", game->name, game->doc, game->sides[0],
                game->sides[1], game->plies_max);
    const struct evaluator_family *family;
    if (one) games_print_params(one);
    for (int i = 0; !one && (family = games_evaluator_family(games_family(game), i)); i++) {
        const struct evaluator *evaluator = games_evaluator(game, family->name, NULL, &error);
        if (evaluator)
            games_print_params(evaluator);
        else
            shown_print("\nno evaluator %s: %s\n", family->name, error.text);
    }
    return 0;
}

static void games_list_evaluator(const struct game_family *family,
                                 const struct evaluator_family *evaluator,
                                 struct listing *listing) {
    listing_row(listing);
    listing_text(listing, "family", family->name);
    listing_text(listing, "games", family->names);
    listing_text(listing, "evaluator", evaluator->name);
    listing_text(listing, "layouts", evaluator->layouts);
    listing_text(listing, "layout_default", evaluator->default_layout);
    listing_text(listing, "doc", evaluator->doc);
}

static void games_list_params(const struct evaluator *evaluator, struct listing *listing) {
    for (int i = 0; i < evaluator->param_count; i++) {
        const struct param param = evaluator_param(evaluator, i);
        listing_row(listing);
        listing_text(listing, "game", evaluator->game->name);
        listing_text(listing, "evaluator", evaluator->name);
        listing_text(listing, "layout", evaluator->layout);
        listing_text(listing, "parameter", param.name);
        listing_whole(listing, "initial", param.initial);
        listing_whole(listing, "lower", param.lower);
        listing_whole(listing, "upper", param.upper);
        listing_text(listing, "scale", param.scale == SCALE_LOG ? "log" : "linear");
        listing_text(listing, "doc", param.doc);
    }
}

static int games_print_all(enum listing_format format) {
    struct listing listing = listing_new(format);
    const struct evaluator_family *family;
    for (int i = 0; games_list[i]; i++)
        for (int j = 0; (family = games_evaluator_family(games_list[i], j)); j++)
            games_list_evaluator(games_list[i], family, &listing);
    listing_print(&listing);
    return 0;
}

static int games_print_listing(const char *name, const char *spec, enum listing_format format) {
    struct error error;
    struct listing listing = listing_new(format);
    if (!name) return games_print_all(format);
    const struct game *game = games_find(name, &error);
    const struct evaluator *one = game && spec ? games_layout(game, spec, &error) : NULL;
    if (!game || (spec && !one)) return usage_fail(&games_usage, "%s", error.text);
    const struct evaluator_family *family;
    if (one) games_list_params(one, &listing);
    for (int i = 0; !one && (family = games_evaluator_family(games_family(game), i)); i++) {
        const struct evaluator *evaluator = games_evaluator(game, family->name, NULL, &error);
        if (evaluator) games_list_params(evaluator, &listing);
    }
    listing_print(&listing);
    return 0;
}

int command_games(int argc, char **argv) {
    enum listing_format format = LISTING_TEXT;
    const struct option_spec options[] = {
        listing_option(&format, "a row for each evaluator, of NAME for each parameter"),
        library_option(),
        {0}};
    struct operands operands;
    int status = options_parse(&games_usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    const char *name = operands.count ? operands.list[0] : NULL;
    const char *spec = operands.count > 1 ? operands.list[1] : NULL;
    if (format != LISTING_TEXT) return games_print_listing(name, spec, format);
    return name ? games_print_game(name, spec) : games_print_families();
}
