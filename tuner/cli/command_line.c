/*
 * Command lines that several commands share.
 */
#include "tuner/cli/command_line.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/shown.h"
#include "engine/plugin/library.h"
#include "tuner/report/overview.h"
#include "tuner/report/run_argument.h"

/* ---- a config or a run ---- */

/* What tune and check share: reading a command line that names a config. */

enum { MORE_MAX = 8 }; /* settings that a command adds */

static int config_options_keys(void) {
    struct text keys = {0};
    config_help(&keys);
    shown_put(text_get(&keys));
    text_free(&keys);
    return 0;
}

/* "output=results/x" of "results/x/run.db". 0, or -1 and why: a run goes on where it is. */
static int config_options_place(const struct run_argument *run, struct text *out,
                                struct error *error) {
    const char *slash = strrchr(run->path, '/');
    if (run->count > 1)
        return error_set(error, "%s: holds %d runs; a run goes on in a database of its own",
                         run->path, run->count);
    if (!run_argument_goes_on(run))
        return error_set(error, "%s: a run goes on in its directory, as run.db there", run->path);
    text_add(out, "output=\"%.*s\"", slash ? (int)(slash - run->path) : 1, slash ? run->path : ".");
    return 0;
}

static int config_options_run(const char *argument, const char *const *sets, int set_count,
                              struct config *config, struct error *error) {
    struct run_argument run;
    struct text place = {0};
    const char *all[2 * OPTION_TEXTS_MAX];
    if (run_argument_open(argument, &run, error)) return -1;
    int status = config_options_place(&run, &place, error);
    all[0] = text_get(&place);
    memcpy(all + 1, sets, (size_t)set_count * sizeof *all);
    if (status == 0) status = run_argument_settings(&run, all, set_count + 1, config, error);
    text_free(&place);
    run_argument_close(&run);
    return status;
}

int config_options_parse(const struct command_usage *usage, const struct option_spec *more,
                         int argc, char **argv, struct config_options *out) {
    *out = (struct config_options){0};
    bool keys = false;
    struct option_spec options[OPTIONS_MAX] = {
        {.name = "set",
         .argument = "KEY=VALUE",
         .doc = "override a key of the file: optimizer.generations=50",
         .kind = OPTION_TEXTS,
         .value = &out->sets},
        {.name = "keys", .doc = "list all keys of a config", .kind = OPTION_FLAG, .value = &keys},
        library_option()};
    for (int i = 3; more && more->name; i++) options[i] = *more++;
    struct operands operands;
    int status = options_parse(usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (keys) return config_options_keys();
    if (operands.count == 0)
        return usage_fail(usage, "too few arguments; usage: hone %s", usage->synopsis);
    out->source = operands.list[0];
    out->is_run = run_argument_is_run(out->source);
    return OPTIONS_GO_ON;
}

int config_options_load(const struct command_usage *usage, const struct config_options *options,
                        const char *const *more, struct config *config) {
    const char *sets[OPTION_TEXTS_MAX + MORE_MAX];
    struct error error;
    int count = options->sets.count;
    memcpy(sets, options->sets.list, (size_t)count * sizeof *sets);
    while (more && *more) sets[count++] = *more++;
    *config = (struct config){0};
    int status = options->is_run ? config_options_run(options->source, sets, count, config, &error)
                                 : config_load(options->source, sets, count, config, &error);
    if (status == 0) {
        shown_warn("%s", text_get(&config->remarks));
        return OPTIONS_GO_ON;
    }
    config_free(config);
    return usage_fail(usage, "%s", error.text);
}

int config_options(const struct command_usage *usage, const struct option_spec *more, int argc,
                   char **argv, struct config *config) {
    struct config_options options;
    int status = config_options_parse(usage, more, argc, argv, &options);
    return status == OPTIONS_GO_ON ? config_options_load(usage, &options, NULL, config) : status;
}

/* ---- a weight file that is to be written ---- */

int output_check(const char *path, bool force, struct error *error) {
    struct stat there;
    if (force || stat(path, &there) != 0 || !S_ISREG(there.st_mode)) return 0;
    return error_set(error, "%s exists already; --force overwrites it", path);
}

/* ---- a sequential test ---- */

/* Options of a test are refused without one, since they would have no effect. */

static const double error_usual = 0.05, error_least = 1e-6, error_most = 0.45;

int sprt_request_options(struct sprt_request *request, struct option_spec *out) {
    static const char *const models[] = {
        [SPRT_LOGISTIC] = "logistic", [SPRT_NORMALISED] = "normalized", NULL};
    const struct option_spec rows[] = {
        {.name = "sprt",
         .argument = "ELO0,ELO1",
         .doc = "a sequential test: is A ELO0 stronger (H0) or ELO1 (H1)?",
         .kind = OPTION_TEXT,
         .value = &request->bounds},
        {.name = "sprt-model",
         .argument = "MODEL",
         .doc = "what ELO0 and ELO1 are",
         .kind = OPTION_CHOICE,
         .value = &request->sprt.model,
         .choices = models},
        {.name = "alpha",
         .argument = "P",
         .doc = "probability of accepting H1 where H0 holds (default 0.05)",
         .kind = OPTION_REAL,
         .value = &request->sprt.alpha,
         .lower = error_least,
         .upper = error_most},
        {.name = "beta",
         .argument = "P",
         .doc = "probability of accepting H0 where H1 holds (default 0.05)",
         .kind = OPTION_REAL,
         .value = &request->sprt.beta,
         .lower = error_least,
         .upper = error_most},
    };
    memcpy(out, rows, sizeof rows);
    return (int)COUNT_OF(rows);
}

enum { SPRT_ELO_MAX = 1000 };

/* "0,10" */
static bool sprt_request_read(const char *text, struct sprt *out) {
    char lower[32];
    const char *comma = strchr(text, ',');
    if (!comma || comma - text >= (int)sizeof lower) return false;
    snprintf(lower, sizeof lower, "%.*s", (int)(comma - text), text);
    return parse_double(lower, -SPRT_ELO_MAX, SPRT_ELO_MAX, &out->elo0) &&
           parse_double(comma + 1, -SPRT_ELO_MAX, SPRT_ELO_MAX, &out->elo1) &&
           out->elo0 < out->elo1;
}

int sprt_request_settle(const struct command_usage *usage, struct sprt_request *request) {
    struct sprt *sprt = &request->sprt;
    const char *alone = sprt->model != SPRT_LOGISTIC ? "sprt-model"
                        : sprt->alpha > 0            ? "alpha"
                        : sprt->beta > 0             ? "beta"
                                                     : NULL;
    if (!request->bounds && alone)
        return usage_fail(usage, "--%s without --sprt: there is no test", alone);
    if (request->bounds && !sprt_request_read(request->bounds, sprt))
        return usage_fail(
            usage,
            "--sprt %s: two numbers ELO0,ELO1 from -%d to %d are needed, with no blank "
            "between them, the first one smaller: 0,10",
            request->bounds, SPRT_ELO_MAX, SPRT_ELO_MAX);
    if (sprt->alpha == 0) sprt->alpha = error_usual;
    if (sprt->beta == 0) sprt->beta = error_usual;
    return OPTIONS_GO_ON;
}

/* ---- the command that continues an ended one ---- */

/* The words are quoted as the shell wants them. */

void go_on_add_command(int argc, char **argv, struct text *out) {
    overview_add_word(program_name, out);
    for (int i = 0; i < argc; i++) {
        text_add(out, " ");
        overview_add_word(argv[i], out);
    }
    text_add(out, "\n");
}

void go_on_print(int argc, char **argv) {
    struct text command = {0};
    go_on_add_command(argc, argv, &command);
    shown_warn("interrupted; everything finished is saved. To go on:\n  ");
    shown_warn("%s", text_get(&command));
    text_free(&command);
}
