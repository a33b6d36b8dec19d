/*
 * A table's declaration is split at its commas, and each part must be one that hone writes for that
 * table, or has written, in any order of added columns and with any white space and comments
 * between. So foreign declarations need not be understood.
 */
#include "tuner/store/foreign.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/store/tables.h"

enum { PARTS_MAX = 64 };

/* A row of sqlite_schema. */
struct entry {
    char *type, *name, *table, *sql; /* owned */
};

static const struct column entry_columns[] = {
    {"type", COLUMN_TEXT, DB_AT(struct entry, type), .computed = "CAST(type AS TEXT)"},
    {"name", COLUMN_TEXT, DB_AT(struct entry, name), .computed = "CAST(name AS TEXT)"},
    {"tbl_name", COLUMN_TEXT, DB_AT(struct entry, table), .computed = "CAST(tbl_name AS TEXT)"},
    {"sql", COLUMN_TEXT, DB_AT(struct entry, sql), .computed = "CAST(sql AS TEXT)"},
};
static const struct table entries = {"sqlite_schema", DB_COLUMNS(entry_columns)};

/* A declaration: "CREATE TABLE runs (", its parts, ") STRICT"; without comments, with one blank for
 * any white space and none beside parentheses and commas. */
struct declaration {
    char *text; /* owned; cut into the rest */
    const char *head, *end;
    int count;
    const char *parts[PARTS_MAX];
};

static const char *declaration_skip(const char *c) {
    for (;;) {
        c += strspn(c, " \t\r\n");
        if (strncmp(c, "--", 2) != 0) return c;
        c += strcspn(c, "\n");
    }
}

/* Of a text in quotes, or of what holds nothing that a declaration is taken apart at; 1 at least.
 */
static size_t declaration_piece(const char *c) {
    const char *end = strchr("'\"`", *c) ? strchr(c + 1, *c) : c;
    size_t plain = strcspn(c, "'\"`(),- \t\r\n");
    if (!end) return strlen(c);
    return plain ? plain : (size_t)(end + 1 - c);
}

static void declaration_tidy(const char *sql, struct text *out) {
    for (const char *c = declaration_skip(sql), *next; *c; c = next) {
        size_t length = declaration_piece(c);
        text_add_bytes(out, c, length);
        next = declaration_skip(c + length);
        bool tight = strchr("(,", c[length - 1]) || strchr("),", *next);
        if (next != c + length && *next && !tight) text_add(out, " ");
    }
}

/* Behind a text in quotes, or behind a character. */
static char *declaration_over(char *c) {
    char *end = *c && strchr("'\"`", *c) ? strchr(c + 1, *c) : c;
    return end ? end + 1 : c + strlen(c);
}

/* Cuts the text between its outer parentheses at the commas there. */
static void declaration_cut(struct declaration *out, char *c) {
    int open = 0;
    out->parts[out->count++] = c;
    for (; *c; c = declaration_over(c)) {
        open += (*c == '(') - (*c == ')');
        if (open < 0 || (open == 0 && *c == ',' && out->count == PARTS_MAX)) break;
        if (open > 0 || *c != ',') continue;
        *c = '\0';
        out->parts[out->count++] = c + 1;
    }
    if (*c) *c++ = '\0';
    out->end = c;
}

static struct declaration declaration_of(const char *sql) {
    struct declaration out = {.head = "", .end = ""};
    struct text text = {0};
    declaration_tidy(sql, &text);
    text_add(&text, "%s", "");
    out.text = text.data ? text.data : xstrdup("");
    char *open = strchr(out.text, '(');
    out.head = out.text;
    if (!open) return out;
    *open = '\0';
    declaration_cut(&out, open + 1);
    return out;
}

static bool declaration_has(const struct declaration *declaration, const char *part) {
    for (int i = 0; i < declaration->count; i++)
        if (strcmp(declaration->parts[i], part) == 0) return true;
    return false;
}

/* ---- what is hone's ---- */

struct search {
    struct store *store;
    const struct earlier *earlier;
    bool whole; /* the file is of this version: nothing may be missing */
    void (*say)(void *context, const char *what);
    void *context;
};

static void foreign_say(const struct search *search, const char *format, const char *a,
                        const char *b) {
    struct text what = {0};
    text_add(&what, format, a, b);
    text_make_harmless(what.data, "");
    search->say(search->context, what.data);
    text_free(&what);
}

static bool foreign_is_earlier(const struct earlier *of, const char *table, const char *part) {
    struct text was = {0};
    declaration_tidy(of->was, &was);
    bool same = strcmp(of->table, table) == 0 && strcmp(text_get(&was), part) == 0;
    text_free(&was);
    return same;
}

static bool foreign_was(const struct search *search, const char *table, const char *part) {
    for (const struct earlier *of = search->earlier; of->table; of++)
        if (foreign_is_earlier(of, table, part)) return true;
    return false;
}

/* Whether there is a part of an earlier version in the place of one of this. */
static bool foreign_has_earlier(const struct search *search, const char *table,
                                const struct declaration *there, const char *part) {
    for (const struct earlier *of = search->earlier; of->table; of++) {
        struct text now = {0}, was = {0};
        declaration_tidy(of->now ? of->now : "", &now);
        declaration_tidy(of->was, &was);
        bool has = strcmp(of->table, table) == 0 && strcmp(text_get(&now), part) == 0 &&
                   declaration_has(there, text_get(&was));
        text_free(&now);
        text_free(&was);
        if (has) return true;
    }
    return false;
}

static void foreign_compare(const struct search *search, const char *table,
                            const struct declaration *there, const struct declaration *ours) {
    if (strcmp(there->head, ours->head) != 0 || strcmp(there->end, ours->end) != 0) {
        foreign_say(search, "table %s is not declared as hone does%s", table, "");
        return;
    }
    for (int i = 0; i < there->count; i++)
        if (!declaration_has(ours, there->parts[i]) && !foreign_was(search, table, there->parts[i]))
            foreign_say(search, "table %s has what is not hone's: %.200s", table, there->parts[i]);
    for (int i = 0; search->whole && i < ours->count; i++)
        if (!declaration_has(there, ours->parts[i]) &&
            !foreign_has_earlier(search, table, there, ours->parts[i]))
            foreign_say(search, "table %s lacks: %.200s", table, ours->parts[i]);
}

static const struct table *foreign_table(const struct search *search, const char *name) {
    const struct table *table;
    for (int i = 0; (table = db_table(search->store, i)); i++)
        if (strcmp(table->name, name) == 0) return table;
    return NULL;
}

static void foreign_check_table(const struct search *search, const struct entry *entry) {
    const struct table *table = foreign_table(search, entry->name);
    struct text sql = {0};
    if (!table) {
        foreign_say(search, "table %s is not hone's%s", entry->name, "");
        return;
    }
    table_declare(table, &sql);
    if (strcmp(text_get(&sql), entry->sql) == 0) { /* as most are */
        text_free(&sql);
        return;
    }
    struct declaration ours = declaration_of(text_get(&sql)), there = declaration_of(entry->sql);
    foreign_compare(search, entry->name, &there, &ours);
    free(ours.text);
    free(there.text);
    text_free(&sql);
}

/* SQLite's own, which keys have, have no declaration. */
static void foreign_check_index(const struct search *search, const struct entry *entry) {
    const struct table *table = foreign_table(search, entry->table);
    struct text there = {0}, ours = {0};
    declaration_tidy(entry->sql, &there);
    if (table && table->index) declaration_tidy(table->index, &ours);
    bool own = there.length == 0 && strncmp(entry->name, "sqlite_autoindex_", 17) == 0;
    if (!own && strcmp(text_get(&there), text_get(&ours)) != 0)
        foreign_say(search, "index %s on table %s is not hone's", entry->name, entry->table);
    text_free(&there);
    text_free(&ours);
}

static void foreign_check(const struct search *search, const struct entry *entry) {
    if (strncmp(entry->name, "sqlite_stat", 11) == 0) return; /* of ANALYZE: figures for SQLite */
    if (strcmp(entry->type, "table") == 0)
        foreign_check_table(search, entry);
    else if (strcmp(entry->type, "index") == 0)
        foreign_check_index(search, entry);
    else
        foreign_say(search,
                    strcmp(entry->type, "trigger") == 0 ? "trigger %s on table %s is not hone's"
                                                        : "view %s is not hone's%.0s",
                    entry->name, entry->table);
}

/* ---- what is missing ---- */

static bool foreign_there(const struct entry *list, int count, const char *type, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].type, type) == 0 && strcmp(list[i].name, name) == 0) return true;
    return false;
}

static bool foreign_has_index(const struct entry *list, int count, const char *table) {
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].type, "index") == 0 && strcmp(list[i].table, table) == 0 && *list[i].sql)
            return true;
    return false;
}

static void foreign_miss(const struct search *search, const struct entry *list, int count) {
    const struct table *table;
    for (int i = 0; search->whole && (table = db_table(search->store, i)); i++) {
        bool there = foreign_there(list, count, "table", table->name);
        if (!there) foreign_say(search, "table %s is missing%s", table->name, "");
        if (there && table->index && !foreign_has_index(list, count, table->name))
            foreign_say(search, "the index of table %s is missing%s", table->name, "");
    }
}

static bool foreign_is_of_this_version(struct store *store) {
    struct cursor cursor = db_query(store, "PRAGMA user_version");
    return db_number(&cursor) == db_version(store);
}

void foreign_find(struct store *store, const struct earlier *earlier,
                  void (*say)(void *context, const char *what), void *context) {
    struct entry *list;
    struct cursor cursor = db_select(store, &entries, "ORDER BY name");
    int count = db_all(&cursor, sizeof *list, &list);
    const struct search search = {store, earlier, count > 0 && foreign_is_of_this_version(store),
                                  say, context};
    for (int i = 0; i < count; i++) foreign_check(&search, &list[i]);
    foreign_miss(&search, list, count);
    for (int i = 0; i < count; i++) {
        free(list[i].type);
        free(list[i].name);
        free(list[i].table);
        free(list[i].sql);
    }
    free(list);
}
