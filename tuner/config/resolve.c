/*
 * From names to their values, in the order in which they need each other.
 */
#include "tuner/config/settle.h"
#include "tuner/config/versions.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/textfile.h"
#include "engine/games/games.h"
#include "engine/plugin/library.h"
#include "tuner/config/engine.h"
#include "tuner/openings/openings.h"
#include "tuner/optimize/learner.h"

/* The default directory has the file's name, unless `name` was given beside it: a copy of a config
 * keeps the name, and must not continue the original's run. */
static void settle_output(const struct config_reader *reader, const char *file) {
    struct config *config = reader->config;
    bool told = reader->stored || reader->sets[config_key_find("name") - config_keys()];
    const char *name = told || !file[0] || file[0] == '.' ? config->name : file;
    snprintf(config->output, sizeof config->output, "results/%s", name);
    if (strcmp(name, config->name) != 0)
        text_add(
            &config->remarks,
            "%s: its run is called \"%s\" by `name`, and goes into %s, as the file is called\n",
            reader->path, config->name, config->output);
}

int settle_name_resolve(const struct config_reader *reader) {
    struct config *config = reader->config;
    const char *slash = strrchr(reader->path, '/'), *base = slash ? slash + 1 : reader->path;
    size_t length = strlen(base);
    char file[sizeof config->name];
    if (textfile_is_named(base, ".cfg")) length -= strlen(".cfg");
    snprintf(file, sizeof file, "%.*s", min_int((int)length, 63), base);
    text_make_harmless(file, "");
    if (!config->name[0]) snprintf(config->name, sizeof config->name, "%s", file);
    if (!config->name[0] || config->name[0] == '.' || strchr(config->name, '/'))
        return config_reject(reader, "name",
                             "must be usable as a directory's name, not empty, without '/' and "
                             "beginning with another character than '.'");
    if (!config->output[0]) settle_output(reader, file);
    return 0;
}

static int settle_game_resolve(const struct config_reader *reader) {
    struct config *config = reader->config;
    struct error why;
    config->game = games_find(config->given.game, &why);
    if (!config->game) return config_reject(reader, "game", "cannot be used: %s", why.text);
    memcpy(config->given.game, config->game->name, sizeof config->given.game);
    return 0;
}

static int settle_evaluator_resolve(const struct config_reader *reader) {
    struct config *config = reader->config;
    const char *name = config->given.evaluator, *layout = config->given.layout;
    struct error why;
    config->evaluator = games_evaluator(config->game, name, NULL, &why);
    if (!config->evaluator)
        return config_reject(reader, "evaluator.name", "cannot be used: %s", why.text);
    if (layout[0]) config->evaluator = games_evaluator(config->game, name, layout, &why);
    if (!config->evaluator)
        return config_reject(reader, "evaluator.layout", "cannot be used: %s", why.text);
    memcpy(config->given.layout, config->evaluator->layout, sizeof config->given.layout);
    return 0;
}

int settle_optimizer_resolve(const struct config_reader *reader) {
    struct config *config = reader->config;
    struct error why;
    config->optimizer.kind = optimizer_find(config->given.optimizer, &why);
    if (!config->optimizer.kind)
        return config_reject(reader, "optimizer.name", "cannot be used: %s", why.text);
    return 0;
}

/* Rejects a weight file that cannot be loaded. If it is missing, the message gives the absolute
 * path: a config that was copied has left its files behind. */
static int settle_reject_weights(const struct config_reader *reader, const char *key,
                                 const char *path, const struct error *why) {
    if (path[0] == '/' || access(path, F_OK) == 0)
        return config_reject(reader, key, "cannot be used: %s", why->text);
    char here[4096];
    return config_reject(reader, key,
                         "cannot be used: there is no %s/%s; weight files are looked up beside the "
                         "config file",
                         getcwd(here, sizeof here) ? here : ".", path);
}

/* The path from here of a file that is named as seen from the config. */
static void settle_path(const struct config_reader *reader, const char *file, struct text *out) {
    const char *slash = strrchr(reader->path, '/');
    int directory = slash && file[0] != '/' ? (int)(slash + 1 - reader->path) : 0;
    text_add(out, "%.*s%s", directory, reader->path, file);
}

/* From the disk; the content is remembered. */
static int settle_weights_load(const struct config_reader *reader, const char *key,
                               const char *file, struct weights *out) {
    struct text path = {0}, content = {0};
    struct error why;
    settle_path(reader, file, &path);
    int status = weights_load(text_get(&path), out, &why);
    if (status)
        settle_reject_weights(reader, key, text_get(&path), &why);
    else
        weights_print(out, WEIGHTS_NATIVE, &content);
    if (status == 0) config_contents_add(&reader->config->contents, file, text_get(&content));
    text_free(&content);
    text_free(&path);
    return status;
}

/* The run's stored text of a file that the config names; NULL: none. */
static const char *settle_stored_text(const struct config_reader *reader, const char *file) {
    for (int i = 0; reader->stored && i < reader->stored->count; i++)
        if (strcmp(reader->stored->paths[i], file) == 0) return reader->stored->texts[i];
    return NULL;
}

static int settle_weights_stored(const struct config_reader *reader, const char *key,
                                 const char *file, struct weights *out) {
    struct error why;
    const char *text = settle_stored_text(reader, file);
    if (text && weights_parse(file, text, out, &why) == 0) return 0;
    if (text) return config_reject(reader, key, "cannot be used: %s", why.text);
    return config_reject(reader, key,
                         "names \"%.100s\", which the run's database does not hold: earlier "
                         "versions kept no weight files there; the config is needed",
                         file);
}

int settle_weights_resolve(const struct config_reader *reader, const char *key, const char *file,
                           struct weights *out) {
    if (reader->stored ? settle_weights_stored(reader, key, file, out)
                       : settle_weights_load(reader, key, file, out))
        return -1;
    const struct game *game = reader->config->game;
    if (out->evaluator->game == game) return 0;
    config_reject(reader, key, "must name weights of %s; those in \"%.100s\" are of %s", game->name,
                  file, out->evaluator->game->name);
    weights_free(out);
    return -1;
}

int settle_engine_check(const struct config_reader *reader, const char *key,
                        const struct external_spec *spec) {
    const struct config *config = reader->config;
    const struct external_protocol *protocol = spec->protocol;
    if (!protocol->plays(config->game))
        return config_reject(reader, key, "cannot have %s: protocol %s is for %s, not for %s",
                             spec->name, protocol->name, protocol->games, config->game->name);
    struct collection *collection = config->openings.collection;
    if (!protocol->knows_openings && (collection || config->openings.plies_max > 0))
        return config_reject(reader, key,
                             "cannot have %s: protocol %s begins at the start, so "
                             "openings.plies_max must be 0, without openings.file",
                             spec->name, protocol->name);
    if (!protocol->knows_positions &&
        !openings_have_lines(&(struct opening_source){.collection = collection}))
        return config_reject(reader, key,
                             "cannot have %s: engines of protocol %s are told moves, and "
                             "openings.file has positions",
                             spec->name, protocol->name);
    return 0;
}

static int settle_engine_resolve(const struct config_reader *reader, const char *key,
                                 const char *line, struct yardstick *out) {
    struct error why;
    *out = (struct yardstick){.line = line};
    int status = external_parse(line, &out->external, &why);
    if (status)
        config_reject(reader, key, "cannot be used: %s", why.text);
    else
        status = settle_engine_check(reader, key, &out->external);
    snprintf(out->weights.provenance.name, sizeof out->weights.provenance.name, "%s",
             out->external.name);
    if (status) external_spec_free(&out->external);
    return status;
}

static int settle_yardsticks_resolve(const struct config_reader *reader, const char *key,
                                     const struct config_files *files, struct yardstick *out,
                                     int *count) {
    for (; *count < files->count; ++*count) {
        const char *line = files->paths[*count];
        if (external_is_spec(line)
                ? settle_engine_resolve(reader, key, line, &out[*count])
                : settle_weights_resolve(reader, key, line, &out[*count].weights))
            return -1;
    }
    return 0;
}

/* A file that may be too large to be stored: its absolute path, which the database has behind the
 * checksum. */
static void settle_data_path(const struct config_reader *reader, const char *file,
                             struct text *out) {
    char directory[PATH_MAX];
    const char *stored = settle_stored_text(reader, file),
               *blank = stored ? strchr(stored, ' ') : NULL;
    if (blank) {
        text_add(out, "%s", blank + 1);
        return;
    }
    bool relative = file[0] != '/' && reader->path[0] != '/';
    if (relative && getcwd(directory, sizeof directory)) text_add(out, "%s/", directory);
    settle_path(reader, file, out);
}

/* Named as one finds it from here, not as the database will. */
static int settle_reject_data(const struct config_reader *reader, const char *file) {
    struct text path = {0};
    settle_path(reader, file, &path);
    config_reject(reader, "optimizer.data", "cannot be used: there is no %s to read",
                  text_get(&path));
    text_free(&path);
    return -1;
}

static int settle_data_resolve(const struct config_reader *reader) {
    struct config *config = reader->config;
    const struct config_files *files = &config->given.data;
    if (files->count > 0 && config->optimizer.kind != &fit_kind)
        return config_reject(reader, "optimizer.data",
                             "belongs to optimizer.name = \"fit\" and has no effect here");
    for (int i = 0; i < files->count; i++) {
        struct text path = {0};
        settle_data_path(reader, files->paths[i], &path);
        config->data.paths[config->data.count++] = path.data;
        if (!reader->stored && access(path.data, R_OK) != 0)
            return settle_reject_data(reader, files->paths[i]);
    }
    return 0;
}

int settle_text_read(const struct config_reader *reader, const char *file, struct text *out,
                     struct error *why) {
    struct text path = {0};
    const char *stored = settle_stored_text(reader, file);
    if (stored) return text_add(out, "%s", stored), 0;
    if (reader->stored) return error_set(why, "the run's database does not hold %s", file);
    settle_path(reader, file, &path);
    int status = textfile_read(text_get(&path), file, out, why);
    text_free(&path);
    if (status == 0) config_contents_add(&reader->config->contents, file, text_get(out));
    return status;
}

/* Of a run that is stored, its own text of the file; else that on the disk, which is remembered. */
static int settle_openings_read(const struct config_reader *reader, const char *file,
                                struct text *out, struct error *why) {
    const char *stored = settle_stored_text(reader, file);
    if (stored) {
        text_add_bytes(out, stored, strlen(stored));
        return 0;
    }
    if (reader->stored) return error_set(why, "the run's database does not hold %s", file);
    struct text path = {0};
    settle_path(reader, file, &path);
    int status = collection_file_read(reader->config->game, text_get(&path), file, out, why);
    text_free(&path);
    if (status == 0) config_contents_add(&reader->config->contents, file, text_get(out));
    return status;
}

static int settle_openings_resolve(const struct config_reader *reader) {
    struct config *config = reader->config;
    const struct config_files *files = &config->given.openings;
    if (files->count == 0) return 0;
    struct collection *collection = collection_new(config->game);
    config->openings.collection = collection;
    int status = 0;
    for (int i = 0; status == 0 && i < files->count; i++) {
        struct text text = {0};
        struct error why;
        status = settle_openings_read(reader, files->paths[i], &text, &why);
        if (status == 0)
            status = collection_add(collection, files->paths[i], text_get(&text),
                                    config->openings.file_plies, &why);
        if (status) config_reject(reader, "openings.file", "cannot be used: %s", why.text);
        text_free(&text);
    }
    collection_settle(collection);
    return status;
}

/* Is kept, or compared with the one of a run that is stored. */
static void settle_plugin_version(const struct config_reader *reader, const struct library *library,
                                  const char *file) {
    struct config *config = reader->config;
    const char *stored = settle_stored_text(reader, file);
    struct text text = {0};
    if (!stored) {
        versions_add_line(library->checksum, 0, &text);
        config_contents_add(&config->contents, file, text_get(&text));
    } else if (!versions_same(library->checksum, stored)) {
        text_add(&text, "plug-in %s", library->file);
        versions_remark(text_get(&text), library->checksum, stored, &config->remarks);
        text_add(&config->remarks, "\n");
    }
    text_free(&text);
}

/* From a config, what it names is loaded. A run's database names code of earlier days: that must be
 * loaded already, because the user named it. */
static int settle_plugin_resolve(const struct config_reader *reader, const char *file) {
    struct config *config = reader->config;
    struct text path = {0};
    struct error why;
    settle_path(reader, file, &path);
    const struct library *library =
        reader->stored ? library_find(file) : library_load(text_get(&path), &why);
    text_free(&path);
    if (!library && reader->stored) config->missing_plugin = file;
    if (!library && reader->stored)
        return config_reject(
            reader, "plugin",
            "is %.100s, which this run needs; hone loads code only when you name it: "
            "--plugin %.100s",
            file, file);
    if (!library) return config_reject(reader, "plugin", "cannot be used: %s", why.text);
    settle_plugin_version(reader, library, file);
    return 0;
}

static int settle_plugins_resolve(const struct config_reader *reader) {
    const struct config_files *files = &reader->config->given.plugins;
    for (int i = 0; i < files->count; i++)
        if (settle_plugin_resolve(reader, files->paths[i])) return -1;
    return 0;
}

int settle_names_resolve(const struct config_reader *reader) {
    const struct config *config = reader->config;
    if (settle_name_resolve(reader) || settle_plugins_resolve(reader) ||
        settle_game_resolve(reader))
        return -1;
    if (!config_has_engine(config) && settle_evaluator_resolve(reader)) return -1;
    if (settle_openings_resolve(reader) || (config_has_engine(config) && engine_resolve(reader)))
        return -1;
    return settle_optimizer_resolve(reader);
}

int settle_files_resolve(const struct config_reader *reader) {
    struct config *config = reader->config;
    if (settle_data_resolve(reader)) return -1;
    if (settle_yardsticks_resolve(reader, "fitness.yardsticks", &config->given.fitness_yardsticks,
                                  config->fitness.yardsticks, &config->fitness.yardstick_count))
        return -1;
    return settle_yardsticks_resolve(reader, "verify.yardsticks", &config->given.verify_yardsticks,
                                     config->verify.yardsticks, &config->verify.yardstick_count);
}
