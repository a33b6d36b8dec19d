/*
 * hone import: the files of other engine tuners as a config. What begins with a brace is JSON,
 * whose members tell one tuner's from another's; anything else is lines.
 */
#include <string.h>

#include "engine/base/options.h"
#include "engine/base/shown.h"
#include "engine/base/textfile.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/import.h"

static const struct command_usage usage = {
    .synopsis = "import FILE",
    .doc =
        "Reads the parameters that another tuner has of an engine, and prints a config that\n"
        "tunes the same by `hone tune`: lines of OpenBench (name, int|float, start, min, max,\n"
        "c_end, r_end) or of fishtest (name, start, min, max, c_end, r_end), config.json of\n"
        "weather-factory, with its cutechess.json and spsa.json beside it, or a JSON file of\n"
        "chess-tuning-tools. The last two say engine, options and limit, too. What these files do\n"
        "not say is to be filled in. An r_end of .002, the usual one, is left out, since hone's\n"
        "rate follows the length of the run. `> mine.cfg` behind the command keeps it.\n",
    .operands_min = 1,
    .operands_max = 1,
};

static int import_objects(struct import_config *import, const char *text) {
    struct json_member *members;
    struct error why;
    int count = json_members(text, "$", &members, &why);
    if (count < 0) return error_set(import->error, "%s %s", import->path, why.text);
    int status = import_member(members, count, "parameter_ranges")
                     ? import_tools(import, text, members, count)
                     : import_factory(import, members, count);
    json_free(members, count);
    return status;
}

static void import_print(const struct import_config *import) {
    bool known = import->engine.length > 0;
    struct text text = {0};
    text_add(&text, "# from %s\n%s\ngame = \"chess\";\n", import->kind,
             known ? "# a fixed engine.nodes or engine.depth in place of a clock makes a run "
                     "repeatable"
                   : "# fill in the engine's command, and how far it searches");
    text_add(&text, "engine = {%s };\n",
             known ? text_get(&import->engine)
                   : " command = \"./engine\"; protocol = \"uci\"; nodes = 10000;");
    if (!import->rest.length)
        text_add(&text, "# the book of the test there: openings = { file = [\"BOOK.epd\"]; };\n");
    text_add(&text, "%s", text_get(&import->rest));
    text_add(&text, "parameters = (\n%s );\n%s", text_get(&import->parameters),
             import->steps.length ? text_get(&import->steps) : IMPORT_OPTIMIZER);
    shown_put(text_get(&text));
    text_free(&text);
}

static int import_file(struct import_config *import) {
    struct text text = {0};
    int status = textfile_read(import->path, import->path, &text, import->error);
    if (status == 0) {
        text_add(&text, "\n");
        import->text = text.data;
        const char *first = text.data + strspn(text.data, " \t\r\n");
        status =
            *first == '{' ? import_objects(import, text.data) : import_lines(import, text.data);
    }
    if (status == 0 && import->count == 0)
        status = error_set(import->error, "%s has no parameters", import->path);
    if (status == 0) import_print(import);
    text_free(&text);
    return status;
}

int command_import(int argc, char **argv) {
    const struct option_spec options[] = {{0}};
    struct operands operands;
    struct error error;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    struct import_config import = {.path = operands.list[0], .error = &error};
    status = import_file(&import) ? command_fail(&usage, "%s", error.text) : 0;
    text_free(&import.parameters);
    text_free(&import.engine);
    text_free(&import.names);
    text_free(&import.rest);
    text_free(&import.steps);
    return status;
}
