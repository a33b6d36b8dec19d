/*
 * plot: the trials drawn by gnuplot: games on a logarithmic scale, for each kind a line through the
 * medians with its quartiles.
 */
#ifndef HONE_TUNER_STUDY_PLOT_H
#define HONE_TUNER_STUDY_PLOT_H

#include "tuner/study/trials.h"

/* Whether that file can be drawn: 0, or -1 and why: another ending than .svg or .png, no place for
 * it, no gnuplot. To be asked before hours of games. */
int plot_check(const char *path, struct error *error);

/* gnuplot's instructions for it. */
void plot_script(const struct trials *trials, const char *path, struct text *out);

/* 0, or -1 and why. */
int plot_write(const struct trials *trials, const char *path, struct error *error);

#endif
