/* The legal moves of a position, listed, counted, or asked whether there is one. */
#include "engine/games/xiangqi/moves.h"

bool xiangqi_in_check(const struct xiangqi_position *position) {
    int king = xiangqi_king(position, position->side);
    return xiangqi_attacked_after(position, king, king, king);
}

int xiangqi_position_moves(const struct xiangqi_position *position, move_t *out) {
    struct xiangqi_legal legal;
    struct points left = position->sides[position->side];
    int count = 0;
    xiangqi_legal_init(position, &legal);
    while (points_any(left)) {
        int from = points_take(&left);
        struct points targets = xiangqi_targets(position, &legal, from);
        while (points_any(targets)) out[count++] = xiangqi_move(from, points_take(&targets));
    }
    return count;
}

int xiangqi_count_moves(const struct xiangqi_position *position) {
    struct xiangqi_legal legal;
    struct points left = position->sides[position->side];
    int count = 0;
    xiangqi_legal_init(position, &legal);
    while (points_any(left))
        count += points_count(xiangqi_targets(position, &legal, points_take(&left)));
    return count;
}

bool xiangqi_has_move(const struct xiangqi_position *position) {
    struct xiangqi_legal legal;
    struct points left = position->sides[position->side];
    xiangqi_legal_init(position, &legal);
    while (points_any(left))
        if (points_any(xiangqi_targets(position, &legal, points_take(&left)))) return true;
    return false;
}

/* The moves of the last ply are counted and not played. */
uint64_t xiangqi_position_perft(const struct xiangqi_position *position, int depth) {
    move_t moves[XIANGQI_MOVES_MAX];
    uint64_t leaves = 0;
    if (depth <= 0) return 1;
    if (depth == 1) return (uint64_t)xiangqi_count_moves(position);
    int count = xiangqi_position_moves(position, moves);
    for (int i = 0; i < count; i++) {
        struct xiangqi_position after = *position;
        xiangqi_make(&after, moves[i]);
        leaves += xiangqi_position_perft(&after, depth - 1);
    }
    return leaves;
}
