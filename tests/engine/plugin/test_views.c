/*
 * What plug-ins are shown of chess and xiangqi: the inline functions of hone/chess.h and
 * hone/xiangqi.h say of positions of random games what the games' own tables say.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/base/rng.h"
#include "engine/games/chess/rules.h"
#include "engine/games/games.h"
#include "engine/games/xiangqi/rules.h"
#include "engine/plugin/adapt.h"

enum { GAMES = 20, PLIES = 120 };

/* Calls `look` at the positions of random games. */
static void stroll(const char *name, void (*look)(const void *state, const void *position)) {
    const struct game *game = games_find(name, NULL);
    const struct plugin_host *host = plugin_host_find(name);
    struct rng rng = rng_keyed(1, 0, 0, 0);
    move_t moves[GAME_MOVES_MAX];
    for (int i = 0; i < GAMES; i++) {
        struct state state;
        game->start(game, &state);
        for (int ply = 0; ply < PLIES && !game->over(game, &state); ply++) {
            union plugin_view room;
            look(&state, host->view(game, &state, &room));
            int count = game->moves(game, &state, moves);
            game->play(game, &state, moves[rng_below(&rng, (uint32_t)count)]);
        }
    }
}

static uint64_t chess_reach(const struct chess_position *position, int side, int kind, int square) {
    uint64_t occupied = chess_occupied(position);
    uint64_t straight = chess_rook_attacks(square, occupied),
             oblique = chess_bishop_attacks(square, occupied);
    const uint64_t reached[CHESS_KINDS] = {[PAWN] = chess_pawn_attacks[side][square],
                                           [KNIGHT] = chess_knight_attacks[square],
                                           [BISHOP] = oblique,
                                           [ROOK] = straight,
                                           [QUEEN] = straight | oblique,
                                           [KING] = chess_king_attacks[square]};
    return reached[kind];
}

static void look_at_chess(const void *state, const void *view) {
    const struct chess_position *position = &((const struct chess_state *)state)->position;
    const struct hone_chess *shown = view;
    assert_int_equal(shown->side, position->side);
    assert_int_equal(shown->en_passant, position->en_passant);
    for (int square = 0; square < 64; square++) {
        int held = position->board[square], side = held & 1, kind = held >> 1;
        if (held == CHESS_EMPTY) {
            assert_false((hone_chess_all(shown, 0) | hone_chess_all(shown, 1)) >> square & 1);
            continue;
        }
        assert_true(shown->pieces[side][kind] >> square & 1);
        assert_true(hone_chess_attacks(shown, side, kind, square) ==
                    chess_reach(position, side, kind, square));
    }
}

static void look_at_xiangqi(const void *state, const void *view) {
    const struct xiangqi_position *position = &((const struct xiangqi_state *)state)->position;
    const struct hone_xiangqi *shown = view;
    struct points occupied = xiangqi_occupied(position);
    assert_int_equal(shown->side, position->side);
    for (int point = 0; point < HONE_XIANGQI_POINTS; point++) {
        int side = hone_xiangqi_side(shown, point);
        if (side < 0) continue;
        int kind = hone_xiangqi_kind(shown, point);
        assert_true(points_count(points_and(points_and(points_of(point), position->kinds[kind]),
                                            position->sides[side])) == 1);
        struct xiangqi_lines lines = xiangqi_lines_of(position, occupied, point);
        if (kind == XIANGQI_ROOK || kind == XIANGQI_CANNON)
            assert_int_equal(
                hone_xiangqi_line_moves(shown, point),
                points_count(points_without(xiangqi_rook_reach(point, lines), occupied)));
        if (kind == XIANGQI_HORSE)
            assert_int_equal(
                hone_xiangqi_horse_moves(shown, point),
                points_count(points_without(xiangqi_leaps(&xiangqi_horse[point], position),
                                            position->sides[side])));
    }
}

static void chess_is_shown_as_it_is(void **state) {
    (void)state;
    stroll("chess", look_at_chess);
}

static void xiangqi_is_shown_as_it_is(void **state) {
    (void)state;
    stroll("xiangqi", look_at_xiangqi);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chess_is_shown_as_it_is),
        cmocka_unit_test(xiangqi_is_shown_as_it_is),
    };
    return cmocka_run_group_tests_name("plugin/views", tests, NULL, NULL);
}
