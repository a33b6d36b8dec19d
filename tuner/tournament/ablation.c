/*
 * Parts are looked up by name: lists of more than a few hundred are not for people.
 */
#include "tuner/tournament/ablation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names of groups ---- */

/* The first of the points that mirror this one. */
static int ablation_mirror(const struct game *game, int point) {
    int first = point;
    for (int symmetry = 0; symmetry < 8; symmetry++)
        if (game->symmetries >> symmetry & 1)
            first = min_int(first, game_image(game, symmetry, point));
    return first;
}

/* Of a parameter that is named after a square. */
static bool ablation_square(const struct game *game, const char *name, char out[MOVE_TEXT_MAX]) {
    move_t move;
    bool whole = game->move_parse(game, name, &move) == (int)strlen(name);
    if (!whole || move >= game->columns * game->rows) return false;
    game->move_format(game, (move_t)ablation_mirror(game, move), out);
    return true;
}

static void ablation_group(const struct game *game, const char *name, char out[ABLATION_NAME]) {
    const char *dot = strrchr(name, '.'), *last = dot ? dot + 1 : name;
    char square[MOVE_TEXT_MAX];
    int before = (int)(last - name), letters = 0;
    while (isalpha((unsigned char)name[letters])) letters++;
    if (ablation_square(game, last, square))
        snprintf(out, ABLATION_NAME, "%.*s%s", before, name, square);
    else
        snprintf(out, ABLATION_NAME, "%.*s", dot ? before - 1 : letters, name);
}

/* ---- parts ---- */

/* The number of the part of that name, which may be new. */
static int ablation_find(struct ablation *ablation, const char *name) {
    int part = 0;
    while (part < ablation->count && strcmp(ablation->names[part], name) != 0) part++;
    if (part < ablation->count) return part;
    size_t count = (size_t)++ablation->count;
    ablation->names = xrealloc(ablation->names, count * sizeof *ablation->names);
    ablation->sizes = xrealloc(ablation->sizes, count * sizeof *ablation->sizes);
    snprintf(ablation->names[part], ABLATION_NAME, "%s", name);
    ablation->sizes[part] = 0;
    return part;
}

struct ablation ablation_of(const struct evaluator *evaluator, const int32_t *full,
                            const int32_t *start, bool grouped) {
    struct ablation ablation = {.evaluator = evaluator, .full = full, .start = start};
    ablation.part = xmalloc((size_t)evaluator->param_count * sizeof *ablation.part);
    for (int i = 0; i < evaluator->param_count; i++) {
        struct param param = evaluator_param(evaluator, i);
        char name[ABLATION_NAME];
        ablation.part[i] = -1;
        if (full[i] == start[i]) continue;
        snprintf(name, sizeof name, "%s", param.name);
        if (grouped) ablation_group(evaluator->game, param.name, name);
        ablation.part[i] = ablation_find(&ablation, name);
        ablation.sizes[ablation.part[i]]++;
    }
    return ablation;
}

void ablation_free(struct ablation *ablation) {
    free(ablation->names);
    free(ablation->sizes);
    free(ablation->part);
}

void ablation_without(const struct ablation *ablation, const bool *back, int32_t *out) {
    for (int i = 0; i < ablation->evaluator->param_count; i++)
        out[i] = ablation->part[i] >= 0 && back[ablation->part[i]] ? ablation->start[i]
                                                                   : ablation->full[i];
}

/* ---- which can be back ---- */

void ablation_order(const double *worth, int count, int *order) {
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && worth[order[at - 1]] > worth[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
}

struct ablation_search ablation_search_new(int count) {
    return (struct ablation_search){0, count + 1};
}

int ablation_search_next(const struct ablation_search *search) {
    return search->cannot - search->can > 1 ? (search->can + search->cannot) / 2 : 0;
}

void ablation_search_tell(struct ablation_search *search, int tried, const struct score *score) {
    if (ablation_is_worse(score))
        search->cannot = tried;
    else
        search->can = tried;
}

bool ablation_is_worse(const struct score *score) {
    return score->los >= 0.975;
}
