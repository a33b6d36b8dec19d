/* What a move changes in a position, and the key of it. */
#include "engine/games/chess/moves.h"

static struct {
    uint64_t pieces[2 * CHESS_KINDS][CHESS_SQUARES];
    uint64_t castling[CHESS_SQUARES]; /* by the rook's square */
    uint64_t en_passant[8];           /* by file */
    uint64_t black_to_move;
} chess_keys;

void chess_keys_fill(void) {
    uint64_t count = 0;
    for (int piece = 0; piece < 2 * CHESS_KINDS; piece++)
        for (int square = 0; square < CHESS_SQUARES; square++)
            chess_keys.pieces[piece][square] = mix64(++count);
    for (int square = 0; square < CHESS_SQUARES; square++)
        chess_keys.castling[square] = mix64(++count);
    for (int file = 0; file < 8; file++) chess_keys.en_passant[file] = mix64(++count);
    chess_keys.black_to_move = mix64(++count);
}

void chess_put(struct chess_position *position, int square, int kind, int side) {
    int piece = 2 * kind + side;
    position->kinds[kind] |= chess_bit(square);
    position->sides[side] |= chess_bit(square);
    position->board[square] = (uint8_t)piece;
    position->key ^= chess_keys.pieces[piece][square];
}

static void chess_take_off(struct chess_position *position, int square) {
    int piece = position->board[square];
    position->kinds[piece / 2] ^= chess_bit(square);
    position->sides[piece % 2] ^= chess_bit(square);
    position->board[square] = CHESS_EMPTY;
    position->key ^= chess_keys.pieces[piece][square];
}

static uint64_t chess_rights_key(const struct chess_position *position) {
    uint64_t key = position->side == CHESS_BLACK ? chess_keys.black_to_move : 0;
    for (int i = 0; i < 4; i++) {
        int rook = position->castling[i / 2][i % 2];
        if (rook != CHESS_NO_SQUARE) key ^= chess_keys.castling[rook];
    }
    return position->en_passant == CHESS_NO_SQUARE
               ? key
               : key ^ chess_keys.en_passant[position->en_passant % 8];
}

void chess_key_init(struct chess_position *position) {
    position->key = chess_rights_key(position);
    for (int square = 0; square < CHESS_SQUARES; square++)
        if (position->board[square] != CHESS_EMPTY)
            position->key ^= chess_keys.pieces[position->board[square]][square];
}

static void chess_lose_right(struct chess_position *position, int side, int wing) {
    int rook = position->castling[side][wing];
    if (rook == CHESS_NO_SQUARE) return;
    position->key ^= chess_keys.castling[rook];
    position->castling[side][wing] = CHESS_NO_SQUARE;
}

/* A rook that moves or is captured. */
static void chess_lose_right_of(struct chess_position *position, int square) {
    for (int i = 0; i < 4; i++)
        if (position->castling[i / 2][i % 2] == square) chess_lose_right(position, i / 2, i % 2);
}

static void chess_castle(struct chess_position *position, int king, int rook) {
    int side = position->side, first = side == CHESS_WHITE ? 0 : 56;
    bool king_side = rook > king;
    chess_take_off(position, king);
    chess_take_off(position, rook);
    chess_put(position, first + (king_side ? 6 : 2), KING, side);
    chess_put(position, first + (king_side ? 5 : 3), ROOK, side);
}

static void chess_move_piece(struct chess_position *position, int from, int to, int kind) {
    if (position->board[to] != CHESS_EMPTY) chess_take_off(position, to);
    chess_take_off(position, from);
    chess_put(position, to, kind, position->side);
}

static void chess_forget_en_passant(struct chess_position *position) {
    if (position->en_passant == CHESS_NO_SQUARE) return;
    position->key ^= chess_keys.en_passant[position->en_passant % 8];
    position->en_passant = CHESS_NO_SQUARE;
}

/* After a double step, with the other side to move: the square behind the pawn, if some pawn may
 * legally capture there. Otherwise the positions are the same with and without it. */
static void chess_set_en_passant(struct chess_position *position, int to) {
    int behind = position->side == CHESS_BLACK ? to - 8 : to + 8;
    uint64_t pawns = chess_pawn_attacks[!position->side][behind] & position->kinds[PAWN] &
                     position->sides[position->side];
    for (; pawns; pawns &= pawns - 1)
        if (chess_en_passant_is_legal(position, __builtin_ctzll(pawns), behind)) break;
    if (!pawns) return;
    position->en_passant = (uint8_t)behind;
    position->key ^= chess_keys.en_passant[behind % 8];
}

static void chess_swap_sides(struct chess_position *position) {
    position->side = !position->side;
    position->key ^= chess_keys.black_to_move;
}

void chess_make_pass(struct chess_position *position) {
    chess_forget_en_passant(position);
    chess_swap_sides(position);
    position->reversible++;
}

static void chess_pawn_make(struct chess_position *position, int from, int to, int promotion) {
    if (to == position->en_passant) chess_take_off(position, to ^ 8);
    chess_forget_en_passant(position);
    chess_move_piece(position, from, to, promotion ? promotion : PAWN);
    chess_swap_sides(position);
    if ((from ^ to) == 16) chess_set_en_passant(position, to);
}

static void chess_king_make(struct chess_position *position, int from, int to) {
    int rook = chess_castling_rook(position, from, to), side = position->side;
    chess_lose_right(position, side, KING_SIDE);
    chess_lose_right(position, side, QUEEN_SIDE);
    if (rook == CHESS_NO_SQUARE)
        chess_move_piece(position, from, to, KING);
    else
        chess_castle(position, from, rook);
}

void chess_make(struct chess_position *position, move_t move) {
    int from = chess_from(move), to = chess_to(move), kind = position->board[from] / 2;
    bool capture =
        position->board[to] / 2 != CHESS_EMPTY / 2 && position->board[to] % 2 != position->side;
    position->reversible = kind == PAWN || capture ? 0 : (uint8_t)(position->reversible + 1);
    if (kind == PAWN) {
        chess_lose_right_of(position, to);
        chess_pawn_make(position, from, to, chess_promotion(move));
        return;
    }
    if (kind == ROOK) chess_lose_right_of(position, from);
    if (capture) chess_lose_right_of(position, to);
    chess_forget_en_passant(position);
    if (kind == KING)
        chess_king_make(position, from, to);
    else
        chess_move_piece(position, from, to, kind);
    chess_swap_sides(position);
}
