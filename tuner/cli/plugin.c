/*
 * hone plugin: a folder to start from, a check of the library, and the flags to build it.
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
        "                  Makefile, a config. An evaluator of Reversi; of another game\n"
        "                  with --evaluator GAME; with --game Connect Four and one\n"
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
    return error_set(error, "hone/plugin.h is neither beside this program nor installed with it");
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

/* Evaluators to begin with, by the family of their game. */
static const struct plugin_example {
    const char *family;
    const char *const *source;
} plugin_examples[] = {
    {"reversi", files_reversi_c}, {"connect", files_connect_c}, {"hex", files_hex_c},
    {"lgame", files_lgame_c},     {"nim", files_piles_c},       {"grundy", files_piles_c},
    {"dobutsu", files_dobutsu_c}, {"chess", files_chess_c},     {"xiangqi", files_xiangqi_c},
};

static const struct plugin_example *plugin_example_find(const char *game, struct error *error) {
    struct text list = {0};
    const struct game *found = games_find(game, error);
    if (!found) return NULL;
    for (size_t i = 0; i < COUNT_OF(plugin_examples); i++) {
        text_add(&list, "%s%s", i ? ", " : "", plugin_examples[i].family);
        if (strcmp(plugin_examples[i].family, games_family(found)->name) != 0) continue;
        text_free(&list);
        return &plugin_examples[i];
    }
    error_set(error, "--evaluator %.40s: hone does not show that game to plug-ins; it shows %s",
              game, text_get(&list));
    text_free(&list);
    return NULL;
}

/* Small letters and digits: the name of a game, an evaluator, and files. `game`: of which the
 * evaluator is; NULL: it is a game's. */
static int plugin_check_name(const char *name, const char *game, struct error *error) {
    size_t length = strlen(name);
    if (length < 1 || length > 15 || !islower((unsigned char)name[0]) ||
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789") != length)
        return error_set(error, "\"%.40s\": a name is a small letter and up to 14 more or digits",
                         name);
    if (game ? games_evaluator(games_find(game, error), name, NULL, NULL) != NULL
             : games_find(name, NULL) != NULL)
        return error_set(error, "hone has a%s %s itself: take another name",
                         game ? "n evaluator" : " game", name);
    return 0;
}

static void plugin_fill(const struct plugin_example *example, const char *name, const char *game,
                        struct text *source, struct text *config) {
    struct text named = {0};
    if (!example) {
        plugin_rename(files_game_c, "mygame", name, source);
        plugin_rename(files_game_cfg, "mygame", name, config);
        return;
    }
    plugin_rename(example->source, "mine", name, &named);
    plugin_rename((const char *const[]){text_get(&named), NULL}, "\"nim\"",
                  strcmp(example->family, "grundy") == 0 ? "\"grundy\"" : "\"nim\"", source);
    text_free(&named);
    plugin_rename(files_evaluator_cfg, "mine", name, &named);
    plugin_rename((const char *const[]){text_get(&named), NULL}, "GAME", game, config);
    text_free(&named);
}

static int plugin_write_folder(const char *folder, const char *name,
                               const struct plugin_example *example, const char *game,
                               struct error *error) {
    struct text source = {0}, config = {0}, makefile = {0};
    plugin_fill(example, name, game, &source, &config);
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

/* This program, as it can be called from another folder too. */
static void plugin_add_program(struct text *out) {
    char here[4096];
    bool relative = program_name[0] != '/' && strchr(program_name, '/');
    if (relative && getcwd(here, sizeof here)) text_add(out, "%s/", here);
    text_add(out, "%s", program_name);
}

static int plugin_do_new(const struct plugin_request *request, const char *folder,
                         struct error *error) {
    const char *slash = strrchr(folder, '/'), *name = slash ? slash + 1 : folder;
    const char *game = request->evaluator ? request->evaluator : "reversi";
    if (request->game && request->evaluator)
        return error_set(error, "--game and --evaluator do not go together");
    const struct plugin_example *example = request->game ? NULL : plugin_example_find(game, error);
    if (!request->game && !example) return -1;
    if (plugin_check_name(name, example ? game : NULL, error)) return -1;
    if (access(folder, F_OK) == 0) return error_set(error, "%s is there already", folder);
    if (directory_make(folder, error) || plugin_write_folder(folder, name, example, game, error))
        return -1;
    struct text program = {0};
    plugin_add_program(&program);
    shown_print("%s/%s.c is an example that works. Now:\n  cd %s && make\n  %s plugin check "
                "%s.so\n  %s tune %s.cfg\n",
                folder, name, folder, text_get(&program), name, text_get(&program), name);
    text_free(&program);
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
         .doc = "new: an evaluator of that game (usually reversi): gomoku, hex(7), ...",
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
