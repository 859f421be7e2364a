#!/bin/sh
# Regenerates the report on load shedding from seeds: all data is made by `bough generate`.
#
#   tools/experiments/shedding.sh build/release/bin/bough [FOLDER]
#
# Writes shedding.csv and shedding.html to FOLDER, by default tools/experiments/report. Needs
# gnuplot (package gnuplot-nox) and a Bough that was built with XGBoost (libxgboost-dev).
set -eu

bough=$(realpath "$1")
source=$(realpath "$(dirname "$0")/../..")
report=$(realpath -m "${2:-$source/tools/experiments/report}")
queries=$source/test/shedding
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$report"
cd "$work"

# Data, with the default seed.
"$bough" generate ds1 --rows 200000 -o ds1.csv
for i in 5 6 7 8; do "$bough" generate "ds$i" --rows 800000 -o "ds$i.csv"; done
"$bough" generate quotes12 --rows 300000 -o quotes.csv
"$bough" generate soccer --rows 100000 | "$bough" generate debs --input - -o positions.csv

paper="--shedders gspice-h,espice,bl --rates 1.2,1.4,1.6,1.8,2.0"
common="--latency-bound 0.001 --seed 1 --quiet"
skewed="--train 0.8 --shed-type e.type --shed-feature e.v:bin=10 --frequency-bin 3 --pane 10"
types="--train 0.8 --shed-type e.type --window-rows 15 --window-opens-at A"
stock="--train 0.7 --shed-type q.sym --shed-feature q.change:bin=5:range=-40..40
  --window-rows 120 --window-opens-at 0"
field="--train 0.6 --shed-type pos.sid --shed-feature pos.ball:bin=1000:range=0..20000
  --frequency-bin 3 --pane 200 --window-rows 200 --window-every 50"

# measure NAME TITLE QUERY OPTIONS...: one section of the report. Options are words without spaces.
measure() {
  name=$1 title=$2 query=$3
  shift 3
  # shellcheck disable=SC2068,SC2086
  "$bough" shed-eval "$queries/$query.sql" $@ $common --title "$title" --html "$name.html" \
    -o "$name.csv"
}

# Two at a time.
synthetic() {
  measure q1 "Q1 on DS1 (figures 4, 5, 11)" q1 --label q1 --input e=ds1.csv $skewed \
    --window-rows 30 --window-opens-at A $paper
  measure q2 "Q2 on DS5 (figures 4, 5)" q2 --label q2 --input e=ds5.csv $types --pane 10 $paper
  measure q3 "Q3 on DS1 (figure 4)" q3 --label q3 --input e=ds1.csv $skewed \
    --window-rows 15 --window-opens-at A $paper
  measure q2-panes "Pane length of Q2 (figure 9)" q2 --label q2-panes --input e=ds5.csv $types \
    --panes 5,10,20,40,80,320 --shedders gspice-h --rates 1.8
  measure q2-data "Distribution of types, Q2 (figure 10)" q2 $types --pane 10 \
    --datasets ds5=ds5.csv,ds6=ds6.csv,ds7=ds7.csv,ds8=ds8.csv \
    --shedders gspice-h,gspice-t,gspice-f,espice,bl --rates 1.4
}
others() {
  measure q4 "Q4 on quotes (figures 6, 7, 11)" q4 --label q4 --input q=quotes.csv $stock \
    --pane 50 $paper
  measure q5 "Q5 on quotes (figures 6, 7)" q5 --label q5 --input q=quotes.csv $stock --pane 50 $paper
  measure q6 "Q6 on positions (figure 8)" q6 --label q6 --input pos=positions.csv $field $paper
  measure q4-panes "Pane length of Q4 (figure 9)" q4 --label q4-panes --input q=quotes.csv $stock \
    --panes 10,50,100,400,800,1600 --shedders gspice-h --rates 1.8
}
synthetic &
pid=$!
others
wait "$pid"
printf '%s\n' q1 q2 q3 q4 q5 q6 q2-panes q4-panes q2-data > order

# One file of each kind: the sections of all pages, the rows of all tables.
first=$(head -n 1 order)
{
  sed '/^<section>$/,$d' "$first.html"
  echo "<h1>Load shedding: experiments</h1>"
  while read -r name; do sed -n '/^<section>$/,/^<\/section>$/p' "$name.html"; done < order
  echo "</html>"
} > "$report/shedding.html"
{
  head -n 1 "$first.csv"
  while read -r name; do tail -n +2 "$name.csv"; done < order
} > "$report/shedding.csv"
