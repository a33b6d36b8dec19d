#include "tuner/store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file's identity: "hone", and the version of the schema. */
enum { APPLICATION_ID = 0x686f6e65, SCHEMA_VERSION = 2 };
enum { BUSY_TIMEOUT_MS = 10000 };

/* The key comes first: SQLite 3.40's quick_check misreads such tables otherwise. */
#define SEATS_TABLE                                                                                \
    "CREATE TABLE seats (\n"                                                                       \
    "    run INTEGER NOT NULL REFERENCES runs,\n"                                                  \
    "    stage TEXT NOT NULL CHECK (stage IN ('select', 'verify', 'milestone')),\n"                \
    "    place INTEGER NOT NULL CHECK (place >= 0),\n"                                             \
    "    role TEXT NOT NULL CHECK (role IN ('start', 'yardstick', 'hall', 'candidate',\n"          \
    "                                       'champion', 'milestone', 'random')),\n"                \
    "    player INTEGER NOT NULL REFERENCES players,\n"                                            \
    "    PRIMARY KEY (run, stage, place, role)\n"                                                  \
    ") STRICT, WITHOUT ROWID"

/* Rows are bound and read in the order of these columns. */
static const char *const schema[] = {
    "CREATE TABLE runs (\n"
    "    id INTEGER PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL,\n"
    "    evaluator TEXT NOT NULL, layout TEXT NOT NULL,\n"
    "    seed INTEGER NOT NULL, -- its 64 bits as a signed number\n"
    "    config TEXT NOT NULL, program TEXT NOT NULL, compiler TEXT NOT NULL,\n"
    "    machine TEXT NOT NULL, started TEXT NOT NULL, finished TEXT NOT NULL,\n"
    "    evaluator_schema INTEGER NOT NULL, mixing INTEGER NOT NULL,\n"
    "    init TEXT NOT NULL CHECK (init IN ('random', 'around', 'file'))\n"
    ") STRICT",
    "CREATE TABLE players (\n"
    "    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs,\n"
    "    kind TEXT NOT NULL CHECK (kind IN ('individual', 'yardstick', 'random')),\n"
    "    generation INTEGER, slot INTEGER CHECK (slot >= 0), -- NULL: not of a generation\n"
    "    name TEXT NOT NULL, evaluator TEXT NOT NULL, layout TEXT NOT NULL,\n"
    "    weights TEXT NOT NULL,\n"
    "    UNIQUE (run, generation, slot),\n"
    "    CHECK ((generation IS NULL) = (slot IS NULL)),\n"
    "    FOREIGN KEY (run, generation) REFERENCES generations DEFERRABLE INITIALLY DEFERRED\n"
    ") STRICT",
    "CREATE UNIQUE INDEX players_name ON players (run, name) WHERE generation IS NULL",
    "CREATE TABLE generations (\n"
    "    run INTEGER NOT NULL REFERENCES runs, generation INTEGER NOT NULL,\n"
    "    champion INTEGER NOT NULL REFERENCES players,\n"
    "    openings INTEGER NOT NULL,\n"
    "    openings_distinct INTEGER NOT NULL CHECK (openings_distinct BETWEEN 0 AND openings),\n"
    "    games INTEGER NOT NULL CHECK (games <= 1000000000000),\n"
    "    games_distinct INTEGER NOT NULL CHECK (games_distinct BETWEEN 0 AND games),\n"
    "    state TEXT NOT NULL,\n"
    "    PRIMARY KEY (run, generation)\n"
    ") STRICT, WITHOUT ROWID",
    "CREATE TABLE fitness (\n"
    "    run INTEGER NOT NULL, generation INTEGER NOT NULL,\n"
    "    player INTEGER NOT NULL REFERENCES players,\n"
    "    points INTEGER NOT NULL, pairs INTEGER NOT NULL,\n"
    "    n0 INTEGER NOT NULL, n1 INTEGER NOT NULL, n2 INTEGER NOT NULL, n3 INTEGER NOT NULL,\n"
    "    n4 INTEGER NOT NULL,\n"
    "    PRIMARY KEY (run, generation, player),\n"
    "    CHECK (pairs <= 1000000000000), CHECK (min(n0, n1, n2, n3, n4) >= 0),\n"
    "    CHECK (n0 + n1 + n2 + n3 + n4 = pairs), CHECK (n1 + 2*n2 + 3*n3 + 4*n4 = points),\n"
    "    FOREIGN KEY (run, generation) REFERENCES generations DEFERRABLE INITIALLY DEFERRED\n"
    ") STRICT, WITHOUT ROWID",
    "CREATE TABLE meetings (\n"
    "    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs,\n"
    "    stage TEXT NOT NULL CHECK (stage IN ('train', 'select', 'verify', 'milestone')),\n"
    "    generation INTEGER NOT NULL,\n"
    "    a INTEGER NOT NULL REFERENCES players, b INTEGER NOT NULL REFERENCES players,\n"
    "    pairs INTEGER NOT NULL CHECK (pairs BETWEEN 1 AND 1000000), -- all counts are a's\n"
    "    n0 INTEGER NOT NULL, n1 INTEGER NOT NULL, n2 INTEGER NOT NULL, n3 INTEGER NOT NULL,\n"
    "    n4 INTEGER NOT NULL,\n"
    "    first_won INTEGER NOT NULL, first_drawn INTEGER NOT NULL, first_lost INTEGER NOT NULL,\n"
    "    second_won INTEGER NOT NULL, second_drawn INTEGER NOT NULL,\n"
    "    second_lost INTEGER NOT NULL,\n"
    "    CHECK (min(n0, n1, n2, n3, n4) >= 0),\n"
    "    CHECK (min(first_won, first_drawn, first_lost) >= 0),\n"
    "    CHECK (min(second_won, second_drawn, second_lost) >= 0),\n"
    "    CHECK (n0 + n1 + n2 + n3 + n4 = pairs),\n"
    "    CHECK (first_won + first_drawn + first_lost = pairs),\n"
    "    CHECK (second_won + second_drawn + second_lost = pairs),\n"
    "    CHECK (2*first_won + first_drawn + 2*second_won + second_drawn\n"
    "           = n1 + 2*n2 + 3*n3 + 4*n4)\n"
    ") STRICT",
    "CREATE INDEX meetings_stage ON meetings (run, stage, generation)",
    SEATS_TABLE,
    "CREATE TABLE metrics (\n"
    "    run INTEGER NOT NULL, generation INTEGER NOT NULL, name TEXT NOT NULL,\n"
    "    value REAL, -- NULL: not a number\n"
    "    PRIMARY KEY (run, generation, name),\n"
    "    FOREIGN KEY (run, generation) REFERENCES generations\n"
    ") STRICT",
    "CREATE TABLE champions (\n"
    "    run INTEGER PRIMARY KEY REFERENCES runs, player INTEGER NOT NULL REFERENCES players,\n"
    "    selection_rate REAL NOT NULL CHECK (selection_rate BETWEEN 0 AND 1),\n"
    "    selection_pairs INTEGER NOT NULL,\n"
    "    start INTEGER NOT NULL REFERENCES players, games INTEGER NOT NULL,\n"
    "    openings INTEGER NOT NULL, openings_distinct INTEGER NOT NULL,\n"
    "    verify_games INTEGER NOT NULL, verify_games_distinct INTEGER NOT NULL\n"
    ") STRICT",
    "CREATE TABLE timings (\n"
    "    run INTEGER NOT NULL, generation INTEGER NOT NULL,\n"
    "    seconds REAL NOT NULL CHECK (seconds BETWEEN 0 AND 1e9),\n"
    "    games INTEGER NOT NULL, threads INTEGER NOT NULL,\n"
    "    PRIMARY KEY (run, generation),\n"
    "    FOREIGN KEY (run, generation) REFERENCES generations\n"
    ") STRICT, WITHOUT ROWID",
};

/* Those of games, made when the first of them is to be kept: who does not know these tables loses
 * nothing, so the version is the same. */
static const char *const games_schema[] = {
    "CREATE TABLE series (\n"
    "    id INTEGER PRIMARY KEY, game TEXT NOT NULL, settings TEXT NOT NULL,\n"
    "    program TEXT NOT NULL, started TEXT NOT NULL\n"
    ") STRICT",
    "CREATE TABLE entrants (\n"
    "    series INTEGER NOT NULL REFERENCES series, number INTEGER NOT NULL,\n"
    "    name TEXT NOT NULL, spec TEXT NOT NULL,\n"
    "    PRIMARY KEY (series, number)\n"
    ") STRICT, WITHOUT ROWID",
    "CREATE TABLE games (\n"
    "    id INTEGER PRIMARY KEY, series INTEGER NOT NULL,\n"
    "    first INTEGER NOT NULL, second INTEGER NOT NULL, -- numbers of entrants\n"
    "    opening INTEGER NOT NULL, opening_moves TEXT NOT NULL, moves TEXT NOT NULL,\n"
    "    outcome INTEGER NOT NULL CHECK (outcome IN (-1, 0, 1)), -- 1: the first won\n"
    "    reason TEXT NOT NULL CHECK (reason IN ('normal', 'resignation', 'crash', 'disconnect',\n"
    "                                           'timeout', 'illegal', 'start')),\n"
    "    detail TEXT NOT NULL, stderr TEXT NOT NULL, -- of the one who lost by it\n"
    "    FOREIGN KEY (series, first) REFERENCES entrants,\n"
    "    FOREIGN KEY (series, second) REFERENCES entrants\n"
    ") STRICT",
};

enum query {
    BEGIN,
    COMMIT,
    ROLLBACK,
    ADD_RUN,
    FINISH_RUN,
    COUNT_RUNS,
    GET_RUNS,
    ADD_PLAYER,
    GET_PLAYER,
    GET_INDIVIDUAL,
    GET_CHAMPION_OF,
    GET_NAMED,
    ADD_GENERATION,
    GET_GENERATION,
    NEXT_PLAYER,
    SUM_GAMES,
    ADD_METRIC,
    GET_METRICS,
    ADD_TIMING,
    ADD_FITNESS,
    GET_FITNESS,
    ADD_MEETING,
    GET_MEETING,
    COUNT_MEETINGS,
    GET_MEETINGS,
    ADD_SEAT,
    COUNT_SEATS,
    GET_SEATS,
    SET_CHAMPION,
    GET_CHAMPION,
    RUN_QUERIES, /* the others need the tables of games */
    ADD_SERIES = RUN_QUERIES,
    ADD_ENTRANT,
    ADD_GAME,
    COUNT_GAMES,
    GET_GAMES,
    GET_GAME,
    QUERY_COUNT
};

#define NOW "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"
#define GAMES                                                                                      \
    "SELECT g.id, g.series, s.game, a.name, b.name, g.first, g.second, g.opening,"                 \
    " g.opening_moves, g.moves, g.outcome, g.reason, g.detail, g.stderr, s.started FROM games g"   \
    " JOIN series s ON s.id = g.series"                                                            \
    " JOIN entrants a ON a.series = g.series AND a.number = g.first"                               \
    " JOIN entrants b ON b.series = g.series AND b.number = g.second"
#define OF_STAGE "run = ?1 AND stage = ?2 AND ?3 IN (-1, generation)"

static const char *const queries[QUERY_COUNT] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [ADD_RUN] = "INSERT INTO runs VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, " NOW ", '',"
                " ?, ?, ?)",
    [FINISH_RUN] = "UPDATE runs SET finished = " NOW " WHERE id = ? AND finished = ''",
    [COUNT_RUNS] = "SELECT count(*) FROM runs",
    [GET_RUNS] = "SELECT *, (SELECT count(*) FROM generations WHERE run = runs.id) FROM runs"
                 " ORDER BY id",
    [ADD_PLAYER] = "INSERT INTO players VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)",
    [GET_PLAYER] = "SELECT * FROM players WHERE id = ?",
    [GET_INDIVIDUAL] = "SELECT * FROM players WHERE run = ? AND generation = ? AND slot = ?",
    [GET_CHAMPION_OF] = "SELECT * FROM players WHERE id ="
                        " (SELECT champion FROM generations WHERE run = ? AND generation = ?)",
    [GET_NAMED] = "SELECT * FROM players WHERE run = ? AND name = ? AND generation IS NULL",
    [ADD_GENERATION] = "INSERT INTO generations VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [GET_GENERATION] = "SELECT g.*, t.seconds, t.threads FROM generations g"
                       " JOIN timings t USING (run, generation) WHERE run = ? AND generation = ?",
    [NEXT_PLAYER] = "SELECT ifnull(max(id), 0) + 1 FROM players",
    [SUM_GAMES] = "SELECT sum(games) FROM generations WHERE run = ? AND generation <= ?",
    [ADD_METRIC] = "INSERT INTO metrics VALUES (?, ?, ?, ?)",
    [GET_METRICS] = "SELECT name, value FROM metrics WHERE run = ? AND generation = ?"
                    " ORDER BY rowid",
    [ADD_TIMING] = "INSERT INTO timings VALUES (?, ?, ?, ?, ?)",
    [ADD_FITNESS] = "INSERT INTO fitness VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [GET_FITNESS] = "SELECT points, pairs, n0, n1, n2, n3, n4 FROM fitness"
                    " WHERE run = ? AND generation = ? AND player = ?",
    [ADD_MEETING] = "INSERT INTO meetings VALUES"
                    " (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [GET_MEETING] = "SELECT * FROM meetings WHERE id = ?",
    [COUNT_MEETINGS] = "SELECT count(*) FROM meetings WHERE " OF_STAGE,
    [GET_MEETINGS] = "SELECT * FROM meetings WHERE " OF_STAGE " ORDER BY id",
    [ADD_SEAT] = "INSERT INTO seats VALUES (?, ?, ?, ?, ?)",
    [COUNT_SEATS] = "SELECT count(*) FROM seats WHERE run = ? AND stage = ?",
    [GET_SEATS] = "SELECT place, role, player FROM seats WHERE run = ? AND stage = ?"
                  " ORDER BY place, role",
    [SET_CHAMPION] = "INSERT OR REPLACE INTO champions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [GET_CHAMPION] = "SELECT * FROM champions WHERE run = ?",
    [ADD_SERIES] = "INSERT INTO series VALUES (NULL, ?, ?, ?, " NOW ")",
    [ADD_ENTRANT] = "INSERT INTO entrants VALUES (?, ?, ?, ?)",
    [ADD_GAME] = "INSERT INTO games VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [COUNT_GAMES] = "SELECT count(*) FROM games",
    [GET_GAMES] = GAMES " ORDER BY g.id",
    [GET_GAME] = GAMES " WHERE g.id = ?",
};

struct store {
    char *path;
    sqlite3 *db;
    sqlite3_stmt *statements[QUERY_COUNT];
    int lock;         /* file descriptor, -1 when only reading */
    bool keeps_games; /* has the tables of games */
};

/* ---- opening ---- */

static int refuse(const struct store *store, struct error *error, const char *what) {
    return error_set(error, "%s: %s", store->path, what);
}

static int refuse_sqlite(const struct store *store, struct error *error, const char *what) {
    int cause = sqlite3_system_errno(store->db);
    return error_set(error, "%s: %s: %s%s%s", store->path, what, sqlite3_errmsg(store->db),
                     cause ? ": " : "", cause ? strerror(cause) : "");
}

/* The number that a query has as its only result. */
static int ask_number(struct store *store, const char *sql, int64_t *out, struct error *error) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) *out = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    if (code == SQLITE_ROW) return 0;
    return refuse_sqlite(store, error, "cannot be read as a database");
}

static int connect_to(struct store *store, const char *name, int flags, struct error *error) {
    sqlite3_close(store->db);
    store->db = NULL;
    if (sqlite3_open_v2(name, &store->db, flags, NULL) != SQLITE_OK)
        return refuse_sqlite(store, error, "cannot be opened");
    sqlite3_busy_timeout(store->db, BUSY_TIMEOUT_MS);
    return 0;
}

/* Reads the file alone, making no other files and taking no locks. */
static int connect_immutable(struct store *store, struct error *error) {
    struct text uri = {0};
    text_add(&uri, *store->path == '/' ? "file://" : "file:");
    for (const char *c = store->path; *c; c++)
        text_add(&uri, strchr("%?#", *c) ? "%%%02x" : "%c", *c);
    text_add(&uri, "?immutable=1");
    int result = connect_to(store, uri.data, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error);
    text_free(&uri);
    return result;
}

/* A database in a place where SQLite cannot make the files that processes share: nobody else can
 * change it either, so that the file alone will do, unless a log of the last writer lies there. */
static int connect_read_only(struct store *store, struct error *error) {
    struct text log = {0};
    struct stat status;
    text_add(&log, "%s-wal", store->path);
    bool whole = stat(log.data, &status) != 0 || status.st_size == 0;
    text_free(&log);
    if (whole) return connect_immutable(store, error);
    return refuse(store, error,
                  "needs a writable directory: its writer was killed, and its -wal "
                  "file is to be recovered");
}

/* Opened for writing where that is possible, since then SQLite tidies up when closing. */
static int connect_reader(struct store *store, struct error *error) {
    int64_t version;
    if (connect_to(store, store->path, SQLITE_OPEN_READWRITE, error)) return -1;
    if (ask_number(store, "PRAGMA schema_version", &version, error) == 0) return 0;
    int code = sqlite3_errcode(store->db);
    if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY) return -1;
    return connect_read_only(store, error);
}

static int connect_writer(struct store *store, struct error *error) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    if (connect_to(store, store->path, flags, error)) return -1;
    if (sqlite3_db_readonly(store->db, "main")) return refuse(store, error, "cannot be written");
    return 0;
}

/* The 32-bit number at an offset of the header ("Database File Format", section 1.3). */
static int32_t header_number(const unsigned char *at) {
    return (int32_t)((uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3]);
}

/* Whether the file is hone's, by its header's bytes: asking with SQL would make files beside it.
 * They are read through SQLite, because closing the file in any other way would drop the locks
 * that this process may hold on it. */
static int check_header(struct store *store, struct error *error) {
    unsigned char header[100] = {0};
    sqlite3_file *file = NULL;
    if (connect_to(store, store->path, SQLITE_OPEN_READONLY, error)) return -1;
    sqlite3_file_control(store->db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    file->pMethods->xRead(file, header, sizeof header, 0);
    if (memcmp(header, "SQLite format 3", 16) != 0)
        return refuse(store, error, "is not a database");
    if (header_number(header + 68) != APPLICATION_ID)
        return refuse(store, error, "is a database, but not one of hone's");
    int32_t version = header_number(header + 60);
    if (version >= 1 && version <= SCHEMA_VERSION) return 0;
    return error_set(error,
                     "%s: has version %d of hone's tables, this hone (%s) knows those up to %d",
                     store->path, (int)version, HONE_VERSION, SCHEMA_VERSION);
}

static int check_file(struct store *store, enum store_mode mode, struct error *error) {
    struct stat status;
    bool missing = stat(store->path, &status) != 0;
    if (missing && errno == ENOENT && mode == STORE_WRITE) return 0;
    if (missing) return refuse(store, error, strerror(errno));
    if (S_ISDIR(status.st_mode)) return refuse(store, error, "is a directory, not a database");
    if (status.st_size > 0) return check_header(store, error);
    return mode == STORE_WRITE ? 0 : refuse(store, error, "is empty, not a database");
}

static int take_lock(struct store *store, struct error *error) {
    struct text path = {0};
    text_add(&path, "%s-lock", store->path);
    store->lock = open(path.data, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    int status = store->lock >= 0 ? flock(store->lock, LOCK_EX | LOCK_NB) : -1;
    if (status && store->lock >= 0 && errno == EWOULDBLOCK)
        refuse(store, error, "another hone is writing to it");
    else if (status)
        error_set(error, "%s: cannot be locked: %s", path.data, strerror(errno));
    text_free(&path);
    return status;
}

bool store_is_written(const char *path) {
    struct text lock = {0};
    text_add(&lock, "%s-lock", path);
    int file = open(lock.data, O_RDONLY | O_CLOEXEC);
    text_free(&lock);
    if (file < 0) return false;
    bool written = flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(file);
    return written;
}

static int execute(struct store *store, const char *sql, struct error *error) {
    if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK) return 0;
    return refuse_sqlite(store, error, "cannot be set up");
}

/* ---- versions ---- */

/* Who sat in a stage of a run of version 1, as the order of its meetings tells: everybody in the
 * order in which the rows name them; candidates are those who met the later ones. */
#define SEATS_OF_VERSION_1                                                                         \
    "WITH met AS (SELECT run, stage, a AS player, 2 * id AS at FROM meetings"                      \
    " UNION ALL SELECT run, stage, b, 2 * id + 1 FROM meetings),"                                  \
    " sat AS (SELECT run, stage, player,"                                                          \
    " row_number() OVER (PARTITION BY run, stage ORDER BY min(at)) - 1 AS place"                   \
    " FROM met WHERE stage <> 'train' GROUP BY run, stage, player),"                               \
    " known AS (SELECT sat.*, kind, c.player = sat.player AS champion, c.start = sat.player AS"    \
    " start, EXISTS (SELECT 1 FROM meetings m WHERE m.run = sat.run AND m.stage = 'select'"        \
    " AND m.a = sat.player) AS candidate"                                                          \
    " FROM sat JOIN players p ON p.id = sat.player JOIN champions c ON c.run = sat.run) "

static const char *const migrations[SCHEMA_VERSION] = {
    [1] = "ALTER TABLE runs ADD COLUMN evaluator_schema INTEGER NOT NULL DEFAULT 1;"
          "ALTER TABLE runs ADD COLUMN mixing INTEGER NOT NULL DEFAULT 1;"
          "ALTER TABLE runs ADD COLUMN init TEXT NOT NULL DEFAULT 'random'"
          " CHECK (init IN ('random', 'around', 'file'));"
          "UPDATE runs SET init = CASE WHEN instr(config, char(10) || '    init = \"around\";')"
          " THEN 'around' WHEN instr(config, char(10) || '    init = \"file\";') THEN 'file'"
          " ELSE 'random' END;" SEATS_TABLE ";" SEATS_OF_VERSION_1 "INSERT INTO seats"
          " SELECT run, stage, place, kind, player FROM known WHERE kind <> 'individual'"
          " UNION ALL SELECT run, stage, place, 'milestone', player FROM known"
          " WHERE stage = 'milestone' AND kind = 'individual'"
          " UNION ALL SELECT run, stage, place, 'start', player FROM known"
          " WHERE stage <> 'milestone' AND start"
          " UNION ALL SELECT run, stage, place, 'champion', player FROM known"
          " WHERE stage = 'verify' AND champion"
          " UNION ALL SELECT run, stage, place, 'candidate', player FROM known"
          " WHERE candidate AND (stage = 'select' OR stage = 'verify' AND NOT champion AND NOT"
          " start);",
};

static int set_version(struct store *store, struct error *error) {
    char identity[96];
    snprintf(identity, sizeof identity, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             APPLICATION_ID, SCHEMA_VERSION);
    return execute(store, identity, error);
}

/* From the file's version to this program's; the caller opens and ends the transaction. */
static int migrate(struct store *store, struct error *error) {
    int64_t version;
    if (ask_number(store, "PRAGMA user_version", &version, error)) return -1;
    if (version == SCHEMA_VERSION) return 0;
    while (version < SCHEMA_VERSION)
        if (execute(store, migrations[version++], error)) return -1;
    return set_version(store, error);
}

/* A reader leaves the file as it is: it migrates a copy in memory. */
static int migrate_copy(struct store *store, struct error *error) {
    sqlite3 *copy = NULL;
    sqlite3_open(":memory:", &copy);
    sqlite3_backup *backup = sqlite3_backup_init(copy, "main", store->db, "main");
    if (backup) sqlite3_backup_step(backup, -1);
    int code = backup ? sqlite3_backup_finish(backup) : sqlite3_errcode(copy);
    if (code != SQLITE_OK) {
        sqlite3_close(copy);
        return error_set(error, "%s: cannot be copied to memory: %s", store->path,
                         sqlite3_errstr(code));
    }
    sqlite3_close(store->db);
    store->db = copy;
    return migrate(store, error);
}

static int begin_reading(struct store *store, struct error *error) {
    int64_t version;
    if (ask_number(store, "PRAGMA user_version", &version, error)) return -1;
    return version < SCHEMA_VERSION ? migrate_copy(store, error) : 0;
}

static int create_tables(struct store *store, struct error *error) {
    for (size_t i = 0; i < COUNT_OF(schema); i++)
        if (execute(store, schema[i], error)) return -1;
    return set_version(store, error);
}

/* Leaves a transaction open, so that a file that is refused stays as it was. Identity and tables
 * appear together, and before the switch to a write-ahead log: so the file's header always says
 * whose it is. */
static int begin_writing(struct store *store, struct error *error) {
    int64_t pages;
    if (take_lock(store, error) || ask_number(store, "PRAGMA page_count", &pages, error) ||
        execute(store, "BEGIN IMMEDIATE", error))
        return -1;
    return pages == 0 ? create_tables(store, error) : migrate(store, error);
}

static int end_set_up(struct store *store, bool write, struct error *error) {
    return execute(store,
                   write ? "COMMIT; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                           "PRAGMA foreign_keys = ON"
                         : "PRAGMA query_only = ON",
                   error);
}

static int check_pages(struct store *store, struct error *error) {
    int64_t whole;
    if (ask_number(store, "SELECT quick_check = 'ok' FROM pragma_quick_check(1)", &whole, error))
        return -1;
    return whole ? 0 : refuse(store, error, "is a damaged database; restore it from a copy");
}

/* A damaged database is to stay as it is for whoever wants to repair it. */
static void keep_log_on_close(struct store *store, bool keep) {
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, (int)keep, NULL);
}

static int prepare_queries(struct store *store, int first, int end, struct error *error) {
    for (int i = first; i < end; i++)
        if (sqlite3_prepare_v3(store->db, queries[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statements[i], NULL) != SQLITE_OK)
            return refuse_sqlite(store, error, "lacks some of hone's tables");
    return 0;
}

static int prepare(struct store *store, struct error *error) {
    static const char tables[] = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND"
                                 " name IN ('series', 'entrants', 'games')";
    int64_t found;
    if (ask_number(store, tables, &found, error)) return -1;
    store->keeps_games = found > 0;
    return prepare_queries(store, 0, found ? QUERY_COUNT : RUN_QUERIES, error);
}

/* What no column's constraint can say of the rows that hone writes together; a kill breaks none of
 * it. Rows that are found by these show that somebody has edited the file. */
static const struct {
    const char *rows, *fault;
} faults[] = {
    {"SELECT 1 FROM pragma_foreign_key_check", "rows that others refer to are missing"},
    {"SELECT run FROM meetings WHERE stage <> 'train' EXCEPT SELECT run FROM champions",
     "the run's champion is missing"},
    {"SELECT run, stage, a FROM meetings WHERE stage <> 'train'"
     " UNION SELECT run, stage, b FROM meetings WHERE stage <> 'train'"
     " EXCEPT SELECT run, stage, player FROM seats",
     "a player has met others without a seat"},
    {"SELECT 1 FROM players p WHERE generation IS NULL AND kind <> 'yardstick' AND NOT EXISTS"
     " (SELECT 1 FROM meetings m WHERE m.run = p.run AND p.id IN (m.a, m.b)"
     " AND stage = CASE kind WHEN 'random' THEN 'milestone' ELSE 'select' END)",
     "a player's meetings are missing"},
};

static int check_rows(struct store *store, struct error *error) {
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        char sql[512];
        int64_t found = 0;
        snprintf(sql, sizeof sql, "SELECT EXISTS (%s)", faults[i].rows);
        if (ask_number(store, sql, &found, error)) return -1;
        if (found)
            return error_set(error, "%s: is not as hone wrote it: %s; restore it from a copy",
                             store->path, faults[i].fault);
    }
    return 0;
}

static int store_connect(struct store *store, enum store_mode mode, struct error *error) {
    bool write = mode == STORE_WRITE;
    if (check_file(store, mode, error)) return -1;
    if (write ? connect_writer(store, error) : connect_reader(store, error)) return -1;
    keep_log_on_close(store, true);
    if (check_pages(store, error)) return -1;
    if (write ? begin_writing(store, error) : begin_reading(store, error)) return -1;
    if (prepare(store, error) || check_rows(store, error) || end_set_up(store, write, error))
        return -1;
    keep_log_on_close(store, false);
    return 0;
}

struct store *store_open(const char *path, enum store_mode mode, struct error *error) {
    struct store *store = xcalloc(1, sizeof *store);
    store->path = xstrdup(path);
    store->lock = -1;
    if (store_connect(store, mode, error) == 0) return store;
    store_close(store);
    return NULL;
}

void store_close(struct store *store) {
    if (!store) return;
    for (int i = 0; i < QUERY_COUNT; i++) sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->db);
    if (store->lock >= 0) close(store->lock);
    free(store->path);
    free(store);
}

/* ---- one query: put its parameters in order, step, get its columns in order ---- */

struct cursor {
    struct store *store;
    sqlite3_stmt *statement;
    int next; /* parameter or column */
};

static struct cursor cursor_of(struct store *store, enum query query) {
    return (struct cursor){.store = store, .statement = store->statements[query], .next = 1};
}

static void put_i64(struct cursor *cursor, int64_t value) {
    sqlite3_bind_int64(cursor->statement, cursor->next++, value);
}

/* -1 becomes NULL. */
static void put_index(struct cursor *cursor, int value) {
    if (value == -1)
        sqlite3_bind_null(cursor->statement, cursor->next++);
    else
        put_i64(cursor, value);
}

static void put_double(struct cursor *cursor, double value) {
    sqlite3_bind_double(cursor->statement, cursor->next++, value);
}

/* The text must live until the query is done. */
static void put_text(struct cursor *cursor, const char *text) {
    sqlite3_bind_text(cursor->statement, cursor->next++, text ? text : "", -1, SQLITE_STATIC);
}

/* What the machine does to a database, a full disk first of all, can be mended by the user; the
 * rest is the programmer's. */
_Noreturn static void give_up(const struct store *store, int code) {
    const char *why = sqlite3_errmsg(store->db);
    if (code == SQLITE_MISUSE || code == SQLITE_CONSTRAINT || code == SQLITE_ERROR)
        die("%s: %s", store->path, why);
    fprintf(stderr,
            "%shone: %s: %s; everything finished before is saved, and the same command goes"
            " on from there\n",
            isatty(STDERR_FILENO) ? "\n" : "", store->path, why);
    exit(EXIT_FAILURE);
}

/* Whether there is a row (more). */
static bool cursor_step(struct cursor *cursor) {
    int code = sqlite3_step(cursor->statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE) give_up(cursor->store, code);
    cursor->next = 0;
    return code == SQLITE_ROW;
}

static void cursor_done(struct cursor *cursor) {
    sqlite3_reset(cursor->statement);
    sqlite3_clear_bindings(cursor->statement);
}

/* Steps a query without results; the id of a row that it inserted. */
static int64_t cursor_run(struct cursor *cursor) {
    cursor_step(cursor);
    cursor_done(cursor);
    return sqlite3_last_insert_rowid(cursor->store->db);
}

static int64_t get_i64(struct cursor *cursor) {
    return sqlite3_column_int64(cursor->statement, cursor->next++);
}

static int get_int(struct cursor *cursor) {
    return (int)get_i64(cursor);
}

static int get_index(struct cursor *cursor) {
    bool null = sqlite3_column_type(cursor->statement, cursor->next) == SQLITE_NULL;
    int value = get_int(cursor);
    return null ? -1 : value;
}

static double get_double(struct cursor *cursor) {
    bool null = sqlite3_column_type(cursor->statement, cursor->next) == SQLITE_NULL;
    double value = sqlite3_column_double(cursor->statement, cursor->next++);
    return null ? NAN : value;
}

/* Valid until the next step. */
static const char *get_text(struct cursor *cursor) {
    const unsigned char *text = sqlite3_column_text(cursor->statement, cursor->next++);
    return text ? (const char *)text : "";
}

/* Texts that are shown: a database may come from anywhere. */
static void get_line(struct cursor *cursor, char *out, size_t size) {
    snprintf(out, size, "%s", get_text(cursor));
    text_make_harmless(out, "");
}

static char *get_lines(struct cursor *cursor) {
    char *copy = xstrdup(get_text(cursor));
    text_make_harmless(copy, "\n\t");
    return copy;
}

#define GET_STRING(cursor, array) get_line(cursor, array, sizeof(array))

/* The index of a column's text of a list of names; -1 if it is none of them. */
static int get_name(struct cursor *cursor, const char *const *names, int count) {
    const char *text = get_text(cursor);
    while (count-- > 0)
        if (strcmp(text, names[count]) == 0) return count;
    return -1;
}

static void put_counts(struct cursor *cursor, const int64_t counts[5]) {
    for (int i = 0; i < 5; i++) put_i64(cursor, counts[i]);
}

static void get_counts(struct cursor *cursor, int64_t counts[5]) {
    for (int i = 0; i < 5; i++) counts[i] = get_i64(cursor);
}

/* ---- transactions ---- */

static void run_plain(struct store *store, enum query query) {
    struct cursor cursor = cursor_of(store, query);
    cursor_run(&cursor);
}

void store_begin(struct store *store) {
    run_plain(store, BEGIN);
}
void store_commit(struct store *store) {
    run_plain(store, COMMIT);
}
void store_rollback(struct store *store) {
    run_plain(store, ROLLBACK);
}

/* ---- runs ---- */

int64_t store_add_run(struct store *store, const struct stored_run *run) {
    struct cursor cursor = cursor_of(store, ADD_RUN);
    put_text(&cursor, run->name);
    put_text(&cursor, run->game);
    put_text(&cursor, run->evaluator);
    put_text(&cursor, run->layout);
    put_i64(&cursor, (int64_t)run->seed);
    put_text(&cursor, run->config);
    put_text(&cursor, run->program);
    put_text(&cursor, run->compiler);
    put_text(&cursor, run->machine);
    put_i64(&cursor, run->evaluator_schema);
    put_i64(&cursor, run->mixing);
    put_text(&cursor, run->init);
    return cursor_run(&cursor);
}

void store_finish_run(struct store *store, int64_t run) {
    struct cursor cursor = cursor_of(store, FINISH_RUN);
    put_i64(&cursor, run);
    cursor_run(&cursor);
}

static void get_run(struct cursor *cursor, struct stored_run *run) {
    run->id = get_i64(cursor);
    GET_STRING(cursor, run->name);
    GET_STRING(cursor, run->game);
    GET_STRING(cursor, run->evaluator);
    GET_STRING(cursor, run->layout);
    run->seed = (uint64_t)get_i64(cursor);
    run->config = xstrdup(get_text(cursor));
    GET_STRING(cursor, run->program);
    GET_STRING(cursor, run->compiler);
    GET_STRING(cursor, run->machine);
    GET_STRING(cursor, run->started);
    GET_STRING(cursor, run->finished);
    run->evaluator_schema = get_int(cursor);
    run->mixing = get_int(cursor);
    GET_STRING(cursor, run->init);
    run->generations = get_int(cursor);
}

/* The number that a counting query gives; its parameters are put already. */
static int cursor_count(struct cursor *cursor) {
    int count = cursor_step(cursor) ? get_int(cursor) : 0;
    cursor_done(cursor);
    return count;
}

int store_runs(struct store *store, struct stored_run **out) {
    struct cursor counter = cursor_of(store, COUNT_RUNS), cursor = cursor_of(store, GET_RUNS);
    int room = cursor_count(&counter), count = 0;
    *out = xcalloc((size_t)room, sizeof **out);
    while (count < room && cursor_step(&cursor)) get_run(&cursor, &(*out)[count++]);
    cursor_done(&cursor);
    return count;
}

void store_free_runs(struct stored_run *runs, int count) {
    for (int i = 0; i < count; i++) free(runs[i].config);
    free(runs);
}

/* ---- players ---- */

static const char *const kind_names[] = {
    [PLAYER_INDIVIDUAL] = "individual",
    [PLAYER_YARDSTICK] = "yardstick",
    [PLAYER_RANDOM] = "random",
};

int64_t store_add_player(struct store *store, const struct stored_player *player) {
    struct cursor cursor = cursor_of(store, ADD_PLAYER);
    struct text weights = {0};
    for (int i = 0; i < player->dim; i++)
        text_add(&weights, i ? " %d" : "%d", (int)player->weights[i]);
    put_i64(&cursor, player->run);
    put_text(&cursor, kind_names[player->kind]);
    put_index(&cursor, player->generation);
    put_index(&cursor, player->slot);
    put_text(&cursor, player->name);
    put_text(&cursor, player->evaluator);
    put_text(&cursor, player->layout);
    put_text(&cursor, text_get(&weights));
    int64_t id = cursor_run(&cursor);
    text_free(&weights);
    return id;
}

int64_t store_next_player(struct store *store) {
    struct cursor cursor = cursor_of(store, NEXT_PLAYER);
    cursor_step(&cursor);
    int64_t id = get_i64(&cursor);
    cursor_done(&cursor);
    return id;
}

/* Reads numbers into an array, owned by the caller; their count, or -1 if there is anything but
 * 32-bit numbers. */
static int parse_weights(const char *text, int32_t **out) {
    int count = 0;
    *out = xcalloc(strlen(text) / 2 + 1, sizeof **out);
    while (*text) {
        char *end;
        errno = 0;
        long long value = strtoll(text, &end, 10);
        if (*text == ' ' || end == text || (*end && *end != ' ') || errno ||
            value != (int32_t)value)
            return -1;
        (*out)[count++] = (int32_t)value;
        text = *end ? end + 1 : end;
    }
    return count;
}

static void get_player(struct cursor *cursor, struct stored_player *player) {
    player->id = get_i64(cursor);
    player->run = get_i64(cursor);
    int kind = get_name(cursor, kind_names, COUNT_OF(kind_names));
    player->kind = (enum player_kind)kind;
    player->generation = get_index(cursor);
    player->slot = get_index(cursor);
    GET_STRING(cursor, player->name);
    GET_STRING(cursor, player->evaluator);
    GET_STRING(cursor, player->layout);
    player->dim = parse_weights(get_text(cursor), &player->weights);
    if (kind < 0) player->dim = -1;
}

/* The player that a query finds; its parameters are put already. */
static int find_player(struct cursor *cursor, struct stored_player *out, struct error *error) {
    bool found = cursor_step(cursor);
    if (found) get_player(cursor, out);
    cursor_done(cursor);
    if (!found) return 1;
    if (out->dim >= 0) return 0;
    store_free_player(out);
    return error_set(error, "%s: the row of player %lld is damaged: unknown kind or bad weights",
                     cursor->store->path, (long long)out->id);
}

int store_player(struct store *store, int64_t id, struct stored_player *out, struct error *error) {
    struct cursor cursor = cursor_of(store, GET_PLAYER);
    put_i64(&cursor, id);
    int status = find_player(&cursor, out, error);
    if (status <= 0) return status;
    return error_set(error, "%s: there is no player %lld", store->path, (long long)id);
}

int store_individual(struct store *store, int64_t run, int generation, int slot,
                     struct stored_player *out, struct error *error) {
    struct cursor cursor = cursor_of(store, slot < 0 ? GET_CHAMPION_OF : GET_INDIVIDUAL);
    put_i64(&cursor, run);
    put_i64(&cursor, generation);
    if (slot >= 0) put_i64(&cursor, slot);
    int status = find_player(&cursor, out, error);
    if (status <= 0) return status;
    if (slot < 0)
        return error_set(error, "%s: run %lld has no generation %d", store->path, (long long)run,
                         generation);
    return error_set(error, "%s: run %lld has no individual %d in generation %d", store->path,
                     (long long)run, slot, generation);
}

int store_named_player(struct store *store, int64_t run, const char *name,
                       struct stored_player *out, struct error *error) {
    struct cursor cursor = cursor_of(store, GET_NAMED);
    put_i64(&cursor, run);
    put_text(&cursor, name);
    int status = find_player(&cursor, out, error);
    if (status <= 0) return status;
    return error_set(error, "%s: run %lld has no player named '%s'", store->path, (long long)run,
                     name);
}

void store_free_player(struct stored_player *player) {
    free(player->weights);
    player->weights = NULL;
}

/* ---- generations ---- */

static void add_timing(struct store *store, int64_t run,
                       const struct stored_generation *generation) {
    struct cursor cursor = cursor_of(store, ADD_TIMING);
    put_i64(&cursor, run);
    put_i64(&cursor, generation->generation);
    put_double(&cursor, generation->seconds);
    put_i64(&cursor, generation->games);
    put_i64(&cursor, generation->threads);
    cursor_run(&cursor);
}

static void add_metric(struct store *store, int64_t run, int generation,
                       const struct metric *metric) {
    struct cursor cursor = cursor_of(store, ADD_METRIC);
    put_i64(&cursor, run);
    put_i64(&cursor, generation);
    put_text(&cursor, metric->name);
    put_double(&cursor, metric->value);
    cursor_run(&cursor);
}

void store_add_generation(struct store *store, int64_t run,
                          const struct stored_generation *generation,
                          const struct metrics *metrics) {
    struct cursor cursor = cursor_of(store, ADD_GENERATION);
    put_i64(&cursor, run);
    put_i64(&cursor, generation->generation);
    put_i64(&cursor, generation->champion);
    put_i64(&cursor, generation->openings);
    put_i64(&cursor, generation->openings_distinct);
    put_i64(&cursor, generation->games);
    put_i64(&cursor, generation->games_distinct);
    put_text(&cursor, generation->state);
    cursor_run(&cursor);
    add_timing(store, run, generation);
    for (int i = 0; metrics && i < metrics->count; i++)
        add_metric(store, run, generation->generation, &metrics->list[i]);
}

int64_t store_games(struct store *store, int64_t run, int generation) {
    struct cursor cursor = cursor_of(store, SUM_GAMES);
    put_i64(&cursor, run);
    put_i64(&cursor, generation);
    int64_t games = cursor_step(&cursor) ? get_i64(&cursor) : 0;
    cursor_done(&cursor);
    return games;
}

static void get_metrics(struct store *store, int64_t run, int generation, struct metrics *metrics) {
    struct cursor cursor = cursor_of(store, GET_METRICS);
    put_i64(&cursor, run);
    put_i64(&cursor, generation);
    metrics->count = 0;
    while (metrics->count < METRICS_MAX && cursor_step(&cursor)) {
        struct metric *metric = &metrics->list[metrics->count++];
        GET_STRING(&cursor, metric->name);
        metric->value = get_double(&cursor);
    }
    cursor_done(&cursor);
}

int store_generation(struct store *store, int64_t run, int generation,
                     struct stored_generation *out, struct metrics *metrics, struct error *error) {
    struct cursor cursor = cursor_of(store, GET_GENERATION);
    put_i64(&cursor, run);
    put_i64(&cursor, generation);
    bool found = cursor_step(&cursor);
    if (found) {
        get_i64(&cursor); /* the run */
        out->generation = get_int(&cursor);
        out->champion = get_i64(&cursor);
        out->openings = get_i64(&cursor);
        out->openings_distinct = get_i64(&cursor);
        out->games = get_i64(&cursor);
        out->games_distinct = get_i64(&cursor);
        out->state = xstrdup(get_text(&cursor));
        out->seconds = get_double(&cursor);
        out->threads = get_int(&cursor);
    }
    cursor_done(&cursor);
    if (found && metrics) get_metrics(store, run, generation, metrics);
    return found ? 0
                 : error_set(error, "%s: run %lld has no generation %d", store->path,
                             (long long)run, generation);
}

/* ---- fitness ---- */

void store_add_fitness(struct store *store, int64_t run, int generation, int64_t player,
                       const struct fitness *fitness) {
    struct cursor cursor = cursor_of(store, ADD_FITNESS);
    put_i64(&cursor, run);
    put_i64(&cursor, generation);
    put_i64(&cursor, player);
    put_i64(&cursor, fitness->points);
    put_i64(&cursor, fitness->pairs);
    put_counts(&cursor, fitness->pentanomial);
    cursor_run(&cursor);
}

int store_fitness(struct store *store, int64_t run, int generation, int64_t player,
                  struct fitness *out, struct error *error) {
    struct cursor cursor = cursor_of(store, GET_FITNESS);
    put_i64(&cursor, run);
    put_i64(&cursor, generation);
    put_i64(&cursor, player);
    bool found = cursor_step(&cursor);
    if (found) {
        *out = (struct fitness){.points = get_i64(&cursor)};
        out->pairs = get_i64(&cursor);
        get_counts(&cursor, out->pentanomial);
    }
    cursor_done(&cursor);
    return found ? 0
                 : error_set(error, "%s: run %lld has no fitness of player %lld in generation %d",
                             store->path, (long long)run, (long long)player, generation);
}

/* ---- meetings ---- */

static void put_tally(struct cursor *cursor, const struct tally *tally) {
    put_i64(cursor, tally->won);
    put_i64(cursor, tally->drawn);
    put_i64(cursor, tally->lost);
}

static void get_tally(struct cursor *cursor, struct tally *tally) {
    tally->won = get_i64(cursor);
    tally->drawn = get_i64(cursor);
    tally->lost = get_i64(cursor);
}

int64_t store_add_meeting(struct store *store, const struct stored_meeting *meeting) {
    struct cursor cursor = cursor_of(store, ADD_MEETING);
    put_i64(&cursor, meeting->run);
    put_text(&cursor, stage_table[meeting->stage].name);
    put_i64(&cursor, meeting->generation);
    put_i64(&cursor, meeting->a);
    put_i64(&cursor, meeting->b);
    put_i64(&cursor, meeting->pairs);
    put_counts(&cursor, meeting->counts.n);
    put_tally(&cursor, &meeting->first);
    put_tally(&cursor, &meeting->second);
    return cursor_run(&cursor);
}

/* False when the row's stage is none. */
static bool get_meeting(struct cursor *cursor, struct stored_meeting *meeting) {
    meeting->id = get_i64(cursor);
    meeting->run = get_i64(cursor);
    int stage = stage_find(get_text(cursor));
    meeting->stage = (enum stage)stage;
    meeting->generation = get_int(cursor);
    meeting->a = get_i64(cursor);
    meeting->b = get_i64(cursor);
    meeting->pairs = get_i64(cursor);
    get_counts(cursor, meeting->counts.n);
    get_tally(cursor, &meeting->first);
    get_tally(cursor, &meeting->second);
    return stage >= 0;
}

int store_meeting(struct store *store, int64_t id, struct stored_meeting *out,
                  struct error *error) {
    struct cursor cursor = cursor_of(store, GET_MEETING);
    put_i64(&cursor, id);
    bool found = cursor_step(&cursor) && get_meeting(&cursor, out);
    cursor_done(&cursor);
    return found ? 0 : error_set(error, "%s: there is no meeting %lld", store->path, (long long)id);
}

static struct cursor of_stage(struct store *store, enum query query, int64_t run, enum stage stage,
                              int generation) {
    struct cursor cursor = cursor_of(store, query);
    put_i64(&cursor, run);
    put_text(&cursor, stage_table[stage].name);
    put_i64(&cursor, generation);
    return cursor;
}

int store_meetings(struct store *store, int64_t run, enum stage stage, int generation,
                   struct stored_meeting **out) {
    struct cursor counter = of_stage(store, COUNT_MEETINGS, run, stage, generation);
    int room = cursor_count(&counter), count = 0;
    *out = xcalloc((size_t)room, sizeof **out);
    struct cursor cursor = of_stage(store, GET_MEETINGS, run, stage, generation);
    while (count < room && cursor_step(&cursor)) get_meeting(&cursor, &(*out)[count++]);
    cursor_done(&cursor);
    return count;
}

/* ---- seats ---- */

static const char *const role_names[] = {
    [ROLE_START] = "start",         [ROLE_YARDSTICK] = "yardstick", [ROLE_HALL] = "hall",
    [ROLE_CANDIDATE] = "candidate", [ROLE_CHAMPION] = "champion",   [ROLE_MILESTONE] = "milestone",
    [ROLE_RANDOM] = "random",
};

void store_add_seat(struct store *store, int64_t run, const struct stored_seat *seat) {
    struct cursor cursor = cursor_of(store, ADD_SEAT);
    put_i64(&cursor, run);
    put_text(&cursor, stage_table[seat->stage].name);
    put_i64(&cursor, seat->place);
    put_text(&cursor, role_names[seat->role]);
    put_i64(&cursor, seat->player);
    cursor_run(&cursor);
}

static struct cursor seats_of(struct store *store, enum query query, int64_t run,
                              enum stage stage) {
    struct cursor cursor = cursor_of(store, query);
    put_i64(&cursor, run);
    put_text(&cursor, stage_table[stage].name);
    return cursor;
}

int store_seats(struct store *store, int64_t run, enum stage stage, struct stored_seat **out) {
    struct cursor counter = seats_of(store, COUNT_SEATS, run, stage);
    int room = cursor_count(&counter), count = 0;
    *out = xcalloc((size_t)room, sizeof **out);
    struct cursor cursor = seats_of(store, GET_SEATS, run, stage);
    while (count < room && cursor_step(&cursor)) {
        struct stored_seat *seat = &(*out)[count++];
        seat->stage = stage;
        seat->place = get_int(&cursor);
        seat->role = (enum role)get_name(&cursor, role_names, COUNT_OF(role_names));
        seat->player = get_i64(&cursor);
    }
    cursor_done(&cursor);
    return count;
}

/* ---- champions ---- */

void store_set_champion(struct store *store, int64_t run, const struct stored_champion *champion) {
    struct cursor cursor = cursor_of(store, SET_CHAMPION);
    put_i64(&cursor, run);
    put_i64(&cursor, champion->player);
    put_double(&cursor, champion->selection_rate);
    put_i64(&cursor, champion->selection_pairs);
    put_i64(&cursor, champion->start);
    put_i64(&cursor, champion->games);
    put_i64(&cursor, champion->openings);
    put_i64(&cursor, champion->openings_distinct);
    put_i64(&cursor, champion->verify_games);
    put_i64(&cursor, champion->verify_games_distinct);
    cursor_run(&cursor);
}

int store_champion(struct store *store, int64_t run, struct stored_champion *out,
                   struct error *error) {
    struct cursor cursor = cursor_of(store, GET_CHAMPION);
    put_i64(&cursor, run);
    bool found = cursor_step(&cursor);
    if (found) {
        get_i64(&cursor); /* the run */
        out->player = get_i64(&cursor);
        out->selection_rate = get_double(&cursor);
        out->selection_pairs = get_i64(&cursor);
        out->start = get_i64(&cursor);
        out->games = get_i64(&cursor);
        out->openings = get_i64(&cursor);
        out->openings_distinct = get_i64(&cursor);
        out->verify_games = get_i64(&cursor);
        out->verify_games_distinct = get_i64(&cursor);
    }
    cursor_done(&cursor);
    return found
               ? 0
               : error_set(error, "%s: run %lld has no champion yet", store->path, (long long)run);
}

/* ---- games with external engines ---- */

int store_keep_games(struct store *store, struct error *error) {
    if (store->keeps_games) return 0;
    if (execute(store, "BEGIN IMMEDIATE", error)) return -1;
    for (size_t i = 0; i < COUNT_OF(games_schema); i++)
        if (execute(store, games_schema[i], error)) return -1;
    if (execute(store, "COMMIT", error)) return -1;
    store->keeps_games = true;
    return prepare_queries(store, RUN_QUERIES, QUERY_COUNT, error);
}

bool store_keeps_games(const struct store *store) {
    return store->keeps_games;
}

int64_t store_add_series(struct store *store, const char *game, const char *settings) {
    struct cursor cursor = cursor_of(store, ADD_SERIES);
    put_text(&cursor, game);
    put_text(&cursor, settings);
    put_text(&cursor, "hone " HONE_VERSION);
    return cursor_run(&cursor);
}

void store_add_entrant(struct store *store, int64_t series, int number, const char *name,
                       const char *spec) {
    struct cursor cursor = cursor_of(store, ADD_ENTRANT);
    put_i64(&cursor, series);
    put_i64(&cursor, number);
    put_text(&cursor, name);
    put_text(&cursor, spec);
    cursor_run(&cursor);
}

int64_t store_add_game(struct store *store, const struct stored_game *game) {
    struct cursor cursor = cursor_of(store, ADD_GAME);
    put_i64(&cursor, game->series);
    put_i64(&cursor, game->players[0]);
    put_i64(&cursor, game->players[1]);
    put_i64(&cursor, game->opening);
    put_text(&cursor, game->opening_moves);
    put_text(&cursor, game->moves);
    put_i64(&cursor, game->outcome);
    put_text(&cursor, game->reason);
    put_text(&cursor, game->detail);
    put_text(&cursor, game->errors);
    return cursor_run(&cursor);
}

static void get_game(struct cursor *cursor, struct stored_game *game) {
    game->id = get_i64(cursor);
    game->series = get_i64(cursor);
    GET_STRING(cursor, game->game);
    for (int side = 0; side < 2; side++) GET_STRING(cursor, game->names[side]);
    for (int side = 0; side < 2; side++) game->players[side] = get_int(cursor);
    game->opening = get_int(cursor);
    game->opening_moves = xstrdup(get_text(cursor));
    game->moves = xstrdup(get_text(cursor));
    game->outcome = get_int(cursor);
    GET_STRING(cursor, game->reason);
    game->detail = get_lines(cursor);
    game->errors = get_lines(cursor);
    GET_STRING(cursor, game->started);
}

int store_games_kept(struct store *store, struct stored_game **out) {
    *out = NULL;
    if (!store->keeps_games) return 0;
    struct cursor counter = cursor_of(store, COUNT_GAMES), cursor = cursor_of(store, GET_GAMES);
    int room = cursor_count(&counter), count = 0;
    *out = xcalloc((size_t)room, sizeof **out);
    while (count < room && cursor_step(&cursor)) get_game(&cursor, &(*out)[count++]);
    cursor_done(&cursor);
    return count;
}

int store_game(struct store *store, int64_t id, struct stored_game *out, struct error *error) {
    bool found = false;
    *out = (struct stored_game){0};
    if (store->keeps_games) {
        struct cursor cursor = cursor_of(store, GET_GAME);
        put_i64(&cursor, id);
        found = cursor_step(&cursor);
        if (found) get_game(&cursor, out);
        cursor_done(&cursor);
    }
    return found ? 0 : error_set(error, "%s: there is no game %lld", store->path, (long long)id);
}

void store_free_game(struct stored_game *game) {
    free(game->opening_moves);
    free(game->moves);
    free(game->detail);
    free(game->errors);
}
