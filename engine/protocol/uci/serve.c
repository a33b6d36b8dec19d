/*
 * uci_serve: the engine at a board of chess or xiangqi that speaks UCI, or UCCI, which has other
 * words here and there. Every weight of its evaluator is an option, so that tuners of other engines
 * can tune this one. Unknown words are ignored, as the protocols demand.
 */
#include "engine/protocol/uci/wire.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"
#include "engine/protocol/seat.h"

enum { UCI_HASH_MAX = 65536 }; /* MiB */

/* What `go` asks for. */
struct uci_go {
    struct timing timing;
    int64_t depth, nodes;
    bool endless; /* until it is stopped */
    bool ponder;  /* … or the other side has played as expected: then by the timing */
    bool chosen;  /* the moves that follow are the only ones */
    move_t only[GAME_MOVES_MAX];
    int only_count; /* 0: all */
};

struct uci {
    struct seat *seat;
    bool ucci;
    bool milliseconds; /* times of UCCI are, instead of seconds */
    enum uci_dialect dialect;
    bool chess960; /* castling is written as there */
    move_t banned[GAME_MOVES_MAX];
    int banned_count;
    move_t except[GAME_MOVES_MAX]; /* those, and what the board does not ask for */
    int except_count;
    /* The answer of a search that has ended before the board lets it: while it is to go on without
     * end, or on the other side's time. "" if none is held back. */
    char held[MOVE_TEXT_MAX];
    struct uci_go pondered; /* what is held back for, if it is to ponder and was not done */
    bool lost;              /* the board's position was not understood: no move can be right */
    bool quit;
};

/* ---- hello and options ----------------------------------------------------------------------- */

/* Bounds stand before the default in UCCI. */
static void uci_say_spin(const struct uci *uci, const char *name, int64_t initial, int64_t lower,
                         int64_t upper) {
    if (uci->ucci)
        seat_say(uci->seat, "option %s type spin min %lld max %lld default %lld", name,
                 (long long)lower, (long long)upper, (long long)initial);
    else
        seat_say(uci->seat, "option name %s type spin default %lld min %lld max %lld", name,
                 (long long)initial, (long long)lower, (long long)upper);
}

/* Of UCI alone. */
static void uci_say_own_options(const struct uci *uci) {
    const struct game *game = uci->seat->game;
    seat_say(uci->seat, "option name Ponder type check default false");
    if (game->rows == 8)
        seat_say(uci->seat, "option name " UCI_CHESS960 " type check default false");
    else
        seat_say(uci->seat, "option name " UCI_VARIANT " type combo default none var none var %s",
                 game->name);
}

static void uci_say_options(const struct uci *uci) {
    struct seat *seat = uci->seat;
    const struct evaluator *evaluator = seat->player.evaluator;
    int64_t mib = (int64_t)(search_table_bytes(seat->search) >> 20);
    uci_say_spin(uci, uci->ucci ? UCCI_HASH : "Hash", mib ? mib : 1, 1, UCI_HASH_MAX);
    if (uci->ucci)
        seat_say(seat, "option " UCCI_MILLISECONDS " type check default false");
    else
        uci_say_own_options(uci);
    for (int i = 0; i < evaluator->param_count; i++) {
        struct param param = evaluator_param(evaluator, i);
        uci_say_spin(uci, param.name, seat->values[i], param.lower, param.upper);
    }
}

static void uci_say_hello(struct uci *uci, char *rest) {
    (void)rest;
    seat_say(uci->seat, "id name hone " HONE_VERSION);
    seat_say(uci->seat, "id author the authors of hone");
    uci_say_options(uci);
    seat_say(uci->seat, "%s", uci->ucci ? UCCI_HELLO_DONE : UCI_HELLO_DONE);
}

static void uci_say_pong(struct seat *seat) {
    seat_say(seat, UCI_PONG);
}

static void uci_say_ready(struct uci *uci, char *rest) {
    (void)rest;
    if (seat_has_answered(uci->seat)) return;
    seat_get_ready(uci->seat);
    uci_say_pong(uci->seat);
}

static void uci_set_option(struct uci *uci, const char *name, const char *value) {
    const struct evaluator *evaluator = uci->seat->player.evaluator;
    int index = evaluator_param_find(evaluator, name);
    int64_t number;
    if (strcasecmp(name, UCI_CHESS960) == 0) uci->chess960 = strcmp(value, "true") == 0;
    if (strcasecmp(name, UCCI_MILLISECONDS) == 0) uci->milliseconds = strcmp(value, "true") == 0;
    if (strcasecmp(name, UCI_VARIANT) == 0)
        uci->dialect =
            strcmp(value, uci->seat->game->name) == 0 ? UCI_RANKS_FROM_1 : UCI_RANKS_FROM_0;
    if (strcasecmp(name, "Hash") == 0 || strcasecmp(name, UCCI_HASH) == 0) {
        if (parse_i64(value, 1, UCI_HASH_MAX, &number) &&
            !seat_set_memory(uci->seat, 3 * ((size_t)number << 20)))
            seat_say(uci->seat, "info string this machine has no %s MiB for %s", value, name);
        return;
    }
    if (index < 0) return;
    struct param param = evaluator_param(evaluator, index);
    if (parse_i64(value, param.lower, param.upper, &number))
        seat_set_weight(uci->seat, index, (int32_t)number);
    else
        seat_say(uci->seat, "info string %s is a number from %d to %d, not %.40s", name,
                 param.lower, param.upper, value);
}

/* "N V" in UCCI; "name N value V", where both may have blanks. */
static void uci_say_set(struct uci *uci, char *rest) {
    if (uci->ucci) {
        const char *name_alone = seat_word(&rest);
        uci_set_option(uci, name_alone, seat_word(&rest));
        return;
    }
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

/* A legal move in the game's coordinates, or any other way that the game reads. */
static bool uci_read_move(const struct uci *uci, const char *word, move_t *out) {
    const struct seat *seat = uci->seat;
    int used = uci_move_parse(seat->game, uci->dialect, word, out);
    if (used > 0 && !word[used] && game_legal(seat->game, &seat->state, *out)) return true;
    return game_move_read(seat->game, &seat->state, word, out) > 0 &&
           game_legal(seat->game, &seat->state, *out);
}

static bool uci_play_all(struct uci *uci, char *rest) {
    struct seat *seat = uci->seat;
    for (char *word; *(word = seat_word(&rest));) {
        move_t move;
        seat_go_on(seat);
        if (uci_read_move(uci, word, &move) && seat_play(seat, move)) continue;
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
    uci->banned_count = 0;
    uci->pondered.ponder = false;
    uci->lost = !uci_read_position(seat, rest, &start);
    if (uci->lost) return;
    if (memcmp(&start, &seat->start, seat->game->state_size) == 0)
        seat_back(seat, 0);
    else
        seat_start(seat, &start);
    if (moves) uci->lost = !uci_play_all(uci, moves);
    seat_go_on(seat);
}

/* Adds a move to a list, once. */
static void uci_list_move(const struct uci *uci, const char *word, move_t *list, int *count) {
    move_t move;
    if (uci_read_move(uci, word, &move) && !game_lists(list, *count, move)) list[(*count)++] = move;
}

/* Moves that a referee of UCCI forbids in the position, since they repeat. */
static void uci_say_ban(struct uci *uci, char *rest) {
    uci->banned_count = 0;
    for (char *word; *(word = seat_word(&rest));)
        uci_list_move(uci, word, uci->banned, &uci->banned_count);
}

/* ---- thinking -------------------------------------------------------------------------------- */

/* Less than none is none. */
static void uci_read_time(const struct uci *uci, char **rest, double *out) {
    double value, unit = uci->ucci && !uci->milliseconds ? 1 : 1e3;
    if (parse_double(seat_word(rest), -1e9, 1e9, &value)) *out = value > 0 ? value / unit : 0;
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
    if (strcmp(word, "searchmoves") == 0) out->chosen = true;
    if (out->chosen) uci_list_move(uci, word, out->only, &out->only_count);
    if (strcmp(word, "ponder") == 0) out->ponder = true;
    if (strcmp(word, "infinite") == 0 || out->ponder) out->endless = true;
    if (strcmp(word, "depth") == 0) uci_read_count(rest, &out->depth);
    if (strcmp(word, "nodes") == 0) uci_read_count(rest, &out->nodes);
    if (strcmp(word, "movetime") == 0) uci_read_time(uci, rest, &out->timing.move);
    if ((word[0] == side && strcmp(word + 1, "inc") == 0) || strcmp(word, "increment") == 0)
        uci_read_time(uci, rest, &out->timing.increment);
    if ((word[0] == side && strcmp(word + 1, "time") == 0) || strcmp(word, "time") == 0) {
        uci_read_time(uci, rest, &left);
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

/* A move of the position; the name that it has there. */
static void uci_name(const struct seat *seat, const struct state *state, move_t move,
                     char out[MOVE_TEXT_MAX]) {
    const struct uci *uci = seat->server;
    if (uci->chess960)
        uci_castling_format(seat->game, state, move, out);
    else
        uci_move_format(seat->game, uci->dialect, move, out);
}

static void uci_say_info(const struct uci *uci, const struct search_result *result,
                         double seconds) {
    struct seat *seat = uci->seat;
    struct text line = {0};
    unsigned long long nodes = result->nodes;
    int unit = max_int(1, seat->player.evaluator->unit);
    bool mate = abs(result->score) > SCORE_WIN / 2;
    int score = mate ? seat_mate_in(seat, result->score) : result->score / unit;
    text_add(&line, "info depth %d score ", max_int(result->depth, 1));
    if (uci->ucci)
        text_add(&line, "%d", mate ? score > 0 ? 10000 - score : -10000 - score : score);
    else
        text_add(&line, "%s %d", mate ? "mate" : "cp", score);
    text_add(&line, " nodes %llu time %.0f", nodes, 1000 * seconds);
    if (seconds > 0) text_add(&line, " nps %.0f", (double)nodes / seconds);
    text_add(&line, " pv");
    seat_variation_print(seat, result, uci_name, &line);
    seat_say(seat, "%s", text_get(&line));
    text_free(&line);
}

static void uci_say_depth(struct seat *seat, const struct search_result *result) {
    uci_say_info(seat->server, result, clock_seconds() - seat->taken);
}

static void uci_release(struct uci *uci) {
    if (*uci->held) seat_say(uci->seat, UCI_BEST " %s", uci->held);
    uci->held[0] = '\0';
    uci->pondered.ponder = false;
}

static enum seat_line_kind line_kind(char *line);
static enum seat_line_kind line_kind_endless(char *line);

/* Whether there is a move to choose; lists those that are not to be. */
static bool uci_has_move(struct uci *uci, const struct uci_go *go) {
    const struct seat *seat = uci->seat;
    move_t moves[GAME_MOVES_MAX];
    uci->except_count = 0;
    if (uci->lost || seat_over(seat)) return false;
    int count = seat->game->moves(seat->game, &seat->state, moves);
    for (int i = 0; i < count; i++)
        if (game_lists(uci->banned, uci->banned_count, moves[i]) ||
            (go->only_count > 0 && !game_lists(go->only, go->only_count, moves[i])))
            uci->except[uci->except_count++] = moves[i];
    return count > uci->except_count;
}

/* Whichever line ends pondering says what becomes of it. */
static void uci_think(struct uci *uci, const struct uci_go *go) {
    struct seat *seat = uci->seat;
    const struct search_limits limits = seat->limits;
    const struct timing timing = seat->timing;
    struct search_result result;
    uci_limit(go, seat);
    seat->limits.except = uci->except;
    seat->limits.except_count = uci->except_count;
    seat->line_kind = go->endless ? line_kind_endless : line_kind;
    seat_choose(seat, &result);
    seat->limits = limits;
    seat->timing = timing;
    uci_say_info(uci, &result, clock_seconds() - seat->taken);
    uci_name(seat, &seat->state, result.move, uci->held);
    uci->pondered = *go;
    uci->pondered.ponder = go->ponder && seat_stopped(seat);
    if (!go->endless || (seat_stopped(seat) && !go->ponder)) uci_release(uci);
}

static void uci_say_go(struct uci *uci, char *rest) {
    struct uci_go go = uci_read_go(uci, rest);
    uci_release(uci);
    if (uci_has_move(uci, &go))
        uci_think(uci, &go);
    else
        seat_say(uci->seat, "%s", uci->ucci ? UCCI_NO_MOVE : UCI_BEST " " UCI_NO_MOVE);
}

/* The other side played as expected: now its clock counts. What was found so far is in the table.
 */
static void uci_say_hit(struct uci *uci, char *rest) {
    struct uci_go go = uci->pondered;
    (void)rest;
    if (!go.ponder || !uci_has_move(uci, &go)) {
        uci_release(uci);
        return;
    }
    go.endless = go.ponder = false;
    uci_think(uci, &go);
}

static void uci_say_stop(struct uci *uci, char *rest) {
    (void)rest;
    uci_release(uci);
}

static void uci_say_quit(struct uci *uci, char *rest) {
    (void)rest;
    if (uci->ucci) seat_say(uci->seat, UCCI_BYE);
    uci->quit = true;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static const struct command {
    const char *word;
    void (*say)(struct uci *uci, char *rest);
    enum seat_line_kind kind;
} commands[] = {
    {UCI_HELLO, uci_say_hello, SEAT_WAITS},       {UCCI_HELLO, uci_say_hello, SEAT_WAITS},
    {UCCI_BAN, uci_say_ban, SEAT_WAITS},          {UCI_PING, uci_say_ready, SEAT_NOW},
    {UCI_SET, uci_say_set, SEAT_WAITS},           {UCI_NEW_GAME, uci_say_new_game, SEAT_WAITS},
    {UCI_POSITION, uci_say_position, SEAT_WAITS}, {UCI_GO, uci_say_go, SEAT_ASKS},
    {UCI_STOP, uci_say_stop, SEAT_STOPS},         {UCI_PONDER_HIT, uci_say_hit, SEAT_STOPS},
    {UCI_QUIT, uci_say_quit, SEAT_ENDS},
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

static void uci_serve_as(struct seat *seat, bool ucci) {
    struct uci *uci = xcalloc(1, sizeof *uci);
    char *line;
    uci->seat = seat;
    uci->ucci = ucci;
    seat->line_kind = line_kind;
    seat->answer_now = uci_say_pong;
    seat->say_depth = uci_say_depth;
    seat->server = uci;
    while (!uci->quit && (line = seat_line(seat))) uci_obey(uci, line);
    free(uci);
}

static void uci_serve(struct seat *seat) {
    uci_serve_as(seat, false);
}

static void ucci_serve(struct seat *seat) {
    uci_serve_as(seat, true);
}

static int ucci_check(const struct game *game, struct error *error) {
    if (uci_carries(game) && game->rows == 10) return 0;
    return error_set(error, "ucci is for xiangqi, not for %s", game->name);
}

static int uci_check(const struct game *game, struct error *error) {
    if (uci_carries(game)) return 0;
    return error_set(error,
                     "uci is for games whose positions are FEN, chess and xiangqi, not for %s: "
                     "give --game chess",
                     game->name);
}

const struct protocol protocol_uci = {
    .name = "uci",
    .check = uci_check,
    .serve = uci_serve,
};

const struct protocol protocol_ucci = {
    .name = "ucci",
    .check = ucci_check,
    .serve = ucci_serve,
};
