/*
 * runs: the rows of a run: its players, generations, meetings, and the choice. Every generation is
 * one transaction with everything needed to resume. Rows depend on clocks or threads only in the
 * tables `runs`, `timings` and `stage_timings`. A database can hold any number of runs; `hone tune`
 * keeps one a file. Its sources are runs.c, changes.c, players.c, generations.c and meetings.c.
 */
#ifndef HONE_TUNER_STORE_RUNS_H
#define HONE_TUNER_STORE_RUNS_H

#include "tuner/optimize/population.h"
#include "tuner/play/stage.h"
#include "tuner/statistics/score.h"
#include "tuner/store/db.h"

/* What ended a run's training. */
enum run_ending {
    ENDING_LENGTH,   /* the config's length; or it has not ended yet */
    ENDING_FINISH,   /* the user did: `hone finish` */
    ENDING_TIME,     /* the time that the user gave it was up */
    ENDING_PATIENCE, /* milestones without growth: optimizer.patience */
};

struct stored_run {
    int64_t id;
    char name[64], game[32], evaluator[16], layout[16];
    uint64_t seed;
    char *config; /* text of config_print; owned */
    char program[64], compiler[64], machine[128];
    char started[32], finished[32]; /* UTC, ISO 8601; finished "" while unfinished */
    int evaluator_schema;           /* the version of the parameters' meaning */
    int mixing;                     /* how a game's random numbers follow from its players */
    int revision;                   /* of what a config and seed give (run.h) */
    char init[16];                  /* where the first vectors came from: random, around, file */
    char remark[256];               /* what a report must say of it: what was dropped, and why */
    int generations;                /* finished ones */
    enum run_ending ended_by;       /* training ended so; there are no more generations */
    int64_t dropped;                /* games that other ranks had played wrongly */
    int64_t age;                    /* seconds since it was begun */
};

/* What is tuned: "wpc sym10", or "engine", which has no layout. */
enum { STORE_TUNED = 40 };
const char *store_run_tuned(const struct stored_run *run, char out[STORE_TUNED]);

/* The path of the database that keeps the run of a directory. */
void store_run_path(const char *directory, char *out, size_t size);

/* The store fills in id, started, finished and generations itself. */
int64_t store_add_run(struct store *store, const struct stored_run *run);
void store_finish_run(struct store *store, int64_t run); /* the first time counts */
/* No generation follows the last one. */
void store_end_training(struct store *store, int64_t run, enum run_ending ending);
/* Counts `games` more that were played wrongly and played again. */
void store_add_dropped(struct store *store, int64_t run, int64_t games);
/* "length", "finish", "time" or "patience"; NULL behind the last one. */
const char *store_ending_name(int ending);
/* Lets the run continue with a config of another length: it is as if its last generation had just
 * been stored, without a champion and without the games that chose and measured it, or findings
 * about it. */
void store_relength_run(struct store *store, int64_t run, const char *config);
/* Gives it another config, and leaves the rest as it is. */
void store_change_config(struct store *store, int64_t run, const char *config);
/* Lets the run continue from an earlier point: it is as if it had been killed after that
 * generation, or the last one before it whose state is kept, and, for its strength so far, after
 * the milestone of generation `milestones`; the remark says why. */
void store_rewind_run(struct store *store, int64_t run, int generations, int milestones,
                      const char *remark);
/* The newest first; every command takes that one. The array and its configs are freed with
 * store_free_runs. */
int store_runs(struct store *store, struct stored_run **out);
void store_free_runs(struct stored_run *runs, int count);
/* Adds the rows of another database, or one of its runs alone, 0: all; a run whose name is taken
 * gets another one: "quick-2". */
void store_merge(struct store *into, struct store *from, int64_t run);

/* A file that a run's config names, as it was then: its content, or "CHECKSUM PATH" of a file of
 * positions. */
struct stored_file {
    int64_t run;
    char *path, *content; /* owned when they came from the store */
};

void store_add_file(struct store *store, const struct stored_file *file);
/* Gives one that is there another content. */
void store_change_file(struct store *store, const struct stored_file *file);
/* All of a run; freed with store_free_files. Returns count: 0 also for runs of versions that did
 * not store them. */
int store_files(struct store *store, int64_t run, struct stored_file **out);
void store_free_files(struct stored_file *files, int count);

/* What a run's config was up to that generation, and what the user changed then. */
struct stored_change {
    int64_t id, run;
    int generation;
    char *config, *what, *state; /* `what` in words; of the optimiser, from which the next
                                  * generation follows; all owned when they came from the store */
};

/* The store fills in id. */
void store_add_change(struct store *store, const struct stored_change *change);
/* All of a run, the oldest first; freed with store_free_changes. */
int store_changes(struct store *store, int64_t run, struct stored_change **out);
void store_free_changes(struct stored_change *changes, int count);

enum player_kind { PLAYER_INDIVIDUAL, PLAYER_YARDSTICK, PLAYER_RANDOM };

struct stored_player {
    int64_t id, run;
    enum player_kind kind;
    int generation, slot; /* both -1: not of a generation; its name is unique in the run then */
    char name[64], evaluator[16], layout[16];
    int dim;
    int32_t *weights; /* owned when it came from the store, as `line` is */
    int64_t salt;     /* of a random player, by which its games are drawn; 0: its id */
    char *line;       /* of a yardstick that is an external engine: what names it; else "" */
};

int64_t store_add_player(struct store *store, const struct stored_player *player);
/* The id that the next player added will have. */
int64_t store_next_player(struct store *store);
/* By id. 0, or -1 and why; freed with store_free_player. */
int store_player(struct store *store, int64_t id, struct stored_player *out, struct error *error);
/* The player's generation; 0: none. */
int store_player_generation(struct store *store, int64_t id);
/* Individual of a generation's slot; slot -1: the generation's champion. */
int store_individual(struct store *store, int64_t run, int generation, int slot,
                     struct stored_player *out, struct error *error);
/* By name, of a run's players that are not of a generation. */
int store_named_player(struct store *store, int64_t run, const char *name,
                       struct stored_player *out, struct error *error);
void store_free_player(struct stored_player *player);
/* The engines among a run's players one after the other: the id of the next after `after` (0: the
 * first), 0 if there is none. */
int64_t store_next_engine(struct store *store, int64_t run, int64_t after);

struct stored_generation {
    int generation;
    int64_t champion;                    /* player id */
    int64_t openings, openings_distinct; /* played, or that meetings were dealt theirs from */
    int64_t games, games_distinct;
    char *state;    /* the optimiser's after tell; "" in most generations but the last; owned when
                     * it came from the store */
    double seconds; /* goes to timings */
    int threads;
};

void store_add_generation(struct store *store, int64_t run,
                          const struct stored_generation *generation,
                          const struct metrics *metrics);
/* The last generation up to this one whose state is kept, or the state that a change made of it;
 * 0: none is. */
int store_state_before(struct store *store, int64_t run, int generation);
/* Training games of the generations up to this one. */
int64_t store_games(struct store *store, int64_t run, int generation);
/* -1 and why when there is no such generation. `metrics` may be NULL. */
int store_generation(struct store *store, int64_t run, int generation,
                     struct stored_generation *out, struct metrics *metrics, struct error *error);

/* How fast the last ten generations were, by the clock. */
struct stored_pace {
    int64_t games;
    double seconds, slowest; /* of all; of one */
};
struct stored_pace store_pace(struct store *store, int64_t run);

void store_add_fitness(struct store *store, int64_t run, int generation, int64_t player,
                       const struct fitness *fitness);
int store_fitness(struct store *store, int64_t run, int generation, int64_t player,
                  struct fitness *out, struct error *error);

struct stored_meeting {
    int64_t id, run;
    enum stage stage;
    int generation; /* 0 but for training and progress */
    int64_t a, b;   /* player ids */
    int64_t pairs;
    struct pentanomial counts;  /* a's */
    struct tally first, second; /* a's games moving first, and moving second */
    int64_t not_repeatable;     /* 1 if an external engine played: its games differ each time */
};

int64_t store_add_meeting(struct store *store, const struct stored_meeting *meeting);
/* Writes a meeting's row as it should be, if that is proven: it fits the checksum that the row has,
 * or is the row, and only the checksum is wrong. Returns whether there was anything to write. */
bool store_mend_meeting(struct store *store, const struct stored_meeting *meeting);
/* The ids of a run's meetings that can be played again; freed with free(). Returns count. */
int store_meeting_ids(struct store *store, int64_t run, int64_t **out);
/* The meetings with rows that do not fit their checksums. */
int store_unfit_meetings(struct store *store, int64_t run, int64_t **out);
int store_meeting(struct store *store, int64_t id, struct stored_meeting *out, struct error *error);
/* All of a stage (generation -1: of any), in order of id; freed with free(). Returns count. */
int store_meetings(struct store *store, int64_t run, enum stage stage, int generation,
                   struct stored_meeting **out);

/* The clock time of a stage other than training, with its openings: of the games after a generation
 * (0: of the whole run); of all so far, 0 if not known: versions before the sixth did not store it.
 * A stage that is played again has its last time. */
void store_add_stage_timing(struct store *store, int64_t run, enum stage stage, int generation,
                            double seconds);
double store_stage_seconds(struct store *store, int64_t run, enum stage stage);

/* A meeting's result in one of several manners of play (manners.h). */
struct stored_part {
    struct stored_meeting meeting; /* its row, but for pairs and figures, which are the part's */
    int manner;
};

/* Keeps id, manner, pairs and figures. */
void store_add_part(struct store *store, const struct stored_part *part);
/* All of a stage, in order of id and manner; freed with free(). Returns count: 0 if there is only
 * one manner. */
int store_parts(struct store *store, int64_t run, enum stage stage, struct stored_part **out);

/* Games of a meeting that an external engine lost otherwise than by the rules. */
struct stored_fault {
    int64_t meeting, player;
    char reason[16]; /* "crash", …: a name of tuner/external/drive.h */
    int64_t games;
};

void store_add_fault(struct store *store, const struct stored_fault *fault);
/* Games in a stage with that engine; of these, those it lost for that reason. */
int64_t store_engine_games(struct store *store, int64_t player, enum stage stage);
int64_t store_engine_faults(struct store *store, int64_t player, enum stage stage,
                            const char *reason);

/* Games of a meeting that one of its players lost by a fault. */
int64_t store_meeting_faults(struct store *store, int64_t meeting);
/* Games of a run that ended for that reason; all of its games. */
int64_t store_faults(struct store *store, int64_t run, const char *reason);
int64_t store_games_of_all(struct store *store, int64_t run);

/* A player with faults: its games, and those that it lost by faults. */
struct stored_faulty {
    int64_t player, games, faults;
    int generation, slot; /* of an individual; 0: it is none */
};
/* Up to `most` players, those with the most faults first; their number. The list is the
 * caller's. */
int store_faulty(struct store *store, int64_t run, int most, struct stored_faulty **out);

/* Of a generation of training: what tells whether the run still learns (tuner/run/health.h). */
struct stored_diagnostics {
    int generation;
    int64_t games, games_distinct;
    double diversity; /* of the vectors, as the optimiser notes it; -1: it does not */
    /* Of all that met yardsticks, and their openings; 0 pairs if none did. */
    int64_t yardstick_points, yardstick_pairs, yardstick_openings;
};

/* Of the generations from `first` to `last`, in their order; freed with free(). Returns count. */
int store_diagnostics(struct store *store, int64_t run, int first, int last,
                      struct stored_diagnostics **out);

/* What a player is there for. A yardstick measures others, whether the run trained with it or
 * not. */
enum role {
    ROLE_START,
    ROLE_YARDSTICK,
    ROLE_HALL,
    ROLE_CANDIDATE,
    ROLE_CHAMPION,
    ROLE_MILESTONE,
    ROLE_RANDOM,
};

/* A player in a stage other than training. A player with two roles has two seats, at the same
 * place. */
struct stored_seat {
    enum stage stage;
    int place; /* from 0, in the order of the roster */
    int64_t player;
    enum role role;
};

void store_add_seat(struct store *store, int64_t run, const struct stored_seat *seat);
/* All of a stage, in order of place; freed with free(). Returns count. */
int store_seats(struct store *store, int64_t run, enum stage stage, struct stored_seat **out);
/* Whether a run's games of that stage are over. A champion without opponents has no games when it
 * is measured. */
bool store_stage_is_played(struct store *store, int64_t run, enum stage stage);

struct stored_champion {
    int64_t player;
    double selection_rate; /* points a game when it was chosen: too high, being the best of many */
    int64_t selection_pairs;
    int64_t start; /* player id */
    int64_t games; /* of the whole run up to here */
    int64_t openings, openings_distinct, verify_games, verify_games_distinct;
};

void store_set_champion(struct store *store, int64_t run, const struct stored_champion *champion);
/* 0, or -1 and why when the run has none yet. */
int store_champion(struct store *store, int64_t run, struct stored_champion *out,
                   struct error *error);

/* For the schema; ends with NULL. */
extern const struct table *const runs_tables[];

#endif
