/*
 * Errors of two pools are added as independent ones, though the pools share openings: the start and
 * the champion met the same yardsticks from the same positions, so their difference is known better
 * than that.
 */
#include "tuner/report/specialist.h"

#include <math.h>

#include "tuner/report/verdict.h"

static bool specialist_beyond(const struct figures_pool *pool, int side) {
    return pool->meetings > 0 && side * (figures_rate(pool) - 0.5) > figures_error(pool);
}

/* Of opponents that it trained with, not of others. */
static bool specialist_in_opponents(const struct champion *champion) {
    return specialist_beyond(&champion->trained, 1) && specialist_beyond(&champion->strangers, -1);
}

/* Of its start. */
static bool specialist_in_start(const struct champion *champion) {
    const struct figures_pool *now = &champion->yardsticks, *then = &champion->start_yardsticks;
    if (now->meetings == 0 || !champion->gain_known || champion->gain.los < 0.975) return false;
    return figures_rate(then) - figures_rate(now) > hypot(figures_error(then), figures_error(now));
}

bool specialist_is(const struct champion *champion) {
    return specialist_in_opponents(champion) || specialist_in_start(champion);
}

void specialist_print(const struct champion *champion, struct text *out) {
    if (!specialist_is(champion)) return;
    text_add(out, "a SPECIALIST: ");
    if (specialist_in_opponents(champion)) {
        verdict_pool(&champion->trained, out);
        text_add(out,
                 " points a game, more than half, against the %d yardstick%s that it was "
                 "trained against, and ",
                 champion->trained.meetings, plural(champion->trained.meetings));
        verdict_pool(&champion->strangers, out);
        text_add(out, ", less than half, against the %d that it never met",
                 champion->strangers.meetings);
    } else {
        text_add(out, "it beats its start and has ");
        verdict_pool(&champion->yardsticks, out);
        text_add(out, " points a game against the pool of yardsticks, less than the start's ");
        verdict_pool(&champion->start_yardsticks, out);
    }
}
