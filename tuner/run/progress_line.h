/*
 * progress_line: what somebody who waits for a run sees of it, in one line from the first
 * generation to the last stage: how far it is, how strong it has become, how fast it goes and how
 * long it takes:
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
    double until;                 /* when all is to be over, by `clock`; 0: that does not matter */
    /* Games of stages that follow the training, while they do; and openings that they draw. */
    int64_t to_come[STAGES], to_draw[STAGES];
    double training, measuring; /* games left, of generations and of all other stages … */
    double drawing;             /* … and openings that these still draw */
    struct costs costs;         /* of stages whose games take another time, by a sample … */
    struct pace apart;          /* … and by the one that is being played */
    double seconds_apart;       /* that all of these still take */
};

/* Of a run whose finished generations and milestones are known. */
void progress_line_open(struct run *run);
/* What its stages cost is known, or better than before. */
void progress_line_set_costs(struct run *run, const struct costs *costs);
/* Clears the line for what is printed next; it comes back by itself. */
void progress_line_clear(struct run *run);

/* A generation begins; that part of it is over, which has so many games, and is shown if the
 * progress_line is open; it has ended. `detail` stands in place of the rate; "": the rate. */
void progress_line_begin_generation(struct run *run);
void progress_line_show_generation(struct run *run, double part, int64_t games, const char *detail);
void progress_line_end_generation(struct run *run, int64_t games);

/* Another stage of the run begins to draw openings, has drawn so many of them for so many games
 * (`what` is being done, in words), and all. */
void progress_line_begin_drawing(struct run *run, enum stage stage);
void progress_line_show_drawing(struct run *run, enum stage stage, int64_t drawn, int64_t openings,
                                int64_t games, const char *what);
void progress_line_end_drawing(struct run *run, int64_t openings);

/* Then it plays, with the games of this session done and to be done. */
void progress_line_begin_stage(struct run *run, enum stage stage);
void progress_line_show_stage(struct run *run, enum stage stage, int64_t done, int64_t games,
                              const char *what);
void progress_line_end_stage(struct run *run, enum stage stage, int64_t games);

/* What the last milestone showed, read again. */
void progress_line_read_strength(struct run *run);

/* Seconds that the run still takes, at most until its deadline where that ends the training; 0:
 * nobody can tell yet. */
double progress_line_seconds(const struct progress_line *progress_line);
/* What follows the training if it ends with the next generation; what a milestone of so many games
 * takes. */
double progress_line_seconds_afterwards(const struct run *run);
double progress_line_seconds_of_milestone(const struct progress_line *progress_line, int64_t games);

/* A count as people say it, into out[16]: "41 k", "1.2 M", "950", "3.5". */
void progress_line_format_count(double count, char out[16]);

#endif
