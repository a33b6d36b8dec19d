/*
 * Values are always for max, so that windows read the same at all nodes. Children are visited in
 * order.
 */
#include "engine/search/lesson.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"

/* ---- trees ----------------------------------------------------------------------------------- */

static int lesson_add(struct lesson_tree *tree, int parent, struct error *error) {
    int number = tree->count;
    if (number == LESSON_NODES_MAX)
        return error_set(error, "a tree has at most %d nodes", LESSON_NODES_MAX);
    struct lesson_node *node = &tree->nodes[tree->count++];
    *node = (struct lesson_node){.parent = parent};
    if (parent < 0) return number;
    struct lesson_node *above = &tree->nodes[parent];
    node->depth = above->depth + 1;
    above->children[above->count++] = number;
    if (node->depth > LESSON_DEPTH_MAX)
        return error_set(error, "a tree is at most %d plies deep", LESSON_DEPTH_MAX);
    return number;
}

static int lesson_parse_leaf(const char **at, struct lesson_node *leaf, struct error *error) {
    char *end;
    long value = strtol(*at, &end, 10);
    if (end == *at || labs(value) > LESSON_VALUE_MAX)
        return error_set(error, "\"%.20s\": a leaf is a number from -%d to %d", *at,
                         LESSON_VALUE_MAX, LESSON_VALUE_MAX);
    leaf->value = (int)value;
    *at = end;
    return 0;
}

static void lesson_skip(const char **at) {
    while (isspace((unsigned char)**at)) ++*at;
}

/* One node with all below it. */
static int lesson_parse_node(const char **at, struct lesson_tree *tree, int parent,
                             struct error *error) {
    int node = lesson_add(tree, parent, error);
    if (node < 0) return -1;
    if (**at != '(') return lesson_parse_leaf(at, &tree->nodes[node], error);
    for (++*at, lesson_skip(at); **at && **at != ')'; lesson_skip(at))
        if (lesson_parse_node(at, tree, node, error) != 0) return -1;
    if (**at != ')') return error_set(error, "a \")\" is missing at the end");
    ++*at;
    return tree->nodes[node].count > 0 ? 0 : error_set(error, "\"()\" is a node without children");
}

int lesson_parse(const char *text, struct lesson_tree *out, struct error *error) {
    out->count = 0;
    lesson_skip(&text);
    if (*text != '(') return error_set(error, "a tree begins with \"(\": ((3 5) (6 9))");
    if (lesson_parse_node(&text, out, -1, error) != 0) return -1;
    lesson_skip(&text);
    return *text ? error_set(error, "\"%.20s\" is left over behind the tree", text) : 0;
}

static void lesson_format_node(const struct lesson_tree *tree, int number, struct text *out) {
    const struct lesson_node *node = &tree->nodes[number];
    if (node->count == 0) text_add(out, "%d", node->value);
    for (int i = 0; i < node->count; i++) {
        text_add(out, i ? " " : "(");
        lesson_format_node(tree, node->children[i], out);
    }
    if (node->count > 0) text_add(out, ")");
}

void lesson_format(const struct lesson_tree *tree, struct text *out) {
    lesson_format_node(tree, 0, out);
}

static int lesson_grow(struct lesson_tree *tree, int parent, int depth, int width, struct rng *rng,
                       struct error *error) {
    enum { LEAF_VALUES = 21 };
    int node = lesson_add(tree, parent, error);
    if (node < 0) return -1;
    if (depth == 0) tree->nodes[node].value = (int)rng_below(rng, LEAF_VALUES);
    for (int i = 0; depth > 0 && i < width; i++)
        if (lesson_grow(tree, node, depth - 1, width, rng, error) != 0) return -1;
    return 0;
}

int lesson_random(int depth, int width, uint64_t seed, struct lesson_tree *out,
                  struct error *error) {
    enum { PURPOSE = 0x6c657373 };
    struct rng rng = rng_keyed(seed, PURPOSE, (uint64_t)depth, (uint64_t)width);
    out->count = 0;
    return lesson_grow(out, -1, depth, width, &rng, error);
}

/* ---- traces ---------------------------------------------------------------------------------- */

/* The number of the visit that begins. */
static int lesson_enter(struct lesson *lesson, int node, int alpha, int beta) {
    if (lesson->count == LESSON_VISITS_MAX) die("more than %d visits", LESSON_VISITS_MAX);
    lesson->visits[lesson->count] =
        (struct lesson_visit){.node = node, .pass = lesson->passes, .alpha = alpha, .beta = beta};
    return lesson->count++;
}

static int lesson_leave(struct lesson *lesson, int visit, int value, bool cut) {
    struct lesson_visit *self = &lesson->visits[visit];
    self->value = value;
    self->cut = cut;
    bool leaf = lesson->tree->nodes[self->node].count == 0;
    if (leaf || value > self->alpha) lesson->lower[self->node] = value;
    if (leaf || value < self->beta) lesson->upper[self->node] = value;
    return value;
}

/* Whether an earlier pass found enough for this window. */
static bool lesson_knows(struct lesson *lesson, int node, int alpha, int beta, int *value) {
    if (!lesson->remembers) return false;
    bool above = lesson->lower[node] >= beta, below = lesson->upper[node] <= alpha;
    if (!above && !below && lesson->lower[node] != lesson->upper[node]) return false;
    *value = below ? lesson->upper[node] : lesson->lower[node];
    int visit = lesson_enter(lesson, node, alpha, beta);
    lesson->visits[visit].value = *value;
    lesson->visits[visit].known = true;
    return true;
}

/* ---- alpha-beta and its relatives ------------------------------------------------------------ */

/* Fail-soft. `scout`: children after the first are searched with a null window first (principal
 * variation search). */
static int lesson_alphabeta(struct lesson *lesson, int number, int alpha, int beta, bool scout) {
    const struct lesson_node *node = &lesson->tree->nodes[number];
    bool max = lesson_is_max(lesson->tree, number);
    int best = max ? -LESSON_INFINITE : LESSON_INFINITE, value, low = alpha, high = beta, i;
    if (lesson_knows(lesson, number, alpha, beta, &value)) return value;
    int visit = lesson_enter(lesson, number, alpha, beta);
    if (node->count == 0) return lesson_leave(lesson, visit, node->value, false);
    for (i = 0; i < node->count && low < high; i++) {
        int child = node->children[i];
        bool narrow = scout && i > 0 && high - low > 1;
        if (narrow)
            value = max ? lesson_alphabeta(lesson, child, low, low + 1, scout)
                        : lesson_alphabeta(lesson, child, high - 1, high, scout);
        if (!narrow || (value > low && value < high))
            value = lesson_alphabeta(lesson, child, low, high, scout);
        best = max ? max_int(best, value) : min_int(best, value);
        if (max) low = max_int(low, best);
        if (!max) high = min_int(high, best);
    }
    return lesson_leave(lesson, visit, best, i < node->count);
}

static int lesson_pass(struct lesson *lesson, int alpha, int beta, bool scout) {
    lesson->passes++;
    return lesson->value = lesson_alphabeta(lesson, 0, alpha, beta, scout);
}

static int lesson_minimax_of(struct lesson *lesson, int number) {
    const struct lesson_node *node = &lesson->tree->nodes[number];
    bool max = lesson_is_max(lesson->tree, number);
    int best = max ? -LESSON_INFINITE : LESSON_INFINITE;
    int visit = lesson_enter(lesson, number, -LESSON_INFINITE, LESSON_INFINITE);
    if (node->count == 0) return lesson_leave(lesson, visit, node->value, false);
    for (int i = 0; i < node->count; i++) {
        int value = lesson_minimax_of(lesson, node->children[i]);
        best = max ? max_int(best, value) : min_int(best, value);
    }
    return lesson_leave(lesson, visit, best, false);
}

static void lesson_minimax(struct lesson *lesson) {
    lesson->passes = 1;
    lesson->value = lesson_minimax_of(lesson, 0);
}

static void lesson_full(struct lesson *lesson) {
    lesson_pass(lesson, -LESSON_INFINITE, LESSON_INFINITE, false);
}

/* A window around the guess, and the side that it missed. */
static void lesson_aspiration(struct lesson *lesson) {
    enum { MARGIN = 2 };
    int alpha = lesson->guess - MARGIN, beta = lesson->guess + MARGIN;
    int value = lesson_pass(lesson, alpha, beta, false);
    if (value <= alpha) lesson_pass(lesson, -LESSON_INFINITE, value + 1, false);
    if (value >= beta) lesson_pass(lesson, value - 1, LESSON_INFINITE, false);
}

static void lesson_scout(struct lesson *lesson) {
    lesson_pass(lesson, -LESSON_INFINITE, LESSON_INFINITE, true);
}

/* Windows without room, from a guess towards the value (Plaat et al. 1996). */
static void lesson_drive(struct lesson *lesson, int guess) {
    lesson->remembers = true;
    int lower = -LESSON_INFINITE, upper = LESSON_INFINITE, value = guess;
    while (lower < upper) {
        int beta = value == lower ? value + 1 : value;
        value = lesson_pass(lesson, beta - 1, beta, false);
        if (value < beta) upper = value;
        if (value >= beta) lower = value;
    }
}

static void lesson_mtdf(struct lesson *lesson) {
    lesson_drive(lesson, lesson->guess);
}

static void lesson_sss(struct lesson *lesson) {
    lesson_drive(lesson, LESSON_INFINITE);
}

/* ---- proof-number search --------------------------------------------------------------------- */

static int lesson_sum(int a, int b) {
    return min_int(a + b, LESSON_INFINITE);
}

/* A max node is proved by one child, disproved by all; a min node the other way round. */
static void lesson_count_proof(struct lesson *lesson, int number) {
    const struct lesson_node *node = &lesson->tree->nodes[number];
    bool max = lesson_is_max(lesson->tree, number);
    int least = LESSON_INFINITE, sum = 0;
    for (int i = 0; i < node->count; i++) {
        const struct lesson_proof *child = &lesson->proofs[node->children[i]];
        least = min_int(least, max ? child->proof : child->disproof);
        sum = lesson_sum(sum, max ? child->disproof : child->proof);
    }
    lesson->proofs[number].proof = max ? least : sum;
    lesson->proofs[number].disproof = max ? sum : least;
}

/* The most proving child. */
static int lesson_most_proving(const struct lesson *lesson, int number) {
    const struct lesson_node *node = &lesson->tree->nodes[number];
    bool max = lesson_is_max(lesson->tree, number);
    int best = node->children[0];
    for (int i = 1; i < node->count; i++) {
        const struct lesson_proof *child = &lesson->proofs[node->children[i]];
        const struct lesson_proof *other = &lesson->proofs[best];
        if (max ? child->proof < other->proof : child->disproof < other->disproof)
            best = node->children[i];
    }
    return best;
}

static void lesson_generate(struct lesson *lesson, int number) {
    const struct lesson_node *node = &lesson->tree->nodes[number];
    bool proved = node->value >= lesson->value;
    struct lesson_proof *proof = &lesson->proofs[number];
    *proof = (struct lesson_proof){.proof = 1, .disproof = 1, .generated = true};
    if (node->count > 0) return;
    proof->proof = proved ? 0 : LESSON_INFINITE;
    proof->disproof = proved ? LESSON_INFINITE : 0;
}

/* Is the value at least what it is (Allis et al. 1994)? */
static void lesson_pns(struct lesson *lesson) {
    struct lesson plain = {.tree = lesson->tree};
    lesson_minimax(&plain);
    lesson->value = plain.value;
    lesson->proves = true;
    lesson_generate(lesson, 0);
    for (int step = 1; lesson->proofs[0].proof > 0 && lesson->proofs[0].disproof > 0; step++) {
        int at = 0;
        while (lesson->proofs[at].step > 0) at = lesson_most_proving(lesson, at);
        lesson->proofs[at].step = step;
        const struct lesson_node *node = &lesson->tree->nodes[at];
        for (int i = 0; i < node->count; i++) lesson_generate(lesson, node->children[i]);
        for (; at >= 0; at = lesson->tree->nodes[at].parent) lesson_count_proof(lesson, at);
    }
}

/* ---- all of them ----------------------------------------------------------------------------- */

const struct lesson_method lesson_methods[] = {
    {"minimax", "every leaf", lesson_minimax},
    {"alphabeta", "alpha-beta with the full window", lesson_full},
    {"aspiration", "alpha-beta with a window around a guess", lesson_aspiration},
    {"pvs", "principal variation search: is any other child better than the first?", lesson_scout},
    {"mtdf", "MTD(f): windows without room, from a guess", lesson_mtdf},
    {"sss", "SSS*, as windows without room from above", lesson_sss},
    {"pns", "proof-number search", lesson_pns},
    {0}};

void lesson_take(const struct lesson_method *method, const struct lesson_tree *tree, int guess,
                 struct lesson *out) {
    *out = (struct lesson){.tree = tree, .guess = guess};
    for (int i = 0; i < tree->count; i++) {
        out->lower[i] = -LESSON_INFINITE;
        out->upper[i] = LESSON_INFINITE;
    }
    method->search(out);
}

int lesson_leaves(const struct lesson *lesson, int *looks) {
    bool seen[LESSON_NODES_MAX] = {false};
    int leaves = 0;
    *looks = 0;
    for (int i = 0; i < lesson->tree->count; i++)
        if (lesson->tree->nodes[i].count == 0 && lesson->proofs[i].generated) ++*looks, leaves++;
    for (int i = 0; i < lesson->count; i++) {
        const struct lesson_visit *visit = &lesson->visits[i];
        if (lesson->tree->nodes[visit->node].count > 0 || visit->known) continue;
        leaves += !seen[visit->node];
        seen[visit->node] = true;
        ++*looks;
    }
    return leaves;
}
