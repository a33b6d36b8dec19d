/*
 * The old parameters are sorted by what they count, so that a new one is compared with those of its
 * kind alone.
 */
#include "engine/files/convert.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An old parameter. */
struct convert_entry {
    struct meaning meaning;
    int32_t value;
    bool used;
};

struct convert_list {
    int count;
    struct convert_entry *entries; /* by what they count */
};

static struct meaning convert_meaning(const struct evaluator *evaluator, int index) {
    if (evaluator->meaning) return evaluator->meaning(evaluator, index);
    struct meaning meaning = {.points = ~(uint64_t)0, .to = MEANING_GAME};
    snprintf(meaning.what, sizeof meaning.what, "%s", evaluator_param(evaluator, index).name);
    return meaning;
}

static int convert_compare(const void *a, const void *b) {
    return strcmp(((const struct convert_entry *)a)->meaning.what,
                  ((const struct convert_entry *)b)->meaning.what);
}

static struct convert_list convert_list_of(const struct weights *from) {
    struct convert_list list = {.count = from->evaluator->param_count};
    list.entries = xcalloc((size_t)list.count, sizeof *list.entries);
    for (int i = 0; i < list.count; i++)
        list.entries[i] =
            (struct convert_entry){convert_meaning(from->evaluator, i), from->values[i], false};
    qsort(list.entries, (size_t)list.count, sizeof *list.entries, convert_compare);
    return list;
}

/* The first entry that counts this, or what would come after it. */
static int convert_first(const struct convert_list *list, const char *what) {
    int below = 0, above = list->count;
    while (below < above) {
        int middle = (below + above) / 2;
        if (strcmp(list->entries[middle].meaning.what, what) < 0)
            below = middle + 1;
        else
            above = middle;
    }
    return below;
}

/* How much two meanings of the same thing share. */
static int64_t convert_shared(const struct meaning *a, const struct meaning *b) {
    int from = max_int(a->from, b->from), to = min_int(a->to, b->to);
    return to > from ? (int64_t)__builtin_popcountll(a->points & b->points) * (to - from) : 0;
}

/* Rounded, halves away from zero. */
static int64_t convert_divide(int64_t sum, int64_t weight) {
    return (sum + (sum < 0 ? -weight / 2 : weight / 2)) / weight;
}

/* The mean of what shares the meaning; false: nothing does. */
static bool convert_value(const struct convert_list *list, const struct meaning *meaning,
                          struct conversion *conversion, int32_t *out) {
    int64_t sum = 0, weight = 0;
    int32_t least = INT32_MAX, most = INT32_MIN;
    for (int i = convert_first(list, meaning->what);
         i < list->count && strcmp(list->entries[i].meaning.what, meaning->what) == 0; i++) {
        struct convert_entry *entry = &list->entries[i];
        int64_t shared = convert_shared(&entry->meaning, meaning);
        if (shared == 0) continue;
        entry->used = true;
        sum += shared * entry->value;
        weight += shared;
        least = min_int(least, entry->value);
        most = max_int(most, entry->value);
    }
    if (weight == 0) return false;
    conversion->averaged += least < most;
    conversion->spread = max_int(conversion->spread, most - least);
    *out = (int32_t)convert_divide(sum, weight);
    return true;
}

static int32_t convert_bounded(const struct evaluator *to, int index, int64_t value) {
    const struct param param = evaluator_param(to, index);
    return (int32_t)(value < param.lower ? param.lower : value > param.upper ? param.upper : value);
}

/* Scales all down so that none of those carried over is cut by more than rounding. */
static void convert_fit(const struct evaluator *to, struct conversion *conversion,
                        int32_t *values) {
    int32_t value = 1, bound = 1;
    for (int i = 0; i < to->param_count; i++) {
        int32_t nearest = convert_bounded(to, i, values[i]);
        if (nearest == values[i] || nearest == 0 || (nearest > 0) != (values[i] > 0)) continue;
        if ((int64_t)abs(nearest) * value < (int64_t)bound * abs(values[i]))
            value = abs(values[i]), bound = abs(nearest);
    }
    conversion->scale = (double)bound / value;
    for (int i = 0; i < to->param_count; i++)
        values[i] = convert_bounded(to, i, convert_divide((int64_t)values[i] * bound, value));
}

static void convert_values(const struct convert_list *list, const struct evaluator *to,
                           struct conversion *conversion, int32_t *values) {
    *conversion = (struct conversion){0};
    for (int i = 0; i < to->param_count; i++) {
        struct meaning meaning = convert_meaning(to, i);
        if (!convert_value(list, &meaning, conversion, &values[i])) conversion->filled++;
    }
    for (int i = 0; i < list->count; i++) conversion->dropped += !list->entries[i].used;
    convert_fit(to, conversion, values);
}

static struct provenance convert_provenance(const struct weights *from) {
    struct provenance provenance = from->provenance;
    provenance.generation = -1;
    provenance.games = 0;
    provenance.verified[0] = '\0';
    snprintf(provenance.source, sizeof provenance.source, "converted from %s %s%s%s",
             from->evaluator->name, from->evaluator->layout, *provenance.name ? ", " : "",
             provenance.name);
    return provenance;
}

int weights_convert(const struct weights *from, const struct evaluator *to, struct weights *out,
                    struct conversion *conversion, struct error *error) {
    const struct evaluator *old = from->evaluator;
    *out = (struct weights){0};
    if (old->game != to->game)
        return error_set(error, "weights of %s cannot become weights of %s", old->game->name,
                         to->game->name);
    struct convert_list list = convert_list_of(from);
    int32_t *values = xcalloc((size_t)to->param_count, sizeof *values);
    convert_values(&list, to, conversion, values);
    free(list.entries);
    *out = (struct weights){to, values, convert_provenance(from)};
    if (conversion->filled < to->param_count) return 0;
    weights_free(out);
    return error_set(error, "no parameter of %s %s means what one of %s %s does", old->name,
                     old->layout, to->name, to->layout);
}

void conversion_describe(const struct conversion *conversion, const struct evaluator *from,
                         const struct evaluator *to, struct text *out) {
    size_t begin;
    text_add(out, "%s %s as %s %s: ", from->name, from->layout, to->name, to->layout);
    begin = out->length;
    if (conversion->averaged)
        text_add(out, "%d value%s averaged (of some that differ by up to %d)", conversion->averaged,
                 plural(conversion->averaged), conversion->spread);
    if (conversion->filled)
        text_add(out, "%s%d filled in with 0 or what is nearest", out->length > begin ? ", " : "",
                 conversion->filled);
    if (conversion->dropped)
        text_add(out, "%s%d left out", out->length > begin ? ", " : "", conversion->dropped);
    if (conversion->scale < 1)
        text_add(out, "%sall times %.3g to fit", out->length > begin ? ", " : "",
                 conversion->scale);
    if (out->length == begin) text_add(out, "all carried over");
}
