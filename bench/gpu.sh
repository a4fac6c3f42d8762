#!/usr/bin/env bash
# What `./dev gpu` does when all is built: bench/gpu.sh GPU_CHECK PYTHON OUT [STEP...]
#
# Steps: compare large sanitize python training rates; by default all of them.
# Batches made on a card are compared with the host's bit for bit, and timed; the rates come into
# OUT/table.md. PYTHON has PyTorch for CUDA and this package. It ends with 1 if anything differs.
set -uo pipefail
mkdir -p "$3"
CHECK=$(realpath "$1") PYTHON=$2 OUT=$(realpath "$3")
[[ $PYTHON != */* ]] || PYTHON=$(realpath -s "$PYTHON")
readonly CHECK PYTHON OUT
shift 3
readonly WANTED=" ${*:-compare large sanitize python training rates} "
cd "$(dirname "$0")/.." || exit
failed=0

# step NAME COMMAND...: if it is wanted. The next one follows even if it fails.
step() {
  [[ $WANTED == *" $1 "* ]] || return 0
  echo "== $1 ($SECONDS s)"
  shift
  "$@" || { echo "FAILED: $*" && failed=1; }
}

sanitize() {
  if ! command -v compute-sanitizer >/dev/null; then
    echo "no compute-sanitizer: memory and races are not looked at"
    return 0
  fi
  local tool
  for tool in memcheck racecheck; do
    compute-sanitizer --tool "$tool" --error-exitcode 1 "$CHECK" large 3000 || return 1
  done
}

rates() {
  { nvidia-smi --query-gpu=name,driver_version --format=csv,noheader && date +%F &&
    "$CHECK" bench && sed -n '/^|/p; /^bus/p' "$OUT/python.txt" && cat "$OUT/training/lines.txt"; } |
    tee "$OUT/table.md"
}

from_python() {
  "$PYTHON" bench/gpu_python.py | tee "$OUT/python.txt"
}

# The same training with the set on the host and on the card, and what of its time is for input.
trainings() {
  local how games=tests/data/chess/lichess_db_1000k.pgn.zst there=$OUT/training
  rm -rf "$there"
  "$PYTHON" -W ignore -c "import intarsia as ia; ia.build(['$games'] * 50, '$there/games', \
split={'train': 0.98, 'validation': 0.02}, seed=1, progress=False)" || return 1
  for how in --no-masks --device-set; do
    "$PYTHON" examples/train_chess.py "$how" --deterministic --data "$there/games" --steps 300 \
      --check-every 100 --batch-size 1024 --channels 64 --blocks 6 --device cuda \
      -o "$there/net$how" | sed -n "s/^step/$how: step/p" | tee -a "$there/lines.txt" || return 1
  done
  cmp "$there/net--no-masks/losses.csv" "$there/net--device-set/losses.csv" &&
    echo "the losses of both are identical"
}

step compare "$CHECK" compare
step large "$CHECK" large 10000000
step sanitize sanitize
step python from_python
step training trainings
step rates rates
echo "done after $SECONDS s"
exit "$failed"
