/* checksums: for tests that edit rows of a database. Include after cmocka.h. */
#ifndef HONE_TESTS_CHECKSUMS_H
#define HONE_TESTS_CHECKSUMS_H

#include <sqlite3.h>

/* Lets hone take the rows as those of a version that had no checksums. */
static inline void forget_checksums(sqlite3 *db) {
    sqlite3_stmt *tables;
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT 'UPDATE ' || t.name || ' SET sum = NULL' FROM "
                                        "sqlite_schema t, pragma_table_info(t.name) c "
                                        "WHERE t.type = 'table' AND c.name = 'sum'",
                                        -1, &tables, NULL),
                     SQLITE_OK);
    while (sqlite3_step(tables) == SQLITE_ROW)
        sqlite3_exec(db, (const char *)sqlite3_column_text(tables, 0), NULL, NULL, NULL);
    sqlite3_finalize(tables);
    assert_int_equal(sqlite3_exec(db, "PRAGMA user_version = 5", NULL, NULL, NULL), SQLITE_OK);
}

#endif
