/*
 * shipped: files that come with the programs. Of an installed program they are in share/hone and
 * share/doc/hone, beside its bin; of one in a checkout, in a folder above it or beside it.
 */
#ifndef HONE_ENGINE_BASE_SHIPPED_H
#define HONE_ENGINE_BASE_SHIPPED_H

#include "engine/base/base.h"

/* Appends the path of such a file, "results/champions/NAME.weights", if one can be read. */
bool shipped_find(const char *name, struct text *out);

#endif
