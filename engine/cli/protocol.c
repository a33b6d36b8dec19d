/*
 * hone-engine --protocol: the engine under another program. The option stands for the command too,
 * as such programs expect options.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/shown.h"
#include "engine/cli/asked.h"
#include "engine/cli/commands.h"
#include "engine/files/champions.h"
#include "engine/protocol/gomocup/wire.h"
#include "engine/protocol/gtp/wire.h"
#include "engine/protocol/nboard/wire.h"
#include "engine/protocol/sau/wire.h"
#include "engine/protocol/seat.h"
#include "engine/protocol/uci/wire.h"
#include "engine/protocol/xboard/wire.h"

static const struct command_usage protocol_usage = {
    .synopsis = "--protocol [OPTION]... NAME",
    .doc =
        "Plays for another program, by the protocol NAME on standard input and output.\n"
        "\n"
        "  sau      Connect6 on the SAU platform\n"
        "  gomocup  gomoku at the managers of Gomocup (piskvork) and at Yixin-Board, free\n"
        "           style or exactly five, opening by Swap2, up to 20x20\n"
        "  nboard   Reversi with the board NBoard and programs that speak its protocol\n"
        "  gtp      every game by the Go Text Protocol, version 2; in Connect without a\n"
        "           column i\n"
        "  uci      chess and xiangqi by the Universal Chess Interface; every weight is\n"
        "           an option, ranks of xiangqi are 0 to 9, or 1 to 10 once UCI_Variant\n"
        "           is set\n"
        "  ucci     xiangqi by the Universal Chinese Chess Interface\n"
        "  xboard   chess and xiangqi by XBoard's protocol, version 2; every weight is an\n"
        "           option\n"
        "\n"
        "It obeys the other program's clock, and besides --depth, --nodes and --time; --clock is "
        "used\n"
        "if no clock is told. Lines are read while it thinks: quit, END, end,\n"
        "NBoard's ping, XBoard's ?, YXSTOP and GoGui's \"# interrupt\" stop it, as a closed\n"
        "pipe does; what comes behind another question waits until that is answered.\n"
        "A timed search is also ended by a quit, END or closed pipe behind other\n"
        "questions.\n" ASKED_HELP,
    .operands_min = 1,
    .operands_max = 1,
};

/* Shipped weights for games that those in use do not fit, unless weights were given. */
static bool protocol_spare_weights(const struct asked *asked, const struct game *game,
                                   struct weights *out) {
    struct text path = {0};
    struct error error;
    bool found = !asked->weights && champions_find_spare(game, &path) &&
                 weights_load(text_get(&path), out, &error) == 0;
    text_free(&path);
    return found;
}

static int protocol_sit_down(const struct protocol *protocol, const struct contestant *engine,
                             const struct asked *asked, struct error *error) {
    const struct game *game = engine->weights.evaluator->game;
    struct book *book;
    struct seat seat = {.weights = &engine->weights,
                        .limits = engine->player.limits,
                        .limits_default = !asked_limited(asked),
                        .reduce_default = engine->player.limits.reduce && !asked->limits.reduce,
                        .in = stdin,
                        .out = stdout,
                        .log = stderr};
    if (protocol->check(game, error) != 0 || asked_clock(asked, &seat.clock, error) != 0 ||
        asked_book(asked, game, &book, error) != 0)
        return -1;
    struct text tuning = {0};
    contestant_tuning(engine, &tuning);
    if (tuning.length)
        shown_warn("hone-engine: %s was tuned with: %s; here the options and the other program "
                   "say how it searches\n",
                   engine->name, text_get(&tuning));
    text_free(&tuning);
    struct weights spare;
    bool has_spare = protocol_spare_weights(asked, game, &spare);
    seat.book = book;
    seat.spare = has_spare ? &spare : NULL;
    seat_init(&seat, asked_search(asked), (uint64_t)asked->seed);
    protocol->serve(&seat);
    seat_destroy(&seat);
    if (has_spare) weights_free(&spare);
    book_free(book);
    return 0;
}

/* NULL, and the list of names. */
static const struct protocol *protocol_find(const char *name, struct error *error) {
    static const struct protocol *const all[] = {
        &protocol_sau, &protocol_gomocup, &protocol_nboard, &protocol_gtp,
        &protocol_uci, &protocol_ucci,    &protocol_xboard};
    struct text known = {0};
    const struct protocol *found = NULL;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        if (strcmp(name, all[i]->name) == 0) found = all[i];
        text_add(&known, "%s%s", i ? ", " : "", all[i]->name);
    }
    if (!found)
        error_set(error, "unknown protocol \"%.40s\"; there are: %s", name, text_get(&known));
    text_free(&known);
    return found;
}

int command_protocol(int argc, char **argv) {
    struct asked asked = asked_default();
    struct option_spec options[OPTIONS_MAX + 1] = {{0}};
    struct operands operands;
    struct contestant engine;
    struct error error;
    int count = asked_player_options(&asked, options);
    asked_table_options(&asked, options + count);
    int status = options_parse(&protocol_usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    const struct protocol *protocol = protocol_find(operands.list[0], &error);
    if (!protocol || contestant_load(&engine, &asked, asked.weights, &error) != 0)
        return command_fail(&protocol_usage, "%s", error.text);
    status = protocol_sit_down(protocol, &engine, &asked, &error);
    contestant_destroy(&engine);
    return status ? command_fail(&protocol_usage, "%s", error.text) : 0;
}
