/*
 * The folder of a weather-factory: the parameters of config.json, and the engine, its limit and the
 * steps from the files beside it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/textfile.h"
#include "tuner/cli/import.h"
#include "tuner/config/print.h"

/* Its rules for all games. */
#define FACTORY_ENDS                                                                               \
    " resign = { moves = 3; score = 400; };\n"                                                     \
    "    draw = { from_move = 40; moves = 8; score = 10; };"

/* What it gives to cutechess-cli: engine and book lie in its folder "tuner". */
static void import_factory_engine(struct import_config *import, const struct json_member *all,
                                  int count) {
    const char *engine = import_member(all, count, "engine"),
               *book = import_member(all, count, "book"), *hash = import_member(all, count, "hash"),
               *seconds = import_member(all, count, "tc");
    struct text path = {0};
    double clock = 0;
    if (!engine || !import_is_text(engine)) return;
    text_add(&path, "./tuner/%s", engine);
    text_add(&import->engine, " command = ");
    config_print_quoted(text_get(&path), &import->engine);
    text_add(&import->engine, "; protocol = \"uci\";");
    if (seconds && parse_double(seconds, 0.001, 1e6, &clock))
        text_add(&import->engine, " clock = \"%.10g+%.10g\";", clock, clock / 100);
    int64_t whole;
    if (hash && parse_i64(hash, 1, INT32_MAX, &whole))
        text_add(&import->engine, "\n    options = \"option.Hash=%lld\";", (long long)whole);
    text_add(&import->engine, FACTORY_ENDS);
    text_free(&path);
    text_add(&path, "tuner/%s", book ? book : "");
    if (book) import_add_openings(import, text_get(&path));
    text_free(&path);
}

/* Game t has the perturbations c / t^gamma, in steps of each parameter; for a game won more than
 * lost parameters move by a / (A + t)^alpha over that. */
struct factory_schedule {
    double a, c, A, alpha, gamma;
};

static void import_factory_schedule(const struct json_member *all, int count,
                                    struct factory_schedule *out) {
    const struct {
        const char *name;
        double *value;
    } fields[] = {{"a", &out->a},
                  {"c", &out->c},
                  {"A", &out->A},
                  {"alpha", &out->alpha},
                  {"gamma", &out->gamma}};
    *out = (struct factory_schedule){.alpha = 0.601, .gamma = 0.102};
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        const char *text = import_member(all, count, fields[i].name);
        if (text) parse_double(text, 0, 1e9, fields[i].value);
    }
}

/* The same by the options of `spsa`. */
struct factory_steps {
    double generations, precision, rate;
};

/* `spsa` has A = N / 10, and says the last perturbation and step, which are those of game N. Its
 * reach is ten steps of a parameter. */
static struct factory_steps import_factory_steps(const struct factory_schedule *from,
                                                 int64_t pairs) {
    double generations = round(5 * from->A / (double)pairs),
           games = 2 * (double)pairs * generations;
    double perturbation = from->c * pow(games, -from->gamma);
    double step = from->a * pow(from->A + games, -from->alpha) / perturbation;
    return (struct factory_steps){generations, perturbation / 10, step / perturbation};
}

/* Whether they are the same: its exponents are .602 and .101, and its generations whole. */
static bool import_factory_fits(const struct factory_schedule *from,
                                const struct factory_steps *steps) {
    return fabs(from->alpha - 0.602) < 0.002 && fabs(from->gamma - 0.101) < 0.002 &&
           steps->generations >= 10 && steps->generations <= 1e6 && steps->precision >= 1e-6 &&
           steps->precision <= 0.5 && steps->rate >= 1e-9 && steps->rate <= 1;
}

static void import_factory_print_steps(struct import_config *import,
                                       const struct factory_schedule *from, int64_t pairs) {
    struct factory_steps steps = import_factory_steps(from, pairs);
    if (import_factory_fits(from, &steps))
        text_add(&import->steps,
                 "# the steps of spsa.json, whose A is a tenth of the games; fewer or more "
                 "generations\n# leave them as they are\n"
                 "fitness = { pairs = %lld; };\n"
                 "optimizer = { name = \"spsa\"; generations = %.0f; schedule = %.0f;\n"
                 "    spsa = { perturbations = 1; precision = %.4g; rate = %.4g; }; };\n",
                 (long long)pairs, steps.generations, steps.generations, steps.precision,
                 steps.rate);
    else
        text_add(&import->steps, "# hone's own steps, as `spsa` cannot have those of "
                                 "spsa.json\n" IMPORT_OPTIMIZER);
}

/* A file beside config.json: the number of its members, json_free; -1: there is none. */
static int import_factory_file(const struct import_config *import, const char *name,
                               struct json_member **members) {
    const char *slash = strrchr(import->path, '/');
    struct text path = {0}, text = {0};
    struct error why;
    text_add_bytes(&path, import->path, slash ? (size_t)(slash + 1 - import->path) : 0);
    text_add(&path, "%s", name);
    int count = textfile_read(text_get(&path), text_get(&path), &text, &why) == 0
                    ? json_members(text_get(&text), "$", members, &why)
                    : -1;
    text_free(&path);
    text_free(&text);
    return count;
}

/* Pairs of an iteration. */
static int64_t import_factory_pairs(const struct json_member *all, int count) {
    const char *text = import_member(all, count, "games");
    int64_t games = 120;
    if (text) parse_i64(text, 2, 2000000, &games);
    return games / 2;
}

/* cutechess.json and spsa.json. */
static void import_factory_neighbours(struct import_config *import) {
    struct json_member *members = NULL, *own;
    int count = import_factory_file(import, "cutechess.json", &members);
    int64_t pairs = import_factory_pairs(members, max_int(0, count));
    if (count >= 0) import_factory_engine(import, members, count);
    if (count >= 0) json_free(members, count);
    count = import_factory_file(import, "spsa.json", &own);
    if (count < 0) return;
    struct factory_schedule schedule;
    import_factory_schedule(own, count, &schedule);
    import_factory_print_steps(import, &schedule, pairs);
    json_free(own, count);
}

int import_factory(struct import_config *import, const struct json_member *all, int count) {
    int status = 0;
    import->kind = "weather-factory's config.json";
    for (int i = 0; status == 0 && i < count; i++) {
        struct json_member *own;
        struct error why;
        int members = all[i].value[0] == '{' ? json_members(all[i].value, "$", &own, &why) : 0;
        struct import_parameter from = {.name = all[i].name};
        char place[600];
        bool real = false;
        import_place(import, all[i].name, place);
        if (members > 0) {
            from.start = import_member(own, members, "value");
            from.min = import_member(own, members, "min_value");
            from.max = import_member(own, members, "max_value");
            from.step = import_member(own, members, "step");
            const char *const numbers[] = {from.start, from.min, from.max};
            for (size_t j = 0; j < COUNT_OF(numbers); j++)
                real |= numbers[j] && import_decimals(numbers[j]) > 0;
            from.real = real;
        }
        status = from.min && from.max
                     ? import_add_parameter(import, &from, place)
                     : error_set(import->error,
                                 "%s: \"%.40s\" is no parameter of weather-factory (value, "
                                 "min_value, max_value, step), and the file has no "
                                 "parameter_ranges of chess-tuning-tools",
                                 place, all[i].name);
        if (members > 0) json_free(own, members);
    }
    if (status == 0) import_factory_neighbours(import);
    return status;
}
