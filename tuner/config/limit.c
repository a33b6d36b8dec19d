/*
 * A factor multiplies nodes and seconds. Plies are given as a number, since a search of ten times
 * as many never ends.
 */
#include "tuner/config/limit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/external/spec.h"

enum { SHARE = 10 }; /* pairs of the measurement for one of these */
#define FACTOR_LEAST 0.001
#define FACTOR_MOST 1000

/* ---- in words ---- */

void limit_print(const struct config_limit *limit, struct text *out) {
    if (limit->nodes > 0) text_add(out, ";nodes=%d", limit->nodes);
    if (limit->depth > 0) text_add(out, ";depth=%d", limit->depth);
    if (limit->movetime > 0) text_add(out, ";time=%.10g", limit->movetime);
    if (limit->clock[0]) text_add(out, ";clock=%s", limit->clock);
}

/* What comes first stands alone. */
static const char *limit_comma(const struct text *out, size_t begin) {
    return out->length > begin ? ", " : "";
}

void limit_describe(const struct config_limit *limit, struct text *out) {
    size_t begin = out->length;
    if (limit->nodes > 0) text_add(out, "%d nodes", limit->nodes);
    if (limit->depth > 0) text_add(out, "%sdepth %d", limit_comma(out, begin), limit->depth);
    if (limit->movetime > 0)
        text_add(out, "%s%.10g s a move", limit_comma(out, begin), limit->movetime);
    if (limit->clock[0]) text_add(out, "%sclock %s", limit_comma(out, begin), limit->clock);
}

/* ---- verify.also ---- */

static int limit_refuse(const struct config_reader *reader) {
    return config_reject(reader, "verify.also",
                         "must be a factor for engine.nodes, movetime or clock, as in \"10x\", "
                         "from %g to %d, or a limit: \"nodes=200000\", \"depth=8\", "
                         "\"movetime=0.5\", \"clock=10+0.1\"",
                         FACTOR_LEAST, FACTOR_MOST);
}

/* More than may be said is refused where the engine's line is read. */
static int limit_whole(double value) {
    return (int)fmin(INT32_MAX, fmax(1, rint(value)));
}

static int limit_multiply(const struct config_reader *reader, double factor,
                          struct config_limit *out) {
    const struct config_limit *own = &reader->config->engine.limit;
    double clock = 0, increment = 0;
    if (own->depth > 0 || (own->nodes == 0 && own->movetime == 0 && !own->clock[0]))
        return config_reject(
            reader, "verify.also", "has nothing to multiply: %s. Name a limit, as in \"depth=8\"",
            own->depth > 0 ? "engine.depth counts plies" : "the engine is told no limit");
    if (own->nodes > 0) out->nodes = limit_whole(factor * own->nodes);
    out->movetime = factor * own->movetime;
    if (sscanf(own->clock, "%lf+%lf", &clock, &increment) > 0)
        snprintf(out->clock, sizeof out->clock, "%.6g+%.6g", factor * clock, factor * increment);
    return 0;
}

/* "nodes=200000", "depth=8", "movetime=0.5", "clock=10+0.1". */
static bool limit_read(const char *text, struct config_limit *out) {
    const char *value = strchr(text, '=');
    int64_t whole = 0;
    if (!value++) return false;
    size_t length = (size_t)(value - text);
    if (strncmp(text, "clock=", length) == 0)
        return snprintf(out->clock, sizeof out->clock, "%s", value), *value != '\0';
    if (strncmp(text, "movetime=", length) == 0)
        return parse_double(value, 0.001, 1e6, &out->movetime);
    bool nodes = strncmp(text, "nodes=", length) == 0;
    if ((!nodes && strncmp(text, "depth=", length) != 0) ||
        !parse_i64(value, 1, nodes ? 1000000000 : 100, &whole))
        return false;
    *(nodes ? &out->nodes : &out->depth) = (int)whole;
    return true;
}

/* "10x". */
static bool limit_read_factor(const char *text, double *factor) {
    char number[sizeof((struct config *)0)->verify.also];
    size_t length = strlen(text) - 1;
    snprintf(number, sizeof number, "%.*s", (int)length, text);
    return text[length] == 'x' && parse_double(number, FACTOR_LEAST, FACTOR_MOST, factor);
}

static int limit_check_other(const struct config_reader *reader, const struct config_limit *other) {
    struct text own = {0}, also = {0};
    limit_print(&reader->config->engine.limit, &own);
    limit_print(other, &also);
    bool same = strcmp(text_get(&own), text_get(&also)) == 0;
    text_free(&own);
    text_free(&also);
    return same ? config_reject(reader, "verify.also", "is the limit that the run has anyway") : 0;
}

int limit_read_also(const struct config_reader *reader, struct config_limit *out) {
    const char *text = reader->config->verify.also;
    double factor;
    *out = (struct config_limit){0};
    if (!*text && reader->config->verify.also_pairs > 0)
        return config_reject(reader, "verify.also_pairs", "has no effect without verify.also");
    if (!*text) return 0;
    int status = limit_read_factor(text, &factor) ? limit_multiply(reader, factor, out)
                 : limit_read(text, out)          ? 0
                                                  : limit_refuse(reader);
    return status ? -1 : limit_check_other(reader, out);
}

void limit_settle(struct config *config) {
    int pairs = config->verify.also_pairs;
    if (pairs == 0) pairs = max_int(1, config->pairs[STAGE_VERIFY] / SHARE);
    config->pairs[STAGE_LIMIT] = config->verify.also_evaluator ? pairs : 0;
}
