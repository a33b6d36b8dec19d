/*
 * Connect Four with one fault, which the environment names, for the tests of `hone plugin
 * check` and of the guard.
 */
#include <hone/plugin.h>

static const struct hone_plugin *example_plugin(const struct hone_host *host);
#define hone_plugin(host) example_plugin(host)
#define GAME_NAME "mygame"
#include "whole.c"
#undef hone_plugin

#include <sched.h>
#include <stdlib.h>
#include <time.h>

static struct hone_game faulty_game;
static struct hone_evaluator faulty_evaluator;

static int moves_twice(const void *state, hone_move *out) {
    int count = moves(state, out);
    if (count > 3) out[1] = out[0];
    return count;
}

static int moves_unsorted(const void *state, hone_move *out) {
    int count = moves(state, out);
    if (count < 2) return count;
    hone_move last = out[count - 1];
    out[count - 1] = out[0];
    out[0] = last;
    return count;
}

/* A point in the air is no harm to this game's rules, but an occupied one is. */
static int moves_occupied(const void *state, hone_move *out) {
    int count = moves(state, out);
    for (int point = POINTS - 1; count == 2 && point > out[1]; point--)
        if (!is_empty(state, point)) out[count++] = (hone_move)point;
    return count;
}

static int moves_behind(const void *state, hone_move *out) {
    out[COLUMNS] = 1;
    return moves(state, out);
}

/* Right as long as one thread asks alone. */
static int moves_shared(const void *state, hone_move *out) {
    static volatile uint64_t shared[4];
    memcpy((void *)shared, state, sizeof(struct state));
    sched_yield(); /* as if it took long */
    return moves((const void *)shared, out);
}

static void move_write_wrong(hone_move move, char out[HONE_MOVE_TEXT_MAX]) {
    move_write(move == 36 ? 37 : move, out);
}

/* Side 0 is always to move. */
static int read_wrong(const char *text, void *state, char *why, size_t size) {
    if (read(text, state, why, size)) return -1;
    ((struct state *)state)->side = 0;
    return 0;
}

/* Where stones are, and not whose. */
static uint64_t key_wrong(const void *state_) {
    const struct state *state = state_;
    return state->stones[0] | state->stones[1];
}

/* One more than there is. */
static int noisy_wrong(const void *state, hone_move *out) {
    int count = moves(state, out);
    if (count == COLUMNS) return 0;
    out[count] = (hone_move)(count ? out[0] : 0);
    return count ? count + 1 : 0;
}

static int pass_turn_wrong(void *state) {
    return empties(state) < 36;
}

static int margin_wrong(const void *state) {
    return side(state) ? -margin(state) : margin(state);
}

static void play_behind(void *state, hone_move move) {
    play(state, move);
    ((char *)state)[sizeof(struct state)] = 1;
}

static int terms_wrong(const void *position, int side, struct hone_term *out) {
    terms(position, side, out);
    out[TWO].count++;
    return PARAMS;
}

/* Another answer each time. */
static int32_t evaluate_counting(const void *weights, const void *position, int side) {
    static int32_t calls;
    return evaluate(weights, position, side) + calls++ % 100000;
}

/* Right as long as one thread asks alone. */
static int32_t evaluate_shared(const void *weights, const void *position, int side) {
    static volatile uint64_t shared[2];
    const uint64_t *stones = position;
    shared[0] = stones[0], shared[1] = stones[1];
    sched_yield(); /* as if it took long */
    uint64_t copy[2] = {shared[0], shared[1]};
    return evaluate(weights, copy, side);
}

static int32_t evaluate_large(const void *weights, const void *position, int side) {
    return evaluate(weights, position, side) < 0 ? -2000000000 : 2000000000;
}

static int is_bad(const void *position) {
    return empties(position) == 30;
}

static int32_t evaluate_crashing(const void *weights, const void *position, int side) {
    if (is_bad(position)) weights = NULL;
    return evaluate(*(const void *volatile *)&weights, position, side);
}

static int32_t evaluate_aborting(const void *weights, const void *position, int side) {
    if (is_bad(position)) abort();
    return evaluate(weights, position, side);
}

static int32_t deeper(const volatile char *above) {
    volatile char here[256] = {above[0]};
    return here[255] ? here[1] : deeper(here) + here[1];
}

static int32_t evaluate_recursing(const void *weights, const void *position, int side) {
    const char begin[1] = {0};
    return is_bad(position) ? deeper(begin) : evaluate(weights, position, side);
}

static int32_t evaluate_hanging(const void *weights, const void *position, int side) {
    while (is_bad(position)) continue;
    return evaluate(weights, position, side);
}

/* Each call comes back soon. */
static int32_t evaluate_slowly(const void *weights, const void *position, int side) {
    nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
    return evaluate(weights, position, side);
}

static void evaluate_after_wrong(const void *weights, const void *before, const hone_move *list,
                                 const void *after, size_t stride, int count, int side,
                                 int32_t *values) {
    (void)before;
    for (int i = 0; i < count; i++)
        values[i] =
            evaluate(weights, (const char *)after + (size_t)i * stride, side) + (list[i] == 3);
}

static void prepare_pointer(const int32_t *weights, void *prepared) {
    memcpy(prepared, &prepared, sizeof prepared);
    memcpy((char *)prepared + 8, weights, PARAMS * sizeof *weights);
}

static int32_t evaluate_behind(const void *prepared, const void *position, int side) {
    return evaluate((const char *)prepared + 8, position, side);
}

static const struct hone_param twins[PARAMS] = {
    {"one", 0, 1000, 1, HONE_LINEAR, "first"},
    {"two", 0, 1000, 5, HONE_LINEAR, "between"},
    {"three", 0, 1000, 25, HONE_LINEAR, "between"},
    {"one", -1000, 1000, 3, HONE_LINEAR, "again"},
};

static const struct hone_param logarithm[] = {{"one", 0, 1000, 1, HONE_LOG, "first"}},
                               outside[] = {{"one", 0, 1000, 1001, HONE_LINEAR, "first"}},
                               below[] = {{"one", 0, 1000, -1, HONE_LINEAR, "first"}},
                               no_span[] = {{"one", 5, 5, 5, HONE_LINEAR, "first"}},
                               capital[] = {{"One", 0, 1000, 1, HONE_LINEAR, "first"}},
                               two_lines[] = {{"one", 0, 1000, 1, HONE_LINEAR, "fir\nst"}};

static int is(const char *fault) {
    const char *wanted = getenv("HONE_FAULT");
    return wanted && strcmp(wanted, fault) == 0;
}

static void spoil_game(struct hone_game *out) {
    if (is("twice")) out->moves = moves_twice;
    if (is("unsorted")) out->moves = moves_unsorted;
    if (is("occupied")) out->moves = moves_occupied;
    if (is("shared moves")) out->moves = moves_shared;
    if (is("behind")) out->moves = moves_behind;
    if (is("move text")) out->move_write = move_write_wrong;
    if (is("position text")) out->read = read_wrong;
    if (is("key")) out->key = key_wrong;
    if (is("margin")) out->margin = margin_wrong;
    if (is("plies")) out->plies_max = 20;
    if (is("state")) out->play = play_behind;
    if (is("incomplete")) out->margin = NULL;
    if (is("no letters")) out->move_read = NULL;
    if (is("no board")) out->placement = 0, out->symmetries = 0, out->write = NULL;
    if (is("noisy")) out->noisy = noisy_wrong;
    if (is("pass")) out->pass_turn = pass_turn_wrong;
    if (is("short game")) out->size = 2;
    if (is("no moves")) out->moves_max = 0;
    if (is("half a board")) out->rows = 0;
    if (is("large board")) out->rows = out->columns = 100;
    if (is("no owner")) out->owner = NULL;
    if (is("no square")) out->symmetries |= 1 << 4;
    if (is("unread")) out->read = NULL, out->set_up = NULL;
}

static void spoil_evaluator(struct hone_evaluator *out) {
    if (is("terms")) out->terms = terms_wrong;
    if (is("counting")) out->evaluate = evaluate_counting;
    if (is("shared")) out->evaluate = evaluate_shared;
    if (is("large")) out->evaluate = evaluate_large, out->terms = NULL;
    if (is("crash")) out->evaluate = evaluate_crashing;
    if (is("abort")) out->evaluate = evaluate_aborting;
    if (is("recursion")) out->evaluate = evaluate_recursing;
    if (is("hang")) out->evaluate = evaluate_hanging;
    if (is("after")) out->evaluate_after = evaluate_after_wrong;
    if (is("prepare")) {
        out->prepared_size = 8 + PARAMS * sizeof(int32_t);
        out->prepare = prepare_pointer;
        out->evaluate = evaluate_behind;
    }
    if (is("slow")) out->evaluate = evaluate_slowly;
    if (is("twins")) out->params = twins;
    if (is("logarithm")) out->params = logarithm;
    if (is("outside")) out->params = outside;
    if (is("below")) out->params = below;
    if (is("no span")) out->params = no_span;
    if (is("capital")) out->params = capital;
    if (is("two lines")) out->params = two_lines;
    if (is("no version")) out->version = 0;
    if (is("half prepared")) out->prepared_size = 8;
    if (is("no value")) out->evaluate = NULL, out->terms = NULL;
    if (is("no terms")) out->terms_max = -1;
    if (is("greedy")) out->prepared_size = SIZE_MAX, out->prepare = prepare_pointer;
    if (is("short")) out->size = offsetof(struct hone_evaluator, terms);
    if (is("too short")) out->size = 1;
}

static const struct hone_evaluator *const faulty_evaluators[] = {&faulty_evaluator, NULL};

const struct hone_plugin *hone_plugin(const struct hone_host *host) {
    static struct hone_plugin table;
    if (is("refusing")) {
        host->log("faults: not today");
        return NULL;
    }
    table = *example_plugin(host);
    faulty_game = *table.game;
    faulty_evaluator = *table.evaluators[0];
    table.game = &faulty_game;
    table.evaluators = faulty_evaluators;
    spoil_game(&faulty_game);
    spoil_evaluator(&faulty_evaluator);
    if (is("short table")) table.size = 3;
    if (is("version")) table.abi_major = 2;
    if (is("newer")) table.abi_minor = HONE_ABI_MINOR + 1;
    return &table;
}
