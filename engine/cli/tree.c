/*
 * hone-engine tree: the family of searches on one small tree, as text, as Graphviz's DOT, or drawn
 * by it. Windows and values are for max throughout.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/options.h"
#include "engine/base/shown.h"
#include "engine/cli/commands.h"
#include "engine/search/lesson.h"

/* The textbook's tree where none is given: its second branch is better than the first, so that
 * every search has something to correct. */
static const char sketch_tree[] = "(((5 3) (6 9 4)) ((7 2) (1 8)) ((6 6 8) (4 5)))";

enum { SKETCH_GUESS = 4, SKETCH_METHODS_MAX = 15 };

/* ---- words ----------------------------------------------------------------------------------- */

static void sketch_add_number(struct text *out, int number) {
    if (abs(number) >= LESSON_INFINITE)
        text_add(out, number < 0 ? "-oo" : "oo");
    else
        text_add(out, "%d", number);
}

static const char *sketch_relation(const struct lesson_visit *visit) {
    if (visit->value <= visit->alpha) return "<=";
    return visit->value >= visit->beta ? ">=" : "=";
}

/* "2: [4,5] >=5 cut" */
static void sketch_add_visit(const struct lesson *lesson, const struct lesson_visit *visit,
                             struct text *out) {
    if (lesson->passes > 1) text_add(out, "%d: ", visit->pass);
    if (lesson->tree->nodes[visit->node].count == 0) {
        text_add(out, visit->known ? "known" : "looked at");
        return;
    }
    text_add(out, "[");
    sketch_add_number(out, visit->alpha);
    text_add(out, ",");
    sketch_add_number(out, visit->beta);
    text_add(out, "] %s", sketch_relation(visit));
    sketch_add_number(out, visit->value);
    if (visit->cut) text_add(out, " cut");
    if (visit->known) text_add(out, " known");
}

static void sketch_add_visits(const struct lesson *lesson, int node, const char *between,
                              struct text *out) {
    size_t begin = out->length;
    for (int i = 0; i < lesson->count; i++) {
        if (lesson->visits[i].node != node) continue;
        if (out->length > begin) text_add(out, "%s", between);
        sketch_add_visit(lesson, &lesson->visits[i], out);
    }
}

static void sketch_add_proof(const struct lesson *lesson, int node, const char *between,
                             struct text *out) {
    const struct lesson_proof *proof = &lesson->proofs[node];
    if (!proof->generated) return;
    text_add(out, "proof ");
    sketch_add_number(out, proof->proof);
    text_add(out, ", disproof ");
    sketch_add_number(out, proof->disproof);
    if (proof->step > 0) text_add(out, "%sexpanded as number %d", between, proof->step);
}

/* What a search did at a node; nothing where it never came. */
static void sketch_add_deeds(const struct lesson *lesson, int node, const char *between,
                             struct text *out) {
    (lesson->proves ? sketch_add_proof : sketch_add_visits)(lesson, node, between, out);
}

/* "max", "min", or a leaf's value. */
static void sketch_add_name(const struct lesson_tree *tree, int node, struct text *out) {
    if (tree->nodes[node].count == 0)
        text_add(out, "%d", tree->nodes[node].value);
    else
        text_add(out, lesson_is_max(tree, node) ? "max" : "min");
}

static void sketch_add_sum(const struct lesson *lesson, struct text *out) {
    int looks, leaves = lesson_leaves(lesson, &looks), all = 0;
    for (int i = 0; i < lesson->tree->count; i++) all += lesson->tree->nodes[i].count == 0;
    text_add(out, lesson->proves ? "value at least %d is proved" : "value %d", lesson->value);
    text_add(out, ", %d of %d leaves", leaves, all);
    if (looks > leaves) text_add(out, ", %d looks", looks);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void sketch_print(const struct lesson_method *method, const struct lesson *lesson) {
    enum { NAME = 12 };
    struct text text = {0};
    text_add(&text, "%s: %s; ", method->name, method->doc);
    sketch_add_sum(lesson, &text);
    for (int i = 0; i < lesson->tree->count; i++) {
        int depth = lesson->tree->nodes[i].depth;
        struct text name = {0}, deeds = {0};
        sketch_add_name(lesson->tree, i, &name);
        sketch_add_deeds(lesson, i, "; ", &deeds);
        text_add(&text, "\n%*s%-*s %s", 2 + 2 * depth, "", NAME - 2 * depth, text_get(&name),
                 deeds.length > 0 ? text_get(&deeds) : "-");
        text_free(&name), text_free(&deeds);
    }
    text_add(&text, "\n");
    shown_put(text_get(&text));
    text_free(&text);
}

/* ---- DOT ------------------------------------------------------------------------------------- */

static void sketch_dot_node(const struct lesson *lesson, int node, struct text *out) {
    int parent = lesson->tree->nodes[node].parent;
    bool leaf = lesson->tree->nodes[node].count == 0, max = lesson_is_max(lesson->tree, node);
    struct text deeds = {0};
    sketch_add_deeds(lesson, node, "\\n", &deeds);
    bool seen = deeds.length > 0;
    text_add(out, "  n%d [shape=%s, label=\"", node, leaf ? "plaintext" : max ? "box" : "ellipse");
    sketch_add_name(lesson->tree, node, out);
    if (seen && !leaf) text_add(out, "\\n%s", text_get(&deeds));
    text_add(out, "\"%s];\n", seen ? "" : ", color=gray, fontcolor=gray");
    if (node > 0)
        text_add(out, "  n%d -> n%d%s;\n", parent, node, seen ? "" : " [style=dashed, color=gray]");
    text_free(&deeds);
}

static void sketch_dot(const struct lesson_method *method, const struct lesson *lesson,
                       struct text *out) {
    text_add(out, "digraph %s {\n  label=\"%s: ", method->name, method->name);
    sketch_add_sum(lesson, out);
    text_add(out, "\";\n  labelloc=t;\n  node [fontname=\"sans-serif\", fontsize=11];\n"
                  "  edge [arrowhead=none];\n");
    for (int i = 0; i < lesson->tree->count; i++) sketch_dot_node(lesson, i, out);
    text_add(out, "}\n");
}

/* Through Graphviz's program, to stdout. 0, or -1 and why. */
static int sketch_draw(const struct text *dot, struct error *error) {
    fflush(stdout);
    /* NOLINTNEXTLINE(cert-env33-c): the line is fixed */
    if (system("dot -V >/dev/null 2>&1") != 0)
        return error_set(error, "SVG is drawn by Graphviz's dot, which is missing; its package is "
                                "graphviz on Debian and Ubuntu");
    /* NOLINTNEXTLINE(cert-env33-c): so is this one */
    FILE *pipe = popen("dot -Tsvg", "w");
    if (!pipe) return error_set(error, "dot cannot be run");
    fputs(text_get(dot), pipe);
    return pclose(pipe) == 0 ? 0 : error_set(error, "dot failed");
}

/* ---- the command ----------------------------------------------------------------------------- */

enum sketch_format { SKETCH_TEXT, SKETCH_DOT, SKETCH_SVG };

/* What was asked for. */
struct sketch {
    int method; /* 0: all, else its number from 1 on */
    int format, depth, width, guess;
    int64_t seed;
};

static int sketch_search(const struct sketch *sketch, const struct lesson_tree *tree,
                         const struct lesson_method *method, struct error *error) {
    struct lesson *lesson = xmalloc(sizeof *lesson);
    struct text dot = {0};
    int status = 0;
    lesson_take(method, tree, sketch->guess, lesson);
    if (sketch->format == SKETCH_TEXT) sketch_print(method, lesson);
    if (sketch->format != SKETCH_TEXT) sketch_dot(method, lesson, &dot);
    if (sketch->format == SKETCH_DOT) shown_put(text_get(&dot));
    if (sketch->format == SKETCH_SVG) status = sketch_draw(&dot, error);
    text_free(&dot);
    free(lesson);
    return status;
}

static int sketch_searches(const struct sketch *sketch, const struct lesson_tree *tree,
                           struct error *error) {
    if (sketch->method > 0)
        return sketch_search(sketch, tree, &lesson_methods[sketch->method - 1], error);
    if (sketch->format == SKETCH_SVG)
        return error_set(error, "--format svg draws one search: name it with --search");
    for (const struct lesson_method *method = lesson_methods; method->name; method++) {
        if (method > lesson_methods && sketch->format == SKETCH_TEXT) shown_print("\n");
        sketch_search(sketch, tree, method, error);
    }
    return 0;
}

static int sketch_find_tree(const struct sketch *sketch, const struct operands *operands,
                            struct lesson_tree *out, struct error *error) {
    if (sketch->seed > 0)
        return operands->count > 0 ? error_set(error, "give a tree or --seed, not both")
                                   : lesson_random(sketch->depth, sketch->width,
                                                   (uint64_t)sketch->seed, out, error);
    return lesson_parse(operands->count > 0 ? operands->list[0] : sketch_tree, out, error);
}

static const struct command_usage sketch_usage = {
    .synopsis = "tree [OPTION]... [TREE]",
    .doc =
        "Shows the family of searches on one small tree: the nodes that each visited, with which\n"
        "window, what it learned there, and what it never looked at.\n"
        "\n"
        "TREE is as \"((3 5) (6 9))\": a max node at the root, numbers for max at the leaves, in\n"
        "the order in which they are looked at. Without it a textbook's is shown, or with\n"
        "--seed a random one of --depth plies with --width children each.\n"
        "\n"
        "The text has a node a line, with every visit: its window, and what was found (=5; <=5\n"
        "and >=5 are bounds). \"cut\" stands where not all children were looked at, \"known\" "
        "where\n"
        "an earlier pass knew enough, \"-\" for nodes that were not visited.\n",
    .operands_max = 1,
};

static const char *const *sketch_method_names(void) {
    static const char *names[SKETCH_METHODS_MAX + 2] = {"all"};
    for (int i = 0; lesson_methods[i].name; i++) {
        if (i == SKETCH_METHODS_MAX) die("more than %d searches", SKETCH_METHODS_MAX);
        names[i + 1] = lesson_methods[i].name;
    }
    return names;
}

int command_tree(int argc, char **argv) {
    static const char *const formats[] = {"text", "dot", "svg", NULL};
    struct sketch sketch = {.depth = 3, .width = 2, .guess = SKETCH_GUESS};
    const struct option_spec options[] = {{.name = "search",
                                           .argument = "NAME",
                                           .doc = "one of the searches",
                                           .kind = OPTION_CHOICE,
                                           .value = &sketch.method,
                                           .choices = sketch_method_names()},
                                          {.name = "format",
                                           .argument = "NAME",
                                           .doc = "text, Graphviz's DOT, or a picture drawn by it",
                                           .kind = OPTION_CHOICE,
                                           .value = &sketch.format,
                                           .choices = formats},
                                          {.name = "guess",
                                           .argument = "N",
                                           .doc = "value that aspiration and mtdf begin with",
                                           .kind = OPTION_INT,
                                           .value = &sketch.guess,
                                           .lower = -LESSON_VALUE_MAX,
                                           .upper = LESSON_VALUE_MAX},
                                          {.name = "seed",
                                           .argument = "N",
                                           .doc = "a random tree; 0: none",
                                           .kind = OPTION_INT64,
                                           .value = &sketch.seed,
                                           .upper = 1e15},
                                          {.name = "depth",
                                           .letter = 'd',
                                           .argument = "N",
                                           .doc = "its plies",
                                           .kind = OPTION_INT,
                                           .value = &sketch.depth,
                                           .lower = 1,
                                           .upper = LESSON_DEPTH_MAX},
                                          {.name = "width",
                                           .argument = "N",
                                           .doc = "children of each of its nodes",
                                           .kind = OPTION_INT,
                                           .value = &sketch.width,
                                           .lower = 1,
                                           .upper = LESSON_NODES_MAX},
                                          {0}};
    struct operands operands;
    struct error error;
    int status = options_parse(&sketch_usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    struct lesson_tree *tree = xmalloc(sizeof *tree);
    status = sketch_find_tree(&sketch, &operands, tree, &error);
    if (status == 0) status = sketch_searches(&sketch, tree, &error);
    free(tree);
    return status ? command_fail(&sketch_usage, "%s", error.text) : 0;
}
