/*
 * A study has parameters, an optimiser and its length. Of a run's settings of games it has only
 * those that `ask` passes on: pairs, and which vectors meet.
 */
#include <string.h>

#include "tuner/config/engine.h"
#include "tuner/config/settle.h"

static bool study_is_given(const struct config_reader *reader, const char *path) {
    ptrdiff_t place = config_key_find(path) - config_keys();
    return reader->lines[place] || reader->sets[place];
}

/* Parameters with a start: the first vectors lie around it. */
void settle_usual_init(const struct config_reader *reader) {
    struct config *config = reader->config;
    bool given = reader->stored || study_is_given(reader, "optimizer.init");
    if (!given && config->parameters.of_engine) config->optimizer.init = INIT_AROUND;
    for (int i = 0; !given && i < config->parameters.count; i++)
        if (config->parameters.list[i].has_start) config->optimizer.init = INIT_AROUND;
}

bool settle_key_is_said(const struct config_reader *reader, const struct config_key *key) {
    return study_is_given(reader, key->path) &&
           (!key->initial || !settle_key_is_initial(reader->config, key));
}

static int study_refuse_games(const struct config_reader *reader) {
    const struct config *config = reader->config;
    for (const struct config_key *key = config_keys(); key->path; key++)
        if (config_key_is_for_games(config, key) && settle_key_is_said(reader, key))
            return config_reject(
                reader, key->path,
                "has no effect in a study, which `parameters` makes of this "
                "config: its results come from elsewhere%s",
                strncmp(key->path, "fitness.", strlen("fitness.")) == 0 ? " (study.results)" : "");
    return 0;
}

/* A vector's results come all at once. */
static int study_refuse_batches(const struct config_reader *reader) {
    static const char *const batches[] = {"optimizer.ga.race", "optimizer.cmaes.reliability"};
    for (size_t i = 0; i < COUNT_OF(batches); i++)
        if (!settle_key_is_initial(reader->config, config_key_find(batches[i])))
            return config_reject(reader, batches[i],
                                 "must be 0 in a study, which is told all of a vector's results at "
                                 "once");
    return 0;
}

static int study_check_optimizer(const struct config_reader *reader) {
    const struct config *config = reader->config;
    const struct optimizer_kind *kind = config->optimizer.kind;
    if (kind->learns)
        return config_reject(reader, "optimizer.name",
                             "\"%s\" learns from positions, which a study has none of", kind->name);
    if (config->study.results != STUDY_SCORE && config->study.goal == STUDY_MIN)
        return config_reject(reader, "study.goal",
                             "\"min\" is for scores (study.results = \"score\")");
    if (config->study.results == STUDY_DUELS && !config->fitness.groups &&
        !config->fitness.round_robin)
        return config_reject(reader, "fitness.groups",
                             "must be true, or fitness.round_robin: no two vectors meet");
    if (config->study.results == STUDY_DUELS && kind->compares && !config->fitness.groups)
        return config_reject(reader, "fitness.groups", "must be true for \"%s\", which compares %s",
                             kind->name, kind->compares);
    return study_refuse_batches(reader);
}

static void study_resolve(const struct config_reader *reader) {
    struct config *config = reader->config;
    config->evaluator = parameters_evaluator(&config->parameters);
    config->game = config->evaluator->game;
}

int settle_study(const struct config_reader *reader) {
    study_resolve(reader);
    settle_usual_init(reader);
    if (settle_name_resolve(reader) || settle_optimizer_resolve(reader)) return -1;
    if (!reader->stored &&
        (engine_refuse_idle(reader) || study_refuse_games(reader) || settle_refuse_idle(reader)))
        return -1;
    if (settle_initial_resolve(reader)) return -1;
    if (study_check_optimizer(reader) || settle_optimizer_keys(reader)) return -1;
    return settle_length(reader);
}
