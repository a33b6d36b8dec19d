#include "engine/base/options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/base.h"

enum { HELP_INDENT = 26 };

const char *program_name = "hone";

static int option_count(const struct option_spec *options) {
    int count = 0;
    while (options[count].name) count++;
    return count;
}

/* ---- help ---- */

static void print_choices(const struct option_spec *option) {
    for (int i = 0; option->choices[i]; i++) printf("%s%s", i ? ", " : " (", option->choices[i]);
    printf("; default %s)", option->choices[*(int *)option->value]);
}

static void print_default(const struct option_spec *option) {
    if (option->kind == OPTION_INT && *(int *)option->value < option->lower) return;
    switch (option->kind) {
    case OPTION_INT:
        printf(" (default %d)", *(int *)option->value);
        break;
    case OPTION_INT64:
        printf(" (default %lld)", (long long)*(int64_t *)option->value);
        break;
    case OPTION_REAL:
        printf(" (default %g)", *(double *)option->value);
        break;
    case OPTION_CHOICE:
        print_choices(option);
        break;
    case OPTION_FLAG:
    case OPTION_TEXT:
    case OPTION_TEXTS:
        break;
    }
}

static void print_option(const struct option_spec *option) {
    char left[64], letter[8] = "    ";
    if (option->letter) snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(left, sizeof left, "  %s--%s%s%s", letter, option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    printf("%-*s %s", HELP_INDENT, left, option->doc);
    print_default(option);
    printf("\n");
}

static void print_help(const struct command_usage *usage, const struct option_spec *options) {
    printf("usage: hone %s\n\n%s\noptions:\n", usage->synopsis, usage->doc);
    for (; options->name; options++) print_option(options);
    print_option(&(struct option_spec){.name = "help", .letter = 'h', .doc = "this text"});
}

/* ---- messages ---- */

static int command_length(const struct command_usage *usage) {
    return (int)strcspn(usage->synopsis, " ");
}

static void print_message(const struct command_usage *usage, const char *format, va_list args) {
    fprintf(stderr, "hone %.*s: ", command_length(usage), usage->synopsis);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
}

int command_fail(const struct command_usage *usage, const char *format, ...) {
    va_list args;
    va_start(args, format);
    print_message(usage, format, args);
    va_end(args);
    return 2;
}

int usage_fail(const struct command_usage *usage, const char *format, ...) {
    va_list args;
    va_start(args, format);
    print_message(usage, format, args);
    va_end(args);
    fprintf(stderr, "`hone %.*s --help` says more\n", command_length(usage), usage->synopsis);
    return 2;
}

static int unknown_option(const struct command_usage *usage, const struct option_spec *options,
                          const char *given) {
    const char *names[OPTIONS_MAX + 1] = {0};
    for (int i = 0; options[i].name; i++) names[i] = options[i].name;
    const char *meant = name_suggest(given + strspn(given, "-"), names);
    if (meant) return usage_fail(usage, "unknown option %s; did you mean --%s?", given, meant);
    return usage_fail(usage, "unknown option %s", given);
}

static int wrong_choice(const struct command_usage *usage, const struct option_spec *option,
                        const char *given) {
    struct text names = {0};
    for (int i = 0; option->choices[i]; i++)
        text_add(&names, "%s%s", i ? ", " : "", option->choices[i]);
    int status =
        usage_fail(usage, "--%s %s: one of %s is needed", option->name, given, text_get(&names));
    text_free(&names);
    return status;
}

static int wrong_value(const struct command_usage *usage, const struct option_spec *option,
                       const char *given) {
    if (option->kind == OPTION_CHOICE) return wrong_choice(usage, option, given);
    return usage_fail(usage, "--%s %s: %s from %.10g to %.10g is needed", option->name, given,
                      option->kind == OPTION_REAL ? "a number" : "a whole number", option->lower,
                      option->upper);
}

const char *name_suggest(const char *text, const char *const *names) {
    const char *best = NULL;
    int least = max_int(2, (int)strlen(text) / 2);
    for (; *names; names++) {
        int distance = text_distance(text, *names);
        if (distance < least || (distance == least && !best)) {
            least = distance;
            best = *names;
        }
    }
    return best;
}

/* ---- parsing ---- */

static bool take_integer(const struct option_spec *option, const char *given) {
    int64_t number;
    if (!parse_i64(given, (int64_t)option->lower, (int64_t)option->upper, &number)) return false;
    if (option->kind == OPTION_INT)
        *(int *)option->value = (int)number;
    else
        *(int64_t *)option->value = number;
    return true;
}

static bool take_choice(const struct option_spec *option, const char *given) {
    for (int i = 0; option->choices[i]; i++) {
        if (strcmp(given, option->choices[i]) != 0) continue;
        *(int *)option->value = i;
        return true;
    }
    return false;
}

static bool take_text(struct option_texts *texts, const char *given) {
    if (texts->count == OPTION_TEXTS_MAX) return false;
    texts->list[texts->count++] = given;
    return true;
}

static bool take_value(const struct option_spec *option, const char *given) {
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)option->value = true;
        return true;
    case OPTION_INT:
    case OPTION_INT64:
        return take_integer(option, given);
    case OPTION_REAL:
        return parse_double(given, option->lower, option->upper, option->value);
    case OPTION_CHOICE:
        return take_choice(option, given);
    case OPTION_TEXT:
        *(const char **)option->value = given;
        return true;
    case OPTION_TEXTS:
        return take_text(option->value, given);
    }
    die("option --%s is of no kind", option->name);
}

/* What getopt_long wants to know. Letters that begin with ":" let it tell a missing argument from
 * an unknown option. */
struct getopt_tables {
    struct option longs[OPTIONS_MAX + 2];
    char letters[2 * OPTIONS_MAX + 4];
};

enum { HELP = 1000, FIRST_OPTION };

static void add_letter(struct getopt_tables *tables, char letter, bool has_argument) {
    size_t end = strlen(tables->letters);
    snprintf(tables->letters + end, sizeof tables->letters - end, "%c%s", letter,
             has_argument ? ":" : "");
}

static struct getopt_tables tables_of(const struct option_spec *options) {
    int count = option_count(options);
    if (count > OPTIONS_MAX) die("a command with %d options", count);
    struct getopt_tables tables = {.letters = ":h"};
    for (int i = 0; i < count; i++) {
        tables.longs[i] =
            (struct option){options[i].name, options[i].argument ? required_argument : no_argument,
                            NULL, FIRST_OPTION + i};
        if (options[i].letter) add_letter(&tables, options[i].letter, options[i].argument);
    }
    tables.longs[count] = (struct option){"help", no_argument, NULL, HELP};
    return tables;
}

static const struct option_spec *option_found(const struct option_spec *options, int found) {
    if (found >= FIRST_OPTION) return &options[found - FIRST_OPTION];
    while (options->letter != found) options++;
    return options;
}

static int take_operands(const struct command_usage *usage, int argc, char **argv,
                         struct operands *operands) {
    *operands = (struct operands){argc - optind, argv + optind};
    if (operands->count < usage->operands_min)
        return usage_fail(usage, "too few arguments; usage: hone %s", usage->synopsis);
    if (operands->count > usage->operands_max)
        return usage_fail(usage, "unexpected argument '%s'; usage: hone %s",
                          operands->list[usage->operands_max], usage->synopsis);
    return OPTIONS_GO_ON;
}

int options_parse(const struct command_usage *usage, const struct option_spec *options, int argc,
                  char **argv, struct operands *operands) {
    struct getopt_tables tables = tables_of(options);
    int found;
    optind = 1;
    opterr = 0;
    while ((found = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1) {
        char letter[3] = {'-', (char)optopt, '\0'}; /* a short option may stand in a cluster */
        const char *given = optopt > 0 && optopt < HELP ? letter : argv[optind - 1];
        if (found == HELP || found == 'h') return print_help(usage, options), 0;
        if (found == '?') return unknown_option(usage, options, given);
        if (found == ':') return usage_fail(usage, "%s needs an argument", given);
        const struct option_spec *option = option_found(options, found);
        if (!take_value(option, optarg)) return wrong_value(usage, option, optarg);
    }
    return take_operands(usage, argc, argv, operands);
}
