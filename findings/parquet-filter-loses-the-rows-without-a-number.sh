#!/usr/bin/env bash
# A filter finds rows in a table, and not in the file of the same table.
#
# Expected: a condition on a column selects the same rows of a Parquet file as of the table that
# was written to it, by the rules of the software that is asked. NaN is not 3 for any of them,
# and is the largest number for DuckDB and polars.
# What happens: the statistics of a Parquet file leave NaN out, as the format wants, and DuckDB
# and pyarrow take them for the bounds of all values: blocks of rows are skipped that have a NaN
# which meets the condition. DuckDB finds no NaN even by `isnan(x)`, and pyarrow, with it
# `pandas.read_parquet`, loses them by "not at most 3" and, where the other numbers are equal, by
# "not 3" and `is_nan`. polars reads them all. In memory all find them.
# Version: duckdb 2.0.1, pyarrow 26.0.1, pandas 3.1.1, polars 2.1.0.
# Source: Apache Parquet, parquet.thrift, `ColumnOrder`, on NaN: "when looking for NaN values,
# min and max should be ignored"; DuckDB documentation, numeric types, NaN is greater than any
# other number; duckdb pull request 16962, by which NaN is to be assumed in every such column;
# polars issue 27860.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'duckdb==2.0.1' 'pyarrow==26.0.1' 'pandas==3.1.1' 'polars==2.1.0'

expected=$(
    cat <<'OUTPUT'
3, nan, 3 in the file 3, nan, 3
  duckdb, table and file: isnan 1 0, x <> 3 1 0, not x <= 3 1 0, x > 10 1 0
  pyarrow, table and file: is_nan 1 0, x != 3 1 0, not x <= 3 1 0
  pandas, table and file: x != 3 1 0
  polars, table and file: is_nan 1 1, x != 3 1 1, not x <= 3 1 1, x > 10 1 1
1, nan, 3 in the file 1, nan, 3
  duckdb, table and file: isnan 1 0, x <> 3 2 2, not x <= 3 1 0, x > 10 1 0
  pyarrow, table and file: is_nan 1 1, x != 3 2 2, not x <= 3 1 0
  pandas, table and file: x != 3 2 2
  polars, table and file: is_nan 1 1, x != 3 2 2, not x <= 3 1 1, x > 10 1 1
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow.dataset import field

SQL = {"isnan": "isnan(x)", "x <> 3": "x <> 3", "not x <= 3": "not (x <= 3)", "x > 10": "x > 10"}
ARROW = {"is_nan": field("x").is_nan(), "x != 3": field("x") != 3, "not x <= 3": ~(field("x") <= 3)}
x = pl.col("x")
POLARS = {"is_nan": x.is_nan(), "x != 3": x != 3, "not x <= 3": ~(x <= 3), "x > 10": x > 10}


def by_duckdb(source, condition):
    return len(duckdb.sql(f"select x from {source} where {condition}").fetchall())


def show(name, counts):
    counts = (f"{condition} {table} {file}" for condition, (table, file) in counts.items())
    print(f"  {name}, table and file: {', '.join(counts)}")


def words(numbers):
    return ", ".join(f"{number:g}" for number in numbers)


for numbers in ([3.0, float("nan"), 3.0], [1.0, float("nan"), 3.0]):
    memory = table = pa.table({"x": numbers})
    pq.write_table(table, "x.parquet")
    print(words(numbers), "in the file", words(pq.read_table("x.parquet")["x"].to_pylist()))
    show("duckdb", {
        k: (by_duckdb("memory", q), by_duckdb("'x.parquet'", q)) for k, q in SQL.items()
    })
    show("pyarrow", {
        k: (table.filter(q).num_rows, pq.read_table("x.parquet", filters=q).num_rows)
        for k, q in ARROW.items()
    })
    frame = table.to_pandas()
    few = pd.read_parquet("x.parquet", filters=[("x", "!=", 3.0)])
    show("pandas", {"x != 3": (len(frame[frame.x != 3]), len(few))})
    frame, lazy = pl.DataFrame({"x": numbers}), pl.scan_parquet("x.parquet")
    show("polars", {
        k: (frame.filter(q).height, lazy.filter(q).collect().height) for k, q in POLARS.items()
    })
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
