/*
 * A line is cut where its words "name", "type", "default", "min", "max" and "var" stand; names and
 * values may have blanks. The value of a string is whatever follows its "default".
 */
#include "tuner/external/offers.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const type_names[OFFER_TYPES] = {"check", "spin", "combo", "string", "button"};

/* What stands behind a word and a blank, up to one of the words that may come next: its bytes, and
 * where it begins. NULL: the word is not there. */
static const char *offer_part(const char *line, const char *word, const char *const *next,
                              int *length) {
    size_t size = strlen(word);
    const char *at = line;
    while ((at = strstr(at, word)) && !((at == line || at[-1] == ' ') && at[size] == ' ')) at++;
    if (!at) return NULL;
    at += size;
    *length = (int)strlen(at);
    for (; *next; next++) {
        const char *end = strstr(at, *next);
        if (end && end - at < *length) *length = (int)(end - at);
    }
    while (*length > 0 && *at == ' ') at++, --*length;
    while (*length > 0 && at[*length - 1] == ' ') --*length;
    return at;
}

/* The one word behind a word. NULL: there is none. */
static const char *offer_word(const char *line, const char *word, int *length) {
    static const char *const nothing[] = {NULL};
    const char *at = offer_part(line, word, nothing, length);
    if (at) *length = (int)strcspn(at, " ");
    return at;
}

static bool offer_read_number(const char *line, const char *word, int64_t *out) {
    char number[32];
    int length;
    const char *at = offer_word(line, word, &length);
    if (!at) return false;
    snprintf(number, sizeof number, "%.*s", length, at);
    return parse_i64(number, INT64_MIN, INT64_MAX, out);
}

static bool offer_read_type(const char *line, struct offer *out) {
    int length;
    const char *at = offer_word(line, "type", &length);
    for (int i = 0; at && i < OFFER_TYPES; i++)
        if ((int)strlen(type_names[i]) == length && strncmp(at, type_names[i], (size_t)length) == 0)
            return out->type = (enum offer_type)i, true;
    return false;
}

static void offer_read_initial(const char *line, struct offer *out) {
    static const char *const next[] = {" min ", " max ", " var ", NULL};
    int length;
    const char *at =
        offer_part(line, "default", out->type == OFFER_STRING ? next + 3 : next, &length);
    if (at) snprintf(out->initial, sizeof out->initial, "%.*s", length, at);
    text_make_harmless(out->initial, "");
}

static bool offer_read(const char *line, struct offer *out) {
    static const char *const next[] = {" type ", NULL};
    int length;
    const char *name = offer_part(line, "name", next, &length);
    if (!name || length == 0) return false;
    line = name + length; /* a name may have the other words */
    const char *choices = strstr(line, " var ");
    if (!offer_read_type(line, out)) return false;
    snprintf(out->name, sizeof out->name, "%.*s", length, name);
    text_make_harmless(out->name, "");
    offer_read_initial(line, out);
    out->lower = INT64_MIN, out->upper = INT64_MAX;
    if (out->type == OFFER_SPIN) {
        offer_read_number(line, "min", &out->lower);
        offer_read_number(line, "max", &out->upper);
    }
    if (out->type == OFFER_COMBO && choices) out->choices = xstrdup(choices + 1);
    if (out->choices) text_make_harmless(out->choices, "");
    return true;
}

void offers_read(struct offers *offers, const char *line) {
    struct offer offer = {0};
    if (!offer_read(line, &offer)) return;
    offers->list = xgrow(offers->list, (size_t)offers->count, sizeof *offers->list);
    offers->list[offers->count++] = offer;
}

void offers_free(struct offers *offers) {
    for (int i = 0; i < offers->count; i++) free(offers->list[i].choices);
    free(offers->list);
    *offers = (struct offers){0};
}

const struct offer *offers_find(const struct offers *offers, const char *name) {
    for (int i = 0; i < offers->count; i++)
        if (strcasecmp(offers->list[i].name, name) == 0) return &offers->list[i];
    return NULL;
}

const char *offer_next_choice(const char *at, char *choice, size_t size) {
    static const char word[] = "var ";
    at = at ? strstr(at, word) : NULL;
    if (!at) return NULL;
    at += strlen(word);
    const char *end = strstr(at, " var ");
    int length = end ? (int)(end - at) : (int)strlen(at);
    snprintf(choice, size, "%.*s", length, at);
    return at + length;
}

bool offer_has_choice(const struct offer *offer, const char *choice) {
    char other[sizeof offer->initial];
    const char *at = offer->choices;
    while ((at = offer_next_choice(at, other, sizeof other)) != NULL)
        if (strcasecmp(other, choice) == 0) return true;
    return false;
}

/* ---- what it is about ---- */

/* Beginnings of words in names, of engines' lists of options (Stockfish, Toga, Glaurung, GNU Chess,
 * ElephantEye and others). */
static const char *const offer_managing[] = {
    "hash",     "thread",   "cpu",      "core",  "memory",  "cache",        "numa",
    "affinity", "ponder",   "multipv",  "uci",   "ucci",    "debug",        "verbose",
    "time",     "overhead", "buffer",   "nodes", "skill",   "elo",          "seed",
    "learn",    "book",     "syzygy",   "egtb",  "nalimov", "gaviota",      "tablebase",
    "bitbase",  "probe",    "path",     "clear", "reset",   "analys",       "chess960",
    "variant",  "protocol", "usemilli", "batch", "newgame", "search depth", "search time",
    "nnue"};
/* Those that are words of evaluations and searches too: "RookOpenFile", "HistoryLimit". */
static const char *const offer_managing_alone[] = {"split", "multi",  "log",     "limit",
                                                   "level", "random", "file",    "draw",
                                                   "large", "slow",   "minimum", "resign"};
static const char *const offer_searching[] = {
    "search",   "depth",  "prun",   "reduc",  "lmr",      "lmp",     "null",   "futil",
    "razor",    "margin", "extens", "extend", "aspir",    "window",  "histor", "quies",
    "see",      "delta",  "iid",    "iir",    "singular", "probcut", "nmp",    "rfp",
    "selectiv", "lazy",   "ply",    "plies",  "cut"};
static const char *const offer_evaluating[] = {
    "eval",      "value",   "weight", "bonus",    "penalt",   "material", "piece",   "pawn",
    "knight",    "bishop",  "rook",   "queen",    "king",     "cannon",   "chariot", "horse",
    "elephant",  "advisor", "mobil",  "activit",  "struct",   "pass",     "isolat",  "doubl",
    "backward",  "space",   "safe",   "shelter",  "storm",    "attack",   "threat",  "outpost",
    "tempo",     "pst",     "psq",    "endgame",  "middle",   "opening",  "mg",      "eg",
    "cowardice", "aggress", "cent",   "contempt", "imbalanc", "corner",   "edge",    "stab",
    "shape",     "style",   "four",   "three",    "two",      "develop"};

/* Whether a word of a name begins so. "RookOpenFile" has three. */
static bool offer_has_word(const char *name, const char *word) {
    for (const char *at = name; *at; at++) {
        bool first = at == name || !isalnum((unsigned char)at[-1]) ||
                     (isupper((unsigned char)*at) && !isupper((unsigned char)at[-1]));
        if (first && strncasecmp(at, word, strlen(word)) == 0) return true;
    }
    return false;
}

static bool offer_has_any(const char *name, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (offer_has_word(name, words[i])) return true;
    return false;
}

enum offer_matter offer_matter_of(const char *name) {
    if (offer_has_any(name, offer_managing, COUNT_OF(offer_managing))) return OFFER_MANAGES;
    if (offer_has_any(name, offer_searching, COUNT_OF(offer_searching))) return OFFER_SEARCHES;
    if (offer_has_any(name, offer_evaluating, COUNT_OF(offer_evaluating))) return OFFER_EVALUATES;
    bool manages = offer_has_any(name, offer_managing_alone, COUNT_OF(offer_managing_alone));
    return manages ? OFFER_MANAGES : OFFER_UNKNOWN;
}

int offer_check(const struct offer *offer, const char *value, struct error *error) {
    int64_t number;
    if (offer->type == OFFER_CHECK && strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
        return error_set(error, "%s is true or false, not \"%.40s\"", offer->name, value);
    if (offer->type == OFFER_SPIN && !parse_i64(value, offer->lower, offer->upper, &number))
        return error_set(error, "%s is a number from %lld to %lld, not \"%.40s\"", offer->name,
                         (long long)offer->lower, (long long)offer->upper, value);
    if (offer->type == OFFER_COMBO && !offer_has_choice(offer, value))
        return error_set(error, "%s is one of \"%.200s\", not \"%.40s\"", offer->name,
                         offer->choices ? offer->choices : "", value);
    return 0;
}
