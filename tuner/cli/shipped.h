/* shipped: this program and the files that come with it. */
#ifndef HONE_TUNER_CLI_SHIPPED_H
#define HONE_TUNER_CLI_SHIPPED_H

#include "engine/base/base.h"

enum { OWN_PATH_MAX = 4096 };

/* Where this program is; "" if that is not known. */
void shipped_program(char out[OWN_PATH_MAX]);

/* A file by its place in the sources, which it has, too, where the program was installed. False:
 * it is not there. */
bool shipped_find(const char *path, struct text *out);

#endif
