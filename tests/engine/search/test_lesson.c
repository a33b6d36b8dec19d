/*
 * The searches on one small tree: all find minimax's value, what they say of nodes is true, and
 * none visits more than it must.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/rng.h"
#include "engine/search/lesson.h"

static const struct lesson_method *method_of(const char *name) {
    const struct lesson_method *method = lesson_methods;
    while (method->name && strcmp(method->name, name) != 0) method++;
    assert_non_null(method->name);
    return method;
}

static struct lesson *taken(const char *name, const struct lesson_tree *tree, int guess) {
    struct lesson *lesson = xmalloc(sizeof *lesson);
    lesson_take(method_of(name), tree, guess, lesson);
    return lesson;
}

static void parsed(const char *text, struct lesson_tree *tree) {
    struct error error;
    if (lesson_parse(text, tree, &error) != 0) fail_msg("%s", error.text);
}

/* ---- trees ----------------------------------------------------------------------------------- */

static void trees_are_read_as_they_are_written(void **state) {
    (void)state;
    struct lesson_tree *tree = xmalloc(sizeof *tree);
    static const char *const texts[] = {"(5)", "((3 5) (6 -9))", "(1 (2 (3 (4 5))) 999)"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct text text = {0};
        parsed(texts[i], tree);
        lesson_format(tree, &text);
        assert_string_equal(text_get(&text), texts[i]);
        text_free(&text);
    }
    parsed(" ( ( 3\n5 ) 7 ) ", tree);
    assert_int_equal(tree->count, 5);
    free(tree);
}

static void wrong_trees_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *why;
    } bad[] = {{"", "begins with \"(\""},        {"7", "begins with \"(\""},
               {"((3 5)", "\")\" is missing"},   {"((3 5)) 6", "left over"},
               {"(3 ())", "without children"},   {"(3 x)", "a leaf is a number"},
               {"(1000)", "a leaf is a number"}, {"((((((((((1))))))))))", "plies deep"}};
    struct lesson_tree *tree = xmalloc(sizeof *tree);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct error error;
        assert_int_equal(lesson_parse(bad[i].text, tree, &error), -1);
        if (!strstr(error.text, bad[i].why)) fail_msg("%s: %s", bad[i].text, error.text);
    }
    struct error error;
    assert_int_equal(lesson_random(8, 3, 1, tree, &error), -1);
    free(tree);
}

/* ---- searches -------------------------------------------------------------------------------- */

static int minimax(const struct lesson_tree *tree, int number) {
    const struct lesson_node *node = &tree->nodes[number];
    if (node->count == 0) return node->value;
    int best = minimax(tree, node->children[0]);
    for (int i = 1; i < node->count; i++) {
        int value = minimax(tree, node->children[i]);
        best = node->depth % 2 == 0 ? max_int(best, value) : min_int(best, value);
    }
    return best;
}

/* What a visit says of its node is so, and told apart by its window. */
static void check_visits(const struct lesson *lesson) {
    for (int i = 0; i < lesson->count; i++) {
        const struct lesson_visit *visit = &lesson->visits[i];
        int value = minimax(lesson->tree, visit->node);
        assert_true(visit->alpha < visit->beta);
        if (visit->value <= visit->alpha) assert_true(value <= visit->value);
        if (visit->value >= visit->beta) assert_true(value >= visit->value);
        if (visit->value > visit->alpha && visit->value < visit->beta)
            assert_int_equal(value, visit->value);
    }
}

/* Numbers of 0 prove, of oo disprove, and others leave it open. */
static void check_proofs(const struct lesson *lesson) {
    for (int i = 0; i < lesson->tree->count; i++) {
        const struct lesson_proof *proof = &lesson->proofs[i];
        if (!proof->generated) continue;
        bool reached = minimax(lesson->tree, i) >= lesson->value;
        if (proof->proof == 0) assert_true(reached);
        if (proof->disproof == 0) assert_false(reached);
        assert_int_equal(proof->proof == 0, proof->disproof == LESSON_INFINITE);
    }
    assert_int_equal(lesson->proofs[0].proof, 0);
}

static void all_find_the_value(void **state) {
    (void)state;
    struct lesson_tree *tree = xmalloc(sizeof *tree);
    struct error error;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        int depth = 1 + (int)(seed % 5), width = depth > 3 ? 2 : 3;
        assert_int_equal(lesson_random(depth, width, seed, tree, &error), 0);
        for (const struct lesson_method *method = lesson_methods; method->name; method++)
            for (int guess = -1; guess <= 21; guess += 11) {
                struct lesson *lesson = taken(method->name, tree, guess);
                assert_int_equal(lesson->value, minimax(tree, 0));
                check_visits(lesson);
                if (lesson->proves) check_proofs(lesson);
                free(lesson);
            }
    }
    free(tree);
}

static bool looks_at(const struct lesson *lesson, int leaf) {
    for (int i = 0; i < lesson->count; i++)
        if (lesson->visits[i].node == leaf) return true;
    return false;
}

/* Minimax looks at all leaves; alpha-beta at no more of them; SSS* at none that alpha-beta does
 * not look at (Stockman 1979). */
static void methods_visit_what_they_must(void **state) {
    (void)state;
    struct lesson_tree *tree = xmalloc(sizeof *tree);
    struct error error;
    int fewer = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        assert_int_equal(lesson_random(4, 3, seed, tree, &error), 0);
        struct lesson *all = taken("minimax", tree, 0), *some = taken("alphabeta", tree, 0),
                      *fewest = taken("sss", tree, 0);
        int looks, leaves = lesson_leaves(all, &looks);
        assert_int_equal(leaves, 81);
        assert_int_equal(looks, 81);
        for (int i = 0; i < tree->count; i++)
            if (tree->nodes[i].count == 0 && looks_at(fewest, i)) assert_true(looks_at(some, i));
        assert_true(lesson_leaves(some, &looks) < 81);
        fewer += lesson_leaves(fewest, &looks) < lesson_leaves(some, &looks);
        free(all), free(some), free(fewest);
    }
    assert_true(fewer > 30);
    free(tree);
}

/* A perfectly ordered tree takes the fewest leaves there are (Knuth and Moore 1975). */
static void a_tree_in_order_takes_the_minimal_tree(void **state) {
    (void)state;
    struct lesson_tree *tree = xmalloc(sizeof *tree);
    parsed("(((6 5) (7 8)) ((5 4) (9 9)))", tree);
    static const char *const names[] = {"alphabeta", "pvs", "mtdf"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct lesson *lesson = taken(names[i], tree, 6);
        int looks;
        assert_int_equal(lesson_leaves(lesson, &looks), 5);
        free(lesson);
    }
    free(tree);
}

/* A guess outside of the window costs a second pass; one inside does not. */
static void windows_are_opened_where_they_were_missed(void **state) {
    (void)state;
    struct lesson_tree *tree = xmalloc(sizeof *tree);
    parsed("((3 5) (6 9))", tree);
    static const struct {
        int guess, passes, alpha;
    } expected[] = {{6, 1, 4}, {4, 2, 5}, {8, 2, -LESSON_INFINITE}};
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        struct lesson *lesson = taken("aspiration", tree, expected[i].guess);
        assert_int_equal(lesson->passes, expected[i].passes);
        int last = lesson->count - 1;
        while (lesson->visits[last].node > 0) last--;
        assert_int_equal(lesson->visits[last].alpha, expected[i].alpha);
        free(lesson);
    }
    free(tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_read_as_they_are_written),
        cmocka_unit_test(wrong_trees_are_refused),
        cmocka_unit_test(all_find_the_value),
        cmocka_unit_test(methods_visit_what_they_must),
        cmocka_unit_test(a_tree_in_order_takes_the_minimal_tree),
        cmocka_unit_test(windows_are_opened_where_they_were_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
