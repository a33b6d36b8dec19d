/*
 * records_pgn: PGN, the Portable Game Notation (Edwards 1994), for games whose positions are FEN.
 * Chess has its moves in SAN; xiangqi in the coordinates of ICCS, or as Chinese books have them,
 * with the tags of xqbase's archives. What engines thought of their moves stands in comments as
 * match runners write it, {+0.35/12 0.52s}: pawns, plies, seconds.
 *
 * Comments, NAGs and variations are passed over, and so are tags that say nothing of the game. The
 * rules end a game where players may have gone on, at a position's third time, say: the moves
 * behind that are left out, and the result is the players' own. A mate and a stalemate are seen on
 * the board: another result contradicts them.
 */
#include "engine/files/pgn.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PGN_COLUMNS = 79 };

static const char *const pgn_results[] = {"1-0", "0-1", "1/2-1/2", "*"};

static const char pgn_passing[] = "e.p."; /* en passant, as some write behind the capture */

static bool pgn_result_is(const char *text, size_t length) {
    for (size_t i = 0; i < COUNT_OF(pgn_results); i++)
        if (strlen(pgn_results[i]) == length && memcmp(pgn_results[i], text, length) == 0)
            return true;
    return false;
}

/* ---- reading --------------------------------------------------------------------------------- */

struct pgn_reader {
    struct game_record *record;
    const char *at, *behind; /* what is next; the end of what was read */
    char fen[128], termination[64];
    char set_up;   /* '1': the tags say that a position is given, '0': that none is */
    bool begun;    /* the tags are behind it */
    bool over;     /* a result has ended it */
    bool left_out; /* moves behind the game's end by the rules */
    struct error *error;
};

static const char *pgn_skip_line(const char *at) {
    return at + strcspn(at, "\n");
}

/* The bytes of a blank; Chinese texts, and copies of web pages, have blanks of their own. */
static size_t pgn_blank(const char *at) {
    static const char *const wide[] = {"\xe3\x80\x80", "\xa1\xa1", "\xc2\xa0"};
    if (strchr(" \t\r\n", *at)) return *at != '\0';
    for (size_t i = 0; i < COUNT_OF(wide); i++)
        if (strncmp(at, wide[i], strlen(wide[i])) == 0) return strlen(wide[i]);
    return 0;
}

/* Blanks, and lines that begin with % or, between games, with ;. */
static void pgn_skip_blanks(struct pgn_reader *reader) {
    const char *at = reader->at;
    for (;;) {
        bool line_begins = at[0] == '%' && (at == reader->at || at[-1] == '\n');
        if (*at == ';' || line_begins)
            at = pgn_skip_line(at);
        else if (pgn_blank(at))
            at += pgn_blank(at);
        else
            break;
    }
    reader->at = at;
}

/* Another name for the game, "Chinese Chess" say, is right; another game's is not. */
static int pgn_game_check(const struct pgn_reader *reader, const char *name, const char *value) {
    static const char *const chess[] = {
        "chess",         "standard",      "normal", "chess960", "fischerandom",
        "fischerrandom", "from position", "?",      ""};
    static const char *const xiangqi[] = {"xiangqi", "chinese chess", "?", ""};
    const struct game *game = reader->record->game;
    bool is_xiangqi = strcmp(game->name, "xiangqi") == 0;
    const char *const *known = is_xiangqi ? xiangqi : chess;
    size_t count = is_xiangqi ? COUNT_OF(xiangqi) : COUNT_OF(chess);
    for (size_t i = 0; i < count; i++)
        if (strcasecmp(value, known[i]) == 0) return 0;
    return error_set(reader->error, "[%s \"%.30s\"] is another game than %s", name, value,
                     game->name);
}

/* "2026.11.21" as 2026-11-21; "????.??.??" is not known. */
static void pgn_date_read(struct game_record *record, const char *value) {
    if (strchr(value, '?')) return;
    tree_copy(record->date, sizeof record->date, value);
    for (char *c = record->date; *c; c++) *c = *c == '.' ? '-' : *c;
}

/* Of a tag that may be there once. */
static int pgn_tag_take(const struct pgn_reader *reader, const char *name, const char *value,
                        char *out, size_t size) {
    char before[128];
    snprintf(before, sizeof before, "%s", out);
    tree_copy(out, size, value);
    if (!*before || *before == '*' || strcmp(before, out) == 0) return 0;
    return error_set(reader->error, "two tags contradict each other: [%s \"%.60s\"] and \"%.60s\"",
                     name, before, out);
}

/* Names in any case, as some programs write them: [Fen "…"] is a start, too. */
static int pgn_tag_apply(struct pgn_reader *reader, const char *name, const char *value) {
    struct game_record *record = reader->record;
    bool known = strcmp(value, "?") != 0;
    if (strcasecmp(name, "White") == 0 || strcasecmp(name, "Red") == 0)
        tree_copy(record->names[0], sizeof record->names[0], known ? value : "");
    if (strcasecmp(name, "Black") == 0)
        tree_copy(record->names[1], sizeof record->names[1], known ? value : "");
    if (strcasecmp(name, "Event") == 0)
        tree_copy(record->event, sizeof record->event, known ? value : "");
    if (strcasecmp(name, "Date") == 0) pgn_date_read(record, value);
    if (strcasecmp(name, "Result") == 0 && pgn_result_is(value, strlen(value)))
        return pgn_tag_take(reader, name, value, record->result, sizeof record->result);
    if (strcasecmp(name, "Termination") == 0)
        tree_copy(reader->termination, sizeof reader->termination, value);
    if (strcasecmp(name, "FEN") == 0)
        return pgn_tag_take(reader, name, value, reader->fen, sizeof reader->fen);
    if (strcasecmp(name, "SetUp") == 0) reader->set_up = *value;
    if (strcasecmp(name, "Variant") == 0 || strcasecmp(name, "Game") == 0)
        return pgn_game_check(reader, name, value);
    return 0;
}

/* The bytes of a character. Many files of xiangqi are in GBK, where the second byte of a character
 * may be that of a brace or of \; chess has bytes of Latin-1, which stand alone. */
static size_t pgn_character(const struct pgn_reader *reader, const char *at) {
    bool two = (unsigned char)at[0] > 0x80 && (unsigned char)at[1] >= 0x40 &&
               strcmp(reader->record->game->name, "xiangqi") == 0;
    int length = two ? utf8_length(at) : 1;
    return length > 0 ? (size_t)length : 2;
}

/* Of a value within quotes, in which \ takes the next byte as it is; behind its closing quote.
 * NULL: it has none on its line. */
static const char *pgn_value_read(const struct pgn_reader *reader, const char *at,
                                  struct text *out) {
    while (*at && *at != '"' && *at != '\n') {
        if (*at == '\\' && (at[1] == '"' || at[1] == '\\')) at++;
        size_t length = pgn_character(reader, at);
        text_add_bytes(out, at, length);
        at += length;
    }
    return *at == '"' ? at + 1 : NULL;
}

/* "[Name "value"]". */
static int pgn_tag_read(struct pgn_reader *reader) {
    char name[32];
    struct text value = {0};
    const char *at = reader->at + 1;
    at += strspn(at, " \t");
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_') length++;
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    at += length;
    at += strspn(at, " \t");
    at = *at == '"' && length > 0 ? pgn_value_read(reader, at + 1, &value) : NULL;
    if (at) at += strspn(at, " \t");
    bool whole = at && *at == ']';
    int status = whole ? pgn_tag_apply(reader, name, text_get(&value))
                       : error_set(reader->error,
                                   "a tag is needed, as in [White \"name\"], not "
                                   "\"%.*s\"",
                                   min_int(30, (int)strcspn(reader->at, "\r\n")), reader->at);
    text_free(&value);
    if (status == 0) reader->at = at + 1;
    return status;
}

static int pgn_begin(struct pgn_reader *reader) {
    const struct game *game = reader->record->game;
    struct state start;
    struct error why;
    reader->begun = true;
    if (reader->set_up == '1' && !*reader->fen)
        return error_set(reader->error, "[SetUp \"1\"] needs a tag [FEN] with the position");
    if (reader->set_up == '0' && *reader->fen)
        return error_set(reader->error, "[SetUp \"0\"] and a [FEN] contradict each other");
    if (!*reader->fen) return 0;
    memset(&start, 0, sizeof start);
    if (game->position_parse(game, reader->fen, &start, &why) != 0)
        return error_set(reader->error, "[FEN]: %s", why.text);
    records_place(reader->record, &start);
    return 0;
}

/* "+0.35/12 0.52s", "-M3/20": what an engine thought of the move before. */
static void pgn_eval_read(struct game_record *record, const char *at) {
    struct record_eval eval = {.known = true};
    char *end;
    const char *number = at + (*at == '+' || *at == '-');
    if (record->count == 0 || number == at) return;
    eval.mate = *number == 'M';
    double value = decimal_read(number + eval.mate, &end);
    if (end == number + eval.mate || *end != '/' || !(value >= 0 && value < 1e6)) return;
    eval.score = (int)lround(eval.mate ? value : 100 * value) * (*at == '-' ? -1 : 1);
    eval.depth = (int)strtol(end + 1, &end, 10);
    eval.seconds = isspace((unsigned char)*end) ? decimal_read(end, &end) : 0;
    if (!(eval.seconds >= 0 && eval.seconds < 1e9)) eval.seconds = 0;
    record->evals[record->count - 1] = eval;
}

/* "{…}", of which the first thing may be an engine's own. */
static int pgn_comment_read(struct pgn_reader *reader, bool of_main_line) {
    const char *end = reader->at;
    while (*end && *end != '}') end += pgn_character(reader, end);
    if (!*end)
        return error_set(reader->error, "the comment that begins with { does not end with }");
    if (of_main_line) pgn_eval_read(reader->record, reader->at + 1);
    reader->at = end + 1;
    return 0;
}

/* "(…)", with others within it. */
static int pgn_variation_skip(struct pgn_reader *reader) {
    const char *begin = reader->at;
    int depth = 0;
    do {
        char c = *reader->at;
        if (c == '{') {
            if (pgn_comment_read(reader, false) != 0) return -1;
            continue;
        }
        if (c == ';' || (c == '%' && reader->at[-1] == '\n'))
            reader->at = pgn_skip_line(reader->at);
        if (*reader->at == '\0') {
            reader->at = begin;
            return error_set(reader->error, "the variation that begins with ( does not end with )");
        }
        depth += (c == '(') - (c == ')');
        reader->at += pgn_character(reader, reader->at);
    } while (depth > 0);
    return 0;
}

/* The bytes of a word: up to a blank, or to what stands for itself, as * does. */
static size_t pgn_word(const char *at) {
    size_t length = 0;
    if (*at == '*') return 1;
    while (at[length] && !strchr("{}();[]$*", at[length]) && !pgn_blank(at + length)) length++;
    return length;
}

/* "12.", "12...", "12": the characters used. */
static size_t pgn_number(const char *at) {
    size_t digits = strspn(at, "0123456789"), dots = strspn(at + digits, ".");
    bool alone = digits + dots == pgn_word(at);
    return digits > 0 && (dots > 0 || alone) ? digits + dots : 0;
}

/* A mark of a result, which ends the game. "*", in the tag or here, leaves it to the other. */
static int pgn_result_read(struct pgn_reader *reader) {
    struct game_record *record = reader->record;
    char mark[sizeof record->result];
    snprintf(mark, sizeof mark, "%.*s", (int)pgn_word(reader->at), reader->at);
    bool said = *record->result && *record->result != '*';
    if (said && *mark != '*' && strcmp(mark, record->result) != 0)
        return error_set(reader->error, "the game ends with %s, but its tag is [Result \"%s\"]",
                         mark, record->result);
    if (!said) tree_copy(record->result, sizeof record->result, mark);
    reader->at += strlen(mark);
    reader->over = true;
    return 0;
}

/* "12.", of the move at a position. */
static void pgn_number_print(const struct game *game, const struct state *state, struct text *out) {
    int plies = game->plies_max - game->plies_left(state);
    text_add(out, "%d.%s", 1 + plies / 2, game->side(state) ? ".." : "");
}

/* Whether the board alone ends the game: a mate, a stalemate, too little on it for a mate. What was
 * before it does not count, since players need not claim what follows from that. */
static bool pgn_board_ends(const struct game_record *record, int *margin) {
    const struct game *game = record->game;
    struct state board;
    bool ends = game_board_alone(game, &record->last, &board);
    *margin = ends ? game->margin(game, &board) : 0;
    return ends;
}

/* Where players may have gone on, or the game is won and no move can follow. */
static int pgn_move_leave_out(struct pgn_reader *reader, size_t length) {
    int margin;
    if (pgn_board_ends(reader->record, &margin) && margin)
        return error_set(reader->error, "%.*s comes behind the end of the game, which is won",
                         min_int(20, (int)length), reader->at);
    reader->left_out = true;
    reader->at += length;
    return 0;
}

/* "!?", "#", "e.p." behind a move: the characters used. */
static size_t pgn_suffix(const char *at) {
    size_t passing = strncmp(at, pgn_passing, strlen(pgn_passing)) == 0 ? strlen(pgn_passing) : 0;
    return passing + strspn(at + passing, "!?+#");
}

static int pgn_move_read(struct pgn_reader *reader) {
    struct game_record *record = reader->record;
    const struct game *game = record->game;
    size_t length = pgn_word(reader->at);
    struct text number = {0};
    move_t move;
    if (game->over(game, &record->last)) return pgn_move_leave_out(reader, length);
    int used = game_move_read(game, &record->last, reader->at, &move);
    if (used > 0) used += (int)pgn_suffix(reader->at + used);
    if (used > 0 && (size_t)used == length && game_legal(game, &record->last, move)) {
        reader->at += length;
        return records_add(record, move, reader->error);
    }
    pgn_number_print(game, &record->last, &number);
    error_set(reader->error, "%s %.*s is no legal move", text_get(&number),
              min_int(20, (int)length), reader->at);
    text_free(&number);
    return -1;
}

/* "$14" of a move, or "!?" and "?+/=", "..." on their own: the characters used. A move may follow
 * at once. */
static size_t pgn_mark(const char *at) {
    size_t digits = *at == '$' ? strspn(at + 1, "0123456789") : 0;
    if (digits) return 1 + digits;
    if (*at == '.') return strspn(at, ".");
    if (*at == '!' || *at == '?') return strspn(at, "!?+#=/");
    return pgn_suffix(at) == pgn_word(at) ? pgn_suffix(at) : 0;
}

/* What stands next in the moves. */
static int pgn_item_read(struct pgn_reader *reader) {
    const char *at = reader->at;
    if (*at == '{') return pgn_comment_read(reader, true);
    if (*at == '(') return pgn_variation_skip(reader);
    size_t mark = pgn_mark(at);
    reader->at += mark;
    if (mark) return 0;
    if (pgn_word(at) == 0)
        return error_set(reader->error, "\"%.1s\" has no place among the moves", at);
    if (pgn_result_is(at, pgn_word(at))) return pgn_result_read(reader);
    size_t number = pgn_number(at);
    reader->at += number + strspn(at + number, number ? "." : "");
    return number ? 0 : pgn_move_read(reader);
}

/* To what stands next. Comments outside of the moves, before the tags or behind the result, begin
 * no game. */
static int pgn_skip_to_item(struct pgn_reader *reader) {
    bool among_moves = reader->begun && !reader->over;
    for (pgn_skip_blanks(reader); !among_moves && *reader->at == '{'; pgn_skip_blanks(reader))
        if (pgn_comment_read(reader, false) != 0) return -1;
    return 0;
}

/* A game without a result at its end is over where the next one's tags begin. */
static int pgn_game_read(struct pgn_reader *reader) {
    int items = 0;
    for (;; items++) {
        if (pgn_skip_to_item(reader) != 0) return -1;
        bool tag = *reader->at == '[';
        if (!*reader->at || reader->over || (tag && reader->begun)) break;
        if (!tag && !reader->begun && pgn_begin(reader) != 0) return -1;
        if (tag ? pgn_tag_read(reader) : pgn_item_read(reader)) return -1;
        reader->behind = reader->at;
    }
    if (!reader->begun && pgn_begin(reader) != 0) return -1;
    return items > 0 ? 0 : error_set(reader->error, "there is no game");
}

static enum records_end pgn_end_of(const char *termination, bool decided) {
    static const struct {
        const char *word;
        enum records_end end;
    } words[] = {{"time", RECORDS_TIMEOUT},           {"rules", RECORDS_FORFEITED},
                 {"illegal", RECORDS_FORFEITED},      {"abandoned", RECORDS_FORFEITED},
                 {"stalled", RECORDS_FORFEITED},      {"adjudication", RECORDS_ADJUDICATED},
                 {"unterminated", RECORDS_UNFINISHED}};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strncasecmp(termination, words[i].word, strlen(words[i].word)) == 0)
            return words[i].end;
    return decided ? RECORDS_RESIGNED : RECORDS_UNFINISHED;
}

/* A result that is not the board's, where the board alone ends the game. */
static int pgn_result_check(const struct pgn_reader *reader) {
    const struct game_record *record = reader->record;
    int margin;
    if (record->end != RECORDS_OVER || !*record->result || *record->result == '*') return 0;
    if (!pgn_board_ends(record, &margin)) return 0;
    const char *shown = pgn_results[margin > 0 ? 0 : margin < 0 ? 1 : 2];
    if (strcmp(shown, record->result) == 0) return 0;
    return error_set(reader->error, "the result is %s, but the last board shows %s", record->result,
                     shown);
}

/* The board counts for more than the result, and in its place where that is not known. */
static void pgn_result_settle(const struct pgn_reader *reader) {
    struct game_record *record = reader->record;
    bool won[2] = {strcmp(record->result, "1-0") == 0, strcmp(record->result, "0-1") == 0};
    bool known = *record->result && *record->result != '*';
    if (record->end == RECORDS_OVER && !reader->left_out) {
        if (!known) strcpy(record->result, pgn_results[record->winner < 0 ? 2 : record->winner]);
        return;
    }
    record->winner = won[0] ? 0 : won[1] ? 1 : -1;
    record->end = pgn_end_of(reader->termination, record->winner >= 0);
    if (record->winner < 0 && record->end != RECORDS_ADJUDICATED) record->end = RECORDS_UNFINISHED;
}

int records_pgn_parse(const struct game *game, const char **text, struct game_record *out,
                      struct error *error) {
    if (records_format_check(RECORDS_PGN, game, error) != 0) return -1;
    struct pgn_reader reader = {.record = out, .at = *text + text_mark(*text), .error = error};
    records_begin(out, game, NULL);
    int failed = pgn_game_read(&reader);
    out->at = reader.at;
    if (failed) return -1;
    out->at = reader.behind;
    if (pgn_result_check(&reader)) return -1;
    pgn_result_settle(&reader);
    *text = reader.at;
    return 0;
}

bool records_are_pgn(const char *text) {
    const char *at = text + strspn(text, " \t\r\n\xef\xbb\xbf");
    while (*at == '%') {
        at = pgn_skip_line(at);
        at += strspn(at, " \t\r\n");
    }
    if (*at++ != '[') return false;
    size_t name = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    at += name;
    return name > 0 && at[strspn(at, " \t")] == '"';
}

/* ---- writing --------------------------------------------------------------------------------- */

static void pgn_tag_print(struct text *out, const char *name, const char *value) {
    text_add(out, "[%s \"", name);
    for (; *value; value++) text_add(out, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
    text_add(out, "\"]\n");
}

static void pgn_tag_print_known(struct text *out, const char *name, const char *value) {
    pgn_tag_print(out, name, *value ? value : "?");
}

static const char *pgn_result_of(const struct game_record *record) {
    bool drawn = record->end == RECORDS_OVER || record->end == RECORDS_ADJUDICATED ||
                 strcmp(record->result, "1/2-1/2") == 0;
    if (record->winner >= 0) return pgn_results[record->winner];
    return pgn_results[drawn ? 2 : 3];
}

static const char *pgn_termination_of(const struct game_record *record) {
    static const char *const words[] = {[RECORDS_UNFINISHED] = "unterminated",
                                        [RECORDS_OVER] = "normal",
                                        [RECORDS_RESIGNED] = "normal",
                                        [RECORDS_TIMEOUT] = "time forfeit",
                                        [RECORDS_FORFEITED] = "rules infraction",
                                        [RECORDS_ADJUDICATED] = "adjudication"};
    bool agreed = record->end == RECORDS_UNFINISHED && *pgn_result_of(record) != '*';
    return agreed ? "normal" : words[record->end];
}

static void pgn_date_print(const struct game_record *record, struct text *out) {
    char date[sizeof record->date];
    snprintf(date, sizeof date, "%s", *record->date ? record->date : "????.??.??");
    for (char *c = date; *c; c++) *c = *c == '-' ? '.' : *c;
    pgn_tag_print(out, "Date", date);
}

void records_fen_format(const struct game *game, const void *state, struct text *out) {
    int fields = 1, plies = game->plies_max - game->plies_left(state);
    size_t begin = out->length;
    game->position_format(game, state, out);
    for (const char *c = out->data + begin; *c; c++) fields += *c == ' ';
    for (; fields < 4; fields++) text_add(out, " -");
    text_add(out, " 0 %d", 1 + plies / 2);
}

static void pgn_start_print(const struct game_record *record, struct text *out) {
    const struct game *game = record->game;
    struct state start;
    struct text fen = {0};
    game->start(game, &start);
    if (game->hash(&start) == game->hash(&record->start)) return;
    records_fen_format(game, &record->start, &fen);
    pgn_tag_print(out, "SetUp", "1");
    pgn_tag_print(out, "FEN", text_get(&fen));
    text_free(&fen);
}

static void pgn_tags_print(const struct game_record *record, bool native, struct text *out) {
    bool xiangqi = strcmp(record->game->name, "xiangqi") == 0;
    if (xiangqi) pgn_tag_print(out, "Game", "Chinese Chess");
    pgn_tag_print_known(out, "Event", record->event);
    pgn_tag_print(out, "Site", "?");
    pgn_date_print(record, out);
    pgn_tag_print(out, "Round", "?");
    pgn_tag_print_known(out, xiangqi ? "Red" : "White", record->names[0]);
    pgn_tag_print_known(out, "Black", record->names[1]);
    pgn_tag_print(out, "Result", pgn_result_of(record));
    if (xiangqi) pgn_tag_print(out, "Format", native ? "Chinese" : "ICCS");
    pgn_start_print(record, out);
    pgn_tag_print(out, "Termination", pgn_termination_of(record));
    text_add(out, "\n");
}

/* Lines have PGN_COLUMNS bytes at most. */
struct pgn_lines {
    struct text *out;
    int column;
};

static void pgn_word_print(struct pgn_lines *lines, const char *word) {
    int length = (int)strlen(word);
    bool first = lines->column == 0, fits = lines->column + 1 + length <= PGN_COLUMNS;
    text_add(lines->out, "%s%s", first ? "" : fits ? " " : "\n", word);
    lines->column = first || !fits ? length : lines->column + 1 + length;
}

static void pgn_eval_print(struct pgn_lines *lines, const struct record_eval *eval) {
    struct text word = {0};
    if (!eval->known) return;
    if (eval->mate)
        text_add(&word, "{%cM%d/%d", eval->score < 0 ? '-' : '+', abs(eval->score), eval->depth);
    else
        text_add(&word, "{%+.2f/%d", eval->score / 100., eval->depth);
    pgn_word_print(lines, text_get(&word));
    word.length = 0;
    text_add(&word, "%.3fs}", eval->seconds);
    pgn_word_print(lines, text_get(&word));
    text_free(&word);
}

/* ICCS has a dash between the points, and capitals: "H2-E2". */
static void pgn_move_format(const struct game *game, const struct state *state, move_t move,
                            bool native, char out[MOVE_TEXT_MAX]) {
    char name[MOVE_TEXT_MAX];
    game_move_name(game, state, move, name);
    if (native)
        game->move_native(game, state, move, out);
    else if (strcmp(game->name, "xiangqi") == 0)
        snprintf(out, MOVE_TEXT_MAX, "%c%c-%c%c", toupper((unsigned char)name[0]), name[1],
                 toupper((unsigned char)name[2]), name[3]);
    else
        strcpy(out, name);
}

static void pgn_moves_print(const struct game_record *record, bool native,
                            struct pgn_lines *lines) {
    const struct game *game = record->game;
    struct state state = record->start;
    for (int i = 0; i < record->count; i++) {
        char name[MOVE_TEXT_MAX];
        struct text number = {0};
        bool numbered = i == 0 || game->side(&state) == 0 || record->evals[i - 1].known;
        pgn_number_print(game, &state, &number);
        if (numbered) pgn_word_print(lines, text_get(&number));
        text_free(&number);
        pgn_move_format(game, &state, record->moves[i], native, name);
        pgn_word_print(lines, name);
        pgn_eval_print(lines, &record->evals[i]);
        game->play(game, &state, record->moves[i]);
    }
}

void records_pgn_print(const struct game_record *record, bool native, struct text *out) {
    struct pgn_lines lines = {.out = out};
    pgn_tags_print(record, native, out);
    pgn_moves_print(record, native, &lines);
    pgn_word_print(&lines, pgn_result_of(record));
    text_add(out, "\n\n");
}
