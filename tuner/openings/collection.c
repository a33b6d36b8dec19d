/*
 * The first characters of a file tell its format, so the user need not name one. Errors are
 * reported with their line.
 */
#include "tuner/openings/collection.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "engine/base/textfile.h"
#include "engine/files/polyglot.h"
#include "engine/files/records.h"
#include "engine/games/games.h"
#include "tuner/statistics/results.h"

struct collection *collection_new(const struct game *game) {
    struct collection *collection = xcalloc(1, sizeof *collection);
    collection->game = game;
    return collection;
}

static void collected_free(struct collected *collected) {
    free(collected->start);
    free(collected->moves);
}

void collection_free(struct collection *collection) {
    if (!collection) return;
    for (int i = 0; i < collection->count; i++) collected_free(&collection->list[i]);
    free(collection->list);
    free(collection);
}

/* ---- reading one opening ---- */

/* "8,-3, 6,-4": one of these, onto the record; the characters used, or -1 and why. */
static int collection_read_offset(struct game_record *record, const char *text,
                                  struct error *error) {
    const struct game *game = record->game;
    char *comma, *end;
    long x = strtol(text, &comma, 10), y = *comma ? strtol(comma + 1, &end, 10) : 0;
    if (comma == text || *comma != ',' || end == comma + 1 || !strchr(", \t", *end))
        return error_set(error,
                         "offsets from the centre are pairs as in \"8,-3, 6,-4\", not "
                         "\"%.20s\"",
                         text);
    long left = game->columns / 2, above = game->rows / 2;
    if (x < -left || x >= game->columns - left || y < -above || y >= game->rows - above)
        return error_set(error, "move %d (%.*s) is beyond the board of %d x %d", record->count + 1,
                         (int)(end - text), text, game->columns, game->rows);
    if (records_add(record, (move_t)((y + above) * game->columns + x + left), error)) return -1;
    return (int)(end - text);
}

static int collection_read_offsets(const struct game *game, const char *line,
                                   struct game_record *record, struct error *error) {
    records_begin(record, game, NULL);
    if (game->in_a_row == 0)
        return error_set(error,
                         "offsets from the centre are for games of stones in a row, not for "
                         "%s",
                         game->name);
    for (line += strspn(line, ", \t"); *line; line += strspn(line, ", \t")) {
        int used = collection_read_offset(record, line, error);
        if (used < 0) return -1;
        line += used;
    }
    return 0;
}

/* Without placement, positions are as the game likes: one that can be read, or what looks like a
 * faulty one and begins with no move. */
static bool collection_is_unplaced(const struct game *game, const char *line, bool ranks) {
    struct state state;
    move_t move;
    if (game->position_parse(game, line, &state, NULL) == 0) return true;
    return (ranks || isdigit((unsigned char)*line)) && game->move_parse(game, line, &move) == 0;
}

/* Whether a line begins with a board's points, or some of them, or a FEN's ranks: moves never do.
 */
static bool collection_is_position(const struct game *game, const char *line) {
    bool ranks = *line != '[' && memchr(line, '/', strcspn(line, " \t"));
    if (game->fen) return ranks;
    if (!game->placement && collection_is_unplaced(game, line, ranks)) return true;
    return strchr(".-*#", line[0]) ||
           (int)strspn(line, "XxOo*#BbWw.-") >= game->columns * game->rows;
}

static int collection_read_line(const struct game *game, const char *line,
                                struct game_record *record, struct error *error) {
    bool number = isdigit((unsigned char)line[strspn(line, "+-")]) && strspn(line, "+-") <= 1;
    if (number && game->placement) return collection_read_offsets(game, line, record, error);
    return records_parse(collection_is_position(game, line) ? RECORDS_OBF : RECORDS_MOVES, game,
                         &line, record, error);
}

/* ---- keeping it ---- */

/* The position after the record's moves, of which there may be fewer than the file has. */
static void collection_record_cut(struct game_record *record, int plies_max) {
    const struct game *game = record->game;
    if (plies_max > 0 && record->count > plies_max) record->count = plies_max;
    record->last = record->start;
    for (int i = 0; i < record->count; i++) game->play(game, &record->last, record->moves[i]);
}

static void collection_keep(struct collection *collection, struct game_record *record,
                            int plies_max) {
    const struct game *game = record->game;
    struct state start = {0};
    collection_record_cut(record, plies_max);
    if (game->over(game, &record->last)) {
        collection->over++;
        return;
    }
    size_t bytes = (size_t)record->count * sizeof(move_t);
    collection->list = xgrow(collection->list, (size_t)collection->count, sizeof *collection->list);
    struct collected *kept = &collection->list[collection->count++];
    *kept = (struct collected){.plies = record->count,
                               .moves = xmalloc(bytes + 1),
                               .hash = game->symmetric_hash(game, &record->last) | 1,
                               .points = -1};
    memcpy(kept->moves, record->moves, bytes);
    game->start(game, &start);
    if (game->hash(&record->start) == game->hash(&start)) return;
    kept->start = xmalloc(game->state_size);
    memcpy(kept->start, &record->start, game->state_size);
}

/* ---- files ---- */

static int collection_reject(const char *path, const char *text, const char *at,
                             const struct error *why, struct error *error) {
    int line = 1;
    for (const char *c = text; c < at; c++) line += *c == '\n';
    return error_set(error, "%s:%d: %s", path, line, why->text);
}

static int collection_add_games(struct collection *collection, const char *path, const char *text,
                                int plies_max, struct game_record *record, struct error *error) {
    const struct game *game = collection->game;
    enum records_format format = records_format_of_games(game);
    struct error why;
    for (const char *at = text + strspn(text, " \t\r\n"); *at;) {
        if (records_format_check(format, game, &why) ||
            records_parse(format, game, &at, record, &why))
            return collection_reject(path, text, record->at ? record->at : at, &why, error);
        collection_keep(collection, record, plies_max);
    }
    return 0;
}

/* Blank, or a comment: but the L-game has positions that begin with #. */
static bool collection_says_nothing(const struct game *game, const char *line) {
    struct state state;
    if (!strchr("#%", *line)) return false;
    return !*line || game->position_parse(game, line, &state, NULL) != 0;
}

static int collection_add_lines(struct collection *collection, const char *path, const char *text,
                                int plies_max, struct game_record *record, struct error *error) {
    struct text line = {0};
    struct error why;
    int status = 0;
    for (const char *at = text; status == 0 && *at; at += strcspn(at, "\r\n"), at += *at != '\0') {
        const char *begin = at + strspn(at, " \t");
        text_free(&line);
        text_add_bytes(&line, begin, strcspn(begin, "\r\n"));
        if (collection_says_nothing(collection->game, text_get(&line))) continue;
        status = collection_read_line(collection->game, text_get(&line), record, &why);
        if (status)
            collection_reject(path, text, at, &why, error);
        else
            collection_keep(collection, record, plies_max);
    }
    text_free(&line);
    return status;
}

static int collection_book_read(const struct game *game, const char *path, const char *name,
                                struct text *out, struct error *error) {
    struct text bytes = {0};
    if (game != games_find("chess", NULL))
        return error_set(error,
                         "%s: is a book of Polyglot by its name, which is of chess, not of %s",
                         name, game->name);
    int status = file_read(path, &bytes, error);
    if (status == 0) status = polyglot_lines(name, &bytes, COLLECTION_BOOK_PLIES, out, error);
    text_free(&bytes);
    return status;
}

int collection_file_read(const struct game *game, const char *path, const char *name,
                         struct text *out, struct error *error) {
    enum { LONGEST = 4 << 20 };
    bool book = textfile_is_named(name, ".bin");
    if (book ? collection_book_read(game, path, name, out, error)
             : textfile_read(path, name, out, error))
        return -1;
    return out->length > LONGEST ? error_set(error, "%s: is longer than 4 MiB", name) : 0;
}

/* By its beginning, or by its name, where other text may come first. */
static bool collection_is_of_games(const struct game *game, const char *path, const char *text) {
    static const char *const endings[] = {
        [RECORDS_GGF] = ".ggf", [RECORDS_SGF] = ".sgf", [RECORDS_PGN] = ".pgn"};
    return records_are_games(text) ||
           textfile_is_named(path, endings[records_format_of_games(game)]);
}

int collection_add(struct collection *collection, const char *path, const char *text, int plies_max,
                   struct error *error) {
    bool games = collection_is_of_games(collection->game, path, text);
    struct game_record *record = xcalloc(1, sizeof *record);
    int status = (games ? collection_add_games : collection_add_lines)(collection, path, text,
                                                                       plies_max, record, error);
    free(record);
    return status;
}

static int collected_compare(const void *a_, const void *b_) {
    const struct collected *a = a_, *b = b_;
    uint64_t first = mix64(a->hash), second = mix64(b->hash);
    return (first > second) - (first < second);
}

void collection_settle(struct collection *collection) {
    struct distinct_set seen = distinct_set_new(collection->count);
    int count = 0;
    for (int i = 0; i < collection->count; i++)
        if (distinct_set_add(&seen, collection->list[i].hash))
            collection->list[count++] = collection->list[i];
        else
            collected_free(&collection->list[i]);
    distinct_set_free(&seen);
    collection->repeated = collection->count - count;
    collection->count = count;
    if (count > 0)
        qsort(collection->list, (size_t)count, sizeof *collection->list, collected_compare);
}

/* ---- the openings ---- */

/* Whether the game begins as it does anyway. */
static bool collection_keeps_start(const struct game *game, int symmetry) {
    struct state start = {0}, image = {0};
    game->start(game, &start);
    game_image_state(game, symmetry, &start, &image);
    return game->hash(&start) == game->hash(&image);
}

int collection_symmetries(const struct collection *collection, int index, int out[8]) {
    const struct game *game = collection->game;
    int count = 0;
    out[count++] = 0;
    for (int i = 1; i < 8; i++)
        if (game->symmetries >> i & 1 &&
            (collection->list[index].start || collection_keeps_start(game, i)))
            out[count++] = i;
    return count;
}

void collection_position(const struct collection *collection, int index, int symmetry,
                         struct state *out) {
    const struct game *game = collection->game;
    const struct collected *collected = &collection->list[index];
    memset(out, 0, sizeof *out);
    if (collected->start)
        game_image_state(game, symmetry, collected->start, out);
    else
        game->start(game, out);
    for (int i = 0; i < collected->plies; i++)
        game->play(game, out, game_image_move(game, symmetry, collected->moves[i]));
}

uint64_t collection_checksum(const struct collection *collection) {
    uint64_t sum = 0;
    for (int i = 0; i < collection->count; i++) {
        struct state position;
        collection_position(collection, i, 0, &position);
        sum = mix64(sum + collection->game->hash(&position));
    }
    return sum;
}

int collection_line(const struct collection *collection, int index, int symmetry, move_t *moves) {
    const struct collected *collected = &collection->list[index];
    for (int i = 0; i < collected->plies; i++)
        moves[i] = game_image_move(collection->game, symmetry, collected->moves[i]);
    return collected->start ? -1 : collected->plies;
}
