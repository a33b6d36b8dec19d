/*
 * What can be seen without calling the library is checked here, so that later readers of its tables
 * need not check it; `hone plugin check` tests what only calls can show.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "engine/plugin/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifndef HONE_STATIC
#include <dlfcn.h>
#endif

#include "engine/base/shown.h"
#include "engine/games/games.h"
#include "engine/plugin/adapt.h"

enum { PARAMS_MAX = 1 << 20, EVALUATORS_MAX = 16 };
static const size_t prepared_max = (size_t)1 << 30; /* bytes */

static struct library libraries[LIBRARIES_MAX];
static int library_count;

/* ---- services ---- */

static uint64_t host_random(uint64_t seed, uint64_t index) {
    return mix64(mix64(seed) + index * UINT64_C(0x9e3779b97f4a7c15));
}

static void host_log(const char *line) {
    shown_warn("%s\n", line);
}

static const struct hone_host host = {.size = sizeof host,
                                      .abi_major = HONE_ABI_MAJOR,
                                      .abi_minor = HONE_ABI_MINOR,
                                      .random = host_random,
                                      .log = host_log};

/* ---- the tables, as far as they can be judged by looking ---- */

/* What a table knows of a member is 0 from `size` on. */
static void table_copy(void *out, size_t room, const void *table, size_t size) {
    memset(out, 0, room);
    memcpy(out, table, size < room ? size : room);
}

static bool name_is_fine(const char *name, size_t most, const char *more) {
    static const char usual[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    size_t length = name ? strlen(name) : 0;
    for (size_t i = 0; i < length; i++)
        if (!strchr(usual, name[i]) && !strchr(more, name[i])) return false;
    return length > 0 && length <= most;
}

static bool text_is_line(const char *text) {
    return text && *text && !strpbrk(text, "\n\r");
}

static int param_check(const struct hone_param *params, int index, struct error *error) {
    const struct hone_param *param = &params[index];
    enum { NAME_MAX_LENGTH = 23 };
    if (!name_is_fine(param->name, NAME_MAX_LENGTH, "."))
        return error_set(error,
                         "parameter %d needs a name of small letters, digits and '.', at most %d",
                         index, NAME_MAX_LENGTH);
    if (!(param->lower < param->upper && param->lower <= param->start &&
          param->start <= param->upper))
        return error_set(error, "parameter %s: lower < upper and lower <= start <= upper must hold",
                         param->name);
    if (param->scale != HONE_LINEAR && !(param->scale == HONE_LOG && param->lower >= 1))
        return error_set(error,
                         "parameter %s: scale must be HONE_LINEAR, or HONE_LOG with lower >= 1",
                         param->name);
    if (!text_is_line(param->doc))
        return error_set(error, "parameter %s needs a line of doc", param->name);
    return 0;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int params_check(const struct hone_param *params, int count, struct error *error) {
    int status = 0;
    for (int i = 0; i < count; i++)
        if (param_check(params, i, error)) return -1;
    const char **names = xcalloc((size_t)count, sizeof *names);
    for (int i = 0; i < count; i++) names[i] = params[i].name;
    qsort(names, (size_t)count, sizeof *names, compare_names);
    for (int i = 1; i < count && status == 0; i++)
        if (strcmp(names[i - 1], names[i]) == 0)
            status = error_set(error, "two parameters are called %s", names[i]);
    free(names);
    return status;
}

static int evaluator_check_functions(const struct hone_evaluator *table, struct error *error) {
    if (!table->prepare != !table->prepared_size)
        return error_set(error, "evaluator %s: prepare() and prepared_size go together",
                         table->name);
    if (table->prepared_size > prepared_max)
        return error_set(error, "evaluator %s: prepared_size must be at most %zu", table->name,
                         prepared_max);
    if (table->terms && (table->terms_max < 1 || table->terms_max > PARAMS_MAX))
        return error_set(error, "evaluator %s: with terms(), terms_max must be 1 to %d",
                         table->name, PARAMS_MAX);
    if (!table->evaluate && (!table->terms || table->prepare))
        return error_set(error, "evaluator %s needs evaluate(), or terms() and no prepare()",
                         table->name);
    return 0;
}

/* Of the whole table, whose end may have been missing. */
static int evaluator_check(const struct hone_evaluator *table, struct error *error) {
    if (!name_is_fine(table->name, sizeof((struct evaluator *)0)->name - 1, "-"))
        return error_set(error,
                         "an evaluator needs a name of small letters, digits and '-', at most 15");
    if (!text_is_line(table->doc))
        return error_set(error, "evaluator %s needs a line of doc", table->name);
    if (table->version < 1 || !table->params || table->param_count < 1 ||
        table->param_count > PARAMS_MAX)
        return error_set(error, "evaluator %s needs a version above 0, and params, at most %d",
                         table->name, PARAMS_MAX);
    if (evaluator_check_functions(table, error)) return -1;
    return params_check(table->params, table->param_count, error);
}

static bool game_is_whole(const struct hone_game *game) {
    return game->side && game->over && game->margin && game->moves && game->play;
}

/* Texts that hone itself writes and reads, it does by points with letters and numbers. */
static int game_check_texts(const struct hone_game *game, struct error *error) {
    if ((!game->move_write || !game->move_read) &&
        (game->move_write || game->move_read || !game->placement || game->columns > 26))
        return error_set(error,
                         "game %s needs move_write() and move_read(), or neither with placement "
                         "on at most 26 columns",
                         game->name);
    if (!game->write && !game->placement)
        return error_set(error, "game %s needs write(), or placement", game->name);
    if (!game->read && !(game->placement && game->set_up))
        return error_set(error, "game %s needs read(), or placement and set_up()", game->name);
    return 0;
}

static int game_check_board(const struct hone_game *game, struct error *error) {
    if (game->columns < 0 || game->columns > HONE_POINTS_MAX || game->rows < 0 ||
        game->rows > HONE_POINTS_MAX || game->columns * game->rows > HONE_POINTS_MAX ||
        (game->columns > 0) != (game->rows > 0))
        return error_set(error, "game %s: a board has at most %d points", game->name,
                         HONE_POINTS_MAX);
    if ((game->placement && !game->owner) || ((game->owner || game->piece) && game->columns == 0))
        return error_set(error,
                         "game %s: placement needs owner(), and owner() and piece() need columns "
                         "and rows",
                         game->name);
    if (game->symmetries &&
        (!game->placement || (game->symmetries >= 1 << 4 && game->columns != game->rows)))
        return error_set(error,
                         "game %s: symmetries need placement, and those by the diagonal a square "
                         "board",
                         game->name);
    return 0;
}

static int size_refuse(const char *table, size_t given, size_t whole, struct error *error) {
    return error_set(error, "the size of its struct %s is %zu bytes, and must be sizeof, %zu here",
                     table, given, whole);
}

static int game_check(const struct hone_game *given, struct error *error) {
    struct hone_game game;
    if (given->size < offsetof(struct hone_game, columns))
        return size_refuse("hone_game", given->size, sizeof game, error);
    table_copy(&game, sizeof game, given, given->size);
    if (!name_is_fine(game.name, sizeof((struct game *)0)->name - 1, ""))
        return error_set(error, "the game needs a name of small letters and digits, at most 31");
    if (!text_is_line(game.doc)) return error_set(error, "game %s needs a line of doc", game.name);
    if (!game_is_whole(&game))
        return error_set(error, "game %s needs side(), over(), margin(), moves() and play()",
                         game.name);
    if (game.state_size < 1 || game.state_size > HONE_STATE_MAX || game.plies_max < 1 ||
        game.plies_max > HONE_PLIES_MAX || game.moves_max < 1 || game.moves_max > HONE_MOVES_MAX)
        return error_set(error,
                         "game %s: state_size must be 1 to %d, plies_max 1 to %d, moves_max 1 to "
                         "%d",
                         game.name, HONE_STATE_MAX, HONE_PLIES_MAX, HONE_MOVES_MAX);
    if (games_find(game.name, NULL))
        return error_set(error, "there is a game %s already", game.name);
    return game_check_board(&game, error) || game_check_texts(&game, error) ? -1 : 0;
}

static int version_check(const struct hone_plugin *table, struct error *error) {
    if (table->abi_major == HONE_ABI_MAJOR && table->abi_minor <= HONE_ABI_MINOR) return 0;
    return error_set(error,
                     "it is made for version %d.%d of the plug-in interface, and this hone has "
                     "%d.%d: build it with the header of this hone",
                     table->abi_major, table->abi_minor, HONE_ABI_MAJOR, HONE_ABI_MINOR);
}

static int table_check(const struct hone_plugin *table, struct error *error) {
    if (!table) return error_set(error, "hone_plugin() gives no table");
    if (version_check(table, error)) return -1;
    if (table->size < sizeof *table)
        return size_refuse("hone_plugin", table->size, sizeof *table, error);
    if (!text_is_line(table->name) || !text_is_line(table->doc))
        return error_set(error, "the table needs a name and a doc, a line each");
    if (table->game && game_check(table->game, error)) return -1;
    if (!table->evaluators || !table->evaluators[0])
        return error_set(error, "it has no evaluator, without which nothing can be tuned");
    return 0;
}

/* ---- taking it into the lists ---- */

static const struct plugin_host *evaluator_host(const struct hone_plugin *table,
                                                const struct hone_evaluator *evaluator,
                                                struct error *error) {
    const struct plugin_host *found =
        evaluator->game ? plugin_host_find(evaluator->game) : &plugin_host_own;
    if (!evaluator->game && !table->game)
        error_set(error, "evaluator %s names no game, and the library has none of its own",
                  evaluator->name);
    else if (!found)
        error_set(error,
                  "evaluator %s is of game \"%.40s\", which hone does not have or does not show to "
                  "plug-ins: hone/plugin.h lists those that it does",
                  evaluator->name, evaluator->game);
    else
        return found;
    return NULL;
}

static bool evaluator_is_new(const struct game_family *family, const char *name) {
    const struct evaluator_family *there;
    for (int i = 0; (there = games_evaluator_family(family, i)); i++)
        if (strcmp(there->name, name) == 0) return false;
    return true;
}

/* What a library brings, whole, before any of it is in a list. */
struct wares {
    int count;
    struct hone_evaluator tables[EVALUATORS_MAX];
    const struct plugin_host *hosts[EVALUATORS_MAX];
};

static int wares_add(const struct hone_plugin *table, const struct hone_evaluator *given,
                     struct wares *wares, struct error *error) {
    if (wares->count == EVALUATORS_MAX)
        return error_set(error, "a library has at most %d evaluators", EVALUATORS_MAX);
    if (given->size < offsetof(struct hone_evaluator, terms))
        return size_refuse("hone_evaluator", given->size, sizeof(struct hone_evaluator), error);
    struct hone_evaluator *whole = &wares->tables[wares->count];
    table_copy(whole, sizeof *whole, given, given->size);
    if (evaluator_check(whole, error)) return -1;
    const struct plugin_host *found = evaluator_host(table, whole, error);
    if (!found) return -1;
    bool known = found->family && !evaluator_is_new(found->family, whole->name);
    for (int i = 0; i < wares->count; i++)
        known |= wares->hosts[i] == found && strcmp(wares->tables[i].name, whole->name) == 0;
    if (known)
        return error_set(error, "there is an evaluator %s of that game already", whole->name);
    wares->hosts[wares->count++] = found;
    return 0;
}

static int wares_of(const struct hone_plugin *table, struct wares *wares, struct error *error) {
    for (int i = 0; table->evaluators[i]; i++)
        if (wares_add(table, table->evaluators[i], wares, error)) return -1;
    return 0;
}

static void library_enter(struct library *library, const struct wares *wares) {
    const struct game_family *own = library->game.name ? plugin_game_new(library) : NULL;
    if (own) games_add(own);
    for (int i = 0; i < wares->count; i++)
        games_add_evaluator(wares->hosts[i]->family ? wares->hosts[i]->family : own,
                            plugin_evaluator_new(library, &wares->tables[i], wares->hosts[i]));
}

/* ---- loading ---- */

#ifdef HONE_STATIC
static library_entry *library_open(const char *path, struct error *error) {
    (void)path;
    error_set(error, "this is the static build of hone, which cannot load any plug-in");
    return NULL;
}
#else
/* Everything it needs is found now, and nothing of it is seen by other libraries. It stays loaded.
 */
static library_entry *library_open(const char *path, struct error *error) {
    library_entry *entry = NULL;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle) *(void **)&entry = dlsym(handle, "hone_plugin");
    if (!handle)
        error_set(error, "cannot be loaded: %s", dlerror());
    else if (!entry)
        error_set(error, "it exports no function hone_plugin, so it is no plug-in");
    return entry;
}
#endif

static const struct hone_plugin *library_table(library_entry *entry, struct error *error) {
    const struct hone_plugin *table = entry(&host);
    if (table) return table_check(table, error) ? NULL : table;
    error_set(error, "its hone_plugin() refuses");
    return NULL;
}

static struct library *library_known(const char *path) {
    for (int i = 0; i < library_count; i++)
        if (strcmp(libraries[i].path, path) == 0) return &libraries[i];
    return NULL;
}

/* What the table brings goes into the lists, or nothing of it. */
static const struct library *library_add(const char *path, uint64_t checksum,
                                         const struct hone_plugin *table, struct error *error) {
    struct library *library = &libraries[library_count];
    struct wares wares = {0};
    if (wares_of(table, &wares, error)) return NULL;
    char *own = xstrdup(path), *slash = strrchr(own, '/');
    *library = (struct library){.path = own,
                                .file = slash ? slash + 1 : own,
                                .checksum = checksum,
                                .number = library_count++,
                                .table = *table};
    if (table->game)
        table_copy(&library->game, sizeof library->game, table->game, table->game->size);
    library_enter(library, &wares);
    return library;
}

/* Of the bytes that are loaded next, unless the library is built at this moment. */
static int library_checksum(const char *path, uint64_t *out, struct error *error) {
    struct text bytes = {0};
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return error_set(error, "is no regular file");
    if (file_read(path, &bytes, error)) return -1;
    *out = bytes_checksum(text_get(&bytes), bytes.length);
    text_free(&bytes);
    return 0;
}

static const struct library *library_take(const char *path, struct error *error) {
    uint64_t checksum = 0;
    if (library_count == LIBRARIES_MAX) {
        error_set(error, "more than %d plug-ins", LIBRARIES_MAX);
        return NULL;
    }
    guard_install();
    if (library_checksum(path, &checksum, error)) return NULL;
    library_entry *entry = library_open(path, error);
    const struct hone_plugin *table = entry ? library_table(entry, error) : NULL;
    return table ? library_add(path, checksum, table, error) : NULL;
}

const struct library *library_join(library_entry *entry, struct error *error) {
    const struct hone_plugin *table = library_table(entry, error);
    return table ? library_add(table->name, 0, table, error) : NULL;
}

const struct library *library_load(const char *path, struct error *error) {
    char *whole = realpath(path, NULL);
    if (!whole) {
        error_set(error, "there is no plug-in %s", path);
        return NULL;
    }
    struct error why = {""};
    const struct library *library = library_known(whole);
    if (!library) library = library_take(whole, &why);
    if (!library) error_set(error, "plug-in %s: %s", path, why.text);
    free(whole);
    return library;
}

const struct library *library_at(int number) {
    return number < library_count ? &libraries[number] : NULL;
}

const struct library *library_find(const char *path) {
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    for (int i = 0; i < library_count; i++)
        if (strcmp(libraries[i].file, file) == 0) return &libraries[i];
    return NULL;
}

static int library_option_take(const char *given, struct error *error) {
    return library_load(given, error) ? 0 : -1;
}

struct option_spec library_option(void) {
    return (struct option_spec){.name = "plugin",
                                .argument = "FILE",
                                .doc = "load games and evaluators from a library of yours, which "
                                       "is code that runs: see `hone plugin`",
                                .kind = OPTION_DONE,
                                .take = library_option_take};
}
