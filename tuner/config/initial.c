/*
 * A run's first vectors: those of the weight files, or the evaluator's own, under the rules for
 * parameters. The first one gives the frozen values.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/files/convert.h"
#include "tuner/config/reach.h"
#include "tuner/config/settle.h"

/* Whole vectors, one after the other. */
struct initial_vectors {
    int count, dim;
    int32_t *weights;
};

static int32_t *initial_vector(const struct initial_vectors *vectors, int i) {
    return vectors->weights + (size_t)i * (size_t)vectors->dim;
}

/* Weights of another layout or evaluator are converted, and the user is told. */
static int initial_convert(const struct config_reader *reader, const char *file,
                           struct weights *weights) {
    struct config *config = reader->config;
    struct weights converted;
    struct conversion conversion;
    struct error why;
    if (weights->evaluator == config->evaluator) return 0;
    if (weights_convert(weights, config->evaluator, &converted, &conversion, &why))
        return config_reject(reader, "optimizer.init_weights", "cannot take \"%.100s\": %s", file,
                             why.text);
    text_add(&config->remarks, "%.100s: ", file);
    conversion_describe(&conversion, weights->evaluator, config->evaluator, &config->remarks);
    text_add(&config->remarks, "\n");
    weights_free(weights);
    *weights = converted;
    return 0;
}

static int initial_load(const struct config_reader *reader, const char *file, int32_t *out) {
    struct weights weights;
    if (external_is_spec(file))
        return config_reject(reader, "optimizer.init_weights",
                             "has a program, which has no weights. " REJECT_OWN_ENGINE, file);
    if (settle_weights_resolve(reader, "optimizer.init_weights", file, &weights)) return -1;
    int status = initial_convert(reader, file, &weights);
    if (status == 0)
        memcpy(out, weights.values, (size_t)weights.evaluator->param_count * sizeof *out);
    weights_free(&weights);
    return status;
}

/* Without files the evaluator's own one. */
static int initial_collect(const struct config_reader *reader, struct initial_vectors *out) {
    const struct evaluator *evaluator = reader->config->evaluator;
    const struct config_files *files = &reader->config->given.initial;
    *out = (struct initial_vectors){max_int(1, files->count), evaluator->param_count, NULL};
    out->weights = xcalloc((size_t)out->count * (size_t)out->dim, sizeof *out->weights);
    evaluator_initial(evaluator, out->weights);
    for (int i = 0; i < files->count; i++)
        if (initial_load(reader, files->paths[i], initial_vector(out, i))) return -1;
    return 0;
}

/* A start that is said where all begin at random. */
static int initial_refuse_starts(const struct space *space, struct space_fault *fault) {
    for (int i = 0; i < space->dim; i++) {
        const struct space_row *row = &space->rows[i];
        if (!row->has_start || row->frozen || row->tie >= 0 || row->step > 1) continue;
        fault->line = row->line;
        return error_set(&fault->why,
                         "gives %s a start, which has no effect with optimizer.init = \"random\"; "
                         "\"around\" begins with it, freeze = true keeps it",
                         space->params[i].name);
    }
    return 0;
}

static int initial_settle(struct config *config, const struct initial_vectors *vectors, bool stored,
                          struct space_fault *fault) {
    struct space *space = &config->space;
    const struct config_rules *rules = &config->given.params;
    bool drawn = config->optimizer.init == INIT_RANDOM;
    if (space_init(space, evaluator_params(config->evaluator), vectors->dim, rules->list,
                   rules->count, fault) ||
        (drawn && !stored && initial_refuse_starts(space, fault)))
        return -1;
    for (int i = 0; i < vectors->count; i++) space_start(space, initial_vector(vectors, i));
    if (space_settle(space, vectors->weights, drawn, fault)) return -1;
    for (int i = 1; i < vectors->count; i++)
        if (space_check(space, initial_vector(vectors, i), fault)) return -1;
    return 0;
}

static void initial_keep(struct config *config, const struct initial_vectors *vectors) {
    const struct space *space = &config->space;
    size_t genes = (size_t)space->count;
    config->initial = xcalloc((size_t)vectors->count * genes, sizeof *config->initial);
    config->initial_count = vectors->count;
    for (int i = 0; i < vectors->count; i++) {
        const int32_t *vector = initial_vector(vectors, i);
        space_reduce(space, vector, config->initial + (size_t)i * genes);
        if (config->optimizer.init != INIT_RANDOM)
            config->initial_moved += space_moved(space, vector);
    }
}

/* Whether optimizer.init and its files go together. */
static int initial_check_files(const struct config_reader *reader) {
    const struct config *config = reader->config;
    int files = config->given.initial.count;
    if (config->optimizer.init == INIT_RANDOM && files > 0)
        return config_reject(reader, "optimizer.init_weights",
                             "are for optimizer.init = \"around\" or \"file\"");
    if (config->optimizer.init == INIT_FILE && files == 0)
        return config_reject(reader, "optimizer.init",
                             "\"file\" needs weight files in optimizer.init_weights");
    return 0;
}

int settle_initial_resolve(const struct config_reader *reader) {
    struct config *config = reader->config;
    struct initial_vectors vectors = {0};
    struct space_fault fault = {0};
    if (initial_check_files(reader)) return -1;
    int status = initial_collect(reader, &vectors);
    if (status == 0 && initial_settle(config, &vectors, reader->stored, &fault))
        status = config_reject_rule(reader, fault.line, fault.why.text);
    if (status == 0) {
        initial_keep(config, &vectors);
        bool listed = config->parameters.count > 0;
        config->reach = listed ? reach_of_parameters(config) : reach_of(config, vectors.weights);
        config->rates = listed ? reach_rates(config) : NULL;
    }
    free(vectors.weights);
    return status;
}
