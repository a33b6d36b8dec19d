/*
 * No others: the threads of this process play everything.
 */
#include "tuner/play/ranks.h"

int ranks_main(int (*program)(int argc, char **argv), int argc, char **argv) {
    return program(argc, argv);
}

int64_t ranks_dropped(void) {
    return 0;
}

int ranks_cores(int cores) {
    return cores;
}

int ranks_threads(int threads) {
    return threads > 0 ? threads : pool_cores();
}

void ranks_play(struct pool *pool, struct queue *queue) {
    pool_play(pool, &(struct pool_shift){.take = pool_take, .context = queue});
}
