/*
 * SQLite's json_each makes rows of an object's members, so they are read like any other rows.
 */
#include "tuner/store/json.h"

#include <stdlib.h>
#include <string.h>

struct json_row {
    char *name, *value, *type;
};

static const struct column json_columns[] = {
    {"key", COLUMN_TEXT, DB_AT(struct json_row, name)},
    {"value", COLUMN_TEXT, DB_AT(struct json_row, value)},
    {"type", COLUMN_TEXT, DB_AT(struct json_row, type)},
};
static const struct table json_each = {"json_each(?, ?)", DB_COLUMNS(json_columns)};

static bool json_is_valid(struct store *store, const char *text) {
    struct cursor cursor = db_query(store, "SELECT json_valid(?)");
    db_put_text(&cursor, text);
    return db_number(&cursor);
}

/* Takes the row's texts. SQLite has numbers for true and false. */
static struct json_member json_member_of(struct json_row *row) {
    bool truth = strcmp(row->type, "true") == 0 || strcmp(row->type, "false") == 0;
    struct json_member member = {row->name, truth ? row->type : row->value,
                                 strcmp(row->type, "integer") == 0};
    free(truth ? row->value : row->type);
    return member;
}

static int json_read(struct store *store, const char *text, const char *path,
                     struct json_member **out) {
    struct json_row *rows;
    struct cursor cursor = db_select(store, &json_each, "");
    db_put_text(&cursor, text);
    db_put_text(&cursor, path);
    int count = db_all(&cursor, sizeof *rows, &rows);
    *out = xcalloc((size_t)count, sizeof **out);
    for (int i = 0; i < count; i++) (*out)[i] = json_member_of(&rows[i]);
    free(rows);
    return count;
}

int json_members(const char *text, const char *path, struct json_member **out,
                 struct error *error) {
    struct store *store = db_open_empty();
    *out = NULL;
    int count = json_is_valid(store, text) ? json_read(store, text, path, out)
                                           : error_set(error, "is not JSON");
    store_close(store);
    return count;
}

void json_free(struct json_member *members, int count) {
    for (int i = 0; i < count; i++) {
        free(members[i].name);
        free(members[i].value);
    }
    free(members);
}

void json_add_text(const char *value, struct text *out) {
    text_add(out, "\"");
    for (; *value; value++) {
        unsigned char c = (unsigned char)*value;
        text_add(out, c < ' ' ? "\\u%04x" : c == '"' || c == '\\' ? "\\%c" : "%c", c);
    }
    text_add(out, "\"");
}
