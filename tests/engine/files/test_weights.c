/*
 * Weight files: what is written is read back, every damage is refused by name, exports are what
 * their readers want, and the shipped files have the numbers of their sources.
 */
#include <glob.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/rng.h"
#include "engine/files/weights_packed.h"
#include "engine/games/games.h"

/* ---- tools ------------------------------------------------------------------------------ */

static const struct evaluator *wpc10(void) {
    struct error error;
    const struct game *game = games_find("reversi", &error);
    assert_non_null(game);
    const struct evaluator *evaluator = games_evaluator(game, "wpc", "10", &error);
    assert_non_null(evaluator);
    return evaluator;
}

static int32_t sample_values[10];

/* Weights with a line of every kind. */
static struct weights sample(void) {
    for (int i = 0; i < 10; i++) sample_values[i] = 10 * i - 39;
    return (struct weights){.evaluator = wpc10(),
                            .values = sample_values,
                            .provenance = {.name = "sample",
                                           .source = "the author's \"test\" \\ Ja\xc5\x9bkowski */",
                                           .run = "reversi-quick",
                                           .seed = UINT64_MAX,
                                           .generation = 120,
                                           .games = 960000,
                                           .verified = "+85.2 +/- 9.1 Elo",
                                           .player = "depth=2 endgame=8",
                                           .program = "hone 0.1.0"}};
}

static struct text sample_text(enum weights_format format) {
    struct text text = {0};
    struct weights weights = sample();
    weights_print(&weights, format, &text);
    return text;
}

static void assert_refused(const char *text, const char *expected) {
    struct weights weights;
    struct error error = {""};
    if (weights_parse("x.weights", text, &weights, &error) == 0)
        fail_msg("accepted, but expected: %s", expected);
    if (!strstr(error.text, expected)) fail_msg("\"%s\" does not say \"%s\"", error.text, expected);
    assert_null(weights.evaluator);
    assert_null(weights.values);
}

/* The sample with the first `from` made `to`. */
static void assert_damage_refused(const char *from, const char *to, const char *expected) {
    struct text whole = sample_text(WEIGHTS_NATIVE), damaged = {0};
    const char *at = strstr(text_get(&whole), from);
    assert_non_null(at);
    text_add_bytes(&damaged, whole.data, (size_t)(at - whole.data));
    text_add(&damaged, "%s%s", to, at + strlen(from));
    assert_refused(text_get(&damaged), expected);
    text_free(&whole), text_free(&damaged);
}

/* A file of our own under /tmp; to be removed with unlink. */
static void write_temporary(char path[], const char *bytes, size_t count) {
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, bytes, count), count);
    close(descriptor);
}

/* ---- native ----------------------------------------------------------------------------- */

static void assert_same_provenance(const struct provenance *a, const struct provenance *b) {
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->source, b->source);
    assert_string_equal(a->run, b->run);
    assert_int_equal(a->seed, b->seed);
    assert_int_equal(a->generation, b->generation);
    assert_int_equal(a->games, b->games);
    assert_string_equal(a->verified, b->verified);
    assert_string_equal(a->player, b->player);
    assert_string_equal(a->program, b->program);
}

static void assert_round_trip(const struct weights *weights) {
    struct text text = {0}, again = {0};
    struct weights read;
    struct error error;
    weights_print(weights, WEIGHTS_NATIVE, &text);
    if (weights_parse("x", text_get(&text), &read, &error) < 0) fail_msg("%s", error.text);
    assert_ptr_equal(read.evaluator, weights->evaluator);
    assert_memory_equal(read.values, weights->values,
                        (size_t)weights->evaluator->param_count * sizeof *read.values);
    assert_same_provenance(&read.provenance, &weights->provenance);
    weights_print(&read, WEIGHTS_NATIVE, &again);
    assert_string_equal(text_get(&again), text_get(&text));
    weights_free(&read);
    text_free(&text), text_free(&again);
}

static void what_is_written_is_read(void **unused) {
    (void)unused;
    struct weights weights = sample();
    assert_round_trip(&weights);
    weights.provenance = (struct provenance){.generation = -1};
    assert_round_trip(&weights);
    weights.provenance = (struct provenance){.name = "n", .generation = 0, .run = "r"};
    assert_round_trip(&weights);
    weights.provenance.run[0] = '\0', weights.provenance.seed = 5;
    assert_round_trip(&weights);
}

/* What a line cannot carry is replaced, so that what is written can always be read. */
static void what_a_line_cannot_carry_is_replaced(void **unused) {
    (void)unused;
    struct weights weights = sample(), read;
    struct text text = {0};
    struct error error;
    strcpy(weights.provenance.source, "  two\nlines\tand \xff bytes ");
    strcpy(weights.provenance.name, " ");
    memset(weights.provenance.verified, 'v', sizeof weights.provenance.verified - 1);
    weights_print(&weights, WEIGHTS_NATIVE, &text);
    if (weights_parse("x", text_get(&text), &read, &error) < 0) fail_msg("%s", error.text);
    assert_string_equal(read.provenance.source, "two?lines?and ? bytes");
    assert_string_equal(read.provenance.name, "");
    assert_string_equal(read.provenance.verified, weights.provenance.verified);
    weights_free(&read);
    text_free(&text);
}

static void every_damage_is_named(void **unused) {
    (void)unused;
    static const struct {
        const char *from, *to, *expected;
    } damages[] = {
        {"hone-weights 1", "hone-weights 2", "x.weights:1: version 2"},
        {"hone-weights", "weights", "x.weights:1: \"weights\" stands where \"hone-weights\""},
        {"reversi", "backgammon", "x.weights:2: unknown game \"backgammon\"; there are: reversi"},
        {"reversi", "connect6", "x.weights:3: game connect6 has no evaluator \"wpc\""},
        {"game        reversi\n", "", "x.weights:2: \"evaluator\" stands where \"game\""},
        {"wpc 10", "roads 10", "x.weights:3: game reversi has no evaluator \"roads\""},
        {"wpc 10", "wpc 11", "x.weights:3: "},
        {"wpc 10", "wpc 64", "x.weights:13: params is \"10\"; wpc 64 has 64"},
        {"schema 1", "schema 7", "x.weights:3: schema 7; "},
        {"schema 1", "schema", "x.weights:3: the evaluator must be said as"},
        {"schema 1", "schema 1 2", "x.weights:3: the evaluator must be said as"},
        {"schema 1", "schema one", "x.weights:3: the evaluator must be said as"},
        {"source ", "author ", "x.weights:5: unknown key \"author\"; known are name, source"},
        {"run  ", "name ", "x.weights:6: name is already on line 4"},
        {"120", "-1", "x.weights:8: generation is \"-1\""},
        {"120", "3000000000", "x.weights:8: generation is \"3000000000\""},
        {"960000", "1e6", "x.weights:9: games is \"1e6\""},
        {"endgame=8", "endgame=80", "x.weights:11: endgame=80 is no value of that setting"},
        {"endgame=8", "ending=8", "x.weights:11: \"ending\" is no setting of the search"},
        {"params      10", "params      9", "x.weights:13: params is \"9\"; wpc 10 has 10"},
        {"a1          -39", "a1          nan",
         "x.weights:14: a1 is \"nan\"; it must be a whole number"},
        {"a1          -39", "a1          99999999999999999999",
         "a1 is \"99999999999999999999\"; it must be a whole number, -2047 to 2047"},
        {"a1          -39", "a1          1.5", "x.weights:14: a1 is \"1.5\""},
        {"a1          -39", "a1          x", "x.weights:14: a1 is \"x\""},
        {"a1          -39", "a1          1 2", "x.weights:14: a1 has more than 1 value"},
        {"a1          -39", "a1          2048", "x.weights:14: a1 is 2048; it must be -2047 to"},
        {"a1          -39", "a1          -2048", "x.weights:14: a1 is -2048; it must be"},
        {"a1          -39", "a1          -99999999999999999999", "x.weights:14: a1 is \"-999"},
        {"a1          -39", "a1", "x.weights:14: \"a1\" is not a line of a key and a value"},
        {"a1          -39\n", "\n", "x.weights:14: \"\" is not a line of a key and a value"},
        {"b1  ", "a1  ", "x.weights:15: a1 is already on line 14"},
        {"b1          -29\n", "", "x.weights:23: parameter b1 is missing"},
        {"b1  ", "b9  ", "x.weights:15: wpc 10 has no parameter \"b9\"; the nearest name is \"b"},
        {"b1  ", "own1 ", "x.weights:15: wpc 10 has no parameter \"own1\""},
        {"d4          51", "d4          52", "x.weights:24: checksum is"},
        {"a1 ", "# a comment\na1 ", "comments are not allowed in weight files"},
        {"name ", "#name ", "comments are not allowed in weight files"},
        {"sample", "simple", "make this line \"checksum -\""},
        {"checksum    ", "checksum    0", "x.weights:24: checksum is 0"},
        {"checksum    ", "checksum   ", "x.weights:24: checksum is"},
        {"checksum ", "d4 ", "x.weights:24: d4 is already on line 23"},
        {"sample\n", "sample\r\n", "x.weights:4: the line ends in CR LF"},
        {"sample", "sam\x01ple", "x.weights:4: byte 16 is 0x01, which is not UTF-8 text"},
        {"sample", "sam\xffple", "x.weights:4: byte 16 is 0xff"},
    };
    for (size_t i = 0; i < COUNT_OF(damages); i++)
        assert_damage_refused(damages[i].from, damages[i].to, damages[i].expected);
}

static void lines_that_are_too_long_are_refused(void **unused) {
    (void)unused;
    char huge[100001], name[66];
    memset(huge, 'x', sizeof huge - 1);
    memset(name, 'x', sizeof name - 1);
    huge[sizeof huge - 1] = name[sizeof name - 1] = '\0';
    assert_damage_refused("sample", huge, "x.weights:4: the line has 100012 bytes; at most 400");
    assert_damage_refused("sample", name, "x.weights:4: name is longer than 63 bytes");
    assert_refused(huge, "x.weights:1: the file ends here");
}

static void a_file_cut_anywhere_is_refused(void **unused) {
    (void)unused;
    struct text whole = sample_text(WEIGHTS_NATIVE);
    while (whole.length > 0) {
        whole.data[--whole.length] = '\0';
        assert_refused(whole.data, ":");
    }
    text_free(&whole);
}

static void text_after_the_checksum_is_refused(void **unused) {
    (void)unused;
    struct text text = sample_text(WEIGHTS_NATIVE);
    text_add(&text, "\n");
    assert_refused(text_get(&text), "x.weights:25: there is more text after the checksum");
    text_free(&text);
}

/* Every byte of a file, changed in every bit and to some telling bytes: always refused. */
static void every_changed_byte_is_refused(void **unused) {
    (void)unused;
    struct text whole = sample_text(WEIGHTS_NATIVE);
    for (size_t at = 0; at < whole.length; at++) {
        char kept = whole.data[at];
        static const char others[] = "\n\r\t -+09aA\xc5";
        for (int i = 0; i < 8 + (int)sizeof others - 1; i++) {
            whole.data[at] = (char)(i < 8 ? kept ^ (1 << i) : others[i - 8]);
            if (whole.data[at] != kept) assert_refused(whole.data, "x.weights:");
        }
        whole.data[at] = kept;
    }
    text_free(&whole);
}

static void an_edit_by_hand_is_accepted_when_said(void **unused) {
    (void)unused;
    struct text text = sample_text(WEIGHTS_NATIVE);
    struct weights weights;
    struct error error;
    char *value = strstr(text.data, "a1          -39");
    char *checksum = strstr(text.data, "checksum");
    memcpy(value, "a1\t\t\t\t  \t  100 ", 15);
    strcpy(checksum, "checksum -\n");
    if (weights_parse("x", text.data, &weights, &error) < 0) fail_msg("%s", error.text);
    assert_int_equal(weights.values[0], 100);
    weights_free(&weights);
    text_free(&text);
}

/* What a run said of its weights is not said of edited ones, nor of a copy of them. */
static void edited_weights_lose_their_claims(void **unused) {
    (void)unused;
    struct text text = sample_text(WEIGHTS_NATIVE), copy = {0};
    struct weights weights;
    struct error error;
    strcpy(strstr(text.data, "checksum"), "checksum    -\n");
    if (weights_parse("x", text.data, &weights, &error) < 0) fail_msg("%s", error.text);
    char source[sizeof weights.provenance.source];
    snprintf(source, sizeof source, "edited by hand, from %s", weights.provenance.name);
    assert_string_equal(weights.provenance.source, source);
    assert_string_equal(weights.provenance.verified, "");
    assert_int_equal(weights.provenance.generation, -1);
    weights_print(&weights, WEIGHTS_NATIVE, &copy);
    assert_null(strstr(text_get(&copy), "\ngames"));
    assert_null(strstr(text_get(&copy), "\ngeneration"));
    assert_null(strstr(text_get(&copy), "\nverified"));
    assert_non_null(strstr(text_get(&copy), source));
    weights_free(&weights);
    text_free(&text);
    text_free(&copy);
}

/* Parameters in another order are the same weights. */
static void parameters_may_change_places(void **unused) {
    (void)unused;
    static const char text[] = "hone-weights 1\ngame reversi\nevaluator wpc 10 schema 1\n"
                               "source s\nname n\nparams 10\nd4 10\nd3 9\nc3 8\nd2 7\nc2 6\n"
                               "b2 5\nd1 4\nc1 3\nb1 2\na1 1\nchecksum -\n";
    struct weights weights;
    struct error error;
    if (weights_parse("x", text, &weights, &error) < 0) fail_msg("%s", error.text);
    for (int i = 0; i < 10; i++) assert_int_equal(weights.values[i], i + 1);
    weights_free(&weights);
}

static void binary_and_missing_files_are_named(void **unused) {
    (void)unused;
    struct weights weights;
    struct error error;
    char path[] = "/tmp/hone-weights-XXXXXX";
    write_temporary(path, "hone\0weights", 12);
    assert_int_equal(weights_load(path, &weights, &error), -1);
    assert_non_null(strstr(error.text, "zero byte"));
    assert_non_null(strstr(error.text, path));
    unlink(path);
    assert_int_equal(weights_load(path, &weights, &error), -1);
    assert_non_null(strstr(error.text, path));
    assert_null(weights.values);
}

/* As an editor of another system saves it. */
static void line_ends_of_other_systems_are_read(void **unused) {
    (void)unused;
    static const char text[] =
        "\xef\xbb\xbfhone-weights 1\r\ngame reversi\r\nevaluator wpc 10 schema 1\r\n"
        "source s\r\nname n\r\nparams 10\r\nd4 10\r\nd3 9\r\nc3 8\r\nd2 7\r\nc2 6\r\n"
        "b2 5\r\nd1 4\r\nc1 3\r\nb1 2\r\na1 1\r\nchecksum -\r\n";
    struct weights weights;
    struct error error;
    char path[] = "/tmp/hone-weights-XXXXXX";
    write_temporary(path, text, sizeof text - 1);
    if (weights_load(path, &weights, &error)) fail_msg("%s", error.text);
    assert_int_equal(weights.values[9], 10);
    weights_free(&weights);
    unlink(path);
}

/* ---- other formats ---------------------------------------------------------------------- */

static void a_file_of_another_kind_is_named(void **unused) {
    (void)unused;
    static const struct {
        enum weights_format format;
        const char *kind;
    } exports[] = {{WEIGHTS_JSON, "JSON"}, {WEIGHTS_CSV, "CSV"}, {WEIGHTS_C, "C"}};
    for (size_t i = 0; i < COUNT_OF(exports); i++) {
        struct text text = sample_text(exports[i].format), message = {0};
        text_add(&message, "x.weights: the file is %s; weights are read from files that begin with",
                 exports[i].kind);
        assert_refused(text_get(&text), text_get(&message));
        text_free(&text), text_free(&message);
    }
    assert_refused("", "x.weights: the file is empty; ");
    assert_refused(" \n\n", "x.weights: the file is empty; ");
    assert_refused("\n [1, 2]", "the file is JSON; ");
    assert_refused("hone-weights 1, 2\n", "version 1, 2 of the format");
    assert_refused("weights of mine\na,b\n", "\"weights\" stands where \"hone-weights\" must be");
}

static void formats_are_found_by_name(void **unused) {
    (void)unused;
    static const char *const names[] = {"weights", "json", "csv", "c"};
    enum weights_format format;
    struct error error;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        assert_int_equal(weights_format_parse(names[i], &format, &error), 0);
        assert_int_equal(format, i);
    }
    assert_int_equal(weights_format_parse("xml", &format, &error), -1);
    assert_string_equal(error.text, "unknown format \"xml\"; there are weights, json, csv and c");
}

static void assert_unpacking_refused(const struct text *packed, size_t count,
                                     const char *expected) {
    struct weights weights;
    struct error error;
    if (weights_unpack("x", packed->data, count, &weights, &error) == 0)
        fail_msg("accepted, but expected: %s", expected);
    if (!strstr(error.text, expected)) fail_msg("\"%s\" does not say \"%s\"", error.text, expected);
}

static void packed_values_are_exact(void **unused) {
    (void)unused;
    struct weights weights = sample(), read;
    struct text packed = {0};
    struct error error;
    weights.values[0] = -2047;
    weights.values[1] = 2047;
    weights_pack(&weights, &packed);
    assert_int_equal(weights_unpack("x", packed.data, packed.length, &read, &error), 0);
    assert_memory_equal(read.values, weights.values, 10 * sizeof *read.values);
    assert_string_equal(read.provenance.source, weights.provenance.source);
    assert_true(read.provenance.seed == UINT64_MAX && read.provenance.generation == 120);
    weights_free(&read);
    text_free(&packed);
}

/* -128 is 255 packed, and 128 is 256. */
static void packed_values_have_the_bytes_of_the_largest(void **unused) {
    (void)unused;
    struct weights weights = sample();
    struct text one = {0}, two = {0};
    for (int i = 0; i < 10; i++) weights.values[i] = -128;
    weights_pack(&weights, &one);
    weights.values[3] = 128;
    weights_pack(&weights, &two);
    assert_int_equal(one.length, strlen(one.data) + 1 + 10);
    assert_int_equal(two.length, one.length + 10);
    text_free(&one);
    text_free(&two);
}

static void packed_damage_is_refused(void **unused) {
    (void)unused;
    struct weights weights = sample();
    struct text packed = {0};
    for (int i = 0; i < 10; i++) weights.values[i] = 2047;
    weights_pack(&weights, &packed);
    size_t head = packed.length - 20;
    assert_unpacking_refused(&packed, packed.length - 1, "x: 19 bytes of values are there, for 10");
    assert_unpacking_refused(&packed, head, "x: 0 bytes of values are there, for 10");
    assert_unpacking_refused(&packed, 20, "x: these are no packed weights");
    packed.data[packed.length - 1] = 127; /* the last value's highest byte */
    assert_unpacking_refused(&packed, packed.length, "x: value 1 from d4 on is 1");
    for (int i = 0; i < 30; i++) text_add_bytes(&packed, "", 1);
    assert_unpacking_refused(&packed, packed.length, "x: 50 bytes of values are there, for 10");
    packed.data[0] = 'H';
    assert_unpacking_refused(&packed, packed.length, "x:1: ");
    text_free(&packed);
}

static void csv_has_a_line_a_parameter(void **unused) {
    (void)unused;
    struct text text = sample_text(WEIGHTS_CSV);
    assert_string_equal(text_get(&text), "parameter,value\na1,-39\nb1,-29\nc1,-19\nd1,-9\nb2,1\n"
                                         "c2,11\nd2,21\nc3,31\nd3,41\nd4,51\n");
    text_free(&text);
}

/* Pipes the text through a command, which must find it good. */
static void assert_command_accepts(const struct text *text, const char *format) {
    char path[] = "/tmp/hone-weights-XXXXXX", command[1024];
    write_temporary(path, text->data, text->length);
    snprintf(command, sizeof command, format, path);
    int status = system(command);
    unlink(path);
    if (status != 0) fail_msg("refused by: %s\n%s", command, text->data);
}

static void json_is_read_by_others(void **unused) {
    (void)unused;
    struct text text = sample_text(WEIGHTS_JSON);
    assert_string_equal(text_get(&text),
                        "{\n"
                        "  \"format\": \"hone-weights\",\n"
                        "  \"version\": 1,\n"
                        "  \"game\": \"reversi\",\n"
                        "  \"evaluator\": \"wpc\",\n"
                        "  \"layout\": \"10\",\n"
                        "  \"schema\": 1,\n"
                        "  \"name\": \"sample\",\n"
                        "  \"source\": \"the author's \\\"test\\\" \\\\ Ja\xc5\x9bkowski */\",\n"
                        "  \"run\": \"reversi-quick\",\n"
                        "  \"seed\": 18446744073709551615,\n"
                        "  \"generation\": 120,\n"
                        "  \"games\": 960000,\n"
                        "  \"verified\": \"+85.2 +/- 9.1 Elo\",\n"
                        "  \"player\": \"depth=2 endgame=8\",\n"
                        "  \"program\": \"hone 0.1.0\",\n"
                        "  \"params\": {\n"
                        "    \"a1\": -39,\n"
                        "    \"b1\": -29,\n"
                        "    \"c1\": -19,\n"
                        "    \"d1\": -9,\n"
                        "    \"b2\": 1,\n"
                        "    \"c2\": 11,\n"
                        "    \"d2\": 21,\n"
                        "    \"c3\": 31,\n"
                        "    \"d3\": 41,\n"
                        "    \"d4\": 51\n"
                        "  }\n"
                        "}\n");
    text_free(&text);
}

/* The header compiles without a warning, in C and in C++, and has the values. */
static void the_c_header_compiles_and_has_the_values(void **unused) {
    (void)unused;
    struct text text = sample_text(WEIGHTS_C);
    text_add(&text, "#include <stdio.h>\n"
                    "int main(void) {\n"
                    "    int sum = 0;\n"
                    "    for (int i = 0; i < HONE_SAMPLE_COUNT; i++)\n"
                    "        sum += hone_sample[i] * (i + 1);\n"
                    "    int corners = hone_sample_square(0, 0) + hone_sample_square(0, 63);\n"
                    "    if (corners != -78 || hone_sample_square(0, 9) != 1) return 1;\n"
                    "    return sum == 1155 && hone_sample[9] == 51 ? 0 : 1;\n"
                    "}\n");
    static const char compile_and_run[] =
        "sh -c '%s -Wall -Wextra -Wpedantic -Werror -o $1.out \"$1\" && $1.out;"
        " status=$?; rm -f $1.out; exit $status' - %%s";
    static const char *const compilers[] = {"cc -std=c99 -x c", "c++ -x c++"};
    for (size_t i = 0; i < COUNT_OF(compilers); i++) {
        char format[256];
        snprintf(format, sizeof format, compile_and_run, compilers[i]);
        assert_command_accepts(&text, format);
    }
    text_free(&text);
}

/* Names that are no identifiers, comments that would end or begin another. */
static void the_c_header_of_any_text_compiles(void **unused) {
    (void)unused;
    struct weights weights = sample();
    struct text text = {0};
    strcpy(weights.provenance.name, "2007 li-guo \xc5\x9b");
    strcpy(weights.provenance.source, "/*/ a */ // b /* c **/");
    weights_print(&weights, WEIGHTS_C, &text);
    assert_command_accepts(&text, "cc -std=c99 -Wall -Wextra -Werror -fsyntax-only -x c %s");
    assert_non_null(strstr(text_get(&text), "hone_2007_li_guo___["));
    text_free(&text);
    weights.provenance.name[0] = '\0';
    weights_print(&weights, WEIGHTS_C, &text);
    assert_non_null(strstr(text_get(&text), "hone_weights["));
    text_free(&text);
}

/* ---- the files that are shipped --------------------------------------------------------- */

/* The published tables; where four rows are given, rows 5 to 8 mirror rows 4 to 1. */
static const struct table {
    const char *path;
    double factor;
    double weights[8][8];
    bool half;
} tables[] = {
    {"config/weights/swh.weights",
     1000,
     {{1.00, -0.25, 0.10, 0.05, 0.05, 0.10, -0.25, 1.00},
      {-0.25, -0.25, 0.01, 0.01, 0.01, 0.01, -0.25, -0.25},
      {0.10, 0.01, 0.05, 0.02, 0.02, 0.05, 0.01, 0.10},
      {0.05, 0.01, 0.02, 0.01, 0.01, 0.02, 0.01, 0.05}},
     true},
    {"config/weights/norvig.weights",
     10,
     {{120, -20, 20, 5, 5, 20, -20, 120},
      {-20, -40, -5, -5, -5, -5, -40, -20},
      {20, -5, 15, 3, 3, 15, -5, 20},
      {5, -5, 3, 3, 3, 3, -5, 5}},
     true},
    {"config/weights/v20.weights",
     100,
     {{20, -3, 11, 8, 8, 11, -3, 20},
      {-3, -7, -4, 1, 1, -4, -7, -3},
      {11, -4, 2, 2, 2, 2, -4, 11},
      {8, 1, 2, -3, -3, 2, 1, 8}},
     true},
    {"config/weights/v99.weights",
     10,
     {{99, -8, 8, 6, 6, 8, -8, 99},
      {-8, -24, -4, -3, -3, -4, -24, -8},
      {8, -4, 7, 4, 4, 7, -4, 8},
      {6, -3, 4, 0, 0, 4, -3, 6}},
     true},
    {"config/weights/v500.weights",
     1,
     {{500, -25, 10, 5, 5, 10, -25, 500},
      {-25, -45, 1, 1, 1, 1, -45, -25},
      {10, 1, 3, 2, 2, 3, 1, 10},
      {5, 1, 2, 1, 1, 2, 1, 5}},
     true},
    {"config/weights/lr06.weights",
     350,
     {{4.622507, -1.477853, 1.409644, -0.066975, -0.305214, 1.633019, -1.050899, 4.365550},
      {-1.329145, -2.245663, -1.060633, -0.541089, -0.332716, -0.475830, -2.274535, -0.032595},
      {2.681550, -0.906628, 0.229372, 0.059260, -0.150415, 0.321982, -1.145060, 2.986767},
      {-0.746066, -0.317389, 0.140040, -0.045266, 0.236595, 0.158543, -0.720833, -0.131124},
      {-0.305566, -0.328398, 0.073872, -0.131472, -0.172101, 0.016603, -0.511448, -0.264125},
      {2.777411, -0.769551, 0.676483, 0.282190, 0.007184, 0.269876, -1.408169, 2.396238},
      {-1.566175, -3.049899, -0.637408, -0.077690, -0.648382, -0.911066, -3.329772, -0.870962},
      {5.046583, -1.468806, 1.545046, -0.031175, 0.263998, 2.063148, -0.148002, 5.781035}},
     false},
    {"config/weights/sjk11.weights",
     1000,
     {{1.01, -0.43, 0.38, 0.07, 0.00, 0.42, -0.20, 1.02},
      {-0.27, -0.74, -0.16, -0.14, -0.13, -0.25, -0.65, -0.39},
      {0.56, -0.30, 0.12, 0.05, -0.04, 0.07, -0.15, 0.48},
      {0.01, -0.08, 0.01, -0.01, -0.04, -0.02, -0.12, 0.03},
      {-0.10, -0.08, 0.01, -0.01, -0.03, 0.02, -0.04, -0.20},
      {0.59, -0.23, 0.06, 0.01, 0.04, 0.06, -0.19, 0.35},
      {-0.06, -0.55, -0.18, -0.08, -0.15, -0.31, -0.82, -0.58},
      {0.96, -0.42, 0.67, -0.02, -0.03, 0.81, -0.51, 1.01}},
     false},
};

static const struct road_table {
    const char *path;
    int32_t values[11]; /* own 1 to 5, opposing 1 to 5, the second stone's factor */
} road_tables[] = {
    {"config/weights/r1.weights", {17, 78, 141, 788, 1030, 17, 78, 141, 788, 1030, 16}},
    {"config/weights/r3.weights", {9, 520, 2070, 7890, 10020, 3, 480, 2670, 3887, 4900, 16}},
    {"config/weights/r4.weights", {1, 20, 40, 200, 200, 1, 25, 50, 6000, 6000, 16}},
    {"config/weights/r6.weights", {1, 5, 25, 125, 625, 1, 5, 25, 125, 625, 16}},
};

static struct weights load_shipped(const char *path, const char *game) {
    struct weights weights;
    struct error error;
    if (weights_load(path, &weights, &error) < 0) fail_msg("%s", error.text);
    assert_string_equal(weights.evaluator->game->name, game);
    assert_true(strlen(weights.provenance.source) > 0);
    struct text name = {0};
    text_add(&name, "config/weights/%s.weights", weights.provenance.name);
    assert_string_equal(text_get(&name), path);
    text_free(&name);
    return weights;
}

static int32_t value_of(const struct weights *weights, const char *name) {
    for (int i = 0; i < weights->evaluator->param_count; i++)
        if (strcmp(weights->evaluator->params[i].name, name) == 0) return weights->values[i];
    fail_msg("no parameter %s", name);
    return 0;
}

/* The weight of a square: its own, or its class's, named by the square in a1-d1-d4. */
static int32_t square_weight(const struct weights *weights, int column, int row) {
    if (strcmp(weights->evaluator->layout, "10") == 0) {
        int x = min_int(column, 7 - column), y = min_int(row, 7 - row);
        column = max_int(x, y), row = min_int(x, y);
    }
    return value_of(weights, (char[]){(char)('a' + column), (char)('1' + row), '\0'});
}

static void shipped_reversi_weights_are_as_published(void **unused) {
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        struct weights weights = load_shipped(tables[i].path, "reversi");
        for (int square = 0; square < 64; square++) {
            int column = square % 8, row = square / 8;
            int given = tables[i].half ? min_int(row, 7 - row) : row;
            long expected = lround(tables[i].weights[given][column] * tables[i].factor);
            assert_int_equal(square_weight(&weights, column, row), expected);
        }
        weights_free(&weights);
    }
}

static void shipped_connect6_weights_are_as_published(void **unused) {
    (void)unused;
    static const char *const names[] = {"own1", "own2", "own3", "own4", "own5",  "opp1",
                                        "opp2", "opp3", "opp4", "opp5", "second"};
    for (size_t i = 0; i < COUNT_OF(road_tables); i++) {
        struct weights weights = load_shipped(road_tables[i].path, "connect6");
        assert_int_equal(weights.evaluator->param_count, COUNT_OF(names));
        for (size_t j = 0; j < COUNT_OF(names); j++)
            assert_int_equal(value_of(&weights, names[j]), road_tables[i].values[j]);
        weights_free(&weights);
    }
}

/* Whether the config that a champion is named after says what made it; it stands beside it or with
 * the others. */
static bool shipped_config_says(const char *name, const char *line) {
    static const char *const folders[] = {"results/champions", "config"};
    struct text config = {0};
    struct error error;
    int status = -1;
    for (size_t i = 0; status != 0 && i < COUNT_OF(folders); i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s.cfg", folders[i], name);
        status = file_read(path, &config, &error);
    }
    bool says = status == 0 && strstr(text_get(&config), line);
    text_free(&config);
    return says;
}

static void shipped_champions_are_whole(void **unused) {
    (void)unused;
    static const struct {
        const char *name, *game, *evaluator;
    } champions[] = {{"reversi-quick", "reversi", "wpc"},
                     {"reversi-wpc-fit", "reversi", "wpc"},
                     {"reversi-fit", "reversi", "features"},
                     {"reversi-patterns-fit", "reversi", "patterns"},
                     {"reversi-patterns-huge", "reversi", "patterns"},
                     {"gomoku-roads", "gomoku", "roads"},
                     {"gomoku-points", "gomoku", "points"},
                     {"chess-quick", "chess", "psq"},
                     {"chess-overnight", "chess", "psq"},
                     {"chess-hour", "chess", "psq"},
                     {"xiangqi-quick", "xiangqi", "psq"},
                     {"xiangqi-overnight", "xiangqi", "psq"},
                     {"connect6-li2007", "connect6", "roads"},
                     {"connect6-depth2", "connect6", "roads"},
                     {"connect6-points", "connect6", "points"},
                     {"reversi-overnight", "reversi", "wpc"},
                     {"connect6-overnight", "connect6", "roads"},
                     {"reversi-td", "reversi", "patterns"},
                     {"reversi-pairs-td", "reversi", "patterns"},
                     {"reversi-patterns", "reversi", "patterns"}};
    for (size_t i = 0; i < COUNT_OF(champions); i++) {
        struct weights weights;
        struct error error;
        char path[128], seed[64], name[96];
        snprintf(path, sizeof path, "results/champions/%s.weights", champions[i].name);
        assert_int_equal(weights_load(path, &weights, &error), 0);
        const struct provenance *from = &weights.provenance;
        assert_string_equal(weights.evaluator->game->name, champions[i].game);
        assert_string_equal(weights.evaluator->name, champions[i].evaluator);
        assert_non_null(strstr(from->verified, "Elo against the start"));
        assert_string_equal(from->run, champions[i].name);
        snprintf(seed, sizeof seed, "\nseed = %llu;", (unsigned long long)from->seed);
        snprintf(name, sizeof name, "\nname = \"%s\";", from->run);
        assert_true(shipped_config_says(from->run, seed) && shipped_config_says(from->run, name));
        weights_free(&weights);
    }
    glob_t found;
    assert_int_equal(glob("results/champions/*.weights", 0, NULL, &found), 0);
    assert_int_equal(found.gl_pathc, COUNT_OF(champions));
    globfree(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(what_a_line_cannot_carry_is_replaced),
        cmocka_unit_test(every_damage_is_named),
        cmocka_unit_test(lines_that_are_too_long_are_refused),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
        cmocka_unit_test(text_after_the_checksum_is_refused),
        cmocka_unit_test(every_changed_byte_is_refused),
        cmocka_unit_test(an_edit_by_hand_is_accepted_when_said),
        cmocka_unit_test(edited_weights_lose_their_claims),
        cmocka_unit_test(parameters_may_change_places),
        cmocka_unit_test(line_ends_of_other_systems_are_read),
        cmocka_unit_test(binary_and_missing_files_are_named),
        cmocka_unit_test(a_file_of_another_kind_is_named),
        cmocka_unit_test(formats_are_found_by_name),
        cmocka_unit_test(packed_values_are_exact),
        cmocka_unit_test(packed_values_have_the_bytes_of_the_largest),
        cmocka_unit_test(packed_damage_is_refused),
        cmocka_unit_test(csv_has_a_line_a_parameter),
        cmocka_unit_test(json_is_read_by_others),
        cmocka_unit_test(the_c_header_compiles_and_has_the_values),
        cmocka_unit_test(the_c_header_of_any_text_compiles),
        cmocka_unit_test(shipped_reversi_weights_are_as_published),
        cmocka_unit_test(shipped_connect6_weights_are_as_published),
        cmocka_unit_test(shipped_champions_are_whole),
    };
    return cmocka_run_group_tests_name("weights", tests, NULL, NULL);
}
