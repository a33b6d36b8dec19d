/*
 * parameters: those of a program that hone does not know, as the user lists them in a config. A
 * study tunes them by results that others measure. For the optimiser, the store and the report they
 * are a table like an evaluator's: a value is a whole number of units of the parameter's precision,
 * a choice its place in the list.
 */
#ifndef HONE_TUNER_CONFIG_PARAMETERS_H
#define HONE_TUNER_CONFIG_PARAMETERS_H

#include "engine/base/base.h"
#include "engine/game/evaluator.h"

enum { PARAMETERS_MAX = 2000, PARAMETER_CHOICES_MAX = 64 };

struct parameter {
    int line; /* where it stands, for messages */
    char name[sizeof((struct param *)0)->name];
    char option[96]; /* an engine's own name for it; "": the same */
    enum scale scale;
    double min, max, start, step, precision; /* a step of 0: none was said */
    double rate;                             /* SPSA's R_N; 0: optimizer.spsa.rate */
    bool has_start;
    int choice_count;                     /* 0: it is a number */
    char *choices[PARAMETER_CHOICES_MAX]; /* owned */
};

struct parameters {
    int count;
    struct parameter *list; /* owned */
    bool of_engine;         /* "engine": they become the options that the engine lists */
};

void parameter_free(struct parameter *parameter);
void parameters_free(struct parameters *parameters);
/* The copy is to be freed too. */
void parameters_copy(const struct parameters *from, struct parameters *to);

/* Whether it can stand in a config's quotes and in a line that sets an option. */
bool parameter_text_is_fit(const char *text);
/* An engine's name for a parameter, which is the `number`th, as short as `name` must be. */
void parameter_name_shorten(const char *option, int number,
                            char name[sizeof((struct parameter *)0)->name]);

/* Completes one (bounds of choices, a missing start) and checks it. 0, or -1 and why. */
int parameter_settle(struct parameter *parameter, struct error *why);

/* The table that optimisers see, named "parameters". It lives as long as the process; equal lists
 * have the same one. It has a game without rules, named "study". */
const struct evaluator *parameters_evaluator(const struct parameters *parameters);
bool parameters_are_of(const char *game);

/* The table of an evaluator with these parameters; owned by the caller, but for the texts in it. */
struct param *parameters_params(const struct parameters *parameters);

/* What a weight of 1 is in the user's units; 1 where there is no such list. */
double parameters_unit(const struct parameters *parameters, int place);
/* A weight in the user's own units: "0.35", "solid". */
void parameter_print(const struct parameter *parameter, int32_t weight, struct text *out);
/* {"name": value, …}: numbers as they are, choices as texts. */
void parameters_print_json(const struct parameters *parameters, const int32_t *weights,
                           struct text *out);

#endif
