/*
 * Games between players of this process go to the referee in batches. A game with another mover is
 * played alone, with the line to its opening, which programs are told move by move. The games of
 * one manner stand together in a batch, since batch paths take neighbours only.
 */
#include "tuner/play/worker.h"

#include <stdlib.h>

/* The mover of one player, or one of two of all players of an evaluator. */
struct worker_mover {
    const void *owner;
    int seat;
    struct mover *mover;
};

struct worker {
    struct referee referee;
    int count;
    struct worker_mover *movers; /* of players that bring their own */
};

struct worker *worker_open(size_t tt_bytes) {
    struct worker *worker = xcalloc(1, sizeof *worker);
    referee_init(&worker->referee, tt_bytes);
    return worker;
}

void worker_dismiss(struct worker *worker) {
    for (int i = 0; i < worker->count; i++) {
        struct mover *mover = worker->movers[i].mover;
        if (mover->kind->dismiss) mover->kind->dismiss(mover);
    }
}

void worker_close(struct worker *worker) {
    for (int i = 0; i < worker->count; i++)
        worker->movers[i].mover->kind->free(worker->movers[i].mover);
    free(worker->movers);
    referee_destroy(&worker->referee);
    free(worker);
}

/* Players of an evaluator come and go, and their places in memory with them. */
static bool worker_is_shared(const struct player *player) {
    return player->mover_new == player->evaluator->mover_new;
}

struct mover *worker_mover(struct worker *worker, const struct player *player, int seat) {
    bool shared = worker_is_shared(player);
    const void *owner = shared ? (const void *)player->evaluator : player;
    if (!shared) seat = 0;
    for (int i = 0; i < worker->count; i++)
        if (worker->movers[i].owner == owner && worker->movers[i].seat == seat)
            return worker->movers[i].mover;
    worker->movers = xrealloc(worker->movers, (size_t)(worker->count + 1) * sizeof *worker->movers);
    worker->movers[worker->count] = (struct worker_mover){owner, seat, player->mover_new(player)};
    return worker->movers[worker->count++].mover;
}

static bool worker_has_guest(const struct terms *terms, const struct job *job) {
    const struct player *const *players = terms->players[job->manner];
    return players[job->a]->mover_new || players[job->b]->mover_new;
}

static bool worker_moderate(struct worker *worker, const struct terms *terms, const struct job *job,
                            struct bout *bout, struct record *record, move_t *moves) {
    struct player_mover own[2];
    struct mover *movers[2];
    move_t line[GAME_PLIES_MAX];
    bout->line = line;
    bout->line_count = openings_line(terms->openings, job->opening, line);
    for (int side = 0; side < 2; side++) {
        own[side] = player_mover_new(bout->players[side], worker->referee.searches[side]);
        int seat = side != job->swapped; /* of a pair's games the same */
        movers[side] = bout->players[side]->mover_new
                           ? worker_mover(worker, bout->players[side], seat)
                           : &own[side].mover;
    }
    bool counts = referee_moderate(bout, movers, record, moves);
    if (counts && terms->played)
        terms->played(
            terms->context,
            &(struct played){
                .job = job, .bout = bout, .record = record, .moves = moves, .movers = movers});
    return counts;
}

bool worker_play_one(struct worker *worker, const struct terms *terms, const struct job *job,
                     struct record *record, move_t *moves) {
    struct bout bout = job_bout(terms, job);
    if (worker_has_guest(terms, job))
        return worker_moderate(worker, terms, job, &bout, record, moves);
    return referee_play(&worker->referee, &bout, record, moves);
}

/* The numbers of the jobs, sorted by manner. */
static void worker_sort(const struct job *jobs, int count, int *order) {
    for (int manner = 0; manner < MANNERS_MAX; manner++)
        for (int i = 0; i < count; i++)
            if (jobs[i].manner == manner) *order++ = i;
}

/* Plays the jobs before the first one with a guest, and sets `done` to the number that count.
 * Whether all of them do; those that do have their results. */
static bool worker_play_batch(struct worker *worker, const struct terms *terms,
                              const struct job *jobs, int count, struct result *results,
                              int *done) {
    struct bout bouts[WORKER_JOBS_MAX];
    struct record records[WORKER_JOBS_MAX];
    int order[WORKER_JOBS_MAX];
    int batch = 0;
    while (batch < count && !worker_has_guest(terms, &jobs[batch])) batch++;
    worker_sort(jobs, batch, order);
    for (int i = 0; i < batch; i++) bouts[i] = job_bout(terms, &jobs[order[i]]);
    *done = referee_play_many(&worker->referee, bouts, batch, records);
    for (int i = 0; i < *done; i++) results[order[i]] = job_result(&jobs[order[i]], &records[i]);
    return *done == batch;
}

bool worker_play(struct worker *worker, const struct terms *terms, const struct job *jobs,
                 int count, struct result *results) {
    for (int done = 0, batch; done < count; done++) {
        if (!worker_play_batch(worker, terms, jobs + done, count - done, results + done, &batch))
            return false;
        done += batch;
        if (done == count) break;
        struct record record;
        move_t moves[GAME_PLIES_MAX];
        if (!worker_play_one(worker, terms, &jobs[done], &record, moves)) return false;
        results[done] = job_result(&jobs[done], &record);
    }
    return true;
}
