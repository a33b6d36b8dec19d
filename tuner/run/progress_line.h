/*
 * progress_line: a run in one line, from the first generation to the last stage: how far it is, how
 * strong it has become, how fast it goes and how long it takes:
 *
 *     gen 120/300  rated +312 ± 18 Elo (gen 100)  41 k games/s  14 min left
 */
#ifndef HONE_TUNER_RUN_PROGRESS_LINE_H
#define HONE_TUNER_RUN_PROGRESS_LINE_H

#include "engine/base/progress.h"
#include "tuner/play/stage.h"
#include "tuner/run/costs.h"
#include "tuner/run/curve.h"
#include "tuner/run/eta.h"

struct run;

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

/* Of a run whose finished generations and milestones are known. */
void progress_line_open(struct run *run);
/* Sets the costs of the stages, or better ones than before. */
void progress_line_set_costs(struct run *run, const struct costs *costs);
/* Clears the line for other output; the next drawing brings it back. */
void progress_line_clear(struct run *run);

/* A generation begins; that part of it, with so many games, is over, and is shown if the progress
 * line is open; it has ended. `detail` replaces the rate; "": the rate. */
void progress_line_begin_generation(struct run *run);
void progress_line_show_generation(struct run *run, double part, int64_t games, const char *detail);
void progress_line_end_generation(struct run *run, int64_t games);

/* Another stage of the run begins to draw openings, has drawn so many of them for so many games
 * (`what` describes the work), and all. */
void progress_line_begin_drawing(struct run *run, enum stage stage);
void progress_line_show_drawing(struct run *run, enum stage stage, int64_t drawn, int64_t openings,
                                int64_t games, const char *what);
void progress_line_end_drawing(struct run *run, int64_t openings);

/* Then it plays, with the games of this session done and to be done. */
void progress_line_begin_stage(struct run *run, enum stage stage);
void progress_line_show_stage(struct run *run, enum stage stage, int64_t done, int64_t games,
                              const char *what);
void progress_line_end_stage(struct run *run, enum stage stage, int64_t games);

/* Reads the strength at the last milestone again. */
void progress_line_read_strength(struct run *run);

/* Seconds that the run still takes, at most until its deadline if that ends the training; 0: not
 * known yet. */
double progress_line_seconds(const struct progress_line *progress_line);
/* Seconds of the stages after training if it ends with the next generation; of a milestone of so
 * many games. */
double progress_line_seconds_afterwards(const struct run *run);
double progress_line_seconds_of_milestone(const struct progress_line *progress_line, int64_t games);

/* A count for people, into out[16]: "41 k", "1.2 M", "950", "3.5". */
void progress_line_format_count(double count, char out[16]);

#endif
