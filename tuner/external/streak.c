/*
 * Games wait for those before them. As many wait as there are games in flight, which is few.
 */
#include "tuner/external/streak.h"

#include <stdlib.h>

static void streak_drop(struct streak *streak, int i) {
    free(streak->waiting[i].words);
    streak->waiting[i] = streak->waiting[--streak->count];
}

static void streak_clear(struct streak *streak) {
    for (int i = 0; i < streak->count; i++) free(streak->waiting[i].words);
    streak->count = 0;
}

void streak_free(struct streak *streak) {
    streak_clear(streak);
    free(streak->waiting);
    *streak = (struct streak){0};
}

static void streak_put(struct streak *streak, const struct streak_game *game) {
    streak->waiting = xgrow(streak->waiting, (size_t)streak->count, sizeof *streak->waiting);
    streak->waiting[streak->count] = *game;
    streak->waiting[streak->count++].words = game->words ? xstrdup(game->words) : NULL;
}

/* The place of the game that is awaited; the number of those that wait: it is not there. */
static int streak_find(const struct streak *streak) {
    int i = 0;
    while (i < streak->count && streak->waiting[i].number != streak->next) i++;
    return i;
}

/* Whether the fault makes the streak longer. */
static bool streak_grow(struct streak *streak, uint64_t mark) {
    int known = min_int(streak->faults, STREAK_MARKS_MAX);
    for (int i = 0; mark && i < known; i++)
        if (streak->marks[i] == mark) return false;
    if (known < STREAK_MARKS_MAX) streak->marks[known] = mark;
    streak->faults++;
    return true;
}

char *streak_add(struct streak *streak, int64_t first, const struct streak_game *game, int length) {
    char *words = NULL;
    if (first > streak->next) {
        streak_clear(streak);
        streak->next = first;
    }
    streak_put(streak, game);
    for (int i; !words && (i = streak_find(streak)) < streak->count; streak->next++) {
        const struct streak_game *ended = &streak->waiting[i];
        bool grown = ended->event == STREAK_GROWS && streak_grow(streak, ended->mark);
        if (ended->event == STREAK_ENDS) streak->faults = 0;
        if (grown && streak->faults == length && ended->words) words = xstrdup(ended->words);
        streak_drop(streak, i);
    }
    return words;
}
