/*
 * near_name: guesses which file or folder was meant by a path that leads nowhere.
 */
#ifndef HONE_ENGINE_BASE_NEAR_NAME_H
#define HONE_ENGINE_BASE_NEAR_NAME_H

#include "engine/base/base.h"

/* If nothing is at `path`, adds "; did you mean PATH?" to the message: the name that differs least,
 * with its ending or without, by a quarter of the letters before the ending and three at most. It
 * is looked for in the same folder, then in the others, a list that ends with NULL; NULL: there are
 * none. Without `error` nothing is done. */
void near_name_add(const char *path, const char *const *folders, struct error *error);

#endif
