/* FEN in and out. What no game can have reached is refused where it would break the generator of
 * moves, or is surely a mistake: wrong kings, pawns on the last ranks, the side that has just moved
 * in check, rights to castle without king and rook. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/games/chess/moves.h"
#include "engine/games/chess/notation.h"

const struct piece_board chess_board = {
    .columns = 8, .ranks = 8, .first_rank = 1, .letters = "PpNnBbRrQqKk", .points = "squares"};

/* Pieces beyond those of the start, which must have been pawns. */
static int chess_promoted(const struct chess_position *position, int side) {
    static const int first[CHESS_KINDS] = {8, 2, 2, 2, 1, 1};
    int count = 0;
    for (int kind = KNIGHT; kind <= QUEEN; kind++)
        count += max_int(0, __builtin_popcountll(position->kinds[kind] & position->sides[side]) -
                                first[kind]);
    return count;
}

static int chess_pieces_check(const struct chess_position *position, struct error *error) {
    static const char *const names[] = {"White", "Black"};
    if (position->kinds[PAWN] & 0xff000000000000ffu)
        return error_set(error, "FEN: a pawn stands on the first or the last rank");
    for (int side = 0; side < 2; side++) {
        int kings = __builtin_popcountll(position->kinds[KING] & position->sides[side]);
        int pawns = __builtin_popcountll(position->kinds[PAWN] & position->sides[side]);
        int all = __builtin_popcountll(position->sides[side]);
        if (kings != 1)
            return error_set(error, "FEN: %s has %d kings, not one", names[side], kings);
        if (pawns > 8 || all > 16)
            return error_set(error, "FEN: %s has %d pawns and %d pieces in all; 8 and 16 are most",
                             names[side], pawns, all);
        if (chess_promoted(position, side) > 8 - pawns)
            return error_set(error, "FEN: %s has %d promoted pieces and %d pawns; there were 8",
                             names[side], chess_promoted(position, side), pawns);
    }
    return 0;
}

/* The rook that a letter of the castling field means; CHESS_NO_SQUARE: there is none. K and Q mean
 * the outermost one of their wing, A to H the one on that file. */
static int chess_rook_named(const struct chess_position *position, int side, char letter,
                            int king) {
    int first = side == CHESS_WHITE ? 0 : 56, step = letter == 'K' ? -1 : 1;
    int from = letter == 'K' ? 7 : letter == 'Q' ? 0 : letter - 'A';
    for (int file = from; file >= 0 && file < 8; file += step) {
        bool is_rook = position->board[first + file] == 2 * ROOK + side;
        if (first + file == king) break;
        if (is_rook) return first + file;
        if (letter != 'K' && letter != 'Q') break;
    }
    return CHESS_NO_SQUARE;
}

static int chess_castling_parse(struct chess_position *out, const char *text, struct error *error) {
    if (strcmp(text, "-") == 0) return 0;
    for (; *text; text++) {
        int side = islower((unsigned char)*text) ? CHESS_BLACK : CHESS_WHITE;
        char letter = (char)toupper((unsigned char)*text);
        int king = __builtin_ctzll(out->kinds[KING] & out->sides[side]);
        bool knows = letter == 'K' || letter == 'Q' || (letter >= 'A' && letter <= 'H');
        int rook = knows && king / 8 == (side == CHESS_WHITE ? 0 : 7)
                       ? chess_rook_named(out, side, letter, king)
                       : CHESS_NO_SQUARE;
        if (rook == CHESS_NO_SQUARE)
            return error_set(error, "FEN: \"%c\" castles without its king and rook at home",
                             isprint((unsigned char)*text) ? *text : '?');
        out->castling[side][rook > king ? KING_SIDE : QUEEN_SIDE] = (uint8_t)rook;
    }
    return 0;
}

/* The square must be behind a pawn that has just made its double step. It is kept only if a pawn
 * may legally capture there. */
static int chess_en_passant_parse(struct chess_position *out, const char *text,
                                  struct error *error) {
    int side = out->side, step = side == CHESS_WHITE ? 8 : -8;
    if (strcmp(text, "-") == 0) return 0;
    int square = text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8' && !text[2]
                     ? 8 * (text[1] - '1') + text[0] - 'a'
                     : -1;
    if (square < 0 || square / 8 != (side == CHESS_WHITE ? 5 : 2) ||
        out->board[square] != CHESS_EMPTY || out->board[square + step] != CHESS_EMPTY ||
        out->board[square - step] != 2 * PAWN + !side)
        return error_set(error, "FEN: no pawn can have passed the square \"%.8s\"", text);
    uint64_t pawns = chess_pawn_attacks[!side][square] & out->kinds[PAWN] & out->sides[side];
    for (; pawns; pawns &= pawns - 1)
        if (chess_en_passant_is_legal(out, __builtin_ctzll(pawns), square))
            out->en_passant = (uint8_t)square;
    return 0;
}

/* The side that is not to move must not be in check: its king could be taken. */
static int chess_kings_check(const struct chess_position *position, struct error *error) {
    struct chess_position other = *position;
    other.side = !other.side;
    if (chess_in_check(&other))
        return error_set(error, "FEN: %s is in check, and it is not its turn",
                         other.side == CHESS_WHITE ? "White" : "Black");
    struct chess_legal legal;
    chess_legal_init(position, &legal);
    if (__builtin_popcountll(legal.checkers) > 2)
        return error_set(error, "FEN: more than two pieces give check at once");
    return 0;
}

static int chess_pieces_parse(struct chess_position *out, const char **rest, struct error *error) {
    uint8_t board[CHESS_SQUARES];
    *out = (struct chess_position){.en_passant = CHESS_NO_SQUARE};
    memset(out->board, CHESS_EMPTY, sizeof out->board);
    memset(out->castling, CHESS_NO_SQUARE, sizeof out->castling);
    if (fen_board_parse(&chess_board, rest, board, error) != 0) return -1;
    for (int square = 0; square < CHESS_SQUARES; square++)
        if (board[square] != CHESS_EMPTY)
            chess_put(out, square, board[square] / 2, board[square] % 2);
    return chess_pieces_check(out, error);
}

static int chess_side_parse(struct chess_position *out, const char *text, struct error *error) {
    if (strcmp(text, "w") != 0 && strcmp(text, "b") != 0)
        return error_set(error, "FEN: the side to move is \"%.8s\", neither w nor b", text);
    out->side = *text == 'w' ? CHESS_WHITE : CHESS_BLACK;
    return chess_kings_check(out, error);
}

int chess_fen_parse(const char *text, struct chess_position *out, int *number,
                    struct error *error) {
    char field[FEN_FIELD_MAX];
    int reversible = 0;
    if (chess_pieces_parse(out, &text, error) != 0 ||
        chess_side_parse(out, fen_field(&text, field), error) != 0 ||
        chess_castling_parse(out, *fen_field(&text, field) ? field : "-", error) != 0 ||
        chess_en_passant_parse(out, *fen_field(&text, field) ? field : "-", error) != 0 ||
        fen_counts_parse(&text, "capture or pawn move", CHESS_REVERSIBLE_MAX - 1, &reversible,
                         number, error) != 0)
        return -1;
    out->reversible = (uint8_t)reversible;
    chess_key_init(out);
    return 0;
}

/* K or Q where the rook is the outermost of its wing, else its file. */
static void chess_castling_format(const struct chess_position *position, struct text *out) {
    bool any = false;
    for (int i = 0; i < 4; i++) {
        int side = i / 2, wing = i % 2, rook = position->castling[side][wing];
        if (rook == CHESS_NO_SQUARE) continue;
        int king = __builtin_ctzll(position->kinds[KING] & position->sides[side]);
        char letter = wing == KING_SIDE ? 'K' : 'Q';
        if (chess_rook_named(position, side, letter, king) != rook) letter = (char)('A' + rook % 8);
        text_add(out, "%c", side == CHESS_WHITE ? letter : tolower(letter));
        any = true;
    }
    if (!any) text_add(out, "-");
}

void chess_fen_format(const struct chess_position *position, struct text *out) {
    fen_board_format(&chess_board, position->board, out);
    text_add(out, " %c ", position->side == CHESS_WHITE ? 'w' : 'b');
    chess_castling_format(position, out);
    if (position->en_passant == CHESS_NO_SQUARE)
        text_add(out, " -");
    else
        text_add(out, " %c%c", 'a' + position->en_passant % 8, '1' + position->en_passant / 8);
}
