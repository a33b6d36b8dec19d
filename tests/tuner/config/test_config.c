/*
 * config: what a config may say, what it settles to, and what is wrong with others, with file and
 * line.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/rng.h"
#include "tuner/config/config.h"
#include "tuner/config/reach.h"
#include "tuner/optimize/anneal.h"
#include "tuner/optimize/ga.h"

/* libconfig 1.5 leaks the text before a syntax error; that is not what is tested here. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libconfig.so";
}

/* Not a file: its directory is where weight files are looked up. */
#define PATH "config/t.cfg"

static const char minimal[] = "game = \"reversi\";\n"
                              "evaluator = { name = \"wpc\"; };\n";

static struct config config; /* large, and one at a time is enough */
static struct error error;

static const struct ga_options *ga(void) {
    return optimizer_own(&config.optimizer, &ga_kind);
}
static const struct anneal_options *anneal(void) {
    return optimizer_own(&config.optimizer, &anneal_kind);
}

/* The lines that name a key, what it takes and its default. */
static void lines_of_keys(const char *page, struct text *out) {
    for (const char *line = page; *line; line += strcspn(line, "\n") + 1)
        if (strstr(line, "(default ") || strstr(line, "(must be given)"))
            if (*line != ' ' && memchr(line, '(', strcspn(line, "\n")))
                text_add(out, "%.*s\n", (int)strcspn(line, "\n"), line);
}

/* The page that lists them is made from the table, by `make golden`. */
static void the_page_of_keys_has_all_of_them(void **state) {
    (void)state;
    struct text page = {0}, found = {0}, wanted = {0}, lines = {0};
    text_add(&page,
             "# All keys of a config\n\nWith what they take, their defaults, and what they say, as "
             "`hone tune --keys` prints them.\n\n```\n");
    config_help(&page);
    text_add(&page, "```\n");
    if (getenv("HONE_GOLDEN"))
        assert_int_equal(file_write("config/keys.md", text_get(&page), NULL), 0);
    assert_int_equal(file_read("config/keys.md", &found, NULL), 0);
    lines_of_keys(text_get(&page), &wanted);
    lines_of_keys(text_get(&found), &lines);
    assert_true(wanted.length > 1000);
    assert_string_equal(text_get(&lines), text_get(&wanted));
    text_free(&page);
    text_free(&found);
    text_free(&wanted);
    text_free(&lines);
}

static int parse_set(const char *text, const char *set) {
    error.text[0] = '\0';
    return config_parse(PATH, text, &set, set ? 1 : 0, &config, &error);
}

static void expect_fine(const char *text, const char *set) {
    int status = parse_set(text, set);
    if (status) fail_msg("%s", error.text);
}

/* Of a message that ends with a space the rest is another module's. */
static void expect_error(const char *text, const char *set, const char *message) {
    int status = parse_set(text, set);
    size_t length = strlen(message);
    config_free(&config);
    if (status == 0) fail_msg("accepted; expected: %s", message);
    if (message[length - 1] == ' ' && strlen(error.text) > length) error.text[length] = '\0';
    assert_string_equal(error.text, message);
}

/* `more` follows the minimal config, so it begins on line 3. */
static void expect_file_error(const char *more, const char *message) {
    struct text text = {0};
    text_add(&text, "%s%s", minimal, more);
    expect_error(text_get(&text), NULL, message);
    text_free(&text);
}

/* ---- shipped configs, printing, help ---- */

static void expect_round_trip(const char *path) {
    struct text once = {0}, twice = {0};
    config_print(&config, &once);
    config_free(&config);
    if (config_parse(path, text_get(&once), NULL, 0, &config, &error)) fail_msg("%s", error.text);
    config_print(&config, &twice);
    assert_string_equal(text_get(&once), text_get(&twice));
    text_free(&once);
    text_free(&twice);
}

static void shipped_configs_load_and_round_trip(void **state) {
    (void)state;
    DIR *directory = opendir("config");
    assert_non_null(directory);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(directory));) {
        char path[300];
        size_t length = strlen(entry->d_name);
        if (length < 5 || strcmp(entry->d_name + length - 4, ".cfg") != 0) continue;
        snprintf(path, sizeof path, "config/%s", entry->d_name);
        if (config_load(path, NULL, 0, &config, &error)) fail_msg("%s", error.text);
        assert_int_equal(strlen(config.name), length - 4);
        assert_memory_equal(config.name, entry->d_name, length - 4);
        expect_round_trip(path);
        config_free(&config);
        count++;
    }
    closedir(directory);
    assert_true(count >= 7);
}

/* The yardsticks that judge the champion are no training partners. */
static void shipped_configs_verify_on_a_pool_never_met(void **state) {
    (void)state;
    static const char *const paths[] = {"config/reversi-quick.cfg",  "config/connect6-quick.cfg",
                                        "config/reversi-anneal.cfg", "config/connect6-anneal.cfg",
                                        "config/reversi-league.cfg", "config/reversi-patterns.cfg"};
    for (size_t k = 0; k < COUNT_OF(paths); k++) {
        assert_int_equal(config_load(paths[k], NULL, 0, &config, &error), 0);
        assert_true(config.verify.yardstick_count >= 4);
        for (int i = 0; i < config.verify.yardstick_count; i++)
            for (int j = 0; j < config.fitness.yardstick_count; j++)
                assert_string_not_equal(config.given.verify_yardsticks.paths[i],
                                        config.given.fitness_yardsticks.paths[j]);
        config_free(&config);
    }
}

/* The paths of all keys that a printed config holds, one a line, by its braces. */
static void printed_paths(const char *printed, struct text *out) {
    char path[256] = "";
    while (*printed) {
        char word[64] = "";
        sscanf(printed, "%63s", word);
        const char *end = strchr(printed, '\n');
        if (strcmp(word, "};") == 0) {
            path[strlen(path) - 1] = '\0';
            char *dot = strrchr(path, '.');
            path[dot ? dot + 1 - path : 0] = '\0';
        } else if (end[-1] == '{') {
            strcat(strcat(path, word), ".");
        } else {
            text_add(out, "%s%s\n", path, word);
        }
        printed = end + 1;
    }
}

/* The same of the help, whose keys begin lines; without the list of manners of play, which is
 * printed where there are several. */
static void helped_paths(const char *help, struct text *out) {
    while (*help) {
        size_t length = strcspn(help, " ");
        bool list = strncmp(help, "player ", 7) == 0 || strncmp(help, "player.share ", 13) == 0;
        bool local = strncmp(help, "threads", length) == 0 || strncmp(help, "output", length) == 0;
        bool study = strncmp(help, "parameters ", 11) == 0 || strncmp(help, "study.", 6) == 0 ||
                     strncmp(help, "engine.", 7) == 0 || strncmp(help, "verify.also", 11) == 0;
        if (length && !local && !list && !study) text_add(out, "%.*s\n", (int)length, help);
        help = strchr(help, '\n') + 1;
    }
}

static void print_has_every_key_but_the_local_ones(void **state) {
    (void)state;
    struct text help = {0}, printed = {0}, expected = {0}, found = {0};
    config_help(&help);
    helped_paths(text_get(&help), &expected);
    expect_fine(minimal, NULL);
    config_print(&config, &printed);
    printed_paths(text_get(&printed), &found);
    assert_string_equal(text_get(&found), text_get(&expected));
    assert_non_null(strstr(text_get(&help), "\nthreads                              "
                                            "a whole number between 0 and 1024 (default 0)\n"));
    assert_non_null(strstr(text_get(&help), "\noptimizer.ga.pm1                     "
                                            "a number between 0 and 1 (default 0.3)\n"
                                            "    highest rate of mutation\n"));
    assert_non_null(strstr(text_get(&help), "\ngame                                 "
                                            "a text in quotes (must be given)\n"));
    config_free(&config);
    text_free(&help);
    text_free(&printed);
    text_free(&expected);
    text_free(&found);
}

/* A user reads what counts: what only other optimisers read is left out; of what is kept, nothing.
 */
static void people_see_the_chosen_optimisers_settings(void **state) {
    (void)state;
    struct text used = {0};
    expect_fine(minimal, "optimizer.name=hybrid");
    config_print_used(&config, &used);
    assert_non_null(strstr(text_get(&used), "    ga = {\n        population = "));
    assert_non_null(strstr(text_get(&used), "    anneal = {\n        chains = "));
    assert_non_null(strstr(text_get(&used), "    };\n};\nverify = {\n    candidates = "));
    assert_null(strstr(text_get(&used), "spsa"));
    assert_null(strstr(text_get(&used), "fit = "));
    config_free(&config);
    text_free(&used);
}

/* Every "KEY … (default VALUE)" of the help, given as --set, changes nothing. */
static void defaults_are_valid_values(void **state) {
    (void)state;
    struct text help = {0}, expected = {0};
    config_help(&help);
    expect_fine(minimal, NULL);
    config_print(&config, &expected);
    config_free(&config);
    int count = 0;
    for (const char *line = text_get(&help); *line; line = strchr(line, '\n') + 1) {
        char key[64], value[64], set[140];
        if (*line == ' ') continue;
        if (sscanf(line, "%63s %*[^(](default %63[^)\n]", key, value) != 2) continue;
        snprintf(set, sizeof set, "%s=%s", key, value);
        expect_fine(minimal, set);
        struct text printed = {0};
        config_print(&config, &printed);
        assert_string_equal(text_get(&printed), text_get(&expected));
        text_free(&printed);
        config_free(&config);
        count++;
    }
    assert_true(count > 50);
    text_free(&help);
    text_free(&expected);
}

static void numbers_print_exactly(void **state) {
    (void)state;
    static const char *const epsilons[] = {"0.1", "1e-05", "0.3333333333333333", "1", "5e-324"};
    for (size_t i = 0; i < COUNT_OF(epsilons); i++) {
        char set[64], line[64];
        snprintf(set, sizeof set, "player.epsilon=%s", epsilons[i]);
        snprintf(line, sizeof line, "    epsilon = %s;\n", epsilons[i]);
        expect_fine(minimal, set);
        double epsilon = config.player.manners.list[0].epsilon;
        assert_true(epsilon == strtod(epsilons[i], NULL));
        struct text printed = {0};
        config_print(&config, &printed);
        assert_non_null(strstr(text_get(&printed), line));
        text_free(&printed);
        expect_round_trip(PATH);
        assert_true(config.player.manners.list[0].epsilon == epsilon);
        config_free(&config);
    }
}

/* libconfig alone would cut these to 32 bits without a word. */
static void whole_numbers_keep_all_their_digits(void **state) {
    (void)state;
    static const char text[] = "seed = 99999999999; // 99999999999\n"
                               "name = \"a 99999999999\"; /* 99999999999 */\n"
                               "player = { depth = 1; nodes = 0x1000000000; tt_kib = 5; };\n"
                               "game = \"reversi\"; evaluator = { name = \"wpc\"; }; # 99999999999";
    expect_fine(text, NULL);
    assert_true(config.seed == 99999999999);
    assert_true(config.player.manners.list[0].limits.nodes == 0x1000000000);
    assert_string_equal(config.name, "a 99999999999");
    expect_round_trip(PATH);
    assert_true(config.seed == 99999999999);
    config_free(&config);
    expect_fine(minimal, "seed=1000000000000000000");
    assert_true(config.seed == 1000000000000000000);
    config_free(&config);
    expect_file_error("seed = 99999999999999999999999;",
                      PATH ":3: seed must be a whole number between 0 and 1000000000000000000, not "
                           "one so large");
}

static void names_round_trip_with_quotes(void **state) {
    (void)state;
    expect_fine(minimal, "name=a \"b\" \\ c");
    assert_string_equal(config.name, "a \"b\" \\ c");
    assert_string_equal(config.output, "results/a \"b\" \\ c");
    expect_round_trip(PATH);
    assert_string_equal(config.name, "a \"b\" \\ c");
    config_free(&config);
}

/* ---- what the settings become ---- */

static void settings_reach_their_fields(void **state) {
    (void)state;
    static const char text[] =
        "game = \"connect6\"; evaluator = { name = \"roads\"; };\n"
        "openings = { plies_min = 2; plies_max = 3; };\n"
        "fitness = { groups = false; round_robin = true; gauntlet = true;\n"
        "            yardsticks = [\"weights/r1.weights\", \"weights/r3.weights\"]; };\n"
        "optimizer = { name = \"hybrid\"; init = \"file\"; init_weights = \"weights/r4.weights\";\n"
        "              ga = { variant = \"li2007\"; crossover = \"blend\"; pm1 = 1; };\n"
        "              anneal = { cooling = \"adaptive\"; }; };\n"
        "verify = { yardsticks = [\"weights/r6.weights\"]; };\n"
        "threads = 3; output = \"/tmp/x\";";
    expect_fine(text, NULL);
    assert_string_equal(config.name, "t");
    assert_string_equal(config.game->name, "connect6");
    assert_string_equal(config.evaluator->name, "roads");
    assert_int_equal(config.openings.plies_min, 2);
    assert_int_equal(config.openings.plies_max, 3);
    assert_false(config.fitness.groups);
    assert_true(config.fitness.round_robin);
    assert_true(config.fitness.gauntlet);
    assert_int_equal(config.fitness.yardstick_count, 2);
    assert_string_equal(config.fitness.yardsticks[1].weights.provenance.name, "r3");
    assert_int_equal(config.verify.yardstick_count, 1);
    assert_string_equal(config.optimizer.kind->name, "hybrid");
    assert_int_equal(ga()->variant, GA_LI2007);
    assert_int_equal(ga()->crossover, GA_BLEND);
    assert_int_equal(anneal()->cooling, COOLING_ADAPTIVE);
    assert_true(ga()->pm1 == 1);
    assert_int_equal(config.initial_count, 1);
    struct weights r4;
    assert_int_equal(weights_load("config/weights/r4.weights", &r4, &error), 0);
    assert_memory_equal(config.initial, r4.values, 4 * (size_t)r4.evaluator->param_count);
    weights_free(&r4);
    assert_int_equal(config.threads, 3);
    assert_string_equal(config.output, "/tmp/x");
    config_free(&config);
}

static void around_begins_at_the_defaults(void **state) {
    (void)state;
    expect_fine(minimal, "optimizer.init=around");
    assert_int_equal(config.initial_count, 1);
    for (int i = 0; i < config.evaluator->param_count; i++)
        assert_int_equal(config.initial[i], config.evaluator->params[i].initial);
    config_free(&config);
}

/* A step across the whole reach may turn the sign of a weight; of a small one, that of the median
 * one. */
static void steps_reach_as_far_as_given_weights_are_large(void **state) {
    (void)state;
    struct text text = {0};
    const double range = 2 * 2047;
    text_add(&text,
             "%soptimizer = { init = \"around\"; };\n"
             "params = ({name = \"*\"; start = 10;}, {name = \"a1\"; start = -1000;},"
             " {name = \"d4\"; start = 1;});",
             minimal);
    expect_fine(text_get(&text), NULL);
    assert_float_equal(range * config.reach[0], 2 * 1000, 1e-9);
    assert_float_equal(range * config.reach[1], 2 * 10, 1e-9);
    assert_float_equal(range * config.reach[config.space.count - 1], 2 * 10, 1e-9);
    config_free(&config);
    expect_fine(text_get(&text), "optimizer.reach=range");
    assert_null(config.reach);
    config_free(&config);
    text_free(&text);
}

/* Steps on logarithmic scales are factors, whatever the weight: these are no typical ones. */
static void factors_reach_everywhere(void **state) {
    (void)state;
    static const char text[] = "game = \"hex(5)\"; evaluator = { name = \"resistance\"; };\n"
                               "optimizer = { init = \"around\"; };\n";
    expect_fine(text, NULL);
    assert_null(config.reach); /* the only other weight is 0 */
    config_free(&config);
    expect_fine(text, "params=({name=\"leak\"; start=50;})");
    const struct range *leak = &config.space.genes[4];
    for (int gene = 0; gene < 4; gene++) assert_true(config.reach[gene] == 1);
    assert_int_equal(reach_dwarfed(&config, 0.1).count, 0); /* nor do they dwarf a weight */
    assert_int_equal(reach_dwarfed(&config, 0.6).count, 1);
    assert_float_equal(((double)leak->upper - leak->lower) * config.reach[4], 2 * 50, 1e-9);
    config_free(&config);
}

/* What is drawn at random was never another value; a lattice has a start all the same. */
static void a_random_start_changes_no_value(void **state) {
    (void)state;
    static const char *const rule = "params=({name=\"b1\"; tie=\"a1\";})";
    const char *const around[] = {rule, "optimizer.init=around"};
    expect_fine(minimal, rule);
    assert_int_equal(config.initial_moved, 0);
    config_free(&config);
    assert_int_equal(config_parse(PATH, minimal, around, 2, &config, &error), 0);
    assert_int_equal(config.initial_moved, 1);
    config_free(&config);
    expect_fine(minimal, "params=({name=\"a1\"; start=7; step=2;})");
    config_free(&config);
}

/* Of the rules' members all kinds, in another order than that of printing. */
static void rules_for_parameters_are_read_and_printed(void **state) {
    (void)state;
    struct text printed = {0}, text = {0};
    text_add(&text, "%s%s", minimal,
             "params = ({ tie = \"-b1\"; name = \"a1\"; }, { name = \"c*\"; freeze = false; },\n"
             " { name = \"d1\"; step = 5; upper = 200; lower = -100; start = 45; });");
    expect_fine(text_get(&text), NULL);
    assert_int_equal(config.space.count, 9);
    assert_int_equal(config.space.rows[0].tie, 1);
    assert_int_equal(config.space.rows[3].origin, 45);
    config_print(&config, &printed);
    assert_non_null(strstr(text_get(&printed),
                           "\nparams = ({name = \"a1\"; tie = \"-b1\";}, "
                           "{name = \"c*\"; freeze = false;}, {name = \"d1\"; start = 45; "
                           "lower = -100; upper = 200; step = 5;});\n"));
    expect_round_trip(PATH);
    config_free(&config);
    text_free(&printed);
    text_free(&text);
}

#define SEVERAL                                                                                    \
    "player = ({ share = 0.5; plies_max = 60; },\n { share = 0.3; depth = 2; width = 12; },\n"     \
    " { depth = 4; share = 0.2; epsilon = 0.1; });\n"

static void manners_of_play_are_read_and_printed(void **state) {
    (void)state;
    struct text printed = {0}, text = {0}, differences = {0}, section = {0};
    text_add(&text, "%s%s", minimal, SEVERAL);
    expect_fine(text_get(&text), NULL);
    const struct manners *manners = &config.player.manners;
    assert_int_equal(manners->count, 3);
    assert_true(manners->list[0].share == 0.5 && manners->list[2].share == 0.2);
    assert_int_equal(manners->list[0].limits.depth, 0);
    assert_int_equal(manners->list[1].limits.depth, 2);
    assert_int_equal(manners->list[1].limits.width, 12);
    assert_int_equal(manners->list[2].limits.width, 0);
    assert_true(manners->list[1].epsilon == 0 && manners->list[2].epsilon == 0.1);
    assert_int_equal(config.player.plies_max, 60);
    config_print(&config, &printed);
    assert_non_null(strstr(text_get(&printed),
                           "\nplayer = ({share = 0.5; plies_max = 60;}, "
                           "{share = 0.3; depth = 2; width = 12;}, "
                           "{share = 0.2; depth = 4; epsilon = 0.1;});\nopenings = {\n"));
    expect_round_trip(PATH);
    config_free(&config);
    expect_fine(minimal, "player.depth=2");
    config_print(&config, &section);
    config_differences(text_get(&printed), text_get(&section), false, &differences);
    assert_string_equal(text_get(&differences),
                        "  player: ({share = 0.5; plies_max = 60;}, {share = 0.3; depth = 2; width "
                        "= 12;}, {share = 0.2; depth = 4; epsilon = 0.1;}) there, ({}) here\n");
    config_free(&config);
    text_free(&printed);
    text_free(&text);
    text_free(&section);
    text_free(&differences);
}

/* A list of one is a section; a list that is set takes the place of the file's. */
static void lists_of_manners_can_be_set(void **state) {
    (void)state;
    struct text text = {0}, list = {0}, section = {0};
    text_add(&text, "%s%s", minimal, SEVERAL);
    expect_fine(text_get(&text), "player=({depth = 2; tt_kib = 99;})");
    assert_int_equal(config.player.manners.count, 1);
    assert_int_equal(config.player.tt_kib, 99);
    assert_int_equal(config.player.plies_max, 60);
    config_print(&config, &list);
    config_free(&config);
    expect_fine(minimal, "player=({depth = 2; tt_kib = 99; plies_max = 60;})");
    config_print(&config, &section);
    assert_string_equal(text_get(&list), text_get(&section));
    assert_non_null(strstr(text_get(&list), "player = {\n    depth = 2;\n"));
    config_free(&config);
    expect_fine(text_get(&text), "player.tt_kib=77");
    assert_int_equal(config.player.tt_kib, 77);
    config_free(&config);
    expect_error(text_get(&text), "player.depth=3",
                 "--set player.depth=3: player.depth has several values, in a list: --set "
                 "\"player=({share = 0.7;}, {share = 0.3; depth = 2;})\" gives a new one");
    text_free(&text);
    text_free(&list);
    text_free(&section);
}

static void wrong_lists_of_manners_are_refused(void **state) {
    (void)state;
#define LIST "player must be a section { … }, or a list of 1 to 8 of them: "
    static const struct {
        const char *more, *message;
    } cases[] = {
        {"player = ();", PATH ":3: " LIST},
        {"player = ({},{},{},{},{},{},{},{},{});", PATH ":3: " LIST},
        {"player = (1, 2);", PATH ":3: " LIST},
        {"player = [1, 2];", PATH ":3: " LIST},
        {"player = ({ share = 0.5; },\n { share = 0.4; });",
         PATH ":3: player.share must be given to each of several manners of play, and the shares "
              "must sum to 1"},
        {"player = ({ share = 0.5; }, { depth = 2; });", PATH ":3: player.share must be given "},
        {"player = { share = 0.5; };", PATH ":3: player.share must be given "},
        {"player = ({ share = 0.5; },\n { share = 0; });",
         PATH ":4: player.share must be a number between 0.001 and 1, not 0"},
        {"player = ({ share = 0.5; },\n { share = 0.5; dept = 2; });",
         PATH ":4: unknown key 'dept' in player; did you mean 'depth'?"},
        {"player = ({ share = 0.5; },\n { share = 0.5; plies_max = 60; });",
         PATH ":4: player.plies_max is the same for all: it stands in the first"},
        {"player = ({ share = 0.5; },\n { share = 0.5; nodes = 60; });",
         PATH ":3: player.nodes limits a search: player.depth must be at least 1"},
        {"player = ({ share = 0.5; },\n { share = 0.5; width = 6; });",
         PATH ":3: player.width belongs to a search (a depth above 0) and has no effect here"},
        {"player = ({ share = 0.5; epsilon = 0.1; }, { share = 0.5; });\n"
         "openings = { plies_min = 0; plies_max = 0; };",
         PATH ":4: openings.plies_max must be at least 1 where player.epsilon is below 0.05: "},
        {"player = ({ share = 0.9; }, { share = 0.1; depth = 1; });\nfitness = { pairs = 4; };",
         PATH ":4: fitness.pairs must be at least 6: with fewer pairs a manner of play has none in "
              "a meeting"},
        {"player = ({ share = 0.9; }, { share = 0.1; depth = 1; });\nverify = { pairs = 4; };",
         PATH ":4: verify.pairs must be at least 6: "},
        {"player = ({ share = 0.9; }, { share = 0.1; depth = 1; });\n"
         "verify = { selection_pairs = 4; };",
         PATH ":4: verify.selection_pairs must be at least 6: "},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text text = {0};
        text_add(&text, "%s%s", minimal, cases[i].more);
        expect_error(text_get(&text), NULL, cases[i].message);
        text_free(&text);
    }
    expect_error(minimal, "player=(1)", "--set player=(1): " LIST);
}

static void engines_of_their_own_are_yardsticks(void **state) {
    (void)state;
    struct text text = {0};
    text_add(&text, "%s%s", minimal,
             "verify = { yardsticks = [\"cmd:edax -l '1;2' \\\"a\\\";protocol=gtp;time=0.5\","
             " \"weights/swh.weights\"]; };");
    expect_fine(text_get(&text), NULL);
    assert_int_equal(config.verify.yardstick_count, 2);
    assert_string_equal(config.verify.yardsticks[0].external.command, "edax -l '1;2' \"a\"");
    assert_string_equal(config.verify.yardsticks[0].weights.provenance.name, "edax");
    assert_non_null(config.verify.yardsticks[0].line);
    assert_null(config.verify.yardsticks[1].line);
    expect_round_trip(PATH);
    config_free(&config);
    text_free(&text);
}

static void engines_that_cannot_play_are_refused(void **state) {
    (void)state;
    expect_file_error(
        "verify = { yardsticks = [\"cmd:edax\"]; };",
        PATH ":3: verify.yardsticks cannot be used: cmd:edax: the protocol is "
             "missing: cmd:COMMAND ARGUMENTS;protocol=gtp|nboard|gomocup|sau|uci|ucci|xboard");
    expect_file_error("fitness = { gauntlet = true; yardsticks = [\"cmd:x;protocol=gomocup\"]; };",
                      PATH ":3: fitness.yardsticks cannot have x: protocol gomocup is for ");
    static const char sau[] = "game = \"connect6\"; evaluator = { name = \"roads\"; };\n"
                              "verify = { yardsticks = \"cmd:x;protocol=sau\"; };";
    expect_error(sau, NULL,
                 PATH ":2: verify.yardsticks cannot have x: protocol sau begins at the start, so "
                      "openings.plies_max must be 0, without openings.file");
    expect_error("game = \"connect6\"; evaluator = { name = \"roads\"; };\n"
                 "openings = { plies_max = 0; file = \"../tests/tuner/config/connect6.txt\"; };"
                 "verify = { yardsticks = \"cmd:x;protocol=sau\"; };",
                 NULL, PATH ":2: verify.yardsticks cannot have x: protocol sau begins at the ");
    expect_file_error("openings = { file = \"../tests/ffo-40-44.obf\"; };"
                      "verify = { yardsticks = \"cmd:x;protocol=gtp\"; };",
                      PATH ":3: verify.yardsticks cannot have x: engines of protocol gtp are told "
                           "moves, and openings.file has positions");
    static const char moves[] = "game = \"reversi\"; evaluator = { name = \"wpc\"; };\n"
                                "openings = { file = \"../tests/tuner/config/openings.txt\"; };"
                                "verify = { yardsticks = \"cmd:x;protocol=gtp\"; };";
    expect_fine(moves, NULL);
    config_free(&config);
}

static void weights_of_other_layouts_are_taken_and_that_is_said(void **state) {
    (void)state;
    struct text text = {0};
    text_add(&text, "%s%s", minimal,
             "optimizer = { init = \"file\"; init_weights = [\"weights/lr06.weights\", "
             "\"weights/swh.weights\"]; };");
    expect_fine(text_get(&text), NULL);
    assert_int_equal(config.initial_count, 2);
    assert_int_equal(config.initial[0], 1734);
    assert_int_equal(config.initial[10], 1000);
    assert_string_equal(text_get(&config.remarks),
                        "weights/lr06.weights: wpc 64 as wpc 10: 10 values averaged (of some that "
                        "differ by up to 552)\n");
    config_free(&config);
    text_free(&text);
    expect_error("game = \"connect6\"; evaluator = { name = \"lines\"; };\n"
                 "optimizer = { init = \"file\"; init_weights = \"weights/r4.weights\"; };",
                 NULL,
                 PATH ":2: optimizer.init_weights cannot take \"weights/r4.weights\": no parameter "
                      "of roads - means what one of lines - does");
}

static void rules_can_be_set_on_the_command_line(void **state) {
    (void)state;
    expect_fine(minimal, "params=({name=\"a1\"; freeze=true;})");
    assert_int_equal(config.space.count, 9);
    config_free(&config);
    expect_error(minimal, "params=({name=\"a9\";})",
                 "--set params=({name=\"a9\";}): params names 'a9', which is no parameter; the "
                 "nearest name is 'a1'");
}

static void equal_runs_print_equal_texts(void **state) {
    (void)state;
    struct text a = {0}, b = {0};
    expect_fine(minimal, "threads=2");
    config_print(&config, &a);
    config_free(&config);
    expect_fine("evaluator = { layout = \"10\"; name = \"wpc\"; };\n"
                "output = \"elsewhere\"; seed = 0x1; player = { epsilon = 0; };\n"
                "game = \"reversi\";",
                NULL);
    config_print(&config, &b);
    config_free(&config);
    assert_string_equal(text_get(&a), text_get(&b));
    text_free(&a);
    text_free(&b);
}

/* ---- --set ---- */

static void sets_win_over_the_file(void **state) {
    (void)state;
    static const char *const sets[] = {
        "seed=7",
        "optimizer.ga.population=12",
        "optimizer.ga.population=24",
        "optimizer.name=hybrid",
        "optimizer.anneal.cooling=\"adaptive\"",
        "player.epsilon=0.25",
        "fitness.groups=true",
        "verify.yardsticks=[\"weights/swh.weights\", \"weights/v99.weights\"]",
    };
    struct text text = {0};
    text_add(&text, "%sseed = 3; verify = { yardsticks = [\"weights/lr06.weights\"]; };", minimal);
    if (config_parse(PATH, text_get(&text), sets, COUNT_OF(sets), &config, &error))
        fail_msg("%s", error.text);
    assert_int_equal(config.seed, 7);
    assert_int_equal(ga()->population, 24);
    assert_string_equal(config.optimizer.kind->name, "hybrid");
    assert_int_equal(anneal()->cooling, COOLING_ADAPTIVE);
    assert_true(config.player.manners.list[0].epsilon == 0.25);
    assert_int_equal(config.verify.yardstick_count, 2);
    assert_string_equal(config.given.verify_yardsticks.paths[1], "weights/v99.weights");
    config_free(&config);
    text_free(&text);
}

/* An optimiser's keys may say the usual, or be another one's that it works with. */
static void settings_of_an_idle_optimiser_are_refused(void **state) {
    (void)state;
    static const char ga_in_anneal[] =
        "optimizer = { name = \"anneal\";\n ga = { sigma = 0.3; }; };";
    struct text text = {0};
    expect_file_error(ga_in_anneal, PATH ":4: optimizer.ga.sigma belongs to optimizer.name = "
                                         "\"ga\" or \"hybrid\" and has no effect here");
    expect_file_error("optimizer = { anneal = { cooling = \"adaptive\"; }; };",
                      PATH ":3: optimizer.anneal.cooling belongs to optimizer.name = \"anneal\" or "
                           "\"hybrid\" and has no effect here");
    expect_error(minimal, "optimizer.hybrid.refine_every=3",
                 "--set optimizer.hybrid.refine_every=3: optimizer.hybrid.refine_every belongs to "
                 "optimizer.name = \"hybrid\" and has no effect here");
    expect_error(
        "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"64\"; };",
        "optimizer.name=clop",
        "--set optimizer.name=clop: optimizer.name \"clop\" is for 20 parameters that move "
        "at most, not 64");
    expect_error("game = \"hex(5)\"; evaluator = { name = \"resistance\"; };", "optimizer.name=td",
                 "--set optimizer.name=td: optimizer.name \"td\" needs an evaluator that is linear "
                 "in its weights, which that of resistance is not");
#define SEVENTEEN                                                                                  \
    "openings.file=[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\",\"j\","                  \
    "\"k\",\"l\",\"m\",\"n\",\"o\",\"p\",\"q\"]"
    expect_error(minimal, SEVENTEEN,
                 "--set " SEVENTEEN ": openings.file must name at most 16 files");
#undef SEVENTEEN
    expect_fine(minimal, "optimizer.anneal.step=0.1");
    config_free(&config);
    text_add(&text, "%s%s", minimal, ga_in_anneal);
    expect_fine(text_get(&text), "optimizer.name=hybrid");
    config_free(&config);
    if (config_parse_stored(PATH, text_get(&text), NULL, NULL, 0, &config, &error))
        fail_msg("%s", error.text); /* a run of a time when it was let pass */
    config_free(&config);
    text_free(&text);
}

static void assert_differences(const char *there, const char *here, const char *expected) {
    struct text found = {0};
    config_differences(there, here, false, &found);
    assert_string_equal(text_get(&found), expected);
    text_free(&found);
}

/* An older version's text lacks keys, which were as their defaults are. */
static void texts_of_versions_differ_in_what_they_say(void **state) {
    (void)state;
    static const char text[] = "seed = 1;\n"
                               "optimizer = {\n"
                               "    name = \"ga\";\n"
                               "    ga = {\n"
                               "        elite = 3;\n"
                               "    };\n"
                               "    init = \"around\";\n"
                               "};\n"
                               "verify = {\n"
                               "    yardsticks = [\"a\", \"b\"];\n"
                               "};\n";
    assert_differences(text, text, "");
    assert_differences("", "", "");
    assert_differences("fitness = {\n    pairs = 20;\n    hall_size = 0;\n};\n", "", "");
    assert_differences("", "fitness = {\n    pairs = 21;\n};\n",
                       "  fitness.pairs: 20 there, 21 here\n");
    assert_differences(text, "seed = 2;\n",
                       "  seed: 1 there, 2 here\n"
                       "  optimizer.init: \"around\" there, \"random\" here\n"
                       "  optimizer.ga.elite: 3 there, 2 here\n"
                       "  verify.yardsticks: [\"a\", \"b\"] there, [] here\n");
    assert_differences("optimizer = {\n    swarm = {\n        size = 3;\n    };\n};\n", "",
                       "  optimizer.swarm.size: 3 there, unknown here\n");
}

static void sets_give_what_is_required(void **state) {
    (void)state;
    static const char *const sets[] = {"game=reversi", "evaluator.name=wpc", "name="};
    assert_int_equal(config_parse(PATH, "", sets, COUNT_OF(sets), &config, &error), 0);
    config_free(&config);
}

static void wrong_sets_are_named(void **state) {
    (void)state;
    static const struct {
        const char *set, *message;
    } cases[] = {
        {"seed", "--set seed: must be KEY=VALUE, as in seed=2"},
        {"optimizer.ga.population=abc", "--set optimizer.ga.population=abc: "
                                        "optimizer.ga.population must be a whole number between "
                                        "2 and 10000"},
        {"optimizer.ga.population=1", "--set optimizer.ga.population=1: optimizer.ga.population "
                                      "must be a whole number between 2 "
                                      "and 10000, not 1"},
        {"optimizer.ga.population=20; seed = 2",
         "--set optimizer.ga.population=20; seed = 2: optimizer.ga.population must be a whole "
         "number between 2 and 10000"},
        {"optimizer.ga.population=1\n@include \"/etc/passwd\"\n",
         "--set optimizer.ga.population=1?@include \"/etc/passwd\"?: optimizer.ga.population "
         "must "
         "be a whole number between 2 and 10000"},
        {"seed=1e3",
         "--set seed=1e3: seed must be a whole number between 0 and 1000000000000000000, "
         "not 1000.0"},
        {"seed=", "--set seed=: seed must be a whole number between 0 and 1000000000000000000"},
        {"optimizer.ga.pm3=0.1", "--set optimizer.ga.pm3=0.1: unknown key 'pm3' in optimizer.ga; "
                                 "did you mean 'pm1'?"},
        {"foo.bar=1",
         "--set foo.bar=1: unknown key 'foo'; there are: name, seed, plugin, game, evaluator, "
         "params, parameters, engine, study, player, openings, fitness, optimizer, verify, "
         "progress, threads, output"},
        {"optimizer.quux.bar.x=1", "--set optimizer.quux.bar.x=1: unknown key 'quux' in optimizer; "
                                   "there are: name, generations, games, schedule, patience, init, "
                                   "bounds, reach, init_weights, data, init_spread, "
                                   "ga, anneal, hybrid, random, cmaes, spsa, fit, td, clop"},
        {"optimiser.ga.rumpelstiltskin=1", "--set optimiser.ga.rumpelstiltskin=1: unknown key "
                                           "'optimiser'; did you mean 'optimizer'?"},
        {"ga.population=2", "--set ga.population=2: unknown key 'population' in ga; did you mean "
                            "'optimizer.ga.population'?"},
        {"seed.x=1", "--set seed.x=1: seed is no section; it must be a whole number between 0 and "
                     "1000000000000000000"},
        {"optimizer.init.x.y=1", "--set optimizer.init.x.y=1: optimizer.init is no section; it "
                                 "must be one of \"random\", \"around\", \"file\""},
        {"optimizer.ga.pm2=0.5", PATH ": optimizer.ga.pm1 must be at least pm2 (0.5), not 0.3"},
        {"optimizer.init_weights=weights/r1.weights",
         "--set optimizer.init_weights=weights/r1.weights: optimizer.init_weights are for "
         "optimizer.init = \"around\" or \"file\""},
        {"optimizer.ga=1",
         "--set optimizer.ga=1: optimizer.ga is a section and must be ga = { … }"},
        {"optimizer.ga.groups=3",
         PATH ": optimizer.ga.population must be a multiple of optimizer.ga.groups (3), not 128"},
        {"game=checkers", "--set game=checkers: game cannot be used: "},
        {"evaluator.name=roads", "--set evaluator.name=roads: evaluator.name cannot be used: "},
        {"evaluator.layout=11", "--set evaluator.layout=11: evaluator.layout cannot be used: "},
        {"openings.plies_max=128",
         "--set openings.plies_max=128: openings.plies_max must be below 128, the longest game of "
         "reversi, not 128"},
        {"optimizer.patience=2", "--set optimizer.patience=2: optimizer.patience must be 0 or at "
                                 "least 3, not 2"},
        {"name=.hidden",
         "--set name=.hidden: name must be usable as a directory's name, not empty, "
         "without '/' and beginning with another character than '.'"},
        {"name=a/b", "--set name=a/b: name must be usable as a directory's name, not empty, "
                     "without '/' and beginning with another character than '.'"},
        {"name=.", "--set name=.: name must be usable as a directory's name, not empty, "
                   "without '/' and beginning with another character than '.'"},
        {"openings.plies_min=9",
         "--set openings.plies_min=9: openings.plies_min must be at most openings.plies_max (8), "
         "not 9"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_error(minimal, cases[i].set, cases[i].message);
}

/* ---- what is refused ---- */

/* Of the search; those of an optimiser have a test of their own. */
static void settings_of_a_search_without_effect_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *more, *message;
    } cases[] = {
        {"player = { threats = 3; };", ":3: player.threats belongs to Connect and has no effect"},
        {"player = { depth = 2;\n leaf_threats = 1; };", ":4: player.leaf_threats belongs to Conn"},
        {"player = { width = 4; };", ":3: player.width belongs to a search (a depth above 0)"},
        {"player = { search = \"mtdf\"; };", ":3: player.search belongs to a search"},
        {"player = { depth = 2; search = \"minimax\"; reduce = true; };",
         ":3: player.reduce belongs to the drivers pvs and mtdf and has no effect here"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text text = {0};
        text_add(&text, "%s%s", minimal, cases[i].more);
        assert_int_equal(config_parse(PATH, text_get(&text), NULL, 0, &config, &error), -1);
        if (!strstr(error.text, cases[i].message)) fail_msg("%s", error.text);
        config_free(&config);
        assert_int_equal(config_parse_stored(PATH, text_get(&text), NULL, NULL, 0, &config, &error),
                         0);
        config_free(&config);
        text_free(&text);
    }
    expect_error(
        minimal, "player.threats=3",
        "--set player.threats=3: player.threats belongs to Connect and has no effect here");
}

static void wrong_files_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *more, *message;
    } cases[] = {
        /* syntax */
        {"seed = ;", PATH ":3: syntax error; a setting reads: key = value;"},
        {"\nseed = 1;\nseed = 2;", PATH ":5: seed is given twice, first in line 4; once is enough"},
        {"// seed = 0;\nseed = 1; /* seed = 3; */\nseed = 2;",
         PATH ":5: seed is given twice, first in line 4; once is enough"},
        {"player = {\n depth = 1; };\nfitness = { depth = 2; /* depth = 3 */\n depth = 4; };",
         PATH ":6: depth is given twice, first in line 5; once is enough"},
        {"player = {\n depth = 1; };\nplayer = { nodes = 2; };",
         PATH ":5: player is given twice, first in line 3; once is enough"},
        {"name = quick;", PATH ":3: a text needs quotes: name = \"quick\";"},
        {"name = \"a;b\"; output = here;", PATH ":3: a text needs quotes: output = \"here\";"},
        {"openings = { plies_min = 1; plies_max = four; };",
         PATH ":3: a text needs quotes: plies_max = \"four\";"},
        {"optimizer = {\n  name=anneal # as a word\n};",
         PATH ":4: a text needs quotes: name = \"anneal\";"},
        {"seed = true false;", PATH ":3: syntax error; a setting reads: key = value;"},
        {"\n@include \"other.cfg\"\n",
         PATH ":4: @include is not possible; write all settings here"},
        {"\nname = \"x;\n", PATH ":4: a text or comment begins here that does not end"},
        {"name = \"x\\\"", PATH ":3: a text or comment begins here that does not end"},
        {"\n/* seed = 1;\n", PATH ":4: a text or comment begins here that does not end"},
        /* unknown keys */
        {"optimizer = { ga = {\n pm3 = 0.1; }; };",
         PATH ":4: unknown key 'pm3' in optimizer.ga; did you mean 'pm1'?"},
        {"optimiser = { };", PATH ":3: unknown key 'optimiser'; did you mean 'optimizer'?"},
        {"Player = { };", PATH ":3: unknown key 'Player'; did you mean 'player'?"},
        {"player = { DEPTH = 3; };",
         PATH ":3: unknown key 'DEPTH' in player; did you mean 'depth'?"},
        {"optimizer = { game = 3; };",
         PATH ":3: unknown key 'game' in optimizer; did you mean 'games'?"},
        {"verify = { pair = 3; };", PATH ":3: unknown key 'pair' in verify; did you mean 'pairs'?"},
        {"verify = { PAIR = 3; };", PATH ":3: unknown key 'PAIR' in verify; did you mean 'pairs'?"},
        {"population = 3;",
         PATH ":3: unknown key 'population'; did you mean 'optimizer.ga.population'?"},
        {"player = { rumpelstiltskin = 3; };",
         PATH ":3: unknown key 'rumpelstiltskin' in player; there are: share, depth, nodes, "
              "playouts, width, "
              "search, reduce, "
              "endgame, threats, leaf_threats, defend, epsilon, tt_kib, plies_max"},
        {"rumpelstiltskin = 3;",
         PATH ":3: unknown key 'rumpelstiltskin'; there are: name, seed, "
              "plugin, game, evaluator, params, parameters, engine, study, player, "
              "openings, fitness, optimizer, verify, progress, threads, output"},
        /* types */
        {"seed = 1.5;",
         PATH ":3: seed must be a whole number between 0 and 1000000000000000000, not 1.5"},
        {"seed = { };",
         PATH ":3: seed must be a whole number between 0 and 1000000000000000000, not a section"},
        {"seed = \"many\";",
         PATH ":3: seed must be a whole number between 0 and 1000000000000000000, not \"many\""},
        {"player = 3;", PATH ":3: player must be a section { … }, or a list of 1 to 8 of them: "},
        {"player = { epsilon = \"x\"; };",
         PATH ":3: player.epsilon must be a number between 0 and 1, not \"x\""},
        {"fitness = { groups = 1; };", PATH ":3: fitness.groups must be true or false, not 1"},
        {"name = 3;", PATH ":3: name must be a text in quotes, not 3"},
        {"name = true;", PATH ":3: name must be a text in quotes, not true"},
        {"optimizer = { init = 3; };",
         PATH ":3: optimizer.init must be one of \"random\", \"around\", \"file\", not 3"},
        {"name = \"a\\tb\";", PATH ":3: name must be one line without control characters"},
        {"name = a\\b;", PATH ":3: a text needs quotes: name = \"a\\b\";"},
        {"name = foo  ;", PATH ":3: a text needs quotes: name = \"foo\";"},
        {"seed = 0x;", PATH ":3: syntax error; a setting reads: key = value;"},
        {"seed = 1;}", PATH ":3: syntax error; a setting reads: key = value;"},
        {"= 3;", PATH ":3: syntax error; a setting reads: key = value;"},
        {"player = {{{{{{{{{{}}}}}}}}}};", PATH ":3: syntax error; a setting reads: key = value;"},
        {"optimizer = { data = [\"x.csv\"]; };",
         PATH ":3: optimizer.data belongs to optimizer.name = \"fit\" and has no effect here"},
        {"fitness = { gauntlet = true; hall_size = 1; hall_rule = \"telling\"; };",
         PATH ":3: fitness.hall_rule \"telling\" needs a fitness.hall_size of at least 2"},
        {"fitness = { openings = 90; gauntlet = true; hall_size = 1; };",
         PATH ":3: fitness.openings must be 0 with fitness.gauntlet: players with the same "
              "opponents are "
              "compared on the same openings"},
        {"fitness = { pairs = 9; openings = 8; };",
         PATH ":3: fitness.openings must be 0 or at least fitness.pairs (9), not 8"},
        {"params = ( { name = \"a1\"; tie = \"*x*\"; } );",
         PATH ":3: params '*x*' has more than one '*'"},
        {"verify = { depths = 3; };",
         PATH ":3: verify.depths must be a list of at most 8 rising whole numbers: [0, 2, 4], each "
              "between 0 and 64, not 3"},
        {"verify = { depths = [1, 2, 3, 4, 5, 6, 7, 8, 9]; };",
         PATH ":3: verify.depths must be a list of at most 8 rising whole numbers: [0, 2, 4], each "
              "between 0 and 64"},
        {"verify = { yardsticks = 3; };",
         PATH ":3: verify.yardsticks must be a list of files: [\"a\", \"b\"], not 3"},
        {"verify = { yardsticks = [1, 2]; };",
         PATH ":3: verify.yardsticks must be a list of files: [\"a\", \"b\"]"},
        {"openings = { file = \"../tests/tuner/config/openings.txt\"; plies_max = 6; };",
         PATH ":3: openings.plies_max is for random openings and has no effect with "
              "openings.file"},
        {"openings = { file_plies = 2; };",
         PATH ":3: openings.file_plies belongs to openings.file and has no effect here"},
        {"openings = { file = \"none.txt\"; };",
         PATH ":3: openings.file cannot be used: config/none.txt: cannot be "
              "opened: No such file or directory"},
        {"openings = { file = \"weights/swh.weights\"; };",
         PATH ":3: openings.file cannot be used: weights/swh.weights:1: move 1 is not one of "
              "reversi: \"hone-weights 1\""},
        {"openings = { file = \"../tests/tuner/config/openings.txt\"; file_plies = 1; };",
         PATH ":3: openings.file cannot be used: the 1 different openings there leave none for "
              "selection: more are needed"},
        {"openings = { balance = 0.6; };",
         PATH ":3: openings.balance must be a number between 0 and 0.5, not 0.6"},
        /* values */
        {"seed = -1;",
         PATH ":3: seed must be a whole number between 0 and 1000000000000000000, not -1"},
        {"player = { epsilon = 1e400; };",
         PATH ":3: player.epsilon must be a number between 0 and 1, not inf"},
        {"\noptimizer = { ga = { pm1 = 1.5; }; };",
         PATH ":4: optimizer.ga.pm1 must be a number between 0 and 1, not 1.5"},
        {"optimizer = { generations = 0; };",
         PATH ":3: optimizer.generations must be a whole number between 1 and 1000000, not 0"},
        {"optimizer = { init = \"rnd\"; };",
         PATH ":3: optimizer.init must be one of \"random\", \"around\", \"file\", not \"rnd\""},
        {"name = \"a\\nb\";", PATH ":3: name must be one line without control characters"},
        {"name = \"a/b\";",
         PATH ":3: name must be usable as a directory's name, not empty, without "
              "'/' and beginning with another character than '.'"},
        {"name = \"1234567890123456789012345678901234567890123456789012345678901234\";",
         PATH ":3: name must have at most 63 characters"},
        /* names */
        {"optimizer = { name = \"gaa\"; };", PATH ":3: optimizer.name cannot be used: "},
        {"verify = { yardsticks = [\"weights/r1.weights\"]; };",
         PATH ":3: verify.yardsticks must name weights of reversi; those in \"weights/r1.weights\" "
              "are of connect6"},
        {"verify = { yardsticks = [\"a\", \"a\"]; };",
         PATH ":3: verify.yardsticks names \"a\" twice; once is enough"},
        {"optimizer = { init = \"random\";\n init_weights = [\"weights/r1.weights\"]; };",
         PATH ":4: optimizer.init_weights are for optimizer.init = \"around\" or \"file\""},
        {"optimizer = { init = \"file\"; };",
         PATH ":3: optimizer.init \"file\" needs weight files in optimizer.init_weights"},
        /* rules for parameters */
        {"params = 3;", PATH ":3: params must be a list of rules: "},
        {"params = (\n{ name = \"a1\"; },\n\"b1\");", PATH ":3: params must be a list of rules: "},
        {"params = (\n{ name = \"b1\"; },\n{ name = \"a9\"; freeze = true; }\n);",
         PATH ":5: params names 'a9', which is no parameter; the nearest name is 'a1'"},
        {"params = (\n{ name = \"b1\"; },\n{ name = \"x*\"; }\n);",
         PATH ":5: params names 'x*', which no parameter matches; names are like 'a1' and 'd4'"},
        {"params = (\n{ name = \"b1\";\n freze = true; });",
         PATH ":5: params has in its rules only name, start, lower, upper, step, freeze and tie, "
              "not 'freze'; did you mean 'freeze'?"},
        {"params = (\n{ name = \"a1\"; quux = true; });",
         PATH ":4: params has in its rules only name, start, lower, upper, step, freeze and tie, "
              "not 'quux'"},
        {"params = (\n{ name = \"a1\"; tie = \"a1\"; });",
         PATH ":4: params ties a1 to itself, by way of a1"},
        {"params = (\n{ start = 3; });",
         PATH ":4: params lacks the name that it is for: name = \"a1\" or \"s2.*\""},
        {"params = (\n{ name = \"*1*\"; });", PATH ":4: params '*1*' has more than one '*'"},
        {"params = (\n{ name = \"a1\"; tie = \"b*\"; });",
         PATH ":4: params ties to 'b*', but there is no '*' in the name 'a1'"},
        {"params = (\n{ name = \"a1\"; tie = \"q1\"; });", PATH ":4: params ties a1 to 'q1', "},
        {"params = (\n{ name = \"a1\"; start = 1.5; });",
         PATH ":4: params must have whole numbers of at most 32 bits as start, "},
        {"params = (\n{ name = \"a1\"; upper = 4294967296; });",
         PATH ":4: params must have whole numbers of at most 32 bits as start, "},
        {"params = (\n{ name = \"a1\"; freeze = 1; });",
         PATH ":4: params must have true or false as freeze"},
        {"params = (\n{ name = \"a1\"; tie = 7; });",
         PATH ":4: params must have parameters' names in quotes as name and tie: "},
        {"params = (\n{ name = \"a1\"; lower = -5000; });",
         PATH ":4: params lower of a1 must be from -2047 to 2047, as the evaluator has it, not "},
        {"params = (\n{ name = \"a1\"; step = 0; });",
         PATH ":4: params step of a1 must be at least 1, not 0"},
        {"params = (\n{ name = \"a1\"; lower = 7; upper = 7; });",
         PATH ":4: params leaves a1 the range 7 to 7: lower must be below upper, or freeze = true"},
        {"params = (\n{ name = \"a1\"; start = 7; });", PATH
         ":4: params gives a1 a start, which has no effect with optimizer.init = \"random\"; "},
        {"optimizer = { init = \"around\"; };\nparams = (\n{ name = \"a1\"; upper = 7; });",
         PATH ":5: params a1 begins with 1000, outside its range -2047 to 7: say its start"},
        {"params = ({ name = \"*\"; freeze = true; });",
         PATH ":3: params leaves nothing to tune; one parameter at least must be free"},
        {"params = (\n{ name = \"a1\"; },\n{ name = \"b1\";\n name = \"c1\"; });",
         PATH ":6: name is given twice, first in line 5; once is enough"},
        {"evaluator = 3;", PATH ":3: evaluator is given twice, first in line 2; once is enough"},
        /* one setting against another */
        {"player = { nodes = 100; };",
         PATH ":3: player.nodes limits a search: player.depth must be at least 1"},
        {"player = { search = \"mcts\"; playouts = 100; };",
         PATH ":3: player.playouts limits a search: player.depth must be at least 1"},
        {"player = { depth = 9; playouts = 100; };",
         PATH ":3: player.playouts belongs to the driver mcts and has no effect here"},
        {"openings = { plies_max = 3; };",
         PATH ": openings.plies_min must be at most openings.plies_max (3), not 4"},
        {"openings = { plies_max = 130; };", PATH ":3: openings.plies_max must be below "},
        {"openings = { plies_min = 0; plies_max = 0; };",
         PATH ":3: openings.plies_max must be at least 1 where player.epsilon is below 0.05: "},
        {"player = { epsilon = 0.1; }; openings = { plies_min = 0; plies_max = 1; };",
         PATH ":3: openings.plies_max cannot be used: "},
        {"fitness = { groups = false; };",
         PATH ":3: fitness.groups must be true, or round_robin or gauntlet: there are no meetings"},
        {"fitness = { gauntlet = true; };",
         PATH ":3: fitness.gauntlet needs fitness.yardsticks or a fitness.hall_size above 0"},
        {"fitness = { hall_size = 2; };",
         PATH ": fitness.gauntlet must be true when there are yardsticks or a hall of fame"},
        {"fitness = { groups = false; gauntlet = true; hall_size = 2; };",
         PATH ": fitness.yardsticks must name a file when there is the gauntlet only: the hall of "
              "fame is empty at first"},
        {"optimizer = { ga = { population = 31; }; };",
         PATH ":3: optimizer.ga.population must be even, not 31: optimizer.ga.groups has two each"},
        {"optimizer = { ga = { groups = 128; }; };",
         PATH ":3: optimizer.ga.groups must leave two individuals a group: at most 64 for a "
              "population of 128"},
        {"optimizer = { ga = { elite = 128; }; };",
         PATH ":3: optimizer.ga.elite must be below optimizer.ga.population (128), not 128"},
        {"optimizer = { ga = {\n pc1 = 0.3; pc2 = 0.6; }; };",
         PATH ":4: optimizer.ga.pc1 must be at least pc2 (0.6), not 0.3"},
        {"optimizer = { ga = {\n pm1 = 0.01; pm2 = 0.05; }; };",
         PATH ":4: optimizer.ga.pm1 must be at least pm2 (0.05), not 0.01"},
        {"optimizer = { name = \"anneal\"; anneal = { step = 0.6; }; };",
         PATH ":3: optimizer.anneal.step must be between step_min (0.01) and step_max (0.2), not "
              "0.6"},
        {"optimizer = { name = \"anneal\"; anneal = { step = 0.005; }; };",
         PATH ":3: optimizer.anneal.step must be between step_min (0.01) and step_max (0.2), not "
              "0.005"},
        {"fitness = { groups = false; round_robin = true; };\noptimizer = { name = \"anneal\"; };",
         PATH ":4: optimizer.name \"anneal\" compares a proposal with its chain: fitness.groups "
              "(duels) or fitness.gauntlet must be true"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) expect_file_error(cases[i].more, cases[i].message);
}

static void what_is_nested_too_deep_to_be_read_is_said_so(void **state) {
    struct text text = {0};
    (void)state;
    text_add(&text, "x = ");
    for (int depth = 0; depth < 12000; depth++) text_add_char(&text, '(');
    text_add_char(&text, ';');
    expect_file_error(text_get(&text), PATH ":3: has sections or lists too deep within each other");
    text_free(&text);
}

/* With optimizer.init = "random" too: it is what the parameter keeps. */
static void what_is_frozen_has_a_start(void **state) {
    (void)state;
    expect_fine("game = \"reversi\"; evaluator = { name = \"wpc\"; };\n"
                "params = ({ name = \"a1\"; start = 7; freeze = true; });",
                NULL);
    config_free(&config);
}

static void equal_rates_are_fine(void **state) {
    (void)state;
    expect_fine("game = \"reversi\"; evaluator = { name = \"wpc\"; };\n"
                "optimizer = { ga = { pc1 = 0.6; pc2 = 0.6; pm1 = 0; pm2 = 0; }; };",
                NULL);
    config_free(&config);
}

static void a_byte_order_mark_is_named(void **state) {
    (void)state;
    expect_error("\xEF\xBB\xBFgame = \"reversi\";", NULL,
                 PATH ":1: begins with a byte order mark; save it as UTF-8 without");
}

static void missing_weights_are_told_with_their_whole_path(void **state) {
    (void)state;
    char here[4096];
    assert_non_null(getcwd(here, sizeof here));
    struct text message = {0};
    text_add(&message,
             PATH
             ":3: verify.yardsticks cannot be used: there is no %s/config/weights/none.weights; "
             "weight files are looked up beside the config file",
             here);
    expect_file_error("verify = { yardsticks = [\"weights/none.weights\"]; };", text_get(&message));
    expect_file_error("verify = { yardsticks = [\"/none.weights\"]; };",
                      PATH ":3: verify.yardsticks cannot be used: /none.weights: ");
    text_free(&message);
}

static void what_is_required_is_asked_for(void **state) {
    (void)state;
    expect_error("", NULL, PATH ": game is missing: the game, see `hone games`");
    expect_error("game = \"reversi\";", NULL,
                 PATH ": evaluator.name is missing: the evaluator that is tuned, see `hone games`");
}

static void write_file(const char *path, const char *bytes, size_t count) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

static void files_are_named_and_looked_up_beside_the_config(void **state) {
    (void)state;
    char directory[] = "/tmp/hone-config-XXXXXX", path[64];
    assert_non_null(mkdtemp(directory));
    struct text r1 = {0};
    assert_int_equal(file_read("config/weights/r1.weights", &r1, &error), 0);
    snprintf(path, sizeof path, "%s/r1.weights", directory);
    write_file(path, r1.data, r1.length);
    text_free(&r1);

    static const char good[] = "game = \"connect6\"; evaluator = { name = \"roads\"; };\n"
                               "verify = { yardsticks = [\"r1.weights\"]; };";
    char file[64];
    snprintf(file, sizeof file, "%s/mine.cfg", directory);
    write_file(file, good, sizeof good - 1);
    if (config_load(file, NULL, 0, &config, &error)) fail_msg("%s", error.text);
    assert_string_equal(config.name, "mine");
    assert_string_equal(config.output, "results/mine");
    assert_int_equal(config.verify.yardstick_count, 1);
    config_free(&config);

    /* As another system saves it. */
    static const char marked[] = "\xef\xbb\xbf"
                                 "game = \"connect6\";\r\nevaluator = { name = \"roads\"; };\r\n";
    char capitals[64];
    snprintf(capitals, sizeof capitals, "%s/Mine.CFG", directory);
    write_file(capitals, marked, sizeof marked - 1);
    if (config_load(capitals, NULL, 0, &config, &error)) fail_msg("%s", error.text);
    assert_string_equal(config.name, "Mine");
    config_free(&config);
    unlink(capitals);

    write_file(file, good, sizeof good); /* with its zero byte */
    assert_int_equal(config_load(file, NULL, 0, &config, &error), -1);
    assert_non_null(strstr(error.text, "mine.cfg: holds a zero byte"));
    config_free(&config);
    unlink(file);
    assert_int_equal(config_load(file, NULL, 0, &config, &error), -1);
    assert_non_null(strstr(error.text, "mine.cfg"));
    config_free(&config);
    unlink(path);
    rmdir(directory);
}

static void text_double(struct text *text) {
    char *half = xstrdup(text_get(text));
    text_add_bytes(text, half, text->length);
    free(half);
}

static void deep_and_huge_texts_are_refused(void **state) {
    (void)state;
    static const char *const units[] = {"a={", "a=(", "(",  "a", "a=1;",
                                        "\"",  "@",   "/*", "9", "#\n"};
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        struct text text = {0};
        text_add(&text, "%s", units[i]);
        while (text.length <= 1 << 19) text_double(&text);
        assert_int_equal(parse_set(text_get(&text), NULL), -1);
        assert_memory_equal(error.text, PATH, strlen(PATH));
        config_free(&config);
        text_double(&text);
        text_double(&text);
        assert_int_equal(parse_set(text_get(&text), NULL), -1);
        assert_string_equal(error.text, PATH ": is longer than 1 MiB, so it is not a config");
        config_free(&config);
        text_free(&text);
    }
}

/* ---- random mutations ---- */

static void mutate(struct rng *rng, struct text *text) {
    static const char *const tokens[] = {"=",  "{",    "};", "\"", "[",  "]", "(",  ")",     ";",
                                         "-1", "1e99", "0",  "\n", "/*", "#", "\\", "false", ","};
    size_t at = rng_below(rng, (uint32_t)text->length);
    size_t some = 1 + rng_below(rng, 4), rest = text->length - at;
    const char *token = tokens[rng_below(rng, COUNT_OF(tokens))];
    struct text out = {0};
    text_add_bytes(&out, text->data, at);
    switch (rng_below(rng, 4)) {
    case 0:
        text_add(&out, "%c", (int)(1 + rng_below(rng, 255)));
        break;
    case 1:
        text_add(&out, "%s", token);
        some = 0;
        break;
    case 2:
        text_add_bytes(&out, text->data + at, some < rest ? some : rest);
        some = 0;
        break;
    default:
        break;
    }
    if (some < rest) text_add_bytes(&out, text->data + at + some, rest - some);
    text_free(text);
    *text = out;
}

static void mutated_configs_load_or_say_where(void **state) {
    (void)state;
    static const char base[] =
        "name = \"x\"; seed = 5;\n"
        "game = \"reversi\";\n"
        "evaluator = { name = \"wpc\"; layout = \"10\"; };\n"
        "player = { depth = 1; nodes = 1000; epsilon = 0.1; };\n"
        "fitness = { groups = true; gauntlet = true; yardsticks = [\"weights/swh.weights\"]; };\n"
        "optimizer = { name = \"ga\"; init = \"random\"; ga = { population = 20; pm1 = 0.3; }; "
        "};\n";
    struct rng rng = rng_keyed(1, 2, 3, 4);
    int accepted = 0, rounds = 4000;
    for (int i = 0; i < rounds; i++) {
        struct text text = {0};
        text_add(&text, "%s", base);
        for (uint32_t k = rng_below(&rng, 2); k < 2; k++) mutate(&rng, &text);
        if (parse_set(text_get(&text), NULL) == 0) {
            accepted++;
            expect_round_trip(PATH);
        } else {
            assert_memory_equal(error.text, PATH ":", strlen(PATH ":"));
        }
        config_free(&config);
        text_free(&text);
    }
    assert_in_range(accepted, rounds / 100, rounds / 2);
}

/* Three plies of Reversi are too few for one set more: unasked there is none then. */
static void strength_is_measured_over_time_where_that_can_be(void **state) {
    (void)state;
    static const char few[] = "game = \"reversi\"; evaluator = { name = \"wpc\"; };\n"
                              "openings = { plies_min = 3; plies_max = 3; };\n";
    expect_fine(minimal, NULL);
    assert_true(config.progress.on && config.progress.every == -1);
    config_free(&config);
    expect_fine(minimal, "progress.every=0");
    assert_false(config.progress.on);
    config_free(&config);
    expect_fine(few, NULL);
    assert_false(config.progress.on);
    config_free(&config);
    expect_error(few, "progress.every=10",
                 "--set progress.every=10: progress.every must be 0: reversi has no openings of 3 "
                 "to 3 random plies for selection; each stage uses different ones: more plies are "
                 "needed");
}

/* Runs of versions that did not know the keys. */
static void keys_that_a_stored_text_lacks_are_as_they_were(void **state) {
    (void)state;
    struct text differences = {0}, here = {0};
    int status = config_parse_stored(PATH, minimal, NULL, NULL, 0, &config, &error);
    if (status) fail_msg("%s", error.text);
    assert_int_equal(config.progress.every, 0);
    config_print(&config, &here);
    config_differences(minimal, text_get(&here), false, &differences);
    assert_null(strstr(text_get(&differences), "progress"));
    config_free(&config);
    text_free(&here);
    text_free(&differences);
}

/* What a database says was called so when it was begun, whatever the database is called now. */
static void a_stored_text_is_called_by_its_name(void **state) {
    (void)state;
    static const char named[] =
        "name = \"x.cfg\"; game = \"reversi\"; evaluator = { name = \"wpc\"; };";
    if (config_parse_stored("x.cfg", named, NULL, NULL, 0, &config, &error))
        fail_msg("%s", error.text);
    assert_string_equal(config.output, "results/x.cfg");
    assert_string_equal(text_get(&config.remarks), "");
    config_free(&config);
}

/* What may be at least or at most so much may be just that. */
static void limits_themselves_are_accepted(void **state) {
    (void)state;
    static const char *const cases[] = {
        "fitness = { pairs = 9; openings = 9; };\n",
        "fitness = { gauntlet = true; hall_size = 2; hall_rule = \"telling\"; };\n",
        "verify = { pairs = 50; error = 5; pairs_max = 50; };\n",
        "optimizer = { patience = 3; };\n",
        "optimizer = { ga = { population = 4; groups = 2; pc1 = 0.6; elite = 3; }; };\n",
        "name = \"123456789012345678901234567890123456789012345678901234567890123\";\n",
        "verify = { depths = [1, 2, 3, 4, 5, 6, 7, 64]; };\n",
        "optimizer = { name = \"anneal\"; anneal = { step = 0.01; step_min = 0.01; }; };\n",
        "optimizer = { name = \"anneal\"; anneal = { step = 0.2; step_max = 0.2; }; };\n",
        "optimizer = { name = \"cmaes\"; cmaes = { population = 4; step_end = 0.3; }; };\n",
        "optimizer = { name = \"td\"; td = { rate = 0.1; rate_end = 0.1; }; };\n",
        "openings = { plies_min = 7; plies_max = 7; };\n",
        "openings = { plies_min = 0; plies_max = 0; }; player = { epsilon = 0.05; };\n",
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text text = {0};
        text_add(&text, "%s%s", minimal, cases[i]);
        expect_fine(text_get(&text), NULL);
        config_free(&config);
        text_free(&text);
    }
    expect_fine("game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10x2\"; };\n"
                "optimizer = { name = \"clop\"; };\n",
                NULL);
    config_free(&config);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_configs_load_and_round_trip),
        cmocka_unit_test(shipped_configs_verify_on_a_pool_never_met),
        cmocka_unit_test(print_has_every_key_but_the_local_ones),
        cmocka_unit_test(people_see_the_chosen_optimisers_settings),
        cmocka_unit_test(defaults_are_valid_values),
        cmocka_unit_test(limits_themselves_are_accepted),
        cmocka_unit_test(numbers_print_exactly),
        cmocka_unit_test(whole_numbers_keep_all_their_digits),
        cmocka_unit_test(names_round_trip_with_quotes),
        cmocka_unit_test(settings_reach_their_fields),
        cmocka_unit_test(the_page_of_keys_has_all_of_them),
        cmocka_unit_test(steps_reach_as_far_as_given_weights_are_large),
        cmocka_unit_test(factors_reach_everywhere),
        cmocka_unit_test(a_random_start_changes_no_value),
        cmocka_unit_test(around_begins_at_the_defaults),
        cmocka_unit_test(rules_for_parameters_are_read_and_printed),
        cmocka_unit_test(rules_can_be_set_on_the_command_line),
        cmocka_unit_test(engines_of_their_own_are_yardsticks),
        cmocka_unit_test(engines_that_cannot_play_are_refused),
        cmocka_unit_test(manners_of_play_are_read_and_printed),
        cmocka_unit_test(lists_of_manners_can_be_set),
        cmocka_unit_test(wrong_lists_of_manners_are_refused),
        cmocka_unit_test(weights_of_other_layouts_are_taken_and_that_is_said),
        cmocka_unit_test(equal_runs_print_equal_texts),
        cmocka_unit_test(sets_win_over_the_file),
        cmocka_unit_test(settings_of_an_idle_optimiser_are_refused),
        cmocka_unit_test(texts_of_versions_differ_in_what_they_say),
        cmocka_unit_test(sets_give_what_is_required),
        cmocka_unit_test(wrong_sets_are_named),
        cmocka_unit_test(settings_of_a_search_without_effect_are_refused),
        cmocka_unit_test(wrong_files_are_refused),
        cmocka_unit_test(what_is_nested_too_deep_to_be_read_is_said_so),
        cmocka_unit_test(equal_rates_are_fine),
        cmocka_unit_test(what_is_frozen_has_a_start),
        cmocka_unit_test(a_byte_order_mark_is_named),
        cmocka_unit_test(missing_weights_are_told_with_their_whole_path),
        cmocka_unit_test(what_is_required_is_asked_for),
        cmocka_unit_test(files_are_named_and_looked_up_beside_the_config),
        cmocka_unit_test(deep_and_huge_texts_are_refused),
        cmocka_unit_test(strength_is_measured_over_time_where_that_can_be),
        cmocka_unit_test(keys_that_a_stored_text_lacks_are_as_they_were),
        cmocka_unit_test(a_stored_text_is_called_by_its_name),
        cmocka_unit_test(mutated_configs_load_or_say_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
