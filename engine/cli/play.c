/*
 * hone-engine play: a game at the terminal against the engine, line by line: moves, or words.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"
#include "engine/cli/asked.h"
#include "engine/cli/commands.h"
#include "engine/cli/show.h"
#include "engine/search/timing.h"

/* A game at the terminal. */
struct session {
    struct contestant engine;
    struct book *book; /* NULL: none */
    const struct game *game;
    struct search *search;
    struct rng rng;
    bool human[2]; /* by side */
    struct state state;
    int count;
    move_t moves[GAME_PLIES_MAX];
    bool chosen[GAME_PLIES_MAX]; /* whether the human chose that move */
    bool quit;
    struct timing clock; /* the engine's; all zero: none */
};

static void play_show(const struct session *session) {
    show_board(session->game, &session->state,
               session->count > 0 ? session->moves[session->count - 1] : MOVE_NONE);
}

static void play_move(struct session *session, move_t move, bool chosen) {
    session->game->play(session->game, &session->state, move);
    session->moves[session->count] = move;
    session->chosen[session->count++] = chosen;
}

static const char *play_side_name(const struct session *session) {
    return session->game->sides[session->game->side(&session->state)];
}

static bool play_human_to_move(const struct session *session) {
    return session->human[session->game->side(&session->state)];
}

/* ---- the engine's side ----------------------------------------------------------------------- */

struct choice {
    struct search_result info;
    bool from_book;
};

static struct choice play_engine_choice(struct session *session) {
    struct choice choice = {.info.pv_length = 1};
    struct search_result *info = &choice.info;
    choice.from_book =
        session->book && book_draw(session->book, &session->state, &session->rng, &info->move);
    info->pv[0] = info->move;
    if (choice.from_book) return choice;
    struct player player = session->engine.player;
    timing_limit(&session->clock, session->game, &session->state, &player.limits);
    player_move(&player, session->search, &session->state, &session->rng, info);
    return choice;
}

static void play_show_choice(const struct session *session, const char *verb,
                             const struct choice *choice) {
    const struct search_result *info = &choice->info;
    char move[MOVE_TEXT_MAX], score[SCORE_TEXT_MAX];
    session->game->move_format(session->game, info->move, move);
    printf("%s %s %s  (", play_side_name(session), verb, move);
    if (choice->from_book)
        printf("from the book");
    else
        printf("score %s", score_format(info->score, score));
    if (info->depth > 0) printf(", depth %d", info->depth);
    if (session->clock.remaining > 0) printf(", %.1f s left", session->clock.remaining);
    printf(")\n");
}

static void play_engine_turn(struct session *session) {
    double begin = clock_seconds();
    struct choice choice = play_engine_choice(session);
    timing_run(&session->clock, clock_seconds() - begin);
    play_show_choice(session, "plays", &choice);
    play_move(session, choice.info.move, false);
    play_show(session);
}

/* ---- what the human can say ------------------------------------------------------------------ */

static void play_say_hint(struct session *session) {
    struct choice choice = play_engine_choice(session);
    play_show_choice(session, "could play", &choice);
    printf("expected: ");
    show_moves(session->game, choice.info.pv, choice.info.pv_length);
}

static void play_say_moves(struct session *session) {
    move_t moves[GAME_MOVES_MAX];
    int count = session->game->moves(session->game, &session->state, moves);
    show_moves(session->game, moves, count);
}

static void play_say_board(struct session *session) {
    play_show(session);
}

/* Back to before the last move that the human chose. */
static void play_say_undo(struct session *session) {
    int count = session->count - 1;
    while (count >= 0 && !session->chosen[count]) count--;
    if (count < 0) {
        printf("There is no move of yours to take back.\n");
        return;
    }
    session->game->start(session->game, &session->state);
    for (int i = 0; i < count; i++)
        session->game->play(session->game, &session->state, session->moves[i]);
    session->count = count;
    play_show(session);
}

static void play_say_quit(struct session *session) {
    session->quit = true;
}

static void play_say_help(struct session *session);

static const struct {
    const char *word, *doc; /* without doc: another word for one above */
    void (*say)(struct session *session);
} phrases[] = {
    {"hint", "what the engine would play for you", play_say_hint},
    {"undo", "take your last move back", play_say_undo},
    {"moves", "list the legal moves", play_say_moves},
    {"board", "show the board", play_say_board},
    {"help", "this list", play_say_help},
    {"quit", "leave the game, also `exit` and `q`", play_say_quit},
    {"exit", NULL, play_say_quit},
    {"q", NULL, play_say_quit},
};

/* Two moves, or one where the human's turn ends after it, as they could be typed now. */
static void play_show_example(const struct session *session) {
    const struct game *game = session->game;
    struct state state = session->state;
    for (int i = 0; i < 2 && !game->over(game, &state) && session->human[game->side(&state)]; i++) {
        move_t moves[GAME_MOVES_MAX], move;
        char name[MOVE_TEXT_MAX];
        move = moves[game->opening_moves(game, &state, moves) / 2];
        game->move_format(game, move, name);
        printf("%s%s", i > 0 ? " " : "", name);
        game->play(game, &state, move);
    }
}

static bool play_reads_letter_pairs(const struct game *game) {
    move_t corner;
    return game->move_parse(game, "AA", &corner) > 0;
}

static void play_say_help(struct session *session) {
    printf("Type your move, or several of your turn, such as ");
    play_show_example(session);
    printf(", or one of these words:\n");
    for (size_t i = 0; i < COUNT_OF(phrases); i++)
        if (phrases[i].doc) printf("  %-6s %s\n", phrases[i].word, phrases[i].doc);
    if (play_reads_letter_pairs(session->game))
        printf("Pairs of capitals are moves too, column and row counted from the top: AA, AABC.\n");
}

/* Plays the moves of a line; false, after saying why, if not all are legal and the human's. */
static bool play_line(struct session *session, const char *text) {
    const struct game *game = session->game;
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        move_t move;
        int used = game->move_parse(game, text, &move);
        if (used == 0) {
            printf("\"%.40s\" is neither a move nor a word I know; `help` lists them.\n", text);
            return false;
        }
        if (game->over(game, &session->state) || !play_human_to_move(session)) {
            printf("Your turn ends before \"%.40s\"; none of the line is played.\n", text);
            return false;
        }
        if (!game_legal(game, &session->state, move)) {
            printf("%.*s is not a legal move here; `moves` lists them.\n", used, text);
            return false;
        }
        play_move(session, move, true);
        text += used;
    }
    return true;
}

/* A line is played as a whole or not at all. */
static void play_say_line(struct session *session, const char *text) {
    struct session after = *session;
    if (!play_line(&after, text) || after.count == session->count) return;
    *session = after;
    play_show(session);
}

static void play_say(struct session *session, char *line) {
    line += strspn(line, " \t");
    for (char *end = line + strlen(line); end > line && strchr(" \t\r\n", end[-1]);) *--end = '\0';
    for (char *c = line; *c; c++)
        if (*c == '\t' || *c == ',') *c = ' ';
    for (size_t i = 0; i < COUNT_OF(phrases); i++) {
        if (strcasecmp(line, phrases[i].word) != 0) continue;
        phrases[i].say(session);
        return;
    }
    play_say_line(session, line);
}

/* ---- the game -------------------------------------------------------------------------------- */

static void play_human_turn(struct session *session) {
    move_t moves[GAME_MOVES_MAX];
    int count = session->game->moves(session->game, &session->state, moves);
    if (count == 1) {
        char only[MOVE_TEXT_MAX];
        session->game->move_format(session->game, moves[0], only);
        printf("%s has no choice: %s\n", play_side_name(session), only);
        play_move(session, moves[0], false);
        play_show(session);
        return;
    }
    printf("%s to move> ", play_side_name(session));
    fflush(stdout);
    char *line = NULL;
    size_t capacity = 0;
    if (getline(&line, &capacity, stdin) < 0) {
        printf("\n");
        session->quit = true;
    } else {
        play_say(session, line);
    }
    free(line);
}

static void play_run(struct session *session) {
    const struct game *game = session->game;
    printf("%s, %s. `help` lists what you can type.\n", game->name, session->engine.name);
    play_show(session);
    while (!session->quit && !game->over(game, &session->state)) {
        if (play_human_to_move(session))
            play_human_turn(session);
        else
            play_engine_turn(session);
    }
    if (game->over(game, &session->state)) show_outcome(game, &session->state);
}

static bool play_parse_sides(const char *text, bool human[2]) {
    static const char *const words[] = {"none", "first", "second", "both"};
    for (int i = 0; i < (int)COUNT_OF(words); i++) {
        if (strcmp(text, words[i]) != 0) continue;
        human[0] = i & 1;
        human[1] = i & 2;
        return true;
    }
    return false;
}

static const struct command_usage play_usage = {
    .synopsis = "play [OPTION]...",
    .doc =
        "Plays against you in the terminal, with hints and moves taken back. Type `help` in the\n"
        "game for what can be typed.\n" ASKED_HELP,
};

static int play_prepare(struct session *session, const struct asked *asked, const char *side,
                        struct error *error) {
    enum { PURPOSE_PLAY = 0x706c6179 };
    session->rng = rng_keyed((uint64_t)asked->seed, PURPOSE_PLAY, 0, 0);
    if (!play_parse_sides(side, session->human))
        return error_set(error, "--side %.40s: first, second, both or none is needed", side);
    if (asked_clock(asked, &session->clock, error) != 0 ||
        contestant_init(&session->engine, asked, asked->weights, error) != 0)
        return -1;
    session->game = session->engine.player.evaluator->game;
    if (asked_book(asked, session->game, &session->book, error) != 0) {
        contestant_destroy(&session->engine);
        return -1;
    }
    session->search = asked_search(asked);
    session->game->start(session->game, &session->state);
    return 0;
}

int command_play(int argc, char **argv) {
    struct asked asked = asked_default();
    const char *side = "first";
    struct option_spec options[OPTIONS_MAX + 1] = {{0}};
    struct operands operands;
    struct session session = {0};
    struct error error;
    int count = asked_player_options(&asked, options);
    count += asked_table_options(&asked, options + count);
    options[count] = (struct option_spec){.name = "side",
                                          .argument = "SIDE",
                                          .doc = "yours: first (the default), second, both, none",
                                          .kind = OPTION_TEXT,
                                          .value = &side};
    int status = options_parse(&play_usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (play_prepare(&session, &asked, side, &error) != 0)
        return command_fail(&play_usage, "%s", error.text);
    play_run(&session);
    search_free(session.search);
    book_free(session.book);
    contestant_destroy(&session.engine);
    return 0;
}
