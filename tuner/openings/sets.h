/*
 * sets: the disjoint sets that all openings are divided into, mirror images with their originals. A
 * champion is chosen on openings that training never used, and measured on others again. A
 * position's hash decides its set (openings.c).
 */
#ifndef HONE_TUNER_OPENINGS_SETS_H
#define HONE_TUNER_OPENINGS_SETS_H

enum opening_set { OPENING_TRAIN, OPENING_SELECT, OPENING_VERIFY, OPENING_PROGRESS, OPENING_SETS };

#endif
