/*
 * doctor: `hone doctor`, whether a database is what hone wrote, and whether its results can be
 * repeated: the file's structure, rows that belong together, checksums, then a sample of meetings
 * played again. Whatever is mended has a proof: a checksum that fits again, or games with the same
 * results; nothing is guessed.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/options.h"
#include "engine/base/own_file.h"
#include "engine/base/progress.h"
#include "engine/base/rng.h"
#include "engine/base/shown.h"
#include "engine/plugin/library.h"
#include "tuner/cli/commands.h"
#include "tuner/report/facts.h"
#include "tuner/report/listing.h"
#include "tuner/report/run_argument.h"
#include "tuner/run/replay.h"
#include "tuner/store/examine.h"
#include "tuner/store/journal.h"

enum { PAIRS_USUAL = 1000 };

static const struct command_usage usage = {
    .synopsis = "doctor [OPTION]... RUN|FILE.db",
    .doc =
        "Examines a database: whether its schema has anything foreign, the file's structure, rows\n"
        "that belong together, and the checksum and values of every row. Then it plays some "
        "meetings\n"
        "again, drawn at random, and compares them with their rows. RUN is the run's directory or\n"
        "database; the run may be going on meanwhile.\n"
        "\n"
        "--repair writes a copy beside the database, then mends what can be proved: a row that "
        "one\n"
        "flipped bit explains, a meeting that comes out the same when it is played again, indices. "
        "If\n"
        "all rows are as they were written and a meeting still comes out differently, the machine "
        "or\n"
        "the program that played it was faulty. Everything from there on is dropped; `hone tune "
        "RUN`\n"
        "plays it again, and the report says so.\n"
        "\n"
        "Exit status: 0 if all is well (with --repair: now), 1 if not, 2 if FILE is no database.\n",
    .operands_min = 1,
    .operands_max = 1,
};

/* What of a run stands before the first meeting that did not come again. */
struct doctor_rewind {
    int64_t run;
    int generations, milestones; /* as of store_rewind_run */
    char why[256];
};

struct doctor {
    char path[RUN_ARGUMENT_PATH];
    bool repair, all;
    int64_t pairs, seed; /* of the sample */
    struct store *store;
    struct damages found;
    int64_t meetings, replayed, replayed_pairs;
    struct text unplayed; /* runs that cannot be played without a plug-in, a line each */
    int rewind_count;
    struct doctor_rewind *rewinds; /* owned */
};

/* ---- playing again ---- */

/* A run of the database, ready to be played. */
struct doctor_run {
    struct doctor *doctor;
    struct run_argument argument; /* its store and runs are others' */
    struct config config;
    struct pool *pool;
};

static int doctor_run_open(struct doctor *doctor, struct stored_run *run, struct doctor_run *out,
                           struct error *error) {
    *out = (struct doctor_run){doctor, .argument = {.store = doctor->store, .run = run}};
    if (run_argument_config(&out->argument, &out->config, error)) return -1;
    out->pool = pool_open(out->config.threads, (size_t)out->config.player.tt_kib * 1024);
    return 0;
}

static void doctor_run_close(struct doctor_run *run) {
    if (run->pool) pool_close(run->pool);
    config_free(&run->config);
}

static void doctor_describe_games(const char *when, const struct tally *tally, struct text *out) {
    text_add(out, ", moving %s +%lld =%lld -%lld", when, (long long)tally->won,
             (long long)tally->drawn, (long long)tally->lost);
}

static void doctor_describe(const struct stored_meeting *row, struct text *out) {
    const int64_t *n = row->counts.n;
    text_add(out, "[%lld, %lld, %lld, %lld, %lld]", (long long)n[0], (long long)n[1],
             (long long)n[2], (long long)n[3], (long long)n[4]);
    doctor_describe_games("first", &row->first, out);
    doctor_describe_games("second", &row->second, out);
}

/* Of a stage after training everything of training stands. */
static struct doctor_rewind doctor_rewind_before(const struct doctor_run *run,
                                                 const struct stored_meeting *row) {
    const struct stored_run *of = run->argument.run;
    bool training = row->stage == STAGE_TRAIN, progress = row->stage == STAGE_PROGRESS;
    struct doctor_rewind rewind = {row->run, of->generations, of->generations, ""};
    if (training || progress) {
        rewind.milestones = row->generation - 1;
        rewind.generations = row->generation - training;
    }
    snprintf(
        rewind.why, sizeof rewind.why,
        "hone doctor has dropped %s: meeting %lld there, from %.30s on %.60s, did not come again",
        training ? "a generation and what followed" : "a measurement and what followed",
        (long long)row->id, of->program, of->machine);
    return rewind;
}

/* The earliest point of a run counts. */
static void doctor_note_rewind(struct doctor *doctor, const struct doctor_rewind *rewind) {
    for (int i = 0; i < doctor->rewind_count; i++) {
        struct doctor_rewind *other = &doctor->rewinds[i];
        if (other->run != rewind->run) continue;
        if (rewind->generations < other->generations ||
            (rewind->generations == other->generations && rewind->milestones < other->milestones))
            *other = *rewind;
        return;
    }
    size_t size = (size_t)(doctor->rewind_count + 1) * sizeof *doctor->rewinds;
    doctor->rewinds = xrealloc(doctor->rewinds, size);
    doctor->rewinds[doctor->rewind_count++] = *rewind;
}

static void doctor_note_mismatch(struct doctor_run *run, const struct replay *replay) {
    struct text where = {0}, what = {0};
    const struct stored_meeting again = replay_row(replay);
    const struct stored_run *row = run->argument.run;
    text_add(&where, "table meetings: meeting %lld (%s), generation %d of run %lld",
             (long long)again.id, stage_table[again.stage].name, again.generation,
             (long long)again.run);
    text_add(&what, "says ");
    doctor_describe(&replay->row, &what);
    text_add(&what, "; played again it comes to ");
    doctor_describe(&again, &what);
    text_add(&what, ": %s on %s was not sound, or another program", row->program, row->machine);
    damages_add(&run->doctor->found, "replay", text_get(&where), text_get(&what));
    struct doctor_rewind rewind = doctor_rewind_before(run, &again);
    doctor_note_rewind(run->doctor, &rewind);
    text_free(&where);
    text_free(&what);
}

/* 0 if it was played to its end. */
static int doctor_play(struct doctor_run *run, int64_t meeting, struct replay *replay,
                       struct error *error) {
    if (replay_open(run->doctor->store, run->argument.run, &run->config, run->pool, meeting, replay,
                    error))
        return -1;
    return session_play(&replay->session, replay->session.pairs);
}

static void doctor_replay(struct doctor_run *run, int64_t meeting) {
    struct doctor *doctor = run->doctor;
    struct replay replay;
    struct error error = {""};
    char where[64];
    int status = doctor_play(run, meeting, &replay, &error);
    snprintf(where, sizeof where, "table meetings: meeting %lld", (long long)meeting);
    if (status == 0) {
        doctor->replayed++;
        doctor->replayed_pairs += replay.row.pairs;
        if (!replay_agrees(&replay)) doctor_note_mismatch(run, &replay);
    } else if (!interrupt_pending())
        damages_add(&doctor->found, "replay", where, error.text);
    replay_close(&replay);
}

/* Meetings in random order, until that many pairs were played. */
static void doctor_replay_sample(struct doctor_run *run, int64_t *ids, int count) {
    struct doctor *doctor = run->doctor;
    struct rng rng = rng_keyed((uint64_t)doctor->seed, (uint64_t)run->argument.run->id, 0, 0);
    int64_t before = doctor->replayed_pairs;
    struct progress progress;
    progress_start(&progress, "playing again", doctor->all ? count : doctor->pairs);
    for (int i = 0; i < count && !interrupt_pending(); i++) {
        int64_t played = doctor->replayed_pairs - before;
        if (!doctor->all && played >= doctor->pairs) break;
        int other = i + (int)rng_below(&rng, (uint32_t)(count - i));
        int64_t id = ids[other];
        ids[other] = ids[i];
        progress_update(&progress, doctor->all ? i : played, "");
        doctor_replay(run, id);
    }
    progress_end(&progress);
}

static void doctor_replay_run(struct doctor *doctor, struct stored_run *row) {
    struct doctor_run run;
    struct error error = {""};
    int64_t *ids;
    int count = store_meeting_ids(doctor->store, row->id, &ids);
    doctor->meetings += count;
    bool open = doctor_run_open(doctor, row, &run, &error) == 0;
    if (!open && run.config.missing_plugin)
        text_add(&doctor->unplayed,
                 "%s was not played again: its plug-in is not loaded; --plugin %s\n", row->name,
                 run.config.missing_plugin);
    else if (!open)
        damages_add(&doctor->found, "replay", row->name, error.text);
    else
        doctor_replay_sample(&run, ids, count);
    doctor_run_close(&run);
    free(ids);
}

/* If anything else is wrong nothing is played: a damaged row would be blamed on the machine that
 * played it. */
static void doctor_replay_all(struct doctor *doctor) {
    struct stored_run *runs;
    struct error error = {""};
    if (doctor->found.count > 0) return;
    store_soften(doctor->store, &error);
    int count = store_runs(doctor->store, &runs);
    for (int i = 0; i < count && !interrupt_pending(); i++) doctor_replay_run(doctor, &runs[i]);
    store_free_runs(runs, count);
    if (store_harden(doctor->store)) damages_add(&doctor->found, "structure", "", error.text);
}

static void doctor_examine(struct doctor *doctor) {
    damages_free(&doctor->found);
    text_free(&doctor->unplayed);
    doctor->meetings = doctor->replayed = doctor->replayed_pairs = 0;
    store_examine(doctor->store, &doctor->found);
    doctor_replay_all(doctor);
}

/* ---- putting right ---- */

/* Meetings with rows that are damaged in more than a bit may be restored by playing them again. */
static void doctor_mend_meetings(struct doctor *doctor, struct stored_run *row) {
    struct doctor_run run;
    struct error error = {""};
    int64_t *ids;
    int count = store_unfit_meetings(doctor->store, row->id, &ids);
    int status = doctor_run_open(doctor, row, &run, &error);
    for (int i = 0; status == 0 && i < count; i++) {
        struct replay replay;
        if (doctor_play(&run, ids[i], &replay, &error) == 0) {
            struct stored_meeting again = replay_row(&replay);
            store_mend_meeting(doctor->store, &again);
        }
        replay_close(&replay);
    }
    doctor_run_close(&run);
    free(ids);
}

static int doctor_mend(struct doctor *doctor, struct error *error) {
    struct stored_run *runs;
    if (store_mend(doctor->store, error)) return -1;
    store_soften(doctor->store, error);
    store_begin(doctor->store);
    int count = store_runs(doctor->store, &runs);
    for (int i = 0; i < count; i++) doctor_mend_meetings(doctor, &runs[i]);
    store_free_runs(runs, count);
    store_commit(doctor->store);
    return store_harden(doctor->store);
}

static int doctor_rewind_runs(struct doctor *doctor, struct error *error) {
    store_soften(doctor->store, error);
    store_begin(doctor->store);
    for (int i = 0; i < doctor->rewind_count; i++) {
        const struct doctor_rewind *rewind = &doctor->rewinds[i];
        store_rewind_run(doctor->store, rewind->run, rewind->generations, rewind->milestones,
                         rewind->why);
    }
    store_commit(doctor->store);
    if (store_harden(doctor->store)) return -1;
    journal_discard(doctor->path);
    return 0;
}

static int doctor_open(struct doctor *doctor, enum store_mode mode, struct error *error) {
    store_close(doctor->store);
    doctor->store = store_open(doctor->path, mode, error);
    return doctor->store ? 0 : -1;
}

/* As a reader finds it: a store opened for repair does not check constraints. */
static int doctor_look_again(struct doctor *doctor, struct error *error) {
    doctor->rewind_count = 0;
    if (doctor_open(doctor, STORE_EXAMINE, error)) return -1;
    doctor_examine(doctor);
    return 0;
}

/* One meeting with another result proves an unsound machine, or another program: all are played,
 * and everything from the first such one on is dropped; the run continues from there. */
static int doctor_drop(struct doctor *doctor, struct error *error) {
    doctor->all = true;
    if (doctor_look_again(doctor, error)) return -1;
    if (interrupt_pending()) {
        doctor->rewind_count = 0; /* nothing is dropped */
        return 0;
    }
    if (doctor_open(doctor, STORE_REPAIR, error) || doctor_rewind_runs(doctor, error) ||
        doctor_open(doctor, STORE_EXAMINE, error))
        return -1;
    doctor_examine(doctor);
    return 0;
}

/* What is found afterwards is what is left. */
static int doctor_repair(struct doctor *doctor, struct error *error) {
    if (doctor_open(doctor, STORE_REPAIR, error) || doctor_mend(doctor, error) ||
        doctor_look_again(doctor, error))
        return -1;
    return doctor->rewind_count > 0 ? doctor_drop(doctor, error) : 0;
}

/* ---- saying it ---- */

static void doctor_print_damages(const struct damages *damages) {
    for (int i = 0; i < damages->count; i++) {
        const struct damage *damage = &damages->list[i];
        shown_print("  %s: %s%s%s\n", damage->kind, damage->where, *damage->where ? ": " : "",
                    damage->what);
    }
}

static void doctor_print_replayed(const struct doctor *doctor) {
    if (doctor->meetings > 0)
        shown_print("played again: %lld of %lld meetings, %lld pairs\n",
                    (long long)doctor->replayed, (long long)doctor->meetings,
                    (long long)doctor->replayed_pairs);
    shown_print("%s", text_get(&doctor->unplayed));
}

static void doctor_print_found(const struct doctor *doctor) {
    int count = doctor->found.count;
    shown_print("%s: ", doctor->path);
    if (count == 0)
        shown_print("healthy\n");
    else
        shown_print("%d thing%s wrong\n", count, plural(count));
    doctor_print_damages(&doctor->found);
    doctor_print_replayed(doctor);
}

static void doctor_print_left(const struct doctor *doctor, const struct damages *before) {
    int left = doctor->found.count;
    for (int i = 0; i < doctor->rewind_count; i++)
        shown_print("run %lld: %s; `%s tune` plays it again\n", (long long)doctor->rewinds[i].run,
                    doctor->rewinds[i].why, program_base());
    if (left == 0)
        shown_print("put right: all %d\n", before->count);
    else
        shown_print(
            "left, of what was wrong: %d; a copy is to be restored, or the run begun anew\n", left);
    doctor_print_damages(&doctor->found);
    doctor_print_replayed(doctor);
}

static void doctor_list(const struct doctor *doctor, const struct damage *damage,
                        struct listing *listing) {
    listing_row(listing);
    listing_text(listing, "database", doctor->path);
    listing_text(listing, "kind", damage->kind);
    listing_text(listing, "where", damage->where);
    listing_text(listing, "what", damage->what);
    listing_whole(listing, "mended", !damages_include(&doctor->found, damage));
}

static void doctor_print_listing(const struct doctor *doctor, const struct damages *before,
                                 enum listing_format format) {
    struct listing listing = listing_new(format);
    for (int i = 0; i < before->count; i++) doctor_list(doctor, &before->list[i], &listing);
    if (before->count == 0) {
        doctor_list(doctor, &(struct damage){.kind = ""}, &listing);
        listing_no_row(&listing);
    }
    listing_print(&listing);
}

/* ---- the command ---- */

/* After a copy, which is named at once: it is there whatever becomes of the rest. */
static int doctor_treat_damages(struct doctor *doctor, const struct damages *before, bool text,
                                struct error *error) {
    char copy[RUN_ARGUMENT_PATH + 32];
    if (store_back_up(doctor->path, copy, sizeof copy, error)) return -1;
    if (text) shown_print("as it was before: %s\n", copy);
    if (doctor_repair(doctor, error)) return -1;
    if (text) doctor_print_left(doctor, before);
    return 0;
}

/* The exit status; what was found at first is `before`. */
static int doctor_treat(struct doctor *doctor, enum listing_format format, struct error *error) {
    bool text = format == LISTING_TEXT;
    doctor_examine(doctor);
    if (text) doctor_print_found(doctor);
    bool repair = doctor->repair && doctor->found.count > 0 && !interrupt_pending();
    struct damages before = doctor->found;
    if (repair) doctor->found = (struct damages){0};
    int status = repair ? doctor_treat_damages(doctor, &before, text, error) : 0;
    if (status == 0 && !text) doctor_print_listing(doctor, &before, format);
    if (repair) damages_free(&before);
    if (status) return -1;
    return interrupt_pending() ? interrupt_status() : doctor->found.count > 0;
}

/* 1 where a database is there, so that it is what is wrong; 2 otherwise. */
static int doctor_fail(const struct doctor *doctor, const struct error *error) {
    static const char begins[] = "SQLite format 3";
    char there[sizeof begins] = "";
    int file = own_file_open(doctor->path, O_RDONLY, NULL);
    bool database = file >= 0 && read(file, there, sizeof there) == sizeof there &&
                    memcmp(there, begins, sizeof begins) == 0;
    if (file >= 0) close(file);
    command_fail(&usage, "%s", error->text);
    return database ? 1 : 2;
}

int command_doctor(int argc, char **argv) {
    enum listing_format format = LISTING_TEXT;
    struct doctor doctor = {.pairs = PAIRS_USUAL, .seed = 1};
    const struct option_spec options[] = {
        {.name = "repair", .doc = "mend what can be proved", .value = &doctor.repair},
        {.name = "all", .doc = "play all meetings again", .value = &doctor.all},
        {.name = "pairs",
         .argument = "N",
         .doc = "play meetings of N pairs again, of each run; 0: none",
         .kind = OPTION_INT64,
         .value = &doctor.pairs,
         .upper = 1e12},
        {.name = "seed",
         .argument = "N",
         .doc = "which ones: another number draws others",
         .kind = OPTION_INT64,
         .value = &doctor.seed,
         .upper = 1e15},
        listing_option(&format, "a row for each thing wrong"),
        library_option(),
        {0}};
    struct operands operands;
    struct error error;
    int status = options_parse(&usage, options, argc, argv, &operands);
    if (status != OPTIONS_GO_ON) return status;
    if (run_argument_database(operands.list[0], doctor.path, &error))
        return command_fail(&usage, "%s", error.text);
    interrupt_install();
    doctor.store = store_open(doctor.path, STORE_EXAMINE, &error);
    status = doctor.store ? doctor_treat(&doctor, format, &error) : -1;
    store_close(doctor.store);
    damages_free(&doctor.found);
    text_free(&doctor.unplayed);
    free(doctor.rewinds);
    return status < 0 ? doctor_fail(&doctor, &error) : status;
}
