/*
 * A study is named as a run is, so that `status`, `report` and the loop all take the same word.
 */
#include "tuner/cli/study_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/cli/command_line.h"
#include "tuner/report/run_argument.h"

int study_options_open(const struct command_usage *usage, const char *place, struct config *config,
                       struct study *study) {
    const struct config_options options = {.source = place, .is_run = run_argument_is_run(place)};
    struct error error;
    int status = config_options_load(usage, &options, NULL, config);
    if (status != OPTIONS_GO_ON) return status;
    if (!config_is_study(config)) {
        config_free(config);
        return command_fail(usage,
                            "%s: is a run of games, not a study; `parameters` in a config makes a "
                            "study, `hone tune` runs this one",
                            place);
    }
    if (study_open(config, study, &error) == 0) return OPTIONS_GO_ON;
    study_options_close(config, study);
    return command_fail(usage, "%s", error.text);
}

void study_options_close(struct config *config, struct study *study) {
    study_close(study);
    config_free(config);
}

struct option_spec study_option_again(struct study_request *request) {
    return (struct option_spec){.name = "again",
                                .doc =
                                    "also vectors that are out already: if this is the only loop",
                                .kind = OPTION_FLAG,
                                .value = &request->again};
}

struct option_spec study_option_lease(struct study_request *request) {
    return (struct option_spec){.name = "lease",
                                .argument = "SECONDS",
                                .doc = "vectors without a result by then are asked again",
                                .kind = OPTION_INT64,
                                .value = &request->seconds,
                                .lower = 1,
                                .upper = 1e9};
}

char *study_read_line(void) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getline(&line, &size, stdin);
    if (length < 0) {
        free(line);
        return NULL;
    }
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
        line[--length] = '\0';
    return line;
}

bool study_line_counts(const char *line) {
    line += strspn(line, " \t");
    return *line && *line != '#';
}
