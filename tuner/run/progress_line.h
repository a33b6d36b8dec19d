/*
 * progress_line: a run in one line, from the first generation to the last stage: how far it is, how
 * strong it has become, how fast it goes and how long it takes:
 *
 *     gen 120/300  rated +312 ± 18 Elo (gen 100)  41 k games/s  14 min left
 */
#ifndef HONE_TUNER_RUN_PROGRESS_LINE_H
#define HONE_TUNER_RUN_PROGRESS_LINE_H

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "tuner/play/stage.h"
#include "tuner/run/costs.h"
#include "tuner/run/curve.h"

/* ---- the time left ---- */

/* The time that a run still takes, from the pace of its generations and of its other stages. Those
 * have no optimiser and no row for each player, and so another pace. Drawing openings has a pace
 * of its own: where games cost microseconds it costs more than they do. A milestone draws an
 * opening for every pair, a measurement one for a pair of all its meetings. */

/* All zero before the first game. */
struct eta {
    struct pace training, measuring; /* pieces are games … */
    struct pace drawing;             /* … and openings */
    double game, opening; /* seconds of one by an estimate, until a pace is known; 0: none */
};

/* Estimated seconds for `training` games of generations, `measuring` games of all other stages and
 * `openings` openings that these draw; 0: not known yet. */
double eta_seconds(const struct eta *eta, double training, double measuring, double openings);

/* ---- the line ---- */

/* How far a run is. */
struct progress_numbers {
    int generation, generations; /* finished; planned */
    double games, games_planned; /* of training, with those of the generation that is being played;
                                  * 0: its length is in generations */
    double over;                 /* games of generations and milestones that are over */
    double training, milestones; /* games of these that are still to come */
    const char *warning;         /* a word at the end of the line, or "" */
};

struct progress_line {
    double (*clock)(void); /* clock_seconds, but in tests */
    struct progress bar;   /* in thousandths of all games */
    struct eta eta;
    struct curve_point milestone; /* the last one; generation 0: there is none yet */
    double until;                 /* the deadline, by `clock`; 0: there is none */
    /* Games of the stages that follow the training, until they are played; and openings that they
     * draw. */
    int64_t to_come[STAGES], to_draw[STAGES];
    double training, measuring; /* games left, of generations and of all other stages … */
    double drawing;             /* … and openings that these still draw */
    struct costs costs;         /* of stages with games of another length, by a sample … */
    struct pace apart;          /* … and by the one that is being played */
    double seconds_apart;       /* that all of these still take */
};

/* Opens the line of a run of that name. `until`: its deadline, by clock_seconds, or 0; `game`: the
 * estimated seconds of a game, or 0. */
void progress_line_open(struct progress_line *progress_line, const char *name, double until,
                        double game);
/* Adds a stage after the training, with its games and the openings that it draws. */
void progress_line_expect(struct progress_line *progress_line, enum stage stage, int64_t games,
                          int64_t openings);
/* Sets the costs of the stages, or better ones than before. */
void progress_line_set_costs(struct progress_line *progress_line, const struct costs *costs);
/* Clears the line for other output; the next drawing brings it back. */
void progress_line_clear(struct progress_line *progress_line);

/* A generation begins. */
void progress_line_begin_generation(struct progress_line *progress_line);
/* Shows that `games` games of it are over, if the line is open. `detail` replaces the rate; "": the
 * rate. */
void progress_line_show_generation(struct progress_line *progress_line,
                                   const struct progress_numbers *now, double games,
                                   const char *detail);
/* It has ended, after `games` games. */
void progress_line_end_generation(struct progress_line *progress_line,
                                  const struct progress_numbers *now, int64_t games);

/* Another stage of the run begins to draw openings. */
void progress_line_begin_drawing(struct progress_line *progress_line, enum stage stage);
/* Shows that it has drawn `drawn` of them, for `games` games; `what` describes the work. */
void progress_line_show_drawing(struct progress_line *progress_line,
                                const struct progress_numbers *now, enum stage stage, int64_t drawn,
                                int64_t openings, int64_t games, const char *what);
/* It has drawn all. */
void progress_line_end_drawing(struct progress_line *progress_line, int64_t openings);

/* Then it plays, with the games of this session done and to be done. */
void progress_line_begin_stage(struct progress_line *progress_line, enum stage stage);
void progress_line_show_stage(struct progress_line *progress_line,
                              const struct progress_numbers *now, enum stage stage, int64_t done,
                              int64_t games, const char *what);
void progress_line_end_stage(struct progress_line *progress_line, enum stage stage, int64_t games);

/* Seconds that the run still takes, at most until its deadline if that ends the training; 0: not
 * known yet. */
double progress_line_seconds(const struct progress_line *progress_line);
/* Seconds of the stages after training, with `milestones` games in the milestones' round robin;
 * seconds of a milestone of `games` games. */
double progress_line_seconds_afterwards(const struct progress_line *progress_line,
                                        int64_t milestones);
double progress_line_seconds_of_milestone(const struct progress_line *progress_line, int64_t games);

/* "gen 120/300", "gen 120, 4100 k/10 M games" */
void progress_line_add_length(const struct progress_numbers *now, struct text *out);
/* A count for people, into out[16]: "41 k", "1.2 M", "950", "3.5". */
void progress_line_format_count(double count, char out[16]);

#endif
