/*
 * A character can show eight heights; the figures stand beside the picture.
 */
#include "tuner/report/sparkline.h"

#include <math.h>

#include "tuner/optimize/scale.h"

static const char *const sparkline_blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
static const char *const sparkline_signs[] = {"_", ".", "-", "=", "+", "*", "%", "#"};

void sparkline_print(const double *values, int count, int width, bool blocks, struct text *out) {
    const char *const *heights = blocks ? sparkline_blocks : sparkline_signs;
    const int top = (int)COUNT_OF(sparkline_blocks) - 1;
    int shown = min_int(count, width);
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < count; i++) {
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    for (int i = 0; i < shown; i++) {
        double value = values[(int64_t)(i + 1) * count / shown - 1];
        int height = high > low ? (int)lround((value - low) / (high - low) * top) : 0;
        text_add(out, "%s", heights[height]);
    }
}

void sparkline_print_param(const struct param *param, int32_t value, int width, struct text *out) {
    int room = max_int(8, width) - 2;
    bool at_bound = value <= param->lower || value >= param->upper;
    int place = min_int(room - 1, (int)(scale_unit(param, value) * room));
    text_add(out, "[");
    for (int i = 0; i < room; i++) text_add(out, i != place ? "-" : at_bound ? "!" : "#");
    text_add(out, "]");
}
