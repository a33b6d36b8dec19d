/*
 * hone data: the positions of a fit, with their labels. They are not stored: the games are played
 * again.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/options.h"
#include "engine/plugin/library.h"
#include "tuner/cli/commands.h"
#include "tuner/config/length.h"
#include "tuner/fit/data.h"
#include "tuner/fit/fit.h"
#include "tuner/optimize/learner.h"
#include "tuner/report/run_argument.h"

static const struct command_usage usage = {
    .synopsis = "data [OPTION]... RUN|RUN@GENERATION",
    .doc = "Writes the positions that a generation of a fit learned from to standard output\n"
           "(without @GENERATION the last one's), and those that were held out to measure it by.\n"
           "Each has the margin or result to predict, for the side to move.\n"
           "\n"
           "A fit reads such a file if its config names it in optimizer.data. It also reads games\n"
           "as .wtb (WTHOR), .ggf and .pgn, positions with scores as .obf, and positions with\n"
           "results as EPD or FEN.\n",
    .operands_min = 1,
    .operands_max = 1,
};

/* A run, for playing its games again. */
struct data_source {
    struct run_argument argument;
    struct config config;
    struct run run;
    int generation;
    struct examples training, held_out;
};

static int data_find(struct data_source *source, const char *name, struct error *error) {
    char path[RUN_ARGUMENT_PATH];
    const char *at = run_argument_split(name, path);
    if (run_argument_open(path, &source->argument, error) ||
        run_argument_config(&source->argument, &source->config, error))
        return -1;
    if (source->config.optimizer.kind != &fit_kind)
        return error_set(error, "%s: is not a run of `hone fit`, so it has no positions", path);
    int64_t generation, last = source->argument.run->generations;
    if (last == 0) return error_set(error, "%s: has no generation yet", path);
    if (!parse_i64(at ? at : "", 1, last, &generation) && at)
        return error_set(error, "%s: @%s must be a generation from 1 to %d", path, at, (int)last);
    source->generation = at ? (int)generation : (int)last;
    return 0;
}

static int data_play(struct data_source *source, struct error *error) {
    const struct config *config = &source->config;
    struct optimizer_setup setup = length_optimizer_setup(config);
    source->run =
        (struct run){.config = config,
                     .store = source->argument.store,
                     .id = source->argument.run->id,
                     .optimizer = config->optimizer.kind->create(&setup),
                     .pool = pool_open(config->threads, (size_t)config->player.tt_kib * 1024)};
    int status = fit_positions(&source->run, source->generation, &source->training,
                               &source->held_out, error);
    pool_close(source->run.pool);
    config->optimizer.kind->destroy(source->run.optimizer);
    return status;
}

static void data_show_part(enum data_format format, const struct examples *examples,
                           bool held_out) {
    for (int64_t i = 0; i < examples->count; i++) {
        struct text text = {0};
        data_print(format, examples, i, held_out, &text);
        fwrite(text_get(&text), 1, text.length, stdout);
        text_free(&text);
    }
}

static void data_show(const struct data_source *source, enum data_format format) {
    struct text head = {0};
    data_print_head(format, source->config.game, source->training.count + source->held_out.count,
                    &head);
    fwrite(text_get(&head), 1, head.length, stdout);
    text_free(&head);
    data_show_part(format, &source->training, false);
    data_show_part(format, &source->held_out, true);
}

int command_data(int argc, char **argv) {
    bool csv = false, binary = false, epd = false;
    const struct option_spec options[] = {
        {.name = "csv", .doc = "as text (default)", .kind = OPTION_FLAG, .value = &csv},
        {.name = "binary", .doc = "compact", .kind = OPTION_FLAG, .value = &binary},
        {.name = "epd",
         .doc = "of chess and xiangqi: positions with their results, for other tuners",
         .kind = OPTION_FLAG,
         .value = &epd},
        library_option(),
        {0}};
    struct operands operands;
    struct error error;
    struct data_source source = {0};
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (csv + binary + epd > 1)
        return usage_fail(&usage, "only one of --csv, --binary and --epd can be given");
    enum data_format format = binary ? DATA_BINARY : epd ? DATA_EPD : DATA_CSV;
    if (data_find(&source, operands.list[0], &error) ||
        data_format_check(format, source.config.game, &error) || data_play(&source, &error))
        status = command_fail(&usage, "%s", error.text);
    else
        data_show(&source, format), status = 0;
    examples_free(&source.training);
    examples_free(&source.held_out);
    config_free(&source.config);
    run_argument_close(&source.argument);
    return status;
}
