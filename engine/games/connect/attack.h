/*
 * connect_attack: threat-space search. A turn of the attacker that leaves at least p threats to
 * block makes the defender spend its whole turn on blocking them; one that leaves more than that
 * wins (Wu & Huang 2005; with p = 1 these are gomoku's sequences of fours). For the files of the
 * expert of Connect, which share its memory.
 */
#ifndef HONE_ENGINE_GAMES_CONNECT_ATTACK_H
#define HONE_ENGINE_GAMES_CONNECT_ATTACK_H

#include "engine/base/halt.h"
#include "engine/games/connect/threats.h"

enum {
    ATTACK_TURNS_MAX = 30,   /* as deep as limits may ask for */
    ATTACK_STACK_MAX = 4096, /* attacking turns of all positions of a line */
    ATTACK_UNITED_MAX = 32,  /* stones of all answers at once */
    ATTACK_LINES_KEPT = 8,
};

/* Turns within which the attacker, to move, was proved to win, and is known not to win; 0:
 * unknown. */
struct attack_entry {
    uint64_t key;
    uint8_t won, lost;
};

/* A win against all answers at once: the attacker's turns in their order. */
struct attack_line {
    int count;
    struct turn turns[ATTACK_TURNS_MAX];
};

struct threats_memory {
    const struct connect_rules *rules;
    struct attack_entry *table;
    uint64_t mask, used_mask;
    uint64_t salt, leaves;

    /* The search under way. Of the board only stones, roads, empties and hash are kept. */
    struct state room;
    struct connect_state *board;
    int attacker;
    uint64_t nodes, nodes_max;
    struct halt own_halt, *halt; /* which of these is looked at: else the search's, around it */
    bool stopped;
    bool deeper;      /* whether more turns might find more */
    int attack_count; /* a stack */
    struct turn attacks[ATTACK_STACK_MAX];
    uint64_t barred[CONNECT_WORDS]; /* points that the root's turn does without */

    /* What defence.c knows of the search of moves under way: the wins by threats found last, by
     * attacker, and at which plies the side to move has no threats to fear. */
    struct attack_line lines[2][ATTACK_LINES_KEPT];
    bool safe[SEARCH_DEPTH_MAX + 1];
    uint64_t held; /* the position that was last found not to be refuted */
    uint64_t open; /* the last root that a long search did not decide */
};

/* A position at the beginning of a search, the attacker to place `left` stones. */
struct attack_root {
    int left;
    struct threats own, opposing;
};

/* All turns of the defender that block: at most p^p. */
struct attack_answers {
    int count;
    struct turn list[256];
};
_Static_assert(THREAT_STONES_MAX <= 4, "4^4 answers");

/* Takes over a position, the attacker to move; no limits but the halt of the search around it, if
 * there is one. */
void attack_begin(struct threats_memory *memory, const struct game *game,
                  const struct connect_state *state, int attacker, struct halt *halt);

void attack_stones_put(struct threats_memory *memory, int side, const uint16_t *stones, int count);
void attack_stones_take(struct threats_memory *memory, int side, const uint16_t *stones, int count);

/* The threats of the board as it is. */
void attack_root_set(struct threats_memory *memory, int left, struct attack_root *root);

/* The fewest turns within which the attacker was found to win, and the first of them; 0: none.
 * `careful`: every single answer is tried, see attack.c. */
int attack_find(struct threats_memory *memory, const struct attack_root *root, int turns,
                bool careful, struct turn *best);

void attack_answers_find(const struct threats *threats, int p, struct attack_answers *out);
/* The stones of all answers; their count, 0: too many. */
int attack_answers_unite(const struct attack_answers *answers, uint16_t stones[ATTACK_UNITED_MAX]);

#endif
