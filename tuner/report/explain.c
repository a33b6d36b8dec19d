/*
 * Lines are recognised by their beginning, so the code that draws a report does not know of it.
 */
#include "tuner/report/explain.h"

#include <stdio.h>
#include <string.h>

static const char training[] = "Training";

static const struct {
    const char *begin, *meaning;
} explanations[] = {
    {"Run ", "The game, the evaluator and its layout, the number from which all random numbers "
             "follow, and the program that ran."},
    {"Champion: ", "The weights that the run ends with. If there were several candidates, they "
                   "played each other again, and this one did best."},
    {"  stronger than its start: ",
     "Elo measures strength: +100 makes 64 % of the points, +200 76 %. The figure behind +/- is "
     "half a 95 % interval. LOS is the probability that the champion is the stronger one. A "
     "verdict of \"stronger\" needs an LOS of 97.5 %. Where all first vectors are random, the "
     "start "
     "is the first of them."},
    {"  not shown to differ from its start: ",
     "The difference is smaller than its error: more pairs (verify.pairs) make the error smaller, "
     "more games of training may make the champion stronger."},
    {"  WEAKER than its start: ", "Training has made the weights worse. What to change is said "
                                  "below."},
    {"  against the last generation's champion", "Whether the one that was chosen is better than "
                                                 "simply taking the last."},
    {"  against ", "Yardsticks are players that others are only measured against. A win is one "
                   "point, a draw half."},
    {"    when it was chosen ", "The result of the choice. The best of several noisy results is "
                                "usually a lucky one."},
    {"    measured afterwards ", "The same opponents on other openings. Of several candidates, "
                                 "this is what the champion is worth."},
    {"  openings ",
     "Distinct are those that are not repetitions of each other, mirror images included. "
     "Deterministic players repeat themselves. Few distinct games tell less than "
     "their number says."},
    {"  meeting  against ",
     "A pair is two games from one opening with the colours swapped. Ptnml counts the pairs in "
     "which the champion made 0, half, 1, one and a half, 2 points."},
    {"  points a game against yardsticks ",
     "All yardsticks together. Start and champion meet them from the same openings."},
    {"Strength against depth", "What the weights are worth to players that search less or more. "
                               "Weights are for the depth at which they were tuned."},
    {"Strength at two limits", "What the values are worth where the engine searches further, or "
                               "less. Values are for the limit at which they were tuned."},
    {"Strength over time", "How the run grew, measured while it trained: a flat curve means that "
                           "more games of the same kind give nothing more."},
    {training, "The optimiser's own view."},
    {"The champion's weights", "The values themselves, as the evaluator lays them out."},
    {"The run", "When it was, and which settings are not the defaults."},
};

/* Of the optimisers' log. */
static const struct {
    const char *name, *meaning;
} columns[] = {
    {"best", "points a game of the generation's best vector"},
    {"mean", "points a game of the whole generation"},
    {"diversity",
     "how far the weights of a generation are apart, as a part of their ranges; near 0 "
     "they are all alike"},
    {"pc", "the share of crossover"},
    {"pm", "the share of mutation"},
    {"sigma", "CMA-ES' step size for all parameters together"},
    {"deviation", "the standard deviation of a parameter among the vectors tried, on average"},
    {"pairs", "pairs of a meeting"},
    {"signal", "the part of the spread of results that is not luck"},
    {"perturbation", "how far the two vectors that meet are from the one in the middle"},
    {"rate", "how far a result moves the weights"},
    {"apart", "how far the vector in the middle is from its mean over time"},
    {"temperature", "how readily a worse point is accepted"},
    {"acceptance", "the share of steps that were accepted"},
    {"step", "the size of a step or mutation"},
    {"noise", "the error of a comparison, in points a game"},
    {"incumbent", "points a game of the best vector so far"},
    {"challenger", "points a game of the best new one"},
    {"replaced", "1 if the challenger is the best from here on"},
    {"lead", "by how much the best point is above the mean of all, in logits of a game's points"},
    {"scale", "how far below that mean a game counts less, to 1/e"},
    {"positions", "positions that were learned from"},
    {"repeated", "positions that were left out, as they had come before"},
    {"memory", "how many generations like this one the weights from before stand for"},
    {"point", "the scale of the labels, in units of the weights"},
    {"before", "root mean square error on held-out positions before learning"},
    {"held-out", "the same afterwards: if it is not smaller, nothing was learned"},
    {"training", "the same on the positions that were learned from"},
    {"passes", "over the positions, until the held-out error fell no more"},
    {"error", "root mean square difference between a position's value and its target"},
    {"points", "points a game against others"},
};

/* Those that the first row below the two lines of heading has. */
static void explain_columns(const char *heading, struct text *out) {
    const char *row = heading;
    for (int i = 0; i < 2 && row; i++) row = strchr(row, '\n') ? strchr(row, '\n') + 1 : NULL;
    for (size_t i = 0; row && i < COUNT_OF(columns); i++) {
        char word[32];
        snprintf(word, sizeof word, "  %s ", columns[i].name);
        const char *found = strstr(row, word);
        if (found && found < row + strcspn(row, "\n"))
            text_add(out, "    > %s: %s.\n", columns[i].name, columns[i].meaning);
    }
}

static const char *explain_line(const char *line, bool *told) {
    for (size_t i = 0; i < COUNT_OF(explanations); i++) {
        const char *begin = explanations[i].begin;
        if (told[i] || strncmp(line, begin, strlen(begin)) != 0) continue;
        told[i] = true;
        return explanations[i].meaning;
    }
    return NULL;
}

void explain_add(const char *page, struct text *out) {
    bool told[COUNT_OF(explanations)] = {false};
    while (*page) {
        size_t length = strcspn(page, "\n");
        const char *meaning = explain_line(page, told);
        text_add_bytes(out, page, length);
        text_add(out, "\n");
        if (meaning) text_add(out, "    > %s\n", meaning);
        if (meaning && strncmp(page, training, strlen(training)) == 0) explain_columns(page, out);
        page += length + (page[length] == '\n');
    }
}
