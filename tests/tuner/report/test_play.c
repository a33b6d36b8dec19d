/*
 * The page to play on: a page that `make web` built, with the weights in it, of which no text is
 * markup and no value is lost.
 */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/files/weights_packed.h"
#include "engine/games/games.h"
#include "engine/plugin/library.h"
#include "tuner/report/page/play.h"

static char folder[] = "/tmp/hone-play-XXXXXX";
static char page_path[64];

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(page_path, sizeof page_path, "%s/play.html", folder);
    return setenv("HONE_WEB", folder, 1);
}

static int remove_folder(void **state) {
    (void)state;
    unlink(page_path);
    return rmdir(folder);
}

static void write_page(const char *content) {
    struct error error;
    if (file_write(page_path, content, &error)) fail_msg("%s", error.text);
}

static int32_t values[10] = {1, -1, 0, 100, -100, 999, -999, 7, 300, -300};

static struct weights sample(void) {
    struct error error;
    const struct game *game = games_find("reversi", &error);
    return (struct weights){.evaluator = games_evaluator(game, "wpc", "10", &error),
                            .values = values,
                            .provenance = {.name = "</script><img src=x onerror=alert(1)>",
                                           .source = "<!-- champions -->",
                                           .generation = -1}};
}

static void without_its_page_it_says_what_to_run(void **state) {
    (void)state;
    struct weights weights = sample();
    struct text out = {0};
    struct error error;
    assert_int_equal(play_page(&(struct play_seats){1, {&weights}}, &out, &error), -1);
    assert_non_null(strstr(error.text, "`make web` builds it"));
    write_page("<p>no place for weights</p>");
    assert_int_equal(play_page(&(struct play_seats){1, {&weights}}, &out, &error), -1);
    assert_non_null(strstr(error.text, "play.html is no page to play on; `make web` builds it"));
    assert_int_equal(out.length, 0);
}

/* Undoes base64 and gzip by the system's programs. */
static size_t undo(const char *digits, size_t length, char *out, size_t size) {
    char command[128];
    struct text text = {0};
    snprintf(command, sizeof command, "base64 -d %s | gzip -dc", page_path);
    text_add_bytes(&text, digits, length);
    write_page(text_get(&text));
    text_free(&text);
    FILE *pipe = popen(command, "r");
    size_t count = fread(out, 1, size, pipe);
    assert_int_equal(pclose(pipe), 0);
    return count;
}

static void weights_are_data_and_whole(void **state) {
    (void)state;
    static const char before[] = "<b>\n<script type=\"application/gzip\" class=\"champion\">";
    struct weights weights = sample(), read;
    struct text out = {0};
    struct error error;
    char bytes[4096];
    write_page("<b>\n<!-- champions -->\n</b>\n");
    assert_int_equal(play_page(&(struct play_seats){1, {&weights}}, &out, &error), 0);
    assert_int_equal(strncmp(text_get(&out), before, strlen(before)), 0);
    const char *digits = out.data + strlen(before);
    size_t length =
        strspn(digits, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=");
    assert_int_equal(length % 4, 0);
    assert_string_equal(digits + length, "</script>\n</b>\n");
    size_t count = undo(digits, length, bytes, sizeof bytes);
    assert_int_equal(weights_unpack("x", bytes, count, &read, &error), 0);
    assert_memory_equal(read.values, values, sizeof values);
    assert_string_equal(read.provenance.name, weights.provenance.name);
    weights_free(&read);
    text_free(&out);
}

/* Which its script opens. */
static void a_button_carries_the_page(void **state) {
    (void)state;
    static const char before[] =
        "<p><button type=\"button\" id=\"play\">Play against it</button></p>\n"
        "<script type=\"text/plain\" id=\"play-page\">PGI+CjxzY3JpcHQg";
    struct weights weights = sample();
    struct text out = {0};
    struct error error;
    write_page("<b>\n<!-- champions -->\n</b>\n");
    assert_int_equal(
        play_button(&(struct play_seats){1, {&weights}}, "Play against it", &out, &error), 0);
    assert_int_equal(strncmp(text_get(&out), before, strlen(before)), 0);
    assert_string_equal(out.data + out.length - 10, "</script>\n");
    text_free(&out);
}

/* ---- plug-ins --------------------------------------------------------------------------------
 */

static char library_path[64], own_page[64];

static void write_at(const char *path, const char *content, time_t seconds) {
    struct error error;
    if (file_write(path, content, &error)) fail_msg("%s", error.text);
    const struct timespec times[2] = {{.tv_sec = seconds}, {.tv_sec = seconds}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* A library is loaded from the folder of the pages. */
static struct weights plugin_sample(const char *plugin, const char *game, const char *evaluator) {
    char command[128];
    struct error error;
    struct stat there;
    snprintf(library_path, sizeof library_path, "%s/%s.so", folder, plugin);
    snprintf(own_page, sizeof own_page, "%s/%s-play.html", folder, plugin);
    snprintf(command, sizeof command, "cp " BUILD_DIR "/plugins/%s.so %s", plugin, folder);
    if (stat(library_path, &there)) assert_int_equal(system(command), 0);
    if (!library_load(library_path, &error)) fail_msg("%s", error.text);
    const struct game *found = games_find(game, &error);
    return (struct weights){.evaluator = games_evaluator(found, evaluator, "-", &error),
                            .values = xcalloc(100, sizeof(int32_t))};
}

static void plugin_forget(struct weights *weights) {
    free(weights->values);
    unlink(library_path);
    unlink(own_page);
}

static void a_plugin_needs_a_page_of_its_own(void **state) {
    (void)state;
    struct weights weights = plugin_sample("squares", "reversi", "squares");
    const struct play_seats seats = {1, {&weights}};
    struct text out = {0};
    struct error error;
    char message[256];
    write_page("<i><!-- champions --></i>");
    assert_int_equal(play_page(&seats, &out, &error), -1);
    snprintf(message, sizeof message,
             "%s is not there; in hone's sources `make web PLUGIN=%s/squares.c` builds it",
             own_page, folder);
    assert_string_equal(error.text, message);
    assert_int_equal(play_check_built(weights.evaluator, &error), -1);
    write_at(own_page, "<b><!-- champions --></b>", 2000000000);
    assert_int_equal(play_check_built(weights.evaluator, &error), 0);
    assert_int_equal(play_page(&seats, &out, &error), 0);
    assert_int_equal(strncmp(text_get(&out), "<b><script", 10), 0);
    text_free(&out);
    plugin_forget(&weights);
}

/* What was built before the library may be of other code. */
static void an_older_page_is_refused(void **state) {
    (void)state;
    struct weights weights = plugin_sample("game", "mygame", "lines");
    struct error error;
    write_at(own_page, "<b><!-- champions --></b>", 1000000000);
    assert_int_equal(play_check_built(weights.evaluator, &error), -1);
    assert_non_null(strstr(error.text, "game-play.html is older than the plug-in; in hone's"));
    plugin_forget(&weights);
}

/* It has hone's own evaluators, too. */
static void a_page_has_one_plugin(void **state) {
    (void)state;
    struct weights own = sample(), a = plugin_sample("squares", "reversi", "squares");
    struct text out = {0};
    struct error error;
    write_at(own_page, "<b><!-- champions --></b>", 2000000000);
    assert_int_equal(play_page(&(struct play_seats){2, {&own, &a}}, &out, &error), 0);
    assert_int_equal(strncmp(text_get(&out), "<b><script", 10), 0);
    text_free(&out);
    assert_true(play_knows_both(a.evaluator, own.evaluator));
    assert_true(play_knows_both(own.evaluator, a.evaluator));
    assert_true(play_knows_both(a.evaluator, a.evaluator));
    plugin_forget(&a);
    struct weights b = plugin_sample("middle", "connect6", "middle");
    assert_false(play_knows_both(a.evaluator, b.evaluator));
    plugin_forget(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_its_page_it_says_what_to_run),
        cmocka_unit_test(weights_are_data_and_whole),
        cmocka_unit_test(a_button_carries_the_page),
        cmocka_unit_test(a_plugin_needs_a_page_of_its_own),
        cmocka_unit_test(an_older_page_is_refused),
        cmocka_unit_test(a_page_has_one_plugin),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
