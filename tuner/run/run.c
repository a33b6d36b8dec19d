/*
 * The frame of a run: open, begin, generation after generation, verify. Each part leaves the
 * database so that the next call goes on from there.
 */
#include "tuner/run/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/clock.h"
#include "engine/base/heartbeat.h"
#include "engine/base/options.h"
#include "engine/base/own_file.h"
#include "engine/base/shown.h"
#include "tuner/config/length.h"
#include "tuner/external/tuned.h"
#include "tuner/play/ranks.h"
#include "tuner/run/curve.h"
#include "tuner/run/deadline.h"
#include "tuner/run/session.h"
#include "tuner/run/verify.h"

static bool run_is_trained(const struct run *run) {
    return run->ended_by != ENDING_LENGTH || length_reached(run->config, run->done, run->games);
}

/* The pairs of the milestone that is due after the last generation; 0: none is. */
static int run_milestone_due(const struct run *run) {
    return growth_due(run->config, &run->growth, run->done, run->games);
}

/* What comes after training, as far as it has not been played. */
static void run_expect_stages(struct run *run) {
    const struct config *config = run->config;
    const struct plan plan =
        plan_ending(config, run_is_trained(run) ? run->done : config->optimizer.generations);
    for (enum stage stage = STAGE_SELECT; stage <= STAGE_MILESTONE; stage++)
        if (!store_stage_is_played(run->store, run->id, stage))
            progress_line_expect(&run->progress_line, stage, plan_games(&plan, stage),
                                 plan.stages[stage].pairs);
}

static void run_end_training(struct run *run, enum run_ending ending) {
    run->ended_by = ending;
    run_expect_stages(run);
    store_begin(run->store);
    store_end_training(run->store, run->id, ending);
    store_commit(run->store);
}

/* What follows if training ends with the next generation. */
static double run_seconds_afterwards(const struct run *run) {
    return progress_line_seconds_afterwards(&run->progress_line,
                                            plan_milestone_games(run->config, run->done + 1));
}

/* Of the milestone that is due at the next generation's end, if one is. */
static double run_milestone_seconds(const struct run *run) {
    const struct growth_point here = {run->done, run->games};
    int64_t games = growth_games_next(run->config, &run->growth, here);
    if (games == 0) return 0;
    return progress_line_seconds_of_milestone(&run->progress_line, games) + run->reading_seconds;
}

/* Whether the training has to end, by the known costs of the stages. */
static bool run_seems_late(const struct run *run) {
    const struct deadline_view view = {.left = run->wish.deadline - clock_seconds(),
                                       .generation = run->pace.slowest,
                                       .milestone = run_milestone_seconds(run),
                                       .afterwards = run_seconds_afterwards(run),
                                       .report = run->reading_seconds};
    return deadline_ends(&view);
}

/* For each sample: a hundredth of the time left, and two seconds at most. */
static double run_sample_seconds(const struct run *run) {
    double left = run->wish.deadline - clock_seconds();
    return fmax(0.02, fmin(2, left / 100));
}

static void run_measure_costs(struct run *run) {
    struct costs costs = costs_measure(run, run_sample_seconds(run));
    progress_line_set_costs(&run->progress_line, &costs);
    run->costs_known = clock_seconds();
}

/* What the shortest run takes, in seconds; no generation if one is there. */
struct run_times {
    double generation, afterwards;
};

/* At least one generation is played, if there is none. */
static void run_say_too_short(struct run *run, double left, const struct run_times *times,
                              bool certain) {
    char time[32], training[32], rest[32];
    duration_format_about(fmax(left, 0), time);
    duration_format_about(fmax(times->generation, 1), training);
    duration_format_about(fmax(times->afterwards, 1), rest);
    progress_line_clear(&run->progress_line);
    shown_warn("%s: %s, all that --for and --until leave, %s too short: ", run->config->name, time,
               certain ? "is" : "may be");
    if (times->generation > 0) shown_warn("the first generation takes about %s, and ", training);
    shown_warn("choosing and measuring the champion about %s; if so, training ends %s. Fewer of "
               "verify.selection_pairs, verify.pairs and verify.depth_pairs take less\n",
               rest, times->generation > 0 ? "with that generation" : "at once");
}

/* The games and, in a run that learns from their positions, the learning: how long that takes is
 * not known before the first one, and it is taken for as long as the games. */
static double run_first_generation_seconds(const struct run *run) {
    const struct plan plan = plan_run(run->config);
    double games = (double)plan_games(&plan, STAGE_TRAIN) * run->progress_line.eta.game;
    return run->config->optimizer.kind->learns ? 2 * games : games;
}

/* By a sample of `seconds`; the pace of earlier generations is better. */
static struct run_times run_times_by(struct run *run, bool paced, double seconds) {
    struct costs costs = costs_measure(run, seconds);
    progress_line_set_costs(&run->progress_line, &costs);
    if (!paced) run->progress_line.eta.game = costs_of_game(run, seconds);
    return (struct run_times){.generation = run->done ? 0 : run_first_generation_seconds(run),
                              .afterwards = run_seconds_afterwards(run)};
}

static enum deadline_room run_room(const struct run *run, const struct run_times *times) {
    if (interrupt_pending()) return DEADLINE_ENOUGH;
    return deadline_room(run->wish.deadline - clock_seconds(),
                         times->generation + times->afterwards);
}

/* At the start, by what the players that there are take. On a busy machine a short sample may say
 * many times too much: what it says is only believed if a longer one says so too. */
static void run_foresee(struct run *run) {
    if (run->wish.deadline == 0 || run_is_trained(run)) return;
    bool paced = run->progress_line.eta.game > 0;
    double left = run->wish.deadline - clock_seconds(), seconds = run_sample_seconds(run);
    struct run_times times = run_times_by(run, paced, seconds);
    if (run_room(run, &times) != DEADLINE_ENOUGH) times = run_times_by(run, paced, 5 * seconds);
    enum deadline_room room = run_room(run, &times);
    if (room != DEADLINE_ENOUGH) run_say_too_short(run, left, &times, room == DEADLINE_TOO_SHORT);
}

static bool run_is_young(const struct run *run) {
    double now = clock_seconds();
    return now - run->begun < (run->wish.deadline - run->begun) / 10;
}

/* Whether the stages' costs were measured so long ago that they may have changed. */
static bool run_costs_are_old(const struct run *run) {
    double now = clock_seconds(), age = now - run->costs_known;
    return run->costs_known == 0 || age > (run->wish.deadline - now) / 10;
}

/* The first generation is played in any case, since there is no champion without it, and so are a
 * milestone that is due, and a tenth of the time: untrained players play the longest games, and a
 * sample of these would end the training at once. The costs are measured again before training
 * ends. */
static bool run_is_late(struct run *run) {
    if (run->wish.deadline == 0 || run->done == 0 || run_milestone_due(run)) return false;
    if (run->pace.games == 0) run_watch(run); /* not read yet, or the first is still pending */
    if (run_is_young(run)) return false;
    if (run->costs_known == 0) run_measure_costs(run);
    if (!run_seems_late(run)) return false;
    if (run_costs_are_old(run)) run_measure_costs(run);
    return run_seems_late(run);
}

static int run_generation_next(struct run *run, const struct run_method *method,
                               struct error *error) {
    int64_t games = run->games;
    progress_line_begin_generation(&run->progress_line);
    int status = method->generation(run, error);
    if (status) return status;
    const struct progress_numbers now = run_numbers(run, 0, 0);
    progress_line_end_generation(&run->progress_line, &now, run->games - games);
    if (!store_owes(run->store)) run_watch(run);
    return 0;
}

/* What the last milestone showed, read again; all generations are judged by it, as in a report. */
static void run_read_strength(struct run *run) {
    struct curve curve = curve_of_run(run->store, run->id);
    if (curve.count > 0) run->progress_line.milestone = *curve_last(&curve);
    run->health = health_of_run(run->store, run->id, &curve);
    curve_free(&curve);
}

static int run_measure_strength(struct run *run, int pairs, struct error *error) {
    int status = run_milestone(run, pairs, error);
    double begun = clock_seconds();
    if (status == 0) run_read_strength(run);
    run->reading_seconds = clock_seconds() - begun;
    return status;
}

/* Decided after each milestone, from its rows, so that a continued run comes to the same result. */
static bool run_is_out_of_patience(const struct run *run) {
    int patience = run->config->optimizer.patience;
    if (patience == 0 || run->growth.milestones < patience || run->growth.generation != run->done ||
        run_is_trained(run))
        return false;
    struct curve curve = curve_of_run(run->store, run->id);
    int flat = curve.flat;
    curve_free(&curve);
    return flat >= patience;
}

static bool run_is_over(const struct run *run) {
    return run_is_trained(run) && !run_milestone_due(run);
}

/* 0; 1 if Ctrl-C came before it was done; -1 and why. */
static int run_next(struct run *run, const struct run_method *method, struct error *error) {
    int pairs = run_milestone_due(run);
    return pairs ? run_measure_strength(run, pairs, error)
                 : run_generation_next(run, method, error);
}

static void run_note_dropped(struct run *run) {
    int64_t games = ranks_dropped() - run->dropped;
    if (games == 0) return;
    run->dropped += games;
    store_begin(run->store);
    store_add_dropped(run->store, run->id, games);
    store_commit(run->store);
}

static void run_note_deadline(const struct run *run) {
    if (run->wish.deadline == 0 || !run_is_trained(run)) return;
    shown_warn(
        "%s: its training is over, so that --for and --until have nothing to end; `%s tune %s "
        "--generations N` makes it longer\n",
        run->config->name, program_base(), run->config->output);
}

/* Seconds a game, of a run that is gone on with: by its last generations. */
static double run_game_seconds(const struct run *run) {
    if (run->done == 0) return 0;
    struct stored_pace pace = store_pace(run->store, run->id);
    return pace.games > 0 ? pace.seconds / (double)pace.games : 0;
}

static void run_open_log(const struct run *run) {
    const struct progress_numbers now = run_numbers(run, 0, 0);
    struct text length = {0};
    progress_line_add_length(&now, &length);
    shown_warn("%s: %s, in %s, process %ld\n", run->config->name, text_get(&length),
               run->config->output, (long)getpid());
    text_free(&length);
}

/* Of a run whose finished generations and milestones are known. */
static void run_open_line(struct run *run) {
    struct progress_line *line = &run->progress_line;
    progress_line_open(line, run->config->name, run->wish.deadline, run_game_seconds(run));
    run_expect_stages(run);
    run_read_strength(run);
    if (run->wish.announced && !line->bar.terminal && !run->finished) run_open_log(run);
}

static enum run_end run_generations(struct run *run, const struct run_method *method,
                                    struct error *error) {
    int status = 0;
    run->growth = growth_of_run(run->store, run->id);
    run_note_deadline(run);
    run_open_line(run);
    run->begun = clock_seconds();
    run_foresee(run);
    if (run->wish.finish && !run_is_trained(run)) run_end_training(run, ENDING_FINISH);
    while (status == 0 && !run_is_over(run) && !interrupt_pending())
        if (run_is_out_of_patience(run))
            run_end_training(run, ENDING_PATIENCE);
        else if (!run_is_trained(run) && run_is_late(run))
            run_end_training(run, ENDING_TIME);
        else {
            status = run_next(run, method, error);
            run_note_dropped(run);
        }
    run_watch(run);
    if (status < 0) return RUN_REFUSED;
    return run_is_over(run) ? RUN_FINISHED : RUN_INTERRUPTED;
}

static enum run_end run_verification(struct run *run, struct error *error) {
    int status = verify_run(run, error);
    run_note_dropped(run);
    return status < 0 ? RUN_REFUSED : status > 0 ? RUN_INTERRUPTED : RUN_FINISHED;
}

static void run_say_kept(const struct run *run) {
    int64_t games = journal_known(run->journal);
    if (games > 0)
        shown_warn("%s: %lld games%s of the stage that it ended in are kept, not played again\n",
                   run->config->name, (long long)games,
                   run->config->openings.balance > 0 ? " and judged openings" : "");
}

/* The journal's identity: the run, beside what the games' keys say of each. */
static struct journal *run_open_journal(const struct run *run, const char *path) {
    struct stored_run *rows;
    struct text identity = {0};
    int count = store_runs(run->store, &rows);
    text_add(&identity, "hone %s revision %d run %" PRId64 " of %s", HONE_VERSION, RUN_REVISION,
             run->id, rows[0].started);
    store_free_runs(rows, count);
    struct journal *journal = journal_open(path, text_get(&identity), JOURNAL_SECONDS);
    text_free(&identity);
    return journal;
}

static void run_settle(void *context) {
    const struct run *run = context;
    store_settle(run->store);
}

static enum run_end run_in_store(struct run *run, const struct run_method *method, const char *path,
                                 struct error *error) {
    const struct config *config = run->config;
    struct optimizer_setup setup = length_optimizer_setup(config);
    run->optimizer = config->optimizer.kind->create(&setup);
    run->pool = pool_open(config->threads, (size_t)config->player.tt_kib * 1024);
    run->yardsticks = roster_new(&config->player.manners);
    pool_beside(run->pool, run_settle, run);
    enum run_end end = RUN_REFUSED;
    if (run_begin(run, method, error) == 0) {
        run->journal = run_open_journal(run, path);
        run_say_kept(run);
        end = run_generations(run, method, error);
    }
    if (method->end) method->end(run);
    if (end == RUN_FINISHED) end = run_verification(run, error);
    if (end == RUN_INTERRUPTED && (tuned_has_failed(config->evaluator, error) ||
                                   tuned_has_failed(config->verify.also_evaluator, error)))
        end = RUN_REFUSED;
    progress_line_clear(&run->progress_line);
    if (end == RUN_FINISHED) journal_empty(run->journal);
    journal_close(run->journal);
    pool_close(run->pool);
    roster_destroy(&run->hall);
    roster_destroy(&run->yardsticks);
    config->optimizer.kind->destroy(run->optimizer);
    return end;
}

/* Checks where files will be written, so that hours of work do not fail at a link or a pipe. */
static int run_check_place(const char *directory, const char *database, struct error *error) {
    static const char *const names[] = {"champion.weights", "champion.weights.hone.tmp",
                                        "champion.txt", "champion.txt.hone.tmp"};
    static const char *const endings[] = {"-games", "-now", "-now.new"};
    struct text path = {0};
    int status = 0;
    for (size_t i = 0; status == 0 && i < COUNT_OF(names) + COUNT_OF(endings); i++) {
        bool beside = i >= COUNT_OF(names);
        text_free(&path);
        text_add(&path, beside ? "%s%s" : "%s/%s", beside ? database : directory,
                 beside ? endings[i - COUNT_OF(names)] : names[i]);
        status = own_file_check(text_get(&path), error);
    }
    text_free(&path);
    return status;
}

void run_heartbeat_path(const char *database, char *out, size_t size) {
    snprintf(out, size, "%s-now", database);
}

/* Whether nothing was begun in a database that was not there before. */
static bool run_is_in_vain(const struct run *run) {
    struct stored_run *rows;
    if (run->was_there) return false;
    int count = store_runs(run->store, &rows);
    store_free_runs(rows, count);
    return count == 0;
}

/* What was refused before it began leaves nothing behind; a directory that was made for it is
 * empty then. */
static void run_close(struct run *run, enum run_end end, bool made) {
    if (end == RUN_FINISHED && run->wish.keep) {
        *run->wish.keep = run->store;
    } else if (end == RUN_REFUSED && run_is_in_vain(run)) {
        store_discard(run->store);
        if (made) rmdir(run->config->output);
    } else {
        store_close(run->store);
    }
}

enum run_end run_by(const struct config *config, const struct run_method *method,
                    const struct run_wish *wish, struct error *error) {
    char path[600], beside[620];
    struct opening_source source = session_source(config);
    store_run_path(config->output, path, sizeof path);
    struct plan plan = method->plan ? method->plan(config) : plan_run(config);
    struct stat file;
    bool made = stat(config->output, &file) != 0;
    struct run run = {.config = config, .was_there = stat(path, &file) == 0 && file.st_size > 0};
    if (wish) run.wish = *wish;
    if (openings_check(&source, error) == 0 && plan_check(&plan, memory_physical(), error) == 0 &&
        (!method->read || method->read(&run, error) == 0) &&
        directory_make(config->output, error) == 0 &&
        run_check_place(config->output, path, error) == 0)
        run.store = store_open(path, STORE_WRITE, error);
    if (!run.store) {
        if (method->end) method->end(&run);
        return interrupt_pending() ? RUN_INTERRUPTED : RUN_REFUSED;
    }
    run_heartbeat_path(path, beside, sizeof beside);
    heartbeat_start(beside);
    enum run_end end = run_in_store(&run, method, path, error);
    heartbeat_stop();
    run_close(&run, end, made);
    return end;
}

enum run_end run_tune(const struct config *config, const struct run_wish *wish,
                      struct error *error) {
    static const struct run_method method = {.generation = run_generation};
    return run_by(config, &method, wish, error);
}
