/*
 * A game's key depends on its job and terms alone, so that a game of a raced stage is found in
 * whichever batch it comes. Keys are computed when something is looked up or written, which short
 * stages never do: until then there are only spans of finished jobs.
 */
#include "tuner/run/memo.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "tuner/run/session.h"

void memo_destroy(struct memo *memo) {
    free(memo->identities);
    free(memo->notes);
    free(memo->spans);
    free(memo->verdicts);
}

/* ---- keys ---- */

/* Players with only a row to tell them apart are this run's, as the journal's identity says. */
static void memo_meet(struct memo *memo, const struct roster *roster) {
    memo->identities = xrealloc(memo->identities, (size_t)roster->count * sizeof *memo->identities);
    for (int place = 0; place < roster->count; place++)
        memo->identities[place] =
            roster->marks[place]
                ? roster->marks[place]
                : mix64((uint64_t)roster->ids[place] ^ roster->players[0][place]->salt << 32);
}

static void memo_agree(struct memo *memo, const struct terms *terms) {
    struct text words = {0};
    text_add(&words, "%s %" PRIu64 " %" PRIu64 " %" PRIu64 " %d %d", terms->game->name, terms->seed,
             terms->purpose, terms->generation, (int)terms->mixing, terms->plies_max);
    memo->terms = bytes_checksum(words.data, words.length);
    text_free(&words);
}

static uint64_t memo_key(const struct session *session, const struct job *job) {
    const struct memo *memo = &session->memo;
    const struct state *start = &session->openings.positions[job->opening];
    uint64_t number =
        (uint64_t)job->opening << 16 | (uint64_t)job->manner << 8 | (uint64_t)job->swapped;
    uint64_t key = mix64(memo->terms + memo->identities[job->a]);
    key = mix64(key + memo->identities[job->b]);
    return mix64(mix64(key + session->source.game->hash(start->bytes)) + number);
}

/* ---- what there is ---- */

enum { NOTE_OF_A = 1, NOTE_END = 2 };

void memo_fault(struct session *session, const struct job *job, int place, int end) {
    struct memo *memo = &session->memo;
    if (!memo->notes) return;
    memo->notes[job - memo->jobs] = (uint8_t)(end * NOTE_END + (place == job->a ? NOTE_OF_A : 0));
}

static bool memo_take(struct session *session, const struct job *job, struct result *out) {
    struct journal_entry entry;
    if (!journal_find(session->journal, memo_key(session, job), &entry)) return false;
    *out = entry.result;
    session_remembered(session, job, entry.note % NOTE_END ? job->a : job->b,
                       (enum external_end)(entry.note / NOTE_END));
    return true;
}

/* Takes the results that the journal has; returns the other jobs, and their places, both the
 * caller's. */
static struct job *memo_rest(struct session *session, const struct job *jobs, int64_t count,
                             struct result *results, int64_t **places, int64_t *rest) {
    struct job *left = xmalloc((size_t)count * sizeof *left);
    *places = xmalloc((size_t)count * sizeof **places);
    *rest = 0;
    for (int64_t i = 0; i < count; i++) {
        if (memo_take(session, &jobs[i], &results[i])) continue;
        (*places)[*rest] = i;
        left[(*rest)++] = jobs[i];
    }
    session->memo.taken = count - *rest;
    return left;
}

/* ---- noting ---- */

static void memo_note(struct session *session, const struct job *job, const struct result *result,
                      uint8_t note) {
    if (result->points == RESULT_UNPLAYED) return;
    const struct journal_entry entry = {memo_key(session, job), *result, note};
    journal_add(session->journal, &entry);
}

/* Pairs of batches that took less than a second. */
static void memo_note_earlier(struct session *session) {
    for (int m = 0; m < session->meeting_count; m++)
        for (int g = 2 * session->memo.pairs_noted; g < 2 * session->pairs_each[m]; g++) {
            const struct job job = session_job(session, m, g);
            memo_note(session, &job, &session->results[(int64_t)m * 2 * session->pairs + g], 0);
        }
    session->memo.pairs_noted = session->pairs_played;
}

static void memo_note_spans(struct session *session) {
    struct memo *memo = &session->memo;
    for (int64_t s = 0; s < memo->span_count; s++)
        for (int64_t i = memo->spans[s].first; i < memo->spans[s].first + memo->spans[s].count; i++)
            memo_note(session, &memo->jobs[i], &memo->results[i], memo->notes ? memo->notes[i] : 0);
    memo->span_count = 0;
}

static void memo_note_verdicts(struct session *session) {
    struct memo *memo = &session->memo;
    for (int64_t i = 0; i < memo->verdict_count; i++)
        journal_add(session->journal, &memo->verdicts[i]);
    memo->verdict_count = 0;
}

static void memo_note_all(struct session *session) {
    memo_note_verdicts(session);
    memo_note_earlier(session);
    memo_note_spans(session);
}

void memo_finished(struct session *session, int64_t first, int64_t count) {
    struct memo *memo = &session->memo;
    if (!session->journal) return;
    memo->spans = xgrow(memo->spans, (size_t)memo->span_count, sizeof *memo->spans);
    memo->spans[memo->span_count++] = (struct memo_span){first, count};
    if (!journal_is_due(session->journal)) return;
    double began = clock_seconds();
    memo_note_all(session);
    journal_write(session->journal, began);
}

void memo_dropped(struct session *session) {
    if (!session->journal) return;
    journal_empty(session->journal);
    session->memo.pairs_noted = 0;
}

/* ---- openings ---- */

/* A judge's verdict depends on the position alone; no game's key begins like this. */
static uint64_t memo_verdict_key(uint64_t hash) {
    return mix64(hash ^ bytes_checksum("judges", 6));
}

static int memo_find_verdict(void *context, uint64_t hash) {
    const struct session *session = context;
    struct journal_entry entry;
    return journal_find(session->journal, memo_verdict_key(hash), &entry) ? entry.note : -1;
}

static void memo_note_verdict(void *context, uint64_t hash, int points) {
    struct session *session = context;
    struct memo *memo = &session->memo;
    memo->verdicts = xgrow(memo->verdicts, (size_t)memo->verdict_count, sizeof *memo->verdicts);
    memo->verdicts[memo->verdict_count++] =
        (struct journal_entry){.key = memo_verdict_key(hash), .note = (uint8_t)points};
    if (!journal_is_due(session->journal)) return;
    double began = clock_seconds();
    memo_note_verdicts(session);
    journal_write(session->journal, began);
}

int memo_draw(struct session *session, int pairs, const struct openings_watch *watch) {
    const struct opening_verdicts verdicts = {memo_find_verdict, memo_note_verdict, session};
    if (session->journal) session->openings.source.verdicts = &verdicts;
    int status = openings_extend(&session->openings, pairs, pool_parallel(session->pool), watch);
    session->openings.source.verdicts = NULL;
    if (status) memo_note_verdicts(session);
    return status;
}

/* ---- a batch ---- */

static void memo_begin(struct session *session, const struct terms *terms, const struct job *jobs,
                       int64_t count, const struct result *results) {
    struct memo *memo = &session->memo;
    bool guests = false;
    for (int place = 0; place < session->roster->count; place++)
        guests |= roster_is_guest(session->roster, place);
    if (memo->noted) memo->pairs_noted = session->pairs_played;
    memo_agree(memo, terms);
    memo_meet(memo, session->roster);
    memo->jobs = jobs;
    memo->results = results;
    memo->notes = guests ? xcalloc((size_t)count, 1) : NULL;
}

/* Writes the rest if the stage may go on, or is abandoned. */
static void memo_end(struct session *session, bool abandoned) {
    struct memo *memo = &session->memo;
    memo->noted = abandoned || memo->notes || journal_is_begun(session->journal);
    if (memo->noted) memo_note_all(session);
    free(memo->notes);
    memo->notes = NULL;
    memo->span_count = memo->taken = 0;
}

static int memo_play(struct session *session, const struct terms *terms, const struct job *jobs,
                     int64_t count, struct result *results) {
    memo_begin(session, terms, jobs, count, results);
    int status = pool_run(session->pool, terms, jobs, count, results);
    memo_end(session, status != 0);
    return status;
}

/* Jobs that are not played count as finished too. */
static int memo_play_rest(struct session *session, const struct terms *terms,
                          const struct job *jobs, int64_t count, struct result *results) {
    int64_t *places, rest;
    memo_agree(&session->memo, terms);
    memo_meet(&session->memo, session->roster);
    struct job *left = memo_rest(session, jobs, count, results, &places, &rest);
    struct result *found = xmalloc((size_t)rest * sizeof *found);
    int status = memo_play(session, terms, left, rest, found);
    for (int64_t i = 0; i < rest; i++) results[places[i]] = found[i];
    free(found);
    free(left);
    free(places);
    return status;
}

int memo_run(struct session *session, const struct terms *terms, const struct job *jobs,
             int64_t count, struct result *results) {
    if (!session->journal) return pool_run(session->pool, terms, jobs, count, results);
    return journal_known(session->journal) > 0
               ? memo_play_rest(session, terms, jobs, count, results)
               : memo_play(session, terms, jobs, count, results);
}
