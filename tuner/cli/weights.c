/*
 * hone weights: makes, changes and shows weight files.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/options.h"
#include "engine/base/shown.h"
#include "engine/files/convert.h"
#include "engine/games/games.h"
#include "engine/plugin/library.h"
#include "tuner/cli/command_line.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/weights_import.h"
#include "tuner/report/weights_show.h"
#include "tuner/tournament/entrants.h"

static const struct command_usage usage = {
    .synopsis = "weights new|convert|import|show|diff [OPTION]... [PLAYER]...",
    .doc = "  new --game G       a weight file with the evaluator's initial values\n"
           "  convert PLAYER     as weights of another layout or evaluator of the game,\n"
           "                     where these mean the same; says what was averaged or\n"
           "                     filled in\n"
           "  import FILE        from CSV (NAME,VALUE) or JSON, as `hone export` writes them\n"
           "  show PLAYER        for people: a table of squares as a board\n"
           "  diff PLAYER PLAYER side by side\n\n"
           "PLAYER is FILE.weights, RUN (its champion), RUN@50 or RUN@start. To edit a weight\n"
           "file by hand write `checksum -` as its last line.\n",
    .operands_min = 1,
    .operands_max = 3,
};

/* Taken from the command line. */
struct weights_request {
    struct weights_kind kind;
    const char *output;
    bool force;
};

/* ---- writing ---- */

static int weights_deliver(const struct weights *weights, const struct weights_request *request,
                           struct error *error) {
    struct text content = {0};
    const char *path = request->output;
    int status = 0;
    weights_print(weights, WEIGHTS_NATIVE, &content);
    if (!path || strcmp(path, "-") == 0)
        shown_put(text_get(&content)); /* main sees whether it arrived */
    else if ((status = output_check(path, request->force, error)) == 0)
        status = file_write(path, text_get(&content), error);
    text_free(&content);
    return status;
}

static void weights_print_text(struct text *text) {
    shown_put(text_get(text));
    text_free(text);
}

/* ---- what can be done ---- */

static int weights_do_new(const struct weights_request *request, char **operands,
                          struct error *error) {
    (void)operands;
    struct weights weights = {.provenance = {.generation = -1}};
    if (weights_kind_find(&request->kind, &weights.evaluator, error)) return -1;
    const struct evaluator *evaluator = weights.evaluator;
    weights.values = xcalloc((size_t)evaluator->param_count, sizeof *weights.values);
    evaluator_initial(evaluator, weights.values);
    snprintf(weights.provenance.name, sizeof weights.provenance.name, "initial");
    snprintf(weights.provenance.source, sizeof weights.provenance.source,
             "initial values of hone " HONE_VERSION);
    int status = weights_deliver(&weights, request, error);
    weights_free(&weights);
    return status;
}

/* `weights` becomes of that evaluator; what that changed goes to stderr. */
static int weights_become(struct weights *weights, const struct evaluator *to,
                          struct error *error) {
    struct weights converted;
    struct conversion conversion;
    struct text said = {0};
    if (weights->evaluator == to) return 0;
    if (weights_convert(weights, to, &converted, &conversion, error)) return -1;
    conversion_describe(&conversion, weights->evaluator, to, &said);
    text_add(&said, "\n");
    shown_warn("%s", text_get(&said));
    text_free(&said);
    weights_free(weights);
    *weights = converted;
    return 0;
}

static int weights_do_convert(const struct weights_request *request, char **operands,
                              struct error *error) {
    struct weights weights;
    if (!request->kind.evaluator && !request->kind.layout)
        return error_set(error, "convert needs --layout or --evaluator, to say what to");
    if (entrant_weights(operands[0], &weights, error)) return -1;
    const struct evaluator *from = weights.evaluator;
    const struct evaluator *to =
        games_evaluator(from->game, request->kind.evaluator ? request->kind.evaluator : from->name,
                        request->kind.layout, error);
    int status = to ? weights_become(&weights, to, error) : -1;
    if (status == 0) status = weights_deliver(&weights, request, error);
    weights_free(&weights);
    return status;
}

static int weights_do_import(const struct weights_request *request, char **operands,
                             struct error *error) {
    struct weights weights;
    if (weights_import(operands[0], &request->kind, &weights, error)) return -1;
    int status = weights_deliver(&weights, request, error);
    weights_free(&weights);
    return status;
}

static int weights_do_show(const struct weights_request *request, char **operands,
                           struct error *error) {
    (void)request;
    struct weights weights;
    struct text text = {0};
    if (entrant_weights(operands[0], &weights, error)) return -1;
    weights_show(&weights, &text);
    weights_print_text(&text);
    weights_free(&weights);
    return 0;
}

static int weights_do_diff(const struct weights_request *request, char **operands,
                           struct error *error) {
    (void)request;
    struct weights both[2];
    struct text text = {0};
    if (entrant_weights_two(operands, both, error)) return -1;
    struct error why;
    int status = weights_become(&both[1], both[0].evaluator, &why);
    if (status) error_set(error, "%s beside %s: %s", operands[1], operands[0], why.text);
    if (status == 0) {
        weights_show_both(&both[0], &both[1], &text);
        weights_print_text(&text);
    }
    for (int i = 0; i < 2; i++) weights_free(&both[i]);
    return status;
}

/* ---- the command line ---- */

static const struct weights_action {
    const char *name;
    int operands;
    const char *synopsis;
    int (*run)(const struct weights_request *request, char **operands, struct error *error);
} actions[] = {
    {"new", 0, "--game GAME [OPTION]...", weights_do_new},
    {"convert", 1, "PLAYER --layout LAYOUT [OPTION]...", weights_do_convert},
    {"import", 1, "FILE --game GAME [OPTION]...", weights_do_import},
    {"show", 1, "PLAYER", weights_do_show},
    {"diff", 2, "PLAYER PLAYER", weights_do_diff},
};

static const struct weights_action *weights_action_find(const char *name) {
    for (size_t i = 0; i < COUNT_OF(actions); i++)
        if (strcmp(actions[i].name, name) == 0) return &actions[i];
    return NULL;
}

static int weights_run(const struct weights_request *request, const struct operands *operands) {
    struct error error;
    const struct weights_action *action = weights_action_find(operands->list[0]);
    if (!action)
        return usage_fail(&usage, "'%.40s' is not new, convert, import, show or diff",
                          operands->list[0]);
    if (operands->count != action->operands + 1)
        return usage_fail(&usage, "usage: hone weights %s %s", action->name, action->synopsis);
    if (action->run(request, operands->list + 1, &error) == 0) return 0;
    return command_fail(&usage, "%s", error.text);
}

int command_weights(int argc, char **argv) {
    struct weights_request request = {0};
    const struct option_spec options[] = {{.name = "game",
                                           .argument = "GAME",
                                           .doc = "of new weights, or of a CSV's",
                                           .kind = OPTION_TEXT,
                                           .value = &request.kind.game},
                                          {.name = "evaluator",
                                           .argument = "NAME",
                                           .doc = "see `hone games`; else the game's usual one",
                                           .kind = OPTION_TEXT,
                                           .value = &request.kind.evaluator},
                                          {.name = "layout",
                                           .argument = "LAYOUT",
                                           .doc = "else the evaluator's usual one",
                                           .kind = OPTION_TEXT,
                                           .value = &request.kind.layout},
                                          {.name = "output",
                                           .letter = 'o',
                                           .argument = "FILE",
                                           .doc = "where to; else, and with -, standard output",
                                           .kind = OPTION_TEXT,
                                           .value = &request.output},
                                          {.name = "force",
                                           .doc = "overwrite an existing file",
                                           .kind = OPTION_FLAG,
                                           .value = &request.force},
                                          library_option(),
                                          {0}};
    struct operands operands;
    int status = options_parse(&usage, options, argc, argv, &operands);
    return status == OPTIONS_GO_ON ? weights_run(&request, &operands) : status;
}
