/*
 * Names and lines that others made (folders, databases, weight files, configs, records, engines,
 * options) reach people without what moves a terminal's cursor or turns text around, and still say
 * what they say. Every command is asked about each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/runs.h"

/* ESC, a C1 control, a right-to-left override and isolate, a byte that is no UTF-8, a line of its
 * own; and honest ones. */
#define EVIL "e\033[31m\xc2\x9b\xe2\x80\xae\xe2\x81\xa6\xff\nforged" HONEST
#define HONEST "棋ü"
#define EVIL_SQL "CAST(X'651B5B33316DC29BE280AEE281A6FFE6A38BC3BC' AS TEXT)"

static const char config[] =
    "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };"
    "optimizer = { generations = 2; ga = { population = 4; groups = 1; }; };"
    "progress = { every = 2; pairs = 1; };"
    "verify = { candidates = 1; selection_pairs = 1; pairs = 1; random_players = 0; depths = []; };"
    "output = \"run\";";

static char engine_program[700];

static void write_named(const char *name, const char *content) {
    char path[200];
    struct error error;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (file_write(path, content, &error)) fail_msg("%s", error.text);
}

static void edit(const char *database, const char *sql) {
    char path[200];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/%s", directory, database);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL)) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    forget_checksums(db);
    sqlite3_close(db);
}

static void write_weights(void) {
    struct text weights = {0}, renamed = {0};
    if (file_read("config/weights/swh.weights", &weights, NULL)) fail_msg("no weights");
    write_named("good.weights", text_get(&weights));
    text_add(&renamed,
             "hone-weights 1\ngame reversi\nevaluator wpc 10 schema 1\nname x\xe2\x80\xae" HONEST
             "\nsource \xe2\x80\xae" HONEST
             "\nparams 10\na1 1\nb1 2\nc1 3\nd1 4\nb2 5\nc2 6\nd2 7\n"
             "c3 8\nd3 9\nd4 10\nchecksum -\n");
    write_named(EVIL ".weights", text_get(&renamed));
    text_free(&weights);
    text_free(&renamed);
}

/* A run, one with another name and another place, a match's games, and files of all kinds. */
static int make_world(void **context) {
    struct text out = {0};
    char line[300];
    if (runs_make_directory(context)) return -1;
    snprintf(engine_program, sizeof engine_program, "%s-engine", program);
    setenv("EVIL", EVIL, 1);
    setenv("ENGINE", engine_program, 1);
    setenv("HONE_CHAMPIONS", "", 1);
    write_named("c.cfg", config);
    write_weights();
    write_named(EVIL ".cfg", config);
    write_named("bad.cfg", "name = \"" EVIL "\";\ngame = \"reversi\";\n");
    write_named("worse.cfg", "game = \"" EVIL "\";\n" EVIL " = 3;\n");
    write_named(EVIL ".sgf", "(;GM[4]SZ[15]PB[" EVIL "]EV[" EVIL "];B[" EVIL "])");
    write_named("named.sgf", "(;GM[4]SZ[15]PB[" EVIL "]PW[" EVIL "]EV[" EVIL "];B[hh])");
    write_named("g.ggf", "(;GM[" EVIL "]TY[8];)");
    write_named("t.ggf", "(;TY[" EVIL "];)");
    write_named("lines.txt", EVIL "\n");
    write_named("x.obf", EVIL "\n");
    write_named("x.csv", "position,label,part\n" EVIL ",1,training\n");
    write_named("engine.sh",
                "printf '"
                "e\\033[31m\\302\\233\\342\\200\\256\\377" HONEST "\\n' >&2\n"
                "read x\nprintf '= e\\033[31m\\302\\233\\342\\200\\256\\377\\n\\n'\n"
                "read x\nprintf '? e\\033[31m\\302\\233\\342\\200\\256\\377" HONEST "\\n\\n'\n");
    snprintf(line, sizeof line, "mkdir named && cp -r run \"$EVIL\" && cp run/run.db named/run.db");
    int status = shell("tune c.cfg", &out) || shell_line(line, &out);
    if (status) print_message("%s", text_get(&out));
    text_free(&out);
    if (status) return status;
    edit("named/run.db",
         "UPDATE runs SET name = " EVIL_SQL ", machine = " EVIL_SQL ", program = " EVIL_SQL
         ", compiler = " EVIL_SQL ", remark = " EVIL_SQL ", config = config || '// ' || " EVIL_SQL
         " || char(10); UPDATE players SET name = " EVIL_SQL ", line = " EVIL_SQL
         "; UPDATE metrics SET name = " EVIL_SQL " || generation || rowid;"
         "INSERT INTO files (run, path, content) SELECT id, " EVIL_SQL ", " EVIL_SQL " FROM runs");
    return 0;
}

/* ---- what must not leave ---- */

/* Where something harmful begins, a line that is not hone's too but in a page, where it is a blank;
 * or NULL. Written anew here, so as not to trust what is tested. */
static const char *harm(const char *text) {
    static const char *const bad[] = {"\xe2\x80\xaa", "\xe2\x80\xab", "\xe2\x80\xac",
                                      "\xe2\x80\xad", "\xe2\x80\xae", "\xe2\x81\xa6",
                                      "\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9",
                                      "\xe2\x80\x8e", "\xe2\x80\x8f"};
    if (!strstr(text, "<html") && strstr(text, "\nforged")) return strstr(text, "\nforged");
    for (int length; *text; text += length) {
        length = utf8_length(text); /* 0 of controls, of C1 too */
        bool line = strchr("\n\t", *text) || (*text == '\r' && text[1] == '\n');
        if (length == 0 && !line) return text;
        for (size_t i = 0; i < COUNT_OF(bad); i++)
            if (strncmp(text, bad[i], strlen(bad[i])) == 0) return text;
        if (length == 0) length = 1;
    }
    return NULL;
}

/* Runs it; what is said is harmless, and `honest` says whether it has the honest letters. */
static void sweep(const char *line, bool honest) {
    struct text out = {0};
    shell_line(line, &out);
    const char *at = harm(text_get(&out));
    if (at || strlen(text_get(&out)) != out.length)
        fail_msg("%s says, at %d: %s", line, at ? (int)(at - text_get(&out)) : -1, text_get(&out));
    if (honest && !strstr(text_get(&out), HONEST))
        fail_msg("%s lacks %s: %s", line, HONEST, text_get(&out));
    text_free(&out);
}

static void all_ways(const char *subject, bool honest) {
    static const char *const commands[] = {"status",
                                           "report",
                                           "report --format json",
                                           "report --format csv",
                                           "list",
                                           "doctor --pairs 0",
                                           "export --output -",
                                           "weights show",
                                           "data",
                                           "replay",
                                           "check",
                                           "finish",
                                           "ablate --pairs 1",
                                           "params",
                                           "watch",
                                           "tune",
                                           "merge -o merged.db run"};
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        char line[1600];
        snprintf(line, sizeof line, "'%s' %s %s </dev/null", program, commands[i], subject);
        sweep(line, honest && i < 1);
    }
}

static void runs_of_others_are_shown_harmlessly(void **state) {
    (void)state;
    all_ways("named", true);
    all_ways("\"$EVIL\"", false);
    char line[1600];
    snprintf(line, sizeof line, "'%s' status \"nowhere$EVIL\"", program);
    sweep(line, true);
    snprintf(line, sizeof line, "'%s' list .", program);
    sweep(line, true);
    snprintf(line, sizeof line, "'%s' list . --format csv; '%s' list . --format json", program,
             program);
    sweep(line, true);
    snprintf(line, sizeof line, "'%s' report named run --html page.html; cat page.html", program);
    sweep(line, false);
    snprintf(line, sizeof line, "'%s' report named --html page2.html; cat page2.html", program);
    sweep(line, true);
}

static void files_of_others_are_shown_harmlessly(void **state) {
    (void)state;
    static const char *const lines[] = {
        "weights show \"$EVIL.weights\"",
        "weights show \"$EVIL.weights\" --format json",
        "weights convert \"$EVIL.weights\" --layout 64 -o -",
        "weights compare \"$EVIL.weights\" good.weights",
        "match \"$EVIL.weights\" random -n 2",
        "match \"$EVIL.weights\" random -n 2 --format pgn",
        "match \"$EVIL.weights\" random -n 2 --format csv",
        "tournament \"$EVIL.weights\" good.weights random -n 2",
        "tournament \"$EVIL.weights\" good.weights random -n 2 --html t.html; cat t.html",
        "check \"$EVIL.cfg\"",
        "tune bad.cfg",
        "check bad.cfg",
        "check worse.cfg",
        "check c.cfg --set \"$EVIL=1\"",
        "check c.cfg --set \"game='$EVIL'\"",
        "check c.cfg --set 'name=\"'\"$EVIL\"'\"'",
        "compare-optimizers \"$EVIL.cfg\" --optimizers \"$EVIL\"",
        "match good.weights random -n 2 --openings lines.txt",
        "match good.weights random -n 2 --openings \"$EVIL.sgf\"",
        "match good.weights random -n 2 --openings g.ggf",
        "match good.weights random -n 2 --openings t.ggf",
        "match good.weights \"$EVIL\"",
        "match good.weights \"cmd:sh engine.sh;protocol=gtp;name=$EVIL\"",
        "match good.weights 'cmd:sh engine.sh;protocol=gtp' -n 1",
        "match good.weights \"cmd:$EVIL;protocol=gtp\" -n 1",
        "match good.weights random --\"$EVIL\"",
        "match good.weights random -n \"$EVIL\"",
        "\"$EVIL\"",
        "games \"$EVIL\"",
        "help \"$EVIL\"",
        "check c.cfg --set 'optimizer.name=\"fit\"' --set 'optimizer.data=[\"x.csv\", \"x.obf\"]'",
        "check c.cfg --set 'optimizer.name=\"fit\"' --set 'optimizer.data=[\"x.obf\"]'"};
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        char line[1600];
        snprintf(line, sizeof line, "'%s' %s </dev/null", program, lines[i]);
        sweep(line, false);
    }
}

static void the_engine_shows_harmlessly(void **state) {
    (void)state;
    static const char *const lines[] = {"\"$EVIL\"",
                                        "analyze --game \"$EVIL\" \"\"",
                                        "analyze \"$EVIL\"",
                                        "analyze --weights \"$EVIL.weights\" \"\" --depth 1",
                                        "solve x.obf",
                                        "solve \"$EVIL\"",
                                        "play --weights \"$EVIL.weights\" --depth 1",
                                        "--protocol gtp --weights \"$EVIL.weights\"",
                                        "--protocol \"$EVIL\"",
                                        "play --book \"$EVIL\"",
                                        "selfplay --weights \"$EVIL.weights\" --depth 1"};
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        char line[1600];
        snprintf(
            line, sizeof line,
            "printf 'name\\n%%s\\nload %%s.sgf\\nload named.sgf\\nsave %%s/x\\nplay %%s\\nquit\\n' "
            "\"$EVIL\" \"$EVIL\" \"$EVIL\" \"$EVIL\" | \"$ENGINE\" %s",
            lines[i]);
        sweep(line, false);
    }
    sweep("printf 'load named.sgf\\n%s\\nquit\\n' \"$EVIL\" | \"$ENGINE\" play --game gomoku "
          "--depth 1",
          true);
}

/* A signal ends it. */
static void waiting_for_a_pipe_can_be_ended(void **state) {
    (void)state;
    static const char *const commands[] = {"match pipe random", "tournament pipe random",
                                           "weights show pipe",
                                           "match random random --game reversi --openings pipe",
                                           "ablate \"$EVIL.weights\" -n 1 -d 0 --by group -o pipe"};
    struct text out = {0};
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        char line[1600];
        snprintf(line, sizeof line,
                 "[ -p pipe ] || mkfifo pipe; timeout -k 5 .3 '%s' %s </dev/null", program,
                 commands[i]);
        text_free(&out);
        if (shell_line(line, &out) != 124) fail_msg("%s: %s", line, text_get(&out));
    }
    assert_int_equal(shell_line("timeout -k 5 .3 $ENGINE solve pipe", &out), 124);
    text_free(&out);
}

/* A file that waits is no library, and no page is worth a match that is lost. */
static void places_that_cannot_be_are_refused_at_once(void **state) {
    (void)state;
    static const struct {
        const char *line, *said;
    } cases[] = {
        {"$HONE games --plugin pipe", "plug-in pipe: is no regular file"},
        {"$HONE plugin check pipe", "plug-in pipe: is no regular file"},
        {"$ENGINE perft 1 --plugin pipe", "plug-in pipe: is no regular file"},
        {"$HONE merge run -o round", "round is there already"},
        {"$HONE ablate good.weights -n 99999 -o round",
         "round: cannot be written: Too many levels"},
    };
    struct text out = {0};
    char line[300];
    setenv("HONE", program, 1);
    assert_int_equal(shell_line("[ -p pipe ] || mkfifo pipe; ln -s round round", &out), 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        snprintf(line, sizeof line, "timeout 20 %s </dev/null 2>&1", cases[i].line);
        text_free(&out);
        int status = shell_line(line, &out);
        if (status != 2 || !strstr(text_get(&out), cases[i].said))
            fail_msg("%s: %d: %s", line, status, text_get(&out));
    }
    text_free(&out);
}

/* Of another user, whose rights are what is missing. */
static void places_of_others_are_named(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"status locked", "locked: Permission denied"},
        {"list locked", "locked: Permission denied"},
        {"match random random --game reversi -n 1 --db kept/g.db",
         "kept/g.db: cannot be opened: Permission denied"},
    };
    const char *as = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : "";
    struct text out = {0};
    char line[400];
    setenv("HONE", program, 1);
    assert_int_equal(shell_line("chmod 755 . && mkdir locked kept && chmod 000 locked && "
                                "chmod 555 kept",
                                &out),
                     0);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        snprintf(line, sizeof line, "%s $HONE %s </dev/null 2>&1", as, cases[i][0]);
        text_free(&out);
        int status = shell_line(line, &out);
        if (status != 2 || !strstr(text_get(&out), cases[i][1]))
            fail_msg("%s: %d: %s", line, status, text_get(&out));
    }
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_of_others_are_shown_harmlessly),
        cmocka_unit_test(files_of_others_are_shown_harmlessly),
        cmocka_unit_test(the_engine_shows_harmlessly),
        cmocka_unit_test(waiting_for_a_pipe_can_be_ended),
        cmocka_unit_test(places_that_cannot_be_are_refused_at_once),
        cmocka_unit_test(places_of_others_are_named),
    };
    return cmocka_run_group_tests(tests, make_world, own_directory_remove);
}
