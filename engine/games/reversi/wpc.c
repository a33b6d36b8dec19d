/*
 * The evaluator `wpc`: its layouts (a weight for every square or every symmetric class of them, for
 * each stage of the game), its parameters, and the tables that its kernels read.
 */
#include "engine/games/reversi/wpc.h"

#include <stdio.h>
#include <string.h>

/* The symmetric classes of squares, each named by one of its squares. */
static const struct wpc_class {
    const char *name;
    int32_t initial;
    uint64_t squares;
} classes[WPC_CLASSES] = {
    {"a1", 1000, 0x8100000000000081}, {"b1", -250, 0x4281000000008142},
    {"c1", 100, 0x2400810000810024},  {"d1", 50, 0x1800008181000018},
    {"b2", -250, 0x0042000000004200}, {"c2", 10, 0x0024420000422400},
    {"d2", 10, 0x0018004242001800},   {"c3", 50, 0x0000240000240000},
    {"d3", 20, 0x0000182424180000},   {"d4", 10, 0x0000001818000000},
};

int wpc_class_of(int square) {
    int i = 0;
    while (!(classes[i].squares >> square & 1)) i++;
    return i;
}

int32_t wpc_standard(int square) {
    return classes[wpc_class_of(square)].initial;
}

int wpc_class_terms(uint64_t own, uint64_t opp, int first, struct term *out) {
    int count = 0;
    for (int i = 0; i < WPC_CLASSES; i++) {
        uint64_t squares = classes[i].squares;
        int more = reversi_count(own & squares) - reversi_count(opp & squares);
        if (more) out[count++] = (struct term){first + i, more};
    }
    return count;
}

static int wpc_square_terms(uint64_t own, uint64_t opp, int first, struct term *out) {
    int count = 0;
    for (uint64_t discs = own | opp; discs; discs &= discs - 1)
        out[count++] = (struct term){first + reversi_lowest(discs), discs & -discs & own ? 1 : -1};
    return count;
}

/* The parameters of a stage, and the one that a square's weight comes from. */
struct layout {
    int cell_count, stage_count;
};

static int wpc_cell_of(const struct layout *layout, int square) {
    return layout->cell_count == REVERSI_SQUARES ? square : wpc_class_of(square);
}

/* "64", "10", or either with the number of stages: "10x3". */
static int wpc_layout_parse(const char *text, struct layout *out, struct error *error) {
    const char *cross = strchr(text, 'x');
    size_t length = cross ? (size_t)(cross - text) : strlen(text);
    int64_t stages = 1;
    bool all = length == 2 && strncmp(text, "64", 2) == 0;
    bool symmetric = length == 2 && strncmp(text, "10", 2) == 0;
    if (!(all || symmetric) || (cross && !parse_i64(cross + 1, 1, WPC_STAGES_MAX, &stages)))
        return error_set(error, "unknown layout \"%.20s\"; there are: %s", text,
                         reversi_wpc_family.layouts);
    *out = (struct layout){all ? REVERSI_SQUARES : WPC_CLASSES, (int)stages};
    return 0;
}

static struct layout wpc_layout_of(const struct evaluator *evaluator) {
    struct layout layout;
    if (wpc_layout_parse(evaluator->layout, &layout, NULL)) die("layout %s", evaluator->layout);
    return layout;
}

/* Of a byte without its lowest disc, and that disc. */
void wpc_line_fill(const int16_t weights[8], int16_t table[256]) {
    table[0] = 0;
    for (unsigned byte = 1; byte < 256; byte++)
        table[byte] = (int16_t)(table[byte & (byte - 1)] + weights[reversi_lowest(byte)]);
}

static bool wpc_is_inside(int square, enum reversi_direction direction) {
    int place = reversi_place(square, direction);
    return place > 0 && place < 7;
}

static void wpc_direction_fill(struct wpc_stage *stage, enum reversi_direction direction) {
    int16_t weights[8][8], inside[8][8];
    for (int square = 0; square < REVERSI_SQUARES; square++) {
        int line = reversi_line_number(square, direction), place = reversi_place(square, direction);
        int16_t weight = stage->squares[square];
        weights[line][place] = weight;
        inside[line][place] = wpc_is_inside(square, direction) ? weight : 0;
        stage->placed[square] = (int16_t)(stage->placed[square] - 2 * inside[line][place]);
    }
    for (int line = 0; line < 8; line++) {
        wpc_line_fill(weights[line], stage->lines[direction][line]);
        int16_t sum = 0;
        for (int place = 0; place < 8; place++)
            stage->upto[direction][8 * line + place] = sum = (int16_t)(sum + inside[line][place]);
    }
}

static void wpc_stage_fill(struct wpc_stage *stage, const struct layout *layout,
                           const int32_t *weights) {
    for (int square = 0; square < REVERSI_SQUARES; square++)
        stage->squares[square] = stage->placed[square] =
            (int16_t)weights[wpc_cell_of(layout, square)];
    for (int direction = 0; direction < 4; direction++) wpc_direction_fill(stage, direction);
}

static void wpc_prepare(const struct evaluator *evaluator, const int32_t *weights, void *prepared) {
    struct layout layout = wpc_layout_of(evaluator);
    struct wpc *wpc = prepared;
    wpc->stage_count = layout.stage_count;
    for (int i = 0; i < layout.stage_count; i++, weights += layout.cell_count)
        wpc_stage_fill(&wpc->stages[i], &layout, weights);
}

static int wpc_terms(const struct evaluator *evaluator, const void *state, int side,
                     struct term *out) {
    const struct reversi *board = state;
    struct layout layout = wpc_layout_of(evaluator);
    bool mine = side == (int)board->side;
    uint64_t own = mine ? board->own : board->opp, opp = mine ? board->opp : board->own;
    int stage = wpc_stage_number(layout.stage_count, reversi_count(own | opp));
    return (layout.cell_count == WPC_CLASSES ? wpc_class_terms : wpc_square_terms)(
        own, opp, stage * layout.cell_count, out);
}

int wpc_stage_of(const struct evaluator *evaluator, const void *state) {
    const struct reversi *board = state;
    return wpc_stage_number(evaluator->stage_count, reversi_count(board->own | board->opp));
}

struct meaning wpc_stage_meaning(const char *what, uint64_t squares, int stage, int stage_count) {
    struct meaning meaning = {.points = squares,
                              .from = MEANING_GAME / stage_count * stage,
                              .to = MEANING_GAME / stage_count * (stage + 1)};
    snprintf(meaning.what, sizeof meaning.what, "%s", what);
    return meaning;
}

uint64_t wpc_class_squares(int class) {
    uint64_t squares = 0;
    for (int square = 0; square < REVERSI_SQUARES; square++)
        if (wpc_class_of(square) == class) squares |= (uint64_t)1 << square;
    return squares;
}

static struct meaning wpc_meaning(const struct evaluator *evaluator, int index) {
    const struct layout layout = wpc_layout_of(evaluator);
    int cell = index % layout.cell_count;
    bool all = layout.cell_count == REVERSI_SQUARES;
    return wpc_stage_meaning("disc", all ? (uint64_t)1 << cell : wpc_class_squares(cell),
                             index / layout.cell_count, layout.stage_count);
}

static void wpc_square_name(int square, char out[3]) {
    memcpy(out, (char[]){(char)('a' + square % 8), (char)('1' + square / 8), '\0'}, 3);
}

static void wpc_param_fill(const struct layout *layout, int stage, int cell, struct param *out) {
    bool all = layout->cell_count == REVERSI_SQUARES;
    const struct wpc_class *class = &classes[all ? wpc_class_of(cell) : cell];
    char cell_name[3], stage_name[4] = "";
    if (all)
        wpc_square_name(cell, cell_name);
    else
        memcpy(cell_name, class->name, sizeof cell_name);
    if (layout->stage_count > 1)
        memcpy(stage_name, (char[]){'s', (char)('1' + stage), '.', '\0'}, sizeof stage_name);
    *out = (struct param){.initial = class->initial,
                          .lower = -WPC_LIMIT,
                          .upper = WPC_LIMIT,
                          .scale = SCALE_LINEAR,
                          .doc = all ? "weight of a disc on this square"
                                     : "weight of a disc on this square and those like it"};
    snprintf(out->name, sizeof out->name, "%s%s", stage_name, cell_name);
}

static const struct param *wpc_params(const struct layout *layout) {
    struct param *params =
        xcalloc((size_t)(layout->stage_count * layout->cell_count), sizeof *params);
    for (int stage = 0; stage < layout->stage_count; stage++)
        for (int cell = 0; cell < layout->cell_count; cell++)
            wpc_param_fill(layout, stage, cell, &params[stage * layout->cell_count + cell]);
    return params;
}

static struct evaluator *wpc_make(const struct game *game, const char *text, struct error *error) {
    struct layout layout;
    if (wpc_layout_parse(text, &layout, error)) return NULL;
    struct evaluator *evaluator = xmalloc(sizeof *evaluator);
    *evaluator = (struct evaluator){
        .game = game,
        .schema = 1,
        .doc = reversi_wpc_family.doc,
        .param_count = layout.stage_count * layout.cell_count,
        .stage_count = layout.stage_count,
        .stage = wpc_stage_of,
        .params = wpc_params(&layout),
        .prepared_size = sizeof(struct wpc) + (size_t)layout.stage_count * sizeof(struct wpc_stage),
        .prepare = wpc_prepare,
        .meaning = wpc_meaning,
        .terms = wpc_terms,
        .terms_max = layout.cell_count,
        .ops = ISA_TABLE(wpc_ops),
    };
    snprintf(evaluator->name, sizeof evaluator->name, "%s", reversi_wpc_family.name);
    snprintf(evaluator->layout, sizeof evaluator->layout, layout.stage_count > 1 ? "%dx%d" : "%d",
             layout.cell_count, layout.stage_count);
    return evaluator;
}

const struct evaluator_family reversi_wpc_family = {
    .name = "wpc",
    .doc = "weighted piece counter: the sum of the weights of the squares one holds",
    .default_layout = "10",
    .layouts = "64 (every square), 10 (symmetric classes), and either by stages of the game: "
               "64x2…64x8, 10x2…10x8",
    .make = wpc_make,
};
