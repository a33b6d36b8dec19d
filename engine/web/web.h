/*
 * web: the engine as a page calls it: few functions, with texts in and JSON out. Compiled to
 * WebAssembly they are what the module exports; natively they are tested.
 *
 * Two players can sit at the board, 0 and 1, whatever side they play. A game is a line as records
 * have it (RECORDS_MOVES): "[position] f5 d6", the position left out at the start. It is the whole
 * state: every question brings it. Answers are JSON objects, valid until the next call; one that
 * has "error" has nothing else.
 */
#ifndef HONE_ENGINE_WEB_WEB_H
#define HONE_ENGINE_WEB_WEB_H

#include <stddef.h>

#ifdef __wasm__
#define WEB_EXPORT(name) __attribute__((export_name(#name)))
#define WEB_IMPORT(name) __attribute__((import_module("page"), import_name(#name)))
#else
#define WEB_EXPORT(name)
#define WEB_IMPORT(name)
#endif

/* Room for the next call's text, and a zero byte behind it. */
WEB_EXPORT(room) char *web_room(size_t bytes);

/* Takes the plug-in that the page is built with, once and before anything else; {}. Other pages
 * have no such function (engine/web/wasm). */
WEB_EXPORT(join) const char *web_join(void);

/* After a trap: {error} if a plug-in's code ran, with the function's name and its position, unless
 * the game's writer fails, too; else {}. Of pages with a plug-in. */
WEB_EXPORT(fault) const char *web_fault(int with_position);

/* Seats a player by weights from that room, packed (engine/files/weights_packed.h) or a weight
 * file's text, of the other player's game. {game, weights}, as web.c writes them. */
WEB_EXPORT(seat) const char *web_seat(int player, size_t bytes);

/* The present state of the game in the room: position, side, moves … */
WEB_EXPORT(look) const char *web_look(void);

/* The same for pasted text: a position's line, moves, or games in GGF, SGF or PGN. */
WEB_EXPORT(read) const char *web_read(void);

/* {text}: the game in the room, before which stands a format of records, "ggf f5 d6". */
WEB_EXPORT(write) const char *web_write(void);

/* A player's move in the room's game, as hone-engine plays it with that limit of nodes or seconds,
 * and a table of WEB_TABLE_MIB. */
WEB_EXPORT(think) const char *web_think(int player, double nodes, double seconds);
enum { WEB_TABLE_MIB = 16 };

/* Forgets what was searched, as a new game does. */
WEB_EXPORT(forget) void web_forget(void);

/* Both players leave; gives back all memory. */
WEB_EXPORT(leave) void web_leave(void);

/* The page's own: hears of each depth that a search has finished, as think answers. */
WEB_IMPORT(tell) extern void web_tell(const char *answer);

#endif
