/*
 * hone games: the games, evaluators and parameters, as their own tables say.
 */
#include <stdio.h>

#include "engine/base/options.h"
#include "engine/games.h"
#include "tuner/cli/commands.h"

static const struct command_usage games_usage = {
    .synopsis = "games [NAME]",
    .doc =
        "Lists the games and their evaluators. With the NAME of a game, lists the parameters of\n"
        "its evaluators: what a config's weights, a weight file and a champion are made of.\n",
    .operands_max = 1,
};

static void games_print_evaluators(const struct evaluator_family *family) {
    printf("  evaluator %-11s %s\n  %-21s layouts: %s (default %s)\n", family->name, family->doc,
           "", family->layouts, family->default_layout);
}

static int games_print_families(void) {
    for (int i = 0; games_list[i]; i++) {
        const struct game_family *family = games_list[i];
        printf("%s: %s\n  games: %s\n", family->name, family->doc, family->names);
        for (int j = 0; family->evaluators[j]; j++) games_print_evaluators(family->evaluators[j]);
        printf("\n");
    }
    printf("`hone games NAME` lists a game's parameters\n");
    return 0;
}

static void games_print_params(const struct evaluator *evaluator) {
    printf("\nevaluator %s, layout %s, %d parameters: %s\n", evaluator->name, evaluator->layout,
           evaluator->param_count, evaluator->doc);
    printf("  %-12s %10s %10s %10s  %-6s  %s\n", "name", "initial", "lower", "upper", "scale", "");
    for (int i = 0; i < evaluator->param_count; i += evaluator_param_run(evaluator, i)) {
        const struct param param = evaluator_param(evaluator, i);
        printf("  %-12s %10d %10d %10d  %-6s  %s", param.name, param.initial, param.lower,
               param.upper, param.scale == SCALE_LOG ? "log" : "linear", param.doc);
        int others = evaluator_param_run(evaluator, i) - 1;
        if (others > 0) printf(", the first of a table; %d more", others);
        printf("\n");
    }
}

static int games_print_game(const char *name) {
    struct error error;
    const struct game *game = games_find(name, &error);
    if (!game) return usage_fail(&games_usage, "%s", error.text);
    printf("%s: %s; %s and %s, at most %d plies\n", game->name, game->doc, game->sides[0],
           game->sides[1], game->plies_max);
    const struct evaluator_family *const *families = games_family(game)->evaluators;
    for (int i = 0; families[i]; i++) {
        const struct evaluator *evaluator = games_evaluator(game, families[i]->name, NULL, &error);
        if (evaluator)
            games_print_params(evaluator);
        else
            printf("\nno evaluator %s: %s\n", families[i]->name, error.text);
    }
    return 0;
}

int command_games(int argc, char **argv) {
    static const struct option_spec options[] = {{0}};
    struct operands operands;
    int status = options_parse(&games_usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    return operands.count == 0 ? games_print_families() : games_print_game(operands.list[0]);
}
