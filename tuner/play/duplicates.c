/*
 * A hash table with open addressing: the places of games, by all that a game depends on. If no two
 * players are equal, as is usual, nothing is looked up.
 *
 * Different weights may play the same game, too: 1.6 % of reversi-quick's games are copies. To know
 * that of a game takes the choices of both players, which is playing it.
 */
#include "tuner/play/duplicates.h"

#include <stdlib.h>

/* What a game is made of, besides what the jobs of a session share. */
struct duplicates_game {
    uint64_t first, second; /* marks */
    int opening;
    uint8_t manner;
};

static struct duplicates_game duplicates_game_of(const struct job *job, const uint64_t *marks) {
    int first = job->swapped ? job->b : job->a, second = job->swapped ? job->a : job->b;
    return (struct duplicates_game){marks[first], marks[second], job->opening, job->manner};
}

static bool duplicates_games_equal(const struct duplicates_game *a,
                                   const struct duplicates_game *b) {
    return a->first == b->first && a->second == b->second && a->opening == b->opening &&
           a->manner == b->manner;
}

static uint64_t duplicates_hash(const struct duplicates_game *game) {
    uint64_t hash = mix64(mix64(game->first) + game->second);
    return mix64(hash + ((uint64_t)game->opening << 8 | game->manner));
}

static bool duplicates_any(const uint64_t *marks, int players) {
    for (int i = 0; i < players; i++)
        for (int j = 0; marks[i] && j < i; j++)
            if (marks[i] == marks[j]) return true;
    return false;
}

struct duplicates_table {
    size_t mask;
    int64_t *places; /* 1 more than that of the game; 0: free */
};

/* The place of the job's game; a new game gets the next one. */
static int64_t duplicates_place(struct duplicates *duplicates, struct duplicates_table *table,
                                const struct job *job, const uint64_t *marks) {
    struct duplicates_game own = duplicates_game_of(job, marks);
    size_t at = duplicates_hash(&own) & table->mask;
    for (; own.first && own.second && table->places[at]; at = (at + 1) & table->mask) {
        struct duplicates_game other =
            duplicates_game_of(&duplicates->jobs[table->places[at] - 1], marks);
        if (duplicates_games_equal(&own, &other)) return table->places[at] - 1;
    }
    if (own.first && own.second) table->places[at] = duplicates->count + 1;
    return duplicates->count++;
}

struct duplicates duplicates_find(const struct job *jobs, int64_t count, const uint64_t *marks,
                                  int players) {
    struct duplicates duplicates = {.count = count, .jobs = jobs};
    if (!duplicates_any(marks, players)) return duplicates;
    struct duplicates_table table = {.mask = 16};
    struct job *games = xmalloc((size_t)count * sizeof *games);
    while (table.mask < 2 * (size_t)count) table.mask *= 2;
    table.places = xcalloc(table.mask--, sizeof *table.places);
    duplicates = (struct duplicates){.jobs = games,
                                     .place = xmalloc((size_t)count * sizeof *duplicates.place)};
    for (int64_t i = 0; i < count; i++) {
        int64_t before = duplicates.count;
        duplicates.place[i] = duplicates_place(&duplicates, &table, &jobs[i], marks);
        if (duplicates.count > before) games[before] = jobs[i];
    }
    free(table.places);
    return duplicates;
}

void duplicates_free(struct duplicates *duplicates) {
    if (duplicates->place) free((struct job *)(uintptr_t)duplicates->jobs);
    free(duplicates->place);
}

/* Backwards, since a game's place is never behind its jobs. Points are those of the job's a. */
void duplicates_expand(const struct duplicates *duplicates, const struct job *jobs, int64_t count,
                       struct result *results) {
    for (int64_t i = count - 1; duplicates->place && i >= 0; i--) {
        struct result result = results[duplicates->place[i]];
        bool turned = jobs[i].swapped != duplicates->jobs[duplicates->place[i]].swapped;
        if (turned && result.points != RESULT_UNPLAYED)
            result.points = (uint8_t)(2 - result.points);
        results[i] = result;
    }
}
