// An evaluator of Connect games in C++: how far stones are from the middle, and neighbours of one
// colour. It shows that a plug-in need not be C: what counts is the symbol hone_plugin.
#include <hone/connect.h>
#include <hone/plugin.h>

#include <array>
#include <cstdlib>

namespace {

enum { Centre, Pair, Count };

const std::array<hone_param, Count> params = {{
    {"centre", -100, 100, 3, HONE_LINEAR, "a point that a stone is nearer to the middle"},
    {"pair", -100, 100, 10, HONE_LINEAR, "two stones of one side in neighbouring columns"},
}};

int worth(const hone_connect &board, int side, const int32_t *weights) {
    int value = 0;
    for (int point = 0; point < board.columns * board.rows; point++) {
        if (hone_connect_stone(&board, point) != side) continue;
        int x = point % board.columns, y = point / board.columns;
        int away = std::abs(2 * x - board.columns + 1) + std::abs(2 * y - board.rows + 1);
        value -= weights[Centre] * away / 2;
        if (x > 0 && hone_connect_stone(&board, point - 1) == side) value += weights[Pair];
    }
    return value;
}

int32_t evaluate(const void *prepared, const void *position, int side) {
    const auto *weights = static_cast<const int32_t *>(prepared);
    const auto &board = *static_cast<const hone_connect *>(position);
    return worth(board, side, weights) - worth(board, 1 - side, weights);
}

hone_evaluator make_evaluator() {
    hone_evaluator table{};
    table.size = sizeof table;
    table.name = "middle";
    table.doc = "stones near the middle, and beside each other";
    table.game = "connect";
    table.version = 1;
    table.params = params.data();
    table.param_count = Count;
    table.evaluate = evaluate;
    return table;
}

const hone_evaluator evaluator = make_evaluator();
const hone_evaluator *const evaluators[] = {&evaluator, nullptr};
const struct hone_plugin plugin = {HONE_ABI_MAJOR,        HONE_ABI_MINOR, sizeof plugin, "middle",
                                   "an evaluator in C++", nullptr,        evaluators};

} // namespace

const struct hone_plugin *hone_plugin(const hone_host *) {
    return &plugin;
}
