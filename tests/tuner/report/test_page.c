/*
 * The page: a small run under names that would be markup, drawn whole; and what a page must be:
 * well formed, with every figure, asking nothing of a network, written at once or not at all.
 */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ctype.h>
#include <math.h>

#include "engine/files/records.h"
#include "tests/find.h"
#include "tests/runs.h"
#include "tuner/report/page/chart.h"
#include "tuner/report/page/html.h"
#include "tuner/report/page/page.h"
#include "tuner/report/page/parts.h"

static const char run_name[] = "a <b>&amp; 'run'";
static const char yardstick_name[] = "<img x=1>&y";

static const char config[] =
    "name = \"a <b>&amp; 'run'\";\nseed = 3;\ngame = \"reversi\";\n"
    "evaluator = { name = \"features\"; layout = \"1\"; };\n"
    "player = ( { share = 0.5; depth = 0; epsilon = 0.1; },\n"
    "           { share = 0.5; depth = 1; epsilon = 0.1; } );\n"
    "fitness = { groups = true; pairs = 2; };\n"
    "progress = { every = 2; };\n"
    "optimizer = { name = \"ga\"; generations = 6; bounds = \"reflect\"; init = \"random\";\n"
    "              ga = { population = 8; groups = 2; }; };\n"
    "verify = { depths = [ 0, 2 ]; depth_pairs = 4; candidates = 2; selection_pairs = 4; pairs = "
    "10; "
    "milestone_every = 2;\n"
    "           milestone_pairs = 6; random_players = 1; yardsticks = [ \"y.weights\" ]; };\n";

static const char connect_config[] =
    "name = \"roads\";\nseed = 3;\ngame = \"connect(8,8,4,1,1)\";\nevaluator = { name = \"roads\"; "
    "};\n"
    "fitness = { groups = true; pairs = 2; };\n"
    "optimizer = { name = \"anneal\"; generations = 4; init = \"random\"; };\n"
    "verify = { candidates = 1; selection_pairs = 2; pairs = 4; };\n";

static struct text html, tournament; /* of the run; of a tournament, played when first asked for */

static void write_in_directory(const char *name, const char *content) {
    char path[600];
    struct error error;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (file_write(path, content, &error)) fail_msg("%s", error.text);
}

static void read_in_directory(const char *name, struct text *out) {
    char path[600];
    struct error error;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    if (file_read(path, out, &error)) fail_msg("%s", error.text);
}

static void write_initial(const char *file_name, const struct evaluator *evaluator,
                          const char *name) {
    struct weights weights = {.evaluator = evaluator,
                              .values =
                                  xcalloc((size_t)evaluator->param_count, sizeof *weights.values)};
    struct text file = {0};
    evaluator_initial(evaluator, weights.values);
    snprintf(weights.provenance.name, sizeof weights.provenance.name, "%s", name);
    weights_print(&weights, WEIGHTS_NATIVE, &file);
    write_in_directory(file_name, text_get(&file));
    weights_free(&weights);
    text_free(&file);
}

static int begin(void **state) {
    if (runs_make_directory(state)) return -1;
    write_in_directory("run.cfg", config);
    write_initial("y.weights", find("reversi", "10"), yardstick_name);
    assert_prints("tune run.cfg --set output=out", 0, "Champion");
    assert_prints("report out --html page.html", 0, "");
    read_in_directory("page.html", &html);
    return 0;
}

static int end(void **state) {
    text_free(&html);
    text_free(&tournament);
    return own_directory_remove(state);
}

static bool has(const char *part) {
    return strstr(text_get(&html), part) != NULL;
}

static int count_of(const char *page, const char *part) {
    int count = 0;
    while ((page = strstr(page, part))) page++, count++;
    return count;
}

/* ---- what a page must be ---- */

enum { DEPTH_MAX = 64, NAME_MAX_LENGTH = 16 };

/* The end of a tag that begins at `at`; quoted attributes may hold anything but markup. */
static const char *end_of_tag(const char *at) {
    char quote = 0;
    for (; *at && (quote || *at != '>'); at++) {
        if (*at == '<' && quote) fail_msg("markup in an attribute: %.80s", at);
        if (!quote && (*at == '"' || *at == '\''))
            quote = *at;
        else if (*at == quote)
            quote = 0;
    }
    if (!*at) fail_msg("a tag without an end");
    return at;
}

static bool is_void(const char *name) {
    return strcmp(name, "meta") == 0 || strcmp(name, "link") == 0;
}

/* Elements close in the order in which they opened. */
static void assert_well_formed(const char *at) {
    char open[DEPTH_MAX][NAME_MAX_LENGTH];
    int depth = 0;
    at += strlen("<!DOCTYPE html>");
    while ((at = strchr(at, '<'))) {
        bool closes = at[1] == '/';
        const char *name_at = at + 1 + closes, *last = end_of_tag(at);
        char name[NAME_MAX_LENGTH];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(name_at, " >/\n"), name_at);
        if (closes) {
            if (depth == 0 || strcmp(open[--depth], name) != 0)
                fail_msg("</%s> closes <%s>", name, depth >= 0 ? open[depth] : "");
        } else if (last[-1] != '/' && !is_void(name)) {
            assert_true(depth < DEPTH_MAX);
            snprintf(open[depth++], NAME_MAX_LENGTH, "%s", name);
        }
        at = last;
        if (!closes && (strcmp(name, "script") == 0 || strcmp(name, "style") == 0))
            at = strstr(at, name[1] == 'c' ? "</script>" : "</style>");
    }
    assert_int_equal(depth, 0);
}

static void assert_ids_are_unique(const char *page) {
    for (const char *at = page; (at = strstr(at, " id=\""));) {
        int length = (int)strcspn(at + 5, "\"") + 6;
        char id[80];
        snprintf(id, sizeof id, "%.*s", length, at);
        at += length;
        if (strstr(at, id)) fail_msg("twice: %s", id);
    }
}

static void pages_are_well_formed(void **state) {
    (void)state;
    assert_well_formed(text_get(&html));
    assert_ids_are_unique(text_get(&html));
}

/* The only address in a page is the name of the language of its drawings. */
static void assert_asks_nothing(const char *page) {
    static const char *const outside[] = {"https:", "//www",     "@import",  "url(",     " src=",
                                          "fetch(", " onclick=", " onload=", " onerror="};
    static const char name[] = "\"http://www.w3.org/2000/svg\"";
    for (const char *at = page; (at = strstr(at, "http:")); at++)
        if (strncmp(at - 1, name, strlen(name)) != 0) fail_msg("the page has %.60s", at);
    for (size_t i = 0; i < COUNT_OF(outside); i++)
        for (const char *at = page; (at = strstr(at, outside[i])); at++)
            if (strcmp(outside[i], "//www") != 0 || strncmp(at - 6, name, strlen(name)) != 0)
                fail_msg("the page has %.60s", at);
}

static void pages_ask_nothing_of_a_network_and_run_no_attribute(void **state) {
    (void)state;
    assert_asks_nothing(text_get(&html));
}

static void every_figure_is_there_with_title_description_and_numbers(void **state) {
    (void)state;
    static const char *const figures[] = {"gain",       "curve",     "depths",     "manners",
                                          "opponents",  "ratings",   "crosstable", "weights",
                                          "parameters", "optimiser", "pace"};
    const char *at = text_get(&html);
    for (size_t i = 0; i < COUNT_OF(figures); i++) {
        char begin_of[64];
        snprintf(begin_of, sizeof begin_of, "<figure id=\"%s\"", figures[i]);
        const char *figure = strstr(at, begin_of); /* after the one before */
        if (!figure) fail_msg("no figure %s, or not in its place", figures[i]);
        const char *over = strstr(figure, "</figure>");
        const char *parts[] = {"<figcaption><h2", "<p>", "<details>", "<table"};
        for (size_t p = 0; p < COUNT_OF(parts); p++) {
            const char *part = strstr(figure, parts[p]);
            if (!part || part > over) fail_msg("figure %s lacks %s", figures[i], parts[p]);
        }
        at = figure;
    }
    assert_non_null(strstr(at, "<figure id=\"again\""));
}

static void names_are_text_and_never_markup(void **state) {
    (void)state;
    assert_true(has("<h1>a &lt;b&gt;&amp;amp; &#39;run&#39;</h1>"));
    assert_true(has("&lt;img x=1&gt;&amp;y"));
    assert_false(has(run_name));
    assert_false(has(yardstick_name));
}

static void the_verdict_is_one_sentence_at_the_head(void **state) {
    (void)state;
    const char *verdict = strstr(text_get(&html), "<p class=\"verdict");
    assert_non_null(verdict);
    assert_true(verdict < strstr(text_get(&html), "<figure"));
    assert_non_null(strstr(verdict, "The champion, generation 6, is "));
    assert_non_null(strstr(verdict, " Elo against the start"));
}

/* gnuplot's own names would be shown as those of the points. */
static void points_of_charts_say_what_they_are(void **state) {
    (void)state;
    assert_true(has("<title>strength, thousand training games"));
    assert_false(has("using 1"));
    assert_false(has("gnuplot_"));
}

/* Labels of an axis have room: a narrow drawing has fewer of them. */
static void labels_of_an_axis_do_not_touch(void **state) {
    (void)state;
    const double x[] = {0, 1900}, y[] = {0, 1};
    const struct chart chart = {.x_label = "x",
                                .y_label = "y",
                                .count = 1,
                                .series = {{.name = "one", .count = 2, .x = x, .y = y}}};
    struct text out = {0};
    struct error error;
    if (chart_draw(&chart, &out, &error)) fail_msg("%s", error.text);
    const char *narrow = strstr(text_get(&out), "class=\"chart narrow\"");
    const char *wide = strstr(text_get(&out), "200<");
    assert_true(wide && narrow && wide < narrow);
    assert_non_null(strstr(narrow, "500<"));
    assert_null(strstr(narrow, " 200<"));
    assert_null(strstr(text_get(&out), "class=\"legend\"")); /* one line is called by its title */
    text_free(&out);
}

static void curves_show_rows_of_parameters(void **state) {
    (void)state;
    struct text page = {0};
    write_in_directory("roads.cfg", connect_config);
    assert_prints("tune roads.cfg --set output=roads", 0, "Champion");
    assert_prints("report roads --html roads.html", 0, "");
    read_in_directory("roads.html", &page);
    assert_well_formed(text_get(&page));
    assert_ids_are_unique(text_get(&page));
    const char *weights = strstr(text_get(&page), "<figure id=\"weights\"");
    assert_non_null(weights);
    assert_non_null(strstr(weights, "<h3>own: a road with"));
    assert_non_null(strstr(weights, "<title>champion, own 3: "));
    assert_non_null(strstr(weights, "<title>start, opp 1: "));
    text_free(&page);
}

static void runs_of_a_game_stand_side_by_side(void **state) {
    (void)state;
    struct text page = {0};
    assert_prints("report out ./out --html both.html", 0, "");
    read_in_directory("both.html", &page);
    assert_well_formed(text_get(&page));
    assert_ids_are_unique(text_get(&page));
    assert_asks_nothing(text_get(&page));
    assert_non_null(strstr(text_get(&page), "<title>out, thousand training games"));
    assert_non_null(strstr(text_get(&page), "<title>./out, thousand training games"));
    assert_non_null(strstr(text_get(&page), "<figure id=\"champions\""));
    text_free(&page);
}

/* gnuplot draws no chart without a point. */
static void runs_without_milestones_have_no_curve(void **state) {
    (void)state;
    struct text page = {0};
    assert_prints("tune run.cfg --set output=short --set verify.milestone_every=0 "
                  "--set progress.every=0",
                  0, "Champion");
    assert_prints("report short ./short --html none.html", 0, "");
    read_in_directory("none.html", &page);
    assert_null(strstr(text_get(&page), "<figure id=\"curves\""));
    text_free(&page);
    assert_prints("report short out --html one.html", 0, "");
    read_in_directory("one.html", &page);
    assert_well_formed(text_get(&page));
    assert_non_null(strstr(text_get(&page), "<title>out, thousand training games"));
    assert_null(strstr(text_get(&page), "<span>short</span></span>"));
    text_free(&page);
}

/* The command that the page shows for it. */
static void the_run_can_be_had_again_by_the_command_shown(void **state) {
    (void)state;
    const char *command = strstr(text_get(&html), "<pre><code>");
    assert_non_null(command);
    assert_non_null(strstr(command, " tune out --set output=out-again</code>"));
    assert_prints("tune out --set output=out-again", 0, "Champion");
    assert_same_database("out", "out-again");
}

/* ---- pieces ---- */

static void what_is_no_text_is_made_harmless(void **state) {
    (void)state;
    struct text out = {0};
    html_add(&out, "%s +/- %d", "<&>\"'\x01\xff", 3);
    assert_string_equal(text_get(&out), "&lt;&amp;&gt;&quot;&#39;?? ± 3");
    text_free(&out);
}

static void counts_are_grouped_by_thousands(void **state) {
    (void)state;
    char out[HTML_COUNT_LENGTH];
    assert_string_equal(html_count(0, out), "0");
    assert_string_equal(html_count(999, out), "999");
    assert_string_equal(html_count(1000, out), "1 000");
    assert_string_equal(html_count(-123456, out), "-123 456");
    assert_string_equal(html_count(9907200, out), "9 907 200");
}

/* Where all was won or lost there is no number, and nothing that is none gets into the page. */
static void scales_bear_what_has_no_end(void **state) {
    (void)state;
    struct html_scale scale = {0, 0};
    struct text out = {0};
    const struct html_value known = {100, 50, 150}, over = {INFINITY, 70, INFINITY},
                            under = {-INFINITY, -INFINITY, -50};
    html_scale_take(&scale, &known);
    html_scale_take(&scale, &over);
    html_scale_take(&scale, &under);
    assert_true(scale.low == -50 && scale.high == 150);
    html_scale_mark(&out, &scale, &over, 0);
    html_scale_mark(&out, &scale, &under, 0);
    html_scale_mark(&out, &scale, &known, 0);
    assert_null(strstr(text_get(&out), "nan"));
    assert_null(strstr(text_get(&out), "inf"));
    assert_non_null(strstr(text_get(&out),
                           "left:60.00%;width:40.00%\"></i><i class=\"point above\" "
                           "style=\"left:100.00%\""));
    assert_non_null(strstr(text_get(&out), "left:0.00%;width:0.00%\"></i><i class=\"point below\" "
                                           "style=\"left:0.00%\""));
    assert_non_null(strstr(text_get(&out), "class=\"point above\" style=\"left:75.00%\""));
    text_free(&out);
}

/* A champion that is the start has not lost to it. */
static void depths_without_pairs_have_no_strength(void **state) {
    (void)state;
    const struct pentanomial won = {{0, 0, 1, 2, 3}};
    static const struct depth_words words = {"Strength", "of each depth", "depth", "pairs", "tune"};
    struct page page = {.report.depths = {.words = &words, .count = 2}};
    struct depth_row *rows = page.report.depths.rows;
    struct text out = {0};
    rows[0].gain = score_of(&(struct pentanomial){{0}});
    rows[1].gain = score_of(&won);
    for (int i = 0; i < 2; i++) text_add(&rows[i].play, "depth %d", i);
    page_add_depths(&page, &out);
    assert_non_null(strstr(text_get(&out), "<span>depth 0</span><span></span>"
                                           "<span class=\"value\">-</span>"));
    assert_non_null(strstr(text_get(&out), "<span>depth 1</span><span class=\"track\""));
    assert_non_null(
        strstr(text_get(&out), ">depth 0</th><td>0</td><td>-</td><td>-</td><td>-</td>"));
    for (int i = 0; i < 2; i++) text_free(&rows[i].play);
    text_free(&out);
}

/* ---- the command ---- */

static void a_missing_gnuplot_and_a_wrong_use_are_said(void **state) {
    (void)state;
    struct text out = {0};
    char line[700];
    snprintf(line, sizeof line, "PATH=/nowhere '%s' report out --html lost.html", program);
    assert_int_equal(shell_line(line, &out), 2);
    assert_non_null(strstr(text_get(&out), "gnuplot-nox"));
    text_free(&out);
    assert_prints("report out out --html x.html --follow", 2, "--follow is of one run");
    assert_prints("report out --html x.html --curve", 2, "--html does not go with --format");
    assert_prints("report out roads --html x.html", 2, "runs of one game can be compared");
    assert_prints("report out --html no/such/place.html", 2, "no/such");
    assert_prints("report nothing --html x.html", 2, "nothing");
}

/* A reader meanwhile sees the old page or the new one. */
static void pages_are_written_whole_or_not_at_all(void **state) {
    (void)state;
    struct text after = {0};
    assert_prints("report out --html page.html", 0, "");
    read_in_directory("page.html", &after);
    assert_true(after.length > 10000);
    assert_int_equal(shell_line("test ! -e page.html.hone.tmp", &after), 0);
    text_free(&after);
}

/* A user's work is not lost by naming its file; an old page and an empty file are no loss. */
static void only_pages_are_written_over(void **state) {
    (void)state;
    static const char *const commands[] = {"report out --html", "report out --follow --html",
                                           "report out out --html",
                                           "tournament y.weights random --depth 0 -n 1 --html"};
    struct text out = {0};
    assert_int_equal(shell_line("cp out/run.db kept.db && cp y.weights kept.weights", &out), 0);
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        char line[200];
        snprintf(line, sizeof line, "%s out/run.db", commands[i]);
        assert_prints(line, 2, "out/run.db: is there and no page");
        snprintf(line, sizeof line, "%s y.weights", commands[i]);
        assert_prints(line, 2, "y.weights: is there and no page");
        snprintf(line, sizeof line, "%s -", commands[i]);
        assert_prints(line, 2, "--html '-': a page needs a file");
        snprintf(line, sizeof line, "%s ''", commands[i]);
        assert_prints(line, 2, "--html '': a page needs a file");
    }
    assert_int_equal(shell_line("cmp out/run.db kept.db && cmp y.weights kept.weights", &out), 0);
    assert_int_equal(shell_line("test ! -e - && : > empty.html", &out), 0);
    assert_prints("report out --html empty.html", 0, "");
    assert_prints("report out --html empty.html", 0, "");
    text_free(&out);
}

/* ---- what weights are worth, and where the time went ---- */

static void every_stage_keeps_how_long_it_took(void **state) {
    (void)state;
    assert_int_equal(query_number("out", "SELECT count(*) FROM stage_timings WHERE seconds > 0 AND "
                                         "generation = 0 AND stage IN "
                                         "('select', 'verify', 'depth', 'milestone')"),
                     4);
    assert_int_equal(query_number("out", "SELECT count(*) FROM stage_timings WHERE seconds > 0 AND "
                                         "stage = 'progress' AND generation IN (2, 4, 6)"),
                     3);
    assert_true(has("<h3>Time of each stage</h3>"));
    assert_true(has("<th scope=\"row\">strength against depth</th>"));
}

/* Another player's parts are not the champion's. */
static void what_weights_are_worth_is_shown_once_it_was_asked(void **state) {
    (void)state;
    struct text page = {0}, out = {0};
    assert_false(has("id=\"ablation\""));
    assert_int_equal(shell_line("cp -r out worth", &out), 0);
    assert_prints("ablate worth@2 -n 10 --db w.db", 0, "shown to be worth something");
    assert_prints_not("ablate worth@2 -n 10 --db w.db", "not kept with the run");
    assert_int_equal(count_rows("worth", "ablations"), 0);
    assert_prints("ablate worth -n 10 --db w.db", 0, "shown to be worth something");
    assert_prints("ablate worth@champion -n 10 --by group --db w.db", 0, "worth something");
    assert_int_equal(count_rows("worth", "ablations"), 1);
    assert_prints("ablate worth -n 10 --db w.db", 0, "shown to be worth something");
    assert_int_equal(query_number("worth", "SELECT grouped FROM ablations"), 0);
    assert_prints("report worth --html worth.html", 0, "");
    read_in_directory("worth.html", &page);
    const char *figure = strstr(text_get(&page), "<figure id=\"ablation\"");
    assert_well_formed(text_get(&page));
    assert_non_null(figure);
    assert_non_null(strstr(figure, "<caption>Elo that each is worth</caption>"));
    assert_non_null(strstr(figure, "<li><span>a1</span>"));
    assert_non_null(strstr(figure, "reversi, 10 pairs, "));
    int parts = count_rows("worth", "ablation_parts"),
        kept = (int)query_number("worth", "SELECT sum(kept) FROM ablation_parts");
    assert_true(2 * kept != parts);
    assert_int_equal(count_of(figure, "<td>yes</td>"), kept);
    assert_int_equal(count_of(figure, "<td>no</td>"), parts - kept);
    text_free(&page);
    text_free(&out);
}

/* A longer run has another champion. */
static void what_was_worth_something_is_forgotten_with_the_champion(void **state) {
    (void)state;
    assert_prints("tune worth --generations 7", 0, "Champion");
    assert_int_equal(count_rows("worth", "ablations"), 0);
    assert_int_equal(count_rows("worth", "ablation_parts"), 0);
    assert_int_equal(
        query_number("worth", "SELECT count(*) FROM stage_timings WHERE generation = 0"), 4);
}

/* ---- a tournament ---- */

static void play_tournament(void) {
    if (tournament.length) return;
    assert_prints("tournament y.weights random initial --pairs 3 --depth 0 --opening-plies 4 "
                  "--html t.html",
                  0, "moving first");
    read_in_directory("t.html", &tournament);
}

static void tournaments_are_pages_like_the_others(void **state) {
    (void)state;
    static const char *const figures[] = {"ratings", "crosstable", "los",
                                          "pairs",   "games",      "again"};
    play_tournament();
    const char *at = text_get(&tournament);
    assert_well_formed(at);
    assert_ids_are_unique(at);
    assert_asks_nothing(at);
    assert_null(strstr(at, yardstick_name));
    for (size_t i = 0; i < COUNT_OF(figures); i++) {
        char begin_of[64];
        snprintf(begin_of, sizeof begin_of, "<figure id=\"%s\"", figures[i]);
        at = strstr(at, begin_of);
        if (!at) fail_msg("no figure %s, or not in its place", figures[i]);
    }
    assert_non_null(strstr(text_get(&tournament), "<small>6</small></td>"));
    assert_non_null(strstr(text_get(&tournament), ">result</th>"));
    assert_non_null(strstr(at, " tournament --pairs 3 --depth 0 --opening-plies 4 --html t.html "));
}

static int point_at(const struct game *game, const char **at) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+_";
    int point = 0;
    for (int i = 0; i < (game->columns * game->rows > 64 ? 2 : 1); i++)
        point = 64 * point + (int)(strchr(digits, *(*at)++) - digits);
    return point;
}

/* Reads what stands before the next ply into `stones`; its points up to the end of `signs`. */
static const char *read_changes(const struct game *game, const char *at, int8_t *stones) {
    static const char signs[] = ".:,;-";
    static const int8_t become[] = {0, 1, 0, 1, -1};
    const char *begin_at = at;
    while (*at != '\n' && (at == begin_at || (*at != '.' && *at != ':'))) {
        int8_t stone = become[strchr(signs, *at++) - signs];
        while (*at != '\n' && !strchr(signs, *at)) stones[point_at(game, &at)] = stone;
    }
    return at;
}

/* The move that makes the state's board that one. */
static move_t move_to(const struct game *game, const struct state *state, const int8_t *stones) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->moves(game, state->bytes, moves);
    for (int i = 0; i < count; i++) {
        struct state next = *state;
        bool same = true;
        game->play(game, next.bytes, moves[i]);
        for (int point = 0; point < game->columns * game->rows; point++)
            same = same && game->stone(next.bytes, point) == stones[point];
        if (same) return moves[i];
    }
    fail_msg("no move leads there");
    return MOVE_NONE;
}

/* Of a line "MEETING SWAPPED POINTS OPENING BOARDS": each board follows from the one before by a
 * move of the side that is said to have made it, up to the end of a game with that result. */
static void assert_replays(const struct game *game, const char *line) {
    int8_t stones[GAME_POINTS_MAX];
    int meeting, swapped, points, opening, used;
    struct state state;
    assert_int_equal(sscanf(line, "%d %d %d %d %n", &meeting, &swapped, &points, &opening, &used),
                     4);
    memset(stones, -1, sizeof stones);
    game->start(game, state.bytes);
    const char *at = line + used;
    if (*at == ',' || *at == ';') at = read_changes(game, at, stones);
    for (int point = 0; point < game->columns * game->rows; point++)
        assert_int_equal(stones[point], game->stone(state.bytes, point));
    while (*at != '\n') {
        assert_int_equal(*at, ".:"[game->side(state.bytes)]);
        at = read_changes(game, at, stones);
        game->play(game, state.bytes, move_to(game, &state, stones));
    }
    assert_true(game->over(game, state.bytes));
    int margin = game->margin(game, state.bytes);
    assert_int_equal(points, margin > 0 ? 2 : margin == 0);
}

/* The same where pieces have letters, of which `pieces` has what is on the board. */
static const char *read_pieces(const struct game *game, const char *at, char *pieces) {
    while (*at == '-' || *at == '!') {
        char piece = *at == '!' ? at[1] : '\0';
        for (at += piece ? 2 : 1; isalnum((unsigned char)*at);) pieces[point_at(game, &at)] = piece;
    }
    return at;
}

static bool has_pieces(const struct game *game, const struct state *state, const char *pieces) {
    bool same = true;
    for (int point = 0; point < game->columns * game->rows; point++)
        same = same && game->piece(state->bytes, point) == pieces[point];
    return same;
}

/* The lines of games with pieces: each board comes of the one before by a legal move of its side.
 */
static void assert_pieces_replay(const struct game *game, const char *line) {
    char pieces[GAME_POINTS_MAX] = {0};
    int used = 0;
    struct state state;
    game->start(game, state.bytes);
    sscanf(line, "%*d %*d %*d %*d %n", &used);
    const char *at = read_pieces(game, line + used, pieces);
    assert_true(has_pieces(game, &state, pieces));
    while (*at != '\n') {
        move_t moves[GAME_MOVES_MAX];
        struct state before = state;
        int i = 0, count = game->moves(game, state.bytes, moves);
        assert_int_equal(*at++, ".:"[game->side(state.bytes)]);
        at = read_pieces(game, at, pieces);
        for (bool found = false; !found && i < count; i++) {
            state = before;
            game->play(game, state.bytes, moves[i]);
            found = has_pieces(game, &state, pieces);
        }
        assert_true(has_pieces(game, &state, pieces));
    }
    assert_true(game->over(game, state.bytes));
}

/* The next line of games after `at`; NULL: there is none. `*games` counts them. */
static const char *next_game(const char *at, int *games) {
    if (strncmp(at, "<!DOCTYPE", 9) == 0) at = strstr(at, "id=\"moves\">");
    at = strchr(at, '\n') + 1;
    if (*at == '<') return NULL;
    ++*games;
    return at;
}

static void games_of_a_tournament_can_be_replayed(void **state) {
    (void)state;
    int games = 0;
    play_tournament();
    const char *page = text_get(&tournament);
    for (const char *line = page; (line = next_game(line, &games));)
        assert_replays(find("reversi", "10")->game, line);
    assert_int_equal(games, 3 * 3 * 2);
    assert_non_null(strstr(page, "All 18, each from the start."));
    /* The first pair: in its second game the other one moves first. */
    assert_non_null(strstr(page, "\n0 0 "));
    assert_non_null(strstr(page, "\n0 1 "));
    assert_non_null(strstr(page, ">1</th><td>&lt;img x=1&gt;&amp;y</td><td>random</td>"));
    assert_non_null(strstr(page, ">2</th><td>random</td><td>&lt;img x=1&gt;&amp;y</td>"));
}

/* Points of large boards are two digits, and where stones do not stay, that is told. */
static void games_on_large_boards_and_with_swaps_can_be_replayed(void **state) {
    (void)state;
    static const char *const names[] = {"connect6", "hex(9,swap)"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const struct evaluator *evaluator = find(names[i], NULL);
        struct text page = {0};
        int games = 0;
        write_initial("big.weights", evaluator, "big");
        assert_prints("tournament big.weights random random --pairs 4 --opening-plies 0 --depth 0 "
                      "--html big.html",
                      0, "moving first");
        read_in_directory("big.html", &page);
        for (const char *line = text_get(&page); (line = next_game(line, &games));)
            assert_replays(evaluator->game, line);
        assert_int_equal(games, 3 * 4 * 2);
        assert_true((strstr(text_get(&page), "data-cells=\"hexagons\"") != NULL) == (i == 1));
        text_free(&page);
    }
}

/* Of more games than a page bears each meeting has its first ones, and it is said how many. */
static void pages_of_many_games_say_which_they_have(void **state) {
    (void)state;
    struct text page = {0};
    int games = 0;
    assert_prints("tournament y.weights random --pairs 6010 --depth 0 --html many.html", 0,
                  "moving first");
    read_in_directory("many.html", &page);
    for (const char *line = text_get(&page); (line = next_game(line, &games));) continue;
    assert_int_equal(games, 12000);
    assert_non_null(strstr(text_get(&page), "the first 6000 of 6010 pairs, 12 000 games"));
    text_free(&page);
}

/* Games with an engine of its own are not played again but read from where they are kept. */
static void games_with_engines_of_their_own_are_shown_as_they_were(void **state) {
    (void)state;
    struct text page = {0};
    char arguments[900];
    snprintf(
        arguments, sizeof arguments,
        "tournament y.weights 'cmd:%s-engine --protocol gtp --depth 1;protocol=gtp;name=<guest>' "
        "--pairs 1 --opening-plies 2 --db g.db --html g.html",
        program);
    assert_prints(arguments, 0, "2 are kept");
    read_in_directory("g.html", &page);
    int games = 0;
    for (const char *line = text_get(&page); (line = next_game(line, &games));)
        assert_replays(find("reversi", "10")->game, line);
    assert_int_equal(games, 2);
    assert_null(strstr(text_get(&page), "<guest>"));
    text_free(&page);
}

static void pieces_are_drawn_by_letters(void **state) {
    (void)state;
    struct text page = {0};
    int games = 0;
    write_initial("d.weights", find("dobutsu", NULL), "d");
    assert_prints("tournament d.weights random --pairs 3 --opening-plies 0 --depth 1 --html d.html",
                  0, "moving first");
    read_in_directory("d.html", &page);
    assert_non_null(strstr(text_get(&page), "data-cells=\"squares\" data-pieces=\"1\""));
    for (const char *line = text_get(&page); (line = next_game(line, &games));)
        assert_pieces_replay(find_game("dobutsu"), line);
    assert_int_equal(games, 3 * 2);
    text_free(&page);
}

/* Neutral pieces are no side's stones. */
static void boards_are_of_games_of_stones_alone(void **state) {
    (void)state;
    struct text page = {0};
    write_initial("l.weights", find("lgame", NULL), "l");
    assert_prints("tournament l.weights random --pairs 1 --depth 0 --plies-max 20 --html l.html", 0,
                  "stronger than the next");
    read_in_directory("l.html", &page);
    assert_non_null(strstr(text_get(&page), "<td class=\"moves\">"));
    assert_null(strstr(text_get(&page), "id=\"board\""));
    assert_null(strstr(text_get(&page), "id=\"moves\""));
    text_free(&page);
}

static const char *moves_of(struct text *page) {
    const char *script = strstr(text_get(page), "<script type=\"text/plain\" id=\"moves\">\n");
    if (!script) fail_msg("no moves");
    return strchr(script, '\n') + 1;
}

/* With a record for the page to play on, of games without a board, too. */
static void games_can_be_played_on(void **state) {
    (void)state;
    struct text page = {0};
    assert_prints("tournament random random --game reversi --html x.html --playable", 2,
                  "--playable: no player has weights");
    setenv("HONE_WEB", directory, 1);
    assert_prints("tournament y.weights random --html x.html --playable", 2, "`make web` builds");
    write_in_directory("play.html", "<b>\n<!-- champions -->\n</b>\n");
    write_initial("l.weights", find("lgame", NULL), "l");
    assert_prints("tournament l.weights random --pairs 1 --opening-plies 0 --depth 0 --html l.html "
                  "--playable",
                  0, "stronger than the next");
    read_in_directory("l.html", &page);
    assert_non_null(strstr(text_get(&page), "data-cells=\"none\""));
    assert_non_null(strstr(text_get(&page), ">Open the game on a board to play on</button>"));
    const char *record = strchr(moves_of(&page), '\t');
    assert_non_null(record);
    struct game_record read;
    struct error error;
    struct text line = {0};
    record++;
    text_add(&line, "%.*s", (int)strcspn(record, "\n"), record);
    const char *at = text_get(&line);
    assert_int_equal(records_parse(RECORDS_MOVES, find_game("lgame"), &at, &read, &error), 0);
    assert_true(read.count > 0);
    text_free(&line);
    text_free(&page);
    unsetenv("HONE_WEB");
}

/* Ended as soon as there are pairs. */
static void interrupted_tournaments_say_that_they_show_no_games(void **state) {
    (void)state;
    struct text page = {0}, out = {0};
    char line[900];
    snprintf(line, sizeof line,
             "for s in 0.2 0.5 1 3 9; do '%s' tournament y.weights random -n 20000 --depth 2 "
             "--html i.html & p=$!; sleep $s; kill -TERM $p; wait $p; "
             "grep -q 'interrupted after' i.html && exit 0; done; exit 1",
             program);
    if (shell_line(line, &out)) fail_msg("%s", text_get(&out));
    read_in_directory("i.html", &page);
    assert_well_formed(text_get(&page));
    assert_non_null(strstr(text_get(&page), "They are not shown, since the tournament was inter"));
    assert_null(strstr(text_get(&page), "id=\"moves\""));
    text_free(&page);
    text_free(&out);
}

/* ---- following ---- */

/* Of a finished run once; it does not load itself any more. */
static void following_ends_with_the_run(void **state) {
    (void)state;
    struct text page = {0};
    assert_prints("report out --html page.html --follow", 0, "");
    read_in_directory("page.html", &page);
    assert_non_null(strstr(text_get(&page), " data-refresh=\"0\""));
    assert_null(strstr(text_get(&page), "http-equiv"));
    assert_null(strstr(text_get(&page), "id=\"refresh\""));
    text_free(&page);
}

/* "going": the run as it was before it was finished. */
static void unfinish(void) {
    char path[600];
    sqlite3 *db = NULL;
    struct text out = {0};
    assert_int_equal(shell_line("cp -r out going", &out), 0);
    snprintf(path, sizeof path, "%s/going/run.db", directory);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE runs SET finished = ''", NULL, NULL, NULL),
                     SQLITE_OK);
    forget_checksums(db);
    sqlite3_close(db);
    store_close(store_open(path, STORE_WRITE, NULL));
    text_free(&out);
}

/* A run that a user has stopped may go on. */
static void a_run_that_is_not_finished_is_followed_until_a_signal(void **state) {
    (void)state;
    struct text out = {0}, page = {0};
    char line[900];
    unfinish();
    snprintf(line, sizeof line,
             "{ '%s' report going --html f.html --follow & p=$!; "
             "until test -s f.html; do sleep 0.05; done; kill -TERM $p; wait $p; }",
             program);
    assert_int_equal(shell_line(line, &out), 143);
    read_in_directory("f.html", &page);
    assert_non_null(strstr(text_get(&page), " data-refresh=\"60\""));
    assert_non_null(strstr(text_get(&page), "<noscript><meta http-equiv=\"refresh\""));
    assert_non_null(strstr(text_get(&page), "id=\"refresh\""));
    assert_well_formed(text_get(&page));
    text_free(&out);
    text_free(&page);
}

/* The signal ends gnuplot as well, which is no fault to be told. */
static void a_signal_while_gnuplot_draws_is_no_error(void **state) {
    (void)state;
    struct text out = {0};
    char line[1200];
    write_in_directory("gnuplot", "#!/bin/sh\ntest \"$1\" = --version && exit 0\n"
                                  ": > drawing\nuntil test -e go; do sleep 0.05; done\nexit 1\n");
    snprintf(line, sizeof line,
             "{ chmod +x gnuplot; PATH=.:$PATH '%s' report going --html s.html --follow & p=$!; "
             "until test -e drawing; do sleep 0.05; done; kill -TERM $p; : > go; wait $p; }",
             program);
    int status = shell_line(line, &out);
    assert_null(strstr(text_get(&out), "could not draw"));
    assert_int_equal(status, 143);
    text_free(&out);
}

/* What is read is of one moment, and a writer meanwhile does not wait. */
static void reading_sees_one_moment_and_keeps_no_writer_waiting(void **state) {
    (void)state;
    char path[600];
    struct error error;
    struct stored_run *runs;
    snprintf(path, sizeof path, "%s/going/run.db", directory);
    struct store *reader = store_open(path, STORE_READ, &error);
    struct store *writer = store_open(path, STORE_WRITE, &error);
    assert_non_null(reader);
    assert_non_null(writer);
    store_begin_reading(reader);
    int count = store_runs(reader, &runs);
    store_free_runs(runs, count);
    store_begin(writer);
    store_finish_run(writer, 1);
    store_commit(writer);
    count = store_runs(reader, &runs);
    assert_string_equal(runs[0].finished, "");
    store_free_runs(runs, count);
    store_rollback(reader);
    count = store_runs(reader, &runs);
    assert_string_not_equal(runs[0].finished, "");
    store_free_runs(runs, count);
    store_close(writer);
    store_close(reader);
}

static void a_page_is_read_again_as_its_run_goes_on(void **state) {
    (void)state;
    char path[600];
    struct error error;
    struct run_argument run;
    struct page page = {.follow = true};
    struct text out = {0}, before = {0}, after = {0};
    assert_int_equal(shell_line("rm -r going", &out), 0);
    unfinish();
    snprintf(path, sizeof path, "%s/going", directory);
    assert_int_equal(run_argument_open(path, &run, &error), 0);
    assert_int_equal(page_open(&run, &page, &error), 0);
    assert_int_equal(page_draw(&page, &before, &error), 0);
    assert_prints("tune going", 0, "Champion");
    assert_int_equal(page_read(&page, &error), 0);
    assert_int_equal(page_draw(&page, &after, &error), 0);
    assert_non_null(strstr(text_get(&before), "stopped; generation 6 of 6"));
    assert_null(strstr(text_get(&after), "stopped; "));
    page_close(&page);
    text_free(&before);
    text_free(&after);
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_are_well_formed),
        cmocka_unit_test(pages_ask_nothing_of_a_network_and_run_no_attribute),
        cmocka_unit_test(every_figure_is_there_with_title_description_and_numbers),
        cmocka_unit_test(names_are_text_and_never_markup),
        cmocka_unit_test(the_verdict_is_one_sentence_at_the_head),
        cmocka_unit_test(points_of_charts_say_what_they_are),
        cmocka_unit_test(labels_of_an_axis_do_not_touch),
        cmocka_unit_test(curves_show_rows_of_parameters),
        cmocka_unit_test(runs_of_a_game_stand_side_by_side),
        cmocka_unit_test(runs_without_milestones_have_no_curve),
        cmocka_unit_test(the_run_can_be_had_again_by_the_command_shown),
        cmocka_unit_test(what_is_no_text_is_made_harmless),
        cmocka_unit_test(counts_are_grouped_by_thousands),
        cmocka_unit_test(scales_bear_what_has_no_end),
        cmocka_unit_test(depths_without_pairs_have_no_strength),
        cmocka_unit_test(a_missing_gnuplot_and_a_wrong_use_are_said),
        cmocka_unit_test(pages_are_written_whole_or_not_at_all),
        cmocka_unit_test(only_pages_are_written_over),
        cmocka_unit_test(every_stage_keeps_how_long_it_took),
        cmocka_unit_test(what_weights_are_worth_is_shown_once_it_was_asked),
        cmocka_unit_test(what_was_worth_something_is_forgotten_with_the_champion),
        cmocka_unit_test(tournaments_are_pages_like_the_others),
        cmocka_unit_test(games_of_a_tournament_can_be_replayed),
        cmocka_unit_test(games_on_large_boards_and_with_swaps_can_be_replayed),
        cmocka_unit_test(pages_of_many_games_say_which_they_have),
        cmocka_unit_test(games_with_engines_of_their_own_are_shown_as_they_were),
        cmocka_unit_test(pieces_are_drawn_by_letters),
        cmocka_unit_test(boards_are_of_games_of_stones_alone),
        cmocka_unit_test(games_can_be_played_on),
        cmocka_unit_test(interrupted_tournaments_say_that_they_show_no_games),
        cmocka_unit_test(following_ends_with_the_run),
        cmocka_unit_test(a_run_that_is_not_finished_is_followed_until_a_signal),
        cmocka_unit_test(a_signal_while_gnuplot_draws_is_no_error),
        cmocka_unit_test(reading_sees_one_moment_and_keeps_no_writer_waiting),
        cmocka_unit_test(a_page_is_read_again_as_its_run_goes_on),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
