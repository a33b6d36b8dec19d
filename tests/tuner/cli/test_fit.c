/*
 * hone fit: positions and results that are learned from, and what it refuses.
 */
#include "tests/tuner/cli/tuning.h"

/* ---- tests ---- */

/* Positions stay where they are, so the run knows their file again; one that cannot be read leaves
 * nothing in the way of a better one. */
static void a_fit_goes_on_with_the_positions_it_began_with(void **context) {
    (void)context;
    char line[700];
    struct text out = {0};
    assert_int_equal(shell_line("echo nonsense > more.csv", &out), 0);
    assert_prints("fit fit.cfg --set 'optimizer.data=[\"more.csv\"]' --set 'output=\"data\"'", 2,
                  "more.csv: is neither CSV");
    snprintf(line, sizeof line, "%s data fit@3 > more.csv", program);
    assert_int_equal(shell_line(line, &out), 0);
    assert_prints("fit fit.cfg --set 'optimizer.data=[\"more.csv\"]' --set 'output=\"data\"' --set "
                  "optimizer.generations=3",
                  0, "Champion: ");
    assert_prints("data data", 0, "position,label,part");
    assert_int_equal(shell_line("mv more.csv m && head -n -1 m > more.csv", &out), 0);
    assert_prints("data data", 2, "more.csv is not the file that the run began with");
    assert_prints("fit data", 2, "more.csv is not the file that the run began with");
    assert_int_equal(shell_line("mv m more.csv && mkdir away && cp -r data away", &out), 0);
    assert_prints("data away/data", 0, "position,label,part");
    text_free(&out);
}

static void assert_shell(const char *line) {
    struct text out = {0};
    if (shell_line(line, &out)) fail_msg("%s: %s", line, text_get(&out));
    text_free(&out);
}

/* A game of nine plies, and one that was not played to its end. */
static const char learned_games[] =
    "(;GM[Othello]PB[a]PW[b]RE[+64]TY[8]BO[8 ---------------------------O*------*O"
    "--------------------------- *]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)\n"
    "(;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 ---------------------------O*------*O"
    "--------------------------- *]B[F5]W[D6];)\n";

/* By hone check as well, with the same words, and what they give is said. */
static void a_fit_reads_its_files_before_it_makes_anything(void **context) {
    (void)context;
    static const char gave[] =
        "g.ggf: 1 game, 9 positions; 1 game left out: not played to its end\n"
        "p.obf: 1 position\n";
    char path[300];
    snprintf(path, sizeof path, "%s/g.ggf", directory);
    assert_int_equal(file_write(path, learned_games, NULL), 0);
    assert_shell("head -c 250 g.ggf > cut.ggf; echo '----------------"
                 "-----------OX------XO--------------------------- X; D3:+2; C4:-2;' > p.obf");
#define LEARN " fit.cfg --set optimizer.generations=1 --set 'output=\"learned\"' --set "
    assert_prints("check" LEARN "'optimizer.data=[\"g.ggf\",\"cut.ggf\"]'", 2,
                  "hone check: cut.ggf: game 2: ");
    assert_prints("fit" LEARN "'optimizer.data=[\"g.ggf\",\"cut.ggf\"]'", 2,
                  "hone fit: cut.ggf: game 2: ");
    assert_prints("fit" LEARN "'optimizer.data=[\"none.obf\"]'", 2, "there is no none.obf to read");
    assert_shell("test ! -e learned");
    assert_prints("check" LEARN "'optimizer.data=[\"g.ggf\",\"p.obf\"]'", 0, gave);
    assert_prints("fit" LEARN "'optimizer.data=[\"g.ggf\",\"p.obf\"]' 2>&1 >/dev/null | cat", 0,
                  gave);
#undef LEARN
}

static const char chess_config[] =
    "seed = 5; game = \"chess\"; evaluator = { name = \"psq\"; layout = \"32\"; };\n"
    "player = { depth = 1; plies_max = 60; tt_kib = 16; };\n"
    "fitness = { pairs = 1; };\n"
    "optimizer = { name = \"fit\"; generations = 1; init = \"around\"; init_spread = 0.0;\n"
    "  fit = { aim = \"result\"; passes = 3; trust = 0.0; }; };\n"
    "verify = { candidates = 1; selection_pairs = 2; pairs = 4; depths = []; };\n";

/* 3072 positions with a pawn more than the other side, which win in three of four games: odds of
 * three to one are worth the 100 of a pawn, and a factor of e 100 / ln 3. Of each thousand fifty
 * are held out, besides those of one of two games that are played. */
static void a_fit_learns_from_results(void **context) {
    (void)context;
    char path[300];
    snprintf(path, sizeof path, "%s/chess.cfg", directory);
    assert_int_equal(file_write(path, chess_config, NULL), 0);
    assert_shell("awk 'function row(c, f) { return (f ? f : \"\") c (f < 7 ? 7 - f : \"\") }"
                 "BEGIN { for (k = 0; k < 24; k++) for (o = 0; o < 16; o++) for (p = 0; p < 8; p++)"
                 " { for (r = 7; r >= 0; r--) { b = 8;"
                 " if (r == 6 + int(o / 8)) b = row(\"k\", o % 8);"
                 " if (r == 4) b = row(\"P\", p); if (r == int(k / 8)) b = row(\"K\", k % 8);"
                 " printf \"%s%s\", b, r ? \"/\" : \" w - - [0.75]\\n\" } } }' > pawns.epd");
    assert_shell("echo '4k3/8/8/8/8/8/8/Q3K3 b - - 1.0' > queen.epd");
    assert_prints("data --epd fit", 2, "EPD is of games that have FEN, and reversi has not");
#define LEARN(file, output)                                                                        \
    "fit chess.cfg --set 'optimizer.data=[\"" file                                                 \
    "\"]' --set optimizer.fit.point=0 --set 'output=\"" output "\"' "
    assert_prints(LEARN("pawns.epd", "pawns") "--set 'optimizer.fit.aim=\"margin\"'", 2,
                  "optimizer.fit.point can be 0 where");
    assert_prints(LEARN("pawns.epd", "pawns") "--set 'optimizer.init=\"random\"'", 2,
                  "optimizer.fit.point can be 0 where");
    assert_prints(LEARN("pawns.epd", "pawns") "--set 'optimizer.fit.aim=\"margin\"' "
                                              "--set optimizer.fit.point=1",
                  2, "pawns.epd: has results: optimizer.fit.aim must be \"result\"");
    assert_prints(LEARN("pawns.epd", "pawns"), 0, "point 91.02");
    char line[700];
    snprintf(line, sizeof line,
             "n=$(%s data pawns | grep -c held-out) && test $n -ge 150 && test $n -le 300",
             program);
    assert_shell(line);
    snprintf(line, sizeof line, "%s data --epd pawns | grep -q 'w - - c9 \"0.75\";'", program);
    assert_shell(line);
    /* Of nine games in ten a pawn is worth twice as much, of which a large ridge leaves half. */
    assert_shell("sed 's/0.75/0.9/' pawns.epd > sure.epd");
    assert_prints(LEARN("sure.epd", "sure") "--set optimizer.fit.point=91 "
                                            "--set optimizer.fit.ridge=500",
                  0, "Champion: ");
    assert_prints("report sure", 0, "held-out 0.18");
    assert_prints(LEARN("sure.epd", "alike") "--set optimizer.fit.point=91 "
                                             "--set optimizer.fit.ridge=1 "
                                             "--set optimizer.fit.smooth=500",
                  0, "Champion: ");
    assert_prints("report alike", 0, "held-out 0.19");
    assert_prints(LEARN("queen.epd", "queen"), 0, "Champion: ");
    assert_prints("report queen", 0, "what may help: more positions (optimizer.data), narrower");
    assert_prints(LEARN("queen.epd", "turned") "--set 'optimizer.fit.side=\"mover\"'", 2,
                  "optimizer.fit.point = 0: the first weights do not predict the results in");
#undef LEARN
}

/* Whole stages take the weights of the one after, so that none of them can be tied or kept. */
static void a_fit_of_stages_takes_no_rules(void **context) {
    (void)context;
    struct text config = {0}, out = {0};
    text_add(&config, "%sparams = ( { name = \"s2.a1\"; tie = \"s1.a1\"; } );\n", sweep_config);
    char path[300];
    snprintf(path, sizeof path, "%s/tied.cfg", directory);
    assert_int_equal(file_write(path, config.data, NULL), 0);
    assert_prints("check tied.cfg", 2, "optimizer.fit.depth learns whole stages");
    assert_prints("check tied.cfg --set optimizer.fit.aim=result", 2,
                  "optimizer.fit.depth must be 0, not 2");
    assert_prints("check tied.cfg --set optimizer.fit.aim=result --set optimizer.fit.depth=0", 2,
                  "optimizer.fit.aim learns results: rules of params may say only bounds then");
    assert_prints("check tied.cfg --set 'params=({name=\"s1.a1\"; step=4;})'", 2,
                  "optimizer.fit.depth learns whole stages");
    assert_prints("fit tied.cfg --set 'output=\"tied\"'", 2, "learns whole stages");
    assert_int_equal(shell_line("test ! -e tied", &out), 0);
    assert_prints("fit tied.cfg --set optimizer.fit.depth=0 --set optimizer.generations=1", 0,
                  "Champion: ");
    text_free(&out);
    text_free(&config);
}

/* What a fit remembers of positions is not among those that it learns from; nor are random moves
 * taken for the player's. */
static void a_fit_learns_nothing_twice(void **context) {
    (void)context;
    static const char *const files[][2] = {{"keep.cfg", sweep_config}, {"kept.csv", "\n"}};
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%s", directory, files[i][0]);
        assert_int_equal(file_write(path, files[i][1], NULL), 0);
    }
    assert_prints("check keep.cfg --set player.epsilon=0.1", 2,
                  "player.epsilon must be 0, not 0.1");
    assert_prints("check keep.cfg --set optimizer.fit.keep=0.9 --set optimizer.fit.window=2", 2,
                  "optimizer.fit.window must be 1, not 2");
    assert_prints("check keep.cfg --set optimizer.fit.keep=0.9 --set optimizer.fit.window=1 "
                  "--set 'optimizer.data=[\"kept.csv\"]'",
                  2, "optimizer.data would be learned from");
}

static int make_fit(void **context) {
    if (make_configs(context)) return -1;
    tune("fit", "fit", 2);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fit_goes_on_with_the_positions_it_began_with),
        cmocka_unit_test(a_fit_reads_its_files_before_it_makes_anything),
        cmocka_unit_test(a_fit_learns_from_results),
        cmocka_unit_test(a_fit_of_stages_takes_no_rules),
        cmocka_unit_test(a_fit_learns_nothing_twice),
    };
    return cmocka_run_group_tests_name("fit", tests, make_fit, own_directory_remove);
}
