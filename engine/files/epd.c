/*
 * Only a position's end is found here; the game reads it.
 */
#include "engine/files/epd.h"

#include <ctype.h>
#include <string.h>

#define EPD_BLANKS " \t\r"
static const char epd_separators[] = EPD_BLANKS ",;|", epd_digits[] = "0123456789";

/* ---- operations ---- */

/* The first of these characters that is not within quotes, or the end. */
static const char *epd_unquoted(const char *at, const char *wanted) {
    bool quoted = false;
    for (; *at && (quoted || !strchr(wanted, *at)); at++)
        if (*at == '"')
            quoted = !quoted;
        else if (quoted && *at == '\\' && at[1])
            at++;
    return at;
}

/* The operand of the next operation of that name; NULL: there is none. */
static const char *epd_operand(const char *rest, const char *opcode) {
    size_t length = strlen(opcode);
    while (*rest) {
        rest += strspn(rest, EPD_BLANKS ";");
        bool named = strncmp(rest, opcode, length) == 0 && rest[length];
        if (named && strchr(EPD_BLANKS "\"", rest[length])) return rest + length;
        rest = epd_unquoted(rest, ";");
    }
    return NULL;
}

/* ---- where the position ends ---- */

static size_t epd_word(const char *text) {
    return strcspn(text, epd_separators);
}

static bool epd_has_only(const char *word, const char *letters, size_t longest) {
    size_t length = epd_word(word);
    return length > 0 && length <= longest && strspn(word, letters) >= length;
}

/* The words of a FEN. Castling and en passant may be missing, and so may its two counters. */
static int epd_fields(const char *const *words, int count) {
    static const char castling[] = "-KQkqABCDEFGHabcdefgh";
    if (count < 3 || !epd_has_only(words[2], castling, 4)) return 2;
    if (count < 4 || !epd_has_only(words[3], "-abcdefgh12345678", 2))
        return epd_has_only(words[2], "-KQkq", 4) ? 3 : 2;
    bool counted =
        count > 5 && epd_has_only(words[4], epd_digits, 4) && epd_has_only(words[5], epd_digits, 4);
    return counted ? 6 : 4;
}

/* Whether a number is no result because another word follows it: then it is a counter alone. */
static bool epd_is_counter(const char *word) {
    const char *behind = word + epd_word(word);
    const char *next = behind + strspn(behind, EPD_BLANKS);
    return epd_has_only(word, epd_digits, 4) && next > behind && epd_word(next) > 0;
}

static void epd_counter_add(const char *operand, const char *otherwise, struct text *out) {
    const char *word = operand ? operand + strspn(operand, EPD_BLANKS "\"") : otherwise;
    int length = (int)strcspn(word, EPD_BLANKS "\";");
    text_add(out, " %.*s", length ? length : 1, length ? word : "?");
}

/* Those that operations give; with them a FEN has all of its fields. */
static void epd_counters_add(const char *rest, int fields, struct text *position) {
    const char *half = epd_operand(rest, "hmvc"), *full = epd_operand(rest, "fmvn");
    if (fields == 6 || (!half && !full)) return;
    for (; fields < 4; fields++) text_add(position, " -");
    epd_counter_add(half, "0", position);
    epd_counter_add(full, "1", position);
}

const char *epd_cut(const char *line, struct text *position) {
    enum { WORDS = 7 };
    const char *words[WORDS];
    int count = 0;
    for (const char *at = line + strspn(line, epd_separators); *at && count < WORDS;
         at += strspn(at, epd_separators)) {
        words[count++] = at;
        at += epd_word(at);
    }
    int fields = epd_fields(words, count);
    for (int i = 0; i < min_int(fields, count); i++)
        text_add(position, "%s%.*s", i ? " " : "", (int)epd_word(words[i]), words[i]);
    if (count <= fields) return "";
    const char *rest = words[fields];
    if (fields < 6 && epd_is_counter(rest))
        rest += epd_word(rest), rest += strspn(rest, EPD_BLANKS);
    epd_counters_add(rest, fields, position);
    return rest;
}

/* ---- the result ---- */

/* What follows the last bar; NULL: there is none. */
static const char *epd_last_bar(const char *rest) {
    const char *found = NULL;
    for (rest = epd_unquoted(rest, "|"); *rest; rest = epd_unquoted(rest, "|")) found = ++rest;
    return found;
}

static const char *epd_find(const char *rest) {
    const char *bracket = epd_unquoted(rest, "["), *bar = epd_last_bar(rest);
    return *bracket ? bracket : bar ? bar : rest;
}

/* The bytes of a result. A comma between digits is a decimal one: "0,5" is not 0. */
static size_t epd_result_word(const char *word) {
    size_t length = strcspn(word, EPD_BLANKS "\"],;|"), digits = strspn(word, epd_digits);
    bool comma = length > 0 && digits == length && word[length] == ',';
    return length + (comma ? strspn(word + length, ",0123456789") : 0);
}

/* Reads a result; what encloses it is left out. */
static int epd_read(const char *text, struct epd_result *out, struct error *why) {
    static const struct {
        const char *name;
        double points;
    } names[] = {{"1-0", 1}, {"0-1", 0}, {"1/2-1/2", 0.5}, {"1/2", 0.5}};
    const char *word = text + strspn(text, EPD_BLANKS "\"[");
    size_t length = epd_result_word(word);
    *out = (struct epd_result){0};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strlen(names[i].name) == length && memcmp(names[i].name, word, length) == 0) {
            out->points = names[i].points;
            return 0;
        }
    char *end;
    out->number = true;
    out->points = decimal_read(word, &end);
    if (length > 0 && end == word + length && out->points >= 0 && out->points <= 1) return 0;
    return error_set(
        why, "the result \"%.*s\" should be 1-0, 0-1, 1/2-1/2 or a number from 0 to 1, as 0.5",
        min_int((int)length, 20), word);
}

/* Those of c9: there may be more than one if they are the same. */
static int epd_operands_read(const char *operand, struct epd_result *out, struct error *why) {
    if (epd_read(operand, out, why)) return -1;
    while ((operand = epd_operand(epd_unquoted(operand, ";"), "c9"))) {
        struct epd_result again;
        if (epd_read(operand, &again, why)) return -1;
        if (again.points != out->points)
            return error_set(why, "it has two results that differ, both as c9");
    }
    return 0;
}

int epd_result_read(const char *rest, struct epd_result *out, struct error *why) {
    const char *operand = epd_operand(rest, "c9"), *result = epd_find(rest);
    if (operand) return epd_operands_read(operand, out, why);
    if (!*rest || (result == rest && isalpha((unsigned char)*rest)))
        return error_set(why,
                         "it should have a result behind the position, as c9 \"1-0\" or [0.5]");
    return epd_read(result, out, why);
}

bool epd_is_tail(const char *rest) {
    struct epd_result result;
    return *rest == '[' || strchr(rest, ';') || epd_result_read(rest, &result, NULL) == 0;
}

void epd_result_print(double points, struct text *out) {
    bool drawn = points == 0.5, decided = points == 0 || points == 1;
    if (drawn || decided)
        text_add(out, " c9 \"%s\";\n", drawn ? "1/2-1/2" : points == 1 ? "1-0" : "0-1");
    else
        text_add(out, " c9 \"%.6g\";\n", points);
}
