/*
 * The rules are read into a row for each parameter. Then ties are followed to the end, where all
 * tied parameters share one range. Then the base fixes the frozen ones and where steps start.
 * Evaluators may have hundreds of thousands of parameters: names are looked up in a sorted index,
 * and chains of ties are shortened while they are followed.
 */
#include "tuner/optimize/space.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const space_number_names[SPACE_NUMBERS] = {[SPACE_START] = "start",
                                                       [SPACE_LOWER] = "lower",
                                                       [SPACE_UPPER] = "upper",
                                                       [SPACE_STEP] = "step"};

/* The names in order, each with its parameter's place. */
struct space_entry {
    const char *name;
    int place;
};

/* The rules on their way into the rows. */
struct space_reader {
    struct space *space;
    struct space_entry *index; /* [dim] */
    const struct space_rule *rule;
    struct space_fault *fault;
};

static int space_fail(struct space_fault *fault, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static int space_fail(struct space_fault *fault, int line, const char *format, ...) {
    va_list args;
    fault->line = line;
    va_start(args, format);
    vsnprintf(fault->why.text, sizeof fault->why.text, format, args);
    va_end(args);
    return -1;
}

/* ---- names ---- */

static int space_entry_compare(const void *a, const void *b) {
    return strcmp(((const struct space_entry *)a)->name, ((const struct space_entry *)b)->name);
}

static struct space_entry *space_index(const struct space *space) {
    struct space_entry *index = xcalloc((size_t)space->dim, sizeof *index);
    for (int i = 0; i < space->dim; i++) index[i] = (struct space_entry){space->params[i].name, i};
    qsort(index, (size_t)space->dim, sizeof *index, space_entry_compare);
    return index;
}

/* The parameter's place; -1: there is none of that name. */
static int space_find(const struct space_reader *reader, const char *name) {
    struct space_entry wanted = {name, 0};
    const struct space_entry *found = bsearch(&wanted, reader->index, (size_t)reader->space->dim,
                                              sizeof wanted, space_entry_compare);
    return found ? found->place : -1;
}

static const char *space_nearest(const struct space *space, const char *name) {
    int nearest = 0, distance = INT_MAX;
    for (int i = 0; i < space->dim && distance > 1; i++) {
        int this_distance = text_distance(name, space->params[i].name);
        if (this_distance < distance) nearest = i, distance = this_distance;
    }
    return space->params[nearest].name;
}

/* Whether a name matches a pattern; what its '*' stands for goes to `part`, "" if it has none. */
static bool space_matches(const char *pattern, const char *name, char part[PARAM_NAME_SIZE]) {
    const char *star = strchr(pattern, '*');
    size_t length = strlen(name), head = star ? (size_t)(star - pattern) : strlen(pattern);
    size_t tail = star ? strlen(star + 1) : 0;
    part[0] = '\0';
    if (!star) return strcmp(pattern, name) == 0;
    if (length < head + tail || strncmp(name, pattern, head) != 0 ||
        strcmp(name + length - tail, star + 1) != 0)
        return false;
    snprintf(part, PARAM_NAME_SIZE, "%.*s", (int)(length - head - tail), name + head);
    return true;
}

/* ---- rules ---- */

/* A rule's bounds of a parameter must narrow its own. */
static int space_take_bounds(const struct space_reader *reader, int place) {
    const struct space_rule *rule = reader->rule;
    const struct param *param = &reader->space->params[place];
    struct space_row *row = &reader->space->rows[place];
    for (int which = SPACE_LOWER; which <= SPACE_UPPER; which++) {
        int32_t value = rule->numbers[which];
        if (!rule->has[which]) continue;
        if (value < param->lower || value > param->upper)
            return space_fail(reader->fault, rule->line,
                              "%s of %s must be from %d to %d, as the evaluator has it, not %d",
                              space_number_names[which], param->name, param->lower, param->upper,
                              value);
        *(which == SPACE_LOWER ? &row->lower : &row->upper) = value;
    }
    return 0;
}

static int space_take_step(const struct space_reader *reader, int place) {
    const struct space_rule *rule = reader->rule;
    const struct param *param = &reader->space->params[place];
    if (!rule->has[SPACE_STEP]) return 0;
    if (rule->numbers[SPACE_STEP] < 1)
        return space_fail(reader->fault, rule->line, "step of %s must be at least 1, not %d",
                          param->name, rule->numbers[SPACE_STEP]);
    if (param->scale == SCALE_LOG)
        return space_fail(reader->fault, rule->line,
                          "step is for linear scales; that of %s is logarithmic, its steps are "
                          "factors",
                          param->name);
    reader->space->rows[place].step = rule->numbers[SPACE_STEP];
    return 0;
}

/* The name in the rule's tie, for a parameter with `part` in place of '*'. */
static void space_tie_name(const char *tie, const char *part, char out[2 * PARAM_NAME_SIZE]) {
    int head = (int)strcspn(tie, "*");
    snprintf(out, 2 * PARAM_NAME_SIZE, "%.*s%s%s", head, tie, tie[head] ? part : "",
             tie[head] ? tie + head + 1 : "");
}

static int space_take_tie(const struct space_reader *reader, int place, const char *part) {
    const struct space_rule *rule = reader->rule;
    const struct param *param = &reader->space->params[place];
    struct space_row *row = &reader->space->rows[place];
    char other[2 * PARAM_NAME_SIZE];
    if (!rule->has_tie) return 0;
    row->mirrored = rule->tie[0] == '-';
    row->tie = -1;
    if (!rule->tie[0]) return 0;
    space_tie_name(rule->tie + row->mirrored, part, other);
    row->tie = space_find(reader, other);
    if (row->tie < 0)
        return space_fail(reader->fault, rule->line,
                          "ties %s to '%s', which is no parameter; the nearest name is '%s'",
                          param->name, other, space_nearest(reader->space, other));
    bool pattern = strchr(rule->name, '*') != NULL;
    if (row->tie == place && !row->mirrored && pattern) row->tie = -1; /* "*" to "a1" */
    return 0;
}

static int space_take(const struct space_reader *reader, int place, const char *part) {
    const struct space_rule *rule = reader->rule;
    struct space_row *row = &reader->space->rows[place];
    row->line = rule->line;
    if (rule->has[SPACE_START]) row->has_start = true, row->start = rule->numbers[SPACE_START];
    if (rule->has_freeze) row->frozen = rule->freeze;
    return space_take_bounds(reader, place) || space_take_step(reader, place) ||
                   space_take_tie(reader, place, part)
               ? -1
               : 0;
}

static int space_rule_check(const struct space_reader *reader) {
    const struct space_rule *rule = reader->rule;
    const char *star = strchr(rule->name, '*'), *tied = strchr(rule->tie, '*');
    if (!rule->name[0])
        return space_fail(reader->fault, rule->line,
                          "lacks the name that it is for: name = \"a1\" or \"s2.*\"");
    if ((star && strchr(star + 1, '*')) || (tied && strchr(tied + 1, '*')))
        return space_fail(reader->fault, rule->line, "'%s' has more than one '*'",
                          star && strchr(star + 1, '*') ? rule->name : rule->tie);
    if (tied && !star)
        return space_fail(reader->fault, rule->line,
                          "ties to '%s', but there is no '*' in the name '%s'", rule->tie,
                          rule->name);
    return 0;
}

static int space_rule_apply(const struct space_reader *reader) {
    const struct space_rule *rule = reader->rule;
    const struct space *space = reader->space;
    char part[PARAM_NAME_SIZE];
    if (space_rule_check(reader)) return -1;
    if (!strchr(rule->name, '*')) {
        int place = space_find(reader, rule->name);
        if (place >= 0) return space_take(reader, place, "");
        return space_fail(reader->fault, rule->line,
                          "names '%s', which is no parameter; the nearest name is '%s'", rule->name,
                          space_nearest(space, rule->name));
    }
    int found = 0;
    for (int i = 0; i < space->dim; i++) {
        if (!space_matches(rule->name, space->params[i].name, part)) continue;
        if (space_take(reader, i, part)) return -1;
        found++;
    }
    if (found) return 0;
    return space_fail(reader->fault, rule->line,
                      "names '%s', which no parameter matches; names are like '%s' and '%s'",
                      rule->name, space->params[0].name, space->params[space->dim - 1].name);
}

/* ---- ties ---- */

/* Lets all parameters on the way from `place` be tied to the end of it. */
static int space_follow(struct space *space, int place, struct space_fault *fault) {
    struct space_row *rows = space->rows;
    int root = place, length = 0;
    bool mirrored = false;
    for (; rows[root].tie >= 0; root = rows[root].tie) {
        mirrored ^= rows[root].mirrored;
        if (length++ > space->dim)
            return space_fail(fault, rows[place].line, "ties %s to itself, by way of %s",
                              space->params[place].name, space->params[rows[place].tie].name);
    }
    for (int next; rows[place].tie >= 0; place = next) {
        bool own = rows[place].mirrored;
        next = rows[place].tie;
        rows[place].tie = root;
        rows[place].mirrored = mirrored;
        mirrored ^= own;
    }
    return 0;
}

/* Narrows the range of the parameter that this one is tied to by its own range. */
static int space_share_range(struct space *space, int place, struct space_fault *fault) {
    const struct space_row *row = &space->rows[place];
    struct space_row *root = &space->rows[row->tie];
    root->lower = max_int(root->lower, row->mirrored ? -row->upper : row->lower);
    root->upper = min_int(root->upper, row->mirrored ? -row->lower : row->upper);
    if (root->lower <= root->upper) return 0;
    return space_fail(fault, row->line, "ties %s to %s%s: the two ranges have no value in common",
                      space->params[place].name, row->mirrored ? "-" : "",
                      space->params[row->tie].name);
}

/* A rule for a tied parameter must also name the parameter it is tied to; alone it would have no
 * effect. */
static int space_check_tied(const struct space *space, int place, struct space_fault *fault) {
    const struct space_row *row = &space->rows[place], *root = &space->rows[row->tie];
    int sign = row->mirrored ? -1 : 1;
    bool starts = row->has_start && !(root->has_start && row->start == sign * root->start);
    bool freezes = row->frozen && !root->frozen, steps = row->step && row->step != root->step;
    if (!starts && !freezes && !steps) return 0;
    return space_fail(fault, row->line,
                      "says %s of %s, which is tied to %s%s and has its value: say it of %s",
                      starts    ? "a start"
                      : freezes ? "freeze"
                                : "a step",
                      space->params[place].name, row->mirrored ? "-" : "",
                      space->params[row->tie].name, space->params[row->tie].name);
}

static int space_ties_settle(struct space *space, struct space_fault *fault) {
    for (int i = 0; i < space->dim; i++)
        if (space_follow(space, i, fault)) return -1;
    for (int i = 0; i < space->dim; i++)
        if (space->rows[i].tie >= 0 &&
            (space_check_tied(space, i, fault) || space_share_range(space, i, fault)))
            return -1;
    return 0;
}

static int space_ranges_check(const struct space *space, struct space_fault *fault) {
    for (int i = 0; i < space->dim; i++) {
        const struct space_row *row = &space->rows[i];
        if (row->tie < 0 && !row->frozen && row->lower >= row->upper)
            return space_fail(fault, row->line,
                              "leaves %s the range %d to %d: lower must be below upper, or freeze "
                              "= true",
                              space->params[i].name, row->lower, row->upper);
    }
    return 0;
}

int space_init(struct space *space, const struct param *params, int dim,
               const struct space_rule *rules, int rule_count, struct space_fault *fault) {
    *space = (struct space){.params = params, .dim = dim};
    space->rows = xcalloc((size_t)dim, sizeof *space->rows);
    for (int i = 0; i < dim; i++)
        space->rows[i] =
            (struct space_row){.lower = params[i].lower, .upper = params[i].upper, .tie = -1};
    struct space_reader reader = {
        .space = space, .index = rule_count ? space_index(space) : NULL, .fault = fault};
    int status = 0;
    for (int i = 0; status == 0 && i < rule_count; i++) {
        reader.rule = &rules[i];
        status = space_rule_apply(&reader);
    }
    free(reader.index);
    return status || space_ties_settle(space, fault) || space_ranges_check(space, fault) ? -1 : 0;
}

void space_free(struct space *space) {
    free(space->rows);
    free(space->genes);
    free(space->owners);
    *space = (struct space){0};
}

/* ---- genes ---- */

void space_start(const struct space *space, int32_t *weights) {
    for (int i = 0; i < space->dim; i++)
        if (space->rows[i].has_start) weights[i] = space->rows[i].start;
}

static int space_check_value(const struct space *space, int place, int32_t value,
                             struct space_fault *fault) {
    const struct space_row *row = &space->rows[place];
    if (value >= row->lower && value <= row->upper) return 0;
    return space_fail(fault, row->line,
                      "%s begins with %d, outside its range %d to %d: say its start",
                      space->params[place].name, value, row->lower, row->upper);
}

/* Whole steps from the origin up to a bound, towards zero. */
static int32_t space_steps(int32_t bound, const struct space_row *row) {
    return (int32_t)(((int64_t)bound - row->origin) / row->step);
}

/* A gene for the parameter, which is free: its value, or the steps from its origin. */
static void space_add_gene(struct space *space, int place) {
    struct space_row *row = &space->rows[place];
    bool stepping = row->step > 1;
    row->gene = space->count;
    row->factor = stepping ? row->step : 1;
    if (!stepping) row->origin = 0;
    space->owners[space->count] = place;
    space->genes[space->count++] = (struct range){
        .lower = stepping ? space_steps(row->lower, row) : row->lower,
        .upper = stepping ? space_steps(row->upper, row) : row->upper,
        .scale = space->params[place].scale,
    };
}

static void space_follow_root(struct space_row *row, const struct space_row *root) {
    int sign = row->mirrored ? -1 : 1;
    row->gene = root->gene;
    row->origin = sign * root->origin;
    row->factor = sign * root->factor;
}

static int space_settle_row(struct space *space, int place, int32_t base, bool drawn,
                            struct space_fault *fault) {
    struct space_row *row = &space->rows[place];
    bool anywhere = drawn && !row->frozen && row->step <= 1;
    if (row->tie >= 0) return 0;
    if (!anywhere && space_check_value(space, place, base, fault)) return -1;
    row->origin = base;
    if (!row->frozen) space_add_gene(space, place);
    if (row->frozen || space->genes[row->gene].lower < space->genes[row->gene].upper) return 0;
    return space_fail(fault, row->line, "step %d leaves %s no value but %d", row->step,
                      space->params[place].name, base);
}

int space_settle(struct space *space, const int32_t *base, bool drawn, struct space_fault *fault) {
    space->genes = xcalloc((size_t)space->dim, sizeof *space->genes);
    space->owners = xcalloc((size_t)space->dim, sizeof *space->owners);
    for (int i = 0; i < space->dim; i++)
        if (space_settle_row(space, i, base[i], drawn, fault)) return -1;
    for (int i = 0; i < space->dim; i++)
        if (space->rows[i].tie >= 0)
            space_follow_root(&space->rows[i], &space->rows[space->rows[i].tie]);
    if (space->count > 0) return 0;
    return space_fail(fault, 0, "leaves nothing to tune; one parameter at least must be free");
}

int space_check(const struct space *space, const int32_t *weights, struct space_fault *fault) {
    for (int i = 0; i < space->dim; i++) {
        const struct space_row *row = &space->rows[i];
        if (row->tie >= 0) continue;
        if (row->frozen && weights[i] != row->origin)
            return space_fail(fault, row->line,
                              "freezes %s, which begins with %d and with %d: say its start",
                              space->params[i].name, row->origin, weights[i]);
        if (space_check_value(space, i, weights[i], fault)) return -1;
    }
    return 0;
}

void space_expand(const struct space *space, const int32_t *genes, int32_t *weights) {
    for (int i = 0; i < space->dim; i++) {
        const struct space_row *row = &space->rows[i];
        weights[i] = row->origin + row->factor * genes[row->gene];
    }
}

/* Halves away from zero; the divisor is positive. */
static int32_t space_nearest_step(int64_t distance, int32_t step) {
    return (int32_t)((distance + (distance < 0 ? -step / 2 : step / 2)) / step);
}

static int32_t space_gene(const struct space *space, int gene, const int32_t *weights) {
    int owner = space->owners[gene];
    const struct space_row *row = &space->rows[owner];
    return space_nearest_step((int64_t)weights[owner] - row->origin, row->factor);
}

void space_reduce(const struct space *space, const int32_t *weights, int32_t *genes) {
    for (int g = 0; g < space->count; g++)
        genes[g] = min_int(max_int(space_gene(space, g, weights), space->genes[g].lower),
                           space->genes[g].upper);
}

int space_moved(const struct space *space, const int32_t *weights) {
    int moved = 0;
    int32_t *genes = xcalloc((size_t)space->count, sizeof *genes);
    for (int g = 0; g < space->count; g++) genes[g] = space_gene(space, g, weights);
    for (int i = 0; i < space->dim; i++) {
        const struct space_row *row = &space->rows[i];
        moved += weights[i] != row->origin + row->factor * genes[row->gene];
    }
    free(genes);
    return moved;
}

static bool space_same_row(const struct space *a, const struct space *b, int place) {
    const struct space_row *row = &a->rows[place], *other = &b->rows[place];
    return row->step == other->step && row->frozen == other->frozen &&
           row->mirrored == other->mirrored && row->tie == other->tie && row->gene == other->gene &&
           row->origin == other->origin && row->factor == other->factor &&
           a->params[place].scale == b->params[place].scale &&
           strcmp(a->params[place].name, b->params[place].name) == 0;
}

bool space_same_genes(const struct space *a, const struct space *b) {
    if (a->dim != b->dim || a->count != b->count) return false;
    for (int i = 0; i < a->dim; i++)
        if (!space_same_row(a, b, i)) return false;
    return true;
}
