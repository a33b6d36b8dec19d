/*
 * The protocols, driven through pipes with the real program: transcripts against golden files,
 * whole games against a scripted counterpart, other line endings, and everything that is not legal
 * or not even a line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/base/sanitized.h"
#include "engine/games/games.h"
#include "engine/games/reversi/rules.h"
#include "engine/protocol/sau/wire.h"
#include "engine/protocol/seat.h"
#include "tests/program.h"

#define GGF_HEAD                                                                                   \
    "(;GM[Othello]PC[NBoard]DT[2026-11-21]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 "                      \
    "---------------------------O*------*O--------------------------- *]"
/* Black must pass, then White's f1 ends the game. */
#define GGF_PASS                                                                                   \
    "(;GM[Othello]BO[8 ------*O -------- -------- -------- -------- -------- -------- -------- "   \
    "*];)"

/* `wrong` are lines that must change nothing. A question that may take long is followed by another
 * one before a word that stops it. */
static const struct session {
    const char *protocol, *options, *input, *wrong;
} sessions[] = {
    {"gtp", "--depth 3",
     "protocol_version\nname\nversion\nknown_command genmove\n7 known_command dance\n"
     "list_commands\nboardsize 8\nclear_board\nkomi 6.5\n# only a comment\n  12   genmove   b\n"
     "13 play White C3\nshowboard\nreg_genmove b # thinks only\ngenmove BLACK\nundo\nundo\nundo\n"
     "time_settings 60 5 3\ntime_left b 30 0\nplay b d3\nplay w c3\nplay b c4\ngenmove w\n"
     "final_score\ngenmove red\nquit\nname\n",
     "play b a1\nplay w a1\nplay b pass\nplay w pass\nplay b\nplay\nplay c f5\nplay b f55\n"
     "boardsize 19\nboardsize\ndance\n99 dance\ngenmove\ngenmove red\nplay b f5x\n"
     "time_settings 1 2\ntime_left b x 0\nkomi x\n-1 name\n"},
    {"sau", "--game connect6 --depth 2 --width 8",
     "name?\nnew black\nmove IJKL\naccept\ntake 0\ntaked 0\nmove AABB\nerror\nerror\nmove ccdd\n"
     "move ccdd\nend white\nnew white\nmove JJ\nmove AAAB\nnew white\nmove JJ@@\nmove JJ@@\n"
     "end\nquit\nname?\n",
     "move\nmove JJJJ\nmove A\nmove AAA\nmove AABBC\nmove ZZAA\nmove AAZZ\nmove A1B2\n"
     "move MMMM\nnew\nnew red\nname\ndance\nmove NN@@\n"},
    {"gomocup", "--game gomoku --depth 2 --width 8",
     "ABOUT\nSTART 15\nINFO max_memory 0\nINFO rule 0\nINFO game_type 1\nINFO folder /tmp\n"
     "BEGIN\nTURN 6,6\nTURN 0 , 0\nRESTART\nTURN 7,7\nRESTART\nBOARD\n7,7,1\n8,8,2\n6,6,1\n5,5,2\n"
     "DONE\nrestart\nboard\n7,7,2\ndone\nRECTSTART 9,11\nBEGIN\nTURN 8,10\nSTART 20\nBEGIN\n"
     "TAKEBACK 9,9\nBEGIN\nBEGIN\nEND\nABOUT\n",
     "TURN\nTURN x\nTURN -1,0\nTURN 0,99\nTURN 3\nTURN 3,3,3\nTAKEBACK 2,2\nDANCE\nSUGGEST 3,3\n"
     "SWAP2BOARD\nBOARD\n1,1,1\n1,1,2\nDONE\nBOARD\n1,1,3\nDONE\nBOARD\nrubbish\nDONE\n"
     "BOARD\n0,0,1\n1,0,1\n2,0,1\n3,0,1\n4,0,1\nDONE\nINFO\nINFO timeout_turn soon\n"},
    {"nboard", "--depth 3",
     "nboard 2\nset depth 3\nset contempt 0\nset game " GGF_HEAD ";)\nping 1\nhint 3\ngo\n"
     "move D3/0.5/1.2\nmove c3//1\ngo\nset game " GGF_HEAD "B[F5]W[F6/1.2/3]B[D3]W[C5];)\n"
     "set depth 2\ngo\nlearn\nanalyze\nset game " GGF_PASS
     "\nhint 2\ngo\nmove PA\ngo\nmove f1\ngo\nping 2\n",
     "move a1\nmove\nmove F5x\nmove zz\nset\nset game\nset game rubbish\nset game (;GM[Go];)\n"
     "set game " GGF_HEAD "B[A1];)\nset game (;GM[Othello]BO[8 ***];)\nset depth x\nset depth 0\n"
     "dance\nhint x\n"},
};

/* Front ends that use more than the least of a protocol. */
static const struct {
    struct session session;
    const char *name;
} front_ends[] = {
    /* What Yixin-Board 2017 sends at its start, when rule and moves are changed, for the computer's
     * move, its list of best moves, blocked points, and Swap2. */
    {{
         "gomocup",
         "--game gomoku --depth 2 --width 8",
         "info show_detail 1\nyxshowinfo\nSTART 15 15\nINFO max_node 10000\nINFO timeout_match 0\n"
         "INFO time_left 0\nINFO timeout_turn 1000000\nINFO max_depth 225\nINFO time_increment 0\n"
         "INFO caution_factor 0\nINFO thread_num 1\nINFO thread_split_depth 8\n"
         "INFO hash_size 524288\nINFO pondering 0\nINFO vcthread 0\nINFO rule 1\nstart 15 15\n"
         "yxboard\ndone\nyxshowforbid\nyxhashclear\nstart 15 15\nboard\n7,7,2\ndone\nturn 5,6\n"
         "turn 5,6\nyxstop\nyxnbest 2\nyxblock\n7,5\n5,7\ndone\nstart 15 "
         "15\nboard\n7,7,2\n6,6,1\n5,6,2\n"
         "done\nyxblockundo\n7,5\ndone\nstart 15 15\nboard\n7,7,2\n6,6,1\n5,6,2\ndone\n"
         "yxblockreset\nINFO rule 0\nstart 15 15\nyxswap2step1\nstart 15 "
         "15\nyxboard\n7,7,2\n8,8,1\n"
         "7,8,2\ndone\nyxswap2step2\nstart 15 "
         "15\nyxboard\n7,7,2\n8,8,1\n7,8,2\n7,6,1\n14,14,2\ndone\n"
         "yxswap2step3\nstart 11 13\nboard\ndone\nturn 10,10\nturn 9,12\nturn 12,9\n"
         "start 15 15\nyxnbest 2\nyxblock\n7,7\ndone\nstart 15 15\nbegin\nstart 19 19\nbegin\n"
         "start 15 15\nboard\n7,7,2\n6,6,1\ndone\nyxnbest 40\nbegin\nend\n",
         "yxboard\n7,7,2\ndone\nyxnbest 2\nyxblock\nyxswap2step1\nSTART 15 15 15\nSTART "
         "15\nyxnbest\n"
         "yxnbest 0\nyxblock\n15,0\nx\ndone\nyxboard\n7,7,3\ndone\nyxdance\nINFO rule 4\n"
         "INFO max_node many\n",
     },
     "yixin"},
    /* The three questions of a manager that opens by Swap2. */
    {{
         "gomocup",
         "--game gomoku --depth 2 --width 8",
         "START 15\nINFO rule "
         "1\nSWAP2BOARD\nDONE\nSWAP2BOARD\n7,7\n8,7\n9,9\nDONE\nSWAP2BOARD\n7,7\n"
         "0,0\n8,7\nDONE\nSWAP2BOARD\n7,7\n8,7\n9,9\n8,8\n8,6\nDONE\nBOARD\n7,7,1\n8,7,2\n9,9,1\n"
         "8,8,2\n8,6,1\n6,6,2\nDONE\nSWAP2BOARD\n0,0\n7,7\n14,0\nDONE\n",
         "START 15\nSWAP2BOARD\n7,7\nDONE\nSWAP2BOARD\n7,7\n7,7\n8,8\nDONE\nSWAP2BOARD\n7,7\n8,8\n"
         "15,15\nDONE\nSTART 3\nSWAP2BOARD\nDONE\nSTART 15\nSWAP2BOARD\n7,7\n8,8\n9,9\n",
     },
     "swap2"},
};

static const struct session *session_of(const char *protocol) {
    for (size_t i = 0; i < COUNT_OF(sessions); i++)
        if (strcmp(sessions[i].protocol, protocol) == 0) return &sessions[i];
    fail_msg("no session of %s", protocol);
    return NULL;
}

/* NBoard's answers end with the seconds: blots them out. */
static void blot_times(struct text *out) {
    struct text blotted = {0};
    for (const char *line = text_get(out); *line;) {
        size_t length = strcspn(line, "\n");
        const char *slash = line;
        for (int i = 0; i < 2 && slash; i++) slash = memchr(slash + 1, '/', length);
        bool answers = strncmp(line, "=== ", 4) == 0 && slash;
        text_add_bytes(&blotted, line, answers ? (size_t)(slash - line) : length);
        text_add(&blotted, "%s", answers ? "/T\n" : "\n");
        line += length + (line[length] == '\n');
    }
    text_free(out);
    *out = blotted;
}

/* What the program answers; it must end well. */
static void answer(const struct session *session, const struct text *input, struct text *out) {
    char arguments[256];
    snprintf(arguments, sizeof arguments, "--protocol %s --tt 1 %s 2>/dev/null", session->protocol,
             session->options);
    *out = (struct text){0};
    int status = run(arguments, input, out);
    if (status != 0) fail_msg("%s: status %d after:\n%s", arguments, status, text_get(input));
    blot_times(out);
}

static void answer_text(const struct session *session, const char *input, struct text *out) {
    struct text text = {0};
    text_add(&text, "%s", input);
    answer(session, &text, out);
    text_free(&text);
}

/* ---- transcripts ----------------------------------------------------------------------------- */

static void check_transcript(const struct session *session, const char *name) {
    struct text out = {0}, wrong = {0};
    char golden[64];
    answer_text(session, session->input, &out);
    answer_text(session, session->wrong, &wrong);
    text_add(&out, "\n==== what is wrong ====\n%s", text_get(&wrong));
    snprintf(golden, sizeof golden, "protocol-%s", name);
    compare_golden(golden, &out);
    text_free(&out);
    text_free(&wrong);
}

static void transcripts_are_golden(void **test_state) {
    (void)test_state;
    for (size_t i = 0; i < COUNT_OF(sessions); i++)
        check_transcript(&sessions[i], sessions[i].protocol);
    for (size_t i = 0; i < COUNT_OF(front_ends); i++)
        check_transcript(&front_ends[i].session, front_ends[i].name);
}

static void lines_end_in(const char *input, const char *end, bool last, struct text *out) {
    for (const char *c = input; *c; c++) {
        if (*c != '\n')
            text_add_bytes(out, c, 1);
        else if (last || c[1])
            text_add(out, "%s", end);
    }
}

static void lines_end_in_any_way(void **test_state) {
    (void)test_state;
    static const char *const ends[] = {"\n", "\r\n", "\r", "\n\n", " \t\r\n"};
    for (size_t i = 0; i < COUNT_OF(sessions); i++) {
        struct text expected;
        answer_text(&sessions[i], sessions[i].input, &expected);
        for (size_t e = 0; e < COUNT_OF(ends); e++) {
            struct text input = {0}, out;
            lines_end_in(sessions[i].input, ends[e], e % 2, &input);
            answer(&sessions[i], &input, &out);
            assert_string_equal(text_get(&out), text_get(&expected));
            text_free(&input);
            text_free(&out);
        }
        text_free(&expected);
    }
}

/* ---- what is wrong --------------------------------------------------------------------------- */

/* Whether a line of output only says that something was wrong. */
static bool complains(const char *line) {
    static const char *const complaints[] = {"?", "ERROR ", "UNKNOWN ", "status illegal",
                                             "status the game is refused"};
    for (size_t i = 0; i < COUNT_OF(complaints); i++)
        if (strncmp(line, complaints[i], strlen(complaints[i])) == 0) return true;
    return false;
}

static int count_complaints(const char *text) {
    int count = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) count += complains(line);
    return count;
}

/* Without complaints and blank lines. */
static void drop_complaints(struct text *out) {
    struct text kept = {0};
    for (const char *line = text_get(out); *line; line += strcspn(line, "\n") + 1)
        if (!complains(line) && *line != '\n') text_add_bytes(&kept, line, strcspn(line, "\n") + 1);
    text_free(out);
    *out = kept;
}

/* All that is wrong, said after any line, changes no later answer. */
static void wrong_lines_change_nothing(void **test_state) {
    (void)test_state;
    static const char *const begins[] = {
        "play b f5\nplay w f6\n",
        "new white\nmove JJ@@\n",
        "START 15\nTURN 7,7\n",
        "set game " GGF_HEAD "B[F5]W[F6];)\n",
    };
    static const char *const ends[] = {
        "play b e6\nshowboard\ngenmove w\n",
        "move AABB\n",
        "TURN 0,0\n",
        "go\nmove e6\ngo\n",
    };
    for (size_t i = 0; i < COUNT_OF(sessions); i++) {
        struct text right = {0}, wrong = {0}, expected, actual;
        text_add(&right, "%s%s", begins[i], ends[i]);
        text_add(&wrong, "%s%s%s", begins[i], sessions[i].wrong, ends[i]);
        if (strcmp(sessions[i].protocol, "nboard") == 0) /* the one wrong hint is answered */
            strstr(wrong.data, "hint x")[0] = '#';
        answer(&sessions[i], &right, &expected);
        answer(&sessions[i], &wrong, &actual);
        assert_int_equal(count_complaints(text_get(&expected)), 0);
        if (strcmp(sessions[i].protocol, "sau") != 0)
            assert_true(count_complaints(text_get(&actual)) > 5);
        drop_complaints(&expected);
        drop_complaints(&actual);
        assert_string_equal(text_get(&actual), text_get(&expected));
        text_free(&right);
        text_free(&wrong);
        text_free(&expected);
        text_free(&actual);
    }
}

static void check_answer_of(const struct session *session, const char *input,
                            const char *expected) {
    struct text out;
    answer_text(session, input, &out);
    assert_string_equal(text_get(&out), expected);
    text_free(&out);
}

static void check_answer(const char *protocol, const char *input, const char *expected) {
    check_answer_of(session_of(protocol), input, expected);
}

/* The moves of NBoard's hints. */
static void hear_hints(const char *options, const char *question, struct text *out) {
    struct text said;
    *out = (struct text){0};
    answer_text(&(struct session){"nboard", options, NULL, NULL}, question, &said);
    for (const char *line = text_get(&said); (line = strstr(line, "search ")); line++)
        text_add(out, "%.2s ", line + strlen("search "));
    text_free(&said);
}

/* Also where nothing is searched, or a book knows the first move. */
static void each_hint_is_another_move(void **test_state) {
    (void)test_state;
    char path[] = "/tmp/hone-book-XXXXXX", options[64];
    int file = mkstemp(path);
    assert_true(dprintf(file, "hone-book 1\ngame reversi\nf5 -> d6 1\n") > 0);
    close(file);
    snprintf(options, sizeof options, "--depth 2 --book %s", path);
    const char *const cases[] = {"--depth 0", options};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text hints;
        hear_hints(cases[i], "move f5\nhint 3\n", &hints);
        assert_int_equal(hints.length, strlen("D6 F4 F6 "));
        assert_non_null(strstr(hints.data, "D6"));
        assert_non_null(strstr(hints.data, "F4"));
        assert_non_null(strstr(hints.data, "F6"));
        text_free(&hints);
    }
    unlink(path);
}

/* A board all of whose points are blocked has none to spare: the blocks do not count. */
static void blocks_leave_a_move(void **test_state) {
    (void)test_state;
    struct text words = {0}, out;
    const struct session session = {"gomocup", "--game gomoku --depth 1", NULL, NULL};
    text_add(&words, "START 5\nyxblock\n");
    for (int i = 0; i < 25; i++) text_add(&words, "%d,%d\n", i % 5, i / 5);
    text_add(&words, "done\nBEGIN\n");
    answer(&session, &words, &out);
    assert_string_equal(text_get(&out), "OK\n2,2\n");
    text_free(&words);
    text_free(&out);
}

static void nothing_is_played_after_the_end(void **test_state) {
    (void)test_state;
    check_answer("gomocup",
                 "START 15\nBOARD\n0,0,1\n0,1,2\n1,0,1\n1,1,2\n2,0,1\n2,1,2\n3,0,1\n3,1,2\nDONE\n"
                 "TURN 9,9\nBEGIN\nTAKEBACK 4,0\nTURN 4,1\n",
                 "OK\n4,0\nERROR illegal move\nERROR the game has begun\nOK\n4,0\n");
    check_answer("gomocup", "START 15\nRECTSTART 15,\nRECTSTART 15,15,\nTURN 0,0 1\n",
                 "OK\nERROR RECTSTART takes width,height\nERROR RECTSTART takes "
                 "width,height\nERROR illegal move\n");
    check_answer("gtp", "boardsize 8\nfinal_score\n", "=\n\n? the game is not over\n\n");
    check_answer_of(&(struct session){"gtp", "--game tictactoe", NULL, NULL},
                    "play b a1\nplay w b2\nplay b c3\nplay w b1\nplay b b3\nplay w a3\nplay b c1\n"
                    "play w c2\nplay b a2\nfinal_score\ngenmove w\n",
                    "=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n= 0\n\n? the game is over\n\n");
    check_answer("nboard", "set game " GGF_PASS "\nmove pa\nmove f1\nmove pa\ngo\n",
                 "status illegal move pa\nstatus the game is over\n");
}

/* Values are discs where the weights count in them. The best move of the ending loses 24, and is
 * reported as certain if every end was seen; a search that saw 6 of them only reports an
 * expectation. */
static void what_is_told_for_certain_is_proved(void **test_state) {
    (void)test_state;
    static const char fit[] = "-w results/champions/reversi-patterns-fit.weights",
                      ending[] = "set game (;GM[Othello]BO[8 -XOOOOOOOXXXOOOOOXXOXOOOOXXXOOOOO"
                                 "XXXXXOOOOXXXXXOOOOOXXXO--OOOOO- *];)\nhint 1\n";
    static const struct {
        const char *nodes, *said;
    } cases[] = {{"50", "search B8A1H8A8 -6.000 0 4\nstatus\n"},
                 {"500", "search A8A1 -24.000 0 100%\nstatus\n"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int fitted = 0; fitted < 2; fitted++) {
            char options[128];
            snprintf(options, sizeof options, "--endgame 0 --nodes %s %s", cases[i].nodes,
                     fitted ? fit : "");
            check_answer_of(&(struct session){"nboard", options, NULL, NULL}, ending,
                            cases[i].said);
        }
    char options[128];
    snprintf(options, sizeof options, "--depth 4 %s", fit);
    check_answer_of(&(struct session){"nboard", options, NULL, NULL}, "hint 1\n",
                    "search D3C5D6E3 1.188 0 4\nstatus\n");
}

/* A turn has two stones even if the first has won: those of the opponent are taken, and the
 * engine's own second stone goes where there is room. Whether the game is over then, and the
 * engine's answer, without line end. */
static bool answer_from(const char *stones, const char *turn, char answer[16]) {
    const struct game *game = games_find("connect6", NULL);
    const struct evaluator *evaluator = games_evaluator(game, NULL, NULL, NULL);
    int32_t values[64];
    evaluator_initial(evaluator, values);
    const struct weights weights = {.evaluator = evaluator, .values = values};
    char input[64], output[256] = "", position[400];
    snprintf(input, sizeof input, "move %s\nmove AAAB\n", turn);
    snprintf(position, sizeof position, "%s", stones);
    memset(position + strlen(stones), '.', 361 - strlen(stones));
    strcpy(position + 361, " X2");
    struct seat seat = {.weights = &weights,
                        .limits = {.depth = 1, .width = 8},
                        .in = fmemopen(input, strlen(input), "r"),
                        .out = fmemopen(output, sizeof output, "w"),
                        .log = fopen("/dev/null", "w")};
    struct state state;
    struct error error;
    seat_init(&seat, search_new(1 << 16), 1);
    if (game->position_parse(game, position, &state, &error) != 0) fail_msg("%s", error.text);
    seat_start(&seat, &state);
    protocol_sau.serve(&seat);
    bool over = seat_over(&seat);
    seat_destroy(&seat);
    fclose(seat.in);
    fclose(seat.out);
    fclose(seat.log);
    output[strcspn(output, "\n")] = '\0';
    snprintf(answer, 16, "%.15s", output);
    return over;
}

static void a_turn_may_win_with_its_first_stone(void **test_state) {
    (void)test_state;
    char answer[16];
    assert_true(answer_from("XXXXX.O.O.O.O", "FASS", answer));
    assert_string_equal(answer, "");
    assert_false(answer_from("XXXXX.O.O.O.O", "FAAA", answer));
    assert_true(answer_from("OOOOO.X.X.X.X", "SSSR", answer));
    assert_memory_equal(answer, "move FA", 7);
    assert_string_equal(answer + 7, "HA"); /* the first empty point */
}

/* Black must pass here; programs that do not send it are understood, also when they take back. */
static void passes_need_not_be_sent(void **test_state) {
    (void)test_state;
#define BLACK_MUST_PASS                                                                            \
    "play b d3\nplay w c3\nplay b e6\nplay w d2\nplay b d1\nplay w e1\nplay b b3\nplay w c1\n"
#define ACCEPTED "=\n\n"
#define EIGHT_ACCEPTED ACCEPTED ACCEPTED ACCEPTED ACCEPTED ACCEPTED ACCEPTED ACCEPTED ACCEPTED
    check_answer("gtp", BLACK_MUST_PASS "play w b4\nundo\nplay w a1\nplay b pass\nundo\nundo\n",
                 EIGHT_ACCEPTED ACCEPTED ACCEPTED "? illegal move\n\n" ACCEPTED ACCEPTED ACCEPTED);
    check_answer("gtp", BLACK_MUST_PASS "reg_genmove w\ngenmove b\ngenmove b\ngenmove w\n",
                 EIGHT_ACCEPTED "= b4\n\n= pass\n\n? it is the other side's move\n\n= b4\n\n");
}

/* Columns have no letter i, and each stone of a turn is a move. */
static void gtp_takes_connect6_stone_by_stone(void **test_state) {
    (void)test_state;
    static const struct session connect6 = {"gtp", "--game connect6 --depth 1", "", ""};
    struct text out;
    answer_text(&connect6,
                "boardsize 8\nboardsize 19\ngenmove b\nplay w i9\nplay w J9\nplay b K9\n"
                "play w k10\nplay w pass\nplay w T19\nplay b a1\nundo\nundo\nplay w h9\n",
                &out);
    assert_string_equal(text_get(&out),
                        "? unacceptable size\n\n=\n\n= k10\n\n? illegal move\n\n=\n\n"
                        "? it is the other side's move\n\n? illegal move\n\n? illegal move\n\n"
                        "=\n\n=\n\n=\n\n=\n\n=\n\n");
    text_free(&out);
}

/* Every refused turn is followed by one of other stones. */
static void refused_turns_are_not_repeated(void **test_state) {
    (void)test_state;
    enum { ERRORS = 100 };
    struct text input = {0}, out;
    text_add(&input, "new white\nmove JJ@@\n");
    for (int i = 0; i < ERRORS; i++) text_add(&input, "error\n");
    answer(session_of("sau"), &input, &out);
    bool seen[26][26] = {{false}};
    int turns = 0;
    for (const char *line = text_get(&out); *line; line += strlen("move AABB\n"), turns++)
        for (int i = 5; i < 9; i += 2) {
            bool *point = &seen[line[i] - 'A'][line[i + 1] - 'A'];
            assert_false(*point);
            *point = true;
        }
    assert_int_equal(turns, ERRORS + 1);
    text_free(&input);
    text_free(&out);
}

/* On a small board the stones run out, and still each `error` is answered. */
static void every_refusal_is_answered_when_stones_run_out(void **test_state) {
    (void)test_state;
    static const struct session small = {"sau", "--game 'connect(3,3,3,2,1)' --depth 1", "", ""};
    struct text input = {0}, out;
    text_add(&input, "new black\n");
    for (int i = 0; i < 50; i++) text_add(&input, "error\n");
    answer(&small, &input, &out);
    assert_int_equal(out.length, 51 * strlen("move AABB\n"));
    text_free(&input);
    text_free(&out);
}

static void misuse_says_what_is_wrong(void **test_state) {
    (void)test_state;
    check_misuse("--protocol", "too few arguments");
    check_misuse("--protocol chess", "unknown protocol \"chess\"; there are: sau, gomocup, nboard");
    check_misuse("--protocol sau", "sau is for games of stones in a row, two a turn");
    check_misuse("--protocol sau --game gomoku", "not for gomoku");
    check_misuse("--protocol gomocup --game connect6", "not for connect6");
    check_misuse("--protocol nboard --game gomoku",
                 "nboard is for games that GGF names, such as reversi, not for gomoku");
    check_misuse("--protocol gtp --weights /nowhere", "/nowhere");
    check_misuse("--protocol gtp --book /nowhere", "/nowhere");
    check_misuse("--protocol gtp --depth x", "--depth x: a whole number");
}

/* ---- nonsense -------------------------------------------------------------------------------- */

static void random_bytes(struct rng *rng, int count, struct text *out) {
    for (int i = 0; i < count; i++) {
        char byte = (char)rng_next(rng);
        text_add_bytes(out, &byte, 1);
    }
}

/* A transcript in which some bytes are others, lines are left out, repeated or broken. */
static void mutate(struct rng *rng, const char *input, struct text *out) {
    for (const char *line = input; *line; line += strcspn(line, "\n") + 1) {
        size_t length = strcspn(line, "\n") + 1;
        uint32_t what = rng_below(rng, 8);
        int times = what == 0 ? 0 : what == 1 ? 2 : 1;
        for (int i = 0; i < times; i++) text_add_bytes(out, line, length);
        if (what == 2 && out->length > 0)
            out->data[rng_below(rng, (uint32_t)out->length)] = (char)rng_next(rng);
        if (what == 3) random_bytes(rng, (int)rng_below(rng, 30), out);
        if (what == 4) out->length -= rng_below(rng, (uint32_t)length);
    }
}

static void nonsense_is_survived(void **test_state) {
    (void)test_state;
    for (size_t i = 0; i < COUNT_OF(sessions); i++)
        for (uint64_t round = 0; round < 12; round++) {
            struct rng rng = rng_keyed(11, i, round, 0);
            struct text input = {0}, out;
            if (round == 0) random_bytes(&rng, 20000, &input);
            for (int times = 0; round > 0 && times < 3; times++) {
                mutate(&rng, sessions[i].input, &input);
                mutate(&rng, sessions[i].wrong, &input);
            }
            answer(&sessions[i], &input, &out);
            text_free(&input);
            text_free(&out);
        }
}

static void zeros_and_long_lines_are_survived(void **test_state) {
    (void)test_state;
    struct text input = {0}, out;
    for (int i = 0; i < 300000; i++) text_add(&input, "x");
    text_add(&input, "\n");
    text_add_bytes(&input, "1 na\0me\n\0\0\n", 11);
    for (int i = 0; i < 300000; i++) text_add(&input, "(");
    answer(session_of("gtp"), &input, &out);
    assert_string_equal(text_get(&out), "? unknown command\n\n=1 hone\n\n? unknown command\n\n");
    text_free(&input);
    text_free(&out);
}

/* ---- whole games ----------------------------------------------------------------------------- */

/* The program at the other end of two pipes. */
struct talk {
    pid_t pid;
    FILE *to, *from;
    char line[1024];
};

static struct talk talk_begin(const char *arguments) {
    int to[2], from[2];
    char command[1024];
    snprintf(command, sizeof command, "%s exec %s %s 2>/dev/null", champions, program, arguments);
    assert_int_equal(pipe(to), 0);
    assert_int_equal(pipe(from), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        close(to[1]);
        close(from[0]);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    assert_true(pid > 0);
    close(to[0]);
    close(from[1]);
    return (struct talk){.pid = pid, .to = fdopen(to[1], "w"), .from = fdopen(from[0], "r")};
}

static void say(struct talk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct talk *talk, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vfprintf(talk->to, format, args);
    va_end(args);
    fflush(talk->to);
}

/* The next line that begins so, without it; other lines are left out. */
static const char *hear(struct talk *talk, const char *begin) {
    do {
        if (!fgets(talk->line, sizeof talk->line, talk->from)) fail_msg("silence");
        talk->line[strcspn(talk->line, "\n")] = '\0';
    } while (strncmp(talk->line, begin, strlen(begin)) != 0);
    return talk->line + strlen(begin);
}

static void talk_end(struct talk *talk) {
    int status;
    fclose(talk->to);
    assert_int_equal(fgetc(talk->from), EOF);
    fclose(talk->from);
    assert_int_equal(waitpid(talk->pid, &status, 0), talk->pid);
    assert_int_equal(status, 0);
}

/* A game in which the program plays `own`, and random moves are played against it. */
struct match {
    struct talk talk;
    const struct game *game;
    struct state state;
    struct rng rng;
    int own, passes;
};

static struct match match_begin(const char *game, const char *arguments, int own, uint64_t number) {
    struct match match = {.talk = talk_begin(arguments), .own = own};
    match.game = games_find(game, NULL);
    match.game->start(match.game, &match.state);
    match.rng = rng_keyed(12, (uint64_t)own, number, 0);
    return match;
}

static bool is_over(const struct match *match) {
    return match->game->over(match->game, &match->state);
}

static bool own_turn(const struct match *match) {
    return !is_over(match) && match->game->side(&match->state) == match->own;
}

static void play(struct match *match, move_t move) {
    assert_true(game_legal(match->game, &match->state, move));
    match->game->play(match->game, &match->state, move);
}

static void play_text(struct match *match, const char *text) {
    move_t move;
    if (match->game->move_parse(match->game, text, &move) == 0) fail_msg("no move: %s", text);
    match->passes += text[0] == 'p' || text[0] == 'P';
    play(match, move);
}

static move_t random_move(struct match *match) {
    move_t moves[GAME_MOVES_MAX];
    int count = match->game->opening_moves(match->game, &match->state, moves);
    move_t move = moves[rng_below(&match->rng, (uint32_t)count)];
    play(match, move);
    return move;
}

static const char *name_of(const struct match *match, move_t move, char out[MOVE_TEXT_MAX]) {
    match->game->move_format(match->game, move, out);
    return out;
}

/* The moves are those of the program and of a random player; `passes` counts the program's. */
static int gtp_game(int own, uint64_t number) {
    struct match match = match_begin("reversi", "--protocol gtp --depth 2", own, number);
    char name[MOVE_TEXT_MAX];
    while (!is_over(&match)) {
        char colour = "bw"[match.game->side(&match.state)];
        if (own_turn(&match)) {
            say(&match.talk, "%u genmove %c\n", (unsigned)number, colour);
            hear(&match.talk, "=");
            play_text(&match, strchr(match.talk.line, ' ') + 1);
        } else {
            say(&match.talk, "play %c %s\n", colour, name_of(&match, random_move(&match), name));
            hear(&match.talk, "=");
        }
    }
    int margin = match.game->margin(match.game, &match.state);
    say(&match.talk, "final_score\n");
    char expected[16] = "0";
    if (margin != 0) snprintf(expected, sizeof expected, "%c+%d", "BW"[margin < 0], abs(margin));
    assert_string_equal(hear(&match.talk, "= "), expected);
    hear(&match.talk, "");
    talk_end(&match.talk);
    return match.passes;
}

static int nboard_game(int own, uint64_t number) {
    /* An exact player of endings hardly ever has to pass. */
    struct match match = match_begin("reversi", "--protocol nboard --endgame 0", own, number);
    char name[MOVE_TEXT_MAX];
    say(&match.talk, "nboard 2\nset depth 2\nset game %s;)\n", GGF_HEAD);
    while (!is_over(&match)) {
        if (own_turn(&match)) {
            say(&match.talk, "ping 3\ngo\n");
            hear(&match.talk, "pong 3");
            play_text(&match, hear(&match.talk, "=== "));
            say(&match.talk, "move %s\n", match.talk.line + 4);
        } else {
            move_t move = random_move(&match);
            say(&match.talk, "move %s\n",
                move == REVERSI_PASS ? "PA" : name_of(&match, move, name));
        }
    }
    say(&match.talk, "go\n");
    assert_string_equal(hear(&match.talk, "status"), " the game is over");
    talk_end(&match.talk);
    return match.passes;
}

static void whole_games_of_reversi_are_played(void **test_state) {
    (void)test_state;
    int passes = 0;
    for (uint64_t i = 0; i < 10; i++) passes += gtp_game(i % 2, i) + nboard_game(i % 2, 100 + i);
    assert_true(passes > 0);
}

static void whole_games_of_gomocup_are_played(void **test_state) {
    (void)test_state;
    for (uint64_t i = 0; i < 6; i++) {
        int own = (int)(i % 2);
        struct match match = match_begin("connect(11,11,5,1,1)",
                                         "--protocol gomocup --game gomoku --depth 2", own, i);
        say(&match.talk, "START 11\nINFO timeout_turn 5000\nINFO time_left 100000\n");
        hear(&match.talk, "OK");
        if (own == 0) say(&match.talk, "BEGIN\n");
        while (!is_over(&match)) {
            int x, y;
            if (own_turn(&match)) {
                assert_int_equal(sscanf(hear(&match.talk, ""), "%d,%d", &x, &y), 2);
                play(&match, (move_t)(y * 11 + x));
            } else {
                move_t move = random_move(&match);
                if (!is_over(&match)) say(&match.talk, "TURN %d,%d\r\n", move % 11, move / 11);
            }
        }
        assert_true((match.game->margin(match.game, &match.state) > 0) == (own == 0));
        say(&match.talk, "END\n");
        talk_end(&match.talk);
    }
}

static void hear_turn(struct match *match) {
    char text[8];
    assert_int_equal(sscanf(hear(&match->talk, "move "), "%4s", text), 1);
    for (int i = 0; i < 4 && own_turn(match); i += 2) {
        char letters[3] = {text[i], text[i + 1], '\0'};
        play_text(match, letters);
    }
    assert_false(own_turn(match));
}

static void say_turn(struct match *match) {
    char text[5] = "@@@@";
    int stones = 0;
    while (!is_over(match) && !own_turn(match)) {
        move_t move = random_move(match);
        text[2 * stones] = (char)('A' + move % 19);
        text[2 * stones++ + 1] = (char)('A' + move / 19);
    }
    if (!is_over(match)) say(&match->talk, "move %s\n", text);
}

static void whole_games_of_sau_are_played(void **test_state) {
    (void)test_state;
    for (uint64_t i = 0; i < 6; i++) {
        int own = (int)(i % 2);
        struct match match =
            match_begin("connect6", "--protocol sau --game connect6 --depth 2 --width 6", own, i);
        say(&match.talk, "name?\nnew %s\n", own == 0 ? "black" : "white");
        assert_string_equal(hear(&match.talk, "name "), "hone");
        while (!is_over(&match)) {
            if (own_turn(&match))
                hear_turn(&match);
            else
                say_turn(&match);
        }
        assert_true((match.game->margin(match.game, &match.state) > 0) == (own == 0));
        say(&match.talk, "end\nquit\n");
        talk_end(&match.talk);
    }
}

/* A clock takes the place of the default nodes, and is obeyed: the moves come. */
static void clocks_are_obeyed(void **test_state) {
    (void)test_state;
    static const struct session timed[] = {
        {"gtp", "", "time_settings 0 1 20\ngenmove b\ntime_left w 0 0\ngenmove w\n", NULL},
        {"gtp", "", "time_settings 0 0.1 1\ngenmove b\ngenmove w\ngenmove b\n", NULL},
        {"gtp", "", "time_settings 0.001 0.1 2\ngenmove b\ngenmove w\ngenmove b\n", NULL},
        {"gtp", "--nodes 500", "time_settings 1 5 0\ngenmove b\ngenmove w\n", NULL},
        {"gomocup", "--game gomoku", "INFO timeout_turn 30\nSTART 15\nBEGIN\nTURN 1,1\n", NULL},
        {"gomocup", "--game gomoku", "INFO timeout_turn 0\nSTART 15\nBEGIN\nTURN 1,1\n", NULL},
        {"gomocup", "--game gomoku",
         "INFO timeout_match 900\nINFO time_left -5\nSTART 15\nBEGIN\nTURN 1,1\n", NULL},
        {"sau", "--game connect6 --clock 0.5+0.01", "new black\nmove AABB\nmove CCDD\n", NULL},
        {"nboard", "--clock 0.5", "go\nmove d3\ngo\n", NULL},
        {"gtp", "--clock 0.5", "genmove b\ngenmove w\nclear_board\ngenmove b\n", NULL},
    };
    for (size_t i = 0; i < COUNT_OF(timed); i++) {
        struct text out;
        answer_text(&timed[i], timed[i].input, &out);
        assert_int_equal(count_complaints(text_get(&out)), 0);
        text_free(&out);
    }
}

/* What a manager says of depth and nodes holds beside the command line's, and in place of what is
 * only usual. */
static void managers_limit_the_search(void **test_state) {
    (void)test_state;
    static const struct {
        const char *options, *infos;
        int depth_max;
        unsigned long long nodes_min, nodes_max;
    } cases[] = {
        {"", "", 64, 50000, 200000},
        {"", "INFO max_depth 1\n", 1, 0, 2000},
        {"", "INFO max_depth 225\n", 64, 50000, 200000},
        {"--depth 2", "INFO max_depth 5\n", 2, 0, 50000},
        {"", "INFO max_node 60\n", 64, 0, 2000},
        {"", "INFO max_node 60\nINFO max_node -1\n", 64, 50000, 200000},
        {"", "INFO max_node 200000\n", 64, 150000, 300000},
        {"--nodes 60", "INFO max_node 200000\n", 64, 0, 2000},
        {"", "INFO timeout_turn 600000\nINFO max_node 60\n", 64, 0, 2000},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct session session = {"gomocup", "", "", NULL};
        char options[64];
        struct text out, input = {0};
        snprintf(options, sizeof options, "--game gomoku %s", cases[i].options);
        session.options = options;
        text_add(&input, "INFO show_detail 1\n%sSTART 15\nBOARD\n7,7,2\n8,9,1\n3,3,2\nDONE\n",
                 cases[i].infos);
        answer(&session, &input, &out);
        const char *comment = strstr(text_get(&out), "MESSAGE depth ");
        int depth = 0, value;
        unsigned long long nodes = 0;
        if (!comment ||
            sscanf(comment, "MESSAGE depth %d value %d nodes %llu", &depth, &value, &nodes) != 3)
            fail_msg("%s: %s", cases[i].infos, text_get(&out));
        if (depth > cases[i].depth_max || nodes < cases[i].nodes_min || nodes > cases[i].nodes_max)
            fail_msg("%s%s: depth %d, %llu nodes", options, cases[i].infos, depth, nodes);
        text_free(&input);
        text_free(&out);
    }
}

/* The first line of an answer that begins with `word`. free() */
static char *line_of(const char *protocol, const char *options, const char *input,
                     const char *word) {
    const struct session session = {protocol, options, input, NULL};
    struct text out;
    answer_text(&session, input, &out);
    const char *line = strstr(text_get(&out), word);
    if (!line) fail_msg("%s %s: %s", options, input, text_get(&out));
    char *copy = strndup(line, strcspn(line, "\n"));
    text_free(&out);
    return copy;
}

/* Late moves are reduced where no depth is said, by the command line or by the other program. */
static void a_depth_that_is_told_is_searched_whole(void **test_state) {
    (void)test_state;
    static const struct {
        const char *protocol, *options, *told, *question, *answer;
    } cases[] = {
        {"nboard", "", "set depth 9\n", "move F5\nmove F4\nmove E3\nhint 1\n", "search "},
        {"nboard", "", "set depth 2\nset depth 64\nset depth 9\n",
         "move F5\nmove F4\nmove E3\nhint 1\n", "search "},
        {"gomocup", "--game gomoku", "INFO max_depth 6\n",
         "INFO show_detail 1\nSTART 15\nBOARD\n7,7,2\n8,9,1\n3,3,2\nDONE\n", "MESSAGE depth "},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        static const char *const ways[] = {"%s", "%s --depth 64", "%s --reduce"};
        char *lines[COUNT_OF(ways)], options[128], input[256];
        snprintf(input, sizeof input, "%s%s", cases[i].told, cases[i].question);
        for (size_t j = 0; j < COUNT_OF(ways); j++) {
            snprintf(options, sizeof options, ways[j], cases[i].options);
            lines[j] = line_of(cases[i].protocol, options, input, cases[i].answer);
        }
        assert_string_equal(lines[0], lines[1]);
        assert_string_not_equal(lines[0], lines[2]);
        for (size_t j = 0; j < COUNT_OF(ways); j++) free(lines[j]);
    }
}

/* Six in a row, the only way to five, wins in free style; where five must be exact the rule holds
 * from before the first stone, or from the next game on, and for weights that know it. */
static void the_rule_of_five_is_obeyed(void **test_state) {
    (void)test_state;
#define SIX_AHEAD                                                                                  \
    "BOARD\n0,0,1\n0,2,2\n1,0,1\n2,2,2\n2,0,1\n4,2,2\n3,0,1\n6,2,2\n5,0,1\n8,2,2\nDONE\n"
    static const struct {
        const char *game, *input;
        bool wins; /* by 4,0 */
    } cases[] = {
        {"gomoku", "START 15\nINFO rule 0\n" SIX_AHEAD, true},
        {"gomoku", "START 15\nINFO rule 1\n" SIX_AHEAD, false},
        {"gomoku", "INFO rule 1\nSTART 20\n" SIX_AHEAD, false},
        {"gomoku", "INFO rule 1\nSTART 15\nINFO rule 0\n" SIX_AHEAD, true},
        {"gomoku", "INFO rule 1\nSTART 15\nINFO rule 4\n" SIX_AHEAD, true},
        {"gomoku", "START 15\nTURN 7,7\nINFO rule 1\n" SIX_AHEAD, true},
        {"gomoku", "START 15\nTURN 7,7\nINFO rule 1\nRESTART\n" SIX_AHEAD, false},
        {"connect(15,15,5,1,1,exact)", "START 15\n" SIX_AHEAD, false},
    };
    const char *usual = champions; /* those that are shipped do not all know that rule */
    for (size_t j = 0; j < 2 * COUNT_OF(cases); j++) {
        size_t i = j / 2;
        char options[64];
        struct session session = {"gomocup", options, cases[i].input, NULL};
        struct text out, input = {0};
        snprintf(options, sizeof options, "--game '%s' --nodes 3000", cases[i].game);
        champions = j % 2 ? "HONE_CHAMPIONS=results/champions" : usual;
        text_add(&input, "%sTURN 14,14\n", cases[i].input);
        answer(&session, &input, &out);
        bool wins = strstr(text_get(&out), "4,0\nERROR the game is over\n") ||
                    strstr(text_get(&out), "4,0\nERROR illegal move\n");
        if (wins != cases[i].wins)
            fail_msg("%s %s %s: %s", champions, cases[i].game, cases[i].input, text_get(&out));
        text_free(&input);
        text_free(&out);
    }
    champions = usual;
}

/* Kilobytes that an engine takes at most which hears this before it moves. It reads a file, since
 * the end of a pipe would stop its search. */
static long memory_of(const char *info) {
    char command[512];
    struct rusage usage;
    int status;
    long kib = 0;
    int ends[2];
    snprintf(command, sizeof command,
             "f=$(mktemp) && printf 'START 15\\n%sINFO max_node 50000\\nBEGIN\\n' >$f && "
             "%s/hone-engine --protocol gomocup --game gomoku <$f >/dev/null; s=$?; rm $f; exit $s",
             info, BUILD_DIR);
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        status = system(command);
        getrusage(RUSAGE_CHILDREN, &usage);
        _exit(write(ends[1], &usage.ru_maxrss, sizeof usage.ru_maxrss) != sizeof kib || status);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(read(ends[0], &kib, sizeof kib), sizeof kib);
    close(ends[0]), close(ends[1]);
    return kib;
}

/* What a manager of Gomocup allows for memory holds, until it allows more. */
static void memory_is_kept_within_its_limit(void **state) {
    (void)state;
    if (SANITIZED) skip();
    assert_in_range(memory_of("INFO max_memory 20000000\\n"), 1, 20000000 / 1024);
    assert_in_range(memory_of("INFO max_memory 20000000\\nINFO max_memory 0\\n"), 20000000 / 1024,
                    1 << 20);
}

static void too_little_memory_is_complained_of(void **state) {
    (void)state;
    check_answer("gomocup", "START 15\nINFO max_memory 1000\n",
                 "OK\nMESSAGE max_memory 1000 is too little, 9437184 bytes are taken\n");
    check_answer("gomocup", "START 15\nINFO max_memory 20000000\nINFO max_memory 0\n", "OK\n");
}

/* The longer side has room for five, and no board is larger than those of the tournaments. */
static void boards_of_gomocup_are_of_some_sizes(void **state) {
    (void)state;
    static const struct {
        const char *words, *said;
    } cases[] = {
        {"START 4\n", "ERROR size must be 5 to 20\n"},
        {"START 5\n", "OK\n"},
        {"START 20\n", "OK\n"},
        {"START 21\n", "ERROR size must be 5 to 20\n"},
        {"START 0\n", "ERROR size must be 5 to 20\n"},
        {"RECTSTART 4,3\n", "ERROR width and height must be 1 to 20, one of them 5 or more\n"},
        {"RECTSTART 0,5\n", "ERROR width and height must be 1 to 20, one of them 5 or more\n"},
        {"RECTSTART 5,21\n", "ERROR width and height must be 1 to 20, one of them 5 or more\n"},
        {"RECTSTART 1,5\n", "OK\n"},
        {"RECTSTART 20,3\n", "OK\n"},
        {"START 4\nBEGIN\n",
         "ERROR size must be 5 to 20\nERROR there is no board yet; START makes one\n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_answer("gomocup", cases[i].words, cases[i].said);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transcripts_are_golden),
        cmocka_unit_test(lines_end_in_any_way),
        cmocka_unit_test(wrong_lines_change_nothing),
        cmocka_unit_test(each_hint_is_another_move),
        cmocka_unit_test(blocks_leave_a_move),
        cmocka_unit_test(nothing_is_played_after_the_end),
        cmocka_unit_test(a_turn_may_win_with_its_first_stone),
        cmocka_unit_test(passes_need_not_be_sent),
        cmocka_unit_test(gtp_takes_connect6_stone_by_stone),
        cmocka_unit_test(refused_turns_are_not_repeated),
        cmocka_unit_test(every_refusal_is_answered_when_stones_run_out),
        cmocka_unit_test(misuse_says_what_is_wrong),
        cmocka_unit_test(nonsense_is_survived),
        cmocka_unit_test(zeros_and_long_lines_are_survived),
        cmocka_unit_test(whole_games_of_reversi_are_played),
        cmocka_unit_test(whole_games_of_gomocup_are_played),
        cmocka_unit_test(whole_games_of_sau_are_played),
        cmocka_unit_test(clocks_are_obeyed),
        cmocka_unit_test(managers_limit_the_search),
        cmocka_unit_test(a_depth_that_is_told_is_searched_whole),
        cmocka_unit_test(the_rule_of_five_is_obeyed),
        cmocka_unit_test(memory_is_kept_within_its_limit),
        cmocka_unit_test(too_little_memory_is_complained_of),
        cmocka_unit_test(boards_of_gomocup_are_of_some_sizes),
        cmocka_unit_test(what_is_told_for_certain_is_proved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
