/* Fuzz target (libFuzzer's interface): in every format and game any text is refused with a reason,
 * or is a record that comes back as it is written; and the same of opening books. */
#include <stdlib.h>
#include <string.h>

#include "engine/files/book.h"
#include "engine/files/records.h"
#include "engine/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

static void check_text(const char *name, const char *text) {
    const struct game *game = games_find(name, NULL);
    for (int format = RECORDS_GGF; format <= RECORDS_MOVES; format++) {
        if (records_format_check((enum records_format)format, game, NULL) != 0) continue;
        struct game_record record;
        struct error error = {""};
        const char *at = text;
        if (records_parse((enum records_format)format, game, &at, &record, &error) == 0)
            check_record((enum records_format)format, &record);
        else if (!error.text[0])
            die("refused without a reason");
    }
}

static void check_book(const char *text) {
    struct error error = {""};
    struct text printed = {0};
    struct book *book = book_parse("book", text, &error), *again = NULL;
    if (!book && !error.text[0]) die("refused without a reason");
    if (!book) return;
    book_print(book, NULL, &printed);
    again = book_parse("book", text_get(&printed), &error);
    if (!again) die("%s", error.text);
    book_free(book);
    book_free(again);
    text_free(&printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"reversi", "connect6", "tictactoe", "connect(9,9,5,3,2)"};
    struct text text = {0};
    text_add_bytes(&text, (const char *)data, size);
    for (size_t i = 0; i < COUNT_OF(names); i++) check_text(names[i], text_get(&text));
    check_book(text_get(&text));
    text_free(&text);
    return 0;
}
