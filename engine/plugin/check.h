/*
 * check: the conformance tests of hone's own games and evaluators on a plug-in, in a child process,
 * so that a crash or a call that does not end is a finding like any other. The first thing that is
 * wrong is printed, with the position and the move, and ends it.
 */
#ifndef HONE_ENGINE_PLUGIN_CHECK_H
#define HONE_ENGINE_PLUGIN_CHECK_H

#include "engine/game/family.h"
#include "engine/plugin/library.h"

/* Checks a library for at most `seconds` and prints what it finds. 0: nothing is wrong; 1:
 * something is; 2: it cannot be loaded. */
int check_file(const char *path, int seconds);

/* ---- the parts, in the child; each returns if nothing is wrong ---- */

/* Notes what is being done, for the report on a child that did not come back. */
void check_note(const struct game *game, const void *state, const char *doing);
/* Prints what is wrong, where, and by which move (MOVE_NONE: none), and ends the process. */
_Noreturn void check_fail(const struct game *game, const void *state, move_t move,
                          const char *format, ...) __attribute__((format(printf, 4, 5)));

void check_game(const struct library *library, const struct game *game);
void check_evaluator(const struct evaluator *evaluator);

/* Whether the answers about subject number `i` are what they were before. */
typedef bool check_same_fn(const void *subject, int i);
/* Asks for `count` of them from several threads at once: the number of one that differs, or -1. */
int check_by_threads(check_same_fn *same, const void *subject, int count);

/* A random unfinished position. */
struct state check_position(const struct game *game, struct rng *rng);

#endif
