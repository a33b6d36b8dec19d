/*
 * moves: where the pieces of a position may legally go. No move is made and taken back to find out.
 * The functions are inline, since the evaluators' searches are built for several instruction sets.
 */
#ifndef HONE_ENGINE_GAMES_CHESS_MOVES_H
#define HONE_ENGINE_GAMES_CHESS_MOVES_H

#include "engine/games/chess/position.h"

/* The pieces of both sides that attack a square, with these squares occupied. */
static inline uint64_t chess_attackers(const struct chess_position *position, int square,
                                       uint64_t occupied) {
    const uint64_t *kinds = position->kinds, *sides = position->sides;
    return (chess_pawn_attacks[CHESS_BLACK][square] & kinds[PAWN] & sides[CHESS_WHITE]) |
           (chess_pawn_attacks[CHESS_WHITE][square] & kinds[PAWN] & sides[CHESS_BLACK]) |
           (chess_knight_attacks[square] & kinds[KNIGHT]) |
           (chess_king_attacks[square] & kinds[KING]) |
           (chess_bishop_attacks(square, occupied) & (kinds[BISHOP] | kinds[QUEEN])) |
           (chess_rook_attacks(square, occupied) & (kinds[ROOK] | kinds[QUEEN]));
}

static inline bool chess_is_attacked(const struct chess_position *position, int square, int by,
                                     uint64_t occupied) {
    return chess_attackers(position, square, occupied) & position->sides[by] & occupied;
}

static inline int chess_king(const struct chess_position *position, int side) {
    return __builtin_ctzll(position->kinds[KING] & position->sides[side]);
}

static inline uint64_t chess_occupied(const struct chess_position *position) {
    return position->sides[0] | position->sides[1];
}

static inline bool chess_in_check(const struct chess_position *position) {
    int side = position->side;
    return chess_is_attacked(position, chess_king(position, side), !side, chess_occupied(position));
}

/* The pieces that stand alone between their king and a slider of the other side. */
static inline uint64_t chess_pinned(const struct chess_position *position, int king,
                                    uint64_t occupied) {
    const uint64_t *kinds = position->kinds;
    uint64_t pinned = 0;
    uint64_t snipers = (chess_rook_attacks(king, 0) & (kinds[ROOK] | kinds[QUEEN])) |
                       (chess_bishop_attacks(king, 0) & (kinds[BISHOP] | kinds[QUEEN]));
    snipers &= position->sides[!position->side];
    for (; snipers; snipers &= snipers - 1) {
        uint64_t between = chess_between[king][__builtin_ctzll(snipers)] & occupied;
        if (between && !(between & (between - 1))) pinned |= between;
    }
    return pinned & position->sides[position->side];
}

/* What bounds the moves of one position, computed once for all its pieces. */
struct chess_legal {
    uint64_t occupied, checkers;
    uint64_t allowed; /* where others than the king may go: anywhere, or where it ends a check */
    uint64_t pinned;
    int king;
};

static inline void chess_legal_init(const struct chess_position *position,
                                    struct chess_legal *out) {
    int king = chess_king(position, position->side);
    uint64_t occupied = chess_occupied(position);
    uint64_t checkers =
        chess_attackers(position, king, occupied) & position->sides[!position->side];
    uint64_t allowed = ~position->sides[position->side];
    if (checkers & (checkers - 1))
        allowed = 0;
    else if (checkers)
        allowed = chess_between[king][__builtin_ctzll(checkers)] | checkers;
    *out = (struct chess_legal){.occupied = occupied,
                                .checkers = checkers,
                                .allowed = allowed,
                                .pinned = chess_pinned(position, king, occupied),
                                .king = king};
}

/* Whether `from` may capture en passant without leaving its king in check. */
static inline bool chess_en_passant_is_legal(const struct chess_position *position, int from,
                                             int to) {
    int side = position->side, captured = side == CHESS_WHITE ? to - 8 : to + 8;
    uint64_t occupied =
        (chess_occupied(position) ^ chess_bit(from) ^ chess_bit(captured)) | chess_bit(to);
    return !chess_is_attacked(position, chess_king(position, side), !side, occupied);
}

static inline uint64_t chess_pawn_targets(const struct chess_position *position,
                                          const struct chess_legal *legal, int from) {
    int side = position->side, ahead = side == CHESS_WHITE ? 8 : -8;
    int start_rank = side == CHESS_WHITE ? 1 : 6, to = position->en_passant;
    uint64_t attacks = chess_pawn_attacks[side][from];
    uint64_t out = attacks & position->sides[!side];
    uint64_t push = chess_bit(from + ahead) & ~legal->occupied;
    if (push && from / 8 == start_rank) push |= chess_bit(from + 2 * ahead) & ~legal->occupied;
    out = (out | push) & legal->allowed;
    if (to != CHESS_NO_SQUARE && attacks & chess_bit(to) &&
        chess_en_passant_is_legal(position, from, to))
        out |= chess_bit(to); /* it may capture the checker elsewhere than on `to` */
    return out;
}

/* The ways of king and rook must be empty, and the king's not attacked. With the rook gone from
 * where it stood the king must not be in check either, which only Chess960 can bring about. */
static inline bool chess_can_castle(const struct chess_position *position,
                                    const struct chess_legal *legal, int rook,
                                    enum chess_wing wing) {
    int side = position->side, first = side == CHESS_WHITE ? 0 : 56;
    int king_to = first + (wing == KING_SIDE ? 6 : 2),
        rook_to = first + (wing == KING_SIDE ? 5 : 3);
    uint64_t others = legal->occupied & ~chess_bit(legal->king) & ~chess_bit(rook);
    uint64_t way = chess_between[legal->king][king_to];
    uint64_t both = way | chess_between[rook][rook_to] | chess_bit(king_to) | chess_bit(rook_to);
    if (both & others) return false;
    for (; way; way &= way - 1)
        if (chess_is_attacked(position, __builtin_ctzll(way), !side,
                              legal->occupied & ~chess_bit(legal->king)))
            return false;
    return !chess_is_attacked(position, king_to, !side, others | chess_bit(rook_to));
}

static inline uint64_t chess_king_targets(const struct chess_position *position,
                                          const struct chess_legal *legal) {
    int side = position->side;
    uint64_t left = chess_king_attacks[legal->king] & ~position->sides[side], out = 0;
    for (; left; left &= left - 1)
        if (!chess_is_attacked(position, __builtin_ctzll(left), !side,
                               legal->occupied & ~chess_bit(legal->king)))
            out |= left & -left;
    if (legal->checkers) return out;
    for (int wing = KING_SIDE; wing <= QUEEN_SIDE; wing++) {
        int rook = position->castling[side][wing];
        if (rook != CHESS_NO_SQUARE &&
            chess_can_castle(position, legal, rook, (enum chess_wing)wing))
            out |= chess_bit(chess_castling_target(legal->king, rook));
    }
    return out;
}

/* Whether the piece gives way to a check if it leaves the line of its pin: not along that line. */
static inline uint64_t chess_unpinned(const struct chess_legal *legal, int from) {
    return legal->pinned & chess_bit(from) ? chess_line[legal->king][from] : UINT64_MAX;
}

/* Where the piece of the side to move on `from` may go; castling is as in a move. */
static inline uint64_t chess_targets(const struct chess_position *position,
                                     const struct chess_legal *legal, int from) {
    uint64_t out = 0;
    switch (position->board[from] / 2) {
    case PAWN:
        return chess_pawn_targets(position, legal, from) & chess_unpinned(legal, from);
    case KNIGHT:
        return legal->pinned & chess_bit(from) ? 0 : chess_knight_attacks[from] & legal->allowed;
    case BISHOP:
        out = chess_bishop_attacks(from, legal->occupied);
        break;
    case ROOK:
        out = chess_rook_attacks(from, legal->occupied);
        break;
    case QUEEN:
        out =
            chess_bishop_attacks(from, legal->occupied) | chess_rook_attacks(from, legal->occupied);
        break;
    default:
        return chess_king_targets(position, legal);
    }
    return out & legal->allowed & chess_unpinned(legal, from);
}

enum { CHESS_MOVES_MAX = 218 }; /* legal moves of a position that a game can reach */

#define CHESS_LAST_RANKS 0xff000000000000ffu

/* Only the king is worth asking in a double check. */
static inline uint64_t chess_movers(const struct chess_position *position,
                                    const struct chess_legal *legal) {
    return legal->allowed ? position->sides[position->side] : chess_bit(legal->king);
}

#endif
