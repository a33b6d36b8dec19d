/*
 * From a config to a run: defaults, file and --sets go through libconfig into struct config, each
 * value as the table of config_keys says. settle_run and settle_study complete and check the whole.
 */
#include "tuner/config/config.h"

#include <inttypes.h>
#include <libconfig.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/near_name.h"
#include "engine/base/textfile.h"
#include "tuner/config/keys.h"
#include "tuner/config/print.h"
#include "tuner/config/read_parameters.h"
#include "tuner/config/read_rules.h"
#include "tuner/config/reader.h"
#include "tuner/config/settle.h"

/* ---- reading one value ---- */

static void *config_target_of(const struct config_reader *reader, const struct config_key *key) {
    size_t manner = config_key_of_manner(key) ? (size_t)reader->manner : 0;
    return (char *)config_key_field(reader->config, key) + manner * sizeof(struct manner);
}

/* "1e3" is no whole number to libconfig, so it is shown as 1000.0, not as 1000. */
static void config_describe_real(double value, char out[64]) {
    bool whole = fabs(value) < 1e15 && value == floor(value);
    snprintf(out, 64, whole ? "%.1f" : "%.10g", value);
}

/* As it stands in the file, as far as it is one value. */
static void config_describe(const config_setting_t *setting, char out[64]) {
    int type = config_setting_type(setting);
    if (type == CONFIG_TYPE_STRING)
        snprintf(out, 64, "\"%.50s\"", config_setting_get_string(setting));
    else if (type == CONFIG_TYPE_BOOL)
        snprintf(out, 64, "%s", config_setting_get_bool(setting) ? "true" : "false");
    else if (type == CONFIG_TYPE_FLOAT)
        config_describe_real(config_setting_get_float(setting), out);
    else if (config_setting_is_number(setting))
        snprintf(out, 64, "%lld", config_setting_get_int64(setting));
    else
        snprintf(out, 64, "%s", type == CONFIG_TYPE_GROUP ? "a section" : "a list");
}

/* Rejects a value of another kind. */
static int config_reject_kind(const struct config_reader *reader, const struct config_key *key,
                              const config_setting_t *setting) {
    char found[64];
    config_describe(setting, found);
    return config_reject_value(reader, key, found);
}

/* libconfig cuts a number of more than 64 bits to the last one of them. */
static void config_describe_whole(int64_t value, char out[32]) {
    if (value == INT64_MAX || value == INT64_MIN)
        snprintf(out, 32, "one so %s", value > 0 ? "large" : "small");
    else
        snprintf(out, 32, "%" PRId64, value);
}

static int config_whole_read(const struct config_reader *reader, const struct config_key *key,
                             const config_setting_t *setting) {
    int type = config_setting_type(setting);
    if (type != CONFIG_TYPE_INT && type != CONFIG_TYPE_INT64)
        return config_reject_kind(reader, key, setting);
    int64_t value = config_setting_get_int64(setting);
    char found[32];
    config_describe_whole(value, found);
    if (!((double)value >= key->lower && (double)value <= key->upper))
        return config_reject_value(reader, key, found);
    int small = (int)value;
    memcpy(config_target_of(reader, key), key->kind == KIND_INT ? (void *)&small : (void *)&value,
           key->size);
    return 0;
}

static int config_real_read(const struct config_reader *reader, const struct config_key *key,
                            const config_setting_t *setting) {
    if (!config_setting_is_number(setting)) return config_reject_kind(reader, key, setting);
    double value = config_setting_type(setting) == CONFIG_TYPE_FLOAT
                       ? config_setting_get_float(setting)
                       : (double)config_setting_get_int64(setting);
    char found[32];
    snprintf(found, sizeof found, "%g", value);
    if (!(value >= key->lower && value <= key->upper))
        return config_reject_value(reader, key, found);
    memcpy(config_target_of(reader, key), &value, sizeof value);
    return 0;
}

static int config_bool_read(const struct config_reader *reader, const struct config_key *key,
                            const config_setting_t *setting) {
    if (config_setting_type(setting) != CONFIG_TYPE_BOOL)
        return config_reject_kind(reader, key, setting);
    bool value = config_setting_get_bool(setting);
    memcpy(config_target_of(reader, key), &value, sizeof value);
    return 0;
}

/* A text that fits into `size` bytes and one line; NULL after saying what is wrong. */
static const char *config_line_read(const struct config_reader *reader,
                                    const struct config_key *key, const config_setting_t *setting,
                                    size_t size) {
    if (config_setting_type(setting) != CONFIG_TYPE_STRING) {
        config_reject_kind(reader, key, setting);
        return NULL;
    }
    const char *value = config_setting_get_string(setting);
    for (const char *c = value; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127) {
            config_reject(reader, key->path, "must be one line without control characters");
            return NULL;
        }
    if (strcmp(key->path, "evaluator.name") == 0 && external_is_spec(value)) {
        config_reject(reader, key->path, "is a program. " REJECT_OWN_ENGINE, value);
        return NULL;
    }
    if (strlen(value) >= size) {
        config_reject(reader, key->path, "must have at most %zu characters", size - 1);
        return NULL;
    }
    return value;
}

static int config_text_read(const struct config_reader *reader, const struct config_key *key,
                            const config_setting_t *setting) {
    const char *value = config_line_read(reader, key, setting, key->size);
    if (!value) return -1;
    memcpy(config_target_of(reader, key), value, strlen(value) + 1);
    return 0;
}

static int config_choice_read(const struct config_reader *reader, const struct config_key *key,
                              const config_setting_t *setting) {
    if (config_setting_type(setting) != CONFIG_TYPE_STRING)
        return config_reject_kind(reader, key, setting);
    const char *value = config_setting_get_string(setting);
    for (int i = 0; key->choices[i]; i++)
        if (strcmp(key->choices[i], value) == 0) {
            memcpy(config_target_of(reader, key), &i, key->size);
            return 0;
        }
    char found[64];
    snprintf(found, sizeof found, "\"%.60s\"", value);
    return config_reject_value(reader, key, found);
}

static void config_files_free(struct config_files *files) {
    for (int i = 0; i < files->count; i++) free(files->paths[i]);
    files->count = 0;
}

static int config_file_add(const struct config_reader *reader, const struct config_key *key,
                           const config_setting_t *setting) {
    struct config_files *files = config_target_of(reader, key);
    const char *path = config_line_read(reader, key, setting, 512);
    if (!path) return -1;
    if (files->count == CONFIG_FILES_MAX)
        return config_reject(reader, key->path, "must name at most %d files", CONFIG_FILES_MAX);
    for (int i = 0; i < files->count; i++)
        if (strcmp(files->paths[i], path) == 0)
            return config_reject(reader, key->path, "names \"%.100s\" twice; once is enough", path);
    files->paths[files->count++] = xstrdup(path);
    return 0;
}

/* A list of files, or the text of a single one. */
static int config_files_read(const struct config_reader *reader, const struct config_key *key,
                             const config_setting_t *setting) {
    int type = config_setting_type(setting);
    config_files_free(config_target_of(reader, key));
    if (type == CONFIG_TYPE_STRING) return config_file_add(reader, key, setting);
    if (type != CONFIG_TYPE_ARRAY && type != CONFIG_TYPE_LIST)
        return config_reject_kind(reader, key, setting);
    for (int i = 0; i < config_setting_length(setting); i++) {
        const config_setting_t *element = config_setting_get_elem(setting, (unsigned)i);
        if (config_setting_type(element) != CONFIG_TYPE_STRING)
            return config_reject_value(reader, key, "");
        if (config_file_add(reader, key, element)) return -1;
    }
    return 0;
}

static int config_numbers_read(const struct config_reader *reader, const struct config_key *key,
                               const config_setting_t *setting) {
    struct config_numbers *numbers = config_target_of(reader, key);
    int type = config_setting_type(setting), count = config_setting_length(setting);
    if (type != CONFIG_TYPE_ARRAY && type != CONFIG_TYPE_LIST)
        return config_reject_kind(reader, key, setting);
    if (count > CONFIG_NUMBERS_MAX) return config_reject_value(reader, key, "");
    *numbers = (struct config_numbers){0};
    for (int i = 0; i < count; i++) {
        int64_t value = config_setting_get_int64_elem(setting, i);
        int last = i ? numbers->list[i - 1] : (int)key->lower - 1;
        if (config_setting_type(config_setting_get_elem(setting, (unsigned)i)) != CONFIG_TYPE_INT ||
            value <= last || (double)value > key->upper)
            return config_reject_value(reader, key, "");
        numbers->list[numbers->count++] = (int)value;
    }
    return 0;
}

static int config_rules_read(const struct config_reader *reader, const struct config_key *key,
                             const config_setting_t *setting) {
    if (config_setting_type(setting) != CONFIG_TYPE_LIST)
        return config_reject_kind(reader, key, setting);
    return config_rule_list_read(reader, key, setting);
}

/* ---- manners of play ---- */

static int config_section_read(struct config_reader *reader, const config_setting_t *section,
                               const char *prefix);

/* Members that are not given have their usual values, which are 0. */
static int config_manners_read(const struct config_reader *reader, const struct config_key *key,
                               const config_setting_t *setting) {
    struct manners *manners = config_target_of(reader, key);
    int count = config_setting_is_list(setting) ? config_setting_length(setting) : 0;
    if (count < 1 || count > MANNERS_MAX) return config_reject_value(reader, key, "");
    *manners = (struct manners){.count = count};
    for (int i = 0; i < count; i++) {
        const config_setting_t *manner = config_setting_get_elem(setting, (unsigned)i);
        struct config_reader at = *reader;
        at.manner = i;
        manners->list[i].share = 1;
        if (!config_setting_is_group(manner)) return config_reject_value(reader, key, "");
        if (config_section_read(&at, manner, "player.")) return -1;
    }
    return 0;
}

/* ---- any value ---- */

static int config_value_read(const struct config_reader *reader, const struct config_key *key,
                             const config_setting_t *setting) {
    static int (*const reads[])(const struct config_reader *, const struct config_key *,
                                const config_setting_t *) = {
        [KIND_INT] = config_whole_read,
        [KIND_INT64] = config_whole_read,
        [KIND_REAL] = config_real_read,
        [KIND_BOOL] = config_bool_read,
        [KIND_TEXT] = config_text_read,
        [KIND_CHOICE] = config_choice_read,
        [KIND_FILES] = config_files_read,
        [KIND_RULES] = config_rules_read,
        [KIND_MANNERS] = config_manners_read,
        [KIND_NUMBERS] = config_numbers_read,
        [KIND_PARAMETERS] = config_parameters_read,
    };
    return reads[key->kind](reader, key, setting);
}

/* ---- giving libconfig a text ---- */

/* Initialises the library and gives it the text, its last line ended: libconfig reads no comment
 * without an end, and would leak. One file is the whole run, so includes are refused. 0, or -1 and
 * the fault. */
static int config_library_read(config_t *library, const char *text, struct config_fault *fault) {
    struct text widened = {0};
    const char *include = strstr(text, "@include"), *endless = config_widen(text, &widened);
    int status = -1;
    config_init(library);
    text_add(&widened, "\n");
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) {
        *fault =
            config_fault_at(text, text, "begins with a byte order mark; save it as UTF-8 without");
    } else if (include) {
        *fault =
            config_fault_at(text, include, "@include is not possible; write all settings here");
    } else if (endless) {
        *fault = config_fault_at(text, endless, "a text or comment begins here that does not end");
    } else if (config_read_string(library, text_get(&widened))) {
        status = 0;
    } else {
        *fault = config_fault_explain(text, config_error_line(library), config_error_text(library));
    }
    text_free(&widened);
    return status;
}

/* ---- reading the file, the defaults and the --sets ---- */

/* Reads a key or section of the section with that path, which ends in its dot. */
static int config_member_read(struct config_reader *reader, const config_setting_t *member,
                              const char *prefix) {
    int line = (int)config_setting_source_line(member);
    char path[128];
    snprintf(path, sizeof path, "%s%.60s", prefix, config_setting_name(member));
    const struct config_key *key = config_key_find(path);
    bool group = config_setting_is_group(member);
    if (key && !(group && config_is_section(path))) {
        reader->lines[key - config_keys()] = line;
        if (reader->manner > 0 && !config_key_of_manner(key))
            return config_reject(reader, path, "is the same for all: it stands in the first");
        return config_value_read(reader, key, member);
    }
    if (!config_is_section(path)) return config_reject_unknown(reader, line, path);
    if (!group) return config_reject_section(reader, line, path);
    strcat(path, ".");
    return config_section_read(reader, member, path);
}

static int config_section_read(struct config_reader *reader, const config_setting_t *section,
                               const char *prefix) {
    for (int i = 0; i < config_setting_length(section); i++)
        if (config_member_read(reader, config_setting_get_elem(section, (unsigned)i), prefix))
            return -1;
    return 0;
}

static int config_text_parse(struct config_reader *reader, const char *text) {
    config_t library;
    struct config_fault fault;
    int status = config_library_read(&library, text, &fault);
    if (status)
        error_set(reader->error, "%s:%d: %s", reader->path, fault.line, fault.text);
    else
        status = config_section_read(reader, config_root_setting(&library), "");
    config_destroy(&library);
    return status;
}

/* "value = …" of a value given alone. What is a text may stand without its quotes. */
static void config_value_complete(const struct config_key *key, const char *value,
                                  struct text *out) {
    bool textual = key->kind == KIND_TEXT || key->kind == KIND_CHOICE || key->kind == KIND_FILES;
    text_add(out, "value = ");
    if (textual && (*value == '\0' || !strchr("\"[(", *value)))
        config_print_quoted(value, out);
    else
        text_add(out, "%s", value);
}

static int config_value_parse(const struct config_reader *reader, const struct config_key *key,
                              const char *value) {
    struct text text = {0};
    struct config_fault fault;
    config_t library;
    config_value_complete(key, value, &text);
    int status = config_library_read(&library, text_get(&text), &fault);
    const config_setting_t *root = config_root_setting(&library);
    if (status || config_setting_length(root) != 1)
        status = config_reject_value(reader, key, "");
    else
        status = config_value_read(reader, key, config_setting_get_elem(root, 0));
    config_destroy(&library);
    text_free(&text);
    return status;
}

/* All defaults as one text, a line for each key, so that the library is begun but once. */
static void config_defaults_print(const struct config_reader *reader, struct text *out) {
    for (int i = 0; config_keys()[i].path; i++) {
        const struct config_key *key = &config_keys()[i];
        const char *initial = reader->stored ? config_key_earlier(key) : key->initial;
        text_add(out, "key%d = %s;\n", i, initial ? initial : "\"\"");
    }
}

static void config_defaults_read(const struct config_reader *reader) {
    struct text text = {0};
    struct config_fault fault;
    config_t library;
    config_defaults_print(reader, &text);
    if (config_library_read(&library, text_get(&text), &fault))
        die("%d: %s", fault.line, fault.text);
    const config_setting_t *root = config_root_setting(&library);
    unsigned count = 0;
    for (const struct config_key *key = config_keys(); key->path; key++)
        if (config_value_read(reader, key, config_setting_get_elem(root, count++)))
            die("default of %s", reader->error ? reader->error->text : key->path);
    config_destroy(&library);
    text_free(&text);
}

static int config_set_read(struct config_reader *reader, const char *set) {
    const char *equals = strchr(set, '=');
    if (!equals)
        return error_set(reader->error, "--set %.120s: must be KEY=VALUE, as in seed=2", set);
    char path[128];
    snprintf(path, sizeof path, "%.*s", min_int(100, (int)(equals - set)), set);
    reader->set = set;
    const struct config_key *key = config_key_find(path);
    if (!key && config_is_section(path)) return config_reject_section(reader, 0, path);
    if (!key) return config_reject_unknown(reader, 0, path);
    reader->sets[key - config_keys()] = set;
    if (config_key_of_manner(key) && reader->config->player.manners.count > 1)
        return config_reject(reader, path,
                             "has several values, in a list: --set \"player=({share = "
                             "0.7;}, {share = 0.3; depth = 2;})\" gives a new one");
    return config_value_parse(reader, key, equals + 1);
}

static int config_required_check(const struct config_reader *reader) {
    const struct config_key *keys = config_keys();
    bool engine = config_has_engine(reader->config) || reader->config->parameters.of_engine;
    for (int i = 0; keys[i].path && !config_is_study(reader->config); i++)
        if (!keys[i].initial && !reader->lines[i] && !reader->sets[i] &&
            !(engine && config_key_is_idle_for_engines(&keys[i])))
            return error_set(reader->error, "%s: %s is missing: %s", reader->path, keys[i].path,
                             keys[i].doc);
    return 0;
}

/* ---- the module's functions ---- */

static int config_read_all(struct config_reader *reader, const char *text, const char *const *sets,
                           int set_count) {
    enum { LONGEST = 1 << 20 };
    *reader->config = (struct config){0};
    optimizer_options_init(&reader->config->optimizer);
    if (strlen(text) > LONGEST)
        return error_set(reader->error, "%s: is longer than 1 MiB, so it is not a config",
                         reader->path);
    config_defaults_read(reader);
    if (config_text_parse(reader, text)) return -1;
    for (int i = 0; i < set_count; i++)
        if (config_set_read(reader, sets[i])) return -1;
    if (config_required_check(reader)) return -1;
    return config_is_study(reader->config) ? settle_study(reader) : settle_run(reader);
}

int config_parse(const char *path, const char *text, const char *const *sets, int set_count,
                 struct config *out, struct error *error) {
    struct config_reader reader = {.path = path, .config = out, .error = error};
    return config_read_all(&reader, text, sets, set_count);
}

int config_parse_stored(const char *path, const char *text, const struct config_contents *contents,
                        const char *const *sets, int set_count, struct config *out,
                        struct error *error) {
    static const struct config_contents none;
    struct config_reader reader = {
        .path = path, .config = out, .error = error, .stored = contents ? contents : &none};
    int status = config_read_all(&reader, text, sets, set_count);
    for (int i = 0; i < reader.stored->count; i++)
        config_contents_add(&out->contents, reader.stored->paths[i], reader.stored->texts[i]);
    return status;
}

/* A program in place of a config: the user wants to tune an engine. */
static int config_refuse_program(const struct config_reader *reader, const char *line) {
    return error_set(reader->error, "%s: is a program, not a config. " REJECT_OWN_ENGINE,
                     reader->path, line);
}

static int config_refuse_weights(const struct config_reader *reader) {
    return error_set(
        reader->error,
        "%s: is a weight file, not a config; a config begins with it by optimizer.init "
        "= \"around\" and optimizer.init_weights = [\"%s\"]",
        reader->path, reader->path);
}

static int config_file_read(struct config_reader *reader, const char *const *sets, int set_count) {
    struct text text = {0}, line = {0};
    *reader->config = (struct config){0};
    if (external_is_spec(reader->path)) return config_refuse_program(reader, reader->path);
    if (file_is_program(reader->path)) {
        text_add(&line, "cmd:%s;protocol=gtp", reader->path);
        config_refuse_program(reader, text_get(&line));
        text_free(&line);
        return -1;
    }
    int status = textfile_read(reader->path, reader->path, &text, reader->error);
    if (status) near_name_add(reader->path, (const char *const[]){"config/", NULL}, reader->error);
    if (status == 0 && textfile_is_named(reader->path, ".weights"))
        status = config_refuse_weights(reader);
    else if (status == 0)
        status = config_read_all(reader, text_get(&text), sets, set_count);
    text_free(&text);
    return status;
}

int config_load(const char *path, const char *const *sets, int set_count, struct config *out,
                struct error *error) {
    struct config_reader reader = {.path = path, .config = out, .error = error};
    return config_file_read(&reader, sets, set_count);
}

int config_load_kinds(const char *path, const char *const *sets, int set_count, struct config *out,
                      struct error *error) {
    struct config_reader reader = {.path = path, .config = out, .error = error, .kinds = true};
    return config_file_read(&reader, sets, set_count);
}

const struct manners *config_manners(const struct config *config, enum stage stage) {
    return stage == STAGE_DEPTH ? &config->verify.depth_manners : &config->player.manners;
}

const struct evaluator *config_evaluator(const struct config *config, enum stage stage) {
    bool other = stage == STAGE_LIMIT && config->verify.also_evaluator;
    return other ? config->verify.also_evaluator : config->evaluator;
}

int config_plies_max(const struct config *config) {
    return config->player.plies_max ? config->player.plies_max : config->game->plies_max;
}

static void yardstick_free(struct yardstick *yardstick) {
    weights_free(&yardstick->weights);
    external_spec_free(&yardstick->external);
}

void config_free(struct config *config) {
    config_files_free(&config->given.plugins);
    config_files_free(&config->given.openings);
    collection_free(config->openings.collection);
    config_files_free(&config->given.initial);
    config_files_free(&config->given.data);
    config_files_free(&config->data);
    config_files_free(&config->given.fitness_yardsticks);
    config_files_free(&config->given.verify_yardsticks);
    config_rules_free(&config->given.params);
    parameters_free(&config->parameters);
    space_free(&config->space);
    for (int i = 0; i < config->fitness.yardstick_count; i++)
        yardstick_free(&config->fitness.yardsticks[i]);
    for (int i = 0; i < config->verify.yardstick_count; i++)
        yardstick_free(&config->verify.yardsticks[i]);
    free(config->initial);
    free(config->reach);
    free(config->rates);
    config_contents_free(&config->contents);
    text_free(&config->remarks);
    optimizer_options_free(&config->optimizer);
    *config = (struct config){0};
}
