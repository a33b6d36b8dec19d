/*
 * schema: the schema of hone's databases: the tables, the migrations from earlier versions, and
 * what the rows must be together. A new column is a row of its table's columns, with the value that
 * earlier rows get, and a version here.
 */
#include "tuner/store/ablations.h"
#include "tuner/store/foreign.h"
#include "tuner/store/games.h"
#include "tuner/store/questions.h"
#include "tuner/store/runs.h"

enum { VERSION = 11 };

/* The seats in a stage of a run of version 1, from the order of its meetings: all players in the
 * order in which the rows name them; candidates are those that met the later ones. */
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

/* Lets the stage pass the tables' constraints: their list of stages has `before` without it and
 * `after` with it. As in "Making Other Kinds Of Table Schema Changes" of SQLite's page on ALTER
 * TABLE. */
#define STAGE_COMES(stage, before, after)                                                          \
    "PRAGMA writable_schema = ON;"                                                                 \
    "UPDATE sqlite_schema SET sql = replace(sql, " before ", " after ")"                           \
    " WHERE type = 'table' AND name IN ('meetings', 'seats', 'stage_timings')"                     \
    " AND instr(sql, '''" stage "''') = 0;"                                                        \
    "PRAGMA writable_schema = RESET;"

static const char *const migrations[VERSION] = {
    [1] = "UPDATE runs SET init = CASE WHEN instr(config, char(10) || '    init = \"around\";')"
          " THEN 'around' WHEN instr(config, char(10) || '    init = \"file\";') THEN 'file'"
          " ELSE 'random' END;" SEATS_OF_VERSION_1
          "INSERT INTO seats (run, stage, place, role, player)"
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
    [2] = "", /* runs began without keeping the weight files that they name */
    /* All players of a run moved in one manner, runs ended at their length alone, series did not
     * keep their pairs, strength was not measured on the way. */
    [3] = STAGE_COMES("progress", "'''milestone'')'", "'''milestone'', ''progress'')'"),
    /* Champions were measured at the depths alone that they were tuned at. */
    [4] = STAGE_COMES("depth", "'''verify'', '", "'''verify'', ''depth'', '"),
    /* Rows had no checksums, with which every migration ends; stages no times; ablations were
     * printed only. */
    [5] = "",
    [6] = "", /* there were no studies */
    /* Games began at the start, and nothing was known of their moves. A row that was damaged before
     * keeps its checksum, which shows that. */
    [7] = "UPDATE games SET sum = NULL WHERE sum = row_sum(id, series, first, second, opening,"
          " opening_moves, moves, outcome, reason, detail, stderr);",
    /* Engines' scores ended no games. */
    [8] =
        "PRAGMA writable_schema = ON;"
        "UPDATE sqlite_schema SET sql = replace(sql, '''start'')', '''start'', ''adjudication'')')"
        " WHERE type = 'table' AND name = 'games';"
        "PRAGMA writable_schema = RESET;",
    /* Champions of engines were measured at one limit alone. */
    [9] = STAGE_COMES("limit", "'''depth'', '", "'''depth'', ''limit'', '"),
    [10] = "", /* a run's ranges stayed as they were */
};

/* Found by an index. */
#define AFTER_TRAINING "stage IN ('select', 'verify', 'depth', 'limit', 'milestone', 'progress')"

/* A kill breaks none of it, since hone writes what belongs together in one transaction. */
/* foreign_key_check looks a row's generation up for each row of fitness and players, and reads the
 * optimiser's state, which is long, with its key. With 800 thousand rows it took 10 s; each
 * generation once, 0.3 s. */
#define WITHOUT_GENERATION(table)                                                                  \
    "SELECT 1 FROM (SELECT DISTINCT run, generation FROM " table                                   \
    " WHERE generation IS NOT NULL) t WHERE NOT EXISTS (SELECT 1 FROM generations g"               \
    " WHERE g.run = t.run AND g.generation = t.generation)"

static const char missing[] = "rows that others refer to are missing";

static const struct fault faults[] = {
    {"SELECT 1 FROM sqlite_schema t, pragma_foreign_key_check(t.name) WHERE t.type = 'table'"
     " AND t.name NOT IN ('fitness', 'players')",
     missing, true},
    {WITHOUT_GENERATION("fitness"), missing, true},
    {WITHOUT_GENERATION("players"), missing, true},
    {"SELECT 1 FROM fitness t WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = t.player)",
     missing, true},
    {"SELECT 1 FROM players t WHERE NOT EXISTS (SELECT 1 FROM runs WHERE id = t.run)", missing,
     true},
    {"SELECT 1 WHERE EXISTS (SELECT 1 FROM generations) AND NOT EXISTS (SELECT 1 FROM runs)",
     missing, false},
    {"SELECT run FROM meetings WHERE run IN (SELECT id FROM runs) AND stage IN ('select',"
     " 'verify', 'depth', 'limit', 'milestone')"
     " EXCEPT SELECT run FROM champions",
     "the run's champion is missing", false},
    {"SELECT run, stage, a FROM meetings WHERE run IN (SELECT id FROM runs) AND " AFTER_TRAINING
     " UNION SELECT run, stage, b FROM meetings WHERE run IN (SELECT id FROM runs)"
     " AND " AFTER_TRAINING " EXCEPT SELECT run, stage, player FROM seats",
     "a player has met others without a seat", false},
    {"SELECT 1 FROM players p WHERE generation IS NULL AND kind <> 'yardstick' AND NOT EXISTS"
     " (SELECT 1 FROM meetings m WHERE m.run = p.run AND p.id IN (m.a, m.b)"
     " AND stage = CASE kind WHEN 'random' THEN 'milestone' ELSE 'select' END)",
     "a player's meetings are missing", false},
    {"SELECT meeting FROM parts WHERE meeting IN (SELECT id FROM meetings WHERE run IN (SELECT id"
     " FROM runs) AND " AFTER_TRAINING
     ") GROUP BY meeting HAVING (sum(pairs), sum(n0), sum(n1), sum(n2),"
     " sum(n3), sum(n4)) IS NOT (SELECT pairs, n0, n1, n2, n3, n4 FROM meetings WHERE id ="
     " meeting)",
     "a meeting is not the sum of its parts", false},
    {"SELECT meeting FROM parts GROUP BY meeting HAVING (sum(pairs), sum(n0), sum(n1), sum(n2),"
     " sum(n3), sum(n4)) IS NOT (SELECT pairs, n0, n1, n2, n3, n4 FROM meetings WHERE id ="
     " meeting)",
     "a meeting is not the sum of its parts", true},
    {"SELECT run, generation FROM generations EXCEPT SELECT run, generation FROM timings",
     "a generation's timing is missing", false},
    {0},
};

/* Version 1 was written by hand, and stages were added one by one: versions that are not brought up
 * to date yet have the shorter lists. */
#define STAGES_OF_3                                                                                \
    "stage TEXT NOT NULL CHECK (stage IN ('train', 'select', 'verify', 'milestone'))"
#define STAGES_OF_4                                                                                \
    "stage TEXT NOT NULL CHECK (stage IN ('train', 'select', 'verify', 'milestone', 'progress'))"
#define STAGES_OF_9                                                                                \
    "stage TEXT NOT NULL CHECK (stage IN ('train', 'select', 'verify', 'depth', 'milestone',"      \
    " 'progress'))"
#define NO_TRAINING " CHECK (stage <> 'train')"
static const struct earlier earlier[] = {
    {"meetings", STAGES_OF_3, NULL},
    {"meetings", STAGES_OF_4, NULL},
    {"meetings", STAGES_OF_9, NULL},
    {"seats", STAGES_OF_3 NO_TRAINING, NULL},
    {"seats", STAGES_OF_4 NO_TRAINING, NULL},
    {"seats", STAGES_OF_9 NO_TRAINING, NULL},
    {"stage_timings", STAGES_OF_9 NO_TRAINING, NULL},
    {"games",
     "reason TEXT NOT NULL CHECK (reason IN ('normal', 'resignation', 'crash', 'disconnect',"
     " 'timeout', 'illegal', 'start'))",
     NULL},
    {"fitness", "pairs INTEGER NOT NULL", "pairs INTEGER NOT NULL CHECK (pairs <= 1000000000000)"},
    {"fitness", "CHECK (pairs <= 1000000000000)", NULL},
    {"metrics", "FOREIGN KEY (run, generation) REFERENCES generations",
     "FOREIGN KEY (run, generation) REFERENCES generations DEFERRABLE INITIALLY DEFERRED"},
    {"timings", "FOREIGN KEY (run, generation) REFERENCES generations",
     "FOREIGN KEY (run, generation) REFERENCES generations DEFERRABLE INITIALLY DEFERRED"},
    {"champions", "run INTEGER PRIMARY KEY REFERENCES runs",
     "run INTEGER NOT NULL PRIMARY KEY REFERENCES runs"},
    {NULL, NULL, NULL},
};

static const struct table *const *const lists[] = {runs_tables, games_tables, ablations_tables,
                                                   questions_tables, NULL};
static const struct schema schema = {VERSION, lists, migrations, faults, earlier};

struct store *store_open(const char *path, enum store_mode mode, struct error *error) {
    return db_open(path, mode, &schema, error);
}
