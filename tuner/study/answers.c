/*
 * Fitness and comparisons follow from the answers alone, in the order of slots, not from
 * when they were given.
 */
#include "tuner/study/answers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/store/json.h"

/* Pairs that the better one of two scores has won: enough to be no luck to random search, and what
 * a clear lead is in 20 pairs of games, by which the steps of SPSA were chosen. */
enum { SCORE_PAIRS = 5, PAIR_POINTS = 4 };

/* ---- what they come to ---- */

static int64_t answer_pairs(const struct stored_answer *answer) {
    int64_t pairs = 0;
    for (int points = 0; points <= PAIR_POINTS; points++) pairs += answer->counts[points];
    return pairs;
}

static int64_t answer_points(const struct stored_answer *answer) {
    int64_t sum = 0;
    for (int points = 1; points <= PAIR_POINTS; points++) sum += points * answer->counts[points];
    return sum;
}

/* Of the pair points about their mean. */
static double answer_variance(const struct stored_answer *answer) {
    double pairs = (double)answer_pairs(answer), mean = (double)answer_points(answer) / pairs;
    double sum = 0;
    for (int points = 0; points <= PAIR_POINTS; points++)
        sum += (double)answer->counts[points] * (points - mean) * (points - mean);
    return sum / pairs;
}

static struct comparison compare_scores(const struct answers *answers, int a, int b) {
    double first = answers->list[a].score, second = answers->list[b].score;
    int better = (first > second) - (first < second);
    if (answers->config->study.goal == STUDY_MIN) better = -better;
    int difference = better * PAIR_POINTS;
    return (struct comparison){SCORE_PAIRS, SCORE_PAIRS * difference,
                               SCORE_PAIRS * difference * difference};
}

/* Against the same opponents, apart from each other: as many pairs as both have, whose differences
 * have the mean and the variance that those of independent results have. */
static struct comparison compare_games(const struct stored_answer *a,
                                       const struct stored_answer *b) {
    int64_t of_a = answer_pairs(a), of_b = answer_pairs(b), pairs = of_a < of_b ? of_a : of_b;
    double count = (double)pairs, difference = (double)answer_points(a) / (double)of_a -
                                               (double)answer_points(b) / (double)of_b;
    double sum = nearbyint(count * difference);
    double squares =
        count * (answer_variance(a) + answer_variance(b)) + (pairs ? sum * sum / count : 0);
    return (struct comparison){pairs, (int64_t)sum, (int64_t)nearbyint(squares)};
}

/* Of a meeting, as the first player sees it. */
static void answer_compare(const struct stored_answer *answer, int sign, struct comparison *out) {
    for (int points = 0; points <= PAIR_POINTS; points++) {
        int difference = sign * (2 * points - PAIR_POINTS);
        out->pairs += answer->counts[points];
        out->sum += answer->counts[points] * difference;
        out->sum_of_squares += answer->counts[points] * difference * difference;
    }
}

static struct comparison compare_duels(const struct answers *answers, int a, int b) {
    struct comparison comparison = {0};
    for (int i = 0; i < answers->count; i++) {
        const struct stored_question *question = &answers->questions[i];
        if (question->a == a && question->b == b)
            answer_compare(&answers->list[i], 1, &comparison);
        else if (question->a == b && question->b == a)
            answer_compare(&answers->list[i], -1, &comparison);
    }
    return comparison;
}

struct comparison answers_compare(const void *context, int a, int b) {
    const struct answers *answers = context;
    switch (answers->config->study.results) {
    case STUDY_SCORE:
        return compare_scores(answers, a, b);
    case STUDY_GAMES:
        return compare_games(&answers->list[a], &answers->list[b]);
    default:
        return compare_duels(answers, a, b);
    }
}

static void fitness_add(struct fitness *fitness, int points, int64_t pairs) {
    fitness->points += points * pairs;
    fitness->pairs += pairs;
    fitness->pentanomial[points] += pairs;
}

/* Every vector against every other one. */
static void score_ranks(const struct answers *answers, struct fitness *fitness) {
    for (int a = 0; a < answers->count; a++)
        for (int b = 0; b < answers->count; b++) {
            struct comparison one = compare_scores(answers, a, b);
            if (a != b)
                fitness_add(&fitness[a], (PAIR_POINTS + (int)(one.sum / one.pairs)) / 2, one.pairs);
        }
}

void answers_score(const struct answers *answers, struct fitness *fitness) {
    memset(fitness, 0, (size_t)answers->population->count * sizeof *fitness);
    if (answers->config->study.results == STUDY_SCORE) {
        score_ranks(answers, fitness);
        return;
    }
    for (int i = 0; i < answers->count; i++)
        for (int points = 0; points <= PAIR_POINTS; points++) {
            int64_t pairs = answers->list[i].counts[points];
            fitness_add(&fitness[answers->questions[i].a], points, pairs);
            if (answers->questions[i].b >= 0)
                fitness_add(&fitness[answers->questions[i].b], PAIR_POINTS - points, pairs);
        }
}

int64_t answers_games(const struct answers *answers) {
    int64_t games = 0;
    for (int i = 0; i < answers->count; i++)
        games += answers->list[i].games ? answers->list[i].games : 1;
    return games;
}

/* ---- a line ---- */

enum { COUNT_MAX = 1000000000 };

static int answer_take_count(const char *name, const char *value, int64_t *out,
                             struct error *error) {
    if (parse_i64(value, 0, COUNT_MAX, out)) return 0;
    return error_set(error, "%s must be a whole number from 0 to %d, not \"%.40s\"", name,
                     COUNT_MAX, value);
}

/* "[0, 1, 2, 3, 4]" or "0,1,2,3,4". */
static int answer_take_pairs(const char *value, int64_t out[5], struct error *error) {
    char *copy = xstrdup(value), *rest = NULL;
    int count = 0;
    for (char *one = strtok_r(copy, "[], ", &rest); one; one = strtok_r(NULL, "[], ", &rest))
        if (count >= 5 || !parse_i64(one, 0, COUNT_MAX, &out[count++])) count = 6;
    free(copy);
    if (count == 5) return 0;
    return error_set(error,
                     "pairs must be five counts, of pairs with 0, 1/2, 1, 3/2 and 2 points: "
                     "0,1,2,3,4; not \"%.80s\"",
                     value);
}

/* Each name once: of two values neither is better than the other. */
static int answer_note(struct answer_line *out, const char *name, struct error *error) {
    static const char *const names[] = {"id", "score", "pairs", "won", "drawn", "lost"};
    for (unsigned i = 0; i < COUNT_OF(names); i++) {
        if (strcmp(name, names[i]) != 0) continue;
        if (out->said >> i & 1) return error_set(error, "has %s twice", name);
        out->said |= 1u << i;
        return 0;
    }
    return error_set(error, "has \"%.40s\"; there are id, score, or won, drawn and lost, or pairs",
                     name);
}

static int answer_take(struct answer_line *out, const char *name, const char *value,
                       struct error *error) {
    static const char *const games[] = {"won", "drawn", "lost"};
    if (answer_note(out, name, error)) return -1;
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        if (strcmp(name, games[i]) != 0) continue;
        out->has_games = true;
        return answer_take_count(name, value, &out->games[i], error);
    }
    if (strcmp(name, "id") == 0) {
        if (parse_i64(value, 1, INT64_C(1) << 52, &out->id)) return 0;
        return error_set(error, "id must be one that `ask` gave, not \"%.40s\"", value);
    }
    if (strcmp(name, "pairs") == 0) {
        out->has_pairs = true;
        return answer_take_pairs(value, out->pairs, error);
    }
    out->has_score = true;
    if (parse_double(value, -1e300, 1e300, &out->score)) return 0;
    return error_set(error, "score must be a number from -1e300 to 1e300, not \"%.40s\"", value);
}

static int answer_read_json(const char *line, struct answer_line *out, struct error *error) {
    struct json_member *members;
    int count = json_members(line, "$", &members, error), status = count < 0 ? -1 : 0;
    for (int i = 0; status == 0 && i < count; i++)
        status = answer_take(out, members[i].name, members[i].value, error);
    json_free(members, max_int(count, 0));
    return status;
}

static int answer_read_words(const char *line, struct answer_line *out, struct error *error) {
    char *copy = xstrdup(line), *rest = NULL, *word = strtok_r(copy, " \t", &rest);
    int status = answer_take(out, "id", word ? word : "", error);
    while (status == 0 && (word = strtok_r(NULL, " \t", &rest))) {
        char *equals = strchr(word, '=');
        if (equals) *equals = '\0';
        status = equals ? answer_take(out, word, equals + 1, error)
                        : error_set(error,
                                    "\"%.40s\" says nothing; an answer is as: 17 score=0.25, or 17 "
                                    "won=5 drawn=1 lost=4",
                                    word);
    }
    free(copy);
    return status;
}

int answer_read(const char *line, struct answer_line *out, struct error *error) {
    *out = (struct answer_line){0};
    line += strspn(line, " \t");
    if (*line == '{' ? answer_read_json(line, out, error) : answer_read_words(line, out, error))
        return -1;
    if (out->id == 0) return error_set(error, "has no id; `ask` gave one with the vector");
    if (out->has_score + out->has_games + out->has_pairs == 1) return 0;
    return error_set(error, "must have one of score, games (won, drawn, lost) and pairs");
}

int answer_row(const struct answer_line *line, enum study_results results,
               struct stored_answer *out, struct error *error) {
    *out = (struct stored_answer){.question = line->id, .score = NAN};
    if (line->has_score != (results == STUDY_SCORE))
        return error_set(error,
                         results == STUDY_SCORE
                             ? "must have a score: %lld score=0.25"
                             : "must have games or pairs: %lld won=5 drawn=1 lost=4",
                         (long long)line->id);
    if (line->has_score) out->score = line->score;
    if (line->has_pairs) memcpy(out->counts, line->pairs, sizeof out->counts);
    for (int i = 0; i < 3; i++)
        if (line->has_games) out->counts[PAIR_POINTS - 2 * i] = line->games[i];
    out->games = (line->has_pairs ? 2 : 1) * answer_pairs(out);
    if (line->has_score || out->games > 0) return 0;
    return error_set(error, "must have at least one game");
}
