/* The standard's seven tags (Edwards 1994), and a game of no moves but its result. */
#include "tuner/tournament/pgn.h"

#include "engine/base/shown.h"

struct option_spec pgn_listing_option(enum listing_format *format, const char *doc) {
    static const char *const formats[] = {[LISTING_TEXT] = "text",
                                          [LISTING_JSON] = "json",
                                          [LISTING_CSV] = "csv",
                                          [LISTING_PGN] = "pgn",
                                          NULL};
    struct option_spec option = listing_option(format, doc);
    option.choices = formats;
    return option;
}

/* Quotes and backslashes are escaped, and nothing else. */
static void pgn_print_tag(const char *tag, const char *value, struct text *out) {
    text_add(out, "[%s \"", tag);
    for (; *value; value++) text_add(out, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
    text_add(out, "\"]\n");
}

static void pgn_print_game(const struct series *series, const struct meeting *meeting, int pair,
                           int game, int points, struct text *out) {
    static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};
    const struct entrant *players = series->entrants->list;
    const char *names[2] = {players[meeting->a].name, players[meeting->b].name};
    const char *result = results[game ? 2 - points : points];
    char round[32];
    snprintf(round, sizeof round, "%d.%d", pair + 1, game + 1);
    pgn_print_tag("Event", series->entrants->game->name, out);
    pgn_print_tag("Site", "?", out);
    pgn_print_tag("Date", "????.??.??", out);
    pgn_print_tag("Round", round, out);
    pgn_print_tag("White", names[game], out);
    pgn_print_tag("Black", names[!game], out);
    pgn_print_tag("Result", result, out);
    text_add(out, "\n%s\n\n", result);
}

void pgn_print(const struct series *series, struct text *out) {
    const struct session *session = &series->session;
    for (int pair = 0; pair < session->pairs_played; pair++)
        for (int m = 0; m < session->meeting_count; m++)
            for (int game = 0; game < 2; game++) {
                int64_t place = ((int64_t)m * session->pairs + pair) * 2 + game;
                pgn_print_game(series, &session->meetings[m], pair, game,
                               session->results[place].points, out);
            }
    if (series->end == SERIES_INTERRUPTED)
        shown_warn("interrupted: the games of %d of %d pairs\n", session->pairs_played,
                   series->settings.pairs);
}

void pgn_put(const struct series *series) {
    struct text games = {0};
    pgn_print(series, &games);
    shown_put(text_get(&games));
    text_free(&games);
}
