/* The other program reads a file, so that its pipe is free for the answer. */
#include "tuner/report/page/filter.h"

#include <stdio.h>

static int filter_read(const char *command, FILE *file, struct text *out) {
    char line[96], piece[4096];
    snprintf(line, sizeof line, "%s/dev/fd/%d 2>/dev/null", command, fileno(file));
    /* NOLINTNEXTLINE(cert-env33-c): a number alone changes in that line */
    FILE *pipe = popen(line, "r");
    if (!pipe) return -1;
    for (size_t length; (length = fread(piece, 1, sizeof piece, pipe)) > 0;)
        text_add_bytes(out, piece, length);
    return pclose(pipe) == 0 ? 0 : -1;
}

int filter_run(const char *command, const struct text *in, struct text *out) {
    FILE *file = tmpfile();
    bool written = file && fwrite(in->data, 1, in->length, file) == in->length && fflush(file) == 0;
    int status = written ? filter_read(command, file, out) : -1;
    if (file) fclose(file);
    return status;
}
