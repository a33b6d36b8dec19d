/*
 * sets: the disjoint sets that all openings are divided into, mirror images with their originals: a
 * champion is chosen on openings that training never saw, and measured on others again. Which
 * position is in which set is decided by its hash (openings.c).
 */
#ifndef HONE_TUNER_OPENINGS_SETS_H
#define HONE_TUNER_OPENINGS_SETS_H

enum opening_set { OPENING_TRAIN, OPENING_SELECT, OPENING_VERIFY, OPENING_PROGRESS, OPENING_SETS };

#endif
