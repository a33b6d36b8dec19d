/*
 * What can be done with a run: report, list, export, replay, its players in matches.
 */
#include "tests/tuner/cli/tuning.h"

/* ---- tests ---- */

static void runs_can_be_looked_at(void **context) {
    (void)context;
    for (size_t i = 0; i < COUNT_OF(configs); i++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "status %s", configs[i].name);
        assert_prints(arguments, 0, "finished");
    }
    assert_prints("status ga", 0, " s, 1 thread\n");
    assert_prints("status ga-2", 0, " s, 2 threads\n");
    assert_prints("report ga", 0, "against the start");
    assert_prints("report ga", 0, "random 1");
    assert_prints("report ga", 0, "\nThe champion's weights, wpc 10\n\n        a      b ");
    assert_prints("report ga", 0, "\n  settings other than the defaults: ");
    assert_prints("report ga", 0, "optimizer.ga.population=12");
    assert_prints_not("report ga", "optimizer.anneal.");
    assert_prints_not("report ga", "name=");
    assert_prints("report anneal", 0, "\nThe champion's weights, roads -\nown   ");
    assert_prints("report anneal", 0, "\nopp   ");
    assert_prints("report anneal", 0, "optimizer.anneal.chains=3");
    assert_prints("report hybrid", 0, "optimizer.ga.population="); /* of what it is made of */
    assert_prints("report ga", 0, "\nNext\n  ");
    assert_prints("report ga", 0, "/hone-engine play --weights ga");
    assert_prints("report ga", 0, "/hone match --depth 2 ga ga@start");
    assert_prints("report anneal", 0,
                  "/hone match --depth 4 --width 6 anneal anneal@start"); /* tuned at 2 */
    assert_prints_not("report ga", "goes on with it");
    assert_prints("replay ga 1", 0, "train, generation 1, 6 pairs: A start against B ");
    assert_prints("replay ga 1", 0, "\n     2        1  B ");
    assert_prints("replay ga 1 3", 0, " for Black\n");
    assert_prints("replay ga 1 3", 0, "\nmoves from the opening: ");
    assert_prints("replay ga 1 3 --format ggf", 0, "(;GM[Othello]");
    assert_prints("replay ga 1 3 --format ggf", 0, "BO[8 ---------------------------O*------*O");
    assert_prints("replay ga 1 --format moves", 0, "\n");
    assert_prints("replay ga 1 3 --format sgf", 2,
                  "sgf is for games of stones, such as connect6 or hex, not for reversi");
    assert_prints("replay ga", 2, "which MEETING");
    assert_prints("replay nothing", 2, "nothing: No such file");
    assert_prints("replay ga 100000", 2, "meeting");
}

/* Every stored game result comes back when the meeting is played again, whatever openings it was
 * dealt. */
static void replay_repeats_what_is_stored(void **context) {
    (void)context;
    static const int meetings[] = {1, 20, 60};
    for (size_t i = 0; i < COUNT_OF(meetings); i++)
        for (size_t j = 0; j < COUNT_OF(configs); j++) {
            char arguments[64];
            /* Only the verification of a learner from positions has meetings. */
            bool learns = strstr(configs[j].text, "name = \"fit\"") ||
                          strstr(configs[j].text, "name = \"td\"");
            snprintf(arguments, sizeof arguments, "replay %s %d", configs[j].name,
                     learns ? 1 + (int)i : meetings[i]);
            assert_prints(arguments, 0, "as stored");
        }
}

/* Three plies of Reversi make few openings, one candidate makes no choice. */
static void the_report_says_what_figures_are_worth(void **context) {
    (void)context;
    static const char few[] = "tune ga.cfg --set openings.plies_min=3 --set openings.plies_max=3 "
                              "--set verify.candidates=1 --set optimizer.generations=2 "
                              "--set progress.every=0 --set 'output=\"few\"'";
    assert_prints(few, 0, "openings repeat");
    assert_prints("report few", 0, "the only candidate");
    assert_prints("report few --curve", 0, "no milestones yet\n");
    assert_prints("status few", 0, " of 40 different");
    assert_prints("match few@champion few@start -n 100 --opening-plies 3", 0, "openings repeat");
    assert_prints("report ga", 0, "best of several");
}

static void exports_name_players_as_matches_do(void **context) {
    (void)context;
    assert_prints("export ga@10 -o -", 0, "\ngeneration  10\n");
    assert_prints("export ga/run.db@10 -o -", 0, "\ngeneration  10\n");
    assert_prints("export ga@start -o -", 0, "\nname        ga start\n");
    assert_prints("export ga@champion -o -", 0, "\nverified    ");
    assert_prints("export ga@10", 0, "ga/generation-10.weights\n");
    assert_prints("export ga@99", 2, "run ga has no generation 99, the last one is 40");
    assert_prints("export ga@strangers", 2, "'strangers' is no player of a run");
    assert_prints("export ga@10 --generation 3", 2, "ga@10 names a player already");
    assert_prints("export nothing@10", 2, "nothing: No such file");
}

/* With files that it names itself: of another layout to begin with, and to play against. */
static const char files_config[] =
    "seed = 8; game = \"reversi\";\n"
    "evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
    "params = ({ name = \"a1\"; freeze = true; });\n"
    "player = { depth = 1; epsilon = 0.05; tt_kib = 16; };\n"
    "openings = { file = \"o.txt\"; balance = 0.1; };\n"
    "fitness = { gauntlet = true; pairs = 2; yardsticks = \"y.weights\"; };\n"
    "optimizer = { name = \"ga\"; generations = 20; init = \"around\";\n"
    "  init_weights = \"y.weights\"; ga = { population = 6; groups = 2; }; };\n"
    "verify = { candidates = 3; selection_pairs = 10; pairs = 10; yardsticks = \"z.weights\"; };\n";

/* As moves, and from a position that was set up. */
#define AFTER_F5 "[---------------------------O*------***-------------------------- O] "

static const char files_openings[] =
    "f5d6c3\nf5d6c4\nf5d6c5\nf5d6c6\nf5d6c7\nf5d6c3d3\nf5f6e6f4f3\nf5f4e3f6\nc4e3f6\n" AFTER_F5
    "f6e6f4\n" AFTER_F5 "d6c5f4\n" AFTER_F5 "d6c4d3\n" AFTER_F5 "f4e3\n";

/* Nothing that the config names is there any more, nor the config. */
static void a_run_goes_on_from_its_database_alone(void **context) {
    (void)context;
    char path[700];
    struct text out = {0};
    snprintf(path, sizeof path, "%s/files.cfg", directory);
    assert_int_equal(file_write(path, files_config, NULL), 0);
    snprintf(path, sizeof path, "%s/o.txt", directory);
    assert_int_equal(file_write(path, files_openings, NULL), 0);
    snprintf(path, sizeof path, "cp config/weights/lr06.weights '%s/y.weights'", directory);
    assert_int_equal(system(path), 0);
    snprintf(path, sizeof path, "cp config/weights/swh.weights '%s/z.weights'", directory);
    assert_int_equal(system(path), 0);
    assert_prints(
        "check files.cfg", 0,
        "openings: 12 different ones, 1 images of these and 0 ends of games left out; "
        "5 for training,\n2 to choose the champion, 3 to measure it, 2 for strength over time\n"
        "judges find ");
    tune("files", "files", 1);
    assert_true(kill_at("files", "early", 1, SIGKILL));
    assert_true(kill_at("files", "late", 3, SIGINT));
    assert_int_equal(shell_line("rm y.weights z.weights o.txt files.cfg", &out), 0);
    assert_prints("status late", 0, "hone tune late\n");
    assert_prints("list .", 0, "./late");
    assert_prints("tune late --set threads=3", 0, "Champion: ");
    assert_same_database("files", "late");
    assert_prints("tune early/run.db", 0, "Champion: ");
    assert_same_database("files", "early");
    assert_prints("tune late --set seed=9", 2, "seed: 8 there, 9 here");
    assert_prints("replay late 1", 0, "as stored");
    assert_prints("replay late 25 --format moves", 0, "[---");
    text_free(&out);
}

/* The figures of a match, which end its output, with these arguments. */
static void match_figures(const char *arguments, struct text *out) {
    char line[900];
    struct text said = {0};
    snprintf(line, sizeof line, "%s match %s", program, arguments);
    if (shell_line(line, &said)) fail_msg("%s", text_get(&said));
    const char *elo = strstr(text_get(&said), "Elo: ");
    assert_non_null(elo);
    text_add(out, "%s", elo);
    text_free(&said);
}

static void assert_same_match(const char *a, const char *b, bool same) {
    struct text first = {0}, second = {0};
    match_figures(a, &first);
    match_figures(b, &second);
    assert_int_equal(strcmp(text_get(&first), text_get(&second)) == 0, same);
    text_free(&first);
    text_free(&second);
}

static void players_of_a_run_play_as_they_were_tuned(void **context) {
    (void)context;
    static const char told[] = "anneal anneal@start --pairs 20 --depth 2 --width 6";
    assert_same_match("anneal anneal@start --pairs 20", told, true);
    assert_same_match("anneal/champion.weights anneal@start --pairs 20", told, true);
    assert_same_match("anneal anneal@start --pairs 20 --depth 0", told, false);
    assert_prints("match anneal anneal@start --pairs 2", 0, ", depth 2, width 6 (as tuned), ");
    assert_prints("match anneal anneal@start --pairs 2 --depth 0", 0, " pairs, greedy, openings");
    assert_prints("match anneal anneal@start --pairs 2 --nodes 50", 0,
                  " pairs, 50 nodes a move, o");
    assert_prints("match ga ga@start --pairs 2", 0, "greedy, epsilon 0.1 (as tuned)");
    assert_prints("match ga ga@start --pairs 2 --epsilon 0", 0, "greedy (as tuned)");
    assert_prints(
        "tournament ga files random --pairs 2", 0,
        "\n  ga champion: greedy, epsilon 0.1\n  files champion: depth 1, epsilon 0.05\n");
    assert_prints("match ga files --pairs 2", 0, "reversi, 2 pairs, as tuned, openings");
}

/* By the line `player`, with the random moves of the first run's games. */
static void weight_files_play_as_they_were_tuned(void **context) {
    (void)context;
    assert_prints("match anneal/champion.weights initial --pairs 2", 0,
                  ", depth 2, width 6 (as tuned), ");
    assert_prints("match anneal/champion.weights initial --pairs 2 --depth 0", 0,
                  " pairs, greedy, openings");
    assert_prints("match ga files/champion.weights --pairs 2", 0,
                  "\n  ga champion: greedy, epsilon 0.1\n  files champion: depth 1, epsilon 0.1\n");
    assert_same_match("ga/champion.weights ga@start --pairs 20", "ga ga@start --pairs 20", true);
    assert_prints("match files/champion.weights ga/champion.weights --pairs 2 --epsilon 0.5", 0,
                  "\n  ga champion: greedy, epsilon 0.5\n");
    assert_prints("export manners -o greedy.weights --force", 0, "");
    assert_prints("match manners greedy.weights --pairs 5", 0,
                  "\n  greedy.weights: greedy, epsilon 0.1\n");
}

/* The figures of the whole are the sum of the parts', and the start's are told apart. */
static void several_manners_of_play_are_told_apart(void **context) {
    (void)context;
    assert_prints("check manners.cfg", 0,
                  "\ndepth 2, width 6: 1 of 5 pairs in training, 3 of 10 in the choice, 6 of 20 in "
                  "the measurement\n");
    assert_prints("report manners", 0,
                  "\nThe champion in 0.3 of these pairs: depth 2, width 6\n  meeting ");
    assert_prints("status manners", 0, " unseen openings; greedy, epsilon 0.1: ");
    assert_prints("export manners -o -", 0, "; depth 3: ");
    assert_int_equal(number("manners", "SELECT sum(pairs = 10 * (manner = 0) + 6 * (manner = 1) + 4"
                                       " * (manner = 2)) = count(*) AND count(*) > 5 FROM parts"
                                       " WHERE meeting IN (SELECT id FROM meetings WHERE stage ="
                                       " 'verify')"),
                     1);
    assert_int_equal(number("manners", "SELECT count(*) FROM parts JOIN meetings m ON m.id = "
                                       "meeting WHERE stage = 'train'"),
                     0);
    assert_prints("replay manners 1 3", 0, "\nplayed: depth 2, width 6\n");
    assert_prints("match manners manners@start --pairs 5", 0,
                  ", 0.5 greedy, epsilon 0.1; 0.3 depth 2, width 6; 0.2 depth 3 (as tuned), ");
    static const char tuned[] = "manners manners@start --pairs 20";
    assert_same_match(tuned, "manners manners@start --pairs 20 --depth 2", false);
    assert_same_match(tuned, "manners manners@start --pairs 20 --depth 0 --epsilon 0.1", false);
}

/* A player that was tuned in one manner plays in it, whatever the others do; two lists do not go
 * together. */
static void lists_of_manners_meet(void **context) {
    (void)context;
    assert_prints("tournament manners ga random --pairs 5", 0,
                  "\n  ga champion: greedy, epsilon 0.1\n");
    assert_prints("tune manners.cfg --set 'output=\"other\"' --set optimizer.generations=1 --set "
                  "'player=({share=0.5;}, {share=0.5; depth=1;})'",
                  0, "");
    assert_prints("match manners other --pairs 5", 2,
                  "were tuned in different lists of manners of play: say how all are to play");
    assert_prints("match manners other --pairs 5 --depth 1", 0, "depth 1, openings");
    /* A file has room for one: that with the largest share, of equal ones the deepest. */
    assert_prints("export manners -o -", 0, "\nplayer      depth=0\n");
    assert_prints("export other -o -", 0, "\nplayer      depth=1\n");
}

static void a_meeting_is_the_sum_of_its_parts(void **context) {
    (void)context;
    char path[700], command[700];
    sqlite3 *db;
    snprintf(command, sizeof command, "cd '%s' && rm -rf bad && cp -r manners bad", directory);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/bad/run.db", directory);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "DELETE FROM parts WHERE manner = 1 AND meeting = (SELECT "
                                  "max(meeting) FROM parts)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    assert_prints("report bad", 2, "a meeting is not the sum of its parts");
}

/* Every milestone has the champion of its generation, which meets the start; the last one of a run
 * that ends with a milestone included. */
static void assert_milestones(const char *out, int count) {
    assert_int_equal(number(out, "SELECT count(*) FROM seats WHERE stage = 'progress' AND role = "
                                 "'milestone'"),
                     count);
    assert_int_equal(number(out, "SELECT count(*) FROM seats s JOIN generations g ON g.champion = "
                                 "s.player JOIN meetings m ON m.stage = s.stage AND m.generation = "
                                 "g.generation AND m.a = s.player JOIN players p ON p.id = m.b "
                                 "WHERE s.stage = 'progress' AND s.role = 'milestone' AND "
                                 "p.generation = 1 AND p.slot = 0"),
                     count);
}

static void every_optimiser_is_measured_while_it_goes_on(void **context) {
    (void)context;
    static const char *const kinds[] = {"random", "cmaes", "spsa"};
    assert_milestones("ga", 40 / 9);
    assert_milestones("anneal", 24 / 5);
    assert_milestones("hybrid", 30);
    assert_milestones("fit", 12 / 3);
    assert_milestones("td", 8 / 3);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        char path[700];
        struct text text = {0};
        text_add(&text,
                 "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
                 "player = { epsilon = 0.1; }; fitness = { groups = true; pairs = 2; };\n"
                 "optimizer = { name = \"%s\"; generations = 4; };\n"
                 "verify = { candidates = 1; selection_pairs = 2; pairs = 2; };\n"
                 "progress = { every = 2; pairs = 3; };\n",
                 kinds[i]);
        snprintf(path, sizeof path, "%s/%s.cfg", directory, kinds[i]);
        assert_int_equal(file_write(path, text_get(&text), NULL), 0);
        tune(kinds[i], kinds[i], 2);
        assert_milestones(kinds[i], 2);
        text_free(&text);
    }
}

static void the_curve_is_shown(void **context) {
    (void)context;
    assert_prints("report ga", 0,
                  "Strength over time: the generation's champion over the start, "
                  "at 4 milestones\n");
    assert_prints("report ga --curve", 0, "\n          36          7776  ");
    assert_prints("status ga", 0, "\n          36          7776  ");
    assert_prints("report ga ga --curve", 2, "--curve is of one run");
}

static void runs_are_listed_with_what_came_of_them(void **context) {
    (void)context;
    assert_prints("list .", 0, "run ");
    assert_prints("list .", 0, "connect(9,9,5,2,1) finished");
    assert_prints("list ga", 0, "ga   reversi    finished ");
    assert_prints("list nowhere", 2, "nowhere: No such file or directory\n");
}

/* However deep, and once: a link that leads back is no way further down. */
static void nested_runs_are_listed(void **context) {
    (void)context;
    struct text out = {0};
    assert_int_equal(shell_line("mkdir -p deep/a/b deep/.hidden/c deep/none && cp -r ga deep/a/b &&"
                                " cp -r ga deep/.hidden/c && cp -r ga deep/z && "
                                "ln -s .. deep/a/up && ln -s ../../ga deep/a/linked",
                                &out),
                     0);
    char line[700];
    snprintf(line, sizeof line, "'%s' list deep/ --format csv | cut -d, -f1", program);
    text_free(&out);
    assert_int_equal(shell_line(line, &out), 0);
    assert_string_equal(text_get(&out), "run\ndeep/a/b/ga\ndeep/a/linked\ndeep/z\n");
    assert_prints("list deep/none", 0, "there are no runs in deep/none\n");
    assert_prints("report deep", 2, "deep is no run, but holds some; which one? deep/a/b/ga, ");
    text_free(&out);
}

/* The names of a section of the page on figures, in order: "run,name,…". */
static void section_names(const char *heading, struct text *out) {
    struct text page = {0};
    char wanted[80];
    assert_int_equal(file_read("tuner/docs/figures.md", &page, &(struct error){""}), 0);
    snprintf(wanted, sizeof wanted, "\n## %s\n", heading);
    const char *at = strstr(text_get(&page), wanted);
    if (!at) fail_msg("no section %s", heading);
    const char *end = strstr(at + 1, "\n## ");
    while ((at = strstr(at + 1, "\n| `")) != NULL && (!end || at < end)) {
        const char *cell = at + strlen("\n| "), *last = strchr(cell, '|');
        for (const char *name = cell; (name = strchr(name, '`')) && name < last;) {
            int length = (int)strcspn(name + 1, "`");
            text_add(out, "%s%.*s", out->length ? "," : "", length, name + 1);
            name += length + 2;
        }
    }
    text_free(&page);
}

/* A command's CSV begins with the names of its section, and with no others. */
static void assert_documented(const char *heading, const char *arguments) {
    char line[900];
    struct text out = {0}, names = {0};
    snprintf(line, sizeof line, "%s %s --format csv", program, arguments);
    if (shell_line(line, &out)) fail_msg("%s", text_get(&out));
    out.data[strcspn(out.data, "\r")] = '\0';
    section_names(heading, &names);
    if (strcmp(out.data, text_get(&names)) != 0)
        fail_msg("%s prints\n%s\nbut the page says\n%s", arguments, out.data, text_get(&names));
    text_free(&out);
    text_free(&names);
}

static int sections_of_the_page(void) {
    struct text page = {0};
    int count = 0;
    assert_int_equal(file_read("tuner/docs/figures.md", &page, &(struct error){""}), 0);
    for (const char *at = text_get(&page); (at = strstr(at, "\n## ")) != NULL; at++) count++;
    text_free(&page);
    return count;
}

static void figures_come_as_rows_for_programs(void **context) {
    (void)context;
    static const struct {
        const char *heading, *arguments;
    } commands[] = {
        {"hone list, hone status", "list ."},
        {"hone list, hone status", "status ga"},
        {"hone report", "report ga"},
        {"hone report A B", "report ga ga"},
        {"hone report --curve", "report ga --curve"},
        {"hone report --depths", "report ga --depths"},
        {"hone match", "match ga ga@start --pairs 2"},
        {"hone match --sprt", "match ga ga@start --pairs 2 --sprt 0,10"},
        {"hone tournament", "tournament ga ga@start ga@2 --pairs 2"},
        {"hone elo W L D", "elo 3 4 5"},
        {"hone elo P0 P1 P2 P3 P4", "elo 3 4 5 6 7"},
        {"hone elo --sprt", "elo 3 4 5 --sprt 0,10"},
        {"hone check", "check ga.cfg --set optimizer.generations=1"},
        {"hone check --params", "check ga.cfg --params"},
        {"hone check --preflight", "check ga.cfg --preflight"},
        {"hone ablate", "ablate ga --pairs 2"},
        {"hone doctor", "doctor ga --pairs 1"},
        {"hone games", "games"},
        {"hone games GAME", "games reversi"},
    };
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        assert_documented(commands[i].heading, commands[i].arguments);
    assert_int_equal(sections_of_the_page(), COUNT_OF(commands) - 1);
    assert_prints("status ga --format csv", 0, "\nga,ga,reversi,wpc,10,finished,40,40,");
    assert_prints("status ga --format json", 0, "\"state\": \"finished\", \"generations\": 40,");
    assert_prints("report ga --curve --format csv", 0, "generation,games,elo,elo_error\r\n9,1944,");
    assert_prints("report ga --format json", 0, "\n  {\"generation\": 40, \"champion_rate\": 0.");
    assert_int_equal(shell_line("mkdir -p bare", &(struct text){0}), 0);
    assert_prints("list bare --format json", 0, "[]\n");
    assert_prints("list deep/none --format csv", 0, "run,name,game,evaluator,layout,state,");
    assert_prints("match ga ga@start --pairs 2 --format json", 0,
                  "[\n  {\"first\": \"ga champion\", \"second\": \"ga start\", ");
    assert_prints("status ga --format xml", 2, "one of text, json, csv");
}

static void a_directory_of_runs_is_listed(void **context) {
    (void)context;
    struct text out = {0};
    assert_int_equal(shell_line("mkdir -p many/c && cp -r ga many/b && cp -r ga many/a", &out), 0);
    assert_prints("report many", 2, "many is no run, but holds some; which one? many/a, many/b\n");
    assert_prints("export many", 2, "which one?");
    assert_prints("report many/c", 2, "many/c: is a directory without a run");
    text_free(&out);
}

/* Of several runs in a database every command but report means the newest, and says so. */
static void the_newest_run_of_a_database_is_meant(void **context) {
    (void)context;
    static const char second[] =
        "INSERT INTO runs SELECT 2, 'second', game, evaluator, layout, seed, config, program, "
        "compiler, machine, started, '', evaluator_schema, mixing, revision, init, ended_by, "
        "remark, dropped, NULL FROM runs";
    struct text out = {0};
    sqlite3 *db;
    char path[700];
    assert_int_equal(shell_line("cp -r ga two", &out), 0);
    snprintf(path, sizeof path, "%s/two/run.db", directory);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, second, NULL, NULL, NULL), SQLITE_OK);
    forget_checksums(db);
    sqlite3_close(db);
    assert_prints("report two", 0, "two/run.db#second ga ");
    assert_prints("report two#second", 0, "Run second: ");
    assert_prints("report two#1", 0, "Run ga: ");
    assert_prints("tune two", 2, "holds 2 runs; a run goes on in a database of its own");
    assert_prints("status two", 0, "generation 0 of 40\n");
    assert_prints("status two", 0,
                  "two/run.db holds 2 runs; the newest is meant, two/run.db#second");
    assert_prints_not("status two#1", "holds 2 runs");
    assert_prints_not("report two", "is meant");
    assert_prints("export two", 2, "run second has no champion yet");
    assert_prints("tune ga.cfg --set 'output=\"two\"'", 0, "Run second: ");
    text_free(&out);
}

/* The directory of open files takes no new ones, like a read-only medium. */
static void a_run_that_cannot_be_written_to_is_exported_elsewhere(void **context) {
    (void)context;
    struct text out = {0};
    char line[1600];
    snprintf(line, sizeof line, "'%s' export /dev/fd/5 5<ga/run.db", program);
    assert_int_equal(shell_line(line, &out), 2);
    assert_non_null(strstr(text_get(&out), "; -o FILE writes elsewhere, -o - to standard output"));
    text_free(&out);
    snprintf(line, sizeof line, "'%s' export /dev/fd/5 -o - 5<ga/run.db", program);
    assert_int_equal(shell_line(line, &out), 0);
    assert_non_null(strstr(text_get(&out), "\nverified    "));
    text_free(&out);
}

/* An "@" in the name of something that is there is part of its name. */
static void an_at_in_the_name_of_a_file_is_no_player(void **context) {
    (void)context;
    struct text out = {0};
    assert_int_equal(shell_line("cp -r ga me@home && cp ga/champion.weights me@work.weights && cp "
                                "ga/champion.weights me@work",
                                &out),
                     0);
    assert_prints("report me@home", 0, "Run ga: ");
    assert_prints("export me@home@10 -o -", 0, "\ngeneration  10\n");
    assert_prints("match me@home me@work.weights -n 4 --opening-plies 6", 0, "Elo");
    assert_prints("match me@work ga@start -n 4 --opening-plies 6", 0, "Elo");
    text_free(&out);
}

/* `hone tune` and `hone export` leave a weight file alone that is not as hone wrote it. */
static void edited_champions_are_kept(void **context) {
    (void)context;
    static const char edit[] = "cd '%s' && sed -i 's/^checksum.*/checksum %s/' ga/champion.weights";
    static const char *const checksums[] = {"-", "0000000000000000"};
    char command[1600];
    for (size_t i = 0; i < COUNT_OF(checksums); i++) {
        snprintf(command, sizeof command, edit, directory, checksums[i]);
        assert_int_equal(system(command), 0);
        assert_prints("export ga", 2, "was edited; --force");
        assert_prints("tune ga.cfg --set 'output=\"ga\"'", 0, "was edited and is kept");
        snprintf(command, sizeof command, "grep -q 'checksum %s' '%s/ga/champion.weights'",
                 checksums[i], directory);
        assert_int_equal(system(command), 0);
    }
    assert_prints("export ga --force", 0, "champion.weights");
    assert_prints("export ga", 0, "champion.weights");
}

/* All configs were run, one by two threads as well. */
static int make_runs(void **context) {
    if (make_configs(context)) return -1;
    for (size_t i = 0; i < COUNT_OF(configs); i++) tune(configs[i].name, configs[i].name, 1);
    tune("ga", "ga-2", 2);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_can_be_looked_at),
        cmocka_unit_test(replay_repeats_what_is_stored),
        cmocka_unit_test(the_report_says_what_figures_are_worth),
        cmocka_unit_test(exports_name_players_as_matches_do),
        cmocka_unit_test(a_run_that_cannot_be_written_to_is_exported_elsewhere),
        cmocka_unit_test(an_at_in_the_name_of_a_file_is_no_player),
        cmocka_unit_test(a_run_goes_on_from_its_database_alone),
        cmocka_unit_test(players_of_a_run_play_as_they_were_tuned),
        cmocka_unit_test(weight_files_play_as_they_were_tuned),
        cmocka_unit_test(several_manners_of_play_are_told_apart),
        cmocka_unit_test(lists_of_manners_meet),
        cmocka_unit_test(a_meeting_is_the_sum_of_its_parts),
        cmocka_unit_test(nested_runs_are_listed),
        cmocka_unit_test(every_optimiser_is_measured_while_it_goes_on),
        cmocka_unit_test(the_curve_is_shown),
        cmocka_unit_test(runs_are_listed_with_what_came_of_them),
        cmocka_unit_test(figures_come_as_rows_for_programs),
        cmocka_unit_test(a_directory_of_runs_is_listed),
        cmocka_unit_test(the_newest_run_of_a_database_is_meant),
        cmocka_unit_test(edited_champions_are_kept),
    };
    return cmocka_run_group_tests_name("runs", tests, make_runs, own_directory_remove);
}
