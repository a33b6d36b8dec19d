/*
 * questions: an answer is a row of its own, which is only ever added.
 */
#include "tuner/store/questions.h"

#include "tuner/store/run_tables.h"

static const struct column question_columns[] = {
#define AT(member) DB_AT(struct stored_question, member)
    {"id", COLUMN_ID, AT(id)},
    {"run", COLUMN_INT64, AT(run), DB_REFERS("runs")},
    {"generation", COLUMN_INT, AT(generation), "CHECK (generation >= 1)"},
    {"place", COLUMN_INT, AT(place), "CHECK (place >= 0)"},
    {"a", COLUMN_INT, AT(a), "CHECK (a >= 0)"},
    {"b", COLUMN_INDEX, AT(b), "CHECK (b <> a)"},
    {"asked", COLUMN_INT64, AT(asked), "CHECK (asked >= 0)"},
    {"lease", COLUMN_INT64, AT(lease), "CHECK (lease >= asked)"},
    {"told", COLUMN_INT64, AT(told),
     .computed = "EXISTS (SELECT 1 FROM answers WHERE question = questions.id)"},
#undef AT
};
static const struct table questions = {
    "questions", DB_COLUMNS(question_columns), .rules = "UNIQUE (run, generation, place)",
    .label = "'question ' || id || ', ' || " LABEL_OF_GENERATION};

static const struct column answer_columns[] = {
#define AT(member) DB_AT(struct stored_answer, member)
    {"question", COLUMN_INT64, AT(question), DB_REFERS("questions")},
    {"games", COLUMN_INT64, AT(games), "CHECK (games BETWEEN 0 AND 1000000000000)"},
    COUNTS(struct stored_answer, counts),
    {"score", COLUMN_REAL, AT(score)},
#undef AT
};
static const struct table answers = {
    "answers", DB_COLUMNS(answer_columns),
    .rules = "PRIMARY KEY (question),\n"
             "    CHECK (min(n0, n1, n2, n3, n4) >= 0),\n"
             "    CHECK ((games > 0) = (score IS NULL)),\n"
             "    CHECK (n0 + n1 + n2 + n3 + n4 = games OR 2*(n0 + n1 + n2 + n3 + n4) = games)",
    .keyed = true, .label = "'question ' || question"};

/* ---- questions ---- */

int64_t store_add_question(struct store *store, const struct stored_question *question) {
    return db_insert(store, &questions, question);
}

int store_questions(struct store *store, int64_t run, int generation,
                    struct stored_question **out) {
    struct cursor cursor =
        db_select(store, &questions, "WHERE run = ? AND generation = ? ORDER BY place");
    db_put(&cursor, run);
    db_put(&cursor, generation);
    return db_all(&cursor, sizeof **out, out);
}

#define OPEN "run = ? AND generation = ? AND NOT EXISTS (SELECT 1 FROM answers WHERE question = id)"

int store_free_questions(struct store *store, int64_t run, int generation, int64_t now, int most,
                         struct stored_question **out) {
    struct cursor cursor =
        db_select(store, &questions, "WHERE " OPEN " AND lease <= ? ORDER BY place LIMIT ?");
    db_put(&cursor, run);
    db_put(&cursor, generation);
    db_put(&cursor, now);
    db_put(&cursor, most);
    return db_all(&cursor, sizeof **out, out);
}

int store_open_questions(struct store *store, int64_t run, int generation) {
    struct cursor cursor = db_query(store, "SELECT count(*) FROM questions WHERE " OPEN);
    db_put(&cursor, run);
    db_put(&cursor, generation);
    return (int)db_number(&cursor);
}

bool store_is_asked(struct store *store, int64_t run, int64_t now) {
    struct cursor cursor = db_query(
        store, "SELECT EXISTS (SELECT 1 FROM questions WHERE run = ? AND lease > ? AND NOT EXISTS"
               " (SELECT 1 FROM answers WHERE question = id))");
    db_put(&cursor, run);
    db_put(&cursor, now);
    return db_number(&cursor);
}

bool store_question(struct store *store, int64_t id, struct stored_question *out) {
    struct cursor cursor = db_select(store, &questions, "WHERE id = ?");
    db_put(&cursor, id);
    return db_find(&cursor, out);
}

static void store_set_question(struct store *store, int64_t id, const char *column, int64_t value) {
    struct cursor cursor = db_update(store, &questions, column, "WHERE id = ?");
    db_put(&cursor, value);
    db_put(&cursor, id);
    db_number(&cursor);
}

void store_lease_question(struct store *store, int64_t id, int64_t now, int64_t until) {
    store_set_question(store, id, "asked", 0); /* so that no constraint is broken in between */
    store_set_question(store, id, "lease", until);
    store_set_question(store, id, "asked", now);
}

/* ---- answers ---- */

void store_add_answer(struct store *store, const struct stored_answer *answer) {
    db_insert(store, &answers, answer);
}

bool store_answer(struct store *store, int64_t question, struct stored_answer *out) {
    struct cursor cursor = db_select(store, &answers, "WHERE question = ?");
    db_put(&cursor, question);
    return db_find(&cursor, out);
}

#define OF_RUN "question IN (SELECT id FROM questions WHERE run = ?)"

int64_t store_answer_count(struct store *store, int64_t run) {
    struct cursor cursor = db_figure(store, &answers, "count(*)", "WHERE " OF_RUN);
    db_put(&cursor, run);
    return db_number(&cursor);
}

int64_t store_best_question(struct store *store, int64_t run, bool smallest) {
    struct stored_answer best;
    struct cursor cursor = db_select(
        store, &answers,
        smallest ? "WHERE " OF_RUN " AND games = 0 ORDER BY score, question LIMIT 1"
                 : "WHERE " OF_RUN " AND games = 0 ORDER BY score DESC, question LIMIT 1");
    db_put(&cursor, run);
    return db_find(&cursor, &best) ? best.question : 0;
}

void store_drop_questions(struct store *store, int64_t run, int generation) {
    static const char *const steps[] = {
        "DELETE FROM answers WHERE question IN (SELECT id FROM questions WHERE run = ? AND"
        " generation > ?)",
        "DELETE FROM questions WHERE run = ? AND generation > ?"};
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        struct cursor cursor = db_query(store, steps[i]);
        db_put(&cursor, run);
        db_put(&cursor, generation);
        db_number(&cursor);
    }
}

const struct table *const questions_tables[] = {&questions, &answers, NULL};
