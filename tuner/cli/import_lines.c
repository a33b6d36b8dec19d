/*
 * Lines of OpenBench and fishtest, which are told apart by their number of fields.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tuner/cli/import.h"

enum { FIELDS_MAX = 8 };

/* Cuts the line at its commas; the fields without blanks around them. */
static int import_split(char *line, char *fields[FIELDS_MAX]) {
    int count = 0;
    for (char *end; count < FIELDS_MAX; line = end + 1) {
        end = line + strcspn(line, ",");
        bool last = *end == '\0';
        *end = '\0';
        line += strspn(line, " \t\r");
        for (size_t i = strlen(line); i > 0 && isspace((unsigned char)line[i - 1]);)
            line[--i] = '\0';
        fields[count++] = line;
        if (last) break;
    }
    return count;
}

static int import_line(struct import_config *import, char *line, const char *place) {
    char *fields[FIELDS_MAX];
    const char *first = line + strspn(line, " \t\r");
    if (!*first || *first == '#') return 0;
    int count = import_split(line, fields);
    bool open = count == 7;
    if (!open && count != 6)
        return error_set(import->error,
                         "%s: has %d fields; OpenBench's lines have 7 (name, int|float, start, "
                         "min, max, c_end, r_end), fishtest's 6 (without the type)",
                         place, count);
    if (open && strcmp(fields[1], "int") != 0 && strcmp(fields[1], "float") != 0)
        return error_set(import->error, "%s: the type must be int or float, not \"%.40s\"", place,
                         fields[1]);
    char **numbers = fields + 1 + open;
    bool whole =
        !strpbrk(numbers[0], ".eE") && !strpbrk(numbers[1], ".eE") && !strpbrk(numbers[2], ".eE");
    import->kind = open ? "OpenBench's lines" : "fishtest's lines";
    return import_add_parameter(
        import,
        &(struct import_parameter){.name = fields[0],
                                   .start = numbers[0],
                                   .min = numbers[1],
                                   .max = numbers[2],
                                   .step = numbers[3],
                                   .rate = numbers[4],
                                   .real = open ? *fields[1] == 'f' : !whole},
        place);
}

int import_lines(struct import_config *import, char *text) {
    int status = 0;
    for (int number = 1; status == 0 && *text; number++) {
        char place[600];
        size_t length = strcspn(text, "\n");
        char *next = text + length + (text[length] == '\n');
        text[length] = '\0';
        snprintf(place, sizeof place, "%.500s:%d", import->path, number);
        status = import_line(import, text, place);
        text = next;
    }
    return status;
}
