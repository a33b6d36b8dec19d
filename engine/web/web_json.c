/*
 * Texts come from weight files and from what people paste, so that every character that JSON cannot
 * hold is escaped.
 */
#include "engine/web/web_json.h"

#include <stdlib.h>
#include <string.h>

#include "engine/games/games.h"

/* ---- members --------------------------------------------------------------------------------- */

static void json_string(struct text *out, const char *value) {
    text_add(out, "\"");
    for (; *value; value++)
        if ((unsigned char)*value < ' ')
            text_add(out, "\\u%04x", *value);
        else
            text_add(out, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
    text_add(out, "\"");
}

static void json_key(struct text *out, const char *key) {
    char last = out->length ? out->data[out->length - 1] : '{';
    if (last != '{' && last != '[') text_add(out, ",");
    if (key) text_add(out, "\"%s\":", key);
}

void json_text(struct text *out, const char *key, const char *value) {
    json_key(out, key);
    json_string(out, value);
}

void json_number(struct text *out, const char *key, double value) {
    json_key(out, key);
    text_add(out, "%.15g", value);
}

void json_truth(struct text *out, const char *key, bool value) {
    json_key(out, key);
    text_add(out, value ? "true" : "false");
}

static void json_open(struct text *out, const char *key, const char *bracket) {
    json_key(out, key);
    text_add(out, "%s", bracket);
}

/* ---- players ----------------------------------------------------------------------------------
 */

/* The format that is usual for the game, "": it has none. */
static const char *json_record_format(const struct game *game) {
    static const char *const names[] = {"ggf", "sgf", "pgn"};
    enum records_format format;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (records_format_parse(names[i], &format, NULL) == 0 &&
            format == records_format_of_games(game) &&
            records_format_check(format, game, NULL) == 0)
            return names[i];
    return "";
}

static void json_game(struct text *out, const struct game *game) {
    json_open(out, "game", "{");
    json_text(out, "name", game->name);
    json_text(out, "family", games_family(game)->name);
    json_text(out, "first", game->sides[0]);
    json_text(out, "second", game->sides[1]);
    json_number(out, "columns", game->columns);
    json_number(out, "rows", game->rows);
    json_truth(out, "fromTop", game->rows_from_top);
    json_truth(out, "hexagons", game->hexagons);
    json_truth(out, "placement", game->placement);
    json_truth(out, "lines", game->in_a_row > 0);
    json_number(out, "turn", game->turn);
    json_number(out, "firstTurn", game->first_turn);
    json_text(out, "counted", game->counted ? game->counted : "");
    json_truth(out, "fen", game->fen);
    json_truth(out, "costly", game->costly);
    json_text(out, "record", json_record_format(game));
    text_add(out, "}");
}

static void json_weights(struct text *out, const struct weights *weights) {
    const struct provenance *provenance = &weights->provenance;
    json_open(out, "weights", "{");
    json_text(out, "name", provenance->name);
    json_text(out, "source", provenance->source);
    json_text(out, "run", provenance->run);
    json_text(out, "verified", provenance->verified);
    json_text(out, "player", provenance->player);
    json_text(out, "program", provenance->program);
    json_number(out, "generation", provenance->generation);
    json_number(out, "games", (double)provenance->games);
    json_text(out, "evaluator", weights->evaluator->name);
    json_text(out, "layout", weights->evaluator->layout);
    json_number(out, "params", weights->evaluator->param_count);
    text_add(out, "}");
}

/* In these few games of random moves, which are always the same. */
static double json_spread(const struct player *player) {
    enum { GAMES = 6, PLIES = 40 };
    const struct evaluator *evaluator = player->evaluator;
    const struct game *game = evaluator->game;
    int64_t sum = 1, count = 1;
    for (uint64_t i = 0; i < GAMES; i++) {
        struct rng rng = rng_keyed(i, 0, 0, 0);
        struct state state;
        game->start(game, &state);
        for (int ply = 0; ply < PLIES && !game->over(game, &state); ply++) {
            move_t moves[GAME_MOVES_MAX];
            int n = game->moves(game, &state, moves);
            sum += abs(evaluator_ops(evaluator)->eval(evaluator, player->prepared, &state, 0));
            game->play(game, &state, moves[rng_below(&rng, (uint32_t)n)]);
            count++;
        }
    }
    return (double)sum / (double)count;
}

void json_seat(struct text *out, const struct player *player, const struct weights *weights) {
    text_add(out, "{");
    json_game(out, player->evaluator->game);
    json_weights(out, weights);
    json_number(out, "disc", player->evaluator->disc);
    json_number(out, "unit", max_int(1, player->evaluator->unit));
    json_number(out, "spread", json_spread(player));
    text_add(out, "}");
}

/* ---- the game -------------------------------------------------------------------------------- */

static void json_position(struct text *out, const char *key, const struct game *game,
                          const void *state) {
    struct text line = {0};
    game->position_format(game, state, &line);
    json_text(out, key, text_get(&line));
    text_free(&line);
}

/* [text, name]. */
static void json_move(struct text *out, const struct game *game, const void *state, move_t move) {
    char text[MOVE_TEXT_MAX], name[MOVE_TEXT_MAX];
    game->move_format(game, move, text);
    game_move_name(game, state, move, name);
    json_open(out, NULL, "[");
    json_text(out, NULL, text);
    json_text(out, NULL, name);
    text_add(out, "]");
}

static void json_moves(struct text *out, const struct game *game, const void *state) {
    move_t moves[GAME_MOVES_MAX];
    int count = game->over(game, state) ? 0 : game->moves(game, state, moves);
    json_open(out, "moves", "[");
    for (int i = 0; i < count; i++) json_move(out, game, state, moves[i]);
    text_add(out, "]");
}

/* Each with the side that played it. */
static void json_played(struct text *out, const struct game_record *record) {
    const struct game *game = record->game;
    struct state state = record->start;
    json_open(out, "played", "[");
    for (int i = 0; i < record->count; i++) {
        json_move(out, game, &state, record->moves[i]);
        out->length--;
        json_number(out, NULL, game->side(&state));
        text_add(out, "]");
        game->play(game, &state, record->moves[i]);
    }
    text_add(out, "]");
}

static void json_board(struct text *out, const struct game *game, const void *state) {
    char stones[GAME_POINTS_MAX + 1] = "", pieces[GAME_POINTS_MAX + 1] = "";
    int points = game->columns * game->rows;
    for (int i = 0; i < points && game->stone; i++) {
        char piece = game->piece ? game->piece(state, i) : '\0';
        stones[i] = "XO."[game->stone(state, i) < 0 ? 2 : game->stone(state, i)];
        pieces[i] = piece ? piece : '.';
    }
    json_text(out, "stones", stones);
    json_text(out, "pieces", game->piece ? pieces : "");
}

void json_record(struct text *out, const struct game_record *record) {
    const struct game *game = record->game;
    const void *last = &record->last;
    struct text line = {0};
    bool over = game->over(game, last);
    records_print(RECORDS_MOVES, record, &line);
    line.data[line.length - 1] = '\0';
    text_add(out, "{");
    json_text(out, "line", text_get(&line));
    text_free(&line);
    json_position(out, "start", game, &record->start);
    json_position(out, "position", game, last);
    json_number(out, "side", game->side(last));
    json_number(out, "left", over ? 0 : game->turn_left(last));
    json_truth(out, "over", over);
    json_number(out, "margin", over ? game->margin(game, last) : 0);
    json_truth(out, "check", !over && game->in_check && game->in_check(last));
    json_board(out, game, last);
    json_moves(out, game, last);
    json_played(out, record);
    text_add(out, "}");
}

/* ---- thinking -------------------------------------------------------------------------------- */

static int json_win(int32_t score) {
    return score >= SCORE_WIN ? score - SCORE_WIN : score <= -SCORE_WIN ? score + SCORE_WIN : 0;
}

void json_result(struct text *out, const struct game *game, const void *state_,
                 const struct search_result *result) {
    char move[MOVE_TEXT_MAX];
    struct state state;
    memcpy(&state, state_, game->state_size);
    game->move_format(game, result->move, move);
    text_add(out, "{");
    json_text(out, "move", move);
    json_number(out, "score", result->score);
    json_number(out, "win", json_win(result->score));
    json_truth(out, "proved", result->proved);
    json_number(out, "depth", result->depth);
    json_number(out, "nodes", (double)result->nodes);
    json_open(out, "line", "[");
    for (int i = 0; i < result->pv_length && !game->over(game, &state); i++) {
        json_move(out, game, &state, result->pv[i]);
        game->play(game, &state, result->pv[i]);
    }
    text_add(out, "]}");
}
