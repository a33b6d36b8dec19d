/*
 * Games and evaluators are made once for each request and kept as long as the process, so that
 * pointers tell whether two are equal.
 */
#include "engine/games/games.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/options.h"
#include "engine/game/expert.h"
#include "engine/games/chess/rules.h"
#include "engine/games/connect/rules.h"
#include "engine/games/dobutsu/rules.h"
#include "engine/games/grundy/rules.h"
#include "engine/games/hex/rules.h"
#include "engine/games/lgame/rules.h"
#include "engine/games/reversi/rules.h"
#include "engine/games/xiangqi/rules.h"
#include "engine/search/limits.h"
#include "engine/search/mcts_evaluator.h"

const struct game_family *games_list[GAMES_MAX + 1] = {
    &reversi_family, &connect_family, &nim_family,   &grundy_family, &lgame_family,
    &hex_family,     &dobutsu_family, &chess_family, &xiangqi_family};

/* Evaluators that came later, and whose games they judge. */
static struct {
    const struct game_family *family;
    const struct evaluator_family *evaluator;
} added_evaluators[GAMES_EVALUATORS_MAX];
static int added_count;

/* What was made so far. Each request is kept with what its family made of it; of games or
 * evaluators that are the same under several names the first one made is handed out. */
struct made_game {
    char *request;
    const struct game *game;
    const struct game_family *family;
    struct made_game *next;
};
struct made_evaluator {
    const struct evaluator_family *family;
    struct evaluator *evaluator;
    struct made_evaluator *next;
};
static struct made_game *made_games;
static struct made_evaluator *made_evaluators;

static const struct made_game *game_requested(const char *name) {
    const struct made_game *made = made_games;
    while (made && strcmp(made->request, name) != 0) made = made->next;
    return made;
}

/* The game of this name that was made first: the last in the list. */
static const struct game *game_first(const char *name) {
    const struct game *first = NULL;
    for (const struct made_game *made = made_games; made; made = made->next)
        if (strcmp(made->game->name, name) == 0) first = made->game;
    return first;
}

static void game_remember(const char *request, const struct game *game,
                          const struct game_family *family) {
    struct made_game *made = xmalloc(sizeof *made);
    *made = (struct made_game){xstrdup(request), game, family, made_games};
    made_games = made;
}

static struct text list_names;

const char *games_names(void) {
    if (list_names.length > 0) return text_get(&list_names);
    for (int i = 0; games_list[i]; i++)
        text_add(&list_names, "%s%s", i ? ", " : "", games_list[i]->names);
    return text_get(&list_names);
}

void games_add(const struct game_family *family) {
    int count = 0;
    while (games_list[count]) count++;
    if (count == GAMES_MAX) die("more than %d families of games", GAMES_MAX);
    games_list[count] = family;
    text_add(&list_names, "%s%s", list_names.length > 0 ? ", " : "", family->names);
}

void games_add_evaluator(const struct game_family *family,
                         const struct evaluator_family *evaluator) {
    if (added_count == GAMES_EVALUATORS_MAX) die("more than %d evaluators", GAMES_EVALUATORS_MAX);
    added_evaluators[added_count].family = family;
    added_evaluators[added_count++].evaluator = evaluator;
}

/* Names that users may type, and the game meant. */
static const struct {
    const char *word, *name;
} game_words[] = {
    {"reversi", "reversi"},     {"othello", "reversi"},       {"connect6", "connect6"},
    {"connect", "connect6"},    {"gomoku", "gomoku"},         {"gobang", "gomoku"},
    {"tictactoe", "tictactoe"}, {"tic-tac-toe", "tictactoe"}, {"lgame", "lgame"},
    {"l-game", "lgame"},        {"hex", "hex(11)"},           {"nim", "nim(3,5,7)"},
    {"grundy", "grundy(20)"},   {"dobutsu", "dobutsu"},       {"animalshogi", "dobutsu"},
    {"chess960", "chess"},      {"fischerandom", "chess"},    {"chinesechess", "xiangqi"},
    {"cchess", "xiangqi"}};

/* The families of one game, whose name is that word, and then the other words. */
static void game_list_words(const char *words[]) {
    int count = 0;
    for (int i = 0; games_list[i]; i++)
        if (!strpbrk(games_list[i]->names, "(,")) words[count++] = games_list[i]->names;
    for (size_t i = 0; i < COUNT_OF(game_words); i++) words[count++] = game_words[i].word;
}

/* "reversi" of "Othello"; NULL if nothing is near. */
static const char *game_meant(const char *name) {
    const char *words[GAMES_MAX + COUNT_OF(game_words) + 1] = {NULL};
    game_list_words(words);
    const char *word = strchr(name, '(') ? NULL : name_suggest(name, words);
    for (size_t i = 0; word && i < COUNT_OF(game_words); i++)
        if (game_words[i].word == word) return game_words[i].name;
    return word;
}

static void *unknown_game(const char *name, struct error *error) {
    const char *word = game_meant(name);
    char meant[64] = "";
    if (word) snprintf(meant, sizeof meant, "; did you mean \"%s\"?", word);
    error_set(error, "unknown game \"%.40s\"%s%s%s%s; a plug-in's needs --plugin FILE", name, meant,
              *meant ? " There are: " : "; there are: ", games_names(),
              strchr(name, '(') ? "; of other sizes as connect(4,4,4,1,1)" : "");
    return NULL;
}

/* The name of a family alone, or something like it, stands for one of its games. */
static const struct game *game_refuse(const char *name, struct error *error) {
    struct error why = *error;
    const char *meant = game_meant(name);
    if (meant) error_set(error, "%s; did you mean \"%s\"?", why.text, meant);
    return NULL;
}

const struct game *games_find(const char *name, struct error *error) {
    const struct made_game *made = game_requested(name);
    if (made) return game_first(made->game->name);
    struct error why[GAMES_MAX];
    for (int i = 0; games_list[i]; i++) {
        const struct game_family *family = games_list[i];
        const struct game *game = family->make_one ? family->make_one(family, name, &why[i])
                                                   : family->make(name, &why[i]);
        if (!game) continue;
        game_remember(name, game, family);
        return game_first(game->name);
    }
    for (int i = 0; games_list[i]; i++) {
        /* "connect(0,…": the family knows better what is wrong. */
        if (strncmp(name, games_list[i]->name, strlen(games_list[i]->name)) != 0) continue;
        if (error) *error = why[i];
        return error ? game_refuse(name, error) : NULL;
    }
    return unknown_game(name, error);
}

const struct game_family *games_family(const struct game *game) {
    for (const struct made_game *made = made_games; made; made = made->next)
        if (made->game == game) return made->family;
    die("game \"%s\" does not come from games_find", game->name);
}

static const struct evaluator_family games_mcts_family;

/* "wpc/10" is wpc with layout 10; without a layout it is the usual one, without a name the game's
 * first evaluator. */
static struct evaluator *games_mcts_make(const struct game *game, const char *layout,
                                         struct error *error) {
    char name[sizeof((struct evaluator *)0)->layout];
    int length = snprintf(name, sizeof name, "%s",
                          *layout ? layout : games_evaluator_family(games_family(game), 0)->name);
    if (length >= (int)sizeof name) {
        error_set(error, "evaluator mcts has no layout \"%.40s\": it is too long", layout);
        return NULL;
    }
    char whole[sizeof name];
    memcpy(whole, name, sizeof name);
    char *inner_layout = strchr(name, '/');
    if (inner_layout) *inner_layout++ = '\0';
    if (strcmp(name, games_mcts_family.name) == 0) {
        error_set(error, "evaluator mcts cannot be around itself");
        return NULL;
    }
    const struct evaluator *inner = games_evaluator(game, name, inner_layout, error);
    return inner ? mcts_evaluator_new(inner, whole, games_mcts_family.doc) : NULL;
}

static const struct evaluator_family games_mcts_family = {
    .name = "mcts",
    .doc = "constants of the search mcts, before the weights of another evaluator",
    .default_layout = "",
    .layouts = "another evaluator, its layout behind a slash: roads, wpc/10",
    .make = games_mcts_make,
};

const struct evaluator_family *games_evaluator_family(const struct game_family *family, int index) {
    int own = 0;
    while (family->evaluators[own]) own++;
    if (index < own) return family->evaluators[index];
    for (int i = 0; i < added_count; i++)
        if (added_evaluators[i].family == family && index == own++)
            return added_evaluators[i].evaluator;
    return index == own ? &games_mcts_family : NULL;
}

static const struct evaluator_family *evaluator_family_find(const struct game *game,
                                                            const char *name, struct error *error) {
    const struct evaluator_family *family;
    const char *names[GAMES_EVALUATORS_MAX] = {NULL};
    struct text known = {0};
    for (int i = 0; (family = games_evaluator_family(games_family(game), i)); i++) {
        if (!name || strcmp(family->name, name) == 0) return family;
        if (i + 1 < (int)COUNT_OF(names)) names[i] = family->name;
    }
    name_add_choices(name, names, &known);
    error_set(error, "game %s has no evaluator \"%.20s\"%s; a plug-in's needs --plugin FILE",
              game->name, name, text_get(&known));
    text_free(&known);
    return NULL;
}

/* The evaluator of this layout that was made first: the last in the list. */
static const struct evaluator *evaluator_first(const struct evaluator_family *family,
                                               const struct game *game, const char *layout) {
    const struct evaluator *first = NULL;
    for (const struct made_evaluator *made = made_evaluators; made; made = made->next)
        if (made->family == family && made->evaluator->game == game &&
            strcmp(made->evaluator->layout, layout) == 0)
            first = made->evaluator;
    return first;
}

const struct evaluator *games_evaluator(const struct game *game, const char *name,
                                        const char *layout, struct error *error) {
    const struct evaluator_family *family = evaluator_family_find(game, name, error);
    if (!family) return NULL;
    if (!layout) layout = family->default_layout;
    const struct evaluator *known = evaluator_first(family, game, layout);
    if (known) return known;
    struct evaluator *evaluator = family->make_one ? family->make_one(family, game, layout, error)
                                                   : family->make(game, layout, error);
    if (!evaluator) return NULL;
    struct made_evaluator *made = xmalloc(sizeof *made);
    *made =
        (struct made_evaluator){.family = family, .evaluator = evaluator, .next = made_evaluators};
    made_evaluators = made;
    return evaluator_first(family, game, evaluator->layout); /* Reversi: "10x1" is "10" */
}

enum { SETTINGS_MAX = 31 };
static const struct search_setting *made_settings[SETTINGS_MAX + 1];

static void settings_list(const struct search_setting *settings, int *count) {
    for (; settings && settings->name; settings++) {
        if (*count == SETTINGS_MAX) die("more than %d settings of the search", SETTINGS_MAX);
        made_settings[(*count)++] = settings;
    }
}

const struct search_setting *const *games_settings(void) {
    int count = 0;
    if (made_settings[0]) return made_settings;
    settings_list(search_settings, &count);
    for (int i = 0; games_list[i]; i++)
        if (games_list[i]->expert) settings_list(games_list[i]->expert->settings, &count);
    return made_settings;
}
