/*
 * Chinese names of moves: those of books, and of every legal move of random games the one that
 * reads back as the same move.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <iconv.h>
#include <string.h>

#include "engine/base/rng.h"
#include "engine/games/xiangqi/chinese.h"
#include "engine/games/xiangqi/rules.h"

static void read_position(const char *fen, struct xiangqi_position *out) {
    struct error error;
    int number;
    xiangqi_game();
    if (xiangqi_fen_parse(fen, out, &number, &error)) fail_msg("%s", error.text);
}

/* As files in China have it. */
static void make_gbk(const char *text, char out[64]) {
    char *from = (char *)text, *to = out;
    size_t left = strlen(text), room = 63;
    iconv_t converter = iconv_open("GB18030", "UTF-8");
    assert_true(iconv(converter, &from, &left, &to, &room) != (size_t)-1);
    *to = '\0';
    iconv_close(converter);
}

static void moves_have_the_names_of_books(void **state) {
    (void)state;
    static const struct {
        const char *fen, *move, *name;
    } cases[] = {
        {XIANGQI_START, "h2e2", "炮二平五"},
        {XIANGQI_START, "b0c2", "马八进七"},
        {XIANGQI_START, "c3c4", "兵七进一"},
        {XIANGQI_START, "a0a2", "车九进二"},
        {XIANGQI_START, "d0e1", "仕六进五"},
        {XIANGQI_START, "g0e2", "相三进五"},
        {XIANGQI_START, "e0e1", "帅五进一"},
        {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b", "h9g7", "马８进７"},
        {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b", "c6c5", "卒３进１"},
        {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b", "h7h0", "炮８进７"},
        {"3k5/9/9/4C4/9/9/4C4/9/9/4K4 w", "e3e1", "后炮退二"},
        {"3k5/9/9/4C4/9/9/4C4/9/9/4K4 w", "e6a6", "前炮平九"},
        {"3k5/9/9/4P4/4P4/4P4/9/9/9/4K4 w", "e5d5", "中兵平六"},
        {"3k5/9/9/4P4/4P4/9/9/9/9/4K4 w", "e5f5", "后兵平四"},
        {"3k5/9/9/2P1P4/2P1P4/9/9/9/9/4K4 w", "e6f6", "一兵平四"},
        {"3k5/9/9/2P1P4/2P1P4/9/9/9/9/4K4 w", "c5b5", "四兵平八"},
        {"3k1a3/9/5a3/9/9/9/9/9/9/4K4 b", "f7e8", "士６退５"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct xiangqi_position position;
        char name[MOVE_TEXT_MAX], gbk[64];
        move_t move, read = MOVE_NONE;
        read_position(cases[i].fen, &position);
        assert_true(xiangqi_iccs_parse(cases[i].move, &move) > 0);
        xiangqi_chinese_format(&position, move, name);
        assert_string_equal(name, cases[i].name);
        assert_int_equal(xiangqi_chinese_parse(&position, name, &read), strlen(name));
        assert_int_equal(read, move);
        read = MOVE_NONE;
        make_gbk(name, gbk);
        assert_int_equal(xiangqi_chinese_parse(&position, gbk, &read), 8);
        assert_int_equal(read, move);
    }
}

static void other_signs_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text, *move; /* NULL: none */
    } cases[] = {{"砲二平五 x", "h2e2"}, {"炮2平5", "h2e2"},   {"馬八進七", "b0c2"},
                 {"俥九進二", "a0a2"},   {"炮二平", NULL},     {"炮二平十", NULL},
                 {"炮三平五", NULL},     {"前炮平五", NULL},   {"", NULL},
                 {"傌八进七", "b0c2"},   {"包二平五", "h2e2"}, {"車九進二", "a0a2"},
                 {"帥五進一", "e0e1"}};
    struct xiangqi_position position;
    read_position(XIANGQI_START, &position);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        move_t read = MOVE_NONE;
        char name[MOVE_TEXT_MAX] = "";
        int used = xiangqi_chinese_parse(&position, cases[i].text, &read);
        assert_true((used > 0) == (cases[i].move != NULL));
        if (used) xiangqi_iccs_format(read, name);
        assert_string_equal(name, cases[i].move ? cases[i].move : "");
        char gbk[64];
        move_t again = MOVE_NONE;
        make_gbk(cases[i].text, gbk);
        assert_true((xiangqi_chinese_parse(&position, gbk, &again) > 0) == (used > 0));
        assert_int_equal(again, read);
    }
    move_t read;
    assert_int_equal(xiangqi_chinese_parse(&position, "\xe7\x82", &read), 0);
}

static void names_come_back(void **state) {
    (void)state;
    const struct game *game = xiangqi_game();
    for (uint64_t g = 0; g < 40; g++) {
        struct rng rng = rng_keyed(41, g, 0, 0);
        struct state position;
        game->start(game, &position);
        while (!game->over(game, &position)) {
            move_t moves[GAME_MOVES_MAX];
            int count = game->moves(game, &position, moves);
            move_t move = moves[rng_below(&rng, (uint32_t)count)], read = MOVE_NONE;
            char name[MOVE_TEXT_MAX];
            game->move_native(game, &position, move, name);
            assert_int_equal(game_move_read(game, &position, name, &read), strlen(name));
            assert_int_equal(read, move);
            game->play(game, &position, move);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_have_the_names_of_books),
        cmocka_unit_test(other_signs_are_read),
        cmocka_unit_test(names_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
