/*
 * What the commands that work with runs answer to wrong use: what is wrong, and what would be
 * right; the status is 2, and the run stays as it is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/runs.h"

static const char config[] =
    "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };"
    "optimizer = { generations = 2; ga = { population = 4; groups = 1; }; };"
    "progress = { every = 2; pairs = 1; };"
    "verify = { candidates = 1; selection_pairs = 1; pairs = 1; random_players = 0; depths = []; };"
    "output = \"run\";";

/* Two copies of a run, a database of both, and weights. */
static int make_run(void **context) {
    struct text weights = {0}, out = {0};
    char path[64];
    if (runs_make_directory(context)) return -1;
    snprintf(path, sizeof path, "%s/c.cfg", directory);
    if (file_write(path, config, NULL)) return -1;
    snprintf(path, sizeof path, "%s/swh.weights", directory);
    if (file_read("config/weights/swh.weights", &weights, NULL)) return -1;
    if (file_write(path, text_get(&weights), NULL)) return -1;
    int status = shell("tune c.cfg", &out) || shell_line("cp run/run.db other.db", &out) ||
                 shell("merge run other.db -o both.db", &out) ||
                 shell_line("echo hone-weights 1 >cut.weights; mkdir folder cfgs; sed s/output.*// "
                            " c.cfg >cfgs/mine.cfg",
                            &out);
    if (status) print_message("%s", text_get(&out));
    text_free(&weights);
    text_free(&out);
    return status;
}

static const struct {
    const char *arguments, *message;
} cases[] = {
    {"ablate", "too few arguments"},
    {"ablate random", "external engines and random have no weights"},
    {"ablate run --start cmd:engine", "external engines and random have no weights"},
    {"ablate nowhere.weights", "nowhere.weights: cannot be opened"},
    {"ablate run@9", "run c has no generation 9, the last one is 2"},
    {"ablate swh.weights --start swh.weights", "swh.weights has the weights of its start"},
    {"ablate run -o swh.weights", "swh.weights exists already; --force overwrites it"},
    {"ablate run -o /nowhere/x.weights", "/nowhere/x.weights: cannot be written"},
    {"check", "too few arguments; usage: hone check CONFIG"},
    {"check nowhere.cfg", "nowhere.cfg: cannot be opened"},
    {"check c.cfg --format xml", "--format xml: one of text, json, csv is needed"},
    {"compare-optimizers", "CONFIG is missing"},
    {"compare-optimizers c.cfg --optimizers quux", "there is no optimiser \"quux\"; there are: ga"},
    {"compare-optimizers c.cfg --games 1e3,,2e3", "at most 16 numbers from 100 to 1e+12"},
    {"compare-optimizers c.cfg --plot /nowhere/p.svg", "/nowhere/p.svg: cannot be written"},
    {"compare-optimizers c.cfg --function sphere --output x", "--output belongs to games"},
    {"data", "too few arguments"},
    {"data run --csv --binary", "only one of --csv, --binary and --epd can be given"},
    {"data c.cfg", "c.cfg: is a config, not a run; did you mean its run, run?"},
    {"data run", "run: is not a run of `hone fit`, so it has no positions"},
    {"data nowhere", "nowhere: No such file"},
    {"doctor nowhere", "nowhere: No such file"},
    {"doctor run --pairs -1", "--pairs -1: a whole number from 0"},
    {"export run@9", "run c has no generation 9, the last one is 2"},
    {"export run --generation 9", "run c has no generation 9, the last one is 2"},
    {"export run@2 --generation 2", "names a player already; --generation is for a run without"},
    {"export run -o /nowhere/x", "/nowhere/x: cannot be written"},
    {"export nowhere.weights", "nowhere.weights: cannot be opened"},
    {"export cut.weights", "cut.weights:2: the file ends here, it is cut off; the last line must "
                           "be \"checksum\", \"checksum -\""},
    {"finish", "too few arguments; usage: hone finish RUN"},
    {"finish nowhere", "nowhere: No such file"},
    {"fit", "too few arguments; usage: hone fit [OPTION]... CONFIG|RUN"},
    {"fit nowhere.cfg", "nowhere.cfg: cannot be opened"},
    {"fit c.cfg", "optimizer.name must be \"fit\" or \"td\", not \"ga\", which `hone tune` runs"},
    {"games 'connect(99,9,9)'", "as in connect(5,4,4,1,1)"},
    {"games checkers --format csv", "unknown game \"checkers\""},
    {"list . run", "unexpected argument 'run'"},
    {"list c.cfg", "c.cfg: Not a directory"},
    {"match run random --sprt 0,1e9", "ELO0,ELO1"},
    {"match run random --sprt 00000000000000000000000000000000000000000000000000000000000001,5",
     "ELO0,ELO1"},
    {"match run@9 random", "run c has no generation 9"},
    {"merge", "too few arguments"},
    {"merge run", "-o FILE is missing: the new database"},
    {"merge run run -o new.db", "run and run are one database"},
    {"merge run nowhere -o new.db", "nowhere: No such file"},
    {"merge run other.db -o both.db", "both.db is there already; a merge makes a new database"},
    {"merge run c.cfg -o new.db", "c.cfg: is not a database"},
    {"replay", "too few arguments"},
    {"replay run", "which MEETING of it? `hone report` numbers them"},
    {"replay run x", "MEETING is a number from 1, not \"x\""},
    {"replay run 999", "there is no meeting 999"},
    {"replay run 1 99", "GAME is a number from 1 to "},
    {"replay run 1 --format xml",
     "unknown format \"xml\"; there are: ggf, sgf, pgn, pgn-zh, obf, moves"},
    {"replay run 1 --format sgf", "sgf is for games of stones"},
    {"replay run 1 --format ggf --boards", "--boards is for --format text"},
    {"replay both.db 1", "meeting 1 is of another run in that database"},
    {"replay nowhere 1", "nowhere: No such file"},
    {"report", "too few arguments"},
    {"report nowhere", "nowhere: No such file"},
    {"report nowhere --html x.html", "nowhere: No such file"},
    {"report run nowhere", "nowhere: No such file"},
    {"report run nowhere --html x.html", "nowhere: No such file"},
    {"report run --curve --depths", "--curve or --depths: one part alone"},
    {"report run other.db --curve", "--curve is of one run"},
    {"report run other.db --depths", "--depths is of one run"},
    {"report run --follow", "--follow is of one run's page: --html FILE"},
    {"report run --playable", "--playable is of one run's page: --html FILE"},
    {"tournament random random --playable", "--playable needs a page: --html FILE"},
    {"report run --html x.html --format csv", "--html does not go with --format"},
    {"report run --html x.html --curve", "--html does not go with --format"},
    {"report run --html /nowhere/x.html", "/nowhere/x.html: cannot be written"},
    {"report run other.db --html /nowhere/x.html", "/nowhere/x.html: cannot be written"},
    {"report both.db#3", "both.db"},
    {"report both.db#none", "both.db"},
    {"report run@2", "run@2"},
    {"report c.cfg", "c.cfg: is a config, not a run; did you mean its run, run?"},
    {"status", "too few arguments"},
    {"status run --format xml", "--format xml: one of text, json, csv is needed"},
    {"tournament run random --html /nowhere/x.html", "/nowhere/x.html: cannot be written"},
    {"tournament run random --db /nowhere/x.db", "/nowhere/x.db: cannot be opened"},
    {"tune run --generations 1", "a run is never shortened"},
    {"tune run --set seed=3", "seed: 1 there, 3 here"},
    {"tune run --set", "--set needs an argument"},
    {"tune c.cfg --generations 9", "with a config, --set optimizer.generations=N"},
    {"tune nowhere.db", "nowhere.db: No such file"},
    {"tune folder", "folder: is a directory without a run in it (run.db)"},
    {"tune cfgs", "cfgs: is a directory without a run in it (run.db); did you mean cfgs/mine.cfg?"},
    {"status cfgs/mine.cfg", "`hone tune cfgs/mine.cfg` begins its run, in results/mine"},
    {"tune c.cfg --for 120", "'120' is no duration, since it has no unit; did you mean 120s, 120m"},
    {"tune 'cmd:./engine;protocol=gtp'", "./engine;protocol=gtp: is a program, not a config."},
    {"tune swh.weights", "swh.weights: is a weight file, not a config; a config begins with it by"},
    {"check c.cfg --set 'evaluator.name=cmd:./x;protocol=gtp'",
     "evaluator.name is a program. An engine"},
    {"check c.cfg --set 'optimizer.init_weights=[\"cmd:./x\"]' --set 'optimizer.init=\"file\"'",
     "which has no weights. An engine"},
    {"report swh.weights",
     "swh.weights: is a weight file, not a run; `hone weights show swh.weights`"},
    {"replay swh.weights 1", "swh.weights: is a weight file, not a run"},
    {"finish c.cfg", "c.cfg: is a config, not a run; did you mean its run, run?"},
    {"tune /bin/sh", "verify.yardsticks = [\"cmd:/bin/sh;protocol=gtp\"]"},
    {"match /bin/sh random", "a program that plays is named as cmd:/bin/sh;protocol=gtp"},
    {"match c.cfg random", "c.cfg: is a config, not a weight file; name the directory of the run"},
    {"match swh random",
     "swh: cannot be opened: No such file or directory; did you mean swh.weights?"},
    {"match swhh random", "No such file or directory; did you mean swh.weights?"},
    {"tune d.cfg", "d.cfg: cannot be opened: No such file or directory\n"},
    {"games connect", "; did you mean \"connect6\"?"},
    {"games Othello", "unknown game \"Othello\"; did you mean \"reversi\"?"},
    {"games gomuko", "; did you mean \"gomoku\"?"},
    {"games ches", "; did you mean \"chess\"?"},
    {"games Chess", "; did you mean \"chess\"?"},
    {"games xianqi", "; did you mean \"xiangqi\"?"},
    {"games chinese-chess", "; did you mean \"xiangqi\"?"},
    {"games Hex", "; did you mean \"hex(11)\"? There are: reversi"},
    {"games reversi wcp/64", "no evaluator \"wcp\"; did you mean \"wpc\"?"},
    {"games reversi wpc/65 --format csv", "65"},
    {"check c.cfg --set optimizer.name=GA", "no optimiser \"GA\"; did you mean \"ga\"?"},
    {"check c.cfg --set optimizer.name=spas", "did you mean \"spsa\"?"},
    {"check c.cfg --set game=othello", "did you mean \"reversi\"?"},
    {"check c.cfg --set evaluator.name=WPC", "did you mean \"wpc\"?"},
    {"check c.cfg --set output=/dev/null/x",
     "output = \"/dev/null/x\" cannot be the directory of a run: "},
    {"match --game xx cmd:a cmd:b", "the protocol is missing"},
    {"match --game othello random random", "did you mean \"reversi\"?"},
    {"watch nowhere", "nowhere: No such file"},
    {"watch run", "needs a terminal; `hone status` prints this once"},
    {"weights", "too few arguments"},
    {"weights new", "--game is needed to say what the weights are of"},
    {"weights new reversi", "usage: hone weights new --game GAME"},
    {"weights new --game checkers", "unknown game \"checkers\""},
    {"weights new --game reversi --evaluator roads", "roads"},
    {"weights new --game reversi -o /nowhere/x", "/nowhere/x: cannot be written"},
    {"weights convert swh.weights", "convert needs --layout or --evaluator, to say what to"},
    {"weights convert swh.weights --layout 11", "unknown layout \"11\"; there are: 64"},
    {"weights convert cut.weights --layout 10", "cut.weights:2: the file ends here"},
    {"weights import", "usage: hone weights import FILE --game GAME"},
    {"weights import nowhere.csv --game reversi", "nowhere.csv: cannot be opened"},
    {"weights import c.cfg", "--game is needed"},
    {"weights diff run cut.weights", "cut.weights:2: the file ends here"},
    {"weights diff cut.weights run", "cut.weights:2: the file ends here"},
};

static void misuse_is_told_and_changes_nothing(void **state) {
    struct text before = {0}, after = {0};
    (void)state;
    assert_int_equal(shell_line("ls -R; cat run/run.db | cksum", &before), 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_prints(cases[i].arguments, 2, cases[i].message);
    assert_int_equal(shell_line("ls -R; cat run/run.db | cksum", &after), 0);
    assert_string_equal(text_get(&after), text_get(&before));
    text_free(&before);
    text_free(&after);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(misuse_is_told_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, make_run, own_directory_remove);
}
