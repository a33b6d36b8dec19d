/*
 * Streams with a descriptor are read around their buffers, so that poll says what there is; others
 * (memory) byte by byte.
 */
#include "engine/base/input.h"

#include <errno.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

/* A writer that does not stop, while nothing is read, fills the pipe, not the memory. */
enum { CHUNK_BYTES = 4096, GATHERED_BYTES_MAX = 1 << 20 };

void input_free(struct input *input) {
    text_free(&input->waiting);
}

/* What was read makes room. */
static void input_forget_read(struct input *input) {
    struct text *waiting = &input->waiting;
    if (input->next < waiting->length) return;
    waiting->length = input->next = 0;
}

/* Waits for some bytes, or the end. */
static void input_fill(struct input *input, int descriptor) {
    char chunk[CHUNK_BYTES];
    ssize_t count;
    input_forget_read(input);
    do count = read(descriptor, chunk, sizeof chunk);
    while (count < 0 && errno == EINTR);
    if (count > 0)
        text_add_bytes(&input->waiting, chunk, (size_t)count);
    else
        input->ended = true;
}

int input_byte(struct input *input) {
    int descriptor = fileno(input->file);
    if (descriptor < 0) return getc(input->file);
    if (input->next == input->waiting.length && !input->ended) input_fill(input, descriptor);
    if (input->next == input->waiting.length) return EOF;
    return (unsigned char)input->waiting.data[input->next++];
}

static bool input_has_more(int descriptor) {
    struct pollfd poller = {.fd = descriptor, .events = POLLIN};
    return poll(&poller, 1, 0) > 0;
}

bool input_gather(struct input *input) {
    int descriptor = fileno(input->file);
    bool more = false;
    if (descriptor < 0) return false;
    while (!input->ended && !input_is_full(input) && input_has_more(descriptor)) {
        input_fill(input, descriptor);
        more = true;
    }
    return more;
}

bool input_is_full(const struct input *input) {
    return input->waiting.length >= GATHERED_BYTES_MAX;
}

bool input_is_closed(const struct input *input) {
    struct stat status;
    return input->ended && fstat(fileno(input->file), &status) == 0 && !S_ISREG(status.st_mode);
}

const char *input_waiting(const struct input *input, size_t *length) {
    *length = input->waiting.length - input->next;
    return text_get(&input->waiting) + input->next;
}

bool output_is_broken(FILE *file) {
    struct pollfd poller = {.fd = fileno(file), .events = 0};
    return poll(&poller, 1, 0) > 0 && poller.revents & POLLERR;
}
