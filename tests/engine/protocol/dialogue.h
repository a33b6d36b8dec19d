/*
 * dialogue: hone-engine play is told lines, and answers.
 */
#ifndef HONE_TESTS_ENGINE_PROTOCOL_DIALOGUE_H
#define HONE_TESTS_ENGINE_PROTOCOL_DIALOGUE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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

static inline const struct session *session_of(const char *protocol) {
    for (size_t i = 0; i < COUNT_OF(sessions); i++)
        if (strcmp(sessions[i].protocol, protocol) == 0) return &sessions[i];
    fail_msg("no session of %s", protocol);
    return NULL;
}

/* NBoard's answers end with the seconds: blots them out. */
static inline void blot_times(struct text *out) {
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
static inline void answer(const struct session *session, const struct text *input,
                          struct text *out) {
    char arguments[256];
    snprintf(arguments, sizeof arguments, "--protocol %s --tt 1 %s 2>/dev/null", session->protocol,
             session->options);
    *out = (struct text){0};
    run_to_its_end(arguments, input, out);
    blot_times(out);
}

static inline void answer_text(const struct session *session, const char *input, struct text *out) {
    struct text text = {0};
    text_add(&text, "%s", input);
    answer(session, &text, out);
    text_free(&text);
}

/* ---- what is wrong --------------------------------------------------------------------------- */

/* Whether a line of output only says that something was wrong. */
static inline bool complains(const char *line) {
    static const char *const complaints[] = {"?", "ERROR ", "UNKNOWN ", "status illegal",
                                             "status the game is refused"};
    for (size_t i = 0; i < COUNT_OF(complaints); i++)
        if (strncmp(line, complaints[i], strlen(complaints[i])) == 0) return true;
    return false;
}

static inline int count_complaints(const char *text) {
    int count = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) count += complains(line);
    return count;
}

static inline void check_answer_of(const struct session *session, const char *input,
                                   const char *expected) {
    struct text out;
    answer_text(session, input, &out);
    assert_string_equal(text_get(&out), expected);
    text_free(&out);
}

static inline void check_answer(const char *protocol, const char *input, const char *expected) {
    check_answer_of(session_of(protocol), input, expected);
}

#endif
