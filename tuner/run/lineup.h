/*
 * lineup: players of a run together with their rows in the store, and matches between them under
 * the run's settings.
 */
#ifndef HONE_TUNER_RUN_LINEUP_H
#define HONE_TUNER_RUN_LINEUP_H

#include "tuner/config/config.h"
#include "tuner/play/match.h"
#include "tuner/play/openings.h"
#include "tuner/store/store.h"

struct lineup {
    int count, capacity;
    struct player *players; /* owned */
    int64_t *ids;           /* rows in the store, 0 while there is none; owned */
};

/* Adds a player with these weights; his index. A random player ignores them. */
int lineup_add(struct lineup *lineup, const struct config *config,
               const struct evaluator *evaluator, const int32_t *weights, enum player_kind kind,
               int64_t id);
/* The evaluator that a row names, whose parameters its weights fit. NULL and why. */
const struct evaluator *lineup_evaluator(const struct game *game,
                                         const struct stored_player *player, struct error *error);
/* Adds a player from his row; his index, or -1 and why when the row does not fit the game. */
int lineup_add_stored(struct lineup *lineup, const struct config *config,
                      const struct stored_player *player, struct error *error);
void lineup_destroy(struct lineup *lineup);

/* A set of openings as the config says. */
struct opening_source lineup_openings(const struct config *config);
/* Which openings a stage uses. */
enum opening_set lineup_opening_set(enum stage stage);

/* Openings of each of a stage's meetings. */
int lineup_pairs(const struct config *config, enum stage stage);

/* A match of the lineup; the caller adds progress, and keeps meetings and openings alive. */
struct match lineup_match(const struct lineup *lineup, const struct config *config,
                          enum stage stage, int generation, const struct meeting *meetings,
                          int meeting_count, const struct state *openings, int pairs);

/* Writes the meetings of a played match as rows. */
void lineup_save(const struct lineup *lineup, const struct match *match,
                 const struct game_result *results, struct store *store, int64_t run,
                 enum stage stage, int generation);

#endif
