/*
 * hone-engine play: a game against the engine at the terminal, line by line: moves, or words.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/base/clock.h"
#include "engine/base/shown.h"
#include "engine/cli/commands.h"
#include "engine/cli/play_session.h"
#include "engine/cli/show.h"

/* The row that won, or the last turn's stones, are marked. */
static void play_show(const struct play_session *session) {
    const struct game_record *record = &session->record;
    move_t row[GAME_POINTS_MAX];
    bool over = session->game->over(session->game, &record->last);
    int stones = over ? show_winning_row(session->game, &record->last, row) : 0;
    int turn = play_turn_moves(session);
    if (stones > 0)
        show_board(session->game, &record->last, row, stones);
    else
        show_board(session->game, &record->last, record->moves + record->count - turn, turn);
}

static const char *play_side_name(const struct play_session *session) {
    return session->game->sides[play_side(session)];
}

static void play_show_end(const struct play_session *session) {
    const struct game *game = session->game;
    if (session->record.end == RECORDS_RESIGNED)
        shown_print("%s wins: %s has resigned.\n", game->sides[session->record.winner],
                    game->sides[!session->record.winner]);
    else
        show_outcome(game, &session->record.last);
}

/* ---- the engine's side ----------------------------------------------------------------------- */

struct choice {
    struct search_result info;
    bool from_book;
};

static struct choice play_engine_choice(struct play_session *session, const struct state *state) {
    struct choice choice = {.info.pv_length = 1};
    struct search_result *info = &choice.info;
    choice.from_book = session->book && book_draw(session->book, state, &session->rng, &info->move);
    info->pv[0] = info->move;
    if (choice.from_book) return choice;
    struct player player = session->engine.player;
    timing_limit(&session->clock, session->game, state, &player.limits);
    player_move(&player, session->search, state, &session->rng, info);
    return choice;
}

/* The moves of a whole turn, how the last one was found, and the position before that. */
struct turn {
    move_t moves[GAME_PLIES_MAX];
    int count;
    struct choice last;
    struct state before;
};

static void play_engine_turn_find(struct play_session *session, struct turn *turn) {
    const struct game *game = session->game;
    struct state state = session->record.last;
    int side = game->side(&state);
    for (turn->count = 0; !game->over(game, &state) && game->side(&state) == side;) {
        turn->before = state;
        turn->last = play_engine_choice(session, &state);
        turn->moves[turn->count++] = turn->last.info.move;
        game->play(game, &state, turn->last.info.move);
    }
}

static void play_show_turn(const struct play_session *session, const char *verb,
                           const struct turn *turn) {
    const struct game *game = session->game;
    const struct search_result *info = &turn->last.info;
    char score[SCORE_TEXT_MAX];
    shown_print("%s %s", play_side_name(session), verb);
    for (int i = 0; i < turn->count; i++) {
        char move[MOVE_TEXT_MAX];
        game->move_format(game, turn->moves[i], move);
        shown_print(" %s", move);
    }
    shown_print("  (%s", turn->last.from_book ? "from the book"
                                              : score_words(session->engine.player.evaluator,
                                                            &turn->before, info, score));
    if (info->depth > 0) shown_print(", depth %d", info->depth);
    if (session->clock.remaining > 0) shown_print(", %.1f s left", session->clock.remaining);
    shown_print(")\n");
}

static void play_engine_turn(struct play_session *session) {
    struct turn turn;
    double begin = clock_seconds();
    play_engine_turn_find(session, &turn);
    timing_run(&session->clock, clock_seconds() - begin);
    play_show_turn(session, "plays", &turn);
    for (int i = 0; i < turn.count; i++) play_add(session, turn.moves[i], false);
    play_show(session);
}

/* ---- what the human can say ------------------------------------------------------------------ */

/* For those that make no sense after the end. */
static bool play_refuse_finished(const struct play_session *session) {
    if (!play_is_over(session)) return false;
    shown_print("The game is over: `undo`, `new` or `load` go on.\n");
    return true;
}

static void play_say_hint(struct play_session *session, const char *rest) {
    struct turn turn;
    (void)rest;
    if (play_refuse_finished(session)) return;
    play_engine_turn_find(session, &turn);
    play_show_turn(session, "could play", &turn);
    if (turn.last.info.pv_length < 2) return;
    shown_print("expected then: ");
    show_moves(session->game, turn.last.info.pv + 1, turn.last.info.pv_length - 1);
}

static void play_say_moves(struct play_session *session, const char *rest) {
    move_t moves[GAME_MOVES_MAX];
    (void)rest;
    if (play_refuse_finished(session)) return;
    int count = session->game->moves(session->game, &session->record.last, moves);
    show_moves(session->game, moves, count);
}

static void play_say_board(struct play_session *session, const char *rest) {
    (void)rest;
    play_show(session);
}

static void play_say_undo(struct play_session *session, const char *rest) {
    (void)rest;
    if (play_take_back(session))
        play_show(session);
    else
        shown_print("There is no move of yours to take back.\n");
}

static void play_say_resign(struct play_session *session, const char *rest) {
    (void)rest;
    if (play_refuse_finished(session)) return;
    session->record.end = RECORDS_RESIGNED;
    session->record.winner = !play_side(session);
}

/* False after saying what is wrong. */
static bool play_take_sides(struct play_session *session, const char *text) {
    if (!*text || play_parse_sides(text, session->human)) return true;
    shown_print("You can play first, second, both or none, not \"%.40s\".\n", text);
    return false;
}

static void play_say_new(struct play_session *session, const char *rest) {
    if (!play_take_sides(session, rest)) return;
    play_begin(session, NULL);
    play_show(session);
}

static void play_say_side(struct play_session *session, const char *rest) {
    if (!play_take_sides(session, rest)) return;
    for (int side = 0; side < 2; side++)
        shown_print("%s is %s%s", session->game->sides[side],
                    session->human[side] ? "you" : "the engine", side == 0 ? ", " : ".\n");
}

static void play_say_position(struct play_session *session, const char *rest) {
    struct state state;
    struct error error;
    if (!*rest) {
        struct text line = {0};
        session->game->position_format(session->game, &session->record.last, &line);
        shown_print("%s\n", text_get(&line));
        text_free(&line);
    } else if (game_parse(session->game, rest, &state, &error) != 0) {
        shown_print("%s.\n", error.text);
    } else {
        play_begin(session, &state);
        play_show(session);
    }
}

static void play_say_save(struct play_session *session, const char *rest) {
    struct error error;
    if (play_save(session, rest, &error) == 0)
        shown_print("Saved to %s.\n", rest);
    else
        shown_print("Not saved: %s.\n", error.text);
}

static void play_say_load(struct play_session *session, const char *rest) {
    struct error error;
    if (play_load(session, rest, &error) == 0)
        play_show(session);
    else
        shown_print("Not loaded: %s.\n", error.text);
}

static void play_say_quit(struct play_session *session, const char *rest) {
    (void)rest;
    session->quit = true;
}

static void play_say_help(struct play_session *session, const char *rest);

/* Whether something follows a word. */
enum follows { NOTHING, PERHAPS, NEEDED };

static const struct phrase {
    const char *word, *argument, *doc; /* without doc: another word for one above */
    enum follows follows;
    void (*say)(struct play_session *session, const char *rest);
} phrases[] = {
    {"hint", "", "what the engine would play for you", NOTHING, play_say_hint},
    {"undo", "", "take your last move back, also after the end", NOTHING, play_say_undo},
    {"moves", "", "list the legal moves", NOTHING, play_say_moves},
    {"board", "", "show the board", NOTHING, play_say_board},
    {"new", "[SIDE]", "a new game; you play first, second, both or none", PERHAPS, play_say_new},
    {"side", "[SIDE]", "from now on you play first, second, both or none", PERHAPS, play_say_side},
    {"resign", "", "give the game up", NOTHING, play_say_resign},
    {"position", "[TEXT]", "start from a position or moves; alone: show it as text", PERHAPS,
     play_say_position},
    {"save", "FILE", "keep the game: FILE.ggf, .sgf, .obf, .moves", NEEDED, play_say_save},
    {"load", "FILE", "go on with a game that was kept", NEEDED, play_say_load},
    {"help", "", "this list", NOTHING, play_say_help},
    {"quit", "", "leave, also `exit` and `q`", NOTHING, play_say_quit},
    {"exit", "", NULL, NOTHING, play_say_quit},
    {"q", "", NULL, NOTHING, play_say_quit},
};

/* Two moves, or one where the human's turn ends after it, as they could be typed now. */
static void play_show_example(const struct play_session *session) {
    const struct game *game = session->game;
    struct state state = session->record.last;
    for (int i = 0; i < 2 && !game->over(game, &state) && session->human[game->side(&state)]; i++) {
        move_t moves[GAME_MOVES_MAX], move;
        char name[MOVE_TEXT_MAX];
        move = moves[game->opening_moves(game, &state, moves) / 2];
        game->move_format(game, move, name);
        shown_print("%s%s", i > 0 ? " " : "", name);
        game->play(game, &state, move);
    }
}

static bool play_reads_letter_pairs(const struct game *game) {
    move_t corner;
    return game->move_parse(game, "AA", &corner) > 0;
}

static void play_say_help(struct play_session *session, const char *rest) {
    (void)rest;
    if (play_is_over(session)) {
        shown_print("The game is over. These words are known:\n");
    } else {
        shown_print("Type your move, or several of your turn, such as ");
        play_show_example(session);
        shown_print(", or one of these words:\n");
    }
    for (size_t i = 0; i < COUNT_OF(phrases); i++) {
        char left[32];
        snprintf(left, sizeof left, "%s %s", phrases[i].word, phrases[i].argument);
        if (phrases[i].doc) shown_print("  %-15s %s\n", left, phrases[i].doc);
    }
    if (play_reads_letter_pairs(session->game))
        shown_print(
            "Pairs of capitals are moves too, column and row counted from the top: AA, AABC.\n");
}

/* Plays the moves of a line; false, after saying why, if not all are legal and the human's. */
static bool play_line(struct play_session *session, const char *text) {
    static const char blanks[] = " \t,";
    const struct game *game = session->game;
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        move_t move;
        int used = game_move_read(game, &session->record.last, text, &move);
        if (used == 0) {
            shown_print("\"%.40s\" is neither a move nor a word I know; `help` lists them.\n",
                        text);
            return false;
        }
        if (play_refuse_finished(session)) return false;
        if (!play_human_to_move(session)) {
            shown_print("Your turn ends before \"%.40s\"; none of the line is played.\n", text);
            return false;
        }
        if (!game_legal(game, &session->record.last, move)) {
            shown_print("%.*s is not a legal move here; `moves` lists them.\n", used, text);
            return false;
        }
        play_add(session, move, true);
        text += used;
    }
    return true;
}

/* A line is played as a whole or not at all. The board is shown once for a turn. */
static void play_say_line(struct play_session *session, const char *text) {
    struct play_session after = *session;
    if (!play_line(&after, text) || after.record.count == session->record.count) return;
    bool same_turn = !play_is_over(&after) && play_side(&after) == play_side(session) &&
                     play_turn_moves(&after) >= after.record.count - session->record.count;
    *session = after;
    if (!same_turn) play_show(session);
}

static bool phrase_fits(const struct phrase *phrase, const char *rest) {
    return phrase->follows == PERHAPS || (phrase->follows == NEEDED) == (*rest != '\0');
}

static void play_say(struct play_session *session, char *line) {
    line += strspn(line, " \t");
    for (char *end = line + strlen(line); end > line && strchr(" \t\r\n", end[-1]);) *--end = '\0';
    size_t length = strcspn(line, " \t");
    const char *rest = line + length + strspn(line + length, " \t");
    for (size_t i = 0; i < COUNT_OF(phrases); i++) {
        const struct phrase *phrase = &phrases[i];
        if (strlen(phrase->word) != length || strncasecmp(line, phrase->word, length) != 0)
            continue;
        if (phrase_fits(phrase, rest))
            phrase->say(session, rest);
        else if (phrase->follows == NOTHING)
            shown_print("`%s` stands alone on its line.\n", phrase->word);
        else
            shown_print("`%s %s` is the way to say it.\n", phrase->word, phrase->argument);
        return;
    }
    play_say_line(session, line);
}

/* ---- the game -------------------------------------------------------------------------------- */

/* "Black to move, stone 2 of 2> " */
static void play_prompt(const struct play_session *session) {
    int due, of;
    if (play_is_over(session))
        shown_print("The game is over");
    else
        shown_print("%s to move", play_side_name(session));
    if (!play_is_over(session) && play_stone_due(session, &due, &of))
        shown_print(", stone %d of %d", due, of);
    shown_print("> ");
    fflush(stdout);
}

static void play_human_line(struct play_session *session) {
    char *line = NULL;
    size_t capacity = 0;
    play_prompt(session);
    if (getline(&line, &capacity, stdin) < 0) {
        shown_print("\n");
        session->quit = true;
    } else {
        play_say(session, line);
    }
    free(line);
}

/* Plays it, if there is but one. */
static bool play_only_move(struct play_session *session) {
    const struct game *game = session->game;
    move_t moves[GAME_MOVES_MAX];
    char only[MOVE_TEXT_MAX];
    if (game->moves(game, &session->record.last, moves) != 1) return false;
    game->move_format(game, moves[0], only);
    shown_print("%s has no choice: %s\n", play_side_name(session), only);
    play_add(session, moves[0], false);
    play_show(session);
    return true;
}

/* One turn of the engine's, or one line of the human's. */
static void play_step(struct play_session *session) {
    if (!play_is_over(session) && !play_human_to_move(session))
        play_engine_turn(session);
    else if (play_is_over(session) || !play_only_move(session))
        play_human_line(session);
}

static void play_run(struct play_session *session) {
    bool told = false; /* how the game ended */
    shown_print("%s, ", session->game->name);
    show_contestant("you against", &session->engine, ". `help` lists what you can type.\n");
    play_show(session);
    while (!session->quit) {
        bool over = play_is_over(session);
        if (over && !told) play_show_end(session);
        told = over;
        if (over && !session->human[0] && !session->human[1]) break;
        play_step(session);
    }
}

static const struct command_usage play_usage = {
    .synopsis = "play [OPTION]... [POSITION]",
    .doc =
        "Plays against you in the terminal, with hints and moves taken back, from the start or a\n"
        "POSITION: one line of text or the moves that lead there. Type `help` in the game for "
        "what\n"
        "can be typed; games are saved and loaded there.\n" ASKED_HELP ASKED_TUNED_HELP,
    .operands_max = GAME_PLIES_MAX,
};

static int play_prepare(struct play_session *session, const struct asked *asked, const char *side,
                        const struct operands *operands, struct error *error) {
    enum { PURPOSE_PLAY = 0x706c6179 };
    struct state start;
    session->rng = rng_keyed((uint64_t)asked->seed, PURPOSE_PLAY, 0, 0);
    if (!play_parse_sides(side, session->human))
        return error_set(error, "--side %.40s: first, second, both or none is needed", side);
    if (asked_clock(asked, &session->clock_set, error) != 0 ||
        contestant_init(&session->engine, asked, asked->weights, error) != 0)
        return -1;
    session->game = session->engine.player.evaluator->game;
    if (asked_position(operands, session->game, &start, error) != 0 ||
        asked_book(asked, session->game, &session->book, error) != 0) {
        contestant_destroy(&session->engine);
        return -1;
    }
    session->search = asked_search(asked);
    play_begin(session, &start);
    return 0;
}

int command_play(int argc, char **argv) {
    struct asked asked = asked_default();
    const char *side = "first";
    struct option_spec options[OPTIONS_MAX + 1] = {{0}};
    struct operands operands;
    struct play_session session = {0};
    struct error error;
    asked.as_tuned = true;
    int count = asked_player_options(&asked, options);
    count += asked_table_options(&asked, options + count);
    options[count] = (struct option_spec){.name = "side",
                                          .argument = "SIDE",
                                          .doc = "yours: first (the default), second, both, none",
                                          .kind = OPTION_TEXT,
                                          .value = &side};
    int status = options_parse(&play_usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (play_prepare(&session, &asked, side, &operands, &error) != 0)
        return command_fail(&play_usage, "%s", error.text);
    play_run(&session);
    search_free(session.search);
    book_free(session.book);
    contestant_destroy(&session.engine);
    return 0;
}
