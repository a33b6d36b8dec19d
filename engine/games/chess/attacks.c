/*
 * The squares that pieces attack. Sliding pieces use magic bitboards: the pieces in a slider's way,
 * times a number that was found by trial, are the index of its attacks.
 * https://www.chessprogramming.org/Magic_Bitboards
 */
#include "engine/games/chess/attacks.h"

#include <stdbool.h>

#include "engine/base/base.h"

enum { ROOK_TABLE = 102400, BISHOP_TABLE = 5248 }; /* the sum of 2^(squares in the way) */

struct chess_slider chess_rooks[CHESS_SQUARES], chess_bishops[CHESS_SQUARES];
uint64_t chess_knight_attacks[CHESS_SQUARES], chess_king_attacks[CHESS_SQUARES];
uint64_t chess_pawn_attacks[2][CHESS_SQUARES];
uint64_t chess_between[CHESS_SQUARES][CHESS_SQUARES], chess_line[CHESS_SQUARES][CHESS_SQUARES];

static uint64_t rook_table[ROOK_TABLE], bishop_table[BISHOP_TABLE];

/* Found by trying random numbers with few bits set, until no two sets of pieces with different
 * attacks had the same index. */
static const uint64_t rook_magics[CHESS_SQUARES] = {
    0x0080021620804001, 0x0040001000200041, 0x0200102200088040, 0x4080040800821000,
    0x2200020004200810, 0x4b00020c000d0008, 0x01000c4183000600, 0x2080010000402c80,
    0x8002800826864000, 0x0410802000884000, 0x0c01004010200100, 0x020300100100203c,
    0x0450800801040080, 0x4010800200040080, 0x8804000208048110, 0x0c40800080004100,
    0xa2018880024004a0, 0x0080848020004004, 0x1010410010200101, 0x2010008008008010,
    0x0a08010004110008, 0x0802080104209040, 0x0080040090010802, 0x0280020000841069,
    0x080c400080248000, 0x2048850100224008, 0x00200800c0300040, 0x11400d0100201000,
    0x0041001100080204, 0x4802000200040810, 0x0100080c00103601, 0x0020084200043085,
    0x0100804000800022, 0x0460401000402002, 0x8309002001001044, 0x0000800800801000,
    0x0000800800800400, 0xb542040080800200, 0x1041000401000200, 0x000318b04a000401,
    0x0280082000484000, 0x0080400081010030, 0x0010002000108080, 0x012010002101000a,
    0x0801000408010012, 0x0004008002008004, 0x0ad1005200110014, 0x4000004110820004,
    0x9400400080003080, 0x0000802200490200, 0x1521100080200280, 0x9021000824100100,
    0x0081080080840280, 0x0002000904100200, 0x0130024801302400, 0x0102008100442200,
    0x0080984063800101, 0x0016810201412812, 0x40200101603008c1, 0x2851100004082101,
    0x1049001002880005, 0x0081000804000201, 0x100020901208410c, 0x0101064400813102,
};
static const uint64_t bishop_magics[CHESS_SQUARES] = {
    0x24e0440c00802202, 0x00881808841a4500, 0x29c1021085004190, 0x18c4041080042020,
    0x0841104000008108, 0x890828080880c088, 0x0006021024062018, 0x2000404044104040,
    0x09000504104a0210, 0x0088390204040820, 0x4001420082008402, 0x028108048b001142,
    0x1c00140421001008, 0x0008021212200400, 0x080000581a082004, 0x3000048208027204,
    0x0120004044148482, 0x4021000808108090, 0x0084011808009452, 0x11c802242020e000,
    0x0124002210140002, 0x4009008200420200, 0x0000830202100202, 0x9002042500420200,
    0x0a60200004480210, 0x0402481020480080, 0x8001100101004200, 0x6240104004004080,
    0x1124848014002000, 0x00180200204100a0, 0x8020890844880800, 0x0000802009040204,
    0x0410042041100280, 0x0804022000020440, 0x2418280400480024, 0x0801080800420a00,
    0x4002248400020020, 0x3020004102038084, 0x84280110601c0200, 0x2004004208088080,
    0x0008022220041210, 0x00820e0120000440, 0x0002002201020822, 0x0000002019000804,
    0x0211204c10101100, 0x0604808081001200, 0x1010029204030041, 0x1008090102110621,
    0x0002015002100c00, 0x06002c040404400a, 0xc030002201100011, 0x4040008020884000,
    0x0248000903040100, 0xc010092008008040, 0x6008084108020494, 0x28102182008e0042,
    0x0010210820842002, 0x4080020111491002, 0x0108100084008800, 0x0022242100420221,
    0x10a8008110020210, 0x400019122a900102, 0x00800a1051080300, 0x0420222088008080,
};

static const int directions[8][2] = {{0, 1}, {0, -1}, {1, 0},  {-1, 0},
                                     {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

static bool on_board(int file, int rank) {
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

/* The squares from one on in a direction, up to the first of `occupied`, which is among them. */
static uint64_t ray(int square, const int direction[2], uint64_t occupied) {
    uint64_t out = 0;
    int file = square % 8 + direction[0], rank = square / 8 + direction[1];
    for (; on_board(file, rank); file += direction[0], rank += direction[1]) {
        uint64_t bit = 1ull << (rank * 8 + file);
        out |= bit;
        if (occupied & bit) break;
    }
    return out;
}

static uint64_t rays(int square, int first, uint64_t occupied) {
    uint64_t out = 0;
    for (int i = first; i < first + 4; i++) out |= ray(square, directions[i], occupied);
    return out;
}

/* The squares on which a piece changes what a slider attacks: not the last one of a ray. */
static uint64_t in_the_way(int square, int first) {
    uint64_t files = 0x8181818181818181u & ~(0x0101010101010101u << square % 8);
    uint64_t ranks = 0xff000000000000ffu & ~(0xffull << square / 8 * 8);
    return rays(square, first, 0) & ~files & ~ranks;
}

/* Fills the part of a table that belongs to a square; where the next part begins. */
static uint64_t *slider_fill(struct chess_slider *slider, uint64_t *table, int square, int first,
                             uint64_t magic) {
    uint64_t mask = in_the_way(square, first), occupied = 0;
    int bits = __builtin_popcountll(mask);
    *slider = (struct chess_slider){table, mask, magic, 64 - bits};
    do {
        uint64_t *entry = &table[occupied * magic >> slider->shift];
        uint64_t attacks = rays(square, first, occupied);
        if (*entry && *entry != attacks) die("chess: the magic of square %d is wrong", square);
        *entry = attacks;
        occupied = (occupied - mask) & mask;
    } while (occupied);
    return table + (1ull << bits);
}

static uint64_t leaps(int square, const int (*steps)[2], int count) {
    uint64_t out = 0;
    for (int i = 0; i < count; i++) {
        int file = square % 8 + steps[i][0], rank = square / 8 + steps[i][1];
        if (on_board(file, rank)) out |= 1ull << (rank * 8 + file);
    }
    return out;
}

static void leapers_fill(int square) {
    static const int knight[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                     {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static const int pawn[2][2][2] = {{{-1, 1}, {1, 1}}, {{-1, -1}, {1, -1}}};
    chess_knight_attacks[square] = leaps(square, knight, 8);
    chess_king_attacks[square] = leaps(square, directions, 8);
    for (int side = 0; side < 2; side++)
        chess_pawn_attacks[side][square] = leaps(square, pawn[side], 2);
}

/* The line through two squares, and what lies between them; nothing if they share no line. */
static void chess_lines_fill(int from) {
    for (int i = 0; i < 8; i++) {
        const int back[2] = {-directions[i][0], -directions[i][1]};
        uint64_t ahead = ray(from, directions[i], 0);
        uint64_t line = ahead | ray(from, back, 0) | 1ull << from;
        for (uint64_t left = ahead; left; left &= left - 1) {
            int to = __builtin_ctzll(left);
            chess_line[from][to] = line;
            chess_between[from][to] = ray(from, directions[i], 1ull << to) & ~(1ull << to);
        }
    }
}

void chess_attacks_fill(void) {
    uint64_t *rook = rook_table, *bishop = bishop_table;
    if (chess_king_attacks[0]) return;
    for (int square = 0; square < CHESS_SQUARES; square++) {
        rook = slider_fill(&chess_rooks[square], rook, square, 0, rook_magics[square]);
        bishop = slider_fill(&chess_bishops[square], bishop, square, 4, bishop_magics[square]);
        chess_lines_fill(square);
    }
    for (int square = CHESS_SQUARES - 1; square >= 0; square--) leapers_fill(square);
}
