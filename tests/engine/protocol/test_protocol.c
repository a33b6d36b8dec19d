/*
 * GTP, NBoard, Gomocup's and SAU: transcripts, refusals, nonsense and whole games.
 */
#include "engine/base/clock.h"
#include "tests/engine/protocol/dialogue.h"

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

/* Also where nothing is searched otherwise. */
static void blocks_are_obeyed_without_a_search(void **test_state) {
    (void)test_state;
    const struct session session = {"gomocup", "--game gomoku --depth 0", NULL, NULL};
    struct text out;
    answer_text(&session, "START 15\nBEGIN\nSTART 15\nyxblock\n7,7\ndone\nBEGIN\n", &out);
    const char *at = strstr(text_get(&out), "OK\n7,7\nOK\n");
    assert_non_null(at);
    assert_null(strstr(at + strlen("OK\n7,7\nOK"), "\n7,7\n"));
    text_free(&out);
}

/* However often it is blocked, it is one point of those that must be left. */
static void a_point_is_blocked_once(void **test_state) {
    (void)test_state;
    struct text words = {0}, out;
    const struct session session = {"gomocup", "--game gomoku --depth 1", NULL, NULL};
    text_add(&words, "START 5\nyxblock\n");
    for (int i = 0; i < 30; i++) text_add(&words, "2,2\n");
    text_add(&words, "done\nBEGIN\n");
    answer(&session, &words, &out);
    assert_null(strstr(text_get(&out), "\n2,2\n"));
    text_free(&words);
    text_free(&out);
}

/* Points of one board are other points of another. */
static void blocks_are_of_their_board(void **test_state) {
    (void)test_state;
    static const struct session session = {"gomocup", "--game gomoku --depth 1", NULL, NULL};
    static const char block[] = "START 15\nyxblock\n7,6\n6,7\n7,7\ndone\n";
    static const struct {
        const char *board, *said;
    } cases[] = {{"RECTSTART 13,15", "OK\nOK\n6,7\n"}, {"RECTSTART 15,13", "OK\nOK\n7,6\n"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char words[128];
        snprintf(words, sizeof words, "%s%s\nBEGIN\n", block, cases[i].board);
        check_answer_of(&session, words, cases[i].said);
    }
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
    check_answer("gtp", "undo\nplay b d3\nundo\nundo\nplay b d3\n",
                 "? cannot undo\n\n" ACCEPTED ACCEPTED "? cannot undo\n\n" ACCEPTED);
    check_answer("gtp", BLACK_MUST_PASS "reg_genmove w\ngenmove b\ngenmove b\ngenmove w\n",
                 EIGHT_ACCEPTED "= b4\n\n= pass\n\n? it is the other side's move\n\n= b4\n\n");
}

/* A stone stands under the letter that it was put by; Hex has an i, and xiangqi's moves are no
 * points. */
static void gtp_shows_the_columns_that_it_is_told(void **test_state) {
    (void)test_state;
    static const struct {
        struct session session;
        const char *shown;
    } cases[] = {
        {{"gtp", "--game gomoku", "play b j1\nshowboard\n", NULL},
         "\n 1 . . . . . . . .(X). . . . . . \n   a b c d e f g h j k l m n o p\n"},
        {{"gtp", "--game \"hex(9)\"", "play b i1\nshowboard\n", NULL}, "a b c d e f g h i\n"},
        {{"gtp", "--game xiangqi", "play b i0i1\nshowboard\n", NULL},
         "\n1  .  .  .  .  .  .  .  . (R)\n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct text out = {0};
        answer_text(&cases[i].session, cases[i].session.input, &out);
        if (!strstr(text_get(&out), cases[i].shown)) fail_msg("%s", text_get(&out));
        text_free(&out);
    }
}

/* The stones of a game stay where they are when another rule is told. */
static void a_rule_in_a_game_is_for_the_next_one(void **test_state) {
    (void)test_state;
    static const struct session gomocup = {"gomocup", "--game gomoku --depth 1", "", ""};
    struct text out;
    answer_text(&gomocup, "START 15\nBOARD\n7,7,2\n0,0,1\n8,8,2\nDONE\nINFO rule 1\nTURN 7,7\n",
                &out);
    assert_non_null(strstr(text_get(&out), "ERROR illegal move\n"));
    text_free(&out);
}

/* Black's moves of hex, which no search solves within this time. */
static double seconds_of(const char *settings, int moves) {
    static const struct session hex = {"gtp", "--game 'hex(19)'", "", ""};
    struct text input = {0}, out;
    text_add(&input, "%s\n", settings);
    for (int i = 0; i < moves; i++) text_add(&input, "genmove b\nplay w %c19\n", 'a' + i);
    double begin = clock_seconds();
    answer(&hex, &input, &out);
    double seconds = clock_seconds() - begin;
    text_free(&input);
    text_free(&out);
    return seconds;
}

/* The first move has the overtime's share, though a share of the main time is less, and is the
 * first of its period; the third one has all that is left of it. */
static void a_main_time_that_runs_out_is_followed_by_overtime(void **test_state) {
    (void)test_state;
    assert_true(seconds_of("time_settings 0.1 0.9 3", 1) > 0.12);
    double seconds = seconds_of("time_settings 0.001 0.9 3", 3);
    if (seconds < 0.8) fail_msg("%g s of 0.9", seconds);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transcripts_are_golden),
        cmocka_unit_test(lines_end_in_any_way),
        cmocka_unit_test(wrong_lines_change_nothing),
        cmocka_unit_test(each_hint_is_another_move),
        cmocka_unit_test(blocks_leave_a_move),
        cmocka_unit_test(blocks_are_obeyed_without_a_search),
        cmocka_unit_test(a_point_is_blocked_once),
        cmocka_unit_test(blocks_are_of_their_board),
        cmocka_unit_test(nothing_is_played_after_the_end),
        cmocka_unit_test(a_turn_may_win_with_its_first_stone),
        cmocka_unit_test(passes_need_not_be_sent),
        cmocka_unit_test(gtp_takes_connect6_stone_by_stone),
        cmocka_unit_test(gtp_shows_the_columns_that_it_is_told),
        cmocka_unit_test(a_rule_in_a_game_is_for_the_next_one),
        cmocka_unit_test(a_main_time_that_runs_out_is_followed_by_overtime),
        cmocka_unit_test(refused_turns_are_not_repeated),
        cmocka_unit_test(every_refusal_is_answered_when_stones_run_out),
        cmocka_unit_test(misuse_says_what_is_wrong),
        cmocka_unit_test(nonsense_is_survived),
        cmocka_unit_test(zeros_and_long_lines_are_survived),
        cmocka_unit_test(whole_games_of_reversi_are_played),
        cmocka_unit_test(whole_games_of_gomocup_are_played),
        cmocka_unit_test(whole_games_of_sau_are_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
