/*
 * One table of options drives getopt_long, where values go, the help and the messages. A program
 * has one command line, so getopt's globals do no harm.
 */
#include "engine/base/options.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/base.h"
#include "engine/base/shown.h"

enum { HELP_INDENT = 26 };

const char *program_name = "hone";

const char *program_base(void) {
    const char *slash = strrchr(program_name, '/');
    return slash ? slash + 1 : program_name;
}

static int options_count(const struct option_spec *options) {
    int count = 0;
    while (options[count].name) count++;
    return count;
}

/* ---- help ---- */

enum { HELP_COLUMNS = 80 };

void help_print_words(const char *words, size_t length, int indent, int column) {
    bool begun = column > 0; /* a line: the next word stands apart */
    for (const char *end = words + length; words < end; words += strspn(words, " \n")) {
        int bytes = (int)strcspn(words, " \n"), width = 0;
        for (int i = 0; i < bytes; i++) width += utf8_begins(words[i]);
        if (begun && column > indent && column + 1 + width > HELP_COLUMNS) {
            shown_print("\n%*s", indent, "");
            column = indent;
            begun = false;
        }
        shown_print("%s%.*s", begun ? " " : "", bytes, words);
        column += begun + width;
        begun = true;
        words += bytes;
    }
    shown_print("\n");
}

/* Lines that begin with a blank stay as they are; others are paragraphs. */
static void help_print_doc(const char *doc) {
    while (*doc) {
        size_t length = strcspn(doc, "\n");
        while (*doc != ' ' && length > 0 && doc[length] && !strchr(" \n", doc[length + 1]))
            length += 1 + strcspn(doc + length + 1, "\n");
        if (*doc == ' ')
            shown_print("%.*s\n", (int)length, doc);
        else
            help_print_words(doc, length, 0, 0);
        doc += length + (doc[length] == '\n');
    }
}

/* The value without the option; whether there is one to show. */
static bool option_default(const struct option_spec *option, struct text *out) {
    switch (option->kind) {
    case OPTION_INT:
    case OPTION_INT64: {
        int64_t value =
            option->kind == OPTION_INT ? *(int *)option->value : *(int64_t *)option->value;
        if (value < (int64_t)option->lower) value = option->usual;
        text_add(out, "%lld", (long long)value);
        return value >= (int64_t)option->lower;
    }
    case OPTION_REAL:
        text_add(out, "%g", *(double *)option->value);
        return *(double *)option->value >= option->lower;
    case OPTION_CHOICE:
        text_add(out, "%s", option->choices[*(int *)option->value]);
        return true;
    case OPTION_FLAG:
    case OPTION_TEXT:
    case OPTION_TEXTS:
    case OPTION_DONE:
        break;
    }
    return false;
}

static void option_choices(const struct option_spec *option, struct text *out) {
    for (int i = 0; option->choices && option->choices[i]; i++)
        text_add(out, "%s%s", i ? ", " : "", option->choices[i]);
}

void option_explain(const struct option_spec *option, struct text *out) {
    struct text usual = {0};
    text_add(out, "%s%s", option->doc, option->choices ? ": " : "");
    option_choices(option, out);
    if (option_default(option, &usual)) text_add(out, " (default %s)", text_get(&usual));
    text_free(&usual);
}

static void option_help(const struct option_spec *option) {
    char left[64], letter[8] = "    ";
    struct text doc = {0};
    if (option->letter) snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(left, sizeof left, "  %s--%s%s%s", letter, option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    option_explain(option, &doc);
    int column = shown_print("%-*s", HELP_INDENT, left);
    help_print_words(text_get(&doc), doc.length, HELP_INDENT + 1, column);
    text_free(&doc);
}

static void options_print_help(const struct command_usage *usage,
                               const struct option_spec *options) {
    int column = shown_print("usage: %s", program_base());
    help_print_words(usage->synopsis, strlen(usage->synopsis), 4, column);
    shown_print("\n");
    help_print_doc(usage->doc);
    shown_print("\noptions:\n");
    for (; options->name; options++) option_help(options);
    option_help(&(struct option_spec){.name = "help", .letter = 'h', .doc = "this text"});
}

void (*options_help)(const struct command_usage *usage,
                     const struct option_spec *options) = options_print_help;

/* ---- messages ---- */

static int usage_name_length(const struct command_usage *usage) {
    return (int)strcspn(usage->synopsis, " ");
}

static void usage_message(const struct command_usage *usage, const char *format, va_list args) {
    shown_warn("%s %.*s: ", program_base(), usage_name_length(usage), usage->synopsis);
    shown_list(stderr, format, args);
    shown_warn("\n");
}

int command_fail(const struct command_usage *usage, const char *format, ...) {
    va_list args;
    va_start(args, format);
    usage_message(usage, format, args);
    va_end(args);
    return 2;
}

int usage_fail(const struct command_usage *usage, const char *format, ...) {
    va_list args;
    va_start(args, format);
    usage_message(usage, format, args);
    va_end(args);
    shown_warn("`%s %.*s --help` says more\n", program_base(), usage_name_length(usage),
               usage->synopsis);
    return 2;
}

static const char *option_meant(const struct option_spec *options, const char *given) {
    const char *names[OPTIONS_MAX + 1] = {0};
    for (int i = 0; options[i].name; i++) names[i] = options[i].name;
    return name_suggest(given + strlen("--"), names);
}

/* A letter means nothing else; but a position may begin with a dash. */
static int option_unknown(const struct command_usage *usage, const struct option_spec *options,
                          const char *given) {
    const char *advice = "; `--` goes before an argument that begins with -";
    const char *meant = strncmp(given, "--", 2) == 0 ? option_meant(options, given) : NULL;
    if (meant) return usage_fail(usage, "unknown option %s; did you mean --%s?", given, meant);
    return usage_fail(usage, "unknown option %s%s", given, usage->operands_max > 0 ? advice : "");
}

static int option_wrong(const struct command_usage *usage, const struct option_spec *option,
                        const char *given, const struct error *why) {
    struct text demand = {0};
    if (option->kind == OPTION_DONE)
        return command_fail(usage, "--%s: %s", option->name, why->text);
    if (option->kind == OPTION_CHOICE) {
        text_add(&demand, "one of ");
        option_choices(option, &demand);
    } else {
        text_add(&demand, "%s from %.10g to %.10g",
                 option->kind == OPTION_REAL ? "a number" : "a whole number", option->lower,
                 option->upper);
    }
    int status =
        usage_fail(usage, "--%s %.40s: %s is needed", option->name, given, text_get(&demand));
    text_free(&demand);
    return status;
}

const char *name_suggest(const char *text, const char *const *names) {
    const char *best = NULL;
    char lower[64];
    int least = max_int(2, (int)strlen(text) / 2);
    snprintf(lower, sizeof lower, "%s", text);
    for (char *c = lower; *c; c++) *c = (char)tolower((unsigned char)*c);
    for (; *names; names++) {
        int distance = text_distance(lower, *names);
        bool begins = strncmp(*names, lower, strlen(lower)) == 0;
        if (distance < least || (distance == least && (!best || begins))) {
            least = distance;
            best = *names;
        }
    }
    return best;
}

void name_add_choices(const char *text, const char *const *names, struct text *out) {
    const char *meant = name_suggest(text, names);
    text_add(out, meant ? "; did you mean \"%s\"? There are: " : "; there are: ", meant);
    for (int i = 0; names[i]; i++) text_add(out, "%s%s", i ? ", " : "", names[i]);
}

/* ---- parsing ---- */

static bool option_take_integer(const struct option_spec *option, const char *given) {
    int64_t number;
    if (!parse_i64(given, (int64_t)option->lower, (int64_t)option->upper, &number)) return false;
    if (option->kind == OPTION_INT)
        *(int *)option->value = (int)number;
    else
        *(int64_t *)option->value = number;
    return true;
}

static bool option_take_choice(const struct option_spec *option, const char *given) {
    for (int i = 0; option->choices[i]; i++) {
        if (strcmp(given, option->choices[i]) != 0) continue;
        *(int *)option->value = i;
        return true;
    }
    return false;
}

static bool option_take_text(struct option_texts *texts, const char *given) {
    if (texts->count == OPTION_TEXTS_MAX) return false;
    texts->list[texts->count++] = given;
    return true;
}

static bool option_take_value(const struct option_spec *option, const char *given,
                              struct error *why) {
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)option->value = true;
        return true;
    case OPTION_INT:
    case OPTION_INT64:
        return option_take_integer(option, given);
    case OPTION_REAL:
        return parse_double(given, option->lower, option->upper, option->value);
    case OPTION_CHOICE:
        return option_take_choice(option, given);
    case OPTION_TEXT:
        *(const char **)option->value = given;
        return true;
    case OPTION_TEXTS:
        return option_take_text(option->value, given);
    case OPTION_DONE:
        return option->take(given, why) == 0;
    }
    die("option --%s is of no kind", option->name);
}

/* The tables of getopt_long. Letters that begin with "+" leave operands alone, and ":" lets it tell
 * a missing argument from an unknown option. */
struct getopt_tables {
    struct option longs[OPTIONS_MAX + 2];
    char letters[2 * OPTIONS_MAX + 4];
};

enum { HELP = 1000, FIRST_OPTION };

static void getopt_add_letter(struct getopt_tables *tables, char letter, bool has_argument) {
    size_t end = strlen(tables->letters);
    snprintf(tables->letters + end, sizeof tables->letters - end, "%c%s", letter,
             has_argument ? ":" : "");
}

static struct getopt_tables getopt_tables_of(const struct option_spec *options) {
    int count = options_count(options);
    if (count > OPTIONS_MAX) die("a command with %d options", count);
    struct getopt_tables tables = {.letters = "+:h"};
    for (int i = 0; i < count; i++) {
        tables.longs[i] =
            (struct option){options[i].name, options[i].argument ? required_argument : no_argument,
                            NULL, FIRST_OPTION + i};
        if (options[i].letter) getopt_add_letter(&tables, options[i].letter, options[i].argument);
    }
    tables.longs[count] = (struct option){"help", no_argument, NULL, HELP};
    return tables;
}

static const struct option_spec *option_found(const struct option_spec *options, int found) {
    if (found >= FIRST_OPTION) return &options[found - FIRST_OPTION];
    while (options->letter != found) options++;
    return options;
}

/* Positions of Reversi may begin with empty squares, which are dashes. */
static bool word_is_position(const char *word) {
    enum { SQUARES = 64 };
    return strncmp(word, "---", 3) == 0 || strspn(word, "-.XxBb*OoWw") >= SQUARES;
}

static bool word_is_operand(const char *word) {
    return word[0] != '-' || !word[1] || word_is_position(word);
}

/* Marks those that come before the next option. */
static void operands_mark(int argc, char **argv, bool *marked) {
    while (optind < argc && word_is_operand(argv[optind])) marked[optind++] = true;
}

/* Puts them behind all other words, in their order. */
static void operands_gather(int argc, char **argv, const bool *marked, struct operands *out) {
    char **operands = xmalloc((size_t)argc * sizeof *operands);
    int count = 0, others = 1;
    for (int i = 1; i < argc; i++)
        if (marked[i])
            operands[count++] = argv[i];
        else
            argv[others++] = argv[i];
    memcpy(argv + others, operands, (size_t)count * sizeof *operands);
    *out = (struct operands){count, argv + others};
    free(operands);
}

static int operands_check(const struct command_usage *usage, const struct operands *operands) {
    if (operands->count < usage->operands_min)
        return usage_fail(usage, "too few arguments; usage: %s %s", program_base(),
                          usage->synopsis);
    if (operands->count > usage->operands_max)
        return usage_fail(usage, "unexpected argument '%.40s'; usage: %s %s",
                          operands->list[usage->operands_max], program_base(), usage->synopsis);
    return OPTIONS_GO_ON;
}

/* OPTIONS_GO_ON, or the status to exit with. */
static int options_take(const struct command_usage *usage, const struct option_spec *options,
                        int argc, char **argv, bool *operands) {
    struct getopt_tables tables = getopt_tables_of(options);
    int found;
    optind = 0; /* forget the last line, which may have been refused within a word */
    opterr = 0;
    getopt_long(1, argv, tables.letters, tables.longs, NULL); /* goes to the first word */
    while (operands_mark(argc, argv, operands),
           (found = getopt_long(argc, argv, tables.letters, tables.longs, NULL)) != -1) {
        char letter[3] = {'-', (char)optopt, '\0'}; /* a short option may stand in a cluster */
        const char *given = optopt > 0 && optopt < HELP ? letter : argv[optind - 1];
        if (found == HELP || found == 'h') return options_help(usage, options), 0;
        if (found == '?') return option_unknown(usage, options, given);
        if (found == ':') return usage_fail(usage, "%s needs an argument", given);
        const struct option_spec *option = option_found(options, found);
        struct error why;
        if (!option_take_value(option, optarg, &why))
            return option_wrong(usage, option, optarg, &why);
    }
    while (optind < argc) operands[optind++] = true; /* behind `--` */
    return OPTIONS_GO_ON;
}

int options_parse(const struct command_usage *usage, const struct option_spec *options, int argc,
                  char **argv, struct operands *operands) {
    bool *marked = xcalloc((size_t)argc, sizeof *marked);
    int status = options_take(usage, options, argc, argv, marked);
    if (status == OPTIONS_GO_ON) operands_gather(argc, argv, marked, operands);
    free(marked);
    return status == OPTIONS_GO_ON ? operands_check(usage, operands) : status;
}
