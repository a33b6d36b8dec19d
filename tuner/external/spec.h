/*
 * spec: an external engine as the user writes it, in one line:
 *
 *     cmd:COMMAND ARGUMENTS;protocol=uci;name=Toga;nodes=1000;option.Hash=16
 *
 * COMMAND ARGUMENTS is a line of words as in launch.h; a ; in it must stand in quotes. After it
 * come, in any order, the options that ENTRANTS_EXTERNAL_HELP lists for users (tuner/tournament).
 */
#ifndef HONE_TUNER_EXTERNAL_SPEC_H
#define HONE_TUNER_EXTERNAL_SPEC_H

#include "tuner/external/launch.h"
#include "tuner/external/opinion.h"

struct external_protocol;

/* Seconds that an engine may take beyond its time; its time if nothing else is given. */
enum { EXTERNAL_GRACE = 2, EXTERNAL_TIMEOUT = 60 };

/* A setting of the engine's own. */
struct external_setting {
    char *name, *value; /* owned, one block at `name` */
};

struct external_spec {
    char *command; /* owned */
    struct launch launch;
    char name[64];
    const struct external_protocol *protocol;
    double time, clock, increment; /* seconds; 0: not given */
    double timeout, startup;
    int depth, nodes;
    struct opinion_rules opinion;      /* by which its games end early */
    struct external_setting *settings; /* in the user's order; owned */
    int setting_count;
};

/* Whether a player's name on a command line is meant for external_parse. */
bool external_is_spec(const char *text);
/* 0, or -1 and why. external_spec_free in either case. */
int external_parse(const char *text, struct external_spec *out, struct error *error);
void external_spec_free(struct external_spec *spec);
/* Its name, and the command behind it if that is another: "toga2", "toga2 (/usr/games/toga2)". */
void external_spec_name(const struct external_spec *spec, struct text *out);

#endif
