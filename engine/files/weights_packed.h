/*
 * weights_packed: weights as bytes that compress well, for pages that carry them: the weight file's
 * lines before the parameters, a zero byte, and the values in order. A value has its sign in the
 * lowest bit (0, -1, 1, -2 … are 0, 1, 2, 3 …), and as many bytes as the largest one needs; the
 * lowest bytes of all values come first, then the next ones. Values are exact, and gzip takes
 * 4.76 MB for the 5 678 292 of Reversi's largest champion, 5.67 MB if the two bytes of each stand
 * together, 6.59 MB if they are text.
 */
#ifndef HONE_ENGINE_FILES_WEIGHTS_PACKED_H
#define HONE_ENGINE_FILES_WEIGHTS_PACKED_H

#include "engine/files/weights.h"

void weights_pack(const struct weights *weights, struct text *out);
/* Reads and checks them as weights_parse does; `name` is for messages only. 0, or -1 and why. */
int weights_unpack(const char *name, const char *bytes, size_t count, struct weights *out,
                   struct error *error);

#endif
