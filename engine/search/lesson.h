/*
 * lesson: the family of searches on one small tree, for teachers and students. Each is written as
 * in textbooks, on max and min nodes with values for max, and leaves a trace: the nodes it visited,
 * their windows, and their values. The search that plays is in search.h; this one is only for show.
 */
#ifndef HONE_ENGINE_SEARCH_LESSON_H
#define HONE_ENGINE_SEARCH_LESSON_H

#include "engine/base/base.h"

enum {
    LESSON_NODES_MAX = 128,
    LESSON_DEPTH_MAX = 8,
    LESSON_VISITS_MAX = 2048,
    LESSON_VALUE_MAX = 999,
    LESSON_INFINITE = LESSON_VALUE_MAX + 1,
};

struct lesson_node {
    int parent, depth; /* of the root -1, 0 */
    int count;         /* of children; 0: a leaf */
    int children[LESSON_NODES_MAX];
    int value; /* of a leaf, for max */
};

/* Nodes in the order of their text; the root, number 0, is a max node, and below it they take
 * turns. */
struct lesson_tree {
    int count;
    struct lesson_node nodes[LESSON_NODES_MAX];
};

/* "((3 5) (6 9))": a node is a number or its children in parentheses. 0, or -1 and why. */
int lesson_parse(const char *text, struct lesson_tree *out, struct error *error);
/* The same text of a tree. */
void lesson_format(const struct lesson_tree *tree, struct text *out);
/* `depth` plies deep, with `width` children at each node, and leaves of 0 to 20 drawn by `seed`.
 * 0, or -1 and why. */
int lesson_random(int depth, int width, uint64_t seed, struct lesson_tree *out,
                  struct error *error);

static inline bool lesson_is_max(const struct lesson_tree *tree, int node) {
    return tree->nodes[node].depth % 2 == 0;
}

/* A visit to a node. */
struct lesson_visit {
    int node, pass;
    int alpha, beta; /* the window, for max */
    int value;       /* fail-soft: an upper bound if not above alpha, a lower bound if not below
                      * beta, else exact */
    bool cut;        /* not all children were looked at */
    bool known;      /* an earlier pass had found enough */
};

/* What proof-number search knows of a node in the end. */
struct lesson_proof {
    int step;            /* in which step it was expanded, 0: never */
    int proof, disproof; /* leaves that must still be settled at least; LESSON_INFINITE: cannot */
    bool generated;
};

struct lesson {
    const struct lesson_tree *tree;
    int guess; /* of the value, where a search begins with one */
    int value;
    int passes; /* of which each has its window at the root */
    int count;
    struct lesson_visit visits[LESSON_VISITS_MAX];
    bool proves; /* a search that settles whether the value is `value` at least: no visits but … */
    struct lesson_proof proofs[LESSON_NODES_MAX];
    /* Bounds of nodes from earlier passes, for methods that keep them. */
    bool remembers;
    int lower[LESSON_NODES_MAX], upper[LESSON_NODES_MAX];
};

struct lesson_method {
    const char *name, *doc;
    void (*search)(struct lesson *lesson);
};

/* minimax, alphabeta, aspiration, pvs, mtdf, sss, pns; a NULL name ends them. */
extern const struct lesson_method lesson_methods[];

/* Searches a tree by a method. */
void lesson_take(const struct lesson_method *method, const struct lesson_tree *tree, int guess,
                 struct lesson *out);

/* Leaves looked at, each counted once, and how often. */
int lesson_leaves(const struct lesson *lesson, int *looks);

#endif
