/*
 * book: positions are found by the hash that their mirror images share, and moves by that of the
 * position they lead to, so that a book serves every orientation. A hash index keeps finding fast
 * in a book of a million positions.
 */
#include "engine/files/book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/textfile.h"
#include "engine/games/games.h"

/* A move is identified by the position after it, which is the same for all its mirror images. */
struct choice {
    uint64_t child;
    move_t move; /* in the entry's own position */
    int weight;
};

/* A position and its mirror images. `path` leads to one of them, the entry's own. */
struct entry {
    uint64_t key;
    move_t *path;
    int path_length;
    struct choice *choices;
    int choice_count;
};

struct book {
    const struct game *game;
    struct entry *entries;
    int count, capacity;
    int *slots; /* twice the capacity, a power of two: the entries' numbers + 1 by key; 0: free */
};

struct book *book_new(const struct game *game) {
    struct book *book = xmalloc(sizeof *book);
    *book = (struct book){.game = game};
    return book;
}

void book_free(struct book *book) {
    if (!book) return;
    for (int i = 0; i < book->count; i++) {
        free(book->entries[i].path);
        free(book->entries[i].choices);
    }
    free(book->entries);
    free(book->slots);
    free(book);
}

const struct game *book_game(const struct book *book) {
    return book->game;
}

/* ---- positions ------------------------------------------------------------------------------- */

static uint64_t book_key(const struct game *game, const void *state) {
    return game->symmetric_hash(game, state);
}

static uint64_t book_child_key(const struct game *game, const void *state, move_t move) {
    struct state child;
    memcpy(&child, state, game->state_size);
    game->play(game, &child, move);
    return book_key(game, &child);
}

static void book_follow(const struct game *game, const move_t *moves, int count,
                        struct state *state) {
    game->start(game, state);
    for (int i = 0; i < count; i++) game->play(game, state, moves[i]);
}

/* The slot of that key, or the free one where it belongs: the first from its place on. */
static int *book_slot_of(const struct book *book, uint64_t key) {
    size_t last = 2 * (size_t)book->capacity - 1, i = mix64(key) & last;
    while (book->slots[i] && book->entries[book->slots[i] - 1].key != key) i = (i + 1) & last;
    return &book->slots[i];
}

static struct entry *book_entry_find(const struct book *book, uint64_t key) {
    int number = book->count > 0 ? *book_slot_of(book, key) : 0;
    return number ? &book->entries[number - 1] : NULL;
}

static void book_grow(struct book *book) {
    book->capacity = max_int(64, 2 * book->capacity);
    book->entries = xrealloc(book->entries, (size_t)book->capacity * sizeof *book->entries);
    free(book->slots);
    book->slots = xcalloc(2 * (size_t)book->capacity, sizeof *book->slots);
    for (int i = 0; i < book->count; i++) *book_slot_of(book, book->entries[i].key) = i + 1;
}

static struct entry *book_entry_new(struct book *book, uint64_t key, const move_t *path,
                                    int length) {
    if (book->count == book->capacity) book_grow(book);
    struct entry *entry = &book->entries[book->count++];
    *book_slot_of(book, key) = book->count;
    *entry = (struct entry){.key = key, .path_length = length};
    entry->path = xmalloc((size_t)length * sizeof *path);
    if (length > 0) memcpy(entry->path, path, (size_t)length * sizeof *path);
    return entry;
}

static struct choice *book_choice_find(const struct entry *entry, uint64_t child) {
    for (int i = 0; i < entry->choice_count; i++)
        if (entry->choices[i].child == child) return &entry->choices[i];
    return NULL;
}

/* The first move of the entry's own position that leads to `child`. */
static move_t book_own_move(const struct book *book, const struct entry *entry, uint64_t child) {
    const struct game *game = book->game;
    struct state state;
    move_t moves[GAME_MOVES_MAX];
    book_follow(game, entry->path, entry->path_length, &state);
    int count = game->moves(game, &state, moves);
    for (int i = 0; i < count; i++)
        if (book_child_key(game, &state, moves[i]) == child) return moves[i];
    die("a mirror image of the position lacks a move");
}

static struct choice *book_choice_new(const struct book *book, struct entry *entry,
                                      uint64_t child) {
    int count = entry->choice_count++;
    entry->choices = xrealloc(entry->choices, (size_t)entry->choice_count * sizeof *entry->choices);
    entry->choices[count] = (struct choice){child, book_own_move(book, entry, child), 0};
    return &entry->choices[count];
}

void book_add(struct book *book, const move_t *moves, int count, move_t move, int weight) {
    struct state state;
    book_follow(book->game, moves, count, &state);
    uint64_t key = book_key(book->game, &state), child = book_child_key(book->game, &state, move);
    struct entry *entry = book_entry_find(book, key);
    if (!entry) entry = book_entry_new(book, key, moves, count);
    struct choice *choice = book_choice_find(entry, child);
    if (!choice) choice = book_choice_new(book, entry, child);
    choice->weight = min_int(BOOK_WEIGHT_MAX, choice->weight + weight);
}

/* ---- drawing --------------------------------------------------------------------------------- */

static uint32_t book_total_weight(const struct entry *entry) {
    uint32_t total = 0;
    for (int i = 0; i < entry->choice_count; i++)
        total += (uint32_t)max_int(0, entry->choices[i].weight);
    return total;
}

/* The choice under the `at`-th unit of weight. */
static const struct choice *book_choice_at(const struct entry *entry, uint32_t at) {
    for (const struct choice *choice = entry->choices;; choice++) {
        uint32_t weight = (uint32_t)max_int(0, choice->weight);
        if (at < weight) return choice;
        at -= weight;
    }
}

bool book_draw(const struct book *book, const void *state, struct rng *rng, move_t *out) {
    const struct game *game = book->game;
    const struct entry *entry = book_entry_find(book, book_key(game, state));
    uint32_t total = entry ? book_total_weight(entry) : 0;
    if (total == 0) return false;
    uint64_t child = book_choice_at(entry, rng_below(rng, total))->child;
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state, moves);
    uint32_t images = 0;
    for (int i = 0; i < count; i++)
        if (book_child_key(game, state, moves[i]) == child) moves[images++] = moves[i];
    if (images == 0) die("a mirror image of the position lacks a move");
    *out = moves[images > 1 ? rng_below(rng, images) : 0];
    return true;
}

/* ---- writing --------------------------------------------------------------------------------- */

static int book_heavier_first(const void *a_, const void *b_) {
    const struct choice *a = a_, *b = b_;
    return a->weight != b->weight ? b->weight - a->weight : a->move - b->move;
}

static void book_entry_print(const struct game *game, const struct entry *entry, struct text *out) {
    char name[MOVE_TEXT_MAX];
    if (book_total_weight(entry) == 0) return;
    for (int i = 0; i < entry->path_length; i++) {
        game->move_format(game, entry->path[i], name);
        text_add(out, "%s ", name);
    }
    text_add(out, "->");
    qsort(entry->choices, (size_t)entry->choice_count, sizeof *entry->choices, book_heavier_first);
    for (int i = 0; i < entry->choice_count && entry->choices[i].weight > 0; i++) {
        game->move_format(game, entry->choices[i].move, name);
        text_add(out, "%s %s %d", i ? "," : "", name, entry->choices[i].weight);
    }
    text_add(out, "\n");
}

void book_print(const struct book *book, const char *source, struct text *out) {
    text_add(out, "hone-book 1\ngame   %s\n", book->game->name);
    if (source) text_add(out, "source %s\n", source);
    for (int length = 0; length <= book->game->plies_max; length++)
        for (int i = 0; i < book->count; i++)
            if (book->entries[i].path_length == length)
                book_entry_print(book->game, &book->entries[i], out);
}

/* ---- reading --------------------------------------------------------------------------------- */

struct book_reader {
    const char *path;
    int line;
    struct book *book;
    struct error *error;
};

static const char no_game[] = "the second line names the game, as in \"game reversi\"";

static int book_wrong(const struct book_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static int book_wrong(const struct book_reader *reader, const char *format, ...) {
    char what[512];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return error_set(reader->error, "%s:%d: %s", reader->path, reader->line, what);
}

static char *book_blanks_skip(char *text) {
    return text + strspn(text, " \t");
}

static void book_blanks_cut(char *text) {
    for (char *end = text + strlen(text); end > text && strchr(" \t\r", end[-1]);) *--end = '\0';
}

/* Reads a legal move of `state` as a word of its own; where it ends, or NULL. */
static char *book_move_read(const struct book_reader *reader, const struct state *state, char *text,
                            move_t *out) {
    const struct game *game = reader->book->game;
    int used = game->move_parse(game, text, out);
    bool whole = used > 0 && strchr(" \t", text[used]);
    if (whole && !game->over(game, state) && game_legal(game, state, *out)) return text + used;
    book_wrong(reader, "\"%.*s\" is not a legal move there", (int)strcspn(text, " \t"), text);
    return NULL;
}

/* The moves before the arrow. */
static int book_path_read(const struct book_reader *reader, char *text, move_t *path,
                          struct state *state) {
    const struct game *game = reader->book->game;
    int count = 0;
    game->start(game, state);
    for (text = book_blanks_skip(text); *text; text = book_blanks_skip(text)) {
        if (!(text = book_move_read(reader, state, text, &path[count]))) return -1;
        game->play(game, state, path[count++]);
    }
    if (game->over(game, state)) return book_wrong(reader, "the game is over after these moves");
    return count;
}

/* "c3 150": adds it; -1 and why. */
static int book_choice_read(const struct book_reader *reader, const struct state *state,
                            const move_t *path, int length, char *text) {
    const struct game *game = reader->book->game;
    int64_t weight;
    move_t move;
    text = book_blanks_skip(text);
    char *number = book_move_read(reader, state, text, &move);
    if (!number) return -1;
    number = book_blanks_skip(number);
    book_blanks_cut(number);
    if (!parse_i64(number, 1, BOOK_WEIGHT_MAX, &weight))
        return book_wrong(reader, "a move has a weight from 1 to %d, not \"%.20s\"",
                          BOOK_WEIGHT_MAX, number);
    const struct entry *entry = book_entry_find(reader->book, book_key(game, state));
    if (entry && book_choice_find(entry, book_child_key(game, state, move)))
        return book_wrong(reader, "%.*s, or a mirror image of it, is there already",
                          (int)strcspn(text, " \t"), text);
    book_add(reader->book, path, length, move, (int)weight);
    return 0;
}

/* "d3 -> c3 150, c5 50". */
static int book_entry_read(const struct book_reader *reader, char *line) {
    struct state state;
    move_t path[GAME_PLIES_MAX];
    char *arrow = strstr(line, "->");
    if (!arrow)
        return book_wrong(reader,
                          "a line is \"MOVES -> MOVE WEIGHT, MOVE WEIGHT, …\", this has no ->");
    *arrow = '\0';
    int length = book_path_read(reader, line, path, &state);
    if (length < 0) return -1;
    if (book_entry_find(reader->book, book_key(reader->book->game, &state)))
        return book_wrong(reader, "this position, or a mirror image of it, is there already");
    for (char *text = arrow + 2, *comma; text; text = comma ? comma + 1 : NULL) {
        comma = strchr(text, ',');
        if (comma) *comma = '\0';
        if (book_choice_read(reader, &state, path, length, text) != 0) return -1;
    }
    return 0;
}

/* What follows `key` and blanks; NULL if the line is not about it. */
static char *book_value_of(char *line, const char *key) {
    size_t length = strlen(key);
    return strncmp(line, key, length) == 0 && strchr(" \t", line[length])
               ? book_blanks_skip(line + length)
               : NULL;
}

static int book_game_read(struct book_reader *reader, char *line) {
    struct error error;
    char *name = book_value_of(line, "game");
    if (!name) return book_wrong(reader, "%s", no_game);
    const struct game *game = games_find(name, &error);
    if (!game) return book_wrong(reader, "%s", error.text);
    reader->book = book_new(game);
    return 0;
}

static int book_line_read(struct book_reader *reader, char *line, bool *begun) {
    book_blanks_cut(line);
    line = book_blanks_skip(line);
    if (*begun && (!*line || *line == '#' || book_value_of(line, "source"))) return 0;
    if (*begun) return reader->book ? book_entry_read(reader, line) : book_game_read(reader, line);
    *begun = true;
    if (strcmp(line, "hone-book 1") == 0) return 0;
    return book_wrong(reader, "the first line must be \"hone-book 1\", not \"%.40s\"", line);
}

static int book_lines_read(struct book_reader *reader, char *text) {
    bool begun = false;
    for (char *line = text, *end; line; line = end) {
        end = strchr(line, '\n');
        if (end) *end++ = '\0';
        reader->line++;
        if (book_line_read(reader, line, &begun) != 0) return -1;
    }
    return reader->book ? 0 : book_wrong(reader, "%s", no_game);
}

struct book *book_parse(const char *path, const char *text, struct error *error) {
    struct book_reader reader = {.path = path, .error = error};
    char *copy = xstrdup(text);
    int failed = book_lines_read(&reader, copy);
    free(copy);
    if (!failed) return reader.book;
    book_free(reader.book);
    return NULL;
}

struct book *book_load(const char *path, struct error *error) {
    struct text text;
    if (textfile_read(path, path, &text, error) != 0) return NULL;
    struct book *book = book_parse(path, text_get(&text), error);
    text_free(&text);
    return book;
}
