/*
 * hone ask: the next vectors of a study.
 */
#include <stdio.h>
#include <time.h>

#include "engine/base/progress.h"
#include "engine/base/shown.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/study_options.h"

static const struct command_usage usage = {
    .synopsis = "ask [OPTION]... STUDY",
    .doc =
        "Prints the next vectors of a study, a line of JSON each:\n"
        "  {\"id\": 17, \"generation\": 2, \"values\": {\"x\": 0.5, \"y\": 3}}\n"
        "If two vectors are to meet, the other one stands in \"against\"; \"games\" is the "
        "number of\n"
        "games wanted. `hone tell` takes the result, under the id. STUDY is a config with\n"
        "`parameters`, or the directory of its study. Any number of programs may ask and tell at\n"
        "once. When all vectors of a generation are out, it waits for their results. Once the\n"
        "study is finished it prints nothing and the exit status is 1.\n",
    .operands_min = 1,
    .operands_max = 1,
};

enum { WAIT_MS = 50, WAITS_BEFORE_WORDS = 40 };

/* Said once, when it takes more than two seconds. */
static void ask_say_waiting(const struct study *study, const struct study_reply *reply) {
    shown_warn("hone ask: waiting: %d vector%s of generation %d %s out and not told; --again asks "
               "for them again\n",
               reply->out, plural(reply->out), study->run.done + 1, reply->out == 1 ? "is" : "are");
}

static void ask_print(struct study *study, const struct study_reply *reply) {
    for (int i = 0; i < reply->count; i++) {
        struct text line = {0};
        study_print(study, &reply->list[i], &line);
        shown_print("%s\n", text_get(&line));
        text_free(&line);
    }
}

static int ask_finished(const struct study *study) {
    shown_warn("hone ask: %s is finished; `hone report %s` shows it\n", study->run.config->name,
               study->run.config->output);
    return 1;
}

/* Until there is something to say. The exit status. */
static int ask_wait(struct study *study, const struct study_request *request) {
    struct error error;
    for (int waits = 0; !interrupt_pending(); waits++) {
        struct study_reply reply;
        int status = study_ask(study, request, &reply, &error);
        bool over = status || reply.finished || reply.count > 0;
        if (status == 0) ask_print(study, &reply);
        if (waits == WAITS_BEFORE_WORDS && !over) ask_say_waiting(study, &reply);
        bool finished = reply.finished;
        study_reply_free(&reply);
        if (status) return command_fail(&usage, "%s", error.text);
        if (over) return finished ? ask_finished(study) : 0;
        nanosleep(&(struct timespec){.tv_nsec = WAIT_MS * 1000000L}, NULL);
    }
    return interrupt_status();
}

int command_ask(int argc, char **argv) {
    struct study_request request = {.count = 1, .seconds = STUDY_LEASE};
    const struct option_spec options[] = {{.name = "number",
                                           .letter = 'n',
                                           .argument = "N",
                                           .doc = "vectors, at most",
                                           .kind = OPTION_INT,
                                           .value = &request.count,
                                           .lower = 1,
                                           .upper = 1e6},
                                          study_option_again(&request),
                                          study_option_lease(&request),
                                          {0}};
    struct operands operands;
    struct config config;
    struct study study;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    status = study_options_open(&usage, operands.list[0], &config, &study);
    if (status != OPTIONS_GO_ON) return status;
    interrupt_install();
    status = ask_wait(&study, &request);
    study_options_close(&config, &study);
    return status;
}
