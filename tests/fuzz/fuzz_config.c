/*
 * Any text is either refused with its file's name or is a config that prints itself in a form
 * that reads back the same; and the same of settings on a command line.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/targets.h"
#include "tuner/config/config.h"

static const char path[] = "config/fuzz.cfg";

static void check_print(const struct config *config) {
    struct text once = {0}, twice = {0};
    struct config *again = xmalloc(sizeof *again);
    struct error error;
    config_print(config, &once);
    if (config_parse(path, text_get(&once), NULL, 0, again, &error)) die("%s", error.text);
    config_print(again, &twice);
    if (strcmp(text_get(&once), text_get(&twice)) != 0) die("prints differ");
    config_free(again);
    free(again);
    text_free(&once);
    text_free(&twice);
}

void fuzz_config(const uint8_t *data, size_t size) {
    struct text text = fuzz_text(data, size);
    struct config *config = xmalloc(sizeof *config);
    struct error error;
    if (config_parse(path, text_get(&text), NULL, 0, config, &error) == 0)
        check_print(config);
    else if (strncmp(error.text, path, strlen(path)) != 0)
        die("no file named: %s", error.text);
    config_free(config);
    free(config);
    text_free(&text);
}

/* A line is a setting; the config has what it must have. */
void fuzz_sets(const uint8_t *data, size_t size) {
    enum { SETS = 8 };
    const char *sets[SETS];
    int count = 0;
    struct text text = fuzz_text(data, size);
    struct config *config = xmalloc(sizeof *config);
    struct error error = {""};
    for (char *set = strtok(text.data, "\n"); set && count < SETS; set = strtok(NULL, "\n"))
        sets[count++] = set;
    if (config_parse(path, "game = \"reversi\";", sets, count, config, &error) == 0)
        check_print(config);
    else
        fuzz_require_reason(&error);
    config_free(config);
    free(config);
    text_free(&text);
}
