/*
 * A meeting is played again as a session of its two players, with as many pairs as its row has: a
 * race may have stopped it early.
 */
#include "tuner/run/replay.h"

#include <stdlib.h>
#include <string.h>

static int replay_seat(struct replay *replay, struct store *store, const struct config *config,
                       int64_t id, struct error *error) {
    struct stored_player player;
    if (store_player(store, id, &player, error)) return -1;
    if (*player.line) {
        error_set(
            error,
            "%s is an engine of its own (%.200s): its games cannot be played again; what they "
            "came to is in `hone report`",
            player.name, player.line);
        store_free_player(&player);
        return -1;
    }
    enum role role = player.kind == PLAYER_RANDOM ? ROLE_RANDOM : ROLE_CANDIDATE;
    int place = roster_seat_row(&replay->roster, config_evaluator(config, replay->row.stage),
                                &player, role, error);
    store_free_player(&player);
    return place < 0 ? -1 : 0;
}

/* If not all meetings play the same openings: the number of meetings before it in its stage. */
static int replay_skipped(struct store *store, const struct replay *replay) {
    const struct stored_meeting *row = &replay->row;
    if (!stage_table[row->stage].apart && replay->session.stock == 0) return 0;
    struct stored_meeting *rows;
    int count = store_meetings(store, row->run, row->stage, row->generation, &rows);
    int before = 0;
    while (before < count && rows[before].id != row->id) before++;
    free(rows);
    return before;
}

/* The pairs that the config planned for it. */
static int replay_planned(const struct replay *replay, const struct config *config) {
    const struct stored_meeting *row = &replay->row;
    if (row->stage == STAGE_VERIFY && config->verify.error > 0) return config->verify.pairs_max;
    if (row->stage == STAGE_SELECT && config->verify.racing) return (int)row->pairs;
    return replay->session.pairs;
}

static int replay_set_up(struct replay *replay, const struct config *config, struct error *error) {
    const struct stored_meeting *row = &replay->row;
    int planned = replay_planned(replay, config);
    if (openings_check(&replay->session.source, error)) return -1;
    if (config->pairs[row->stage] > 0 && row->pairs > planned)
        return error_set(error, "meeting %lld has %lld pairs, the run's config says %d",
                         (long long)row->id, (long long)row->pairs, planned);
    replay->session.pairs = (int)row->pairs;
    session_meet(&replay->session, 0, 1);
    return session_draw(&replay->session, NULL);
}

int replay_open(struct store *store, const struct stored_run *run, const struct config *config,
                struct pool *pool, int64_t meeting, struct replay *out, struct error *error) {
    *out = (struct replay){0};
    if (store_meeting(store, meeting, &out->row, error)) return -1;
    const struct stored_meeting *row = &out->row;
    if (row->run != run->id)
        return error_set(error, "meeting %lld is of another run in that database",
                         (long long)meeting);
    out->roster = roster_new(config_manners(config, row->stage));
    if (replay_seat(out, store, config, row->a, error) ||
        replay_seat(out, store, config, row->b, error))
        return -1;
    out->session = session_of_run(config, (enum mixing)run->mixing, row->stage, row->generation,
                                  &out->roster, pool);
    out->session.skipped = replay_skipped(store, out);
    return replay_set_up(out, config, error);
}

void replay_close(struct replay *replay) {
    session_destroy(&replay->session);
    roster_destroy(&replay->roster);
}

struct stored_meeting replay_row(const struct replay *replay) {
    const struct meeting_score *score = &replay->session.scores[0];
    struct stored_meeting row = replay->row;
    row.counts = score->counts;
    row.first = score->first;
    row.second = score->second;
    return row;
}

bool replay_agrees(const struct replay *replay) {
    const struct stored_meeting *row = &replay->row, again = replay_row(replay);
    return memcmp(&again.counts, &row->counts, sizeof row->counts) == 0 &&
           memcmp(&again.first, &row->first, sizeof row->first) == 0 &&
           memcmp(&again.second, &row->second, sizeof row->second) == 0;
}
