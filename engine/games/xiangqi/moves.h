/*
 * moves: where the pieces of a position may legally go. The functions are inline, since the
 * evaluators' searches are built for several instruction sets.
 */
#ifndef HONE_ENGINE_GAMES_XIANGQI_MOVES_H
#define HONE_ENGINE_GAMES_XIANGQI_MOVES_H

#include "engine/games/xiangqi/position.h"

/* The occupied places of a point's two lines, and what its move changes there. */
struct xiangqi_lines {
    unsigned file, rank;
};

static inline unsigned xiangqi_rank_bits(struct points set, int rank) {
    int half = rank >= 5;
    return (unsigned)(set.half[half] >> (XIANGQI_FILES * (rank - 5 * half)) & 511);
}

static inline struct points xiangqi_rank_points(unsigned bits, int rank) {
    struct points out = {{0, 0}};
    int half = rank >= 5;
    out.half[half] = (uint64_t)bits << (XIANGQI_FILES * (rank - 5 * half));
    return out;
}

static inline struct points xiangqi_file_points(struct points first_file, int file) {
    return (struct points){{first_file.half[0] << file, first_file.half[1] << file}};
}

static inline struct xiangqi_lines xiangqi_lines_of(const struct xiangqi_position *position,
                                                    struct points occupied, int point) {
    return (struct xiangqi_lines){position->files[point_file(point)],
                                  xiangqi_rank_bits(occupied, point_rank(point))};
}

static inline struct points xiangqi_rook_reach(int point, struct xiangqi_lines lines) {
    int file = point_file(point), rank = point_rank(point);
    return points_or(xiangqi_file_points(xiangqi_rook_file[rank][lines.file >> 1 & 255], file),
                     xiangqi_rank_points(xiangqi_rook_rank[file][lines.rank >> 1 & 127], rank));
}

/* The second pieces of the lines; an empty end of a line may be among them. */
static inline struct points xiangqi_cannon_reach(int point, struct xiangqi_lines lines) {
    int file = point_file(point), rank = point_rank(point);
    return points_or(xiangqi_file_points(xiangqi_cannon_file[rank][lines.file >> 1 & 255], file),
                     xiangqi_rank_points(xiangqi_cannon_rank[file][lines.rank >> 1 & 127], rank));
}

static inline struct points xiangqi_leaps(const struct xiangqi_leaper *leaper,
                                          const struct xiangqi_position *position) {
    unsigned blocked = 0;
    for (int i = 0; i < 4; i++)
        if (leaper->blocks[i] != XIANGQI_NO_POINT &&
            position->board[leaper->blocks[i]] != XIANGQI_EMPTY)
            blocked |= 1u << i;
    return leaper->reached[blocked];
}

static inline int xiangqi_king(const struct xiangqi_position *position, int side) {
    struct points king = points_and(position->kinds[XIANGQI_KING], position->sides[side]);
    return points_take(&king);
}

static inline struct points xiangqi_occupied(const struct xiangqi_position *position) {
    return points_or(position->sides[0], position->sides[1]);
}

/* Whether pieces of the side that is not to move attack `king`, the king of the side to move, after
 * it has gone from one point to another; of equal points nothing has moved. Facing kings attack
 * each other along a file. */
static inline bool xiangqi_attacked_after(const struct xiangqi_position *position, int king,
                                          int from, int to) {
    int side = position->side;
    const struct points *kinds = position->kinds;
    struct points occupied = xiangqi_occupied(position), enemies = position->sides[!side];
    struct xiangqi_lines lines = {position->files[point_file(king)], 0};
    if (from != to) {
        occupied = points_or(points_without(occupied, points_of(from)), points_of(to));
        enemies = points_without(enemies, points_of(to));
        if (point_file(from) == point_file(king)) lines.file &= ~(1u << point_rank(from));
        if (point_file(to) == point_file(king)) lines.file |= 1u << point_rank(to);
    }
    lines.rank = xiangqi_rank_bits(occupied, point_rank(king));
    struct points rooks = points_or(kinds[XIANGQI_ROOK], kinds[XIANGQI_KING]);
    struct points attackers = points_and(xiangqi_rook_reach(king, lines), rooks);
    attackers =
        points_or(attackers, points_and(xiangqi_cannon_reach(king, lines), kinds[XIANGQI_CANNON]));
    attackers =
        points_or(attackers, points_and(xiangqi_pawn_from[!side][king], kinds[XIANGQI_PAWN]));
    const struct xiangqi_leaper *horses = &xiangqi_horse_from[king];
    if (points_any(points_and(kinds[XIANGQI_HORSE], enemies))) {
        unsigned blocked = 0;
        for (int i = 0; i < 4; i++)
            if (horses->blocks[i] != XIANGQI_NO_POINT &&
                points_meet(occupied, points_of(horses->blocks[i])))
                blocked |= 1u << i;
        attackers =
            points_or(attackers, points_and(horses->reached[blocked], kinds[XIANGQI_HORSE]));
    }
    return points_meet(attackers, enemies);
}

/* What bounds the moves of one position, computed once for all its pieces. */
struct xiangqi_legal {
    struct points occupied;
    struct points sensitive; /* a move from or to elsewhere cannot leave the king attacked */
    int king;
    bool checked;
};

static inline void xiangqi_legal_init(const struct xiangqi_position *position,
                                      struct xiangqi_legal *out) {
    int king = xiangqi_king(position, position->side);
    const struct points first_file = {{0x1008040201, 0x1008040201}};
    struct points lines = points_or(xiangqi_file_points(first_file, point_file(king)),
                                    xiangqi_rank_points(511, point_rank(king)));
    for (int i = 0; i < 4; i++)
        if (xiangqi_horse_from[king].blocks[i] != XIANGQI_NO_POINT)
            lines = points_or(lines, points_of(xiangqi_horse_from[king].blocks[i]));
    *out = (struct xiangqi_legal){.occupied = xiangqi_occupied(position),
                                  .sensitive = lines,
                                  .king = king,
                                  .checked = xiangqi_attacked_after(position, king, king, king)};
}

/* Where a piece may go if its own king's safety is left out. */
static inline struct points xiangqi_reach(const struct xiangqi_position *position,
                                          const struct xiangqi_legal *legal, int from) {
    int side = position->side;
    struct xiangqi_lines lines;
    switch (position->board[from] / 2) {
    case XIANGQI_KING:
        return xiangqi_king_steps[from];
    case XIANGQI_ADVISER:
        return xiangqi_adviser_steps[from];
    case XIANGQI_ELEPHANT:
        return xiangqi_leaps(&xiangqi_elephant[from], position);
    case XIANGQI_HORSE:
        return xiangqi_leaps(&xiangqi_horse[from], position);
    case XIANGQI_PAWN:
        return xiangqi_pawn_steps[side][from];
    case XIANGQI_ROOK:
        return xiangqi_rook_reach(from, xiangqi_lines_of(position, legal->occupied, from));
    default:
        lines = xiangqi_lines_of(position, legal->occupied, from);
        return points_or(points_without(xiangqi_rook_reach(from, lines), legal->occupied),
                         points_and(xiangqi_cannon_reach(from, lines), position->sides[!side]));
    }
}

/* Where of some points the piece of the side to move on `from` may go. */
static inline struct points xiangqi_targets_among(const struct xiangqi_position *position,
                                                  const struct xiangqi_legal *legal, int from,
                                                  struct points among) {
    bool king = from == legal->king;
    struct points out = points_and(xiangqi_reach(position, legal, from), among);
    bool all = king || legal->checked || points_meet(legal->sensitive, points_of(from));
    struct points doubtful = all ? out : points_and(out, legal->sensitive);
    while (points_any(doubtful)) {
        int to = points_take(&doubtful);
        if (xiangqi_attacked_after(position, king ? to : legal->king, from, to))
            out = points_without(out, points_of(to));
    }
    return out;
}

/* By kind, in pawns: what usual values come to. A king takes where it may. */
static const int xiangqi_worth[XIANGQI_KINDS + 1] = {0, 2, 2, 4, 9, 4, 1, 0};

/* Whether the other side could take a piece of the side to move after it has gone there. */
static inline bool xiangqi_is_guarded(const struct xiangqi_position *position, int from, int to) {
    const struct points *kinds = position->kinds, enemies = position->sides[!position->side];
    struct points steps = points_or(
        points_or(points_and(xiangqi_king_steps[to], kinds[XIANGQI_KING]),
                  points_and(xiangqi_adviser_steps[to], kinds[XIANGQI_ADVISER])),
        points_and(xiangqi_leaps(&xiangqi_elephant[to], position), kinds[XIANGQI_ELEPHANT]));
    struct xiangqi_position others = *position; /* along a file a king takes a king alone */
    others.kinds[XIANGQI_KING] = (struct points){{0, 0}};
    return points_meet(steps, enemies) || xiangqi_attacked_after(&others, to, from, to);
}

/* Whether a capture is of a piece that is worth as much as the one that takes, or is not guarded.
 * What retakes after that is not looked at. */
static inline bool xiangqi_capture_holds(const struct xiangqi_position *position, int from,
                                         int to) {
    int victim = position->board[to] / 2, mover = position->board[from] / 2;
    return xiangqi_worth[victim] >= xiangqi_worth[mover] || !xiangqi_is_guarded(position, from, to);
}

/* Where it may go at all. */
static inline struct points xiangqi_targets(const struct xiangqi_position *position,
                                            const struct xiangqi_legal *legal, int from) {
    const struct points all = {{UINT64_MAX, UINT64_MAX}};
    return xiangqi_targets_among(position, legal, from,
                                 points_without(all, position->sides[position->side]));
}

#endif
