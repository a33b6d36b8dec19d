/*
 * The list of optimisers, and the usual options of them all.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/base/options.h"
#include "tuner/optimize/optimizer.h"

/* The list: a line for each kind, the NAME of the NAME_kind that its file defines. */
#define OPTIMIZER_KINDS(KIND)                                                                      \
    KIND(ga)                                                                                       \
    KIND(anneal)                                                                                   \
    KIND(hybrid)                                                                                   \
    KIND(random)                                                                                   \
    KIND(cmaes)                                                                                    \
    KIND(spsa)                                                                                     \
    KIND(fit)                                                                                      \
    KIND(td)                                                                                       \
    KIND(clop)                                                                                     \
    /* new ones last: configs are printed in this order */

#define OPTIMIZER_DECLARE(name) extern const struct optimizer_kind name##_kind;
#define OPTIMIZER_POINTER(name) &name##_kind,
OPTIMIZER_KINDS(OPTIMIZER_DECLARE)
const struct optimizer_kind *const optimizer_list[] = {OPTIMIZER_KINDS(OPTIMIZER_POINTER) NULL};
_Static_assert(COUNT_OF(optimizer_list) <= OPTIMIZERS_MAX, "OPTIMIZERS_MAX is too small");

const struct optimizer_kind *optimizer_find(const char *name, struct error *error) {
    const char *list[COUNT_OF(optimizer_list)] = {NULL};
    struct text known = {0};
    for (int i = 0; optimizer_list[i]; i++) {
        list[i] = optimizer_list[i]->name;
        if (strcmp(list[i], name) == 0) return optimizer_list[i];
    }
    name_add_choices(name, list, &known);
    error_set(error, "there is no optimiser \"%s\"%s", name, text_get(&known));
    text_free(&known);
    return NULL;
}

/* ---- options ---- */

static void optimizer_set_usual(const struct optimizer_key *key, void *own) {
    int whole = (int)key->usual;
    void *field = (char *)own + key->offset;
    if (key->value == OPTIMIZER_REAL)
        memcpy(field, &key->usual, sizeof key->usual);
    else
        memcpy(field, &whole, sizeof whole);
}

void optimizer_options_init(struct optimizer_options *options) {
    *options = (struct optimizer_options){0};
    for (int i = 0; optimizer_list[i]; i++) {
        void *own = xcalloc(1, optimizer_list[i]->options_size);
        for (const struct optimizer_key *key = optimizer_list[i]->keys; key->name; key++)
            optimizer_set_usual(key, own);
        options->own[i].kind = optimizer_list[i];
        options->own[i].options = own;
    }
}

void optimizer_options_free(struct optimizer_options *options) {
    for (int i = 0; i < OPTIMIZERS_MAX; i++) free(options->own[i].options);
    *options = (struct optimizer_options){0};
}
