/*
 * Chess below the contract of games: legal moves by published counts, FEN, and both notations.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "engine/games/chess/moves.h"
#include "engine/games/chess/notation.h"

static struct chess_position position_of(const char *fen) {
    struct chess_position position;
    struct error error;
    int number;
    if (chess_fen_parse(fen, &position, &number, &error) != 0) fail_msg("%s: %s", fen, error.text);
    return position;
}

static void fen_of(const struct chess_position *position, struct text *out) {
    text_free(out);
    chess_fen_format(position, out);
}

/* Chess: the numbers that the Chess Programming Wiki lists, "Perft Results". Chess960: the first
 * two of its "Chess960 Perft Results". All were counted by Stockfish 15.1 as well. */
static const struct {
    const char *fen;
    int depth;
    uint64_t leaves;
} counts[] = {
    {CHESS_START, 4, 197281},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4, 4085603},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 5, 674624},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 4, 422333},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
    {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326672},
    {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667366},
};

static void counts_are_as_published(void **test) {
    (void)test;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        struct chess_position position = position_of(counts[i].fen);
        uint64_t leaves = chess_position_perft(&position, counts[i].depth);
        if (leaves != counts[i].leaves)
            fail_msg("%s: %llu leaves, not %llu", counts[i].fen, (unsigned long long)leaves,
                     (unsigned long long)counts[i].leaves);
    }
}

/* Every position of random games is the one that its FEN and a key made anew say, and every move is
 * read back from both notations. */
static void check_move(const struct chess_position *position, move_t move) {
    char text[MOVE_TEXT_MAX];
    move_t back = MOVE_NONE;
    chess_san_format(position, move, text);
    assert_int_equal(chess_move_parse(position, text, &back), (int)strlen(text));
    assert_int_equal(back, move);
    chess_coordinates_format(move, text);
    assert_int_equal(chess_move_parse(position, text, &back), (int)strlen(text));
    assert_int_equal(back, move);
}

static void check_position(const struct chess_position *position) {
    struct text fen = {0}, again = {0};
    fen_of(position, &fen);
    struct chess_position back = position_of(text_get(&fen));
    fen_of(&back, &again);
    assert_string_equal(text_get(&again), text_get(&fen));
    assert_int_equal(back.key, position->key);
    back.reversible = position->reversible;
    assert_memory_equal(&back, position, sizeof back);
    text_free(&fen);
    text_free(&again);
}

static void play_at_random(const char *fen, uint64_t game) {
    struct chess_position position = position_of(fen);
    struct rng rng = rng_keyed(41, game, 0, 0);
    for (int ply = 0; ply < 120 && position.reversible < CHESS_REVERSIBLE_MAX; ply++) {
        move_t moves[CHESS_MOVES_MAX];
        int count = chess_position_moves(&position, moves);
        check_position(&position);
        assert_int_equal(count, chess_count_moves(&position));
        assert_int_equal(count > 0, chess_has_move(&position));
        for (int i = 1; i < count; i++) assert_true(moves[i - 1] < moves[i]);
        for (int i = 0; i < count; i++) check_move(&position, moves[i]);
        if (count == 0) return;
        chess_make(&position, moves[rng_below(&rng, (uint32_t)count)]);
    }
}

static void random_games_are_read_back(void **test) {
    (void)test;
    for (uint64_t game = 0; game < 10; game++) {
        play_at_random(CHESS_START, game);
        play_at_random(counts[1].fen, game);
        play_at_random(counts[6].fen, game);
    }
}

static void hostile_positions_are_refused(void **test) {
    static const struct {
        const char *fen, *why;
    } cases[] = {
        {"", "rank 8 has 0 squares"},
        {"8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"},
        {"4k3/8/8/8/8/8/8/4K2K w - - 0 1", "White has 2 kings"},
        {"4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "more than 8 ranks"},
        {"4k3/8/8/8/8/8/4K3 w - - 0 1", "the board ends after rank 2"},
        {"4k3/9/8/8/8/8/8/4K3 w - - 0 1", "rank 7 has more than 8"},
        {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 has more than 8"},
        {"4k2/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 has 7 squares"},
        {"4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", "rank 5 has \"x\""},
        {"P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on the first or the last rank"},
        {"4k3/8/8/8/8/8/8/p3K3 b - - 0 1", "a pawn stands on the first or the last rank"},
        {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "9 pawns"},
        {"4k3/8/8/8/NNNNNNNN/N7/PPPPPPPP/4K3 w - - 0 1", "18 pieces"},
        {"2QQ1Qnk/Q4Qbp/2Q4Q/4Q3/1Q4Q1/3Q4/Q4Q2/K1Q4Q w - - 0 1", "14 promoted pieces and 0 pawns"},
        {"4k3/8/8/8/8/3N4/PPPPPPPP/1N2K1N1 w - - 0 1", "1 promoted pieces and 8 pawns"},
        {"4k3/8/8/8/8/3B4/PPPPPPPP/2B1KB2 w - - 0 1", "1 promoted pieces and 8 pawns"},
        {"4k3/8/8/8/8/3R4/PPPPPPPP/R3K2R w - - 0 1", "1 promoted pieces and 8 pawns"},
        {"4k3/8/8/8/8/3Q4/PPPPPPPP/3QK3 w - - 0 1", "1 promoted pieces and 8 pawns"},
        {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "neither w nor b"},
        {"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Black is in check"},
        {"4k3/8/8/8/8/3n1n2/8/r3K3 w - - 0 1", "more than two pieces give check"},
        {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", "\"K\" castles without"},
        {"r3k3/8/8/8/8/8/8/4K3 w k - 0 1", "\"k\" castles without"},
        {"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "\"K\" castles without"},
        {"4k3/8/8/8/8/8/8/4K3 w z - 0 1", "\"z\" castles without"},
        {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn can have passed the square \"e6\""},
        {"4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", "no pawn can have passed"},
        {"4k3/8/8/4p3/8/8/8/4K3 w - e9 0 1", "no pawn can have passed"},
        {"4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", "no pawn can have passed"},
        {"4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "no pawn can have passed"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 1000 1", "\"1000\" is not the count"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "\"-1\" is not the number"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "more than its six fields"},
    };
    (void)test;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct chess_position position;
        struct error error;
        int number;
        if (chess_fen_parse(cases[i].fen, &position, &number, &error) == 0)
            fail_msg("%s was read", cases[i].fen);
        if (!strstr(error.text, cases[i].why))
            fail_msg("%s: \"%s\", without \"%s\"", cases[i].fen, error.text, cases[i].why);
    }
}

/* What the FEN of that position has, written anew. */
static void assert_has_field(const char *of, const char *field) {
    struct chess_position position = position_of(of);
    struct text fen = {0};
    fen_of(&position, &fen);
    if (!strstr(text_get(&fen), field)) fail_msg("%s", text_get(&fen));
    text_free(&fen);
}

/* K and Q mean the outermost rook of their wing, wherever that is. */
static void castling_finds_its_rook(void **test) {
    (void)test;
    static const struct {
        const char *fen, *field;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", " w K -"},
        {"4k3/8/8/8/8/8/8/4KRR1 w K - 0 1", " w K -"},
        {"4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", " w Q -"},
        {"1rr1k3/8/8/8/8/8/8/4K3 b q - 0 1", " b q -"},
        {"4k3/8/8/8/8/8/8/4KRR1 w F - 0 1", " w F -"}, /* the inner one has its file */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) assert_has_field(cases[i].fen, cases[i].field);
}

/* A square behind a pawn is no part of a position in which no pawn may capture there. */
static void en_passant_counts_only_where_legal(void **test) {
    (void)test;
    static const struct {
        const char *fen, *field;
    } cases[] = {
        {"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", " b - -"},      /* no pawn beside it */
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", " b - e3"},    /* dxe3 */
        {"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", " b - -"},     /* both pawns leave the king's rank */
        {"3r4/8/8/2k5/3pP3/8/8/3QK3 b - e3 0 1", " b - e3"}, /* the pawn may leave its file */
        {"3k4/8/8/8/3pP3/8/8/3QK3 b - e3 0 1", " b - -"},    /* pinned on its file */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) assert_has_field(cases[i].fen, cases[i].field);
}

static void assert_san(const char *fen, const char *coordinates, const char *san) {
    struct chess_position position = position_of(fen);
    char text[MOVE_TEXT_MAX];
    move_t move;
    if (!chess_move_parse(&position, coordinates, &move)) fail_msg("%s: no %s", fen, coordinates);
    chess_san_format(&position, move, text);
    assert_string_equal(text, san);
}

static void san_says_no_more_than_needed(void **test) {
    (void)test;
    assert_san(CHESS_START, "g1f3", "Nf3");
    assert_san("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "a1b3", "Nab3");
    assert_san("4k3/8/8/N7/8/8/8/N3K3 w - - 0 1", "a5b3", "N5b3");
    assert_san("4k3/8/8/N7/8/8/8/N1N1K3 w - - 0 1", "a1b3", "Na1b3");
    assert_san("k7/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"); /* the other one is pinned */
    assert_san("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6");
    assert_san("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+");
    assert_san("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O");
    assert_san("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", "O-O-O");
    assert_san("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#");
}

static void moves_are_read_as_people_write_them(void **test) {
    static const struct {
        const char *fen, *text, *move;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", "e1c1"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "o-o", "e1g1"},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8Q", "a7a8q"},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8(N)", "a7a8n"},
        {CHESS_START, "Ng1-f3!?", "g1f3"},
        {CHESS_START, "Pe4", "e2e4"},
        {"4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "Nb3", ""}, /* which one? */
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", ""},    /* what does it become? */
        {CHESS_START, "e5", ""},
        {CHESS_START, "O-O", ""},
        {CHESS_START, "i9", ""},
    };
    (void)test;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct chess_position position = position_of(cases[i].fen);
        char text[MOVE_TEXT_MAX] = "";
        move_t move;
        int used = chess_move_parse(&position, cases[i].text, &move);
        if (used) chess_coordinates_format(move, text);
        assert_int_equal(used, *cases[i].move ? (int)strlen(cases[i].text) : 0);
        assert_string_equal(text, cases[i].move);
    }
}

static int set_up(void **test) {
    (void)test;
    chess_attacks_fill();
    chess_keys_fill();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_as_published),
        cmocka_unit_test(random_games_are_read_back),
        cmocka_unit_test(hostile_positions_are_refused),
        cmocka_unit_test(castling_finds_its_rook),
        cmocka_unit_test(en_passant_counts_only_where_legal),
        cmocka_unit_test(san_says_no_more_than_needed),
        cmocka_unit_test(moves_are_read_as_people_write_them),
    };
    return cmocka_run_group_tests_name("chess/position", tests, set_up, NULL);
}
