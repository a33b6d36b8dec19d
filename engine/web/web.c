/*
 * A player's limits are those of hone-engine without options but --nodes or --time. A search keeps
 * what it knows of a game until another player thinks: their values differ.
 */
#include "engine/web/web.h"

#include <stdlib.h>
#include <string.h>

#include "engine/files/records.h"
#include "engine/files/weights_packed.h"
#include "engine/games/games.h"
#include "engine/search/player.h"
#include "engine/web/web_json.h"

enum { NOBODY = -1 };

static struct {
    char *room;
    struct text answer;
    struct weights weights[2];
    struct player players[2];
    struct search *search;
    int thinker; /* the player of the values that the search remembers */
    struct game_record record;
} web;

char *web_room(size_t bytes) {
    web.room = xrealloc(web.room, bytes + 1);
    web.room[bytes] = '\0';
    return web.room;
}

static const char *web_fail(const struct error *error) {
    web.answer.length = 0;
    text_add(&web.answer, "{");
    json_text(&web.answer, "error", error->text);
    text_add(&web.answer, "}");
    return text_get(&web.answer);
}

/* ---- players ----------------------------------------------------------------------------------
 */

static const struct game *web_game(void) {
    const struct evaluator *evaluator = web.weights[web.weights[0].evaluator == NULL].evaluator;
    return evaluator ? evaluator->game : NULL;
}

static int web_load(const char *bytes, size_t count, struct weights *out, struct error *error) {
    return memchr(bytes, '\0', count) ? weights_unpack("champion", bytes, count, out, error)
                                      : weights_parse("file", bytes, out, error);
}

/* Of games that differ one player would not understand the other. */
static int web_check_game(int player, const struct weights *weights, struct error *error) {
    const struct evaluator *other = web.weights[!player].evaluator;
    const struct game *game = weights->evaluator->game;
    if (!other || other->game == game) return 0;
    return error_set(error, "these weights are for %s, not for %s", game->name, other->game->name);
}

static void web_unseat(int player) {
    player_destroy(&web.players[player]);
    weights_free(&web.weights[player]);
    web.thinker = NOBODY;
}

static void web_replace(int player, struct weights *weights) {
    const struct search_limits limits = {0};
    web_unseat(player);
    web.weights[player] = *weights;
    player_init(&web.players[player], weights->evaluator, weights->values, &limits, 0);
}

const char *web_seat(int player, size_t bytes) {
    struct weights weights = {0};
    struct error error;
    int status = web_load(web.room, bytes, &weights, &error);
    if (status == 0 && web_check_game(player, &weights, &error)) {
        weights_free(&weights);
        status = -1;
    }
    if (status) return web_fail(&error);
    web_replace(player, &weights);
    web.answer.length = 0;
    json_seat(&web.answer, &web.players[player], &web.weights[player]);
    return text_get(&web.answer);
}

/* ---- the game -------------------------------------------------------------------------------- */

static const char *web_shown(void) {
    web.answer.length = 0;
    json_record(&web.answer, &web.record);
    return text_get(&web.answer);
}

static int web_take(const char *line, struct error *error) {
    if (!web_game()) return error_set(error, "no weights are there yet");
    return records_parse(RECORDS_MOVES, web_game(), &line, &web.record, error);
}

const char *web_look(void) {
    struct error error;
    return web_take(web.room, &error) ? web_fail(&error) : web_shown();
}

static int web_read_any(struct error *error) {
    const struct game *game = web_game();
    const char *text = web.room + strspn(web.room, " \t\r\n");
    struct state state;
    if (records_are_games(text))
        return records_parse(records_format_of_games(game), game, &text, &web.record, error);
    if (game->position_parse(game, text, &state, NULL) == 0) {
        records_begin(&web.record, game, &state);
        return 0;
    }
    return records_parse(RECORDS_MOVES, game, &text, &web.record, error);
}

const char *web_read(void) {
    struct error error;
    if (!web_game()) return web_look();
    return web_read_any(&error) ? web_fail(&error) : web_shown();
}

/* The word before the game says which. */
static int web_take_format(enum records_format *out, struct error *error) {
    char *line = web.room + strcspn(web.room, " ");
    if (*line) *line++ = '\0';
    return records_format_parse(web.room, out, error) || web_take(line, error) ||
                   records_format_check(*out, web_game(), error)
               ? -1
               : 0;
}

const char *web_write(void) {
    enum records_format format;
    struct error error;
    struct text written = {0};
    if (web_take_format(&format, &error)) return web_fail(&error);
    records_print(format, &web.record, &written);
    web.answer.length = 0;
    text_add(&web.answer, "{");
    json_text(&web.answer, "text", text_get(&written));
    text_add(&web.answer, "}");
    text_free(&written);
    return text_get(&web.answer);
}

/* ---- thinking -------------------------------------------------------------------------------- */

static struct search_limits web_limits(const struct evaluator *evaluator, double nodes,
                                       double seconds) {
    struct search_limits limits = {0};
    limits_unset(games_settings(), &limits);
    limits.seconds = seconds;
    if (nodes > 0) limits.nodes = (uint64_t)nodes;
    limits_settle(games_settings(), &limits, evaluator, true);
    return limits;
}

static const char *web_found(const struct search_result *result) {
    web.answer.length = 0;
    json_result(&web.answer, web_game(), &web.record.last, result);
    return text_get(&web.answer);
}

static void web_listen(void *context, const struct search_result *result) {
    (void)context;
    web_tell(web_found(result));
}

static void web_wake(int player) {
    if (!web.search) web.search = search_new((size_t)WEB_TABLE_MIB << 20);
    if (web.thinker != player) search_new_game(web.search);
    web.thinker = player;
}

const char *web_think(int player, double nodes, double seconds) {
    static const struct listener listener = {web_listen, NULL};
    const struct evaluator *evaluator = web.weights[player].evaluator;
    struct error error = {"no such player"};
    if (!evaluator || web_take(web.room, &error)) return web_fail(&error);
    if (web.record.end == RECORDS_OVER)
        return error_set(&error, "the game is over"), web_fail(&error);
    struct search_limits limits = web_limits(evaluator, nodes, seconds);
    struct search_result result;
    struct rng rng = rng_keyed(1, 0, 0, 0);
    limits.listener = &listener;
    web_wake(player);
    struct player thinking = player_moving(&web.players[player], &limits, 0);
    player_move(&thinking, web.search, &web.record.last, &rng, &result);
    return web_found(&result);
}

void web_forget(void) {
    web.thinker = NOBODY;
}

void web_leave(void) {
    for (int player = 0; player < 2; player++) web_unseat(player);
    if (web.search) search_free(web.search);
    web.search = NULL;
    text_free(&web.answer);
    free(web.room);
    web.room = NULL;
}
