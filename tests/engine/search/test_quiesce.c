/*
 * quiesce: positions where something hangs, or with a check, are not; those where captures only
 * lose or change even are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "engine/files/weights.h"
#include "engine/games/games.h"
#include "engine/search/player.h"
#include "engine/search/quiesce.h"

/* With these weights, NULL: the initial ones. */
static bool is_quiet_by(const char *name, const char *evaluator_name, const int32_t *own,
                        const char *line) {
    struct error error;
    struct state state;
    struct player player;
    const struct game *game = games_find(name, &error);
    const struct evaluator *evaluator = games_evaluator(game, evaluator_name, "-", &error);
    if (!evaluator) fail_msg("%s", error.text);
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    evaluator_initial(evaluator, weights);
    if (own) memcpy(weights, own, (size_t)evaluator->param_count * sizeof *weights);
    player_init(&player, evaluator, weights, &(struct search_limits){.depth = 1}, 0);
    if (game_parse(game, line, &state, &error)) fail_msg("%s: %s", line, error.text);
    bool quiet = quiesce_is_quiet(evaluator, player.prepared, &state);
    player_destroy(&player);
    free(weights);
    return quiet;
}

static bool is_quiet(const char *name, const char *evaluator_name, const char *line) {
    return is_quiet_by(name, evaluator_name, NULL, line);
}

static void chess_is_quiet_where_nothing_hangs(void **unused) {
    (void)unused;
    static const struct {
        bool quiet;
        const char *line, *why;
    } cases[] = {
        {true, "", "the start"},
        {false, "4k3/8/8/3q4/4P3/8/8/4K3 w - -", "a queen hangs"},
        {false, "4k3/8/8/3q4/4P3/8/8/4K3 b - -", "the pawn hangs"},
        {true, "4k3/8/2p5/3p4/8/3Q4/8/4K3 w - -", "the pawn is guarded"},
        {false, "4k3/8/8/3p4/8/3Q4/8/4K3 w - -", "the pawn is not"},
        {true, "4k3/8/2p5/3p4/4P3/8/8/4K3 w - -", "pawns change even"},
        {false, "4k3/8/8/8/8/8/4r3/4K3 w - -", "check"},
        {false, "4k3/8/8/8/4r3/8/8/4K3 w - -", "check from afar, with nothing to take"},
        {false, "4k3/P7/8/8/8/8/8/4K3 w - -", "a queen is made"},
        {false, "3rk3/8/8/3q4/4P3/8/8/3RK3 w - -", "the rook takes after the pawn"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        if (is_quiet("chess", "material", cases[i].line) != cases[i].quiet)
            fail_msg("%s: %s", cases[i].line, cases[i].why);
}

/* A knight that is worth a bishop and a pawn takes the one, is taken by the other, and that is
 * taken as well: what comes to the same is no gain. */
static void changes_to_the_same_value_are_quiet(void **unused) {
    (void)unused;
    static const int32_t even[] = {100, 200, 100, 500, 900}, gain[] = {100, 199, 100, 500, 900};
    static const char line[] = "4k3/7p/2p5/3b4/5N2/2N5/7P/4K3 w - -";
    assert_true(is_quiet_by("chess", "material", even, line));
    assert_false(is_quiet_by("chess", "material", gain, line));
}

static void games_without_noise_are_quiet(void **unused) {
    (void)unused;
    assert_true(is_quiet("lgame", "freedom", ""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chess_is_quiet_where_nothing_hangs),
        cmocka_unit_test(changes_to_the_same_value_are_quiet),
        cmocka_unit_test(games_without_noise_are_quiet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
