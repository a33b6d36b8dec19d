/* The tables of where pieces go, from their rules. */
#include "engine/games/xiangqi/board.h"

#include "engine/games/xiangqi/position.h"

struct points xiangqi_rook_file[XIANGQI_RANKS][256], xiangqi_cannon_file[XIANGQI_RANKS][256];
uint16_t xiangqi_rook_rank[XIANGQI_FILES][128], xiangqi_cannon_rank[XIANGQI_FILES][128];
struct xiangqi_leaper xiangqi_horse[XIANGQI_POINTS], xiangqi_elephant[XIANGQI_POINTS];
struct xiangqi_leaper xiangqi_horse_from[XIANGQI_POINTS];
struct points xiangqi_king_steps[XIANGQI_POINTS], xiangqi_adviser_steps[XIANGQI_POINTS];
struct points xiangqi_pawn_steps[2][XIANGQI_POINTS], xiangqi_pawn_from[2][XIANGQI_POINTS];
struct points xiangqi_homes[2][7];

static const int straight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int diagonal[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

/* The point some files and ranks away; XIANGQI_NO_POINT beyond the board. */
static int point_beside(int point, int files, int ranks) {
    int file = point_file(point) + files, rank = point_rank(point) + ranks;
    bool inside = file >= 0 && file < XIANGQI_FILES && rank >= 0 && rank < XIANGQI_RANKS;
    return inside ? rank * XIANGQI_FILES + file : XIANGQI_NO_POINT;
}

static void points_add(struct points *set, int point) {
    if (point != XIANGQI_NO_POINT) *set = points_or(*set, points_of(point));
}

/* ---- lines --------------------------------------------------------------------------------- */

/* The places of a line that a slider reaches up to the `nth` piece: all up to the first, or only
 * the second itself. */
static unsigned line_reach(int at, int length, unsigned occupied, int nth) {
    unsigned out = 0;
    for (int step = -1; step <= 1; step += 2)
        for (int place = at + step, met = 0; place >= 0 && place < length && met < nth;
             place += step) {
            met += occupied >> place & 1;
            if (nth == 1 || (met == nth && occupied >> place & 1)) out |= 1u << place;
        }
    return out;
}

/* The ends of a line are left out of the index: a piece there, or none, reaches the same. A
 * cannon's target at an end is asked of the pieces themselves. */
static unsigned line_occupied(unsigned index, int length, bool ends) {
    return index << 1 | (ends ? 1u | 1u << (length - 1) : 0);
}

static struct points file_points(unsigned places) {
    struct points out = {{0, 0}};
    for (int rank = 0; rank < XIANGQI_RANKS; rank++)
        if (places >> rank & 1) points_add(&out, rank * XIANGQI_FILES);
    return out;
}

static void xiangqi_lines_fill(void) {
    for (unsigned index = 0; index < 256; index++)
        for (int at = 0; at < XIANGQI_RANKS; at++) {
            unsigned occupied = line_occupied(index, XIANGQI_RANKS, true);
            xiangqi_rook_file[at][index] = file_points(line_reach(at, XIANGQI_RANKS, occupied, 1));
            xiangqi_cannon_file[at][index] =
                file_points(line_reach(at, XIANGQI_RANKS, occupied, 2));
        }
    for (unsigned index = 0; index < 128; index++)
        for (int at = 0; at < XIANGQI_FILES; at++) {
            unsigned occupied = line_occupied(index, XIANGQI_FILES, true);
            xiangqi_rook_rank[at][index] = (uint16_t)line_reach(at, XIANGQI_FILES, occupied, 1);
            xiangqi_cannon_rank[at][index] = (uint16_t)line_reach(at, XIANGQI_FILES, occupied, 2);
        }
}

/* ---- leapers ------------------------------------------------------------------------------- */

/* Two steps straight and then diagonally: the first point blocks. */
static void horse_fill(int point) {
    struct xiangqi_leaper *horse = &xiangqi_horse[point], *from = &xiangqi_horse_from[point];
    *horse = *from = (struct xiangqi_leaper){.blocks = {0}};
    for (int way = 0; way < 4; way++) {
        int x = straight[way][0], y = straight[way][1];
        horse->blocks[way] = (uint8_t)point_beside(point, x, y);
        for (unsigned blocked = 0; blocked < 16; blocked++)
            for (int turn = -1; turn <= 1 && !(blocked >> way & 1); turn += 2)
                points_add(&horse->reached[blocked],
                           point_beside(point, 2 * x + turn * y, 2 * y + turn * x));
    }
    for (int way = 0; way < 4; way++) {
        int x = diagonal[way][0], y = diagonal[way][1];
        from->blocks[way] = (uint8_t)point_beside(point, x, y);
        for (unsigned blocked = 0; blocked < 16; blocked++) {
            if (blocked >> way & 1) continue;
            points_add(&from->reached[blocked], point_beside(point, 2 * x, y));
            points_add(&from->reached[blocked], point_beside(point, x, 2 * y));
        }
    }
}

/* Two points diagonally, on its own side of the river; the point between blocks. */
static void elephant_fill(int point) {
    struct xiangqi_leaper *elephant = &xiangqi_elephant[point];
    *elephant = (struct xiangqi_leaper){.blocks = {0}};
    for (int way = 0; way < 4; way++) {
        int x = diagonal[way][0], y = diagonal[way][1], to = point_beside(point, 2 * x, 2 * y);
        elephant->blocks[way] = (uint8_t)point_beside(point, x, y);
        if (to == XIANGQI_NO_POINT || (to < XIANGQI_HALF) != (point < XIANGQI_HALF)) continue;
        for (unsigned blocked = 0; blocked < 16; blocked++)
            if (!(blocked >> way & 1)) points_add(&elephant->reached[blocked], to);
    }
}

/* ---- steps --------------------------------------------------------------------------------- */

static bool in_palace(int point) {
    int file = point_file(point), rank = point_rank(point);
    return file >= 3 && file <= 5 && (rank <= 2 || rank >= 7);
}

static void steps_fill(int point) {
    for (int way = 0; way < 4; way++) {
        int king = point_beside(point, straight[way][0], straight[way][1]);
        int adviser = point_beside(point, diagonal[way][0], diagonal[way][1]);
        if (king != XIANGQI_NO_POINT && in_palace(king) && in_palace(point))
            points_add(&xiangqi_king_steps[point], king);
        if (adviser != XIANGQI_NO_POINT && in_palace(adviser) && in_palace(point))
            points_add(&xiangqi_adviser_steps[point], adviser);
    }
}

/* Forward; beyond the river also to the sides. */
static void pawn_fill(int side, int point) {
    bool crossed = (point >= XIANGQI_HALF) == (side == XIANGQI_RED);
    struct points steps = {{0, 0}};
    points_add(&steps, point_beside(point, 0, side == XIANGQI_RED ? 1 : -1));
    if (crossed) points_add(&steps, point_beside(point, 1, 0));
    if (crossed) points_add(&steps, point_beside(point, -1, 0));
    xiangqi_pawn_steps[side][point] = steps;
    while (points_any(steps)) points_add(&xiangqi_pawn_from[side][points_take(&steps)], point);
}

/* Elephants stand on seven points, advisers on five: those that they can go to from where they
 * begin. Pawns begin on every other file of the fourth rank. */
static bool is_home(int side, int kind, int point) {
    int file = point_file(point), rank = point_rank(point);
    if (side == XIANGQI_BLACK) rank = XIANGQI_RANKS - 1 - rank;
    switch (kind) {
    case XIANGQI_KING:
        return in_palace(point) && rank <= 2;
    case XIANGQI_ADVISER:
        return in_palace(point) && rank <= 2 && (file == 4) == (rank == 1);
    case XIANGQI_ELEPHANT:
        return rank <= 4 && rank % 2 == 0 && file % 2 == 0 && (file + rank) % 4 == 2;
    case XIANGQI_PAWN:
        return rank >= 5 || (rank >= 3 && file % 2 == 0);
    default:
        return true;
    }
}

void xiangqi_board_fill(void) {
    if (points_any(xiangqi_king_steps[4])) return;
    xiangqi_lines_fill();
    for (int point = 0; point < XIANGQI_POINTS; point++) {
        horse_fill(point);
        elephant_fill(point);
        steps_fill(point);
        for (int side = 0; side < 2; side++) pawn_fill(side, point);
        for (int side = 0; side < 2; side++)
            for (int kind = 0; kind < XIANGQI_KINDS; kind++)
                if (is_home(side, kind, point)) points_add(&xiangqi_homes[side][kind], point);
    }
}
