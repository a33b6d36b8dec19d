/* In every format and game any text is refused with a reason, or is a record that comes back as it
 * is written; and the same of opening books, and of files of openings. */
#include <stdlib.h>
#include <string.h>

#include "engine/files/book.h"
#include "engine/files/polyglot.h"
#include "engine/files/records.h"
#include "tests/fuzz/targets.h"
#include "tuner/openings/collection.h"

static const char *const names[] = {"reversi",    "connect6",   "tictactoe", "connect(9,9,5,3,2)",
                                    "nim(3,5,7)", "grundy(17)", "lgame",     "hex(5,swap)",
                                    "dobutsu",    "chess",      "xiangqi"};

static void check_record(enum records_format format, const struct game_record *record) {
    struct game_record again;
    struct error error;
    struct text text = {0};
    records_print(format, record, &text);
    const char *at = text_get(&text);
    if (at[0] != '\n' && records_parse(format, record->game, &at, &again, &error) != 0)
        die("%s in %s", error.text, text_get(&text));
    if (at[0] != '\n' && record->game->hash(&again.last) != record->game->hash(&record->last))
        die("another game comes back from %s", text_get(&text));
    text_free(&text);
}

static void check_records(enum records_format format, const uint8_t *data, size_t size) {
    struct text text = fuzz_text(data, size);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const struct game *game = games_find(names[i], NULL);
        struct game_record record;
        struct error error = {""};
        const char *at = text_get(&text);
        if (records_format_check(format, game, NULL) != 0) continue;
        if (records_parse(format, game, &at, &record, &error) == 0)
            check_record(format, &record);
        else
            fuzz_require_reason(&error);
    }
    text_free(&text);
}

void fuzz_ggf(const uint8_t *data, size_t size) {
    check_records(RECORDS_GGF, data, size);
}
void fuzz_sgf(const uint8_t *data, size_t size) {
    check_records(RECORDS_SGF, data, size);
}
void fuzz_pgn(const uint8_t *data, size_t size) {
    check_records(RECORDS_PGN, data, size);
}
void fuzz_obf(const uint8_t *data, size_t size) {
    check_records(RECORDS_OBF, data, size);
}
void fuzz_moves(const uint8_t *data, size_t size) {
    check_records(RECORDS_MOVES, data, size);
}

/* It comes back as it is printed; NULL: it was refused. */
static void check_book(struct book *book, struct error *error) {
    struct text printed = {0};
    struct book *again;
    if (!book) {
        fuzz_require_reason(error);
        return;
    }
    book_print(book, NULL, &printed);
    again = book_parse("book", text_get(&printed), error);
    if (!again) die("%s", error->text);
    book_free(book);
    book_free(again);
    text_free(&printed);
}

void fuzz_book(const uint8_t *data, size_t size) {
    struct error error = {""};
    struct text text = fuzz_text(data, size);
    check_book(book_parse("book", text_get(&text), &error), &error);
    text_free(&text);
}

void fuzz_polyglot(const uint8_t *data, size_t size) {
    struct error error = {""};
    struct text text = fuzz_text(data, size);
    check_book(polyglot_parse("book.bin", &text, &error), &error);
    text_free(&text);
}

static void check_opening(const struct collection *collection, int index) {
    struct state state;
    int symmetries[8];
    move_t moves[GAME_PLIES_MAX];
    int count = collection_symmetries(collection, index, symmetries);
    for (int i = 0; i < count; i++) {
        collection_position(collection, index, symmetries[i], &state);
        if (collection->game->over(collection->game, &state)) die("the game is over");
        collection_line(collection, index, symmetries[i], moves);
    }
}

void fuzz_openings(const uint8_t *data, size_t size) {
    struct text text = fuzz_text(data, size);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct error error = {""};
        struct collection *collection = collection_new(games_find(names[i], NULL));
        if (collection_add(collection, "openings", text_get(&text), (int)(size % 5), &error) == 0)
            collection_settle(collection);
        else
            fuzz_require_reason(&error);
        for (int o = 0; !error.text[0] && o < collection->count; o++) check_opening(collection, o);
        collection_free(collection);
    }
    text_free(&text);
}
