/*
 * An evaluator of xiangqi in one file: material, mobility, and pawns beyond the river. `hone tune`
 * finds out what each is worth.
 */
#include <hone/plugin.h>
#include <hone/xiangqi.h>

/* The first ones are the kinds of hone/xiangqi.h from the adviser on. */
enum { ADVISER, ELEPHANT, HORSE, ROOK, CANNON, PAWN, CROSSED, LINES, LEAPS, PARAMS };

static const struct hone_param params[PARAMS] = {
    [ADVISER] = {"adviser", 0, 2000, 200, HONE_LINEAR, "an adviser"},
    [ELEPHANT] = {"elephant", 0, 2000, 200, HONE_LINEAR, "an elephant"},
    [HORSE] = {"horse", 0, 2000, 400, HONE_LINEAR, "a horse"},
    [ROOK] = {"rook", 0, 4000, 900, HONE_LINEAR, "a rook"},
    [CANNON] = {"cannon", 0, 2000, 450, HONE_LINEAR, "a cannon"},
    [PAWN] = {"pawn", 0, 2000, 100, HONE_LINEAR, "a pawn"},
    [CROSSED] = {"crossed", -200, 1000, 100, HONE_LINEAR, "a pawn that has crossed the river"},
    [LINES] = {"lines", -20, 100, 4, HONE_LINEAR, "a point before a rook or cannon"},
    [LEAPS] = {"leaps", -20, 100, 8, HONE_LINEAR, "a point that a horse may go to"},
};

/* Adds what a piece counts for its side, with `sign`. */
static void count_piece(const struct hone_xiangqi *position, int point, int sign,
                        int32_t counts[PARAMS]) {
    int kind = hone_xiangqi_kind(position, point), side = hone_xiangqi_side(position, point);
    if (kind == HONE_XIANGQI_KING) return;
    counts[kind - HONE_XIANGQI_ADVISER] += sign;
    if (kind == HONE_XIANGQI_PAWN && hone_xiangqi_crossed(side, point)) counts[CROSSED] += sign;
    if (kind == HONE_XIANGQI_ROOK || kind == HONE_XIANGQI_CANNON)
        counts[LINES] += sign * hone_xiangqi_line_moves(position, point);
    if (kind == HONE_XIANGQI_HORSE)
        counts[LEAPS] += sign * hone_xiangqi_horse_moves(position, point);
}

/* How much more `side` has of each than the other side. The value is their sum by the weights. */
static int terms(const void *position, int side, struct hone_term *out) {
    int32_t counts[PARAMS] = {0};
    for (int point = 0; point < HONE_XIANGQI_POINTS; point++) {
        int owner = hone_xiangqi_side(position, point);
        if (owner >= 0) count_piece(position, point, owner == side ? 1 : -1, counts);
    }
    for (int i = 0; i < PARAMS; i++) out[i] = (struct hone_term){i, counts[i]};
    return PARAMS;
}

static const struct hone_evaluator evaluator = {
    .size = sizeof evaluator,
    .name = "mine",
    .doc = "material, mobility and pawns",
    .game = "xiangqi",
    .version = 1,
    .params = params,
    .param_count = PARAMS,
    .terms = terms,
    .terms_max = PARAMS,
};

HONE_PLUGIN("mine", "an evaluator of xiangqi", NULL, &evaluator)
