/*
 * connect_defence: the other side's threats, for the search of moves. At the beginning of each turn
 * the search asks whether the side to move wins by threats. Before that, at each stone of a turn,
 * it asks what the other side would win by if the rest of the turn were passed. If there is no such
 * win there is none after the whole turn either: stones only take threats away from the other side
 * (unless they leave it threats to answer, which costs it time). If there is one, only stones in
 * the zone of that win can refute it (Wu & Lin 2010, relevance zones).
 *
 * A line that won is replayed first against the sister turns: that costs a few microseconds, and
 * refutes most of them. Where turns have two stones, nothing else is tried more than two turns
 * below the root.
 */
#ifndef HONE_ENGINE_GAMES_CONNECT_DEFENCE_H
#define HONE_ENGINE_GAMES_CONNECT_DEFENCE_H

#include "engine/games/connect/attack.h"

void defence_forget(struct threats_memory *memory);

/* Whether the side to move, `ply` plies below the root at the beginning of a turn, wins by threats,
 * and its value, as in struct expert. */
bool defence_strike(const struct game *game, struct threats_memory *memory,
                    const struct connect_state *state, const struct search_limits *limits, int ply,
                    int32_t *value);

/* As in struct expert. */
bool defence_refute(const struct game *game, struct threats_memory *memory,
                    const struct connect_state *state, const struct search_limits *limits);
int defence_defend(const struct game *game, struct threats_memory *memory,
                   const struct connect_state *state, const struct search_limits *limits, int ply,
                   struct candidate *list, int count);

#endif
