/*
 * PGN: what is written is read, of random games with all that a record can say; what other programs
 * write is read; and what is wrong is named, with its place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "engine/files/records.h"
#include "engine/games/games.h"

static const struct game *game_named(const char *name) {
    return games_find(name, NULL);
}

/* ---- round trips ----------------------------------------------------------------------------- */

static struct record_eval random_eval(struct rng *rng) {
    struct record_eval eval = {.known = rng_below(rng, 2), .mate = rng_below(rng, 5) == 0};
    if (!eval.known) return (struct record_eval){0};
    eval.score = (int)rng_below(rng, 2001) - 1000;
    if (eval.mate && eval.score == 0) eval.score = 1;
    eval.depth = (int)rng_below(rng, 40);
    eval.seconds = rng_below(rng, 100000) / 1000.;
    return eval;
}

static void play_on(struct game_record *record, int plies, struct rng *rng) {
    move_t moves[GAME_MOVES_MAX];
    struct error error;
    for (int i = 0; i < plies && !record->game->over(record->game, &record->last); i++) {
        int count = record->game->moves(record->game, &record->last, moves);
        record->evals[record->count] = random_eval(rng);
        if (records_add(record, moves[rng_below(rng, (uint32_t)count)], &error))
            fail_msg("%s", error.text);
    }
}

static void random_record(const struct game *game, struct rng *rng, struct game_record *out) {
    static const enum records_end ends[] = {RECORDS_UNFINISHED, RECORDS_RESIGNED, RECORDS_TIMEOUT,
                                            RECORDS_FORFEITED, RECORDS_ADJUDICATED};
    struct game_record before;
    records_begin(&before, game, NULL);
    if (rng_below(rng, 2)) play_on(&before, (int)rng_below(rng, 40), rng);
    records_begin(out, game, before.end == RECORDS_OVER ? NULL : &before.last);
    play_on(out, (int)rng_below(rng, 150), rng);
    strcpy(out->names[0], "Ärger \\ \"Co]\"");
    strcpy(out->event, "an event");
    strcpy(out->date, "2026-11-21");
    if (out->end == RECORDS_OVER) return;
    out->end = ends[rng_below(rng, COUNT_OF(ends))];
    if (out->end != RECORDS_UNFINISHED) out->winner = (int)rng_below(rng, 2);
    if (out->end == RECORDS_ADJUDICATED && rng_below(rng, 2)) out->winner = -1;
}

static void assert_same(const struct game_record *a, const struct game_record *b) {
    const struct game *game = a->game;
    assert_int_equal(game->hash(&a->start), game->hash(&b->start));
    assert_int_equal(game->plies_left(&a->start), game->plies_left(&b->start));
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->moves, b->moves, (size_t)a->count * sizeof(move_t));
    for (int i = 0; i < a->count; i++) {
        const struct record_eval *one = &a->evals[i], *other = &b->evals[i];
        assert_true(one->known == other->known && one->mate == other->mate);
        assert_int_equal(one->score, other->score);
        assert_int_equal(one->depth, other->depth);
        assert_true(one->seconds == other->seconds);
    }
    for (int side = 0; side < 2; side++) assert_string_equal(a->names[side], b->names[side]);
    assert_string_equal(a->event, b->event);
    assert_string_equal(a->date, b->date);
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->winner, b->winner);
}

static void read_next(const struct game *game, const char **at, struct game_record *out) {
    struct error error;
    const char *begin = *at;
    if (records_parse(RECORDS_PGN, game, at, out, &error)) fail_msg("%s in %s", error.text, begin);
}

/* Two games in one text, and again what was read. */
static void what_is_written_is_read(void **test_state) {
    (void)test_state;
    static const char *const games[] = {"chess", "xiangqi"};
    for (uint64_t i = 0; i < 120; i++) {
        enum records_format format = i % 4 == 3 ? RECORDS_PGN_NATIVE : RECORDS_PGN;
        struct rng rng = rng_keyed(31, i, 0, 0);
        const struct game *game = game_named(games[i % 2]);
        struct game_record records[2], read;
        struct text text = {0}, again = {0};
        for (int r = 0; r < 2; r++) {
            random_record(game, &rng, &records[r]);
            records_print(format, &records[r], &text);
        }
        const char *at = text_get(&text);
        for (int r = 0; r < 2; r++) {
            read_next(game, &at, &read);
            assert_same(&records[r], &read);
            records_print(format, &read, &again);
        }
        assert_int_equal(*at, '\0');
        assert_string_equal(text_get(&text), text_get(&again));
        text_free(&text);
        text_free(&again);
    }
}

/* ---- what is written ------------------------------------------------------------------------- */

static void add_all(struct game_record *record, const char *moves) {
    struct error error;
    move_t move;
    for (; *moves; moves += strspn(moves, " ")) {
        moves += game_move_read(record->game, &record->last, moves, &move);
        assert_int_equal(records_add(record, move, &error), 0);
    }
}

static void games_are_written_as_the_standard_has_them(void **test_state) {
    (void)test_state;
    struct game_record record;
    struct text text = {0};
    records_begin(&record, game_named("chess"), NULL);
    add_all(&record, "f3 e5 g4 Qh4");
    strcpy(record.names[1], "hone");
    strcpy(record.date, "2026-11-26");
    record.evals[1] = (struct record_eval){true, false, 35, 12, 0.52};
    record.evals[2] = (struct record_eval){true, false, -50, 4, 0.25};
    record.evals[3] = (struct record_eval){true, true, 1, 3, 0.0015};
    records_print(RECORDS_PGN, &record, &text);
    assert_string_equal(text_get(&text),
                        "[Event \"?\"]\n[Site \"?\"]\n[Date \"2026.11.26\"]\n"
                        "[Round \"?\"]\n[White \"?\"]\n[Black \"hone\"]\n"
                        "[Result \"0-1\"]\n[Termination \"normal\"]\n\n"
                        "1. f3 e5 {+0.35/12 0.520s} 2. g4 {-0.50/4 0.250s} 2... Qh4# "
                        "{+M1/3 0.002s} 0-1\n\n");
    text_free(&text);
    records_begin(&record, game_named("xiangqi"), NULL);
    add_all(&record, "h2e2 h9g7");
    records_print(RECORDS_PGN, &record, &text);
    assert_non_null(strstr(text_get(&text), "[Game \"Chinese Chess\"]\n"));
    assert_non_null(strstr(text_get(&text), "[Format \"ICCS\"]\n"));
    assert_non_null(
        strstr(text_get(&text), "[Termination \"unterminated\"]\n\n1. H2-E2 H9-G7 *\n"));
    records_print(RECORDS_PGN_NATIVE, &record, &text);
    assert_non_null(strstr(text_get(&text), "[Format \"Chinese\"]\n"));
    assert_non_null(strstr(text_get(&text), "\n1. 炮二平五 马８进７ *\n"));
    text_free(&text);
}

static void lines_are_short(void **test_state) {
    (void)test_state;
    struct rng rng = rng_keyed(32, 0, 0, 0);
    struct game_record record;
    struct text text = {0};
    records_begin(&record, game_named("chess"), NULL);
    play_on(&record, 100, &rng);
    records_print(RECORDS_PGN, &record, &text);
    for (const char *at = text_get(&text); *at; at += strcspn(at, "\n"), at += *at == '\n')
        assert_in_range(strcspn(at, "\n"), 0, 79);
    text_free(&text);
}

/* ---- what others write ----------------------------------------------------------------------- */

static void check_moves(const struct game_record *record, const char *expected) {
    struct text text = {0};
    for (int i = 0; i < record->count; i++) {
        char name[MOVE_TEXT_MAX];
        record->game->move_format(record->game, record->moves[i], name);
        text_add(&text, "%s%s", i ? " " : "", name);
    }
    assert_string_equal(text_get(&text), expected);
    text_free(&text);
}

static void games_of_others_are_read(void **test_state) {
    (void)test_state;
    static const struct {
        const char *game, *text, *moves;
        enum records_end end;
        int winner;
    } cases[] = {
        {"chess", "1. e4 e5 2. Nf3 Nc6 1-0", "e2e4 e7e5 g1f3 b8c6", RECORDS_RESIGNED, 0},
        {"chess", "\xef\xbb\xbf[White \"a\"]\r\n[Black\t\"b\" ]\r\n\r\n1.e4 e5 2.Nf3 *\r\n",
         "e2e4 e7e5 g1f3", RECORDS_UNFINISHED, -1},
        {"chess",
         "1. e4! $1 {good (not ; bad} e5?? (1... c5 {) ; (} (1... e6 $5) 2. Nf3) 2. Nf3 "
         "; a comment } to the end\n Nc6 1/2-1/2",
         "e2e4 e7e5 g1f3 b8c6", RECORDS_UNFINISHED, -1},
        {"chess", "% an escape (\n1 e4 1... e5 2 . ..Nf3 0-1\n% another", "e2e4 e7e5 g1f3",
         RECORDS_RESIGNED, 1},
        {"chess", "[Result \"0-1\"]\n[Termination \"time forfeit\"]\n1. e4", "e2e4",
         RECORDS_TIMEOUT, 1},
        {"chess", "[Termination \"adjudication\"]\n1. e4 1/2-1/2", "e2e4", RECORDS_ADJUDICATED, -1},
        {"chess", "[Termination \"rules infraction\"]\n1. e4 1-0", "e2e4", RECORDS_FORFEITED, 0},
        {"chess", "[Variant \"Standard\"] 1. f3 e5 2. g4 Qh4# 0-1", "f2f3 e7e5 g2g4 d8h4",
         RECORDS_OVER, 1},
        {"chess",
         "[SetUp \"1\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 12\"]\n12... 0-0-0 13. 0-0 *",
         "e8c8 e1g1", RECORDS_UNFINISHED, -1},
        {"chess", "[FEN \"k7/7P/K7/8/8/8/8/8 w - - 0 1\"] 1. h8=Q#", "h7h8q", RECORDS_OVER, 0},
        {"chess", "[Setup \"1\"][fen \"k7/7P/K7/8/8/8/8/8 w - - 0 1\"] 1. h8=Q#", "h7h8q",
         RECORDS_OVER, 0},
        {"chess", "1. e4 a5 2. e5 f5 3. exf6e.p.! d5 4. fxg7 e.p. *",
         "e2e4 a7a5 e4e5 f7f5 e5f6 d7d5 f6g7", RECORDS_UNFINISHED, -1},
        /* * ends a word, and so does a $, whose digits end by themselves. */
        {"chess", "1.e4$1 e5$14$2 2(2. d4)Nf3!!$3 $1Nc6 3 $3{x}!Nc3 ?!$1Nf6 4.Ng1*",
         "e2e4 e7e5 g1f3 b8c6 b1c3 g8f6 f3g1", RECORDS_UNFINISHED, -1},
        {"chess", "1. e4 !? $6 e5 !+= ?# + ... Nf3 e.p. *", "e2e4 e7e5 g1f3", RECORDS_UNFINISHED,
         -1},
        {"xiangqi", "1. !h2e2 $1h9g7*", "h2e2 h9g7", RECORDS_UNFINISHED, -1},
        {"xiangqi", "[Game \"Chinese Chess\"][Red \"r\"] 1. H2-E2 h9g7 2. H0-G2 1-0",
         "h2e2 h9g7 h0g2", RECORDS_RESIGNED, 0},
        /* Blanks of Chinese texts, in UTF-8 and in GBK, and of web pages. */
        {"xiangqi",
         "1.\xe3\x80\x80h2e2\xe3\x80\x80h9g7\xc2\xa0"
         "2. h0g2\xa1\xa1"
         "1-0",
         "h2e2 h9g7 h0g2", RECORDS_RESIGNED, 0},
        /* The second byte of a character in GBK is that of a brace. */
        {"xiangqi", "1. h2e2 (1. \xc2\x7b) h9g7 *", "h2e2 h9g7", RECORDS_UNFINISHED, -1},
        /* The rules end the game at the third time; the players went on. */
        {"chess", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 6. Zz9 0-1",
         "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", RECORDS_RESIGNED, 1},
        /* Two kings are left, and they went on. */
        {"chess", "[FEN \"k7/8/8/8/8/8/1p6/K7 w - - 0 1\"] 1. Kxb2 Kb7 2. Kc3 1/2-1/2", "a1b2",
         RECORDS_UNFINISHED, -1},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct game_record record;
        const char *at = cases[i].text;
        read_next(game_named(cases[i].game), &at, &record);
        assert_int_equal(*at == '\0' || *at == '%', true);
        check_moves(&record, cases[i].moves);
        assert_int_equal(record.end, cases[i].end);
        assert_int_equal(record.winner, cases[i].winner);
    }
}

/* Games one after the other, some without a result. */
static void archives_are_read_game_by_game(void **test_state) {
    (void)test_state;
    const char *at =
        "[White \"one\"]\n[Black \"x \\\"y\\\"\"]\n\n1. e4\n\n[White \"two\"]\n\n1. d4 "
        "1-0\n[White \"three\"]\n*1. c4 e5*[White \"five\"]1. f4 *\n";
    struct game_record record;
    read_next(game_named("chess"), &at, &record);
    assert_string_equal(record.names[0], "one");
    assert_string_equal(record.names[1], "x \"y\"");
    read_next(game_named("chess"), &at, &record);
    assert_string_equal(record.names[0], "two");
    assert_string_equal(record.result, "1-0");
    check_moves(&record, "d2d4");
    read_next(game_named("chess"), &at, &record);
    assert_string_equal(record.names[0], "three");
    assert_int_equal(record.count, 0);
    read_next(game_named("chess"), &at, &record);
    check_moves(&record, "c2c4 e7e5");
    read_next(game_named("chess"), &at, &record);
    check_moves(&record, "f2f4");
    assert_int_equal(*at, '\0');
}

/* Comments before the tags, between them and behind a result are of no game. */
static void comments_begin_no_game(void **test_state) {
    (void)test_state;
    const char *at = "{ an archive }\n[White \"one\"]\n{ of chess }\n[Black \"two\"]\n\n"
                     "{ well } 1. e4 1-0 {White resigns}\n\n{ another }\n[White \"three\"]\n"
                     "1. d4 1/2-1/2\n{ the end }\n";
    struct game_record record;
    read_next(game_named("chess"), &at, &record);
    assert_string_equal(record.names[0], "one");
    assert_string_equal(record.names[1], "two");
    check_moves(&record, "e2e4");
    read_next(game_named("chess"), &at, &record);
    assert_string_equal(record.names[0], "three");
    check_moves(&record, "d2d4");
    assert_int_equal(*at, '\0');
}

/* One that is not known is the board's, if the game has ended there. */
static void results_are_the_standards_or_the_boards(void **test_state) {
    static const char *const cases[][2] = {
        {"[Result \"1:0\"] 1. e4", ""},
        {"[Result \"1-O\"] 1. e4 1-0", "1-0"},
        {"[Result \"0-1\"] 1. e4 *", "0-1"},
        {"1. e4 *", "*"},
        {"[Result \"*\"] 1. e4 1-0", "1-0"},
        {"[Result \"*\"] [Result \"0-1\"] 1. e4", "0-1"},
        {"[Result \"1-0\"] [Result \"1-0\"] 1. e4", "1-0"},
        {"1. f3 e5 2. g4 Qh4# *", "0-1"},
        {"[Result \"White wins\"] 1. f3 e5 2. g4 Qh4#", "0-1"},
        {"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0", "1-0"},
    };
    (void)test_state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct game_record record;
        const char *at = cases[i][0];
        read_next(game_named("chess"), &at, &record);
        assert_string_equal(record.result, cases[i][1]);
    }
}

/* A date that is not wholly known is none. */
static void dates_with_question_marks_are_none(void **test_state) {
    static const char *const cases[][2] = {{"2026.11.21", "2026-11-21"},
                                           {"2026-11-21", "2026-11-21"},
                                           {"????.??.??", ""},
                                           {"2026.??.??", ""}};
    (void)test_state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct game_record record;
        struct text text = {0};
        text_add(&text, "[Date \"%s\"] 1. e4 *", cases[i][0]);
        const char *at = text_get(&text);
        read_next(game_named("chess"), &at, &record);
        assert_string_equal(record.date, cases[i][1]);
        text_free(&text);
    }
}

/* Of a drawn game nothing is lost, by time or otherwise. */
static void ends_without_a_winner_are_none(void **test_state) {
    static const struct {
        const char *text;
        enum records_end end;
        int winner;
        const char *written;
    } cases[] = {
        {"[Result \"1/2-1/2\"] [Termination \"time forfeit\"] 1. e4", RECORDS_UNFINISHED, -1,
         "normal"},
        {"[Result \"1/2-1/2\"] [Termination \"adjudication\"] 1. e4", RECORDS_ADJUDICATED, -1,
         "adjudication"},
        {"[Result \"1-0\"] [Termination \"time forfeit\"] 1. e4", RECORDS_TIMEOUT, 0,
         "time forfeit"},
        {"[Result \"0-1\"] [Termination \"normal\"] 1. e4", RECORDS_RESIGNED, 1, "normal"},
    };
    (void)test_state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct game_record record;
        const char *at = cases[i].text;
        read_next(game_named("chess"), &at, &record);
        assert_int_equal(record.end, cases[i].end);
        assert_int_equal(record.winner, cases[i].winner);
        struct text text = {0};
        records_print(RECORDS_PGN, &record, &text);
        if (!strstr(strstr(text_get(&text), "[Termination"), cases[i].written))
            fail_msg("%s", text_get(&text));
        text_free(&text);
    }
}

static void comments_of_engines_are_read(void **test_state) {
    (void)test_state;
    static const struct {
        const char *comment;
        struct record_eval eval;
    } cases[] = {
        {"{+0.35/12 0.52s}", {true, false, 35, 12, 0.52}},
        {"{-1.5/3}", {true, false, -150, 3, 0}},
        {"{-M4/20 1s, White mates}", {true, true, -4, 20, 1}},
        {"{0.00/1 2s}", {0}}, /* no sign: not an engine's */
        {"{book}", {0}},
        {"{+}", {0}},
        {"{+0.35 12}", {0}},
        {"{+nan/3 1s}", {0}},
        {"{+1e99/3 1s}", {0}},
        {"{+-1e99/3 1s}", {0}},
        {"{-M-2147483648/1 1s}", {0}},
        {"{+0x10/3 1s}", {0}},
        {"{+0.35/3 0x10s}", {true, false, 35, 3, 0}},
        {"{+0.35/3.25s}", {true, false, 35, 3, 0}}, /* seconds stand behind a blank */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text text = {0};
        struct game_record record;
        text_add(&text, "1. e4 %s e5 *", cases[i].comment);
        const char *at = text_get(&text);
        read_next(game_named("chess"), &at, &record);
        const struct record_eval *eval = &record.evals[0], *wanted = &cases[i].eval;
        assert_true(eval->known == wanted->known && eval->mate == wanted->mate &&
                    eval->score == wanted->score && eval->depth == wanted->depth &&
                    eval->seconds == wanted->seconds);
        assert_false(record.evals[1].known);
        text_free(&text);
    }
}

/* The second bytes of GBK's characters here are a brace and a backslash; a byte of Latin-1 stands
 * alone. */
static void bytes_of_characters_end_nothing(void **test_state) {
    static const struct {
        const char *game, *text, *name;
    } cases[] = {
        {"xiangqi", "[Red \"\xbc\x6f\xd5\x5c\"] 1. h2e2 {\xb5\xda\xd2\xbb\xee\x7d} h9g7 1-0",
         "?o?\\"},
        {"xiangqi", "[Red \"紀誠\"] 1. h2e2 {第一題\n} h9g7 1-0", "紀誠"},
        {"chess", "[White \"Jos\xe9\"] 1. e4 {Jos\xe9} e5 1-0", "Jos?"},
    };
    (void)test_state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct game_record record;
        struct error error;
        const char *at = cases[i].text;
        if (records_parse(RECORDS_PGN, game_named(cases[i].game), &at, &record, &error))
            fail_msg("%s", error.text);
        assert_string_equal(record.names[0], cases[i].name);
        assert_int_equal(record.count, 2);
    }
}

/* ---- refusals -------------------------------------------------------------------------------- */

/* The message, and the line of the text in which it is wrong. */
static void bad_games_are_named(void **test_state) {
    (void)test_state;
    static const struct {
        const char *game, *text, *message;
        int line;
    } cases[] = {
        {"chess", "", "there is no game", 1},
        {"chess", "{\"pgn\": 1}", "there is no game", 1},
        {"chess", "1. e4 $ e5 *", "\"$\" has no place among the moves", 1},
        {"chess", "1. e4\n$1Zz9 *", "1... Zz9 is no legal move", 2},
        {"chess", "1. e4 e5 $Nf3 *", "\"$\" has no place among the moves", 1},
        {"chess", "1. e4 1-0\n{to the end", "comment that begins with { does not end", 2},
        {"chess", "[White \"a\"]\n\n1. e4 e5\n2. Nf6 *", "2. Nf6 is no legal move", 4},
        {"chess", "1. e4\ne5 2. Nf3\nNd7", "2... Nd7 is no legal move", 3},
        {"chess", "1. e4k *", "1. e4k is no legal move", 1},
        {"chess", "1. N1f3xg5", "is no legal move", 1},
        {"chess", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n*", "[FEN]: FEN: White has 0 kings", 2},
        {"chess", "[White \"a]\n*", "a tag is needed, as in [White \"name\"], not \"[White \"a]\"",
         1},
        {"chess", "[White a]", "a tag is needed", 1},
        {"chess", "[ \"a\"]", "a tag is needed", 1},
        {"chess", "[White \"a\"", "a tag is needed", 1},
        {"chess", "1. e4\n{to the end", "comment that begins with { does not end", 2},
        {"chess", "1. e4\n(1. d4\n{x}", "variation that begins with ( does not end", 2},
        {"chess", "1. e4 (1. d4 ; )", "variation", 1},
        {"chess", "1. e4 )", "\")\" has no place among the moves", 1},
        {"chess", "1. e4 }", "\"}\" has no place", 1},
        {"chess", "\n[Variant \"Crazyhouse\"]",
         "[Variant \"Crazyhouse\"] is another game than chess", 2},
        {"chess", "[Game \"Chinese Chess\"]", "is another game than chess", 1},
        {"xiangqi", "[Variant \"chess\"]", "is another game than xiangqi", 1},
        {"xiangqi", "1. h2h8", "1. h2h8 is no legal move", 1},
        {"chess", "1. \033[2J", "1. ? is no legal move", 1},
        {"chess", "[Result \"1-0\"]\n1. e4 e5\n0-1",
         "the game ends with 0-1, but its tag is [Result \"1-0\"]", 3},
        {"chess", "[SetUp \"1\"]\n1. e4 *", "[SetUp \"1\"] needs a tag [FEN]", 2},
        {"chess", "[SetUp \"0\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n1. Rh8 *",
         "[SetUp \"0\"] and a [FEN] contradict", 3},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct game_record record;
        struct error error = {""};
        const char *text = cases[i].text;
        int line = 1;
        if (records_parse(RECORDS_PGN, game_named(cases[i].game), &text, &record, &error) == 0)
            fail_msg("taken: %s", cases[i].text);
        if (!strstr(error.text, cases[i].message))
            fail_msg("\"%s\" lacks \"%s\"", error.text, cases[i].message);
        assert_ptr_equal(text, cases[i].text);
        for (const char *c = text; c < record.at; c++) line += *c == '\n';
        assert_int_equal(line, cases[i].line);
    }
}

static void other_games_have_no_pgn(void **test_state) {
    (void)test_state;
    struct game_record record;
    struct error error;
    const char *at = "1. f5";
    assert_int_equal(records_parse(RECORDS_PGN, game_named("reversi"), &at, &record, &error), -1);
    assert_non_null(strstr(error.text, "pgn is for games whose positions are FEN"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(games_are_written_as_the_standard_has_them),
        cmocka_unit_test(lines_are_short),
        cmocka_unit_test(games_of_others_are_read),
        cmocka_unit_test(archives_are_read_game_by_game),
        cmocka_unit_test(comments_begin_no_game),
        cmocka_unit_test(results_are_the_standards_or_the_boards),
        cmocka_unit_test(dates_with_question_marks_are_none),
        cmocka_unit_test(ends_without_a_winner_are_none),
        cmocka_unit_test(comments_of_engines_are_read),
        cmocka_unit_test(bytes_of_characters_end_nothing),
        cmocka_unit_test(bad_games_are_named),
        cmocka_unit_test(other_games_have_no_pgn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
