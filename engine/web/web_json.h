/*
 * web_json: what the page is told, as JSON.
 */
#ifndef HONE_ENGINE_WEB_WEB_JSON_H
#define HONE_ENGINE_WEB_WEB_JSON_H

#include "engine/files/records.h"
#include "engine/files/weights.h"
#include "engine/search/player.h"

/* A member, with a comma before it unless it is the first of its object. */
void json_text(struct text *out, const char *key, const char *value);
void json_number(struct text *out, const char *key, double value);
void json_truth(struct text *out, const char *key, bool value);

/* {game: {name, sides, columns …}, weights: {name, source …}, disc, unit, spread}; spread: the mean
 * size of static evals in random games. */
void json_seat(struct text *out, const struct player *player, const struct weights *weights);
/* {line, start, position, side, left, over, margin, check, stones, pieces, moves, played}. stones
 * has a letter for each point: X, O or a point; moves are [text, name]. */
void json_record(struct text *out, const struct game_record *record);
/* {move, score, win, proved, depth, nodes, line}. win: the margin of a won game, negative of a lost
 * one. */
void json_result(struct text *out, const struct game *game, const void *state,
                 const struct search_result *result);

#endif
