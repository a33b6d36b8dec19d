/*
 * chinese: moves of xiangqi as Chinese books have them, 炮二平五: the piece; the file it stands on,
 * counted from its player's right; across, forwards or backwards; the file it goes to, or the steps
 * of a piece that goes straight. Red's numbers are 一 to 九, Black's １ to ９.
 */
#ifndef HONE_ENGINE_GAMES_XIANGQI_CHINESE_H
#define HONE_ENGINE_GAMES_XIANGQI_CHINESE_H

#include "engine/games/xiangqi/position.h"

/* Of a legal move. */
void xiangqi_chinese_format(const struct xiangqi_position *position, move_t move,
                            char out[MOVE_TEXT_MAX]);
/* Reads a legal move at the beginning of `text`, in simplified or traditional signs, numbers of
 * either side, UTF-8 or GBK. The bytes used; 0: there is none, or more than one fits. */
int xiangqi_chinese_parse(const struct xiangqi_position *position, const char *text, move_t *out);

#endif
