/*
 * hone serve-study: ask and tell by one process that stays, a line for a line.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/shown.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/study_options.h"
#include "tuner/store/json.h"

static const struct command_usage usage = {
    .synopsis = "serve-study [OPTION]... STUDY",
    .doc =
        "Asks and tells over standard input and output: each line is answered by one line.\n"
        "  ask       {\"ask\": [{\"id\": 17, \"generation\": 2, \"values\": {...}}], \"out\": 0}\n"
        "  ask 8     the same with up to 8; none while all are out, or if the study\n"
        "            is finished (\"finished\": true)\n"
        "  17 score=0.25, {\"id\": 17, \"score\": 0.25} and other lines of `hone tell`\n"
        "            {\"told\": 17}\n"
        "  other     {\"error\": \"what is wrong\"}\n"
        "A result is stored before it is answered. Any number of programs may serve the same "
        "study,\n"
        "beside `hone ask` and `hone tell`. The end of the input ends it.\n",
    .operands_min = 1,
    .operands_max = 1,
};

static void serve_print_error(const char *what, struct text *out) {
    text_add(out, "{\"error\": ");
    json_add_text(what, out);
    text_add(out, "}");
}

static void serve_print_reply(struct study *study, const struct study_reply *reply,
                              struct text *out) {
    text_add(out, "{\"ask\": [");
    for (int i = 0; i < reply->count; i++) {
        text_add(out, i ? ", " : "");
        study_print(study, &reply->list[i], out);
    }
    text_add(out, "], \"out\": %d%s}", reply->out, reply->finished ? ", \"finished\": true" : "");
}

static void serve_ask(struct study *study, const struct study_request *usual, const char *number,
                      struct text *out) {
    struct study_request request = *usual;
    struct study_reply reply;
    struct error error;
    int64_t count = 1;
    number += strspn(number, " \t");
    if (*number && !parse_i64(number, 1, 1000000, &count)) {
        serve_print_error("ask takes a whole number from 1 to 1000000", out);
        return;
    }
    request.count = (int)count;
    if (study_ask(study, &request, &reply, &error) == 0)
        serve_print_reply(study, &reply, out);
    else
        serve_print_error(error.text, out);
    study_reply_free(&reply);
}

static void serve_tell(struct study *study, const char *line, struct text *out) {
    struct answer_line answer;
    struct error error;
    if (answer_read(line, &answer, &error) == 0 && study_tell(study, &answer, &error) == 0)
        text_add(out, "{\"told\": %lld}", (long long)answer.id);
    else
        serve_print_error(error.text, out);
}

static void serve_line(struct study *study, const struct study_request *usual, const char *line) {
    struct text out = {0};
    size_t word = strcspn(line, " \t");
    if (word == strlen("ask") && strncmp(line, "ask", word) == 0)
        serve_ask(study, usual, line + word, &out);
    else
        serve_tell(study, line, &out);
    shown_print("%s\n", text_get(&out));
    fflush(stdout);
    text_free(&out);
}

int command_serve_study(int argc, char **argv) {
    struct study_request usual = {.seconds = STUDY_LEASE};
    const struct option_spec options[] = {
        study_option_again(&usual), study_option_lease(&usual), {0}};
    struct operands operands;
    struct config config;
    struct study study;
    char *line;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    status = study_options_open(&usage, operands.list[0], &config, &study);
    if (status != OPTIONS_GO_ON) return status;
    while ((line = study_read_line())) {
        if (study_line_counts(line)) serve_line(&study, &usual, line);
        free(line);
    }
    study_options_close(&config, &study);
    return 0;
}
