/*
 * guest: a player that is another program. It has movers of its own, each of which drives a process
 * that is kept from game to game.
 */
#ifndef HONE_TUNER_EXTERNAL_GUEST_H
#define HONE_TUNER_EXTERNAL_GUEST_H

#include "engine/search/mover.h"
#include "tuner/external/drive.h"

struct tuned_seat;

struct guest {
    struct player player; /* what a roster takes; must stay where it is while it is seated */
    const struct external_spec *spec;
};

/* `evaluator` says which game is played; `spec` must outlive the guest. Nothing to free. */
void guest_init(struct guest *guest, const struct evaluator *evaluator,
                const struct external_spec *spec);

/* The mover_new of engines that are tuned. */
struct mover *guest_of_tuned(const struct player *player);

/* A guest's mover, with how its last game ended for it. */
struct guest_mover {
    struct mover mover;
    struct external engine;
    enum external_end end;
    struct tuned_seat *seat; /* of an engine that is tuned (tuned.h); NULL: of another */
};

/* How a game ended for its guests: normally, unless one ended it otherwise than by the rules. */
struct guest_ending {
    enum external_end end;
    int side;                        /* the loser's; of a draw 0 */
    const struct guest_mover *guest; /* that side's, which ended it; NULL: both did, or none */
};
struct guest_ending guest_ending_of(struct mover *const movers[2], const struct record *record);
/* Tells a tuned engine (tuned_watch) how a game ended, by its numbers in struct played; one game at
 * a time. */
void guest_watch(struct mover *const movers[2], const struct guest_ending *ending, int64_t first,
                 int64_t number);

/* The guests' scores of a game's moves after its opening, of `plies`: a word each, "+35/8/0.520"
 * (hundredths of a pawn, plies, seconds), "M-3/9/0.100" (moves to a mate), "-" for none. "" if no
 * guest gave any. guest_eval_read reads a word; false: it is no score. */
void guest_evals_print(struct mover *const movers[2], int plies, struct text *out);
bool guest_eval_read(const char *word, struct record_eval *out);

/* Tries to start a guest's program: 0, or -1 and why. A tuned one gets its table's values. */
int guest_try(struct mover *mover, struct error *error);
/* The move of a tuned engine with these values after these moves from `start` (external_begin), in
 * a new game. */
enum external_end guest_ask(struct mover *mover, const int32_t *values, const void *start,
                            const move_t *line, int count, move_t *move);
/* What its program calls itself; "" if that is not known. */
const char *guest_announced(struct mover *mover);

#endif
