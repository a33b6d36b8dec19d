/*
 * hone's games as hosts of evaluators that come from outside: how each shows its positions. What is
 * shown points into the state, so that nothing is copied that may be large; Reversi's state is what
 * is shown.
 */
#include <string.h>

#include "engine/games/chess/rules.h"
#include "engine/games/connect/rules.h"
#include "engine/games/dobutsu/rules.h"
#include "engine/games/grundy/rules.h"
#include "engine/games/hex/rules.h"
#include "engine/games/lgame/rules.h"
#include "engine/games/reversi/rules.h"
#include "engine/games/xiangqi/rules.h"
#include "engine/plugin/adapt.h"
#include "engine/plugin/reversi_ops.h"

_Static_assert(sizeof(struct hone_reversi) == sizeof(struct reversi) &&
                   offsetof(struct hone_reversi, own) == offsetof(struct reversi, own) &&
                   offsetof(struct hone_reversi, opp) == offsetof(struct reversi, opp) &&
                   offsetof(struct hone_reversi, side) == offsetof(struct reversi, side),
               "a state of Reversi is what hone/reversi.h says");

static const void *reversi_view(const struct game *game, const void *state,
                                union plugin_view *room) {
    (void)game, (void)room;
    return state;
}

static const void *connect_view(const struct game *game, const void *state_,
                                union plugin_view *room) {
    const struct connect_rules *rules = connect_rules(game);
    const struct connect_state *state = state_;
    room->connect = (struct hone_connect){.columns = (uint16_t)rules->columns,
                                          .rows = (uint16_t)rules->rows,
                                          .in_a_row = (uint16_t)rules->k,
                                          .exact = rules->exact,
                                          .turn = (uint16_t)rules->p,
                                          .first_turn = (uint16_t)rules->q,
                                          .side = state->side,
                                          .left = state->left,
                                          .empties = (uint16_t)state->empties,
                                          .stones = {state->stones[0], state->stones[1]}};
    return &room->connect;
}

static const void *hex_view(const struct game *game, const void *state_, union plugin_view *room) {
    const struct hex_state *state = state_;
    (void)game;
    room->hex = (struct hone_hex){.size = state->size,
                                  .side = state->side,
                                  .empties = (uint16_t)state->empties,
                                  .rows = {state->stones[0], state->stones[1]}};
    return &room->hex;
}

static const void *lgame_view(const struct game *game, const void *state_,
                              union plugin_view *room) {
    const struct lgame_state *state = state_;
    (void)game;
    room->lgame = (struct hone_lgame){
        .pieces = {lgame_points[state->places[0]], lgame_points[state->places[1]]},
        .neutral = state->stones,
        .side = state->side,
        .left = state->left};
    return &room->lgame;
}

static const void *piles_view(const struct game *game, const void *state_,
                              union plugin_view *room) {
    const struct grundy_state *state = state_;
    (void)game;
    room->piles =
        (struct hone_piles){.side = state->side, .count = state->count, .coins = state->piles};
    return &room->piles;
}

_Static_assert(sizeof(struct hone_dobutsu) == sizeof(struct dobutsu_board) &&
                   offsetof(struct hone_dobutsu, hands) == offsetof(struct dobutsu_board, hands) &&
                   offsetof(struct hone_dobutsu, side) == offsetof(struct dobutsu_board, side) &&
                   (int)HONE_DOBUTSU_KINDS == (int)DOBUTSU_KINDS &&
                   (int)HONE_DOBUTSU_LION == (int)DOBUTSU_LION &&
                   (int)HONE_DOBUTSU_HEN == (int)DOBUTSU_HEN,
               "a board of Dobutsu shogi is what hone/dobutsu.h says");

static const void *dobutsu_view(const struct game *game, const void *state,
                                union plugin_view *room) {
    (void)game;
    memcpy(&room->dobutsu, &((const struct dobutsu_state *)state)->board, sizeof room->dobutsu);
    return &room->dobutsu;
}

_Static_assert((int)HONE_CHESS_KINDS == (int)CHESS_KINDS && (int)HONE_CHESS_PAWN == (int)PAWN &&
                   (int)HONE_CHESS_KNIGHT == (int)KNIGHT && (int)HONE_CHESS_BISHOP == (int)BISHOP &&
                   (int)HONE_CHESS_ROOK == (int)ROOK && (int)HONE_CHESS_QUEEN == (int)QUEEN &&
                   (int)HONE_CHESS_NONE == (int)CHESS_NO_SQUARE,
               "pieces of chess are those of hone/chess.h");

static const void *chess_view(const struct game *game, const void *state, union plugin_view *room) {
    const struct chess_position *position = &((const struct chess_state *)state)->position;
    struct hone_chess *out = &room->chess;
    (void)game;
    *out = (struct hone_chess){.side = position->side,
                               .en_passant = position->en_passant,
                               .reversible = position->reversible};
    memcpy(out->castling, position->castling, sizeof out->castling);
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < CHESS_KINDS; kind++)
            out->pieces[side][kind] = position->kinds[kind] & position->sides[side];
    return out;
}

_Static_assert((int)HONE_XIANGQI_KINDS == (int)XIANGQI_KINDS &&
                   (int)HONE_XIANGQI_KING == (int)XIANGQI_KING &&
                   (int)HONE_XIANGQI_ADVISER == (int)XIANGQI_ADVISER &&
                   (int)HONE_XIANGQI_ELEPHANT == (int)XIANGQI_ELEPHANT &&
                   (int)HONE_XIANGQI_HORSE == (int)XIANGQI_HORSE &&
                   (int)HONE_XIANGQI_ROOK == (int)XIANGQI_ROOK &&
                   (int)HONE_XIANGQI_CANNON == (int)XIANGQI_CANNON &&
                   (int)HONE_XIANGQI_EMPTY == (int)XIANGQI_EMPTY &&
                   (int)HONE_XIANGQI_POINTS == (int)XIANGQI_POINTS,
               "pieces of xiangqi are those of hone/xiangqi.h");

static const void *xiangqi_view(const struct game *game, const void *state,
                                union plugin_view *room) {
    const struct xiangqi_position *position = &((const struct xiangqi_state *)state)->position;
    (void)game;
    room->xiangqi = (struct hone_xiangqi){
        .points = position->board, .side = position->side, .reversible = position->reversible};
    return &room->xiangqi;
}

static const void *own_view(const struct game *game, const void *state, union plugin_view *room) {
    (void)game, (void)room;
    return ((const struct plugin_state *)state)->bytes;
}

static int connect_plausible_moves(const struct game *game, const void *state, bool all,
                                   move_t *out) {
    return connect_plausible(connect_rules(game), state, all, out);
}

static const struct evaluator_ops *const reversi_ops[ISA_COUNT] = ISA_TABLE(plugin_reversi_ops);

static const struct plugin_host hosts[] = {
    {&reversi_family, reversi_view, NULL, reversi_ops},
    {&connect_family, connect_view, connect_plausible_moves, NULL},
    {&hex_family, hex_view, NULL, NULL},
    {&lgame_family, lgame_view, NULL, NULL},
    {&nim_family, piles_view, NULL, NULL},
    {&grundy_family, piles_view, NULL, NULL},
    {&dobutsu_family, dobutsu_view, NULL, NULL},
    {&chess_family, chess_view, NULL, NULL},
    {&xiangqi_family, xiangqi_view, NULL, NULL},
};

const struct plugin_host plugin_host_own = {NULL, own_view, NULL, NULL};

const struct plugin_host *plugin_host_find(const char *name) {
    for (size_t i = 0; i < COUNT_OF(hosts); i++)
        if (strcmp(hosts[i].family->name, name) == 0) return &hosts[i];
    return NULL;
}
