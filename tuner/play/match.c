#include "tuner/play/match.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Games that one thread takes at a time: enough to fill a batch path, few enough to share out. */
enum { CHUNK_MAX = 64, CHUNKS_PER_THREAD = 16 };

int match_cores(void) {
    return omp_get_num_procs();
}

static struct bout bout_of(const struct match *match, int64_t index) {
    int64_t per_meeting = 2 * (int64_t)match->pairs;
    const struct meeting *meeting = &match->meetings[index / per_meeting];
    int64_t opening = index % per_meeting / 2;
    bool swapped = index % 2;
    const struct player *a = &match->players[meeting->a], *b = &match->players[meeting->b];
    uint64_t salt = a->salt + b->salt;
    return (struct bout){
        .players = {swapped ? b : a, swapped ? a : b},
        .start = match->openings[opening].bytes,
        .rng = rng_keyed(match->seed, match->purpose, match->generation,
                         salt << 32 | (uint64_t)(match->pairs_before + opening)),
        .plies_max = match->plies_max ? match->plies_max : match->game->plies_max,
    };
}

static struct game_result result_of(const struct record *record, int64_t index) {
    bool swapped = index % 2;
    int outcome = swapped ? -record->outcome : record->outcome;
    return (struct game_result){(uint8_t)(outcome + 1), record->plies, record->moves_hash};
}

static struct outside_game outside_game_of(const struct match *match, struct referee *referee,
                                           const struct bout *bout, int64_t index) {
    int meeting = (int)(index / (2 * (int64_t)match->pairs));
    const struct meeting *players = &match->meetings[meeting];
    bool swapped = index % 2;
    return (struct outside_game){
        .thread = omp_get_thread_num(),
        .index = index,
        .meeting = meeting,
        .players = {swapped ? players->b : players->a, swapped ? players->a : players->b},
        .opening = match->pairs_before + (int)(index % (2 * (int64_t)match->pairs) / 2),
        .bout = bout,
        .referee = referee,
    };
}

/* Whether the game counts. */
static bool play_outside(const struct match *match, struct referee *referee, int64_t index,
                         struct game_result *results) {
    const struct outsiders *outsiders = match->outsiders;
    const struct bout bout = bout_of(match, index);
    const struct outside_game game = outside_game_of(match, referee, &bout, index);
    struct record record;
    if (!outsiders->play(outsiders->context, &game, &record)) return false;
    results[index] = result_of(&record, index);
#pragma omp critical(match_played)
    outsiders->played(outsiders->context, &game, &record);
    return true;
}

static void play_chunk(const struct match *match, struct referee *referee, int64_t first, int count,
                       struct game_result *results) {
    struct bout bouts[CHUNK_MAX] = {0};
    struct record records[CHUNK_MAX];
    for (int i = 0; i < count; i++) bouts[i] = bout_of(match, first + i);
    referee_play_many(referee, bouts, count, records);
    for (int i = 0; i < count; i++) results[first + i] = result_of(&records[i], first + i);
}

static int chunk_size(int64_t games, int threads) {
    int64_t size = games / ((int64_t)threads * CHUNKS_PER_THREAD);
    return (int)(size < 1 ? 1 : size > CHUNK_MAX ? CHUNK_MAX : size);
}

int match_run(const struct match *match, struct game_result *results) {
    int64_t games = match_games(match), done = 0;
    int threads = match->threads > 0 ? match->threads : match_cores();
    int chunk = match->outsiders ? 1 : chunk_size(games, threads);
    atomic_bool abandoned = false;
    for (int64_t i = 0; i < games; i++) results[i].points = GAME_UNPLAYED;
#pragma omp parallel num_threads(threads)
    {
        struct referee referee;
        referee_init(&referee, (size_t)match->tt_bytes);
#pragma omp for schedule(dynamic, 1)
        for (int64_t first = 0; first < games; first += chunk) {
            if (abandoned) continue;
            int count = (int)(games - first < chunk ? games - first : chunk);
            if (!match->outsiders)
                play_chunk(match, &referee, first, count, results);
            else if (!play_outside(match, &referee, first, results))
                abandoned = true;
#pragma omp critical(match_progress)
            {
                done += count;
                if (match->progress && !match->progress(match->context, done)) abandoned = true;
            }
        }
        referee_destroy(&referee);
    }
    return abandoned ? -1 : 0;
}

static bool pair_played(const struct match *match, const struct game_result *results, int pair) {
    for (int m = 0; m < match->meeting_count; m++) {
        const struct game_result *games = results + ((int64_t)m * match->pairs + pair) * 2;
        if (games[0].points == GAME_UNPLAYED || games[1].points == GAME_UNPLAYED) return false;
    }
    return true;
}

int match_pairs_played(const struct match *match, const struct game_result *results) {
    int pairs = 0;
    while (pairs < match->pairs && pair_played(match, results, pairs)) pairs++;
    return pairs;
}

void match_replay(const struct match *match, int meeting, int game, struct record *record,
                  move_t *moves) {
    struct referee referee;
    referee_init(&referee, (size_t)match->tt_bytes);
    struct bout bout = bout_of(match, (int64_t)meeting * match->pairs * 2 + game);
    referee_play(&referee, &bout, record, moves);
    referee_destroy(&referee);
}

struct pentanomial match_pentanomial(const struct match *match, const struct game_result *results,
                                     int meeting) {
    struct pentanomial counts = {{0}};
    const struct game_result *games = results + (int64_t)meeting * match->pairs * 2;
    for (int pair = 0; pair < match->pairs; pair++)
        counts.n[games[2 * pair].points + games[2 * pair + 1].points]++;
    return counts;
}

struct tally match_tally(const struct match *match, const struct game_result *results, int meeting,
                         bool swapped) {
    int64_t by_points[3] = {0};
    const struct game_result *games = results + (int64_t)meeting * match->pairs * 2;
    for (int pair = 0; pair < match->pairs; pair++) by_points[games[2 * pair + swapped].points]++;
    return (struct tally){.won = by_points[2], .drawn = by_points[1], .lost = by_points[0]};
}

static int compare_hashes(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

int64_t match_distinct(const struct match *match, const struct game_result *results) {
    int64_t games = match_games(match), distinct = 0;
    uint64_t *hashes = xmalloc((size_t)games * sizeof *hashes);
    for (int64_t i = 0; i < games; i++) hashes[i] = results[i].moves_hash;
    qsort(hashes, (size_t)games, sizeof *hashes, compare_hashes);
    for (int64_t i = 0; i < games; i++) distinct += i == 0 || hashes[i] != hashes[i - 1];
    free(hashes);
    return distinct;
}
