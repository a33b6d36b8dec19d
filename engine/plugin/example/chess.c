/*
 * An evaluator of chess in one file: material, mobility and pawns far ahead. `hone tune` finds out
 * what each is worth.
 */
#include <hone/chess.h>
#include <hone/plugin.h>

enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, MOBILITY, ADVANCE, PARAMS };

static const struct hone_param params[PARAMS] = {
    [PAWN] = {"pawn", 0, 2000, 100, HONE_LINEAR, "a pawn"},
    [KNIGHT] = {"knight", 0, 2000, 300, HONE_LINEAR, "a knight"},
    [BISHOP] = {"bishop", 0, 2000, 320, HONE_LINEAR, "a bishop"},
    [ROOK] = {"rook", 0, 2000, 500, HONE_LINEAR, "a rook"},
    [QUEEN] = {"queen", 0, 4000, 900, HONE_LINEAR, "a queen"},
    [MOBILITY] = {"mobility", -20, 100, 4, HONE_LINEAR, "a square that a piece may go to"},
    [ADVANCE] = {"advance", -20, 100, 5, HONE_LINEAR, "a rank that a pawn has gone"},
};

static int mobility(const struct hone_chess *position, int side) {
    uint64_t own = hone_chess_all(position, side);
    int count = 0;
    for (int kind = HONE_CHESS_KNIGHT; kind <= HONE_CHESS_QUEEN; kind++)
        for (uint64_t left = position->pieces[side][kind]; left; left &= left - 1) {
            int square = __builtin_ctzll(left);
            count += hone_chess_count(hone_chess_attacks(position, side, kind, square) & ~own);
        }
    return count;
}

static int advance(const struct hone_chess *position, int side) {
    int ranks = 0;
    uint64_t left = position->pieces[side][HONE_CHESS_PAWN];
    for (; left; left &= left - 1) {
        int rank = __builtin_ctzll(left) / 8;
        ranks += side ? 6 - rank : rank - 1;
    }
    return ranks;
}

/* How much more `side` has of each than the other side. The value is their sum by the weights. */
static int terms(const void *position_, int side, struct hone_term *out) {
    const struct hone_chess *position = position_;
    for (int kind = HONE_CHESS_PAWN; kind <= HONE_CHESS_QUEEN; kind++)
        out[kind] =
            (struct hone_term){PAWN + kind, hone_chess_count(position->pieces[side][kind]) -
                                                hone_chess_count(position->pieces[!side][kind])};
    out[MOBILITY] =
        (struct hone_term){MOBILITY, mobility(position, side) - mobility(position, !side)};
    out[ADVANCE] = (struct hone_term){ADVANCE, advance(position, side) - advance(position, !side)};
    return PARAMS;
}

static const struct hone_evaluator evaluator = {
    .size = sizeof evaluator,
    .name = "mine",
    .doc = "material, mobility and pawns",
    .game = "chess",
    .version = 1,
    .params = params,
    .param_count = PARAMS,
    .terms = terms,
    .terms_max = PARAMS,
};

HONE_PLUGIN("mine", "an evaluator of chess", NULL, &evaluator)
