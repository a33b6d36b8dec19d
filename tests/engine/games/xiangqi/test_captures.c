/*
 * Which captures of xiangqi are noisy: those of as much as takes, and of what nothing guards. Each
 * kind of piece guards as it goes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/games/xiangqi/rules.h"

/* Red's noisy moves, in a position where it has but one capture. */
static int count_noisy(const char *line) {
    struct xiangqi_state state;
    struct error error;
    const struct game *game = xiangqi_game();
    move_t moves[GAME_MOVES_MAX];
    if (game->position_parse(game, line, &state, &error)) fail_msg("%s: %s", line, error.text);
    return xiangqi_noisy(game, &state, moves);
}

static void guarded_pieces_are_not_taken_by_stronger_ones(void **unused) {
    (void)unused;
    static const struct {
        int count;
        const char *line, *why;
    } cases[] = {
        {1, "3k5/9/9/R7p/9/9/9/9/9/4K4 w", "nothing guards"},
        {0, "3k5/9/8r/R7p/9/9/9/9/9/4K4 w", "a rook"},
        {1, "3k5/9/8r/R7r/9/9/9/9/9/4K4 w", "a rook, of a rook"},
        {0, "3k5/7n1/9/R7p/9/9/9/9/9/4K4 w", "a horse"},
        {1, "3k4r/8n/9/R7p/9/9/9/9/9/4K4 w", "a rook that is blocked"},
        {0, "3k4c/9/8N/R7p/9/9/9/9/9/4K4 w", "a cannon, over a screen"},
        {1, "3k4c/9/9/R7p/9/9/9/9/9/4K4 w", "a cannon without one"},
        {0, "3k5/9/9/9/8p/R7n/9/9/9/4K4 w", "a pawn, from behind"},
        {0, "3k5/9/9/9/9/R6pp/9/9/9/4K4 w", "a pawn, from the side"},
        {0, "4k4/R3a4/9/9/9/9/9/9/9/3K5 w", "the king"},
        {0, "3k1a3/R3n4/9/9/9/9/9/9/9/4K4 w", "an adviser"},
        {0, "3k2b2/9/R3n4/9/9/9/9/9/9/4K4 w", "an elephant"},
        {1, "3k2b2/5R3/R3n4/9/9/9/9/9/9/4K4 w", "an elephant that is blocked"},
        {1, "4k4/9/9/R3n4/9/9/9/9/9/3K5 w", "no king along a file"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        if (count_noisy(cases[i].line) != cases[i].count)
            fail_msg("%s: %s: %d", cases[i].line, cases[i].why, count_noisy(cases[i].line));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guarded_pieces_are_not_taken_by_stronger_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
