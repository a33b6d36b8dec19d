/*
 * The discs of an edge that stay, whatever is played: found once for all 3^8 edges, by playing on
 * each empty place for either side.
 */
#include "engine/games/reversi/stability.h"

uint8_t reversi_stable_edges[256][256];

/* An edge after `own` plays on an empty place of it; what is turned there, others see. */
static void stability_edge_play(unsigned *own, unsigned *opp, int place) {
    unsigned flips = reversi_flips_in_byte((uint8_t)*own, (uint8_t)*opp, place);
    *own |= flips | 1u << place;
    *opp &= ~flips;
}

/* Either side may fill any place next, whether it turns discs of the edge or not: elsewhere on the
 * board it may. */
static unsigned stability_edge_stable(unsigned own, unsigned opp) {
    unsigned stable = own;
    for (int place = 0; place < 8; place++) {
        if ((own | opp) >> place & 1) continue;
        unsigned a = own, b = opp;
        stability_edge_play(&a, &b, place);
        stable &= reversi_stable_edges[a][b];
        a = own, b = opp;
        stability_edge_play(&b, &a, place);
        stable &= reversi_stable_edges[a][b];
    }
    return stable;
}

/* Fuller edges first. */
void reversi_stability_init(void) {
    for (int discs = 8; discs >= 0; discs--)
        for (unsigned own = 0; own < 256; own++)
            for (unsigned opp = 0; opp < 256; opp++)
                if (!(own & opp) && reversi_count(own | opp) == discs)
                    reversi_stable_edges[own][opp] = (uint8_t)stability_edge_stable(own, opp);
}
