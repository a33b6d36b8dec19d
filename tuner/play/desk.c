/*
 * Games between players of this process go to the referee in batches; a game in which another
 * mover sits is played alone, with the line to its opening, which programs are told move by move.
 * Of a batch the games of one manner stand together: batch paths take neighbours alone.
 */
#include "tuner/play/desk.h"

#include <stdlib.h>

struct desk_mover {
    const struct player *player;
    struct mover *mover;
};

struct desk {
    struct referee referee;
    int count;
    struct desk_mover *movers; /* of players that bring their own */
};

struct desk *desk_open(size_t tt_bytes) {
    struct desk *desk = xcalloc(1, sizeof *desk);
    referee_init(&desk->referee, tt_bytes);
    return desk;
}

void desk_dismiss(struct desk *desk) {
    for (int i = 0; i < desk->count; i++) {
        struct mover *mover = desk->movers[i].mover;
        if (mover->kind->dismiss) mover->kind->dismiss(mover);
    }
}

void desk_close(struct desk *desk) {
    for (int i = 0; i < desk->count; i++) desk->movers[i].mover->kind->free(desk->movers[i].mover);
    free(desk->movers);
    referee_destroy(&desk->referee);
    free(desk);
}

struct mover *desk_mover(struct desk *desk, const struct player *player) {
    for (int i = 0; i < desk->count; i++)
        if (desk->movers[i].player == player) return desk->movers[i].mover;
    desk->movers = xrealloc(desk->movers, (size_t)(desk->count + 1) * sizeof *desk->movers);
    desk->movers[desk->count] = (struct desk_mover){player, player->mover_new(player)};
    return desk->movers[desk->count++].mover;
}

static bool desk_has_guest(const struct terms *terms, const struct job *job) {
    const struct player *const *players = terms->players[job->manner];
    return players[job->a]->mover_new || players[job->b]->mover_new;
}

static bool desk_moderate(struct desk *desk, const struct terms *terms, const struct job *job,
                          struct bout *bout, struct record *record, move_t *moves) {
    struct player_mover own[2];
    struct mover *movers[2];
    move_t line[GAME_PLIES_MAX];
    bout->line = line;
    bout->line_count = openings_line(terms->openings, job->opening, line);
    for (int side = 0; side < 2; side++) {
        own[side] = mover_of_player(bout->players[side], desk->referee.searches[side]);
        movers[side] = bout->players[side]->mover_new ? desk_mover(desk, bout->players[side])
                                                      : &own[side].mover;
    }
    bool counts = referee_moderate(bout, movers, record, moves);
    if (counts && terms->played)
        terms->played(terms->context, &(struct played){job, bout, record, moves, movers});
    return counts;
}

bool desk_play_one(struct desk *desk, const struct terms *terms, const struct job *job,
                   struct record *record, move_t *moves) {
    struct bout bout = job_bout(terms, job);
    if (desk_has_guest(terms, job)) return desk_moderate(desk, terms, job, &bout, record, moves);
    return referee_play(&desk->referee, &bout, record, moves);
}

/* The numbers of jobs, those of one manner together. */
static void desk_sort(const struct job *jobs, int count, int *order) {
    for (int manner = 0; manner < MANNERS_MAX; manner++)
        for (int i = 0; i < count; i++)
            if (jobs[i].manner == manner) *order++ = i;
}

/* Plays the jobs before the first with a guest, whose count goes to `done`. Whether all of them
 * count; those that do have their results. */
static bool desk_play_batch(struct desk *desk, const struct terms *terms, const struct job *jobs,
                            int count, struct result *results, int *done) {
    struct bout bouts[DESK_JOBS_MAX];
    struct record records[DESK_JOBS_MAX];
    int order[DESK_JOBS_MAX];
    int batch = 0;
    while (batch < count && !desk_has_guest(terms, &jobs[batch])) batch++;
    desk_sort(jobs, batch, order);
    for (int i = 0; i < batch; i++) bouts[i] = job_bout(terms, &jobs[order[i]]);
    *done = referee_play_many(&desk->referee, bouts, batch, records);
    for (int i = 0; i < *done; i++) results[order[i]] = job_result(&jobs[order[i]], &records[i]);
    return *done == batch;
}

bool desk_play(struct desk *desk, const struct terms *terms, const struct job *jobs, int count,
               struct result *results) {
    for (int done = 0, batch; done < count; done++) {
        if (!desk_play_batch(desk, terms, jobs + done, count - done, results + done, &batch))
            return false;
        done += batch;
        if (done == count) break;
        struct record record;
        move_t moves[GAME_PLIES_MAX];
        if (!desk_play_one(desk, terms, &jobs[done], &record, moves)) return false;
        results[done] = job_result(&jobs[done], &record);
    }
    return true;
}
