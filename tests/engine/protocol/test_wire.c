/*
 * The words of the protocols: coordinates come back as they were spelled, in every game that a
 * protocol can carry, and no others are taken for any.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "engine/games/games.h"
#include "engine/protocol/gomocup/wire.h"
#include "engine/protocol/gtp/wire.h"
#include "engine/protocol/nboard/wire.h"
#include "engine/protocol/sau/wire.h"
#include "engine/protocol/uci/wire.h"

static const char *const names[] = {
    "reversi", "connect6", "gomoku", "tictactoe", "connect(20,9,4,2,1)", "connect(5,7,3,1,2)"};

static const struct game *game_named(const char *name) {
    struct error error;
    const struct game *game = games_find(name, &error);
    if (!game) fail_msg("%s", error.text);
    return game;
}

static int points_of(const struct game *game) {
    return game->columns * game->rows;
}

static void gtp_vertices_come_back(void **state) {
    (void)state;
    for (size_t g = 0; g < COUNT_OF(names); g++) {
        const struct game *game = game_named(names[g]);
        for (int point = 0; point < points_of(game); point++) {
            char text[MOVE_TEXT_MAX];
            move_t read = MOVE_NONE;
            gtp_vertex_format(game, (move_t)point, text);
            assert_true(text[0] != 'i');
            assert_int_equal(gtp_vertex_parse(game, text, &read), strlen(text));
            assert_int_equal(read, point);
        }
    }
}

static void gtp_counts_columns_as_go_players_do(void **state) {
    (void)state;
    const struct game *game = game_named("connect6");
    char text[MOVE_TEXT_MAX];
    move_t move;
    gtp_vertex_format(game, 8, text);
    assert_string_equal(text, "j19");
    assert_int_equal(gtp_vertex_parse(game, "T1 and more", &move), 2);
    assert_int_equal(move, 360);
    assert_int_equal(gtp_vertex_parse(game, "i5", &move), 0);
    assert_int_equal(gtp_vertex_parse(game, "JJ", &move), 0);
    assert_int_equal(gtp_vertex_parse(game, "pass", &move), 0);
    game = game_named("reversi");
    assert_int_equal(gtp_vertex_parse(game, "PASS", &move), 4);
    assert_int_equal(move, game->pass);
    gtp_vertex_format(game, game->pass, text);
    assert_string_equal(text, "pass");
    assert_int_equal(gtp_vertex_parse(game, "j1", &move), 0);
    game = game_named("xiangqi");
    assert_int_equal(gtp_vertex_parse(game, "i0i1", &move), 4);
    gtp_vertex_format(game, move, text);
    assert_string_equal(text, "i0i1");
    assert_int_equal(gtp_colour_parse("W"), 1);
    assert_int_equal(gtp_colour_parse("Black"), 0);
    assert_int_equal(gtp_colour_parse("blue"), -1);
}

static void gomocup_points_come_back(void **state) {
    (void)state;
    const struct game *game = game_named("connect(20,9,4,2,1)");
    char text[GOMOCUP_POINT_TEXT];
    move_t read;
    for (int point = 0; point < points_of(game); point++) {
        gomocup_point_format(game, (move_t)point, text);
        assert_int_equal(gomocup_point_parse(game, text, &read), strlen(text));
        assert_int_equal(read, point);
    }
    assert_string_equal(text, "19,8");
    assert_int_equal(gomocup_point_parse(game, " 3 , 4,1", &read), 6);
    assert_int_equal(read, 83);
    static const char *const outside[] = {"20,0", "0,9", "-1,0", "0,-1"};
    for (size_t i = 0; i < COUNT_OF(outside); i++) {
        assert_true(gomocup_point_parse(game, outside[i], &read) > 0);
        assert_int_equal(read, MOVE_NONE);
    }
    assert_int_equal(gomocup_point_parse(game, "MESSAGE 1,2", &read), 0);
}

static void sau_turns_come_back(void **state) {
    (void)state;
    const struct game *game = game_named("connect(20,9,4,2,1)");
    char text[SAU_TURN_TEXT + 1];
    move_t read[SAU_STONES];
    for (int point = 0; point < points_of(game); point++) {
        const move_t turn[] = {(move_t)point, (move_t)(points_of(game) - 1 - point)};
        for (int count = 1; count <= SAU_STONES; count++) {
            sau_turn_format(game, turn, count, text);
            assert_int_equal(strlen(text), SAU_TURN_TEXT);
            assert_int_equal(sau_turn_parse(game, text, read), count);
            assert_memory_equal(read, turn, (size_t)count * sizeof *turn);
        }
    }
    assert_string_equal(text, "TIAA");
    assert_int_equal(sau_turn_parse(game, "tiaa", read), 2);
    assert_int_equal(sau_turn_parse(game, "TI", read), 1);
    assert_int_equal(sau_turn_parse(game, "TI AA", read), 1);
    static const char *const none[] = {"",   "T",    "@@@@", "TJ",  "TITJ",
                                       "UA", "AAUA", "TI@A", "TI1", "t9"};
    for (size_t i = 0; i < COUNT_OF(none); i++)
        assert_int_equal(sau_turn_parse(game, none[i], read), 0);
}

/* The games are not listed: it follows from what they are. */
static void protocols_know_their_games(void **state) {
    (void)state;
    static const struct {
        const char *game;
        bool nboard, gomocup, sau;
    } cases[] = {{"reversi", true, false, false},
                 {"connect6", false, false, true},
                 {"gomoku", false, true, false},
                 {"connect(20,9,4,2,1)", false, false, true},
                 {"connect(5,7,3,1,2)", false, false, false},
                 {"connect(9,9,5,2,2)", false, false, false}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct game *game = game_named(cases[i].game);
        assert_int_equal(nboard_carries(game), cases[i].nboard);
        assert_int_equal(gomocup_carries(game), cases[i].gomocup);
        assert_int_equal(sau_carries(game), cases[i].sau);
    }
}

/* Every move of a board with ten ranks, and chess, where there is but one way. */
static void uci_moves_come_back_in_both_dialects(void **state) {
    (void)state;
    static const char *const games[] = {"chess", "xiangqi"};
    for (int i = 0; i < 4; i++) {
        const struct game *game = game_named(games[i / 2]);
        enum uci_dialect dialect = i % 2 ? UCI_RANKS_FROM_1 : UCI_RANKS_FROM_0;
        struct state position;
        move_t moves[GAME_MOVES_MAX];
        game->start(game, &position);
        for (int ply = 0; ply < 30; ply++) {
            int count = game->moves(game, &position, moves);
            for (int m = 0; m < count; m++) {
                char text[MOVE_TEXT_MAX];
                move_t read = MOVE_NONE;
                uci_move_format(game, dialect, moves[m], text);
                assert_int_equal(uci_move_parse(game, dialect, text, &read), strlen(text));
                assert_int_equal(read, moves[m]);
            }
            game->play(game, &position, moves[(7 * ply) % count]);
        }
    }
}

static void uci_counts_ranks_by_dialect(void **state) {
    (void)state;
    static const struct {
        const char *text, *name; /* of the game; NULL: it is none */
        int used;
    } cases[] = {
        {"b10c8 ponder", "b9c7", 5},
        {"h3e3", "h2e2", 4},
        {"A1A10", "a0a9", 5},
        {"h0e0", NULL, 0},
        {"h11e1", NULL, 0},
        {"h3", NULL, 0},
        {"h3e", NULL, 0},
        {"(none)", NULL, 0},
        {"", NULL, 0},
        {"h03e3", NULL, 0},
    };
    const struct game *game = game_named("xiangqi");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char name[MOVE_TEXT_MAX];
        move_t move = MOVE_NONE;
        assert_int_equal(uci_move_parse(game, UCI_RANKS_FROM_1, cases[i].text, &move),
                         cases[i].used);
        if (!cases[i].name) continue;
        game->move_format(game, move, name);
        assert_string_equal(name, cases[i].name);
    }
}

static void castling_is_written_as_in_chess960(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        bool needs;
        const char *move, *name;
    } cases[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", false, "O-O", "e1h1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", false, "O-O-O", "e1a1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", false, "O-O-O", "e8a8"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", false, "Kf1", "e1f1"},
        {"4k3/8/8/8/8/8/8/1R2K2R w KQ -", true, "O-O", "e1h1"},
        {"4k3/8/8/8/8/8/8/1R2K2R w KQ -", true, "O-O-O", "e1b1"},
        {"3rk3/8/8/8/8/8/8/4K3 b q -", true, "O-O-O", "e8d8"},
        {"4k3/8/8/8/8/8/8/4K3 w - -", false, "Kd1", "e1d1"},
        {"1k5r/8/8/8/8/8/8/4K3 b k -", true, "O-O", "b8h8"},
        {"4k3/8/8/8/8/8/8/R1R1K3 w C -", true, "O-O-O", "e1c1"},
    };
    const struct game *game = game_named("chess");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct state position = {0};
        struct error error;
        char name[MOVE_TEXT_MAX];
        move_t move;
        if (game->position_parse(game, cases[i].fen, &position, &error)) fail_msg("%s", error.text);
        assert_true(uci_needs_chess960(game, &position) == cases[i].needs);
        assert_true(game_move_read(game, &position, cases[i].move, &move) > 0);
        uci_castling_format(game, &position, move, name);
        assert_string_equal(name, cases[i].name);
    }
    struct state start;
    game_named("xiangqi")->start(game_named("xiangqi"), &start);
    assert_false(uci_needs_chess960(game_named("xiangqi"), &start));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gtp_vertices_come_back),
        cmocka_unit_test(gtp_counts_columns_as_go_players_do),
        cmocka_unit_test(uci_moves_come_back_in_both_dialects),
        cmocka_unit_test(uci_counts_ranks_by_dialect),
        cmocka_unit_test(castling_is_written_as_in_chess960),
        cmocka_unit_test(gomocup_points_come_back),
        cmocka_unit_test(sau_turns_come_back),
        cmocka_unit_test(protocols_know_their_games),
    };
    return cmocka_run_group_tests_name("wire", tests, NULL, NULL);
}
