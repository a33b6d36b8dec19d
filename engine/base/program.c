/*
 * What both programs say when a command is asked for, misspelt or missing; and where their files
 * are.
 */
#include "engine/base/program.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "engine/base/base.h"
#include "engine/base/options.h"
#include "engine/base/shown.h"

enum { COMMANDS_MAX = 32 };

/* By default glibc gives back the top of the heap from 128 KiB on, and asks for it again: writing a
 * short generation did so 350 times, and each time the system had cleared the pages anew. Setting
 * one threshold ends that glibc adjusts both by itself. */
void program_keep_memory(void) {
#ifdef __GLIBC__
    enum { MIB = 1 << 20 };
    mallopt(M_TRIM_THRESHOLD, 64 * MIB);
    mallopt(M_MMAP_THRESHOLD, 32 * MIB);
#endif
}

static const struct command *program_find(const struct command *commands, const char *name) {
    while (commands->name && strcmp(commands->name, name) != 0) commands++;
    return commands->name ? commands : NULL;
}

static int program_unknown(const struct command *commands, const char *given) {
    const char *names[COMMANDS_MAX + 1] = {0};
    for (int i = 0; i < COMMANDS_MAX && commands[i].name; i++) names[i] = commands[i].name;
    const char *meant = name_suggest(given, names);
    shown_warn("%s: unknown command '%.40s'", program_base(), given);
    if (meant) shown_warn("; did you mean '%s'?", meant);
    shown_warn("\n`%s --help` lists the commands\n", program_base());
    return 2;
}

/* An option stands where the command has to; it may follow. */
static int program_option_first(const struct command *commands, int argc, char **argv) {
    const struct command *command = NULL;
    for (int i = 2; i < argc && !command; i++) command = program_find(commands, argv[i]);
    shown_warn("%s: the command comes first, before '%.40s': `%s %s …`\n", program_base(), argv[1],
               program_base(), command ? command->name : "COMMAND");
    shown_warn("`%s --help` lists the commands\n", program_base());
    return 2;
}

static int program_help(const struct command *commands, const char *about, const char *hint) {
    shown_print("%s %s: %s\n\nusage: %s COMMAND [ARGUMENT]...\n\n", program_base(), HONE_VERSION,
                about, program_base());
    int width = 11;
    for (int i = 0; commands[i].name; i++) width = max_int(width, (int)strlen(commands[i].name));
    for (; commands->name; commands++) {
        int column = shown_print("  %-*s", width, commands->name);
        help_print_words(commands->doc, strlen(commands->doc), width + 3, column);
    }
    shown_print("\n`%s help COMMAND` says more.\n", program_base());
    for (; *hint; hint += strcspn(hint, "\n"), hint += *hint == '\n')
        shown_print("%.*s\n", (int)strcspn(hint, "\n"), hint);
    return 0;
}

/* As if that command had been asked for its help. */
static int program_help_command(const struct command *commands, char *name) {
    char option[] = "--help", *arguments[] = {name, option, NULL};
    const struct command *command = program_find(commands, name);
    return command ? command->run(2, arguments) : program_unknown(commands, name);
}

int program_run(const struct command *commands, const char *about, const char *hint, int argc,
                char **argv) {
    if (argc < 2) {
        shown_warn("%s: a command is needed; `%s --help` lists them\n", program_base(),
                   program_base());
        return 2;
    }
    const char *given = argv[1];
    bool help = strcmp(given, "--help") == 0 || strcmp(given, "-h") == 0;
    if (strcmp(given, "help") == 0 && argc > 3) {
        shown_warn("%s help: one command at a time\n", program_base());
        return 2;
    }
    if (strcmp(given, "help") == 0 && argc > 2) return program_help_command(commands, argv[2]);
    if (help || strcmp(given, "help") == 0) return program_help(commands, about, hint);
    if (strcmp(given, "--version") == 0)
        return shown_print("%s %s\n", program_base(), HONE_VERSION) < 0;
    const struct command *command = program_find(commands, given);
    if (command) return command->run(argc - 1, argv + 1);
    return given[0] == '-' ? program_option_first(commands, argc, argv)
                           : program_unknown(commands, given);
}

/* ---- files ---- */

static bool program_look(const char *folder, const char *place, const char *name,
                         struct text *out) {
    struct text path = {0};
    text_add(&path, "%s/%s%s", folder, place, name);
    bool found = access(text_get(&path), R_OK) == 0;
    if (found) text_add(out, "%s", text_get(&path));
    text_free(&path);
    return found;
}

/* Looks in the folders above the program's, the nearest first: of builds within builds, too. */
bool program_find_file(const char *name, struct text *out) {
    static const char *const places[] = {"share/hone/", "share/doc/hone/", ""};
    char own[4096];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    bool found = false;
    for (own[length > 0 ? length : 0] = '\0'; !found && strrchr(own, '/');) {
        *strrchr(own, '/') = '\0';
        for (size_t i = 0; !found && i < COUNT_OF(places); i++)
            found = program_look(own, places[i], name, out);
    }
    return found;
}
