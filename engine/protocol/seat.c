/*
 * seat: the engine's half of every protocol: a player that thinks as long as its clock and its
 * limits allow, the game so far, and lines read tolerantly and answered at once.
 */
#include "engine/protocol/seat.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/shown.h"
#include "engine/games/games.h"

enum { LINE_BYTES_MAX = 1 << 16, PURPOSE_SEAT = 0x73656174 };

/* ---- what comes in while it thinks ----------------------------------------------------------- */

static bool seat_line_ends(int c) {
    return c == '\n' || c == '\r';
}

static void seat_line_add(struct text *line, int c) {
    char kept = c == '\t' ? ' ' : (char)c;
    bool control = (unsigned char)kept < ' ' || kept == 0x7f;
    bool again = kept == ' ' && line->length > 0 && line->data[line->length - 1] == ' ';
    if (!control && !again && line->length < LINE_BYTES_MAX) text_add_bytes(line, &kept, 1);
}

/* Without the blanks around it. */
static char *seat_line_trim(struct text *text) {
    text_add(text, "%s", "");
    char *line = text->data + text_mark(text->data);
    line += strspn(line, " ");
    for (char *end = line + strlen(line); end > line && end[-1] == ' ';) *--end = '\0';
    return line;
}

/* Takes notice of a line. Behind another question, only an end concerns this search. */
static void seat_hear_line(struct seat *seat, char *line) {
    enum seat_line_kind kind = seat->line_kind(line);
    bool ends = kind == SEAT_ENDS && (seat->timed || !seat->asked_again);
    if (seat->asked_again && !ends) return;
    seat->asked_again = kind == SEAT_ASKS;
    seat->dropped = kind == SEAT_DROPS || ends;
    seat->stopped = kind == SEAT_STOPS || seat->dropped;
    if (kind == SEAT_NOW) seat->answer_now(seat), seat->answered++;
}

/* Looks at the lines that came in since the last call. */
static void seat_hear(struct seat *seat) {
    size_t length;
    const char *bytes = input_waiting(&seat->input, &length);
    struct text line = {0};
    for (size_t i = seat->heard; i <= length && !seat->stopped; i++) {
        bool end = i == length ? seat->input.ended : seat_line_ends(bytes[i]);
        if (!end && i < length) seat_line_add(&line, (unsigned char)bytes[i]);
        if (!end) continue;
        seat_hear_line(seat, seat_line_trim(&line));
        seat->heard = i < length ? i + 1 : length;
        line.length = 0;
    }
    text_free(&line);
}

/* A short question is answered in full, whatever comes behind it. */
static bool seat_thinks_long(const struct seat *seat) {
    const double patience = 0.025;
    return clock_seconds() - seat->taken >= patience;
}

static bool seat_wants_end(void *context) {
    struct seat *seat = context;
    if (seat->stopped || !seat_thinks_long(seat)) return seat->stopped;
    input_gather(&seat->input);
    seat_hear(seat);
    bool left = input_is_closed(&seat->input) && (seat->timed || !seat->asked_again);
    bool deaf = input_is_full(&seat->input) && !seat->asked_again;
    if (left || deaf || output_is_broken(seat->out)) seat->stopped = true;
    return seat->stopped;
}

bool seat_stopped(const struct seat *seat) {
    return seat->stopped;
}

bool seat_dropped(const struct seat *seat) {
    return seat->dropped;
}

bool seat_has_answered(struct seat *seat) {
    if (seat->answered == 0) return false;
    seat->answered--;
    return true;
}

static void seat_tell_depth(void *context, const struct search_result *result) {
    struct seat *seat = context;
    if (seat_thinks_long(seat)) seat->say_depth(seat, result);
}

/* ---- the player ------------------------------------------------------------------------------ */

static void seat_sit(struct seat *seat, const struct evaluator *evaluator,
                     const struct weights *weights) {
    player_init(&seat->player, evaluator, weights->values, &seat->limits, 0);
    free(seat->changed);
    seat->changed = NULL;
    seat->values = weights->values;
    seat->game = evaluator->game;
    seat_start(seat, NULL);
}

void seat_init(struct seat *seat, struct search *search, uint64_t seed) {
    seat->search = search;
    seat->input = (struct input){.file = seat->in};
    seat->watcher = (struct watcher){seat_wants_end, seat};
    seat->rng = rng_keyed(seed, PURPOSE_SEAT, 0, 0);
    seat_sit(seat, seat->weights->evaluator, seat->weights);
    if (seat->clock.remaining > 0 || seat->limits.seconds > 0) seat_get_ready(seat);
}

void seat_destroy(struct seat *seat) {
    player_destroy(&seat->player);
    search_free(seat->search);
    free(seat->changed);
    text_free(&seat->line);
    input_free(&seat->input);
}

/* The evaluator of a game for these weights. NULL and why: there is none. */
static const struct evaluator *seat_evaluator(const struct weights *weights,
                                              const struct game *game, struct error *error) {
    const struct evaluator *made_for = weights->evaluator;
    const struct evaluator *evaluator =
        games_evaluator(game, made_for->name, made_for->layout, error);
    if (!evaluator) return NULL;
    if (evaluator->schema == made_for->schema && evaluator->param_count == made_for->param_count)
        return evaluator;
    error_set(error, "the weights for %s do not fit %s", made_for->game->name, game->name);
    return NULL;
}

int seat_change_game(struct seat *seat, const struct game *game, struct error *error) {
    const struct weights *weights = seat->weights;
    const struct evaluator *evaluator = seat_evaluator(weights, game, error);
    if (!evaluator && seat->spare) {
        weights = seat->spare;
        evaluator = seat_evaluator(weights, game, error);
    }
    if (!evaluator) return -1;
    player_destroy(&seat->player);
    seat_sit(seat, evaluator, weights);
    return 0;
}

void seat_set_depth(struct seat *seat, int64_t depth) {
    seat->limits.depth = depth > SEARCH_DEPTH_MAX ? SEARCH_DEPTH_MAX : (int)depth;
    if (seat->reduce_default) seat->limits.reduce = depth >= SEARCH_DEPTH_MAX;
}

/* Table, the expert's memory and the arena. Memory is given before it is there: the first search
 * would die of a table larger than the machine. */
bool seat_set_memory(struct seat *seat, size_t bytes) {
    double there = memory_physical();
    size_t table = bytes / 3;
    if ((there > 0 && (double)table > there) || !memory_is_given(table)) return false;
    struct search *search = search_new(table);
    if (search_table_bytes(search) == search_table_bytes(seat->search)) {
        search_free(search);
        return true;
    }
    search_free(seat->search);
    seat->search = search;
    return true;
}

void seat_get_ready(struct seat *seat) {
    search_warm_up(seat->search);
}

void seat_set_weight(struct seat *seat, int index, int32_t value) {
    const struct evaluator *evaluator = seat->player.evaluator;
    size_t bytes = (size_t)evaluator->param_count * sizeof *seat->changed;
    if (!seat->changed) seat->changed = memcpy(xmalloc(bytes), seat->values, bytes);
    seat->changed[index] = value;
    seat->values = seat->changed;
    evaluator->prepare(evaluator, seat->values, seat->player.prepared);
    search_new_game(seat->search);
}

static struct search_limits seat_limits(const struct seat *seat) {
    struct search_limits limits = seat->limits;
    timing_limit(&seat->timing, seat->game, &seat->state, &limits);
    if (seat->limits_default && limits.seconds > 0) limits.nodes = 0;
    return limits;
}

/* Whether neither depth nor nodes alone limit a search. */
static bool seat_limits_timed(const struct search_limits *limits) {
    return limits->seconds > 0 || (limits->nodes == 0 && limits->depth >= SEARCH_DEPTH_MAX);
}

void seat_choose(struct seat *seat, struct search_result *out) {
    bool ask_book =
        seat->book && book_game(seat->book) == seat->game && seat->limits.except_count == 0;
    move_t move;
    if (ask_book && book_draw(seat->book, &seat->state, &seat->rng, &move)) {
        *out = (struct search_result){.move = move, .pv_length = 1, .pv = {move}};
        return;
    }
    const struct listener listener = {seat_tell_depth, seat};
    struct player player = seat->player;
    double begin = clock_seconds();
    player.limits = seat_limits(seat);
    seat->timed = seat_limits_timed(&player.limits);
    player.limits.watcher = &seat->watcher;
    if (seat->say_depth) player.limits.listener = &listener;
    player_move(&player, seat->search, &seat->state, &seat->rng, out);
    timing_run(&seat->timing, clock_seconds() - begin);
}

/* By static evaluation, among all legal moves, since the last one may be an unusual one. */
void seat_choose_other(struct seat *seat, const move_t *except, int except_count,
                       struct search_result *out) {
    const struct evaluator *evaluator = seat->player.evaluator;
    struct candidate list[GAME_MOVES_MAX];
    int count = evaluator_ops(evaluator)->candidates(evaluator, seat->player.prepared, &seat->state,
                                                     true, list);
    const struct candidate *best = NULL;
    for (int i = 0; i < count; i++)
        if (!game_lists(except, except_count, list[i].move) &&
            (!best || list[i].score > best->score))
            best = &list[i];
    if (!best) die("no other move is left");
    *out = (struct search_result){
        .move = best->move, .score = best->score, .pv_length = 1, .pv = {best->move}};
}

/* Margins are one more than the plies that are left. */
int seat_mate_in(const struct seat *seat, int32_t score) {
    int margin = abs(score) - SCORE_WIN;
    int plies = seat->game->plies_left(&seat->state) - (margin - 1);
    return score > 0 ? (plies + 1) / 2 : -(plies / 2);
}

void seat_variation_print(const struct seat *seat, const struct search_result *result,
                          void (*name)(const struct seat *seat, const struct state *state,
                                       move_t move, char out[MOVE_TEXT_MAX]),
                          struct text *out) {
    struct state state = seat->state;
    for (int i = 0; i < result->pv_length && game_legal(seat->game, &state, result->pv[i]); i++) {
        char text[MOVE_TEXT_MAX];
        name(seat, &state, result->pv[i], text);
        text_add(out, " %s", text);
        seat->game->play(seat->game, &state, result->pv[i]);
    }
}

/* ---- the game -------------------------------------------------------------------------------- */

void seat_start(struct seat *seat, const void *start) {
    if (start)
        memcpy(&seat->start, start, seat->game->state_size);
    else
        seat->game->start(seat->game, &seat->start);
    seat->state = seat->start;
    seat->count = 0;
    seat->timing = seat->clock;
    search_new_game(seat->search);
}

bool seat_play(struct seat *seat, move_t move) {
    if (seat_over(seat) || !game_legal(seat->game, &seat->state, move)) return false;
    seat->game->play(seat->game, &seat->state, move);
    seat->moves[seat->count++] = move;
    return true;
}

void seat_go_on(struct seat *seat) {
    const struct timing timing = seat->timing;
    struct state board;
    if (!seat_over(seat) || game_board_alone(seat->game, &seat->state, &board)) return;
    seat_start(seat, &board);
    seat->timing = timing;
}

void seat_back(struct seat *seat, int count) {
    seat->state = seat->start;
    for (int i = 0; i < count; i++) seat->game->play(seat->game, &seat->state, seat->moves[i]);
    seat->count = count;
}

bool seat_over(const struct seat *seat) {
    return seat->game->over(seat->game, &seat->state);
}

int seat_side(const struct seat *seat) {
    return seat->game->side(&seat->state);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Reads to the end of a line, which a CR is too: the LF of a CRLF then ends a blank line. */
static bool seat_line_read(struct seat *seat) {
    struct text *line = &seat->line;
    int c;
    line->length = 0;
    while ((c = input_byte(&seat->input)) != EOF && !seat_line_ends(c)) seat_line_add(line, c);
    return c != EOF || line->length > 0;
}

static char *seat_take(struct seat *seat, char *line) {
    seat->taken = clock_seconds();
    seat->heard = 0;
    seat->asked_again = seat->stopped = seat->dropped = false;
    return line;
}

char *seat_line(struct seat *seat) {
    while (!output_is_broken(seat->out) && seat_line_read(seat)) {
        char *line = seat_line_trim(&seat->line);
        if (*line) return seat_take(seat, line);
    }
    return NULL;
}

void seat_say(struct seat *seat, const char *format, ...) {
    va_list args;
    va_start(args, format);
    shown_list(seat->out, format, args);
    va_end(args);
    fputc('\n', seat->out);
    fflush(seat->out);
}

void seat_note(struct seat *seat, const char *format, ...) {
    char note[256];
    va_list args;
    va_start(args, format);
    vsnprintf(note, sizeof note, format, args);
    va_end(args);
    text_make_harmless(note, "");
    fprintf(seat->log, "hone-engine: %s\n", note);
    fflush(seat->log);
}

char *seat_word(char **rest) {
    char *word = *rest + strspn(*rest, " ");
    char *end = word + strcspn(word, " ");
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return word;
}
