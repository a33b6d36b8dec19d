/*
 * export: `hone export`, the champion as a file that the engine plays with, or as one that other
 * programs read. A file that was edited by hand is never overwritten without a message.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/options.h"
#include "engine/base/own_file.h"
#include "engine/base/shown.h"
#include "engine/plugin/library.h"
#include "tuner/cli/command_line.h"
#include "tuner/cli/commands.h"
#include "tuner/report/findings.h"
#include "tuner/report/page/play.h"
#include "tuner/report/players.h"
#include "tuner/report/settings.h"

static const struct command_usage usage = {
    .synopsis = "export [OPTION]... RUN|RUN@PLAYER|FILE.weights",
    .doc =
        "Writes the champion of a run, or the weights of a file: as a weight file that\n"
        "hone-engine plays with, as JSON, CSV or a C header, or as a page. The page (html) is\n"
        "one file with board and engine, to play the champion in a browser; it needs no\n"
        "network, and is built by `make web`.\n"
        "\n"
        "RUN is the run's directory or database. PLAYER is its champion, its start, or the\n"
        "number of a generation, for that one's champion. Values of an engine's parameters are\n"
        "written as lines \"name = value\", as UCI's setoption, as OpenBench's lines, as JSON, or\n"
        "into the template of its file.\n"
        "\n"
        "A weight file goes into the run's directory, unless it is redirected (> FILE) or -o\n"
        "says where to. All else goes to standard output.\n",
    .operands_min = 1,
    .operands_max = 1,
};

/* Taken from the command line. */
struct export_request {
    const char *source, *format, *output;
    int generation; /* 0: the champion */
    bool force;
};

/* As a page, or in a format of weights. */
struct export_kind {
    bool page;
    enum weights_format format;
};

/* What is to be written, and where it belongs; "": nowhere. */
struct export_product {
    struct text content, place;
};

static bool export_is_file(const char *path) {
    const char *suffix = ".weights";
    size_t length = strlen(path);
    return length >= strlen(suffix) && strcmp(path + length - strlen(suffix), suffix) == 0;
}

static int export_read_kind(const struct export_request *request, struct export_kind *out,
                            struct error *error) {
    const char *name = request->format ? request->format : "weights";
    struct error why;
    *out = (struct export_kind){.page = strcmp(name, "html") == 0};
    if (out->page || weights_format_parse(name, &out->format, &why) == 0) return 0;
    return error_set(error, "%s; html is a page to play on", why.text);
}

static int export_print(const struct weights *weights, const struct export_kind *kind,
                        struct text *out, struct error *error) {
    const struct play_seats seats = {.count = 1, .champions = {weights}};
    if (kind->page) return play_page(&seats, out, error);
    weights_print(weights, kind->format, out);
    return 0;
}

static int export_from_file(const struct export_request *request, struct export_product *out,
                            struct error *error) {
    struct weights weights;
    struct export_kind kind;
    if (export_read_kind(request, &kind, error) || weights_load(request->source, &weights, error))
        return -1;
    int status = export_print(&weights, &kind, &out->content, error);
    weights_free(&weights);
    return status;
}

/* The player that --generation or what follows "@" names. */
static const char *export_which(const struct export_request *request, const char *at,
                                char number[16]) {
    snprintf(number, 16, "%d", request->generation);
    return request->generation ? number : at ? at : "champion";
}

/* Its values are the user's own, which no weight file has. */
static int export_from_study(const struct export_request *request, const struct run_argument *run,
                             const char *which, struct export_product *out, struct error *error) {
    struct config config;
    if (strcmp(which, "champion") != 0 || !request->format || strcmp(request->format, "json") != 0)
        return error_set(error,
                         "%s is a study; what there is of it is --format json of its champion",
                         request->source);
    int status = run_argument_config(run, &config, error);
    if (status == 0)
        status = findings_print_json(run->store, run->run, &config, &out->content, error);
    config_free(&config);
    return status;
}

/* So are an engine's. */
static int export_from_engine(const struct export_request *request, const struct run_argument *run,
                              const char *which, struct export_product *out, struct error *error) {
    enum settings_format format;
    if (settings_format_parse(request->format, &format, error)) return -1;
    struct text left_out = {0};
    int status = settings_print(run, which, format, &out->content, &left_out, error);
    if (left_out.length)
        shown_warn("hone export: left out, since --format %s has numbers alone: %s\n",
                   request->format, text_get(&left_out));
    text_free(&left_out);
    return status;
}

/* Weights of an evaluator of hone's. */
static int export_from_weights(const struct export_request *request, const struct run_argument *run,
                               const char *which, struct export_product *out, struct error *error) {
    struct weights weights;
    struct export_kind kind;
    if (export_read_kind(request, &kind, error) || players_load(run, which, &weights, error))
        return -1;
    int status = export_print(&weights, &kind, &out->content, error);
    if (!kind.page && kind.format == WEIGHTS_NATIVE) players_file(run, which, &out->place);
    weights_free(&weights);
    return status;
}

static int export_from_run(const struct export_request *request, struct export_product *out,
                           struct error *error) {
    struct run_argument run;
    char path[RUN_ARGUMENT_PATH], number[16];
    const char *at = run_argument_split(request->source, path);
    const char *which = export_which(request, at, number);
    if (at && request->generation)
        return error_set(error, "%s names a player already; --generation is for a run without one",
                         request->source);
    if (run_argument_open(path, &run, error)) return -1;
    int status = parameters_are_of(run.run->game)
                     ? export_from_study(request, &run, which, out, error)
                 : settings_are_of(run.run) ? export_from_engine(request, &run, which, out, error)
                                            : export_from_weights(request, &run, which, out, error);
    run_argument_close(&run);
    return status;
}

/* A run's own place is overwritten, unless the file there was edited; other files are not. */
static int export_check_place(const char *path, const char *content,
                              const struct export_request *request, struct error *error) {
    if (!request->output && own_file_check(path, error)) return -1;
    if (request->force) return 0;
    if (request->output) return output_check(path, false, error);
    if (players_file_edited(path, content))
        return error_set(error, "%s was edited; --force overwrites it, -o FILE writes elsewhere",
                         path);
    return 0;
}

static int export_to_file(const char *path, const char *content,
                          const struct export_request *request, struct error *error) {
    struct error why;
    if (file_write(path, content, &why) == 0) return 0;
    return error_set(error, "%s%s", why.text,
                     request->output ? "" : "; -o FILE writes elsewhere, -o - to standard output");
}

/* With "> FILE" the user wants it there, and not in its usual place. */
static bool export_is_redirected(void) {
    struct stat output;
    return fstat(STDOUT_FILENO, &output) == 0 && S_ISREG(output.st_mode);
}

static int export_write(const struct export_product *product, const struct export_request *request,
                        struct error *error) {
    const char *path = request->output          ? request->output
                       : export_is_redirected() ? ""
                                                : text_get(&product->place);
    if (!*path || strcmp(path, "-") == 0) {
        shown_put(text_get(&product->content)); /* main sees whether it arrived */
        return 0;
    }
    if (export_check_place(path, text_get(&product->content), request, error) ||
        export_to_file(path, text_get(&product->content), request, error))
        return -1;
    shown_print("%s\n", path);
    return 0;
}

static int export_make(const struct export_request *request, struct error *error) {
    struct export_product product = {{0}, {0}};
    int status = export_is_file(request->source) ? export_from_file(request, &product, error)
                                                 : export_from_run(request, &product, error);
    if (status == 0) status = export_write(&product, request, error);
    text_free(&product.content);
    text_free(&product.place);
    return status;
}

int command_export(int argc, char **argv) {
    struct export_request request = {0};
    const struct option_spec options[] = {{.name = "generation",
                                           .letter = 'g',
                                           .argument = "N",
                                           .doc = "the champion of generation N; 0: the verified "
                                                  "champion",
                                           .kind = OPTION_INT,
                                           .value = &request.generation,
                                           .upper = INT_MAX},
                                          {.name = "format",
                                           .letter = 'f',
                                           .argument = "FORMAT",
                                           .doc = "weights, json, csv, c or html (default "
                                                  "weights); of an engine whose parameters were "
                                                  "tuned " SETTINGS_FORMATS,
                                           .kind = OPTION_TEXT,
                                           .value = &request.format},
                                          {.name = "output",
                                           .letter = 'o',
                                           .argument = "FILE",
                                           .doc = "where to; -: standard output",
                                           .kind = OPTION_TEXT,
                                           .value = &request.output},
                                          {.name = "force",
                                           .doc = "overwrite a file of yours",
                                           .kind = OPTION_FLAG,
                                           .value = &request.force},
                                          library_option(),
                                          {0}};
    struct operands operands;
    struct error error;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    request.source = operands.list[0];
    if (export_is_file(request.source) && request.generation)
        return usage_fail(&usage, "--generation is of a run, %s is a weight file", request.source);
    return export_make(&request, &error) ? command_fail(&usage, "%s", error.text) : 0;
}
