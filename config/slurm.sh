#!/bin/bash
# A tuning run as a Slurm job: on many nodes, or an array of seeds on one node each. A minute before
# its time is up, or when it is preempted, the job ends in order and is queued again; then it goes on.
# See slurm.md.
#SBATCH --job-name=hone
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=16
#SBATCH --time=08:00:00
#SBATCH --signal=B:USR1@60
#SBATCH --requeue
#SBATCH --open-mode=append
set -u
usage="usage: sbatch [--nodes=N | --array=1-10] config/slurm.sh CONFIG OUTPUT [KEY=VALUE]..."
[ $# -ge 2 ] || { echo "$usage" >&2; exit 2; }
config=$1 output=$2
shift 2

id=${SLURM_JOB_ID:-} name=$(basename "$output")
if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
    name=$name-$SLURM_ARRAY_TASK_ID output=$output/$SLURM_ARRAY_TASK_ID
    set -- "seed=$SLURM_ARRAY_TASK_ID" "$@"
    id=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID # one of its tasks has the array's number for its own
fi
settings=()
for setting in "name=\"$name\"" "output=\"$output\"" "threads=${SLURM_CPUS_PER_TASK:-0}" "$@"; do
    settings+=(--set "$setting")
done

launch=()
[ "${SLURM_NTASKS:-1}" -gt 1 ] && launch=(srun --kill-on-bad-exit "--mpi=${HONE_MPI:-pmix}")
again=''
time_is_up() { # srun, if asked to end, kills its ranks: they are asked past it
    again=yes
    if [ ${#launch[@]} -gt 0 ]; then scancel --signal=TERM "$id"; else kill -TERM "$job"; fi
}
trap time_is_up USR1
trap : TERM # of scancel, which asks hone as well
"${launch[@]}" "${HONE:-hone}" tune "$config" "${settings[@]}" &
job=$!
while kill -0 "$job" 2>/dev/null; do wait "$job"; done # a signal ends `wait`, and not the job
wait "$job"
status=$?
is_preempted() { scontrol show job "$id" | grep -q 'PreemptTime=[0-9]'; } # it is not told, its ranks are
if [ "$status" = $((128 + 15)) ] && { [ -n "$again" ] || is_preempted; }; then scontrol requeue "$id"; fi
exit "$status"
