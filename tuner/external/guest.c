/*
 * Turns a mover's calls into those of a driven program. A fault loses the game; Ctrl-C while the
 * program is thinking makes it void.
 */
#include "tuner/external/guest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/search/referee.h"
#include "tuner/external/tuned.h"

static enum mover_answer guest_answer(struct mover *mover, enum external_end end) {
    ((struct guest_mover *)mover)->end = end;
    return end == EXTERNAL_NORMAL        ? MOVER_GOES_ON
           : end == EXTERNAL_INTERRUPTED ? MOVER_VOID
                                         : MOVER_LOST;
}

static struct external *guest_engine(struct mover *mover) {
    return &((struct guest_mover *)mover)->engine;
}

static enum external_end guest_begin_as(struct mover *mover, const int32_t *values, int side,
                                        const void *start, const move_t *line, int count) {
    struct external *engine = guest_engine(mover);
    struct tuned_seat *seat = ((struct guest_mover *)mover)->seat;
    return seat ? tuned_begin(seat, engine, values, side, start, line, count)
                : external_begin(engine, side, start, line, count);
}

static enum mover_answer guest_begin(struct mover *mover, const struct bout *bout, int side) {
    const int32_t *values = bout->players[side]->prepared;
    const void *start = bout->line_count < 0 ? bout->start : NULL;
    return guest_answer(mover, guest_begin_as(mover, values, side, start, bout->line,
                                              max_int(0, bout->line_count)));
}

static enum mover_answer guest_choose(struct mover *mover, const void *state, struct rng *rng,
                                      move_t *move) {
    (void)state, (void)rng;
    return guest_answer(mover, external_move(guest_engine(mover), move));
}

static enum mover_answer guest_tell(struct mover *mover, move_t move) {
    return guest_answer(mover, external_tell(guest_engine(mover), move));
}

static enum mover_view guest_view(const struct mover *mover) {
    const struct external *engine = &((const struct guest_mover *)mover)->engine;
    return opinion_view(&engine->opinion, &engine->spec->opinion, engine->count / 2);
}

static void guest_end(struct mover *mover) {
    external_finish(guest_engine(mover));
}

static void guest_dismiss(struct mover *mover) {
    external_dismiss(guest_engine(mover));
}

static void guest_free(struct mover *mover) {
    struct tuned_seat *seat = ((struct guest_mover *)mover)->seat;
    external_stop(guest_engine(mover));
    if (seat) tuned_seat_free(seat);
    free(mover);
}

static const struct mover_kind guest_kind = {.begin = guest_begin,
                                             .choose = guest_choose,
                                             .tell = guest_tell,
                                             .view = guest_view,
                                             .end = guest_end,
                                             .dismiss = guest_dismiss,
                                             .free = guest_free};

static struct mover *guest_mover_new(const struct player *player) {
    const struct guest *guest = (const struct guest *)player;
    struct guest_mover *mover = xcalloc(1, sizeof *mover);
    mover->mover.kind = &guest_kind;
    external_init(&mover->engine, guest->spec, player->evaluator->game);
    return &mover->mover;
}

struct mover *guest_of_tuned(const struct player *player) {
    struct tuned *tuned = tuned_of(player->evaluator);
    struct guest_mover *mover = xcalloc(1, sizeof *mover);
    mover->mover.kind = &guest_kind;
    mover->seat = tuned_seat_new(tuned);
    external_init(&mover->engine, &tuned->spec, player->evaluator->game);
    return &mover->mover;
}

void guest_init(struct guest *guest, const struct evaluator *evaluator,
                const struct external_spec *spec) {
    *guest = (struct guest){{.evaluator = evaluator, .mover_new = guest_mover_new}, spec};
}

static const struct guest_mover *guest_mover_of(const struct mover *mover) {
    return mover->kind == &guest_kind ? (const struct guest_mover *)mover : NULL;
}

struct guest_ending guest_ending_of(struct mover *const movers[2], const struct record *record) {
    for (int side = 0; side < 2; side++) {
        const struct guest_mover *guest = guest_mover_of(movers[side]);
        if (guest && guest->end != EXTERNAL_NORMAL)
            return (struct guest_ending){guest->end, side, guest};
    }
    enum external_end end = record->agreed ? EXTERNAL_ADJUDICATED : EXTERNAL_NORMAL;
    return (struct guest_ending){end, record->outcome > 0, NULL};
}

/* The side whose values a game says something about: the loser's by a fault; else that of the
 * start's values, if one has them. NULL: it has no tuned engine. */
static const struct guest_mover *guest_tuned(struct mover *const movers[2],
                                             const struct guest_ending *ending) {
    const struct guest_mover *found = NULL;
    for (int side = 0; side < 2; side++) {
        const struct guest_mover *guest = guest_mover_of(movers[side]);
        if (!guest || !guest->seat || (external_is_fault(ending->end) && side != ending->side))
            continue;
        if (!found || tuned_plays_start(guest->seat)) found = guest;
    }
    return found;
}

void guest_watch(struct mover *const movers[2], const struct guest_ending *ending, int64_t first,
                 int64_t number) {
    const struct guest_mover *guest = guest_tuned(movers, ending);
    if (guest) tuned_watch(guest->seat, &guest->engine, ending->end, first, number);
}

/* What is known of a ply after the opening; NULL: nothing. */
static const struct record_eval *guest_eval(struct mover *const movers[2], int ply) {
    for (int side = 0; side < 2; side++) {
        const struct guest_mover *guest = guest_mover_of(movers[side]);
        const struct external *engine = guest ? &guest->engine : NULL;
        int at = engine ? engine->opening + ply : 0;
        if (engine && at < engine->count && engine->evals[at].known) return &engine->evals[at];
    }
    return NULL;
}

void guest_evals_print(struct mover *const movers[2], int plies, struct text *out) {
    size_t begin = out->length;
    bool any = false;
    for (int ply = 0; ply < plies; ply++) {
        const struct record_eval *eval = guest_eval(movers, ply);
        any |= eval != NULL;
        text_add(out, "%s", ply ? " " : "");
        if (eval)
            text_add(out, "%s%+d/%d/%.3f", eval->mate ? "M" : "", eval->score, eval->depth,
                     eval->seconds);
        else
            text_add(out, "-");
    }
    if (!any && out->data) out->data[out->length = begin] = '\0';
}

bool guest_eval_read(const char *word, struct record_eval *out) {
    *out = (struct record_eval){.known = true, .mate = *word == 'M'};
    bool whole =
        sscanf(word + out->mate, "%d/%d/%lf", &out->score, &out->depth, &out->seconds) == 3;
    return whole && out->depth >= 0 && out->seconds >= 0 && out->seconds < 1e9;
}

enum external_end guest_ask(struct mover *mover, const int32_t *values, const void *start,
                            const move_t *line, int count, move_t *move) {
    struct external *engine = guest_engine(mover);
    const struct game *game = engine->game;
    struct state state;
    if (start)
        memcpy(&state, start, game->state_size);
    else
        game->start(game, &state);
    for (int i = 0; i < count; i++) game->play(game, &state, line[i]);
    enum external_end end = guest_begin_as(mover, values, game->side(&state), start, line, count);
    if (end == EXTERNAL_NORMAL) end = external_move(engine, move);
    if (end == EXTERNAL_NORMAL) external_finish(engine);
    return end;
}

int guest_try(struct mover *mover, struct error *error) {
    struct external *engine = guest_engine(mover);
    enum external_end end = guest_begin_as(mover, NULL, 0, NULL, NULL, 0);
    if (end == EXTERNAL_NORMAL || end == EXTERNAL_INTERRUPTED) return 0;
    const char *errors = text_get(&engine->errors);
    struct text name = {0};
    external_spec_name(engine->spec, &name);
    if (*errors)
        error_set(error, "%s cannot be used: it %s and said:\n%.1000s", text_get(&name),
                  engine->detail, errors);
    else
        error_set(error, "%s cannot be used: it %s", text_get(&name), engine->detail);
    text_free(&name);
    return -1;
}

const char *guest_announced(struct mover *mover) {
    return guest_engine(mover)->announced;
}
