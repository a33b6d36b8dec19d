/*
 * The evaluators tell what their parameters mean (engine/game/evaluator.h); those of discs on
 * squares are drawn on the board.
 */
#include "tuner/report/weights_show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOW_ALL = 100 /* of both, that are listed though they are equal */ };

static struct meaning show_meaning(const struct evaluator *evaluator, int index) {
    return evaluator->meaning ? evaluator->meaning(evaluator, index) : (struct meaning){.what = ""};
}

static bool show_is_disc(const struct meaning *meaning) {
    return strcmp(meaning->what, "disc") == 0;
}

static void show_head(const struct weights *weights, struct text *out) {
    const struct evaluator *evaluator = weights->evaluator;
    text_add(out, "%s: %s, %s %s, %d parameters\n",
             *weights->provenance.name ? weights->provenance.name : "weights",
             evaluator->game->name, evaluator->name, evaluator->layout, evaluator->param_count);
    if (*weights->provenance.source) text_add(out, "%s\n", weights->provenance.source);
}

bool weights_show_is_disc(const struct evaluator *evaluator, int index) {
    struct meaning meaning = show_meaning(evaluator, index);
    return show_is_disc(&meaning);
}

void weights_show_values(const struct weights *weights, int from, int32_t values[64]) {
    memset(values, 0, 64 * sizeof *values);
    for (int i = 0; i < weights->evaluator->param_count; i++) {
        struct meaning meaning = show_meaning(weights->evaluator, i);
        if (!show_is_disc(&meaning) || meaning.from != from) continue;
        for (uint64_t set = meaning.points; set; set &= set - 1)
            values[__builtin_ctzll(set)] = weights->values[i];
    }
}

/* The weights of the stage that begins at `from`. */
static void show_squares(const struct weights *weights, int from, struct text *out) {
    const struct game *game = weights->evaluator->game;
    int32_t values[64];
    weights_show_values(weights, from, values);
    text_add(out, "  ");
    for (int column = 0; column < game->columns; column++) text_add(out, "%7c", 'a' + column);
    for (int row = 0; row < game->rows; row++) {
        text_add(out, "\n%2d", row + 1);
        for (int column = 0; column < game->columns; column++)
            text_add(out, "%7d", values[row * game->columns + column]);
    }
    text_add(out, "\n");
}

void weights_show_boards(const struct weights *weights, struct text *out) {
    for (int i = 0, last = -1; i < weights->evaluator->param_count; i++) {
        struct meaning meaning = show_meaning(weights->evaluator, i);
        if (!show_is_disc(&meaning) || meaning.from == last) continue;
        bool whole = meaning.from == 0 && meaning.to == MEANING_GAME;
        text_add(out, whole ? "\n" : "\nfrom %d %% to %d %% of the game\n",
                 100 * meaning.from / MEANING_GAME, 100 * meaning.to / MEANING_GAME);
        show_squares(weights, last = meaning.from, out);
    }
}

static void weights_show_list(const struct weights *weights, struct text *out) {
    for (int i = 0, shown = 0; i < weights->evaluator->param_count; i++) {
        struct meaning meaning = show_meaning(weights->evaluator, i);
        if (show_is_disc(&meaning)) continue;
        const struct param param = evaluator_param(weights->evaluator, i);
        text_add(out, "%s  %-16s %8d\n", shown++ ? "" : "\n", param.name, weights->values[i]);
    }
}

/* "own1" and "own2" are of one row, "own"; the length of its name. */
static size_t show_stem(const char *name) {
    size_t length = strlen(name);
    while (length > 0 && name[length - 1] >= '0' && name[length - 1] <= '9') length--;
    return length;
}

void weights_show_rows(const struct weights *weights, struct text *out) {
    char row[sizeof((struct param *)0)->name] = "";
    bool begun = false;
    for (int i = 0; i < weights->evaluator->param_count; i++) {
        struct meaning meaning = show_meaning(weights->evaluator, i);
        if (show_is_disc(&meaning)) continue;
        const struct param param = evaluator_param(weights->evaluator, i);
        size_t stem = show_stem(param.name);
        bool goes_on =
            begun && param.name[stem] && strlen(row) == stem && strncmp(param.name, row, stem) == 0;
        if (!goes_on) text_add(out, "%s%-16.*s", begun ? "\n" : "", (int)stem, param.name);
        text_add(out, " %6d", weights->values[i]);
        snprintf(row, sizeof row, "%.*s", param.name[stem] ? (int)stem : 0, param.name);
        begun = true;
    }
    if (begun) text_add(out, "\n");
}

void weights_show(const struct weights *weights, struct text *out) {
    show_head(weights, out);
    weights_show_boards(weights, out);
    weights_show_list(weights, out);
}

void weights_show_both(const struct weights *a, const struct weights *b, struct text *out) {
    int count = a->evaluator->param_count, equal = 0;
    show_head(a, out);
    show_head(b, out);
    text_add(out, "\n  %-16s %8s %8s %8s\n", "", "first", "second", "change");
    for (int i = 0; i < count; i++) {
        const struct param param = evaluator_param(a->evaluator, i);
        bool same = a->values[i] == b->values[i];
        equal += same;
        if (!same || count <= SHOW_ALL)
            text_add(out, same ? "  %-16s %8d %8d\n" : "  %-16s %8d %8d %+8lld\n", param.name,
                     a->values[i], b->values[i], (long long)b->values[i] - a->values[i]);
    }
    text_add(out, "%d of %d equal\n", equal, count);
}
