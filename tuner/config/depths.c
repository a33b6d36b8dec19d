/*
 * Players move as in the run's deepest manner, except for the depth. The cost is bounded by
 * counting: a small share of the measurement's pairs, and few of them, since a game at depth 4
 * takes hundreds of times as long as a greedy one.
 */
#include "tuner/config/depths.h"

#include "engine/games/games.h"

enum {
    SHARE = 20,         /* pairs of the measurement for one of these … */
    PAIRS_MOST = 50,    /* … and no more: depth 4 against six players then takes a core 0.3 s at
                         * Reversi, 6.6 s at Connect6 */
    POINTS_SMALL = 100, /* on larger boards all moves are too many … */
    WIDTH = 12,         /* … and the best ones are searched, unless `player` says how many */
};

struct manner depths_manner(const struct config *config, int depth) {
    const struct game *game = config->game;
    struct manner manner = *manners_deepest(&config->player.manners);
    if (manner.limits.width == 0 && game->columns * game->rows > POINTS_SMALL)
        manner.limits.width = WIDTH;
    manner.limits.depth = depth;
    manner.limits.nodes = 0;
    limits_trim(games_settings(), &manner.limits, game);
    return manner;
}

/* Whether the run is played in that manner anyway. */
static bool depths_is_played(const struct manners *manners, const struct manner *manner) {
    struct manners one = manners_one(&manner->limits, manner->epsilon);
    for (int i = 0; i < manners->count; i++) {
        struct manners other = manners_one(&manners->list[i].limits, manners->list[i].epsilon);
        if (manners_equal(&one, &other)) return true;
    }
    return false;
}

void depths_settle(struct config *config) {
    struct manners *manners = &config->verify.depth_manners;
    int pairs = config->verify.depth_pairs;
    if (pairs == 0) pairs = min_int(config->pairs[STAGE_VERIFY] / SHARE, PAIRS_MOST);
    *manners = (struct manners){0};
    for (int i = 0; i < config->verify.depths.count && !config_has_engine(config); i++) {
        struct manner manner = depths_manner(config, config->verify.depths.list[i]);
        if (!depths_is_played(&config->player.manners, &manner))
            manners->list[manners->count++] = manner;
    }
    for (int i = 0; i < manners->count; i++) manners->list[i].share = 1.0 / manners->count;
    config->pairs[STAGE_DEPTH] = pairs * manners->count;
}
