/*
 * Only a position's end is found here; the game reads it.
 */
#include "tuner/fit/epd.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EPD_BLANKS " \t\r"
static const char epd_separators[] = EPD_BLANKS ",;|";

/* ---- where the position ends ---- */

static size_t epd_word(const char *text) {
    return strcspn(text, epd_separators);
}

static bool epd_has_only(const char *word, const char *letters, size_t longest) {
    size_t length = epd_word(word);
    return length > 0 && length <= longest && strspn(word, letters) >= length;
}

/* The words of a FEN. Castling and en passant may be missing; two numbers behind them are its
 * counters, and one alone is a result. */
static int epd_fields(const char *const *words, int count) {
    static const char castling[] = "-KQkqABCDEFGHabcdefgh", digits[] = "0123456789";
    if (count < 4 || !epd_has_only(words[2], castling, 4)) return 2;
    if (!epd_has_only(words[3], "-abcdefgh12345678", 2)) return 2;
    bool counted =
        count > 5 && epd_has_only(words[4], digits, 4) && epd_has_only(words[5], digits, 4);
    return counted ? 6 : 4;
}

/* Ends the position there; what follows it, NULL: nothing. */
static char *epd_split(char *line) {
    enum { WORDS = 7 };
    char *words[WORDS];
    int count = 0;
    for (char *at = line + strspn(line, epd_separators); *at && count < WORDS;
         at += strspn(at, epd_separators)) {
        words[count++] = at;
        at += epd_word(at);
    }
    int fields = epd_fields((const char *const *)words, count);
    if (count <= fields) return NULL;
    char *rest = words[fields], *end = rest - 1;
    for (char *at = line; at < end; at++)
        if (strchr(epd_separators, *at)) *at = ' ';
    *end = '\0';
    return rest;
}

/* ---- the result ---- */

/* Whether an operation begins there: at the beginning or after a semicolon. */
static bool epd_begins(const char *rest, const char *at) {
    while (at > rest && strchr(EPD_BLANKS, at[-1])) at--;
    return at == rest || at[-1] == ';';
}

static const char *epd_c9(const char *rest) {
    for (const char *at = strstr(rest, "c9"); at; at = strstr(at + 1, "c9"))
        if (epd_begins(rest, at) && at[2] && strchr(EPD_BLANKS "\"", at[2])) return at + 2;
    return NULL;
}

static const char *epd_find(const char *rest) {
    const char *operand = epd_c9(rest), *bracket = strchr(rest, '['), *bar = strrchr(rest, '|');
    return operand ? operand : bracket ? bracket : bar ? bar + 1 : rest;
}

/* Reads a result; what encloses it is left out. */
static int epd_read(const char *text, struct epd *out, struct error *why) {
    static const struct {
        const char *name;
        double points;
    } names[] = {{"1-0", 1}, {"0-1", 0}, {"1/2-1/2", 0.5}, {"1/2", 0.5}};
    const char *word = text + strspn(text, EPD_BLANKS "\"[");
    size_t length = strcspn(word, EPD_BLANKS "\"],;|");
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strlen(names[i].name) == length && memcmp(names[i].name, word, length) == 0) {
            out->points = names[i].points;
            return 0;
        }
    char *end;
    out->number = true;
    out->points = decimal_read(word, &end);
    if (length > 0 && end == word + length && out->points >= 0 && out->points <= 1) return 0;
    return error_set(why, "the result \"%.*s\" should be 1-0, 0-1, 1/2-1/2 or a number from 0 to 1",
                     min_int((int)length, 20), word);
}

int epd_parse(char *line, struct epd *out, struct error *why) {
    *out = (struct epd){.position = line};
    const char *rest = epd_split(line), *result = rest ? epd_find(rest) : NULL;
    bool operation = result == rest && rest && isalpha((unsigned char)*rest);
    if (!rest || operation)
        return error_set(why,
                         "it should have a result behind the position, as c9 \"1-0\" or [0.5]");
    return epd_read(result, out, why);
}

void epd_print_result(double points, struct text *out) {
    bool drawn = points == 0.5, decided = points == 0 || points == 1;
    if (drawn || decided)
        text_add(out, " c9 \"%s\";\n", drawn ? "1/2-1/2" : points == 1 ? "1-0" : "0-1");
    else
        text_add(out, " c9 \"%.6g\";\n", points);
}
