/*
 * pgn: the games of a series for programs that rate players (Ordo, BayesElo): PGN headers without
 * moves. White moves first, as their readers expect, even if the game calls that side Black
 * (Reversi, Hex).
 */
#ifndef HONE_TUNER_TOURNAMENT_PGN_H
#define HONE_TUNER_TOURNAMENT_PGN_H

#include "tuner/report/listing.h"
#include "tuner/tournament/series.h"

/* listing_option, and "pgn". */
struct option_spec pgn_listing_option(enum listing_format *format, const char *doc);

/* Appends pair after pair, both games of each meeting; "3.2" is the second game from the third
 * opening. Says on stderr if games of an interrupted series are missing. */
void pgn_print(const struct series *series, struct text *out);
/* The same on stdout. */
void pgn_put(const struct series *series);

#endif
