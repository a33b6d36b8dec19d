/*
 * The choice has at most the meetings of its plan.
 */
#include "tuner/study/budget.h"

#include <inttypes.h>

#include "tuner/run/plan.h"

enum { CHOICE_SHARE = 10 };

int budget_divide(const struct config *config, int64_t games, struct budget *out,
                  struct error *error) {
    const struct plan plan = plan_run(config);
    int64_t meetings = plan.stages[STAGE_SELECT].meetings, pairs = plan.stages[STAGE_SELECT].pairs;
    int64_t most = games / CHOICE_SHARE / (2 * meetings);
    if (pairs > most) pairs = most > 0 ? most : 1;
    *out = (struct budget){.choice = 2 * meetings * pairs, .choice_pairs = (int)pairs};
    out->training = games - out->choice;
    if (out->choice <= out->training) return 0;
    return error_set(error,
                     "%" PRId64 " games are too few: the choice of the champion alone takes "
                     "%" PRId64 "; more games or fewer verify.candidates",
                     games, out->choice);
}
