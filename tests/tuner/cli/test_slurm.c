/*
 * slurm: the job of config/slurm.sh where Slurm's commands are scripts that do as little as needed:
 * srun runs its command as a rank, scancel asks the rank to end and takes its time, scontrol shows
 * what the job is, PREEMPTED or not, and all write down what else they were asked.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sys/stat.h>

#include "tests/runs.h"

static const char config[] = "game = \"reversi\"; evaluator = { name = \"wpc\"; layout = \"10\"; };"
                             "fitness = { pairs = 2; };"
                             "optimizer = { name = \"ga\"; generations = 4;"
                             " ga = { population = 4; groups = 2; }; };"
                             "verify = { candidates = 2; selection_pairs = 3; pairs = 8; };";

static const char srun[] = "#!/bin/sh\necho \"srun $*\" >>asked\nshift 2\n\"$@\" &\n"
                           "trap 'kill -KILL $!; exit 137' TERM\nwait $!\n";
static const char scancel[] =
    "#!/bin/sh\necho \"scancel $*\" >>asked\nkill -TERM $(cat ready)\nsleep 0.4\n";
static const char scontrol[] = "#!/bin/sh\ncase $1 in show) echo PreemptTime=${PREEMPTED:-None};;"
                               " *) echo \"scontrol $*\" >>asked;; esac\n";
/* As if the signal came after a moment of a run that would take for ever. */
static const char slow[] = "#!/bin/sh\ntrap 'sleep 0.1; echo in order; exit 143' TERM\n"
                           "echo $$ >pid\nmv pid ready\nfor i in $(seq 500); do sleep 0.01; done\n";

static char script[600];

static void write_script(const char *name, const char *text) {
    char path[96];
    struct error error;
    snprintf(path, sizeof path, "%s/bin/%s", directory, name);
    if (file_write(path, text, &error)) fail_msg("%s", error.text);
    assert_int_equal(chmod(path, 0700), 0);
}

static int make_cluster(void **context) {
    char here[512], path[64];
    if (runs_make_directory(context) || !getcwd(here, sizeof here)) return -1;
    snprintf(script, sizeof script, "%s/config/slurm.sh", here);
    snprintf(path, sizeof path, "%s/bin", directory);
    if (mkdir(path, 0700)) return -1;
    write_script("srun", srun);
    write_script("scancel", scancel);
    write_script("scontrol", scontrol);
    write_script("slow", slow);
    snprintf(path, sizeof path, "%s/c.cfg", directory);
    return file_write(path, config, NULL);
}

/* The job in that environment; its exit status. */
static int job(const char *environment, const char *arguments, struct text *out) {
    char line[2200];
    snprintf(line, sizeof line, "PATH=$PWD/bin:$PATH HONE='%s' %s '%s' %s", program, environment,
             script, arguments);
    return shell_line(line, out);
}

static void assert_asked(const char *what) {
    struct text out = {0};
    shell_line("cat asked", &out);
    if (!strstr(text_get(&out), what)) fail_msg("\"%s\" is not in: %s", what, text_get(&out));
    assert_int_equal(shell_line("rm -f asked", &out), 0);
    text_free(&out);
}

static void an_array_of_seeds_is_merged(void **state) {
    (void)state;
    struct text out = {0};
    for (int seed = 1; seed <= 2; seed++) {
        char environment[100];
        snprintf(environment, sizeof environment,
                 "SLURM_ARRAY_JOB_ID=6 SLURM_ARRAY_TASK_ID=%d SLURM_CPUS_PER_TASK=1 SLURM_NTASKS=1 "
                 "SLURM_JOB_ID=7",
                 seed);
        if (job(environment, "c.cfg seeds optimizer.generations=3", &out))
            fail_msg("%s", text_get(&out));
    }
    assert_prints("merge seeds/1 seeds/2 -o seeds.db", 0,
                  "seeds.db#seeds-1: reversi, seed 1, 3 gen");
    assert_prints("report seeds.db", 0, "Config 1, 2 seeds");
    assert_int_equal(shell_line("test ! -e asked", &out), 0);
    text_free(&out);
}

static void one_run_is_started_on_all_nodes(void **state) {
    (void)state;
    struct text out = {0};
    if (job("SLURM_NTASKS=3 SLURM_CPUS_PER_TASK=2 SLURM_JOB_ID=8", "c.cfg wide", &out))
        fail_msg("%s", text_get(&out));
    assert_asked("hone tune c.cfg --set name=\"wide\" --set output=\"wide\" --set threads=2\n");
    assert_prints("status wide", 0, "finished");
    assert_int_not_equal(job("SLURM_NTASKS=1", "c.cfg", &out), 0);
    assert_non_null(strstr(text_get(&out), "usage: sbatch "));
    text_free(&out);
}

/* The job of a run that would take for ever, told so by kill; its exit status. */
static int job_told(const char *kill, const char *environment, struct text *out) {
    char line[2200];
    snprintf(line, sizeof line,
             "{ rm -f ready; env PATH=$PWD/bin:$PATH HONE=slow %s '%s' c.cfg late & job=$!;"
             " while [ ! -e ready ]; do sleep 0.01; done; kill %s;"
             " wait $job; status=$?; echo gone; exit $status; }",
             environment, script, kill);
    return shell_line(line, out);
}

static void assert_ends_in_order(const char *out) {
    const char *in_order = strstr(out, "in order"), *gone = strstr(out, "gone");
    if (!in_order || !gone || in_order > gone) fail_msg("not in order: %s", out);
}

static void assert_is_queued_again(const char *environment, const char *request) {
    struct text out = {0};
    assert_int_equal(job_told("-USR1 $job", environment, &out), 143);
    assert_ends_in_order(text_get(&out));
    assert_asked(request);
    text_free(&out);
}

/* An array's number is one of its tasks' number, too, and the other tasks are not meant. */
static void a_job_whose_time_is_up_ends_in_order_and_is_queued_again(void **state) {
    (void)state;
    assert_is_queued_again("SLURM_JOB_ID=9", "scontrol requeue 9\n");
    assert_is_queued_again("SLURM_JOB_ID=9 SLURM_ARRAY_JOB_ID=9 SLURM_ARRAY_TASK_ID=3",
                           "scontrol requeue 9_3\n");
    assert_is_queued_again("SLURM_JOB_ID=9 SLURM_NTASKS=2",
                           "scancel --signal=TERM 9\nscontrol requeue 9\n");
}

/* What scancel asks of the job it asks of hone as well: the job waits for it. */
static void a_job_that_is_cancelled_is_not_queued_again(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(job_told("-TERM $job $(cat ready)", "SLURM_JOB_ID=9", &out), 143);
    assert_ends_in_order(text_get(&out));
    assert_int_equal(shell_line("test ! -e asked", &out), 0);
    text_free(&out);
}

/* Then the ranks are asked alone. */
static void a_job_that_is_preempted_is_queued_again(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(
        job_told("-TERM $(cat ready)", "SLURM_JOB_ID=9 SLURM_NTASKS=2 PREEMPTED=2026-01-01", &out),
        143);
    assert_asked("scontrol requeue 9\n");
    text_free(&out);
}

/* A finished or refused run is not. */
static void other_ends_are_not_queued_again(void **state) {
    (void)state;
    struct text out = {0};
    assert_int_equal(job("SLURM_JOB_ID=10", "c.cfg wide", &out), 0);
    assert_int_equal(job("SLURM_JOB_ID=11", "missing.cfg wide", &out), 2);
    assert_int_equal(shell_line("test ! -e asked", &out), 0);
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_of_seeds_is_merged),
        cmocka_unit_test(one_run_is_started_on_all_nodes),
        cmocka_unit_test(a_job_whose_time_is_up_ends_in_order_and_is_queued_again),
        cmocka_unit_test(a_job_that_is_cancelled_is_not_queued_again),
        cmocka_unit_test(a_job_that_is_preempted_is_queued_again),
        cmocka_unit_test(other_ends_are_not_queued_again),
    };
    return cmocka_run_group_tests(tests, make_cluster, own_directory_remove);
}
