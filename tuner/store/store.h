/* store: the whole room, for those who do not say which part they need. */
#ifndef HONE_TUNER_STORE_STORE_H
#define HONE_TUNER_STORE_STORE_H

#include "tuner/store/games.h"
#include "tuner/store/runs.h"

#endif
