/*
 * meetings: the results of two players' games, in all and in each manner of play; the times of
 * stages; the faults of external engines.
 */
#include "tuner/store/run_tables.h"

#include "tuner/store/tables.h"

/* Series are no stage of a run. */
const char *store_stage_name(int stage) {
    return stage >= 0 && stage < STAGE_SERIES ? stage_table[stage].name : NULL;
}

#define RULES_OF_FIGURES                                                                           \
    "CHECK (min(n0, n1, n2, n3, n4) >= 0),\n"                                                      \
    "    CHECK (min(first_won, first_drawn, first_lost) >= 0),\n"                                  \
    "    CHECK (min(second_won, second_drawn, second_lost) >= 0),\n"                               \
    "    CHECK (n0 + n1 + n2 + n3 + n4 = pairs),\n"                                                \
    "    CHECK (first_won + first_drawn + first_lost = pairs),\n"                                  \
    "    CHECK (second_won + second_drawn + second_lost = pairs),\n"                               \
    "    CHECK (2*first_won + first_drawn + 2*second_won + second_drawn\n"                         \
    "           = n1 + 2*n2 + 3*n3 + 4*n4)"

static const struct column meeting_columns[] = {
#define AT(member) DB_AT(struct stored_meeting, member)
    {"id", COLUMN_ID, AT(id)},
    {"run", COLUMN_INT64, AT(run), DB_REFERS("runs")},
    {"stage", COLUMN_NAME, AT(stage), .text = store_stage_name},
    {"generation", COLUMN_INT, AT(generation)},
    {"a", COLUMN_INT64, AT(a), DB_REFERS("players")}, /* all counts are this player's */
    {"b", COLUMN_INT64, AT(b), DB_REFERS("players")},
    {"pairs", COLUMN_INT64, AT(pairs), "CHECK (pairs BETWEEN 1 AND 1000000)"},
    COUNTS(struct stored_meeting, counts.n),
    TALLY(struct stored_meeting, first, "first"),
    TALLY(struct stored_meeting, second, "second"),
    {"not_repeatable", COLUMN_INT64, AT(not_repeatable), "CHECK (not_repeatable IN (0, 1))",
     .earlier = "0"},
#undef AT
};
const struct table meetings_table = {
    "meetings", DB_COLUMNS(meeting_columns), .rules = RULES_OF_FIGURES,
    .index = "CREATE INDEX meetings_stage ON meetings (run, stage, generation)",
    .label = "'meeting ' || id || ' (' || stage || '), ' || " LABEL_OF_GENERATION};

int64_t store_add_meeting(struct store *store, const struct stored_meeting *meeting) {
    return db_insert(store, &meetings_table, meeting);
}

bool store_mend_meeting(struct store *store, const struct stored_meeting *meeting) {
    return db_mend(store, &meetings_table, meeting);
}

static const struct column id_columns[] = {
    {"id", COLUMN_ID, 0, sizeof(int64_t), .computed = "id"},
};
static const struct table ids = {"meetings", DB_COLUMNS(id_columns)};

int store_meeting_ids(struct store *store, int64_t run, int64_t **out) {
    struct cursor cursor =
        db_select(store, &ids, "WHERE run = ? AND not_repeatable = 0 ORDER BY id");
    db_put(&cursor, run);
    return db_all(&cursor, sizeof **out, out);
}

int store_unfit_meetings(struct store *store, int64_t run, int64_t **out) {
    struct text tail = {0};
    text_add(&tail, "WHERE run = ? AND not_repeatable = 0 AND sum IS NOT row_sum(");
    table_list_columns(&meetings_table, NULL, &tail);
    text_add(&tail, ") ORDER BY id");
    struct cursor cursor = db_select(store, &ids, text_get(&tail));
    text_free(&tail);
    db_put(&cursor, run);
    return db_all(&cursor, sizeof **out, out);
}

int store_meeting(struct store *store, int64_t id, struct stored_meeting *out,
                  struct error *error) {
    struct cursor cursor = db_select(store, &meetings_table, "WHERE id = ?");
    db_put(&cursor, id);
    if (db_find(&cursor, out) && (int)out->stage >= 0) return 0;
    return error_set(error, "%s: there is no meeting %lld", db_path(store), (long long)id);
}

int store_meetings(struct store *store, int64_t run, enum stage stage, int generation,
                   struct stored_meeting **out) {
    struct cursor cursor =
        db_select(store, &meetings_table,
                  "WHERE run = ?1 AND stage = ?2 AND ?3 IN (-1, generation) ORDER BY id");
    db_put(&cursor, run);
    db_put_text(&cursor, stage_table[stage].name);
    db_put(&cursor, generation);
    return db_all(&cursor, sizeof **out, out);
}

/* ---- what they came to in each manner of play ---- */

#define OF_MEETING(what) "(SELECT " what " FROM meetings m WHERE m.id = parts.meeting)"

static const struct column part_columns[] = {
#define AT(member) DB_AT(struct stored_part, member)
    {"meeting", COLUMN_INT64, AT(meeting.id), DB_REFERS("meetings")},
    {"manner", COLUMN_INT, AT(manner), "CHECK (manner >= 0)"},
    {"pairs", COLUMN_INT64, AT(meeting.pairs), "CHECK (pairs >= 0)"},
    COUNTS(struct stored_part, meeting.counts.n),
    TALLY(struct stored_part, meeting.first, "first"),
    TALLY(struct stored_part, meeting.second, "second"),
    {"run", COLUMN_INT64, AT(meeting.run), .computed = OF_MEETING("run")},
    {"stage", COLUMN_NAME, AT(meeting.stage), .text = store_stage_name,
     .computed = OF_MEETING("stage")},
    {"generation", COLUMN_INT, AT(meeting.generation), .computed = OF_MEETING("generation")},
    {"a", COLUMN_INT64, AT(meeting.a), .computed = OF_MEETING("a")},
    {"b", COLUMN_INT64, AT(meeting.b), .computed = OF_MEETING("b")},
    {"not_repeatable", COLUMN_INT64, AT(meeting.not_repeatable),
     .computed = OF_MEETING("not_repeatable")},
#undef AT
};
const struct table parts_table = {"parts", DB_COLUMNS(part_columns),
                                  .rules = "PRIMARY KEY (meeting, manner),\n    " RULES_OF_FIGURES,
                                  .keyed = true,
                                  .label = "'meeting ' || meeting || ', manner ' || manner"};

void store_add_part(struct store *store, const struct stored_part *part) {
    db_insert(store, &parts_table, part);
}

int store_parts(struct store *store, int64_t run, enum stage stage, struct stored_part **out) {
    struct cursor cursor =
        db_select(store, &parts_table,
                  "WHERE meeting IN (SELECT id FROM meetings WHERE run = ? AND stage = ?)"
                  " ORDER BY meeting, manner");
    db_put(&cursor, run);
    db_put_text(&cursor, stage_table[stage].name);
    return db_all(&cursor, sizeof **out, out);
}

/* ---- how long stages took ---- */

struct stage_timing_row {
    int64_t run;
    enum stage stage;
    int generation;
    double seconds;
};

static const struct column stage_timing_columns[] = {
#define AT(member) DB_AT(struct stage_timing_row, member)
    {"run", COLUMN_INT64, AT(run), DB_REFERS("runs")},
    {"stage", COLUMN_NAME, AT(stage), "CHECK (stage <> 'train')", .text = store_stage_name},
    {"generation", COLUMN_INT, AT(generation)},
    {"seconds", COLUMN_REAL, AT(seconds), "NOT NULL CHECK (seconds BETWEEN 0 AND 1e9)"},
#undef AT
};
const struct table stage_timings_table = {"stage_timings", DB_COLUMNS(stage_timing_columns),
                                          .rules = "PRIMARY KEY (run, stage, generation)",
                                          .keyed = true,
                                          .label = "stage || ' after ' || " LABEL_OF_GENERATION};

void store_add_stage_timing(struct store *store, int64_t run, enum stage stage, int generation,
                            double seconds) {
    struct cursor cursor =
        db_query(store, "DELETE FROM stage_timings WHERE run = ? AND stage = ? AND generation = ?");
    db_put(&cursor, run);
    db_put_text(&cursor, stage_table[stage].name);
    db_put(&cursor, generation);
    db_number(&cursor);
    db_insert(store, &stage_timings_table,
              &(struct stage_timing_row){run, stage, generation, seconds});
}

double store_stage_seconds(struct store *store, int64_t run, enum stage stage) {
    struct cursor cursor = db_select(store, &stage_timings_table, "WHERE run = ? AND stage = ?");
    struct stage_timing_row row;
    double sum = 0;
    db_put(&cursor, run);
    db_put_text(&cursor, stage_table[stage].name);
    while (db_next(&cursor, &row)) sum += row.seconds;
    db_done(&cursor);
    return sum;
}

/* ---- what engines of their own did wrong ---- */

static const struct column fault_columns[] = {
#define AT(member) DB_AT(struct stored_fault, member)
    {"meeting", COLUMN_INT64, AT(meeting), DB_REFERS("meetings")},
    {"player", COLUMN_INT64, AT(player), DB_REFERS("players")},
    {"reason", COLUMN_ARRAY, AT(reason)},
    {"games", COLUMN_INT64, AT(games), "CHECK (games > 0)"},
#undef AT
};
const struct table faults_table = {"faults", DB_COLUMNS(fault_columns),
                                   .rules = "PRIMARY KEY (meeting, player, reason)", .keyed = true,
                                   .label = "'meeting ' || meeting || ', player ' || player"};

void store_add_fault(struct store *store, const struct stored_fault *fault) {
    db_insert(store, &faults_table, fault);
}

int64_t store_engine_games(struct store *store, int64_t player, enum stage stage) {
    struct cursor cursor = db_figure(store, &meetings_table, "sum(2 * pairs)",
                                     "WHERE run = (SELECT run FROM players WHERE id = ?1)"
                                     " AND stage = ?2 AND ?1 IN (a, b)");
    db_put(&cursor, player);
    db_put_text(&cursor, stage_table[stage].name);
    return db_number(&cursor);
}

int64_t store_engine_faults(struct store *store, int64_t player, enum stage stage,
                            const char *reason) {
    struct cursor cursor = db_figure(store, &faults_table, "sum(games)",
                                     "WHERE player = ? AND reason = ? AND"
                                     " (SELECT stage FROM meetings WHERE id = meeting) = ?");
    db_put(&cursor, player);
    db_put_text(&cursor, reason);
    db_put_text(&cursor, stage_table[stage].name);
    return db_number(&cursor);
}

int64_t store_faults(struct store *store, int64_t run, const char *reason) {
    struct cursor cursor = db_figure(store, &faults_table, "sum(games)",
                                     "WHERE reason = ? AND"
                                     " (SELECT run FROM meetings WHERE id = meeting) = ?");
    db_put_text(&cursor, reason);
    db_put(&cursor, run);
    return db_number(&cursor);
}

int64_t store_meeting_faults(struct store *store, int64_t meeting) {
    struct cursor cursor = db_figure(store, &faults_table, "sum(games)",
                                     "WHERE meeting = ? AND reason <> 'adjudication'");
    db_put(&cursor, meeting);
    return db_number(&cursor);
}

int64_t store_games_of_all(struct store *store, int64_t run) {
    struct cursor cursor = db_figure(store, &meetings_table, "sum(2 * pairs)", "WHERE run = ?");
    db_put(&cursor, run);
    return db_number(&cursor);
}

/* Of a player. Games that engines' scores ended are no faults. */
#define SUM_OF_FAULTS                                                                              \
    "(SELECT sum(f.games) FROM faults f WHERE f.player = players.id"                               \
    " AND f.reason <> 'adjudication')"
static const struct column faulty_columns[] = {
#define AT(member) DB_AT(struct stored_faulty, member)
    {"id", COLUMN_INT64, AT(player)},
    {"games", COLUMN_INT64, AT(games),
     .computed = "(SELECT sum(2 * m.pairs) FROM meetings m WHERE players.id IN (m.a, m.b))"},
    {"faults", COLUMN_INT64, AT(faults), .computed = SUM_OF_FAULTS},
    {"generation", COLUMN_INT, AT(generation), .computed = "ifnull(generation, 0)"},
    {"slot", COLUMN_INT, AT(slot), .computed = "ifnull(slot, 0)"},
#undef AT
};
static const struct table faulty = {"players", DB_COLUMNS(faulty_columns)};

int store_faulty(struct store *store, int64_t run, int most, struct stored_faulty **out) {
    struct cursor cursor =
        db_select(store, &faulty,
                  "WHERE run = ? AND id IN (SELECT player FROM faults) AND " SUM_OF_FAULTS
                  " > 0 ORDER BY " SUM_OF_FAULTS " DESC, id LIMIT ?");
    db_put(&cursor, run);
    db_put(&cursor, most);
    return db_all(&cursor, sizeof **out, out);
}
