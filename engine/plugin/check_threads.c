/*
 * The same questions from several threads at once, each of which begins elsewhere.
 */
#include <pthread.h>

#include "engine/base/base.h"
#include "engine/plugin/check.h"

enum { THREADS = 4, ROUNDS = 100 };

struct worker {
    pthread_t thread;
    pthread_barrier_t *begin;
    check_same_fn *same;
    const void *subject;
    int count, first;
    int wrong; /* the number; -1: none */
};

static void *worker_run(void *worker_) {
    struct worker *worker = worker_;
    worker->wrong = -1;
    pthread_barrier_wait(worker->begin);
    for (int asked = 0; asked < ROUNDS * worker->count; asked++) {
        int i = (worker->first + asked) % worker->count;
        if (!worker->same(worker->subject, i)) worker->wrong = i;
    }
    return NULL;
}

int check_by_threads(check_same_fn *same, const void *subject, int count) {
    struct worker workers[THREADS];
    pthread_barrier_t begin;
    pthread_barrier_init(&begin, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.begin = &begin,
                                     .same = same,
                                     .subject = subject,
                                     .count = count,
                                     .first = i * count / THREADS};
        if (pthread_create(&workers[i].thread, NULL, worker_run, &workers[i]))
            die("no thread for the check");
    }
    for (int i = 0; i < THREADS; i++) pthread_join(workers[i].thread, NULL);
    pthread_barrier_destroy(&begin);
    for (int i = 0; i < THREADS; i++)
        if (workers[i].wrong >= 0) return workers[i].wrong;
    return -1;
}
