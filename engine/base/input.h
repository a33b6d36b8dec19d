/*
 * input: the bytes of a stream, which can be looked at before they are read: what came in during
 * other work waits here, in order.
 */
#ifndef HONE_ENGINE_BASE_INPUT_H
#define HONE_ENGINE_BASE_INPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "engine/base/base.h"

/* Begins as {.file = …} with a file that has no other reader, borrowed. input_free gives back what
 * was allocated. */
struct input {
    FILE *file;
    struct text waiting; /* bytes from `next` on are still to be read */
    size_t next;
    bool ended; /* nothing comes after those */
};
void input_free(struct input *input);

/* The next byte, waiting for it; EOF: there is none. */
int input_byte(struct input *input);

/* Reads what is there without waiting, if the file has a descriptor and so much may wait; whether
 * that was something, or the end. */
bool input_gather(struct input *input);
/* Whether no more may wait: what comes behind that cannot be looked at. */
bool input_is_full(const struct input *input);
/* Whether the writer closed it and all is read. The end of a file on a disk does not count as
 * closed. */
bool input_is_closed(const struct input *input);
/* The bytes that wait, and their number. */
const char *input_waiting(const struct input *input, size_t *length);

/* Whether a pipe's other end is closed, so that nothing reads what is written. */
bool output_is_broken(FILE *file);

#endif
