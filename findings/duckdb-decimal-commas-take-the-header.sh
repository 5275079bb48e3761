#!/usr/bin/env bash
# Two columns of numbers become three, and their names are lost.
#
# Expected: the table `x;y` with the rows `1,5;2,5` and `3,5;4,25`, as a program in most of
# Europe writes it, is split at the semicolon, which each line has once; what cannot be told is
# refused.
# What happens: DuckDB prefers the character that gives the most columns in the last rows and
# takes what comes before them for a preamble: it splits at the comma, drops the header and gives
# the columns `column0` 1, `column1` "5;2" and `column2` 5, two of them numbers that are in no
# row. A third column of whole numbers or words, or quotes around the names, make all right. The
# sniffers of Python and pandas find the semicolon. Nothing warns.
# Version: duckdb 2.0.1, pandas 3.1.1.
# Source: DuckDB documentation, "CSV auto detection", dialect and header detection, by which a
# header is kept as names; duckdb issues 9343 and 25827, open, with files of other kinds.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'pandas==3.1.1' 'duckdb==2.0.1'

expected=$(
    cat <<'OUTPUT'
x;y
  Python's sniffer: separator ;
  pandas: x y, first row 1.5 2.5
  duckdb: column0 column1 column2, first row 1 5;2 5
x;y;n
  Python's sniffer: separator ;
  pandas: x y n, first row 1.5 2.5 7
  duckdb: x y n, first row 1,5 2,5 7
x;y, the separator given
  duckdb: x y, first row 1,5 2,5
  duckdb, the comma as well: x y, first row 1.5 2.5
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import csv

import duckdb
import pandas as pd

FILES = {"x;y": "x;y\n1,5;2,5\n3,5;4,25\n", "x;y;n": "x;y;n\n1,5;2,5;7\n3,5;4,25;8\n"}


def show(reader, names, row):
    print(f"  {reader}: {' '.join(names)}, first row {' '.join(str(value) for value in row)}")


def by_duckdb(reader, **options):
    table = duckdb.read_csv("table.csv", **options)
    show(reader, table.columns, table.fetchall()[0])


for name, text in FILES.items():
    print(name)
    with open("table.csv", "w") as file:
        file.write(text)
    print("  Python's sniffer: separator", csv.Sniffer().sniff(text).delimiter)
    frame = pd.read_csv("table.csv", sep=None, engine="python", decimal=",")
    show("pandas", frame.columns, frame.astype(object).iloc[0])
    by_duckdb("duckdb")
print("x;y, the separator given")
with open("table.csv", "w") as file:
    file.write(FILES["x;y"])
by_duckdb("duckdb", sep=";")
by_duckdb("duckdb, the comma as well", sep=";", decimal=",")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
