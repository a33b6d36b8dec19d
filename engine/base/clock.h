/*
 * clock: the one clock, for play under a time limit, for waiting and for measuring. Nothing that a
 * tuning run stores depends on it.
 */
#ifndef HONE_ENGINE_BASE_CLOCK_H
#define HONE_ENGINE_BASE_CLOCK_H

/* Seconds since some fixed moment; they never go back. */
double clock_seconds(void);

/* For tests: what tells the seconds from here on, for all threads; NULL: the machine's clock. */
void clock_replace(double (*seconds)(void));

#endif
