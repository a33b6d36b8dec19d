/*
 * A game's key depends on its job and terms alone, so that a game of a raced stage is found in
 * whichever batch it comes. Keys are computed when something is looked up or written, which short
 * stages never do: until then there are only spans of finished jobs.
 */
#include "tuner/run/memo.h"

#include <inttypes.h>
#include <stdlib.h>

#include "engine/base/clock.h"

void memo_destroy(struct memo *memo) {
    free(memo->identities);
    free(memo->notes);
    free(memo->spans);
    free(memo->verdicts);
}

/* ---- keys ---- */

/* Players with only a row to tell them apart are this run's, as the journal's identity says; those
 * of a generation, which have none yet, are told apart by their places. */
static uint64_t memo_row(const struct roster *roster, int place) {
    uint64_t row = (uint64_t)roster->ids[place];
    return row ? row : UINT64_MAX - (uint64_t)place;
}

static void memo_meet(struct memo *memo, const struct roster *roster) {
    memo->identities = xrealloc(memo->identities, (size_t)roster->count * sizeof *memo->identities);
    for (int place = 0; place < roster->count; place++)
        memo->identities[place] =
            roster->marks[place]
                ? roster->marks[place]
                : mix64(memo_row(roster, place) ^ roster->players[0][place]->salt << 32);
}

static void memo_agree(struct memo *memo, const struct terms *terms) {
    struct text words = {0};
    text_add(&words, "%s %" PRIu64 " %" PRIu64 " %" PRIu64 " %d %d", terms->game->name, terms->seed,
             terms->purpose, terms->generation, (int)terms->mixing, terms->plies_max);
    memo->terms = bytes_checksum(words.data, words.length);
    text_free(&words);
}

static uint64_t memo_key(const struct memo *memo, const struct job *job) {
    const struct terms *terms = memo->batch->terms;
    const struct state *start = &terms->openings->positions[job->opening];
    uint64_t number =
        (uint64_t)job->opening << 16 | (uint64_t)job->manner << 8 | (uint64_t)job->swapped;
    uint64_t key = mix64(memo->terms + memo->identities[job->a]);
    key = mix64(key + memo->identities[job->b]);
    return mix64(mix64(key + terms->game->hash(start->bytes)) + number);
}

/* ---- what there is ---- */

enum { NOTE_OF_A = 1, NOTE_END = 2 };

void memo_fault(struct memo *memo, const struct job *job, int place, int end) {
    if (!memo->notes) return;
    memo->notes[job - memo->jobs] = (uint8_t)(end * NOTE_END + (place == job->a ? NOTE_OF_A : 0));
}

static bool memo_take(const struct memo *memo, const struct job *job, struct result *out) {
    struct journal_entry entry;
    if (!journal_find(memo->journal, memo_key(memo, job), &entry)) return false;
    *out = entry.result;
    memo->batch->remembered(memo->batch->context, job, entry.note % NOTE_END ? job->a : job->b,
                            entry.note / NOTE_END);
    return true;
}

/* Takes the results that the journal has; returns the other jobs, and their places, both the
 * caller's. */
static struct job *memo_rest(struct memo *memo, const struct job *jobs, int64_t count,
                             struct result *results, int64_t **places, int64_t *rest) {
    struct job *left = xmalloc((size_t)count * sizeof *left);
    *places = xmalloc((size_t)count * sizeof **places);
    *rest = 0;
    for (int64_t i = 0; i < count; i++) {
        if (memo_take(memo, &jobs[i], &results[i])) continue;
        (*places)[*rest] = i;
        left[(*rest)++] = jobs[i];
    }
    memo->taken = count - *rest;
    return left;
}

/* ---- noting ---- */

void memo_note(struct memo *memo, const struct job *job, const struct result *result,
               uint8_t note) {
    if (result->points == RESULT_UNPLAYED) return;
    const struct journal_entry entry = {memo_key(memo, job), *result, note};
    journal_add(memo->journal, &entry);
}

static void memo_note_spans(struct memo *memo) {
    for (int64_t s = 0; s < memo->span_count; s++)
        for (int64_t i = memo->spans[s].first; i < memo->spans[s].first + memo->spans[s].count; i++)
            memo_note(memo, &memo->jobs[i], &memo->results[i], memo->notes ? memo->notes[i] : 0);
    memo->span_count = 0;
}

static void memo_note_verdicts(struct memo *memo) {
    for (int64_t i = 0; i < memo->verdict_count; i++)
        journal_add(memo->journal, &memo->verdicts[i]);
    memo->verdict_count = 0;
}

static void memo_note_all(struct memo *memo) {
    memo_note_verdicts(memo);
    memo->batch->note_earlier(memo->batch->context);
    memo_note_spans(memo);
}

void memo_finished(struct memo *memo, int64_t first, int64_t count) {
    if (!memo->journal) return;
    memo->spans = xgrow(memo->spans, (size_t)memo->span_count, sizeof *memo->spans);
    memo->spans[memo->span_count++] = (struct memo_span){first, count};
    if (!journal_is_due(memo->journal)) return;
    double began = clock_seconds();
    memo_note_all(memo);
    journal_write(memo->journal, began);
}

void memo_empty(struct memo *memo) {
    if (memo->journal) journal_empty(memo->journal);
}

void memo_settle(struct memo *memo) {
    memo_empty(memo);
    memo->verdict_count = 0;
    memo->noted = false;
}

/* ---- openings ---- */

/* A judge's verdict depends on the position alone; no game's key begins like this. */
static uint64_t memo_verdict_key(uint64_t hash) {
    return mix64(hash ^ bytes_checksum("judges", 6));
}

static int memo_find_verdict(void *context, uint64_t hash) {
    const struct memo *memo = context;
    struct journal_entry entry;
    return journal_find(memo->journal, memo_verdict_key(hash), &entry) ? entry.note : -1;
}

static void memo_note_verdict(void *context, uint64_t hash, int points) {
    struct memo *memo = context;
    memo->verdicts = xgrow(memo->verdicts, (size_t)memo->verdict_count, sizeof *memo->verdicts);
    memo->verdicts[memo->verdict_count++] =
        (struct journal_entry){.key = memo_verdict_key(hash), .note = (uint8_t)points};
    if (!journal_is_due(memo->journal)) return;
    double began = clock_seconds();
    memo_note_verdicts(memo);
    journal_write(memo->journal, began);
}

int memo_draw(struct memo *memo, struct openings *openings, int pairs, struct parallel parallel,
              const struct openings_watch *watch) {
    const struct opening_verdicts verdicts = {memo_find_verdict, memo_note_verdict, memo};
    if (memo->journal) openings->source.verdicts = &verdicts;
    int status = openings_extend(openings, pairs, parallel, watch);
    openings->source.verdicts = NULL;
    if (status) memo_note_verdicts(memo);
    return status;
}

/* ---- a batch ---- */

static bool memo_has_guest(const struct roster *roster) {
    int place = 0;
    while (place < roster->count && !roster_is_guest(roster, place)) place++;
    return place < roster->count;
}

static void memo_begin(struct memo *memo, const struct job *jobs, int64_t count,
                       const struct result *results) {
    memo->jobs = jobs;
    memo->results = results;
    memo->notes = memo_has_guest(memo->batch->roster) ? xcalloc((size_t)count, 1) : NULL;
}

/* Writes the rest if the stage may go on, or is abandoned. */
static void memo_end(struct memo *memo, bool abandoned) {
    memo->noted = abandoned || memo->notes || journal_is_begun(memo->journal);
    if (memo->noted) memo_note_all(memo);
    free(memo->notes);
    memo->notes = NULL;
    memo->span_count = memo->taken = 0;
}

static int memo_play(struct memo *memo, const struct job *jobs, int64_t count,
                     struct result *results) {
    memo_begin(memo, jobs, count, results);
    int status = pool_run(memo->batch->pool, memo->batch->terms, jobs, count, results);
    memo_end(memo, status != 0);
    return status;
}

/* Jobs that are not played count as finished too. */
static int memo_play_rest(struct memo *memo, const struct job *jobs, int64_t count,
                          struct result *results) {
    int64_t *places, rest;
    struct job *left = memo_rest(memo, jobs, count, results, &places, &rest);
    struct result *found = xmalloc((size_t)rest * sizeof *found);
    int status = memo_play(memo, left, rest, found);
    for (int64_t i = 0; i < rest; i++) results[places[i]] = found[i];
    free(found);
    free(left);
    free(places);
    return status;
}

int memo_run(struct memo *memo, const struct memo_batch *batch, const struct job *jobs,
             int64_t count, struct result *results) {
    if (!memo->journal) return pool_run(batch->pool, batch->terms, jobs, count, results);
    memo->batch = batch;
    memo_agree(memo, batch->terms);
    memo_meet(memo, batch->roster);
    int status = journal_known(memo->journal) > 0 ? memo_play_rest(memo, jobs, count, results)
                                                  : memo_play(memo, jobs, count, results);
    memo->batch = NULL;
    return status;
}
