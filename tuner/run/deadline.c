/*
 * As much again is kept in reserve: strong players play longer games than weak ones, and other
 * programs of the machine come and go. With half as much, one of twenty runs of 16 to 30 s on a
 * quiet machine ended .05 s too late.
 */
#include "tuner/run/deadline.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RESERVE 2
#define DOUBT 1.5
#define REPORTS 3 /* a report rates players as often, or so */

bool deadline_ends(const struct deadline_view *view) {
    return view->left < RESERVE * (view->generation + view->milestone + view->afterwards) +
                            REPORTS * view->report;
}

enum deadline_room deadline_room(double left, double least) {
    return left < least           ? DEADLINE_TOO_SHORT
           : left < DOUBT * least ? DEADLINE_DOUBTFUL
                                  : DEADLINE_ENOUGH;
}

/* ---- what users write ---- */

static double deadline_unit(char letter) {
    return letter == 'h' ? 3600 : letter == 'm' ? 60 : letter == 's' ? 1 : 0;
}

int deadline_parse_duration(const char *text, double *seconds, struct error *error) {
    const char *at = text;
    *seconds = 0;
    while (isdigit((unsigned char)*at)) {
        const char *unit = at + strspn(at, "0123456789.");
        char *end;
        double number = strtod(at, &end);
        if (deadline_unit(*unit) == 0 || end != unit) break;
        *seconds += number * deadline_unit(*unit);
        at = unit + 1;
    }
    if (*at == '\0' && *seconds > 0) return 0;
    bool bare = text[0] && strspn(text, "0123456789.") == strlen(text);
    if (bare && strlen(text) < 16)
        return error_set(error,
                         "'%s' is no duration, since it has no unit; did you mean %ss, %sm or %sh?",
                         text, text, text, text);
    return error_set(error, "'%.40s' is no duration; it must be like 8h, 90m, 45s or 1h30m", text);
}

void deadline_format_duration(double seconds, char out[32]) {
    long whole = seconds < 1 ? 1 : (long)seconds;
    if (whole < 60)
        snprintf(out, 32, "%lds", whole);
    else if (whole < 3600)
        snprintf(out, 32, "%ldm%02lds", whole / 60, whole % 60);
    else
        snprintf(out, 32, "%ldh%02ldm%02lds", whole / 3600, whole / 60 % 60, whole % 60);
}

int deadline_parse_time(const char *text, int hour, int minute, int second, double *seconds,
                        struct error *error) {
    int h, m, length = 0;
    bool read = sscanf(text, "%2d:%2d%n", &h, &m, &length) == 2 && text[length] == '\0';
    if (!read || h < 0 || h > 23 || m < 0 || m > 59)
        return error_set(error, "'%.40s' is no time of day; it must be like 06:30 or 23:00", text);
    int to_come = (h - hour) * 3600 + (m - minute) * 60 - second;
    *seconds = to_come > 0 ? to_come : to_come + 24 * 3600;
    return 0;
}
