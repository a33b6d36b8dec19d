/* The legal moves of a position, listed, counted, or asked whether there is one. */
#include "engine/games/chess/moves.h"

/* Promotions have the highest numbers: they are kept until all other moves are listed. */
struct pushes {
    int count;
    move_t moves[CHESS_MOVES_MAX / 4];
};

static int list_moves(int from, uint64_t targets, uint64_t last, struct pushes *pushes,
                      move_t *out) {
    int count = 0;
    for (; targets; targets &= targets - 1) {
        int to = __builtin_ctzll(targets);
        if (chess_bit(to) & last)
            pushes->moves[pushes->count++] = chess_move(from, to, 0);
        else
            out[count++] = chess_move(from, to, 0);
    }
    return count;
}

static int list_promotions(const struct pushes *pushes, move_t *out) {
    int count = 0;
    for (int kind = KNIGHT; kind <= QUEEN; kind++)
        for (int i = 0; i < pushes->count; i++)
            out[count++] = (move_t)(pushes->moves[i] + chess_move(0, 0, kind));
    return count;
}

int chess_position_moves(const struct chess_position *position, move_t *out) {
    struct chess_legal legal;
    struct pushes pushes = {.count = 0};
    int count = 0;
    chess_legal_init(position, &legal);
    for (uint64_t left = chess_movers(position, &legal); left; left &= left - 1) {
        int from = __builtin_ctzll(left);
        uint64_t last = position->board[from] / 2 == PAWN ? CHESS_LAST_RANKS : 0;
        count +=
            list_moves(from, chess_targets(position, &legal, from), last, &pushes, out + count);
    }
    return count + list_promotions(&pushes, out + count);
}

int chess_count_moves(const struct chess_position *position) {
    struct chess_legal legal;
    int count = 0;
    chess_legal_init(position, &legal);
    for (uint64_t left = chess_movers(position, &legal); left; left &= left - 1) {
        int from = __builtin_ctzll(left);
        uint64_t targets = chess_targets(position, &legal, from);
        count += __builtin_popcountll(targets);
        if (position->board[from] / 2 == PAWN)
            count += 3 * __builtin_popcountll(targets & CHESS_LAST_RANKS);
    }
    return count;
}

bool chess_has_move(const struct chess_position *position) {
    struct chess_legal legal;
    chess_legal_init(position, &legal);
    for (uint64_t left = chess_movers(position, &legal); left; left &= left - 1)
        if (chess_targets(position, &legal, __builtin_ctzll(left))) return true;
    return false;
}

/* The moves of the last ply are counted and not played. */
uint64_t chess_position_perft(const struct chess_position *position, int depth) {
    move_t moves[GAME_MOVES_MAX];
    uint64_t leaves = 0;
    if (depth <= 0) return 1;
    if (depth == 1) return (uint64_t)chess_count_moves(position);
    int count = chess_position_moves(position, moves);
    for (int i = 0; i < count; i++) {
        struct chess_position after = *position;
        chess_make(&after, moves[i]);
        leaves += chess_position_perft(&after, depth - 1);
    }
    return leaves;
}
