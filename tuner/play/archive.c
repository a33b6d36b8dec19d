/*
 * An opponent is telling if the players' points against it differ, and if no other opponent tells
 * the same: the spread of the points, less the largest correlation with another's. Points do not
 * differ if all win or all lose.
 *
 * The newest champions are the default; what was measured: results/optimizer-settings.md.
 */
#include "tuner/play/archive.h"

#include <math.h>
#include <stddef.h>

const char *const archive_rule_names[] = {
    [ARCHIVE_NEWEST] = "newest", [ARCHIVE_TELLING] = "telling", NULL};

static double archive_mean(const int64_t *points, int players) {
    int64_t sum = 0;
    for (int i = 0; i < players; i++) sum += points[i];
    return (double)sum / players;
}

static double archive_covariance(const int64_t *a, const int64_t *b, int players) {
    double mean_a = archive_mean(a, players), mean_b = archive_mean(b, players), sum = 0;
    for (int i = 0; i < players; i++) sum += ((double)a[i] - mean_a) * ((double)b[i] - mean_b);
    return sum / players;
}

static double archive_spread(const int64_t *points, int players) {
    return sqrt(archive_covariance(points, points, players));
}

static double archive_correlation(const int64_t *a, const int64_t *b, int players) {
    double spreads = archive_spread(a, players) * archive_spread(b, players);
    return spreads > 0 ? archive_covariance(a, b, players) / spreads : 0;
}

static double archive_tells(const int64_t *points, int members, int players, int member) {
    const int64_t *own = points + (ptrdiff_t)member * players;
    double largest = 0;
    for (int other = 0; other < members; other++) {
        if (other == member) continue;
        const int64_t *theirs = points + (ptrdiff_t)other * players;
        largest = fmax(largest, archive_correlation(own, theirs, players));
    }
    return archive_spread(own, players) * (1 - largest);
}

int archive_least_telling(const int64_t *points, int members, int players) {
    int least = 0;
    for (int member = 1; member < members; member++)
        if (archive_tells(points, members, players, member) <
            archive_tells(points, members, players, least))
            least = member;
    return least;
}
