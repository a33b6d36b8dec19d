/*
 * The optimiser of the old config reads its state, converts it to the new ranges and saves it. So
 * the new one reads and checks it like any saved state.
 */
#include "tuner/run/adopt.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/shown.h"
#include "tuner/config/length.h"

enum { RANGES_SAID = 3 };

/* ---- what may differ ---- */

static bool adopt_same_choices(const struct parameter *a, const struct parameter *b) {
    if (a->choice_count != b->choice_count) return false;
    for (int c = 0; c < a->choice_count; c++)
        if (strcmp(a->choices[c], b->choices[c]) != 0) return false;
    return true;
}

/* In all but range, start and step. */
static bool adopt_same_parameters(const struct parameters *a, const struct parameters *b) {
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++) {
        const struct parameter *one = &a->list[i], *other = &b->list[i];
        if (strcmp(one->option, other->option) != 0 || one->precision != other->precision ||
            !adopt_same_choices(one, other))
            return false;
    }
    return true;
}

static int adopt_check(const struct config *earlier, const struct config *config,
                       struct error *error) {
    if (!config->optimizer.kind->rescale)
        return error_set(error,
                         "%s holds a run with other ranges of parameters, which \"%s\" cannot go "
                         "on with; choose another `output`, or --set name=NAME",
                         config->output, config->optimizer.kind->name);
    if (space_same_genes(&earlier->space, &config->space) &&
        adopt_same_parameters(&earlier->parameters, &config->parameters))
        return 0;
    return error_set(error,
                     "%s holds a run whose parameters differ in more than their ranges: names, "
                     "ties, choices, precisions, frozen values and the starts of those with "
                     "steps must stay",
                     config->output);
}

/* ---- in words ---- */

static void adopt_print_range(const struct config *config, int place, struct text *out) {
    const struct space_row *row = &config->space.rows[place];
    if (config->parameters.count == 0) {
        text_add(out, "%d to %d", (int)row->lower, (int)row->upper);
        return;
    }
    parameter_print(&config->parameters.list[place], row->lower, out);
    text_add(out, " to ");
    parameter_print(&config->parameters.list[place], row->upper, out);
}

static bool adopt_differs(const struct config *earlier, const struct config *config, int place) {
    const struct space_row *a = &earlier->space.rows[place], *b = &config->space.rows[place];
    return !b->frozen && b->tie < 0 && (a->lower != b->lower || a->upper != b->upper);
}

/* "Rook Value 300 to 700 instead of 100 to 900, …" */
static void adopt_describe(const struct config *earlier, const struct config *config,
                           struct text *out) {
    int count = 0;
    for (int i = 0; i < config->space.dim; i++) {
        if (!adopt_differs(earlier, config, i) || count++ >= RANGES_SAID) continue;
        text_add(out, "%s%s ", count > 1 ? ", " : "", config->space.params[i].name);
        adopt_print_range(config, i, out);
        text_add(out, " instead of ");
        adopt_print_range(earlier, i, out);
    }
    if (count > RANGES_SAID) text_add(out, " and %d more", count - RANGES_SAID);
    if (count == 0) text_add(out, "other starts, or steps, of parameters");
}

/* ---- the state ---- */

/* NULL: there was no change after the last generation. */
static char *adopt_changed_state(const struct run *run) {
    struct stored_change *changes;
    char *state = NULL;
    int count = store_changes(run->store, run->id, &changes);
    if (count > 0 && changes[count - 1].generation == run->done)
        state = xstrdup(changes[count - 1].state);
    store_free_changes(changes, count);
    return state;
}

int adopt_read_state(const struct run *run, char **out, struct error *error) {
    struct stored_generation last;
    *out = adopt_changed_state(run);
    if (*out) return 0;
    if (store_generation(run->store, run->id, run->done, &last, NULL, error)) return -1;
    *out = last.state;
    return 0;
}

static int adopt_rescale(const struct run *run, const struct config *earlier, struct text *out,
                         struct error *error) {
    const struct optimizer_kind *kind = run->config->optimizer.kind;
    struct optimizer_setup from = length_optimizer_setup(earlier),
                           to = length_optimizer_setup(run->config);
    char *state;
    if (adopt_read_state(run, &state, error)) return -1;
    void *optimizer = kind->create(&from);
    int status = kind->load(optimizer, state, error);
    if (status == 0) {
        kind->rescale(optimizer, &to);
        kind->save(optimizer, out);
    }
    kind->destroy(optimizer);
    free(state);
    return status;
}

/* ---- the change ---- */

static int adopt_note(struct run *run, const struct stored_run *row, const struct config *earlier,
                      struct error *error) {
    struct text what = {0}, state = {0};
    int status = adopt_rescale(run, earlier, &state, error);
    if (status == 0) {
        adopt_describe(earlier, run->config, &what);
        store_add_change(run->store, &(struct stored_change){.run = run->id,
                                                             .generation = run->done,
                                                             .config = row->config,
                                                             .what = what.data,
                                                             .state = state.data});
        shown_warn("%s: from generation %d on: %s\n", run->config->name, run->done + 1,
                   text_get(&what));
    }
    text_free(&what);
    text_free(&state);
    return status;
}

/* Before there is a generation nothing has followed from the ranges. */
int adopt_ranges(struct run *run, const struct stored_run *row, const char *config_text,
                 struct error *error) {
    struct config earlier;
    int status = run_config(run->store, row, NULL, 0, &earlier, error);
    if (status == 0) status = adopt_check(&earlier, run->config, error);
    if (status == 0 && run->done > 0) status = adopt_note(run, row, &earlier, error);
    if (status == 0) store_change_config(run->store, run->id, config_text);
    config_free(&earlier);
    return status;
}
