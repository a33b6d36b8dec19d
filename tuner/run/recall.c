/*
 * A game's key is of its job and terms alone, so that a game of a raced stage is found whichever
 * batch it comes in now. Keys are worked out when something is looked up or written, which short
 * stages never do: until then there are only stretches of jobs that are over.
 */
#include "tuner/run/recall.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "tuner/run/session.h"

void recall_destroy(struct recall *recall) {
    free(recall->who);
    free(recall->notes);
    free(recall->spans);
    free(recall->verdicts);
}

/* ---- keys ---- */

/* Of the players who are told apart by their row only, the journal's identity says whose it is. */
static void recall_meet(struct recall *recall, const struct roster *roster) {
    recall->who = xrealloc(recall->who, (size_t)roster->count * sizeof *recall->who);
    for (int place = 0; place < roster->count; place++)
        recall->who[place] =
            roster->marks[place]
                ? roster->marks[place]
                : mix64((uint64_t)roster->ids[place] ^ roster->players[0][place]->salt << 32);
}

static void recall_agree(struct recall *recall, const struct terms *terms) {
    struct text words = {0};
    text_add(&words, "%s %" PRIu64 " %" PRIu64 " %" PRIu64 " %d %d", terms->game->name, terms->seed,
             terms->purpose, terms->generation, (int)terms->mixing, terms->plies_max);
    recall->terms = bytes_checksum(words.data, words.length);
    text_free(&words);
}

static uint64_t recall_key(const struct session *session, const struct job *job) {
    const struct recall *recall = &session->recall;
    const struct state *start = &session->openings.positions[job->opening];
    uint64_t number =
        (uint64_t)job->opening << 16 | (uint64_t)job->manner << 8 | (uint64_t)job->swapped;
    uint64_t key = mix64(recall->terms + recall->who[job->a]);
    key = mix64(key + recall->who[job->b]);
    return mix64(mix64(key + session->source.game->hash(start->bytes)) + number);
}

/* ---- what there is ---- */

enum { NOTE_OF_A = 1, NOTE_END = 2 };

void recall_fault(struct session *session, const struct job *job, int place, int end) {
    struct recall *recall = &session->recall;
    if (!recall->notes) return;
    recall->notes[job - recall->jobs] =
        (uint8_t)(end * NOTE_END + (place == job->a ? NOTE_OF_A : 0));
}

static bool recall_take(struct session *session, const struct job *job, struct result *out) {
    struct journal_entry entry;
    if (!journal_find(session->journal, recall_key(session, job), &entry)) return false;
    *out = entry.result;
    session_recalled(session, job, entry.note % NOTE_END ? job->a : job->b,
                     (enum external_end)(entry.note / NOTE_END));
    return true;
}

/* Takes what there is; the jobs of the others and their places, both of them the caller's. */
static struct job *recall_rest(struct session *session, const struct job *jobs, int64_t count,
                               struct result *results, int64_t **places, int64_t *rest) {
    struct job *left = xmalloc((size_t)count * sizeof *left);
    *places = xmalloc((size_t)count * sizeof **places);
    *rest = 0;
    for (int64_t i = 0; i < count; i++) {
        if (recall_take(session, &jobs[i], &results[i])) continue;
        (*places)[*rest] = i;
        left[(*rest)++] = jobs[i];
    }
    session->recall.taken = count - *rest;
    return left;
}

/* ---- noting ---- */

static void recall_note(struct session *session, const struct job *job, const struct result *result,
                        uint8_t note) {
    if (result->points == RESULT_UNPLAYED) return;
    const struct journal_entry entry = {recall_key(session, job), *result, note};
    journal_add(session->journal, &entry);
}

/* Pairs of batches that were over within a second. */
static void recall_note_earlier(struct session *session) {
    for (int m = 0; m < session->meeting_count; m++)
        for (int g = 2 * session->recall.pairs_noted; g < 2 * session->pairs_each[m]; g++) {
            const struct job job = session_job(session, m, g);
            recall_note(session, &job, &session->results[(int64_t)m * 2 * session->pairs + g], 0);
        }
    session->recall.pairs_noted = session->pairs_played;
}

static void recall_note_spans(struct session *session) {
    struct recall *recall = &session->recall;
    for (int64_t s = 0; s < recall->span_count; s++)
        for (int64_t i = recall->spans[s].first;
             i < recall->spans[s].first + recall->spans[s].count; i++)
            recall_note(session, &recall->jobs[i], &recall->results[i],
                        recall->notes ? recall->notes[i] : 0);
    recall->span_count = 0;
}

static void recall_note_verdicts(struct session *session) {
    struct recall *recall = &session->recall;
    for (int64_t i = 0; i < recall->verdict_count; i++)
        journal_add(session->journal, &recall->verdicts[i]);
    recall->verdict_count = 0;
}

static void recall_note_all(struct session *session) {
    recall_note_verdicts(session);
    recall_note_earlier(session);
    recall_note_spans(session);
}

void recall_finished(struct session *session, int64_t first, int64_t count) {
    struct recall *recall = &session->recall;
    if (!session->journal) return;
    recall->spans = xgrow(recall->spans, (size_t)recall->span_count, sizeof *recall->spans);
    recall->spans[recall->span_count++] = (struct recall_span){first, count};
    if (!journal_is_due(session->journal)) return;
    double began = clock_seconds();
    recall_note_all(session);
    journal_write(session->journal, began);
}

void recall_dropped(struct session *session) {
    if (!session->journal) return;
    journal_empty(session->journal);
    session->recall.pairs_noted = 0;
}

/* ---- openings ---- */

/* A judge's verdict follows from the position alone; no game's key begins like this. */
static uint64_t recall_verdict_key(uint64_t hash) {
    return mix64(hash ^ bytes_checksum("judges", 6));
}

static int recall_find_verdict(void *context, uint64_t hash) {
    const struct session *session = context;
    struct journal_entry entry;
    return journal_find(session->journal, recall_verdict_key(hash), &entry) ? entry.note : -1;
}

static void recall_note_verdict(void *context, uint64_t hash, int points) {
    struct session *session = context;
    struct recall *recall = &session->recall;
    recall->verdicts =
        xgrow(recall->verdicts, (size_t)recall->verdict_count, sizeof *recall->verdicts);
    recall->verdicts[recall->verdict_count++] =
        (struct journal_entry){.key = recall_verdict_key(hash), .note = (uint8_t)points};
    if (!journal_is_due(session->journal)) return;
    double began = clock_seconds();
    recall_note_verdicts(session);
    journal_write(session->journal, began);
}

int recall_draw(struct session *session, int pairs, const struct openings_watch *watch) {
    const struct opening_verdicts verdicts = {recall_find_verdict, recall_note_verdict, session};
    if (session->journal) session->openings.source.verdicts = &verdicts;
    int status = openings_extend(&session->openings, pairs, session->pool, watch);
    session->openings.source.verdicts = NULL;
    if (status) recall_note_verdicts(session);
    return status;
}

/* ---- a batch ---- */

static void recall_begin(struct session *session, const struct terms *terms, const struct job *jobs,
                         int64_t count, const struct result *results) {
    struct recall *recall = &session->recall;
    bool guests = false;
    for (int place = 0; place < session->roster->count; place++)
        guests |= roster_is_guest(session->roster, place);
    if (recall->noted) recall->pairs_noted = session->pairs_played;
    recall_agree(recall, terms);
    recall_meet(recall, session->roster);
    recall->jobs = jobs;
    recall->results = results;
    recall->notes = guests ? xcalloc((size_t)count, 1) : NULL;
}

/* Notes the rest where more may follow a stage that lasts, or what was played is to be left. */
static void recall_end(struct session *session, bool abandoned) {
    struct recall *recall = &session->recall;
    recall->noted = abandoned || recall->notes || journal_is_begun(session->journal);
    if (recall->noted) recall_note_all(session);
    free(recall->notes);
    recall->notes = NULL;
    recall->span_count = recall->taken = 0;
}

static int recall_play(struct session *session, const struct terms *terms, const struct job *jobs,
                       int64_t count, struct result *results) {
    recall_begin(session, terms, jobs, count, results);
    int status = pool_run(session->pool, terms, jobs, count, results);
    recall_end(session, status != 0);
    return status;
}

/* Those that are not played are known all the same. */
static int recall_play_rest(struct session *session, const struct terms *terms,
                            const struct job *jobs, int64_t count, struct result *results) {
    int64_t *places, rest;
    recall_agree(&session->recall, terms);
    recall_meet(&session->recall, session->roster);
    struct job *left = recall_rest(session, jobs, count, results, &places, &rest);
    struct result *found = xmalloc((size_t)rest * sizeof *found);
    int status = recall_play(session, terms, left, rest, found);
    for (int64_t i = 0; i < rest; i++) results[places[i]] = found[i];
    free(found);
    free(left);
    free(places);
    return status;
}

int recall_run(struct session *session, const struct terms *terms, const struct job *jobs,
               int64_t count, struct result *results) {
    if (!session->journal) return pool_run(session->pool, terms, jobs, count, results);
    return journal_known(session->journal) > 0
               ? recall_play_rest(session, terms, jobs, count, results)
               : recall_play(session, terms, jobs, count, results);
}
