/*
 * A session is played in batches of pairs, one for most stages, so that a match, or one of many
 * meetings, can stop in between. How it is cut does not change what is played.
 */
#include "tuner/run/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "tuner/play/duplicates.h"

struct opening_source session_source(const struct config *config) {
    const struct search_limits *deepest = &manners_deepest(&config->player.manners)->limits;
    return (struct opening_source){
        .game = config->game,
        .seed = config->seed,
        .plies_min = config->openings.plies_min,
        .plies_max = config->openings.plies_max,
        .progress = config->progress.on,
        .collection = config->openings.collection,
        .balance = config->openings.balance,
        .judging = {.limits = *deepest, .plies_max = config->player.plies_max}};
}

struct session session_of_run(const struct config *config, enum mixing mixing, enum stage stage,
                              int generation, const struct roster *roster, struct pool *pool) {
    return (struct session){.stage = stage,
                            .generation = generation,
                            .source = session_source(config),
                            .seed = config->seed,
                            .mixing = mixing,
                            .plies_max = config->player.plies_max,
                            .pairs = config->pairs[stage],
                            .stock = stage == STAGE_TRAIN ? config->fitness.openings : 0,
                            .roster = roster,
                            .pool = pool};
}

void session_destroy(struct session *session) {
    openings_free(&session->openings);
    free(session->manners);
    free(session->meetings);
    free(session->pairs_each);
    free(session->stopped);
    free(session->results);
    free(session->scores);
    free(session->parts);
    free(session->faults);
    memo_destroy(&session->memo);
    *session = (struct session){0};
}

void session_meet(struct session *session, int a, int b) {
    session->meetings =
        xgrow(session->meetings, (size_t)session->meeting_count, sizeof *session->meetings);
    session->meetings[session->meeting_count++] = (struct meeting){a, b};
}

int64_t session_games(const struct session *session) {
    return (int64_t)session->meeting_count * session->pairs * 2;
}

int64_t session_games_played(const struct session *session) {
    int64_t pairs = 0;
    for (int m = 0; m < session->meeting_count; m++) pairs += session->pairs_each[m];
    return 2 * pairs;
}

int64_t session_games_distinct(const struct session *session) {
    int64_t count = session_games_played(session), distinct;
    struct result *results = xmalloc((size_t)count * sizeof *results), *next = results;
    for (int64_t m = 0; m < session->meeting_count; next += 2 * session->pairs_each[m++])
        memcpy(next, session->results + m * session->pairs * 2,
               2 * (size_t)session->pairs_each[m] * sizeof *results);
    distinct = results_distinct(results, count);
    free(results);
    return distinct;
}

/* Gives all planned pairs their manners. */
static void session_deal(struct session *session) {
    session->manners = xrealloc(session->manners, (size_t)session->pairs);
    manners_deal(&session->roster->manners, session->pairs, session->manners);
}

void session_prepare(struct session *session) {
    const struct stage_row *stage = &stage_table[session->stage];
    size_t meetings = (size_t)session->meeting_count;
    size_t manners = (size_t)session->roster->manners.count;
    session->pairs_each = xcalloc(meetings, sizeof *session->pairs_each);
    session->stopped = xcalloc(meetings, sizeof *session->stopped);
    session->results = xmalloc((size_t)session_games(session) * sizeof *session->results);
    session->scores = xcalloc(meetings, sizeof *session->scores);
    session->parts = xcalloc(meetings * manners, sizeof *session->parts);
    session->openings = (struct openings){
        .source = session->source, .set = stage->openings, .generation = session->generation};
    session_deal(session);
}

/* The number of openings of all meetings: each its own, dealt from a stock, or all the same. */
static int session_openings(const struct session *session) {
    if (stage_table[session->stage].apart)
        return (session->skipped + session->meeting_count) * session->pairs;
    return session->stock > 0 ? session->stock : session->pairs;
}

/* The first opening of a meeting: a function of its number alone. */
static int session_first_opening(const struct session *session, int meeting) {
    int number = session->skipped + meeting;
    if (stage_table[session->stage].apart) return number * session->pairs;
    return session->stock > 0 ? (int)(mix64((uint64_t)number) % (uint64_t)session->stock) : 0;
}

int session_openings_played(const struct session *session) {
    return session->stock > 0 ? session->stock : session->pairs_played;
}

int session_draw_until(struct session *session, int pairs, const struct openings_watch *watch) {
    double start = clock_seconds();
    session->memo.journal = session->journal;
    int status =
        memo_draw(&session->memo, &session->openings, pairs, pool_parallel(session->pool), watch);
    session->seconds += clock_seconds() - start;
    return status;
}

int session_draw(struct session *session, const struct openings_watch *watch) {
    session_prepare(session);
    return session_draw_until(session, session_openings(session), watch);
}

int session_extend(struct session *session, int pairs, const struct openings_watch *watch) {
    struct result *before = session->results;
    int64_t step = 2 * (int64_t)session->pairs;
    session->pairs = pairs;
    session->results = xmalloc((size_t)session_games(session) * sizeof *session->results);
    for (int64_t m = 0; m < session->meeting_count; m++)
        memcpy(session->results + m * pairs * 2, before + m * step,
               2 * (size_t)session->pairs_each[m] * sizeof *before);
    free(before);
    session_deal(session);
    return session_draw_until(session, pairs, watch);
}

int64_t session_pairs_equal(const struct session *session) {
    int64_t count = 0;
    for (int64_t m = 0; m < session->meeting_count; m++)
        for (int pair = 0; pair < session->pairs_each[m]; pair++) {
            const struct result *games = session->results + (m * session->pairs + pair) * 2;
            count += games[0].moves_hash == games[1].moves_hash &&
                     games[0].points + games[1].points == 2;
        }
    return count;
}

/* ---- the plan ---- */

struct job session_job(const struct session *session, int meeting, int game) {
    const struct meeting *players = &session->meetings[meeting];
    int opening = session_first_opening(session, meeting) + game / 2;
    return (struct job){players->a, players->b, opening % session_openings(session), game % 2,
                        session->manners[game / 2]};
}

static int session_meetings_left(const struct session *session) {
    int left = 0;
    for (int m = 0; m < session->meeting_count; m++) left += !session->stopped[m];
    return left;
}

/* The jobs of the next `pairs` pairs, meeting after meeting; owned by the caller. */
static struct job *session_plan(const struct session *session, int pairs, int64_t *count) {
    *count = (int64_t)session_meetings_left(session) * pairs * 2;
    struct job *jobs = xmalloc((size_t)*count * sizeof *jobs), *next = jobs;
    for (int m = 0; m < session->meeting_count; m++)
        for (int game = 0; !session->stopped[m] && game < 2 * pairs; game++)
            *next++ = session_job(session, m, 2 * session->pairs_played + game);
    return jobs;
}

/* ---- playing ---- */

static bool session_progress(void *context, int64_t done) {
    const struct session *session = context;
    int64_t games = session_games_played(session) + session->memo.taken + done;
    return !session->progress || session->progress(session->context, games);
}

static int session_meeting_of(const struct session *session, const struct job *job) {
    int m = 0;
    while (session->meetings[m].a != job->a || session->meetings[m].b != job->b) m++;
    return m;
}

static void session_add_fault(struct session *session, struct session_fault fault) {
    for (int i = 0; i < session->fault_count; i++) {
        struct session_fault *there = &session->faults[i];
        if (there->meeting != fault.meeting || there->place != fault.place ||
            there->end != fault.end)
            continue;
        there->games++;
        return;
    }
    size_t count = (size_t)session->fault_count + 1;
    session->faults = xrealloc(session->faults, count * sizeof *session->faults);
    session->faults[session->fault_count++] = fault;
}

static void session_note_fault(struct session *session, const struct job *job, int place,
                               enum external_end end) {
    if (external_is_fault(end) || end == EXTERNAL_ADJUDICATED)
        session_add_fault(session,
                          (struct session_fault){session_meeting_of(session, job), place, end, 1});
}

static void session_remembered(void *context, const struct job *job, int place, int end) {
    struct session *session = context;
    session_note_fault(session, job, place, (enum external_end)end);
    if (session->remembered)
        session->remembered(session->context, job, place, (enum external_end)end);
}

static void session_played(void *context, const struct played *game) {
    struct session *session = context;
    const struct job *job = game->job;
    const struct guest_ending ending = guest_ending_of(game->movers, game->record);
    int place = ending.side == job->swapped ? job->a : job->b;
    session_note_fault(session, job, place, ending.end);
    if (ending.end != EXTERNAL_NORMAL) memo_fault(&session->memo, job, place, (int)ending.end);
    if (session->played) session->played(session->context, game);
}

static void session_dropped(void *context) {
    struct session *session = context;
    memo_empty(&session->memo);
    if (session->journal) session->pairs_noted = 0;
}

static void session_finished(void *context, int64_t first, int64_t count) {
    struct session *session = context;
    memo_finished(&session->memo, first, count);
}

struct terms session_terms(const struct session *session) {
    struct terms terms = {.game = session->source.game,
                          .openings = &session->openings,
                          .seed = session->seed,
                          .purpose = stage_table[session->stage].purpose,
                          .generation = (uint64_t)session->generation,
                          .mixing = session->mixing,
                          .plies_max = session->plies_max,
                          .played = session_played,
                          .finished = session_finished,
                          .dropped = session_dropped,
                          .progress = session_progress,
                          .context = (void *)(uintptr_t)session};
    for (int m = 0; m < session->roster->manners.count; m++)
        terms.players[m] = session->roster->players[m];
    return terms;
}

static bool session_pair_played(const struct result *results, int meetings, int pairs, int pair) {
    for (int64_t m = 0; m < meetings; m++) {
        const struct result *games = results + (m * pairs + pair) * 2;
        if (games[0].points == RESULT_UNPLAYED || games[1].points == RESULT_UNPLAYED) return false;
    }
    return true;
}

/* The number of whole pairs at the beginning of a batch. */
static int session_pairs_whole(const struct result *results, int meetings, int pairs) {
    int whole = 0;
    while (whole < pairs && session_pair_played(results, meetings, pairs, whole)) whole++;
    return whole;
}

/* Adds the next `pairs` pairs of a meeting, in all and by manner. */
static void session_add(struct session *session, int meeting, const struct result *results,
                        int pairs) {
    struct meeting_score *parts = session->parts + meeting * session->roster->manners.count;
    results_add(&session->scores[meeting], results, pairs);
    for (int pair = 0; pair < pairs; pair++)
        results_add(&parts[session->manners[session->pairs_played + pair]], results + 2 * pair, 1);
}

/* Adds the first `whole` pairs of a batch, which has its results meeting after meeting, `pairs`
 * pairs each. */
static void session_keep(struct session *session, const struct result *results, int pairs,
                         int whole) {
    for (int m = 0; m < session->meeting_count; m++) {
        if (session->stopped[m]) continue;
        memcpy(session->results + ((int64_t)m * session->pairs + session->pairs_each[m]) * 2,
               results, (size_t)whole * 2 * sizeof *results);
        session_add(session, m, results, whole);
        session->pairs_each[m] += whole;
        results += 2 * pairs;
    }
    session->pairs_played += whole;
}

void session_restore(struct session *session, const struct result *results, int pairs) {
    session_keep(session, results, pairs, pairs);
    session->pairs_noted = session->pairs_played;
}

/* Pairs of batches that were over within a second. */
static void session_note_earlier(void *context) {
    struct session *session = context;
    for (int m = 0; m < session->meeting_count; m++)
        for (int g = 2 * session->pairs_noted; g < 2 * session->pairs_each[m]; g++) {
            const struct job job = session_job(session, m, g);
            memo_note(&session->memo, &job, &session->results[(int64_t)m * 2 * session->pairs + g],
                      0);
        }
    session->pairs_noted = session->pairs_played;
}

static int session_run(struct session *session, const struct job *jobs, int64_t count,
                       struct result *results) {
    const struct terms terms = session_terms(session);
    const struct memo_batch batch = {
        .pool = session->pool,
        .roster = session->roster,
        .terms = &terms,
        .remembered = session_remembered,
        .note_earlier = session_note_earlier,
        .context = session,
    };
    session->memo.journal = session->journal;
    if (session->memo.noted) session->pairs_noted = session->pairs_played;
    return memo_run(&session->memo, &batch, jobs, count, results);
}

int session_play(struct session *session, int pairs) {
    double start = clock_seconds();
    int64_t count;
    struct job *jobs = session_plan(session, pairs, &count);
    struct result *results = xmalloc((size_t)count * sizeof *results);
    struct duplicates duplicates =
        duplicates_find(jobs, count, session->roster->marks, session->roster->count);
    int status = session_run(session, duplicates.jobs, duplicates.count, results);
    duplicates_expand(&duplicates, jobs, count, results);
    duplicates_free(&duplicates);
    free(jobs); /* their room is what session_keep now fills for the first time */
    int left = session_meetings_left(session);
    session_keep(session, results, pairs,
                 status ? session_pairs_whole(results, left, pairs) : pairs);
    free(results);
    session->seconds += clock_seconds() - start;
    return status;
}

void session_settle(struct session *session) {
    session->memo.journal = session->journal;
    memo_settle(&session->memo);
    session->pairs_noted = session->pairs_played;
}

void session_stop(struct session *session, int meeting) {
    session->stopped[meeting] = true;
}

/* ---- keeping it ---- */

static void session_save_seats(const struct session *session, struct store *store, int64_t run) {
    for (int place = 0; place < session->roster->count; place++)
        for (int role = 0; session->roster->roles[place] >> role; role++)
            if (session->roster->roles[place] >> role & 1)
                store_add_seat(store, run,
                               &(struct stored_seat){session->stage, place,
                                                     session->roster->ids[place], (enum role)role});
}

static bool session_has_guest(const struct session *session, int meeting) {
    const struct meeting *players = &session->meetings[meeting];
    return roster_is_guest(session->roster, players->a) ||
           roster_is_guest(session->roster, players->b);
}

/* Of a meeting that has the row `id`. */
static void session_save_parts(const struct session *session, int meeting, struct store *store,
                               int64_t id) {
    int manners = session->roster->manners.count;
    const struct meeting_score *parts = session->parts + meeting * manners;
    for (int m = 0; m < manners; m++) {
        struct stored_part row = {{.id = id,
                                   .pairs = score_of(&parts[m].counts).pairs,
                                   .counts = parts[m].counts,
                                   .first = parts[m].first,
                                   .second = parts[m].second},
                                  m};
        store_add_part(store, &row);
    }
}

static void session_save_faults(const struct session *session, int meeting, struct store *store,
                                int64_t id) {
    for (int i = 0; i < session->fault_count; i++) {
        const struct session_fault *fault = &session->faults[i];
        struct stored_fault row = {
            .meeting = id, .player = session->roster->ids[fault->place], .games = fault->games};
        snprintf(row.reason, sizeof row.reason, "%s", external_end_names[fault->end]);
        if (fault->meeting == meeting) store_add_fault(store, &row);
    }
}

void session_save(const struct session *session, struct store *store, int64_t run) {
    bool by_manner = session->generation == 0 && session->roster->manners.count > 1;
    if (session->generation == 0) session_save_seats(session, store, run);
    if (session->stage != STAGE_TRAIN)
        store_add_stage_timing(store, run, session->stage, session->generation, session->seconds);
    for (int m = 0; m < session->meeting_count; m++) {
        struct stored_meeting row = {.run = run,
                                     .stage = session->stage,
                                     .generation = session->generation,
                                     .a = session->roster->ids[session->meetings[m].a],
                                     .b = session->roster->ids[session->meetings[m].b],
                                     .pairs = session->pairs_each[m],
                                     .counts = session->scores[m].counts,
                                     .first = session->scores[m].first,
                                     .second = session->scores[m].second,
                                     .not_repeatable = session_has_guest(session, m)};
        int64_t id = store_add_meeting(store, &row);
        session_save_faults(session, m, store, id);
        if (by_manner) session_save_parts(session, m, store, id);
    }
}
