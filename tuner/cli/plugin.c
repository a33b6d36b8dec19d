/*
 * hone plugin: a folder to begin with, a check of what came of it, and the flags to build it.
 */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/shown.h"
#include "engine/games/games.h"
#include "engine/plugin/check.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/plugin_files.h"

static const struct command_usage usage = {
    .synopsis = "plugin new|check|flags [OPTION]... [NAME|FILE]",
    .doc =
        "Your own evaluator or game, as a library in C (or C++, Rust, Zig) that hone loads.\n"
        "\n"
        "  new NAME        writes a folder NAME that builds at once: one C file, a\n"
        "                  Makefile, a config. An evaluator of Reversi, or with --game\n"
        "                  Connect Four with an evaluator.\n"
        "                  Then: cd NAME && make && hone tune NAME.cfg\n"
        "  check FILE.so   tests it as hone's own games are tested, in a process of its\n"
        "                  own; says what is wrong, with the position and the move, and\n"
        "                  how fast it plays\n"
        "  flags           what the compiler must be told to find hone/plugin.h\n"
        "\n"
        "`plugin = \"FILE.so\"` in a config loads it, or --plugin FILE.so for any command. It is\n"
        "code that runs with your rights; a run or a database never loads it.\n",
    .operands_min = 1,
    .operands_max = 2,
};

struct plugin_request {
    bool game;
    const char *evaluator;
    int seconds;
};

/* ---- where the headers are ---- */

/* Beside the program in a build, or installed. */
static int plugin_include(struct text *out, struct error *error) {
    static const char *const places[] = {"include", "../include"};
    char own[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own);
    while (length > 0 && own[length - 1] != '/') length--;
    for (size_t i = 0; length > 0 && i < COUNT_OF(places); i++) {
        struct text header = {0};
        text_free(out);
        text_add(out, "%.*s%s", (int)length, own, places[i]);
        text_add(&header, "%s/hone/plugin.h", text_get(out));
        bool there = access(text_get(&header), R_OK) == 0;
        text_free(&header);
        if (there) return 0;
    }
    return error_set(error, "hone/plugin.h is not beside this program, nor installed with it");
}

static int plugin_do_flags(const struct plugin_request *request, const char *operand,
                           struct error *error) {
    struct text include = {0};
    (void)request, (void)operand;
    int status = plugin_include(&include, error);
    if (status == 0) shown_print("-I%s\n", text_get(&include));
    text_free(&include);
    return status;
}

/* ---- new ---- */

/* The lines with one word for another. */
static void plugin_rename(const char *const *lines, const char *from, const char *to,
                          struct text *out) {
    size_t length = strlen(from);
    for (; *lines; lines++)
        for (const char *at = *lines; *at;) {
            bool begins = at == *lines || !isalnum((unsigned char)at[-1]);
            if (begins && strncmp(at, from, length) == 0 && !isalnum((unsigned char)at[length])) {
                text_add(out, "%s", to);
                at += length;
            } else {
                text_add_char(out, *at++);
            }
        }
}

/* This program in the Makefile, where it was not found on the search path. */
static void plugin_name_program(struct text *makefile) {
    char own[PATH_MAX];
    struct text named = {0};
    const char *usual = "HONE   ?= hone\n";
    ssize_t length = readlink("/proc/self/exe", own, sizeof own);
    if (length <= 0 || !strchr(program_name, '/')) return;
    text_add(&named, "HONE   ?= %.*s\n%s", (int)length, own, text_get(makefile) + strlen(usual));
    text_free(makefile);
    *makefile = named;
}

static int plugin_write(const char *folder, const char *name, const char *end,
                        const struct text *content, struct error *error) {
    struct text path = {0};
    text_add(&path, "%s/%s%s", folder, name, end);
    int status = file_write(text_get(&path), text_get(content), error);
    text_free(&path);
    return status;
}

/* Small letters and digits: the name of a game, an evaluator, and files. */
static int plugin_check_name(const char *name, bool game, struct error *error) {
    size_t length = strlen(name);
    const struct game *reversi = games_find("reversi", error);
    if (length < 1 || length > 15 || !islower((unsigned char)name[0]) ||
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789") != length)
        return error_set(error, "\"%.40s\": a name is a small letter and up to 14 more or digits",
                         name);
    if (game ? games_find(name, NULL) != NULL : games_evaluator(reversi, name, NULL, NULL) != NULL)
        return error_set(error, "hone has a%s %s itself: take another name",
                         game ? " game" : "n evaluator", name);
    return 0;
}

static int plugin_write_folder(const char *folder, const char *name, bool game,
                               struct error *error) {
    struct text source = {0}, config = {0}, makefile = {0};
    const char *from = game ? "mygame" : "mine";
    plugin_rename(game ? files_game_c : files_reversi_c, from, name, &source);
    plugin_rename(game ? files_game_cfg : files_reversi_cfg, from, name, &config);
    plugin_rename(files_Makefile, "mine", name, &makefile);
    plugin_name_program(&makefile);
    int status = plugin_write(folder, name, ".c", &source, error) ||
                         plugin_write(folder, name, ".cfg", &config, error) ||
                         plugin_write(folder, "Makefile", "", &makefile, error)
                     ? -1
                     : 0;
    text_free(&source), text_free(&config), text_free(&makefile);
    return status;
}

static int plugin_do_new(const struct plugin_request *request, const char *folder,
                         struct error *error) {
    const char *slash = strrchr(folder, '/'), *name = slash ? slash + 1 : folder;
    if (request->game && request->evaluator)
        return error_set(error, "--game and --evaluator do not go together");
    if (request->evaluator && strcmp(request->evaluator, "reversi") != 0)
        return error_set(error,
                         "--evaluator %.40s: the example is of reversi; `game` in its C file names "
                         "another game, whose positions hone/%.40s.h describes",
                         request->evaluator, request->evaluator);
    if (plugin_check_name(name, request->game, error)) return -1;
    if (access(folder, F_OK) == 0) return error_set(error, "%s is there already", folder);
    if (directory_make(folder, error) || plugin_write_folder(folder, name, request->game, error))
        return -1;
    shown_print("%s/%s.c is an example that works. Now:\n  cd %s && make\n  %s plugin check "
                "%s.so\n  %s tune %s.cfg\n",
                folder, name, folder, program_name, name, program_name, name);
    return 0;
}

/* ---- the command line ---- */

int command_plugin(int argc, char **argv) {
    struct plugin_request request = {.seconds = 120};
    const struct option_spec options[] = {
        {.name = "game",
         .doc = "new: a game of its own, with an evaluator",
         .value = &request.game},
        {.name = "evaluator",
         .argument = "GAME",
         .doc = "new: an evaluator of that game (reversi, which is usual)",
         .kind = OPTION_TEXT,
         .value = &request.evaluator},
        {.name = "seconds",
         .argument = "S",
         .doc = "check: it hangs if it takes longer",
         .kind = OPTION_INT,
         .value = &request.seconds,
         .lower = 1,
         .upper = 1e6},
        {0}};
    struct operands operands;
    struct error error;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    const char *what = operands.list[0], *operand = operands.count > 1 ? operands.list[1] : NULL;
    bool flags = strcmp(what, "flags") == 0, check = strcmp(what, "check") == 0;
    if (!flags && !check && strcmp(what, "new") != 0)
        return usage_fail(&usage, "'%.40s' is not new, check or flags", what);
    if (flags == (operand != NULL))
        return usage_fail(&usage, "%s needs %s", what,
                          flags   ? "nothing more"
                          : check ? "FILE.so"
                                  : "a NAME");
    if (check) return check_file(operand, request.seconds);
    status = (flags ? plugin_do_flags : plugin_do_new)(&request, operand, &error);
    return status ? command_fail(&usage, "%s", error.text) : 0;
}
