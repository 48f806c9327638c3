#!/usr/bin/env bash
# Runs in parts, end to end, on the schedulers themselves: a one-node Slurm and GNU parallel from the
# distribution's packages. Each plays 8 parts by the script that `croupier plan` prints, as it is; two
# parts are killed with SIGKILL while they play; what comes of it is compared with the single run,
# byte for byte. The Kubernetes manifest is checked with the schema of its Job, and its container's
# command is played by a shell.
#
#   tests/cluster/run.sh [--require] [slurm] [parallel] [kubernetes]
#
# What cannot be had here is skipped, loudly; --require makes that a failure. Nothing outside a
# temporary folder is changed, but that missing packages are installed (by root, or by sudo without a
# password). CROUPIER names a program that is built already.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
require=0
engines=()
for word; do
    case $word in
    --require) require=1 ;;
    slurm | parallel | kubernetes) engines+=("$word") ;;
    *)
        sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2
        exit 2
        ;;
    esac
done
[ ${#engines[@]} -gt 0 ] || engines=(parallel slurm kubernetes)

work=$(mktemp -d)
pids=()
cleanup() {
    local status=$?
    trap - EXIT
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    if [ -e "$work/slurm/run/slurmctld.pid" ]; then
        scancel --user="$(id -un)" 2>/dev/null || true
        scancel --full --signal=KILL --user="$(id -un)" 2>/dev/null || true
        sleep 2
    fi
    for file in "$work"/slurm/run/*.pid; do
        [ -e "$file" ] && kill "$(cat "$file")" 2>/dev/null || true
    done
    if [ "$status" -ne 0 ] && [ "${KEEP:-}" ]; then
        echo "what is left of it: $work" >&2
    else
        sleep 0.5
        rm -rf "$work" 2>/dev/null || { sleep 2 && rm -rf "$work"; }
    fi
    exit "$status"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

skipped=0
skip() {
    skipped=1
    printf '\n*** SKIPPED: %s\n\n' "$*" >&2
}
fail() {
    printf '\n*** FAILED: %s\n' "$*" >&2
    exit 1
}

# Installs packages, if the commands that they bring are missing: `have PACKAGES -- COMMANDS`.
updated=0
have() {
    local packages=() missing=0 as=()
    while [ "$1" != -- ]; do packages+=("$1") && shift; done
    shift
    for command; do command -v "$command" >/dev/null || missing=1; done
    [ "$missing" = 0 ] && return 0
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" != 0 ]; then
        sudo -n true 2>/dev/null || return 1
        as=(sudo -n)
    fi
    echo "installing ${packages[*]}"
    if [ "$updated" = 0 ]; then
        "${as[@]}" apt-get update -qq >/dev/null 2>&1 || return 1
        updated=1
    fi
    "${as[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qq -y --no-install-recommends "${packages[@]}" >"$work/apt.log" 2>&1 ||
        { tail -5 "$work/apt.log" >&2 && return 1; }
    for command; do command -v "$command" >/dev/null || return 1; done
}

PATH=$PATH:/usr/sbin:/sbin
if [ -z "${CROUPIER:-}" ]; then
    (cd "$root" && cargo build --release --locked --quiet)
    CROUPIER=${CARGO_TARGET_DIR:-$root/target}/release/croupier
fi
mkdir "$work/bin"
ln -s "$(readlink -f "$CROUPIER")" "$work/bin/croupier"
export PATH=$work/bin:$PATH

# A part is to play for some seconds, however fast the program is.
seconds() { awk -v a="$1" -v b="$2" 'BEGIN { print (b - a) / 1e9 }'; }
start=$(date +%s%N)
# Long enough that the start of the program hardly counts.
croupier simulate kinzo --players 3 --rounds 5M --threads 1 --seed 5 --out - --quiet >/dev/null
rate=$(awk -v t="$(seconds "$start" "$(date +%s%N)")" 'BEGIN { printf "%d", 5000 / t + 1 }')
line="simulate kinzo --players 3 --rounds $((rate * ${PART_SECONDS:-5} * 8))k --seed 5 --out a.csv"
echo "the run: croupier $line"
mkdir "$work/single"
(cd "$work/single" && croupier $line >stdout)

# Waits for a process whose command line holds a text, for at most some minutes, and prints its id.
process() {
    local tries
    for ((tries = 0; tries < 12000; tries++)); do
        pgrep -x -f -- "croupier .*$1.*" && return 0
        sleep 0.05
    done
    fail "no process played $1"
}
# Kills parts while they play, and sees that they are gone on with: `killer FOLDER NUMBER...`.
killer() {
    local folder=$1 i killing=()
    shift
    for i; do
        kill_one "$folder" "$i" &
        killing+=("$!")
    done
    for i in "${killing[@]}"; do wait "$i" || return 1; done
}
kill_one() {
    local pid
    pid=$(process "--shard $2/8 .*$1/part-$2.shard") || return 1
    sleep 1
    kill -KILL "$pid" || fail "part $2 was over too soon; let parts play longer, by PART_SECONDS"
    echo "killed part $2 while it played"
    process "resume $1/part-$2.state" >/dev/null || return 1
    echo "part $2 is gone on with from its state"
}
# What was merged in a folder, against the single run.
same() {
    local name
    cmp "$work/single/stdout" "$2" || fail "$1: another answer than that of the single run"
    for name in "$work"/single/a.*; do
        cmp "$name" "$3/${name##*/}" || fail "$1: another ${name##*/} than that of the single run"
    done
    (cd "$3" && croupier verify a.csv >/dev/null) || fail "$1: verify refuses a.csv"
    echo "$1: answer and $(ls "$work"/single/a.* | wc -l) files have the bytes of the single run"
}
planned() {
    croupier plan 8 --engine "$1" --parts-in "$2" -- $line --every 200ms
}

with_parallel() {
    echo "== parallel"
    have parallel -- parallel || { skip "GNU parallel cannot be installed here" && return; }
    local at=$work/parallel
    mkdir "$at" && cd "$at"
    planned parallel "$at/parts" >plan.sh
    killer "$at/parts" 2 5 &
    local killing=$!
    pids+=("$killing")
    timeout 1800 sh plan.sh >stdout 2>stderr || { cat stderr >&2 && fail "parallel: the script"; }
    wait "$killing" || fail "parallel: no part was killed and gone on with"
    same parallel stdout .
}

# A Slurm of one node, with everything that it keeps in one folder.
start_slurm() {
    local at=$work/slurm host
    host=$(hostname -s)
    mkdir -p "$at"/{run,state,spool}
    export SLURM_CONF=$at/slurm.conf
    (umask 077 && head -c 1024 /dev/urandom >"$at/munge.key")
    munged --force --key-file "$at/munge.key" --socket "$at/run/munge.socket" \
        --pid-file "$at/run/munged.pid" --log-file "$at/munged.log" --seed-file "$at/munge.seed" ||
        return 1
    # cred_expire: a task that is put back is held for as long as its credential lives, two minutes.
    cat >"$SLURM_CONF" <<CONF
ClusterName=croupier
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$at/run/munge.socket,cred_expire=5
CredType=cred/munge
SlurmctldPort=26817
SlurmdPort=26818
SlurmctldPidFile=$at/run/slurmctld.pid
SlurmdPidFile=$at/run/slurmd.pid
SlurmctldLogFile=$at/slurmctld.log
SlurmdLogFile=$at/slurmd.log
StateSaveLocation=$at/state
SlurmdSpoolDir=$at/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=bf_interval=2,sched_interval=2
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
    slurmctld -f "$SLURM_CONF" || return 1
    slurmd -f "$SLURM_CONF" || return 1
    local tries
    for ((tries = 0; tries < 60; tries++)); do
        [ "$(sinfo --noheader --format %t 2>/dev/null)" = idle ] && return 0
        sleep 1
    done
    return 1
}
# Waits until nothing is queued or runs.
idle() {
    local tries
    for ((tries = 0; tries < 1800; tries++)); do
        [ -z "$(squeue --noheader)" ] && return 0
        sleep 1
    done
    squeue >&2
    fail "slurm: the jobs do not end"
}

with_slurm() {
    echo "== slurm"
    have slurm-wlm munge -- slurmctld slurmd sbatch munged ||
        { skip "Slurm (slurm-wlm, munge) cannot be installed here" && return; }
    start_slurm || {
        tail -5 "$work"/slurm/*.log >&2 || true
        skip "a Slurm of one node does not come up here"
        return
    }
    local at=$work/slurm-run
    mkdir "$at" && cd "$at"
    planned slurm "$at/parts" >plan.sh
    sh plan.sh || fail "slurm: the script"
    killer "$at/parts" 2 5 || fail "slurm: no part was killed and gone on with"
    idle
    [ -e a.manifest.json ] || { tail -n 5 parts/*.log >&2 && fail "slurm: nothing was merged"; }
    same slurm parts/answer.txt .
    # A task that is killed whole, its script too, is not put back: its part is missing.
    rm a.* parts/part-3.shard
    local said
    said=$(croupier merge parts/part-*.shard --out a.csv 2>&1) && fail "slurm: merged without part 3"
    case $said in *--array=3) ;; *) fail "slurm: a missing part is told so: $said" ;; esac
    sh plan.sh 3 || fail "slurm: the script with the parts that are missing"
    idle
    same 'slurm, one part again' parts/answer.txt .
}

# Python with what reads a manifest and knows its schema.
python_of_kubernetes() {
    command -v python3 >/dev/null || return 1
    python3 -m venv "$work/venv" >/dev/null 2>&1 || return 1
    "$work/venv/bin/pip" install --quiet kubernetes-validate >/dev/null 2>&1
}

with_kubernetes() {
    echo "== kubernetes"
    python_of_kubernetes ||
        { skip "the schema of a Kubernetes Job cannot be had here (Python's kubernetes-validate)" && return; }
    local at=$work/kubernetes i
    mkdir "$at" && cd "$at"
    planned kubernetes parts >job.yaml
    # The first version that has backoffLimitPerIndex by default, and the latest that it knows.
    for version in 1.29.0 ""; do
        "$work/venv/bin/kubernetes-validate" ${version:+--version "$version"} --strict job.yaml ||
            fail "kubernetes: the manifest is not what the schema of a Job says"
    done
    sed 's/backoffLimitPerIndex:/backoffLimitPerIndexes:/' job.yaml >wrong.yaml
    "$work/venv/bin/kubernetes-validate" --strict wrong.yaml >/dev/null 2>&1 &&
        fail "kubernetes: the schema takes anything"
    # A pod is a shell in the folder of the volume that knows its index.
    "$work/venv/bin/python" - >pod.sh <<'PYTHON'
import yaml
container, = yaml.safe_load(open("job.yaml"))["spec"]["template"]["spec"]["containers"]
assert container["command"] == ["sh", "-c"], container["command"]
text, = container["args"]
print(text)
PYTHON
    for i in 0 1 2 3 4 5 6 7; do
        if [ "$i" = 3 ]; then
            JOB_COMPLETION_INDEX=$i sh pod.sh 2>stderr &
            local pod=$!
            process "--shard 4/8 .*parts/part-4.shard" >/dev/null
            sleep 1
            kill -KILL "$pod"
            wait "$pod" 2>/dev/null && fail "kubernetes: a pod that was killed"
            echo "killed the pod of part 4 while it played"
        fi
        JOB_COMPLETION_INDEX=$i sh pod.sh 2>stderr || { cat stderr >&2 && fail "kubernetes: pod $i"; }
    done
    sh -c "$(sed -n 's/^# *croupier merge/croupier merge/p' job.yaml)" >stdout ||
        fail "kubernetes: the merge that the manifest tells"
    same 'kubernetes, its pods as shells' stdout .
    echo "kubernetes: the manifest was checked and its commands were played; NO CLUSTER WAS ASKED" >&2
}

for engine in "${engines[@]}"; do "with_$engine"; done
if [ "$skipped" = 1 ] && [ "$require" = 1 ]; then fail "not everything could be tried"; fi
