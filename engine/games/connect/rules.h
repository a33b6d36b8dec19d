/*
 * connect: Connect(m,n,k,p,q), the family of Wu & Huang 2005. On m columns and n rows the sides
 * place stones in turn, p a turn and q in the very first one; k or more in a row, column or
 * diagonal win at once, a full board is a draw. Connect6 is (19,19,6,2,1). In the variants called
 * `exact`, of one stone a turn, a line of more than k is no win (gomoku's exactly five).
 *
 * Each stone is a ply. A move is the point y*m + x, x from the left, y from the top.
 *
 * A road is a window of k consecutive points of a line. Roads are numbered line by line, so those
 * of one direction through a point are consecutive: a span. Placing a stone visits the at most 4k
 * roads of the point's four spans (the local scan), never the board.
 */
#ifndef HONE_ENGINE_GAMES_CONNECT_RULES_H
#define HONE_ENGINE_GAMES_CONNECT_RULES_H

#include "engine/game/family.h"

enum {
    CONNECT_SIDE_MAX = 20, /* the board of the Gomocup tournaments */
    CONNECT_POINTS_MAX = CONNECT_SIDE_MAX * CONNECT_SIDE_MAX,
    CONNECT_WORDS = (CONNECT_POINTS_MAX + 63) / 64,
    CONNECT_K_MAX = 8,
    CONNECT_STONES_MAX = 8, /* in a turn */
    CONNECT_DIRECTIONS = 4,
    CONNECT_SYMMETRIES = 8, /* of a square board; a rectangle has half of them */
    CONNECT_ROADS_MAX = 2 * 20 * 19 + 2 * 19 * 19, /* k = 2 on the largest board */
};

/* What stands on a road: stones of side 0 in the low four bits, of side 1 in the high ones. */
typedef uint8_t connect_road;

/* The kind of a road: CONNECT_EMPTY, or connect_live(side, n) with n > 0 stones of that side and
 * none of the other, or CONNECT_DEAD. */
enum { CONNECT_EMPTY = 0, CONNECT_DEAD = 2 * CONNECT_K_MAX + 1, CONNECT_KINDS };
enum { CONNECT_BOTH = 0x11 }; /* a road that is dead whatever comes onto it */
static inline int connect_live(int side, int stones) {
    return side * CONNECT_K_MAX + stones;
}

/* The roads of one direction through a point, and the points on them: of a step's distance each,
 * count + k - 1 of them; point i is on the roads i-k+1 … i of the span. No road: count 0. */
struct connect_span {
    uint16_t road, point;
    uint8_t count;
};

/* A point's place on one of its lines, of all of the board: rows, columns, falling diagonals,
 * rising ones, in the order of the directions. */
enum { CONNECT_LINES_MAX = 2 * CONNECT_SIDE_MAX + 2 * (2 * CONNECT_SIDE_MAX - 1) };
struct connect_place {
    uint8_t line, at;
};

/* A variant's constants. */
struct connect_rules {
    struct game game;
    int columns, rows, k, p, q;
    bool exact;
    int points, roads, symmetries;
    int steps[CONNECT_DIRECTIONS]; /* between neighbours of a line */
    struct connect_span spans[CONNECT_POINTS_MAX][CONNECT_DIRECTIONS];
    uint16_t road_point[CONNECT_ROADS_MAX];  /* a road's first point, its others follow … */
    uint8_t road_step[CONNECT_ROADS_MAX];    /* … at this distance */
    uint8_t road_goes_on[CONNECT_ROADS_MAX]; /* its line: 1 before it, 2 behind it */
    uint64_t near[CONNECT_POINTS_MAX][CONNECT_WORDS]; /* points at most 2 away, itself too */
    uint64_t board[CONNECT_WORDS];                    /* all points */
    uint64_t opening[CONNECT_WORDS];                  /* those that openings are drawn from */
    uint64_t stone_keys[2][CONNECT_POINTS_MAX];
    uint64_t image_keys[2][CONNECT_POINTS_MAX][CONNECT_SYMMETRIES]; /* those of a point's images */
    uint64_t turn_keys[2][CONNECT_STONES_MAX + 1];                  /* side to move, stones left */
    uint8_t kinds[256];
};

/* Only the first `roads` roads are part of the state. Unused bytes are zero: eight roads are read
 * at once. */
struct connect_state {
    uint64_t hash;
    uint64_t stones[2][CONNECT_WORDS];
    uint64_t near[CONNECT_WORDS];  /* points at most 2 away from a stone */
    int16_t census[CONNECT_KINDS]; /* roads of each kind */
    int16_t empties;
    uint8_t side;     /* to move */
    uint8_t left;     /* stones still to be placed in this turn */
    uint8_t mid_turn; /* some are placed already */
    uint8_t winner;   /* side + 1, 0 for none */
    connect_road roads[CONNECT_ROADS_MAX + 7];
};

static inline const struct connect_rules *connect_rules(const struct game *game) {
    return game->rules;
}

static inline bool connect_bit(const uint64_t *set, int point) {
    return set[point >> 6] >> (point & 63) & 1;
}

static inline void connect_add(uint64_t *set, int point) {
    set[point >> 6] |= UINT64_C(1) << (point & 63);
}

/* Whether a road of that direction begins at the point. */
static inline bool connect_begins(const struct connect_rules *rules, int direction, int point) {
    const struct connect_span *span = &rules->spans[point][direction];
    return span->count > 0 && span->point + (span->count - 1) * rules->steps[direction] == point;
}

/* A word of the empty points. */
static inline uint64_t connect_empty_word(const struct connect_rules *rules,
                                          const struct connect_state *state, int word) {
    int points = rules->points - 64 * word;
    uint64_t board = points >= 64 ? ~UINT64_C(0) : points <= 0 ? 0 : (UINT64_C(1) << points) - 1;
    return board & ~(state->stones[0][word] | state->stones[1][word]);
}

/* The game's functions that search wants in view. */
static inline int connect_side(const void *state) {
    return ((const struct connect_state *)state)->side;
}

static inline uint64_t connect_hash(const void *state) {
    return ((const struct connect_state *)state)->hash;
}

static inline bool connect_over(const struct game *game, const void *state_) {
    (void)game;
    const struct connect_state *state = state_;
    return state->winner || state->empties == 0;
}

static inline int connect_margin(const struct game *game, const void *state_) {
    (void)game;
    const struct connect_state *state = state_;
    int margin = 1 + state->empties;
    return state->winner == 0 ? 0 : state->winner == 1 ? margin : -margin;
}

static inline connect_road connect_road_after(connect_road road, int side) {
    return (connect_road)(road + (side == 0 ? 0x01 : 0x10));
}

/* The local scan of exact variants: a stone that is on the board changes the roads through its
 * point and those that it flanks (exact.c). */
void connect_exact_scan(const struct connect_rules *rules, struct connect_state *state, int point);

/* The local scan. */
static inline void connect_roads_add(const struct connect_rules *rules, struct connect_state *state,
                                     int side, int point) {
    if (rules->exact) {
        connect_exact_scan(rules, state, point);
        return;
    }
    for (int d = 0; d < CONNECT_DIRECTIONS; d++) {
        const struct connect_span *span = &rules->spans[point][d];
        connect_road *roads = &state->roads[span->road];
        for (int i = 0; i < span->count; i++) {
            state->census[rules->kinds[roads[i]]]--;
            roads[i] = connect_road_after(roads[i], side);
            state->census[rules->kinds[roads[i]]]++;
        }
    }
}

/* Puts a stone of `side`, in any turn. */
static inline void connect_place(const struct connect_rules *rules, struct connect_state *state,
                                 int side, int point) {
    connect_add(state->stones[side], point);
    for (int w = 0; w < CONNECT_WORDS; w++) state->near[w] |= rules->near[point][w];
    connect_roads_add(rules, state, side, point);
    if (state->census[connect_live(side, rules->k)] > 0) state->winner = (uint8_t)(side + 1);
    state->empties--;
    state->hash ^= rules->stone_keys[side][point];
}

static inline void connect_turn_set(const struct connect_rules *rules, struct connect_state *state,
                                    int side, int left, bool mid_turn) {
    state->hash ^= rules->turn_keys[state->side][state->left] ^ rules->turn_keys[side][left];
    state->side = (uint8_t)side;
    state->left = (uint8_t)left;
    state->mid_turn = mid_turn;
}

static inline void connect_play(const struct game *game, void *state_, move_t move) {
    const struct connect_rules *rules = connect_rules(game);
    struct connect_state *state = state_;
    connect_place(rules, state, state->side, move);
    if (state->left > 1)
        connect_turn_set(rules, state, state->side, state->left - 1, true);
    else
        connect_turn_set(rules, state, !state->side, rules->p, false);
}

/* On the empty board every point is as far from the stones as any other: the centre stands for
 * all. */
static inline int connect_centre(const struct connect_rules *rules) {
    return (rules->rows - 1) / 2 * rules->columns + (rules->columns - 1) / 2;
}

/* The plausible moves of struct evaluator's candidates, or, if `all`, the legal ones. */
static inline void connect_plausible_set(const struct connect_rules *rules,
                                         const struct connect_state *state, bool all,
                                         uint64_t out[CONNECT_WORDS]) {
    bool centre = !all && state->empties == rules->points;
    for (int w = 0; w < CONNECT_WORDS; w++)
        out[w] = connect_empty_word(rules, state, w) & (all ? ~UINT64_C(0) : state->near[w]);
    if (centre) connect_add(out, connect_centre(rules));
}

/* The same as a list; their count. */
static inline int connect_plausible(const struct connect_rules *rules,
                                    const struct connect_state *state, bool all, move_t *out) {
    uint64_t sets[CONNECT_WORDS];
    int count = 0;
    connect_plausible_set(rules, state, all, sets);
    for (int w = 0; w < CONNECT_WORDS; w++)
        for (uint64_t set = sets[w]; set; set &= set - 1)
            out[count++] = (move_t)(64 * w + __builtin_ctzll(set));
    return count;
}

/* The places of all points. `firsts`, if wanted: the first line of each direction, and one behind
 * the last. */
void connect_places_fill(const struct connect_rules *rules,
                         struct connect_place places[CONNECT_POINTS_MAX][CONNECT_DIRECTIONS],
                         uint8_t firsts[CONNECT_DIRECTIONS + 1]);

/* What is said of the family, and of a game without words of its own. */
#define CONNECT_DOC "k stones in a row win; p stones a turn, q in the first"

/* The game alone, without an expert: family.c adds it. NULL and why. */
struct game *connect_make(const char *name, struct error *error);

extern const struct expert connect_threats, connect_exact;       /* of exact variants */
extern const struct game_family connect_family;                  /* family.c */
extern const struct evaluator_family connect_roads_family;       /* roads.c */
extern const struct evaluator_family connect_lines_family;       /* lines.c */
extern const struct evaluator_family connect_roads_lines_family; /* roads_lines.c */
extern const struct evaluator_family connect_open_family;        /* open.c */
extern const struct evaluator_family connect_points_family;      /* points.c */

#endif
