/*
 * A file of either kind becomes pairs of a name and a value, which fill the evaluator's table.
 */
#include "tuner/cli/weights_import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/textfile.h"
#include "engine/games/games.h"
#include "tuner/store/json.h"

/* The table while it is filled; `place` is where the next value stands, for messages. */
struct import {
    const struct evaluator *evaluator;
    int32_t *values;
    bool *given;
    struct text place;
    struct error *error;
};

int weights_kind_find(const struct weights_kind *kind, const struct evaluator **out,
                      struct error *error) {
    if (!kind->game)
        return error_set(error, "--game is needed to say what the weights are of; `hone games` "
                                "lists games, evaluators and layouts");
    const struct game *game = games_find(kind->game, error);
    *out = game ? games_evaluator(game, kind->evaluator, kind->layout, error) : NULL;
    return *out ? 0 : -1;
}

static void import_begin(struct import *import, const struct evaluator *evaluator) {
    size_t count = (size_t)evaluator->param_count;
    import->evaluator = evaluator;
    import->values = xcalloc(count, sizeof *import->values);
    import->given = xcalloc(count, sizeof *import->given);
}

static int import_value(struct import *import, const char *name, const char *value) {
    const char *place = text_get(&import->place);
    int index = evaluator_param_find(import->evaluator, name);
    int64_t number;
    if (index < 0)
        return error_set(import->error,
                         "%s: \"%.40s\" is no parameter of %s %s; they are called like \"%s\"",
                         place, name, import->evaluator->name, import->evaluator->layout,
                         evaluator_param(import->evaluator, 0).name);
    const struct param param = evaluator_param(import->evaluator, index);
    if (import->given[index]) return error_set(import->error, "%s: %s is given twice", place, name);
    if (!parse_i64(value, param.lower, param.upper, &number))
        return error_set(import->error, "%s: %s is \"%.30s\"; it must be a whole number, %d to %d",
                         place, name, value, param.lower, param.upper);
    import->given[index] = true;
    import->values[index] = (int32_t)number;
    return 0;
}

static int import_check_complete(const struct import *import, const char *path) {
    int count = import->evaluator->param_count, missing = 0, first = -1;
    for (int i = 0; i < count; i++) {
        if (import->given[i]) continue;
        if (missing++ == 0) first = i;
    }
    if (!missing) return 0;
    return error_set(import->error, "%s: %d of the %d parameters of %s %s are missing, %s first",
                     path, missing, count, import->evaluator->name, import->evaluator->layout,
                     evaluator_param(import->evaluator, first).name);
}

/* ---- CSV ---- */

/* Cuts blanks and quotes off both ends. */
static char *import_bare(char *word) {
    static const char around[] = " \t\r\"'";
    word += strspn(word, around);
    for (size_t end = strlen(word); end > 0 && strchr(around, word[end - 1]);) word[--end] = '\0';
    return word;
}

static int import_csv_line(struct import *import, char *line, bool first) {
    char *name = import_bare(textfile_field(&line, ",;\t"));
    bool pair = line != NULL;
    char *value = pair ? import_bare(line) : name + strlen(name);
    if (!pair && !*name) return 0;
    if (first && strpbrk(value, "0123456789") == NULL) return 0;
    if (pair) return import_value(import, name, value);
    return error_set(import->error, "%s: \"%.40s\" is not a line NAME,VALUE",
                     text_get(&import->place), name);
}

static int import_csv(struct import *import, const char *path, char *text) {
    int status = 0;
    for (int number = 1; status == 0 && *text; number++) {
        size_t length = strcspn(text, "\n");
        char *next = text + length + (text[length] == '\n');
        text[length] = '\0';
        text_free(&import->place);
        text_add(&import->place, "%s:%d", path, number);
        status = import_csv_line(import, text, number == 1);
        text = next;
    }
    return status;
}

/* ---- JSON ---- */

static const char *import_json_text(const struct json_member *members, int count,
                                    const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(members[i].name, name) == 0) return members[i].value;
    return NULL;
}

/* What the options leave open is as the file says. */
static int import_json_begin(struct import *import, const char *text,
                             const struct weights_kind *kind, struct provenance *provenance) {
    struct json_member *members;
    const struct evaluator *evaluator = NULL;
    struct error why;
    int count = json_members(text, "$", &members, &why);
    if (count < 0) return error_set(import->error, "%s %s", text_get(&import->place), why.text);
    struct weights_kind found = *kind;
    if (!found.game) found.game = import_json_text(members, count, "game");
    if (!found.evaluator) found.evaluator = import_json_text(members, count, "evaluator");
    if (!found.layout) found.layout = import_json_text(members, count, "layout");
    const char *name = import_json_text(members, count, "name");
    const char *source = import_json_text(members, count, "source");
    snprintf(provenance->name, sizeof provenance->name, "%s", name ? name : "");
    snprintf(provenance->source, sizeof provenance->source, "%s", source ? source : "");
    int status = weights_kind_find(&found, &evaluator, import->error);
    if (status == 0) import_begin(import, evaluator);
    json_free(members, count);
    return status;
}

static int import_json(struct import *import, const char *text) {
    struct json_member *members;
    int count = json_members(text, "$.params", &members, import->error), status = 0;
    if (count <= 0)
        status = error_set(import->error, "%s has no object \"params\"", text_get(&import->place));
    for (int i = 0; status == 0 && i < count; i++)
        status = import_value(import, members[i].name, members[i].value);
    json_free(members, count);
    return status;
}

/* ---- both ---- */

/* What the file does not say of itself follows from its own name. */
static void import_name(const char *path, struct provenance *provenance) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    char source[sizeof provenance->source];
    if (!provenance->name[0])
        snprintf(provenance->name, sizeof provenance->name, "%.*s",
                 min_int(63, (int)strcspn(base, ".")), base);
    snprintf(source, sizeof source, "imported from %.60s%s%.160s", base,
             provenance->source[0] ? ", " : "", provenance->source);
    memcpy(provenance->source, source, sizeof source);
    text_make_harmless(provenance->name, "");
    text_make_harmless(provenance->source, "");
}

static int import_read(struct import *import, const char *path, const struct weights_kind *kind,
                       char *text, struct provenance *provenance) {
    const struct evaluator *evaluator = NULL;
    bool json = text[strspn(text, " \t\r\n")] == '{';
    text_add(&import->place, "%s", path);
    if (json)
        return import_json_begin(import, text, kind, provenance) || import_json(import, text) ? -1
                                                                                              : 0;
    if (weights_kind_find(kind, &evaluator, import->error)) return -1;
    import_begin(import, evaluator);
    return import_csv(import, path, text);
}

int weights_import(const char *path, const struct weights_kind *kind, struct weights *out,
                   struct error *error) {
    struct import import = {.error = error};
    struct provenance provenance = {.generation = -1};
    struct text text = {0};
    *out = (struct weights){0};
    if (textfile_read(path, path, &text, error)) return -1;
    text_add(&text, "\n");
    int status = import_read(&import, path, kind, text.data, &provenance);
    if (status == 0) status = import_check_complete(&import, path);
    import_name(path, &provenance);
    if (status == 0)
        *out = (struct weights){import.evaluator, import.values, provenance};
    else
        free(import.values);
    free(import.given);
    text_free(&import.place);
    text_free(&text);
    return status;
}
