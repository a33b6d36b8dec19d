/*
 * offers: the options that an engine lists, one a line, in the words that UCI and UCCI share: "name
 * Hash type spin default 16 min 1 max 1024".
 */
#ifndef HONE_TUNER_EXTERNAL_OFFERS_H
#define HONE_TUNER_EXTERNAL_OFFERS_H

#include "engine/base/base.h"

enum offer_type { OFFER_CHECK, OFFER_SPIN, OFFER_COMBO, OFFER_STRING, OFFER_BUTTON, OFFER_TYPES };

struct offer {
    char name[96];
    enum offer_type type;
    char initial[96];     /* its default, as text */
    int64_t lower, upper; /* of a spin */
    char *choices;        /* of a combo: "var A var B"; owned */
};

struct offers {
    struct offer *list; /* owned */
    int count;
};

/* Reads what follows the word "option"; ignores lines that it does not understand. */
void offers_read(struct offers *offers, const char *line);
void offers_free(struct offers *offers);

/* Case does not matter. NULL: there is none. */
const struct offer *offers_find(const struct offers *offers, const char *name);
/* Whether it takes that value: 0, or -1 and what it would take. */
int offer_check(const struct offer *offer, const char *value, struct error *error);
/* Whether a combo has that choice. */
bool offer_has_choice(const struct offer *offer, const char *choice);
/* A combo's next choice from `at` on, of its choices, and what follows it. NULL: there is none. */
const char *offer_next_choice(const char *at, char *choice, size_t size);

/* What an option is about, as far as its name tells. */
enum offer_matter {
    OFFER_UNKNOWN,
    OFFER_EVALUATES, /* what a position is worth */
    OFFER_SEARCHES,  /* which positions are looked at, and how deep */
    OFFER_MANAGES,   /* the program: memory, threads, time, books, strength */
    OFFER_MATTERS
};
enum offer_matter offer_matter_of(const char *name);

#endif
