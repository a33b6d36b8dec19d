/* The terms of `features` of xiangqi beyond the piece-square tables. */
#include "engine/games/xiangqi/moves.h"
#include "engine/games/xiangqi/psq.h"

/* MOBILITY and ATTACK: of horse, rook and cannon, which follow each other as kinds. */
enum {
    MOBILITY,
    ATTACK = MOBILITY + 3,
    BLOCKED = ATTACK + 3,
    CROSSED,
    ADVISERS,
    ELEPHANTS,
    HOLLOW,
    SCREENED,
    BOTTOM,
};

static struct points xiangqi_of(const struct xiangqi_position *position, int kind, int side) {
    return points_and(position->kinds[kind], position->sides[side]);
}

/* Where a horse, a rook or a cannon of a side may go, by its way of moving alone. */
static struct points xiangqi_piece_reach(const struct xiangqi_position *position, int kind,
                                         int side, int from) {
    struct points occupied = xiangqi_occupied(position);
    struct xiangqi_lines lines = xiangqi_lines_of(position, occupied, from);
    if (kind == XIANGQI_HORSE)
        return points_without(xiangqi_leaps(&xiangqi_horse[from], position), position->sides[side]);
    struct points straight = xiangqi_rook_reach(from, lines);
    if (kind == XIANGQI_ROOK) return points_without(straight, position->sides[side]);
    return points_or(points_without(straight, occupied),
                     points_and(xiangqi_cannon_reach(from, lines), position->sides[!side]));
}

static void xiangqi_count_pieces(const struct xiangqi_position *position, int side, int sign,
                                 int32_t *counts) {
    struct points palace = xiangqi_homes[!side][XIANGQI_KING];
    for (int kind = XIANGQI_HORSE; kind <= XIANGQI_CANNON; kind++) {
        struct points left = xiangqi_of(position, kind, side);
        while (points_any(left)) {
            struct points reach = xiangqi_piece_reach(position, kind, side, points_take(&left));
            counts[MOBILITY + kind - XIANGQI_HORSE] += sign * points_count(reach);
            counts[ATTACK + kind - XIANGQI_HORSE] += sign * points_count(points_and(reach, palace));
        }
    }
}

static int xiangqi_blocked_legs(const struct xiangqi_position *position, int side) {
    struct points left = xiangqi_of(position, XIANGQI_HORSE, side);
    struct points occupied = xiangqi_occupied(position);
    int count = 0;
    while (points_any(left)) {
        const struct xiangqi_leaper *horse = &xiangqi_horse[points_take(&left)];
        for (int i = 0; i < 4; i++)
            count += horse->blocks[i] != XIANGQI_NO_POINT &&
                     points_meet(occupied, points_of(horse->blocks[i]));
    }
    return count;
}

/* Beyond the river. */
static int xiangqi_crossed(const struct xiangqi_position *position, int side) {
    struct points pawns = xiangqi_of(position, XIANGQI_PAWN, side);
    return __builtin_popcountll(pawns.half[side == XIANGQI_RED]);
}

/* Cannons on the other king's file, with nothing between, or two pieces, of which one may not leave
 * its place; and on its last rank. */
static void xiangqi_count_cannons(const struct xiangqi_position *position, int side, int sign,
                                  int32_t *counts) {
    struct points left = xiangqi_of(position, XIANGQI_CANNON, side);
    int king = xiangqi_king(position, !side), last = side == XIANGQI_RED ? XIANGQI_RANKS - 1 : 0;
    while (points_any(left)) {
        int point = points_take(&left), low = min_int(point_rank(king), point_rank(point)),
            high = max_int(point_rank(king), point_rank(point));
        unsigned between = ((1u << high) - 1) & ~((2u << low) - 1);
        int pieces = __builtin_popcount(position->files[point_file(point)] & between);
        bool faces = point_file(point) == point_file(king);
        counts[HOLLOW] += sign * (faces && pieces == 0);
        counts[SCREENED] += sign * (faces && pieces == 2);
        counts[BOTTOM] += sign * (point_rank(point) == last);
    }
}

void xiangqi_features_count(const void *state, int32_t counts[PSQ_FEATURES_MAX]) {
    const struct xiangqi_position *position = &((const struct xiangqi_state *)state)->position;
    for (int side = 0; side < 2; side++) {
        int sign = side == XIANGQI_RED ? 1 : -1;
        xiangqi_count_pieces(position, side, sign, counts);
        xiangqi_count_cannons(position, side, sign, counts);
        counts[BLOCKED] += sign * xiangqi_blocked_legs(position, side);
        counts[CROSSED] += sign * xiangqi_crossed(position, side);
        counts[ADVISERS] += sign * (points_count(xiangqi_of(position, XIANGQI_ADVISER, side)) == 2);
        counts[ELEPHANTS] +=
            sign * (points_count(xiangqi_of(position, XIANGQI_ELEPHANT, side)) == 2);
    }
}

/* The first values are small parts of a pawn, in the directions that are usual. */
const struct psq_features xiangqi_features = {
    .list = {[MOBILITY] = {"mobility.horse", "a point that a horse reaches", 8, 8},
             {"mobility.rook", "a point that a rook reaches", 4, 4},
             {"mobility.cannon", "a point that a cannon reaches", 2, 2},
             [ATTACK] = {"attack.horse", "a point of the other palace that a horse reaches", 8, 8},
             {"attack.rook", "a point of the other palace that a rook reaches", 8, 8},
             {"attack.cannon", "a point of the other palace that a cannon reaches", 8, 8},
             [BLOCKED] = {"horse.blocked", "a leg of a horse with a piece before it", -5, -5},
             [CROSSED] = {"pawn.crossed", "a pawn beyond the river", 50, 100},
             [ADVISERS] = {"advisers", "both advisers kept", 30, 30},
             [ELEPHANTS] = {"elephants", "both elephants kept", 30, 30},
             [HOLLOW] = {"cannon.hollow", "a cannon that faces the other king alone", 60, 40},
             [SCREENED] = {"cannon.screened", "a cannon with two pieces before that king", 20, 10},
             [BOTTOM] = {"cannon.bottom", "a cannon on the other side's last rank", 20, 10}},
    .count = xiangqi_features_count,
    .ops = ISA_TABLE(xiangqi_features_ops),
};
