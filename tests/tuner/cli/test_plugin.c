/*
 * hone plugin: the folders that it writes, what its check finds, and runs that are played with
 * libraries from outside, which may crash, hang, or change.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/own_directory.h"
#include "tests/shell.h"

#define PLUGINS BUILD_DIR "/plugins"

static char top[1024]; /* where the build is, from anywhere */

static struct text output;
static int status;

static void shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void shell(const char *format, ...) {
    char command[2048], quiet[2100];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    snprintf(quiet, sizeof quiet, "{ %s\n} 2>&1", command);
    text_free(&output);
    status = shell_run(quiet, &output);
}

static void assert_says(const char *part) {
    if (!strstr(text_get(&output), part))
        fail_msg("\"%s\" is not in:\n%s", part, text_get(&output));
}

static void assert_ends(int wanted) {
    if (status != wanted) fail_msg("status %d:\n%s", status, text_get(&output));
}

static int set_up(void **state) {
    (void)state;
    char here[512];
    assert_int_equal(own_directory_make(NULL), 0);
    assert_non_null(getcwd(here, sizeof here));
    snprintf(top, sizeof top, "%s/%s", here, BUILD_DIR);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    shell("rm -rf %s", directory);
    text_free(&output);
    return 0;
}

/* ---- check ---- */

static const struct {
    const char *fault, *words[3];
} faults[] = {
    {"twice", {"moves must be in ascending order, each once", "at the position", "by the move"}},
    {"unsorted", {"moves must be in ascending order, each once", "at the position", "by the move"}},
    {"occupied", {"a move puts a stone of its side on its empty point", "at the position"}},
    {"behind", {"moves() writes behind moves_max moves", "at the position"}},
    {"move text", {"move_read() does not read \"c1\" back as the same move", "by the move"}},
    {"position text", {"read back from its line", "at the position"}},
    {"key", {"key() gives the same for two positions"}},
    {"margin", {"margin() is for side 0, not for the side to move"}},
    {"plies", {"the game goes on after plies_max, 20 plies", "at the position"}},
    {"state", {"play() writes behind state_size bytes", "by the move"}},
    {"terms", {"terms() for side 0 sum up to", "at the position"}},
    {"counting", {"when it is asked again", "at the position"}},
    {"shared", {"evaluate() ", "at the position"}}, /* by another thread, or the guard */
    {"shared moves", {"moves()", "at the position"}},
    {"large", {"evaluate() of lines gives ", ", beyond 1000000000", "at the position"}},
    {"crash",
     {"evaluate() crashed: invalid memory access", "at the position", "crashed by signal"}},
    {"abort", {"evaluate() crashed: abort", "at the position"}},
    {"recursion", {"evaluate() crashed: invalid memory access", "at the position"}},
    {"after", {"evaluate_after() gives ", "at the position", "by the move d6"}},
    {"prepare", {"prepare() gives other bytes the second time"}},
    {"noisy", {"noisy() gives number ", "which is there twice", "at the position"}},
    {"pass", {"after pass_turn() the same side is to move", "at the position"}},
};

static void each_fault_is_found(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(faults); i++) { /* a sanitizer's own handler would come first */
        shell("ASAN_OPTIONS=handle_segv=0 HONE_FAULT='%s' %s/hone plugin check %s/faults.so",
              faults[i].fault, BUILD_DIR, PLUGINS);
        if (status != 1) fail_msg("%s: %d, %s", faults[i].fault, status, text_get(&output));
        for (int j = 0; j < 3 && faults[i].words[j]; j++) assert_says(faults[i].words[j]);
        assert_null(strstr(text_get(&output), "nothing wrong"));
    }
}

static void a_call_that_does_not_end_is_found(void **state) {
    (void)state;
    shell("HONE_FAULT=hang %s/hone plugin check --seconds 2 %s/faults.so", BUILD_DIR, PLUGINS);
    assert_ends(1);
    assert_says("it did not end within 2 seconds, while evaluate()\n  at the position ");
}

static void what_is_right_passes(void **state) {
    (void)state;
    static const char *const files[] = {"faults",  "game",   "reversi",
                                        "squares", "middle", "breakthrough"};
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        shell("%s/hone plugin check %s/%s.so", BUILD_DIR, PLUGINS, files[i]);
        assert_ends(0);
        assert_says("games/s by one look at each move");
        assert_null(strstr(text_get(&output), ", 0 at depth 2"));
        assert_says("nothing wrong was found\n");
    }
}

/* What can be seen without calling it is refused before anything is played. */
static void a_library_is_refused_with_a_reason(void **state) {
    (void)state;
    static const struct {
        const char *fault, *words;
    } cases[] = {
        {"version", "it is made for version 2.1 of the plug-in interface, and this hone has 1.1"},
        {"newer", "it is made for version 1.2 of the plug-in interface, and this hone has 1.1"},
        {"refusing", "faults: not today"},
        {"refusing", "its hone_plugin() refuses"},
        {"incomplete", "game mygame needs side(), over(), margin(), moves() and play()"},
        {"no letters", "game mygame needs move_write() and move_read(), or neither with placement"},
        {"no board", "game mygame needs write(), or placement"},
        {"no value", "evaluator lines needs evaluate(), or terms() and no prepare()"},
        {"twins", "two parameters are called one"},
        {"logarithm", "parameter one: scale must be HONE_LINEAR, or HONE_LOG with lower >= 1"},
        {"outside", "parameter one: lower < upper and lower <= start <= upper must hold"},
        {"below", "parameter one: lower < upper and lower <= start <= upper must hold"},
        {"no span", "parameter one: lower < upper and lower <= start <= upper must hold"},
        {"capital", "parameter 0 needs a name of small letters, digits and '.', at most 23"},
        {"two lines", "parameter one needs a line of doc"},
        {"no version", "evaluator lines needs a version above 0, and params"},
        {"half prepared", "evaluator lines: prepare() and prepared_size go together"},
        {"no moves", "game mygame: state_size must be 1 to "},
        {"half a board", "game mygame: a board has at most "},
        {"large board", "game mygame: a board has at most "},
        {"no owner", "game mygame: placement needs owner(), and owner() and piece() need columns"},
        {"no square", "game mygame: symmetries need placement, and those by the diagonal a square"},
        {"unread", "game mygame needs read(), or placement and set_up()"},
        {"no terms", "with terms(), terms_max must be 1 to "},
        {"short table",
         "the size of its struct hone_plugin is 3 bytes, and must be sizeof, 48 here"},
        {"short game", "the size of its struct hone_game is 2 bytes, and must be sizeof, "},
        {"too short", "the size of its struct hone_evaluator is 1 bytes, and must be sizeof, "},
        {"greedy", "prepared_size must be at most 1073741824"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        shell("HONE_FAULT='%s' %s/hone games --plugin %s/faults.so mygame", cases[i].fault,
              BUILD_DIR, PLUGINS);
        assert_ends(2);
        assert_says(cases[i].words);
    }
    shell("%s/hone games --plugin %s/nothing.so", BUILD_DIR, PLUGINS);
    assert_ends(2);
    assert_says("there is no plug-in ");
    shell("%s/hone games --plugin %s/hone", BUILD_DIR, BUILD_DIR);
    assert_ends(2);
    assert_says("cannot be loaded");
    shell("%s/hone games --plugin %s/game.so --plugin %s/faults.so", BUILD_DIR, PLUGINS, PLUGINS);
    assert_ends(2);
    assert_says("there is a game mygame already");
}

/* A table that ends earlier has nothing of what comes later. */
static void a_shorter_table_is_taken(void **state) {
    (void)state;
    shell("HONE_FAULT=short %s/hone plugin check %s/faults.so", BUILD_DIR, PLUGINS);
    assert_ends(0);
    assert_says("values, bounds and threads are as they must be");
}

/* A game of a library, at another program's table; an evaluator in C++, in a match. */
static void plugins_play_everywhere(void **state) {
    (void)state;
    shell("printf 'play b d1\\ngenmove w\\nquit\\n' | %s/hone-engine --protocol gtp --plugin "
          "%s/game.so --game mygame --depth 2",
          BUILD_DIR, PLUGINS);
    assert_ends(0);
    assert_says("= d2\n");
    shell("cd %s && printf '%%s\\n' hone-weights\\ 1 'game connect(7,6,4,1,1)' 'evaluator middle - "
          "schema 1' 'params 2' 'centre 5' 'pair 1' 'checksum -' >middle.weights && %s/hone match "
          "--plugin %s/plugins/middle.so --pairs 5 middle.weights initial",
          directory, top, top);
    assert_ends(0);
    assert_says("5 pairs");
    shell("cd %s && %s/hone match --pairs 5 middle.weights initial", directory, top);
    assert_ends(2);
    assert_says("has no evaluator \"middle\"");
    assert_says("a plug-in's needs --plugin FILE");
}

/* ---- new ---- */

/* Written, built by its own Makefile, checked, tuned and reported. */
static void try_new(const char *name, const char *options) {
    shell("cd %s && %s/hone plugin new %s %s", directory, top, name, options);
    assert_ends(0);
    assert_says("plugin check");
    shell("cd %s/%s && make CC=cc CFLAGS='-O1 -Wall -Wextra -Werror' && wc -l <Makefile", directory,
          name);
    assert_ends(0);
    assert_says("\n4\n");
    shell("cd %s/%s && %s/hone tune %s.cfg --set optimizer.generations=2 --set fitness.pairs=4 "
          "--set verify.pairs=20 --set verify.selection_pairs=8 --set 'verify.depths=[]' "
          "--set output=run",
          directory, name, top, name);
    assert_ends(0);
    assert_says("Champion: ");
}

static void folders_build_and_tune_at_once(void **state) {
    (void)state;
    try_new("alpha", "");
    try_new("gamma", "--game");
    try_new("delta", "--evaluator 'hex(5)'");
    try_new("epsilon", "--evaluator 'nim(3,5,7)'");
    try_new("zeta", "--evaluator chess");
    try_new("eta", "--evaluator xiangqi");
}

static void a_name_must_be_new(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *words;
    } cases[] = {
        {"new wpc", "hone has an evaluator wpc itself"},
        {"new lgame --game", "hone has a game lgame itself"},
        {"new My-Game", "a name is a small letter and up to 14 more or digits"},
        {"new tests", "tests is there already"},
        {"new distance --evaluator 'hex(5)'", "hone has an evaluator distance itself"},
        {"new a --evaluator nothing", "unknown game \"nothing\""},
        {"new a --game --evaluator reversi", "do not go together"},
        {"old a", "'old' is not new, check or flags"},
        {"new", "new needs a NAME"},
        {"flags a", "flags needs nothing more"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        shell("%s/hone plugin %s", BUILD_DIR, cases[i].arguments);
        assert_ends(2);
        assert_says(cases[i].words);
    }
}

/* ---- runs ---- */

/* A run NAME of a copy of a library, of so many generations, in the folder. */
static void begin_run(const char *name, const char *library, const char *environment) {
    shell("cd %s && cp %s/plugins/%s.so %s.so && printf 'plugin = \"%s.so\"; game = \"mygame\"; "
          "evaluator = { name = \"lines\"; }; player = { depth = 1; }; optimizer = { generations = "
          "2; "
          "ga = { population = 8; }; }; fitness = { pairs = 4; }; verify = { pairs = 20; "
          "selection_pairs = 8; milestone_every = 0; }; progress = { every = 0; }; "
          "output = \"%s\";' >%s.cfg && %s %s/hone tune %s.cfg",
          directory, top, library, name, name, name, name, environment, top, name);
}

static void a_run_names_its_plugin(void **state) {
    (void)state;
    begin_run("named", "game", "");
    assert_ends(0);
    assert_says("plug-in named.so, checksum ");
    assert_says("--plugin /");
    shell("cd %s && %s/hone report named", directory, top);
    assert_ends(0);
    assert_says("? settings: ");
    assert_says("plugin is named.so, which this run needs; hone");
    assert_says("hone report --plugin named.so named");
    assert_null(strstr(text_get(&output), "hone export"));
    shell(
        "cd %s && %s/hone report --plugin named.so named && %s/hone-engine play --plugin named.so "
        "--weights named --depth 1 </dev/null",
        directory, top, top);
    assert_ends(0);
    assert_says("plug-in named.so, checksum ");
    shell("cd %s && %s/hone list . && %s/hone list --plugin named.so .", directory, top, top);
    assert_ends(0);
    assert_says("mygame     finished ");
    assert_says("    ? named:3: plugin is named.so, which this run needs; hone");
    assert_says("name it: --plugin named.so\n");
    shell("cd %s && %s/hone doctor named", directory, top);
    assert_ends(0);
    assert_says("named/run.db: healthy\nplayed again: 0 of ");
    assert_says("named was not played again: its plug-in is not loaded; --plugin named.so\n");
    shell("cd %s && %s/hone doctor --plugin named.so named", directory, top);
    assert_ends(0);
    assert_null(strstr(text_get(&output), "played again: 0 of "));
    assert_null(strstr(text_get(&output), "was not played again"));
    shell("cd %s && %s/hone status --format csv named", directory, top);
    assert_ends(2);
    shell("cd %s && %s/hone report --plugin named.so named --html named.html && cat named.html",
          directory, top);
    assert_ends(0);
    assert_says("plug-in named.so, checksum ");
    assert_says("hone tune named --plugin named.so --set output=named-again");
    shell("cd %s && %s/hone tune named --generations 3", directory, top);
    assert_ends(2);
    assert_says("hone loads code only when you name it: --plugin named.so");
}

/* The library is another one: a byte more, which does not change what it does. */
static void a_changed_library_is_adopted_or_refused(void **state) {
    (void)state;
    begin_run("changed", "game", "");
    assert_ends(0);
    shell("cd %s && printf x >>changed.so && %s/hone tune changed.cfg", directory, top);
    assert_ends(0); /* it is over: nothing is played */
    assert_says("plug-in changed.so is not the one that this run was played with last: checksum ");
    assert_says("; its results are those of the earlier one\n");
    shell("cd %s && %s/hone tune changed --plugin changed.so --generations 3", directory, top);
    assert_ends(2);
    assert_says("plug-in changed.so is not the one that this run was played with last");
    assert_says("by --adopt");
    shell("cd %s && %s/hone tune changed --plugin changed.so --generations 3 --adopt", directory,
          top);
    assert_ends(0);
    assert_says("! from generation 3 on with another changed.so");
    shell("cd %s && %s/hone tune changed --plugin changed.so --generations 4", directory, top);
    assert_ends(0);
    assert_null(strstr(text_get(&output), "from generation 4"));
}

/* Where it ends says why, and the run goes on as if nothing had been. */
static void end_and_go_on(const char *name, const char *fault, int wanted, const char *words) {
    begin_run(name, "faults", "");
    assert_ends(0);
    shell("cd %s && HONE_FAULT=%s %s/hone tune %s --plugin %s.so --generations 3", directory, fault,
          top, name, name);
    if (wanted >= 0) assert_ends(wanted);
    assert_true(status != 0);
    assert_says("hone: plug-in ");
    assert_says(words);
    assert_says("at the position ");
    assert_says(" looks closer; a run goes on with the mended library by --adopt.\n");
    shell("cd %s && %s/hone status %s --plugin %s.so", directory, top, name, name);
    assert_ends(0);
    assert_says(" stopped; go on with: ");
    assert_says(" --plugin /");
    shell("cd %s && %s/hone tune %s --plugin %s.so --generations 3", directory, top, name, name);
    assert_ends(0);
    assert_says("3 generations");
}

static void a_crash_ends_a_run_with_its_name(void **state) {
    (void)state;
    end_and_go_on("crashes", "crash", -1, "evaluate() crashed: invalid memory access\n");
    end_and_go_on("recurses", "recursion", -1, "evaluate() crashed: invalid memory access\n");
}

static void another_answer_ends_a_run_with_its_name(void **state) {
    (void)state;
    end_and_go_on("counts", "counting", 1, "when it is asked again");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_is_found),
        cmocka_unit_test(a_call_that_does_not_end_is_found),
        cmocka_unit_test(what_is_right_passes),
        cmocka_unit_test(a_library_is_refused_with_a_reason),
        cmocka_unit_test(a_shorter_table_is_taken),
        cmocka_unit_test(plugins_play_everywhere),
        cmocka_unit_test(folders_build_and_tune_at_once),
        cmocka_unit_test(a_name_must_be_new),
        cmocka_unit_test(a_run_names_its_plugin),
        cmocka_unit_test(a_changed_library_is_adopted_or_refused),
        cmocka_unit_test(a_crash_ends_a_run_with_its_name),
        cmocka_unit_test(another_answer_ends_a_run_with_its_name),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
