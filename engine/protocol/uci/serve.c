/*
 * uci_serve: the engine at a board of chess or xiangqi that speaks UCI. Every weight of its
 * evaluator is an option, so that programs that tune others can tune this one. Unknown words are
 * passed over, as the protocol wants.
 */
#include "engine/protocol/uci/wire.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/protocol/seat.h"

enum { UCI_HASH_MAX = 65536 }; /* MiB */

struct uci {
    struct seat *seat;
    int32_t *weights; /* those in use, which options change */
    /* The answer of a search that has ended before the board lets it: while it is to go on without
     * end, or on the other side's time. "" if none is held back. */
    char held[MOVE_TEXT_MAX];
    bool lost; /* the board's position was not understood: no move can be right */
    bool quit;
};

/* ---- hello and options ----------------------------------------------------------------------- */

static void uci_say_options(const struct uci *uci) {
    struct seat *seat = uci->seat;
    const struct evaluator *evaluator = seat->player.evaluator;
    size_t mib = search_table_bytes(seat->search) >> 20;
    seat_say(seat, "option name Hash type spin default %zu min 1 max %d", mib ? mib : 1,
             UCI_HASH_MAX);
    seat_say(seat, "option name Ponder type check default false");
    for (int i = 0; i < evaluator->param_count; i++) {
        struct param param = evaluator_param(evaluator, i);
        seat_say(seat, "option name %s type spin default %d min %d max %d", param.name,
                 uci->weights[i], param.lower, param.upper);
    }
}

static void uci_say_hello(struct uci *uci, char *rest) {
    (void)rest;
    seat_say(uci->seat, "id name hone " HONE_VERSION);
    seat_say(uci->seat, "id author the authors of hone");
    uci_say_options(uci);
    seat_say(uci->seat, UCI_HELLO_DONE);
}

static void uci_say_ready(struct uci *uci, char *rest) {
    (void)rest;
    seat_say(uci->seat, UCI_PONG);
}

/* What the searcher knows was by other weights. */
static void uci_set_weight(struct uci *uci, int index, int64_t value) {
    struct player *player = &uci->seat->player;
    uci->weights[index] = (int32_t)value;
    player->evaluator->prepare(player->evaluator, uci->weights, player->prepared);
    search_new_game(uci->seat->search);
}

static void uci_set_option(struct uci *uci, const char *name, const char *value) {
    const struct evaluator *evaluator = uci->seat->player.evaluator;
    int index = evaluator_param_find(evaluator, name);
    int64_t number;
    if (strcasecmp(name, "Hash") == 0) {
        if (parse_i64(value, 1, UCI_HASH_MAX, &number))
            seat_set_memory(uci->seat, 3 * ((size_t)number << 20));
        return;
    }
    if (index < 0) return;
    struct param param = evaluator_param(evaluator, index);
    if (parse_i64(value, param.lower, param.upper, &number))
        uci_set_weight(uci, index, number);
    else
        seat_say(uci->seat, "info string %s is a number from %d to %d, not %.40s", name,
                 param.lower, param.upper, value);
}

/* "name N value V", where both may have blanks. */
static void uci_say_set(struct uci *uci, char *rest) {
    if (strcmp(seat_word(&rest), "name") != 0) return;
    char *name = rest, *value = strstr(rest, " value ");
    if (value) {
        *value = '\0';
        value += strlen(" value ");
    }
    uci_set_option(uci, name, value ? value : "");
}

/* ---- positions ------------------------------------------------------------------------------- */

static void uci_say_new_game(struct uci *uci, char *rest) {
    (void)rest;
    seat_start(uci->seat, NULL);
}

/* The moves of a position, in the game's coordinates or any other way that the game reads. */
static bool uci_play_all(struct uci *uci, char *rest) {
    struct seat *seat = uci->seat;
    for (char *word; *(word = seat_word(&rest));) {
        move_t move;
        int used = seat->game->move_parse(seat->game, word, &move);
        bool played = used > 0 && !word[used] && seat_play(seat, move);
        if (!played && game_move_read(seat->game, &seat->state, word, &move) > 0)
            played = seat_play(seat, move);
        if (played) continue;
        seat_say(seat, "info string %.20s is no legal move here", word);
        return false;
    }
    return true;
}

static bool uci_read_position(struct seat *seat, char *text, struct state *out) {
    struct error error;
    if (strcmp(text, "startpos") == 0) {
        seat->game->start(seat->game, out);
        return true;
    }
    if (strncmp(text, "fen ", 4) == 0 &&
        seat->game->position_parse(seat->game, text + 4, out, &error) == 0)
        return true;
    seat_say(seat, "info string %.200s",
             strncmp(text, "fen ", 4) == 0 ? error.text : "a position is startpos or fen ...");
    return false;
}

/* What the searcher knows of the game is kept as long as the game goes on. */
static void uci_say_position(struct uci *uci, char *rest) {
    struct seat *seat = uci->seat;
    char *moves = strstr(rest, " moves");
    struct state start;
    if (moves) {
        *moves = '\0';
        moves += strlen(" moves");
    }
    uci->lost = !uci_read_position(seat, rest, &start);
    if (uci->lost) return;
    if (memcmp(&start, &seat->start, seat->game->state_size) == 0)
        seat_back(seat, 0);
    else
        seat_start(seat, &start);
    if (moves) uci->lost = !uci_play_all(uci, moves);
}

/* ---- thinking -------------------------------------------------------------------------------- */

/* What `go` asks for. */
struct uci_go {
    struct timing timing;
    int64_t depth, nodes;
    bool endless; /* until it is stopped */
};

/* Milliseconds; less than none is none. */
static void uci_read_time(char **rest, double *out) {
    double value;
    if (parse_double(seat_word(rest), -1e9, 1e9, &value)) *out = value > 0 ? value / 1e3 : 0;
}

static void uci_read_count(char **rest, int64_t *out) {
    int64_t value;
    if (parse_i64(seat_word(rest), 1, INT64_MAX / 2, &value)) *out = value;
}

static void uci_read_word(const struct uci *uci, const char *word, char **rest,
                          struct uci_go *out) {
    const char side = "wb"[seat_side(uci->seat)];
    int64_t moves = 0;
    double left = 0;
    if (strcmp(word, "infinite") == 0 || strcmp(word, "ponder") == 0) out->endless = true;
    if (strcmp(word, "depth") == 0) uci_read_count(rest, &out->depth);
    if (strcmp(word, "nodes") == 0) uci_read_count(rest, &out->nodes);
    if (strcmp(word, "movetime") == 0) uci_read_time(rest, &out->timing.move);
    if (word[0] == side && strcmp(word + 1, "inc") == 0)
        uci_read_time(rest, &out->timing.increment);
    if (word[0] == side && strcmp(word + 1, "time") == 0) {
        uci_read_time(rest, &left);
        out->timing.remaining = timing_left(left);
    }
    if (strcmp(word, "movestogo") == 0) {
        uci_read_count(rest, &moves);
        out->timing.moves_to_go = (int)(moves < GAME_PLIES_MAX ? moves : GAME_PLIES_MAX);
    }
}

static struct uci_go uci_read_go(const struct uci *uci, char *rest) {
    struct uci_go go = {0};
    for (char *word; *(word = seat_word(&rest));) uci_read_word(uci, word, &rest, &go);
    return go;
}

/* The limits of one search; those that the engine's user gave hold besides, unless the board gives
 * its own. */
static void uci_limit(const struct uci_go *go, struct seat *seat) {
    struct search_limits *limits = &seat->limits;
    bool given = go->depth || go->nodes || go->timing.move > 0 || go->timing.remaining > 0;
    if (!given && !go->endless) return;
    limits->nodes = (uint64_t)go->nodes;
    limits->depth = go->depth && go->depth < SEARCH_DEPTH_MAX ? (int)go->depth : SEARCH_DEPTH_MAX;
    if (go->depth && seat->reduce_default) limits->reduce = false;
    if (!go->endless) seat->timing = go->timing;
}

/* Plies until the game ends by such a score, as margins are one more than the plies that are left.
 */
static int uci_mate_in(const struct seat *seat, int32_t score) {
    int margin = abs(score) - SCORE_WIN;
    int plies = seat->game->plies_left(&seat->state) - (margin - 1);
    return score > 0 ? (plies + 1) / 2 : -(plies / 2);
}

static void uci_say_info(struct seat *seat, const struct search_result *result) {
    struct text line = {0};
    int unit = max_int(1, seat->player.evaluator->unit);
    bool mate = abs(result->score) > SCORE_WIN / 2;
    text_add(&line, "info depth %d score %s %d nodes %llu pv", max_int(result->depth, 1),
             mate ? "mate" : "cp", mate ? uci_mate_in(seat, result->score) : result->score / unit,
             (unsigned long long)result->nodes);
    for (int i = 0; i < result->pv_length; i++) {
        char name[MOVE_TEXT_MAX];
        seat->game->move_format(seat->game, result->pv[i], name);
        text_add(&line, " %s", name);
    }
    seat_say(seat, "%s", text_get(&line));
    text_free(&line);
}

static void uci_release(struct uci *uci) {
    if (*uci->held) seat_say(uci->seat, UCI_BEST " %s", uci->held);
    uci->held[0] = '\0';
}

static enum seat_line_kind line_kind(char *line);
static enum seat_line_kind line_kind_endless(char *line);

static void uci_think(struct uci *uci, const struct uci_go *go) {
    struct seat *seat = uci->seat;
    const struct search_limits limits = seat->limits;
    const struct timing timing = seat->timing;
    struct search_result result;
    uci_limit(go, seat);
    seat->line_kind = go->endless ? line_kind_endless : line_kind;
    seat_choose(seat, &result);
    seat->limits = limits;
    seat->timing = timing;
    uci_say_info(seat, &result);
    seat->game->move_format(seat->game, result.move, uci->held);
    if (!go->endless || seat_stopped(seat)) uci_release(uci);
}

static void uci_say_go(struct uci *uci, char *rest) {
    struct uci_go go = uci_read_go(uci, rest);
    if (uci->lost || seat_over(uci->seat))
        seat_say(uci->seat, UCI_BEST " " UCI_NO_MOVE);
    else
        uci_think(uci, &go);
}

static void uci_say_stop(struct uci *uci, char *rest) {
    (void)rest;
    uci_release(uci);
}

static void uci_say_quit(struct uci *uci, char *rest) {
    (void)rest;
    uci->quit = true;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static const struct command {
    const char *word;
    void (*say)(struct uci *uci, char *rest);
    enum seat_line_kind kind;
} commands[] = {
    {UCI_HELLO, uci_say_hello, SEAT_WAITS},       {UCI_PING, uci_say_ready, SEAT_WAITS},
    {UCI_SET, uci_say_set, SEAT_WAITS},           {UCI_NEW_GAME, uci_say_new_game, SEAT_WAITS},
    {UCI_POSITION, uci_say_position, SEAT_WAITS}, {UCI_GO, uci_say_go, SEAT_ASKS},
    {UCI_STOP, uci_say_stop, SEAT_STOPS},         {UCI_PONDER_HIT, uci_say_stop, SEAT_STOPS},
    {UCI_QUIT, uci_say_quit, SEAT_STOPS},
};

/* Cuts the first word off a line; NULL: it is no command. */
static const struct command *command_take(char **line) {
    const char *word = seat_word(line);
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (strcmp(word, commands[i].word) == 0) return &commands[i];
    return NULL;
}

static enum seat_line_kind line_kind(char *line) {
    const struct command *command = command_take(&line);
    return command ? command->kind : SEAT_WAITS;
}

/* Another question ends a search that nothing else would end. */
static enum seat_line_kind line_kind_endless(char *line) {
    enum seat_line_kind kind = line_kind(line);
    return kind == SEAT_ASKS ? SEAT_STOPS : kind;
}

/* Words before one that is known are passed over. */
static void uci_obey(struct uci *uci, char *line) {
    while (*line) {
        const struct command *command = command_take(&line);
        if (!command) continue;
        command->say(uci, line);
        return;
    }
}

static void uci_serve(struct seat *seat) {
    int count = seat->player.evaluator->param_count;
    struct uci uci = {.seat = seat, .weights = xmalloc((size_t)count * sizeof *uci.weights)};
    char *line;
    memcpy(uci.weights, seat->weights->values, (size_t)count * sizeof *uci.weights);
    seat->line_kind = line_kind;
    while (!uci.quit && (line = seat_line(seat))) uci_obey(&uci, line);
    free(uci.weights);
}

static int uci_check(const struct game *game, struct error *error) {
    if (uci_carries(game)) return 0;
    return error_set(error,
                     "uci is for games whose positions are FEN, chess and xiangqi, not for %s",
                     game->name);
}

const struct protocol protocol_uci = {
    .name = "uci",
    .check = uci_check,
    .serve = uci_serve,
};
