/*
 * Xiangqi below the contract of games: legal moves by published counts, FEN, and ICCS.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "engine/games/xiangqi/moves.h"

static struct xiangqi_position position_of(const char *fen) {
    struct xiangqi_position position;
    struct error error;
    int number;
    if (xiangqi_fen_parse(fen, &position, &number, &error) != 0)
        fail_msg("%s: %s", fen, error.text);
    return position;
}

/* The Chess Programming Wiki's, "Chinese Chess Perft Results". All were counted by Fairy-Stockfish
 * 11.1 as well. */
static const struct {
    const char *fen;
    uint64_t leaves; /* four plies deep */
} counts[] = {
    {XIANGQI_START, 3290240},
    {"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w", 1339047},
    {"1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w", 326201},
    {"5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w", 202884},
    {"CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w", 395483},
    {"R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w", 162837},
    {"C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w", 64971},
    {"4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w", 149272},
    {"2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w", 48060},
    {"1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w", 649866},
    {"CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w", 376467},
};

static void counts_are_as_published(void **test) {
    (void)test;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        struct xiangqi_position position = position_of(counts[i].fen);
        uint64_t leaves = xiangqi_position_perft(&position, 4);
        if (leaves != counts[i].leaves)
            fail_msg("%s: %llu leaves, not %llu", counts[i].fen, (unsigned long long)leaves,
                     (unsigned long long)counts[i].leaves);
    }
}

static void check_position(const struct xiangqi_position *position) {
    struct text fen = {0};
    xiangqi_fen_format(position, &fen);
    struct xiangqi_position back = position_of(text_get(&fen));
    back.reversible = position->reversible;
    assert_memory_equal(&back, position, sizeof back);
    text_free(&fen);
}

static void check_move(move_t move) {
    char text[MOVE_TEXT_MAX];
    move_t back = MOVE_NONE;
    xiangqi_iccs_format(move, text);
    assert_int_equal(xiangqi_iccs_parse(text, &back), 4);
    assert_int_equal(back, move);
}

static void random_games_are_read_back(void **test) {
    (void)test;
    for (uint64_t game = 0; game < 10; game++) {
        struct xiangqi_position position = position_of(XIANGQI_START);
        struct rng rng = rng_keyed(41, game, 0, 0);
        for (int ply = 0; ply < 200 && position.reversible < XIANGQI_REVERSIBLE_MAX; ply++) {
            move_t moves[XIANGQI_MOVES_MAX];
            int count = xiangqi_position_moves(&position, moves);
            check_position(&position);
            assert_int_equal(count, xiangqi_count_moves(&position));
            assert_int_equal(count > 0, xiangqi_has_move(&position));
            for (int i = 1; i < count; i++) assert_true(moves[i - 1] < moves[i]);
            for (int i = 0; i < count; i++) check_move(moves[i]);
            if (count == 0) break;
            xiangqi_make(&position, moves[rng_below(&rng, (uint32_t)count)]);
        }
    }
}

static void hostile_positions_are_refused(void **test) {
    static const struct {
        const char *fen, *why;
    } cases[] = {
        {"", "rank 9 has 0 points"},
        {"9/9/9/9/9/9/9/9/9/9 w", "Red has 0 kings"},
        {"3k5/9/9/9/9/9/9/9/9/3K1K3 w", "Red has 2 kings"},
        {"3k5/9/9/9/9/9/9/9/9/4K4/9 w", "more than 10 ranks"},
        {"3k5/9/9/9/9/9/9/9/4K4 w", "the board ends after rank 1"},
        {"3k6/9/9/9/9/9/9/9/9/4K4 w", "rank 9 has more than 9"},
        {"3k4/9/9/9/9/9/9/9/9/4K4 w", "rank 9 has 8 points"},
        {"3k5/9/4x4/9/9/9/9/9/9/4K4 w", "rank 7 has \"x\""},
        {"3k5/9/9/9/9/9/9/9/9/K8 w", "a king of Red cannot stand on a0"},
        {"3k5/9/9/9/9/9/9/9/9/4KA3 w", ""},
        {"3k5/9/9/9/9/9/9/9/5A3/4K4 w", "an adviser of Red cannot stand on f1"},
        {"3k5/9/9/9/9/B8/9/9/9/4K4 w", "an elephant of Red cannot stand on a4"},
        {"3k5/9/9/9/2B6/9/9/9/9/4K4 w", "an elephant of Red cannot stand on c5"},
        {"3k5/9/9/9/9/9/1P7/9/9/4K4 w", "a pawn of Red cannot stand on b3"},
        {"3k5/9/9/9/9/9/9/P8/9/4K4 w", "a pawn of Red cannot stand on a2"},
        {"3k5/9/9/9/9/p8/9/9/9/4K4 w", ""},
        {"3k5/9/p8/9/9/9/9/9/9/4K4 w", "a pawn of Black cannot stand on a7"},
        {"3k5/9/9/9/9/9/9/RRR6/9/4K4 w", "Red has 3 rooks; at most 2"},
        {"3k5/9/9/9/9/9/9/3A1A3/4A4/4K4 w", "Red has 3 advisers; at most 2"},
        {"3k5/9/9/9/9/9/9/B3B3B/9/4K4 w", "Red has 3 elephants; at most 2"},
        {"3k5/9/9/9/9/NNN6/9/9/9/4K4 w", "Red has 3 horses; at most 2"},
        {"3k5/9/9/ccc6/9/9/9/9/9/4K4 w", "Black has 3 cannons; at most 2"},
        {"3k5/9/9/9/PPP1PPP2/9/9/9/9/4K4 w", "Red has 6 pawns; at most 5"},
        {"3k5/9/9/9/9/9/9/9/9/4K4 g", "the side to move is \"g\""},
        {"4k4/9/9/9/9/9/9/9/9/4K4 w", "Black is in check"}, /* the kings face each other */
        {"3k5/9/9/9/9/9/9/9/9/3RK4 w", "Black is in check"},
        {"3k5/9/9/9/9/9/9/9/9/4K4 w KQ", "field 3 is \"KQ\""},
        {"3k5/9/9/9/9/9/9/9/9/4K4 w - - 1000 1", "\"1000\" is not the count"},
        {"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 x", "more than its six fields"},
    };
    (void)test;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct xiangqi_position position;
        struct error error = {""};
        int number, failed = xiangqi_fen_parse(cases[i].fen, &position, &number, &error);
        assert_int_equal(failed, *cases[i].why ? -1 : 0);
        if (!strstr(error.text, cases[i].why))
            fail_msg("%s: \"%s\", without \"%s\"", cases[i].fen, error.text, cases[i].why);
    }
}

/* FEN as other programs write it. */
static void dialects_are_read(void **test) {
    (void)test;
    struct xiangqi_position usual = position_of(XIANGQI_START);
    struct xiangqi_position other =
        position_of("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r");
    assert_memory_equal(&usual, &other, sizeof usual);
    move_t move;
    assert_int_equal(xiangqi_iccs_parse("H2-E2", &move), 5);
    assert_int_equal(move, xiangqi_move(25, 22));
    assert_int_equal(xiangqi_iccs_parse("j2e2", &move), 0);
    assert_int_equal(xiangqi_iccs_parse("h2", &move), 0);
    assert_int_equal(xiangqi_iccs_parse("h2e:", &move), 0);
}

static int set_up(void **test) {
    (void)test;
    xiangqi_board_fill();
    xiangqi_keys_fill();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_as_published),
        cmocka_unit_test(random_games_are_read_back),
        cmocka_unit_test(hostile_positions_are_refused),
        cmocka_unit_test(dialects_are_read),
    };
    return cmocka_run_group_tests_name("xiangqi/position", tests, set_up, NULL);
}
