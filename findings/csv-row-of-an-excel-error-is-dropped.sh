#!/usr/bin/env bash
# A row that begins with #N/A, or with #15, is not in the table.
#
# Expected: of a table of four rows four rows are read. Spreadsheets write #N/A and #DIV/0! for
# what could not be computed, and a CSV file has no comments: such a value is missing, or text.
# What happens: DuckDB, whose `comment` is documented to be empty unless it is given, guesses
# that # begins a comment where the column has only numbers otherwise, and drops the row with all
# its other columns; so does NumPy, by its documented `comments="#"`, where the first column is
# concerned. The mean of the second column, which is complete, is 3 in place of 27. With one more
# word in the first column DuckDB keeps the row. pandas, pyarrow and polars have four rows.
# Nothing warns.
# Version: duckdb 2.0.1, numpy 2.4.6, pandas 3.1.1, pyarrow 26.0.1, polars 2.1.0.
# Source: RFC 4180, section 2, which has no comments; DuckDB documentation, "CSV import",
# parameters, `comment`, default "(empty)"; duckdb pull request 13162 and issue 17744; NumPy
# reference, `loadtxt`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'duckdb==2.0.1' 'pandas==3.1.1' 'pyarrow==26.0.1' 'polars==2.1.0'

expected=$(
    cat <<'OUTPUT'
#N/A: pandas 4 rows, mean 27; pyarrow 4 rows, mean 27; polars 4 rows, mean 27
  duckdb 3 rows, mean 3; numpy 3 rows, mean 3
#15: pandas 4 rows, mean 27; pyarrow 4 rows, mean 27; polars 4 rows, mean 27
  duckdb 3 rows, mean 3; numpy 3 rows, mean 3
#N/A, and a word elsewhere in the column: duckdb 4 rows, mean 27
#N/A, comment='' given: duckdb 4 rows, mean 27
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import duckdb
import numpy as np
import pandas as pd
import polars as pl
from pyarrow import csv

TEXT = "ratio,weight\n0.5,2\n{},99\n0.25,3\n{},4\n"


def write(*entries):
    with open("table.csv", "w") as file:
        file.write(TEXT.format(*entries))


def words(name, weights):
    return f"{name} {len(weights)} rows, mean {np.mean(weights):g}"


def by_duckdb(**options):
    rows = duckdb.read_csv("table.csv", **options).fetchall()
    return words("duckdb", [weight for _, weight in rows])


for entry in ("#N/A", "#15"):
    write(entry, 0.75)
    kept = [
        words("pandas", pd.read_csv("table.csv")["weight"]),
        words("pyarrow", csv.read_csv("table.csv")["weight"].to_pylist()),
        words("polars", pl.read_csv("table.csv")["weight"].to_list()),
    ]
    print(f"{entry}: {'; '.join(kept)}")
    plain = np.loadtxt("table.csv", delimiter=",", skiprows=1)
    print(f"  {by_duckdb()}; {words('numpy', plain[:, 1])}")
write("#N/A", "none")
print("#N/A, and a word elsewhere in the column:", by_duckdb())
write("#N/A", 0.75)
print("#N/A, comment='' given:", by_duckdb(comment=""))
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
