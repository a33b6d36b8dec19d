/*
 * The engine as a page calls it, natively, for tests that compare the two: answers WEIGHTS NODES
 * [PLUGIN] reads games, one a line, and answers each with what player 0 thinks, and with the
 * seconds of CPU that all took.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/base/isa.h"
#include "engine/base/shown.h"
#include "engine/plugin/library.h"
#include "engine/web/web.h"

void web_tell(const char *answer) {
    (void)answer;
}

static void put(const char *bytes, size_t count) {
    memcpy(web_room(count), bytes, count);
}

static void answer_all(double nodes) {
    char line[1 << 14];
    double seconds = 0;
    while (fgets(line, sizeof line, stdin)) {
        put(line, strcspn(line, "\n"));
        web_forget();
        double begin = (double)clock() / CLOCKS_PER_SEC;
        const char *answer = web_think(0, nodes, 0);
        seconds += (double)clock() / CLOCKS_PER_SEC - begin;
        shown_print("%s\n", answer);
    }
    shown_print("%.6f\n", seconds);
}

int main(int argc, char **argv) {
    struct text weights = {0};
    struct error error;
    if (argc < 3 || isa_init(&error) || file_read(argv[1], &weights, &error)) return 2;
    if (argc > 3 && !library_load(argv[3], &error)) return 2;
    put(weights.data, weights.length);
    shown_print("%s\n", web_seat(0, weights.length));
    answer_all(strtod(argv[2], NULL));
    text_free(&weights);
    web_leave();
    return 0;
}
