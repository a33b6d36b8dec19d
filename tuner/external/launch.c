/*
 * Words, by POSIX's rules of quoting (XCU 2.2): '…' keeps all, "…" all but \ before one of \ " $ `,
 * and \ keeps the next character. Unquoted characters with a meaning to a shell are errors.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "tuner/external/launch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/sanitized.h"

extern char **environ;

struct launch_limits launch_limits_usual(void) {
    struct launch_limits usual = {.processes = 256, .file = 1024, .output = 64};
    if (!SANITIZED) usual.memory = (int)(memory_physical() / (1 << 20));
    return usual;
}

/* ---- words ---- */

/* A list that ends with NULL. */
static void launch_list_add(char ***list, char *item) {
    size_t count = 0;
    while (*list && (*list)[count]) count++;
    *list = xrealloc(*list, (count + 2) * sizeof **list);
    (*list)[count] = item;
    (*list)[count + 1] = NULL;
}

static void launch_list_free(char **list) {
    for (size_t i = 0; list && list[i]; i++) free(list[i]);
    free(list);
}

static int launch_refuse(char c, struct error *error) {
    return error_set(error,
                     "a %c that is not in quotes means something to a shell only; one is asked for "
                     "by sh -c 'LINE'",
                     c);
}

/* Whether a shell would read more into a character where it stands. */
static bool launch_is_for_a_shell(char c, char quote, bool first) {
    if (quote) return quote == '"' && strchr("$`", c);
    return strchr("|&;<>()$`*?[\n", c) || (first && strchr("#~", c));
}

/* Adds the word at `at`; its end, or NULL and why there is none. */
static const char *launch_take_word(const char *at, struct text *word, struct error *error) {
    char quote = '\0';
    for (const char *begin = at; *at && (quote || !strchr(" \t", *at)); at++) {
        bool literal = false;
        if (*at == '\\' && at[1] && quote != '\'' && (!quote || strchr("\\\"$`", at[1])))
            at++, literal = true;
        if (!literal && quote != '\'' && launch_is_for_a_shell(*at, quote, at == begin))
            return launch_refuse(*at, error), NULL;
        if (!literal && (quote ? *at == quote : *at == '\'' || *at == '"'))
            quote = quote ? '\0' : *at;
        else
            text_add_bytes(word, at, 1);
    }
    if (quote) error_set(error, "the quote %c has no end", quote);
    return quote ? NULL : at;
}

/* `exec`, which a shell's line may begin with, has nothing to replace here. */
static void launch_skip_exec(struct launch *launch) {
    char **words = launch->words;
    if (!words || !words[1] || strcmp(words[0], "exec") != 0) return;
    free(words[0]);
    do words[0] = words[1];
    while (*words++);
}

static int launch_split(const char *command, struct launch *out, struct error *error) {
    for (const char *at = command; *(at += strspn(at, " \t"));) {
        struct text word = {0};
        const char *end = launch_take_word(at, &word, error);
        if (!end) return text_free(&word), -1;
        if (!out->words && memchr(at, '=', (size_t)(end - at)))
            return text_free(&word), error_set(error, "a variable is set by ;env=NAME=VALUE");
        text_add(&word, "%s", "");
        launch_list_add(&out->words, word.data);
        at = end;
    }
    launch_skip_exec(out);
    return out->words ? 0 : error_set(error, "the command is missing");
}

/* ---- environment ---- */

static bool launch_may_know(const char *variable) {
    static const char *const names[] = {"PATH", "HOME",   "USER", "LOGNAME",  "SHELL", "TERM",
                                        "TZ",   "TMPDIR", "LANG", "LANGUAGE", NULL};
    size_t length = strcspn(variable, "=");
    if (strncmp(variable, "LC_", 3) == 0) return true;
    for (int i = 0; names[i]; i++)
        if (strlen(names[i]) == length && strncmp(variable, names[i], length) == 0) return true;
    return false;
}

/* Of two of a name the last one counts. */
static void launch_set(struct launch *launch, const char *variable) {
    size_t name = strcspn(variable, "=") + 1;
    for (char **old = launch->environment; old && *old; old++)
        if (strncmp(*old, variable, name) == 0) {
            free(*old);
            *old = xstrdup(variable);
            return;
        }
    launch_list_add(&launch->environment, xstrdup(variable));
}

int launch_add_variable(struct launch *launch, const char *variable, struct error *error) {
    struct text named = {0};
    const char *equals = strchr(variable, '=');
    if (equals && equals > variable) return launch_set(launch, variable), 0;
    const char *value = *variable && !equals ? getenv(variable) : NULL;
    if (!value)
        return error_set(error, "env=%.80s: a variable that is set, or NAME=VALUE, is needed",
                         variable);
    text_add(&named, "%s=%s", variable, value);
    launch_set(launch, named.data);
    text_free(&named);
    return 0;
}

/* ---- all of it ---- */

int launch_parse(const char *command, struct launch *out, struct error *error) {
    *out = (struct launch){.limits = launch_limits_usual()};
    for (char **variable = environ; variable && *variable; variable++)
        if (launch_may_know(*variable)) launch_list_add(&out->environment, xstrdup(*variable));
    if (!out->environment) out->environment = xcalloc(1, sizeof *out->environment);
    return launch_split(command, out, error);
}

void launch_free(struct launch *launch) {
    launch_list_free(launch->words);
    launch_list_free(launch->environment);
    free(launch->folder);
    *launch = (struct launch){0};
}

/* ---- its files ---- */

/* NULL: there is no such file. */
static char *launch_file(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) ? realpath(path, NULL) : NULL;
}

static char *launch_program(const char *word) {
    const char *place = getenv("PATH");
    char *found = strchr(word, '/') ? launch_file(word) : NULL;
    while (!found && place && *place && !strchr(word, '/')) {
        struct text path = {0};
        size_t length = strcspn(place, ":");
        text_add(&path, "%.*s/%s", (int)length, place, word);
        if (access(text_get(&path), X_OK) == 0) found = launch_file(text_get(&path));
        text_free(&path);
        place += length + (place[length] == ':');
    }
    return found;
}

int launch_files(const struct launch *launch, char *files[LAUNCH_FILES_MAX]) {
    char *const *argument = launch->words + 1;
    int count = 0;
    if ((files[count] = launch_program(launch->words[0]))) count++;
    while (*argument && **argument == '-') argument++;
    if (*argument && (files[count] = launch_file(*argument))) count++;
    return count;
}
