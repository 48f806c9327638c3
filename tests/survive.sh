#!/usr/bin/env bash
# How well runs survive, in figures: runs that are killed anywhere, two runs at one name, what keeping
# the state costs, how soon a command stops, and how large a part is. Half an hour on a machine with
# nothing else to do:
#
#   tests/survive.sh
#
# KILLS (200), RUNS (200), SECONDS_OF_A_RUN (60), EVERY (10s) and PAIRS (3) make less or more of it;
# CROUPIER names a program that is built already.
set -euo pipefail
cd "$(dirname "$0")/.."
kills=${KILLS:-200} runs=${RUNS:-200} length=${SECONDS_OF_A_RUN:-60} every=${EVERY:-10s} pairs=${PAIRS:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "== killed at random moments, $kills times in all, and resumed to the same bytes"
CROUPIER_TEST_KILLS=$kills cargo test --locked --quiet --test cli survive:: -- --nocapture |
    tee "$work/kills" | grep -E 'killed [0-9]+ times'
awk '/killed [0-9]+ times/ { sum += $(NF - 1) } END { print "killed in all: " sum }' "$work/kills"
grep -E '^test result: ok' "$work/kills"

echo "== two runs at one --out, $runs times"
CROUPIER_TEST_RUNS=$runs cargo test --locked --quiet --test cli files::two_runs -- --nocapture |
    grep -E '^test result: ok. 1 passed'

if [ -z "${CROUPIER:-}" ]; then
    cargo build --release --locked --quiet
    CROUPIER=${CARGO_TARGET_DIR:-target}/release/croupier
fi
croupier=$(readlink -f "$CROUPIER")
cd "$work"

# Seconds of a run, to the thousandth.
seconds() {
    local start
    start=$(date +%s%N)
    "$croupier" "$@" >/dev/null 2>&1
    awk -v ns="$(($(date +%s%N) - start))" 'BEGIN { printf "%.3f", ns / 1e9 }'
}
echo "== what a state every $every costs a run of about $length s, in $pairs pairs of runs"
# As many rounds as play so long: sized by a run that is long enough to tell.
sample=$(seconds simulate kinzo --players 3 --rounds 1M --seed 1 --out -)
rounds=$(awk -v t="$sample" -v s="$length" 'BEGIN { r = int(s / t); print r < 1 ? 1 : r }')
line="simulate kinzo --players 3 --rounds ${rounds}M --seed 1 --out -"
echo "croupier $line"
for ((i = 0; i < pairs; i++)); do
    # The order changes: a machine that warms up favours neither.
    if [ $((i % 2)) = 0 ]; then
        without=$(seconds $line)
        with=$(seconds $line --checkpoint a.state --every "$every")
    else
        with=$(seconds $line --checkpoint a.state --every "$every")
        without=$(seconds $line)
    fi
    echo "$without $with" | tee -a pairs | awk '{ printf "without %.2f s, with %.2f s: %+.2f %%\n", $1, $2, 100 * ($2 / $1 - 1) }'
done
awk '{ a += $1; b += $2 } END { printf "in all: %+.2f %%\n", 100 * (b / a - 1) }' pairs

echo "== seconds from SIGTERM, which is as Ctrl-C, to the end of a command, two seconds after its start"
while read -r line; do
    eval "\"$croupier\" $line --rounds 1G --out - --quiet >/dev/null 2>&1 &"
    sleep 2
    if ! kill -TERM $! 2>/dev/null; then
        echo "it was done before: croupier $line" && continue
    fi
    start=$(date +%s%N)
    code=0
    wait $! || code=$?
    awk -v ns="$(($(date +%s%N) - start))" -v line="$line" -v code="$code" \
        'BEGIN { printf "%5.2f s (exit code %d): croupier %s\n", ns / 1e9, code, line }'
done <<'LINES'
simulate kinzo --players 7 --strategy random
simulate kinzo --players 3 --set shuffle.penetration=0.75 --strategy 'best(play=linear,memory=full)'
simulate kinzo --players 7 --strategy best
simulate kinzo --set shuffle.penetration=0.75 --strategy 'best(memory=full)'
simulate sabacc --players 8 --strategy solved
simulate sabacc --players 4 --strategy exploiter
simulate zinbiddle --strategy regular
simulate fizzbin
compare kinzo --set shuffle.penetration=0.75 --strategy all
compare sabacc --strategy all
compare zinbiddle --strategy all
odds fizzbin --method simulate
odds zinbiddle --method simulate
count kinzo --set shuffle.penetration=0.75
sweep kinzo --vary players=1..7 --vary commission=0..100:5
sweep sabacc --vary players=2..6 --against-best
balance zinbiddle --solve misfires_per_suit=1..6 --target event:showdown=0.5
LINES

echo "== how large a part of a run of 10^9 rounds is"
# It holds as many sums, however many rounds it played; only their digits are more. 1000 parts of a
# million rounds each are taken here; fizzbin is slow, and its part is one of 100000.
for line in "simulate kinzo --players 3" "simulate zinbiddle" "simulate sabacc --players 4" \
    "compare kinzo --strategy random --strategy threshold" "odds fizzbin"; do
    case $line in *fizzbin*) of=100000 ;; *) of=${PARTS:-1000} ;; esac
    "$croupier" $line --rounds 1G --shard "1/$of" --out part.shard --quiet >/dev/null
    printf '%8d bytes: croupier %s --rounds 1G --shard 1/%s\n' "$(stat -c %s part.shard)" "$line" "$of"
done
