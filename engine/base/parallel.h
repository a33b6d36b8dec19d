/*
 * parallel: a parallel "for each" as an argument, for code that does not know the threads.
 */
#ifndef HONE_ENGINE_BASE_PARALLEL_H
#define HONE_ENGINE_BASE_PARALLEL_H

#include <stdbool.h>
#include <stdint.h>

/* Work in equal parts: work(context, i) for every i below a count, by several threads at once;
 * `progress`, which may be NULL, is asked now and then with the number that is done, by one thread
 * at a time, and abandons the rest if it says false. */
struct parallel_work {
    void (*work)(void *context, int64_t i);
    bool (*progress)(void *context, int64_t done);
    void *context;
};

struct parallel {
    int (*each)(void *self, const struct parallel_work *work, int64_t count);
    void *self; /* borrowed from its maker */
};

/* 0, or -1 if `progress` or Ctrl-C (progress.h) abandoned some of it. */
static inline int parallel_each(struct parallel parallel, const struct parallel_work *work,
                                int64_t count) {
    return parallel.each(parallel.self, work, count);
}

#endif
