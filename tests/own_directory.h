/* own_directory: one of the test program's own, with all that its tests write. Include after
 * cmocka.h. */
#ifndef HONE_TESTS_OWN_DIRECTORY_H
#define HONE_TESTS_OWN_DIRECTORY_H

#include <stdio.h>
#include <stdlib.h>

static char directory[32];

/* As a group's setup and teardown, or within them. */
static inline int own_directory_make(void **state) {
    (void)state;
    snprintf(directory, sizeof directory, "/tmp/hone-test-XXXXXX");
    return mkdtemp(directory) ? 0 : -1;
}

static inline int own_directory_remove(void **state) {
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

#endif
