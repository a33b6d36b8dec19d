/*
 * What tune and check share: reading a command line that names a config.
 */
#include "tuner/cli/config_options.h"

#include <stdio.h>

static int config_options_keys(void) {
    struct text keys = {0};
    config_help(&keys);
    fputs(text_get(&keys), stdout);
    text_free(&keys);
    return 0;
}

int config_options(const struct command_usage *usage, int argc, char **argv,
                   struct config *config) {
    struct option_texts sets = {0};
    bool keys = false;
    const struct option_spec options[] = {
        {.name = "set",
         .argument = "KEY=VALUE",
         .doc = "wins over the file: optimizer.generations=50",
         .kind = OPTION_TEXTS,
         .value = &sets},
        {.name = "keys", .doc = "list all keys of a config", .kind = OPTION_FLAG, .value = &keys},
        {0}};
    struct operands operands;
    struct error error;
    int status = options_parse(usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (keys) return config_options_keys();
    if (operands.count == 0) return usage_fail(usage, "CONFIG is missing");
    if (config_load(operands.list[0], sets.list, sets.count, config, &error) == 0) {
        fputs(text_get(&config->remarks), stderr);
        return OPTIONS_GO_ON;
    }
    config_free(config);
    return usage_fail(usage, "%s", error.text);
}
