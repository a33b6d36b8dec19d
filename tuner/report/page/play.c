/*
 * Weights are packed, compressed and written in base64, so that no text of theirs is markup.
 */
#include "tuner/report/page/play.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/program.h"
#include "engine/files/weights_packed.h"
#include "engine/plugin/library.h"
#include "tuner/report/page/filter.h"

static const char play_mark[] = "<!-- champions -->";

/* ---- bytes as text --------------------------------------------------------------------------- */

static void play_base64(const unsigned char *bytes, size_t count, struct text *out) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        size_t there = count - i < 3 ? count - i : 3;
        uint32_t three = 0;
        for (size_t k = 0; k < 3; k++) three = three << 8 | (k < there ? bytes[i + k] : 0u);
        char four[4];
        for (size_t k = 0; k < 4; k++)
            four[k] = k <= there ? digits[three >> (18 - 6 * k) & 63] : '=';
        text_add_bytes(out, four, 4);
    }
}

static int play_gzip(const struct text *bytes, struct text *out, struct error *error) {
    int status = filter_run("gzip -9nc <", bytes, out);
    return status ? error_set(error, "the weights could not be compressed; is gzip there?") : 0;
}

/* ---- the page -------------------------------------------------------------------------------- */

static bool play_brings(const struct library *library, const struct evaluator *evaluator) {
    const struct hone_evaluator *const *list = library->table.evaluators;
    if (library->game.name && strcmp(library->game.name, evaluator->game->name) == 0) return true;
    for (; *list; list++)
        if (strcmp((*list)->name, evaluator->name) == 0) return true;
    return false;
}

/* The plug-in that an evaluator is from, NULL: hone has it. */
static const struct library *play_library(const struct evaluator *evaluator) {
    for (int i = 0; library_at(i); i++)
        if (play_brings(library_at(i), evaluator)) return library_at(i);
    return NULL;
}

static bool play_find(struct text *out) {
    const char *folder = getenv("HONE_WEB");
    if (!folder) return program_find_file("web/play.html", out);
    text_add(out, "%s/play.html", folder);
    return access(text_get(out), R_OK) == 0;
}

static int play_place(struct text *out, struct error *error) {
    if (play_find(out)) return 0;
    return error_set(error, "the page to play on is not there; in hone's sources `make web` builds "
                            "it, and `make install` then installs it");
}

static bool play_is_older(const char *page, const char *library) {
    struct stat of_page, of_library;
    if (stat(page, &of_page) || stat(library, &of_library)) return false;
    return of_page.st_mtime < of_library.st_mtime;
}

/* Beside the library. One that was built later may be of other code. */
static int play_place_plugin(const struct library *library, struct text *out, struct error *error) {
    const char *dot = strrchr(library->file, '.');
    int length = (int)((dot ? dot : strchr(library->file, '\0')) - library->path);
    text_add(out, "%.*s-play.html", length, library->path);
    bool there = access(text_get(out), R_OK) == 0;
    if (there && !play_is_older(text_get(out), library->path)) return 0;
    return error_set(error, "%s is %s; in hone's sources `make web PLUGIN=%.*s.c` builds it",
                     text_get(out), there ? "older than the plug-in" : "not there", length,
                     library->path);
}

static int play_template(const struct library *library, struct text *out, struct error *error) {
    struct text path = {0};
    int status = library ? play_place_plugin(library, &path, error) : play_place(&path, error);
    if (status == 0) status = file_read(text_get(&path), out, error);
    if (status == 0 && !strstr(text_get(out), play_mark))
        status =
            error_set(error, "%s is no page to play on; `make web` builds it", text_get(&path));
    text_free(&path);
    return status;
}

static int play_champion(const struct weights *champion, struct text *out, struct error *error) {
    struct text packed = {0}, zipped = {0};
    weights_pack(champion, &packed);
    int status = play_gzip(&packed, &zipped, error);
    if (status == 0) {
        text_add(out, "<script type=\"application/gzip\" class=\"champion\">");
        play_base64((const unsigned char *)zipped.data, zipped.length, out);
        text_add(out, "</script>");
    }
    text_free(&packed);
    text_free(&zipped);
    return status;
}

bool play_knows(const struct evaluator *evaluator) {
    return !evaluator->mover_new;
}

bool play_knows_both(const struct evaluator *a, const struct evaluator *b) {
    const struct library *of_a = play_library(a), *of_b = play_library(b);
    return !of_a || !of_b || of_a == of_b;
}

static int play_check(const struct weights *champion, struct error *error) {
    return play_knows(champion->evaluator)
               ? 0
               : error_set(error, "an engine of its own cannot play on a page");
}

int play_check_built(const struct evaluator *evaluator, struct error *error) {
    struct text page = {0};
    int status = play_template(play_library(evaluator), &page, error);
    text_free(&page);
    return status;
}

static int play_champions(const struct play_seats *seats, struct text *out, struct error *error) {
    for (int i = 0; i < seats->count; i++)
        if (play_champion(seats->champions[i], out, error)) return -1;
    return 0;
}

static const struct library *play_seats_library(const struct play_seats *seats) {
    const struct library *library = NULL;
    for (int i = 0; i < seats->count && !library; i++)
        library = play_library(seats->champions[i]->evaluator);
    return library;
}

int play_page(const struct play_seats *seats, struct text *out, struct error *error) {
    struct text page = {0};
    int status = 0;
    for (int i = 0; i < seats->count && status == 0; i++)
        status = play_check(seats->champions[i], error);
    if (status == 0) status = play_template(play_seats_library(seats), &page, error);
    if (status == 0) {
        const char *mark = strstr(page.data, play_mark);
        text_add_bytes(out, page.data, (size_t)(mark - page.data));
        status = play_champions(seats, out, error);
        text_add(out, "%s", mark + strlen(play_mark));
    }
    text_free(&page);
    return status;
}

/* In base64, as its tags would end the script that holds it; page.js opens it. */
int play_button(const struct play_seats *seats, const char *words, struct text *out,
                struct error *error) {
    struct text page = {0};
    int status = play_page(seats, &page, error);
    if (status == 0) {
        text_add(out,
                 "<p><button type=\"button\" id=\"play\">%s</button></p>\n"
                 "<script type=\"text/plain\" id=\"play-page\">",
                 words);
        play_base64((const unsigned char *)page.data, page.length, out);
        text_add(out, "</script>\n");
    }
    text_free(&page);
    return status;
}
