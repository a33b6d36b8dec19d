/*
 * Steps at most double from one reading of the clock to the next, and are cut at once where they
 * became slow.
 */
#include "engine/base/halt.h"

#include <stddef.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"

enum { FIRST_STEPS = 16 };
static const double pause = 0.0005, pause_to_ask = 0.005;

static bool halt_is_passive(const struct halt *halt) {
    return halt->deadline == 0 && !halt->watcher;
}

void halt_begin(struct halt *halt, double seconds, const struct watcher *watcher) {
    *halt = (struct halt){
        .watcher = watcher, .steps = FIRST_STEPS, .left = FIRST_STEPS, .most = HALT_STEPS_MAX};
    if (seconds <= 0 && !watcher) return;
    halt->seen = clock_seconds();
    if (seconds > 0) halt->deadline = halt->seen + seconds;
}

void halt_narrow(struct halt *halt, uint32_t most) {
    halt->most = most;
    if (halt->steps > most) halt->steps = halt->left = most;
}

void halt_extend(struct halt *halt, double seconds) {
    if (halt->deadline == 0) return;
    halt->deadline = clock_seconds() + seconds;
    halt->left = 1;
    halt->over = false;
}

static uint32_t halt_steps(const struct halt *halt, double now) {
    double step = (now - halt->seen) / halt->steps;
    double most = halt->steps < halt->most / 2 ? 2.0 * halt->steps : halt->most;
    double fit = step > 0 && pause / step < most ? pause / step : most;
    return fit < 1 ? 1 : (uint32_t)fit;
}

static bool halt_is_wanted(struct halt *halt, double now) {
    if (!halt->watcher || now - halt->asked < pause_to_ask) return false;
    halt->asked = now;
    return halt->watcher->wants_end(halt->watcher->context);
}

bool halt_look(struct halt *halt) {
    if (interrupt_pending()) halt->over = true;
    if (halt_is_passive(halt)) {
        halt->steps = halt->most;
    } else {
        double now = clock_seconds();
        halt->steps = halt_steps(halt, now);
        halt->seen = now;
        if ((halt->deadline > 0 && now >= halt->deadline) || halt_is_wanted(halt, now))
            halt->over = true;
    }
    halt->left = halt->steps;
    return halt->over;
}
