/*
 * The keys of `engine` become the line that names an engine elsewhere (tuner/external/spec.h), so
 * that what it may say is said once.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "tuner/config/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/textfile.h"
#include "tuner/config/engine_list.h"
#include "tuner/config/limit.h"
#include "tuner/config/print.h"
#include "tuner/config/settle.h"
#include "tuner/external/fill.h"
#include "tuner/external/tuned.h"
#include "tuner/play/pool.h"

/* ---- the line ---- */

static void engine_print_line(const struct config *config, const struct config_limit *limit,
                              struct text *out) {
    text_add(out, "cmd:%s;protocol=%s", config->engine.command, config->engine.protocol);
    if (config->engine.name[0]) text_add(out, ";name=%s", config->engine.name);
    limit_print(limit, out);
    opinion_print(&config->engine.opinion, out);
    if (config->engine.options[0]) text_add(out, ";%s", config->engine.options);
}

/* A limit that the engine is to have, and the key that says so. */
struct engine_asked {
    const char *path;
    const struct config_limit *limit;
};

/* Else it would play by a clock: the same game would not come again. */
static int engine_check_limit(const struct config_reader *reader,
                              const struct external_spec *spec) {
    bool knows = spec->protocol->tells_nodes || spec->protocol->tells_depth;
    if (!knows || spec->nodes > 0 || spec->depth > 0 || spec->time > 0 || spec->clock > 0) return 0;
    return config_reject(reader, "engine.command",
                         "needs a limit: engine.nodes or engine.depth, by which games come again, "
                         "or engine.movetime or engine.clock");
}

static int engine_read_spec(const struct config_reader *reader, const struct engine_asked *asked,
                            struct external_spec *out) {
    struct text line = {0};
    struct error why;
    engine_print_line(reader->config, asked->limit, &line);
    int status = external_parse(text_get(&line), out, &why);
    if (status) config_reject(reader, asked->path, "cannot be used: %s", why.text);
    text_free(&line);
    if (status || settle_engine_check(reader, asked->path, out)) return -1;
    return engine_check_limit(reader, out);
}

/* ---- the file ---- */

static int engine_check_file(const struct config_reader *reader) {
    const struct config *config = reader->config;
    const char *file = config->engine.file;
    if (!config->engine.template[0] != !file[0])
        return config_reject(reader, file[0] ? "engine.file" : "engine.template",
                             "needs engine.%s too: the file that the engine reads is made from a "
                             "template",
                             file[0] ? "template" : "file");
    if (strchr(file, '/') || file[0] == '.')
        return config_reject(reader, "engine.file",
                             "must be a name without '/', which the engine finds in the folder "
                             "that it works in, or by {file} in engine.command");
    return 0;
}

/* The program works in another folder than hone: words that are files from here are files from
 * there. A program's name alone is looked for in PATH. */
static void engine_fix_words(struct external_spec *spec) {
    for (char **word = spec->launch.words; *word; word++) {
        bool named = word == spec->launch.words && !strchr(*word, '/');
        char *path = named ? NULL : realpath(*word, NULL);
        if (!path) continue;
        free(*word);
        *word = path;
    }
}

static int engine_read_file(const struct config_reader *reader, struct tuned *out) {
    const struct config *config = reader->config;
    struct text content = {0};
    struct error why;
    if (engine_check_file(reader)) return -1;
    if (!config->engine.file[0]) return 0;
    int status = settle_text_read(reader, config->engine.template, &content, &why);
    if (status) config_reject(reader, "engine.template", "cannot be used: %s", why.text);
    out->file = xstrdup(config->engine.file);
    out->content = xstrdup(text_get(&content));
    text_free(&content);
    engine_fix_words(&out->spec);
    return status;
}

/* ---- how each parameter gets in ---- */

static bool engine_list_has(char *const *list, const char *name) {
    while (*list && !fill_has(*list, name)) list++;
    return *list != NULL;
}

/* Whether it has a place in what the engine is started with. */
static bool engine_has_place(const struct tuned *tuned, const char *name) {
    return engine_list_has(tuned->spec.launch.words, name) ||
           engine_list_has(tuned->spec.launch.environment, name) ||
           (tuned->content && fill_has(tuned->content, name));
}

static bool engine_names_parameter(const struct parameters *parameters, const char *name) {
    for (int i = 0; i < parameters->count; i++)
        if (strcmp(parameters->list[i].name, name) == 0) return true;
    return false;
}

static int engine_add_parameters(const struct config_reader *reader, struct tuned *out) {
    const struct parameters *parameters = &reader->config->parameters;
    bool said = out->set[0] || out->spec.protocol->set;
    if (out->file && engine_names_parameter(parameters, "file"))
        return config_reject(reader, "parameters",
                             "must have another name than \"file\", which stands for engine.file");
    out->parameters = xcalloc((size_t)parameters->count, sizeof *out->parameters);
    for (; out->count < parameters->count; out->count++) {
        const struct parameter *parameter = &parameters->list[out->count];
        const char *option = parameter->option[0] ? parameter->option : parameter->name;
        bool placed = engine_has_place(out, parameter->name);
        struct error why;
        out->parameters[out->count] =
            (struct tuned_parameter){xstrdup(parameter->name), xstrdup(option), !placed};
        if (placed || said) continue;
        error_set(&why,
                  "has %s, which nothing tells the engine: {%s} must stand in engine.command, in "
                  "env=NAME={%s} of engine.options or in the file of engine.template, or "
                  "engine.set be a line that sets it",
                  parameter->name, parameter->name, parameter->name);
        return config_reject_parameter(reader, parameter->line, why.text);
    }
    return 0;
}

/* The name that has a place in a text; NULL: none has. */
static const char *engine_filled(const struct tuned *tuned, const char *text) {
    if (tuned->file && fill_has(text, "file")) return "file";
    for (int i = 0; i < tuned->count; i++)
        if (fill_has(text, tuned->parameters[i].name)) return tuned->parameters[i].name;
    return NULL;
}

/* Options are the same in all games. */
static int engine_check_options(const struct config_reader *reader, const struct tuned *tuned) {
    for (int i = 0; i < tuned->spec.setting_count; i++) {
        const struct external_setting *setting = &tuned->spec.settings[i];
        const char *name = engine_filled(tuned, setting->value);
        if (name)
            return config_reject(reader, "engine.options",
                                 "has {%s} in option.%s, where it is not filled in; it may stand "
                                 "in engine.command, in env=NAME={%s} and in the file of "
                                 "engine.template",
                                 name, setting->name, name);
    }
    return 0;
}

/* Members of a rule that is off. */
static int engine_check_opinion(const struct config_reader *reader) {
    static const char *const members[][2] = {{"engine.resign.score", "engine.resign.moves"},
                                             {"engine.draw.score", "engine.draw.moves"},
                                             {"engine.draw.from_move", "engine.draw.moves"}};
    const struct opinion_rules *rules = &reader->config->engine.opinion;
    for (size_t i = 0; i < COUNT_OF(members); i++) {
        bool on = i == 0 ? rules->resign_moves > 0 : rules->draw_moves > 0;
        if (!on && settle_key_is_said(reader, config_key_find(members[i][0])))
            return config_reject(reader, members[i][0], "has no effect without %s", members[i][1]);
    }
    return 0;
}

static int engine_check_set(const struct config_reader *reader, const struct tuned *tuned) {
    int said = 0;
    if (!tuned->set[0]) return 0;
    if (!fill_has(tuned->set, "value"))
        return config_reject(reader, "engine.set",
                             "must have {value} in it, as in \"set_param {name} {value}\"");
    for (int i = 0; i < tuned->count; i++) said += tuned->parameters[i].is_said;
    return said ? 0
                : config_reject(reader, "engine.set",
                                "has no effect: all parameters have places in what the engine is "
                                "started with");
}

/* ---- the table ---- */

static void engine_print_value(const void *context, int parameter, int32_t weight,
                               struct text *out) {
    const struct parameters *parameters = context;
    parameter_print(&parameters->list[parameter], weight, out);
}

/* Whatever its players depend on. */
static void engine_print_identity(const struct config *config, const struct config_limit *limit,
                                  const struct tuned *tuned, struct text *out) {
    engine_print_line(config, limit, out);
    text_add(out, "\n%s\n%s\n%s\n%s\n", config->game->name, tuned->set,
             tuned->file ? tuned->file : "", tuned->content ? tuned->content : "");
    config_print_value(config, config_key_find("parameters"), out);
}

static void engine_complete(const struct config *config, struct tuned *tuned) {
    struct parameters *list = xcalloc(1, sizeof *list);
    parameters_copy(&config->parameters, list);
    tuned->print = engine_print_value;
    tuned->context = list;
    tuned->evaluator = (struct evaluator){.game = config->game,
                                          .name = TUNED_NAME,
                                          .layout = "-",
                                          .schema = 1,
                                          .doc = "the parameters of an engine",
                                          .param_count = list->count,
                                          .params = parameters_params(list)};
    tuned_settle(tuned);
}

static void engine_free(struct tuned *tuned) {
    for (int i = 0; i < tuned->count; i++) {
        free(tuned->parameters[i].name);
        free(tuned->parameters[i].option);
    }
    free(tuned->parameters);
    free(tuned->set);
    free(tuned->file);
    free(tuned->content);
    external_spec_free(&tuned->spec);
    free(tuned);
}

static int engine_read(const struct config_reader *reader, const struct engine_asked *asked,
                       struct tuned *out) {
    bool listed = reader->config->parameters.of_engine;
    if (engine_read_spec(reader, asked, &out->spec) || engine_read_file(reader, out)) return -1;
    if (listed && engine_list_parameters(reader, &out->spec)) return -1;
    out->set = xstrdup(reader->config->engine.set);
    if (engine_add_parameters(reader, out) || engine_check_options(reader, out) ||
        engine_check_opinion(reader))
        return -1;
    return engine_check_set(reader, out);
}

static void engine_remark_clock(struct config *config, const struct tuned *tuned) {
    if (!tuned_is_timed(tuned)) return;
    text_add(
        &config->remarks,
        "%s moves by the clock, so this run is not repeatable; by engine.nodes or engine.depth "
        "it may be\n",
        tuned->spec.name);
}

/* The parameter whose name is nearly that, where none is called so; NULL: there is none. */
static const char *engine_near(const struct tuned *tuned, const char *name) {
    const char *near = NULL;
    int most = min_int(2, (int)strlen(name) / 2);
    for (int i = 0; i < tuned->count; i++) {
        int distance = text_distance(name, tuned->parameters[i].name);
        if (distance == 0) return NULL;
        if (!near && distance <= most) near = tuned->parameters[i].name;
    }
    return strcmp(name, "file") == 0 ? NULL : near;
}

/* Braces that look like a place of a value, and are none. */
static void engine_remark_places(struct config *config, const struct tuned *tuned, const char *key,
                                 const char *text) {
    char name[PARAM_NAME_SIZE];
    for (const char *at = text; at && (at = strchr(at, '{')) != NULL; at++) {
        size_t length = strcspn(at + 1, "{}\n");
        if (at[1 + length] != '}' || length >= sizeof name) continue;
        snprintf(name, sizeof name, "%.*s", (int)length, at + 1);
        const char *near = engine_near(tuned, name);
        if (near)
            text_add(&config->remarks, "%s has {%s}, which is no parameter; is {%s} meant?\n", key,
                     name, near);
    }
}

static void engine_remark_misspelt(struct config *config, const struct tuned *tuned) {
    char **words = tuned->spec.launch.words, **variables = tuned->spec.launch.environment;
    for (; words && *words; words++) engine_remark_places(config, tuned, "engine.command", *words);
    for (; variables && *variables; variables++)
        engine_remark_places(config, tuned, "engine.options", *variables);
    engine_remark_places(config, tuned, "engine.template", tuned->content);
}

/* NULL after the message. */
static const struct evaluator *engine_make(const struct config_reader *reader,
                                           const struct engine_asked *asked) {
    struct config *config = reader->config;
    struct tuned *tuned = xcalloc(1, sizeof *tuned);
    struct text identity = {0};
    if (engine_read(reader, asked, tuned)) return engine_free(tuned), NULL;
    engine_print_identity(config, asked->limit, tuned, &identity);
    struct tuned *there = tuned_find(text_get(&identity));
    if (there) {
        engine_free(tuned);
    } else {
        engine_complete(config, tuned);
        tuned_keep(tuned, text_get(&identity));
    }
    text_free(&identity);
    return &(there ? there : tuned)->evaluator;
}

/* The same engine with the limit of verify.also. */
static int engine_resolve_also(const struct config_reader *reader) {
    struct config *config = reader->config;
    const struct engine_asked asked = {"verify.also", &config->verify.also_limit};
    if (limit_read_also(reader, &config->verify.also_limit)) return -1;
    if (config->verify.also[0]) config->verify.also_evaluator = engine_make(reader, &asked);
    return config->verify.also[0] && !config->verify.also_evaluator ? -1 : 0;
}

/* An engine that waits for a core loses by its clock. */
static void engine_limit_threads(struct config *config) {
    int cores = pool_cores();
    if (config->threads <= cores) return;
    text_add(&config->remarks,
             "threads = %d: an engine's games take a core each, so %d at once are played\n",
             config->threads, cores);
    config->threads = cores;
}

int engine_resolve(const struct config_reader *reader) {
    struct config *config = reader->config;
    const struct engine_asked asked = {"engine.command", &config->engine.limit};
    config->evaluator = engine_make(reader, &asked);
    if (!config->evaluator) return -1;
    engine_remark_clock(config, tuned_of(config->evaluator));
    engine_remark_misspelt(config, tuned_of(config->evaluator));
    engine_limit_threads(config);
    return engine_resolve_also(reader);
}

/* ---- what has no effect ---- */

int engine_refuse_idle(const struct config_reader *reader) {
    const struct config *config = reader->config;
    for (const struct config_key *key = config_keys(); key->path; key++) {
        if (!settle_key_is_said(reader, key)) continue;
        if (config_has_engine(config) && config_key_is_idle_for_engines(key))
            return config_reject(reader, key->path,
                                 "has no effect where `engine` plays: how it moves is said there");
        if (!config_has_engine(config) && config_key_is_for_engines(key))
            return config_reject(reader, key->path,
                                 "belongs to engine.command and has no effect here");
    }
    if (config->parameters.of_engine && !config_has_engine(config))
        return config_reject(reader, "parameters",
                             "is \"engine\", and engine.command, which starts it, is missing");
    if (config_has_engine(config) && config->parameters.count == 0 && !config->parameters.of_engine)
        return config_reject(reader, "engine.command",
                             "needs `parameters`, a list of what is tuned: ({name = \"x\"; min = "
                             "0; max = 100;}), or \"engine\", all that it lists itself");
    return 0;
}
