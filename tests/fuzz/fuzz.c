/*
 * libFuzzer's interface to the target that the first argument names; `list` prints all of them,
 * each with its seeds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/targets.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct fuzz_target *target;

static _Noreturn void fuzz_list(void) {
    for (const struct fuzz_target *t = fuzz_targets; t->name; t++)
        printf("%s %s\n", t->name, t->seeds);
    exit(EXIT_SUCCESS);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    const char *name = *argc > 1 ? (*argv)[1] : "";
    if (strcmp(name, "list") == 0) fuzz_list();
    target = fuzz_find(name);
    if (!target) {
        fprintf(stderr, "usage: fuzz TARGET [libFuzzer's arguments] | list\n");
        exit(2);
    }
    (*argv)[1] = (*argv)[0];
    ++*argv, --*argc;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    target->run(data, size);
    return 0;
}
