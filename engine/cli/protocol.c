#include <stdio.h>

#include "engine/cli/commands.h"
#include "engine/protocol/seat.h"

/* The name stands for the command too: `hone-engine --protocol gtp`. */
#define NAME "--protocol"

static void serve(const struct protocol *protocol, const struct contestant *engine,
                  const struct book *book, const struct options *options) {
    struct seat seat = {
        .weights = &engine->weights,
        .book = book,
        .limits = engine->player.limits,
        .limits_default = !cli_limited(options),
        .clock = {.remaining = options->clock[0], .increment = options->clock[1]},
        .in = stdin,
        .out = stdout,
        .log = stderr,
    };
    seat_init(&seat, cli_search(options), options->seed);
    protocol->serve(&seat);
    seat_destroy(&seat);
}

static int protocol_run(const struct options *options) {
    struct error error;
    struct contestant engine;
    struct book *book;
    const struct protocol *protocol = protocol_find(options->args[0], &error);
    if (!protocol) return cli_misuse(NAME ": %s", error.text);
    if (contestant_init(&engine, options, 0, &error) != 0)
        return cli_misuse(NAME ": %s", error.text);
    const struct game *game = engine.weights.evaluator->game;
    int status = CLI_OK;
    if (protocol->check(game, &error) != 0 || cli_book(options, game, &book, &error) != 0) {
        status = cli_misuse(NAME ": %s", error.text);
    } else {
        serve(protocol, &engine, book, options);
        book_free(book);
    }
    contestant_destroy(&engine);
    return status;
}

const struct command command_protocol = {
    .name = NAME,
    .args = "NAME",
    .doc =
        "Play at another program's table: speak the protocol NAME on standard input and output.\n"
        "\n"
        "  sau      Connect6 on the SAU platform\n"
        "  gomocup  gomoku at the managers of Gomocup (piskvork), free style, up to 20x20\n"
        "  nboard   Reversi with the board NBoard and programs that speak its protocol\n"
        "  gtp      every game by the Go Text Protocol, version 2; in Connect without a column i\n"
        "\n"
        "The clock that the other program tells is obeyed; --depth, --nodes and --time hold\n"
        "besides, --clock where no clock is told. Without any a move takes the default nodes.",
    .options = "gwdntckeTLxuMbs",
    .args_min = 1,
    .args_max = 1,
    .run = protocol_run,
};
