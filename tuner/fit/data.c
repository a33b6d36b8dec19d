/*
 * Every format ends in data_add or in data_add_game, which alone decide what an example is.
 */
#include "tuner/fit/data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/textfile.h"
#include "engine/files/epd.h"
#include "engine/games/games.h"
#include "engine/search/quiesce.h"
#include "tuner/fit/data_reader.h"

static const char *const data_csv_names[] = {"position", "label", "part"};
static const char data_magic[] = "hone-data 1\n";

enum { DATA_TAIL = 7 };

int data_refuse(const struct data_reader *reader, const char *where, int64_t number,
                const char *why) {
    return error_set(reader->error, "%s: %s %lld: %s", reader->name, where, (long long)number, why);
}

static int data_refuse_line(const struct data_reader *reader, int64_t number, const char *why) {
    return error_set(reader->error, "%s:%lld: %s", reader->name, (long long)number, why);
}

/* ---- examples ---- */

static int data_points(const struct game *game) {
    return game->columns * game->rows;
}

/* The largest margin of a game from an unfinished position: all that is counted, or one more than
 * the plies that are left at the end, at most one less than now. */
static int data_margin_most(const struct game *game, const void *state) {
    return game->counted ? data_points(game) : game->plies_left(state);
}

/* 0, or -1 and why a position has not that label. */
static int data_check(const struct game *game, const void *state, double label, struct error *why) {
    if (game->over(game, state)) return error_set(why, "the game is over");
    int most = data_margin_most(game, state);
    if (label >= -most && label <= most) return 0;
    return error_set(why, "the label %.9g should be from -%d to %d, which a game can end with",
                     label, most, most);
}

static void data_add(const struct data_reader *reader, const void *state, double label) {
    const struct game *game = reader->game;
    examples_add(reader->out, state, game->symmetric_hash(game, state), (float)label);
}

void data_add_game(const struct data_reader *reader, const struct game_record *record,
                   double margin) {
    const struct game *game = reader->game;
    struct state state = record->start;
    reader->yield->games++;
    for (int i = 0; i < record->count; i++) {
        if (!game_must_pass(game, &state))
            data_add(reader, &state, game->side(&state) == 0 ? margin : -margin);
        game->play(game, &state, record->moves[i]);
    }
}

/* ---- CSV ---- */

enum { DATA_FIELDS = 3 };

/* Whether a line has that many fields; it is cut into them. */
static bool data_csv_fields(char *line, char *fields[DATA_FIELDS]) {
    for (int i = 0; i < DATA_FIELDS; i++) {
        if (!line) return false;
        fields[i] = textfile_field(&line, ",");
    }
    return !line;
}

/* What follows the head; NULL: it is not CSV. */
static const char *data_csv_body(const char *text) {
    char head[64], *fields[DATA_FIELDS];
    size_t length = strcspn(text, "\n");
    if (length >= sizeof head || !text[length]) return NULL;
    snprintf(head, sizeof head, "%.*s", (int)length, text);
    bool named = data_csv_fields(head, fields);
    for (int i = 0; i < DATA_FIELDS; i++)
        named = named && strcmp(fields[i], data_csv_names[i]) == 0;
    return named ? text + length + 1 : NULL;
}

static int data_csv_line(const struct data_reader *reader, char *line, struct error *why) {
    struct state state;
    char *fields[DATA_FIELDS], *end;
    if (!data_csv_fields(line, fields)) return error_set(why, "it should be position,label,part");
    double label = decimal_read(fields[1], &end);
    if (end == fields[1] || *end)
        return error_set(why, "the label \"%.20s\" should be a number", fields[1]);
    if (strcmp(fields[2], "training") != 0 && strcmp(fields[2], "held-out") != 0)
        return error_set(why, "the part \"%.20s\" should be training or held-out", fields[2]);
    if (reader->game->position_parse(reader->game, fields[0], &state, why) ||
        data_check(reader->game, &state, label, why))
        return -1;
    data_add(reader, &state, label);
    return 0;
}

/* Calls `take` with each line that is not blank; `number` counts from 1. */
static int data_lines(const struct data_reader *reader, const char *text, int64_t number,
                      int (*take)(const struct data_reader *reader, char *line,
                                  struct error *why)) {
    for (; *text; number++) {
        char line[1024];
        struct error why;
        size_t length = strcspn(text, "\n");
        if (length >= sizeof line) return data_refuse_line(reader, number, "is too long");
        memcpy(line, text, length);
        line[length] = '\0';
        if (line[strspn(line, " \t")] && take(reader, line, &why))
            return data_refuse_line(reader, number, why.text);
        text += length + (text[length] == '\n');
    }
    return 0;
}

/* ---- binary ---- */

int data_format_check(enum data_format format, const struct game *game, struct error *error) {
    if (format == DATA_EPD && !game->fen)
        return error_set(error, "EPD is of games that have FEN, and %s has not", game->name);
    if (format != DATA_BINARY || game->placement) return 0;
    return error_set(error, "positions of %s are more than stones on points: CSV can hold them",
                     game->name);
}

static size_t data_record_size(const struct game *game) {
    return (size_t)(data_points(game) + 3) / 4 + DATA_TAIL;
}

static double data_label_of(const unsigned char bytes[4]) {
    uint32_t bits = 0;
    float label;
    for (int i = 0; i < 4; i++) bits |= (uint32_t)bytes[i] << 8 * i;
    memcpy(&label, &bits, sizeof label);
    return (double)label;
}

static int data_binary_record(const struct data_reader *reader, const unsigned char *record,
                              struct error *why) {
    const struct game *game = reader->game;
    const unsigned char *tail = record + data_record_size(game) - DATA_TAIL;
    char points[GAME_POINTS_MAX + 1] = "";
    struct state state;
    double label = data_label_of(tail + 3);
    if (tail[0] > 1 || tail[2] > 1)
        return error_set(why, "the side to move or the part is not 0 or 1");
    const char signs[] = {'-', tail[0] ? 'O' : 'X', tail[0] ? 'X' : 'O'};
    for (int i = 0; i < data_points(game); i++) {
        int held = record[i / 4] >> 2 * (i % 4) & 3;
        if (held == 3) return error_set(why, "point %d is 3", i + 1);
        points[i] = signs[held];
    }
    if (game_set_up(game, points, tail[0], tail[1], &state, why) ||
        data_check(game, &state, label, why))
        return -1;
    data_add(reader, &state, label);
    return 0;
}

static int data_binary_parse(const struct data_reader *reader, const struct text *bytes) {
    const char *name = bytes->data + strlen(data_magic), *end = strchr(name, '\n');
    size_t size = data_record_size(reader->game), length = strlen(reader->game->name);
    struct error unfit;
    if (data_format_check(DATA_BINARY, reader->game, &unfit))
        return error_set(reader->error, "%s: %s", reader->name, unfit.text);
    if (!end || (size_t)(end - name) != length || memcmp(name, reader->game->name, length) != 0)
        return error_set(reader->error, "%s: is not of %s", reader->name, reader->game->name);
    const char *digits = end + 1, *records = strchr(digits, '\n');
    char number[24];
    int64_t count;
    if (!records || records - digits >= (long)sizeof number)
        return error_set(reader->error, "%s: the number of records is missing", reader->name);
    snprintf(number, sizeof number, "%.*s", (int)(records - digits), digits);
    size_t left = bytes->length - (size_t)(++records - bytes->data);
    if (!parse_i64(number, 0, INT32_MAX, &count) || left != (size_t)count * size)
        return error_set(reader->error,
                         "%s: says it has \"%s\" records, of %zu bytes each, and has %zu bytes",
                         reader->name, number, size, left);
    for (int64_t i = 0; i < count; i++) {
        struct error why;
        if (data_binary_record(reader, (const unsigned char *)records + (size_t)i * size, &why))
            return data_refuse(reader, "record", i + 1, why.text);
    }
    return 0;
}

/* ---- GGF ---- */

/* Without the empty squares, which the winner's margin has. */
static int data_disc_difference(const struct game *game, const void *state) {
    int difference = 0;
    for (int point = 0; point < data_points(game); point++) {
        int side = game->stone(state, point);
        difference += side < 0 ? 0 : side == 0 ? 1 : -1;
    }
    return difference;
}

/* Whether a finished game's RE agrees with its board, if it is a number alone; resignation and time
 * are not on the board. */
static int data_ggf_check(const struct game_record *record, struct error *why) {
    const struct game *game = record->game;
    int margin = game->margin(game, &record->last);
    const char *result = record->result;
    char *end;
    double said = decimal_read(result, &end);
    if (end == result || *end || said == margin ||
        said == data_disc_difference(game, &record->last))
        return 0;
    return error_set(why, "RE[%s] should be RE[%+d], as its last board says", result, margin);
}

static int data_ggf_game(const struct data_reader *reader, const char **text, struct error *why) {
    struct game_record record;
    if (records_parse(RECORDS_GGF, reader->game, text, &record, why)) return -1;
    if (record.end != RECORDS_OVER) {
        reader->yield->unfinished++;
        return 0;
    }
    if (data_ggf_check(&record, why)) return -1;
    data_add_game(reader, &record, reader->game->margin(reader->game, &record.last));
    return 0;
}

static int data_ggf_parse(const struct data_reader *reader, const char *text) {
    text += strspn(text, " \t\r\n");
    for (int64_t number = 1; *text; number++) {
        struct error why;
        if (data_ggf_game(reader, &text, &why))
            return data_refuse(reader, "game", number, why.text);
    }
    return 0;
}

/* ---- OBF ---- */

static const char data_obf_separators[] = "; \t";

static int data_obf_check(const struct game *game, const struct state *state, const char *field,
                          move_t move, double score, struct error *why) {
    int most = data_margin_most(game, state), length = (int)strcspn(field, data_obf_separators);
    if (!game_legal(game, state, move))
        return error_set(why, "\"%.*s\" has a move that is not legal there", length, field);
    if (score >= -most && score <= most) return 0;
    return error_set(why, "\"%.*s\" should have a score from -%d to %d", length, field, most, most);
}

/* The best of the scores; position_parse has seen that they are such, "A2:+38". */
static int data_obf_best(const struct game *game, const struct state *state, const char *line,
                         double *best, struct error *why) {
    *best = -INFINITY;
    for (line += strspn(line, data_obf_separators); *line;
         line += strspn(line, data_obf_separators)) {
        move_t move;
        int used = game->move_parse(game, line, &move);
        if (used > 0 && line[used] == ':') {
            double score = atof(line + used + 1);
            if (data_obf_check(game, state, line, move, score, why)) return -1;
            *best = fmax(*best, score);
        }
        line += strcspn(line, data_obf_separators);
    }
    if (isinf(*best)) return error_set(why, "it has no move with a score, as in A2:+38;");
    return 0;
}

static int data_obf_line(const struct data_reader *reader, char *line, struct error *why) {
    const struct game *game = reader->game;
    struct state state;
    double best;
    line[strcspn(line, "%")] = '\0';
    if (!line[strspn(line, " \t")]) return 0;
    if (game->position_parse(game, line, &state, why)) return -1;
    if (game->over(game, &state)) return error_set(why, "the game is over");
    if (data_obf_best(game, &state, line, &best, why)) return -1;
    data_add(reader, &state, best);
    return 0;
}

/* ---- EPD and FEN; lines that begin with # or % are comments, as in files of openings ---- */

static int data_epd_parse(const struct game *game, const char *line, struct state *state,
                          struct epd_result *result, struct error *why) {
    struct text position = {0};
    const char *rest = epd_cut(line, &position);
    int status = epd_result_read(rest, result, why);
    if (status == 0) status = game->position_parse(game, text_get(&position), state, why);
    text_free(&position);
    return status;
}

static int data_epd_line(const struct data_reader *reader, char *line, struct error *why) {
    const struct game *game = reader->game;
    struct state state;
    struct epd_result result;
    if (strchr("#%", line[strspn(line, " \t")])) return 0;
    if (data_epd_parse(game, line, &state, &result, why)) return -1;
    reader->yield->results = true;
    if (game->over(game, &state)) {
        reader->yield->over++;
        return 0;
    }
    bool turned = game->side(&state) != 0 && !(reader->mover && result.number);
    data_add(reader, &state, turned ? 1 - 2 * result.points : 2 * result.points - 1);
    return 0;
}

/* ---- PGN ---- */

/* By what positions are quiet: the game's first evaluator as it is, so that a file gives the same
 * whatever is tuned. */
struct data_judge {
    const struct evaluator *evaluator;
    void *prepared; /* owned */
};

static struct data_judge data_judge_new(const struct game *game) {
    struct error error;
    const struct evaluator *evaluator = games_evaluator(game, NULL, NULL, &error);
    if (!evaluator) die("%s", error.text);
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    struct data_judge judge = {evaluator, xmalloc(evaluator->prepared_size)};
    evaluator_initial(evaluator, weights);
    evaluator->prepare(evaluator, weights, judge.prepared);
    free(weights);
    return judge;
}

/* The quiet positions of a game; `points` are side 0's. */
static void data_add_quiet(const struct data_reader *reader, const struct data_judge *judge,
                           const struct game_record *record, double points) {
    const struct game *game = reader->game;
    struct state state = record->start;
    for (int i = 0; i < record->count; i++) {
        if (quiesce_is_quiet(judge->evaluator, judge->prepared, &state))
            data_add(reader, &state, game->side(&state) == 0 ? points : -points);
        else
            reader->yield->noisy++;
        game->play(game, &state, record->moves[i]);
    }
}

static double data_pgn_points(const char *result) {
    return strcmp(result, "1-0") == 0 ? 1 : strcmp(result, "0-1") == 0 ? -1 : 0;
}

/* Whether the last board shows another result. */
static bool data_pgn_contradicts(const struct game_record *record, double points) {
    if (record->end != RECORDS_OVER) return false;
    int margin = record->game->margin(record->game, &record->last);
    return points != (margin > 0) - (margin < 0);
}

static void data_pgn_game(const struct data_reader *reader, const struct data_judge *judge,
                          const struct game_record *record) {
    if (!*record->result || *record->result == '*') {
        reader->yield->unfinished++;
        return;
    }
    double points = data_pgn_points(record->result);
    reader->yield->games++;
    reader->yield->contradicted += data_pgn_contradicts(record, points);
    data_add_quiet(reader, judge, record, points);
}

static int64_t data_line_of(const char *text, const char *at) {
    int64_t line = 1;
    for (; text < at; text++) line += *text == '\n';
    return line;
}

static int data_pgn_parse(const struct data_reader *reader, const char *text) {
    struct data_judge judge = data_judge_new(reader->game);
    const char *at = text + strspn(text, " \t\r\n");
    int status = 0;
    reader->yield->results = true;
    while (*at && status == 0) {
        struct game_record record;
        struct error why;
        if (records_parse(RECORDS_PGN, reader->game, &at, &record, &why))
            status =
                data_refuse_line(reader, data_line_of(text, record.at ? record.at : at), why.text);
        else
            data_pgn_game(reader, &judge, &record);
    }
    free(judge.prepared);
    return status;
}

/* ---- files ---- */

/* The shortest lines and records that are common. */
double data_positions_expected(const struct data_file *file, double bytes) {
    enum { LINE = 40, MOVE = 6 };
    if (textfile_is_named(file->name, ".wtb")) return bytes;
    bool games = textfile_is_named(file->name, ".ggf") || textfile_is_named(file->name, ".pgn");
    return bytes / (games ? MOVE : LINE);
}

static int data_text_parse(const struct data_reader *reader, const char *text) {
    const char *csv = data_csv_body(text);
    if (csv) return data_lines(reader, csv, 2, data_csv_line);
    if (strcmp(reader->game->name, "reversi") == 0) {
        if (textfile_is_named(reader->name, ".ggf") || records_are_games(text))
            return data_ggf_parse(reader, text);
        if (textfile_is_named(reader->name, ".obf"))
            return data_lines(reader, text, 1, data_obf_line);
    }
    if (reader->game->fen && (textfile_is_named(reader->name, ".pgn") || records_are_pgn(text)))
        return data_pgn_parse(reader, text);
    if (reader->game->fen) return data_lines(reader, text, 1, data_epd_line);
    return error_set(reader->error,
                     "%s: is neither CSV nor binary of `hone data`, nor (Reversi) .wtb, .ggf, .obf",
                     reader->name);
}

static int data_any_parse(const struct data_reader *reader, const struct text *bytes) {
    size_t magic = strlen(data_magic);
    if (bytes->length >= magic && memcmp(bytes->data, data_magic, magic) == 0)
        return data_binary_parse(reader, bytes);
    if (textfile_is_named(reader->name, ".wtb") && strcmp(reader->game->name, "reversi") == 0)
        return data_wthor_parse(reader, bytes);
    struct text text = {0};
    text_add_bytes(&text, text_get(bytes), bytes->length);
    int status = textfile_open(&text, reader->name, reader->error);
    if (status == 0) status = data_text_parse(reader, text_get(&text));
    text_free(&text);
    return status;
}

static int data_refuse_empty(const struct data_reader *reader) {
    if (reader->yield->unfinished > 0)
        return error_set(reader->error,
                         "%s: gives no position to learn from: of its games (%lld) none was played "
                         "to its end",
                         reader->name, (long long)reader->yield->unfinished);
    if (reader->yield->over > 0)
        return error_set(reader->error,
                         "%s: gives no position to learn from: the game is over in all of its "
                         "positions (%lld)",
                         reader->name, (long long)reader->yield->over);
    return error_set(reader->error, "%s: gives no position to learn from", reader->name);
}

int data_parse(const struct data_file *file, const struct text *bytes, struct examples *out,
               struct data_yield *yield, struct error *error) {
    const struct data_reader reader = {file->name, file->mover, out->game, out, yield, error};
    int64_t before = out->count;
    *yield = (struct data_yield){0};
    if (data_any_parse(&reader, bytes)) return -1;
    yield->positions = out->count - before;
    return yield->positions > 0 ? 0 : data_refuse_empty(&reader);
}

int data_read(const struct data_file *file, struct examples *out, struct data_yield *yield,
              uint64_t *checksum, struct error *error) {
    struct text bytes = {0};
    int status = file_read(file->path, &bytes, error);
    *checksum = bytes_checksum(text_get(&bytes), bytes.length);
    if (status == 0) status = data_parse(file, &bytes, out, yield, error);
    text_free(&bytes);
    return status;
}

void data_describe(const char *name, const struct data_yield *yield, struct text *out) {
    text_add(out, "%s: ", name);
    if (yield->games > 0)
        text_add(out, "%lld game%s, ", (long long)yield->games, plural(yield->games));
    text_add(out, "%lld position%s", (long long)yield->positions, plural(yield->positions));
    if (yield->over > 0)
        text_add(out, "; %lld position%s left out: the game is over there", (long long)yield->over,
                 plural(yield->over));
    if (yield->noisy > 0)
        text_add(out, "; %lld position%s left out: not quiet", (long long)yield->noisy,
                 plural(yield->noisy));
    if (yield->unfinished > 0)
        text_add(out, "; %lld game%s left out: not played to %s end", (long long)yield->unfinished,
                 plural(yield->unfinished), yield->unfinished == 1 ? "its" : "their");
    if (yield->contradicted > 0)
        text_add(out,
                 "; %lld game%s with another result than %s moves lead to, taken as the file says",
                 (long long)yield->contradicted, plural(yield->contradicted),
                 yield->contradicted == 1 ? "its" : "their");
    text_add(out, "\n");
}

/* ---- out ---- */

void data_print_head(enum data_format format, const struct game *game, int64_t count,
                     struct text *out) {
    if (format == DATA_CSV)
        text_add(out, "%s,%s,%s\n", data_csv_names[0], data_csv_names[1], data_csv_names[2]);
    else if (format == DATA_BINARY)
        text_add(out, "%s%s\n%lld\n", data_magic, game->name, (long long)count);
}

static float data_label(const struct examples *examples, int64_t i) {
    float most = (float)data_margin_most(examples->game, examples_state(examples, i));
    return fminf(fmaxf(examples->labels[i], -most), most);
}

static void data_print_csv(const struct examples *examples, int64_t i, bool held_out,
                           struct text *out) {
    examples->game->position_format(examples->game, examples_state(examples, i), out);
    text_add(out, ",%.9g,%s\n", (double)data_label(examples, i),
             held_out ? "held-out" : "training");
}

static void data_print_binary(const struct examples *examples, int64_t i, bool held_out,
                              struct text *out) {
    const struct game *game = examples->game;
    const void *state = examples_state(examples, i);
    unsigned char record[GAME_POINTS_MAX / 4 + DATA_TAIL] = {0};
    unsigned char *tail = record + data_record_size(game) - DATA_TAIL;
    int side = game->side(state);
    for (int point = 0; point < data_points(game); point++) {
        int stone = game->stone(state, point);
        int held = stone < 0 ? 0 : stone == side ? 1 : 2;
        record[point / 4] = (unsigned char)(record[point / 4] | held << 2 * (point % 4));
    }
    uint32_t bits;
    float label = data_label(examples, i);
    memcpy(&bits, &label, sizeof bits);
    tail[0] = (unsigned char)side;
    tail[1] = (unsigned char)game->turn_left(state);
    tail[2] = held_out;
    for (int byte = 0; byte < 4; byte++) tail[3 + byte] = (unsigned char)(bits >> 8 * byte);
    text_add_bytes(out, (const char *)record, data_record_size(game));
}

static void data_print_epd(const struct examples *examples, int64_t i, bool held_out,
                           struct text *out) {
    const struct game *game = examples->game;
    const void *state = examples_state(examples, i);
    double label = fmin(fmax((double)examples->labels[i], -1), 1);
    (void)held_out;
    game->position_format(game, state, out);
    epd_result_print((1 + (game->side(state) == 0 ? label : -label)) / 2, out);
}

void data_print(enum data_format format, const struct examples *examples, int64_t i, bool held_out,
                struct text *out) {
    static void (*const prints[])(const struct examples *examples, int64_t i, bool held_out,
                                  struct text *out) = {[DATA_CSV] = data_print_csv,
                                                       [DATA_BINARY] = data_print_binary,
                                                       [DATA_EPD] = data_print_epd};
    prints[format](examples, i, held_out, out);
}
